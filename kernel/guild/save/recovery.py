"""The recovery algorithm: from the newest valid commit and two closure ledgers to the one state that they prove.

Bytes, checksums and pointers are the store's. Here a ledger is what is left of it, a chain of receipts from the first;
None is a ledger of which nothing can be read. Whatever comes out, coming back to it gives the same.

Rules: AG-SAV-11.3-01..11, AG-SAV-9.3-01, AG-SAV-1-09.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure
from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit, boundary_of, prepare, roomy, settle
from kernel.guild.save.intent import Intent, Kind, Reason, Refused
from kernel.guild.save.journal import (
    BOUNDS,
    Bounds,
    Delta,
    Row,
    Status,
    compacted,
    delta_of,
    is_closure,
    needs_compaction,
    with_room,
    with_row,
)
from kernel.guild.save.rulings import (
    Ahead,
    LedgerChoice,
    LostDraft,
    LostLedgers,
    SaveRulings,
    SealedCompany,
    SealReceipt,
)
from kernel.guild.save.settlement import is_in, left
from kernel.guild.save.slot import CAUSES, NO_DRAFT, NONE, Cause, Drafting, Life, Run, Slot, Stage, Term, cleared_run

#: Seals have labels from the end of the 128 bits downward, by the sequence that they seal: none has two.
LAST_LABEL = 2**128 - 1
SEAL = Intent(Kind.CLOSE, extra=CAUSES.index(Cause.UNRECOVERED))


@dataclass(frozen=True)
class Receipt:
    """A closure receipt: an applied row, and the receipt before it in the lineage. Rules: AG-SAV-4-04, AG-SAV-4-09."""

    operation: int
    intent: Intent
    delta: Delta
    before: int
    after: int
    previous: int


class Ending(Term):
    """What recovery leads to: exactly one of these. Rules: AG-SAV-11.3-03..09."""

    RESUMED = "the newest valid commit is resumed as it is"
    RECOVERED = "later receipts were replayed onto it"
    SEALED = "the run is sealed at the verified boundary"
    BLOCKED = "creation_recovery_blocked"


@dataclass(frozen=True)
class Recovery:
    """How recovery ended, and the commit that is active then; BLOCKED has none that counts."""

    ending: Ending
    commit: Commit


def receipts_of(commit: Commit) -> tuple[Receipt, ...]:
    """The closure receipts of a commit, oldest first, as both ledgers hold them. Rules: AG-SAV-4-09."""
    return receipts_in(commit.journal)


def receipts_in(rows: tuple[Row, ...]) -> tuple[Receipt, ...]:
    """The closure receipts among these rows, each with the one before it. Rules: AG-SAV-4-04."""
    found: tuple[Receipt, ...] = ()
    for row in rows:
        if is_closure(row):
            found = (*found, receipt_of(row, found[-1].after if found else NONE))
    return found


def receipt_of(row: Row, previous: int) -> Receipt:
    """The receipt of an applied row."""
    return Receipt(row.operation, row.intent, row.delta, row.before, row.receipt, previous)


def row_of(receipt: Receipt) -> Row:
    """The applied row of a receipt."""
    return Row(
        receipt.operation, Status.APPLIED, receipt.intent, receipt.delta, receipt.before, receipt.after, Reason.NONE
    )


def is_prefix(one: tuple[Receipt, ...], other: tuple[Receipt, ...]) -> bool:
    """Does the other chain begin with this one?"""
    return len(one) <= len(other) and all(mine == its for mine, its in zip(one, other, strict=False))


def known_chain(
    one: tuple[Receipt, ...] | None, other: tuple[Receipt, ...] | None, rulings: SaveRulings
) -> tuple[Receipt, ...]:
    """The chain that two ledgers prove: of two that do not contradict each other the longer one, unless ruled else.

    Rules: AG-SAV-11.3-02.
    """
    if one is None or other is None:
        return one or other or ()
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    if is_prefix(shorter, longer):
        return longer if rulings.ledger is LedgerChoice.LONGEST_VALID else shorter
    common = 0
    for i, (mine, its) in enumerate(zip(one, other, strict=False)):
        common = common + 1 if mine == its and common == i else common
    return one[:common]


def recovered(
    base: Commit | None,
    is_active: bool,
    one: tuple[Receipt, ...] | None,
    other: tuple[Receipt, ...] | None,
    genesis: Commit,
    rulings: SaveRulings,
    bounds: Bounds = BOUNDS,
) -> Recovery:
    """What the evidence proves. `base` is the newest valid commit, `is_active` whether the pointer names it.

    Without any commit the slot is rebuilt from its first receipt on, or blocked. Rules: AG-SAV-11.3-01..09.
    """
    chain = known_chain(one, other, rulings)
    if base is None:
        return replayed(genesis, chain, rulings, bounds) if chain else Recovery(Ending.BLOCKED, genesis)
    own = receipts_of(base)
    if is_prefix(own, chain) and len(chain) > len(own):
        return replayed(base, chain[len(own) :], rulings, bounds)
    unread = one is None and other is None
    if is_active or (own == chain and not unread):
        return Recovery(Ending.RESUMED, base)
    has_draft = base.slot.draft.status is not Drafting.ABSENT
    if unread and has_draft and rulings.lost is LostLedgers.SEAL:
        return of_lost_draft(base, rulings, bounds)
    goes_on = rulings.lost is LostLedgers.TRUST if unread else rulings.ahead is Ahead.RESUME
    if is_prefix(chain, own) and goes_on:
        return Recovery(Ending.RESUMED, base)
    if base.slot.run.stage is Stage.ABSENT:
        return Recovery(Ending.BLOCKED, base)
    return sealing(base, (), rulings, bounds)


def of_lost_draft(base: Commit, rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Recovery:
    """What becomes of a draft that may long have been a run, for no ledger can be read.

    Rules: AG-SAV-11.3-04, AG-SAV-11.3-08, AG-SAV-11.3-09, F-243.
    """
    match rulings.lost_draft:
        case LostDraft.BLOCK:
            return Recovery(Ending.BLOCKED, base)
        case LostDraft.SEAL:
            return sealing(base, (), rulings, bounds)
    return Recovery(Ending.RESUMED, base)


def rolled_back(
    target: Commit,
    active: Commit | None,
    one: tuple[Receipt, ...] | None,
    other: tuple[Receipt, ...] | None,
    genesis: Commit,
    rulings: SaveRulings,
) -> Recovery:
    """An older commit chosen by support, through the same algorithm: what the active one proves counts as a ledger.

    `active` is None if it cannot be read. Rules: AG-SAV-14-09, AG-SAV-9.3-01.
    """
    known = None if active is None else receipts_of(active)
    if known is None or (one is not None and is_prefix(known, one)):
        return recovered(target, False, one, other, genesis, rulings)
    if other is not None and is_prefix(known, other):
        return recovered(target, False, one, other, genesis, rulings)
    return recovered(target, False, known, one if other is None else other, genesis, rulings)


def replayed(base: Commit, later: tuple[Receipt, ...], rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Recovery:
    """Later receipts applied to a commit, as far as they are a complete chain; at a gap the run is sealed.

    Rules: AG-SAV-11.3-06, AG-SAV-11.3-07, AG-SAV-11.3-08.
    """
    commit = base
    for number, receipt in enumerate(later):
        after = applied_again(commit, receipt, rulings, bounds)
        if after is None:
            return sealing(commit, later[number:], rulings, bounds)
        commit = after
    return Recovery(Ending.RECOVERED, commit)


def applied_again(commit: Commit, receipt: Receipt, rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Commit | None:
    """The commit that this receipt stands for, if it follows directly and comes out the same; else None.

    Rules: AG-SAV-11.3-06.
    """
    ready = roomy(commit, rulings, bounds)
    try:
        pending = ready if not commit.is_boundary else prepare(ready, receipt.operation, receipt.intent, rulings)
        after = settle(pending, receipt.operation, rulings)
    except Refused:
        return None
    made = receipts_of(after)
    return after if made and made[-1] == receipt else None


def sealing(commit: Commit, unproved: tuple[Receipt, ...], rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Recovery:
    """Seal the run at this commit; a journal that has no room for what must not be forgotten blocks the slot (F-162).

    Rules: AG-SAV-11.3-08, AG-SAV-4-10.
    """
    result = sealed(commit, unproved, rulings, bounds)
    fits = result.head == len(receipts_of(commit)) + len(unproved) + (1 if seals_anew(unproved, rulings) else 0)
    return Recovery(Ending.SEALED, result) if fits else Recovery(Ending.BLOCKED, commit)


def seals_anew(unproved: tuple[Receipt, ...], rulings: SaveRulings) -> bool:
    """Does sealing leave a receipt of its own, not having left one before? (F-209)"""
    return rulings.seal is SealReceipt.YES and not is_sealed_by(unproved)


def is_sealed_by(unproved: tuple[Receipt, ...]) -> bool:
    """Is the newest of these receipts that of sealing?"""
    return bool(unproved) and unproved[-1].intent == SEAL


@ensure(lambda result: result.slot.run.stage is not Stage.MARKET, "AG-SAV-11.3-08: a sealed run is not resumed")
@ensure(lambda result: result.slot.run.credit == 0, "AG-SAV-11.3-11: sealing clears Credit")
def sealed(commit: Commit, unproved: tuple[Receipt, ...], rulings: SaveRulings, bounds: Bounds = BOUNDS) -> Commit:
    """The run closed at this boundary, and the receipts beyond it kept, so that none of them is ever earned again.

    Sealing is itself a run close with its receipt (F-209): no older copy can be resumed once a ledger has it.
    Rules: AG-SAV-11.3-05, AG-SAV-11.3-08, AG-SAV-11.3-11.
    """
    journal, segments = tuple(row for row in commit.journal if row.status is not Status.PENDING), commit.segments
    if needs_compaction(journal, bounds):
        journal, segments = compacted(journal, segments, bounds)
    for receipt in unproved:
        journal = with_row(with_room(journal, bounds), row_of(receipt))
    newest = max(commit.sequence, *(receipt.after for receipt in unproved)) if unproved else commit.sequence
    slot = sealed_slot(commit.slot, unproved, rulings)
    if seals_anew(unproved, rulings):
        delta = delta_of(commit.slot, slot)
        seal = Row(LAST_LABEL - newest, Status.APPLIED, SEAL, delta, commit.sequence, newest + 1, Reason.NONE)
        journal = with_row(with_room(journal, bounds), seal)
    return Commit(
        sequence=newest if is_sealed_by(unproved) else newest + 1,
        parent=boundary_of(commit),
        is_boundary=True,
        slot=slot,
        journal=journal,
        head=sum(1 for row in journal if is_closure(row)),
        segments=segments,
    )


def sealed_slot(slot: Slot, unproved: tuple[Receipt, ...], rulings: SaveRulings) -> Slot:
    """Persistent facts as verified; of the run only that it was. Seeds of unproved receipts count as used.

    Rules: AG-SAV-11.3-05, AG-SAV-11.3-08, AG-SAV-11.3-11.
    """
    begun = tuple(each.intent.expected + 1 for each in unproved if each.intent.kind is Kind.BEGIN)
    ordinal = max(slot.ordinal, *begun) if begun else slot.ordinal
    if slot.run.stage is Stage.ABSENT and slot.draft.status is Drafting.ABSENT and not unproved:
        return slot
    keeps = rulings.edition is Edition.GROWTH and rulings.sealed is SealedCompany.CONTRACT
    run = without_casualties(slot.run, unproved, rulings)
    if keeps and run.stage is not Stage.ABSENT:
        return replace(slot, ordinal=ordinal, draft=NO_DRAFT, run=left(run))
    empty = cleared_run(run)
    seed = run.seed if run.stage is not Stage.ABSENT else ordinal - 1
    return replace(slot, ordinal=ordinal, draft=NO_DRAFT, run=replace(empty, stage=Stage.SEALED, seed=seed))


def without_casualties(run: Run, unproved: tuple[Receipt, ...], rulings: SaveRulings) -> Run:
    """Whoever an unproved settlement names as fallen is no longer there. Rules: AG-SAV-9.3-01."""
    recruits = run.recruits
    for receipt in unproved:
        if receipt.intent.kind is Kind.SETTLE and rulings.edition is Edition.FG4:
            recruits = tuple(
                replace(each, life=Life.FALLEN, down=False, item=NONE)
                if is_in(receipt.intent.expected, i) and each.life is Life.LIVING
                else each
                for i, each in enumerate(recruits)
            )
    return replace(run, recruits=recruits)
