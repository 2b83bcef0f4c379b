"""Compaction as the store makes it: when, where, what stays, what is still answered; and receipts of earlier creations.

Lives of a slot are played on the kernel with small bounds; what a journal does in them it does at 3,584 rows too.
Rules: AG-SAV-4-06..10, AG-SAV-7.1-05, AG-SAV-7.1-07, AG-SAV-7.1-08, AG-SAV-11.2-05.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from kernel.guild.save.cloud import branch_of
from kernel.guild.save.commit import Commit, answer, is_due, prepare, roomy, settle
from kernel.guild.save.envelope import MOST_BYTES
from kernel.guild.save.intent import CLOSURE, Intent, Kind, Reason
from kernel.guild.save.journal import BOUNDS, Answer, Bounds, Delta, Row, Segment, Status, is_closure, segment_of
from kernel.guild.save.recovery import SEAL, Ending, receipts_of, recovered
from kernel.guild.save.rulings import FROZEN, CompactedAt, Compaction, SaveRulings
from kernel.guild.save.slot import LAST, MOST_COIN, MOST_CREDIT, MOST_RENOWN, NONE, Drafting, Slot, Stage
from kernel.guild.save.store import Store
from kernel.guild.save.store_commit import NO_PARENT, Identity, bytes_of, commit_in, first_commit, held_of, stored_of
from kernel.guild.save.store_recovery import opened_store
from kernel.guild.save.validation import Fault, first_fault
from model.disk import SimulatedDisk
from model.save_worlds import EMPTY
from model.verdict import Verdict
from properties.claim import fact

IDENTITY = Identity("5a" * 16, "c3" * 16, 1)
#: IDs come in descending order, so that sorting them is seen.
LAST_ID = 10_000
NEW_ID = 1
CREATION = (Kind.BEGIN, Kind.MATERIALIZE, Kind.SELECT, Kind.COMMIT_RUN)


@dataclass(frozen=True)
class Asked:
    """An operation of a life: what it found, its pending and its final child, and what was answered."""

    operation: int
    intent: Intent
    found: Commit
    pending: Commit
    final: Commit
    said: Answer


@lru_cache(maxsize=64)
def life(bounds: Bounds, length: int) -> tuple[Asked, ...]:
    """So many operations: a Run is created, its board refreshed, some of it beyond all means, and the Run closed."""
    commit, asked = first_commit(EMPTY), []
    for number in range(length):
        operation, intent = LAST_ID - number, next_of(commit.slot, number)
        pending = prepare(roomy(commit, FROZEN, bounds), operation, intent, FROZEN)
        final = settle(pending, operation, FROZEN)
        said = answer(final, operation, intent, FROZEN)
        asked.append(Asked(operation, intent, commit, pending, final, said))
        commit = final
    return tuple(asked)


def next_of(slot: Slot, number: int) -> Intent:
    """What is asked for next."""
    draft, run = slot.draft, slot.run
    if run.stage is Stage.MARKET:
        if number % 9 == 8:
            return Intent(Kind.CLOSE, extra=2)
        return Intent(Kind.REFRESH, amount=9_000 if number % 3 == 1 else 0, expected=run.board)
    match draft.status:
        case Drafting.ABSENT:
            return Intent(Kind.BEGIN, expected=slot.ordinal)
        case Drafting.SEED_RESERVED:
            return Intent(Kind.MATERIALIZE, expected=draft.seed)
        case Drafting.OFFERS_READY:
            return Intent(Kind.SELECT, 0, 1 + draft.seed % 3, draft.revision, draft.seed)
    return Intent(Kind.COMMIT_RUN, draft.first, draft.second, draft.revision, draft.seed)


def lives() -> Iterator[tuple[Bounds, tuple[Asked, ...]]]:
    """Forty operations under bounds that compact early, often and of little; and under some with few segments."""
    for full, expanded, segments in product((1, 6, 9), (0, 1, 3), (4, 100)):
        bounds = Bounds(full=full, expanded=expanded, segments=segments)
        yield bounds, life(bounds, 40)


def used(commit: Commit) -> tuple[Row, ...]:
    """The rows of a commit that are not free."""
    return tuple(row for row in commit.journal if row.status is not Status.NONE)


# ---------------------------------------------------------------- when, where, and what


@fact("AG-SAV-4-10", cases=lives)
def a_journal_is_compacted_where_it_should_be(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """A full journal is compacted with the next operation at a Market, never elsewhere, and by nothing else."""
    bounds, asked = case
    for each in asked:
        found = used(each.found)
        is_full = each.found.slot.run.stage is Stage.MARKET and len(found) >= bounds.full
        older = found[: max(len(found) - bounds.expanded, 0)] if is_full else ()
        gone = tuple(row for row in older if not is_closure(row))[: bounds.segments - len(each.found.segments)]
        stayed = tuple(row for row in found if row not in gone)
        if used(each.pending)[:-1] != stayed or len(each.pending.segments) != len(each.found.segments) + len(gone):
            return False
        if each.final.segments != each.pending.segments or len(used(each.final)) != len(stayed) + 1:
            return False
    return True


@fact("AG-SAV-4-09", "AG-SAV-4-10", cases=lives)
def closure_receipts_are_never_compacted(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """However often a journal is compacted, it has every closure receipt of the lineage, and the head counts them."""
    _, asked = case
    due: tuple[int, ...] = ()
    for each in asked:
        is_new = each.said.status is Status.APPLIED and each.intent.kind in CLOSURE
        due = (*due, each.operation) if is_new else due
        kept = tuple(receipt.operation for receipt in receipts_of(each.final))
        if kept != due or each.final.head != len(due):
            return False
    return len(due) > 9


@fact("AG-SAV-4-06", "AG-SAV-4-07", "AG-SAV-4-09", "AG-SAV-4-10", "AG-SAV-5-02", cases=lives)
def every_operation_ever_asked_keeps_its_answer(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """After forty operations each ID still gets its status and receipt, and a conflict under another intent."""
    _, asked = case
    last = asked[-1].final
    for each in asked:
        said = answer(last, each.operation, each.intent, FROZEN)
        other = answer(last, each.operation, replace(each.intent, extra=77), FROZEN)
        if (said.status, said.receipt) != (each.said.status, each.said.receipt):
            return False
        if other != Answer(Status.NONE, NONE, Reason.OPERATION_ID_CONFLICT):
            return False
    return {each.said.status for each in asked} == {Status.APPLIED, Status.REJECTED}


@fact("AG-SAV-4-10", "AG-SAV-11.2-05", "AG-SAV-5-08", cases=lives)
def every_compacted_commit_is_valid_and_read_as_it_was_written(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """Every commit of such a life is valid, is read from its bytes as it was written, and has its segments in order."""
    for each in (commit for asked in case[1] for commit in (asked.pending, asked.final)):
        stored = stored_of(IDENTITY, each, NO_PARENT)
        data = bytes_of(stored)
        ids = [segment.operation for segment in each.segments]
        if first_fault(each) is not None or ids != sorted(ids):
            return False
        if commit_in(data, held_of(stored, data).pointer.file, IDENTITY).commit != each:
            return False
    return True


@fact("AG-SAV-4-10", cases=lambda: (Stage.BATTLE, Stage.GUILD, Stage.ABSENT, Stage.SEALED, Stage.MARKET))
def only_a_market_is_a_place_to_compact(stage: Stage) -> bool:
    """A full journal is due exactly at a Market, and there only while nothing is pending."""
    asked = life(Bounds(full=9, expanded=1), 9)[-1]
    slot = replace(asked.found.slot, run=replace(asked.found.slot.run, stage=stage))
    bounds = Bounds(full=3, expanded=1)
    final, pending = replace(asked.found, slot=slot), replace(asked.pending, slot=slot)
    anywhere = replace(FROZEN, compacted_at=CompactedAt.ANYWHERE)
    is_right = is_due(final, FROZEN, bounds) is (stage is Stage.MARKET) and is_due(final, anywhere, bounds)
    return is_right and not is_due(pending, FROZEN, bounds) and not is_due(pending, anywhere, bounds)


# ---------------------------------------------------------------- what is let in


def false_segments() -> Iterator[Commit]:
    """Commits whose segments cannot be right."""
    commit = life(Bounds(full=6, expanded=1), 40)[-1].final
    one, *rest = commit.segments
    row = next(row for row in commit.journal if is_closure(row))
    other = next(row for row in reversed(used(commit)) if not is_closure(row))
    applied = next(each for each in commit.segments if each.status is Status.APPLIED)
    rejected = next(each for each in commit.segments if each.status is Status.REJECTED)
    yield replace(commit, segments=(*rest, one))
    yield replace(commit, segments=(one, one, *rest))
    yield replace(commit, segments=(segment_of(other), one, *rest))
    yield replace(commit, segments=(*commit.segments, segment_of(row)))
    for false in (
        replace(applied, receipt=NONE),
        replace(applied, receipt=commit.sequence + 1),
        replace(applied, intent=SEAL),
        replace(applied, status=Status.PENDING),
        replace(rejected, receipt=1),
        replace(rejected, status=Status.NONE),
    ):
        yield replace(commit, segments=(false,))
    yield replace(commit, segments=tuple(replace(rejected, operation=i) for i in range(BOUNDS.segments + 1)))
    yield replace(
        commit, journal=tuple(replace(row, operation=i) for i in range(BOUNDS.rows + 1)), head=BOUNDS.rows + 1
    )


@fact("AG-SAV-11.2-05", "AG-SAV-4-09", "AG-SAV-4-10", cases=false_segments)
def a_commit_with_false_segments_is_refused(commit: Commit) -> bool:
    """Segments out of order, with an ID twice, of unfinished or closing operations, or too many, are refused."""
    return first_fault(commit) is Fault.JOURNAL


@fact("AG-SAV-4-10", "AG-SAV-11.2-01", cases=lambda: (BOUNDS,))
def the_largest_commit_fits_its_envelope(bounds: Bounds) -> bool:
    """A commit with as many rows and segments as there may be, all numbers as long as they get, has 16 MiB at most."""
    widest = Intent(Kind.START_RETREAT, *(-LAST,) * 5)
    delta = Delta(-MOST_COIN, -MOST_CREDIT, -MOST_RENOWN, -LAST, -LAST, 1)
    first = 2**127
    row = Row(first, Status.REJECTED, widest, delta, LAST, LAST, Reason.RUN_CREATION_COMMIT_CONFLICT)
    rows = tuple(replace(row, operation=first + i) for i in range(bounds.rows))
    segments = tuple(Segment(first + i, widest, Status.REJECTED, LAST) for i in range(bounds.segments))
    commit = replace(first_commit(EMPTY), journal=rows, segments=segments)
    return MOST_BYTES // 2 < len(bytes_of(stored_of(IDENTITY, commit, NO_PARENT))) <= MOST_BYTES


# ---------------------------------------------------------------- what recovery makes of it


def closing_steps() -> Iterator[tuple[Bounds, Asked]]:
    """The operations of such lives that leave a closure receipt, at a Market or elsewhere."""
    for bounds, asked in lives():
        yield from ((bounds, each) for each in asked if each.final.head > each.found.head)


@fact("AG-SAV-11.3-06", "AG-SAV-11.3-07", "AG-SAV-4-10", cases=closing_steps)
def a_lost_compaction_comes_again_with_its_receipt(case: tuple[Bounds, Asked]) -> bool:
    """If a commit that compacted is lost, replaying its receipt onto the one before makes the very same commit."""
    bounds, each = case
    chain = receipts_of(each.final)
    found = recovered(each.found, False, chain, chain, first_commit(EMPTY), FROZEN, bounds)
    return (found.ending, found.commit) == (Ending.RECOVERED, each.final)


@fact("AG-SAV-11.3-08", "AG-SAV-4-06", "AG-SAV-4-10", cases=lives)
def a_sealed_slot_still_knows_every_id(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """A seal keeps segments as they are: every operation up to the boundary gets its status and receipt again."""
    bounds, asked = case
    last = next(i for i, each in enumerate(asked) if i > 25 and each.final.slot.run.stage is Stage.MARKET)
    found = recovered(asked[last].final, False, None, None, first_commit(EMPTY), FROZEN, bounds)
    known = [answer(found.commit, each.operation, each.intent, FROZEN) for each in asked[: last + 1]]
    same = [(said.status, said.receipt) for said in known] == [
        (each.said.status, each.said.receipt) for each in asked[: last + 1]
    ]
    return found.ending is Ending.SEALED and same and first_fault(found.commit) is None


@fact("AG-SAV-11.3-08", "AG-SAV-4-10", cases=lambda: (0, 1))
def a_seal_never_loses_a_receipt_for_want_of_room(free: int) -> bool:
    """A journal without room for the receipt of a seal is compacted first; if closures fill it, the slot is blocked."""
    asked = life(Bounds(), 8)[-1].final
    rows = len(used(asked))
    moves = recovered(asked, False, None, None, asked, FROZEN, Bounds(rows=rows, full=rows, expanded=1)).commit
    tight = replace(asked, journal=tuple(row for row in used(asked) if is_closure(row)))
    bounds = Bounds(rows=len(tight.journal) + free, full=1, expanded=0)
    sealed = recovered(tight, False, None, None, tight, FROZEN, bounds)
    is_kept = receipts_of(moves)[-1].intent == SEAL and len(used(moves)) <= rows
    return is_kept and sealed.ending is (Ending.SEALED if free else Ending.BLOCKED)


@fact("AG-SAV-14-01", "AG-SAV-4-10", cases=lives)
def compaction_changes_no_ancestry(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """A compacted commit has the ancestry of the same commit with a whole journal, so that copies compare as ever."""
    plain = life(BOUNDS, len(case[1]))
    pairs = zip(case[1], plain, strict=True)
    return all(branch_of(one.final, 1, 1, FROZEN) == branch_of(other.final, 1, 1, FROZEN) for one, other in pairs)


# ---------------------------------------------------------------- receipts of creation


@fact("AG-SAV-7.1-07", "AG-SAV-7.1-08", "AG-SAV-18-04", cases=lives)
def a_draft_promoted_long_ago_gets_its_own_receipt(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """Under a new ID every draft ever promoted gets the receipt of its own Run, and with another pair a conflict.

    So it does while something is pending, and when the journal is full: it is looked up before the state is.
    """
    _, asked = case
    last = asked[-1].pending
    promoted = [each for each in asked[:-1] if each.intent.kind is Kind.COMMIT_RUN]
    for each in promoted:
        again = answer(last, NEW_ID, each.intent, FROZEN)
        other = answer(last, NEW_ID, replace(each.intent, item=each.intent.item % 3 + 1), FROZEN)
        if again != Answer(Status.APPLIED, each.said.receipt, Reason.RUN_CREATION_ALREADY_APPLIED):
            return False
        if other != Answer(Status.NONE, NONE, Reason.RUN_CREATION_COMMIT_CONFLICT):
            return False
    ready = roomy(asked[-1].final, FROZEN)
    never = answer(ready, NEW_ID, replace(promoted[0].intent, expected=LAST), FROZEN)
    return len(promoted) > 2 and never == Answer(Status.NONE, NONE, Reason.STALE_RUN_CREATION_DRAFT)


@fact("AG-SAV-7.1-05", cases=lives)
def the_selected_pair_asked_for_anew_gets_the_receipt_of_its_selection(case: tuple[Bounds, tuple[Asked, ...]]) -> bool:
    """Under a new ID the pair that is selected gets SELECTION_UNCHANGED and the receipt that selected it."""
    chosen = [each for each in case[1] if each.intent.kind is Kind.SELECT]
    return len(chosen) > 2 and all(
        answer(roomy(each.final, FROZEN), NEW_ID, each.intent, FROZEN)
        == Answer(Status.APPLIED, each.said.receipt, Reason.SELECTION_UNCHANGED)
        for each in chosen
    )


# ---------------------------------------------------------------- where the text is silent


#: Compacted from six rows on, one of which stays: with the third operation at a Market.
EARLY = Bounds(full=6, expanded=1)


def commits_of_an_operation(rulings: SaveRulings) -> tuple[int, int]:
    """How many commits the store writes for an operation at a Market: before its journal is full, and once it is."""
    disk = SimulatedDisk()
    store = opened_store(disk, IDENTITY, EMPTY, rulings, EARLY)
    store.found()
    written = []
    for number in range(7):
        before = at(store)
        store.submit(LAST_ID - number, next_of(before.slot, number))
        written.append(at(store).sequence - before.sequence)
    if not at(store).segments or at(opened_store(disk, IDENTITY, EMPTY, rulings, EARLY)) != at(store):
        raise ValueError("nothing is compacted, or it is not there any more")
    return written[5], written[6]


def at(store: Store) -> Commit:
    """What a store is at. Raises `ValueError` if it is nowhere."""
    if store.held is None:
        raise ValueError(store.standing.value)
    return store.held.commit


@fact("AG-SAV-4-10", "AG-SAV-5-04", cases=lambda: Compaction, expect=Verdict.REFUTED, finding="F-224")
def an_operation_writes_two_commits(compaction: Compaction) -> bool:
    """An operation writes its pending and its final child and no other commit, whether or not the journal is full."""
    return commits_of_an_operation(replace(FROZEN, compaction=compaction)) == (2, 2)


def operations_until_full(rulings: SaveRulings, bounds: Bounds) -> int:
    """How often the rule set can be changed in a new Guild until nothing is taken any more; twice the bound at most."""
    commit = first_commit(EMPTY)
    for number in range(2 * bounds.rows):
        law = Intent(Kind.CHANGE_LAW, extra=(commit.slot.law + 1) % 3)
        ready = roomy(commit, rulings, bounds)
        said = [answer(ready, LAST_ID + number, each, rulings).reason for each in (law, Intent(Kind.BEGIN))]
        if said == [Reason.JOURNAL_FULL] * 2:
            return number
        commit = settle(prepare(ready, LAST_ID + number, law, rulings), LAST_ID + number, rulings)
    return 2 * bounds.rows


#: Bounds in the proportions of the text, by 512.
SMALL = Bounds(rows=8, full=7, expanded=1)


@fact("AG-SAV-4-10", "AG-SAV-4-08", cases=lambda: CompactedAt, expect=Verdict.REFUTED, finding="F-225")
def a_slot_away_from_a_market_always_takes_another_operation(place: CompactedAt) -> bool:
    """However often the rule set has been changed in a new Guild, it can be changed again, and a Run be begun."""
    return operations_until_full(replace(FROZEN, compacted_at=place), SMALL) == 2 * SMALL.rows


def operations_at_a_market(bounds: Bounds) -> int:
    """How many boards can be asked for at a Market before the journal is full; at most twice all that is ever kept."""
    commit = life(Bounds(), 4)[-1].final
    for number in range(2 * (bounds.rows + bounds.segments)):
        ready = roomy(commit, FROZEN, bounds)
        intent = Intent(Kind.REFRESH, expected=commit.slot.run.board)
        if answer(ready, number, intent, FROZEN).reason is Reason.JOURNAL_FULL:
            return number
        commit = settle(prepare(ready, number, intent, FROZEN), number, FROZEN)
    return 2 * (bounds.rows + bounds.segments)


@fact("AG-SAV-4-09", "AG-SAV-4-10", cases=lambda: (0, 16), expect=Verdict.REFUTED, finding="F-226")
def a_lineage_never_runs_out_of_room_for_ids(segments: int) -> bool:
    """At a Market another operation is always taken, whatever number of compacted IDs a file can hold."""
    bounds = replace(SMALL, segments=segments)
    return operations_at_a_market(bounds) == 2 * (bounds.rows + bounds.segments)
