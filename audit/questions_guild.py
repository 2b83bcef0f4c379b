"""Everything that is asked about Aetherbound Guild, as `audit/questions.py` asks about GROUND."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from audit.mutation import ROOT, Mutant
from audit.question import COVERAGE, JUDGES, Question, content_of, digest, engine_of, installed, of_world, python_in
from model.campaign import name_of
from model.cone import Source
from model.encode import encode
from model.engines import enumerate as enumeration
from model.engines import explore, induct, prove
from model.engines.backends import PACKAGES
from model.game import World
from model.store_oracle import Law
from model.verdict import Verdict
from properties.claim import Claim, Fact
from properties.ground.proofs import SENTENCES
from properties.guild import GAMES
from properties.guild.registry import CLAIMS, FACTS, SETTINGS, THEOREMS, WORLDS
from properties.theorem import Theorem
from specs.load import Catalogue
from specs.strict import SpecError

#: The world of theorems: every argument of the domain that each of them states.
ALL_ARGUMENTS = "all arguments"
#: The world in which the store is tried.
CAMPAIGN = "short campaign"
#: What a theorem is decided with, besides all of model/lift; and a proof by induction.
DECIDERS = tuple(f"model/engines/{part}.py" for part in ("decide", "solvers", "backends", "child"))
PROVERS = ("model/engines/prove.py", "properties/theorem.py", *DECIDERS)
INDUCTION = ("audit/proving.py", "model/symbolic.py", "model/engines/induct.py", *DECIDERS)


class GuildQuestions:
    """The questions, with the catalogue and the source that their keys are made of."""

    def __init__(self, rules: Catalogue, source: Source) -> None:
        self.rules = rules
        self.source = source
        self._said: dict[str, list[object]] = {}
        self.tools = [installed(package) for package in sorted(PACKAGES.values())]

    def all(self) -> Iterator[Question]:
        """Every question but those about mutants and TLA+ models, engine by engine."""
        yield from self.of_facts()
        yield from self.of_theorems()
        yield from self.of_worlds()
        yield from self.of_proofs()
        yield from self.of_store()

    def _text(self, rules: Iterable[str]) -> list[str]:
        cited = list(rules)
        unknown = [rule for rule in cited if rule not in self.rules]
        if unknown:
            raise SpecError([f"{', '.join(unknown)}: cited together with {', '.join(cited)}, but no rule"])
        return [self.rules[rule].digest for rule in cited]

    def said(self, claim: Claim | Fact | Theorem) -> list[object]:
        """What a claim is made of: the text of its rules, its sentence, and its code."""
        if claim.name not in self._said:
            holds = claim.check.holds if isinstance(claim, Claim) else claim.holds
            code = self.source.fingerprint([(holds.__module__, claim.name)])
            self._said[claim.name] = [self._text(claim.rules), claim.sentence, code]
        return self._said[claim.name]

    def _game(self, world: World[Any, Any, Any]) -> str:
        return self.source.fingerprint([GAMES[world.game.name]])

    def of_facts(self) -> Iterator[Question]:
        """Facts, decided case by case."""
        engine, version = engine_of("model/engines/enumerate.py"), f"enumerate {enumeration.VERSION}"
        for each in FACTS:
            key = digest(engine, self.said(each))
            yield Question("enumerate", each.name, "cases", each.rules, each.expect, version, key, each.finding)

    def of_theorems(self) -> Iterator[Question]:
        """Theorems about the kernel's functions, decided by solvers."""
        engine = engine_of(*PROVERS, *python_in("model/lift"))
        version = ", ".join([f"prove {prove.VERSION}", *self.tools])
        for each in THEOREMS:
            key = digest(engine, version, self.said(each))
            yield Question("prove", each.name, ALL_ARGUMENTS, each.rules, each.expect, version, key, each.finding)

    def of_worlds(self) -> Iterator[Question]:
        """Claims decided in small worlds, and the coverage of each world."""
        engine = engine_of("model/engines/explore.py", *python_in("model", "*_worlds.py"))
        version = f"explore {explore.VERSION}"
        for world in WORLDS.values():
            place = digest(engine, self._game(world), of_world(world))
            if world.is_covered:
                yield Question("explore", COVERAGE, world.name, (), Verdict.EXHAUSTED, version, place)
            for each in (claim for claim in CLAIMS if world.name in claim.worlds):
                key = digest(place, self.said(each))
                yield Question("explore", each.name, world.name, each.rules, each.expect, version, key, each.finding)

    def of_proofs(self) -> Iterator[Question]:
        """Claims proved by induction, and the invariant that they rest on."""
        engine = engine_of(*INDUCTION, *python_in("model/lift"))
        version = ", ".join([f"induct {induct.VERSION}", *self.tools])
        for setting in SETTINGS.values():
            place = digest(engine, version, self._setting(setting))
            for name in SENTENCES:
                yield Question("induct", name, setting.world, (), Verdict.PROVED, version, place)
            for each in setting.subjects:
                key = digest(place, self.said(each))
                yield Question("induct", each.name, setting.world, each.rules, Verdict.PROVED, version, key)

    def of_store(self) -> Iterator[Question]:
        """The laws of the save store, watched in a short campaign of crashes, failures and damage."""
        for law in Law:
            yield Question("crash", name_of(law), CAMPAIGN, law.rules, Verdict.BOUNDED, "crash 2", self._watched(law))

    def _watched(self, law: Law) -> str:
        """What an answer about a law of the store depends on."""
        engine = engine_of(*python_in("model", "store_*.py"), "model/campaign.py", "model/disk.py")
        kernel = [content_of(ROOT / path) for path in python_in("kernel/guild/save")]
        return digest(engine, kernel, self._text(law.rules), law.words)

    def _setting(self, setting: Any) -> list[object]:
        parts = [(part.__module__, part.__name__) for part in setting.invariant]
        return [setting.world, encode(setting.rulings), self.source.fingerprint([*setting.roots, *parts])]

    def of_mutants(self, mutants: Iterable[Mutant]) -> Iterator[Question]:
        """Deliberate breaks of the kernel, each of which must turn a check red that speaks for its rule."""
        engine = engine_of(*JUDGES, "audit/mutant_checks_guild.py", "audit/mutant_checks_store.py")
        places = {world.name: digest(self._game(world), of_world(world)) for world in WORLDS.values()}
        every: list[Claim | Fact | Theorem] = [*CLAIMS, *FACTS, *THEOREMS]
        laws: dict[Law, object] = {law: self._watched(law) for law in Law}
        for mutant in mutants:
            speaking = [each for each in every if mutant.rule in each.rules]
            worlds = {name for each in speaking if isinstance(each, Claim) for name in each.worlds}
            text = (mutant.id, mutant.rule, mutant.file, mutant.old, mutant.new, mutant.survives)
            about: list[object] = [self.said(each) for each in speaking]
            about += [laws[law] for law in Law if mutant.rule in law.rules]
            kernel = content_of(ROOT / mutant.file)
            key = digest(engine, text, about, kernel, [places[name] for name in sorted(worlds)])
            expected = Verdict.VACUOUS if mutant.survives else Verdict.REFUTED
            yield Question("mutant", mutant.id, "guild", (mutant.rule,), expected, "mutation 1", key)
