"""Experience, levels and the rank of enemies, for all arguments: AG-ECO-8, AG-ECO-8.1, AG-ECO-2-03."""

from __future__ import annotations

from itertools import product

from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import offer_level
from kernel.guild.progression import (
    battle_xp,
    boss_rank,
    encounter_rank,
    enemy_hp,
    enemy_power,
    gain,
    is_experience,
    rank_multiplier_bp,
    rank_scaled,
    xp_share,
    xp_to_next,
)
from kernel.guild.rulings import BossRisk, EnemyRounding, Rulings
from properties.claim import fact
from properties.theorem import Numbers, theorem

LEVEL, ROUND, RISK = Numbers(1, 10), Numbers(1, 12), Numbers(0, 2)
XP, AWARD = Numbers(0, 120), Numbers(0, 1_000)
#: The most that one battle gives: an elite one of Round 12.
BATTLE = Numbers(0, 42)


def total(level: int, xp: int) -> int:
    """All Experience that it takes to stand so, from level 1 on: 30 for the first step, 10 more for each further."""
    return sum(20 + 10 * below if below < level else 0 for below in range(1, 10)) + xp


@theorem("AG-ECO-8-02", level=Numbers(1, 9))
def a_level_takes_what_is_written(level: int) -> bool:
    """The next level takes 20 Experience and 10 more for each level."""
    return xp_to_next(level) == 20 + 10 * level


@theorem("AG-ECO-8-02", round_=ROUND, risk=RISK)
def a_battle_is_worth_what_is_written(round_: int, risk: int) -> bool:
    """A battle is worth 10 Experience, 2 more for each Round and 4 for each step of risk."""
    return battle_xp(round_, risk) == 10 + 2 * round_ + 4 * risk


@theorem("AG-ECO-8-03", round_=ROUND, risk=RISK, outcome=Outcome, is_deployed=bool, is_standing=bool)
def experience_is_shared_as_written(
    round_: int, risk: int, outcome: Outcome, is_deployed: bool, is_standing: bool
) -> bool:
    """Who is deployed and stands gains all after a victory and exactly half otherwise; everybody else nothing."""
    full = battle_xp(round_, risk)
    gained = xp_share(full, outcome, is_deployed, is_standing)
    if not (is_deployed and is_standing):
        return gained == 0
    return gained == full if outcome is Outcome.VICTORY else 2 * gained == full


@theorem(
    "AG-ECO-8-04",
    "AG-ECO-2-03",
    premise=lambda level, xp, award: is_experience(level, xp),
    level=LEVEL,
    xp=XP,
    award=AWARD,
)
def no_experience_is_lost_below_the_cap(level: int, xp: int, award: int) -> bool:
    """An award goes into levels to the last point; only what is left at level 10 is discarded, and all of that."""
    grown = gain(level, xp, award)
    is_exact = total(level, xp) + award == total(grown.level, grown.xp) + grown.discarded
    return is_exact and (grown.discarded == 0 if grown.level < 10 else grown.xp == 0)


@theorem(
    "AG-ECO-8-04",
    "AG-ECO-2-03",
    premise=lambda level, xp, award: is_experience(level, xp),
    level=LEVEL,
    xp=XP,
    award=AWARD,
)
def levels_only_rise_and_end_at_ten(level: int, xp: int, award: int) -> bool:
    """No award lowers a level or lifts it above 10, and each level below 10 that could be reached is."""
    grown = gain(level, xp, award)
    rises = level <= grown.level <= 10
    return rises and (grown.level == 10 or grown.xp < 20 + 10 * grown.level)


@theorem(
    "AG-ECO-8-04",
    premise=lambda level, xp, award: is_experience(level, xp),
    level=LEVEL,
    xp=XP,
    award=BATTLE,
)
def one_battle_gives_at_most_two_levels(level: int, xp: int, award: int) -> bool:
    """No battle lifts a Recruit by more than two levels, and by two only from level 1."""
    steps = gain(level, xp, award).level - level
    return steps <= 2 and (steps < 2 or level == 1)


