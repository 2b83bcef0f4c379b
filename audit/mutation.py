"""Breaks the kernel on purpose, rule by rule, and asks whether anything that speaks for the rule goes red.

A mutant is one text of one kernel module replaced by another. It is judged in a fresh interpreter that loads this
module with the replacement; the source tree stays as it is. What goes red there must be green on the kernel as
it stands, else the mutant is not killed: the check is broken.
"""

from __future__ import annotations

import json
import linecache
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import click

from model.verdict import Exit
from specs.load import load_rules
from specs.notation import own_values
from specs.strict import Document, Place, SpecError, Table, read_documents, refuse_faults

ROOT = Path(__file__).resolve().parents[1]
MUTANTS = ROOT / "tests" / "mutants"
#: Seconds that one interpreter may take.
TIMEOUT = 600.0


@dataclass(frozen=True)
class Mutant:
    """A kernel that breaks `rule`: in `file`, a path from the root of the project, `new` stands instead of `old`.

    `breaks` says in words what the broken kernel does. `survives` says why nothing can kill it; empty, as it should
    be, where something must.
    """

    id: str
    rule: str
    file: str
    old: str
    new: str
    breaks: str
    survives: str
    place: Place

    @property
    def module(self) -> str:
        """The import name of the module that is replaced."""
        return self.file.removesuffix(".py").replace("/", ".")


