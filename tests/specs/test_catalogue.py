"""The rule catalogue: what the loader refuses, and that ours is complete and in the order of the book."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.verdict import SUPPORT
from specs.load import EDITIONS, NEEDS, Anchor, Kind, load_rules
from specs.strict import SpecError

ROW = """[[rule]]
id = "X-1"
title = "First"
says = '''
Something
holds.
'''
source = { document = "book.md", heading = "1. One", ordinal = 1 }
digest = "{digest}"
kind = "limit"
edition = "r0"
needs = "SAMPLED"
"""
GOOD = ROW.replace("{digest}", "0" * 64)
SECOND = (
    GOOD.replace("X-1", "X-2").replace("ordinal = 1", "ordinal = 2") + 'restates = ["X-1"]\nsuperseded_by = ["X-1"]\n'
)
ASIDE = """[[passage]]
id = "X-T"
reason = "a greeting"
source = { document = "book.md", heading = "(top)", ordinal = 1 }
digest = "{digest}"
""".replace("{digest}", "1" * 64)


def _faults(tmp_path: Path, *texts: str) -> tuple[str, ...]:
    for number, text in enumerate(texts):
        (tmp_path / f"{'abc'[number]}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load_rules(tmp_path)
    return caught.value.messages


def test_good_rows_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD + "\n" + SECOND + ASIDE, encoding="utf-8")
    (tmp_path / "b.toml").write_text(GOOD.replace("X-1", "A-1").replace('needs = "SAMPLED"', 'exempt = "it is art"'))
    catalogue = load_rules(tmp_path)
    assert list(catalogue) == ["X-1", "X-2", "A-1"]
    first, second, exempt = catalogue.values()
    assert first.says == "Something holds."
    assert first.source == Anchor("book.md", "1. One", 1)
    assert first.kind is Kind.LIMIT
    assert (first.needs, first.exempt, first.restates) == ("SAMPLED", None, ())
    assert str(second.place) == "a.toml:14"
    assert second.restates == second.superseded_by == ("X-1",)
    assert (exempt.needs, exempt.exempt) == (None, "it is art")
    assert [row.id for row in catalogue.rows] == ["X-1", "X-2", "A-1", "X-T"]
    assert catalogue.asides["X-T"].reason == "a greeting"


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        (
            "title =",
            "tilte =",
            [
                "a.toml:1: rule X-1: missing key 'title'",
                "a.toml:3: rule X-1: unknown key 'tilte', did you mean 'title'?",
            ],
        ),
        ('kind = "limit"\n', "", ["a.toml:1: rule X-1: missing key 'kind'"]),
        ('"limit"', '"limits"', ["a.toml:10: rule X-1: unknown kind 'limits', did you mean 'limit'?"]),
        ('"r0"', '"r9"', ["a.toml:11: rule X-1: unknown edition 'r9', known are " + ", ".join(EDITIONS)]),
        ('"SAMPLED"', '"sampled"', None),
        ('"SAMPLED"', '"REFUTED"', None),
        ('needs = "SAMPLED"\n', "", ["a.toml:1: rule X-1: missing key 'needs'"]),
        (
            '"SAMPLED"\n',
            '"SAMPLED"\nexempt = "art"\n',
            ["a.toml:12: rule X-1: 'needs' and 'exempt' exclude each other"],
        ),
        ('"First"', "7", ["a.toml:3: rule X-1: 'title' must be a text, not 7"]),
        ("0" * 64, "0" * 63, [f"a.toml:9: rule X-1: 'digest' is malformed: '{'0' * 63}'"]),
        ("ordinal = 1", "ordinal = 0", ["a.toml:8: rule X-1: 'ordinal' must be at least 1, not 0"]),
        (", ordinal = 1", "", ["a.toml:8: rule X-1: missing key 'ordinal'"]),
        ("ordinal = 1", "ordinal = 1, page = 3", ["a.toml:8: rule X-1: unknown key 'page'"]),
        ('"book.md"', '"../book.md"', ["a.toml:8: rule X-1: 'document' is malformed: '../book.md'"]),
        ('"X-1"', '"x 1"', ["a.toml:2: rule x 1: 'id' is malformed: 'x 1'"]),
        ('id = "X-1"\n', "", ["a.toml:1: rule #1: missing key 'id'"]),
    ],
)
def test_each_fault_of_a_row_is_named(tmp_path: Path, old: str, new: str, messages: list[str] | None) -> None:
    assert GOOD.count(old) == 1
    faults = _faults(tmp_path, GOOD.replace(old, new))
    if messages is None:
        assert len(faults) == 1
        assert faults[0].startswith("a.toml:12: rule X-1: unknown needs '")
    else:
        assert list(faults) == messages


def test_a_rule_may_say_nothing_beyond_others(tmp_path: Path) -> None:
    same = GOOD.replace("X-1", "X-2").replace('needs = "SAMPLED"', 'same_as = ["X-1"]')
    (tmp_path / "a.toml").write_text(GOOD + same, encoding="utf-8")
    first, second = load_rules(tmp_path).values()
    assert (first.is_decided, second.is_decided) == (True, False)
    assert (second.needs, second.exempt, second.same_as) == (None, None, ("X-1",))


def test_a_rule_has_evidence_of_its_own_or_that_of_others_not_both(tmp_path: Path) -> None:
    both = GOOD.replace("X-1", "X-2") + 'same_as = ["X-1"]\n'
    assert _faults(tmp_path, GOOD, both) == ("b.toml:12: rule X-2: 'needs' and 'same_as' exclude each other",)
    chain = GOOD.replace("X-1", "X-2").replace('needs = "SAMPLED"', 'same_as = ["X-3"]')
    open_end = GOOD.replace("X-1", "X-3").replace('needs = "SAMPLED"', 'exempt = "it is art"')
    assert _faults(tmp_path, GOOD, chain, open_end) == (
        "b.toml:12: rule X-2: 'same_as' names 'X-3', which has no evidence of its own",
    )


@pytest.mark.parametrize("key", ["restates", "superseded_by"])
def test_a_reference_must_lead_to_another_rule(tmp_path: Path, key: str) -> None:
    faults = _faults(tmp_path, GOOD.replace("X-1", "RULE-10") + f'{key} = ["RULE-11", "RULE-10"]\n')
    assert faults == (
        f"a.toml:13: rule RULE-10: '{key}' names an unknown rule 'RULE-11', did you mean 'RULE-10'?",
        f"a.toml:13: rule RULE-10: '{key}' names the rule itself",
    )


def test_an_id_stands_once_in_all_files(tmp_path: Path) -> None:
    faults = _faults(tmp_path, GOOD + GOOD, ASIDE.replace("X-T", "X-1") + GOOD.replace("X-1", "X-9"))
    assert faults == (
        "a.toml:14: rule X-1: the ID stands already at a.toml:1",
        "b.toml:2: passage X-1: the ID stands already at a.toml:1",
    )


def test_a_passage_that_is_no_rule_is_read_as_strictly(tmp_path: Path) -> None:
    assert _faults(tmp_path, GOOD + ASIDE.replace("reason", "reasons")) == (
        "a.toml:13: passage X-T: missing key 'reason'",
        "a.toml:15: passage X-T: unknown key 'reasons', did you mean 'reason'?",
    )


def test_faults_of_all_files_are_shown_together(tmp_path: Path) -> None:
    faults = _faults(tmp_path, GOOD.replace("title", "tite"), SECOND.replace('"limit"', '"lim"'))
    assert [fault.partition(": ")[0] for fault in faults] == ["a.toml:1", "a.toml:3", "b.toml:10"]


def test_nothing_is_not_a_catalogue(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no rule in this directory"):
        load_rules(tmp_path)
    assert _faults(tmp_path, "") == ("a.toml:1: the file is empty",)
    assert _faults(tmp_path, ASIDE) == ("a.toml:1: catalogue: missing key 'rule'",)


def test_a_key_beside_the_rows_is_refused(tmp_path: Path) -> None:
    assert _faults(tmp_path, "rules = 1\n" + GOOD) == (
        "a.toml:1: catalogue: unknown key 'rules', did you mean 'rule'?",
    )


def test_the_verdicts_that_can_be_asked_for_are_those_that_support() -> None:
    assert tuple(verdict.value for verdict in SUPPORT) == NEEDS


def test_our_catalogue_has_the_rules_of_the_book_in_its_order() -> None:
    chapters = {"O": 5, "S": 4, "R": 9, "F": 4, "A": 13, "L": 5, "D": 7, "P": 5, "T": 3, "E": 4}
    expected = [f"GR-{chapter}{number:02}" for chapter, count in chapters.items() for number in range(1, count + 1)]
    expected += [f"U{number}" for number in range(1, 11)] + ["GR-COV"]
    ground = [rule for rule in load_rules().values() if rule.place.file == "ground.toml"]
    assert [rule.id for rule in ground] == expected
    assert {rule.source.document for rule in ground} == {"ground-rules.md"}


def test_our_catalogue_has_every_row_and_clause_of_the_modules() -> None:
    rules = load_rules()
    stress = [rule.id for rule in rules.values() if rule.edition == "problem_stress.scoped"]
    assert stress == [f"H2-{order}" for order in range(1, 23)]
    clauses = ["START", "INFLUX", "OWN", "POINTS", *(f"NG{n}" for n in range(1, 5)), *(f"SC{n}" for n in range(1, 5))]
    deal = [rule.id for rule in rules.values() if rule.edition == "problem_deal.pressure_deck"]
    assert deal == [f"DEAL-{clause}" for clause in clauses]
    assert {rule.id for rule in rules.values() if rule.exempt} == {"H2-22", "DEAL-NG1", "DEAL-SC4"}


@pytest.mark.parametrize(
    ("file", "passages"), [("ground.toml", 70 + 8), ("problem_deal.toml", 12 + 8), ("problem_stress.toml", 22 + 1)]
)
def test_our_rows_stand_at_places_of_their_own(file: str, passages: int) -> None:
    rows = [row for row in load_rules().rows if row.place.file == file]
    assert len({(row.source, row.id) for row in rows}) == len(rows)
    assert len({row.source for row in rows}) == len({row.digest for row in rows}) == passages


def test_our_rules_are_told_in_one_to_three_sentences() -> None:
    for rule in load_rules().values():
        assert 40 <= len(rule.says) <= 420, rule.id
        assert rule.says.endswith("."), rule.id
        assert rule.says.count(". ") <= 2, rule.id
