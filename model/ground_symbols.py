"""Symbolic tables and choices of GROUND: every state of a printed game's kind, and every choice of the due turn.

Widths, each with what keeps the game within it: Stress 0-5 (GR-F01; with U2 AT_END the track is left in between, see
`STRESS_ROOM`), piles 0-6 a suit (GR-S04), Protection and rounds up to `MOST_ROUNDS`.
"""

from __future__ import annotations

from kernel.ground.problem_deal import last_starter
from kernel.ground.rulings import STANDING, DeckExtent, ProblemDeal, ProblemStress, Rulings, UnscopedOwner
from kernel.ground.setup import last_priority
from kernel.ground.state import (
    NOBODY,
    Action,
    Answer,
    Draw,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Marker,
    ModeCard,
    Pass,
    Player,
    Problem,
    Relation,
    Reply,
    RoundMemory,
    Selection,
    Stage,
    State,
    Step,
    StressScope,
    Suit,
    Token,
)
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.decode import member
from model.lift.values import Record, Union, Value, member_at

#: Claims about every state are proved for games of up to this many rounds.
MOST_ROUNDS = 60
MOST_VALUE = 7
MOST_THRESHOLD = 40
#: A Scenario card's Surface Problem and its four hidden ones.
PRINTED_CARDS = 5


def selection(name: str, seats: int, problems: int) -> Value:
    """Any selection, its targets on the table or just off it."""
    return Record(
        Selection,
        {
            "action": member(f"{name}.action", Action),
            "target": T.number(f"{name}.target", -1, seats),
            "problem": T.number(f"{name}.problem", -1, problems),
            "spend": T.truth(f"{name}.spend"),
            "accepts": T.truth(f"{name}.accepts"),
        },
    )


def grounding(name: str, seats: int, problems: int) -> Value:
    """Any mode of GROUND with any option and target."""
    return Record(
        Grounding,
        {
            "mode": member(f"{name}.mode", GroundMode),
            "option": member(f"{name}.option", GroundOption),
            "target": T.number(f"{name}.aim", -1, seats),
            "problem": T.number(f"{name}.card", -1, problems),
        },
    )


def choice(name: str, step: Step, seats: int, problems: int, rulings: Rulings = STANDING) -> Value:
    """Any choice of the kind that this step takes. Rules: GR-R01, GR-R06, DEAL-INFLUX."""
    match step:
        case Step.SELECT:
            return selection(name, seats, problems)
        case Step.REVEAL:
            return grounding(name, seats, problems)
        case Step.SUPPORT | Step.ATTACK:
            return Record(Answer, {"reply": member(f"{name}.reply", Reply)})
        case Step.DARVO:
            return Record(
                Stage,
                {
                    "problem": T.number(f"{name}.problem", -1, problems),
                    "target": T.number(f"{name}.target", -1, seats),
                    "reply": member(f"{name}.reply", Reply),
                },
            )
        case Step.INVESTIGATE:
            return Record(
                Draw, {"suit": member(f"{name}.suit", Suit), "problem": T.number(f"{name}.problem", -1, problems)}
            )
        case Step.END if rulings.problem_deal is ProblemDeal.PRESSURE_DECK:
            draws = T.truth(f"{name}.draws")
            drawn = Record(Influx, {"problem": T.number(f"{name}.problem", -1, problems)})
            return Union(((draws, drawn), (T.negation(draws), Pass())))
    return Pass()


def player(name: str, seats: int) -> Value:
    """Any mat."""
    return Record(
        Player,
        {
            "stress": T.number(f"{name}.stress", 0, 5),
            "freedom": member(f"{name}.freedom", Freedom),
            "marker": member(f"{name}.marker", Marker),
            "token": member(f"{name}.token", Token),
            "token_at": T.number(f"{name}.token_at", -1, seats - 1),
            "protection": T.number(f"{name}.protection", 0, MOST_ROUNDS),
            "hand": tuple(T.number(f"{name}.hand{k}", 0, 6) for k in range(4)),
        },
    )


