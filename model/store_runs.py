"""Slots to try the store on: how they come about, what may be asked of them, and what must come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit, answer, prepare, roomy, settle
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import BOUNDS, Answer, Bounds, Status
from kernel.guild.save.medium import Medium
from kernel.guild.save.rulings import FROZEN, GROWING, SaveRulings
from kernel.guild.save.settlement import downed
from kernel.guild.save.slot import (
    NO_DRAFT,
    NONE,
    NOT_CREATED,
    Cause,
    Drafting,
    Life,
    Offer,
    Run,
    Slot,
    Stage,
    living,
    no_run,
)
from kernel.guild.save.store import Standing, Store
from kernel.guild.save.store_commit import Identity, first_commit, operation_id
from kernel.guild.save.store_evidence import Unavailable
from kernel.guild.save.store_recovery import opened_store
from model.disk import Image, SimulatedDisk, Snapshot, image_of, snapshot_of
from model.store_faults import Fault, Watched

#: The save that is tried: fixed, so that every file of a run is the same in every run.
IDENTITY = Identity("5a" * 16, "c3" * 16, 1)
RECRUITS, ITEMS, OFFERS = 3, 2, 2
GENESIS = Slot(0, NO_DRAFT, no_run(RECRUITS, ITEMS, OFFERS), NOT_CREATED, 0, (False, False), 1, Cause.NOT_ENDED)
#: More Coin than anybody has: an operation for it becomes pending and is then rejected.
UNPAYABLE = 9_000


@dataclass(frozen=True)
class Guild:
    """What a slot is founded with: the rulings, with their edition, what its first commit holds, and how far its
    journal grows."""

    rulings: SaveRulings
    genesis: Slot
    bounds: Bounds = BOUNDS

    @property
    def edition(self) -> Edition:
        """FG4 or GROWTH."""
        return self.rulings.edition


#: A new Guild in FG4, and in GROWTH.
LEGACY, GROWN = Guild(FROZEN, GENESIS), Guild(GROWING, GENESIS)


@dataclass(frozen=True)
class Place:
    """A slot at rest: its files, what its active commit says, the operations that led there, and whose it is."""

    image: Image
    commit: Commit
    path: tuple[Intent, ...]
    guild: Guild = LEGACY

    @property
    def name(self) -> str:
        """The path in words."""
        return " > ".join(intent.kind.name.lower() for intent in self.path) or "a new Guild"


@dataclass(frozen=True)
class Request:
    """An operation asked of a place, and what the kernel says must come of it.

    `pending` and `after` are the commit itself where nothing is to be written.
    """

    operation: int
    intent: Intent
    before: Commit
    pending: Commit
    after: Commit
    answer: Answer


def request_of(before: Commit, intent: Intent, rulings: SaveRulings = FROZEN, bounds: Bounds = BOUNDS) -> Request:
    """What the kernel expects of an operation asked here for the first time."""
    operation = operation_id(IDENTITY, before.sequence, intent.kind, max(intent.place, 0), 0)
    ready = roomy(before, rulings, bounds)
    said = answer(ready, operation, intent, rulings)
    if said.status is not Status.NONE or said.reason is not Reason.NONE:
        return Request(operation, intent, before, before, before, said)
    pending = prepare(ready, operation, intent, rulings)
    after = settle(pending, operation, rulings)
    return Request(operation, intent, before, pending, after, answer(after, operation, intent, rulings))


def slot_on(medium: Medium, guild: Guild = LEGACY) -> Store:
    """The slot that is tried, on a medium. Raises `Unavailable`."""
    return opened_store(medium, IDENTITY, guild.genesis, guild.rulings, guild.bounds)


def opened_on(snapshot: Snapshot, fault: Fault | None = None, guild: Guild = LEGACY) -> tuple[Store | None, Watched]:
    """A slot opened on a disk that may fail: None if the disk would not be read. `Unavailable` is no verdict."""
    watched = Watched(SimulatedDisk(snapshot), fault)
    try:
        return slot_on(watched, guild), watched
    except Unavailable:
        return None, watched


# ---------------------------------------------------------------- places


def founded(guild: Guild = LEGACY) -> Place:
    """A Guild whose first commit has just been written."""
    disk = SimulatedDisk()
    store = slot_on(disk, guild)
    store.found()
    return at_rest(store, disk.now, (), guild)


def at_rest(store: Store, snapshot: Snapshot, path: tuple[Intent, ...], guild: Guild) -> Place:
    """The place that a store has come to."""
    if store.standing is not Standing.PLAYABLE or store.held is None:
        raise ValueError(f"no place: {store.standing.value}")
    return Place(image_of(snapshot), store.held.commit, path, guild)


def after(place: Place, intent: Intent) -> Place:
    """The place one undisturbed operation further."""
    disk = SimulatedDisk(snapshot_of(place.image))
    store = slot_on(disk, place.guild)
    request = request_of(place.commit, intent, place.guild.rulings, place.guild.bounds)
    if store.submit(request.operation, intent) != request.answer:
        raise ValueError(f"{place.name}: {intent} is not answered as the kernel has it")
    return at_rest(store, disk.now, (*place.path, intent), place.guild)


CREATION = (
    Intent(Kind.BEGIN),
    Intent(Kind.MATERIALIZE),
    Intent(Kind.SELECT, place=0, item=1),
    Intent(Kind.COMMIT_RUN, place=0, item=1, amount=1),
)
TO_MARKET = (*CREATION, Intent(Kind.REFRESH, amount=2, expected=NONE))
TO_REWARD = (
    *TO_MARKET,
    Intent(Kind.BUY_ITEM, place=0, item=0),
    Intent(Kind.EQUIP, place=0, item=0, expected=NONE),
    Intent(Kind.COMMIT_BATTLE, place=7),
    Intent(Kind.LOCK_OUTCOME, expected=1),
    Intent(Kind.SETTLE, expected=1),
)
#: Where sequences start in FG4: a new Guild, a draft, an open Market, a locked outcome with a casualty, a reward.
STARTS = {
    "new": (),
    "draft": CREATION[:3],
    "market": TO_MARKET,
    "locked": TO_REWARD[:-1],
    "reward": TO_REWARD,
}
#: A Guild whose journal is compacted from 13 rows on, of which one stays; and the way to a Market with so many.
CROWDED = Guild(FROZEN, GENESIS, Bounds(full=13, expanded=1))
TO_CROWDED = (
    *TO_REWARD,
    Intent(Kind.CLAIM, place=1, item=1, amount=4),
    Intent(Kind.REFRESH, amount=UNPAYABLE, expected=1),
    Intent(Kind.REFRESH, amount=2, expected=1),
)


#: In GROWTH a draft has its offers at once, and a Company is founded at the Guild. The law chosen before leaves no
#: closure receipt, so that a slot which has lost its newest commits finds a gap there, and is sealed.
FOUNDING = (
    Intent(Kind.CHANGE_LAW, extra=2),
    Intent(Kind.BEGIN),
    Intent(Kind.SELECT, place=0, item=1),
    Intent(Kind.COMMIT_RUN, place=0, item=1, amount=1),
)
PRICE = 3
#: From a Market in GROWTH to a locked outcome in which somebody is knocked out.
TO_LOCKED = (
    Intent(Kind.BUY_ITEM, place=0, item=0, amount=PRICE),
    Intent(Kind.EQUIP, place=0, item=0, expected=NONE),
    Intent(Kind.COMMIT_BATTLE, place=7),
    Intent(Kind.LOCK_OUTCOME, expected=1),
)


def company() -> Slot:
    """A slot right after its Company was founded."""
    commit = first_commit(GENESIS)
    for intent in FOUNDING:
        commit = request_of(commit, intent, GROWING).after
    return commit.slot


def under_contract() -> Guild:
    """A Company in the first Market of a Contract. No operation of the save contract leads there (F-231), so that
    trials in GROWTH begin with it."""
    slot = company()
    offers = (Offer(0, True, False, PRICE),) * OFFERS
    return Guild(GROWING, replace(slot, run=replace(slot.run, stage=Stage.MARKET, board=0, offers=offers)))


CONTRACTED = under_contract()
#: The same in GROWTH, and with the Company at the Guild: whose slot, and the operations from its first commit.
GROWN_STARTS = {
    "new": (GROWN, ()),
    "draft": (GROWN, FOUNDING[:-1]),
    "company": (GROWN, FOUNDING),
    "market": (CONTRACTED, ()),
    "locked": (CONTRACTED, TO_LOCKED),
    "reward": (CONTRACTED, (*TO_LOCKED, Intent(Kind.SETTLE, expected=1))),
}


def starts_in(edition: Edition) -> dict[str, tuple[Guild, tuple[Intent, ...]]]:
    """Where sequences start in an edition: a name, a Guild, and the operations that lead there."""
    if edition is Edition.GROWTH:
        return GROWN_STARTS
    return {**{name: (LEGACY, path) for name, path in STARTS.items()}, "crowded": (CROWDED, TO_CROWDED)}


@lru_cache(maxsize=512)
def place_at(path: tuple[Intent, ...], guild: Guild = LEGACY) -> Place:
    """The place at the end of a path from a Guild's first commit. Remembered: it is the same every time."""
    return after(place_at(path[:-1], guild), path[-1]) if path else founded(guild)


