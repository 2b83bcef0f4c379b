"""Many games of GROUND played by policies: seeded, in parallel, each game recorded by what designers ask about.

A game depends on its setting, the seed and its own number, and on nothing else: the same seed shows the same games
whatever the number of workers. Records come back in the order of their numbers, so that a run that is broken off after
some games is exactly a shorter run. Deal, chance and each seat have random numbers of their own: the same seed and
number deal the same cards under other policies or rulings, which makes settings comparable game by game.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum
from itertools import repeat
from multiprocessing import get_context, resource_tracker

from kernel.contracts import ENABLED, cited
from kernel.ground import resolve, scoring
from kernel.ground.problems import is_claimed
from kernel.ground.rulings import STANDING, ProblemDeal, Rulings
from kernel.ground.setup import Scenario
from kernel.ground.state import Choice, Marker, ModeCard, Seat, State, Step, seat_of_turn, seats_of
from kernel.ground.view import View, view_of
from model.ground import GROUND, label
from model.ground_chance import dealt, decided
from model.trace import Trace

#: How a simulated player decides: from what its seat sees, among the legal choices, under these rules, with random
#: numbers of its own.
Policy = Callable[[View, Sequence[Choice], Rulings, random.Random], Choice]

#: Games that a worker plays before it reports.
BATCH = 16
#: Games that a process of its own must have to play before it is worth its start.
WORTH_A_PROCESS = 100
#: The stages of a DARVO sequence as `label` calls them; the second is a DENY that finds nothing to turn down (U3).
STAGES = ("darvo DENY", "darvo DENY idle", "darvo ATTACK", "darvo REVERSE")


@dataclass(frozen=True)
class Setting:
    """What is simulated: a Scenario card, one policy for each seat, and the rulings with the modules."""

    scenario: Scenario
    policies: tuple[Policy, ...]
    rulings: Rulings = STANDING

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.policies)


class Influx(Enum):
    """What an End does with the Pressure deck. Rules: DEAL-INFLUX."""

    DRAWN = "a card came into play"
    CAPPED = "open_cap held a card back"
    EMPTY = "the deck was empty already"


@dataclass(frozen=True)
class Played:
    """One finished game. Tuples over rounds have an entry for each round played, in order.

    `points` is the total that counts for the threshold, `claimed` the number of Problems claimed. `starters`: has every
    Problem that was in play at setup been claimed? `winners` are listed under each Mode card, as the cards stand in
    `ModeCard`: no policy sees the Mode card, so one game is scored under each. `stress` counts after each End. `dry`:
    did a draw find the Solution deck empty in this round? `left` counts the Pressure deck after each End.
    """

    number: int
    lead: Seat
    turns: int
    points: int
    threshold: int
    claimed: int
    starters: bool
    scores: tuple[int, ...]
    mastery: int
    winners: tuple[tuple[Seat, ...], ...]
    sequences: int
    stages: tuple[int, ...]
    stress: tuple[tuple[int, ...], ...]
    dry: tuple[bool, ...]
    influx: tuple[Influx, ...]
    left: tuple[int, ...]
    acts: tuple[tuple[str, int], ...]

    @property
    def is_success(self) -> bool:
        """Did the group reach the threshold? Rules: GR-E01."""
        return self.points >= self.threshold


class GameFault(Exception):
    """The kernel or a policy failed in the game with this number."""

    def __init__(self, number: int, says: str) -> None:
        super().__init__(number, says)
        self.number = number
        self.says = says

    def __str__(self) -> str:
        """Which game, and what happened."""
        return f"game {self.number}: {self.says}"


# ---------------------------------------------------------------- one game


def turns_of_game(setting: Setting, seed: int, number: int) -> Iterator[tuple[State, Choice, State]]:
    """Play one game, turn by turn. Every choice goes through `offered` and `advance`."""
    chance = random.Random(f"{seed}/{number}/chance")
    minds = [random.Random(f"{seed}/{number}/seat {seat}") for seat in range(setting.seats)]
    rulings = setting.rulings

    def ask(seat: Seat, heads: tuple[Choice, ...]) -> Choice:
        return setting.policies[seat](view_of(state, seat, rulings), heads, rulings, minds[seat])

    state = dealt(
        setting.scenario,
        ModeCard.SHARED_GROUND,
        setting.seats,
        random.Random(f"{seed}/{number}/deal"),
        rulings,
    )
    while state.step is not Step.OVER:
        choice = decided(state, rulings, ask, chance)
        after = resolve.advance(state, choice, rulings)
        yield state, choice, after
        state = after


def play_game(setting: Setting, seed: int, number: int) -> Played:
    """Play one game to its end and record it. Raises `GameFault` if anything fails."""
    try:
        return _recorded(setting, seed, number)
    except Exception as error:
        raise GameFault(number, f"{type(error).__name__}: {cited(error)}".partition("\n")[0]) from error


def _recorded(setting: Setting, seed: int, number: int) -> Played:
    watch = _Watch(setting.rulings)
    state = first = None
    for before, choice, state in turns_of_game(setting, seed, number):
        first = before if first is None else first
        watch.note(before, choice, state)
    assert first is not None
    assert state is not None
    seats, problems = seats_of(state), zip(first.problems, state.problems, strict=True)
    scored = (scoring.winners_of(replace(state, mode=mode), setting.rulings) for mode in ModeCard)
    return Played(
        number=number,
        lead=first.lead,
        turns=watch.turns,
        points=scoring.total_claimed(state),
        threshold=state.threshold,
        claimed=sum(1 for problem in state.problems if is_claimed(problem)),
        starters=all(is_claimed(now) for at_setup, now in problems if at_setup.in_play),
        scores=tuple(scoring.personal_score_of(state, seat) for seat in seats),
        mastery=scoring.mastery_of(state, setting.rulings),
        winners=tuple(tuple(seat for seat in seats if wins[seat]) for wins in scored),
        sequences=watch.sequences,
        stages=tuple(watch.acts[stage] for stage in STAGES),
        stress=tuple(watch.stress),
        dry=tuple(watch.dry),
        influx=tuple(watch.influx),
        left=tuple(watch.left),
        acts=tuple(sorted(watch.acts.items())),
    )


class _Watch:
    """What is noted while a game goes on."""

    def __init__(self, rulings: Rulings) -> None:
        self.has_deck = rulings.problem_deal is ProblemDeal.PRESSURE_DECK
        self.turns = 0
        self.sequences = 0
        self.acts: Counter[str] = Counter()
        self.stress: list[tuple[int, ...]] = []
        self.dry: list[bool] = []
        self.influx: list[Influx] = []
        self.left: list[int] = []
        self._dry_now = False

    def note(self, before: State, choice: Choice, after: State) -> None:
        """Look at one turn."""
        self.turns += 1
        self.acts[label(before, choice)] += 1
        if before.step is Step.INVESTIGATE and resolve.is_acting_in(before, seat_of_turn(before)):
            self._dry_now = self._dry_now or sum(before.deck) == 0
        if before.step is Step.END:
            self._end(before, after)

    def _end(self, before: State, after: State) -> None:
        pairs = zip(before.players, after.players, strict=True)
        self.sequences += sum(1 for old, new in pairs if old.marker is Marker.OFF is not new.marker)
        self.stress.append(tuple(player.stress for player in after.players))
        self.dry.append(self._dry_now)
        self._dry_now = False
        if self.has_deck:
            was, left = in_deck(before), in_deck(after)
            self.left.append(left)
            self.influx.append(Influx.DRAWN if left < was else Influx.CAPPED if was else Influx.EMPTY)


def in_deck(state: State) -> int:
    """How many Problems are still in the Pressure deck. Rules: DEAL-START."""
    return sum(1 for problem in state.problems if not problem.in_play)


def trace_of(setting: Setting, seed: int, number: int) -> Trace[State, Choice, Rulings]:
    """One game of a simulation as a trace, to be replayed or shown."""
    turns = list(turns_of_game(setting, seed, number))
    states = (turns[0][0], *(after for _, _, after in turns))
    return Trace(GROUND, setting.rulings, states, tuple(choice for _, choice, _ in turns))


# ---------------------------------------------------------------- many games


@dataclass(frozen=True)
class Simulation:
    """Games 0, 1, 2, .. of one setting and seed. Fewer than `wanted` if it was broken off: they are then the first."""

    setting: Setting
    seed: int
    wanted: int
    games: tuple[Played, ...]
    workers: int
    contracts: bool
    seconds: float

    @property
    def is_complete(self) -> bool:
        """Have all games been played?"""
        return len(self.games) == self.wanted


def simulate(
    setting: Setting,
    games: int,
    seed: int,
    workers: int = 1,
    on_progress: Callable[[int], object] = lambda played: None,
) -> Simulation:
    """Play the games 0 to `games` - 1. Ctrl-C ends it with what has been played so far.

    `on_progress` hears how many games have been played. Raises `GameFault` if a game fails, `ValueError` for less than
    one game or worker.
    """
    if games < 1 or workers < 1:
        raise ValueError(f"{games} games on {workers} workers show nothing")
    began, played = time.monotonic(), list[Played]()
    workers = min(workers, 1 + games // WORTH_A_PROCESS)
    batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    # What has been played when Ctrl-C comes is shown, and says that it is not all.
    with suppress(KeyboardInterrupt), closing(_batches(setting, seed, batches, workers)) as records:
        for batch in records:
            played.extend(batch)
            on_progress(len(played))
    return Simulation(setting, seed, games, tuple(played), workers, ENABLED, time.monotonic() - began)


def _batches(
    setting: Setting, seed: int, batches: Sequence[range], workers: int
) -> Generator[list[Played], None, None]:
    """The records of the batches, in order; a worker that is broken off ends with the batch that it plays."""
    if workers == 1:
        yield from (_play_batch(setting, seed, batch) for batch in batches)
        return
    # A fresh interpreter for each worker: nothing is inherited but what a game depends on.
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        with _interrupts_held_back():
            for _ in range(workers):
                pool.submit(int)  # each starts a worker as long as none is idle
        yield from pool.map(_play_batch, repeat(setting), repeat(seed), batches)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _play_batch(setting: Setting, seed: int, numbers: range) -> list[Played]:
    return [play_game(setting, seed, number) for number in numbers]


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that start here never hear of Ctrl-C. The parent hears of it afterwards, and ends them."""
    resource_tracker.ensure_running()  # as it starts, it would let interrupts through again
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
