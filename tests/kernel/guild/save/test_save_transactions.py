"""Each refusal for its own reason, and next to it the request that differs in that alone and is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild.save.creation import opening_offers
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.rulings import FROZEN, GROWING
from kernel.guild.save.slot import (
    LAST,
    MOST_COIN,
    NONE,
    Created,
    Draft,
    Drafting,
    Life,
    Offer,
    Slot,
    Stage,
)
from kernel.guild.save.transactions import effect, refusal
from model.save_worlds import ABANDONED, EMPTY, FIRST, GUILD, LOCKED, MARKET, RETREAT, VICTORY, down, with_run

READY = Draft(Drafting.OFFERS_READY, 0, 3, opening_offers(0), NONE, NONE, 0)
DRAFTED = replace(EMPTY, ordinal=1, draft=READY)
CHOSEN = replace(DRAFTED, draft=replace(READY, status=Drafting.SELECTION_READY, first=1, second=3, revision=1))
RESERVED = replace(DRAFTED, draft=Draft(Drafting.SEED_RESERVED, 0, 3, (NONE,) * 4, NONE, NONE, 0))
PROMOTED = replace(GUILD, created=Created(0, 1, 3, 9))
BATTLE = with_run(stage=Stage.BATTLE)
SINGLE = with_run(recruits=(MARKET.recruits[0], replace(MARKET.recruits[1], life=Life.FALLEN), MARKET.recruits[2]))
LOCKED_OFFER = with_run(offers=(MARKET.offers[0], Offer(0, True, True, 9)))

CASES = (
    (GUILD, Intent(Kind.BEGIN, 3, expected=1), Reason.RUN_ALREADY_ACTIVE),
    (DRAFTED, Intent(Kind.BEGIN, 3, expected=1), Reason.RUN_CREATION_DRAFT_ACTIVE),
    (EMPTY, Intent(Kind.BEGIN, 3, expected=1), Reason.STALE_ORDINAL),
    (replace(EMPTY, ordinal=LAST), Intent(Kind.BEGIN, 3, expected=LAST), Reason.ORDINALS_EXHAUSTED),
    (EMPTY, Intent(Kind.BEGIN, 3, expected=0), Reason.NONE),
    (EMPTY, Intent(Kind.MATERIALIZE), Reason.STALE_RUN_CREATION_DRAFT),
    (RESERVED, Intent(Kind.MATERIALIZE, expected=1), Reason.STALE_RUN_CREATION_DRAFT),
    (DRAFTED, Intent(Kind.MATERIALIZE), Reason.OFFERS_PRESENT),
    (RESERVED, Intent(Kind.MATERIALIZE), Reason.NONE),
    (RESERVED, Intent(Kind.SELECT, 0, 1), Reason.STALE_RUN_CREATION_DRAFT),
    (DRAFTED, Intent(Kind.SELECT, 1, 1), Reason.NOT_A_PAIR),
    (DRAFTED, Intent(Kind.SELECT, 2, 1), Reason.NOT_A_PAIR),
    (DRAFTED, Intent(Kind.SELECT, 2, 4), Reason.NOT_A_PAIR),
    (DRAFTED, Intent(Kind.SELECT, 2, NONE), Reason.NOT_A_PAIR),
    (CHOSEN, Intent(Kind.SELECT, 1, 3, 1), Reason.SELECTION_UNCHANGED),
    (CHOSEN, Intent(Kind.SELECT, 0, 3, 0), Reason.STALE_RUN_CREATION_DRAFT),
    (CHOSEN, Intent(Kind.SELECT, 0, 3, 1), Reason.NONE),
    (PROMOTED, Intent(Kind.COMMIT_RUN, 1, 3, 1), Reason.RUN_CREATION_ALREADY_APPLIED),
    (PROMOTED, Intent(Kind.COMMIT_RUN, 0, 3, 1), Reason.RUN_CREATION_COMMIT_CONFLICT),
    (DRAFTED, Intent(Kind.COMMIT_RUN, 1, 3, 0), Reason.STALE_RUN_CREATION_DRAFT),
    (CHOSEN, Intent(Kind.COMMIT_RUN, 0, 3, 1), Reason.STALE_RUN_CREATION_DRAFT),
    (CHOSEN, Intent(Kind.COMMIT_RUN, 1, 3, 1), Reason.NONE),
    (BATTLE, Intent(Kind.REFRESH, expected=0), Reason.WRONG_STAGE),
    (GUILD, Intent(Kind.BUY_ITEM, 1, 1, 8), Reason.STALE_PRICE),
    (GUILD, Intent(Kind.BUY_ITEM, 2, 1, 9), Reason.OFFER_ALREADY_CONSUMED),
    (GUILD, Intent(Kind.BUY_ITEM, 1, 0, 9), Reason.PLACE_TAKEN),
    (GUILD, Intent(Kind.BUY_ITEM, 1, 1, 9), Reason.NONE),
    (with_run(coin=8), Intent(Kind.BUY_ITEM, 1, 1, 9), Reason.INSUFFICIENT),
    (with_run(coin=9), Intent(Kind.BUY_ITEM, 1, 1, 9), Reason.NONE),
    (GUILD, Intent(Kind.BUY_RECRUIT, 0, 1, 14), Reason.PLACE_TAKEN),
    (with_run(coin=13), Intent(Kind.BUY_RECRUIT, 0, 2, 14), Reason.INSUFFICIENT),
    (with_run(coin=9), Intent(Kind.BUY_RECRUIT, 0, 2, 14, extra=1), Reason.NONE),
    (GUILD, Intent(Kind.SELL_ITEM, item=1, amount=3), Reason.NO_SUCH_TARGET),
    (with_run(coin=MOST_COIN), Intent(Kind.SELL_ITEM, item=2, amount=3), Reason.BEYOND_WIDTH),
    (GUILD, Intent(Kind.LOCK, 1, amount=2, expected=1), Reason.STALE_BOARD),
    (LOCKED_OFFER, Intent(Kind.LOCK, 1, amount=2), Reason.OFFER_LOCKED),
    (GUILD, Intent(Kind.LOCK, 1, amount=2), Reason.NONE),
    (with_run(board=LAST), Intent(Kind.REFRESH, amount=4, expected=LAST), Reason.BEYOND_WIDTH),
    (GUILD, Intent(Kind.EQUIP, 0, 2, expected=NONE), Reason.STALE_EQUIPMENT),
    (GUILD, Intent(Kind.EQUIP, 0, 1, expected=0), Reason.NO_SUCH_TARGET),
    (GUILD, Intent(Kind.EQUIP, 2, 2, expected=NONE), Reason.NO_SUCH_TARGET),
    (GUILD, Intent(Kind.EQUIP, 0, 2, expected=0), Reason.NONE),
    (GUILD, Intent(Kind.REORDER, 0, 0, expected=0), Reason.STALE_ORDER),
    (GUILD, Intent(Kind.REORDER, 0, 1, expected=1), Reason.STALE_ORDER),
    (GUILD, Intent(Kind.PROMOTE, 0, 1, expected=1), Reason.STALE_PROFESSION),
    (GUILD, Intent(Kind.PROMOTE, 0, 1, expected=0), Reason.NONE),
    (SINGLE, Intent(Kind.DISMISS, 0, 0, 4, 1), Reason.FINAL_LIVE_RECRUIT),
    (SINGLE, Intent(Kind.DISMISS, 1, NONE, 4, 1), Reason.NO_SUCH_TARGET),
    (GUILD, Intent(Kind.DISMISS, 0, 0, 4, 3), Reason.STALE_COUNT),
    (GUILD, Intent(Kind.DISMISS, 0, NONE, 4, 2), Reason.STALE_EQUIPMENT),
    (GUILD, Intent(Kind.DISMISS, 0, 0, 4, 2), Reason.NONE),
    (GUILD, Intent(Kind.START_RETREAT, amount=70), Reason.WRONG_STAGE),
    (with_run(stage=Stage.BATTLE, retreat=70), Intent(Kind.START_RETREAT, amount=71), Reason.RETREAT_STARTED),
    (BATTLE, Intent(Kind.START_RETREAT, amount=1501), Reason.BEYOND_TIMEOUT),
    (BATTLE, Intent(Kind.START_RETREAT, amount=1500), Reason.NONE),
    (BATTLE, Intent(Kind.LOCK_OUTCOME, expected=FIRST, extra=RETREAT), Reason.STALE_OUTCOME),
    (BATTLE, Intent(Kind.LOCK_OUTCOME, expected=4, extra=VICTORY), Reason.NO_SUCH_TARGET),
    (BATTLE, Intent(Kind.LOCK_OUTCOME, expected=FIRST, extra=VICTORY), Reason.NONE),
    (LOCKED[0], Intent(Kind.SETTLE, expected=2), Reason.STALE_OUTCOME),
    (LOCKED[0], Intent(Kind.SETTLE, expected=FIRST), Reason.NONE),
    (GUILD, Intent(Kind.CLAIM, 0, 1), Reason.WRONG_STAGE),
    (with_run(stage=Stage.REWARD), Intent(Kind.CLAIM, 3, NONE, 9), Reason.NO_SUCH_TARGET),
    (with_run(stage=Stage.REWARD), Intent(Kind.CLAIM, 0, 0), Reason.NO_SUCH_TARGET),
    (with_run(stage=Stage.REWARD), Intent(Kind.CLAIM, 0, 1), Reason.NONE),
    (GUILD, Intent(Kind.CLOSE), Reason.NO_CAUSE),
    (BATTLE, Intent(Kind.CLOSE, extra=ABANDONED), Reason.WRONG_STAGE),
    (GUILD, Intent(Kind.CLOSE, extra=ABANDONED), Reason.NONE),
    (with_run(stage=Stage.SEALED), Intent(Kind.REFRESH, expected=0), Reason.RUN_SEALED),
    (GUILD, Intent(Kind.CHANGE_LAW, extra=2), Reason.WRONG_STAGE),
    (EMPTY, Intent(Kind.CHANGE_LAW, extra=1), Reason.LAW_UNCHANGED),
    (EMPTY, Intent(Kind.CHANGE_LAW, extra=3), Reason.NO_SUCH_TARGET),
    (EMPTY, Intent(Kind.CHANGE_LAW, extra=2), Reason.NONE),
)


@pytest.mark.parametrize(("slot", "intent", "reason"), CASES)
def test_each_request_is_refused_for_its_own_reason_or_taken(slot: Slot, intent: Intent, reason: Reason) -> None:
    assert refusal(slot, intent, FROZEN) is reason


def test_every_reason_of_a_slot_is_met() -> None:
    of_the_procedure = {
        Reason.OPERATION_ID_CONFLICT,
        Reason.ALREADY_KNOWN,
        Reason.PENDING_FIRST,
        Reason.JOURNAL_FULL,
        Reason.SEQUENCE_EXHAUSTED,
    }
    assert {reason for _, _, reason in CASES} | of_the_procedure == set(Reason)


def test_one_offer_alone_may_be_selected_for_a_company_only() -> None:
    one = Intent(Kind.SELECT, 2, NONE)
    assert refusal(DRAFTED, one, FROZEN) is Reason.NOT_A_PAIR
    assert refusal(DRAFTED, one, GROWING) is Reason.NONE


def test_a_settlement_returns_the_item_and_grants_capped_credit() -> None:
    rich = replace(LOCKED[0], run=replace(LOCKED[0].run, credit=50))
    run = effect(rich, Intent(Kind.SETTLE, expected=FIRST), 2, FROZEN).run
    assert (run.recruits[0].life, run.recruits[0].item) == (Life.FALLEN, NONE)
    assert run.inventory == (True, False, True)
    assert run.credit == 54
    kept = effect(rich, Intent(Kind.SETTLE, expected=FIRST), 2, GROWING).run
    assert (kept.recruits[0].life, kept.recruits[0].item, kept.credit) == (Life.LIVING, 0, 50)


def test_a_mutual_defeat_spares_nobody() -> None:
    run = effect(down(LOCKED[1], 3), Intent(Kind.SETTLE, expected=3), 2, FROZEN).run
    assert [each.life for each in run.recruits] == [Life.FALLEN, Life.FALLEN, Life.NOBODY]
