"""What a generated Recruit may be, and what its level unlocks. Rules: AG-SYS-4.1, AG-SYS-5.2-01, AG-SYS-5.3."""

from __future__ import annotations

from enum import Enum

from kernel.contracts import ensure, require
from kernel.guild.economy import MAX_LEVEL, MIN_LEVEL

#: Might, Finesse, Insight, Vigor, Resolve.
Attributes = tuple[int, int, int, int, int]
ATTRIBUTES = 5

BUDGET_BASE, BUDGET_STEP = 30, 5
FLOOR_BASE, FLOOR_STEP = 3, 1
CAP_BASE, CAP_STEP = 12, 3

#: From these on a base Recruit may be promoted (AG-SYS-5.2-01).
PROMOTION_LEVEL, PROMOTION_BATTLES = 4, 3


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-4.1-03: offers have levels 1 to 10")
def attribute_budget(level: int) -> int:
    """What the five attributes add up to. Rules: AG-SYS-4.1-04."""
    return BUDGET_BASE + BUDGET_STEP * level


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-4.1-03: offers have levels 1 to 10")
def attribute_floor(level: int) -> int:
    """The least that an attribute may be. Rules: AG-SYS-4.1-04."""
    return FLOOR_BASE + FLOOR_STEP * level


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-4.1-03: offers have levels 1 to 10")
def attribute_cap(level: int) -> int:
    """The most that an attribute may be. Rules: AG-SYS-4.1-04."""
    return CAP_BASE + CAP_STEP * level


def points_left(level: int) -> int:
    """How many points are dealt out one at a time once every attribute has its floor. Rules: AG-SYS-4.1-05."""
    return attribute_budget(level) - ATTRIBUTES * attribute_floor(level)


def is_within_bounds(attributes: Attributes, level: int) -> bool:
    """Is every attribute between floor and cap? Rules: AG-SYS-4.1-05."""
    return all(attribute_floor(level) <= each <= attribute_cap(level) for each in attributes)


def is_legal_roll(attributes: Attributes, level: int) -> bool:
    """May a Recruit of this level have these attributes? Rules: AG-SYS-4.1-05."""
    return sum(attributes) == attribute_budget(level) and is_within_bounds(attributes, level)


def bare_roll(level: int) -> Attributes:
    """All five attributes at the floor. Rules: AG-SYS-4.1-05."""
    floor = attribute_floor(level)
    return (floor, floor, floor, floor, floor)


@require(lambda draw: 0 <= draw < ATTRIBUTES, "AG-SYS-4.1-05: a point goes to one of the five attributes")
@require(
    lambda attributes, draw, level: attributes[draw] < attribute_cap(level), "AG-SYS-4.1-05: no point above the cap"
)
def with_point(attributes: Attributes, draw: int, level: int) -> Attributes:
    """One point more for the attribute drawn. Rules: AG-SYS-4.1-05."""
    might, finesse, insight, vigor, resolve = tuple(
        each + (1 if place == draw else 0) for place, each in enumerate(attributes)
    )
    return (might, finesse, insight, vigor, resolve)


@require(lambda draws, level: len(draws) == points_left(level), "AG-SYS-4.1-05: every remaining point is dealt out")
@ensure(lambda result, level: is_legal_roll(result, level), "AG-SYS-4.1-05: the budget exactly, between floor and cap")
def roll(level: int, draws: tuple[int, ...]) -> Attributes:
    """The attributes that these draws give. Rules: AG-SYS-4.1-05."""
    attributes = bare_roll(level)
    for draw in draws:
        attributes = with_point(attributes, draw, level)
    return attributes


class ActionRule(Enum):
    """The automatic rules of a Profession, in order of the level that unlocks them. Rules: AG-SYS-5.3-02..05."""

    BASIC = "basic action, resource rule, identity passive"
    FIRST_TECHNIQUE = "first technique"
    SECOND_TECHNIQUE = "second technique"
    SIGNATURE = "signature"


def unlock_level(rule: ActionRule) -> int:
    """The level of a Recruit from which it has this rule. Rules: AG-SYS-5.3-02..05."""
    match rule:
        case ActionRule.BASIC:
            return 1
        case ActionRule.FIRST_TECHNIQUE:
            return 2
        case ActionRule.SECOND_TECHNIQUE:
            return 3
        case ActionRule.SIGNATURE:
            return 4


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-5.3-01: levels are 1 to 10")
def is_unlocked(rule: ActionRule, level: int) -> bool:
    """Has a Recruit of this level this rule, whatever its item and its Profession? Rules: AG-SYS-5.3-01, 5.3-06."""
    return level >= unlock_level(rule)


@require(lambda level: MIN_LEVEL <= level <= MAX_LEVEL, "AG-SYS-5.3-01: levels are 1 to 10")
@require(lambda survived: survived >= 0, "AG-SYS-4.3-01: survived battles are counted from zero")
def is_promotable(level: int, survived: int) -> bool:
    """Has a base Recruit the level and the survived battles that promotion asks for? Rules: AG-SYS-5.2-01."""
    return level >= PROMOTION_LEVEL and survived >= PROMOTION_BATTLES
