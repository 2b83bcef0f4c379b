"""Small questions about a GROUND state, asked of the raw table and not of the kernel's own helpers.

Claims are written with these, so that a kernel helper that misreads a rule cannot hide behind itself.
"""

from __future__ import annotations

from itertools import combinations

from kernel.ground.rulings import ProblemStress, Rulings
from kernel.ground.state import (
    Action,
    Answer,
    Choice,
    Grounding,
    GroundOption,
    Marker,
    Player,
    Problem,
    Relation,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    StressScope,
)

#: The worlds that know every rule but what needs a Blame, a fourth seat or a Mode card.
USUAL = ("small", "gate", "mid", "three", "answered")

RESOLVE = (Step.GROUND, Step.SUPPORT, Step.DARVO, Step.INVESTIGATE, Step.ATTACK, Step.SOLVE)
ORDER = (Step.SELECT, Step.REVEAL, *RESOLVE, Step.END)


def seats(state: State) -> range:
    """All seats."""
    return range(len(state.players))


def pairs(state: State) -> list[tuple[int, int]]:
    """All pairs of different seats, each once."""
    return list(combinations(seats(state), 2))


def actor(state: State) -> Seat:
    """Whose turn it is, counted clockwise from the Lead."""
    return Seat((state.lead + state.turn) % len(state.players))


def me(state: State) -> Player:
    """The mat of the seat whose turn it is."""
    return state.players[actor(state)]


def selection(state: State) -> Selection:
    """What the seat whose turn it is has selected."""
    return state.memory.selections[actor(state)]


def grounding(state: State) -> Grounding:
    """The GROUND mode of the seat whose turn it is."""
    return state.memory.groundings[actor(state)]


def is_turn(state: State, step: Step, action: Action) -> bool:
    """Is it the turn, in this step, of a seat that selected this Action?"""
    return state.step is step and selection(state).action is action


def is_stage(state: State, marker: Marker) -> bool:
    """Is it the turn, in the DARVO step, of a seat with this marker?"""
    return state.step is Step.DARVO and me(state).marker is marker


def attack_in(before: State, choice: Choice) -> tuple[Seat, Seat] | None:
    """The Attack that this turn makes, chosen or extra, as (attacker, target)."""
    seat = actor(before)
    if is_turn(before, Step.ATTACK, Action.ATTACK) and isinstance(choice, Answer):
        return seat, selection(before).target
    if is_stage(before, Marker.ATTACK) and isinstance(choice, Stage):
        return seat, choice.target
    return None


def ou_cancels(before: State, attacker: Seat, target: Seat) -> bool:
    """Has the target named this attacker for its GROUND-OU, and not used it yet?"""
    choice = before.memory.groundings[target]
    named = choice.option is GroundOption.CANCEL and choice.target == attacker
    return named and not before.memory.cancel_used[target]


def is_cancelled(before: State, attacker: Seat, target: Seat) -> bool:
    """Does anything cancel this Attack?"""
    return ou_cancels(before, attacker, target) or before.players[target].protection > 0


def free_slots(state: State, seat: int) -> int:
    """How many of a player's two relation slots are free."""
    return 2 - sum(1 for relation in state.relations[seat] if relation is not Relation.NONE)


def relation(state: State, one: int, other: int) -> Relation:
    """The relation between two players."""
    return state.relations[one][other]


def held(stress: int) -> int:
    """Stress as the mats hold it."""
    return 0 if stress < 0 else 5 if stress > 5 else stress


def is_unrevealed(problem: Problem) -> bool:
    """In play, face down and not Denied."""
    return problem.in_play and not problem.face_up and not problem.denied


def is_seen(problem: Problem) -> bool:
    """Face up, or Denied: it has been face up."""
    return problem.face_up or problem.denied


def is_in_scope(state: State, problem: Problem, seat: int) -> bool:
    """Does the Problem's stress scope hold this seat? Bonds are followed one by one, from the owner on."""
    if problem.scope is StressScope.GLOBAL:
        return True
    if problem.owner == -1:
        return False
    if problem.scope is StressScope.BOND:
        return any(seat == other and joined for other, joined in enumerate(network(state, problem.owner)))
    return problem.scope is StressScope.PERSONAL and problem.owner == seat


def network(state: State, owner: int) -> list[bool]:
    """For each seat, whether a chain of Bonds leads there from the owner."""
    joined = [seat == owner for seat in seats(state)]
    for _ in seats(state):
        joined = [
            joined[one] or any(joined[other] and relation(state, one, other) is Relation.BOND for other in seats(state))
            for one in seats(state)
        ]
    return joined


def ticks(state: State, seat: int, rulings: Rulings) -> int:
    """The unclaimed Problems in play that press on this seat; none without scoped stress."""
    if rulings.problem_stress is ProblemStress.NONE:
        return 0
    return sum(1 for p in state.problems if p.in_play and p.claimed_by == -1 and is_in_scope(state, p, seat))


def stress_at_end(state: State, seat: int, rulings: Rulings) -> int:
    """The Stress of a seat as End finds or makes it, before sequences start."""
    return held(state.players[seat].stress + ticks(state, seat, rulings))


def changed_seats(before: State, after: State) -> set[int]:
    """The seats whose mats differ."""
    return {seat for seat in seats(before) if before.players[seat] != after.players[seat]}


def changed_problems(before: State, after: State) -> set[int]:
    """The positions of the Problems that differ."""
    return {i for i, problem in enumerate(before.problems) if problem != after.problems[i]}


def changed_pairs(before: State, after: State) -> set[tuple[int, int]]:
    """The pairs of seats whose relation differs."""
    return {pair for pair in pairs(before) if relation(before, *pair) is not relation(after, *pair)}


def table_is_same(before: State, after: State) -> bool:
    """Do players, Problems, relations and cards all lie as before?"""
    return (
        before.players == after.players
        and before.problems == after.problems
        and before.relations == after.relations
        and (before.deck, before.discard) == (after.deck, after.discard)
    )
