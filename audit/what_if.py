"""`ruleproof what-if`: a question of the rules answered otherwise. Which game shows it first, and which claims flip?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from audit.asking import telling
from audit.comparing import compare, compare_stages, deciding
from audit.replaying import write_whole
from audit.show import InputError, console
from audit.side_by_side import differences, page_of, rows_of, table_of, trace_of
from audit.switches import Item, item_named, items, with_switches
from kernel.ground.rulings import Rulings
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS
from model.ground_readings import Compared, Comparison, Outcome, Parted
from model.verdict import Exit, Verdict
from properties.flips import Decided, Flip, decide_claims
from properties.ground import CLAIMS

#: Of the time, what claims may take once the readings have been compared, if not meanwhile.
FOR_CLAIMS = 0.5
#: So many claims are named of which nothing is known.
MOST_NAMES = 6
SENTENCES = {claim.name: claim.sentence for claim in CLAIMS}


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for."""

    words: tuple[str, ...]
    seats: int | None
    rounds: int
    modules: tuple[str, ...]
    limit: float
    stages: bool
    claims: bool
    everything: bool
    workers: int
    as_json: bool
    itf: Path | None
    page: Path | None

    @property
    def readings(self) -> tuple[Rulings, Rulings]:
        """The reading in force, with the modules, and the other one. Raises `InputError`."""
        if not self.words:
            with_switches(("?",))
        one = with_switches(self.modules)
        return one, with_switches(self.words, one)


@dataclass
class Told:
    """All that was found out: size by size, and about claims."""

    sizes: list[Comparison]
    claims: Decided | None = None

    @property
    def outcome(self) -> Outcome:
        """What the sizes say together: they part if they do at one; that no game differs needs all of them."""
        seen = {size.outcome for size in self.sizes}
        return next(each for each in (Outcome.PART, Outcome.NOT_KNOWN, Outcome.INERT) if each in seen)

    @property
    def play(self) -> Parted | None:
        """The shortest play that was found."""
        plays = [size.play for size in self.sizes if size.play is not None]
        return min(plays, key=lambda play: play.turns, default=None)

    @property
    def flips(self) -> list[Flip]:
        """Claims that flip."""
        return [] if self.claims is None else self.claims.flips


def find(wanted: Wanted) -> Told:
    """Compare the readings size by size, up to one at which they part; of that size, find out what claims flip.

    With one size, and two processes, both at once.
    """
    one, other = wanted.readings
    if one == other:
        same = Comparison(Compared(wanted.seats or MIN_SEATS, one, other, wanted.rounds), Outcome.INERT, "")
        return Told([replace(same, how="; ".join(why_alike(word) for word in wanted.words))])
    began = time.monotonic()
    asks = wanted.claims and not wanted.stages
    at_once = asks and wanted.seats is not None and wanted.workers > 1
    told = Told([])
    with telling(Console(stderr=True)) as tell:
        with deciding(one, other, wanted.seats or 0, began + wanted.limit, at_once) as beside:
            compare_sizes(wanted, one, other, told, tell)
            if told.outcome is not Outcome.INERT:
                told.claims = beside.collect()
        if asks and not at_once and told.outcome is not Outcome.INERT:
            seats = told.sizes[-1].compared.seats
            told.claims = decide_claims(one, other, seats, time.monotonic() + wanted.limit * FOR_CLAIMS)
    return told


def compare_sizes(wanted: Wanted, one: Rulings, other: Rulings, told: Told, tell: Callable[[str], None]) -> None:
    """Compare the readings at one size after the other."""
    asked = compare_stages if wanted.stages else compare
    for seats in range(MIN_SEATS, MAX_SEATS + 1) if wanted.seats is None else (wanted.seats,):
        told.sizes.append(asked(Compared(seats, one, other, wanted.rounds), wanted.limit, tell))
        if told.sizes[-1].outcome is Outcome.PART:
            return


def why_alike(word: str) -> str:
    """Why an answer makes no other reading."""
    item = item_named(word.partition("=")[0].strip())
    if len(item.options) == 1:
        return f"{item.name} has one option only, {item.options[0]}: no text offers another"
    return f"{word} is in force already"


# ---------------------------------------------------------------- telling


def changed_items(one: Rulings, other: Rulings) -> list[Item]:
    """The questions that the readings answer differently."""
    return [item for item in items() if getattr(one, item.field) != getattr(other, item.field)]


def heading(told: Told) -> Iterator[str]:
    """The outcome, and what the readings say."""
    one, other = told.sizes[0].compared.one, told.sizes[0].compared.other
    yield told.outcome.value
    for item in changed_items(one, other):
        yield f"{item.name}: {item.asks}"
        yield f"  in force   {item.words_of(getattr(one, item.field))}"
        yield f"  what if    {item.words_of(getattr(other, item.field))}"


