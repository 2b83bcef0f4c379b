"""The five fixed seeds: accepted as they are, refused with the rule for each value that is changed in the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kernel.guild.balance import dominance, fixed_seed
from kernel.guild.balance.dominance import Kind, Policy
from kernel.guild.balance.fixed_seed import Flaw
from properties.guild.fixed_seeds import canonical, faults_of, load_fixed_seeds, seeds
from properties.guild.fixed_seeds import fixed_seed as made
from properties.guild.seed_report import digest_of, self_test, summary
from specs.fixtures import ANTI_DOMINANCE
from specs.strict import SpecError

Spoil = Callable[[Any], Any]

#: The canonical result of the suite's own seeds: changes exactly with a seed or a policy.
DIGEST = "e57d35247149e5d7db5f385fe6a0d86b2d77dd9cf9dd6576ef984fd289fd7729"


def faults(tmp_path: Path, spoil: Spoil) -> tuple[str, ...]:
    """What is said of the suite's fixture with something done to it."""
    data = json.loads(ANTI_DOMINANCE.read_text(encoding="utf-8"))
    spoil(data["seeds"])
    path = tmp_path / "seeds.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return faults_of(load_fixed_seeds(path))


def putting(value: Any, number: int, *route: str | int) -> Spoil:
    """Puts a value into the seed of this number, from 1."""

    def spoil(data: Any) -> None:
        data = data[number - 1]
        for part in route[:-1]:
            data = data[part]
        data[route[-1]] = value

    return spoil


def test_the_canonical_seeds_are_accepted() -> None:
    assert faults_of(canonical()) == ()
    assert digest_of(canonical()) == DIGEST


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (putting(2, 1, "state", "cleared"), None),
        (putting(3, 1, "state", "cleared"), Flaw.ROUND),
        (putting(4, 1, "state", "capacity"), Flaw.CAPACITY),
        (putting(2, 1, "state", "offer_level"), Flaw.OFFER_LEVEL),
        (putting(6, 1, "state", "refresh_cost"), Flaw.REFRESH_COST),
        (putting("AD2-LIVING-1", 2, "recovery", "casualties", 0, "id"), Flaw.IDENTITY),
        (putting(True, 1, "company", 5, "deployed"), Flaw.DEPLOYMENT),
        (putting(15, 2, "recovery", "casualties", 0, "grant"), Flaw.GRANT),
        (putting(13, 2, "recovery", "credit_after"), Flaw.CREDIT),
        (putting(None, 2, "recovery", "protected"), Flaw.PROTECTED),
        (putting(15, 1, "boards", "opening", "recruits", 0, "price"), Flaw.RECRUIT_PRICE),
        (putting(11, 1, "boards", "refreshed", "items", 0, "price"), Flaw.ITEM_PRICE),
        (putting(30, 1, "boards", "refreshed", "battles", 1, "coin"), Flaw.REWARD),
        (putting(["damage"], 2, "boards", "refreshed", "recruits", 0, "tags"), Flaw.PROTECTED),
        (putting(False, 2, "boards", "refreshed", "recruits", 0, "protected"), Flaw.PROTECTED),
        (putting(4, 1, "boards", "refreshed", "battles", 0, "footprint"), Flaw.ROUTE),
        (putting(False, 1, "boards", "opening", "battles", 1, "locked"), Flaw.ROUTE),
        (putting("AD1-ITEM-1", 1, "boards", "refreshed", "items", 0, "id"), Flaw.REFRESH),
    ],
)
def test_a_changed_value_is_refused_by_its_rule(tmp_path: Path, spoil: Spoil, flaw: Flaw | None) -> None:
    found = faults(tmp_path, spoil)
    if flaw is None:
        assert found == ()
    else:
        (fault,) = found
        assert flaw.rule in fault
        assert flaw.name in fault


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (putting("hire_first", 1, "oracle", "winner"), "refresh_first wins, expected is hire_first"),
        (putting(34, 1, "oracle", "policies", 0, "metrics", "coin"), "coin is 33, expected is 34"),
        (putting(-17, 1, "oracle", "policies", 0, "actions", 1, "coin"), "does REFRESH - -8 0, BUY AD1-ITEM-6 -18"),
        (
            putting("AD1-ITEM-5", 1, "oracle", "policies", 0, "actions", 1, "id"),
            "expected is REFRESH - -8 0, BUY AD1-ITEM-5",
        ),
    ],
)
def test_a_wrong_oracle_is_refused(tmp_path: Path, spoil: Spoil, said: str) -> None:
    (fault,) = faults(tmp_path, spoil)
    assert "AD-FS-001-REFRESH-COUNTER: AG-ECO-15.2-10" in fault
    assert said in fault


