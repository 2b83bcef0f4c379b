"""Shares and spreads of what was counted, each with what it rests on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, quantiles, stdev

#: The confidence of every interval that is shown.
CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Rate:
    """`hits` out of `of` independent trials, and the Wilson interval of the share that stands behind them.

    With no trials nothing is known: the interval is the whole of 0 to 1, and there is no share.
    """

    hits: int
    of: int

    @property
    def share(self) -> float:
        """The share that was seen; NaN with no trials."""
        return self.hits / self.of if self.of else math.nan

    @property
    def low(self) -> float:
        """The interval's lower end. It is 0 exactly if nothing was hit."""
        return self._bounds()[0]

    @property
    def high(self) -> float:
        """The interval's upper end. It is 1 exactly if everything was hit."""
        return self._bounds()[1]

    def _bounds(self) -> tuple[float, float]:
        if self.of == 0:
            return 0.0, 1.0
        weight = _Z * _Z / self.of
        centre = (self.share + weight / 2) / (1 + weight)
        half = math.sqrt(self.share * (1 - self.share) * weight + weight * weight / 4) / (1 + weight)
        low = 0.0 if self.hits == 0 else max(0.0, centre - half)
        high = 1.0 if self.hits == self.of else min(1.0, centre + half)
        return low, high


@dataclass(frozen=True)
class Spread:
    """Mean, standard deviation and quartiles of numbers, and a normal interval of the mean."""

    of: int
    mean: float
    deviation: float
    low: float
    high: float
    quartiles: tuple[float, float, float]


def rate(events: Iterable[bool]) -> Rate:
    """How many of the events came true."""
    seen = list(events)
    return Rate(sum(seen), len(seen))


def spread(numbers: Sequence[float]) -> Spread:
    """How the numbers are spread. Raises `ValueError` where there are none."""
    if not numbers:
        raise ValueError("nothing was counted")
    mean = fmean(numbers)
    deviation = stdev(numbers) if len(numbers) > 1 else 0.0
    half = _Z * deviation / math.sqrt(len(numbers))
    first, second, third = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else [numbers[0]] * 3
    return Spread(len(numbers), mean, deviation, mean - half, mean + half, (first, second, third))
