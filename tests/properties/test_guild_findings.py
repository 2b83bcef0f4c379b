"""The findings on Aetherbound Guild: switches with the options they name, witnesses that replay and show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from kernel.guild.edition import Edition
from kernel.guild.rulings import STANDING
from kernel.guild.save.rulings import SaveRulings
from model.game import Scope
from model.trace import Trace, read, replay
from properties.books import game_named
from properties.guild import registry as guild
from properties.guild.save_hunts import files
from specs.load import Finding, load_findings, load_rules

FINDINGS = {
    name: each for name, each in load_findings(load_rules()).items() if any(r.startswith("AG-") for r in each.rules)
}
TRACED = [each for each in FINDINGS.values() if isinstance(each.witness, Path)]


def switches() -> Iterator[tuple[str, Enum]]:
    """Every open question of both kinds of rulings, with its provisional answer."""
    for rulings in (STANDING, SaveRulings()):
        for field in fields(rulings):
            answer = getattr(rulings, field.name)
            if not isinstance(answer, Edition):
                yield field.name, answer


def trace_of(finding: Finding) -> Trace[Any, Any, Any]:
    """The play that bears a finding out."""
    assert isinstance(finding.witness, Path)
    return trace_in(finding.witness)


def trace_in(path: Path) -> Trace[Any, Any, Any]:
    """The play in a file."""
    names = {world.game.name for world in guild.WORLDS.values()}
    return next(trace for name in sorted(names) if (trace := _read(path, name)) is not None)


def _read(path: Path, name: str) -> Trace[Any, Any, Any] | None:
    if f'"game": "{name}"' not in path.read_text(encoding="utf-8"):
        return None
    return read(path, game_named(name))


def test_every_switch_has_its_finding_with_the_same_options_and_default() -> None:
    found = {each.switch: each for each in FINDINGS.values() if each.switch}
    asked = dict(switches())
    assert set(found) == set(asked)
    for name, answer in asked.items():
        assert [option.name for option in found[name].options] == [member.name for member in type(answer)], name
        assert found[name].default == answer.name, name


@pytest.mark.parametrize("finding", TRACED, ids=lambda finding: finding.id)
def test_a_witness_replays(finding: Finding) -> None:
    replay(trace_of(finding))


def test_whatever_is_expected_to_be_refuted_names_a_finding_that_concerns_its_rules() -> None:
    for each in (*guild.CLAIMS, *guild.FACTS, *guild.THEOREMS):
        if each.finding:
            assert each.finding in FINDINGS, each.name
            assert set(each.rules) & set(FINDINGS[each.finding].rules), each.name


REFUTED = [claim for claim in guild.CLAIMS if claim.finding]
#: Where one finding refutes several claims: the witness of each but the first, by the claim's name.
NAMED = {each.name: name for each, name in files() if name != each.finding}


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.name)
def test_the_witness_of_a_refuted_claim_refutes_it(claim: Any) -> None:
    finding = FINDINGS[claim.finding]
    assert isinstance(finding.witness, Path), f"{finding.id} has no play"
    trace = trace_in(finding.witness.with_name(f"{NAMED.get(claim.name, finding.id)}.itf.json"))
    replay(trace)
    if claim.check.scope is Scope.STATE:
        assert not claim.check.holds(trace.end, trace.rulings)
    else:
        assert not claim.check.holds(trace.states[-2], trace.choices[-1], trace.end, trace.rulings)
