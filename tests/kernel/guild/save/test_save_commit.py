"""The procedure of one operation: what it writes, what a crash leaves, what a retry gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.intent import Intent, Kind, Reason, Refused
from kernel.guild.save.journal import FREE, ZERO, Status
from kernel.guild.save.rulings import FROZEN, PendingLimit, Rotation
from kernel.guild.save.slot import LAST, NONE
from model.save_worlds import BUY, EMPTY, GUILD, HIRE

FIRST = Commit(0, NONE, True, GUILD, (FREE, FREE), 0)
SELL = Intent(Kind.SELL_ITEM, item=2, amount=3)


def station(active: Commit) -> Station:
    return Station(Phase.OPEN, active, active, (NONE,) * 4, (0, 0))


def through(commit: Commit, operation: int, intent: Intent) -> Commit:
    """Prepared and settled."""
    return procedure.settle(procedure.prepare(commit, operation, intent, FROZEN), operation, FROZEN)


def test_a_pending_child_is_its_parent_with_one_empty_row() -> None:
    pending = procedure.prepare(FIRST, 7, HIRE, FROZEN)
    assert pending.slot == FIRST.slot
    assert (pending.sequence, pending.parent, pending.is_boundary) == (1, 0, False)
    row = pending.journal[0]
    assert (row.operation, row.status, row.intent, row.delta, row.receipt) == (7, Status.PENDING, HIRE, ZERO, NONE)


def test_an_applied_child_has_cost_result_and_receipt_together() -> None:
    applied = through(FIRST, 7, HIRE)
    row = applied.journal[0]
    assert (row.status, row.receipt, row.delta.coin, row.delta.recruits) == (Status.APPLIED, 2, -14, 1)
    assert applied.slot.run.coin == 6
    assert applied.applies


def test_what_cannot_be_paid_is_rejected_and_takes_nothing() -> None:
    rejected = through(through(FIRST, 7, HIRE), 8, BUY)
    row = rejected.journal[1]
    assert (row.status, row.reason, row.delta, row.receipt) == (Status.REJECTED, Reason.INSUFFICIENT, ZERO, NONE)
    assert rejected.slot.run.coin == 6
    assert not rejected.applies


def test_a_known_id_answers_from_its_row_and_conflicts_with_another_intent() -> None:
    applied = through(FIRST, 7, HIRE)
    assert procedure.answer(applied, 7, HIRE, FROZEN).receipt == 2
    said = procedure.answer(applied, 7, BUY, FROZEN)
    assert (said.reason, said.receipt) == (Reason.OPERATION_ID_CONFLICT, NONE)
    with pytest.raises(Refused, match="AG-SAV-4-06"):
        procedure.prepare(applied, 7, HIRE, FROZEN)
    with pytest.raises(Refused, match="AG-SAV-4-07"):
        procedure.prepare(applied, 7, BUY, FROZEN)


def test_one_pending_operation_keeps_others_out_unless_ruled_else() -> None:
    pending = procedure.prepare(FIRST, 7, HIRE, FROZEN)
    assert procedure.answer(pending, 8, BUY, FROZEN).reason is Reason.PENDING_FIRST
    several = replace(FROZEN, pending=PendingLimit.SEVERAL)
    assert procedure.prepare(pending, 8, BUY, several).sequence == 2


def test_a_full_journal_and_an_exhausted_sequence_refuse() -> None:
    full = through(through(FIRST, 7, HIRE), 8, BUY)
    assert procedure.answer(full, 9, SELL, FROZEN).reason is Reason.JOURNAL_FULL
    last = replace(FIRST, sequence=LAST - 1, parent=LAST - 2)
    assert procedure.answer(last, 9, SELL, FROZEN).reason is Reason.SEQUENCE_EXHAUSTED
    assert procedure.answer(replace(last, sequence=LAST - 2), 9, SELL, FROZEN).reason is Reason.NONE


def test_nothing_is_settled_that_is_not_pending() -> None:
    with pytest.raises(Refused):
        procedure.settle(FIRST, 7, FROZEN)
    with pytest.raises(Refused):
        procedure.settle(through(FIRST, 7, HIRE), 7, FROZEN)


@pytest.mark.parametrize(("kept", "sequence"), [(True, 1), (False, 0)])
def test_a_crash_keeps_or_loses_a_pointer_that_was_not_read_back(kept: bool, sequence: int) -> None:
    written = procedure.write(station(FIRST), procedure.prepare(FIRST, 7, HIRE, FROZEN))
    switched = procedure.proceed(written, FROZEN)
    assert switched.phase is Phase.SWITCHED
    found = procedure.recover(procedure.crash(switched, kept), FROZEN)
    assert (found.active.sequence, found.phase) == (sequence, Phase.OPEN)
    assert procedure.crash(written, True).active == FIRST


def test_after_the_last_replica_the_station_is_open_and_level() -> None:
    now = procedure.write(station(replace(FIRST, slot=EMPTY)), FIRST)
    pending = procedure.prepare(replace(FIRST, slot=EMPTY), 7, Intent(Kind.BEGIN, 3), FROZEN)
    now = procedure.write(station(pending), procedure.settle(pending, 7, FROZEN))
    phases = [now.phase]
    while now.phase is not Phase.OPEN:
        now = procedure.proceed(now, FROZEN)
        phases.append(now.phase)
    assert phases == [Phase.WRITTEN, Phase.SWITCHED, Phase.READ, Phase.ROTATED, Phase.MIRRORED, Phase.OPEN]
    assert (now.ledgers, now.backups) == ((1, 1), (0, NONE, NONE, NONE))


def test_a_rejected_child_rotates_only_if_ruled_so() -> None:
    rejected = through(through(FIRST, 7, HIRE), 8, BUY)
    assert not procedure.rotates(rejected, FROZEN)
    assert procedure.rotates(rejected, replace(FROZEN, rotation=Rotation.EVERY_FINAL))
