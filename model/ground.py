"""GROUND as a transition system, and the worlds in which it is explored."""

from __future__ import annotations

from kernel.ground import resolve
from kernel.ground.refusals import Refused
from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    ROUNDS,
    Action,
    Answer,
    Cards,
    Choice,
    Draw,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ModeCard,
    Player,
    Problem,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    StressScope,
    Suit,
    Token,
    fresh_memory,
    seat_of_turn,
)
from model.game import Game

#: Every kind of choice and of rule action that coverage tells apart.
LABELS = frozenset(
    {f"select {action.name}" for action in Action if action is not Action.NONE}
    | {"select with Freedom", "ground GR"}
    | {f"ground OU {option.name}" for option in (GroundOption.RESTORE, GroundOption.CANCEL, GroundOption.PROTECT)}
    | {f"ground ND {option.name}" for option in (GroundOption.UNBLAME, GroundOption.BREAK, GroundOption.REJECT)}
    | {"accept or flip", "decline or break", "darvo DENY", "darvo DENY idle", "darvo ATTACK", "darvo REVERSE"}
    | {"draw", "no draw", "attack", "solve", "end of round"}
)
#: Turns in which the seat has nothing to do.
IDLE = "idle"


def label(state: State, choice: Choice) -> str:
    """What kind of turn this is, for coverage."""
    seat = seat_of_turn(state)
    action = state.memory.selections[seat].action
    match choice:
        case Selection():
            return "select with Freedom" if choice.spend else f"select {choice.action.name}"
        case Grounding():
            return label_of_grounding(choice)
        case Stage():
            return label_of_stage(state.players[seat].marker, choice)
        case Draw() if action is Action.INVESTIGATE:
            return "no draw" if choice == Draw(problem=choice.problem) else "draw"
        case Answer() if state.step is Step.ATTACK:
            return "attack" if action is Action.ATTACK else IDLE
        case Answer() if choice.reply is not Reply.SILENT:
            return "accept or flip" if choice.reply is Reply.AGREE else "decline or break"
    if state.step is Step.END:
        return "end of round"
    return "solve" if state.step is Step.SOLVE and action is Action.SOLVE else IDLE


def label_of_grounding(choice: Grounding) -> str:
    """GR, or the option of OU or ND."""
    if choice.mode is GroundMode.NONE:
        return IDLE
    return f"ground {choice.mode.name}" + ("" if choice.mode is GroundMode.GR else f" {choice.option.name}")


def label_of_stage(marker: Marker, choice: Stage) -> str:
    """The stage that resolves; a DENY without a Problem apart."""
    if marker is Marker.OFF:
        return IDLE
    return "darvo DENY idle" if marker is Marker.DENY and choice == Stage() else f"darvo {marker.name}"


GROUND: Game[State, Choice, Rulings] = Game(
    name="ground",
    state_type=State,
    choice_type=Choice,
    rulings_type=Rulings,
    offered=resolve.offered,
    play=resolve.play,
    advance=resolve.advance,
    refused=Refused,
    label=label,
    labels=LABELS | {IDLE},
    is_over=lambda state: state.step is Step.OVER,
)


def table(
    stress: tuple[int, ...],
    problems: tuple[Problem, ...],
    hands: tuple[Cards, ...],
    deck: Cards,
    *,
    markers: tuple[Marker, ...] = (),
    focus: tuple[int, ...] = (),
    relations: tuple[tuple[int, int, Relation], ...] = (),
    lead: int = 0,
    first_round: int = 1,
    rounds: int = ROUNDS,
    threshold: int = 0,
    mode: ModeCard = ModeCard.SHARED_GROUND,
) -> State:
    """A state at the beginning of a round, given by what distinguishes small worlds; everything else is as at setup."""
    seats = len(stress)
    markers = markers or (Marker.OFF,) * seats
    focus = focus or (NOBODY,) * seats
    players = tuple(
        Player(
            stress=stress[i],
            freedom=Freedom.READY,
            marker=markers[i],
            token=Token.UNPLACED if focus[i] == NOBODY else Token.FOCUS,
            token_at=Seat(focus[i]),
            protection=0,
            hand=hands[i],
        )
        for i in range(seats)
    )
    tiles = {(a, b): tile for one, other, tile in relations for a, b in ((one, other), (other, one))}
    return State(
        mode=mode,
        threshold=threshold,
        rounds=rounds,
        players=players,
        problems=problems,
        relations=tuple(tuple(tiles.get((i, j), Relation.NONE) for j in range(seats)) for i in range(seats)),
        deck=deck,
        discard=NO_CARDS,
        lead=Seat(lead),
        round=first_round,
        step=Step.SELECT,
        turn=0,
        memory=fresh_memory(seats),
    )


def problem(
    suit: Suit,
    value: int,
    priority: int,
    *,
    scope: StressScope = StressScope.NONE,
    owner: int = NOBODY,
    in_play: bool = True,
) -> Problem:
    """A Problem as it lies at setup: face up if it is the Surface Problem; r0 knows no scope and no Pressure deck."""
    return Problem(suit, value, priority, priority == 0, False, NOBODY, in_play, False, scope, Seat(owner))
