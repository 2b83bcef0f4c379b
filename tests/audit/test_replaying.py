"""Replaying traces: good ones, doctored ones, and files that are none."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from audit.replaying import read_trace, replay_command, replayed, table_fault
from audit.session import deal
from kernel import contracts
from kernel.ground import resolve
from kernel.ground.rulings import STANDING, CalmSpend
from kernel.ground.state import (
    Action,
    Marker,
    ModeCard,
    ProblemIndex,
    Relation,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    put_at,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import GROUND
from model.trace import Trace
from specs.load import FINDINGS
from specs.scenarios import load_scenario_cards


def random_game(until: int = 500) -> Trace:
    rng = random.Random(11)
    states, choices = [deal(load_scenario_cards().cards["sample"], ModeCard.COMMON_PROBLEM, 3, 11)], []
    while states[-1].step is not Step.OVER and len(choices) < until:
        choices.append(rng.choice(resolve.offered(states[-1], STANDING)))
        states.append(resolve.advance(states[-1], choices[-1], STANDING))
    return Trace(GROUND, STANDING, tuple(states), tuple(choices))


GAME = random_game()


def run(path: Path, *options: str) -> Result:
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"}).invoke(replay_command, [str(path), *options])


def written(tmp_path: Path, trace: Trace) -> Path:
    trace.write(tmp_path / "game.itf.json")
    return tmp_path / "game.itf.json"


def doctored(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    data = GAME.to_itf()
    change(data)
    (tmp_path / "doctored.itf.json").write_text(json.dumps(data))
    return tmp_path / "doctored.itf.json"


def test_a_whole_game_replays_and_is_scored(tmp_path: Path) -> None:
    result = run(written(tmp_path, GAME))
    assert result.exit_code == 0, result.output
    assert f"The trace replays: {len(GAME.choices)} choices, contracts on." in result.output
    assert "Winners:" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_an_unfinished_game_replays_without_a_score(tmp_path: Path) -> None:
    result = run(written(tmp_path, random_game(7)), "--json")
    report = json.loads(result.output)
    assert (report["replays"], report["choices"], report["score"]) == (True, 7, None)


def test_all_shows_idle_turns_too(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    few, many = (json.loads(run(path, "--json", *more).output)["turns"] for more in ([], ["--all"]))
    assert len(few) < len(many) == len(GAME.choices)


def test_other_rulings_are_named(tmp_path: Path) -> None:
    trace = Trace(GROUND, replace(STANDING, calm_spend=CalmSpend.ALLOWED), GAME.states, GAME.choices)
    assert "Ruling: calm_spend = ALLOWED" in run(written(tmp_path, trace)).output
    assert "Ruling:" not in run(written(tmp_path, GAME)).output


def test_a_state_that_does_not_follow_is_reported_at_its_choice(tmp_path: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        data["states"][30]["state"]["players"]["#tup"][1]["protection"] = {"#bigint": "3"}

    result = run(doctored(tmp_path, change))
    said = " ".join(result.output.split())
    assert result.exit_code == 1
    assert "does not replay at choice 29" in said
    assert "players[1].protection is 0, not 3" in said
    assert "The trace replays" not in result.output


def test_a_plain_play_that_does_not_replay_says_where(tmp_path: Path) -> None:
    data = json.loads((FINDINGS / "witness" / "F-244.itf.json").read_text(encoding="utf-8"))
    data["states"][2]["state"]["own"] = {"#bigint": "3"}
    path = tmp_path / "doctored.itf.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    result = run(path)
    assert result.exit_code == 1
    assert (
        "\nThe trace does not replay at choice 1: the kernel reaches another state: own is 1, not 3.\n" in result.output
    )


def test_an_illegal_choice_is_reported_with_its_rule() -> None:
    state = GAME.states[0]
    open_problem = Selection(Action.INVESTIGATE, problem=ProblemIndex(0))
    result = replayed(Trace(GROUND, STANDING, (state, state), (open_problem,)))
    assert not result.replays
    assert result.fault.startswith("choice 0 (round 1, SELECT: ")
    assert "refused: GR-A01" in result.fault


def test_a_broken_contract_is_reported() -> None:
    unfocused = replace(with_player(GAME.states[0], GAME.states[0].lead, marker=Marker.REVERSE), step=Step.DARVO)
    result = replayed(Trace(GROUND, STANDING, (unfocused, unfocused), (Stage(),)))
    assert "the kernel breaks a contract: GR-D05: REVERSE finds the Focus holder" in result.fault
    assert "\n" not in result.fault


def test_json_tells_a_failure_as_data(tmp_path: Path) -> None:
    path = doctored(tmp_path, lambda data: data["states"][5].update(state=data["states"][6]["state"]))
    result = run(path, "--json")
    report = json.loads(result.output)
    assert result.exit_code == 1
    assert (report["replays"], report["replayed"]) == (False, 4)
    assert report["fault"].startswith("choice 4 ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"#meta": {},\n "states": }', "bad.json:2: not JSON"),
        ("[]", "not an ITF trace of ground"),
        ('{"#meta": {"game": "chess"}, "states": []}', "there is no game 'chess'; known are dismissal"),
        ("[" * 100_000, "not a readable trace"),
        ("1" * 10_000, "not a readable trace"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_a_file_that_is_no_trace_is_an_input_error(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    result = run(path)
    assert result.exit_code == 2
    assert said in result.output
    assert "bad.json" in result.output


def test_a_wrong_value_is_named_by_its_place(tmp_path: Path) -> None:
    result = run(doctored(tmp_path, lambda data: data["states"][3]["state"].update(round="two")))
    assert result.exit_code == 2
    assert "states[3].round: 'two' is not an integer" in result.output


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    assert run(tmp_path / "none.json").exit_code == 2


START = GAME.states[0]
ROW = put_at(START.relations[0], 1, Relation.BOND)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (START, ""),
        (replace(START, players=START.players[:1]), "fewer than two players"),
        (replace(START, relations=START.relations[:2]), "not there 3 times"),
        (replace(START, lead=Seat(7)), "belongs to no player"),
        (replace(START, relations=put_at(START.relations, 0, ROW)), "different relations"),
        (replace(START, relations=((Relation.BOND,) * 3,) * 3), "relation with itself"),
        (with_player(START, Seat(0), token_at=Seat(3)), "names a player who is not there"),
        (with_problem(START, ProblemIndex(0), claimed_by=Seat(9)), "names a player who is not there"),
        (
            with_memory(START, selections=(Selection(Action.SOLVE, problem=ProblemIndex(8)),) * 3),
            "names a Problem that is not there",
        ),
    ],
)
def test_a_table_that_cannot_be_is_no_start(tmp_path: Path, state: State, said: str) -> None:
    assert said in table_fault(state)
    assert bool(table_fault(state)) == bool(said)
    result = run(written(tmp_path, Trace(GROUND, STANDING, (state,), ())))
    assert result.exit_code == (2 if said else 0)
    assert said in result.output


def test_without_contracts_nothing_counts_as_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, GAME)
    assert replayed(read_trace(path)).replays
    monkeypatch.setattr(contracts, "ENABLED", False)
    result = run(path)
    assert result.exit_code == 2
    assert "RULEPROOF_CONTRACTS" in result.output
