"""Migrating a slot on its disk: the source copied, steps taken on what was read of it, one write of the index.

The source is never written to. Its bytes lie in a part of their own before anything else is written; the result, a
child of the source's commit, lies whole in another before the index lets it count. A `Release` says which steps there
are, for a chain decides by `versions` whether they suffice.

Rules: AG-SAV-13-01..12, AG-SAV-3-05, AG-SAV-11.1-07.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kernel.guild.save.commit import Commit, boundary_of, pending_rows
from kernel.guild.save.deletion import Shelf as Kept
from kernel.guild.save.envelope import Damaged, first_length, opened, payload_in, sha256
from kernel.guild.save.migration import Files, Moment, Payload, may_fall_back, may_migrate
from kernel.guild.save.rulings import Descent, Fallback
from kernel.guild.save.slot import NONE
from kernel.guild.save.store import NotSaved
from kernel.guild.save.store_codec import Misfit, record_of
from kernel.guild.save.store_commit import CONTENT, RULESET, SAVE_SCHEMA, Identity, Stored, low128, stored_of
from kernel.guild.save.store_evidence import Unavailable, read
from kernel.guild.save.store_files import (
    ACTIVE,
    MANIFEST,
    NO_SHELF,
    QUARANTINE,
    TEMPORARY,
    Pointer,
    Unsure,
    Unwritten,
    pointed,
    put,
    unpacked,
)
from kernel.guild.save.store_index import Before, Deed, Done, SlotRefused, Within, receipt, with_part, with_slot
from kernel.guild.save.store_slots import Slots, done
from kernel.guild.save.validation import first_fault
from kernel.guild.save.versions import Chain, chain_of

#: A pure function from what a commit says in one schema to what it says in the next.
Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class Release:
    """What a release knows of schemas before its own: `steps[i]` leads from schema `oldest + i` to the next, if any.

    Rules: AG-SAV-3-05, AG-SAV-13-03.
    """

    oldest: int
    steps: tuple[Step | None, ...]

    def chain(self, version: int) -> Chain:
        """Is there a chain from this schema to the current one? Chains count schemas from the oldest on, as 1."""
        if version < self.oldest:
            return Chain.BLOCKED
        has_step = tuple(step is not None for step in self.steps)
        return chain_of(version - self.oldest + 1, SAVE_SCHEMA - self.oldest + 1, has_step)


#: There has been one schema: nothing is older.
SHIPPED = Release(SAVE_SCHEMA, ())


class MigrationBlocked(NotSaved):
    """migration_blocked: the source stays as it is; this slot alone cannot be played, and can be exported.

    Rules: AG-SAV-13-12.
    """


@dataclass(frozen=True)
class Source:
    """The active commit of an older schema, as plain data, and every file of its slot."""

    version: int
    plain: Mapping[str, Any]
    files: Mapping[str, bytes]


def migrate(slots: Slots, place: int, release: Release, moment: Moment = Moment.START_UP) -> bool:
    """Bring a slot to the current schema; False if it is there already.

    Raises `MigrationBlocked` if anything speaks against it, `NotSaved` or `Stopped` if the disk does, `Unavailable`.
    Rules: AG-SAV-13-01..09, AG-SAV-13-12.
    """
    number = slots.index.slots[place].slot
    if number == NONE:
        raise SlotRefused(f"AG-SAV-2-01: slot {place} is empty")
    if slots.rulings.descent is not Descent.SAME_LINEAGE:
        raise MigrationBlocked("AG-SAV-13-09: no lineage is begun here (F-248)")
    identity = slots.index.identity(number)
    try:
        source = source_in(slots.within(number), identity)
        if source.version == SAVE_SCHEMA:
            return False
        child = child_of(source, identity, release, moment)
    except (Damaged, Misfit) as error:
        raise MigrationBlocked(str(error)) from error
    keep_source(slots, place, source)
    bring_result(slots, place, source, child)
    return True


def source_in(part: Within, identity: Identity) -> Source:
    """A slot of any schema: every file whole, the active commit its pointer's, of this Guild, with its own identity.

    Raises `Damaged`, `Misfit`, or `Unavailable`. Rules: AG-SAV-13-02, AG-SAV-11.2-01..04.
    """
    try:
        names = [name for name in part.list() if not name.startswith(TEMPORARY)]
    except OSError as error:
        raise Unavailable(str(error)) from error
    files = {name: whole(name, read(part, name)) for name in names}
    pointer: Pointer = unpacked("pointer", Pointer, files.get(ACTIVE, b""))
    plain = opened("commit", pointed(pointer, files.get(pointer.file, b"")))
    said = plain if isinstance(plain, dict) else {}
    version = said.get("save_schema_version")
    if not isinstance(version, int) or record_of(Identity, said.get("identity")) != identity:
        raise Misfit(pointer.file, "AG-SAV-11.2-04: a commit of no schema, or of another Guild, lineage or slot")
    inputs = ["commit", identity.lineage_id, said.get("parent_commit_id"), said.get("commit")]
    if not said.get("commit_id") == pointer.commit_id == low128(inputs):
        raise Misfit(pointer.file, "AG-SAV-11.2-04: its identity does not follow from its parent and its content")
    if (said.get("ruleset_version"), said.get("content_revision")) != (RULESET, CONTENT):
        raise Misfit(pointer.file, "AG-SAV-3-06: of other rules or content")
    return Source(version, said, files)


def whole(name: str, data: bytes) -> bytes:
    """The bytes of a file, if they are what was written: envelopes one after the other, or bytes in quarantine.

    Raises `Damaged` or `Misfit`. Rules: AG-SAV-13-02, AG-SAV-11.2-02.
    """
    if name.startswith(QUARANTINE):
        if name != f"{QUARANTINE}{sha256(data)}":
            raise Misfit(name, "AG-SAV-11.2-02: other bytes are read than were put aside")
        return data
    left = data
    while left:
        frame = left[: first_length(left)]
        payload_in(frame.split(b" ", 2)[1].decode("ascii"), frame)
        left = left[len(frame) :]
    return data


def child_of(source: Source, identity: Identity, release: Release, moment: Moment) -> Stored:
    """The result of a migration: a boundary after the source's commit that says the same, step by adjacent step.

    Raises `MigrationBlocked` or `Misfit`. Rules: AG-SAV-13-01, AG-SAV-13-03, AG-SAV-13-05..08.
    """
    if release.chain(source.version) is not Chain.MIGRATES:
        raise MigrationBlocked(f"AG-SAV-13-03: there is no chain from schema {source.version} to {SAVE_SCHEMA}")
    said: Mapping[str, Any] = source.plain["commit"]
    for step in release.steps[source.version - release.oldest : SAVE_SCHEMA - release.oldest]:
        assert step is not None
        said = step(said)
    commit: Commit = record_of(Commit, said)
    if not may_migrate(moment, commit.slot.run.stage, pending_rows(commit.journal) > 0):
        raise MigrationBlocked("AG-SAV-13-01: not now: something is pending, or a battle or its result is open")
    child = replace(commit, sequence=commit.sequence + 1, parent=boundary_of(commit), is_boundary=True, applies=False)
    fault = first_fault(child)
    if fault is not None:
        raise MigrationBlocked(f"{fault.rule}: {fault.reason}")
    return stored_of(identity, child, source.plain["commit_id"])


def keep_source(slots: Slots, place: int, source: Source) -> None:
    """Copy every byte of the source into a part of its own, unless that copy is there, in the place of an older one.

    Raises `NotSaved` or `Stopped`. Rules: AG-SAV-13-02, AG-SAV-11.1-07.
    """
    number = slots.index.slots[place].slot
    if any(each.of == number and is_copy(slots.within(each.part), source) for each in slots.index.before):
        return
    copy = slots.fresh()
    written(slots.within(copy), source.files)
    others = tuple(each for each in slots.index.before if each.of != number)
    index = replace(slots.index, before=(*others, Before(copy, number, NONE, 0)))
    slots.switch(with_part(index, place, index.slots[place], slots.index.identity(number)))


def is_copy(part: Within, source: Source) -> bool:
    """Does a part hold the very bytes of the source: left by a migration that was cut short?"""
    try:
        return {name: read(part, name) for name in part.list()} == dict(source.files)
    except (OSError, Unavailable):
        return False


def bring_result(slots: Slots, place: int, source: Source, child: Stored) -> None:
    """Write the result into a part of its own, and let it count. Raises `MigrationBlocked`, `NotSaved` or `Stopped`.

    What was rejected stays in quarantine. Rules: AG-SAV-13-08, AG-SAV-13-09, AG-SAV-11.1-09.
    """
    index, number = slots.index, slots.fresh()
    old = index.slots[place]
    aside = {name: data for name, data in source.files.items() if name == MANIFEST or name.startswith(QUARANTINE)}
    written(slots.within(number), aside)
    slots.lay_out(number, child, NO_SHELF)
    before = tuple(
        replace(each, of=number, sequence=child.commit.sequence) if each.of == old.slot else each
        for each in index.before
    )
    slots.switch(with_part(replace(index, before=before), place, Kept(number, number, old.trash), child.identity))


def written(part: Within, files: Mapping[str, bytes]) -> None:
    """Write these files into a part that nothing names yet. Raises `NotSaved`."""
    try:
        for name, data in sorted(files.items()):
            put(part, name, data)
    except (Unwritten, Unsure) as error:
        raise NotSaved(str(error)) from error


def fall_back(slots: Slots, operation: int, part: int) -> Done:
    """Take a migration back: the slot is its source again, byte for byte. `part` is the copy from before.

    Raises `SlotRefused`, `NotSaved`, `Stopped`, or what opening raises. Rules: AG-SAV-1-08, AG-SAV-16-03, F-245.
    """
    first = receipt(slots.index, operation, Deed.FALLEN_BACK, part)
    if first is not None:
        return first
    index = slots.index
    for place, kept in enumerate(index.slots):
        for each in index.before:
            if each.part == part and each.of == kept.slot and may_return(slots, place, each):
                rest = replace(index, before=tuple(other for other in index.before if other != each))
                return done(
                    slots, with_slot(rest, place, Kept(part, part, kept.trash)), operation, Deed.FALLEN_BACK, part
                )
    raise SlotRefused(f"AG-SAV-1-08: part {part} is no copy to which a slot may return")


def may_return(slots: Slots, place: int, before: Before) -> bool:
    """May this slot return to its copy? Through the recovery algorithm (F-245) it cannot here."""
    store = slots.opened(place)
    has_later = store.held is None or store.held.commit.sequence > before.sequence
    nothing = Payload(1, (), (), 0, True)
    files = Files(nothing, nothing, True, False, 0, False, before.launches)
    return slots.rulings.fallback is not Fallback.REPLAYED and may_fall_back(files, has_later, slots.rulings)
