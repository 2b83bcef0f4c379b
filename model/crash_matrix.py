"""The pending-to-applied procedure as a game: clients ask and ask again, the process works step by step, and crashes.

Choices are the client's (`Submit`), the process's (`Settle`, `Proceed`, `Recover`) and the environment's (`Crash`).
`Unwatch` belongs to proofs: the journal watches two operation IDs, and letting one go makes its row stand for any other
operation, so that what is proved of the watched one holds in histories of any length.
Rules: AG-SAV-5-01..11, AG-SAV-5.1-01..06.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.intent import Intent, Reason
from kernel.guild.save.journal import FREE, Row, Status
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Slot
from model.game import Game

#: What a client has been told of an operation, where it is no receipt: nothing, or that it was rejected.
NOTHING, DECLINED = NONE, NONE - 1


@dataclass(frozen=True)
class Bench:
    """A station, what the clients may ask for (`menu`), and the receipts that have been acknowledged (`told`).

    `told[i]` speaks of operation i. `reuses`: may a row be let go?
    """

    station: Station
    menu: tuple[Intent, ...]
    told: tuple[int, ...]
    reuses: bool


@dataclass(frozen=True)
class Submit:
    """A client sends an intent under an operation ID: for the first time, again, or with another intent."""

    operation: int
    intent: Intent


@dataclass(frozen=True)
class Settle:
    """The process turns a pending row into its final form and writes that candidate."""

    operation: int


@dataclass(frozen=True)
class Proceed:
    """The next atomic step of what is in flight."""


@dataclass(frozen=True)
class Crash:
    """The process ends; `kept`: a pointer that was not read back has reached the disk."""

    kept: bool


@dataclass(frozen=True)
class Recover:
    """The process starts again."""


@dataclass(frozen=True)
class Unwatch:
    """The row of a finished operation stands for another operation from now on."""

    operation: int


Choice = Submit | Settle | Proceed | Crash | Recover | Unwatch


class OutOfTurn(Exception):
    """A step for which the process is not in the phase."""


def is_pending(station: Station, operation: int) -> bool:
    """Is this operation pending in the active commit?"""
    return any(row.status is Status.PENDING and row.operation == operation for row in station.active.journal)


def is_final(station: Station, operation: int) -> bool:
    """Is this operation applied or rejected in the active commit?"""
    final = (Status.APPLIED, Status.REJECTED)
    return any(row.status in final and row.operation == operation for row in station.active.journal)


def is_due(bench: Bench, choice: Choice, rulings: SaveRulings) -> bool:
    """Can this step be made now?"""
    phase = bench.station.phase
    match choice:
        case Submit():
            return phase is Phase.OPEN and 0 <= choice.operation < len(bench.told)
        case Settle():
            return phase is Phase.OPEN and is_pending(bench.station, choice.operation)
        case Proceed():
            return phase is not Phase.OPEN and phase is not Phase.DOWN
        case Crash():
            return phase is not Phase.DOWN and (choice.kept or phase is Phase.SWITCHED)
        case Recover():
            return phase is Phase.DOWN
    return bench.reuses and phase is Phase.OPEN and is_final(bench.station, choice.operation)


def advance(bench: Bench, choice: Choice, rulings: SaveRulings) -> Bench:
    """Make one step. Raises `OutOfTurn`."""
    if not is_due(bench, choice, rulings):
        raise OutOfTurn(f"{type(choice).__name__} is not due in phase {bench.station.phase.name}")
    return play(bench, choice, rulings)


def play(bench: Bench, choice: Choice, rulings: SaveRulings) -> Bench:
    """Make one step that is due."""
    station = bench.station
    match choice:
        case Submit():
            return replace(bench, station=submitted(station, choice, rulings))
        case Settle():
            candidate = procedure.settle(station.active, choice.operation, rulings)
            return replace(bench, station=procedure.write(station, candidate))
        case Proceed():
            return replace(bench, station=procedure.proceed(station, rulings), told=told_after(bench))
        case Crash():
            return replace(bench, station=procedure.crash(station, choice.kept))
        case Recover():
            return replace(bench, station=procedure.recover(station, rulings))
    return unwatched(bench, choice.operation)


def submitted(station: Station, choice: Submit, rulings: SaveRulings) -> Station:
    """A request that is answered at once changes nothing; one that is taken becomes a candidate with its row."""
    said = procedure.answer(station.active, choice.operation, choice.intent, rulings)
    if said.status is not Status.NONE or said.reason is not Reason.NONE:
        return station
    return procedure.write(station, procedure.prepare(station.active, choice.operation, choice.intent, rulings))


def told_after(bench: Bench) -> tuple[int, ...]:
    """With its last replica an operation is acknowledged: the client has its receipt, or that it was rejected."""
    active = bench.station.active
    if bench.station.phase is not Phase.MIRRORED:
        return bench.told
    told = bench.told
    for row in active.journal:
        news = row.receipt if row.status is Status.APPLIED else DECLINED
        is_new = row.status in (Status.APPLIED, Status.REJECTED)
        told = tuple(news if is_new and i == row.operation and old == NOTHING else old for i, old in enumerate(told))
    return told


def unwatched(bench: Bench, operation: int) -> Bench:
    """The same without the row of an operation, and without what was told of it."""
    active = bench.station.active
    journal = tuple(freed(row) if row.operation == operation else row for row in active.journal)
    bare = replace(active, journal=journal)
    told = tuple(NOTHING if i == operation else each for i, each in enumerate(bench.told))
    return replace(bench, station=replace(bench.station, active=bare, other=bare), told=told)


def freed(row: Row) -> Row:
    """A free row where this one was; which intent a free row holds means nothing."""
    return replace(FREE, intent=row.intent)


def offered(bench: Bench, rulings: SaveRulings) -> tuple[Choice, ...]:
    """Every step that can be made now; of all new operation IDs one, for they are alike."""
    used = sum(1 for row in bench.station.active.journal if row.status is not Status.NONE)
    operations = range(min(used + 1, len(bench.told)))
    every: list[Choice] = [Submit(operation, intent) for operation in operations for intent in bench.menu]
    every += [Settle(operation) for operation in operations]
    every += [Proceed(), Crash(True), Crash(False), Recover()]
    every += [Unwatch(operation) for operation in operations]
    return tuple(choice for choice in every if is_due(bench, choice, rulings))


#: What the process does next, by its phase.
NEXT = {
    Phase.WRITTEN: "switch the pointer",
    Phase.SWITCHED: "read back",
    Phase.READ: "rotate backups",
    Phase.ROTATED: "mirror into the first ledger",
    Phase.MIRRORED: "mirror into the second ledger",
}
LABELS = frozenset(NEXT.values()) | {
    "submit: taken",
    "submit: answered from its row",
    "submit: refused",
    "settle: applied",
    "settle: rejected",
    "crash",
    "crash: pointer lost",
    "recover",
    "unwatch",
}


def label_of(bench: Bench, choice: Choice, rulings: SaveRulings) -> str:
    """What kind of step this is."""
    station = bench.station
    match choice:
        case Submit():
            said = procedure.answer(station.active, choice.operation, choice.intent, rulings)
            if said.status is not Status.NONE:
                return "submit: answered from its row"
            return "submit: taken" if said.reason is Reason.NONE else "submit: refused"
        case Settle():
            final = procedure.settle(station.active, choice.operation, rulings)
            applied = any(row.operation == choice.operation and row.status is Status.APPLIED for row in final.journal)
            return "settle: applied" if applied else "settle: rejected"
        case Crash():
            return "crash" if choice.kept else "crash: pointer lost"
        case Recover():
            return "recover"
        case Unwatch():
            return "unwatch"
    return NEXT[station.phase]


def game(rulings: SaveRulings) -> Game[Bench, Choice, SaveRulings]:
    """The procedure as a game; under which rulings matters for the names of its steps alone."""
    return Game(
        name="save-commit",
        state_type=Bench,
        choice_type=Choice,
        rulings_type=SaveRulings,
        offered=offered,
        play=play,
        advance=advance,
        refused=OutOfTurn,
        label=lambda bench, choice: label_of(bench, choice, rulings),
        labels=LABELS,
        is_over=lambda bench: False,
    )


def fresh(slot: Slot, menu: tuple[Intent, ...], operations: int = 2, backups: int = 4) -> Bench:
    """A slot with one verified commit and a process on it; nothing has been asked yet."""
    commit = Commit(0, NONE, True, slot, (FREE,) * operations, 0)
    station = Station(Phase.OPEN, commit, commit, (NONE,) * backups, (0, 0))
    return Bench(station, menu, (NOTHING,) * operations, False)


#: The machine with the standing answers; plays under others replay on it too.
SAVE_COMMIT = game(SaveRulings())
