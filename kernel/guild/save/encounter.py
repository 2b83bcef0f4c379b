"""A battle that is interrupted: what is written while it goes on, and how it is resumed.

The battle itself is a stand-in. A `Script` says what a deterministic battle does in each tick: who acts, what flies at
whom, and how many draws that takes; the seed is the sequence of draws. Nothing here asks what a battle is beyond that:
the same script, seed and tick of retreat give the same battle. Of the ten priorities of a tick four batches are told
apart: control, action, falls, and the closing of lines and clocks. Identities and hashes are injective labels.

Widths: ticks of a battle 0 to 1500, of what still flies then to `MOST_TICK`; units at most 8, draws of a label at most
`MOST_DRAWS`. Rules: AG-SAV-8-02, AG-SAV-8-03.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import require
from kernel.guild.save.rulings import SaveRulings, Suspension
from kernel.guild.save.slot import NONE, Term

#: The labels of draws: of whoever acts, and of what lands.
ACTION, IMPACT = 0, 1
MOST_UNITS, MOST_TICK, MOST_DRAWS = 8, 2**12 - 2, 2**12 - 1
#: How many sets of units there are.
SETS: int = 2**MOST_UNITS
#: The bits of a seed, which are its draws, over and over.
SEED_BITS = 64
#: The number that an intent carries for a completed retreat.
RETREAT = 3


class Priority(Term):
    """The batches of one tick, in their order."""

    CONTROL = "accept lifecycle control"
    ACT = "complete, select, move and apply"
    FALL = "mark who is at zero HP"
    CLOCK = "compact the line, evaluate, advance clocks"


@dataclass(frozen=True)
class Pace:
    """Ticks between two snapshots, the first tick of a retreat, and how long one takes. Rules: AG-SAV-8-03."""

    interval: int
    earliest: int
    withdrawal: int


#: What the text says: ten ticks, tick 50, 20 ticks.
PACE = Pace(10, 50, 20)


@dataclass(frozen=True)
class Beat:
    """One tick: `actor` acts with this many `draws`, and what is thrown at place `strike` lands after `delay` ticks."""

    actor: int
    draws: int
    strike: int
    delay: int


@dataclass(frozen=True)
class Script:
    """What a committed start fixes: draws, units, a beat for each tick (over and over), the last tick, its outcome."""

    seed: int
    units: int
    beats: tuple[Beat, ...]
    ticks: int
    outcome: int
    pace: Pace = PACE


@dataclass(frozen=True)
class Fight:
    """The state of a battle between two batches: `tick` is the one in hand, `priority` the first not yet processed.

    `places[i]` is where unit i stands, NONE once it has fallen; `flights[i]` the tick at which what flies at it lands;
    `struck` who is at zero HP and not yet marked. `acted` and `fell` are what this tick has shown so far.
    """

    tick: int
    priority: Priority
    draws: tuple[int, int]
    places: tuple[int, ...]
    flights: tuple[int, ...]
    struck: tuple[bool, ...]
    retreat: int
    outcome: int
    acted: int
    fell: int


@dataclass(frozen=True)
class Entry:
    """What the journal keeps of a finished tick: who acted, the set of who fell, the draws and the state's hash."""

    tick: int
    acted: int
    fell: int
    draws: tuple[int, int]
    mark: int


@dataclass(frozen=True)
class Snapshot:
    """A resumable state, the hash of the snapshot before it, and its own. Rules: AG-SAV-8-02."""

    fight: Fight
    previous: int
    mark: int


#: In the place of a snapshot that is in quarantine.
GONE = Snapshot(Fight(NONE, Priority.CONTROL, (0, 0), (), (), (), NONE, NONE, NONE, 0), NONE, NONE)


@dataclass(frozen=True)
class Record:
    """What is kept of a battle: snapshots and journal, oldest first, and the accepted tick of retreat.

    The newest snapshot is never in quarantine.
    """

    snapshots: tuple[Snapshot, ...]
    journal: tuple[Entry, ...]
    retreat: int


EMPTY = Record((), (), NONE)


@dataclass(frozen=True)
class Encounter:
    """A battle as it goes on, and its record."""

    fight: Fight
    record: Record


# ---------------------------------------------------------------- the battle


def countdown(script: Script) -> Fight:
    """The battle before its first tick."""
    units = script.units
    return Fight(
        0, Priority.CONTROL, (0, 0), tuple(range(units)), (NONE,) * units, (False,) * units, NONE, NONE, NONE, 0
    )


def label_of(fight: Fight) -> int:
    """The hash of a state: a number that no other state has, each field in its own range."""
    label = fight.tick * len(Priority) + sum(i for i, each in enumerate(Priority) if each is fight.priority)
    for count in fight.draws:
        label = label * (MOST_DRAWS + 1) + count
    for place, arrival, is_struck in zip(fight.places, fight.flights, fight.struck, strict=True):
        label = label * (MOST_UNITS + 1) + place + 1
        label = (label * (MOST_TICK + 2) + arrival + 1) * 2 + (1 if is_struck else 0)
    label = (label * (MOST_TICK + 2) + fight.retreat + 1) * 8 + fight.outcome + 1
    return (label * (MOST_UNITS + 1) + fight.acted + 1) * SETS + fight.fell


def chained(previous: int, fight: Fight) -> int:
    """The hash of a snapshot: of its state and of the snapshot before it."""
    width: int = 2 ** (32 * len(fight.places) + 128)
    return (previous + 1) * width + label_of(fight)


