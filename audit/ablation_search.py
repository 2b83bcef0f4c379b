"""A question asked of the kernel that is loaded, whatever it is: nothing is taken for granted that is proved of ours.

Neither is it known of a broken kernel that every play can go on, nor, unlike for ours, that its seats are alike: its
games are searched from the same first Leads as ours.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from audit.ablation import Effect, Order
from audit.mutation import ROOT
from audit.switches import with_switches
from kernel.ground.rulings import Rulings
from kernel.ground.state import ROUNDS, Seat, State
from model.engines.bound import Reached, Search, Unrolling
from model.ground import GROUND
from model.ground_answers import Asked, GroundTrace
from model.ground_arena import OF_SEATS, any_deal, arena
from model.lift import terms as T
from model.lift.decode import concrete
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.question import parse
from model.trace import NotReplayed, Trace, TraceError, from_itf, replay
from properties.ground.vocabulary import GROUND_VOCABULARY

Said = dict[str, Any]


def asked_in(order: Order) -> Asked:
    """The question, of games of the length that the kernel says unless the order says another."""
    question = parse(order.question, GROUND_VOCABULARY, order.seats)
    return Asked(question, order.seats, order.rounds or ROUNDS, with_switches(order.rulings))


def search(order: Order) -> Said:
    """The answer, with the shortest play if there is one."""
    asked = asked_in(order)
    ends = time.monotonic() + order.limit
    best: GroundTrace | None = None
    is_shortest, reason = True, ""
    for lead in asked.leads:
        try:
            trace, reached = _from_lead(asked, lead, ends, best)
        except LiftError as error:
            return _said(Effect.FAILED, f"it cannot be lifted: {error}".replace(f"{ROOT}/", ""))
        except TimeoutError as error:
            reason, is_shortest = str(error), False
            break
        best = trace or best
        is_shortest = is_shortest and (reached.is_shortest if trace else not reached.reason)
        reason = reached.reason or reason
    if best is not None:
        return _said(Effect.YES, reason, best, is_shortest)
    return _said(Effect.UNDECIDED if reason else Effect.NO, reason)


class _Unending(Unrolling):
    """Games that are played on until the time is up, in stages of as many turns as a round should have.

    Those of a broken kernel need not end, nor need their rounds.
    """

    def __init__(self, asked: Asked, lead: Seat, ends: float) -> None:
        begin = any_deal(asked.seats, asked.rounds, lead, printed=True, rulings=asked.rulings)
        turns = len(OF_SEATS) * asked.seats + 1
        stages = replace(
            arena(asked.seats, asked.rounds, asked.rulings), stage=lambda table: len(self.choices) // turns
        )
        super().__init__(stages, begin, asked.rulings)
        self.ends = ends

    def extend(self) -> bool:
        """Play one more turn. Raises `TimeoutError`."""
        if time.monotonic() > self.ends:
            raise TimeoutError(f"the time was up after {len(self.choices)} turns")
        return super().extend()


def _from_lead(asked: Asked, lead: Seat, ends: float, best: GroundTrace | None) -> tuple[GroundTrace | None, Reached]:
    """The shortest play from one first Lead on, if it is shorter than the best so far."""
    T.forget()
    unrolling = _Unending(asked, lead, ends)
    lifter = Lifter(contracts=False)
    hunt = Search(
        unrolling,
        lambda state: asked.question.evaluate(lifter, state, asked.rulings),
        limit=max(0.0, ends - time.monotonic()),
        goes_on=False,
    )
    reached = hunt.run(last=None if best is None else len(best.choices) - 1)
    if reached.assignment is None or reached.position is None:
        return None, reached
    length, values = reached.position, reached.assignment
    states: tuple[State, ...] = tuple(concrete(each, values) for each in unrolling.states[: length + 1])
    choices = tuple(concrete(each, values) for each in unrolling.choices[:length])
    rulings: Rulings = asked.rulings
    return Trace(GROUND, rulings, states, choices), reached


def _said(effect: Effect, reason: str, trace: GroundTrace | None = None, is_shortest: bool = False) -> Said:
    return {
        "effect": effect.name,
        "reason": reason,
        "play": None if trace is None else trace.to_itf(),
        "turns": 0 if trace is None else len(trace.choices),
        "round": 0 if trace is None else trace.end.round,
        "is_shortest": is_shortest,
    }


def replayed(order: Order, itf: Any) -> Said:
    """Does the kernel play it that way, and does the question hold in the end? Else the reason says what is wrong."""
    try:
        trace = from_itf(itf, GROUND)
        replay(trace)
    except (TraceError, NotReplayed) as error:
        return {"reason": str(error)}
    asked = asked_in(order)
    return {"reason": "" if asked.question.holds(trace.end, asked.rulings) else "the question does not hold in the end"}
