"""The solvers' own interfaces behind one: what Z3, bitwuzla and cvc5 need to be told, asked and made to stop.

Each is a `Language` whose terms are the solver's. Importing this module imports no solver.
"""

from __future__ import annotations

import contextlib
import importlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Literal, Protocol

from model.lift.smtlib import Language

Result = Literal["sat", "unsat", "unknown"]

#: The package that brings a solver, by the first part of the solver's name.
PACKAGES = {"z3": "z3-solver", "bitwuzla": "bitwuzla", "cvc5": "cvc5"}


class SolverMissing(RuntimeError):
    """The package of a solver is not installed."""


class Backend(Language, Protocol):
    """A solver that holds formulas: terms are said in its language, then added or asked for."""

    def add(self, said: Any) -> None:
        """From now on this holds."""

    def check(self, extra: Sequence[Any], seconds: float) -> tuple[Result, str]:
        """Can all that was added and the extra formulas hold at once?

        The reason says why nothing is known; it is empty where the time was up.
        Errors: KeyboardInterrupt at once where the solver can be interrupted.
        """

    def value(self, variable: Any, is_bool: bool) -> int | bool:
        """A variable's value after "sat", numbers with sign."""


def load(solver: str) -> Any:
    """The module of a solver, named "z3", "bitwuzla" or "cvc5". Errors: SolverMissing."""
    try:
        return importlib.import_module(solver)
    except ImportError as error:
        raise SolverMissing(f"{solver} is not there ({error}); install the package {PACKAGES[solver]}") from error


def version_of(solver: str) -> str:
    """The version of the solver that is installed. Errors: SolverMissing."""
    module = load(solver)
    if solver == "cvc5":
        return str(module.__version__)
    return str(module.get_version_string() if solver == "z3" else module.version())


