"""Claims about the table, the course of a round and its End: GR-O, GR-R, GR-D01."""

from __future__ import annotations

from kernel.ground import resolve
from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Choice,
    Marker,
    Selection,
    State,
    Step,
    Suit,
    Token,
)
from model.game import Scope
from properties.claim import Span, claim
from properties.ground.reading import ORDER, RESOLVE, USUAL, actor, seats, stress_at_end

# ---------------------------------------------------------------- objects


@claim(Scope.STATE, "GR-O01", "GR-O02", "GR-O03", "GR-O04", worlds=USUAL)
def the_table_holds_what_it_should(state: State, rulings: Rulings) -> bool:
    """Every piece is of its printed kind: 2-6 seats, one Lead, one round of the game, hands and piles without debts."""
    return (
        2 <= len(state.players) <= 6
        and 0 <= state.lead < len(state.players)
        and 1 <= state.round <= state.rounds
        and all(problem.suit is not Suit.NONE and problem.value > 0 for problem in state.problems)
        and all(-1 <= problem.claimed_by < len(state.players) for problem in state.problems)
        and all(player.protection >= 0 and min(player.hand) >= 0 for player in state.players)
        and min(state.deck) >= 0
        and min(state.discard) >= 0
    )


@claim(Scope.STEP, "U7", "GR-O01", worlds=USUAL)
def nobody_leaves_the_game(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The number of players never changes."""
    return len(before.players) == len(after.players)


# ---------------------------------------------------------------- the round


@claim(Scope.STEP, "GR-R01", "GR-R06", worlds=USUAL)
def steps_follow_in_order(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A step gives way only to the next one: Select, Reveal, the six of Resolve in their order, End."""
    if before.step is after.step:
        return after.turn == before.turn + 1
    at_end = (Step.SELECT,) if before.round < before.rounds else (Step.OVER,)
    following = at_end if before.step is Step.END else (ORDER[ORDER.index(before.step) + 1],)
    return after.step in following and after.turn == 0


@claim(Scope.STEP, "GR-R07", worlds=USUAL, premise=lambda before, choice, after, rulings: before.step in RESOLVE)
def every_seat_has_its_turn_from_the_lead_on(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Within a step of Resolve the Lead is first, the others follow clockwise, and nobody is left out."""
    handed_on = after.step is not before.step or actor(after) == (actor(before) + 1) % len(before.players)
    complete = after.step is before.step or before.turn == len(before.players) - 1
    first = before.turn != 0 or actor(before) == before.lead
    return handed_on and complete and first and before.lead == after.lead


@claim(
    Scope.STEP,
    "GR-R08",
    "GR-F01",
    "U2",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.step is Step.END,
)
def end_passes_lead_and_round_on(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """End holds Stress to 0-5, passes the Lead clockwise, moves the Round marker on and clears the choices."""
    last = before.round == before.rounds
    return (
        after.lead == (before.lead + 1) % len(before.players)
        and after.round == before.round + (0 if last else 1)
        and all(0 <= player.stress <= 5 for player in after.players)
        and all(chosen == Selection() for chosen in after.memory.selections)
    )


@claim(
    Scope.STEP,
    "GR-R09",
    "GR-O01",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.step is Step.END,
)
def the_game_ends_after_its_last_round(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The game is over exactly when the End step of its last round has been taken, and then nothing more is offered."""
    over = before.round == before.rounds
    return (after.step is Step.OVER) == over and (not over or resolve.offered(after, rulings) == ())


@claim(Scope.STATE, "GR-O01", "GR-R09", sampled=True, span=Span.PRINTED)
def a_printed_game_has_five_rounds(state: State, rulings: Rulings) -> bool:
    """A printed game runs for exactly five rounds."""
    return state.rounds == 5 and (state.step is not Step.OVER or state.round == 5)


@claim(Scope.STATE, "GR-R06", "GR-R01", worlds=USUAL, premise=lambda state, rulings: state.step is not Step.OVER)
def every_turn_can_be_taken(state: State, rulings: Rulings) -> bool:
    """As long as the game lasts, the due turn has at least one legal choice."""
    return len(resolve.offered(state, rulings)) > 0


# ---------------------------------------------------------------- the marker and the round


@claim(
    Scope.STEP,
    "GR-D01",
    "GR-R08",
    "GR-D07",
    "U9",
    "U2",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END
        and any(stress_at_end(before, s, rulings) == 5 and p.marker is Marker.OFF for s, p in enumerate(before.players))
    ),
)
def stress_five_at_end_starts_a_sequence(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """At End exactly the players at Stress 5 with their marker OFF, all of them, go to DENY."""
    starts = [stress_at_end(before, s, rulings) == 5 and p.marker is Marker.OFF for s, p in enumerate(before.players)]
    return all(
        new.marker is (Marker.DENY if start else old.marker)
        for start, old, new in zip(starts, before.players, after.players, strict=True)
    )


@claim(
    Scope.STEP,
    "GR-D01",
    "U2",
    "U9",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: any(
        old.marker is Marker.OFF and new.marker is not Marker.OFF
        for old, new in zip(before.players, after.players, strict=True)
    ),
)
def sequences_start_only_at_end(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A marker leaves OFF only in the End step and only to DENY, whatever Stress was reached during the round."""
    return before.step is Step.END and all(
        old.marker is new.marker or (stress_at_end(before, s, rulings) == 5 and new.marker is Marker.DENY)
        for s, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    )


@claim(Scope.STATE, "GR-T03", "GR-O02", worlds=USUAL)
def each_token_is_in_one_place(state: State, rulings: Rulings) -> bool:
    """A Focus/Blame token is with its owner, or lies in front of exactly one other player."""
    return all(
        (player.token is Token.UNPLACED and player.token_at == -1)
        or (player.token is not Token.UNPLACED and player.token_at in seats(state) and player.token_at != seat)
        for seat, player in enumerate(state.players)
    )
