"""The pending-to-applied procedure for the symbolic engine: one case for each phase and kind of step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import FREE
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import LAST, Slot
from model.crash_matrix import (
    DECLINED,
    Bench,
    Choice,
    Crash,
    Proceed,
    Recover,
    Settle,
    Submit,
    Unwatch,
    fresh,
    game,
    is_due,
)
from model.lift import terms as T
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of
from model.save_symbols import Size, intent, slot, station
from model.symbolic import Arena, Case

SaveArena = Arena[Bench, Choice, SaveRulings]

#: The kinds of steps in each phase; the first case has a candidate, so that its state can stand for every other.
CASES = tuple(
    f"{phase.name} {step}"
    for phase, steps in (
        (Phase.WRITTEN, ("proceed", "crash")),
        (Phase.SWITCHED, ("proceed", "crash", "lose")),
        (Phase.OPEN, ("submit", "settle", "crash", "unwatch")),
        (Phase.READ, ("proceed", "crash")),
        (Phase.ROTATED, ("proceed", "crash")),
        (Phase.MIRRORED, ("proceed", "crash")),
        (Phase.DOWN, ("recover",)),
    )
    for step in steps
)


def step(name: str, kind: str, size: Size) -> Value:
    """Any step of this kind."""
    operation = T.number(f"{name}.operation", 0, size.operations - 1)
    match kind:
        case "submit":
            return Record(Submit, {"operation": operation, "intent": intent(f"{name}.intent", size)})
        case "settle":
            return Record(Settle, {"operation": operation})
        case "unwatch":
            return Record(Unwatch, {"operation": operation})
        case "crash":
            return Crash(kept=True)
        case "lose":
            return Crash(kept=False)
        case "recover":
            return Recover()
    return Proceed()


def bench(name: str, size: Size, phase: Phase) -> Value:
    """Any state in this phase."""
    told = tuple(T.number(f"{name}.told{i}", DECLINED, LAST) for i in range(size.operations))
    return Record(Bench, {"station": station(f"{name}.s", size, phase), "menu": (), "told": told, "reuses": True})


def opening(payload: Slot, operations: int, backups: int, kind: Kind) -> Bench:
    """Where histories begin: any slot, verified and with nothing asked of it; free rows hold some kind of intent."""
    begun = fresh(payload, (), operations, backups)
    free = (replace(FREE, intent=Intent(kind)),) * operations
    bare = replace(begun.station.active, journal=free)
    return replace(begun, station=replace(begun.station, active=bare, other=bare), reuses=True)


def arena(size: Size, rulings: SaveRulings, is_slot: Callable[[Slot, SaveRulings], bool]) -> SaveArena:
    """Histories of any length over any consistent slot of this size; the journal watches some of their operations."""

    def case(name: str) -> Case:
        phase, _, kind = name.partition(" ")
        return Case(name, bench("s", size, Phase[phase]), step("c", kind, size))

    def start(lifter: Lifter | None = None) -> tuple[Value, T.Bool]:
        lifter = lifter or Lifter()
        payload = slot("slot", size)
        begun = lifter.call(opening, payload, size.operations, size.backups, size.kinds[0])
        return begun, lifter.truth(lifter.call(is_slot, payload, rulings))

    return Arena(
        game=game(rulings),
        size=f"{size.recruits} Recruits, {size.items} items",
        cases=CASES,
        case=case,
        is_legal=is_due,
        start=start,
        choice_for=lambda name, state: None,
        fixed=frozenset({"phase"}),
        stage=lambda state: fields_of(fields_of(state)["station"])["phase"],
    )
