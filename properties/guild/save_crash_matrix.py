"""Claims about the pending-to-applied procedure: exactly once or not at all, with a crash at every step.

They speak of operation IDs, whatever is asked for: EXHAUSTED in the worlds of `model.save_worlds`, and PROVED for
histories of any length, every operation and every crash by `properties.guild.save_proofs`.
"""

from __future__ import annotations

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import CLOSURE, Reason
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import FundsChecked, PendingLimit, RejectionAdvances, SaveRulings
from kernel.guild.save.slot import NONE
from model.crash_matrix import DECLINED, NOTHING, Bench, Choice, Crash, Settle, Submit, Unwatch
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_reading import (
    FINAL,
    IN_FLIGHT,
    active,
    became,
    change,
    changed,
    child,
    has,
    is_empty,
    known,
    makes,
    pending,
    phase,
)

#: Worlds in which everything can happen: purchases that compete for Coin.
USUAL = ("save-purchase", "save-purchase-growth")
FUNDS, SEVERAL, STILL = FundsChecked.BEFORE_PENDING, PendingLimit.SEVERAL, RejectionAdvances.NO


def loses(before: Bench, choice: Choice) -> bool:
    """Does this crash lose a pointer that was not read back?"""
    return isinstance(choice, Crash) and not choice.kept and phase(before) is Phase.SWITCHED


