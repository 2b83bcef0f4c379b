"""The documents: how they are cut into passages, what a change looks like, and what accepting it writes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from specs.load import Anchor, load_rules
from specs.passages import digest_of, read_document
from specs.sources import Standing, accept, check_sources
from specs.strict import SpecError

BOOK = """# The Heron Game

A game for people by a pond,
in two lines.

---

## 1. Fish (H-F)

- **H-F1** A heron eats one fish a day.
- **H-F2 (Frogs)** A frog counts as
  half a fish.

  *Never* a toad.
- **H-F3** Toads are poisonous.
- **H-F4** Newts are free.
## 2. Pond

Unnumbered text about water.

> A quotation
>
> in two parts.

| depth | fish |
|---|---|
| 1 | 2 |
| 2 | 4 |

```text
# no heading

- no item
```

### 2.1 Shore

1. Reeds.
2. Sand.

   Or mud.

Reeds grow since the year
1987. They are tall.
"""


def _read(tmp_path: Path, text: str) -> list[tuple[str, int, int, str]]:
    path = tmp_path / "heron.md"
    path.write_text(text, encoding="utf-8")
    return [(p.anchor.heading, p.anchor.ordinal, p.line, p.text) for p in read_document(path)]


def test_a_document_is_cut_into_passages(tmp_path: Path) -> None:
    passages = _read(tmp_path, BOOK)
    assert [passage[:3] for passage in passages] == [
        ("The Heron Game", 1, 3),
        ("1. Fish (H-F)", 1, 10),
        ("1. Fish (H-F)", 2, 11),
        ("1. Fish (H-F)", 3, 15),
        ("1. Fish (H-F)", 4, 16),
        ("2. Pond", 1, 19),
        ("2. Pond", 2, 21),
        ("2. Pond", 3, 25),
        ("2. Pond", 4, 27),
        ("2. Pond", 5, 28),
        ("2. Pond", 6, 30),
        ("2. Pond > 2.1 Shore", 1, 38),
        ("2. Pond > 2.1 Shore", 2, 39),
        ("2. Pond > 2.1 Shore", 3, 43),
    ]
    texts = [passage[3] for passage in passages]
    assert texts[2] == "- **H-F2 (Frogs)** A frog counts as\n  half a fish.\n  *Never* a toad."
    assert texts[6] == "> A quotation\n>\n> in two parts."
    assert texts[10] == "```text\n# no heading\n\n- no item\n```"
    assert texts[12] == "2. Sand.\n   Or mud."
    assert texts[13].endswith("1987. They are tall.")


def test_every_line_with_text_belongs_to_one_passage(tmp_path: Path) -> None:
    kept = [line for *_, text in _read(tmp_path, BOOK) for line in text.split("\n") if line.strip()]
    written = [line for line in BOOK.split("\n") if line.strip() and line not in ("---", "|---|---|")]
    headings = [line for line in written if line.startswith("#") and line != "# no heading"]
    assert kept == [line for line in written if line not in headings]


def test_a_repeated_heading_goes_on_counting_and_text_may_come_first(tmp_path: Path) -> None:
    passages = _read(tmp_path, "Before.\n\n## Same ##\n\nOne.\n\n## Same\n\nTwo, in C#.\n\n## C#\nThree.\n")
    assert [passage[:2] for passage in passages] == [("(top)", 1), ("Same", 1), ("Same", 2), ("C#", 1)]


def test_a_heading_ends_those_below_the_one_before(tmp_path: Path) -> None:
    passages = _read(tmp_path, "# T\n## A\n### B\nOne.\n## C\nTwo.\n### D\nThree.\n")
    assert [passage[0] for passage in passages] == ["A > B", "C", "C > D"]


def test_a_list_may_follow_a_paragraph_at_once(tmp_path: Path) -> None:
    assert [p[3] for p in _read(tmp_path, "Two things:\n1. One.\n2. Two.\n")] == ["Two things:", "1. One.", "2. Two."]


def test_a_fence_ends_at_its_like_or_at_the_end(tmp_path: Path) -> None:
    open_fence = "~~~~\n# a\n~~~\n\n```\n~~~~ x\n"
    assert [p[3] for p in _read(tmp_path, open_fence)] == [open_fence]
    assert [p[3] for p in _read(tmp_path, open_fence + "~~~~~\nAfter.\n")] == [open_fence + "~~~~~", "After."]


def test_documents_that_cannot_be_read_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"heron\.md:2: an underlined heading"):
        _read(tmp_path, "Title\n=====\n")
    (tmp_path / "bad.md").write_bytes(b"\xff")
    with pytest.raises(SpecError, match=r"bad\.md: the document cannot be read"):
        read_document(tmp_path / "bad.md")
    with pytest.raises(SpecError, match="the document is missing"):
        read_document(tmp_path / "absent.md")
    with pytest.raises(SpecError, match="only Markdown"):
        read_document(tmp_path / "rows.txt")


#: A text as a code page shows it: a header, then every line in a row of a table; the second one is blank.
SHOWN = """4 lines
|
# Pond
|
|||
|
|
|
|||
|
|
A heron
|
|||
|
|
stands.
|
|||
|
|
| | |
|
|||
|
|
| one | two |
|"""


def test_a_text_that_a_code_page_shows_line_by_line_is_read_as_its_lines(tmp_path: Path) -> None:
    assert _read(tmp_path, SHOWN) == [
        ("(top)", 1, 1, "4 lines"),
        ("Pond", 1, 12, "A heron\nstands."),
        ("Pond", 2, 27, "| one | two |"),
    ]
    plain = _read(tmp_path, "4 lines\n# Pond\n\nA heron\nstands.\n| | |\n| one | two |\n")
    assert [passage[3] for passage in plain] == [passage[3] for passage in _read(tmp_path, SHOWN)]


def test_a_section_with_an_id_for_a_title_is_one_passage(tmp_path: Path) -> None:
    text = "# T\n## Rules\n### H-EAT (if hungry)\n\nOne.\n\n- Two.\n\n| a |\n|---|\n| b |\n\n---\n\n"
    text += "### Other\nOne.\n\nTwo.\n"
    path = tmp_path / "heron.md"
    path.write_text(text, encoding="utf-8")
    first, *rest = read_document(path)
    assert (first.label, first.anchor.heading) == ("H-EAT", "Rules > H-EAT (if hungry)")
    assert first.text == "One.\n- Two.\n| a |\n| b |"
    assert [passage.text for passage in rest] == ["One.", "Two."]


ROWS = "some/Rules.csv\n\n1\torder\tsection\theading\tbody\n2\t1\tFood\tFish\tOne, a day.\n3\t2\tFood\tFrogs\tNone.\n"


def _read_rows(tmp_path: Path, text: str) -> list[tuple[str, int, int, str]]:
    path = tmp_path / "heron.csv"
    path.write_text(text, encoding="utf-8")
    return [(p.anchor.heading, p.anchor.ordinal, p.line, p.text) for p in read_document(path)]


def test_a_table_has_a_passage_a_row_under_its_section_and_heading(tmp_path: Path) -> None:
    assert _read_rows(tmp_path, ROWS) == [
        ("(top)", 1, 1, "some/Rules.csv"),
        ("Food > Fish", 1, 4, "1\tFood\tFish\tOne, a day."),
        ("Food > Frogs", 1, 5, "2\tFood\tFrogs\tNone."),
    ]


def test_a_row_means_the_same_with_and_without_a_viewers_row_numbers_by_tabs_or_commas(tmp_path: Path) -> None:
    shown = [passage[3] for passage in _read_rows(tmp_path, ROWS)][1:]
    plain = 'order,section,heading,body\n1,Food,Fish,"One, a day."\n2,Food,Frogs,None.\n'
    assert [passage[3] for passage in _read_rows(tmp_path, plain)] == shown
    moved = ROWS.replace("2\t1", "7\t1").replace("3\t2", "8\t2")
    assert [passage[3] for passage in _read_rows(tmp_path, moved)][1:] == shown


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("section", "part", "heron.csv: no row names the columns; one of them must be 'section'"),
        ("\tNone.", "", "heron.csv:5: a row of 4 cells below 5 columns"),
    ],
)
def test_a_table_that_does_not_add_up_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        _read_rows(tmp_path, ROWS.replace(old, new))
    assert caught.value.messages == (message,)


def test_a_digest_folds_white_space_and_nothing_else() -> None:
    assert digest_of(" two\n   words\t") == digest_of("two words") == hashlib.sha256(b"two words").hexdigest()
    assert digest_of("two words") != digest_of("Two words")
    assert digest_of("2–4") != digest_of("2-4")


RULE = """[[rule]] # {id}
says  =  'It holds.'   # as said
title = "A title"
id = "{id}"
kind = "limit"
edition = "r0"
needs = "SAMPLED"
source = {{document = "heron.md",ordinal={ordinal}, heading = "{heading}"}}  # here
  digest = '{digest}'
