"""The order of verdicts and the codes in which runs of them end."""

from __future__ import annotations

from itertools import product

import pytest

from model.verdict import SUPPORT, Exit, Verdict, exit_code, is_support, satisfies

AGAINST = tuple(verdict for verdict in Verdict if verdict not in SUPPORT)
CODES = {
    Verdict.DISAGREE: 5,
    Verdict.SPURIOUS: 5,
    Verdict.REFUTED: 1,
    Verdict.STALE: 1,
    Verdict.VACUOUS: 4,
    Verdict.UNDETERMINED: 3,
}


def test_support_is_ordered_from_shown_once_to_proved() -> None:
    names = [verdict.name for verdict in SUPPORT]
    assert names == ["WITNESSED", "SAMPLED", "BOUNDED", "EXHAUSTED", "PROVED"]
    assert {verdict.name for verdict in AGAINST} == {
        "REFUTED", "VACUOUS", "UNDETERMINED", "SPURIOUS", "DISAGREE", "STALE",
    }  # fmt: skip
    assert [is_support(verdict) for verdict in SUPPORT] == [True] * 5
    assert not any(is_support(verdict) for verdict in AGAINST)


@pytest.mark.parametrize(("found", "needed"), list(product(SUPPORT, SUPPORT)))
def test_a_verdict_satisfies_what_is_no_stronger(found: Verdict, needed: Verdict) -> None:
    assert satisfies(found, needed) is (SUPPORT.index(found) >= SUPPORT.index(needed))


@pytest.mark.parametrize(("found", "needed"), list(product(AGAINST, SUPPORT)))
def test_what_speaks_against_satisfies_nothing(found: Verdict, needed: Verdict) -> None:
    assert not satisfies(found, needed)


def test_an_empty_run_has_shown_nothing() -> None:
    assert exit_code([]) is Exit.VACUOUS


@pytest.mark.parametrize("verdict", Verdict)
def test_what_was_expected_ends_well(verdict: Verdict) -> None:
    assert exit_code([(verdict, True), (Verdict.PROVED, True)]) is Exit.AS_EXPECTED


@pytest.mark.parametrize("verdict", AGAINST)
def test_one_surprise_decides_the_code(verdict: Verdict) -> None:
    assert exit_code([(Verdict.PROVED, True), (verdict, False)]) == CODES[verdict]


@pytest.mark.parametrize("verdict", SUPPORT)
def test_a_claim_that_holds_against_expectation_is_a_surprise(verdict: Verdict) -> None:
    assert exit_code([(verdict, False)]) is Exit.NOT_AS_EXPECTED


@pytest.mark.parametrize(("one", "other"), list(product(AGAINST, AGAINST)))
def test_the_worst_surprise_decides(one: Verdict, other: Verdict) -> None:
    order = [5, 1, 4, 3]
    worst = min(CODES[one], CODES[other], key=order.index)
    assert exit_code([(one, False), (other, False)]) == worst
    assert exit_code([(one, False), (other, True)]) == CODES[one]
