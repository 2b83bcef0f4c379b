"""Everything that is asked: each question with the engine and world that answer it, and its freshness key.

What is asked about GROUND stands here, what is asked about Aetherbound Guild in `audit/questions_guild.py`.

A key fingerprints what the answer depends on: the text of the rules concerned, the kernel's code that can be reached,
the claim, the world, the standing rulings, the engine and its version.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from audit.mutation import MUTANTS, ROOT, load_mutants
from audit.question import (
    COVERAGE,
    JUDGES,
    TWIN,
    Question,
    content_of,
    digest,
    engine_of,
    installed,
    of_world,
    python_in,
)
from kernel.ground.rulings import STANDING, modules_of
from kernel.ground.state import MAX_SEATS
from model.cone import Source
from model.encode import encode
from model.engines import bound, explore, induct, sample
from model.engines import enumerate as enumeration
from model.engines.backends import PACKAGES
from model.engines.tlc_tools import jar_digest
from model.ground_worlds import WORLDS
from model.verdict import Verdict
from properties import books
from properties.claim import Claim, Fact
from properties.ground import CLAIMS, FACTS, criteria
from properties.ground.contracts import Contract
from properties.ground.invariant import INVARIANT, the_game_is_printed
from properties.ground.proofs import PRINTED_ONLY, SENTENCES, SETTINGS, Setting, name_of, why_dead
from properties.ground.whole import WHOLE
from specs.load import Catalogue, load_rules
from specs.scenarios import CARDS_FILE, Scenario, load_scenarios
from specs.scenarios import GROUND as SCENARIOS
from specs.twins import MANIFEST, TwinModel, load_books

if TYPE_CHECKING:
    from audit.questions_guild import GuildQuestions

#: Random games of a check, and their seed.
GAMES, SEED = 120, 20260803
#: The world name of random printed games.
PRINTED = "printed"
#: What a proof is made with, besides all of model/lift.
PROVERS = (
    "audit/proving.py",
    "model/symbolic.py",
    "model/ground_arena.py",
    "model/ground_symbols.py",
    *(f"model/engines/{part}.py" for part in ("induct", "decide", "solvers", "backends", "child")),
)
#: What whole games are searched with, besides all of model/lift.
SEARCHERS = (
    *PROVERS[1:],
    *(f"model/engines/{part}.py" for part in ("bound", "second", "whole")),
    *(f"model/{part}.py" for part in ("ground_answers", "question", "question_check", "question_run")),
    *(f"properties/ground/{part}.py" for part in ("whole", "vocabulary", "invariant", "reading")),
)
#: What games are simulated with.
SIMULATORS = (
    *(f"model/{part}.py" for part in ("simulate", "simulation_figures", "rates", "ground_chance")),
    *("properties/policies.py", "properties/ground/criteria.py"),
)
#: At how many seats claims are proved by a check that is asked for no more; five and six take several times as long.
USUAL_SIZES, EVERY_SIZE = range(2, 5), range(2, 7)
#: The most seats at which a usual check proves claims about games with modules.
MODULE_SEATS = 3
#: How the rules of Aetherbound Guild begin.
GUILD_RULES = "AG-"
#: Definitions at which everything that a game can do is entered.
KERNEL = [("model.ground", "GROUND")]


class Inventory:
    """All questions, built from catalogue, claims, scenarios, twins and mutants as they stand now."""

    def __init__(self, sizes: Collection[int] = USUAL_SIZES) -> None:
        self.source = Source()
        self.sizes = sizes

    @cached_property
    def rules(self) -> Catalogue:
        """The rule catalogue."""
        return load_rules()

    @cached_property
    def guild(self) -> GuildQuestions:
        """What is asked about Aetherbound Guild."""
        # Only now: it loads all that is stated, and most commands ask nothing.
        from audit.questions_guild import GuildQuestions

        return GuildQuestions(self.rules, self.source)

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The shipped scenarios."""
        return load_scenarios(self.rules)

    @cached_property
    def twins(self) -> tuple[TwinModel, ...]:
        """The TLA+ models."""
        return load_books(catalogue=self.rules)

    @cached_property
    def _kernel(self) -> str:
        return digest(self.source.fingerprint(KERNEL), encode(STANDING))

    @cached_property
    def _scenario_files(self) -> dict[str, str]:
        return {path.name: content_of(path) for path in sorted(SCENARIOS.glob("*.toml"))}

    def _text(self, rules: Iterable[str]) -> list[str]:
        return [self.rules[rule].digest for rule in rules]

    def _code(self, module: str, name: str) -> str:
        return self.source.fingerprint([(module, name)])

    def _claim(self, claim: Claim | Fact) -> list[object]:
        holds = claim.check.holds if isinstance(claim, Claim) else claim.holds
        return [self._text(claim.rules), claim.sentence, self._code(holds.__module__, claim.name)]

    def all(self) -> tuple[Question, ...]:
        """Every question, engine by engine."""
        return tuple(
            question
            for part in (
                self.of_facts(),
                self.of_scenarios(),
                self.of_samples(),
                self.of_statistics(),
                self.of_worlds(),
                self.of_proofs(),
                self.of_whole_games(),
                self.guild.all(),
                self.of_twins(),
                self.of_mutants(),
            )
            for question in part
        )

    def of_facts(self) -> Iterator[Question]:
        """Facts, decided case by case; some of them are about scenarios and catalogue."""
        engine = engine_of("model/engines/enumerate.py")
        for fact in FACTS:
            key = digest(engine, self._claim(fact), self._scenario_files, list(self.rules))
            version = f"enumerate {enumeration.VERSION}"
            yield Question("enumerate", fact.name, "cases", fact.rules, Verdict.EXHAUSTED, version, key)

    def of_scenarios(self) -> Iterator[Question]:
        """Scenarios: what was expected is seen, or not."""
        runner = [self._code("properties.scenarios", "run"), self._code("specs.scenarios", "load_scenarios")]
        cards = self._scenario_files[CARDS_FILE]
        for each in self.scenarios:
            text = self._scenario_files[Path(each.place.file).name]
            key = digest(engine_of(), self._text(each.covers), runner, self._kernel, text, cards)
            yield Question("scenario", each.name, "given", each.covers, Verdict.WITNESSED, "scenario 1", key)

    def of_samples(self) -> Iterator[Question]:
        """Claims asked of random printed games, and whether the kernel ever fails in them."""
        tools = f"sample {sample.VERSION}, hypothesis {version('hypothesis')}"
        starts = self._code("properties.strategies.ground", "printed_starts")
        place = digest(tools, engine_of("model/engines/sample.py"), GAMES, SEED, starts, self._kernel)
        yield Question("sample", sample.NO_FAULT, PRINTED, (), Verdict.SAMPLED, tools, place)
        for claim in (each for each in CLAIMS if each.sampled):
            expected = Verdict.REFUTED if claim.finding else Verdict.SAMPLED
            key = digest(place, self._claim(claim))
            yield Question("sample", claim.name, PRINTED, claim.rules, expected, tools, key, claim.finding)

    def of_statistics(self) -> Iterator[Question]:
        """What only figures of many games can show: some success criteria of the pressure deck."""
        engine = engine_of(*SIMULATORS)
        laid, seen = self._code("kernel.ground.setup", "set_up"), self._code("kernel.ground.view", "view_of")
        place = digest(
            engine, self._kernel, laid, seen, self._scenario_files[CARDS_FILE], criteria.GAMES, criteria.SEED
        )
        for each in criteria.STATISTICS:
            key = digest(place, self._text(each.rules), each.name)
            yield Question("simulate", each.name, each.world, each.rules, Verdict.SAMPLED, "simulate 1", key)

    def of_worlds(self) -> Iterator[Question]:
        """Claims decided in small worlds, and the coverage of each world."""
        tools = f"explore {explore.VERSION}"
        engine = engine_of("model/engines/explore.py")
        for world in WORLDS.values():
            place = digest(engine, self._kernel, of_world(world))
            if world.is_covered:
                yield Question("explore", COVERAGE, world.name, (), Verdict.EXHAUSTED, tools, place)
            for claim in (each for each in CLAIMS if world.name in each.worlds):
                key = digest(place, self._claim(claim))
                yield Question("explore", claim.name, world.name, claim.rules, claim.expect, tools, key, claim.finding)

    def of_proofs(self) -> Iterator[Question]:
        """Claims and the kernel's contracts, proved by induction at each size, and the invariant that they rest on."""
        tools = ", ".join([f"induct {induct.VERSION}", *map(installed, sorted(PACKAGES.values()))])
        engine = [tools, *engine_of(*PROVERS, *python_in("model/lift"))]
        for setting in filter(self._is_proved, SETTINGS.values()):
            place = digest(engine, self._kernel, self._code("kernel.ground.setup", "set_up"), self._setting(setting))
            for name in SENTENCES:
                yield Question("induct", name, setting.world, (), Verdict.PROVED, tools, place)
            for subject in setting.subjects:
                name, rules = name_of(subject), subject.rules
                said = self._text(rules) if isinstance(subject, Contract) else self._claim(subject)
                expected = Verdict.VACUOUS if why_dead(name, setting.seats) else Verdict.PROVED
                yield Question("induct", name, setting.world, rules, expected, tools, digest(place, name, said))

    def of_whole_games(self) -> Iterator[Question]:
        """Claims about whole games, each at the sizes that it is asked at."""
        tools = ", ".join([f"bound {bound.VERSION}", *map(installed, sorted(PACKAGES.values()))])
        engine = [tools, *engine_of(*SEARCHERS, *python_in("model/lift"))]
        for claim in WHOLE:
            for seats in set(claim.expected) - claim.costly:
                text = [self._text(claim.rules), claim.said(seats), claim.question, claim.numbers.get(seats), seats]
                key = digest(engine, self._kernel, text, encode(claim.rulings))
                world, expected = claim.world(seats), claim.verdict(seats)
                yield Question("bound", claim.name, world, claim.rules, expected, tools, key)

    def _is_proved(self, setting: Setting) -> bool:
        """Is this size asked for? With modules a check that is asked for no more stops at three seats."""
        most = MODULE_SEATS if self.sizes == USUAL_SIZES and modules_of(setting.rulings) else MAX_SEATS
        return setting.seats in self.sizes and setting.seats <= most

    def _setting(self, setting: Setting) -> list[object]:
        parts = [self._code(part.__module__, part.__name__) for part in (*INVARIANT, the_game_is_printed)]
        return [setting.world, encode(setting.rulings), sorted(PRINTED_ONLY), parts]

    def of_twins(self) -> Iterator[Question]:
        """The TLA+ reading: what TLC finds, and whether both readings have equally many states."""
        parts = ("tlc.py", "tlc_cfg.py", "tlc_faults.py", "tlc_output.py", "tlc_tools.py", "tla_values.py")
        jar = jar_digest()
        tools = f"TLC, jar {jar[:12] or 'missing'}"
        engine = [engine_of(*(f"model/engines/{part}" for part in parts)), jar]
        for twin in self.twins:
            text = [content_of(path) for path in (*sorted(twin.module.parent.glob("*.tla")), twin.cfg)]
            manifest = content_of(twin.module.parent / MANIFEST)
            key = digest(engine, text, manifest, self._text(twin.rules))
            expected = Verdict(twin.verdict)
            yield Question("tlc", twin.name, twin.world or "its own", twin.rules, expected, tools, key)
            if twin.world:
                world = books.WORLDS[twin.world]
                kernel = (
                    self._kernel if twin.world in WORLDS else self.source.fingerprint([books.PLACES[world.game.name]])
                )
                both = digest(key, kernel, of_world(world), engine_of("audit/run.py"))
                yield Question("twin", TWIN, twin.world, twin.rules, expected, "twin 1", both)

    def of_mutants(self) -> Iterator[Question]:
        """Deliberate breaks of the kernel, each of which must turn a check red that speaks for its rule."""
        engine = engine_of(*JUDGES, "audit/mutant_checks_ground.py", "model/engines/explore.py")
        kernel = [content_of(path) for path in sorted((ROOT / "kernel").glob("*.py"))]
        kernel += [content_of(path) for path in sorted((ROOT / "kernel" / "ground").glob("*.py"))]
        runner = [self._code("properties.scenarios", "run"), self._code("specs.scenarios", "load_scenarios")]
        place = digest(engine, kernel, runner, self._scenario_files, [of_world(world) for world in WORLDS.values()])
        every = load_mutants(MUTANTS, self.rules)
        for mutant in (each for each in every if not each.rule.startswith(GUILD_RULES)):
            spoken: list[Claim | Fact] = [*CLAIMS, *FACTS]
            speaking = [self._claim(each) for each in spoken if mutant.rule in each.rules]
            text = (mutant.id, mutant.rule, mutant.file, mutant.old, mutant.new, mutant.survives)
            key = digest(place, text, speaking)
            expected = Verdict.VACUOUS if mutant.survives else Verdict.REFUTED
            yield Question("mutant", mutant.id, "kernel", (mutant.rule,), expected, "mutation 1", key)
        yield from self.guild.of_mutants(each for each in every if each.rule.startswith(GUILD_RULES))
