"""`ruleproof safe guild`: which values of one or two numbers of the economy keep a property, decided cell by cell."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from audit.replaying import write_whole
from audit.show import InputError, console
from kernel.guild.economy import STANDARD
from model.parameter_properties import PROPERTIES
from model.parameters import RANGES, Answered, Cell, Edge, Property, Standing, Step, Sweep, answer
from model.verdict import Exit
from specs.strict import hint

#: How a cell is drawn; the values in force in capitals or as "o".
SIGNS = {Standing.SAFE: ".", Standing.BROKEN: "x", Standing.UNKNOWN: "?"}
SIGNS_NOW = {Standing.SAFE: "o", Standing.BROKEN: "X", Standing.UNKNOWN: "!"}
_SWEEP = re.compile(r"(?P<name>[a-z_]+)=(?P<low>\d+)(?:\.\.(?P<high>\d+)(?::(?P<step>\d+))?)?")


def sweep_from(text: str) -> Sweep:
    """A parameter with its values, from `name=low..high:step`. Raises `InputError`, listing what is known."""
    found = _SWEEP.fullmatch(text)
    if found is None:
        raise InputError(f"--param {text}: write name=low..high or name=low..high:step, in whole numbers")
    name, low = found["name"], int(found["low"])
    if name not in RANGES:
        raise InputError(f"--param {text}: there is no parameter {name}{hint(name, RANGES)}; --list shows all")
    try:
        return Sweep(name, low, int(found["high"] or low), int(found["step"] or 1))
    except ValueError as error:
        raise InputError(f"--param {text}: {error}") from error


def property_from(name: str | None) -> Property:
    """The property of this name. Raises `InputError`, listing what is known."""
    if name is None or name not in PROPERTIES:
        asked = f"--keep {name}: there is no such property{hint(name, PROPERTIES)}" if name else "--keep is missing"
        raise InputError("\n".join([f"{asked}. The known ones are", *map(described, PROPERTIES.values())]))
    return PROPERTIES[name]


def described(kept: Property) -> str:
    """A property in a line or two."""
    return f"  {kept.name}\n      {kept.sentence} ({', '.join(kept.rules)}{edition_of(kept)})"


def edition_of(kept: Property) -> str:
    """The only edition that a property is about, as an afterthought; nothing if it is about both."""
    return f"; {kept.edition.name} alone" if kept.edition is not None else ""


def listed() -> Iterator[str]:
    """All parameters with their ranges, and all properties."""
    yield "Parameters, their values in force, and how far they can be varied:"
    for name, (low, high) in RANGES.items():
        yield f"  {name:26} {getattr(STANDARD, name):6}   {low}..{high}"
    yield "Properties:"
    yield from map(described, PROPERTIES.values())


# ---------------------------------------------------------------- words


def signed(step: Step) -> str:
    """What a step changes."""
    changes = [f"{step.coin:+} Coin"] if step.coin else []
    changes += [f"{step.credit:+} Credit"] if step.credit else []
    return f"{step.says} ({', '.join(changes)})" if changes else step.says


def story(cell: Cell) -> str:
    """An exploit in a line, with what it sums up to."""
    if not cell.exploit:
        return cell.reason
    coin, credit = (sum(getattr(step, name) for step in cell.exploit) for name in ("coin", "credit"))
    total = f"in all {coin:+} Coin" + (f", {credit:+} Credit" if any(step.credit for step in cell.exploit) else "")
    return f"{'; '.join(map(signed, cell.exploit))}: {total}"


def edge_text(edge: Edge, standing: Standing) -> str:
    """How far the values in force are from the next change in one direction."""
    other = "broken" if standing is Standing.SAFE else "safe"
    if edge.value is None:
        return ""
    exact = "exactly, every value between was decided" if edge.is_exact else "the nearest that was decided"
    return f"{edge.name}: {edge.current} is {standing.value}, {edge.value} is {other}: {edge.distance} away ({exact})"


def near_first(found: Answered) -> list[Cell]:
    """The broken cells, those nearest to the values in force first."""
    now = found.current.values
    spans = [max(1, sweep.high - sweep.low) for sweep in found.sweeps]

    def distance(cell: Cell) -> float:
        return sum(abs(v - c) / span for v, c, span in zip(cell.values, now, spans, strict=True))

    return sorted((cell for cell in found.cells if cell.standing is Standing.BROKEN), key=distance)


def strip(found: Answered) -> Iterator[str]:
    """One parameter: runs of alike cells; every cell of a run has been decided."""
    for standing, run in groupby(found.cells, key=lambda cell: cell.standing):
        cells = list(run)
        first, last = cells[0].values[0], cells[-1].values[0]
        values = f"{first}" if first == last else f"{first} to {last}"
        yield f"  {values:>18}  {standing.value:8} {len(cells):5} cells"
        if standing is not Standing.SAFE:
            yield f"      at {first}: {story(cells[0])}"


def map_lines(found: Answered) -> Iterator[str]:
    """Two parameters: the first across, the second down."""
    across, down = found.sweeps
    signs = {cell.values: SIGNS[cell.standing] for cell in found.cells}
    if found.current.values in signs:
        signs[found.current.values] = SIGNS_NOW[found.current.standing]
    yield f"  across: {across.name} {across.low}..{across.high}:{across.step}; down: {down.name}"
    for value in down.values:
        yield f"  {value:>7} {''.join(signs[other, value] for other in across.values)}"
    yield "  . safe   x broken   ? unknown   o X ! the values in force"


def report(found: Answered) -> Iterator[str]:
    """The whole answer for a terminal."""
    swept = " and ".join(f"{s.name} {s.low}..{s.high}:{s.step}" for s in found.sweeps)
    counts = [sum(cell.standing is each for cell in found.cells) for each in Standing]
    yield f"{found.kept.name}: {found.kept.sentence}"
    yield f"Rules: {', '.join(found.kept.rules)}{edition_of(found.kept)}. Varied: {swept}; all else as written."
    yield f"{len(found.cells)} cells: {counts[0]} safe, {counts[1]} broken, {counts[2]} unknown."
    yield from strip(found) if len(found.sweeps) == 1 else map_lines(found)
    broken = near_first(found)
    if len(found.sweeps) == 2 and broken:
        at = ", ".join(f"{s.name}={v}" for s, v in zip(found.sweeps, broken[0].values, strict=True))
        yield f"  nearest broken cell, {at}: {story(broken[0])}"
    now = ", ".join(f"{s.name}={v}" for s, v in zip(found.sweeps, found.current.values, strict=True))
    yield f"In force: {now}: {found.current.standing.value}."
    if found.current.standing is not Standing.SAFE:
        yield f"  {story(found.current)}"
    yield from (f"  {text}" for edge in found.edges if (text := edge_text(edge, found.current.standing)))
    yield f"Safe by {' and '.join(found.solvers) or 'construction'}; broken cells replayed. {found.seconds:.1f} s"


# ---------------------------------------------------------------- files


def csv_of(found: Answered) -> str:
    """One row a cell."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow([*(sweep.name for sweep in found.sweeps), "verdict", "story"])
    for cell in found.cells:
        rows.writerow([*cell.values, cell.standing.value, story(cell)])
    return out.getvalue()


