"""`ruleproof why ID`: everything that is known about one rule or finding."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from audit.check import FOLDER, console_of_tables, standing
from audit.ledger import Evidence, Ledger
from audit.proofs_shown import COUNTEREXAMPLE, print_proofs
from audit.questions import Inventory
from audit.status import RuleStatus
from properties.ground import CLAIMS, FACTS
from properties.ground.contracts import CONTRACTS
from properties.ground.proofs import SENTENCES
from specs.load import Catalogue, Finding, load_findings

KERNEL = Path(__file__).resolve().parent.parent / "kernel"
#: One ID, or a range of IDs in one chapter such as GR-D03..GR-D06.
_CITED = re.compile(r"\b(GR-[A-Z]+\d+|GR-COV|U\d+)(?:\.\.(GR-[A-Z]+\d+|U\d+))?")


def cited_in(text: str) -> set[str]:
    """The rule IDs that a docstring or contract cites, ranges spelt out."""
    found: set[str] = set()
    for first, last in _CITED.findall(text):
        head, number = re.fullmatch(r"(.*?)(\d*)", first).groups()  # type: ignore[union-attr]
        if last and number:
            end = int(re.sub(r"\D", "", last))
            found |= {f"{head}{n:0{len(number)}d}" for n in range(int(number), end + 1)}
        else:
            found.add(first)
    return found


def code_of(rule: str, root: Path = KERNEL) -> Iterator[str]:
    """Where the kernel carries the rule out: `file:line name` of each definition that cites it."""
    for path in sorted(root.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            text = ast.get_docstring(node) or ""
            cited = cited_in(text[text.find("Rules:") :]) if "Rules:" in text else set()
            for decorator in node.decorator_list:
                cited |= cited_in(ast.unparse(decorator))
            if rule in cited:
                yield f"{path.relative_to(root.parent)}:{node.lineno} {node.name}"


def sentences() -> dict[str, str]:
    """The sentence of each claim, fact and contract, and of what is proved besides, by name."""
    said = {each.name: each.sentence for each in CLAIMS} | {each.name: each.sentence for each in FACTS}
    return said | {each.text: f"Contract {each.text}" for each in CONTRACTS} | SENTENCES


def findings_on(rule: str, catalogue: Catalogue) -> list[Finding]:
    """The findings that concern a rule."""
    return [each for each in load_findings(catalogue).values() if rule in each.rules]


#: Engines in the order in which their answers are shown, the strongest first; proofs have a table of their own.
SHOWN = ("enumerate", "explore", "twin", "tlc", "sample", "scenario", "mutant")
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


def print_finding(console: Console, finding: Finding) -> None:
    """A finding with its options and where its witness lies."""
    console.print(f"[bold]{finding.id}[/] ({finding.kind}) {escape(finding.question)}", soft_wrap=True)
    console.print(escape(finding.about.strip()), soft_wrap=True)
    for option in finding.options:
        mark = "default" if option.name == finding.default else "or"
        console.print(f"  {mark} {option.name}: {escape(option.says)}", soft_wrap=True)
    if isinstance(finding.witness, Path):
        console.print(f"  witness: specs/findings/{finding.witness.parent.name}/{finding.witness.name}", soft_wrap=True)


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


@click.command()
@click.argument("name", metavar="ID")
@click.option("--invariant", "with_invariant", is_flag=True, help="Say what each part of the proofs' invariant means.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
@click.option("--ledger", "folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
def why(name: str, with_invariant: bool, json_wanted: bool, folder: Path) -> None:
    """Tell everything that is known about a rule: what it says, where its code is, what was asked, what came out.

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
            click.echo(json.dumps(asdict(found[name]), default=str, indent=1))
        else:
            print_finding(console, found[name])
        return
    if name not in inventory.rules:
        raise click.UsageError(f"there is no rule or finding {name}; `ruleproof rules` lists the rules")
    now = standing(inventory, Ledger(folder), [name])
    row = now.rules[0]
    evidence = list(now.evidence.values())
    concerning = findings_on(name, inventory.rules)
    if json_wanted:
        click.echo(rule_json(row, evidence, concerning))
        return
    console.print(f"[bold]{name}[/] {escape(row.rule.title)} ({row.rule.kind}, needs {row.rule.needs})")
    console.print(escape(row.rule.says.strip()), soft_wrap=True)
    console.print("\n[bold]code[/]")
    for place in code_of(name):
        console.print(f"  {place}", highlight=False)
    console.print("\n[bold]evidence[/]" + ("" if evidence else ": none; run `ruleproof check`"))
    console.print(evidence_table([each for each in evidence if each.engine != "induct"]))
    proofs = [each for each in evidence if each.engine == "induct"]
    print_proofs(console, proofs, sentences(), with_invariant=with_invariant)
    for each in concerning:
        console.print()
        print_finding(console, each)
    verdict = row.verdict.value if row.verdict else "no evidence"
    console.print(f"\n{'[green]green[/]' if row.is_green else '[red]open[/]'}: {verdict}")
    for problem in row.problems:
        console.print(f"  {escape(problem)}", soft_wrap=True)
