"""Stress, Freedom, Protection, Focus and Blame. Rules: GR-F01..GR-F04, GR-T01..GR-T03."""

from __future__ import annotations

from kernel.contracts import ensure, require
from kernel.ground.rulings import Rulings, StressClamp
from kernel.ground.state import CALM, MAX_STRESS, NOBODY, Freedom, Seat, State, Token, seats_of, with_player


def clamp(stress: int) -> int:
    """Stress held to 0-5. Rules: GR-F01."""
    return max(CALM, min(MAX_STRESS, stress))


@ensure(
    lambda result, seat, rulings: (
        rulings.u2_stress_clamp is StressClamp.AT_END or CALM <= result.players[seat].stress <= MAX_STRESS
    ),
    "GR-F01: Stress stays within 0-5",
)
def add_stress(state: State, seat: Seat, amount: int, rulings: Rulings) -> State:
    """Change a player's Stress by `amount`, which may be negative. Rules: GR-F01, U2."""
    stress = state.players[seat].stress + amount
    if rulings.u2_stress_clamp is StressClamp.EVERY_CHANGE:
        stress = clamp(stress)
    return with_player(state, seat, stress=stress)


def clamp_at_end(state: State, seat: Seat) -> State:
    """The End step holds Stress to 0-5, whatever happened before. Rules: GR-R08."""
    return with_player(state, seat, stress=clamp(state.players[seat].stress))


@require(lambda state, seat: state.players[seat].freedom is Freedom.READY, "GR-F03: only READY Freedom is spent")
def spend_freedom(state: State, seat: Seat) -> State:
    """Turn a READY Freedom token to SPENT. Rules: GR-F03."""
    return with_player(state, seat, freedom=Freedom.SPENT)


def ready_freedom(state: State, seat: Seat) -> State:
    """Turn a Freedom token to READY, whatever it showed. Rules: GR-F04."""
    return with_player(state, seat, freedom=Freedom.READY)


def gain_protection(state: State, seat: Seat) -> State:
    """Take a Protection token from the supply. Rules: GR-D05."""
    return with_player(state, seat, protection=state.players[seat].protection + 1)


@require(lambda state, seat: state.players[seat].protection > 0, "GR-T01: only a held Protection can cancel")
def spend_protection(state: State, seat: Seat) -> State:
    """Return a Protection token to the supply. Rules: GR-T01."""
    return with_player(state, seat, protection=state.players[seat].protection - 1)


@require(lambda state, owner: state.players[owner].token is Token.UNPLACED, "GR-T03: one Focus/Blame token a player")
@require(lambda owner, target: owner != target, "GR-D04: the Focus is placed beside another player")
def place_focus(state: State, owner: Seat, target: Seat) -> State:
    """Lay the owner's Focus beside the target of its extra Attack. Rules: GR-D04, GR-T03."""
    return with_player(state, owner, token=Token.FOCUS, token_at=target)


@require(lambda state, owner: state.players[owner].token is Token.FOCUS, "GR-D05: only a placed Focus turns to Blame")
def flip_to_blame(state: State, owner: Seat) -> State:
    """Turn the placed Focus to Blame, where it lies. Rules: GR-D05."""
    return with_player(state, owner, token=Token.BLAME)


def take_back_focus(state: State, owner: Seat) -> State:
    """A placed Focus returns to its owner; a Blame stays where it is. Rules: GR-D06, GR-T02, U5."""
    if state.players[owner].token is Token.FOCUS:
        return with_player(state, owner, token=Token.UNPLACED, token_at=NOBODY)
    return state


def is_blamed_by(state: State, seat: Seat, owner: Seat) -> bool:
    """Does the owner's Blame lie in front of this seat? Rules: GR-T02."""
    return state.players[owner].token is Token.BLAME and state.players[owner].token_at == seat


@require(lambda state, seat, owner: is_blamed_by(state, seat, owner), "GR-A12: a Blame lies in front of its player")
def remove_blame(state: State, seat: Seat, owner: Seat) -> State:
    """Return the Blame in front of `seat` to its owner. Rules: GR-A12, GR-T02."""
    return with_player(state, owner, token=Token.UNPLACED, token_at=NOBODY)


def blames_held_by(state: State, seat: Seat) -> int:
    """How many Blame tokens lie in front of this seat. Rules: GR-T02."""
    return sum(1 for owner in seats_of(state) if is_blamed_by(state, seat, owner))
