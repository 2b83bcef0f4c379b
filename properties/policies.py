"""Policies: how a simulated player decides, from what its seat may see and nothing else.

Each is a pure function of the seat's view, the legal choices, the rules in force and random numbers. All but `uniform`
rank the choices by the same few estimates, in an order of their own: the best is taken, and chance picks among equals.
An estimate looks at the present turn only; nothing is searched ahead, and no weight was fitted to any outcome.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from kernel.ground.problems import is_claimed
from kernel.ground.rulings import ProblemStress, Rulings
from kernel.ground.state import (
    GATE,
    MAX_STRESS,
    NOBODY,
    Action,
    Answer,
    Choice,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    Problem,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    Step,
    StressScope,
    Token,
)
from kernel.ground.view import View
from model.simulate import Policy

#: What a choice is ranked by, most weighty first; higher is better.
Rank = tuple[int, ...]


def best(options: Sequence[Choice], rng: random.Random, rank: Callable[[Choice], Rank]) -> Choice:
    """The highest-ranking choice; chance picks among equals."""
    ranked = [(rank(choice), choice) for choice in options]
    top = max(rank for rank, _ in ranked)
    return rng.choice([choice for rank, choice in ranked if rank == top])


# ---------------------------------------------------------------- estimates


def worth_of(problem: Problem) -> int:
    """The points that claiming this Problem would bring; of a hidden one at least 1, if it counts at all.

    0 for a claimed Problem, and for one that lies in the Pressure deck or came from it. Rules: GR-P03, DEAL-POINTS.
    """
    if problem.drawn or not problem.in_play or is_claimed(problem):
        return 0
    return max(1, problem.value)


def presses(view: View, problem: Problem) -> bool:
    """Will this Problem put Stress on the seat that looks, as long as nobody claims it? Rules: H2-9, H2-20."""
    if not problem.in_play or is_claimed(problem):
        return False
    return problem.scope is StressScope.GLOBAL or (
        problem.owner != NOBODY
        and view.seat in (bonded_with(view, problem.owner) if problem.scope is StressScope.BOND else {problem.owner})
    )


def bonded_with(view: View, seat: Seat) -> set[int]:
    """The Bond network of a seat, itself included. Rules: H2-20."""
    network: set[int] = {seat}
    for _ in view.players:
        network |= {i for one in network for i, tile in enumerate(view.relations[one]) if tile is Relation.BOND}
    return network


def own_stress(view: View) -> int:
    """The Stress of the seat that looks."""
    return view.players[view.seat].stress


def force_of(view: View, attacker: Seat, target: Seat) -> int:
    """By how much an Attack raises its target's Stress, if nothing cancels it. Rules: GR-A06..GR-A08, GR-F01."""
    push = 1 if view.relations[attacker][target] is Relation.NONE else 2
    return min(push, MAX_STRESS - view.players[target].stress)


def points_of(view: View, choice: Choice) -> int:
    """Points that the choice brings its seat at once: a claimed Problem's, or 1 for a Blame removed (GR-A02, GR-T02).

    A GROUND that is selected counts what it could do as the table lies now.
    """
    match choice:
        case Selection(action=Action.SOLVE):
            return worth_of(view.problems[choice.problem])
        case Selection(action=Action.GROUND):
            return 1 if any(p.token is Token.BLAME and p.token_at == view.seat for p in view.players) else 0
        case Grounding(option=GroundOption.UNBLAME):
            return 1
    return 0


def prospect_of(view: View, choice: Choice) -> int:
    """How well the choice prepares later points; below 0 for what DENY takes away.

    2: INVESTIGATE while something unclaimed and not Denied could bring points and there is a card to draw or a
    Problem to reveal; RESTORE of a Denied Problem. 1: selecting GROUND while a Problem is Denied; PROTECT while
    somebody's DENY is due.
    """
    match choice:
        case Selection(action=Action.INVESTIGATE):
            wanted = [p for p in view.problems if worth_of(p) and not p.denied]
            useful = view.deck_size + sum(view.discard) > 0 or any(not problem.face_up for problem in wanted)
            return 2 if wanted and useful else 0
        case Selection(action=Action.GROUND):
            return 1 if any(p.denied and worth_of(p) for p in view.problems) else 0
        case Grounding(option=GroundOption.RESTORE):
            return 2 if worth_of(view.problems[choice.problem]) else 0
        case Grounding(option=GroundOption.PROTECT):
            return 1 if any(player.marker is Marker.DENY for player in view.players) else 0
        case Stage() if choice.problem >= 0:
            return -worth_of(view.problems[choice.problem])
    return 0


