"""The parts of a question: what each place asks of its part, and what is said about one that does not fit."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NoReturn

from model.question_kinds import (
    FUNCTIONS,
    Fixed,
    Kind,
    Many,
    Number,
    Open,
    Row,
    Term,
    Truth,
    Vocabulary,
    Word,
    described,
    meant,
)
from model.question_run import STATE, Ask, Checked, OnTable

_ADVICE: dict[type[ast.expr], str] = {
    ast.GeneratorExp: "; a loop stands in any(..), all(..), sum(..), min(..) or max(..)",
    ast.List: "; a list stands only after `in`",
    ast.ListComp: "; leave out the brackets, inside any(..), all(..), sum(..), min(..) or max(..)",
    ast.Set: "; a set stands only after `in`",
    ast.SetComp: "; leave out the braces, inside any(..), all(..), sum(..), min(..) or max(..)",
}
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_INSTEAD: dict[type[ast.AST], str] = {
    ast.BitAnd: "write `and`",
    ast.BitOr: "write `or`",
    ast.BitXor: "write `!=`",
    ast.Div: "write `//`, which rounds down",
}


class QuestionError(ValueError):
    """What is wrong with a question, and where: columns of the text count from 1."""

    def __init__(self, message: str, column: int, text: str) -> None:
        super().__init__(message, column, text)
        self.message = message
        self.column = column
        self.text = text

    def __str__(self) -> str:
        shown = "".join(sign if sign.isprintable() else "?" for sign in self.text)
        return f"{self.message}\n  {shown}\n  {' ' * (self.column - 1)}^"


@dataclass(frozen=True)
class Part:
    """A checked part of a question: as written, as it is run, its kind, and its number if it is written as one."""

    written: ast.expr
    run: ast.expr
    kind: Kind
    number: int | None = None


Scope = Mapping[str, Kind]


def call_of(word: Word, arguments: list[ast.expr]) -> ast.expr:
    """What runs for a word."""
    if not callable(word.reads):
        return path_from_state(word.reads)
    if not word.places:
        return Ask(word.reads, arguments)
    node: ast.expr = Ask(word.reads, [])
    for each in arguments:
        node = ast.Subscript(node, each)
    return node


def path_from_state(path: str) -> ast.expr:
    """The attributes of a path, read from the state."""
    node: ast.expr = ast.Name(STATE)
    for name in path.split("."):
        node = ast.Attribute(node, name)
    return node


class Basis:
    """What the checks of all constructs share: the text, the vocabulary, and what has been noticed so far.

    `names` are the constants that the checked question uses. `names_seats`: does turning the table
    possibly change the answer?
    """

    def __init__(self, text: str, vocabulary: Vocabulary, seats: int | None) -> None:
        self.text = text
        self.vocabulary = vocabulary
        self.seats = seats
        self.names: dict[str, Any] = {}
        self.names_seats = False

    # ------------------------------------------------------------ complaints

    def fail(self, node: ast.expr, message: str) -> NoReturn:
        """Refuse the question because of this part."""
        raise QuestionError(message, self.column(node), self.text)

    def words(self, node: ast.expr) -> str:
        """A part as it is written, between backquotes."""
        written = ast.get_source_segment(self.text, node) or ""
        return f"`{written}`" if len(written) <= 40 else f"`{written[:37]}...`"

    def says(self, part: Part) -> str:
        """A part with its kind, as the start of a sentence."""
        return f"{self.words(part.written)} is {described(part.kind)}"

    def fail_open(self, part: Part, kind: Open) -> NoReturn:
        """Refuse a constant of several enums where nothing tells which is meant."""
        name = kind.nodes[0][1]
        options = [f"{enum.__name__}.{name}" for enum in self.vocabulary.constants[name]]
        self.fail(part.written, f"`{name}` has several meanings; write {' or '.join(options)}")

    # ------------------------------------------------------------ what a place asks for

    def settle(self, part: Part, enum: type[Enum]) -> Part:
        """Give a constant of several enums the meaning that is asked for."""
        kind = part.kind
        if not isinstance(kind, Open):
            return part
        if enum not in kind.enums:
            known = [name for name in enum.__members__ if enum in self.vocabulary.enums]
            name = next(name for _, name in kind.nodes if name not in known)
            self.fail(part.written, f"no {enum.__name__} is called {name}; it has {', '.join(known)}")
        for node, name in kind.nodes:
            node.id = f"{enum.__name__}.{name}"
            self.names[node.id] = enum[name]
        return replace(part, kind=Term(enum))

    def settled(self, part: Part) -> Part:
        """The part, refused if it is a constant whose meaning is still open."""
        if isinstance(part.kind, Open):
            self.fail_open(part, part.kind)
        return part

    def condition(self, part: Part) -> ast.expr:
        """The part where only true or false will do."""
        if isinstance(self.settled(part).kind, Truth):
            return part.run
        self.fail(part.written, f"{self.says(part)}, which is no condition; compare it with something")

    def whole(self, part: Part) -> ast.expr:
        """The part where only a number will do."""
        if isinstance(self.settled(part).kind, Number):
            return part.run
        self.fail(part.written, f"{self.says(part)} where a number is needed")

    def reckoned(self, part: Part) -> ast.expr:
        """The part in arithmetic, where what counts seats ties the question to the numbering of the table."""
        node = self.whole(part)
        if part.kind == Number(self.vocabulary.seat):
            self.names_seats = True
        return node

    def seat_number(self, part: Part, may_be_nobody: bool) -> None:
        """Refuse a written number that no seat of the table has."""
        known = self.vocabulary
        if part.number is None or (may_be_nobody and part.number == known.nobody):
            return
        if not 0 <= part.number < (self.seats or known.most_seats):
            last = (self.seats or known.most_seats) - 1
            most = "" if self.seats else " at the largest table"
            self.fail(part.written, f"there is no seat {part.number}: the last one{most} is {last}, the first 0")

    def argument(self, part: Part, kind: Kind, place: str) -> ast.expr:
        """The part as an argument or an index of this kind."""
        if isinstance(kind, Term):
            part = self.settle(part, kind.enum)
        part = self.settled(part)
        seat = Number(self.vocabulary.seat)
        loose = isinstance(part.kind, Number) and isinstance(kind, Number) and None in (part.kind.unit, kind.unit)
        if part.kind != kind and not loose:
            self.fail(part.written, f"{self.says(part)}, but {place} is {described(kind)}")
        if kind == seat:
            self.seat_number(part, may_be_nobody=False)
            self.names_seats |= part.kind != seat
            return self.located(part.written, OnTable(part.run, path_from_state(self.vocabulary.table)))
        self.names_seats |= part.kind == seat
        return part.run

    def column(self, node: ast.expr) -> int:
        """Where a part begins, counted from 1."""
        return len(self.text.encode()[: node.col_offset].decode(errors="replace")) + 1

    def located(self, node: ast.expr, run: ast.expr) -> ast.expr:
        """What runs for a part that can fail, with its place."""
        return Checked(run, self.column(node), self.words(node)[1:-1])

    # ------------------------------------------------------------ two parts side by side

    def alike(self, left: Part, right: Part) -> tuple[Part, Part]:
        """Two parts whose constants have taken their meaning from each other."""
        if isinstance(left.kind, Open) and isinstance(right.kind, Open):
            common = [enum for enum in left.kind.enums if enum in right.kind.enums]
            if len(common) != 1:
                self.fail_open(left, left.kind)
            return self.settle(left, common[0]), self.settle(right, common[0])
        if isinstance(right.kind, Term):
            left = self.settle(left, right.kind.enum)
        elif isinstance(left.kind, Term):
            right = self.settle(right, left.kind.enum)
        return self.settled(left), self.settled(right)

    def are_comparable(self, one: Kind, other: Kind) -> bool:
        """Could a value of one kind equal one of the other? Notices what depends on the numbering of the seats."""
        seat = self.vocabulary.seat
        if isinstance(one, Number) and isinstance(other, Number):
            self.names_seats |= (one.unit is seat) != (other.unit is seat)
            return one.unit is other.unit or None in (one.unit, other.unit)
        if isinstance(one, Many | Fixed) and isinstance(other, Many | Fixed):
            self.names_seats |= seat in (one.index, other.index) or Many(Number(seat)) in (one, other)
            if isinstance(one, Fixed) and isinstance(other, Fixed):
                pairs = list(zip(one.items, other.items, strict=False))
                return len(one.items) == len(other.items) and all(self.are_comparable(*pair) for pair in pairs)
            return all(self.are_comparable(a, b) for a in self.items_of(one) for b in self.items_of(other))
        return one == other

    @staticmethod
    def items_of(kind: Many | Fixed) -> tuple[Kind, ...]:
        """The kinds of what is in a sequence."""
        return (kind.item,) if isinstance(kind, Many) else kind.items

    def common(self, one: Kind, other: Kind) -> Kind | None:
        """The kind of what is one or the other; None if there is none."""
        if isinstance(one, Number) and isinstance(other, Number) and one != other:
            self.names_seats |= self.vocabulary.seat in (one.unit, other.unit)
            return Number()
        return one if one == other else None

    def item(self, part: Part) -> Kind:
        """What is in a sequence, whichever of its items it is."""
        kind = part.kind
        if isinstance(kind, Many):
            return kind.item
        if not isinstance(kind, Fixed) or not kind.items:
            self.fail(part.written, f"{self.says(self.settled(part))}, not a sequence with items")
        found: Kind | None = kind.items[0]
        for each in kind.items[1:]:
            found = None if found is None else self.common(found, each)
        if found is None:
            self.fail(part.written, f"the items of {self.words(part.written)} are not of one kind")
        return found

    def unknown(self, node: ast.expr, what: str, name: str, known: list[str]) -> NoReturn:
        """Refuse a name that nothing has, with a suggestion."""
        self.fail(node, f"unknown {what} `{name}`{meant(name, known)}")

    # ------------------------------------------------------------ names

    def name(self, node: ast.Name, scope: Scope) -> Part:
        """A variable of a loop, a word of the vocabulary, a constant."""
        known = self.vocabulary
        if node.id in scope:
            return Part(node, ast.Name(node.id), scope[node.id])
        if node.id in FUNCTIONS:
            self.fail(node, f"`{node.id}` is a function: {FUNCTIONS[node.id]}")
        if node.id in known.enum_by_name:
            members = ", ".join(known.enum_by_name[node.id].__members__)
            self.fail(node, f"`{node.id}` is not a value by itself; it has {members}")
        if node.id in known.constants:
            return self.constant(node, node.id, known.constants[node.id])
        if node.id not in known.by_name:
            attributes = {name for row in known.rows for name in known.fields_of(row)}
            every = [*scope, *FUNCTIONS, *known.by_name, *known.constants, *known.enum_by_name, *attributes]
            owners = [row.record.__name__ for row in known.rows if node.id in known.fields_of(row)]
            if owners:
                self.fail(node, f"`{node.id}` belongs to a {' or a '.join(owners)}; write it behind one, with a dot")
            self.unknown(node, "name", node.id, every)
        word = known.by_name[node.id]
        if word.is_called:
            self.fail(node, f"`{node.id}` is a function; call it, as in {word.example}")
        return Part(node, call_of(word, []), known.kind_of(word))

    def constant(self, node: ast.expr, name: str, enums: tuple[type[Enum], ...]) -> Part:
        """A constant; which one, if several enums have it, is settled by what it is compared with."""
        waiting = ast.Name(name)
        part = Part(node, waiting, Open(enums, ((waiting, name),)))
        return self.settle(part, enums[0]) if len(enums) == 1 else part

    def attribute(self, node: ast.Attribute, value: Part) -> Part:
        """What a record has."""
        kind = self.settled(value).kind
        if not isinstance(kind, Row):
            sequence = isinstance(kind, Many | Fixed)
            advice = "take one of its items first" if sequence else f"it has no attribute `{node.attr}`"
            self.fail(node, f"{self.says(value)}; {advice}")
        fields = self.vocabulary.fields_of(kind)
        if node.attr not in fields:
            self.fail(node, f"{described(kind)} has no attribute `{node.attr}`{meant(node.attr, fields)}")
        return Part(node, ast.Attribute(value.run, node.attr), fields[node.attr])

    def refuse(self, node: ast.expr) -> NoReturn:
        """Refuse a construct that questions do not have."""
        self.fail(node, f"{self.words(node)} is not part of the language of questions{_ADVICE.get(type(node), '')}")

    def operator(self, node: ast.BinOp) -> ast.operator:
        """An arithmetic operator that questions have."""
        if not isinstance(node.op, _OPERATORS):
            advice = _INSTEAD.get(type(node.op), "numbers have + - * // %")
            self.fail(node, f"{self.words(node)} uses an operator that questions do not have; {advice}")
        return node.op
