"""Reading structures: attributes, items, slices."""

from __future__ import annotations

import inspect
from collections.abc import Sequence as PlainSequence
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Kind, Run
from model.lift.merging import each_arm, guarded, hashed, integer, is_none, merge, same
from model.lift.values import (
    ABSENT,
    Guarded,
    ListValue,
    Member,
    Method,
    Poison,
    Sequence,
    SequenceMethod,
    Union,
    Value,
    enum_of,
    fields_of,
    is_record,
    is_set,
    kind_of,
    number_of,
    shape,
    type_of,
)

#: Methods of Python's own sequences and sets that calls handle.
SEQUENCE_METHODS = frozenset({"index", "count"})


def attribute(run: Run, value: Value, name: str) -> Value:
    """value.name"""
    if isinstance(value, Poison):
        run.refuse(value.why)
    if isinstance(value, Union):
        return each_arm(run, value, lambda arm: _lack(arm, name), lambda arm: attribute(run, arm, name))
    if is_record(value):
        fields = fields_of(value)
        return fields[name] if name in fields else _member_of_class(run, value, kind_of(value), name)
    kind = enum_of(value)
    if kind is not None:
        return _attribute_of_member(run, value, kind, name)
    if isinstance(value, type) and issubclass(value, Enum) and name in value.__members__:
        return value[name]
    if isinstance(value, type | ModuleType) and hasattr(value, name):
        return getattr(value, name)
    if type_of(value) in (tuple, list) and name in SEQUENCE_METHODS:
        return SequenceMethod(name, value)
    if value is None and _lack(value, name):
        run.crash(_lack(value, name))
    run.refuse(f"the attribute {name} of {shape(value)}", "kernels read fields, properties and members")


def _lack(value: Value, name: str) -> str:
    """What Python raises where the value has no such attribute; "" if it may have it."""
    kind = type_of(value)
    may_have = kind is None or hasattr(kind, name) or hasattr(kind, "__getattr__") or hasattr(value, name)
    return "" if may_have or (is_record(value) and name in fields_of(value)) else "AttributeError"


def _member_of_class(run: Run, value: Value, kind: type, name: str) -> Value:
    member = inspect.getattr_static(kind, name, None)
    if isinstance(member, property):
        from model.lift.calls import call

        return call(run, member.fget, (value,), {})
    if isinstance(member, staticmethod):
        return member.__func__
    if isinstance(member, FunctionType):
        return Method(member, value)
    run.refuse(f"the attribute {name} of {kind.__name__}", "kernels read fields, properties and members")


def _attribute_of_member(run: Run, value: Value, kind: type[Enum], name: str) -> Value:
    if name == "value":
        if not isinstance(value, Member):
            return value.value
        number = number_of(value)
        if number is None:
            run.refuse(f"the value of a symbolic {kind.__name__}", "compare members with `is`, or give them int values")
        return number
    if name == "name":
        if isinstance(value, Member):
            run.refuse(f"the name of a symbolic {kind.__name__}", "compare members with `is`")
        return value.name
    return _member_of_class(run, value, kind, name)


def item(run: Run, value: Value, index: Value) -> Value:
    """value[index]"""
    if isinstance(value, Poison):
        run.refuse(value.why)
    if isinstance(value, dict):
        return _looked_up(run, value, index)
    if isinstance(value, Union):
        return each_arm(run, value, is_none, lambda arm: item(run, arm, index))
    if isinstance(value, Sequence):
        return _item_of_guarded(run, value, integer(run, index))
    if value is None:
        run.crash("TypeError")
    if not isinstance(value, tuple | range):
        run.refuse(f"an index into {shape(value)}", "make a tuple of it")
    return _item_of_tuple(run, value, integer(run, index))


def _looked_up(run: Run, table: dict[Value, Value], key: Value) -> Value:
    hashed(run, key)
    hits = [(same(run, key, known), found) for known, found in table.items()]
    return selected(run, hits, "KeyError")


def _item_of_tuple(run: Run, items: PlainSequence[Value], index: T.Int) -> Value:
    length = len(items)
    low, high = T.bounds(index)
    if low < 0:
        run.note(Kind.NEGATIVE, "a negative index", A.below(index, 0))
    places = range(max(-length, low), min(length, high + 1))
    if not isinstance(index, T.Node):
        return items[index] if places else run.crash("IndexError")
    if places and (low < -length or high >= length):
        inside = T.conjunction(A.at_most(-length, index), A.below(index, length))
        run.note(Kind.CRASH, "IndexError", T.negation(inside))
    return _one_of(run, [(A.equal(index, k), items[k]) for k in places], "IndexError")


def _item_of_guarded(run: Run, value: Sequence, index: T.Int) -> Value:
    """The index-th of the items that are present."""
    if T.bounds(index)[0] < 0:
        run.refuse("a possibly negative index into a filtered sequence", "count from the start")
    before: T.Int = 0
    hits: list[Guarded] = []
    for guard, each in value.items:
        hits.append((T.conjunction(guard, A.equal(before, index)), each))
        before = A.add(before, T.choose(guard, 1, 0))
    return selected(run, hits, "IndexError")


def selected(run: Run, hits: list[Guarded], error: str) -> Value:
    """The value whose condition holds; Python raises this error where none does."""
    possible: list[Guarded] = [(hit, value) for hit, value in hits if hit is not False]
    if possible:
        run.note(Kind.CRASH, error, T.negation(T.any_of(hit for hit, _ in possible)))
    return _one_of(run, possible, error)


def _one_of(run: Run, hits: list[Guarded], error: str) -> Value:
    """The value whose condition holds; the last one if none does, which an event has told."""
    if not hits:
        run.crash(error)
    out: Value = ABSENT
    for guard, value in reversed(hits):
        out = merge(run, guard, value, out)
    return out


def sliced(run: Run, value: Value, lower: Value, upper: Value) -> Value:
    """value[lower:upper] of a sequence of known length with known ends."""
    ends: Any = [end if end is None else integer(run, end) for end in (lower, upper)]
    if not isinstance(value, tuple | range) or any(isinstance(end, T.Node) for end in ends):
        run.refuse("a slice", "slices need a sequence of known length and constant ends")
    return ListValue(value[slice(*ends)]) if isinstance(value, ListValue) else value[slice(*ends)]


def unpacked(run: Run, value: Value) -> tuple[Value, ...]:
    """The items of a sequence of known length."""
    if isinstance(value, Union):
        value = each_arm(run, value, is_none, lambda arm: arm)
    if isinstance(value, tuple | range):
        return tuple(value)
    if isinstance(value, Poison):
        run.refuse(value.why)
    items = guarded(run, value)
    if is_set(value) or any(guard is not True for guard, _ in items):
        run.refuse("unpacking a sequence whose length is not known", "loop over it")
    return tuple(each for _, each in items)
