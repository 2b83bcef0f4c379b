"""`ruleproof check`: ask everything that has no fresh answer, and say what is known about each rule."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType

import click
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from audit.ledger import CorruptLine, Evidence, Identity, Ledger
from audit.mutation import ROOT
from audit.question import Question
from audit.questions import EVERY_SIZE, GUILD_RULES, USUAL_SIZES, Inventory
from audit.run import Runner, compare_readings, jobs_for
from audit.status import RuleStatus, answers_now, snapshot, statuses
from kernel.contracts import ENABLED
from model.verdict import Exit, Verdict, exit_code

#: Where the evidence of a checkout is kept, below the current folder.
FOLDER = Path(".ruleproof")
SNAPSHOT = ROOT / "docs" / "evidence.txt"


@dataclass(frozen=True)
class Standing:
    """What is known now: every question, the evidence there is, the rules, and what was found wrong with the ledger."""

    questions: tuple[Question, ...]
    evidence: dict[Identity, Evidence]
    rules: list[RuleStatus]
    corrupt: tuple[CorruptLine, ...]

    @property
    def missing(self) -> list[Question]:
        """Questions without any evidence."""
        return [question for question in self.questions if question.identity not in self.evidence]

    @property
    def code(self) -> Exit:
        """How a command that reports this ends: a question without answer is UNDETERMINED, an open rule unexpected."""
        outcomes = [(each.verdict, each.is_expected) for each in self.evidence.values()]
        outcomes += [(Verdict.UNDETERMINED, False) for _ in self.missing]
        found = exit_code(outcomes)
        if found is Exit.AS_EXPECTED and any(row.is_open for row in self.rules):
            return Exit.NOT_AS_EXPECTED
        return found


def standing(inventory: Inventory, ledger: Ledger, rules: Iterable[str] = ()) -> Standing:
    """What the ledger says now, about all rules or some."""
    chosen = frozenset(rules)
    asked = chosen.union(*(inventory.rules[rule].same_as for rule in chosen))
    every = inventory.all()
    places = {(q.engine, q.world) for q in every if asked & set(q.rules)}
    about_places = {q.identity for q in every if not q.rules and (q.engine, q.world) in places}
    questions = tuple(q for q in every if not chosen or asked & set(q.rules) or q.identity in about_places)
    known, corrupt = ledger.read()
    evidence = answers_now(questions, known)
    rows = [row for row in statuses(inventory.rules, questions, evidence) if not chosen or row.rule.id in chosen]
    return Standing(questions, evidence, rows, corrupt)


def console_of_tables() -> Console:
    """A console for tables: as wide as the terminal, 120 columns where there is none."""
    console = Console()
    return console if console.is_terminal or "COLUMNS" in os.environ else Console(width=120)


class Progress:
    """Shows what is running: live on a terminal, a line now and then elsewhere."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.running: dict[str, str] = {}
        self.live = Live(console=console, refresh_per_second=4, transient=True) if console.is_terminal else None
        self.told: dict[str, float] = {}

    def __enter__(self) -> Progress:
        if self.live:
            self.live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live:
            self.live.__exit__(kind, error, trace)

    def __call__(self, job: str, said: str) -> None:
        """Take in what a job says."""
        done = said.startswith("done")
        if done:
            self.running.pop(job, None)
        else:
            self.running[job] = said
        now = time.monotonic()
        if self.live:
            if done:
                self.live.console.print(f"  {escape(job)}: {escape(said)}")
            lines = Table.grid(padding=(0, 2))
            for name, text in list(self.running.items()):
                lines.add_row(escape(name), escape(text))
            self.live.update(lines)
        elif done or now - self.told.get(job, -99) > 10:
            self.told[job] = now
            self.console.print(f"  {job}: {said}", markup=False, highlight=False, soft_wrap=True)


