"""Claims about each crash point of the procedure: what is found there, what a retry gets, how replicas are repaired."""

from __future__ import annotations

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import CLOSURE
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE
from model.crash_matrix import Bench, Choice, Crash, Settle, Submit, Unwatch
from model.game import Scope
from properties.claim import claim
from properties.guild.save_crash_matrix import USUAL, loses, moves
from properties.guild.save_reading import (
    active,
    became,
    changed,
    child,
    pending,
    phase,
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
