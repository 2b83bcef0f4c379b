"""The checks that speak for the rules of Aetherbound Guild: what a mutant of such a rule has to turn red.

First facts, then theorems, then claims in small worlds. Only the modules in which the rule, or the name of the check,
is written are loaded. As in `mutant_checks`, a check goes red when what it says is not seen or a contract breaks on the
way; any other failure is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from audit.mutant_checks import GUILD, Red, Wanted, red_facts, red_in_world
from model.engines.prove import quick_answer
from model.game import World
from model.verdict import Verdict
from properties import guild
from properties.claim import Claim, claims_in, facts_in
from properties.guild import MODULES, WORLDS_OF
from properties.theorem import theorems_in

#: Distinct states for one world; a claim that is not false in so many counts as green there.
CAP = 40_000


def modules_with(words: Iterable[str]) -> list[ModuleType]:
    """The modules that state something and in whose text one of the words stands; all of them if it stands in none."""
    sought = list(words)
    folder = Path(guild.__path__[0])
    texts = {name: (folder / f"{name}.py").read_text(encoding="utf-8") for name in MODULES}
    found = [name for name, text in texts.items() if any(word in text for word in sought)]
    return [import_module(f"properties.guild.{name}") for name in found or MODULES]


def world_named(name: str) -> World[Any, Any, Any]:
    """The world of this name. Errors: LookupError."""
    for module, attribute in WORLDS_OF[name.partition("-")[0]]:
        worlds = getattr(import_module(module), attribute)
        if name in worlds:
            world: World[Any, Any, Any] = worlds[name]
            return world
    raise LookupError(f"there is no world '{name}'")


def red_theorems(modules: list[ModuleType], wanted: Wanted) -> Iterator[Red]:
    """Theorems that one solver finds to be false; those expected to be refuted kill nothing."""
    for theorem in (each for each in theorems_in(modules) if each.expect is not Verdict.REFUTED):
        name = f"{GUILD}theorem {theorem.name}"
        if wanted(name, theorem.rules):
            verdict, reason = quick_answer(theorem)
            if verdict is not Verdict.PROVED:
                yield name, reason


def red_claims(modules: list[ModuleType], wanted: Wanted) -> Iterator[Red]:
    """Claims that fail in a world, or that say nothing there any more; the smallest worlds come first."""
    groups: dict[str, dict[str, Claim]] = {}
    for claim in (each for each in claims_in(modules) if each.expect is not Verdict.REFUTED):
        for world in claim.worlds:
            name = f"{GUILD}claim {claim.name} in world {world}"
            if wanted(name, claim.rules):
                groups.setdefault(world, {})[name] = claim
    worlds = {name: world_named(name) for name in groups}
    for name in sorted(groups, key=lambda name: worlds[name].cap):
        capped = replace(worlds[name], cap=min(worlds[name].cap, CAP))
        yield from red_in_world(groups[name], capped, lambda state: "false in a state of the world")


def groups_for(words: Iterable[str]) -> Iterator[Callable[[Wanted], Iterator[Red]]]:
    """What can go red of the modules in which one of these words is written: a rule, or the names of checks."""
    modules = modules_with(words)
    yield lambda wanted: red_facts(facts_in(modules), GUILD, wanted)
    yield lambda wanted: red_theorems(modules, wanted)
    yield lambda wanted: red_claims(modules, wanted)
