"""The benchmark of three engines on the save procedure: it asks what it says, and it sees engines that disagree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import save_engines as benchmark
from benchmarks.save_engines import Row, disagreements
from model.engines.tlc_cfg import read_cfg
from model.verdict import Exit
from properties.guild.save_proofs import SETTINGS
from specs.twins import TLA

NAME = "what_is_final_stays_final"
EXPLORED = Row(NAME, "explorer", "EXHAUSTED", "a world", 313, 0.1)
CHECKED = replace(EXPLORED, engine="TLC")
PROVED = Row(NAME, "induction", "PROVED", "any length", None, 9.0)


def test_every_property_is_a_claim_of_both_readings() -> None:
    sections = read_cfg((TLA / "save" / "commit" / f"{benchmark.MODEL}.cfg").read_text(encoding="utf-8"))
    kernel = {claim.name for claim in SETTINGS[benchmark.SETTING].subjects}
    assert set(benchmark.PROPERTIES) <= kernel
    assert set(benchmark.PROPERTIES.values()) <= {*sections["INVARIANT"], *sections["PROPERTY"]}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ((EXPLORED, CHECKED, PROVED), []),
        ((EXPLORED, CHECKED, replace(PROVED, verdict="UNDETERMINED")), []),
        ((EXPLORED, replace(CHECKED, states=312)), [f"{NAME}: distinct states 312, 313"]),
        ((EXPLORED, replace(CHECKED, verdict="REFUTED")), [f"{NAME}: explorer says EXHAUSTED, TLC says REFUTED"]),
        ((EXPLORED, replace(CHECKED, claim="another", verdict="REFUTED")), []),
    ],
)
def test_disagreements_are_seen(rows: tuple[Row, ...], says: list[str]) -> None:
    assert disagreements(rows) == says


def test_the_kernel_is_explored() -> None:
    rows = [benchmark.by_explorer(name) for name in benchmark.PROPERTIES]
    assert {(row.verdict, row.states) for row in rows} == {("EXHAUSTED", 313)}


@pytest.mark.slow
def test_explorer_and_tlc_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["--only", NAME, "--skip-proof"]) == Exit.AS_EXPECTED
    shown = capsys.readouterr().out
    assert [line.count("313") for line in shown.splitlines()] == [0, 0, 1, 1]
