"""What the formulas of prices, income and fees promise, for all arguments: AG-ECO-3..7, AG-ECO-16, AG-SAV-12.

The figures are those of the text, not the kernel's.
"""

from __future__ import annotations

from inspect import isfunction
from types import ModuleType

from kernel.guild import economy, equipment, progression, recruits, renown
from kernel.guild.difficulty import Difficulty, Outcome, failure_fee, most_fee, terms_of
from kernel.guild.economy import (
    STANDARD,
    Risk,
    Tier,
    battle_coin,
    credit_after,
    credit_grant,
    credit_used,
    dismissal_rebate,
    equipment_list_price,
    hire_coin_cost,
    hire_list_price,
    line_capacity,
    lock_cost,
    muster_level,
    offer_level,
    recovery_level,
    refresh_cost,
    reward_budget,
    sale_value,
    steady_coin_card,
)
from kernel.guild.edition import Edition
from properties.claim import fact
from properties.theorem import Numbers, theorem

#: Credit, its grants and recovery offers are FG4's.
LEGACY = (Edition.FG4,)
#: Coin, prices and grants, far beyond what a run can hold.
COIN = Numbers(0, 10**9)
CREDIT = Numbers(0, 54)
LEVEL, TIER = Numbers(1, 10), Numbers(0, 1)
ROUND, CLEARED = Numbers(1, 12), Numbers(0, 12)
BAND, ITEM_TIER, RISK = Numbers(0, 7), Numbers(0, 3), Numbers(0, 2)
COUNT = Numbers(0, 10**6)


# ---------------------------------------------------------------- opening, places, levels


@fact("AG-ECO-3-03", "AG-ECO-3-08", "AG-ECO-3-09", cases=lambda: [STANDARD])
def the_opening_affords_two_base_hires(p: object) -> bool:
    """A run opens with 52 Coin; two base Recruits of level 1 cost 28 together, and 24 are left."""
    two = 2 * hire_list_price(1, Tier.BASE)
    return (STANDARD.opening_coin, two, STANDARD.opening_coin - two) == (52, 28, 24)


@theorem("AG-ECO-3-05", "AG-ECO-3-11", "AG-ECO-3-12", cleared=CLEARED)
def capacity_grows_by_one_every_second_round(cleared: int) -> bool:
    """Line capacity is four at first, one more after every second cleared Round, and ten after all twelve."""
    return line_capacity(cleared) == 4 + cleared // 2 and 4 <= line_capacity(cleared) <= 10


@theorem("AG-ECO-4.1-02", round_=ROUND)
def offers_rise_by_a_level_every_third_round(round_: int) -> bool:
    """Offers have level 1 in Rounds 1 to 3, and a level more in every further three."""
    written = 1 if round_ <= 3 else 2 if round_ <= 6 else 3 if round_ <= 9 else 4
    return offer_level(round_) == written


@fact("AG-ECO-4.1-03", cases=lambda: [muster_level])
def muster_offers_the_level_of_round_twelve(level: object) -> bool:
    """Boss Muster offers level 4, as Round 12 does."""
    return muster_level() == offer_level(12) == 4


@theorem("AG-ECO-7-05", level=LEVEL, under=LEGACY)
def the_protected_offer_is_a_level_lower(level: int) -> bool:
    """The protected offer has one level less than the Market's other offers, and never less than 1."""
    return recovery_level(level) == (1 if level == 1 else level - 1)


# ---------------------------------------------------------------- locks and refreshes


@theorem("AG-ECO-4.2-01", offers=Numbers(0, 3))
def a_lock_costs_two(offers: int) -> bool:
    """Each newly locked offer costs 2 Coin, and there are at most three locks."""
    return lock_cost(offers) == 2 * offers and STANDARD.most_locks == 3


@theorem("AG-ECO-4.3-02", refreshes=COUNT, locked=Numbers(0, 10))
def a_refresh_costs_what_is_written(refreshes: int, locked: int) -> bool:
    """A refresh costs 6, 3 more for each before it and 2 more for each paid lock, and never more than 24."""
    written = 6 + 3 * refreshes + 2 * locked
    return refresh_cost(refreshes, locked) == (24 if written > 24 else written)


@theorem("AG-ECO-4.3-02", "AG-ECO-4.3-03", refreshes=COUNT, locked=Numbers(0, 9))
def refreshes_never_get_cheaper(refreshes: int, locked: int) -> bool:
    """Neither a further refresh nor a further lock makes the next refresh cheaper; it always costs at least 6."""
    now = refresh_cost(refreshes, locked)
    return 6 <= now <= refresh_cost(refreshes + 1, locked) and now <= refresh_cost(refreshes, locked + 1)


