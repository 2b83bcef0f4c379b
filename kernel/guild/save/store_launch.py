"""A launch of the game as the disk counts it: the trash and copies from before migrations grow older.

The wall clock that a launch sees is kept for diagnosis, in a file that nothing else reads.

Rules: AG-SAV-16-02, AG-SAV-13-10, AG-SAV-15-02.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save.clock import is_anomaly
from kernel.guild.save.commit import Commit
from kernel.guild.save.deletion import launched
from kernel.guild.save.envelope import LEAST, MOST, Damaged
from kernel.guild.save.intent import Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.migration import LAUNCHES_KEPT, keeps_copy
from kernel.guild.save.slot import LAST
from kernel.guild.save.store import NotSaved, Stopped
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import Unsupported
from kernel.guild.save.store_evidence import Unavailable, gathered, read
from kernel.guild.save.store_files import Unsure, Unwritten, packed, put, unpacked
from kernel.guild.save.store_index import Before
from kernel.guild.save.store_slots import Slots

#: What opens a Market once it is applied, as far as a journal tells. Rules: AG-SAV-11.1-06.
_OPENS = (Kind.COMMIT_RUN, Kind.CLAIM)
#: The file of the wall clock.
CLOCK = "clock"


@dataclass(frozen=True)
class Seen:
    """The wall clock last seen, in seconds, and how many anomalies have been recorded: 0 to `LAST`, where it stays.

    Rules: AG-SAV-15-02.
    """

    wall: int
    anomalies: int


def see_clock(slots: Slots, wall: int) -> Seen:
    """Note the wall clock, and an anomaly if it has moved too far. A file that cannot be read counts as none.

    Whoever launches the game goes on whatever comes of it. Raises `NotSaved` or `Stopped` if it could not be noted.
    Rules: AG-SAV-15-02, AG-SAV-15-10.
    """
    before = clock_in(slots)
    odd = before is not None and is_anomaly(before.wall, wall)
    count = 0 if before is None else before.anomalies
    seen = Seen(min(max(wall, LEAST), MOST), min(LAST, count + 1) if odd else count)
    try:
        put(slots.medium, CLOCK, packed("clock", seen))
    except Unwritten as error:
        raise NotSaved(str(error)) from error
    except Unsure as error:
        raise Stopped(str(error)) from error
    return seen


def clock_in(slots: Slots) -> Seen | None:
    """The wall clock last seen, None if that cannot be told."""
    try:
        seen: Seen = unpacked("clock", Seen, read(slots.medium, CLOCK))
    except (Unavailable, Damaged, Misfit):
        return None
    return seen


def count_launch(slots: Slots) -> None:
    """The game has been launched successfully: once for each such launch, after `opened_slots`.

    Raises `NotSaved`, `Stopped` or `Unavailable`. Rules: AG-SAV-16-02, AG-SAV-13-10.
    """
    index = slots.index
    older = tuple(replace(each, launches=each.launches + 1) for each in index.before)
    kept = tuple(each for each in older if is_kept(slots, each))
    slots_then = tuple(launched(kept, True, slots.rulings) for kept in index.slots)
    then = replace(index, slots=slots_then, before=kept)
    if then != index:
        slots.switch(then)


def is_kept(slots: Slots, before: Before) -> bool:
    """Is a copy kept? What came after the migration is read off the slot's journal. Raises `Unavailable`.

    Rules: AG-SAV-13-10.
    """
    if before.launches < LAUNCHES_KEPT:
        return True
    try:
        evidence = gathered(slots.within(before.of), slots.index.identity(before.of))
    except Unsupported:
        return True
    held = evidence.held(evidence.active)
    return held is None or keeps_copy(*since(held.commit, before.sequence), before.launches)


def since(commit: Commit, sequence: int) -> tuple[int, bool]:
    """How many Markets have opened after this sequence, and whether a run was closed. Rules: AG-SAV-13-10."""
    rows = [row for row in commit.journal if row.status is Status.APPLIED and row.receipt > sequence]
    kinds = [row.intent.kind for row in rows]
    return sum(1 for kind in kinds if kind in _OPENS), Kind.CLOSE in kinds
