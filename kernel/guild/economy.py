"""Prices, income, Credit and the levels of offers: exact integers, rounded only where the text rounds.

Every number that the text states stands once, in `Parameters`; `STANDARD` holds the written ones. A function takes the
parameters last, so that a question can vary them. Coin and Credit are whole and never negative; fractions are basis
points. Rules: AG-ECO-3..AG-ECO-7.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from kernel.contracts import ensure, require
from kernel.guild.difficulty import WHOLE, Difficulty, terms_of

#: Ordinary Rounds of a Contract (AG-ECO-3-10, AG-ECO-4.1-01).
ROUNDS = 12
#: The levels of a Recruit or an offer (AG-SYS-4.1-03), the Region bands and the item tiers (AG-ECO-4.1-04).
MIN_LEVEL, MAX_LEVEL = 1, 10
LAST_BAND = 7
LAST_ITEM_TIER = 3
#: What a Market shows (AG-ECO-4-02, AG-ECO-4-03, AG-ECO-4-04).
RECRUIT_OFFERS, EQUIPMENT_OFFERS, BATTLE_OFFERS = 3, 4, 3
MARKET_OFFERS = RECRUIT_OFFERS + EQUIPMENT_OFFERS + BATTLE_OFFERS


class Tier(IntEnum):
    """How far a Profession stands from its base; the value is what prices multiply. Rules: AG-SYS-5-01."""

    BASE = 0
    ADVANCED = 1
    HYBRID = 2


class Risk(IntEnum):
    """The risk of a battle; the value is what income multiplies. Rules: AG-ECO-6-01."""

    STEADY = 0
    PRESSURED = 1
    ELITE = 2


@dataclass(frozen=True)
class Parameters:
    """The numbers of the economy, in Coin, Credit, levels or basis points (`_bp`)."""

    opening_coin: int = 52
    opening_capacity: int = 4
    last_capacity: int = 10
    rounds_per_place: int = 2
    rounds_per_level: int = 3
    hire_base: int = 10
    hire_level_step: int = 4
    hire_tier_step: int = 10
    item_base: int = 12
    item_band_step: int = 3
    item_tier_step: int = 6
    sale_bp: int = 3_000
    dismissal_rebate_bp: int = 2_500
    dismissal_rebate_cap: int = 10
    dismissal_rebate_battles: int = 2
    lock_cost: int = 2
    most_locks: int = 3
    refresh_base: int = 6
    refresh_step: int = 3
    refresh_lock_step: int = 2
    refresh_cap: int = 24
    income_base: int = 18
    income_round_step: int = 2
    income_band_step: int = 2
    income_risk_step: int = 7
    budget_base: int = 12
    budget_round_step: int = 2
    budget_band_step: int = 3
    budget_risk_step: int = 6
    coin_card_bp: int = 5_000
    credit_base: int = 10
    credit_share_bp: int = 5_000
    credit_cap: int = 54


STANDARD = Parameters()


def share(bp: int, amount: int) -> int:
    """This many basis points of an amount, rounded down. Rules: AG-SYS-2-02."""
    return bp * amount // WHOLE


# ---------------------------------------------------------------- levels and places


@require(lambda cleared: 0 <= cleared <= ROUNDS, "AG-ECO-3-10: a Contract has 0 to 12 cleared Rounds")
def line_capacity(cleared: int, p: Parameters = STANDARD) -> int:
    """How many Recruits may be deployed after so many cleared Rounds. Rules: AG-ECO-3-05, AG-ECO-3-11."""
    return min(p.last_capacity, p.opening_capacity + cleared // p.rounds_per_place)


@require(lambda round_: 1 <= round_ <= ROUNDS, "AG-ECO-4.1-01: ordinary Rounds are 1 to 12")
def offer_level(round_: int, p: Parameters = STANDARD) -> int:
    """The level of what the Market before this Round offers. Rules: AG-ECO-4.1-02."""
    return min(MAX_LEVEL, MIN_LEVEL + (round_ - 1) // p.rounds_per_level)


def muster_level(p: Parameters = STANDARD) -> int:
    """The level of what boss Muster offers. Rules: AG-ECO-4.1-03."""
    return offer_level(ROUNDS, p)


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-4.1-03: offers have levels 1 to 10")
def recovery_level(level: int) -> int:
    """The level of the protected offer in a Market whose offers have this level. Rules: AG-ECO-7-05."""
    return max(MIN_LEVEL, level - 1)


# ---------------------------------------------------------------- locks and refreshes


@require(lambda offers: offers >= 0, "AG-ECO-4.2-01: offers are locked one by one")
def lock_cost(offers: int = 1, p: Parameters = STANDARD) -> int:
    """What it costs to lock so many offers anew. Rules: AG-ECO-4.2-01."""
    return p.lock_cost * offers


@require(lambda refreshes: refreshes >= 0, "AG-ECO-4.3-03: refreshes of a Market are counted from zero")
@require(lambda locked: 0 <= locked <= MARKET_OFFERS, "AG-ECO-4.3-01: no more offers are locked than there are")
def refresh_cost(refreshes: int, locked: int, p: Parameters = STANDARD) -> int:
    """The next refresh after so many in this Market, with so many paid locks. Rules: AG-ECO-4.3-02."""
    return min(p.refresh_cap, p.refresh_base + p.refresh_step * refreshes + p.refresh_lock_step * locked)


# ---------------------------------------------------------------- Recruits


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-ECO-5.1-01: offers have levels 1 to 10")
@require(lambda tier: 0 <= tier <= Tier.ADVANCED, "AG-ECO-4.1-03: hidden hybrids are not for sale")
def hire_list_price(level: int, tier: int, p: Parameters = STANDARD) -> int:
    """The list price of a Recruit of this level and Profession tier. Rules: AG-ECO-5.1-02, AG-ECO-5.1-03."""
    return p.hire_base + p.hire_level_step * level + p.hire_tier_step * tier


@require(lambda credit: credit >= 0, "AG-ECO-2-02: Credit is never negative")
@require(lambda list_price: list_price >= 0, "AG-ECO-5.1-02: a list price is never negative")
@ensure(
    lambda credit, list_price, result: 0 <= result <= credit and result <= list_price,
    "AG-ECO-5.1-05: no more Credit is used than there is, nor than the price",
)
def credit_used(credit: int, list_price: int, use_credit: bool) -> int:
    """How much Credit a hire spends. Rules: AG-ECO-5.1-04, AG-ECO-5.1-05, AG-ECO-5.1-06."""
    return min(credit, list_price) if use_credit else 0


@require(lambda list_price, used: 0 <= used <= list_price, "AG-ECO-5.1-05: Credit covers at most the price")
def hire_coin_cost(list_price: int, used: int) -> int:
    """What a hire costs in Coin besides the Credit used. Rules: AG-ECO-5.1-05."""
    return list_price - used


@require(lambda survived: survived >= 0, "AG-SYS-4.3-01: survived battles are counted from zero")
@require(lambda coin_paid: coin_paid >= 0, "AG-ECO-5.3-05: what was paid is Coin alone and not negative")
@ensure(
    lambda coin_paid, p, result: p != STANDARD or 0 <= result <= coin_paid,
    "AG-ECO-1-05: dismissing returns no more than was paid",
)
def dismissal_rebate(survived: int, coin_paid: int, p: Parameters = STANDARD) -> int:
    """The Coin that a legal dismissal returns. Rules: AG-ECO-5.3-04."""
    if survived < p.dismissal_rebate_battles:
        return 0
    return min(p.dismissal_rebate_cap, share(p.dismissal_rebate_bp, coin_paid))


# ---------------------------------------------------------------- equipment


@require(lambda band: 0 <= band <= LAST_BAND, "AG-ECO-5.2-01: Region bands are 0 to 7")
@require(lambda tier: 0 <= tier <= LAST_ITEM_TIER, "AG-ECO-5.2-01: item tiers are 0 to 3")
def equipment_list_price(band: int, tier: int, p: Parameters = STANDARD) -> int:
    """The list price of an item of this Region band and tier. Rules: AG-ECO-5.2-02."""
    return p.item_base + p.item_band_step * band + p.item_tier_step * tier


@require(lambda coin_paid: coin_paid >= 0, "AG-ECO-5.2-03: what was paid is not negative; a reward costs nothing")
@ensure(
    lambda coin_paid, p, result: p != STANDARD or 0 <= result <= coin_paid,
    "AG-ECO-1-05: selling returns no more than was paid",
)
def sale_value(coin_paid: int, p: Parameters = STANDARD) -> int:
    """The Coin that an item sells for. Rules: AG-ECO-5.2-02, AG-ECO-5.2-03."""
    return share(p.sale_bp, coin_paid)


# ---------------------------------------------------------------- battle income


@require(lambda band: 0 <= band <= LAST_BAND, "AG-ECO-6-01: Region bands are 0 to 7")
@require(lambda round_: 1 <= round_ <= ROUNDS, "AG-ECO-6-01: ordinary Rounds are 1 to 12; a boss pays no Coin")
@require(lambda risk: 0 <= risk <= Risk.ELITE, "AG-ECO-6-01: risks are 0 to 2")
def battle_coin(band: int, round_: int, risk: int, difficulty: Difficulty, p: Parameters = STANDARD) -> int:
    """What a victory pays, rounded down once. Rules: AG-ECO-6-02, AG-ECO-16-05."""
    written = p.income_base + p.income_round_step * round_ + p.income_band_step * band + p.income_risk_step * risk
    return share(terms_of(difficulty).reward_bp, written)


@require(lambda band: 0 <= band <= LAST_BAND, "AG-ECO-6-01: Region bands are 0 to 7")
@require(lambda round_: 1 <= round_ <= ROUNDS, "AG-ECO-6-01: ordinary Rounds are 1 to 12")
@require(lambda risk: 0 <= risk <= Risk.ELITE, "AG-ECO-6-01: risks are 0 to 2")
def reward_budget(band: int, round_: int, risk: int, p: Parameters = STANDARD) -> int:
    """What the cards of a victory may be worth; no difficulty changes it. Rules: AG-ECO-6-02."""
    return p.budget_base + p.budget_round_step * round_ + p.budget_band_step * band + p.budget_risk_step * risk


def steady_coin_card(band: int, round_: int, p: Parameters = STANDARD) -> int:
    """The Coin card of a steady victory. Rules: AG-ECO-6-05."""
    return share(p.coin_card_bp, reward_budget(band, round_, Risk.STEADY, p))


# ---------------------------------------------------------------- Replacement Credit (FG4)


@require(lambda list_price: list_price >= 0, "AG-ECO-7-01: a list price is never negative")
@require(lambda coin_paid: coin_paid >= 0, "AG-ECO-7-01: what was paid is Coin alone and not negative")
@ensure(lambda list_price, result: 0 <= result <= list_price, "AG-ECO-7-02: no death grants more than the list price")
def credit_grant(list_price: int, coin_paid: int, p: Parameters = STANDARD) -> int:
    """The Credit that one Fallen Recruit grants. Rules: AG-ECO-7-01, AG-ECO-7-02, AG-ECO-7-03."""
    return min(list_price, p.credit_base + share(p.credit_share_bp, coin_paid))


@require(lambda credit: credit >= 0, "AG-ECO-2-02: Credit is never negative")
@require(lambda grant: grant >= 0, "AG-ECO-7-02: a grant is never negative")
@ensure(lambda p, result: 0 <= result <= p.credit_cap, "AG-ECO-2-02: Credit is capped")
def credit_after(credit: int, grant: int, p: Parameters = STANDARD) -> int:
    """The Credit balance after a grant. Rules: AG-ECO-7-02, AG-ECO-2-02."""
    return min(p.credit_cap, credit + grant)
