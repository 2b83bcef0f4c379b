"""Claims about scoped stress: who owns Problems, whom they press on, and what End does first. H2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kernel.ground import resolve, setup
from kernel.ground.problem_stress import holds_seat, pressure_on
from kernel.ground.rulings import ProblemStress, Rulings
from kernel.ground.scoring import coalitions_of
from kernel.ground.state import (
    Action,
    Choice,
    Freedom,
    Marker,
    ModeCard,
    Problem,
    Relation,
    Seat,
    Selection,
    State,
    Step,
    StressScope,
    Suit,
)
from model.game import Scope
from properties.claim import Predicate, claim, fact
from properties.ground.reading import actor, held, is_in_scope, me, network, seats, ticks

SCOPED = (ProblemStress.SCOPED,)
WORLDS = ("pressed", "relieved")
OWNED = (StressScope.PERSONAL, StressScope.BOND)


def pressing(state: State) -> list[Problem]:
    """The unclaimed Problems in play."""
    return [p for p in state.problems if p.in_play and p.claimed_by == -1]


def has(*scopes: StressScope) -> Predicate:
    """Premise: a Problem of one of these scopes presses."""

    def premise(state: State, rulings: Rulings) -> bool:
        return any(p.scope in scopes for p in pressing(state))

    return premise


def held_by_kernel(state: State, problem: Problem) -> list[bool]:
    """Seat by seat, whether the kernel says that the Problem presses on it."""
    return [holds_seat(problem, Seat(seat), coalitions_of(state)) for seat in seats(state)]


# ---------------------------------------------------------------- End


@claim(
    Scope.STEP,
    "H2-9",
    "H2-20",
    worlds=WORLDS,
    sampled=False,
    under=SCOPED,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END and any(ticks(before, seat, rulings) > 1 for seat in seats(before))
    ),
)
def unclaimed_problems_press_at_end(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """At End the Stress of each seat grows by one for each unclaimed Problem in play whose scope holds it, up to 5."""
    return all(
        new.stress == held(old.stress + ticks(before, seat, rulings))
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    )


@claim(
    Scope.STEP,
    "H2-9",
    worlds=WORLDS,
    sampled=False,
    under=SCOPED,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END
        and any(
            p.stress < 5 <= p.stress + ticks(before, seat, rulings) and p.marker is Marker.OFF
            for seat, p in enumerate(before.players)
        )
    ),
)
def pressure_comes_before_sequences_start(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whoever is brought to Stress 5 by Problems starts its sequence at that very End."""
    return all(
        new.marker is Marker.DENY
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old.stress + ticks(before, seat, rulings) >= 5 and old.marker is Marker.OFF
    )


# ---------------------------------------------------------------- scopes


@claim(Scope.STATE, "H2-20", worlds=WORLDS, sampled=False, under=SCOPED, premise=has(StressScope.GLOBAL))
def a_global_problem_presses_on_everybody(state: State, rulings: Rulings) -> bool:
    """A global Problem presses on every seat."""
    return all(all(held_by_kernel(state, p)) for p in pressing(state) if p.scope is StressScope.GLOBAL)


@claim(Scope.STATE, "H2-20", worlds=WORLDS, sampled=False, under=SCOPED, premise=has(StressScope.PERSONAL))
def a_personal_problem_presses_on_its_owner_alone(state: State, rulings: Rulings) -> bool:
    """A personal Problem presses on its owner and on nobody else, whatever relations the owner has."""
    return all(
        held_by_kernel(state, p) == [seat == p.owner for seat in seats(state)]
        for p in pressing(state)
        if p.scope is StressScope.PERSONAL
    )


@claim(
    Scope.STATE,
    "H2-20",
    worlds=("pressed",),
    sampled=False,
    under=SCOPED,
    premise=lambda state, rulings: any(
        p.scope is StressScope.BOND
        and p.owner != -1
        and any(tile is Relation.BOND for tile in state.relations[p.owner])
        for p in pressing(state)
    ),
)
def a_bond_problem_presses_on_the_network(state: State, rulings: Rulings) -> bool:
    """A bond Problem presses on its owner and on all whom a chain of Bonds joins to it, and on nobody else."""
    return all(
        held_by_kernel(state, p) == network(state, p.owner)
        for p in pressing(state)
        if p.scope is StressScope.BOND and p.owner != -1
    )


