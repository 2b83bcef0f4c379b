"""GROUND for the symbolic engine: at 2 to 6 seats, printed or of any length."""

from __future__ import annotations

from kernel.ground import resolve, setup
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import STANDING, Rulings, modules_of
from kernel.ground.state import (
    MAX_SEATS,
    MIN_SEATS,
    ROUNDS,
    START_HAND,
    Choice,
    ModeCard,
    Seat,
    State,
    Step,
    StressScope,
    Suit,
)
from model.ground import GROUND
from model.ground_symbols import MOST_ROUNDS, MOST_THRESHOLD, MOST_VALUE, choice, state
from model.lift import terms as T
from model.lift.core import Kind
from model.lift.decode import member
from model.lift.lifter import Lifter
from model.lift.values import Record, Value, fields_of
from model.symbolic import Arena, Case

GroundArena = Arena[State, Choice, Rulings]

#: What all printed Scenario cards share: the values by priority, and the thresholds for 2 to 6 players.
PRINTED_VALUES = (2, 2, 2, 3, 3)
PRINTED_THRESHOLDS = (5, 7, 7, 9, 9)
#: Steps with a turn for each seat; END and OVER have one.
OF_SEATS = tuple(step for step in Step if step not in (Step.END, Step.OVER))


def is_legal(state: State, choice: Choice, rulings: Rulings) -> bool:
    """Does the kernel accept this choice? Rules: GR-R01, GR-R06."""
    return resolve.refusal_of(state, choice, rulings) is Refusal.NONE


def case_names(seats: int) -> tuple[str, ...]:
    """One case for each step and acting seat."""
    return tuple(
        f"{step.name} {seat}" if step in OF_SEATS else step.name
        for step in Step
        for seat in (range(seats) if step in OF_SEATS else (0,))
    )


def arena(seats: int, rounds: int | None = ROUNDS, rulings: Rulings = STANDING) -> GroundArena:
    """GROUND with this many seats and rounds; None for any number of rounds up to `MOST_ROUNDS`.

    The modules among the rulings say which pieces there are: an arena is for play under the same modules.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"GROUND has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")

    def case(name: str) -> Case:
        step, _, seat = name.partition(" ")
        due = Step[step]
        table = with_rounds(state("s", seats, due, int(seat or 0), rulings), rounds)
        return Case(name, table, choice_for("c", table, rulings))

    return Arena(
        game=GROUND,
        size=", ".join((f"{seats} seats", *modules_of(rulings))),
        cases=case_names(seats),
        case=case,
        is_legal=is_legal,
        start=lambda lifter=None: any_deal(seats, rounds, lifter=lifter, rulings=rulings),
        choice_for=lambda name, table: choice_for(name, table, rulings),
        fixed=frozenset({"step", "turn", "lead"}),
        stage=lambda table: (fields_of(table)["round"], fields_of(table)["step"] is Step.OVER),
    )


def with_rounds(table: Value, rounds: int | None) -> Value:
    """A table of a game of this length."""
    return table if rounds is None else Record(State, {**fields_of(table), "rounds": rounds})


def any_table(seats: int, rounds: int, rulings: Rulings = STANDING) -> Value:
    """All cases at once, in games of this length: any step, turn and Lead on the table that the cases share."""
    games = arena(seats, rounds, rulings)
    clock = {
        "step": member("s.step", Step),
        "turn": T.number("s.turn", 0, seats - 1),
        "lead": T.number("s.lead", 0, seats - 1),
        "round": T.number("s.round", 1, rounds),
    }
    assert games.fixed <= clock.keys()
    return Record(State, {**fields_of(games.case(games.cases[0]).state), **clock})


def choice_for(name: str, table: Value, rulings: Rulings = STANDING) -> Value | None:
    """Any choice of the kind that is due on a table whose step is known; None if the game is over."""
    fields = fields_of(table)
    if fields["step"] is Step.OVER:
        return None
    return choice(name, fields["step"], len(fields["players"]), len(fields["problems"]), rulings)


def any_deal(
    seats: int,
    rounds: int | None,
    lead: Seat | None = None,
    printed: bool = False,
    lifter: Lifter | None = None,
    rulings: Rulings = STANDING,
) -> tuple[Value, T.Bool]:
    """Every table at setup: all deals, suits and Mode cards, any Lead unless one is given.

    What comes with it says where the preconditions of setting up hold; what else happens there is told by the lifter.

    With `printed` the values and thresholds of dataset 0.1, otherwise any. Rules: GR-S01..GR-S04.
    """
    hands = tuple(tuple(T.number(f"hand{seat}.{k}", 0, START_HAND) for k in range(4)) for seat in range(seats))
    cards = tuple(
        Record(
            setup.ProblemCard,
            {
                "suit": member(f"card{k}.suit", Suit, among=(Suit.CHANGE,)),
                "value": PRINTED_VALUES[k] if printed else T.number(f"card{k}.value", 1, MOST_VALUE),
                "priority": k,
                "scope": member(f"card{k}.scope", StressScope) if modules_of(rulings) else StressScope.NONE,
            },
        )
        for k in range(len(PRINTED_VALUES))
    )
    thresholds = PRINTED_THRESHOLDS if printed else (T.number("threshold", 0, MOST_THRESHOLD),) * 5
    scenario = Record(setup.Scenario, {"problems": cards, "thresholds": thresholds})
    first = T.number("lead", 0, seats - 1) if lead is None else lead
    lifter = lifter or Lifter()
    table = lifter.call(setup.set_up, scenario, member("mode", ModeCard), hands, first, rulings)
    allowed = T.negation(T.any_of(event.when for event in lifter.events if event.kind is Kind.REQUIRE))
    if rounds != ROUNDS:
        length = T.number("rounds", 1, MOST_ROUNDS) if rounds is None else rounds
        table = Record(State, {**fields_of(table), "rounds": length})
    return table, allowed
