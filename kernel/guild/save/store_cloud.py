"""Copies from a cloud: a complete commit with its closure ledger, verified in full, and what becomes of a slot by it.

Which of two commits counts is decided by `cloud.received` from what both say of their past. What is taken goes whole
into a part of its own, and one write of the index lets it count; nothing is ever put together from two commits.

Rules: AG-SAV-14-01..08, AG-SAV-1-04.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.cloud import NO_BRANCH, Branch, Device, Reply, Wish, branch_of, received
from kernel.guild.save.commit import Commit
from kernel.guild.save.deletion import Shelf as Kept
from kernel.guild.save.envelope import Damaged, first_length, sha256
from kernel.guild.save.slot import NONE, Stage
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import Held, Identity, Stored, Unsupported, bytes_of, commit_in
from kernel.guild.save.store_evidence import gathered, read
from kernel.guild.save.store_files import (
    MANIFEST,
    NO_SHELF,
    NOWHERE,
    QUARANTINE,
    REJECTED,
    Shelf,
    Unsure,
    Unwritten,
    file_of,
    packed,
    put,
    unpacked,
)
from kernel.guild.save.store_index import Deed, Done, SlotRefused, receipt, replaced, with_part
from kernel.guild.save.store_ledger import chain_of, closures
from kernel.guild.save.store_slots import Slots, done


def payload_of(held: Held) -> bytes:
    """What a cloud carries of a commit: its file, and the closure ledger that belongs to it. Rules: AG-SAV-14-01."""
    return bytes_of(held.stored) + chain_of(closures(held.commit), held.stored.identity)


def delivered(data: bytes) -> Stored:
    """The commit in a payload, which may be of any Guild. Nothing in it is trusted.

    Raises `Damaged`, `Misfit`, or `Unsupported` for other versions. Rules: AG-SAV-14-01, AG-SAV-11.2-01..12.
    """
    length = first_length(data)
    said: Stored = unpacked("commit", Stored, data[:length])
    name = file_of(said.commit_id, said.commit.sequence)
    stored = commit_in(data[:length], name, said.identity).stored
    if not stored.commit.is_boundary:
        raise Misfit(name, "AG-SAV-14-01: a commit with something pending is not complete")
    if data[length:] != chain_of(closures(stored.commit), stored.identity):
        raise Misfit(name, "AG-SAV-14-01: its closure ledger is another than its journal's")
    return stored


def receive(slots: Slots, place: int, data: bytes, wish: Wish) -> Reply:
    """Hold a payload of the cloud against a slot, and do what the player wishes about it, if it may be done.

    Raises `SlotRefused` if the slot itself cannot be compared, `NotSaved`, `Stopped`, or what opening raises; then
    nothing has changed, or opening the device again tells. Rules: AG-SAV-14-01..08.
    """
    try:
        stored = delivered(data)
    except (Damaged, Misfit, Unsupported):
        return Reply.NOT_VALID
    stored = replace(stored, identity=replace(stored.identity, slot_id=place + 1))
    local = None if slots.index.slots[place].slot == NONE else slots.opened(place)
    before = device_of(slots, place, local)
    after = received(before, place, branch(slots, stored.identity, stored.commit), wish, slots.rulings)
    match after.reply:
        case Reply.IMPORTED:
            bring(slots, place, slots.fresh(), stored)
        case Reply.ADVANCED:
            assert local is not None
            bring(slots, place, carried_over(slots, place, local), stored, shelf_before(local, stored.commit))
        case Reply.CHOSEN if wish is Wish.TAKE_CLOUD:
            bring(slots, place, slots.fresh(), stored, archive=(slots.index.slots[place].slot,))
        case Reply.CHOSEN if set(after.archive) != set(before.archive):
            set_aside(slots, stored)
    return after.reply


def forget(slots: Slots, operation: int, part: int) -> Done:
    """Delete a branch that can only be read. Gives the receipt. Raises `SlotRefused`, `NotSaved` or `Stopped`.

    Rules: AG-SAV-14-08, AG-SAV-16-03.
    """
    first = receipt(slots.index, operation, Deed.FORGOTTEN, part)
    if first is not None:
        return first
    if part not in slots.index.archive:
        raise SlotRefused(f"AG-SAV-14-08: part {part} is no branch that can only be read")
    kept = tuple(each for each in slots.index.archive if each != part)
    return done(slots, replace(slots.index, archive=kept), operation, Deed.FORGOTTEN, part)


# ---------------------------------------------------------------- what is compared


def device_of(slots: Slots, place: int, local: Store | None) -> Device:
    """The device as the rules compare it: one slot in full, of all others whose they are, and the archive.

    Of a deleted slot that is still in the trash its receipts are known (F-172). Raises `SlotRefused`.
    """
    index = slots.index
    branches = [
        NO_BRANCH if kept.slot == NONE else branch(slots, index.identity(kept.slot), None) for kept in index.slots
    ]
    if local is not None:
        if local.standing is Standing.STOPPED:
            raise Stopped(local.standing.value)
        if local.held is None or not local.held.commit.is_boundary:
            raise SlotRefused(f"AG-SAV-14-01: slot {place} is {local.standing.name}, and nothing is compared with it")
        branches[place] = branch(slots, local.identity, local.held.commit)
    deleted = [branch_in(slots, each.slot) for each in index.slots[place].trash]
    archive = tuple(branch_in(slots, number) for number in index.archive)
    return Device(tuple(branches), archive, NO_BRANCH, NO_BRANCH, Reply.NOTHING, deleted[-1] if deleted else NO_BRANCH)


def branch(slots: Slots, identity: Identity, commit: Commit | None) -> Branch:
    """The past of a commit; without one only whose it is."""
    guild, lineage = int(identity.guild_id, 16), int(identity.lineage_id, 16)
    return Branch(guild, lineage, ()) if commit is None else branch_of(commit, guild, lineage, slots.rulings)


def branch_in(slots: Slots, number: int) -> Branch:
    """The past of the commit that a part is at, which is not changed; only whose it is if that cannot be told."""
    identity = slots.index.identity(number)
    try:
        evidence = gathered(slots.within(number), identity)
    except Unsupported:
        return branch(slots, identity, None)
    held = evidence.held(evidence.active)
    return branch(slots, identity, None if held is None else held.commit)


# ---------------------------------------------------------------- what is done


def bring(
    slots: Slots, place: int, number: int, stored: Stored, shelf: Shelf = NO_SHELF, archive: tuple[int, ...] = ()
) -> None:
    """Let a slot be at this commit, in the next part; what it was goes into the archive, or away.

    Raises `NotSaved` or `Stopped`. Rules: AG-SAV-14-03, AG-SAV-14-05, AG-SAV-14-06.
    """
    slots.lay_out(number, stored, shelf)
    index = replace(slots.index, archive=without(slots, (*slots.index.archive, *archive), stored))
    kept = Kept(number, number, index.slots[place].trash)
    index = index if archive else replaced(index, index.slots[place].slot, number)
    slots.switch(with_part(index, place, kept, stored.identity))


def set_aside(slots: Slots, stored: Stored) -> None:
    """Archive a commit of the cloud, so that it can be read. Raises `NotSaved` or `Stopped`. Rules: AG-SAV-14-06."""
    number = slots.fresh()
    slots.lay_out(number, stored, NO_SHELF)
    index = replace(slots.index, archive=(*slots.index.archive, number))
    place = stored.identity.slot_id - 1
    slots.switch(with_part(index, place, index.slots[place], stored.identity))


def without(slots: Slots, archive: tuple[int, ...], stored: Stored) -> tuple[int, ...]:
    """The archive without the branch that this commit is at: it is active from now on. Rules: AG-SAV-14-08."""
    chosen = branch(slots, stored.identity, stored.commit)
    return tuple(number for number in archive if branch_in(slots, number) != chosen)


def carried_over(slots: Slots, place: int, local: Store) -> int:
    """Copy into the next part what of a slot has to outlast its commit: backups, and what was rejected. Its number.

    Raises `NotSaved` or `Unavailable`. Rules: AG-SAV-11.1-03, AG-SAV-11.1-09, AG-SAV-14-03.
    """
    assert local.held is not None
    number = slots.fresh()
    source, target = slots.within(slots.index.slots[place].slot), slots.within(number)
    evidence = gathered(source, local.identity)
    try:
        for pointer in (local.held.pointer, *local.shelf.pointers):
            held = evidence.held(pointer)
            if held is None:
                raise NotSaved(f"{pointer.file} is read otherwise than it was written")
            put(target, pointer.file, bytes_of(held.stored))
        for name in (name for name in evidence.names if name.startswith(QUARANTINE)):
            put(target, name, intact(name, read(source, name)))
        if evidence.manifest:
            put(target, MANIFEST, packed("manifest", evidence.manifest, REJECTED))
    except (Unwritten, Unsure) as error:
        raise NotSaved(str(error)) from error
    return number


def intact(name: str, data: bytes) -> bytes:
    """Bytes in quarantine, if they are those that were put there. Raises `NotSaved`. Rules: AG-SAV-11.1-09."""
    if name != f"{QUARANTINE}{sha256(data)}":
        raise NotSaved(f"{name} is read otherwise than it was written")
    return data


def shelf_before(local: Store, commit: Commit) -> Shelf:
    """The shelf for a descendant: the local commit as the newest backup, checkpoints if the run is the same.

    Rules: AG-SAV-14-03, AG-SAV-11.1-03..06.
    """
    assert local.held is not None
    mine, its = local.held.commit.slot.run, commit.slot.run
    is_same = Stage.ABSENT not in (mine.stage, its.stage) and mine.seed == its.seed
    backups = (local.held.pointer, *local.shelf.backups)
    start, market = (local.shelf.run_start, local.shelf.market) if is_same else (NOWHERE, NOWHERE)
    return Shelf(NOWHERE, backups, NOWHERE, start, market)
