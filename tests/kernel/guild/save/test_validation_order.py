"""The facts on validation and compaction stand on commits that are what they say; settings by example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.guild.save.journal import Status, compacted, is_closure
from kernel.guild.save.profile import DEFAULTS, Settings, usable
from kernel.guild.save.validation import Fault, first_fault
from properties.guild.save_journal import compaction_makes_room, journal_of
from properties.guild.save_validation import BREAKS, ROWS, RUN, SOUND, Break, broken, sound, with_run
from specs.load import load_findings, load_rules


def test_every_check_has_commits_that_it_catches_and_none_is_sound() -> None:
    for fault in Fault:
        caught = list(broken(fault))
        assert len(caught) >= 3
        assert not set(caught) & set(SOUND)
    assert {each.fault for each in BREAKS} == set(Fault) - {Fault.CLOSE}


def test_the_checks_name_the_rules_in_their_order() -> None:
    assert [fault.rule for fault in Fault] == [f"AG-SAV-11.2-{n:02}" for n in range(4, 13)]


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: each.name)
def test_a_break_changes_what_it_names_and_mending_it_helps(each: Break) -> None:
    assert first_fault(with_run(RUN)) is None
    commit = each.does(with_run(RUN))
    assert first_fault(commit) is each.fault


def test_a_pending_child_is_sound_and_no_boundary() -> None:
    rows = (*ROWS[:2], replace(ROWS[1], operation=3, status=Status.PENDING))
    child = replace(sound(SOUND[0].slot), is_boundary=False, journal=rows)
    assert first_fault(child) is None
    assert first_fault(replace(child, is_boundary=True)) is Fault.JOURNAL


def test_the_numbers_of_the_journal_findings_are_those_of_the_kernel() -> None:
    findings = load_findings(load_rules())
    kept, full = dict(findings["F-161"].witness or ()), dict(findings["F-162"].witness or ())  # type: ignore[arg-type]
    rows = journal_of(kept["rows_at_which_compaction_begins"], 0)
    left, segments = compacted(rows, ())
    assert (len(left), len(segments)) == (kept["rows_kept"], kept["rows_of_an_open_run_that_leave"])
    assert compaction_makes_room.finding == "F-162"
    assert not compaction_makes_room.holds(full["compaction_at"] - full["newest_rows_kept"])
    assert compaction_makes_room.holds(full["compaction_at"] - full["newest_rows_kept"] - 1)


def test_closure_receipts_stay_expanded() -> None:
    rows = journal_of(3_584, 7)
    kept, _ = compacted(rows, ())
    assert [row for row in rows if is_closure(row)] == [row for row in kept if is_closure(row)]


def test_a_wrong_setting_alone_becomes_its_default() -> None:
    assert usable(Settings(3, 999, 1)) == Settings(3, DEFAULTS.scale, 1)
    assert usable(Settings(3, 130, 1)) == Settings(3, 130, 1)