def json_of(found: Answered) -> dict[str, Any]:
    """Everything, for programs."""

    def cell_of(cell: Cell) -> dict[str, Any]:
        names = (sweep.name for sweep in found.sweeps)
        steps = [{"says": step.says, "coin": step.coin, "credit": step.credit} for step in cell.exploit]
        values = dict(zip(names, cell.values, strict=True))
        return {"values": values, "verdict": cell.standing.value, "exploit": steps, "reason": cell.reason}

    edges = [{"parameter": e.name, "value": e.value, "distance": e.distance, "exact": e.is_exact} for e in found.edges]
    return {
        "keep": found.kept.name,
        "rules": found.kept.rules,
        "current": cell_of(found.current),
        "edges": edges,
        "solvers": found.solvers,
        "cells": [cell_of(cell) for cell in found.cells],
    }


def png_of(found: Answered) -> bytes:
    """The grid as a picture: one parameter as a strip, two as a map."""
    # Drawing takes longer to load than most grids take to decide.
    import matplotlib
    from matplotlib.colors import ListedColormap
    from matplotlib.figure import Figure

    from audit.plots import PALETTE, STYLE

    across = found.sweeps[0].values
    down = found.sweeps[1].values if len(found.sweeps) == 2 else (0,)
    order = list(Standing)
    standing = {cell.values: order.index(cell.standing) for cell in found.cells}
    table = [[standing[(x, y)[: len(found.sweeps)]] for x in across] for y in down]
    out = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(8, 6 if len(down) > 1 else 2.2), layout="constrained")
        axes = figure.subplots()
        colours = ListedColormap([PALETTE["accent"], PALETTE["hot"], PALETTE["muted"]])
        axes.pcolormesh(_edges(across), _edges(down), table, cmap=colours, vmin=-0.5, vmax=2.5)
        now = (*found.current.values, 0)[:2]
        axes.plot([now[0]], [now[1]], "o", color=PALETTE["panel"], mec=PALETTE["ink"], label="in force")
        for name, role in (("safe", "accent"), ("broken", "hot"), ("unknown", "muted")):
            axes.plot([], [], "s", color=PALETTE[role], label=name)
        axes.set_xlabel(found.sweeps[0].name)
        axes.set_title(f"{found.kept.name}: every cell decided", fontsize=10)
        if len(down) > 1:
            axes.set_ylabel(found.sweeps[1].name)
        else:
            axes.set_yticks([])
        figure.legend(loc="outside right upper")
        figure.savefig(out, format="png", dpi=150, metadata={"Software": None})
    return out.getvalue()


