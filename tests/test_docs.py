"""The documents: their links lead somewhere, their examples work, their commands exist."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from audit.cli import main
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.lift.terms import number
from model.verdict import Verdict
from properties.scenarios import run
from specs.load import load_rules
from specs.scenarios import CARDS_FILE, GROUND, load_scenarios

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "specs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_and_command_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = re.findall(r"`((?:kernel|model|properties|audit|specs|tests|docs|benchmarks)/[\w./-]+)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []
    commands = set(re.findall(r"ruleproof ([\w-]+)", text)) - {"takes", "can"}
    assert commands <= set(main.commands), commands


def test_the_example_of_a_scenario_shows_what_it_says(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "example.toml").write_text(example[1], encoding="utf-8")
    shutil.copy(GROUND / CARDS_FILE, tmp_path)
    (scenario,) = load_scenarios(load_rules(), tmp_path)
    assert run(scenario).verdict is Verdict.WITNESSED


def test_the_readme_says_how_many_rules_there_are() -> None:
    numbered = sum(1 for rule in load_rules() if rule.startswith("GR-") and rule != "GR-COV")
    assert f"{numbered} numbered rules" in (ROOT / "README.md").read_text(encoding="utf-8")


def refused_examples() -> list[tuple[str, str]]:
    """The functions that the guide to kernels calls refused, each with the words of the refusal."""
    rows = re.findall(r"^\| (`def f.*`) \| (.*) \|$", (ROOT / "docs" / "kernels.md").read_text(encoding="utf-8"), re.M)
    return [("\n".join(re.findall(r"`(.*?)`(?=<br>|$)", code)), words) for code, words in rows]


@pytest.mark.parametrize(("code", "words"), refused_examples())
def test_what_the_guide_calls_refused_is_refused_in_these_words(tmp_path: Path, code: str, words: str) -> None:
    file = tmp_path / "refused.py"
    file.write_text(code + "\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("refused", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(LiftError) as refusal:
        Lifter().call(module.f, number("n", 0, 9))
    assert words in str(refusal.value)


def test_the_guide_shows_refusals() -> None:
    assert len(refused_examples()) > 6
