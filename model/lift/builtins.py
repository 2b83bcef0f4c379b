"""Python's own functions, on symbolic values."""

from __future__ import annotations

import dataclasses
import itertools
import typing
from collections.abc import Callable
from types import UnionType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Kind, Run
from model.lift.merging import arms_of, count_of, each_arm, guarded, integer, merge, truth
from model.lift.reading import unpacked
from model.lift.values import (
    ABSENT,
    ListValue,
    Poison,
    Record,
    Sequence,
    SetValue,
    Value,
    enum_of,
    field_names,
    fields_of,
    is_record,
    is_set,
    kind_of,
    leaves,
    set_items,
)


def _len(run: Run, value: Value) -> T.Int:
    return count_of(run, value)


def _sum(run: Run, value: Value, start: Value = 0) -> T.Int:
    total = integer(run, start)
    for guard, item in guarded(run, value):
        number = run.under(guard, lambda item=item: integer(run, item))  # type: ignore[misc]
        total = A.add(total, T.choose(guard, 0 if number is ABSENT else number, 0))
    return total


def _abs(run: Run, value: Value) -> T.Int:
    number = integer(run, value)
    return A.larger(number, A.multiply(number, -1))


def _extreme(pick: Callable[[T.Int, T.Int], T.Int]) -> Callable[..., Value]:
    def handler(run: Run, *args: Value, default: Value = ABSENT) -> Value:
        items = guarded(run, args[0]) if len(args) == 1 else tuple((True, arg) for arg in args)
        best: Any = ABSENT
        some: T.Bool = False
        for guard, item in items:
            number = integer(run, item)
            better = number if best is ABSENT else T.choose(some, pick(best, number), number)
            best = better if best is ABSENT else T.choose(guard, better, best)
            some = T.disjunction(some, guard)
        if default is not ABSENT:
            return default if best is ABSENT else merge(run, some, best, default)
        run.note(Kind.CRASH, "ValueError", T.negation(some))
        return Poison(f"{run.place}: the least or greatest of nothing") if best is ABSENT else best

    return handler


def _range(run: Run, *ends: Value) -> Value:
    numbers: list[Any] = [integer(run, end) for end in ends]
    if any(isinstance(number, T.Node) for number in numbers):
        run.refuse("a range whose ends are not known", "loop over all places and test inside")
    return range(*numbers)


def _enumerate(run: Run, value: Value, start: Value = 0) -> Value:
    first = integer(run, start)
    items = guarded(run, value)
    if all(guard is True for guard, _ in items):
        return tuple((A.add(first, k), item) for k, (_, item) in enumerate(items))
    out = []
    place = first
    for guard, item in items:
        out.append((guard, (place, item)))
        place = A.add(place, T.choose(guard, 1, 0))
    return Sequence(tuple(out))


def _zip(run: Run, *values: Value, strict: bool = False) -> Value:
    columns = [unpacked(run, value) for value in values]
    if strict and len({len(column) for column in columns}) > 1:
        run.note(Kind.CRASH, "ValueError", True)
    return tuple(zip(*columns, strict=False))


def _reversed(run: Run, value: Value) -> Value:
    return tuple(reversed(unpacked(run, value)))


def _tuple(run: Run, value: Value = ()) -> Value:
    items = guarded(run, value)
    if all(guard is True for guard, _ in items):
        return tuple(item for _, item in items)
    return Sequence(items)


def _list(run: Run, value: Value = ()) -> Value:
    items = guarded(run, value)
    if all(guard is True for guard, _ in items):
        return ListValue(item for _, item in items)
    return Sequence(items, is_list=True)


def _set(run: Run, value: Value = ()) -> Value:
    return SetValue(set_items(value) if is_set(value) else guarded(run, value))


def _sorted(run: Run, value: Value) -> Value:
    items = guarded(run, value)
    if any(guard is not True for guard, _ in items) or any(leaves(item) for _, item in items):
        run.refuse("sorting by what is not known", "compare the items with each other instead")
    return ListValue(sorted(item for _, item in items))


def _int(run: Run, value: Value = 0) -> T.Int:
    return integer(run, value)


def _bool(run: Run, value: Value = False) -> T.Bool:
    return truth(run, value)


def _isinstance(run: Run, value: Value, kind: Any) -> T.Bool:
    kinds = kind if isinstance(kind, tuple) else typing.get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return T.any_of(guard for guard, arm in arms_of(value) if any(_is_a(run, arm, each) for each in kinds))


def _is_a(run: Run, value: Value, kind: type) -> bool:
    if isinstance(value, Poison):
        run.refuse(value.why)
    if is_record(value):
        return issubclass(kind_of(value), kind)
    member_of = enum_of(value)
    if member_of is not None:
        return issubclass(member_of, kind)
    if T.is_bool(value):
        return kind in (bool, int)
    if T.is_int(value):
        return kind is int
    if isinstance(value, ListValue):
        return kind is list
    if isinstance(value, Sequence):
        return kind is (list if value.is_list else tuple)
    if is_set(value):
        return kind is set
    return isinstance(value, kind)


def _replace(run: Run, value: Value, /, **changes: Value) -> Value:
    return each_arm(run, value, is_record, lambda arm: _replaced(run, arm, changes))


def _replaced(run: Run, value: Value, changes: dict[str, Value]) -> Value:
    kind = kind_of(value)
    unknown = set(changes) - set(field_names(kind))
    if unknown:
        run.refuse(f"{kind.__name__} with the fields {', '.join(sorted(unknown))}")
    if hasattr(kind, "__post_init__"):
        run.refuse(f"`replace` of a {kind.__name__}, which checks itself", "build it anew")
    return Record(kind, {**fields_of(value), **changes})


def _cast(run: Run, kind: Any, value: Value) -> Value:
    return value


def _library(function: Callable[..., Any]) -> Callable[..., Value]:
    """A library function that only rearranges what it is given: run as it is, on sequences of known length."""

    def handler(run: Run, *args: Value, **kwargs: Value) -> Value:
        plain = [arg if isinstance(arg, int) else unpacked(run, arg) for arg in args]
        if any(isinstance(value, T.Node) for value in kwargs.values()):
            run.refuse(f"{function.__name__} with unknown options")
        return tuple(function(*plain, **kwargs))

    return handler


def _divmod(run: Run, a: Value, b: Value) -> Value:
    if isinstance(b, T.Node) or not T.is_int(b) or b <= 0:
        run.refuse("a division by what is not a positive constant", "divide by a positive constant")
    return (A.divide(integer(run, a), b), A.remainder(integer(run, a), b))


#: What stands for each function. `any`, `all` and `next` over a generator stop early: see comprehensions.
FUNCTIONS: dict[Any, Callable[..., Value]] = {
    len: _len,
    sum: _sum,
    abs: _abs,
    min: _extreme(A.smaller),
    max: _extreme(A.larger),
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    tuple: _tuple,
    list: _list,
    set: _set,
    frozenset: _set,
    sorted: _sorted,
    int: _int,
    bool: _bool,
    isinstance: _isinstance,
    divmod: _divmod,
    dataclasses.replace: _replace,
    typing.cast: _cast,
    itertools.combinations: _library(itertools.combinations),
    itertools.product: _library(itertools.product),
    itertools.permutations: _library(itertools.permutations),
}
