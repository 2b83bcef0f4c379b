"""The loader of fixtures: the suite's own seeds pass, and each way to be wrong is named with its place and rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specs.fixtures import ANTI_DOMINANCE, STABLE_SEEDS, load_anti_dominance
from specs.strict import SpecError

Spoil = Callable[[Any], Any]


def spoiled(tmp_path: Path, spoil: Spoil) -> Path:
    """The suite's fixture with something done to it."""
    data = json.loads(ANTI_DOMINANCE.read_text(encoding="utf-8"))
    spoil(data)
    path = tmp_path / "seeds.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def complaints(path: Path) -> tuple[str, ...]:
    with pytest.raises(SpecError) as error:
        load_anti_dominance(path)
    return error.value.messages


def without(*route: str | int) -> Spoil:
    """Takes a field out."""

    def spoil(data: Any) -> None:
        for part in route[:-1]:
            data = data[part]
        del data[route[-1]]

    return spoil


def putting(value: Any, *route: str | int) -> Spoil:
    """Puts a value in place of another."""

    def spoil(data: Any) -> None:
        for part in route[:-1]:
            data = data[part]
        data[route[-1]] = value

    return spoil


def test_the_fixture_has_the_five_stable_seeds() -> None:
    fixture = load_anti_dominance()
    assert tuple(seed.id for seed in fixture.seeds) == STABLE_SEEDS
    assert all(len(seed.oracle.policies) == 4 for seed in fixture.seeds)


SEED = ("seeds", 0)


@pytest.mark.parametrize(
    ("route", "rule"),
    [
        (("state", "refresh_cost"), "AG-ECO-15.2-03"),
        (("state", "credit"), "AG-ECO-15.2-03"),
        (("company", 0, "survived"), "AG-ECO-15.2-04"),
        (("recovery", "protected"), "AG-ECO-15.2-05"),
        (("boards", "opening", "recruits", 1, "price"), "AG-ECO-15.2-06"),
        (("boards", "refreshed", "items", 3, "tier"), "AG-ECO-15.2-06"),
        (("boards", "refreshed"), "AG-ECO-15.2-06"),
        (("route", "enemies"), "AG-ECO-15.2-07"),
        (("oracle", "winner"), "AG-ECO-15.2-08"),
        (("oracle", "policies", 2, "metrics", "rebate"), "AG-ECO-15.2-08"),
    ],
)
def test_a_missing_field_is_named_with_its_rule(tmp_path: Path, route: tuple[str | int, ...], rule: str) -> None:
    (message,) = complaints(spoiled(tmp_path, without(*SEED, *route)))
    assert rule in message
    assert f"missing field '{route[-1]}'" in message
    assert "seeds[0]." in message


@pytest.mark.parametrize(
    ("value", "route", "said"),
    [
        (13, ("state", "round"), "must be from 1 to 12, not 13"),
        (-1, ("state", "coin"), "must be from 0 to 100000, not -1"),
        (8, ("state", "band"), "must be from 0 to 7, not 8"),
        (0, ("state", "locks"), "must be from 1 to 10, not 0"),
        (True, ("state", "coin"), "must be a whole number, not true"),
        (1.5, ("state", "coin"), "must be a whole number, not 1.5"),
        ("28", ("state", "coin"), 'must be a whole number, not "28"'),
        (None, ("state", "coin"), "must be a whole number, not null"),
        (1, ("company", 0, "deployed"), "must be true or false, not 1"),
        ("STANDART", ("state", "difficulty"), "did you mean 'STANDARD'?"),
        ("ward break", ("route", "required", 0), "is none of protection"),
        ("no id", ("company", 0, "id"), "'no id' is no ID"),
        ({}, ("company",), "must be a list"),
        ([], ("state",), "must be an object"),
        (["reach", "reach"], ("route", "required"), "names something twice"),
        ([], ("route", "enemies"), "a battle has no enemy"),
        (3, ("route", "enemies", 0, "position"), "order of their positions"),
        ("REFRESHED", ("oracle", "policies", 0, "actions", 0, "act"), "did you mean 'REFRESH'?"),
        ("hire_first", ("oracle", "policies", 0, "policy"), "they must be refresh_first"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, value: Any, route: tuple[str | int, ...], said: str) -> None:
    (message,) = complaints(spoiled(tmp_path, putting(value, *SEED, *route)))
    assert said in message


@pytest.mark.parametrize(
    ("row", "length"),
    [("recruits", 3), ("items", 4), ("battles", 3)],
)
def test_a_missing_row_is_named(tmp_path: Path, row: str, length: int) -> None:
    (message,) = complaints(spoiled(tmp_path, without(*SEED, "boards", "opening", row, 0)))
    assert f"seeds[0].boards.opening.{row}: AG-ECO-15.2-06: must have {length} rows, not {length - 1}" in message


def test_an_unknown_field_is_named(tmp_path: Path) -> None:
    (message,) = complaints(spoiled(tmp_path, putting(1, *SEED, "state", "rounds")))
    assert "unknown field 'rounds', did you mean 'round'?" in message


def test_a_policy_too_few_is_named(tmp_path: Path) -> None:
    messages = complaints(spoiled(tmp_path, without(*SEED, "oracle", "policies", 3)))
    assert any("must have 4 rows, not 3" in message for message in messages)


def add_sixth(data: Any) -> None:
    data["seeds"].append({**data["seeds"][0], "id": "AD-FS-006-OTHER"})


def double(data: Any) -> None:
    data["seeds"][4] = data["seeds"][0]


def turn_round(data: Any) -> None:
    data["seeds"].reverse()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (add_sixth, ["no seed is called AD-FS-006-OTHER"]),
        (double, ["AD-FS-001-REFRESH-COUNTER is there twice", "AD-FS-005-CREDIT-CROSSOVER is missing"]),
        (without("seeds", 1), ["AD-FS-002-PROTECTED-HIRE is missing"]),
        (turn_round, ["not in their order"]),
    ],
)
def test_a_sixth_a_double_and_a_missing_seed_are_refused(tmp_path: Path, spoil: Spoil, said: list[str]) -> None:
    messages = complaints(spoiled(tmp_path, spoil))
    assert len(messages) == len(said)
    for words, message in zip(said, messages, strict=True):
        assert words in message
        assert "AG-ECO-15.2-10" in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ('{"seeds": NaN}', "NaN is no JSON"),
        ('{"seeds": [], "seeds": []}', "'seeds' is given twice"),
        ("[" * 100_000, "nests too deep"),
        ('"' + "x" * 1_000_001 + '"', "longer than"),
        ("[]", "must be an object"),
    ],
)
def test_what_is_no_strict_json_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "seeds.json"
    path.write_text(text, encoding="utf-8")
    assert said in complaints(path)[0]


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in complaints(tmp_path / "none.json")[0]
    (tmp_path / "latin.json").write_bytes(b"\xff")
    assert "latin.json" in complaints(tmp_path / "latin.json")[0]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    def spoil(data: Any) -> None:
        del data["seeds"][0]["state"]["coin"]
        data["seeds"][3]["company"][2]["survived"] = -1

    assert len(complaints(spoiled(tmp_path, spoil))) == 2
