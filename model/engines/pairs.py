"""Two readings of one rule book, on all games at once: where do they part first, or why do they never?

The readings play one game as long as nobody can tell them apart, so that one table stands for both; what each of them
remembers of it is kept apart. A proof that they never part goes by kinds of turns, from an invariant of the first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from model.engines.bound import Search, Unrolling
from model.engines.induct import Decide, Part
from model.lift import terms as T
from model.lift.core import deep
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of, kind_of
from model.lift.walk import values_under
from model.symbolic import Arena

VERSION = 1

Look = Callable[..., Any]
Report = Callable[[str], None]
Counterpart = Callable[[str, Lifter, Value, Value, Value], tuple[Value, T.Bool]]
"""The other reading's choice for the same decision: a name, a lifter, both states and the choice; and where it is."""


class Sign(Enum):
    """How two readings are told apart; a choice is legal under one of them only, or what is seen differs."""

    REFUSED = "the other reading refuses this choice"
    OFFERED = "only the other reading allows this choice"
    LOOKS = "the same choices leave something else to see"


class Readings(Unrolling):
    """Games under one reading, and beside each turn what another reading makes of it.

    `apart[i]` tells by which signs the readings part when turn i - 1 is taken, the first of them with the choice
    `extra[i - 1]` where only the other allows it; `apart[0]` is about the beginning. Signs are right as long as there
    has been none: fields that are not `hidden` are then equal.
    """

    def __init__(
        self,
        arena: Arena[Any, Any, Any],
        starts: tuple[tuple[Value, T.Bool], Value],
        one: Any,
        other: Any,
        look: Look,
        hidden: frozenset[str],
    ) -> None:
        super().__init__(arena, starts[0], one)
        self.other = other
        self.look = look
        self.hidden = hidden
        self.extra: list[Value] = []
        self.apart: list[dict[Sign, T.Bool]] = [{Sign.LOOKS: self.differ(starts[0][0], starts[1])}]
        self.beside = self.shared(starts[0][0], starts[1])

    def differ(self, state: Value, beside: Value) -> T.Bool:
        """Where the states do not look the same."""
        one, other = (self.lifter.call(self.look, *each) for each in ((state, self.rulings), (beside, self.other)))
        return T.negation(self.lifter.same(one, other))

    def shared(self, state: Value, beside: Value) -> Value:
        """The other reading's state where it looks the same: its own memory, and the table of the first."""
        own = {name: value for name, value in fields_of(beside).items() if name in self.hidden}
        return Record(kind_of(state), {**fields_of(state), **own})

    def extend(self) -> bool:
        """Play one more turn under both readings."""
        state, beside = self.states[-1], self.beside
        if not super().extend():
            return False
        lifter, legal, choice = self.lifter, self.arena.is_legal, self.choices[-1]
        allowed = lifter.truth(lifter.call(legal, beside, choice, self.other))
        signs = {Sign.REFUSED: T.conjunction(self.legal[-1], T.negation(allowed))}
        self.extra.append(choice)
        if allowed is not self.legal[-1]:  # one term: the same choices are legal
            self.extra[-1] = self.arena.choice_for(f"x{len(self.choices)}", state)
            offered, known = (
                lifter.truth(lifter.call(legal, table, self.extra[-1], rulings))
                for table, rulings in ((beside, self.other), (state, self.rulings))
            )
            signs[Sign.OFFERED] = T.conjunction(offered, T.negation(known))
        after = lifter.call(self.arena.game.play, beside, choice, self.other)
        both = T.conjunction(self.legal[-1], allowed)
        signs[Sign.LOOKS] = T.conjunction(both, self.differ(self.states[-1], after))
        self.beside = self.shared(self.states[-1], after)
        lifter.events.clear()
        self.apart.append(signs)
        return True

    def goal(self, position: int) -> T.Bool:
        """Where the readings part at this turn."""
        return T.any_of(self.apart[position].values())

    def sign(self, position: int, assignment: dict[str, int | bool]) -> Sign:
        """By what the readings part at this turn, under an assignment for which they do."""
        signs = list(self.apart[position])
        truths = values_under([self.apart[position][sign] for sign in signs], assignment)
        return next(sign for sign, holds in zip(signs, truths, strict=True) if holds)


