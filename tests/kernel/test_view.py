"""What a seat can see, and what stays hidden from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground.rulings import STANDING
from kernel.ground.state import (
    NO_CARDS,
    Action,
    ProblemIndex,
    Seat,
    Selection,
    Step,
    Suit,
    with_memory,
    with_problem,
)
from kernel.ground.view import view_of
from model.ground import problem, table

STATE = table(
    stress=(4, 2),
    problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1)),
    hands=((1, 0, 0, 0), (0, 0, 2, 0)),
    deck=(0, 3, 0, 0),
)
CHOSEN = (Selection(Action.GROUND), Selection(Action.SUPPORT, target=Seat(0)))


def test_another_hand_is_seen_by_its_size_only() -> None:
    view = view_of(STATE, Seat(0), STANDING)
    assert [player.hand for player in view.players] == [(1, 0, 0, 0), NO_CARDS]
    assert view.hand_sizes == (1, 2)
    assert view.deck_size == 3


def test_a_hidden_problem_is_blank_until_it_has_been_face_up() -> None:
    hidden = view_of(STATE, Seat(0), STANDING).problems[1]
    assert (hidden.suit, hidden.value, hidden.priority) == (Suit.NONE, 0, 1)
    revealed = with_problem(STATE, ProblemIndex(1), face_up=True)
    denied = with_problem(STATE, ProblemIndex(1), denied=True)
    for state in (revealed, denied):
        assert view_of(state, Seat(0), STANDING).problems[1].suit is Suit.REPAIR


@pytest.mark.parametrize(("step", "shown"), [(Step.SELECT, False), (Step.REVEAL, True), (Step.SOLVE, True)])
def test_actions_are_face_down_until_reveal(step: Step, shown: bool) -> None:
    state = with_memory(replace(STATE, step=step), selections=CHOSEN)
    view = view_of(state, Seat(0), STANDING)
    assert view.selections[0] == CHOSEN[0]
    assert (view.selections[1] == CHOSEN[1]) is shown
    assert (view.selections[1] == Selection()) is not shown


def test_the_open_table_is_seen_by_everybody() -> None:
    views = [view_of(STATE, seat, STANDING) for seat in (Seat(0), Seat(1))]
    for field in ("relations", "discard", "lead", "round", "step", "turn", "hand_sizes", "deck_size", "problems"):
        assert getattr(views[0], field) == getattr(views[1], field)
    assert views[0].relations == STATE.relations
