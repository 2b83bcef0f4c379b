"""The worlds in which value is followed: purses emptied by play, and every exploit found again, as short as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kernel.guild.rulings import LEGACY, STANDING
from model.dismissal import DISMISSAL
from model.dismissal_worlds import WORLDS as DISMISSALS
from model.engines.explore import explore
from model.game import Game, Scope, World
from model.guild import GUILD
from model.solvency import WORLDS, crowded, poor
from model.trace import read, replay
from model.verdict import Verdict
from properties.claim import Claim, claims_in
from properties.guild import dismissal, dismissal_steps, solvency
from specs.load import load_findings, load_rules

EVERY: dict[str, World[Any, Any, Any]] = {**WORLDS, **DISMISSALS}
FINDINGS = load_findings(load_rules())
REFUTED = [each for each in claims_in((solvency, dismissal, dismissal_steps)) if each.expect is Verdict.REFUTED]
#: How many steps the shortest play takes, by world.
STEPS = {
    "solvency-deaths": 6,
    "solvency-knockouts": 6,
    "solvency-newcomer": 8,
    "solvency-farm": 83,
    "solvency-last": 33,
    "solvency-contracts": 3,
    "solvency-opening-added": 3,
    "solvency-opening-set": 5,
    "dismissal-three": 3,
    "dismissal-words": 3,
}
SLOW = {"solvency-last"}


def test_empty_purses_are_emptied_by_play() -> None:
    assert [poor(rulings).coin for rulings in (LEGACY, STANDING)] == [0, 0]
    assert (crowded(STANDING).coin, sum(each.serial > 0 for each in crowded(STANDING).recruits)) == (0, 5)


@pytest.mark.parametrize(
    ("each", "world"),
    [
        pytest.param(each, world, marks=pytest.mark.slow if world in SLOW else (), id=f"{each.finding} {world}")
        for each in REFUTED
        for world in each.worlds
    ],
)
def test_an_exploit_is_found_again_and_is_as_short(each: Claim, world: str) -> None:
    (found,) = explore(EVERY[world], [each.check]).found
    assert found.verdict is Verdict.REFUTED
    assert found.trace is not None
    assert len(found.trace.choices) == STEPS[world]


@pytest.mark.parametrize("name", sorted({each.finding for each in REFUTED if each.finding.startswith("F-14")}))
def test_the_witness_replays_and_breaks_the_claim(name: str) -> None:
    witness = FINDINGS[name].witness
    assert isinstance(witness, Path)
    (claim,) = (each for each in REFUTED if each.finding == name)
    game: Game[Any, Any, Any] = DISMISSAL if name in ("F-140", "F-141") else GUILD
    trace = read(witness, game)
    replay(trace)
    steps = list(zip(trace.states, trace.choices, trace.states[1:], strict=False))
    if claim.check.scope is Scope.STATE:
        good = [claim.check.holds(state, trace.rulings) for state in trace.states]
    else:
        asked = claim.check.premise or (lambda *_: True)
        good = [not asked(*each, trace.rulings) or claim.check.holds(*each, trace.rulings) for each in steps]
    assert [number for number, holds in enumerate(good, 1) if not holds] == [len(good)]


def test_farming_promotion_costs_nothing() -> None:
    witness = FINDINGS["F-145"].witness
    assert isinstance(witness, Path)
    trace = read(witness, GUILD)
    (farmed,) = (each for each in trace.end.recruits if each.level == 4)
    assert (farmed.survived, farmed.history.victories, trace.end.markets, trace.end.cleared) == (12, 0, 12, 0)
    assert {state.coin for state in trace.states} == {0}