@claim(
    Scope.STATE,
    "H2-20",
    worlds=("pressed",),
    sampled=False,
    under=SCOPED,
    premise=lambda state, rulings: any(
        p.scope is StressScope.BOND
        and p.owner != -1
        and Relation.RIVALRY in state.relations[p.owner]
        and Relation.BOND not in state.relations[p.owner]
        for p in pressing(state)
    ),
)
def without_bonds_a_bond_problem_is_personal(state: State, rulings: Rulings) -> bool:
    """An owner without Bonds bears a bond Problem alone: Rivalries do not widen the scope."""
    return all(
        held_by_kernel(state, p) == [seat == p.owner for seat in seats(state)]
        for p in pressing(state)
        if p.scope is StressScope.BOND and p.owner != -1 and Relation.BOND not in state.relations[p.owner]
    )


# ---------------------------------------------------------------- SOLVE


@claim(
    Scope.STEP,
    "H2-19",
    "H2-20",
    worlds=("relieved",),
    sampled=False,
    under=SCOPED,
    premise=lambda before, choice, after, rulings: any(
        old.claimed_by == -1 and new.claimed_by != -1 for old, new in zip(before.problems, after.problems, strict=True)
    ),
)
def a_claim_relieves_all_whom_the_problem_held(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Once claimed, a Problem presses no more: one Stress less at End for its owner, network or everybody."""
    solved = [
        old
        for old, new in zip(before.problems, after.problems, strict=True)
        if old.claimed_by == -1 and new.claimed_by != -1
    ]
    return all(
        pressure_on(after, Seat(seat), coalitions_of(after))
        == pressure_on(before, Seat(seat), coalitions_of(before))
        - sum(1 for p in solved if is_in_scope(before, p, seat))
        for seat in seats(before)
    )


@claim(
    Scope.STATE,
    "H2-19",
    worlds=("relieved",),
    sampled=False,
    under=SCOPED,
    premise=lambda state, rulings: (
        state.step is Step.SELECT and any(p.owner not in (-1, actor(state)) and p.face_up for p in pressing(state))
    ),
)
def others_than_the_owner_may_solve(state: State, rulings: Rulings) -> bool:
    """SOLVE is offered on each open Problem whose suit the seat holds, whoever owns it and whomever it presses on."""
    able = me(state).stress <= 3 or me(state).freedom is Freedom.READY
    aims = [c.problem for c in resolve.offered(state, rulings) if isinstance(c, Selection) and c.action is Action.SOLVE]
    return all(
        i in aims
        for i, p in enumerate(state.problems)
        if able and p.face_up and p.claimed_by == -1 and me(state).hand[p.suit.value] > 0
    )


# ---------------------------------------------------------------- owners


@claim(Scope.STATE, "H2-5", worlds=WORLDS, sampled=False, under=SCOPED, premise=has(*OWNED))
def personal_and_bond_problems_have_owners(state: State, rulings: Rulings) -> bool:
    """In play each personal and each bond Problem has an owner, and a global one has none."""
    return all((0 <= p.owner < len(state.players)) == (p.scope in OWNED) for p in state.problems if p.in_play)


@claim(
    Scope.STEP,
    "H2-5",
    worlds=WORLDS,
    sampled=False,
    under=SCOPED,
    premise=lambda before, choice, after, rulings: any(p.owner != -1 for p in before.problems),
)
def owners_stay(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Problem in play keeps its owner and its scope."""
    return all(
        old.owner == new.owner and old.scope is new.scope
        for old, new in zip(before.problems, after.problems, strict=True)
        if old.in_play
    )


Setup = tuple[int, int, tuple[StressScope, ...]]


def setups() -> Iterator[Setup]:
    """Every number of seats, every Lead, every way to print scopes on five cards."""
    scopes = (StressScope.GLOBAL, *OWNED)
    for seats_ in range(2, 7):
        for lead in range(seats_):
            yield from ((seats_, lead, printed) for printed in product(scopes, repeat=5))


@fact("H2-5", cases=setups)
def owners_go_clockwise_from_the_lead(case: Setup) -> bool:
    """At setup personal and bond Problems, by priority, belong to one seat after the other from the Lead on."""
    count, lead, printed = case
    values = (2, 2, 2, 3, 3)
    cards = tuple(setup.ProblemCard(Suit.CLARIFY, value, k, printed[k]) for k, value in enumerate(values))
    hands = ((1, 1, 0, 0), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 1, 0), (0, 1, 0, 1))[:count]
    scenario = setup.Scenario(cards, (5, 7, 7, 9, 9))
    rulings = Rulings(problem_stress=ProblemStress.SCOPED)
    state = setup.set_up(scenario, ModeCard.SHARED_GROUND, hands, Seat(lead), rulings)
    turn = lead
    for problem in state.problems:
        expected = -1
        if problem.scope in OWNED:
            expected, turn = turn % count, turn + 1
        if problem.owner != expected or problem.scope is not printed[problem.priority]:
            return False
    return True
