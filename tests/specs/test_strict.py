"""Strict reading of TOML: where values stand, what is refused, and how a value is rewritten."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from specs.strict import Document, SpecError, _Scanner, fold, read_documents, refuse_faults, rewrite

AWKWARD = '''# a comment with [brackets] and = signs
title = "a # is no comment, \\" no end"   # but this is
'quoted key' = 'C:\\path'
dotted.inner.leaf = 1
when = 2026-01-31
moment = 1979-05-27 07:32:00Z
long = """
line with "quotes" and ""two""
[not.a.header]
last"""""
lit = \'\'\'
it's = literal
\'\'\'

list = [ # comment ]
  "a, b",
  { x = 1, "y" = [2, 3] },
]

[[row]]
id = "one"
[row.deep]
value = true

[[row]]
id = "two"
[[row.sub]]
n = 1
[[row.sub]]
n = 2
'''


def _document(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return Document.read(path)


@pytest.mark.parametrize(
    ("route", "begins"),
    [
        (("title",), "title ="),
        (("quoted key",), "'quoted key'"),
        (("dotted", "inner", "leaf"), "dotted.inner"),
        (("when",), "when"),
        (("moment",), "moment"),
        (("long",), "long"),
        (("lit",), "lit"),
        (("list", 0), '  "a, b"'),
        (("list", 1, "y", 1), "  { x"),
        (("row", 0), "[[row]]"),
        (("row", 0, "deep", "value"), "value"),
        (("row", 1, "id"), 'id = "two"'),
        (("row", 1, "sub", 1, "n"), "n = 2"),
    ],
)
def test_a_value_is_placed_on_its_line(tmp_path: Path, route: tuple[str | int, ...], begins: str) -> None:
    line = _document(tmp_path, AWKWARD).place_of(route).line
    assert AWKWARD.split("\n")[line - 1].startswith(begins)


def test_every_value_is_found_where_it_is_said_to_stand(tmp_path: Path) -> None:
    document = _document(tmp_path, AWKWARD)

    def leaves(value: object, route: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], object]]:
        if isinstance(value, dict):
            return [leaf for key, inner in value.items() for leaf in leaves(inner, (*route, key))]
        if isinstance(value, list):
            return [leaf for key, inner in enumerate(value) for leaf in leaves(inner, (*route, key))]
        return [(route, value)]

    found = leaves(document.data, ())
    assert len(found) == 16
    for route, value in found:
        span = document.spans[route]
        assert tomllib.loads(f"value = {AWKWARD[span.start : span.end]}")["value"] == value


def test_an_absent_value_is_placed_at_its_table(tmp_path: Path) -> None:
    document = _document(tmp_path, AWKWARD)
    assert document.place_of(("row", 1, "absent")) == document.place_of(("row", 1))
    assert str(document.place_of(("absent",))) == "some.toml:1"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "some.toml:1: the file is empty"),
        (b"# only a comment\n", "some.toml:1: the file is empty"),
        (b"a = 1\nb = \n", "some.toml:2: not TOML"),
        (b"a = 1\na = 2\n", "some.toml:2: not TOML"),
        (b"a = 1\nb = [1,\n", "some.toml:3: not TOML"),
        (b"a = 1\nb = '\xff'\n", "some.toml:2: not UTF-8"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_its_line(tmp_path: Path, raw: bytes, message: str) -> None:
    (tmp_path / "some.toml").write_bytes(raw)
    with pytest.raises(SpecError) as caught:
        Document.read(tmp_path / "some.toml")
    assert str(caught.value).startswith(message)


def test_all_unreadable_files_are_named_together(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("")
    (tmp_path / "b.toml").write_text("x = 1")
    (tmp_path / "c.toml").write_text("x = ")
    with pytest.raises(SpecError) as caught:
        read_documents(tmp_path)
    assert [message.partition(":")[0] for message in caught.value.messages] == ["a.toml", "c.toml"]


def test_a_missing_directory_or_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no such directory"):
        read_documents(tmp_path / "absent")
    with pytest.raises(SpecError, match="cannot be read"):
        Document.read(tmp_path / "absent.toml")


GOOD = """text = " two\\n words "
list = ["a"]
number = 3
day = 2026-01-31
numbers = {b = 0, a = 2}
[inner]
[[rows]]
id = "x"
"""


def _read_all(document: Document) -> tuple[object, ...]:
    root = document.root("file")
    values = (
        root.text("text"),
        root.texts("list"),
        root.number("number"),
        root.day("day").isoformat(),
        root.numbers("numbers"),
        root.table("inner").subject,
        [row.text("id") for row in root.tables("rows")],
    )
    root.done()
    refuse_faults([document])
    return values


def test_good_values_of_every_type_are_read(tmp_path: Path) -> None:
    values = _read_all(_document(tmp_path, GOOD))
    assert values == ("two words", ("a",), 3, "2026-01-31", (("b", 0), ("a", 2)), "file", ["x"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('text = " two\\n words "', "text = 1", "some.toml:1: file: 'text' must be a text, not 1"),
        ('text = " two\\n words "', 'text = "  "', "some.toml:1: file: 'text' is blank"),
        ('text = " two\\n words "\n', "", "some.toml:1: file: missing key 'text'"),
        ('["a"]', '["a", 1]', "some.toml:2: file: 'list' must be a list of texts, not ['a', 1]"),
        ('["a"]', '"a"', "some.toml:2: file: 'list' must be a list of texts, not 'a'"),
        ('["a"]', "[]", "some.toml:2: file: 'list' is empty: leave it out or name something"),
        ('["a"]', '["a", "a"]', "some.toml:2: file: 'list' names something twice"),
        ("number = 3", "number = true", "some.toml:3: file: 'number' must be a whole number, not True"),
        ("number = 3", "number = 3.0", "some.toml:3: file: 'number' must be a whole number, not 3.0"),
        ("number = 3", "number = 0", "some.toml:3: file: 'number' must be at least 1, not 0"),
        ("2026-01-31", '"2026-01-31"', "some.toml:4: file: 'day' must be a date such as 2026-01-31, not '2026-01-31'"),
        (
            "{b = 0, a = 2}",
            "{b = 0.5}",
            "some.toml:5: file: 'numbers' must be a table of whole numbers, not {'b': 0.5}",
        ),
        ("{b = 0, a = 2}", "{}", "some.toml:5: file: 'numbers' must be a table of whole numbers, not {}"),
        ("[inner]", "inner = 1", "some.toml:6: file: 'inner' must be a table, not 1"),
        ("{b = 0, a = 2}", "2", "some.toml:5: file: 'numbers' must be a table of whole numbers, not 2"),
        ("[[rows]]", "[rows]", "some.toml:7: file: 'rows' must be a list of tables, not {'id': 'x'}"),
        ('[[rows]]\nid = "x"\n', "", "some.toml:1: file: missing key 'rows'"),
        ("number = 3", "number = 3\nnumbre = 3", "some.toml:4: file: unknown key 'numbre', did you mean 'number'?"),
        ("number = 3", "number = 3\nzzz = 3", "some.toml:4: file: unknown key 'zzz'"),
    ],
)
def test_each_fault_is_named_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(SpecError) as caught:
        _read_all(_document(tmp_path, GOOD.replace(old, new)))
    assert caught.value.messages == (message,)


def test_a_moment_is_no_day(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"some\.toml:4: file: 'day' must be a date"):
        _read_all(_document(tmp_path, GOOD.replace("2026-01-31", "2026-01-31T10:00:00")))


def test_all_faults_of_a_file_are_shown_together_in_order(tmp_path: Path) -> None:
    text = "odd = 1\n" + GOOD.replace("number = 3", "number = true").replace('"x"', "1").replace('["a"]', "[]")
    with pytest.raises(SpecError) as caught:
        _read_all(_document(tmp_path, text))
    assert [message.split(":")[1] for message in caught.value.messages] == ["1", "3", "4", "9"]


def test_folding_leaves_single_spaces() -> None:
    assert fold("  a\n\t b\u00a0c ") == "a b c"


def test_a_rewrite_touches_only_its_values(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_bytes(AWKWARD.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    rewrite(path, {("row", 0, "id"): 'new "id" \\', ("list", 1, "y", 0): 200})
    expected = AWKWARD.replace('"one"', '"new \\"id\\" \\\\"').replace("[2, 3]", "[200, 3]")
    assert path.read_bytes() == expected.replace("\n", "\r\n").encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["some.toml"]


def test_a_rewrite_that_cannot_be_written_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(GOOD)
    with pytest.raises(SpecError):
        rewrite(path, {("rows", 0, "id"): "a\nb"})
    with pytest.raises(KeyError):
        rewrite(path, {("rows", 5, "id"): "a"})
    assert path.read_text() == GOOD
    assert os.listdir(tmp_path) == ["some.toml"]


def test_a_rewrite_that_would_say_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.toml"
    path.write_text(GOOD)
    spans = Document.read(path).spans
    monkeypatch.setattr(_Scanner, "scan", lambda _: {("number",): spans[("list", 0)]})
    with pytest.raises(SpecError, match="cannot be rewritten without changing more"):
        rewrite(path, {("number",): 4})
    assert path.read_text() == GOOD
