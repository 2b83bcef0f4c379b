"""Claims about Problems, Solutions and the piles: GR-P, GR-A01, GR-A02, U4, U10."""

from __future__ import annotations

from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Action,
    Choice,
    Draw,
    GroundOption,
    State,
    Step,
    Suit,
)
from model.game import Scope
from properties.claim import claim
from properties.ground.reading import (
    USUAL,
    actor,
    changed_problems,
    changed_seats,
    grounding,
    is_turn,
    is_unrevealed,
    me,
    selection,
    table_is_same,
)

# ---------------------------------------------------------------- INVESTIGATE, the piles


def investigates(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an INVESTIGATE resolves."""
    return is_turn(before, Step.INVESTIGATE, Action.INVESTIGATE)


@claim(Scope.STEP, "GR-A01", "GR-P02", worlds=("small", "three"), premise=investigates)
def investigate_reveals_its_problem_and_draws(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """INVESTIGATE turns its hidden Problem up, touches no other, and gains one Solution while there is any."""
    chosen = selection(before).problem
    aimed = {chosen} if chosen >= 0 and is_unrevealed(before.problems[chosen]) else set()
    left = sum(before.deck) + sum(before.discard)
    gained = sum(after.players[actor(before)].hand) - sum(me(before).hand)
    face_up = all(p.face_up and not p.denied for i, p in enumerate(after.problems) if i in aimed)
    return changed_problems(before, after) == aimed and face_up and gained == (1 if left else 0)


@claim(
    Scope.STEP,
    "GR-P02",
    "GR-A01",
    "GR-A11",
    worlds=("small", "mid"),
    premise=lambda before, choice, after, rulings: any(
        new.face_up and not old.face_up and old.in_play
        for old, new in zip(before.problems, after.problems, strict=True)
    ),
)
def problems_turn_up_by_investigate_or_restore(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In play a hidden Problem is turned up only by INVESTIGATE, a Denied one only by GROUND-OU."""
    turned = [
        i
        for i, (old, new) in enumerate(zip(before.problems, after.problems, strict=True))
        if new.face_up and not old.face_up and old.in_play
    ]
    if any(before.problems[i].denied for i in turned):
        return (
            len(turned) == 1
            and grounding(before).option is GroundOption.RESTORE
            and is_turn(before, Step.GROUND, Action.GROUND)
        )
    return is_turn(before, Step.INVESTIGATE, Action.INVESTIGATE) and len(turned) == 1


@claim(
    Scope.STEP,
    "U4",
    "GR-A01",
    worlds=("small", "three"),
    premise=lambda before, choice, after, rulings: (
        investigates(before, choice, after, rulings) and not any(before.deck)
    ),
)
def an_empty_deck_is_replaced_by_the_discard(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A draw from an empty deck comes from the reshuffled discard; with both empty nothing is drawn."""
    if not any(before.discard):
        return not any(after.deck) and not any(after.discard) and before.players == after.players
    return not any(after.discard) and sum(after.deck) == sum(before.discard) - 1


@claim(
    Scope.STEP,
    "U10",
    "GR-A01",
    worlds=("small", "gate", "three"),
    premise=lambda before, choice, after, rulings: investigates(before, choice, after, rulings) and any(before.deck),
)
def no_hand_is_ever_full(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """However many Solutions a player holds, an INVESTIGATE with cards in the deck adds the one that chance draws."""
    assert isinstance(choice, Draw)
    hand = after.players[actor(before)].hand
    return choice.suit is not Suit.NONE and hand[choice.suit.value] == me(before).hand[choice.suit.value] + 1


@claim(Scope.STEP, "GR-S04", "GR-A02", worlds=USUAL)
def solutions_are_neither_made_nor_lost(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The Solutions of each suit in hands, deck and discard together stay the same."""

    def count(state: State, k: int) -> int:
        return state.deck[k] + state.discard[k] + sum(player.hand[k] for player in state.players)

    return all(count(before, k) == count(after, k) for k in range(4))


@claim(Scope.STATE, "GR-S04")
def a_printed_game_has_six_solutions_a_suit(state: State, rulings: Rulings) -> bool:
    """In a printed game hands, deck and discard hold 24 Solutions, six of each suit, at all times."""
    return all(state.deck[k] + state.discard[k] + sum(p.hand[k] for p in state.players) == 6 for k in range(4))


# ---------------------------------------------------------------- SOLVE


def solves(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a SOLVE resolves."""
    return is_turn(before, Step.SOLVE, Action.SOLVE)


@claim(
    Scope.STEP,
    "GR-A02",
    "GR-P03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: (
        solves(before, choice, after, rulings)
        and before.problems[selection(before).problem].face_up
        and before.problems[selection(before).problem].claimed_by == -1
    ),
)
def a_solve_in_time_claims_for_one_card(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A SOLVE whose Problem is still open claims it and discards exactly one Solution of its suit."""
    chosen, seat = selection(before).problem, actor(before)
    k = before.problems[chosen].suit.value
    others = changed_problems(before, after) == {chosen} and changed_seats(before, after) == {seat}
    paid = after.players[seat].hand[k] == me(before).hand[k] - 1 and after.discard[k] == before.discard[k] + 1
    return after.problems[chosen].claimed_by == seat and paid and others


@claim(
    Scope.STEP,
    "GR-P04",
    "GR-A02",
    "GR-R07",
    worlds=("small", "three"),
    premise=lambda before, choice, after, rulings: (
        solves(before, choice, after, rulings) and before.problems[selection(before).problem].claimed_by != -1
    ),
)
def a_late_solve_keeps_its_card(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Competing SOLVEs resolve in Lead order: a later one finds the Problem taken and loses nothing."""
    owner = before.problems[selection(before).problem].claimed_by
    place = (owner - before.lead) % len(before.players)
    rival = before.memory.selections[owner]
    raced = rival.action is Action.SOLVE and rival.problem == selection(before).problem
    return table_is_same(before, after) and place < before.turn and raced


@claim(
    Scope.STEP,
    "GR-P01",
    "GR-D03",
    worlds=("mid", "three"),
    premise=lambda before, choice, after, rulings: (
        solves(before, choice, after, rulings) and before.problems[selection(before).problem].denied
    ),
)
def a_denied_problem_is_not_claimed(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A SOLVE whose Problem was Denied in the meantime claims nothing, and by default keeps its card."""
    return table_is_same(before, after)


@claim(
    Scope.STEP,
    "GR-P03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: any(p.claimed_by != -1 for p in before.problems),
)
def a_claim_is_never_released(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A claimed Problem stays with its claimant for the rest of the game."""
    return all(old.claimed_by in (-1, new.claimed_by) for old, new in zip(before.problems, after.problems, strict=True))


@claim(
    Scope.STATE,
    "GR-D03",
    "GR-O04",
    "GR-P01",
    worlds=("small", "gate", "mid", "three"),
    premise=lambda state, rulings: any(p.denied for p in state.problems),
)
def denied_means_face_down_and_unclaimed(state: State, rulings: Rulings) -> bool:
    """A Denied Problem lies face down and belongs to nobody."""
    return all(not p.face_up and p.claimed_by == -1 for p in state.problems if p.denied)
