"""Random terms, each with the Python function that says what it is worth."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from model.lift import terms
from model.lift.arithmetic import add, at_most, below, divide, equal, larger, multiply, remainder, smaller, subtract
from model.lift.terms import Term

Value = int | bool
Meaning = Callable[[Mapping[str, Value]], Value]

#: Two small variables, whose terms are tabulated, one that is too large for that, and truth values.
NUMBERS = {"a": (-2, 4), "b": (0, 3), "n": (-9, 9)}
TRUTHS = ("p", "q")

_TO_BOOL: dict[str, tuple[Callable[..., Any], Callable[..., Any], bool]] = {
    "and": (terms.conjunction, lambda x, y: x and y, True),
    "or": (terms.disjunction, lambda x, y: x or y, True),
    "iff": (terms.equivalence, lambda x, y: x == y, True),
    "implies": (terms.implication, lambda x, y: not x or y, True),
    "eq": (equal, lambda x, y: x == y, False),
    "le": (at_most, lambda x, y: x <= y, False),
    "lt": (below, lambda x, y: x < y, False),
}
_TO_INT: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "add": (add, lambda x, y: x + y),
    "sub": (subtract, lambda x, y: x - y),
    "mul": (multiply, lambda x, y: x * y),
    "min": (smaller, min),
    "max": (larger, max),
}


class Grower:
    """Builds terms and their meanings side by side, from a seed."""

    NUMBERS = NUMBERS
    TRUTHS = TRUTHS

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def worlds(self) -> list[dict[str, Value]]:
        """All assignments."""
        ranges = [range(low, high + 1) for low, high in NUMBERS.values()] + [(False, True)] * len(TRUTHS)
        return [dict(zip([*NUMBERS, *TRUTHS], values, strict=True)) for values in itertools.product(*ranges)]

    def world(self) -> dict[str, Value]:
        """Any assignment."""
        numbers = {name: self.rng.randint(*ends) for name, ends in NUMBERS.items()}
        return {**numbers, **{name: self.rng.random() < 0.5 for name in TRUTHS}}

    def truth(self, depth: int) -> tuple[Term, Meaning]:
        """A boolean term of at most this depth."""
        if depth == 0 or self.rng.random() < 0.05:
            name = self.rng.choice(TRUTHS)
            return terms.truth(name), lambda world: world[name]
        kind = self.rng.choice(["not", "which", *_TO_BOOL, "eq", "le"])
        if kind == "not":
            x, f = self.truth(depth - 1)
            return terms.negation(x), lambda world: not f(world)
        if kind == "which":
            return self._choice(depth, self.truth)
        build, compute, of_truths = _TO_BOOL[kind]
        return self._pair(depth, self.truth if of_truths else self.number, build, compute)

    def number(self, depth: int) -> tuple[Term, Meaning]:
        """An integer term of at most this depth."""
        if depth == 0 or self.rng.random() < 0.05:
            if self.rng.random() < 0.3:
                constant = self.rng.randint(-4, 5)
                return constant, lambda world: constant
            name = self.rng.choice(list(NUMBERS))
            return terms.number(name, *NUMBERS[name]), lambda world: world[name]
        kind = self.rng.choice(["choose", "choose", "div", "mod", *_TO_INT, "add"])
        if kind == "choose":
            return self._choice(depth, self.number)
        if kind in ("div", "mod"):
            (x, f), divisor = self.number(depth - 1), self.rng.randint(1, 5)
            if kind == "div":
                return divide(x, divisor), lambda world: f(world) // divisor
            return remainder(x, divisor), lambda world: f(world) % divisor
        return self._pair(depth, self.number, *_TO_INT[kind])

    def _choice(self, depth: int, grow: Callable[[int], tuple[Term, Meaning]]) -> tuple[Term, Meaning]:
        (c, h), (x, f), (y, g) = self.truth(depth - 1), grow(depth - 1), grow(depth - 1)
        return terms.choose(c, x, y), lambda world: f(world) if h(world) else g(world)

    def _pair(
        self,
        depth: int,
        grow: Callable[[int], tuple[Term, Meaning]],
        build: Callable[..., Any],
        compute: Callable[..., Any],
    ) -> tuple[Term, Meaning]:
        (x, f), (y, g) = grow(depth - 1), grow(depth - 1)
        return build(x, y), lambda world: compute(f(world), g(world))


@pytest.fixture
def grower() -> Callable[[int], Grower]:
    """Growers by seed, over an empty store."""
    terms.forget()
    return Grower
