"""Comprehensions, and the functions that stop a generator early: any, all, next."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from model.lift import terms as T
from model.lift.binding import assign
from model.lift.core import Kind, Names, Run, Scope
from model.lift.merging import guarded, merge, truth
from model.lift.values import ABSENT, Guarded, ListValue, Poison, Sequence, Value, set_of

Emit = Callable[[T.Bool, Names], None]
_Loop = ast.ListComp | ast.GeneratorExp | ast.SetComp


def comprehension(run: Run, node: _Loop, names: Names, scope: Scope) -> Value:
    """The list, set or tuple of what a comprehension yields."""
    items: list[Guarded] = []

    def emit(guard: T.Bool, inner: Names) -> None:
        items.append((guard, run.evaluate(node.elt, inner, scope)))

    walk(run, node, names, scope, emit, lambda: True)
    if isinstance(node, ast.SetComp):
        return set_of(items)
    is_list = isinstance(node, ast.ListComp)
    if all(guard is True for guard, _ in items):
        values = [value for _, value in items]
        return ListValue(values) if is_list else tuple(values)
    return Sequence(tuple(items), is_list)


def walk(run: Run, node: _Loop, names: Names, scope: Scope, emit: Emit, wanted: Callable[[], T.Bool]) -> None:
    """Call `emit` for each item that passes the filters, with the condition under which it does."""

    def loop(k: int, outer: Names, guard: T.Bool) -> None:
        if k == len(node.generators):
            emit(guard, outer)
            return
        for present, value in guarded(run, run.evaluate(node.generators[k].iter, outer, scope)):
            inner = dict(outer)
            assign(run, node.generators[k].target, value, inner)
            here = T.conjunction(guard, present)
            run.under(T.conjunction(present, wanted()), lambda inner=inner, here=here: test(k, inner, here, 0))  # type: ignore[misc]

    def test(k: int, inner: Names, guard: T.Bool, j: int) -> None:
        filters = node.generators[k].ifs
        if j == len(filters):
            loop(k + 1, inner, guard)
            return
        passes = truth(run, run.evaluate(filters[j], inner, scope))
        if passes is not False:
            run.under(passes, lambda: test(k, inner, T.conjunction(guard, passes), j + 1))

    loop(0, names, True)


def stopping(run: Run, function: Any, node: ast.Call, names: Names, scope: Scope) -> Value:
    """any, all or next over a generator: later items are looked at only where no earlier one was a hit."""
    generator = node.args[0]
    assert isinstance(generator, ast.GeneratorExp)
    found: list[Guarded] = []
    done: T.Bool = False

    def emit(guard: T.Bool, inner: Names) -> None:
        nonlocal done
        value = run.under(T.negation(done), lambda: run.evaluate(generator.elt, inner, scope))
        if value is ABSENT:
            return
        hit: T.Bool = True if function is next else truth(run, value)
        hit = T.conjunction(guard, T.negation(hit) if function is all else hit)
        found.append((hit, value))
        done = T.disjunction(done, hit)

    walk(run, generator, names, scope, emit, lambda: T.negation(done))
    if function is all:
        return T.negation(done)
    if function is any:
        return done
    return _first(run, found, done, node, names, scope)


def _first(run: Run, found: list[Guarded], done: T.Bool, node: ast.Call, names: Names, scope: Scope) -> Value:
    out: Value = ABSENT
    if len(node.args) == 2:
        out = run.under(T.negation(done), lambda: run.evaluate(node.args[1], names, scope))
    else:
        run.note(Kind.CRASH, "StopIteration", T.negation(done))
    for hit, value in reversed(found):
        out = merge(run, hit, value, out)
    return Poison(f"{run.place}: there is no next item") if out is ABSENT else out
