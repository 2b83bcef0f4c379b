"""Twenty minutes of play: the five traces recomputed, second by second. AG-ECO-13, AG-ECO-15.3-08.

What is asked of the traces is written here on their raw times, not with the kernel's helpers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kernel.guild.balance import campaign, capacity, pacing
from kernel.guild.balance.capacity import Profile
from kernel.guild.balance.pacing import Pace
from model.verdict import Verdict
from properties.claim import fact

#: Markets, battles and decisions of each trace, and its longest gap in seconds.
FIGURES = {
    Profile.NORMAL: (4, 4, 16, 105),
    Profile.ACTIVE: (4, 4, 18, 105),
    Profile.EFFICIENT: (5, 5, 14, 115),
    Profile.ADVERSARIAL: (4, 4, 15, 165),
    Profile.RETURNING: (4, 4, 16, 145),
}


def paces() -> Iterator[Pace]:
    """The five traces."""
    yield from map(pacing.pace_of, Profile)


def is_as_written(profile: Profile) -> bool:
    """Has the trace its counts, and is its longest gap the one stated, found second by second?"""
    pace = pacing.pace_of(profile)
    waited, longest = 0, 0
    for second in range(1, 1_201):
        waited = waited + 1
        longest = max(longest, waited)
        if second in pace.decisions:
            waited = 0
    counts = (len(pace.markets), len(pace.battles), len(pace.decisions))
    return (*counts, longest) == FIGURES[profile] and pacing.maximum_gap(pace) == longest


@fact("AG-ECO-13-02", cases=lambda: [Profile.NORMAL])
def normal_waits_at_most_105_seconds(profile: Profile) -> bool:
    """The Normal trace has 4 Markets, 4 battles, 16 decisions, and its longest gap is 105 seconds."""
    return is_as_written(profile)


@fact("AG-ECO-13-03", cases=lambda: [Profile.ACTIVE])
def active_waits_at_most_105_seconds(profile: Profile) -> bool:
    """The Active trace has 4 Markets, 4 battles, 18 decisions, and its longest gap is 105 seconds."""
    return is_as_written(profile)


@fact("AG-ECO-13-04", cases=lambda: [Profile.EFFICIENT])
def efficient_waits_at_most_115_seconds(profile: Profile) -> bool:
    """The Efficient trace has 5 Markets, 5 battles, 14 decisions, and its longest gap is 115 seconds."""
    return is_as_written(profile)


@fact("AG-ECO-13-05", cases=lambda: [Profile.ADVERSARIAL])
def adversarial_waits_at_most_165_seconds(profile: Profile) -> bool:
    """The Adversarial trace has 4 Markets, 4 battles, 15 decisions; its longest gap is 165 seconds, over one battle."""
    pace = pacing.pace_of(profile)
    return is_as_written(profile) and 920 - 755 == 165 and (760, 910) in pace.battles and 910 - 760 <= 150


@fact("AG-ECO-13-06", cases=lambda: [Profile.RETURNING])
def returning_waits_at_most_145_seconds(profile: Profile) -> bool:
    """The Returning trace has 4 Markets, 4 battles, 16 decisions, and its longest gap is 145 seconds."""
    return is_as_written(profile)


@fact("AG-ECO-13-07", cases=paces)
def gaps_cover_the_whole_trace(pace: Pace) -> bool:
    """The gaps, the first from 0 and the last to 1,200 included, add up to 1,200 seconds."""
    first, last = pace.decisions[0], 1_200 - pace.decisions[-1]
    gaps = pacing.gaps(pace)
    return sum(gaps) == 1_200 and (gaps[0], gaps[-1]) == (first, last) and len(gaps) == len(pace.decisions) + 1


@fact("AG-ECO-13-07", cases=paces)
def a_decision_follows_each_battle_within_15_seconds(pace: Pace) -> bool:
    """Every battle that ends before second 1,200 has a decision at its end or at most 15 seconds later."""
    ends = [end for _, end in pace.battles if end < 1_200]
    return pacing.hands_over(pace) and all(any(end <= d <= end + 15 for d in pace.decisions) for end in ends)


@fact("AG-ECO-13-07", cases=paces)
def no_decision_falls_into_a_battle(pace: Pace) -> bool:
    """No decision falls while a battle runs."""
    running = {second for start, end in pace.battles for second in range(start, end)}
    return pacing.decides_outside_battles(pace) and not running & set(pace.decisions)


@fact("AG-ECO-13-07", cases=paces)
def markets_and_battles_take_turns(pace: Pace) -> bool:
    """Times rise, lie within 0 and 1,200, and each Market is followed by its battle before the next one opens."""
    stages = [time for market, battle in zip(pace.markets, pace.battles, strict=True) for time in (market, *battle)]
    rising = [stages == sorted(set(stages)), list(pace.decisions) == sorted(set(pace.decisions))]
    return pacing.is_in_order(pace) and all(rising) and stages[0] == 0 and stages[-1] <= 1_200


@fact("AG-ECO-13-07", cases=paces)
def no_battle_outlasts_its_cap(pace: Pace) -> bool:
    """No battle of a trace lasts longer than 150 seconds."""
    return pacing.ends_battles_in_time(pace) and max(end - start for start, end in pace.battles) <= 150


@fact("AG-ECO-13-07", cases=paces)
def every_kind_of_decision_has_its_moment(pace: Pace) -> bool:
    """Each Market leaves a decision before its battle, each result one before what follows; times tell no more."""
    follows = [*pace.markets[1:], 1_200]
    before = [
        any(market <= d <= start for d in pace.decisions)
        for market, (start, _) in zip(pace.markets, pace.battles, strict=True)
    ]
    after = [
        end == 1_200 or any(end <= d <= follow for d in pace.decisions)
        for (_, end), follow in zip(pace.battles, follows, strict=True)
    ]
    return pacing.decides_in_every_stage(pace) and all(before) and all(after)


def spoiled() -> Iterator[tuple[str, Pace]]:
    """Traces that are wrong in one way each, by the name of the question that has to say so."""
    normal = pacing.NORMAL
    yield "hands_over", Pace(normal.markets, normal.battles, (25, 90, 175, 286, *normal.decisions[4:]))
    yield "hands_over", Pace((0,), ((1_100, 1_199),), (1_095,))
    yield "decides_outside_battles", Pace(normal.markets, normal.battles, (25, 90, 175, 269, *normal.decisions[3:]))
    yield "is_in_order", Pace((0, 260, 600, 900), normal.battles, normal.decisions)
    yield "is_in_order", Pace(normal.markets, normal.battles, (*normal.decisions, 1_201))
    yield "ends_battles_in_time", Pace((0,), ((10, 161),), (5, 165))
    yield "decides_in_every_stage", Pace((0, 300), ((180, 270), (480, 570)), (280, 325, 580))
    yield "decides_in_every_stage", Pace((0, 300), ((180, 270), (480, 570)), (25, 325, 580))
    yield "decides_in_every_stage", Pace((0, 300), ((180, 270), (480, 570)), (25, 280, 580))


@fact("AG-ECO-13-07", cases=spoiled)
def a_spoiled_trace_is_noticed(case: tuple[str, Pace]) -> bool:
    """A late decision, one in a battle, a Market in a battle, a time beyond the end, a long battle, are noticed."""
    name, pace = case
    return not getattr(pacing, name)(pace)


# ---------------------------------------------------------------- against the other sections


@fact("AG-ECO-13-02", "AG-ECO-11-04", cases=lambda: Profile, expect=Verdict.REFUTED, finding="F-181")
def markets_last_no_longer_than_preparation_may(profile: Profile) -> bool:
    """From a Market's opening to its battle pass at most the 150 seconds that the capacity gate allows."""
    return max(pacing.preparations(pacing.pace_of(profile))) <= capacity.MOST_PREP_SECONDS


