"""The Pressure deck: what starts in play, what comes at End, whose it is and what it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.ground import resolve, scoring
from kernel.ground.problem_deal import draw_problem
from kernel.ground.problems import points_of
from kernel.ground.rulings import ProblemDeal, ProblemStress, Rulings
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    NOBODY,
    PASS,
    Action,
    Influx,
    ModeCard,
    ProblemIndex,
    Seat,
    Selection,
    State,
    Step,
    StressScope,
    Suit,
    with_problem,
)
from kernel.ground.view import view_of

DECK = Rulings(problem_deal=ProblemDeal.PRESSURE_DECK)
BOTH = replace(DECK, problem_stress=ProblemStress.SCOPED)
SCOPES = (StressScope.GLOBAL, StressScope.PERSONAL, StressScope.BOND, StressScope.GLOBAL, StressScope.PERSONAL)
CARD = Scenario(
    tuple(ProblemCard(Suit.REPAIR, value, k, SCOPES[k]) for k, value in enumerate((2, 2, 2, 3, 3))), (5, 7, 7, 9, 9)
)
BOND_CARD, GLOBAL_CARD = ProblemIndex(2), ProblemIndex(3)


def laid(seats: int, rulings: Rulings = DECK, lead: int = 1) -> State:
    return set_up(CARD, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * seats, Seat(lead), rulings)


def ended(seats: int, rulings: Rulings = DECK) -> State:
    return replace(laid(seats, rulings), step=Step.END)


@pytest.mark.parametrize(("seats", "starters"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 3)])
def test_few_start_and_the_others_lie_in_the_deck(seats: int, starters: int) -> None:
    state = laid(seats)
    assert [p.in_play for p in state.problems] == [k < starters for k in range(5)]
    assert [p.face_up for p in state.problems] == [True, False, False, False, False]
    assert not any(p.drawn for p in state.problems)


@pytest.mark.parametrize(("seats", "draws"), [(2, False), (3, True), (4, True)])
def test_a_card_comes_below_the_cap_and_none_at_it(seats: int, draws: bool) -> None:
    state = ended(seats)
    away = tuple(Influx(ProblemIndex(k)) for k, p in enumerate(state.problems) if not p.in_play)
    assert resolve.offered(state, DECK) == (away if draws else (PASS,))
    after = resolve.advance(state, away[0] if draws else PASS, DECK)
    assert sum(p.in_play for p in after.problems) == sum(p.in_play for p in state.problems) + draws


def test_an_empty_deck_brings_nothing() -> None:
    state = ended(6)
    state = replace(state, problems=tuple(replace(p, in_play=True, claimed_by=Seat(0)) for p in state.problems))
    assert resolve.offered(state, DECK) == (PASS,)


@pytest.mark.parametrize(
    ("rulings", "card", "lies"),
    [(DECK, BOND_CARD, (False, NOBODY)), (BOTH, BOND_CARD, (False, 1)), (BOTH, GLOBAL_CARD, (True, NOBODY))],
)
def test_a_drawn_card_is_placed_and_owned_by_its_scope(
    rulings: Rulings, card: ProblemIndex, lies: tuple[bool, int]
) -> None:
    drawn = resolve.advance(ended(3, rulings), Influx(card), rulings).problems[card]
    assert (drawn.face_up, drawn.owner) == lies
    assert (drawn.in_play, drawn.drawn, drawn.denied, drawn.claimed_by) == (True, True, False, NOBODY)


def test_a_drawn_card_does_not_press_at_the_end_that_brings_it() -> None:
    state = ended(3, BOTH)
    after = resolve.advance(state, Influx(GLOBAL_CARD), BOTH)
    assert [p.stress for p in after.players] == [3, 4, 3]
    again = resolve.advance(replace(after, step=Step.END), PASS, BOTH)
    assert [p.stress for p in again.players] == [5, 5, 5]


def test_drawn_cards_count_nothing_and_starters_what_is_printed() -> None:
    state = with_problem(laid(3), ProblemIndex(0), claimed_by=Seat(0))
    state = with_problem(state, GLOBAL_CARD, in_play=True, drawn=True, face_up=True, claimed_by=Seat(0))
    assert (points_of(state.problems[0]), points_of(state.problems[3])) == (2, 0)
    assert (scoring.total_claimed(state), scoring.personal_score_of(state, Seat(0))) == (2, 2)


def test_the_deck_is_out_of_reach_and_out_of_sight() -> None:
    state = laid(3)
    aims = {c.problem for c in resolve.offered(state, DECK) if isinstance(c, Selection)}
    assert aims == {NOBODY, ProblemIndex(0), ProblemIndex(1)}
    unrevealed = with_problem(state, ProblemIndex(1), face_up=True)
    looks = [c for c in resolve.offered(unrevealed, DECK) if isinstance(c, Selection)]
    assert Selection(Action.INVESTIGATE) in looks
    seen = view_of(state, Seat(0), DECK).problems
    assert (seen[1].scope, seen[2].scope, seen[2].value) == (StressScope.PERSONAL, StressScope.NONE, 0)


@pytest.mark.parametrize(("seats", "card"), [(3, 1), (3, 5), (2, 2)])
def test_a_draw_against_the_rules_breaks_its_contract(seats: int, card: int) -> None:
    with pytest.raises(ContractBroken, match="DEAL-INFLUX"):
        draw_problem(laid(seats), ProblemIndex(card), DECK)
