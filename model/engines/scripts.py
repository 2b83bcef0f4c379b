"""SMT-LIB scripts put to solvers' own front ends: what was written down is asked, not what is in memory."""

from __future__ import annotations

import time
from typing import Any

from model.engines.backends import Result, Stop, bitwuzla_result, cvc5_result, load, version_of, z3_result
from model.engines.child import can_fork, in_child, require_limits, timed_out
from model.engines.solvers import Answer, family_of, lost, require_seconds
from model.lift.smtlib import digest


class ScriptError(ValueError):
    """A front end cannot read a script."""


def solve_script(text: str, solver: str, limit_seconds: float = 60.0, *, memory_mb: int | None = None) -> Answer:
    """Put a script with one `(check-sat)` to a solver, in a process of its own where there are forked processes.

    There are no terms here to check an assignment against, so that none is given.
    Errors: ValueError, of which ScriptError, SolverMissing, KeyboardInterrupt.
    """
    family = family_of(solver)
    require_seconds(limit_seconds)
    require_limits(memory_mb)
    load(family)
    start = time.perf_counter()
    if not can_fork():
        result, reason = _ask(text, family, limit_seconds)
    else:
        outcome = in_child(lambda: _ask(text, family, limit_seconds), limit_seconds, memory_mb)
        if not isinstance(outcome, tuple):
            return lost(solver, outcome, time.perf_counter() - start, digest(text))
        result, reason = outcome
    reason = reason if reason or result != "unknown" else timed_out(limit_seconds)
    return Answer(result, None, solver, version_of(family), time.perf_counter() - start, digest(text), reason)


def _ask(text: str, family: str, seconds: float) -> tuple[Result, str]:
    return {"z3": _ask_z3, "bitwuzla": _ask_bitwuzla, "cvc5": _ask_cvc5}[family](text, seconds)


def _ask_z3(text: str, seconds: float) -> tuple[Result, str]:
    z3 = load("z3")
    context = z3.Context()
    solver = z3.SolverFor("QF_BV", ctx=context) if "(set-logic QF_BV)" in text else z3.SimpleSolver(ctx=context)
    solver.set("timeout", max(1, int(seconds * 1000)))
    try:
        solver.from_string(text)
    except z3.Z3Exception as error:
        raise ScriptError(f"Z3 cannot read the script: {error}") from error
    outcome = str(solver.check())
    return z3_result(outcome, solver.reason_unknown() if outcome == "unknown" else "")


def _ask_bitwuzla(text: str, seconds: float) -> tuple[Result, str]:
    module = load("bitwuzla")
    terms, options, stop = module.TermManager(), module.Options(), Stop()
    parser = module.Parser(terms, options)
    try:
        parser.parse(text, True, False)
    except module.BitwuzlaException as error:
        raise ScriptError(f"bitwuzla cannot read the script: {error}") from error
    solver = parser.bitwuzla()
    solver.configure_terminator(stop)
    with stop.after(seconds):
        outcome = solver.check_sat()
    return bitwuzla_result(outcome)


def _ask_cvc5(text: str, seconds: float) -> tuple[Result, str]:
    module = load("cvc5")
    terms = module.TermManager()
    solver, symbols = module.Solver(terms), module.SymbolManager(terms)
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = module.InputParser(solver, symbols)
    parser.setStringInput(module.InputLanguage.SMT_LIB_2_6, text, "script")
    try:
        _obey(parser, solver, symbols)
    except RuntimeError as error:
        raise ScriptError(f"cvc5 cannot read the script: {error}") from error
    return cvc5_result(solver.checkSat())


def _obey(parser: Any, solver: Any, symbols: Any) -> None:
    """Everything that the script says before it asks."""
    while True:
        command = parser.nextCommand()
        if command.isNull() or command.getCommandName() == "check-sat":
            return
        command.invoke(solver, symbols)
