"""Comprehensions, and the functions that stop a generator early: any, all, next."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from model.lift import terms as T
from model.lift.binding import assign
from model.lift.core import Kind, Names, Run, Scope
from model.lift.merging import arms_of, guarded, hashed, merge, ordered, truth
from model.lift.values import ABSENT, Guarded, ListValue, Sequence, SetValue, Value, is_set

Emit = Callable[[T.Bool, Names], None]
_Loop = ast.ListComp | ast.GeneratorExp | ast.SetComp


def source_of_items(run: Run, node: _Loop, names: Names, scope: Scope) -> Value:
    """What the outermost loop goes over; Python evaluates it when it meets the comprehension."""
    if _makes_functions(node):
        run.refuse("a lambda in a comprehension", "call a function that is given what the lambda would read")
    return run.evaluate(node.generators[0].iter, names, scope)


@cache
def _makes_functions(node: _Loop) -> bool:
    return any(isinstance(each, ast.Lambda) for each in ast.walk(node))


def comprehension(
    run: Run, node: _Loop, names: Names, scope: Scope, source: Value, *, any_order: bool = False
) -> Value:
    """The list, set or tuple of what a comprehension yields. `any_order`: whoever takes it asks for no order."""
    items: list[Guarded] = []
    is_set_of = isinstance(node, ast.SetComp)

    def emit(guard: T.Bool, inner: Names) -> None:
        item = run.evaluate(node.elt, inner, scope)
        items.append((guard, hashed(run, item) if is_set_of else item))

    Walk(run, node, scope, emit, lambda: True, any_order or is_set_of).over(names, source)
    if is_set_of:
        return SetValue(tuple(items))
    is_list = isinstance(node, ast.ListComp)
    if all(guard is True for guard, _ in items):
        values = [value for _, value in items]
        return ListValue(values) if is_list else tuple(values)
    return Sequence(tuple(items), is_list)


class Walk:
    """The loops and filters of a comprehension: calls `emit` for each item that passes, with the condition for it."""

    def __init__(
        self, run: Run, node: _Loop, scope: Scope, emit: Emit, wanted: Callable[[], T.Bool], any_order: bool
    ) -> None:
        self.run = run
        self.node = node
        self.scope = scope
        self.emit = emit
        self.wanted = wanted
        self.any_order = any_order
        self.met_a_set = False

    def over(self, names: Names, source: Value) -> None:
        """Walk over the source."""
        first = len(self.run.events)
        try:
            self._loop(0, names, True, source)
        finally:
            if isinstance(self.node, ast.GeneratorExp):
                self._stop_no_generator(first)
        if self.met_a_set and len(self.run.events) > first:
            self.run.refuse("what may fail in a walk over a set", "walk over a tuple: the order of a set is not known")

    def _stop_no_generator(self, first: int) -> None:
        """Python turns a StopIteration that is raised inside a generator into a RuntimeError."""
        for place, event in enumerate(self.run.events[first:], first):
            if event.name == "StopIteration" and event.kind in (Kind.CRASH, Kind.RAISE):
                self.run.events[place] = replace(event, name="RuntimeError")

    def _loop(self, k: int, outer: Names, guard: T.Bool, source: Value) -> None:
        self.met_a_set = self.met_a_set or any(is_set(arm) for _, arm in arms_of(source))
        for present, value in (guarded if self.any_order else ordered)(self.run, source):
            self.run.tick()
            inner = dict(outer)
            assign(self.run, self.node.generators[k].target, value, inner)
            here = T.conjunction(guard, present)
            self.run.under(T.conjunction(present, self.wanted()), partial(self._test, k, inner, here, 0))

    def _test(self, k: int, inner: Names, guard: T.Bool, j: int) -> None:
        filters = self.node.generators[k].ifs
        if j < len(filters):
            passes = truth(self.run, self.run.evaluate(filters[j], inner, self.scope))
            self.run.under(passes, lambda: self._test(k, inner, T.conjunction(guard, passes), j + 1))
        elif k + 1 == len(self.node.generators):
            self.emit(guard, inner)
        else:
            source = self.run.evaluate(self.node.generators[k + 1].iter, inner, self.scope)
            self._loop(k + 1, inner, guard, source)


def stopping(
    run: Run, function: Any, node: ast.GeneratorExp, names: Names, scope: Scope, source: Value, rest: tuple[Value, ...]
) -> Value:
    """any, all or next over a generator: later items are looked at only where no earlier one was a hit."""
    found: list[Guarded] = []
    done: T.Bool = False

    def emit(guard: T.Bool, inner: Names) -> None:
        nonlocal done
        value = run.evaluate(node.elt, inner, scope)
        hit: T.Bool = True if function is next else truth(run, value)
        hit = T.conjunction(guard, T.negation(hit) if function is all else hit)
        found.append((hit, value))
        done = T.disjunction(done, hit)

    Walk(run, node, scope, emit, lambda: T.negation(done), function is not next).over(names, source)
    if function is all:
        return T.negation(done)
    if function is any:
        return done
    if not rest and done is False:
        run.crash("StopIteration")
    if not rest:
        run.note(Kind.CRASH, "StopIteration", T.negation(done))
    out: Value = rest[0] if rest else ABSENT
    for hit, value in reversed(found):
        out = merge(run, hit, value, out)
    return out
