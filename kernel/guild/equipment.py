"""What an item's numbers may cost, and the protection against bad luck in drafts. Rules: AG-ECO-10."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import ensure, require
from kernel.guild.economy import LAST_ITEM_TIER
from kernel.guild.rulings import HookBudget, Rulings

STAT_BUDGET_BASE, STAT_BUDGET_STEP = 30, 8
LEAST_HOOK, MOST_HOOK = 12, 24
#: A point of an attribute costs two; of power, armour, Potency or Tenacity one, as 6 MaxHP or 0.20 Tempo do.
ATTRIBUTE_COST, POWER_COST, HP_COST, POTENCY_COST, TEMPO_COST = 2, 1, 1, 1, 1
#: So many drafts in a row may omit the selected tag.
MOST_MISSES = 2


@dataclass(frozen=True)
class Support:
    """What an item's budget is spent on: the points kept for its behaviour, and steps of each kind of number.

    Steps: +1 for attributes, powers and armour, Potency and Tenacity; +6 MaxHP; +0.20 Tempo or Initiative.
    """

    hook: int
    attributes: int
    powers: int
    hp_steps: int
    potencies: int
    tempo_steps: int


@require(lambda tier: 0 <= tier <= LAST_ITEM_TIER, "AG-ECO-5.2-01: item tiers are 0 to 3")
def item_stat_budget(tier: int) -> int:
    """The points that an item of this tier may spend; its Region band does not matter. Rules: AG-ECO-10-03, 10-10."""
    return STAT_BUDGET_BASE + STAT_BUDGET_STEP * tier


def support_cost(support: Support) -> int:
    """What an item's numbers cost, its hook apart. Rules: AG-ECO-10-05..09."""
    return (
        ATTRIBUTE_COST * support.attributes
        + POWER_COST * support.powers
        + HP_COST * support.hp_steps
        + POTENCY_COST * support.potencies
        + TEMPO_COST * support.tempo_steps
    )


def generic_cost(support: Support) -> int:
    """What goes into HP, power, Guard or Ward. Rules: AG-ECO-10-04."""
    return POWER_COST * support.powers + HP_COST * support.hp_steps


def is_within_budget(support: Support, tier: int, rulings: Rulings) -> bool:
    """May an item of this tier have these numbers? Rules: AG-ECO-10-04, F-108."""
    budget = item_stat_budget(tier)
    taken = support.hook if rulings.hook_budget is HookBudget.INSIDE else 0
    return (
        LEAST_HOOK <= support.hook <= MOST_HOOK
        and taken + support_cost(support) <= budget
        and 2 * generic_cost(support) <= budget
    )


@require(lambda misses: 0 <= misses <= MOST_MISSES, "AG-ECO-10-14: at most two drafts in a row omit the tag")
def must_offer(misses: int) -> bool:
    """Must the next eligible draft contain the selected tag? Rules: AG-ECO-10-14."""
    return misses == MOST_MISSES


@require(lambda misses, offers: offers or not must_offer(misses), "AG-ECO-10-14: the third draft contains the tag")
@ensure(lambda result: 0 <= result <= MOST_MISSES, "AG-ECO-10-14: at most two drafts in a row omit the tag")
def misses_after(misses: int, offers: bool) -> int:
    """How many drafts in a row have omitted the tag; offering resets, taking does not matter. Rules: AG-ECO-10-15."""
    return 0 if offers else misses + 1
