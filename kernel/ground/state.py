"""What lies on the table, and the choices that players and chance can make. Rules: GR-O01..GR-O05."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, NewType

#: A player's place at the table, counted clockwise from 0.
Seat = NewType("Seat", int)
#: A Problem's position in `State.problems`.
ProblemIndex = NewType("ProblemIndex", int)
#: Numbers of Solution cards by suit: Clarify, Repair, Boundary, Change.
Cards = tuple[int, int, int, int]

NOBODY = Seat(-1)
NO_PROBLEM = ProblemIndex(-1)
NO_CARDS: Cards = (0, 0, 0, 0)

MIN_SEATS, MAX_SEATS = 2, 6
ROUNDS = 5
CALM, MAX_STRESS = 0, 5
#: From this Stress on, a player may freely select only ATTACK or GROUND (GR-R03).
GATE = 4
START_STRESS = 2
RELATION_SLOTS = 2
START_HAND = 2
CARDS_PER_SUIT = 6


class Term(Enum):
    """Base of the rule book's vocabularies; members hash by identity, which makes searching faster."""

    __hash__ = object.__hash__


class Suit(Term):
    """What a Problem requires and a Solution offers; the value is the position in `Cards`."""

    CLARIFY = 0
    REPAIR = 1
    BOUNDARY = 2
    CHANGE = 3
    NONE = -1


SUITS = (Suit.CLARIFY, Suit.REPAIR, Suit.BOUNDARY, Suit.CHANGE)


class Freedom(Term):
    """The two sides of a Freedom token."""

    READY = "READY"
    SPENT = "SPENT"


class Marker(Term):
    """Where a player's DARVO marker stands."""

    OFF = "OFF"
    DENY = "DENY"
    ATTACK = "ATTACK"
    REVERSE = "REVERSE"


class Token(Term):
    """The state of a Focus/Blame token."""

    UNPLACED = "UNPLACED"
    FOCUS = "FOCUS"
    BLAME = "BLAME"


class Relation(Term):
    """What a relation tile between two players shows; NONE where there is no tile."""

    NONE = "NONE"
    BOND = "BOND"
    RIVALRY = "RIVALRY"


class Action(Term):
    """The five Action cards; NONE until one is selected."""

    NONE = "NONE"
    INVESTIGATE = "INVESTIGATE"
    SOLVE = "SOLVE"
    SUPPORT = "SUPPORT"
    ATTACK = "ATTACK"
    GROUND = "GROUND"


ACTIONS = (Action.INVESTIGATE, Action.SOLVE, Action.SUPPORT, Action.ATTACK, Action.GROUND)


class GroundMode(Term):
    """The three modes of GROUND; NONE for a seat that did not reveal GROUND."""

    NONE = "NONE"
    GR = "GR"
    OU = "OU"
    ND = "ND"


class GroundOption(Term):
    """What an OU (first three) or ND (last three) does; NONE for GR."""

    NONE = "NONE"
    RESTORE = "RESTORE"
    CANCEL = "CANCEL"
    PROTECT = "PROTECT"
    UNBLAME = "UNBLAME"
    BREAK = "BREAK"
    REJECT = "REJECT"


class Reply(Term):
    """A player's answer to an offer: a Bond, flipping a Rivalry, using a Protection. SILENT where nothing is asked."""

    SILENT = "SILENT"
    AGREE = "AGREE"
    REFUSE = "REFUSE"


class ModeCard(Term):
    """The Mode card decides how the game is scored (GR-E02..GR-E04)."""

    SHARED_GROUND = "SHARED GROUND"
    COMMON_PROBLEM = "COMMON PROBLEM, PERSONAL EDGE"
    BONDED_COALITIONS = "BONDED COALITIONS"


class StressScope(Term):
    """Whom an unclaimed Problem presses on; NONE where no scope is printed or none matters. Rules: H2-20."""

    NONE = "NONE"
    GLOBAL = "GLOBAL"
    PERSONAL = "PERSONAL"
    BOND = "BOND"


class Step(Term):
    """The steps of a round; the six between REVEAL and END are those of Resolve (GR-R01, GR-R06)."""

    SELECT = 0
    REVEAL = 1
    GROUND = 2
    SUPPORT = 3
    DARVO = 4
    INVESTIGATE = 5
    ATTACK = 6
    SOLVE = 7
    END = 8
    OVER = 9


@dataclass(frozen=True)
class Selection:
    """SELECT: one Action, its target seat or Problem, and whether Freedom is spent on it.

    `accepts` is used only if Bonds are accepted at Select (U1). Rules: GR-R02, GR-R03.
    """

    action: Action = Action.NONE
    target: Seat = NOBODY
    problem: ProblemIndex = NO_PROBLEM
    spend: bool = False
    accepts: bool = False


@dataclass(frozen=True)
class Grounding:
    """REVEAL: the mode of a revealed GROUND, with the option, seat or Problem it is aimed at. Rules: GR-R05."""

    mode: GroundMode = GroundMode.NONE
    option: GroundOption = GroundOption.NONE
    target: Seat = NOBODY
    problem: ProblemIndex = NO_PROBLEM


@dataclass(frozen=True)
class Answer:
    """SUPPORT: the target's reply to a Bond, or to flipping a Rivalry. ATTACK: whether a Protection is used (F-014)."""

    reply: Reply = Reply.SILENT


