"""`ruleproof anti-dominance`: the same bytes each time, the line that accepts, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from audit.dominance import anti_dominance
from specs.fixtures import ANTI_DOMINANCE
from specs.strict import SpecError


def text_of(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(anti_dominance, list(arguments))
    assert done.exit_code == code, done.output
    return done.output


def test_two_runs_print_the_same_bytes() -> None:
    first = text_of()
    assert first == text_of()
    assert first.endswith("ABG_ANTI_DOMINANCE_OK no_weak_dominance=1\n")
    assert "wins: refresh_first 1, hire_first 2, dismiss_first 1, no_replace 1" in first
    assert "result sha256: " in first
    assert all(f"AD-FS-00{number}-" in first for number in range(1, 6))


def test_the_self_test_accepts_and_rejects_first() -> None:
    accepted, rejected, *rest = text_of("--self-test").splitlines()
    assert accepted == "self-test: the canonical matrix is accepted"
    assert rejected.startswith("self-test: a matrix that refresh_first rules is rejected")
    assert "\n".join(rest) + "\n" == text_of()


def test_json_holds_every_trace() -> None:
    found = json.loads(text_of("--json", "--self-test"))
    assert found["accepted"]
    assert len(found["self_test"]) == 2
    policies = found["result"]["AD-FS-003-DISMISSAL-REBATE"]["policies"]
    assert policies["dismiss_first"]["actions"][0] == {"act": "DISMISS", "id": "AD3-LIVING-8", "coin": 4, "credit": 0}
    assert policies["dismiss_first"]["metrics"]["rebate"] == 4


def other(tmp_path: Path, old: str, new: str) -> str:
    text = ANTI_DOMINANCE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "seeds.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


def test_a_wrong_value_is_refused(tmp_path: Path) -> None:
    path = other(tmp_path, '"refresh_cost": 8', '"refresh_cost": 9')
    said = text_of("--fixture", path, code=1)
    assert "AD-FS-001-REFRESH-COUNTER: AG-ECO-15.2-03: the refresh cost" in said
    assert "refused: 1 fault\n" in said
    assert "ABG_ANTI_DOMINANCE_OK" not in said
    told = json.loads(text_of("--fixture", path, "--json", code=1))
    assert told["accepted"] is False
    assert len(told["faults"]) == 1


def test_a_missing_field_is_a_fault_of_the_file(tmp_path: Path) -> None:
    done = CliRunner().invoke(anti_dominance, ["--fixture", other(tmp_path, '"refresh_cost": 8', '"cost": 8')])
    assert isinstance(done.exception, SpecError)
    assert "missing field 'refresh_cost'" in str(done.exception)
