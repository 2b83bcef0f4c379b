"""Runs the jobs of a check, two at a time, each in a process of its own; turns their answers into evidence.

Evidence is appended to the ledger as soon as a job has ended, so that an interrupted check keeps what it has found.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from audit.ledger import Evidence, Identity, Ledger
from audit.mutation import MUTANTS
from audit.question import COVERAGE, Question
from audit.questions import GAMES, SEED
from kernel.contracts import cited
from model.engines.sample import NO_FAULT
from model.ground_counts import Count, Layer, compare, layers_in
from model.trace import NotReplayed, TraceError, from_itf, replay
from model.verdict import Verdict
from properties import books
from specs.twins import TwinModel

#: How many mutants one job judges.
BATCH = 15
#: Roughly how long each engine's jobs take, to start the long ones first.
WEIGHT = {
    "explore": 3,
    "tlc": 4,
    "mutant": 2,
    "sample": 5,
    "scenario": 1,
    "enumerate": 1,
    "induct": 1,
    "prove": 3,
    "crash": 4,
    "bound": 3,
    "simulate": 2,
}

Report = Callable[[str, str], None]


@dataclass(frozen=True)
class Job:
    """Questions that one process answers."""

    engine: str
    name: str
    questions: tuple[Question, ...] = field(repr=False)

    @property
    def title(self) -> str:
        """What is running, for people."""
        return f"{self.engine} {self.name}"


def jobs_for(questions: Iterable[Question]) -> list[Job]:
    """Group the questions into jobs, long ones first. Comparisons of readings are none: see `compare_readings`."""
    groups: dict[tuple[str, str], list[Question]] = {}
    counted = 0
    for question in questions:
        if question.engine == "twin":
            continue
        name = question.claim if question.engine == "tlc" else question.world
        if question.engine == "mutant":
            name = f"batch {counted // BATCH + 1}"
            counted += 1
        groups.setdefault((question.engine, name), []).append(question)
    jobs = [Job(engine, name, tuple(group)) for (engine, name), group in groups.items()]
    return sorted(jobs, key=lambda job: (-_weight(job), -len(job.questions), job.name))


def _weight(job: Job) -> int:
    """A proof takes the longer the more seats there are."""
    return WEIGHT[job.engine] + (books.SETTINGS[job.name].weight if job.engine == "induct" else 0)


class Runner:
    """Runs jobs; `stop` ends them all. Proofs write what they ask of solvers to the folder `smt`, if there is one."""

    def __init__(
        self, ledger: Ledger, report: Report, *, limit: float, workers: int = 2, smt: Path | None = None
    ) -> None:
        self.ledger = ledger
        self.report = report
        self.limit = limit
        self.smt = smt
        self.workers = workers
        self.running: set[subprocess.Popen[str]] = set()
        self.lock = threading.Lock()
        self.stopped = False

    def run(self, jobs: Sequence[Job]) -> list[Evidence]:
        """Run all jobs and return their evidence. On Ctrl-C the processes are ended before the exception passes on."""
        with ThreadPoolExecutor(self.workers) as pool:
            futures = [pool.submit(self._run, job) for job in jobs]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
            except BaseException:
                self.stop()
                pool.shutdown(wait=True, cancel_futures=True)
                raise
            return [evidence for future in futures for evidence in future.result()]

    def stop(self) -> None:
        """End every process of this run, and whatever it has started."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                _end(process)

    def _run(self, job: Job) -> list[Evidence]:
        if self.stopped:
            return []
        self.report(job.title, "started")
        answers, failure = self._talk(job)
        if self.stopped:
            return []
        evidence = [self._weigh(question, answers.get(question.claim), failure) for question in job.questions]
        self.ledger.append(evidence)
        odd = sum(1 for each in evidence if not each.is_expected)
        self.report(job.title, f"done: {len(evidence)} answers" + (f", {odd} NOT AS EXPECTED" if odd else ""))
        return evidence

    def _talk(self, job: Job) -> tuple[dict[str, dict[str, Any]], str]:
        """Start the worker, hand it the job, and read what it says; the text of its failure, if it fails."""
        task = {
            "engine": job.engine,
            "world": job.questions[0].world,
            "claims": [question.claim for question in job.questions],
            "coverage": COVERAGE,
            "limit": self.limit,
            "games": GAMES,
            "seed": SEED,
            "mutants": str(MUTANTS),
            "smt": "" if self.smt is None else str(self.smt),
        }
        env = {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(self.ledger.folder / "hypothesis")}
        process = subprocess.Popen(
            [sys.executable, "-m", "audit.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            start_new_session=True,
        )
        with self.lock:
            self.running.add(process)
            if self.stopped:
                _end(process)
        errors: list[str] = []
        drain = threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True)
        drain.start()
        answers: dict[str, dict[str, Any]] = {}
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(task))
            process.stdin.close()
            for line in process.stdout:
                said = _said(line)
                if "answer" in said:
                    answers[said["answer"]["claim"]] = said["answer"]
                else:
                    self.report(job.title, said["progress"])
            process.wait()
        except BrokenPipeError:
            process.wait()
        finally:
            with self.lock:
                self.running.discard(process)
        drain.join(timeout=5)
        tail = " | ".join(line.strip() for line in errors[-3:])
        return answers, f"the worker ended with code {process.returncode}: {tail}" if process.returncode else ""

    def _weigh(self, question: Question, said: dict[str, Any] | None, failure: str) -> Evidence:
        """The evidence from one answer; none at all is UNDETERMINED, a trace that does not replay SPURIOUS."""
        if said is None:
            return question.answer(Verdict.UNDETERMINED, failure or "the engine gave no answer", {}, 0.0)
        verdict, reason = Verdict(said["verdict"]), said["reason"]
        path = ""
        if said["trace"] is not None:
            path = f"traces/{question.engine}-{question.world}-{re.sub(r'[^A-Za-z0-9]+', '_', question.claim)}.itf.json"
            verdict, reason = self._keep_trace(question.claim, path, said["trace"], verdict, reason)
        return question.answer(verdict, reason, said["bounds"], said["seconds"], path)

    def _keep_trace(
        self, claim: str, path: str, itf: dict[str, Any], verdict: Verdict, reason: str
    ) -> tuple[Verdict, str]:
        """Replay a trace here, where contracts are on, and keep it beside the ledger.

        A play that shows the kernel failing ends with that very failure; no other may fail to replay.
        """
        target = self.ledger.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(itf, indent=1) + "\n", encoding="utf-8")
        try:
            replay(from_itf(itf, books.game_named(itf["#meta"]["game"])))
        except (NotReplayed, TraceError) as error:
            if verdict is Verdict.REFUTED and claim != NO_FAULT:
                return Verdict.SPURIOUS, f"{reason}; does not replay with contracts on: {cited(error)}"
        return verdict, reason


