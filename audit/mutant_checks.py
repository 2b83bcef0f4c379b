"""The checks that speak for a rule, in the order of their price: what a mutant of the rule has to turn red.

This module loads the kernel: a mutant must be in its place before. A check goes red when what it says is not seen, or
when a contract breaks on the way; a kernel that fails in any other way is no mutant but a mistake, and its error passes
on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kernel.contracts import ContractBroken, cited
from model.engines.enumerate import enumerate_cases
from model.engines.explore import explore
from model.game import Check, World
from model.verdict import Verdict
from properties.claim import Claim, Fact

#: How the rules of Aetherbound Guild begin, and the names of the checks that speak for them.
GUILD_RULES, GUILD = "AG-", "guild "
#: The same of rules that the store may have to show.
STORE_RULES, STORE = ("AG-SAV-", "AG-OVR-"), "guild store "
#: The files of the store itself.
STORE_FILES = re.compile(r"kernel/guild/save/(store\w*|envelope|medium)\.py")

#: A check that went red: its name, and what it says.
Red = tuple[str, str]
#: Is this check wanted, by its name and the rules it cites?
Wanted = Callable[[str, Sequence[str]], bool]
Group = Callable[[Wanted], Iterator[Red]]


def red_checks(rule: str | None, only: frozenset[str], file: str = "") -> Iterator[Red]:
    """With a rule, the first check that cites it and goes red, if there is one; without, all red ones of `only`.

    `file` is what was broken: it says which checks are likely to see it. Raises `LookupError` for a name in `only` that
    no check has.
    """
    unknown = set(only)

    def wanted(name: str, rules: Sequence[str]) -> bool:
        unknown.discard(name)
        return name in only if rule is None else rule in rules

    for group in groups_for(rule, only, file):
        for red in group(wanted):
            yield red
            if rule is not None:
                return
    if unknown:
        raise LookupError(f"there is no {', no '.join(sorted(unknown))}")


def groups_for(rule: str | None, only: frozenset[str], file: str = "") -> Iterator[Group]:
    """What can go red, in the order of its price: of the book that a rule stands in, or of those that checks name.

    Only that is loaded. A break of the store is put to the store first: nothing else looks at it.
    """
    is_stored = rule.startswith(STORE_RULES) if rule else any(name.startswith(STORE) for name in only)
    if is_stored and STORE_FILES.match(file):
        yield from _of_store()
    named = [name for name in only if name.startswith(GUILD) and not name.startswith(STORE)]
    if rule.startswith(GUILD_RULES) if rule else named:
        from audit import mutant_checks_guild

        yield from mutant_checks_guild.groups_for([rule] if rule else [_own_name(name) for name in named])
    if is_stored and not STORE_FILES.match(file):
        yield from _of_store()
    if not rule.startswith(GUILD_RULES) if rule else any(not name.startswith(GUILD) for name in only):
        from audit import mutant_checks_ground

        yield from mutant_checks_ground.GROUPS


def _of_store() -> Iterator[Group]:
    from audit import mutant_checks_store

    yield mutant_checks_store.red_store


def _own_name(check: str) -> str:
    """The name of the fact, theorem or claim that a check asks."""
    return check.removeprefix(GUILD).split()[1]


class Bitten(Exception):
    """A claim is false."""

    def __init__(self, claim: str, says: str) -> None:
        super().__init__(says)
        self.claim = claim


def biting(check: Check[Any, Any, Any], says: Callable[[Any], str]) -> Check[Any, Any, Any]:
    """The check, but it ends the exploration where it fails: one counterexample is enough."""

    def holds(*at: Any) -> bool:
        if not check.holds(*at):
            raise Bitten(check.name, says(at[0]))
        return True

    return replace(check, holds=holds)


def red_facts(facts: Iterable[Fact], book: str, wanted: Wanted) -> Iterator[Red]:
    """Facts of a book that fail for a case; those expected to be refuted kill nothing."""
    for fact in (each for each in facts if each.expect is not Verdict.REFUTED):
        name = f"{book}fact {fact.name}"
        if wanted(name, fact.rules):
            try:
                found = enumerate_cases(fact.name, fact.cases(), fact.holds)
            except ContractBroken as error:
                yield name, cited(error)
            else:
                if found.verdict is not Verdict.EXHAUSTED:
                    yield name, found.reason


def red_in_world(group: Mapping[str, Claim], world: World[Any, Any, Any], says: Callable[[Any], str]) -> Iterator[Red]:
    """The claims, by the names of their checks, that go red in a world, found in as few explorations as it takes.

    `says` tells where a claim is false.
    """
    left = dict(group)
    while left:
        try:
            seen = explore(world, [biting(claim.check, says) for claim in left.values()])
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