"""
#: Which rules each passage carries, counted through the document; the third and the thirteenth carry two.
IDS = {2: ["H-F1"], 3: ["H-F2", "HALF"], 4: ["H-F3"], 5: ["H-F4"], 6: ["WATER"], 12: ["REED"], 13: ["SAND", "MUD"]}


@pytest.fixture
def houses(tmp_path: Path) -> tuple[Path, Path]:
    """A directory with the document, and one with a catalogue that accounts for all of it."""
    sources, rules = tmp_path / "sources", tmp_path / "rules"
    sources.mkdir()
    rules.mkdir()
    (sources / "heron.md").write_text(BOOK, encoding="utf-8")
    rows = []
    for number, passage in enumerate(read_document(sources / "heron.md"), 1):
        anchor = {"ordinal": passage.anchor.ordinal, "heading": passage.anchor.heading, "digest": passage.digest}
        for row_id in IDS.get(number, [f"T-{number}"]):
            row = RULE.format(id=row_id, **anchor)
            if number not in IDS:
                aside = [line for line in row.split("\n") if not line.startswith(("title", "kind", "edition", "needs"))]
                row = "\n".join(aside).replace("[[rule]]", "[[passage]]").replace("says ", "reason ")
            rows.append(row)
    (rules / "heron.toml").write_text("\n".join(rows), encoding="utf-8")
    return sources, rules


def _edit(sources: Path, *pairs: tuple[str, str]) -> None:
    text = (sources / "heron.md").read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (sources / "heron.md").write_text(text, encoding="utf-8")


def _lines(houses: tuple[Path, Path]) -> list[str]:
    return list(check_sources(houses[0], load_rules(houses[1])).lines())


def test_an_unchanged_document_is_clean(houses: tuple[Path, Path]) -> None:
    report = check_sources(houses[0], load_rules(houses[1]))
    assert report.is_clean
    assert len(report.of(Standing.UNCHANGED)) == 16
    assert list(report.lines()) == []
    _edit(houses[0], ("A frog counts as\n  half", "A  frog counts\n  as half"))
    assert check_sources(houses[0], load_rules(houses[1])).is_clean


FISH, SHORE = "heron.md '1. Fish (H-F)'", "heron.md '2. Pond > 2.1 Shore'"
F3, F4 = "heron.toml:37: H-F3", "heron.toml:47: H-F4"


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([("one fish", "two fish")], ["heron.md:10: H-F1 changed"]),
        ([("*Never* a toad", "*Ever* a toad")], ["heron.md:11: H-F2 changed", "heron.md:11: HALF changed"]),
        ([("- **H-F4** Newts are free.\n", "")], [f"{F4} vanished: it stood at {FISH} no. 4"]),
        (
            [("- **H-F4** Newts are free.\n", "- **H-F4** Newts are free.\n- **H-F5** Eels too.\n")],
            ["heron.md:17: new text that no row anchors: - **H-F5** Eels too."],
        ),
        (
            [("1. Reeds.\n", f"1. {'Long grass. ' * 9}\n1. Reeds.\n")],
            [
                f"heron.md:39: REED moved, from {SHORE} no. 1 to {SHORE} no. 2",
                f"heron.md:40: SAND moved, from {SHORE} no. 2 to {SHORE} no. 3",
                f"heron.md:40: MUD moved, from {SHORE} no. 2 to {SHORE} no. 3",
                f"heron.md:44: T-14 moved, from {SHORE} no. 3 to {SHORE} no. 4",
                "heron.md:38: new text that no row anchors: 1. " + ("Long grass. " * 9)[:57] + "…",
            ],
        ),
        (
            [("- **H-F3** Toads are poisonous.\n", ""), ("Newts are free", "Newts cost one")],
            [
                f"heron.md:15: H-F4 changed, from {FISH} no. 4 to {FISH} no. 3",
                f"{F3} vanished: it stood at {FISH} no. 3",
            ],
        ),
        (
            [("- **H-F4** Newts are free.", "- **H-F9** Eels are free.")],
            [
                f"{F4} vanished: it stood at {FISH} no. 4",
                "heron.md:16: new text that no row anchors: - **H-F9** Eels are free.",
            ],
        ),
        (
            [
                ("- **H-F3** Toads are poisonous.\n", ""),
                ("They are tall.\n", "They are tall.\n- **H-F3** Toads are poisonous.\n"),
            ],
            [
                f"heron.md:44: H-F3 moved, from {FISH} no. 3 to {SHORE} no. 4",
                f"heron.md:15: H-F4 moved, from {FISH} no. 4 to {FISH} no. 3",
            ],
        ),
        ([("Or mud", "Or clay")], ["heron.md:39: SAND changed", "heron.md:39: MUD changed"]),
        ([("| 2 | 4 |", "| 2 | 5 |")], ["heron.md:28: T-10 changed"]),
        ([("# no heading", "# a heading")], ["heron.md:30: T-11 changed"]),
    ],
)
def test_a_change_is_told_for_what_it_is(
    houses: tuple[Path, Path], edits: list[tuple[str, str]], expected: list[str]
) -> None:
    _edit(houses[0], *edits)
    assert _lines(houses) == expected
    assert not check_sources(houses[0], load_rules(houses[1])).is_clean


UNCOVERED = """
[[uncovered]]
document = "heron.md"
reason = "nobody has read it"

