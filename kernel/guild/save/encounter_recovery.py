"""Resuming a battle: from the newest valid snapshot and the journal, from the countdown, or not at all.

Recovery plays the script again through the very functions that played it first, writes again what they write, and then
asks whether the journal that comes of it is the one that was kept. Rules: AG-SAV-8-04..10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save.encounter import (
    EMPTY,
    GONE,
    Encounter,
    Entry,
    Fight,
    Priority,
    Record,
    Script,
    Snapshot,
    advanced,
    chained,
    countdown,
    label_of,
)
from kernel.guild.save.rulings import LostJournal, SaveRulings
from kernel.guild.save.slot import NONE, Cause, Term


class Ending(Term):
    """What recovery leads to: exactly one of these. Rules: AG-SAV-8-05, AG-SAV-8-10."""

    RESUMED = "from the newest valid snapshot"
    REPLAYED = "from the countdown"
    SEALED = "recovery_incomplete"


@dataclass(frozen=True)
class Evidence:
    """What can be read after an interruption; None is what cannot. `away`: weeks on the wall clock, for the recap."""

    snapshots: tuple[Snapshot | None, ...]
    journal: tuple[Entry, ...] | None
    is_start_valid: bool
    retreat: int
    away: int = 0


@dataclass(frozen=True)
class Resumption:
    """How recovery ended, the battle that goes on unless it is sealed, and the cause of the run's end if it is."""

    ending: Ending
    encounter: Encounter
    seed: int
    cause: Cause
    away: int


def valid(snapshots: tuple[Snapshot | None, ...], script: Script) -> tuple[Snapshot | None, ...]:
    """The same without those that cannot be read, whose hash is not their own, or that do not follow a valid one.

    One whose predecessor is not valid stands by its own hash. Rules: AG-SAV-8-05.
    """
    found: tuple[Snapshot | None, ...] = ()
    for snapshot in snapshots:
        before = found[-1] if found else None
        previous = script.seed if before is None else before.mark
        follows = snapshot is not None and (snapshot.previous == previous or (before is None and len(found) > 0))
        is_own = snapshot is not None and snapshot.mark == chained(snapshot.previous, snapshot.fight)
        found = (*found, snapshot if follows and is_own else None)
    return found


def up_to_newest(snapshots: tuple[Snapshot | None, ...]) -> tuple[Snapshot | None, ...]:
    """The same up to the newest that is there. Rules: AG-SAV-8-05."""
    count = 0
    for number, snapshot in enumerate(snapshots):
        count = number + 1 if snapshot is not None else count
    return snapshots[:count]


def recovered(script: Script, evidence: Evidence, rulings: SaveRulings) -> Resumption:
    """What the evidence leads to. The script is that of the start, which every snapshot names as well.

    Without a readable journal nothing says how far the battle was seen: it is sealed, unless F-212 is ruled otherwise.
    Rules: AG-SAV-8-05..10.
    """
    kept = up_to_newest(valid(evidence.snapshots, script))
    newest = kept[-1] if kept else None
    trusts = newest is not None and rulings.lost_journal is LostJournal.RESUME
    if (evidence.journal is None and not trusts) or (newest is None and not evidence.is_start_valid):
        return sealed(script, evidence)
    journal = evidence.journal or ()
    base = countdown(script) if newest is None else newest.fight
    earlier = tuple(each for each in journal if each.tick < base.tick)
    snapshots = tuple(GONE if each is None else each for each in kept)
    start = Encounter(base, Record(snapshots, earlier, evidence.retreat))
    encounter = replayed(start, script, journal)
    if encounter.record.journal != journal or not is_led_to(base, journal):
        return sealed(script, evidence)
    ending = Ending.REPLAYED if newest is None else Ending.RESUMED
    return Resumption(ending, encounter, script.seed, Cause.NOT_ENDED, evidence.away)


def replayed(start: Encounter, script: Script, journal: tuple[Entry, ...]) -> Encounter:
    """Events and commands again, up to the end of the last tick in the journal, with all that is written on the way.

    Rules: AG-SAV-8-06, AG-SAV-8-08.
    """
    encounter = start
    last = journal[-1].tick if journal else NONE
    for _ in range(len(Priority) * script.ticks):
        fight = encounter.fight
        if fight.tick <= last and fight.outcome == NONE:
            encounter = advanced(encounter, script, False)
    return encounter


def is_led_to(base: Fight, journal: tuple[Entry, ...]) -> bool:
    """Does the journal lead to the state from which the replay began, if it speaks of it? Rules: AG-SAV-8-07."""
    if base.priority is not Priority.CONTROL:
        return True
    return all(each.mark == label_of(base) for each in journal if each.tick == base.tick - 1)


def sealed(script: Script, evidence: Evidence) -> Resumption:
    """The battle is not played on: its run is closed as recovery_incomplete. Rules: AG-SAV-8-10."""
    nothing = Encounter(countdown(script), replace(EMPTY, retreat=evidence.retreat))
    return Resumption(Ending.SEALED, nothing, script.seed, Cause.UNRECOVERED, evidence.away)
