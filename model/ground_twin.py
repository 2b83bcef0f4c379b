"""The TLA+ reading of GROUND beside the kernel: how a state of the one reads in the other, and whether they agree.

The kernel's state has more fields than the TLA+ state. What the mapping fills in:

- the Mode card, the threshold, the number of rounds, and each Problem's suit, value and priority never change during
  a play, so they are the start's;
- `closing` is true for a seat in mode GR from its own GROUND turn on, until End clears the round's memory;
- `ended` and `accepts` are in use only under rulings that do not stand, so they are false.

Nothing else is added and nothing of the TLA+ state is dropped: different TLA+ states of a world are different kernel
states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import (
    NO_CARDS,
    NO_PROBLEM,
    NOBODY,
    SUITS,
    Action,
    Cards,
    Choice,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ModeCard,
    Player,
    Problem,
    ProblemIndex,
    Relation,
    RoundMemory,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    Token,
)
from model.engines.explore import Exploration, explore
from model.engines.tla_values import TlaFunction, TlaState, TlaValue, print_value
from model.game import Check, Scope
from model.ground import GROUND, table
from model.ground_worlds import GroundWorld
from model.trace import NotReplayed, Trace, replay
from model.verdict import Verdict

#: A place in the game: round, name of the step, turn from 0.
Layer = tuple[int, str, int]
Member = TypeVar("Member", bound=Enum)

_SUIT_NAMES = tuple(suit.name.capitalize() for suit in SUITS)
_VARIABLES = (
    *("step", "turn", "round", "lead", "seat", "rel", "problem"),
    *("deck", "discard", "sel", "grd", "cancelUsed", "bondsBefore"),
)
_AT_SEAT = frozenset({Action.SUPPORT, Action.ATTACK})
_AT_PROBLEM = frozenset({Action.INVESTIGATE, Action.SOLVE})
_OPTION_AT_PROBLEM = frozenset({GroundOption.RESTORE, GroundOption.PROTECT})


class NotMapped(ValueError):
    """A TLA+ state or constant that stands for nothing in the kernel. The message names the place."""


# ---------------------------------------------------------------- the start


class Start(Protocol):
    """The constants of a TLA+ model: an entry a seat; Problems are (suit, value, face up), cards counts by suit."""

    @property
    def stress(self) -> tuple[int, ...]: ...
    @property
    def markers(self) -> tuple[str, ...]: ...
    @property
    def first_round(self) -> int: ...
    @property
    def last_round(self) -> int: ...
    @property
    def lead(self) -> int: ...
    @property
    def problems(self) -> tuple[tuple[str, int, bool], ...]: ...
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def deck(self) -> tuple[int, ...]: ...


def start_of(constants: Start, *, threshold: int = 0, mode: ModeCard = ModeCard.SHARED_GROUND) -> State:
    """The kernel state in which a TLA+ model starts. Problems have their place as priority.

    TLA+ does not score, so its constants say nothing of `threshold` and `mode`. Errors: NotMapped.
    """
    return table(
        stress=constants.stress,
        problems=tuple(
            Problem(_suit(suit, f"Problems[{i}]"), value, i, face_up, denied=False, claimed_by=NOBODY)
            for i, (suit, value, face_up) in enumerate(constants.problems)
        ),
        hands=tuple(_four(hand, f"StartHand[{seat}]") for seat, hand in enumerate(constants.hands)),
        deck=_four(constants.deck, "StartDeck"),
        markers=tuple(_member(Marker, name, f"StartMarker[{i}]") for i, name in enumerate(constants.markers)),
        lead=constants.lead,
        first_round=constants.first_round,
        rounds=constants.last_round,
        threshold=threshold,
        mode=mode,
    )


def _suit(name: str, where: str) -> Suit:
    if name not in _SUIT_NAMES:
        raise NotMapped(f"{where}: {name!r} is none of {', '.join(_SUIT_NAMES)}")
    return SUITS[_SUIT_NAMES.index(name)]


def _four(counts: tuple[int, ...], where: str) -> Cards:
    if len(counts) != len(NO_CARDS):
        raise NotMapped(f"{where}: {len(counts)} counts where {len(NO_CARDS)} belong")
    clarify, repair, boundary, change = counts
    return clarify, repair, boundary, change


# ---------------------------------------------------------------- a state


def state_of(tla: TlaState, start: State) -> State:
    """The kernel state that a TLA+ state stands for, in a world that begins with `start`.

    Errors: NotMapped where a variable, field or value is missing, strange, or not of its kind.
    """
    values = tla.values
    if set(values) != set(_VARIABLES):
        odd = ", ".join(sorted(set(values) ^ set(_VARIABLES)))
        raise NotMapped(f"a state has exactly the variables {', '.join(_VARIABLES)}; differs in {odd}")
    seats = len(start.players)
    step, turn, lead = _member(Step, values["step"], "step"), _int(values["turn"], "turn"), _int(values["lead"], "lead")
    groundings = tuple(_grounding(item, where) for item, where in _row(values["grd"], seats, "grd"))
    return replace(
        start,
        players=tuple(_player(item, where) for item, where in _row(values["seat"], seats, "seat")),
        problems=tuple(
            _problem(item, where, card)
            for (item, where), card in zip(
                _row(values["problem"], len(start.problems), "problem"), start.problems, strict=True
            )
        ),
        relations=_square(values["rel"], seats, "rel", lambda item, where: _member(Relation, item, where)),
        deck=_cards(values["deck"], "deck"),
        discard=_cards(values["discard"], "discard"),
        lead=Seat(lead),
        round=_int(values["round"], "round"),
        step=step,
        turn=turn,
        memory=RoundMemory(
            selections=tuple(_selection(item, where) for item, where in _row(values["sel"], seats, "sel")),
            groundings=groundings,
            cancel_used=tuple(_bool(item, where) for item, where in _row(values["cancelUsed"], seats, "cancelUsed")),
            closing=tuple(
                choice.mode is GroundMode.GR and _has_grounded(step, turn, (seat - lead) % seats)
                for seat, choice in enumerate(groundings)
            ),
            ended=(False,) * seats,
            bonds_before=_square(values["bondsBefore"], seats, "bondsBefore", _bool),
        ),
    )


def _has_grounded(step: Step, turn: int, own_turn: int) -> bool:
    """Is the seat's turn in the GROUND step over?"""
    if step is Step.GROUND:
        return own_turn < turn
    return step not in (Step.SELECT, Step.REVEAL)


