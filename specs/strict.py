"""Strict reading of TOML: every key is asked for, every key is accounted for, every complaint names file and line."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import tomllib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

#: Where a value stands in a document: keys of tables and positions in arrays, from the root.
Route = tuple[str | int, ...]


class SpecError(ValueError):
    """What is written cannot be used. `messages` holds every complaint found, one line each."""

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages = tuple(messages)
        super().__init__("\n".join(self.messages))


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file, as an error shows it. Lines count from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def fold(text: str) -> str:
    """The text with every run of white space made one space, none at either end."""
    return " ".join(text.split())


def hint(word: str, known: Iterable[str]) -> str:
    """A suggestion to hang on an error about an unknown word, or nothing."""
    near = get_close_matches(word, list(known), n=1)
    return f", did you mean '{near[0]}'?" if near else ""


@dataclass(frozen=True)
class _Span:
    """The line a key or header stands on, and the characters its value takes up."""

    line: int
    start: int
    end: int


_KEY = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SCALAR = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|[^\s,\]}#]+(?: \d[^\s,\]}#]*)?",
    re.DOTALL,
)


class _Scanner:
    """Finds where each value of a TOML text stands. The text must be known to be valid TOML."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spans: dict[Route, _Span] = {}
        self._rows: dict[Route, int] = {}
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def scan(self) -> dict[Route, _Span]:
        base: Route = ()
        while self._peek():
            if self._peek() == "[":
                base = self._header()
            else:
                self._pair(base)
        return self.spans

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        assert found is not None, f"the scanner lost its way at character {self.at}"
        self.at = found.end()
        return found.group()

    def _peek(self) -> str:
        self._match(_BLANK)
        return self.text[self.at : self.at + 1]

    def _note(self, route: Route, start: int) -> None:
        self.spans[route] = _Span(bisect_left(self._breaks, start) + 1, start, self.at)

    def _key(self) -> Route:
        parts: list[str] = []
        while True:
            self._peek()
            token = self._match(_KEY)
            parts.append(tomllib.loads(f"key = {token}")["key"] if token[0] in "\"'" else token)
            if self._peek() != ".":
                return tuple(parts)
            self.at += 1

    def _header(self) -> Route:
        start = self.at
        width = 2 if self.text.startswith("[[", start) else 1
        self.at += width
        *above, last = self._key()
        self.at = self.text.index("]", self.at) + width
        route: Route = ()
        for part in above:
            route += (part,)
            if route in self._rows:
                route += (self._rows[route] - 1,)
        route += (last,)
        if width == 2:
            self._rows[route] = self._rows.get(route, 0) + 1
            route += (self._rows[route] - 1,)
        self._note(route, start)
        return route

    def _pair(self, base: Route) -> None:
        route = base + self._key()
        self.at += 1
        self._peek()
        self._value(route)

    def _value(self, route: Route) -> None:
        start, opening = self.at, self.text[self.at]
        if opening in "[{":
            self.at += 1
            count = 0
            while (following := self._peek()) not in "]}":
                if following == ",":
                    self.at += 1
                elif opening == "{":
                    self._pair(route)
                else:
                    self._value((*route, count))
                    count += 1
            self.at += 1
        else:
            self._match(_SCALAR)
        self._note(route, start)


def _parse(name: str, raw: bytes) -> tuple[str, dict[str, Any]]:
    try:
        text = raw.decode("utf-8")
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SpecError([f"{name}:{line}: not UTF-8 text"]) from error
    except tomllib.TOMLDecodeError as error:
        said = re.search(r"at line (\d+)", str(error))
        line = int(said.group(1)) if said else raw.count(b"\n") + 1
        raise SpecError([f"{name}:{line}: not TOML: {error}"]) from error
    return text, data