def problem(name: str, priority: int, seats: int, rulings: Rulings = STANDING) -> Value:
    """Any Problem of this priority. Under the Pressure deck those that are no starters are in play only if drawn."""
    has_deck = rulings.problem_deal is ProblemDeal.PRESSURE_DECK
    has_scopes = rulings.problem_stress is ProblemStress.SCOPED
    is_starter = not has_deck or priority <= last_starter(seats)
    in_play = True if is_starter else T.truth(f"{name}.in_play")
    scope: Value = StressScope.NONE
    if has_deck or has_scopes:
        scope = member_at(StressScope, T.number(f"{name}.scope", 1 if has_scopes else 0, len(StressScope) - 1))
    is_owned = has_scopes or (not is_starter and rulings.unscoped_owner is UnscopedOwner.NOTED)
    return Record(
        Problem,
        {
            "suit": member(f"{name}.suit", Suit, among=(Suit.CHANGE,)),
            "value": T.number(f"{name}.value", 1, MOST_VALUE),
            "priority": priority,
            "face_up": T.truth(f"{name}.up"),
            "denied": T.truth(f"{name}.denied"),
            "claimed_by": T.number(f"{name}.claimed_by", -1, seats - 1),
            "in_play": in_play,
            "drawn": False if is_starter else in_play,
            "scope": scope,
            "owner": T.number(f"{name}.owner", -1, seats - 1) if is_owned else NOBODY,
        },
    )


def problems_at(seats: int, rulings: Rulings = STANDING) -> int:
    """How many Problems a game with this many players has, with the five that a Scenario card prints."""
    every = rulings.problem_deal is ProblemDeal.PRESSURE_DECK and rulings.deck_extent is DeckExtent.WHOLE_SCENARIO
    return PRINTED_CARDS if every else last_priority(seats) + 1


def relations(name: str, seats: int) -> Value:
    """Any relations: symmetric, nobody related to itself; both are kept by every step, see the claims on GR-O05."""
    tiles = {(a, b): member(f"{name}.{a}-{b}", Relation) for a in range(seats) for b in range(a + 1, seats)}
    return tuple(
        tuple(Relation.NONE if a == b else tiles[min(a, b), max(a, b)] for b in range(seats)) for a in range(seats)
    )


def memory(name: str, seats: int, problems: int) -> Value:
    """Anything that could be remembered."""
    return Record(
        RoundMemory,
        {
            "selections": tuple(selection(f"{name}.s{i}", seats, problems) for i in range(seats)),
            "groundings": tuple(grounding(f"{name}.g{i}", seats, problems) for i in range(seats)),
            "cancel_used": tuple(T.truth(f"{name}.used{i}") for i in range(seats)),
            "closing": tuple(T.truth(f"{name}.closing{i}") for i in range(seats)),
            "ended": tuple(T.truth(f"{name}.ended{i}") for i in range(seats)),
            "bonds_before": tuple(tuple(T.truth(f"{name}.bond{a}-{b}") for b in range(seats)) for a in range(seats)),
        },
    )


def state(name: str, seats: int, step: Step, acting: int, rulings: Rulings = STANDING) -> Value:
    """Any state in this step in which this seat's turn is due; which turn it is, and so who leads, is open.

    END and OVER have one turn, in which nobody acts: there the Lead is open all the same.
    """
    problems = problems_at(seats, rulings)
    turn = T.number(f"{name}.turn", 0, seats - 1)
    lead = A.remainder(A.subtract(acting + seats, turn), seats)
    if step in (Step.END, Step.OVER):
        turn, lead = 0, T.number(f"{name}.lead", 0, seats - 1)
    return Record(
        State,
        {
            "mode": member(f"{name}.mode", ModeCard),
            "threshold": T.number(f"{name}.threshold", 0, MOST_THRESHOLD),
            "rounds": T.number(f"{name}.rounds", 1, MOST_ROUNDS),
            "players": tuple(player(f"{name}.p{i}", seats) for i in range(seats)),
            "problems": tuple(problem(f"{name}.q{k}", k, seats, rulings) for k in range(problems)),
            "relations": relations(f"{name}.r", seats),
            "deck": tuple(T.number(f"{name}.deck{k}", 0, 6) for k in range(4)),
            "discard": tuple(T.number(f"{name}.discard{k}", 0, 6) for k in range(4)),
            "lead": lead,
            "round": T.number(f"{name}.round", 1, MOST_ROUNDS),
            "step": step,
            "turn": turn,
            "memory": memory(f"{name}.m", seats, problems),
        },
    )
