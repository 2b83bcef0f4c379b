"""Two readings of GROUND: where they part first, that the kernel confirms it, and that some never part."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from kernel.ground.rulings import (
    STANDING,
    CoalitionBlame,
    DoubleTrigger,
    FirstOwner,
    HandVisibility,
    ProblemDeal,
    ProblemStress,
    Rulings,
)
from kernel.ground.state import State, Step
from model import ground_readings
from model.engines.differ import differ
from model.engines.pairs import Parting, Readings, Sign
from model.ground import GROUND
from model.ground_arena import arena
from model.ground_look import look
from model.ground_readings import HIDDEN, Compared, Outcome, first_difference, inert, parted, sign_at
from model.lift import terms as T
from model.lift.core import deep
from model.lift.lifter import Lifter
from properties.findings import HUNTS, Hunt
from properties.ground.aids import AIDS
from properties.ground.invariant import LEMMAS, PRINTED

STARTS_ALIKE = [hunt for hunt in HUNTS if hunt.base == STANDING and hunt.starts[0].rounds == hunt.starts[0].round == 1]


def read(**changes: Any) -> Rulings:
    return replace(STANDING, **changes)


def compared(seats: int = 2, **changes: Any) -> Compared:
    return Compared(seats, STANDING, read(**changes))


@deep()
def turns_from(start: State, other: Rulings) -> int | None:
    """In how many turns the symbolic search tells the readings apart, from one table."""
    T.forget()
    games = arena(len(start.players), start.rounds)
    readings = Readings(games, ((start, True), start), STANDING, other, look, HIDDEN)
    return Parting(readings, lambda state: False, limit=60, goes_on=False).run().position


@pytest.mark.parametrize("hunt", STARTS_ALIKE, ids=lambda hunt: f"{hunt.finding}-{hunt.option.name}")
def test_both_engines_find_equally_short_plays(hunt: Hunt) -> None:
    """The explicit search and the symbolic one share neither states nor solver; from one table they have to agree.

    The explicit one counts a choice that only one reading takes as a turn, and stops before taking one that looks
    different afterwards; both tell the same turn.
    """
    start = hunt.starts[0]
    explicit = differ(GROUND, [start], STANDING, hunt.alternative, look, cap=200_000)
    assert explicit is not None
    assert turns_from(start, hunt.alternative) == len(explicit.trace.choices)


def test_enough_tables_are_compared() -> None:
    assert len(STARTS_ALIKE) >= 8


@pytest.mark.parametrize(
    ("changes", "turns", "sign"),
    [
        ({"hand_visibility": HandVisibility.OPEN}, 0, Sign.LOOKS),
        ({"u9_double_trigger": DoubleTrigger.FIRST_IN_LEAD_ORDER}, 34, Sign.LOOKS),
    ],
)
def test_the_kernel_parts_where_the_engine_says(changes: dict[str, Any], turns: int, sign: Sign) -> None:
    found = first_difference(compared(**changes), 60)
    assert (found.outcome, found.is_shortest) == (Outcome.PART, True)
    play = found.play
    assert play is not None
    assert (play.turns, play.sign) == (turns, sign)
    again = parted((play.one.states[0], play.other.states[0]), play.choices, found.compared)
    assert again == play
    for turn in range(play.turns):
        assert sign_at(play.one, play.other, turn) is None
        assert replace(play.one.states[turn], memory=play.other.states[turn].memory) == play.other.states[turn]
    assert sign_at(play.one, play.other, play.turns) is sign


def test_a_hand_limit_that_cannot_bind_is_inert_and_one_that_can_is_not() -> None:
    """A hand of two has drawn at most four cards before its fifth INVESTIGATE: six of them are a limit, seven none."""
    never_binds = inert(compared(u10_hand_limit=7), PRINTED, AIDS, 60)
    assert never_binds.holds, never_binds.reason
    assert len(never_binds.solvers) > 1  # a second one has confirmed it
    binds = inert(compared(u10_hand_limit=6), PRINTED, AIDS, 60)
    assert not binds.holds
    assert binds.reason.startswith("INVESTIGATE")


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ({"problem_stress": ProblemStress.SCOPED}, {"first_owner": FirstOwner.AFTER_LEAD}),
        ({}, {"problem_stress": ProblemStress.SCOPED}),
        ({}, {"problem_deal": ProblemDeal.PRESSURE_DECK}),
    ],
    ids=["owners", "stress", "deck"],
)
def test_what_differs_at_setup_alone_is_not_inert(base: dict[str, Any], changes: dict[str, Any]) -> None:
    """No turn tells these readings apart from tables of the first: they lay different ones."""
    pair = Compared(2, read(**base), read(**base, **changes))
    same = inert(pair, PRINTED, AIDS, 60)
    assert (same.holds, same.reason) == (False, "the beginning: they may set up different tables")
    found = first_difference(pair, 60)
    assert found.play is not None
    assert (found.play.turns, found.play.sign) == (0, Sign.LOOKS)


def test_what_needs_a_module_is_inert_without_it() -> None:
    assert inert(compared(first_owner=FirstOwner.AFTER_LEAD), PRINTED, AIDS, 60).holds


@pytest.mark.slow
def test_without_its_aids_a_proof_is_not_closed() -> None:
    """With two seats whose Problems are worth what is printed, no tie comes about that Blame could break (F-011)."""
    blame = compared(coalition_blame=CoalitionBlame.OWNED)
    assert not inert(blame, PRINTED, (), 60).holds
    assert inert(blame, PRINTED, AIDS, 60).holds


def test_an_aid_that_turns_do_not_keep_is_no_help() -> None:
    def nobody_ends_a_round(state: State, rulings: Rulings) -> bool:
        return state.round == 1

    same = inert(compared(u10_hand_limit=2), PRINTED, (nobody_ends_a_round, nothing_is_drawn), 60)
    assert not same.holds
    assert same.reason.endswith("what helps may be lost")


def nothing_is_drawn(state: State, rulings: Rulings) -> bool:
    return state.step.value < Step.INVESTIGATE.value


def test_an_aid_that_does_not_hold_at_setup_is_no_help() -> None:
    def it_is_over(state: State, rulings: Rulings) -> bool:
        return state.step is Step.OVER

    same = inert(compared(u10_hand_limit=2), PRINTED, (it_is_over,), 60)
    assert (same.holds, same.reason) == (False, "what helps does not hold at setup")


@pytest.mark.parametrize("blind", ["same", "look"])
def test_an_engine_that_sees_no_difference_is_noticed(monkeypatch: pytest.MonkeyPatch, blind: str) -> None:
    """Planted: whatever is compared seems equal, or nothing is looked at and every choice seems legal."""
    if blind == "same":
        monkeypatch.setattr(Lifter, "same", lambda self, a, b: True)
        monkeypatch.setattr(T, "equivalence", lambda a, b: True)
    else:
        monkeypatch.setattr(ground_readings, "one_step", lambda *given: lambda lifter, state, choice: False)
    with pytest.raises(RuntimeError, match="sees no differences"):
        inert(compared(u9_double_trigger=DoubleTrigger.FIRST_IN_LEAD_ORDER), PRINTED, AIDS, 60)


def test_no_time_is_not_known() -> None:
    began = time.monotonic()
    found = first_difference(compared(u10_hand_limit=6), 0.2)
    assert found.outcome is Outcome.NOT_KNOWN
    assert found.how
    assert time.monotonic() - began < 30


@pytest.mark.slow
def test_a_hand_limit_of_six_shows_in_the_last_round() -> None:
    found = first_difference(compared(u10_hand_limit=6), 300, lemmas=LEMMAS)
    assert found.play is not None
    assert (found.play.turns, found.play.sign, found.is_shortest) == (79, Sign.REFUSED, True)
