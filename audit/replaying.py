"""Replaying a trace on the kernel, contracts on, and showing it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from audit.page import page_of
from audit.plain_replay import is_plain, show_plain
from audit.play_test import pytest_of
from audit.show import (
    InputError,
    Turn,
    console,
    describe_choice,
    play_table,
    print_table,
    score_lines,
    score_of,
    turns_of,
)
from kernel import contracts
from kernel.contracts import ContractBroken, cited
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import NOBODY, Choice, Relation, State, Step, is_problem, seats_of
from model.ground import GROUND
from model.trace import NotReplayed, Trace, TraceError, changes, read, replay
from model.verdict import Exit


@dataclass(frozen=True)
class Replayed:
    """A trace with what the kernel makes of it. `shown` ends where it fails; `fault` is empty if it replays."""

    trace: Trace[State, Choice, Rulings]
    shown: Trace[State, Choice, Rulings]
    fault: str

    @property
    def replays(self) -> bool:
        """Does the kernel do all that the trace says?"""
        return not self.fault


def read_trace(path: Path) -> Trace[State, Choice, Rulings]:
    """Read a trace of GROUND whose first table can be. Raises `InputError`, naming the file and the place in it."""
    try:
        trace = read(path, GROUND)
    except TraceError as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a readable trace: {error}") from error
    fault = table_fault(trace.states[0])
    if fault:
        raise InputError(f"{path}: states[0]: {fault}")
    return trace


def table_fault(state: State) -> str:
    """Why this cannot be a table at all, whatever the rules; empty if it can. Rules: GR-O02, GR-O03, GR-O05."""
    seats = seats_of(state)
    memory = state.memory
    rows = (state.relations, *state.relations, *memory.bonds_before)
    per_seat = (memory.selections, memory.groundings, memory.cancel_used, memory.closing, memory.ended)
    if len(seats) < 2:
        return "there are fewer than two players"
    if any(len(row) != len(seats) for row in (*rows, memory.bonds_before, *per_seat)):
        return f"what belongs to each player is not there {len(seats)} times"
    if not (0 <= state.lead < len(seats) and 0 <= state.turn < len(seats)):
        return f"the Lead {state.lead} or the turn {state.turn} belongs to no player"
    if any(state.relations[a][b] is not state.relations[b][a] for a in seats for b in seats):
        return "GR-O05: two players see different relations"
    if any(state.relations[seat][seat] is not Relation.NONE for seat in seats):
        return "GR-O05: a player has a relation with itself"
    named = [s.target for s in memory.selections] + [g.target for g in memory.groundings]
    placed = [player.token_at for player in state.players] + [card.claimed_by for card in state.problems]
    if any(seat != NOBODY and seat not in seats for seat in named + placed):
        return "something names a player who is not there"
    aimed = [s.problem for s in memory.selections] + [g.problem for g in memory.groundings]
    if any(problem >= 0 and not is_problem(state, problem) for problem in aimed):
        return "something names a Problem that is not there"
    return ""


def replayed(trace: Trace[State, Choice, Rulings]) -> Replayed:
    """Play the trace again on the kernel. Raises `InputError` in a process that has contracts switched off."""
    if not contracts.ENABLED:
        raise InputError("RULEPROOF_CONTRACTS=off: a replay counts only with contracts on, unset the variable")
    try:
        replay(trace)
    except NotReplayed as error:
        at = error.position
        before = trace.states[at]
        shown = Trace(GROUND, trace.rulings, trace.states[: at + 1], trace.choices[:at])
        where = f"choice {at} (round {before.round}, {before.step.name}: {describe_choice(before, trace.choices[at])})"
        fails = isinstance(error.__cause__, ContractBroken)
        reason = f"the kernel breaks a contract: {cited(error.__cause__)}" if fails else error.reason
        return Replayed(trace, shown, f"{where}: {reason}")
    return Replayed(trace, trace, "")


def report_of(result: Replayed, turns: tuple[Turn, ...]) -> dict[str, Any]:
    """The outcome as plain data."""
    end = result.shown.end
    return {
        "game": GROUND.name,
        "replays": result.replays,
        "choices": len(result.trace.choices),
        "replayed": len(result.shown.choices),
        "fault": result.fault or None,
        "rulings": {name: str(getattr(new, "name", new)) for name, _, new in changes(STANDING, result.trace.rulings)},
        "turns": [asdict(turn) for turn in turns],
        "score": score_of(end, result.trace.rulings) if end.step is Step.OVER else None,
    }


def show(result: Replayed, turns: tuple[Turn, ...]) -> None:
    """Print the play as a table, the table that it ends on, and the outcome."""
    out = console()
    rulings = result.trace.rulings
    for name, _, new in changes(STANDING, rulings):
        out.print(f"Ruling: {name} = {getattr(new, 'name', new)}")
    out.print(play_table(turns))
    print_table(out, result.shown.end, None, rulings)
    out.print()
    if result.shown.end.step is Step.OVER:
        for line in score_lines(result.shown.end, rulings):
            out.print(line)
    if result.replays:
        out.print(f"The trace replays: {len(result.trace.choices)} choices, contracts on.")
    else:
        out.print(f"The trace does not replay at {result.fault}.", style="bold")


def description_of(path: Path) -> str:
    """What a trace file says about itself; nothing for a pipe, which has been read by then."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))["#meta"].get("description", "")
    except (OSError, ValueError):
        return ""
    return said if isinstance(said, str) else ""


