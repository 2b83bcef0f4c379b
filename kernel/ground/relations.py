"""Bonds and Rivalries between pairs of players. Rules: GR-O05, GR-L01..GR-L05."""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure, require
from kernel.ground.state import RELATION_SLOTS, Relation, Seat, State, put_at, seats_of


def relations_held_by(state: State, seat: Seat) -> int:
    """How many relation slots the player has in use. Rules: GR-L01."""
    return sum(1 for relation in state.relations[seat] if relation is not Relation.NONE)


def bonds_held_by(state: State, seat: Seat) -> int:
    """How many Bonds the player has. Rules: GR-E03."""
    return sum(1 for relation in state.relations[seat] if relation is Relation.BOND)


def may_relate(state: State, one: Seat, other: Seat) -> bool:
    """Have both players a free slot? Rules: GR-L01."""
    return relations_held_by(state, one) < RELATION_SLOTS and relations_held_by(state, other) < RELATION_SLOTS


@require(lambda one, other: one != other, "GR-O05: a relation joins two different players")
@ensure(
    lambda result, one, other: result.relations[one][other] is result.relations[other][one],
    "GR-O05: both players see the same relation",
)
@ensure(
    lambda result, one, other: (
        relations_held_by(result, one) <= RELATION_SLOTS and relations_held_by(result, other) <= RELATION_SLOTS
    ),
    "GR-L01: no player has more than two relations",
)
def set_relation(state: State, one: Seat, other: Seat, relation: Relation) -> State:
    """Lay, turn or remove the relation tile between two players. Rules: GR-L04, GR-O05."""
    rows = put_at(state.relations, one, put_at(state.relations[one], other, relation))
    return replace(state, relations=put_at(rows, other, put_at(rows[other], one, relation)))


def bonds_of(state: State) -> tuple[tuple[bool, ...], ...]:
    """Which pairs are bonded now. Rules: GR-L05."""
    return tuple(tuple(relation is Relation.BOND for relation in row) for row in state.relations)


def rivalries_of(state: State) -> tuple[tuple[bool, ...], ...]:
    """Which pairs are rivals now. Rules: F-029."""
    return tuple(tuple(relation is Relation.RIVALRY for relation in row) for row in state.relations)


def no_bonds(state: State) -> tuple[tuple[bool, ...], ...]:
    """The square of `bonds_of` with nobody bonded."""
    return tuple(tuple(False for _ in seats_of(state)) for _ in seats_of(state))
