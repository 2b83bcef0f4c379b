"""The hunt for second readings: its questions can be asked, its findings exist, and its answers come out again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit.cli import main
from model.question import parse
from properties.ground.vocabulary import GROUND_VOCABULARY
from specs.load import load_findings, load_rules

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "findings-hunt.md"
ROW = re.compile(
    r"\| (?P<rules>[^|]+) \| [^|]+ \| `(?P<text>[^`]+)` (?P<options>[^|]+) \| (?P<answer>[^|]+) \| (?P<then>[^|]+) \|"
)


@dataclass(frozen=True)
class Asked:
    """A row of the table."""

    rules: tuple[str, ...]
    text: str
    options: tuple[str, ...]
    answer: str
    then: str


def rows() -> list[Asked]:
    """The rows of the table, in order."""
    return [
        Asked(tuple(row["rules"].split(", ")), row["text"], tuple(row["options"].split()), row["answer"], row["then"])
        for row in ROW.finditer(DOCUMENT.read_text(encoding="utf-8"))
    ]


ROWS = rows()


def test_every_row_of_the_table_is_read() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    assert len(ROWS) == sum(1 for line in lines if line.startswith("|") and "`" in line) > 30


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.text[:40])
def test_a_row_names_rules_and_findings_that_there_are(row: Asked) -> None:
    catalogue = load_rules()
    assert set(row.rules) <= set(catalogue)
    named = set(re.findall(r"\b(?:F-\d{3}|U\d+)\b", row.then))
    assert named <= set(load_findings(catalogue)) | set(catalogue)
    assert named or "no second reading" in row.then or "does not arise" in row.then


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.text[:40])
def test_a_question_can_be_asked(row: Asked) -> None:
    seats = int(row.options[row.options.index("--seats") + 1])
    assert parse(row.text, GROUND_VOCABULARY, seats)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if "--limit" not in row.options], ids=lambda row: row.text[:40])
def test_the_answer_comes_out_again(row: Asked) -> None:
    words = ["can", "ground", row.text, *row.options, "--no-nearest", "--json"]
    said = json.loads(CliRunner().invoke(main, words).stdout)
    last = said["sizes"][-1]
    assert row.answer == (f"YES, {last['turns']} turns" if last["shortest"] else said["answer"])
