"""Capacity, pacing and campaign: the right figures pass, and traces and budgets that are wrong do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.balance import campaign, capacity, distribution, pacing
from kernel.guild.balance.capacity import Profile


def test_a_second_that_is_begun_counts() -> None:
    assert [capacity.ceil_tenths(tenths) for tenths in (0, 1, 10, 11)] == [0, 1, 1, 2]


def test_no_line_is_shorter_than_one() -> None:
    for asked in (capacity.battle_p95_seconds, capacity.events_per_second):
        with pytest.raises(ContractBroken, match="AG-ECO-11-03"):
            asked(0)
    with pytest.raises(ContractBroken, match="AG-ECO-11-03"):
        capacity.prep_seconds(Profile.NORMAL, 0)


def test_fewer_offers_take_more_markets() -> None:
    assert [capacity.recovery_markets(slots) for slots in (3, 2, 1)] == [1, 2, 3]


def test_a_trace_without_or_with_unordered_decisions_is_none() -> None:
    with pytest.raises(ContractBroken, match="AG-ECO-13-07"):
        pacing.gaps(replace(pacing.NORMAL, decisions=()))
    with pytest.raises(ContractBroken, match="AG-ECO-13-07"):
        pacing.gaps(replace(pacing.NORMAL, decisions=(5, 4)))


def test_the_gap_at_either_end_can_be_the_longest() -> None:
    assert pacing.maximum_gap(replace(pacing.NORMAL, decisions=(700,))) == 700
    assert pacing.maximum_gap(replace(pacing.NORMAL, decisions=(400,))) == 800


def test_a_battle_that_ends_with_the_trace_needs_no_decision() -> None:
    cut = pacing.Pace((0,), ((1_100, 1_200),), (1_095,))
    early = pacing.Pace((0,), ((1_100, 1_199),), (1_095,))
    assert pacing.hands_over(cut)
    assert not pacing.hands_over(early)
    assert pacing.battle_lengths(cut) == ()
    assert pacing.battle_lengths(early) == (99,)


def test_a_decision_at_a_battles_end_is_outside_it_and_at_its_start_inside() -> None:
    at_end = pacing.Pace((0,), ((10, 20),), (5, 20))
    at_start = pacing.Pace((0,), ((10, 20),), (10,))
    assert pacing.decides_outside_battles(at_end)
    assert not pacing.decides_outside_battles(at_start)


def test_preparation_runs_from_market_to_battle() -> None:
    assert pacing.preparations(pacing.ADVERSARIAL) == (150, 150, 150, 160)


def test_there_is_no_ninth_region() -> None:
    for region in (0, 9):
        with pytest.raises(ContractBroken, match="AG-ECO-12-01"):
            campaign.region_minutes(region)


def test_what_mastery_needs_of_new_content_is_rounded_up() -> None:
    assert campaign.new_minutes_needed(campaign.NORMAL) == 1_701
    assert campaign.new_minutes_needed(campaign.Budget(3_599, 0, 0)) == 1
    assert campaign.new_minutes_needed(campaign.Budget(4_000, 0, 0)) == 0


@pytest.mark.parametrize(("unchanged", "may"), [(20, True), (21, False), (0, True)])
def test_an_unchanged_clear_adds_at_most_a_fifth(unchanged: int, may: bool) -> None:
    assert campaign.may_count_unchanged(unchanged, 100) is may


def test_a_part_is_no_more_than_the_whole() -> None:
    with pytest.raises(ContractBroken, match=r"AG-ECO-12\.1-07"):
        campaign.may_count_unchanged(101, 100)


def test_pools_are_counted_completely_and_choices_come_by_muster() -> None:
    with pytest.raises(ContractBroken, match="AG-ECO-10-12"):
        distribution.are_artifacts_spread((60,))
    with pytest.raises(ContractBroken, match="AG-ECO-10-12"):
        distribution.offers_enough_artifacts((6, 14))
    assert distribution.offers_enough_artifacts((6, 13))
    assert not distribution.offers_enough_artifacts((7, 13))
