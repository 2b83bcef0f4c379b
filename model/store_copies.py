"""Acts upon whole slots, interrupted everywhere: after each crash everything lies as before the act or as after it.

An act writes one index, so that opening a device leads to one of two images, byte for byte. What the image after an
act must be is said here apart from the store: by which files lie where.

Rules: AG-SAV-16-02, AG-SAV-16-03.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from kernel.guild.save.cloud import Wish
from kernel.guild.save.envelope import opened
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import FROZEN
from kernel.guild.save.store import NotSaved, Stopped
from kernel.guild.save.store_cloud import forget, receive
from kernel.guild.save.store_commit import Identity
from kernel.guild.save.store_evidence import Unavailable
from kernel.guild.save.store_files import ACTIVE, LEDGERS, SHELF
from kernel.guild.save.store_index import INDEX, IndexLost, SlotRefused, Slots, opened_slots
from kernel.guild.save.store_trash import count_launch, delete, empty, restore
from model.disk import Image, SimulatedDisk, Snapshot, after_power_loss, image_of, snapshot_of
from model.store_cases import Tally
from model.store_faults import Fault, Moment, Trouble, Watched
from model.store_oracle import Complaint, Law
from model.store_runs import CREATION, GENESIS, IDENTITY, STARTS, Place, place_at

#: Confirms, by number.
FIRST, SECOND, THIRD = 11, 12, 13
#: Launches that the trash outlasts; a figure of its own.
SEVEN = 7


@dataclass(frozen=True)
class Act:
    """An act upon the slots of a device at rest; `judge` tells what is wrong with the image that it led to.

    `law` is what a crash in it must not break, `between` are the images at which it may stop halfway;
    `is_counted`: it has no confirm, and once more is twice.
    """

    law: Law
    before: Image
    run: Callable[[Slots], object]
    judge: Callable[[Image, Image], Iterator[str]]
    between: tuple[Image, ...] = ()
    is_counted: bool = False


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
        if name not in INDEX and name.partition(".")[0] not in named:
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
    (number,) = index_on(image)["archive"]
    return int(number)


def nothing_read(before: Image, after: Image) -> Iterator[str]:
    """There is no branch any more that can only be read, and what is in use is as it was."""
    if archived_on(after) or in_use(after, 0) != in_use(before, 0):
        yield "a branch that was expressly deleted is still there, or something else is gone"


@cache
def acts() -> Mapping[str, Act]:
    """All acts that are tried, by name. Remembered: they are the same every time."""
    return dict([*trash_acts(), *cloud_acts()])


# ---------------------------------------------------------------- interrupted


@dataclass(frozen=True)
class Found:
    """What opening a device and all its slots led to; `why` if it did not."""

    image: Image
    why: str
    moments: tuple[Moment, ...]


@dataclass
class Actor:
    """Tries one act. Openings are remembered: an image leads to one result."""

    act: Act
    random: Random
    tally: Tally

    def __post_init__(self) -> None:
        self._opened: dict[Image, Found] = {}

    def tried(self) -> Iterator[Complaint]:
        """The act undisturbed; crashed at every call, and each opening again; with each trouble at each call."""
        watched = Watched(SimulatedDisk(snapshot_of(self.act.before)))
        slots = slots_on(watched)
        watched.moments.clear()
        first = len(watched.kinds)
        said = self.act.run(slots)
        moments, kinds = watched.end(), watched.kinds[first:]
        after = image_of(watched.disk.now)
        for says in self._about_files(after):
            yield self.act.law, says
        allowed = {self.act.before, *self.act.between, after}
        self.tally.boundaries["WHOLE SLOTS"] += len(moments)
        self.tally.operations["WHOLE SLOTS"] += 1
        for moment in moments[:-1]:
            yield from self._power_loss(moment.snapshot, allowed)
        yield from self._power_loss(moments[-1].snapshot, {after})
        yield from self._again(after, said)
        for trouble in Trouble:
            for at, call in enumerate(kinds):
                for is_lasting in (False, True):
                    if call in trouble.calls:
                        yield from self._failure(Fault(trouble, at, is_lasting), allowed, after)
        self.tally.images += len(self._opened)

    def _about_files(self, after: Image) -> Iterator[str]:
        """What is wrong with the files that the undisturbed act leaves."""
        try:
            yield from self.act.judge(self.act.before, after)
            yield from (f"nothing names {name}" for name in loose_on(after))
        except ValueError as error:
            yield str(error)

    def _again(self, after: Image, said: object) -> Iterator[Complaint]:
        """The same confirm once more gets the first receipt and changes nothing; launches have none."""
        if said is None:
            return
        disk = SimulatedDisk(snapshot_of(after))
        try:
            again = self.act.run(slots_on(disk))
        except SlotRefused as error:
            again = error
        if again != said or image_of(disk.now) != after:
            yield Law.CONFIRMED, f"confirmed again it gives {again} instead of {said}, or changes a file"

    def _power_loss(self, snapshot: Snapshot, allowed: Iterable[Image]) -> Iterator[Complaint]:
        """Judge every image that a power loss may leave now, and every crash of its opening."""
        for image in after_power_loss(snapshot, self.random):
            self.tally.crash_states += 1
            is_new = image not in self._opened
            found = self._found(image)
            if found.image not in allowed:
                yield self.act.law, f"it opens neither as before nor as after{found.why}"
            elif is_new:
                yield from self._opened_again(found)

    def _opened_again(self, found: Found) -> Iterator[Complaint]:
        if self._found(found.image).image != found.image:
            yield Law.AGAIN, "opening a second time changes a byte"
        for moment in found.moments:
            for left in after_power_loss(moment.snapshot, self.random):
                self.tally.second_crashes += 1
                if self._found(left).image != found.image:
                    yield Law.AGAIN, "after a crash of the first opening the second leads elsewhere"

    def _found(self, image: Image) -> Found:
        if image not in self._opened:
            self._opened[image] = opening_of(image)
        return self._opened[image]

    def _failure(self, fault: Fault, allowed: Iterable[Image], after: Image) -> Iterator[Complaint]:
        """One run with one fault: what it says, what it leaves, and whether it can be made good."""
        self.tally.failed_calls += 1
        disk = SimulatedDisk(snapshot_of(self.act.before))
        slots = slots_on(disk)
        watched = Watched(disk, fault)
        slots.medium = watched
        try:
            self.act.run(slots)
        except NotSaved:
            allowed = set(allowed) - {after}
        except (Stopped, Unavailable):
            pass
        else:
            allowed = {after}
        for law, says in self._power_loss(disk.now, allowed):
            yield law, f"{fault}: {says}"
        if self.act.is_counted and (after in allowed):
            return
        watched.fault = None
        try:
            self.act.run(slots if not slots.is_stopped else slots_on(watched))
        except SlotRefused:
            yield Law.CONFIRMED, f"{fault}: confirmed again it is refused"
        except (NotSaved, Stopped, Unavailable, IndexLost) as error:
            yield Law.RETRIED, f"{fault}: the disk works again, but not the act: {error}"
        for law, says in self._power_loss(disk.now, {after}):
            yield (Law.RETRIED if law is self.act.law else law), f"{fault}, made good: {says}"


def opening_of(image: Image) -> Found:
    """What opening a device with these files, and every slot of it, leads to."""
    watched = Watched(SimulatedDisk(snapshot_of(image)))
    why = ""
    try:
        slots = slots_on(watched)
        for place, kept in enumerate(slots.index.slots):
            if kept.slot >= 0:
                slots.opened(place)
    except (Unavailable, IndexLost, Stopped) as error:
        why = f": {error}"
    return Found(image_of(watched.disk.now), why, tuple(watched.moments))


def act_tried(name: str, tally: Tally, random: Random) -> Iterator[Complaint]:
    """Try one act by its name. Raises `KeyError`."""
    yield from Actor(acts()[name], random, tally).tried()
