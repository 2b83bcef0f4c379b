"""The fixed vectors of the economy, computed by the kernel and compared with the figures of the text: AG-ECO-17."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild import step
from kernel.guild.balance.solvency import coin_at_muster
from kernel.guild.choices import Abandon, Dismiss
from kernel.guild.difficulty import Difficulty, Outcome, failure_fee
from kernel.guild.economy import (
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
    refresh_cost,
    sale_value,
)
from kernel.guild.edition import Edition
from kernel.guild.progression import battle_xp, xp_share, xp_to_next
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import BOTH, Rulings
from kernel.guild.state import Recruit, State
from model.guild_starts import FIRST_MARKET, founded, played
from properties.claim import fact


@fact("AG-ECO-17-01", cases=lambda: zip((0, 2, 4, 6, 8, 10, 12), (4, 5, 6, 7, 8, 9, 10), strict=True))
def vector_capacity(case: tuple[int, int]) -> bool:
    """Cleared Rounds 0, 2, 4, 6, 8, 10 and 12 give a capacity of 4, 5, 6, 7, 8, 9 and 10."""
    cleared, capacity = case
    return line_capacity(cleared) == capacity


@fact("AG-ECO-17-02", cases=lambda: [(3, Tier.BASE, 22)])
def vector_base_hire(case: tuple[int, int, int]) -> bool:
    """A base Recruit of level 3 is listed at 22 Coin."""
    level, tier, price = case
    return hire_list_price(level, tier) == price


@fact("AG-ECO-17-03", cases=lambda: [(3, Tier.ADVANCED, 32)])
def vector_advanced_hire(case: tuple[int, int, int]) -> bool:
    """An advanced Recruit of level 3 is listed at 32 Coin."""
    level, tier, price = case
    return hire_list_price(level, tier) == price


@fact("AG-ECO-17-04", cases=lambda: [(22, 19, 3, 0)], under=(Edition.FG4,))
def vector_credit_hire(case: tuple[int, int, int, int]) -> bool:
    """A hire listed at 22 with 19 Credit costs 3 Coin and leaves no Credit."""
    price, credit, coin, left = case
    used = credit_used(credit, price, True)
    return (hire_coin_cost(price, used), credit - used) == (coin, left)


@fact("AG-ECO-17-05", cases=lambda: [(4, 2, 36)])
def vector_item_price(case: tuple[int, int, int]) -> bool:
    """An item of band 4 and tier 2 costs 36 Coin."""
    band, tier, price = case
    return equipment_list_price(band, tier) == price


@fact("AG-ECO-17-06", cases=lambda: [(36, 10)])
def vector_item_sale(case: tuple[int, int]) -> bool:
    """An item bought for 36 Coin sells for 10."""
    paid, value = case
    return sale_value(paid) == value


@fact("AG-ECO-17-07", cases=lambda: [(0, 0, 6), (1, 0, 9), (7, 0, 24)])
def vector_refresh(case: tuple[int, int, int]) -> bool:
    """Without locks a refresh costs 6 at first, 9 after one and 24 after seven."""
    refreshes, locked, cost = case
    return refresh_cost(refreshes, locked) == cost


@fact("AG-ECO-17-08", cases=lambda: [(0, 5, Difficulty.STANDARD, 28)])
def vector_steady_income(case: tuple[int, int, Difficulty, int]) -> bool:
    """A steady victory in band 0 and Round 5 pays 28 Coin on Standard."""
    band, round_, difficulty, coin = case
    return battle_coin(band, round_, Risk.STEADY, difficulty) == coin


@fact("AG-ECO-17-09", cases=lambda: [(7, 5, Difficulty.STANDARD, 42)])
def vector_region_income(case: tuple[int, int, Difficulty, int]) -> bool:
    """A steady victory in band 7 and Round 5 pays 42 Coin on Standard."""
    band, round_, difficulty, coin = case
    return battle_coin(band, round_, Risk.STEADY, difficulty) == coin


@fact("AG-ECO-17-10", cases=lambda: [(0, 5, Difficulty.OATHBOUND, 48)])
def vector_elite_income(case: tuple[int, int, Difficulty, int]) -> bool:
    """An elite victory in band 0 and Round 5 pays 48 Coin on Oathbound."""
    band, round_, difficulty, coin = case
    return battle_coin(band, round_, Risk.ELITE, difficulty) == coin


@fact("AG-ECO-17-11", cases=lambda: [(4, 60)])
def vector_level_xp(case: tuple[int, int]) -> bool:
    """Level 5 takes 60 Experience from level 4."""
    level, xp = case
    return xp_to_next(level) == xp


@fact("AG-ECO-17-12", cases=lambda: [(5, Risk.ELITE, 28)])
def vector_battle_xp(case: tuple[int, int, int]) -> bool:
    """An elite victory in Round 5 gives 28 Experience to whoever is deployed and stands, and none to others."""
    round_, risk, xp = case
    full = battle_xp(round_, risk)
    shares = [xp_share(full, Outcome.VICTORY, *who) for who in ((True, True), (True, False), (False, True))]
    return shares == [xp, 0, 0]


@fact("AG-ECO-17-13", cases=lambda: [(22, 18, 19)], under=(Edition.FG4,))
def vector_death_credit(case: tuple[int, int, int]) -> bool:
    """The death of a Recruit listed at 22 and bought for 18 grants 19 Credit."""
    listed, paid, grant = case
    return credit_grant(listed, paid) == grant and credit_after(0, grant) == grant


@fact("AG-ECO-17-14", cases=lambda: [(32, 3, 8)])
def vector_dismissal(case: tuple[int, int, int]) -> bool:
    """Dismissing a Recruit bought for 32 that survived three battles returns 8 Coin."""
    paid, survived, rebate = case
    return dismissal_rebate(survived, paid) == rebate


def last_recruit(rulings: Rulings) -> State:
    """An open Market with one living Recruit that cost 32 Coin and survived three battles; 3 Coin, no Credit."""
    state = played(founded(rulings, 3, 3, 1, Difficulty.STANDARD), rulings, FIRST_MARKET)
    last = replace(state.recruits[0], list_price=32, paid=32, survived=3)
    return replace(state, recruits=(last, Recruit(), Recruit()), coin=3, credit=0)


@fact("AG-ECO-17-15", "AG-ECO-5.3-08", "AG-ECO-5.3-06", cases=lambda: BOTH)
def vector_final_dismissal(rulings: Rulings) -> bool:
    """The last Recruit cannot be dismissed, at preview or at repeated confirm, and abandoning the run stays legal."""
    state = last_recruit(rulings)
    wanted = (state.recruits[0].paid, state.coin, state.credit, dismissal_rebate(3, 32))
    asked = [step.refusal_of(state, Dismiss(0), rulings) for _ in range(3)]
    try:
        step.advance(state, Dismiss(0), rulings)
    except Refused as refused:
        asked.append(refused.refusal)
    legal = step.refusal_of(state, Abandon(), rulings) is Refusal.NONE
    return wanted == (32, 3, 0, 8) and asked == [Refusal.FINAL_LIVE_RECRUIT] * 4 and legal


@fact("AG-ECO-17-16", cases=lambda: range(8))
def vector_solvency(band: int) -> bool:
    """In every band the opening Coin and twelve steady victories less the baseline plan leave 79 Coin."""
    return coin_at_muster(band, Difficulty.STANDARD) == 79


@fact("AG-SAV-18-24", cases=lambda: [((19, 19, 19), 54)], under=(Edition.FG4,))
def vector_three_deaths(case: tuple[tuple[int, ...], int]) -> bool:
    """Three deaths that grant 19 each leave 54 Credit."""
    grants, credit = case
    balance = 0
    for grant in grants:
        balance = credit_after(balance, grant)
    return balance == credit


@fact("AG-SAV-18-25", cases=lambda: [(Difficulty.STANDARD, Outcome.RETREAT, 10, 6)])
def vector_standard_retreat(case: tuple[Difficulty, Outcome, int, int]) -> bool:
    """A retreat on Standard with 10 Coin costs 6."""
    difficulty, outcome, coin, fee = case
    return failure_fee(difficulty, outcome, coin) == fee


@fact("AG-SAV-18-26", cases=lambda: [(Difficulty.WAYFINDER, Outcome.TIMEOUT, 1, 1)])
def vector_wayfinder_timeout(case: tuple[Difficulty, Outcome, int, int]) -> bool:
    """A timeout on Wayfinder with 1 Coin costs that Coin."""
    difficulty, outcome, coin, fee = case
    return failure_fee(difficulty, outcome, coin) == fee