def sentence_of(size: Comparison) -> str:
    """One line on what was found at one size."""
    place = f"{size.compared.seats} seats, {size.compared.rounds} rounds"
    if size.play is not None:
        short = "the shortest game" if size.is_shortest else f"a game, not shown to be the shortest ({size.how})"
        turns, round_ = size.play.turns, size.play.one.states[-1].round
        return f"{place}: {short} on which they part takes {turns} turns, to round {round_}; {size.play.sign.value}"
    if size.outcome is Outcome.INERT:
        return f"{place}: no game differs; {size.how}"
    return f"{place}: not known; no difference within {max(0, size.turns - 1)} turns, then {size.how}"


def proof_of(size: Comparison) -> str:
    """Who says so."""
    return f"{size.terms} terms; {', '.join(size.solvers) or 'decided while lifting'}"


def labels(one: Rulings, other: Rulings) -> tuple[str, str]:
    """Short names for the readings."""
    changed = changed_items(one, other)
    names = [" ".join(f"{i.name}={_short(getattr(each, i.field))}" for i in changed) for each in (one, other)]
    return names[0] or "in force", names[1] or "in force"


def _short(value: Any) -> str:
    return str(getattr(value, "name", value))


def flip_line(flip: Flip) -> str:
    """A flip in words."""
    now = {
        Verdict.REFUTED: f"fails now: a play of {len(flip.choices)} turns in world {flip.world}",
        Verdict.EXHAUSTED: f"holds now, on every table of world {flip.world}",
        Verdict.VACUOUS: f"has nothing left to speak of in world {flip.world}",
    }.get(flip.found, f"{flip.found.value} in world {flip.world}: {flip.reason}")
    return f"{flip.claim} {now}"


def claims_lines(told: Told) -> Iterator[str]:
    """What is known of claims."""
    if told.outcome is Outcome.INERT:
        yield "No claim flips: both readings play the same games."
        return
    if told.claims is None:
        return
    reproved, flips, unknown = told.claims.reproved, told.flips, told.claims.unknown
    worlds = ", ".join(world.world for world in told.claims.worlds) or "none"
    number = len({flip.claim for flip in flips})
    yield f"{number} claim{'s' * (number != 1)} found to flip; explored in worlds: {worlds}"
    for flip in flips:
        yield f"  {flip_line(flip)}"
        yield f"      {SENTENCES.get(flip.claim, '')}"
    for name in reproved.vacuous:
        yield f"  {name} has nothing left to speak of at {reproved.seats} seats"
    if reproved.proved:
        said = ", ".join(reproved.solvers) or "all formulas are the same"
        yield f"{len(reproved.proved)} claims stay PROVED at {reproved.seats} seats, for games of any length: {said}"
    elif reproved.reason:
        yield f"No claim was proved again: {reproved.reason}"
    if unknown:
        names = list(unknown)
        more = f", and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        yield f"Of {len(names)} claims it is not known: {', '.join(names[:MOST_NAMES])}{more}"
    for world in told.claims.worlds:
        if world.stop:
            yield f"  world {world.world} is not known to its end: {world.stop}"


def show(told: Told, wanted: Wanted, seconds: float) -> None:
    """The answer for people."""
    screen = console()
    lines = list(heading(told))
    screen.print(lines[0], style="bold")
    for line in lines[1:]:
        screen.print(line, soft_wrap=True)
    for size in told.sizes:
        screen.print(f"\n  {sentence_of(size)}", soft_wrap=True)
        screen.print(f"  {proof_of(size)}", style="dim", soft_wrap=True)
        if size.play is not None:
            here, there = labels(size.compared.one, size.compared.other)
            screen.print(table_of(rows_of(size.play, everything=wanted.everything), here, there))
            for what, one, other in differences(size.play):
                screen.print(f"  {what}: {one} | {other}", soft_wrap=True)
    for line in claims_lines(told):
        screen.print(line, soft_wrap=True)
    screen.print(f"{seconds:.1f} s")


def as_json(told: Told, seconds: float) -> dict[str, Any]:
    """The answer for programs."""
    one, other = told.sizes[0].compared.one, told.sizes[0].compared.other
    return {
        "answer": told.outcome.value,
        "seconds": round(seconds, 2),
        "switches": {
            item.name: [_short(getattr(each, item.field)) for each in (one, other)]
            for item in changed_items(one, other)
        },
        "sizes": [size_json(size) for size in told.sizes],
        "flips": [
            {
                "claim": flip.claim,
                "world": flip.world,
                "expected": flip.expected.value,
                "found": flip.found.value,
                "play": None if flip.trace is None else flip.trace.to_itf(SENTENCES.get(flip.claim, "")),
            }
            for flip in told.flips
        ],
        "claims": claims_json(told.claims),
    }


