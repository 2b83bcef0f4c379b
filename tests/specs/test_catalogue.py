"""The rule catalogue: what the loader refuses, and that ours is complete and in the order of the book."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from model.verdict import SUPPORT
from specs.load import EDITIONS, NEEDS, Anchor, Kind, Rule, load_rules
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


def test_a_rule_may_wait_for_a_later_part_and_is_then_not_decided(tmp_path: Path) -> None:
    waits = GOOD.replace('needs = "SAMPLED"', 'later = "the battle decides it"')
    (tmp_path / "a.toml").write_text(waits + GOOD.replace("X-1", "X-2"), encoding="utf-8")
    first, second = load_rules(tmp_path).values()
    assert (first.is_decided, second.is_decided) == (False, True)
    assert (first.later, first.needs, first.exempt, first.same_as) == ("the battle decides it", None, None, ())
    assert second.later is None


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ('needs = "SAMPLED"\n', "a.toml:12: rule X-1: 'needs' and 'later' exclude each other"),
        ('exempt = "art"\n', "a.toml:12: rule X-1: 'exempt' and 'later' exclude each other"),
        ('same_as = ["X-2"]\n', "a.toml:12: rule X-1: 'same_as' and 'later' exclude each other"),
    ],
)
def test_what_waits_has_no_evidence_and_no_excuse_now(tmp_path: Path, beside: str, message: str) -> None:
    waits = GOOD.replace('needs = "SAMPLED"\n', f'{beside}later = "the battle decides it"\n')
    assert _faults(tmp_path, waits, GOOD.replace("X-1", "X-2")) == (message,)


def test_nothing_is_the_same_as_a_rule_that_waits(tmp_path: Path) -> None:
    waits = GOOD.replace('needs = "SAMPLED"', 'later = "the battle decides it"')
    same = GOOD.replace("X-1", "X-2").replace('needs = "SAMPLED"', 'same_as = ["X-1"]')
    assert _faults(tmp_path, waits, same) == (
        "b.toml:12: rule X-2: 'same_as' names 'X-1', which has no evidence of its own",
    )


PART = """[[uncovered]]
document = "book.md"
reason = "a later part reads it"

