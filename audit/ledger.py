"""The evidence ledger: an append-only file with one JSON record a line.

A record is never changed; the newest one for a question counts. A line that cannot be read is reported with its number
and left where it is; no other line is lost by it. Records are appended whole, under a lock, and synced.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock

from model.verdict import Verdict

#: What makes two records answers to the same question.
Identity = tuple[str, str, str]


@dataclass(frozen=True)
class Evidence:
    """One answer: what was asked (`claim`, by `engine`, in `world`), what came out, how far it reaches.

    `key` fingerprints everything that the answer depends on; the evidence is fresh while it is the same. `bounds` holds
    sizes, seeds and counts; `trace` the path of a replayed play, relative to the ledger, or nothing.
    """

    engine: str
    claim: str
    world: str
    rules: tuple[str, ...]
    verdict: Verdict
    expected: Verdict
    reason: str
    bounds: dict[str, int | str]
    version: str
    key: str
    seconds: float
    finding: str = ""
    trace: str = ""
    at: str = ""

    @property
    def identity(self) -> Identity:
        """What was asked."""
        return (self.engine, self.claim, self.world)

    @property
    def is_expected(self) -> bool:
        """Is the verdict the one that was expected?"""
        return self.verdict is self.expected

    def stale(self) -> Evidence:
        """The same evidence after something that it depends on has changed."""
        return replace(self, verdict=Verdict.STALE, reason=f"was {self.verdict.value}; its sources changed since")


@dataclass(frozen=True)
class CorruptLine:
    """A line of the ledger that is not a record."""

    path: Path
    number: int
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.number}: not a record, ignored: {self.why}"


class Ledger:
    """The ledger in a folder; the folder also keeps the traces that records point to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "ledger.jsonl"

    def read(self) -> tuple[dict[Identity, Evidence], tuple[CorruptLine, ...]]:
        """The newest record for each question, and the lines that are none."""
        newest: dict[Identity, Evidence] = {}
        corrupt: list[CorruptLine] = []
        if not self.path.exists():
            return newest, ()
        for number, line in enumerate(self.path.read_bytes().split(b"\n"), start=1):
            if not line.strip():
                continue
            try:
                evidence = _parse(line)
            except (ValueError, KeyError, TypeError) as error:
                corrupt.append(CorruptLine(self.path, number, f"{type(error).__name__}: {error}"))
            else:
                newest[evidence.identity] = evidence
        return newest, tuple(corrupt)

    def append(self, records: Iterable[Evidence]) -> None:
        """Add records at the end. An unfinished last line, left by a crash, is closed first and stays corrupt."""
        lines = [json.dumps(_plain(record), sort_keys=True) for record in records]
        if not lines:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / "ledger.lock"), self.path.open("a+b") as file:
            file.seek(0, os.SEEK_END)
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    lines.insert(0, "")
            file.write(("\n".join(lines) + "\n").encode())
            file.flush()
            os.fsync(file.fileno())


def _plain(record: Evidence) -> dict[str, Any]:
    at = record.at or datetime.now(UTC).isoformat(timespec="seconds")
    return {**asdict(record), "verdict": record.verdict.value, "expected": record.expected.value, "at": at}


def _parse(line: bytes) -> Evidence:
    data = json.loads(line)
    if not isinstance(data, dict):
        raise TypeError("not an object")
    if set(data) != set(Evidence.__dataclass_fields__):
        raise KeyError(f"fields {', '.join(sorted(set(data) ^ set(Evidence.__dataclass_fields__)))}")
    texts = ("engine", "claim", "world", "reason", "version", "key", "finding", "trace", "at")
    if not all(isinstance(data[name], str) for name in texts):
        raise TypeError("a text field holds something else")
    if not isinstance(data["bounds"], dict) or not isinstance(data["seconds"], int | float):
        raise TypeError("bounds or seconds hold something else")
    data["rules"] = tuple(str(rule) for rule in data["rules"])
    return Evidence(**{**data, "verdict": Verdict(data["verdict"]), "expected": Verdict(data["expected"])})
