"""GROUND under two readings and with the same decisions: does another DARVO stage come, or one under one only?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from kernel.ground.state import (
    NO_CARDS,
    Action,
    Answer,
    Choice,
    Draw,
    Reply,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    seat_of_turn,
)
from model.engines.bound import Reached
from model.engines.decide import Decider
from model.engines.pairs import Apart, Decisions, Equal, Parting, Sign, never
from model.ground_readings import (
    Compared,
    Comparison,
    Parted,
    Report,
    begin,
    begin_alike,
    games_of,
    over_leads,
    side,
    up_to,
)
from model.lift import terms as T
from model.lift.decode import concrete, member
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of


def counterpart(compared: Compared) -> Callable[..., tuple[Value, T.Bool]]:
    """The other reading's choice for the same decision, and where it is that.

    Equal, but for a Bond that is accepted at another time (U1) and for chance, which draws only where a card is drawn.
    """
    moved = compared.one.u1_bond_acceptance is not compared.other.u1_bond_acceptance

    def find(name: str, lifter: Lifter, state: Value, beside: Value, choice: Value) -> tuple[Value, T.Bool]:
        kind, fields = type_name(choice), fields_of(choice)
        if kind is Selection and moved:
            return Record(Selection, {**fields, "accepts": T.truth(f"{name}.accepts")}), True
        if kind is Answer and moved:
            other = Record(Answer, {"reply": member(f"{name}.reply", Reply)})
            return other, lifter.truth(lifter.call(is_same_answer, state, beside, choice, other))
        if kind is Draw:
            other = Record(Draw, {**fields, "suit": member(f"{name}.suit", Suit)})
            return other, lifter.truth(lifter.call(is_same_draw, choice, other))
        return choice, True

    return find


def type_name(choice: Value) -> Any:
    """The class of a choice."""
    return choice.kind if isinstance(choice, Record) else type(choice)


def is_same_answer(state: State, beside: State, answer: Answer, other: Answer) -> bool:
    """Do the answers agree, one of them perhaps given at Select already? Rules: U1."""
    if answer == other:
        return True
    selection = state.memory.selections[seat_of_turn(state)]
    if state.step is not Step.SUPPORT or selection.action is not Action.SUPPORT:
        return False
    early = state.memory.selections[selection.target].accepts
    early_other = beside.memory.selections[selection.target].accepts
    said = answer.reply is Reply.AGREE if answer.reply is not Reply.SILENT else early
    said_other = other.reply is Reply.AGREE if other.reply is not Reply.SILENT else early_other
    silent = answer.reply is Reply.SILENT or other.reply is Reply.SILENT
    return silent and said == said_other


def is_same_draw(draw: Draw, other: Draw) -> bool:
    """Do the draws agree, as far as both draw? Rules: U4, U10."""
    return draw.suit is other.suit or draw.suit is Suit.NONE or other.suit is Suit.NONE


def is_stage_different(state: State, beside: State) -> bool:
    """Is another DARVO stage due in this turn, or one in one of the games only? Rules: GR-D01..GR-D06."""
    if state.step is not Step.DARVO:
        return False
    seat = seat_of_turn(state)
    return state.players[seat].marker is not beside.players[seat].marker


def first_stage(compared: Compared, limit: float, report: Report = lambda said: None) -> Comparison:
    """The shortest game on which, all decisions the same, another DARVO stage comes, or one for one reading only."""

    def search(lead: Seat, left: float, last: int | None, tell: Report) -> tuple[Parted | None, Reached]:
        return _stage_with_lead(compared, lead, left, last, tell)

    return over_leads(compared, limit, report, search)


def _stage_with_lead(
    compared: Compared, lead: Seat, limit: float, last: int | None, report: Report
) -> tuple[Parted | None, Reached]:
    start, beside, allowed = begin(compared, lead)
    games = games_of(compared)
    both = Decisions(
        games, ((start, allowed), beside), compared.one, compared.other, counterpart(compared), is_stage_different
    )
    hunt = Parting(both, lambda state: False, limit=limit, goes_on=False)
    reached = hunt.run(report, last)
    if reached.assignment is None or reached.position is None:
        return None, reached
    values, turn = reached.assignment, reached.position
    tables = concrete(start, values), concrete(beside, values)
    choices = tuple(concrete(each, values) for each in both.choices[:turn])
    others = tuple(concrete(each, values) for each in both.others[:turn])
    play = staged(tables, choices, others, compared)
    if play is None or play.turns != turn:
        raise RuntimeError("the kernel does not confirm where another stage comes: the engine is wrong")
    return play, reached


def staged(
    starts: tuple[State, State], choices: Sequence[Choice], others: Sequence[Choice], compared: Compared
) -> Parted | None:
    """The play up to the first turn in which another DARVO stage is due; None if none is, or a choice is refused."""
    one, other = side(starts[0], choices, compared.one), side(starts[1], others, compared.other)
    for turn, (state, beside) in enumerate(zip(one.states, other.states, strict=False)):
        if is_stage_different(state, beside):
            taken = tuple(choices[:turn]), tuple(others[:turn])
            return Parted(*taken, up_to(one, turn), up_to(other, turn), Sign.LOOKS)
    return None


#: What the same decisions may leave different without any stage being another one: cards, and answers given early.
PILES: dict[str, Any] = {"deck": NO_CARDS, "discard": NO_CARDS}


def stages_are_equal(compared: Compared, limit: float, report: Report = lambda said: None) -> Equal:
    """Do the same decisions lead to the same tables, whatever the cards are and whenever a Bond is accepted?

    Shown turn by turn, of any two tables that differ in nothing else; no DARVO stage can then differ.
    """
    games = games_of(compared)
    ends = time.monotonic() + limit
    apart, decider = _decisions_part(compared), Decider(limit, ends=ends)
    if not begin_alike(compared, decider):
        return Equal(False, "the beginning: they may set up different tables", (), T.size())
    return never(games, (), compared.one, apart, decider, ends=ends, report=report)


def _decisions_part(compared: Compared) -> Apart:
    games = games_of(compared)
    find = counterpart(compared)

    def apart(lifter: Lifter, state: Value, choice: Value | None) -> T.Bool:
        if choice is None:
            return False
        beside = with_other_cards(state)
        other, same = find("o", lifter, state, beside, choice)
        legal = lifter.truth(lifter.call(games.is_legal, state, choice, compared.one))
        allowed = lifter.truth(lifter.call(games.is_legal, beside, other, compared.other))
        after = lifter.call(games.game.play, state, choice, compared.one)
        then = lifter.call(games.game.play, beside, other, compared.other)
        differ = T.negation(lifter.same(without_cards(after), without_cards(then)))
        return T.all_of([legal, allowed, same, differ])

    return apart


def with_other_cards(state: Value) -> Value:
    """The state with any cards in hands, deck and discard, and Bonds accepted at Select or not."""
    players = tuple(
        Record(type_name(each), {**fields_of(each), "hand": _cards(f"o.hand{seat}")})
        for seat, each in enumerate(fields_of(state)["players"])
    )
    return _with_acceptance(
        Record(State, {**fields_of(state), **{pile: _cards(f"o.{pile}") for pile in PILES}, "players": players}),
        lambda seat: T.truth(f"o.accepts{seat}"),
    )


def without_cards(state: Value) -> Value:
    """The state with all cards and early answers taken away."""
    players = tuple(
        Record(type_name(each), {**fields_of(each), "hand": NO_CARDS}) for each in fields_of(state)["players"]
    )
    return _with_acceptance(Record(State, {**fields_of(state), **PILES, "players": players}), lambda seat: False)


def _cards(name: str) -> Value:
    return tuple(T.number(f"{name}.{k}", 0, 6) for k in range(4))


def _with_acceptance(state: Value, accepts: Callable[[int], T.Bool]) -> Value:
    memory = fields_of(fields_of(state)["memory"])
    selections = tuple(
        Record(Selection, {**fields_of(each), "accepts": accepts(seat)})
        for seat, each in enumerate(memory["selections"])
    )
    kind = type_name(fields_of(state)["memory"])
    return Record(State, {**fields_of(state), "memory": Record(kind, {**memory, "selections": selections})})
