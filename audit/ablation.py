"""A question asked of broken kernels: can it come about in a game in which one rule is broken in one place?

A kernel is broken in a fresh interpreter, as in `audit.mutation`; the source tree stays as it is. A play that is found
there has to replay in another one, on the same broken kernel. That one has its contracts off: they say the very rule.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from enum import Enum
from importlib import import_module
from typing import Any

from audit.mutation import ROOT, BrokenKernel, Mutant

#: Seconds beyond its limit that an interpreter may take, to start and to finish what it is at.
GRACE = 20.0


@dataclass(frozen=True)
class Order:
    """What is asked of each broken kernel: a question at one size. `rounds` is None for as many as the kernel has.

    `rulings` are texts as on the command line. `limit`: seconds for one search.
    """

    question: str
    seats: int
    rounds: int | None
    rulings: tuple[str, ...]
    limit: float


class Effect(Enum):
    """What a broken kernel answers; FAILED if it cannot be asked, as it crashes or cannot be lifted."""

    YES = "YES"
    NO = "NO"
    UNDECIDED = "undecided"
    FAILED = "failed"


@dataclass(frozen=True)
class Attempt:
    """What became of the question on one broken kernel.

    `turns` and `round` tell where the play that was found ends. `reason`: why there is no answer.
    """

    mutant: Mutant
    effect: Effect
    reason: str
    turns: int = 0
    round: int = 0
    is_shortest: bool = False


def attempts(
    order: Order, mutants: Iterable[Mutant], is_wanted: Callable[[Mutant], bool], workers: int = 2
) -> Generator[Attempt, None, None]:
    """Ask one mutant after the other, as many at a time as there are workers, and tell of each as soon as it is known.

    A mutant that is not wanted when its turn comes is passed over. However this ends, no process is left.
    """
    queue = iter(mutants)
    asking = _Asking(order)
    running: set[Future[Attempt]] = set()
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                while len(running) < workers and (mutant := next(filter(is_wanted, queue), None)) is not None:
                    running.add(pool.submit(asking.ask, mutant))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            asking.stop()


class _Asking:
    """The interpreters that are running; `stop` ends them all."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.running: set[subprocess.Popen[str]] = set()
        self.lock = threading.Lock()
        self.stopped = False

    def ask(self, mutant: Mutant) -> Attempt:
        """Search on the broken kernel, and replay there what is found."""
        ends = time.monotonic() + self.order.limit + GRACE
        said = self._talk(mutant, None, "on", ends)
        if isinstance(said, Attempt) or said["play"] is None:
            return said if isinstance(said, Attempt) else Attempt(mutant, Effect[said["effect"]], said["reason"])
        replayed = self._talk(mutant, said["play"], "off", ends + GRACE)
        if isinstance(replayed, Attempt):
            return replayed
        if replayed["reason"]:
            return Attempt(mutant, Effect.FAILED, f"a play that was found does not replay: {replayed['reason']}")
        return Attempt(mutant, Effect.YES, said["reason"], said["turns"], said["round"], said["is_shortest"])

    def _talk(self, mutant: Mutant, play: Any, contracts: str, ends: float) -> Any:
        """What a fresh interpreter says; an attempt if it says nothing."""
        row = {**asdict(mutant), "place": None}
        task = json.dumps({"mutant": row, "order": asdict(self.order), "play": play})
        with subprocess.Popen(
            [sys.executable, "-m", "audit.ablation"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "RULEPROOF_CONTRACTS": contracts, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        ) as process:
            with self.lock:
                self.running.add(process)
                if self.stopped:
                    _end(process)
            try:
                out, errors = process.communicate(task, timeout=max(1.0, ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                return Attempt(mutant, Effect.UNDECIDED, f"no answer within {self.order.limit + GRACE:g} s")
            finally:
                with self.lock:
                    self.running.discard(process)
                    _end(process)
        if process.returncode:
            told = errors.strip().splitlines() or [f"exit code {process.returncode}"]
            return Attempt(mutant, Effect.FAILED, told[-1])
        return json.loads(out)

    def stop(self) -> None:
        """End every interpreter, and the solvers that it has started."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and its group. Nothing of theirs is worth a farewell, and a solver hears none."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """Break the kernel as standard input orders, then search or replay on it; the answer goes to standard output."""
    task = json.load(sys.stdin)
    mutant = Mutant(**task["mutant"])
    early = sorted(name for name in sys.modules if name.partition(".")[0] == "kernel")
    if early:
        raise ImportError(f"loaded too early for a mutant: {', '.join(early)}")
    sys.meta_path.insert(0, BrokenKernel(mutant.module, mutant.file, mutant.old, mutant.new))
    import_module(mutant.module)
    # Only now: this module loads the kernel.
    inside = import_module("audit.ablation_search")
    order = Order(**task["order"])
    said = inside.search(order) if task["play"] is None else inside.replayed(order, task["play"])
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main()
