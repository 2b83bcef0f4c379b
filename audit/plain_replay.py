"""Replaying a trace of any game but GROUND, which has tables and pages of its own: each choice, and what it changes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from audit.show import InputError
from model.ground import GROUND
from model.trace import NotReplayed, Trace, TraceError, changes, read, replay
from properties.books import game_named


@dataclass(frozen=True)
class Played:
    """A trace, and where the kernel does otherwise; empty if it replays."""

    trace: Trace[Any, Any, Any]
    fault: str


def is_plain(path: Path) -> bool:
    """Does this file say that it is a trace of another game than GROUND? What is no trace does not."""
    try:
        return bool(json.loads(path.read_text(encoding="utf-8"))["#meta"]["game"] != GROUND.name)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def played(path: Path) -> Played:
    """Play a trace again on its kernel. Raises `InputError` for a game that is not known or a file that is no trace."""
    name = json.loads(path.read_text(encoding="utf-8"))["#meta"]["game"]
    try:
        trace = read(path, game_named(name))
    except (LookupError, TraceError) as error:
        raise InputError(f"{path}: {error}") from error
    try:
        replay(trace)
    except NotReplayed as error:
        return Played(trace, str(error))
    return Played(trace, "")


def word(value: Any) -> str:
    """A value in a few words: records by their kind and fields."""
    if isinstance(value, Enum):
        return value.name
    if hasattr(value, "__dataclass_fields__"):
        fields = ", ".join(f"{name} {word(getattr(value, name))}" for name in value.__dataclass_fields__)
        return f"{type(value).__name__}({fields})" if fields else type(value).__name__
    if isinstance(value, tuple):
        return f"({', '.join(map(word, value))})"
    return str(value)


def steps_of(trace: Trace[Any, Any, Any]) -> list[dict[str, Any]]:
    """Each choice with what it changes, in words."""
    states = zip(trace.states, trace.states[1:], strict=False)
    return [
        {
            "choice": word(choice),
            "changes": [f"{where}: {word(old)} → {word(new)}" for where, old, new in changes(before, after)],
        }
        for choice, (before, after) in zip(trace.choices, states, strict=True)
    ]


def print_played(console: Console, result: Played) -> None:
    """The play as a table: number, choice, changes."""
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    for heading in ("", "choice", "what changes"):
        table.add_column(heading, overflow="fold")
    for number, step in enumerate(steps_of(result.trace)):
        table.add_row(str(number), Text(step["choice"]), Text("\n".join(step["changes"]) or "nothing"))
    console.print(table)
    if result.fault:
        console.print(Text(f"The trace does not replay at {result.fault}.", "bold"), soft_wrap=True)
    else:
        console.print(f"The trace replays: {len(result.trace.choices)} choices, contracts on.")


def show_plain(console: Console, path: Path, as_json: bool) -> bool:
    """Play a trace again and show it; does it replay?"""
    result = played(path)
    if as_json:
        steps = steps_of(result.trace)
        told = {"game": result.trace.game.name, "replays": not result.fault, "fault": result.fault or None}
        click.echo(json.dumps({**told, "choices": len(steps), "turns": steps}, indent=1))
    else:
        print_played(console, result)
    return not result.fault
