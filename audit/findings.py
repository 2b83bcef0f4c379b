"""`ruleproof findings`, and how one finding is shown: its question, its options, and the play that bears it out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from audit.check import console_of_tables
from audit.plain_replay import is_plain, show_plain
from audit.replaying import Replayed, description_of, read_trace, replayed
from audit.show import describe_changes, describe_choice, play_table, score_lines, seats_text, turns_of
from kernel.ground.refusals import Refused
from kernel.ground.rulings import Rulings
from kernel.ground.state import NOBODY, Choice, State, Step, seats_of
from kernel.ground.view import view_of
from model.ground import GROUND
from model.trace import Trace
from properties.findings import HUNTS
from specs.load import Finding, load_findings, load_rules


def witness_text(finding: Finding) -> str:
    """In a few words, what bears the finding out."""
    if isinstance(finding.witness, Path):
        choices = len(json.loads(finding.witness.read_text(encoding="utf-8"))["states"]) - 1
        return f"{choices} choice{'s' * (choices != 1)}"
    if finding.witness:
        return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in finding.witness)
    return "-"


def options_text(finding: Finding) -> str:
    """The names of the options, the one in force first and marked."""
    names = [option.name for option in finding.options]
    first = [f"*{name}" for name in names if name == finding.default]
    return " ".join(first + [name for name in names if name != finding.default]) or "-"


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as plain data, its witness as a path below specs/findings or as named numbers."""
    witness: Any = dict(finding.witness) if isinstance(finding.witness, tuple) else None
    if isinstance(finding.witness, Path):
        witness = f"specs/findings/{finding.witness.parent.name}/{finding.witness.name}"
    return {
        "id": finding.id,
        "kind": finding.kind,
        "question": finding.question,
        "about": finding.about,
        "rules": finding.rules,
        "switch": finding.switch,
        "options": {option.name: option.says for option in finding.options},
        "default": finding.default,
        "open": finding.is_open,
        "witness": witness,
    }


def print_finding(console: Console, finding: Finding) -> None:
    """A finding with its rules, its options and where its witness lies."""
    console.print(f"[bold]{finding.id}[/] ({finding.kind}) {escape(finding.question)}", soft_wrap=True)
    console.print(escape(finding.about.strip()), soft_wrap=True)
    console.print(f"  rules: {' '.join(finding.rules)}", soft_wrap=True)
    for option in finding.options:
        mark = "default" if option.name == finding.default else "or"
        console.print(f"  {mark} {option.name}: {escape(option.says)}", soft_wrap=True)
    if finding.switch:
        console.print(f"  switch: {finding.switch}", soft_wrap=True)
    if isinstance(finding.witness, Path):
        console.print(f"  witness: specs/findings/{finding.witness.parent.name}/{finding.witness.name}", soft_wrap=True)
    elif finding.witness:
        console.print(f"  witness: {witness_text(finding)}", soft_wrap=True)


def print_witness(console: Console, finding: Finding) -> bool:
    """The witness played again on the kernel, and what the other options make of the same play; does it replay?"""
    if not isinstance(finding.witness, Path):
        return True
    if is_plain(finding.witness):
        console.print(f"\n{escape(description_of(finding.witness))}", soft_wrap=True)
        return show_plain(console, finding.witness, as_json=False)
    result = replayed(read_trace(finding.witness))
    console.print(f"\n{escape(description_of(finding.witness))}", soft_wrap=True)
    console.print(play_table(turns_of(result.shown)))
    if not result.replays:
        console.print(f"[red]The witness does not replay at[/] {escape(result.fault)}.", soft_wrap=True)
        return False
    console.print(f"The witness replays: {witness_text(finding)}, contracts on.")
    for line in compared(finding, result):
        console.print(f"  {escape(line)}", soft_wrap=True)
    return True


def compared(finding: Finding, result: Replayed) -> list[str]:
    """What becomes of the witness under each answer other than the one it was played under, a line each."""
    played = result.trace.rulings
    lines = []
    for each in (hunt for hunt in HUNTS if hunt.finding == finding.id):
        answers = {each.base: getattr(each.base, each.switch).name, each.alternative: each.option.name}
        for rulings, name in answers.items():
            if rulings != played:
                start = each.laid(rulings) if each.laid else result.trace.states[0]
                lines.append(f"{each.switch} = {name}: {outcome_of(result.trace, start, rulings)}")
    return list(dict.fromkeys(lines))


def outcome_of(trace: Trace[State, Choice, Rulings], state: State, rulings: Rulings) -> str:
    """How the same choices go from this table under other rulings: refused, to another table, or to the same one."""
    for number, choice in enumerate(trace.choices):
        try:
            state = GROUND.advance(state, choice, rulings)
        except Refused as error:
            why = f"{error.refusal.rule}: {error.refusal.reason}"
            return f"choice {number} ({describe_choice(state, choice)}) is refused, {why}"
    alike = len(trace.end.problems) == len(state.problems)
    told = describe_changes(trace.end, state, None, rulings) if alike else []
    changed = list(dict.fromkeys([*told, *problems_apart(trace.end, state)]))
    if changed:
        return "the table at the end differs: " + "; ".join(changed)
    return "the same table; " + (" and ".join(seen_apart(trace, state, rulings)) or "what is remembered differs")


def problems_apart(one: State, other: State) -> Iterator[str]:
    """What the modules say of a Problem, where two tables differ in it."""
    if len(one.problems) != len(other.problems):
        yield f"{len(other.problems)} Problems in the game, not {len(one.problems)}"
    for number, (before, after) in enumerate(zip(one.problems, other.problems, strict=False)):
        for name in ("in_play", "owner", "scope", "face_up"):
            old, new = getattr(before, name), getattr(after, name)
            if old != new:
                yield f"Problem {number}: {name.replace('_', ' ')} {value_text(new)}, not {value_text(old)}"


def value_text(value: object) -> str:
    """A value of a Problem in a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nobody" if value == NOBODY else str(getattr(value, "name", f"seat {value}"))


def seen_apart(trace: Trace[State, Choice, Rulings], state: State, rulings: Rulings) -> Iterator[str]:
    """What tells two readings apart that lead to the same table."""
    end, played = trace.end, trace.rulings
    if set(GROUND.offered(end, played)) != set(GROUND.offered(state, rulings)):
        yield "other choices are offered"
    seats = [seat for seat in seats_of(state) if view_of(end, seat, played) != view_of(state, seat, rulings)]
    if seats:
        yield f"{seats_text(seats)} see{'s' * (len(seats) == 1)} it otherwise"
    if state.step is Step.OVER and score_lines(end, played) != score_lines(state, rulings):
        yield "it is scored otherwise: " + " ".join(score_lines(state, rulings))


@click.command()
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON list.")
def findings(json_wanted: bool) -> None:
    """List what is wrong or undecided in the written rules, with all options; the one in force is marked *.

    \b
    Examples:
      ruleproof findings
      ruleproof why F-006
      ruleproof replay specs/findings/witness/F-006.itf.json
    """
    found = load_findings(load_rules())
    if json_wanted:
        click.echo(json.dumps([finding_json(each) for each in found.values()], indent=1))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    for heading in ("finding", "kind", "question", "rules", "options", "witness"):
        table.add_column(heading, overflow="fold")
    for each in found.values():
        rules, options = " ".join(each.rules), options_text(each).replace(" ", "\n")
        table.add_row(each.id, each.kind, escape(each.question), rules, options, witness_text(each))
    console_of_tables().print(table)
