"""Two readings of GROUND compared: who is asked in which order, and what flips, worked out beside it."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.pool import AsyncResult

from kernel.ground.rulings import COMBINATIONS, Rulings
from kernel.ground.state import ROUNDS
from model.engines.induct import Part
from model.ground_readings import Compared, Comparison, Outcome, first_difference, inert
from model.ground_stages import first_stage, stages_are_equal
from properties.flips import Decided, decide_claims
from properties.ground.aids import AIDS
from properties.ground.invariant import INVARIANT, LEMMAS, PRINTED

Report = Callable[[str], None]
#: The part of the time that goes to the attempt to prove that nothing differs.
FOR_PROOF = 0.4
#: Seconds beyond its time that the other process may take to finish what it is at.
GRACE = 3.0


def compare(compared: Compared, limit: float, report: Report = lambda said: None) -> Comparison:
    """Do the readings part, in which game first, or why never? One turn is asked about first, then whole games."""
    if compared.one == compared.other:
        return Comparison(compared, Outcome.INERT, "both are one reading")
    ends = time.monotonic() + limit
    doubt = ""
    lemmas: tuple[Part, ...] = ()
    if compared.one in COMBINATIONS:  # the invariant is proved of these readings
        parts = PRINTED if compared.rounds == ROUNDS else INVARIANT
        same = inert(compared, parts, AIDS, limit * FOR_PROOF, report)
        if same.holds:
            how = f"PROVED by induction: both readings do the same in {same.reason}, on every table of the invariant"
            return Comparison(compared, Outcome.INERT, how, solvers=same.solvers, terms=same.terms)
        doubt, lemmas = same.reason, LEMMAS
    found = first_difference(compared, max(1.0, ends - time.monotonic()), report, lemmas)
    if found.outcome is Outcome.NOT_KNOWN and doubt:
        return replace(found, how=f"{found.how}; one turn does not settle it ({doubt})")
    return found


def compare_stages(compared: Compared, limit: float, report: Report = lambda said: None) -> Comparison:
    """With the same decisions, does another DARVO stage come under the other reading, or one under one only?"""
    if compared.one == compared.other:
        return Comparison(compared, Outcome.INERT, "both are one reading")
    ends = time.monotonic() + limit
    same = stages_are_equal(compared, limit * FOR_PROOF, report)
    if same.holds:
        how = f"PROVED by induction: the same decisions leave the same table but for cards, in {same.reason}"
        return Comparison(compared, Outcome.INERT, how, solvers=same.solvers, terms=same.terms)
    return first_stage(compared, max(1.0, ends - time.monotonic()), report)


# ---------------------------------------------------------------- claims, beside it


@dataclass
class Beside:
    """What another process finds out about claims meanwhile."""

    ends: float
    result: AsyncResult[Decided] | None

    def collect(self) -> Decided | None:
        """What is known once the time is over; nothing if nothing was asked, or if nothing came back in time."""
        if self.result is None:
            return None
        try:
            return self.result.get(max(0.1, self.ends + GRACE - time.monotonic()))
        except multiprocessing.TimeoutError:
            return None


def _deaf() -> None:
    """Ctrl-C is for the process that asks; it ends the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def deciding(one: Rulings, other: Rulings, seats: int, ends: float, wanted: bool = True) -> Iterator[Beside]:
    """Decide in another process what becomes of claims, up to a time; whatever happens, no process is left."""
    if one == other or not wanted:
        yield Beside(ends, None)
        return
    with multiprocessing.get_context("spawn").Pool(1, _deaf) as pool:
        yield Beside(ends, pool.apply_async(decide_claims, (one, other, seats, ends)))
