"""What comes nearest to a table that cannot come about: what has to go from the question, and how far numbers go."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from model.ground_answers import Asked, Found, GroundTrace, Reply, Report, ask
from model.question import Question, QuestionError, parse
from model.question_bounds import Bound, bounds_of


@dataclass(frozen=True)
class Without:
    """Conditions of a question, joined by `and`, without which the rest of it can hold; and the play that shows it."""

    parts: tuple[str, ...]
    found: Found

    def __str__(self) -> str:
        return f"{_without(self.parts)}: {_when(self.found)}"


@dataclass(frozen=True)
class Moved:
    """A number of a question with another one in its place for which the answer is YES, and the play that shows it.

    `is_best`: has it been decided that no number nearer to the one asked for would do?
    """

    bound: Bound
    number: int
    is_best: bool
    found: Found

    def __str__(self) -> str:
        most = "at most" if self.bound.way < 0 else "at least"
        reached = f"{most} {self.value}" if self.is_best else f"{self.value}, nearer ones not decided"
        return f"`{self.bound.comparison}`: {reached}; {_when(self.found)}"

    @property
    def value(self) -> int:
        """What the part that is compared comes to."""
        return self.bound.met_by(self.number)


def _without(parts: Sequence[str]) -> str:
    return f"without {' and '.join(f'`{part}`' for part in parts)}"


def _when(found: Found) -> str:
    assert found.trace is not None
    first = "first " if found.is_shortest else ""
    return f"{first}after {found.turns} turns, in round {found.trace.end.round}"


@dataclass(frozen=True)
class Nearest:
    """What comes nearest; both lists are empty if nothing does, or nothing that is known.

    `without` has the fewest conditions that must go; `undecided` says in words what could not be found out.
    """

    without: tuple[Without, ...]
    numbers: tuple[Moved, ...]
    undecided: tuple[str, ...]

    @property
    def play(self) -> GroundTrace | None:
        """The shortest of the plays; those that keep all of the question, but for a number, come first."""
        kept: Sequence[Moved | Without] = self.numbers or self.without
        plays = [each.found.trace for each in kept if each.found.trace is not None]
        return min(plays, key=lambda trace: len(trace.choices), default=None)

    def lines(self) -> Iterator[str]:
        """What comes nearest, a sentence each."""
        yield from map(str, (*self.numbers, *self.without))
        yield from (f"not decided: {each}" for each in self.undecided)


def nearest(asked: Asked, limit: float, report: Report = lambda said: None) -> Nearest:
    """What comes nearest to a question whose answer is NO, found within `limit` seconds.

    Errors: TypeError for what is not a question, such as the opposite of one.
    """
    if not isinstance(asked.question, Question):
        raise TypeError(f"nothing comes nearest to {asked.question.text}: it is not a question")
    return _Approach(asked, asked.question.conjuncts(), limit, report).run()


def all_of(questions: Sequence[Question]) -> Question:
    """The question whether these hold together. Errors: `QuestionError` if it is too long."""
    joined = " and ".join(
        f"({each.text})" if isinstance(ast.parse(each.text, mode="eval").body, ast.BoolOp | ast.IfExp) else each.text
        for each in questions
    )
    return parse(joined, questions[0].vocabulary, questions[0].seats)


class _Approach:
    """One search for what comes nearest: the conditions of the question, the clock, what is not decided so far."""

    def __init__(self, asked: Asked, parts: tuple[Question, ...], limit: float, report: Report) -> None:
        self.asked = asked
        self.parts = parts
        self.ends = time.monotonic() + limit
        self.report = report
        self.undecided: list[str] = []
        self.faulty: list[int] = []

    def run(self) -> Nearest:
        """Everything. Numbers are moved in those conditions only that are in the way by themselves."""
        without = tuple(self.drop())
        if len(self.parts) == 1:
            self.faulty = [0]
        numbers = tuple(moved for place in self.faulty for moved in self.move(place))
        return Nearest(without, numbers, tuple(self.undecided))

    def ask(self, question: Question, about: str) -> Found | None:
        """The answer; None if it is not known, which is noted."""
        # Half of what is left: one hard question shall not take the time of all that follow.
        asked = replace(self.asked, question=question)
        share = (self.ends - time.monotonic()) / 2 / len(asked.leads)
        if share < 0.5:
            self.undecided.append(f"{about}: the time is up")
            return None
        found = ask(asked, share, lambda said: self.report(f"{about}: {said}"))
        if found.reply is Reply.NOT_KNOWN:
            self.undecided.append(f"{about}: {found.reason}")
            return None
        return found

    # ------------------------------------------------------------ fewer conditions

    def drop(self) -> Iterator[Without]:
        """The largest parts of the question that can hold: with as few conditions gone as it takes."""
        for count in range(1, len(self.parts)):
            some = False
            for gone in combinations(range(len(self.parts)), count):
                kept = [part for place, part in enumerate(self.parts) if place not in gone]
                texts = tuple(self.parts[place].text for place in gone)
                found = self.ask(all_of(kept), _without(texts))
                if found is not None and found.trace is not None:
                    some = True
                    self.faulty += gone if count == 1 else ()
                    yield Without(texts, found)
            if some or self.undecided:
                return

    # ------------------------------------------------------------ other numbers

    def move(self, place: int) -> Iterator[Moved]:
        """For each number of a condition, how near to it the rest of the question lets it come."""
        for bound in bounds_of(self.parts[place]):
            moved = self.approach(bound, place)
            if moved is not None:
                yield moved

    def with_number(self, bound: Bound, place: int, steps: int) -> Question:
        """The whole question with a number moved so far. The other conditions keep their places: they may be guards."""
        other = bound.at(bound.number + bound.way * steps)
        return all_of([*self.parts[:place], other, *self.parts[place + 1 :]])

    def approach(self, bound: Bound, place: int) -> Moved | None:
        """Move the number until it asks for nothing, and then back as far as it goes, by halves."""
        refused, reached = 0, bound.steps
        about = f"`{bound.comparison}` with another number"
        try:
            question = self.with_number(bound, place, reached)
        except QuestionError as error:
            self.undecided.append(f"{about}: {error.message}")
            return None
        found = self.ask(question, about)
        if found is None or found.trace is None:
            return None
        reached = self.held_at(found, bound, place, reached)
        while reached - refused > 1:
            middle = (refused + reached) // 2
            number = bound.number + bound.way * middle
            nearer = self.ask(self.with_number(bound, place, middle), f"`{bound.comparison}` with {number}")
            if nearer is None:
                break
            if nearer.trace is None:
                refused = middle
            else:
                found, reached = nearer, self.held_at(nearer, bound, place, middle)
        return Moved(bound, bound.number + bound.way * reached, reached - refused == 1, found)

    def held_at(self, found: Found, bound: Bound, place: int, known: int) -> int:
        """The fewest steps with which the question holds at the end of a play."""
        assert found.trace is not None
        end, rulings = found.trace.end, self.asked.rulings
        refused, reached = 0, known
        while reached - refused > 1:
            middle = (refused + reached) // 2
            if self.with_number(bound, place, middle).holds(end, rulings):
                reached = middle
            else:
                refused = middle
        return reached
