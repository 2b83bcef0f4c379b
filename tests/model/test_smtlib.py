"""What terms become in SMT-LIB: widths, scripts, digests, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from model.engines.scripts import solve_script
from model.lift import smtlib, terms
from model.lift.arithmetic import add, at_most, below, divide, equal, multiply, remainder, subtract
from model.lift.smtlib import digest, script, width
from model.lift.terms import Node, choose, conjunction, negation, number, truth
from model.lift.walk import reachable, values_under


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    terms.forget()
    yield
    terms.forget()


# ---------------------------------------------------------------- width


@pytest.mark.parametrize(
    ("low", "high", "bits"),
    [(0, 1, 2), (-1, 0, 1), (-2, 1, 2), (-2, 2, 3), (0, 127, 8), (0, 128, 9), (-128, 0, 8), (-129, 0, 9)],
)
def test_the_width_holds_both_ends_with_sign_and_no_more(low: int, high: int, bits: int) -> None:
    assert width([number("x", low, high)]) == bits


def test_the_width_holds_what_lies_below_the_root() -> None:
    x = number("x", 0, 20)
    assert width([remainder(multiply(x, 10), 3)]) == 9
    assert width([truth("p"), True]) == 1
    assert width([]) == 1


def test_the_width_holds_constants_that_no_interval_mentions() -> None:
    x = number("x", 0, 20)
    assert isinstance(x, Node)
    assert width([terms.made("le", (x, 1000))]) == 11


def test_the_width_holds_what_a_division_passes_through() -> None:
    x = number("x", -16, 15)
    assert width([x]) == 5
    # The dividend is raised by 3 * 7 first, to at most 36.
    assert width([divide(x, 7)]) == 7
    assert width([divide(number("y", 0, 15), 7)]) == 5


def test_nothing_overflows_in_the_width(grower: Callable[[int], Any]) -> None:
    for seed in range(300):
        terms.forget()
        grow = grower(seed)
        term, _ = grow.number(5)
        bits = width([term])
        nodes = [node for node in reachable([term]) if not node.is_bool]
        for world in [grow.world() for _ in range(20)]:
            for value in values_under(nodes, world):
                assert -(1 << (bits - 1)) <= value < 1 << (bits - 1), f"seed {seed}"


def test_a_width_that_is_too_small_is_refused() -> None:
    roots = [equal(add(number("x", 0, 100), number("y", 0, 100)), 150)]
    assert width(roots) == 9
    assert "(_ BitVec 9)" in script(roots, 9)
    assert "(_ BitVec 12)" in script(roots, 12)
    with pytest.raises(ValueError, match="the terms need 9 bits, not 8"):
        script(roots, 8)


# ---------------------------------------------------------------- scripts


def asked() -> list[Any]:
    x, y, p = number("x", -3, 20), number("y", 0, 30), truth("p")
    return [choose(p, at_most(x, y), equal(divide(x, 4), remainder(y, 5))), negation(equal(subtract(x, y), 2))]


def test_a_script_is_complete() -> None:
    text = script(asked(), width(asked()), "two\nlines")
    lines = text.splitlines()
    assert lines[:4] == ["; two", "; lines", "(set-info :smt-lib-version 2.6)", "(set-logic QF_BV)"]
    assert lines[-2:] == ["(check-sat)", "(exit)"]
    assert text.count("(declare-fun") == 3
    # Two bounds for each of the two numbers, and two roots.
    assert text.count("(assert") == 6
    assert text.count("(define-fun") == len(reachable(asked())) - 3


def test_every_name_is_defined_before_it_is_used() -> None:
    known = set()
    for line in script(asked(), None).splitlines():
        said = re.match(r"\((?:declare|define)-fun (\S+)(.*)", line)
        used = set(re.findall(r"\$\d+|\|[^|]+\|", said[2] if said else line))
        assert used <= known
        if said:
            known.add(said[1])
    assert {"|x|", "|y|", "|p|", "$3"} <= known


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (lambda x, y: equal(add(x, y), 9), "QF_LIA"),
        (lambda x, y: equal(multiply(x, 3), remainder(y, 7)), "QF_LIA"),
        (lambda x, y: equal(multiply(x, y), 9), "QF_NIA"),
    ],
)
def test_the_logic_is_the_smallest_that_fits(build: Callable[..., Any], expected: str) -> None:
    root = build(number("x", 0, 20), number("y", 0, 20))
    assert f"(set-logic {expected})" in script([root], None)
    assert "(set-logic QF_BV)" in script([root], width([root]))


def test_the_text_does_not_depend_on_terms_made_before() -> None:
    first = script(asked(), None)
    terms.forget()
    for place in range(50):
        truth(f"other{place}")
    assert script(asked(), None) == first


@pytest.mark.parametrize("bits", [None, 12])
def test_constant_roots_are_asserted_too(bits: int | None) -> None:
    assert "(assert false)" in script([False], bits)
    assert "(assert true)" in script([True, truth("p")], bits)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("name", ["t0.deny[3]", "a b", "hand of é", "x'", "123", "(", ";", "select", "$"])
def test_odd_names_are_quoted_and_read_by_every_front_end(name: str) -> None:
    roots = [conjunction(truth(name), below(number("y", 0, 20), 5))]
    if name == "$":
        with pytest.raises(ValueError, match="cannot be called"):
            script(roots, 6)
        return
    for solver, bits in (("z3-bits", 6), ("bitwuzla", 6), ("cvc5-bits", 6), ("z3-int", None), ("cvc5-int", None)):
        assert solve_script(script(roots, bits), solver, 20).result == "sat"
        assert solve_script(script([*roots, negation(roots[0])], bits), solver, 20).result == "unsat"


@pytest.mark.parametrize("name", ["", "a|b", "a\\b", "a\nb", "$3", "true", "and", "div", "bvadd", "ite"])
def test_names_that_cannot_be_written_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"a variable cannot be called {name!r}")):
        script([truth(name)], None)


def test_a_name_stands_for_one_variable() -> None:
    roots = [at_most(number("x", 0, 20), 3), at_most(number("x", 0, 30), 3)]
    with pytest.raises(ValueError, match="two variables are called x: a number from 0 to 20, and a number from 0 to 3"):
        script(roots, None)
    with pytest.raises(ValueError, match="and a truth value"):
        script([truth("x"), at_most(number("x", 0, 20), 3)], None)


# ---------------------------------------------------------------- digests


def test_the_digest_is_of_what_is_asked_not_of_what_is_said_about_it() -> None:
    plain, noted = script(asked(), None), script(asked(), None, "claimed by somebody")
    assert plain != noted
    assert digest(plain) == digest(noted)
    assert digest(plain) != digest(script(asked(), 12))
    assert digest(plain) != digest(plain.replace("(<= ", "(< ", 1))


def test_a_hidden_line_end_does_not_hide_a_command() -> None:
    text = script(asked(), None)
    assert digest(f"; harmless\r(assert false)\n{text}") != digest(text)


# ---------------------------------------------------------------- meaning


def disagreements(grower: Callable[[int], Any], seeds: range) -> Iterator[str]:
    """Random scripts that a front end answers otherwise than all assignments tried."""
    for seed in seeds:
        terms.forget()
        grow = grower(seed)
        pairs = [grow.truth(4) for _ in range(3)]
        roots = [term for term, _ in pairs]
        right = "sat" if any(all(f(world) for _, f in pairs) for world in grow.worlds()) else "unsat"
        for solver, bits in (("z3-bits", width(roots)), ("z3-int", None)):
            found = solve_script(script(roots, bits), solver, 20).result
            if found != right:
                yield f"seed {seed}: {solver} says {found}, not {right}"


def test_scripts_mean_what_python_means(grower: Callable[[int], Any]) -> None:
    assert next(disagreements(grower, range(15)), None) is None


@pytest.mark.parametrize(("word", "wrong"), [("le", "bvule"), ("add", "bvsub"), ("choose", "bvcomp"), ("and", "or")])
def test_a_wrong_word_is_seen(
    grower: Callable[[int], Any], monkeypatch: pytest.MonkeyPatch, word: str, wrong: str
) -> None:
    monkeypatch.setitem(smtlib._BITS, word, wrong)
    seen = []
    try:
        seen.append(next(disagreements(grower, range(200)), None))
    except ValueError as error:
        seen.append(str(error))
    assert seen != [None]


@pytest.mark.parametrize("bits", [None, 8])
def test_division_of_negative_numbers_means_pythons(bits: int | None) -> None:
    x = number("x", -20, 20)
    solver = "z3-int" if bits is None else "z3-bits"
    for value in (-20, -7, -6, -1, 0, 5, 20):
        here = equal(x, value)
        wrong = negation(conjunction(equal(divide(x, 3), value // 3), equal(remainder(x, 3), value % 3)))
        assert solve_script(script([here], bits), solver, 20).result == "sat"
        assert solve_script(script([here, wrong], bits), solver, 20).result == "unsat"
