"""What durability costs: operations of the save store on this disk, beside SQLite with the same bytes, in one run.

An operation of the store brings two commits to the disk, a pending and an applied one, and rotates backups; one with a
closure receipt also writes both ledgers. SQLite is given the same two payloads in two transactions, synchronous=FULL,
with a rollback journal and with a write-ahead log. Run: python benchmarks/durability.py [operations] [folder]
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.medium import Folder
from kernel.guild.save.store import Store
from kernel.guild.save.store_commit import operation_id
from model.store_runs import CREATION, IDENTITY, slot_on

OPERATIONS = 100


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def ask(store: Store, intent: Intent) -> None:
    """One operation. Raises `ValueError` unless it is applied."""
    assert store.held is not None
    operation = operation_id(IDENTITY, store.held.commit.sequence, intent.kind, 0, 0)
    if store.submit(operation, intent).receipt < 0:
        raise ValueError(f"{intent.kind.name} is not applied")


def create(store: Store) -> None:
    """The four operations of creation, each with a closure receipt."""
    for intent in CREATION:
        ask(store, intent)


def plain(store: Store, count: int) -> None:
    """Operations without a closure receipt: the board is refreshed for nothing."""
    for _ in range(count):
        assert store.held is not None
        ask(store, Intent(Kind.REFRESH, expected=store.held.commit.slot.run.board))


def in_store(folder: Path, count: int) -> tuple[float, float, int]:
    """Seconds for so many operations without and for four with a closure receipt, and bytes of the last commit."""
    with Folder(folder) as medium:
        store = slot_on(medium)
        store.found()
        closing = seconds(lambda: create(store))
        calm = seconds(lambda: plain(store, count))
        assert store.held is not None
        return calm, closing, store.held.pointer.length


def in_sqlite(folder: Path, mode: str, count: int, size: int) -> float:
    """Seconds for so many operations, two transactions each, on a growing payload that ends with this size."""
    with sqlite3.connect(folder / f"{mode}.db", isolation_level=None) as base:
        base.execute(f"PRAGMA journal_mode={mode}")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE slot (sequence INTEGER PRIMARY KEY, payload BLOB)")

        def work() -> None:
            for number in range(2 * count):
                payload = bytes(size * (number + 1) // (2 * count))
                base.execute("BEGIN IMMEDIATE")
                base.execute("INSERT INTO slot VALUES (?, ?)", (number, payload))
                base.execute("DELETE FROM slot WHERE sequence < ?", (number - 5,))
                base.execute("COMMIT")

        return seconds(work)


def main(count: int, parent: Path | None) -> None:
    """Measure, and print rates and ratios."""
    with TemporaryDirectory(prefix="ruleproof-durability-", dir=parent) as home:
        folder = Path(home)
        calm, closing, size = in_store(folder / "slot", count)
        rates = {"store, no receipt": count / calm, "store, closure receipt": len(CREATION) / closing}
        for mode in ("DELETE", "WAL"):
            rates[f"SQLite {mode}, FULL"] = count / in_sqlite(folder, mode, count, size)
    own = rates["store, no receipt"]
    print(f"{count} operations of two durable commits each; the last commit has {size:,} bytes")
    for name, rate in rates.items():
        print(f"{name:>24}: {rate:8.1f} operations a second, {rate / own:5.2f} times the store")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else OPERATIONS, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
