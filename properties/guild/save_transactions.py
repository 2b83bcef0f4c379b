"""Claims about the transaction table: for each kind of operation, what its applied child holds, and nothing more.

Each looks at the step in which the applied child is made, and compares its slot with its parent's field by field; that
the pointer comes to name exactly this child, or stays, is `the_pointer_moves_only_to_a_written_child_or_back`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kernel.guild.difficulty import Difficulty
from kernel.guild.edition import Edition
from kernel.guild.save.intent import Kind
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    NONE,
    Life,
    Offer,
    Recruit,
    Run,
    Stage,
)
from model.crash_matrix import Bench, Choice
from model.game import Scope
from properties.claim import claim
from properties.guild.save_reading import active, applies, child, intent_number, makes

TRADE = ("save-trade", "save-trade-growth")
COMPANY = ("save-company", "save-company-growth")
BATTLE = ("save-battle", "save-battle-growth")
SETTLEMENT = ("save-settlement", "save-settlement-growth")
CLOSE = ("save-close", "save-close-growth")
FG4, GROWTH = (Edition.FG4,), (Edition.GROWTH,)
LEVELS = (Difficulty.WAYFINDER, Difficulty.STANDARD, Difficulty.OATHBOUND)

Premise = Callable[[Bench, Choice, Bench, SaveRulings], bool]


def applying(*kinds: Kind) -> Premise:
    """The premise: the applied child of such an operation is made."""

    def premise(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
        return any(applies(before, after, kind) for kind in kinds)

    return premise


def runs(before: Bench, after: Bench) -> tuple[Run, Run]:
    """The runs of the parent and of the child."""
    return active(before).slot.run, child(after).slot.run


def same_beyond_run(before: Bench, after: Bench) -> bool:
    """Is everything but the run as it was?"""
    old, new = active(before).slot, child(after).slot
    return replace(new, run=old.run) == old


def others(old: tuple[Recruit, ...], new: tuple[Recruit, ...], place: int) -> bool:
    """Are all Recruits but one as they were?"""
    return all(i == place or was == now for i, (was, now) in enumerate(zip(old, new, strict=True)))


def offers_but(old: tuple[Offer, ...], new: tuple[Offer, ...], place: int) -> bool:
    """Is this offer gone, and every other as it was?"""
    pairs = enumerate(zip(old, new, strict=True))
    return all((was.is_open and not now.is_open) if i == place else was == now for i, (was, now) in pairs)


@claim(
    Scope.STEP,
    "AG-SAV-6-05",
    "AG-SAV-10-03",
    "AG-SAV-18-11",
    "AG-SAV-18-12",
    worlds=("save-purchase", *TRADE),
    premise=applying(Kind.BUY_RECRUIT),
)
def a_purchase_is_cost_offer_and_recruit_together(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Buying a Recruit pays the previewed price in Coin and Credit, empties the offer and adds exactly one Recruit."""
    old, new = runs(before, after)
    place, price = intent_number(before, after, "item"), intent_number(before, after, "amount")
    used = old.credit - new.credit
    chosen = intent_number(before, after, "extra") == 1
    hired = all(
        was.life is Life.NOBODY and now.life is Life.LIVING and now.paid == price - used and now.item == NONE
        for i, (was, now) in enumerate(zip(old.recruits, new.recruits, strict=True))
        if i == place
    )
    return (
        old.coin - new.coin == price - used
        and used == (min(old.credit, price) if chosen else 0)
        and offers_but(old.offers, new.offers, intent_number(before, after, "place"))
        and hired
        and others(old.recruits, new.recruits, place)
        and replace(new, coin=old.coin, credit=old.credit, offers=old.offers, recruits=old.recruits) == old
        and same_beyond_run(before, after)
    )


