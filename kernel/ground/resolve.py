"""One turn after the other: who decides what, which choices are legal, and what a turn does.

Rules: GR-R01, GR-R04, GR-R06..GR-R09.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.ground import actions, darvo, problem_stress, relations, select, stages, tokens
from kernel.ground.problem_deal import draw_problem, is_draw_due, is_in_pressure_deck
from kernel.ground.problems import is_claimed, is_hidden, is_in_deck
from kernel.ground.refusals import Refusal, Refused
from kernel.ground.rulings import FinalRoundMarker, FreshRivalryAttack, Rulings
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    PASS,
    Action,
    Answer,
    Choice,
    Draw,
    Grounding,
    Influx,
    Marker,
    Pass,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    fresh_memory,
    is_other_seat,
    is_problem,
    problems_of,
    seat_of_turn,
    seats_of,
    with_memory,
)

#: The order of a round. Rules: GR-R01, GR-R06.
NEXT_STEP = {
    Step.SELECT: Step.REVEAL,
    Step.REVEAL: Step.GROUND,
    Step.GROUND: Step.SUPPORT,
    Step.SUPPORT: Step.DARVO,
    Step.DARVO: Step.INVESTIGATE,
    Step.INVESTIGATE: Step.ATTACK,
    Step.ATTACK: Step.SOLVE,
    Step.SOLVE: Step.END,
}


#: The Action that each step of Resolve carries out; DARVO stages need none.
ACTION_OF = {
    Step.GROUND: Action.GROUND,
    Step.SUPPORT: Action.SUPPORT,
    Step.INVESTIGATE: Action.INVESTIGATE,
    Step.ATTACK: Action.ATTACK,
    Step.SOLVE: Action.SOLVE,
}
REPLIES = tuple(Answer(reply) for reply in Reply)


def is_acting_in(state: State, seat: Seat) -> bool:
    """Did the seat select the Action that the due step carries out? Rules: GR-R06."""
    return state.memory.selections[seat].action is ACTION_OF[state.step]


def decider_of(state: State) -> Seat:
    """Who decides in the due turn: its seat, or the target where the target answers; NOBODY at END and OVER."""
    if state.step in (Step.END, Step.OVER):
        return NOBODY
    seat = seat_of_turn(state)
    if state.step in (Step.SUPPORT, Step.ATTACK) and is_acting_in(state, seat):
        return state.memory.selections[seat].target
    return seat


# ---------------------------------------------------------------- legality


def refusal_of(state: State, choice: Choice, rulings: Rulings) -> Refusal:
    """Why the due turn cannot take this choice; NONE if it can. Rules: GR-R01, GR-R06, GR-R09."""
    seat = seat_of_turn(state)
    match state.step, choice:
        case Step.OVER, _:
            return Refusal.GAME_OVER
        case Step.SELECT, Selection():
            return select.selection_refusal(state, seat, choice, rulings)
        case Step.REVEAL, Grounding():
            return select.grounding_refusal(state, seat, choice, rulings)
        case Step.SUPPORT, Answer():
            return support_refusal(state, seat, choice.reply, rulings)
        case Step.DARVO, Stage():
            return stage_refusal(state, seat, choice, rulings)
        case Step.INVESTIGATE, Draw():
            return draw_refusal(state, seat, choice, rulings)
        case Step.ATTACK, Answer():
            return attack_refusal(state, seat, choice.reply, rulings)
        case Step.GROUND, Grounding() if select.asks_mode_again(state, seat, rulings):
            return select.grounding_refusal(state, seat, choice, rulings)
        case Step.GROUND, Pass() if select.asks_mode_again(state, seat, rulings):
            return Refusal.GROUND_MODE
        case Step.END, Influx():
            return influx_refusal(state, choice, rulings)
        case Step.END, Pass() if is_draw_due(state, rulings):
            return Refusal.DRAWN_PROBLEM
        case ((Step.GROUND | Step.SOLVE | Step.END), Pass()):
            return Refusal.NONE
        case _:
            return Refusal.WRONG_STEP


def support_refusal(state: State, seat: Seat, reply: Reply, rulings: Rulings) -> Refusal:
    """The target answers a Bond or a Rivalry, and nothing else. Rules: GR-L02, GR-A05, U1."""
    selection = state.memory.selections[seat]
    answered = reply is not Reply.SILENT
    if selection.action is Action.SUPPORT and state.relations[seat][selection.target] is Relation.RIVALRY:
        return Refusal.NONE if answered else Refusal.RIVALRY_ANSWER
    if selection.action is Action.SUPPORT and actions.offers_bond(state, seat, selection.target, rulings):
        return Refusal.NONE if answered else Refusal.BOND_ANSWER
    return Refusal.NOT_ASKED if answered else Refusal.NONE


def stage_refusal(state: State, seat: Seat, choice: Stage, rulings: Rulings) -> Refusal:
    """DENY needs a Problem, ATTACK a target, and nothing more may be given. Rules: GR-D03, GR-D04, U3, F-014."""
    marker = state.players[seat].marker
    denies = marker is Marker.DENY and stages.any_deniable(state)
    attacks = marker is Marker.ATTACK
    if denies and not (is_problem(state, choice.problem) and stages.may_deny(state, choice.problem)):
        return Refusal.DENY_TARGET
    if attacks and not is_other_seat(state, seat, choice.target):
        return Refusal.EXTRA_TARGET
    if (not denies and choice.problem != NO_PROBLEM) or (not attacks and choice.target != NOBODY):
        return Refusal.NOT_ASKED
    asked = attacks and actions.asks_protection(state, seat, choice.target, rulings)
    if asked and choice.reply is Reply.SILENT:
        return Refusal.PROTECTION_ANSWER
    return Refusal.NOT_ASKED if choice.reply is not Reply.SILENT and not asked else Refusal.NONE


def draw_refusal(state: State, seat: Seat, choice: Draw, rulings: Rulings) -> Refusal:
    """Chance draws a suit that the deck holds, where a card is drawn at all. Rules: GR-A01, U4, U10, F-001."""
    acting = is_acting_in(state, seat)
    aims = acting and actions.asks_new_target(state, seat, rulings)
    if aims and not (is_problem(state, choice.problem) and is_hidden(state.problems[choice.problem])):
        return Refusal.NEW_TARGET
    if not aims and choice.problem != NO_PROBLEM:
        return Refusal.NOT_ASKED
    if acting and actions.asks_draw(state, seat, rulings):
        return Refusal.NONE if is_in_deck(state, choice.suit, rulings) else Refusal.DRAWN_SUIT
    return Refusal.NONE if choice.suit is Suit.NONE else Refusal.NOT_ASKED


def attack_refusal(state: State, seat: Seat, reply: Reply, rulings: Rulings) -> Refusal:
    """Nothing is asked of the target unless F-014 lets it decide on its Protection. Rules: GR-T01, F-014."""
    selection = state.memory.selections[seat]
    asked = selection.action is Action.ATTACK and actions.asks_protection(state, seat, selection.target, rulings)
    if asked:
        return Refusal.PROTECTION_ANSWER if reply is Reply.SILENT else Refusal.NONE
    return Refusal.NOT_ASKED if reply is not Reply.SILENT else Refusal.NONE


def influx_refusal(state: State, choice: Influx, rulings: Rulings) -> Refusal:
    """Chance draws a Problem of the Pressure deck, where one is drawn at all. Rules: DEAL-INFLUX."""
    if not is_draw_due(state, rulings):
        return Refusal.NOT_ASKED
    return Refusal.NONE if is_in_pressure_deck(state, choice.problem) else Refusal.DRAWN_PROBLEM


def candidates(state: State, rulings: Rulings) -> tuple[Choice, ...]:
    """Every choice that could be legal for the due turn; `offered` keeps those that are."""
    seat = seat_of_turn(state)
    match state.step:
        case Step.SELECT:
            return select.selection_candidates(state, rulings)
        case Step.REVEAL:
            return select.grounding_candidates(state, seat)
        case Step.SUPPORT | Step.ATTACK:
            return REPLIES if is_acting_in(state, seat) else REPLIES[:1]
        case Step.DARVO:
            return stage_candidates(state, seat)
        case Step.INVESTIGATE if is_acting_in(state, seat):
            return tuple(Draw(suit, problem) for suit in Suit for problem in (NO_PROBLEM, *problems_of(state)))
        case Step.INVESTIGATE:
            return (Draw(),)
        case Step.GROUND if select.asks_mode_again(state, seat, rulings):
            return select.grounding_candidates(state, seat)
        case Step.END if is_draw_due(state, rulings):
            return tuple(Influx(problem) for problem in problems_of(state))
        case Step.GROUND | Step.SOLVE | Step.END:
            return (PASS,)
        case Step.OVER:
            return ()


def stage_candidates(state: State, seat: Seat) -> tuple[Stage, ...]:
    """Every way in which the due stage could resolve, legal or not."""
    match state.players[seat].marker:
        case Marker.OFF | Marker.REVERSE:
            return (Stage(),)
        case Marker.DENY:
            return (Stage(), *(Stage(problem=problem) for problem in problems_of(state)))
        case Marker.ATTACK:
            return tuple(Stage(target=target, reply=reply) for target in seats_of(state) for reply in Reply)


def offered(state: State, rulings: Rulings) -> tuple[Choice, ...]:
    """The choices that `advance` accepts for the due turn, and no others; empty once the game is over."""
    return tuple(choice for choice in candidates(state, rulings) if refusal_of(state, choice, rulings) is Refusal.NONE)


# ---------------------------------------------------------------- taking a turn


@ensure(
    lambda result, state: all(
        not is_claimed(old) or old.claimed_by == new.claimed_by
        for old, new in zip(state.problems, result.problems, strict=True)
    ),
    "GR-P03: a claimed Problem stays with its claimant",
)
def advance(state: State, choice: Choice, rulings: Rulings) -> State:
    """Take the due turn with this choice.

    Raises `Refused`, naming the rule, if the choice is not legal; the state is then as it was.

    Rules: GR-R01, GR-R06, GR-R07.
    """
    refusal = refusal_of(state, choice, rulings)
    if refusal is not Refusal.NONE:
        raise Refused(refusal, state.step, seat_of_turn(state), choice)
    return play(state, choice, rulings)


def play(state: State, choice: Choice, rulings: Rulings) -> State:
    """What the due turn does with a choice known to be legal. Rules: GR-R06, GR-R07."""
    seat = seat_of_turn(state)
    selection = state.memory.selections[seat]
    match state.step, choice:
        case Step.SELECT, Selection():
            state = select.select(state, seat, choice)
        case Step.REVEAL, Grounding():
            state = select.choose_mode(state, seat, choice)
        case Step.GROUND, _ if selection.action is Action.GROUND:
            if isinstance(choice, Grounding):
                state = select.choose_mode(state, seat, choice)
            state = actions.ground(state, seat, rulings)
        case Step.SUPPORT, Answer() if selection.action is Action.SUPPORT:
            state = actions.support(state, seat, choice.reply, rulings)
        case Step.DARVO, Stage():
            state = stages.take_stage(state, seat, choice, rulings)
        case Step.INVESTIGATE, Draw() if selection.action is Action.INVESTIGATE:
            state = actions.investigate(state, seat, choice, rulings)
        case Step.ATTACK, Answer() if selection.action is Action.ATTACK:
            state = actions.attack(state, seat, selection.target, choice.reply, rulings)
        case Step.SOLVE, _ if selection.action is Action.SOLVE:
            state = actions.solve(state, seat, rulings)
        case Step.END, Influx():
            return end_round(state, rulings, choice.problem)
        case Step.END, _:
            return end_round(state, rulings)
    return remember_rivalries(to_next_turn(state), rulings)


def remember_rivalries(state: State, rulings: Rulings) -> State:
    """As the Attack step opens, keep which pairs are rivals, if that will matter. Never by default. Rules: F-029."""
    if rulings.fresh_rivalry_attack is FreshRivalryAttack.AS_RIVALRY or state.turn > 0:
        return state
    if state.step is Step.ATTACK:
        return with_memory(state, bonds_before=relations.rivalries_of(state))
    if state.step is Step.SOLVE:
        return with_memory(state, bonds_before=relations.no_bonds(state))
    return state


def to_next_turn(state: State) -> State:
    """Hand the turn to the next seat, or open the next step with the Lead. Rules: GR-R06, GR-R07, GR-L05."""
    if state.turn + 1 < len(state.players):
        return replace(state, turn=state.turn + 1)
    state = replace(state, step=NEXT_STEP[state.step], turn=0)
    if state.step is Step.SUPPORT:
        return with_memory(state, bonds_before=relations.bonds_of(state))
    if state.step is Step.DARVO:
        return with_memory(state, bonds_before=relations.no_bonds(state))
    return state


@ensure(lambda result: all(0 <= player.stress <= 5 for player in result.players), "GR-R08: Stress is clamped at End")
@ensure(lambda result, state: result.lead == (state.lead + 1) % len(state.players), "GR-R08: the Lead moves clockwise")
@ensure(lambda result, state: result.threshold == state.threshold, "DEAL-NG4: the threshold stays")
def end_round(state: State, rulings: Rulings, drawn: ProblemIndex = NO_PROBLEM) -> State:
    """Let Problems press, bring in the one that is drawn, clamp Stress, start DARVO sequences, pass Lead and Round on.

    Rules: GR-R08, GR-R09, GR-D01, F-007, H2-9, DEAL-INFLUX.
    """
    state = problem_stress.press(state, rulings)
    if drawn != NO_PROBLEM:
        state = draw_problem(state, drawn, rulings)
    for seat in seats_of(state):
        state = tokens.clamp_at_end(state, seat)
    state = darvo.trigger_sequences(state, rulings)
    last = state.round >= state.rounds
    stays = last and rulings.final_round_marker is FinalRoundMarker.STAYS
    return replace(
        state,
        lead=Seat((state.lead + 1) % len(state.players)),
        round=state.round if stays else state.round + 1,
        step=Step.OVER if last else Step.SELECT,
        turn=0,
        memory=fresh_memory(len(state.players)),
    )
