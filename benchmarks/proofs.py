"""Everything that is proved by induction, at every size, with the second solver: how long it takes on two cores.

    python benchmarks/proofs.py [--seats 2 3 4 5 6] [--modules] [--limit 1200]

Prints a Markdown table: one row a job, and the whole. Ends with 1 if an answer is not as expected.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from audit.ledger import Evidence, Ledger
from audit.questions import EVERY_SIZE, Inventory
from audit.run import Job, Runner, jobs_for
from kernel.ground.rulings import STANDING
from properties.ground.proofs import SETTINGS


def verdicts(evidence: list[Evidence]) -> str:
    """How often each verdict was found."""
    counts = Counter(each.verdict.value for each in evidence)
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))


class Clock(Runner):
    """A runner that notes how long each job took."""

    def run_timed(self, jobs: list[Job]) -> dict[str, tuple[list[Evidence], float]]:
        """Run all jobs; the evidence and seconds of each."""
        self.times: dict[str, tuple[list[Evidence], float]] = {}
        self.run(jobs)
        return self.times

    def _run(self, job: Job) -> list[Evidence]:
        began = time.monotonic()
        evidence = super()._run(job)
        self.times[job.name] = (evidence, time.monotonic() - began)
        return evidence


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seats", type=int, nargs="+", choices=EVERY_SIZE, default=list(EVERY_SIZE))
    options.add_argument("--modules", action="store_true", help="under each pair of modules too")
    options.add_argument("--limit", type=float, default=1200, help="seconds for one job, 1200 by default")
    wanted = options.parse_args()
    questions = Inventory(wanted.seats).of_proofs()
    jobs = jobs_for(each for each in questions if wanted.modules or SETTINGS[each.world].rulings == STANDING)
    began = time.monotonic()

    def report(title: str, text: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {title}: {text}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        times = Clock(Ledger(Path(folder)), report, limit=wanted.limit).run_timed(jobs)
    whole = time.monotonic() - began
    print("| proofs by induction | verdicts | seconds |\n|---|---|---|")
    everything = [each for evidence, _ in times.values() for each in evidence]
    for name in sorted(times):
        evidence, seconds = times[name]
        print(f"| {name} | {verdicts(evidence)} | {seconds:.0f} |")
    print(f"| together, two jobs at a time | {verdicts(everything)} | {whole:.0f} |")
    odd = [each for each in everything if not each.is_expected]
    for each in odd:
        print(f"not as expected: {each.claim} at {each.world}: {each.verdict.value}, {each.reason}", file=sys.stderr)
    sys.exit(bool(odd))


if __name__ == "__main__":
    main()
