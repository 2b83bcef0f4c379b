"""The committed evidence: one line a rule, as it comes out when every question is answered as expected."""

from __future__ import annotations

from audit.check import SNAPSHOT
from audit.questions import Inventory
from audit.status import WITHOUT_CODE, snapshot, statuses
from properties.ground.coverage import EDITIONS

INVENTORY = Inventory()
QUESTIONS = INVENTORY.all()


def test_the_committed_snapshot_is_what_a_check_as_expected_shows() -> None:
    evidence = {question.identity: question.answer(question.expected, "", {}, 0.0) for question in QUESTIONS}
    rows = statuses(INVENTORY.rules, QUESTIONS, evidence)
    assert SNAPSHOT.read_text(encoding="utf-8") == snapshot(rows)


def test_every_rule_with_evidence_of_its_own_is_asked_by_a_claim_or_fact_a_scenario_and_a_mutant() -> None:
    for rule in (each for each in INVENTORY.rules.values() if each.is_decided):
        engines = {question.engine for question in QUESTIONS if rule.id in question.rules}
        assert engines & {"explore", "enumerate", "sample", "simulate", "prove", "crash"}, rule.id
        if rule.id != "GR-COV":
            assert "scenario" in engines or rule.edition not in EDITIONS, rule.id
            assert "mutant" in engines or rule.kind in WITHOUT_CODE, rule.id
