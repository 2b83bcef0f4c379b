"""Races and second opinions: the first answer wins, another code base confirms, a contradiction is its own result."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from model.engines import second
from model.engines.second import Disagreement, confirm, race
from model.engines.solvers import SOLVERS, BrokenModel, family_of, solve
from model.lift import smtlib, terms
from model.lift.arithmetic import add, at_most, equal, multiply
from model.lift.smtlib import digest, script, width
from model.lift.terms import negation, number, truth

BEFORE: set[str] = set()


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    terms.forget()
    BEFORE.clear()
    BEFORE.update(children())
    yield
    terms.forget()


def hard() -> list[Any]:
    product = multiply(number("p", 2, 2**32), number("q", 2, 2**32))
    return [equal(product, 1500450271 * 2860486313)]


def easy(result: str) -> list[Any]:
    x, y = number("x", -20, 20), number("y", -20, 20)
    roots = [equal(add(x, y), 39)]
    return roots if result == "sat" else [*roots, at_most(x, 18), at_most(y, 18)]


def children() -> set[str]:
    """The processes that this one has started, dead ones included that nobody has waited for."""
    return {pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


def no_child_is_left() -> bool:
    """Other tests of this process may have left a helper that lives as long as it."""
    return children() <= BEFORE


# ---------------------------------------------------------------- races


@pytest.mark.parametrize("result", ["sat", "unsat"])
def test_a_race_has_one_answer_and_leaves_no_process(result: str) -> None:
    roots = easy(result)
    answer = race(roots, SOLVERS, 60)
    assert answer.result == result
    assert answer.solver in SOLVERS
    assert answer.digest == digest(script(roots, None if answer.solver.endswith("int") else width(roots)))
    assert no_child_is_left()


def test_a_fast_solver_does_not_wait_for_a_slow_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(roots: Any, solver: str, seconds: float) -> Any:
        return real(hard() if solver == "z3-bits" else roots, solver, seconds)

    real = second.solve_here
    monkeypatch.setattr(second, "solve_here", slow)
    assert race(easy("unsat"), ["z3-bits", "bitwuzla"], 600).solver == "bitwuzla"
    assert no_child_is_left()


def test_a_race_that_nobody_wins_says_why() -> None:
    answer = race(hard(), ["z3-bits", "bitwuzla"], 0.4)
    assert (answer.result, answer.solver) == ("unknown", "z3-bits+bitwuzla")
    assert answer.reason == "z3-bits: no answer within 0.4 s; bitwuzla: no answer within 0.4 s"
    assert answer.digest == digest(script(hard(), width(hard())))
    assert no_child_is_left()


def test_a_solver_that_dies_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(roots: Any, solver: str, seconds: float) -> Any:
        return os.abort() if solver == "z3-bits" else real(roots, solver, seconds)

    real = second.solve_here
    monkeypatch.setattr(second, "solve_here", dying)
    assert race(easy("sat"), ["z3-bits", "bitwuzla"], 60).solver == "bitwuzla"
    monkeypatch.setattr(second, "solve_here", lambda *_: os.abort())
    answer = race(easy("sat"), ["z3-bits", "bitwuzla"], 60)
    assert answer.result == "unknown"
    assert "bitwuzla: its process ended with SIGABRT" in answer.reason


def test_a_broken_model_is_never_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(smtlib._BITS, "add", "bvmul")
    with pytest.raises(BrokenModel, match="says sat, but root 0 is false"):
        race([equal(add(number("x", 0, 20), number("y", 3, 20)), 10)], ["z3-bits", "bitwuzla"], 60)
    assert no_child_is_left()


@pytest.mark.parametrize("result", ["sat", "unsat"])
def test_without_forked_processes_solvers_take_turns(monkeypatch: pytest.MonkeyPatch, result: str) -> None:
    monkeypatch.setattr(second, "can_fork", lambda: False)
    assert race(easy(result), ["z3-bits", "bitwuzla"], 60).result == result
    answer = race(hard(), ["z3-bits", "bitwuzla"], 0.6)
    assert re.fullmatch(r"z3-bits: no answer within [\d.]+ s; bitwuzla: no answer within [\d.]+ s", answer.reason)


@pytest.mark.parametrize(
    ("solvers", "message"),
    [
        ([], "a race needs solvers"),
        (["z3-bits", "z3-bits"], "each once"),
        (["z3-bits", "z4"], "no solver is called z4"),
    ],
)
def test_races_that_cannot_be_are_refused(solvers: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        race([truth("p")], solvers)


def test_constants_are_not_raced_for() -> None:
    assert race([truth("p"), False], ["z3-bits", "bitwuzla"]).solver == "constant"


# ---------------------------------------------------------------- second opinions


@pytest.mark.parametrize("result", ["sat", "unsat"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_another_code_base_confirms(solver: str, result: str) -> None:
    roots = easy(result)
    first = solve(roots, solver, 60)
    assert first.result == result
    again = confirm(roots, first, 60)
    assert not isinstance(again, Disagreement)
    assert again.result == result
    assert family_of(again.solver) != family_of(solver)


@pytest.mark.parametrize(("truly", "claimed"), [("sat", "unsat"), ("unsat", "sat")])
def test_a_contradiction_is_its_own_result(truly: str, claimed: Any) -> None:
    roots = easy(truly)
    first = replace(solve(roots, "z3-bits", 60), result=claimed)
    outcome = confirm(roots, first, 60)
    assert isinstance(outcome, Disagreement)
    assert (outcome.first.result, outcome.second.result) == (claimed, truly)
    assert str(outcome).startswith(f"z3-bits {first.version} says {claimed} but bitwuzla ")


def test_the_next_one_is_asked_where_one_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(roots: Any, solver: str, *args: Any, **kwargs: Any) -> Any:
        answer = real(roots, solver, *args, **kwargs)
        return replace(answer, result="unknown", reason="tired") if solver in quiet else answer

    real, quiet = second.solve, {"bitwuzla"}
    first = solve(easy("unsat"), "z3-bits", 60)
    monkeypatch.setattr(second, "solve", silent)
    again = confirm(easy("unsat"), first, 60)
    assert not isinstance(again, Disagreement)
    assert (again.solver, again.result) == ("cvc5-bits", "unsat")
    quiet |= {"cvc5-bits", "cvc5-int"}
    again = confirm(easy("unsat"), first, 60)
    assert not isinstance(again, Disagreement)
    assert (again.result, again.reason) == ("unknown", "bitwuzla: tired; cvc5-bits: tired; cvc5-int: tired")


def test_what_decides_nothing_cannot_be_confirmed() -> None:
    first = solve(hard(), "bitwuzla", 0.2)
    with pytest.raises(ValueError, match="bitwuzla has decided nothing"):
        confirm(hard(), first)


def test_constants_come_back_as_they_are() -> None:
    roots = [truth("p"), negation(truth("p")), False]
    first = solve(roots, "z3-bits")
    assert confirm(roots, first) is first
