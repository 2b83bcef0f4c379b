"""Compaction: the witnesses of its findings, recomputed; and the text's own numbers on the store itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild.save.commit import Commit, answer
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import BOUNDS, Bounds, Row, Status
from kernel.guild.save.rulings import FROZEN, CompactedAt, Compaction
from kernel.guild.save.store import Store
from kernel.guild.save.store_commit import stored_of
from kernel.guild.save.store_recovery import opened_store
from model.disk import SimulatedDisk
from model.save_worlds import EMPTY
from properties.guild.save_compaction import (
    IDENTITY,
    SMALL,
    at,
    commits_of_an_operation,
    life,
    next_of,
    operations_at_a_market,
    operations_until_full,
    used,
)
from specs.load import load_findings, load_rules


def witness(finding: str) -> dict[str, int]:
    found = load_findings(load_rules())[finding].witness
    assert isinstance(found, tuple)
    return dict(found)


def test_compaction_has_no_commit_of_its_own_unless_it_is_ruled_so() -> None:
    own = commits_of_an_operation(replace(FROZEN, compaction=Compaction.ITS_OWN))
    assert witness("F-224") == {
        "commits_of_an_operation": commits_of_an_operation(FROZEN)[1],
        "commits_if_compaction_has_its_own": own[1],
    }
    assert own[0] == 2


def test_a_journal_that_is_full_away_from_a_market_stays_so() -> None:
    assert witness("F-225") == {
        "rows_at_most": SMALL.rows,
        "changes_of_the_rule_set_until_nothing_is_taken": operations_until_full(FROZEN, SMALL),
    }
    assert operations_until_full(replace(FROZEN, compacted_at=CompactedAt.ANYWHERE), SMALL) == 2 * SMALL.rows


def test_a_lineage_ends_where_its_ids_find_no_room() -> None:
    bounds = replace(SMALL, segments=16)
    assert witness("F-226") == {
        "rows_at_most": bounds.rows,
        "segments_at_most": bounds.segments,
        "boards_until_full": operations_at_a_market(bounds),
    }


def test_a_journal_is_as_long_as_the_text_has_it() -> None:
    assert (BOUNDS.rows, BOUNDS.full, BOUNDS.expanded) == (4_096, 3_584, 512)


def refresh(store: Store, operation: int) -> int:
    """Another board, under this ID; its receipt."""
    return store.submit(operation, Intent(Kind.REFRESH, expected=at(store).slot.run.board)).receipt


def long(commit: Commit, rows: int) -> Commit:
    """The commit with as many rows in its journal: every seventh was rejected."""
    kept = used(commit)
    intent = Intent(Kind.REFRESH, amount=9_000)
    more = (
        replace(
            Row(10**6 - i, Status.REJECTED, intent, kept[0].delta, 0, -1, Reason.INSUFFICIENT),
            **({} if i % 7 else {"status": Status.APPLIED, "receipt": 1, "reason": Reason.NONE}),
        )
        for i in range(rows - len(kept))
    )
    empty = replace(kept[0].delta, ordinals=0)
    return replace(commit, journal=(*kept, *(replace(row, delta=empty) for row in more)))


@pytest.mark.slow
def test_the_store_compacts_at_3584_rows() -> None:
    disk = SimulatedDisk()
    store = opened_store(disk, IDENTITY, EMPTY, FROZEN)
    store.found()
    for number in range(5):
        store.submit(2 * 10**6 - number, next_of(at(store).slot, number))
    before = long(at(store), 3_583)
    assert store.held is not None
    before = replace(before, sequence=before.sequence + 1, parent=before.sequence, applies=False)
    store._bring(stored_of(IDENTITY, before, store.held.stored.commit_id))
    first = refresh(store, 1)
    assert (len(used(at(store))), at(store).segments) == (3_584, ())
    second = refresh(store, 2)
    after = at(store)
    closures = after.head
    assert (len(used(after)), len(after.segments)) == (closures + 512 + 1, 3_584 - 512 - closures)
    again = opened_store(disk, IDENTITY, EMPTY, FROZEN)
    assert at(again) == after
    assert (refresh(again, 1), refresh(again, 2)) == (-1, -1)
    for row in used(before):
        said = answer(after, row.operation, row.intent, FROZEN)
        assert (said.status, said.receipt) == (row.status, row.receipt)
    for row in used(before)[::100]:
        assert again.submit(row.operation, replace(row.intent, extra=5)).reason is Reason.OPERATION_ID_CONFLICT
    assert (first, second) == (before.sequence + 2, before.sequence + 4)
    assert at(again) == after


def test_bounds_are_passed_on() -> None:
    bounds = Bounds(full=6, expanded=1)
    disk = SimulatedDisk()
    opened_store(disk, IDENTITY, EMPTY, FROZEN, bounds).found()
    for number, each in enumerate(life(bounds, 12)):
        store = opened_store(disk, IDENTITY, EMPTY, FROZEN, bounds)
        assert store.submit(each.operation, each.intent) == each.said, number
        assert at(store) == each.final
