"""What it takes to replace three casualties, and the fixture of three deaths: AG-ECO-7.1, AG-ECO-15.3 (FG4).

Figures are those of the text. What the text gets wrong is expected to be REFUTED and names its finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from kernel.guild import step
from kernel.guild.balance.solvency import market_level, recovery_coin
from kernel.guild.choices import Hire, NewRecruit, OpenMarket
from kernel.guild.economy import (
    STANDARD,
    Tier,
    credit_after,
    credit_grant,
    credit_used,
    dismissal_rebate,
    hire_coin_cost,
    hire_list_price,
    offer_level,
    recovery_level,
)
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import LEGACY as LEGACY_RULES
from kernel.guild.state import NONE, Place, State, Status
from model.guild_starts import BATTLES, OTHER_ITEMS, RECOVERY, at_round, founded
from model.verdict import Verdict
from properties.claim import fact
from properties.theorem import Numbers, theorem

MARKET = Numbers(1, 13)
REFUTED = Verdict.REFUTED
LEGACY = (Edition.FG4,)


def price_of(level: int) -> int:
    """The list price of a base Recruit."""
    return hire_list_price(level, Tier.BASE)


def credit_of(*casualties: tuple[int, int]) -> int:
    """The Credit after these deaths: original list price and Coin paid of each."""
    credit = 0
    for listed, paid in casualties:
        credit = credit_after(credit, credit_grant(listed, paid))
    return credit


# ---------------------------------------------------------------- gate 1: forty Coin or the recovery set


@fact(
    "AG-ECO-15.3-01",
    "AG-ECO-14-09",
    cases=lambda: [(1, 8), (4, 16), (7, 28), (10, 40), (13, 40)],
    under=LEGACY,
)
def the_recovery_set_costs_at_most_40(case: tuple[int, int]) -> bool:
    """With the least Credit that the plan's casualties grant, three base replacements cost 8, 16, 28 and 40 Coin.

    The least is that of two provisional Recruits and a hire of level 1: 34.
    """
    market, coin = case
    least = credit_of((14, 0), (14, 0), (14, 14))
    return least == 34 and recovery_coin(market_level(market), Tier.BASE, least) == coin


@theorem("AG-ECO-15.3-01", "AG-ECO-14-09", market=MARKET, tier=Numbers(0, 1), credit=Numbers(30, 54), under=LEGACY)
def the_reserve_of_79_recovers_from_any_three_deaths(market: int, tier: int, credit: int) -> bool:
    """With 79 Coin three replacements are affordable in every Market, whatever was paid for the dead and is offered."""
    return recovery_coin(market_level(market), tier, credit) <= 79


@theorem("AG-ECO-15.3-01", market=MARKET, paid=(Numbers(0, 26),) * 3, under=LEGACY)
def a_recovery_set_costs_at_most_44(market: int, paid: tuple[int, ...]) -> bool:
    """Whatever was paid for three base casualties, in Coin or Credit, three base replacements cost at most 44 Coin."""
    credit = credit_of(*((26, coin) for coin in paid))
    return recovery_coin(market_level(market), Tier.BASE, credit) <= 44


# ---------------------------------------------------------------- the three-death fixture


def bought(prices: tuple[int, ...], coin: int, credit: int) -> tuple[tuple[int, ...], int, int]:
    """The Coin cost of each hire in turn, Credit being used, and the Coin and Credit left; negative if unaffordable."""
    costs = []
    for price in prices:
        used = credit_used(credit, price, True)
        costs.append(hire_coin_cost(price, used))
        coin, credit = coin - costs[-1], credit - used
    return tuple(costs), coin, credit


@fact("AG-ECO-7.1-01", cases=lambda: [(7, 22, 54)], under=LEGACY)
def the_fixtures_price_and_cap_are_the_economys(case: tuple[int, int, int]) -> bool:
    """In Round 7 a base Recruit is listed at 22 Coin, and Credit is capped at 54."""
    round_, price, cap = case
    return price_of(offer_level(round_)) == price and STANDARD.credit_cap == cap


@fact("AG-ECO-7.1-02", cases=lambda: [(22, 18, 12)], under=LEGACY)
def the_fixture_adds_up_as_written(case: tuple[int, int, int]) -> bool:
    """Listed at 22, bought for 18, three deaths grant 19 each, 54 in all; hires at 22 cost 0, 0 and 12, and end it."""
    listed, paid, coin = case
    grant, credit = credit_grant(listed, paid), credit_of(*((listed, paid),) * 3)
    return (grant, credit) == (19, 54) and bought((22, 22, 22), coin, credit) == ((0, 0, 12), 0, 0)


@fact(
    "AG-ECO-7.1-02",
    "AG-ECO-7-02",
    cases=lambda: [level for level in range(1, 11) if price_of(level) == 18],
    expect=REFUTED,
    finding="F-101",
    under=LEGACY,
)
def a_base_recruit_bought_for_18_grants_19(level: int) -> bool:
    """A base Recruit that was bought for its list price of 18 Coin grants 19 Credit."""
    return credit_grant(price_of(level), 18) == 19


@fact(
    "AG-ECO-7.1-02",
    "AG-ECO-7-05",
    "AG-ECO-7-08",
    cases=lambda: [offer_level(7), offer_level(8)],
    expect=REFUTED,
    finding="F-102",
    under=LEGACY,
)
def three_replacements_leave_nothing_in_the_next_market(level: int) -> bool:
    """With 12 Coin and 54 Credit the protected and two more base Recruits cost 0, 0 and 12 Coin, leaving nothing."""
    offers = (price_of(recovery_level(level)), price_of(level), price_of(level))
    return all(
        bought(order, 12, 54)[1:] == (0, 0) and sorted(bought(order, 12, 54)[0]) == [0, 0, 12]
        for order in permutations(offers)
    )


@fact("AG-ECO-7.1-03", "AG-ECO-15.3-02", "AG-ECO-15.3-07", cases=lambda: range(1, 14), under=LEGACY)
def three_base_offers_are_affordable_up_to_round_nine(market: int) -> bool:
    """Up to Round 9 the fixture's Coin and Credit pay the protected and two more base Recruits, later they do not."""
    level = market_level(market)
    offers = (price_of(recovery_level(level)), price_of(level), price_of(level))
    return (bought(offers, 12, 54)[1] >= 0) == (market <= 9)