@theorem("AG-ECO-4.3-03", refreshes=COUNT)
def the_seventh_refresh_and_later_cost_24(refreshes: int) -> bool:
    """Without locks the first refresh costs 6, the second 9, and exactly the seventh and later ones cost 24."""
    cost = refresh_cost(refreshes, 0)
    first = (refreshes != 0 or cost == 6) and (refreshes != 1 or cost == 9)
    return first and (cost == 24) == (refreshes >= 6)


# ---------------------------------------------------------------- hires


@theorem("AG-ECO-5.1-02", level=LEVEL, tier=TIER)
def a_hire_costs_what_is_written(level: int, tier: int) -> bool:
    """A Recruit's list price is 10, 4 more for each level and 10 more for a regular advanced Profession."""
    return hire_list_price(level, tier) == 10 + 4 * level + 10 * tier


@theorem(
    "AG-ECO-5.1-04",
    "AG-ECO-5.1-05",
    "AG-ECO-5.1-06",
    "AG-ECO-7-08",
    credit=COIN,
    price=COIN,
    use_credit=bool,
    under=LEGACY,
)
def credit_pays_as_much_as_it_can(credit: int, price: int, use_credit: bool) -> bool:
    """If it is used Credit pays the whole price or all that there is, else nothing; Coin pays the rest exactly."""
    used = credit_used(credit, price, use_credit)
    if not use_credit:
        return used == 0 and hire_coin_cost(price, used) == price
    return used == (price if credit >= price else credit) and hire_coin_cost(price, used) + used == price


# ---------------------------------------------------------------- sales and dismissals


@theorem("AG-ECO-5.2-02", band=BAND, tier=ITEM_TIER)
def an_item_costs_what_is_written(band: int, tier: int) -> bool:
    """An item's list price is 12, 3 more for each Region band and 6 more for each tier."""
    return equipment_list_price(band, tier) == 12 + 3 * band + 6 * tier


@theorem("AG-ECO-5.2-02", "AG-ECO-5.2-03", paid=COIN)
def a_sale_returns_three_tenths_rounded_down(paid: int) -> bool:
    """An item sells for the most whole Coin that is no more than 30 % of what was paid: for nothing if it was free."""
    value = sale_value(paid)
    return 10 * value <= 3 * paid < 10 * (value + 1)


@theorem("AG-ECO-5.3-04", survived=COUNT, paid=COIN)
def a_rebate_is_a_quarter_and_at_most_ten(survived: int, paid: int) -> bool:
    """After two survived battles a dismissal returns a quarter of the Coin paid, rounded down, at most 10; else 0."""
    rebate = dismissal_rebate(survived, paid)
    if survived < 2:
        return rebate == 0
    return rebate == 10 if paid >= 40 else 4 * rebate <= paid < 4 * (rebate + 1)


@theorem("AG-ECO-5.3-05", survived=COUNT, level=LEVEL, tier=TIER, credit=CREDIT, bought=TIER, use_credit=bool)
def a_replacement_costs_more_than_the_rebate(
    survived: int, level: int, tier: int, credit: int, bought: int, use_credit: bool
) -> bool:
    """However a Recruit was paid for, a replacement of its level bought without Credit costs more than its rebate."""
    price = hire_list_price(level, tier)
    paid = hire_coin_cost(price, credit_used(credit, price, use_credit))
    return hire_list_price(level, bought) > dismissal_rebate(survived, paid)


@theorem("AG-ECO-5.3-05", survived=COUNT, price=COIN, credit=COIN)
def the_rebate_counts_coin_alone(survived: int, price: int, credit: int) -> bool:
    """What Credit has paid is never returned: a Recruit hired with Credit has no greater rebate than the Coin paid."""
    paid = hire_coin_cost(price, credit_used(credit, price, True))
    return 4 * dismissal_rebate(survived, paid) <= paid


# ---------------------------------------------------------------- income


@theorem("AG-ECO-6-02", band=BAND, round_=ROUND, risk=RISK)
def a_victory_pays_what_is_written(band: int, round_: int, risk: int) -> bool:
    """Below Oathbound a victory pays 18, 2 more for each Round, 2 for each Region band and 7 for each step of risk."""
    written = 18 + 2 * round_ + 2 * band + 7 * risk
    return (
        battle_coin(band, round_, risk, Difficulty.STANDARD) == written
        and battle_coin(band, round_, risk, Difficulty.WAYFINDER) == written
    )


