"""TLC, run and weighed: one model, one configuration, one verdict that says no more than TLC has shown.

What TLC lets pass in silence is refused or named here: no initial state, an action that never fires, a liveness
property under a constraint or a symmetry, a constant that the specification does not have, an exit without a verdict.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from model.engines.tla_values import TlaState, TlaValueError
from model.engines.tlc_cfg import read_cfg, require_constants
from model.engines.tlc_faults import End, ErrorKind, TlcError, fault_of, is_out_of_memory
from model.engines.tlc_output import Kind, Progress, Report, Violation, read_messages
from model.engines.tlc_tools import ToolMissing, Tools, find_tools
from model.verdict import Verdict

__all__ = [
    "ErrorKind",
    "Kind",
    "Progress",
    "Simulate",
    "TlaState",
    "TlcError",
    "TlcResult",
    "ToolMissing",
    "Tools",
    "Violation",
    "find_tools",
    "run_tlc",
]

#: TLC picks its fingerprint function and its seed at random unless told.
_FINGERPRINT = 0
_SEED = 0

_SAFETY = frozenset({Kind.INVARIANT, Kind.INITIAL, Kind.ACTION, Kind.DEADLOCK})

#: What makes the states visited fewer than the states that the specification reaches.
_RESTRICTIONS = ("CONSTRAINT", "ACTION_CONSTRAINT", "SYMMETRY", "VIEW")


@dataclass(frozen=True)
class Simulate:
    """Random behaviours instead of a search: how many, of at most how many steps, from which seed."""

    seed: int
    traces: int
    depth: int

    def __post_init__(self) -> None:
        if self.traces < 1 or self.depth < 1:
            raise ValueError(f"a simulation needs at least one behaviour of at least one step, not {self}")


@dataclass(frozen=True)
class TlcResult:
    """What one run has shown, and how.

    `generated`, `distinct`, `depth`: as TLC counts them, under the VIEW and SYMMETRY of the configuration; after a
    timeout or out of memory, as of its last word; None where it says nothing. `coverage`: per action (distinct,
    generated); an action that TLC splits has one entry for each part, named with its place; None: not measured.
    `loop`: the place in `trace` (from 0) to which its last state returns, by `loop_action`, or where it stays for ever
    (`stutters`). `shortest`: no shorter behaviour violates the property, under that VIEW and SYMMETRY. `checked`,
    `restrictions`: what the configuration asks for and leaves out. `collision`: TLC's estimate of the chance that it
    took two states for one.
    """

    verdict: Verdict
    reason: str
    violation: Violation | None
    generated: int | None
    distinct: int | None
    depth: int | None
    seconds: float
    coverage: Mapping[str, tuple[int, int]] | None
    trace: tuple[TlaState, ...]
    loop: int | None
    loop_action: str | None
    stutters: bool
    shortest: bool
    workers: int
    simulate: Simulate | None
    checked: tuple[str, ...]
    restrictions: tuple[str, ...]
    collision: float | None
    tools: Tools


@dataclass(frozen=True)
class _Job:
    """One run as asked for."""

    module: Path
    cfg: Path
    sections: Mapping[str, tuple[str, ...]]
    workers: int
    simulate: Simulate | None
    deadlock_ok: bool
    coverage: bool
    may_not_fire: frozenset[str]
    timeout: float | None
    memory_mb: int
    tools: Tools


def run_tlc(
    module: Path,
    cfg: Path,
    *,
    workers: int = 1,
    simulate: Simulate | None = None,
    deadlock_ok: bool = True,
    coverage: bool = True,
    may_not_fire: frozenset[str] = frozenset(),
    timeout: float | None = None,
    memory_mb: int = 2048,
    on_progress: Callable[[Progress], None] | None = None,
    tools: Tools | None = None,
) -> TlcResult:
    """Check a module against a configuration; modules it needs lie beside it. Nothing is written there.

    `may_not_fire` names actions (or parts, as in `coverage`) that this world need not reach. `timeout` is in seconds.
    A PROPERTY or a simulation runs with one worker, whatever is asked: with more, TLC misses violations of the one and
    cannot repeat the other.
    TLC 2.15 reports progress once a minute. Errors: TlcError, ToolMissing; ValueError for arguments out of range.
    """
    if workers < 1 or memory_mb < 1 or (timeout is not None and timeout <= 0):
        raise ValueError(f"workers {workers}, memory_mb {memory_mb}, timeout {timeout}: each must be positive")
    for file in (module, cfg):
        if not file.is_file():
            raise TlcError(ErrorKind.CONFIGURATION, "there is no such file", file)
    sections = read_cfg(cfg.read_text(encoding="utf-8"))
    require_constants(module, cfg, sections)
    if simulate or "PROPERTY" in sections:
        workers = 1
    job = _Job(
        module,
        cfg,
        sections,
        workers,
        simulate,
        deadlock_ok,
        coverage,
        may_not_fire,
        timeout,
        memory_mb,
        tools or find_tools(),
    )
    report = Report(on_progress)
    with tempfile.TemporaryDirectory(prefix="ruleproof-tlc-") as folder:
        try:
            end = _run(job, Path(folder), report)
        except TlaValueError as error:
            raise TlcError(ErrorKind.RUN, f"TLC shows a state that cannot be read: {error}", module) from error
    return _weigh(job, report, end)


def _run(job: _Job, folder: Path, report: Report) -> End:
    """Run TLC on copies inside the folder, feeding the report. Whatever happens, no process is left."""
    source, scratch, states = folder / "source", folder / "tmp", folder / "states"
    for each in (source, scratch, states):
        each.mkdir()
    for file in job.module.parent.glob("*.tla"):
        shutil.copy(file, source)
    shutil.copy(job.cfg, source / "run.cfg")
    command = [
        str(job.tools.java),
        f"-Xmx{job.memory_mb}m",
        "-XX:+UseParallelGC",
        f"-Djava.io.tmpdir={scratch}",
        "-Dfile.encoding=UTF-8",
        "-Dstdout.encoding=UTF-8",
        "-cp",
        str(job.tools.jar),
        "tlc2.TLC",
        "-tool",
        "-config",
        "run.cfg",
        "-metadir",
        str(states),
        "-checkpoint",
        "0",
        "-workers",
        str(job.workers),
        *(("-coverage", "1") if job.coverage else ()),
        *(("-deadlock",) if job.deadlock_ok else ()),
        *_mode(job),
        job.module.name,
    ]
    with (folder / "stderr").open("w+", encoding="utf-8", errors="replace") as stderr:
        process = subprocess.Popen(
            command,
            cwd=source,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        with _no_survivors(process, job.timeout) as expired:
            for message in read_messages(process.stdout or ()):
                report.take(message)
                _refuse_unsound_liveness(job, report)
            exit_code = process.wait()
        stderr.seek(0)
        return End(exit_code, expired.is_set(), stderr.read())


def _mode(job: _Job) -> tuple[str, ...]:
    if job.simulate is None:
        return ("-fp", str(_FINGERPRINT), "-seed", str(_SEED))
    asked = job.simulate
    return ("-simulate", f"num={asked.traces}", "-depth", str(asked.depth), "-seed", str(asked.seed), "-aril", "0")


@contextlib.contextmanager
def _no_survivors(process: subprocess.Popen[str], timeout: float | None) -> Iterator[threading.Event]:
    """Kill the process group at the timeout and on the way out. The event says whether the timeout came."""
    expired = threading.Event()

    def kill() -> None:
        # A process that has been waited for is gone, and its number may be another's by now.
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def expire() -> None:
        expired.set()
        kill()

    timer = threading.Timer(timeout, expire) if timeout is not None else None
    try:
        if timer:
            timer.start()
        yield expired
    finally:
        if timer:
            timer.cancel()
        kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _refuse_unsound_liveness(job: _Job, report: Report) -> None:
    """A constraint or a symmetry can hide violations of liveness; a simulation does not even warn."""
    culprits = [name for name in ("CONSTRAINT", "ACTION_CONSTRAINT", "SYMMETRY") if name in job.sections]
    if report.unsound_liveness or (report.checks_liveness and culprits):
        raise TlcError(
            ErrorKind.CONFIGURATION,
            f"a liveness property is not checked soundly under {' and '.join(culprits) or report.unsound_liveness}",
            job.cfg,
        )


def _weigh(job: _Job, report: Report, end: End) -> TlcResult:
    """The verdict, from the strongest reason to doubt to none. Errors: TlcError where there is none to give."""
    if end.expired:
        return _result(job, report, Verdict.UNDETERMINED, f"stopped after {job.timeout:g} s; {_reached(report)}")
    if is_out_of_memory(report, end):
        return _result(job, report, Verdict.UNDETERMINED, f"{job.memory_mb} MB did not suffice; {_reached(report)}")
    if report.violation and end.exit_code and not report.errors:
        shown = "" if report.states else "; TLC shows no behaviour"
        return _result(job, report, Verdict.REFUTED, f"{_violation(job, report)}{shown}")
    if report.initial == 0:
        return _result(job, report, Verdict.VACUOUS, "there is no initial state")
    if report.errors or report.violation or end.exit_code or not report.finished or not _searched_all(job, report):
        raise fault_of(report, end, job.module, job.cfg)
    if job.simulate and report.progress and report.progress.generated <= (report.initial or 0):
        return _result(job, report, Verdict.VACUOUS, "no behaviour takes a step")
    if dead := _dead_actions(job, report):
        return _result(job, report, Verdict.VACUOUS, f"never fired: {', '.join(dead)}")
    if job.simulate:
        asked = job.simulate
        tried = f"{asked.traces} random behaviours of at most {asked.depth} steps, seed {asked.seed}"
        return _result(job, report, Verdict.SAMPLED, tried + _reservations(job))
    visited = f"{report.counts[1] if report.counts else 0} distinct states"
    return _result(job, report, Verdict.EXHAUSTED, visited + _reservations(job))


def _reservations(job: _Job) -> str:
    """What the configuration and the run leave out, to stand beside a verdict that holds."""
    left_out = ", ".join(_restrictions(job))
    return "".join(
        (
            f"; under {left_out}" if left_out else "",
            "" if _checked(job) or not job.deadlock_ok else "; no property was asked for",
            "" if job.coverage else "; not measured whether every action fires",
        )
    )


def _checked(job: _Job) -> tuple[str, ...]:
    return (*job.sections.get("INVARIANT", ()), *job.sections.get("PROPERTY", ()))


def _restrictions(job: _Job) -> tuple[str, ...]:
    return tuple(f"{name} {word}" for name in _RESTRICTIONS for word in job.sections.get(name, ()))


def _searched_all(job: _Job, report: Report) -> bool:
    if job.simulate:
        return report.simulated
    return report.succeeded and report.counts is not None and report.counts[2] == 0


def _reached(report: Report) -> str:
    seen = report.progress
    if seen is None:
        return "TLC had reported nothing yet"
    distinct = "" if seen.distinct is None else f", {seen.distinct} distinct"
    return f"at {seen.seconds:.0f} s it had generated {seen.generated} states{distinct}"


def _dead_actions(job: _Job, report: Report) -> list[str]:
    """Actions that never fired and were not allowed to. Errors: TlcError if an allowance names no action."""
    if not job.coverage:
        return []
    fired = report.coverage or {}
    named = {name for label in fired for name in (label, label.partition(" ")[0])}
    if unknown := sorted(job.may_not_fire - named):
        raise TlcError(ErrorKind.CONFIGURATION, f"no action is called {', '.join(unknown)}", job.module)
    if not fired:
        return ["(no action at all)"]
    return [
        label
        for label, (_, generated) in fired.items()
        if not generated and not job.may_not_fire & {label, label.partition(" ")[0]}
    ]


def _violation(job: _Job, report: Report) -> Violation | None:
    """What was violated; TLC does not name a temporal property, but a configuration may leave only one."""
    properties = job.sections.get("PROPERTY", ())
    if report.violation == Violation(Kind.TEMPORAL) and len(properties) == 1:
        return Violation(Kind.TEMPORAL, properties[0])
    return report.violation


def _result(job: _Job, report: Report, verdict: Verdict, reason: str) -> TlcResult:
    violation = _violation(job, report) if verdict is Verdict.REFUTED else None
    seen = report.progress
    generated, distinct = (seen.generated, seen.distinct) if seen else (None, None)
    if report.counts:
        generated, distinct, _ = report.counts
    return TlcResult(
        verdict=verdict,
        reason=reason,
        violation=violation,
        generated=generated,
        distinct=distinct,
        depth=report.depth or (seen.depth if seen else None),
        seconds=report.seconds,
        coverage=report.coverage,
        trace=tuple(report.states) if violation else (),
        loop=report.loop if violation else None,
        loop_action=report.loop_action if violation else None,
        stutters=report.stutters and violation is not None,
        shortest=bool(violation and violation.kind in _SAFETY and not job.simulate and job.workers == 1),
        workers=job.workers,
        simulate=job.simulate,
        checked=_checked(job),
        restrictions=_restrictions(job),
        collision=report.collision,
        tools=job.tools,
    )
