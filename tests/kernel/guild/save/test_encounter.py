"""An interrupted battle: what is written when, what a resumed one is, and what is sealed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.save.encounter import (
    PACE,
    Encounter,
    Fight,
    Pace,
    Priority,
    Script,
    advanced,
    begun,
    label_of,
    may_retreat,
    suspended,
)
from kernel.guild.save.encounter_recovery import Ending, Evidence, Resumption, recovered, valid
from kernel.guild.save.rulings import FROZEN, LostJournal, Suspension
from kernel.guild.save.slot import NONE, Cause
from model.encounter import Kill, OutOfTurn, Play, Recover, Suspend, Wait, advance, changed, fresh
from model.encounter_worlds import BEATS, SKIRMISH

IDLE = Script(0, 2, BEATS[1:2], 30, 0)


def played(script: Script, batches: int, retreat: int = NONE) -> Encounter:
    """A battle after so many batches, a retreat confirmed in this tick."""
    encounter = begun(script)
    for _ in range(batches):
        encounter = advanced(encounter, script, encounter.fight.tick == retreat)
    return encounter


def finished(script: Script, encounter: Encounter) -> Fight:
    """How the battle ends from here."""
    while encounter.fight.outcome == NONE:
        encounter = advanced(encounter, script, False)
    return encounter.fight


def again(encounter: Encounter, script: Script = SKIRMISH, **changes: object) -> Resumption:
    """What recovery makes of the record of a battle, or of what is left of it."""
    record = encounter.record
    evidence = Evidence(record.snapshots, record.journal, True, record.retreat)
    return recovered(script, replace(evidence, **changes), FROZEN)  # type: ignore[arg-type]


def points(encounter: Encounter) -> list[tuple[int, Priority]]:
    """Where the snapshots of a battle stand."""
    return [(each.fight.tick, each.fight.priority) for each in encounter.record.snapshots]


def test_the_numbers_of_the_text() -> None:
    assert Pace(interval=10, earliest=50, withdrawal=20) == PACE


def test_snapshots_are_written_every_ten_ticks_and_at_the_outcome() -> None:
    every = [(10, Priority.CONTROL), (20, Priority.CONTROL), (30, Priority.CONTROL)]
    assert points(played(IDLE, 4 * 30)) == every
    assert points(played(replace(IDLE, ticks=25), 4 * 25)) == [*every[:2], (25, Priority.CONTROL)]


def test_a_retreat_is_kept_at_once_and_over_after_its_ticks() -> None:
    script = replace(IDLE, ticks=90)
    assert not may_retreat(played(script, 4 * 49), script)
    assert may_retreat(played(script, 4 * 50), script)
    started = played(script, 4 * 50 + 1, retreat=50)
    assert points(started)[-1] == (50, Priority.ACT)
    assert not may_retreat(advanced(started, script, True), script)
    end = finished(script, started)
    assert (end.tick, end.outcome) == (71, 3)


def test_a_fall_is_kept_at_once_and_the_line_closes_after_it() -> None:
    fallen = played(SKIRMISH, 4 + 3)
    assert fallen.fight.places == (NONE, 1, 2)
    assert points(fallen) == [(1, Priority.CLOCK)]
    assert advanced(fallen, SKIRMISH, False).fight.places == (NONE, 0, 1)


def test_who_has_fallen_does_not_act() -> None:
    assert [each.acted for each in played(SKIRMISH, 24).record.journal] == [0, 1, NONE, 2, 1, 2]
    assert [each.fell for each in played(SKIRMISH, 24).record.journal] == [0, 1, 0, 0, 2, 4]


def test_a_finished_battle_has_no_further_batch() -> None:
    with pytest.raises(ContractBroken, match="AG-SAV-8-03"):
        advanced(played(SKIRMISH, 24), SKIRMISH, False)


def test_no_two_states_of_a_battle_have_the_same_hash() -> None:
    states = {played(SKIRMISH, batches, retreat).fight for batches in range(17) for retreat in (NONE, 3)}
    assert len({label_of(each) for each in states}) == len(states) > 17


@pytest.mark.parametrize("batches", range(25))
def test_a_killed_battle_ends_as_the_undisturbed_one(batches: int) -> None:
    found = again(played(SKIRMISH, batches))
    assert found.ending is (Ending.REPLAYED if batches < 7 else Ending.RESUMED)
    assert label_of(finished(SKIRMISH, found.encounter)) == label_of(played(SKIRMISH, 24).fight)


def test_a_suspension_keeps_its_batch_its_tick_or_neither() -> None:
    begins = played(SKIRMISH, 8 + 1)
    by = {each: suspended(begins, SKIRMISH, replace(FROZEN, suspension=each)) for each in Suspension}
    reached = {each: (encounter.fight.tick, encounter.fight.priority) for each, encounter in by.items()}
    batch, tick = (2, Priority.FALL), (3, Priority.CONTROL)
    assert reached == {Suspension.BATCH: batch, Suspension.TICK: tick, Suspension.BARE: batch}
    assert [again(each).encounter.fight == each.fight for each in by.values()] == [True, True, False]


def test_all_snapshots_lost_the_same_battle_is_replayed_with_its_retreat() -> None:
    whole = played(SKIRMISH, 18, retreat=3)
    nothing = tuple(None for _ in whole.record.snapshots)
    found = again(whole, snapshots=nothing)
    assert (found.ending, found.encounter.record.journal) == (Ending.REPLAYED, whole.record.journal)
    assert found.encounter.fight.retreat == 3
    for lost in ({"journal": None}, {"is_start_valid": False}):
        found = again(whole, snapshots=nothing, **lost)
        assert (found.ending, found.cause, found.seed) == (Ending.SEALED, Cause.UNRECOVERED, SKIRMISH.seed)


def test_a_replay_that_parts_from_the_journal_is_sealed() -> None:
    whole = played(SKIRMISH, 16)
    *earlier, last = whole.record.journal
    assert again(whole).ending is Ending.RESUMED
    for wrong in (replace(last, mark=last.mark + 1), replace(last, draws=(0, 0))):
        assert again(whole, snapshots=(), journal=(*earlier, wrong)).ending is Ending.SEALED
    assert again(whole, SKIRMISH, journal=(*earlier, replace(last, mark=0))).ending is Ending.SEALED
    assert again(whole, replace(SKIRMISH, seed=0), snapshots=()).ending is Ending.SEALED


def test_only_a_snapshot_with_its_own_hash_in_its_own_chain_is_valid() -> None:
    snapshots = played(SKIRMISH, 24).record.snapshots
    assert valid(snapshots, SKIRMISH) == snapshots
    for number, each in enumerate(snapshots):
        for is_foreign in (False, True):
            wrong = (*snapshots[:number], changed(each, is_foreign), *snapshots[number + 1 :])
            assert valid(wrong, SKIRMISH) == (*snapshots[:number], None, *snapshots[number + 1 :])


def test_a_lost_journal_is_sealed_or_leads_back_to_a_snapshot() -> None:
    whole = played(SKIRMISH, 14)
    assert again(whole, journal=None).ending is Ending.SEALED
    evidence = Evidence(whole.record.snapshots, None, True, NONE)
    back = recovered(SKIRMISH, evidence, replace(FROZEN, lost_journal=LostJournal.RESUME))
    assert (back.ending, back.encounter.fight.tick) == (Ending.RESUMED, 2)


def test_a_step_that_is_not_due_is_refused() -> None:
    board = fresh(begun(SKIRMISH), SKIRMISH, 0, 0, 0, 0)
    for choice in (Play(True), Suspend(), Wait(), Recover()):
        with pytest.raises(OutOfTurn):
            advance(board, choice, FROZEN)
    assert advance(advance(board, Kill(), FROZEN), Recover(), FROZEN).was_recovered
