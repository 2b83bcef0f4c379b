"""The small worlds of an interrupted battle: one of six ticks in every way, one whose tick 417 has something in flight.

The battles are made up so that everything happens that a resumed battle could get wrong: something that is thrown in
one tick and lands in a later one, a fall that makes the line close up, an action of one who has fallen, a fall in the
batch of an action, draws that decide who falls, and a fall in the last tick.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.encounter import Beat, Pace, Script, begun
from kernel.guild.save.rulings import FROZEN, GROWING, LostJournal, SaveRulings, Suspension
from kernel.guild.save.slot import NONE
from model.encounter import Board, Choice, at_tick, fresh, game
from model.game import World

EncounterWorld = World[Board, Choice, SaveRulings]

VICTORY, TIMEOUT = 0, 2
#: Unit 0 is hit in tick 1 and would act in tick 2; unit 1 falls in tick 4, in which it acts; unit 2 in tick 5.
BEATS = (
    Beat(0, 1, 0, 1),
    Beat(1, 2, NONE, 0),
    Beat(0, 1, 0, 2),
    Beat(2, 1, NONE, 0),
    Beat(1, 1, 1, 0),
    Beat(2, 1, 0, 0),
)
#: Of the draws the first two and the fourth say that what lands fells.
SKIRMISH = Script(0b1011, 3, BEATS, 6, TIMEOUT, Pace(2, 3, 1))
BRIEF = replace(SKIRMISH, ticks=3, outcome=VICTORY, pace=Pace(2, 1, 0))
#: One unit, which falls in the last tick; a retreat is over at once, so that who goes back in time escapes it.
HASTY = Script(1, 1, (Beat(0, 1, NONE, 0), Beat(0, 1, NONE, 0), Beat(NONE, 0, 0, 0)), 3, VICTORY, Pace(1, 1, 0))
#: With the numbers of the text: the front falls in tick 413; what is thrown in tick 415 lands in tick 418 and fells.
THROWN = {412: (0, 1), 415: (0, 3)}
VOLLEYS = tuple(Beat(tick % 3, 1, *THROWN.get(tick, (NONE, 0))) for tick in range(420))
LONG = Script(0b11, 3, VOLLEYS, 420, VICTORY)
#: Where that battle is taken up, and the tick of its retreat, which would be complete after its end.
TAKEN_UP, WITHDRAWING = 415, 404

NO_FAULT = frozenset({"corrupt", "forge", "recover: SEALED"})


def world(name: str, about: str, board: Board, rulings: SaveRulings, silent: frozenset[str]) -> EncounterWorld:
    """A world of one battle."""
    return World(name, about, game(rulings), (board,), rulings, 60_000, silent)


def in_both(name: str, about: str, board: Board, silent: frozenset[str]) -> tuple[EncounterWorld, EncounterWorld]:
    """The same world in both editions."""
    return (
        world(name, about, board, FROZEN, silent),
        world(f"{name}-growth", f"{about}; continuous growth", board, GROWING, silent),
    )


def sound(script: Script, suspensions: int = 1) -> Board:
    """A battle whose copies stay whole, with a week away."""
    return fresh(begun(script), script, 0, 0, suspensions, 1)


def damaged(script: Script, faults: int, forgeries: int = 0) -> Board:
    """A battle that is killed at any time, with copies that do not stay as they were written."""
    return fresh(begun(script), script, faults, forgeries, 0, 0)


FAULTS = frozenset({"suspend", "wait", "forge"})

WORLDS: dict[str, EncounterWorld] = {
    each.name: each
    for each in (
        *in_both("save-encounter", "six ticks, interrupted at any batch", sound(SKIRMISH), NO_FAULT),
        *in_both("save-encounter-corrupt", "six ticks, two unreadable copies", damaged(SKIRMISH, 2), FAULTS),
        *in_both("save-encounter-lost", "three ticks, any copies unreadable", damaged(BRIEF, 5), FAULTS),
        *in_both(
            "save-encounter-forged",
            "six ticks, one well-formed copy that is wrong",
            damaged(SKIRMISH, 0, 1),
            frozenset({"suspend", "wait", "corrupt"}),
        ),
        *in_both(
            "save-encounter-417",
            "ticks 415 to 419 of a battle with the numbers of the text, in retreat since tick 404",
            fresh(at_tick(LONG, TAKEN_UP, WITHDRAWING), LONG, 0, 0, 1, 0),
            NO_FAULT | {"recover: REPLAYED", "wait", "retreat"},
        ),
        world(
            "save-encounter-tick",
            "a suspension completes the tick",
            sound(SKIRMISH),
            replace(FROZEN, suspension=Suspension.TICK),
            NO_FAULT,
        ),
        world(
            "save-encounter-bare",
            "a suspension completes the batch and writes no snapshot",
            sound(SKIRMISH),
            replace(FROZEN, suspension=Suspension.BARE),
            NO_FAULT,
        ),
        world(
            "save-encounter-blind",
            "a snapshot is resumed although the journal is lost; three unreadable copies",
            damaged(HASTY, 3),
            replace(FROZEN, lost_journal=LostJournal.RESUME),
            FAULTS,
        ),
    )
}
