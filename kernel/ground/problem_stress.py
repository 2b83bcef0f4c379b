"""The module of scoped stress: who owns a Problem, and whom it presses on at End. Rules: H2-5, H2-9, H2-20."""

from __future__ import annotations

from kernel.contracts import ensure
from kernel.ground import tokens
from kernel.ground.problems import is_claimed
from kernel.ground.rulings import FirstOwner, ProblemStress, Rulings, SurfaceOwner
from kernel.ground.scoring import coalitions_of
from kernel.ground.state import NOBODY, Problem, Seat, State, StressScope, seats_of, with_problem


def takes_owner(problem: Problem) -> bool:
    """Does the Problem's scope need an owner? Rules: H2-5."""
    return problem.scope in (StressScope.PERSONAL, StressScope.BOND)


@ensure(
    lambda result: all(takes_owner(problem) or problem.owner == NOBODY for problem in result.problems),
    "H2-5: a global Problem has no owner",
)
@ensure(
    lambda result: all(problem.in_play or problem.owner == NOBODY for problem in result.problems),
    "H2-5: only Problems in play get owners",
)
def assign_owners(state: State, rulings: Rulings) -> State:
    """At setup, give each personal and bond Problem in play the next seat, from the Lead on. Rules: H2-5, F-021, F-022.

    Without scoped stress nobody owns anything at setup.
    """
    if rulings.problem_stress is ProblemStress.NONE:
        return state
    given = 0 if rulings.first_owner is FirstOwner.LEAD else 1
    for index, problem in enumerate(state.problems):
        is_exempt = problem.priority == 0 and rulings.surface_owner is SurfaceOwner.NOBODY
        if problem.in_play and takes_owner(problem) and not is_exempt:
            owner = Seat((state.lead + given) % len(state.players))
            state = with_problem(state, index, owner=owner)  # type: ignore[arg-type]
            given += 1
    return state


def holds_seat(problem: Problem, seat: Seat, networks: tuple[Seat, ...]) -> bool:
    """Is the seat in the Problem's scope? `networks` names each seat's Bond network. Rules: H2-20."""
    if problem.scope is StressScope.GLOBAL:
        return True
    if problem.owner == NOBODY:
        return False
    if problem.scope is StressScope.BOND:
        return networks[seat] == networks[problem.owner]
    return problem.scope is StressScope.PERSONAL and seat == problem.owner


def pressure_on(state: State, seat: Seat, networks: tuple[Seat, ...]) -> int:
    """How many unclaimed Problems in play hold the seat: they stack. Rules: H2-9, H2-20."""
    return sum(
        1
        for problem in state.problems
        if problem.in_play and not is_claimed(problem) and holds_seat(problem, seat, networks)
    )


@ensure(
    lambda result, state: all(
        new.stress >= min(old.stress, 5) for old, new in zip(state.players, result.players, strict=True)
    ),
    "H2-9: Problems never calm anybody",
)
@ensure(
    lambda result, state: result.problems == state.problems and result.relations == state.relations,
    "H2-9: pressure changes nothing but Stress",
)
def press(state: State, rulings: Rulings) -> State:
    """At End, add to each seat's Stress one for each Problem that holds it. Rules: H2-9, H2-20, U2."""
    if rulings.problem_stress is ProblemStress.NONE:
        return state
    networks = coalitions_of(state)
    for seat in seats_of(state):
        state = tokens.add_stress(state, seat, pressure_on(state, seat, networks), rulings)
    return state
