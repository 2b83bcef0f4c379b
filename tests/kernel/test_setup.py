"""Setup for every number of players, and setups that no rule allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.ground.problems import solutions_in
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    NOBODY,
    SUITS,
    Cards,
    Freedom,
    Marker,
    ModeCard,
    Relation,
    Seat,
    Step,
    Token,
)

CARD = Scenario(
    tuple(ProblemCard(SUITS[i % 4], value, i) for i, value in enumerate((2, 2, 2, 3, 3))),
    (5, 7, 7, 9, 9),
)
HAND: Cards = (1, 1, 0, 0)


@pytest.mark.parametrize(("seats", "hidden", "threshold"), [(2, 2, 5), (3, 3, 7), (4, 3, 7), (5, 4, 9), (6, 4, 9)])
def test_the_table_is_laid_by_player_count(seats: int, hidden: int, threshold: int) -> None:
    state = set_up(CARD, ModeCard.COMMON_PROBLEM, (HAND,) * seats, Seat(seats - 1))
    assert [p.priority for p in state.problems] == list(range(hidden + 1))
    assert [p.face_up for p in state.problems] == [True] + [False] * hidden
    assert not any(p.denied or p.claimed_by != NOBODY for p in state.problems)
    assert (state.threshold, state.mode) == (threshold, ModeCard.COMMON_PROBLEM)
    assert (state.round, state.rounds, state.step, state.turn) == (1, 5, Step.SELECT, 0)
    assert state.lead == seats - 1
    assert len(state.players) == seats
    for player in state.players:
        assert (player.stress, player.freedom, player.marker) == (2, Freedom.READY, Marker.OFF)
        assert (player.token, player.token_at, player.protection) == (Token.UNPLACED, NOBODY, 0)
        assert player.hand == HAND
    assert {tile for row in state.relations for tile in row} == {Relation.NONE}
    assert solutions_in(state) == (6, 6, 6, 6)
    assert sum(state.deck) == 24 - 2 * seats


def cards(*priorities: int) -> Scenario:
    return replace(CARD, problems=tuple(ProblemCard(SUITS[0], 2, priority) for priority in priorities))


@pytest.mark.parametrize(
    ("card", "hands", "lead", "rule"),
    [
        (CARD, (HAND,), 0, "GR-O01"),
        (CARD, (HAND,) * 7, 0, "GR-O01"),
        (CARD, (HAND, (1, 1, 1, 0)), 0, "GR-S02"),
        (CARD, (HAND, (3, -1, 0, 0)), 0, "GR-S02"),
        (CARD, (HAND, HAND), 2, "GR-S03"),
        (CARD, (HAND, HAND), -1, "GR-S03"),
        (cards(1, 2), (HAND, HAND), 0, "GR-S01"),
        (cards(0, 0, 1, 2), (HAND, HAND), 0, "GR-S01"),
        (cards(0, 1), (HAND, HAND), 0, "GR-S01"),
        (cards(0, 1, 2), (HAND,) * 3, 0, "GR-S01"),
        (cards(0, 2, 1), (HAND, HAND), 0, "GR-S01"),
    ],
)
def test_a_setup_against_the_rules_breaks_the_contract_that_cites_them(
    card: Scenario, hands: tuple[Cards, ...], lead: int, rule: str
) -> None:
    with pytest.raises(ContractBroken, match=rf"^(File .*\n)?.*{rule}: "):
        set_up(card, ModeCard.SHARED_GROUND, hands, Seat(lead))


def test_seven_cards_of_a_suit_cannot_be_dealt() -> None:
    hands: tuple[Cards, ...] = ((2, 0, 0, 0),) * 3 + ((1, 1, 0, 0),)
    with pytest.raises(ContractBroken, match="GR-S04"):
        set_up(CARD, ModeCard.SHARED_GROUND, hands, Seat(0))
    assert set_up(CARD, ModeCard.SHARED_GROUND, hands[:3], Seat(0)).deck[0] == 0
