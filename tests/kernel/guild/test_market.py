"""Operations of a Market: what is legal does what it says, and each refusal is for its own reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild import step
from kernel.guild.choices import (
    Abandon,
    Begin,
    Buy,
    Cancel,
    Choice,
    Claim,
    Close,
    Commit,
    Decline,
    Deploy,
    Dismiss,
    Equip,
    Found,
    Hire,
    Lock,
    Materialize,
    Pick,
    Proceed,
    Promote,
    Refresh,
    Resolve,
    Review,
    Sell,
    Settle,
    Unequip,
    Unlock,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Outcome
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import LEGACY, STANDING, Rulings
from kernel.guild.state import COIN_MAX, NONE, DraftOffer, Path, Phase, Place, Row, State, Status
from model.guild_starts import (
    DRAFT,
    FIRST_MARKET,
    RECOVERY_MARKET,
    REFRESHED,
    both_deployed,
    founded,
    grown,
    played,
)
from specs.load import load_rules

OPEN = both_deployed(played(founded(STANDING, 3, 3), STANDING, FIRST_MARKET), STANDING)
RESOLVING = played(OPEN, STANDING, Commit(0), Proceed(), Proceed())
REWARD = replace(OPEN, phase=Phase.REWARD)
SEASONED = grown(OPEN, 0, level=4, survived=3)
RECOVERING = played(replace(founded(LEGACY, 3, 3), is_recovery_due=True, markets=1), LEGACY, RECOVERY_MARKET)
DRAFTED = played(new_guild(2, 2, 1), STANDING, DRAFT)
DOWN = (True, True, False)


@pytest.mark.parametrize(
    ("state", "choice", "why"),
    [
        (replace(OPEN, coin=COIN_MAX), Hire(0), Refusal.WIDTH),
        (OPEN, Begin(), Refusal.WRONG_PHASE),
        (DRAFTED, DRAFT, Refusal.DRAFT_READY),
        (new_guild(2, 2, 1), Pick((True, True, False, False)), Refusal.DRAFT_EMPTY),
        (new_guild(2, 2, 1), Materialize((DraftOffer(12),) * 4), Refusal.DRAFT_OFFER),
        (DRAFTED, Pick((True, True, True, False)), Refusal.DRAFT_PICKS),
        (DRAFTED, Found(), Refusal.DRAFT_PAIR),
        (replace(OPEN, phase=Phase.GUILD), Begin(1), Refusal.CONTRACT),
        (OPEN, Hire(3), Refusal.NO_OFFER),
        (played(OPEN, STANDING, Hire(0)), Hire(0), Refusal.NO_OFFER),
        (played(OPEN, STANDING, Hire(0)), Hire(1), Refusal.ROOM),
        (replace(OPEN, coin=13), Hire(0), Refusal.COIN),
        (OPEN, Buy(-1), Refusal.NO_OFFER),
        (replace(OPEN, coin=11), Buy(0), Refusal.COIN),
        (played(OPEN, STANDING, Buy(0)), Buy(1), Refusal.ROOM),
        (OPEN, Sell(2), Refusal.NO_ITEM),
        (OPEN, Sell(0), Refusal.EQUIPPED),
        (OPEN, Equip(2, 0), Refusal.NO_RECRUIT),
        (OPEN, Equip(0, 2), Refusal.NO_ITEM),
        (OPEN, Equip(0, 1), Refusal.NOT_IN_INVENTORY),
        (played(OPEN, STANDING, Unequip(1)), Equip(0, 1), Refusal.NOT_FITTING),
        (played(OPEN, STANDING, Unequip(1)), Unequip(1), Refusal.NOTHING_EQUIPPED),
        (OPEN, Deploy(0, 2), Refusal.LINE_GAP),
        (OPEN, Deploy(0, -2), Refusal.LINE_GAP),
        (OPEN, Deploy(2, 0), Refusal.NO_RECRUIT),
        (RECOVERING, Lock(Row.RECRUIT, 0), Refusal.PROTECTED_LOCK),
        (played(OPEN, STANDING, Lock(Row.RECRUIT, 0)), Lock(Row.RECRUIT, 0), Refusal.LOCKED),
        (OPEN, Unlock(Row.RECRUIT, 0), Refusal.NOT_LOCKED),
        (OPEN, Lock(Row.BATTLE, 3), Refusal.NO_OFFER),
        (replace(OPEN, coin=1), Lock(Row.EQUIPMENT, 0), Refusal.COIN),
        (played(OPEN, STANDING, *(Lock(Row.RECRUIT, i) for i in range(3))), Lock(Row.EQUIPMENT, 0), Refusal.MOST_LOCKS),
        (replace(OPEN, coin=5), REFRESHED, Refusal.COIN),
        (OPEN, replace(REFRESHED, battles=REFRESHED.battles[:1] * 3), Refusal.STEADY),
        (OPEN, Review(0), Refusal.LEVEL),
        (grown(OPEN, 0, level=4, survived=2), Review(0), Refusal.SURVIVAL),
        (SEASONED, Review(0, Path.HYBRID), Refusal.HYBRID_HIDDEN),
        (played(SEASONED, STANDING, Review(0)), Review(0), Refusal.PENDING),
        (played(SEASONED, STANDING, Review(0)), Commit(0), Refusal.PENDING),
        (played(SEASONED, STANDING, Review(0), Promote()), Review(0), Refusal.NOT_BASE),
        (OPEN, Promote(), Refusal.NOT_PENDING),
        (OPEN, Cancel(), Refusal.NOT_PENDING),
        (OPEN, Decline(), Refusal.NOT_PROTECTED),
        (played(OPEN, STANDING, Dismiss(0)), Dismiss(1), Refusal.FINAL_LIVE_RECRUIT),
        (RESOLVING, Dismiss(0), Refusal.IN_BATTLE),
        (played(OPEN, STANDING, Deploy(0, NONE), Deploy(1, NONE)), Commit(0), Refusal.NOBODY_DEPLOYED),
        (OPEN, Commit(3), Refusal.NO_OFFER),
        (RESOLVING, Resolve(Outcome.DEFEAT, (False, False, True), 2), Refusal.CASUALTIES),
        (RESOLVING, Resolve(Outcome.DEFEAT, DOWN, NONE), Refusal.CASUALTIES),
        (RESOLVING, Resolve(Outcome.DEFEAT, (True,), 0), Refusal.CASUALTIES),
        (RESOLVING, Resolve(Outcome.RETREAT, DOWN, 0), Refusal.OUTCOME),
        (RESOLVING, Resolve(Outcome.TIMEOUT, DOWN, 0), Refusal.OUTCOME),
        (REWARD, Claim(0), Refusal.NO_CARD),
        (RESOLVING, Abandon(), Refusal.WRONG_PHASE),
        (OPEN, Close(), Refusal.WRONG_PHASE),
    ],
)
def test_each_refusal_has_its_own_reason(state: State, choice: Choice, why: Refusal) -> None:
    ruled = LEGACY if state is RECOVERING else STANDING
    assert step.refusal_of(state, choice, ruled) is why
    with pytest.raises(Refused, match=why.rule):
        step.advance(state, choice, ruled)


def test_victory_and_defeat_may_leave_nobody_standing() -> None:
    for outcome in (Outcome.VICTORY, Outcome.DEFEAT):
        assert step.refusal_of(RESOLVING, Resolve(outcome, DOWN, 0), STANDING) is Refusal.NONE


def test_a_line_is_moved_from_both_ends() -> None:
    assert [each.place for each in OPEN.recruits] == [0, 1, NONE]
    moved = step.advance(OPEN, Deploy(1, 0), STANDING)
    assert [each.place for each in moved.recruits] == [1, 0, NONE]
    assert [each.place for each in step.advance(moved, Deploy(1, NONE), STANDING).recruits] == [0, NONE, NONE]


def test_an_item_is_swapped_through_the_inventory() -> None:
    bought = played(OPEN, STANDING, Buy(0), Equip(0, 2))
    assert [item.at for item in bought.items] == [Place.INVENTORY, Place.EQUIPPED, Place.EQUIPPED]
    assert (bought.recruits[0].item, bought.coin) == (2, 40)
    sold = step.advance(played(bought, STANDING, Unequip(0)), Sell(2), STANDING)
    assert (sold.coin, sold.items[2].at) == (43, Place.SOLD)


def test_a_refresh_costs_more_for_each_lock_and_each_time() -> None:
    locked = played(replace(OPEN, coin=50), STANDING, Lock(Row.RECRUIT, 0), Lock(Row.BATTLE, 0))
    assert locked.coin == 46
    fresh = played(locked, STANDING, Refresh(REFRESHED.recruits, REFRESHED.equipment, REFRESHED.battles))
    assert (fresh.coin, fresh.refreshes) == (36, 1)
    assert fresh.board.recruits[0] == locked.board.recruits[0]
    assert fresh.board.recruits[1] != locked.board.recruits[1]
    assert step.advance(fresh, REFRESHED, STANDING).coin == 23


@pytest.mark.parametrize(("ruled", "status", "credit"), [(STANDING, Status.LIVING, 0), (LEGACY, Status.FALLEN, 10)])
def test_the_edition_decides_what_zero_hp_costs(ruled: Rulings, status: Status, credit: int) -> None:
    fought = (
        played(RESOLVING, ruled, Resolve(Outcome.DEFEAT, (True, False, False), 0), Proceed(), Settle(), FIRST_MARKET)
        if ruled.edition is Edition.GROWTH
        else played(RESOLVING, ruled, Resolve(Outcome.DEFEAT, (True, False, False), 0), Proceed(), Settle())
    )
    assert (fought.recruits[0].status, fought.credit) == (status, credit)


def test_a_refused_choice_says_what_was_asked() -> None:
    with pytest.raises(Refused) as caught:
        step.advance(OPEN, Decline(), STANDING)
    assert (caught.value.phase, caught.value.choice) == (Phase.MARKET, Decline())
    assert "AG-ECO-7-09" in str(caught.value)


def test_every_refusal_cites_a_rule_of_the_catalogue() -> None:
    known = load_rules()
    assert [each.name for each in Refusal if each is not Refusal.NONE and each.rule not in known] == []
