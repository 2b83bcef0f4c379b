"""Both sides of the differential test, run for one function or one program; what differs is an AssertionError.

`python -m tests.lift.running quick` runs a subset in seconds, as the mutants of the engine do.
`python -m tests.lift.running endless [seed]` runs programs and tables of GROUND from that seed on, until it is
interrupted or finds a difference, and says how far it has come.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kernel.ground import resolve, scoring
from kernel.ground.refusals import Refusal
from kernel.ground.state import Step
from model.game import Scope
from model.lift import terms as T
from model.lift.core import Limits
from model.lift.decode import Decoder
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from properties.claim import Span
from properties.ground import CLAIMS
from properties.ground.invariant import INVARIANT
from tests.lift import corners, outside, programs, tables
from tests.lift.agreement import Lifted, Outcome, agree, in_python

#: A program whose formula grows beyond this is left out.
LIMITS = Limits(terms=60_000, seconds=10.0)
NUMBERS = range(-2, 5)


def compare_corner(function: Callable[..., Any]) -> int:
    """A function of the corners on every input. Errors: LiftError where it is refused."""
    T.forget()
    lifted = Lifted(function, (*(T.number(name, -2, 4) for name in "abc"), T.truth("p")), LIMITS)
    inputs = list(itertools.product(NUMBERS, NUMBERS, NUMBERS, (False, True)))
    for given in inputs:
        expected, found = in_python(function, given), lifted.under(dict(zip("abcp", given, strict=True)))
        assert agree(expected, found), f"{function.__name__}{given}: Python {expected}, lifted {found}"
    return len(inputs)


def compare_program(seed: int, count: int, folder: Path) -> Counter[str] | None:
    """The program of this seed on so many inputs: how often it ended how. None if it is refused."""
    text = programs.text_of(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        module = programs.load(text, folder / f"program{seed}.py")
        T.forget()
        try:
            lifted = Lifted(module.f, programs.arguments(module), LIMITS)
        except LiftError:
            return None
    ends: Counter[str] = Counter()
    for assignment in programs.inputs(seed, count):
        expected, found = in_python(module.f, programs.given(module, assignment)), lifted.under(assignment)
        assert agree(expected, found), f"seed {seed}, {assignment}: Python {expected}, lifted {found}\n{text}"
        ends[f"{expected.kind} {expected.name}".strip()] += 1
    return ends


def compare_programs(seeds: Iterator[int], wanted: int, count: int) -> tuple[int, Counter[str]]:
    """As many programs as are wanted, on so many inputs each: how many had to be written, and the ends."""
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        written = done = 0
        while done < wanted:
            found = compare_program(next(seeds), count, Path(folder))
            written += 1
            done += found is not None
            ends.update(found or {})
    return written, ends


# ---------------------------------------------------------------- GROUND


class Ground:
    """The kernel's functions lifted for a step at a table with symbolic rulings, to be compared on many tables.

    With `claims` also what the claims that are proved by induction ask, of the table before and after the turn.
    """

    def __init__(self, seats: int, step: Step, acting: int, *, claims: bool = False) -> None:
        T.forget()
        self.symbols = tables.Symbols(seats, step, acting)
        turn = (self.symbols.state, self.symbols.choice, self.symbols.rulings)
        table = (self.symbols.state, self.symbols.rulings)
        self._decoder = Decoder(turn)
        refusal = Lifted(resolve.refusal_of, turn)
        self.any_turn: dict[Callable[..., Any], Lifted] = {
            resolve.refusal_of: refusal,
            resolve.advance: Lifted(resolve.advance, turn),
        }
        self.any_table = {each: Lifted(each, table) for each in (scoring.winners_of, resolve.offered)}
        self.legal_turn: dict[Callable[..., Any], Lifted] = {}
        self.legal_step: dict[Callable[..., Any], Lifted] = {}
        if step is Step.OVER:
            return
        self.any_turn[resolve.play] = Lifted(resolve.play, turn)
        legal = Lifter().same(refusal.result, Refusal.NONE)
        self.legal_turn[resolve.play] = played = Lifted(resolve.play, turn, path=legal)
        for asked, scope in predicates() if claims else ():
            if scope is Scope.STATE:
                self.any_table[asked] = Lifted(asked, table)
            elif scope is Scope.CHOICE:
                self.any_turn[asked] = Lifted(asked, turn)
            else:
                step_ = (self.symbols.state, self.symbols.choice, played.result, self.symbols.rulings)
                self.legal_step[asked] = Lifted(asked, step_, path=legal)

    def compare(self, assignment: tables.Assignment) -> Counter[str]:
        """All functions under one assignment: how they ended."""
        state, choice, rulings = turn = self._decoder.under(assignment)
        table, ends = (state, rulings), Counter[str]()
        asked = [(self.any_turn, turn), (self.any_table, table)]
        if in_python(resolve.refusal_of, turn) == Outcome("value", value=Refusal.NONE):
            asked.append((self.legal_turn, turn))
            after = in_python(resolve.play, turn)
            if after.kind == "value":
                asked.append((self.legal_step, (state, choice, after.value, rulings)))
        for lifted, args in asked:
            for function, formula in lifted.items():
                expected, found = in_python(function, args), formula.under(assignment)
                assert agree(expected, found), f"{function.__name__}{args}: kernel {expected}, lifted {found}"
                name = function.__name__ if lifted is not self.legal_turn else f"legal {function.__name__}"
                ends[f"{name}: {expected.kind} {expected.name}".strip()] += 1
        return ends


def predicates() -> Iterator[tuple[Callable[..., Any], Scope]]:
    """What the claims ask that are proved by induction, and the invariant's parts."""
    for each in CLAIMS:
        if each.span is not Span.NONE and each.check.scope is not Scope.PAIR:
            yield each.check.holds, each.check.scope
            if each.check.premise is not None:
                yield each.check.premise, each.check.scope
    for part in INVARIANT:
        yield part, Scope.STATE


