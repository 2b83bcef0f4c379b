"""The baseline plan of a Contract: what it buys, what it earns, and what it costs to replace three casualties.

Markets are numbered by the Round that follows, 1 to 12; the thirteenth is boss Muster. Rules: AG-ECO-14.
"""

from __future__ import annotations

from kernel.contracts import require
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import (
    LAST_ITEM_TIER,
    ROUNDS,
    STANDARD,
    Parameters,
    Risk,
    Tier,
    battle_coin,
    equipment_list_price,
    hire_list_price,
    line_capacity,
    lock_cost,
    offer_level,
    recovery_level,
    refresh_cost,
)

MARKETS = ROUNDS + 1
PROVISIONAL = 2
ITEMS_PER_TIER = 2
PLAN_REFRESHES, PLAN_LOCKS = 2, 3
#: What a plan should have left, or else a complete recovery (AG-ECO-14-09, AG-ECO-15.3-01).
RESERVE = 40


@require(lambda market: 1 <= market <= MARKETS, "AG-ECO-14-01: a Contract has twelve Markets and boss Muster")
def market_level(market: int, p: Parameters = STANDARD) -> int:
    """The level of what this Market offers. Rules: AG-ECO-4.1-02, AG-ECO-4.1-03."""
    return offer_level(min(market, ROUNDS), p)


@require(lambda market: 1 <= market <= MARKETS, "AG-ECO-14-01: a Contract has twelve Markets and boss Muster")
def hires_due(market: int, p: Parameters = STANDARD) -> int:
    """How many Recruits the plan hires here: as many as the Line has new places. Rules: AG-ECO-14-04."""
    before = PROVISIONAL if market == 1 else line_capacity(max(0, market - 2), p)
    return line_capacity(market - 1, p) - before


def hires_cost(market: int, p: Parameters = STANDARD) -> int:
    """What the plan's hires of this Market cost, all of them base. Rules: AG-ECO-14-04."""
    return hires_due(market, p) * hire_list_price(market_level(market, p), Tier.BASE, p)


def all_hires_cost(p: Parameters = STANDARD) -> int:
    """What all hires of the plan cost. Rules: AG-ECO-14-04."""
    return sum(hires_cost(market, p) for market in range(1, MARKETS + 1))


def items_cost(band: int, p: Parameters = STANDARD) -> int:
    """What two items of every tier cost in this band. Rules: AG-ECO-14-05."""
    return sum(ITEMS_PER_TIER * equipment_list_price(band, tier, p) for tier in range(LAST_ITEM_TIER + 1))


def refreshes_cost(times: int = PLAN_REFRESHES, p: Parameters = STANDARD) -> int:
    """What so many refreshes of one Market cost without a lock. Rules: AG-ECO-14-06."""
    return sum(refresh_cost(before, 0, p) for before in range(times))


def extras_cost(band: int, p: Parameters = STANDARD) -> int:
    """What the plan spends besides hires. Rules: AG-ECO-14-05..07."""
    return items_cost(band, p) + refreshes_cost(PLAN_REFRESHES, p) + lock_cost(PLAN_LOCKS, p)


def plan_cost(band: int, p: Parameters = STANDARD) -> int:
    """What the whole plan costs. Rules: AG-ECO-14-08."""
    return all_hires_cost(p) + extras_cost(band, p)


def steady_income(band: int, difficulty: Difficulty, p: Parameters = STANDARD) -> int:
    """What twelve steady victories pay. Rules: AG-ECO-14-02."""
    return sum(battle_coin(band, round_, Risk.STEADY, difficulty, p) for round_ in range(1, ROUNDS + 1))


def resources(band: int, difficulty: Difficulty, p: Parameters = STANDARD) -> int:
    """All Coin that a steady run has before the boss. Rules: AG-ECO-14-03."""
    return p.opening_coin + steady_income(band, difficulty, p)


def coin_at_muster(band: int, difficulty: Difficulty, p: Parameters = STANDARD) -> int:
    """What is left in boss Muster once the plan has been bought. Rules: AG-ECO-14-09."""
    return resources(band, difficulty, p) - plan_cost(band, p)


def walk(
    band: int, difficulty: Difficulty, extras: tuple[int, ...], p: Parameters = STANDARD
) -> tuple[tuple[int, ...], int]:
    """Play the plan: in each Market its hires, then of the extras, in this order, whatever the Coin left affords.

    The Coin after each Market, and how many extras were never bought. A negative Coin is a hire that could not be paid.
    Rules: AG-ECO-14-09.
    """
    coin, after = p.opening_coin, []
    left = list(extras)
    for market in range(1, MARKETS + 1):
        coin -= hires_cost(market, p)
        while left and left[0] <= coin:
            coin -= left.pop(0)
        after.append(coin)
        if market <= ROUNDS:
            coin += battle_coin(band, market, Risk.STEADY, difficulty, p)
    return tuple(after), len(left)


# ---------------------------------------------------------------- recovery (FG4)


@require(lambda tier: 0 <= tier <= Tier.ADVANCED, "AG-ECO-4.1-03: hidden hybrids are not for sale")
def recovery_price(level: int, tier: int, p: Parameters = STANDARD) -> int:
    """The list price of three replacements in a Market of this level: the protected one, and two of this tier.

    Rules: AG-ECO-7-04, AG-ECO-7-05, AG-ECO-7-08, AG-ECO-15.3-02.
    """
    return hire_list_price(recovery_level(level), Tier.BASE, p) + 2 * hire_list_price(level, tier, p)


@require(lambda credit: credit >= 0, "AG-ECO-2-02: Credit is never negative")
def recovery_coin(level: int, tier: int, credit: int, p: Parameters = STANDARD) -> int:
    """The Coin that three replacements take besides this Credit. Rules: AG-ECO-5.1-05, AG-ECO-7.1-02."""
    return max(0, recovery_price(level, tier, p) - credit)