[uncovered.headings]
"2. Pond" = 6
"2. Pond > 2.1 Shore" = 1
"""


@pytest.fixture
def half_read(houses: tuple[Path, Path]) -> tuple[Path, Path]:
    """The same, with the second chapter's passages in no row, but known."""
    file = houses[1] / "heron.toml"
    rows = [row for row in file.read_text(encoding="utf-8").split("\n[[") if "2. Pond" not in row]
    file.write_text("\n[[".join(rows) + UNCOVERED, encoding="utf-8")
    return houses


def test_what_is_not_read_yet_is_counted_and_not_new(half_read: tuple[Path, Path]) -> None:
    file = half_read[1] / "heron.toml"
    file.write_text(file.read_text().replace('"2. Pond" = 6\n"2. Pond > 2.1 Shore" = 1', '"2. Pond" = 9'))
    report = check_sources(half_read[0], load_rules(half_read[1]))
    assert report.is_clean
    assert report.new == ()
    assert [(unread.part.heading, unread.passages) for unread in report.unread] == [("2. Pond", 9)]
    _edit(half_read[0], ("Sand.", "Mud."))
    assert check_sources(half_read[0], load_rules(half_read[1])).is_clean


def test_a_part_not_read_that_grew_or_shrank_is_told(half_read: tuple[Path, Path]) -> None:
    file = half_read[1] / "heron.toml"
    line = file.read_text().split("[[uncovered]]")[0].count("\n") + 1
    told = "of heron.md is not catalogued and has"
    assert _lines(half_read) == [
        f"heron.toml:{line}: '2. Pond' {told} 9 passages, not 6",
        f"heron.toml:{line}: '2. Pond > 2.1 Shore' {told} 3 passages, not 1",
    ]
    assert not check_sources(half_read[0], load_rules(half_read[1])).is_clean
    _edit(half_read[0], ("## 2. Pond", "## 2. Lake"))
    lines = _lines(half_read)
    assert lines[-2:] == [
        f"heron.toml:{line}: '2. Pond' {told} 0 passages, not 6",
        f"heron.toml:{line}: '2. Pond > 2.1 Shore' {told} 0 passages, not 1",
    ]
    assert sum("new text that no row anchors" in each for each in lines) == 9


