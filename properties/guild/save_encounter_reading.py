"""How claims read an interrupted battle: against its undisturbed run, played again without any record."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from kernel.guild.save.encounter import GONE, Entry, Fight, Priority, Script, countdown, label_of, stepped
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE
from model.encounter import Board, Moment

ORDER = {priority: number for number, priority in enumerate(Priority)}


@cache
def undisturbed(script: Script, retreat: int) -> tuple[Fight, ...]:
    """Every state of the battle if nothing interrupts it, and a retreat is accepted in this tick, if in any."""
    states = [countdown(script)]
    while states[-1].outcome == NONE:
        fight = states[-1]
        states.append(stepped(fight, script, fight.priority is Priority.CONTROL and fight.tick == retreat))
    return tuple(states)


def point(fight: Fight) -> int:
    """How many batches have been processed."""
    return fight.tick * len(Priority) + ORDER[fight.priority]


def run_of(board: Board) -> tuple[Fight, ...]:
    """The undisturbed run of this battle."""
    return undisturbed(board.script, board.record.retreat)


@cache
def entries(script: Script, retreat: int) -> tuple[Entry, ...]:
    """The journal of the undisturbed run: what each tick showed, read off before its last batch, and its final hash."""
    run = undisturbed(script, retreat)
    return tuple(
        Entry(last.tick, last.acted, last.fell, last.draws, label_of(after))
        for last, after in pairwise(run)
        if last.priority is Priority.CLOCK
    )


def truths(board: Board) -> tuple[Entry, ...]:
    """The same as far as the battle of a board has come."""
    return entries(board.script, board.record.retreat)[: board.fight.tick]


def true_points(board: Board) -> list[int]:
    """The points of the snapshots that can be read and are what they should be."""
    run = run_of(board)
    readable = (each for i, each in enumerate(board.record.snapshots) if i not in board.unreadable)
    fights = [each.fight for each in readable if each != GONE]
    return [point(fight) for fight in fights if point(fight) < len(run) and run[point(fight)] == fight]


def journaled(board: Board) -> int:
    """The point after the last journaled tick."""
    return len(Priority) * (board.record.journal[-1].tick + 1) if board.record.journal else 0


def ends_truly(board: Board) -> bool:
    """Is the last entry of the journal that of the undisturbed run?"""
    journal = board.record.journal
    return not journal or journal[-1] == entries(board.script, board.record.retreat)[len(journal) - 1]


def is_on(board: Board) -> bool:
    """Is the battle being played, or played out?"""
    return board.moment in (Moment.PLAYING, Moment.OVER)


def is_resumed(board: Board, rulings: SaveRulings) -> bool:
    """Is it on after an interruption?"""
    return is_on(board) and board.was_recovered
