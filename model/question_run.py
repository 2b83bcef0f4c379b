"""Parts of a question that can fail, as expressions of the symbolic interpreter."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.calls import call
from model.lift.core import Dead, Event, Kind, Names, Run, Scope, expression
from model.lift.errors import Place
from model.lift.merging import count_of, integer
from model.lift.values import ABSENT, Member, Value

#: The name of the state, which no question can write.
STATE = " state"
#: The name of what is asked of the state outside the question's own text.
ASKED = " asked"
#: What goes wrong where a number is not that of a seat.
OFF_THE_TABLE = "a seat that is not at the table"


class Asked:
    """The answers of the vocabulary's functions in one evaluation, each worked out once.

    They are worked out on the path on which the question is asked, so that they hold wherever the question asks again.
    """

    def __init__(self, path: T.Bool, rulings: Any) -> None:
        self.path = path
        self.rulings = rulings
        self.known: dict[tuple[Any, ...], tuple[Value, list[Event]]] = {}


@dataclass(frozen=True)
class Spot(Place):
    """A part of a question; `line` is the column at which it begins."""

    written: str


class Checked(ast.expr):
    """A part that can fail. `text` is how it is written, from `column` on."""

    _fields: ClassVar[tuple[str, ...]] = ("value",)

    def __init__(self, value: ast.expr, column: int, text: str) -> None:
        super().__init__()
        self.value = value
        self.column = column
        self.text = text


class OnTable(ast.expr):
    """A number that must be that of a seat; `table` has one item a seat."""

    _fields: ClassVar[tuple[str, ...]] = ("value", "table")

    def __init__(self, value: ast.expr, table: ast.expr) -> None:
        super().__init__()
        self.value = value
        self.table = table


class Ask(ast.expr):
    """A function of the vocabulary, asked about the state with these arguments."""

    _fields: ClassVar[tuple[str, ...]] = ("arguments",)

    def __init__(self, function: Any, arguments: list[ast.expr]) -> None:
        super().__init__()
        self.function = function
        self.arguments = arguments


@expression(Checked)
def _checked(run: Run, node: Checked, names: Names, scope: Scope) -> Value:
    """The part's value; whatever goes wrong happens at its place."""
    run.tick()
    before = len(run.events)
    try:
        return run.evaluate(node.value, names, scope)
    finally:
        for position, event in enumerate(run.events[before:], before):
            if not isinstance(event.place, Spot):
                run.events[position] = replace(event, place=Spot("<question>", node.column, node.text))


@expression(OnTable)
def _on_table(run: Run, node: OnTable, names: Names, scope: Scope) -> Value:
    """The number; where it is no seat's nothing follows."""
    number = integer(run, run.evaluate(node.value, names, scope))
    seats = count_of(run, run.evaluate(node.table, names, scope))
    is_seat = T.conjunction(A.at_most(0, number), A.below(number, seats))
    if is_seat is False:
        run.crash(OFF_THE_TABLE)
    run.note(Kind.CRASH, OFF_THE_TABLE, T.negation(is_seat))
    return T.choose(is_seat, number, 0)


@expression(Ask)
def _ask(run: Run, node: Ask, names: Names, scope: Scope) -> Value:
    """The function's answer; what goes wrong in it counts only where the question gets here."""
    asked: Asked = names[ASKED]
    arguments = [run.evaluate(each, names, scope) for each in node.arguments]
    key = (node.function, *(each.index if isinstance(each, Member) else each for each in arguments))
    if key not in asked.known:
        before, path, run.path = len(run.events), run.path, asked.path
        given = (names[STATE], asked.rulings, *arguments)
        try:
            value = run.under(True, lambda: call(run, node.function, given, {}))
        finally:
            run.path = path
        asked.known[key] = value, run.events[before:]
        del run.events[before:]
    value, events = asked.known[key]
    for event in events:
        when = T.conjunction(run.path, event.when)
        if when is not False:
            run.events.append(replace(event, when=when))
    if value is ABSENT:
        raise Dead
    return value
