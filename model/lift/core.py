"""One symbolic execution: its path condition, its events and its limits."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, NoReturn

from model.lift import terms as T
from model.lift.errors import NotLiftable, Place, TooLarge
from model.lift.values import ABSENT, Value


class Kind(Enum):
    """What can happen on the way besides a result."""

    RAISE = "raises"
    CRASH = "fails with"
    REQUIRE = "breaks the precondition"
    ENSURE = "breaks the postcondition"
    ASSERT = "breaks the assertion"
    NEGATIVE = "counts from the end with"


#: The events that are errors of the program; a negative index is legal Python, and raising may be meant.
FAULTS = frozenset({Kind.CRASH, Kind.REQUIRE, Kind.ENSURE, Kind.ASSERT})


@dataclass(frozen=True)
class Event:
    """Something that happens at a place of the source, exactly where the condition holds.

    `name` is the exception, or what the contract says of its rule.
    """

    kind: Kind
    name: str
    place: Place
    when: T.Bool


#: Python's own limit while lifting: symbolic calls nest several interpreter frames each.
FRAMES = 200_000


@contextmanager
def deep() -> Iterator[None]:
    """Allow deep nesting for a while; afterwards Python's own limit guards what is not ours, such as a JSON reader."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Dead(Exception):
    """No path leads on from here: each has raised. `Run.under` catches it."""


@dataclass(frozen=True)
class Limits:
    """When a lifting gives up: terms in all, seconds, and calls within calls."""

    terms: int = 4_000_000
    seconds: float = 600.0
    depth: int = 150


@dataclass
class Scope:
    """What surrounds a statement: its file, its module's names, and how often the function assigns each local name.

    `local` holds every name that the compiler does not look up in the module.
    """

    file: str
    globals: dict[str, Any]
    stores: dict[str, int] = field(default_factory=dict)
    parameters: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()


Names = dict[str, Value]
Handler = Callable[..., Any]


class Run:
    """One execution.

    `contracts` tells whether contracts are interpreted; without, they are as if not written. `met` tells of each
    contract's rule on which paths it was asked for.
    """

    expressions: ClassVar[dict[type[ast.AST], Handler]] = {}
    statements: ClassVar[dict[type[ast.AST], Handler]] = {}

    def __init__(self, *, contracts: bool = True, limits: Limits | None = None) -> None:
        self.path: T.Bool = True
        self.events: list[Event] = []
        self.met: dict[str, T.Bool] = {}
        self.place = Place("<input>", 0)
        self.depth = 0
        self.contracts = contracts
        self.limits = limits or Limits()
        self.started = time.monotonic()
        self.steps = 0
        self.checked: set[Any] = set()
        """The functions with contracts that are being called."""

    # ------------------------------------------------------------ errors, events, limits

    def refuse(self, construct: str, advice: str = "") -> NoReturn:
        """Stop: this is outside the subset."""
        raise NotLiftable(self.place, construct, advice)

    def note(self, kind: Kind, name: str, condition: T.Bool) -> None:
        """Something happens here, on this path, where the condition holds."""
        when = T.conjunction(self.path, condition)
        if when is not False:
            self.events.append(Event(kind, name, self.place, when))

    def crash(self, name: str) -> NoReturn:
        """Python raises this here, whatever the values."""
        self.note(Kind.CRASH, name, True)
        raise Dead

    def tick(self) -> None:
        """Count a step, and stop at a limit."""
        self.steps += 1
        if self.steps % 256:
            return
        if T.size() > self.limits.terms:
            raise TooLarge(f"{self.place}: more than {self.limits.terms} terms")
        if time.monotonic() - self.started > self.limits.seconds:
            raise TooLarge(f"{self.place}: lifting took longer than {self.limits.seconds:g} s, {T.size()} terms")

    # ------------------------------------------------------------ paths

    def under(self, condition: T.Bool, action: Callable[[], Any]) -> Any:
        """What the action gives on the paths where the condition holds; ABSENT if there are none."""
        saved = self.path
        self.path = T.conjunction(saved, condition)
        try:
            return action() if self.path is not False else ABSENT
        except Dead:
            return ABSENT
        finally:
            self.path = saved

    # ------------------------------------------------------------ syntax

    def evaluate(self, node: ast.expr, names: Names, scope: Scope) -> Value:
        """The value of an expression."""
        handler = self.expressions.get(type(node))
        if handler is None:
            self.refuse(f"the expression {type(node).__name__}", "kernels compute with plain expressions")
        return handler(self, node, names, scope)

    def execute(self, node: ast.stmt, names: Names, scope: Scope) -> Any:
        """The outcome of a statement."""
        self.place = Place(scope.file, node.lineno)
        self.tick()
        handler = self.statements.get(type(node))
        if handler is None:
            self.refuse(f"the statement {type(node).__name__}", "kernels assign, branch, loop, match, raise and return")
        return handler(self, node, names, scope)


def expression(kind: type[ast.expr]) -> Callable[[Handler], Handler]:
    """Register what evaluates this kind of expression."""

    def register(handler: Handler) -> Handler:
        Run.expressions[kind] = handler
        return handler

    return register


def statement(kind: type[ast.stmt]) -> Callable[[Handler], Handler]:
    """Register what executes this kind of statement."""

    def register(handler: Handler) -> Handler:
        Run.statements[kind] = handler
        return handler

    return register
