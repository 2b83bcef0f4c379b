"""The three stages of a DARVO sequence, as they act in the DARVO step.

Rules: GR-D03, GR-D04, GR-D05, GR-A10, U3, U5.
"""

from __future__ import annotations

from kernel.contracts import require
from kernel.ground import actions, darvo, problems, tokens
from kernel.ground.rulings import DenyWithoutTarget, RejectedReverse, RejectScope, Rulings
from kernel.ground.state import (
    GroundOption,
    Marker,
    ProblemIndex,
    Reply,
    Seat,
    Stage,
    State,
    Token,
    problems_of,
    put_at,
    seats_of,
    with_memory,
)


def is_shielded(state: State, problem: ProblemIndex) -> bool:
    """Does a GROUND-OU protect this Problem from DENY this round? Rules: GR-A11, GR-D03."""
    return any(
        choice.option is GroundOption.PROTECT and choice.problem == problem for choice in state.memory.groundings
    )


def may_deny(state: State, problem: ProblemIndex) -> bool:
    """Can DENY turn this Problem down? Rules: GR-D03."""
    card = state.problems[problem]
    return card.face_up and not problems.is_claimed(card) and not is_shielded(state, problem)


def any_deniable(state: State) -> bool:
    """Is there anything for DENY to turn down? Rules: U3."""
    return any(may_deny(state, problem) for problem in problems_of(state))


def take_stage(state: State, seat: Seat, choice: Stage, rulings: Rulings) -> State:
    """Resolve the stage that a player's marker shows, and move the marker on. Rules: GR-D02, GR-D03..GR-D06, GR-A10."""
    marker = state.players[seat].marker
    if marker is Marker.OFF:
        return state
    if marker is Marker.DENY:
        state = take_deny(state, seat, choice.problem, rulings)
    elif marker is Marker.ATTACK:
        state = take_attack(state, seat, choice.target, choice.reply, rulings)
    else:
        state = take_reverse(state, seat, rulings)
    if state.memory.closing[seat] and darvo.is_active(state, seat):
        return darvo.end_sequence(state, seat, rulings)
    return state


def take_deny(state: State, seat: Seat, problem: ProblemIndex, rulings: Rulings) -> State:
    """DENY: turn the chosen Problem down; without one the sequence advances all the same. Rules: GR-D03, U3."""
    if any_deniable(state):
        return darvo.move_marker(problems.deny(state, problem), seat, Marker.ATTACK)
    if rulings.u3_deny_without_target is DenyWithoutTarget.WAITS:
        return state
    if rulings.u3_deny_without_target is DenyWithoutTarget.ENDS:
        return darvo.end_sequence(state, seat, rulings)
    return darvo.move_marker(state, seat, Marker.ATTACK)


def take_attack(state: State, seat: Seat, target: Seat, reply: Reply, rulings: Rulings) -> State:
    """ATTACK: one extra Attack, then the Focus goes beside its target even if it was cancelled. Rules: GR-D04."""
    state = actions.attack(state, seat, target, reply, rulings)
    return darvo.move_marker(tokens.place_focus(state, seat, target), seat, Marker.REVERSE)


def is_rejected(state: State, owner: Seat, target: Seat, rulings: Rulings) -> bool:
    """Does the Focus holder's GROUND-ND reject this Reverse? Rules: GR-A12, GR-D05, F-020."""
    choice = state.memory.groundings[target]
    if rulings.reject_scope is RejectScope.FIRST_REVERSE:
        return choice.option is GroundOption.REJECT and not state.memory.cancel_used[target]
    return choice.option is GroundOption.REJECT and choice.target == owner


@require(
    lambda state, seat: state.players[seat].token is Token.FOCUS and state.players[seat].token_at in seats_of(state),
    "GR-D05: REVERSE finds the Focus holder",
)
def take_reverse(state: State, seat: Seat, rulings: Rulings) -> State:
    """REVERSE: Blame, Stress and a Protection unless rejected; then the owner calms down and it ends.

    Rules: GR-D05, U5.
    """
    target = state.players[seat].token_at
    calms = True
    if is_rejected(state, seat, target, rulings):
        if rulings.reject_scope is RejectScope.FIRST_REVERSE:
            state = with_memory(state, cancel_used=put_at(state.memory.cancel_used, target, True))
        calms = rulings.u5_rejected_reverse is not RejectedReverse.NOTHING
        if rulings.u5_rejected_reverse is RejectedReverse.CALMS_AND_PROTECTS:
            state = tokens.gain_protection(state, seat)
    else:
        state = tokens.add_stress(tokens.flip_to_blame(state, seat), target, 1, rulings)
        state = tokens.gain_protection(state, seat)
    if calms:
        state = tokens.add_stress(state, seat, -2, rulings)
    return darvo.end_sequence(state, seat, rulings)
