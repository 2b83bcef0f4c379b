"""What the numbers of the economy have to keep, each as a predicate that can be lifted and a story that can be played.

The parameters come first. Prices and returns are the kernel's own formulas. Casualties and Credit are the frozen
edition's.
"""

from __future__ import annotations

from enum import Enum

from kernel.guild import economy
from kernel.guild.balance import capacity, solvency
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Parameters, Risk, Tier
from kernel.guild.edition import Edition
from model.engines.prove import Numbers
from model.parameters import Property, Step

LEVEL, TIER = Numbers(economy.MIN_LEVEL, economy.MAX_LEVEL), Numbers(Tier.BASE, Tier.ADVANCED)
BAND, ITEM_TIER = Numbers(0, economy.LAST_BAND), Numbers(0, economy.LAST_ITEM_TIER)
ROUND = Numbers(1, economy.ROUNDS)
#: Credit at hand and battles survived, beyond what a run can bring.
CREDIT, SURVIVED = Numbers(0, 500), Numbers(0, 50)
#: What ends where it began has spent no Credit; whatever deaths would return it cost more than hiring for Coin.
NO_CREDIT = Numbers(0, 0)


class Deed(Enum):
    """What can be bought and given up again, or only paid for."""

    RECRUIT = 0
    ITEM = 1
    REFRESH = 2
    LOCK = 3


# ---------------------------------------------------------------- loops of Coin


def paid_for(p: Parameters, deed: Deed, level: int, tier: int, band: int, item: int, credit: int, count: int) -> int:
    """The Coin that a deed costs; Credit pays what it can of a hire, `count` refreshes went before."""
    match deed:
        case Deed.RECRUIT:
            price = economy.hire_list_price(level, tier, p)
            return economy.hire_coin_cost(price, economy.credit_used(credit, price, True))
        case Deed.ITEM:
            return economy.equipment_list_price(band, item, p)
        case Deed.REFRESH:
            return economy.refresh_cost(count, 0, p)
        case Deed.LOCK:
            return economy.lock_cost(1, p)


def got_back(p: Parameters, deed: Deed, paid: int, survived: int) -> int:
    """The Coin that giving it up returns after so many battles; a refresh and a lock return nothing."""
    match deed:
        case Deed.RECRUIT:
            return economy.dismissal_rebate(survived, paid, p)
        case Deed.ITEM:
            return economy.sale_value(paid, p)
        case Deed.REFRESH:
            return 0
        case Deed.LOCK:
            return 0


def gains_nothing(
    p: Parameters, deed: Deed, level: int, tier: int, band: int, item: int, credit: int, survived: int
) -> bool:
    """Does giving up return no more than was paid? Then Coin plus what was paid for all that is held never grows."""
    paid = paid_for(p, deed, level, tier, band, item, credit, survived)
    return got_back(p, deed, paid, survived) <= paid


def loses_something(
    p: Parameters, deed: Deed, level: int, tier: int, band: int, item: int, credit: int, survived: int
) -> bool:
    """Does giving up return less than was paid, if any Coin was?"""
    paid = paid_for(p, deed, level, tier, band, item, credit, survived)
    return paid == 0 or got_back(p, deed, paid, survived) < paid


def loop(
    p: Parameters, deed: Deed, level: int, tier: int, band: int, item: int, credit: int, survived: int
) -> tuple[Step, ...]:
    """Buy and give up, with the numbers."""
    paid = paid_for(p, deed, level, tier, band, item, credit, survived)
    back = got_back(p, deed, paid, survived)
    if deed is Deed.RECRUIT:
        used = economy.hire_list_price(level, tier, p) - paid
        kind = "an advanced" if tier else "a base"
        fought = (Step(f"survive {survived} battles"),) if survived else ()
        hire = Step(f"hire {kind} Recruit of level {level}", -paid, -used)
        return (hire, *fought, Step("dismiss it", back))
    if deed is Deed.ITEM:
        return Step(f"buy an item of tier {item} in band {band}", -paid), Step("sell it", back)
    return (Step("refresh" if deed is Deed.REFRESH else "lock an offer", -paid),)


LOOP_DOMAINS = (
    ("deed", Deed),
    ("level", LEVEL),
    ("tier", TIER),
    ("band", BAND),
    ("item", ITEM_TIER),
    ("credit", CREDIT),
    ("survived", SURVIVED),
)


# ---------------------------------------------------------------- Credit


