"""The success criteria of the pressure deck, each decided by what can decide it, and told with that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import click
from rich.console import Console
from rich.table import Table

from audit.check import console_of_tables
from kernel.ground.state import MAX_SEATS, MIN_SEATS
from model.engines.enumerate import enumerate_cases
from model.simulate import GameFault
from model.simulation_figures import Figures
from model.verdict import Exit, Verdict, exit_code
from properties.claim import facts_in
from properties.ground import criteria
from properties.ground.criteria import STATISTICS, Statistic, decide, figures_for, some_total_reaches_the_threshold

#: The finding that no total of starters reaches a threshold.
OUT_OF_REACH = "F-034"
#: What was left out, and why.
LEFT_OUT = "DEAL-SC4 is not decided: the text of the hybrid end is not in hand."


@dataclass(frozen=True)
class Decided:
    """A criterion, or a part of one, with its verdict and what that rests on."""

    rules: tuple[str, ...]
    sentence: str
    world: str
    verdict: Verdict
    expected: Verdict
    reason: str
    finding: str = ""


def by_cases() -> Iterator[Decided]:
    """What listing every case decides."""
    for fact in facts_in([criteria]):
        found = enumerate_cases(fact.name, fact.cases(), fact.holds)
        yield Decided(fact.rules, fact.sentence, "cases", found.verdict, Verdict.EXHAUSTED, found.reason)
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        found = some_total_reaches_the_threshold(seats)
        sentence = "The group can reach the threshold."
        rules = ("DEAL-SC2", "DEAL-SC3", "DEAL-POINTS")
        yield Decided(rules, sentence, f"{seats} seats", found.verdict, Verdict.REFUTED, found.reason, OUT_OF_REACH)


def by_games(games: int, seed: int, workers: int) -> Iterator[Decided]:
    """What only statistics can decide; statistics about the same games share them."""
    played: dict[str, Figures] = {}
    for each in STATISTICS:
        if each.world not in played:
            played[each.world] = figures_for(each, games, seed, workers)
        yield decided(each, played[each.world], seed)


def decided(statistic: Statistic, figures: Figures, seed: int) -> Decided:
    """One statistic."""
    found = decide(statistic, figures, seed)
    return Decided(statistic.rules, statistic.sentence, statistic.world, found.verdict, Verdict.SAMPLED, found.reason)


def decide_criteria(games: int, seed: int, workers: int, as_json: bool) -> Exit:
    """Decide all, tell as they come, and end as a check would."""
    try:
        with Console(stderr=True).status("listing cases, then playing"):
            out = [*by_cases(), *by_games(games, seed, workers)]
    except KeyboardInterrupt:
        click.echo("interrupted; the criteria are not decided", err=True)
        return Exit.UNDETERMINED
    except GameFault as error:
        click.echo(f"The kernel or a policy fails in {error} (seed {seed})", err=True)
        return Exit.NOT_AS_EXPECTED
    if as_json:
        rows = [
            {
                "rules": each.rules,
                "sentence": each.sentence,
                "world": each.world,
                "verdict": each.verdict.value,
                "expected": each.expected.value,
                "reason": each.reason,
                "finding": each.finding,
            }
            for each in out
        ]
        click.echo(json.dumps({"seed": seed, "criteria": rows, "left_out": LEFT_OUT}, indent=1))
    else:
        show(console_of_tables(), out)
    return exit_code([(each.verdict, each.verdict is each.expected) for each in out])


def show(screen: Console, out: list[Decided]) -> None:
    """A row a criterion."""
    table = Table(box=None, pad_edge=False)
    for name in ("rule", "claim", "where", "verdict", "what it rests on"):
        table.add_column(name, overflow="fold", no_wrap=name == "rule")
    for each in out:
        odd = "" if each.verdict is each.expected else f" (expected {each.expected.value})"
        table.add_row(
            "\n".join(rule for rule in each.rules if rule.startswith("DEAL-SC")),
            each.sentence,
            each.world,
            each.verdict.value + odd,
            each.reason,
        )
    screen.print(table)
    screen.print(LEFT_OUT)
