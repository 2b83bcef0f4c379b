"""Parts of a question that can fail, as expressions of the symbolic interpreter."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import ClassVar

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Kind, Names, Run, Scope, expression
from model.lift.errors import Place
from model.lift.merging import count_of, integer
from model.lift.values import Poison, Value
from model.question_kinds import Kind as QuestionKind
from model.question_kinds import placeholder

#: The names of the hidden arguments; no question can write them.
STATE, RULINGS = " state", " rulings"


class Checked(ast.expr):
    """A part that can fail, and of what kind it is. `text` is how it is written, from `column` on."""

    _fields: ClassVar[tuple[str, ...]] = ("value",)

    def __init__(self, value: ast.expr, kind: QuestionKind, column: int, text: str) -> None:
        super().__init__()
        self.value = value
        self.kind = kind
        self.column = column
        self.text = text


class OnTable(ast.expr):
    """A number that must be that of a seat; `table` has one item a seat."""

    _fields: ClassVar[tuple[str, ...]] = ("value", "table")

    def __init__(self, value: ast.expr, table: ast.expr) -> None:
        super().__init__()
        self.value = value
        self.table = table


@expression(Checked)
def _checked(run: Run, node: Checked, names: Names, scope: Scope) -> Value:
    """The part's value, and some value of its kind where it has none; whatever goes wrong happens at its place."""
    run.tick()
    before = len(run.events)
    value = run.evaluate(node.value, names, scope)
    for position, event in enumerate(run.events[before:], before):
        if not event.place.file.startswith(f"{STATE}:"):
            run.events[position] = replace(event, place=Place(f"{STATE}:{node.text}", node.column))
    return placeholder(node.kind) if isinstance(value, Poison) else value


@expression(OnTable)
def _on_table(run: Run, node: OnTable, names: Names, scope: Scope) -> Value:
    """The number, and 0 where it is no seat's."""
    number = integer(run, run.evaluate(node.value, names, scope))
    seats = count_of(run, run.evaluate(node.table, names, scope))
    is_seat = T.conjunction(A.at_most(0, number), A.below(number, seats))
    run.note(Kind.CRASH, "a seat that is not at the table", T.negation(is_seat))
    return T.choose(is_seat, number, 0)
