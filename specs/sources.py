"""The documents the rules come from, and what has changed in them since the catalogue was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from specs.load import RULES, Anchor, Catalogue, Row, Uncovered, load_rules
from specs.passages import Passage, read_document
from specs.strict import Document, Route, SpecError, fold, hint, rewrite


class Standing(StrEnum):
    """How the passage of a row compares with what was recorded of it."""

    UNCHANGED = "unchanged"
    MOVED = "moved"
    CHANGED = "changed"
    VANISHED = "vanished"


@dataclass(frozen=True)
class Sighting:
    """A row of the catalogue and the passage found for it, if one was."""

    row: Row
    passage: Passage | None

    @property
    def standing(self) -> Standing:
        """Digests match exactly or not at all. A changed passage may have moved as well."""
        if self.passage is None:
            return Standing.VANISHED
        if self.passage.digest != self.row.digest:
            return Standing.CHANGED
        return Standing.UNCHANGED if self.passage.anchor == self.row.source else Standing.MOVED

    def __str__(self) -> str:
        if self.passage is None:
            return f"{self.row.place}: {self.row.id} vanished: it stood at {self.row.source}"
        moved = "" if self.passage.anchor == self.row.source else f", from {self.row.source} to {self.passage.anchor}"
        return f"{self.passage.place}: {self.row.id} {self.standing}{moved}"


@dataclass(frozen=True)
class Unread:
    """A part of a document that is not catalogued yet, and how many passages stand there now."""

    part: Uncovered
    passages: int

    @property
    def is_unchanged(self) -> bool:
        """Are they as many as were counted? What they say is not compared."""
        return self.passages == self.part.passages

    def __str__(self) -> str:
        counts = f"{self.passages} passages, not {self.part.passages}"
        return f"{self.part.place}: '{self.part.heading}' of {self.part.document} is not catalogued and has {counts}"


@dataclass(frozen=True)
class SourceReport:
    """What became of every row, in the order of the catalogue; the passages that no row accounts for; and apart from
    these, the parts that are known to be uncovered."""

    sightings: tuple[Sighting, ...]
    new: tuple[Passage, ...]
    unread: tuple[Unread, ...] = ()

    def of(self, standing: Standing) -> tuple[Sighting, ...]:
        """The rows of one standing."""
        return tuple(sighting for sighting in self.sightings if sighting.standing is standing)

    @property
    def is_clean(self) -> bool:
        """Is every row unchanged, nothing new, and every uncovered part as large as it was?"""
        unchanged = len(self.of(Standing.UNCHANGED)) == len(self.sightings)
        return unchanged and not self.new and all(unread.is_unchanged for unread in self.unread)

    def lines(self) -> Iterator[str]:
        """A line, with file and line number, for everything that is not unchanged."""
        for standing in (Standing.CHANGED, Standing.VANISHED, Standing.MOVED):
            yield from map(str, self.of(standing))
        for passage in self.new:
            words = fold(passage.text)
            yield f"{passage.place}: new text that no row anchors: {words[:60]}{'…' if len(words) > 60 else ''}"
        yield from (str(unread) for unread in self.unread if not unread.is_unchanged)


def check_sources(directory: Path, catalogue: Catalogue) -> SourceReport:
    """Compare the documents in a directory with the catalogue. SpecError lists every document that cannot be read."""
    passages: list[Passage] = []
    faults: list[str] = []
    first_rows = {row.source.document: row for row in reversed(catalogue.rows)}
    for document, row in sorted(first_rows.items()):
        try:
            passages += read_document(directory / document)
        except SpecError as error:
            faults += [f"{message} (named at {row.place} by {row.id})" for message in error.messages]
    if faults:
        raise SpecError(faults)
    match = _Match(catalogue.rows, passages)
    sightings = tuple(Sighting(row, match.found.get(row.id)) for row in catalogue.rows)
    free = [passage for passage in passages if passage.anchor not in match.taken]
    unread = tuple(Unread(part, sum(part.holds(each.anchor) for each in free)) for part in catalogue.uncovered)
    new = tuple(each for each in free if not any(part.holds(each.anchor) for part in catalogue.uncovered))
    return SourceReport(sightings, new, unread)


class _Match:
    """Finds the passage of each row. Surest evidence first: same place and text; same text; the ID printed; same place.

    Rows that were recorded at the same anchor share their passage; no others do.
    """

    def __init__(self, rows: Sequence[Row], passages: Sequence[Passage]) -> None:
        self.ids = {row.id for row in rows}
        self.taken: dict[Anchor, Anchor] = {}
        self.found: dict[str, Passage] = {}
        saying: dict[str, list[Passage]] = {}
        labelled: dict[str, list[Passage]] = {}
        for passage in passages:
            saying.setdefault(passage.digest, []).append(passage)
            labelled.setdefault(passage.label, []).append(passage)
        ways: tuple[Callable[[Row], Iterable[Passage]], ...] = (
            lambda row: [p for p in saying.get(row.digest, ()) if p.anchor == row.source],
            lambda row: saying.get(row.digest, ()),
            lambda row: labelled.get(row.id, ()),
            lambda row: [p for p in passages if self._is_beside(row, p) and not self._is_anothers(row, p)],
        )
        for way in ways:
            for row in rows:
                if row.id not in self.found:
                    self._settle(row, way(row))

    def _settle(self, row: Row, candidates: Iterable[Passage]) -> None:
        free = (p for p in candidates if self.taken.get(p.anchor, row.source) == row.source)
        passage = min(free, key=lambda p: _distance(row.source, p.anchor), default=None)
        if passage is not None:
            self.taken[passage.anchor] = row.source
            self.found[row.id] = passage

    def _is_beside(self, row: Row, passage: Passage) -> bool:
        """Does the passage stand where the row was recorded, or was it found for a row recorded there as well?"""
        return row.source in (passage.anchor, self.taken.get(passage.anchor))

    def _is_anothers(self, row: Row, passage: Passage) -> bool:
        """Is the ID of another rule printed on the passage: of the same chapter, or one that never shared it?"""
        if passage.label in ("", row.id):
            return False
        same_chapter = passage.label.rstrip("0123456789") == row.id.rstrip("0123456789")
        return same_chapter or (passage.label in self.ids and self.taken.get(passage.anchor) != row.source)


def _distance(old: Anchor, new: Anchor) -> tuple[bool, bool, int]:
    return old.document != new.document, old.heading != new.heading, abs(old.ordinal - new.ordinal)


def accept(row_id: str, directory: Path, catalogue_dir: Path = RULES) -> Sighting:
    """Record that a change was reviewed: rewrite the digest of one row, and its anchor if the passage has moved.

    Rows that share the passage move with it but keep their digests, for each is reviewed on its own. Returns the
    sighting as it was before; if it is unchanged, nothing was written. SpecError for an unknown ID or a passage that
    vanished.
    """
    catalogue = load_rules(catalogue_dir)
    sightings = {sighting.row.id: sighting for sighting in check_sources(directory, catalogue).sightings}
    if row_id not in sightings:
        raise SpecError([f"{catalogue_dir}: there is no row '{row_id}'" + hint(row_id, sightings)])
    wanted = sightings[row_id]
    if wanted.passage is None:
        raise SpecError([f"{wanted}; there is no text to accept"])
    changes: dict[str, dict[Route, str | int]] = {}
    for other in sightings.values():
        row = other.row
        if other.passage == wanted.passage:
            digest = wanted.passage.digest if row.id == row_id else row.digest
            renewed = replace(row, source=wanted.passage.anchor, digest=digest)
            if renewed != row:
                document = Document.read(catalogue_dir / row.place.file)
                changes.setdefault(row.place.file, {}).update(_changes(document, row, renewed))
    for file, values in changes.items():
        rewrite(catalogue_dir / file, values)
    return wanted


def _changes(document: Document, old: Row, new: Row) -> Mapping[Route, str | int]:
    """The values that differ between two states of a row, and where the file keeps them."""
    key, index = next(
        (key, index)
        for key in ("rule", "passage")
        for index, table in enumerate(document.data.get(key, ()))
        if table["id"] == old.id
    )
    pairs: dict[Route, tuple[str | int, str | int]] = {
        ("digest",): (old.digest, new.digest),
        ("source", "document"): (old.source.document, new.source.document),
        ("source", "heading"): (old.source.heading, new.source.heading),
        ("source", "ordinal"): (old.source.ordinal, new.source.ordinal),
    }
    return {(key, index, *route): now for route, (was, now) in pairs.items() if was != now}