def fallen(cleared: int, coin: int, credit: int) -> State:
    """A run of which all have fallen, with the next Market due after so many cleared Rounds."""
    state = founded(LEGACY_RULES, 4, 4)
    lost = tuple(replace(each, status=Status.FALLEN, place=NONE, item=NONE) for each in state.recruits)
    items = tuple(replace(each, at=Place.INVENTORY) for each in state.items)
    due = replace(state, recruits=lost, items=items, is_recovery_due=True)
    return at_round(due, cleared, coin=coin, credit=credit)


def recovery_markets(cleared: int, coin: int, credit: int) -> Iterator[State]:
    """Every such Market that the kernel accepts: beside the protected offer two others, each base or advanced."""
    due = fallen(cleared, coin, credit)
    for first, second in product((Tier.BASE, Tier.ADVANCED), repeat=2):
        others = (NewRecruit(3, first, role=3), NewRecruit(4, second, role=2))
        opening = OpenMarket((RECOVERY[0], *others), OTHER_ITEMS, BATTLES)
        if step.refusal_of(due, opening, LEGACY_RULES) is Refusal.NONE:
            yield step.play(due, opening, LEGACY_RULES)


def fields_three_base_recruits(market: State) -> bool:
    """Are all three offers base Recruits, and can they be hired one after the other with Credit?"""
    for offer in range(3):
        hire = Hire(offer, use_credit=True)
        if step.refusal_of(market, hire, LEGACY_RULES) is not Refusal.NONE:
            return False
        market = step.play(market, hire, LEGACY_RULES)
    living = [each for each in market.recruits if each.status is Status.LIVING]
    return len(living) == 3 and all(each.tier is Tier.BASE for each in living)


@fact(
    "AG-ECO-7.1-03",
    "AG-ECO-15.3-02",
    "AG-ECO-4-02",
    cases=lambda: (market for cleared in (6, 7) for market in recovery_markets(cleared, 12, 54)),
    expect=REFUTED,
    finding="F-103",
    under=LEGACY,
)
def every_board_fields_three_base_replacements(market: State) -> bool:
    """Every board allowed after the deaths of Round 7 has three base offers that 12 Coin and 54 Credit pay."""
    return fields_three_base_recruits(market)


def early_markets() -> Iterator[State]:
    """The Markets before Round 7, with 12 Coin and the Credit of three hires of their level."""
    for cleared in range(6):
        price = price_of(offer_level(cleared + 1))
        yield from recovery_markets(cleared, 12, credit_of(*((price, price),) * 3))


@fact("AG-ECO-15.3-02", "AG-ECO-15.3-07", "AG-ECO-7.1-03", cases=early_markets, under=LEGACY)
def before_round_seven_every_board_recovers_three(market: State) -> bool:
    """Before Round 7 every board has three base offers, and 12 Coin and the Credit of three deaths pay for them."""
    return fields_three_base_recruits(market)


@fact("AG-ECO-15.3-02", cases=lambda: [(22, 18), (18, 18)], under=LEGACY)
def recovery_does_not_raise_the_value_in_coin(case: tuple[int, int]) -> bool:
    """Coin, Credit and what dismissals would return are worth less after the recovery than before the deaths."""
    listed, paid = case
    before = 12 + 3 * dismissal_rebate(2, paid)
    costs, coin, credit = bought((22, 22, 22), 12, credit_of(*((listed, paid),) * 3))
    return coin + credit + sum(dismissal_rebate(2, cost) for cost in costs) < before


@theorem("AG-ECO-7-02", "AG-ECO-15.3-07", level=Numbers(1, 4), under=LEGACY)
def one_death_costs_coin_from_level_three_on(level: int) -> bool:
    """To replace a base hire by one of its level costs 0, 0, 1 and 3 Coin at levels 1 to 4."""
    price = price_of(level)
    return price - credit_grant(price, price) == (0 if level <= 2 else 1 if level == 3 else 3)
