"""The contracts of GROUND's kernel as claims: whatever turn is played, none of them breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import FunctionType, ModuleType
from typing import Any

from kernel import ground
from kernel.ground.rulings import ProblemDeal, ProblemStress, Rulings
from kernel.ground.setup import set_up
from properties.claim import Span

_TEXT = re.compile(r"(GR-[A-Z]\d\d|U\d+|H2-\d+|DEAL-[A-Z]+\d*): \S.*")
#: The module that a chapter's contracts are about.
_MODULES = {"H2": ProblemStress.SCOPED, "DEAL": ProblemDeal.PRESSURE_DECK}

#: Contracts that do not hold in games of any length, with the finding.
SHORT_GAMES = {"GR-T03: one Focus/Blame token a player": "F-015"}


@dataclass(frozen=True)
class Contract:
    """What the kernel demands or promises, worded as its `text`; `functions` are those that carry it."""

    text: str
    rule: str
    functions: tuple[str, ...]
    span: Span

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule that it guards."""
        return (self.rule,)

    def is_asked(self, rulings: Rulings) -> bool:
        """Is it about games under these rulings?"""
        module = _MODULES.get(self.rule.partition("-")[0])
        return module in (None, rulings.problem_stress, rulings.problem_deal)


def contracts_in(modules: tuple[ModuleType, ...]) -> tuple[Contract, ...]:
    """The contracts of all functions that these modules define, each text once, in the order of modules and functions.

    The preconditions of setting up are none of them: they say under which conditions a game begins.
    Errors: ValueError for a contract that cites no rule.
    """
    carriers: dict[str, list[str]] = {}
    for module in modules:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                for text in _texts(function):
                    carriers.setdefault(text, []).append(function.__name__)
    return tuple(_contract(text, tuple(dict.fromkeys(functions))) for text, functions in carriers.items())


def _texts(function: Any) -> Iterator[str]:
    before = (
        [] if function is set_up else [each for group in getattr(function, "__preconditions__", ()) for each in group]
    )
    for each in (*before, *getattr(function, "__postconditions__", ())):
        yield each.description or ""


def _contract(text: str, functions: tuple[str, ...]) -> Contract:
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"a contract of {', '.join(functions)} cites no rule: {text!r}")
    return Contract(text, found[1], functions, Span.PRINTED if text in SHORT_GAMES else Span.ANY)


def kernel_modules() -> tuple[ModuleType, ...]:
    """The chapters of GROUND's kernel."""
    return tuple(import_module(f"{ground.__name__}.{each.name}") for each in iter_modules(ground.__path__))


CONTRACTS = contracts_in(kernel_modules())
