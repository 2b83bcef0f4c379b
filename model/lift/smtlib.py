"""Terms in a solver's language: integers or bit-vectors of a width that cannot overflow, and SMT-LIB 2.6 text.

How a term is said stands here once, in `translate`; text and solvers' own terms differ only in their `Language`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from model.lift.terms import STORE, VARIABLES, Node, Term
from model.lift.walk import reachable

_COMMON = {"not": "not", "and": "and", "iff": "=", "which": "ite", "choose": "ite", "eq": "="}
_INTEGERS = {**_COMMON, "add": "+", "mul": "*", "div": "div", "mod": "mod", "le": "<="}
_BITS = {**_COMMON, "add": "bvadd", "mul": "bvmul", "le": "bvsle"}

#: Words that mean something in the logics used, quoted or not.
_TAKEN = re.compile(r"\$.*|true|false|not|and|x?or|ite|distinct|div|mod|abs|let|bv[a-z]+\d*|concat|extract|_|!")


class Language(Protocol):
    """How a solver, or a text, says constants, variables and operations; what it says them with is its own affair."""

    def number(self, value: int) -> Any:
        """A constant integer, as a bit-vector where the language has those."""

    def truth(self, value: bool) -> Any:
        """True or false."""

    def variable(self, name: str, is_bool: bool) -> Any:
        """A variable, declared."""

    def apply(self, word: str, args: Sequence[Any]) -> Any:
        """An operation, called as in SMT-LIB."""


# ---------------------------------------------------------------- width


def width(roots: Iterable[Term]) -> int:
    """The least width, in bits with sign, in which nothing below the roots can overflow."""
    wanted = list(roots)
    return max((width_of(node) for node in reachable(wanted)), default=1)


def width_of(node: Node) -> int:
    """The least width for the node's own value, its constants and what a division passes through."""
    known = STORE.widths.get(node)
    if known is None:
        known = STORE.widths[node] = _width_of(node)
    return known


def _width_of(node: Node) -> int:
    extremes = [0] if node.is_bool else [node.low, node.high]
    if node.op not in VARIABLES:
        extremes += [arg for arg in node.args if isinstance(arg, int) and not isinstance(arg, bool)]
    if node.op in ("div", "mod"):
        extremes.append(_high_of(node.args[0]) + _lift(node) * node.args[1])
    return max(_signed_width(value) for value in extremes)


def _signed_width(value: int) -> int:
    return (value if value >= 0 else ~value).bit_length() + 1


