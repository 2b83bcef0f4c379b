"""Acts upon whole slots, interrupted everywhere: after each crash everything lies as before the act or as after it.

An act writes one index, so that opening a device leads to one of two images, byte for byte.

Rules: AG-SAV-16-02, AG-SAV-16-03, AG-SAV-14-01..08.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from kernel.guild.save.store import NotSaved, Stopped
from kernel.guild.save.store_commit import Unsupported
from kernel.guild.save.store_evidence import Unavailable
from kernel.guild.save.store_index import IndexLost, SlotRefused
from model.disk import Image, SimulatedDisk, Snapshot, after_power_loss, image_of, snapshot_of
from model.store_acts import Act, clock_acts, cloud_acts, loose_on, slots_on, trash_acts
from model.store_cases import Tally
from model.store_faults import Fault, Moment, Trouble, Watched
from model.store_migrations import migration_acts
from model.store_oracle import Complaint, Law

#: The acts that are tried, by name, each with the law that is its own. A store that is broken can fail to make the
#: devices that they begin on; what there is to try is known without it.
LAWS: Mapping[str, Law] = {
    **dict.fromkeys(("delete", "delete another", "restore", "empty", "launch", "last launch"), Law.TRASH),
    **dict.fromkeys(("import", "advance", "keep what is newer", "choose the cloud"), Law.CLOUD),
    **dict.fromkeys(("choose what is here", "no second copy", "forget"), Law.CLOUD),
    **dict.fromkeys(("migrate", "migrate again", "fall back", "launch after a migration"), Law.MIGRATED),
    "clock back": Law.CLOCK,
}


@cache
def acts() -> Mapping[str, Act]:
    """All acts that are tried, by name. Remembered: they are the same every time."""
    return dict([*trash_acts(), *cloud_acts(), *migration_acts(), *clock_acts()])


def shows(name: str, law: Law) -> bool:
    """Can an act break this law: its own, or one that every act has to keep?"""
    return law is LAWS[name] or law not in LAWS.values()


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
        try:
            said = self.act.run(slots)
        except (NotSaved, SlotRefused) as error:
            yield self.act.law, f"nothing speaks against it, but it is not done: {error}"
            return
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
        for trouble in (each for each in Trouble if each not in self.act.spared):
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
        except (ValueError, KeyError) as error:
            yield f"the files are not those of a slot: {error}"

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
            allowed = set(allowed) - {after} | {self.act.before}
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
    except Unsupported:
        why = ": it needs a migration"
    except (Unavailable, IndexLost, Stopped) as error:
        why = f": {error}"
    return Found(image_of(watched.disk.now), why, tuple(watched.moments))


def act_tried(name: str, tally: Tally, random: Random) -> Iterator[Complaint]:
    """Try one act by its name. A store on which no device to begin on can be made breaks the law of the act."""
    try:
        act = acts()[name]
    except (ValueError, KeyError) as error:
        yield LAWS[name], f"the device that it begins on cannot be made: {error}"
        return
    yield from Actor(act, random, tally).tried()