def run_check(
    inventory: Inventory,
    ledger: Ledger,
    rules: Iterable[str],
    fresh: bool,
    limit: float,
    report: Callable[[str, str], None],
    smt: Path | None = None,
) -> tuple[Standing, int]:
    """Ask what has no fresh evidence (everything if `fresh`), then tell the standing and how many answers are new.

    With a folder `smt` all proofs are made again, and leave there what they ask of solvers.
    """
    before = standing(inventory, ledger, rules)
    wanted = [
        question
        for question in before.questions
        if fresh
        or (smt is not None and question.engine == "induct")
        or question.identity not in before.evidence
        or before.evidence[question.identity].verdict in (Verdict.STALE, Verdict.UNDETERMINED)
    ]
    comparisons = [question for question in wanted if question.engine == "twin"]
    needed = {question.world for question in comparisons}
    chosen = {question.identity for question in wanted}
    both = [q for q in inventory.all() if needed and q.world in needed and q.engine in ("explore", "tlc")]
    known = answers_now(both, ledger.read()[0])
    extra = [
        q
        for q in both
        if q.identity not in chosen
        and (q.engine == "tlc" or not q.rules)
        and (q.identity not in known or known[q.identity].verdict is Verdict.STALE)
    ]
    Runner(ledger, report, limit=limit, smt=smt).run(jobs_for([*wanted, *extra]))
    if comparisons:
        ledger.append(compare_readings(comparisons, answers_now(both, ledger.read()[0]), inventory.twins))
    return standing(inventory, ledger, rules), len(wanted)


def rules_table(rows: Iterable[RuleStatus]) -> Table:
    """One row a rule: its verdict, how many claims, scenarios and killed mutants stand behind it, findings."""
    table = Table(box=None, pad_edge=False)
    for heading in ("rule", "title", "verdict", "claims", "scenarios", "mutants", "findings"):
        table.add_column(heading, justify="right" if heading in ("claims", "scenarios", "mutants") else "left")
    for row in rows:
        style = "red" if row.is_open else "green" if row.is_green else "yellow"
        table.add_row(
            row.rule.id,
            escape(row.rule.title),
            f"[{style}]{row.state}{' (open)' if row.is_open else ''}[/]",
            str(row.claims),
            str(row.scenarios),
            f"{row.killed}/{row.mutants}",
            " ".join(row.findings),
        )
    return table


def print_standing(console: Console, now: Standing) -> None:
    """The final table, what keeps rules open, and the sum."""
    console.print(rules_table(now.rules))
    for line in now.corrupt:
        console.print(f"[yellow]ledger[/] {escape(str(line))}", soft_wrap=True)
    for row in now.rules:
        for problem in row.problems[:5]:
            console.print(f"[red]{row.rule.id}[/] {escape(problem)}", soft_wrap=True)
        if len(row.problems) > 5:
            console.print(f"[red]{row.rule.id}[/] and {len(row.problems) - 5} more: ruleproof why {row.rule.id}")
    for each in now.evidence.values():
        if not each.rules and not each.is_expected:
            text = f"{each.engine} {each.claim} in {each.world}: {each.verdict.value}, {each.reason}"
            console.print(f"[red]no rule[/] {escape(text)}", soft_wrap=True)
    print_sum(console, now)


def print_sum(console: Console, now: Standing) -> None:
    """How many rules are green, how the answers divide, and how the run ends."""
    green = sum(1 for row in now.rules if row.is_green and not row.rule.exempt)
    exempt = sum(1 for row in now.rules if row.rule.exempt)
    later = sum(1 for row in now.rules if row.rule.later)
    total = len(now.rules) - exempt - later
    others = sum(1 for row in now.rules if row.rule.same_as)
    counts = Counter(each.verdict.value for each in now.evidence.values() if each.engine != "mutant")
    killed = sum(1 for e in now.evidence.values() if e.engine == "mutant" and e.verdict is Verdict.REFUTED)
    mutants = sum(1 for e in now.evidence.values() if e.engine == "mutant")
    answers = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    restated = f", {others} of the {total} as the rules that they restate" if others else ""
    apart = (f"{exempt} exempt" if exempt else "", f"{later} not decided yet" if later else "")
    console.print(", ".join([f"\n{green} of {total} rules green{restated}", *filter(None, apart)]))
    console.print(f"answers: {answers or 'none'}; mutants killed {killed} of {mutants}; not run {len(now.missing)}")
    console.print(f"ends with {now.code.name} ({int(now.code)})")


