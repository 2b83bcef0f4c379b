"""The closed set of verdicts: what each means, how much it is worth, and how a run of them ends."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum


class Verdict(Enum):
    """What an engine found out about a claim. No other answers exist."""

    PROVED = "PROVED"
    EXHAUSTED = "EXHAUSTED"
    BOUNDED = "BOUNDED"
    SAMPLED = "SAMPLED"
    WITNESSED = "WITNESSED"
    REFUTED = "REFUTED"
    VACUOUS = "VACUOUS"
    UNDETERMINED = "UNDETERMINED"
    SPURIOUS = "SPURIOUS"
    DISAGREE = "DISAGREE"
    STALE = "STALE"


#: Verdicts that support a claim, from the weakest to the strongest.
SUPPORT: tuple[Verdict, ...] = (
    Verdict.WITNESSED,
    Verdict.SAMPLED,
    Verdict.BOUNDED,
    Verdict.EXHAUSTED,
    Verdict.PROVED,
)


class Exit(IntEnum):
    """How a command ends."""

    AS_EXPECTED = 0
    NOT_AS_EXPECTED = 1
    USAGE = 2
    UNDETERMINED = 3
    VACUOUS = 4
    DISAGREE = 5


def is_support(verdict: Verdict) -> bool:
    """Does this verdict speak for the claim at all?"""
    return verdict in SUPPORT


def satisfies(verdict: Verdict, needed: Verdict) -> bool:
    """Is the verdict at least as strong as what an auditor asks for? Only supporting verdicts can be."""
    return is_support(verdict) and SUPPORT.index(verdict) >= SUPPORT.index(needed)


#: The worst comes first: a run ends with the code of the first of these that it contains.
_ENDS: tuple[tuple[Exit, frozenset[Verdict]], ...] = (
    (Exit.DISAGREE, frozenset({Verdict.DISAGREE, Verdict.SPURIOUS})),
    (Exit.NOT_AS_EXPECTED, frozenset({Verdict.REFUTED, Verdict.STALE, *SUPPORT})),
    (Exit.VACUOUS, frozenset({Verdict.VACUOUS})),
    (Exit.UNDETERMINED, frozenset({Verdict.UNDETERMINED})),
)


def exit_code(outcomes: Iterable[tuple[Verdict, bool]]) -> Exit:
    """The exit code of a run: pairs of a verdict and whether it was the one expected.

    A run with no outcome at all has shown nothing and ends VACUOUS.
    """
    seen = list(outcomes)
    if not seen:
        return Exit.VACUOUS
    surprises = [verdict for verdict, expected in seen if not expected]
    for code, verdicts in _ENDS:
        if any(verdict in verdicts for verdict in surprises):
            return code
    return Exit.NOT_AS_EXPECTED if surprises else Exit.AS_EXPECTED
