"""What a TLC configuration asks for, as far as a verdict depends on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from model.engines.tlc_faults import ErrorKind, TlcError

_PLURALS = {
    "CONSTANTS": "CONSTANT",
    "INVARIANTS": "INVARIANT",
    "PROPERTIES": "PROPERTY",
    "CONSTRAINTS": "CONSTRAINT",
    "ACTION_CONSTRAINTS": "ACTION_CONSTRAINT",
}
_SECTIONS = frozenset(
    {
        *_PLURALS.values(),
        "SPECIFICATION",
        "INIT",
        "NEXT",
        "SYMMETRY",
        "VIEW",
        "TYPE",
        "TYPE_CONSTRAINT",
        "ALIAS",
        "POSTCONDITION",
        "CHECK_DEADLOCK",
    }
)


def read_cfg(text: str) -> dict[str, tuple[str, ...]]:
    """The words of each section of a TLC configuration, under the section's singular name. Absent: not mentioned."""
    text = re.sub(r"\(\*.*?\*\)|\\\*[^\n]*", " ", text, flags=re.DOTALL)
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for word in re.findall(r'"(?:[^"\\]|\\.)*"|<-|\w+|[^\s\w]', text):
        name = _PLURALS.get(word, word)
        if name in _SECTIONS:
            current = sections.setdefault(name, [])
        else:
            current.append(word)
    return {name: tuple(words) for name, words in sections.items()}


def require_constants(module: Path, cfg: Path, sections: Mapping[str, tuple[str, ...]]) -> None:
    """TLC passes over a value for a constant that no module mentions, so a misspelt one would change nothing."""
    words = sections.get("CONSTANT", ())
    given = [name for name, sign in pairwise(words) if sign in ("=", "<-")]
    known = {word for file in module.parent.glob("*.tla") for word in re.findall(r"\w+", file.read_text("utf-8"))}
    for name in given:
        if name not in known:
            raise TlcError(ErrorKind.CONFIGURATION, f"no module here mentions the constant {name}", cfg)