def _player(value: TlaValue, where: str) -> Player:
    record = _record(value, ("stress", "freedom", "marker", "side", "at", "prot", "hand"), where)
    return Player(
        stress=_int(record["stress"], f"{where}.stress"),
        freedom=_member(Freedom, record["freedom"], f"{where}.freedom"),
        marker=_member(Marker, record["marker"], f"{where}.marker"),
        token=_member(Token, record["side"], f"{where}.side"),
        token_at=Seat(_int(record["at"], f"{where}.at")),
        protection=_int(record["prot"], f"{where}.prot"),
        hand=_cards(record["hand"], f"{where}.hand"),
    )


def _problem(value: TlaValue, where: str, card: Problem) -> Problem:
    record = _record(value, ("faceUp", "denied", "claimedBy"), where)
    return replace(
        card,
        face_up=_bool(record["faceUp"], f"{where}.faceUp"),
        denied=_bool(record["denied"], f"{where}.denied"),
        claimed_by=Seat(_int(record["claimedBy"], f"{where}.claimedBy")),
    )


def _selection(value: TlaValue, where: str) -> Selection:
    record = _record(value, ("action", "target", "spend"), where)
    action = _member(Action, record["action"], f"{where}.action")
    seat, problem = _aim(record["target"], f"{where}.target", action in _AT_SEAT, action in _AT_PROBLEM)
    return Selection(action, seat, problem, _bool(record["spend"], f"{where}.spend"))


def _grounding(value: TlaValue, where: str) -> Grounding:
    record = _record(value, ("mode", "option", "target"), where)
    option = _member(GroundOption, record["option"], f"{where}.option")
    at_problem = option in _OPTION_AT_PROBLEM
    at_seat = option is not GroundOption.NONE and not at_problem
    seat, problem = _aim(record["target"], f"{where}.target", at_seat, at_problem)
    return Grounding(_member(GroundMode, record["mode"], f"{where}.mode"), option, seat, problem)


def _aim(value: TlaValue, where: str, at_seat: bool, at_problem: bool) -> tuple[Seat, ProblemIndex]:
    """TLA+ has one target where the kernel has a seat and a Problem."""
    target = _int(value, where)
    if at_seat:
        return Seat(target), NO_PROBLEM
    if at_problem:
        return NOBODY, ProblemIndex(target)
    if target != NOBODY:
        raise NotMapped(f"{where}: {target} where nothing is aimed at")
    return NOBODY, NO_PROBLEM


def _record(value: TlaValue, names: tuple[str, ...], where: str) -> Mapping[TlaValue, TlaValue]:
    if not isinstance(value, TlaFunction) or value.keys() != set(names):
        raise NotMapped(f"{where}: {print_value(value)} is not a record of {', '.join(names)}")
    return value


def _row(value: TlaValue, size: int, where: str) -> list[tuple[TlaValue, str]]:
    """The values of a function on 0 .. size - 1, in order, each with its place."""
    if value == () and size == 0:
        return []
    if not isinstance(value, TlaFunction) or list(value) != list(range(size)):
        raise NotMapped(f"{where}: {print_value(value)} is not a function on 0..{size - 1}")
    return [(item, f"{where}[{i}]") for i, item in enumerate(value.values())]


def _square(
    value: TlaValue, size: int, where: str, read: Callable[[TlaValue, str], Any]
) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(read(*item) for item in _row(row, size, place)) for row, place in _row(value, size, where))


def _cards(value: TlaValue, where: str) -> Cards:
    record = _record(value, _SUIT_NAMES, where)
    return _four(tuple(_int(record[name], f"{where}.{name}") for name in _SUIT_NAMES), where)


