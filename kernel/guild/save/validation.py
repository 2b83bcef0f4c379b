"""The validation order: what a commit must be to count, asked in the order of the text, the first failure named.

Envelope, checksums and schema come before, on bytes (`envelope`, `store_commit`). Rules: AG-SAV-11.2-01..12.
"""

from __future__ import annotations

from itertools import pairwise

from kernel.cited import Cited
from kernel.guild.save.commit import Commit, pending_rows
from kernel.guild.save.intent import CLOSURE
from kernel.guild.save.journal import BOUNDS, ZERO, Row, Segment, Status, is_closure
from kernel.guild.save.slot import (
    LAST,
    MOST_COIN,
    MOST_CREDIT,
    MOST_RENOWN,
    NO_OFFERS,
    NO_RECRUIT,
    NONE,
    OUTCOMES,
    Draft,
    Drafting,
    Life,
    Run,
    Slot,
    Stage,
    cleared_run,
    holders,
)


class Fault(Cited):
    """What a commit fails, in the order in which it is asked."""

    LINKS = ("AG-SAV-11.2-04", "sequence and parent do not make a chain")
    JOURNAL = ("AG-SAV-11.2-05", "the rows are no journal, or the receipts are not those that it counts")
    BALANCES = ("AG-SAV-11.2-06", "a balance is out of its range")
    RECRUITS = ("AG-SAV-11.2-07", "a Recruit is there twice, or is none")
    ITEMS = ("AG-SAV-11.2-08", "an item has two owners, or somebody wears what cannot be worn")
    CREATION = ("AG-SAV-11.2-09", "draft, seed, offers and run do not fit each other")
    MARKET = ("AG-SAV-11.2-10", "the board does not follow from its run")
    ENCOUNTER = ("AG-SAV-11.2-11", "battle, retreat and outcome do not fit the stage")
    CLOSE = ("AG-SAV-11.2-12", "something of a closed run is left")


def first_fault(commit: Commit) -> Fault | None:
    """The first check that this commit fails, None if it is valid. Rules: AG-SAV-11.2-04..12, AG-SAV-5-08."""
    run = commit.slot.run
    if not has_links(commit):
        return Fault.LINKS
    if not is_journal(commit):
        return Fault.JOURNAL
    if not has_balances(commit.slot):
        return Fault.BALANCES
    if not has_recruits(run):
        return Fault.RECRUITS
    if not has_items(run):
        return Fault.ITEMS
    if not is_created(commit.slot):
        return Fault.CREATION
    if not has_board(run):
        return Fault.MARKET
    if not has_encounter(run):
        return Fault.ENCOUNTER
    return None if run.stage is not Stage.ABSENT or run == cleared_run(run) else Fault.CLOSE


def has_links(commit: Commit) -> bool:
    """A child comes after the boundary before it. Rules: AG-SAV-11.2-04."""
    return NONE <= commit.parent < commit.sequence <= LAST


def is_journal(commit: Commit) -> bool:
    """Rows of distinct operations in legal states; a boundary has none pending. Rules: AG-SAV-11.2-05, AG-SAV-1-02."""
    used = tuple(row for row in commit.journal if row.status is not Status.NONE)
    distinct = len({row.operation for row in used}) == len(used)
    bounded = len(used) <= BOUNDS.rows and is_compacted(commit, frozenset(row.operation for row in used))
    settled = commit.is_boundary == (pending_rows(commit.journal) == 0)
    counted = commit.head == sum(1 for row in used if is_closure(row))
    return distinct and bounded and settled and counted and all(is_row(row, commit.sequence) for row in used)


def is_compacted(commit: Commit, rows: frozenset[int]) -> bool:
    """Segments are final rows that close nothing, sorted by ID, each ID once and none of them in the journal.

    Rules: AG-SAV-11.2-05, AG-SAV-4-09, AG-SAV-4-10.
    """
    segments = commit.segments
    ascending = all(one.operation < other.operation for one, other in pairwise(segments))
    known = any(each.operation in rows for each in segments)
    return (
        len(segments) <= BOUNDS.segments
        and ascending
        and not known
        and all(is_segment(each, commit.sequence) for each in segments)
    )


