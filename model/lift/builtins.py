"""Python's own functions, on symbolic values."""

from __future__ import annotations

import dataclasses
import itertools
import typing
from collections.abc import Callable, Iterable
from functools import partial
from types import UnionType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Kind, Run
from model.lift.errors import TooLarge
from model.lift.merging import arms_of, count_of, each_arm, guarded, hashed, integer, is_none, merge, ordered, truth
from model.lift.reading import unpacked
from model.lift.values import (
    ABSENT,
    Guarded,
    ListValue,
    Poison,
    Record,
    Sequence,
    SetValue,
    Stream,
    Value,
    builds_from_fields,
    field_names,
    fields_of,
    is_record,
    is_set,
    kind_of,
    leaves,
    set_items,
    shape,
    type_of,
)

#: Combinations, products and permutations longer than this are not laid out.
MOST_ARRANGEMENTS = 100_000


def _len(run: Run, value: Value) -> T.Int:
    if isinstance(value, Stream):
        run.refuse("the length of what can be walked through once", "make a tuple of it")
    return count_of(run, value)


def _sum(run: Run, value: Value, start: Value = 0) -> T.Int:
    if not T.is_int(start):
        run.refuse(f"a sum that starts from {shape(start)}", "add up integers")
    total = start
    for guard, item in guarded(run, value):
        number = run.under(guard, partial(integer, run, item))
        total = A.add(total, T.choose(guard, 0 if number is ABSENT else number, 0))
    return total


def _abs(run: Run, value: Value) -> T.Int:
    number = integer(run, value)
    return A.larger(number, A.multiply(number, -1))


def _extreme(pick: Callable[[T.Int, T.Int], T.Int]) -> Callable[..., Value]:
    def handler(run: Run, first: Value, *others: Value, default: Value = ABSENT) -> Value:
        if others and default is not ABSENT:
            run.refuse("a default beside several arguments", "give it one sequence")
        items = tuple((True, each) for each in (first, *others)) if others else guarded(run, first)
        some, best = _best(run, items, pick)
        if default is not ABSENT:
            return default if best is ABSENT else merge(run, some, best, default)
        if best is ABSENT:
            run.crash("ValueError")
        run.note(Kind.CRASH, "ValueError", T.negation(some))
        return best

    return handler


def _best(run: Run, items: Iterable[Guarded], pick: Callable[[T.Int, T.Int], T.Int]) -> tuple[T.Bool, Any]:
    """Whether there is an item, and the one that is picked among integers or among truths."""
    best: Any = ABSENT
    some: T.Bool = False
    are_truths = False
    for guard, item in items:
        if best is ABSENT:
            are_truths = T.is_bool(item)
        if not (T.is_bool(item) if are_truths else T.is_int(item)):
            run.refuse(f"the least or greatest of values like {shape(item)}", "compare integers with integers")
        number = integer(run, item)
        better = number if best is ABSENT else T.choose(some, pick(best, number), number)
        best = better if best is ABSENT else T.choose(guard, better, best)
        some = T.disjunction(some, guard)
    return some, A.equal(best, 1) if are_truths else best


def _range(run: Run, *ends: Value) -> Value:
    numbers: list[Any] = [integer(run, end) for end in ends]
    if any(isinstance(number, T.Node) for number in numbers):
        run.refuse("a range whose ends are not known", "loop over all places and test inside")
    if not 1 <= len(numbers) <= 3 or numbers[2:] == [0]:
        run.refuse(f"a range of {numbers}", "give it one to three numbers and a step that is not zero")
    return range(*numbers)


def _enumerate(run: Run, value: Value, start: Value = 0) -> Value:
    first = integer(run, start)
    out: list[Guarded] = []
    place = first
    for guard, item in ordered(run, value):
        out.append((guard, (place, item)))
        place = A.add(place, T.choose(guard, 1, 0))
    return Stream(tuple(out))


def _zip(run: Run, *values: Value, strict: Value = False) -> Value:
    columns = [unpacked(run, value) for value in values]
    if strict is not False and len({len(column) for column in columns}) > 1:
        run.refuse("a strict zip of different lengths", "zip what is equally long")
    return _stream(zip(*columns, strict=False))


def _reversed(run: Run, value: Value) -> Value:
    if isinstance(value, Stream):
        run.refuse("`reversed` of what can be walked through once", "make a tuple of it")
    return _stream(reversed(unpacked(run, value)))


