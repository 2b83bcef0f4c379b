"""Copies of a Guild on other devices, and rollback by support: AG-SAV-14."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from kernel.guild.save.cloud import (
    NO_BRANCH,
    Branch,
    Device,
    Operation,
    Reply,
    Topology,
    Wish,
    branch_of,
    forgotten,
    received,
    topology_of,
)
from kernel.guild.save.commit import Commit, prepare, settle
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import with_room
from kernel.guild.save.recovery import Ending, Receipt, receipts_of, rolled_back
from kernel.guild.save.rulings import FROZEN, Divergence, SaveRulings
from kernel.guild.save.slot import NONE, Stage
from model.no_resurrection_worlds import BATTLE, TIMED_OUT
from model.verdict import Verdict
from properties.claim import fact

#: Two operations that may be taken back with the branch they stand in, and two that nothing reverses.
PLAIN, CASUALTY, OTHER, REWARD = Operation(1, False), Operation(2, True), Operation(3, False), Operation(4, True)
HISTORIES = tuple(each for n in range(3) for each in permutations((PLAIN, CASUALTY, OTHER, REWARD), n))
READINGS = tuple(replace(FROZEN, divergence=each) for each in Divergence)

Case = tuple[Branch, Branch, Wish, SaveRulings]


def ours(operations: tuple[Operation, ...]) -> Branch:
    """A commit of our Guild and lineage."""
    return Branch(0, 0, operations)


def device_of(local: Branch) -> Device:
    """A device with this commit in its first slot, and two empty slots."""
    return Device((local, NO_BRANCH, NO_BRANCH), (), NO_BRANCH, NO_BRANCH, Reply.NOTHING)


def pairs() -> Iterator[Case]:
    """A commit of ours against every commit of ours, every wish, both readings of F-241."""
    for here, there, wish, rulings in product(HISTORIES, HISTORIES, Wish, READINGS):
        yield ours(here), ours(there), wish, rulings


def after(case: Case) -> Device:
    """The device once the commit of the cloud has come."""
    local, cloud, wish, rulings = case
    return received(device_of(local), 0, cloud, wish, rulings)


def is_prefix(older: Branch, newer: Branch) -> bool:
    """Written apart from the kernel: does the newer one begin with all of the older one?"""
    return list(newer.operations)[: len(older.operations)] == list(older.operations)


@fact("AG-SAV-1-04", cases=pairs)
def nothing_of_the_cloud_counts_unasked(case: Case) -> bool:
    """The active commit changes only if the player takes a commit of the cloud that is not older."""
    local, cloud, wish, _ = case
    taken = wish is Wish.TAKE_CLOUD and not is_prefix(cloud, local)
    return taken or after(case).slots[0] == local


@fact("AG-SAV-14-01", cases=pairs)
def a_slot_never_holds_a_mixture(case: Case) -> bool:
    """Whatever comes from the cloud, a slot then holds its own commit or all of the other one, and no third."""
    local, cloud, _, _ = case
    device = after(case)
    return device.slots[0] in (local, cloud) and device.slots[1:] == (NO_BRANCH, NO_BRANCH)


@fact("AG-SAV-14-02", cases=pairs)
def identical_commits_need_nothing(case: Case) -> bool:
    """If both are the same commit the device stays as it is; only then is there nothing to do."""
    local, cloud, _, _ = case
    device = after(case)
    return (device.reply is Reply.NOTHING) == (local == cloud) and (local != cloud or device == device_of(local))


@fact("AG-SAV-14-03", cases=pairs)
def a_descendant_is_offered_and_the_old_commit_kept(case: Case) -> bool:
    """A descendant in the cloud becomes active only if the player takes it, and then the local commit is a backup."""
    local, cloud, wish, _ = case
    device = after(case)
    if local == cloud or not is_prefix(local, cloud):
        return device.reply not in (Reply.OFFERED, Reply.ADVANCED) and device.backup == NO_BRANCH
    if wish is Wish.TAKE_CLOUD:
        return (device.slots[0], device.backup, device.reply) == (cloud, local, Reply.ADVANCED)
    return (device.slots[0], device.backup, device.reply) == (local, NO_BRANCH, Reply.OFFERED)


@fact("AG-SAV-14-04", cases=pairs)
def an_older_cloud_changes_nothing_here(case: Case) -> bool:
    """If the cloud has an ancestor the local commit stays whatever is wished, and is queued for upload."""
    local, cloud, _, _ = case
    device = after(case)
    if local == cloud or not is_prefix(cloud, local):
        return device.reply is not Reply.UPLOAD_QUEUED
    return (device.slots[0], device.upload, device.reply) == (local, local, Reply.UPLOAD_QUEUED)


def strangers() -> Iterator[tuple[Branch, Branch, int, Wish]]:
    """A commit in our first slot, one of another Guild or lineage, valid or not, and the slot it is held against."""
    for here, guild, lineage, is_valid in product(HISTORIES[:6], (0, 1), (0, 1), (True, False)):
        if (guild, lineage) != (0, 0):
            for slot, wish in product((0, 1), Wish):
                yield ours(here), Branch(guild, lineage, (PLAIN,), is_valid), slot, wish


@fact("AG-SAV-14-05", cases=strangers)
def a_foreign_commit_needs_an_empty_slot(case: tuple[Branch, Branch, int, Wish]) -> bool:
    """A valid commit of another Guild or lineage is imported into an empty slot, and nowhere else."""
    local, cloud, slot, wish = case
    before = device_of(local)
    device = received(before, slot, cloud, wish, FROZEN)
    if slot == 1 and cloud.is_valid:
        return device.slots == (local, cloud, NO_BRANCH) and device.reply is Reply.IMPORTED
    reason = Reply.SLOT_IN_USE if cloud.is_valid else Reply.NOT_VALID
    return device == replace(before, reply=reason)


@fact(
    "AG-SAV-14-05",
    "AG-SAV-9.3-01",
    cases=lambda: ((ours((PLAIN, CASUALTY)), ours(old)) for old in ((PLAIN, CASUALTY), (PLAIN,))),
    expect=Verdict.REFUTED,
    finding="F-172",
)
def what_a_deleted_slot_knew_is_not_reversed(case: tuple[Branch, Branch]) -> bool:
    """A commit of the cloud that comes into a slot whose Guild was deleted has every casualty that the slot had."""
    was, cloud = case
    emptied = replace(device_of(was), slots=(NO_BRANCH,) * 3)
    found = received(emptied, 0, cloud, Wish.TAKE_CLOUD, FROZEN).slots[0]
    return found == NO_BRANCH or all(each in found.operations for each in was.operations if each.closes)


@fact("AG-SAV-14-06", "AG-SAV-18-35", cases=pairs)
def of_divergent_branches_one_is_active_and_one_is_read(case: Case) -> bool:
    """Of two divergent branches the chosen one is active and the other archived; without a choice nothing happens."""
    local, cloud, wish, _ = case
    device = after(case)
    if is_prefix(local, cloud) or is_prefix(cloud, local):
        return topology_of(local, cloud) is not Topology.DIVERGENT and device.archive == ()
    if device.reply is Reply.CHOSEN:
        kept, other = (local, cloud) if wish is Wish.KEEP_LOCAL else (cloud, local)
        return wish is not Wish.CANCEL and (device.slots[0], device.archive) == (kept, (other,))
    return device.slots[0] == local and device.archive == ()


@fact("AG-SAV-14-06", cases=pairs)
def a_choice_is_refused_only_if_it_would_reverse(case: Case) -> bool:
    """A wish for one of two divergent branches is granted, unless that branch lacks what nothing may reverse."""
    local, cloud, wish, rulings = case
    if wish is Wish.CANCEL or topology_of(local, cloud) is not Topology.DIVERGENT:
        return True
    kept, other = (local, cloud) if wish is Wish.KEEP_LOCAL else (cloud, local)
    lost = {each for each in other.operations if each.closes} - set(kept.operations)
    refused = bool(lost) and rulings.divergence is Divergence.NO_REVERSAL
    return after(case).reply is (Reply.REVERSES if refused else Reply.CHOSEN)


@fact("AG-SAV-14-08", "AG-SAV-18-35", cases=pairs)
def no_branch_is_imported_twice(case: Case) -> bool:
    """While one branch of a lineage is playable or read-only on a device, no other slot of it takes either branch."""
    local, cloud, _, rulings = case
    device = after(case)
    for each in (local, cloud):
        again = received(device, 1, each, Wish.TAKE_CLOUD, rulings)
        if again != replace(device, reply=Reply.SECOND_COPY):
            return False
    return True


@fact("AG-SAV-14-08", cases=pairs)
def a_read_only_branch_stays_until_it_is_deleted(case: Case) -> bool:
    """An archived branch stays what it is, whatever else comes, until it is expressly deleted."""
    rulings, device = case[3], after(case)
    if device.reply is not Reply.CHOSEN:
        return True
    later = received(device, 0, device.slots[0], Wish.TAKE_CLOUD, rulings)
    foreign = received(later, 1, Branch(1, 0, ()), Wish.TAKE_CLOUD, rulings)
    third = received(foreign, 0, ours((OTHER, PLAIN, REWARD, CASUALTY)), Wish.KEEP_LOCAL, rulings)
    kept = set(third.archive) >= set(device.archive) == set(foreign.archive)
    return kept and device.archive != () and forgotten(foreign, device.archive[0]).archive == ()


# ---------------------------------------------------------------- rollback by support


def through(commit: Commit, intent: Intent, operation: int = 0) -> Commit:
    """A commit with one operation more."""
    roomy = replace(commit, journal=with_room(commit.journal))
    return settle(prepare(roomy, operation, intent, FROZEN), operation, FROZEN)


#: Before and after a settlement with a casualty, and before and after a reward is claimed.
STANDING = Commit(0, NONE, True, TIMED_OUT, (), 0)
SETTLED = through(STANDING, BATTLE[0])
#: A lineage by its operations: a settlement, a migration, which makes a child without a row, and a purchase.
MIGRATED = replace(SETTLED, sequence=SETTLED.sequence + 1, parent=SETTLED.sequence, applies=False)
LINE = ((0, STANDING), (1, SETTLED), (1, MIGRATED), (2, through(MIGRATED, BATTLE[1], 1)))
UPRIGHT = tuple(replace(each, down=False) for each in TIMED_OUT.run.recruits)
DRAFT = replace(TIMED_OUT.run, stage=Stage.REWARD, outcome=NONE, snapshot=NONE, retreat=NONE, recruits=UPRIGHT)
UNCLAIMED = Commit(0, NONE, True, replace(TIMED_OUT, run=DRAFT), (), 0)
CLAIMED = through(UNCLAIMED, Intent(Kind.CLAIM, place=0, amount=5))


@fact("AG-SAV-14-01", "AG-SAV-14-03", "AG-SAV-14-04", cases=lambda: product(LINE, LINE))
def commits_lie_as_they_were_made(case: tuple[tuple[int, Commit], tuple[int, Commit]]) -> bool:
    """Of two commits of one lineage the one with more operations is a descendant; a migration adds none."""
    (here, local), (there, cloud) = case
    found = topology_of(branch_of(local, 0, 0, FROZEN), branch_of(cloud, 0, 0, FROZEN))
    if here == there:
        return found is Topology.IDENTICAL
    return found is (Topology.LOCAL_BEHIND if here < there else Topology.CLOUD_BEHIND)


Chain = tuple[Receipt, ...] | None


def rollbacks() -> Iterator[tuple[Commit, Commit, bool, Chain, Chain]]:
    """An older commit, the active one and whether it can be read, and what is left of both ledgers."""
    for older, active in ((STANDING, SETTLED), (UNCLAIMED, CLAIMED)):
        left: tuple[Chain, ...] = (None, (), receipts_of(active))
        for is_read, one, other in product((True, False), left, left):
            yield older, active, is_read, one, other


@fact("AG-SAV-14-09", cases=rollbacks)
def a_rollback_replays_or_seals(case: tuple[Commit, Commit, bool, Chain, Chain]) -> bool:
    """With a casualty or claimed reward known from the active commit or a ledger, a rollback replays it or seals.

    It is known if the active commit can be read or a ledger has it; the older commit is never resumed then.
    """
    older, active, is_read, one, other = case
    found = rolled_back(older, active if is_read else None, one, other, older, FROZEN)
    if not is_read and not one and not other:
        return found.ending in (Ending.RESUMED, Ending.SEALED)
    if found.ending is Ending.SEALED:
        return found.commit.slot.run.stage is Stage.SEALED
    return found.ending is Ending.RECOVERED and found.commit.slot == active.slot != older.slot
