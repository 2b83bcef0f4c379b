"""`ruleproof invariant GAME`: what every reachable state has in common, part by part; all proofs rest on it."""

from __future__ import annotations

import json

import click
from rich.console import Console

from audit.check import console_of_tables
from properties.ground.invariant import INVARIANT
from properties.ground.proofs import parts_of

GAMES = {"ground": INVARIANT}


def print_parts(console: Console, parts: list[tuple[str, str]]) -> None:
    """The name of each part, and its sentence."""
    for name, sentence in parts:
        console.print(f"  [bold]{name}[/]", highlight=False)
        console.print(f"    {sentence}", markup=False, highlight=False)


@click.command()
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def invariant(game: str, json_wanted: bool) -> None:
    """Print the invariant that the proofs by induction rest on, each part with its sentence.

    \b
    Examples:
      ruleproof invariant ground
      ruleproof invariant ground --json
    """
    parts = parts_of(GAMES[game])
    if json_wanted:
        click.echo(json.dumps(dict(parts), indent=1))
        return
    print_parts(console_of_tables(), parts)
