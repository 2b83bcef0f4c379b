"""Scoring: thresholds, the three Mode cards, and every tie-break."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kernel.ground.rulings import STANDING
from kernel.ground.scoring import (
    coalitions_of,
    is_group_successful,
    mastery_of,
    personal_score_of,
    winners_of,
)
from kernel.ground.state import (
    ModeCard,
    ProblemIndex,
    Relation,
    Seat,
    State,
    Suit,
    Token,
    with_player,
    with_problem,
)
from model.ground import problem, table

BOND, RIVALRY = Relation.BOND, Relation.RIVALRY
Tiles = tuple[tuple[int, int, Relation], ...]


def finished(
    mode: ModeCard,
    claims: dict[int, int],
    *,
    stress: tuple[int, ...] = (2, 2, 2, 2),
    relations: Tiles = (),
    threshold: int = 1,
) -> State:
    """Four seats; `claims` says which seat claimed a Problem of which value."""
    problems = tuple(problem(Suit.CLARIFY, value, i) for i, value in enumerate(claims.values()))
    hands = ((0, 0, 0, 0),) * len(stress)
    state = table(stress, problems, hands, (0, 0, 0, 0), relations=relations, threshold=threshold, mode=mode)
    for i, seat in enumerate(claims):
        state = with_problem(state, ProblemIndex(i), face_up=True, claimed_by=Seat(seat))
    return state


def blamed(state: State, owner: int, holder: int) -> State:
    return with_player(state, Seat(owner), token=Token.BLAME, token_at=Seat(holder))


def winners(state: State) -> list[int]:
    return [seat for seat, won in enumerate(winners_of(state, STANDING)) if won]


@pytest.mark.parametrize("mode", ModeCard)
@pytest.mark.parametrize(("threshold", "success"), [(4, True), (5, True), (6, False)])
def test_no_mode_is_won_below_the_threshold(mode: ModeCard, threshold: int, success: bool) -> None:
    state = finished(mode, {0: 3, 1: 2}, threshold=threshold)
    assert is_group_successful(state) is success
    assert bool(winners(state)) is success


def test_the_threshold_counts_values_not_blames() -> None:
    assert is_group_successful(blamed(finished(ModeCard.COMMON_PROBLEM, {0: 2}, threshold=2), 1, 0))


def test_shared_ground_is_won_by_all() -> None:
    state = finished(ModeCard.SHARED_GROUND, {0: 3, 1: 2}, stress=(5, 0, 1, 2))
    assert winners(state) == [0, 1, 2, 3]


def test_mastery_loses_one_for_each_blame_and_each_denied_problem() -> None:
    state = finished(ModeCard.SHARED_GROUND, {0: 3, 1: 2, 2: 2})
    assert mastery_of(state, STANDING) == 3
    assert mastery_of(blamed(state, 0, 1), STANDING) == 2
    denied = with_problem(state, ProblemIndex(2), claimed_by=Seat(-1), face_up=False, denied=True)
    assert mastery_of(denied, STANDING) == 2 - 1


def test_a_blame_costs_its_holder_not_its_owner() -> None:
    state = blamed(finished(ModeCard.COMMON_PROBLEM, {0: 3, 1: 3}), 0, 1)
    assert [personal_score_of(state, Seat(seat)) for seat in range(3)] == [3, 2, 0]
    assert winners(state) == [0]


@pytest.mark.parametrize(
    ("how", "won"),
    [
        ({"claims": {0: 3, 1: 2}, "stress": (5, 0, 0, 0)}, [0]),
        ({"claims": {0: 3, 1: 3}, "stress": (1, 2, 0, 0)}, [0]),
        ({"claims": {0: 3, 1: 3}, "stress": (1, 2, 0, 0), "relations": ((1, 2, BOND),)}, [0]),
        ({"claims": {0: 3, 1: 3}, "relations": ((1, 2, BOND),)}, [1]),
        ({"claims": {0: 3, 1: 3}, "relations": ((0, 2, BOND), (1, 2, BOND), (1, 3, BOND))}, [1]),
        ({"claims": {0: 3, 1: 3}, "relations": ((1, 2, RIVALRY),)}, [0, 1]),
        ({"claims": {0: 3, 1: 3}}, [0, 1]),
    ],
    ids=["score", "lower Stress", "Stress before Bonds", "a Bond", "more Bonds", "a Rivalry is no Bond", "shared"],
)
def test_personal_edge_breaks_ties_in_order(how: dict[str, Any], won: list[int]) -> None:
    assert winners(finished(ModeCard.COMMON_PROBLEM, **how)) == won


@pytest.mark.parametrize(
    ("relations", "names"),
    [
        ((), (0, 1, 2, 3)),
        (((0, 3, BOND), (1, 2, BOND)), (0, 1, 1, 0)),
        (((3, 2, BOND), (2, 1, BOND), (1, 0, BOND)), (0, 0, 0, 0)),
        (((0, 2, BOND), (2, 3, RIVALRY)), (0, 1, 0, 3)),
    ],
)
def test_coalitions_are_bond_networks(relations: Tiles, names: tuple[int, ...]) -> None:
    assert coalitions_of(finished(ModeCard.BONDED_COALITIONS, {0: 2}, relations=relations)) == names


def test_a_long_chain_of_bonds_is_one_coalition_whatever_its_order() -> None:
    seats = 6
    chain = (5, 0, 3, 1, 4, 2)
    tiles = tuple((one, other, BOND) for one, other in pairwise(chain))
    state = finished(ModeCard.BONDED_COALITIONS, {0: 2}, stress=(2,) * seats, relations=tiles)
    assert set(coalitions_of(state)) == {0}


@pytest.mark.parametrize(
    ("how", "blames", "won"),
    [
        ({"claims": {0: 2, 1: 2, 2: 3}, "relations": ((0, 1, BOND),)}, (), [0, 1]),
        ({"claims": {0: 2, 1: 2, 2: 3}, "relations": ((0, 1, RIVALRY),)}, (), [2]),
        ({"claims": {0: 3, 1: 3}, "stress": (1, 2, 0, 0)}, (), [0]),
        ({"claims": {0: 3, 1: 3}, "stress": (1, 2, 0, 0), "relations": ((0, 2, BOND),)}, (), [0, 2]),
        ({"claims": {0: 3, 1: 3}, "stress": (1, 2, 2, 0), "relations": ((0, 2, BOND),)}, (), [1]),
        ({"claims": {0: 4, 1: 3}}, ((2, 0),), [1]),
        ({"claims": {0: 3, 1: 3}}, (), [0, 1]),
    ],
    ids=["summed", "Rivalry", "Stress", "combined Stress level", "combined Stress", "fewer Blames", "shared"],
)
def test_coalitions_break_ties_in_order(
    how: dict[str, Any], blames: tuple[tuple[int, int], ...], won: list[int]
) -> None:
    state = finished(ModeCard.BONDED_COALITIONS, **how)
    for owner, holder in blames:
        state = blamed(state, owner, holder)
    if not blames:
        assert winners(state) == won
        return
    assert personal_score_of(state, Seat(0)) == personal_score_of(state, Seat(1))
    assert winners(state) == won
