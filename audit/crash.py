"""The fault campaign as a command: crash states, failed calls and damage of the save store, and their figures."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from audit.mutation import MUTANTS, Judgement, judge_all, load_mutants
from audit.show import console
from kernel.guild.edition import Edition
from model.campaign import Broken, Case, Stage, campaign_cases, case_in, plain_case, run_case
from model.store_cases import Tally
from model.store_kill import killed
from model.verdict import Exit
from specs.load import load_rules

#: The rows that break the store.
STORE_MUTANTS = MUTANTS / "guild-store.toml"
#: What `--edition` takes.
EDITIONS = {"fg4": (Edition.FG4,), "growth": (Edition.GROWTH,), "both": (Edition.FG4, Edition.GROWTH)}
#: Seconds between two lines of progress.
PACE = 5.0
#: Complaints that are kept of one case: one is enough to look into it.
KEPT = 3
KILLS = 12


@dataclass
class Outcome:
    """What a campaign found: the cases that are broken, what was tried, the mutants that were judged, and how long."""

    broken: list[Broken] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    cases: int = 0
    editions: tuple[Edition, ...] = ()
    seeds: tuple[int, ...] = ()
    judged: tuple[Judgement, ...] = ()
    seconds: float = 0.0

    @property
    def is_well(self) -> bool:
        """Did every law hold, and did every mutant end as its row says?"""
        return not self.broken and all(each.is_as_expected for each in self.judged)


def tried(cases: Sequence[Case]) -> tuple[list[Broken], Tally]:
    """Run some cases, in this process."""
    tally, broken = Tally(), []
    for case in cases:
        for number, (law, says) in enumerate(run_case(case, tally)):
            if number < KEPT:
                broken.append(Broken(case, law, says))
    return broken, tally


def batches(cases: Iterable[Case], size: int) -> Iterator[list[Case]]:
    """The cases in portions; what takes long goes alone, and first."""
    short: list[Case] = []
    for case in cases:
        if case.stage is not Stage.CRASH:
            yield [case]
        else:
            short.append(case)
    for first in range(0, len(short), size):
        yield short[first : first + size]


def run_campaign(cases: Iterable[Case], workers: int, is_silent: bool) -> Outcome:
    """Run all cases in so many processes, telling how far it has come."""
    outcome, began, told = Outcome(), time.monotonic(), time.monotonic()
    every = list(cases)
    outcome.editions = tuple(dict.fromkeys(case.edition for case in every))
    outcome.seeds = tuple(sorted({case.seed for case in every}))
    parts = list(batches(every, 12))
    total = sum(map(len, parts))
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(tried, part): len(part) for part in parts}
        for future in as_completed(running):
            broken, tally = future.result()
            outcome.broken += broken
            outcome.tally.add(tally)
            outcome.cases += running[future]
            if not is_silent and time.monotonic() - told > PACE:
                told = time.monotonic()
                states = outcome.tally.crash_states + outcome.tally.second_crashes
                click.echo(
                    f"{outcome.cases:,} of {total:,} cases, {states:,} crash states, {len(outcome.broken)} broken, "
                    f"{told - began:.0f} s",
                    err=True,
                )
    outcome.seconds = time.monotonic() - began
    return outcome


def judged_mutants(name: str, is_silent: bool) -> tuple[Judgement, ...]:
    """Judge the store's mutants: the one named (P3, or an ID), or, without a name, P1 to P12."""
    wanted = f"-{name.lower()}-" if name else "-p"
    mutants = [
        mutant
        for mutant in load_mutants(STORE_MUTANTS, load_rules())
        if wanted in mutant.id or mutant.id == name or (not name and is_numbered(mutant.id))
    ]
    mutants = [mutant for mutant in mutants if "@" not in mutant.id and (name or is_numbered(mutant.id))]
    if not mutants:
        raise click.UsageError(
            f"there is no mutant of the store called {name}; P1 to P12 and the IDs in {STORE_MUTANTS.name}"
        )
    tell = None if is_silent else lambda judgement: click.echo(str(judgement), err=True)
    return judge_all(mutants, workers=min(2, os.cpu_count() or 1), on_progress=tell)


def is_numbered(mutant: str) -> bool:
    """Is it one of P1 to P12?"""
    return any(f"-p{number}-" in mutant for number in range(1, 13))


def kill_processes(edition: Edition, seed: int) -> Outcome:
    """Kill real processes on a real folder."""
    outcome, began = Outcome(), time.monotonic()
    with TemporaryDirectory(prefix="ruleproof-crash-") as folder:
        for law, says in killed(Path(folder) / "slot", seed, KILLS, edition):
            outcome.broken.append(Broken(Case(edition, Stage.WALK, seed=seed), law, f"a killed process: {says}"))
    outcome.tally.kills = KILLS
    outcome.seconds = time.monotonic() - began
    return outcome


# ---------------------------------------------------------------- what is told


def report_of(outcome: Outcome) -> dict[str, Any]:
    """The outcome as plain data."""
    tally = outcome.tally
    per_operation = {
        kind: tally.boundaries[kind] // max(1, tally.operations[kind]) for kind in sorted(tally.operations)
    }
    return {
        "broken": [
            {"law": each.law.name, "rules": list(each.law.rules), "says": each.says, "case": plain_case(each.case)}
            for each in outcome.broken
        ],
        "editions": [edition.name for edition in outcome.editions],
        "seeds": list(outcome.seeds),
        "cases": outcome.cases,
        "boundaries_per_operation": per_operation,
        "crash_states": tally.crash_states,
        "second_crash_states": tally.second_crashes,
        "distinct_images": tally.images,
        "failed_calls": tally.failed_calls,
        "damaged_slots": tally.damaged,
        "random_steps": tally.random_steps,
        "killed_processes": tally.kills,
        "mutants_killed": sum(each.killed for each in outcome.judged),
        "mutants": len(outcome.judged),
        "seconds": round(outcome.seconds, 1),
    }


