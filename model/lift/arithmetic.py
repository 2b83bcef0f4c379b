"""Comparison and arithmetic on integer terms, exact: Python's floor division and remainder."""

from __future__ import annotations

from model.lift.terms import STORE, Bool, Int, Node, bounds, choose, made, negation, ordered


def equal(a: Int, b: Int) -> Bool:
    """a == b."""
    if not isinstance(a, Node):
        if not isinstance(b, Node):
            return a == b
        a, b = b, a
    if a is b:
        return True
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    if a_high < b_low or b_high < a_low:
        return False
    if isinstance(b, Node):
        return made("eq", ordered(a, b))
    if a.op == "choose" and _has_constant_leaves(a):
        done = STORE.pushed.get((a, b))
        if done is None:
            done = STORE.pushed[a, b] = choose(a.args[0], equal(a.args[1], b), equal(a.args[2], b))
        return done
    if a.op == "add" and not isinstance(a.args[1], Node):
        return equal(a.args[0], b - a.args[1])
    return made("eq", (a, b))


def _has_constant_leaves(x: Int) -> bool:
    """Is x a tree of choices between constants?"""
    if not isinstance(x, Node):
        return True
    if x.op != "choose":
        return False
    known = STORE.constant_leaves.get(x)
    if known is None:
        known = _has_constant_leaves(x.args[1]) and _has_constant_leaves(x.args[2])
        STORE.constant_leaves[x] = known
    return known


def at_most(a: Int, b: Int) -> Bool:
    """a <= b."""
    if not isinstance(a, Node) and not isinstance(b, Node):
        return a <= b
    if a is b:
        return True
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    if a_high <= b_low:
        return True
    if a_low > b_high:
        return False
    return made("le", (a, b))


def below(a: Int, b: Int) -> Bool:
    """a < b."""
    return negation(at_most(b, a))


def add(a: Int, b: Int) -> Int:
    """a + b."""
    if not isinstance(a, Node):
        if not isinstance(b, Node):
            return a + b
        a, b = b, a
    if not isinstance(b, Node):
        if b == 0:
            return a
        if a.op == "add" and not isinstance(a.args[1], Node):
            return add(a.args[0], a.args[1] + b)
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    return made("add", (a, b), a_low + b_low, a_high + b_high)


def multiply(a: Int, b: Int) -> Int:
    """a * b."""
    if not isinstance(a, Node):
        if not isinstance(b, Node):
            return a * b
        a, b = b, a
    if not isinstance(b, Node) and b in (0, 1):
        return a if b else 0
    corners = [x * y for x in bounds(a) for y in bounds(b)]
    return made("mul", (a, b), min(corners), max(corners))


def subtract(a: Int, b: Int) -> Int:
    """a - b."""
    return 0 if a is b else add(a, multiply(b, -1))


def divide(a: Int, divisor: int) -> Int:
    """a // divisor, for a positive constant divisor."""
    if not isinstance(a, Node):
        return a // divisor
    return made("div", (a, divisor), a.low // divisor, a.high // divisor)


def remainder(a: Int, divisor: int) -> Int:
    """a % divisor, for a positive constant divisor."""
    if not isinstance(a, Node):
        return a % divisor
    if a.low >= 0 and a.high < divisor:
        return a
    return made("mod", (a, divisor), 0, divisor - 1)


def smaller(a: Int, b: Int) -> Int:
    """min(a, b)."""
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    return narrowed(choose(at_most(a, b), a, b), min(a_low, b_low), min(a_high, b_high))


def larger(a: Int, b: Int) -> Int:
    """max(a, b)."""
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    return narrowed(choose(at_most(b, a), a, b), max(a_low, b_low), max(a_high, b_high))


def narrowed(x: Int, low: int, high: int) -> Int:
    """x, whose values are known to lie in a narrower interval."""
    if isinstance(x, Node):
        x.low, x.high = max(x.low, low), min(x.high, high)
        if x.low == x.high:
            return x.low
    return x
