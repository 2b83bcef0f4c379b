"""`ruleproof simulate`: many games played by policies, and what they show in numbers."""

from __future__ import annotations

import json
import os
import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from audit.check import console_of_tables
from audit.criteria import decide_criteria
from audit.replaying import write_whole
from audit.show import InputError, console
from audit.simulated import csv_of, heading, page_of, report, show
from audit.switches import with_switches
from kernel import contracts
from kernel.ground.rulings import ProblemStress, Rulings
from kernel.ground.setup import Scenario
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ModeCard, StressScope
from model.ground import GROUND
from model.simulate import GameFault, Setting, Simulation, simulate
from model.simulation_figures import figures_of
from model.verdict import Exit
from properties.ground.criteria import SCOPED_CARD
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.scenarios import load_scenario_cards
from specs.strict import hint

#: Mode cards by the words of `--mode`.
MODES = {
    "shared": (ModeCard.SHARED_GROUND,),
    "edge": (ModeCard.COMMON_PROBLEM,),
    "coalitions": (ModeCard.BONDED_COALITIONS,),
    "all": tuple(ModeCard),
}
USUAL_GAMES, CRITERIA_GAMES = 1000, 300
#: How many Problems a Scenario card has.
PROBLEMS = 5
#: The switches that are modules, not rulings.
MODULES = ("problem_stress", "problem_deal")


def policies_from(text: str, seats: int) -> tuple[str, ...]:
    """One policy a seat; a list that is shorter than the table goes round it. Raises `InputError`."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in POLICIES:
            known = "\n".join(f"  {known:12} {words_of(known)}" for known in POLICIES)
            raise InputError(
                f"--policy {name}: there is no such policy{hint(name, POLICIES)}. The known ones are\n{known}"
            )
    if len(names) > seats:
        raise InputError(f"--policy {text}: {len(names)} policies for {seats} seats")
    return tuple(names[seat % len(names)] for seat in range(seats))


def words_of(policy: str) -> str:
    """What a policy does, in a line."""
    return (POLICIES[policy].__doc__ or "").partition("\n")[0]


def switches_from(modules: Sequence[str], rulings: Sequence[str]) -> Rulings:
    """The rulings with modules switched on. Raises `InputError`, listing what is known."""
    for word in modules:
        name = word.partition("=")[0]
        if name not in MODULES:
            raise InputError(f"--module {word}: the modules are {' and '.join(MODULES)}{hint(name, MODULES)}")
    return with_switches([*modules, *rulings])


def scopes_from(text: str) -> tuple[StressScope, ...]:
    """Five stress scopes, for the Surface Problem and hidden priorities 1 to 4. Raises `InputError`."""
    known = {scope.name.lower(): scope for scope in StressScope if scope is not StressScope.NONE}
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise InputError(f"--scopes {text}: '{name}' is none of {', '.join(known)}{hint(name, known)}")
    if len(names) != PROBLEMS:
        raise InputError(f"--scopes {text}: there must be {PROBLEMS}: Surface Problem and hidden priorities 1 to 4")
    return tuple(known[name] for name in names)


def scenario_from(card: str, scopes: str | None, rulings: Rulings) -> Scenario:
    """The Scenario card of this name, with other scopes than its own if there are any.

    Raises `InputError` for an unknown card, and for one without scopes where they are needed. Rules: H2-5.
    """
    cards = load_scenario_cards().cards
    if card not in cards:
        raise InputError(f"--card {card}: the known ones are {', '.join(cards)}")
    scenario = kernel_card(cards[card])
    if scopes is None:
        if rulings.problem_stress is ProblemStress.SCOPED and StressScope.NONE in {p.scope for p in scenario.problems}:
            raise InputError(f"--card {card}: H2-5: with scoped stress each Problem has a scope; give them by --scopes")
        return scenario
    pairs = zip(scenario.problems, scopes_from(scopes), strict=True)
    return replace(scenario, problems=tuple(replace(problem, scope=scope) for problem, scope in pairs))


@contextmanager
def progress(games: int, *, stderr: bool) -> Iterator[Any]:
    """Tells how many games have been played; on a terminal only."""
    screen = console(stderr=stderr)
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("playing", total=games)
        yield lambda played: bar.update(task, completed=played)


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for: which games, and which files."""

    setting: Setting
    names: tuple[str, ...]
    modes: tuple[ModeCard, ...]
    games: int
    seed: int
    workers: int
    files: dict[str, Path]
    notes: tuple[str, ...]


def checked_files(**paths: Path | None) -> dict[str, Path]:
    """The files that are wanted, by kind. Raises `InputError` before any game is played if one cannot be written."""
    files = {kind: path for kind, path in paths.items() if path is not None}
    if len({path.resolve() for path in files.values()}) < len(files):
        raise InputError("the files to be written must be different ones")
    for path in files.values():
        if not path.resolve().parent.is_dir():
            raise InputError(f"{path}: cannot be written: there is no folder {path.parent}")
    return files


def write_files(wanted: Wanted, simulation: Simulation) -> Iterator[str]:
    """Write the files that are wanted, and tell. Raises `InputError` for one that cannot be written."""
    for kind, path in wanted.files.items():
        write_whole(path, csv_of(simulation) if kind == "csv" else drawn(wanted, simulation, kind))
        yield f"{kind.upper()} written to {path}."


