"""What holds at every moment of the pending-to-applied procedure, whatever has been asked and wherever it crashed.

Each part is a sentence about the raw station; together they are kept by every step, which the proofs show.
"""

from __future__ import annotations

from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.intent import CLOSURE, Kind, Reason
from kernel.guild.save.journal import ZERO, Row, Status
from kernel.guild.save.rulings import Rotation, SaveRulings
from kernel.guild.save.slot import LAST, NONE, OPENING_OFFERS, Drafting, Life, Run, Slot, Stage
from kernel.guild.save.transactions import creation_refusal
from model.crash_matrix import DECLINED, NOTHING, Bench


def is_row(row: Row, commit: Commit) -> bool:
    """A row holds exactly what its status allows."""
    if row.status is Status.NONE:
        return row.operation == NONE and row.receipt == NONE
    if not (row.operation >= 0 and row.before < commit.sequence and row.receipt <= commit.sequence):
        return False
    if row.status is Status.PENDING:
        return row.before >= 0 and row.delta == ZERO and row.receipt == NONE and row.reason is Reason.NONE
    if row.status is Status.REJECTED:
        return row.delta == ZERO and row.receipt == NONE and row.reason is not Reason.NONE
    return row.receipt > row.before >= 0 and row.reason is Reason.NONE


def waiting(commit: Commit) -> int:
    """How many rows are pending."""
    return sum(1 for row in commit.journal if row.status is Status.PENDING)


def rows_are_what_their_status_says(bench: Bench, rulings: SaveRulings) -> bool:
    """Pending and rejected rows hold no cost, result or receipt; applied ones a receipt of their lineage."""
    both = (bench.station.active, bench.station.other)
    return all(is_row(row, commit) for commit in both for row in commit.journal)


def an_operation_has_one_row(bench: Bench, rulings: SaveRulings) -> bool:
    """No ID has two rows."""
    both = (bench.station.active, bench.station.other)
    return all(
        row.status is Status.NONE or all(i == k or row.operation != each.operation for k, each in enumerate(rows))
        for rows in (both[0].journal, both[1].journal)
        for i, row in enumerate(rows)
    )


def at_most_one_is_pending(bench: Bench, rulings: SaveRulings) -> bool:
    """At most one operation is pending, and exactly then the commit is no boundary."""
    both = (bench.station.active, bench.station.other)
    return all(waiting(commit) <= 1 and (waiting(commit) == 0) == commit.is_boundary for commit in both)


def sequences_leave_room(bench: Bench, rulings: SaveRulings) -> bool:
    """The parent lies before the commit, and what is pending can still be made final."""
    both = (bench.station.active, bench.station.other)
    return all(
        NONE <= commit.parent < commit.sequence
        and commit.sequence + waiting(commit) <= LAST
        and commit.head <= commit.sequence
        and (commit.is_boundary or not commit.applies)
        for commit in both
    )


def is_child(parent: Commit, child: Commit) -> bool:
    """One row further: prepared without any change, or made final."""
    pairs = tuple(zip(parent.journal, child.journal, strict=True))
    touched = sum(1 for old, new in pairs if old != new)
    prepared = all(old == new or (old.status is Status.NONE and new.status is Status.PENDING) for old, new in pairs)
    ended = all(
        old == new
        or (
            old.status is Status.PENDING
            and new.status in (Status.APPLIED, Status.REJECTED)
            and (old.operation, old.intent) == (new.operation, new.intent)
        )
        for old, new in pairs
    )
    closes = any(old != new and new.status is Status.APPLIED and new.intent.kind in CLOSURE for old, new in pairs)
    boundary = parent.sequence if parent.is_boundary else parent.parent
    return (
        touched == 1
        and child.sequence == parent.sequence + 1
        and child.parent == boundary
        and child.head == parent.head + (1 if closes else 0)
        and child.applies == any(old != new and new.status is Status.APPLIED for old, new in pairs)
        and ((prepared and child.slot == parent.slot and not child.is_boundary) or (ended and child.is_boundary))
    )


def what_is_in_flight_is_one_child(bench: Bench, rulings: SaveRulings) -> bool:
    """A candidate is a child of the active commit, and a fresh pointer names a child of what it named before."""
    station = bench.station
    if station.phase is Phase.WRITTEN:
        return is_child(station.active, station.other)
    if station.phase is Phase.SWITCHED:
        return is_child(station.other, station.active)
    return station.other == station.active