def lengths_of_battles() -> Iterator[tuple[int, ...]]:
    """Once: the lengths of all battles that end before their trace does."""
    yield tuple(length for pace in paces() for length in pacing.battle_lengths(pace))


@fact("AG-ECO-13-05", "AG-ECO-11-10", cases=lengths_of_battles, expect=Verdict.REFUTED, finding="F-182")
def battles_keep_their_95th_percentile(lengths: tuple[int, ...]) -> bool:
    """Of the battles that end within the traces at most one in twenty lasts longer than 106 seconds."""
    longer = sum(length > capacity.battle_p95_seconds(10) for length in lengths)
    return 20 * longer <= len(lengths)


def round_seconds(pace: Pace) -> Fraction:
    """The mean time from one Market's opening to the next."""
    return Fraction(pace.markets[-1] - pace.markets[0], len(pace.markets) - 1)


@fact("AG-ECO-12.1-01", "AG-ECO-13-04", cases=lambda: Profile, expect=Verdict.REFUTED, finding="F-183")
def twelve_rounds_fit_a_contract(profile: Profile) -> bool:
    """Twelve ordinary Rounds at the trace's pace take no longer than the profile's mean successful Contract."""
    rounds = 12 * round_seconds(pacing.pace_of(profile)) / 60
    return rounds <= Fraction(campaign.budget_of(profile).cleared, campaign.CONTRACTS)
