"""Time away and work beside the game: AG-SAV-15, the outbox of AG-SAV-10-07, Save and Quit of AG-SAV-7.2-10."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from kernel.contracts import ContractBroken
from kernel.guild.save.clock import (
    IDLE,
    MOST_PAYLOADS,
    TICK,
    Background,
    Saved,
    Surroundings,
    cancel_upload,
    enqueue,
    failed,
    flush,
    flushed,
    is_anomaly,
    may_leave,
    played,
    queued,
    quit_game,
    recap_of,
    reopened,
    second_passes,
    sent,
    start_upload,
)
from kernel.guild.save.commit import Commit, Phase, Station, prepare, settle
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import FREE
from kernel.guild.save.outbox import MOST_EVENTS, delivered, recorded, regenerated
from kernel.guild.save.rulings import FROZEN, CloudQueue, Mirroring, Rotation, SaveRulings
from kernel.guild.save.slot import (
    NO_DRAFT,
    NONE,
    NOT_CREATED,
    Cause,
    Draft,
    Drafting,
    Life,
    Offer,
    Recruit,
    Slot,
    Stage,
    no_run,
)
from properties.claim import fact
from properties.theorem import Numbers, theorem

DAY = 86_400
WALL = Numbers(0, 2**40)
SEEN = 10**9
#: How far a wall clock has moved, in seconds: the edges of an anomaly, a day back, a week, thirty days, years.
MOVES = (-DAY, -301, -300, -1, 0, 1, 7 * DAY, 30 * DAY, 180 * DAY, 180 * DAY + 1, 4_000 * DAY)

# ---------------------------------------------------------------- time away


EMPTY = Slot(0, NO_DRAFT, no_run(2, 2, 2), NOT_CREATED, 0, (False, False), 0, Cause.NOT_ENDED)
DRAFTED = replace(EMPTY, ordinal=1, draft=Draft(Drafting.SELECTION_READY, 0, 0, (4, 5, 6, 7), 1, 3, 2))
HERO = Recruit(Life.LIVING, False, 0, 1, 18, 22, 4)
MARKET = replace(
    EMPTY,
    ordinal=1,
    renown=12,
    cleared=(True, False),
    run=replace(
        no_run(2, 2, 2),
        stage=Stage.MARKET,
        seed=0,
        coin=52,
        credit=19,
        capacity=4,
        recruits=(HERO, replace(HERO, life=Life.FALLEN, item=NONE)),
        offers=(Offer(0, True, False, 14), Offer(0, False, False, 14)),
        board=0,
        refreshes=2,
    ),
)
BATTLE = replace(MARKET, run=replace(MARKET.run, stage=Stage.BATTLE, snapshot=3, retreat=70))
SLOTS = (EMPTY, DRAFTED, MARKET, BATTLE)


def absences() -> Iterator[tuple[Saved, Surroundings]]:
    """Every slot, left at some tick, and the machine as it is on return."""
    for slot, tick, move, zone, locale, online in product(SLOTS, (0, 417), MOVES, (-720, 60), (0, 1), (False, True)):
        yield Saved(slot, tick, SEEN, 3), Surroundings(SEEN + move, zone, locale, online)


@theorem("AG-SAV-15-02", seen=WALL, wall=WALL)
def an_anomaly_is_as_written(seen: int, wall: int) -> bool:
    """A wall clock is odd if it went back by more than 300 seconds, or ahead by more than 180 days of 86,400."""
    return is_anomaly(seen, wall) == (seen - wall > 300 or wall - seen > 15_552_000)


@fact("AG-SAV-15-02", "AG-SAV-18-29", cases=absences)
def an_odd_clock_is_recorded_and_nothing_else(case: tuple[Saved, Surroundings]) -> bool:
    """An anomaly of the clock is counted once, and changes no state of the game; other moves are not counted."""
    saved, now = case
    back = reopened(saved, now)
    odd = now.wall - SEEN < -300 or now.wall - SEEN > 180 * DAY
    return back == Saved(saved.slot, saved.tick, now.wall, 3 + odd)


@fact("AG-SAV-15-03", "AG-SAV-15-10", "AG-SAV-18-30", cases=absences)
def nothing_happens_while_the_game_is_closed(case: tuple[Saved, Surroundings]) -> bool:
    """After any absence tick, slot and recap are those of before, whatever clock, zone, locale and network say."""
    saved, now = case
    back = reopened(saved, now)
    return back.slot == saved.slot and back.tick == saved.tick and recap_of(back) == recap_of(saved)


@fact("AG-SAV-15-03", "AG-SAV-18-30", cases=lambda: SLOTS)
def a_recap_is_exact(slot: Slot) -> bool:
    """The recap shows stage, tick, Coin, Credit, Renown and the number of the living as they are saved."""
    recap, alive = recap_of(Saved(slot, 9, SEEN, 0)), sum(each.life is Life.LIVING for each in slot.run.recruits)
    shown = (recap.stage, recap.tick, recap.coin, recap.credit, recap.renown, recap.living)
    return shown == (slot.run.stage, 9, slot.run.coin, slot.run.credit, slot.renown, alive)


@fact("AG-SAV-18-07", cases=lambda: MOVES)
def a_draft_outlasts_any_clock(move: int) -> bool:
    """A draft with its offers and pair is the same after the clock went back a day, or moved in any other way."""
    back = reopened(Saved(DRAFTED, 0, SEEN, 0), Surroundings(SEEN + move, 0, 0, True))
    return (back.slot.draft, back.slot.ordinal, back.slot.run) == (DRAFTED.draft, 1, EMPTY.run)


@fact("AG-SAV-15-01", cases=lambda: product(MOVES, range(0, 1_000, 50)))
def session_time_alone_moves_the_ticks(case: tuple[int, int]) -> bool:
    """A tick is 100 milliseconds of a session; a wall clock that jumps before, between or after adds none."""
    move, milliseconds = case
    jump = Surroundings(SEEN + move, 0, 0, False)
    first = reopened(played(reopened(Saved(BATTLE, 417, SEEN, 0), jump), 10 * TICK), jump)
    return played(first, milliseconds).tick == 417 + 10 + milliseconds // 100


# ---------------------------------------------------------------- Save and Quit


READINGS = tuple(
    replace(FROZEN, rotation=rotation, mirroring=mirroring) for rotation, mirroring in product(Rotation, Mirroring)
)
OPEN = Station(Phase.OPEN, *(Commit(5, 4, True, MARKET, (FREE, FREE), 2),) * 2, (4, 3, 2, 1), (2, 2))


def in_flight() -> Iterator[tuple[Station, Commit, SaveRulings]]:
    """A slot at every step of a pending and of a final child, with the commit that quitting has to end at."""
    intent = Intent(Kind.LOCK, place=0, amount=2, expected=0)
    for rulings in READINGS:
        pending = prepare(OPEN.active, 7, intent, rulings)
        final = settle(pending, 7, rulings)
        yield OPEN, OPEN.active, rulings
        for parent, child, phase in product((OPEN.active,), (pending, final), Phase):
            if phase is Phase.WRITTEN:
                yield Station(phase, parent, child, OPEN.backups, OPEN.ledgers), child, rulings
            elif phase is Phase.SWITCHED:
                yield Station(phase, child, parent, OPEN.backups, OPEN.ledgers), child, rulings
            elif child is final and phase not in (Phase.OPEN, Phase.DOWN):
                yield Station(phase, child, child, OPEN.backups, OPEN.ledgers), child, rulings


@fact("AG-SAV-7.2-10", cases=in_flight)
def quitting_completes_what_is_in_flight(case: tuple[Station, Commit, SaveRulings]) -> bool:
    """Save and Quit ends at the very commit that was on its way, with nothing in flight and no other branch."""
    station, goal, rulings = case
    end = quit_game(station, rulings)
    return end.phase is Phase.OPEN and end.active == goal == end.other


@fact("AG-SAV-7.2-10", cases=in_flight)
def coming_back_to_a_market_finds_it_as_it_was(case: tuple[Station, Commit, SaveRulings]) -> bool:
    """Offers, locks, refreshes, Coin, Credit, Company, inventory and order are what the commit says on return."""
    station, goal, rulings = case
    saved = Saved(quit_game(station, rulings).active.slot, 0, SEEN, 0)
    return reopened(saved, Surroundings(SEEN + 7 * DAY, 0, 1, False)).slot.run == goal.slot.run


# ---------------------------------------------------------------- work in the background


@dataclass(frozen=True)
class Act:
    """One thing that happens to work in the background."""

    name: str
    does: Callable[[Background, SaveRulings], Background]


ACTS = (
    Act("enqueue", lambda work, rulings: enqueue(work, 9, rulings)),
    Act("start", lambda work, rulings: start_upload(work)),
    Act("second", lambda work, rulings: second_passes(work)),
    Act("cancel", lambda work, rulings: cancel_upload(work)),
    Act("sent", lambda work, rulings: sent(work)),
    Act("failed", lambda work, rulings: failed(work)),
    Act("flushed", lambda work, rulings: flushed(work)),
)
QUEUES = ((NONE, NONE, NONE), (1, NONE, NONE), (1, 2, NONE), (1, 2, 3))


def works() -> Iterator[Background]:
    """Every state of work in the background within its bounds."""
    for is_flushing, payloads, seconds, failures in product((False, True), QUEUES, range(31), (0, 1, 50)):
        for is_uploading in (False, True):
            if not is_uploading or (seconds < 30 and payloads[0] != NONE):
                yield Background(is_flushing, payloads, is_uploading, seconds, failures)


def steps() -> Iterator[tuple[Background, Act, SaveRulings]]:
    """Every act on every state, for both readings of a full queue."""
    return product(works(), ACTS, (replace(FROZEN, cloud_queue=each) for each in CloudQueue))


@fact("AG-SAV-15-05", cases=works)
def one_flush_at_a_time(work: Background) -> bool:
    """While a flush is under way none can begin; else one can, and it ends."""
    try:
        begun = flush(work)
    except ContractBroken:
        return work.is_flushing
    return not work.is_flushing and begun.is_flushing and not flushed(begun).is_flushing


@fact("AG-SAV-15-06", cases=steps)
def three_payloads_at_most(case: tuple[Background, Act, SaveRulings]) -> bool:
    """No act leaves more than three payloads queued, and the newest of a queue that drops is the one just queued."""
    work, act, rulings = case
    after = act.does(work, rulings)
    waiting = tuple(each for each in after.payloads if each != NONE)
    drops = rulings.cloud_queue is CloudQueue.DROP_OLDEST or queued(work) < MOST_PAYLOADS
    return len(waiting) <= 3 and (act.name != "enqueue" or (waiting[-1] == 9) == drops)


@fact("AG-SAV-15-06", cases=lambda: CloudQueue)
def payloads_leave_in_the_order_in_which_they_came(each: CloudQueue) -> bool:
    """Of four payloads three wait, in order: the newest three, or the oldest three if a full queue refuses."""
    rulings, work = replace(FROZEN, cloud_queue=each), IDLE
    for payload in (1, 2, 3, 4):
        work = enqueue(work, payload, rulings)
    kept = (2, 3, 4) if each is CloudQueue.DROP_OLDEST else (1, 2, 3)
    return work.payloads == kept and sent(work).payloads == (*kept[1:], NONE)


@fact("AG-SAV-15-08", cases=works)
def an_upload_lasts_thirty_seconds_at_most(work: Background) -> bool:
    """An upload begins at zero, ends after thirty seconds or when it is cancelled, and leaves its payload queued."""
    tried = start_upload(work)
    lasted = 0
    while tried.is_uploading and lasted < 99:
        tried, lasted = second_passes(tried), lasted + 1
    cancelled = cancel_upload(start_upload(work))
    ended = lasted == (30 if queued(work) > 0 else 0) and not cancelled.is_uploading
    return ended and tried.payloads == cancelled.payloads == work.payloads


@fact("AG-SAV-15-09", cases=steps)
def no_retry_blocks_anything(case: tuple[Background, Act, SaveRulings]) -> bool:
    """Whether the game can be left or another commit begin depends on a flush alone, however often an upload failed."""
    work, act, rulings = case
    after = act.does(work, rulings)
    return may_leave(work) == (not work.is_flushing) and (may_leave(after) or (work.is_flushing and after.is_flushing))


# ---------------------------------------------------------------- the outbox


def histories() -> Iterator[tuple[int, ...]]:
    """Records in the order in which they were applied, some of them told twice."""
    return (history for length in range(6) for history in product(range(4), repeat=length))


def box_of(history: tuple[int, ...], most: int = 3) -> tuple[int, ...]:
    """The outbox after these Records, when at most so many events may wait."""
    waiting: tuple[int, ...] = ()
    for each in history:
        waiting = recorded(waiting, each, most)
    return waiting


@fact("AG-SAV-10-07", cases=histories)
def an_event_waits_once_and_a_full_box_lets_the_oldest_go(history: tuple[int, ...]) -> bool:
    """No event waits twice, no more than fit wait, and the newest Record always waits."""
    waiting = box_of(history)
    return len(set(waiting)) == len(waiting) <= 3 and (not history or history[-1] in waiting)


@fact("AG-SAV-10-07", cases=histories)
def what_fell_out_of_the_box_comes_back_from_the_records(history: tuple[int, ...]) -> bool:
    """Delivering and regenerating in turn brings every Record to the platform, each of them once."""
    records, waiting = tuple(dict.fromkeys(history)), box_of(history)
    arrived: tuple[int, ...] = ()
    for _ in records:
        if waiting:
            arrived, waiting = (*arrived, waiting[0]), delivered(waiting, waiting[0])
        waiting = regenerated(waiting, records, arrived, 3)
    return sorted(arrived) == sorted(records) and waiting == ()


@fact("AG-SAV-10-07", cases=lambda: (0, 1, 99, 100, 101, 250))
def the_printed_box_holds_a_hundred(records: int) -> bool:
    """After any number of Records the newest hundred wait, or all if there are fewer."""
    return box_of(tuple(range(records)), MOST_EVENTS) == tuple(range(records))[-100:]
