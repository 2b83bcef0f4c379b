"""What may the numbers of the economy be? Each value of a parameter, or of two, is decided by solvers for itself.

The formulas are lifted once with the parameters as variables; every cell of the grid is then a question to two solvers
of different origin. What speaks against a cell is played with the numbers of that cell before it is believed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product
from typing import Any

from kernel.guild.economy import STANDARD, Parameters
from kernel.guild.edition import Edition
from model.engines.prove import Domains, Predicate, Values, fault_of, shrunk, symbol
from model.engines.solvers import Answer, Session
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.core import Event, Kind, deep
from model.lift.decode import concrete
from model.lift.lifter import Lifter
from model.lift.smtlib import width
from model.lift.values import Record

#: What may be asked about, with the least and the greatest value that means anything.
RANGES: Mapping[str, tuple[int, int]] = {
    "opening_coin": (0, 1_000),
    "hire_base": (0, 200),
    "hire_level_step": (0, 100),
    "hire_tier_step": (0, 200),
    "item_base": (0, 200),
    "item_band_step": (0, 50),
    "item_tier_step": (0, 100),
    "sale_bp": (0, 20_000),
    "dismissal_rebate_bp": (0, 20_000),
    "dismissal_rebate_cap": (0, 200),
    "dismissal_rebate_battles": (0, 20),
    "lock_cost": (0, 50),
    "refresh_base": (0, 100),
    "refresh_step": (0, 50),
    "refresh_lock_step": (0, 50),
    "refresh_cap": (0, 200),
    "income_base": (0, 200),
    "income_round_step": (0, 50),
    "income_band_step": (0, 50),
    "credit_base": (0, 200),
    "credit_share_bp": (0, 20_000),
    "credit_cap": (0, 500),
}
#: No grid has more cells.
MOST_CELLS = 10_000
#: The solvers, of different origin, that have to agree that nothing speaks against a cell.
SOLVERS = ("z3-int", "bitwuzla")
#: Between two cells the exact edge is looked for value by value if there are no more than these.
MOST_BETWEEN = 2_000


@dataclass(frozen=True)
class Sweep:
    """A parameter and the values that it takes."""

    name: str
    low: int
    high: int
    step: int = 1

    def __post_init__(self) -> None:
        if self.name not in RANGES:
            raise ValueError(f"there is no parameter {self.name}")
        low, high = RANGES[self.name]
        if not low <= self.low <= self.high <= high:
            raise ValueError(f"{self.name} goes from {low} to {high}, so it cannot go from {self.low} to {self.high}")
        if self.step < 1:
            raise ValueError(f"{self.name}: a step of {self.step} leads nowhere")

    @property
    def values(self) -> tuple[int, ...]:
        """All its values, in order."""
        return tuple(range(self.low, self.high + 1, self.step))


@dataclass(frozen=True)
class Step:
    """Something done or met, in words, and how Coin and Credit change by it."""

    says: str
    coin: int = 0
    credit: int = 0


@dataclass(frozen=True)
class Property:
    """What is to be kept: `holds` for all arguments of the domains, under the parameters that come first.

    `tell` plays a counterexample with the kernel's formulas, step by step. `edition` is the only one that it is about.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    domains: Domains
    holds: Callable[..., bool]
    tell: Callable[..., tuple[Step, ...]]
    edition: Edition | None = None


