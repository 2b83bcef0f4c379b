"""The machine over the real store: green on the store as it stands, red on broken ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from kernel.guild.save import store, store_recovery
from kernel.guild.save.intent import Reason
from kernel.guild.save.journal import Answer, Status
from kernel.guild.save.medium import Medium
from properties.machines.save_store import SaveStoreMachine


def run(lives: int, steps: int, *phases: Phase) -> None:
    run_state_machine_as_test(
        SaveStoreMachine,
        settings=settings(
            max_examples=lives,
            stateful_step_count=steps,
            phases=phases or (Phase.generate,),
            derandomize=True,
            database=None,
            deadline=None,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_life_of_a_slot_breaks_a_law() -> None:
    run(12, 20)


@pytest.mark.slow
def test_many_lives_of_a_slot_break_no_law() -> None:
    run(40, 30)


def without_ledgers(self: Any, held: Any, shelf: Any) -> None:
    """A store that forgets its replicas."""
    self.held, self.standing = held, store.Standing.PLAYABLE


def believing(evidence: Any) -> Any:
    """A recovery that takes what the pointer names, however old it is, and else nothing."""
    return evidence.held(evidence.active)


def without_evidence(medium: Medium, evidence: Any) -> None:
    """A recovery that keeps nothing of what it rejects."""


BROKEN: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "replicas are forgotten": (store.Store, "settle_at", without_ledgers),
    "backups are not looked at": (store_recovery, "newest_proven", believing),
    "rejected bytes are thrown away": (store_recovery, "quarantine", without_evidence),
    "another intent is taken": (store, "answer", lambda *_: Answer(Status.NONE, -1, Reason.NONE)),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_store_is_noticed(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, broken = BROKEN[how]
    monkeypatch.setattr(place, name, broken)
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever a broken store does, it does not pass
        run(20, 20)
