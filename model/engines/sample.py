"""Random whole plays by Hypothesis, with contracts on: what fails is shrunk to a smaller play and replayed.

First every game is played and every check watched; a check that fails is set aside, so that it hides no other. Then
each failure is found once more, by the same seed, and shrunk. A shrunk play is small, not shortest: for that, explore.

The same seed gives the same games as long as code and Hypothesis are the same: Hypothesis also tries numbers that it
reads in the modules that a process has loaded.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.strategies import DataObject, SearchStrategy

from kernel.contracts import ENABLED, cited
from model.engines.explore import Found
from model.game import C, Check, Game, R, S, Scope
from model.trace import NotReplayed, Trace, replay
from model.verdict import Verdict

T = TypeVar("T")

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


class _Fault(Exception):
    """The kernel failed in a call."""

    def __init__(self, says: str, call: Callable[[], object] | None = None) -> None:
        super().__init__(says)
        self.call = call


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
        try:
            yield from self.look(checks, Scope.STATE, (self.states[-1], self.rulings))
            while not self.game.is_over(self.states[-1]):
                before, after = self.states[-1], self.turn(data)
                yield from self.look(checks, Scope.STEP, (before, self.choices[-1], after, self.rulings))
                yield from self.look(checks, Scope.STATE, (after, self.rulings))
        except _Fault as fault:
            yield self.failure(NO_FAULT, str(fault), again=fault.call)

    def turn(self, data: DataObject) -> S:
        """Take one turn with a choice that Hypothesis draws. Raises `_Fault` if the kernel fails."""
        game, before = self.game, self.states[-1]
        options = ask("the choices on offer", partial(game.offered, before, self.rulings))
        if not options:
            raise _Fault("no choice is legal, and the game is not over")
        if len(self.choices) == LONGEST:
            raise _Fault("the game does not end")
        choice = options[data.draw(st.integers(0, len(options) - 1))] if len(options) > 1 else options[0]
        after = ask(str(choice), partial(game.advance, before, choice, self.rulings))
        self.states.append(after)
        self.choices.append(choice)
        self.tally.turns += 1
        self.tally.coverage[game.label(before, choice)] += 1
        return after

    def look(self, checks: Sequence[Check[S, C, R]], scope: Scope, at: tuple[Any, ...]) -> Iterator[_Failure[S, C, R]]:
        """Evaluate the checks of one scope."""
        for check in [each for each in checks if each.scope is scope]:
            try:
                if check.premise is not None and not check.premise(*at):
                    continue
                self.tally.met[check.name] += 1
                holds = check.holds(*at)
            except Exception as error:
                says = f"the check cannot be evaluated: {words(error)}"
                yield self.failure(check.name, says, undecided=True)
            else:
                if not holds:
                    yield self.failure(check.name)


def ask(what: str, call: Callable[[], T]) -> T:
    """The result of a kernel call. Raises `_Fault` if it raises anything."""
    try:
        return call()
    except Exception as error:
        raise _Fault(f"{what}: {words(error)}", call) from error


def words(error: Exception) -> str:
    """An error in one line; of a broken contract, what it cites."""
    return f"{type(error).__name__}: {cited(error)}".partition("\n")[0].rstrip(": ")


class _Sampler(Generic[S, C, R]):
    """What stays the same over all games, and what was found in them."""

    def __init__(
        self,
        game: Game[S, C, R],
        starts: SearchStrategy[S],
        rulings: R,
        checks: Sequence[Check[S, C, R]],
        games: int,
        seed: int,
    ) -> None:
        self.game = game
        self.starts = starts
        self.rulings = rulings
        self.checks = checks
        self.games = games
        self.seed = seed
        self.tally = _Tally()
        self.failures: dict[str, _Failure[S, C, R]] = {}

    def generate(self, test: Callable[[DataObject], None], *phases: Phase) -> None:
        """Call the test with generated data: seeded, nothing remembered from earlier runs, nothing printed."""
        settings = hypothesis.settings(
            max_examples=self.games,
            phases=phases,
            database=None,
            deadline=None,
            derandomize=False,
            report_multiple_bugs=False,
            print_blob=False,
            verbosity=Verbosity.quiet,
            suppress_health_check=tuple(HealthCheck),
        )
        hypothesis.seed(self.seed)(settings(hypothesis.given(st.data())(test)))()

    def survey(self, on_progress: Callable[[Progress], Any] | None) -> None:
        """Play all games; the first failure of each check is kept, and the check then left out."""
        tally, began = self.tally, time.monotonic()
        told = began

        def one_game(data: DataObject) -> None:
            nonlocal told
            start = data.draw(self.starts)
            tally.started += 1
            undecided = [check for check in self.checks if check.name not in self.failures]
            for failure in _Play(self.game, self.rulings, start, tally).run(data, undecided):
                self.failures.setdefault(failure.check, failure)
            tally.games += 1
            now = time.monotonic()
            if on_progress is not None and now - told > 0.5:
                told = now
                on_progress(Progress(tally.games, self.games, tally.turns, now - began))

        self.generate(one_game, Phase.generate)

    def shrunk(self, failure: _Failure[S, C, R]) -> _Failure[S, C, R]:
        """The shortest play with this failure that Hypothesis meets while it finds and shrinks it again."""
        best, left = failure, SHRINKS
        only = [check for check in self.checks if check.name == failure.check]

        def same_failure(data: DataObject) -> None:
            nonlocal best, left
            left -= best is not failure
            if left < 0:
                raise _Enough
            for seen in _Play(self.game, self.rulings, data.draw(self.starts), _Tally()).run(data, only):
                if seen.check == failure.check:
                    best = seen if len(seen.trace.choices) <= len(best.trace.choices) else best
                    raise _Shown

        with suppress(_Shown, _Enough, Flaky):
            self.generate(same_failure, Phase.generate, Phase.shrink)
        return best

    def answer(self, check: str) -> Found[S, C, R]:
        """The verdict on one check; a failing play counts only if the kernel repeats it."""
        met = self.tally.games if check == NO_FAULT else self.tally.met[check]
        note = f"{self.tally.games} games, seed {self.seed}{'' if ENABLED else ', contracts off'}"
        if check not in self.failures:
            if met == 0:
                return Found(check, Verdict.VACUOUS, met, f"its premise is never reached in {note}")
            return Found(check, Verdict.SAMPLED, met, f"{met} occasions in {note}")
        failure = self.shrunk(self.failures[check])
        trace, asked = failure.trace, len(self.failures[check].trace.choices)
        says = f"after {len(trace.choices)} choices, shrunk from {asked}; {note}"
        try:
            replay(trace)
        except NotReplayed as error:
            return Found(check, Verdict.SPURIOUS, met, f"the counterexample does not replay: {error}; {note}", trace)
        if failure.again is not None and not fails(failure.again):
            return Found(check, Verdict.SPURIOUS, met, f"the kernel does not fail again: {failure.says}; {note}", trace)
        verdict = Verdict.UNDETERMINED if failure.undecided else Verdict.REFUTED
        return Found(check, verdict, met, f"{failure.says}, {says}" if failure.says else says, trace)


def fails(call: Callable[[], object]) -> bool:
    """Does the call raise?"""
    try:
        call()
    except Exception:
        return True
    return False


def sample(
    name: str,
    game: Game[S, C, R],
    starts: SearchStrategy[S],
    rulings: R,
    checks: Sequence[Check[S, C, R]],
    *,
    games: int,
    seed: int,
    on_progress: Callable[[Progress], Any] | None = None,
) -> Sampling[S, C, R]:
    """Play up to `games` random games and decide each check, and `NO_FAULT`, which stands last in the answer.

    A start is drawn first, then each choice where more than one is legal; every turn goes through `game.advance`. Fewer
    games are played only if Hypothesis has seen all there are. Raises `ValueError` for less than one game.
    """
    if games < 1:
        raise ValueError(f"{games} games show nothing")
    began = time.monotonic()
    sampler = _Sampler(game, starts, rulings, checks, games, seed)
    sampler.survey(on_progress)
    found = tuple(sampler.answer(check) for check in (*(each.name for each in checks), NO_FAULT))
    tally = sampler.tally
    return Sampling(
        world=name,
        games=tally.games,
        cut=tally.started - tally.games,
        turns=tally.turns,
        seed=seed,
        hypothesis=hypothesis.__version__,
        contracts=ENABLED,
        seconds=time.monotonic() - began,
        coverage=dict(sorted(tally.coverage.items())),
        found=found,
    )
