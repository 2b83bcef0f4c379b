"""The witnesses of findings on the save contract: the shortest play in which a sentence fails, found by exploring.

A finding that refutes more than one claim has a witness for each: the first bears its number alone.
Rules: the questions F-172 and F-200 to F-248 of `kernel.guild.save.rulings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model import encounter_worlds, haven_worlds, no_resurrection_worlds, save_worlds
from model.engines.explore import explore
from model.game import World
from model.trace import Trace
from model.verdict import Verdict
from properties.claim import Claim, claims_in
from properties.guild import save_encounter, save_haven, save_no_resurrection, save_open_questions, save_recovery
from specs.load import FINDINGS

WORLDS: Mapping[str, World[Any, Any, Any]] = {
    **save_worlds.WORLDS,
    **no_resurrection_worlds.WORLDS,
    **haven_worlds.WORLDS,
    **encounter_worlds.WORLDS,
}


def refuted() -> Iterator[Claim]:
    """The claims on the save contract that name a finding."""
    stated = claims_in((save_open_questions, save_no_resurrection, save_recovery, save_haven, save_encounter))
    return (claim for claim in stated if claim.finding)


def files() -> Iterator[tuple[Claim, str]]:
    """Each refuted claim with the name of its witness."""
    seen: set[str] = set()
    for each in refuted():
        yield each, f"{each.finding}-{each.name}" if each.finding in seen else each.finding
        seen.add(each.finding)


def witness_of(claim: Claim) -> Trace[Any, Any, Any]:
    """The shortest play in which the claim fails. Errors: LookupError if there is none in its first world."""
    found = explore(WORLDS[claim.worlds[0]], [claim.check]).found[0]
    if found.verdict is not Verdict.REFUTED or found.trace is None:
        raise LookupError(f"{claim.name} is {found.verdict.value}: {found.reason}")
    return found.trace


def write_witnesses() -> None:
    """Write the play of each finding beside it."""
    for claim, name in files():
        witness_of(claim).write(FINDINGS / "witness" / f"{name}.itf.json", claim.sentence)


if __name__ == "__main__":
    write_witnesses()