def moves(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Does the pointer come to name another commit?"""
    return phase(before) is Phase.WRITTEN and phase(after) is Phase.SWITCHED


def unwatches(choice: Choice, operation: int) -> bool:
    """Is this the step that stops watching the operation?"""
    return isinstance(choice, Unwatch) and choice.operation == operation


# ---------------------------------------------------------------- exactly once or not at all


def is_made(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Is a candidate written?"""
    return makes(before, after)


@claim(Scope.STEP, "AG-SAV-1-01", "AG-SAV-5-07", worlds=USUAL, premise=is_made)
def cost_result_receipt_and_status_come_together(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A child holds another slot exactly if one pending row becomes applied, by that row's delta, with its receipt."""
    old, new = active(before), child(after)
    gains = became(old, new, Status.APPLIED)
    if changed(old, new) != 1:
        return False
    if not any(gains):
        return old.slot == new.slot
    return all(
        not gain
        or (row.delta == change(old.slot, new.slot) and row.receipt == new.sequence and row.intent == was.intent)
        for gain, was, row in zip(gains, old.journal, new.journal, strict=True)
    )


@claim(Scope.STEP, "AG-SAV-1-01", "AG-SAV-5.1-04", worlds=USUAL)
def no_other_step_changes_the_slot(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Nothing but a pointer switch, or its loss in a crash, changes what the active commit holds of the game."""
    same = active(before).slot == active(after).slot
    return same or moves(before, choice, after, rulings) or loses(before, choice)


@claim(Scope.STATE, "AG-SAV-1-02", "AG-SAV-5-04", worlds=USUAL, premise=lambda bench, rulings: pending(active(bench)))
def a_pending_row_carries_no_cost_and_no_result(bench: Bench, rulings: SaveRulings) -> bool:
    """A pending row holds its intent, zero deltas and no receipt."""
    return all(is_empty(row) for row in active(bench).journal if row.status is Status.PENDING)


@claim(Scope.STEP, "AG-SAV-1-02", "AG-SAV-5-04", worlds=USUAL, premise=moves)
def becoming_pending_changes_nothing_else(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """The pending child holds the same slot, the same other rows, and the intent that was sent."""
    old, new = active(before), active(after)
    if not any(became(old, new, Status.PENDING)):
        return True
    return old.slot == new.slot and old.head == new.head and changed(old, new) == 1 and new.sequence == old.sequence + 1


@claim(
    Scope.STEP,
    "AG-SAV-5-04",
    "AG-SAV-4-08",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Submit) and phase(after) is Phase.WRITTEN,
)
def a_new_operation_enters_with_its_whole_intent(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A request with a new ID becomes a candidate whose one new row is pending and holds exactly this intent."""
    assert isinstance(choice, Submit)
    old, new = active(before), after.station.other
    return not known(old.journal, choice.operation) and any(
        row.status is Status.PENDING and row.operation == choice.operation and row.intent == choice.intent
        for row in new.journal
    )


@claim(
    Scope.STATE,
    "AG-SAV-5-11",
    worlds=USUAL,
    premise=lambda bench, rulings: any(row.status is Status.REJECTED for row in active(bench).journal),
)
def a_rejected_row_has_one_reason_and_no_delta(bench: Bench, rulings: SaveRulings) -> bool:
    """A rejected row has zero deltas, no receipt and one reason."""
    rows = active(bench).journal
    return all(row.status is not Status.REJECTED or (is_empty(row) and row.reason is not Reason.NONE) for row in rows)


@claim(Scope.STEP, "AG-SAV-1-01", "AG-SAV-5-11", "AG-SAV-5.1-02", "AG-SAV-10-01", worlds=USUAL)
def what_is_final_stays_final(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """An applied or rejected row that was read back never changes again: nothing is applied twice or becomes legal."""
    if phase(before) is Phase.SWITCHED:
        return True
    return all(
        row.status not in FINAL or unwatches(choice, row.operation) or has(active(after).journal, row)
        for row in active(before).journal
    )


@claim(Scope.STEP, "AG-SAV-5-11", "AG-SAV-4-06", worlds=USUAL)
def status_only_goes_forward(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A row goes from free to pending to applied or rejected, and back only where a crash loses the pointer."""
    if loses(before, choice) or isinstance(choice, Unwatch):
        return True
    ways = (
        (Status.NONE, Status.PENDING),
        (Status.PENDING, Status.APPLIED),
        (Status.PENDING, Status.REJECTED),
    )
    pairs = zip(active(before).journal, active(after).journal, strict=True)
    return all(old == new or any(old.status is a and new.status is b for a, b in ways) for old, new in pairs)


# ---------------------------------------------------------------- retries, duplicates, conflicts


def asks_again(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Does a client send an ID again that has a row?"""
    return isinstance(choice, Submit) and known(active(before).journal, choice.operation)


@claim(
    Scope.STEP,
    "AG-SAV-4-06",
    "AG-SAV-5-02",
    "AG-SAV-5.1-04",
    "AG-SAV-6-18",
    "AG-SAV-16-03",
    "AG-SAV-19-04",
    worlds=USUAL,
    premise=asks_again,
)
def a_retry_gets_the_stored_answer(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """The same ID with the same intent gets the status, receipt and reason of its row; nothing changes."""
    assert isinstance(choice, Submit)
    said = procedure.answer(active(before), choice.operation, choice.intent, rulings)
    return before == after and all(
        row.status is Status.NONE
        or row.operation != choice.operation
        or row.intent != choice.intent
        or (said.status, said.receipt, said.reason) == (row.status, row.receipt, row.reason)
        for row in active(before).journal
    )


@claim(Scope.STEP, "AG-SAV-4-07", "AG-SAV-5-02", worlds=USUAL, premise=asks_again)
def another_intent_under_a_known_id_is_a_conflict(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The same ID with another intent gets OPERATION_ID_CONFLICT and no receipt; nothing changes."""
    assert isinstance(choice, Submit)
    said = procedure.answer(active(before), choice.operation, choice.intent, rulings)
    conflict = (said.status, said.receipt, said.reason) == (Status.NONE, NONE, Reason.OPERATION_ID_CONFLICT)
    return before == after and all(
        row.status is Status.NONE or row.operation != choice.operation or row.intent == choice.intent or conflict
        for row in active(before).journal
    )


@claim(
    Scope.STATE,
    "AG-SAV-1-01",
    "AG-SAV-5.1-04",
    worlds=USUAL,
    premise=lambda bench, rulings: any(told != NOTHING for told in bench.told),
)
def what_was_acknowledged_is_there(bench: Bench, rulings: SaveRulings) -> bool:
    """An acknowledged operation is in the active commit with the receipt, or the rejection, that the client has."""
    return all(
        told == NOTHING
        or any(
            row.operation == i
            and (row.status is Status.REJECTED if told == DECLINED else row.receipt == told and row.status in FINAL)
            for row in active(bench).journal
        )
        for i, told in enumerate(bench.told)
    )


# ---------------------------------------------------------------- the procedure and its crash points


@claim(
    Scope.STEP,
    "AG-SAV-5.1-01",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Crash) and phase(before) is Phase.WRITTEN,
)
def before_the_pointer_switch_only_the_parent_exists(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A crash before the switch leaves the parent alone: its slot, its rows, no cost; the candidate is gone."""
    return active(after) == active(before) == after.station.other


@claim(
    Scope.STEP,
    "AG-SAV-5.1-01",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Submit) and phase(after) is Phase.WRITTEN,
)
def a_retry_of_what_left_no_row_makes_the_same_intent(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Where a crash takes the candidate of a pending row, the same request makes the same candidate again."""
    assert isinstance(choice, Submit)
    again = procedure.recover(procedure.crash(after.station, True), rulings)
    return procedure.prepare(again.active, choice.operation, choice.intent, rulings) == child(after)


def is_open_with_pending(bench: Bench, rulings: SaveRulings) -> bool:
    """Is nothing in flight, and something pending?"""
    return phase(bench) is Phase.OPEN and pending(active(bench))


@claim(
    Scope.STATE,
    "AG-SAV-5.1-02",
    "AG-SAV-5-06",
    "AG-SAV-5.1-06",
    "AG-SAV-17-02",
    worlds=USUAL,
    premise=is_open_with_pending,
)
def finalizing_after_a_crash_gives_the_same_child(bench: Bench, rulings: SaveRulings) -> bool:
    """A pending row is finalized or rejected from its fixed intent: after crash and recovery as without them."""
    again = procedure.recover(procedure.crash(bench.station, True), rulings)
    return again == bench.station and all(
        row.status is not Status.PENDING
        or procedure.settle(again.active, row.operation, rulings)
        == procedure.settle(active(bench), row.operation, rulings)
        for row in active(bench).journal
    )


@claim(
    Scope.STEP,
    "AG-SAV-5-06",
    "AG-SAV-5-11",
    "AG-SAV-5.1-06",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Settle),
)
def settling_makes_exactly_one_pending_row_final(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The final candidate differs from its parent in that row alone; rejected, it holds the slot of its parent."""
    assert isinstance(choice, Settle)
    old, new = active(before), after.station.other
    applied, rejected = became(old, new, Status.APPLIED), became(old, new, Status.REJECTED)
    named = all(
        not (gain or loss) or (was.operation == choice.operation and was.status is Status.PENDING)
        for gain, loss, was in zip(applied, rejected, old.journal, strict=True)
    )
    kept = not any(rejected) or (old.slot == new.slot and old.head == new.head)
    return named and changed(old, new) == 1 and any(applied) != any(rejected) and kept and active(after) == old


@claim(
    Scope.STEP,
    "AG-SAV-5.1-03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Crash) and phase(before) is Phase.SWITCHED,
)
def during_a_switch_one_of_two_complete_commits_is_found(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A crash around the pointer switch leaves the old commit or the new one whole, never a mixture."""
    return active(after) in (before.station.active, before.station.other)


@claim(
    Scope.STEP,
    "AG-SAV-5.1-04",
    "AG-SAV-5.1-05",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: phase(before) in (Phase.READ, Phase.ROTATED, Phase.MIRRORED),
)
def replication_and_its_crashes_leave_the_commit(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Rotating, mirroring and crashing between them change neither slot nor journal nor sequence."""
    return active(after) == active(before)


@claim(
    Scope.STATE,
    "AG-SAV-5.1-05",
    "AG-SAV-11.1-08",
    worlds=USUAL,
    premise=lambda bench, rulings: phase(bench) is Phase.OPEN,
)
def at_rest_every_replica_is_repaired(bench: Bench, rulings: SaveRulings) -> bool:
    """Where nothing is in flight both ledgers hold every receipt, and the newest backup is the boundary before."""
    station, commit = bench.station, active(bench)
    rotated = station.backups[0] == commit.parent or not procedure.rotates(commit, rulings)
    return station.ledgers == (commit.head, commit.head) and (rotated or commit.sequence == 0)


@claim(
    Scope.STATE,
    "AG-SAV-5.1-02",
    "AG-SAV-5.1-05",
    worlds=USUAL,
    premise=lambda bench, rulings: phase(bench) is Phase.DOWN,
)
def recovery_is_possible_and_idempotent(bench: Bench, rulings: SaveRulings) -> bool:
    """After any crash the process starts again on the same commit; another crash right after changes nothing."""
    once = procedure.recover(bench.station, rulings)
    twice = procedure.recover(procedure.crash(once, True), rulings)
    return once == twice and once.active == active(bench) and once.phase is not Phase.DOWN


@claim(
    Scope.STEP,
    "AG-SAV-5-05",
    "AG-SAV-5-09",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: active(before) != active(after) and not isinstance(choice, Unwatch),
)
def the_pointer_moves_only_to_a_written_child_or_back(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The active commit changes only to the candidate that was written before, or back to the one it replaced."""
    written = phase(before) is Phase.WRITTEN and active(after) == before.station.other
    return written or (loses(before, choice) and active(after) == before.station.other)


@claim(
    Scope.STEP,
    "AG-SAV-5-10",
    "AG-SAV-11.1-10",
    "AG-SAV-11.1-03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.station.backups != after.station.backups,
)
def backups_rotate_only_after_the_applied_child_is_read_back(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Backups change only once a final child has been read back; the boundary before it becomes the newest."""
    old, new = before.station.backups, after.station.backups
    last = len(old) - 1
    read = phase(before) is Phase.READ and active(before).is_boundary
    return read and new[0] == active(before).parent and new[1:] == old[:last]


@claim(Scope.STATE, "AG-SAV-11.1-03", worlds=USUAL)
def backups_are_distinct_prior_boundaries(bench: Bench, rulings: SaveRulings) -> bool:
    """The backups are distinct boundaries, newest first, all before the active commit."""
    backups = bench.station.backups
    newer = tuple((backups[i], backups[i + 1]) for i in range(len(backups) - 1))
    return backups[0] < active(bench).sequence and all(one > other or one == other == NONE for one, other in newer)


@claim(
    Scope.STEP,
    "AG-SAV-4-09",
    "AG-SAV-11.1-08",
    worlds=("save-settlement", "save-settlement-growth"),
    premise=lambda before, choice, after, rulings: before.station.ledgers != after.station.ledgers,
)
def ledgers_only_grow_to_the_active_receipts(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A ledger changes only by taking the receipt that the active commit has and it has not, one ledger at a time."""
    old, new, head = before.station.ledgers, after.station.ledgers, active(before).head
    one = sum(1 for was, now in zip(old, new, strict=True) if was != now)
    return one == 1 and all(was == now or (now == head and was == head - 1) for was, now in zip(old, new, strict=True))


@claim(Scope.STEP, "AG-SAV-4-09", worlds=USUAL, premise=moves)
def exactly_closure_operations_leave_a_closure_receipt(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The head of the receipt chain moves by one exactly when an operation with a closure receipt is applied."""
    old, new = active(before), active(after)
    closes = any(
        gain and row.intent.kind in CLOSURE
        for gain, row in zip(became(old, new, Status.APPLIED), new.journal, strict=True)
    )
    return new.head == old.head + (1 if closes else 0)


@claim(Scope.STEP, "AG-SAV-2-03", "AG-SAV-5-07", worlds=USUAL)
def the_commit_sequence_never_goes_back(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Every child has the next sequence; only a lost pointer returns to the one before."""
    old, new = active(before).sequence, active(after).sequence
    return new == old or new == old + 1 or loses(before, choice)


@claim(Scope.STATE, "AG-SAV-5-08", worlds=USUAL)
def no_balance_is_ever_negative(bench: Bench, rulings: SaveRulings) -> bool:
    """Neither the active commit nor a candidate has negative Coin, Credit or Renown."""
    slots = (active(bench).slot, bench.station.other.slot)
    return all(slot.run.coin >= 0 and slot.run.credit >= 0 and slot.renown >= 0 for slot in slots)


@claim(
    Scope.STEP,
    "AG-SAV-5-03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: isinstance(choice, Submit) and pending(active(before)),
)
def nothing_new_enters_while_something_is_pending(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """While an operation is pending no other request becomes pending."""
    return before == after


# ---------------------------------------------------------------- the same intent under another ID


def asks_anew(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Does a client ask under a new ID for what is applied under another, nothing else having happened since?"""
    commit = active(before)
    if not isinstance(choice, Submit) or known(commit.journal, choice.operation) or pending(commit):
        return False
    return any(
        row.status is Status.APPLIED and row.intent == choice.intent and row.receipt == commit.sequence
        for row in commit.journal
    )


@claim(
    Scope.STEP,
    "AG-SAV-4-02",
    "AG-SAV-10-03",
    "AG-SAV-6-18",
    worlds=("save-trade", "save-company", "save-battle", "save-settlement", "save-close", "save-creation"),
    premise=asks_anew,
    sampled=False,
    span=Span.NONE,
)
def asking_at_once_under_another_id_gains_nothing(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """What has just been applied is refused under a new ID: what the preview expected is no longer so."""
    return before == after


@claim(
    Scope.STATE,
    "AG-SAV-4-02",
    worlds=("save-again",),
    expect=Verdict.REFUTED,
    finding="F-210",
    under=(FundsChecked.AT_RESULT,),
)
def no_intent_is_applied_under_two_ids(bench: Bench, rulings: SaveRulings) -> bool:
    """An intent that was applied under one ID is never applied under another."""
    rows = tuple(row for row in active(bench).journal if row.status is Status.APPLIED)
    return all(i == k or row.intent != other.intent for i, row in enumerate(rows) for k, other in enumerate(rows))


# ---------------------------------------------------------------- the other answers to open questions


@claim(
    Scope.STATE,
    "AG-SAV-5-11",
    worlds=("save-funds-first",),
    premise=lambda bench, rulings: (
        phase(bench) not in IN_FLIGHT and any(row.status in FINAL for row in active(bench).journal)
    ),
    under=(FUNDS,),
)
def with_funds_checked_first_nothing_is_ever_rejected(bench: Bench, rulings: SaveRulings) -> bool:
    """If the cost is checked before a pending row is written and one is pending at a time, no row is ever rejected."""
    return all(row.status is not Status.REJECTED for row in active(bench).journal)


@claim(
    Scope.STATE,
    "AG-SAV-5-11",
    worlds=("save-purchase",),
    expect=Verdict.REFUTED,
    finding="F-200",
    under=(FundsChecked.AT_RESULT,),
)
def nothing_is_ever_rejected(bench: Bench, rulings: SaveRulings) -> bool:
    """No operation is ever rejected after its pending row was written."""
    return all(row.status is not Status.REJECTED for row in active(bench).journal)


@claim(
    Scope.STEP,
    "AG-SAV-5-06",
    worlds=("save-several",),
    premise=lambda before, choice, after, rulings: isinstance(choice, Settle),
    expect=Verdict.REFUTED,
    finding="F-201",
    under=(SEVERAL,),
)
def with_several_pending_the_parent_is_unchanged(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A pending operation is finalized against the very commit that it was asked of."""
    assert isinstance(choice, Settle)
    return all(
        row.status is not Status.PENDING
        or row.operation != choice.operation
        or row.before == active(before).sequence - 1
        for row in active(before).journal
    )


@claim(
    Scope.STEP,
    "AG-SAV-9.2-04",
    "AG-SAV-2-03",
    worlds=("save-rejection-still",),
    expect=Verdict.REFUTED,
    finding="F-202",
    under=(STILL,),
)
def rejecting_without_advancing_keeps_sequences_apart(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Where the pointer moves on, the new commit has a sequence that the one before had not."""
    old, new = active(before).sequence, active(after).sequence
    return not moves(before, choice, after, rulings) or new > old
