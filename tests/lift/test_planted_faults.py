"""Planted faults: of each construct a true claim is proved and its wrong twin is refuted, by a solver and by hand."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from model.engines.solvers import solve
from model.lift import terms as T
from model.lift.builtins import FUNCTIONS
from model.lift.core import Kind, Run
from model.lift.lifter import Lifter
from model.lift.values import ABSENT
from model.lift.walk import values_under
from tests.lift.agreement import in_python
from tests.lift.planted import HIGH, LOW, ROWS, constructs, module_text
from tests.lift.programs import load

INPUTS = [
    dict(zip("abp", each, strict=True))
    for each in itertools.product(range(LOW, HIGH + 1), range(LOW, HIGH + 1), (False, True))
]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return load(module_text(), tmp_path_factory.mktemp("planted") / "planted.py")


def in_words(module: ModuleType, claim: str, number: int, given: dict[str, Any]) -> bool:
    """The claim about the kernel, asked of Python."""
    ended = in_python(getattr(module, f"kernel{number}"), tuple(given.values()))
    fails = ended.kind != "value"
    ask: Callable[..., bool] = getattr(module, f"{claim}{number}")
    return ask(*given.values(), ended.value, fails) if not fails or "fails" in getattr(ROWS[number], claim) else True


def formula(module: ModuleType, claim: str, number: int) -> T.Bool:
    """The claim about the kernel, as a formula; where the kernel fails, only what is said of failing counts."""
    T.forget()
    args = (T.number("a", LOW, HIGH), T.number("b", LOW, HIGH), T.truth("p"))
    lifter = Lifter()
    result = lifter.call(getattr(module, f"kernel{number}"), *args)
    fails = T.any_of(event.when for event in lifter.events if event.kind is not Kind.NEGATIVE)
    claims = Lifter()
    said = claims.call(getattr(module, f"{claim}{number}"), *args, None if result is ABSENT else result, fails)
    assert not claims.faults()
    return said if "fails" in getattr(ROWS[number], claim) else T.disjunction(fails, said)


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda number: ROWS[number].kernel.split("\n")[0])
def test_the_claim_is_proved_and_its_twin_is_refuted(module: ModuleType, number: int) -> None:
    right = formula(module, "right", number)
    assert all(values_under([right], given) == [True] for given in INPUTS)
    assert all(in_words(module, "right", number, given) for given in INPUTS)
    assert solve([T.negation(right)], "z3-bits", 20.0).result == "unsat"
    wrong = formula(module, "wrong", number)
    for given in INPUTS:
        assert values_under([wrong], given) == [in_words(module, "wrong", number, given)]
    answer = solve([T.negation(wrong)], "z3-bits", 20.0)
    assert answer.result == "sat"
    found = {"a": LOW, "b": LOW, "p": False} | (answer.assignment or {})
    assert not in_words(module, "wrong", number, {name: found[name] for name in "abp"})


PATTERNS = (ast.MatchValue, ast.MatchSingleton, ast.MatchOr, ast.MatchAs, ast.MatchSequence, ast.MatchClass)


def test_every_construct_has_its_row() -> None:
    """Whatever the engine evaluates, executes, calls or matches stands in some kernel of the table."""
    shown = set().union(*(constructs(row.body) for row in ROWS))
    python = [kind for kind in (*Run.expressions, *Run.statements) if kind.__module__ == "ast"]
    wanted = {kind.__name__ for kind in (*python, *PATTERNS)}
    wanted |= {f"{function.__name__}()" for function in (*FUNCTIONS, any, all, next)}
    wanted |= {each.__name__ for each in (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow)}
    wanted |= {each.__name__ for each in (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)}
    wanted |= {each.__name__ for each in (ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.Not, ast.USub, ast.UAdd)}
    wanted |= {each.__name__ for each in (ast.BitAnd, ast.BitOr, ast.Slice, ast.Starred, ast.keyword)}
    assert wanted - shown == set()


def test_a_construct_that_is_missing_is_seen() -> None:
    assert "MatchClass" not in constructs("return a")
    assert {"Call", "sum()", "GeneratorExp"} <= constructs("sum(x for x in (a, b))")
