"""Claims about the procedure where its text is silent: what the other answers would mean, and where they fail."""

from __future__ import annotations

from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import FundsChecked, SaveRulings
from model.crash_matrix import Bench, Choice, Settle, Submit
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_crash_matrix import FUNDS, SEVERAL, STILL, moves
from properties.guild.save_reading import (
    FINAL,
    IN_FLIGHT,
    active,
    known,
    pending,
    phase,
)

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
