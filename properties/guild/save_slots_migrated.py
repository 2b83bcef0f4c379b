"""Migrations on a disk: AG-SAV-13 as the store has it, on slots of an older schema that exists for this alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from kernel.guild.save.intent import Kind
from kernel.guild.save.migration import Moment
from kernel.guild.save.rulings import FROZEN, Descent, Fallback
from kernel.guild.save.slot import Stage
from kernel.guild.save.store import Standing
from kernel.guild.save.store_commit import Unsupported
from kernel.guild.save.store_files import ACTIVE, LEDGERS
from kernel.guild.save.store_index import SlotRefused
from kernel.guild.save.store_launch import count_launch
from kernel.guild.save.store_migration import MigrationBlocked, Release, Step, fall_back, migrate
from kernel.guild.save.store_trash import delete, restore
from model.disk import Image, SimulatedDisk, image_of, snapshot_of
from model.store_acts import after_acts, device, in_use, index_on, slots_on
from model.store_damage import with_file
from model.store_migrations import (
    OLDER,
    RELEASE,
    before_on,
    copied,
    migrating,
    older,
    renamed,
    set_back,
    source_again,
    whole_result,
)
from model.store_runs import STARTS, TO_MARKET, after, menu, place_at, request_of
from properties.claim import fact

#: Where a migration may run, and where not.
PLACES = {name: place_at(path) for name, path in STARTS.items()} | {"begun": place_at(STARTS["draft"][:1])}


def is_open(name: str) -> bool:
    """Is a battle, its result or a reward open at this place?"""
    return PLACES[name].commit.slot.run.stage in (Stage.BATTLE, Stage.LOCKED, Stage.REWARD)


@fact("AG-SAV-13-01", "AG-SAV-13-02", "AG-SAV-13-03", "AG-SAV-13-09", cases=lambda: product(PLACES, Moment))
def a_slot_is_migrated_whole_or_not_now(case: tuple[str, Moment]) -> bool:
    """At start-up or in a Market a slot comes whole to the current schema and is played on; else nothing is written."""
    name, moment = case
    image = device(older(PLACES[name]))
    disk = SimulatedDisk(snapshot_of(image))
    slots = slots_on(disk)
    is_now = moment is Moment.START_UP or PLACES[name].commit.slot.run.stage is Stage.MARKET
    try:
        migrate(slots, 0, RELEASE, moment)
    except MigrationBlocked:
        return (is_open(name) or not is_now) and image_of(disk.now) == image
    store = slots.opened(0)
    commit = store.held.commit if store.held is not None else None
    if commit is None or commit.slot != PLACES[name].commit.slot or is_open(name) or not is_now:
        return False
    request = request_of(commit, menu(commit.slot)[0])
    whole = not list(whole_result(image, image_of(disk.now)))
    return whole and store.submit(request.operation, request.intent) == request.answer


@fact("AG-SAV-3-05", "AG-SAV-13-12", cases=lambda: (STARTS["market"],))
def an_older_schema_is_not_opened_but_left(path: Any) -> bool:
    """A slot of an older schema is not opened as it is, and not a byte of it changes by trying."""
    image = device(older(place_at(path)))
    disk = SimulatedDisk(snapshot_of(image))
    try:
        slots_on(disk).opened(0)
    except Unsupported:
        return image_of(disk.now) == image
    return False


def spoiling(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A step that leaves a field out."""
    return {key: value for key, value in renamed(said).items() if key != "head"}