def tell(outcome: Outcome) -> None:
    """Print the figures, and what is broken."""
    report, out = report_of(outcome), console()
    if outcome.cases:
        tell_figures(report)
    if outcome.judged:
        out.print(f"{report['mutants_killed']} of {report['mutants']} mutants of the store killed: each broke a law")
    for judgement in outcome.judged:
        if not judgement.is_as_expected:
            out.print(str(judgement), style="bold")
    for each in outcome.broken[:10]:
        out.print(f"BROKEN {each.law.words}\n  {', '.join(each.law.rules)}\n  {each.case}: {each.says}", style="bold")
    if outcome.cases:
        out.print("every law held" if not outcome.broken else f"{len(outcome.broken)} complaints")


def tell_figures(report: dict[str, Any]) -> None:
    """Print what a campaign has tried."""
    out = console()
    for kind, boundaries in report["boundaries_per_operation"].items():
        out.print(f"{kind.lower():>14}: {boundaries} boundaries between calls that change the disk")
    seeds = f"{report['seeds'][0]} to {report['seeds'][-1]}" if report["seeds"] else "none"
    figures = {
        f"cases in {' and '.join(report['editions'])}, seeds {seeds}": report["cases"],
        "crash states: what a power loss may leave of an operation": report["crash_states"],
        "second crashes: the same while the slot is being opened": report["second_crash_states"],
        "distinct disk images opened, counted case by case": report["distinct_images"],
        "calls that failed, once or from then on": report["failed_calls"],
        "damaged slots": report["damaged_slots"],
        "steps of random lives": report["random_steps"],
        "real processes killed": report["killed_processes"],
    }
    for words, number in figures.items():
        if number:
            out.print(f"{number:>14,}  {words}")
    out.print(f"{report['seconds']:>14}  seconds")


def save(broken: Sequence[Broken], folder: Path) -> Iterator[Path]:
    """Write each broken case to a file that `--replay` takes."""
    for number, case in enumerate(dict.fromkeys(each.case for each in broken), 1):
        path = folder / f"crash-case-{number}.json"
        path.write_text(json.dumps(plain_case(case), indent=1) + "\n", encoding="utf-8")
        yield path


def read_case(path: Path) -> Case:
    """The case in a file. Raises a usage error that names the file."""
    try:
        return case_in(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, OSError, RecursionError) as error:
        raise click.UsageError(f"{path}: {error}") from error


@click.command("crash")
@click.option(
    "--edition",
    type=click.Choice([*EDITIONS], case_sensitive=False),
    default="both",
    show_default=True,
    help="Frozen legacy, continuous growth, or both.",
)
@click.option("--sequences", type=click.IntRange(1, 3), default=3, show_default=True, help="The longest sequence.")
@click.option("--sample", type=click.IntRange(0), default=12, show_default=True, help="How many long random lives.")
@click.option("--seed", default=1, show_default=True, help="What random choices start from.")
@click.option("--mutant", "name", help="Judge only this mutant of the store: P1 to P12, or an ID.")
@click.option("--mutants/--no-mutants", default=True, show_default=True, help="Judge P1 to P12 at the end.")
@click.option("--real", is_flag=True, help="Kill real processes on a real folder, too.")
@click.option(
    "--replay", "replayed", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Run one saved case."
)
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=Path(),
    help="Where broken cases go.",
)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def crash(
    edition: str,
    sequences: int,
    sample: int,
    seed: int,
    name: str | None,
    mutants: bool,
    real: bool,
    replayed: Path | None,
    folder: Path,
    workers: int,
    as_json: bool,
) -> None:
    """Try the save store of Aetherbound Guild on disks that crash, fail and decay.

    Every sequence of operations up to a length is crashed before and after every call, with each selection of unsynced
    writes and names kept, lost, torn or zeroed, or beyond ten of them a seeded sample; each recovery of a single
    operation likewise; each call fails in every way; files are damaged, swapped, stale and hostile. After each of these
    the slot is opened, and the laws of the save contract must hold of what lies on the disk. At the end the store is
    broken in twelve classical ways (the mutants P1 to P12), and a law must go red. Disks that lie about syncing are
    not simulated.

    \b
    Exit code: 0 every law held and every mutant was killed, 1 if not, 2 if the input cannot be used.

    \b
    Examples:
      ruleproof crash                                  both editions, minutes
      ruleproof crash --sequences 1 --sample 3 --no-mutants
      ruleproof crash --edition growth --sequences 2
      ruleproof crash --mutant P3                      one broken store: which law sees it?
      ruleproof crash --replay crash-case-1.json       a case that a campaign has saved
    """
    if name:
        outcome = Outcome(judged=judged_mutants(name, as_json))
    elif replayed:
        outcome = run_campaign([read_case(replayed)], 1, as_json)
    else:
        outcome = run_campaign(campaign_cases(EDITIONS[edition], sequences, sample, seed), workers, as_json)
        for each in EDITIONS[edition] if real else ():
            extra = kill_processes(each, seed)
            outcome.broken += extra.broken
            outcome.tally.add(extra.tally)
            outcome.seconds += extra.seconds
        if mutants:
            outcome.judged = judged_mutants("", as_json)
    if as_json:
        click.echo(json.dumps(report_of(outcome), indent=1))
    else:
        tell(outcome)
    for path in save(outcome.broken, folder) if outcome.broken and not replayed else ():
        click.echo(f"saved: {path}", err=True)
    sys.exit(Exit.AS_EXPECTED if outcome.is_well else Exit.NOT_AS_EXPECTED)
