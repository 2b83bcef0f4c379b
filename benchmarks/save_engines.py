"""Properties of the pending-to-applied procedure, each decided by three engines: a proof, TLC and the explorer.

    python benchmarks/save_engines.py [--only NAME ...] [--limit 300] [--skip-proof] [--json FILE]

TLC and the explorer search the same small world, once in the TLA+ reading and once on the kernel, and must come to the
same number of states. The proof is an induction over the kernel's own functions, for histories of any length. Prints a
Markdown table; seconds are those of the wall clock and of this machine: compare columns. Ends with 5 if two engines
contradict each other or count differently, with 3 if one has no answer.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from model.engines.decide import Decider
from model.engines.explore import explore
from model.engines.tlc import run_tlc
from model.save_twin import TWINS
from model.verdict import Exit, Verdict, is_support
from properties.guild.save_proofs import SETTINGS
from specs.twins import TLA

WORLD, MODEL, SETTING = "save-twin", "CommitTwin", "save, FG4"

#: What the kernel's claims are called, and the TLA+ claim that says the same.
PROPERTIES = {
    "what_is_final_stays_final": "SettledStays",
    "a_pending_row_carries_no_cost_and_no_result": "OnlyAppliedHasDeltas",
    "what_was_acknowledged_is_there": "AnswersHold",
    "at_rest_every_replica_is_repaired": "LedgersFollow",
    "backups_are_distinct_prior_boundaries": "BackupsAreBoundaries",
}


@dataclass(frozen=True)
class Row:
    """What one engine says of one property. `states`: distinct ones searched; None where an engine has no states."""

    claim: str
    engine: str
    verdict: str
    scope: str
    states: int | None
    seconds: float


def by_explorer(name: str) -> Row:
    """Breadth first on the kernel."""
    world = TWINS[WORLD]
    (check,) = [each.check for each in SETTINGS[SETTING].subjects if each.name == name]
    seen = explore(world, [check])
    (found,) = seen.found
    return Row(name, "explorer", found.verdict.value, f"world {WORLD}", seen.distinct, seen.seconds)


def by_tlc(name: str) -> Row:
    """Breadth first on the TLA+ reading, the start of Java included."""
    folder, claim = TLA / "save" / "commit", PROPERTIES[name]
    text = (folder / f"{MODEL}.cfg").read_text(encoding="utf-8")
    invariants, _, properties = text.partition("INVARIANTS")[2].partition("PROPERTIES")
    kind = "INVARIANT" if claim in invariants.split() else "PROPERTY"
    if claim not in invariants.split() + properties.split():
        raise LookupError(f"{MODEL}.cfg does not check {claim}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        cfg = Path(scratch) / "run.cfg"
        cfg.write_text(f"{text.partition('INVARIANTS')[0]}{kind} {claim}\n", encoding="utf-8")
        result = run_tlc(folder / f"{MODEL}.tla", cfg, coverage=False)
    return Row(name, "TLC", result.verdict.value, f"model {MODEL}", result.distinct, time.monotonic() - began)


def by_proof(name: str, limit: float) -> Row:
    """Induction over the lifted kernel, two solvers to each answer; the invariant is proved along with it."""
    began = time.monotonic()
    ends = began + limit
    proof = SETTINGS[SETTING].induction(Decider(limit, ends=ends), [name], ends).run()[name]
    return Row(name, "induction", proof.verdict.value, "histories of any length", None, time.monotonic() - began)


def disagreements(rows: Sequence[Row]) -> list[str]:
    """Where engines contradict each other, in words. An engine without an answer contradicts nobody."""
    found = []
    for name in dict.fromkeys(row.claim for row in rows):
        own = [row for row in rows if row.claim == name]
        words = {is_support(Verdict(row.verdict)) for row in own if Verdict(row.verdict) is not Verdict.UNDETERMINED}
        if len(words) > 1:
            found.append(f"{name}: " + ", ".join(f"{row.engine} says {row.verdict}" for row in own))
        counts = {row.states for row in own if row.states is not None and row.verdict == Verdict.EXHAUSTED.value}
        if len(counts) > 1:
            found.append(f"{name}: distinct states {', '.join(map(str, sorted(counts)))}")
    return found


def table(rows: Sequence[Row]) -> str:
    """The rows in Markdown."""
    lines = ["| property | engine | verdict | about | distinct states | seconds |", "|---|---|---|---|---:|---:|"]
    for row in rows:
        states = "" if row.states is None else f"{row.states:,}"
        lines.append(f"| `{row.claim}` | {row.engine} | {row.verdict} | {row.scope} | {states} | {row.seconds:.1f} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and say whether the engines agree."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=PROPERTIES, default=list(PROPERTIES), metavar="NAME")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one proof")
    parser.add_argument("--skip-proof", action="store_true")
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args(arguments)
    rows: list[Row] = []
    for name in wanted.only:
        rows += [by_explorer(name), by_tlc(name)]
        if not wanted.skip_proof:
            rows.append(by_proof(name, wanted.limit))
    print(table(rows))
    if wanted.json:
        wanted.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    for found in disagreements(rows):
        print(found, file=sys.stderr)
    if disagreements(rows):
        return Exit.DISAGREE
    is_open = any(row.verdict == Verdict.UNDETERMINED.value for row in rows)
    return Exit.UNDETERMINED if is_open else Exit.AS_EXPECTED


if __name__ == "__main__":
    sys.exit(main())
