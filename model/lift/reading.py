"""Reading structures: attributes, items, slices."""

from __future__ import annotations

import inspect
from collections.abc import Sequence as PlainSequence
from enum import Enum
from types import FunctionType, ModuleType

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Kind, Run
from model.lift.merging import each_arm, guarded, integer, merge, same
from model.lift.values import (
    ABSENT,
    Guarded,
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
)

#: Methods of Python's own sequences and sets that calls handle.
SEQUENCE_METHODS = frozenset({"index", "count"})


def attribute(run: Run, value: Value, name: str) -> Value:
    """value.name"""
    if isinstance(value, Poison):
        run.refuse(value.why)
    if isinstance(value, Union):
        return each_arm(run, value, lambda arm: _has(arm, name), lambda arm: attribute(run, arm, name))
    if is_record(value):
        fields = fields_of(value)
        return fields[name] if name in fields else _member_of_class(run, value, kind_of(value), name)
    kind = enum_of(value)
    if kind is not None:
        return _attribute_of_member(run, value, kind, name)
    if isinstance(value, type) and issubclass(value, Enum) and name in value.__members__:
        return value[name]
    if isinstance(value, type | ModuleType):
        return getattr(value, name)
    if isinstance(value, tuple | Sequence) and name in SEQUENCE_METHODS:
        return SequenceMethod(name, value)
    run.refuse(f"the attribute {name} of {shape(value)}")


def _has(value: Value, name: str) -> bool:
    if is_record(value):
        return name in fields_of(value) or hasattr(kind_of(value), name)
    return enum_of(value) is not None or (isinstance(value, tuple) and name in SEQUENCE_METHODS)


def _member_of_class(run: Run, value: Value, kind: type, name: str) -> Value:
    member = inspect.getattr_static(kind, name, None)
    if isinstance(member, property):
        from model.lift.calls import call

        return call(run, member.fget, (value,), {})
    if isinstance(member, staticmethod):
        return member.__func__
    if isinstance(member, FunctionType):
        return Method(member, value)
    run.refuse(f"the attribute {name} of {kind.__name__}")


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
        return each_arm(run, value, lambda arm: isinstance(arm, tuple | dict), lambda arm: item(run, arm, index))
    if isinstance(value, Sequence):
        return _item_of_guarded(run, value, integer(run, index))
    if not isinstance(value, tuple | range):
        run.refuse(f"an index into {shape(value)}")
    return _item_of_tuple(run, value, integer(run, index))


def _looked_up(run: Run, table: dict[Value, Value], key: Value) -> Value:
    hits = [(same(run, key, known), found) for known, found in table.items()]
    run.note(Kind.CRASH, "KeyError", T.negation(T.any_of(hit for hit, _ in hits)))
    return selected(run, [(hit, found) for hit, found in hits if hit is not False])


def _item_of_tuple(run: Run, items: PlainSequence[Value], index: T.Int) -> Value:
    length = len(items)
    low, high = T.bounds(index)
    if low < 0:
        run.note(Kind.NEGATIVE, "a negative index", A.below(index, 0))
    if low < -length or high >= length:
        inside = T.conjunction(A.at_most(-length, index), A.below(index, length))
        run.note(Kind.CRASH, "IndexError", T.negation(inside))
    if not isinstance(index, T.Node):
        return items[index] if -length <= index < length else Poison(f"{run.place}: no such item")
    places = range(max(-length, low), min(length, high + 1))
    return selected(run, [(A.equal(index, k), items[k]) for k in places])


def _item_of_guarded(run: Run, value: Sequence, index: T.Int) -> Value:
    """The index-th of the items that are present."""
    if T.bounds(index)[0] < 0:
        run.refuse("a possibly negative index into a filtered sequence", "count from the start")
    before: T.Int = 0
    hits: list[Guarded] = []
    for guard, each in value.items:
        hits.append((T.conjunction(guard, A.equal(before, index)), each))
        before = A.add(before, T.choose(guard, 1, 0))
    run.note(Kind.CRASH, "IndexError", T.negation(T.any_of(hit for hit, _ in hits)))
    return selected(run, [(hit, each) for hit, each in hits if hit is not False])


def selected(run: Run, hits: list[Guarded]) -> Value:
    """The value whose condition holds; the last one if none does, which an event has told."""
    out: Value = ABSENT
    for guard, value in reversed(hits):
        out = merge(run, guard, value, out)
    return Poison(f"{run.place}: no such item") if out is ABSENT else out


def sliced(run: Run, value: Value, lower: Value, upper: Value) -> Value:
    """value[lower:upper] of a sequence of known length with known ends."""
    if not isinstance(value, tuple | range) or isinstance(lower, T.Node) or isinstance(upper, T.Node):
        run.refuse("a slice", "slices need a sequence of known length and constant ends")
    return value[lower:upper]


def unpacked(run: Run, value: Value) -> tuple[Value, ...]:
    """The items of a sequence of known length."""
    if isinstance(value, Union):
        value = each_arm(run, value, lambda arm: isinstance(arm, tuple | range), lambda arm: arm)
    if isinstance(value, tuple | range):
        return tuple(value)
    if isinstance(value, Poison):
        run.refuse(value.why)
    items = guarded(run, value)
    if is_set(value) or any(guard is not True for guard, _ in items):
        run.refuse("unpacking a sequence whose length is not known")
    return tuple(each for _, each in items)