def drawn(wanted: Wanted, simulation: Simulation, kind: str) -> str | bytes:
    """The page, or the plots as a picture."""
    # Drawing takes longer to load than small simulations take to play.
    from audit import plots

    figures, threshold = figures_of(simulation, wanted.modes), simulation.games[0].threshold
    if kind == "html":
        return page_of(simulation, figures, wanted.names, plots.svg(figures, threshold), wanted.notes)
    partial = "" if simulation.is_complete else ", PARTIAL"
    title = f"{heading(simulation, wanted.names)}; {len(simulation.games)} games{partial}"
    return plots.png(figures, threshold, title)


def run(wanted: Wanted, as_json: bool) -> Exit:
    """Play, tell, write. A run that was broken off ends as undetermined."""
    try:
        with progress(wanted.games, stderr=True) as tell:
            simulation = simulate(wanted.setting, wanted.games, wanted.seed, wanted.workers, tell)
    except GameFault as error:
        click.echo(f"The kernel or a policy fails in {error} (seed {wanted.seed})", err=True)
        return Exit.NOT_AS_EXPECTED
    if not simulation.games:
        click.echo("interrupted; no game was finished", err=True)
        return Exit.UNDETERMINED
    figures = figures_of(simulation, wanted.modes)
    if as_json:
        click.echo(json.dumps(report(simulation, figures, wanted.names), indent=1))
    else:
        show(console_of_tables(), simulation, figures, wanted.names, wanted.notes)
    for line in write_files(wanted, simulation) if wanted.files else ():
        click.echo(line, err=as_json)
    return Exit.AS_EXPECTED if simulation.is_complete else Exit.UNDETERMINED


# ---------------------------------------------------------------- the command


@click.command("simulate")
@click.argument("game", type=click.Choice([GROUND.name]))
@click.option("--policy", default="greedy", show_default=True, help="One for all seats, or a list that goes round.")
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1), help="By default 1000; for --criteria 300 for each statistic.")
@click.option(
    "--mode", type=click.Choice(list(MODES)), default="all", show_default=True, help="Score under which Mode?"
)
@click.option("--module", "modules", multiple=True, metavar="NAME=OPTION", help="Switch a rule module on.")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=OPTION", help="Answer an open question otherwise.")
@click.option("--card", default=SCOPED_CARD, show_default=True, help="The Scenario card.")
@click.option("--scopes", metavar="S,S,S,S,S", help="Stress scopes by priority: global,bond,personal,bond,global.")
@click.option("--criteria", is_flag=True, help="Decide the success criteria of the pressure deck instead.")
@click.option("--seed", type=click.IntRange(0), help="Printed if not given.")
@click.option("--workers", type=click.IntRange(1, 64), default=min(2, os.cpu_count() or 1), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False, path_type=Path), help="Write one row a game.")
@click.option("--png", type=click.Path(dir_okay=False, path_type=Path), help="Write the plots as a picture.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write tables and plots as a web page.")
def simulate_command(
    game: str,
    policy: str,
    seats: int,
    games: int | None,
    mode: str,
    modules: tuple[str, ...],
    rulings: tuple[str, ...],
    card: str,
    scopes: str | None,
    criteria: bool,
    seed: int | None,
    workers: int,
    as_json: bool,
    csv_file: Path | None,
    png: Path | None,
    html: Path | None,
) -> None:
    """Play many games by policies, and tell how they go.

    Every game is played by the kernel, contracts checked; the same seed gives the same figures whatever the number of
    workers. A policy sees what its seat sees, which the Mode card is not part of, so that each game is scored under
    every Mode that is asked for. Ctrl-C ends with what has been played, marked PARTIAL, and with 3.

    \b
    Examples:
      ruleproof simulate ground --policy greedy --seats 4 --games 2000 --seed 7
      ruleproof simulate ground --policy greedy,random --mode edge --html simulation.html
      ruleproof simulate ground --module problem_stress=scoped --module problem_deal=pressure_deck
    """
    for request in (signal.SIGINT, signal.SIGTERM):
        # A shell that starts a job in the background has it ignore Ctrl-C.
        signal.signal(request, signal.default_int_handler)
    if not contracts.ENABLED:
        raise InputError("RULEPROOF_CONTRACTS=off: a simulation plays with contracts on; unset it")
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    if criteria:
        raise SystemExit(int(decide_criteria(games or CRITERIA_GAMES, seed, workers, as_json)))
    names = policies_from(policy, seats)
    switched = switches_from(modules, rulings)
    scenario = scenario_from(card, scopes, switched)
    setting = Setting(scenario, tuple(POLICIES[name] for name in names), switched)
    notes = [f'Scenario card "{card}" is a sample: no text in hand prints the suits and stress scopes of any card.']
    if switched.problem_stress is ProblemStress.SCOPED:
        notes.append(f"Scopes by priority: {', '.join(problem.scope.name.lower() for problem in scenario.problems)}.")
    files = checked_files(csv=csv_file, png=png, html=html)
    wanted = Wanted(setting, names, MODES[mode], games or USUAL_GAMES, seed, workers, files, tuple(notes))
    raise SystemExit(int(run(wanted, as_json)))
