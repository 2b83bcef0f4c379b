"""From pending to applied: the nine steps of one operation, its crashes, its retries, and the repair of replicas.

A `Station` is one slot's disk and the phase of the one process that works on it. What a crash may lose is named: the
candidate that no pointer names, and a pointer that has not been read back. Rules: AG-SAV-5-01..11, AG-SAV-5.1-01..06.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure
from kernel.guild.save.intent import CLOSURE, Intent, Kind, Reason, Refused
from kernel.guild.save.journal import (
    BOUNDS,
    ZERO,
    Answer,
    Bounds,
    Row,
    Segment,
    Status,
    compacted,
    delta_of,
    lookup_all,
    needs_compaction,
    with_room,
    with_row,
)
from kernel.guild.save.rulings import (
    CompactedAt,
    FundsChecked,
    PendingLimit,
    RejectionAdvances,
    Rotation,
    SaveRulings,
)
from kernel.guild.save.slot import LAST, NONE, Slot, Stage, Term
from kernel.guild.save.transactions import effect, funds_refusal, reference_refusal, refusal


@dataclass(frozen=True)
class Commit:
    """One commit file. `parent` is the sequence of the newest boundary before it; a pending child is no boundary.

    `head` counts the closure receipts of the lineage; `applies`: it is the applied child of an operation. `segments`
    are the rows that have left the journal. Rules: AG-SAV-2-02, AG-SAV-4-10, AG-SAV-5-04, AG-SAV-5-07.
    """

    sequence: int
    parent: int
    is_boundary: bool
    slot: Slot
    journal: tuple[Row, ...]
    head: int
    applies: bool = False
    segments: tuple[Segment, ...] = ()


class Phase(Term):
    """How far the process has come with what is in flight."""

    DOWN = "no process"
    OPEN = "nothing in flight"
    WRITTEN = "the candidate is written, the pointer old"
    SWITCHED = "the pointer is new, not read back"
    READ = "the final child is read back, backups are old"
    ROTATED = "backups are rotated, both ledgers old"
    MIRRORED = "the first ledger has the receipt"


@dataclass(frozen=True)
class Station:
    """The disk and the process. `other` is the candidate while WRITTEN, what the pointer named while SWITCHED.

    Otherwise it is `active` again. `backups` are sequences, newest first; `ledgers` count receipts.
    """

    phase: Phase
    active: Commit
    other: Commit
    backups: tuple[int, ...]
    ledgers: tuple[int, int]


def pending_rows(journal: tuple[Row, ...]) -> int:
    """How many operations are pending."""
    return sum(1 for row in journal if row.status is Status.PENDING)


def answer(commit: Commit, operation: int, intent: Intent, rulings: SaveRulings) -> Answer:
    """What a request gets: the stored answer of a known ID, or why a new one is refused; NONE and NONE if it is taken.

    Rules: AG-SAV-5-02, AG-SAV-5-03, AG-SAV-4-06..08, AG-SAV-7.1-08.
    """
    known = lookup_all(commit.journal, commit.segments, operation, intent)
    if known.status is not Status.NONE or known.reason is not Reason.NONE:
        return known
    promoted = promotion(commit, intent)
    if promoted.reason is not Reason.NONE:
        return promoted
    if rulings.pending is PendingLimit.ONE and pending_rows(commit.journal) > 0:
        return Answer(Status.NONE, NONE, Reason.PENDING_FIRST)
    if all(row.status is not Status.NONE for row in commit.journal):
        return Answer(Status.NONE, NONE, Reason.JOURNAL_FULL)
    if commit.sequence + pending_rows(commit.journal) + 2 > LAST:
        return Answer(Status.NONE, NONE, Reason.SEQUENCE_EXHAUSTED)
    reason = reference_refusal(commit.slot, intent, rulings)
    if reason is Reason.NONE and rulings.funds is FundsChecked.BEFORE_PENDING:
        reason = funds_refusal(commit.slot, intent)
    if reason is Reason.SELECTION_UNCHANGED:
        return unchanged(commit.journal, intent)
    return Answer(Status.NONE, NONE, reason)


def promotion(commit: Commit, intent: Intent) -> Answer:
    """What committing a draft is told that was promoted before, under whatever ID; NONE and NONE if it never was.

    The same pair gets the one receipt of its Run, another pair a conflict. Closure receipts never leave the journal, so
    that it knows every draft that was ever promoted. Rules: AG-SAV-7.1-07, AG-SAV-7.1-08, AG-OVR-11.
    """
    found, first, second, receipt = False, NONE, NONE, NONE
    for row in commit.journal:
        is_promotion = row.status is Status.APPLIED and row.intent.kind is Kind.COMMIT_RUN
        if is_promotion and row.intent.expected == intent.expected:
            found, first, second, receipt = True, row.intent.place, row.intent.item, row.receipt
    created = commit.slot.created
    if created.draft != NONE and created.draft == intent.expected:
        found, first, second, receipt = True, created.first, created.second, created.receipt
    if intent.kind is not Kind.COMMIT_RUN or not found:
        return Answer(Status.NONE, NONE, Reason.NONE)
    if (intent.place, intent.item) == (first, second):
        return Answer(Status.APPLIED, receipt, Reason.RUN_CREATION_ALREADY_APPLIED)
    return Answer(Status.NONE, NONE, Reason.RUN_CREATION_COMMIT_CONFLICT)


def unchanged(journal: tuple[Row, ...], intent: Intent) -> Answer:
    """What selecting the selected pair again is told: the receipt that selected it, as far as the journal has it.

    Rules: AG-SAV-7.1-05.
    """
    said = Answer(Status.NONE, NONE, Reason.SELECTION_UNCHANGED)
    for row in journal:
        is_selection = row.status is Status.APPLIED and row.intent.kind is Kind.SELECT
        if is_selection and row.intent.expected == intent.expected and row.receipt > said.receipt:
            said = Answer(Status.APPLIED, row.receipt, Reason.SELECTION_UNCHANGED)
    return said


def is_due(commit: Commit, rulings: SaveRulings, bounds: Bounds = BOUNDS) -> bool:
    """Is the journal of this commit to be compacted: long enough, nothing pending, and at a Market (F-225)?

    Rules: AG-SAV-4-10.
    """
    place = rulings.compacted_at is CompactedAt.ANYWHERE or commit.slot.run.stage is Stage.MARKET
    return place and needs_compaction(commit.journal, bounds)


@ensure(lambda commit, result: result.slot == commit.slot, "AG-SAV-4-10: making room in the journal is no gameplay")
def roomy(commit: Commit, rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Commit:
    """The commit as the next operation finds it: its journal compacted if that is due, and with a free row.

    Rules: AG-SAV-4-10.
    """
    rows, segments = commit.journal, commit.segments
    if is_due(commit, rulings, bounds):
        rows, segments = compacted(rows, segments, bounds)
    return replace(commit, journal=with_room(rows, bounds), segments=segments)


def compaction(commit: Commit, rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Commit:
    """A commit of its own that compacts and does nothing else: a boundary without an operation (F-224).

    Rules: AG-SAV-4-10.
    """
    made = roomy(commit, rulings, bounds)
    return replace(made, sequence=commit.sequence + 1, parent=boundary_of(commit), is_boundary=True, applies=False)


@ensure(lambda commit, result: result.slot == commit.slot, "AG-SAV-1-02: a pending row carries no cost and no result")
def prepare(commit: Commit, operation: int, intent: Intent, rulings: SaveRulings) -> Commit:
    """The candidate child with the pending row. Raises `Refused`. Rules: AG-SAV-5-04."""
    said = answer(commit, operation, intent, rulings)
    if said.status is not Status.NONE:
        raise Refused(Reason.ALREADY_KNOWN)
    if said.reason is not Reason.NONE:
        raise Refused(said.reason)
    row = Row(operation, Status.PENDING, intent, ZERO, commit.sequence, NONE, Reason.NONE)
    return Commit(
        sequence=commit.sequence + 1,
        parent=boundary_of(commit),
        is_boundary=False,
        slot=commit.slot,
        journal=with_row(commit.journal, row),
        head=commit.head,
        segments=commit.segments,
    )


def boundary_of(commit: Commit) -> int:
    """The newest boundary that a child of this commit follows."""
    return commit.sequence if commit.is_boundary else commit.parent


def settle(commit: Commit, operation: int, rulings: SaveRulings) -> Commit:
    """The final child of a pending row: applied with all of cost, result and receipt, or rejected with none of it.

    Depends on the fixed intent and the commit alone. Raises `Refused` if nothing is pending under this ID.
    Rules: AG-SAV-5-06, AG-SAV-5-07, AG-SAV-5-08, AG-SAV-5-11, AG-SAV-5.1-06.
    """
    if not any(row.status is Status.PENDING and row.operation == operation for row in commit.journal):
        raise Refused(Reason.NO_SUCH_TARGET)
    result = commit
    for row in commit.journal:
        if row.status is Status.PENDING and row.operation == operation:
            result = settled(commit, row, rulings)
    return result


def settled(commit: Commit, row: Row, rulings: SaveRulings) -> Commit:
    """The final child for this row of the commit. Rules: AG-SAV-5-06..08, AG-SAV-5-11."""
    reason = refusal(commit.slot, row.intent, rulings)
    if reason is not Reason.NONE:
        final = replace(row, status=Status.REJECTED, reason=reason)
        keeps = rulings.rejection is RejectionAdvances.NO
        return child(commit, commit.slot, final, row.before if keeps else commit.sequence + 1)
    receipt = commit.sequence + 1
    slot = effect(commit.slot, row.intent, receipt, rulings)
    final = replace(row, status=Status.APPLIED, delta=delta_of(commit.slot, slot), receipt=receipt)
    return child(commit, slot, final, receipt)


def child(commit: Commit, slot: Slot, final: Row, sequence: int) -> Commit:
    """One child that replaces the pending row by its final form, with everything that belongs to it."""
    journal = tuple(
        final if row.status is Status.PENDING and row.operation == final.operation else row for row in commit.journal
    )
    applies = final.status is Status.APPLIED
    closes = applies and final.intent.kind in CLOSURE
    return Commit(
        sequence=sequence,
        parent=boundary_of(commit),
        is_boundary=True,
        slot=slot,
        journal=journal,
        head=commit.head + 1 if closes else commit.head,
        applies=applies,
        segments=commit.segments,
    )


# ---------------------------------------------------------------- the process and its crashes


def write(station: Station, candidate: Commit) -> Station:
    """The candidate is a new file that no pointer names yet. Rules: AG-SAV-5-05, AG-SAV-5-09."""
    return replace(station, phase=Phase.WRITTEN, other=candidate)


def switch(station: Station) -> Station:
    """The pointer is replaced atomically. Rules: AG-SAV-5-05, AG-SAV-5-09."""
    return replace(station, phase=Phase.SWITCHED, active=station.other, other=station.active)


def read_back(station: Station) -> Station:
    """Pointer and commit are read back: a pending child waits for its end, a final one for its replicas.

    Rules: AG-SAV-5-05, AG-SAV-5-09.
    """
    phase = Phase.READ if station.active.is_boundary else Phase.OPEN
    return replace(station, phase=phase, other=station.active)


@ensure(lambda station, result: result.active == station.active, "AG-SAV-5.1-05: rotation does not touch the commit")
def rotate(station: Station, rulings: SaveRulings) -> Station:
    """The boundary before becomes the newest backup. Rules: AG-SAV-5-10, AG-SAV-11.1-03, AG-SAV-11.1-10."""
    if not rotates(station.active, rulings):
        return replace(station, phase=Phase.ROTATED)
    last = len(station.backups) - 1
    backups = (station.active.parent, *station.backups[:last])
    return replace(station, phase=Phase.ROTATED, backups=backups)


@ensure(lambda station, result: result.active == station.active, "AG-SAV-5.1-05: mirroring does not touch the commit")
def mirror(station: Station) -> Station:
    """One ledger after the other takes the receipts of the active commit. Rules: AG-SAV-11.1-08, AG-SAV-11.1-10."""
    head = station.active.head
    if station.phase is Phase.ROTATED:
        return replace(station, phase=Phase.MIRRORED, ledgers=(head, station.ledgers[1]))
    return replace(station, phase=Phase.OPEN, ledgers=(station.ledgers[0], head))


def rotates(commit: Commit, rulings: SaveRulings) -> bool:
    """Does this commit push the boundary before it into the backups? Rules: AG-SAV-5-10."""
    return commit.applies or (commit.is_boundary and rulings.rotation is Rotation.EVERY_FINAL)


def proceed(station: Station, rulings: SaveRulings) -> Station:
    """The next atomic step of what is in flight. Rules: AG-SAV-5-05, AG-SAV-5-09, AG-SAV-5-10."""
    match station.phase:
        case Phase.WRITTEN:
            return switch(station)
        case Phase.SWITCHED:
            return read_back(station)
        case Phase.READ:
            return rotate(station, rulings)
    return mirror(station)


def crash(station: Station, kept: bool) -> Station:
    """The process ends; a pointer that has not been read back is kept or lost, the other file is garbage.

    Rules: AG-SAV-5.1-01..05.
    """
    lost = station.phase is Phase.SWITCHED and not kept
    active = station.other if lost else station.active
    return replace(station, phase=Phase.DOWN, active=active, other=active)


def recover(station: Station, rulings: SaveRulings) -> Station:
    """Start again from the commit that the pointer names, and repair whatever replica is behind it.

    Nothing is replayed: the repairs are the steps that were left. Rules: AG-SAV-5.1-01..05.
    """
    active = station.active
    if rotates(active, rulings) and station.backups[0] != active.parent:
        return replace(station, phase=Phase.READ)
    if station.ledgers[0] != active.head:
        return replace(station, phase=Phase.ROTATED)
    if station.ledgers[1] != active.head:
        return replace(station, phase=Phase.MIRRORED)
    return replace(station, phase=Phase.OPEN)
