"""The TLA+ reading of GROUND beside the kernel: how a state of the one reads in the other, and whether they agree.

The kernel's state has more fields than the TLA+ state. What the mapping fills in:

- the Mode card, the threshold, the number of rounds, and each Problem's suit, value and priority never change during
  a play, so they are the start's;
- `closing` is true for a seat in mode GR once its GROUND turn is over, until End clears the round's memory;
- `ended` and `accepts` are in use only under rulings that do not stand, so they are false.

Nothing else is added and nothing of the TLA+ state is dropped: different TLA+ states of a world are different kernel
states.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
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
from model.engines.tla_values import TlaFunction, TlaState, TlaValue, print_value
from model.ground import GROUND, table
from model.ground_counts import layer_of, named
from model.trace import Trace, replay

Member = TypeVar("Member", bound=Enum)
Reader = Callable[[TlaValue], Any]

_SUIT_NAMES = tuple(suit.name.capitalize() for suit in SUITS)
_AT_SEAT = frozenset({Action.SUPPORT, Action.ATTACK})
_AT_PROBLEM = frozenset({Action.INVESTIGATE, Action.SOLVE})
_OPTION_AT_PROBLEM = frozenset({GroundOption.RESTORE, GroundOption.PROTECT})


class NotMapped(ValueError):
    """A TLA+ state or constant that stands for nothing in the kernel; `path` leads from a variable to the place."""

    def __init__(self, problem: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(": ".join((".".join(path), problem)) if path else problem)
        self.problem = problem
        self.path = path

    def under(self, part: str) -> NotMapped:
        """The same, seen from one level up."""
        return NotMapped(self.problem, (part, *self.path))


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
            Problem(_suit(suit), value, priority, face_up, denied=False, claimed_by=NOBODY)
            for priority, (suit, value, face_up) in enumerate(constants.problems)
        ),
        hands=tuple(map(_four, constants.hands)),
        deck=_four(constants.deck),
        markers=tuple(map(_member_of(Marker), constants.markers)),
        lead=constants.lead,
        first_round=constants.first_round,
        rounds=constants.last_round,
        threshold=threshold,
        mode=mode,
    )


def _suit(name: str) -> Suit:
    if name not in _SUIT_NAMES:
        raise NotMapped(f"the suit {name!r} is none of {', '.join(_SUIT_NAMES)}")
    return SUITS[_SUIT_NAMES.index(name)]


def _four(counts: tuple[int, ...]) -> Cards:
    if len(counts) != len(NO_CARDS):
        raise NotMapped(f"{len(counts)} counts of cards where {len(NO_CARDS)} belong")
    clarify, repair, boundary, change = counts
    return clarify, repair, boundary, change


# ---------------------------------------------------------------- a state


def state_of(tla: TlaState, start: State) -> State:
    """The kernel state that a TLA+ state stands for, in a world that begins with `start`.

    Errors: NotMapped where a variable, field or value is missing, strange, or not of its kind.
    """
    seats = len(start.players)

    def by_seat(read: Reader) -> Reader:
        return lambda value: _row(value, seats, read)

    readers: dict[str, Reader] = {
        "step": _member_of(Step),
        "turn": _int,
        "round": _int,
        "lead": _int,
        "seat": by_seat(_player),
        "rel": by_seat(by_seat(_member_of(Relation))),
        "problem": lambda value: _row(value, len(start.problems), _problem),
        "deck": _cards,
        "discard": _cards,
        "sel": by_seat(_selection),
        "grd": by_seat(_grounding),
        "cancelUsed": by_seat(_bool),
        "bondsBefore": by_seat(by_seat(_bool)),
    }
    step, turn, number, lead, players, relations, problems, deck, discard, *memory = _fields(tla.values, readers)
    selections, groundings, cancel_used, bonds_before = memory
    return replace(
        start,
        players=players,
        problems=tuple(replace(card, **changed) for card, changed in zip(start.problems, problems, strict=True)),
        relations=relations,
        deck=deck,
        discard=discard,
        lead=Seat(lead),
        round=number,
        step=step,
        turn=turn,
        memory=RoundMemory(
            selections=selections,
            groundings=groundings,
            cancel_used=cancel_used,
            closing=tuple(
                choice.mode is GroundMode.GR and _has_grounded(step, turn, (seat - lead) % seats)
                for seat, choice in enumerate(groundings)
            ),
            ended=(False,) * seats,
            bonds_before=bonds_before,
        ),
    )


def _has_grounded(step: Step, turn: int, own_turn: int) -> bool:
    """Is the seat's turn in the GROUND step over?"""
    if step is Step.GROUND:
        return own_turn < turn
    return step not in (Step.SELECT, Step.REVEAL)


def _int(value: TlaValue) -> int:
    if type(value) is not int:
        raise NotMapped(f"{print_value(value)} is not a number")
    return value