def is_drawn(script: Script, number: int) -> bool:
    """What draw `number` says, from the seed alone."""
    bits: int = 2 ** (number % SEED_BITS)
    return (script.seed // bits) % 2 == 1


def stepped(fight: Fight, script: Script, starts_retreat: bool) -> Fight:
    """The battle after its next batch."""
    if fight.priority is Priority.CONTROL:
        return replace(fight, retreat=fight.tick if starts_retreat else fight.retreat, priority=Priority.ACT)
    if fight.priority is Priority.ACT:
        return acted(fight, script)
    if fight.priority is Priority.FALL:
        fell = sum(2**i for i, is_struck in enumerate(fight.struck) if is_struck)
        places = tuple(
            NONE if is_struck else place for place, is_struck in zip(fight.places, fight.struck, strict=True)
        )
        bare = replace(fight, places=places, struck=(False,) * len(fight.struck), fell=fell)
        return replace(bare, priority=Priority.CLOCK)
    return clocked(fight, script)


def acted(fight: Fight, script: Script) -> Fight:
    """The action batch: whoever stands acts, what is thrown flies at whoever stands there, what arrives lands.

    All read the state before the batch. A unit that has fallen does nothing more. Rules: AG-SYS-1-05.
    """
    beat = script.beats[fight.tick % len(script.beats)]
    acts = beat.actor != NONE and fight.places[beat.actor] != NONE
    throws = tuple(beat.strike != NONE and place == beat.strike for place in fight.places)
    flights = tuple(
        fight.tick + beat.delay if is_aimed and arrival == NONE else arrival
        for is_aimed, arrival in zip(throws, fight.flights, strict=True)
    )
    impacts = fight.draws[IMPACT]
    struck: tuple[bool, ...] = ()
    for place, arrival in zip(fight.places, flights, strict=True):
        lands = arrival == fight.tick and place != NONE
        struck = (*struck, lands and is_drawn(script, impacts))
        impacts = impacts + (1 if lands else 0)
    return replace(
        fight,
        acted=beat.actor if acts else NONE,
        draws=(fight.draws[ACTION] + (beat.draws if acts else 0), impacts),
        flights=tuple(NONE if arrival == fight.tick else arrival for arrival in flights),
        struck=struck,
        priority=Priority.FALL,
    )


def clocked(fight: Fight, script: Script) -> Fight:
    """The end of a tick: the line closes up; the last tick has its outcome, and so has the end of a retreat."""
    places = tuple(
        NONE if mine == NONE else sum(1 for other in fight.places if NONE < other < mine) for mine in fight.places
    )
    outcome = NONE
    if fight.tick + 1 == script.ticks:
        outcome = script.outcome
    elif fight.retreat != NONE and fight.tick == fight.retreat + script.pace.withdrawal:
        outcome = RETREAT
    return replace(
        fight, tick=fight.tick + 1, priority=Priority.CONTROL, places=places, outcome=outcome, acted=NONE, fell=0
    )


# ---------------------------------------------------------------- what is written


def begun(script: Script) -> Encounter:
    """A committed start."""
    return Encounter(countdown(script), EMPTY)


def may_retreat(encounter: Encounter, script: Script) -> bool:
    """Can a retreat be accepted in the next batch? One is, from its earliest tick on. Rules: AG-SAV-6-12."""
    fight = encounter.fight
    is_first = encounter.record.retreat == NONE and fight.priority is Priority.CONTROL
    return is_first and fight.outcome == NONE and fight.tick >= script.pace.earliest


def is_snapshot_due(before: Fight, after: Fight, pace: Pace) -> bool:
    """Every so many ticks, at an accepted retreat, after falls, at the lock of the outcome. Rules: AG-SAV-8-03."""
    ends = before.priority is Priority.CLOCK
    is_retreat = before.retreat != after.retreat
    has_falls = before.priority is Priority.FALL and after.fell > 0
    return (ends and after.tick % pace.interval == 0) or is_retreat or has_falls or after.outcome != NONE


def with_snapshot(record: Record, fight: Fight, script: Script) -> Record:
    """The record with a snapshot of this state, chained to the one before; once is enough."""
    if record.snapshots and record.snapshots[-1].fight == fight:
        return record
    previous = record.snapshots[-1].mark if record.snapshots else script.seed
    return replace(record, snapshots=(*record.snapshots, Snapshot(fight, previous, chained(previous, fight))))


@require(lambda encounter: encounter.fight.outcome == NONE, "AG-SAV-8-03: a locked outcome is the end of the battle")
def advanced(encounter: Encounter, script: Script, is_confirmed: bool) -> Encounter:
    """The next batch, and what is written after it: a finished tick into the journal, a snapshot if one is due.

    A retreat starts in the tick for which it was accepted, or now if it is confirmed now. Rules: AG-SAV-8-03.
    """
    before, record = encounter.fight, encounter.record
    is_control = before.priority is Priority.CONTROL
    starts = is_control and (record.retreat == before.tick or (is_confirmed and may_retreat(encounter, script)))
    after = stepped(before, script, starts)
    if starts:
        record = replace(record, retreat=before.tick)
    if before.priority is Priority.CLOCK:
        entry = Entry(before.tick, before.acted, before.fell, before.draws, label_of(after))
        record = replace(record, journal=(*record.journal, entry))
    if is_snapshot_due(before, after, script.pace):
        record = with_snapshot(record, after, script)
    return Encounter(after, record)


def suspended(encounter: Encounter, script: Script, rulings: SaveRulings) -> Encounter:
    """An ordinary suspension: what is in hand is completed, and only then is it acknowledged.

    What that is, and whether a snapshot holds it, is F-211. Rules: AG-SAV-8-03, AG-SAV-7.2-10.
    """
    after = advanced(encounter, script, False)
    if rulings.suspension is Suspension.TICK:
        for _ in Priority:
            after = after if after.fight.priority is Priority.CONTROL else advanced(after, script, False)
    if rulings.suspension is Suspension.BATCH:
        return replace(after, record=with_snapshot(after.record, after.fight, script))
    return after
