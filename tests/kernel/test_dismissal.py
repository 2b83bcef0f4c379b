"""Dismissal: each refusal for its own reason, what a release moves, and what becomes of confirms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.dismissal import (
    Desk,
    Row,
    RowStatus,
    another_commit,
    confirm,
    confirm_refusal,
    dismiss,
    dismissal_refusal,
    finish,
    live_recruit_count,
    lookup,
    review_of,
)
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import LEGACY, STANDING, DismissalParent, GrowthFloor, StaleDismissal
from kernel.guild.state import NONE, Phase, Place, Promotion, State, Status, with_recruit
from model.dismissal import lock, march
from model.dismissal_worlds import PAIR, THREE, company

PAIR_STATE, THREE_STATE = company(PAIR, 3), company(THREE, 3)
ALONE = with_recruit(PAIR_STATE, 1, status=Status.DISMISSED)
BATTLE = march(PAIR_STATE)


def _desk(state: State, rows: int = 2) -> Desk:
    return Desk(state, (Row(),) * rows)


@pytest.mark.parametrize(
    ("state", "recruit", "refusal"),
    [
        (PAIR_STATE, 0, Refusal.NONE),
        (PAIR_STATE, 1, Refusal.NONE),
        (PAIR_STATE, 2, Refusal.NO_RECRUIT),
        (PAIR_STATE, -1, Refusal.NO_RECRUIT),
        (ALONE, 1, Refusal.NO_RECRUIT),
        (ALONE, 0, Refusal.FINAL_LIVE_RECRUIT),
        (replace(ALONE, pending=Promotion(0)), 0, Refusal.FINAL_LIVE_RECRUIT),
        (replace(PAIR_STATE, pending=Promotion(0)), 0, Refusal.PENDING),
        (replace(PAIR_STATE, pending=Promotion(0)), 1, Refusal.NONE),
        (replace(PAIR_STATE, phase=Phase.GUILD), 0, Refusal.WRONG_PHASE),
        (BATTLE, 0, Refusal.IN_BATTLE),
        (BATTLE, 1, Refusal.WRONG_PHASE),
        (lock(BATTLE, (True, False)), 0, Refusal.AWAITS_OUTCOME),
        (lock(BATTLE, (False, False)), 0, Refusal.IN_BATTLE),
    ],
)
def test_each_refusal_has_its_own_reason(state: State, recruit: int, refusal: Refusal) -> None:
    assert dismissal_refusal(state, recruit, LEGACY) is refusal


def test_a_company_may_have_to_keep_two() -> None:
    two = replace(STANDING, growth_floor=GrowthFloor.TWO)
    assert dismissal_refusal(PAIR_STATE, 0, two) is Refusal.COMPANY_FLOOR
    assert dismissal_refusal(THREE_STATE, 0, two) is Refusal.NONE
    assert dismissal_refusal(PAIR_STATE, 0, replace(two, edition=LEGACY.edition)) is Refusal.NONE


def test_a_release_returns_the_item_and_pays_the_rebate() -> None:
    after = dismiss(THREE_STATE, 0, LEGACY)
    assert (after.coin, after.credit, live_recruit_count(after)) == (3 + 8, 0, 2)
    assert after.items[0].at is Place.INVENTORY
    assert after.items[1].at is Place.EQUIPPED
    assert (after.recruits[0].status, after.recruits[0].item, after.recruits[0].place) == (Status.DISMISSED, NONE, NONE)
    assert after.totals.dismissed == 1
    nothing = dismiss(THREE_STATE, 2, LEGACY)
    assert (nothing.coin, nothing.items) == (3, THREE_STATE.items)


def test_what_is_illegal_cannot_be_applied() -> None:
    with pytest.raises(ContractBroken, match=r"AG-SYS-18\.2-02"):
        dismiss(ALONE, 0, LEGACY)


def test_the_review_shows_item_rebate_count_and_footprint() -> None:
    shown = review_of(THREE_STATE, 0)
    assert (shown.item, shown.rebate, shown.living, shown.deployable) == (0, 8, 2, 2)


# ---------------------------------------------------------------- confirms


def test_a_confirm_pends_and_is_applied_once() -> None:
    pending = confirm(_desk(PAIR_STATE), 0, 0, LEGACY)
    assert pending.state == PAIR_STATE
    assert pending.rows[0] == Row(RowStatus.PENDING, 0, 0, 8, 2, True)
    assert confirm(pending, 0, 0, LEGACY) == pending
    done = finish(pending, 0, LEGACY)
    assert (done.rows[0].status, done.state.coin) == (RowStatus.APPLIED, 11)
    assert confirm(done, 0, 0, LEGACY) == done
    with pytest.raises(ContractBroken, match="AG-SAV-5-07"):
        finish(done, 0, LEGACY)


def test_another_intent_under_the_same_id_is_a_conflict() -> None:
    pending = confirm(_desk(PAIR_STATE), 0, 0, LEGACY)
    assert lookup(pending, 0, 1) is Refusal.OPERATION_ID_CONFLICT
    with pytest.raises(ContractBroken, match="AG-SAV-4-07"):
        confirm(pending, 0, 1, LEGACY)


def test_of_two_pending_dismissals_of_two_one_is_final() -> None:
    both = confirm(confirm(_desk(PAIR_STATE), 0, 0, LEGACY), 1, 1, LEGACY)
    left = finish(both, 1, LEGACY)
    assert left.rows[1].status is RowStatus.APPLIED
    last = finish(left, 0, LEGACY)
    assert (last.rows[0].status, last.rows[0].reason) == (RowStatus.REJECTED, Refusal.FINAL_LIVE_RECRUIT)
    assert last.state == left.state


def test_a_recruit_is_dismissed_by_one_row_at_a_time() -> None:
    pending = confirm(_desk(THREE_STATE), 0, 0, LEGACY)
    assert confirm_refusal(pending, 1, 0, LEGACY) is Refusal.DISMISSAL_PENDING
    assert confirm_refusal(pending, 0, 0, LEGACY) is Refusal.NONE
    assert confirm(pending, 1, 0, LEGACY).rows[1].reason is Refusal.DISMISSAL_PENDING


def test_what_ends_a_pending_dismissal_is_a_ruling() -> None:
    facts = replace(LEGACY, dismissal_parent=DismissalParent.FACTS)
    for rulings, status in ((LEGACY, RowStatus.REJECTED), (facts, RowStatus.APPLIED)):
        both = confirm(confirm(_desk(THREE_STATE), 0, 0, rulings), 1, 1, rulings)
        assert finish(both, 0, rulings).rows[0].status is status


def test_in_which_words_it_is_rejected_is_a_ruling() -> None:
    words = replace(LEGACY, stale_dismissal=StaleDismissal.FINAL_LIVE_RECRUIT)
    for rulings, reason in ((LEGACY, Refusal.STALE_PARENT), (words, Refusal.FINAL_LIVE_RECRUIT)):
        pending = confirm(_desk(THREE_STATE), 0, 0, rulings)
        stale = replace(pending, rows=another_commit(pending.rows))
        assert finish(stale, 0, rulings).rows[0].reason is reason


def test_a_rejected_confirm_leaves_other_parents_alone() -> None:
    pending = confirm(_desk(PAIR_STATE), 0, 0, LEGACY)
    rejected = confirm(pending, 1, 0, LEGACY)
    assert rejected.rows[0] == pending.rows[0]
    assert rejected.rows[0].is_parent_active