class Outcome(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    ERROR = "error"


@dataclass(frozen=True)
class Judgement:
    """What became of a mutant: `killer` is the check that went red, `reason` what it says, or what went wrong."""

    mutant: Mutant
    outcome: Outcome
    killer: str
    reason: str
    seconds: float

    @property
    def killed(self) -> bool:
        """Did a check that cites the rule go red, and is it green on the kernel as it stands?"""
        return self.outcome is Outcome.KILLED

    @property
    def is_as_expected(self) -> bool:
        """Is it killed, or does it survive for the reason that its row gives?"""
        return self.outcome is (Outcome.SURVIVED if self.mutant.survives else Outcome.KILLED)

    def __str__(self) -> str:
        mutant = self.mutant
        told = {
            Outcome.KILLED: f"killed by {self.killer}: {self.reason}",
            Outcome.SURVIVED: f"SURVIVED: {mutant.survives or 'nothing that cites the rule goes red'}",
            Outcome.ERROR: f"ERROR: {self.reason}",
        }
        return f"{mutant.place}: {mutant.id}: {told[self.outcome]}"


# ---------------------------------------------------------------- what is written


def load_mutants(path: Path, known_rules: Collection[str], root: Path = ROOT) -> tuple[Mutant, ...]:
    """Read the mutants of a file, or of all files in a folder, in the order written.

    A row that names further rules stands for one mutant a rule. SpecError lists everything that is wrong, with file
    and line.
    """
    documents = read_documents(path) if path.is_dir() else [Document.read(path)]
    mutants: list[Mutant] = []
    seen: dict[str, Place] = {}
    for document in documents:
        sheet = document.root("mutants")
        for table in sheet.tables("mutant"):
            rows = list(_mutants(table, known_rules, root))
            first = seen.setdefault(rows[0].id, table.place)
            if first != table.place:
                table.complain("id", f"the ID stands already at {first}")
            mutants += rows
        sheet.done()
    refuse_faults(documents)
    return tuple(mutants)


def _mutants(table: Table, known_rules: Collection[str], root: Path) -> Iterator[Mutant]:
    """One mutant for the rule of a row, and one for each that must notice the same break."""
    others = table.texts("also") if table.has("also") else ()
    for rule in others:
        if rule not in known_rules:
            table.complain("also", f"'also' names an unknown rule '{rule}'")
    first = _mutant(table, known_rules, root)
    yield first
    for rule in others:
        yield replace(first, id=f"{first.id}@{rule}", rule=rule)


def _mutant(table: Table, known_rules: Collection[str], root: Path) -> Mutant:
    mutant = Mutant(
        id=table.text("id", shape=r"[A-Z][A-Z0-9.-]*(-[a-z0-9]+)+"),
        rule=table.text("rule", among=known_rules),
        file=table.text("file", shape=r"kernel(/[a-z_]+)+\.py"),
        old=_code(table, "old"),
        new=_code(table, "new", may_be_empty=True),
        breaks=table.text("breaks"),
        survives=table.text("survives") if table.has("survives") else "",
        place=table.place,
    )
    if mutant.old == mutant.new:
        table.complain("new", "'new' is the same as 'old'")
    if not (root / mutant.file).is_file():
        table.complain("file", f"there is no file '{mutant.file}'")
    elif mutant.old and (count := _source(root / mutant.file).count(mutant.old)) != 1:
        table.complain("old", f"'old' must occur once in {mutant.file}, it occurs {count} times")
    table.done()
    return mutant


def _code(table: Table, key: str, *, may_be_empty: bool = False) -> str:
    """A piece of source text, unfolded."""
    if not table.has(key):
        table.complain(key, f"missing key '{key}'")
        return ""
    value = own_values(table)[key]
    if not isinstance(value, str) or not (value or may_be_empty):
        table.complain(key, f"'{key}' must be a text{'' if may_be_empty else ' that is not empty'}, not {value!r}")
        return ""
    return value


def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---------------------------------------------------------------- judging, from outside


@dataclass(frozen=True)
class _Answer:
    """What an interpreter reported: the checks that went red, each with the rule that it was asked for and its reason,
    or why there is no answer."""

    red: tuple[tuple[str, str, str], ...]
    error: str
    seconds: float


def _ask(mutant: Mutant | None, rules: Sequence[str], only: Sequence[str], timeout: float) -> _Answer:
    """Run checks in a fresh interpreter: of the broken kernel, for each rule those that cite it up to the first that
    goes red; or, with the kernel as it stands, all those named in `only`."""
    began = time.monotonic()
    row = None if mutant is None else {**asdict(mutant), "place": None}
    order = {"mutant": row, "rules": list(rules), "only": list(only)}
    environment = {**os.environ, "RULEPROOF_CONTRACTS": "on", "PYTHONHASHSEED": "0"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "audit.mutation", "--inside"],
            input=json.dumps(order),
            capture_output=True,
            text=True,
            timeout=timeout,
            cwd=ROOT,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _Answer((), f"no answer within {timeout:g} seconds", timeout)
    seconds = time.monotonic() - began
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return _Answer((), said[-1], seconds)
    red = tuple((rule, check, reason) for rule, check, reason in json.loads(done.stdout))
    return _Answer(red, "", seconds)


def _first_judgements(mutants: Sequence[Mutant], timeout: float) -> Iterator[Judgement]:
    """What became of mutants with the same break, as long as their killers can be trusted."""
    answer = _ask(mutants[0], [mutant.rule for mutant in mutants], (), timeout)
    found = {rule: (killer, reason) for rule, killer, reason in answer.red}
    for mutant in mutants:
        killer, reason = found.get(mutant.rule, ("", "nothing that cites the rule goes red"))
        outcome = Outcome.KILLED if killer else Outcome.SURVIVED
        if answer.error:
            outcome, reason = Outcome.ERROR, answer.error
        yield Judgement(mutant, outcome, killer, reason, answer.seconds / len(mutants))


def _confirmed(judgements: Sequence[Judgement], timeout: float) -> list[Judgement]:
    """The judgements, without the kills by checks that are not green on the kernel as it stands."""
    killers = sorted({each.killer for each in judgements if each.killed})
    answer = _ask(None, (), killers, timeout) if killers else _Answer((), "", 0)
    if answer.error:
        faults = dict.fromkeys(killers, answer.error)
    else:
        faults = {check: f"red without any mutant: {reason}" for _, check, reason in answer.red}
    return [
        replace(each, outcome=Outcome.ERROR, reason=f"{each.killer}: {faults[each.killer]}")
        if each.killed and each.killer in faults
        else each
        for each in judgements
    ]


def judge(mutant: Mutant, timeout: float = TIMEOUT) -> Judgement:
    """What becomes of one mutant. Each of the two interpreters that this takes may run for `timeout` seconds."""
    return judge_all([mutant], 1, timeout=timeout)[0]


def judge_all(
    mutants: Sequence[Mutant],
    workers: int = 2,
    on_progress: Callable[[Judgement], Any] | None = None,
    timeout: float = TIMEOUT,
) -> tuple[Judgement, ...]:
    """What becomes of all mutants, in their order; `on_progress` hears of each before its killer is confirmed.

    Mutants with the same break share an interpreter, and all killers another one.
    """
    breaks: dict[tuple[str, str, str], list[Mutant]] = {}
    for mutant in mutants:
        breaks.setdefault((mutant.file, mutant.old, mutant.new), []).append(mutant)
    judgements: dict[str, Judgement] = {}

    def first(group: list[Mutant]) -> list[Judgement]:
        return list(_first_judgements(group, timeout))

    with ThreadPoolExecutor(workers) as pool:
        for future in as_completed([pool.submit(first, group) for group in breaks.values()]):
            for judgement in future.result():
                judgements[judgement.mutant.id] = judgement
                if on_progress is not None:
                    on_progress(judgement)
    return tuple(_confirmed([judgements[mutant.id] for mutant in mutants], timeout))


# ---------------------------------------------------------------- judging, inside the fresh interpreter


class _BrokenLoader(SourceFileLoader):
    """Loads a module with one text replaced, past every cache of compiled code."""

    def __init__(self, fullname: str, path: str, old: str, new: str) -> None:
        super().__init__(fullname, path)
        self.old = old
        self.new = new

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module with the replacement. Raises ImportError if the text does not occur exactly once."""
        source = _source(Path(self.path))
        if source.count(self.old) != 1:
            raise ImportError(f"{self.path}: the text to replace occurs {source.count(self.old)} times")
        source = source.replace(self.old, self.new)
        # A broken contract shows its condition by reading the source again: it has to find what is running.
        linecache.cache[self.path] = (len(source), None, source.splitlines(keepends=True), self.path)
        return compile(source, self.path, "exec", dont_inherit=True)


class BrokenKernel:
    """An import hook that puts a mutant in the place of its module. It has to be there before the kernel is loaded."""

    def __init__(self, module: str, file: str, old: str, new: str) -> None:
        self.module = module
        self.path = str(ROOT / file)
        self.old = old
        self.new = new

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The mutant for its own module, nothing for all others."""
        if fullname != self.module:
            return None
        loader = _BrokenLoader(fullname, self.path, self.old, self.new)
        return spec_from_file_location(fullname, self.path, loader=loader)


def _inside() -> None:
    """Do what `_ask` orders on standard input, and report on standard output."""
    order = json.load(sys.stdin)
    row = order["mutant"]
    if row is not None:
        mutant = Mutant(**row)
        early = sorted(name for name in sys.modules if name.partition(".")[0] == "kernel")
        if early:
            raise ImportError(f"loaded too early for a mutant: {', '.join(early)}")
        sys.meta_path.insert(0, BrokenKernel(mutant.module, mutant.file, mutant.old, mutant.new))
        import_module(mutant.module)
    # Only now: these modules load the kernel.
    red_checks = import_module("audit.mutant_checks").red_checks
    asked = order["rules"] if row is not None else [None]
    broken = "" if row is None else row["file"]
    red = [(rule, *each) for rule in asked for each in red_checks(rule, frozenset(order["only"]), broken)]
    json.dump(red, sys.stdout)


# ---------------------------------------------------------------- for developers


def summary(judgements: Sequence[Judgement]) -> str:
    """How many of the mutants were killed, and a line for each that was not."""
    killed = sum(each.killed for each in judgements)
    others = [str(each) for each in judgements if not (each.killed and each.is_as_expected)]
    return "\n".join([*others, f"{killed} of {len(judgements)} mutants killed"])


@click.command(help="Break the kernel on purpose, and see that what speaks for the broken rule goes red.")
@click.argument("names", nargs=-1, metavar="[ID or RULE]...")
@click.option("--all", "everything", is_flag=True, help="Judge every mutant.")
@click.option("--file", "path", type=click.Path(path_type=Path), default=MUTANTS, help="The mutants to read.")
@click.option("--workers", default=2, show_default=True, help="How many to judge at a time.")
@click.option("--timeout", default=TIMEOUT, show_default=True, help="Seconds that one interpreter may take.")
@click.option("--inside", is_flag=True, hidden=True)
def main(names: tuple[str, ...], everything: bool, path: Path, workers: int, timeout: float, inside: bool) -> None:
    """Exit code 0 if all mutants end as their rows say, 1 if not, 2 if the input cannot be used."""
    if inside:
        _inside()
        return
    try:
        mutants = load_mutants(path, load_rules())
    except SpecError as error:
        click.echo(str(error), err=True)
        sys.exit(Exit.USAGE)
    asked = [mutant for mutant in mutants if everything or mutant.id in names or mutant.rule in names]
    unknown = [name for name in names if not any(name in (mutant.id, mutant.rule) for mutant in mutants)]
    if unknown or not asked:
        raise click.UsageError(f"no such mutant or rule: {', '.join(unknown)}" if unknown else "name mutants, or --all")
    judgements = judge_all(asked, workers, partial(click.echo, err=True), timeout)
    click.echo(summary(judgements))
    as_expected = all(each.is_as_expected for each in judgements)
    sys.exit(Exit.AS_EXPECTED if as_expected else Exit.NOT_AS_EXPECTED)


if __name__ == "__main__":
    main()
