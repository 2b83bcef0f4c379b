"""One job in a process of its own: reads what to do as JSON on standard input, tells progress and answers line by line.

Contracts are on here as in the parent, which replays every counterexample before it counts.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audit.mutation import Judgement, Outcome, judge_all, load_mutants
from audit.proving import prove
from kernel.contracts import ENABLED
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import State
from kernel.guild.edition import Edition
from model.campaign import name_of, run_case, smoke_cases
from model.engines import explore as explorer
from model.engines import sample as sampler
from model.engines.enumerate import enumerate_cases
from model.engines.explore import Found, explore
from model.engines.prove import decider, prove_theorem
from model.engines.tlc import Progress, Simulate, TlcError, TlcResult, ToolMissing, run_tlc
from model.game import Check, Scope
from model.ground import GROUND
from model.ground_counts import Layer, in_order, layer_of, text_of
from model.store_cases import Tally
from model.store_oracle import Law
from model.trace import Trace
from model.verdict import Verdict
from properties.books import CLAIMS as EVERY_CLAIM
from properties.books import FACTS, WORLDS
from properties.ground import CLAIMS, criteria
from properties.ground.whole import WHOLE, decide
from properties.guild.registry import THEOREMS
from properties.scenarios import run
from properties.strategies.ground import printed_starts
from specs.load import load_rules
from specs.scenarios import load_scenarios
from specs.twins import TwinModel, load_books

Answer = dict[str, Any]

#: The check that counts the states of each place in the game.
COUNTING = "states are counted"

#: What it means for the checks of a rule that they noticed a break of it, did not, or could not be asked.
JUDGED = {Outcome.KILLED: Verdict.REFUTED, Outcome.SURVIVED: Verdict.VACUOUS, Outcome.ERROR: Verdict.UNDETERMINED}


def answer(
    claim: str,
    verdict: Verdict,
    reason: str,
    bounds: dict[str, Any],
    seconds: float,
    trace: Trace[Any, Any, Any] | None,
) -> Answer:
    """An answer as it travels to the parent."""
    itf = None if trace is None else trace.to_itf(f"{verdict.value}: {claim}")
    kept = {name: value for name, value in bounds.items() if value is not None}
    return {
        "claim": claim,
        "verdict": verdict.value,
        "reason": reason,
        "bounds": kept,
        "seconds": seconds,
        "trace": itf,
    }


def of_found(found: Found[Any, Any, Any], bounds: dict[str, Any], seconds: float) -> Answer:
    """The answer for one check of a search."""
    return answer(found.check, found.verdict, found.reason, {**bounds, "met": found.met}, seconds, found.trace)


def tell(text: str) -> None:
    """Report progress."""
    print(json.dumps({"progress": text}), flush=True)


def explore_world(job: dict[str, Any]) -> Iterator[Answer]:
    """Explore one world for the asked claims, and for its own coverage."""
    world = WORLDS[job["world"]]
    checks = [claim.check for name, claim in EVERY_CLAIM.items() if name in job["claims"]]
    places: Counter[Layer] = Counter()

    def count(state: State, rulings: Rulings) -> bool:
        places[layer_of(state)] += 1
        return True

    counting: list[Check[Any, Any, Any]] = [Check(COUNTING, Scope.STATE, count)] if world.game is GROUND else []

    def progress(now: explorer.Progress) -> None:
        rate = now.distinct / max(now.seconds, 0.001)
        tell(f"{now.distinct:,} states, {now.waiting:,} waiting, depth {now.depth}, {rate:,.0f} states/s")

    seen = explore(world, [*checks, *counting], seconds=job["limit"], on_progress=progress)
    bounds: dict[str, int | str] = {
        "distinct": seen.distinct,
        "transitions": seen.transitions,
        "depth": seen.depth,
        "contracts": "on" if ENABLED else "off",
    }
    yield from (of_found(found, bounds, seen.seconds) for found in seen.found if found.check != COUNTING)
    said = f"never: {', '.join(seen.dead)}; unexpectedly: {', '.join(seen.loud)}"
    reason = seen.stop or (said if seen.dead or seen.loud else f"{len(seen.coverage)} kinds of choice")
    if places:
        bounds["layers"] = text_of(in_order(places))
    yield answer(job["coverage"], seen.coverage_verdict, reason, bounds, seen.seconds, None)


def sample_games(job: dict[str, Any]) -> Iterator[Answer]:
    """Play random printed games."""
    checks = [claim.check for claim in CLAIMS if claim.name in job["claims"]]

    def progress(now: sampler.Progress) -> None:
        tell(f"{now.games} of {now.of} games, {now.turns:,} turns")

    games, seed = job["games"], job["seed"]
    seen = sampler.sample(
        "printed", GROUND, printed_starts(), STANDING, checks, games=games, seed=seed, on_progress=progress
    )
    bounds = {"games": seen.games, "turns": seen.turns, "seed": seen.seed}
    yield from (of_found(found, bounds, seen.seconds) for found in seen.found)


def simulate_games(job: dict[str, Any]) -> Iterator[Answer]:
    """Decide what only figures of many games can show; the statistics of a job are about the same games."""
    wanted = [each for each in criteria.STATISTICS if each.name in job["claims"]]
    began, bounds = time.monotonic(), {"games": criteria.GAMES, "seed": criteria.SEED}
    figures = criteria.figures_for(wanted[0], criteria.GAMES, criteria.SEED)
    for each in wanted:
        yield of_found(criteria.decide(each, figures, criteria.SEED), bounds, time.monotonic() - began)


def enumerate_facts(job: dict[str, Any]) -> Iterator[Answer]:
    """Decide facts case by case."""
    for name, fact in FACTS.items():
        if name in job["claims"]:
            began = time.monotonic()
            found = enumerate_cases(fact.name, fact.cases(), fact.holds)
            yield of_found(found, {}, time.monotonic() - began)


def run_scenarios(job: dict[str, Any]) -> Iterator[Answer]:
    """Play scenarios."""
    for scenario in load_scenarios(load_rules()):
        if scenario.name in job["claims"]:
            began = time.monotonic()
            outcome = run(scenario)
            reason = "; ".join(map(str, outcome.differences)) or f"as written in {scenario.place}"
            failed = outcome.trace if outcome.differences else None
            bounds = {"choices": len(outcome.trace.choices)}
            yield answer(scenario.name, outcome.verdict, reason, bounds, time.monotonic() - began, failed)


def run_model(job: dict[str, Any]) -> Iterator[Answer]:
    """Run TLC on the asked models of the TLA+ reading."""

    def progress(now: Progress) -> None:
        tell(f"TLC: {now.distinct or 0:,} states")

    for twin in load_books():
        if twin.name not in job["claims"]:
            continue
        began = time.monotonic()
        simulate = None
        if twin.sample is not None:
            simulate = Simulate(seed=twin.sample.seed, traces=twin.sample.traces, depth=twin.sample.depth)
        try:
            seen = run_tlc(
                twin.module,
                twin.cfg,
                simulate=simulate,
                may_not_fire=twin.silent,
                timeout=job["limit"],
                on_progress=progress,
            )
        except (ToolMissing, TlcError) as error:
            yield answer(twin.name, Verdict.UNDETERMINED, str(error), {}, time.monotonic() - began, None)
            continue
        verdict, reason = seen.verdict, seen.reason
        contradiction = against_manifest(twin, seen)
        if contradiction and verdict is Verdict(twin.verdict):
            verdict, reason = Verdict.DISAGREE, contradiction
        bounds = {"distinct": seen.distinct, "depth": seen.depth, "generated": seen.generated}
        yield answer(twin.name, verdict, reason, bounds, seen.seconds, None)


def against_manifest(twin: TwinModel, seen: TlcResult) -> str:
    """In words, what TLC showed otherwise than the manifest says; empty if nothing."""
    left_out = set(twin.claims) - set(seen.checked)
    if left_out and twin.mode != "broken":
        return f"{twin.cfg.name} does not check what the manifest lists: {', '.join(sorted(left_out))}"
    if seen.violation is not None:
        shown, due = (seen.violation.name, len(seen.trace)), (twin.claim, twin.depth)
        return "" if shown == due else f"{shown[0]} fails after {shown[1]} states; the manifest says {due}"
    fired = {name.partition(" (")[0] for name, (_, generated) in (seen.coverage or {}).items() if generated}
    if fired & twin.silent:
        return f"actions that the manifest calls silent fire: {', '.join(sorted(fired & twin.silent))}"
    counted = {"generated": seen.generated, "distinct": seen.distinct, "depth": seen.depth}
    written = {"generated": twin.generated, "distinct": twin.distinct, "depth": twin.depth}
    odd = {name for name, value in written.items() if value is not None and value != counted[name]}
    return f"{counted}; the manifest says {written}" if odd else ""


def judge_mutants(job: dict[str, Any]) -> Iterator[Answer]:
    """Break the kernel in the asked ways, one at a time, and see whether a check goes red."""
    wanted = [each for each in load_mutants(Path(job["mutants"]), load_rules()) if each.id in job["claims"]]
    done = 0

    def progress(seen: Judgement) -> None:
        nonlocal done
        done += 1
        tell(f"{done} of {len(wanted)}: {seen.mutant.id}")

    for seen in judge_all(wanted, 1, progress, job["limit"]):
        verdict = JUDGED[seen.outcome]
        reason = f"killed by {seen.killer}: {seen.reason}" if seen.killed else f"{seen.outcome.value}: {seen.reason}"
        yield answer(seen.mutant.id, verdict, reason, {}, seen.seconds, None)


def prove_claims(job: dict[str, Any]) -> Iterator[Answer]:
    """Prove claims and contracts by induction."""
    for each in prove(job["world"], job["claims"], job["limit"], job["smt"], tell):
        yield answer(each.claim, each.verdict, each.reason, each.bounds, each.seconds, None)


def prove_theorems(job: dict[str, Any]) -> Iterator[Answer]:
    """Decide theorems about the kernel's functions."""
    wanted = [theorem for theorem in THEOREMS if theorem.name in job["claims"]]
    for number, theorem in enumerate(wanted, start=1):
        tell(f"{number} of {len(wanted)}: {theorem.name}")
        began = time.monotonic()
        found = prove_theorem(theorem, decider(job["limit"]))
        yield answer(theorem.name, found.verdict, found.reason, dict(found.bounds), time.monotonic() - began, None)


