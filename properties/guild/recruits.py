"""What a generated Recruit is, and what its level unlocks, for all arguments: AG-SYS-4.1, AG-SYS-5.2, AG-SYS-5.3."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.guild.recruits import (
    ActionRule,
    attribute_budget,
    attribute_cap,
    attribute_floor,
    bare_roll,
    is_legal_roll,
    is_promotable,
    is_unlocked,
    is_within_bounds,
    points_left,
    roll,
    with_point,
)
from properties.claim import fact
from properties.guild.limits import is_answered
from properties.theorem import Numbers, theorem

LEVEL, DRAW = Numbers(1, 10), Numbers(0, 4)
FIVE = (Numbers(0, 42),) * 5
RULES = tuple(ActionRule)


@theorem("AG-SYS-4.1-04", level=LEVEL)
def budget_floor_and_cap_are_as_written(level: int) -> bool:
    """Level L has a budget of 30 and 5 L, a floor of 3 and L, and a cap of 12 and 3 L for each attribute."""
    bounds = (attribute_budget(level), attribute_floor(level), attribute_cap(level))
    return bounds == (30 + 5 * level, 3 + level, 12 + 3 * level)


@theorem("AG-SYS-4.1-04", "AG-SYS-4.1-05", level=LEVEL)
def fifteen_points_are_left_at_every_level(level: int) -> bool:
    """At every level 15 points are dealt out above the floors, and there is room for them below the caps."""
    return points_left(level) == 15 and 5 * (attribute_cap(level) - attribute_floor(level)) >= 15


@theorem("AG-SYS-4.1-05", level=LEVEL)
def generation_begins_with_the_floors(level: int) -> bool:
    """Before any point is dealt out each attribute has the floor, which is within bounds."""
    bare = bare_roll(level)
    return bare == (3 + level,) * 5 and is_within_bounds(bare, level)


@theorem(
    "AG-SYS-4.1-05",
    premise=lambda attributes, draw, level: is_within_bounds(attributes, level) and attributes[draw] < 12 + 3 * level,
    attributes=FIVE,
    draw=DRAW,
    level=LEVEL,
)
def a_point_keeps_the_bounds(attributes: tuple[int, int, int, int, int], draw: int, level: int) -> bool:
    """A point goes to the attribute drawn and to no other, and keeps all five between floor and cap."""
    after = with_point(attributes, draw, level)
    changed = all(after[k] == attributes[k] + (1 if k == draw else 0) for k in range(5))
    return changed and is_within_bounds(after, level)


@theorem(
    "AG-SYS-4.1-05",
    premise=lambda attributes, level: is_within_bounds(attributes, level) and sum(attributes) < 30 + 5 * level,
    attributes=FIVE,
    level=LEVEL,
)
def generation_never_gets_stuck(attributes: tuple[int, int, int, int, int], level: int) -> bool:
    """As long as points are left, some attribute is below its cap."""
    return any(each < attribute_cap(level) for each in attributes)


@theorem(
    "AG-SYS-4.1-05",
    premise=lambda one, other, level: is_legal_roll(one, level) and is_legal_roll(other, level),
    one=FIVE,
    other=FIVE,
    level=LEVEL,
)
def no_recruit_is_simply_better(one: tuple[int, ...], other: tuple[int, ...], level: int) -> bool:
    """Of two Recruits of a level neither is above the other in one attribute and below it in none."""
    return any(a < b for a, b in zip(one, other, strict=True)) or one == other


@theorem("AG-SYS-4.1-05", level=LEVEL)
def the_cap_binds_at_two_levels_alone(level: int) -> bool:
    """Only at levels 1 and 2 could the 15 points lift one attribute above the cap; from level 3 on it never acts."""
    return (attribute_floor(level) + 15 > attribute_cap(level)) == (level <= 2)


def draws() -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each level several ways to deal out the points: as evenly as can be, and as far into one as the cap lets."""
    for level in range(1, 11):
        most = min(15, 9 + 2 * level)
        for first in range(5):
            other = (first + 1) % 5
            yield level, (first,) * most + (other,) * (15 - most)
            yield level, tuple((first + k) % 5 for k in range(15))


@fact("AG-SYS-4.1-05", cases=draws)
def dealt_out_points_make_a_legal_recruit(case: tuple[int, tuple[int, ...]]) -> bool:
    """Fifteen points dealt out one at a time make exactly the budget, each attribute between floor and cap."""
    level, points = case
    made = roll(level, points)
    return sum(made) == 30 + 5 * level and all(made[k] == 3 + level + points.count(k) for k in range(5))


@fact("AG-SYS-4.1-05", cases=lambda: range(1, 11))
def no_point_goes_above_the_cap(level: int) -> bool:
    """An attribute at its cap takes no further point, and one below it does."""
    cap = 12 + 3 * level
    full, low = (cap, *bare_roll(level)[1:]), (cap - 1, *bare_roll(level)[1:])
    return not is_answered(with_point, full, 0, level) and is_answered(with_point, low, 0, level)


# ---------------------------------------------------------------- what levels unlock


def unlocked_at(level: int) -> tuple[bool, ...]:
    """Which of the four automatic rules a Recruit has."""
    return tuple(is_unlocked(rule, level) for rule in RULES)


@fact("AG-SYS-5.3-02", cases=lambda: [1])
def level_1_unlocks_the_basic_action(level: int) -> bool:
    """At level 1 a Recruit has its basic action, resource rule and identity passive, and nothing else."""
    return unlocked_at(level) == (True, False, False, False)


@fact("AG-SYS-5.3-03", cases=lambda: [2])
def level_2_unlocks_the_first_technique(level: int) -> bool:
    """At level 2 a Recruit has the first technique besides."""
    return unlocked_at(level) == (True, True, False, False)


@fact("AG-SYS-5.3-04", cases=lambda: [3])
def level_3_unlocks_the_second_technique(level: int) -> bool:
    """At level 3 a Recruit has the second technique besides."""
    return unlocked_at(level) == (True, True, True, False)


@fact("AG-SYS-5.3-05", cases=lambda: range(4, 11))
def level_4_unlocks_the_signature(level: int) -> bool:
    """From level 4 on a Recruit has its signature, and with three survived battles it may be promoted."""
    return unlocked_at(level) == (True, True, True, True) and is_promotable(level, 3)


@theorem("AG-SYS-5.3-01", rule=ActionRule, level=LEVEL)
def unlocking_asks_the_recruits_level_alone(rule: ActionRule, level: int) -> bool:
    """Whatever a Recruit has unlocked follows from its own level, and there is a rule for every level up to 4."""
    return is_unlocked(rule, level) == (level > RULES.index(rule))


@theorem("AG-SYS-5.3-06", rule=ActionRule, level=LEVEL, later=LEVEL, premise=lambda rule, level, later: level <= later)
def nothing_unlocked_is_lost(rule: ActionRule, level: int, later: int) -> bool:
    """A Recruit keeps what it has unlocked at every higher level, with whatever kit a promotion gives it."""
    return is_unlocked(rule, later) or not is_unlocked(rule, level)


@theorem("AG-SYS-5.2-01", level=LEVEL, survived=Numbers(0, 10**6))
def promotion_asks_level_and_survival(level: int, survived: int) -> bool:
    """A base Recruit has what promotion asks for from level 4 and three survived battles on."""
    return is_promotable(level, survived) == (level >= 4 and survived >= 3)
