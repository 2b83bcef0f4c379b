"""Symbolic states and choices of Aetherbound Guild, built field by field from the kernel's own records.

An integer takes the width that `WIDTHS` states for its field, each as `kernel.guild.state` states it; a sequence the
length that `Size` gives. A field without a width is an error, so that no new one goes unbounded unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

from kernel.guild.choices import Choice
from kernel.guild.economy import BATTLE_OFFERS, EQUIPMENT_OFFERS, LAST_ITEM_TIER, MAX_LEVEL, MIN_LEVEL, ROUNDS
from kernel.guild.economy import RECRUIT_OFFERS as RECRUITS_ON_BOARD
from kernel.guild.state import (
    ARTIFACT_SLOTS,
    CARDS,
    COIN_MAX,
    COUNT_MAX,
    CREDIT_MAX,
    DRAFT_OFFERS,
    LAST_ARTIFACT,
    LAST_CONTRACT,
    LAST_FAMILY,
    LAST_ROLE,
    LAST_TAG,
    LAST_TRAIT,
    NONE,
    PRICE_MAX,
    RENOWN_MAX,
    XP_MAX,
    Phase,
    State,
)
from model.lift import terms as T
from model.lift.decode import member
from model.lift.values import Record, Value

#: Fields that count something without an end in the text.
COUNTERS = (
    *("markets", "refreshes", "survived", "entered", "victories", "retreats", "knockouts", "witnessed"),
    *("hired", "fallen", "dismissed", "knocked_out", "failures"),
)
#: Fields and the integers that they can hold.
WIDTHS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "contract": (0, LAST_CONTRACT),
        "renown": (0, RENOWN_MAX),
        "coin": (0, COIN_MAX),
        "credit": (0, CREDIT_MAX),
        "cleared": (0, ROUNDS),
        "serial": (0, COUNT_MAX),
        "serials": (0, COUNT_MAX),
        "origin": (0, LAST_FAMILY),
        "branch": (0, 1),
        "trait": (0, LAST_TRAIT),
        "role": (0, LAST_ROLE),
        "level": (MIN_LEVEL, MAX_LEVEL),
        "xp": (0, XP_MAX),
        "list_price": (0, PRICE_MAX),
        "paid": (0, PRICE_MAX),
        "price": (0, PRICE_MAX),
        "amount": (0, PRICE_MAX),
        "tag": (0, LAST_TAG),
        "fits": (NONE, LAST_FAMILY),
        "tier": (0, LAST_ITEM_TIER),
        "counter": (0, LAST_TAG),
        "artifacts": (NONE, LAST_ARTIFACT),
        **dict.fromkeys(COUNTERS, (0, COUNT_MAX)),
    }
)
#: What a choice names can lie one place beyond what there is.
BEYOND = 1


@dataclass(frozen=True)
class Size:
    """How many roster slots and item slots there are; everything else has the length that the rules give it."""

    slots: int = 4
    items: int = 3

    @property
    def lengths(self) -> Mapping[str, int]:
        """The length of each sequence, by field."""
        return {
            "clears": LAST_CONTRACT + 1,
            "recruits": self.slots,
            "items": self.items,
            "artifacts": ARTIFACT_SLOTS,
            "Board.recruits": RECRUITS_ON_BOARD,
            "equipment": EQUIPMENT_OFFERS,
            "battles": BATTLE_OFFERS,
            "lineup": self.slots,
            "Encounter.items": self.slots,
            "cards": CARDS,
            "offers": DRAFT_OFFERS,
            "picks": DRAFT_OFFERS,
            "casualties": self.slots,
            "OpenMarket.recruits": RECRUITS_ON_BOARD,
            "Refresh.recruits": RECRUITS_ON_BOARD,
        }

    @property
    def widths(self) -> Mapping[str, tuple[int, int]]:
        """The width of each integer, by field."""
        slots, items = (NONE, self.slots - 1), (NONE, self.items - 1)
        return {
            **WIDTHS,
            "place": slots,
            "ahead": (0, self.slots - 1),
            "lineup": slots,
            "item": items,
            "Encounter.items": items,
            "Encounter.offer": (NONE, BATTLE_OFFERS - 1),
            "Promotion.recruit": slots,
        }

    @property
    def named(self) -> Mapping[str, tuple[int, int]]:
        """The width of what a choice names, on the table or just off it."""
        offers = max(RECRUITS_ON_BOARD, EQUIPMENT_OFFERS, BATTLE_OFFERS)
        return {
            **self.widths,
            "recruit": (NONE, self.slots),
            "item": (NONE, self.items),
            "place": (NONE - BEYOND, self.slots),
            "offer": (NONE, offers),
            "first": (NONE, self.slots),
            "card": (NONE, CARDS),
            "artifact": (NONE, CARDS),
            "slot": (NONE, ARTIFACT_SLOTS),
            "contract": (NONE, LAST_CONTRACT + BEYOND),
            "role": (0, LAST_ROLE + BEYOND),
        }


def symbol(kind: Any, name: str, widths: Mapping[str, tuple[int, int]], lengths: Mapping[str, int], at: str) -> Value:
    """Any value of a type, its variables named after the place. Errors: KeyError for what has no width or length."""
    if get_origin(kind) is tuple:
        of, *more = get_args(kind)
        length = lengths[at] if at in lengths else lengths[at.rpartition(".")[2]] if more == [...] else 1 + len(more)
        return tuple(symbol(of, f"{name}.{i}", widths, lengths, at) for i in range(length))
    if kind is bool:
        return T.truth(name)
    if kind is int:
        low, high = widths[at] if at in widths else widths[at.rpartition(".")[2]]
        return T.number(name, low, high)
    if issubclass(kind, Enum):
        return member(name, kind)
    return record(kind, name, widths, lengths)


def record(kind: Any, name: str, widths: Mapping[str, tuple[int, int]], lengths: Mapping[str, int]) -> Value:
    """Any record of a type; one without fields is itself."""
    named = types_of(kind)
    if not named:
        return kind()
    found = {
        field: symbol(of, f"{name}.{field}", widths, lengths, f"{kind.__name__}.{field}") for field, of in named.items()
    }
    return Record(kind, found)


@cache
def types_of(kind: Any) -> Mapping[str, Any]:
    """The fields of a record with their types."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def state(name: str, size: Size, phase: Phase | None = None) -> Value:
    """Any state in this phase, or in any."""
    found = record(State, name, size.widths, size.lengths)
    return found if phase is None else Record(State, {**found.fields, "phase": phase})


def choice(name: str, kind: type[Choice], size: Size) -> Value:
    """Any choice of this kind."""
    return record(kind, name, size.named, size.lengths)
