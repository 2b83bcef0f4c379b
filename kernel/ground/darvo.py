"""The DARVO marker: when a sequence starts, moves on and ends. Its stages stand in `stages`.

Rules: GR-D01, GR-D02, GR-D06, GR-D07.
"""

from __future__ import annotations

from kernel.contracts import ensure, require
from kernel.ground import tokens
from kernel.ground.rulings import DoubleTrigger, Retrigger, Rulings
from kernel.ground.state import MAX_STRESS, Marker, Seat, State, Token, put_at, with_memory, with_player


def follows(old: Marker, new: Marker) -> bool:
    """May the marker move so: one stage on, or back to OFF? Rules: GR-D02, GR-D06."""
    if new is Marker.OFF:
        return True
    if old is Marker.OFF:
        return new is Marker.DENY
    if old is Marker.DENY:
        return new is Marker.ATTACK
    return old is Marker.ATTACK and new is Marker.REVERSE


def is_active(state: State, seat: Seat) -> bool:
    """Is the player in a DARVO sequence? Rules: GR-D07."""
    return state.players[seat].marker is not Marker.OFF


@require(lambda state, seat, marker: follows(state.players[seat].marker, marker), "GR-D02: one stage a round, in order")
def move_marker(state: State, seat: Seat, marker: Marker) -> State:
    """Set a player's DARVO marker. Rules: GR-D02."""
    return with_player(state, seat, marker=marker)


@ensure(
    lambda result, seat: result.players[seat].marker is Marker.OFF and result.players[seat].token is not Token.FOCUS,
    "GR-D06: after a sequence the marker is OFF and no Focus lies out",
)
def end_sequence(state: State, seat: Seat, rulings: Rulings) -> State:
    """End a player's sequence: marker OFF, a placed Focus removed. Rules: GR-D05, GR-D06, F-012."""
    state = tokens.take_back_focus(move_marker(state, seat, Marker.OFF), seat)
    if rulings.retrigger is Retrigger.LATER_ROUND:
        return with_memory(state, ended=put_at(state.memory.ended, seat, True))
    return state


def is_triggered(state: State, seat: Seat) -> bool:
    """Does the player's Stress start a sequence at this End? Rules: GR-D01, GR-D07, GR-R08, F-012."""
    return state.players[seat].stress >= MAX_STRESS and not is_active(state, seat) and not state.memory.ended[seat]


def trigger_sequences(state: State, rulings: Rulings) -> State:
    """At End, start a sequence for each player who must, in Lead order. Rules: GR-D01, GR-R08, U9."""
    seats = len(state.players)
    started = False
    for turn in range(seats):
        seat = Seat((state.lead + turn) % seats)
        blocked = started and rulings.u9_double_trigger is DoubleTrigger.FIRST_IN_LEAD_ORDER
        if is_triggered(state, seat) and not blocked:
            state = move_marker(state, seat, Marker.DENY)
            started = True
    return state
