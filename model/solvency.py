"""The worlds in which value is followed: battles won and lost, a purse that is empty, one Contract after the other.

Where a purse is empty it has been emptied by play: the opening 52 Coin go into two items and five locks, or into three
Recruits and five locks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kernel.guild.choices import (
    Abandon,
    Begin,
    Buy,
    Choice,
    Claim,
    Close,
    Commit,
    Deploy,
    Found,
    Hire,
    Lock,
    OpenMarket,
    Proceed,
    Skip,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.rulings import LEGACY, STANDING, ContractCoin, Rulings
from kernel.guild.state import Row, State
from model.game import World
from model.guild import LABELS, Menu, kinds, with_menu
from model.guild_starts import (
    DRAFT,
    ELITE_CARDS,
    FIRST_MARKET,
    FIRST_TWO,
    NEXT_MARKET,
    PRESSURED_COIN,
    RECOVERY_MARKET,
    STEADY_CARDS,
    both_deployed,
    founded,
    played,
)

GuildWorld = World[State, Choice, Rulings]

CAP = 20_000
#: Where Contracts pay Coin, no more of them begin than lead to this much.
MOST_COIN = 200
FIGHT = kinds(Commit, Proceed)
FOUGHT = ("commit", "proceed")
EVERY_CARD = (STEADY_CARDS, PRESSURED_COIN, ELITE_CARDS)
#: Ten Coin of locks: three items and two battles.
LOCKS = (*(Lock(Row.EQUIPMENT, i) for i in (0, 1, 2)), *(Lock(Row.BATTLE, i) for i in (0, 1)))


def world(
    name: str, about: str, menu: Menu, starts: tuple[State, ...], rulings: Rulings, shows: Iterable[str]
) -> GuildWorld:
    """A world in which these kinds of choices occur, and no others."""
    return World(name, about, with_menu(menu), starts, rulings, CAP, LABELS - frozenset(shows))


def first_market(rulings: Rulings, slots: int, items: int, difficulty: Difficulty = Difficulty.STANDARD) -> State:
    """The first Market of a Company, nobody deployed."""
    return played(founded(rulings, slots, items, 2, difficulty), rulings, FIRST_MARKET)


def poor(rulings: Rulings) -> State:
    """The first Market with no Coin left: an item of tier 0 and one of tier 3 are bought, five locks paid."""
    locks = (Lock(Row.EQUIPMENT, 1), Lock(Row.EQUIPMENT, 2), Lock(Row.RECRUIT, 0))
    spent = (Buy(0), Buy(3), *locks, Lock(Row.BATTLE, 0), Lock(Row.BATTLE, 1))
    return played(first_market(rulings, 3, 5), rulings, *spent)


def crowded(rulings: Rulings) -> State:
    """The first Market with no Coin left: three Recruits are hired, five locks paid, one Recruit deployed."""
    return played(first_market(rulings, 5, 2), rulings, Hire(0), Hire(1), Hire(2), *LOCKS, Deploy(0, 0))


def one_market(state: State, choice: Choice) -> bool:
    """A bound: no further Market."""
    return not isinstance(choice, OpenMarket)


def battles_world(name: str, about: str, rulings: Rulings) -> GuildWorld:
    """One battle of any risk, ended in any way, from a full purse and an empty one, and under the dearest fees."""
    starts = (
        both_deployed(first_market(rulings, 3, 4), rulings),
        both_deployed(first_market(rulings, 3, 4, Difficulty.OATHBOUND), rulings),
        both_deployed(poor(rulings), rulings),
    )
    menu = Menu(FIGHT | kinds(Claim, Skip, Close), EVERY_CARD, tuple(Outcome), within=one_market)
    ends = tuple(f"{word} {outcome.value}" for word in ("resolve", "settle") for outcome in Outcome)
    cards = ("skip", "claim COIN", "claim EQUIPMENT", "claim ARTIFACT", "claim RECOVERY")
    return world(name, about, menu, starts, rulings, (*FOUGHT, *ends, *cards))


# ---------------------------------------------------------------- failing


def only_elite(most: int) -> Menu:
    """Elite battles alone, each ended by retreat with nobody down, in so many Markets."""

    def within(state: State, choice: Choice) -> bool:
        if isinstance(choice, OpenMarket):
            return state.markets < most
        return not isinstance(choice, Commit) or choice.offer == 2

    return Menu(FIGHT, (NEXT_MARKET, ELITE_CARDS), (Outcome.RETREAT,), most_down=0, within=within)


def one_by_one(most: int) -> Menu:
    """Steady battles lost with everybody down, and hires with Credit, in so many Markets."""

    def within(state: State, choice: Choice) -> bool:
        if isinstance(choice, OpenMarket):
            return state.markets < most
        if isinstance(choice, Deploy):
            return choice.place == 0
        return not isinstance(choice, Commit) or choice.offer == 0

    made = (NEXT_MARKET, RECOVERY_MARKET, STEADY_CARDS)
    return Menu(FIGHT | kinds(Hire, Deploy), made, (Outcome.DEFEAT,), within=within)


def failing_worlds() -> tuple[GuildWorld, ...]:
    """What failing costs, and what it gives."""
    lost = ("resolve encounter defeat", "settle encounter defeat", "deploy")
    fled = ("resolve voluntary retreat", "settle voluntary retreat", "open Market")
    hired = Menu(FIGHT | kinds(Hire, Deploy), (STEADY_CARDS,), (Outcome.DEFEAT,), within=one_by_one(0).within)
    return (
        world(
            "solvency-farm",
            "retreats from elite battles with no Coin",
            only_elite(14),
            (crowded(STANDING),),
            STANDING,
            (*FOUGHT, *fled),
        ),
        world(
            "solvency-newcomer",
            "somebody is hired and lost in the first battle, on Wayfinder",
            hired,
            (first_market(LEGACY, 3, 2, Difficulty.WAYFINDER),),
            LEGACY,
            (*FOUGHT, *lost, "hire"),
        ),
        world(
            "solvency-last",
            "battles lost until nobody is left, with no Coin",
            one_by_one(6),
            (poor(LEGACY),),
            LEGACY,
            (*FOUGHT, *lost, "hire with Credit", "open Market"),
        ),
    )


# ---------------------------------------------------------------- one Contract after the other


def contracts_world(name: str, about: str, rulings: Rulings) -> GuildWorld:
    """Contracts begun and given up in their first Market, by a Company that may hire."""

    def within(state: State, choice: Choice) -> bool:
        if isinstance(choice, Begin):
            return state.coin < MOST_COIN
        return not isinstance(choice, OpenMarket) or state.markets == 0

    menu = Menu(kinds(Begin, Abandon, Hire), (FIRST_MARKET,), within=within)
    start = played(new_guild(3, 2, 2), rulings, DRAFT, FIRST_TWO, Found())
    return world(name, about, menu, (start,), rulings, ("begin", "abandon", "open Market", "hire"))


def contract_worlds() -> tuple[GuildWorld, ...]:
    """Under each reading of what a further Contract begins with."""
    return (
        contracts_world("solvency-contracts", "Contracts begun with the Coin there is", STANDING),
        contracts_world(
            "solvency-opening-added",
            "Contracts that add the opening Coin (F-128)",
            replace(STANDING, contract_coin=ContractCoin.OPENING_ADDED),
        ),
        contracts_world(
            "solvency-opening-set",
            "Contracts that set the opening Coin (F-128)",
            replace(STANDING, contract_coin=ContractCoin.OPENING_SET),
        ),
    )


WORLDS = {
    each.name: each
    for each in (
        battles_world("solvency-deaths", "one battle of a legacy run, ended in every way", LEGACY),
        battles_world("solvency-knockouts", "one battle of a growing Company, ended in every way", STANDING),
        *failing_worlds(),
        *contract_worlds(),
    )
}
