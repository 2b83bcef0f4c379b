"""Symbolic slots, commits and stations: every state of the procedure in a world with so many places, and every request.

Widths: sequences, ordinals, boards and revisions 32 bits, Coin and Renown to 9,999, Credit to 54, prices to 9,999.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.creation import offer_label
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import Delta, Row, Status
from kernel.guild.save.settlement import TIMEOUT
from kernel.guild.save.slot import (
    CAUSES,
    LAST,
    MOST_COIN,
    MOST_CREDIT,
    MOST_RENOWN,
    NONE,
    OPENING_CAPACITY,
    OPENING_OFFERS,
    OUTCOMES,
    Cause,
    Created,
    Draft,
    Drafting,
    Life,
    Offer,
    Recruit,
    Run,
    Slot,
    Stage,
)
from model.lift import terms as T
from model.lift.decode import member
from model.lift.values import Record, Value, member_at, members

MOST_PROFESSION = 3


@dataclass(frozen=True)
class Size:
    """How many Recruits, items, offers and objectives there are, which kinds of operations, and how many backups."""

    recruits: int
    items: int
    offers: int
    kinds: tuple[Kind, Kind]
    backups: int = 2
    operations: int = 2

    @property
    def first_kind(self) -> int:
        """The number of the first kind."""
        return members(Kind).index(self.kinds[0])

    @property
    def last_kind(self) -> int:
        """The number of the last kind."""
        return members(Kind).index(self.kinds[1])


def intent(name: str, size: Size) -> Value:
    """Any intent of these kinds, with any numbers."""
    places = max(size.recruits, size.items, size.offers, OPENING_OFFERS)
    return Record(
        Intent,
        {
            "kind": member_at(Kind, T.number(f"{name}.kind", size.first_kind, size.last_kind)),
            "place": T.number(f"{name}.place", NONE, places),
            "item": T.number(f"{name}.item", NONE, places),
            "amount": T.number(f"{name}.amount", 0, LAST),
            "expected": T.number(f"{name}.expected", NONE, LAST),
            "extra": T.number(f"{name}.extra", NONE, len(OUTCOMES) + 1),
        },
    )


def draft(name: str) -> Value:
    """Any draft."""
    labels = tuple(T.number(f"{name}.offer{i}", NONE, offer_label(LAST, i)) for i in range(OPENING_OFFERS))
    return Record(
        Draft,
        {
            "status": member(f"{name}.status", Drafting),
            "seed": T.number(f"{name}.seed", NONE, LAST),
            "contract": T.number(f"{name}.contract", NONE, OPENING_OFFERS),
            "offers": labels,
            "first": T.number(f"{name}.first", NONE, OPENING_OFFERS - 1),
            "second": T.number(f"{name}.second", NONE, OPENING_OFFERS - 1),
            "revision": T.number(f"{name}.revision", 0, LAST),
        },
    )


def recruit(name: str, size: Size) -> Value:
    """Any place of the Company."""
    return Record(
        Recruit,
        {
            "life": member(f"{name}.life", Life),
            "down": T.truth(f"{name}.down"),
            "item": T.number(f"{name}.item", NONE, size.items - 1),
            "profession": T.number(f"{name}.profession", 0, OPENING_OFFERS + MOST_PROFESSION),
            "paid": T.number(f"{name}.paid", 0, MOST_COIN),
            "listed": T.number(f"{name}.listed", 0, MOST_COIN + MOST_CREDIT),
            "origin": T.number(f"{name}.origin", NONE, offer_label(LAST, OPENING_OFFERS - 1)),
        },
    )


def offer(name: str) -> Value:
    """Any slot of the board."""
    return Record(
        Offer,
        {
            "board": T.number(f"{name}.board", NONE, LAST),
            "is_open": T.truth(f"{name}.open"),
            "is_locked": T.truth(f"{name}.locked"),
            "price": T.number(f"{name}.price", 0, MOST_COIN + MOST_CREDIT),
        },
    )


def run(name: str, size: Size) -> Value:
    """Any run, or none."""
    return Record(
        Run,
        {
            "stage": member(f"{name}.stage", Stage),
            "seed": T.number(f"{name}.seed", NONE, LAST),
            "coin": T.number(f"{name}.coin", 0, MOST_COIN),
            "credit": T.number(f"{name}.credit", 0, MOST_CREDIT),
            "capacity": T.number(f"{name}.capacity", 0, OPENING_CAPACITY),
            "recruits": tuple(recruit(f"{name}.r{i}", size) for i in range(size.recruits)),
            "inventory": tuple(T.truth(f"{name}.i{i}") for i in range(size.items)),
            "offers": tuple(offer(f"{name}.o{i}") for i in range(size.offers)),
            "board": T.number(f"{name}.board", NONE, LAST),
            "refreshes": T.number(f"{name}.refreshes", 0, LAST),
            "order": tuple(T.number(f"{name}.order{i}", 0, size.recruits - 1) for i in range(size.recruits)),
            "snapshot": T.number(f"{name}.snapshot", NONE, OPENING_OFFERS),
            "retreat": T.number(f"{name}.retreat", NONE, TIMEOUT),
            "outcome": T.number(f"{name}.outcome", NONE, len(OUTCOMES) - 1),
        },
    )


def slot(name: str, size: Size) -> Value:
    """Any payload."""
    return Record(
        Slot,
        {
            "ordinal": T.number(f"{name}.ordinal", 0, LAST),
            "draft": draft(f"{name}.draft"),
            "run": run(f"{name}.run", size),
            "created": Record(
                Created,
                {
                    "draft": T.number(f"{name}.created.draft", NONE, LAST),
                    "first": T.number(f"{name}.created.first", NONE, OPENING_OFFERS - 1),
                    "second": T.number(f"{name}.created.second", NONE, OPENING_OFFERS - 1),
                    "receipt": T.number(f"{name}.created.receipt", NONE, LAST),
                },
            ),
            "renown": T.number(f"{name}.renown", 0, MOST_RENOWN),
            "cleared": (T.truth(f"{name}.cleared"),),
            "law": T.number(f"{name}.law", 0, 2),
            "cause": member(f"{name}.cause", Cause, among=CAUSES),
        },
    )


def row(name: str, size: Size) -> Value:
    """Any row of the journal."""
    most = MOST_COIN
    change = {
        "coin": T.number(f"{name}.coin", -most, most),
        "credit": T.number(f"{name}.credit", -MOST_CREDIT, MOST_CREDIT),
        "renown": T.number(f"{name}.renown", -MOST_RENOWN, MOST_RENOWN),
        "recruits": T.number(f"{name}.recruits", -size.recruits, size.recruits),
        "items": T.number(f"{name}.items", -2 * size.items - size.recruits, 2 * size.items + size.recruits),
        "ordinals": T.number(f"{name}.ordinals", 0, 1),
    }
    return Record(
        Row,
        {
            "operation": T.number(f"{name}.operation", NONE, size.operations - 1),
            "status": member(f"{name}.status", Status),
            "intent": intent(f"{name}.intent", size),
            "delta": Record(Delta, change),
            "before": T.number(f"{name}.before", NONE, LAST),
            "receipt": T.number(f"{name}.receipt", NONE, LAST),
            "reason": member(f"{name}.reason", Reason),
        },
    )


def commit(name: str, size: Size) -> Value:
    """Any commit."""
    return Record(
        Commit,
        {
            "sequence": T.number(f"{name}.sequence", 0, LAST),
            "parent": T.number(f"{name}.parent", NONE, LAST),
            "is_boundary": T.truth(f"{name}.boundary"),
            "slot": slot(f"{name}.slot", size),
            "journal": tuple(row(f"{name}.row{i}", size) for i in range(size.operations)),
            "head": T.number(f"{name}.head", 0, LAST),
            "applies": T.truth(f"{name}.applies"),
            "segments": (),
        },
    )


def station(name: str, size: Size, phase: Phase) -> Value:
    """Any disk in this phase; where nothing is in flight, `other` is the active commit itself."""
    active = commit(f"{name}.active", size)
    in_flight = phase in (Phase.WRITTEN, Phase.SWITCHED)
    return Record(
        Station,
        {
            "phase": phase,
            "active": active,
            "other": commit(f"{name}.other", size) if in_flight else active,
            "backups": tuple(T.number(f"{name}.backup{i}", NONE, LAST) for i in range(size.backups)),
            "ledgers": tuple(T.number(f"{name}.ledger{i}", 0, LAST) for i in range(2)),
        },
    )
