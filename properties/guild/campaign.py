"""Sixteen Contracts and five profiles: minutes add up, hours are exact, everybody is done in 15 to 25. AG-ECO-12."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from kernel.guild import economy
from kernel.guild.balance import campaign
from kernel.guild.balance.campaign import Budget
from kernel.guild.balance.capacity import Profile
from properties.claim import fact

#: By Region: the minutes of both Contracts and of the Region.
REGIONS = {
    1: (50, 54, 104),
    2: (54, 58, 112),
    3: (56, 60, 116),
    4: (58, 62, 120),
    5: (60, 64, 124),
    6: (62, 66, 128),
    7: (64, 68, 132),
    8: (66, 70, 136),
}
#: By profile: minutes cleared, failed, outside, in all; hundredths of hours.
PROFILES = {
    Profile.EFFICIENT: (768, 120, 90, 978, 1630),
    Profile.NORMAL: (972, 120, 78, 1170, 1950),
    Profile.ACTIVE: (1152, 150, 90, 1392, 2320),
    Profile.ADVERSARIAL: (928, 300, 92, 1320, 2200),
    Profile.RETURNING: (1024, 120, 161, 1305, 2175),
}


@fact("AG-ECO-12-01", cases=lambda: [campaign.CONTRACT_MINUTES])
def there_are_sixteen_contracts_of_twelve_rounds(minutes: tuple[tuple[int, int], ...]) -> bool:
    """Eight Regions have two Contracts each, and a Contract has twelve ordinary Rounds."""
    sizes = [len(region) for region in minutes]
    return sizes == [2] * 8 and (campaign.REGIONS, campaign.CONTRACTS, economy.ROUNDS) == (8, 16, 12)


def is_as_tabled(region: int) -> bool:
    """Are both Contracts and their sum those of the table?"""
    first, second, both = REGIONS[region]
    return campaign.CONTRACT_MINUTES[region - 1] == (first, second) and campaign.region_minutes(region) == both


@fact("AG-ECO-12-02", cases=lambda: [1])
def region_one_takes_104_minutes(region: int) -> bool:
    """The Contracts of Region 1 take 50 and 54 minutes, 104 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-03", cases=lambda: [2])
def region_two_takes_112_minutes(region: int) -> bool:
    """The Contracts of Region 2 take 54 and 58 minutes, 112 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-04", cases=lambda: [3])
def region_three_takes_116_minutes(region: int) -> bool:
    """The Contracts of Region 3 take 56 and 60 minutes, 116 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-05", cases=lambda: [4])
def region_four_takes_120_minutes(region: int) -> bool:
    """The Contracts of Region 4 take 58 and 62 minutes, 120 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-06", cases=lambda: [5])
def region_five_takes_124_minutes(region: int) -> bool:
    """The Contracts of Region 5 take 60 and 64 minutes, 124 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-07", cases=lambda: [6])
def region_six_takes_128_minutes(region: int) -> bool:
    """The Contracts of Region 6 take 62 and 66 minutes, 128 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-08", cases=lambda: [7])
def region_seven_takes_132_minutes(region: int) -> bool:
    """The Contracts of Region 7 take 64 and 68 minutes, 132 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-09", cases=lambda: [8])
def region_eight_takes_136_minutes(region: int) -> bool:
    """The Contracts of Region 8 take 66 and 70 minutes, 136 together."""
    return is_as_tabled(region)


@fact("AG-ECO-12-10", cases=lambda: [campaign.successful_minutes])
def all_contracts_take_972_minutes(minutes: Callable[[], int]) -> bool:
    """The successful Contracts of a Normal campaign take 972 minutes together, as the Normal profile counts them."""
    return minutes() == sum(both for _, _, both in REGIONS.values()) == 972 == campaign.NORMAL.cleared


def adds_up(profile: Profile) -> bool:
    """Are the parts, the sum and the hours of this profile those of the table, hours exact?"""
    budget = campaign.budget_of(profile)
    total = campaign.total_minutes(budget)
    *minutes, hours = PROFILES[profile]
    written = [budget.cleared, budget.failed, budget.outside, total] == minutes
    return written and Fraction(total, 60) == Fraction(hours, 100)


@fact("AG-ECO-12.1-01", cases=lambda: [Profile.EFFICIENT])
def efficient_takes_16_30_hours(profile: Profile) -> bool:
    """Efficient takes 768, 120 and 90 minutes, 978 together: exactly 16.30 hours."""
    return adds_up(profile)


@fact("AG-ECO-12.1-02", cases=lambda: [Profile.NORMAL])
def normal_takes_19_50_hours(profile: Profile) -> bool:
    """Normal takes 972, 120 and 78 minutes, 1,170 together: exactly 19.50 hours."""
    return adds_up(profile)


@fact("AG-ECO-12.1-03", cases=lambda: [Profile.ACTIVE])
def active_takes_23_20_hours(profile: Profile) -> bool:
    """Active takes 1,152, 150 and 90 minutes, 1,392 together: exactly 23.20 hours."""
    return adds_up(profile)


@fact("AG-ECO-12.1-04", cases=lambda: [Profile.ADVERSARIAL])
def adversarial_takes_22_hours(profile: Profile) -> bool:
    """Adversarial takes 928, 300 and 92 minutes, 1,320 together: exactly 22.00 hours."""
    return adds_up(profile)


@fact("AG-ECO-12.1-05", cases=lambda: [Profile.RETURNING])
def returning_takes_21_75_hours(profile: Profile) -> bool:
    """Returning takes 1,024, 120 and 161 minutes, 1,305 together: exactly 21.75 hours."""
    return adds_up(profile)


@fact("AG-ECO-12.1-06", cases=lambda: Profile)
def everybody_finishes_within_15_to_25_hours(profile: Profile) -> bool:
    """Every profile's first clear takes 15 to 25 hours."""
    total = campaign.total_minutes(campaign.budget_of(profile))
    return campaign.is_in_span(campaign.budget_of(profile)) and 15 * 60 <= total <= 25 * 60


@fact("AG-ECO-12.1-06", cases=lambda: [(899, False), (900, True), (1500, True), (1501, False)])
def the_span_ends_where_it_is_written(case: tuple[int, bool]) -> bool:
    """A first clear of 900 to 1,500 minutes lies within the span, one minute less or more does not."""
    return campaign.is_in_span(Budget(case[0], 0, 0)) is case[1]
