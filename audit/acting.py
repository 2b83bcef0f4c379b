"""Which rules acted in a turn of GROUND: a reading aid beside each line of a play."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.ground import actions, darvo, problems, stages
from kernel.ground.rulings import STANDING, FreshBondSupport, Rulings
from kernel.ground.state import (
    GATE,
    MAX_STRESS,
    NO_PROBLEM,
    Action,
    Answer,
    Choice,
    Draw,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    problems_of,
    seat_of_turn,
    seats_of,
)


def acting_rules(before: State, choice: Choice, after: State, rulings: Rulings = STANDING) -> tuple[str, ...]:
    """The IDs of the rules that acted between two neighbouring states, each once, the governing one first.

    They are derived from the step, from what was chosen in it, from what lay on the table before, and from whether
    the table changed. This is for reading, not evidence: clamping (GR-F01), the order of steps and seats (GR-R06,
    GR-R07) and other rules that act everywhere are left out. Empty for a turn in which nothing was decided or done.
    """
    return tuple(dict.fromkeys(_acting(before, choice, after, rulings)))


def _acting(before: State, choice: Choice, after: State, rulings: Rulings) -> Iterator[str]:
    seat = seat_of_turn(before)
    action = before.memory.selections[seat].action
    match before.step, choice:
        case Step.SELECT, Selection():
            yield from _selecting(before, seat, choice)
            if after.step is not before.step:
                yield "GR-R04"
        case Step.REVEAL, Grounding() if action is Action.GROUND:
            yield from ("GR-R05", _RULE_OF_MODE[choice.mode])
            if choice.option is GroundOption.CANCEL:
                yield "F-005"
        case Step.GROUND, _ if action is Action.GROUND:
            yield from _grounding(before, after, seat)
        case Step.SUPPORT, Answer() if action is Action.SUPPORT:
            yield from _supporting(before, after, seat, rulings)
        case Step.DARVO, Stage():
            yield from _staging(before, choice, after, rulings)
        case Step.INVESTIGATE, Draw() if action is Action.INVESTIGATE:
            yield from _investigating(before, choice, after, rulings)
        case Step.ATTACK, Answer() if action is Action.ATTACK:
            yield from _attacking(before, after, seat, before.memory.selections[seat].target, choice.reply, rulings)
        case Step.SOLVE, _ if action is Action.SOLVE:
            yield from _solving(before, seat)
        case Step.END, _:
            yield from _ending(before, after)


_RULE_OF_MODE = {GroundMode.NONE: "GR-R05", GroundMode.GR: "GR-A10", GroundMode.OU: "GR-A11", GroundMode.ND: "GR-A12"}


def _selecting(state: State, seat: Seat, choice: Selection) -> Iterator[str]:
    yield "GR-R02"
    strained = state.players[seat].stress >= GATE
    yield "GR-R03" if strained else "GR-F02"
    if choice.spend:
        yield "GR-F03"
        if not strained:
            yield "F-008"
    if choice.action in (Action.SUPPORT, Action.ATTACK):
        yield "GR-A13"
    elif choice.action is Action.INVESTIGATE:
        yield "GR-A01" if choice.problem == NO_PROBLEM else "GR-A13"
    elif choice.action is Action.SOLVE:
        yield from ("GR-P01", "GR-P05")
    if choice.accepts:
        yield "U1"


def _grounding(before: State, after: State, seat: Seat) -> Iterator[str]:
    """CANCEL, PROTECT and REJECT do nothing yet: they act in the turn that they touch."""
    choice = before.memory.groundings[seat]
    if choice.mode is GroundMode.GR:
        yield from ("GR-A10", "GR-F04")
    elif choice.option is GroundOption.RESTORE:
        yield "GR-A11"
        if after.problems != before.problems:
            yield "GR-P02"
    elif choice.option is GroundOption.UNBLAME:
        yield from ("GR-A12", "GR-T02")
    elif choice.option is GroundOption.BREAK:
        yield from ("GR-A12", "GR-L04")


def _supporting(before: State, after: State, seat: Seat, rulings: Rulings) -> Iterator[str]:
    target = before.memory.selections[seat].target
    relation = before.relations[seat][target]
    if relation is Relation.RIVALRY:
        yield from ("GR-A05", "GR-L04")
    elif relation is Relation.BOND and actions.is_regulating(before, seat, target):
        yield from ("GR-A04", "GR-F04")
        if darvo.is_active(before, target):
            yield from ("GR-D06", "U6")
    elif relation is Relation.BOND:
        as_bond = rulings.fresh_bond_support is FreshBondSupport.AS_BOND
        yield from ("GR-A04", "GR-F04") if as_bond else ("GR-A03",)
        yield from ("GR-L05", "F-002")
    else:
        yield "GR-A03"
        asked = actions.offers_bond(before, seat, target, rulings)
        formed = after.relations[seat][target] is Relation.BOND
        yield from ("GR-L02", "U1") if asked or formed else ("GR-L01",)


def _staging(before: State, choice: Stage, after: State, rulings: Rulings) -> Iterator[str]:
    seat = seat_of_turn(before)
    marker = before.players[seat].marker
    if marker is Marker.DENY:
        yield "GR-D03"
        if any(stages.is_shielded(before, i) and _is_unsolved(before, i) for i in problems_of(before)):
            yield "GR-A11"
        if choice.problem == NO_PROBLEM:
            yield "U3"
    elif marker is Marker.ATTACK:
        yield "GR-D04"
        yield from _attacking(before, after, seat, choice.target, choice.reply, rulings)
    elif marker is Marker.REVERSE:
        target = before.players[seat].token_at
        yield "GR-D05"
        yield from ("GR-A12", "U5") if stages.is_rejected(before, seat, target, rulings) else ("GR-T02", "GR-T03")
    if marker is not Marker.OFF and after.players[seat].marker is not Marker.OFF:
        yield "GR-D02"
    if before.memory.closing[seat] and marker in (Marker.DENY, Marker.ATTACK):
        calmed = before.memory.groundings[seat].mode is GroundMode.GR
        yield from ("GR-A10" if calmed else "U6", "GR-D06")


def _is_unsolved(state: State, problem: int) -> bool:
    card = state.problems[problem]
    return card.face_up and not problems.is_claimed(card)


def _attacking(
    before: State, after: State, attacker: Seat, target: Seat, reply: Reply, rulings: Rulings
) -> Iterator[str]:
    by_ground = actions.is_cancelled_by_ground(before, attacker, target, rulings)
    by_token = actions.is_cancelled_by_token(before, target, reply, rulings)
    if by_ground or by_token:
        yield "GR-A09"
        if after.memory.cancel_used != before.memory.cancel_used:
            yield "GR-A11"
        if after.players[target].protection < before.players[target].protection:
            yield "GR-T01"
        if by_ground and by_token:
            yield "U8"
    else:
        yield from _striking(before, after, attacker, target)
    if reply is not Reply.SILENT:
        yield "F-014"


def _striking(before: State, after: State, attacker: Seat, target: Seat) -> Iterator[str]:
    """An Attack that nothing cancels, through the relation that it meets."""
    match before.relations[attacker][target]:
        case Relation.BOND:
            yield from ("GR-A07", "GR-L04")
        case Relation.RIVALRY:
            yield from ("GR-A08", "GR-L04")
        case Relation.NONE:
            formed = after.relations[attacker][target] is Relation.RIVALRY
            yield from ("GR-A06", "GR-L03" if formed else "GR-L01")


def _investigating(before: State, choice: Draw, after: State, rulings: Rulings) -> Iterator[str]:
    seat = seat_of_turn(before)
    yield "GR-A01"
    if after.problems != before.problems:
        yield "GR-P02"
    if actions.is_stale(before, seat) and before.memory.selections[seat].problem != NO_PROBLEM:
        yield "F-001"
    if sum(before.deck) == 0:
        yield "U4"
    if choice.suit is Suit.NONE and sum(before.players[seat].hand) >= rulings.u10_hand_limit:
        yield "U10"


def _solving(state: State, seat: Seat) -> Iterator[str]:
    problem = state.problems[state.memory.selections[seat].problem]
    yield "GR-A02"
    if problems.is_claimed(problem):
        yield "GR-P04"
    elif problems.is_open(problem):
        yield "GR-P03"
    else:
        yield from ("GR-P01", "F-006")


def _ending(before: State, after: State) -> Iterator[str]:
    yield "GR-R08"
    tense = [seat for seat in seats_of(before) if before.players[seat].stress >= MAX_STRESS]
    calm = [seat for seat in tense if not darvo.is_active(before, seat)]
    if any(new.stress > old.stress for old, new in zip(before.players, after.players, strict=True)):
        yield "H2-9"
    if any(new.in_play and not old.in_play for old, new in zip(before.problems, after.problems, strict=True)):
        yield "DEAL-INFLUX"
    if any(darvo.is_active(after, seat) and not darvo.is_active(before, seat) for seat in seats_of(before)):
        yield "GR-D01"
    if len(calm) > 1:
        yield "U9"
    if len(calm) < len(tense):
        yield "GR-D07"
    if any(before.memory.ended[seat] for seat in calm):
        yield "F-012"
    if after.step is Step.OVER:
        yield from ("GR-R09", "F-007")