def crash_store(job: dict[str, Any]) -> Iterator[Answer]:
    """Try the save store on disks that crash, fail and decay; an edition's laws are watched in all its cases."""
    began = time.monotonic()
    tried = {edition: Tally() for edition in Edition}
    broken: dict[Law, str] = {}
    cases = list(smoke_cases())
    for number, case in enumerate(cases, start=1):
        tell(f"{number} of {len(cases)}: {case}")
        for law, says in run_case(case, tried[case.edition]):
            broken.setdefault(law, f"{case}: {says}")
    for law in (each for each in Law if name_of(each) in job["claims"]):
        tally, own = Tally(), [case for case in cases if law.is_of(case.edition)]
        for edition in {case.edition for case in own}:
            tally.add(tried[edition])
        bounds = {
            "editions": " ".join(sorted({case.edition.name for case in own})),
            "cases": len(own),
            "seed": " ".join(sorted({str(case.seed) for case in own})),
            "crash states": tally.crash_states,
            "second crashes": tally.second_crashes,
            "disk states": tally.images,
            "failed calls": tally.failed_calls,
            "damaged": tally.damaged,
        }
        verdict = Verdict.REFUTED if law in broken else Verdict.BOUNDED
        reason = broken.get(law, "never broken in the cases of the short campaign")
        yield answer(name_of(law), verdict, reason, bounds, time.monotonic() - began, None)