def _with_sign(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


# ---------------------------------------------------------------- Z3


class Z3:
    """Z3, spoken to through its C functions: its Python objects would take several times as long to build.

    Bit-vectors go to the incremental SAT solver. Integers go to the plain core: the preprocessing that Z3 applies to
    them by default costs more than it saves on the choices between constants that game rules are made of.
    """

    def __init__(self, bits: int | None, logic: str) -> None:
        self._z3 = z3 = load("z3")
        self._bits = bits
        self._context = z3.Context()
        self._solver = z3.SimpleSolver(ctx=self._context) if bits is None else z3.SolverFor(logic, ctx=self._context)
        self._kept = z3.AstVector(ctx=self._context)
        self._truth = z3.BoolSort(self._context)
        self._sort = z3.IntSort(self._context) if bits is None else z3.BitVecSort(bits, self._context)
        self._numbers: dict[int, Any] = {}
        self._model: Any = None
        self._pair = z3.Ast * 2
        self._wide = {"and": z3.Z3_mk_and, "+": z3.Z3_mk_add, "*": z3.Z3_mk_mul}
        self._words: dict[str, Callable[..., Any]] = {
            "not": z3.Z3_mk_not,
            "=": z3.Z3_mk_eq,
            "ite": z3.Z3_mk_ite,
            "div": z3.Z3_mk_div,
            "mod": z3.Z3_mk_mod,
            "<=": z3.Z3_mk_le,
            "bvadd": z3.Z3_mk_bvadd,
            "bvmul": z3.Z3_mk_bvmul,
            "bvudiv": z3.Z3_mk_bvudiv,
            "bvurem": z3.Z3_mk_bvurem,
            "bvsle": z3.Z3_mk_bvsle,
        }

    def _keep(self, said: Any) -> Any:
        self._z3.Z3_ast_vector_push(self._context.ref(), self._kept.vector, said)
        return said

    def number(self, value: int) -> Any:
        if value not in self._numbers:
            said = self._z3.Z3_mk_numeral(self._context.ref(), str(value), self._sort.ast)
            self._numbers[value] = self._keep(said)
        return self._numbers[value]

    def truth(self, value: bool) -> Any:
        make = self._z3.Z3_mk_true if value else self._z3.Z3_mk_false
        return self._keep(make(self._context.ref()))

    def variable(self, name: str, is_bool: bool) -> Any:
        symbol = self._z3.Z3_mk_string_symbol(self._context.ref(), name)
        sort = self._truth if is_bool else self._sort
        return self._keep(self._z3.Z3_mk_const(self._context.ref(), symbol, sort.ast))

    def apply(self, word: str, args: Sequence[Any]) -> Any:
        if word in self._wide:
            return self._keep(self._wide[word](self._context.ref(), 2, self._pair(*args)))
        return self._keep(self._words[word](self._context.ref(), *args))

    def add(self, said: Any) -> None:
        self._z3.Z3_solver_assert(self._context.ref(), self._solver.solver, said)

    def check(self, extra: Sequence[Any], seconds: float) -> tuple[Result, str]:
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        if extra:
            self._solver.push()
        try:
            for said in extra:
                self.add(said)
            outcome = str(self._solver.check())
            reason = self._solver.reason_unknown() if outcome == "unknown" else ""
            self._model = self._solver.model() if outcome == "sat" else None
        finally:
            if extra:
                self._solver.pop()
        return z3_result(outcome, reason)

    def value(self, variable: Any, is_bool: bool) -> int | bool:
        z3 = self._z3
        if is_bool:
            return bool(z3.is_true(self._model.eval(z3.BoolRef(variable, self._context), model_completion=True)))
        if self._bits is None:
            return int(self._model.eval(z3.ArithRef(variable, self._context), model_completion=True).as_long())
        found = self._model.eval(z3.BitVecRef(variable, self._context), model_completion=True)
        return int(found.as_signed_long())


class Z3Blast(Z3):
    """Z3 for one large question in bits: what is known is spread first, then all goes to the SAT solver at once."""

    PIPELINE = ("simplify", "propagate-values", "solve-eqs", "simplify", "bit-blast", "sat")

    def __init__(self, bits: int | None, logic: str) -> None:
        super().__init__(bits, logic)
        self._solver = self._z3.Then(*self.PIPELINE, ctx=self._context).solver()


def z3_result(outcome: str, reason: str) -> tuple[Result, str]:
    """Z3's words in ours. Errors: KeyboardInterrupt, which Z3 itself catches while it works."""
    if outcome in ("sat", "unsat"):
        return ("sat" if outcome == "sat" else "unsat"), ""
    if "keyboard" in reason:
        raise KeyboardInterrupt
    return "unknown", "" if reason in ("timeout", "canceled") else f"Z3: {reason}"


# ---------------------------------------------------------------- bitwuzla


class Bitwuzla:
    """bitwuzla, which has bit-vectors only. It asks back while it works, and can be stopped then."""

    def __init__(self, bits: int | None, logic: str) -> None:
        if bits is None:
            raise ValueError("bitwuzla has no integers; fix a width")
        self._bits = bits
        self._module = module = load("bitwuzla")
        self._terms = module.TermManager()
        options = module.Options()
        options.set(module.Option.PRODUCE_MODELS, True)
        self._solver = module.Bitwuzla(self._terms, options)
        self._stop = Stop()
        self._solver.configure_terminator(self._stop)
        self._sort = self._terms.mk_bv_sort(bits)
        self._truth = self._terms.mk_bool_sort()
        self._numbers: dict[int, Any] = {}
        kind = module.Kind
        self._words = {
            "not": kind.NOT,
            "and": kind.AND,
            "=": kind.EQUAL,
            "ite": kind.ITE,
            "bvadd": kind.BV_ADD,
            "bvmul": kind.BV_MUL,
            "bvudiv": kind.BV_UDIV,
            "bvurem": kind.BV_UREM,
            "bvsle": kind.BV_SLE,
        }

    def number(self, value: int) -> Any:
        if value not in self._numbers:
            self._numbers[value] = self._terms.mk_bv_value(self._sort, value % (1 << self._bits))
        return self._numbers[value]

    def truth(self, value: bool) -> Any:
        return self._terms.mk_true() if value else self._terms.mk_false()

    def variable(self, name: str, is_bool: bool) -> Any:
        return self._terms.mk_const(self._truth if is_bool else self._sort, name)

    def apply(self, word: str, args: Sequence[Any]) -> Any:
        return self._terms.mk_term(self._words[word], list(args))

    def add(self, said: Any) -> None:
        self._solver.assert_formula(said)

    def check(self, extra: Sequence[Any], seconds: float) -> tuple[Result, str]:
        with self._stop.after(seconds):
            outcome = self._solver.check_sat(*extra)
        return bitwuzla_result(outcome)

    def value(self, variable: Any, is_bool: bool) -> int | bool:
        found = self._solver.get_value(variable)
        return bool(found.value()) if is_bool else _with_sign(int(found.value(2), 2), self._bits)


def bitwuzla_result(outcome: Any) -> tuple[Result, str]:
    """bitwuzla's words in ours; it gives no reasons, and is only stopped by the clock."""
    name = str(outcome).rpartition(".")[2].lower()
    if name in ("sat", "unsat"):
        return ("sat" if name == "sat" else "unsat"), ""
    return "unknown", ""


class Stop:
    """Asked "stop now?" by a solver that holds on to the interpreter: at a deadline, or when Ctrl-C has come."""

    def __init__(self) -> None:
        self._deadline = float("inf")
        self._interrupted = False

    def __call__(self) -> bool:
        return self._interrupted or time.monotonic() > self._deadline

    @contextlib.contextmanager
    def after(self, seconds: float) -> Iterator[None]:
        """Work under a deadline. Ctrl-C is only noted meanwhile: raised inside the solver's question it would be lost.

        Errors: KeyboardInterrupt, or whatever the handler in force does, once the solver has stopped.
        """
        self._deadline, self._interrupted = time.monotonic() + seconds, False
        ours = threading.current_thread() is threading.main_thread()
        previous = signal.signal(signal.SIGINT, self._note) if ours else None
        try:
            yield
        finally:
            if ours:
                signal.signal(signal.SIGINT, previous)
        if self._interrupted:
            if not callable(previous):
                raise KeyboardInterrupt
            previous(signal.SIGINT, None)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._interrupted = True


# ---------------------------------------------------------------- cvc5


class Cvc5:
    """cvc5. It cannot be interrupted while it works: whoever needs that gives it a process of its own."""

    def __init__(self, bits: int | None, logic: str) -> None:
        self._bits = bits
        self._module = module = load("cvc5")
        self._terms = module.TermManager()
        self._solver = module.Solver(self._terms)
        self._solver.setOption("produce-models", "true")
        self._solver.setLogic(logic)
        if bits is not None:
            self._solver.setOption("bitblast", "eager")
        self._truth = self._terms.getBooleanSort()
        self._sort = self._terms.getIntegerSort() if bits is None else self._terms.mkBitVectorSort(bits)
        self._numbers: dict[int, Any] = {}
        kind = module.Kind
        self._words = {
            "not": kind.NOT,
            "and": kind.AND,
            "=": kind.EQUAL,
            "ite": kind.ITE,
            "+": kind.ADD,
            "*": kind.MULT,
            "div": kind.INTS_DIVISION,
            "mod": kind.INTS_MODULUS,
            "<=": kind.LEQ,
            "bvadd": kind.BITVECTOR_ADD,
            "bvmul": kind.BITVECTOR_MULT,
            "bvudiv": kind.BITVECTOR_UDIV,
            "bvurem": kind.BITVECTOR_UREM,
            "bvsle": kind.BITVECTOR_SLE,
        }

    def number(self, value: int) -> Any:
        if value not in self._numbers:
            make = self._terms.mkInteger if self._bits is None else self._bit_vector
            self._numbers[value] = make(str(value))
        return self._numbers[value]

    def _bit_vector(self, digits: str) -> Any:
        return self._terms.mkBitVector(self._bits, str(int(digits) % (1 << (self._bits or 0))), 10)

    def truth(self, value: bool) -> Any:
        return self._terms.mkBoolean(value)

    def variable(self, name: str, is_bool: bool) -> Any:
        return self._terms.mkConst(self._truth if is_bool else self._sort, name)

    def apply(self, word: str, args: Sequence[Any]) -> Any:
        return self._terms.mkTerm(self._words[word], *args)

    def add(self, said: Any) -> None:
        self._solver.assertFormula(said)

    def check(self, extra: Sequence[Any], seconds: float) -> tuple[Result, str]:
        self._solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
        return cvc5_result(self._solver.checkSatAssuming(*extra) if extra else self._solver.checkSat())

    def value(self, variable: Any, is_bool: bool) -> int | bool:
        found = self._solver.getValue(variable)
        if is_bool:
            return bool(found.getBooleanValue())
        if self._bits is None:
            return int(found.getIntegerValue())
        return _with_sign(int(found.getBitVectorValue(2), 2), self._bits)


def cvc5_result(outcome: Any) -> tuple[Result, str]:
    """cvc5's words in ours."""
    if outcome.isSat():
        return "sat", ""
    if outcome.isUnsat():
        return "unsat", ""
    why = str(outcome.getUnknownExplanation()).rpartition(".")[2]
    return "unknown", "" if why == "TIMEOUT" else f"cvc5: {why.lower().replace('_', ' ')}"
