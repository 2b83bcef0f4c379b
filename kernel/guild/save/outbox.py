"""The outbox of platform achievements: derived from Records, bounded, without a say in the game.

An event is the label of the applied Record it derives from, so that sending it twice does nothing more.
Rules: AG-SAV-10-07, AG-SAV-15-07.
"""

from __future__ import annotations

from kernel.contracts import ensure

#: At most so many events wait.
MOST_EVENTS = 100

Events = tuple[int, ...]
"""Labels of Records, oldest first, each once."""


@ensure(lambda result: len(result) <= MOST_EVENTS, "AG-SAV-10-07: at most 100 events wait")
def recorded(waiting: Events, event: int, most: int = MOST_EVENTS) -> Events:
    """The outbox once a Record was applied: an event that waits already waits once, and a full box lets its oldest go.

    Rules: AG-SAV-10-07, AG-SAV-15-07.
    """
    if event in waiting:
        return waiting
    kept = waiting if len(waiting) < most else waiting[1:]
    return (*kept, event)


def delivered(waiting: Events, event: int) -> Events:
    """The outbox once the platform has this event."""
    return tuple(each for each in waiting if each != event)


def regenerated(waiting: Events, records: Events, arrived: Events, most: int = MOST_EVENTS) -> Events:
    """The outbox filled up again from Records whose events neither wait nor have arrived, the oldest first.

    Rules: AG-SAV-10-07.
    """
    missing = tuple(each for each in records if each not in waiting and each not in arrived)
    return (*missing[: max(0, most - len(waiting))], *waiting)
