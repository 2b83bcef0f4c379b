"""Claims about the rows of the transaction table from the settlement of a battle on: casualties, reward, close, law."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.difficulty import Outcome, failure_fee
from kernel.guild.save.intent import Kind
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    CAUSES,
    MOST_CREDIT,
    MOST_RENOWN,
    NONE,
    OUTCOMES,
    Cause,
    Life,
    Run,
    Stage,
)
from model.crash_matrix import Bench, Choice
from model.game import Scope
from properties.claim import claim
from properties.guild.save_reading import active, applies, child, intent_number, makes, places_of_item
from properties.guild.save_transactions import CLOSE, FG4, GROWTH, LEVELS, SETTLEMENT, applying, runs

# ---------------------------------------------------------------- casualties


def fell(old: Run) -> tuple[bool, ...]:
    """Who is down in the locked outcome."""
    return tuple(each.down for each in old.recruits)


@claim(
    Scope.STEP,
    "AG-SAV-6-14",
    "AG-SAV-1-06",
    "AG-SAV-9.1-04",
    "AG-SAV-9.1-06",
    "AG-SAV-18-20",
    "AG-SAV-18-21",
    worlds=("save-settlement",),
    premise=applying(Kind.SETTLE),
    under=FG4,
)
def a_settlement_is_all_casualties_items_and_credit_at_once(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Exactly who is down leaves the Company, each item that they wear is once in the inventory, Credit is capped."""
    old, new = runs(before, after)
    down = fell(old)
    gone = all(
        now == (replace(was, life=Life.FALLEN, down=False, item=NONE) if lost else was)
        for was, now, lost in zip(old.recruits, new.recruits, down, strict=True)
    )
    returned = all(
        lies == (was or any(lost and each.item == i for each, lost in zip(old.recruits, down, strict=True)))
        for i, (was, lies) in enumerate(zip(old.inventory, new.inventory, strict=True))
    )
    grants = sum(
        min(each.listed, 10 + each.paid // 2) if lost else 0 for each, lost in zip(old.recruits, down, strict=True)
    )
    return gone and returned and new.credit == min(MOST_CREDIT, old.credit + grants)


@claim(
    Scope.STEP,
    "AG-SAV-9.1-04",
    "AG-SAV-9.1-05",
    worlds=SETTLEMENT,
    premise=applying(Kind.SETTLE),
)
def a_settlement_leaves_nobody_half_settled(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """After a settlement nobody is down, whoever lives was alive, and every owned item is in exactly one place."""
    old, new = runs(before, after)
    alive = all(
        not now.down and (now.life is not Life.LIVING or was.life is Life.LIVING)
        for was, now in zip(old.recruits, new.recruits, strict=True)
    )
    return alive and all(places_of_item(new, item) == places_of_item(old, item) for item in range(len(old.inventory)))


@claim(
    Scope.STEP,
    "AG-SAV-12-14",
    "AG-SAV-7.2-07",
    "AG-SAV-7.2-08",
    worlds=SETTLEMENT,
    premise=applying(Kind.SETTLE),
)
def fee_casualties_and_the_next_step_are_one_transaction(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The fee of the difficulty is paid in the settlement; a victory opens the reward, a failure the next Market."""
    old, new = runs(before, after)
    outcome = OUTCOMES[old.outcome]
    fee = failure_fee(LEVELS[active(before).slot.law], outcome, old.coin)
    won = outcome is Outcome.VICTORY
    board = new.board == (old.board if won else old.board + 1)
    return old.coin - new.coin == fee and board and new.stage is (Stage.REWARD if won else Stage.MARKET)


@claim(
    Scope.STEP,
    "AG-OVR-04",
    "AG-OVR-06",
    worlds=("save-settlement-growth",),
    premise=applying(Kind.SETTLE),
    under=GROWTH,
)
def a_knocked_out_recruit_is_ready_for_the_next_stage(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """In GROWTH a settlement removes nobody, keeps what everybody has and wears, and grants no Credit."""
    old, new = runs(before, after)
    ready = all(now == replace(was, down=False) for was, now in zip(old.recruits, new.recruits, strict=True))
    return ready and new.inventory == old.inventory and new.credit == old.credit


# ---------------------------------------------------------------- reward and close


@claim(
    Scope.STEP,
    "AG-SAV-6-15",
    "AG-SAV-10-05",
    "AG-SAV-18-22",
    "AG-SAV-7.2-08",
    worlds=SETTLEMENT,
    premise=applying(Kind.CLAIM),
)
def a_reward_is_one_card_and_the_end_of_its_draft(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A claim gives the card's Coin or its one new item, and closes the draft."""
    old, new = runs(before, after)
    item, coin = intent_number(before, after, "item"), intent_number(before, after, "amount")
    given = all(
        (now and not was) if i == item else was == now
        for i, (was, now) in enumerate(zip(old.inventory, new.inventory, strict=True))
    )
    closed = old.stage is Stage.REWARD and new.stage is Stage.MARKET
    return given and closed and new.coin == old.coin + coin and new.recruits == old.recruits


@claim(
    Scope.STEP,
    "AG-SAV-6-16",
    "AG-SAV-12.2-01",
    "AG-SAV-18-36",
    "AG-SAV-7.2-09",
    worlds=("save-close",),
    premise=applying(Kind.CLOSE),
    under=FG4,
)
def closing_clears_everything_that_belongs_to_the_run(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """After the close of a run no Coin, Credit, Recruit, item, offer or battle is left, and its cause is stored."""
    new = child(after).slot
    run = new.run
    bare = run.coin == run.credit == 0 and not any(run.inventory)
    nobody = all(each.life is Life.NOBODY for each in run.recruits) and not any(each.is_open for each in run.offers)
    return run.stage is Stage.ABSENT and bare and nobody and new.cause is CAUSES[intent_number(before, after, "extra")]


@claim(
    Scope.STEP,
    "AG-OVR-05",
    "AG-OVR-06",
    worlds=("save-close-growth",),
    premise=applying(Kind.CLOSE),
    under=GROWTH,
)
def closing_a_contract_keeps_the_company(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """In GROWTH a close keeps every Recruit with what it has, the inventory and Coin, and leaves only the Contract."""
    old, new = runs(before, after)
    kept = all(now == replace(was, down=False) for was, now in zip(old.recruits, new.recruits, strict=True))
    local = new.snapshot == new.retreat == new.outcome == NONE and not any(each.is_open for each in new.offers)
    return kept and new.inventory == old.inventory and new.coin == old.coin and new.stage is Stage.GUILD and local


@claim(
    Scope.STEP,
    "AG-SAV-10-06",
    "AG-SAV-18-23",
    "AG-SAV-6-16",
    worlds=CLOSE,
    premise=applying(Kind.CLOSE),
)
def a_grant_is_given_once(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A close gives Renown exactly when it clears an objective that was not cleared, and marks that one alone."""
    old, new = active(before).slot, child(after).slot
    place = intent_number(before, after, "place")
    won = CAUSES[intent_number(before, after, "extra")] is Cause.CLEARED and old.run.stage is not Stage.SEALED
    fresh = any(i == place and not done for i, done in enumerate(old.cleared))
    gain = min(MOST_RENOWN - old.renown, intent_number(before, after, "amount")) if won and fresh else 0
    marks = all(
        now == (done or (won and i == place))
        for i, (done, now) in enumerate(zip(old.cleared, new.cleared, strict=True))
    )
    return new.renown - old.renown == gain and marks


@claim(
    Scope.STEP,
    "AG-SAV-10-06",
    "AG-SAV-1-03",
    worlds=CLOSE,
    premise=lambda before, choice, after, rulings: makes(before, after),
)
def renown_and_clears_come_only_from_a_close(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """No other operation changes Renown or clear facts."""
    old, new = active(before).slot, child(after).slot
    same = old.renown == new.renown and old.cleared == new.cleared
    return same or applies(before, after, Kind.CLOSE)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-11",
    worlds=CLOSE,
    premise=lambda before, choice, after, rulings: (
        makes(before, after)
        and active(before).slot.run.stage is Stage.SEALED
        and active(before).slot != child(after).slot
    ),
)
def a_sealed_run_never_pays(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Whatever is asked of a sealed run, no Coin, Credit, Renown or clear comes of it."""
    old, new = active(before).slot, child(after).slot
    poor = new.run.coin <= old.run.coin and new.run.credit <= old.run.credit
    return poor and new.renown == old.renown and new.cleared == old.cleared


@claim(Scope.STEP, "AG-SAV-6-17", worlds=CLOSE, premise=applying(Kind.CHANGE_LAW))
def a_law_is_changed_at_the_guild_for_the_next_run(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The rule set is changed only while no run or Contract is active, and nothing else with it."""
    old, new = active(before).slot, child(after).slot
    away = old.run.stage in (Stage.ABSENT, Stage.GUILD)
    return away and new.law == intent_number(before, after, "extra") and replace(new, law=old.law) == old
