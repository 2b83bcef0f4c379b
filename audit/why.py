"""`ruleproof why ID`: everything that is known about one rule or finding."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from audit.check import FOLDER, console_of_tables, standing
from audit.findings import finding_json, print_finding, print_witness
from audit.ledger import Evidence, Ledger
from audit.proofs_shown import COUNTEREXAMPLE, print_proofs
from audit.questions import Inventory
from audit.status import RuleStatus
from model.campaign import name_of
from model.store_oracle import Law
from model.verdict import Exit
from properties import books
from properties.ground.contracts import CONTRACTS
from properties.ground.proofs import SENTENCES
from properties.ground.whole import WHOLE
from specs.load import Catalogue, Finding, load_findings

KERNEL = Path(__file__).resolve().parent.parent / "kernel"
#: One ID, or a range of IDs in one chapter such as GR-D03..GR-D06.
_CITED = re.compile(
    r"\b(GR-[A-Z]+\d+|GR-COV|DEAL-[A-Z]+\d*|H2-\d+|U\d+|AG-OVR-\d+|AG-[A-Z]{3}-[\d.]+-\d+)"
    r"(?:\.\.((?:[A-Z]+\d*(?:-[A-Z]*)*[\d.]*-?)?\d+))?"
)


def cited_in(text: str) -> set[str]:
    """The rule IDs that a docstring or contract cites, ranges spelt out."""
    found: set[str] = set()
    for first, last in _CITED.findall(text):
        head, number = re.fullmatch(r"(.*?)(\d*)", first).groups()  # type: ignore[union-attr]
        if last and number:
            end = int(re.search(r"\d+$", last)[0])  # type: ignore[index]
            found |= {f"{head}{n:0{len(number)}d}" for n in range(int(number), end + 1)}
        else:
            found.add(first)
    return found


@cache
def _citations(text: str) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """The definitions of a module of this text that cite rules: line, name and rules of each."""
    found = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            said = ast.get_docstring(node) or ""
            cited = cited_in(said[said.find("Rules:") :]) if "Rules:" in said else set()
            for decorator in node.decorator_list:
                cited |= cited_in(ast.unparse(decorator))
            found.append((node.lineno, node.name, frozenset(cited)))
    return tuple(found)


def code_of(rule: str, root: Path = KERNEL) -> Iterator[str]:
    """Where the kernel carries the rule out: `file:line name` of each definition that cites it."""
    for path in sorted(root.rglob("*.py")):
        for line, name, cited in _citations(path.read_text(encoding="utf-8")):
            if rule in cited:
                yield f"{path.relative_to(root.parent)}:{line} {name}"


def sentences() -> dict[str, str]:
    """The sentence of each claim, fact and contract, and of what is proved besides, by name."""
    every: tuple[Any, ...] = (*books.CLAIMS.values(), *books.FACTS.values(), *books.THEOREMS.values(), *WHOLE)
    said = {each.name: each.sentence for each in every} | {name_of(law): law.words for law in Law}
    return said | {each.text: f"Contract {each.text}" for each in CONTRACTS} | SENTENCES


def findings_on(rule: str, catalogue: Catalogue) -> list[Finding]:
    """The findings that concern a rule."""
    return [each for each in load_findings(catalogue).values() if rule in each.rules]


#: Engines in the order in which their answers are shown, the strongest first; proofs have a table of their own.
SHOWN = (
    *("enumerate", "prove", "bound", "explore", "crash", "twin", "tlc"),
    *("sample", "simulate", "scenario", "mutant"),
)
#: Bounds that are read by programs only.
UNSHOWN = frozenset({"layers", "contracts", "scripts", COUNTEREXAMPLE})


def bounds_text(each: Evidence) -> str:
    """The bounds of an answer in one line."""
    shown = [(name, value) for name, value in each.bounds.items() if name not in UNSHOWN]
    return ", ".join(
        f"{name} {value:,}" if isinstance(value, int) and name != "seed" else f"{name} {value}" for name, value in shown
    )


def evidence_table(evidence: list[Evidence]) -> Table:
    """What each engine said."""
    table = Table(box=None, pad_edge=False)
    for heading in ("engine", "world", "verdict", "what", "bounds"):
        table.add_column(heading, overflow="fold")
    words = sentences()
    for each in sorted(evidence, key=lambda each: SHOWN.index(each.engine)):
        said = each.verdict.value if each.is_expected else f"{each.verdict.value}, expected {each.expected.value}"
        what = words.get(each.claim, each.claim.replace("_", " "))
        if not each.is_expected or each.engine in ("mutant", "twin"):
            what = f"{each.claim}: {each.reason}"
        style = "green" if each.is_expected else "red"
        table.add_row(each.engine, each.world, f"[{style}]{said}[/]", escape(what), bounds_text(each))
    return table


def rule_json(row: RuleStatus, evidence: list[Evidence], concerning: list[Finding]) -> str:
    """Everything that is known about a rule, for programs."""
    known = {
        "rule": asdict(row.rule),
        "green": row.is_green,
        "problems": row.problems,
        "code": list(code_of(row.rule.id)),
        "evidence": [asdict(each) for each in evidence],
        "findings": [each.id for each in concerning],
    }
    return json.dumps(known, default=str, indent=1)


def print_evidence(console: Console, name: str, evidence: list[Evidence], with_invariant: bool) -> None:
    """Where the rule's code is, and what the engines said of it; proofs have a table of their own."""
    console.print("\n[bold]code[/]")
    for place in code_of(name):
        console.print(f"  {place}", highlight=False)
    console.print("\n[bold]evidence[/]" + ("" if evidence else ": none; run `ruleproof check`"))
    console.print(evidence_table([each for each in evidence if each.engine != "induct"]))
    proofs = [each for each in evidence if each.engine == "induct"]
    print_proofs(console, proofs, sentences(), with_invariant=with_invariant)