def _bool(value: TlaValue) -> bool:
    if not isinstance(value, bool):
        raise NotMapped(f"{print_value(value)} is not a truth value")
    return value


def _member_of(kind: type[Member]) -> Callable[[TlaValue], Member]:
    members = dict(kind.__members__)

    def read(value: TlaValue) -> Member:
        if not isinstance(value, str) or value not in members:
            raise NotMapped(f"{print_value(value)} is none of {', '.join(members)}")
        return members[value]

    return read


def _fields(value: object, readers: Mapping[str, Reader]) -> list[Any]:
    """The fields of a record, each read, in the order of the readers."""
    if not isinstance(value, TlaFunction | dict):
        raise NotMapped(f"not a record of {', '.join(readers)}")
    return _read(value, readers.items())


def _row(value: TlaValue, size: int, read: Reader) -> tuple[Any, ...]:
    """The values of a function on 0 .. size - 1, each read, in order."""
    if value == () and size == 0:
        return ()
    if not isinstance(value, TlaFunction):
        raise NotMapped(f"{print_value(value)} is not a function on 0..{size - 1}")
    return tuple(_read(value, [(position, read) for position in range(size)]))


def _read(value: Mapping[Any, TlaValue], readers: Collection[tuple[str | int, Reader]]) -> list[Any]:
    """What the readers make of a function's values, one reader an argument and no argument more."""
    found = []
    for key, read in readers:
        try:
            found.append(read(value[key]))
        except KeyError:
            raise NotMapped("missing", (str(key),)) from None
        except NotMapped as error:
            raise error.under(str(key)) from None
    if len(value) != len(found):
        raise NotMapped(f"unknown: {', '.join(sorted(map(str, set(value) - {key for key, _ in readers})))}")
    return found


_CARDS: Mapping[str, Reader] = dict.fromkeys(_SUIT_NAMES, _int)


def _cards(value: TlaValue) -> Cards:
    return _four(tuple(_fields(value, _CARDS)))


_PLAYER: Mapping[str, Reader] = {
    "stress": _int,
    "freedom": _member_of(Freedom),
    "marker": _member_of(Marker),
    "side": _member_of(Token),
    "at": _int,
    "prot": _int,
    "hand": _cards,
}
_PROBLEM: Mapping[str, Reader] = {"faceUp": _bool, "denied": _bool, "claimedBy": _int}
_SELECTION: Mapping[str, Reader] = {"action": _member_of(Action), "target": _int, "spend": _bool}
_GROUNDING: Mapping[str, Reader] = {
    "mode": _member_of(GroundMode),
    "option": _member_of(GroundOption),
    "target": _int,
}


def _player(value: TlaValue) -> Player:
    return Player(*_fields(value, _PLAYER))


def _problem(value: TlaValue) -> dict[str, Any]:
    return dict(zip(("face_up", "denied", "claimed_by"), _fields(value, _PROBLEM), strict=True))


def _selection(value: TlaValue) -> Selection:
    action, target, spend = _fields(value, _SELECTION)
    return Selection(action, *_aim(target, action in _AT_SEAT, action in _AT_PROBLEM), spend)


def _grounding(value: TlaValue) -> Grounding:
    mode, option, target = _fields(value, _GROUNDING)
    at_problem = option in _OPTION_AT_PROBLEM
    return Grounding(mode, option, *_aim(target, option is not GroundOption.NONE and not at_problem, at_problem))


def _aim(target: int, at_seat: bool, at_problem: bool) -> tuple[Seat, ProblemIndex]:
    """TLA+ has one target where the kernel has a seat and a Problem."""
    if not at_seat and not at_problem and target != NOBODY:
        raise NotMapped(f"target {target} where nothing is aimed at")
    return Seat(target) if at_seat else NOBODY, ProblemIndex(target) if at_problem else NO_PROBLEM


# ---------------------------------------------------------------- a behaviour


def choice_between(before: State, after: State, rulings: Rulings = STANDING) -> Choice | None:
    """The first choice offered that leads from one state to the other; None if the kernel has no such step."""
    offered = GROUND.offered(before, rulings)
    return next((choice for choice in offered if GROUND.play(before, choice, rulings) == after), None)


def carry(states: Sequence[State], rulings: Rulings = STANDING) -> tuple[Trace[State, Choice, Rulings], str]:
    """A mapped behaviour as a trace, as far as the kernel goes along, and why no farther; empty: it goes all the way.

    Raises NotReplayed if the kernel offers a choice and then refuses it, or breaks a contract.
    """
    choices: list[Choice] = []
    reason = ""
    for number, (before, after) in enumerate(pairwise(states), start=1):
        choice = choice_between(before, after, rulings)
        if choice is None:
            reason = f"the kernel has no step {number}, from {named(layer_of(before))}"
            break
        choices.append(choice)
    trace = Trace(GROUND, rulings, tuple(states[: len(choices) + 1]), tuple(choices))
    replay(trace)
    return trace, reason
