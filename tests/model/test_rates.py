"""Intervals and spreads against values worked out elsewhere."""

from __future__ import annotations

import math
import random

import pytest

from model.rates import Rate, rate, spread


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Published examples of the Wilson interval without continuity correction.
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (10, 10, 0.7225, 1.0),
    ],
)
def test_wilson_intervals_are_those_of_the_books(hits: int, of: int, low: float, high: float) -> None:
    seen = Rate(hits, of)
    assert seen.low == pytest.approx(low, abs=6e-5)
    assert seen.high == pytest.approx(high, abs=6e-5)


def test_an_interval_touches_its_ends_only_if_all_trials_agree() -> None:
    assert Rate(0, 99).low == 0.0 < Rate(1, 99).low
    assert Rate(99, 99).high == 1.0 > Rate(98, 99).high
    assert all(Rate(k, 20).low <= k / 20 <= Rate(k, 20).high for k in range(21))


def test_without_trials_nothing_is_known() -> None:
    nothing = rate([])
    assert math.isnan(nothing.share)
    assert (nothing.low, nothing.high) == (0.0, 1.0)


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(1000):
        seen = rate(rng.random() < 0.3 for _ in range(80))
        covered += seen.low <= 0.3 <= seen.high
    assert 0.93 < covered / 1000 < 0.975


def test_a_spread_is_mean_deviation_and_quartiles() -> None:
    seen = spread([1, 2, 3, 4, 5])
    assert (seen.mean, seen.quartiles) == (3, (2, 3, 4))
    assert seen.deviation == pytest.approx(math.sqrt(2.5))
    assert seen.low < 3 < seen.high
    assert spread([7]).quartiles == (7, 7, 7)
    assert spread([7]).deviation == 0
    with pytest.raises(ValueError, match="nothing"):
        spread([])
