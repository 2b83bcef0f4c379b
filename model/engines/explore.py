"""Breadth-first exploration of a world on the kernel itself: every reachable state, shortest counterexamples, coverage.

A world that is finished is EXHAUSTED; one that meets its cap or the time limit, or a turn in which the kernel fails,
ends UNDETERMINED with what was reached.
A check whose premise never held is VACUOUS, and so is a world in which some kind of choice never occurs without having
been declared silent.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from kernel.contracts import cited
from model.game import C, Check, R, S, Scope, World
from model.trace import NotReplayed, Trace, replay
from model.verdict import Verdict

NAME = "explore"
VERSION = "1"


@dataclass(frozen=True)
class Progress:
    """How far an exploration has come."""

    distinct: int
    waiting: int
    depth: int
    seconds: float


@dataclass(frozen=True)
class Found(Generic[S, C, R]):
    """The answer for one check: `met` counts the states or steps in which its premise held."""

    check: str
    verdict: Verdict
    met: int
    reason: str
    trace: Trace[S, C, R] | None = None


@dataclass(frozen=True)
class Exploration(Generic[S, C, R]):
    """What a breadth-first search saw. `depth` counts choices; `stop` says why it ended early, empty if it did not."""

    world: str
    distinct: int
    transitions: int
    depth: int
    seconds: float
    stop: str
    coverage: dict[str, int]
    dead: tuple[str, ...]
    loud: tuple[str, ...]
    found: tuple[Found[S, C, R], ...]

    @property
    def coverage_verdict(self) -> Verdict:
        """Did every kind of choice occur that the world promises, and none that it excludes?"""
        if self.loud:
            return Verdict.REFUTED
        if self.stop:
            return Verdict.UNDETERMINED
        return Verdict.VACUOUS if self.dead else Verdict.EXHAUSTED


class _Search(Generic[S, C, R]):
    """The mutable side of one exploration."""

    def __init__(self, world: World[S, C, R], checks: Sequence[Check[S, C, R]]) -> None:
        self.world = world
        self.index: dict[S, int] = {}
        self.states: list[S] = []
        self.parents: list[tuple[int, C] | None] = []
        self.on_state = [check for check in checks if check.scope is Scope.STATE]
        self.on_step = [check for check in checks if check.scope is Scope.STEP]
        self.met: Counter[str] = Counter()
        self.broken: dict[str, Trace[S, C, R]] = {}
        self.coverage: Counter[str] = Counter()
        self.transitions = 0
        self.fault = ""

    def trace_to(self, position: int, last: tuple[C, S] | None = None) -> Trace[S, C, R]:
        """The shortest play to a visited state, and one step more if `last` is given."""
        choices: list[C] = []
        states = [self.states[position]]
        link = self.parents[position]
        while link is not None:
            position, choice = link
            choices.append(choice)
            states.append(self.states[position])
            link = self.parents[position]
        choices.reverse()
        states.reverse()
        if last is not None:
            choices.append(last[0])
            states.append(last[1])
        return Trace(self.world.game, self.world.rulings, tuple(states), tuple(choices))

    def visit(self, state: S, parent: tuple[int, C] | None) -> None:
        """Take in a state if it is new, and check it."""
        if state in self.index:
            return
        position = len(self.states)
        self.index[state] = position
        self.states.append(state)
        self.parents.append(parent)
        for check in list(self.on_state):
            if check.premise is None or check.premise(state, self.world.rulings):
                self.met[check.name] += 1
                if not check.holds(state, self.world.rulings):
                    self.broken[check.name] = self.trace_to(position)
                    self.on_state.remove(check)

    def expand(self, position: int) -> None:
        """Take every choice of a state."""
        state, world = self.states[position], self.world
        for choice in world.game.offered(state, world.rulings):
            try:
                after = world.game.play(state, choice, world.rulings)
            except Exception as error:
                label = world.game.label(state, choice)
                self.fault = f"the kernel fails in '{label}': {type(error).__name__}: {cited(error)}"
                return
            self.transitions += 1
            self.coverage[world.game.label(state, choice)] += 1
            for check in list(self.on_step):
                if check.premise is None or check.premise(state, choice, after, world.rulings):
                    self.met[check.name] += 1
                    if not check.holds(state, choice, after, world.rulings):
                        self.broken[check.name] = self.trace_to(position, (choice, after))
                        self.on_step.remove(check)
            self.visit(after, (position, choice))


def explore(
    world: World[S, C, R],
    checks: Sequence[Check[S, C, R]],
    *,
    seconds: float | None = None,
    on_progress: Callable[[Progress], Any] | None = None,
) -> Exploration[S, C, R]:
    """Visit every state of a world, breadth first, and decide each check.

    Ends early at the world's cap of distinct states or after `seconds`; whatever is undecided then is UNDETERMINED.
    """
    search: _Search[S, C, R] = _Search(world, checks)
    began = told = time.monotonic()
    for start in world.starts:
        search.visit(start, None)
    position, depth, level_end, stop = 0, 0, len(search.states), ""
    while position < len(search.states):
        if position == level_end:
            depth, level_end = depth + 1, len(search.states)
        search.expand(position)
        position += 1
        now = time.monotonic()
        if on_progress is not None and now - told > 0.5:
            told = now
            on_progress(Progress(len(search.states), len(search.states) - position, depth, now - began))
        if search.fault:
            stop = search.fault
        elif len(search.states) > world.cap:
            stop = f"the cap of {world.cap} states was reached at depth {depth}"
        elif seconds is not None and now - began > seconds:
            stop = f"{seconds:g} seconds were over at depth {depth}"
        if stop:
            break
    seen = frozenset(search.coverage)
    return Exploration(
        world=world.name,
        distinct=len(search.states),
        transitions=search.transitions,
        depth=depth,
        seconds=time.monotonic() - began,
        stop=stop,
        coverage=dict(sorted(search.coverage.items())),
        dead=tuple(sorted(world.game.labels - world.silent - seen)),
        loud=tuple(sorted(seen & world.silent)),
        found=tuple(_decide(search, check, stop) for check in checks),
    )


def _decide(search: _Search[S, C, R], check: Check[S, C, R], stop: str) -> Found[S, C, R]:
    """The verdict on one check; a counterexample counts only if the kernel replays it."""
    met = search.met[check.name]
    if check.name in search.broken:
        trace = search.broken[check.name]
        try:
            replay(trace)
        except NotReplayed as error:
            return Found(check.name, Verdict.SPURIOUS, met, f"the counterexample does not replay: {error}", trace)
        return Found(check.name, Verdict.REFUTED, met, f"after {len(trace.choices)} choices, shortest", trace)
    if stop:
        return Found(check.name, Verdict.UNDETERMINED, met, stop)
    if met == 0:
        return Found(check.name, Verdict.VACUOUS, met, "its premise is never reached")
    return Found(check.name, Verdict.EXHAUSTED, met, f"{met} occasions")
