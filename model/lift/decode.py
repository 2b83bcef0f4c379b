"""From a solver's assignment back to the kernel's own values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from model.lift import terms as T
from model.lift.values import (
    Guarded,
    ListValue,
    Member,
    Poison,
    Record,
    Sequence,
    SetValue,
    Union,
    Value,
    leaves,
    members,
    shape,
    type_of,
)
from model.lift.walk import reachable, values_under


def member(name: str, kind: type[Enum], among: Iterable[Enum] | None = None) -> Value:
    """A symbolic member of an enum, or of its first members up to the last of `among`."""
    last = len(members(kind)) - 1
    if among is not None:
        last = max(members(kind).index(each) for each in among)
    index = T.number(name, 0, last)
    return Member(kind, index) if isinstance(index, T.Node) else members(kind)[index]


def concrete(value: Value, assignment: Mapping[str, int | bool]) -> Any:
    """The Python value that a symbolic value has under an assignment; unmentioned variables take their least value."""
    return Decoder(value).under(assignment)


class Decoder:
    """A symbolic value, prepared to be decoded under many assignments."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.terms = leaves(value)
        self.nodes = reachable(self.terms)

    def under(self, assignment: Mapping[str, int | bool]) -> Any:
        """The Python value. Errors: ValueError where the value is one that cannot be, or is no value of the kernel."""
        known = dict(zip(self.terms, values_under(self.terms, assignment, self.nodes), strict=True))
        return self._built(self.value, known)

    def _built(self, value: Value, known: Mapping[T.Node, Any]) -> Any:
        def build(each: Value) -> Any:
            return self._built(each, known)

        def present(items: Iterable[Guarded]) -> list[Any]:
            return [build(item) for guard, item in items if (known[guard] if isinstance(guard, T.Node) else guard)]

        if isinstance(value, T.Node):
            return known[value]
        if isinstance(value, Member):
            return members(value.kind)[known[value.index]]
        if isinstance(value, tuple):
            return [build(item) for item in value] if isinstance(value, ListValue) else tuple(map(build, value))
        if isinstance(value, Record):
            return value.kind(**{name: build(item) for name, item in value.fields.items()})
        if isinstance(value, dict):
            return {key: build(item) for key, item in value.items()}
        if isinstance(value, Sequence):
            return present(value.items) if value.is_list else tuple(present(value.items))
        if isinstance(value, SetValue):
            return set(present(value.items))
        if isinstance(value, Union):
            return one(present(value.arms), "a value of no shape")
        if type_of(value) is None:
            raise ValueError(value.why if isinstance(value, Poison) else f"{shape(value)} is no value of the kernel")
        return value


def one(found: list[Any], otherwise: str) -> Any:
    """The only item of a list. Errors: ValueError."""
    if len(found) != 1:
        raise ValueError(otherwise)
    return found[0]