class Decisions(Unrolling):
    """Two games in which every decision is the same, under two readings; `apart` says where a fact differs.

    `counterpart` gives the other reading's choice for a decision, and `differ` tells of two states whether what is
    asked about differs.
    """

    def __init__(
        self,
        arena: Arena[Any, Any, Any],
        starts: tuple[tuple[Value, T.Bool], Value],
        one: Any,
        other: Any,
        counterpart: Counterpart,
        differ: Callable[..., bool],
    ) -> None:
        super().__init__(arena, starts[0], one)
        self.other = other
        self.counterpart = counterpart
        self.fact = differ
        self.beside = [starts[1]]
        self.others: list[Value] = []

    def extend(self) -> bool:
        """Play one more turn in both games."""
        state, beside = self.states[-1], self.beside[-1]
        if not super().extend():
            return False
        lifter = self.lifter
        other, same = self.counterpart(f"o{len(self.choices)}", lifter, state, beside, self.choices[-1])
        allowed = lifter.truth(lifter.call(self.arena.is_legal, beside, other, self.other))
        self.legal[-1] = T.all_of([self.legal[-1], allowed, same])
        self.beside.append(lifter.call(self.arena.game.play, beside, other, self.other))
        self.others.append(other)
        lifter.events.clear()
        return True

    def goal(self, position: int) -> T.Bool:
        """Where what is asked about differs at this turn."""
        return self.lifter.truth(self.lifter.call(self.fact, self.states[position], self.beside[position]))


class Parting(Search):
    """The first turn at which two readings part."""

    unrolling: Readings | Decisions

    def goal_at(self, position: int) -> T.Bool:
        """Where they part at this turn."""
        while len(self.goals) <= position:
            self.goals.append(self.unrolling.goal(len(self.goals)))
        return self.goals[position]

    def question(self, positions: Sequence[int]) -> list[T.Bool]:
        """As for any search; a turn at which they part need not be legal under the first reading."""
        if self.goes_on:
            return super().question(positions)
        legal = self.unrolling.legal
        roots: list[T.Bool] = list(legal[: positions[0]])
        hit: T.Bool = False
        for position in positions:
            here = self.goal_at(position)
            if isinstance(self.unrolling, Decisions):
                here = T.conjunction(here, legal[position])
            hit = T.disjunction(hit, here)
            roots.append(T.disjunction(hit, legal[position]))
        return [*roots, hit]


# ---------------------------------------------------------------- a proof that they never part


@dataclass(frozen=True)
class Equal:
    """Whether readings agree in every turn from every state of an invariant.

    `holds`: yes, said by these solvers (none where both are one formula); else `reason` says in which kind of turn they
    may part, or what is not known.
    """

    holds: bool
    reason: str
    solvers: tuple[str, ...]
    terms: int


Apart = Callable[[Lifter, Value, Value | None], T.Bool]
"""Where, in a state with a choice for it, something must not be so."""


@deep()
def never(
    arena: Arena[Any, Any, Any],
    invariant: Sequence[Part],
    rulings: Any,
    apart: Apart,
    decide: Decide,
    *,
    is_sums: bool = False,
    otherwise: str = "a turn in which they may part",
    ends: float,
    report: Report = lambda said: None,
) -> Equal:
    """Is there no state of the invariant, in any kind of turn, in which `apart` holds? `otherwise` says what it is."""
    solvers: set[str] = set()
    terms = 0
    for name in arena.cases:
        if time.monotonic() > ends:
            return Equal(False, f"the time was up before {name}", (), terms)
        T.forget()
        case, lifter = arena.case(name), Lifter(contracts=False)
        bad = apart(lifter, case.state, case.choice)
        terms = max(terms, T.size())
        if bad is False:
            continue
        report(f"one turn, {name}")
        here = [lifter.truth(lifter.call(part, case.state, rulings)) for part in invariant]
        decision = decide(name, [T.all_of([*here, bad])], is_sums)
        terms = max(terms, T.size())
        if decision.result != "unsat":
            return Equal(False, f"{name}: {decision.reason or otherwise}", (), terms)
        solvers.update(decision.solvers)
    return Equal(True, f"every one of {len(arena.cases)} kinds of turns", tuple(sorted(solvers)), terms)


def one_step(arena: Arena[Any, Any, Any], one: Any, other: Any, look: Look) -> Apart:
    """Two readings part in a turn: one refuses what the other allows, or it leads elsewhere, or looks different."""

    def apart(lifter: Lifter, state: Value, choice: Value | None) -> T.Bool:
        looks = [lifter.call(look, state, rulings) for rulings in (one, other)]
        found = T.negation(lifter.same(*looks))
        if choice is None:
            return found
        legal, also = (lifter.truth(lifter.call(arena.is_legal, state, choice, each)) for each in (one, other))
        after, beside = (lifter.call(arena.game.play, state, choice, each) for each in (one, other))
        elsewhere = T.all_of([legal, also, T.negation(lifter.same(after, beside))])
        return T.any_of([found, T.negation(T.equivalence(legal, also)), elsewhere])

    return apart


def lost(arena: Arena[Any, Any, Any], rulings: Any, aids: Sequence[Part]) -> Apart:
    """A legal turn from a state of some parts leads to one of which they are not all true."""

    def apart(lifter: Lifter, state: Value, choice: Value | None) -> T.Bool:
        if choice is None:
            return False
        legal = lifter.truth(lifter.call(arena.is_legal, state, choice, rulings))
        after = lifter.call(arena.game.play, state, choice, rulings)
        kept = T.all_of(lifter.truth(lifter.call(aid, after, rulings)) for aid in aids)
        return T.conjunction(legal, T.negation(kept))

    return apart
