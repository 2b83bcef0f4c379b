"""Bounded search: a whole game unrolled turn by turn with every choice open, asked whether something can be reached."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from model.engines.second import race
from model.engines.solvers import Answer, solve_here
from model.lift import terms as T
from model.lift.core import Limits, deep
from model.lift.lifter import Lifter
from model.lift.values import Value
from model.lift.walk import values_under
from model.symbolic import Arena

VERSION = 1

Goal = Callable[[Value], T.Bool]
Report = Callable[[str], None]


class Unrolling:
    """A game from its beginning on, as far as it has been extended.

    `states[i + 1]` follows from `states[i]` by `choices[i]` wherever that choice is legal, which `legal[i + 1]` says;
    `legal[0]` says where a game may begin. With `contracts` a choice counts as legal only where the kernel can carry it
    out: where a rule leaves a hole, plays end.
    """

    def __init__(
        self,
        arena: Arena[Any, Any, Any],
        start: tuple[Value, T.Bool],
        rulings: Any,
        limits: Limits | None = None,
        contracts: bool = False,
    ) -> None:
        self.arena = arena
        self.rulings = rulings
        self.lifter = Lifter(contracts=contracts, limits=limits)
        self.states: list[Value] = [start[0]]
        self.legal: list[T.Bool] = [start[1]]
        self.choices: list[Value] = []
        self.is_over = False

    def extend(self) -> bool:
        """Play one more turn; False where the game is over."""
        state = self.states[-1]
        choice = self.arena.choice_for(f"t{len(self.choices)}", state)
        if choice is None:
            self.is_over = True
            return False
        legal = self.lifter.truth(self.lifter.call(self.arena.is_legal, state, choice, self.rulings))
        self.lifter.events.clear()
        after = self.lifter.call(self.arena.game.play, state, choice, self.rulings)
        if self.lifter.contracts:
            broken = T.any_of(event.when for event in self.lifter.faults())
            legal = T.conjunction(legal, T.negation(broken))
        self.choices.append(choice)
        self.states.append(after)
        self.legal.append(legal)
        return True


@dataclass(frozen=True)
class Reached:
    """What a search found. `position` counts turns; without a position, nothing was found up to `searched` turns.

    `is_complete` says that these are all turns of the game, and `is_shortest` that no shorter play exists. `reason`
    tells why a search stopped early.
    """

    position: int | None
    assignment: dict[str, int | bool] | None
    searched: int
    is_complete: bool
    is_shortest: bool
    reason: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Hope:
    """Where a goal may come, as far as is known beforehand: in the stage of a state, and in that or any later stage."""

    here: Callable[[Value], bool] = lambda state: True
    later: Callable[[Value], bool] = lambda state: True


#: Who is asked: the first alone for this many seconds, as it is the fastest on most questions; then all at once.
SOLVERS = ("z3-blast", "bitwuzla")
ALONE = 10.0


class Search:
    """Looks for the first state that a goal holds in, stage by stage, within a time limit for all of it.

    With `goes_on` it is known that every legal play can go on to the end of its stage: all choices of a stage may then
    be asked to be legal, which is decided several times faster. Without, that is asked only up to the goal. `besides`
    gives further conditions on the play up to a turn, `lemma` what is known of every state. Stages without `hope` are
    not asked about, and the last of them not even unrolled.
    """

    def __init__(
        self,
        unrolling: Unrolling,
        goal: Goal,
        *,
        limit: float,
        goes_on: bool = True,
        besides: Callable[[int], T.Bool] = lambda position: True,
        lemma: Goal | None = None,
        hope: Hope | None = None,
    ) -> None:
        self.unrolling = unrolling
        self.goal = goal
        self.goes_on = goes_on
        self.besides = besides
        self.lemma = lemma
        self.hope = hope or Hope()
        self.known: dict[int, T.Bool] = {}
        self.ends = time.monotonic() + limit
        self.goals: list[T.Bool] = []
        self.answers: list[Answer] = []

    def goal_at(self, position: int) -> T.Bool:
        """Where the goal holds at this turn."""
        while len(self.goals) <= position:
            self.goals.append(self.goal(self.unrolling.states[len(self.goals)]))
        return self.goals[position]

    def question(self, positions: Sequence[int]) -> list[T.Bool]:
        """What must hold of a legal play in which the goal comes at one of these turns."""
        legal = self.unrolling.legal
        last = positions[-1]
        extra = T.conjunction(self.besides(last), T.all_of(self._lemmas(positions)))
        if self.goes_on:
            return [*legal[: last + 1], extra, T.any_of(self.goal_at(position) for position in positions)]
        roots: list[T.Bool] = list(legal[: positions[0]])
        hit: T.Bool = False
        for position in positions:
            roots.append(T.disjunction(hit, legal[position]))
            hit = T.disjunction(hit, self.goal_at(position))
        return [*roots, extra, hit]

    def _lemmas(self, positions: Sequence[int]) -> Iterator[T.Bool]:
        """What is known of the states in which the goal can come; of one of those that share a goal."""
        goals: set[T.Bool] = {False, True}
        for position in positions:
            goal = self.goal_at(position)
            if self.lemma is None or goal in goals:
                continue
            goals.add(goal)
            if position not in self.known:
                self.known[position] = self.lemma(self.unrolling.states[position])
            yield self.known[position]

    def stages(self, last: int | None) -> Iterator[range]:
        """Ranges of turns that are asked about together, one a stage of the game, up to a last turn."""
        begin = 0
        unrolling, stage_of = self.unrolling, self.unrolling.arena.stage
        while (last is None or begin <= last) and self.hope.later(unrolling.states[-1]):
            stage = stage_of(unrolling.states[-1])
            while unrolling.extend() and stage_of(unrolling.states[-1]) == stage:
                pass
            end = len(unrolling.states) - (0 if unrolling.is_over else 1)
            yield range(begin, end if last is None else min(end, last + 1))
            begin = end
            if unrolling.is_over:
                return

    def ask(self, positions: Sequence[int]) -> Answer:
        """Can the goal hold at one of these turns?"""
        roots = self.question(positions)
        if any(root is False for root in roots):
            return Answer("unsat", None, "constant", "", 0.0, "", "")
        left = max(0.1, self.ends - time.monotonic())
        answer = solve_here(roots, SOLVERS[0], min(ALONE, left))
        if answer.result == "unknown" and left > ALONE:
            answer = race(roots, SOLVERS, left - ALONE)
        self.answers.append(answer)
        return answer

    def first(self, positions: Sequence[int], assignment: dict[str, int | bool]) -> int:
        """The first of these turns at which the goal holds under an assignment."""
        truths = values_under([self.goal_at(position) for position in positions], assignment)
        return next(position for position, holds in zip(positions, truths, strict=True) if holds)

    @deep()
    def run(self, report: Report = lambda said: None, last: int | None = None) -> Reached:
        """Search from the beginning; the first hit is then made the shortest."""
        searched = 0
        for stage in self.stages(last):
            if time.monotonic() > self.ends:
                return self._result(None, None, searched, reason="the time is up")
            if not self.hope.here(self.unrolling.states[stage.start]):
                searched = stage.stop
                continue
            report(f"turns {stage.start} to {stage.stop - 1}, {T.size()} terms")
            answer = self.ask(stage)
            if answer.result == "sat":
                assert answer.assignment is not None
                return self._shortened(stage, answer.assignment, report)
            if answer.result == "unknown":
                return self._result(None, None, searched, reason=answer.reason)
            searched = stage.stop
        is_through = self.unrolling.is_over or not self.hope.later(self.unrolling.states[-1])
        return self._result(None, None, searched, is_complete=is_through and last is None)

    def _shortened(self, stage: range, assignment: dict[str, int | bool], report: Report) -> Reached:
        """The same with the fewest turns."""
        position = self.first(stage, assignment)
        while position > stage.start:
            report(f"found at turn {position}; is there a shorter play?")
            answer = self.ask(range(stage.start, position))
            if answer.result == "unknown":
                return self._result(position, assignment, position, reason=answer.reason)
            if answer.result == "unsat":
                break
            assert answer.assignment is not None
            assignment = answer.assignment
            position = self.first(range(stage.start, position), assignment)
        return self._result(position, assignment, position, is_shortest=True)

    def _result(
        self,
        position: int | None,
        assignment: dict[str, int | bool] | None,
        searched: int,
        *,
        is_complete: bool = False,
        is_shortest: bool = False,
        reason: str = "",
    ) -> Reached:
        return Reached(position, assignment, searched, is_complete, is_shortest, reason, tuple(self.answers))
