"""Hash-consed integer and boolean terms. Constants stay plain Python `int` and `bool`.

Each integer term carries the interval of its values, from which a solver's bit width follows in which nothing can
overflow. A term that depends on one small variable alone is known by the table of its values, so that two such terms
with equal values are one term, whatever way they were written.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

#: Variables with at most this many values have their terms tabulated.
SMALL = 12


class Node:
    """A term that is not a constant. `low` and `high` bound an integer term; they are 0 and 1 for a boolean one."""

    __slots__ = ("args", "high", "is_bool", "low", "number", "op", "subject", "table")

    def __init__(self, op: str, args: tuple[Any, ...], low: int, high: int, number: int) -> None:
        self.op = op
        self.is_bool = op in BOOL_OPS
        self.args = args
        self.low = low
        self.high = high
        self.number = number
        self.subject: Node | None = None
        self.table: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a symbolic term has no truth value")

    def __repr__(self) -> str:
        return f"<{self.op} #{self.number}>"


Int = int | Node
Bool = bool | Node
Term = int | bool | Node

#: What the operations are called; "choose" and "which" take a condition and two integers or two booleans.
BOOL_OPS = frozenset({"truth", "not", "and", "iff", "which", "eq", "le"})
VARIABLES = frozenset({"number", "truth"})
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "eq": operator.eq,
    "le": operator.le,
    "iff": operator.eq,
    "and": lambda a, b: a and b,
}


class Store:
    """All terms made since the last `forget`: structure to node, and what has been derived from them."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Drop everything."""
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.tables: dict[tuple[Any, ...], Node] = {}
        self.pushed: dict[tuple[Node, int], Bool] = {}
        self.constant_leaves: dict[Node, bool] = {}
        self.widths: dict[Node, int] = {}
        self.count = 0


STORE = Store()


def forget() -> None:
    """Drop all terms; those made before must not be mixed with those made after."""
    STORE.clear()


def size() -> int:
    """How many terms there are."""
    return STORE.count


def made(op: str, args: tuple[Any, ...], low: int = 0, high: int = 1) -> Any:
    """The node of this structure, or a constant or an older node where the table of values shows that it is one."""
    key = (op, args)
    node = STORE.nodes.get(key)
    if node is not None:
        return node
    subject = _subject(args)
    if subject is None:
        node = STORE.nodes[key] = Node(op, args, low, high, STORE.count)
        STORE.count += 1
        return node
    values = _tabulate(op, args, len(subject.table))
    known = values[0]
    if all(value == known for value in values):
        return bool(known) if op in BOOL_OPS else known
    table_key = (subject, op in BOOL_OPS, values)
    node = STORE.tables.get(table_key)
    if node is None:
        node = Node(op, args, min(values), max(values), STORE.count)
        STORE.count += 1
        node.subject, node.table = subject, values
        STORE.tables[table_key] = node
    STORE.nodes[key] = node
    return node


def _subject(args: tuple[Any, ...]) -> Node | None:
    """The one small variable that these arguments depend on; None if there are several or it is large."""
    subject = None
    for arg in args:
        if isinstance(arg, Node):
            if arg.subject is None or (subject is not None and arg.subject is not subject):
                return None
            subject = arg.subject
    return subject


def _tabulate(op: str, args: tuple[Any, ...], length: int) -> tuple[int, ...]:
    columns = [arg.table if isinstance(arg, Node) else (arg,) * length for arg in args]
    if op == "not":
        return tuple(not value for value in columns[0])
    if op in ("choose", "which"):
        return tuple(a if c else b for c, a, b in zip(*columns, strict=True))
    return tuple(map(ARITHMETIC[op], *columns))


# ---------------------------------------------------------------- variables


def number(name: str, low: int, high: int) -> Int:
    """An integer variable with values from `low` to `high`, both included."""
    if low > high:
        raise ValueError(f"variable {name} has no values: {low} to {high}")
    if low == high:
        return low
    return _variable("number", (name, low, high), low, high)


def truth(name: str) -> Node:
    """A boolean variable."""
    return _variable("truth", (name,), 0, 1)


def _variable(op: str, args: tuple[Any, ...], low: int, high: int) -> Node:
    node = STORE.nodes.get((op, args))
    if node is None:
        node = STORE.nodes[op, args] = Node(op, args, low, high, STORE.count)
        STORE.count += 1
        if high - low < SMALL:
            node.subject = node
            node.table = (False, True) if op == "truth" else tuple(range(low, high + 1))
            STORE.tables[node, op in BOOL_OPS, node.table] = node
    return node


def is_bool(term: Any) -> bool:
    """Is this a boolean constant or term?"""
    return term.is_bool if type(term) is Node else type(term) is bool


