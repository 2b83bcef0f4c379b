"""The inductive invariant of GROUND: what every reachable table has in common, part by part.

Each part is a sentence about one state. Together they hold at setup and are kept by every legal turn, which
`ruleproof check` proves; every claim about all states is proved from them. They hold
in games of any length; `PRINTED` adds that this one has five rounds.
"""

from __future__ import annotations

from kernel.ground.problem_deal import last_starter
from kernel.ground.rulings import ProblemDeal, ProblemStress, Rulings, SurfaceOwner
from kernel.ground.state import (
    ROUNDS,
    START_HAND,
    Action,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    Relation,
    Selection,
    State,
    Step,
    StressScope,
    Token,
)
from properties.ground.reading import RESOLVE, is_seen, is_unrevealed, seats

#: Solutions of each suit in a printed game (GR-S04).
A_SUIT = 6
AFTER_REVEAL = (*RESOLVE, Step.END)


def has_acted(state: State, seat: int, step: Step) -> bool:
    """Has this seat had its turn of this step in this round?"""
    place = (seat - state.lead) % len(state.players)
    return state.step.value > step.value or (state.step is step and place < state.turn)


# ---------------------------------------------------------------- the table


def clocks_are_right(state: State, rulings: Rulings) -> bool:
    """The round is one of the game's, the turn one of the step's; END and OVER have a single turn."""
    single = state.step in (Step.END, Step.OVER)
    return (
        1 <= state.round <= state.rounds
        and 0 <= state.turn < len(state.players)
        and 0 <= state.lead < len(state.players)
        and (state.turn == 0 or not single)
        and (state.step is not Step.OVER or state.round == state.rounds)
    )


def stress_is_on_its_track(state: State, rulings: Rulings) -> bool:
    """Stress is within 0-5."""
    return all(0 <= player.stress <= 5 for player in state.players)


def relations_are_tiles(state: State, rulings: Rulings) -> bool:
    """Relations are mutual, nobody is related to itself, and nobody has more than two."""
    return all(
        state.relations[a][a] is Relation.NONE
        and all(state.relations[a][b] is state.relations[b][a] for b in seats(state))
        and sum(1 for tile in state.relations[a] if tile is not Relation.NONE) <= 2
        for a in seats(state)
    )


def problems_are_in_one_condition(state: State, rulings: Rulings) -> bool:
    """A claimed Problem is face up and not Denied; a Denied one is face down; in the deck none is either."""
    return all(
        (p.in_play or (not p.face_up and not p.denied))
        and -1 <= p.claimed_by < len(state.players)
        and (p.claimed_by == -1 or (p.face_up and not p.denied))
        and not (p.denied and p.face_up)
        for p in state.problems
    )


def the_deck_holds_what_was_not_drawn(state: State, rulings: Rulings) -> bool:
    """Starters are in play and were not drawn; others are in play exactly if they were drawn, and r0 has no others."""
    starters = last_starter(len(state.players)) if rulings.problem_deal is ProblemDeal.PRESSURE_DECK else 4
    return all((p.in_play and not p.drawn) if p.priority <= starters else p.in_play == p.drawn for p in state.problems)


def owners_fit_scopes(state: State, rulings: Rulings) -> bool:
    """With scoped stress each Problem has a scope, and in play an owner exactly if it is personal or bond.

    A Surface Problem may have none under F-022's second option; without scoped stress owners are only noted.
    """
    unowned = rulings.surface_owner is SurfaceOwner.NOBODY
    if rulings.problem_stress is ProblemStress.NONE:
        return all(-1 <= p.owner < len(state.players) for p in state.problems)
    return all(
        p.scope is not StressScope.NONE
        and -1 <= p.owner < len(state.players)
        and (p.owner != -1)
        == (p.in_play and p.scope in (StressScope.PERSONAL, StressScope.BOND) and not (unowned and p.priority == 0))
        for p in state.problems
    )


def cards_are_complete(state: State, rulings: Rulings) -> bool:
    """Six Solutions of each suit lie in hands, deck and discard, and no pile is in debt."""
    return all(
        state.deck[k] >= 0
        and state.discard[k] >= 0
        and all(player.hand[k] >= 0 for player in state.players)
        and state.deck[k] + state.discard[k] + sum(player.hand[k] for player in state.players) == A_SUIT
        for k in range(4)
    )


