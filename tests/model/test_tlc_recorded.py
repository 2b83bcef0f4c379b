"""Recorded TLC output: what the wrapper makes of every kind of ending, without a Java start."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from model.engines.tlc import (
    ErrorKind,
    Kind,
    Progress,
    Simulate,
    TlcError,
    TlcResult,
    Tools,
    Violation,
    run_tlc,
)
from model.engines.tlc_cfg import read_cfg
from model.engines.tlc_output import Message, Report, read_messages
from model.verdict import Verdict

Check = Callable[..., TlcResult]


def _script(file: Path, body: str) -> str:
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


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
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for temporary files, so that what is left over shows."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


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


def test_of_several_coverage_reports_the_last_counts_however_it_ends(replay: Check) -> None:
    early = COVERAGE.replace(": 4:16", ": 0:0")
    late = COVERAGE.replace(said(2202, "End of statistics."), said(2777, "End of statistics (please note)."))
    result = replay(INITIAL + early + SUCCESS + late + COUNTS + DEPTH + FINISHED, 0, may_not_fire=ALIVE)
    assert (result.verdict, result.coverage["Up"]) == (Verdict.EXHAUSTED, (4, 16))  # type: ignore[index]


def test_every_run_is_seeded_and_has_folders_of_its_own(replay: Check, tmp_path: Path) -> None:
    lines = []
    for how in ({}, {}, {"simulate": Simulate(7, 5, 6)}):
        with contextlib.suppress(TlcError):
            replay("", 0, then=f'echo "$@" > {tmp_path}/arguments', **how)
        lines.append((tmp_path / "arguments").read_text(encoding="utf-8"))
    search, again, simulation = lines
    assert "-fp 0 -seed 0" in search
    assert "-simulate num=5 -depth 6 -seed 7 -aril 0" in simulation
    for option in (r"-metadir (\S+)", r"-Djava\.io\.tmpdir=(\S+)"):
        folders = {found[1] for line in (search, again) if (found := re.search(option, line))}
        assert len(folders) == 2


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
