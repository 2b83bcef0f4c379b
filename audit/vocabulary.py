"""`ruleproof vocabulary GAME`: the names in which questions about a game are asked."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from audit.check import console_of_tables
from audit.explaining import words_of
from model.question import FUNCTIONS, Vocabulary, Word
from model.question_kinds import meant, type_text
from properties.ground.vocabulary import GROUND_VOCABULARY

VOCABULARIES = {each.game: each for each in (GROUND_VOCABULARY,)}


@dataclass(frozen=True)
class Row:
    """One name: how it is written, its type, what it means, the rules behind it, and a question that uses it.

    `kind` tells whether it is a value, a function, an attribute of a record, a constant, or a function of Python.
    """

    name: str
    kind: str
    heading: str
    type: str
    meaning: str
    rules: tuple[str, ...] = ()
    example: str = ""


def rows_of(vocabulary: Vocabulary) -> Iterator[Row]:
    """Everything that a question over this vocabulary can name."""
    for word in vocabulary.words:
        yield _row(word, "function" if word.is_called else "value", vocabulary)
    for row in vocabulary.rows:
        for name, kind in vocabulary.fields_of(row).items():
            word = next(each for each in vocabulary.attributes if each.name == f"{row.record.__name__}.{name}")
            yield Row(word.name, "attribute", word.name, type_text(kind), word.meaning, word.rules, word.example)
    for enum in vocabulary.enums:
        meaning = (inspect.getdoc(enum) or "").split("\n")[0]
        for name in enum.__members__:
            yield Row(f"{enum.__name__}.{name}", "constant", _shortest(name, enum, vocabulary), enum.__name__, meaning)
    for name, meaning in FUNCTIONS.items():
        yield Row(name, "Python", f"{name}(..)", "", meaning)


def _row(word: Word, kind: str, vocabulary: Vocabulary) -> Row:
    of = type_text(vocabulary.kind_of(word))
    return Row(word.name, kind, vocabulary.heading_of(word), of, word.meaning, word.rules, word.example)


def _shortest(name: str, enum: type[Enum], vocabulary: Vocabulary) -> str:
    """A constant by its bare name, if that has one meaning only."""
    return name if len(vocabulary.constants[name]) == 1 else f"{enum.__name__}.{name}"


def found_in(rows: Iterable[Row], name: str) -> list[Row]:
    """The rows that a name, or the part of it behind the dot, means; for an enum or a record all that it has."""
    every = list(rows)
    exact = [row for row in every if row.name == name]
    return exact or [row for row in every if name in row.name.split(".")]


#: The headings under which names are listed.
GROUPS = {
    "value": "What a state has",
    "function": "What can be asked of a state",
    "attribute": "What is written behind a dot",
    "Python": "Functions of Python",
    "constant": "Constants",
}


def print_rows(console: Console, rows: Iterable[Row]) -> None:
    """The names in their groups; constants by the type that they belong to."""
    every = list(rows)
    for kind, title in GROUPS.items():
        group = [row for row in every if row.kind == kind]
        if group:
            console.print(f"\n[bold]{title}[/]")
            if kind == "constant":
                print_constants(console, group)
            else:
                console.print(table_of(group))


def table_of(rows: Iterable[Row]) -> Table:
    """Names, a row each."""
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "type", "meaning", "rules", "example"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        texts = (row.heading, row.type, row.meaning, " ".join(row.rules), row.example)
        table.add_row(*(escape(text) for text in texts))
    return table


def print_constants(console: Console, rows: Iterable[Row]) -> None:
    """Constants, a line for each type."""
    names: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        names.setdefault((row.type, row.meaning), []).append(row.heading)
    for (kind, meaning), written in names.items():
        console.print(f"{kind}: {', '.join(written)}\n  {escape(meaning)}", soft_wrap=True, highlight=False)


def print_row(console: Console, row: Row, vocabulary: Vocabulary) -> None:
    """One name with all that is known about it."""
    of = f" -> {row.type}" if row.kind == "function" else f": {row.type}" if row.type else ""
    console.print(f"[bold]{escape(row.heading)}[/]{escape(of)}", highlight=False)
    console.print(f"  {escape(row.meaning)}", soft_wrap=True)
    word = vocabulary.by_name.get(row.name)
    if word is not None and word.is_called:
        for name, kind in vocabulary.parameters_of(word).items():
            console.print(f"  {name}: {type_text(kind)}", highlight=False)
    if row.example:
        console.print(f"  example: {escape(row.example)}", soft_wrap=True, highlight=False)
    for rule in row.rules:
        title, says = words_of(rule)
        console.print(f"  [bold]{rule}[/] {escape(title)}: {escape(says)}", soft_wrap=True, highlight=False)


def as_json(row: Row) -> dict[str, Any]:
    """A row as plain data."""
    return {
        "name": row.name,
        "kind": row.kind,
        "written": row.heading,
        "type": row.type,
        "meaning": row.meaning,
        "rules": list(row.rules),
        "example": row.example,
    }


@click.command()
@click.argument("game", type=click.Choice(sorted(VOCABULARIES)))
@click.argument("word", required=False)
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON list.")
def vocabulary(game: str, word: str | None, json_wanted: bool) -> None:
    """List the names in which questions about GAME are asked; of WORD tell everything.

    \b
    Examples:
      ruleproof vocabulary ground
      ruleproof vocabulary ground coalition
      ruleproof vocabulary ground Marker --json
    """
    known = VOCABULARIES[game]
    rows = list(rows_of(known))
    if word is not None:
        names = {part for row in rows for part in row.name.split(".")}
        rows = found_in(rows, word)
        if not rows:
            raise click.UsageError(f"questions about {game} know no `{word}`{meant(word, names)}")
    if json_wanted:
        click.echo(json.dumps([as_json(row) for row in rows], indent=1))
    elif word is None or all(row.kind == "constant" for row in rows):
        print_rows(console_of_tables(), rows)
    else:
        for row in rows:
            print_row(console_of_tables(), row, known)
