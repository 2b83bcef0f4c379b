"""What only the store can show: a mutant of it has to turn red a short campaign of faults."""

from __future__ import annotations

from collections.abc import Iterator

from audit.mutant_checks import STORE, Red, Wanted
from model.campaign import smoke_faults


def red_store(wanted: Wanted) -> Iterator[Red]:
    """Faults that a short campaign finds in the store."""
    for _, name, says in smoke_faults(lambda rules, name: wanted(f"{STORE}{name}", rules)):
        yield f"{STORE}{name}", says