def write_outputs(result: Replayed, file: Path, page: Path | None, test: Path | None) -> Iterator[str]:
    """Write the page and the test that are wanted, and tell. Raises `InputError` for a file that cannot be written.

    A play that does not replay makes a page of the part that does, with the fault on it, and no test.
    """
    name = file.name.removesuffix(".json").removesuffix(".itf")
    if page is not None:
        fault = f"The play stops short: it does not replay at {result.fault}."
        write_whole(page, page_of(result.shown, name, description_of(file) if result.replays else fault))
        yield f"Page written to {page}."
    if test is not None and result.replays:
        write_whole(test, pytest_of(result.trace, name))
        yield f"Test written to {test}."
    elif test is not None:
        yield f"No test written to {test}: the play does not replay."


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file all at once, so that nobody finds half of it. Raises `InputError`, naming the file."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: cannot be written: not a regular file")
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        # What is no UTF-8 comes from a file's name or note, and must not keep the play from being written.
        part.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--all", "everything", is_flag=True, help="Show idle turns too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write the play as a web page of one file.")
@click.option("--test", "test", type=click.Path(path_type=Path), help="Write the play as a pytest file.")
def replay_command(file: Path, everything: bool, as_json: bool, page: Path | None, test: Path | None) -> None:
    """Play an ITF trace again on the kernel, contracts on, and show it turn by turn.

    The rules beside a turn are those that acted in it: a reading aid, not evidence. The page needs no network and no
    other file; files that are there already are replaced.

    \b
    Exit code: 0 the trace replays, 1 it does not, 2 the file is no trace or an output cannot be written.

    \b
    Examples:
      ruleproof replay game.itf.json
      ruleproof replay counterexample.itf.json --json
      ruleproof replay game.itf.json --html game.html
      ruleproof replay counterexample.itf.json --test tests/test_counterexample.py
    """
    paths = [path.resolve() for path in (file, page, test) if path is not None]
    if len(set(paths)) < len(paths):
        raise InputError("the play, its page and its test must be different files")
    if is_plain(file):
        if page is not None or test is not None:
            raise InputError("--html and --test are for plays of GROUND")
        raise SystemExit(int(Exit.AS_EXPECTED if show_plain(console(), file, as_json) else Exit.NOT_AS_EXPECTED))
    result = replayed(read_trace(file))
    turns = turns_of(result.shown, everything=everything)
    written = list(write_outputs(result, file, page, test))
    if as_json:
        click.echo(json.dumps(report_of(result, turns), indent=1))
    else:
        show(result, turns)
    for line in written:
        click.echo(line, err=as_json)
    if not result.replays:
        raise SystemExit(int(Exit.NOT_AS_EXPECTED))
