"""Patterns of `match`."""

from __future__ import annotations

import ast

from model.lift import terms as T
from model.lift.builtins import FUNCTIONS
from model.lift.core import Names, Run, Scope
from model.lift.merging import arms_of, same
from model.lift.reading import attribute
from model.lift.values import Value


def matches(run: Run, pattern: ast.pattern, value: Value, names: Names, scope: Scope) -> T.Bool:
    """Where the value matches; captured names are bound."""
    match pattern:
        case ast.MatchValue():
            return same(run, value, run.evaluate(pattern.value, names, scope))
        case ast.MatchSingleton():
            return same(run, value, pattern.value)
        case ast.MatchOr():
            if any(isinstance(each, ast.MatchAs) and each.name for p in pattern.patterns for each in ast.walk(p)):
                run.refuse("a name in one of several alternatives")
            return T.any_of(matches(run, each, value, names, scope) for each in pattern.patterns)
        case ast.MatchAs():
            holds: T.Bool = True
            if pattern.pattern is not None:
                holds = matches(run, pattern.pattern, value, names, scope)
            if pattern.name is not None:
                names[pattern.name] = value
            return holds
        case ast.MatchSequence():
            return _matches_sequence(run, pattern, value, names, scope)
        case ast.MatchClass():
            return _matches_class(run, pattern, value, names, scope)
    run.refuse(f"the pattern {ast.unparse(pattern)}")


def _matches_sequence(run: Run, pattern: ast.MatchSequence, value: Value, names: Names, scope: Scope) -> T.Bool:
    if any(isinstance(each, ast.MatchStar) for each in pattern.patterns):
        run.refuse("a star in a pattern")
    if not isinstance(value, tuple):
        run.refuse("a sequence pattern on what is no tuple of known length")
    if len(value) != len(pattern.patterns):
        return False
    holds: T.Bool = True
    for each, item in zip(pattern.patterns, value, strict=True):
        if holds is False:
            return False
        holds = T.conjunction(holds, matches(run, each, item, names, scope))
    return holds


def _matches_class(run: Run, pattern: ast.MatchClass, value: Value, names: Names, scope: Scope) -> T.Bool:
    kind = run.evaluate(pattern.cls, names, scope)
    positional = [] if not pattern.patterns else list(getattr(kind, "__match_args__", ()))
    if len(pattern.patterns) > len(positional):
        run.refuse(f"the pattern {ast.unparse(pattern)}")
    parts = [*zip(positional, pattern.patterns, strict=False)]
    parts += zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)
    if not parts:
        return FUNCTIONS[isinstance](run, value, kind)
    total: T.Bool = False
    for guard, arm in arms_of(value):
        holds = T.conjunction(guard, FUNCTIONS[isinstance](run, arm, kind))
        if holds is False:
            continue
        if len(arms_of(value)) > 1 and any(isinstance(each, ast.MatchAs) and each.name for each in ast.walk(pattern)):
            run.refuse("a name captured from one of several shapes")
        for name, each in parts:
            holds = T.conjunction(holds, matches(run, each, attribute(run, arm, name), names, scope))
        total = T.disjunction(total, holds)
    return total
