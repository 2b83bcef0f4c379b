"""Can these terms hold at once? One question to one solver, or many to one that remembers.

An answer "sat" has been checked: the terms were evaluated under the assignment that the solver gave.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from model.engines.backends import (
    Z3,
    Backend,
    Bitwuzla,
    Cvc5,
    Result,
    SolverMissing,
    Z3Blast,
    load,
    version_of,
)
from model.engines.child import Died, can_fork, in_child, require_limits, timed_out
from model.lift.smtlib import check_width, digest, domain, logic, require_names, script, translate, width
from model.lift.terms import VARIABLES, Node, Term, is_bool
from model.lift.walk import reachable, values_under

__all__ = ["SOLVERS", "Answer", "BrokenModel", "Result", "Session", "SolverMissing", "solve"]

#: What each solver is: how to speak to it, whose code it is, whether it works on bit-vectors.
_SOLVERS: Mapping[str, tuple[Callable[[int | None, str], Backend], str, bool]] = {
    "z3-bits": (Z3, "z3", True),
    "z3-blast": (Z3Blast, "z3", True),
    "z3-int": (Z3, "z3", False),
    "bitwuzla": (Bitwuzla, "bitwuzla", True),
    "cvc5-bits": (Cvc5, "cvc5", True),
    "cvc5-int": (Cvc5, "cvc5", False),
}

SOLVERS = tuple(_SOLVERS)

#: Those that can be interrupted and asked again.
SESSION_SOLVERS = ("z3-bits", "z3-int", "bitwuzla")


class BrokenModel(RuntimeError):
    """A solver says "sat" under an assignment that does not satisfy the terms: solver or translation is at fault."""


@dataclass(frozen=True)
class Answer:
    """What a solver found.

    `assignment`: after "sat", values of variables by name; those it lacks may take any value. `solver` is "constant"
    where no solver was needed. `seconds` include the translation. `digest`: of the script that asks the same; empty
    from a session, which writes none. `reason`: why nothing is known.
    """

    result: Result
    assignment: dict[str, int | bool] | None
    solver: str
    version: str
    seconds: float
    digest: str
    reason: str


def family_of(solver: str) -> str:
    """Whose code a solver runs: "z3", "bitwuzla" or "cvc5". Errors: ValueError for a solver that is not known."""
    require_solver(solver)
    return _SOLVERS[solver][1]


def require_solver(solver: str) -> None:
    """Errors: ValueError for a solver that is not known."""
    if solver not in _SOLVERS:
        raise ValueError(f"no solver is called {solver}; there are {', '.join(SOLVERS)}")


def require_seconds(limit_seconds: float) -> None:
    """Errors: ValueError for a limit that is none."""
    if not math.isfinite(limit_seconds) or limit_seconds <= 0:
        raise ValueError(f"a limit of {limit_seconds} seconds is none")


def bits_for(solver: str, roots: Iterable[Term]) -> int | None:
    """The width in which the roots are asked about; None for integers, and where no solver is needed.

    Several solvers are named with "+" between them, and share a script in bits if all of them can.
    """
    in_bits = all(name in _SOLVERS and _SOLVERS[name][2] for name in solver.split("+"))
    return width(roots) if in_bits else None


def require_booleans(roots: Iterable[Term]) -> None:
    """Errors: TypeError for a root that is neither true nor false."""
    for root in roots:
        if not is_bool(root):
            raise TypeError(f"only what is true or false can be asked for, not {root!r}")


def constant_answer(roots: Iterable[Term]) -> Answer | None:
    """The answer that needs no solver: one root is False, or all are True."""
    wanted = list(roots)
    require_booleans(wanted)
    if any(root is False for root in wanted):
        return Answer("unsat", None, "constant", "", 0.0, digest(script(wanted, None)), "")
    if any(isinstance(root, Node) for root in wanted):
        return None
    return Answer("sat", {}, "constant", "", 0.0, digest(script(wanted, None)), "")


def solve(roots: Iterable[Term], solver: str, limit_seconds: float = 60.0, *, memory_mb: int | None = None) -> Answer:
    """Ask one solver whether all roots can hold at once, within seconds and, on Linux, within MB of memory.

    Under a memory limit the solver works in a process of its own; cvc5, which cannot be interrupted, always does where
    there are forked processes. A solver that gives up, or dies, leaves "unknown" with the reason.
    Errors: ValueError for unknown names and useless limits, SolverMissing, BrokenModel, KeyboardInterrupt.
    """
    require_solver(solver)
    require_seconds(limit_seconds)
    require_limits(memory_mb)
    wanted = list(roots)
    known = constant_answer(wanted)
    if known:
        return known
    load(family_of(solver))
    if memory_mb is None and (family_of(solver) != "cvc5" or not can_fork()):
        answer = solve_here(wanted, solver, limit_seconds)
    else:
        start = time.perf_counter()
        outcome = in_child(lambda: solve_here(wanted, solver, limit_seconds), limit_seconds, memory_mb)
        answer = outcome if isinstance(outcome, Answer) else lost(solver, outcome, time.perf_counter() - start)
    return replace(answer, digest=_digest(tuple(wanted), bits_for(solver, wanted)))


@lru_cache(maxsize=1)
def _digest(roots: tuple[Term, ...], bits: int | None) -> str:
    """The digest of a script. Two solvers asked the same in turn are asked by the same script: it is written once."""
    return digest(script(list(roots), bits))


def lost(solver: str, outcome: Died, seconds: float, asked: str = "") -> Answer:
    """The answer of a solver whose process died; `asked` is the digest of what it was asked."""
    return Answer("unknown", None, solver, version_of(family_of(solver)), seconds, asked, outcome.reason)


def solve_here(roots: Sequence[Term], solver: str, limit_seconds: float) -> Answer:
    """As `solve`, in this process, for roots that need a solver; the answer has no digest."""
    start = time.perf_counter()
    bits = bits_for(solver, roots)
    memory = _Memory(solver, bits, logic(reachable(roots) if bits is None else (), bits))
    memory.assume(roots)
    return memory.ask((), limit_seconds, start)


# ---------------------------------------------------------------- asking again


class _Memory:
    """A solver and what it has been told: each term is translated once."""

    def __init__(self, solver: str, bits: int | None, logic_name: str) -> None:
        make, family, _ = _SOLVERS[solver]
        self._solver = solver
        self._version = version_of(family)
        self._bits = bits
        self._backend = make(bits, logic_name)
        self._said: dict[Node, Any] = {}
        self._variables: dict[str, Node] = {}
        self.assumed: list[Node] = []

    def assume(self, roots: Iterable[Term]) -> None:
        """Add roots for good; those that are True say nothing."""
        wanted = [root for root in roots if isinstance(root, Node)]
        for root, said in zip(wanted, self._say(wanted), strict=True):
            self.assumed.append(root)
            self._backend.add(said)

    def ask(self, extra: Sequence[Node], limit_seconds: float, start: float) -> Answer:
        """Ask about all that is assumed and the extra roots, within seconds from the start."""
        said = self._say(extra)
        left = max(0.001, limit_seconds - (time.perf_counter() - start))
        result, reason = self._backend.check(said, left)
        if result == "unknown":
            reason = reason or timed_out(limit_seconds)
        assignment = None
        if result == "sat":
            assignment = {
                name: self._backend.value(self._said[node], node.is_bool)
                for name, node in self._variables.items()
                if node in self._said
            }
            self._verify([*self.assumed, *extra], assignment)
        return Answer(result, assignment, self._solver, self._version, time.perf_counter() - start, "", reason)

    def _say(self, roots: Sequence[Node]) -> list[Any]:
        """The roots in the solver's language; what bounds new variables is added for good."""
        new = self._new_nodes(roots)
        check_width(new, self._bits)
        require_names(new, self._variables)
        for node in new:
            said = translate(node, self._said, self._backend, self._bits)
            for bound in domain(node, said, self._backend, self._bits):
                self._backend.add(bound)
            if node.op in VARIABLES:
                self._variables[node.args[0]] = node
            # Last, so that Ctrl-C leaves no variable that counts as said but is unbounded.
            self._said[node] = said
        return [self._said[root] for root in roots]

    def _new_nodes(self, roots: Iterable[Node]) -> list[Node]:
        """The nodes below the roots that have not been said, arguments before users."""
        seen: set[Node] = set()
        stack = list(roots)
        while stack:
            node = stack.pop()
            if node not in seen and node not in self._said:
                seen.add(node)
                stack.extend(arg for arg in node.args if isinstance(arg, Node))
        return sorted(seen, key=lambda node: node.number)

    def _verify(self, roots: Sequence[Node], assignment: Mapping[str, int | bool]) -> None:
        """Errors: BrokenModel."""
        who = f"{self._solver} {self._version}"
        for name, value in assignment.items():
            node = self._variables[name]
            if node.op == "number" and not node.low <= value <= node.high:
                raise BrokenModel(f"{who} gives {name} = {value}, outside {node.low} to {node.high}")
        values = values_under(roots, assignment)
        if not all(values):
            raise BrokenModel(f"{who} says sat, but root {values.index(False)} is false under its assignment")


