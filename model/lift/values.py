"""Values of a symbolic execution: scalars are terms, structures are structures of values.

Python's own `int`, `bool`, `str`, `None`, enum members, tuples, ranges and frozen dataclasses stand for themselves.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from types import FunctionType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T

Value = Any
Guarded = tuple[T.Bool, Value]
"""A value that is there only where its condition holds."""


@dataclass(frozen=True, eq=False)
class Member:
    """A symbolic member of an enum: `index` is its position in order of definition."""

    kind: type[Enum]
    index: T.Node


@dataclass(frozen=True, eq=False)
class Record:
    """A dataclass instance with possibly symbolic fields."""

    kind: Any
    fields: dict[str, Value]


class ListValue(tuple[Value, ...]):
    """A list of known length; apart from tuples because the two never compare equal."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class Sequence:
    """A tuple or list whose items are present only under their conditions, in this order."""

    items: tuple[Guarded, ...]
    is_list: bool = False


@dataclass(frozen=True, eq=False)
class SetValue:
    """A set: its items, possibly equal to each other, each present under its condition."""

    items: tuple[Guarded, ...]


@dataclass(frozen=True, eq=False)
class Union:
    """One of several values of different shape; the conditions exclude each other."""

    arms: tuple[Guarded, ...]


@dataclass(frozen=True, eq=False)
class Poison:
    """What there is where values cannot merge, or a name may be unbound; only using it is an error."""

    why: str


@dataclass(frozen=True, eq=False)
class Closure:
    """A nested function or lambda with the names it was made among."""

    node: ast.FunctionDef | ast.Lambda
    names: dict[str, Value]
    file: str
    globals: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Method:
    """A method with its instance."""

    function: FunctionType
    owner: Value


@dataclass(frozen=True, eq=False)
class SequenceMethod:
    """`index` or `count` of a tuple or list."""

    name: str
    items: Value


class Absent:
    """The value of what is never reached."""


ABSENT = Absent()


# ---------------------------------------------------------------- records


def is_record(value: Value) -> bool:
    """Is this a dataclass instance, symbolic or not?"""
    return isinstance(value, Record) or _is_plain_record(type(value))


@cache
def _is_plain_record(kind: Any) -> bool:
    return dataclasses.is_dataclass(kind) and kind.__module__ != __name__


def kind_of(value: Value) -> Any:
    """The dataclass of a record."""
    return value.kind if isinstance(value, Record) else type(value)


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass, in order."""
    return tuple(field.name for field in dataclasses.fields(kind))


def fields_of(value: Value) -> dict[str, Value]:
    """The fields of a record by name."""
    if isinstance(value, Record):
        return value.fields
    return {name: getattr(value, name) for name in field_names(type(value))}


@cache
def compares_by_fields(kind: Any) -> bool:
    """Are two instances of this dataclass equal exactly if all their fields are?"""
    return bool(kind.__dataclass_params__.eq) and all(field.compare for field in dataclasses.fields(kind))


# ---------------------------------------------------------------- enums


@cache
def members(kind: type[Enum]) -> tuple[Enum, ...]:
    """The members of an enum in order of definition."""
    return tuple(kind)


@cache
def positions(kind: type[Enum]) -> dict[Enum, int]:
    """Each member's position."""
    return {member: index for index, member in enumerate(members(kind))}


def enum_of(value: Value) -> Any:
    """The enum that a value belongs to."""
    if isinstance(value, Member):
        return value.kind
    return type(value) if isinstance(value, Enum) else None


def index_of(value: Value) -> T.Int:
    """The position of a member in its enum."""
    return value.index if isinstance(value, Member) else positions(type(value))[value]


def member_at(kind: type[Enum], index: T.Int) -> Value:
    """The member at a position."""
    return Member(kind, index) if isinstance(index, T.Node) else members(kind)[index]


def number_of(value: Value) -> T.Int | None:
    """The integer value of an enum member; None if its enum has other values."""
    kind = enum_of(value)
    assert kind is not None
    numbers = [member.value for member in members(kind)]
    if not all(T.is_int(each) for each in numbers):
        return None
    index = index_of(value)
    if not isinstance(index, T.Node):
        return int(numbers[index])
    out: T.Int = index
    for position, each in enumerate(numbers):
        if each != position:
            out = T.choose(A.equal(index, position), each, out)
    return A.narrowed(out, min(numbers), max(numbers))


def is_int_enum(value: Value) -> bool:
    """Does this member count as an integer?"""
    kind = enum_of(value)
    return kind is not None and issubclass(kind, IntEnum)


# ---------------------------------------------------------------- words for shapes


def shape(value: Value) -> str:
    """What kind of value this is, for messages and for telling the arms of a union apart."""
    if T.is_bool(value):
        return "bool"
    if T.is_int(value):
        return "int"
    if isinstance(value, tuple):
        return f"{'list' if isinstance(value, ListValue) else 'tuple'} of {len(value)}"
    kind = enum_of(value)
    if kind is None:
        kind = kind_of(value) if is_record(value) else type(value)
    return kind.__name__


def set_of(items: Iterable[Guarded]) -> SetValue:
    """A set of these items; those that are the same constant become one."""
    known: dict[Any, int] = {}
    out: list[Guarded] = []
    for guard, item in items:
        key = (type(item), item) if isinstance(item, bool | int | Enum) else None
        if key is not None and key in known:
            place = known[key]
            out[place] = (T.disjunction(out[place][0], guard), item)
            continue
        if key is not None:
            known[key] = len(out)
        out.append((guard, item))
    return SetValue(tuple((guard, item) for guard, item in out if guard is not False))


def set_items(value: Value) -> tuple[Guarded, ...]:
    """The items of a set, symbolic or Python's own; the latter in an order that does not depend on hashes."""
    if isinstance(value, SetValue):
        return value.items
    return tuple((True, item) for item in sorted(value, key=repr))


def is_set(value: Value) -> bool:
    """Is this a set, symbolic or Python's own?"""
    return isinstance(value, SetValue | set | frozenset)


def leaves(value: Value) -> list[T.Node]:
    """The terms inside a value, in a fixed order."""
    if isinstance(value, T.Node):
        return [value]
    if isinstance(value, Member):
        return [value.index]
    if isinstance(value, tuple):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, Record):
        return [leaf for item in value.fields.values() for leaf in leaves(item)]
    if isinstance(value, Sequence | SetValue):
        return [leaf for condition, item in value.items for leaf in (*leaves(condition), *leaves(item))]
    if isinstance(value, Union):
        return [leaf for condition, item in value.arms for leaf in (*leaves(condition), *leaves(item))]
    return []
