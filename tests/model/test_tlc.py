"""TLC: real runs on tiny modules, one for each thing that TLC does and leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from model.engines.tla_values import ModelValue, function_of, parse_value
from model.engines.tlc import (
    ErrorKind,
    Kind,
    Simulate,
    TlcError,
    TlcResult,
    Tools,
    Violation,
    find_tools,
    run_tlc,
)
from model.verdict import Verdict

TLA = Path(__file__).parent / "tla"
ENDLESS = "INIT Init\nNEXT Next\n"

Check = Callable[..., TlcResult]


@pytest.fixture(scope="module")
def tools() -> Tools:
    return find_tools()


@pytest.fixture
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for temporary files, so that what is left over shows."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture
def check(tools: Tools, tmp_path: Path, temp: Path) -> Check:
    """Run the real TLC on Tiny (or another module) and see that nothing is left behind."""

    def run(cfg: str, module: str = "Tiny", fault: str = "none", **how: object) -> TlcResult:
        constants = f'CONSTANTS Top = 3\n  Fault = "{fault}"\n  Seats = {{s1, s2}}\n' if module == "Tiny" else ""
        file = tmp_path / f"{time.monotonic_ns()}.cfg"
        file.write_text(f"{cfg}\n{constants}", encoding="utf-8")
        before = _listing(TLA)
        try:
            return run_tlc(TLA / f"{module}.tla", file, tools=tools, **{"memory_mb": 256, **how})  # type: ignore[arg-type]
        finally:
            assert _listing(TLA) == before
            assert list(temp.iterdir()) == []

    return run


def _listing(folder: Path) -> list[tuple[str, int]]:
    return sorted((file.name, file.stat().st_mtime_ns) for file in folder.iterdir())


def test_a_world_is_exhausted_with_counts_and_coverage_and_two_runs_do_not_collide(check: Check, tools: Tools) -> None:
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(run_tlc, TLA / "Tiny.tla", _good_cfg(), tools=tools, memory_mb=256) for _ in range(2)]
    first, second = (run.result() for run in runs)
    assert (first.verdict, first.reason) == (Verdict.EXHAUSTED, "8 distinct states")
    assert (first.generated, first.distinct, first.depth) == (16, 8, 4)
    assert first.coverage == {"Up": (6, 10), "Wrap": (1, 3), "Faulty": (0, 2)}
    assert (first.checked, first.restrictions, first.workers) == (("InRange",), (), 1)
    assert first.collision is not None
    assert 0 < first.collision < 1e-12
    assert (first.violation, first.trace, first.shortest, first.tools) == (None, (), False, tools)
    assert (second.generated, second.distinct, second.depth) == (16, 8, 4)


def _good_cfg() -> Path:
    return TLA / "Tiny.cfg"


def test_an_invariant_is_refuted_by_the_shortest_trace(check: Check) -> None:
    result = check("SPECIFICATION Spec\nINVARIANT InRange BelowTop")
    assert (result.verdict, result.reason) == (Verdict.REFUTED, "invariant BelowTop is violated")
    assert result.violation == Violation(Kind.INVARIANT, "BelowTop")
    assert result.shortest
    assert [(state.number, state.action, state["x"]) for state in result.trace] == [
        (1, None, 0),
        (2, "Up", 1),
        (3, "Up", 3),
    ]
    seats = function_of([(ModelValue("s1"), 2), (ModelValue("s2"), 2)])
    assert result.trace[2]["last"] == function_of([("rule", "Up"), ("seats", seats)])
    assert result.trace[2].location.startswith("line 11, col 10 to")


def test_a_deadlock_is_refuted_when_asked_for(check: Check) -> None:
    stuck = check("SPECIFICATION Spec", fault="no wrap", deadlock_ok=False)
    assert (stuck.verdict, stuck.violation) == (Verdict.REFUTED, Violation(Kind.DEADLOCK))
    assert (stuck.reason, stuck.trace[-1]["x"]) == ("deadlock is reached", 3)


def test_an_action_property_is_refuted(check: Check) -> None:
    result = check("SPECIFICATION Spec\nPROPERTY NeverDown")
    assert (result.verdict, result.violation) == (Verdict.REFUTED, Violation(Kind.ACTION, "NeverDown"))
    assert result.trace[-1].action == "Wrap"
    assert result.trace[-1]["last"] == parse_value(r'[rule |-> "say \"wrap\"\\", seats |-> <<-1, TRUE>>]')


def test_liveness_is_refuted_by_a_lasso_and_runs_with_one_worker_whatever_is_asked(check: Check) -> None:
    result = check("SPECIFICATION Fair\nPROPERTY EverNine", workers=2)
    assert (result.verdict, result.violation) == (Verdict.REFUTED, Violation(Kind.TEMPORAL, "EverNine"))
    assert (result.workers, result.shortest, result.stutters) == (1, False, False)
    assert (result.loop, result.loop_action) == (1, "Up")
    assert [state["x"] for state in result.trace] == [0, 1, 3, 0]


def test_liveness_under_a_constraint_is_refused_before_any_verdict(check: Check) -> None:
    with pytest.raises(TlcError, match="not checked soundly under CONSTRAINT") as refused:
        check("SPECIFICATION Spec\nCONSTRAINT Small\nPROPERTY EverNine")
    assert refused.value.kind is ErrorKind.CONFIGURATION


def test_a_failed_assertion_is_a_violation_of_its_own_kind(check: Check) -> None:
    result = check("SPECIFICATION Spec", fault="assert")
    assert (result.verdict, result.violation) == (Verdict.REFUTED, Violation(Kind.ASSERTION, '"two is too many"'))
    assert result.reason.endswith("TLC shows no behaviour")
    assert not result.shortest


def test_an_evaluation_error_names_the_innermost_place(check: Check) -> None:
    with pytest.raises(TlcError, match="Attempted to apply Head to the empty sequence") as error:
        check("SPECIFICATION Spec", fault="evaluate")
    assert (error.value.kind, error.value.file, error.value.line) == (ErrorKind.EVALUATION, TLA / "Tiny.tla", 15)


@pytest.mark.parametrize(
    ("module", "line", "says"), [("Unparsed", 6, "Encountered"), ("Undefined", 6, "Unknown operator: `y'")]
)
def test_a_module_that_does_not_parse_is_an_error_with_its_line(
    check: Check, module: str, line: int, says: str
) -> None:
    with pytest.raises(TlcError, match=says) as error:
        check(ENDLESS, module)
    assert (error.value.kind, error.value.file, error.value.line) == (ErrorKind.PARSE, TLA / f"{module}.tla", line)


def test_a_configuration_that_tlc_refuses_is_an_error_with_its_line(check: Check) -> None:
    with pytest.raises(TlcError, match="expecting a keyword") as error:
        check("SPECIFICATION Spec\nINVARINT InRange")
    assert (error.value.kind, error.value.line) == (ErrorKind.CONFIGURATION, 2)


def test_no_initial_state_is_vacuous(check: Check) -> None:
    result = check("INIT NoInit\nNEXT Step\nINVARIANT InRange")
    assert (result.verdict, result.reason) == (Verdict.VACUOUS, "there is no initial state")


def test_an_action_that_never_fires_is_vacuous_and_named(check: Check) -> None:
    # The deadlock of this fault is not asked for, so it does not count.
    result = check("INIT Init\nNEXT StepOrNever\nINVARIANT InRange", fault="no wrap", may_not_fire=frozenset({"Wrap"}))
    assert (result.verdict, result.reason, result.distinct) == (Verdict.VACUOUS, "never fired: Never", 7)


def test_too_little_memory_is_undetermined(check: Check) -> None:
    result = check("SPECIFICATION Spec\nINVARIANT InRange", memory_mb=1)
    assert (result.verdict, result.distinct) == (Verdict.UNDETERMINED, None)
    assert "1 MB did not suffice" in result.reason


def test_a_timeout_is_undetermined_and_leaves_no_process(check: Check, temp: Path) -> None:
    result = check(ENDLESS, "Endless", timeout=1.5)
    assert (result.verdict, result.trace) == (Verdict.UNDETERMINED, ())
    assert result.reason.startswith("stopped after 1.5 s")
    assert not _processes_naming(temp)


def test_a_simulation_repeats_itself_under_its_seed(check: Check) -> None:
    how = Simulate(seed=3, traces=10, depth=20)
    first, second = (check("SPECIFICATION Spec\nINVARIANT InRange", simulate=how, workers=2) for _ in range(2))
    assert (first.verdict, first.reason) == (Verdict.SAMPLED, "10 random behaviours of at most 20 steps, seed 3")
    assert (first.generated, first.distinct, first.simulate, first.workers) == (201, None, how, 1)
    assert first.coverage == second.coverage == {"Up": (0, 128), "Wrap": (0, 50), "Faulty": (0, 22)}


def test_ctrl_c_leaves_no_process_and_no_folder(tmp_path: Path, temp: Path) -> None:
    cfg = tmp_path / "endless.cfg"
    cfg.write_text(ENDLESS, encoding="utf-8")
    program = textwrap.dedent(f"""
        import signal
        from pathlib import Path
        from model.engines.tlc import run_tlc
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
        run_tlc(Path({str(TLA / "Endless.tla")!r}), Path({str(cfg)!r}), memory_mb=256, timeout=60)
    """)
    paths = os.pathsep.join([str(TLA.parents[2]), *sys.path])
    child: subprocess.Popen[str] = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "TMPDIR": str(temp), "PYTHONPATH": paths},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not (_processes_naming(temp) and any(temp.glob("*/tmp/*.tla"))):
            assert child.poll() is None, "the run ended by itself"
            assert time.monotonic() < deadline, "TLC did not start"
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            child.wait(timeout=60)
    assert "KeyboardInterrupt" in said
    assert list(temp.iterdir()) == []
    assert not _processes_naming(temp)


def _processes_naming(folder: Path) -> list[str]:
    """The Java processes whose command line names this folder."""
    shown = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in shown.splitlines() if str(folder) in line and "tlc2.TLC" in line]


def test_arguments_out_of_range_and_absent_files_are_refused(tmp_path: Path, tools: Tools) -> None:
    for how in ({"workers": 0}, {"memory_mb": 0}, {"timeout": 0.0}):
        with pytest.raises(ValueError, match="must be positive"):
            run_tlc(TLA / "Tiny.tla", _good_cfg(), tools=tools, **how)
    with pytest.raises(ValueError, match="at least one behaviour"):
        Simulate(seed=1, traces=0, depth=5)
    with pytest.raises(TlcError, match="no such file"):
        run_tlc(tmp_path / "Absent.tla", _good_cfg(), tools=tools)
