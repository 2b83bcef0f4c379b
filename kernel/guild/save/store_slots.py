"""The three Guild slots of a device on a medium, and how an act upon whole slots comes to the disk.

Such an act writes its files into a part of a new number, which nothing names, and then writes the index: that one write
decides. Parts that no index names are swept.

Rules: AG-SAV-2-01, AG-SAV-16-02, AG-SAV-16-03.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.medium import Medium
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Slot
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store, point, read_back
from kernel.guild.save.store_commit import NO_PARENT, Held, Identity, Stored, bytes_of, first_commit, held_of, stored_of
from kernel.guild.save.store_evidence import Evidence, Gathering, Unavailable
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
from kernel.guild.save.store_index import (
    IN_PART,
    INDEX,
    NEW,
    Deed,
    Done,
    Index,
    IndexLost,
    SlotRefused,
    Within,
    in_order,
    index_fault,
    index_in,
    pruned,
    with_part,
)
from kernel.guild.save.store_ledger import chain_of, closures, shelved
from kernel.guild.save.store_recovery import opened_store, quarantine
from kernel.guild.save.validation import first_fault


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
            raise NotSaved(f"{fault.rule}: {fault.reason}")
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
            part = IN_PART.fullmatch(name)
            is_loose = part is not None and int(part[1]) not in self.index.named
            if is_loose or name.startswith(TEMPORARY):
                drop(self.medium, name)


def done(slots: Slots, index: Index, operation: int, deed: Deed, part: int) -> Done:
    """Write the index together with the receipt of what led to it. Raises `SlotRefused`, `NotSaved` or `Stopped`."""
    row = Done(operation, deed, part, index.revision + 1)
    slots.switch(replace(index, done=(*index.done, row)))
    return row


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
    copies = {name: at.checked(name, index_in, None) for name in INDEX if name in names}
    found = [index for index in copies.values() if index is not None]
    if not found and (copies or any(IN_PART.fullmatch(name) for name in names)):
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
