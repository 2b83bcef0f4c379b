"""What can be done while the Market is open or boss Muster is: each operation, and why it is refused.

A refused operation changes nothing; every movement of Coin stands in one place of its operation. That the Market is
open has been asked before. Rules: AG-SYS-3-02..06, AG-ECO-4.2, AG-ECO-4.3, AG-ECO-5, AG-SYS-5.2.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild import boards, economy
from kernel.guild.choices import Buy, Equip, Hire, Review
from kernel.guild.economy import Tier
from kernel.guild.formation import is_recruit
from kernel.guild.recruits import PROMOTION_BATTLES, PROMOTION_LEVEL
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import PromotionPrice, Rulings
from kernel.guild.state import (
    NONE,
    EquipmentOffer,
    Item,
    Path,
    Place,
    Promotion,
    Recruit,
    RecruitOffer,
    State,
    Status,
    is_held,
    is_owned,
    put_at,
    with_item,
    with_recruit,
)
from kernel.guild.viability import recheck

# ---------------------------------------------------------------- slots


def free_recruit_slot(recruits: tuple[Recruit, ...]) -> int:
    """The first slot that holds nobody of the Company; -1 if there is none."""
    slot = NONE
    for i, recruit in reversed(tuple(enumerate(recruits))):
        slot = slot if is_owned(recruit) else i
    return slot


def free_item_slot(items: tuple[Item, ...]) -> int:
    """The first slot that holds no item of the Company; -1 if there is none."""
    slot = NONE
    for i, item in reversed(tuple(enumerate(items))):
        slot = slot if is_held(item) else i
    return slot


# ---------------------------------------------------------------- buying and selling


def hire_costs(state: State, choice: Hire) -> tuple[int, int]:
    """The Coin and the Credit that a hire costs. Rules: AG-ECO-5.1-04, AG-ECO-5.1-05."""
    price = state.board.recruits[choice.offer].price
    used = economy.credit_used(state.credit, price, choice.use_credit)
    return economy.hire_coin_cost(price, used), used


def hire_refusal(state: State, choice: Hire) -> Refusal:
    """Why this Recruit cannot be hired; a full line is no reason. Rules: AG-SAV-10-03, AG-ECO-5.1-06, AG-SYS-1-02."""
    row = state.board.recruits
    if not (0 <= choice.offer < len(row) and row[choice.offer].is_open):
        return Refusal.NO_OFFER
    if free_recruit_slot(state.recruits) == NONE:
        return Refusal.ROOM
    return Refusal.COIN if state.coin < hire_costs(state, choice)[0] else Refusal.NONE


@ensure(lambda result: result.coin >= 0 and result.credit >= 0, "AG-ECO-2-01: neither Coin nor Credit is negative")
@ensure(
    lambda result, state, choice: (
        state.coin - result.coin + state.credit - result.credit == state.board.recruits[choice.offer].price
    ),
    "AG-ECO-5.1-05: Coin and Credit together pay the list price",
)
def hire(state: State, choice: Hire, rulings: Rulings) -> State:
    """Buy a Recruit into Reserve: Coin, Credit, Recruit and offer in one step. Rules: AG-ECO-5.1-06, AG-SYS-3-04."""
    offer = state.board.recruits[choice.offer]
    coin, credit = hire_costs(state, choice)
    recruit = Recruit(
        status=Status.LIVING,
        serial=state.serials + 1,
        origin=offer.origin,
        tier=offer.tier,
        branch=offer.branch,
        trait=offer.trait,
        role=offer.role,
        level=offer.level,
        list_price=offer.price,
        paid=coin,
    )
    hired = replace(
        state,
        coin=state.coin - coin,
        credit=state.credit - credit,
        recruits=put_at(state.recruits, free_recruit_slot(state.recruits), recruit),
        board=replace(state.board, recruits=put_at(state.board.recruits, choice.offer, RecruitOffer())),
        totals=replace(state.totals, hired=state.totals.hired + 1),
        serials=state.serials + 1,
    )
    return recheck(hired, rulings)


def buy_refusal(state: State, choice: Buy) -> Refusal:
    """Why this item cannot be bought. Rules: AG-SAV-10-03, AG-ECO-5.2-02."""
    row = state.board.equipment
    if not (0 <= choice.offer < len(row) and row[choice.offer].is_open):
        return Refusal.NO_OFFER
    if free_item_slot(state.items) == NONE:
        return Refusal.ROOM
    return Refusal.COIN if state.coin < row[choice.offer].price else Refusal.NONE


@ensure(lambda result: result.coin >= 0, "AG-ECO-2-01: Coin is never negative")
@ensure(lambda result, state: result.credit == state.credit, "AG-ECO-5.1-06: Credit buys no equipment")
def buy(state: State, choice: Buy, rulings: Rulings) -> State:
    """Buy an item into the inventory: Coin, item and offer in one step. Rules: AG-ECO-5.2-02, AG-SYS-3-04."""
    offer = state.board.equipment[choice.offer]
    item = Item(Place.INVENTORY, offer.tag, offer.fits, offer.tier, offer.price)
    bought = replace(
        state,
        coin=state.coin - offer.price,
        items=put_at(state.items, free_item_slot(state.items), item),
        board=replace(state.board, equipment=put_at(state.board.equipment, choice.offer, EquipmentOffer())),
    )
    return recheck(bought, rulings)


def sell_refusal(state: State, item: int) -> Refusal:
    """Why this item cannot be sold: it must be released first. Rules: AG-ECO-5.2-03."""
    if not (0 <= item < len(state.items) and is_held(state.items[item])):
        return Refusal.NO_ITEM
    return Refusal.EQUIPPED if state.items[item].at is Place.EQUIPPED else Refusal.NONE


def sell(state: State, item: int) -> State:
    """Sell an item of the inventory. Rules: AG-ECO-5.2-02, AG-ECO-5.2-03."""
    coin = state.coin + economy.sale_value(state.items[item].paid)
    return replace(state, coin=coin, items=put_at(state.items, item, Item(Place.SOLD)))


# ---------------------------------------------------------------- equipment


def equip_refusal(state: State, choice: Equip) -> Refusal:
    """Why this item cannot go to this Recruit. Rules: AG-SYS-3-06, AG-SYS-2-01."""
    if not is_recruit(state, choice.recruit):
        return Refusal.NO_RECRUIT
    if not (0 <= choice.item < len(state.items) and is_held(state.items[choice.item])):
        return Refusal.NO_ITEM
    item = state.items[choice.item]
    if item.at is not Place.INVENTORY:
        return Refusal.NOT_IN_INVENTORY
    return Refusal.NONE if boards.is_user(state.recruits[choice.recruit], item.fits) else Refusal.NOT_FITTING


def unequip_refusal(state: State, recruit: int) -> Refusal:
    """Why a Recruit cannot put its item down. Rules: AG-SYS-3-06."""
    if not is_recruit(state, recruit):
        return Refusal.NO_RECRUIT
    return Refusal.NOTHING_EQUIPPED if state.recruits[recruit].item == NONE else Refusal.NONE


def unequip(state: State, recruit: int) -> State:
    """Take a Recruit's item back into the inventory. Rules: AG-SYS-3-06, AG-ECO-5.2-03."""
    item = state.recruits[recruit].item
    return with_recruit(with_item(state, item, at=Place.INVENTORY), recruit, item=NONE)


