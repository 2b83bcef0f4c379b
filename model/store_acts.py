"""Acts upon whole slots, and what the files of a device must be after each, said apart from the store.

An image is a device at rest. What lies where in it is read here from its index as plain data.

Rules: AG-SAV-16-02, AG-SAV-16-03, AG-SAV-14-01..08.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kernel.guild.save.cloud import Wish
from kernel.guild.save.envelope import opened
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import FROZEN
from kernel.guild.save.store_cloud import forget, receive
from kernel.guild.save.store_commit import Identity
from kernel.guild.save.store_files import ACTIVE, LEDGERS, SHELF
from kernel.guild.save.store_index import INDEX
from kernel.guild.save.store_launch import CLOCK, count_launch, see_clock
from kernel.guild.save.store_slots import Slots, opened_slots
from kernel.guild.save.store_trash import delete, empty, restore
from model.disk import Image, SimulatedDisk, image_of, snapshot_of
from model.store_faults import Trouble
from model.store_oracle import Law
from model.store_runs import CREATION, GENESIS, IDENTITY, STARTS, Place, place_at

#: Confirms, by number.
FIRST, SECOND, THIRD = 11, 12, 13
#: Launches that the trash outlasts; a figure of its own.
SEVEN = 7


@dataclass(frozen=True)
class Act:
    """An act upon the slots of a device at rest; `judge` tells what is wrong with the image that it led to.

    `law` is what a crash in it must not break, `between` are the images at which it may stop halfway;
    `is_counted`: it has no confirm, and once more is twice. `spared` troubles are none to it.
    """

    law: Law
    before: Image
    run: Callable[[Slots], object]
    judge: Callable[[Image, Image], Iterator[str]]
    between: tuple[Image, ...] = ()
    is_counted: bool = False
    spared: tuple[Trouble, ...] = ()


# ---------------------------------------------------------------- what lies where, read apart from the store


def index_on(image: Image) -> Mapping[str, Any]:
    """The index of a device at rest, as plain data. Raises `ValueError` unless both copies are there and alike."""
    copies = [data for name, data in image if name in INDEX]
    if len(copies) != len(INDEX) or copies[0] != copies[1]:
        raise ValueError("the copies of the index are not alike")
    index: Mapping[str, Any] = opened("index", copies[0])
    return index


def part_on(image: Image, number: int) -> Image:
    """The files of a part, under the names that a slot gives them."""
    start = f"{number}."
    return tuple((name.removeprefix(start), data) for name, data in image if name.startswith(start))


def in_use(image: Image, place: int) -> Image:
    """The files of a slot in use; none if it is empty."""
    return part_on(image, index_on(image)["slots"][place]["slot"])


def in_trash(image: Image, place: int) -> tuple[Image, ...]:
    """The files of each deleted slot of this place, oldest first."""
    return tuple(part_on(image, each["slot"]) for each in index_on(image)["slots"][place]["trash"])


def loose_on(image: Image) -> Iterator[str]:
    """The files of a device that the index names for nothing."""
    index = index_on(image)
    named = {f"{each['number']}" for each in index["parts"]}
    for name, _ in image:
        if name not in (*INDEX, CLOCK) and name.partition(".")[0] not in named:
            yield name


# ---------------------------------------------------------------- devices


def slots_on(medium: Any) -> Slots:
    """The slots that are tried. Raises `Unavailable`, `IndexLost` or `Stopped`."""
    return opened_slots(medium, GENESIS, FROZEN)


def device(*places: Place | None, identity: Identity = IDENTITY) -> Image:
    """A device at rest with these slots in use, from the first on."""
    disk = SimulatedDisk()
    slots = slots_on(disk)
    files: dict[str, bytes] = {}
    for number, place in enumerate(places):
        if place is not None:
            part = slots.index.next
            slots.found(number, Identity(identity.guild_id, identity.lineage_id, number + 1))
            files |= {f"{part}.{name}": data for name, data in place.image}
    kept = [(name, data) for name, data in image_of(disk.now) if name in INDEX]
    return tuple(sorted([*kept, *files.items()]))


def after_acts(image: Image, *acts: Callable[[Slots], object]) -> Image:
    """The device after undisturbed acts."""
    disk = SimulatedDisk(snapshot_of(image))
    slots = slots_on(disk)
    for act in acts:
        act(slots)
    return image_of(disk.now)


# ---------------------------------------------------------------- the trash


def market() -> Image:
    """A device whose first slot has a run with a settled casualty."""
    return device(place_at(STARTS["reward"]))


def trashed(image: Image) -> Image:
    """A device whose first slot was deleted and has a new Guild."""
    return after_acts(image, lambda slots: delete(slots, FIRST, 0), lambda slots: slots.found(0, IDENTITY))


def aged(launches: int) -> Image:
    """The same, of a Guild with few files, after so many launches."""
    return after_acts(trashed(device(place_at(()))), *(count_launch,) * launches)


def moved_to_trash(before: Image, after: Image) -> Iterator[str]:
    """What was in use lies in the trash, byte for byte; what lay there lies there still."""
    if in_use(after, 0):
        yield "a deleted slot is still in use"
    if in_trash(after, 0) != (*in_trash(before, 0), in_use(before, 0)):
        yield "what lies in the trash is not the slot as it was, with both ledgers"


def moved_back(before: Image, after: Image) -> Iterator[str]:
    """What lay in the trash is in use, byte for byte."""
    if in_use(before, 0) or in_use(after, 0) != in_trash(before, 0)[0]:
        yield "what is restored is not the slot as it was deleted"
    if in_trash(after, 0) != in_trash(before, 0)[1:]:
        yield "what is restored lies in the trash as well, or something else is gone"


def nothing_in_trash(before: Image, after: Image) -> Iterator[str]:
    """The trash is empty, and what is in use unchanged."""
    if in_trash(after, 0) or not in_trash(before, 0):
        yield "the trash is not emptied"
    if in_use(after, 0) != in_use(before, 0):
        yield "emptying the trash changes a slot"


def same_trash(before: Image, after: Image) -> Iterator[str]:
    """The trash is as it was."""
    if in_trash(after, 0) != in_trash(before, 0) or not in_trash(before, 0) or in_use(after, 0) != in_use(before, 0):
        yield "a launch changes what it should not"


def trash_acts() -> Iterator[tuple[str, Act]]:
    """Acts upon the trash, by name."""
    yield "delete", Act(Law.TRASH, market(), lambda slots: delete(slots, SECOND, 0), moved_to_trash)
    yield "delete another", Act(Law.TRASH, trashed(market()), lambda slots: delete(slots, SECOND, 1), moved_to_trash)
    gone = after_acts(trashed(market()), lambda slots: delete(slots, SECOND, 1))
    yield "restore", Act(Law.TRASH, gone, lambda slots: restore(slots, THIRD, 0), moved_back)
    yield "empty", Act(Law.TRASH, aged(3), lambda slots: empty(slots, SECOND), nothing_in_trash)
    yield "launch", Act(Law.TRASH, aged(SEVEN - 1), count_launch, same_trash, is_counted=True)
    yield "last launch", Act(Law.TRASH, aged(SEVEN), count_launch, nothing_in_trash, is_counted=True)


# ---------------------------------------------------------------- copies from a cloud


def payload_on(image: Image) -> bytes:
    """What a cloud carries of a slot: the file that its pointer names, and a closure ledger."""
    files = dict(image)
    return files[opened("pointer", files[ACTIVE])["file"]] + files[LEDGERS[0]]


def commit_on(image: Image) -> Mapping[str, Any]:
    """The active commit of a slot, as plain data, without whose slot it is."""
    files = dict(image)
    plain: dict[str, Any] = opened("commit", files[opened("pointer", files[ACTIVE])["file"]])
    return {key: value for key, value in plain.items() if key != "identity"}


def archived_on(image: Image) -> list[Mapping[str, Any]]:
    """The commits that can only be read."""
    return [commit_on(part_on(image, number)) for number in index_on(image)["archive"]]


def taking(data: bytes, wish: Wish, place: int = 0) -> Callable[[Slots], object]:
    """The act of holding a payload against a slot; its receipt is that the slot then has what was wished."""
    return lambda slots: receive(slots, place, data, wish) and None


def taken(cloud: Image, *, backs_up: bool = False, archives: bool = False) -> Callable[[Image, Image], Iterator[str]]:
    """The slot is at the commit of the cloud, whole; what it was at is a backup, or can only be read."""

    def judge(before: Image, after: Image) -> Iterator[str]:
        if commit_on(in_use(after, 0)) != commit_on(cloud):
            yield "the slot is at another commit than was taken"
        files = dict(in_use(after, 0))
        if files[LEDGERS[0]] != files[LEDGERS[1]]:
            yield "the ledgers are not level"
        old = in_use(before, 0)
        if backs_up:
            shelf = opened("shelf", files[SHELF])
            pointer = opened("pointer", dict(old)[ACTIVE])
            if shelf["backups"][:1] != [pointer] or files.get(pointer["file"]) != dict(old)[pointer["file"]]:
                yield "the commit from before is not the newest backup"
        if archived_on(after) != ([commit_on(old)] if archives else []):
            yield "the archive does not hold exactly the branch that was not chosen"

    return judge


def kept(cloud: Image) -> Callable[[Image, Image], Iterator[str]]:
    """The slot is as it was, byte for byte, and the branch of the cloud can only be read."""

    def judge(before: Image, after: Image) -> Iterator[str]:
        if in_use(after, 0) != in_use(before, 0):
            yield "the branch that was kept has changed"
        if archived_on(after) != [commit_on(cloud)]:
            yield "the archive does not hold exactly the branch that was not chosen"

    return judge


def untouched(before: Image, after: Image) -> Iterator[str]:
    """Nothing has changed."""
    if after != before:
        yield "a file has changed, though nothing was to be done"


#: Two branches that part after the four offers of a run: another pair is selected on each.
HERE = (*CREATION[:2], Intent(Kind.SELECT, place=0, item=1))
THERE = (*CREATION[:2], Intent(Kind.SELECT, place=1, item=2))


def cloud_acts() -> Iterator[tuple[str, Act]]:
    """Copies from a cloud held against a slot, by name."""
    near, far = place_at(()), place_at(CREATION[:2])
    here, there = place_at(HERE), place_at(THERE)
    take, keep = Wish.TAKE_CLOUD, Wish.KEEP_LOCAL
    nothing = device(None)
    yield "import", Act(Law.CLOUD, nothing, taking(payload_on(far.image), take), taken(far.image), is_counted=True)
    later = taking(payload_on(far.image), take)
    yield "advance", Act(Law.CLOUD, device(near), later, taken(far.image, backs_up=True), is_counted=True)
    older = taking(payload_on(near.image), take)
    yield "keep what is newer", Act(Law.CLOUD, device(far), older, untouched, is_counted=True)
    other = payload_on(there.image)
    chosen = taken(there.image, archives=True)
    yield "choose the cloud", Act(Law.CLOUD, device(here), taking(other, take), chosen, is_counted=True)
    yield "choose what is here", Act(Law.CLOUD, device(here), taking(other, keep), kept(there.image), is_counted=True)
    apart = after_acts(device(here), taking(other, keep))
    yield "no second copy", Act(Law.CLOUD, apart, taking(other, take, 1), untouched, is_counted=True)
    read = apart_number(apart)
    yield "forget", Act(Law.CLOUD, apart, lambda slots: forget(slots, FIRST, read), nothing_read)


def apart_number(image: Image) -> int:
    """The part of the one branch that can only be read."""
    return int(next(iter(index_on(image)["archive"]), -1))


def nothing_read(before: Image, after: Image) -> Iterator[str]:
    """There is no branch any more that can only be read, and what is in use is as it was."""
    if archived_on(after) or in_use(after, 0) != in_use(before, 0):
        yield "a branch that was expressly deleted is still there, or something else is gone"


# ---------------------------------------------------------------- the wall clock


#: A wall clock in seconds, and moves of it with whether they are anomalies: the edges of both bounds.
SEEN, DAY = 10**9, 86_400
MOVES = {-DAY: True, -301: True, -300: False, 0: False, 30 * DAY: False, 180 * DAY: False, 180 * DAY + 1: True}


def noted(wall: int, anomalies: int) -> Callable[[Image, Image], Iterator[str]]:
    """The clock says so, and no other file has changed."""

    def judge(before: Image, after: Image) -> Iterator[str]:
        if opened("clock", dict(after)[CLOCK]) != {"wall": wall, "anomalies": anomalies}:
            yield "the wall clock is not noted, or no anomaly, or one too many"
        if {name: data for name, data in before if name != CLOCK} != {n: d for n, d in after if n != CLOCK}:
            yield "the wall clock changes a file of a slot"

    return judge


#: A clock that is read wrongly is a damaged one, which counts as none.
FLIPS = (Trouble.FLIP,)


def clock_acts() -> Iterator[tuple[str, Act]]:
    """Launches with the wall clock set, by name."""
    image = after_acts(market(), lambda slots: see_clock(slots, SEEN))
    back = noted(SEEN - DAY, 1)
    yield "clock back", Act(Law.CLOCK, image, lambda slots: see_clock(slots, SEEN - DAY) and None, back, spared=FLIPS)
