"""What one player can see. Rules: GR-R02, GR-R04, GR-R05, GR-O03, F-003, F-009, F-013, F-032."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.ground.rulings import (
    STANDING,
    HandVisibility,
    ModeOrder,
    Rulings,
    ScopeVisibility,
    SpendVisibility,
    TargetVisibility,
)
from kernel.ground.state import (
    NO_CARDS,
    Cards,
    Freedom,
    Grounding,
    Player,
    Problem,
    Relation,
    Seat,
    Selection,
    State,
    Step,
    StressScope,
    Suit,
    seats_of,
)


@dataclass(frozen=True)
class View:
    """The table as one seat sees it: what is hidden from it is blank (no card, no suit, value 0, nothing selected)."""

    seat: Seat
    players: tuple[Player, ...]
    hand_sizes: tuple[int, ...]
    problems: tuple[Problem, ...]
    relations: tuple[tuple[Relation, ...], ...]
    deck_size: int
    discard: Cards
    lead: Seat
    round: int
    step: Step
    turn: int
    selections: tuple[Selection, ...]
    groundings: tuple[Grounding, ...]


def seen_player(state: State, seat: Seat, other: Seat, rulings: Rulings) -> Player:
    """Another player's mat: hands may be hidden, and Freedom spent on a face-down Action.

    Rules: GR-R02, F-009, F-013.
    """
    player = state.players[other]
    if other == seat:
        return player
    if rulings.hand_visibility is HandVisibility.OWNER_ONLY:
        player = replace(player, hand=NO_CARDS)
    unseen = state.step is Step.SELECT and rulings.spend_visibility is SpendVisibility.AT_REVEAL
    if unseen and state.memory.selections[other].spend:
        player = replace(player, freedom=Freedom.READY)
    return player


def seen_problem(problem: Problem, rulings: Rulings = STANDING) -> Problem:
    """A Problem that has never been face up is blank; a Denied one has been seen. Rules: GR-O03, F-028.

    Of a Problem that lies face down in play the scope is seen, unless F-028 hides it; of one in the deck nothing is.
    """
    if problem.face_up or problem.denied:
        return problem
    felt = problem.in_play and rulings.scope_visibility is ScopeVisibility.OPEN
    return replace(problem, suit=Suit.NONE, value=0, scope=problem.scope if felt else StressScope.NONE)


def seen_selection(selection: Selection, rulings: Rulings) -> Selection:
    """Another player's face-down Action: nothing of it, or only where it is aimed. Rules: GR-R02, F-032."""
    if rulings.target_visibility is TargetVisibility.AT_ONCE:
        return Selection(target=selection.target, problem=selection.problem)
    return Selection()


def view_of(state: State, seat: Seat, rulings: Rulings) -> View:
    """The table as this seat sees it. Rules: GR-R02, GR-R04, GR-R05, F-003."""
    selecting = state.step is Step.SELECT
    secret_modes = state.step is Step.REVEAL and rulings.mode_order is ModeOrder.SECRET
    return View(
        seat=seat,
        players=tuple(seen_player(state, seat, other, rulings) for other in seats_of(state)),
        hand_sizes=tuple(sum(player.hand) for player in state.players),
        problems=tuple(seen_problem(problem, rulings) for problem in state.problems),
        relations=state.relations,
        deck_size=sum(state.deck),
        discard=state.discard,
        lead=state.lead,
        round=state.round,
        step=state.step,
        turn=state.turn,
        selections=tuple(
            seen_selection(state.memory.selections[other], rulings)
            if selecting and other != seat
            else state.memory.selections[other]
            for other in seats_of(state)
        ),
        groundings=tuple(
            Grounding() if secret_modes and other != seat else state.memory.groundings[other]
            for other in seats_of(state)
        ),
    )
