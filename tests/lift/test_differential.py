"""Lifted formulas against Python: the corners of the subset on every input, and random programs on random inputs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from model.lift import terms as T
from model.lift.core import Kind
from model.lift.walk import values_under
from tests.lift import corners
from tests.lift.agreement import Lifted, agree, in_python
from tests.lift.programs import text_of
from tests.lift.running import compare_corner, compare_programs

#: Programs a test and inputs a program: 12 tests of them make 100,800 executions.
PROGRAMS, INPUTS, TESTS = 24, 350, 12


@pytest.mark.parametrize("function", corners.AGREED, ids=lambda function: function.__name__)
def test_a_corner_agrees_on_every_input(function: Callable[..., Any]) -> None:
    assert compare_corner(function) == 7**3 * 2


@pytest.mark.parametrize("part", range(TESTS))
def test_random_programs_agree(part: int) -> None:
    written, ends = compare_programs(itertools.count(part * 1000), PROGRAMS, INPUTS)
    assert sum(ends.values()) == PROGRAMS * INPUTS
    assert written <= 2 * PROGRAMS, f"{written - PROGRAMS} of {written} programs were refused"
    assert ends["value"] > PROGRAMS * INPUTS // 8
    assert len(ends) > 5, f"too few ways to end: {ends}"


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_many_random_programs_agree(part: int) -> None:
    _, ends = compare_programs(itertools.count(1_000_000 + part * 1000), 100, 250)
    assert sum(ends.values()) == 25_000


def test_programs_are_the_same_under_the_same_seed() -> None:
    assert text_of(7) == text_of(7) != text_of(8)


def test_a_difference_is_seen() -> None:
    """A formula of one function, compared with another."""
    T.forget()
    lifted = Lifted(corners.divide, (*(T.number(name, -2, 4) for name in "abc"), T.truth("p")))
    given = dict(zip("abcp", (1, 2, 3, True), strict=True))
    assert agree(in_python(corners.divide, tuple(given.values())), lifted.under(given))
    assert not agree(in_python(corners.early, tuple(given.values())), lifted.under(given))
    assert not agree(in_python(corners.divide, (1, 2, -2, True)), lifted.under(given))


def test_a_postcondition_is_asked_only_where_the_function_returns() -> None:
    T.forget()
    events = Lifted(corners.raises_or_returns, (T.number("a", -2, 4),)).events
    when = {event.kind: [values_under([event.when], {"a": a})[0] for a in range(-2, 5)] for event in events}
    assert when[Kind.RAISE] == [True, True, False, False, False, False, False]
    assert when[Kind.ENSURE] == [False, False, True, False, False, False, False]
