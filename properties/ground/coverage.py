"""The coverage obligation as a fact: GR-COV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kernel.ground.rulings import Rulings
from properties.claim import fact
from specs.load import load_rules
from specs.scenarios import load_scenarios

COVERAGE_RULE = "GR-COV"


def obligations() -> Iterator[str]:
    """Every rule of the catalogue but the obligation itself, and every switch of the rulings."""
    yield from (rule for rule in load_rules() if rule != COVERAGE_RULE)
    yield from (field.name for field in fields(Rulings))


@fact("GR-COV", cases=obligations)
def every_rule_and_ruling_has_its_scenario(obligation: str) -> bool:
    """Every rule is covered by a scenario, and every open or ruled question by one that carries its tag."""
    scenarios = load_scenarios(load_rules())
    return any(obligation in each.covers or obligation == each.ruling for each in scenarios)
