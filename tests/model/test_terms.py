"""Terms: simplification changes no value, intervals hold all values, equal tables are one term."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from model.lift import arithmetic, terms
from model.lift.arithmetic import add, at_most, below, divide, equal, larger, multiply, remainder, smaller, subtract
from model.lift.terms import Node, bounds, choose, conjunction, disjunction, negation, number, truth
from model.lift.walk import reachable, values_under

Growers = Callable[[int], Any]


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    terms.forget()
    yield
    terms.forget()


# ---------------------------------------------------------------- against Python


def faults(grower: Growers, seeds: range) -> Iterator[str]:
    """Where random terms and Python differ: a value, an interval that a value lies outside of, a table."""
    for seed in seeds:
        terms.forget()
        grow = grower(seed)
        wants_truth = grow.rng.random() < 0.5
        term, meaning = (grow.truth if wants_truth else grow.number)(grow.rng.randint(1, 6))
        nodes = reachable([term])
        for world in [grow.world() for _ in range(12)]:
            *values, value = values_under([*nodes, term], world, nodes)
            if value != meaning(world) or isinstance(value, bool) is not wants_truth:
                yield f"seed {seed}: {value} for {meaning(world)} in {world}"
            for node, inner in zip(nodes, values, strict=True):
                if not node.low <= inner <= node.high:
                    yield f"seed {seed}: {node!r} is {inner}, outside {node.low} to {node.high}"
                if node.subject is not None and node.table[inner_place(node.subject, world)] != inner:
                    yield f"seed {seed}: the table of {node!r} lacks {inner}"


def inner_place(subject: Node, world: dict[str, int | bool]) -> int:
    return int(world[subject.args[0]]) - subject.low


def test_terms_are_worth_what_python_says(grower: Growers) -> None:
    assert next(faults(grower, range(2500)), None) is None


@pytest.mark.long
def test_many_terms_are_worth_what_python_says(grower: Growers) -> None:
    assert next(faults(grower, range(10_000, 60_000)), None) is None


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (arithmetic, "at_most", lambda a, b: at_most(b, a)),
        (arithmetic, "bounds", lambda x: (x.low + 1, x.high) if isinstance(x, Node) else (x, x)),
        (terms, "_absorbed", lambda a, b: a if b.op == "and" else None),
        (terms, "_under", lambda x, condition, holds: x.args[1] if isinstance(x, Node) and x.op == "choose" else x),
    ],
)
def test_a_wrong_simplification_is_seen(
    grower: Growers, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Callable[..., Any]
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert next(faults(grower, range(1000)), None) is not None


# ---------------------------------------------------------------- arithmetic


@pytest.mark.parametrize("divisor", range(1, 8))
def test_division_rounds_down_and_remainders_are_never_negative(divisor: int) -> None:
    x = number("x", -20, 20)
    for value in range(-20, 21):
        got = values_under([divide(x, divisor), remainder(x, divisor)], {"x": value})
        assert got == [value // divisor, value % divisor]


def test_the_quotient_and_the_remainder_make_the_dividend_again() -> None:
    x = number("x", -50, 50)
    again = add(multiply(divide(x, 7), 7), remainder(x, 7))
    for value in range(-50, 51):
        assert values_under([again], {"x": value}) == [value]


def test_a_remainder_that_changes_nothing_is_not_taken() -> None:
    assert remainder(number("x", 0, 4), 5) is number("x", 0, 4)
    assert remainder(number("x", -1, 4), 5) is not number("x", -1, 4)


def test_constants_are_folded() -> None:
    assert (add(2, 3), multiply(-2, 3), divide(-7, 2), remainder(-7, 2)) == (5, -6, -4, 1)
    assert (smaller(2, 3), larger(2, 3), subtract(2, 3)) == (2, 3, -1)
    assert equal(2, 2) is True
    assert at_most(3, 2) is False


def test_intervals_decide_comparisons_they_can_decide() -> None:
    low, high = number("low", 0, 20), number("high", 20, 40)
    assert at_most(low, high) is True
    assert below(high, low) is False
    assert isinstance(below(low, high), Node)
    assert equal(low, number("far", 21, 40)) is False
    assert isinstance(equal(low, high), Node)


def test_the_smaller_and_the_larger_have_the_intervals_that_they_have() -> None:
    x, y = number("x", 0, 30), number("y", 10, 20)
    assert bounds(smaller(x, y)) == (0, 20)
    assert bounds(larger(x, y)) == (10, 30)


def test_what_is_subtracted_from_itself_is_nothing() -> None:
    x = number("x", 0, 30)
    assert subtract(x, x) == 0
    assert subtract(x, number("y", 0, 30)) != 0


# ---------------------------------------------------------------- tables of small variables


def test_terms_of_one_small_variable_with_equal_values_are_one_term() -> None:
    x = number("x", 0, 5)
    assert add(x, x) is multiply(x, 2)
    assert below(x, 3) is at_most(x, 2)
    assert add(x, x) is not multiply(x, 3)


def test_what_no_value_of_a_small_variable_changes_is_a_constant() -> None:
    x = number("x", 0, 5)
    assert disjunction(at_most(x, 2), at_most(3, x)) is True
    assert conjunction(at_most(x, 2), at_most(3, x)) is False
    assert subtract(multiply(x, 3), add(x, add(x, x))) == 0
    assert isinstance(disjunction(at_most(x, 2), at_most(4, x)), Node)


def test_truth_values_and_numbers_of_equal_tables_stay_apart() -> None:
    p = truth("p")
    as_number = choose(p, 1, 0)
    assert as_number is not p
    assert not as_number.is_bool
    assert p.is_bool


@pytest.mark.parametrize(("size", "tabulated"), [(terms.SMALL, True), (terms.SMALL + 1, False)])
def test_only_small_variables_have_tables(size: int, tabulated: bool) -> None:
    x = number("x", 0, size - 1)
    assert isinstance(x, Node)
    assert (x.subject is not None) is tabulated
    assert (disjunction(at_most(x, 2), at_most(3, x)) is True) is tabulated


# ---------------------------------------------------------------- truth


def test_complements_are_recognised() -> None:
    p, q = truth("p"), truth("q")
    assert conjunction(p, negation(p)) is False
    assert disjunction(p, negation(p)) is True
    assert conjunction(p, disjunction(p, q)) is p
    assert conjunction(p, disjunction(negation(p), q)) is conjunction(p, q)
    assert conjunction(p, q) is conjunction(q, p)
    assert isinstance(conjunction(p, q), Node)


def test_a_decided_choice_is_taken() -> None:
    p, x, y, z = truth("p"), number("x", 0, 20), number("y", 0, 20), number("z", 0, 20)
    assert choose(p, choose(p, x, y), z) is choose(p, x, z)
    assert choose(negation(p), x, y) is choose(p, y, x)
    assert choose(p, x, x) is x
    assert choose(p, choose(truth("q"), x, y), z) is not choose(p, x, z)


def test_all_and_any_of_nothing() -> None:
    assert terms.all_of([]) is True
    assert terms.any_of([]) is False


def test_a_term_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(truth("p"))


def test_a_variable_without_values_is_refused_and_one_with_one_value_is_none() -> None:
    with pytest.raises(ValueError, match="x has no values: 3 to 2"):
        number("x", 3, 2)
    assert number("x", 3, 3) == 3


# ---------------------------------------------------------------- walking


def test_arguments_come_before_their_users() -> None:
    x, y = number("x", 0, 20), number("y", 0, 20)
    nodes = reachable([conjunction(equal(x, y), at_most(add(x, 1), y))])
    places = {node: place for place, node in enumerate(nodes)}
    assert len(places) == len(nodes)
    assert all(places[arg] < places[node] for node in nodes for arg in node.args if isinstance(arg, Node))


def test_variables_that_an_assignment_lacks_take_their_least_value() -> None:
    x, p = number("x", 4, 30), truth("p")
    assert values_under([x, p, 7, True], {}) == [4, False, 7, True]
    assert values_under([x, p], {"x": 9, "p": True}) == [9, True]


def test_structure_is_shared() -> None:
    x, y = number("x", 0, 20), number("y", 0, 20)
    before = terms.size()
    assert add(x, y) is add(x, y)
    assert terms.size() == before + 1
    for left, right in itertools.permutations((x, y)):
        assert equal(left, right) is equal(x, y)