@theorem("AG-ECO-6-02", "AG-ECO-16-04", "AG-ECO-16-05", band=BAND, round_=ROUND, risk=RISK)
def oathbound_pays_fifteen_percent_more(band: int, round_: int, risk: int) -> bool:
    """Oathbound pays 115 % of what is written, rounded down once."""
    written = 18 + 2 * round_ + 2 * band + 7 * risk
    paid = battle_coin(band, round_, risk, Difficulty.OATHBOUND)
    return 100 * paid <= 115 * written < 100 * (paid + 1)


@theorem("AG-ECO-6-02", band=BAND, round_=ROUND, risk=RISK)
def a_reward_is_worth_what_is_written(band: int, round_: int, risk: int) -> bool:
    """A reward's budget is 12, 2 more for each Round, 3 for each Region band and 6 for each step of risk."""
    return reward_budget(band, round_, risk) == 12 + 2 * round_ + 3 * band + 6 * risk


@theorem("AG-ECO-6-05", band=BAND, round_=ROUND)
def the_steady_coin_card_is_half_the_budget(band: int, round_: int) -> bool:
    """The Coin card of a steady victory holds half of the reward budget, rounded down."""
    card = steady_coin_card(band, round_)
    return 2 * card <= reward_budget(band, round_, Risk.STEADY) < 2 * (card + 1)


# ---------------------------------------------------------------- Replacement Credit


@theorem("AG-ECO-7-02", list_price=COIN, paid=COIN, under=LEGACY)
def a_death_grants_what_is_written(list_price: int, paid: int) -> bool:
    """A death grants 10 Credit and half of the Coin paid, rounded down, but no more than the original list price."""
    half = credit_grant(10**10, paid) - 10
    grant = credit_grant(list_price, paid)
    return 2 * half <= paid < 2 * (half + 1) and grant == (list_price if list_price < 10 + half else 10 + half)


@fact("AG-ECO-7-03", cases=lambda: [credit_grant], under=LEGACY)
def a_provisional_recruit_grants_ten(grant: object) -> bool:
    """A provisional Recruit has cost no Coin and counts with a list price of 14: it grants 10 Credit."""
    return hire_list_price(1, Tier.BASE) == 14 and credit_grant(14, 0) == 10


@theorem("AG-ECO-7-02", "AG-ECO-2-02", credit=CREDIT, grants=(COIN, COIN, COIN, COIN), under=LEGACY)
def credit_is_the_capped_sum(credit: int, grants: tuple[int, ...]) -> bool:
    """After several deaths Credit is the old balance and all grants, or 54 if that is less."""
    balance = credit
    for grant in grants:
        balance = credit_after(balance, grant)
    total = credit + sum(grants)
    return balance == (54 if total > 54 else total)


@theorem("AG-ECO-7-02", credit=CREDIT, one=COIN, other=COIN, under=LEGACY)
def the_order_of_deaths_does_not_matter(credit: int, one: int, other: int) -> bool:
    """Two deaths leave the same Credit in either order, so that the cap gives no order an advantage."""
    return credit_after(credit_after(credit, one), other) == credit_after(credit_after(credit, other), one)


@theorem("AG-ECO-7-02", level=LEVEL, tier=TIER, credit=CREDIT, use_credit=bool, under=LEGACY)
def a_death_never_pays(level: int, tier: int, credit: int, use_credit: bool) -> bool:
    """The Credit of a death is never worth more than the list price that was paid for it in Coin and Credit."""
    price = hire_list_price(level, tier)
    used = credit_used(credit, price, use_credit)
    return credit_grant(price, hire_coin_cost(price, used)) <= price


# ---------------------------------------------------------------- difficulties and fees


def figures_of(difficulty: Difficulty) -> tuple[int, int, int]:
    """A difficulty's multipliers in per cent, as the table of the text has them."""
    terms = terms_of(difficulty)
    return terms.enemy_hp_bp // 100, terms.enemy_power_bp // 100, terms.reward_bp // 100


@fact("AG-ECO-16-02", "AG-ECO-16-03", "AG-ECO-16-04", cases=lambda: [Difficulty])
def there_are_three_difficulties(kinds: type[Difficulty]) -> bool:
    """A run is played as Wayfinder, Standard or Oathbound."""
    return [each.name for each in kinds] == ["WAYFINDER", "STANDARD", "OATHBOUND"]


