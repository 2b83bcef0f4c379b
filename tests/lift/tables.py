"""Tables of GROUND for the differential test: as symbols, from random plays, and at random beyond all rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

from kernel.ground import resolve
from kernel.ground.rulings import NO_HAND_LIMIT, Rulings, UnscopedOwner
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    CARDS_PER_SUIT,
    SUITS,
    Choice,
    ModeCard,
    Seat,
    State,
    Step,
    seat_of_turn,
)
from model import ground_symbols
from model.lift import terms as T
from model.lift.decode import member
from model.lift.terms import VARIABLES
from model.lift.values import Member, Record, Value, fields_of, members
from model.lift.walk import reachable

Assignment = dict[str, Any]
HINTS = get_type_hints(Rulings)
#: The other option of this question cannot stand with scoped stress.
STEADY = {"unscoped_owner": UnscopedOwner.NOT_NOTED}


def rulings(name: str) -> Value:
    """Any rulings."""
    options: dict[str, Value] = {
        each.name: member(f"{name}.{each.name}", HINTS[each.name])
        if issubclass(HINTS[each.name], Enum)
        else T.number(f"{name}.{each.name}", 0, NO_HAND_LIMIT)
        for each in fields(Rulings)
    }
    return Record(Rulings, {**options, **STEADY})


class Symbols:
    """Any table in this step with this seat's turn, any choice of the step, any rulings."""

    def __init__(self, seats: int, step: Step, acting: int) -> None:
        self.acting = acting
        self.state = ground_symbols.state("s", seats, step, acting)
        self.choice = ground_symbols.choice("c", step, seats, len(self.state.fields["problems"]))
        self.rulings = rulings("r")
        roots = [leaf for value in (self.state, self.choice, self.rulings) for leaf in _leaves(value)]
        self.variables = [node for node in reachable(roots) if node.op in VARIABLES]

    def anything(self, source: random.Random) -> Assignment:
        """Values for all variables that need not have anything to do with each other."""
        return {
            node.args[0]: source.random() < 0.5 if node.op == "truth" else source.randint(node.low, node.high)
            for node in self.variables
        }

    def of(self, state: State, choice: Choice, chosen: Rulings) -> Assignment | None:
        """The assignment under which the symbols are these values; None if they can never be."""
        out: Assignment = {}
        pairs = ((self.state, state), (self.choice, choice), (self.rulings, chosen))
        return out if all(_fits(symbol, value, out) for symbol, value in pairs) else None


def _leaves(value: Value) -> Iterator[T.Node]:
    if isinstance(value, T.Node):
        yield value
    elif isinstance(value, Member):
        yield value.index
    elif isinstance(value, tuple):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, Record):
        for each in value.fields.values():
            yield from _leaves(each)


def _fits(symbol: Value, value: Any, out: Assignment) -> bool:
    if isinstance(symbol, Member):
        return isinstance(value, symbol.kind) and _fits(symbol.index, members(symbol.kind).index(value), out)
    if isinstance(symbol, T.Node):
        if symbol.op in VARIABLES:
            out[symbol.args[0]] = value
        return symbol.low <= value <= symbol.high
    if isinstance(symbol, tuple):
        return len(symbol) == len(value) and all(_fits(a, b, out) for a, b in zip(symbol, value, strict=True))
    if isinstance(symbol, Record):
        return isinstance(value, symbol.kind) and all(
            _fits(each, fields_of(value)[name], out) for name, each in symbol.fields.items()
        )
    return bool(symbol == value)


# ---------------------------------------------------------------- plays


def any_rulings(source: random.Random) -> Rulings:
    """Rulings at random, mostly the standing ones."""
    options: dict[str, Any] = {}
    for each in fields(Rulings):
        kind = HINTS[each.name]
        if source.random() < 0.3:
            options[each.name] = source.choice(list(kind)) if issubclass(kind, Enum) else source.randint(0, 6)
    return Rulings(**{**options, **STEADY})


def start(source: random.Random, seats: int) -> State:
    """A printed game about to begin."""
    values = (2, 2, 2, 3, 3)
    cards = tuple(ProblemCard(source.choice(SUITS), value, place) for place, value in enumerate(values))
    deck = [suit for suit in range(4) for _ in range(CARDS_PER_SUIT)]
    source.shuffle(deck)
    dealt = [deck[2 * seat : 2 * seat + 2] for seat in range(seats)]
    hands: Any = tuple(tuple(hand.count(suit) for suit in range(4)) for hand in dealt)
    scenario = Scenario(cards, (5, 7, 7, 9, 9))
    return set_up(scenario, source.choice(list(ModeCard)), hands, Seat(source.randrange(seats)))


def play(source: random.Random, seats: int) -> Iterator[tuple[State, Choice, Rulings]]:
    """Every turn of a random game: the table and a legal choice."""
    chosen, state = any_rulings(source), start(source, seats)
    while state.step is not Step.OVER:
        choice = source.choice(resolve.offered(state, chosen))
        yield state, choice, chosen
        state = resolve.advance(state, choice, chosen)


def turns(
    source: random.Random, seats: int, games: int
) -> dict[tuple[Step, Seat], list[tuple[State, Choice, Rulings]]]:
    """The turns of random games by step and seat."""
    found: dict[tuple[Step, Seat], list[tuple[State, Choice, Rulings]]] = {}
    for _ in range(games):
        for state, choice, chosen in play(source, seats):
            found.setdefault((state.step, seat_of_turn(state)), []).append((state, choice, chosen))
    return found


def finished(source: random.Random, seats: int, games: int) -> list[tuple[State, Choice, Rulings]]:
    """The last tables of random games."""
    found: list[tuple[State, Choice, Rulings]] = []
    for _ in range(games):
        *_, (state, choice, chosen) = play(source, seats)
        found.append((resolve.advance(state, choice, chosen), choice, chosen))
    return found
