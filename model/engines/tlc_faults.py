"""Why TLC gave no verdict: the fault, and the place it points at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from model.engines.tla_values import TlaState
from model.engines.tlc_output import Report

_BY_EXIT_CODE = {75: "evaluation", 76: "evaluation", 77: "evaluation", 150: "parse", 151: "configuration"}
_PARSE_CODES = frozenset({2171, 2245, 3002})
_CONFIGURATION_CODES = frozenset({*range(2222, 2244), 2280, 2281, *range(5001, 5007)})

_GENERAL = re.compile(r"TLC threw an unexpected exception\.(?:\n.*){2}\nThe exception was a (?:\S+)\n: ")
_PLACE = re.compile(r"[Ll]ine (\d+), col(?:umn)? (\d+) to line \d+, col(?:umn)? \d+ (?:of module|in) (\w+)")
_SYNTAX_PLACE = re.compile(r"at line (\d+), col(?:umn)? (\d+)()")
_CFG_PLACE = re.compile(r"configuration file at line (\d+)")
_CHATTER = re.compile(
    r"^(?:Parsing file|Semantic processing of|Residual stack trace|Semantic errors:).*\n?", re.MULTILINE
)
_LONGEST = 600


class ErrorKind(Enum):
    """Where the fault lies when there is no verdict at all. RUN: with TLC, Java or this reader of them."""

    PARSE = "parse"
    CONFIGURATION = "configuration"
    EVALUATION = "evaluation"
    RUN = "run"


class TlcError(Exception):
    """TLC could not check the model. `file`, `line` and `column` (from 1) are None where TLC gives none.

    `trace` is the behaviour up to the fault, where TLC gives it; a variable not yet assigned reads as model value null.
    """

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        file: Path | None = None,
        line: int | None = None,
        column: int | None = None,
        trace: tuple[TlaState, ...] = (),
    ) -> None:
        place = ":".join(str(part) for part in (file, line, column) if part is not None)
        super().__init__(f"{place}: {kind.value} error: {message}" if place else f"{kind.value} error: {message}")
        self.kind = kind
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.trace = trace


@dataclass(frozen=True)
class End:
    """How the process ended: its exit code, whether the timeout killed it, what Java wrote to stderr."""

    exit_code: int
    expired: bool
    stderr: str


def is_out_of_memory(report: Report, end: End) -> bool:
    """Did memory give out, in TLC or before TLC could say so?"""
    if any(message.code in (1001, 1002) for message in report.errors):
        return True
    words = [message.text for message in report.errors if message.code == 1000]
    if not report.finished:
        words += [*report.loose_lines, end.stderr]
    signs = ("OutOfMemoryError", "insufficient memory", "Could not reserve enough space", "Too small maximum heap")
    return any(sign in text for text in words for sign in signs)


def fault_of(report: Report, end: End, module: Path, cfg: Path) -> TlcError:
    """The error that a run without a verdict amounts to."""
    kind = _kind_of(report, end)
    if kind is ErrorKind.RUN:
        said = _short("\n".join([*report.loose_lines[-5:], end.stderr]))
        return TlcError(
            kind, f"TLC ended with exit code {end.exit_code} and no verdict: {said or 'it says nothing'}", module
        )
    if kind is ErrorKind.PARSE:
        said = _CHATTER.sub("", "\n".join(report.loose_lines))
        said = said[max(0, said.find("*** Errors:")) :].partition("\nFatal errors")[0]
        place = _PLACE.search(said) or _SYNTAX_PLACE.search(said)
        blamed = re.search(r"in file (\w+)|In module (\w+)", "\n".join(report.loose_lines))
        name = (
            place[3] if place and place[3] else next((part for part in blamed.groups() if part), "") if blamed else ""
        )
    else:
        said = _GENERAL.sub("", "\n".join(message.text for message in report.errors))
        if at := _CFG_PLACE.search(said):
            return TlcError(kind, _short(said), cfg, int(at[1]))
        places = list(_PLACE.finditer(said)) or list(_PLACE.finditer(report.positions))
        # TLC lists the positions from the outermost expression to the innermost.
        place = places[-1] if places else None
        name = place[3] if place else ""
        if place is None and kind is ErrorKind.CONFIGURATION:
            return TlcError(kind, _short(said), cfg)
    file = module.parent / f"{name}.tla"
    line, column = (int(place[1]), int(place[2])) if place else (None, None)
    return TlcError(kind, _short(said), file if file.is_file() else module, line, column, tuple(report.states))


def _kind_of(report: Report, end: End) -> ErrorKind:
    if end.exit_code in _BY_EXIT_CODE:
        return ErrorKind(_BY_EXIT_CODE[end.exit_code])
    codes = {code for message in report.errors for code in (message.code, *message.inside)}
    if codes & _PARSE_CODES:
        return ErrorKind.PARSE
    if codes & _CONFIGURATION_CODES:
        return ErrorKind.CONFIGURATION
    return ErrorKind.EVALUATION if codes else ErrorKind.RUN


def _short(text: str) -> str:
    """On one line, and no longer than a reader reads."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + " ..."
