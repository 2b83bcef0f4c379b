"""What the Guild keeps, and the Charter: each claim made whole, or refused for its own reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.renown import (
    Card,
    ClaimRefusal,
    Effect,
    Guild,
    Preview,
    Unlock,
    claim,
    claim_refusal,
    first_clear_renown,
    renown_after,
    with_clear,
    with_discovery,
)
from kernel.guild.rulings import STANDING, GoalsClaimed, Rulings

GUILD = Guild(20, (False,) * 16, (3,) * 16, (False,) * 3, (-1, -1), revision=1)
CARD = Card(Unlock.POOL_PACKET, 6, Effect.POOL_ROWS, ())
SHOWN = Preview(0, 6, 1)


def test_clears_grant_once_and_then_the_goals_that_are_left() -> None:
    once = with_clear(GUILD, 15, True, STANDING)
    assert (once.renown - GUILD.renown, once.cleared[15]) == (first_clear_renown(8, 2), True) == (32, True)
    twice = with_clear(once, 15, True, STANDING)
    assert (twice.renown - once.renown, twice.goals[15], twice.goals[14]) == (2, 1, 3)
    assert with_clear(once, 15, True, Rulings(goals_claimed=GoalsClaimed.ALL)).goals[15] == 0
    assert with_clear(GUILD, 15, False, STANDING) == GUILD


def test_discoveries_grant_once() -> None:
    once = with_discovery(GUILD, 1)
    assert (once.renown, once.found) == (21, (False, True, False))
    assert with_discovery(once, 1) == once


def test_renown_stays_within_its_cap() -> None:
    assert renown_after(9_990, 32) == 9_999
    with pytest.raises(ContractBroken, match=r"Renown is 0 to 9,999"):
        renown_after(10_000, 0)


@pytest.mark.parametrize(
    ("guild", "card", "shown", "refusal"),
    [
        (GUILD, CARD, SHOWN, ClaimRefusal.NONE),
        (GUILD, replace(CARD, effect=Effect.COIN_GAIN), replace(SHOWN, revision=0), ClaimRefusal.FORBIDDEN),
        (GUILD, replace(CARD, cost=9), replace(SHOWN, revision=0), ClaimRefusal.STALE),
        (GUILD, replace(CARD, cost=9, needs=(1,)), replace(SHOWN, cost=9), ClaimRefusal.PRICE),
        (GUILD, CARD, replace(SHOWN, cost=5), ClaimRefusal.PRICE),
        (replace(GUILD, renown=0), replace(CARD, needs=(1,)), SHOWN, ClaimRefusal.PREREQUISITE),
        (replace(GUILD, renown=5), CARD, SHOWN, ClaimRefusal.RENOWN),
    ],
)
def test_claims_are_refused_in_order_and_change_nothing(
    guild: Guild, card: Card, shown: Preview, refusal: ClaimRefusal
) -> None:
    assert claim_refusal(guild, card, shown) is refusal
    assert (claim(guild, card, shown) == guild) is (refusal is not ClaimRefusal.NONE)


def test_a_retry_is_not_charged_again() -> None:
    once = claim(GUILD, CARD, SHOWN)
    assert (once.renown, once.receipts) == (14, (6, -1))
    assert claim(once, CARD, SHOWN) == once
