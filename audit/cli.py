"""The `ruleproof` command. Everything it does stands in the modules that it puts together here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from audit.asking import always, can, shortest
from audit.check import FOLDER, check, console_of_tables, rules_table, standing
from audit.crash import crash
from audit.doctor import doctor
from audit.dominance import anti_dominance
from audit.findings import findings
from audit.flips import flips
from audit.invariant import invariant
from audit.ledger import Ledger
from audit.play import play
from audit.questions import Inventory
from audit.recheck import recheck
from audit.replaying import replay_command
from audit.safe import safe
from audit.simulate import simulate_command
from audit.vocabulary import vocabulary
from audit.what_if import what_if
from audit.why import why
from audit.why_not import why_not
from model.verdict import Exit
from specs.load import load_rules
from specs.sources import Standing, accept, check_sources
from specs.strict import SpecError


class Shell(click.Group):
    """The command group: faults in the project's own data files end with their places, not with a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except SpecError as error:
            click.echo("\n".join(error.messages), err=True)
            sys.exit(Exit.USAGE)


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ruleproof")
def main() -> None:
    """Written game rules, taken to verdicts with evidence that can be run again.

    \b
    Examples:
      ruleproof check                      every rule to a verdict
      ruleproof why GR-D03                 what is known about one rule
      ruleproof play ground --seats 3      step through a game
      ruleproof safe guild --help          how far may a number of the economy move?
      ruleproof sources check DIR          has the rule book changed?
    """


@main.command()
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON list.")
@click.option("--ledger", "folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
def rules(json_wanted: bool, folder: Path) -> None:
    """List every rule with what the ledger knows about it; nothing is run.

    \b
    Examples:
      ruleproof rules
      ruleproof rules --json
    """
    now = standing(Inventory(), Ledger(folder))
    if json_wanted:
        rows = [
            {"rule": row.rule.id, "title": row.rule.title, "kind": row.rule.kind, "green": row.is_green}
            for row in now.rules
        ]
        click.echo(json.dumps(rows, indent=1))
        return
    console_of_tables().print(rules_table(now.rules))


@main.group()
def sources() -> None:
    """Compare the catalogue with the rule documents that it was written from."""


@sources.command("check")
@click.argument("directory", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def sources_check(directory: Path, json_wanted: bool) -> None:
    """Tell which rules' text in DIRECTORY has changed, moved or vanished, and which text is new. Ends with 1 if any.

    \b
    Example:
      ruleproof sources check ~/rules
    """
    report = check_sources(directory, load_rules())
    if json_wanted:
        rows = {sighting.row.id: sighting.standing for sighting in report.sightings}
        uncovered = {unread.part.heading: unread.passages for unread in report.unread}
        said = {"clean": report.is_clean, "rows": rows, "new": [str(p) for p in report.new], "uncovered": uncovered}
        click.echo(json.dumps(said, indent=1))
    else:
        unchanged = len(report.of(Standing.UNCHANGED))
        lines = [*report.lines(), f"{unchanged} of {len(report.sightings)} catalogued passages unchanged"]
        if report.unread:
            passages = sum(unread.passages for unread in report.unread)
            lines.append(f"{passages} passages under {len(report.unread)} headings are not catalogued yet")
        click.echo("\n".join(lines))
    sys.exit(Exit.AS_EXPECTED if report.is_clean else Exit.NOT_AS_EXPECTED)


@sources.command("accept")
@click.argument("rule")
@click.option("--from", "directory", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def sources_accept(rule: str, directory: Path, json_wanted: bool) -> None:
    """Record that the changed text of RULE has been reviewed: its digest in the catalogue becomes that of the text.

    \b
    Example:
      ruleproof sources accept GR-D03 --from ~/rules
    """
    seen = accept(rule, directory)
    if json_wanted:
        click.echo(json.dumps({"rule": rule, "was": seen.standing, "place": str(seen.row.place)}))
    else:
        click.echo(f"recorded; it was: {seen}")


ASKING = (can, shortest, always, why_not, what_if, flips, vocabulary, anti_dominance, safe)
KNOWING = (check, crash, recheck, invariant, why, findings, play, simulate_command, replay_command, doctor)
for command in (*ASKING, *KNOWING):
    main.add_command(command)

if __name__ == "__main__":
    main()
