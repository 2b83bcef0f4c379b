"""Random whole plays by Hypothesis, with contracts on: what fails is shrunk to a smaller play and replayed.

First every game is played and every check watched; a check that fails is set aside, so that it hides no other. Then each
failure is found once more, by the same seed, and shrunk. A shrunk play is small, not shortest: ask the explorer for that.

The same seed gives the same games as long as code and Hypothesis are the same: Hypothesis also tries numbers that it
reads in the modules that a process has loaded.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.strategies import DataObject, SearchStrategy

from kernel.contracts import ENABLED
from model.engines.explore import Found
from model.game import C, Check, Game, R, S, Scope
from model.trace import NotReplayed, Trace, replay
from model.verdict import Verdict

NAME = "sample"
VERSION = "1"

#: The check that every sampling adds: no contract breaks, nothing is raised, no turn is stuck, every game ends.
NO_FAULT = "the_kernel_never_fails"
#: Turns after which a game counts as one that does not end.
LONGEST = 10_000
#: Plays that may be spent on shrinking one failure.
SHRINKS = 1_000


@dataclass(frozen=True)
class Progress:
    """How far a sampling has come."""

    games: int
    of: int
    turns: int
    seconds: float


@dataclass(frozen=True)
class Sampling(Generic[S, C, R]):
    """What random plays showed. `games` were played to their end or to a fault of the kernel, in `turns` turns.

    `cut` games were broken off by Hypothesis before their end; their turns count, they do not count as games.
    `contracts`: were contracts checked in this process?
    """

    world: str
    games: int
    cut: int
    turns: int
    seed: int
    hypothesis: str
    contracts: bool
    seconds: float
    coverage: dict[str, int]
    found: tuple[Found[S, C, R], ...]


@dataclass(frozen=True)
class _Failure(Generic[S, C, R]):
    """A check that failed at the end of a play. `again` is the call that the kernel failed in, if that is what failed;
    `undecided`: the check itself could not be evaluated."""

    check: str
    trace: Trace[S, C, R]
    says: str = ""
    again: Callable[[], object] | None = None
    undecided: bool = False


@dataclass
class _Tally:
    """What was counted over all games."""

    started: int = 0
    games: int = 0
    turns: int = 0
    met: Counter[str] = field(default_factory=Counter)
    coverage: Counter[str] = field(default_factory=Counter)


class _Enough(BaseException):
    """Shrinking has used up its plays."""


class _Shown(Exception):
    """The failure that is being shrunk has been shown."""


class _Play(Generic[S, C, R]):
    """One play of a game, and what is counted on the way."""

    def __init__(self, game: Game[S, C, R], rulings: R, start: S, tally: _Tally) -> None:
        self.game = game
        self.rulings = rulings
        self.states = [start]
        self.choices: list[C] = []
        self.tally = tally

    def failure(self, check: str, says: str = "", **how: Any) -> _Failure[S, C, R]:
        """A failure at this point of the play."""
        trace = Trace(self.game, self.rulings, tuple(self.states), tuple(self.choices))
        return _Failure(check, trace, says, **how)

    def run(self, data: DataObject, checks: Sequence[Check[S, C, R]]) -> Iterator[_Failure[S, C, R]]:
        """Play to the end, or to a fault of the kernel, and yield whatever fails on the way."""
        game, rulings = self.game, self.rulings
        yield from self.look(checks, Scope.STATE, (self.states[-1], rulings))
        while not game.is_over(self.states[-1]):
            before = self.states[-1]
            call: Callable[[], object] = lambda before=before: game.offered(before, rulings)  # noqa: E731
            choice: C | None = None
            try:
                options = game.offered(before, rulings)
                if not options or len(self.choices) == LONGEST:
                    yield self.failure(NO_FAULT, f"no end in {LONGEST} turns" if options else "no choice is legal")
                    return
                choice = options[data.draw(st.integers(0, len(options) - 1)) if len(options) > 1 else 0]
                call = lambda before=before, choice=choice: game.advance(before, choice, rulings)  # noqa: E731
                after = game.advance(before, choice, rulings)
            except Exception as error:
                at = "the choices on offer" if choice is None else str(choice)
                yield self.failure(NO_FAULT, f"{at}: {words(error)}", again=call)
                return
            self.states.append(after)
            self.choices.append(choice)
            self.tally.turns += 1
            self.tally.coverage[game.label(before, choice)] += 1
            yield from self.look(checks, Scope.STEP, (before, choice, after, rulings))
            yield from self.look(checks, Scope.STATE, (after, rulings))

    def look(self, checks: Sequence[Check[S, C, R]], scope: Scope, at: tuple[Any, ...]) -> Iterator[_Failure[S, C, R]]:
        """Evaluate the checks of one scope."""
        for check in [each for each in checks if each.scope is scope]:
            try:
                if check.premise is not None and not check.premise(*at):
                    continue
                self.tally.met[check.name] += 1
                if not check.holds(*at):
                    yield self.failure(check.name)
            except Exception as error:
                yield self.failure(check.name, f"the check cannot be evaluated: {words(error)}", undecided=True)
