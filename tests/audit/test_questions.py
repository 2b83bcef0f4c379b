"""Freshness: what an answer depends on moves its key, and nothing else does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from audit import question, questions, questions_guild
from audit.mutation import ROOT
from audit.questions import Inventory
from model import cone
from model.ground_worlds import WORLDS

PACKAGES = ("audit", "kernel", "model", "properties", "specs")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, to be changed file by file."""
    folder = tmp_path_factory.mktemp("tree")
    for name in (*PACKAGES, "tests/mutants"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def tree(copied: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The copy in the place of the project."""
    for module in (question, questions, questions_guild):
        monkeypatch.setattr(module, "ROOT", copied)
    monkeypatch.setattr(questions, "MUTANTS", copied / "tests" / "mutants")
    monkeypatch.setattr(questions, "SCENARIOS", copied / "specs" / "scenarios" / "ground")
    monkeypatch.setattr(cone, "origin_of", lambda module: copied / f"{module.replace('.', '/')}.py")
    return copied


def keys() -> dict[tuple[str, str, str], str]:
    return {question.identity: question.key for question in Inventory().all()}


@pytest.fixture(scope="module")
def before() -> dict[tuple[str, str, str], str]:
    """The keys of the project as it is."""
    return keys()


def moved(tree: Path, before: dict[tuple[str, str, str], str], file: str, old: str, new: str) -> set[str]:
    """The engines some of whose keys move when this text is changed; it is put right again afterwards."""
    path = tree / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} no longer holds {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        after = keys()
    finally:
        path.write_text(text, encoding="utf-8")
    return {identity[0] for identity, key in before.items() if after.get(identity, key) != key}


def test_a_copy_has_the_keys_of_the_project(tree: Path, before: dict[tuple[str, str, str], str]) -> None:
    assert keys() == before


@pytest.mark.parametrize(
    ("file", "old", "new", "engines"),
    [
        (
            "kernel/ground/relations.py",
            "< RELATION_SLOTS and",
            "<= RELATION_SLOTS and",
            {"explore", "sample", "scenario", "twin", "mutant", "induct", "bound", "simulate", "enumerate"},
        ),
        ("kernel/ground/relations.py", "Have both players a free slot?", "Is there room?", {"mutant"}),
        (
            "properties/ground/reading.py",
            "return 2 - sum",
            "return 3 - sum",
            {"explore", "sample", "mutant", "induct", "bound"},
        ),
        (
            "specs/scenarios/ground/sample-cards.toml",
            "value",
            "value ",
            {"enumerate", "scenario", "mutant", "simulate"},
        ),
        ("specs/scenarios/ground/8-problems.toml", "seats = 2", "seats = 3", {"enumerate", "scenario", "mutant"}),
        ("specs/notation.py", "def own_values", "def own_values_(): ...\ndef own_values", set()),
        ("model/engines/explore.py", 'VERSION = "1"', 'VERSION = "2"', {"explore", "mutant"}),
        ("audit/mutant_checks_ground.py", "CAP = 40_000", "CAP = 4", {"mutant"}),
        ("model/engines/tlc_output.py", "from __future__", "# changed\nfrom __future__", {"tlc", "twin"}),
        ("properties/ground/invariant.py", "A_SUIT = 6", "A_SUIT = 7", {"induct", "bound"}),
        ("model/ground_symbols.py", "MOST_ROUNDS = 60", "MOST_ROUNDS = 61", {"induct", "bound"}),
        ("model/lift/terms.py", "from __future__", "# changed\nfrom __future__", {"induct", "bound", "prove"}),
        ("model/engines/decide.py", 'VERSION = "2"', 'VERSION = "3"', {"induct", "bound", "prove"}),
        (
            "kernel/ground/setup.py",
            "lead=lead,",
            "lead=Seat(0),",
            {"induct", "scenario", "sample", "mutant", "enumerate", "simulate"},
        ),
        ("model/engines/sample.py", 'VERSION = "1"', 'VERSION = "2"', {"sample"}),
        ("properties/policies.py", "GATE - 1", "GATE - 2", {"simulate"}),
    ],
)
def test_a_change_moves_the_keys_that_depend_on_it(
    tree: Path, before: dict[tuple[str, str, str], str], file: str, old: str, new: str, engines: set[str]
) -> None:
    assert moved(tree, before, file, old, new) == engines


def test_another_standing_ruling_moves_all_that_is_played(
    before: dict[tuple[str, str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "STANDING", WORLDS["small"].rulings.__class__(u10_hand_limit=3))
    after = keys()
    assert {identity[0] for identity, key in before.items() if after[identity] != key} == {
        "bound",
        "explore",
        "induct",
        "sample",
        "scenario",
        "simulate",
        "twin",
    }


def test_the_text_of_a_rule_moves_the_keys_of_what_speaks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Inventory().all()
    honest = Inventory._text
    reworded = {"GR-T01": "reworded"}
    monkeypatch.setattr(
        Inventory,
        "_text",
        lambda self, rules: [reworded.get(r, d) for r, d in zip(rules, honest(self, rules), strict=True)],
    )
    after = keys()
    moved = {question.identity for question in asked if after[question.identity] != question.key}
    speaking = {question.identity for question in asked if "GR-T01" in question.rules}
    assert speaking <= moved
    assert {identity for identity in moved - speaking if identity[0] not in ("mutant", "twin", "tlc")} == set()


def test_every_question_is_asked_once() -> None:
    identities = [question.identity for question in Inventory().all()]
    assert len(identities) == len(set(identities))
