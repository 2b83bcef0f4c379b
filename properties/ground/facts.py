"""Facts about setup and points, decided case by case: GR-S, GR-E01, GR-O01."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from kernel.ground import setup
from kernel.ground.scoring import is_group_successful
from kernel.ground.state import (
    SUITS,
    Cards,
    Freedom,
    Marker,
    ModeCard,
    ProblemIndex,
    Relation,
    Seat,
    State,
    Step,
    Suit,
    Token,
    seats_of,
    with_problem,
)
from properties.claim import fact

#: The hidden priorities in play, by player count, as the rule book lists them.
LAST_PRIORITY = {2: 2, 3: 3, 4: 3, 5: 4, 6: 4}
#: The thresholds of dataset 0.1, by player count.
THRESHOLD = {2: 5, 3: 7, 4: 7, 5: 9, 6: 9}
#: The printed values from the Surface Problem to priority 4; the suits are arbitrary, points do not depend on them.
VALUES = (2, 2, 2, 3, 3)
CARDS = tuple(setup.ProblemCard(Suit.CLARIFY, value, priority) for priority, value in enumerate(VALUES))
SCENARIO = setup.Scenario(CARDS, (5, 7, 7, 9, 9))

HANDS: tuple[Cards, ...] = tuple(
    tuple(pair.count(suit) for suit in SUITS)  # type: ignore[misc]
    for pair in combinations_with_replacement(SUITS, 2)
)


def deals() -> Iterator[tuple[tuple[Cards, ...], int, ModeCard]]:
    """Every deal at 2 and 3 seats; at 4 to 6 seats those in which two seats vary and the rest hold one of each pair."""
    rest: tuple[Cards, ...] = ((1, 1, 0, 0), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0))
    for seats in range(2, 7):
        free = min(seats, 3 if seats == 3 else 2)
        for hands in product(HANDS, repeat=free):
            for lead in range(seats):
                yield (*hands, *rest[: seats - free]), lead, ModeCard.SHARED_GROUND


def table_of(case: tuple[tuple[Cards, ...], int, ModeCard]) -> State:
    """The table that this deal lays."""
    hands, lead, mode = case
    return setup.set_up(SCENARIO, mode, hands, Seat(lead))


@fact("GR-S02", "GR-O02", cases=deals)
def every_player_starts_alike(case: tuple[tuple[Cards, ...], int, ModeCard]) -> bool:
    """Every player starts at Stress 2, Freedom READY, marker OFF, token unplaced, no relations, two Solutions."""
    state = table_of(case)
    mats = all(
        (p.stress, p.freedom, p.marker, p.token, p.token_at, p.protection, sum(p.hand))
        == (2, Freedom.READY, Marker.OFF, Token.UNPLACED, -1, 0, 2)
        for p in state.players
    )
    return mats and all(relation is Relation.NONE for row in state.relations for relation in row)


@fact("GR-S01", "GR-O03", "GR-O04", cases=deals)
def the_player_count_decides_the_problems(case: tuple[tuple[Cards, ...], int, ModeCard]) -> bool:
    """The Surface Problem lies face up, and face down lie hidden priorities 1-2, 1-3 or 1-4 by player count."""
    state = table_of(case)
    wanted = list(range(LAST_PRIORITY[len(state.players)] + 1))
    fresh = all(not p.denied and p.claimed_by == -1 and p.face_up == (p.priority == 0) for p in state.problems)
    return fresh and [p.priority for p in state.problems] == wanted


@fact("GR-S04", "GR-S02", cases=deals)
def the_deck_is_what_was_not_dealt(case: tuple[tuple[Cards, ...], int, ModeCard]) -> bool:
    """Deck and hands together hold 24 Solutions, six of each suit, and the discard is empty."""
    state = table_of(case)
    held = [sum(player.hand[k] for player in state.players) for k in range(4)]
    return [state.deck[k] + held[k] for k in range(4)] == [6] * 4 and state.discard == (0, 0, 0, 0)


@fact("GR-S03", "GR-O01", "GR-O03", cases=deals)
def any_player_may_lead_round_one(case: tuple[tuple[Cards, ...], int, ModeCard]) -> bool:
    """The Lead that chance names leads round 1 of 5, and the game waits for its Select."""
    state = table_of(case)
    return (state.lead, state.round, state.rounds, state.step, state.turn) == (case[1], 1, 5, Step.SELECT, 0)


@fact("GR-E01", "GR-S01", "GR-P03", cases=lambda: range(2, 7))
def the_threshold_is_within_reach(seats: int) -> bool:
    """At every player count the Problems in play are worth at least the threshold, and claiming them all reaches it."""
    state = setup.set_up(SCENARIO, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * seats, Seat(0))
    value = sum(VALUES[: LAST_PRIORITY[seats] + 1])
    for i, _ in enumerate(state.problems):
        state = with_problem(state, ProblemIndex(i), face_up=True, claimed_by=seats_of(state)[0])
    return state.threshold == THRESHOLD[seats] <= value and is_group_successful(state)
