"""The symbolic engine's front: call a function of the kernel on symbolic values and get the formula of its result."""

from __future__ import annotations

import ast
from typing import Any

from model.lift import expressions, statements
from model.lift import terms as T
from model.lift.calls import call
from model.lift.core import FAULTS, Event, Kind, Names, Run, Scope, deep
from model.lift.errors import TooLarge
from model.lift.merging import merge, same, truth
from model.lift.reading import attribute, item
from model.lift.values import Value

assert expressions
assert statements


class Lifter(Run):
    """Symbolic execution of one or several calls on a common path; their events gather in order."""

    def call(self, function: Any, *args: Value, **kwargs: Value) -> Value:
        """function(*args, **kwargs), symbolically; ABSENT if every path raises.

        Raises `LiftError` for what cannot be lifted.
        """
        try:
            with deep():
                return self.under(True, lambda: call(self, function, args, kwargs))
        except RecursionError as error:
            raise TooLarge(f"{self.place}: the interpreter's own stack is full") from error

    def expression(self, node: ast.expr, names: Names) -> Value:
        """The value of an expression that is not part of any source file."""
        with deep():
            return self.evaluate(node, names, Scope("<expression>", {}))

    def attribute(self, value: Value, name: str) -> Value:
        """value.name"""
        return attribute(self, value, name)

    def item(self, value: Value, index: Value) -> Value:
        """value[index]"""
        return item(self, value, index)

    def same(self, a: Value, b: Value) -> T.Bool:
        """a == b"""
        return same(self, a, b)

    def truth(self, value: Value) -> T.Bool:
        """bool(value)"""
        return truth(self, value)

    def merge(self, condition: T.Bool, a: Value, b: Value) -> Value:
        """a where the condition holds, else b."""
        return merge(self, condition, a, b)

    def raised(self) -> T.Bool:
        """Where any exception was raised by a `raise` statement."""
        return T.any_of(event.when for event in self.events if event.kind is Kind.RAISE)

    def faults(self) -> list[Event]:
        """The events that are errors of the program."""
        return [event for event in self.events if event.kind in FAULTS]
