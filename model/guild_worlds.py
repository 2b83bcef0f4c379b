"""The small worlds in which Aetherbound Guild is explored to the end: Markets, runs, Companies from their draft on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kernel.guild import economy
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
    Pick,
    Proceed,
    Promote,
    Refresh,
    Review,
    Sell,
    Skip,
    Unequip,
    Unlock,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.rulings import LEGACY, STANDING, Rulings
from kernel.guild.state import CardKind, Row, State
from model.game import World
from model.guild import LABELS, Menu, kinds, with_menu
from model.guild_bounds import one_battle, recovering, recovering_boss, recruit_locks, until
from model.guild_starts import (
    ADVANCED,
    DEAR_ITEMS,
    DRAFT,
    ELITE_CARDS,
    FIRST_MARKET,
    FOREIGN_CARDS,
    LATE_RECOVERY,
    NEXT_MARKET,
    OTHER_BATTLES,
    OTHER_DRAFT,
    PRESSURED_CARDS,
    PRESSURED_COIN,
    RECOVERY_MARKET,
    REFRESHED,
    STEADY_CARDS,
    VETERANS,
    at_round,
    both_deployed,
    founded,
    grown,
    last_stands,
    played,
    with_offers,
)

GuildWorld = World[State, Choice, Rulings]

EVERY_OUTCOME = tuple(Outcome)
WIN, LOSE = (Outcome.VICTORY,), (Outcome.DEFEAT,)

# ---------------------------------------------------------------- worlds


def world(
    name: str,
    about: str,
    menu: Menu,
    starts: tuple[State, ...],
    rulings: Rulings,
    shows: Iterable[str],
) -> GuildWorld:
    """A world that shows these labels and no others."""
    return World(name, about, with_menu(menu), starts, rulings, CAPS.get(name, MOST), LABELS - frozenset(shows))


#: Bounds on distinct states, well above what each world has; mutants are judged in small worlds first.
MOST = 10_000
CAPS = {
    "market-late": 500,
    "market-kept": 700,
    "market-shelves": 100,
    "run-full-row": 200,
    "run-rewards": 1_000,
    "run-last-stand": 1_000,
    "market-trade": 2_000,
    "company-growth": 3_000,
    "market-carry": 4_000,
    "run-fg4": 4_000,
    "company-fg4": 5_000,
    "run-growth": 20_000,
}

BATTLE_LABELS = ("commit", "proceed", "resolve victory", "settle victory", "skip")


def trade_worlds() -> tuple[GuildWorld, ...]:
    """One Market: hiring, buying, selling, equipping, dismissing."""
    menu = Menu(kinds(Hire, Buy, Sell, Equip, Unequip, Dismiss, Decline))
    growth = with_offers(played(founded(STANDING, 3, 3), STANDING, FIRST_MARKET), (0,), (0,))
    growth = grown(replace(growth, coin=33), 1, paid=40, survived=2)
    legacy = replace(founded(LEGACY, 3, 2), credit=12, is_recovery_due=True, markets=1)
    legacy = with_offers(played(legacy, LEGACY, RECOVERY_MARKET), (0, 1), ())
    legacy = grown(replace(legacy, coin=30), 0, paid=18, survived=3)
    shows = ("hire", "sell", "equip", "swap", "unequip", "dismiss")
    return (
        world(
            "market-trade",
            "one Market of a Company: a Recruit and an item for sale, no locks, no battles",
            menu,
            (growth,),
            STANDING,
            (*shows, "buy"),
        ),
        world(
            "market-trade-fg4",
            "one Market of a run after a casualty, with Credit and a protected offer",
            menu,
            (legacy,),
            LEGACY,
            (*shows[:3], "unequip", "dismiss", "hire with Credit", "decline"),
        ),
    )


def shop_worlds() -> tuple[GuildWorld, ...]:
    """Markets in which little is done: buying, or locking Recruits."""
    late = played(at_round(founded(STANDING, 3, 2), 6, coin=60), STANDING, replace(NEXT_MARKET, recruits=VETERANS))
    shelves = played(founded(STANDING, 2, 4), STANDING, FIRST_MARKET)
    second, bound = replace(NEXT_MARKET, recruits=ADVANCED), recruit_locks(until(8))
    generated = (second, replace(second, equipment=DEAR_ITEMS), STEADY_CARDS)
    return (
        world(
            "market-late",
            "the Market before Round 7, with an advanced Recruit for sale",
            Menu(kinds(Hire, Dismiss)),
            (late,),
            STANDING,
            ("hire", "hire advanced", "dismiss"),
        ),
        world(
            "market-kept",
            "Recruits locked before Round 7, and the Market after it: two of three advanced, items of any tier or dear",
            Menu(kinds(Lock, Commit, Proceed, Skip), generated, WIN, most_down=0, within=bound),
            (both_deployed(replace(late, coin=10), STANDING),),
            STANDING,
            (*BATTLE_LABELS, "open Market", "lock Recruit"),
        ),
        world(
            "market-shelves",
            "one Market in which nothing is done but buying items",
            Menu(kinds(Buy)),
            (replace(shelves, coin=60),),
            STANDING,
            ("buy",),
        ),
    )


def offer_worlds() -> tuple[GuildWorld, ...]:
    """Locks, refreshes, and what is carried from Market to Market."""
    locks = Menu(
        kinds(Buy, Hire, Lock, Unlock),
        generated=(REFRESHED,),
        within=one_battle(until(0, refreshes=1)),
    )
    start = with_offers(played(founded(STANDING, 3, 3), STANDING, FIRST_MARKET), (0, 1), (0,))
    carrying = Menu(
        kinds(Lock, Commit, Proceed, Skip),
        generated=(NEXT_MARKET, STEADY_CARDS, PRESSURED_CARDS, ELITE_CARDS),
        outcomes=WIN,
        most_down=0,
        within=lambda state, choice: (
            one_battle(until(3))(state, choice)
            and (not isinstance(choice, Lock) or state.markets == 0 or choice.row is Row.RECRUIT)
        ),
    )
    lined = both_deployed(played(founded(STANDING, 3, 4), STANDING, FIRST_MARKET), STANDING)
    lined = replace(with_offers(lined, (0, 1, 2), (0,)), coin=8)
    shows = (*BATTLE_LABELS, "lock Recruit", "lock Equipment", "lock Battle", "open Market")
    marks = tuple(f"{word} {row}" for word in ("lock", "unlock") for row in ("Recruit", "Equipment", "Battle"))
    return (
        world(
            "market-locks",
            "one Market: locks, one refresh, purchases",
            locks,
            (replace(start, coin=25),),
            STANDING,
            (*marks, "refresh", "hire", "buy"),
        ),
        world(
            "market-carry",
            "locks carried through three Markets, all battles won",
            carrying,
            (lined,),
            STANDING,
            shows,
        ),
    )


def roster_worlds() -> tuple[GuildWorld, ...]:
    """The line, and promotion."""
    line = Menu(kinds(Deploy, Dismiss))
    five = played(founded(STANDING, 5, 2), STANDING, FIRST_MARKET, Hire(0), Hire(1))
    five = played(replace(five, coin=60), STANDING, Hire(2))
    promotion = Menu(
        kinds(Review, Promote, Cancel, Dismiss, Equip, Unequip, Commit, Proceed, Skip),
        generated=(replace(NEXT_MARKET, hybrid_shown=True), STEADY_CARDS),
        outcomes=WIN,
        within=one_battle(until(2)),
    )
    ready = both_deployed(played(founded(STANDING, 2, 2), STANDING, FIRST_MARKET), STANDING)
    ready = grown(grown(ready, 0, level=3, xp=45, survived=3), 1, level=4, xp=10, survived=2)
    ready = grown(ready, 0, history=replace(ready.recruits[0].history, entered=3, victories=3))
    return (
        world(
            "market-line",
            "one Market with five Recruits for four places",
            line,
            (five,),
            STANDING,
            ("deploy", "to Reserve", "dismiss"),
        ),
        world(
            "market-promotion",
            "two Recruits who become ready for promotion, one battle, a hybrid shown in the second Market",
            promotion,
            (ready,),
            STANDING,
            (
                *BATTLE_LABELS,
                "open Market",
                "review",
                "review hybrid",
                "promote",
                "cancel",
                "dismiss",
                "equip",
                "unequip",
            ),
        ),
    )


def run_worlds() -> tuple[GuildWorld, ...]:
    """Battles, settlements, recovery and collapse."""
    generated = (FIRST_MARKET, NEXT_MARKET, RECOVERY_MARKET, LATE_RECOVERY, STEADY_CARDS)
    fights = kinds(Hire, Deploy, Decline, Commit, Proceed, Skip, Claim, Abandon, Close)
    legacy = both_deployed(played(founded(LEGACY, 3, 3), LEGACY, FIRST_MARKET), LEGACY)
    growth = both_deployed(played(founded(STANDING, 3, 2, 2), STANDING, FIRST_MARKET), STANDING)
    bare = with_offers(replace(growth, coin=5), (), ())
    poor = with_offers(replace(legacy, coin=5), (), ())
    spread = tuple(f"{word} {outcome.value}" for word in ("resolve", "settle") for outcome in Outcome)
    shows = (*spread, "open Market", "commit", "proceed", "skip", "claim COIN", "abandon")
    return (
        world(
            "run-fg4",
            "two poor Recruits and three Markets: every outcome, casualties, Credit, recovery and collapse",
            Menu(fights, generated, EVERY_OUTCOME, within=recovering(2)),
            (poor,),
            LEGACY,
            (*shows, "claim EQUIPMENT", "deploy", "hire", "hire with Credit", "decline", "close"),
        ),
        world(
            "run-growth",
            "the same in continuous growth, with a second Contract",
            Menu(
                kinds(Begin, Commit, Proceed, Skip, Claim, Abandon, Deploy),
                generated,
                EVERY_OUTCOME,
                within=recovering(2),
            ),
            (bare,),
            STANDING,
            (*shows, "deploy", "begin"),
        ),
    )


def muster_worlds() -> tuple[GuildWorld, ...]:
    """The last Round, boss Muster, the boss, and the close."""
    fresh = replace(REFRESHED, battles=OTHER_BATTLES)
    generated = (NEXT_MARKET, RECOVERY_MARKET, fresh, STEADY_CARDS, PRESSURED_CARDS)
    last = kinds(Hire, Refresh, Deploy, Commit, Proceed, Skip, Close, Begin)
    legacy = both_deployed(played(founded(LEGACY, 3, 2, 2), LEGACY, FIRST_MARKET), LEGACY)
    growth = both_deployed(played(founded(STANDING, 3, 2, 2), STANDING, FIRST_MARKET), STANDING)
    shows = ("open Market", "open Muster", "commit", "commit boss", "proceed", "skip", "close", "refresh", "begin")
    ends = tuple(
        f"{word} {outcome.value}" for word in ("resolve", "settle") for outcome in (Outcome.VICTORY, Outcome.DEFEAT)
    )
    worlds = []
    for name, start, rulings in (("run-muster", growth, STANDING), ("run-muster-fg4", legacy, LEGACY)):
        bare = with_offers(at_round(start, economy.ROUNDS - 1, coin=12), (), ())
        is_old = rulings is LEGACY
        more = ("hire", "hire with Credit", "deploy") if is_old else ("lock Equipment",)
        listed = last if is_old else last | {Lock}
        worlds.append(
            world(
                name,
                "Round 12, boss Muster and the boss, lost once at most",
                Menu(listed, generated, (Outcome.VICTORY, Outcome.DEFEAT), within=recovering_boss),
                (bare,),
                rulings,
                (*shows, *ends, *more),
            )
        )
    return tuple(worlds)


def collapse_worlds() -> tuple[GuildWorld, ...]:
    """The edges of viability, and a row of locks in which an offer is due."""
    listed = kinds(Lock, Sell, Hire, Decline, Commit, Proceed, Close)
    stand = Menu(listed, (RECOVERY_MARKET, STEADY_CARDS), LOSE, within=recruit_locks(until(2)))
    shows = ("open Market", "commit", "proceed", "resolve encounter defeat", "settle encounter defeat")
    locked = both_deployed(played(founded(LEGACY, 3, 2), LEGACY, FIRST_MARKET), LEGACY)
    locked = played(locked, LEGACY, *(Lock(Row.RECRUIT, offer) for offer in range(3)))
    row = Menu(kinds(Commit, Proceed), (LATE_RECOVERY, NEXT_MARKET, STEADY_CARDS), LOSE, within=one_battle(until(2)))
    more = ("lock Recruit", "sell", "hire", "hire with Credit", "decline", "close")
    return (
        world(
            "run-last-stand",
            "a single Recruit falls with little Coin, and may be followed by another",
            stand,
            last_stands(5, 8, 14),
            LEGACY,
            (*shows, *more),
        ),
        world(
            "run-full-row",
            "three locked Recruit offers, and a casualty",
            row,
            (replace(locked, refreshes=1),),
            LEGACY,
            shows,
        ),
    )


def reward_worlds() -> tuple[GuildWorld, ...]:
    """Every reward draft."""
    start = both_deployed(played(founded(STANDING, 2, 4), STANDING, FIRST_MARKET), STANDING)
    start = replace(with_offers(start, (), ()), artifacts=(3, 7, -1))
    menu = Menu(
        kinds(Commit, Proceed, Claim, Skip),
        (NEXT_MARKET, STEADY_CARDS, FOREIGN_CARDS, PRESSURED_CARDS, PRESSURED_COIN, ELITE_CARDS),
        WIN,
        most_down=0,
        within=until(2),
    )
    claims = tuple(f"claim {kind.name}" for kind in CardKind if kind is not CardKind.NONE)
    shows = (*BATTLE_LABELS, *claims, "open Market")
    return (
        world("run-rewards", "two battles of any risk, all won, with two Artifacts", menu, (start,), STANDING, shows),
    )


def company_worlds() -> tuple[GuildWorld, ...]:
    """From the draft to a Company, and its Contracts."""
    menu = Menu(
        kinds(Pick, Found, Begin, Abandon, Unequip, Deploy),
        (DRAFT, OTHER_DRAFT, FIRST_MARKET),
        difficulties=(Difficulty.STANDARD, Difficulty.OATHBOUND),
        within=lambda state, choice: (
            not isinstance(choice, Begin) or (state.serials < 4 and choice.contract >= state.contract)
        ),
    )
    shows = ("materialize", "pick", "found", "begin", "abandon", "open Market", "deploy", "to Reserve", "unequip")
    return tuple(
        world(name, "the draft, the Company, and its Contracts", menu, (new_guild(2, 2, 2),), rulings, shows)
        for name, rulings in (("company-growth", STANDING), ("company-fg4", LEGACY))
    )


WORLD_LIST = (
    *trade_worlds(),
    *shop_worlds(),
    *offer_worlds(),
    *roster_worlds(),
    *run_worlds(),
    *muster_worlds(),
    *collapse_worlds(),
    *reward_worlds(),
    *company_worlds(),
)
WORLDS = {each.name: each for each in WORLD_LIST}
