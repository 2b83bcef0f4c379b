"""Experience, levels, ranks of enemies, Recruits' attributes and items' budgets, each right beside wrong."""

from __future__ import annotations

import pytest

from kernel.contracts import ContractBroken, cited
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.equipment import Support, is_within_budget, misses_after
from kernel.guild.progression import Growth, boss_rank, encounter_rank, enemy_hp, gain, rank_scaled, xp_share
from kernel.guild.recruits import ActionRule, is_legal_roll, is_unlocked, roll
from kernel.guild.rulings import STANDING, BossRisk, EnemyRounding, HookBudget, Rulings


@pytest.mark.parametrize(
    ("level", "xp", "award", "grown"),
    [
        (1, 0, 29, Growth(1, 29, 0)),
        (1, 0, 30, Growth(2, 0, 0)),
        (1, 0, 70, Growth(3, 0, 0)),
        (9, 0, 109, Growth(9, 109, 0)),
        (9, 100, 12, Growth(10, 0, 2)),
        (10, 0, 42, Growth(10, 0, 42)),
        (1, 0, 1_000, Growth(10, 0, 370)),
    ],
)
def test_awards_make_levels(level: int, xp: int, award: int, grown: Growth) -> None:
    assert gain(level, xp, award) == grown


@pytest.mark.parametrize(("level", "xp", "award"), [(1, 30, 0), (10, 1, 0), (0, 0, 0), (11, 0, 0), (1, 0, -1)])
def test_experience_that_cannot_be_is_refused(level: int, xp: int, award: int) -> None:
    with pytest.raises(ContractBroken) as broken:
        gain(level, xp, award)
    assert cited(broken.value).startswith(("AG-ECO-8-02: ", "AG-ECO-8-03: "))


def test_shares_ask_outcome_and_standing() -> None:
    assert [xp_share(28, outcome, True, True) for outcome in Outcome] == [28, 14, 14, 14]
    assert xp_share(28, Outcome.VICTORY, True, False) == xp_share(28, Outcome.VICTORY, False, True) == 0


def test_ranks_are_capped_and_round_half_up() -> None:
    assert (encounter_rank(12, 2, False), encounter_rank(12, 2, True), encounter_rank(1, 0, False)) == (6, 6, 1)
    assert [boss_rank(Rulings(boss_risk=each)) for each in BossRisk] == [5, 6]
    assert (rank_scaled(100, 3), rank_scaled(25, 4), rank_scaled(6, 2), rank_scaled(7, 2)) == (116, 31, 6, 8)
    assert [enemy_hp(5, Difficulty.WAYFINDER, Rulings(enemy_rounding=each)) for each in EnemyRounding] == [4, 5]


def test_a_roll_deals_out_every_point_and_no_more() -> None:
    assert roll(1, (0, 1, 2, 3, 4) * 3) == (7, 7, 7, 7, 7)
    assert roll(3, (4,) * 15) == (6, 6, 6, 6, 21)
    for level, draws, rule in ((1, (0,) * 15, "no point above"), (1, (0,) * 3, "every remaining point")):
        with pytest.raises(ContractBroken, match=rule):
            roll(level, draws)


def test_a_roll_is_legal_within_budget_floor_and_cap() -> None:
    assert is_legal_roll((7, 7, 7, 7, 7), 1)
    assert not is_legal_roll((8, 7, 7, 7, 7), 1)
    assert not is_legal_roll((3, 8, 8, 8, 8), 1)
    assert not is_legal_roll((16, 4, 5, 5, 5), 1)


def test_rules_unlock_by_level() -> None:
    assert [sum(is_unlocked(rule, level) for rule in ActionRule) for level in (1, 2, 3, 4, 10)] == [1, 2, 3, 4, 4]
    with pytest.raises(ContractBroken, match="levels are 1 to 10"):
        is_unlocked(ActionRule.BASIC, 0)


@pytest.mark.parametrize(
    ("support", "inside", "apart"),
    [
        (Support(12, 9, 0, 0, 0, 0), True, True),
        (Support(24, 3, 1, 0, 0, 0), False, True),
        (Support(11, 0, 0, 0, 0, 0), False, False),
        (Support(25, 0, 0, 0, 0, 0), False, False),
        (Support(12, 0, 10, 6, 0, 0), False, False),
        (Support(12, 0, 9, 6, 1, 1), True, True),
    ],
)
def test_budgets_are_kept(support: Support, inside: bool, apart: bool) -> None:
    assert is_within_budget(support, 0, STANDING) is inside
    assert is_within_budget(support, 0, Rulings(hook_budget=HookBudget.APART)) is apart


def test_bad_luck_ends_after_two() -> None:
    assert (misses_after(0, False), misses_after(1, False), misses_after(2, True)) == (1, 2, 0)
    with pytest.raises(ContractBroken, match="the third draft contains the tag"):
        misses_after(2, False)
