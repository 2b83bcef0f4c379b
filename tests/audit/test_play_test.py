"""A play as a test: its text, and what running it says."""

from __future__ import annotations

import ast
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from audit.play_test import pytest_of
from audit.replaying import replay_command
from kernel import contracts
from model.ground import GROUND
from model.trace import NotReplayed, Trace, from_itf, read

ROOT = Path(__file__).parents[2]
WITNESS = ROOT / "specs" / "findings" / "witness" / "F-006.itf.json"
PLAY = read(WITNESS, GROUND)
TEXT = pytest_of(PLAY, "F-006")
#: The last table with a round that the kernel does not reach.
DOCTORED = '"round": 9,'.join(TEXT.rsplit('"round": 3,', 1))


def ran(tmp_path: Path, text: str, name: str = "test_f_006") -> dict[str, Any]:
    """Run the one test of a file's text; what the file defines."""
    path = tmp_path / "test_written.py"
    path.write_text(text, encoding="utf-8")
    defined = runpy.run_path(str(path))
    defined[name]()
    return defined


def test_it_carries_the_play_and_passes(tmp_path: Path) -> None:
    assert from_itf(ran(tmp_path, TEXT)["PLAY"], GROUND) == PLAY


def test_it_fails_on_a_play_that_the_kernel_does_not_do(tmp_path: Path) -> None:
    assert DOCTORED != TEXT
    with pytest.raises(NotReplayed, match="round is 3, not 9"):
        ran(tmp_path, DOCTORED)


def test_it_fails_without_contracts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contracts, "ENABLED", False)
    with pytest.raises(AssertionError, match="RULEPROOF_CONTRACTS"):
        ran(tmp_path, TEXT)


def test_pytest_finds_it_and_tells_good_from_bad(tmp_path: Path) -> None:
    (tmp_path / "test_good.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "test_bad.py").write_text(DOCTORED, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout
    assert "test_bad.py::test_f_006" in done.stdout


def test_the_text_is_the_same_each_time_and_in_style(tmp_path: Path) -> None:
    assert pytest_of(PLAY, "F-006") == TEXT != pytest_of(PLAY, "F-007")
    path = tmp_path / "test_written.py"
    path.write_text(pytest_of(PLAY, "F-006", 'a "long" \\ ' * 30, "assert end.round == 3"), encoding="utf-8")
    for command in (["check"], ["format", "--check"]):
        ruff = [
            sys.executable,
            "-m",
            "ruff",
            *command,
            "--no-cache",
            "--config",
            str(ROOT / "pyproject.toml"),
            str(path),
        ]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "predicate",
    ["no seat is ever blamed", 'ends in a quote "', '"""', "a\\", "\\N{BULLET} \\x", "{play}", "many words " * 40],
)
def test_a_predicate_becomes_the_docstring(tmp_path: Path, predicate: str) -> None:
    text = pytest_of(PLAY, "F-006", predicate)
    ran(tmp_path, text)
    docstring = ast.get_docstring(ast.parse(text).body[-1])  # type: ignore[arg-type]
    assert docstring is not None
    assert docstring.split() == predicate.split()
    assert max(map(len, text.splitlines())) <= 120


def test_checks_are_run_on_the_table_reached(tmp_path: Path) -> None:
    ran(tmp_path, pytest_of(PLAY, "F-006", checks="assert end.round == 3"))
    checks = """
        assert trace.choices
        assert end.round == 4, "no"
    """
    with pytest.raises(AssertionError, match="no"):
        ran(tmp_path, pytest_of(PLAY, "F-006", checks=checks))


@pytest.mark.parametrize(
    ("name", "called"),
    [("F-006", "test_f_006"), ("my game (2)", "test_my_game_2"), ("...", "test_play"), ("спор 7", "test_7")],
)
def test_any_name_makes_a_test_name(tmp_path: Path, name: str, called: str) -> None:
    ran(tmp_path, pytest_of(Trace(GROUND, PLAY.rulings, PLAY.states[:1], ()), name), called)


def invoked(*arguments: object) -> Any:
    return CliRunner().invoke(replay_command, [str(argument) for argument in arguments])


def test_the_command_writes_the_test(tmp_path: Path) -> None:
    out = tmp_path / "test_play.py"
    result = invoked(WITNESS, "--test", out)
    assert result.exit_code == 0
    assert result.output.endswith(f"Test written to {out}.\n")
    assert out.read_text(encoding="utf-8") == TEXT


def test_a_play_that_does_not_replay_makes_no_test(tmp_path: Path) -> None:
    Trace(GROUND, PLAY.rulings, (*PLAY.states[:-1], PLAY.states[0]), PLAY.choices).write(tmp_path / "bad.itf.json")
    result = invoked(tmp_path / "bad.itf.json", "--test", tmp_path / "test_play.py")
    assert result.exit_code == 1
    assert "the play does not replay" in result.output
    assert not (tmp_path / "test_play.py").exists()


def test_a_test_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    result = invoked(WITNESS, "--test", tmp_path / "none" / "test_play.py")
    assert result.exit_code == 2
    assert "test_play.py: cannot be written: No such file" in result.output
    both = tmp_path / "both"
    assert invoked(WITNESS, "--test", both, "--html", both).exit_code == 2
    assert not both.exists()