class Standing(Enum):
    """What is known of a cell."""

    SAFE = "safe"
    BROKEN = "broken"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Cell:
    """One choice of values, in the order of the sweeps.

    `exploit` is the shortest story that breaks the property there; `reason` says why nothing is known.
    """

    values: tuple[int, ...]
    standing: Standing
    arguments: Values = field(default_factory=dict)
    exploit: tuple[Step, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class _Concrete:
    """The property for parameters that are known, as a sentence about its arguments."""

    name: str
    domains: Domains
    holds: Predicate
    premise: Predicate | None = None


class Question:
    """One property under some swept parameters, all others as written.

    `also` are values, in the order of the sweeps, that will be asked for besides those of the grid.
    """

    @deep()
    def __init__(self, kept: Property, sweeps: tuple[Sweep, ...], also: Iterable[tuple[int, ...]] = ()) -> None:
        if len({sweep.name for sweep in sweeps}) < len(sweeps):
            raise ValueError("a parameter is swept twice")
        if math.prod(len(sweep.values) for sweep in sweeps) > MOST_CELLS:
            raise ValueError(f"a grid has at most {MOST_CELLS} cells; take larger steps")
        T.forget()
        self.kept, self.sweeps = kept, sweeps
        reach = [(min(ends), max(ends)) for ends in zip(*_corners(sweeps), *also, strict=True)]
        self.symbols = [T.number(s.name, low, high) for s, (low, high) in zip(sweeps, reach, strict=True)]
        named = dict(zip((sweep.name for sweep in sweeps), self.symbols, strict=True))
        self.arguments = {name: symbol(name, domain) for name, domain in kept.domains}
        lifter = Lifter()
        told = lifter.call(kept.holds, Record(Parameters, {**vars(STANDARD), **named}), **self.arguments)
        bad = T.disjunction(_failing(lifter.events), T.negation(lifter.truth(told)))
        self.terms = T.size()
        self.asked: list[Answer] = []
        self._sessions = [Session(solver, None if solver == "z3-int" else width([bad]) + 1) for solver in SOLVERS]
        for session in self._sessions:
            session.assume([bad])

    @property
    def solvers(self) -> tuple[str, ...]:
        """Who has answered, with versions."""
        return tuple(dict.fromkeys(f"{a.solver} {a.version}" for a in self.asked if a.solver != "constant"))

    def parameters(self, values: tuple[int, ...]) -> Parameters:
        """The economy of a cell."""
        changes: dict[str, Any] = dict(zip((sweep.name for sweep in self.sweeps), values, strict=True))
        return replace(STANDARD, **changes)

    def decide(self, values: tuple[int, ...], limit: float = 20.0) -> Cell:
        """Is the property kept with these values? Safe is said by two solvers, broken is played."""
        here = [A.equal(symbol_, value) for symbol_, value in zip(self.symbols, values, strict=True)]
        for session, solver in zip(self._sessions, SOLVERS, strict=True):
            answer = session.check(here, limit)
            self.asked.append(answer)
            if answer.result == "sat":
                return self._played(values, answer)
            if answer.result == "unknown":
                return Cell(values, Standing.UNKNOWN, reason=f"{solver}: {answer.reason}")
        return Cell(values, Standing.SAFE)

    def _played(self, values: tuple[int, ...], answer: Answer) -> Cell:
        """A counterexample, confirmed by Python, made as plain as it gets, and told."""
        p = self.parameters(values)
        sentence = _Concrete(self.kept.name, self.kept.domains, lambda **arguments: self.kept.holds(p, **arguments))
        found = {name: concrete(value, answer.assignment or {}) for name, value in self.arguments.items()}
        if not fault_of(sentence, found):
            return Cell(values, Standing.UNKNOWN, found, reason=f"{answer.solver} says broken, a replay does not")
        plain = shrunk(sentence, found)
        return Cell(values, Standing.BROKEN, plain, self.kept.tell(p, **plain))


def _corners(sweeps: tuple[Sweep, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sweep.low for sweep in sweeps), tuple(sweep.high for sweep in sweeps)


def _failing(events: Iterable[Event]) -> T.Bool:
    return T.any_of(event.when for event in events if event.kind is not Kind.NEGATIVE)


# ---------------------------------------------------------------- the grid


@dataclass(frozen=True)
class Edge:
    """From the value in force along one parameter: the nearest value on the other side of safe and broken, if any.

    `is_exact` says that every whole number up to it has been decided.
    """

    name: str
    current: int
    value: int | None
    is_exact: bool

    @property
    def distance(self) -> int | None:
        """How far the value in force is from it."""
        return None if self.value is None else abs(self.value - self.current)


@dataclass(frozen=True)
class Answered:
    """All cells, the cell of the values in force, the edges around it, and what it took."""

    kept: Property
    sweeps: tuple[Sweep, ...]
    cells: tuple[Cell, ...]
    current: Cell
    edges: tuple[Edge, ...]
    solvers: tuple[str, ...]
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Is every cell known?"""
        return all(cell.standing is not Standing.UNKNOWN for cell in (*self.cells, self.current))


def answer(
    kept: Property, sweeps: tuple[Sweep, ...], limit: float = 20.0, tell: Callable[[int], None] = lambda done: None
) -> Answered:
    """Decide every cell, the values in force, the edges. `tell` hears how many cells are done. Raises `ValueError`."""
    began = time.monotonic()
    now = tuple(getattr(STANDARD, sweep.name) for sweep in sweeps)
    question = Question(kept, sweeps, also=(now,))
    cells = []
    for number, values in enumerate(product(*(sweep.values for sweep in sweeps)), 1):
        cells.append(question.decide(values, limit))
        tell(number)
    current = question.decide(now, limit)
    edges = tuple(
        edge for place in range(len(sweeps)) for edge in _edges(question, now, current.standing, place, limit)
    )
    return Answered(kept, sweeps, tuple(cells), current, edges, question.solvers, time.monotonic() - began)


def _edges(question: Question, now: tuple[int, ...], standing: Standing, place: int, limit: float) -> Iterator[Edge]:
    """The nearest change below and above the value in force, the other parameter as written."""
    sweep, current = question.sweeps[place], now[place]
    if standing is Standing.UNKNOWN:
        return
    unsure = []

    def differs(value: int) -> bool:
        there = question.decide((*now[:place], value, *now[place + 1 :]), limit).standing
        if there is Standing.UNKNOWN:
            unsure.append(value)
        return there not in (standing, Standing.UNKNOWN)

    for side in ([v for v in reversed(sweep.values) if v < current], [v for v in sweep.values if v > current]):
        before = current
        for value in side:
            if differs(value):
                between = range(before, value, 1 if value > before else -1)[1:]
                is_near = len(between) <= MOST_BETWEEN
                nearest = next(filter(differs, between), value) if is_near else value
                yield Edge(sweep.name, current, nearest, is_near and not unsure)
                break
            before = value
        else:
            yield Edge(sweep.name, current, None, sweep.step == 1 and not unsure)
