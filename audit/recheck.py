"""`ruleproof recheck`: what proofs asked of solvers is asked again, of a solver other than the first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from audit.check import FOLDER, console_of_tables
from model.engines.backends import SolverMissing
from model.engines.queries import INDEX, Recheck
from model.engines.queries import recheck as ask_again
from model.verdict import Exit

#: Where queries are looked for unless a folder is named.
QUERIES = FOLDER / "smt"


def folders_in(folder: Path) -> list[Path]:
    """The folder itself and those below it, as far as they hold queries."""
    found = {path.parent for pattern in (f"**/{INDEX}", "**/*.smt2") for path in folder.glob(pattern)}
    return sorted(found)


def exit_of(results: Iterable[Recheck]) -> Exit:
    """How it ends: the worst that came out; nothing at all has shown nothing."""
    seen = {result.outcome for result in results}
    if not seen:
        return Exit.VACUOUS
    if "disagree" in seen:
        return Exit.DISAGREE
    if seen - {"agree", "unknown"}:
        return Exit.NOT_AS_EXPECTED
    return Exit.UNDETERMINED if "unknown" in seen else Exit.AS_EXPECTED


def gather(folder: Path, limit: float, console: Console) -> dict[str, list[Recheck]]:
    """Ask everything below a folder again, and tell what is odd as it comes; by subfolder."""
    found: dict[str, list[Recheck]] = {}

    def report(result: Recheck) -> None:
        results.append(result)
        if result.outcome != "agree":
            console.print(f"  {name}/{result}", markup=False, highlight=False, soft_wrap=True)
        elif len(results) % 20 == 0:
            console.print(f"  {name}: {len(results)} asked", markup=False, highlight=False)

    for each in folders_in(folder):
        name = str(each.relative_to(folder))
        results = found[name] = []
        ask_again(each, limit, report)
        console.print(f"  {name}: done, {len(results)} asked", markup=False, highlight=False)
    return found


@click.command("recheck")
@click.argument("folder", metavar="[DIR]", default=QUERIES, type=click.Path(file_okay=False, path_type=Path))
@click.option("--limit", type=click.FloatRange(0, min_open=True), default=120, show_default=True, help="Seconds each.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object; progress goes to standard error.")
def recheck(folder: Path, limit: float, json_wanted: bool) -> None:
    """Ask every query below DIR again, of a solver other than the one that answered it, and compare.

    Ends with 0 if all agree, 5 if a solver disagrees, 1 if a script was touched or lost, 3 if something stays
    undecided, 4 if there is nothing to ask. `ruleproof check --smt DIR` keeps queries.

    \b
    Examples:
      ruleproof check --smt .ruleproof/smt
      ruleproof recheck
    """
    console, errors = console_of_tables(), Console(stderr=True)
    if not folder.is_dir():
        raise click.UsageError(f"there is no folder {folder}; `ruleproof check --smt {folder}` makes one")
    try:
        found = gather(folder, limit, errors if json_wanted else console)
    except SolverMissing as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        errors.print("\ninterrupted; what had not been asked is UNDETERMINED")
        raise SystemExit(Exit.UNDETERMINED) from None
    results = [result for each in found.values() for result in each]
    code = exit_of(results)
    if json_wanted:
        rows = {name: [asdict(result) for result in each] for name, each in found.items()}
        click.echo(json.dumps({"exit": int(code), "queries": rows}, indent=1))
    else:
        counts = Counter(result.outcome for result in results)
        console.print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "no queries")
        console.print(f"ends with {code.name} ({int(code)})")
    raise SystemExit(code)