def _int(value: TlaValue, where: str) -> int:
    if type(value) is not int:
        raise NotMapped(f"{where}: {print_value(value)} is not a number")
    return value


def _bool(value: TlaValue, where: str) -> bool:
    if not isinstance(value, bool):
        raise NotMapped(f"{where}: {print_value(value)} is not a truth value")
    return value


def _member(kind: type[Member], value: TlaValue, where: str) -> Member:
    if not isinstance(value, str) or value not in kind.__members__:
        raise NotMapped(f"{where}: {print_value(value)} is none of {', '.join(kind.__members__)}")
    return kind[value]


# ---------------------------------------------------------------- a behaviour


def choice_between(before: State, after: State, rulings: Rulings = STANDING) -> Choice | None:
    """The first choice offered that leads from one state to the other; None if the kernel has no such step."""
    offered = GROUND.offered(before, rulings)
    return next((choice for choice in offered if GROUND.play(before, choice, rulings) == after), None)


def carry(states: Sequence[State], rulings: Rulings = STANDING) -> tuple[Trace[State, Choice, Rulings], str]:
    """A mapped behaviour as a trace, as far as the kernel goes along, and why no farther; empty: it goes all the way.

    The trace has been replayed with legality and contracts checked.
    """
    choices: list[Choice] = []
    reason = ""
    for number, (before, after) in enumerate(pairwise(states), start=1):
        choice = choice_between(before, after, rulings)
        if choice is None:
            reason = f"the kernel has no step {number}, from {_named(layer_of(before))}"
            break
        choices.append(choice)
    trace = Trace(GROUND, rulings, tuple(states[: len(choices) + 1]), tuple(choices))
    try:
        replay(trace)
    except NotReplayed as error:
        cut = error.position
        shorter = Trace(GROUND, rulings, trace.states[: cut + 1], trace.choices[:cut])
        return shorter, f"step {cut + 1} does not replay: {error.reason}"
    return trace, reason


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Count:
    """The distinct states that one reading reached. `layers`: by place, if known. `stop`: why it ended early, if so."""

    distinct: int
    layers: Mapping[Layer, int] | None = None
    stop: str = ""


def layer_of(state: State) -> Layer:
    """Where in the game a state stands."""
    return state.round, state.step.name, state.turn


def count_layers(states: Iterable[State]) -> dict[Layer, int]:
    """How many of these states stand at each place, in the order of play."""
    return _in_order(Counter(map(layer_of, states)))


def _in_order(layers: Mapping[Layer, int]) -> dict[Layer, int]:
    return dict(sorted(layers.items(), key=lambda entry: _clock(entry[0])))


def _clock(layer: Layer) -> tuple[int, int, int]:
    return layer[0], Step[layer[1]].value, layer[2]


def visit(world: GroundWorld, see: Callable[[State], object]) -> Exploration[State, Choice, Rulings]:
    """Explore a world and show each distinct state once."""

    def show(state: State, _: Rulings) -> bool:
        see(state)
        return True

    return explore(world, [Check("every state is seen", Scope.STATE, show)])


def count_world(world: GroundWorld) -> Count:
    """The kernel's count of a world."""
    layers: Counter[Layer] = Counter()
    exploration = visit(world, lambda state: layers.update((layer_of(state),)))
    return Count(exploration.distinct, _in_order(layers), exploration.stop)


def compare(tlc: Count, kernel: Count) -> tuple[Verdict, str]:
    """Do both readings reach as many states, in all and at each place? EXHAUSTED if so, DISAGREE if not.

    A reading that ended early decides nothing (UNDETERMINED), and two that reached nothing agree on nothing (VACUOUS).
    """
    for name, count in (("TLC", tlc), ("the kernel", kernel)):
        if count.stop:
            return Verdict.UNDETERMINED, f"{name} did not finish: {count.stop}"
    first = _first_difference(tlc.layers, kernel.layers)
    if tlc.distinct != kernel.distinct or first:
        totals = f"TLC reaches {tlc.distinct} states, the kernel {kernel.distinct}"
        return Verdict.DISAGREE, totals + (f"; they part at {first}" if first else "")
    if not tlc.distinct:
        return Verdict.VACUOUS, "neither reading reaches a state"
    known = tlc.layers is not None and kernel.layers is not None
    return Verdict.EXHAUSTED, f"both reach {tlc.distinct} states" + (
        f", alike at {len(tlc.layers or ())} places" if known else ""
    )


def _first_difference(tlc: Mapping[Layer, int] | None, kernel: Mapping[Layer, int] | None) -> str:
    if tlc is None or kernel is None:
        return ""
    for layer in sorted({*tlc, *kernel}, key=_clock):
        one, other = tlc.get(layer, 0), kernel.get(layer, 0)
        if one != other:
            return f"{_named(layer)}: {one} and {other}"
    return ""


def _named(layer: Layer) -> str:
    number, step, turn = layer
    return f"round {number}, {step}, turn {turn}"
