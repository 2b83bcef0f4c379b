"""The solvers' word on a formula: several are tried for speed, and one of other origin has to agree."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from model.engines.induct import Decision
from model.engines.solvers import Answer, family_of, solve
from model.lift import terms as T

VERSION = "1"

#: In which order solvers are tried, in turns that grow longer until one of them has an answer.
BITS_FIRST = ("bitwuzla", "z3-bits", "z3-int", "cvc5-bits")
SUMS_FIRST = ("z3-int", "bitwuzla", "cvc5-int", "z3-bits")
#: How long the first turns are, in seconds, and how much longer each next one is.
FIRST_TURN, GROWTH = 20.0, 4

Log = Callable[[str, Sequence[T.Bool], Answer], None]
Ask = Callable[[Sequence[T.Bool], str, float], Answer]


class Decider:
    """Decides formulas, each within a time limit; whatever no formula can be is said by two solvers.

    A satisfying assignment needs no second word: it is evaluated. `log` sees every query that a solver has answered,
    and those that none has. After `ends`, on the monotonic clock, nothing is decided any more.
    """

    def __init__(
        self,
        limit: float,
        *,
        confirm: bool = True,
        log: Log | None = None,
        ends: float = math.inf,
        ask: Ask = solve,
    ) -> None:
        self.limit = limit
        self.confirm = confirm
        self.log = log
        self.ends = ends
        self.ask = ask

    def __call__(self, name: str, roots: Sequence[T.Bool], is_sums: bool = False) -> Decision:
        """Can the formulas hold together?"""
        began = time.monotonic()
        order = SUMS_FIRST if is_sums else BITS_FIRST
        first = self._answer(name, roots, order)
        if first.result == "unknown":
            return _decision(began, reason=first.reason)
        if first.solver == "constant":
            return _decision(began, result=first.result, assignment=first.assignment)
        if first.result == "sat" or not self.confirm:
            return _decision(began, result=first.result, assignment=first.assignment, solvers=(_named(first),))
        others = [solver for solver in order if family_of(solver) != family_of(first.solver)]
        second = self._answer(name, roots, others)
        if second.result == "sat":
            reason = f"{_named(first)} says that this cannot be, {_named(second)} that it can"
            return _decision(began, reason=reason, is_split=True)
        if second.result == "unknown":
            reason = f"{_named(first)} says that this cannot be, but no solver of other origin confirms it"
            return _decision(began, reason=f"{reason}: {second.reason}")
        return _decision(began, result="unsat", solvers=(_named(first), _named(second)))

    def _answer(self, name: str, roots: Sequence[T.Bool], order: Sequence[str]) -> Answer:
        """The first definite answer; each solver gets its turn, then each a longer one, while time is left."""
        ends = min(self.ends, time.monotonic() + self.limit)
        turn = FIRST_TURN
        answer = Answer("unknown", None, "", "", 0.0, "", "the time is up")
        while True:
            for solver in order:
                left = ends - time.monotonic()
                if left <= 0:
                    self._tell(name, roots, answer)
                    return replace(answer, result="unknown", reason=answer.reason or "the time is up")
                answer = self.ask(roots, solver, min(turn, left))
                if answer.result != "unknown":
                    self._tell(name, roots, answer)
                    return answer
            turn *= GROWTH

    def _tell(self, name: str, roots: Sequence[T.Bool], answer: Answer) -> None:
        if self.log is not None and answer.solver not in ("", "constant"):
            self.log(name, roots, answer)


def _decision(began: float, *, result: str = "unknown", solvers: tuple[str, ...] = (), **known: Any) -> Decision:
    given = {"assignment": None, **known}
    return Decision(result=result, solvers=solvers, seconds=time.monotonic() - began, **given)


def _named(answer: Answer) -> str:
    return f"{answer.solver} {answer.version}"