def test_of_two_equal_passages_one_that_goes_is_missed(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("| 1 | 2 |", "| 2 | 4 | "))
    accept("T-9", houses[0], houses[1])
    assert _lines(houses) == []
    _edit(houses[0], ("| 2 | 4 | \n", ""))
    assert [line.split(": ")[1].split(",")[0] for line in _lines(houses)] == ["T-10 vanished", "T-11 moved"]


def test_of_two_copies_the_nearer_is_the_one_that_moved(houses: tuple[Path, Path]) -> None:
    copy = "- **H-F4** Newts are free."
    _edit(houses[0], ("They are tall.\n", f"They are tall.\n{copy}\n"), ("- **H-F3** Toads are poisonous.\n", ""))
    assert f"heron.md:15: H-F4 moved, from {FISH} no. 4 to {FISH} no. 3" in _lines(houses)
    assert f"heron.md:44: new text that no row anchors: {copy}" in _lines(houses)


def test_an_unlabelled_text_that_moved_and_changed_is_not_guessed(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("### 2.1 Shore", "### 2.1 Bank"), ("Or mud", "Or clay"))
    assert [line.split(": ")[1].split(",")[0] for line in _lines(houses)] == [
        "SAND vanished",
        "MUD vanished",
        "REED moved",
        "T-14 moved",
        "new text that no row anchors",
    ]


