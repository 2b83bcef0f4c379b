"""The passages of a document: what a rule, or a piece of text that is no rule, is anchored to.

Two shapes are read: Markdown, also as a code page shows it, line by line in a table; and rows of a table, one a line.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from specs.load import Anchor
from specs.strict import Place, SpecError, fold

#: The heading of text that stands above the first heading of its document.
TOP = "(top)"
#: The columns of a table whose words make up the headings of its rows.
SECTION, HEADING = "section", "heading"

_HEADING = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?\s*$")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_BREAK = re.compile(r"([-*_])(\s*\1){2,}\s*$")
_UNDERLINE = re.compile(r"(=+|-+)\s*$")
_RULER = re.compile(r"\|[\s:|-]*-[\s:|-]*$")
_ITEM = re.compile(r"(?:[-*+]|(\d{1,9})[.)])\s")
#: What a code page puts between two lines of a text.
_EMPTY_ROW = "|||"
#: A table row without a word.
_NO_WORDS = re.compile(r"\|[\s|]*$")
#: A section with an ID for a title is one passage.
_TITLE = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+\b")
_LABEL = re.compile(r"(?:[-*+]\s+)?\*\*([A-Z](?:[A-Z0-9.-]*[A-Z0-9])?)\b")


@dataclass(frozen=True)
class Passage:
    """A paragraph, a list item with all that is indented under it, a table row, a quotation or a fenced block; or all
    that stands under a heading which is an ID."""

    anchor: Anchor
    line: int
    text: str

    @property
    def place(self) -> Place:
        """Its first line."""
        return Place(self.anchor.document, self.line)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the UTF-8 bytes of the folded text, in hexadecimal."""
        return digest_of(self.text)

    @cached_property
    def label(self) -> str:
        """The ID that its heading is, or the one printed in bold at its head, or nothing."""
        title = _TITLE.match(_own(self.anchor.heading))
        found = _LABEL.match(self.text)
        return title.group() if title else found.group(1) if found else ""


def _own(heading: str) -> str:
    """The last heading of a path of headings."""
    return heading.rpartition(" > ")[2]


def digest_of(text: str) -> str:
    """SHA-256 of the UTF-8 bytes of the text after white-space folding, in hexadecimal."""
    return hashlib.sha256(fold(text).encode("utf-8")).hexdigest()