def _stream(items: Iterable[Value]) -> Stream:
    return Stream(tuple((True, item) for item in items))


def _tuple(run: Run, value: Value = ()) -> Value:
    items = ordered(run, value)
    if all(guard is True for guard, _ in items):
        return tuple(item for _, item in items)
    return Sequence(items)


def _list(run: Run, value: Value = ()) -> Value:
    items = ordered(run, value)
    if all(guard is True for guard, _ in items):
        return ListValue(item for _, item in items)
    return Sequence(items, is_list=True)


def _set(run: Run, value: Value = ()) -> Value:
    items = set_items(value) if is_set(value) else guarded(run, value)
    return SetValue(tuple((guard, hashed(run, item)) for guard, item in items))


def _sorted(run: Run, value: Value) -> Value:
    items = guarded(run, value)
    if any(guard is not True for guard, _ in items) or any(leaves(item) for _, item in items):
        run.refuse("sorting by what is not known", "compare the items with each other instead")
    try:
        return ListValue(sorted(item for _, item in items))
    except TypeError:
        run.refuse("sorting what has no order of its own", "sort integers, or tuples of them")


def _int(run: Run, value: Value = 0) -> T.Int:
    return integer(run, value)


def _bool(run: Run, value: Value = False) -> T.Bool:
    return truth(run, value)


def _isinstance(run: Run, value: Value, kind: Any) -> T.Bool:
    kinds = kind if isinstance(kind, tuple) else typing.get_args(kind) if isinstance(kind, UnionType) else (kind,)
    if not all(isinstance(each, type) for each in kinds):
        run.refuse("`isinstance` with what is no class", "name a class, or a tuple of classes")
    return T.any_of(guard for guard, arm in arms_of(value) if any(_is_a(run, arm, each) for each in kinds))


def _is_a(run: Run, value: Value, kind: type) -> bool:
    if isinstance(value, Poison):
        run.refuse(value.why)
    known = type_of(value)
    if known is None:
        run.refuse(f"`isinstance` of {shape(value)}", "its class is not known; ask for something else")
    return issubclass(known, kind)


def _replace(run: Run, value: Value, /, **changes: Value) -> Value:
    return each_arm(run, value, is_none, lambda arm: _replaced(run, arm, changes))


def _replaced(run: Run, value: Value, changes: dict[str, Value]) -> Value:
    if not is_record(value):
        run.refuse(f"`replace` of {shape(value)}", "replace fields of a frozen dataclass")
    kind = kind_of(value)
    unknown = set(changes) - set(field_names(kind))
    if unknown:
        run.refuse(f"{kind.__name__} with the fields {', '.join(sorted(unknown))}", "replace fields that it has")
    check_kind(run, kind)
    if hasattr(kind, "__post_init__"):
        run.refuse(f"`replace` of a {kind.__name__}, which checks itself", "build it anew")
    return Record(kind, {**fields_of(value), **changes})


def _cast(run: Run, kind: Any, value: Value) -> Value:
    return value


def _library(function: Callable[..., Any]) -> Callable[..., Value]:
    """A library function that only rearranges what it is given: run as it is, on sequences of known length."""

    def handler(run: Run, *args: Value, **kwargs: Value) -> Value:
        plain = [arg if type(arg) is int else unpacked(run, arg) for arg in args]
        if any(type(value) is not int for value in kwargs.values()):
            run.refuse(f"{function.__name__} with unknown options", "its options must be constant integers")
        try:
            found = list(itertools.islice(function(*plain, **kwargs), MOST_ARRANGEMENTS + 1))
        except (TypeError, ValueError) as error:
            run.refuse(f"{function.__name__} of these arguments", str(error))
        if len(found) > MOST_ARRANGEMENTS:
            raise TooLarge(f"{run.place}: {function.__name__} gives more than {MOST_ARRANGEMENTS} arrangements")
        return _stream(found)

    return handler


def check_kind(run: Run, kind: Any) -> None:
    """Refuse a dataclass that is not frozen or not made from its fields alone."""
    if not kind.__dataclass_params__.frozen:
        run.refuse(f"{kind.__name__}, which is not frozen", "kernels build frozen dataclasses")
    if not builds_from_fields(kind):
        run.refuse(f"{kind.__name__}, which is not made from its fields alone", "kernels build plain dataclasses")


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
