"""What an engine needs to know of a rule set: a transition system, and the worlds it is studied in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

S = TypeVar("S")
C = TypeVar("C")
R = TypeVar("R")


@dataclass(frozen=True)
class Game(Generic[S, C, R]):
    """A rule set as the kernel runs it: states `S`, choices `C`, rulings `R`.

    `offered` lists the legal choices, `play` takes one known to be legal, `advance` checks and takes one (and raises
    `refused` with a reason if it is illegal), `label` names the kind of a choice for coverage, `labels` are all kinds
    there are, `is_over` tells finished states.
    """

    name: str
    state_type: Any
    choice_type: Any
    rulings_type: type[R]
    offered: Callable[[S, R], tuple[C, ...]]
    play: Callable[[S, C, R], S]
    advance: Callable[[S, C, R], S]
    refused: type[Exception]
    label: Callable[[S, C], str]
    labels: frozenset[str]
    is_over: Callable[[S], bool]


@dataclass(frozen=True)
class World(Generic[S, C, R]):
    """A game with its starting states, rulings and size fixed.

    `cap` bounds the number of distinct states: an exploration that reaches it ends UNDETERMINED. `silent` are the
    labels that cannot occur in this world, with the reason in `about`: if one of them occurs all the same, or any
    other never does, the world is not what it says. A world that leads beyond what the rules define is not
    `is_covered`: claims are asked of it, coverage is not.
    """

    name: str
    about: str
    game: Game[S, C, R]
    starts: tuple[S, ...]
    rulings: R
    cap: int
    silent: frozenset[str] = frozenset()
    is_covered: bool = True


class Scope(Enum):
    """What a check looks at."""

    STATE = "every state"
    STEP = "every step"
    CHOICE = "every choice that can be written down"
    PAIR = "every two legal choices"


@dataclass(frozen=True)
class Check(Generic[S, C, R]):
    """A predicate that an engine evaluates, and the premise without which it says nothing.

    With scope STATE both take `(state, rulings)`; with STEP `(before, choice, after, rulings)`; with CHOICE
    `(state, choice, rulings)`, legal or not; with PAIR `(state, one choice, another, rulings)`, both legal. The last
    two are for proofs.
    """

    name: str
    scope: Scope
    holds: Callable[..., bool]
    premise: Callable[..., bool] | None = None
