"""Recovery read twice: every damaged slot that TLC comes to is decided by the kernel too.

With the standing answers they part in two findings, with the answers that TLA+ takes in none.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kernel.guild.save.recovery import Ending
from kernel.guild.save.rulings import Ahead, LostDraft
from model.engines.tla_values import TlaValue, parse_value
from model.engines.tlc import find_tools
from model.save_recovery_twin import (
    BLOCKED,
    SEAL,
    TLA_READING,
    History,
    Stored,
    agrees,
    commit_of,
    decided,
    finding_of,
    stored_in,
)
from model.save_twin import NotMapped, list_of, text_of
from specs.twins import TLA

FOLDER = TLA / "save" / "recovery"
DRAFT: History = ("seed", "offers", "pick")
RUN: History = (*DRAFT, "run")


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Stored, History]]:
    """What is stored wherever TLC waits for recovery, and what it has to come to."""
    folder, tools = tmp_path_factory.mktemp("recovery"), find_tools()
    for file in FOLDER.glob("*.tla"):
        shutil.copy(file, folder)
    text = (FOLDER / "RecoveryTwin.cfg").read_text(encoding="utf-8").partition("INVARIANTS")[0]
    (folder / "run.cfg").write_text(f"{text}INVARIANT Told\n", encoding="utf-8")
    command = [str(tools.java), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={folder}"]
    command += ["-cp", str(tools.jar), "tlc2.TLC", "-config", "run.cfg", "-metadir", "states", "-deadlock"]
    run = subprocess.run(
        [*command, "-fp", "0", "-workers", "1", "RecoveryTwin.tla"], cwd=folder, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return [(stored_in(place, ledger), tuple(map(text_of, list_of(due)))) for place, ledger, due in told_in(run.stdout)]


def told_in(text: str) -> Iterator[tuple[TlaValue, TlaValue, TlaValue]]:
    """What `Told` has printed."""
    for part in re.split(r'(?=^<<\s*"due")', text.partition("Model checking completed")[0], flags=re.MULTILINE)[1:]:
        _, place, ledger, due = list_of(parse_value(re.sub(r"^Progress.*$", "", part, flags=re.MULTILINE)))
        yield place, ledger, due


@pytest.mark.slow
def test_both_decide_alike_or_part_in_a_finding(decisions: list[tuple[Stored, History]]) -> None:
    counts: Counter[str] = Counter()
    for stored, due in decisions:
        if stored.was_sealed:
            continue
        recovery = decided(stored)
        if agrees(due, recovery):
            kind = "blocked" if due == BLOCKED else SEAL if due and due[-1] == SEAL else "whole"
            counts[kind] += 1
        else:
            finding = finding_of(stored, due, recovery)
            assert finding, f"{stored} comes to {due} in TLA+, to {recovery.ending.name} in the kernel"
            counts[finding] += 1
    assert all(counts[kind] for kind in ("whole", SEAL, "blocked", "F-242", "F-243")), counts
    assert sum(counts.values()) > 2_000


@pytest.mark.slow
def test_with_the_answers_of_tla_both_decide_alike_everywhere(decisions: list[tuple[Stored, History]]) -> None:
    asked = [(stored, due) for stored, due in decisions if not stored.was_sealed]
    parted = [(stored, due) for stored, due in asked if not agrees(due, decided(stored, TLA_READING))]
    assert parted == []
    for other in (replace(TLA_READING, ahead=Ahead.SEAL), replace(TLA_READING, lost_draft=LostDraft.BLOCK)):
        counts = Counter(
            finding_of(stored, due, decided(stored, other))
            for stored, due in asked
            if not agrees(due, decided(stored, other))
        )
        assert list(counts) == ["F-242" if other.ahead is Ahead.SEAL else "F-243"]


@pytest.mark.parametrize(
    ("stored", "due", "finding"),
    [
        (Stored(None, (DRAFT, RUN), (DRAFT, DRAFT), False), RUN, "F-242"),
        (Stored(None, (DRAFT,), (None, None), False), (*DRAFT, SEAL), "F-243"),
    ],
)
def test_where_the_readings_part(stored: Stored, due: History, finding: str) -> None:
    assert not agrees(due, decided(stored))
    assert agrees(due, decided(stored, TLA_READING))
    assert finding_of(stored, due, decided(stored)) == finding
    assert finding_of(Stored(RUN, stored.places, stored.ledgers, False), due, decided(stored)) == ""


@pytest.mark.parametrize(
    ("stored", "due"),
    [
        (Stored(RUN, (RUN,), (DRAFT, DRAFT), False), RUN),
        (Stored(None, (DRAFT,), (RUN, RUN), False), RUN),
        (Stored(None, (), (RUN, None), False), RUN),
        (Stored(None, (RUN,), ((*RUN, "buy", "close"), None), False), (*RUN, SEAL)),
        (Stored(None, (), (None, None), False), BLOCKED),
    ],
)
def test_each_way_to_end_is_told_from_every_other(stored: Stored, due: History) -> None:
    assert agrees(due, decided(stored))
    for other in {DRAFT, (*DRAFT, SEAL), BLOCKED, (*RUN, "buy")} - {due}:
        assert not agrees(other, decided(stored))


def test_a_replayed_receipt_gives_the_very_commit_that_was_lost() -> None:
    recovery = decided(Stored(None, (DRAFT,), (RUN, RUN), False))
    assert recovery.ending is Ending.RECOVERED
    assert recovery.commit.slot == commit_of(RUN).slot


def test_a_ledger_that_is_no_chain_is_refused() -> None:
    place = parse_value('[active |-> [is |-> "corrupt", at |-> <<>>]]')
    ledger = parse_value(
        '[A |-> [is |-> "ok", at |-> {<<"seed">>, <<"run", "buy">>}], B |-> [is |-> "corrupt", at |-> <<>>]]'
    )
    with pytest.raises(NotMapped, match="no chain"):
        stored_in(place, ledger)
