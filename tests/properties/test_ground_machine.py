"""The machines play on the right kernel without a complaint, and complain about a wrong one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from kernel.contracts import ContractBroken
from kernel.ground import actions, resolve, select, tokens
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import SUITS, Choice, ModeCard, Seat, Selection, State, Step, with_player
from properties.machines import ground as machines
from properties.machines.ground import GroundMachine, ModuleMachine, RulingsMachine, printed_claims
from properties.strategies.ground import printed_starts, rulings

#: Claims that try hundreds of choices in every state; the machine's own attempts do the same by chance.
THOROUGH = {"offered_is_accepted", "hidden_choices_stay_hidden"}


class QuickMachine(GroundMachine):
    """The claims that cost little."""

    claims = tuple(claim for claim in printed_claims() if claim.name not in THOROUGH)


def run(machine: type[GroundMachine], games: int, steps: int = 15, *phases: Phase) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=games,
            stateful_step_count=steps,
            phases=phases or (Phase.generate, Phase.shrink),
            derandomize=True,
            database=None,
            deadline=None,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def counting(machine: type[GroundMachine]) -> tuple[type[GroundMachine], Counter[str]]:
    """The machine, and a count of what its games come across."""
    seen: Counter[str] = Counter()

    class Counting(machine):  # type: ignore[misc,valid-type]
        def attempt(self, choice: Choice) -> None:
            before = self.state
            super().attempt(choice)
            seen["taken" if self.state is not before else "refused"] += 1

        def take(self, choice: Choice) -> None:
            super().take(choice)
            seen["turns"] += 1
            seen["games over"] += self.state.step is Step.OVER
            seen[f"{len(self.state.players)} seats"] += 1

    return Counting, seen


def test_games_with_legal_and_illegal_choices_keep_all_cheap_claims() -> None:
    machine, seen = counting(QuickMachine)
    run(machine, games=12)
    assert min(seen["games over"], seen["refused"]) > 0
    assert seen["turns"] > 300


def test_any_rulings_break_no_contract_and_every_game_ends() -> None:
    machine, seen = counting(RulingsMachine)
    run(machine, games=25, steps=20)
    assert seen["games over"] > 3
    assert min(seen["refused"], seen["taken"]) > 0
    assert all(seen[f"{seats} seats"] for seats in range(2, 7))


class QuickModuleMachine(ModuleMachine):
    """The claims that cost little."""

    claims = tuple(claim for claim in ModuleMachine.claims if claim.name not in THOROUGH)


def test_games_with_modules_keep_all_cheap_claims() -> None:
    machine, seen = counting(QuickModuleMachine)
    run(machine, games=12)
    assert min(seen["games over"], seen["refused"]) > 0
    assert any(claim.under for claim in machine.claims)


@pytest.mark.slow
def test_many_games_keep_all_claims() -> None:
    machine, seen = counting(GroundMachine)
    run(machine, games=60, steps=25)
    assert seen["games over"] > 10


@pytest.mark.slow
def test_many_rulings_break_no_contract_and_every_game_ends() -> None:
    machine, seen = counting(RulingsMachine)
    run(machine, games=150, steps=25)
    assert seen["games over"] > 30


def test_the_machine_watches_claims_of_both_scopes() -> None:
    scopes = Counter(claim.check.scope.name for claim in printed_claims())
    assert min(scopes["STATE"], scopes["STEP"]) > 20
    assert {claim.name for claim in printed_claims()} >= THOROUGH


# ---------------------------------------------------------------- what is drawn


def drawn(strategy: SearchStrategy[Any], games: int) -> list[Any]:
    """So many examples, the same every time."""
    found: list[Any] = []

    @settings(max_examples=games, derandomize=True, database=None, deadline=None, phases=[Phase.generate])
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    collect()
    return found


def test_printed_starts_are_of_every_size_mode_lead_and_suit() -> None:
    starts = drawn(printed_starts(), 200)
    assert {len(start.players) for start in starts} == set(range(2, 7))
    assert {start.mode for start in starts} == set(ModeCard)
    assert {start.lead for start in starts} >= set(range(4))
    assert {start.problems[0].suit for start in starts} == set(SUITS)
    assert {player.hand for start in starts for player in start.players} > {(2, 0, 0, 0), (1, 0, 0, 1)}
    assert {min(start.deck) >= 0 for start in starts} == {True}
    assert {len(start.players) for start in drawn(printed_starts(3, 4), 30)} == {3, 4}


def test_rulings_take_every_option() -> None:
    found = drawn(rulings(), 200)
    kinds = get_type_hints(Rulings)
    for name, kind in kinds.items():
        seen = {getattr(each, name) for each in found}
        assert len(seen) > 5 if name == "u10_hand_limit" else seen == set(kind), name
    assert STANDING in found


# ---------------------------------------------------------------- wrong kernels


def generous(state: State, choice: Choice, rulings: Rulings) -> State:
    """Accepts every selection."""
    if state.step is Step.SELECT and isinstance(choice, Selection):
        return resolve.play(state, choice, rulings)
    return right_advance(state, choice, rulings)


def endless(state: State, choice: Choice, rulings: Rulings) -> State:
    """Never leaves the last round."""
    after = right_advance(state, choice, rulings)
    return state if after.step is Step.OVER else after


right_advance = resolve.advance

WRONG: list[tuple[Any, str, Callable[..., Any], type[GroundMachine], type[Exception], str]] = [
    (resolve, "advance", generous, RulingsMachine, AssertionError, "accepted, but not offered"),
    (resolve, "advance", endless, RulingsMachine, AssertionError, "turns of"),
    (select, "investigate_refusal", lambda *rest: Refusal.NONE, QuickMachine, AssertionError, "fails: "),
    (tokens, "clamp", lambda stress: stress, RulingsMachine, ContractBroken, "GR-"),
    (
        actions,
        "offers_bond",
        lambda *rest: False,
        QuickMachine,
        AssertionError,
        "GR-A03, GR-L02.* support_without_relation fails: ",
    ),
    (
        tokens,
        "ready_freedom",
        lambda state, seat: with_player(state, Seat(0), protection=state.players[0].protection + 1),
        QuickMachine,
        AssertionError,
        "fails: ",
    ),
]


@pytest.mark.parametrize(
    ("module", "name", "wrong", "machine", "error", "says"),
    WRONG,
    ids=[f"{case[1]}-{i}" for i, case in enumerate(WRONG)],
)
def test_a_wrong_kernel_is_caught(
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    wrong: Callable[..., Any],
    machine: type[GroundMachine],
    error: type[Exception],
    says: str,
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(error, match=says):
        run(machine, 40, 20, Phase.generate)


def test_a_state_that_is_changed_in_place_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(state: State, choice: Choice, rulings: Rulings) -> State:
        after = right_advance(state, choice, rulings)
        object.__setattr__(state, "round", 9)
        return after

    monkeypatch.setattr(resolve, "advance", careless)
    with pytest.raises(AssertionError, match="has changed the state"):
        run(RulingsMachine, 5, 10, Phase.generate)


def test_a_demand_holds_or_raises() -> None:
    machines.demand(True, "fine")
    with pytest.raises(AssertionError, match="not fine"):
        machines.demand(False, "not fine")


def test_the_standing_rulings_are_those_of_the_machine() -> None:
    assert GroundMachine().rulings is STANDING
