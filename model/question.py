"""Questions about a state, as a designer writes them: a safe part of Python's expressions over the names of a game.

A question is read, its types are checked against a vocabulary, and the symbolic interpreter evaluates it: on a symbolic
state to a formula, on a state of the kernel to an answer. Its text is never executed.

A question fails in a state if a part of it has no value there: an item that is not there, a seat that is not at the
table (nobody's among them), the greatest of nothing. Where it fails it does not hold, nor does its negation; what
failed is told apart from that, so that nothing is lost in silence. `and`, `or`, `any` and `all` stop as they do in
Python: what is not reached does not fail.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from model.lift import terms as T
from model.lift.core import Event
from model.lift.lifter import Lifter
from model.lift.values import ABSENT, Value
from model.question_check import Checker
from model.question_kinds import FUNCTIONS as FUNCTIONS
from model.question_kinds import Vocabulary as Vocabulary
from model.question_kinds import Word as Word
from model.question_kinds import tabled as tabled
from model.question_kinds import word as word
from model.question_parts import QuestionError as QuestionError
from model.question_run import ASKED, STATE, Asked, Spot

#: The longest text of a question, in characters, and how deep its parts may stand within each other.
MOST_TEXT, MOST_DEPTH = 1_000, 40


@dataclass(frozen=True)
class Fault:
    """A part of a question that has no value where `when` holds. `column` counts from 1."""

    text: str
    column: int
    why: str
    when: T.Bool

    def __str__(self) -> str:
        return f"`{self.text}` (column {self.column}) {self.why}"


@dataclass(frozen=True)
class Answer:
    """Where a question holds, and what fails in it and where; the two exclude each other."""

    holds: T.Bool
    faults: tuple[Fault, ...]

    @property
    def fails(self) -> T.Bool:
        """Where anything in the question has no value."""
        return T.any_of(fault.when for fault in self.faults)


@dataclass(frozen=True, eq=False)
class Question:
    """A checked question.

    `names_seats`: could its answer change if all players moved on by one place, and their tokens with them? True also
    where that is not sure. `seats` is the size of the table it is asked for; None if that is open.
    """

    text: str
    vocabulary: Vocabulary = field(repr=False)
    seats: int | None
    names_seats: bool
    _tree: ast.expr = field(repr=False)
    _names: dict[str, Any] = field(repr=False)

    def answer(self, lifter: Lifter, state: Value, rulings: Any) -> Answer:
        """Where the question holds in a symbolic state, on the lifter's path, and what fails in it.

        The events of the evaluation are not left with the lifter. Raises `TooLarge` at the lifter's limits.
        """
        before = len(lifter.events)
        names = {**self._names, STATE: state, ASKED: Asked(lifter.path, rulings)}
        try:
            value = lifter.under(True, lambda: lifter.expression(self._tree, names))
        finally:
            events = lifter.events[before:]
            del lifter.events[before:]
        answer = Answer(False, _faults(events))
        if value is ABSENT:
            return answer
        return replace(answer, holds=T.conjunction(lifter.truth(value), T.negation(answer.fails)))

    def evaluate(self, lifter: Lifter, state: Value, rulings: Any) -> T.Bool:
        """Where the question holds and nothing in it fails."""
        return self.answer(lifter, state, rulings).holds

    def holds(self, state: Any, rulings: Any) -> bool:
        """Does the question hold in this state, without a fault?"""
        return self.answer(Lifter(), state, rulings).holds is True

    def faults(self, state: Any, rulings: Any) -> tuple[Fault, ...]:
        """What fails in this state; with anything in it, `holds` is False for the question and its negation alike."""
        return self.answer(Lifter(), state, rulings).faults

    def conjuncts(self) -> tuple[Question, ...]:
        """The parts that `and` joins at the top, each by itself; the question alone if there is no `and`.

        A part that an earlier one guards can fail by itself.
        """
        parts = [ast.get_source_segment(self.text, node) for node in _joined_by_and(_syntax(self.text))]
        return tuple(_checked(part or self.text, self.vocabulary, self.seats) for part in parts)

    def negated(self) -> Question:
        """The question that holds where this one does not, apart from where it fails."""
        return _checked(f"not ({self.text})", self.vocabulary, self.seats)


def _faults(events: list[Event]) -> tuple[Fault, ...]:
    """What went wrong, once for each part and reason."""
    found: dict[tuple[str, int, str], T.Bool] = {}
    for event in events:
        assert isinstance(event.place, Spot)
        key = (event.place.written, event.place.line, f"{event.kind.value} {event.name}")
        found[key] = T.disjunction(found.get(key, False), event.when)
    return tuple(Fault(*key, when) for key, when in found.items())


def parse(text: str, vocabulary: Vocabulary, seats: int | None = None) -> Question:
    """The question that a text asks, at a table of this many seats if that is known.

    Raises `QuestionError`, which shows the place, for anything that is not a question over this vocabulary.
    """
    line = "".join(" " if sign.isspace() else sign for sign in text).strip()
    if len(line) > MOST_TEXT:
        raise QuestionError(f"a question has at most {MOST_TEXT} characters, not {len(line)}", 1, f"{line[:40]}...")
    if not line:
        raise QuestionError("there is no question", 1, line)
    if "#" in line:
        raise QuestionError("a question has no comments", line.index("#") + 1, line)
    _limit_depth(line, _syntax(line))
    return _checked(line, vocabulary, seats)


def _syntax(text: str) -> ast.expr:
    """The syntax tree of an expression. Raises `QuestionError`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        column = min(max(error.offset or 1, 1), len(text) + 1)
        raise QuestionError(f"this cannot be read: {error.msg}", column, text) from None
    except (ValueError, MemoryError, RecursionError):
        raise QuestionError("this cannot be read", 1, text) from None


def _limit_depth(text: str, tree: ast.expr) -> None:
    """Refuse parts within parts beyond the limit, without walking as deep as they go."""
    todo: list[tuple[ast.AST, int]] = [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        if depth > MOST_DEPTH:
            raise QuestionError(f"parts of a question stand at most {MOST_DEPTH} deep within each other", 1, text)
        todo.extend((each, depth + 1) for each in ast.iter_child_nodes(node))


def _checked(text: str, vocabulary: Vocabulary, seats: int | None) -> Question:
    checker = Checker(text, vocabulary, seats)
    part = checker.check(_syntax(text), {})
    run = checker.located(part.written, checker.condition(part))
    return Question(text, vocabulary, seats, checker.names_seats, run, checker.names)


def _joined_by_and(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for each in node.values:
            yield from _joined_by_and(each)
    else:
        yield node
