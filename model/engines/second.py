"""More than one solver: a race for speed, and a second opinion from another code base for trust."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from model.engines.backends import load
from model.engines.child import Child, can_fork, interrupts_held, outcomes, require_limits, timed_out
from model.engines.solvers import (
    Answer,
    bits_for,
    constant_answer,
    family_of,
    lost,
    require_seconds,
    solve,
    solve_here,
)
from model.lift.smtlib import digest, script
from model.lift.terms import Term

#: Solvers by speed of confirmation; those of the first answer's code base are passed over.
_SECONDS = ("bitwuzla", "z3-bits", "cvc5-bits", "z3-int", "cvc5-int")


@dataclass(frozen=True)
class Disagreement:
    """One solver says "sat", another "unsat", of the same terms: one of them, or a translation, is wrong."""

    first: Answer
    second: Answer

    def __str__(self) -> str:
        return " but ".join(f"{x.solver} {x.version} says {x.result}" for x in (self.first, self.second))


def race(
    roots: Iterable[Term], solvers: Sequence[str], limit_seconds: float = 60.0, *, memory_mb: int | None = None
) -> Answer:
    """The first definite answer of several solvers, each in a process of its own; the others are ended.

    If none is definite, "unknown" with each solver's reason. Without forked processes the solvers take turns, with
    equal shares of the time. The memory limit holds for each.
    Errors: ValueError, SolverMissing, BrokenModel, KeyboardInterrupt; whichever it is, no process is left.
    """
    require_seconds(limit_seconds)
    require_limits(memory_mb)
    if not solvers or len(set(solvers)) < len(solvers):
        raise ValueError(f"a race needs solvers, each once, not {', '.join(solvers) or 'none'}")
    for solver in solvers:
        family_of(solver)
    wanted = list(roots)
    known = constant_answer(wanted)
    if known:
        return known
    for solver in solvers:
        load(family_of(solver))
    if len(solvers) == 1:
        return solve(wanted, solvers[0], limit_seconds, memory_mb=memory_mb)
    if not can_fork():
        return _take_turns(wanted, solvers, limit_seconds)
    answer = _run(wanted, solvers, limit_seconds, memory_mb)
    return replace(answer, digest=_digest(wanted, answer.solver))


def _digest(roots: Sequence[Term], solver: str) -> str:
    return digest(script(roots, bits_for(solver, roots)))


def _run(roots: Sequence[Term], solvers: Sequence[str], limit_seconds: float, memory_mb: int | None) -> Answer:
    start = time.perf_counter()
    children: list[Child[Answer]] = []
    undecided: dict[str, Answer] = {}
    try:
        with interrupts_held():
            for solver in solvers:
                children.append(_child(roots, solver, limit_seconds, memory_mb))
        # The parent's clock is the judge; a solver stops itself just before, and says what it has.
        for place, outcome in outcomes(children, limit_seconds):
            solver = solvers[place]
            answer = outcome if isinstance(outcome, Answer) else lost(solver, outcome, time.perf_counter() - start)
            if answer.result != "unknown":
                return answer
            undecided[solver] = answer
    finally:
        with interrupts_held():
            for child in children:
                child.kill()
    return _undecided(solvers, undecided, time.perf_counter() - start, limit_seconds)


def _child(roots: Sequence[Term], solver: str, limit_seconds: float, memory_mb: int | None) -> Child[Answer]:
    return Child(lambda: solve_here(roots, solver, limit_seconds), limit_seconds, memory_mb)


def _take_turns(roots: Sequence[Term], solvers: Sequence[str], limit_seconds: float) -> Answer:
    start = time.perf_counter()
    undecided: dict[str, Answer] = {}
    for place, solver in enumerate(solvers):
        left = limit_seconds - (time.perf_counter() - start)
        if left <= 0:
            break
        answer = solve(roots, solver, left / (len(solvers) - place))
        if answer.result != "unknown":
            return answer
        undecided[solver] = answer
    return _undecided(solvers, undecided, time.perf_counter() - start, limit_seconds)


def _undecided(solvers: Sequence[str], answers: dict[str, Answer], seconds: float, limit_seconds: float) -> Answer:
    """One answer for several that decide nothing."""
    silent = timed_out(limit_seconds)
    reasons = [f"{solver}: {answers[solver].reason if solver in answers else silent}" for solver in solvers]
    return Answer("unknown", None, "+".join(solvers), "", seconds, "", "; ".join(reasons))


def confirm(
    roots: Iterable[Term], first: Answer, limit_seconds: float = 60.0, *, memory_mb: int | None = None
) -> Answer | Disagreement:
    """What a solver of another code base says to the same terms; the limit holds for each solver asked.

    The next one is asked while the answer is "unknown"; if all are silent, "unknown" with their reasons. What needed no
    solver has nothing to be confirmed by one: that answer comes back as it is.
    Errors: ValueError if the first answer decides nothing, and as for `solve`.
    """
    if first.result == "unknown":
        raise ValueError(f"{first.solver} has decided nothing, so there is nothing to confirm")
    wanted = list(roots)
    if first.solver == "constant":
        return first
    start = time.perf_counter()
    undecided: dict[str, Answer] = {}
    others = [solver for solver in _SECONDS if family_of(solver) != family_of(first.solver)]
    for solver in others:
        answer = solve(wanted, solver, limit_seconds, memory_mb=memory_mb)
        if answer.result != "unknown":
            return answer if answer.result == first.result else Disagreement(first, answer)
        undecided[solver] = answer
    return _undecided(others, undecided, time.perf_counter() - start, limit_seconds)
