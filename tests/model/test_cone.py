"""The cone: what an entry point reaches, and what makes its fingerprint move."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from model import cone
from model.cone import Source

LOW = """\
LIMIT = 5


def clamp(x: int) -> int:
    '''Hold.'''
    return min(x, LIMIT)


def other() -> int:
    return 1
"""
HIGH = """\
from parts import low
from parts.low import other as alias


def step(x: int) -> int:
    return low.clamp(x)


def apart() -> int:
    return alias()
"""
PARTS = {"__init__.py": "", "low.py": LOW, "high.py": HIGH}


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of ours named `parts`, on the path."""
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, text in PARTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(cone, "PACKAGES", ("parts",))
    cone._is_module.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "parts"]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def test_the_cone_follows_names_across_modules(parts: Path) -> None:
    names = {name for _, name in Source().cone([("parts.high", "step")])}
    assert names == {"step", "clamp", "LIMIT"}


def test_an_import_under_another_name_is_followed(parts: Path) -> None:
    assert {name for _, name in Source().cone([("parts.high", "apart")])} == {"apart", "other"}


@pytest.mark.parametrize(
    ("old", "new", "moves"),
    [
        ("LIMIT = 5", "LIMIT = 6", True),
        ("return min(x, LIMIT)", "return max(x, LIMIT)", True),
        ("return 1", "return 2", False),
        ("Hold.", "Hold it.", False),
        ("LIMIT = 5", "LIMIT = 5  # a reason", False),
    ],
)
def test_only_a_change_within_the_cone_moves_the_fingerprint(parts: Path, old: str, new: str, moves: bool) -> None:
    roots = [("parts.high", "step")]
    before = Source().fingerprint(roots)
    text = PARTS["low.py"]
    assert text.count(old) == 1
    (parts / "low.py").write_text(text.replace(old, new), encoding="utf-8")
    assert (Source().fingerprint(roots) != before) is moves


def test_the_kernel_cone_reaches_every_chapter_that_play_needs() -> None:
    modules = {module.rpartition(".")[2] for module, _ in Source().cone([("model.ground", "GROUND")])}
    assert {"actions", "darvo", "stages", "problems", "relations", "tokens", "select", "resolve", "state"} <= modules
    assert {"problem_stress", "problem_deal"} <= modules
    assert "view" not in modules


def test_a_root_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        Source().fingerprint([("model.ground", "no_such_name")])
