"""The Standard solvency trace, and the limits that never act: AG-ECO-14, AG-ECO-15.1, AG-ECO-15.3.

Figures are those of the text. What the text gets wrong is expected to be REFUTED and names its finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from kernel.guild.balance.solvency import (
    all_hires_cost,
    coin_at_muster,
    extras_cost,
    hires_cost,
    hires_due,
    items_cost,
    market_level,
    plan_cost,
    refreshes_cost,
    resources,
    steady_income,
    walk,
)
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import (
    STANDARD,
    Risk,
    Tier,
    battle_coin,
    credit_grant,
    dismissal_rebate,
    equipment_list_price,
    hire_list_price,
    line_capacity,
    lock_cost,
    offer_level,
)
from kernel.guild.edition import Edition
from model.verdict import Verdict
from properties.claim import fact
from properties.theorem import Numbers, theorem

BAND, MARKET = Numbers(0, 7), Numbers(1, 13)
BANDS = range(8)
REFUTED = Verdict.REFUTED
LEGACY = (Edition.FG4,)

# ---------------------------------------------------------------- the closed form


@theorem("AG-ECO-14-02", band=BAND)
def steady_income_is_as_written(band: int) -> bool:
    """Twelve steady victories in band B pay 372 and 24 B Coin."""
    return steady_income(band, Difficulty.STANDARD) == 372 + 24 * band


@theorem("AG-ECO-14-03", band=BAND)
def resources_before_the_boss_are_as_written(band: int) -> bool:
    """With the opening Coin there are 424 and 24 B Coin before the boss."""
    return resources(band, Difficulty.STANDARD) == 424 + 24 * band


@fact("AG-ECO-14-04", cases=lambda: [(28, 0, 14, 0, 18, 0, 22, 0, 22, 0, 26, 0, 26)])
def eight_base_hires_cost_156(prices: tuple[int, ...]) -> bool:
    """Eight base hires, each in the Market where the Line has a new place for it, cost 156 Coin."""
    hires = [hires_due(market) for market in range(1, 14)]
    costs = tuple(hires_cost(market) for market in range(1, 14))
    return sum(hires) == 8 and costs == prices and all_hires_cost() == sum(prices) == 156


@theorem("AG-ECO-14-05", band=BAND)
def two_items_of_each_tier_cost_as_written(band: int) -> bool:
    """Two items of each tier from 0 to 3 cost 168 and 24 B Coin in band B."""
    return items_cost(band) == 168 + 24 * band


@fact("AG-ECO-14-06", cases=lambda: [(2, 15)])
def two_refreshes_cost_15(case: tuple[int, int]) -> bool:
    """Two refreshes in one Market without a lock cost 15 Coin."""
    times, coin = case
    return refreshes_cost(times) == coin


@fact("AG-ECO-14-07", cases=lambda: [(3, 6)])
def three_locks_cost_6(case: tuple[int, int]) -> bool:
    """Three locks cost 6 Coin."""
    locks, coin = case
    return lock_cost(locks) == coin


@theorem("AG-ECO-14-08", band=BAND)
def the_plan_costs_as_written(band: int) -> bool:
    """All purchases of the baseline plan cost 345 and 24 B Coin."""
    return plan_cost(band) == 345 + 24 * band


@theorem("AG-ECO-14-09", "AG-ECO-15.3-01", band=BAND, difficulty=Difficulty)
def the_plan_leaves_79_in_every_band(band: int, difficulty: Difficulty) -> bool:
    """In every band 79 Coin are left in Muster, and at least as many under every difficulty."""
    left = coin_at_muster(band, difficulty)
    return left >= 79 and (left == 79 or difficulty is Difficulty.OATHBOUND)


# ---------------------------------------------------------------- at every point in time


@theorem(
    "AG-ECO-14-09",
    "AG-ECO-15.3-01",
    band=BAND,
    market=Numbers(1, 12),
    difficulty=Difficulty,
)
def each_battle_pays_for_the_next_hires(band: int, market: int, difficulty: Difficulty) -> bool:
    """Every steady victory pays for the hires of the next Market, so that whatever else is bought blocks no hire."""
    first = STANDARD.opening_coin >= hires_cost(1)
    return first and battle_coin(band, market, Risk.STEADY, difficulty) >= hires_cost(market + 1)


@theorem(
    "AG-ECO-14-09",
    band=BAND,
    difficulty=Difficulty,
    bought=Numbers(0, 10**6),
    premise=lambda band, difficulty, bought: bought <= extras_cost(band),
)
def muster_affords_whatever_the_plan_still_lacks(band: int, difficulty: Difficulty, bought: int) -> bool:
    """In whatever order the rest of the plan is bought, Muster affords all that is lacking, and 79 Coin are left."""
    coin = resources(band, difficulty) - all_hires_cost() - bought
    return coin - (extras_cost(band) - bought) >= 79


def orders() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every order of the six kinds of extras of the plan, each in one of the eight bands."""
    for number, places in enumerate(permutations(range(6))):
        band = number % 8
        kinds = [*((equipment_list_price(band, tier),) * 2 for tier in range(4)), (6, 9), (2, 2, 2)]
        yield band, tuple(coin for place in places for coin in kinds[place])


