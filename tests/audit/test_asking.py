"""`can`, `shortest` and `always`: answers, plays that replay, outputs, and errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from audit.asking import always, can, shortest
from audit.replaying import read_trace
from kernel.ground.state import Relation
from model.encode import encode
from model.engines.explore import explore
from model.game import Check, Scope
from model.ground_worlds import WORLDS
from model.trace import replay
from model.verdict import Exit


def asked(command: object, *words: str) -> Result:
    return CliRunner().invoke(command, ["ground", *words], terminal_width=200)  # type: ignore[arg-type]


def test_yes_comes_with_the_shortest_play_and_it_replays(tmp_path: Path) -> None:
    file = tmp_path / "play.itf.json"
    result = asked(can, "bond(0, 1)", "--seats", "2", "--itf", str(file))
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert result.output.startswith("YES")
    trace = read_trace(file)
    replay(trace)
    assert trace.end.relations[0][1] is Relation.BOND
    # Two Selects, two Reveals, two turns of GROUND, then the Support: one turn fewer cannot do.
    assert len(trace.choices) == 7
    assert "the shortest play takes 7 turns" in result.output


def test_no_says_what_was_searched_and_what_it_rests_on() -> None:
    result = asked(can, "round == 1 and any(p.freedom is SPENT for p in players)", "--seats", "2", "--rounds", "2")
    assert result.exit_code == Exit.NOT_AS_EXPECTED
    assert result.output.startswith("NO")
    assert "all of them were searched" in result.output
    assert "every_turn_can_be_taken" in result.output


def test_what_the_invariant_excludes_needs_no_search() -> None:
    result = asked(can, "any(relations_of(s) > 2 for s in seats)", "--seats", "2")
    assert result.exit_code == Exit.NOT_AS_EXPECTED
    assert "no table of the inductive invariant" in result.output


def test_always_is_the_opposite_of_can() -> None:
    assert asked(always, "all(0 <= p.stress <= 5 for p in players)", "--seats", "2").exit_code == Exit.AS_EXPECTED
    broken = asked(always, "all(p.stress < 3 for p in players)", "--seats", "2")
    assert broken.exit_code == Exit.NOT_AS_EXPECTED
    assert broken.output.startswith("NOT ALWAYS")
    assert "#" in broken.output  # with the play


def test_always_fails_where_a_part_has_no_value() -> None:
    """Nobody acts in End: players[acting()] has no value there."""
    guarded = asked(always, "step is END or over() or players[acting()].stress >= 0", "--seats", "2", "--rounds", "1")
    open_to = asked(always, "players[acting()].stress >= 0", "--seats", "2", "--rounds", "1")
    assert guarded.exit_code == Exit.AS_EXPECTED, guarded.output
    assert open_to.exit_code == Exit.NOT_AS_EXPECTED, open_to.output


def test_shortest_looks_at_every_number_of_seats_that_is_asked() -> None:
    result = asked(shortest, "any(p.stress == 3 for p in players)", "--seats", "3")
    assert result.exit_code == Exit.AS_EXPECTED, result.output


def test_another_play_is_no_renaming(tmp_path: Path) -> None:
    file = tmp_path / "play.itf.json"
    result = asked(can, "bond(0, 1)", "--seats", "2", "--another", "--json", "--itf", str(file))
    sizes = json.loads(result.stdout)["sizes"]
    plays = [size["play"]["states"][-1]["state"]["memory"]["selections"] for size in sizes]
    assert len(plays) == 2
    actions = [sorted(selection["action"] for selection in play["#tup"]) for play in plays]
    assert actions[0] != actions[1]


def test_the_explorer_agrees_on_the_length_from_a_given_table(tmp_path: Path) -> None:
    """Breadth first over a small world, and the bounded search from its start, find equally short plays."""
    world = WORLDS["gate"]
    table = tmp_path / "table.json"
    table.write_text(json.dumps(encode(world.starts[0])), encoding="utf-8")
    check = Check("calm", Scope.STATE, lambda state, rulings: not any(p.stress == 5 for p in state.players))
    trace = explore(world, [check]).found[0].trace
    assert trace is not None
    result = asked(can, "any(p.stress == 5 for p in players)", "--from", str(table))
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert f"from the given table: the shortest play takes {len(trace.choices)} turns" in result.output


def test_outputs_are_written_and_the_test_passes(tmp_path: Path) -> None:
    page, test = tmp_path / "play.html", tmp_path / "test_play.py"
    result = asked(can, "rivalry(0, 1)", "--seats", "2", "--html", str(page), "--test", str(test))
    assert result.exit_code == Exit.AS_EXPECTED, result.output
    assert "<svg" in page.read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", str(test)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_a_ruling_changes_the_answer() -> None:
    """Under U1's second option a Bond needs an acceptance that was given at Select."""
    words = (
        "bond(0, 1) and step is SUPPORT and not any(s.accepts for s in selections)",
        "--seats",
        "2",
        "--rounds",
        "1",
    )
    assert asked(can, *words).exit_code == Exit.AS_EXPECTED
    assert asked(can, *words, "--ruling", "U1=AT_SELECT").exit_code == Exit.NOT_AS_EXPECTED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("any(p.stres == 5 for p in players)",), "did you mean `stress`"),
        (("bond(0, 1",), "never closed"),
        (("bond(0, 5)", "--seats", "2"), "5"),
        (("round", "--seats", "2"), "which is no condition"),
        (("round == 1", "--ruling", "U77=X"), "The known ones are"),
        (("round == 1", "--from", __file__), "not a table of GROUND"),
    ],
)
def test_bad_questions_end_with_2_and_say_why(words: tuple[str, ...], said: str) -> None:
    result = asked(can, *words)
    assert result.exit_code == Exit.USAGE, result.output
    assert said in result.output


def test_time_that_runs_out_is_not_known() -> None:
    result = asked(can, "sum(deck) == 0", "--seats", "4", "--limit", "1")
    assert result.exit_code == Exit.UNDETERMINED, result.output
    assert result.output.startswith("NOT KNOWN")
