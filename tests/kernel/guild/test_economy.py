"""Prices, income and Credit: right figures beside those that are refused, and parameters that vary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kernel.contracts import ContractBroken, cited
from kernel.guild.difficulty import Difficulty, Outcome, failure_fee
from kernel.guild.economy import (
    STANDARD,
    Risk,
    Tier,
    battle_coin,
    credit_after,
    credit_grant,
    credit_used,
    dismissal_rebate,
    equipment_list_price,
    hire_coin_cost,
    hire_list_price,
    line_capacity,
    lock_cost,
    offer_level,
    recovery_level,
    refresh_cost,
    reward_budget,
    sale_value,
    steady_coin_card,
)

Call = Callable[..., Any]


@pytest.mark.parametrize(
    ("call", "arguments", "rule"),
    [
        (line_capacity, (13,), "AG-ECO-3-10"),
        (line_capacity, (-1,), "AG-ECO-3-10"),
        (offer_level, (0,), "AG-ECO-4.1-01"),
        (offer_level, (13,), "AG-ECO-4.1-01"),
        (recovery_level, (0,), "AG-SYS-4.1-03"),
        (lock_cost, (-1,), "AG-ECO-4.2-01"),
        (refresh_cost, (-1, 0), "AG-ECO-4.3-03"),
        (refresh_cost, (0, 11), "AG-ECO-4.3-01"),
        (refresh_cost, (0, -1), "AG-ECO-4.3-01"),
        (hire_list_price, (0, Tier.BASE), "AG-ECO-5.1-01"),
        (hire_list_price, (11, Tier.BASE), "AG-ECO-5.1-01"),
        (hire_list_price, (1, Tier.HYBRID), "AG-ECO-4.1-03"),
        (credit_used, (-1, 22, True), "AG-ECO-2-02"),
        (credit_used, (19, -1, True), "AG-ECO-5.1-02"),
        (hire_coin_cost, (22, 23), "AG-ECO-5.1-05"),
        (hire_coin_cost, (22, -1), "AG-ECO-5.1-05"),
        (dismissal_rebate, (-1, 20), "AG-SYS-4.3-01"),
        (dismissal_rebate, (2, -1), "AG-ECO-5.3-05"),
        (equipment_list_price, (8, 0), "AG-ECO-5.2-01"),
        (equipment_list_price, (0, 4), "AG-ECO-5.2-01"),
        (sale_value, (-1,), "AG-ECO-5.2-03"),
        (battle_coin, (8, 1, 0, Difficulty.STANDARD), "AG-ECO-6-01"),
        (battle_coin, (0, 13, 0, Difficulty.STANDARD), "AG-ECO-6-01"),
        (battle_coin, (0, 1, 3, Difficulty.STANDARD), "AG-ECO-6-01"),
        (reward_budget, (0, 0, 0), "AG-ECO-6-01"),
        (credit_grant, (-1, 0), "AG-ECO-7-01"),
        (credit_grant, (14, -1), "AG-ECO-7-01"),
        (credit_after, (-1, 0), "AG-ECO-2-02"),
        (credit_after, (0, -1), "AG-ECO-7-02"),
        (failure_fee, (Difficulty.STANDARD, Outcome.DEFEAT, -1), "AG-ECO-2-01"),
    ],
)
def test_what_is_out_of_range_is_refused_for_its_own_rule(call: Call, arguments: tuple[Any, ...], rule: str) -> None:
    with pytest.raises(ContractBroken) as broken:
        call(*arguments)
    assert cited(broken.value).startswith(f"{rule}: ")


@pytest.mark.parametrize(
    ("call", "arguments", "figure"),
    [
        (line_capacity, (12,), 10),
        (offer_level, (12,), 4),
        (recovery_level, (1,), 1),
        (refresh_cost, (5, 0), 21),
        (refresh_cost, (6, 0), 24),
        (refresh_cost, (0, 3), 12),
        (hire_list_price, (10, Tier.ADVANCED), 60),
        (credit_used, (54, 22, True), 22),
        (credit_used, (54, 22, False), 0),
        (dismissal_rebate, (1, 32), 0),
        (dismissal_rebate, (2, 39), 9),
        (dismissal_rebate, (2, 44), 10),
        (equipment_list_price, (7, 3), 51),
        (sale_value, (3,), 0),
        (sale_value, (4,), 1),
        (battle_coin, (0, 1, Risk.STEADY, Difficulty.OATHBOUND), 23),
        (steady_coin_card, (0, 1), 7),
        (steady_coin_card, (1, 1), 8),
        (credit_grant, (14, 14), 14),
        (credit_grant, (26, 27), 23),
        (credit_after, (50, 10), 54),
        (failure_fee, (Difficulty.OATHBOUND, Outcome.RETREAT, 7), 7),
        (failure_fee, (Difficulty.OATHBOUND, Outcome.RETREAT, 9), 8),
    ],
)
def test_figures_at_their_edges(call: Call, arguments: tuple[Any, ...], figure: int) -> None:
    assert call(*arguments) == figure


def test_parameters_vary_a_question_and_leave_the_standard_alone() -> None:
    generous = replace(STANDARD, dismissal_rebate_bp=15_000, dismissal_rebate_cap=100, sale_bp=20_000)
    assert (dismissal_rebate(2, 40, generous), dismissal_rebate(2, 40)) == (60, 10)
    assert (sale_value(40, generous), sale_value(40)) == (80, 12)
    assert credit_after(50, 50, replace(STANDARD, credit_cap=80)) == 80
