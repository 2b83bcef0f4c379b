"""`ruleproof can`, `shortest` and `always`: questions about whole games, answered with a play or a proof."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from audit.page import page_of
from audit.play_test import pytest_of
from audit.replaying import table_fault, write_whole
from audit.show import InputError, console, play_table, print_table, turns_of
from audit.switches import OTHERWISE, with_switches
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS, State
from model.encode import EncodingError, decode
from model.ground_answers import Asked, Found, GroundTrace, Opposite, Reply, ask
from model.ground_nearest import nearest
from model.question import Question, QuestionError, parse
from model.verdict import Exit
from properties.ground.invariant import INVARIANT, LEMMAS, PRINTED
from properties.ground.vocabulary import GROUND_VOCABULARY

#: The longest game that is searched; more turns take more time, not other rules.
MOST_SEARCHED = 12
#: Seconds that are spent on what comes nearest to a NO.
MOST_NEAREST = 20.0


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for: the games to search, and where the play shall be written."""

    text: str
    seats: int | None
    rounds: int
    rulings: tuple[str, ...]
    start: Path | None
    limit: float
    nearest: bool
    another: bool
    everything: bool
    as_json: bool
    itf: Path | None
    page: Path | None
    test: Path | None


def common(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments and options that all questions share."""
    for option in reversed(
        (
            click.argument("game", type=click.Choice(["ground"])),
            click.argument("question"),
            click.option(
                "--seats", type=click.IntRange(MIN_SEATS, MAX_SEATS), help="Players; by default 2 to 6, one by one."
            ),
            click.option(
                "--rounds",
                type=click.IntRange(1, MOST_SEARCHED),
                default=ROUNDS,
                show_default=True,
                help="Game length.",
            ),
            click.option("--ruling", "--module", "rulings", multiple=True, metavar="NAME=OPTION", help=OTHERWISE),
            click.option(
                "--from",
                "start",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                help="Begin at this table: a state as JSON, or the end of an ITF trace.",
            ),
            click.option("--limit", type=click.FloatRange(1), default=120, show_default=True, help="Seconds a size."),
            click.option(
                "--nearest/--no-nearest", default=True, show_default=True, help="For a NO: what comes nearest?"
            ),
            click.option("--another", is_flag=True, help="A second play, with other Actions: no renaming of seats."),
            click.option("--all", "everything", is_flag=True, help="Show idle turns too."),
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
            click.option("--itf", type=click.Path(path_type=Path), help="Write the play as an ITF trace."),
            click.option("--html", "page", type=click.Path(path_type=Path), help="Write the play as a web page."),
            click.option("--test", type=click.Path(path_type=Path), help="Write the play as a pytest file."),
        )
    ):
        command = option(command)
    return command


# ---------------------------------------------------------------- asking


def parsed(text: str, seats: int | None) -> Question:
    """The question. Raises `InputError`, with a caret under what is wrong."""
    try:
        return parse(text, GROUND_VOCABULARY, seats)
    except QuestionError as error:
        raise InputError(str(error)) from error


def table_from(path: Path) -> State:
    """A table to begin at. Raises `InputError`, naming the file and the place in it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(data, dict) and "states" in data:
            data = data["states"][-1]["state"]
        elif isinstance(data, dict) and "state" in data:
            data = data["state"]
        state: State = decode(State, data)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    except (EncodingError, ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise InputError(f"{path}: not a table of GROUND: {error}") from error
    fault = table_fault(state)
    if fault:
        raise InputError(f"{path}: {fault}")
    return state


def sizes(wanted: Wanted, make: Callable[[Question], Any]) -> Iterator[Asked]:
    """The questions to be asked one after the other: one a number of seats."""
    rulings = with_switches(wanted.rulings)
    if wanted.start is not None:
        table = table_from(wanted.start)
        seats = len(table.players)
        if wanted.seats not in (None, seats):
            raise InputError(f"--seats {wanted.seats}: {wanted.start} has {seats}")
        yield Asked(make(parsed(wanted.text, seats)), seats, table.rounds, rulings, table)
        return
    chosen = range(MIN_SEATS, MAX_SEATS + 1) if wanted.seats is None else (wanted.seats,)
    for seats in chosen:
        try:
            question = parsed(wanted.text, seats)
        except InputError:
            if seats == chosen[-1]:  # a seat that smaller tables lack is asked for at larger ones
                raise
            continue
        yield Asked(make(question), seats, wanted.rounds, rulings)


@contextmanager
def telling(errors: Console) -> Iterator[Callable[[str], None]]:
    """Shows what is going on, live on a terminal; elsewhere a line every ten seconds."""
    if errors.is_terminal:
        with errors.status("asking") as status:
            yield lambda said: status.update(said)
        return
    told = [time.monotonic()]

    def tell(said: str) -> None:
        if time.monotonic() - told[0] > 10:
            told[0] = time.monotonic()
            errors.print(said, markup=False, highlight=False)

    yield tell


def answers(wanted: Wanted, make: Callable[[Question], Any], every: bool) -> list[Found]:
    """Ask size by size, up to the first play unless `every` size counts; with `another`, once more for a different."""
    out: list[Found] = []
    errors = Console(stderr=True)
    with telling(errors) as tell:
        for asked in sizes(wanted, make):
            found = ask(
                asked, wanted.limit, tell, invariant=PRINTED if asked.rounds == ROUNDS else INVARIANT, lemmas=LEMMAS
            )
            out.append(found)
            if found.reply is Reply.YES:
                if wanted.another:
                    out.append(ask(asked, wanted.limit, tell, unlike=found.trace))
                if not every:
                    break
    return out


# ---------------------------------------------------------------- telling


def sentence_of(found: Found) -> str:
    """One line on what was found at one size."""
    asked = found.asked
    place = f"{asked.seats} seats, {asked.rounds} rounds" if asked.start is None else "from the given table"
    if found.reply is Reply.YES:
        short = "the shortest play" if found.is_shortest else f"a play, not shown to be the shortest ({found.reason})"
        return f"{place}: {short} takes {found.turns} turns"
    if found.reply is Reply.NO and not found.turns:
        length = f"{asked.rounds} rounds" if asked.rounds == ROUNDS else "any number of rounds"
        return f"{asked.seats} seats, {length}: in no play; no table of the inductive invariant is like that"
    if found.reply is Reply.NO:
        games = "all deals, suits and first Leads" if asked.start is None else "every choice"
        return f"{place}: in no play; all of them were searched, {games}, up to {found.turns - 1} turns"
    return (
        f"{place}: not known; no play within {max(0, found.turns - 1)} turns, then {found.reason or 'the time was up'}"
    )


def proof_of(found: Found) -> str:
    """Who says so."""
    said = sorted({f"{a.solver} {a.version}" for a in found.answers if a.solver != "constant"})
    rests = f"; rests on {', '.join(found.rests_on)}" if found.rests_on else ""
    return f"{found.terms} terms; {', '.join(said) or 'decided while lifting'}{rests}"


def as_json(heading: str, out: list[Found], seconds: float) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "answer": heading,
        "seconds": round(seconds, 2),
        "sizes": [
            {
                "seats": found.asked.seats,
                "rounds": found.asked.rounds,
                "reply": found.reply.value,
                "turns": found.turns,
                "shortest": found.is_shortest,
                "reason": found.reason,
                "terms": found.terms,
                "rests_on": list(found.rests_on),
                "solvers": sorted({f"{answer.solver} {answer.version}".strip() for answer in found.answers}),
                "play": None if found.trace is None else found.trace.to_itf(found.asked.question.text),
            }
            for found in out
        ],
    }


def write_plays(trace: GroundTrace, wanted: Wanted, question: str) -> Iterator[str]:
    """Write the play wherever it is wanted, and tell."""
    if wanted.itf is not None:
        write_whole(wanted.itf, json.dumps(trace.to_itf(question), indent=1) + "\n")
        yield f"Trace written to {wanted.itf}."
    if wanted.page is not None:
        write_whole(wanted.page, page_of(trace, question))
        yield f"Page written to {wanted.page}."
    if wanted.test is not None:
        write_whole(wanted.test, pytest_of(trace, question, predicate=question))
        yield f"Test written to {wanted.test}."


def show(found: Found, wanted: Wanted) -> None:
    """The play, turn by turn, and the table that it ends at."""
    assert found.trace is not None
    out = console()
    out.print(play_table(turns_of(found.trace, everything=wanted.everything)))
    print_table(out, found.trace.end, rulings=found.trace.rulings)


def run(
    wanted: Wanted,
    words: dict[Reply, str],
    make: Callable[[Question], Any] = lambda question: question,
    every: bool = False,
) -> Exit:
    """Ask, tell, write. The exit code: 0 for the first of the words, 1 for the other, 3 where it is not known."""
    outputs = [path.resolve() for path in (wanted.itf, wanted.page, wanted.test) if path is not None]
    if len(set(outputs)) < len(outputs):
        raise InputError("the trace, the page and the test must be different files")
    began = time.monotonic()
    try:
        out = answers(wanted, make, every)
    except KeyboardInterrupt:
        click.echo("interrupted; nothing is known", err=True)
        return Exit.UNDETERMINED
    plays = [found for found in out if found.trace is not None]
    reply = reply_of(out, every)
    heading = words[reply]
    if wanted.as_json:
        click.echo(json.dumps(as_json(heading, out, time.monotonic() - began), indent=1))
    else:
        tell(heading, out, wanted, time.monotonic() - began)
    if plays:
        chosen = plays[-1] if wanted.another else min(plays, key=lambda found: found.turns)
        assert chosen.trace is not None
        for line in write_plays(chosen.trace, wanted, chosen.asked.question.text):
            click.echo(line, err=wanted.as_json)
    return Exit.UNDETERMINED if reply is Reply.NOT_KNOWN else exit_of(words, reply)


def reply_of(out: list[Found], every: bool) -> Reply:
    """What the sizes say together. If `every` size counts, a play must be shown to be the shortest of all."""
    plays = [found for found in out if found.reply is Reply.YES]
    unknown = any(found.reply is Reply.NOT_KNOWN for found in out)
    if plays and not (every and (unknown or not all(found.is_shortest for found in plays))):
        return Reply.YES
    return Reply.NOT_KNOWN if unknown or plays else Reply.NO


def exit_of(words: dict[Reply, str], reply: Reply) -> Exit:
    """0 if this is the reply that the command hopes for, which stands first."""
    return Exit.AS_EXPECTED if next(iter(words)) is reply else Exit.NOT_AS_EXPECTED


def tell(heading: str, out: list[Found], wanted: Wanted, seconds: float) -> None:
    """The answer for people."""
    screen = console()
    screen.print(heading, style="bold")
    for number, found in enumerate(out):
        again = "another play: " if number and out[number - 1].reply is Reply.YES else ""
        screen.print(f"  {again}{sentence_of(found)}", highlight=False, soft_wrap=True)
        screen.print(f"  {proof_of(found)}", style="dim", highlight=False, soft_wrap=True)
        if found.trace is not None:
            show(found, wanted)
    if wanted.nearest and out[-1].reply is Reply.NO:
        for line in closest(out[-1].asked, min(wanted.limit, MOST_NEAREST)):
            screen.print(f"  {line}", highlight=False, soft_wrap=True)
    screen.print(f"{seconds:.1f} s", highlight=False)


def closest(asked: Asked, limit: float) -> Iterator[str]:
    """What comes nearest to a table that no play leads to; nothing for a question turned round."""
    if not isinstance(asked.question, Question):
        return
    with telling(Console(stderr=True)) as report:
        found = nearest(asked, limit, report)
    yield from found.lines()


# ---------------------------------------------------------------- the commands


@click.command()
@common
def can(game: str, question: str, **options: Any) -> None:
    """Can a table come about for which QUESTION holds? A play that leads there, or a proof that there is none.

    QUESTION is a Python expression over the names that `ruleproof vocabulary ground` lists. The play is the shortest
    there is, replayed on the kernel with contracts on. Ends with 0 for YES, 1 for NO, 3 if it is not known, 2 for a
    question that cannot be asked.

    \b
    Examples:
      ruleproof can ground "any(p.marker is REVERSE for p in players)"
      ruleproof can ground "points() >= 9 and round == 2" --seats 4
      ruleproof can ground "sum(1 for p in problems if p.denied) >= 2" --html play.html
      ruleproof can ground "any(p.stress == 5 for p in players)" --ruling U2=AT_END
    """
    words = {Reply.YES: "YES", Reply.NO: "NO", Reply.NOT_KNOWN: "NOT KNOWN"}
    raise SystemExit(run(Wanted(question, **options), words))


@click.command()
@common
def shortest(game: str, question: str, **options: Any) -> None:
    """The shortest play to a table for which QUESTION holds, by turns and over all numbers of seats that are asked.

    As `can`, but every number of seats is searched, and a play that is not shown to be the shortest does not count.

    \b
    Example:
      ruleproof shortest ground "successful()" --seats 4
    """
    words = {Reply.YES: "YES", Reply.NO: "NO", Reply.NOT_KNOWN: "NOT KNOWN"}
    raise SystemExit(run(Wanted(question, **options), words, every=True))


@click.command()
@common
def always(game: str, question: str, **options: Any) -> None:
    """Does QUESTION hold for every table that can come about? A proof, or the shortest play to one for which it fails.

    A table on which a part of the question has no value counts as one for which it fails. Ends with 0 if it always
    holds, 1 if not, 3 if that is not known.

    \b
    Examples:
      ruleproof always ground "all(0 <= p.stress <= 5 for p in players)"
      ruleproof always ground "denied() <= 1" --seats 3
    """
    words = {Reply.NO: "ALWAYS", Reply.YES: "NOT ALWAYS", Reply.NOT_KNOWN: "NOT KNOWN"}
    raise SystemExit(run(Wanted(question, **options), words, Opposite))