@claim(
    Scope.STEP,
    "AG-SAV-6-06",
    worlds=("save-purchase", *TRADE),
    premise=applying(Kind.BUY_ITEM, Kind.SELL_ITEM),
)
def buying_or_selling_equipment_moves_one_item_and_its_coin(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Buying or selling equipment changes Coin by the price and the ownership of exactly one item."""
    old, new = runs(before, after)
    item, price = intent_number(before, after, "item"), intent_number(before, after, "amount")
    bought = applies(before, after, Kind.BUY_ITEM)
    moved = all(
        (was != now and now == bought) if i == item else was == now
        for i, (was, now) in enumerate(zip(old.inventory, new.inventory, strict=True))
    )
    board = offers_but(old.offers, new.offers, intent_number(before, after, "place")) if bought else True
    same = replace(new, coin=old.coin, inventory=old.inventory, offers=old.offers) == old
    kept = bought or old.offers == new.offers
    return moved and board and same and kept and new.coin - old.coin == (-price if bought else price)


@claim(Scope.STEP, "AG-SAV-6-07", "AG-SAV-18-13", "AG-SAV-7.2-03", worlds=TRADE, premise=applying(Kind.REFRESH))
def a_refresh_is_one_complete_board_and_its_cost(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A refresh pays its cost, counts once, and replaces exactly the unlocked offers, all by the same new board."""
    old, new = runs(before, after)
    board = all(
        now == was if was.is_locked else (now.is_open and not now.is_locked and now.board == new.board)
        for was, now in zip(old.offers, new.offers, strict=True)
    )
    paid = old.coin - new.coin == intent_number(before, after, "amount")
    counted = new.refreshes == old.refreshes + 1 and new.board == old.board + 1
    same = replace(new, coin=old.coin, offers=old.offers, refreshes=old.refreshes, board=old.board) == old
    return board and paid and counted and same


@claim(Scope.STEP, "AG-SAV-6-07", worlds=TRADE, premise=applying(Kind.LOCK))
def a_lock_is_one_offer_and_its_cost(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A lock pays its cost and locks exactly the named open offer of the previewed board."""
    old, new = runs(before, after)
    place = intent_number(before, after, "place")
    locked = all(
        (was.is_open and not was.is_locked and now == replace(was, is_locked=True)) if i == place else was == now
        for i, (was, now) in enumerate(zip(old.offers, new.offers, strict=True))
    )
    paid = old.coin - new.coin == intent_number(before, after, "amount")
    return locked and paid and replace(new, coin=old.coin, offers=old.offers) == old


@claim(Scope.STEP, "AG-SAV-6-08", worlds=COMPANY, premise=applying(Kind.EQUIP))
def equipping_replaces_one_item_in_one_slot(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Equipping puts the candidate on the Recruit and exactly the expected prior item back; nothing else moves."""
    old, new = runs(before, after)
    place, item = intent_number(before, after, "place"), intent_number(before, after, "item")
    prior = intent_number(before, after, "expected")
    worn = all(
        (was.item == prior and now == replace(was, item=item)) if i == place else was == now
        for i, (was, now) in enumerate(zip(old.recruits, new.recruits, strict=True))
    )
    stored = all(
        now if i == prior else not now if i == item else was == now
        for i, (was, now) in enumerate(zip(old.inventory, new.inventory, strict=True))
    )
    return worn and stored and replace(new, recruits=old.recruits, inventory=old.inventory) == old


@claim(Scope.STEP, "AG-SAV-6-08", worlds=COMPANY, premise=applying(Kind.REORDER))
def reordering_exchanges_two_places_of_the_line(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Reordering keeps everybody in the line once and changes nothing else."""
    old, new = runs(before, after)
    counted = all(
        sum(1 for each in old.order if each == place) == sum(1 for each in new.order if each == place)
        for place in range(len(old.order))
    )
    return counted and old.order != new.order and replace(new, order=old.order) == old


@claim(Scope.STEP, "AG-SAV-6-09", worlds=COMPANY, premise=applying(Kind.PROMOTE))
def a_promotion_replaces_one_profession(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A promotion replaces the previewed Profession of one Recruit; identity, item and everything else stay."""
    old, new = runs(before, after)
    place, profession = intent_number(before, after, "place"), intent_number(before, after, "item")
    changed = all(
        now == replace(was, profession=profession) if i == place else was == now
        for i, (was, now) in enumerate(zip(old.recruits, new.recruits, strict=True))
    )
    return changed and replace(new, recruits=old.recruits) == old


@claim(Scope.STEP, "AG-SAV-6-10", worlds=COMPANY, premise=applying(Kind.DISMISS))
def a_dismissal_removes_one_and_leaves_one(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A dismissal removes one Recruit, returns its item if it has one, pays the rebate, and leaves somebody alive."""
    old, new = runs(before, after)
    place, item = intent_number(before, after, "place"), intent_number(before, after, "item")
    gone = all(
        now == replace(was, life=Life.DISMISSED, item=NONE)
        for i, (was, now) in enumerate(zip(old.recruits, new.recruits, strict=True))
        if i == place
    )
    stored = all(
        now if i == item else was == now for i, (was, now) in enumerate(zip(old.inventory, new.inventory, strict=True))
    )
    paid = new.coin - old.coin == intent_number(before, after, "amount")
    same = replace(new, coin=old.coin, recruits=old.recruits, inventory=old.inventory) == old
    lives = any(each.life is Life.LIVING for each in new.recruits)
    return gone and others(old.recruits, new.recruits, place) and stored and paid and same and lives


@claim(Scope.STEP, "AG-SAV-6-11", "AG-SAV-7.2-04", worlds=BATTLE, premise=applying(Kind.COMMIT_BATTLE))
def committing_a_battle_fixes_its_start(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """The committed battle is the chosen one; Company, inventory, Coin and board are those of the Market."""
    old, new = runs(before, after)
    fixed = new.stage is Stage.BATTLE and new.snapshot == intent_number(before, after, "place")
    return fixed and replace(new, stage=old.stage, snapshot=old.snapshot) == old


@claim(Scope.STEP, "AG-SAV-6-12", "AG-SAV-7.2-05", worlds=BATTLE, premise=applying(Kind.START_RETREAT))
def a_retreat_has_one_time_stamp(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A retreat starts once: there was no time stamp, and then it is the accepted tick."""
    old, new = runs(before, after)
    tick = intent_number(before, after, "amount")
    return old.retreat == NONE and new.retreat == tick and replace(new, retreat=NONE) == old


@claim(Scope.STEP, "AG-SAV-6-13", "AG-SAV-7.2-06", worlds=BATTLE, premise=applying(Kind.LOCK_OUTCOME))
def locking_an_outcome_fixes_result_and_casualties(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The locked outcome is the given one, with the given Recruits down; no ownership and no Coin changes."""
    old, new = runs(before, after)
    mask = intent_number(before, after, "expected")
    fallen = all(
        now == replace(was, down=(mask // 2**i) % 2 == 1)
        for i, (was, now) in enumerate(zip(old.recruits, new.recruits, strict=True))
    )
    outcome = new.stage is Stage.LOCKED and new.outcome == intent_number(before, after, "extra")
    return fallen and outcome and replace(new, stage=old.stage, outcome=old.outcome, recruits=old.recruits) == old


@claim(
    Scope.STEP,
    "AG-SAV-6-13",
    worlds=SETTLEMENT,
    premise=lambda before, choice, after, rulings: (
        makes(before, after)
        and active(before).slot.run.stage is Stage.LOCKED
        and active(before).slot.run != child(after).slot.run
    ),
)
def a_locked_outcome_changes_only_by_its_settlement(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """While an outcome is locked no other operation touches the run."""
    return applies(before, after, Kind.SETTLE)
