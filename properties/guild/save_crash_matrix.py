"""Claims about the pending-to-applied procedure: exactly once or not at all, with a crash at every step.

They speak of operation IDs, whatever is asked for: EXHAUSTED in the worlds of `model.save_worlds`, and PROVED for
histories of any length, every operation and every crash by `properties.guild.save_proofs`.
"""

from __future__ import annotations

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import Reason
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import FundsChecked, PendingLimit, RejectionAdvances, SaveRulings
from kernel.guild.save.slot import NONE
from model.crash_matrix import DECLINED, NOTHING, Bench, Choice, Crash, Submit, Unwatch
from model.game import Scope
from properties.claim import claim
from properties.guild.save_reading import (
    FINAL,
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