def is_int(term: Any) -> bool:
    """Is this an integer constant or term?"""
    return not term.is_bool if type(term) is Node else type(term) is int


def bounds(term: Term) -> tuple[int, int]:
    """The interval of an integer."""
    return (term.low, term.high) if isinstance(term, Node) else (term, term)


# ---------------------------------------------------------------- booleans


def negation(a: Bool) -> Bool:
    """Not a."""
    if isinstance(a, bool):
        return not a
    return a.args[0] if a.op == "not" else made("not", (a,))


def ordered(a: Node, b: Node) -> tuple[Node, Node]:
    return (a, b) if a.number <= b.number else (b, a)


def _absorbed(a: Node, b: Node) -> Bool | None:
    """a and b, simplified by a look at what b is made of; None if that does not help."""
    if b.op == "and":
        if a in b.args:
            return b
        if negation(a) in b.args:
            return False
    elif b.op == "not" and b.args[0].op == "and":
        left, right = b.args[0].args
        opposite = negation(a)
        if opposite is left or opposite is right:
            return a
        if a is left:
            return conjunction(a, negation(right))
        if a is right:
            return conjunction(a, negation(left))
    return None


def conjunction(a: Bool, b: Bool) -> Bool:
    """Both."""
    if isinstance(a, bool):
        return b if a else False
    if isinstance(b, bool):
        return a if b else False
    if a is b:
        return a
    if (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a):
        return False
    short = _absorbed(a, b)
    if short is None:
        short = _absorbed(b, a)
    if short is not None:
        return short
    if a.op == "and" and b.op == "and" and any(negation(x) in b.args for x in a.args):
        return False
    return made("and", ordered(a, b))


def disjunction(a: Bool, b: Bool) -> Bool:
    """At least one; made of `and` and `not`, so that opposites are recognised."""
    return negation(conjunction(negation(a), negation(b)))


def all_of(terms: Iterable[Bool]) -> Bool:
    """All of them; true for none."""
    out: Bool = True
    for term in terms:
        out = conjunction(out, term)
    return out


def any_of(terms: Iterable[Bool]) -> Bool:
    """At least one of them; false for none."""
    out: Bool = False
    for term in terms:
        out = disjunction(out, term)
    return out


def implication(a: Bool, b: Bool) -> Bool:
    """b wherever a."""
    return disjunction(negation(a), b)


def equivalence(a: Bool, b: Bool) -> Bool:
    """Both or neither."""
    if isinstance(a, bool):
        return b if a else negation(b)
    if isinstance(b, bool):
        return a if b else negation(a)
    if a is b:
        return True
    if negation(a) is b:
        return False
    return made("iff", ordered(a, b))


# ---------------------------------------------------------------- choosing


def _under(x: Term, condition: Node, holds: bool) -> Term:
    """x without the choices at its top that the condition decides."""
    known = condition.args if condition.op == "eq" and not isinstance(condition.args[1], Node) else None
    while isinstance(x, Node) and x.op in ("choose", "which"):
        test = x.args[0]
        if test is condition:
            x = x.args[1] if holds else x.args[2]
        elif test.op == "not" and test.args[0] is condition:
            x = x.args[2] if holds else x.args[1]
        elif holds and known and test.op == "eq" and test.args[0] is known[0] and not isinstance(test.args[1], Node):
            x = x.args[2]  # the same subject equals another constant
        else:
            break
    return x


def choose(condition: Bool, a: Any, b: Any) -> Any:
    """a where the condition holds, else b; both integers or both booleans."""
    if isinstance(condition, bool):
        return a if condition else b
    if a is b:
        return a
    if condition.op == "not":
        return choose(condition.args[0], b, a)
    a, b = _under(a, condition, True), _under(b, condition, False)
    if a is b or (not isinstance(a, Node) and not isinstance(b, Node) and a == b):
        return a
    if is_bool(a):
        return _which(condition, a, b)
    if isinstance(b, Node) and b.op == "choose" and b.args[1] is a:
        return choose(disjunction(condition, b.args[0]), a, b.args[2])
    (a_low, a_high), (b_low, b_high) = bounds(a), bounds(b)
    return made("choose", (condition, a, b), min(a_low, b_low), max(a_high, b_high))


def _which(condition: Node, a: Bool, b: Bool) -> Bool:
    if isinstance(a, bool):
        return disjunction(condition, b) if a else conjunction(negation(condition), b)
    if isinstance(b, bool):
        return disjunction(negation(condition), a) if b else conjunction(condition, a)
    if a is condition:
        return disjunction(condition, b)
    if b is condition:
        return conjunction(condition, a)
    if a.op == "not" and b.op == "not":
        return negation(made("which", (condition, a.args[0], b.args[0])))
    return made("which", (condition, a, b))
