"""A simulation told: as tables, as JSON, as a CSV row a game, and as a page. Every figure says that it is sampled."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Any

from rich.console import Console
from rich.table import Table

from audit.page import environment
from kernel.ground.rulings import STANDING
from kernel.ground.state import ModeCard
from model.rates import Rate, Spread
from model.simulate import STAGES, Simulation
from model.simulation_figures import MODES, Figures, RoundFigures
from model.trace import changes

TEMPLATE = "simulation.html.j2"
#: A row of a table: what it is about, then its cells.
Row = tuple[str, ...]


# ---------------------------------------------------------------- words


def share_text(rate: Rate) -> str:
    """A share with its interval; "-" where nothing was tried."""
    return f"{rate.share:.3f} ({rate.low:.3f} to {rate.high:.3f})" if rate.of else "-"


def spread_row(name: str, spread: Spread) -> Row:
    """Mean with its interval, deviation and quartiles."""
    quartiles = " / ".join(f"{each:g}" for each in spread.quartiles)
    return (name, f"{spread.mean:.3f} ({spread.low:.3f} to {spread.high:.3f})", f"{spread.deviation:.3f}", quartiles)


def heading(simulation: Simulation, names: tuple[str, ...]) -> str:
    """What was played, in one line."""
    told = f"{names[0]} in every seat" if len(set(names)) == 1 else "policies " + ", ".join(names)
    return f"GROUND, {simulation.setting.seats} seats, {told}"


def facts(simulation: Simulation) -> list[str]:
    """What the figures rest on, a line each."""
    games, wanted = len(simulation.games), simulation.wanted
    lines = [f"SAMPLED: {games} games, seed {simulation.seed}, contracts {'on' if simulation.contracts else 'OFF'}"]
    if not simulation.is_complete:
        lines.append(f"PARTIAL: broken off after {games} of {wanted} games; these are the first {games} of this seed")
    switched = [
        f"{name} = {getattr(new, 'name', new)}" for name, _, new in changes(STANDING, simulation.setting.rulings)
    ]
    if switched:
        lines.append("Rulings and modules: " + ", ".join(switched))
    return lines


def ending_rows(figures: Figures, names: tuple[str, ...], threshold: int) -> Iterator[Row]:
    """How games end: shares of games."""
    yield (f"the group reaches the threshold of {threshold}", share_text(figures.success))
    yield ("every Problem in play at setup is claimed", share_text(figures.starters))
    for each in figures.modes:
        title = each.mode.value
        yield (f"{title}: somebody wins", share_text(each.won))
        if each.mode is not ModeCard.SHARED_GROUND:
            for seat, rate in enumerate(each.seats):
                yield (f"{title}: seat {seat} ({names[seat]}) wins", share_text(rate))
            yield (f"{title}: a win is shared", share_text(each.shared))
    yield ("a DARVO sequence is triggered", share_text(figures.triggered))
    yield ("a DARVO stage fires", share_text(figures.moved))
    if figures.capped is not None:
        yield ("a card enters from the Pressure deck", share_text(figures.influx))
        yield ("the Pressure deck runs out, or open_cap binds", share_text(figures.settled))


def count_rows(figures: Figures) -> Iterator[Row]:
    """What is counted in each game."""
    yield spread_row("points that count", figures.points)
    yield spread_row("Problems claimed", figures.claimed)
    yield spread_row("mastery rating", figures.mastery)
    yield spread_row("DARVO sequences triggered", figures.sequences)
    yield spread_row("turns", figures.turns)


def round_row(each: RoundFigures) -> Row:
    """One round."""
    quartiles = " / ".join(f"{q:g}" for q in each.stress.quartiles)
    deck = (share_text(each.depleted), share_text(each.capped)) if each.capped.of else ()
    return (str(each.round), f"{each.stress.mean:.3f}", quartiles, share_text(each.dry), *deck)


def round_headings(figures: Figures) -> Row:
    """What the columns of `round_row` are."""
    deck = ("Pressure deck empty", "open_cap binds") if figures.capped is not None else ()
    return ("round", "Stress", "quartiles", "Solution deck found empty by now", *deck)


def closing_lines(figures: Figures) -> list[str]:
    """Counts that need no table."""
    stages = ", ".join(f"{stage.removeprefix('darvo ')} {figures.stages[stage]:.3f}" for stage in STAGES)
    acts = ", ".join(f"{name.removeprefix('select ')} {n:.2f}" for name, n in figures.acts.items() if "select" in name)
    lines = [f"DARVO stages fired a game: {stages}.", f"Selected a game: {acts}."]
    if figures.capped is not None:
        lines.append(f"open_cap binds at {figures.capped:.3f} of all Ends.")
    return lines


# ---------------------------------------------------------------- the terminal


def _table(headings: Row) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in headings:
        table.add_column(name, overflow="fold")
    return table


def show(
    out: Console, simulation: Simulation, figures: Figures, names: tuple[str, ...], notes: Sequence[str] = ()
) -> None:
    """Print all tables."""
    out.print(heading(simulation, names), style="bold")
    for line in (*facts(simulation), *notes):
        out.print(line)
    threshold = simulation.games[0].threshold
    sections = (
        (("games that end so", "share, 95 percent interval"), ending_rows(figures, names, threshold)),
        (("a game counts", "mean, 95 percent interval", "deviation", "quartiles"), count_rows(figures)),
        (round_headings(figures), (round_row(each) for each in figures.rounds)),
    )
    for headings, rows in sections:
        out.print()
        table = _table(headings)
        for row in rows:
            table.add_row(*row)
        out.print(table)
    out.print()
    for line in closing_lines(figures):
        out.print(line)
    speed = len(simulation.games) / simulation.seconds if simulation.seconds else 0
    out.print(f"{simulation.seconds:.1f} s, {simulation.workers} workers, {speed:.0f} games/s")


# ---------------------------------------------------------------- files


def plain(value: Any) -> Any:
    """Figures as plain data for JSON; a rate with its share and interval, null where nothing was tried."""
    if isinstance(value, Rate):
        ends = {"share": value.share, "low": value.low, "high": value.high} if value.of else {"share": None}
        return {"hits": value.hits, "of": value.of} | ends
    if isinstance(value, Enum):
        return value.name
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, tuple | list) else value


def report(simulation: Simulation, figures: Figures, names: tuple[str, ...]) -> dict[str, Any]:
    """The whole simulation as plain data, without how long it took: the same seed is the same report."""
    rulings = {name: plain(new) for name, _, new in changes(STANDING, simulation.setting.rulings)}
    return {
        "game": "ground",
        "verdict": "SAMPLED",
        "seats": simulation.setting.seats,
        "policies": list(names),
        "seed": simulation.seed,
        "wanted": simulation.wanted,
        "complete": simulation.is_complete,
        "contracts": simulation.contracts,
        "threshold": simulation.games[0].threshold,
        "rulings": rulings,
        "scenario": plain(asdict(simulation.setting.scenario)),
        "figures": plain(figures),
    }


def csv_of(simulation: Simulation) -> str:
    """One row a game, in the order of their numbers."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    rounds, seats = range(1, len(simulation.games[0].stress) + 1), range(simulation.setting.seats)
    table.writerow(
        ["seed", "game", "lead", "turns", "points", "threshold", "success", "claimed", "starters", "mastery"]
        + [f"winners {mode.value}" for mode in MODES]
        + ["sequences", *(stage.removeprefix("darvo ") for stage in STAGES)]
        + [f"score {seat}" for seat in seats]
        + [f"stress {round_}.{seat}" for round_ in rounds for seat in seats]
        + [f"solution deck found empty {round_}" for round_ in rounds]
        + [f"influx {round_}" for round_ in rounds]
    )
    for game in simulation.games:
        table.writerow(
            [simulation.seed, game.number, game.lead, game.turns, game.points, game.threshold, int(game.is_success)]
            + [game.claimed, int(game.starters), game.mastery]
            + [" ".join(map(str, winners)) for winners in game.winners]
            + [game.sequences, *game.stages, *game.scores]
            + [stress for each in game.stress for stress in each]
            + [int(dry) for dry in game.dry]
            + ([each.name for each in game.influx] or [""] * len(rounds))
        )
    return out.getvalue()


def page_of(
    simulation: Simulation, figures: Figures, names: tuple[str, ...], drawing: str, notes: Sequence[str] = ()
) -> str:
    """The simulation as one HTML page that needs nothing else; `drawing` is its SVG."""
    threshold = simulation.games[0].threshold
    return (
        environment()
        .get_template(TEMPLATE)
        .render(
            title=heading(simulation, names),
            facts=[*facts(simulation), *notes],
            drawing=drawing,
            partial=not simulation.is_complete,
            tables=[
                (("Games that end so", "share, 95 percent interval"), list(ending_rows(figures, names, threshold))),
                (("A game counts", "mean, 95 percent interval", "deviation", "quartiles"), list(count_rows(figures))),
                (round_headings(figures), [round_row(each) for each in figures.rounds]),
            ],
            closing=closing_lines(figures),
        )
    )
