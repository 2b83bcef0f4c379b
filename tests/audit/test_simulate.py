"""`ruleproof simulate`: tables, files, seeds, modules, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from audit import criteria as deciding
from audit import plots, simulated
from audit import simulate as command
from audit.simulate import simulate_command
from kernel import contracts
from kernel.ground.state import ModeCard
from model.simulate import GameFault, Setting, Simulation, simulate
from model.simulation_figures import figures_of
from model.verdict import Exit
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.load import load_findings, load_rules
from specs.scenarios import load_scenario_cards

CARD = kernel_card(load_scenario_cards().cards["sample"])
SMALL = ("--seats", "2", "--games", "4", "--seed", "5", "--workers", "1")


def run(*words: str) -> Result:
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "120"}).invoke(simulate_command, ["ground", *words])


def report(*words: str) -> dict[str, Any]:
    result = run(*SMALL, "--json", *words)
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def played(*names: str, games: int = 6) -> Simulation:
    return simulate(Setting(CARD, tuple(POLICIES[name] for name in names)), games, 5)


# ---------------------------------------------------------------- what is told


def test_the_tables_say_what_was_played_and_that_it_is_a_sample() -> None:
    result = run(*SMALL, "--policy", "greedy,random")
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    for words in ("policies greedy, random", "SAMPLED: 4 games, seed 5, contracts on", "threshold of 5", "quartiles"):
        assert words in result.output
    assert "is a sample" in result.output
    assert "PARTIAL" not in result.output


def test_a_seed_that_is_not_given_is_printed() -> None:
    result = run("--seats", "2", "--games", "1", "--workers", "1")
    (seed,) = re.findall(r"seed (\d+)", result.output)
    assert json.loads(run("--seats", "2", "--games", "1", "--workers", "1", "--json", "--seed", seed).stdout)


def test_the_same_seed_is_the_same_report_and_another_is_another() -> None:
    assert report() == report()
    assert report()["figures"] != report("--seed", "6")["figures"]


def test_json_has_every_figure_with_its_interval() -> None:
    figures = report("--policy", "random")["figures"]
    success = figures["success"]
    assert success["of"] == 4
    assert success["low"] <= success["share"] <= success["high"]
    assert [each["mode"] for each in figures["modes"]] == [mode.name for mode in ModeCard]
    assert [each["round"] for each in figures["rounds"]] == [1, 2, 3, 4, 5]
    assert figures["capped"] is None  # no Pressure deck
    assert figures["influx"] == {"hits": 0, "of": 0, "share": None}


@pytest.mark.parametrize(("mode", "shown"), [("shared", 1), ("edge", 1), ("coalitions", 1), ("all", 3)])
def test_games_are_scored_under_the_modes_that_are_asked_for(mode: str, shown: int) -> None:
    assert len(report("--mode", mode)["figures"]["modes"]) == shown


def test_an_unfinished_simulation_says_so_everywhere() -> None:
    whole = played("greedy", "random")
    part = replace(whole, wanted=50)
    figures = figures_of(part)
    names = ("greedy", "random")
    assert "PARTIAL: broken off after 6 of 50 games" in "\n".join(simulated.facts(part))
    assert simulated.report(part, figures, names)["complete"] is False
    assert "PARTIAL" in simulated.page_of(part, figures, names, "<svg></svg>")
    assert "PARTIAL" not in simulated.page_of(whole, figures, names, "<svg></svg>")


def test_an_interrupted_command_tells_what_it_has_and_ends_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    part = replace(played("greedy", "greedy"), wanted=50)
    monkeypatch.setattr(command, "simulate", lambda *_: part)
    result = run(*SMALL)
    assert result.exit_code == Exit.UNDETERMINED
    assert "PARTIAL: broken off after 6 of 50" in result.output
    monkeypatch.setattr(command, "simulate", lambda *_: replace(part, games=()))
    nothing = run(*SMALL)
    assert nothing.exit_code == Exit.UNDETERMINED
    assert "no game was finished" in nothing.output


def test_a_failing_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Simulation:
        raise GameFault(17, "ViolationError: GR-F01: Stress stays within 0-5")

    monkeypatch.setattr(command, "simulate", fails)
    result = run(*SMALL)
    assert result.exit_code == Exit.NOT_AS_EXPECTED
    assert "game 17: ViolationError: GR-F01" in result.output
    assert "seed 5" in result.output


def test_modules_are_switched_on_and_told() -> None:
    words = ("--module", "problem_stress=scoped", "--module", "problem_deal=pressure_deck")
    said = report(*words, "--scopes", "global,bond,personal,bond,global")
    assert said["rulings"] == {"problem_stress": "SCOPED", "problem_deal": "PRESSURE_DECK"}
    assert [each["scope"] for each in said["scenario"]["problems"]][:3] == ["GLOBAL", "BOND", "PERSONAL"]
    assert said["figures"]["success"]["hits"] == 0
    assert said["figures"]["settled"]["share"] == 1
    result = run(*SMALL, *words)
    for told in ("Scopes by priority: global, personal", "open_cap binds", "Pressure deck empty", "is a sample"):
        assert told in result.output


# ---------------------------------------------------------------- criteria


def test_criteria_are_told_with_what_decides_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "STATISTICS", deciding.STATISTICS[:2])
    result = run("--criteria", "--games", "8", "--seed", "1", "--workers", "1", "--json")
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    said = json.loads(result.stdout)
    verdicts = {(row["rules"][0], row["verdict"]) for row in said["criteria"]}
    assert {("DEAL-SC1", "EXHAUSTED"), ("DEAL-SC3", "EXHAUSTED"), ("DEAL-SC1", "SAMPLED")} <= verdicts
    assert ("DEAL-SC2", "REFUTED") in verdicts
    assert {row["finding"] for row in said["criteria"]} == {"", deciding.OUT_OF_REACH}
    assert "DEAL-SC2" in load_findings(load_rules())[deciding.OUT_OF_REACH].rules
    assert "DEAL-SC4" in said["left_out"]


def test_a_criterion_that_is_not_shown_changes_the_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = replace(deciding.STATISTICS[0], shown=lambda figures: (False, "nothing seen"))
    monkeypatch.setattr(deciding, "STATISTICS", (silent,))
    result = run("--criteria", "--games", "2", "--seed", "1", "--workers", "1")
    assert result.exit_code == Exit.UNDETERMINED
    assert "UNDETERMINED" in result.output
    assert "(expected" in result.output


# ---------------------------------------------------------------- files


def test_csv_has_a_row_a_game() -> None:
    simulation = played("adversarial", "random")
    rows = list(csv.DictReader(io.StringIO(simulated.csv_of(simulation))))
    assert [int(row["game"]) for row in rows] == list(range(6))
    for row, game in zip(rows, simulation.games, strict=True):
        assert int(row["points"]) == game.points
        assert int(row["success"]) == (game.points >= game.threshold)
        assert int(row["stress 5.1"]) == game.stress[4][1]
        assert row["influx 1"] == ""


def test_files_are_written_and_the_page_needs_nothing_else(tmp_path: Path) -> None:
    table, picture, page = tmp_path / "games.csv", tmp_path / "plots.png", tmp_path / "page.html"
    result = run(*SMALL, "--csv", str(table), "--png", str(picture), "--html", str(page))
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert table.read_text().count("\n") == 5
    assert picture.read_bytes().startswith(b"\x89PNG")
    text = page.read_text()
    assert "<svg" in text
    assert "var(--accent)" in text  # the plots follow the page's colours
    assert not re.search(r"\bsrc=|@import|<script", text)
    assert not re.search(r"url\((?!#)", text)
    assert set(re.findall(r"https?://[^\"]*", text)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_the_same_figures_are_the_same_drawing() -> None:
    figures = figures_of(played("greedy", "greedy"))
    assert plots.svg(figures, 5) == plots.svg(figures, 5)
    assert plots.png(figures, 5, "a") != plots.png(figures, 5, "b")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--policy", "greedi"), ["no such policy, did you mean 'greedy'?", "cautious", "adversarial"]),
        (("--policy", "greedy,random,random"), ["3 policies for 2 seats"]),
        (("--module", "problem_stres=scoped"), ["the modules are problem_stress and problem_deal", "did you mean"]),
        (("--module", "problem_stress=global"), ["SCOPED"]),
        (("--ruling", "U5=NEVER"), ["CALMS_AND_PROTECTS"]),
        (("--card", "other"), ["the known ones are sample, scoped"]),
        (("--card", "sample", "--module", "problem_stress=scoped"), ["H2-5", "--scopes"]),
        (("--module", "problem_stress=scoped", "--ruling", "F-026=NOTED"), ["DEAL-OWN"]),
        (("--scopes", "global,personal"), ["must be 5"]),
        (("--scopes", "global,personal,bond,bond,bomd"), ["bomd", "did you mean 'bond'?"]),
        (("--games", "0"), ["--games"]),
        (("--csv", "nowhere/at/all.csv"), ["there is no folder"]),
        (("--csv", "one.txt", "--png", "one.txt"), ["different"]),
    ],
)
def test_bad_input_is_refused_with_what_is_known(words: tuple[str, ...], says: list[str]) -> None:
    result = run(*SMALL, *words)
    assert result.exit_code == Exit.USAGE, result.output
    assert all(each in result.output for each in says), result.output


def test_without_contracts_nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contracts, "ENABLED", False)
    result = run(*SMALL)
    assert result.exit_code == Exit.USAGE
    assert "RULEPROOF_CONTRACTS=off" in result.output
