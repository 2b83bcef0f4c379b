"""Operation identity and the journal: what is known of an ID, what it answers, and how the journal stays bounded.

Rules: AG-SAV-4-01..10.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import ensure
from kernel.guild.save.intent import CLOSURE, Intent, Kind, Reason
from kernel.guild.save.slot import NONE, Life, Slot, Term


@dataclass(frozen=True)
class Bounds:
    """How far a journal grows: it has at most `rows` and is compacted from `full` on, when the newest `expanded` stay.

    `segments` is how many compacted rows there are at most: with them a commit still fits its envelope (F-226).
    Rules: AG-SAV-4-10.
    """

    rows: int = 4_096
    full: int = 3_584
    expanded: int = 512
    segments: int = 49_152


#: The numbers of the text.
BOUNDS = Bounds()


class Status(Term):
    """What has become of an operation; NONE is a free row. Rules: AG-SAV-4-02."""

    NONE = "free"
    PENDING = "pending"
    APPLIED = "applied"
    REJECTED = "rejected"


@dataclass(frozen=True)
class OperationId:
    """The inputs of an operation ID. Two IDs are equal exactly if all inputs are: the hash is taken to be injective.

    Rules: AG-SAV-4-02.
    """

    guild: int
    lineage: int
    sequence_at_intent: int
    kind: Kind
    source: int
    nonce: int


@dataclass(frozen=True)
class Delta:
    """How a slot changed, by number: Coin, Credit, Renown, living Recruits, items owned, ordinals."""

    coin: int
    credit: int
    renown: int
    recruits: int
    items: int
    ordinals: int


ZERO = Delta(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Row:
    """One operation in the journal; `before` is the sequence of the commit that it was asked of.

    `receipt` labels the applied child, NONE before. Rules: AG-SAV-4-04, AG-SAV-1-02.
    """

    operation: int
    status: Status
    intent: Intent
    delta: Delta
    before: int
    receipt: int
    reason: Reason


NO_INTENT = Intent(Kind.CHANGE_LAW)
FREE = Row(NONE, Status.NONE, NO_INTENT, ZERO, NONE, NONE, Reason.NONE)


@dataclass(frozen=True)
class Segment:
    """A finalized row in an exact segment: ID, intent, final status and receipt. Rules: AG-SAV-4-10."""

    operation: int
    intent: Intent
    status: Status
    receipt: int


@dataclass(frozen=True)
class Answer:
    """What a client is told: the status that its ID has, the receipt if there is one, or why nothing is done."""

    status: Status
    receipt: int
    reason: Reason


def items_owned(slot: Slot) -> int:
    """Items in the inventory and on living Recruits."""
    worn = sum(1 for each in slot.run.recruits if each.life is Life.LIVING and each.item != NONE)
    return worn + sum(1 for lies in slot.run.inventory if lies)


def delta_of(before: Slot, after: Slot) -> Delta:
    """The change from one slot to another. Rules: AG-SAV-4-04."""
    alive = sum(1 for each in after.run.recruits if each.life is Life.LIVING)
    was_alive = sum(1 for each in before.run.recruits if each.life is Life.LIVING)
    return Delta(
        after.run.coin - before.run.coin,
        after.run.credit - before.run.credit,
        after.renown - before.renown,
        alive - was_alive,
        items_owned(after) - items_owned(before),
        after.ordinal - before.ordinal,
    )


def answer_of(row: Row, intent: Intent) -> Answer:
    """What a known ID answers: its own status, or a conflict if the intent is another. Rules: AG-SAV-4-06, 4-07."""
    if row.intent != intent:
        return Answer(Status.NONE, NONE, Reason.OPERATION_ID_CONFLICT)
    return Answer(row.status, row.receipt, row.reason)


def lookup(rows: tuple[Row, ...], operation: int, intent: Intent) -> Answer:
    """Step 1 of the procedure, before the current state is looked at; status NONE without reason if the ID is new.

    Rules: AG-SAV-5-02, AG-SAV-4-05..08.
    """
    found = Answer(Status.NONE, NONE, Reason.NONE)
    for row in rows:
        if row.status is not Status.NONE and row.operation == operation:
            found = answer_of(row, intent)
    return found


def lookup_all(rows: tuple[Row, ...], segments: tuple[Segment, ...], operation: int, intent: Intent) -> Answer:
    """The same with exact segments, which are searched before a new ID is accepted. Rules: AG-SAV-4-10."""
    for each in segments:
        if each.operation == operation:
            same = each.intent == intent
            reason = Reason.NONE if same else Reason.OPERATION_ID_CONFLICT
            return Answer(each.status if same else Status.NONE, each.receipt if same else NONE, reason)
    return lookup(rows, operation, intent)


def with_row(rows: tuple[Row, ...], row: Row) -> tuple[Row, ...]:
    """The journal with this row in the first free place."""
    free = tuple(each.status is Status.NONE for each in rows)
    return tuple(row if each.status is Status.NONE and not any(free[:i]) else each for i, each in enumerate(rows))


def with_room(rows: tuple[Row, ...], bounds: Bounds = BOUNDS) -> tuple[Row, ...]:
    """The journal with a free row at its end, unless one is left or it is full. Rules: AG-SAV-4-10."""
    has_room = any(row.status is Status.NONE for row in rows)
    return rows if has_room or len(rows) >= bounds.rows else (*rows, FREE)


def needs_compaction(rows: tuple[Row, ...], bounds: Bounds = BOUNDS) -> bool:
    """At a Market with nothing pending: has the journal come to the number of rows from which it is compacted?

    Rules: AG-SAV-4-10.
    """
    used = [row for row in rows if row.status is not Status.NONE]
    return len(used) >= bounds.full and all(row.status is not Status.PENDING for row in used)


@ensure(
    lambda rows, segments, result: (
        len(result[1]) + len(result[0]) == len(segments) + sum(1 for row in rows if row.status is not Status.NONE)
    ),
    "AG-SAV-4-10: no operation is forgotten",
)
def compacted(
    rows: tuple[Row, ...], segments: tuple[Segment, ...], bounds: Bounds = BOUNDS
) -> tuple[tuple[Row, ...], tuple[Segment, ...]]:
    """Finalized rows that are neither among the newest 512 nor closure receipts become segments, sorted by ID.

    Rows are in the order in which they were written. If not all of them find room among the segments, the oldest do.
    Rules: AG-SAV-4-09, AG-SAV-4-10.
    """
    used = tuple(row for row in rows if row.status is not Status.NONE)
    if not needs_compaction(rows, bounds):
        return used, segments
    older = used[: max(len(used) - bounds.expanded, 0)]
    leaving = tuple(row for row in older if not is_closure(row))[: max(bounds.segments - len(segments), 0)]
    gone = frozenset(row.operation for row in leaving)
    kept = tuple(row for row in used if row.operation not in gone)
    moved = tuple(segment_of(row) for row in leaving)
    return kept, tuple(sorted((*segments, *moved), key=lambda each: each.operation))


def segment_of(row: Row) -> Segment:
    """What is kept of a row that leaves the journal: not its cost, and not why it was rejected. Rules: AG-SAV-4-10."""
    return Segment(row.operation, row.intent, row.status, row.receipt)


def is_closure(row: Row) -> bool:
    """Does this row carry a closure receipt? Rules: AG-SAV-4-09."""
    return row.status is Status.APPLIED and row.intent.kind in CLOSURE
