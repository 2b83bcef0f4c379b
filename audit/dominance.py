"""`ruleproof anti-dominance`: four policies on five fixed seeds, compared exactly; none may dominate another."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from kernel.guild.balance.dominance import matrix_of
from model.verdict import Exit
from properties.guild.fixed_seeds import faults_of, load_fixed_seeds
from properties.guild.seed_report import digest_of, result_of, self_test, summary
from specs.fixtures import ANTI_DOMINANCE


@click.command("anti-dominance")
@click.option("--self-test", "testing", is_flag=True, help="See first that a dominated matrix is rejected.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--fixture",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ANTI_DOMINANCE,
    help="The seeds to judge instead of the suite's own.",
)
def anti_dominance(testing: bool, as_json: bool, fixture: Path) -> None:
    """Play four fixed policies on five complete seeds, and see that none weakly dominates another.

    Every price, reward and Credit is recalculated, every trace replayed. The same seeds print the same bytes. Ends with
    0 if the seeds are accepted, with 1 if a value, a trace, a winner or the balance is wrong, and with 2 for a file in
    which a field is missing or wrong in kind.

    \b
    Examples:
      ruleproof anti-dominance
      ruleproof anti-dominance --self-test
      ruleproof anti-dominance | sha256sum
      ruleproof anti-dominance --fixture seeds.json --json
    """
    fixtures = load_fixed_seeds(fixture)
    faults = faults_of(fixtures)
    tests: tuple[tuple[bool, str], ...] = ()
    if not faults and testing:
        tests = tuple(self_test(matrix_of(tuple(fixed.seed for fixed in fixtures))))
        faults = tuple(f"self-test: not so: {text}" for passed, text in tests if not passed)
    if as_json:
        found = {
            "accepted": not faults,
            "faults": faults,
            "self_test": [text for passed, text in tests if passed],
            "sha256": None if faults else digest_of(fixtures),
            "result": None if faults else result_of(fixtures),
        }
        click.echo(json.dumps(found, indent=1))
    elif faults:
        click.echo("\n".join([*faults, f"refused: {len(faults)} fault{'s' * (len(faults) > 1)}"]), err=True)
    else:
        for _, text in tests:
            click.echo(f"self-test: {text}")
        click.echo("\n".join(summary(fixtures, matrix_of(tuple(fixed.seed for fixed in fixtures)))))
    sys.exit(Exit.NOT_AS_EXPECTED if faults else Exit.AS_EXPECTED)