def death_returns_no_more(p: Parameters, level: int, tier: int, credit: int) -> bool:
    """Does a death grant no more Credit than the hire took of Coin and Credit together?"""
    price = economy.hire_list_price(level, tier, p)
    paid = economy.hire_coin_cost(price, economy.credit_used(credit, price, True))
    return economy.credit_grant(price, paid, p) <= price


def death(p: Parameters, level: int, tier: int, credit: int) -> tuple[Step, ...]:
    """Hire and lose a Recruit."""
    price = economy.hire_list_price(level, tier, p)
    used = economy.credit_used(credit, price, True)
    grant = economy.credit_grant(price, price - used, p)
    return Step(f"hire a Recruit of level {level}", used - price, -used), Step("it falls", 0, grant)


def rebate_is_below_replacement(p: Parameters, level: int, tier: int, survived: int) -> bool:
    """Does a Recruit of the same level, hired for Coin, cost more than the rebate for the one that goes?"""
    price = economy.hire_list_price(level, tier, p)
    return economy.dismissal_rebate(survived, price, p) < price


def replacement(p: Parameters, level: int, tier: int, survived: int) -> tuple[Step, ...]:
    """Dismiss, and hire the like."""
    price = economy.hire_list_price(level, tier, p)
    rebate = economy.dismissal_rebate(survived, price, p)
    return Step(f"dismiss a Recruit that cost {price}", rebate), Step(f"hire one of level {level} again", -price)


# ---------------------------------------------------------------- the baseline plan


def plan_holds(p: Parameters, band: int, difficulty: Difficulty) -> bool:
    """Can every hire of the plan be paid where its place appears, and are 40 Coin left in Muster after all the rest?"""
    coin, is_paid = p.opening_coin, True
    for market in range(1, solvency.MARKETS + 1):
        coin = coin - solvency.hires_cost(market, p)
        is_paid = is_paid and coin >= 0
        if market <= economy.ROUNDS:
            coin = coin + economy.battle_coin(band, market, Risk.STEADY, difficulty, p)
    return is_paid and coin - solvency.extras_cost(band, p) >= solvency.RESERVE


def plan(p: Parameters, band: int, difficulty: Difficulty) -> tuple[Step, ...]:
    """The plan, Market by Market, up to where it fails."""
    steps, coin = [Step("the Contract opens", p.opening_coin)], p.opening_coin
    for market in range(1, solvency.MARKETS + 1):
        cost = solvency.hires_cost(market, p)
        coin -= cost
        if cost:
            name = "boss Muster" if market == solvency.MARKETS else f"the Market of Round {market}"
            steps.append(Step(f"hire {solvency.hires_due(market, p)} in {name}", -cost))
        if coin < 0:
            return tuple(steps)
        if market <= economy.ROUNDS:
            income = economy.battle_coin(band, market, Risk.STEADY, difficulty, p)
            coin += income
            steps.append(Step(f"win Round {market}", income))
    return (*steps, Step("everything else of the plan", -solvency.extras_cost(band, p)))


# ---------------------------------------------------------------- three deaths


def credit_of_three(p: Parameters, bought: int) -> int:
    """The Credit that three base Recruits leave that were hired for Coin at this level."""
    price = economy.hire_list_price(bought, Tier.BASE, p)
    credit = 0
    for _ in range(capacity.FIXTURE_DEATHS):
        credit = economy.credit_after(credit, economy.credit_grant(price, price, p), p)
    return credit


def three_can_be_replaced(p: Parameters, round_: int, bought: int) -> bool:
    """Do the Credit of three Recruits and 12 Coin pay for three base Recruits at the price of this Round?"""
    price = economy.hire_list_price(economy.offer_level(round_, p), Tier.BASE, p)
    return credit_of_three(p, bought) + capacity.FIXTURE_COIN >= capacity.FIXTURE_DEATHS * price


def fixture_recovers(p: Parameters) -> bool:
    """Can the three of the fixture, hired at level 2, be replaced in Round 7?"""
    return three_can_be_replaced(p, capacity.FIXTURE_ROUND, 2)


def every_round_recovers(p: Parameters, round_: int, bought: int) -> bool:
    """Can three be replaced in this Round, hired at this level or, if that is not yet offered, at what is?"""
    return three_can_be_replaced(p, round_, min(bought, economy.offer_level(round_, p)))