class Session:
    """A solver asked again and again about a growing set of terms; terms said once are not said again.

    The width is fixed at the start, because bit-vectors cannot grow: `width` of the largest terms expected, or more;
    None for integers. Ctrl-C ends a question, not the session. Errors: ValueError, SolverMissing.
    """

    def __init__(self, solver: str, bits: int | None) -> None:
        require_solver(solver)
        if solver not in SESSION_SOLVERS:
            raise ValueError(f"{solver} cannot be interrupted; sessions run with {', '.join(SESSION_SOLVERS)}")
        sort = "bit-vectors of at least one bit" if _SOLVERS[solver][2] else "integers"
        if _SOLVERS[solver][2] is (bits is None) or (bits is not None and bits < 1):
            raise ValueError(f"{solver} works on {sort}, not on bits={bits}")
        self._memory = _Memory(solver, bits, logic((), bits))
        self._impossible = False

    def assume(self, roots: Iterable[Term]) -> None:
        """From now on these hold. Errors: ValueError for terms that need a greater width; none of them is added."""
        wanted = list(roots)
        require_booleans(wanted)
        self._memory.assume(wanted)
        self._impossible = self._impossible or any(root is False for root in wanted)

    def check(self, extra_roots: Iterable[Term] = (), limit_seconds: float = 60.0) -> Answer:
        """Can all that is assumed and the extra roots hold at once? The extra ones are forgotten afterwards.

        The assignment names every variable that the session knows.
        Errors: ValueError, BrokenModel, KeyboardInterrupt.
        """
        start = time.perf_counter()
        require_seconds(limit_seconds)
        extra = list(extra_roots)
        require_booleans(extra)
        if self._impossible or any(root is False for root in extra):
            return Answer("unsat", None, "constant", "", 0.0, "", "")
        asked = [root for root in extra if isinstance(root, Node)]
        if not asked and not self._memory.assumed:
            return Answer("sat", {}, "constant", "", 0.0, "", "")
        return self._memory.ask(asked, limit_seconds, start)
