"""Small functions at the corners of the subset: they must be lifted and agree with Python on every input.

Each takes a, b, c from -2 to 4 and a truth p.
"""

from __future__ import annotations

import itertools
from enum import Enum
from typing import cast

from kernel.contracts import ensure, require
from tests.lift.corner_kinds import Bad, Checked, Color, Odd, Other, Pair, Rank, Triple, Word, Worse

# What a linter would mend here is what is tested.
# ruff: noqa


def recursion_that_ends(a, b, c, p):
    return 0 if a == 30 else recursion_that_ends(a + 1, b, c, p) + b


def early(a, b, c, p):
    if a > b:
        return a
    if b > c:
        if p:
            return b
        a = a + 1
    return a * 10 + c


def loops(a, b, c, p):
    total = 0
    for x in (a, b, c, 3):
        if x < 0:
            continue
        if x == 3 and p:
            break
        total += x
        if total > 6:
            return -total
    return total


def nested_loops(a, b, c, p):
    out = 0
    for i in range(3):
        for j in range(3):
            if j == a:
                break
            if i == b:
                continue
            out = out * 2 + j
            if out > 40:
                return i * 100 + j
    return out


def lasting_loop_name(a, b, c, p):
    x = 9
    for x in tuple(y for y in (a, b, c) if y > 0):
        if x == 3 and p:
            break
    return x


def indexing(a, b, c, p):
    t = (5, 7, 11)
    return t[a] + (t[b] if p else 0)


def known_crash(a, b, c, p):
    return (1, 2)[5] if p else a


def no_such_key(a, b, c, p):
    return {1: 2}[a] if p else {Color.RED: 1}[Color.BLUE if b > 0 else Color.GREEN]


def keys(a, b, c, p):
    return {True: 5, 2: 7, -1: 9}[a] + {("x", 1): b}["x", 1]


def lazy(a, b, c, p):
    t = (5, 7, 11)
    return any(t[k] == 7 for k in (a, b, c)) and not all(t[k] < 9 for k in (b, c))


def lazy_nested(a, b, c, p):
    t = (5, 7)
    return any(t[x] == t[y] for x in (a, b) if x != c for y in (b, c) if t[x] > 5)


def eager_list(a, b, c, p):
    t = (5, 7)
    return any([t[x] > 5 for x in (a, b, c)])


def first(a, b, c, p):
    return next((x for x in (a, b, c) if x > 1), 9)


