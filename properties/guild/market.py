"""Claims about an open Market: what it shows, what a purchase, a lock and a refresh move, and what they do not."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import Buy, Choice, Equip, Hire, Lock, OpenMarket, Refresh, Sell, Unequip, Unlock
from kernel.guild.economy import Risk, Tier
from kernel.guild.rulings import BattleLock, LockSpan, Relock, Rulings
from kernel.guild.state import BattleOffer, Phase, Place, Row, State, Status
from model.game import Scope
from properties.guild.reading import (
    FG4,
    MARKETS,
    OFFERS,
    base_offers,
    by,
    held,
    is_boss,
    is_owned,
    is_protected,
    law,
    next_round,
    protected,
    tags,
)

SHOWN = ("market-carry", "market-promotion", "run-fg4", "run-growth", "run-muster", "run-muster-fg4", "company-growth")


def opens_ordinary(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an ordinary Market opens."""
    return isinstance(choice, OpenMarket) and not is_boss(before)


def opens_muster(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: boss Muster opens."""
    return isinstance(choice, OpenMarket) and is_boss(before)


# ---------------------------------------------------------------- what a Market shows


@law(Scope.STEP, "AG-ECO-4-02", worlds=(*SHOWN, "market-kept"), premise=by(OpenMarket))
def every_market_shows_three_recruits_one_of_them_base(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A Market opens with three Recruit offers, one protected at most, and one at least that is base."""
    row = after.board.recruits
    filled = all(offer.is_open for offer in row) and len(row) == 3
    return filled and protected(after) <= 1 and base_offers(after) >= 1


def opens_first(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: the first Market of a Contract opens."""
    return isinstance(choice, OpenMarket) and before.markets == 0


@law(Scope.STEP, "AG-ECO-3-08", "AG-ECO-3-09", worlds=("company-growth", "company-fg4"), premise=opens_first)
def the_first_market_has_two_base_offers(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The first Market has two base Recruits of level 1, which cost 28 Coin together."""
    first = tuple(offer.is_open and offer.tier is Tier.BASE and offer.level == 1 for offer in after.board.recruits)
    return sum(first) >= 2 and all(
        offer.price == 14 for offer, is_first in zip(after.board.recruits, first, strict=True) if is_first
    )


@law(Scope.STEP, "AG-ECO-4-03", worlds=SHOWN, premise=by(OpenMarket))
def every_market_shows_four_items_of_three_tags(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Market opens with four items of three behavior tags, and two living Recruits can use one, or all there are."""
    row = after.board.equipment
    users = sum(
        1
        for recruit in after.recruits
        if recruit.status is Status.LIVING and any(offer.fits in (-1, recruit.origin) for offer in row)
    )
    alive = sum(1 for recruit in after.recruits if recruit.status is Status.LIVING)
    return len(row) == 4 and all(offer.is_open for offer in row) and tags(after) >= 3 and users >= min(2, alive)


@law(Scope.STEP, "AG-ECO-4-04", "AG-ECO-1-03", worlds=SHOWN, premise=opens_ordinary)
def every_market_has_one_steady_battle(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """An ordinary Market opens with three battles: one steady, two of higher risk that differ."""
    row = after.board.battles
    risky = tuple((offer.risk, offer.counter) for offer in row if offer.risk is not Risk.STEADY)
    return all(offer.is_open for offer in row) and len(row) == 3 and len(risky) == 2 and risky[0] != risky[1]


@law(Scope.STEP, "AG-ECO-4-05", worlds=("run-muster", "run-muster-fg4"), premise=opens_muster)
def boss_muster_has_one_fixed_boss(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Boss Muster opens with full Recruit and equipment rows and one battle, the boss, the same each time."""
    board = after.board
    full = all(offer.is_open for offer in board.recruits) and all(offer.is_open for offer in board.equipment)
    return full and board.battles == (BattleOffer(is_open=True), BattleOffer(), BattleOffer())


def refreshes_muster(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: boss Muster is refreshed."""
    return isinstance(choice, Refresh) and is_boss(before)


@law(Scope.STEP, "AG-ECO-4-05", worlds=("run-muster", "run-muster-fg4"), premise=refreshes_muster)
def no_refresh_replaces_the_boss(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Refreshing boss Muster leaves its boss."""
    return after.board.battles == before.board.battles


@law(Scope.STEP, "AG-ECO-4.1-03", worlds=(*SHOWN, "market-locks"), premise=by(OpenMarket, Refresh))
def nobody_beyond_the_pool_is_for_sale(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """No hidden hybrid is for sale, and no advanced Recruit before Round 7."""
    return all(
        not offer.is_open or offer.tier is Tier.BASE or (offer.tier is Tier.ADVANCED and before.cleared >= 6)
        for offer in after.board.recruits
    )


@law(
    Scope.STEP,
    "AG-ECO-5.1-03",
    "AG-ECO-4.1-03",
    worlds=(*SHOWN, "market-locks"),
    premise=by(OpenMarket, Refresh),
)
def offers_store_level_and_price(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A new Recruit offer stores the level of its Round, one less if protected, and the price that both make."""
    level = 1 + (next_round(before) - 1) // 3
    return all(
        new == old
        or new == replace(old, carried=True)
        or (
            new.level == (max(1, level - 1) if new.protected else level)
            and new.price == 10 + 4 * new.level + (10 if new.tier is Tier.ADVANCED else 0)
        )
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
    )


# ---------------------------------------------------------------- what stays


def stays_in_market(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a step within one open Market."""
    return before.phase is Phase.MARKET and after.phase is Phase.MARKET


@law(Scope.STEP, "AG-SYS-3-03", "AG-ECO-4-08", worlds=(*MARKETS, "market-shelves"), premise=stays_in_market)
def offers_keep_what_was_generated(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In an open Market an offer keeps its generated values until it is bought, declined or refreshed away."""
    if isinstance(choice, Refresh):
        return True
    old, new = before.board, after.board
    return (
        all(
            not b.is_open or replace(b, locked=a.locked, paid=a.paid, carried=a.carried) == a
            for a, b in zip(old.recruits, new.recruits, strict=True)
        )
        and all(
            not b.is_open or replace(b, locked=a.locked, paid=a.paid, carried=a.carried) == a
            for a, b in zip(old.equipment, new.equipment, strict=True)
        )
        and all(replace(b, locked=a.locked, paid=a.paid) == a for a, b in zip(old.battles, new.battles, strict=True))
    )


@law(
    Scope.STEP,
    "AG-SYS-3-04",
    "AG-ECO-5.1-06",
    worlds=("market-shelves", "market-trade", "market-locks"),
    premise=by(Hire, Buy),
)
def buying_removes_exactly_that_offer(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A purchase removes the offer bought, fills nothing, and leaves every other offer."""
    recruits = tuple(
        not new.is_open if isinstance(choice, Hire) and i == choice.offer else new == old
        for i, (old, new) in enumerate(zip(before.board.recruits, after.board.recruits, strict=True))
    )
    equipment = tuple(
        not new.is_open if isinstance(choice, Buy) and i == choice.offer else new == old
        for i, (old, new) in enumerate(zip(before.board.equipment, after.board.equipment, strict=True))
    )
    return all(recruits) and all(equipment) and after.board.battles == before.board.battles


# ---------------------------------------------------------------- purchases


@law(
    Scope.STEP,
    "AG-ECO-5.1-06",
    "AG-ECO-5.1-04",
    "AG-ECO-2-02",
    worlds=("market-trade-fg4", "run-fg4"),
    premise=by(Hire),
    under=FG4,
)
def credit_pays_only_if_asked(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A hire pays its price with all the Credit it can if asked to, else with none, and the rest in Coin."""
    if not isinstance(choice, Hire):
        return False
    price = sum(offer.price for i, offer in enumerate(before.board.recruits) if i == choice.offer)
    used = min(before.credit, price) if choice.use_credit else 0
    return after.credit == before.credit - used and after.coin == before.coin - (price - used)


@law(Scope.STEP, "AG-ECO-5.1-06", worlds=("market-late", "market-trade", "market-trade-fg4"), premise=by(Hire))
def a_hire_makes_one_recruit_in_reserve(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A hire makes exactly one new Recruit, in Reserve, with what its offer stores, and records the Coin it cost."""
    if not isinstance(choice, Hire):
        return False
    new = tuple(new for old, new in zip(before.recruits, after.recruits, strict=True) if new != old)
    offers = tuple(offer for i, offer in enumerate(before.board.recruits) if i == choice.offer)
    return len(new) == 1 and all(
        who.status is Status.LIVING
        and who.serial == before.serials + 1 == after.serials
        and (who.origin, who.tier, who.branch, who.trait) == (offer.origin, offer.tier, offer.branch, offer.trait)
        and (who.level, who.xp, who.survived) == (offer.level, 0, 0)
        and (who.list_price, who.paid) == (offer.price, before.coin - after.coin)
        and (who.place, who.item) == (-1, -1)
        for who, offer in zip(new, offers, strict=True)
    )


@law(Scope.STEP, "AG-ECO-5.1-06", "AG-ECO-2-02", worlds=MARKETS, premise=stays_in_market)
def credit_buys_nothing_but_recruits(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In a Market Credit moves only by a hire."""
    return after.credit == before.credit or isinstance(choice, Hire)


@law(Scope.STEP, "AG-ECO-5.2-03", "AG-ECO-5.2-02", worlds=("market-trade", "market-trade-fg4"), premise=by(Sell))
def a_sale_pays_thirty_percent_of_what_was_paid(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Only an item of the inventory is sold, for 30 % of its Coin price, rounded down: for nothing if it was a gift."""
    if not isinstance(choice, Sell):
        return False
    sold = tuple(item for i, item in enumerate(before.items) if i == choice.item)
    others = all(
        new == old for i, (old, new) in enumerate(zip(before.items, after.items, strict=True)) if i != choice.item
    )
    gone = all(not held(item) for i, item in enumerate(after.items) if i == choice.item)
    paid = all(item.at is Place.INVENTORY and after.coin - before.coin == 3 * item.paid // 10 for item in sold)
    return others and gone and paid and after.recruits == before.recruits


@law(
    Scope.STATE, "AG-SYS-2-01", "AG-ECO-3-06", "AG-ECO-2-07", worlds=(*MARKETS, "run-fg4", "run-growth", "run-rewards")
)
def every_item_has_one_owner(state: State, rulings: Rulings) -> bool:
    """An equipped item is carried by exactly one Recruit of the Company, any other by nobody."""
    return all(
        sum(1 for recruit in state.recruits if recruit.item == slot) == (1 if item.at is Place.EQUIPPED else 0)
        for slot, item in enumerate(state.items)
    ) and all(recruit.item == -1 or is_owned(recruit) for recruit in state.recruits)


@law(Scope.STEP, "AG-SYS-2-01", "AG-SYS-5.1-04", worlds=("market-trade",), premise=by(Equip, Unequip))
def equipping_swaps_one_slot(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Equipping moves one item in and the old one back to the inventory; nothing else, and no Profession, changes."""
    if not isinstance(choice, Equip | Unequip):
        return False
    wanted, pairs = choice.item if isinstance(choice, Equip) else -1, zip(before.recruits, after.recruits, strict=True)
    recruits = all(
        new == (replace(old, item=wanted) if i == choice.recruit else old) for i, (old, new) in enumerate(pairs)
    )
    owned = all(replace(new, at=old.at) == old for old, new in zip(before.items, after.items, strict=True))
    returned = all(
        after.items[i].at is Place.INVENTORY
        for i in range(len(before.items))
        if any(k == choice.recruit and each.item == i for k, each in enumerate(before.recruits)) and i != wanted
    )
    return recruits and owned and returned and (after.coin, after.credit) == (before.coin, before.credit)


# ---------------------------------------------------------------- locks and refreshes


@law(Scope.STATE, "AG-ECO-4.2-01", worlds=OFFERS)
def at_most_three_offers_are_locked(state: State, rulings: Rulings) -> bool:
    """No more than three Recruit and equipment offers are locked, all of them unbought."""
    board = state.board
    locked = sum(offer.locked for offer in board.recruits) + sum(offer.locked for offer in board.equipment)
    return (
        locked <= 3
        and all(offer.is_open or not offer.locked for offer in board.recruits)
        and all(offer.is_open or not offer.locked for offer in board.equipment)
    )


@law(Scope.STEP, "AG-ECO-4.2-01", worlds=OFFERS, premise=by(Lock))
def a_lock_costs_two_coin(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Locking an offer costs 2 Coin and changes nothing but its lock."""
    if not isinstance(choice, Lock):
        return False
    free = rulings.battle_lock is BattleLock.FREE and choice.row is Row.BATTLE
    known = rulings.relock is Relock.PAID_ONCE
    cost = before.coin - after.coin
    return (cost == 2 or (cost == 0 and (free or known))) and replace(
        after, coin=before.coin, board=before.board
    ) == before


@law(Scope.STEP, "AG-ECO-4.2-01", worlds=("market-locks",), premise=by(Unlock))
def unlocking_refunds_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Giving a lock up returns no Coin and changes nothing but the lock."""
    return replace(after, board=before.board) == before and after.board != before.board


@law(Scope.STEP, "AG-SYS-3-05", "AG-ECO-4.2-01", worlds=("market-carry",), premise=by(OpenMarket))
def locked_offers_persist_through_the_next_market(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """An offer locked in one Market lies in the next one as it was; no battle offer is carried."""
    span = rulings.lock_span is LockSpan.UNTIL_BOUGHT
    recruits = all(
        new == replace(old, carried=True)
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
        if old.is_open and old.locked and (span or not old.carried) and not is_protected(new)
    )
    equipment = all(
        new == replace(old, carried=True)
        for old, new in zip(before.board.equipment, after.board.equipment, strict=True)
        if old.is_open and old.locked and (span or not old.carried)
    )
    return recruits and equipment and not any(offer.locked for offer in after.board.battles)


@law(Scope.STEP, "AG-SYS-3-05", worlds=("market-carry",), premise=by(OpenMarket))
def unlocked_offers_go_with_their_market(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """What was neither locked nor protected is not carried into the next Market."""
    return all(
        not new.carried or (old.is_open and (old.locked or old.protected))
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
    ) and all(
        not new.carried or (old.is_open and old.locked)
        for old, new in zip(before.board.equipment, after.board.equipment, strict=True)
    )


@law(
    Scope.STEP,
    "AG-ECO-4.3-01",
    "AG-ECO-4.2-02",
    worlds=("market-locks", "run-muster", "run-muster-fg4"),
    premise=by(Refresh),
)
def a_refresh_replaces_exactly_the_free_offers(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A refresh gives a new offer for each unlocked, unbought one, and leaves locked, bought and protected ones."""
    recruits = all(
        new.is_open and not new.carried and not new.paid
        if old.is_open and not old.locked and not old.protected
        else new == old
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
    )
    equipment = all(
        new.is_open and not new.carried and not new.paid if old.is_open and not old.locked else new == old
        for old, new in zip(before.board.equipment, after.board.equipment, strict=True)
    )
    battles = all(
        new == old or (old.is_open and not old.locked and not is_boss(before))
        for old, new in zip(before.board.battles, after.board.battles, strict=True)
    )
    return recruits and equipment and battles


@law(Scope.STEP, "AG-ECO-4.3-01", worlds=("market-locks",), premise=by(Refresh))
def a_refresh_takes_the_offers_that_come(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """What a refresh puts into a free slot is what the environment gave for it."""
    if not isinstance(choice, Refresh):
        return False
    board = before.board
    return all(
        new.origin == given.origin
        for old, new, given in zip(board.recruits, after.board.recruits, choice.recruits, strict=True)
        if old.is_open and not old.locked and not old.protected
    ) and all(
        new.tag == given.tag
        for old, new, given in zip(board.equipment, after.board.equipment, choice.equipment, strict=True)
        if old.is_open and not old.locked
    )


@law(Scope.STEP, "AG-ECO-4.3-03", "AG-ECO-4.3-02", worlds=("market-locks", "run-muster"), premise=by(Refresh))
def a_refresh_is_paid_and_counted_with_the_board(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A refresh costs 6, 3 more for each one before and 2 for each paid lock, at most 24, and counts one."""
    board = before.board
    locks = sum(offer.locked for offer in board.recruits) + sum(offer.locked for offer in board.equipment)
    if rulings.battle_lock is BattleLock.PAID:
        locks = locks + sum(offer.locked for offer in board.battles)
    cost = min(24, 6 + 3 * before.refreshes + 2 * locks)
    return (
        after.coin == before.coin - cost
        and after.refreshes == before.refreshes + 1
        and replace(after, coin=before.coin, refreshes=before.refreshes, board=before.board) == before
    )


@law(Scope.STEP, "AG-ECO-4.3-03", worlds=SHOWN, premise=by(OpenMarket))
def every_market_begins_without_refreshes(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Market opens with no refresh counted, and opening it moves no Coin and no Recruit."""
    return after.refreshes == 0 and (after.coin, after.recruits) == (before.coin, before.recruits)
