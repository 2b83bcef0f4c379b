"""A claim: a sentence that can be true or false, the rules it speaks for, and the engines and worlds that decide it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import Any

from model.game import Check, Scope
from model.verdict import Verdict

Predicate = Callable[..., bool]


class Span(Enum):
    """For which games a claim is proved by induction."""

    ANY = "games of any length"
    PRINTED = "games of five rounds"
    NONE = "not proved by induction"


@dataclass(frozen=True)
class Claim:
    """One sentence about a game. Its name is the name of the function that decides it, its sentence that docstring.

    `worlds` are explored in full; `sampled` says whether random printed games are asked too; `span` says for which
    games it is proved. `expect` is the verdict an exploration should give; a claim expected to be REFUTED names its
    finding. `under` lists the answers of rulings, modules above all, without which it says nothing.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    check: Check[Any, Any, Any]
    worlds: tuple[str, ...]
    sampled: bool
    expect: Verdict
    finding: str
    span: Span = Span.NONE
    under: tuple[Any, ...] = ()

    def is_asked(self, rulings: Any) -> bool:
        """Is it about games under these rulings?"""
        return all(option in vars(rulings).values() for option in self.under)

    def __post_init__(self) -> None:
        if not self.rules:
            raise ValueError(f"claim {self.name} speaks for no rule")
        if not self.worlds and not self.sampled and self.span is Span.NONE:
            raise ValueError(f"claim {self.name} is decided nowhere")
        if (self.expect is Verdict.REFUTED) != bool(self.finding):
            raise ValueError(f"claim {self.name}: a claim names a finding exactly if it is expected to be REFUTED")
        if self.check.scope in (Scope.CHOICE, Scope.PAIR) and (self.worlds or self.sampled):
            raise ValueError(f"claim {self.name}: what is about {self.check.scope.value} is for proofs alone")


def sentence_of(holds: Predicate) -> str:
    """The first paragraph of the predicate's docstring. Raises `ValueError` if there is none."""
    sentence = (inspect.getdoc(holds) or "").split("\n\n")[0].replace("\n", " ").strip()
    if not sentence:
        raise ValueError(f"{holds.__name__} has no sentence")
    return sentence


def claim(
    scope: Scope,
    *rules: str,
    worlds: tuple[str, ...] = (),
    premise: Predicate | None = None,
    sampled: bool = True,
    expect: Verdict = Verdict.EXHAUSTED,
    finding: str = "",
    span: Span | None = None,
    under: tuple[Any, ...] = (),
) -> Callable[[Predicate], Claim]:
    """Turn a predicate into a claim about every state or every step; the docstring's first line is its sentence.

    Unless `span` says otherwise, it is proved for games of any length; what should be REFUTED is not. `under` names the
    modules that it is about.
    """
    proved = span or (Span.NONE if finding else Span.ANY)

    def build(holds: Predicate) -> Claim:
        check: Check[Any, Any, Any] = Check(holds.__name__, scope, holds, premise)
        return Claim(holds.__name__, sentence_of(holds), rules, check, worlds, sampled, expect, finding, proved, under)

    return build


@dataclass(frozen=True)
class Fact:
    """A sentence about every case of a finite domain; named and worded like a claim.

    It should be EXHAUSTED, or REFUTED with a finding. `under` lists the answers of rulings that it is about.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    cases: Callable[[], Iterable[Any]]
    holds: Predicate
    expect: Verdict = Verdict.EXHAUSTED
    finding: str = ""
    under: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if self.expect not in (Verdict.EXHAUSTED, Verdict.REFUTED):
            raise ValueError(f"fact {self.name} expects {self.expect.value}; it is EXHAUSTED or REFUTED")
        if (self.expect is Verdict.REFUTED) != bool(self.finding):
            raise ValueError(f"fact {self.name}: a fact names a finding exactly if it is expected to be REFUTED")


def fact(
    *rules: str,
    cases: Callable[[], Iterable[Any]],
    expect: Verdict = Verdict.EXHAUSTED,
    finding: str = "",
    under: tuple[Any, ...] = (),
) -> Callable[[Predicate], Fact]:
    """Turn a predicate into a fact about every case that `cases` lists."""

    def build(holds: Predicate) -> Fact:
        return Fact(holds.__name__, sentence_of(holds), rules, cases, holds, expect, finding, under)

    return build


def facts_in(modules: Iterable[ModuleType]) -> tuple[Fact, ...]:
    """All facts that these modules define, in the order of writing."""
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Fact))


def claims_in(modules: Iterable[ModuleType]) -> tuple[Claim, ...]:
    """All claims that these modules define, in the order of writing; two of one name are an error."""
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Claim)]
    names = [each.name for each in found]
    doubled = {name for name in names if names.count(name) > 1}
    if doubled:
        raise ValueError(f"claims with the same name: {', '.join(sorted(doubled))}")
    return tuple(found)