def _said(line: str) -> dict[str, Any]:
    """What a worker says: an answer or progress. Anything else that a library prints there is passed on as progress."""
    try:
        said = json.loads(line)
    except ValueError:
        said = None
    return said if isinstance(said, dict) and {"answer", "progress"} & set(said) else {"progress": line.strip()}


def compare_readings(
    questions: Iterable[Question], evidence: Mapping[Identity, Evidence], twins: Iterable[TwinModel]
) -> list[Evidence]:
    """Do TLC and the explorer count equally many states, at each place in the game of each world?"""
    layers = {twin.world: twin.layers for twin in twins if twin.world}
    found = []
    for question in questions:
        ours = evidence.get(("explore", COVERAGE, question.world))
        theirs = next((e for e in evidence.values() if e.engine == "tlc" and e.world == question.world), None)
        verdict, reason = compare(_count(theirs, layers[question.world] or None), _count(ours, None))
        found.append(question.answer(verdict, reason, {}, 0.0))
    return found


def _count(evidence: Evidence | None, layers: Mapping[Layer, int] | None) -> Count:
    """What a reading counted. An evidence that lists its layers is the kernel's; TLC's stand in the manifest."""
    if evidence is None:
        return Count(0, None, "it was not asked")
    if evidence.verdict is not Verdict.EXHAUSTED:
        return Count(0, None, f"{evidence.verdict.value}, {evidence.reason}")
    text = evidence.bounds.get("layers")
    return Count(int(evidence.bounds["distinct"]), layers_in(str(text)) if text else layers)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and its group."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
    except ProcessLookupError:
        return
