"""The one loader of what is written: the rule catalogue and the findings, typed, complete or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from specs.strict import Document, Place, SpecError, Table, hint, read_documents, refuse_faults

_HERE = Path(__file__).resolve().parent
RULES = _HERE / "rules"
FINDINGS = _HERE / "findings"

#: The verdicts an auditor may ask of a rule, weakest first: the ones that speak for a claim.
NEEDS = ("WITNESSED", "SAMPLED", "BOUNDED", "EXHAUSTED", "PROVED")

#: The printings and the modules that a rule can belong to; "guild" is what both of the Guild's editions share.
EDITIONS = ("r0", "problem_stress.scoped", "problem_deal.pressure_deck", "FG4", "GROWTH", "guild")

_ID = r"[A-Z][A-Z0-9]*(-[A-Z0-9][A-Z0-9.]*)*"
_DIGEST = r"[0-9a-f]{64}"


class Kind(StrEnum):
    """What sort of statement a rule is."""

    DEFINITION = "definition"
    LIMIT = "limit"
    TRANSITION = "transition"
    INVARIANT = "invariant"
    ARITHMETIC = "arithmetic"
    PROTOCOL = "protocol"
    CONTENT = "content"
    PRESENTATION = "presentation"


class Fault(StrEnum):
    """What sort of trouble a finding reports."""

    CONTRADICTION = "contradiction"
    UNDERDETERMINED = "underdetermined"
    FALSE_AS_WRITTEN = "false-as-written"
    UNREACHABLE = "unreachable"
    EXPLOIT = "exploit"


@dataclass(frozen=True)
class Anchor:
    """Where a passage stands: the file name of the document, the heading above it, its number under it, from 1."""

    document: str
    heading: str
    ordinal: int

    def __str__(self) -> str:
        return f"{self.document} '{self.heading}' no. {self.ordinal}"


@dataclass(frozen=True)
class Row:
    """A passage of a source that the catalogue accounts for. `digest` is the SHA-256 of its folded text."""

    id: str
    source: Anchor
    digest: str
    place: Place


@dataclass(frozen=True)
class Rule(Row):
    """A normative statement of a source, in our own words.

    `needs` is the weakest verdict that satisfies an auditor. It is None where `exempt` says why no program can decide
    the rule, where the rule says nothing beyond those in `same_as`: then their evidence is its own, and where `later`
    says which part of the suite will decide it: until then nothing is known about it.
    """

    title: str
    says: str
    kind: Kind
    edition: str
    needs: str | None
    exempt: str | None
    superseded_by: tuple[str, ...]
    restates: tuple[str, ...]
    same_as: tuple[str, ...]
    later: str | None = None

    @property
    def is_decided(self) -> bool:
        """Does it need evidence of its own?"""
        return self.needs is not None


@dataclass(frozen=True)
class Aside(Row):
    """A passage that is not a rule, and why it is not."""

    reason: str


@dataclass(frozen=True)
class Uncovered:
    """A heading whose passages no row anchors yet: how many stand under it and the headings below it, and why."""

    document: str
    heading: str
    passages: int
    reason: str
    place: Place

    def holds(self, anchor: Anchor) -> bool:
        """Does a passage stand in this part of its document?"""
        under = anchor.heading == self.heading or anchor.heading.startswith(f"{self.heading} > ")
        return under and anchor.document == self.document


@dataclass(frozen=True)
class Catalogue(Mapping[str, Rule]):
    """Every rule by its ID, in the order written; beside them the passages that are no rules, and what is not read."""

    rules: Mapping[str, Rule]
    asides: Mapping[str, Aside] = field(default_factory=dict)
    uncovered: tuple[Uncovered, ...] = ()

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows that anchor a passage, rules first."""
        return (*self.rules.values(), *self.asides.values())


@dataclass(frozen=True)
class Option:
    """One way to answer a finding's question."""

    name: str
    says: str


@dataclass(frozen=True)
class Ruling:
    """Which option was ruled, by whom, and when."""

    option: str
    by: str
    on: date


