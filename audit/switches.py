"""The switches of `Rulings` as people name them: "U5=NOTHING", "F-001=NEW_TARGET", "problem_stress=scoped"."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from audit.show import InputError
from kernel.ground.rulings import NO_HAND_LIMIT, STANDING, Rulings
from properties.table import options_of
from specs.strict import hint

#: What an option of a command that takes switches does.
OTHERWISE = "Answer an open question otherwise, or switch a module on."


@dataclass(frozen=True)
class Item:
    """One question that a switch answers: its field in `Rulings`, its name, what it asks, and the options, if named."""

    field: str
    name: str
    asks: str
    kind: Any

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options; none where a number is asked for."""
        return () if self.kind is int else tuple(self.kind.__members__)

    def lines(self) -> Iterator[str]:
        """The question and its options in words, the one in force first."""
        yield f"{self.name} ({self.field}): {self.asks}"
        standing = getattr(STANDING, self.field)
        if self.kind is int:
            yield f"    a number from 0 to {NO_HAND_LIMIT}; in force: {standing}"
            return
        for option in sorted(self.kind, key=lambda each: each is not standing):
            yield f"    {option.name}{' (in force)' if option is standing else ''}: {option.value}"

    def words_of(self, value: Any) -> str:
        """An answer in words, such as "NOTHING: the sequence ends"."""
        return f"{value.name}: {value.value}" if isinstance(value, Enum) else str(value)


def _item(field: str, kind: Any) -> Item:
    head, _, _ = field.partition("_")
    if kind is int:
        return Item(field, head.upper(), "how many Solutions may a hand hold?", kind)
    name, colon, asks = (inspect.getdoc(kind) or "").partition(":")
    coded = colon and " " not in name
    return Item(field, name if coded else field, " ".join((asks if coded else name + colon + asks).split()), kind)


def items() -> tuple[Item, ...]:
    """Every question that can be answered otherwise, in the order of `Rulings`."""
    return tuple(_item(field, kind) for field, kind in options_of().items())


def known() -> str:
    """All questions with their options."""
    return "\n".join(f"  {line}" for item in items() for line in item.lines())


def item_named(word: str) -> Item:
    """The question that is meant by its code or by its field. Raises `InputError`, listing the known."""
    names = {name.lower(): item for item in items() for name in (item.field, item.name)}
    if word.lower() not in names:
        raise InputError(f"there is no question '{word}'{hint(word.lower(), names)}\nThe known ones are\n{known()}")
    return names[word.lower()]


def answer_to(item: Item, word: str) -> Any:
    """The option that is meant. Raises `InputError`, listing the known."""
    if item.kind is int:
        if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= NO_HAND_LIMIT:
            return int(word)
        raise InputError(f"{item.name} takes a number from 0 to {NO_HAND_LIMIT}, not '{word}'")
    name = word.upper().replace("-", "_")
    if name not in item.options:
        said = "\n".join(f"  {line}" for line in item.lines())
        raise InputError(f"{item.name} has no option '{word}'{hint(name, item.options)}\nIts options are\n{said}")
    return item.kind[name]


def with_switches(words: Sequence[str], base: Rulings = STANDING) -> Rulings:
    """The rulings with some questions answered otherwise, each given as ITEM=OPTION.

    Raises `InputError` for what is not known, for a question that is answered twice, and for answers that contradict
    each other, naming the rule.
    """
    given: dict[str, Any] = {}
    for word in words:
        name, equals, option = word.partition("=")
        item = item_named(name.strip())
        if not equals:
            said = "\n".join(f"  {line}" for line in item.lines())
            raise InputError(f"'{word}': it is ITEM=OPTION, as in {item.name}={_example(item)}\n{said}")
        value = answer_to(item, option.strip())
        if given.setdefault(item.field, value) != value:
            raise InputError(f"{item.name} is answered twice, and not alike: one game is played by one reading")
        given[item.field] = value
    try:
        return replace(base, **given)
    except ValueError as error:
        raise InputError(str(error)) from error


def _example(item: Item) -> str:
    return "6" if item.kind is int else item.options[-1]
