"""Merging values from two paths, and what is asked of any value: truth, number, equality, items."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Dead, Run
from model.lift.values import (
    ABSENT,
    Closure,
    Guarded,
    ListValue,
    Poison,
    Record,
    Sequence,
    SetValue,
    Stream,
    Union,
    Value,
    compares_by_fields,
    enum_of,
    field_names,
    fields_of,
    index_of,
    is_int_enum,
    is_record,
    is_set,
    kind_of,
    member_at,
    members,
    number_of,
    set_items,
    set_of,
    shape,
    type_of,
)


def branch(run: Run, condition: T.Bool, then: Callable[[], Value], otherwise: Callable[[], Value]) -> Value:
    """A choice between two computations of a value."""
    if isinstance(condition, bool):
        return then() if condition else otherwise()
    out = merge(run, condition, run.under(condition, then), run.under(T.negation(condition), otherwise))
    if out is ABSENT:
        raise Dead
    return out


def merge(run: Run, condition: T.Bool, a: Value, b: Value) -> Value:
    """a where the condition holds, else b."""
    if isinstance(condition, bool):
        return a if condition else b
    if a is b or b is ABSENT:
        return a
    if a is ABSENT:
        return b
    if isinstance(a, Poison) or isinstance(b, Poison):
        return a if isinstance(a, Poison) else b
    if (T.is_bool(a) and T.is_bool(b)) or (T.is_int(a) and T.is_int(b)):
        return T.choose(condition, a, b)
    kind = enum_of(a)
    if kind is not None and kind is enum_of(b):
        return member_at(kind, T.choose(condition, index_of(a), index_of(b)))
    if isinstance(a, Union) or isinstance(b, Union):
        return _unite(run, condition, a, b)
    return _merge_structures(run, condition, a, b)


def _merge_structures(run: Run, condition: T.Node, a: Value, b: Value) -> Value:
    if type(a) in (tuple, ListValue) and type(a) is type(b) and len(a) == len(b):
        items = [x if x is y else merge(run, condition, x, y) for x, y in zip(a, b, strict=True)]
        return a if all(x is y for x, y in zip(items, a, strict=True)) else type(a)(items)
    if is_record(a) and is_record(b) and kind_of(a) is kind_of(b):
        left, right = fields_of(a), fields_of(b)
        fields = {name: x if x is right[name] else merge(run, condition, x, right[name]) for name, x in left.items()}
        return a if all(fields[name] is x for name, x in left.items()) else Record(kind_of(a), fields)
    if _is_sequence(a) and _is_sequence(b) and _is_list(a) == _is_list(b):
        other = T.negation(condition)
        items = [(T.conjunction(condition, guard), item) for guard, item in guarded(run, a)]
        items += [(T.conjunction(other, guard), item) for guard, item in guarded(run, b)]
        return Sequence(tuple(items), _is_list(a))
    if is_set(a) and is_set(b):
        other = T.negation(condition)
        parts = [(T.conjunction(condition, guard), item) for guard, item in set_items(a)]
        return set_of((*parts, *((T.conjunction(other, guard), item) for guard, item in set_items(b))))
    if _is_plain(a) and _is_plain(b) and type(a) is type(b) and a == b:
        return a
    if isinstance(a, Closure) or isinstance(b, Closure) or callable(a) or callable(b):
        return Poison(f"{run.place}: two different functions")
    return _unite(run, condition, a, b)


def _is_plain(value: Value) -> bool:
    return value is None or isinstance(value, str | range | FunctionType | type)


def _is_sequence(value: Value) -> bool:
    return isinstance(value, Sequence) or type(value) in (tuple, ListValue)


def _is_list(value: Value) -> bool:
    return value.is_list if isinstance(value, Sequence) else isinstance(value, ListValue)


def arms_of(value: Value) -> tuple[Guarded, ...]:
    """The cases of a value; one for all that are no union."""
    return value.arms if isinstance(value, Union) else ((True, value),)


def _unite(run: Run, condition: T.Bool, a: Value, b: Value) -> Value:
    arms: list[Guarded] = []
    for side_condition, side in ((condition, a), (T.negation(condition), b)):
        for guard, value in arms_of(side):
            here = T.conjunction(side_condition, guard)
            for k, (known, old) in enumerate(arms):
                if _is_alike(old, value):
                    arms[k] = (T.disjunction(known, here), merge(run, known, old, value))
                    break
            else:
                arms.append((here, value))
    arms = [(guard, value) for guard, value in arms if guard is not False]
    return arms[0][1] if len(arms) == 1 else Union(tuple(arms))


def _is_alike(a: Value, b: Value) -> bool:
    """Do the two merge to something that is no union?"""
    if is_record(a) or enum_of(a) is not None:
        kinds = (kind_of(each) if is_record(each) else enum_of(each) for each in (a, b))
        return len(set(kinds)) == 1
    if isinstance(a, tuple):
        return type(a) in (tuple, ListValue) and type(a) is type(b) and len(a) == len(b)
    if isinstance(a, Sequence):
        return isinstance(b, Sequence) and a.is_list == b.is_list
    if _is_plain(a):
        return type(a) is type(b) and bool(a == b)
    return (T.is_bool(a) and T.is_bool(b)) or (T.is_int(a) and T.is_int(b)) or (is_set(a) and is_set(b))


def each_arm(run: Run, value: Value, error: Callable[[Value], str], act: Callable[[Value], Value]) -> Value:
    """What the action gives on the cases of a union; `error` says what Python raises on a case, "" if nothing."""
    out: Value = ABSENT
    for guard, arm in arms_of(value):
        name = error(arm)
        if name:
            run.under(guard, partial(run.crash, name))
        else:
            got = run.under(guard, partial(act, arm))
            out = got if out is ABSENT else merge(run, guard, got, out)
    if out is ABSENT:
        raise Dead
    return out


def is_none(value: Value) -> str:
    """What Python raises where None is used as something else."""
    return "TypeError" if value is None else ""


# ---------------------------------------------------------------- items


def guarded(run: Run, value: Value) -> tuple[Guarded, ...]:
    """A sequence or set as items with their conditions; equal items of a set once."""
    if isinstance(value, Sequence):
        return value.items
    if isinstance(value, tuple | range):
        return tuple((True, item) for item in value)
    if isinstance(value, type) and issubclass(value, Enum):
        return tuple((True, item) for item in value)
    if is_set(value):
        return _distinct(run, set_items(value))
    if isinstance(value, Stream):
        if value.spent:
            run.refuse("a second walk through what can be walked through once", "make a tuple of it")
        value.spent = True
        return value.items
    if isinstance(value, dict):
        return tuple((True, key) for key in value)
    if isinstance(value, Poison):
        run.refuse(value.why)
    if isinstance(value, Union):
        return tuple(
            (T.conjunction(guard, inner), item) for guard, arm in value.arms for inner, item in guarded(run, arm)
        )
    if value is None:
        run.crash("TypeError")
    run.refuse(f"a loop over {shape(value)}", "loop over a tuple, a range or an enum")


def ordered(run: Run, value: Value) -> tuple[Guarded, ...]:
    """A sequence as items with their conditions, for use in their order: that of a set is not known."""
    if any(is_set(arm) for _, arm in arms_of(value)):
        run.refuse("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`")
    return guarded(run, value)


def _distinct(run: Run, items: tuple[Guarded, ...]) -> tuple[Guarded, ...]:
    out: list[Guarded] = []
    for guard, item in items:
        again = T.any_of(T.conjunction(other, same(run, item, old)) for other, old in out)
        here = T.conjunction(guard, T.negation(again))
        if here is not False:
            out.append((here, item))
    return tuple(out)


def count_of(run: Run, value: Value) -> T.Int:
    """len(value)."""
    if isinstance(value, tuple | range | str | dict):
        return len(value)
    total: T.Int = 0
    for guard, _ in guarded(run, value):
        total = A.add(total, T.choose(guard, 1, 0))
    return total


# ---------------------------------------------------------------- truth, number, equality


def truth(run: Run, value: Value) -> T.Bool:
    """bool(value)."""
    if T.is_bool(value):
        return value
    if T.is_int(value):
        return T.negation(A.equal(value, 0))
    if value is None:
        return False
    if isinstance(value, Sequence) or is_set(value):
        items = value.items if isinstance(value, Sequence) else set_items(value)
        return T.any_of(guard for guard, _ in items)
    if isinstance(value, tuple | str | range | dict):
        return len(value) > 0
    if isinstance(value, Union):
        return T.any_of(T.conjunction(guard, truth(run, arm)) for guard, arm in value.arms)
    if is_int_enum(value):
        return T.negation(A.equal(integer(run, value), 0))
    if isinstance(value, Poison):
        run.refuse(value.why)
    run.refuse(f"the truth of {shape(value)}", "compare it with something")


def integer(run: Run, value: Value) -> T.Int:
    """The number in an arithmetic operation."""
    if T.is_int(value):
        return value
    if T.is_bool(value):
        return T.choose(value, 1, 0)
    if is_int_enum(value):
        number = number_of(value)
        assert number is not None
        return number
    if value is None:
        run.crash("TypeError")
    if isinstance(value, Poison):
        run.refuse(value.why)
    if isinstance(value, Union):
        return integer(run, each_arm(run, value, is_none, lambda arm: integer(run, arm)))
    run.refuse(f"{shape(value)} where a number is needed", "kernels calculate with integers")


def same(run: Run, a: Value, b: Value) -> T.Bool:
    """a == b."""
    if a is b and not isinstance(a, Poison) and not is_record(a):
        return True
    if isinstance(a, Union) or isinstance(b, Union):
        return T.any_of(
            T.conjunction(T.conjunction(one, other), same(run, x, y))
            for one, x in arms_of(a)
            for other, y in arms_of(b)
            if T.conjunction(one, other) is not False
        )
    kind = enum_of(a)
    if kind is not None and kind is enum_of(b):
        return A.equal(index_of(a), index_of(b))
    if T.is_bool(a) and T.is_bool(b):
        return T.equivalence(a, b)
    if _is_number(a) and _is_number(b):
        return A.equal(integer(run, a), integer(run, b))
    if _is_sequence(a) and _is_sequence(b):
        return _same_sequence(run, a, b)
    if is_set(a) and is_set(b):
        return T.conjunction(is_subset(run, a, b), is_subset(run, b, a))
    if is_record(a) and is_record(b):
        return _same_record(run, a, b)
    return _same_plain(run, a, b)


def _is_number(value: Value) -> bool:
    return T.is_int(value) or T.is_bool(value) or is_int_enum(value)


def _same_record(run: Run, a: Value, b: Value) -> T.Bool:
    kind = kind_of(a)
    for each in (kind, kind_of(b)):
        if not compares_by_fields(each):
            run.refuse(
                f"a comparison of {each.__name__}, which does not compare by all its fields", "compare its fields"
            )
    if a is b or kind is not kind_of(b):
        return a is b
    left, right = fields_of(a), fields_of(b)
    return T.all_of(same(run, left[name], right[name]) for name in field_names(kind))


def _same_plain(run: Run, a: Value, b: Value) -> T.Bool:
    for value in (a, b):
        if isinstance(value, Poison):
            run.refuse(value.why)
    if _is_plain(a) and _is_plain(b):
        return bool(a == b)
    for value in (a, b):
        if is_record(value) and not compares_by_fields(kind_of(value)):
            run.refuse(
                f"a comparison of {shape(value)}, which does not compare by all its fields", "compare its fields"
            )
        if enum_of(value) is not None:
            members(enum_of(value))  # refuses an enum with an equality of its own
    if a is None or b is None:
        return False
    known = (_is_number, _is_sequence, is_set, is_record, lambda v: enum_of(v) is not None, lambda v: _is_plain(v))
    if all(any(test(value) for test in known) for value in (a, b)):
        return False  # of different kinds, and no kind equals another
    run.refuse(f"a comparison of {shape(a)} with {shape(b)}", "compare integers, enums, tuples, sets and dataclasses")


def _same_sequence(run: Run, a: Value, b: Value) -> T.Bool:
    if _is_list(a) != _is_list(b):
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and T.all_of(same(run, x, y) for x, y in zip(a, b, strict=True))
    left, right = guarded(run, a), guarded(run, b)
    known: dict[tuple[int, int], T.Bool] = {}
    for i in range(len(left), -1, -1):
        for j in range(len(right), -1, -1):
            known[i, j] = _rest_is_same(run, left, right, i, j, known)
    return known[0, 0]


def _rest_is_same(
    run: Run,
    left: tuple[Guarded, ...],
    right: tuple[Guarded, ...],
    i: int,
    j: int,
    known: dict[tuple[int, int], T.Bool],
) -> T.Bool:
    """Are the items from i on those from j on? A condition that fails skips its item."""
    if i == len(left):
        return True if j == len(right) else T.conjunction(T.negation(right[j][0]), known[i, j + 1])
    if j == len(right):
        return T.conjunction(T.negation(left[i][0]), known[i + 1, j])
    matched = T.conjunction(same(run, left[i][1], right[j][1]), known[i + 1, j + 1])
    return T.choose(left[i][0], T.choose(right[j][0], matched, known[i, j + 1]), known[i + 1, j])


# ---------------------------------------------------------------- sets


def hashed(run: Run, value: Value) -> Value:
    """The value, as an item of a set or a key; Python cannot hash lists, sets and dictionaries."""
    if type_of(value) in (list, set, dict) or isinstance(value, SetValue | Poison):
        run.refuse(f"{shape(value)} as an item of a set or a key", "use tuples")
    parts = value if isinstance(value, tuple) else fields_of(value).values() if is_record(value) else ()
    for part in (*parts, *(arm for _, arm in arms_of(value) if arm is not value)):
        hashed(run, part)
    return value


def contains(run: Run, container: Value, value: Value) -> T.Bool:
    """value in container."""
    if isinstance(container, type) and enum_of(value) is None:
        run.refuse("a test whether an enum contains what is no member", "compare the values")
    if is_set(container) or isinstance(container, dict):
        hashed(run, value)
    items = set_items(container) if is_set(container) else guarded(run, container)
    return T.any_of(T.conjunction(guard, same(run, value, item)) for guard, item in items if guard is not False)


def is_subset(run: Run, a: Value, b: Value) -> T.Bool:
    """a <= b."""
    return T.all_of(T.implication(guard, contains(run, b, item)) for guard, item in set_items(a))


def combine_sets(run: Run, a: Value, b: Value, operation: str) -> SetValue:
    """a | b, a & b, a - b."""
    if operation == "|":
        return set_of((*set_items(a), *set_items(b)))
    kept: list[Guarded] = []
    for guard, item in set_items(a):
        inside: Any = contains(run, b, item)
        here = T.conjunction(guard, inside if operation == "&" else T.negation(inside))
        if here is not False:
            kept.append((here, item))
    return set_of(kept)
