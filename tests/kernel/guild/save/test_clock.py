"""Clocks, absence, Save and Quit, work in the background: by example, good beside bad."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.save.clock import (
    IDLE,
    Saved,
    Surroundings,
    enqueue,
    failed,
    flush,
    flushed,
    is_anomaly,
    may_leave,
    played,
    queued,
    quit_game,
    recap_of,
    reopened,
    second_passes,
    sent,
    start_upload,
)
from kernel.guild.save.commit import Phase
from kernel.guild.save.journal import Status
from kernel.guild.save.outbox import MOST_EVENTS, delivered, recorded, regenerated
from kernel.guild.save.rulings import FROZEN, CloudQueue
from kernel.guild.save.slot import LAST
from properties.guild.save_clock import BATTLE, MARKET, OPEN, SEEN, in_flight
from specs.load import load_findings, load_rules


@pytest.mark.parametrize(
    ("delta", "odd"), [(-301, True), (-300, False), (0, False), (15_552_000, False), (15_552_001, True)]
)
def test_the_edges_of_an_anomaly(delta: int, odd: bool) -> None:
    assert is_anomaly(SEEN, SEEN + delta) is odd


def test_thirty_days_away_leave_the_battle_at_its_tick() -> None:
    saved = Saved(BATTLE, 417, SEEN, 0)
    back = reopened(saved, Surroundings(SEEN + 30 * 86_400, 60, 1, False))
    assert back == replace(saved, seen=SEEN + 30 * 86_400)
    assert recap_of(back) == recap_of(saved)
    assert (recap_of(back).coin, recap_of(back).credit, recap_of(back).living) == (52, 19, 1)


def test_a_clock_that_went_back_a_day_is_noted_and_nothing_else() -> None:
    back = reopened(Saved(MARKET, 0, SEEN, LAST), Surroundings(SEEN - 86_400, 0, 0, True))
    assert (back.slot, back.tick, back.anomalies) == (MARKET, 0, LAST)


def test_a_session_counts_in_ticks_and_never_goes_back() -> None:
    assert played(Saved(BATTLE, 417, SEEN, 0), 299).tick == 419
    with pytest.raises(ContractBroken, match="AG-SAV-15-01"):
        played(Saved(BATTLE, 417, SEEN, 0), -1)


def test_quitting_ends_at_an_applied_child() -> None:
    ends = [quit_game(station, rulings).active for station, _, rulings in in_flight()]
    statuses = {row.status for end in ends for row in end.journal}
    assert statuses == {Status.NONE, Status.PENDING, Status.APPLIED}
    assert quit_game(OPEN, FROZEN) == OPEN
    # A pending row stays pending over Save and Quit: it is finalized from its intent on return.
    assert all(end.is_boundary or end.sequence == 6 for end in ends)
    assert quit_game(replace(OPEN, phase=Phase.MIRRORED), FROZEN).phase is Phase.OPEN


def test_a_fourth_payload_under_both_readings() -> None:
    full = enqueue(enqueue(enqueue(IDLE, 1, FROZEN), 2, FROZEN), 3, FROZEN)
    assert queued(full) == 3
    assert enqueue(full, 4, FROZEN).payloads == (2, 3, 4)
    assert enqueue(full, 4, replace(FROZEN, cloud_queue=CloudQueue.REFUSE_NEW)) == full
    assert sent(full).payloads == (2, 3, -1)


def test_the_finding_about_the_queue_has_the_options_of_its_switch() -> None:
    finding = load_findings(load_rules())["F-173"]
    assert finding.switch == "cloud_queue"
    assert [(option.name, option.says) for option in finding.options] == [(m.name, m.value) for m in CloudQueue]
    assert finding.default == FROZEN.cloud_queue.name


def test_an_upload_ends_and_a_failed_one_holds_up_nothing() -> None:
    work = start_upload(enqueue(IDLE, 1, FROZEN))
    for _ in range(29):
        work = second_passes(work)
    assert work.is_uploading
    assert not second_passes(work).is_uploading
    assert not start_upload(IDLE).is_uploading
    assert may_leave(failed(work))


def test_a_second_flush_waits() -> None:
    busy = flush(IDLE)
    assert not may_leave(busy)
    with pytest.raises(ContractBroken, match="AG-SAV-15-05"):
        flush(busy)
    assert flush(flushed(busy)).is_flushing


def test_the_outbox_forgets_the_oldest_and_finds_it_again() -> None:
    waiting: tuple[int, ...] = ()
    for record in (*range(101), 100):
        waiting = recorded(waiting, record)
    assert (len(waiting), waiting[0], waiting[-1]) == (MOST_EVENTS, 1, 100)
    waiting = delivered(waiting, 1)
    assert regenerated(waiting, tuple(range(101)), (1,))[0] == 0
    assert 1 not in regenerated(waiting, tuple(range(101)), (1,))
