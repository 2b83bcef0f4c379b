"""A theorem: a sentence about all values of stated domains, proved by lifting the kernel's functions that it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import signature
from types import ModuleType
from typing import Any

from model.engines.prove import Domain, Domains, Numbers, Predicate
from model.verdict import Verdict
from properties.claim import sentence_of

__all__ = ["Numbers", "Theorem", "theorem", "theorems_in"]


@dataclass(frozen=True)
class Theorem:
    """One sentence about arguments of stated domains; named and worded like a claim.

    `premise` says which arguments it is about. It should be PROVED, or REFUTED with a finding. `under` lists the
    answers of rulings, such as the edition, without which it says nothing.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    domains: Domains
    holds: Predicate
    premise: Predicate | None = None
    expect: Verdict = Verdict.PROVED
    finding: str = ""
    under: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if not self.rules:
            raise ValueError(f"theorem {self.name} speaks for no rule")
        if self.expect not in (Verdict.PROVED, Verdict.REFUTED):
            raise ValueError(f"theorem {self.name} expects {self.expect.value}; it is PROVED or REFUTED")
        if (self.expect is Verdict.REFUTED) != bool(self.finding):
            raise ValueError(f"theorem {self.name}: a theorem names a finding exactly if it is expected to be REFUTED")
        named = [name for name, _ in self.domains]
        for asked in (self.holds, self.premise):
            if asked is not None and list(signature(asked).parameters) != named:
                raise ValueError(f"theorem {self.name}: its predicate and its premise take {', '.join(named)}")


def theorem(
    *rules: str,
    premise: Predicate | None = None,
    expect: Verdict = Verdict.PROVED,
    finding: str = "",
    under: tuple[Any, ...] = (),
    **domains: Domain,
) -> Callable[[Predicate], Theorem]:
    """Turn a predicate into a theorem about all arguments of these domains, in the order of its parameters."""

    def build(holds: Predicate) -> Theorem:
        ranges = tuple(domains.items())
        return Theorem(holds.__name__, sentence_of(holds), rules, ranges, holds, premise, expect, finding, under)

    return build


def theorems_in(modules: Iterable[ModuleType]) -> tuple[Theorem, ...]:
    """All theorems that these modules define, in the order of writing; two of one name are an error."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Theorem)]
    names = [each.name for each in found]
    doubled = {name for name in names if names.count(name) > 1}
    if doubled:
        raise ValueError(f"theorems with the same name: {', '.join(sorted(doubled))}")
    return tuple(found)
