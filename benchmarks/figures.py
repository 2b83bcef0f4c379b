"""The figures that the README shows, measured in one run: `make benchmark`. Ratios travel better than seconds.

Prints a Markdown table. The cold check runs in a ledger of its own and takes some minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXPLORE = """
import sys
from model.engines.explore import explore
from model.ground_worlds import WORLDS
from properties.ground import CLAIMS
world = WORLDS[sys.argv[1]]
checks = [claim.check for claim in CLAIMS if world.name in claim.worlds] if sys.argv[2] == "claims" else []
seen = explore(world, checks)
print(seen.distinct, seen.transitions, seen.seconds)
"""
TLC = """
import sys
from model.engines.tlc import run_tlc
from specs.twins import load_twins
twin = next(each for each in load_twins() if each.world == sys.argv[1])
seen = run_tlc(twin.module, twin.cfg, coverage=False)
print(seen.distinct, seen.generated, seen.seconds)
"""
WORLD = "mid"


def run(script: str, *words: str, contracts: str = "on") -> tuple[int, int, float]:
    """States, transitions and seconds that a script prints."""
    env = {**os.environ, "RULEPROOF_CONTRACTS": contracts}
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True, env=env)
    distinct, transitions, seconds = done.stdout.split()
    return int(distinct), int(transitions), float(seconds)


def check(folder: Path) -> tuple[int, float]:
    """The exit code of a whole check and how long it took."""
    began = time.monotonic()
    command = [sys.executable, "-m", "audit.cli", "check", "--ledger", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, time.monotonic() - began


def main() -> None:
    """Measure and print."""
    rows: list[tuple[str, str]] = []
    bare = run(EXPLORE, WORLD, "bare")
    for name, seen in (
        (f"explorer, world `{WORLD}`, contracts on, no claims", bare),
        ("the same with its claims", run(EXPLORE, WORLD, "claims")),
        ("the same without claims, contracts off", run(EXPLORE, WORLD, "bare", contracts="off")),
        ("TLC on its TLA+ twin, one worker", run(TLC, WORLD)),
    ):
        rate, speed = seen[0] / seen[2], bare[2] / seen[2]
        figure = f"{seen[0]:,} states in {seen[2]:.0f} s, {rate:,.0f} states/s, {speed:.2f} of the first's speed"
        rows.append((name, figure))
    with tempfile.TemporaryDirectory() as folder:
        code, cold = check(Path(folder))
        rows.append((f"whole check, cold (exit {code})", f"{cold:.0f} s"))
        code, warm = check(Path(folder))
        rows.append((f"whole check, nothing changed (exit {code})", f"{warm:.1f} s, {cold / warm:.0f} times faster"))
    print("| what | figure |\n|---|---|")
    for name, figure in rows:
        print(f"| {name} | {figure} |")


if __name__ == "__main__":
    main()