@dataclass(frozen=True)
class Finding:
    """A question that the written rules leave, or a fault in them.

    `switch` names the field of the kernel's rulings that makes the options executable. `default` is the option in force
    until it is ruled; `ruled` is None while the question is open. `witness` is a trace file, or named numbers.
    """

    id: str
    question: str
    rules: tuple[str, ...]
    kind: Fault
    about: str
    switch: str | None
    options: tuple[Option, ...]
    default: str | None
    ruled: Ruling | None
    witness: Path | tuple[tuple[str, int], ...] | None
    place: Place

    @property
    def is_open(self) -> bool:
        """Does it still wait for a ruling?"""
        return self.ruled is None


def load_rules(directory: Path = RULES) -> Catalogue:
    """Read the rule catalogue, files in the order of their names, rows in the order written.

    SpecError lists everything that is wrong: with a file and line for each complaint.
    """
    documents = read_documents(directory)
    if not documents:
        raise SpecError([f"{directory}: there is no rule in this directory"])
    rules: dict[str, Rule] = {}
    asides: dict[str, Aside] = {}
    uncovered: list[tuple[Table, Uncovered]] = []
    seen: dict[str, Place] = {}
    tables: list[tuple[Table, Rule]] = []
    for document in documents:
        root = document.root("catalogue")
        for table in root.tables("rule"):
            rule = _rule(table)
            _once(table, rule.id, seen)
            rules.setdefault(rule.id, rule)
            tables.append((table, rule))
        for table in root.tables("passage") if root.has("passage") else ():
            aside = _aside(table)
            _once(table, aside.id, seen)
            asides.setdefault(aside.id, aside)
        for table in root.tables("uncovered", name="document") if root.has("uncovered") else ():
            uncovered += [(table, part) for part in _uncovered(table)]
        root.done()
    for table, rule in tables:
        _refer(table, "superseded_by", rule.superseded_by, rules, rule.id)
        _refer(table, "restates", rule.restates, rules, rule.id)
        _refer(table, "same_as", rule.same_as, rules, rule.id)
        for other in rule.same_as:
            if other in rules and not rules[other].is_decided:
                table.complain("same_as", f"'same_as' names '{other}', which has no evidence of its own")
    catalogue = Catalogue(rules, asides, tuple(part for _, part in uncovered))
    for table, part in uncovered:
        for row in catalogue.rows:
            if part.holds(row.source):
                table.complain("headings", f"'{part.heading}' is not uncovered: {row.id} at {row.place} stands in it")
    refuse_faults(documents)
    return catalogue


def load_findings(catalogue: Mapping[str, Rule], directory: Path = FINDINGS) -> Mapping[str, Finding]:
    """Read the findings, one a file, in the order of their IDs; rules they name must stand in the catalogue.

    SpecError lists everything that is wrong. A directory without a finding is a good answer: nothing was found.
    """
    documents = read_documents(directory)
    findings = [_finding(document, catalogue, directory) for document in documents]
    refuse_faults(documents)
    return {finding.id: finding for finding in findings}


def _anchored(table: Table) -> tuple[str, Anchor, str, Place]:
    rule_id = table.text("id", shape=_ID)
    source = table.table("source")
    anchor = Anchor(source.text("document", shape=r"[^/\\]+"), source.text("heading"), source.number("ordinal"))
    source.done()
    return rule_id, anchor, table.text("digest", shape=_DIGEST), table.place


def _rule(table: Table) -> Rule:
    anchored = _anchored(table)
    title, says = table.text("title"), table.text("says")
    kind = table.text("kind", among=[kind.value for kind in Kind])
    edition = table.text("edition", among=EDITIONS)
    exempt = table.text("exempt") if table.has("exempt") else None
    superseded_by, restates, same_as = (
        table.texts(key) if table.has(key) else () for key in ("superseded_by", "restates", "same_as")
    )
    later = table.text("later") if table.has("later") else None
    needs = table.text("needs", among=NEEDS) if table.has("needs") or not (exempt or same_as or later) else None
    given = [key for key in ("needs", "exempt", "same_as", "later") if table.has(key)]
    if len(given) > 1:
        table.complain(given[0], f"'{given[0]}' and '{given[1]}' exclude each other")
    table.done()
    # A kind outside the set has been complained of; any member serves until the file is refused.
    known = Kind(kind) if kind in set(Kind) else Kind.CONTENT
    return Rule(*anchored, title, says, known, edition, needs, exempt, superseded_by, restates, same_as, later)