@ensure(
    lambda result, choice: (
        sum(1 for each in result.recruits if is_owned(each) and each.item == choice.item) == 1
        and result.items[choice.item].at is Place.EQUIPPED
    ),
    "AG-SYS-2-01: an item has one owner",
)
def equip(state: State, choice: Equip) -> State:
    """Put an item into a Recruit's one slot; what was there goes back. Rules: AG-SYS-2-01, AG-SYS-3-06."""
    if state.recruits[choice.recruit].item != NONE:
        state = unequip(state, choice.recruit)
    return with_recruit(with_item(state, choice.item, at=Place.EQUIPPED), choice.recruit, item=choice.item)


# ---------------------------------------------------------------- promotion


def review_refusal(state: State, choice: Review) -> Refusal:
    """Why this promotion cannot be reviewed for confirmation. Rules: AG-SYS-5.2-01, AG-SYS-5.2-02."""
    if state.pending.recruit != NONE:
        return Refusal.PENDING
    if not is_recruit(state, choice.recruit):
        return Refusal.NO_RECRUIT
    recruit = state.recruits[choice.recruit]
    if recruit.tier is not Tier.BASE:
        return Refusal.NOT_BASE
    if recruit.level < PROMOTION_LEVEL:
        return Refusal.LEVEL
    if recruit.survived < PROMOTION_BATTLES:
        return Refusal.SURVIVAL
    hidden = choice.path is Path.HYBRID and not state.hybrid_shown
    return Refusal.HYBRID_HIDDEN if hidden else Refusal.NONE


def review(state: State, choice: Review) -> State:
    """Note a promotion as pending. Rules: AG-SYS-5.2-01."""
    return replace(state, pending=Promotion(choice.recruit, choice.path))


def cancel_refusal(state: State) -> Refusal:
    """Why there is nothing to cancel. Rules: AG-SYS-5.2-01."""
    return Refusal.NOT_PENDING if state.pending.recruit == NONE else Refusal.NONE


def cancel(state: State) -> State:
    """Drop the pending promotion. Rules: AG-SYS-5.2-01."""
    return replace(state, pending=Promotion())


def promotion_price(rulings: Rulings) -> int:
    """What a confirmed promotion costs in Coin. Rules: AG-SYS-5.2-01, AG-ECO-5.1-02, F-151."""
    return 0 if rulings.promotion_price is PromotionPrice.NONE else economy.STANDARD.hire_tier_step


def promote_refusal(state: State, rulings: Rulings) -> Refusal:
    """Why no promotion can be confirmed. Rules: AG-SYS-5.2-01, F-151."""
    if state.pending.recruit == NONE:
        return Refusal.NOT_PENDING
    return Refusal.COIN if state.coin < promotion_price(rulings) else Refusal.NONE


@ensure(lambda result: result.coin >= 0, "AG-ECO-2-01: Coin is never negative")
def promote(state: State, rulings: Rulings) -> State:
    """Replace the Profession of the pending Recruit, and nothing else of it.

    Rules: AG-SYS-5.2-01, AG-SYS-5.2-03, F-151.
    """
    path = state.pending.path
    promoted = with_recruit(
        state,
        state.pending.recruit,
        tier=Tier.HYBRID if path is Path.HYBRID else Tier.ADVANCED,
        branch=1 if path is Path.SECOND else 0,
    )
    return replace(promoted, coin=state.coin - promotion_price(rulings), pending=Promotion())
