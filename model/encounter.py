"""An interrupted battle as a game: batches, retreat, suspension, kills, time away, corrupt copies, recovery.

A `Board` is a battle and what is kept of it. `fight` is what the player saw last, also while no process runs; recovery
does not see it, claims do. `faults` is how many copies may yet become unreadable, `forgeries` how many may yet be
changed into something well-formed, `suspensions` how often the player may yet suspend, `weeks` how much time may pass.
Kills have no limit. Rules: AG-SAV-8-01..10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save.encounter import (
    EMPTY,
    GONE,
    Encounter,
    Fight,
    Record,
    Script,
    Snapshot,
    advanced,
    begun,
    chained,
    may_retreat,
    suspended,
)
from kernel.guild.save.encounter_recovery import Ending, Evidence, Resumption, recovered
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Cause, Term
from model.game import Game

#: The copies beside the numbered snapshots.
START, JOURNAL = 1_000_000, 1_000_001


class Moment(Term):
    """Whether a process runs."""

    PLAYING = "the battle goes on"
    SUSPENDED = "a suspension was acknowledged"
    DOWN = "the process was killed"
    OVER = "the outcome is locked"
    SEALED = "recovery_incomplete"


@dataclass(frozen=True)
class Board:
    """A battle, its record, and what became of its copies. `seen[i]`: the tick in which unit i was seen to fall.

    `was_recovered`: has it been resumed before? `ending`: how that went last. `cause`: of the run's end.
    """

    moment: Moment
    script: Script
    fight: Fight
    record: Record
    unreadable: tuple[int, ...]
    faults: int
    forgeries: int
    suspensions: int
    weeks: int
    away: int
    seen: tuple[int, ...]
    was_recovered: bool
    ending: Ending
    cause: Cause


@dataclass(frozen=True)
class Play:
    """The next batch; `is_confirmed`: the player confirms a retreat."""

    is_confirmed: bool


@dataclass(frozen=True)
class Suspend:
    """An ordinary suspension."""


@dataclass(frozen=True)
class Kill:
    """The process ends between two batches."""


@dataclass(frozen=True)
class Wait:
    """A week goes by while no process runs."""


@dataclass(frozen=True)
class Corrupt:
    """A copy becomes unreadable."""

    copy: int


@dataclass(frozen=True)
class Forge:
    """A copy is changed. `is_foreign`: a snapshot comes to be one of another chain, whose own hash is right."""

    copy: int
    is_foreign: bool


@dataclass(frozen=True)
class Recover:
    """The process starts again and decides from what it can read."""


Choice = Play | Suspend | Kill | Wait | Corrupt | Forge | Recover


class OutOfTurn(Exception):
    """A step that cannot be made now."""


def evidence_of(board: Board) -> Evidence:
    """What recovery can read."""
    unread = board.unreadable
    snapshots = tuple(None if i in unread or each == GONE else each for i, each in enumerate(board.record.snapshots))
    journal = None if JOURNAL in board.unreadable else board.record.journal
    return Evidence(snapshots, journal, START not in board.unreadable, board.record.retreat, board.away)


def decision(board: Board, rulings: SaveRulings) -> Resumption:
    """What recovery makes of it."""
    return recovered(board.script, evidence_of(board), rulings)


def is_down(board: Board) -> bool:
    """Does no process run?"""
    return board.moment in (Moment.SUSPENDED, Moment.DOWN)


def is_present(board: Board, copy: int) -> bool:
    """Is there such a copy, and can it be read?"""
    snapshots = board.record.snapshots
    there = copy in (START, JOURNAL) or (0 <= copy < len(snapshots) and snapshots[copy] != GONE)
    return there and copy not in board.unreadable


def is_due(board: Board, choice: Choice, rulings: SaveRulings) -> bool:
    """Can this step be made now?"""
    match choice:
        case Play():
            is_legal = not choice.is_confirmed or may_retreat(Encounter(board.fight, board.record), board.script)
            return board.moment is Moment.PLAYING and is_legal
        case Suspend():
            return board.moment is Moment.PLAYING and board.suspensions > 0
        case Kill():
            return board.moment in (Moment.PLAYING, Moment.SUSPENDED, Moment.OVER)
        case Wait():
            return is_down(board) and board.weeks > 0
        case Corrupt():
            return is_down(board) and board.faults > 0 and is_present(board, choice.copy)
        case Forge():
            has_entry = bool(board.record.journal) and not choice.is_foreign
            is_subject = choice.copy != START and (choice.copy != JOURNAL or has_entry)
            return is_down(board) and board.forgeries > 0 and is_subject and is_present(board, choice.copy)
    return is_down(board)


def advance(board: Board, choice: Choice, rulings: SaveRulings) -> Board:
    """Make one step. Raises `OutOfTurn`."""
    if not is_due(board, choice, rulings):
        raise OutOfTurn(f"{choice} is not due while {board.moment.value}")
    return play(board, choice, rulings)


def play(board: Board, choice: Choice, rulings: SaveRulings) -> Board:
    """Make one step that is due."""
    encounter = Encounter(board.fight, board.record)
    match choice:
        case Play():
            return shown(board, advanced(encounter, board.script, choice.is_confirmed))
        case Suspend():
            after = shown(board, suspended(encounter, board.script, rulings))
            return replace(after, moment=Moment.SUSPENDED, suspensions=board.suspensions - 1)
        case Kill():
            return replace(board, moment=Moment.DOWN)
        case Wait():
            return replace(board, weeks=board.weeks - 1, away=board.away + 1)
        case Corrupt():
            spoilt = tuple(sorted((*board.unreadable, choice.copy)))
            return replace(board, unreadable=spoilt, faults=board.faults - 1)
        case Forge():
            return forged(board, choice)
    return restarted(board, decision(board, rulings))


def shown(board: Board, encounter: Encounter) -> Board:
    """The board after batches that the player could see."""
    fight = encounter.fight
    seen = tuple(
        board.fight.tick if was == NONE and place == NONE else was
        for was, place in zip(board.seen, fight.places, strict=True)
    )
    moment = Moment.PLAYING if fight.outcome == NONE else Moment.OVER
    return replace(board, moment=moment, fight=fight, record=encounter.record, seen=seen)


def forged(board: Board, choice: Forge) -> Board:
    """The board with one copy changed: the last entry of the journal, or one more draw in a snapshot."""
    record = board.record
    if choice.copy == JOURNAL:
        last = record.journal[-1]
        record = replace(record, journal=(*record.journal[:-1], replace(last, mark=last.mark + 1)))
    else:
        record = replace(
            record,
            snapshots=tuple(
                changed(each, choice.is_foreign) if i == choice.copy else each
                for i, each in enumerate(record.snapshots)
            ),
        )
    return replace(board, record=record, forgeries=board.forgeries - 1)


def changed(snapshot: Snapshot, is_foreign: bool) -> Snapshot:
    """A snapshot whose counter of draws is one too high; a foreign one has hashes that fit each other."""
    fight = replace(snapshot.fight, draws=(snapshot.fight.draws[0], snapshot.fight.draws[1] + 1))
    if not is_foreign:
        return replace(snapshot, fight=fight)
    previous = snapshot.previous + 1
    return Snapshot(fight, previous, chained(previous, fight))


def restarted(board: Board, resumption: Resumption) -> Board:
    """The battle as recovery has it; what could not be read is in quarantine, and a start that is lost stays lost."""
    away = replace(
        board,
        away=0,
        was_recovered=True,
        ending=resumption.ending,
        cause=resumption.cause,
        unreadable=tuple(copy for copy in board.unreadable if copy == START),
    )
    if resumption.ending is Ending.SEALED:
        return replace(away, moment=Moment.SEALED, record=EMPTY)
    encounter = resumption.encounter
    moment = Moment.PLAYING if encounter.fight.outcome == NONE else Moment.OVER
    return replace(away, moment=moment, fight=encounter.fight, record=encounter.record)


def offered(board: Board, rulings: SaveRulings) -> tuple[Choice, ...]:
    """Every step that can be made now."""
    copies = (*range(len(board.record.snapshots)), START, JOURNAL)
    every: list[Choice] = [Play(False), Play(True), Suspend(), Kill(), Wait(), Recover()]
    every += [Corrupt(copy) for copy in copies]
    every += [Forge(copy, is_foreign) for copy in copies for is_foreign in (False, True)]
    return tuple(choice for choice in every if is_due(board, choice, rulings))


LABELS = frozenset({"batch", "retreat", "suspend", "kill", "wait", "corrupt", "forge"}) | {
    f"recover: {ending.name}" for ending in Ending
}


def label_of(board: Board, choice: Choice, rulings: SaveRulings) -> str:
    """What kind of step this is."""
    if isinstance(choice, Recover):
        return f"recover: {decision(board, rulings).ending.name}"
    if isinstance(choice, Play):
        return "retreat" if choice.is_confirmed else "batch"
    return type(choice).__name__.lower()


def game(rulings: SaveRulings) -> Game[Board, Choice, SaveRulings]:
    """An interrupted battle as a game; under which rulings matters for the names of its steps alone."""
    return Game(
        name="save-encounter",
        state_type=Board,
        choice_type=Choice,
        rulings_type=SaveRulings,
        offered=offered,
        play=play,
        advance=advance,
        refused=OutOfTurn,
        label=lambda board, choice: label_of(board, choice, rulings),
        labels=LABELS,
        is_over=lambda board: board.moment in (Moment.OVER, Moment.SEALED),
    )


def fresh(encounter: Encounter, script: Script, faults: int, forgeries: int, suspensions: int, weeks: int) -> Board:
    """A battle that nothing has interrupted yet."""
    return Board(
        moment=Moment.PLAYING,
        script=script,
        fight=encounter.fight,
        record=encounter.record,
        unreadable=(),
        faults=faults,
        forgeries=forgeries,
        suspensions=suspensions,
        weeks=weeks,
        away=0,
        seen=(NONE,) * script.units,
        was_recovered=False,
        ending=Ending.RESUMED,
        cause=Cause.NOT_ENDED,
    )


def at_tick(script: Script, tick: int, retreat: int) -> Encounter:
    """The battle of a script at the start of a tick, with all that was written until then and its accepted retreat."""
    encounter = Encounter(begun(script).fight, replace(EMPTY, retreat=retreat))
    while encounter.fight.tick < tick:
        encounter = advanced(encounter, script, False)
    return encounter


#: The machine with the standing answers; plays under others replay on it too.
SAVE_ENCOUNTER = game(SaveRulings())
