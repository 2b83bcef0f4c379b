"""How fast games are simulated: games a second by policy and number of seats, and what a second worker brings.

    python benchmarks/simulation.py [--seats 2 4 6] [--games 100] [--json FILE]

Contracts are on, as in every simulation. Prints a Markdown table; compare rows, not machines.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from model.simulate import Setting, simulate
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.scenarios import DEFAULT_CARD, load_scenario_cards

SEED = 20260808


def row(policy: str, seats: int, games: int, workers: int) -> dict[str, object]:
    """One measurement; a second process costs its start too."""
    card = kernel_card(load_scenario_cards().cards[DEFAULT_CARD])
    seen = simulate(Setting(card, (POLICIES[policy],) * seats), games, SEED, workers)
    turns = sum(game.turns for game in seen.games)
    return {
        "policy": policy,
        "seats": seats,
        "workers": workers,
        "games": games,
        "seconds": round(seen.seconds, 2),
        "games_per_second": round(games / seen.seconds, 1),
        "turns_per_second": round(turns / seen.seconds),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4, 6])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--json", type=Path)
    words = parser.parse_args()
    rows = [row(policy, seats, words.games, 1) for seats in words.seats for policy in POLICIES]
    rows += [row("greedy", seats, words.games, 2) for seats in words.seats]
    print("| policy | seats | workers | games/s | turns/s |\n|---|---|---|---|---|")
    for each in rows:
        cells = (each[name] for name in ("policy", "seats", "workers", "games_per_second", "turns_per_second"))
        print(f"| {' | '.join(map(str, cells))} |")
    if words.json:
        words.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
