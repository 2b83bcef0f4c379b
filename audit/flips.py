"""`ruleproof flips`: every question of the rules answered otherwise, one at a time: what differs, and what flips?"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from audit.asking import telling
from audit.show import InputError, console
from audit.switches import Item, item_named, items
from audit.what_if import Told, Wanted, claims_json, find, flip_line, size_json
from kernel.ground.rulings import STANDING
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS, START_HAND
from model.ground_readings import Outcome
from model.verdict import Exit, Verdict

#: Hand limits that tell: the most cards that five rounds can bring never bind, one fewer can.
LIMITS = (START_HAND + ROUNDS, START_HAND + ROUNDS - 1)


def alternatives(item: Item) -> tuple[str, ...]:
    """The options of a question that are not in force; for a number, those that tell."""
    if item.kind is int:
        return tuple(str(each) for each in LIMITS)
    return tuple(name for name in item.options if item.kind[name] is not getattr(STANDING, item.field))


def singles(only: tuple[str, ...]) -> Iterator[tuple[Item, str]]:
    """Every single flip, of all questions or of some. Raises `InputError` for a question that is not known."""
    wanted = {item_named(word).field for word in only}
    for item in items():
        if not wanted or item.field in wanted:
            yield from ((item, option) for option in alternatives(item))


def outcome_text(told: Told) -> str:
    """What is known of a flip, shortly."""
    size = told.sizes[-1]
    if told.play is not None:
        return f"parts in turn {told.play.turns}, round {told.play.one.states[-1].round}" + (
            "" if size.is_shortest else " or before"
        )
    if told.outcome is Outcome.INERT:
        return "inert: PROVED" if size.how.startswith("PROVED") else f"inert: no difference in {ROUNDS} rounds"
    return f"not known: none within {max(0, size.turns - 1)} turns"


def claims_text(told: Told) -> str:
    """The claims that flip, shortly; "-" for those that are VACUOUS now, "+" for those that hold now."""
    if told.outcome is Outcome.INERT:
        return "none"
    signs = {Verdict.VACUOUS: "- ", Verdict.EXHAUSTED: "+ "}
    names = [signs.get(flip.found, "") + flip.claim for flip in told.flips]
    if told.claims is None:
        return "not asked"
    unknown = len(told.claims.unknown)
    return "\n".join([*(names or ["none found"]), *([f"({unknown} not known)"] if unknown else [])])


def matrix(rows: list[tuple[Item, str, Told]]) -> Table:
    """A flip a row."""
    table = Table(box=None, pad_edge=False)
    for heading in ("question", "instead", "games", "claims that flip"):
        table.add_column(heading, overflow="fold")
    for item, option, told in rows:
        table.add_row(item.name, option, outcome_text(told), claims_text(told))
    return table


def by_claim(rows: list[tuple[Item, str, Told]]) -> dict[str, list[str]]:
    """For each claim that flips, the answers that turn it."""
    out: dict[str, list[str]] = {}
    for item, option, told in rows:
        for claim in dict.fromkeys(flip.claim for flip in told.flips):
            out.setdefault(claim, []).append(f"{item.name}={option}")
    return dict(sorted(out.items()))


def as_json(rows: list[tuple[Item, str, Told]], is_whole: bool) -> dict[str, Any]:
    """The matrix for programs."""
    return {
        "whole": is_whole,
        "flips": [
            {
                "question": item.name,
                "field": item.field,
                "option": option,
                "outcome": told.outcome.value,
                "sizes": [{**size_json(size), "play": None} for size in told.sizes],
                "claims": [flip_line(flip) for flip in told.flips],
                "decided": claims_json(told.claims),
            }
            for item, option, told in rows
        ],
        "by_claim": by_claim(rows),
    }


@click.command()
@click.argument("game", type=click.Choice(["ground"]))
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), default=2, show_default=True, help="Players.")
@click.option("--only", multiple=True, metavar="ITEM", help="This question alone; several are allowed.")
@click.option("--module", "modules", multiple=True, metavar="MODULE=OPTION", help="In force under all readings.")
@click.option("--limit", type=click.FloatRange(1), default=55, show_default=True, help="Seconds for each flip.")
@click.option("--claims/--no-claims", default=True, show_default=True, help="Find out which claims flip.")
@click.option("--workers", type=click.IntRange(1, 8), default=2, show_default=True, help="Processes at a time.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def flips(
    game: str,
    seats: int,
    only: tuple[str, ...],
    modules: tuple[str, ...],
    limit: float,
    claims: bool,
    workers: int,
    json_wanted: bool,
) -> None:
    """Answer every open question otherwise, one at a time: when do games differ, and which claims flip?

    An answer that changes no game is inert; what stands behind that is said. Claims are proved again, or explored in
    small worlds as far as the time goes. Ends with 3 if it is not known of some answer whether games differ, else 0.

    \b
    Examples:
      ruleproof flips ground --no-claims
      ruleproof flips ground --seats 3 --only U8 --only F-014
    """
    chosen = list(singles(only))
    if not chosen:
        raise InputError(f"{', '.join(only)}: there is one option only, so there is nothing to flip")
    began, rows = time.monotonic(), []
    screen = Console(stderr=True)
    try:
        for number, (item, option) in enumerate(chosen):
            with telling(screen) as tell:
                tell(f"{item.name}={option} ({number + 1} of {len(chosen)})")
            words = (f"{item.field}={option}",)
            wanted = Wanted(words, seats, ROUNDS, modules, limit, False, claims, False, workers, False, None, None)
            rows.append((item, option, find(wanted)))
    except KeyboardInterrupt:
        click.echo(f"interrupted: {len(rows)} of {len(chosen)} are known", err=True)
    is_whole = len(rows) == len(chosen)
    if json_wanted:
        click.echo(json.dumps(as_json(rows, is_whole), indent=1))
    else:
        show(rows, seats, time.monotonic() - began)
    known = is_whole and all(told.outcome is not Outcome.NOT_KNOWN for _, _, told in rows)
    raise SystemExit(Exit.AS_EXPECTED if known else Exit.UNDETERMINED)


def show(rows: list[tuple[Item, str, Told]], seats: int, seconds: float) -> None:
    """The matrix for people, and which answers turn each claim."""
    out = console()
    out.print(f"{seats} seats, {ROUNDS} rounds; each question answered otherwise, the others as in force\n")
    out.print(matrix(rows))
    alone = [item.name for item in items() if not alternatives(item)]
    if alone:
        out.print(f"\nOne option only: {', '.join(alone)}.")
    turned = by_claim(rows)
    if turned:
        out.print("\nBy claim:", style="bold")
        for claim, answers in turned.items():
            out.print(f"  {claim}: {', '.join(answers)}", soft_wrap=True)
    out.print(f"{seconds:.0f} s")
