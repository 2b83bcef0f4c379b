"""What a difficulty multiplies, and what failing costs under it. Rules: AG-ECO-16-01..05, AG-SAV-12-01..13."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernel.contracts import ensure, require

#: Basis points of one whole (AG-SYS-2-02).
WHOLE = 10_000


class Difficulty(Enum):
    """Chosen before a run is created, and kept for all of it. Rules: AG-ECO-16-01."""

    WAYFINDER = "Wayfinder"
    STANDARD = "Standard"
    OATHBOUND = "Oathbound"


class Outcome(Enum):
    """How a battle ends. Rules: AG-SAV-12-02..05."""

    VICTORY = "victory"
    DEFEAT = "encounter defeat"
    TIMEOUT = "timeout defeat"
    RETREAT = "voluntary retreat"


@dataclass(frozen=True)
class Terms:
    """One difficulty's row: multipliers in basis points, and the most Coin that each way to fail costs."""

    enemy_hp_bp: int
    enemy_power_bp: int
    reward_bp: int
    defeat_fee: int
    timeout_fee: int
    retreat_fee: int


WAYFINDER = Terms(9_000, 9_000, 10_000, 0, 2, 4)
STANDARD = Terms(10_000, 10_000, 10_000, 2, 4, 6)
OATHBOUND = Terms(11_000, 11_200, 11_500, 4, 6, 8)


def terms_of(difficulty: Difficulty) -> Terms:
    """The row of a difficulty. Rules: AG-ECO-16-02, AG-ECO-16-03, AG-ECO-16-04, AG-SAV-12-11..13."""
    match difficulty:
        case Difficulty.WAYFINDER:
            return WAYFINDER
        case Difficulty.STANDARD:
            return STANDARD
        case _:
            return OATHBOUND


def most_fee(difficulty: Difficulty, outcome: Outcome) -> int:
    """The most Coin that this outcome costs; nothing for a victory. Rules: AG-SAV-12-02, AG-SAV-12-11..13."""
    terms = terms_of(difficulty)
    match outcome:
        case Outcome.VICTORY:
            return 0
        case Outcome.DEFEAT:
            return terms.defeat_fee
        case Outcome.TIMEOUT:
            return terms.timeout_fee
        case _:
            return terms.retreat_fee


@require(lambda coin: coin >= 0, "AG-ECO-2-01: Coin is never negative")
@ensure(lambda coin, result: 0 <= result <= coin, "AG-SAV-12-14: a fee never makes Coin negative")
def failure_fee(difficulty: Difficulty, outcome: Outcome, coin: int) -> int:
    """What a battle that ended so costs a run with this much Coin. Rules: AG-SAV-12-10..14."""
    return min(most_fee(difficulty, outcome), coin)
