"""What a journal row stores, and how a journal stays bounded without forgetting an ID: AG-SAV-4."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from kernel.guild.save.commit import prepare, settle
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import (
    FREE,
    ZERO,
    Answer,
    Row,
    Segment,
    Status,
    compacted,
    is_closure,
    lookup,
    lookup_all,
    needs_compaction,
    with_room,
)
from kernel.guild.save.rulings import FROZEN
from kernel.guild.save.slot import NONE
from model.verdict import Verdict
from properties.claim import fact
from properties.guild.save_clock import OPEN

LOCK, DEAR = Intent(Kind.LOCK, place=0, amount=2, expected=0), Intent(Kind.LOCK, place=0, amount=99, expected=0)


@fact("AG-SAV-4-04", cases=lambda: (LOCK, DEAR))
def a_row_stores_what_its_operation_did(intent: Intent) -> bool:
    """A row has ID, intent, the commit before and, once final, the commit after with its cost, or the reason alone."""
    before = OPEN.active
    pending = prepare(before, 7, intent, FROZEN)
    final = settle(pending, 7, FROZEN)
    if pending.journal[0] != Row(7, Status.PENDING, intent, ZERO, before.sequence, NONE, Reason.NONE):
        return False
    if intent == DEAR:
        return final.journal[0] == Row(7, Status.REJECTED, intent, ZERO, before.sequence, NONE, Reason.INSUFFICIENT)
    cost = replace(ZERO, coin=final.slot.run.coin - before.slot.run.coin)
    wanted = Row(7, Status.APPLIED, intent, cost, before.sequence, final.sequence, Reason.NONE)
    return final.journal[0] == wanted and cost.coin == -2


# ---------------------------------------------------------------- compaction


#: How many rows a journal has, and every how many of them carries a closure receipt (0: none).
SIZES, CLOSURES = (511, 3_583, 3_584, 4_095), (0, 7)


def journal_of(size: int, every: int, start: int = 0) -> tuple[Row, ...]:
    """A journal of final rows with descending IDs, so that sorting them is seen; some of them rejected."""
    return tuple(
        Row(
            operation=10_000 - start - i,
            status=Status.REJECTED if i % 5 == 4 else Status.APPLIED,
            intent=Intent(Kind.SETTLE if every and i % every == 0 else Kind.LOCK, place=i),
            delta=ZERO,
            before=i,
            receipt=NONE if i % 5 == 4 else i + 1,
            reason=Reason.INSUFFICIENT if i % 5 == 4 else Reason.NONE,
        )
        for i in range(size)
    )


def journals() -> Iterator[tuple[tuple[Row, ...], tuple[Segment, ...]]]:
    """Journals of every size and mixture, with and without earlier segments."""
    for size, every, earlier in product(SIZES, CLOSURES, (0, 2)):
        yield journal_of(size, every), tuple(Segment(i, LOCK, Status.APPLIED, i) for i in range(earlier))


@fact("AG-SAV-4-10", cases=journals)
def a_journal_is_compacted_from_3584_rows_on(case: tuple[tuple[Row, ...], tuple[Segment, ...]]) -> bool:
    """Below 3,584 rows nothing moves; from there on only the newest 512 and closure receipts stay expanded."""
    rows, segments = case
    kept, after = compacted(rows, segments)
    if len(rows) < 3_584:
        return (kept, after) == (rows, segments) and not needs_compaction(rows)
    wanted = tuple(row for i, row in enumerate(rows) if i >= len(rows) - 512 or is_closure(row))
    return kept == wanted and len(after) == len(segments) + len(rows) - len(wanted)


@fact("AG-SAV-4-10", cases=lambda: (case for case in journals() if len(case[0]) >= 3_584))
def segments_are_exact_and_sorted(case: tuple[tuple[Row, ...], tuple[Segment, ...]]) -> bool:
    """A segment has ID, intent, status and receipt of its row, and segments stand in the order of their IDs."""
    rows, segments = case
    _, after = compacted(rows, segments)
    moved = {row.operation: row for row in rows}
    exact = all(
        each in segments
        or (each.intent, each.status, each.receipt)
        == (moved[each.operation].intent, moved[each.operation].status, moved[each.operation].receipt)
        for each in after
    )
    return exact and [each.operation for each in after] == sorted(each.operation for each in after)


@fact("AG-SAV-4-10", "AG-SAV-4-06", "AG-SAV-4-07", cases=lambda: product((3_584, 4_000), CLOSURES))
def compaction_changes_no_answer_but_the_reason(case: tuple[int, int]) -> bool:
    """The same intent gets the stored status and receipt, another one OPERATION_ID_CONFLICT, before and after alike."""
    rows = journal_of(*case)
    kept, after = compacted(rows, ())
    for row in (rows[0], rows[3], rows[4], rows[7], rows[-513], rows[-512], rows[-1]):
        same, other = row.intent, replace(row.intent, amount=1)
        old, new = lookup(rows, row.operation, same), lookup_all(kept, after, row.operation, same)
        conflict = Answer(Status.NONE, NONE, Reason.OPERATION_ID_CONFLICT)
        if (old.status, old.receipt) != (new.status, new.receipt) or old.status is Status.NONE:
            return False
        if lookup(rows, row.operation, other) != conflict or lookup_all(kept, after, row.operation, other) != conflict:
            return False
    return lookup_all(kept, after, 5, LOCK) == Answer(Status.NONE, NONE, Reason.NONE)


@fact("AG-SAV-4-10", cases=lambda: CLOSURES)
def nothing_is_compacted_while_something_is_pending(every: int) -> bool:
    """A journal with a pending row keeps all its rows, however many there are."""
    rows = journal_of(3_600, every)
    pending = (*rows, replace(rows[-1], operation=1, status=Status.PENDING, receipt=NONE))
    return not needs_compaction(pending) and compacted(pending, ()) == (pending, ())


@fact("AG-SAV-4-10", cases=lambda: (0, 1, 4_094, 4_095, 4_096))
def a_journal_has_4096_rows_at_most(size: int) -> bool:
    """A full journal gets a free row until it has 4,096, and no further one."""
    rows = journal_of(size, 0)
    return with_room(rows) == ((*rows, FREE) if size < 4_096 else rows)


@fact(
    "AG-SAV-4-10",
    "AG-SAV-4-09",
    cases=lambda: (3_072, 3_584),
    expect=Verdict.REFUTED,
    finding="F-162",
)
def compaction_makes_room(closures: int) -> bool:
    """Compacting a journal that has come to its threshold leaves fewer rows than before."""
    rows = (*journal_of(closures, 1), *journal_of(3_584 - closures, 0, closures))
    applied = tuple(replace(row, status=Status.APPLIED, receipt=1, reason=Reason.NONE) for row in rows)
    return len(compacted(applied, ())[0]) < len(applied)
