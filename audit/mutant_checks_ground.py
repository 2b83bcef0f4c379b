"""The checks that speak for the rules of GROUND: scenarios, facts, claims in small worlds, and random plays for claims
that no world decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from audit import mutant_checks
from audit.mutant_checks import Red, Wanted
from kernel.contracts import ContractBroken, cited
from kernel.ground.rulings import STANDING
from model.ground import GROUND
from model.ground_worlds import WORLDS
from model.verdict import Verdict
from properties.ground import CLAIMS, FACTS
from properties.scenarios import run
from specs.load import load_rules
from specs.scenarios import Move, Scenario, load_scenarios
from specs.strict import SpecError

#: Worlds to explore, the smallest first; the last three only for claims that no other world decides.
QUICK = ("answered", "edge", "drawing", "influx", "relieved", "pressed", "small", "gate", "coalitions", "three")
SLOW = ("late", "mid", "four")
#: Distinct states for one world; a claim that is not false in so many counts as green there.
CAP = 40_000
GAMES, SEED = 20, 1


def where_of(state: Any) -> str:
    """Where in a game of GROUND a claim is false."""
    return f"false, with {state.step.name} due in round {state.round}"


def red_scenarios(wanted: Wanted) -> Iterator[Red]:
    """Scenarios that do not show what they say, or cannot be played; those under the standing rulings come first."""
    scenarios = load_scenarios(frozenset(load_rules()))
    for scenario in sorted(scenarios, key=lambda scenario: bool(scenario.given.rulings)):
        refusing = [step.refused for step in scenario.steps if isinstance(step, Move) and step.refused]
        name = f"scenario '{scenario.name}'"
        if wanted(name, (*scenario.covers, *refusing)) and (says := fault_of(scenario)):
            yield name, says


def fault_of(scenario: Scenario) -> str:
    """What is wrong with a scenario on this kernel, if anything is; a choice that is not due counts."""
    try:
        outcome = run(scenario)
    except SpecError as error:
        return error.messages[0]
    except ContractBroken as error:
        return cited(error)
    return "" if outcome.verdict is Verdict.WITNESSED else str(outcome.differences[0])


def red_facts(wanted: Wanted) -> Iterator[Red]:
    """Facts that fail for a case."""
    yield from mutant_checks.red_facts(FACTS, "", wanted)


def red_claims(wanted: Wanted) -> Iterator[Red]:
    """Claims that fail in a world, or that say nothing there any more. Those expected to be refuted kill nothing."""
    for world in (*QUICK, *SLOW):
        group = {
            f"claim {claim.name} in world {world}": claim
            for claim in CLAIMS
            if world in claim.worlds
            and claim.expect is not Verdict.REFUTED
            and (world in QUICK or not set(claim.worlds) & set(QUICK))
        }
        group = {name: claim for name, claim in group.items() if wanted(name, claim.rules)}
        if group:
            yield from mutant_checks.red_in_world(group, replace(WORLDS[world], cap=CAP), where_of)


def red_samples(wanted: Wanted) -> Iterator[Red]:
    """Claims that no world decides and that fail in a random play, or whose plays the kernel cannot finish."""
    group = {f"claim {claim.name} in random plays": claim for claim in CLAIMS if not claim.worlds}
    group = {name: claim for name, claim in group.items() if wanted(name, claim.rules)}
    if not group:
        return
    # Only now: Hypothesis takes longer to load than most mutants take to show themselves.
    from model.engines.sample import sample
    from properties.strategies.ground import printed_starts

    for name, claim in group.items():
        seen = sample("printed", GROUND, printed_starts(), STANDING, [claim.check], games=GAMES, seed=SEED)
        red = [found for found in seen.found if found.verdict is not Verdict.SAMPLED]
        if red:
            yield name, f"{red[0].check}: {red[0].reason}"


GROUPS = (red_scenarios, red_facts, red_claims, red_samples)