def assignments(
    symbols: tables.Symbols, played: list[Any], source: random.Random, count: int
) -> Iterator[tables.Assignment]:
    """Tables from plays with the choice made and with any other, those tables with faults, and anything at all."""
    for _ in range(count):
        anything = symbols.anything(source)
        known = symbols.of(*source.choice(played)) if played else None
        roll = source.random()
        if known is None or roll < 0.15:
            yield anything
        elif roll < 0.45:
            yield known
        elif roll < 0.75:
            yield {**known, **{name: value for name, value in anything.items() if name.startswith("c.")}}
        else:
            faults = set(source.sample(sorted(known), 1 + len(known) // 20))
            yield {name: anything[name] if name in faults else value for name, value in known.items()}


def compare_ground(
    seats: int, step: Step, seed: int, count: int, games: int = 3, *, claims: bool = False
) -> Counter[str]:
    """The kernel against its formulas in one step, on so many tables."""
    source = random.Random(f"{seats} {step.name} {seed}")
    acting = 0 if step in (Step.END, Step.OVER) else source.randrange(seats)
    ground = Ground(seats, step, acting, claims=claims)
    turns = tables.turns(source, seats, games)
    due = [(at, seat) for at, seat in turns if at is step and (seat == acting or at is Step.END)]
    played = [turn for key in due for turn in turns[key]]
    if step is Step.OVER:
        played = tables.finished(source, seats, games)
    ends: Counter[str] = Counter()
    for assignment in assignments(ground.symbols, played, source, count):
        ends += ground.compare(assignment)
    return ends


# ---------------------------------------------------------------- without pytest


def quick() -> None:
    """The corners and some programs: enough to find a fault in the engine, in seconds."""
    for function in corners.AGREED:
        compare_corner(function)
    for function in outside.REFUSED:
        try:
            compare_corner(function)
        except LiftError:
            continue
        raise AssertionError(f"{function.__name__} is not refused")
    compare_programs(itertools.count(), 60, 40)


def endless(seed: int) -> None:
    """Programs and tables from this seed on."""
    started, total = time.monotonic(), 0
    for round_ in itertools.count():
        first = seed + 1000 * round_
        _, ends = compare_programs(itertools.count(first), 100, 200)
        total += sum(ends.values())
        for seats, step in itertools.product(range(2, 7), Step):
            total += sum(compare_ground(seats, step, first, 50).values())
        print(f"seeds up to {first + 999}: {total} executions in {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["quick"]:
        quick()
    else:
        endless(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
