"""Replaying traces of games other than GROUND."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit.cli import main
from audit.plain_replay import is_plain, word
from kernel.guild.rulings import STANDING
from model.dismissal import DISMISSAL
from model.dismissal_worlds import WORLDS
from model.trace import play_out
from model.verdict import Exit


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A short play of the dismissal machine, kept as a file."""
    world = next(iter(WORLDS.values()))
    state, choices = world.starts[0], []
    for _ in range(3):
        choices.append(DISMISSAL.offered(state, world.rulings)[0])
        state = DISMISSAL.play(state, choices[-1], world.rulings)
    file = tmp_path / "play.itf.json"
    play_out(world.game, world.starts[0], tuple(choices), world.rulings).write(file)
    return file


def test_each_choice_is_shown_with_what_it_changes(played: Path) -> None:
    assert is_plain(played)
    result = CliRunner().invoke(main, ["replay", str(played), "--json"])
    told = json.loads(result.stdout)
    assert (result.exit_code, told["replays"], told["choices"]) == (Exit.AS_EXPECTED, True, 3)
    assert len(told["turns"]) == 3
    assert "The trace replays: 3 choices" in CliRunner().invoke(main, ["replay", str(played)]).stdout


def test_a_play_that_the_kernel_does_not_make_is_told_with_its_place(played: Path) -> None:
    data = json.loads(played.read_text(encoding="utf-8"))
    data["states"][1]["state"] = data["states"][0]["state"]
    played.write_text(json.dumps(data), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(played)])
    assert result.exit_code == Exit.NOT_AS_EXPECTED
    assert "does not replay at choice 0" in result.stdout


def test_an_unknown_game_is_refused_with_those_known(played: Path) -> None:
    data = json.loads(played.read_text(encoding="utf-8"))
    data["#meta"]["game"] = "chess"
    played.write_text(json.dumps(data), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(played)])
    assert result.exit_code == Exit.USAGE
    assert "there is no game 'chess'; known are" in result.output


def test_pages_are_for_ground(played: Path) -> None:
    result = CliRunner().invoke(main, ["replay", str(played), "--html", str(played.with_suffix(".html"))])
    assert result.exit_code == Exit.USAGE


def test_words_for_values() -> None:
    assert word((1, STANDING.edition)) == f"(1, {STANDING.edition.name})"