def enriching(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A step after which a balance is out of its range."""
    run = {**said["slot"]["run"], "coin": -1}
    return {**renamed(said), "slot": {**said["slot"], "run": run}}


def blocked() -> Iterator[tuple[Image, Release]]:
    """Slots that cannot be migrated: no chain, a step that spoils, a source that is not whole."""
    place = older(place_at(TO_MARKET))
    steps: tuple[Step | None, ...] = (None, spoiling, enriching)
    yield from ((device(place), Release(OLDER, (step,))) for step in steps)
    yield device(place), Release(OLDER, ())
    yield device(place), Release(OLDER + 1, (renamed,))
    yield device(place), Release(OLDER - 1, (None, None))
    for name in (ACTIVE, LEDGERS[0]):
        bad = with_file(place.image, name, dict(place.image)[name][:-1])
        yield device(replace(place, image=bad)), RELEASE


@fact("AG-SAV-13-12", "AG-SAV-13-03", "AG-SAV-13-08", "AG-SAV-18-34", cases=blocked)
def a_migration_that_fails_changes_no_file(case: tuple[Image, Release]) -> bool:
    """Without a chain, with a step that spoils, or from a source not whole nothing is written, not even a copy."""
    image, release = case
    disk = SimulatedDisk(snapshot_of(image))
    try:
        migrate(slots_on(disk), 0, release)
    except MigrationBlocked:
        return image_of(disk.now) == image
    return False


@fact("AG-SAV-13-05", cases=lambda: PLACES)
def a_migration_on_disk_is_deterministic(name: str) -> bool:
    """The same source gives the same bytes, and migrating again changes none."""
    image = device(older(PLACES["market" if is_open(name) else name]))
    once = after_acts(image, migrating)
    return once == after_acts(image, migrating) == after_acts(once, migrating)


@fact("AG-SAV-13-09", "AG-SAV-13-12", cases=lambda: Descent)
def a_migrated_slot_is_in_its_lineage(descent: Descent) -> bool:
    """A migrated slot has the lineage that it had; if it is to begin one (F-248), nothing is written."""
    image = device(older(PLACES["market"]))
    disk = SimulatedDisk(snapshot_of(image))
    slots = slots_on(disk)
    slots.rulings = replace(FROZEN, descent=descent)
    before = slots.index.identity(slots.index.slots[0].slot)
    try:
        migrate(slots, 0, RELEASE)
    except MigrationBlocked:
        return descent is Descent.NEW_LINEAGE and image_of(disk.now) == image
    after = slots.index.identity(slots.index.slots[0].slot)
    return descent is Descent.SAME_LINEAGE and after == before and image_of(disk.now) != image


def copied_before() -> Iterator[Image]:
    """Slots of an older schema beside which a copy lies: of what they were, of what they are, of a migration before."""
    image = device(older(PLACES["begun"]))
    yield copied(image)
    yield set_back(copied(image), PLACES["draft"])
    yield set_back(after_acts(image, migrating), PLACES["draft"])


@fact("AG-SAV-13-02", "AG-SAV-11.1-07", cases=copied_before)
def the_copy_is_of_the_latest_migration(image: Image) -> bool:
    """Whatever copy lies there, a migration leaves the bytes from before the latest one, and those alone."""
    return not list(whole_result(image, after_acts(image, migrating)))


def played(image: Image, *kinds: Kind) -> Image:
    """The device once its first slot has gone through these operations."""
    disk = SimulatedDisk(snapshot_of(image))
    store = slots_on(disk).opened(0)
    for kind in kinds:
        assert store.held is not None
        commit = store.held.commit
        request = request_of(commit, next(each for each in menu(commit.slot) if each.kind is kind))
        store.submit(request.operation, request.intent)
    return image_of(disk.now)


#: A battle with its reward, twice, and the close of the run.
BATTLE = (Kind.COMMIT_BATTLE, Kind.LOCK_OUTCOME, Kind.SETTLE, Kind.CLAIM)
LIVES = {
    (): False,
    BATTLE: False,
    (Kind.CLOSE,): False,
    (*BATTLE, *BATTLE): False,
    (*BATTLE, *BATTLE, Kind.CLOSE): True,
}


@fact("AG-SAV-13-10", "AG-SAV-11.1-07", cases=lambda: product(LIVES, (0, 29, 30)))
def the_copy_on_disk_is_kept_until_the_later_of_both(case: tuple[tuple[Kind, ...], int]) -> bool:
    """The bytes from before go with the thirtieth launch once two Markets have opened and a run was closed."""
    kinds, launches = case
    image = played(after_acts(device(older(PLACES["market"])), migrating), *kinds)
    after = after_acts(image, *(count_launch,) * launches)
    gone = launches >= 30 and LIVES[kinds]
    kept = before_on(after) == ([] if gone else before_on(image))
    return kept and len(before_on(image)) == 1 and in_use(after, 0) == in_use(image, 0)


@fact("AG-SAV-13-10", cases=lambda: (30, 31))
def what_came_before_a_migration_does_not_count(launches: int) -> bool:
    """Markets and a close from before a migration let nothing go, however often the game is launched."""
    place = PLACES["market"]
    for kind in (*BATTLE, *BATTLE, Kind.CLOSE):
        place = after(place, next(each for each in menu(place.commit.slot) if each.kind is kind))
    image = after_acts(device(older(place)), migrating)
    return before_on(after_acts(image, *(count_launch,) * launches)) == before_on(image) != []


@fact("AG-SAV-1-08", "AG-SAV-16-01", cases=lambda: product(Fallback, (False, True)))
def a_migration_is_taken_back_to_its_source(case: tuple[Fallback, bool]) -> bool:
    """A fallback brings back the source byte for byte, for as long as F-245 is answered to allow it."""
    fallback, has_later = case
    migrated = after_acts(device(older(PLACES["market"])), migrating)
    image = played(migrated, Kind.REFRESH) if has_later else migrated
    disk = SimulatedDisk(snapshot_of(image))
    slots = slots_on(disk)
    slots.rulings = replace(FROZEN, fallback=fallback)
    allowed = fallback is Fallback.SOURCE or (fallback is Fallback.NEXT_BOUNDARY and not has_later)
    try:
        fall_back(slots, 5, index_on(image)["before"][0]["part"])
    except SlotRefused:
        return not allowed and image_of(disk.now) == image
    return allowed and not list(source_again(image, image_of(disk.now)))


@fact("AG-SAV-16-02", "AG-SAV-11.1-07", cases=lambda: ("market",))
def the_copy_goes_into_the_trash_with_its_slot(name: str) -> bool:
    """A slot that is deleted and restored still has its copy from before the migration, and opens."""
    image = after_acts(device(older(PLACES[name])), migrating)
    number = index_on(image)["slots"][0]["slot"]
    after = after_acts(image, lambda slots: delete(slots, 1, number), lambda slots: restore(slots, 2, number))
    standing = slots_on(SimulatedDisk(snapshot_of(after))).opened(0).standing
    return before_on(after) == before_on(image) and standing is Standing.PLAYABLE
