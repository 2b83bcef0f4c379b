"""Proofs by induction as a check runs them: one size at a time, with what each of them rests on."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.encode import decode, encode
from model.engines.decide import Decider
from model.engines.induct import Induction, Proof
from model.engines.queries import QueryLog
from model.engines.solvers import Answer
from model.game import Game
from model.ground import GROUND
from model.lift.terms import Bool
from model.verdict import Verdict
from properties import books
from properties.ground.proofs import Setting as GroundSetting
from properties.ground.proofs import length_of, why_dead

Report = Callable[[str], None]


@dataclass(frozen=True)
class Proved:
    """What came out for one claim or contract, and how far it reaches."""

    claim: str
    verdict: Verdict
    reason: str
    bounds: dict[str, int | str]
    seconds: float


class Queries:
    """What solvers were asked in one job: counted, fingerprinted, and kept in a folder if there is one."""

    def __init__(self, world: str, folder: str) -> None:
        self.world = world
        self.log = QueryLog(Path(folder) / _file_name(world)) if folder else None
        self.digests: list[str] = []

    def __call__(self, name: str, roots: Sequence[Bool], answer: Answer) -> None:
        """Take in a query with its answer."""
        self.digests.append(answer.digest)
        if self.log is not None:
            self.log.write(_file_name(name), roots, answer, f"{self.world}: {name}")

    @property
    def digest(self) -> str:
        """A fingerprint of all scripts, whatever their order."""
        return hashlib.sha256("\n".join(sorted(self.digests)).encode()).hexdigest()


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text)


def prove(world: str, claims: Collection[str], limit: float, smt: str, report: Report) -> Iterator[Proved]:
    """Prove what is asked at one size, within seconds for all of it; queries are kept in the folder `smt`, if any."""
    setting, queries = books.SETTINGS[world], Queries(world, smt)
    ends = time.monotonic() + limit
    induction = setting.induction(Decider(limit, log=queries, ends=ends), claims, ends)
    proofs = induction.run(report)
    bounds = bounds_of(induction, queries)
    for name, proof in proofs.items():
        if name in claims:
            yield of_proof(setting, proof, {**length(setting, name), **bounds})


def length(setting: Any, name: str) -> dict[str, str]:
    """For games of how many rounds a proof holds, where games are counted in rounds."""
    return {"rounds": length_of(name)} if isinstance(setting, GroundSetting) else {}


def bounds_of(induction: Induction, queries: Queries) -> dict[str, int | str]:
    """What every proof of a job rests on."""
    return {
        "cases": len(induction.arena.cases),
        "terms": induction.terms,
        "queries": len(queries.digests),
        "solvers": ", ".join(sorted(induction.solvers)),
        "scripts": queries.digest,
    }


def of_proof(setting: Any, proof: Proof, bounds: dict[str, int | str]) -> Proved:
    """The answer for one claim."""
    reason = proof.reason
    if proof.verdict is Verdict.VACUOUS and isinstance(setting, GroundSetting) and why_dead(proof.name, setting.seats):
        reason = f"{reason}: {why_dead(proof.name, setting.seats)}"
    if proof.counterexample is not None:
        bounds = {**bounds, "counterexample": text_of(*proof.counterexample)}
    return Proved(proof.name, proof.verdict, reason, bounds, proof.seconds)


def text_of(state: Any, choice: Any) -> str:
    """A counterexample as JSON."""
    made = None if choice is None else encode(choice, tagged=True)
    return json.dumps({"state": encode(state), "choice": made}, sort_keys=True)


def counterexample_in(text: str, game: Game[Any, Any, Any] = GROUND) -> tuple[Any, Any]:
    """The state and the choice of a counterexample. Errors: ValueError, KeyError, EncodingError."""
    data = json.loads(text)
    made = data["choice"]
    return decode(game.state_type, data["state"]), None if made is None else decode(game.choice_type, made)
