"""From a solver's assignment back to the kernel's own values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from model.lift import terms as T
from model.lift.values import ListValue, Member, Poison, Record, Sequence, SetValue, Union, Value, leaves, members
from model.lift.walk import values_under


def member(name: str, kind: type[Enum], among: Iterable[Enum] | None = None) -> Value:
    """A symbolic member of an enum, or of its first members up to the last of `among`."""
    last = len(members(kind)) - 1
    if among is not None:
        last = max(members(kind).index(each) for each in among)
    index = T.number(name, 0, last)
    return Member(kind, index) if isinstance(index, T.Node) else members(kind)[index]


def concrete(value: Value, assignment: Mapping[str, int | bool]) -> Any:
    """The Python value that a symbolic value has under an assignment; unmentioned variables take their least value."""
    terms = leaves(value)
    known = dict(zip(terms, values_under(terms, assignment), strict=True))

    def holds(condition: T.Bool) -> bool:
        return bool(known[condition]) if isinstance(condition, T.Node) else condition

    def build(each: Value) -> Any:
        if isinstance(each, T.Node):
            return known[each]
        if isinstance(each, Member):
            return members(each.kind)[known[each.index]]
        if isinstance(each, ListValue):
            return [build(item) for item in each]
        if isinstance(each, tuple):
            return tuple(build(item) for item in each)
        if isinstance(each, Record):
            return each.kind(**{name: build(item) for name, item in each.fields.items()})
        if isinstance(each, Sequence):
            present = (build(item) for condition, item in each.items if holds(condition))
            return list(present) if each.is_list else tuple(present)
        if isinstance(each, SetValue):
            return {build(item) for condition, item in each.items if holds(condition)}
        if isinstance(each, Union):
            return next(build(arm) for condition, arm in each.arms if holds(condition))
        if isinstance(each, Poison):
            raise ValueError(each.why)
        return each

    return build(value)
