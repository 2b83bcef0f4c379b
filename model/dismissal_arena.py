"""Dismissal for the symbolic engine: any Company of some size, any rows, any number of steps.

What no step of this machine changes is as `dismissal_worlds.company` has it; what can change is open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.guild.dismissal import Desk, Row, RowStatus
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import Rulings
from kernel.guild.state import (
    CREDIT_MAX,
    NONE,
    PRICE_MAX,
    Item,
    Phase,
    Place,
    Promotion,
    Recruit,
    State,
    Status,
    Totals,
)
from kernel.guild.state import Encounter as EncounterRecord
from model.dismissal import DISMISSAL, LABELS, Choice, Confirm, End, Session, is_legal
from model.dismissal_worlds import Member, company
from model.guild_symbols import Size, record
from model.lift import terms as T
from model.lift.decode import member
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of
from model.symbolic import Arena, Case

DismissalArena = Arena[Session, Choice, Rulings]
Part = Callable[..., bool]

#: Two clients with two operation IDs each, four Recruits, two items.
SLOTS, ITEMS, CLIENTS, TRIES = 4, 2, 2, 2
ROWS = CLIENTS * TRIES
#: Coin at the beginning, and what it can grow to by rebates.
COIN, MOST_COIN = 1_000_000, 1_000_100
SURVIVED = 9

#: The case that asks about states.
STATES = "every state"
KINDS = {name: kind for kind, name in LABELS.items()} | {"confirm": Confirm}


def recruit(name: str) -> Value:
    """Any Recruit, as far as dismissal looks at it."""
    return Record(
        Recruit,
        {
            **fields_of(Recruit()),
            "status": member(f"{name}.status", Status, among=(Status.DISMISSED,)),
            "list_price": T.number(f"{name}.list", 0, PRICE_MAX),
            "paid": T.number(f"{name}.paid", 0, PRICE_MAX),
            "survived": T.number(f"{name}.survived", 0, SURVIVED),
            "place": T.number(f"{name}.place", NONE, SLOTS - 1),
            "item": T.number(f"{name}.item", NONE, ITEMS - 1),
        },
    )


def state(name: str) -> Value:
    """Any game, as far as this machine changes it."""
    fixed = fields_of(company((Member(),) * SLOTS, 0))
    encounter = fields_of(fixed["encounter"])
    return Record(
        State,
        {
            **fixed,
            "phase": member(f"{name}.phase", Phase),
            "coin": T.number(f"{name}.coin", 0, MOST_COIN),
            "credit": T.number(f"{name}.credit", 0, CREDIT_MAX),
            "recruits": tuple(recruit(f"{name}.r{i}") for i in range(SLOTS)),
            "items": tuple(
                Record(Item, {**fields_of(Item()), "at": member(f"{name}.i{i}", Place)}) for i in range(ITEMS)
            ),
            "encounter": Record(
                EncounterRecord,
                {
                    **encounter,
                    "offer": T.number(f"{name}.offer", NONE, 0),
                    "lineup": tuple(T.number(f"{name}.line{i}", NONE, SLOTS - 1) for i in range(SLOTS)),
                    "items": tuple(T.number(f"{name}.carried{i}", NONE, ITEMS - 1) for i in range(SLOTS)),
                },
            ),
            "pending": Record(
                Promotion, {**fields_of(Promotion()), "recruit": T.number(f"{name}.asked", NONE, SLOTS - 1)}
            ),
            "totals": Record(
                Totals,
                {
                    **fields_of(Totals()),
                    "dismissed": T.number(f"{name}.dismissed", 0, SLOTS),
                    "fallen": T.number(f"{name}.fallen", 0, SLOTS),
                },
            ),
            "is_recovery_due": T.truth(f"{name}.due"),
        },
    )


def row(name: str) -> Value:
    """Any row."""
    return Record(
        Row,
        {
            "status": member(f"{name}.status", RowStatus),
            "recruit": T.number(f"{name}.recruit", NONE, SLOTS - 1),
            "item": T.number(f"{name}.item", NONE, ITEMS - 1),
            "rebate": T.number(f"{name}.rebate", 0, PRICE_MAX),
            "expected": T.number(f"{name}.expected", 0, SLOTS),
            "is_parent_active": T.truth(f"{name}.active"),
            "reason": member(f"{name}.reason", Refusal),
        },
    )


def session(name: str) -> Value:
    """Any session."""
    rows = tuple(row(f"{name}.w{i}") for i in range(ROWS))
    return Record(
        Session,
        {
            "desk": Record(Desk, {"state": state(f"{name}.g"), "rows": rows}),
            "views": tuple(T.number(f"{name}.view{i}", NONE, SLOTS - 1) for i in range(CLIENTS)),
            "up": T.truth(f"{name}.up"),
        },
    )


def choice(name: str, kind: Any) -> Value:
    """Any choice of a kind, what it names on the table or just off it."""
    if kind is End:
        return Record(End, {"down": tuple(T.truth(f"{name}.down{i}") for i in range(SLOTS))})
    widths = {"recruit": (NONE, SLOTS), "client": (NONE, CLIENTS), "operation": (NONE, ROWS)}
    return record(kind, name, widths, Size().lengths)


def beginning(parts: tuple[Part, ...], rulings: Rulings, lifter: Lifter) -> tuple[Value, T.Bool]:
    """Any Company in order, in an open Market, with nothing confirmed, shown or pending, and up to a million Coin."""
    any_ = session("b")
    game = Record(
        State,
        {
            **fields_of(fields_of(any_.fields["desk"])["state"]),
            "phase": Phase.MARKET,
            "coin": T.number("b.coin", 0, COIN),
            "credit": 0,
            "encounter": company((Member(),) * SLOTS, 0).encounter,
            "pending": Promotion(),
            "totals": Totals(),
            "is_recovery_due": False,
        },
    )
    start = Record(
        Session,
        {"desk": Record(Desk, {"state": game, "rows": (Row(),) * ROWS}), "views": (NONE,) * CLIENTS, "up": True},
    )
    allowed = T.all_of(lifter.truth(lifter.call(part, start, rulings)) for part in parts)
    return start, allowed


def arena(parts: tuple[Part, ...], rulings: Rulings) -> DismissalArena:
    """The machine, begun in any Company of which these sentences are true."""

    def case(name: str) -> Case:
        if name == STATES:
            return Case(name, session("s"), None)
        return Case(name, session("s"), choice("c", KINDS[name]), asks_states=False)

    return Arena(
        game=DISMISSAL,
        size=f"{SLOTS} Recruits, {ITEMS} items, {CLIENTS} clients with {TRIES} operation IDs each",
        cases=(STATES, *KINDS),
        case=case,
        is_legal=is_legal,
        start=lambda lifter=None: beginning(parts, rulings, lifter or Lifter()),
        choice_for=lambda name, table: None,
        fixed=frozenset(),
        stage=lambda table: fields_of(table)["up"],
    )