@fact("AG-ECO-8-04", cases=lambda: [(1, 28, battle_xp(12, 2))])
def one_award_can_give_two_levels(case: tuple[int, int, int]) -> bool:
    """An elite victory of Round 12 lifts a Recruit of level 1 with 28 Experience to level 3."""
    grown = gain(*case)
    return (grown.level, grown.xp, grown.discarded) == (3, 0, 0)


@fact("AG-ECO-8-05", cases=lambda: product(range(1, 11), range(0, 43, 6)))
def nobody_gains_from_another(case: tuple[int, int]) -> bool:
    """A Recruit holds no more Experience than it began with and was awarded: none comes from elsewhere."""
    level, award = case
    return total(gain(level, 0, award).level, gain(level, 0, award).xp) <= total(level, 0) + award


# ---------------------------------------------------------------- enemies


@theorem("AG-ECO-8.1-02", round_=ROUND, risk=RISK, is_boss=bool)
def a_rank_is_what_is_written(round_: int, risk: int, is_boss: bool) -> bool:
    """The rank is the level of the offers, the risk, and one more for a boss, at most 6."""
    written = 1 + (round_ - 1) // 3 + risk + (1 if is_boss else 0)
    return encounter_rank(round_, risk, is_boss) == (6 if written > 6 else written)


@theorem("AG-ECO-8.1-02", round_=ROUND, risk=RISK)
def the_rank_cap_is_for_elite_bosses_alone(round_: int, risk: int) -> bool:
    """In ordinary battles the cap of 6 never acts, and for bosses only after Round 9 at the highest risk."""
    written = offer_level(round_) + risk
    is_capped = encounter_rank(round_, risk, True) < written + 1
    return encounter_rank(round_, risk, False) == written and is_capped == (round_ >= 10 and risk == 2)


@theorem("AG-ECO-8.1-02", rank=Numbers(1, 6))
def each_rank_adds_eight_percent(rank: int) -> bool:
    """Rank 1 multiplies by one, and each further rank adds 8 %."""
    return rank_multiplier_bp(rank) == 10_000 + 800 * (rank - 1)


@theorem("AG-ECO-8.1-03", base=Numbers(0, 10**6), rank=Numbers(1, 6))
def ranks_round_half_up_once(base: int, rank: int) -> bool:
    """A base figure times its multiplier is rounded to the nearest whole, and half up."""
    twice, scaled = base * (100 + 8 * (rank - 1)), rank_scaled(base, rank)
    return 100 * scaled - 50 <= twice < 100 * scaled + 50


@theorem("AG-ECO-8.1-02", boss_risk=BossRisk)
def a_boss_has_rank_5_or_6(boss_risk: BossRisk) -> bool:
    """A boss has rank 5 if it counts as steady and 6 if it counts as elite."""
    return boss_rank(Rulings(boss_risk=boss_risk)) == (5 if boss_risk is BossRisk.STEADY else 6)


@theorem("AG-ECO-16-05", "AG-ECO-8.1-03", derived=Numbers(0, 10**6), difficulty=Difficulty, rounding=EnemyRounding)
def difficulty_multiplies_derived_figures_once(derived: int, difficulty: Difficulty, rounding: EnemyRounding) -> bool:
    """HP is 90, 100 or 110 % of an enemy's derived figure, damage and healing 90, 100 or 112 %, rounded once."""
    rulings = Rulings(enemy_rounding=rounding)
    hp = 90 if difficulty is Difficulty.WAYFINDER else 100 if difficulty is Difficulty.STANDARD else 110
    power = 112 if difficulty is Difficulty.OATHBOUND else hp
    low = 0 if rounding is EnemyRounding.DOWN else -50
    return (
        low <= hp * derived - 100 * enemy_hp(derived, difficulty, rulings) < low + 100
        and low <= power * derived - 100 * enemy_power(derived, difficulty, rulings) < low + 100
    )


@fact("AG-ECO-8.1-03", "AG-ECO-16-05", cases=lambda: [(20_505, 18_454, 18_455)])
def roundings_of_difficulty_differ(case: tuple[int, int, int]) -> bool:
    """A derived MaxHP of 205.05 is 184.54 under Wayfinder rounded down, and 184.55 rounded half up."""
    derived, down, half_up = case
    found = [enemy_hp(derived, Difficulty.WAYFINDER, Rulings(enemy_rounding=each)) for each in EnemyRounding]
    return found == [down, half_up]
