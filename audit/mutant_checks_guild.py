"""The checks that speak for the rules of Aetherbound Guild: what a mutant of such a rule has to turn red.

First facts, then theorems, then claims in small worlds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from audit.mutant_checks import GUILD, Bitten, Red, Wanted, biting
from kernel.contracts import ContractBroken, cited
from model.engines.enumerate import enumerate_cases
from model.engines.explore import explore
from model.engines.prove import quick_answer
from model.verdict import Verdict
from properties.claim import Claim
from properties.guild import CLAIMS, FACTS, THEOREMS, WORLDS

#: Distinct states for one world; a claim that is not false in so many counts as green there.
CAP = 40_000


def red_facts(wanted: Wanted) -> Iterator[Red]:
    """Facts that fail for a case."""
    for fact in (each for each in FACTS if each.expect is not Verdict.REFUTED):
        name = f"{GUILD}fact {fact.name}"
        if wanted(name, fact.rules):
            try:
                found = enumerate_cases(fact.name, fact.cases(), fact.holds)
            except ContractBroken as error:
                yield name, cited(error)
            else:
                if found.verdict is not Verdict.EXHAUSTED:
                    yield name, found.reason


def red_theorems(wanted: Wanted) -> Iterator[Red]:
    """Theorems that one solver finds to be false; those expected to be refuted kill nothing."""
    for theorem in (each for each in THEOREMS if each.expect is not Verdict.REFUTED):
        name = f"{GUILD}theorem {theorem.name}"
        if wanted(name, theorem.rules):
            verdict, reason = quick_answer(theorem)
            if verdict is not Verdict.PROVED:
                yield name, reason


def red_claims(wanted: Wanted) -> Iterator[Red]:
    """Claims that fail in a world, or that say nothing there any more; the smallest worlds come first."""
    for world in sorted(WORLDS.values(), key=lambda world: world.cap):
        group = {
            f"{GUILD}claim {claim.name} in world {world.name}": claim
            for claim in CLAIMS
            if world.name in claim.worlds and claim.expect is not Verdict.REFUTED
        }
        group = {name: claim for name, claim in group.items() if wanted(name, claim.rules)}
        if group:
            yield from red_in_world(group, world)


def red_in_world(group: dict[str, Claim], world: Any) -> Iterator[Red]:
    """The claims of this group that go red in a world, found in as few explorations as it takes."""
    left = dict(group)
    while left:
        checks = [biting(claim.check, lambda state: "false in a state of the world") for claim in left.values()]
        try:
            seen = explore(replace(world, cap=min(world.cap, CAP)), checks)
        except Bitten as bite:
            name = next(name for name, claim in left.items() if claim.name == bite.claim)
            del left[name]
            yield name, str(bite)
            continue
        if ContractBroken.__name__ in seen.stop:
            yield from ((name, seen.stop) for name in left)
        elif "fails" in seen.stop:
            raise RuntimeError(seen.stop)
        for name, found in zip(left, seen.found, strict=True):
            if found.verdict is Verdict.VACUOUS:
                yield name, found.reason
        return


GROUPS = (red_facts, red_theorems, red_claims)
