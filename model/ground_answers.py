"""Whole games of GROUND, asked: can a table with this property come about? The shortest play, or none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Protocol

from kernel.ground import resolve
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import ACTIONS, ROUNDS, Choice, Seat, State, Step
from model.engines.bound import Hope, Reached, Search, Unrolling
from model.engines.induct import KEPT, Part
from model.engines.solvers import Answer, Session
from model.ground import GROUND
from model.ground_arena import any_deal, any_table, arena
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import deep
from model.lift.decode import concrete
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.lift.smtlib import width
from model.lift.values import Value, fields_of
from model.question import Question
from model.trace import Trace, play_out

GroundTrace = Trace[State, Choice, Rulings]
Report = Callable[[str], None]


class Reply(Enum):
    """What is known."""

    YES = "YES"
    NO = "NO"
    NOT_KNOWN = "NOT KNOWN"


class Property(Protocol):
    """What is asked of a table: a question, or its opposite."""

    @property
    def text(self) -> str: ...

    @property
    def names_seats(self) -> bool: ...

    def evaluate(self, lifter: Lifter, state: Value, rulings: Any) -> T.Bool: ...

    def holds(self, state: Any, rulings: Any) -> bool: ...


@dataclass(frozen=True)
class Opposite:
    """That a question does not hold: it is false, or has no value."""

    question: Question

    @property
    def text(self) -> str:
        """The question turned round."""
        return f"not ({self.question.text})"

    @property
    def names_seats(self) -> bool:
        """Does it matter which seat is which?"""
        return self.question.names_seats

    def evaluate(self, lifter: Lifter, state: Value, rulings: Any) -> T.Bool:
        """Where the question does not hold."""
        return T.negation(self.question.evaluate(lifter, state, rulings))

    def holds(self, state: Any, rulings: Any) -> bool:
        """Does the question not hold on this table?"""
        return not self.question.holds(state, rulings)


@dataclass(frozen=True)
class Asked:
    """A question about whole games: the size, the rulings, and where the games begin (at setup, if nowhere else)."""

    question: Property
    seats: int
    rounds: int = ROUNDS
    rulings: Rulings = STANDING
    start: State | None = None

    @property
    def leads(self) -> tuple[Seat, ...]:
        """The first Leads to be tried: one stands for all unless the question names seats (`no_seat_is_special`)."""
        if self.start is not None:
            return (self.start.lead,)
        return tuple(Seat(i) for i in range(self.seats if self.question.names_seats else 1))


@dataclass(frozen=True)
class Found:
    """The answer to a question at one size. `turns` is how far all plays were followed if there is no play."""

    asked: Asked
    reply: Reply
    trace: GroundTrace | None
    is_shortest: bool
    turns: int
    reason: str
    answers: tuple[Answer, ...]
    terms: int
    rests_on: tuple[str, ...] = ()


#: Who is asked about a single table.
ONE_TABLE = "z3-bits"
#: What a bounded search takes for granted: claims that are proved elsewhere, by their names.
GOES_ON, SYMMETRY = "every_turn_can_be_taken", "no_seat_is_special"


@deep()
def ask(
    asked: Asked,
    limit: float,
    report: Report = lambda said: None,
    unlike: GroundTrace | None = None,
    invariant: Sequence[Part] = (),
    lemmas: Sequence[Part] = (),
) -> Found:
    """Look for the shortest play to a table for which the question holds.

    `unlike` asks for a play in which other Actions are selected, in numbers, than in this one: not a renaming of it.
    A play is replayed on the kernel, contracts on, before it counts. An `invariant` that is proved of these games is
    asked first: only rounds in which one of its tables shows what is asked are searched, and nothing after the last of
    them. `lemmas` are parts of it that help the search.
    """
    narrowed = None
    if invariant and asked.start is None and asked.rulings == STANDING:
        narrowed = rounds_with(asked, invariant, limit)
    if narrowed is not None and not narrowed.rounds:
        return Found(asked, Reply.NO, None, False, 0, "", narrowed.answers, narrowed.terms, (KEPT,))
    best: Found | None = None
    for lead in asked.leads:
        found = _ask_with_lead(asked, lead, limit, report, unlike, best, lemmas, narrowed)
        if found.reply is Reply.NOT_KNOWN:
            return found if best is None or best.reply is Reply.NO else replace(best, is_shortest=False)
        if best is None or (found.trace is not None and found.turns < (best.turns if best.trace else found.turns + 1)):
            best = found
    assert best is not None
    return best


@dataclass(frozen=True)
class Narrowed:
    """The rounds in which some table of an invariant shows what is asked, and who says that the others have none."""

    rounds: frozenset[int]
    answers: tuple[Answer, ...]
    terms: int

    @property
    def hope(self) -> Hope:
        """For a search: rounds only grow."""
        last = max(self.rounds, default=0)
        return Hope(
            lambda state: fields_of(state)["round"] in self.rounds, lambda state: fields_of(state)["round"] <= last
        )


def rounds_with(asked: Asked, invariant: Sequence[Part], limit: float) -> Narrowed | None:
    """In which rounds the question can hold at all; None if the question cannot be put to an open table."""
    T.forget()
    lifter, state = Lifter(contracts=False), any_table(asked.seats, asked.rounds, asked.rulings)
    try:
        roots = [lifter.truth(lifter.call(part, state, asked.rulings)) for part in invariant]
        roots.append(asked.question.evaluate(lifter, state, asked.rulings))
    except LiftError:
        return None
    ends = time.monotonic() + limit / 4
    session = Session(ONE_TABLE, width(roots))
    session.assume(roots)
    answers = {
        number: session.check([A.equal(fields_of(state)["round"], number)], max(0.1, ends - time.monotonic()))
        for number in range(1, asked.rounds + 1)
    }
    rounds = frozenset(number for number, answer in answers.items() if answer.result != "unsat")
    return Narrowed(rounds, tuple(answers.values()), T.size())


def _ask_with_lead(
    asked: Asked,
    lead: Seat,
    limit: float,
    report: Report,
    unlike: GroundTrace | None,
    best: Found | None,
    lemmas: Sequence[Part],
    narrowed: Narrowed | None,
) -> Found:
    T.forget()
    begin: tuple[Value, T.Bool] = asked.start, True
    if asked.start is None:
        begin = any_deal(asked.seats, asked.rounds, lead, printed=True, rulings=asked.rulings)
    holes = asked.rounds > ROUNDS or asked.start is not None  # where a contract may break: see F-015
    unrolling = Unrolling(arena(asked.seats, asked.rounds, asked.rulings), begin, asked.rulings, contracts=holes)
    lifter = Lifter(contracts=False)
    known = lemmas if asked.start is None and asked.rulings == STANDING else ()

    def lemma(state: Value) -> T.Bool:
        return T.all_of(lifter.truth(lifter.call(part, state, asked.rulings)) for part in known)

    search = Search(
        unrolling,
        lambda state: asked.question.evaluate(lifter, state, asked.rulings),
        limit=limit,
        goes_on=asked.rulings == STANDING and not holes,
        besides=lambda position: True if unlike is None else differs(unrolling, unlike, position),
        lemma=lemma if known else None,
        hope=None if narrowed is None else narrowed.hope,
    )
    last = len(best.trace.choices) - 1 if best is not None and best.trace is not None else None
    try:
        reached = search.run(lambda said: report(f"{asked.seats} seats: {said}"), last)
    except LiftError as error:
        return Found(asked, Reply.NOT_KNOWN, None, False, 0, str(error), (), T.size())
    return _found(asked, unrolling, reached, last is not None, bool(known or narrowed), unlike)


def _found(
    asked: Asked,
    unrolling: Unrolling,
    reached: Reached,
    cut: bool,
    with_invariant: bool,
    unlike: GroundTrace | None,
) -> Found:
    if reached.assignment is None or reached.position is None:
        known = reached.is_complete or (cut and not reached.reason)
        reply = Reply.NO if known else Reply.NOT_KNOWN
        rests_on = (GOES_ON,) if asked.rulings == STANDING and not unrolling.lifter.contracts else ()
        if with_invariant:
            rests_on = (*rests_on, KEPT)
        if len(asked.leads) == 1 and asked.start is None:
            rests_on = (*rests_on, SYMMETRY)
        return Found(asked, reply, None, False, reached.searched, reached.reason, reached.answers, T.size(), rests_on)
    start = concrete(unrolling.states[0], reached.assignment)
    choices = tuple(concrete(choice, reached.assignment) for choice in unrolling.choices[: reached.position])
    trace = play_out(GROUND, start, choices, asked.rulings)
    if not asked.question.holds(trace.end, asked.rulings):
        raise RuntimeError(f"the kernel does not confirm a play found for {asked.question.text!r}: the engine is wrong")
    plain = plainest(trace, asked.question, unlike)
    return Found(
        asked, Reply.YES, plain, reached.is_shortest, reached.position, reached.reason, reached.answers, T.size()
    )


# ---------------------------------------------------------------- another play


def differs(unrolling: Unrolling, other: GroundTrace, position: int) -> T.Bool:
    """Where, in some round up to this turn, an Action is selected by more or fewer seats than in the other play."""
    known = {state.round: counts(state) for state in other.states if state.step is Step.REVEAL and state.turn == 0}
    lifter = Lifter(contracts=False)
    out: T.Bool = False
    for state in unrolling.states[: position + 1]:
        fields = fields_of(state)
        if fields["step"] is Step.REVEAL and fields["turn"] == 0 and fields["round"] in known:
            found = _symbolic_counts(lifter, fields["memory"])
            same = T.all_of(A.equal(a, b) for a, b in zip(found, known[fields["round"]], strict=True))
            out = T.disjunction(out, T.negation(same))
    return out


def counts(state: State) -> tuple[int, ...]:
    """How many seats have selected each Action."""
    chosen = [selection.action for selection in state.memory.selections]
    return tuple(chosen.count(action) for action in ACTIONS)


def _symbolic_counts(lifter: Lifter, memory: Value) -> list[T.Int]:
    totals: list[T.Int] = []
    for action in ACTIONS:
        total: T.Int = 0
        for selection in fields_of(memory)["selections"]:
            total = A.add(total, T.choose(lifter.same(fields_of(selection)["action"], action), 1, 0))
        totals.append(total)
    return totals


# ---------------------------------------------------------------- shrinking

#: How many plays are tried to make one plainer.
MOST_TRIES = 400


def plainest(trace: GroundTrace, question: Property, unlike: GroundTrace | None = None) -> GroundTrace:
    """The same play with each choice as plain as it can be: the first offered that still leads to the question.

    A play that has to be `unlike` another keeps the Actions that it selects.
    """
    tries, choices = 0, list(trace.choices)
    for place in reversed(range(len(choices))):
        state = trace.states[place]
        if unlike is not None and state.step is Step.SELECT:
            continue
        for option in _plainer(state, choices[place], trace.rulings):
            if tries >= MOST_TRIES:
                return play_out(GROUND, trace.states[0], tuple(choices), trace.rulings)
            tries += 1
            attempt = [*choices[:place], option, *choices[place + 1 :]]
            if _leads_to(trace, attempt, place, state, question):
                choices = attempt
                break
    return play_out(GROUND, trace.states[0], tuple(choices), trace.rulings)


def _plainer(state: State, choice: Choice, rulings: Rulings) -> Iterable[Choice]:
    """What is offered before this choice in the order of the rules."""
    offered = resolve.offered(state, rulings)
    ordered = sorted(offered, key=lambda each: _weight(each))
    for option in ordered:
        if option == choice or _weight(option) >= _weight(choice):
            return
        yield option


def _weight(choice: Choice) -> tuple[int, ...]:
    """How much there is to say about a choice."""
    spend = getattr(choice, "spend", False)
    action = getattr(choice, "action", None)
    order = (3, 4, 2, 1, 0)
    return (int(spend), order[ACTIONS.index(action)] if action in ACTIONS else 0)


def _leads_to(trace: GroundTrace, choices: list[Choice], place: int, state: State, question: Property) -> bool:
    for choice in choices[place:]:
        if resolve.refusal_of(state, choice, trace.rulings).name != "NONE":
            return False
        state = resolve.play(state, choice, trace.rulings)
    return question.holds(state, trace.rulings)