def _edges(values: Sequence[int]) -> list[float]:
    """Where the cells of these evenly spaced values end."""
    step = values[1] - values[0] if len(values) > 1 else 1
    return [value - step / 2 for value in values] + [values[-1] + step / 2]


# ---------------------------------------------------------------- the command


def decided(kept: Property, sweeps: tuple[Sweep, ...], limit: float) -> Answered:
    """The answer, with its progress told on a terminal. Raises `InputError`."""
    screen = console(stderr=True)
    columns = (TextColumn("deciding"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        total = 1
        for sweep in sweeps:
            total *= len(sweep.values)
        task = bar.add_task("deciding", total=total)
        try:
            return answer(kept, sweeps, limit, lambda done: bar.update(task, completed=done))
        except ValueError as error:
            raise InputError(str(error)) from error
        except KeyboardInterrupt:
            click.echo("interrupted before every cell was decided; nothing is told", err=True)
            sys.exit(Exit.UNDETERMINED)


@click.command("safe")
@click.argument("game", type=click.Choice(["guild"]))
@click.option("--param", "params", multiple=True, metavar="NAME=LOW..HIGH:STEP", help="A number to vary; one or two.")
@click.option("--keep", metavar="PROPERTY", help="What has to hold.")
@click.option("--limit", type=click.FloatRange(0.1), default=20.0, show_default=True, help="Seconds a solver and cell.")
@click.option("--list", "listing", is_flag=True, help="List parameters and properties.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False, path_type=Path), help="Write one row a cell.")
@click.option("--png", type=click.Path(dir_okay=False, path_type=Path), help="Write the map as a picture.")
def safe(
    game: str,
    params: tuple[str, ...],
    keep: str | None,
    limit: float,
    listing: bool,
    as_json: bool,
    csv_file: Path | None,
    png: Path | None,
) -> None:
    """Tell which values of one or two numbers of the economy keep a property.

    Every cell of the grid is decided for itself: safe if two solvers find nothing against it, broken with the shortest
    sequence of operations that shows it, replayed with the cell's numbers, else unknown. Nothing is interpolated. Ends
    with 0 if the values in force are safe, with 1 if they are broken, and with 3 if any cell is unknown.

    \b
    Examples:
      ruleproof safe guild --param dismissal_rebate_bp=0..10000:500 --keep no-coin-loop
      ruleproof safe guild --param hire_base=0..30:2 --param income_base=0..40:2 --keep solvent --png solvent.png
      ruleproof safe guild --list
    """
    if listing:
        click.echo("\n".join(listed()))
        return
    kept = property_from(keep)
    if not 1 <= len(params) <= 2:
        raise InputError("one or two parameters can be varied; give each as --param name=low..high:step")
    sweeps = tuple(map(sweep_from, params))
    for path in (csv_file, png):
        if path is not None and not path.resolve().parent.is_dir():
            raise InputError(f"{path}: cannot be written: there is no folder {path.parent}")
    found = decided(kept, sweeps, limit)
    click.echo(json.dumps(json_of(found), indent=1) if as_json else "\n".join(report(found)))
    if csv_file is not None:
        write_whole(csv_file, csv_of(found))
    if png is not None:
        write_whole(png, png_of(found))
    if not found.is_complete:
        sys.exit(Exit.UNDETERMINED)
    sys.exit(Exit.NOT_AS_EXPECTED if found.current.standing is Standing.BROKEN else Exit.AS_EXPECTED)
