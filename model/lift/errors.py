"""What stops a lifting: a construct outside the subset, source that is not what runs, or a limit."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A line of source."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line}"

    @property
    def text(self) -> str:
        """What stands there."""
        return linecache.getline(self.file, self.line).strip()


class LiftError(Exception):
    """Base of everything that stops a lifting."""


class NotLiftable(LiftError):
    """A construct that the symbolic engine does not execute. It names the place, the construct and a way out."""

    def __init__(self, place: Place, construct: str, advice: str = "") -> None:
        super().__init__(place, construct, advice)
        self.place = place
        self.construct = construct
        self.advice = advice

    def __str__(self) -> str:
        advice = f"; {self.advice}" if self.advice else ""
        shown = f": {self.place.text}" if self.place.text else ""
        return f"{self.place.file}:{self.place.line}: cannot lift {self.construct}{advice}{shown}"


class SourceChanged(LiftError):
    """The source text of a function is not what was compiled."""


class TooLarge(LiftError):
    """A limit was reached before the formula was complete; what follows from it is UNDETERMINED."""
