"""Claims about an interrupted battle: whatever stops it, it goes on as if nothing had, or is sealed.

They compare with the undisturbed run, which is the same script played from its start to its end with the same retreat
and nothing written; what should have been written is read off that run. Which battle a script stands for does not
matter: of the battle itself one sentence alone speaks, that whoever has fallen acts no more.
"""

from __future__ import annotations

from kernel.guild.save.encounter import Encounter, Priority
from kernel.guild.save.encounter_recovery import Ending
from kernel.guild.save.rulings import LostJournal, SaveRulings, Suspension
from kernel.guild.save.slot import NONE, Cause
from model.encounter import JOURNAL, START, Board, Choice, Kill, Moment, Play, Recover, Suspend, Wait, decision, play
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_encounter_reading import (
    ends_truly,
    is_on,
    is_resumed,
    journaled,
    point,
    run_of,
    true_points,
    truths,
)

SOUND = ("save-encounter", "save-encounter-growth")
AT_417 = ("save-encounter-417", "save-encounter-417-growth")
CORRUPT = ("save-encounter-corrupt", "save-encounter-corrupt-growth")
LOST = ("save-encounter-lost", "save-encounter-lost-growth")
FORGED = ("save-encounter-forged", "save-encounter-forged-growth")
WHOLE = (*SOUND, *AT_417, "save-encounter-tick")
DAMAGED = (*CORRUPT, *LOST, *FORGED)


