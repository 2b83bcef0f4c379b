"""Small functions at the corners of the subset. Each takes a, b, c from -2 to 4 and a truth p.

What stands in `AGREED` must be lifted and agree with Python on every input. What stands in `REFUSED` means something
that the engine does not follow, and must be refused rather than be approximated.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, IntEnum
from functools import wraps
from typing import Any, NamedTuple, cast

from kernel.contracts import ensure, require

# The corners are odd on purpose: what a linter would mend here is what is tested.
# ruff: noqa: B023, E731, SIM, PT, C4, RET, RUF, PIE, B, F841, E711, E712, UP


class Bad(Exception):
    """Raised on purpose."""


class Worse(Exception):
    """Raised on purpose, with two arguments."""

    def __init__(self, one: Any, other: Any) -> None:
        super().__init__(one, other)


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2
    ROUGE = 0

    @property
    def following(self) -> Color:
        return Color((self.value + 1) % 3)


class Odd(Enum):
    LOW = -3
    HIGH = 7
    MID = 1


class Word(Enum):
    YES = "yes"
    NO = "no"


class Rank(IntEnum):
    LOW = 2
    MID = 5
    TOP = 9


class Other(IntEnum):
    LOW = 2
    MID = 6


class Text(str, Enum):
    YES = "yes"
    NO = "no"


class Marks(Flag):
    ONE = 1
    TWO = 2


class Lenient(Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Lenient:
        return cls.ONE


class Alike(Enum):
    ONE = 1
    TWO = 2

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Pair:
    x: Any
    y: Any = 7

    @property
    def total(self) -> int:
        return self.x + self.y

    @property
    def inverse(self) -> int:
        return (5, 6)[self.x]

    def plus(self, k: int) -> Pair:
        return replace(self, x=self.x + k)


@dataclass(frozen=True)
class Triple:
    x: Any
    z: Any


@dataclass(frozen=True)
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise Bad


@dataclass(frozen=True)
class Vague:
    x: int
    y: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Equal:
    x: int

    def __eq__(self, other: object) -> bool:
        return True


@dataclass(frozen=True)
class Own:
    x: int

    def __init__(self, x: int) -> None:
        object.__setattr__(self, "x", x + 1)


@dataclass
class Loose:
    x: int


class Point(NamedTuple):
    x: int
    y: int


def plus_one(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that is no contract."""

    @wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args) + 1

    return wrapper


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
        isinstance(a, object), isinstance(p, int), isinstance(a, bool), isinstance(v, (int, str)),
        isinstance([a], (tuple, list)), isinstance(Rank.LOW, int), isinstance(Pair(a), (Pair, int)), isinstance(v, Enum),
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
    return pairs, [x - y for x, y in zip(t, t[1:])], [*zip(t, (1, 2))], list(enumerate(x for x in t) if p else ()) if 0 else 0


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


# ---------------------------------------------------------------- what is refused


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


ALL = tuple(
    value for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not isinstance(value, type)
    and getattr(value, "__code__", None) is not None
    and getattr(value, "__wrapped__", value).__code__.co_varnames[:4] == ("a", "b", "c", "p")
)  # fmt: skip
#: The functions in the order in which they stand, up to and from the line above `while_unknown`.
AGREED = ALL[: ALL.index(while_unknown)]
REFUSED = ALL[ALL.index(while_unknown) :]
