"""The three Guild slots of a device in one folder: which files belong to which slot, and which lie in the trash.

Every slot is a part: files whose names begin with its number, and on which a `Store` works as if they were alone. What
a part is for, an index says, written twice. An act upon whole slots writes its files into a part of a new number, which
nothing names, and then writes the index: that one write decides. Parts that no index names are swept.

Rules: AG-SAV-2-01, AG-SAV-16-02, AG-SAV-16-03.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kernel.guild.save.deletion import Shelf as Kept
from kernel.guild.save.medium import Medium
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Slot, Term
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store, point, read_back
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import NO_PARENT, Held, Identity, Stored, bytes_of, first_commit, held_of, stored_of
from kernel.guild.save.store_evidence import Evidence, Gathering, Unavailable, read
from kernel.guild.save.store_files import (
    LEDGERS,
    MANIFEST,
    NO_SHELF,
    NOWHERE,
    REJECTED,
    SHELF,
    TEMPORARY,
    Rejected,
    Shelf,
    Unsure,
    Unwritten,
    drop,
    packed,
    put,
    unpacked,
)
from kernel.guild.save.store_ledger import chain_of, closures, shelved
from kernel.guild.save.store_recovery import opened_store, quarantine
from kernel.guild.save.validation import first_fault

#: Guild slots of a device; the one at place i has the slot ID i + 1. Rules: AG-SAV-2-01.
SLOTS = 3
INDEX = ("index_a", "index_b")
_IN_PART = re.compile(r"(0|[1-9][0-9]{0,9})\.(.+)", re.ASCII)


class Deed(Term):
    """What was done to a whole slot upon a confirm. Rules: AG-SAV-16-03."""

    DELETED = "a slot was deleted"
    RESTORED = "a slot came back from the trash"
    EMPTIED = "the trash was emptied"
    FORGOTTEN = "a branch that can only be read was deleted"


@dataclass(frozen=True)
class Part:
    """The number of a part, and whose files lie there."""

    number: int
    identity: Identity


@dataclass(frozen=True)
class Done:
    """The receipt of a deed: its operation ID, the part that it was asked for, the revision that it led to.

    Rules: AG-SAV-16-03.
    """

    operation: int
    deed: Deed
    part: int
    revision: int


@dataclass(frozen=True)
class Index:
    """Which parts there are, and what each is for; labels of `slots` are numbers of parts.

    `archive` are branches that can only be read, `revision` counts the writes of the index, `next` is a number that no
    part has had.
    """

    revision: int
    next: int
    slots: tuple[Kept, ...]
    archive: tuple[int, ...]
    parts: tuple[Part, ...]
    done: tuple[Done, ...]

    @property
    def named(self) -> tuple[int, ...]:
        """The parts that are for something."""
        return (*(number for kept in self.slots for number in numbers_of(kept)), *self.archive)

    def identity(self, number: int) -> Identity:
        """Whose files lie in a part. Raises `KeyError`."""
        return {part.number: part.identity for part in self.parts}[number]

    def is_elsewhere(self, number: int) -> bool:
        """Is the lineage of a part in use as another one?"""
        mine = self.identity(number)
        used = [self.identity(kept.slot) for kept in self.slots if kept.slot not in (NONE, number)]
        return any((each.guild_id, each.lineage_id) == (mine.guild_id, mine.lineage_id) for each in used)


def numbers_of(kept: Kept) -> tuple[int, ...]:
    """The parts that one slot has, in use or in the trash."""
    return tuple(number for number in (kept.slot, *(each.slot for each in kept.trash)) if number != NONE)


NEW = Index(0, 0, (Kept(NONE, NONE),) * SLOTS, (), (), ())


def index_fault(index: Index) -> str:
    """What cannot be right about an index; empty if nothing."""
    named = sorted(index.named)
    numbers = sorted(part.number for part in index.parts)
    if len(index.slots) != SLOTS:
        return f"{len(index.slots)} slots where {SLOTS} belong"
    if named != numbers or len(set(named)) != len(named):
        return "not every part is for one thing"
    if any(not 0 <= number < index.next for number in numbers) or index.revision < 0:
        return "a number is out of its range"
    for place, kept in enumerate(index.slots):
        if any(index.identity(each).slot_id != place + 1 for each in numbers_of(kept)):
            return "a slot has a part that belongs to another"
    return ""


class IndexLost(Exception):
    """No copy of the index can be read, and there are parts: nothing tells trash from slot, and nothing is changed."""


class SlotRefused(Exception):
    """An act upon a whole slot that the save contract does not allow; names the rule. Nothing has changed."""


class Within:
    """A `Medium`: the files of one part, as if they were alone."""

    def __init__(self, medium: Medium, number: int) -> None:
        self.medium = medium
        self.number = number

    def _of(self, name: str) -> str:
        return f"{self.number}.{name}"

    def create(self, name: str) -> int:
        """See `Medium`."""
        return self.medium.create(self._of(name))

    def write(self, handle: int, data: bytes) -> int:
        """See `Medium`."""
        return self.medium.write(handle, data)

    def fsync(self, handle: int) -> None:
        """See `Medium`."""
        self.medium.fsync(handle)

    def close(self, handle: int) -> None:
        """See `Medium`."""
        self.medium.close(handle)

    def replace(self, source: str, target: str) -> None:
        """See `Medium`."""
        self.medium.replace(self._of(source), self._of(target))

    def unlink(self, name: str) -> None:
        """See `Medium`."""
        self.medium.unlink(self._of(name))

    def fsync_directory(self) -> None:
        """See `Medium`."""
        self.medium.fsync_directory()

    def read(self, name: str, limit: int) -> bytes:
        """See `Medium`."""
        return self.medium.read(self._of(name), limit)

    def list(self) -> tuple[str, ...]:
        """See `Medium`."""
        found = (_IN_PART.fullmatch(name) for name in self.medium.list())
        return tuple(each[2] for each in found if each is not None and int(each[1]) == self.number)


# ---------------------------------------------------------------- the slots of a device


class Slots:
    """All slots of a device on a medium. Make it with `opened_slots`; one writer at a time.

    `genesis` is what a new Guild holds. Once it `is_stopped` it is not known what the disk holds: open it again.
    """

    def __init__(self, medium: Medium, genesis: Slot, rulings: SaveRulings) -> None:
        self.medium = medium
        self.genesis = genesis
        self.rulings = rulings
        self.index = NEW
        self.is_stopped = False

    def within(self, number: int) -> Within:
        """The files of a part."""
        return Within(self.medium, number)

    def opened(self, slot: int) -> Store:
        """The store of a slot that is in use, recovered. Raises `SlotRefused`, and what `opened_store` raises.

        A part that the index names and whose files are all gone is blocked, not empty. Rules: AG-SAV-11.3-09.
        """
        number = self.index.slots[slot].slot
        if number == NONE:
            raise SlotRefused(f"AG-SAV-2-01: slot {slot} is empty")
        store = opened_store(self.within(number), self.index.identity(number), self.genesis, self.rulings)
        if store.standing is Standing.EMPTY:
            store.standing = Standing.BLOCKED
        return store

    def found(self, slot: int, identity: Identity) -> None:
        """Begin a new Guild in an empty slot. Raises `SlotRefused`, `NotSaved` or `Stopped`."""
        if self.index.slots[slot].slot != NONE:
            raise SlotRefused(f"AG-SAV-16-01: slot {slot} is in use, and is not overwritten without its deletion")
        number = self.fresh()
        self.lay_out(number, stored_of(identity, first_commit(self.genesis), NO_PARENT), NO_SHELF)
        self.switch(with_part(self.index, slot, replace(self.index.slots[slot], slot=number, ledgers=number), identity))

    def fresh(self) -> int:
        """The number of a part that has no files yet. Raises `NotSaved`."""
        number = self.index.next
        part = self.within(number)
        try:
            for name in part.list():
                part.unlink(name)
        except OSError as error:
            raise NotSaved(str(error)) from error
        return number

    def lay_out(self, number: int, stored: Stored, shelf: Shelf) -> Held:
        """Write a slot that is at this commit into a part that no index names yet; read it back. Raises `NotSaved`.

        `shelf` is rotated for the commit as in any slot. Rules: AG-SAV-5-08, AG-SAV-11.1-10.
        """
        fault = first_fault(stored.commit)
        if fault is not None:
            raise NotSaved(f"{fault.rule}: {fault.words}")
        part, data = self.within(number), bytes_of(stored)
        held = held_of(stored, data)
        try:
            put(part, held.pointer.file, data)
            put(part, SHELF, packed("shelf", shelved(shelf, held, self.rulings)))
            for name in LEDGERS:
                put(part, name, chain_of(closures(held.commit), stored.identity))
            point(part, held.pointer)
            read_back(part, stored.identity, held)
        except (Unwritten, Unsure, Unavailable) as error:
            raise NotSaved(str(error)) from error
        return held

    def switch(self, index: Index) -> None:
        """Let the index be this one, at the next revision, and sweep what it no longer names.

        Raises `SlotRefused` or `NotSaved` if the index is what it was, `Stopped` if that is not known.

        Rules: AG-SAV-16-02.
        """
        if self.is_stopped:
            raise Stopped(Standing.STOPPED.value)
        index = pruned(replace(index, revision=self.index.revision + 1))
        fault = index_fault(index)
        if fault:
            raise SlotRefused(f"AG-SAV-2-01: {fault}")
        first, second = in_order(index.revision)
        data = packed("index", index)
        try:
            put(self.medium, first, data)
        except Unwritten as error:
            raise NotSaved(str(error)) from error
        except Unsure as error:
            self.is_stopped = True
            raise Stopped(str(error)) from error
        try:
            put(self.medium, second, data)
        except (Unwritten, Unsure) as error:
            self.is_stopped = True
            raise Stopped(str(error)) from error
        self.index = index
        self.sweep()

    def sweep(self) -> None:
        """Remove the files of parts that the index does not name, and files on their way to a name."""
        try:
            names = self.medium.list()
        except OSError:
            return
        for name in names:
            part = _IN_PART.fullmatch(name)
            is_loose = part is not None and int(part[1]) not in self.index.named
            if is_loose or name.startswith(TEMPORARY):
                drop(self.medium, name)


def with_part(index: Index, slot: int, kept: Kept, identity: Identity) -> Index:
    """The index with the next part, of this identity, and a slot as it is then."""
    part = Part(index.next, identity)
    return replace(with_slot(index, slot, kept), next=index.next + 1, parts=(*index.parts, part))


def with_slot(index: Index, slot: int, kept: Kept) -> Index:
    """The index with one slot as it is now."""
    return replace(index, slots=tuple(kept if i == slot else each for i, each in enumerate(index.slots)))


def pruned(index: Index) -> Index:
    """The index without parts that are for nothing."""
    return replace(index, parts=tuple(part for part in index.parts if part.number in index.named))


def in_order(revision: int) -> tuple[str, str]:
    """The copies of the index, the one that is written first in front: they alternate, as closure ledgers do."""
    one, other = INDEX
    return (one, other) if revision % 2 else (other, one)


# ---------------------------------------------------------------- opening


def opened_slots(medium: Medium, genesis: Slot, rulings: SaveRulings) -> Slots:
    """The slots of a device, both copies of the index level; no slot is opened yet.

    Raises `Unavailable` if the disk cannot be read, `IndexLost`, and `Stopped` if the disk would not have the repair.
    Rules: AG-SAV-11.1-09, AG-SAV-11.3-10.
    """
    slots = Slots(medium, genesis, rulings)
    try:
        medium.fsync_directory()
        names = medium.list()
    except OSError as error:
        raise Unavailable(str(error)) from error
    at = Gathering(medium, [], {})
    copies = {name: at.checked(name, _index, None) for name in INDEX if name in names}
    found = [index for index in copies.values() if index is not None]
    if not found and (copies or any(_IN_PART.fullmatch(name) for name in names)):
        raise IndexLost(f"{len(copies)} copies of the index, none of them valid")
    slots.index = max(found, key=lambda index: index.revision, default=NEW)
    try:
        set_aside(medium, names, at)
        for name in in_order(slots.index.revision):
            if copies.get(name) != slots.index:
                put(medium, name, packed("index", slots.index))
    except (Unwritten, Unsure) as error:
        raise Stopped(str(error)) from error
    slots.sweep()
    return slots


def set_aside(medium: Medium, names: tuple[str, ...], at: Gathering) -> None:
    """Copy rejected copies of the index to quarantine, and list them. Raises `Unwritten` or `Unsure`."""
    rows: tuple[Rejected, ...] = at.checked(MANIFEST, _manifest, ()) if MANIFEST in names else ()
    rejected = tuple(at.rejected)
    quarantine(medium, Evidence(names, (), NOWHERE, NO_SHELF, (None, None), {}, rows, rejected, at.bytes_of))


def _manifest(data: bytes) -> tuple[Rejected, ...]:
    rows: tuple[Rejected, ...] = unpacked("manifest", REJECTED, data)
    return rows


def _index(data: bytes) -> Index:
    index: Index = unpacked("index", Index, data)
    fault = index_fault(index)
    if fault:
        raise Misfit("", f"AG-SAV-2-01: {fault}")
    return index


def files_of(slots: Slots, number: int) -> tuple[tuple[str, bytes], ...]:
    """The files of a part, by name. Raises `Unavailable`."""
    part = slots.within(number)
    return tuple((name, read(part, name)) for name in part.list())
