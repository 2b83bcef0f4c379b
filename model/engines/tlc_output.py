"""What TLC says with `-tool`: messages by code, gathered into one report while the run goes on.

The codes are those of TLC 2.15. Nothing is decided here; `tlc.py` weighs the report.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from model.engines.tla_values import TlaState, parse_variables

_MARK = re.compile(r"@!@!@(START|END)MSG (\d+)(?::(\d+))? @!@!@")
_ERROR_SEVERITY = 1
_ASSERT_FAILED = 2132


@dataclass(frozen=True)
class Message:
    """One message; code 0 is a line outside any. `inside` holds the codes of messages that came within its text."""

    code: int
    severity: int
    text: str
    inside: tuple[int, ...] = ()


@dataclass(frozen=True)
class Progress:
    """How far a run has come. None: TLC does not say (a simulation counts generated states only)."""

    generated: int
    distinct: int | None
    queue: int | None
    depth: int | None
    seconds: float
    states_per_second: float


class Kind(Enum):
    """What sort of property was violated."""

    INVARIANT = "invariant"
    INITIAL = "property of the initial state"
    ACTION = "action property"
    TEMPORAL = "temporal property"
    DEADLOCK = "deadlock"
    ASSUMPTION = "assumption"
    ASSERTION = "assertion"


@dataclass(frozen=True)
class Violation:
    """The property violated. `name` is None where TLC names none: a deadlock, or one of several temporal properties.

    An assumption is named by its place in the module, an assertion by its message.
    """

    kind: Kind
    name: str | None = None

    def __str__(self) -> str:
        verb = "is reached" if self.kind is Kind.DEADLOCK else "is violated"
        return " ".join(part for part in (self.kind.value, self.name, verb) if part)


_VIOLATIONS: dict[int, tuple[Kind, str]] = {
    2104: (Kind.ASSUMPTION, r"Assumption (.+) is false"),
    2107: (Kind.INVARIANT, r"Invariant (.+) is violated by the initial state"),
    2108: (Kind.INITIAL, r"Property (.+) is violated by the initial state"),
    2110: (Kind.INVARIANT, r"Invariant (.+) is violated"),
    2112: (Kind.ACTION, r"Action property (.+) is violated"),
    2114: (Kind.DEADLOCK, r"Deadlock()"),
    2116: (Kind.TEMPORAL, r"Temporal properties()"),
}

#: Messages of error severity that only introduce a behaviour or add positions to the message before.
_NOT_ERRORS = frozenset({2103, 2121, 2264})

_STATE = re.compile(r"(\d+): <(.*)>\n")
_BACK = re.compile(r"(\d+): Back to state(?:: <(.*)>)?")
_ACTION_PLACE = re.compile(r"(.*?) (line \d+, col \d+ to line \d+, col \d+ of module \w+)")
_COVERED = re.compile(r"<(\S+) line .* of module \w+(?: \((\d+) (\d+) (\d+) (\d+)\))?>: (\d+):(\d+)")
_COUNTS = re.compile(r"([\d,]+) states generated.*?, (-?[\d,]+) distinct states found.*?, (-?[\d,]+) states left")


def read_messages(lines: Iterable[str]) -> Iterator[Message]:
    """Cut TLC's output into messages as it arrives. A message inside another comes first and is part of its text.

    A message that never ends (the run was killed) is not given.
    """
    open_ones: list[tuple[int, int, list[str], list[int]]] = []
    for line in lines:
        at = 0
        for mark in _MARK.finditer(line):
            if open_ones:
                open_ones[-1][2].append(line[at : mark.start()])
            at = mark.end()
            if mark[1] == "START":
                open_ones.append((int(mark[2]), int(mark[3] or 0), [], []))
            elif open_ones:
                code, severity, parts, inside = open_ones.pop()
                text = "".join(parts).strip("\n")
                if open_ones:
                    open_ones[-1][2].append(text)
                    open_ones[-1][3].extend((code, *inside))
                yield Message(code, severity, text, tuple(inside))
        rest = line[at:]
        if open_ones:
            open_ones[-1][2].append(rest if at == 0 else rest.removesuffix("\n"))
        elif rest.strip():
            yield Message(0, 0, rest.rstrip("\n"))


class Report:
    """What TLC has said so far in one run. Fields are None or empty until it says so."""

    def __init__(self, on_progress: Callable[[Progress], None] | None = None) -> None:
        self._on_progress = on_progress
        self._started = time.monotonic()
        self._coverage_block: dict[str, tuple[int, int]] = {}
        self.loose_lines: list[str] = []
        self.initial: int | None = None
        self.progress: Progress | None = None
        self.counts: tuple[int, int, int] | None = None
        self.depth: int | None = None
        self.simulated = False
        self.checks_liveness = False
        self.unsound_liveness = ""
        self.coverage: dict[str, tuple[int, int]] | None = None
        self.violation: Violation | None = None
        self.errors: list[Message] = []
        self.positions = ""
        self.states: list[TlaState] = []
        self.loop: int | None = None
        self.loop_action: str | None = None
        self.stutters = False
        self.succeeded = False
        self.collision: float | None = None
        self.finished = False

    @property
    def seconds(self) -> float:
        """Since the start of the run."""
        return time.monotonic() - self._started

    def take(self, message: Message) -> None:
        """Add one message. Errors: TlaValueError for a state that holds more than plain values."""
        if message.code == _ASSERT_FAILED or _ASSERT_FAILED in message.inside:
            _, _, said = message.text.partition("the second argument was:\n")
            self._violated(Violation(Kind.ASSERTION, said.strip() or None))
        elif message.code in _VIOLATIONS:
            self._take_violation(message)
        elif handler := _HANDLERS.get(message.code):
            handler(self, message)
        elif message.severity == _ERROR_SEVERITY and message.code not in _NOT_ERRORS:
            self.errors.append(message)

    def _violated(self, violation: Violation) -> None:
        self.violation = self.violation or violation

    def _take_violation(self, message: Message) -> None:
        kind, pattern = _VIOLATIONS[message.code]
        found = re.search(pattern, message.text)
        self._violated(Violation(kind, (found[1] or None) if found else None))
        if message.code in (2107, 2108):
            _, _, state = message.text.partition(":\n")
            self.states.append(TlaState(1, None, parse_variables(state)))

    def _take_loose(self, message: Message) -> None:
        self.loose_lines.append(message.text)

    def _take_state(self, message: Message) -> None:
        found = _STATE.match(message.text)
        if found is None:
            self.errors.append(message)
            return
        action, location = _action_of(found[2])
        variables = parse_variables(message.text[found.end() :])
        self.states.append(TlaState(int(found[1]), action, variables, location))

    def _take_back(self, message: Message) -> None:
        found = _BACK.match(message.text)
        if found is None:
            self.errors.append(message)
        else:
            self.loop = int(found[1]) - 1
            self.loop_action = _action_of(found[2])[0] if found[2] else None

    def _take_stuttering(self, _: Message) -> None:
        self.stutters = True
        self.loop = len(self.states) - 1

    def _take_initial(self, message: Message) -> None:
        # "..., with 0 of them distinct" counts what a constraint leaves; without that clause all are distinct.
        found = re.search(r"with (\d+) of them distinct", message.text) or re.search(r": (\d+) ", message.text)
        self.initial = int(found[1]) if found else None

    def _take_initial_so_far(self, message: Message) -> None:
        found = re.search(r"Computed ([\d,]+) initial", message.text)
        if found:
            self.initial = _number(found[1])
            self._report_progress(_number(found[1]), None, None, None)

    def _take_no_initial(self, _: Message) -> None:
        self.initial = 0

    def _take_progress(self, message: Message) -> None:
        found = _COUNTS.search(message.text)
        if found:
            generated, distinct, queue = (_number(part) for part in found.groups())
            depth = re.match(r"Progress\((\d+)\)", message.text)
            simulating = distinct < 0
            self._report_progress(
                generated,
                None if simulating else distinct,
                None if simulating else queue,
                int(depth[1]) if depth else None,
            )

    def _take_simulated(self, message: Message) -> None:
        self.simulated = True
        self._take_progress(message)

    def _report_progress(self, generated: int, distinct: int | None, queue: int | None, depth: int | None) -> None:
        before, seconds = self.progress, self.seconds
        gained = generated - (before.generated if before else 0)
        passed = seconds - (before.seconds if before else 0.0)
        self.progress = Progress(generated, distinct, queue, depth, seconds, gained / passed if passed else 0.0)
        if self._on_progress:
            self._on_progress(self.progress)

    def _take_counts(self, message: Message) -> None:
        found = _COUNTS.search(message.text)
        if found:
            generated, distinct, queue = (_number(part) for part in found.groups())
            self.counts = (generated, distinct, queue)

    def _take_depth(self, message: Message) -> None:
        found = re.search(r"search is ([\d,]+)", message.text)
        self.depth = _number(found[1]) if found else None

    def _take_liveness(self, _: Message) -> None:
        self.checks_liveness = True

    def _take_unsound_liveness(self, message: Message) -> None:
        self.unsound_liveness = message.text

    def _start_coverage(self, _: Message) -> None:
        self._coverage_block = {}

    def _take_covered(self, message: Message) -> None:
        found = _COVERED.match(message.text)
        if found is None:
            self.errors.append(message)
            return
        label = found[1] if found[2] is None else f"{found[1]} ({found[2]}:{found[3]}-{found[4]}:{found[5]})"
        same = sum(1 for known in self._coverage_block if known.partition(" #")[0] == label)
        self._coverage_block[f"{label} #{same + 1}" if same else label] = (int(found[6]), int(found[7]))

    def _end_coverage(self, _: Message) -> None:
        self.coverage = self._coverage_block

    def _take_positions(self, message: Message) -> None:
        self.positions = message.text

    def _take_success(self, message: Message) -> None:
        self.succeeded = True
        estimates = [float(value) for value in re.findall(r"val = ([0-9.E+-]+)", message.text)]
        self.collision = max(estimates, default=None)

    def _take_finished(self, _: Message) -> None:
        self.finished = True


_HANDLERS: dict[int, Callable[[Report, Message], None]] = {
    0: Report._take_loose,
    2103: Report._take_positions,
    2118: Report._take_no_initial,
    2122: Report._take_back,
    2186: Report._take_finished,
    2190: Report._take_initial,
    2191: Report._take_initial,
    2193: Report._take_success,
    2194: Report._take_depth,
    2199: Report._take_counts,
    2200: Report._take_progress,
    2201: Report._start_coverage,
    2202: Report._end_coverage,
    2207: Report._take_initial,
    2208: Report._take_initial,
    2209: Report._take_simulated,
    2212: Report._take_liveness,
    2217: Report._take_state,
    2218: Report._take_stuttering,
    2269: Report._take_initial_so_far,
    2279: Report._take_unsound_liveness,
    2284: Report._take_unsound_liveness,
    2772: Report._take_covered,
    # How the statistics end in a run of more than five minutes.
    2777: Report._end_coverage,
}


def _action_of(text: str) -> tuple[str | None, str]:
    """The action's name and place, from what TLC prints between angle brackets. None for an initial state."""
    if text == "Initial predicate":
        return None, ""
    found = _ACTION_PLACE.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def _number(text: str) -> int:
    return int(text.replace(",", ""))
