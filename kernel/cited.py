"""Words that name the rule they speak for: why a choice is refused, what a commit fails."""

from __future__ import annotations

from enum import Enum


class Cited(Enum):
    """Base of such words; the value is the rule's ID and what it asks for. Members hash by identity, for speed."""

    __hash__ = object.__hash__

    @property
    def rule(self) -> str:
        """The ID of the rule that is broken."""
        return str(self.value[0])

    @property
    def reason(self) -> str:
        """What the rule asks for, or what is wrong by it."""
        return str(self.value[1])