def is_told(commit: Commit, told: int, operation: int) -> bool:
    """What was told of an operation is what its row says."""
    if told == NOTHING:
        return True
    if told == DECLINED:
        return any(row.operation == operation and row.status is Status.REJECTED for row in commit.journal)
    return any(
        row.operation == operation and row.status is Status.APPLIED and row.receipt == told for row in commit.journal
    )


def is_next(old: Slot, new: Slot, commits: bool) -> bool:
    """How drafts go on: reserved once for the next ordinal, kept with seed and offers, promoted into their own run."""
    if old.draft.status is Drafting.ABSENT:
        if new.draft.status is Drafting.ABSENT:
            return new.ordinal == old.ordinal and not commits
        return new.ordinal == old.ordinal + 1 and new.draft.seed == old.ordinal and old.run.stage is Stage.ABSENT
    if new.draft.status is Drafting.ABSENT:
        return (
            commits
            and new.ordinal == old.ordinal
            and new.run.stage is not Stage.ABSENT
            and new.run.seed == old.draft.seed
        )
    same = (new.draft.seed, new.draft.contract, new.ordinal) == (old.draft.seed, old.draft.contract, old.ordinal)
    offered = old.draft.status is Drafting.SEED_RESERVED or new.draft.offers == old.draft.offers
    return same and offered and not commits


def drafts_go_on(bench: Bench, rulings: SaveRulings) -> bool:
    """Between a commit and its child in flight a draft begins, stays, or becomes its run, as the applied row says."""
    station = bench.station
    old, new = (station.other, station.active) if station.phase is Phase.SWITCHED else (station.active, station.other)
    commits = any(
        row != was and row.status is Status.APPLIED and row.intent.kind is Kind.COMMIT_RUN
        for was, row in zip(old.journal, new.journal, strict=True)
    )
    return is_next(old.slot, new.slot, commits)


def what_is_pending_was_accepted(bench: Bench, rulings: SaveRulings) -> bool:
    """A pending begin or run commit fits the slot: its references were checked on this very one."""
    both = (bench.station.active, bench.station.other)
    return all(
        row.status is not Status.PENDING
        or row.intent.kind not in (Kind.BEGIN, Kind.COMMIT_RUN)
        or creation_refusal(commit.slot, row.intent, rulings) is Reason.NONE
        for commit in both
        for row in commit.journal
    )


def what_was_told_is_there(bench: Bench, rulings: SaveRulings) -> bool:
    """Whatever has been acknowledged is in the active commit, and would be if the pointer were lost."""
    both = (bench.station.active, bench.station.other)
    return all(is_told(commit, told, i) for commit in both for i, told in enumerate(bench.told))


def is_rotated(station: Station, commit: Commit, rulings: SaveRulings) -> bool:
    """The backups are as new as this commit asks."""
    pushed = commit.applies or (commit.is_boundary and rulings.rotation is Rotation.EVERY_FINAL)
    newest = station.backups[0]
    if pushed and commit.sequence > 0:
        return newest == commit.parent
    return newest <= commit.parent if commit.is_boundary else newest < commit.parent


def rests(station: Station, commit: Commit, rulings: SaveRulings) -> bool:
    """Every replica is as new as this commit asks, which waits for its end or for the next request."""
    return station.ledgers == (commit.head, commit.head) and is_rotated(station, commit, rulings)


def is_behind(station: Station, rulings: SaveRulings) -> bool:
    """The active commit is final and its replicas are just being brought up to it, in the order of the procedure."""
    active, (first, second) = station.active, station.ledgers
    if not active.is_boundary or not active.head - 1 <= second <= active.head:
        return False
    match station.phase:
        case Phase.READ:
            return station.backups[0] < active.parent and first == second
        case Phase.ROTATED:
            return is_rotated(station, active, rulings) and first == second
    return is_rotated(station, active, rulings) and first == active.head


