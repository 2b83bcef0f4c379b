"""Problems and Solutions: what can be seen, Denied, restored, claimed and drawn.

Rules: GR-P01..GR-P05, GR-A01, U4, U10.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure, require
from kernel.ground.rulings import EmptyDeck, ReshuffleTime, Rulings
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    Problem,
    ProblemIndex,
    Seat,
    State,
    Suit,
    problems_of,
    put_at,
    with_player,
    with_problem,
)


def is_hidden(problem: Problem) -> bool:
    """In play, face down and not Denied: only INVESTIGATE reveals it. Rules: GR-P02."""
    return problem.in_play and not problem.face_up and not problem.denied


def is_open(problem: Problem) -> bool:
    """Face up and not Denied: it can be the target of SOLVE, and claimed. Rules: GR-P01."""
    return problem.face_up and not problem.denied


def is_claimed(problem: Problem) -> bool:
    """Does the Problem belong to somebody? Rules: GR-P03."""
    return problem.claimed_by != NOBODY


def any_hidden(state: State) -> bool:
    """Is there anything left for INVESTIGATE to reveal? Rules: GR-A01."""
    return any(is_hidden(problem) for problem in state.problems)


def holds(state: State, seat: Seat, suit: Suit) -> bool:
    """Has the player a Solution of this suit? Rules: GR-P05."""
    return state.players[seat].hand[suit.value] > 0


@require(lambda state, problem: is_hidden(state.problems[problem]), "GR-P02: only a hidden Problem is revealed")
def reveal(state: State, problem: ProblemIndex) -> State:
    """Turn a hidden Problem face up. Rules: GR-A01."""
    return with_problem(state, problem, face_up=True)


@require(
    lambda state, problem: state.problems[problem].face_up and not is_claimed(state.problems[problem]),
    "GR-D03: only a face-up, unsolved Problem is Denied",
)
def deny(state: State, problem: ProblemIndex) -> State:
    """Turn a Problem face down and lay a Denied token on it. Rules: GR-D03."""
    return with_problem(state, problem, face_up=False, denied=True)


@require(lambda state, problem: state.problems[problem].denied, "GR-A11: only a Denied Problem is restored")
def restore(state: State, problem: ProblemIndex) -> State:
    """Turn a Denied Problem face up and remove its Denied token. Rules: GR-A11."""
    return with_problem(state, problem, face_up=True, denied=False)


@require(lambda state, problem: is_open(state.problems[problem]), "GR-P01: only an open Problem is claimed")
@require(lambda state, problem: not is_claimed(state.problems[problem]), "GR-P03: a Problem is claimed at most once")
def claim(state: State, seat: Seat, problem: ProblemIndex) -> State:
    """Give the Problem to the player who solved it. Rules: GR-P03."""
    return with_problem(state, problem, claimed_by=seat)


@require(lambda state, seat, suit: holds(state, seat, suit), "GR-A02: a Solution must be held to be discarded")
@ensure(lambda result, state: solutions_in(result) == solutions_in(state), "GR-S04: Solutions are never lost or made")
def discard(state: State, seat: Seat, suit: Suit) -> State:
    """Move one Solution from a hand to the discard. Rules: GR-A02."""
    hand = state.players[seat].hand
    state = with_player(state, seat, hand=put_at(hand, suit.value, hand[suit.value] - 1))
    return replace(state, discard=put_at(state.discard, suit.value, state.discard[suit.value] + 1))


def solutions_in(state: State) -> tuple[int, ...]:
    """How many Solutions of each suit exist, wherever they lie. Rules: GR-S04."""
    return tuple(
        state.deck[k] + state.discard[k] + sum(player.hand[k] for player in state.players)
        for k in range(len(state.deck))
    )


def reshuffled(state: State, rulings: Rulings) -> State:
    """With an empty deck the discard becomes the new deck. Rules: U4."""
    if sum(state.deck) == 0 and rulings.u4_empty_deck is EmptyDeck.RESHUFFLE:
        return replace(state, deck=state.discard, discard=NO_CARDS)
    return state


def can_draw(state: State, seat: Seat, rulings: Rulings) -> bool:
    """Is there a card to draw, and room in the hand for it? Rules: U4, U10."""
    room = sum(state.players[seat].hand) < rulings.u10_hand_limit
    return room and sum(reshuffled(state, rulings).deck) > 0


def is_in_deck(state: State, suit: Suit, rulings: Rulings) -> bool:
    """Could the next card be of this suit? Rules: GR-A01, U4."""
    return suit is not Suit.NONE and reshuffled(state, rulings).deck[suit.value] > 0


@require(lambda state, suit, rulings: is_in_deck(state, suit, rulings), "GR-A01: the drawn card comes from the deck")
@ensure(lambda result, state: solutions_in(result) == solutions_in(state), "GR-S04: Solutions are never lost or made")
def draw(state: State, seat: Seat, suit: Suit, rulings: Rulings) -> State:
    """Move a Solution of the suit that chance has picked from the deck to a hand. Rules: GR-A01, U4, F-030."""
    state = reshuffled(state, rulings)
    state = replace(state, deck=put_at(state.deck, suit.value, state.deck[suit.value] - 1))
    hand = state.players[seat].hand
    state = with_player(state, seat, hand=put_at(hand, suit.value, hand[suit.value] + 1))
    return reshuffled(state, rulings) if rulings.reshuffle_time is ReshuffleTime.AT_ONCE else state


def points_of(problem: Problem) -> int:
    """What a Problem counts once claimed: its printed value, or nothing if it was drawn. Rules: GR-P03, DEAL-POINTS."""
    return 0 if problem.drawn else problem.value


def claimed_value_of(state: State, seat: Seat) -> int:
    """The points of the Problems that a player has claimed, added up. Rules: GR-P03."""
    return sum(points_of(problem) for problem in state.problems if problem.claimed_by == seat)


def denied_problems(state: State) -> int:
    """How many Problems carry a Denied token. Rules: GR-E02."""
    return sum(1 for i in problems_of(state) if state.problems[i].denied)