@dataclass(frozen=True)
class Stage:
    """DARVO: the Problem that DENY turns down, or the target of the extra Attack (and its reply, F-014)."""

    problem: ProblemIndex = NO_PROBLEM
    target: Seat = NOBODY
    reply: Reply = Reply.SILENT


@dataclass(frozen=True)
class Draw:
    """INVESTIGATE: the suit that chance draws, and a new target where F-001 allows one."""

    suit: Suit = Suit.NONE
    problem: ProblemIndex = NO_PROBLEM


@dataclass(frozen=True)
class Influx:
    """END: the Problem that chance draws from the Pressure deck. Rules: DEAL-INFLUX."""

    problem: ProblemIndex = NO_PROBLEM


@dataclass(frozen=True)
class Pass:
    """GROUND, SOLVE, END: the rules act and nobody decides."""


Choice = Selection | Grounding | Answer | Stage | Draw | Influx | Pass

PASS = Pass()


@dataclass(frozen=True)
class Player:
    """What belongs to one player. `hand` counts Solutions by suit. Rules: GR-O02."""

    stress: int
    freedom: Freedom
    marker: Marker
    token: Token
    token_at: Seat
    protection: int
    hand: Cards


@dataclass(frozen=True)
class Problem:
    """One Problem card of the game. `priority` 0 is the Surface Problem.

    `in_play` is False for a card that lies in the Pressure deck, and `drawn` True for one that has come from there.
    `scope` and `owner` say whom it presses on; r0 knows neither. Rules: GR-O04, H2-5, H2-20, DEAL-START, DEAL-INFLUX.
    """

    suit: Suit
    value: int
    priority: int
    face_up: bool
    denied: bool
    claimed_by: Seat
    in_play: bool = True
    drawn: bool = False
    scope: StressScope = StressScope.NONE
    owner: Seat = NOBODY


@dataclass(frozen=True)
class RoundMemory:
    """What has to be remembered until the round ends; one entry a seat.

    `cancel_used`: the seat's GROUND-OU has cancelled its Attack (under F-020's second option also: its ND a Reverse).
    `closing`: the seat's sequence ends once its stage has resolved (GR-A10). `ended`: its sequence ended this round;
    kept only under F-012's second option.
    `bonds_before[a][b]`: a Bond existed when the Support step began (GR-L05); all False outside that step. F-029's
    second option also keeps here, during the Attack step, which Rivalries existed when that step began.
    """

    selections: tuple[Selection, ...]
    groundings: tuple[Grounding, ...]
    cancel_used: tuple[bool, ...]
    closing: tuple[bool, ...]
    ended: tuple[bool, ...]
    bonds_before: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class State:
    """A whole game between two turns.

    `turn` counts the seats of a step from the Lead, so the turn belongs to `seat_of_turn(state)`. `problems` are all of
    the game, those in the Pressure deck too; which one comes is chance's choice. `relations` is a symmetric square;
    `deck` and `discard` count Solutions by suit: which card of the deck comes next is chance's choice, and every order
    of a shuffled deck is one sequence of such choices. `rounds` is 5 in a printed game; small worlds may be shorter.

    Rules: GR-O01, GR-O03.
    """

    mode: ModeCard
    threshold: int
    rounds: int
    players: tuple[Player, ...]
    problems: tuple[Problem, ...]
    relations: tuple[tuple[Relation, ...], ...]
    deck: Cards
    discard: Cards
    lead: Seat
    round: int
    step: Step
    turn: int
    memory: RoundMemory


def fresh_memory(seats: int) -> RoundMemory:
    """The memory of a round in which nothing has been chosen yet."""
    no = tuple(False for _ in range(seats))
    return RoundMemory(
        selections=tuple(Selection() for _ in range(seats)),
        groundings=tuple(Grounding() for _ in range(seats)),
        cancel_used=no,
        closing=no,
        ended=no,
        bonds_before=tuple(no for _ in range(seats)),
    )


def seats_of(state: State) -> tuple[Seat, ...]:
    """All seats, clockwise from seat 0."""
    return tuple(Seat(i) for i in range(len(state.players)))


def problems_of(state: State) -> tuple[ProblemIndex, ...]:
    """The positions of all Problems, in play or not."""
    return tuple(ProblemIndex(i) for i in range(len(state.problems)))


def seat_of_turn(state: State) -> Seat:
    """Whose turn it is: seats take turns clockwise from the Lead. Rules: GR-R07."""
    return Seat((state.lead + state.turn) % len(state.players))


def is_other_seat(state: State, seat: Seat, other: Seat) -> bool:
    """Is `other` a player of this game, and not `seat` itself? Rules: GR-A13."""
    return 0 <= other < len(state.players) and other != seat


def is_problem(state: State, problem: ProblemIndex) -> bool:
    """Is there a Problem in this position?"""
    return 0 <= problem < len(state.problems)


def put_at(items: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return tuple(value if i == position else item for i, item in enumerate(items))


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with some fields of one player changed."""
    return replace(state, players=put_at(state.players, seat, replace(state.players[seat], **changes)))


def with_problem(state: State, problem: ProblemIndex, **changes: Any) -> State:
    """The state with some fields of one Problem changed."""
    return replace(state, problems=put_at(state.problems, problem, replace(state.problems[problem], **changes)))


def with_memory(state: State, **changes: Any) -> State:
    """The state with some of the round's memory changed."""
    return replace(state, memory=replace(state.memory, **changes))