def replicas_follow_the_active_commit(bench: Bench, rulings: SaveRulings) -> bool:
    """Backups and ledgers are never ahead of the active commit, and one transaction behind it at most."""
    station = bench.station
    active, (first, second) = station.active, station.ledgers
    match station.phase:
        case Phase.READ | Phase.ROTATED | Phase.MIRRORED:
            return is_behind(station, rulings)
        case Phase.SWITCHED:
            return rests(station, station.other, rulings) and station.backups[0] < active.parent
        case Phase.OPEN | Phase.WRITTEN:
            return rests(station, active, rulings)
    if not active.is_boundary:
        return rests(station, active, rulings)
    in_order = first == second or (is_rotated(station, active, rulings) and first == active.head)
    return station.backups[0] <= active.parent and active.head - 1 <= second <= active.head and in_order


def backups_are_distinct_boundaries(bench: Bench, rulings: SaveRulings) -> bool:
    """Backups are distinct, newest first, and older than the active commit."""
    backups = bench.station.backups
    newer = tuple((backups[i], backups[i + 1]) for i in range(len(backups) - 1))
    return all(one > other or one == other == NONE for one, other in newer)


def is_draft(slot: Slot) -> bool:
    """A draft has its reserved seed, none or all of its four offers, and none or a whole pair of them.

    In GROWTH one alone may be selected, but then the selection is not ready.
    """
    draft = slot.draft
    none, pair = draft.first == draft.second == NONE, 0 <= draft.first < draft.second < OPENING_OFFERS
    one = draft.second == NONE
    bare = all(label == NONE for label in draft.offers)
    whole = all(label == OPENING_OFFERS * draft.seed + i for i, label in enumerate(draft.offers))
    reserved = 0 <= draft.seed < slot.ordinal and slot.created.draft < draft.seed
    match draft.status:
        case Drafting.ABSENT:
            return draft.seed == NONE and bare and none and draft.revision == 0
        case Drafting.SEED_RESERVED:
            return reserved and bare and none and draft.revision == 0
        case Drafting.OFFERS_READY:
            return reserved and whole and (none or one)
    return reserved and whole and pair


def is_run(run: Run) -> bool:
    """Whoever is gone wears nothing, one item is in one place, and only a battle knows who is down."""
    owned = all(each.life is Life.LIVING or (each.item == NONE and not each.down) for each in run.recruits)
    once = all(
        sum(1 for each in run.recruits if each.item == item) + (1 if lies else 0) <= 1
        for item, lies in enumerate(run.inventory)
    )
    fought = run.stage in (Stage.BATTLE, Stage.LOCKED, Stage.SEALED)
    up = fought or all(not each.down for each in run.recruits)
    locked = run.stage is not Stage.LOCKED or run.outcome >= 0
    lined = all(one != other for i, one in enumerate(run.order) for other in run.order[:i])
    return owned and once and up and locked and lined


def is_bare(run: Run) -> bool:
    """Nothing is left of a run that is absent."""
    nobody = all(each.life is Life.NOBODY for each in run.recruits) and not any(run.inventory)
    return nobody and run.coin == 0 and run.credit == 0 and run.seed == NONE


def is_slot(slot: Slot, rulings: SaveRulings) -> bool:
    """Draft and run exclude each other, each is whole, and the run carries the seed of the draft it came from."""
    run, absent = slot.run, slot.run.stage is Stage.ABSENT
    exclusive = absent or slot.draft.status is Drafting.ABSENT
    created = NONE <= slot.created.draft < slot.ordinal
    seeded = is_bare(run) if absent else 0 <= run.seed == slot.created.draft
    alone = slot.draft.status is not Drafting.OFFERS_READY or slot.draft.first == NONE
    at_once = slot.draft.status is not Drafting.SEED_RESERVED
    selected = at_once if rulings.edition is Edition.GROWTH else alone
    return exclusive and created and seeded and selected and is_draft(slot) and is_run(run)


def slots_are_consistent(bench: Bench, rulings: SaveRulings) -> bool:
    """What the active commit and the candidate hold is consistent."""
    return is_slot(bench.station.active.slot, rulings) and is_slot(bench.station.other.slot, rulings)


INVARIANT = (
    rows_are_what_their_status_says,
    an_operation_has_one_row,
    at_most_one_is_pending,
    sequences_leave_room,
    what_is_in_flight_is_one_child,
    drafts_go_on,
    what_is_pending_was_accepted,
    what_was_told_is_there,
    replicas_follow_the_active_commit,
    backups_are_distinct_boundaries,
    slots_are_consistent,
)
