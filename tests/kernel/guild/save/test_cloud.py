"""Commits on two devices: by example, good beside bad."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild.save.cloud import (
    NO_BRANCH,
    Branch,
    Device,
    Operation,
    Reply,
    Topology,
    Wish,
    received,
    topology_of,
)
from kernel.guild.save.rulings import FROZEN, Divergence
from specs.load import load_findings, load_rules

HIRE, FALL, CLAIM = Operation(1, False), Operation(2, True), Operation(3, True)


def branch(*operations: Operation) -> Branch:
    return Branch(0, 0, operations)


def device(local: Branch) -> Device:
    return Device((local, NO_BRANCH), (), NO_BRANCH, NO_BRANCH, Reply.NOTHING)


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


def test_the_finding_about_a_deleted_slot_counts_what_comes_back() -> None:
    witness = load_findings(load_rules())["F-172"].witness
    assert isinstance(witness, tuple)
    was, older = branch(HIRE, FALL), branch(HIRE)
    imported = received(device(NO_BRANCH), 0, older, Wish.TAKE_CLOUD, FROZEN).slots[0]
    assert imported == older
    assert [each for _, each in witness] == [was.operations.count(FALL), imported.operations.count(FALL)]
