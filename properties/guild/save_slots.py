"""Whole slots on a disk: deleted, restored, found again whatever befalls the index: AG-SAV-16 as the store has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

from kernel.guild.save.cloud import Branch, Reply, Topology, Wish, branch_of, topology_of
from kernel.guild.save.commit import Commit, roomy
from kernel.guild.save.envelope import first_length, opened
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import Bounds
from kernel.guild.save.rulings import FROZEN, CompactedAt
from kernel.guild.save.store import Standing
from kernel.guild.save.store_cloud import payload_of, receive
from kernel.guild.save.store_commit import NO_PARENT, bytes_of, held_of, stored_of
from kernel.guild.save.store_files import LEDGERS
from kernel.guild.save.store_index import INDEX, IndexLost, SlotRefused
from kernel.guild.save.store_launch import CLOCK, see_clock
from kernel.guild.save.store_trash import delete, empty, restore
from model.disk import Image, SimulatedDisk, image_of, snapshot_of
from model.store_acts import (
    DAY,
    HERE,
    MOVES,
    SEEN,
    THERE,
    after_acts,
    aged,
    device,
    in_use,
    kept,
    market,
    noted,
    payload_on,
    slots_on,
    taken,
    trashed,
    untouched,
)
from model.store_damage import STRANGER, broken_bytes, hostile, with_file
from model.store_runs import CREATION, IDENTITY, STARTS, TO_MARKET, menu, place_at, request_of
from properties.claim import fact

# ---------------------------------------------------------------- the index


def damaged_indexes() -> Iterator[tuple[Image, Image, bytes]]:
    """A device with something in its trash; the same with one copy of its index stale or damaged; those bytes."""
    image = trashed(market())
    for name in INDEX:
        yield image, with_file(image, name, None), b""
        yield image, with_file(image, name, dict(market())[name]), b""
        for _, bad in (*broken_bytes(dict(image)[name], Random(1)), *hostile("index")):
            yield image, with_file(image, name, bad), bad


@fact("AG-SAV-2-01", "AG-SAV-11.1-09", "AG-SAV-11.3-10", cases=damaged_indexes)
def one_damaged_copy_of_the_index_changes_no_slot(case: tuple[Image, Image, bytes]) -> bool:
    """If one copy of the index is lost, stale or damaged the other counts, bad bytes are kept, and both are level."""
    image, damaged, bad = case
    disk = SimulatedDisk(snapshot_of(damaged))
    slots_on(disk)
    found = image_of(disk.now)
    kept = not bad or bad in {data for name, data in found if name.startswith("quarantine")}
    return kept and set(image) <= set(found)


@fact("AG-SAV-2-01", cases=lambda: (bad for _, bad in hostile("index")))
def without_an_index_nothing_is_changed(bad: bytes) -> bool:
    """With no copy of the index to be read nothing is taken for a slot or for trash, and no file is touched."""
    image = with_file(with_file(trashed(market()), INDEX[0], bad), INDEX[1], bad)
    disk = SimulatedDisk(snapshot_of(image))
    try:
        slots_on(disk)
    except IndexLost:
        return image_of(disk.now) == image
    return False


@fact("AG-SAV-2-01", cases=lambda: range(3))
def a_device_has_three_slots_that_do_not_touch_each_other(place: int) -> bool:
    """Each of three slots is played, deleted and founded anew without a byte of another changing."""
    image = device(place_at(()), place_at(()), place_at(()))
    others = [each for each in range(3) if each != place]
    after = after_acts(image, lambda slots: delete(slots, 1, slots.index.slots[place].slot))
    return in_use(after, place) == () and all(in_use(after, each) == in_use(image, each) != () for each in others)


@fact("AG-SAV-11.3-09", cases=lambda: (place_at(()),))
def a_slot_whose_files_are_gone_is_blocked(place: object) -> bool:
    """A slot that the index has in use and none of whose files is left is blocked, and no new Guild begins there."""
    image = tuple((name, data) for name, data in market() if name in INDEX)
    slots = slots_on(SimulatedDisk(snapshot_of(image)))
    try:
        slots.found(0, IDENTITY)
    except SlotRefused:
        return slots.opened(0).standing is Standing.BLOCKED
    return False


# ---------------------------------------------------------------- deletion


def refused() -> Iterator[tuple[str, Image]]:
    """What may not be done, and on which device."""
    yield "delete what is not in use", trashed(market())
    yield "restore over a slot in use", trashed(market())
    yield "restore what is not in the trash", market()
    yield "one operation ID for two confirms", trashed(market())


@fact("AG-SAV-16-02", "AG-SAV-16-03", "AG-SAV-4-07", cases=refused)
def a_refused_act_changes_no_file(case: tuple[str, Image]) -> bool:
    """Nothing is restored over a slot in use or deleted that is not there, and an ID stands for one confirm."""
    how, image = case
    disk = SimulatedDisk(snapshot_of(image))
    slots = slots_on(disk)
    try:
        match how:
            case "delete what is not in use":
                delete(slots, 90, 0)
            case "one operation ID for two confirms":
                delete(slots, slots.index.done[0].operation, 1)
            case _:
                restore(slots, 90, 0)
    except SlotRefused:
        return image_of(disk.now) == image
    return False


@fact("AG-SAV-16-02", cases=lambda: range(9))
def the_trash_on_disk_lasts_seven_launches(launches: int) -> bool:
    """A deleted slot is on the disk after up to seven successful launches and gone after the eighth."""
    image = aged(launches)
    there = any(name.startswith("0.") for name, _ in image)
    gone = not any(name.startswith("0.") for name, _ in after_acts(image, lambda slots: empty(slots, 90)))
    return there == (launches <= 7) and gone


# ---------------------------------------------------------------- copies from a cloud


Meeting = tuple[tuple[Intent, ...], tuple[Intent, ...], Wish]
#: Another pair than on `HERE`, asked for under the same ID: neither ID nor source names the device (F-227).
SAME_ID = (*CREATION[:2], Intent(Kind.SELECT, place=0, item=2))


def branches() -> Iterator[Meeting]:
    """Where a slot and a payload of the cloud are, of one lineage, with every wish."""
    paths = ((), CREATION[:2], HERE, THERE, SAME_ID, TO_MARKET, STARTS["locked"], STARTS["reward"])
    return product(paths, paths, Wish)


@fact("AG-SAV-14-02", "AG-SAV-14-03", "AG-SAV-14-04", "AG-SAV-14-06", "AG-SAV-1-04", cases=branches)
def the_store_does_with_a_copy_what_its_past_asks_for(case: Meeting) -> bool:
    """A payload is left, offered, taken with a backup, or one of two branches archived, as the two pasts lie."""
    here, there, wish = case
    image, payload = device(place_at(here)), payload_on(place_at(there).image)
    disk = SimulatedDisk(snapshot_of(image))
    reply = receive(slots_on(disk), 0, payload, wish)
    after = image_of(disk.now)
    if here == there[: len(here)] or there == here[: len(there)]:
        takes = len(there) > len(here) and wish is Wish.TAKE_CLOUD
        due = Reply.ADVANCED if takes else Reply.OFFERED if len(there) > len(here) else Reply.UPLOAD_QUEUED
        judged = taken(place_at(there).image, backs_up=True) if takes else untouched
        return reply is (Reply.NOTHING if here == there else due) and not list(judged(image, after))
    if reply is Reply.CHOSEN:
        cloud = place_at(there).image
        chosen = kept(cloud) if wish is Wish.KEEP_LOCAL else taken(cloud, archives=True)
        return wish is not Wish.CANCEL and not list(chosen(image, after))
    return reply in (Reply.NOT_ANSWERED, Reply.REVERSES) and after == image


ANYWHERE = replace(FROZEN, compacted_at=CompactedAt.ANYWHERE)
#: A journal that is compacted from three rows on, of which one stays.
SMALL = Bounds(rows=9, full=3, expanded=1, segments=99)


def rejecting(path: tuple[Intent, ...]) -> Iterator[Commit]:
    """The commits on a path, each followed by a rejection if its place offers one."""
    commit = place_at(()).commit
    yield commit
    for intent in path:
        commit = request_of(commit, intent).after
        yield commit
        for other in menu(commit.slot):
            if other.amount > 100:
                commit = request_of(commit, other).after
                yield commit


@fact("AG-SAV-14-01", "AG-SAV-14-03", "AG-SAV-4-10", cases=lambda: product(STARTS, (True, False)))
def a_compacted_journal_tells_the_same_past(case: tuple[str, bool]) -> bool:
    """What led to a commit is told alike with its journal compacted, so that it is still the descendant it was."""
    name, is_older_compacted = case
    commits = list(rejecting(STARTS[name]))

    def past(commit: Commit, is_compacted: bool) -> Branch:
        return branch_of(roomy(commit, ANYWHERE, SMALL) if is_compacted else commit, 0, 0, FROZEN)

    same = all(past(each, True) == past(each, False) for each in commits)
    return same and all(
        topology_of(past(one, is_older_compacted), past(other, not is_older_compacted)) is Topology.LOCAL_BEHIND
        for i, other in enumerate(commits)
        for one in commits[:i]
    )


def bad_payloads() -> Iterator[bytes]:
    """Payloads that are damaged, hostile, incomplete, or of two saves."""
    image = place_at(STARTS["locked"]).image
    good, other = payload_on(image), payload_on(place_at(CREATION[:2]).image)
    length = first_length(good)
    yield from (bad for _, bad in broken_bytes(good, Random(1)))
    yield from (bad for _, bad in hostile("commit"))
    yield from (good[:length], good[:length] + other[first_length(other) :], other + good[length:], good + good)
    pending = request_of(place_at(TO_MARKET).commit, menu(place_at(TO_MARKET).commit.slot)[0]).pending
    yield bytes_of(stored_of(IDENTITY, pending, NO_PARENT)) + good[length:]
    yield bytes_of(replace(stored_of(IDENTITY, place_at(()).commit, NO_PARENT), save_schema_version=2))
    yield bytes_of(replace(stored_of(IDENTITY, place_at(()).commit, NO_PARENT), commit_id="0" * 32))


@fact("AG-SAV-14-01", "AG-SAV-14-05", cases=bad_payloads)
def a_payload_that_is_not_whole_changes_nothing(data: bytes) -> bool:
    """A payload that is damaged, hostile, pending, of another version, or without its ledger is always left."""
    for image, wish in product((device(None), device(place_at(()))), Wish):
        disk = SimulatedDisk(snapshot_of(image))
        if receive(slots_on(disk), 0, data, wish) is not Reply.NOT_VALID or image_of(disk.now) != image:
            return False
    return True


@fact("AG-SAV-14-05", "AG-SAV-14-08", cases=lambda: product((0, 1), Wish))
def the_store_imports_into_an_empty_slot_alone(case: tuple[int, Wish]) -> bool:
    """A save of another Guild comes into an empty slot with its own numbers, and nowhere else; then no second time."""
    place, wish = case
    stored = stored_of(STRANGER, place_at(CREATION).commit, NO_PARENT)
    disk = SimulatedDisk(snapshot_of(device(place_at(HERE))))
    slots = slots_on(disk)
    before = image_of(disk.now)
    payload = payload_of(held_of(stored, bytes_of(stored)))
    if place == 0:
        return receive(slots, 0, payload, wish) is Reply.SLOT_IN_USE and image_of(disk.now) == before
    came = receive(slots, 1, payload, wish) is Reply.IMPORTED and slots.opened(1).standing is Standing.PLAYABLE
    again = receive(slots, 2, payload, wish) is Reply.SECOND_COPY
    return came and again and slots.opened(1).identity == replace(STRANGER, slot_id=2)


@fact("AG-SAV-11.1-09", "AG-SAV-14-03", cases=lambda: (STARTS["market"],))
def what_was_rejected_outlasts_an_advance(path: tuple[Intent, ...]) -> bool:
    """Bytes in quarantine and all backups are there still when a descendant has been taken, and the slot opens."""
    damaged = with_file(place_at(path[:-1]).image, LEDGERS[0], b"rubbish")
    disk = SimulatedDisk(snapshot_of(device(replace(place_at(path[:-1]), image=damaged))))
    slots = slots_on(disk)
    slots.opened(0)
    before = dict(in_use(image_of(disk.now), 0))
    receive(slots, 0, payload_on(place_at(path).image), Wish.TAKE_CLOUD)
    after = dict(in_use(image_of(disk.now), 0))
    kept = [name for name in before if name.startswith(("quarantine", "manifest"))]
    backups = [each["file"] for each in opened("shelf", after["shelf"])["backups"]]
    there = all(after.get(name) == before[name] for name in kept) and len(backups) == 4 and set(backups) <= set(after)
    return len(kept) == 2 and there and slots.opened(0).standing is Standing.PLAYABLE


# ---------------------------------------------------------------- the wall clock


@fact("AG-SAV-15-02", "AG-SAV-15-10", "AG-SAV-18-29", cases=lambda: product(MOVES, (0, 1, 2)))
def the_wall_clock_is_noted_and_changes_nothing_else(case: tuple[int, int]) -> bool:
    """A move of more than 300 seconds back or 180 days ahead is an anomaly each time, and no other file changes."""
    move, anomalies = case
    odd = (SEEN - 400 * DAY, SEEN)[:anomalies] if anomalies < 2 else (SEEN - 400 * DAY, SEEN + 400 * DAY)
    walls = (SEEN, *odd)
    image = after_acts(market(), *(partial(see_clock, wall=wall) for wall in walls))
    after = after_acts(image, lambda slots: see_clock(slots, walls[-1] + move))
    return not list(noted(walls[-1] + move, anomalies + MOVES[move])(image, after))


@fact("AG-SAV-15-02", cases=lambda: (bad for _, bad in (*hostile("clock"), *hostile("index"))))
def a_clock_that_cannot_be_read_counts_as_none(bad: bytes) -> bool:
    """A damaged or hostile file of the clock is no anomaly and stops nothing: it is written anew."""
    image = tuple(sorted([*market(), (CLOCK, bad)]))
    return not list(noted(SEEN, 0)(image, after_acts(image, lambda slots: see_clock(slots, SEEN))))