def claims_json(claims: Decided | None) -> dict[str, Any] | None:
    """What is known of claims that do not flip."""
    if claims is None:
        return None
    return {
        "proved": list(claims.reproved.proved),
        "vacuous": list(claims.reproved.vacuous),
        "solvers": list(claims.reproved.solvers),
        "unproved_because": claims.reproved.reason,
        "unknown": claims.unknown,
        "worlds": {world.world: world.stop or "explored to its end" for world in claims.worlds},
    }


def size_json(size: Comparison) -> dict[str, Any]:
    """What was found at one size."""
    play = size.play
    return {
        "seats": size.compared.seats,
        "rounds": size.compared.rounds,
        "outcome": size.outcome.value,
        "how": size.how,
        "turns": size.turns if play is None else play.turns,
        "shortest": size.is_shortest,
        "sign": None if play is None else play.sign.name,
        "differences": [] if play is None else [list(each) for each in differences(play)],
        "terms": size.terms,
        "solvers": list(size.solvers),
        "play": None if play is None else trace_of(play).to_itf(sentence_of(size)),
    }


def write_files(told: Told, wanted: Wanted) -> Iterator[str]:
    """Write the play wherever it is wanted, and tell."""
    play = told.play
    if play is None:
        return
    size = next(size for size in told.sizes if size.play is play)
    if wanted.itf is not None:
        write_whole(wanted.itf, json.dumps(trace_of(play).to_itf(sentence_of(size)), indent=1) + "\n")
        yield f"Trace written to {wanted.itf}."
    if wanted.page is not None:
        here, there = labels(size.compared.one, size.compared.other)
        lines = [*list(heading(told))[1:], sentence_of(size), *claims_lines(told)]
        write_whole(wanted.page, page_of(play, f"{here} or {there}", lines, here, there))
        yield f"Page written to {wanted.page}."


# ---------------------------------------------------------------- the command


@click.command("what-if")
@click.argument("game", type=click.Choice(["ground"]))
@click.argument("words", metavar="ITEM=OPTION...", nargs=-1)
@click.option("--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), help="Players; by default 2 to 6, one by one.")
@click.option("--rounds", type=click.IntRange(1, ROUNDS), default=ROUNDS, show_default=True, help="Game length.")
@click.option("--module", "modules", multiple=True, metavar="MODULE=OPTION", help="In force under both readings.")
@click.option("--limit", type=click.FloatRange(1), default=55, show_default=True, help="Seconds (a size, if several).")
@click.option("--stages", is_flag=True, help="With the same decisions, does another DARVO stage come?")
@click.option("--claims/--no-claims", default=True, show_default=True, help="Find out which claims flip.")
@click.option("--all", "everything", is_flag=True, help="Show idle turns too.")
@click.option("--workers", type=click.IntRange(1, 8), default=2, show_default=True, help="Processes at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--itf", type=click.Path(path_type=Path), help="Write the play as an ITF trace.")
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write both readings as a web page.")
def what_if(game: str, words: Sequence[str], **options: Any) -> None:
    """What if the rules were read otherwise? The shortest game that shows it, side by side, or that no game does.

    ITEM is a ruling (U5), a finding (F-001), a module or a field; its options are listed if it or one of them is not
    known. Several switches make one other reading. The readings part where a choice is legal under one of them only,
    or where the same choices leave something else to see: a table, what a seat sees of it, a final score. Ends with 0
    if it is known whether they part, 3 if it is not, 2 for a switch that cannot be set.

    \b
    Examples:
      ruleproof what-if ground U5=NOTHING --seats 2
      ruleproof what-if ground U10=6 --html hands.html
      ruleproof what-if ground F-014=HOLDER_DECIDES --no-claims
      ruleproof what-if ground U8=BOTH_SPENT --seats 3 --stages
    """
    wanted = Wanted(tuple(words), **options)
    if wanted.itf is not None and wanted.page is not None and wanted.itf.resolve() == wanted.page.resolve():
        raise InputError("the trace and the page must be different files")
    began = time.monotonic()
    try:
        told = find(wanted)
    except KeyboardInterrupt:
        click.echo("interrupted; nothing is known", err=True)
        raise SystemExit(Exit.UNDETERMINED) from None
    seconds = time.monotonic() - began
    if wanted.as_json:
        click.echo(json.dumps(as_json(told, seconds), indent=1))
    else:
        show(told, wanted, seconds)
    for line in write_files(told, wanted):
        click.echo(line, err=wanted.as_json)
    raise SystemExit(Exit.UNDETERMINED if told.outcome is Outcome.NOT_KNOWN else Exit.AS_EXPECTED)
