"""What is proved of GROUND beyond the claims: about every choice that can be written down, and about every two."""

from __future__ import annotations

from dataclasses import replace

from kernel.ground import resolve
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Answer,
    Choice,
    Draw,
    Grounding,
    Influx,
    Marker,
    Pass,
    Player,
    RoundMemory,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Token,
    seats_of,
)
from kernel.ground.view import view_of
from model.game import Scope
from properties.claim import claim
from properties.ground.reading import actor, is_stage, me

# ---------------------------------------------------------------- offered and accepted


@claim(Scope.CHOICE, "GR-R02", "GR-R06", sampled=False)
def accepted_is_offered(state: State, choice: Choice, rulings: Rulings) -> bool:
    """Of all choices that can be written down for the due turn the kernel accepts exactly those that it offers."""
    return (resolve.refusal_of(state, choice, rulings) is Refusal.NONE) == (choice in resolve.offered(state, rulings))


@claim(
    Scope.PAIR,
    "GR-R02",
    "GR-R04",
    sampled=False,
    premise=lambda state, one, other, rulings: state.step is Step.SELECT and state.turn < len(state.players) - 1,
)
def selections_are_not_seen(state: State, one: Choice, other: Choice, rulings: Rulings) -> bool:
    """Whichever of two Actions a seat selects, no other seat sees a difference before Reveal."""
    first, second = resolve.play(state, one, rulings), resolve.play(state, other, rulings)
    return all(
        view_of(first, seat, rulings) == view_of(second, seat, rulings)
        for seat in seats_of(state)
        if seat != actor(state)
    )


# ---------------------------------------------------------------- the round table


def turned(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise; nobody, and whatever is off the table, stays."""
    return Seat((seat + 1) % seats) if 0 <= seat < seats else seat


def turned_state(state: State) -> State:
    """The same table with every player moved on by one seat."""
    seats = len(state.players)
    before = [Seat((seat - 1) % seats) for seat in range(seats)]
    return replace(
        state,
        players=tuple(turned_player(state.players[old], seats) for old in before),
        problems=tuple(
            replace(p, claimed_by=turned(p.claimed_by, seats), owner=turned(p.owner, seats)) for p in state.problems
        ),
        relations=tuple(tuple(state.relations[a][b] for b in before) for a in before),
        lead=turned(state.lead, seats),
        memory=turned_memory(state.memory, before, seats),
    )


def turned_player(player: Player, seats: int) -> Player:
    """A mat whose token lies before the next seat."""
    return replace(player, token_at=turned(player.token_at, seats))


def turned_memory(memory: RoundMemory, before: list[Seat], seats: int) -> RoundMemory:
    """What is remembered, moved on by one seat."""
    return RoundMemory(
        selections=tuple(turned_selection(memory.selections[old], seats) for old in before),
        groundings=tuple(turned_grounding(memory.groundings[old], seats) for old in before),
        cancel_used=tuple(memory.cancel_used[old] for old in before),
        closing=tuple(memory.closing[old] for old in before),
        ended=tuple(memory.ended[old] for old in before),
        bonds_before=tuple(tuple(memory.bonds_before[a][b] for b in before) for a in before),
    )


def turned_selection(choice: Selection, seats: int) -> Selection:
    """The selection that names the next seat."""
    return replace(choice, target=turned(choice.target, seats))


def turned_grounding(choice: Grounding, seats: int) -> Grounding:
    """The mode that names the next seat."""
    return replace(choice, target=turned(choice.target, seats))


def turned_choice(choice: Choice, seats: int) -> Choice:
    """The choice that names the next seat."""
    match choice:
        case Selection():
            return turned_selection(choice, seats)
        case Grounding():
            return turned_grounding(choice, seats)
        case Stage():
            return replace(choice, target=turned(choice.target, seats))
        case Answer() | Draw() | Influx() | Pass():
            return choice


@claim(
    Scope.CHOICE,
    "GR-O01",
    "GR-R07",
    sampled=False,
    premise=lambda state, choice, rulings: not is_stage(state, Marker.ATTACK) or me(state).token is Token.UNPLACED,
)
def no_seat_is_special(state: State, choice: Choice, rulings: Rulings) -> bool:
    """With every player moved on by one seat the same choices are legal, and do the same one seat on.

    Left out is what the rules leave out: an ATTACK stage without a Focus to place (F-015).
    """
    seats = len(state.players)
    moved, same = turned_state(state), turned_choice(choice, seats)
    refusal = resolve.refusal_of(state, choice, rulings)
    if refusal is not resolve.refusal_of(moved, same, rulings):
        return False
    if refusal is not Refusal.NONE:
        return True
    return turned_state(resolve.play(state, choice, rulings)) == resolve.play(moved, same, rulings)
