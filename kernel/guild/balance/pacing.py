"""Twenty minutes of play on a clock: Markets open, battles run, decisions fall. Times are whole seconds.

Rules: AG-ECO-13, AG-ECO-15.3-08.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import require
from kernel.guild.balance.capacity import Profile, row_of

#: How long a trace is, and how soon a decision follows a battle (AG-ECO-13-07, AG-ECO-15.3-08).
TRACE_SECONDS = 1_200
HANDOFF_SECONDS = 15
#: How long a standard battle can last (AG-SYS-1-10, AG-ECO-13-07).
MOST_BATTLE_SECONDS = 150

Span = tuple[int, int]
"""From this second to that."""


@dataclass(frozen=True)
class Pace:
    """One trace: when Markets open, the battles from start to end, and when decisions fall."""

    markets: tuple[int, ...]
    battles: tuple[Span, ...]
    decisions: tuple[int, ...]


NORMAL = Pace(
    (0, 300, 600, 900),
    ((180, 270), (480, 570), (780, 870), (1080, 1170)),
    (25, 90, 175, 280, 325, 390, 475, 580, 625, 690, 775, 880, 925, 990, 1075, 1180),
)
ACTIVE = Pace(
    (0, 330, 660, 990),
    ((210, 300), (540, 630), (870, 960), (1140, 1200)),
    (20, 75, 135, 205, 310, 350, 410, 475, 535, 640, 680, 740, 805, 865, 970, 1015, 1070, 1135),
)
EFFICIENT = Pace(
    (0, 260, 520, 780, 1040),
    ((130, 230), (390, 490), (650, 750), (910, 1010), (1170, 1200)),
    (35, 125, 240, 295, 385, 500, 555, 645, 760, 815, 905, 1020, 1075, 1165),
)
ADVERSARIAL = Pace(
    (0, 290, 610, 940),
    ((150, 260), (440, 580), (760, 910), (1100, 1200)),
    (30, 80, 145, 270, 320, 375, 435, 590, 640, 700, 755, 920, 970, 1030, 1095),
)
RETURNING = Pace(
    (0, 270, 590, 930),
    ((140, 240), (420, 550), (760, 890), (1090, 1180)),
    (25, 85, 135, 250, 300, 355, 415, 560, 620, 680, 755, 900, 950, 1015, 1085, 1190),
)


def pace_of(profile: Profile) -> Pace:
    """A profile's trace. Rules: AG-ECO-13-02, AG-ECO-13-03, AG-ECO-13-04, AG-ECO-13-05, AG-ECO-13-06."""
    return row_of(profile, NORMAL, ACTIVE, EFFICIENT, ADVERSARIAL, RETURNING)


def is_rising(times: tuple[int, ...]) -> bool:
    """Does each time lie after the one before?"""
    return all(times[place] < times[place + 1] for place in range(len(times) - 1))


@require(lambda pace: len(pace.decisions) > 0, "AG-ECO-13-07: a trace has decisions")
@require(lambda pace: is_rising(pace.decisions), "AG-ECO-13-07: decisions are listed in order of time")
def gaps(pace: Pace) -> tuple[int, ...]:
    """The seconds between decisions, from the start to the first and from the last to the end. Rules: AG-ECO-13-07."""
    ends = (*pace.decisions, TRACE_SECONDS)
    return tuple(late - early for early, late in zip((0, *pace.decisions), ends, strict=True))


def maximum_gap(pace: Pace) -> int:
    """The longest time without a decision, in seconds. Rules: AG-ECO-13-07, AG-ECO-15.3-08."""
    return max(gaps(pace))


def is_in_order(pace: Pace) -> bool:
    """Do rising times lie within the trace, and do Market, battle, Market, battle take turns?

    Rules: AG-ECO-13-07.
    """
    stages = tuple(
        time for market, (start, end) in zip(pace.markets, pace.battles, strict=True) for time in (market, start, end)
    )
    times = (*stages, *pace.decisions)
    return is_rising(stages) and is_rising(pace.decisions) and min(times) >= 0 and max(times) <= TRACE_SECONDS


def decides_outside_battles(pace: Pace) -> bool:
    """Does no decision fall while a battle runs? A battle runs by itself. Rules: AG-SYS-1-03, AG-ECO-13-07."""
    return all(not start <= decision < end for decision in pace.decisions for start, end in pace.battles)


def next_decision(pace: Pace, end: int) -> int:
    """The first decision at or after this second; long after the trace if there is none. Rules: AG-ECO-13-07."""
    return min((decision for decision in pace.decisions if decision >= end), default=2 * TRACE_SECONDS)


def hands_over(pace: Pace) -> bool:
    """Is each battle that ends before the trace does followed by a decision in time? Rules: AG-ECO-13-07."""
    return all(next_decision(pace, end) - end <= HANDOFF_SECONDS for _, end in pace.battles if end < TRACE_SECONDS)


def ends_battles_in_time(pace: Pace) -> bool:
    """Does no battle outlast what a standard battle may? Rules: AG-SYS-1-10, AG-ECO-13-07."""
    return all(end - start <= MOST_BATTLE_SECONDS for start, end in pace.battles)


def decides_in_every_stage(pace: Pace) -> bool:
    """Is there a decision in each Market before its battle, and one between a battle's end and what follows?

    Kinds of decisions are not written beside the times; this is what their kinds presuppose. Rules: AG-ECO-13-07.
    """
    follows = (*pace.markets[1:], TRACE_SECONDS)
    return all(
        any(market <= decision <= start for decision in pace.decisions)
        and (end == TRACE_SECONDS or any(end <= decision <= follow for decision in pace.decisions))
        for market, (start, end), follow in zip(pace.markets, pace.battles, follows, strict=True)
    )


def preparations(pace: Pace) -> tuple[int, ...]:
    """The seconds from each Market's opening to its battle. Rules: AG-ECO-13-07."""
    return tuple(start - market for market, (start, _) in zip(pace.markets, pace.battles, strict=True))


def battle_lengths(pace: Pace) -> tuple[int, ...]:
    """How long the battles last that end before the trace does, in seconds. Rules: AG-ECO-13-07."""
    return tuple(end - start for start, end in pace.battles if end < TRACE_SECONDS)
