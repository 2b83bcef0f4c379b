"""How claims about the save contract read a station: rows by operation, what a step did to the active commit."""

from __future__ import annotations

from typing import Any

from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.intent import Kind
from kernel.guild.save.journal import ZERO, Delta, Row, Status
from kernel.guild.save.slot import NONE, Life, Run, Slot
from model.crash_matrix import Bench, Crash, Proceed, Settle, Submit

#: The choices of the process alone.
STEPS = (Settle, Proceed)
FINAL = (Status.APPLIED, Status.REJECTED)
IN_FLIGHT = (Phase.WRITTEN, Phase.SWITCHED)


def active(bench: Bench) -> Commit:
    """The commit that the pointer names."""
    return bench.station.active


def phase(bench: Bench) -> Phase:
    """How far the process has come."""
    return bench.station.phase


def has(rows: tuple[Row, ...], row: Row) -> bool:
    """Is exactly this row in the journal?"""
    return any(each == row for each in rows)


def known(rows: tuple[Row, ...], operation: int) -> bool:
    """Does the operation have a row?"""
    return any(each.status is not Status.NONE and each.operation == operation for each in rows)


def pending(commit: Commit) -> bool:
    """Is something pending?"""
    return any(row.status is Status.PENDING for row in commit.journal)


def became(before: Commit, after: Commit, status: Status) -> tuple[bool, ...]:
    """For each row of the journal: has it just come to this status?"""
    pairs = zip(before.journal, after.journal, strict=True)
    return tuple(new.status is status and old.status is not status for old, new in pairs)


def changed(before: Commit, after: Commit) -> int:
    """How many rows differ."""
    return sum(1 for old, new in zip(before.journal, after.journal, strict=True) if old != new)


def child(bench: Bench) -> Commit:
    """The candidate that has just been written; that the pointer goes to nothing else is a claim of its own."""
    return bench.station.other


def makes(before: Bench, after: Bench) -> bool:
    """Is a candidate written in this step?"""
    return before.station.phase is Phase.OPEN and after.station.phase is Phase.WRITTEN


def applies(before: Bench, after: Bench, kind: Kind) -> bool:
    """Does this step make the applied child of an operation of this kind?"""
    pairs = zip(before.station.active.journal, after.station.other.journal, strict=True)
    return makes(before, after) and any(
        new.status is Status.APPLIED and old.status is Status.PENDING and new.intent.kind is kind for old, new in pairs
    )


def intent_number(before: Bench, after: Bench, field: str) -> int:
    """A number of the intent that this step applies: `place`, `item`, `amount`, `expected` or `extra`."""
    number = 0
    for old, new in zip(before.station.active.journal, after.station.other.journal, strict=True):
        if new.status is Status.APPLIED and old.status is Status.PENDING:
            number = number_of(new, field)
    return number


def number_of(row: Row, field: str) -> int:
    """A number of a row's intent by its name."""
    match field:
        case "place":
            return row.intent.place
        case "item":
            return row.intent.item
        case "amount":
            return row.intent.amount
        case "expected":
            return row.intent.expected
    return row.intent.extra


def places_of_item(run: Run, item: int) -> int:
    """In how many places an item is, whoever wears it."""
    worn = sum(1 for each in run.recruits if each.item == item)
    return worn + sum(1 for i, lies in enumerate(run.inventory) if lies and i == item)


def change(before: Slot, after: Slot) -> Delta:
    """What a step did to the balances of a slot, counted here and not by the kernel."""

    def alive(slot: Slot) -> int:
        return sum(1 for each in slot.run.recruits if each.life is Life.LIVING)

    def items(slot: Slot) -> int:
        worn = sum(1 for each in slot.run.recruits if each.life is Life.LIVING and each.item != NONE)
        return worn + sum(1 for lies in slot.run.inventory if lies)

    return Delta(
        after.run.coin - before.run.coin,
        after.run.credit - before.run.credit,
        after.renown - before.renown,
        alive(after) - alive(before),
        items(after) - items(before),
        after.ordinal - before.ordinal,
    )


def is_empty(row: Row) -> bool:
    """Has the row neither cost nor result nor receipt?"""
    return row.delta == ZERO and row.receipt == NONE


def is_submit(choice: Any) -> bool:
    """Does a client ask for something?"""
    return isinstance(choice, Submit)


def is_crash(choice: Any) -> bool:
    """Does the process end?"""
    return isinstance(choice, Crash)


def same_commits(one: Station, other: Station) -> bool:
    """Do both pointers name the same commit?"""
    return one.active == other.active
