"""Operators: comparison, membership, arithmetic, concatenation, sets."""

from __future__ import annotations

import ast

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Run
from model.lift.merging import combine_sets, contains, guarded, integer, is_subset, same
from model.lift.values import ABSENT, ListValue, Poison, Sequence, Value, enum_of, is_set, shape

_SETS = {ast.BitOr: "|", ast.BitAnd: "&", ast.Sub: "-"}


def compare(run: Run, operator: ast.cmpop, a: Value, b: Value) -> T.Bool:
    """One comparison."""
    match operator:
        case ast.Eq():
            return same(run, a, b)
        case ast.NotEq():
            return T.negation(same(run, a, b))
        case ast.Is():
            return _identical(run, a, b)
        case ast.IsNot():
            return T.negation(_identical(run, a, b))
        case ast.In():
            return _inside(run, a, b)
        case ast.NotIn():
            return T.negation(_inside(run, a, b))
    if is_set(a) and is_set(b):
        return _compare_sets(run, operator, a, b)
    if isinstance(a, tuple) and isinstance(b, tuple) and type(a) is type(b):
        return _compare_tuples(run, operator, a, b)
    left, right = integer(run, a), integer(run, b)
    match operator:
        case ast.Lt():
            return A.below(left, right)
        case ast.LtE():
            return A.at_most(left, right)
        case ast.Gt():
            return A.below(right, left)
        case ast.GtE():
            return A.at_most(right, left)
    run.refuse(f"the comparison {type(operator).__name__}", "compare with == != < <= > >= in is")


def _compare_sets(run: Run, operator: ast.cmpop, a: Value, b: Value) -> T.Bool:
    match operator:
        case ast.LtE():
            return is_subset(run, a, b)
        case ast.GtE():
            return is_subset(run, b, a)
        case ast.Lt():
            return T.conjunction(is_subset(run, a, b), T.negation(is_subset(run, b, a)))
        case _:
            return T.conjunction(is_subset(run, b, a), T.negation(is_subset(run, a, b)))


def _compare_tuples(run: Run, operator: ast.cmpop, a: tuple[Value, ...], b: tuple[Value, ...]) -> T.Bool:
    """By the first items that differ; if there are none, by length."""
    if a and b:
        differs = T.negation(same(run, a[0], b[0]))
        rest = _compare_tuples(run, operator, a[1:], b[1:]) if differs is not True else False
        here = run.under(differs, lambda: compare(run, operator, a[0], b[0]))
        return rest if here is ABSENT else T.choose(differs, here, rest)
    match operator:
        case ast.Lt():
            return len(a) < len(b)
        case ast.LtE():
            return len(a) <= len(b)
        case ast.Gt():
            return len(a) > len(b)
    return len(a) >= len(b)


def _identical(run: Run, a: Value, b: Value) -> T.Bool:
    """`is`, where identity and equality are the same thing."""
    for value in (a, b):
        if isinstance(value, Poison):
            run.refuse(value.why)
    alike = enum_of(a) is not None and enum_of(b) is not None
    if not (a is None or b is None or alike or (T.is_bool(a) and T.is_bool(b))):
        run.refuse("`is` between values that are no enum members", "use == for numbers and structures")
    return enum_of(a) is enum_of(b) and same(run, a, b) if alike else same(run, a, b)


def _inside(run: Run, a: Value, b: Value) -> T.Bool:
    if isinstance(b, str) and isinstance(a, str):
        return a in b
    if isinstance(b, range) and b.step == 1 and T.is_int(a):
        return T.conjunction(A.at_most(b.start, a), A.below(a, b.stop)) if len(b) else False
    return contains(run, b, a)


def binary(run: Run, operator: ast.operator, a: Value, b: Value) -> Value:
    """a operator b."""
    if is_set(a) and is_set(b) and type(operator) in _SETS:
        return combine_sets(run, a, b, _SETS[type(operator)])
    if isinstance(operator, ast.Add) and isinstance(a, tuple | Sequence) and isinstance(b, tuple | Sequence):
        return _joined(run, a, b)
    if isinstance(operator, ast.Mult) and type(a) in (tuple, ListValue) and isinstance(b, int):
        return type(a)(tuple(a) * b)
    if T.is_bool(a) and T.is_bool(b) and isinstance(operator, ast.BitAnd | ast.BitOr):
        return T.conjunction(a, b) if isinstance(operator, ast.BitAnd) else T.disjunction(a, b)
    return _calculated(run, operator, integer(run, a), integer(run, b))


def _calculated(run: Run, operator: ast.operator, left: T.Int, right: T.Int) -> T.Int:
    match operator:
        case ast.Add():
            return A.add(left, right)
        case ast.Sub():
            return A.subtract(left, right)
        case ast.Mult():
            return A.multiply(left, right)
        case ast.FloorDiv() | ast.Mod():
            if isinstance(right, T.Node) or right <= 0:
                run.refuse("a division by what is not a positive constant", "divide by a positive constant")
            return A.divide(left, right) if isinstance(operator, ast.FloorDiv) else A.remainder(left, right)
        case ast.Pow() if not isinstance(left, T.Node) and not isinstance(right, T.Node) and right >= 0:
            return int(left**right)
    run.refuse(f"the operator {type(operator).__name__}", "use + - * // % on integers")


def _joined(run: Run, a: Value, b: Value) -> Value:
    lists = [isinstance(x, ListValue) or (isinstance(x, Sequence) and x.is_list) for x in (a, b)]
    if lists[0] != lists[1]:
        run.refuse(f"{shape(a)} + {shape(b)}", "join tuples with tuples, lists with lists")
    if isinstance(a, tuple) and isinstance(b, tuple):
        return ListValue((*a, *b)) if lists[0] else (*a, *b)
    return Sequence((*guarded(run, a), *guarded(run, b)), lists[0])
