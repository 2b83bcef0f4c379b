"""Recovery of one slot from what is left of its copies."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.commit import Commit, prepare, settle
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import with_room
from kernel.guild.save.recovery import (
    Ending,
    Receipt,
    known_chain,
    receipts_of,
    recovered,
    rolled_back,
    sealed,
)
from kernel.guild.save.rulings import FROZEN, GROWING, LedgerChoice, LostLedgers, SaveRulings, SealReceipt
from kernel.guild.save.slot import NONE, Drafting, Life, Stage
from model.no_resurrection_worlds import BATTLE, OPENING, TIMED_OUT
from model.save_worlds import EMPTY, HIRE

START = Commit(0, NONE, True, TIMED_OUT, (), 0)
NEW = Commit(0, NONE, True, EMPTY, (), 0)


def through(commit: Commit, *intents: Intent, rulings: SaveRulings = FROZEN) -> Commit:
    """These operations applied one after the other, with IDs 0, 1, ..."""
    for number, intent in enumerate(intents, len(commit.journal)):
        roomy = replace(commit, journal=with_room(commit.journal))
        commit = settle(prepare(roomy, number, intent, rulings), number, rulings)
    return commit


SETTLED = through(START, BATTLE[0])
HIRED = through(SETTLED, HIRE)
LEDGER = receipts_of(SETTLED)
DRAFTED = through(NEW, *OPENING)


def test_a_readable_active_commit_is_resumed_whatever_the_ledgers_say() -> None:
    for one, other in ((LEDGER, LEDGER), (None, None), ((), None), (LEDGER, ())):
        assert recovered(HIRED, True, one, other, START, FROZEN).ending is Ending.RESUMED


def test_a_known_casualty_is_replayed_onto_the_backup() -> None:
    found = recovered(START, False, LEDGER, None, START, FROZEN)
    assert (found.ending, found.commit.slot) == (Ending.RECOVERED, SETTLED.slot)
    assert found.commit.slot.run.recruits[0].life is Life.FALLEN


def test_of_two_ledgers_the_longer_counts_unless_ruled_else() -> None:
    common = replace(FROZEN, ledger=LedgerChoice.COMMON_PREFIX)
    assert known_chain(LEDGER, (), FROZEN) == LEDGER
    assert known_chain(LEDGER, (), common) == ()
    other = (replace(LEDGER[0], after=9),)
    assert known_chain(LEDGER, other, FROZEN) == ()
    assert recovered(START, False, LEDGER, (), START, common).commit.slot.run.recruits[0].life is Life.LIVING


def test_without_any_ledger_a_backup_is_sealed_unless_it_is_trusted() -> None:
    assert recovered(START, False, None, None, START, FROZEN).ending is Ending.SEALED
    trusting = replace(FROZEN, lost=LostLedgers.TRUST)
    assert recovered(START, False, None, None, START, trusting).ending is Ending.RESUMED
    assert recovered(START, False, (), None, START, FROZEN).ending is Ending.RESUMED


def test_a_gap_seals_and_keeps_the_receipts_beyond_it() -> None:
    late = Receipt(5, BATTLE[0], LEDGER[0].delta, 4, 6, NONE)
    found = recovered(START, False, (late,), None, START, FROZEN)
    assert (found.ending, found.commit.slot.run.stage) == (Ending.SEALED, Stage.SEALED)
    assert found.commit.slot.run.coin == 0
    assert late.after in {each.after for each in receipts_of(found.commit)}
    assert found.commit.sequence > late.after


def test_a_seal_leaves_one_receipt_and_is_not_undone() -> None:
    once = recovered(START, False, None, None, START, FROZEN).commit
    chain = receipts_of(once)
    assert len(chain) == 1
    again = recovered(START, False, chain, chain, START, FROZEN)
    assert again.ending is Ending.SEALED
    assert len(receipts_of(again.commit)) == 1
    mute = replace(FROZEN, seal=SealReceipt.NO)
    assert receipts_of(sealed(START, (), mute)) == ()


def test_in_growth_the_company_outlives_the_seal() -> None:
    run = recovered(START, False, None, None, START, GROWING).commit.slot.run
    assert run.stage is Stage.GUILD
    assert [each.life for each in run.recruits[:2]] == [Life.LIVING, Life.LIVING]


def test_a_draft_is_rebuilt_from_its_receipts_alone_and_blocked_without() -> None:
    found = recovered(None, False, receipts_of(DRAFTED), None, NEW, FROZEN)
    assert (found.ending, found.commit.slot) == (Ending.RECOVERED, DRAFTED.slot)
    assert found.commit.slot.draft.status is Drafting.SELECTION_READY
    for one, other in ((None, None), ((), None), ((), ())):
        assert recovered(None, False, one, other, NEW, FROZEN).ending is Ending.BLOCKED


def test_a_promoted_draft_never_comes_back() -> None:
    run = through(DRAFTED, Intent(Kind.COMMIT_RUN, 1, 3, 1))
    found = recovered(DRAFTED, False, receipts_of(run), None, NEW, FROZEN)
    assert (found.ending, found.commit.slot) == (Ending.RECOVERED, run.slot)


def test_a_rollback_replays_what_the_active_commit_proves() -> None:
    blind = rolled_back(START, None, None, None, START, FROZEN)
    seeing = rolled_back(START, SETTLED, None, None, START, FROZEN)
    assert (blind.ending, seeing.ending) == (Ending.SEALED, Ending.RECOVERED)
    assert seeing.commit.slot.run.recruits[0].life is Life.FALLEN


def test_an_unproved_purchase_is_lost_without_a_word() -> None:
    found = recovered(SETTLED, False, LEDGER, LEDGER, START, FROZEN)
    assert (found.ending, found.commit) == (Ending.RESUMED, SETTLED)
    assert HIRED.slot != SETTLED.slot
