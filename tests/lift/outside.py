"""Small functions that mean something which the engine does not follow: they must be refused, never approximated.

Each takes a, b, c from -2 to 4 and a truth p.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from kernel.contracts import require
from tests.lift.corner_kinds import (
    Alike,
    Bad,
    Color,
    Equal,
    Lenient,
    Loose,
    Marks,
    Own,
    Pair,
    Point,
    Text,
    Vague,
    Word,
    Worse,
    plus_one,
)

# What a linter would mend here is what is tested.
# ruff: noqa


def while_unknown(a, b, c, p):
    while a > 0:
        a -= 1
    return a


def leaves_while(a, b, c, p):
    k = 0
    while k < 3:
        k += 1
        if k == a:
            break
    return k


def tries(a, b, c, p):
    try:
        return a
    except ValueError:
        return b


def uses_with(a, b, c, p):
    with open("x") as x:
        return x


def formats(a, b, c, p):
    return f"{a}"


def half(a, b, c, p):
    return 0.5


def true_division(a, b, c, p):
    return a / 2


def negative_divisor(a, b, c, p):
    return a // -2


def unknown_divisor(a, b, c, p):
    return a % b


def no_divisor(a, b, c, p):
    return a // 0


def may_be_unset(a, b, c, p):
    if p:
        z = a
    return z


X = 5


def local_not_global(a, b, c, p):
    if p:
        return X
    X = a
    return X


def local_not_builtin(a, b, c, p):
    if p:
        return max(a, b)
    max = 3
    return max


def changes_a_list(a, b, c, p):
    out = []
    out.append(a)
    return out


def adds_to_a_list(a, b, c, p):
    one = [a]
    two = one
    two += [b]
    return one


def adds_to_a_set(a, b, c, p):
    one = {a}
    two = one
    two |= {b}
    return one


def changes_an_item(a, b, c, p):
    t = [a, b]
    t[0] = c
    return t


def changes_a_field(a, b, c, p):
    q = Pair(a)
    q.x = b
    return q


def deletes(a, b, c, p):
    x = a
    del x
    return b


def unknown_range(a, b, c, p):
    return sum(i for i in (1, 2)) + len([i for i in range(a)])


def range_of_step_zero(a, b, c, p):
    return len(range(1, 2, 0))


def is_between_numbers(a, b, c, p):
    return a is b


def sorts_unknown(a, b, c, p):
    return sorted((a, b, c))


def sorts_records(a, b, c, p):
    return sorted((Pair(1), Pair(0)))


def sorts_by_key(a, b, c, p):
    return sorted((1, 2), key=lambda x: -x)


def unknown_function(a, b, c, p):
    return hash(a)


def reads_what_is_reassigned(a, b, c, p):
    f = lambda: a
    a = b
    return f()


def reads_what_comes_later(a, b, c, p):
    f = lambda: X
    X = b
    return f()


def reads_a_loop_name(a, b, c, p):
    f = lambda: 0
    for x in (a, b, c):
        if x == a:
            g = lambda: x
    return g()


def reads_a_name_set_in_a_loop(a, b, c, p):
    out = 0
    for x in (a, b, c):
        y = x + 1
        if x == b:
            g = lambda: y
            out += 1
    return g() + out


def reads_a_matched_name(a, b, c, p):
    match a:
        case x:
            f = lambda: x
    match b:
        case x:
            return f()


def lambda_in_a_comprehension(a, b, c, p):
    return [lambda: x for x in (a, b)][0]()


def endless(a, b, c, p):
    return 0 if a == 3 else endless(a + 1, b, c, p)


def endless_and_known(a, b, c, p):
    return endless_and_known(a, b, c, p)


def unknown_keys(a, b, c, p):
    return {a: 1}[a]


def unknown_member_as_key(a, b, c, p):
    k = Color.RED if p else Color.BLUE
    return {k: 1, Color.RED: 2}[Color.RED]


def list_as_key(a, b, c, p):
    return {(1, [2]): 3}[(1, [2])]


def looks_up_a_list(a, b, c, p):
    return {1: 2}[[a]]


def set_of_lists(a, b, c, p):
    return len({(1, [a])})


def list_in_a_set(a, b, c, p):
    return [a] in {1, 2}


def order_of_a_set(a, b, c, p):
    return tuple({3, 1, 2, a})


def loop_over_a_set(a, b, c, p):
    out = 0
    for x in {3, 1, 2, a}:
        out = out * 10 + x
    return out


def list_over_a_set(a, b, c, p):
    return [x for x in frozenset((a, b))]


def next_of_a_set(a, b, c, p):
    return next(x for x in {a, b})


def numbered_set(a, b, c, p):
    return sum(i * x for i, x in enumerate({a, b}))


def set_whose_items_fail(a, b, c, p):
    return any((1, 2)[x] > 1 for x in {a, b})


def kind_of_set(a, b, c, p):
    return isinstance(frozenset((a,)), set)


def generator_twice(a, b, c, p):
    g = (x for x in (a, b))
    return sum(g) + sum(g)


def generator_for_a_loop(a, b, c, p):
    for x in ((1, 2)[y] for y in (a, b)):
        if x == 1:
            raise Bad
    return 0


def generator_as_argument(a, b, c, p):
    f = lambda g: sum(g) + sum(g)
    return f(x for x in (a, b))


def generator_as_second_argument(a, b, c, p):
    return [x for x in zip((a, b), ((1, 2)[y] for y in (a, b)))]


def length_of_a_generator(a, b, c, p):
    return len(x for x in (a, b))


def zip_twice(a, b, c, p):
    z = zip((a, b), (b, c))
    return sum(x for x, _ in z) + sum(y for _, y in z)


def length_of_zip(a, b, c, p):
    return len(zip((a, b), (b, c)))


def item_of_zip(a, b, c, p):
    return zip((a, b), (b, c))[0]


def truth_of_zip(a, b, c, p):
    return 1 if zip((), ()) else 2


def reversed_zip(a, b, c, p):
    return tuple(reversed(zip((a, b), (b, c))))


def equal_reversed(a, b, c, p):
    return reversed((a, b)) == (b, a)


def strict_zip_of_two_lengths(a, b, c, p):
    for x, y in zip((a, b), (c,), strict=True):
        if x == y:
            raise Bad
    return 0


def zip_of_two_streams_at_once(a, b, c, p):
    e = enumerate((a, b, c))
    return [x for x, _ in e if p], [x for x, _ in e]


def assigns_inside(a, b, c, p):
    return (x := a) + x


def assigns_inside_unreached(a, b, c, p):
    if False:
        (X := 1)
    return X


def yields(a, b, c, p):
    if False:
        yield 1
    return a


def assigns_a_global(a, b, c, p):
    global Y
    Y = a
    return Y


def assigns_an_outer_name(a, b, c, p):
    x = a

    def inner():
        nonlocal x
        x = b
        return x

    return inner() + x


def star_in_a_pattern(a, b, c, p):
    match (a, b, c):
        case (x, *rest):
            return rest


def mapping_pattern(a, b, c, p):
    match {1: a}:
        case {1: x}:
            return x


def star_in_an_assignment(a, b, c, p):
    x, *rest = (a, b, c)
    return rest


def wrong_number_of_names(a, b, c, p):
    x, y = (a, b, c)
    return x


def loop_with_else(a, b, c, p):
    for x in (a, b):
        if x == c:
            break
    else:
        return 1
    return 2


def raises_what_a_function_makes(a, b, c, p):
    make = lambda x: Bad(x)
    raise make(a)


def raises_with_too_little(a, b, c, p):
    raise Worse(a)


def raises_from(a, b, c, p):
    raise Bad from Worse(1, 2)


def raises_anew(a, b, c, p):
    raise


def no_such_member(a, b, c, p):
    return Color.PINK


def missing_member(a, b, c, p):
    return Lenient(a)


def own_equality_of_an_enum(a, b, c, p):
    k = Alike.ONE if p else Alike.TWO
    return k == Alike.ONE


def own_equality_of_known_members(a, b, c, p):
    return Alike.ONE == 3


def flags(a, b, c, p):
    k = Marks.ONE if p else Marks.TWO
    return k is Marks.ONE


def text_enum(a, b, c, p):
    return (Text.YES if p else Text.NO) == "yes"


def number_in_an_enum(a, b, c, p):
    return a in Color


def member_value_unknown(a, b, c, p):
    return (Word.YES if p else Word.NO).value


def not_frozen(a, b, c, p):
    return Loose(a)


def replaces_what_is_not_frozen(a, b, c, p):
    return replace(LOOSE, x=a)


LOOSE = Loose(1)


def own_constructor(a, b, c, p):
    return Own(a).x


def own_equality(a, b, c, p):
    return Equal(a) == Equal(b)


def own_equality_with_itself(a, b, c, p):
    q = Equal(a)
    return q != q


def own_equality_with_a_number(a, b, c, p):
    return Equal(a) == b


def compares_in_part(a, b, c, p):
    return Vague(a, b) == Vague(a, c)


def named_tuple(a, b, c, p):
    return Point(a, b).x


POINTS = (Point(1, 2), Point(3, 4))


def named_tuples_merge(a, b, c, p):
    q = POINTS[0] if p else POINTS[1]
    return q == (1, 2), q[0]


@plus_one
def decorated(a):
    return a


def foreign_decorator(a, b, c, p):
    return decorated(a)


@plus_one
@require(lambda a: a > 0, "U1: hidden below")
def decorated_contract(a):
    return a


def foreign_decorator_over_contract(a, b, c, p):
    return decorated_contract(a)


@require(lambda a: a < 3, "U1: in recursion")
def contract_in_recursion(a, b, c, p):
    return contract_in_recursion(a + 1, b, c, p) if a < 1 else a


def decorates_inside(a, b, c, p):
    @plus_one
    def inner(x):
        return x

    return inner(a)


def largest_of_mixed(a, b, c, p):
    return max(True, a)


def largest_of_nothing_given(a, b, c, p):
    return max()


def wrong_arguments(a, b, c, p):
    return abs(a, b)


def wrong_arguments_of_a_function(a, b, c, p):
    return early(a, b)


def same_argument_twice(a, b, c, p):
    return (lambda **k: 0)(**{"x": a}, **{"x": b})


def repeats_a_number_or_pair(a, b, c, p):
    v = a if p else (a, b)
    return v * 2


def joins_list_and_tuple(a, b, c, p):
    return [a] + (b,)


def imports(a, b, c, p):
    import math

    return math.pi


def makes_a_class(a, b, c, p):
    class Inner:
        pass

    return Inner()


def dictionary_comprehension(a, b, c, p):
    return {x: a for x in (1, 2)}[1]


def steps(a, b, c, p):
    return (a, b, c)[::2]


def unknown_slice(a, b, c, p):
    return (a, b, c)[:a]


def text_as_items(a, b, c, p):
    return [x for x in "ab"]


def two_functions(a, b, c, p):
    f = (lambda x: x) if p else (lambda x: -x)
    return f(a)


def too_many_arrangements(a, b, c, p):
    return sum(1 for _ in itertools.product((a, b, c, 1, 2, 3, 4, 5, 6, 7), repeat=9))


def truth_of_a_record(a, b, c, p):
    return 1 if Pair(a) else 2


REFUSED = tuple(
    each
    for each in list(globals().values())
    if getattr(each, "__module__", "") == __name__
    and getattr(getattr(each, "__wrapped__", each), "__code__", None) is not None
    and getattr(each, "__wrapped__", each).__code__.co_varnames[:4] == ("a", "b", "c", "p")
)
