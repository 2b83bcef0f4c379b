"""What a theorem and a fact have to say of themselves."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from model.engines.enumerate import enumerate_cases
from model.verdict import Verdict
from properties.claim import fact, facts_in
from properties.theorem import Numbers, theorem, theorems_in

FEW = Numbers(0, 3)


def holds(n: int) -> bool:
    """Numbers are not negative."""
    return n >= 0


def test_a_theorem_has_a_name_a_sentence_rules_and_domains() -> None:
    made = theorem("TOY-1", "TOY-2", n=FEW)(holds)
    assert (made.name, made.sentence, made.rules) == ("holds", "Numbers are not negative.", ("TOY-1", "TOY-2"))
    assert made.domains == (("n", FEW),)
    assert (made.expect, made.finding, made.under) == (Verdict.PROVED, "", ())


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: theorem(n=FEW)(holds), "speaks for no rule"),
        (lambda: theorem("TOY-1", n=FEW, expect=Verdict.EXHAUSTED)(holds), "it is PROVED or REFUTED"),
        (lambda: theorem("TOY-1", n=FEW, expect=Verdict.REFUTED)(holds), "names a finding exactly"),
        (lambda: theorem("TOY-1", n=FEW, finding="F-001")(holds), "names a finding exactly"),
        (lambda: theorem("TOY-1", m=FEW)(holds), "its predicate and its premise take m"),
        (lambda: theorem("TOY-1", n=FEW, premise=lambda m: True)(holds), "its predicate and its premise take n"),
        (lambda: theorem("TOY-1", n=FEW)(lambda n: True), "has no sentence"),
        (lambda: fact("TOY-1", cases=list, expect=Verdict.PROVED)(holds), "it is EXHAUSTED or REFUTED"),
        (lambda: fact("TOY-1", cases=list, expect=Verdict.REFUTED)(holds), "names a finding exactly"),
        (lambda: fact("TOY-1", cases=list, finding="F-001")(holds), "names a finding exactly"),
    ],
)
def test_what_says_too_little_is_refused(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make()


def test_a_fact_may_be_expected_to_fail() -> None:
    made = fact("TOY-1", cases=lambda: [1, -1], expect=Verdict.REFUTED, finding="F-001")(holds)
    assert enumerate_cases(made.name, made.cases(), made.holds).verdict is made.expect


def test_theorems_of_modules_have_names_of_their_own() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    made = theorem("TOY-1", n=FEW)(holds)
    one.__dict__["first"] = made
    assert theorems_in([one, other]) == (made,)
    assert facts_in([one]) == ()
    other.__dict__["second"] = made
    with pytest.raises(ValueError, match="theorems with the same name: holds"):
        theorems_in([one, other])
