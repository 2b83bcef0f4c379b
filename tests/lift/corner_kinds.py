"""The classes that the corners of the subset use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, IntEnum
from functools import wraps
from typing import Any, NamedTuple

# What a linter would mend here is what is tested.
# ruff: noqa


class Bad(Exception):
    """Raised on purpose."""


class Worse(Exception):
    """Raised on purpose, with two arguments."""

    def __init__(self, one: Any, other: Any) -> None:
        super().__init__(one, other)


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2
    ROUGE = 0

    @property
    def following(self) -> Color:
        return Color((self.value + 1) % 3)


class Odd(Enum):
    LOW = -3
    HIGH = 7
    MID = 1


class Word(Enum):
    YES = "yes"
    NO = "no"


class Rank(IntEnum):
    LOW = 2
    MID = 5
    TOP = 9


class Other(IntEnum):
    LOW = 2
    MID = 6


class Text(str, Enum):
    YES = "yes"
    NO = "no"


class Marks(Flag):
    ONE = 1
    TWO = 2


class Lenient(Enum):
    ONE = 1

    @classmethod
    def _missing_(cls, value: object) -> Lenient:
        return cls.ONE


class Alike(Enum):
    ONE = 1
    TWO = 2

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


@dataclass(frozen=True)
class Pair:
    x: Any
    y: Any = 7

    @property
    def total(self) -> int:
        return self.x + self.y

    @property
    def inverse(self) -> int:
        return (5, 6)[self.x]

    def plus(self, k: int) -> Pair:
        return replace(self, x=self.x + k)


@dataclass(frozen=True)
class Triple:
    x: Any
    z: Any


@dataclass(frozen=True)
class Checked:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise Bad


@dataclass(frozen=True)
class Vague:
    x: int
    y: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Equal:
    x: int

    def __eq__(self, other: object) -> bool:
        return True


@dataclass(frozen=True)
class Own:
    x: int

    def __init__(self, x: int) -> None:
        object.__setattr__(self, "x", x + 1)


@dataclass
class Loose:
    x: int


class Point(NamedTuple):
    x: int
    y: int


def plus_one(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that is no contract."""

    @wraps(function)
    def wrapper(*args: Any) -> Any:
        return function(*args) + 1

    return wrapper
