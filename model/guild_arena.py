"""Aetherbound Guild for the symbolic engine: every state, and every choice of each kind, of any length of play.

A case is a kind of choice in the phase in which it belongs; where it belongs to several, the phase is open. Claims
about states are asked once, of all phases together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from kernel.guild import step
from kernel.guild.choices import (
    Abandon,
    Begin,
    Choice,
    Claim,
    Close,
    Dismiss,
    Found,
    Lock,
    Materialize,
    OpenMarket,
    Pick,
    Proceed,
    Resolve,
    Settle,
    Skip,
    Unlock,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Difficulty
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import Rulings
from kernel.guild.state import LAST_CONTRACT, Phase, Row, State
from model.guild import GUILD
from model.guild_symbols import Size, choice, state
from model.lift import terms as T
from model.lift.decode import member
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of
from model.symbolic import Arena, Case

GuildArena = Arena[State, Choice, Rulings]

#: The case that asks about states.
STATES = "every state"
#: The phase of each kind of choice that is not one of an open Market; None where it belongs to several.
PHASES: dict[type, Phase | None] = {
    Materialize: Phase.DRAFT,
    Pick: Phase.DRAFT,
    Found: Phase.DRAFT,
    Begin: Phase.GUILD,
    OpenMarket: Phase.DUE,
    Proceed: None,
    Resolve: Phase.RESOLVING,
    Settle: Phase.DIAGNOSIS,
    Claim: Phase.REWARD,
    Skip: Phase.REWARD,
    Close: Phase.CLOSING,
    Abandon: None,
    Dismiss: None,
}


@dataclass(frozen=True)
class Turn:
    """A kind of choice, the phase it belongs to (None: several), and for locks the row."""

    kind: type
    phase: Phase | None
    row: Row | None = None

    @property
    def name(self) -> str:
        """How the case is called."""
        return self.kind.__name__ + (f" {self.row.value}" if self.row else "")


def turns() -> tuple[Turn, ...]:
    """Every kind of choice; a lock once for each row."""
    found: list[Turn] = []
    for kind in get_args(Choice):
        phase = PHASES.get(kind, Phase.MARKET)
        rows: tuple[Row | None, ...] = tuple(Row) if kind in (Lock, Unlock) else (None,)
        found += [Turn(kind, phase, row) for row in rows]
    return tuple(found)


TURNS = {turn.name: turn for turn in turns()}


def is_legal(state: State, choice: Choice, rulings: Rulings) -> bool:
    """Does the kernel accept this choice?"""
    return step.refusal_of(state, choice, rulings) is Refusal.NONE


def case_of(name: str, size: Size) -> Case:
    """All states and choices of one case."""
    if name == STATES:
        return Case(name, state("s", size), None)
    turn = TURNS[name]
    made: Any = choice("c", turn.kind, size)
    if turn.row is not None:
        made = Record(turn.kind, {**made.fields, "row": turn.row})
    return Case(name, state("s", size, turn.phase), made, asks_states=False)


def beginning(size: Size) -> tuple[Value, T.Bool]:
    """A new Guild at any difficulty."""
    new = fields_of(new_guild(size.slots, size.items, LAST_CONTRACT + 1))
    return Record(State, {**new, "difficulty": member("difficulty", Difficulty)}), True


def arena(size: Size) -> GuildArena:
    """The game with so many roster and item slots."""

    def start(lifter: Lifter | None = None) -> tuple[Value, T.Bool]:
        return beginning(size)

    return Arena(
        game=GUILD,
        size=f"{size.slots} roster slots, {size.items} item slots",
        cases=(STATES, *TURNS),
        case=lambda name: case_of(name, size),
        is_legal=is_legal,
        start=start,
        choice_for=lambda name, table: None,
        fixed=frozenset(),
        stage=lambda table: fields_of(table)["phase"],
    )
