"""Who stands where: the line without gaps, the Reserve, and how many may be deployed.

A place is a depth: 0 is front. Every Recruit has a footprint of one. Rules: AG-SYS-1-01, AG-SYS-1-02, AG-SYS-18.3-01.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure, require
from kernel.guild import economy
from kernel.guild.state import NONE, Recruit, State, is_living, is_owned


def deployed_count(recruits: tuple[Recruit, ...]) -> int:
    """How many of the Company stand in the line. Rules: AG-SYS-1-02."""
    return sum(1 for recruit in recruits if is_owned(recruit) and recruit.place >= 0)


def living_count(recruits: tuple[Recruit, ...]) -> int:
    """How many of the Company live, in the line and in Reserve. Rules: AG-ECO-5.3-02."""
    return sum(1 for recruit in recruits if is_living(recruit))


def capacity_of(state: State) -> int:
    """How many may be deployed: it grows with cleared Rounds alone. Rules: AG-ECO-3-12."""
    return economy.line_capacity(state.cleared)


def is_recruit(state: State, recruit: int) -> bool:
    """Is this the slot of a living Recruit?"""
    return 0 <= recruit < len(state.recruits) and is_living(state.recruits[recruit])


def without(recruits: tuple[Recruit, ...], recruit: int) -> tuple[Recruit, ...]:
    """The roster with one Recruit taken out of the line; those behind close up. Rules: AG-SYS-1-01."""
    left = recruits[recruit].place
    return tuple(
        replace(each, place=NONE)
        if i == recruit
        else replace(each, place=each.place - 1)
        if left >= 0 and each.place > left
        else each
        for i, each in enumerate(recruits)
    )


@require(lambda state, recruit: is_recruit(state, recruit), "AG-SYS-3-06: only a living Recruit is moved")
@ensure(
    lambda result, state: deployed_count(result.recruits) <= max(deployed_count(state.recruits), capacity_of(state)),
    "AG-SYS-1-02: the line never holds more than its capacity",
)
def deploy(state: State, recruit: int, place: int) -> State:
    """Move a Recruit to this place of the line, or to Reserve at -1; the others keep their order.

    Rules: AG-SYS-1-01, AG-SYS-1-02, AG-SYS-3-06.
    """
    rest = without(state.recruits, recruit)
    if place < 0:
        return replace(state, recruits=rest)
    return replace(
        state,
        recruits=tuple(
            replace(each, place=place)
            if i == recruit
            else replace(each, place=each.place + 1)
            if each.place >= place
            else each
            for i, each in enumerate(rest)
        ),
    )


def leave(state: State, recruit: int) -> State:
    """Take a Recruit out of the line, whatever its status. Rules: AG-SYS-1-01."""
    return replace(state, recruits=without(state.recruits, recruit))
