"""The small worlds in which the save contract is explored to the end: two or more operation IDs and a few intents."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import (
    FROZEN,
    GROWING,
    FundsChecked,
    PendingLimit,
    RejectionAdvances,
    Rotation,
    SaveRulings,
)
from kernel.guild.save.slot import (
    NO_DRAFT,
    NO_RECRUIT,
    NONE,
    NOT_CREATED,
    OPENING_CAPACITY,
    Cause,
    Created,
    Life,
    Offer,
    Recruit,
    Run,
    Slot,
    Stage,
    no_run,
)
from model.crash_matrix import Bench, Choice, fresh, game
from model.game import World

SaveWorld = World[Bench, Choice, SaveRulings]

VICTORY, DEFEAT, TIMEOUT, RETREAT = range(4)
CLEARED, ABANDONED, COLLAPSED, UNRECOVERED = range(1, 5)
#: Sets of Recruits: the first, both.
FIRST, BOTH = 1, 3

#: Two living Recruits, the first with item 0; item 1 is on the board, item 2 in the inventory; 20 Coin and 5 Credit.
MARKET = Run(
    stage=Stage.MARKET,
    seed=0,
    coin=20,
    credit=5,
    capacity=OPENING_CAPACITY,
    recruits=(
        Recruit(Life.LIVING, False, 0, 0, 0, 14, 0),
        Recruit(Life.LIVING, False, NONE, 0, 0, 14, 1),
        NO_RECRUIT,
    ),
    inventory=(False, False, True),
    offers=(Offer(0, True, False, 14), Offer(0, True, False, 9)),
    board=0,
    refreshes=0,
    order=(0, 1, 2),
    snapshot=NONE,
    retreat=NONE,
    outcome=NONE,
)
GUILD = Slot(1, NO_DRAFT, MARKET, Created(0, 0, 1, 0), 3, (False,), 1, Cause.NOT_ENDED)
#: A new slot: no draft, no run.
EMPTY = Slot(0, NO_DRAFT, no_run(2, 1, 1), NOT_CREATED, 0, (False,), 1, Cause.NOT_ENDED)


def with_run(**changes: object) -> Slot:
    """The Market start with another run."""
    return replace(GUILD, run=replace(MARKET, **changes))  # type: ignore[arg-type]


def down(slot: Slot, mask: int) -> Slot:
    """The same with these Recruits down."""
    recruits = tuple(replace(each, down=(mask >> i) % 2 == 1) for i, each in enumerate(slot.run.recruits))
    return replace(slot, run=replace(slot.run, recruits=recruits))


HIRE, BUY = Intent(Kind.BUY_RECRUIT, 0, 2, 14), Intent(Kind.BUY_ITEM, 1, 1, 9)
TRADES = (
    Intent(Kind.BUY_RECRUIT, 0, 2, 14, extra=1),
    BUY,
    Intent(Kind.BUY_ITEM, 1, 1, 8),
    Intent(Kind.SELL_ITEM, item=2, amount=3),
    Intent(Kind.LOCK, 1, amount=2),
    Intent(Kind.LOCK, 1, amount=2, expected=1),
    Intent(Kind.REFRESH, amount=4),
)
COMPANY = (
    Intent(Kind.EQUIP, 0, 2, expected=0),
    Intent(Kind.EQUIP, 1, 2, expected=NONE),
    Intent(Kind.EQUIP, 0, NONE, expected=0),
    Intent(Kind.REORDER, 0, 1, expected=0),
    Intent(Kind.PROMOTE, 0, 1, expected=0),
    Intent(Kind.DISMISS, 0, 0, amount=4, expected=2),
    Intent(Kind.DISMISS, 1, NONE, amount=2, expected=2),
)
FIGHT = (
    Intent(Kind.COMMIT_BATTLE, 1),
    Intent(Kind.START_RETREAT, amount=70),
    Intent(Kind.START_RETREAT, amount=80),
    Intent(Kind.LOCK_OUTCOME, expected=FIRST, extra=VICTORY),
    Intent(Kind.LOCK_OUTCOME, expected=BOTH, extra=RETREAT),
)
SETTLING = (
    Intent(Kind.SETTLE, expected=FIRST),
    Intent(Kind.SETTLE, expected=BOTH),
    Intent(Kind.CLAIM, 0, 1, 0),
    Intent(Kind.CLAIM, 1, NONE, 12),
)
CLOSING = (
    Intent(Kind.CLOSE, 0, amount=5, extra=CLEARED),
    Intent(Kind.CLOSE, 0, amount=7, extra=CLEARED),
    Intent(Kind.CLOSE, extra=ABANDONED),
    Intent(Kind.CLOSE, 0, amount=5, extra=ABANDONED),
    Intent(Kind.CHANGE_LAW, extra=2),
)
CREATION = (
    Intent(Kind.BEGIN, 3),
    Intent(Kind.MATERIALIZE),
    Intent(Kind.SELECT, 0, 1),
    Intent(Kind.SELECT, 1, 3),
    Intent(Kind.SELECT, 1, 3, 1),
    Intent(Kind.COMMIT_RUN, 0, 1, 1),
    Intent(Kind.COMMIT_RUN, 1, 3, 1),
    Intent(Kind.COMMIT_RUN, 1, 3, 2),
)
#: Zero, one or two offers may be selected for a Company, and one may be taken back.
DRAFTING = (
    Intent(Kind.BEGIN, NONE),
    Intent(Kind.SELECT, 2, NONE),
    Intent(Kind.SELECT, 1, 2, 1),
    Intent(Kind.SELECT, NONE, NONE, 1),
    Intent(Kind.COMMIT_RUN, 1, 2, 2),
    Intent(Kind.COMMIT_RUN, 2, NONE, 1),
)
LOCKED = tuple(
    down(with_run(stage=Stage.LOCKED, outcome=outcome, snapshot=1, retreat=70 if outcome == RETREAT else NONE), mask)
    for outcome, mask in ((VICTORY, FIRST), (DEFEAT, BOTH), (TIMEOUT, FIRST), (RETREAT, FIRST))
)
BATTLES = (GUILD, with_run(stage=Stage.BATTLE, snapshot=1), with_run(stage=Stage.BATTLE, snapshot=1, retreat=70))
ENDS = (
    GUILD,
    replace(GUILD, cleared=(True,)),
    replace(EMPTY, ordinal=1),
    with_run(stage=Stage.SEALED, coin=0, credit=0),
)


def world(
    name: str,
    about: str,
    starts: tuple[Slot, ...],
    menu: tuple[Intent, ...],
    rulings: SaveRulings = FROZEN,
    operations: int = 2,
    silent: frozenset[str] = frozenset(),
) -> SaveWorld:
    """A world of the procedure; no row is let go in it."""
    begun = tuple(fresh(slot, menu, operations) for slot in starts)
    return World(name, about, game(rulings), begun, rulings, 60_000, silent | {"unwatch"})


def in_both(
    name: str, about: str, starts: tuple[Slot, ...], menu: tuple[Intent, ...], silent: frozenset[str] = frozenset()
) -> tuple[SaveWorld, SaveWorld]:
    """The same world in both editions."""
    return (
        world(name, about, starts, menu, FROZEN, silent=silent),
        world(f"{name}-growth", f"{about}; continuous growth", starts, menu, GROWING, silent=silent),
    )


#: Where every intent is checked in full before its row, none is rejected after.
SURE = frozenset({"settle: rejected"})

WORLDS: dict[str, SaveWorld] = {
    each.name: each
    for each in (
        *in_both("save-purchase", "a Recruit and an item, Coin for one of them", (GUILD,), (HIRE, BUY)),
        *in_both("save-trade", "hiring with Credit, buying, selling, locks and refresh", (GUILD,), TRADES, SURE),
        *in_both("save-company", "equip, reorder, promote, dismiss", (GUILD,), COMPANY, SURE),
        *in_both("save-battle", "commit, retreat, lock the outcome", BATTLES, FIGHT, SURE),
        *in_both(
            "save-settlement",
            "four locked outcomes and an open reward draft",
            (*LOCKED, with_run(stage=Stage.REWARD)),
            SETTLING,
            SURE,
        ),
        *in_both("save-close", "close with or without a clear, once cleared before; the next law", ENDS, CLOSING, SURE),
        world(
            "save-again",
            "an item put on, taken off, and put on again by a client that makes its ID anew",
            (GUILD,),
            (COMPANY[1], Intent(Kind.EQUIP, 1, NONE, expected=2)),
            operations=3,
            silent=SURE,
        ),
        world("save-creation", "one draft from its seed to its run", (EMPTY,), CREATION, FROZEN, 5, SURE),
        world("save-creation-growth", "one draft to one Company", (EMPTY,), DRAFTING, GROWING, 5, SURE),
        world(
            "save-funds-first",
            "the purchases, with the cost checked before a row is written",
            (GUILD,),
            (HIRE, BUY),
            replace(FROZEN, funds=FundsChecked.BEFORE_PENDING),
            silent=SURE,
        ),
        world(
            "save-several",
            "the purchases, with both pending at once",
            (GUILD,),
            (HIRE, BUY),
            replace(FROZEN, pending=PendingLimit.SEVERAL),
        ),
        world(
            "save-rejection-still",
            "the purchases, rejected without a new sequence",
            (GUILD,),
            (HIRE, BUY),
            replace(FROZEN, rejection=RejectionAdvances.NO),
        ),
        world(
            "save-rotation",
            "the purchases, with backups rotated after rejected children too",
            (GUILD,),
            (HIRE, BUY),
            replace(FROZEN, rotation=Rotation.EVERY_FINAL),
        ),
    )
}