def test_a_missing_document_is_an_error_that_names_who_needs_it(houses: tuple[Path, Path]) -> None:
    (houses[0] / "heron.md").unlink()
    with pytest.raises(SpecError, match=r"heron\.md: the document is missing \(named at heron\.toml:\d+ by H-F1\)"):
        check_sources(houses[0], load_rules(houses[1]))


def test_accepting_a_change_rewrites_one_digest_and_no_other_byte(houses: tuple[Path, Path]) -> None:
    file = houses[1] / "heron.toml"
    before = file.read_bytes()
    old = load_rules(houses[1])["H-F2"].digest
    _edit(houses[0], ("*Never* a toad", "*Ever* a toad"), ("one fish", "two fish"))
    assert accept("H-F2", houses[0], houses[1]).standing is Standing.CHANGED
    new = digest_of("- **H-F2 (Frogs)** A frog counts as half a fish. *Ever* a toad.")
    assert before.count(old.encode()) == 2
    assert file.read_bytes() == before.replace(f"'{old}'".encode(), f'"{new}"'.encode(), 1)
    assert _lines(houses) == ["heron.md:10: H-F1 changed", "heron.md:11: HALF changed"]
    assert os.listdir(houses[1]) == ["heron.toml"]


def test_accepting_what_is_unchanged_writes_nothing(houses: tuple[Path, Path]) -> None:
    file = houses[1] / "heron.toml"
    before = file.read_bytes(), file.stat().st_mtime_ns
    assert accept("H-F2", houses[0], houses[1]).standing is Standing.UNCHANGED
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_accepting_a_move_rewrites_the_anchor(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("## 1. Fish (H-F)", "## 1. Prey (H-F)"))
    before = load_rules(houses[1])
    for row_id in ("H-F1", "H-F2", "H-F3", "H-F4"):
        assert accept(row_id, houses[0], houses[1]).standing is Standing.MOVED
    after = load_rules(houses[1])
    assert after["H-F3"].source == Anchor("heron.md", "1. Prey (H-F)", 3)
    assert [rule.digest for rule in after.values()] == [rule.digest for rule in before.values()]
    assert _lines(houses) == []


def test_rows_that_share_a_passage_move_together_but_are_reviewed_apart(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("- **H-F1** A heron eats one fish a day.\n", ""), ("*Never* a toad", "*Ever* a toad"))
    where = f"from {FISH} no. 2 to {FISH} no. 1"
    assert _lines(houses)[:2] == [f"heron.md:10: H-F2 changed, {where}", f"heron.md:10: HALF changed, {where}"]
    assert accept("HALF", houses[0], houses[1]).standing is Standing.CHANGED
    after = load_rules(houses[1])
    assert after["HALF"].source == after["H-F2"].source == Anchor("heron.md", "1. Fish (H-F)", 1)
    assert after["HALF"].digest != after["H-F2"].digest
    assert _lines(houses)[0] == "heron.md:10: H-F2 changed"
    accept("H-F2", houses[0], houses[1])
    assert not any("H-F2" in line or "HALF" in line for line in _lines(houses))


def test_rows_that_moved_by_one_can_be_accepted_one_by_one(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("- **H-F1** A", "- **H-F0** No crabs.\n- **H-F1** A"))
    for row_id in ("H-F1", "H-F2", "H-F3", "H-F4"):
        assert accept(row_id, houses[0], houses[1]).standing is Standing.MOVED
    assert _lines(houses) == ["heron.md:10: new text that no row anchors: - **H-F0** No crabs."]


def test_text_that_is_no_rule_is_accepted_too(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("by a pond", "by a lake"))
    assert _lines(houses) == ["heron.md:3: T-1 changed"]
    accept("T-1", houses[0], houses[1])
    assert _lines(houses) == []


def test_accepting_the_impossible_is_an_error(houses: tuple[Path, Path]) -> None:
    _edit(houses[0], ("- **H-F4** Newts are free.\n", ""))
    before = (houses[1] / "heron.toml").read_bytes()
    with pytest.raises(SpecError, match=r"H-F4 vanished: .*there is no text to accept"):
        accept("H-F4", houses[0], houses[1])
    with pytest.raises(SpecError, match=r"there is no row 'H-F44', did you mean 'H-F4'\?"):
        accept("H-F44", houses[0], houses[1])
    assert (houses[1] / "heron.toml").read_bytes() == before
