"""A game as the symbolic engine plays it: its kinds of turns with their variables, and where it begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol

from model.game import C, Game, R, S
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.lifter import Lifter
from model.lift.values import Member, Record, Value, fields_of, index_of, is_record

#: The name of the case in which games begin.
BEGINNING = "the beginning"


@dataclass(frozen=True)
class Case:
    """All states in which one kind of turn is due, and all choices for it; no choice where the game is over.

    Where several kinds of turns are due in one state, one case of them `asks_states`, or one without a choice does.
    """

    name: str
    state: Value
    choice: Value | None
    asks_states: bool = True


class Start(Protocol):
    """Makes every state in which a game begins, and says which of its variables' values are meant.

    What happens on the way is told by the lifter.
    """

    def __call__(self, lifter: Lifter | None = None) -> tuple[Value, T.Bool]: ...


@dataclass(frozen=True)
class Arena(Generic[S, C, R]):
    """A game at one size.

    `cases` names the kinds of turns: together they are every state, one of them each state at a time. `case` makes
    their variables. `is_legal` is the kernel's own test of a choice. `start` gives every state in which a game begins,
    with the condition on its variables. `choice_for` makes the variables of the choice that is due in a state whose
    kind of turn is known. `fixed` names the fields of a state that tell cases apart; that they are within their bounds
    is for the invariant to say.
    """

    game: Game[S, C, R]
    size: str
    cases: tuple[str, ...]
    case: Callable[[str], Case]
    is_legal: Callable[[S, C, R], bool]
    start: Start
    choice_for: Callable[[str, Value], Value | None]
    fixed: frozenset[str]
    stage: Callable[[Value], Any]


def outside(lifter: Lifter, template: Value, value: Value, fixed: frozenset[str]) -> T.Bool:
    """Where a value is none of those that the template's variables can stand for.

    Variables have their intervals; one variable in two places means that both are equal; constants are themselves.
    """
    seen: dict[T.Node, Any] = {}

    def within(low: int, high: int, node: T.Node, number: T.Int) -> T.Bool:
        inside = T.conjunction(A.at_most(low, number), A.at_most(number, high))
        first = seen.setdefault(node, number)
        return inside if first is number else T.conjunction(inside, A.equal(first, number))

    def fits(pattern: Any, each: Any) -> Any:
        if isinstance(pattern, T.Node):
            if not pattern.is_bool:
                return within(pattern.low, pattern.high, pattern, each)
            before = seen.setdefault(pattern, each)
            return True if before is each else T.equivalence(before, each)
        if isinstance(pattern, Member):
            return within(pattern.index.low, pattern.index.high, pattern.index, index_of(each))
        if isinstance(pattern, tuple):
            return len(pattern) == len(each) and T.all_of(fits(p, e) for p, e in zip(pattern, each, strict=True))
        if is_record(pattern):
            named = fields_of(each)
            return T.all_of(fits(p, named[name]) for name, p in fields_of(pattern).items() if name not in fixed)
        return lifter.same(pattern, each)

    return T.negation(fits(template, value))


def is_constant(value: Any) -> bool:
    """Is this value free of variables?"""
    if isinstance(value, T.Node | Member | Record):
        return False
    if isinstance(value, tuple):
        return all(is_constant(item) for item in value)
    return isinstance(value, int | str | Enum) or value is None or is_record(value)