def read_document(path: Path) -> tuple[Passage, ...]:
    """Read a document into its passages, in order: Markdown (.md) or the rows of a table (.csv).

    SpecError when the document is missing, is not UTF-8, is of another kind, or has a fault of its kind.
    """
    if path.suffix not in (".md", ".csv"):
        raise SpecError([f"{path.name}: only Markdown documents (.md) and tables (.csv) can be read"])
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise SpecError([f"{path}: the document is missing"]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError([f"{path}: the document cannot be read: {error}"]) from error
    if path.suffix == ".csv":
        return tuple(_rows(path.name, text))
    return tuple(_Reader(path.name).read(_lines_of(text)))


# ---------------------------------------------------------------- tables


def _rows(document: str, text: str) -> Iterator[Passage]:
    """One passage a row, under its section and its heading; rows above the one that names the columns stand at the top.

    Cells are parted by tabs, or else by commas as CSV has it. Row numbers, where a viewer has put them in front, are
    no part of the text.
    """
    by_tabs = "\t" in text
    reader = csv.reader(
        text.splitlines(keepends=True),
        delimiter="\t" if by_tabs else ",",
        quoting=csv.QUOTE_NONE if by_tabs else csv.QUOTE_MINIMAL,
    )
    columns: list[str] = []
    counts: dict[str, int] = {}
    line = 1
    for cells in reader:
        start, line = line, reader.line_num + 1
        if SECTION in cells:
            columns = cells
        elif any(cell.strip() for cell in cells):
            if columns and len(cells) != len(columns):
                raise SpecError([f"{document}:{start}: a row of {len(cells)} cells below {len(columns)} columns"])
            named = dict(zip(columns, cells, strict=False))
            heading = " > ".join(named[name] for name in (SECTION, HEADING) if named.get(name)) or TOP
            counts[heading] = counts.get(heading, 0) + 1
            words = cells[1:] if columns[:1] == ["1"] else cells
            yield Passage(Anchor(document, heading, counts[heading]), start, "\t".join(words))
    if not columns:
        raise SpecError([f"{document}: no row names the columns; one of them must be '{SECTION}'"])


# ---------------------------------------------------------------- Markdown


def _lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a Markdown text with their numbers.

    A code page puts each line into a row of a table, with nothing but strokes between: those are no lines of the text,
    and a row without a text is a blank line.
    """
    lines = list(enumerate(text.split("\n"), 1))
    if not any(line == _EMPTY_ROW for _, line in lines):
        yield from lines
        return
    blank = False
    for number, line in lines:
        if line == _EMPTY_ROW:
            if blank:
                yield number, ""
            blank = True
        elif line != "|":
            blank = False
            yield number, line


class _Reader:
    """Cuts a Markdown text into passages, line by line: every line that is not blank, a heading, a rule across the page
    or the ruler of a table belongs to exactly one.

    A heading is given as the path of the headings from the second level down, or the title for text under it alone.
    """

    def __init__(self, document: str) -> None:
        self.document = document
        self._headings: dict[int, str] = {}
        self._counts: dict[str, int] = {}
        self._done: list[Passage] = []
        self._lines: list[str] = []
        self._start = 0
        self._shape = ""
        self._fence = ""
        self._gap = False

    def read(self, lines: Iterable[tuple[int, str]]) -> list[Passage]:
        for number, line in lines:
            if self._shape == "fence":
                self._lines.append(line)
                if line.startswith(self._fence) and not line.strip(self._fence[0] + " \t"):
                    self._close()
            elif not line.strip():
                self._blank()
            else:
                self._take(number, line)
        self._close()
        return self._done

    def _blank(self) -> None:
        """An item may go on after a blank line, if what follows is indented, a section does; everything else ends."""
        if self._shape == "item":
            self._gap = True
        elif self._shape != "section":
            self._close()

    def _take(self, number: int, line: str) -> None:
        if self._shape == "paragraph" and _UNDERLINE.match(line):
            fault = "an underlined heading, or a blank line is missing; headings begin with #"
            raise SpecError([f"{self.document}:{number}: {fault}"])
        heading = _HEADING.match(line)
        shape = self._shape_of(line)
        if heading:
            self._close()
            level = len(heading.group(1))
            self._headings = {above: name for above, name in self._headings.items() if above < level}
            self._headings[level] = heading.group(2)
        elif _BREAK.match(line) or _RULER.match(line) or _NO_WORDS.match(line):
            if self._shape != "section":
                self._close()
        elif shape:
            self._close()
            self._start, self._shape, self._lines = number, shape, [line]
        else:
            self._lines.append(line)
        self._gap = False

    def _shape_of(self, line: str) -> str:
        """The shape of the passage that a line begins, or nothing if it carries on the one before."""
        if self._shape == "section" or (self._shape == "item" and line[0].isspace()):
            return ""
        if self._headings and _TITLE.match(self._headings[max(self._headings)]):
            return "section"
        if fence := _FENCE.match(line):
            self._fence = fence.group(1)
            return "fence"
        if line.startswith(">"):
            return "" if self._shape == "quote" else "quote"
        if line.startswith("|"):
            return "row"
        item = _ITEM.match(line)
        # A wrapped line may begin with a number and a stop by chance; a list within a paragraph begins with 1.
        if item and not (self._shape == "paragraph" and item.group(1) not in (None, "1")):
            return "item"
        if self._shape in ("", "row") or self._gap:
            return "paragraph"
        return ""

    def _close(self) -> None:
        if self._lines:
            below = [name for level, name in sorted(self._headings.items()) if level > 1]
            heading = " > ".join(below) or self._headings.get(1, TOP)
            self._counts[heading] = self._counts.get(heading, 0) + 1
            anchor = Anchor(self.document, heading, self._counts[heading])
            self._done.append(Passage(anchor, self._start, "\n".join(self._lines)))
        self._lines, self._shape, self._gap = [], "", False
