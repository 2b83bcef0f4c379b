"""What makes a rule green, and everything that keeps it from being so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from audit.ledger import Evidence
from audit.question import Question
from audit.status import RuleStatus, answers_now, snapshot, status_of, statuses
from model.verdict import Verdict
from specs.load import Catalogue, Kind, Rule, load_rules

RULE = load_rules()["GR-D03"]
CLAIM = Question("explore", "a_claim", "small", (RULE.id,), Verdict.EXHAUSTED, "explore 1", "k1")
SCENARIO = Question("scenario", "a story", "given", (RULE.id,), Verdict.WITNESSED, "scenario 1", "k2")
MUTANT = Question("mutant", "GR-D03-x", "kernel", (RULE.id,), Verdict.REFUTED, "mutation 1", "k3")
ASKED = (CLAIM, SCENARIO, MUTANT)


def answered(**verdicts: Verdict) -> list[Evidence]:
    by_engine = {"explore": Verdict.EXHAUSTED, "scenario": Verdict.WITNESSED, "mutant": Verdict.REFUTED} | verdicts
    return [question.answer(by_engine[question.engine], "because", {}, 0.1) for question in ASKED]


def status(evidence: list[Evidence], rule: Rule = RULE) -> RuleStatus:
    return status_of(rule, ASKED, answers_now(ASKED, {each.identity: each for each in evidence}))


def test_a_rule_with_all_its_answers_as_expected_is_green() -> None:
    seen = status(answered())
    assert seen.is_green
    assert (seen.verdict, seen.claims, seen.scenarios, seen.killed, seen.mutants) == (Verdict.EXHAUSTED, 1, 1, 1, 1)


@pytest.mark.parametrize(
    "verdict", [v for v in Verdict if v is not Verdict.EXHAUSTED], ids=lambda verdict: str(verdict.value)
)
def test_any_other_verdict_on_a_claim_keeps_the_rule_open(verdict: Verdict) -> None:
    seen = status(answered(explore=verdict))
    assert not seen.is_green
    assert any(verdict.value in problem for problem in seen.problems)


def test_evidence_whose_sources_changed_is_stale_and_not_green() -> None:
    evidence = answered()
    evidence[0] = replace(evidence[0], key="older")
    seen = status(evidence)
    assert not seen.is_green
    assert any("STALE" in problem for problem in seen.problems)


def test_a_question_never_asked_keeps_the_rule_open() -> None:
    assert any("not run" in problem for problem in status(answered()[:2]).problems)


def test_no_evidence_at_all_is_not_green() -> None:
    assert "there is no evidence" in status([]).problems


def test_a_surviving_mutant_keeps_the_rule_open() -> None:
    seen = status(answered(mutant=Verdict.VACUOUS))
    assert not seen.is_green
    assert "no mutant of this rule is killed" in seen.problems


def test_weaker_evidence_than_needed_keeps_the_rule_open() -> None:
    strict = replace(RULE, needs="PROVED")
    assert "needs PROVED, has EXHAUSTED" in status(answered(), strict).problems


def restating(*others: str) -> Rule:
    return replace(RULE, id="H2-12", needs=None, same_as=others)


def test_a_rule_that_restates_another_stands_as_that_one_does() -> None:
    rules = {RULE.id: RULE, "H2-12": restating(RULE.id)}
    known = {each.identity: each for each in answered()}
    told = statuses(Catalogue(rules), ASKED, known)[1]
    assert (told.is_green, told.verdict, told.state) == (True, Verdict.EXHAUSTED, "as GR-D03")
    assert (told.claims, told.scenarios, told.mutants) == (0, 0, 0)
    known = {each.identity: each for each in answered(mutant=Verdict.VACUOUS)}
    told = statuses(Catalogue(rules), ASKED, known)[1]
    assert (told.is_green, told.problems) == (False, ("as GR-D03, which is open",))


def test_a_rule_that_restates_several_has_the_weakest_of_their_verdicts() -> None:
    other = replace(RULE, id="GR-X01", kind=Kind.CONTENT, needs="WITNESSED")
    rules = {RULE.id: RULE, other.id: other, "H2-12": restating(RULE.id, other.id)}
    story = replace(SCENARIO, claim="another story", rules=(other.id,))
    evidence = [*answered(), story.answer(Verdict.WITNESSED, "", {}, 0.1)]
    told = statuses(Catalogue(rules), (*ASKED, story), {each.identity: each for each in evidence})[2]
    assert (told.is_green, told.verdict) == (True, Verdict.WITNESSED)
    lacking = statuses(Catalogue(rules), ASKED, {each.identity: each for each in answered()})[2]
    assert (lacking.is_green, lacking.verdict) == (False, None)


def test_a_proof_is_the_strongest_and_a_claim_that_several_engines_decide_counts_once() -> None:
    proofs = [Question("induct", "a_claim", f"{seats} seats", (RULE.id,), Verdict.PROVED, "", "k") for seats in (2, 3)]
    kept = Question("induct", "the invariant is kept", "2 seats", (), Verdict.PROVED, "", "k")
    asked = (*ASKED, *proofs, kept)
    evidence = answered() + [question.answer(Verdict.PROVED, "", {}, 0.1) for question in (*proofs, kept)]
    known = {each.identity: each for each in evidence}
    seen = status_of(RULE, asked, known)
    assert (seen.is_green, seen.verdict, seen.claims) == (True, Verdict.PROVED, 1)
    known[kept.identity] = kept.answer(Verdict.UNDETERMINED, "", {}, 0.1)
    assert not status_of(RULE, asked, known).is_green


def test_a_proof_that_should_be_vacuous_supports_nothing_but_is_no_problem() -> None:
    dead = Question("induct", "a_claim", "2 seats", (RULE.id,), Verdict.VACUOUS, "", "k")
    evidence = [*answered(), dead.answer(Verdict.VACUOUS, "", {}, 0.1)]
    seen = status_of(RULE, (*ASKED, dead), {each.identity: each for each in evidence})
    assert (seen.is_green, seen.verdict) == (True, Verdict.EXHAUSTED)
    evidence[-1] = dead.answer(Verdict.PROVED, "", {}, 0.1)
    assert not status_of(RULE, (*ASKED, dead), {each.identity: each for each in evidence}).is_green


def test_rules_about_written_material_need_no_mutant() -> None:
    content = load_rules()["GR-COV"]
    fact = replace(CLAIM, rules=(content.id,))
    evidence = {fact.identity: fact.answer(Verdict.EXHAUSTED, "", {}, 0.1)}
    assert status_of(content, [fact], evidence).is_green


def test_the_snapshot_shows_an_open_rule_as_open() -> None:
    assert "GR-D03         EXHAUSTED" in snapshot([status(answered())])
    assert "GR-D03         OPEN" in snapshot([status([])])


def test_a_rule_that_nothing_decides_yet_is_neither_green_nor_open() -> None:
    rule = replace(RULE, needs=None, later="the battle")
    seen = status_of(rule, (), {})
    assert (seen.is_green, seen.is_open, seen.state) == (False, False, "later")
    assert "later" in snapshot([seen])