@dataclass
class Document:
    """One TOML file, its values, where they stand, and what was found wrong with them so far."""

    name: str
    data: dict[str, Any]
    spans: Mapping[Route, _Span]
    complaints: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Document:
        """Read a file. SpecError when it cannot be read, is not TOML, or says nothing at all."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise SpecError([f"{path}:1: cannot be read: {error.strerror}"]) from error
        text, data = _parse(path.name, raw)
        if not data:
            raise SpecError([f"{path.name}:1: the file is empty"])
        return cls(path.name, data, _Scanner(text).scan())

    def place_of(self, route: Route) -> Place:
        """Where a value stands; for a value that is absent, where the table stands that should have held it."""
        while route and route not in self.spans:
            # A list written as [[rows]] has no line of its own; its first row stands for it.
            route = (*route, 0) if (*route, 0) in self.spans else route[:-1]
        return Place(self.name, self.spans[route].line if route else 1)

    def complain(self, route: Route, subject: str, text: str) -> None:
        """Keep a complaint for later, so that one run shows all of them."""
        place = self.place_of(route)
        self.complaints.append((place.line, f"{place}: {subject}: {text}"))

    def root(self, subject: str) -> Table:
        """The whole document as a table."""
        return Table(self, self.data, (), subject)


def read_documents(directory: Path) -> list[Document]:
    """All TOML files of a directory in the order of their names. SpecError lists every file that cannot be read."""
    if not directory.is_dir():
        raise SpecError([f"{directory}: there is no such directory"])
    documents: list[Document] = []
    faults: list[str] = []
    for path in sorted(directory.glob("*.toml")):
        try:
            documents.append(Document.read(path))
        except SpecError as error:
            faults += error.messages
    if faults:
        raise SpecError(faults)
    return documents


def refuse_faults(documents: Iterable[Document]) -> None:
    """SpecError with every complaint of these documents, in order of file and line, if there is one."""
    faults = [message for document in documents for _, message in sorted(document.complaints)]
    if faults:
        raise SpecError(faults)


class Table:
    """A table that is read key by key. A wrong value is complained of and replaced by an empty one.

    The result is only good once `refuse_faults` has let it pass.
    """

    def __init__(
        self, document: Document, data: dict[str, Any], route: Route, subject: str, mute: bool = False
    ) -> None:
        self.document = document
        self.route = route
        self.subject = subject
        self._data = data
        self._asked: list[str] = []
        self._mute = mute

    @property
    def place(self) -> Place:
        """Where the table begins."""
        return self.document.place_of(self.route)

    def complain(self, key: str, text: str) -> None:
        """Complain about the value of a key, or about the table when the key is absent."""
        if not self._mute:
            self.document.complain((*self.route, key), self.subject, text)

    def has(self, key: str) -> bool:
        """Is an optional key there?"""
        self._asked.append(key)
        return key in self._data

    def is_text(self, key: str) -> bool:
        """Is the value of a key a text? For keys that allow a text or something else."""
        return isinstance(self._data.get(key), str)

    def _take(self, key: str, wanted: type, name: str) -> Any:
        if not self.has(key):
            self.complain(key, f"missing key '{key}'")
            return None
        value = self._data[key]
        # A bool is an int and a datetime is a date to Python, but not to a reader of the file.
        odd = (wanted is int and isinstance(value, bool)) or (wanted is date and isinstance(value, datetime))
        if odd or not isinstance(value, wanted):
            self.complain(key, f"'{key}' must be {name}, not {value!r}")
            return None
        return value

    def text(self, key: str, among: Collection[str] = (), shape: str = "") -> str:
        """A text that is not blank, folded; one of a closed set, or of a certain shape (a regular expression)."""
        value = self._take(key, str, "a text")
        if value is None:
            return ""
        value = fold(value)
        if not value:
            self.complain(key, f"'{key}' is blank")
        elif among and value not in among:
            self.complain(key, f"unknown {key} '{value}'" + (hint(value, among) or f", known are {', '.join(among)}"))
        elif shape and not re.fullmatch(shape, value):
            self.complain(key, f"'{key}' is malformed: '{value}'")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of different texts, at least one."""
        values = self._take(key, list, "a list of texts")
        if values is None:
            return ()
        if any(not isinstance(value, str) or not value.strip() for value in values):
            self.complain(key, f"'{key}' must be a list of texts, not {values!r}")
            return ()
        if not values:
            self.complain(key, f"'{key}' is empty: leave it out or name something")
        if len(set(values)) < len(values):
            self.complain(key, f"'{key}' names something twice")
        return tuple(values)

    def number(self, key: str, least: int = 1) -> int:
        """A whole number, not below `least`."""
        value = self._take(key, int, "a whole number")
        if value is None:
            return least
        if value < least:
            self.complain(key, f"'{key}' must be at least {least}, not {value}")
        return int(value)

    def numbers(self, key: str) -> tuple[tuple[str, int], ...]:
        """A table of named whole numbers, at least one, in the order written."""
        pairs = self._take(key, dict, "a table of whole numbers")
        if pairs is None:
            return ()
        if not pairs or any(type(value) is not int for value in pairs.values()):
            self.complain(key, f"'{key}' must be a table of whole numbers, not {pairs!r}")
            return ()
        return tuple(pairs.items())

    def day(self, key: str) -> date:
        """A calendar day, written without quotes."""
        value = self._take(key, date, "a date such as 2026-01-31")
        return value if isinstance(value, date) else date.min

    def table(self, key: str) -> Table:
        """A table inside this one."""
        data = self._take(key, dict, "a table")
        return Table(self.document, data or {}, (*self.route, key), self.subject, mute=self._mute or data is None)

    def tables(self, key: str, name: str = "id") -> list[Table]:
        """A list of tables, at least one; each is called by its `name` key in complaints."""
        rows = self._take(key, list, "a list of tables")
        if rows is None:
            return []
        if not rows or not all(isinstance(row, dict) for row in rows):
            self.complain(key, f"'{key}' must be a list of tables, not {rows!r}")
            return []
        named = [row[name] if isinstance(row.get(name), str) else f"#{n}" for n, row in enumerate(rows, 1)]
        return [
            Table(self.document, row, (*self.route, key, n), f"{key} {called}", self._mute)
            for n, (row, called) in enumerate(zip(rows, named, strict=True))
        ]

    def done(self) -> None:
        """Complain about every key that nobody asked for."""
        for key in self._data:
            if key not in self._asked:
                self.complain(key, f"unknown key '{key}'" + hint(key, self._asked))


def rewrite(path: Path, changes: Mapping[Route, str | int]) -> None:
    """Replace single values of a TOML file, all at once or not at all; every other byte stays.

    KeyError when a route leads nowhere; SpecError when the file would not say the same as before but for these values.
    """
    text, expected = _parse(path.name, path.read_bytes())
    spans = _Scanner(text).scan()
    for route, value in sorted(changes.items(), key=lambda change: spans[change[0]].start, reverse=True):
        quoted = str(value) if isinstance(value, int) else '"' + re.sub(r'["\\]', r"\\\g<0>", value) + '"'
        text = text[: spans[route].start] + quoted + text[spans[route].end :]
        holder: Any = expected
        for part in route[:-1]:
            holder = holder[part]
        holder[route[-1]] = value
    if _parse(path.name, text.encode("utf-8"))[1] != expected:
        raise SpecError([f"{path.name}: cannot be rewritten without changing more than {sorted(map(str, changes))}"])
    _replace(path, text.encode("utf-8"))


def _replace(path: Path, raw: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