def as_json(now: Standing) -> str:
    """The standing for programs."""
    rules = [
        {
            "rule": row.rule.id,
            "title": row.rule.title,
            "green": row.is_green,
            "later": row.rule.later,
            "verdict": row.verdict.value if row.verdict else None,
            "claims": row.claims,
            "scenarios": row.scenarios,
            "mutants": [row.killed, row.mutants],
            "same_as": row.rule.same_as,
            "findings": row.findings,
            "problems": row.problems,
        }
        for row in now.rules
    ]
    evidence = [
        {**asdict(each), "verdict": each.verdict.value, "expected": each.expected.value}
        for each in now.evidence.values()
    ]
    corrupt = [str(line) for line in now.corrupt]
    return json.dumps({"exit": int(now.code), "rules": rules, "evidence": evidence, "corrupt": corrupt}, indent=1)


def compare_snapshot(console: Console, now: Standing, path: Path, write: bool) -> bool:
    """Does the committed snapshot say what is known now? With `write` it is written anew."""
    text = snapshot(now.rules)
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        console.print(f"docs/{path.name} written")
        return True
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return True
    console.print("[red]docs/evidence.txt says something else[/]: look at it, then `ruleproof check --snapshot`")
    return False


@click.command()
@click.option("--game", type=click.Choice(["ground", "guild"]), help="Only the rules of one rule set.")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only what speaks for this rule; may be repeated.")
@click.option("--fresh", is_flag=True, help="Ask everything again, whatever the ledger holds.")
@click.option("--limit", type=click.FloatRange(1), default=1200, show_default=True, help="Seconds for one search.")
@click.option(
    "--smt",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Prove again, and keep every query to a solver in DIR, for `ruleproof recheck DIR`.",
)
@click.option("--every-size", is_flag=True, help="Prove claims at 5 and 6 seats too; without, at 2 to 4.")
@click.option("--snapshot", "write", is_flag=True, help="Write docs/evidence.txt from what is known now.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object; progress goes to standard error.")
@click.option("--ledger", "folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
def check(
    game: str | None,
    rules: tuple[str, ...],
    fresh: bool,
    limit: float,
    smt: Path | None,
    every_size: bool,
    write: bool,
    json_wanted: bool,
    folder: Path,
) -> None:
    """Take every rule to a verdict: run what has no fresh evidence, read the rest from the ledger.

    Ends with 0 if all is as expected, 1 if something is not, 2 for bad input, 3 if something stayed undetermined,
    4 if something is vacuous, 5 if two engines disagree. Ctrl-C keeps what has been found so far.

    \b
    Examples:
      ruleproof check
      ruleproof check --rule GR-D03 --fresh
      ruleproof check --game guild
      ruleproof check --json > standing.json
      ruleproof check --smt queries
    """
    # A shell that starts a job in the background has it ignore Ctrl-C; a check always ends cleanly when it is asked to.
    for request in (signal.SIGINT, signal.SIGTERM):
        signal.signal(request, signal.default_int_handler)
    console, errors = console_of_tables(), Console(stderr=True)
    inventory, ledger = Inventory(EVERY_SIZE if every_size else USUAL_SIZES), Ledger(folder)
    unknown = [rule for rule in rules if rule not in inventory.rules]
    if unknown:
        raise click.UsageError(f"no rule {', '.join(unknown)}; `ruleproof rules` lists them")
    if game is not None:
        rules = (*rules, *(rule for rule in inventory.rules if rule.startswith(GUILD_RULES) is (game == "guild")))
    if not ENABLED:
        raise click.UsageError("RULEPROOF_CONTRACTS=off: a check needs contracts; unset it")
    began = time.monotonic()
    try:
        with Progress(errors if json_wanted else console) as progress:
            now, asked = run_check(inventory, ledger, rules, fresh, limit, progress, smt)
    except KeyboardInterrupt:
        errors.print("\ninterrupted; what had been found is in the ledger, the rest is UNDETERMINED")
        raise SystemExit(Exit.UNDETERMINED) from None
    code = now.code
    if json_wanted:
        click.echo(as_json(now))
    else:
        print_standing(console, now)
        console.print(
            f"{asked} questions asked, {len(now.questions) - asked} read from the ledger; "
            f"{time.monotonic() - began:.1f} s"
        )
    if not rules and not compare_snapshot(errors, now, SNAPSHOT, write) and code is Exit.AS_EXPECTED:
        code = Exit.NOT_AS_EXPECTED
    raise SystemExit(code)
