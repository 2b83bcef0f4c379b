"""Kept queries: anyone can ask them again, and a script that was touched is told from one that was not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from model.engines.queries import INDEX, QueryLog, Recheck, recheck
from model.engines.solvers import Answer, solve
from model.lift import terms
from model.lift.arithmetic import add, at_most, equal, multiply
from model.lift.smtlib import digest
from model.lift.terms import number, truth


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    terms.forget()
    yield
    terms.forget()


def roots(result: str) -> list[Any]:
    x, y = number("x", -20, 20), number("y", -20, 20)
    return [equal(add(x, y), 39), at_most(x, 19 if result == "sat" else 18), at_most(y, 20)]


def kept(folder: Path, name: str, result: str, solver: str) -> Path:
    asked = roots(result)
    answer = solve(asked, solver, 60)
    assert answer.result == result
    return QueryLog(folder).write(name, asked, answer, f"{name} is {result}")


def outcomes(folder: Path) -> dict[str, str]:
    return {result.name: result.outcome for result in recheck(folder, 30)}


# ---------------------------------------------------------------- writing


def test_a_script_says_what_is_claimed_and_expected(tmp_path: Path) -> None:
    path = kept(tmp_path, "sum", "unsat", "bitwuzla")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["; claim: sum is unsat", "; expected: unsat"]
    assert lines[2].startswith("; answered by: bitwuzla ")
    assert lines[2].endswith(" s")
    record = json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))
    assert path.name == f"sum-{record['digest'][:12]}.smt2"
    assert record["digest"] == digest(path.read_text(encoding="utf-8"))
    assert (record["result"], record["solver"]) == ("unsat", "bitwuzla")


@pytest.mark.parametrize("name", ["", "a/b", "../up", ".hidden", "a b", "é"])
def test_names_that_are_no_file_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="a query cannot be called"):
        QueryLog(tmp_path).write(name, [truth("p")], solve([truth("p")], "z3-bits"))
    assert list(tmp_path.iterdir()) == []


def test_an_answer_to_another_question_is_refused(tmp_path: Path) -> None:
    answer = solve(roots("sat"), "z3-bits", 60)
    with pytest.raises(ValueError, match="the answer is to"):
        QueryLog(tmp_path).write("sum", roots("unsat"), answer)
    assert not (tmp_path / INDEX).exists()


def test_a_claim_cannot_break_out_of_its_line(tmp_path: Path) -> None:
    asked = roots("sat")
    path = QueryLog(tmp_path).write("sum", asked, solve(asked, "z3-bits", 60), "all\r(assert false)\nof it")
    assert path.read_text(encoding="utf-8").startswith("; claim: all (assert false) of it\n")
    assert outcomes(tmp_path) == {path.name: "agree"}


# ---------------------------------------------------------------- asking again


@pytest.mark.parametrize("solver", ["z3-bits", "z3-int", "bitwuzla", "cvc5-bits", "cvc5-int"])
def test_another_solver_agrees(tmp_path: Path, solver: str) -> None:
    kept(tmp_path, "can", "sat", solver)
    kept(tmp_path, "cannot", "unsat", solver)
    told: list[Recheck] = []
    results = recheck(tmp_path, 30, told.append)
    assert [result.outcome for result in results] == ["agree", "agree"]
    assert told == results
    assert not any(result.detail.startswith(solver.partition("-")[0]) for result in results)


def test_a_wrong_answer_is_caught(tmp_path: Path) -> None:
    asked = roots("sat")
    wrong = replace(solve(asked, "z3-bits", 60), result="unsat", assignment=None)
    path = QueryLog(tmp_path).write("sum", asked, wrong)
    (result,) = recheck(tmp_path, 30)
    assert (result.name, result.outcome) == (path.name, "disagree")
    assert "says sat, recorded was unsat" in str(result)


def test_a_flipped_operator_is_caught_even_where_the_record_was_made_to_match(tmp_path: Path) -> None:
    path = kept(tmp_path, "sum", "unsat", "z3-bits")
    text = path.read_text(encoding="utf-8")
    # The last comparison before the roots are asserted: at most 18 becomes at least 18.
    place = text.rindex("(bvsle |", 0, text.index("(check-sat)"))
    flipped = f"{text[:place]}(bvsge |{text[place + 8 :]}"
    path.write_text(flipped, encoding="utf-8")
    assert outcomes(tmp_path) == {path.name: "tampered"}
    record = json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))
    record["digest"] = digest(flipped)
    (tmp_path / INDEX).write_text(json.dumps(record) + "\n", encoding="utf-8")
    path = path.rename(tmp_path / f"sum-{record['digest'][:12]}.smt2")
    assert outcomes(tmp_path) == {path.name: "disagree"}


@pytest.mark.parametrize(
    ("old", "new"), [("expected: unsat", "expected: sat"), ("39", "38"), ("(assert", "; (assert"), ("(exit)", "")]
)
def test_a_script_that_was_touched_is_told(tmp_path: Path, old: str, new: str) -> None:
    path = kept(tmp_path, "sum", "unsat", "z3-int")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert outcomes(tmp_path) == {path.name: "tampered"}


def test_what_is_missing_or_not_listed_is_told(tmp_path: Path) -> None:
    gone, stays = kept(tmp_path, "gone", "sat", "z3-bits"), kept(tmp_path, "stays", "sat", "z3-bits")
    gone.rename(tmp_path / "stranger.smt2")
    assert outcomes(tmp_path) == {gone.name: "missing", stays.name: "agree", "stranger.smt2": "unlisted"}


def test_a_script_that_no_solver_reads_is_told(tmp_path: Path) -> None:
    path = kept(tmp_path, "sum", "unsat", "z3-bits")
    text = path.read_text(encoding="utf-8").replace("bvsle", "bvslower")
    record = json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))
    record["digest"] = digest(text)
    (tmp_path / INDEX).write_text(json.dumps(record) + "\n", encoding="utf-8")
    path.unlink()
    path = tmp_path / f"sum-{record['digest'][:12]}.smt2"
    path.write_text(text, encoding="utf-8")
    (result,) = recheck(tmp_path, 30)
    assert result.outcome == "unreadable"
    assert "bvslower" in result.detail


def test_silence_is_unknown_then_and_now(tmp_path: Path) -> None:
    product = [equal(multiply(number("p", 2, 2**32), number("q", 2, 2**32)), 1500450271 * 2860486313)]
    claimed = Answer("unsat", None, "z3-bits", "1", 1.0, "", "")
    now = QueryLog(tmp_path).write("now", product, claimed)
    then = QueryLog(tmp_path).write("then", roots("sat"), replace(claimed, result="unknown", reason="tired"))
    results = {result.name: result for result in recheck(tmp_path, 0.3)}
    assert results[now.name].outcome == "unknown"
    assert "bitwuzla: no answer within 0.3 s; cvc5-bits: no answer within 0.3 s" in results[now.name].detail
    assert results[then.name].outcome == "unknown"
    assert "nothing was recorded to compare" in results[then.name].detail


# ---------------------------------------------------------------- the index


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"name": "../x"}',
        b'{"claim": "", "digest": "1", "name": "x", "result": "sat", "seconds": 1, "solver": "z3-int", "version": ""}',
    ],
)
def test_a_corrupt_line_is_told_and_nothing_else_is_lost(tmp_path: Path, line: bytes) -> None:
    before = kept(tmp_path, "before", "sat", "z3-bits")
    with (tmp_path / INDEX).open("ab") as file:
        file.write(line)
    after = kept(tmp_path, "after", "sat", "z3-bits")
    assert outcomes(tmp_path) == {f"{INDEX}:2": "corrupt", before.name: "agree", after.name: "agree"}


def test_the_newest_record_of_a_script_counts(tmp_path: Path) -> None:
    first, again = (kept(tmp_path, "sum", "unsat", solver) for solver in ("z3-bits", "bitwuzla"))
    assert first == again
    queries, corrupt = QueryLog(tmp_path).read()
    assert [query.solver for query in queries] == ["bitwuzla"]
    assert corrupt == []
    assert outcomes(tmp_path) == {first.name: "agree"}


def test_an_empty_folder_shows_nothing(tmp_path: Path) -> None:
    assert recheck(tmp_path, 30) == []
