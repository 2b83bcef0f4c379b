"""Values of a symbolic execution: scalars are terms, structures are structures of values.

Python's own `int`, `bool`, `str`, `None`, enum members, tuples, ranges and frozen dataclasses stand for themselves.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, EnumMeta, IntEnum
from functools import cache
from types import FunctionType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.errors import NotLiftable, Place

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
    """A nested function or lambda with the names it was made among and the values of its defaults."""

    node: ast.FunctionDef | ast.Lambda
    names: dict[str, Value]
    defaults: dict[str, Value]
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


class Stream:
    """What `zip`, `enumerate` or `reversed` give: items that can be walked through once."""

    def __init__(self, items: tuple[Guarded, ...]) -> None:
        self.items = items
        self.spent = False


class Absent:
    """The value of what is never reached."""


ABSENT = Absent()


# ---------------------------------------------------------------- records


def is_record(value: Value) -> bool:
    """Is this a dataclass instance, symbolic or not?"""
    kind: Any = type(value)
    return kind is Record or _is_plain_record(kind)


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
    return {name: getattr(value, name) for name in field_names(kind_of(value))}


@cache
def compares_by_fields(kind: Any) -> bool:
    """Are two instances of this dataclass equal exactly if all their fields are?"""
    return _is_generated(kind, "__eq__") and all(field.compare for field in dataclasses.fields(kind))


@cache
def builds_from_fields(kind: Any) -> bool:
    """Are the instances of this dataclass made from its fields, by position or name, and from nothing else?"""
    if not _is_generated(kind, "__init__"):
        return False
    code = kind.__init__.__code__
    takes = code.co_varnames[1 : code.co_argcount]
    plain = kind.__new__ is object.__new__ and kind.__getattribute__ is object.__getattribute__
    return plain and takes == field_names(kind) and code.co_kwonlyargcount == 0


def _is_generated(kind: Any, name: str) -> bool:
    """Has the dataclass decorator written this method for the class itself?"""
    code = getattr(vars(kind).get(name), "__code__", None)
    return code is not None and code.co_filename == "<string>"


# ---------------------------------------------------------------- enums


@cache
def members(kind: type[Enum]) -> tuple[Enum, ...]:
    """The members of an enum in order of definition.

    Errors: NotLiftable for an enum that has changed what equality, `value`, `name` or the call of an enum mean.
    """
    base = IntEnum if issubclass(kind, IntEnum) else Enum
    names = _FIXED | _ARITHMETIC if base is IntEnum else _FIXED
    known, own = ({name: inspect.getattr_static(each, name, None) for name in names} for each in (base, kind))
    changed = sorted(name for name in names if own[name] is not known[name])
    if changed or type(kind) is not EnumMeta:
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) or kind.__module__
        raise NotLiftable(
            Place(file, 0),
            f"the enum {kind.__name__} with a {' '.join(changed) or 'class'} of its own",
            "use a plain enum",
        )
    return tuple(kind)


#: What the engine takes for granted of every enum, and of those that count as integers.
_FIXED = frozenset({"__eq__", "__ne__", "_missing_", "value", "name", "__getattribute__", "__getattr__"})
_ARITHMETIC = frozenset(name for name in vars(int) if name.startswith("__")) - {
    *("__new__", "__doc__", "__hash__", "__repr__", "__str__", "__format__")
}


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
    return value.index if isinstance(value, Member) else positions(enum_of(value))[value]


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


def type_of(value: Value) -> Any:
    """The Python class that the value is an instance of; None if it is not known, or one of several."""
    if T.is_bool(value):
        return bool
    if T.is_int(value):
        return int
    if isinstance(value, ListValue):
        return list
    if isinstance(value, Sequence):
        return list if value.is_list else tuple
    if isinstance(value, Member | Record):
        return value.kind
    return None if isinstance(value, _OURS) else type(value)


#: What stands for values whose class is not recorded.
_OURS = (SetValue, Union, Poison, Closure, Method, SequenceMethod, Stream, Absent)


def shape(value: Value) -> str:
    """What kind of value this is, for messages and for telling the arms of a union apart."""
    if T.is_bool(value):
        return "bool"
    if T.is_int(value):
        return "int"
    if isinstance(value, tuple):
        return f"{'list' if isinstance(value, ListValue) else 'tuple'} of {len(value)}"
    if type(value) in _NAMES:
        return _NAMES[type(value)]
    kind = enum_of(value)
    if kind is None:
        kind = kind_of(value) if is_record(value) else type(value)
    return str(kind.__name__)


_NAMES: dict[type, str] = {
    Sequence: "filtered sequence",
    SetValue: "set",
    Stream: "iterator",
    Union: "value of several shapes",
    Closure: "function",
}


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
    if isinstance(value, Record | dict):
        fields = value.fields if isinstance(value, Record) else value
        return [leaf for item in fields.values() for leaf in leaves(item)]
    if isinstance(value, Sequence | SetValue):
        return [leaf for condition, item in value.items for leaf in (*leaves(condition), *leaves(item))]
    if isinstance(value, Union):
        return [leaf for condition, item in value.arms for leaf in (*leaves(condition), *leaves(item))]
    return []