@fact("AG-ECO-14-09", "AG-ECO-15.3-01", cases=orders)
def the_plan_is_affordable_at_every_moment(case: tuple[int, tuple[int, ...]]) -> bool:
    """Bought as early as can be, in any order, every hire is paid when its place comes, and all is bought by Muster.

    The six kinds are two items of each of four tiers, two refreshes, three locks; each kind is bought in one go.
    """
    band, extras = case
    after, left = walk(band, Difficulty.STANDARD, extras)
    return min(after) >= 0 and left == 0 and after[-1] == 79


# ---------------------------------------------------------------- what the boards must offer for it


@theorem("AG-ECO-14-09", "AG-ECO-4-02", market=Numbers(2, 13))
def one_base_offer_a_market_is_enough(market: int) -> bool:
    """After the first Market, which offers two, the plan hires at most one Recruit a Market: the base guaranteed."""
    return hires_due(1) == 2 and hires_due(market) <= 1


@theorem("AG-ECO-14-09", band=BAND, difficulty=Difficulty)
def the_tenth_recruit_can_be_hired_before_muster(band: int, difficulty: Difficulty) -> bool:
    """Market 12, where a base offer is guaranteed, sells the tenth Recruit at the same price, which Round 11 pays."""
    early = hire_list_price(market_level(12), Tier.BASE)
    return early == hires_cost(13) <= battle_coin(band, 11, Risk.STEADY, difficulty)


@theorem("AG-ECO-14-09", "AG-ECO-15.3-01", band=BAND, tiers=(Numbers(0, 1),) * 8)
def eight_low_items_leave_more(band: int, tiers: tuple[int, ...]) -> bool:
    """If every Market offers an item of tier 0 or 1, eight of them cost at most what the plan's do."""
    spent = sum(equipment_list_price(band, tier) for tier in tiers)
    return coin_at_muster(band, Difficulty.STANDARD) + items_cost(band) - spent >= 79


@theorem(
    "AG-ECO-14-09",
    "AG-ECO-15.3-01",
    band=BAND,
    tiers=(Numbers(0, 3),) * 8,
    expect=REFUTED,
    finding="F-104",
)
def eight_items_of_any_tier_leave_40(band: int, tiers: tuple[int, ...]) -> bool:
    """Whatever tiers a Region's seeds offer, eight items leave at least 40 Coin in Muster."""
    spent = sum(equipment_list_price(band, tier) for tier in tiers)
    return coin_at_muster(band, Difficulty.STANDARD) + items_cost(band) - spent >= 40


@theorem("AG-ECO-14-09", band=BAND, tier=Numbers(0, 3), counter=Numbers(0, 51))
def the_counter_instead_of_a_purchase_leaves_79(band: int, tier: int, counter: int) -> bool:
    """If the boss counter takes the place of one item and costs no more than it, 79 Coin or more are left."""
    saved = equipment_list_price(band, tier)
    return counter > saved or coin_at_muster(band, Difficulty.STANDARD) + saved - counter >= 79


@theorem("AG-ECO-14-09", band=BAND, tier=Numbers(0, 3), expect=REFUTED, finding="F-105")
def the_counter_besides_the_plan_leaves_40(band: int, tier: int) -> bool:
    """With the boss counter bought besides the plan, at the price of one of its items, at least 40 Coin are left."""
    return coin_at_muster(band, Difficulty.STANDARD) - equipment_list_price(band, tier) >= 40


# ---------------------------------------------------------------- strategies: what they cost


@fact("AG-ECO-15.1-01", cases=lambda: [12])
def always_refreshing_twice_costs_180(markets: int) -> bool:
    """Two refreshes cost 15 Coin a Market before locks and 180 over twelve, more than the 79 that the plan leaves."""
    return refreshes_cost(2) == 15 and markets * refreshes_cost(2) == 180 > coin_at_muster(0, Difficulty.STANDARD)


# ---------------------------------------------------------------- limits that never act


@theorem("AG-ECO-3-11", cleared=Numbers(0, 12))
def the_capacity_cap_never_acts(cleared: int) -> bool:
    """The cap of ten places never acts: twelve cleared Rounds make ten without it."""
    return line_capacity(cleared) == 4 + cleared // 2 <= 10


@theorem("AG-ECO-4.1-02", round_=Numbers(1, 12))
def offers_never_reach_the_level_cap(round_: int) -> bool:
    """The cap of ten on offer levels never acts: no Round offers more than level 4."""
    return offer_level(round_) == 1 + (round_ - 1) // 3 <= 4


@theorem("AG-ECO-5.3-04", round_=Numbers(1, 12), tier=Numbers(0, 1), survived=Numbers(2, 10**6))
def the_rebate_cap_never_acts(round_: int, tier: int, survived: int) -> bool:
    """The cap of 10 on rebates never acts: the dearest Recruit on offer costs 36 Coin and returns 9."""
    price = hire_list_price(offer_level(round_), tier)
    return price <= 36 and dismissal_rebate(survived, price) == price // 4 <= 9


@theorem("AG-ECO-7-02", level=Numbers(1, 10))
def the_price_bounds_a_grant_at_two_levels_alone(level: int) -> bool:
    """The list price bounds the grant of a base Recruit paid in Coin only at levels 1 and 2."""
    price = hire_list_price(level, Tier.BASE)
    return (credit_grant(price, price) < 10 + price // 2) == (level <= 2)
