"""What this installation can do: the tools it needs, as they are found, and how to mend what is missing."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import click

from audit.show import console
from kernel import contracts
from model.engines.tlc_tools import ToolMissing, find_tools
from model.verdict import Exit

DISTRIBUTION = "ruleproof"
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Finding:
    """One thing that is needed, what was found of it, and how to mend it (empty if nothing is wrong)."""

    name: str
    found: str
    mend: str

    @property
    def is_well(self) -> bool:
        """Is it as it should be?"""
        return not self.mend


def examine() -> tuple[Finding, ...]:
    """Look at everything that the engines need."""
    return (python_found(), *packages_found(), contracts_found(), *tlc_found())


def python_found() -> Finding:
    """The running Python."""
    oldest = ".".join(map(str, OLDEST_PYTHON))
    mend = "" if sys.version_info >= OLDEST_PYTHON else f"run with Python {oldest} or newer"
    return Finding("Python", platform.python_version(), mend)


def packages_found() -> Iterator[Finding]:
    """The packages that this distribution declares, extras left out."""
    try:
        wanted = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        yield Finding(DISTRIBUTION, "not installed", "install it: pip install -e .")
        return
    for line in sorted(line for line in wanted if "extra ==" not in line):
        yield package_found(line)


def package_found(wanted: str) -> Finding:
    """One package, wanted as `name>=version` or `name==version`."""
    match = re.fullmatch(r"([A-Za-z0-9._-]+)(?:(>=|==)([0-9.]+))?", wanted.split(";")[0].strip())
    if match is None:
        return Finding(wanted, "not understood", f"declare {wanted} as NAME>=VERSION or NAME==VERSION")
    name, relation, version = match.groups()
    try:
        found = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "not installed", f"pip install '{wanted}'")
    fits = relation is None or (found == version if relation == "==" else numbers_of(found) >= numbers_of(version))
    return Finding(name, found, "" if fits else f"pip install '{wanted}'")


def numbers_of(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, for comparing: "2.7.3rc1" is (2, 7, 3)."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def contracts_found() -> Finding:
    """Does a broken contract really stop the kernel in this process?"""

    @contracts.require(lambda: False, "a contract that never holds")
    def broken() -> None:
        """Return only if contracts are not checked."""

    try:
        broken()
    except contracts.ContractBroken:
        return Finding("contracts", "on", "")
    return Finding("contracts", "off", "unset RULEPROOF_CONTRACTS")


def tlc_found() -> tuple[Finding, ...]:
    """TLC and the Java that runs it."""
    try:
        tools = find_tools()
    except ToolMissing as error:
        return (Finding("TLC", "not usable", str(error)),)
    return (
        Finding("Java", f"{tools.java_version}\n{tools.java}", ""),
        Finding("TLC", f"{tools.jar_version}\n{tools.jar}\nSHA-256 {tools.jar_sha256}", ""),
    )


def show(findings: tuple[Finding, ...]) -> None:
    """Print what was found, then how to mend what is wrong."""
    out = console()
    for finding in findings:
        found, *details = finding.found.splitlines()
        out.print(f"{'ok' if finding.is_well else 'NOT OK':<7}{finding.name:<12}{found}")
        for line in details:
            out.print(f"       {line}")
    for finding in findings:
        if not finding.is_well:
            out.print(f"\n{finding.name}: {finding.mend}")
    out.print("\nAll engines are usable." if all(f.is_well for f in findings) else "\nNot all engines are usable.")


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(as_json: bool) -> None:
    """Show which tools were found, and how to mend what is missing.

    \b
    Exit code: 0 all engines are usable, 3 one is not.

    \b
    Examples:
      ruleproof doctor
      ruleproof doctor --json
    """
    findings = examine()
    well = all(finding.is_well for finding in findings)
    if as_json:
        rows = [asdict(finding) | {"ok": finding.is_well} for finding in findings]
        click.echo(json.dumps({"ok": well, "tools": rows}, indent=1))
    else:
        show(findings)
    if not well:
        raise SystemExit(int(Exit.UNDETERMINED))