# ---------------------------------------------------------------- what may be asked


def menu(slot: Slot, edition: Edition = Edition.FG4) -> tuple[Intent, ...]:
    """One intent of each kind that this slot takes, and one that it rejects once it is pending."""
    return (*_at_the_guild(slot, edition), *_in_the_run(slot.run))


def lasting(options: tuple[Intent, ...], edition: Edition) -> tuple[Intent, ...]:
    """The same without leaving a Contract in GROWTH, as long as there is anything else: nothing leads into another."""
    others = tuple(each for each in options if edition is Edition.FG4 or each.kind is not Kind.CLOSE)
    return others or options


def _at_the_guild(slot: Slot, edition: Edition) -> Iterator[Intent]:
    draft, run, created = slot.draft, slot.run, slot.created
    if run.stage is Stage.GUILD:
        yield Intent(Kind.CHANGE_LAW, extra=(slot.law + 1) % 3)
        yield Intent(Kind.COMMIT_RUN, created.first, created.second, expected=created.draft)
    if run.stage is not Stage.ABSENT:
        return
    if draft.status is Drafting.ABSENT:
        yield Intent(Kind.BEGIN, expected=slot.ordinal)
        yield Intent(Kind.CHANGE_LAW, extra=(slot.law + 1) % 3)
    elif draft.status is Drafting.SEED_RESERVED:
        yield Intent(Kind.MATERIALIZE, expected=draft.seed)
    else:
        other = (0, 1) if (draft.first, draft.second) != (0, 1) else (1, 3)
        yield Intent(Kind.SELECT, *other, amount=draft.revision, expected=draft.seed)
        if edition is Edition.GROWTH and (draft.first, draft.second) != (2, NONE):
            yield Intent(Kind.SELECT, place=2, amount=draft.revision, expected=draft.seed)
        if draft.status is Drafting.SELECTION_READY:
            yield Intent(Kind.COMMIT_RUN, draft.first, draft.second, amount=draft.revision, expected=draft.seed)


