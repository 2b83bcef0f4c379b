"""The mapping from what lies on a disk to the kernel's abstract `Station`, and the steps that both go through.

A disk shows less than a station: not whether a pointer has been read back. So both are reduced to what a disk shows,
and a run on a disk refines the procedure if it goes through the same reduced stations, in that order, and no others.

Rules: AG-SAV-5-04..10, AG-SAV-5.1-01..05.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernel.guild.save.commit import Commit, Phase, Station, proceed, write
from kernel.guild.save.rulings import FROZEN, SaveRulings
from kernel.guild.save.slot import NONE
from kernel.guild.save.store_evidence import gathered
from kernel.guild.save.store_files import BACKUPS
from model.disk import SimulatedDisk, Snapshot
from model.store_runs import IDENTITY, Request


@dataclass(frozen=True)
class Shown:
    """What a disk shows of a station: the active commit if there is one, a written candidate, backups, ledgers.

    Backups are sequences, newest first; of the ledgers the longer comes first, for the store writes them in turn.
    """

    active: Commit | None
    candidate: Commit | None
    backups: tuple[int, ...]
    ledgers: tuple[int, int]

    def __str__(self) -> str:
        active = "no commit" if self.active is None else f"commit {self.active.sequence}"
        candidate = "no candidate" if self.candidate is None else f"candidate {self.candidate.sequence}"
        return f"{active}, {candidate}, backups {self.backups}, ledgers {self.ledgers}"

    __repr__ = __str__


def shown_on(snapshot: Snapshot) -> Shown:
    """What this disk shows."""
    evidence = gathered(SimulatedDisk(snapshot), IDENTITY)
    held = evidence.held(evidence.active)
    children = [
        each.commit
        for each in evidence.commits.values()
        if held is not None and each.stored.parent_commit_id == held.stored.commit_id
    ]
    backups = tuple(pointer.sequence for pointer in evidence.shelf.backups)
    one, other = sorted((len(rows or ()) for rows in evidence.ledgers), reverse=True)
    return Shown(None if held is None else held.commit, children[0] if children else None, backups, (one, other))


def shown_of(station: Station) -> Shown:
    """What a disk would show of this station."""
    candidate = station.other if station.phase is Phase.WRITTEN else None
    backups = tuple(sequence for sequence in station.backups if sequence != NONE)
    one, other = sorted(station.ledgers, reverse=True)
    return Shown(station.active, candidate, backups, (one, other))


def station_at(shown: Shown) -> Station:
    """The station of a slot at rest that shows this. Raises `ValueError` if no commit is active."""
    if shown.active is None:
        raise ValueError("no commit is active")
    backups = (*shown.backups, *(NONE,) * (BACKUPS - len(shown.backups)))
    return Station(Phase.OPEN, shown.active, shown.active, backups, shown.ledgers)


def changes(shown: Iterable[Shown]) -> tuple[Shown, ...]:
    """Without repetitions."""
    found: list[Shown] = []
    for each in shown:
        if not found or found[-1] != each:
            found.append(each)
    return tuple(found)


def steps_on_disk(snapshots: Sequence[Snapshot]) -> tuple[Shown, ...]:
    """What the disk showed during a run."""
    return changes(shown_on(snapshot) for snapshot in snapshots)


def steps_of(request: Request, start: Snapshot, rulings: SaveRulings = FROZEN) -> tuple[Shown, ...]:
    """What the kernel's procedure shows for this request, from the station that the disk starts in."""
    station = station_at(shown_on(start))
    shown = [shown_of(station)]
    for candidate in (request.pending, request.after):
        if candidate == station.active:
            continue
        station = write(station, candidate)
        shown.append(shown_of(station))
        while station.phase is not Phase.OPEN:
            station = proceed(station, rulings)
            shown.append(shown_of(station))
    return changes(shown)