def is_segment(each: Segment, sequence: int) -> bool:
    """An applied one has its receipt and closes nothing, a rejected one has none.

    Rules: AG-SAV-11.2-05, AG-SAV-4-09.
    """
    if each.status is Status.APPLIED:
        return 0 < each.receipt <= sequence and each.intent.kind not in CLOSURE
    return each.status is Status.REJECTED and each.receipt == NONE


def is_row(row: Row, sequence: int) -> bool:
    """An applied row has its receipt, no other row has receipt or delta. Rules: AG-SAV-11.2-05, AG-SAV-5-04."""
    if row.status is Status.APPLIED:
        return 0 <= row.before < row.receipt <= sequence
    return row.delta == ZERO and row.receipt == NONE and 0 <= row.before < sequence + 1


def has_balances(slot: Slot) -> bool:
    """Nothing negative, nothing above its cap. Rules: AG-SAV-11.2-06."""
    run = slot.run
    balances = 0 <= run.coin <= MOST_COIN and 0 <= run.credit <= MOST_CREDIT and 0 <= slot.renown <= MOST_RENOWN
    return balances and run.refreshes >= 0


def has_recruits(run: Run) -> bool:
    """Each opening offer became one Recruit at most, and a place is a Recruit or nobody. Rules: AG-SAV-11.2-07."""
    known = tuple(each for each in run.recruits if each.origin != NONE)
    distinct = all(one.origin != other.origin for i, one in enumerate(known) for other in known[:i])
    return distinct and all(
        each == NO_RECRUIT if each.life is Life.NOBODY else each.profession >= 0 for each in run.recruits
    )


def has_items(run: Run) -> bool:
    """One place for each item, and only the living wear any. Rules: AG-SAV-11.2-08."""
    single = all(holders(run, item) <= 1 for item in range(len(run.inventory)))
    return single and all(
        NONE <= each.item < len(run.inventory) and (each.life is Life.LIVING or each.item == NONE)
        for each in run.recruits
    )


def is_created(slot: Slot) -> bool:
    """Draft and run exclude each other; seeds have been counted; offers are four or none. Rules: AG-SAV-11.2-09."""
    draft, run = slot.draft, slot.run
    if not 0 <= slot.ordinal <= LAST:
        return False
    if draft.status is Drafting.ABSENT:
        return run.stage is Stage.ABSENT or run.seed < slot.ordinal
    return run.stage is Stage.ABSENT and 0 <= draft.seed < slot.ordinal and is_draft(draft)


def is_draft(draft: Draft) -> bool:
    """No partial offer array, no half pair. Rules: AG-SAV-2-04, AG-SAV-11.2-09."""
    none = draft.first == NONE and draft.second == NONE
    if draft.status is Drafting.SEED_RESERVED:
        return draft.offers == NO_OFFERS and none and draft.revision == 0
    offered = all(offer == len(draft.offers) * draft.seed + i for i, offer in enumerate(draft.offers))
    pair = 0 <= draft.first < draft.second < len(draft.offers)
    if draft.status is Drafting.SELECTION_READY:
        return offered and pair and draft.revision >= 1
    return offered and draft.second == NONE and NONE <= draft.first < len(draft.offers)


def has_board(run: Run) -> bool:
    """Offers are of this board or were locked on one before. Rules: AG-SAV-11.2-10."""
    return all(
        NONE <= each.board <= run.board and (each.is_open or not each.is_locked) and each.price >= 0
        for each in run.offers
    )


def has_encounter(run: Run) -> bool:
    """A committed battle in BATTLE, an outcome in LOCKED, neither elsewhere. Rules: AG-SAV-11.2-11."""
    if run.stage is Stage.SEALED:
        return True
    fights = run.stage in (Stage.BATTLE, Stage.LOCKED)
    down = any(each.down for each in run.recruits)
    locked = run.stage is Stage.LOCKED
    outcome = 0 <= run.outcome < len(OUTCOMES) if locked else run.outcome == NONE
    return outcome and (fights or (run.snapshot == NONE and run.retreat == NONE)) and (locked or not down)
