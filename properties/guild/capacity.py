"""Why ten: every figure of the capacity model recomputed, its gates asked of every candidate. AG-ECO-11, 15.3-03.

The figures are those of the text, not the kernel's.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from kernel.guild import economy, recruits
from kernel.guild.balance import capacity
from kernel.guild.balance.capacity import Profile
from kernel.guild.edition import Edition
from model.verdict import Verdict
from properties.claim import fact

#: A capacity is modelled from one Recruit on; far beyond what any gate allows.
CAPACITIES = range(1, 41)
#: Candidates around ten.
AROUND_TEN = range(4, 15)

#: By profile: base, inspect and reorder in tenths of a second; then the seconds at 10, 11 and 12.
PREPARATION = {
    Profile.NORMAL: ((200, 40, 8), (96, 108, 121)),
    Profile.ACTIVE: ((250, 50, 14), (138, 157, 178)),
    Profile.EFFICIENT: ((150, 30, 5), (68, 76, 84)),
    Profile.ADVERSARIAL: ((200, 45, 13), (124, 141, 160)),
    Profile.RETURNING: ((300, 55, 13), (144, 162, 182)),
}

Row = tuple[int, int, int, int, int, bool]
"""Candidate, profiles passing, battle seconds, hundredths of an event a second, Markets, result."""


def found(candidate: int) -> Row:
    """A candidate's row, computed."""
    return (
        candidate,
        capacity.profiles_passing(candidate),
        capacity.battle_p95_seconds(candidate),
        capacity.events_per_second(candidate),
        capacity.recovery_markets(),
        capacity.passes(candidate),
    )