def first_or_fail(a, b, c, p):
    return next(10 // 2 + x for x in (a, b, c) if x > 1)


def default_of_next_comes_first(a, b, c, p):
    return next((x for x in (b, c) if x > 0), (1, 2)[a])


def default_of_max_comes_first(a, b, c, p):
    return max(((5, 6)[x] for x in (b, c) if x > 0), default=(1, 2)[a])


def sum_from(a, b, c, p):
    return sum(((5, 6)[x] for x in (b, c)), (1, 2)[a])


def guarded_raise(a, b, c, p):
    if not 0 <= a < 3:
        raise Bad(f"{a}")
    return (1, 2, 3)[a] if p else (a and b or c)


def raise_with_failing_argument(a, b, c, p):
    if p:
        raise Bad((1, 2)[a])
    assert b > 0, (1, 2)[c]
    return a


def raise_with_failing_text(a, b, c, p):
    if p:
        raise Worse(a, f"{(1, 2)[b]} and {c!r}")
    return a


def raise_from_none(a, b, c, p):
    if a > b:
        raise Bad from None
    return 1


def filtered(a, b, c, p):
    xs = tuple(x for x in (a, b, c) if x > 0)
    n = 0
    for x in xs:
        if x == 2:
            continue
        n = n * 3 + x
    return n + 100 * len(xs) + max(xs, default=0) + min((x for x in xs if x != 1), default=4)


def choice_of_a_choice(a, b, c, p):
    v = b if a == 2 else c
    return (v if a == 1 else b * 2), (v if a == 2 else -c), (v if a != 2 else b)


def two_filtered(a, b, c, p):
    xs, ys = tuple(x for x in (a, b) if x > 0), tuple(x for x in (b, c, a) if x < 2)
    return xs == ys, [x for x in xs if x < 2] == list(ys), (xs, 1) != (ys, 1)


def filter_after_a_hit(a, b, c, p):
    return any(x == 1 for x in (a, b) if (5, 6)[x] > 0), all(x == 1 for x in (b, c) if (5, 6)[x] > 5)


def stops_inside_a_generator(a, b, c, p):
    if p:
        return [next(y for y in (b, c) if y > x) for x in (a, 1)]
    return sum(next(y for y in (b, c) if y > x) for x in (a, 1))


def filtered_index(a, b, c, p):
    xs = [x for x in (a, b, c) if x > 0]
    return xs[0] + (xs[1] if p else 0), xs == [a, b], (*(x for x in (b, c)), 3)


def filtered_merge(a, b, c, p):
    xs = tuple(x for x in (a, b) if x > 0) if p else (a, b, c)
    ys = xs + (b,)
    return len(ys), sum(ys), ys == (a, b, b), 3 in ys, ys.count(b)


def optional(a, b, c, p):
    found = None
    for x in (a, b, c):
        if x == 3:
            found = Pair(x, b)
    if found is None:
        return -1
    return found.total + found.plus(2).x


def none_has_no_attribute(a, b, c, p):
    found = Pair(a) if p else None
    return found.x


def none_is_no_number(a, b, c, p):
    found = a if p else None
    return found + 1 if b > 0 else found < c


def none_has_no_items(a, b, c, p):
    found = (a, b) if p else None
    return found[c]


def filtered_or_pair(a, b, c, p):
    found = tuple(x for x in (a, b) if x > c) if p else None
    return found[1] if b > 0 else a


def other_shape_lacks_it(a, b, c, p):
    v = Pair(a) if p else Triple(b, c)
    return v.z if a > 0 else v.x


def shapes(a, b, c, p):
    v = Pair(a) if p else Triple(b, (c,))
    match v:
        case Pair(x=x, y=7) if x > 0:
            return x
        case Pair():
            return 50
        case Triple():
            return v.x + 1


def matching(a, b, c, p):
    match a:
        case 0 | 1:
            out = 5
        case 2:
            out = b
        case _:
            return c
    return out + 1


def name_outlives_its_guard(a, b, c, p):
    y = 100
    match a:
        case y if y > 2:
            return 1
        case 0:
            return y
    return y + 1000


def name_outlives_its_guard_in_part(a, b, c, p):
    y = z = 100
    match (a, b):
        case (1, y) if p:
            return y
        case (z, 2) if z > c:
            return z + 10
    return y * 1000 + z


def pattern_that_fails_binds_nothing(a, b, c, p):
    y = 100
    match (a, b):
        case (y, 1):
            return y
    return y


def singletons(a, b, c, p):
    v = True if p else a
    match v:
        case True:
            return 1
        case None:
            return 2
        case 1:
            return 3
    return 4


def failing_property_in_a_pattern(a, b, c, p):
    match Pair(a, b):
        case Pair(y=2, inverse=6):
            return 1
        case Pair(inverse=5):
            return 2
    return 3


def matching_pairs(a, b, c, p):
    match (a, (Color.RED if p else Color.BLUE, None if b > 0 else c)):
        case (1 | 2, (Color.RED, None)):
            return 1
        case [_, (Color.BLUE, x)] if x == 2:
            return x
        case (x, _) as whole:
            return (x, whole)


def no_sequence(a, b, c, p):
    match a:
        case (x, y):
            return x
        case int() as n:
            return n


def colours(a, b, c, p):
    k = Color(a) if p else Color.GREEN
    names = {Color.RED: 10, Color.GREEN: 20, Color.BLUE: 30}
    return names[k.following] + (k in (Color.RED, Color.BLUE)) + (k is not Color.ROUGE)


def member_of_member(a, b, c, p):
    k = Color.RED if a > 0 else Color.BLUE
    return Color(k) is k, Color(p), Odd(7 if b > 0 else 1).value + Odd.LOW.value


def ranks(a, b, c, p):
    r = Rank.MID if a > 0 else Rank.LOW
    if p:
        r = Rank.TOP
    return (r + 1 if r > Rank.LOW else int(r)), r, r == 5, r is Rank.TOP, isinstance(r, Rank), bool(r), -r


def rank_or_number(a, b, c, p):
    r = Rank.MID if p else a
    return r, isinstance(r, Rank), r + 1


def two_int_enums(a, b, c, p):
    r = Rank.LOW if p else Rank.MID
    return r == Other.LOW, r is Other.LOW, r in (Other.LOW, Other.MID), {Rank.LOW: 1, Rank.MID: 2}[2 if p else 5]


def words(a, b, c, p):
    w = Word.YES if a > b else Word.NO
    return w, w == "yes", w is Word.YES, {Word.YES: 1, Word.NO: b}[w], [w, a]


def divide(a, b, c, p):
    return (a * 3 - 1) // 2 + (b - 5) % 3 + abs(c), divmod(a - b, 3), (a * b * c) % 5, 2**3


@require(lambda a, b: a <= b + 3, "U1: first written")
@require(lambda a: a != -1, "U1: second written")
@ensure(lambda result: result != 4, "U2: first written")
@ensure(lambda result, b: result != b, "U2: second written")
def contract(a, b, c, p):
    assert a != 4
    return b - a


@require(lambda a: (1, 2, 3)[a] > 1, "U1: the contract itself may fail")
def failing_contract(a):
    return a


def calls_contracts(a, b, c, p):
    if p:
        return failing_contract(a) + failing_contract(b)
    return failing_contract(failing_contract(a) - 1)


@ensure(lambda result: result > 0, "U2: only where it returns")
def raises_or_returns(a):
    if a < 0:
        raise Bad
    return a


def ensured_where_it_returns(a, b, c, p):
    return raises_or_returns(a) if p else raises_or_returns(b) + raises_or_returns(c)


@require(lambda x, k=3: x < k, "U1: a default of its own")
def with_default(x, k=2):
    return x + k


def contract_with_defaults(a, b, c, p):
    return with_default(a) if p else with_default(a, k=b)


def recursive(a, b, c, p):
    def down(k):
        if k == 0:
            return 0
        return (a if k % 2 else b) + down(k - 1)

    return down(4)


def crash_later(a, b, c, p):
    t = (1, 2)
    if p and a == 3:
        raise Bad
    x = t[a]
    if b == 1:
        raise Bad
    return x


def both_names(a, b, c, p):
    if p:
        z = a
    else:
        z = b
    return z


def mixed(a, b, c, p):
    best = max((a, b, c), default=0)
    order = sorted(((2, 1), (1, 5), (1, 2)))
    return best * order[0][0] + order[-1][1] + sum(1 for x in (a, b, c) if x == best) + tuple(reversed((a, b)))[0]


def keywords(a, b, c, p):
    def inner(x, *rest, k=4, **more):
        return x + len(rest) * 10 + k

    return inner(a, b, c, k=b) + inner(c) + inner(a, **{"k": 2})


def default_of_nested(a, b, c, p):
    def inner(x, k=a, *, m=(1, 2)[b]):
        return x + k + m

    return inner(1) + inner(2, 3, m=c)


def default_of_lambda(a, b, c, p):
    return (lambda x, k=b: x * k)(a)


def truths_are_numbers(a, b, c, p):
    q = a > b
    return p + q, p * a, -p, (5, 6)[q], p == 1, sum((p, q)), int(p), p // 1, [p is q, p is True], p < a


def least_truth(a, b, c, p):
    return min(a > 0, p), max((a > 1, b > 1)), max((x > 0 for x in (a, b) if x != c), default=False)


def mixed_number_and_truth(a, b, c, p):
    v = a if p else b > 1
    return v, v + 1, v or c, v and b


def chained(a, b, c, p):
    t = (1, 2, 3)
    return t[a] < t[b] < t[c], a < b <= c != 2


def tuple_order(a, b, c, p):
    return (a, b) < (b, c), (a, 1) >= (b, 1), [a, b] <= [c], (None, a) < (None, b)


def sets(a, b, c, p):
    s = {a, b, 3}
    t = {x for x in (b, c) if x > 0}
    return len(s), s | t, s & t, s - t, s <= t, s == t, a in t, s > t, sum(s), max(s), sorted({3, 1}), len({True, 1, p})


def set_of_pairs(a, b, c, p):
    s = {Pair(a), Pair(b)} if p else {(a, b), (c, 1)}
    return len(s), frozenset((a, c)) == {c, a}, any(x == 2 for x in {a, b, c}), set(Color) == {Color.RED}


def slices(a, b, c, p):
    t = [a, b, c]
    return t[1:], t[:-1], (a, b, c)[-2:5], t[0:2] == [a, b], range(5)[1:3]


def lists_are_no_tuples(a, b, c, p):
    return [a] == (a,), [a, b] + [c], [*(a, b), c], list((a, b)), tuple([a]), [a] * 2, isinstance([a], list)


def unpacking(a, b, c, p):
    (x, y), z = (a, b), c
    x, y = y, x
    return [x, y, z, *[a for a in (1, 2)]], max(*(a, b))


def kinds_of_values(a, b, c, p):
    v = a if p else None
    return (
        isinstance(a, object), isinstance(p, int), isinstance(p, bool),
        isinstance(a, bool), isinstance(v, (int, str)),
        isinstance([a], (tuple, list)), isinstance(Rank.LOW, int), isinstance(Pair(a), (Pair, int)),
        isinstance(v, Enum),
    )  # fmt: skip


def strings(a, b, c, p):
    s = "x" if p else ("y" if a > 0 else "xy")
    return s, s == "x", len("abc"), "x" in "xyz", {"x": 1, "y": 2, "xy": 3}[s], bool("")


def two_ranges(a, b, c, p):
    r = range(2) if p else range(3)
    total = 0
    for i in r:
        total += i + a
    return total, 2 in r, len(r)


def two_tables(a, b, c, p):
    t = {1: 2} if p else {1: 3, 4: 5}
    return t[a]


def checked(a, b, c, p):
    return Checked(a).x + (Checked(b).x if p else 0)


def raises_throughout(a, b, c, p):
    if p:
        checked(-1, 0, 0, True)
    if a > 1:
        raise Bad
    return checked(-2, 0, 0, False) if b > 0 else c


def nothing_is_returned(a, b, c, p):
    if a > b:
        return
    if p:
        return None


def while_known(a, b, c, p):
    k, out = 0, a
    while k < 3:
        out = out * 2 + b
        k += 1
    return out


def walks(a, b, c, p):
    t = (a, b, c)
    pairs = [(i, x) for i, x in enumerate(t, 1) if x > 0]
    return (
        pairs,
        [x - y for x, y in zip(t, t[1:])],
        [*zip(t, (1, 2))],
        list(enumerate(x for x in t) if p else ()) if 0 else 0,
    )


def arrangements(a, b, c, p):
    return [x + y for x, y in itertools.combinations((a, b, c), 2)], tuple(itertools.product((a, b), repeat=2))


def strict_zip(a, b, c, p):
    return [x * y for x, y in zip((a, b), (c, 2), strict=True)]


def positions(a, b, c, p):
    return (a, b, c).index(2), [a, b].count(c)


def through_methods(a, b, c, p):
    return Pair(a, b).plus(c).total, Pair(x=a).y, Pair.plus(Pair(1), b).x, cast(int, a)


def shadows(a, b, c, p):
    len = lambda x: x + 1
    max = a
    return len(max), [sum for sum in (a, b)]


def assertion(a, b, c, p):
    assert a > 0 or p, "no"
    assert not p or b > 0
    return 10 // 2 + a


def conditional_defaults(a, b, c, p):
    return (a or b or c), (a and b and c), (p and a), (not a), (None or a), (a if b > c else None)


def equal_shapes(a, b, c, p):
    v = (a, b) if p else (a, b, c)
    return v == (1, 2), v == (1, 2, 3), v != [1, 2], (v, 1) == ((1, 2), 1), len(v), v[1] if p else v[0]


def of_a_record(a, b, c, p):
    return Pair(a) == Pair(b), Pair(a) == Triple(a, 7), Pair(a) == (a, 7), Pair(a) in (Pair(b), None), Pair(a) != None


AGREED = tuple(
    each
    for each in list(globals().values())
    if getattr(each, "__module__", "") == __name__
    and getattr(getattr(each, "__wrapped__", each), "__code__", None) is not None
    and getattr(each, "__wrapped__", each).__code__.co_varnames[:4] == ("a", "b", "c", "p")
)
