"""One question, and what its freshness key is made of: texts, code and engines, fingerprinted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from audit.ledger import Evidence, Identity
from audit.mutation import ROOT
from model.encode import encode
from model.game import World
from model.verdict import Verdict

#: The question whether a world shows every kind of choice that it promises, and no other.
COVERAGE = "every_promised_kind_of_choice_occurs"
#: What mutants are judged with.
JUDGES = ("audit/mutation.py", "audit/mutant_checks.py")
#: The question whether TLC and the explorer count equally many distinct states.
TWIN = "both_readings_have_equally_many_states"


@dataclass(frozen=True)
class Question:
    """One thing that is asked, and what the answer should be."""

    engine: str
    claim: str
    world: str
    rules: tuple[str, ...]
    expected: Verdict
    version: str
    key: str
    finding: str = ""

    @property
    def identity(self) -> Identity:
        """What is asked, as the ledger names it."""
        return (self.engine, self.claim, self.world)

    def answer(
        self,
        verdict: Verdict,
        reason: str,
        bounds: Mapping[str, int | str],
        seconds: float,
        trace: str = "",
    ) -> Evidence:
        """The evidence that an engine's answer makes."""
        return Evidence(
            engine=self.engine,
            claim=self.claim,
            world=self.world,
            rules=self.rules,
            verdict=verdict,
            expected=self.expected,
            reason=reason,
            bounds=dict(bounds),
            version=self.version,
            key=self.key,
            seconds=round(seconds, 2),
            finding=self.finding,
            trace=trace,
        )


def digest(*parts: object) -> str:
    """A fingerprint of JSON-ready parts."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def python_in(folder: str, pattern: str = "*.py") -> list[str]:
    """The Python files of a folder, as paths from the root of the project."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).glob(pattern))


def content_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def installed(package: str) -> str:
    """A package and its version."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} missing"


def engine_of(*files: str) -> list[str]:
    """A digest of the code that puts a question and reads its answer: the worker, and the engine's own files."""
    return [content_of(ROOT / file) for file in ("audit/worker.py", "model/game.py", "model/trace.py", *files)]


def of_world(world: World[Any, Any, Any]) -> list[object]:
    """What a world is made of."""
    return [
        world.name,
        [encode(start) for start in world.starts],
        encode(world.rulings),
        world.cap,
        sorted(world.silent),
    ]
