"""A play under two readings, turn by turn, with the first difference marked: for terminals, pages and programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

from audit.page import environment
from audit.show import score_lines, turn_of
from kernel.ground.rulings import Rulings
from kernel.ground.state import Choice, State, Step, seat_of_turn
from model.engines.pairs import Sign
from model.ground import GROUND
from model.ground_look import look
from model.ground_readings import Parted, Side
from model.trace import Trace, changes

TEMPLATE = "what_if.html.j2"
MARK = ">"


@dataclass(frozen=True)
class Row:
    """One turn under both readings. `is_first`: here they part."""

    number: int
    round: int
    step: str
    seat: int | None
    choice: str
    other_choice: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    is_first: bool
    is_idle: bool


def row_of(play: Parted, number: int) -> Row:
    """A turn in words, as each reading has it."""
    before = play.one.states[number]
    one, one_choice, idle = _happens(play.one, number, play.choices[number])
    other, other_choice, also = _happens(play.other, number, play.others[number])
    step, seat = before.step, None if before.step is Step.END else seat_of_turn(before)
    first = number == play.turns - 1
    return Row(
        number, before.round, step.name, seat, one_choice, other_choice, one, other, first, idle and also and not first
    )


def _happens(each: Side, number: int, choice: Choice) -> tuple[tuple[str, ...], str, bool]:
    """What a turn does under a reading, the choice in words, and whether nothing happens in it."""
    before = each.states[number]
    if number + 1 < len(each.states):
        turn = turn_of(number, before, choice, each.states[number + 1], each.rulings)
        return turn.changes or ("nothing changes",), turn.choice, turn.is_idle
    words = turn_of(number, before, choice, before, each.rulings).choice
    assert each.refusal is not None
    return (f"refused: {each.refusal.refusal.rule}: {each.refusal.refusal.reason}",), words, False


def rows_of(play: Parted, *, everything: bool = False) -> list[Row]:
    """The turns in which something was decided or happened, or all of them."""
    rows = [row_of(play, number) for number in range(play.turns)]
    return [row for row in rows if everything or not row.is_idle]


def differences(play: Parted) -> Iterator[tuple[str, str, str]]:
    """What tells the readings apart in the end: what it is, and how it is under each; nothing after a refusal."""
    if play.sign is not Sign.LOOKS:
        return
    looks = [look(side.states[-1], side.rulings) for side in (play.one, play.other)]
    found = changes(looks[0], looks[1])
    on_table = {path.partition(".")[2] for path, _, _ in found if path.startswith("[0]")}
    for path, one, other in found:
        if not (path.startswith("[1]") and path.partition(".")[2] in on_table):
            yield _named(path), _word(one), _word(other)


def _named(path: str) -> str:
    """A place in a look, in words."""
    head, _, rest = path.partition("]")
    rest = rest.lstrip(".")
    if head == "[0":
        return rest
    if head == "[1":
        seat, _, seen = rest[1:].partition("]")
        return f"seat {seat} sees {seen.lstrip('.')}"
    return (
        "mastery rating" if rest == "[1]" else f"seat {rest[4:-1] or '?'} wins" if rest.startswith("[0][") else "score"
    )


def _word(value: Any) -> str:
    return str(getattr(value, "name", value))


def table_of(rows: list[Row], one: str, other: str) -> Table:
    """The play as a table: a turn a row, the turn in which the readings part marked."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), header_style="bold")
    for heading, width in (("", 1), ("#", 4), ("Rd", 2), ("Seat", 4), ("Choice", None), (one, None), (other, None)):
        table.add_column(heading, overflow="fold", width=width)
    for row in rows:
        seat = "-" if row.seat is None else str(row.seat)
        choice = row.choice if row.choice == row.other_choice else f"{row.choice} | {row.other_choice}"
        alike = row.one == row.other and not row.is_first
        sides = "\n".join(row.one), "=" if alike else "\n".join(row.other)
        mark, style = (MARK, "bold reverse") if row.is_first else ("", None)
        table.add_row(mark, str(row.number), str(row.round), seat, choice, *sides, style=style)
        if row.step == Step.END.name:
            table.add_section()
    return table


def trace_of(play: Parted) -> Trace[State, Choice, Rulings]:
    """The play under the reading that takes its last choice; the first, if both do."""
    side, choices = (play.other, play.others) if play.sign is Sign.OFFERED else (play.one, play.choices)
    return Trace(GROUND, side.rulings, side.states, choices)


def page_of(play: Parted, title: str, lines: list[str], one: str, other: str) -> str:
    """The comparison as one web page that needs nothing else."""
    return (
        environment()
        .get_template(TEMPLATE)
        .render(
            title=title,
            lines=lines,
            rows=rows_of(play),
            one=one,
            other=other,
            differences=list(differences(play)),
            scores=[score_lines(s.states[-1], s.rulings) for s in (play.one, play.other)]
            if play.one.states[-1].step is Step.OVER and play.sign is Sign.LOOKS
            else [],
        )
    )
