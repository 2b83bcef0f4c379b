"""Patterns of `match`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from model.lift import terms as T
from model.lift.builtins import FUNCTIONS
from model.lift.core import Names, Run, Scope
from model.lift.merging import arms_of, same
from model.lift.reading import attribute
from model.lift.values import ListValue, Value, enum_of, is_record, type_of


class Matching:
    """One pattern against one value. `captured` gathers the names that it binds, which happens once all of it fits."""

    def __init__(self, run: Run, names: Names, scope: Scope) -> None:
        self.run = run
        self.names = names
        self.scope = scope
        self.captured: Names = {}

    def fits(self, pattern: ast.pattern, value: Value) -> T.Bool:
        """Where the value matches."""
        match pattern:
            case ast.MatchValue():
                return same(self.run, value, self.run.evaluate(pattern.value, self.names, self.scope))
            case ast.MatchSingleton():
                return self._is_singleton(pattern.value, value)
            case ast.MatchOr():
                return self._fits_one(pattern, value)
            case ast.MatchAs():
                holds: T.Bool = True
                if pattern.pattern is not None:
                    holds = self.fits(pattern.pattern, value)
                if pattern.name is not None:
                    self.captured[pattern.name] = value
                return holds
            case ast.MatchSequence():
                return self._fits_sequence(pattern, value)
            case ast.MatchClass():
                return self._fits_class(pattern, value)
        self.run.refuse(f"the pattern {ast.unparse(pattern)}", "match constants, tuples and classes")

    def _both(self, holds: T.Bool, test: Callable[[], T.Bool]) -> T.Bool:
        """`holds`, and the test where it does: what the test may raise is raised there alone."""
        got = self.run.under(holds, test)
        return T.conjunction(holds, got) if T.is_bool(got) else False

    def _is_singleton(self, wanted: bool | None, value: Value) -> T.Bool:
        if wanted is None:
            return same(self.run, value, None)
        return T.any_of(
            T.conjunction(guard, T.equivalence(arm, wanted)) for guard, arm in arms_of(value) if T.is_bool(arm)
        )

    def _fits_one(self, pattern: ast.MatchOr, value: Value) -> T.Bool:
        if any(_captures(each) for each in pattern.patterns):
            self.run.refuse("a name in one of several alternatives", "write one case for each")
        holds: T.Bool = False
        for each in pattern.patterns:
            more = self._both(T.negation(holds), partial(self.fits, each, value))
            holds = T.disjunction(holds, more)
        return holds

    def _fits_sequence(self, pattern: ast.MatchSequence, value: Value) -> T.Bool:
        if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
            self.run.refuse("a star in a pattern", "write one case for each length")
        if type(value) not in (tuple, ListValue):
            if is_record(value) or enum_of(value) is not None or type_of(value) in (int, bool, str, type(None)):
                return False
            self.run.refuse("a sequence pattern on what is no tuple of known length", "test its length")
        if len(value) != len(pattern.patterns):
            return False
        holds: T.Bool = True
        for each, item in zip(pattern.patterns, value, strict=True):
            holds = self._both(holds, partial(self.fits, each, item))
        return holds

    def _fits_class(self, pattern: ast.MatchClass, value: Value) -> T.Bool:
        kind = self.run.evaluate(pattern.cls, self.names, self.scope)
        positional = [] if not pattern.patterns else list(getattr(kind, "__match_args__", ()))
        if len(pattern.patterns) > len(positional):
            self.run.refuse(f"the pattern {ast.unparse(pattern)}", "name the fields")
        parts = [*zip(positional, pattern.patterns, strict=False)]
        parts += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
        arms = [
            (T.conjunction(guard, FUNCTIONS[isinstance](self.run, arm, kind)), arm) for guard, arm in arms_of(value)
        ]
        fitting = [(holds, arm) for holds, arm in arms if holds is not False]
        if len(fitting) > 1 and _captures(pattern):
            self.run.refuse("a name captured from one of several shapes", "match each class in a case of its own")
        total: T.Bool = False
        for is_kind, arm in fitting:
            holds: T.Bool = is_kind
            for name, each in parts:
                holds = self._both(holds, partial(self._fits_attribute, each, arm, name))
            total = T.disjunction(total, holds)
        return total

    def _fits_attribute(self, pattern: ast.pattern, value: Value, name: str) -> T.Bool:
        return self.fits(pattern, attribute(self.run, value, name))


def _captures(pattern: ast.pattern) -> bool:
    return any(isinstance(each, ast.MatchAs) and each.name for each in ast.walk(pattern))
