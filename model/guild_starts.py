"""Boards, drafts and cards that the environment may give, and states in which small worlds of the guild begin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kernel.guild import step
from kernel.guild.choices import (
    Begin,
    Choice,
    Deploy,
    Dismiss,
    Found,
    Materialize,
    NewBattle,
    NewCard,
    NewItem,
    NewRecruit,
    OpenMarket,
    Pick,
    Refresh,
    Settle,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Risk, Tier
from kernel.guild.edition import Edition
from kernel.guild.rulings import LEGACY, Rulings
from kernel.guild.state import CardKind, DraftOffer, EquipmentOffer, Place, RecruitOffer, State, put_at

# ---------------------------------------------------------------- what the environment gives

DRAFT = Materialize(tuple(DraftOffer(i, i, i, i) for i in range(4)))
OTHER_DRAFT = Materialize(tuple(DraftOffer(i + 4, i, 3 - i, i) for i in range(4)))
FIRST_TWO = Pick((True, True, False, False))

BASES = (NewRecruit(2, role=2), NewRecruit(3, role=3), NewRecruit(4, role=2))
OTHER_BASES = (NewRecruit(5, role=3), NewRecruit(6, role=2), NewRecruit(7, role=3))
VETERANS = (NewRecruit(2, role=2), NewRecruit(0, Tier.ADVANCED, 1, role=3), NewRecruit(4, role=2))
ADVANCED = (NewRecruit(0, Tier.ADVANCED, role=3), NewRecruit(1, Tier.ADVANCED, 1, role=1), NewRecruit(4, role=2))
RECOVERY = (NewRecruit(8, role=2, protected=True), NewRecruit(3, role=3), NewRecruit(4, role=2))
LAST_RECOVERY = (NewRecruit(2, role=2), NewRecruit(3, role=3), NewRecruit(8, role=2, protected=True))
ITEMS = (NewItem(0, -1, 0), NewItem(1, 0, 1), NewItem(2, 1, 2), NewItem(0, -1, 3))
DEAR_ITEMS = tuple(NewItem(tag, -1, 2 + tag % 2) for tag in range(4))
OTHER_ITEMS = (NewItem(3, -1, 1), NewItem(4, 1, 0), NewItem(5, -1, 0), NewItem(6, 0, 2))
BATTLES = (NewBattle(), NewBattle(Risk.PRESSURED, 1), NewBattle(Risk.ELITE, 2))
OTHER_BATTLES = (NewBattle(Risk.PRESSURED, 3), NewBattle(), NewBattle(Risk.PRESSURED, 4))

FIRST_MARKET = OpenMarket(BASES, ITEMS, BATTLES)
NEXT_MARKET = OpenMarket(OTHER_BASES, OTHER_ITEMS, BATTLES)
RECOVERY_MARKET = OpenMarket(RECOVERY, OTHER_ITEMS, BATTLES)
LATE_RECOVERY = OpenMarket(LAST_RECOVERY, OTHER_ITEMS, BATTLES)
REFRESHED = Refresh(OTHER_BASES, OTHER_ITEMS, BATTLES)

STEADY_CARDS = Settle((NewCard(CardKind.EQUIPMENT, 7), NewCard(CardKind.COIN), NewCard()))
FOREIGN_CARDS = Settle((NewCard(CardKind.EQUIPMENT, 7, 11), NewCard(CardKind.COIN), NewCard()))
PRESSURED_CARDS = Settle((NewCard(CardKind.EQUIPMENT, 7), NewCard(CardKind.EQUIPMENT, 6), NewCard(CardKind.DISCOUNT)))
PRESSURED_COIN = Settle((NewCard(CardKind.EQUIPMENT, 7), NewCard(CardKind.EQUIPMENT, 6), NewCard(CardKind.COIN)))
ELITE_CARDS = Settle(
    (NewCard(CardKind.ARTIFACT, artifacts=(3, 4, 5)), NewCard(CardKind.EQUIPMENT, 7), NewCard(CardKind.RECOVERY))
)

# ---------------------------------------------------------------- where worlds begin


def played(state: State, rulings: Rulings, *choices: Choice) -> State:
    """The state after these choices."""
    for choice in choices:
        state = step.advance(state, choice, rulings)
    return state


def founded(
    rulings: Rulings, slots: int, items: int, contracts: int = 1, difficulty: Difficulty = Difficulty.STANDARD
) -> State:
    """A Company of the first two draft offers whose first Market is due."""
    begin = () if rulings.edition is Edition.FG4 else (Begin(0, difficulty),)
    return played(new_guild(slots, items, contracts, difficulty), rulings, DRAFT, FIRST_TWO, Found(), *begin)


def with_offers(state: State, recruits: Iterable[int] = (0, 1, 2), equipment: Iterable[int] = (0, 1, 2, 3)) -> State:
    """The Market with these offers alone; the others are as if bought."""
    board = state.board
    kept, sold = tuple(recruits), tuple(equipment)
    return replace(
        state,
        board=replace(
            board,
            recruits=tuple(offer if i in kept else RecruitOffer() for i, offer in enumerate(board.recruits)),
            equipment=tuple(offer if i in sold else EquipmentOffer() for i, offer in enumerate(board.equipment)),
        ),
    )


def at_round(state: State, cleared: int, **changes: Any) -> State:
    """The state as if so many Rounds had been cleared."""
    return replace(state, cleared=cleared, markets=cleared, **changes)


def grown(state: State, recruit: int, **changes: Any) -> State:
    """The state with some fields of one Recruit as play could make them."""
    return replace(state, recruits=put_at(state.recruits, recruit, replace(state.recruits[recruit], **changes)))


def both_deployed(state: State, rulings: Rulings) -> State:
    """The two of the draft in the line."""
    return played(state, rulings, Deploy(0, 0), Deploy(1, 1))


def last_stands(*coin: int) -> tuple[State, ...]:
    """A run of one Recruit in the line and a bought item in the inventory, with so much Coin."""
    start = both_deployed(played(founded(LEGACY, 2, 2), LEGACY, FIRST_MARKET), LEGACY)
    start = with_offers(played(replace(start, coin=99), LEGACY, Dismiss(1)), (), ())
    spare = replace(start.items[1], at=Place.INVENTORY, paid=12)
    return tuple(replace(start, coin=each, items=put_at(start.items, 1, spare)) for each in coin)