def tokens_lie_somewhere(state: State, rulings: Rulings) -> bool:
    """A token is with its owner or in front of one other player; a Focus lies out exactly while REVERSE is next."""
    return all(
        (p.token is Token.UNPLACED) == (p.token_at == -1)
        and -1 <= p.token_at < len(state.players)
        and p.token_at != seat
        and (p.token is Token.FOCUS) == (p.marker is Marker.REVERSE)
        for seat, p in enumerate(state.players)
    )


def protection_is_earned(state: State, rulings: Rulings) -> bool:
    """Nobody has more Protections than rounds whose DARVO turn it has had."""
    return all(
        0 <= p.protection <= state.round - (0 if has_acted(state, seat, Step.DARVO) else 1)
        for seat, p in enumerate(state.players)
    )


def hands_grow_slowly(state: State, rulings: Rulings) -> bool:
    """A hand of two grows by one card a round at most, by the INVESTIGATE of that round."""
    return all(
        sum(p.hand) <= START_HAND + state.round - (0 if has_acted(state, seat, Step.INVESTIGATE) else 1)
        for seat, p in enumerate(state.players)
    )


# ---------------------------------------------------------------- what the round remembers


def selections_are_made_in_turn(state: State, rulings: Rulings) -> bool:
    """Whoever has had its Select has one Action with its target; the others have selected nothing."""
    problems = len(state.problems)
    for seat, chosen in enumerate(state.memory.selections):
        if state.step is Step.OVER or not has_acted(state, seat, Step.SELECT):
            if chosen != Selection():
                return False
            continue
        at_player = chosen.action in (Action.SUPPORT, Action.ATTACK)
        other = 0 <= chosen.target < len(state.players) and chosen.target != seat
        aimed = chosen.problem == -1 or 0 <= chosen.problem < problems
        if chosen.action is Action.NONE or chosen.accepts or (other if at_player else chosen.target == -1) is False:
            return False
        if not aimed or (chosen.action not in (Action.INVESTIGATE, Action.SOLVE) and chosen.problem != -1):
            return False
    return True


def solves_can_be_paid(state: State, rulings: Rulings) -> bool:
    """Until its SOLVE turn, whoever selected SOLVE holds the card; its Problem is not hidden, and is claimed by no one
    but an earlier SOLVE of this step."""
    for seat, chosen in enumerate(state.memory.selections):
        if chosen.action is Action.SOLVE and not has_acted(state, seat, Step.SOLVE):
            if not 0 <= chosen.problem < len(state.problems):
                return False
            problem = state.problems[chosen.problem]
            if state.players[seat].hand[problem.suit.value] < 1 or not is_seen(problem):
                return False
            owner = problem.claimed_by
            if owner != -1:
                rival = state.memory.selections[owner]
                raced = rival.action is Action.SOLVE and rival.problem == chosen.problem
                if state.step is not Step.SOLVE or not raced or not has_acted(state, owner, Step.SOLVE):
                    return False
    return True


def investigates_are_aimed(state: State, rulings: Rulings) -> bool:
    """Until its turn, an INVESTIGATE without a Problem means that none is hidden."""
    hidden = any(is_unrevealed(p) for p in state.problems)
    return all(
        chosen.action is not Action.INVESTIGATE
        or has_acted(state, seat, Step.INVESTIGATE)
        or chosen.problem != -1
        or not hidden
        for seat, chosen in enumerate(state.memory.selections)
    )


def modes_are_chosen_in_turn(state: State, rulings: Rulings) -> bool:
    """Exactly those who revealed GROUND and have had their Reveal have a mode, with an option and target that fit."""
    return all(
        is_mode_in_order(state, seat, mode)
        if state.memory.selections[seat].action is Action.GROUND and has_acted(state, seat, Step.REVEAL)
        else mode == Grounding()
        for seat, mode in enumerate(state.memory.groundings)
    )


def is_mode_in_order(state: State, seat: int, mode: Grounding) -> bool:
    """Is this a mode of GROUND with an option of its own and that option's kind of target?"""
    names_seat = mode.option in (GroundOption.CANCEL, GroundOption.UNBLAME, GroundOption.BREAK, GroundOption.REJECT)
    names_card = mode.option in (GroundOption.RESTORE, GroundOption.PROTECT)
    observes = mode.option in (GroundOption.RESTORE, GroundOption.CANCEL, GroundOption.PROTECT)
    other = 0 <= mode.target < len(state.players) and mode.target != seat
    if (other if names_seat else mode.target == -1) is False:
        return False
    if (0 <= mode.problem < len(state.problems) if names_card else mode.problem == -1) is False:
        return False
    if mode.mode is GroundMode.GR:
        return mode.option is GroundOption.NONE
    if mode.mode is GroundMode.OU:
        return observes
    return mode.mode is GroundMode.ND and names_seat and not observes