@fact("AG-ECO-16-02", cases=lambda: [Difficulty.WAYFINDER])
def wayfinder_is_easier_and_pays_the_same(difficulty: Difficulty) -> bool:
    """Wayfinder has enemies at 90 % of HP, damage and healing, and full rewards."""
    return figures_of(difficulty) == (90, 90, 100) and terms_of(difficulty).enemy_hp_bp % 100 == 0


@fact("AG-ECO-16-03", cases=lambda: [Difficulty.STANDARD])
def standard_changes_nothing(difficulty: Difficulty) -> bool:
    """Standard multiplies nothing."""
    return figures_of(difficulty) == (100, 100, 100)


@fact("AG-ECO-16-04", cases=lambda: [Difficulty.OATHBOUND])
def oathbound_is_harder_and_pays_more(difficulty: Difficulty) -> bool:
    """Oathbound has enemies at 110 % of HP and 112 % of damage and healing, and rewards at 115 %."""
    return figures_of(difficulty) == (110, 112, 115)


def fees_of(difficulty: Difficulty) -> tuple[int, int, int]:
    """The most that defeat, timeout and retreat cost."""
    return (
        most_fee(difficulty, Outcome.DEFEAT),
        most_fee(difficulty, Outcome.TIMEOUT),
        most_fee(difficulty, Outcome.RETREAT),
    )


@fact("AG-SAV-12-11", cases=lambda: [Difficulty.WAYFINDER])
def wayfinder_fees(difficulty: Difficulty) -> bool:
    """Under Wayfinder a defeat is free, a timeout costs at most 2 Coin and a retreat at most 4."""
    return fees_of(difficulty) == (0, 2, 4)


@fact("AG-SAV-12-12", cases=lambda: [Difficulty.STANDARD])
def standard_fees(difficulty: Difficulty) -> bool:
    """Under Standard a defeat costs at most 2 Coin, a timeout 4 and a retreat 6."""
    return fees_of(difficulty) == (2, 4, 6)


@fact("AG-SAV-12-13", cases=lambda: [Difficulty.OATHBOUND])
def oathbound_fees(difficulty: Difficulty) -> bool:
    """Under Oathbound a defeat costs at most 4 Coin, a timeout 6 and a retreat 8."""
    return fees_of(difficulty) == (4, 6, 8)


@theorem("AG-SAV-12-14", difficulty=Difficulty, outcome=Outcome, coin=COIN)
def a_fee_takes_no_more_than_there_is(difficulty: Difficulty, outcome: Outcome, coin: int) -> bool:
    """A fee is the table's figure or all the Coin that there is, and never makes Coin negative."""
    fee, most = failure_fee(difficulty, outcome, coin), most_fee(difficulty, outcome)
    return fee == (coin if coin < most else most) and coin - fee >= 0


@theorem("AG-SAV-12-02", difficulty=Difficulty, coin=COIN)
def a_victory_costs_nothing(difficulty: Difficulty, coin: int) -> bool:
    """A victory costs no fee, however many fell."""
    return failure_fee(difficulty, Outcome.VICTORY, coin) == 0


@theorem("AG-SAV-12-14", difficulty=Difficulty, coin=COIN)
def giving_up_costs_most(difficulty: Difficulty, coin: int) -> bool:
    """A retreat never costs less than a timeout, nor a timeout less than a defeat."""
    defeat = failure_fee(difficulty, Outcome.DEFEAT, coin)
    timeout = failure_fee(difficulty, Outcome.TIMEOUT, coin)
    return defeat <= timeout <= failure_fee(difficulty, Outcome.RETREAT, coin)


@fact("AG-ECO-16-05", cases=lambda: [(economy, progression, recruits, equipment, renown)])
def difficulty_changes_battle_coin_alone(modules: tuple[ModuleType, ...]) -> bool:
    """Of all prices, levels, grants, attributes, Experience and Renown only battle Coin asks for the difficulty.

    Besides it an enemy's HP and power do.
    """
    functions = [each for module in modules for each in vars(module).values() if isfunction(each)]
    asking = [each.__name__ for each in functions if Difficulty.__name__ in map(str, each.__annotations__.values())]
    return sorted(set(asking)) == ["battle_coin", "enemy_hp", "enemy_power", "terms_of"]
