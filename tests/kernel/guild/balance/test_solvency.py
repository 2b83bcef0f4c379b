"""The baseline plan: what it leaves, that it is affordable all the way, and that one which is not shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.balance.solvency import coin_at_muster, hires_due, market_level, recovery_coin, walk
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import STANDARD, Tier


def test_the_line_is_filled_as_it_grows() -> None:
    assert [hires_due(market) for market in range(1, 14)] == [2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
    assert [market_level(market) for market in (1, 3, 4, 7, 10, 12, 13)] == [1, 1, 2, 3, 4, 4, 4]
    for market in (0, 14):
        with pytest.raises(ContractBroken, match="twelve Markets and boss Muster"):
            hires_due(market)


def test_79_are_left_and_more_under_oathbound() -> None:
    assert [coin_at_muster(band, Difficulty.STANDARD) for band in range(8)] == [79] * 8
    assert [coin_at_muster(band, Difficulty.OATHBOUND) for band in (0, 7)] == [130, 155]


def test_a_plan_walked_shows_the_coin_of_every_market() -> None:
    after, left = walk(0, Difficulty.STANDARD, (12, 12))
    assert (after[:3], left) == ((0, 20, 28), 0)
    after, left = walk(0, Difficulty.STANDARD, (1_000,))
    assert (after[-1], left) == (424 - 156, 1)


def test_a_plan_that_cannot_be_paid_goes_below_zero() -> None:
    after, _ = walk(0, Difficulty.STANDARD, (), replace(STANDARD, opening_coin=20))
    assert after[0] == -8


def test_a_recovery_counts_one_protected_offer() -> None:
    assert (recovery_coin(3, Tier.BASE, 54), recovery_coin(3, Tier.ADVANCED, 54), recovery_coin(1, Tier.BASE, 54)) == (
        8,
        28,
        0,
    )
