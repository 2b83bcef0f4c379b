"""Claims about whole games, decided by searching all plays of all deals, and the table of what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kernel.ground.rulings import STANDING
from kernel.ground.state import ROUNDS, Seat
from model.engines.bound import Unrolling
from model.engines.induct import Part
from model.engines.solvers import Answer, solve
from model.engines.whole import Alone, other_than
from model.ground_answers import SYMMETRY, Asked, Found, GroundTrace, Reply, ask
from model.ground_arena import any_deal, any_table, arena
from model.lift import terms as T
from model.lift.core import deep
from model.lift.lifter import Lifter
from model.verdict import Verdict
from properties.ground.figures import FIGURES, Figure, Kind
from properties.ground.figures import WholeClaim as WholeClaim
from properties.ground.invariant import INVARIANT, LEMMAS, PRINTED
from properties.ground.winning import WINNING

VERSION = 1

WHOLE: tuple[WholeClaim, ...] = tuple(claim for figure in FIGURES for claim in figure.claims()) + WINNING


def table(rounds: int = ROUNDS) -> str:
    """The figures of games of this length, as a Markdown table."""
    figures = [figure for figure in FIGURES if figure.rounds == rounds]
    sizes = sorted({seats for figure in figures for seats in figure.values})
    lines = ["| | " + " | ".join(f"{seats} seats" for seats in sizes) + " |", "|---|" + "---|" * len(sizes)]
    for figure in figures:
        cells = (_cell(figure, seats) for seats in sizes)
        lines.append(f"| {_label(figure)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _label(figure: Figure) -> str:
    label = figure.event.replace("{n}", "at most so many") if figure.kind is Kind.MOST else figure.event
    return label[0].upper() + label[1:]


def _cell(figure: Figure, seats: int) -> str:
    if seats not in figure.values:
        return "not asked"
    value = figure.values[seats]
    if value is None:
        return "never"
    return str(value) if figure.kind is Kind.MOST else f"round {value}"


@dataclass(frozen=True)
class Decided:
    """What was found out about a claim at one size, and within which bounds."""

    verdict: Verdict
    reason: str
    trace: GroundTrace | None
    bounds: Mapping[str, int | str]


def decide(claim: WholeClaim, seats: int, limit: float) -> Decided:
    """Search all games of this size; where nothing is found, a solver of other origin searches again.

    The limit, in seconds, holds for each of the two searches.
    """
    asked = claim.asked(seats)
    found = ask(asked, limit, invariant=invariant_of(claim.rounds), lemmas=LEMMAS)
    bounds: dict[str, int | str] = {"seats": seats, "rounds": claim.rounds, "turns": found.turns, **_named(found)}
    if found.reply is Reply.NOT_KNOWN:
        reason = found.reason or "the time is up"
        return Decided(Verdict.UNDETERMINED, f"{reason}; no play within {found.turns} turns", None, bounds)
    if found.reply is Reply.YES:
        assert found.trace is not None
        short = "the shortest" if found.is_shortest else "not shown to be the shortest"
        as_expected = claim.expected[seats] is Reply.YES
        verdict = Verdict.WITNESSED if as_expected else Verdict.REFUTED
        return Decided(verdict, f"a play of {found.turns} turns, {short}", found.trace, bounds)
    if claim.expected[seats] is Reply.YES:
        return Decided(Verdict.REFUTED, "no play of the whole game shows it", None, bounds)
    return _seconded(asked, found, limit, bounds)


def _named(found: Found) -> dict[str, int | str]:
    """Who answered, and what is taken for granted."""
    return {"terms": found.terms, "solvers": _solvers(found.answers), "rests on": ", ".join(found.rests_on)}


def _solvers(answers: Sequence[Answer]) -> str:
    names = sorted({f"{each.solver} {each.version}" for each in answers if each.solver != "constant"})
    return ", ".join(names) or "decided while lifting"


def _seconded(asked: Asked, found: Found, limit: float, bounds: Mapping[str, int | str]) -> Decided:
    """Nothing was found: PROVED if a solver of other origin finds nothing either."""
    way = "bounded search of the whole game" if found.turns else "no table of the invariant shows it"
    how = f"{way}; rests on {', '.join(found.rests_on)}"
    solver = other_than(found.answers)
    if solver is None:
        reason = f"it took several solvers, and none is left to confirm them: {how}"
        return Decided(Verdict.BOUNDED, reason, None, bounds)
    again = search_again(asked, solver, limit) if found.turns else table_again(asked, solver, limit)
    if any(each.result == "sat" for each in again.answers):
        return Decided(Verdict.DISAGREE, f"{solver} finds a table where {bounds['solvers']} found none", None, bounds)
    if not again.is_complete:
        return Decided(Verdict.BOUNDED, f"one solver, as {solver} gave up: {how}", None, bounds)
    second = _solvers(again.answers)
    return Decided(Verdict.PROVED, f"{how}; again: {second}", None, {**bounds, "confirmed by": second})


@dataclass(frozen=True)
class Again:
    """What a second solver said, and whether it has said all that was asked."""

    answers: tuple[Answer, ...]
    is_complete: bool


def invariant_of(rounds: int) -> Sequence[Part]:
    """What is proved by induction of all tables in games of this length."""
    return PRINTED if rounds == ROUNDS else INVARIANT


@deep()
def table_again(asked: Asked, solver: str, limit: float) -> Again:
    """Can any table of the invariant show what is asked? By one solver."""
    T.forget()
    lifter, state = Lifter(contracts=False), any_table(asked.seats, asked.rounds, asked.rulings)
    parts = [lifter.truth(lifter.call(part, state, asked.rulings)) for part in invariant_of(asked.rounds)]
    answer = solve([*parts, asked.question.evaluate(lifter, state, asked.rulings)], solver, limit)
    return Again((answer,), answer.result == "unsat")


@deep()
def search_again(asked: Asked, solver: str, limit: float) -> Again:
    """The search by one solver, without the invariant's help but for the lemmas.

    It rests on `every_turn_can_be_taken` in games of five rounds, and on `no_seat_is_special`.
    Raises `ValueError` for a question that names seats: one first Lead then does not stand for all.
    """
    if asked.question.names_seats:
        raise ValueError(f"{asked.question.text!r} names seats, so that {SYMMETRY} does not help")
    T.forget()
    is_longer = asked.rounds > ROUNDS
    begin = any_deal(asked.seats, asked.rounds, Seat(0), printed=True, rulings=asked.rulings)
    unrolling = Unrolling(arena(asked.seats, asked.rounds, asked.rulings), begin, asked.rulings, contracts=is_longer)
    lifter = Lifter(contracts=False)
    search = Alone(
        solver,
        unrolling,
        lambda state: asked.question.evaluate(lifter, state, asked.rulings),
        limit=limit,
        goes_on=not is_longer and asked.rulings == STANDING,
        lemma=lambda state: T.all_of(lifter.truth(lifter.call(part, state, asked.rulings)) for part in LEMMAS),
    )
    reached = search.run()
    return Again(reached.answers, reached.is_complete)