def objects_of_ground_are_there(state: State, rulings: Rulings) -> bool:
    """Until its GROUND turn, whoever named a Blame has it in front, and no Problem to be restored is hidden."""
    return all(
        (mode.option is not GroundOption.UNBLAME or is_blamed(state, seat, mode.target))
        and (mode.option is not GroundOption.RESTORE or is_seen(state.problems[mode.problem]))
        for seat, mode in enumerate(state.memory.groundings)
        if not has_acted(state, seat, Step.GROUND)
    )


def is_blamed(state: State, seat: int, owner: int) -> bool:
    """Does the owner's Blame lie in front of this seat?"""
    return state.players[owner].token is Token.BLAME and state.players[owner].token_at == seat


def marks_fit_their_modes(state: State, rulings: Rulings) -> bool:
    """A cancelling is used up only where it was chosen, and only GR lets a sequence close; neither outlasts a round."""
    used = all(
        not used or (mode.option is GroundOption.CANCEL and state.step in AFTER_REVEAL)
        for used, mode in zip(state.memory.cancel_used, state.memory.groundings, strict=True)
    )
    closing = all(
        closes == (mode.mode is GroundMode.GR and has_acted(state, seat, Step.GROUND))
        for seat, (closes, mode) in enumerate(zip(state.memory.closing, state.memory.groundings, strict=True))
    )
    return used and closing and not any(state.memory.ended)


def closing_sequences_are_over(state: State, rulings: Rulings) -> bool:
    """After its DARVO turn a seat with GR is in no sequence."""
    return all(
        not closes or not has_acted(state, seat, Step.DARVO) or state.players[seat].marker is Marker.OFF
        for seat, closes in enumerate(state.memory.closing)
    )


def old_bonds_are_remembered_in_support(state: State, rulings: Rulings) -> bool:
    """The Bonds that regulate DARVO are remembered in the Support step alone, at its beginning those on the table."""
    remembered = state.memory.bonds_before
    if state.step is not Step.SUPPORT:
        return not any(any(row) for row in remembered)
    now = tuple(tuple(tile is Relation.BOND for tile in row) for row in state.relations)
    return state.turn != 0 or remembered == now


# ---------------------------------------------------------------- how early things can happen


def sequences_take_their_time(state: State, rulings: Rulings) -> bool:
    """DENY is due from round 2 on, ATTACK from 3, REVERSE from 4; beside a Blame, DENY from 5 on and ATTACK from 6."""
    return all(is_in_time(state, seat) for seat in seats(state))


def is_in_time(state: State, seat: int) -> bool:
    """Can what this seat's marker and token show have come about by the round in which it is due?"""
    player = state.players[seat]
    due = state.round + (1 if has_acted(state, seat, Step.DARVO) else 0)
    if player.token is Token.BLAME:
        return due >= {Marker.OFF: 5, Marker.DENY: 5, Marker.ATTACK: 6, Marker.REVERSE: 7}[player.marker]
    return due >= {Marker.OFF: 0, Marker.DENY: 2, Marker.ATTACK: 3, Marker.REVERSE: 4}[player.marker]


def the_game_is_printed(state: State, rulings: Rulings) -> bool:
    """The game has five rounds."""
    return state.rounds == ROUNDS


#: The invariant of games of any length.
INVARIANT = (
    clocks_are_right,
    stress_is_on_its_track,
    relations_are_tiles,
    problems_are_in_one_condition,
    the_deck_holds_what_was_not_drawn,
    owners_fit_scopes,
    cards_are_complete,
    tokens_lie_somewhere,
    protection_is_earned,
    hands_grow_slowly,
    selections_are_made_in_turn,
    solves_can_be_paid,
    investigates_are_aimed,
    modes_are_chosen_in_turn,
    objects_of_ground_are_there,
    marks_fit_their_modes,
    closing_sequences_are_over,
    old_bonds_are_remembered_in_support,
    sequences_take_their_time,
)
#: What helps a search that counts cards.
LEMMAS = (hands_grow_slowly,)
#: The invariant of games of five rounds.
PRINTED = (*INVARIANT, the_game_is_printed)