def _lift(node: Node) -> int:
    """How many divisors must be added to the dividend so that it cannot be negative."""
    return max(0, -(node.args[0].low // node.args[1]))


def _high_of(x: Any) -> int:
    return x.high if isinstance(x, Node) else x


# ---------------------------------------------------------------- translation


def translate(node: Node, known: Mapping[Node, Any], to: Language, bits: int | None) -> Any:
    """What the node is called in the language, its arguments being known; integers where `bits` is None.

    SMT-LIB's integer division rounds down for a positive divisor, as Python's does. For bit-vectors the dividend is
    first raised by whole divisors until it cannot be negative: unsigned division then rounds down too.
    """
    op = node.op
    if op in VARIABLES:
        return to.variable(node.args[0], op == "truth")
    args = [known[arg] if isinstance(arg, Node) else _constant(arg, to) for arg in node.args]
    if bits is None:
        return to.apply(_INTEGERS[op], args)
    if op not in ("div", "mod"):
        return to.apply(_BITS[op], args)
    lift = _lift(node)
    dividend = to.apply("bvadd", (args[0], to.number(lift * node.args[1]))) if lift else args[0]
    if op == "mod":
        return to.apply("bvurem", (dividend, args[1]))
    quotient = to.apply("bvudiv", (dividend, args[1]))
    return to.apply("bvadd", (quotient, to.number(-lift))) if lift else quotient


def _constant(value: int | bool, to: Language) -> Any:
    return to.truth(value) if isinstance(value, bool) else to.number(value)


def domain(node: Node, variable: Any, to: Language, bits: int | None) -> list[Any]:
    """What keeps an integer variable between its bounds; nothing for any other node."""
    if node.op != "number":
        return []
    at_most = (_INTEGERS if bits is None else _BITS)["le"]
    _, low, high = node.args
    return [to.apply(at_most, (to.number(low), variable)), to.apply(at_most, (variable, to.number(high)))]


def require_names(nodes: Iterable[Node], known: Mapping[str, Node]) -> None:
    """Refuse variables whose name cannot be written, or is another's; `known` holds earlier ones by name.

    Errors: ValueError.
    """
    found: dict[str, Node] = {}
    for node in nodes:
        if node.op not in VARIABLES:
            continue
        name = node.args[0]
        if not name or not name.isprintable() or "|" in name or "\\" in name or _TAKEN.fullmatch(name):
            raise ValueError(f"a variable cannot be called {name!r} in SMT-LIB")
        other = found.get(name, known.get(name))
        if other is not None and other is not node:
            raise ValueError(f"two variables are called {name}: {_described(other)}, and {_described(node)}")
        found[name] = node


def _described(variable: Node) -> str:
    return "a truth value" if variable.op == "truth" else f"a number from {variable.args[1]} to {variable.args[2]}"


# ---------------------------------------------------------------- text


class _Text:
    """SMT-LIB text."""

    def __init__(self, bits: int | None) -> None:
        self.bits = bits
        self.sort = "Int" if bits is None else f"(_ BitVec {bits})"

    def number(self, value: int) -> str:
        if self.bits is not None:
            return f"(_ bv{value % (1 << self.bits)} {self.bits})"
        return str(value) if value >= 0 else f"(- {-value})"

    def truth(self, value: bool) -> str:
        return "true" if value else "false"

    def variable(self, name: str, is_bool: bool) -> str:
        return f"|{name}|"

    def apply(self, word: str, args: Sequence[str]) -> str:
        return f"({word} {' '.join(args)})"


def script(roots: Iterable[Term], bits: int | None, note: str = "") -> str:
    """A complete script that asks whether all roots can hold at once, over integers if `bits` is None.

    The text depends on the terms and the order they were made in, on nothing else; the note becomes its first lines.
    Errors: ValueError for a width in which something could overflow, and for names that cannot be written.
    """
    wanted = list(roots)
    nodes = reachable(wanted)
    check_width(nodes, bits)
    require_names(nodes, {})
    to = _Text(bits)
    lines = ["(set-info :smt-lib-version 2.6)", f"(set-logic {logic(nodes, bits)})"]
    known: dict[Node, str] = {}
    for node in nodes:
        said = translate(node, known, to, bits)
        sort = "Bool" if node.is_bool else to.sort
        if node.op in VARIABLES:
            known[node] = said
            lines.append(f"(declare-fun {said} () {sort})")
            lines += [f"(assert {bound})" for bound in domain(node, said, to, bits)]
        else:
            known[node] = f"${len(known)}"
            lines.append(f"(define-fun {known[node]} () {sort} {said})")
    lines += [f"(assert {known[root] if isinstance(root, Node) else to.truth(bool(root))})" for root in wanted]
    return comment(note) + "\n".join([*lines, "(check-sat)", "(exit)", ""])


def comment(note: str) -> str:
    """The note as comment lines."""
    return "".join(f"; {line}".rstrip() + "\n" for line in note.splitlines())


def check_width(nodes: Iterable[Node], bits: int | None) -> None:
    """Refuse a width in which a node could overflow. Errors: ValueError."""
    if bits is None:
        return
    needed = max((width_of(node) for node in nodes), default=1)
    if needed > bits:
        raise ValueError(f"the terms need {needed} bits, not {bits}")


def logic(nodes: Iterable[Node], bits: int | None) -> str:
    """The smallest SMT-LIB logic that these nodes fit in."""
    if bits is not None:
        return "QF_BV"
    curved = any(node.op == "mul" and all(isinstance(arg, Node) for arg in node.args) for node in nodes)
    return "QF_NIA" if curved else "QF_LIA"


def digest(text: str) -> str:
    """SHA-256 of what a script asks, in hexadecimal: its comment lines do not count."""
    asked = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(";"))
    return hashlib.sha256(asked.encode()).hexdigest()
