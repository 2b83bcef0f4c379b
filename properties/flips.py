"""Which claims flip under another reading? Proved again where that is cheap, else explored again in small worlds.

A claim that held may fail, one that failed may hold, and one may have nothing left to speak about.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kernel.ground.rulings import STANDING, Rulings, modules_of
from kernel.ground.state import Choice, State
from model.engines.decide import Decider
from model.engines.explore import explore
from model.engines.induct import KEPT
from model.engines.reproof import Reproof
from model.ground import GROUND
from model.ground_worlds import WORLDS
from model.trace import Trace, changes, play_out
from model.verdict import Verdict
from properties.claim import Claim, Span
from properties.ground import CLAIMS
from properties.ground.proofs import Setting, why_dead

#: The part of the time that goes to proving claims again.
FOR_PROOF = 0.6


@dataclass(frozen=True)
class Flip:
    """A claim that another reading turns, and where: from what is expected of it to what was found.

    `rulings` are those of the place with the reading; `start` and `choices` are the shortest play against the claim, if
    it fails.
    """

    claim: str
    world: str
    expected: Verdict
    found: Verdict
    reason: str
    rulings: Rulings
    start: State | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def trace(self) -> Trace[State, Choice, Rulings] | None:
        """The play against the claim, played again on the kernel with contracts on."""
        return None if self.start is None else play_out(GROUND, self.start, self.choices, self.rulings)


@dataclass(frozen=True)
class Explored:
    """What another reading does in one world: what flips, and why the world was not explored to its end, if so."""

    world: str
    asked: tuple[str, ...]
    flips: tuple[Flip, ...]
    stop: str


@dataclass(frozen=True)
class Reproved:
    """Which claims are proved of games of one size under another reading too, and why the others are not.

    `vacuous` claims have no occasion left at this size. `reason` tells why nothing was proved, if so.
    """

    seats: int
    proved: tuple[str, ...] = ()
    vacuous: tuple[str, ...] = ()
    open: tuple[tuple[str, str], ...] = ()
    solvers: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Decided:
    """All that is known of claims under another reading."""

    reproved: Reproved
    worlds: tuple[Explored, ...]

    @property
    def flips(self) -> list[Flip]:
        """Each claim that flips, where the play against it is shortest; those without a play come last."""
        best: dict[tuple[str, Verdict], Flip] = {}
        for flip in (flip for world in self.worlds for flip in world.flips):
            old = best.get((flip.claim, flip.found))
            if old is None or (flip.start is not None and len(flip.choices) < len(old.choices)):
                best[flip.claim, flip.found] = flip
        return sorted(best.values(), key=lambda flip: (flip.found is not Verdict.REFUTED, flip.claim))

    @property
    def unknown(self) -> dict[str, str]:
        """Claims of which it is neither proved nor fully explored what becomes of them, each with a reason."""
        decided = {flip.claim for flip in self.flips} | {*self.reproved.proved, *self.reproved.vacuous}
        why = {name: world.stop for world in self.worlds if world.stop for name in world.asked}
        explored = {name for world in self.worlds for name in world.asked}
        why |= {name: reason for name, reason in self.reproved.open if name not in explored}
        return {name: reason for name, reason in sorted(why.items()) if name not in decided}


# ---------------------------------------------------------------- proved again


def reprove(one: Rulings, other: Rulings, seats: int, ends: float) -> Reproved:
    """Prove the claims again under the other reading, up to a time on the monotonic clock.

    Rests on the proofs under the first, which has to be the one in force; both have to begin alike.
    """
    if one != STANDING or modules_of(other):
        return Reproved(seats, reason="claims are proved again only of the printed game")
    left = ends - time.monotonic()
    if left <= 0:
        return Reproved(seats, reason="there was no time left for it")
    again = Reproof(Setting(seats).induction(Decider(left, ends=ends), None, ends), other)
    proofs = again.run()
    ours = [proof for name, proof in proofs.items() if name in {claim.name for claim in CLAIMS}]
    vacuous = [p.name for p in ours if p.verdict is Verdict.VACUOUS and not why_dead(p.name, seats)]
    kept = proofs[KEPT]
    said = "kept" if kept.counterexample is not None else "known to be kept"
    return Reproved(
        seats,
        tuple(p.name for p in ours if p.verdict is Verdict.PROVED),
        tuple(vacuous),
        tuple((p.name, p.reason) for p in ours if p.verdict not in (Verdict.PROVED, Verdict.VACUOUS)),
        tuple(sorted(again.solvers)),
        "" if kept.verdict is Verdict.PROVED else f"the invariant is not {said}: {kept.reason}",
    )


# ---------------------------------------------------------------- explored again


def claims_of(world: str, claims: Iterable[Claim] = CLAIMS) -> list[Claim]:
    """The claims that are decided in a world."""
    return [claim for claim in claims if world in claim.worlds]


def worlds_of(rulings: Rulings) -> tuple[str, ...]:
    """The worlds in which claims are explored under a reading, smaller ones first."""
    return tuple(sorted((w.name for w in WORLDS.values() if w.rulings == rulings), key=lambda name: WORLDS[name].cap))


def reading(base: Rulings, one: Rulings, other: Rulings) -> Rulings:
    """A world's own rulings, with that changed in which the other reading differs from the first."""
    changed: dict[str, Any] = {name: new for name, _, new in changes(one, other)}
    return replace(base, **changed)


def flips_in(name: str, one: Rulings, other: Rulings, ends: float, claims: Sequence[Claim] = CLAIMS) -> Explored:
    """Explore one world under the other reading, up to a time on the monotonic clock."""
    world = WORLDS[name]
    asked = claims_of(name, claims)
    by_name = {claim.name: claim for claim in asked}
    left = ends - time.monotonic()
    if left <= 0:
        return Explored(name, tuple(by_name), (), "there was no time left for it")
    rulings = reading(world.rulings, one, other)
    seen = explore(replace(world, rulings=rulings), [claim.check for claim in asked], seconds=left)
    flips = []
    for found in seen.found:
        expected = by_name[found.check].expect
        if found.verdict not in (expected, Verdict.UNDETERMINED):
            start, choices = (None, ()) if found.trace is None else (found.trace.states[0], found.trace.choices)
            flips.append(Flip(found.check, name, expected, found.verdict, found.reason, rulings, start, choices))
    silent = [by_name[flip.claim].check for flip in flips if flip.found is Verdict.VACUOUS]
    if silent:  # a claim need not be met in each of its worlds: was it, under the first reading?
        before = explore(world, silent, seconds=max(0.1, ends - time.monotonic()))
        met = {found.check for found in before.found if found.verdict is not Verdict.VACUOUS}
        flips = [flip for flip in flips if flip.found is not Verdict.VACUOUS or flip.claim in met]
    return Explored(name, tuple(by_name), tuple(flips), seen.stop)


def decide_claims(
    one: Rulings,
    other: Rulings,
    seats: int,
    ends: float,
    proving: Callable[[Rulings, Rulings, int, float], Reproved] = reprove,
) -> Decided:
    """Prove the claims again at one size, then explore those that are left in their worlds, up to a time."""
    now = time.monotonic()
    reproved = proving(one, other, seats, now + (ends - now) * FOR_PROOF)
    known: Collection[str] = {*reproved.proved, *reproved.vacuous}
    left = [claim for claim in CLAIMS if claim.name not in known and (claim.span is not Span.NONE or claim.worlds)]
    worlds = [name for name in worlds_of(one) if claims_of(name, left)]
    return Decided(reproved, tuple(flips_in(name, one, other, ends, left) for name in worlds))
