"""GROUND under two readings: the first game on which they part, side by side on the kernel, or that there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from kernel.ground import resolve
from kernel.ground.refusals import Refused
from kernel.ground.rulings import COMBINATIONS, NO_HAND_LIMIT, Rulings
from kernel.ground.state import ROUNDS, Choice, Seat, State
from model.engines.bound import Reached
from model.engines.decide import Decider
from model.engines.induct import Part
from model.engines.pairs import Equal, Parting, Readings, Sign, lost, never, one_step
from model.ground_answers import _plainer
from model.ground_arena import GroundArena, any_deal, arena
from model.ground_look import look
from model.lift import terms as T
from model.lift.decode import concrete
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.lift.values import Value

Report = Callable[[str], None]
#: What no seat sees before it has an effect.
HIDDEN = frozenset({"memory"})


class Outcome(Enum):
    """What is known of two readings."""

    PART = "THE READINGS PART"
    INERT = "NO GAME DIFFERS"
    NOT_KNOWN = "NOT KNOWN"


@dataclass(frozen=True)
class Compared:
    """Two readings on all games of one size: every deal, suit, Mode card and first Lead."""

    seats: int
    one: Rulings
    other: Rulings
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Side:
    """A play as one reading has it: the states that it reaches, and the refusal with which it ends, if any."""

    rulings: Rulings
    states: tuple[State, ...]
    refusal: Refused | None = None


@dataclass(frozen=True)
class Parted:
    """The same choices under two readings, up to the turn in which they part. `sign` says what tells them apart.

    `choices[i]` is what the first reading takes in turn i, and `others[i]` what the other takes for the same decision.
    """

    choices: tuple[Choice, ...]
    others: tuple[Choice, ...]
    one: Side
    other: Side
    sign: Sign

    @property
    def turns(self) -> int:
        """How many turns are taken."""
        return len(self.choices)


@dataclass(frozen=True)
class Comparison:
    """What became of a comparison.

    `how` tells what stands behind it, in words; `turns` how far all games were followed if no play was found;
    `is_shortest` that no shorter play tells the readings apart, at the first Leads in `leads`.
    """

    compared: Compared
    outcome: Outcome
    how: str
    play: Parted | None = None
    is_shortest: bool = False
    turns: int = 0
    solvers: tuple[str, ...] = ()
    terms: int = 0


# ---------------------------------------------------------------- on the kernel


def side(start: State, choices: Sequence[Choice], rulings: Rulings) -> Side:
    """Play under one reading, legality and contracts checked, up to the end or to the first refusal."""
    states = [start]
    for choice in choices:
        try:
            states.append(resolve.advance(states[-1], choice, rulings))
        except Refused as error:
            return Side(rulings, tuple(states), error)
    return Side(rulings, tuple(states))


def parted(starts: tuple[State, State], choices: Sequence[Choice], compared: Compared) -> Parted | None:
    """The play up to the first turn at which people can tell the readings apart; None if they never can."""
    one, other = (
        side(start, choices, each) for start, each in zip(starts, (compared.one, compared.other), strict=True)
    )
    for turn in range(len(choices) + 1):
        sign = sign_at(one, other, turn)
        if sign is not None:
            taken = tuple(choices[:turn])
            return Parted(taken, taken, up_to(one, turn), up_to(other, turn), sign)
        if turn >= min(len(one.states), len(other.states)):
            return None
    return None


def sign_at(one: Side, other: Side, turn: int) -> Sign | None:
    """Can the readings be told apart once this many turns are taken?"""
    there = [turn < len(each.states) for each in (one, other)]
    if all(there):
        same = look(one.states[turn], one.rulings) == look(other.states[turn], other.rulings)
        return None if same else Sign.LOOKS
    if not any(there):
        return None
    return Sign.REFUSED if there[0] else Sign.OFFERED


def up_to(each: Side, turn: int) -> Side:
    """The side of a play after so many turns."""
    refusal = each.refusal if len(each.states) == turn else None
    return Side(each.rulings, each.states[: turn + 1], refusal)


# ---------------------------------------------------------------- the first difference


def first_difference(
    compared: Compared, limit: float, report: Report = lambda said: None, lemmas: Sequence[Part] = ()
) -> Comparison:
    """The shortest game on which the readings part, searched turn by turn from setup, every first Lead in turn.

    `lemmas` are proved of the first reading's games, and help the search.
    """

    def search(lead: Seat, left: float, last: int | None, tell: Report) -> tuple[Parted | None, Reached]:
        return _part_with_lead(compared, lead, left, last, tell, lemmas)

    return over_leads(compared, limit, report, search)


def over_leads(compared: Compared, limit: float, report: Report, search: Callable[..., Any]) -> Comparison:
    """The shortest over all first Leads."""
    ends = time.monotonic() + limit
    best: Parted | None = None
    reached: list[Reached] = []
    open_ends: list[str] = []
    terms = 0
    for lead in range(compared.seats):
        left = ends - time.monotonic()
        last = None if best is None else best.turns - 1
        if last is not None and last < 0:
            break
        if left <= 0:
            open_ends.append(f"no time for the first Lead {lead}")
            break
        T.forget()
        try:
            play, found = search(Seat(lead), left, last, lambda said, at=lead: report(f"first Lead {at}: {said}"))
        except LiftError as error:
            open_ends.append(str(error))
            break
        reached.append(found)
        terms = max(terms, T.size())
        best = play or best
        if found.reason:
            open_ends.append(f"first Lead {lead}: {found.reason}")
    solvers = tuple(sorted({f"{a.solver} {a.version}" for r in reached for a in r.answers if a.solver != "constant"}))
    turns = min((found.searched for found in reached), default=0)
    known: dict[str, Any] = {"solvers": solvers, "terms": terms, "turns": turns}
    if best is not None:
        how = "; ".join(open_ends) or "shortest of all first Leads"
        return Comparison(compared, Outcome.PART, how, best, not open_ends, **known)
    if open_ends:
        return Comparison(compared, Outcome.NOT_KNOWN, "; ".join(open_ends), **known)
    how = f"all games of {compared.rounds} rounds were searched, every deal, suit, Mode card and first Lead"
    return Comparison(compared, Outcome.INERT, how, **known)


def games_of(compared: Compared) -> GroundArena:
    """The games that are compared, as the symbolic engine plays them."""
    return arena(compared.seats, compared.rounds, compared.one)


def begin(compared: Compared, lead: Seat) -> tuple[Value, Value, T.Bool]:
    """Every table at setup under each reading, with this first Lead, and where both can be set up."""
    one, other = (
        any_deal(compared.seats, compared.rounds, lead, printed=True, rulings=each)
        for each in (compared.one, compared.other)
    )
    return one[0], other[0], T.conjunction(one[1], other[1])


def _part_with_lead(
    compared: Compared, lead: Seat, limit: float, last: int | None, report: Report, lemmas: Sequence[Part]
) -> tuple[Parted | None, Reached]:
    start, beside, allowed = begin(compared, lead)
    games = games_of(compared)
    readings = Readings(games, ((start, allowed), beside), compared.one, compared.other, look, HIDDEN)
    lifter = Lifter(contracts=False)

    def lemma(state: Value) -> T.Bool:
        return T.all_of(lifter.truth(lifter.call(part, state, compared.one)) for part in lemmas)

    goes_on = compared.one in COMBINATIONS
    hunt = Parting(readings, lambda state: False, limit=limit, goes_on=goes_on, lemma=lemma if lemmas else None)
    reached = hunt.run(report, last)
    if reached.assignment is None or reached.position is None:
        return None, reached
    values, turn = reached.assignment, reached.position
    choices = [concrete(each, values) for each in readings.choices[:turn]]
    if turn and readings.sign(turn, values) is Sign.OFFERED:
        choices[-1] = concrete(readings.extra[turn - 1], values)
    play = parted((concrete(start, values), concrete(beside, values)), choices, compared)
    if play is None or play.turns != turn:
        raise RuntimeError("the kernel does not confirm where two readings part: the engine is wrong")
    return plainest(play, compared), reached


#: How many plays are tried to make one plainer.
MOST_TRIES = 300


def plainest(play: Parted, compared: Compared) -> Parted:
    """The same with each choice as plain as it can be: the readings still part in the same turn, not before."""
    tries = 0
    starts = (play.one.states[0], play.other.states[0])
    for place in reversed(range(play.turns - 1)):
        for option in _plainer(play.one.states[place], play.choices[place], compared.one):
            tries += 1
            if tries > MOST_TRIES:
                return play
            attempt = [*play.choices[:place], option, *play.choices[place + 1 :]]
            again = parted(starts, attempt, compared)
            if again is not None and again.turns == play.turns and again.sign is play.sign:
                play = again
                break
    return play


# ---------------------------------------------------------------- that there is none


def inert(
    compared: Compared,
    invariant: Sequence[Part],
    aids: Sequence[Part],
    limit: float,
    report: Report = lambda said: None,
) -> Equal:
    """Do the readings set up the same tables, and agree in every turn from every table of the first one's invariant?

    If the invariant leaves a doubt, its `aids` are taken to help, and shown to hold and be kept.
    """
    ends = time.monotonic() + limit
    games = games_of(compared)
    apart = one_step(games, compared.one, compared.other, look)
    decider = Decider(limit, ends=ends)
    stay_awake(compared, decider, ends)
    if not begin_alike(compared, decider):
        return Equal(False, "the beginning: they may set up different tables", (), T.size())
    plain = never(games, invariant, compared.one, apart, decider, ends=ends, report=report)
    if plain.holds or not aids:
        return plain
    parts = (*invariant, *aids)
    helped = never(games, parts, compared.one, apart, decider, is_sums=True, ends=ends, report=report)
    if not helped.holds:
        return helped
    kept = _aids_hold(compared, parts, aids, decider, ends, report)
    solvers = tuple(sorted({*helped.solvers, *kept.solvers}))
    return replace(helped, solvers=solvers) if kept.holds else kept


def begin_alike(compared: Compared, decider: Decider) -> bool:
    """Do both readings begin at the same tables, whatever is dealt and whoever leads?"""
    T.forget()
    lifter = Lifter(contracts=False)
    (start, one), (beside, other) = (
        any_deal(compared.seats, compared.rounds, printed=True, lifter=Lifter(), rulings=each)
        for each in (compared.one, compared.other)
    )
    differ = T.negation(T.conjunction(T.equivalence(one, other), lifter.same(start, beside)))
    asked = T.conjunction(T.disjunction(one, other), differ)
    return asked is False or decider("the beginning", [asked], False).result == "unsat"


def stay_awake(compared: Compared, decider: Decider, ends: float) -> None:
    """What is not inert must not seem so: without room for a card in any hand, an INVESTIGATE that draws is told apart.

    Raises `RuntimeError` if it is not.
    """
    limit = 0 if compared.one.u10_hand_limit else NO_HAND_LIMIT
    known = replace(compared.one, u10_hand_limit=limit)
    apart = one_step(games_of(compared), compared.one, known, look)
    if never(games_of(compared), (), compared.one, apart, decider, ends=ends).holds:
        raise RuntimeError("a hand limit of 0 seems to change nothing: the engine sees no differences")


def _aids_hold(
    compared: Compared, parts: Sequence[Part], aids: Sequence[Part], decider: Decider, ends: float, report: Report
) -> Equal:
    """The aids hold at setup, and every turn keeps them."""
    games = games_of(compared)
    T.forget()
    lifter = Lifter(contracts=False)
    start, allowed = any_deal(compared.seats, compared.rounds, printed=True, lifter=Lifter(), rulings=compared.one)
    fails = T.any_of(T.negation(lifter.truth(lifter.call(aid, start, compared.one))) for aid in aids)
    if T.conjunction(allowed, fails) is not False:
        begin = decider("the beginning", [allowed, fails], True)
        if begin.result != "unsat":
            return Equal(False, "what helps does not hold at setup", (), T.size())
    kept = lost(games, compared.one, aids)
    said = "what helps may be lost"
    return never(games, parts, compared.one, kept, decider, is_sums=True, otherwise=said, ends=ends, report=report)
