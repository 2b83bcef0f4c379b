"""What questions speak of: the kinds of values, and the vocabulary of a game. No particular game is known here."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from functools import cached_property
from typing import Any, NewType, get_args, get_origin, get_type_hints

#: Python's own functions that a question may call, each with what it asks.
FUNCTIONS: dict[str, str] = {
    "any": "does it hold for at least one?",
    "all": "does it hold for each?",
    "sum": "the total; conditions count 1 where they hold",
    "min": "the least; `default=` says what the least of nothing is",
    "max": "the greatest; `default=` says what the greatest of nothing is",
    "len": "how many there are",
    "abs": "the distance from 0",
}


@dataclass(frozen=True)
class Number:
    """A whole number; `unit` is the NewType of what it counts, if it is one, such as a seat."""

    unit: Any = None


@dataclass(frozen=True)
class Truth:
    """What holds or does not."""


@dataclass(frozen=True)
class Term:
    """A member of an enum."""

    enum: type[Enum]


@dataclass(frozen=True)
class Row:
    """A record: an instance of a dataclass."""

    record: Any


@dataclass(frozen=True)
class Many:
    """A sequence of any length; `index` is the unit or enum that numbers its places, None for bare numbers."""

    item: Kind
    index: Any = None


@dataclass(frozen=True)
class Fixed:
    """A sequence of known length."""

    items: tuple[Kind, ...]
    index: Any = None


@dataclass(frozen=True, eq=False)
class Open:
    """A constant that several enums have; `nodes` wait for the name of the right one."""

    enums: tuple[type[Enum], ...]
    nodes: tuple[tuple[ast.Name, str], ...]


Kind = Number | Truth | Term | Row | Many | Fixed | Open


def kind_from(hint: Any, indices: Mapping[Any, Any]) -> Kind:
    """The kind that a type hint describes. Raises `TypeError` for a hint that questions do not know."""
    args, index = get_args(hint), indices.get(hint)
    if get_origin(hint) is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return Many(kind_from(args[0], indices), index)
        return Fixed(tuple(kind_from(each, indices) for each in args), index)
    if hint is bool:
        return Truth()
    if hint is int:
        return Number()
    if isinstance(hint, NewType) and hint.__supertype__ is int:
        return Number(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Term(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return Row(hint)
    raise TypeError(f"questions know no values of type {hint}")


def type_text(kind: Kind) -> str:
    """The kind as a type is written."""
    match kind:
        case Number():
            return "int" if kind.unit is None else str(kind.unit.__name__)
        case Truth():
            return "bool"
        case Term():
            return kind.enum.__name__
        case Row():
            return str(kind.record.__name__)
        case Many():
            return f"tuple[{type_text(kind.item)}, ...]"
        case Fixed():
            return f"tuple[{', '.join(map(type_text, kind.items))}]"
        case Open():
            return " or ".join(enum.__name__ for enum in kind.enums)


def described(kind: Kind) -> str:
    """The kind in words, with its article."""
    match kind:
        case Number(unit=None):
            return "a number"
        case Truth():
            return "true or false"
        case Many() | Fixed():
            return f"a sequence ({type_text(kind)})"
        case _:
            name = type_text(kind)
            return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def meant(word: str, known: Iterable[str]) -> str:
    """A suggestion to hang on an error about an unknown word, or nothing."""
    near = get_close_matches(word, sorted(known), n=1)
    return f"; did you mean `{near[0]}`?" if near else ""


# ---------------------------------------------------------------- the vocabulary


@dataclass(frozen=True)
class Word:
    """One name that questions may use.

    `reads` is a path of attributes from the state ("memory.selections"), or a function `f(state, rulings, *arguments)`
    with type hints that can be lifted. Such a function is called in a question by its arguments alone; one that is not
    `is_called` stands for its value. One with `places` gives the answers for all seats at once, as a sequence with an
    item a seat, or a square of two seats; a call picks by these places. `meaning` is one line.
    """

    name: str
    reads: str | Callable[..., Any]
    meaning: str
    rules: tuple[str, ...]
    example: str
    is_called: bool = False
    places: tuple[str, ...] = ()


def word(*rules: str, example: str, is_called: bool = True) -> Callable[[Callable[..., Any]], Word]:
    """Turn a function of the state into a word; the first line of its docstring is the meaning."""

    def build(reads: Callable[..., Any]) -> Word:
        meaning = (inspect.getdoc(reads) or "").split("\n")[0]
        return Word(reads.__name__, reads, meaning, rules, example, is_called)

    return build


def tabled(*places: str) -> Callable[[Word], Word]:
    """Have a word answer for all seats at once, which is far cheaper where most of the work is common to them."""
    return lambda word: dataclasses.replace(word, places=places)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The names of a game. `enums` give their members as constants, by bare name where only one enum has it.

    `seat` is the unit that numbers the players' places, `table` the path to the sequence with one item a seat,
    `most_seats` what no table exceeds, `nobody` the number that stands for no seat. `indices` tells by what unit or
    enum the sequences of a type are indexed. `attributes` describe what records have: their names are `Record.field`,
    their examples whole questions.

    Raises `ValueError` for names that clash and `TypeError` for types that questions do not know.
    """

    game: str
    state: Any
    words: tuple[Word, ...]
    enums: tuple[type[Enum], ...]
    seat: Any
    table: str
    most_seats: int
    nobody: int
    indices: Mapping[Any, Any] = field(default_factory=dict)
    attributes: tuple[Word, ...] = ()

    def __post_init__(self) -> None:
        names = [*FUNCTIONS, *(each.name for each in self.words), *(enum.__name__ for enum in self.enums)]
        clashing = {name for name in names if names.count(name) > 1 or name in self.constants}
        if clashing:
            raise ValueError(f"names of several things: {', '.join(sorted(clashing))}")
        for each in self.words:
            self._look_into(self.kind_of(each), ())
            if any(not isinstance(kind, Number | Truth | Term) for kind in self.parameters_of(each).values()):
                raise TypeError(f"{each.name} takes more than numbers, conditions and constants")

    def _look_into(self, kind: Kind, above: tuple[Kind, ...]) -> None:
        """Refuse what questions could not name, and records within themselves."""
        if kind in above:
            raise TypeError(f"{type_text(kind)} contains itself")
        match kind:
            case Term() if kind.enum not in self.enums:
                raise TypeError(f"the constants of {kind.enum.__name__} are not in the vocabulary")
            case Row():
                for each in self.fields_of(kind).values():
                    self._look_into(each, (*above, kind))
            case Many():
                self._look_into(kind.item, above)
            case Fixed():
                for each in kind.items:
                    self._look_into(each, above)

    @cached_property
    def by_name(self) -> dict[str, Word]:
        """The words by name."""
        return {each.name: each for each in self.words}

    @cached_property
    def enum_by_name(self) -> dict[str, type[Enum]]:
        """The enums by name."""
        return {enum.__name__: enum for enum in self.enums}

    @cached_property
    def constants(self) -> dict[str, tuple[type[Enum], ...]]:
        """The enums that have a member of each name."""
        found: dict[str, tuple[type[Enum], ...]] = {}
        for enum in self.enums:
            for name in enum.__members__:
                found[name] = (*found.get(name, ()), enum)
        return found

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The records that the words lead to, in order."""
        found: dict[Row, None] = {}

        def look(kind: Kind) -> None:
            for inner in [kind.item] if isinstance(kind, Many) else kind.items if isinstance(kind, Fixed) else []:
                look(inner)
            if isinstance(kind, Row) and kind not in found:
                found[kind] = None
                for inner in self.fields_of(kind).values():
                    look(inner)

        for each in self.words:
            look(self.kind_of(each))
        return tuple(found)

    def fields_of(self, row: Row) -> dict[str, Kind]:
        """What a record has."""
        return {name: kind_from(hint, self.indices) for name, hint in get_type_hints(row.record).items()}

    def kind_of(self, word: Word) -> Kind:
        """What a word stands for, or what it gives when called."""
        if callable(word.reads):
            kind = kind_from(get_type_hints(word.reads)["return"], self.indices)
            for _ in word.places:
                if not isinstance(kind, Many):
                    raise TypeError(f"{word.name} gives no sequence for its {', '.join(word.places)}")
                kind = kind.item
            return kind
        hint = self.state
        for name in word.reads.split("."):
            hint = get_type_hints(hint)[name]
        return kind_from(hint, self.indices)

    def parameters_of(self, word: Word) -> dict[str, Kind]:
        """What a word takes when called, without the state and the rulings."""
        if not callable(word.reads) or word.places:
            return {place: Number(self.seat) for place in word.places}
        hints = get_type_hints(word.reads)
        names = list(inspect.signature(word.reads).parameters)[2:]
        return {name: kind_from(hints[name], self.indices) for name in names}

    def heading_of(self, word: Word) -> str:
        """How the word is written: `bond(a, b)`."""
        return f"{word.name}({', '.join(self.parameters_of(word))})" if word.is_called else word.name
