"""The coverage obligation as a fact: GR-COV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kernel.ground.rulings import Rulings
from properties.claim import fact
from specs.load import load_rules
from specs.scenarios import load_scenarios

COVERAGE_RULE = "GR-COV"
#: The printing and the modules of GROUND.
EDITIONS = ("r0", "problem_stress.scoped", "problem_deal.pressure_deck")


def obligations() -> Iterator[tuple[str, frozenset[str]]]:
    """Every rule that needs evidence of its own, but not the obligation itself, and every switch; each with all that
    scenarios cover."""
    rules = load_rules()
    scenarios = load_scenarios(rules)
    covered = frozenset(rule for each in scenarios for rule in each.covers) | {each.ruling or "" for each in scenarios}
    own = (rule for rule in rules.values() if rule.is_decided and rule.edition in EDITIONS)
    yield from ((rule.id, covered) for rule in own if rule.id != COVERAGE_RULE)
    yield from ((field.name, covered) for field in fields(Rulings))


@fact("GR-COV", cases=obligations)
def every_rule_and_ruling_has_its_scenario(obligation: tuple[str, frozenset[str]]) -> bool:
    """Every rule is covered by a scenario, and every open or ruled question by one that carries its tag."""
    name, covered = obligation
    return name in covered