@click.command()
@click.argument("name", metavar="ID")
@click.option("--invariant", "with_invariant", is_flag=True, help="Say what each part of the proofs' invariant means.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
@click.option("--ledger", "folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
def why(name: str, with_invariant: bool, json_wanted: bool, folder: Path) -> None:
    """Tell everything that is known about a rule: what it says, where its code is, what was asked, what came out.

    Of a finding: its question and options, the play that bears it out, replayed, and how the same choices go under the
    other options. Ends with 1 if the play does not replay.

    \b
    Examples:
      ruleproof why GR-D03
      ruleproof why GR-D05 --invariant
      ruleproof why U5 --json
      ruleproof why F-006
    """
    inventory, console = Inventory(), console_of_tables()
    found = load_findings(inventory.rules)
    if name in found:
        if json_wanted:
            click.echo(json.dumps(finding_json(found[name]), indent=1))
            return
        print_finding(console, found[name])
        raise SystemExit(Exit.AS_EXPECTED if print_witness(console, found[name]) else Exit.NOT_AS_EXPECTED)
    if name not in inventory.rules:
        raise click.UsageError(f"there is no rule or finding {name}; `ruleproof rules` lists the rules")
    now = standing(inventory, Ledger(folder), [name])
    row = now.rules[0]
    # What stands behind a rule that only restates is told where it stands: under the rules it restates.
    evidence = [each for each in now.evidence.values() if not row.rule.same_as or name in each.rules]
    concerning = findings_on(name, inventory.rules)
    if json_wanted:
        click.echo(rule_json(row, evidence, concerning))
        return
    wants = row.state if row.rule.needs is None else f"needs {row.rule.needs}"
    console.print(f"[bold]{name}[/] {escape(row.rule.title)} ({row.rule.kind}, {row.rule.edition}, {wants})")
    console.print(escape(row.rule.says.strip()), soft_wrap=True)
    if row.rule.exempt:
        console.print(f"exempt: {escape(row.rule.exempt)}", soft_wrap=True)
    if row.rule.same_as:
        others = ", ".join(f"{other} {inventory.rules[other].title}" for other in row.rule.same_as)
        console.print(f"says nothing beyond {escape(others)}: their evidence is its own", soft_wrap=True)
    if row.rule.is_decided or evidence:
        print_evidence(console, name, evidence, with_invariant)
    for each in concerning:
        console.print()
        print_finding(console, each)
    verdict = row.state if not row.rule.is_decided or row.verdict else "no evidence"
    console.print(f"\n{'[green]green[/]' if row.is_green else '[red]open[/]'}: {verdict}")
    for problem in row.problems:
        console.print(f"  {escape(problem)}", soft_wrap=True)
