"""How large a line may grow: the analytical workload model that selected ten, in exact tenths and hundredths.

The model speaks of a designed workload, not of people. Rules: AG-ECO-11, AG-ECO-15.3-03.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from kernel.contracts import require
from kernel.guild import economy
from kernel.guild.economy import Tier

Row = TypeVar("Row")

#: The candidates of the target range (AG-ECO-11-10 to AG-ECO-11-12).
TARGET_RANGE = (10, 11, 12)
#: The gates (AG-ECO-11-04), in seconds, hundredths of an event a second, and Markets.
MOST_PREP_SECONDS = 150
MOST_BATTLE_SECONDS = 120
MOST_EVENTS = 400
MOST_RECOVERY_MARKETS = 1
#: The three-death fixture (AG-ECO-7.1-02): Round, deaths, Coin paid for each, Coin at hand.
FIXTURE_ROUND, FIXTURE_DEATHS, FIXTURE_PAID, FIXTURE_COIN = 7, 3, 18, 12


class Profile(Enum):
    """The five ways to play that were modelled. Rules: AG-ECO-11-05..09."""

    NORMAL = "Normal"
    ACTIVE = "Active"
    EFFICIENT = "Efficient"
    ADVERSARIAL = "Adversarial"
    RETURNING = "Returning"


def row_of(profile: Profile, normal: Row, active: Row, efficient: Row, adversarial: Row, returning: Row) -> Row:
    """The row of a profile, of a table that has one for each."""
    match profile:
        case Profile.NORMAL:
            return normal
        case Profile.ACTIVE:
            return active
        case Profile.EFFICIENT:
            return efficient
        case Profile.ADVERSARIAL:
            return adversarial
        case Profile.RETURNING:
            return returning


@dataclass(frozen=True)
class Workload:
    """What preparing costs a profile, in tenths of a second: at all, a Recruit, a pair of Recruits."""

    base: int
    inspect: int
    reorder: int


NORMAL = Workload(200, 40, 8)
ACTIVE = Workload(250, 50, 14)
EFFICIENT = Workload(150, 30, 5)
ADVERSARIAL = Workload(200, 45, 13)
RETURNING = Workload(300, 55, 13)


def workload_of(profile: Profile) -> Workload:
    """A profile's row. Rules: AG-ECO-11-05, AG-ECO-11-06, AG-ECO-11-07, AG-ECO-11-08, AG-ECO-11-09."""
    return row_of(profile, NORMAL, ACTIVE, EFFICIENT, ADVERSARIAL, RETURNING)


def ceil_tenths(tenths: int) -> int:
    """Tenths of a second as whole seconds, rounded up once."""
    return (tenths + 9) // 10


@require(lambda capacity: capacity >= 1, "AG-ECO-11-03: a candidate holds at least one Recruit")
def prep_seconds(profile: Profile, capacity: int) -> int:
    """Seconds to prepare a line of this capacity; every pair is compared once. Rules: AG-ECO-11-03, AG-ECO-11-04."""
    row = workload_of(profile)
    pairs = capacity * (capacity - 1) // 2
    return ceil_tenths(row.base + row.inspect * capacity + row.reorder * pairs)


@require(lambda capacity: capacity >= 1, "AG-ECO-11-03: a candidate holds at least one Recruit")
def battle_p95_seconds(capacity: int) -> int:
    """The 95th percentile of a battle's length in seconds. Rules: AG-ECO-11-03."""
    return ceil_tenths(520 + 54 * capacity)


@require(lambda capacity: capacity >= 1, "AG-ECO-11-03: a candidate holds at least one Recruit")
def events_per_second(capacity: int) -> int:
    """Causal events a second, in hundredths. Rules: AG-ECO-11-03."""
    return 120 + 24 * capacity


def passes_prep(profile: Profile, capacity: int) -> bool:
    """Can this profile prepare such a line in time? Rules: AG-ECO-11-04."""
    return prep_seconds(profile, capacity) <= MOST_PREP_SECONDS


def profiles_passing(capacity: int) -> int:
    """How many of the five profiles can prepare such a line in time. Rules: AG-ECO-11-10, AG-ECO-11-11."""
    return sum(passes_prep(profile, capacity) for profile in Profile)


def recovery_markets(slots: int = economy.RECRUIT_OFFERS) -> int:
    """How many Markets the three-death fixture takes to replace everybody, at its own price and without income between.

    A Market sells at most `slots` Recruits; 0 if Coin and Credit do not suffice. Rules: AG-ECO-7.1-02, AG-ECO-11-04.
    """
    price = economy.hire_list_price(economy.offer_level(FIXTURE_ROUND), Tier.BASE)
    coin, credit = FIXTURE_COIN, 0
    for _ in range(FIXTURE_DEATHS):
        credit = economy.credit_after(credit, economy.credit_grant(price, FIXTURE_PAID))
    for _ in range(FIXTURE_DEATHS):
        used = economy.credit_used(credit, price, True)
        coin, credit = coin - economy.hire_coin_cost(price, used), credit - used
    return (FIXTURE_DEATHS + slots - 1) // slots if coin >= 0 else 0


def passes_recovery() -> bool:
    """Is the three-death fixture made good in at most one Market? Rules: AG-ECO-11-04, AG-ECO-15.3-03."""
    return 1 <= recovery_markets() <= MOST_RECOVERY_MARKETS


def passes_battle(capacity: int) -> bool:
    """Are battles short enough? Rules: AG-ECO-11-04."""
    return battle_p95_seconds(capacity) <= MOST_BATTLE_SECONDS


def passes_events(capacity: int) -> bool:
    """Are causal events few enough? Rules: AG-ECO-11-04, AG-ECO-11-12."""
    return events_per_second(capacity) <= MOST_EVENTS


def passes(capacity: int) -> bool:
    """Does this candidate pass every gate? Rules: AG-ECO-11-04, AG-ECO-11-13, AG-ECO-15.3-03."""
    return (
        profiles_passing(capacity) == len(Profile)
        and passes_battle(capacity)
        and passes_events(capacity)
        and passes_recovery()
    )
