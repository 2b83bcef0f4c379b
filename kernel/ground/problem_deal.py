"""The module of the Pressure deck: starters, and one card at End. Rules: DEAL-START, DEAL-INFLUX, DEAL-OWN."""

from __future__ import annotations

from kernel.contracts import ensure, require
from kernel.ground.problem_stress import takes_owner
from kernel.ground.problems import is_claimed
from kernel.ground.rulings import CapCounts, DrawnGlobal, DrawnOwner, ProblemDeal, ProblemStress, Rulings, UnscopedOwner
from kernel.ground.state import (
    NOBODY,
    Problem,
    ProblemIndex,
    Seat,
    State,
    StressScope,
    is_problem,
    seats_of,
    with_problem,
)

#: Whoever owns as many unclaimed personal Problems is passed over by F-025's second option.
ENOUGH = 2


def last_starter(seats: int) -> int:
    """The highest priority that is in play from the start. Rules: DEAL-START."""
    return 1 if seats <= 3 else 2


def open_cap(state: State) -> int:
    """With so many unclaimed Problems in play none is drawn: the number of seats. Rules: DEAL-INFLUX."""
    return len(state.players)


def unclaimed_in_play(state: State, rulings: Rulings) -> int:
    """How many unclaimed Problems in play count towards the cap, face up or not. Rules: DEAL-INFLUX, F-035."""
    counts_starters = rulings.cap_counts is CapCounts.UNCLAIMED
    return sum(
        1
        for problem in state.problems
        if problem.in_play and not is_claimed(problem) and (counts_starters or problem.drawn)
    )


def is_draw_due(state: State, rulings: Rulings) -> bool:
    """Does this End bring a card: is there one, and room for it? Rules: DEAL-INFLUX."""
    if rulings.problem_deal is ProblemDeal.PRINTED:
        return False
    has_card = any(not problem.in_play for problem in state.problems)
    return has_card and unclaimed_in_play(state, rulings) < open_cap(state)


def is_in_pressure_deck(state: State, problem: ProblemIndex) -> bool:
    """Could this card be the one that is drawn? Rules: DEAL-INFLUX."""
    return is_problem(state, problem) and not state.problems[problem].in_play


def personal_owned_by(state: State, seat: Seat) -> int:
    """How many unclaimed personal Problems in play the seat owns. Rules: DEAL-OWN, F-025."""
    return sum(
        1
        for problem in state.problems
        if problem.scope is StressScope.PERSONAL and problem.owner == seat and not is_claimed(problem)
    )


def owner_at_draw(state: State, problem: Problem, rulings: Rulings) -> Seat:
    """Who owns a card that is drawn now. Rules: DEAL-OWN, F-025, F-026."""
    noted = rulings.problem_stress is ProblemStress.SCOPED or rulings.unscoped_owner is UnscopedOwner.NOTED
    if not noted or not takes_owner(problem):
        return NOBODY
    if rulings.drawn_owner is DrawnOwner.RELIEVED_LEAD:
        for turn in range(len(state.players)):
            seat = Seat((state.lead + turn) % len(state.players))
            if personal_owned_by(state, seat) < ENOUGH:
                return seat
    return state.lead


@require(lambda state, problem: is_in_pressure_deck(state, problem), "DEAL-INFLUX: what is drawn lay in the deck")
@require(lambda state, rulings: is_draw_due(state, rulings), "DEAL-INFLUX: below the cap a card is drawn, at most one")
@ensure(
    lambda result, state, rulings: (
        unclaimed_in_play(result, rulings) == unclaimed_in_play(state, rulings) + 1 <= len(state.players)
    ),
    "DEAL-INFLUX: one more Problem is in play, and no more than there are seats",
)
@ensure(
    lambda result, problem: result.problems[problem].owner in (NOBODY, *seats_of(result)),
    "DEAL-OWN: a drawn card belongs to a player or to nobody",
)
def draw_problem(state: State, problem: ProblemIndex, rulings: Rulings) -> State:
    """Bring the card that chance has drawn into play. Rules: DEAL-INFLUX, DEAL-OWN, DEAL-POINTS, F-024."""
    card = state.problems[problem]
    is_seen = card.scope is StressScope.GLOBAL and rulings.drawn_global is DrawnGlobal.FACE_UP
    owner = owner_at_draw(state, card, rulings)
    return with_problem(state, problem, in_play=True, drawn=True, face_up=is_seen, owner=owner)