def relief_of(view: View, choice: Choice, rulings: Rulings) -> int:
    """By how much the choice keeps its own seat's Stress down this round. Rules: GR-A10..GR-A12, H2-9."""
    match choice:
        case Selection(action=Action.SOLVE) if rulings.problem_stress is ProblemStress.SCOPED:
            return 1 if presses(view, view.problems[choice.problem]) else 0
        case Selection(action=Action.GROUND) | Grounding(mode=GroundMode.GR):
            return min(2, own_stress(view))
        case Grounding(option=GroundOption.CANCEL) if choice.target != NOBODY:
            selection = view.selections[choice.target]
            revealed = selection.action is Action.ATTACK and selection.target == view.seat
            return force_of(view, choice.target, view.seat) if revealed else 0
        case Grounding(option=GroundOption.REJECT):
            return min(1, MAX_STRESS - own_stress(view))
    return 0


def help_of(view: View, choice: Choice) -> int:
    """How far a SUPPORT helps a seat in need: at Stress 3 or more, or in a DARVO sequence that a Bond can end.

    Rules: GR-A03..GR-A05.
    """
    if not (isinstance(choice, Selection) and choice.action is Action.SUPPORT):
        return 0
    target, bonded = view.players[choice.target], view.relations[view.seat][choice.target] is Relation.BOND
    calmed = min(2 if bonded else 1, target.stress) if target.stress >= GATE - 1 else 0
    return calmed + (2 if bonded and target.marker is not Marker.OFF else 0)


def harm_of(view: View, choice: Choice) -> int:
    """Stress that the choice brings another seat, or the value of the Problem that it turns down."""
    match choice:
        case Selection(action=Action.ATTACK):
            return force_of(view, view.seat, choice.target)
        case Stage() if choice.target != NOBODY:
            return force_of(view, view.seat, choice.target)
        case Stage() if choice.problem >= 0:
            return view.problems[choice.problem].value
    return 0


def goodwill_of(view: View, choice: Choice) -> int:
    """1 for accepting a Bond, or for putting up a Protection where that is asked (U1, F-014)."""
    match choice:
        case Answer(reply=Reply.AGREE) | Stage(reply=Reply.AGREE):
            return 1
        case Selection():
            return 1 if choice.accepts else 0
    return 0


def thrift_of(choice: Choice) -> int:
    """1 for keeping Freedom: it is spent only on what ranks higher."""
    return 0 if isinstance(choice, Selection) and choice.spend else 1


# ---------------------------------------------------------------- the policies


def uniform(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """Uniformly at random among the legal choices, each target and each GROUND option counting as one."""
    return rng.choice(options)


def greedy(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """Points now, then the prospect of points, then low Stress of its own; accepts Bonds; keeps Freedom if it can.

    So it solves the most valuable Problem it can, else investigates, spending Freedom on either at Stress 4-5, else
    grounds. It neither attacks nor supports unless ranks are level, and then chance decides.
    """
    return best(options, rng, lambda choice: greedy_rank(view, choice, rulings))


def greedy_rank(view: View, choice: Choice, rulings: Rulings) -> Rank:
    """What `greedy` compares."""
    return (
        points_of(view, choice),
        prospect_of(view, choice),
        relief_of(view, choice, rulings),
        goodwill_of(view, choice),
        thrift_of(choice),
    )


def cautious(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """Its own Stress first while that is 3 or more, one step below the gate; otherwise as `greedy`."""
    strained = own_stress(view) >= GATE - 1

    def rank(choice: Choice) -> Rank:
        relief = relief_of(view, choice, rulings) if strained else 0
        return (relief, *greedy_rank(view, choice, rulings))

    return best(options, rng, rank)


def cooperative(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """As `greedy`, but after points now it supports whoever is in need, and attacks, where it must, with least harm."""

    def rank(choice: Choice) -> Rank:
        points, *rest = greedy_rank(view, choice, rulings)
        return (points, help_of(view, choice), -harm_of(view, choice), *rest)

    return best(options, rng, rank)


def adversarial(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """The most Stress for another seat, then as `greedy`; refuses Bonds, and denies the most valuable Problem."""

    def rank(choice: Choice) -> Rank:
        points, prospect, relief, goodwill, thrift = greedy_rank(view, choice, rulings)
        open_hand = -goodwill if view.step in (Step.SUPPORT, Step.SELECT) else goodwill
        return (harm_of(view, choice), points, prospect, relief, open_hand, thrift)

    return best(options, rng, rank)


#: The policies by the names under which they are asked for.
POLICIES: Mapping[str, Policy] = {
    "random": uniform,
    "greedy": greedy,
    "cautious": cautious,
    "cooperative": cooperative,
    "adversarial": adversarial,
}
