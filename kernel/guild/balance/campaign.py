"""How long a first clear takes: authored minutes of sixteen Contracts and the budgets of five profiles.

Minutes are whole; hours are in hundredths. Rules: AG-ECO-12, AG-ECO-12.1, AG-ECO-15.3-09.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import require
from kernel.guild.balance.capacity import Profile, row_of

#: Regions and what each contains (AG-ECO-12-01).
REGIONS, CONTRACTS_A_REGION = 8, 2
CONTRACTS = REGIONS * CONTRACTS_A_REGION
#: The span of a first clear and what mastery aims at, in hours (AG-ECO-12.1-06, AG-ECO-12.1-07).
LEAST_HOURS, MOST_HOURS, MASTERY_HOURS = 15, 25, 60
#: Percent of the time after the ending that has to be new, and the most that an unchanged clear may add to a milestone.
NEW_PERCENT, UNCHANGED_PERCENT = 70, 20

#: Normal minutes of both Contracts, Region by Region (AG-ECO-12-02 to AG-ECO-12-09).
CONTRACT_MINUTES = (
    (50, 54),
    (54, 58),
    (56, 60),
    (58, 62),
    (60, 64),
    (62, 66),
    (64, 68),
    (66, 70),
)


@require(lambda region: 1 <= region <= REGIONS, "AG-ECO-12-01: Regions are 1 to 8")
def region_minutes(region: int) -> int:
    """The Normal minutes of a Region. Rules: AG-ECO-12-02..09."""
    first, second = CONTRACT_MINUTES[region - 1]
    return first + second


def successful_minutes() -> int:
    """The Normal minutes of all Contracts. Rules: AG-ECO-12-10."""
    return sum(region_minutes(region) for region in range(1, REGIONS + 1))


@dataclass(frozen=True)
class Budget:
    """A profile's minutes: of Contracts that are cleared, of runs that fail, of everything outside runs."""

    cleared: int
    failed: int
    outside: int


NORMAL = Budget(972, 120, 78)
ACTIVE = Budget(1_152, 150, 90)
EFFICIENT = Budget(768, 120, 90)
ADVERSARIAL = Budget(928, 300, 92)
RETURNING = Budget(1_024, 120, 161)


def budget_of(profile: Profile) -> Budget:
    """A profile's row. Rules: AG-ECO-12.1-01, AG-ECO-12.1-02, AG-ECO-12.1-03, AG-ECO-12.1-04, AG-ECO-12.1-05."""
    return row_of(profile, NORMAL, ACTIVE, EFFICIENT, ADVERSARIAL, RETURNING)


def total_minutes(budget: Budget) -> int:
    """All minutes up to the ending. Rules: AG-ECO-12.1-01..05."""
    return budget.cleared + budget.failed + budget.outside


def is_in_span(budget: Budget) -> bool:
    """Does a first clear take 15 to 25 hours? Rules: AG-ECO-12.1-06, AG-ECO-15.3-09."""
    return LEAST_HOURS * 60 <= total_minutes(budget) <= MOST_HOURS * 60


def new_minutes_needed(budget: Budget) -> int:
    """Minutes of new content, rounded up, that mastery needs after the ending. Rules: AG-ECO-12.1-07."""
    after = max(0, MASTERY_HOURS * 60 - total_minutes(budget))
    return -(-after * NEW_PERCENT // 100)


@require(lambda unchanged, milestone: 0 <= unchanged <= milestone, "AG-ECO-12.1-07: a part is no more than the whole")
def may_count_unchanged(unchanged: int, milestone: int) -> bool:
    """May an unchanged clear contribute so much to a mastery milestone? Rules: AG-ECO-12.1-07."""
    return 100 * unchanged <= UNCHANGED_PERCENT * milestone
