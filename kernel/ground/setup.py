"""Laying the table for a game. Rules: GR-S01..GR-S04, GR-O01, GR-O04, H2-5, DEAL-START."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import ensure, require
from kernel.ground.problem_deal import last_starter
from kernel.ground.problem_stress import assign_owners
from kernel.ground.problems import solutions_in
from kernel.ground.rulings import STANDING, DeckExtent, DeckThreshold, ProblemDeal, ProblemStress, Rulings
from kernel.ground.state import (
    CARDS_PER_SUIT,
    MAX_SEATS,
    MIN_SEATS,
    NOBODY,
    ROUNDS,
    START_HAND,
    START_STRESS,
    Cards,
    Freedom,
    Marker,
    ModeCard,
    Player,
    Problem,
    Relation,
    Seat,
    State,
    Step,
    StressScope,
    Suit,
    Token,
    fresh_memory,
)


@dataclass(frozen=True)
class ProblemCard:
    """A printed Problem. `priority` 0 is the Surface Problem, 1-4 the hidden ones in order; r0 prints no stress scopes.

    Rules: GR-O04, GR-S01, H2-5.
    """

    suit: Suit
    value: int
    priority: int
    scope: StressScope = StressScope.NONE


@dataclass(frozen=True)
class Scenario:
    """A Scenario card: its Problems and its threshold by player count, for 2, 3, 4, 5 and 6 players.

    Rules: GR-S01, GR-E01.
    """

    problems: tuple[ProblemCard, ...]
    thresholds: tuple[int, int, int, int, int]


def last_priority(seats: int) -> int:
    """The highest hidden priority in play with this many players. Rules: GR-S01."""
    if seats == 2:
        return 2
    return 3 if seats <= 4 else 4


def threshold_of(scenario: Scenario, seats: int, rulings: Rulings) -> int:
    """The total value that the group must claim. Rules: GR-E01, H2-3, F-037."""
    printed = scenario.thresholds[seats - MIN_SEATS]
    if rulings.problem_deal is ProblemDeal.PRINTED or rulings.deck_threshold is DeckThreshold.PRINTED:
        return printed
    return min(printed, sum(card.value for card in scenario.problems if card.priority <= last_starter(seats)))


def last_in_game(scenario: Scenario, seats: int, rulings: Rulings) -> int:
    """The highest priority of the game, in play or in the Pressure deck. Rules: GR-S01, DEAL-START, F-023."""
    if rulings.problem_deal is ProblemDeal.PRINTED or rulings.deck_extent is DeckExtent.SEAT_BAND:
        return last_priority(seats)
    return max(last_starter(seats), len(scenario.problems) - 1)


def cards_of_game(scenario: Scenario, seats: int, rulings: Rulings) -> tuple[ProblemCard, ...]:
    """The Surface Problem and the hidden Problems of the game. Rules: GR-S01, DEAL-START."""
    return tuple(card for card in scenario.problems if card.priority <= last_in_game(scenario, seats, rulings))


def laid(card: ProblemCard, seats: int, rulings: Rulings) -> Problem:
    """A card as it lies at setup: the Surface Problem face up, others face down or in the Pressure deck.

    Scopes are taken from the card where they matter. Rules: GR-S01, H2-5, DEAL-START.
    """
    has_deck = rulings.problem_deal is ProblemDeal.PRESSURE_DECK
    has_scopes = has_deck or rulings.problem_stress is ProblemStress.SCOPED
    return Problem(
        card.suit,
        card.value,
        card.priority,
        face_up=card.priority == 0,
        denied=False,
        claimed_by=NOBODY,
        in_play=not has_deck or card.priority <= last_starter(seats),
        scope=card.scope if has_scopes else StressScope.NONE,
    )


@require(
    lambda hands: all(sum(hand[k] for hand in hands) <= CARDS_PER_SUIT for k in range(4)),
    "GR-S04: no more than six Solutions of a suit can be dealt",
)
@require(lambda hands: MIN_SEATS <= len(hands) <= MAX_SEATS, "GR-O01: 2 to 6 players")
@require(lambda hands: all(sum(hand) == START_HAND for hand in hands), "GR-S02: each player is dealt two Solutions")
@require(lambda hands: all(count >= 0 for hand in hands for count in hand), "GR-S02: no hand counts below zero")
@require(lambda hands, lead: 0 <= lead < len(hands), "GR-S03: the Lead is one of the players")
@require(
    lambda scenario, hands, rulings: (
        tuple(card.priority for card in cards_of_game(scenario, len(hands), rulings))
        == tuple(range(last_in_game(scenario, len(hands), rulings) + 1))
    ),
    "GR-S01: one Surface Problem, then one hidden Problem for each priority of the game, in order",
)
@require(
    lambda scenario, hands, rulings: (
        rulings.problem_stress is ProblemStress.NONE
        or all(card.scope is not StressScope.NONE for card in cards_of_game(scenario, len(hands), rulings))
    ),
    "H2-5: with scoped stress each Problem has a stress scope",
)
@require(
    lambda scenario: all(card.suit is not Suit.NONE and card.value > 0 for card in scenario.problems),
    "GR-O04: a Problem has a suit and a value",
)
@ensure(
    lambda result, hands: (
        min(result.deck) >= 0
        and sum(result.deck) == 4 * CARDS_PER_SUIT - START_HAND * len(hands)
        and solutions_in(result) == (CARDS_PER_SUIT,) * 4
    ),
    "GR-S04: the deck is what is left of 24 Solutions, six a suit",
)
def set_up(
    scenario: Scenario, mode: ModeCard, hands: tuple[Cards, ...], lead: Seat, rulings: Rulings = STANDING
) -> State:
    """A game about to begin: the deal and the first Lead are chance's choice.

    Rules: GR-S01..GR-S04, GR-O01, H2-5, DEAL-START.
    """
    seats = len(hands)
    players = tuple(Player(START_STRESS, Freedom.READY, Marker.OFF, Token.UNPLACED, NOBODY, 0, hand) for hand in hands)
    problems = tuple(laid(card, seats, rulings) for card in cards_of_game(scenario, seats, rulings))
    left = [CARDS_PER_SUIT - sum(hand[k] for hand in hands) for k in range(4)]
    state = State(
        mode=mode,
        threshold=threshold_of(scenario, seats, rulings),
        rounds=ROUNDS,
        players=players,
        problems=problems,
        relations=tuple(tuple(Relation.NONE for _ in hands) for _ in hands),
        deck=(left[0], left[1], left[2], left[3]),
        discard=(0, 0, 0, 0),
        lead=lead,
        round=1,
        step=Step.SELECT,
        turn=0,
        memory=fresh_memory(seats),
    )
    return assign_owners(state, rulings)