def ceiling(value: Fraction) -> int:
    """Rounded up once, at the end."""
    return -(-value.numerator // value.denominator)


@fact("AG-ECO-11-03", cases=lambda: product(Profile, CAPACITIES))
def preparing_takes_what_the_model_says(case: tuple[Profile, int]) -> bool:
    """Preparing takes base, a time for each Recruit and a time for each pair, exact, rounded up once."""
    profile, size = case
    base, inspect, reorder = (Fraction(tenths, 10) for tenths in PREPARATION[profile][0])
    return capacity.prep_seconds(profile, size) == ceiling(base + inspect * size + reorder * size * (size - 1) / 2)


@fact("AG-ECO-11-03", cases=lambda: CAPACITIES)
def battles_and_events_follow_the_model(size: int) -> bool:
    """The 95th percentile of a battle is 52 s and 5.4 s a Recruit, rounded up; events are 1.2 and 0.24 a Recruit."""
    seconds = ceiling(52 + Fraction(54, 10) * size)
    return (capacity.battle_p95_seconds(size), Fraction(capacity.events_per_second(size), 100)) == (
        seconds,
        Fraction(12, 10) + Fraction(24, 100) * size,
    )


def tabled(profile: Profile) -> bool:
    """Are this profile's seconds at 10, 11 and 12 those of the table?"""
    return tuple(capacity.prep_seconds(profile, size) for size in (10, 11, 12)) == PREPARATION[profile][1]


@fact("AG-ECO-11-05", cases=lambda: [Profile.NORMAL])
def normal_prepares_in_its_time(profile: Profile) -> bool:
    """Normal prepares 10, 11 and 12 Recruits in 96, 108 and 121 seconds."""
    return tabled(profile)


@fact("AG-ECO-11-06", cases=lambda: [Profile.ACTIVE])
def active_prepares_in_its_time(profile: Profile) -> bool:
    """Active prepares 10, 11 and 12 Recruits in 138, 157 and 178 seconds."""
    return tabled(profile)


@fact("AG-ECO-11-07", cases=lambda: [Profile.EFFICIENT])
def efficient_prepares_in_its_time(profile: Profile) -> bool:
    """Efficient prepares 10, 11 and 12 Recruits in 68, 76 and 84 seconds."""
    return tabled(profile)


@fact("AG-ECO-11-08", cases=lambda: [Profile.ADVERSARIAL])
def adversarial_prepares_in_its_time(profile: Profile) -> bool:
    """Adversarial prepares 10, 11 and 12 Recruits in 124, 141 and 160 seconds."""
    return tabled(profile)


@fact("AG-ECO-11-09", cases=lambda: [Profile.RETURNING])
def returning_prepares_in_its_time(profile: Profile) -> bool:
    """Returning prepares 10, 11 and 12 Recruits in 144, 162 and 182 seconds."""
    return tabled(profile)


@fact("AG-ECO-11-10", cases=lambda: [(10, 5, 106, 360, 1, True)])
def ten_passes_with_these_figures(row: Row) -> bool:
    """At ten all five profiles pass; 106 seconds, 3.60 events a second, one Market to recover: it passes."""
    return found(row[0]) == row


@fact("AG-ECO-11-11", cases=lambda: [(11, 3, 112, 384, 1, False)])
def eleven_fails_with_these_figures(row: Row) -> bool:
    """At eleven three profiles pass; 112 seconds, 3.84 events a second, one Market: the profile gate alone fails."""
    return found(row[0]) == row and capacity.passes_battle(row[0]) and capacity.passes_events(row[0])


@fact("AG-ECO-11-12", cases=lambda: [(12, 2, 117, 408, 1, False)])
def twelve_fails_with_these_figures(row: Row) -> bool:
    """At twelve two profiles pass; 117 seconds, 4.08 events a second, one Market: profile and event gates fail."""
    return found(row[0]) == row and capacity.passes_battle(row[0]) and not capacity.passes_events(row[0])


@fact("AG-ECO-11-04", cases=lambda: CAPACITIES)
def the_gates_are_where_they_are_written(size: int) -> bool:
    """A candidate passes exactly with at most 150 s for each profile, 120 s, 4.0 events a second, and one Market."""
    prepared = [capacity.prep_seconds(profile, size) <= 150 for profile in Profile]
    battle, events = 520 + 54 * size <= 1_200, 120 + 24 * size <= 400
    gates = (sum(prepared), battle, events, capacity.recovery_markets() == 1)
    found = (capacity.profiles_passing(size), capacity.passes_battle(size), capacity.passes_events(size))
    return (*found, capacity.passes_recovery()) == gates and capacity.passes(size) == all((all(prepared), *gates[1:]))


@fact("AG-ECO-11-04", cases=lambda: CAPACITIES)
def the_profile_gate_decides_alone(size: int) -> bool:
    """Wherever all five profiles pass, battles and events pass too: those two gates exclude nobody by themselves."""
    return capacity.profiles_passing(size) < 5 or (capacity.passes_battle(size) and capacity.passes_events(size))


def recoveries() -> Iterator[tuple[int, int]]:
    """How many Recruits a Market offers, and how many Markets three replacements then take."""
    yield from ((3, 1), (2, 2), (1, 3))


@fact("AG-ECO-11-04", cases=recoveries)
def three_replacements_take_a_market_of_three(case: tuple[int, int]) -> bool:
    """With three Recruit offers a Market the three-death state recovers in one, with fewer in two or three."""
    slots, markets = case
    return economy.RECRUIT_OFFERS == 3 and capacity.recovery_markets(slots) == markets


@fact("AG-ECO-15.3-07", cases=lambda: range(1, economy.ROUNDS + 1), under=(Edition.FG4,))
def a_death_sets_back_and_three_can_be_made_good(round_: int) -> bool:
    """In any Round the protected replacement is below the level of promotion; three deaths take one Market."""
    level = economy.recovery_level(economy.offer_level(round_))
    return level < recruits.PROMOTION_LEVEL == 4 and capacity.recovery_markets() == 1


@fact("AG-ECO-11-13", cases=lambda: CAPACITIES)
def ten_is_the_largest_that_passes(size: int) -> bool:
    """No candidate above ten passes every gate, and ten does."""
    return capacity.passes(10) and (size <= 10 or not capacity.passes(size))


@fact("AG-ECO-15.3-03", cases=lambda: capacity.TARGET_RANGE)
def in_the_target_range_ten_alone_passes(size: int) -> bool:
    """Of the candidates 10, 11 and 12 exactly ten passes every gate."""
    return capacity.TARGET_RANGE == (10, 11, 12) and capacity.passes(size) == (size == 10)


@fact("AG-ECO-15.3-03", cases=lambda: AROUND_TEN, expect=Verdict.REFUTED, finding="F-180")
def no_other_candidate_than_ten_passes(size: int) -> bool:
    """Of the candidates 4 to 14 exactly ten passes every gate."""
    return capacity.passes(size) == (size == 10)
