"""What the formulas refuse: arguments beyond the ranges of the text are never clamped, but break a contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from kernel.contracts import ContractBroken
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import (
    Tier,
    battle_coin,
    credit_after,
    credit_grant,
    credit_used,
    equipment_list_price,
    hire_list_price,
    line_capacity,
    offer_level,
    reward_budget,
)
from kernel.guild.progression import xp_to_next
from kernel.guild.recruits import attribute_budget, attribute_cap, attribute_floor
from kernel.guild.renown import first_clear_renown, renown_after
from properties.claim import fact

#: Numbers within and beyond every range of the text; and those at which ranges end.
AROUND = range(-3, 17)
ENDS = (-1, 0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 13)


def is_answered(function: Callable[..., Any], *arguments: Any) -> bool:
    """Does the kernel answer, or does a contract refuse?"""
    try:
        function(*arguments)
    except ContractBroken:
        return False
    return True


def pairs() -> Iterator[tuple[int, int]]:
    """Two numbers, each within and beyond every range."""
    return product(ENDS, ENDS)


@fact("AG-ECO-3-10", cases=lambda: AROUND)
def cleared_rounds_are_0_to_12(cleared: int) -> bool:
    """Capacity is asked for 0 to 12 cleared Rounds, and for no others."""
    return is_answered(line_capacity, cleared) == (0 <= cleared <= 12)


@fact("AG-ECO-4.1-01", cases=lambda: AROUND)
def rounds_are_1_to_12(round_: int) -> bool:
    """Offers have a level in Rounds 1 to 12, and in no others."""
    return is_answered(offer_level, round_) == (1 <= round_ <= 12)


@fact("AG-ECO-5.1-01", cases=pairs)
def recruits_are_priced_by_level_and_tier(case: tuple[int, int]) -> bool:
    """Only base and regular advanced Recruits of levels 1 to 10 have a price."""
    level, tier = case
    return is_answered(hire_list_price, level, tier) == (1 <= level <= 10 and 0 <= tier <= 1)


@fact("AG-ECO-4.1-03", cases=lambda: range(1, 11))
def hybrids_have_no_price(level: int) -> bool:
    """A hidden hybrid cannot be bought at any level."""
    return not is_answered(hire_list_price, level, Tier.HYBRID)


@fact("AG-ECO-5.2-01", cases=pairs)
def items_are_priced_by_band_and_tier(case: tuple[int, int]) -> bool:
    """Only items of Region bands 0 to 7 and tiers 0 to 3 have a price."""
    band, tier = case
    return is_answered(equipment_list_price, band, tier) == (0 <= band <= 7 and 0 <= tier <= 3)


@fact("AG-ECO-6-01", cases=lambda: product((-1, 0, 7, 8), (0, 1, 12, 13), range(-1, 4)))
def battles_are_paid_by_band_round_and_risk(case: tuple[int, int, int]) -> bool:
    """Income and rewards are those of bands 0 to 7, ordinary Rounds 1 to 12 and risks 0 to 2; a boss has none."""
    band, round_, risk = case
    is_meant = 0 <= band <= 7 and 1 <= round_ <= 12 and 0 <= risk <= 2
    paid = is_answered(battle_coin, band, round_, risk, Difficulty.STANDARD)
    return paid == is_meant == is_answered(reward_budget, band, round_, risk)


@fact("AG-ECO-5.1-04", cases=lambda: product((-1, 0, 19, 22), (-1, 0, 22), (False, True)))
def the_use_of_credit_is_the_players_choice(case: tuple[int, int, bool]) -> bool:
    """Any hire may use Credit or leave it; neither a balance nor a price is negative."""
    credit, price, use_credit = case
    if credit < 0 or price < 0:
        return not is_answered(credit_used, credit, price, use_credit)
    return credit_used(credit, price, use_credit) == (min(credit, price) if use_credit else 0)


@fact("AG-ECO-7-01", cases=lambda: product(range(-2, 30), range(-2, 30)))
def a_death_counts_the_original_price_and_the_coin(case: tuple[int, int]) -> bool:
    """A grant follows from the original list price and the Coin paid, neither of them negative, and from both."""
    listed, paid = case
    if listed < 0 or paid < 0:
        return not is_answered(credit_grant, listed, paid)
    return credit_grant(listed, paid) == min(listed, 10 + paid // 2)


@fact("AG-ECO-2-02", cases=lambda: product((-1, 0, 53, 54), (-1, 0, 1, 60)))
def credit_is_never_negative_nor_above_54(case: tuple[int, int]) -> bool:
    """A Credit balance is never negative, no grant is, and what is above 54 is lost."""
    credit, grant = case
    if credit < 0 or grant < 0:
        return not is_answered(credit_after, credit, grant)
    return credit_after(credit, grant) == min(54, credit + grant)


@fact("AG-ECO-8-01", cases=lambda: AROUND)
def levels_1_to_9_have_a_next(level: int) -> bool:
    """Levels 1 to 9 have a next level, and no others."""
    return is_answered(xp_to_next, level) == (1 <= level <= 9)


@fact("AG-ECO-9-01", cases=pairs)
def regions_are_1_to_8_and_ranks_1_and_2(case: tuple[int, int]) -> bool:
    """Contracts have Regions 1 to 8 and ranks 1 and 2."""
    region, rank = case
    return is_answered(first_clear_renown, region, rank) == (1 <= region <= 8 and 1 <= rank <= 2)


@fact("AG-SYS-4.1-03", cases=lambda: AROUND)
def recruits_have_levels_1_to_10(level: int) -> bool:
    """A Recruit of levels 1 to 10 has a budget, a floor and a cap, and no other has."""
    answers = [is_answered(each, level) for each in (attribute_budget, attribute_floor, attribute_cap)]
    return answers == [1 <= level <= 10] * 3


@fact("AG-ECO-2-04", cases=lambda: product((-1, 0, 9_998, 9_999, 10_000), (-1, 0, 1, 30)))
def renown_is_0_to_9999(case: tuple[int, int]) -> bool:
    """Renown is 0 to 9,999, a grant is never negative, and what is above the cap is lost."""
    renown, grant = case
    if not 0 <= renown <= 9_999 or grant < 0:
        return not is_answered(renown_after, renown, grant)
    return renown_after(renown, grant) == min(9_999, renown + grant)