def search_whole_games(job: dict[str, Any]) -> Iterator[Answer]:
    """Search all games of one size for what claims are about."""
    wanted = [
        (claim, seats)
        for claim in WHOLE
        for seats in set(claim.expected) - claim.costly
        if claim.name in job["claims"] and claim.world(seats) == job["world"]
    ]
    for number, (claim, seats) in enumerate(wanted, start=1):
        tell(f"{number} of {len(wanted)}: {claim.name}")
        began = time.monotonic()
        found = decide(claim, seats, job["limit"])
        seconds = time.monotonic() - began
        yield answer(claim.name, found.verdict, found.reason, dict(found.bounds), seconds, found.trace)


ENGINES = {
    "explore": explore_world,
    "sample": sample_games,
    "simulate": simulate_games,
    "enumerate": enumerate_facts,
    "scenario": run_scenarios,
    "tlc": run_model,
    "mutant": judge_mutants,
    "induct": prove_claims,
    "prove": prove_theorems,
    "crash": crash_store,
    "bound": search_whole_games,
}


def main() -> None:
    """Do the job on standard input. A request to end is passed on like Ctrl-C, so that no engine leaves a process."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    job = json.load(sys.stdin)
    for each in ENGINES[job["engine"]](job):
        print(json.dumps({"answer": each}), flush=True)


if __name__ == "__main__":
    main()
