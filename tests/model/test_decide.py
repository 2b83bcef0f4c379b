"""Two solvers of other origin agree, or nothing is called decided."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Literal

import pytest

from model.engines.decide import BITS_FIRST, BRIEF, PARTS, SUMS_FIRST, Decider, conjuncts, parts_of
from model.engines.solvers import SOLVERS, Answer, family_of
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.walk import values_under

Word = Literal["sat", "unsat", "unknown"]


class Choir:
    """Solvers that say what they are told to, and remember who was asked and for how long."""

    def __init__(self, **words: Word) -> None:
        self.words = {name.replace("_", "-"): word for name, word in words.items()}
        self.asked: list[tuple[str, float]] = []

    def __call__(self, roots: Sequence[T.Bool], solver: str, seconds: float) -> Answer:
        self.asked.append((solver, seconds))
        word = self.words.get(solver, "unknown")
        if word == "unknown":
            time.sleep(0.01)
        return Answer(word, {} if word == "sat" else None, solver, "1", 0.0, "d", "tired" if word == "unknown" else "")


ROOTS = [T.truth("p")]


def test_two_families_that_agree_decide() -> None:
    decision = Decider(9, ask=Choir(bitwuzla="unsat", z3_bits="unsat"))("q", ROOTS)
    assert (decision.result, decision.solvers, decision.is_split) == ("unsat", ("bitwuzla 1", "z3-bits 1"), False)


def test_two_solvers_of_one_family_do_not() -> None:
    choir = Choir(z3_int="unsat", z3_bits="unsat")
    decision = Decider(0.2, ask=choir)("q", ROOTS, True)
    assert decision.result == "unknown"
    assert "no solver of other origin confirms it" in decision.reason
    assert {family_of(solver) for solver, _ in choir.asked[1:]} == {"cvc5", "bitwuzla"}


def test_a_split_is_said_and_nothing_is_decided() -> None:
    decision = Decider(9, ask=Choir(bitwuzla="unsat", z3_bits="sat"))("q", ROOTS)
    assert (decision.result, decision.is_split) == ("unknown", True)
    assert "bitwuzla 1 says that this cannot be, z3-bits 1 that it can" in decision.reason


def test_what_nobody_decides_is_unknown_with_the_reason() -> None:
    decision = Decider(0.2, ask=Choir())("q", ROOTS)
    assert (decision.result, decision.solvers, decision.reason) == ("unknown", (), "tired")


def test_a_satisfying_assignment_needs_no_second_word() -> None:
    choir = Choir(bitwuzla="sat")
    assert Decider(9, ask=choir)("q", ROOTS).result == "sat"
    assert len(choir.asked) == 1


def test_turns_grow_longer_and_stay_within_the_limit() -> None:
    choir = Choir(cvc5_bits="unknown")
    Decider(1000, ends=time.monotonic() + 0.3, ask=choir)("q", ROOTS)
    assert [solver for solver, _ in choir.asked[:4]] == list(BITS_FIRST)
    assert all(seconds <= 0.3 for _, seconds in choir.asked)
    choir = Choir()
    began = time.monotonic()
    Decider(0.1, ask=choir)("q", ROOTS)
    assert time.monotonic() - began < 2


def test_after_the_end_nobody_is_asked() -> None:
    choir = Choir(bitwuzla="unsat", z3_bits="unsat")
    decision = Decider(9, ends=0.0, ask=choir)("q", ROOTS)
    assert (decision.result, decision.reason, choir.asked) == ("unknown", "the time is up", [])


def test_the_log_sees_every_answer_and_one_silence() -> None:
    seen: list[tuple[str, str, str]] = []
    log = lambda name, roots, answer: seen.append((name, answer.solver, answer.result))  # noqa: E731
    Decider(9, log=log, ask=Choir(bitwuzla="unsat", z3_bits="unsat"))("agreed", ROOTS)
    Decider(0.1, log=log, ask=Choir())("silent", ROOTS)
    assert seen[:2] == [("agreed", "bitwuzla", "unsat"), ("agreed", "z3-bits", "unsat")]
    assert [(name, result) for name, _, result in seen[2:]] == [("silent", "unknown")]


class Parted(Choir):
    """Solvers that decide single things, and of several at once know nothing."""

    def __init__(self, **words: Word) -> None:
        super().__init__()
        self.said: list[Sequence[T.Bool]] = []
        self.of = words

    def __call__(self, roots: Sequence[T.Bool], solver: str, seconds: float) -> Answer:
        known = [word for name, word in self.of.items() if T.truth(name) in roots]
        self.words = dict.fromkeys((solver,), known[0]) if known else {}
        self.said.append(roots)
        return super().__call__(roots, solver, seconds)


def test_what_is_not_decided_at_once_is_decided_part_by_part() -> None:
    names = ("a", "b", "c")
    wanted = [T.truth("given"), T.any_of(map(T.truth, names))]
    choir = Parted(a="unsat", b="unsat", c="unsat")
    decision = Decider(9, ask=choir)("q", wanted)
    assert (decision.result, decision.solvers) == ("unsat", ("bitwuzla 1", "z3-bits 1"))
    assert choir.asked[0] == ("bitwuzla", BRIEF)
    parts = [{T.truth(name), T.truth("given")} for name in names]
    assert all(set(roots) in parts for roots in choir.said[1:])
    assert len(choir.said) == 1 + 2 * len(parts)
    assert Decider(9, ask=Parted(a="unsat", b="sat", c="unsat"))("q", wanted).result == "sat"
    assert Decider(0.1, ask=Parted(a="unsat", b="unsat"))("q", wanted).result == "unknown"
    assert Decider(0.1, ask=Parted(a="unsat", b="sat", c="unsat"), in_parts=False)("q", wanted).result == "unknown"


def test_a_part_on_which_solvers_contradict_each_other_leaves_nothing_decided() -> None:
    choir = Parted(a="unsat", b="unsat")
    ask = lambda roots, solver, seconds: (  # noqa: E731
        replace(choir(roots, solver, seconds), result="sat")
        if solver != "bitwuzla" and T.truth("b") in roots
        else choir(roots, solver, seconds)
    )
    decision = Decider(9, ask=ask)("q", [T.disjunction(T.truth("a"), T.truth("b"))])
    assert (decision.result, decision.is_split) == ("unknown", True)


def test_what_is_older_than_the_question_is_not_taken_apart() -> None:
    given = T.disjunction(T.truth("x"), T.truth("y"))
    question = T.conjunction(T.truth("newest"), T.truth("other"))
    assert parts_of([given, question]) == []
    assert parts_of([]) == parts_of([True]) == parts_of([False]) == []


def test_many_ways_make_few_parts() -> None:
    ways = [T.truth(f"way{number}") for number in range(20)]
    parts = parts_of([T.any_of(ways)])
    assert len(parts) <= PARTS
    assert {T.negation(each) for (part,) in parts for each in conjuncts([T.negation(part)])} == set(ways)


VARIABLES = [f"v{number}" for number in range(5)]


def drawn_roots(seed: int) -> list[T.Bool]:
    """Three formulas that are drawn."""
    T.forget()
    random = Random(seed)
    grown: list[T.Bool] = [T.truth(name) for name in VARIABLES]
    for _ in range(12):
        a, b = random.choice(grown), random.choice(grown)
        grown.append(random.choice([T.conjunction, T.disjunction])(a, random.choice([b, T.negation(b)])))
    return [each for each in random.sample(grown, 3) if not isinstance(each, bool)]


@pytest.mark.parametrize("seed", range(30))
def test_a_formula_holds_where_one_of_its_parts_does(seed: int) -> None:
    roots = drawn_roots(seed)
    parts = parts_of(roots)
    for values in product([False, True], repeat=len(VARIABLES)):
        under = dict(zip(VARIABLES, values, strict=True))
        whole = all(values_under(roots, under))
        assert not parts or whole == any(all(values_under(part, under)) for part in parts)


def test_half_of_the_drawn_formulas_have_parts() -> None:
    assert sum(bool(parts_of(drawn_roots(seed))) for seed in range(30)) >= 15


@pytest.mark.parametrize("is_sums", [False, True])
def test_real_solvers_agree_on_small_questions(is_sums: bool) -> None:
    a, b = T.number("a", 0, 9), T.number("b", 0, 9)
    possible, impossible = A.equal(A.add(a, b), 18), A.equal(A.add(a, b), 19)
    found = Decider(20)("possible", [possible], is_sums)
    assert (found.result, found.assignment) == ("sat", {"a": 9, "b": 9})
    assert Decider(20)("impossible", [impossible], is_sums).result == "unsat"
    apart = [A.below(a, b), A.below(b, a)]
    decision = Decider(20)("apart", apart, is_sums)
    assert decision.result == "unsat"
    assert len({family_of(solver.split()[0]) for solver in decision.solvers}) == 2


def test_what_is_known_without_a_solver_names_none() -> None:
    assert Decider(9)("no", [False]).solvers == ()
    assert Decider(9)("yes", [True]).result == "sat"


@pytest.mark.parametrize("order", [BITS_FIRST, SUMS_FIRST])
def test_every_order_can_confirm_each_of_its_solvers(order: tuple[str, ...]) -> None:
    assert set(order) <= set(SOLVERS)
    for solver in order:
        assert any(family_of(other) != family_of(solver) for other in order)
