"""What an item's numbers may cost, and the protection against bad luck, for all arguments: AG-ECO-10."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kernel.guild.equipment import (
    Support,
    is_within_budget,
    item_stat_budget,
    misses_after,
    must_offer,
    support_cost,
)
from kernel.guild.rulings import STANDING, HookBudget, Rulings
from properties.claim import fact
from properties.theorem import Numbers, theorem

TIER, STEPS, HOOK = Numbers(0, 3), Numbers(0, 60), Numbers(0, 60)


def only(**steps: int) -> Support:
    """Numbers of these kinds alone."""
    none = {"hook": 0, "attributes": 0, "powers": 0, "hp_steps": 0, "potencies": 0, "tempo_steps": 0}
    return Support(**{**none, **steps})


@theorem("AG-ECO-10-03", tier=TIER)
def an_items_budget_is_as_written(tier: int) -> bool:
    """An item of tier T has a budget of 30 and 8 T."""
    return item_stat_budget(tier) == 30 + 8 * tier


@fact("AG-ECO-10-05", cases=lambda: range(20))
def an_attribute_costs_two(points: int) -> bool:
    """Each point of an attribute costs 2."""
    return support_cost(only(attributes=points)) == 2 * points


@fact("AG-ECO-10-06", cases=lambda: range(20))
def a_power_costs_one(points: int) -> bool:
    """Each point of a power or of armour costs 1."""
    return support_cost(only(powers=points)) == points


@fact("AG-ECO-10-07", cases=lambda: range(20))
def six_hp_cost_one(steps: int) -> bool:
    """Each 6 MaxHP cost 1."""
    return support_cost(only(hp_steps=steps)) == steps


@fact("AG-ECO-10-08", cases=lambda: range(20))
def a_potency_costs_one(points: int) -> bool:
    """Each point of Potency or Tenacity costs 1."""
    return support_cost(only(potencies=points)) == points


@fact("AG-ECO-10-09", cases=lambda: range(20))
def a_fifth_of_tempo_costs_one(steps: int) -> bool:
    """Each 0.20 of Tempo or Initiative cost 1."""
    return support_cost(only(tempo_steps=steps)) == steps


@theorem(
    "AG-ECO-10-04",
    tier=TIER,
    hook=HOOK,
    attributes=STEPS,
    powers=STEPS,
    hp_steps=STEPS,
    potencies=STEPS,
    tempo_steps=STEPS,
    hook_budget=HookBudget,
)
def a_budget_is_spent_as_written(
    tier: int,
    hook: int,
    attributes: int,
    powers: int,
    hp_steps: int,
    potencies: int,
    tempo_steps: int,
    hook_budget: HookBudget,
) -> bool:
    """An item is within budget exactly if its hook has 12 to 24, generic numbers at most half, all together no more.

    Generic are HP, powers, Guard and Ward. Whether the hook counts is a ruling.
    """
    budget = 30 + 8 * tier
    spent = 2 * attributes + powers + hp_steps + potencies + tempo_steps
    counted = spent + hook if hook_budget is HookBudget.INSIDE else spent
    written = 12 <= hook <= 24 and 2 * (powers + hp_steps) <= budget and counted <= budget
    support = Support(hook, attributes, powers, hp_steps, potencies, tempo_steps)
    return is_within_budget(support, tier, Rulings(hook_budget=hook_budget)) == written


@theorem("AG-ECO-10-04", tier=TIER, hook=Numbers(12, 24))
def every_hook_leaves_something(tier: int, hook: int) -> bool:
    """Even the lowest tier and the largest hook leave 6 points for numbers, and the highest tier at most 42."""
    return 6 <= item_stat_budget(tier) - hook <= 42


@fact("AG-ECO-10-04", cases=lambda: product(range(4), range(12, 25)))
def half_the_budget_binds_only_small_hooks(case: tuple[int, int]) -> bool:
    """The limit of half the budget ever forbids anything only where the hook itself takes less than half."""
    tier, hook = case
    left = item_stat_budget(tier) - hook
    return is_within_budget(only(hook=hook, powers=left), tier, STANDING) == (2 * left <= item_stat_budget(tier))


@theorem("AG-ECO-10-14", "AG-ECO-10-15", misses=Numbers(0, 2), offers=bool)
def two_misses_are_the_most(misses: int, offers: bool) -> bool:
    """A draft that offers the tag resets the count, taken or not; one that omits it adds one, and after two it must."""
    if must_offer(misses) != (misses == 2):
        return False
    return (must_offer(misses) and not offers) or misses_after(misses, offers) == (0 if offers else misses + 1)


def drafts() -> Iterator[tuple[bool, ...]]:
    """Every sequence of six drafts, each of which offers the tag or omits it."""
    return product((False, True), repeat=6)


@fact("AG-ECO-10-14", cases=drafts)
def the_third_draft_has_the_tag(offers: tuple[bool, ...]) -> bool:
    """However chance would have it, no three drafts in a row omit the tag once the protection has its say."""
    misses, seen = 0, []
    for by_chance in offers:
        offered = by_chance or must_offer(misses)
        misses = misses_after(misses, offered)
        seen.append(offered)
    return all(any(seen[k : k + 3]) for k in range(4))