def _in_the_run(run: Run) -> Iterator[Intent]:
    match run.stage:
        case Stage.MARKET:
            yield from _in_the_market(run)
            yield Intent(Kind.COMMIT_BATTLE, place=7)
            yield Intent(Kind.CLOSE, amount=3, extra=2)
        case Stage.BATTLE:
            if run.retreat == NONE:
                yield Intent(Kind.START_RETREAT, amount=70)
            yield Intent(Kind.LOCK_OUTCOME, expected=_first_living(run), extra=0 if run.retreat == NONE else 3)
        case Stage.SEALED:
            yield Intent(Kind.CLOSE, extra=4)
        case Stage.LOCKED:
            yield Intent(Kind.SETTLE, expected=downed(run))
        case Stage.REWARD:
            free = next((i for i in range(ITEMS) if not _is_somewhere(run, i)), NONE)
            yield Intent(Kind.CLAIM, place=1, item=free, amount=4)


def _in_the_market(run: Run) -> Iterator[Intent]:
    offer = next((i for i, each in enumerate(run.offers) if each.is_open), NONE)
    free = next((i for i, each in enumerate(run.recruits) if each.life is Life.NOBODY), NONE)
    new = next((i for i in range(ITEMS) if not _is_somewhere(run, i)), NONE)
    stored = next((i for i, lies in enumerate(run.inventory) if lies), NONE)
    alive = next((i for i, each in enumerate(run.recruits) if each.life is Life.LIVING), NONE)
    if offer != NONE and free != NONE:
        yield Intent(Kind.BUY_RECRUIT, offer, free, amount=run.offers[offer].price)
    if offer != NONE and new != NONE:
        yield Intent(Kind.BUY_ITEM, offer, new, amount=run.offers[offer].price)
    if stored != NONE:
        yield Intent(Kind.SELL_ITEM, item=stored, amount=2)
        if alive != NONE:
            yield Intent(Kind.EQUIP, alive, stored, expected=run.recruits[alive].item)
    if living(run) > 1:
        yield Intent(Kind.DISMISS, alive, run.recruits[alive].item, amount=2, expected=living(run))
    yield Intent(Kind.REFRESH, amount=2, expected=run.board)
    yield Intent(Kind.REFRESH, amount=UNPAYABLE, expected=run.board)


def _is_somewhere(run: Run, item: int) -> bool:
    return run.inventory[item] or any(each.item == item for each in run.recruits)


def _first_living(run: Run) -> int:
    """The set of the first living Recruit alone, if another lives beside it; else of nobody."""
    alive = [i for i, each in enumerate(run.recruits) if each.life is Life.LIVING]
    return 2 ** alive[0] if len(alive) > 1 else 0
