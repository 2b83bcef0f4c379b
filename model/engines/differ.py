"""The shortest play on which two rulings differ: both are played side by side, breadth first.

Two plays differ when another choice is legal, when the same choice leaves another table, or when the same table is seen
or scored differently. Only what `look` shows counts: memory that has had no effect yet is no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic

from model.game import C, Game, R, S
from model.trace import Trace, play_out

NAME = "differ"
VERSION = "1"

#: What can be seen of a state under a ruling; equal looks mean that nobody can tell the rulings apart.
Look = Callable[[S, R], Any]


@dataclass(frozen=True)
class Difference(Generic[S, C, R]):
    """A play that tells two rulings apart, under the ruling that allows its last choice (the first if both do).

    `visited` pairs of states were compared before it; it is shortest among plays from the given starts.
    """

    trace: Trace[S, C, R]
    says: str
    visited: int


class _Pairs(Generic[S, C]):
    """The pairs of states seen so far, with the way to each."""

    def __init__(self, starts: Iterable[S]) -> None:
        self.nodes: list[tuple[S, S]] = []
        self.ways: list[tuple[int, C] | None] = []
        self.known: set[tuple[S, S]] = set()
        for start in starts:
            self.add((start, start), None)

    def add(self, pair: tuple[S, S], way: tuple[int, C] | None) -> None:
        """Take in a pair if it is new."""
        if pair not in self.known:
            self.known.add(pair)
            self.nodes.append(pair)
            self.ways.append(way)

    def way_to(self, position: int) -> tuple[S, tuple[C, ...]]:
        """The start and the choices that lead to a pair."""
        choices: list[C] = []
        way = self.ways[position]
        while way is not None:
            position, choice = way
            choices.append(choice)
            way = self.ways[position]
        return self.nodes[position][0], tuple(reversed(choices))


def differ(
    game: Game[S, C, R], starts: Iterable[S], one: R, other: R, look: Look[S, R], *, cap: int
) -> Difference[S, C, R] | None:
    """The shortest play on which the rulings differ; None if no play from the starts tells them apart.

    Raises `OverflowError` if more than `cap` pairs of states have to be compared: then nothing is known.
    """
    pairs: _Pairs[S, C] = _Pairs(starts)
    position = 0
    while position < len(pairs.nodes):
        if len(pairs.nodes) > cap:
            raise OverflowError(f"more than {cap} pairs of states; no difference among the first {position}")
        left, right = pairs.nodes[position]
        start, choices = pairs.way_to(position)
        if look(left, one) != look(right, other):
            return Difference(
                play_out(game, start, choices, one), "the same play looks or scores differently", position
            )
        offers = game.offered(left, one), game.offered(right, other)
        for choice in offers[0] + tuple(c for c in offers[1] if c not in offers[0]):
            if (choice in offers[0]) != (choice in offers[1]):
                rulings, only = (one, "first") if choice in offers[0] else (other, "second")
                trace = play_out(game, start, (*choices, choice), rulings)
                return Difference(trace, f"the last choice is legal under the {only} ruling only", position)
            after = game.play(left, choice, one), game.play(right, choice, other)
            pairs.add(after, (position, choice))
        position += 1
    return None
