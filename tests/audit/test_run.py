"""Jobs in processes of their own: answers, failures, interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from audit.check import Standing, standing
from audit.ledger import Ledger
from audit.question import COVERAGE, Question
from audit.questions import Inventory
from audit.run import BATCH, Runner, compare_readings, jobs_for
from model.ground_counts import Layer, text_of
from model.verdict import Exit, Verdict

INVENTORY = Inventory()
ALL = INVENTORY.all()


def pick(engine: str, claim: str, world: str) -> Question:
    return next(q for q in ALL if q.identity == (engine, claim, world))


def quiet(job: str, said: str) -> None:
    """Take progress in without showing it."""


FACT = pick("enumerate", "the_threshold_is_within_reach", "cases")
STRESS = pick("explore", "stress_stays_within_its_track", "answered")
WORLD = pick("explore", COVERAGE, "answered")


def test_answers_become_evidence_in_the_ledger(tmp_path: Path) -> None:
    found = Runner(Ledger(tmp_path), quiet, limit=60).run(jobs_for([FACT, STRESS, WORLD]))
    assert {(each.claim, each.verdict) for each in found} == {
        (FACT.claim, Verdict.EXHAUSTED),
        (STRESS.claim, Verdict.EXHAUSTED),
        (COVERAGE, Verdict.EXHAUSTED),
    }
    assert set(Ledger(tmp_path).read()[0]) == {FACT.identity, STRESS.identity, WORLD.identity}


def test_a_refuted_claim_leaves_a_trace_that_replays(tmp_path: Path) -> None:
    refuted = pick("explore", "the_focus_is_free_in_longer_games", "beyond")
    (found,) = Runner(Ledger(tmp_path), quiet, limit=60).run(jobs_for([refuted]))
    assert (found.verdict, found.finding, found.is_expected) == (Verdict.REFUTED, "F-015", True)
    shown = subprocess.run(
        [sys.executable, "-m", "audit.cli", "replay", str(tmp_path / found.trace)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 0, shown.stderr


def test_a_search_out_of_time_is_undetermined(tmp_path: Path) -> None:
    found = Runner(Ledger(tmp_path), quiet, limit=0.05).run(jobs_for([pick("explore", COVERAGE, "mid")]))
    assert [each.verdict for each in found] == [Verdict.UNDETERMINED]
    assert "seconds were over" in found[0].reason


def test_without_java_tlc_is_undetermined_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEPROOF_JAVA", str(tmp_path / "no-java"))
    model = pick("tlc", "GroundSmall", "small")
    found = {each.engine: each for each in Runner(Ledger(tmp_path), quiet, limit=60).run(jobs_for([model, FACT]))}
    assert found["tlc"].verdict is Verdict.UNDETERMINED
    assert "RULEPROOF_JAVA" in found["tlc"].reason
    assert found["enumerate"].verdict is Verdict.EXHAUSTED
    evidence = {each.identity: each for each in found.values()}
    assert Standing((model, FACT), evidence, [], ()).code is Exit.UNDETERMINED


def test_a_worker_that_fails_leaves_its_questions_undetermined(tmp_path: Path) -> None:
    nonsense = Question("explore", "a_claim", "no such world", ("GR-A01",), Verdict.EXHAUSTED, "explore 1", "k")
    (found,) = Runner(Ledger(tmp_path), quiet, limit=60).run(jobs_for([nonsense]))
    assert found.verdict is Verdict.UNDETERMINED
    assert "the worker ended with code" in found.reason


def test_jobs_hold_every_question_once_and_mutants_in_batches() -> None:
    jobs = jobs_for(ALL)
    held = [question for job in jobs for question in job.questions]
    assert sorted(q.identity for q in held) == sorted(q.identity for q in ALL if q.engine != "twin")
    assert all(len(job.questions) <= BATCH for job in jobs if job.engine == "mutant")


SMALL = next(twin for twin in INVENTORY.twins if twin.world == "small")
COUNTED = SMALL.distinct or 0
MOVED = {layer: count + (1 if layer == (1, "DARVO", 0) else 0) for layer, count in SMALL.layers.items()}


@pytest.mark.parametrize(
    ("ours", "theirs", "layers", "verdict", "says"),
    [
        ((Verdict.EXHAUSTED, COUNTED), (Verdict.EXHAUSTED, COUNTED), SMALL.layers, Verdict.EXHAUSTED, "alike at"),
        ((Verdict.EXHAUSTED, COUNTED), (Verdict.EXHAUSTED, COUNTED + 1), SMALL.layers, Verdict.DISAGREE, "TLC reaches"),
        ((Verdict.EXHAUSTED, COUNTED), (Verdict.EXHAUSTED, COUNTED), MOVED, Verdict.DISAGREE, "round 1, DARVO, turn 0"),
        ((Verdict.UNDETERMINED, COUNTED), (Verdict.EXHAUSTED, COUNTED), SMALL.layers, Verdict.UNDETERMINED, "kernel"),
        ((Verdict.EXHAUSTED, COUNTED), (Verdict.VACUOUS, COUNTED), SMALL.layers, Verdict.UNDETERMINED, "VACUOUS"),
        ((Verdict.EXHAUSTED, COUNTED), None, SMALL.layers, Verdict.UNDETERMINED, "not asked"),
    ],
)
def test_the_two_readings_are_compared_place_by_place(
    ours: tuple[Verdict, int],
    theirs: tuple[Verdict, int] | None,
    layers: dict[Layer, int],
    verdict: Verdict,
    says: str,
) -> None:
    question = next(q for q in ALL if q.engine == "twin" and q.world == "small")
    bounds: dict[str, int | str] = {"distinct": ours[1], "layers": text_of(layers)}
    kernel = pick("explore", COVERAGE, "small").answer(ours[0], "", bounds, 1.0)
    evidence = {kernel.identity: kernel}
    if theirs is not None:
        tlc = pick("tlc", "GroundSmall", "small").answer(theirs[0], "", {"distinct": theirs[1]}, 1.0)
        evidence[tlc.identity] = tlc
    (found,) = compare_readings([question], evidence, INVENTORY.twins)
    assert found.verdict is verdict
    assert says in found.reason


def test_ctrl_c_keeps_what_was_found_and_leaves_no_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "audit.cli", "check", "--rule", "GR-R04", "--ledger", str(tmp_path)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "started" in line:
            break
    time.sleep(1.0)
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False
    )
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == Exit.UNDETERMINED
    assert "interrupted" in errors
    assert Ledger(tmp_path).read()[1] == ()
    time.sleep(0.5)
    left = [pid for pid in children.stdout.split() if Path(f"/proc/{pid}/cmdline").exists()]
    assert [pid for pid in left if b"audit.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()] == []


def test_the_standing_of_an_empty_ledger_is_undetermined(tmp_path: Path) -> None:
    now = standing(INVENTORY, Ledger(tmp_path), ["GR-S03"])
    assert now.code is Exit.UNDETERMINED
    assert json.dumps([row.rule.id for row in now.rules]) == '["GR-S03"]'
