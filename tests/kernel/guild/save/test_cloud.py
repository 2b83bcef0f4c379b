"""Commits on two devices: by example, good beside bad."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from kernel.guild.save.cloud import (
    NO_BRANCH,
    Branch,
    Device,
    Operation,
    Reply,
    Topology,
    Wish,
    branch_of,
    closes,
    received,
    topology_of,
)
from kernel.guild.save.commit import Commit, prepare, settle
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import FROZEN, DeletedSlot, Divergence, Irreversible
from kernel.guild.save.slot import NONE
from model.no_resurrection import roomy
from model.no_resurrection_worlds import BATTLE, TIMED_OUT
from model.save_worlds import BUY, with_run
from model.save_worlds import HIRE as HIRE_INTENT

HIRE, FALL, CLAIM = Operation(1, False), Operation(2, True), Operation(3, True)


def branch(*operations: Operation) -> Branch:
    return Branch(0, 0, operations)


def device(local: Branch) -> Device:
    return Device((local, NO_BRANCH), (), NO_BRANCH, NO_BRANCH, Reply.NOTHING)


def through(commit: Commit, operation: int, intent: Intent) -> Commit:
    return settle(prepare(roomy(commit), operation, intent, FROZEN), operation, FROZEN)


@pytest.mark.parametrize(
    ("local", "cloud", "topology"),
    [
        (branch(HIRE), branch(HIRE), Topology.IDENTICAL),
        (branch(), branch(HIRE), Topology.LOCAL_BEHIND),
        (branch(HIRE, FALL), branch(HIRE), Topology.CLOUD_BEHIND),
        (branch(HIRE, FALL), branch(HIRE, CLAIM), Topology.DIVERGENT),
        (branch(HIRE), Branch(0, 1, (HIRE,)), Topology.FOREIGN),
        (NO_BRANCH, branch(HIRE), Topology.NOTHING_HERE),
    ],
)
def test_the_topologies(local: Branch, cloud: Branch, topology: Topology) -> None:
    assert topology_of(local, cloud) is topology


def test_a_branch_without_a_known_casualty_cannot_be_chosen() -> None:
    fallen, alive = branch(HIRE, FALL), branch(CLAIM)
    before = device(fallen)
    assert received(before, 0, alive, Wish.TAKE_CLOUD, FROZEN) == replace(before, reply=Reply.REVERSES)
    either = replace(FROZEN, divergence=Divergence.ANY_BRANCH)
    after = received(before, 0, alive, Wish.TAKE_CLOUD, either)
    assert (after.slots[0], after.archive, after.reply) == (alive, (fallen,), Reply.CHOSEN)


def test_keeping_the_local_branch_queues_it_for_the_cloud() -> None:
    local, cloud = branch(FALL), branch(HIRE)
    after = received(device(local), 0, cloud, Wish.KEEP_LOCAL, FROZEN)
    assert (after.slots[0], after.archive, after.upload, after.reply) == (local, (cloud,), local, Reply.CHOSEN)


def test_a_read_only_branch_is_not_imported_beside_the_other() -> None:
    after = received(device(branch(FALL)), 0, branch(HIRE), Wish.KEEP_LOCAL, FROZEN)
    assert received(after, 1, branch(HIRE), Wish.TAKE_CLOUD, FROZEN).reply is Reply.SECOND_COPY
    foreign = received(after, 1, Branch(1, 0, ()), Wish.TAKE_CLOUD, FROZEN)
    assert (foreign.slots[1], foreign.reply) == (Branch(1, 0, ()), Reply.IMPORTED)


def test_what_comes_into_a_deleted_slot_depends_on_what_is_remembered_of_it() -> None:
    was, older = branch(HIRE, FALL), branch(HIRE)
    empty = replace(device(NO_BRANCH), deleted=was)
    assert received(empty, 0, older, Wish.TAKE_CLOUD, FROZEN).slots[0] == older
    kept = replace(FROZEN, deleted=DeletedSlot.HEAD_KEPT)
    assert received(empty, 0, older, Wish.TAKE_CLOUD, kept) == replace(empty, reply=Reply.REVERSES)
    for whole in (was, branch(HIRE, FALL, CLAIM), Branch(0, 1, (HIRE,))):
        assert received(empty, 0, whole, Wish.TAKE_CLOUD, kept).reply is Reply.IMPORTED


def test_a_commit_is_read_as_everything_that_led_to_it() -> None:
    start = Commit(0, NONE, True, TIMED_OUT, (), 0)
    settled = through(through(start, 0, BATTLE[0]), 1, BATTLE[1])
    migrated = replace(settled, sequence=settled.sequence + 1, parent=settled.sequence)
    later = through(migrated, 2, BUY)
    lines = [branch_of(each, 0, 0, FROZEN) for each in (start, settled, migrated, later)]
    assert [[(row.label, row.closes) for row in each.operations] for each in lines] == [
        [],
        [(0, True), (1, False)],
        [(0, True), (1, False)],
        [(0, True), (1, False), (2, False)],
    ]
    ways = [topology_of(old, new) for old, new in pairwise(lines)]
    assert ways == [Topology.LOCAL_BEHIND, Topology.IDENTICAL, Topology.LOCAL_BEHIND]
    assert branch_of(prepare(roomy(later), 3, BUY, FROZEN), 0, 0, FROZEN) == lines[3]


def test_a_rejected_operation_is_in_the_ancestry_and_closes_nothing() -> None:
    poor = Commit(0, NONE, True, with_run(coin=0), (), 0)
    rejected = through(poor, 0, HIRE_INTENT)
    assert rejected.journal[0].status is Status.REJECTED
    later = through(rejected, 1, Intent(Kind.REORDER, 0, 1, expected=0))
    rows = branch_of(later, 0, 0, FROZEN).operations
    assert [(each.label, each.closes, each.is_rejected) for each in rows] == [(1, False, False), (0, False, True)]
    assert topology_of(branch_of(rejected, 0, 0, FROZEN), branch_of(later, 0, 0, FROZEN)) is Topology.LOCAL_BEHIND


@pytest.mark.parametrize(
    ("intent", "at_gaps", "of_two_kinds"),
    [
        (Intent(Kind.SETTLE, expected=1), True, True),
        (Intent(Kind.SETTLE, expected=0), True, False),
        (Intent(Kind.CLAIM, 0), True, True),
        (Intent(Kind.CLOSE, extra=1), True, False),
        (Intent(Kind.COMMIT_RUN, 0, 1), True, False),
        (Intent(Kind.SELECT, 0, 1), False, False),
        (Intent(Kind.BUY_ITEM, 0), False, False),
    ],
)
def test_what_no_branch_may_take_back(intent: Intent, at_gaps: bool, of_two_kinds: bool) -> None:
    assert closes(intent, FROZEN) is at_gaps
    assert closes(intent, replace(FROZEN, irreversible=Irreversible.CASUALTY_AND_REWARD)) is of_two_kinds
