"""The solvers' word on a formula: several are tried for speed, and one of other origin has to agree."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from model.engines.induct import Decision
from model.engines.solvers import Answer, family_of, solve
from model.lift import terms as T

VERSION = "2"

#: In which order solvers are tried, in turns that grow longer until one of them has an answer.
BITS_FIRST = ("bitwuzla", "z3-bits", "z3-int", "cvc5-bits")
SUMS_FIRST = ("z3-int", "bitwuzla", "cvc5-int", "z3-bits")
#: How long the first turns are, in seconds, and how much longer each next one is.
FIRST_TURN, GROWTH = 20.0, 4
#: How long a solver may think, in seconds, about what can be decided in parts, and in how many parts at most.
BRIEF, PARTS = 4.0, 8

Log = Callable[[str, Sequence[T.Bool], Answer], None]
Ask = Callable[[Sequence[T.Bool], str, float], Answer]


class Decider:
    """Decides formulas, each within a time limit; whatever no formula can be is said by two solvers.

    A formula that asks for one of several things, and that the quickest solvers do not decide at once, is decided part
    by part: it can be if a part can, and cannot if none can; unless `in_parts` is false. A satisfying assignment needs
    no second word: it is evaluated. `log` sees every query that a solver has answered, and those that none has. After
    `ends`, on the monotonic clock, nothing is decided any more.
    """

    def __init__(
        self,
        limit: float,
        *,
        confirm: bool = True,
        log: Log | None = None,
        ends: float = math.inf,
        ask: Ask = solve,
        in_parts: bool = True,
    ) -> None:
        self.limit = limit
        self.confirm = confirm
        self.log = log
        self.ends = ends
        self.ask = ask
        self.in_parts = in_parts

    def __call__(self, name: str, roots: Sequence[T.Bool], is_sums: bool = False) -> Decision:
        """Can the formulas hold together?"""
        began = time.monotonic()
        order = SUMS_FIRST if is_sums else BITS_FIRST
        decision = self._decided(name, roots, order, min(self.ends, began + self.limit))
        return replace(decision, seconds=time.monotonic() - began)

    def _decided(self, name: str, roots: Sequence[T.Bool], order: Sequence[str], ends: float) -> Decision:
        parts = parts_of(roots) if self.in_parts else []
        first = self._answer(name, roots, order, ends, bool(parts))
        if first.result == "unknown":
            return self._of_parts(name, parts, order, ends) if parts else _decision(reason=first.reason)
        if first.solver == "constant":
            return _decision(result=first.result, assignment=first.assignment)
        if first.result == "sat" or not self.confirm:
            return _decision(result=first.result, assignment=first.assignment, solvers=(_named(first),))
        others = [solver for solver in order if family_of(solver) != family_of(first.solver)]
        second = self._answer(name, roots, others, ends, bool(parts))
        if second.result == "sat":
            reason = f"{_named(first)} says that this cannot be, {_named(second)} that it can"
            return _decision(reason=reason, is_split=True)
        if second.result == "unknown":
            if parts:
                return self._of_parts(name, parts, order, ends)
            reason = f"{_named(first)} says that this cannot be, but no solver of other origin confirms it"
            return _decision(reason=f"{reason}: {second.reason}")
        return _decision(result="unsat", solvers=(_named(first), _named(second)))

    def _of_parts(self, name: str, parts: Sequence[Sequence[T.Bool]], order: Sequence[str], ends: float) -> Decision:
        """What is known of a formula of which one part at least has to hold."""
        solvers: dict[str, None] = {}
        for part in parts:
            decision = self._decided(name, part, order, ends)
            solvers |= dict.fromkeys(decision.solvers)
            if decision.result != "unsat":
                return decision
        return _decision(result="unsat", solvers=tuple(solvers))

    def _answer(self, name: str, roots: Sequence[T.Bool], order: Sequence[str], ends: float, is_brief: bool) -> Answer:
        """The first definite answer; each solver gets its turn, then each a longer one, while time is left.

        If it is to be brief, the first solver alone gets a short turn.
        """
        turn = BRIEF if is_brief else FIRST_TURN
        answer = Answer("unknown", None, "", "", 0.0, "", "the time is up")
        while True:
            for solver in order[: 1 if is_brief else None]:
                left = ends - time.monotonic()
                if left <= 0:
                    self._tell(name, roots, answer)
                    return replace(answer, result="unknown", reason=answer.reason or "the time is up")
                answer = self.ask(roots, solver, min(turn, left))
                if answer.result != "unknown":
                    self._tell(name, roots, answer)
                    return answer
            if is_brief:
                return answer
            turn *= GROWTH

    def _tell(self, name: str, roots: Sequence[T.Bool], answer: Answer) -> None:
        if self.log is not None and answer.solver not in ("", "constant"):
            self.log(name, roots, answer)


def parts_of(roots: Sequence[T.Bool]) -> list[list[T.Bool]]:
    """Formulas of which those of one part can hold together if and only if these can; none if there is one way only.

    What was made last is the question, the rest is what it is asked of: the newest formula is taken apart, if it asks
    for one of several things.
    """
    every = conjuncts(roots)
    newest = max(every, key=lambda each: each.number, default=None)
    if newest is None:
        return []
    ways = [T.negation(each) for each in conjuncts([T.negation(newest)])]
    if len(ways) < 2:
        return []
    rest: list[T.Bool] = [each for each in every if each is not newest]
    size = math.ceil(len(ways) / PARTS)
    return [[T.any_of(ways[at : at + size]), *rest] for at in range(0, len(ways), size)]


def conjuncts(roots: Iterable[T.Bool]) -> list[T.Node]:
    """What has to hold for all of these to hold, taken apart at every `and`, each once; nothing of what is constant."""
    waiting, found = list(roots), dict[T.Node, None]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, T.Node) and each.op == "and":
            waiting.extend(each.args)
        elif isinstance(each, T.Node):
            found[each] = None
    return list(found)


def _decision(*, result: str = "unknown", solvers: tuple[str, ...] = (), **known: Any) -> Decision:
    given = {"assignment": None, **known}
    return Decision(result=result, solvers=solvers, seconds=0.0, **given)


def _named(answer: Answer) -> str:
    return f"{answer.solver} {answer.version}"
