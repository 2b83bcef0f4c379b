"""The command as people use it: what it prints, and how it ends."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from audit import check as checking
from audit.cli import main
from audit.ledger import Ledger
from audit.questions import Inventory
from audit.status import WITHOUT_CODE
from audit.why import cited_in, code_of
from model.verdict import Exit
from properties.ground.coverage import EDITIONS
from specs import load

RULE_WITH_QUICK_QUESTIONS = "GR-S03"


def ruleproof(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"COLUMNS": "200"})


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    """A check of one rule, and the ledger that it leaves."""
    folder = tmp_path_factory.mktemp("first")
    return ruleproof("check", "--rule", RULE_WITH_QUICK_QUESTIONS, "--ledger", str(folder)), folder


@pytest.fixture
def ledger(first: tuple[Result, Path], tmp_path: Path) -> Path:
    """A copy of that ledger."""
    return Path(shutil.copytree(first[1], tmp_path / "ledger"))


@pytest.mark.parametrize("command", ["check", "rules", "why", "findings", "sources", "play", "replay", "doctor"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    seen = ruleproof(command, "--help")
    assert seen.exit_code == 0
    if command != "sources":
        assert f"ruleproof {command}" in seen.output


def test_an_unknown_command_is_a_usage_error() -> None:
    assert ruleproof("prove").exit_code == Exit.USAGE


def test_check_takes_a_rule_to_its_verdict_and_then_reads_it_from_the_ledger(
    first: tuple[Result, Path], ledger: Path
) -> None:
    asked = first[0]
    assert "any_player_may_lead" not in asked.output
    assert "EXHAUSTED" in asked.output
    assert "0 read from the ledger" in asked.output
    again = ruleproof("check", "--rule", RULE_WITH_QUICK_QUESTIONS, "--ledger", str(ledger))
    assert "0 questions asked" in again.output
    assert again.exit_code == asked.exit_code


def test_check_fresh_asks_again(ledger: Path) -> None:
    seen = ruleproof("check", "--rule", RULE_WITH_QUICK_QUESTIONS, "--fresh", "--ledger", str(ledger))
    assert "0 read from the ledger" in seen.output


def test_check_of_an_unknown_rule_is_a_usage_error() -> None:
    seen = ruleproof("check", "--rule", "GR-Z99")
    assert seen.exit_code == Exit.USAGE
    assert "no rule GR-Z99" in seen.output


def test_check_reports_a_corrupt_ledger_line_and_goes_on(ledger: Path) -> None:
    path = Ledger(ledger).path
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(["not a record", *lines[1:], ""]), encoding="utf-8")
    seen = ruleproof("check", "--rule", RULE_WITH_QUICK_QUESTIONS, "--ledger", str(ledger))
    assert "ledger.jsonl:1: not a record" in seen.output
    assert f"1 questions asked, {len(lines) - 1} read from the ledger" in seen.output


def test_check_json_is_one_object_that_says_how_it_ends(ledger: Path) -> None:
    seen = ruleproof("check", "--rule", RULE_WITH_QUICK_QUESTIONS, "--json", "--ledger", str(ledger))
    said = json.loads(seen.stdout)
    assert said["exit"] == seen.exit_code
    assert [row["rule"] for row in said["rules"]] == [RULE_WITH_QUICK_QUESTIONS]
    assert {each["engine"] for each in said["evidence"]} >= {"enumerate", "scenario", "mutant"}


def test_changed_sources_make_evidence_stale_until_it_is_asked_again(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Inventory, "_text", lambda self, rules: ["the rule was reworded"])
    now = checking.standing(Inventory(), Ledger(ledger), [RULE_WITH_QUICK_QUESTIONS])
    assert not now.rules[0].is_green
    assert any("STALE" in problem for problem in now.rules[0].problems)


def test_why_shows_words_code_evidence_and_findings(tmp_path: Path) -> None:
    seen = ruleproof("why", "GR-A02", "--ledger", str(tmp_path))
    assert seen.exit_code == 0
    assert "kernel/ground/actions.py" in seen.output
    assert "F-006" in seen.output
    assert "open" in seen.output


def test_why_shows_a_finding_with_options_and_witness() -> None:
    seen = ruleproof("why", "F-006")
    assert "KEEP_CARD" in seen.output
    assert "DISCARD_CARD" in seen.output
    assert "specs/findings/witness/F-006.itf.json" in seen.output
    assert "The witness replays: 16 choices" in seen.output
    assert "denied_solve = DISCARD_CARD: the table at the end differs" in seen.output


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        ("F-003", "mode_order = SECRET: the same table; seat 1 sees it otherwise"),
        ("F-021", "Problem 0: owner seat 1, not seat 0"),
        ("F-023", "3 Problems in the game, not 5"),
        ("F-027", "it is scored otherwise"),
        ("F-034", "chance draws Problem 2 from the Pressure deck"),
        ("F-036", "The witness replays: 42 choices"),
    ],
)
def test_why_replays_a_witness_and_says_what_the_other_answer_makes_of_it(finding: str, said: str) -> None:
    seen = ruleproof("why", finding)
    assert seen.exit_code == 0
    assert said in seen.output


def test_why_of_a_rule_that_restates_others_names_them_and_one_that_is_exempt_says_why(tmp_path: Path) -> None:
    seen = ruleproof("why", "H2-12", "--ledger", str(tmp_path))
    assert "says nothing beyond GR-D03 DENY" in seen.output
    assert "exempt: " in ruleproof("why", "DEAL-NG1", "--ledger", str(tmp_path)).output


def test_why_of_something_unknown_is_a_usage_error() -> None:
    assert ruleproof("why", "GR-Z99").exit_code == Exit.USAGE


def test_why_json() -> None:
    said = json.loads(ruleproof("why", "U5", "--json").stdout)
    assert said["rule"]["id"] == "U5"


def test_rules_lists_all_of_them() -> None:
    said = json.loads(ruleproof("rules", "--json").stdout)
    assert [row["rule"] for row in said] == list(load.load_rules())


def test_findings_lists_all_of_them() -> None:
    said = json.loads(ruleproof("findings", "--json").stdout)
    assert [row["id"] for row in said] == list(load.load_findings(load.load_rules()))


def test_sources_check_of_a_folder_without_the_documents_names_what_is_missing(tmp_path: Path) -> None:
    seen = ruleproof("sources", "check", str(tmp_path))
    assert seen.exit_code == Exit.USAGE
    assert "ground-rules.md" in seen.output


def test_faulty_data_ends_with_its_place_and_no_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = (load.RULES / "ground.toml").read_text(encoding="utf-8").replace("title =", "tilte =", 1)
    (tmp_path / "ground.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("audit.questions.load_rules", lambda: load.load_rules(tmp_path))
    seen = ruleproof("rules")
    assert seen.exit_code == Exit.USAGE
    assert "unknown key 'tilte'" in seen.output
    assert "ground.toml:" in seen.output


def test_every_rule_about_play_has_code_that_cites_it() -> None:
    every = [rule for rule in load.load_rules().values() if rule.is_decided and rule.kind not in WITHOUT_CODE]
    # Vectors and rows of matrices of the guild have no code of their own: they are stated of what others carry out.
    asked = [rule for rule in every if rule.edition in EDITIONS]
    assert [rule.id for rule in asked if not list(code_of(rule.id))] == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Rules: GR-A01, U4", {"GR-A01", "U4"}),
        ("GR-D03..GR-D05: three", {"GR-D03", "GR-D04", "GR-D05"}),
        ("U1..U3", {"U1", "U2", "U3"}),
        ("H2-9, H2-19..H2-21, DEAL-INFLUX", {"H2-9", "H2-19", "H2-20", "H2-21", "DEAL-INFLUX"}),
        ("DEAL-NG4: the threshold stays", {"DEAL-NG4"}),
        ("nothing", set()),
    ],
)
def test_cited_rules_are_read_with_their_ranges(text: str, rules: set[str]) -> None:
    assert cited_in(text) == rules
