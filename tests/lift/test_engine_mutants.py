"""Mutants of the engine itself: one line each, broken on purpose, which the quick subset of these tests must notice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPILED = shutil.ignore_patterns("__pycache__", ".*")

#: File, what stands there exactly once, and what stands there in the mutant.
MUTANTS = {
    "choose-forgets-other": ("terms.py", "x = x.args[2]  # the same", "x = x.args[1]  # the same"),
    "equal-ignores-bounds": ("arithmetic.py", "if a_high < b_low or b_high < a_low:", "if a_high <= b_low:"),
    "equal-shifts-wrongly": ("arithmetic.py", "b - a.args[1])", "b + a.args[1])"),
    "remainder-by-interval": ("arithmetic.py", "a.low >= 0 and a.high < divisor", "a.high < divisor"),
    "larger-takes-smaller": ("arithmetic.py", "choose(at_most(b, a), a, b)", "choose(at_most(a, b), a, b)"),
    "narrowed-too-far": (
        "arithmetic.py",
        "min(a_low, b_low), min(a_high, b_high))",
        "max(a_low, b_low), min(a_high, b_high))",
    ),
    "absorbed-too-much": (
        "terms.py",
        "if opposite is left or opposite is right:",
        "if a is left or opposite is right:",
    ),
    "merge-takes-one-arm": ("merging.py", "return T.choose(condition, a, b)", "return T.choose(condition, a, a)"),
    "union-forgets-a-guard": (
        "merging.py",
        "arms[k] = (T.disjunction(known, here)",
        "arms[k] = (T.conjunction(known, here)",
    ),
    "set-counts-twice": ("merging.py", "here = T.conjunction(guard, T.negation(again))", "here = guard"),
    "subset-of-nothing": (
        "merging.py",
        "T.implication(guard, contains(run, b, item))",
        "T.conjunction(guard, contains(run, b, item))",
    ),
    "sequences-by-place": ("merging.py", "T.choose(right[j][0], matched, known[i, j + 1])", "matched"),
    "path-is-forgotten": ("core.py", "when = T.conjunction(self.path, condition)", "when = condition"),
    "path-is-kept": ("core.py", "            self.path = saved\n", "            pass\n"),
    "exits-without-path": ("statements.py", "T.conjunction(first.live, condition))", "condition)"),
    "later-return-wins": ("statements.py", "_merge_payload(run, first.live, payload, old)", "payload"),
    "assert-narrows-nothing": (
        "statements.py",
        "    return Outcome(names, holds, {})",
        "    return Outcome(names, False, {})",
    ),
    "break-goes-on": (
        "statements.py",
        "T.disjunction(outcome.live, condition), outcome.exits)",
        "outcome.live, outcome.exits)",
    ),
    "guard-unbinds": ("statements.py", "lambda: case(k + 1, after))", "lambda: case(k + 1, before))"),
    "message-is-not-said": (
        "statements.py",
        "        _say(run, arg, names, scope)\n    run.note",
        "        pass\n    run.note",
    ),
    "walk-looks-at-all": ("comprehensions.py", "T.conjunction(present, self.wanted())", "present"),
    "filter-is-forgotten": ("comprehensions.py", "T.conjunction(guard, passes), j + 1", "guard, j + 1"),
    "stop-iteration-passes": (
        "comprehensions.py",
        "                self._stop_no_generator(first)",
        "                pass",
    ),
    "no-negative-index": ("reading.py", "places = range(max(-length, low)", "places = range(max(0, low)"),
    "no-index-error": (
        "reading.py",
        "if places and (low < -length or high >= length):",
        "if places and low < -length:",
    ),
    "list-slice-is-a-tuple": (
        "reading.py",
        "if isinstance(value, ListValue) else value[slice(*ends)]",
        "if False else value[slice(*ends)]",
    ),
    "contracts-from-above": (
        "calls.py",
        "    for each in contracts:\n",
        "    for each in reversed(list(contracts)):\n",
    ),
    "default-wins": ("binding.py", "if name not in given and name in defaults}", "if name in defaults}"),
    "bool-is-no-int": (
        "values.py",
        "    if T.is_bool(value):\n        return bool\n",
        "    if T.is_bool(value):\n        return int\n",
    ),
    "values-by-position": ("values.py", "        if each != position:\n", "        if each > position:\n"),
    "floor-is-trunc": ("terms.py", '"div": operator.floordiv', '"div": lambda a, b: int(a / b)'),
    "either-pattern": ("patterns.py", "holds = T.disjunction(holds, more)", "holds = more"),
    "true-is-one": ("patterns.py", "if T.is_bool(arm)\n", "if T.is_bool(arm) or T.is_int(arm)\n"),
    "and-is-or": (
        "expressions.py",
        "    is_and = isinstance(node.op, ast.And)",
        "    is_and = isinstance(node.op, ast.Or)",
    ),
    "chain-evaluates-all": (
        "expressions.py",
        "branch(run, holds, lambda: rest(right, k + 1), lambda: False)",
        "T.conjunction(holds, rest(right, k + 1))",
    ),
    "tuples-compare-firsts": ("operators.py", "T.choose(differs, here, rest)", "here"),
    "is-across-enums": (
        "operators.py",
        "return enum_of(a) is enum_of(b) and same(run, a, b) if alike else same(run, a, b)",
        "return same(run, a, b)",
    ),
    "sum-of-absent": (
        "builtins.py",
        "T.choose(guard, 0 if number is ABSENT else number, 0)",
        "0 if number is ABSENT else number",
    ),
    "numbering-counts-absent": (
        "builtins.py",
        "place = A.add(place, T.choose(guard, 1, 0))",
        "place = A.add(place, 1)",
    ),
}


def run_quick(package: Path) -> subprocess.CompletedProcess[str]:
    """The quick subset, with the packages that lie in this folder."""
    return subprocess.run(
        [sys.executable, "-m", "tests.lift.running", "quick"],
        cwd=package,
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of what the quick subset needs."""
    for part in ("kernel", "model", "properties", "specs", "tests/lift"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=COMPILED)
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("name", MUTANTS)
def test_the_mutant_is_noticed(name: str, package: Path) -> None:
    file, old, new = MUTANTS[name]
    path = package / "model" / "lift" / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = run_quick(package)
    assert done.returncode == 1, f"{name} was not noticed"
    assert "Traceback" in done.stderr


@pytest.mark.long
def test_without_a_mutant_nothing_is_noticed(package: Path) -> None:
    done = run_quick(package)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_changes_one_place(name: str) -> None:
    file, old, new = MUTANTS[name]
    text = (ROOT / "model" / "lift" / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert old != new
