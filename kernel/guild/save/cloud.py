"""Copies of one Guild on several devices: which of two commits counts, and what may be imported.

A commit is its whole ancestry: the operations that led to it, in order. A cloud carries complete commits and makes none
of its own. `branch_of` reads the ancestry of a commit file. Rules: AG-SAV-14-01..08.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import NO_INTENT, Row, Segment, Status
from kernel.guild.save.rulings import DeletedSlot, Divergence, Irreversible, SaveRulings
from kernel.guild.save.slot import NONE, Term


@dataclass(frozen=True)
class Operation:
    """One final operation of a lineage; `closes` holds for what nothing reverses, see `closes`.

    The intent tells two apart that two devices gave one ID, for no input of an ID names the device (F-227).
    """

    label: int
    closes: bool
    intent: Intent = NO_INTENT
    is_rejected: bool = False


@dataclass(frozen=True)
class Branch:
    """A commit: whose it is, and everything that led to it. No Guild is no commit at all."""

    guild: int
    lineage: int
    operations: tuple[Operation, ...]
    is_valid: bool = True


NO_BRANCH = Branch(NONE, NONE, ())


class Topology(Term):
    """How a commit of this device and one of the cloud lie to each other. Rules: AG-SAV-14-02..06."""

    NOTHING_HERE = "the slot is empty"
    FOREIGN = "another Guild or lineage"
    IDENTICAL = "the same commit"
    LOCAL_BEHIND = "the local commit is an ancestor"
    CLOUD_BEHIND = "the commit of the cloud is an ancestor"
    DIVERGENT = "neither is an ancestor of the other"


class Wish(Term):
    """What the player answers when asked. Rules: AG-SAV-14-06, AG-SAV-14-07."""

    CANCEL = "leave everything as it is"
    KEEP_LOCAL = "the local branch"
    TAKE_CLOUD = "the branch of the cloud"


class Reply(Term):
    """What was done about a commit of the cloud, or why nothing was. Rules: AG-SAV-14-02..08."""

    NOTHING = "no action"
    OFFERED = "a verified descendant is offered"
    UPLOAD_QUEUED = "the local commit is queued for upload"
    ADVANCED = "the descendant is active, the old commit a backup"
    IMPORTED = "imported into the empty slot"
    CHOSEN = "one branch is active, the other read-only"
    NOT_VALID = "it does not validate"
    SLOT_IN_USE = "another Guild or lineage needs an empty slot"
    SECOND_COPY = "its lineage is on this device already, playable or read-only"
    REVERSES = "it lacks what the other branch, or a deleted slot, has and nothing may take back"
    NOT_ANSWERED = "the player has not chosen"


@dataclass(frozen=True)
class Device:
    """The slots of a device, each with its active commit; what can only be read; and one slot's backup and upload.

    Every branch that was not chosen stays in the archive until it is chosen or expressly deleted.
    `deleted` is what is still known of a slot that was deleted (F-172).
    """

    slots: tuple[Branch, ...]
    archive: tuple[Branch, ...]
    backup: Branch
    upload: Branch
    reply: Reply
    deleted: Branch = NO_BRANCH


#: What a gap may not cross (AG-SAV-11.3-08); a draft's steps can be taken back with their draft.
IRREVERSIBLE = (Kind.COMMIT_RUN, Kind.SETTLE, Kind.CLAIM, Kind.CLOSE)


def closes(intent: Intent, rulings: SaveRulings) -> bool:
    """Is this, once applied, an operation that no other branch may take back? Rules: AG-SAV-14-09, F-247."""
    if rulings.irreversible is Irreversible.CASUALTY_AND_REWARD:
        return intent.kind is Kind.CLAIM or (intent.kind is Kind.SETTLE and intent.expected != 0)
    return intent.kind in IRREVERSIBLE


def branch_of(commit: Commit, guild: int, lineage: int, rulings: SaveRulings) -> Branch:
    """The ancestry of a commit: what was applied in order, wherever its journal keeps it, then what was rejected.

    A compacted row still tells when it was applied, but not when it was rejected; rejections are in the order of their
    IDs. A child without a row changed nothing and is no operation. Rules: AG-SAV-14-01, AG-SAV-4-10.
    """
    every: tuple[Row | Segment, ...] = (*commit.segments, *commit.journal)
    rows = [row for row in every if row.status in (Status.APPLIED, Status.REJECTED)]
    applied = sorted((row for row in rows if row.status is Status.APPLIED), key=lambda row: row.receipt)
    rejected = sorted((row for row in rows if row.status is Status.REJECTED), key=lambda row: row.operation)
    return Branch(guild, lineage, tuple(_operation(row, rulings) for row in (*applied, *rejected)))


def _operation(row: Row | Segment, rulings: SaveRulings) -> Operation:
    is_applied = row.status is Status.APPLIED
    return Operation(row.operation, is_applied and closes(row.intent, rulings), row.intent, not is_applied)


def is_ancestor(older: Branch, newer: Branch) -> bool:
    """Has the newer commit everything of the older one, what was applied in its order, and more?"""
    before, after = applied(older), applied(newer)
    has_more = len(older.operations) < len(newer.operations)
    return has_more and after[: len(before)] == before and all(each in newer.operations for each in older.operations)


def applied(branch: Branch) -> tuple[Operation, ...]:
    """What was applied, in order."""
    return tuple(each for each in branch.operations if not each.is_rejected)


def topology_of(local: Branch, cloud: Branch) -> Topology:
    """How the two lie to each other. Rules: AG-SAV-14-02..06."""
    if local.guild == NONE:
        return Topology.NOTHING_HERE
    if (local.guild, local.lineage) != (cloud.guild, cloud.lineage):
        return Topology.FOREIGN
    if local.operations == cloud.operations:
        return Topology.IDENTICAL
    if is_ancestor(local, cloud):
        return Topology.LOCAL_BEHIND
    return Topology.CLOUD_BEHIND if is_ancestor(cloud, local) else Topology.DIVERGENT


def reverses(chosen: Branch, other: Branch) -> bool:
    """Does this branch lack something of the other that nothing may take back? Rules: AG-SAV-14-09."""
    return any(each.closes and each not in chosen.operations for each in other.operations)


def may_choose(chosen: Branch, other: Branch, rulings: SaveRulings) -> bool:
    """May this branch become the active one, with the other known? Rules: AG-SAV-14-06, F-241."""
    return rulings.divergence is Divergence.ANY_BRANCH or not reverses(chosen, other)


def is_barred(device: Device, cloud: Branch, rulings: SaveRulings) -> bool:
    """Would this commit take back what is still known of a deleted slot? Rules: AG-SAV-9.3-01, F-172."""
    was = device.deleted
    is_same = (was.guild, was.lineage) == (cloud.guild, cloud.lineage)
    return rulings.deleted is DeletedSlot.HEAD_KEPT and is_same and reverses(cloud, was)


def is_here(device: Device, cloud: Branch) -> bool:
    """Is the lineage on this device, playable or read-only? Rules: AG-SAV-14-08."""
    return any((each.guild, each.lineage) == (cloud.guild, cloud.lineage) for each in (*device.slots, *device.archive))


@ensure(
    lambda device, slot, cloud, result: all(
        old == new if i != slot else new in (old, cloud)
        for i, (old, new) in enumerate(zip(device.slots, result.slots, strict=True))
    ),
    "AG-SAV-14-01: a slot holds a commit that somebody has played to, never a mixture",
)
def received(device: Device, slot: int, cloud: Branch, wish: Wish, rulings: SaveRulings) -> Device:
    """The device once this commit of the cloud was held against one of its slots.

    Rules: AG-SAV-14-01..06, AG-SAV-14-08, AG-SAV-1-04.
    """
    local = device.slots[slot]
    if not cloud.is_valid or cloud.guild == NONE:
        return replace(device, reply=Reply.NOT_VALID)
    match topology_of(local, cloud):
        case Topology.NOTHING_HERE:
            if is_here(device, cloud):
                return replace(device, reply=Reply.SECOND_COPY)
            if is_barred(device, cloud, rulings):
                return replace(device, reply=Reply.REVERSES)
            return replace(device, slots=with_slot(device.slots, slot, cloud), reply=Reply.IMPORTED)
        case Topology.FOREIGN:
            return replace(device, reply=Reply.SLOT_IN_USE)
        case Topology.IDENTICAL:
            return replace(device, reply=Reply.NOTHING)
        case Topology.LOCAL_BEHIND:
            if wish is not Wish.TAKE_CLOUD:
                return replace(device, reply=Reply.OFFERED)
            slots = with_slot(device.slots, slot, cloud)
            return replace(device, slots=slots, backup=local, reply=Reply.ADVANCED)
        case Topology.CLOUD_BEHIND:
            return replace(device, upload=local, reply=Reply.UPLOAD_QUEUED)
    return parted(device, slot, cloud, wish, rulings)


def parted(device: Device, slot: int, cloud: Branch, wish: Wish, rulings: SaveRulings) -> Device:
    """What becomes of two divergent branches: one is active, the other read-only. Rules: AG-SAV-14-06, AG-SAV-14-08."""
    local = device.slots[slot]
    if wish is Wish.CANCEL:
        return replace(device, reply=Reply.NOT_ANSWERED)
    chosen, other = (local, cloud) if wish is Wish.KEEP_LOCAL else (cloud, local)
    if not may_choose(chosen, other, rulings):
        return replace(device, reply=Reply.REVERSES)
    upload = local if wish is Wish.KEEP_LOCAL else device.upload
    slots = with_slot(device.slots, slot, chosen)
    archive = archived(device.archive, chosen, other)
    return replace(device, slots=slots, archive=archive, upload=upload, reply=Reply.CHOSEN)


def with_slot(slots: tuple[Branch, ...], slot: int, branch: Branch) -> tuple[Branch, ...]:
    """The slots with one of them replaced."""
    return tuple(branch if i == slot else each for i, each in enumerate(slots))


def archived(archive: tuple[Branch, ...], chosen: Branch, other: Branch) -> tuple[Branch, ...]:
    """The archive once one branch was chosen and the other not, each once. Rules: AG-SAV-14-06, AG-SAV-14-08."""
    return (*(each for each in archive if each not in (chosen, other)), other)


def forgotten(device: Device, branch: Branch) -> Device:
    """This read-only branch is expressly deleted. Rules: AG-SAV-14-08."""
    return replace(device, archive=tuple(each for each in device.archive if each != branch))
