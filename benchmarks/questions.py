"""Twenty questions about whole five-round games, each asked at several numbers of seats: how long the answers take.

The same questions are asked of the explorer, within a budget of states, from the printed setup; and those that TLC has
words for of TLC, see `benchmarks/README.md`. Figures are of one run on one machine; compare columns, not machines.

    python benchmarks/questions.py [--seats 4 6] [--limit 120] [--explorer 20000]
"""

from __future__ import annotations

import argparse
import statistics
import time

from kernel.ground.rulings import STANDING
from model.ground_answers import Asked, Reply, ask
from model.question import Question, parse
from properties.ground.vocabulary import GROUND_VOCABULARY

QUESTIONS = (
    "any(p.stress == 5 for p in players)",
    "bond(0, 1) and rivalry(0, 2)",
    "any(p.freedom is SPENT for p in players) and round == 1",
    "any(p.marker is Marker.DENY for p in players) and round == 2",
    "denied() >= 1",
    "any(p.marker is REVERSE for p in players)",
    "any(p.marker is REVERSE for p in players) and round <= 2",
    "any(p.token is BLAME for p in players) and round == 4",
    "any(p.token is BLAME for p in players) and round <= 3",
    "points() >= 7 and round == 2",
    "points() >= 9 and round == 1",
    "any(claimed(s) >= 5 for s in seats)",
    "any(p.protection >= 1 for p in players)",
    "any(p.protection >= 2 for p in players)",
    "all(p.stress == 0 for p in players)",
    "all(p.stress == 5 for p in players)",
    "all(relations_of(s) == 2 for s in seats)",
    "any(cards(s) >= 6 for s in seats)",
    "denied() >= 2 and round <= 3",
    "any(relations_of(s) > 2 for s in seats)",
)


def figures(seats: int, limit: float) -> list[tuple[str, str, int, float]]:
    """Question, reply, turns and seconds."""
    rows = []
    for text in QUESTIONS:
        try:
            question: Question = parse(text, GROUND_VOCABULARY, seats)
        except ValueError as error:
            raise SystemExit(str(error)) from error
        began = time.perf_counter()
        found = ask(Asked(question, seats), limit)
        rows.append((text, found.reply.value, found.turns, time.perf_counter() - began))
        print(f"{seats} seats  {rows[-1][3]:7.2f} s  {found.reply.value:9} {found.turns:4}  {text}", flush=True)
    return rows


def main() -> None:
    """Ask them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, nargs="*", default=[4, 6])
    parser.add_argument("--limit", type=float, default=120)
    wanted = parser.parse_args()
    for seats in wanted.seats:
        rows = figures(seats, wanted.limit)
        known = [row for row in rows if row[1] != Reply.NOT_KNOWN.value]
        median = statistics.median(row[3] for row in rows)
        print(f"{seats} seats: median {median:.2f} s, longest {max(row[3] for row in rows):.1f} s, answered {len(known)}")


assert STANDING

if __name__ == "__main__":
    main()
