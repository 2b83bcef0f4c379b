"""Experience and levels, and the rank of enemies. Whole numbers; multipliers in basis points.

Rules: AG-ECO-8, AG-ECO-8.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import ensure, require
from kernel.guild.difficulty import WHOLE, Difficulty, Outcome, terms_of
from kernel.guild.economy import MAX_LEVEL, MIN_LEVEL, ROUNDS, Risk, offer_level
from kernel.guild.rulings import BossRisk, EnemyRounding, Rulings

XP_BASE, XP_LEVEL_STEP = 20, 10
BATTLE_XP_BASE, BATTLE_XP_ROUND_STEP, BATTLE_XP_RISK_STEP = 10, 2, 4
#: What a battle that was not won leaves of its Experience, in basis points (AG-ECO-8-03).
LOST_SHARE_BP = 5_000

LAST_RANK = 6
RANK_STEP_BP = 800


# ---------------------------------------------------------------- Experience


@require(lambda level: MIN_LEVEL <= level < MAX_LEVEL, "AG-ECO-8-01: levels 1 to 9 have a next level")
def xp_to_next(level: int) -> int:
    """The Experience from this level to the next. Rules: AG-ECO-8-02."""
    return XP_BASE + XP_LEVEL_STEP * level


@require(lambda round_: 1 <= round_ <= ROUNDS, "AG-ECO-8-02: ordinary Rounds are 1 to 12")
@require(lambda risk: 0 <= risk <= Risk.ELITE, "AG-ECO-8-02: risks are 0 to 2")
def battle_xp(round_: int, risk: int) -> int:
    """The Experience of a battle; no difficulty changes it. Rules: AG-ECO-8-02, AG-ECO-8-03."""
    return BATTLE_XP_BASE + BATTLE_XP_ROUND_STEP * round_ + BATTLE_XP_RISK_STEP * risk


@require(lambda xp: xp >= 0, "AG-ECO-8-02: Experience is never negative")
def xp_share(xp: int, outcome: Outcome, is_deployed: bool, is_standing: bool) -> int:
    """What one Recruit receives of a battle's Experience: nothing in Reserve, nor after it fell. Rules: AG-ECO-8-03."""
    if not (is_deployed and is_standing):
        return 0
    return xp if outcome is Outcome.VICTORY else LOST_SHARE_BP * xp // WHOLE


@dataclass(frozen=True)
class Growth:
    """Where an award leaves a Recruit: its level, the Experience towards the next, and what the cap discards."""

    level: int
    xp: int
    discarded: int


def is_experience(level: int, xp: int) -> bool:
    """Can a Recruit stand so: less than the next level takes, and nothing at the cap? Rules: AG-ECO-8-04."""
    if level >= MAX_LEVEL:
        return level == MAX_LEVEL and xp == 0
    return level >= MIN_LEVEL and 0 <= xp < XP_BASE + XP_LEVEL_STEP * level


@require(lambda level, xp: is_experience(level, xp), "AG-ECO-8-02: Experience stays below the next level")
@require(lambda award: award >= 0, "AG-ECO-8-03: no award is negative")
@ensure(lambda result: is_experience(result.level, result.xp), "AG-ECO-8-04: levels end at 10, with no Experience left")
def gain(level: int, xp: int, award: int) -> Growth:
    """Add one award, level after level; at the cap the excess is discarded. Rules: AG-ECO-8-04, AG-ECO-2-03."""
    total = xp + award
    for _ in range(MIN_LEVEL, MAX_LEVEL):
        if level < MAX_LEVEL and total >= xp_to_next(level):
            total = total - xp_to_next(level)
            level = level + 1
    if level == MAX_LEVEL:
        return Growth(level, 0, total)
    return Growth(level, total, 0)


# ---------------------------------------------------------------- enemies


@require(lambda risk: 0 <= risk <= Risk.ELITE, "AG-ECO-6-01: risks are 0 to 2")
def encounter_rank(round_: int, risk: int, is_boss: bool) -> int:
    """The rank of a battle's enemies, from 1. Rules: AG-ECO-8.1-02."""
    return min(LAST_RANK, offer_level(round_) + risk + (1 if is_boss else 0))


def boss_rank(rulings: Rulings) -> int:
    """The rank of a boss, which stands in Round 12. Rules: AG-ECO-8.1-02, AG-ECO-4.1-03, F-106."""
    return encounter_rank(ROUNDS, Risk.ELITE if rulings.boss_risk is BossRisk.ELITE else Risk.STEADY, True)


@require(lambda rank: 1 <= rank <= LAST_RANK, "AG-ECO-8.1-02: ranks are 1 to 6")
def rank_multiplier_bp(rank: int) -> int:
    """What a rank multiplies an enemy's base figures with. Rules: AG-ECO-8.1-02."""
    return WHOLE + RANK_STEP_BP * (rank - 1)


@require(lambda base: base >= 0, "AG-ECO-8.1-03: base figures are not negative")
def rank_scaled(base: int, rank: int) -> int:
    """An enemy's MaxHP, power, Guard, Ward, Potency or Tenacity at a rank, rounded half up. Rules: AG-ECO-8.1-03."""
    return (base * rank_multiplier_bp(rank) + WHOLE // 2) // WHOLE


def _rounded(units: int, bp: int, rulings: Rulings) -> int:
    half = WHOLE // 2 if rulings.enemy_rounding is EnemyRounding.HALF_UP else 0
    return (units * bp + half) // WHOLE


@require(lambda derived: derived >= 0, "AG-ECO-16-05: derived figures are not negative")
def enemy_hp(derived: int, difficulty: Difficulty, rulings: Rulings) -> int:
    """An enemy's derived MaxHP under a difficulty. Rules: AG-ECO-16-05, AG-ECO-8.1-03, F-107."""
    return _rounded(derived, terms_of(difficulty).enemy_hp_bp, rulings)


@require(lambda derived: derived >= 0, "AG-ECO-16-05: derived figures are not negative")
def enemy_power(derived: int, difficulty: Difficulty, rulings: Rulings) -> int:
    """An enemy's derived damage or healing under a difficulty. Rules: AG-ECO-16-05, AG-ECO-8.1-03, F-107."""
    return _rounded(derived, terms_of(difficulty).enemy_power_bp, rulings)