def test_an_id_that_nothing_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="nothing in this seed is called AD1-ITEM-99"):
        faults(tmp_path, putting("AD1-ITEM-99", 1, "oracle", "policies", 0, "actions", 1, "id"))


def test_another_fixture_needs_its_digest_recorded(tmp_path: Path) -> None:
    path = tmp_path / "seeds.json"
    path.write_bytes(ANTI_DOMINANCE.read_bytes() + b" ")
    with pytest.raises(SpecError, match="record it in FIXTURE_DIGEST"):
        canonical(path)


def test_names_stand_for_their_alphabetical_rank() -> None:
    for fixed in canonical():
        assert list(fixed.names) == sorted(fixed.names)
        assert fixed.name(fixed.seed.route.id).startswith("AD")
        assert fixed.name(dominance.NOTHING) == "-"
    assert made.__doc__


def test_every_flaw_has_a_rule_and_words() -> None:
    assert all(flaw.rule.startswith("AG-ECO-15.2-") and flaw.reason for flaw in Flaw)
    assert len({flaw.reason for flaw in Flaw}) == len(Flaw)


def test_seeds_that_one_policy_rules_are_refused() -> None:
    ruled = tuple(replace(canonical()[0], id=fixed.id) for fixed in canonical())
    said = faults_of(ruled)
    assert "AG-ECO-15.2-17: refresh_first loses on no seed" in said
    assert "AG-ECO-15.2-17: hire_first wins on no seed" in said
    assert "AG-ECO-15.2-17: refresh_first weakly dominates no_replace" in said


def test_a_refresh_that_is_too_dear_leaves_refresh_first_idle() -> None:
    seed = seeds()[0]
    poor = replace(seed, state=replace(seed.state, coin=7))
    assert [act.kind for act in dominance.played(poor, Policy.REFRESH_FIRST).acts] == [Kind.MISS]


def test_an_item_that_nobody_deployed_may_use_does_not_count() -> None:
    seed = seeds()[0]
    items = tuple(replace(item, users=frozenset({seed.company[5].id})) for item in seed.refreshed.items)
    idle = replace(seed, refreshed=replace(seed.refreshed, items=items))
    assert dominance.played(seed, Policy.REFRESH_FIRST).metrics.cleared
    assert not dominance.played(idle, Policy.REFRESH_FIRST).metrics.cleared
    anybody = dominance.Readings(wearer=dominance.Wearer.ANYBODY)
    assert dominance.played(idle, Policy.REFRESH_FIRST, anybody).metrics.cleared


def test_a_hire_that_nobody_can_pay_changes_nothing() -> None:
    seed = seeds()[0]
    poor = replace(seed, state=replace(seed.state, coin=13))
    assert dominance.built(poor, Policy.HIRE_FIRST) == dominance.opened(poor)


def test_the_route_cannot_cost_more_than_the_line() -> None:
    seed = seeds()[4]
    deadly = replace(seed, route=replace(seed.route, casualties=9))
    assert dominance.played(deadly, Policy.NO_REPLACE).metrics.living == 0
    assert fixed_seed.deployed(deadly.company) == 1


def test_the_self_test_says_what_it_saw() -> None:
    matrix = dominance.matrix_of(seeds())
    assert [passed for passed, _ in self_test(matrix)] == [True, True]
    ruled = dominance.dominated_matrix(matrix)
    assert [passed for passed, _ in self_test(ruled)] == [False, True]


def test_the_summary_ends_with_the_line_that_accepts() -> None:
    lines = list(summary(canonical(), dominance.matrix_of(seeds())))
    assert lines[-1] == "ABG_ANTI_DOMINANCE_OK no_weak_dominance=1"
    assert lines[-2] == f"result sha256: {DIGEST}"
