"""The house: which way imports point, and how long files and functions are."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: What each part may import from the house, itself included.
MAY_IMPORT = {
    "specs": {"specs"},
    "kernel": {"kernel"},
    "model": {"kernel", "model"},
    "properties": {"kernel", "model", "properties", "specs"},
    "audit": {"kernel", "model", "properties", "specs", "audit"},
}
#: What else than the standard library each part may import; None for anything.
MAY_USE: dict[str, set[str] | None] = {"specs": set(), "kernel": {"icontract"}}

MOST_LINES = 400
MOST_FUNCTION_LINES = 55
MOST_COLUMNS = 120


def modules() -> list[Path]:
    return [path for part in MAY_IMPORT for path in sorted((ROOT / part).rglob("*.py"))]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The top names that a module imports, wherever it does, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." if node.level else (node.module or "").split(".")[0]


def against_the_layers(part: str, tree: ast.AST) -> list[str]:
    """The imports that a module of this part may not have."""
    others = MAY_USE.get(part)
    found = []
    for line, name in imported(tree):
        allowed = name in MAY_IMPORT[part] if name in MAY_IMPORT else others is None or name in others
        if not allowed and name not in sys.stdlib_module_names:
            found.append(f"line {line}: {part} imports {name or '.'}")
    return found


def too_long(tree: ast.AST) -> list[str]:
    """The functions that are longer than they should be."""
    return [
        f"{node.name} has {lines} lines"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > MOST_FUNCTION_LINES
    ]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_keeps_to_its_layer_and_size(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    lines = text.splitlines()
    assert against_the_layers(path.relative_to(ROOT).parts[0], tree) == []
    assert too_long(tree) == []
    assert len(lines) <= MOST_LINES, f"{path.relative_to(ROOT)} has {len(lines)} lines"
    assert [number for number, line in enumerate(lines, 1) if len(line) > MOST_COLUMNS] == []


def test_all_parts_are_looked_at() -> None:
    seen = {path.relative_to(ROOT).parts[0] for path in modules()}
    assert seen == set(MAY_IMPORT)
    assert len(modules()) > 40


@pytest.mark.parametrize(
    ("part", "source", "wrong"),
    [
        ("kernel", "import icontract, dataclasses\nfrom kernel.ground import state", []),
        ("kernel", "from model.game import Game", ["line 1: kernel imports model"]),
        ("kernel", "def f():\n    import hypothesis", ["line 2: kernel imports hypothesis"]),
        ("kernel", "from . import state", ["line 1: kernel imports ."]),
        ("specs", "import tomllib", []),
        ("specs", "import icontract", ["line 1: specs imports icontract"]),
        ("specs", "from kernel.ground import state", ["line 1: specs imports kernel"]),
        ("model", "import hypothesis\nfrom kernel.contracts import ENABLED", []),
        ("model", "from specs import load", ["line 1: model imports specs"]),
        ("model", "import properties.claim", ["line 1: model imports properties"]),
        ("properties", "from specs import load\nfrom model.game import Game", []),
        ("properties", "import audit.cli", ["line 1: properties imports audit"]),
    ],
)
def test_imports_against_the_layers_are_seen(part: str, source: str, wrong: list[str]) -> None:
    assert against_the_layers(part, ast.parse(source)) == wrong


def test_long_functions_are_seen() -> None:
    body = "    x = 1\n"
    assert too_long(ast.parse("def short():\n" + body * (MOST_FUNCTION_LINES - 1))) == []
    assert too_long(ast.parse("class C:\n  def long(self):\n" + body * MOST_FUNCTION_LINES)) == [
        f"long has {MOST_FUNCTION_LINES + 1} lines"
    ]
