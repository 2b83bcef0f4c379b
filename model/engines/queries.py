"""Queries kept as SMT-LIB scripts, so that anyone can put them to any solver again, without this suite.

A folder holds one script a query, and an index with one JSON record a line. A record is never changed; the newest one
for a script counts. A line that cannot be read is reported with its number; no other line is lost by it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from filelock import FileLock

from model.engines.backends import Result
from model.engines.scripts import ScriptError, solve_script
from model.engines.solvers import Answer, bits_for, family_of
from model.lift.smtlib import comment, digest, script
from model.lift.terms import Term

INDEX = "queries.jsonl"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_DIGEST = re.compile(r"[0-9a-f]{64}")

Outcome = Literal["agree", "disagree", "unknown", "tampered", "missing", "unlisted", "unreadable", "corrupt"]


@dataclass(frozen=True)
class Query:
    """What was asked, and what came out: the script with this digest, answered by this solver in so many seconds."""

    name: str
    claim: str
    result: Result
    solver: str
    version: str
    seconds: float
    digest: str

    @property
    def file(self) -> str:
        """The name of the script's file."""
        return f"{self.name}-{self.digest[:12]}.smt2"

    @property
    def note(self) -> str:
        """What stands at the head of the script."""
        solver = f"{self.solver} {self.version}".strip()
        return f"claim: {self.claim}\nexpected: {self.result}\nanswered by: {solver} in {self.seconds:.3f} s"


@dataclass(frozen=True)
class Recheck:
    """What became of one stored query, or of one line of the index.

    "agree", "disagree": with what was recorded. "unknown": nobody decides it now, or nobody did then. "tampered": the
    script is not the one that was recorded. "missing": a record without a script; "unlisted": a script without a
    record. "unreadable": a front end refuses the script. "corrupt": a line of the index is no record.
    """

    name: str
    outcome: Outcome
    detail: str

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}: {self.detail}"


# ---------------------------------------------------------------- writing


class QueryLog:
    """The queries in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, roots: Iterable[Term], answer: Answer, claim: str = "") -> Path:
        """Keep the question with its answer; the path is the script's. The claim is the name unless given.

        Errors: ValueError for a name that is no file name, or an answer to another question.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"a query cannot be called {name!r}: letters, digits, dots, dashes and underlines only")
        wanted = list(roots)
        body = script(wanted, bits_for(answer.solver, wanted))
        found = digest(body)
        if answer.digest not in ("", found):
            raise ValueError(f"{name}: the answer is to {answer.digest[:12]}, but the terms make {found[:12]}")
        said = " ".join((claim or name).split())
        query = Query(name, said, answer.result, answer.solver, answer.version, round(answer.seconds, 3), found)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / query.file
        with FileLock(self.folder / "queries.lock"):
            path.write_bytes((comment(query.note) + body).encode())
            self._append(json.dumps(asdict(query), sort_keys=True))
        return path

    def _append(self, line: str) -> None:
        """Add a line. An unfinished last one, left by a crash, is closed first and stays corrupt."""
        with (self.folder / INDEX).open("a+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else f"\n{line}"
            file.write(f"{line}\n".encode())

    def read(self) -> tuple[list[Query], list[Recheck]]:
        """The newest record of each script, by file name, and the lines that are none."""
        newest: dict[str, Query] = {}
        corrupt: list[Recheck] = []
        index = self.folder / INDEX
        lines = index.read_bytes().split(b"\n") if index.exists() else []
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                query = _parse(json.loads(line))
            except (ValueError, TypeError) as error:
                corrupt.append(Recheck(f"{INDEX}:{number}", "corrupt", f"not a record, ignored: {error}"))
            else:
                newest[query.file] = query
        return [newest[file] for file in sorted(newest)], corrupt


def _parse(data: Any) -> Query:
    """Errors: TypeError, ValueError."""
    if not isinstance(data, dict) or set(data) != set(Query.__dataclass_fields__):
        raise TypeError("other fields than a query has")
    if not all(isinstance(value, str) for name, value in data.items() if name != "seconds"):
        raise TypeError("a text field holds something else")
    if not isinstance(data["seconds"], int | float) or isinstance(data["seconds"], bool):
        raise TypeError("seconds are no number")
    if not _NAME.fullmatch(data["name"]) or not _DIGEST.fullmatch(data["digest"]):
        raise ValueError("a name or a digest is malformed")
    if data["result"] not in get_args(Result):
        raise ValueError(f"no result is called {data['result']}")
    if data["solver"] != "constant":
        for solver in data["solver"].split("+"):
            family_of(solver)
    return Query(**data)


# ---------------------------------------------------------------- asking again


def recheck(
    folder: Path, limit_seconds: float = 60.0, report: Callable[[Recheck], None] | None = None
) -> list[Recheck]:
    """Put every stored script to a solver of another code base than the first, by its own front end.

    The limit holds for each solver asked. Each result is reported as it comes. A folder that holds nothing gives an
    empty list, which shows nothing. Errors: SolverMissing, ValueError for the limit, KeyboardInterrupt.
    """
    queries, results = QueryLog(folder).read()
    for line in results:
        _tell(line, report)
    for query in queries:
        results.append(_recheck_one(folder, query, limit_seconds))
        _tell(results[-1], report)
    listed = {query.file for query in queries}
    for path in sorted(folder.glob("*.smt2")):
        if path.name not in listed:
            results.append(Recheck(path.name, "unlisted", "no record says what was expected"))
            _tell(results[-1], report)
    return results


def _tell(result: Recheck, report: Callable[[Recheck], None] | None) -> None:
    if report:
        report(result)


def _recheck_one(folder: Path, query: Query, limit_seconds: float) -> Recheck:
    try:
        raw = (folder / query.file).read_bytes()
    except FileNotFoundError:
        return Recheck(query.file, "missing", "the index lists it")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return Recheck(query.file, "tampered", "it is not text any more")
    if digest(text) != query.digest:
        return Recheck(query.file, "tampered", f"its digest is {digest(text)[:12]}, the record's {query.digest[:12]}")
    if not text.startswith(comment(query.note) + "("):
        return Recheck(query.file, "tampered", "its head is not the one recorded")
    try:
        return _compared(query, text, limit_seconds)
    except ScriptError as error:
        return Recheck(query.file, "unreadable", str(error))


def _compared(query: Query, text: str, limit_seconds: float) -> Recheck:
    """What the first solver that decides it says, those of the recorded code base left out."""
    before = {family_of(solver) for solver in query.solver.split("+") if solver != "constant"}
    others = ("bitwuzla", "z3-bits", "cvc5-bits") if "(set-logic QF_BV)" in text else ("z3-int", "cvc5-int")
    silent: list[str] = []
    for solver in others:
        if family_of(solver) in before and query.result != "unknown":
            continue
        answer = solve_script(text, solver, limit_seconds)
        found = f"{solver} {answer.version} says {answer.result}"
        if answer.result == "unknown":
            silent.append(f"{solver}: {answer.reason}")
        elif query.result == "unknown":
            return Recheck(query.file, "unknown", f"{found}; nothing was recorded to compare")
        else:
            agrees = answer.result == query.result
            return Recheck(query.file, "agree" if agrees else "disagree", f"{found}, recorded was {query.result}")
    return Recheck(query.file, "unknown", "; ".join(silent))
