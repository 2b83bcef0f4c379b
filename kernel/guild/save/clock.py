"""Time: what counts it, what a wall clock may do, and what leaving the game and coming back changes - nothing.

Wall clocks are in seconds, sessions in milliseconds of a monotonic clock, the game in ticks of 100 of those. Ticks and
counts go from 0 to `LAST`, where they stay. Rules: AG-SAV-15-01..10, AG-SAV-7.2-10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure, require
from kernel.guild.save.commit import Commit, Phase, Station, proceed
from kernel.guild.save.rulings import CloudQueue, SaveRulings
from kernel.guild.save.slot import LAST, NONE, Slot, Stage, living

TICK = 100
#: A wall clock that went back by more, or ahead by more, than this many seconds is an anomaly (AG-SAV-15-02).
MOST_BACK, MOST_AHEAD = 300, 180 * 86_400
#: Bounds of work in the background (AG-SAV-15-06, AG-SAV-15-08).
MOST_PAYLOADS, MOST_UPLOAD_SECONDS = 3, 30
#: From the first phase of a candidate to the last replica it takes so many steps at most (AG-SAV-5-05, AG-SAV-5-09).
MOST_STEPS = 5


@dataclass(frozen=True)
class Surroundings:
    """What the machine says of itself: none of it is gameplay. Rules: AG-SAV-15-10."""

    wall: int
    zone: int
    locale: int
    is_online: bool


@dataclass(frozen=True)
class Saved:
    """A slot with its battle's tick, and for diagnosis alone: the wall clock last seen, and the anomalies recorded."""

    slot: Slot
    tick: int
    seen: int
    anomalies: int


@dataclass(frozen=True)
class Recap:
    """What is shown on return. Rules: AG-SAV-15-03, AG-SAV-18-30."""

    stage: Stage
    tick: int
    coin: int
    credit: int
    renown: int
    living: int


def is_anomaly(seen: int, wall: int) -> bool:
    """CLOCK_ANOMALY: more than 300 seconds back, or more than 180 days ahead. Rules: AG-SAV-15-02."""
    return wall - seen < -MOST_BACK or wall - seen > MOST_AHEAD


@ensure(
    lambda saved, result: result.slot == saved.slot and result.tick == saved.tick,
    "AG-SAV-15-03: a closed game passes no tick and makes nothing",
)
def reopened(saved: Saved, now: Surroundings) -> Saved:
    """The save as it is found on return, whatever went on around. Rules: AG-SAV-15-02, AG-SAV-15-03, AG-SAV-15-10."""
    odd = is_anomaly(saved.seen, now.wall)
    return replace(saved, seen=now.wall, anomalies=min(LAST, saved.anomalies + 1) if odd else saved.anomalies)


def recap_of(saved: Saved) -> Recap:
    """The recap of a save. Rules: AG-SAV-15-03."""
    run = saved.slot.run
    return Recap(run.stage, saved.tick, run.coin, run.credit, saved.slot.renown, living(run))


@require(lambda milliseconds: milliseconds >= 0, "AG-SAV-15-01: the clock of a session never goes back")
def played(saved: Saved, milliseconds: int) -> Saved:
    """The save after this much of a session: ticks alone count, never a wall clock. Rules: AG-SAV-15-01."""
    return replace(saved, tick=min(LAST, saved.tick + milliseconds // TICK))


@ensure(
    lambda station, result: result.phase is Phase.OPEN and result.active.slot == _candidate(station).slot,
    "AG-SAV-7.2-10: quitting completes what is in flight and makes no branch",
)
def quit_game(station: Station, rulings: SaveRulings) -> Station:
    """Save and Quit: the steps that are left of the transaction in flight, and nothing else. Rules: AG-SAV-7.2-10."""
    for _ in range(MOST_STEPS):
        if station.phase is not Phase.OPEN:
            station = proceed(station, rulings)
    return station


def _candidate(station: Station) -> Commit:
    """The commit that will be active once what is in flight is over."""
    return station.other if station.phase is Phase.WRITTEN else station.active


# ---------------------------------------------------------------- work in the background


@dataclass(frozen=True)
class Background:
    """Work beside the game: a flush, complete payloads for the cloud (labels, NONE if free, oldest first), an upload.

    `seconds` is how long the upload has been tried; `failures` counts retries, which nothing waits for.
    """

    is_flushing: bool
    payloads: tuple[int, int, int]
    is_uploading: bool
    seconds: int
    failures: int


IDLE = Background(False, (NONE, NONE, NONE), False, 0, 0)


def queued(work: Background) -> int:
    """How many payloads wait."""
    return sum(1 for each in work.payloads if each != NONE)


@require(lambda work: can_flush(work), "AG-SAV-15-05: one flush at a time")
def flush(work: Background) -> Background:
    """Begin a flush of the local save; while one is under way, none begins. Rules: AG-SAV-15-05."""
    return replace(work, is_flushing=True)


def can_flush(work: Background) -> bool:
    """May a flush begin? Rules: AG-SAV-15-05."""
    return not work.is_flushing


def flushed(work: Background) -> Background:
    """The flush is over."""
    return replace(work, is_flushing=False)


def enqueue(work: Background, payload: int, rulings: SaveRulings) -> Background:
    """Queue a complete payload; what a fourth one does is F-173. Rules: AG-SAV-15-06."""
    first, second, third = work.payloads
    if queued(work) == MOST_PAYLOADS:
        if rulings.cloud_queue is CloudQueue.REFUSE_NEW:
            return work
        return replace(work, payloads=(second, third, payload))
    if second == NONE:
        return replace(work, payloads=(payload, NONE, NONE) if first == NONE else (first, payload, NONE))
    return replace(work, payloads=(first, second, payload))


def start_upload(work: Background) -> Background:
    """An express save in the foreground begins an upload. Rules: AG-SAV-15-08."""
    return replace(work, is_uploading=queued(work) > 0, seconds=0)


def second_passes(work: Background) -> Background:
    """A second of the upload; after 30 it ends, sent or not. Rules: AG-SAV-15-08."""
    seconds = work.seconds + 1
    if not work.is_uploading:
        return work
    return replace(work, is_uploading=seconds < MOST_UPLOAD_SECONDS, seconds=seconds)


def cancel_upload(work: Background) -> Background:
    """The upload is cancelled; its payload stays queued. Rules: AG-SAV-15-08."""
    return replace(work, is_uploading=False)


def sent(work: Background) -> Background:
    """The oldest payload has arrived."""
    _, second, third = work.payloads
    return replace(work, payloads=(second, third, NONE), is_uploading=False, failures=0)


def failed(work: Background) -> Background:
    """A try has failed; it is tried again some time, and nothing waits for it. Rules: AG-SAV-15-09."""
    return replace(work, is_uploading=False, failures=min(LAST, work.failures + 1))


def may_leave(work: Background) -> bool:
    """May the game be left, or the next local commit begin? A flush alone is waited for. Rules: AG-SAV-15-09."""
    return not work.is_flushing
