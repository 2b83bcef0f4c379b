"""The machines of the guild play, and a broken kernel is caught by them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from kernel.guild import contract_run
from kernel.guild.state import State
from properties.machines.guild import CLAIMS, GuildMachine, GuildRulingsMachine

#: Fixed examples, no database, no deadline: what is played is the same on every machine.
FIXED = settings(
    max_examples=8,
    stateful_step_count=14,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
MANY = settings(FIXED, max_examples=60, stateful_step_count=30)


@pytest.mark.parametrize("machine", [GuildMachine, GuildRulingsMachine])
def test_random_contracts_keep_the_claims(machine: type[GuildMachine]) -> None:
    run_state_machine_as_test(machine, settings=FIXED)


@pytest.mark.slow
@pytest.mark.parametrize("machine", [GuildMachine, GuildRulingsMachine])
def test_many_random_contracts_keep_the_claims(machine: type[GuildMachine]) -> None:
    run_state_machine_as_test(machine, settings=MANY)


def test_the_machine_watches_claims() -> None:
    assert len(CLAIMS) > 60
    assert GuildMachine.claims == CLAIMS


def test_a_reader_who_is_paid_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contract_run.proceed

    def paying(state: State) -> State:
        looked_on = whole(state)
        return replace(looked_on, coin=looked_on.coin + 1)

    monkeypatch.setattr(contract_run, "proceed", paying)
    with pytest.raises(AssertionError, match="AG-"):
        run_state_machine_as_test(GuildMachine, settings=settings(FIXED, max_examples=20, phases=[Phase.generate]))
