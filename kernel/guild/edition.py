"""The two printings of the rules. Rules: AG-OVR-01, AG-OVR-08."""

from __future__ import annotations

from enum import Enum


class Edition(Enum):
    """Which printing is played: the continuous growth of 2026-08-17, or the frozen legacy that it supersedes.

    Every lifecycle rule asks it: what a casualty costs, what a death grants, what closing keeps, who is drafted when.
    """

    GROWTH = "continuous growth: one Company across Contracts, Knocked Out is never lost"
    FG4 = "frozen legacy FG-4: one run, Fallen is permanent, Credit, recovery offers and collapse"

    __hash__ = object.__hash__
