"""The result of the anti-dominance comparator as text and as JSON: the same seeds give the same bytes, always."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from kernel.guild.balance.dominance import Act, Matrix, Policy, dominances, dominated_matrix, is_balanced, played, wins
from properties.guild.fixed_seeds import FixedSeed

#: The line that an accepted run ends with.
ACCEPTED = "ABG_ANTI_DOMINANCE_OK no_weak_dominance=1"


def _act(fixed: FixedSeed, act: Act) -> dict[str, Any]:
    return {"act": act.kind.name, "id": fixed.name(act.id), "coin": act.coin, "credit": act.credit}


def result_of(fixtures: tuple[FixedSeed, ...]) -> dict[str, Any]:
    """Every policy's trace and figures on every seed, by ID. Rules: AG-ECO-15.2-25."""
    results: dict[str, Any] = {}
    for fixed in fixtures:
        rows = {}
        for policy in Policy:
            result = played(fixed.seed, policy)
            rows[policy.value] = {
                "actions": [_act(fixed, act) for act in result.acts],
                "metrics": asdict(result.metrics),
            }
        results[fixed.id] = {"winner": fixed.winner.value, "policies": rows}
    return results


def digest_of(fixtures: tuple[FixedSeed, ...]) -> str:
    """The SHA-256 of the result as JSON with sorted keys and no spaces. Rules: AG-ECO-15.2-25."""
    text = json.dumps(result_of(fixtures), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def summary(fixtures: tuple[FixedSeed, ...], matrix: Matrix) -> Iterator[str]:
    """What is told of accepted seeds, line by line. Rules: AG-ECO-15.2-25."""
    for number, fixed in enumerate(fixtures):
        yield f"{fixed.id}  winner {fixed.winner.value}"
        yield f"  {'policy':14} clear    Coin  Credit  living  coverage"
        for policy, row in zip(Policy, matrix, strict=True):
            cleared, coin, credit, living, coverage = row[number]
            need = len(fixed.seed.route.required)
            clear = "yes" if cleared else "no"
            yield f"  {policy.value:14} {clear:5} {coin:7} {credit:7} {living:7} {coverage:7}/{need}"
        yield ""
    yield "wins: " + ", ".join(f"{policy.value} {wins(matrix, policy)}" for policy in Policy)
    yield f"result sha256: {digest_of(fixtures)}"
    yield ACCEPTED


def self_test(matrix: Matrix) -> Iterator[tuple[bool, str]]:
    """Is the canonical matrix accepted, and one that refresh_first rules rejected? Rules: AG-ECO-15.2-17."""
    yield is_balanced(matrix), "the canonical matrix is accepted"
    ruled = dominated_matrix(matrix)
    beaten = [b.value for a, b in dominances(ruled) if a is Policy.REFRESH_FIRST]
    text = f"a matrix that refresh_first rules is rejected: it weakly dominates {', '.join(beaten) or 'nobody'}"
    yield not is_balanced(ruled) and len(beaten) == len(Policy) - 1, text
