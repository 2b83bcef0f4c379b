"""Every witness replays and shows what its finding says; hunting finds it again."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from kernel.ground.rulings import STANDING, CapCounts, Option, Rulings
from model.engines.differ import differ
from model.engines.explore import explore
from model.ground import GROUND
from model.ground_worlds import WORLDS
from model.trace import read, replay
from model.verdict import Verdict
from properties.findings import CALM, FIRST_HUNTS, HUNTS, Hunt, hunt, look, of_stages, shows
from properties.ground import CLAIMS
from specs.load import load_findings, load_rules

#: The findings on GROUND; those on Aetherbound Guild have a test of their own.
FINDINGS = {
    name: each for name, each in load_findings(load_rules()).items() if not any(r.startswith("AG-") for r in each.rules)
}
#: The switches of U items.
RULED = re.compile(r"u\d+_")
QUICK = [each for each in FIRST_HUNTS if each.finding not in ("F-010", "F-011")]
FURTHER = [each for each in HUNTS if each not in FIRST_HUNTS]


@pytest.mark.parametrize("each", FIRST_HUNTS, ids=lambda each: each.finding)
def test_the_witness_of_an_open_question_tells_its_answers_apart(each: Hunt) -> None:
    witness = FINDINGS[each.finding].witness
    assert isinstance(witness, Path)
    trace = read(witness, GROUND)
    replay(trace)
    assert shows(trace, each)


@pytest.mark.parametrize("each", QUICK, ids=lambda each: each.finding)
def test_hunting_again_finds_a_witness_of_the_same_length(each: Hunt) -> None:
    witness = FINDINGS[each.finding].witness
    assert isinstance(witness, Path)
    assert len(hunt(each).trace.choices) == len(read(witness, GROUND).choices)


@pytest.mark.parametrize("each", FURTHER, ids=lambda each: f"{each.finding} {each.option.name}")
def test_a_further_option_is_told_apart_as_well(each: Hunt) -> None:
    assert shows(hunt(each).trace, each)


def test_the_witness_about_stages_is_the_play_that_was_kept() -> None:
    witness = FINDINGS["F-036"].witness
    assert isinstance(witness, Path)
    trace = read(witness, GROUND)
    replay(trace)
    assert trace == of_stages().trace


def test_every_option_but_the_default_is_hunted_for() -> None:
    wanted = {
        (finding.id, finding.switch, option.name)
        for finding in FINDINGS.values()
        for option in finding.options
        if option.name != finding.default
    }
    assert {(each.finding, each.switch, each.option.name) for each in HUNTS} == wanted


def test_a_claim_expected_to_be_refuted_has_a_witness_that_refutes_it() -> None:
    refuted = [claim for claim in CLAIMS if claim.finding]
    assert {claim.finding for claim in refuted} == {"F-015", "F-016", "F-033", "F-034", "F-035"}
    for claim in refuted:
        witness = FINDINGS[claim.finding].witness
        assert isinstance(witness, Path)
        trace = read(witness, GROUND)
        replay(trace)
        assert not claim.check.holds(trace.end, trace.rulings)


@pytest.mark.parametrize(
    ("option", "verdict"), [(CapCounts.UNCLAIMED, Verdict.REFUTED), (CapCounts.DRAWN, Verdict.EXHAUSTED)]
)
def test_where_starters_leave_room_a_cap_that_binds_shows_an_influx(option: CapCounts, verdict: Verdict) -> None:
    (refuted,) = (claim for claim in CLAIMS if claim.finding == "F-035")
    world = WORLDS["closed"]
    (first,) = world.starts
    drawn = replace(first.problems[1], in_play=True, drawn=True, value=0)
    second = replace(first, problems=(first.problems[0], drawn, first.problems[2]))
    rulings = replace(world.rulings, cap_counts=option)
    seen = explore(replace(world, starts=(first, second), rulings=rulings), [refuted.check])
    assert [each.verdict for each in seen.found] == [verdict]


def test_every_switch_beyond_the_ruled_ones_has_its_finding_with_the_same_options_and_default() -> None:
    modules = {"problem_stress", "problem_deal"}
    open_switches = {f.name: f.default for f in fields(Rulings) if not RULED.match(f.name) and f.name not in modules}
    found = {each.switch: each for each in FINDINGS.values() if each.switch}
    assert set(found) == set(open_switches)
    for name, default in open_switches.items():
        assert isinstance(default, Option)
        assert [option.name for option in found[name].options] == [member.name for member in type(default)]
        assert found[name].default == default.name


def test_a_ruling_compared_with_itself_never_differs() -> None:
    assert differ(GROUND, (CALM,), STANDING, STANDING, look, cap=100_000) is None


def test_a_comparison_beyond_its_cap_says_that_nothing_is_known() -> None:
    with pytest.raises(OverflowError, match="more than 10 pairs"):
        differ(GROUND, (CALM,), STANDING, STANDING, look, cap=10)