[uncovered.headings]
"2. Two" = 3
"4. Four > 4.1 Why" = 1
"""


def test_parts_that_are_not_read_yet_stand_beside_the_rows(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD + PART, encoding="utf-8")
    two, four = load_rules(tmp_path).uncovered
    assert (two.document, two.heading, two.passages, two.reason) == ("book.md", "2. Two", 3, "a later part reads it")
    assert [
        four.holds(Anchor("book.md", heading, 1)) for heading in ("4. Four > 4.1 Why", "4. Four > 4.1 Why > a")
    ] == [
        True,
        True,
    ]
    elsewhere = [
        Anchor("other.md", "2. Two", 1),
        Anchor("book.md", "2. Two more", 1),
        Anchor("book.md", "1. One > 2. Two", 1),
    ]
    assert not any(two.holds(anchor) for anchor in elsewhere)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"2. Two" = 3', '"1. One" = 3', "a.toml:17: uncovered book.md: '1. One' is not uncovered: X-1 at a.toml:1"),
        ('"2. Two" = 3', '"2. Two" = "3"', "a.toml:17: uncovered book.md: 'headings' must be a table of whole numbers"),
        ("[uncovered.headings]\n", "", "a.toml:13: uncovered book.md: missing key 'headings'"),
        ("reason =", "why =", "a.toml:13: uncovered book.md: missing key 'reason'"),
        ('"book.md"\nreason', '"a/book.md"\nreason', "a.toml:14: uncovered a/book.md: 'document' is malformed"),
    ],
)
def test_each_fault_of_an_uncovered_part_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert PART.count(old) == 1
    faults = _faults(tmp_path, GOOD + PART.replace(old, new))
    assert any(fault.startswith(message) for fault in faults), faults


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
    assert {rule.id for rule in rules.values() if rule.exempt and not rule.id.startswith("AG-")} == {
        "H2-22",
        "DEAL-NG1",
        "DEAL-SC4",
    }


@pytest.mark.parametrize(
    ("file", "passages"), [("ground.toml", 70 + 8), ("problem_deal.toml", 12 + 8), ("problem_stress.toml", 22 + 1)]
)
def test_our_rows_stand_at_places_of_their_own(file: str, passages: int) -> None:
    rows = [row for row in load_rules().rows if row.place.file == file]
    assert len({(row.source, row.id) for row in rows}) == len(rows)
    assert len({row.source for row in rows}) == len({row.digest for row in rows}) == passages


GUILD = "guild-gameplay.md"
#: Of each part of the document: rules, passages that are no rules.
PARTS = {"TOP": (0, 4), "OVR": (10, 2), "SYS": (61, 2), "ECO": (229, 37), "SAV": (255, 23)}


def test_our_catalogue_has_every_passage_of_the_guild_once() -> None:
    rows = [row for row in load_rules().rows if row.source.document == GUILD]
    assert len({row.source for row in rows}) == len(rows) == 623
    found = {part: Counter(isinstance(row, Rule) for row in rows if row.id.split("-")[1] == part) for part in PARTS}
    assert {part: (count[True], count[False]) for part, count in found.items()} == PARTS


def test_ids_of_the_guild_name_their_part_and_section_and_count_in_it() -> None:
    shape = re.compile(r"AG-(?:TOP|OVR|(?:SYS|ECO|SAV)-(\d+(?:\.\d+)?))-(?:\d{2}|H\d?)")
    parts = {"SYS": "Systems And Battle", "ECO": "Economy And Balance", "SAV": "Save And Failure"}
    for row in load_rules().rows:
        if row.source.document == GUILD:
            found = shape.fullmatch(row.id)
            assert found, row.id
            assert parts.get(row.id.split("-")[1], "") in row.source.heading
            if found[1] not in (None, "0"):
                assert re.search(rf" > {re.escape(found[1])}\.? ", row.source.heading), row.id


def test_a_section_of_the_guild_is_numbered_without_a_gap_in_the_order_of_the_document() -> None:
    rows = [row for row in load_rules().rows if row.source.document == GUILD and row.id[-2:].isdigit()]
    by_section: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: (row.source.heading, row.source.ordinal)):
        by_section.setdefault(row.id[:-3], []).append(row.id[-2:])
    for section, numbers in by_section.items():
        assert numbers == [f"{n:02}" for n in range(1, len(numbers) + 1)], section


def test_what_the_override_supersedes_belongs_to_the_frozen_edition_or_keeps_a_part_that_counts() -> None:
    rules = load_rules()
    superseded = [rule for rule in rules.values() if rule.superseded_by]
    assert {other[:6] for rule in superseded for other in rule.superseded_by} == {"AG-OVR"}
    assert {rule.edition for rule in superseded} == {"FG4", "guild"}
    assert {rule.id for rule in rules.values() if rule.edition == "FG4" and not rule.superseded_by} == {"AG-ECO-5.3-09"}
    assert {rule.edition for rule in rules.values() if rule.id.startswith("AG-OVR")} == {"GROWTH"}


#: Rules of the guild that no program decides.
EXEMPT = """
AG-ECO-1-01 AG-ECO-12.1-07 AG-SAV-1-10 AG-SAV-3-07 AG-SAV-14-07 AG-SAV-17-01 AG-SAV-17-03 AG-SAV-17-04 AG-SAV-17-05
AG-SAV-17-06 AG-SAV-17-07 AG-SAV-17-08
"""


#: Rules about files, of which the pure functions know nothing. The store shows them on simulated disks, in cases of
#: which some are drawn by seed (bits to flip, fates of many unsynced items): nothing is exhausted.
SHOWN_BY_THE_STORE = """
AG-SAV-11.1-04 AG-SAV-11.1-05 AG-SAV-11.1-06 AG-SAV-11.1-09 AG-SAV-11.2-03 AG-SAV-11.3-10
"""


def test_every_rule_of_the_guild_is_decided_or_says_why_not() -> None:
    ours = [rule for rule in load_rules().values() if rule.id.startswith("AG-")]
    assert all(bool(rule.needs) + bool(rule.same_as) + bool(rule.later) + bool(rule.exempt) == 1 for rule in ours)
    assert [rule.id for rule in ours if rule.exempt] == EXEMPT.split()
    asked = {need: sum(rule.needs == need for rule in ours) for need in NEEDS}
    assert asked["EXHAUSTED"] + asked["PROVED"] > 8 * asked["WITNESSED"] > 0
    assert asked["SAMPLED"] == 0
    assert [rule.id for rule in ours if rule.needs == "BOUNDED"] == SHOWN_BY_THE_STORE.split()


def test_the_guide_to_the_catalogue_counts_as_we_do() -> None:
    catalogue = load_rules()
    text = (Path(__file__).resolve().parents[2] / "docs" / "catalogue.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| [^|]+((?: \| \d+){6}) \|$", text, re.MULTILINE)
    told = [[int(number) for number in re.findall(r"\d+", row)] for row in table]
    rows = [row for row in catalogue.rows if row.source.document == GUILD]
    counted = [
        [
            len(of_part := [row for row in rows if row.id.split("-")[1] == part]),
            *(
                sum(isinstance(row, Rule) and bool(getattr(row, key)) for row in of_part)
                for key in ("needs", "same_as", "later", "exempt")
            ),
            sum(not isinstance(row, Rule) for row in of_part),
        ]
        for part in PARTS
    ]
    assert told == [*counted, [sum(column) for column in zip(*counted, strict=True)]]
    parts = catalogue.uncovered
    assert f"Under {len(parts)} further headings" in text
    assert f"stand {sum(part.passages for part in parts)} passages" in text


def test_our_rules_are_told_in_one_to_three_sentences() -> None:
    for rule in load_rules().values():
        assert 40 <= len(rule.says) <= 420, rule.id
        assert rule.says.endswith("."), rule.id
        assert rule.says.count(". ") <= 2, rule.id