def recovers(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Does the process start again?"""
    return isinstance(choice, Recover)


def resumes(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Does it, and the battle goes on?"""
    return isinstance(choice, Recover) and after.moment is not Moment.SEALED


def has_no_snapshot(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Does the process start again without any snapshot that is what it should be?"""
    return isinstance(choice, Recover) and not true_points(before)


# ---------------------------------------------------------------- as if nothing had happened


@claim(
    Scope.STATE,
    "AG-SAV-8-06",
    "AG-SAV-8-07",
    "AG-SAV-8-08",
    "AG-SAV-18-18",
    worlds=(*WHOLE, *DAMAGED),
    premise=is_resumed,
    sampled=False,
    span=Span.NONE,
)
def an_interruption_changes_no_later_state(board: Board, rulings: SaveRulings) -> bool:
    """After any interruptions the battle is in a state of its undisturbed run: actors, what flies, draws and hash."""
    run = run_of(board)
    return point(board.fight) < len(run) and run[point(board.fight)] == board.fight


@claim(
    Scope.STATE,
    "AG-SAV-8-06",
    "AG-SAV-18-18",
    "AG-SAV-18-19",
    worlds=(*WHOLE, *CORRUPT, *LOST),
    premise=is_resumed,
    sampled=False,
    span=Span.NONE,
)
def an_interruption_changes_no_event(board: Board, rulings: SaveRulings) -> bool:
    """After any interruptions the journal has the events, falls, draws and hashes of the undisturbed run, each once."""
    return board.record.journal == truths(board)


@claim(
    Scope.STEP,
    "AG-SAV-8-05",
    "AG-SAV-8-06",
    "AG-SAV-8-08",
    worlds=(*WHOLE, *DAMAGED),
    premise=resumes,
    sampled=False,
    span=Span.NONE,
)
def a_battle_goes_on_at_the_first_batch_not_processed(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """It is resumed after the last journaled tick, or within the next one where the newest valid snapshot stands."""
    return point(after.fight) == max(journaled(before), *true_points(before), 0)


@claim(
    Scope.STEP,
    "AG-SAV-18-18",
    "AG-SAV-8-09",
    "AG-SAV-8-03",
    worlds=WHOLE,
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and before.moment is Moment.SUSPENDED,
    sampled=False,
    span=Span.NONE,
)
def after_a_suspension_the_next_event_is_the_next(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """A suspended battle is resumed in the state in which that was acknowledged: no event is shown twice."""
    return before.fight == after.fight


@claim(
    Scope.STEP,
    "AG-SAV-18-18",
    worlds=AT_417,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Recover) and before.fight.tick == 417 and max(before.fight.flights) > 417
    ),
    sampled=False,
    span=Span.NONE,
)
def what_flies_at_tick_417_still_lands(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Interrupted at tick 417, what flies is still to land in the same tick, and all draws are counted as before."""
    return after.fight.flights == before.fight.flights and after.fight.draws[1] == before.fight.draws[1]


@claim(
    Scope.STEP,
    "AG-SAV-8-03",
    "AG-SAV-8-09",
    worlds=("save-encounter-bare",),
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and before.moment is Moment.SUSPENDED,
    expect=Verdict.REFUTED,
    finding="F-211",
    under=(Suspension.BARE,),
    sampled=False,
)
def without_a_snapshot_no_event_is_shown_twice(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """Even if a suspension within a tick writes no snapshot, the battle goes on where it was acknowledged."""
    return before.fight == after.fight


@claim(
    Scope.STEP,
    "AG-SAV-8-09",
    worlds=SOUND,
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and before.away > 0,
    sampled=False,
    span=Span.NONE,
)
def a_week_is_no_tick(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """However long the process was away, the battle is resumed at the last journaled tick or its own snapshot."""
    return point(after.fight) == max(journaled(before), *true_points(before), 0)


@claim(
    Scope.STEP,
    "AG-SAV-8-09",
    worlds=SOUND,
    premise=lambda before, choice, after, rulings: isinstance(choice, Wait),
    sampled=False,
    span=Span.NONE,
)
def while_it_is_away_nothing_is_written(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Time that passes while no process runs changes neither the battle nor its record."""
    return (before.fight, before.record, before.moment) == (after.fight, after.record, after.moment)


# ---------------------------------------------------------------- falls


@claim(
    Scope.STATE,
    "AG-SAV-18-19",
    "AG-SAV-9.1-01",
    worlds=WHOLE,
    premise=lambda board, rulings: is_resumed(board, rulings) and max(board.seen) != NONE,
    sampled=False,
    span=Span.NONE,
)
def a_fall_that_was_seen_is_still_there(board: Board, rulings: SaveRulings) -> bool:
    """After any interruption whoever was seen to fall has fallen, and between ticks the others stand without a gap."""
    standing = sorted(place for place in board.fight.places if place != NONE)
    closed = board.fight.priority is not Priority.CONTROL or standing == list(range(len(standing)))
    return closed and all(
        place == NONE for place, tick in zip(board.fight.places, board.seen, strict=True) if tick != NONE
    )


def is_escaped(board: Board) -> bool:
    """Is the battle over without the fall of somebody who was seen to fall?"""
    return board.moment is Moment.OVER and any(
        place != NONE and tick != NONE for place, tick in zip(board.fight.places, board.seen, strict=True)
    )


@claim(
    Scope.STATE,
    "AG-SAV-8-10",
    "AG-SAV-18-33",
    worlds=DAMAGED,
    premise=lambda board, rulings: board.moment is Moment.OVER and board.was_recovered and max(board.seen) != NONE,
    sampled=False,
    span=Span.NONE,
)
def nobody_escapes_a_fall_that_was_seen(board: Board, rulings: SaveRulings) -> bool:
    """Whatever cannot be read, and whatever the player does then, no battle ends without the falls that were seen."""
    return not is_escaped(board)


@claim(
    Scope.STATE,
    "AG-SAV-8-10",
    worlds=("save-encounter-blind",),
    premise=lambda board, rulings: board.moment is Moment.OVER and board.was_recovered and max(board.seen) != NONE,
    expect=Verdict.REFUTED,
    finding="F-212",
    under=(LostJournal.RESUME,),
    sampled=False,
)
def without_a_journal_nobody_escapes_a_fall(board: Board, rulings: SaveRulings) -> bool:
    """If an older snapshot is resumed although the journal is lost, no battle ends without the falls that were seen."""
    return not is_escaped(board)


@claim(
    Scope.STATE,
    "AG-SYS-1-05",
    "AG-OVR-04",
    worlds=("save-encounter-growth", "save-encounter-corrupt-growth", "save-encounter"),
    premise=lambda board, rulings: is_on(board) and any(each.fell for each in board.record.journal),
    sampled=False,
    span=Span.NONE,
)
def whoever_has_fallen_acts_no_more(board: Board, rulings: SaveRulings) -> bool:
    """No unit acts in a tick after the one in which it fell, before an interruption or after."""
    fell_in = {i: each.tick for each in board.record.journal for i in range(8) if (each.fell >> i) % 2}
    return all(each.tick <= fell_in.get(each.acted, each.tick) for each in board.record.journal)


# ---------------------------------------------------------------- what is written


def has_snapshot(board: Board) -> bool:
    """Does the newest snapshot hold the state of the battle?"""
    return bool(board.record.snapshots) and board.record.snapshots[-1].fight == board.fight


@claim(
    Scope.STEP,
    "AG-SAV-8-03",
    worlds=(*WHOLE, *CORRUPT),
    premise=lambda before, choice, after, rulings: isinstance(choice, Play),
    sampled=False,
    span=Span.NONE,
)
def a_snapshot_is_written_when_one_is_due(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """A batch is followed by a snapshot exactly if it ends so many ticks, accepts a retreat, fells, or locks."""
    ends = after.fight.priority is Priority.CONTROL and after.fight.tick % after.script.pace.interval == 0
    fells = sum(place == NONE for place in after.fight.places) > sum(place == NONE for place in before.fight.places)
    due = ends or before.fight.retreat != after.fight.retreat or fells or after.moment is Moment.OVER
    more = len(after.record.snapshots) - len(before.record.snapshots)
    return has_snapshot(after) and more == 1 if due else more == 0


@claim(
    Scope.STEP,
    "AG-SAV-8-03",
    worlds=(*SOUND, *AT_417),
    premise=lambda before, choice, after, rulings: isinstance(choice, Suspend),
    under=(Suspension.BATCH,),
    sampled=False,
    span=Span.NONE,
)
def a_suspension_completes_one_batch(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """A suspension is acknowledged after the batch in hand, no earlier and no later, and a snapshot holds it."""
    return point(after.fight) == point(before.fight) + 1 and has_snapshot(after)


@claim(
    Scope.STEP,
    "AG-SAV-8-03",
    worlds=("save-encounter-tick",),
    premise=lambda before, choice, after, rulings: isinstance(choice, Suspend),
    under=(Suspension.TICK,),
    sampled=False,
    span=Span.NONE,
)
def a_suspension_completes_the_tick(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """If a suspension completes the tick, it is acknowledged at its end, whatever batch was in hand."""
    return after.fight.priority is Priority.CONTROL and after.fight.tick == before.fight.tick + 1


# ---------------------------------------------------------------- corrupt copies


@claim(
    Scope.STEP,
    "AG-SAV-8-10",
    "AG-SAV-18-33",
    worlds=(*LOST, *CORRUPT),
    premise=has_no_snapshot,
    sampled=False,
    span=Span.NONE,
)
def without_snapshots_it_is_replayed_or_sealed(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """With no snapshot, start and journal lead to the same battle and retreat; without either it is sealed."""
    if START in before.unreadable or JOURNAL in before.unreadable:
        return after.moment is Moment.SEALED
    same = after.record.retreat == before.record.retreat and after.script == before.script
    return after.ending is Ending.REPLAYED and same and after.fight == run_of(before)[journaled(before)]


def diverges(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Does the process start again, the newest tick of its journal being wrong, and no snapshot standing beyond it?"""
    is_wrong = JOURNAL not in before.unreadable and not ends_truly(before)
    return isinstance(choice, Recover) and is_wrong and max(true_points(before), default=0) <= journaled(before)


@claim(
    Scope.STEP,
    "AG-SAV-8-07",
    "AG-SAV-8-10",
    "AG-SAV-18-33",
    worlds=FORGED,
    premise=diverges,
    sampled=False,
    span=Span.NONE,
)
def a_divergence_seals(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """If the replay and the journal part, the run is closed as recovery_incomplete."""
    return after.moment is Moment.SEALED and after.cause is Cause.UNRECOVERED


@claim(
    Scope.STEP,
    "AG-SAV-8-10",
    "AG-SAV-8-05",
    worlds=(*CORRUPT, *LOST, *SOUND),
    premise=recovers,
    sampled=False,
    span=Span.NONE,
)
def unreadable_copies_seal_only_where_nothing_can_be_shown(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """A battle is sealed exactly if its journal is lost, or both its start and every snapshot are."""
    lost = JOURNAL in before.unreadable or (START in before.unreadable and not true_points(before))
    return (after.moment is Moment.SEALED) == lost


@claim(
    Scope.STEP,
    "AG-SAV-8-10",
    "AG-SAV-8-06",
    worlds=(*SOUND, *DAMAGED),
    premise=recovers,
    sampled=False,
    span=Span.NONE,
)
def recovery_ends_in_a_battle_or_a_seal(before: Board, choice: Choice, after: Board, rulings: SaveRulings) -> bool:
    """Recovery leads to the battle with its own seed and accepted retreat, or to no battle and the cause of its end."""
    same = after.script == before.script and decision(before, rulings).seed == before.script.seed
    if after.moment is Moment.SEALED:
        return same and after.cause is Cause.UNRECOVERED
    return same and is_on(after) and after.cause is Cause.NOT_ENDED and after.record.retreat == before.record.retreat


@claim(
    Scope.STEP,
    "AG-SAV-8-05",
    "AG-SAV-8-06",
    worlds=(*SOUND, *DAMAGED),
    premise=resumes,
    sampled=False,
    span=Span.NONE,
)
def recovering_a_battle_twice_is_recovering_it_once(
    before: Board, choice: Choice, after: Board, rulings: SaveRulings
) -> bool:
    """A second interruption right after the recovery leads to the same battle and the same record."""
    again = decision(play(after, Kill(), rulings), rulings)
    return again.encounter == Encounter(after.fight, after.record)
