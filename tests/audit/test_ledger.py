"""The ledger: append-only, newest record first in rank, no line lost to another."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from audit.ledger import Evidence, Ledger
from model.verdict import Verdict

RECORD = Evidence(
    engine="explore",
    claim="a_claim",
    world="small",
    rules=("GR-A01", "U4"),
    verdict=Verdict.EXHAUSTED,
    expected=Verdict.EXHAUSTED,
    reason="7 occasions",
    bounds={"distinct": 7},
    version="explore 1",
    key="k",
    seconds=0.5,
    at="2026-01-01T00:00:00+00:00",
)


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    Ledger(tmp_path).append([RECORD])
    known, corrupt = Ledger(tmp_path).read()
    assert known == {RECORD.identity: RECORD}
    assert corrupt == ()


def test_an_empty_folder_is_an_empty_ledger(tmp_path: Path) -> None:
    assert Ledger(tmp_path / "none").read() == ({}, ())


def test_the_newest_record_counts_and_the_older_one_stays_in_the_file(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.append([RECORD])
    ledger.append([replace(RECORD, verdict=Verdict.REFUTED)])
    assert ledger.read()[0][RECORD.identity].verdict is Verdict.REFUTED
    assert len(ledger.path.read_text().splitlines()) == 2


def broken(changes: dict[str, object]) -> str:
    good = {**RECORD.__dict__, "verdict": "EXHAUSTED", "expected": "EXHAUSTED"}
    return json.dumps({**good, **changes})


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "\x00\xff",
        '{"engine": "explore"}',
        broken({"verdict": "FINE"}),
        broken({"bounds": 3}),
        broken({"key": None}),
        broken({"more": 1}),
    ],
)
def test_a_corrupt_line_is_reported_and_loses_nothing_else(tmp_path: Path, line: str) -> None:
    ledger = Ledger(tmp_path)
    ledger.append([RECORD])
    with ledger.path.open("ab") as file:
        file.write(line.encode("latin-1") + b"\n")
    ledger.append([replace(RECORD, claim="another")])
    known, corrupt = ledger.read()
    assert {each.claim for each in known.values()} == {"a_claim", "another"}
    assert [each.number for each in corrupt] == [2]
    assert str(corrupt[0]).startswith(f"{ledger.path}:2: not a record")


def test_a_torn_last_line_does_not_swallow_the_next_record(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    ledger.append([RECORD])
    ledger.path.write_bytes(ledger.path.read_bytes() + b'{"engine": "expl')
    ledger.append([replace(RECORD, claim="after")])
    known, corrupt = ledger.read()
    assert {each.claim for each in known.values()} == {"a_claim", "after"}
    assert len(corrupt) == 1


def test_stale_evidence_says_what_it_was() -> None:
    stale = RECORD.stale()
    assert stale.verdict is Verdict.STALE
    assert not stale.is_expected
    assert "EXHAUSTED" in stale.reason
