"""Theorems: what is proved, what is refuted and shown plainly, and that nothing which stays open is called proved."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from kernel.contracts import require
from model.engines import prove
from model.engines.decide import Decider
from model.engines.induct import Decision
from model.engines.prove import Numbers, Sentence, bounds_of, decider, prove_theorem, quick_answer, tried
from model.lift import arithmetic as A
from model.lift import terms as T
from model.verdict import Verdict
from properties.theorem import Theorem, theorem

LARGE = Numbers(0, 10**9)


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


@require(lambda n: n >= 3, "TOY-1: nothing below three")
def third(n: int) -> int:
    return n // 3


def fee(size: Size, coin: int) -> int:
    return min(2 if size is Size.SMALL else 4, coin)


# ---------------------------------------------------------------- sentences, true and false


@theorem("TOY-1", n=LARGE, premise=lambda n: n >= 3)
def thirds_are_rounded_down(n: int) -> bool:
    """A third, three times, is the number or up to two less."""
    return n - 2 <= 3 * third(n) <= n


@theorem("TOY-1", n=LARGE, premise=lambda n: n >= 3)
def thirds_are_exact(n: int) -> bool:
    """A third, three times, is the number."""
    return 3 * third(n) == n


@theorem("TOY-1", n=LARGE)
def everything_has_a_third(n: int) -> bool:
    """Every number has a third."""
    return third(n) >= 0


@theorem("TOY-2", size=Size, coin=LARGE, other=LARGE)
def fees_rise_with_coin(size: Size, coin: int, other: int) -> bool:
    """Who has more pays no less."""
    return coin > other or fee(size, coin) <= fee(size, other)


@theorem("TOY-2", size=Size, coin=LARGE)
def everybody_pays_two(size: Size, coin: int) -> bool:
    """Whoever has 5 pays no more than 2."""
    return coin < 5 or fee(size, coin) <= 2


@theorem("TOY-3", pair=(Numbers(0, 5), Numbers(0, 5)), flag=bool)
def pairs_commute(pair: tuple[int, int], flag: bool) -> bool:
    """The order of a sum does not matter."""
    one, other = pair
    return (one + other if flag else one - other) == (other + one if flag else -(other - one))


@theorem("TOY-3", pair=(Numbers(0, 500), Numbers(0, 500)), flag=bool)
def pairs_rise(pair: tuple[int, int], flag: bool) -> bool:
    """No pair falls when it is asked for."""
    one, other = pair
    return not flag or one <= other


@theorem("TOY-4", n=LARGE, premise=lambda n: n < 0)
def about_nothing(n: int) -> bool:
    """What is below zero is above it."""
    return n > 0


@theorem("TOY-4", n=Numbers(-5, 10**6))
def not_liftable(n: int) -> bool:
    """A half is no whole."""
    return n * 0.5 < 10**7


@theorem("TOY-4", n=LARGE, premise=lambda n: third(n) >= 1)
def premise_breaks_a_contract(n: int) -> bool:
    """What has a third of one or more is three or more."""
    return n >= 3


TRUE = [thirds_are_rounded_down, fees_rise_with_coin, pairs_commute]
#: A false sentence, and the plainest arguments that show it.
FALSE: list[tuple[Theorem, dict[str, Any]]] = [
    (thirds_are_exact, {"n": 4}),
    (everything_has_a_third, {"n": 0}),
    (everybody_pays_two, {"size": Size.LARGE, "coin": 5}),
    (pairs_rise, {"pair": (1, 0), "flag": True}),
    (premise_breaks_a_contract, {"n": 0}),
]


@pytest.mark.parametrize("each", TRUE, ids=lambda each: each.name)
def test_what_is_true_is_proved(each: Theorem) -> None:
    found = prove_theorem(each, decider(30))
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.bounds["domain"] == bounds_of(each.domains)
    assert found.bounds["called"] == (72 if each is pairs_commute else 100)


@pytest.mark.parametrize(("each", "plainest"), FALSE, ids=lambda each: getattr(each, "name", ""))
@pytest.mark.parametrize("tries", [True, False], ids=["tried in Python", "by solver"])
def test_what_is_false_is_refuted_and_shown_plainly(each: Theorem, plainest: dict[str, Any], tries: bool) -> None:
    found = prove_theorem(each, decider(30), tries=tries)
    assert found.verdict is Verdict.REFUTED, found.reason
    assert found.counterexample == plainest
    assert set(json.loads(str(found.bounds["counterexample"]))) == set(plainest)


def test_two_solvers_of_different_origin_agree() -> None:
    found = prove_theorem(fees_rise_with_coin, decider(30))
    first, second = str(found.bounds["solvers"]).split(", ")
    assert first.split("-")[0].split()[0] != second.split("-")[0].split()[0]


def test_a_broken_contract_is_named() -> None:
    assert "TOY-1: nothing below three" in prove_theorem(everything_has_a_third, decider(30)).reason


def test_a_sentence_about_nothing_is_vacuous() -> None:
    assert prove_theorem(about_nothing, decider(30)).verdict is Verdict.VACUOUS


def test_what_cannot_be_lifted_stays_open() -> None:
    found = prove_theorem(not_liftable, decider(30))
    assert found.verdict is Verdict.UNDETERMINED
    assert "0.5" in found.reason


def test_a_quick_answer_needs_no_second_solver() -> None:
    assert quick_answer(thirds_are_rounded_down)[0] is Verdict.PROVED
    verdict, reason = quick_answer(thirds_are_exact)
    assert (verdict, reason) == (Verdict.REFUTED, "false for n=4")


# ---------------------------------------------------------------- solvers that fail


def saying(*decisions: Decision) -> Callable[[str, Sequence[T.Bool], bool], Decision]:
    """A decider that says this, whatever it is asked."""
    left = list(decisions)
    return lambda name, roots, is_sums: left.pop(0)


MET = Decision("sat", {"n": 3}, (), 0.0)


@pytest.mark.parametrize(
    ("decisions", "verdict"),
    [
        ([MET, Decision("unknown", None, (), 0.0, "the time is up")], Verdict.UNDETERMINED),
        ([MET, Decision("unknown", None, (), 0.0, "one says so, one not", is_split=True)], Verdict.DISAGREE),
        ([Decision("unknown", None, (), 0.0, "the time is up")], Verdict.UNDETERMINED),
        ([Decision("unknown", None, (), 0.0, "one says so, one not", is_split=True)], Verdict.DISAGREE),
        ([Decision("sat", {"n": 2}, (), 0.0)], Verdict.SPURIOUS),
        ([MET, Decision("sat", {"n": 6}, (), 0.0)], Verdict.SPURIOUS),
    ],
    ids=["open", "split", "premise open", "premise split", "premise not met in Python", "true in Python"],
)
def test_what_solvers_say_is_not_rounded_up(decisions: list[Decision], verdict: Verdict) -> None:
    found = prove_theorem(thirds_are_rounded_down, saying(*decisions), tries=False)
    assert found.verdict is verdict
    assert found.reason


def test_a_formula_that_is_not_what_python_does_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    divide = A.divide
    monkeypatch.setattr(A, "divide", lambda a, divisor: A.add(divide(a, divisor), 1))
    found = prove_theorem(thirds_are_rounded_down, decider(10))
    assert (found.verdict, found.reason[:28]) == (Verdict.SPURIOUS, "its formula and Python diffe")


def test_values_become_assignments() -> None:
    domain: prove.Domain = (Numbers(0, 9), (bool, Size))
    assert prove.assigned("a", domain, (7, (True, Size.LARGE))) == {"a.0": 7, "a.1.0": True, "a.1.1": 1}


def test_no_time_is_no_proof() -> None:
    assert prove_theorem(thirds_are_rounded_down, Decider(0.0), tries=False).verdict is Verdict.UNDETERMINED


# ---------------------------------------------------------------- domains


def test_few_arguments_are_all_tried_and_many_are_drawn_alike() -> None:
    few = list(tried((("pair", (Numbers(0, 3), bool)), ("size", Size))))
    assert len(few) == len({(each["pair"], each["size"]) for each in few}) == 4 * 2 * 2
    many = (("n", LARGE), ("size", Size))
    assert list(tried(many)) == list(tried(many))
    assert {0, 1, 10**9} <= {each["n"] for each in tried(many)}


def test_every_value_drawn_is_one_of_the_domain() -> None:
    for each in tried((("n", Numbers(-7, 2_000)), ("pair", (bool, Size)))):
        assert -7 <= each["n"] <= 2_000
        assert isinstance(each["pair"][0], bool)
        assert isinstance(each["pair"][1], Size)


def test_domains_are_told_in_words() -> None:
    assert bounds_of((("n", Numbers(0, 7)), ("pair", (bool, Size)))) == "n in 0..7, pair in (bool, Size)"


# ---------------------------------------------------------------- a sentence is anything that has these four


@dataclass(frozen=True)
class Bare:
    name: str
    domains: prove.Domains
    holds: prove.Predicate
    premise: prove.Predicate | None = None


def test_anything_with_a_domain_and_a_predicate_can_be_asked() -> None:
    def small(n: int) -> bool:
        return n < 8

    asked: Sentence = Bare("small", (("n", Numbers(0, 7)),), small)
    assert prove_theorem(asked, decider(10)).verdict is Verdict.PROVED