def recovery(p: Parameters, round_: int, bought: int) -> tuple[Step, ...]:
    """Three deaths and three replacements."""
    bought = min(bought, economy.offer_level(round_, p))
    price = economy.hire_list_price(economy.offer_level(round_, p), Tier.BASE, p)
    credit = credit_of_three(p, bought)
    steps = [Step(f"three Recruits hired at level {bought} fall", capacity.FIXTURE_COIN, credit)]
    for _ in range(capacity.FIXTURE_DEATHS):
        used = min(credit, price)
        credit -= used
        steps.append(Step(f"hire a replacement in Round {round_}", used - price, -used))
    return tuple(steps)


def reserve_is_below_refreshing(p: Parameters, band: int) -> bool:
    """Do two refreshes in each of twelve Markets cost more than the plan keeps on Standard?"""
    return economy.ROUNDS * solvency.refreshes_cost(2, p) > solvency.coin_at_muster(band, Difficulty.STANDARD, p)


def refreshing(p: Parameters, band: int) -> tuple[Step, ...]:
    """The plan and twice twelve refreshes."""
    left = solvency.coin_at_muster(band, Difficulty.STANDARD, p)
    return Step("the plan, played to Muster", left), Step(
        "24 refreshes", -economy.ROUNDS * solvency.refreshes_cost(2, p)
    )


PROPERTIES = {
    each.name: each
    for each in (
        Property(
            "no-coin-loop",
            "Hires, dismissals, purchases, sales, refreshes and locks that end where they began never gain Coin.",
            ("AG-ECO-1-05", "AG-ECO-5.3-04", "AG-ECO-5.2-03"),
            tuple((name, NO_CREDIT if name == "credit" else domain) for name, domain in LOOP_DOMAINS),
            gains_nothing,
            loop,
        ),
        Property(
            "credit-stays-credit",
            "A Recruit that Credit helped to pay returns no more Coin than was paid: Credit never becomes Coin.",
            ("AG-ECO-1-05", "AG-ECO-5.1-06", "AG-ECO-5.3-05"),
            LOOP_DOMAINS,
            gains_nothing,
            loop,
            Edition.FG4,
        ),
        Property(
            "every-loop-costs",
            "Whatever was bought for Coin returns less Coin when it is dismissed or sold.",
            ("AG-ECO-15.1-04", "AG-ECO-5.2-03"),
            LOOP_DOMAINS,
            loses_something,
            loop,
        ),
        Property(
            "no-credit-loop",
            "No Recruit that is hired and falls leaves more Credit than it took of Coin and Credit together.",
            ("AG-ECO-1-04", "AG-ECO-7-02"),
            (("level", LEVEL), ("tier", TIER), ("credit", CREDIT)),
            death_returns_no_more,
            death,
            Edition.FG4,
        ),
        Property(
            "rebate-below-replacement",
            "A replacement of the same level, hired for Coin, costs more than the rebate.",
            ("AG-ECO-5.3-05",),
            (("level", LEVEL), ("tier", TIER), ("survived", SURVIVED)),
            rebate_is_below_replacement,
            replacement,
        ),
        Property(
            "solvent",
            "In every band and difficulty the baseline plan pays each hire where its place appears, and keeps 40 Coin.",
            ("AG-ECO-14-09", "AG-ECO-15.3-01"),
            (("band", BAND), ("difficulty", Difficulty)),
            plan_holds,
            plan,
        ),
        Property(
            "three-deaths-recoverable",
            "Three base Recruits hired at level 2 can be replaced in Round 7 with their Credit and 12 Coin.",
            ("AG-ECO-7.1-02", "AG-ECO-15.3-02"),
            (),
            fixture_recovers,
            lambda p: recovery(p, capacity.FIXTURE_ROUND, 2),
            Edition.FG4,
        ),
        Property(
            "three-deaths-in-any-round",
            "Three base Recruits hired at any level up to the Round's can be replaced with their Credit and 12 Coin.",
            ("AG-ECO-7.1-03", "AG-ECO-15.3-02"),
            (("round_", ROUND), ("bought", Numbers(1, 4))),
            every_round_recovers,
            recovery,
            Edition.FG4,
        ),
        Property(
            "refreshing-is-dear",
            "In every band two refreshes in each of twelve Markets cost more than the baseline plan keeps.",
            ("AG-ECO-15.1-01",),
            (("band", BAND),),
            reserve_is_below_refreshing,
            refreshing,
        ),
    )
}
