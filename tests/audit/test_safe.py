"""`ruleproof safe guild`: what it tells, what it writes, how it ends, and what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit.safe import safe
from model.parameters import Cell, Question, Standing

REBATE = "dismissal_rebate_bp=0..10000:2500"


def text_of(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(safe, ["guild", *arguments])
    assert done.exit_code == code, done.output
    return done.output


def test_a_safe_range_is_told() -> None:
    said = text_of("--param", REBATE, "--keep", "no-coin-loop")
    assert "5 cells: 5 safe, 0 broken, 0 unknown." in said
    assert "In force: dismissal_rebate_bp=2500: safe." in said
    assert "z3-int" in said
    assert "bitwuzla" in said


def test_a_broken_cell_is_told_with_its_exploit_and_the_edge() -> None:
    said = text_of("--param", "sale_bp=0..20000:10000", "--keep", "no-coin-loop")
    assert "buy an item of tier 0 in band 0 (-12 Coin); sell it (+24 Coin): in all +12 Coin" in said
    assert (
        "sale_bp: 3000 is safe, 10197 is broken: 7197 away (exactly" in said or "the nearest that was decided" in said
    )


def test_a_broken_value_in_force_ends_with_one() -> None:
    said = text_of("--param", "credit_cap=50..54:4", "--keep", "three-deaths-in-any-round", code=1)
    assert "In force: credit_cap=54: broken." in said


def test_two_parameters_make_a_map(tmp_path: Path) -> None:
    png = tmp_path / "map.png"
    sweeps = ("--param", "dismissal_rebate_bp=0..20000:2500", "--param", "dismissal_rebate_cap=10..20:5")
    said = text_of(*sweeps, "--keep", "no-coin-loop", "--png", str(png))
    assert [line.split()[-1] for line in said.splitlines()[4:7]] == [".o.......", ".....xxxx", ".....xxxx"]
    assert "nearest broken cell, dismissal_rebate_bp=12500, dismissal_rebate_cap=15" in said
    assert png.read_bytes().startswith(b"\x89PNG")


def test_files_and_json_hold_every_cell(tmp_path: Path) -> None:
    path, png = tmp_path / "cells.csv", tmp_path / "strip.png"
    said = text_of(
        "--param",
        "credit_cap=52..55",
        "--keep",
        "three-deaths-recoverable",
        "--csv",
        str(path),
        "--png",
        str(png),
        "--json",
    )
    found = json.loads(said)
    assert [cell["verdict"] for cell in found["cells"]] == ["broken", "broken", "safe", "safe"]
    assert found["edges"][0] == {"parameter": "credit_cap", "value": 53, "distance": 1, "exact": True}
    assert found["cells"][0]["exploit"][0]["credit"] == 52
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["credit_cap", "verdict", "story"]
    assert [row[:2] for row in rows[1:]] == [["52", "broken"], ["53", "broken"], ["54", "safe"], ["55", "safe"]]
    assert png.read_bytes().startswith(b"\x89PNG")


def test_an_unknown_cell_ends_with_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Question, "decide", lambda self, values, limit=1.0: Cell(values, Standing.UNKNOWN, reason="the time is up")
    )
    said = text_of("--param", REBATE, "--keep", "no-coin-loop", code=3)
    assert "0 safe, 0 broken, 5 unknown" in said
    assert "the time is up" in said


def test_a_run_that_is_broken_off_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> Cell:
        raise KeyboardInterrupt

    monkeypatch.setattr(Question, "decide", interrupt)
    assert "interrupted before every cell was decided" in text_of("--param", REBATE, "--keep", "no-coin-loop", code=3)


def test_the_list_names_everything() -> None:
    said = text_of("--list")
    assert "dismissal_rebate_bp" in said
    assert "no-coin-loop" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--param", "rebate_bp=0..1", "--keep", "no-coin-loop"), "did you mean 'dismissal_rebate_bp'?"),
        (("--param", "sale_bp=0..30000", "--keep", "no-coin-loop"), "goes from 0 to 20000"),
        (("--param", "sale_bp", "--keep", "no-coin-loop"), "write name=low..high"),
        (("--param", "sale_bp=0..0.5", "--keep", "no-coin-loop"), "write name=low..high"),
        (("--param", "sale_bp=0..10:0", "--keep", "no-coin-loop"), "leads nowhere"),
        (("--param", REBATE, "--keep", "no-coin-loops"), "did you mean 'no-coin-loop'?"),
        (("--param", REBATE), "--keep is missing"),
        (("--keep", "no-coin-loop"), "one or two parameters"),
        (("--param", REBATE, "--param", REBATE, "--keep", "no-coin-loop"), "twice"),
        (("--param", "sale_bp=0..20000", "--keep", "no-coin-loop"), "at most 10000 cells"),
        (("--param", REBATE, "--keep", "no-coin-loop", "--csv", "no/such/folder/a.csv"), "there is no folder"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in text_of(*arguments, code=2)
