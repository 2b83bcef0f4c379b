"""Does a lifted formula say what Python does? One function lifted once, then both asked about many inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kernel.contracts import ContractBroken, cited
from model.lift import terms as T
from model.lift.core import Kind, Limits
from model.lift.decode import Decoder
from model.lift.lifter import Lifter
from model.lift.values import ABSENT, Value

Assignment = Mapping[str, int | bool]


@dataclass(frozen=True)
class Outcome:
    """How a call ends: with a value, with an exception of a class, or with a broken contract that says `name`."""

    kind: str
    name: str = ""
    value: Any = None


def in_python(function: Callable[..., Any], args: tuple[Any, ...]) -> Outcome:
    """What Python does."""
    try:
        return Outcome("value", value=function(*args))
    except ContractBroken as error:
        return Outcome("contract", cited(error))
    except Exception as error:
        return Outcome("raises", type(error).__name__)


class Lifted:
    """A call of a function on symbolic arguments, on the path given. Errors: LiftError for what cannot be lifted."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Value, ...],
        limits: Limits | None = None,
        path: T.Bool = True,
    ) -> None:
        self.lifter = Lifter(limits=limits)
        self.lifter.path = path
        self.result = self.lifter.call(function, *args)
        self.events = [event for event in self.lifter.events if event.kind is not Kind.NEGATIVE]
        self._happens = Decoder(tuple(event.when for event in self.events))
        self._result = Decoder(self.result)

    def under(self, assignment: Assignment) -> Outcome:
        """What the formula says: the first event that happens, else the value."""
        for event, happens in zip(self.events, self._happens.under(assignment), strict=True):
            if happens:
                if event.kind in (Kind.REQUIRE, Kind.ENSURE):
                    return Outcome("contract", event.name)
                return Outcome("raises", "AssertionError" if event.kind is Kind.ASSERT else event.name)
        if self.result is ABSENT:
            return Outcome("nothing")
        try:
            return Outcome("value", value=self._result.under(assignment))
        except ValueError as error:
            return Outcome("nothing", str(error))


def are_alike(a: Any, b: Any) -> bool:
    """Equal, and of the same classes throughout."""
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(are_alike(x, y) for x, y in zip(a, b, strict=True))
    if is_dataclass(a):
        return all(are_alike(getattr(a, each.name), getattr(b, each.name)) for each in fields(a))
    return bool(a == b)


def agree(one: Outcome, other: Outcome) -> bool:
    """Do two outcomes say the same?"""
    return (one.kind, one.name) == (other.kind, other.name) and are_alike(one.value, other.value)


def fresh() -> None:
    """Drop all terms."""
    T.forget()
