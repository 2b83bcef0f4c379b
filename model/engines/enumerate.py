"""Checks a predicate on every case of a finite, listed domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from model.engines.explore import Found
from model.verdict import Verdict

NAME = "enumerate"
VERSION = "1"


def enumerate_cases(name: str, cases: Iterable[Any], holds: Callable[[Any], bool]) -> Found[Any, Any, Any]:
    """EXHAUSTED if the predicate holds for every case, REFUTED with the first case for which it does not."""
    met = 0
    for case in cases:
        met += 1
        if not holds(case):
            return Found(name, Verdict.REFUTED, met, f"fails for {str(case)[:300]}")
    if met == 0:
        return Found(name, Verdict.VACUOUS, 0, "there is no case")
    return Found(name, Verdict.EXHAUSTED, met, f"{met} cases")