def _aside(table: Table) -> Aside:
    aside = Aside(*_anchored(table), table.text("reason"))
    table.done()
    return aside


def _uncovered(table: Table) -> tuple[Uncovered, ...]:
    document, reason = table.text("document", shape=r"[^/\\]+"), table.text("reason")
    headings = table.numbers("headings")
    table.done()
    return tuple(Uncovered(document, heading, count, reason, table.place) for heading, count in headings)


def _once(table: Table, row_id: str, seen: dict[str, Place]) -> None:
    first = seen.setdefault(row_id, table.place) if row_id else table.place
    if first != table.place:
        table.complain("id", f"the ID stands already at {first}")


def _refer(table: Table, key: str, names: Iterable[str], known: Iterable[str], own: str = "") -> None:
    """Complain about a list of rule IDs that names an unknown rule, or the row it stands in."""
    for name in names:
        if name not in known:
            table.complain(key, f"'{key}' names an unknown rule '{name}'" + hint(name, known))
        elif name == own:
            table.complain(key, f"'{key}' names the rule itself")


def _finding(document: Document, catalogue: Mapping[str, Rule], directory: Path) -> Finding:
    stem = document.name.removesuffix(".toml")
    table = document.root(f"finding {stem}")
    finding_id = table.text("id", shape=r"F-\d{3}")
    if finding_id and finding_id != stem:
        table.complain("id", f"'id' is '{finding_id}' but the file is called '{document.name}'")
    fault = table.text("kind", among=[kind.value for kind in Fault])
    rules = table.texts("rules")
    _refer(table, "rules", rules, catalogue)
    options = _options(table)
    names = [option.name for option in options]
    finding = Finding(
        id=finding_id,
        question=table.text("question"),
        rules=rules,
        kind=Fault(fault) if fault in set(Fault) else Fault.UNDERDETERMINED,
        about=table.text("about"),
        switch=table.text("switch", shape=r"[a-z][a-z0-9_]*") if table.has("switch") else None,
        options=options,
        default=table.text("default", among=names) if names or table.has("default") else None,
        ruled=_ruling(table.table("ruled"), names) if table.has("ruled") else None,
        witness=_witness(table, directory),
        place=table.place,
    )
    if not names:
        for key in ("switch", "default", "ruled"):
            if table.has(key):
                table.complain(key, f"'{key}' needs options to choose from")
    if finding.witness is None and finding.kind in (Fault.FALSE_AS_WRITTEN, Fault.EXPLOIT):
        table.complain("witness", f"a finding of kind '{finding.kind}' needs a witness: a trace file or numbers")
    table.done()
    return finding


def _options(table: Table) -> tuple[Option, ...]:
    rows = table.tables("options", name="name") if table.has("options") else []
    options = tuple(Option(row.text("name"), row.text("says")) for row in rows)
    for row in rows:
        row.done()
    if len(rows) == 1:
        table.complain("options", "one option is no choice")
    if len({option.name for option in options}) < len(options):
        table.complain("options", "two options have the same name")
    return options


def _ruling(table: Table, names: list[str]) -> Ruling:
    ruling = Ruling(table.text("option", among=names), table.text("by"), table.day("on"))
    table.done()
    return ruling


def _witness(table: Table, directory: Path) -> Path | tuple[tuple[str, int], ...] | None:
    if not table.has("witness"):
        return None
    if table.is_text("witness"):
        name = table.text("witness")
        path = (directory / name).resolve()
        if not path.is_relative_to(directory.resolve()):
            table.complain("witness", f"'witness' leads out of the findings: '{name}'")
        elif not path.is_file():
            table.complain("witness", f"there is no trace file '{name}' beside the finding")
        return path
    return table.numbers("witness")
