"""Whole slots on a disk: deleted, restored, found again whatever befalls the index: AG-SAV-16 as the store has it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kernel.guild.save.store import Standing
from kernel.guild.save.store_index import INDEX, IndexLost, SlotRefused
from kernel.guild.save.store_trash import delete, empty, restore
from model.disk import Image, SimulatedDisk, image_of, snapshot_of
from model.store_copies import after_acts, aged, device, in_use, market, slots_on, trashed
from model.store_damage import broken_bytes, hostile, with_file
from model.store_runs import IDENTITY, place_at
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
