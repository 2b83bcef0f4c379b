"""Random GROUND: printed starts, rulings, and every choice that can be written down, legal or not."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from kernel.ground.rulings import NO_HAND_LIMIT, STANDING, ProblemStress, Rulings, UnscopedOwner, modules_of
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    CARDS_PER_SUIT,
    MAX_SEATS,
    MIN_SEATS,
    NO_PROBLEM,
    NOBODY,
    PASS,
    START_HAND,
    SUITS,
    Action,
    Answer,
    Cards,
    Choice,
    Draw,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    ModeCard,
    ProblemIndex,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    StressScope,
    Suit,
)

#: What all printed Scenario cards share: the values by priority, and the thresholds for 2 to 6 players.
PRINTED_VALUES = (2, 2, 2, 3, 3)
PRINTED_THRESHOLDS = (5, 7, 7, 9, 9)


@st.composite
def scenarios(draw: st.DrawFn, scoped: bool = False) -> Scenario:
    """A Scenario card with printed values and thresholds, any suits and, if wanted, any stress scopes.

    Rules: GR-S01, GR-E01, H2-5.
    """
    scopes = [StressScope.GLOBAL, StressScope.PERSONAL, StressScope.BOND] if scoped else [StressScope.NONE]
    cards = tuple(
        ProblemCard(draw(st.sampled_from(SUITS)), value, i, draw(st.sampled_from(scopes)))
        for i, value in enumerate(PRINTED_VALUES)
    )
    return Scenario(cards, PRINTED_THRESHOLDS)


@st.composite
def deals(draw: st.DrawFn, seats: int) -> tuple[Cards, ...]:
    """Two Solutions for each seat, from 24 with six a suit. Rules: GR-S02, GR-S04."""
    deck = [CARDS_PER_SUIT] * len(SUITS)
    hands = [[0] * len(SUITS) for _ in range(seats)]
    for hand in hands:
        for _ in range(START_HAND):
            suit = draw(st.sampled_from([k for k, left in enumerate(deck) if left]))
            deck[suit] -= 1
            hand[suit] += 1
    return tuple((a, b, c, d) for a, b, c, d in hands)


@st.composite
def printed_starts(
    draw: st.DrawFn, fewest: int = MIN_SEATS, most: int = MAX_SEATS, rulings: Rulings = STANDING
) -> State:
    """A printed game about to begin, for any number of seats between the two. Rules: GR-S01..GR-S04, GR-O01."""
    seats = draw(st.integers(fewest, most))
    mode = draw(st.sampled_from(ModeCard))
    lead = Seat(draw(st.integers(0, seats - 1)))
    return set_up(draw(scenarios(bool(modules_of(rulings)))), mode, draw(deals(seats)), lead, rulings)


@st.composite
def games(draw: st.DrawFn, under: SearchStrategy[Rulings]) -> tuple[Rulings, State]:
    """Rulings, and a game that begins under them."""
    drawn = draw(under)
    return drawn, draw(printed_starts(rulings=drawn))


def _consistent(answers: dict[str, Any]) -> Rulings:
    """These answers; of two that contradict each other the module's stands."""
    if answers["problem_stress"] is ProblemStress.SCOPED:
        answers = {**answers, "unscoped_owner": UnscopedOwner.NOT_NOTED}
    return Rulings(**answers)


def rulings() -> SearchStrategy[Rulings]:
    """Any combination of options that can stand together; the simplest is the default of each."""
    hints = get_type_hints(Rulings)
    options: dict[str, SearchStrategy[Any]] = {
        each.name: st.sampled_from(hints[each.name])
        if issubclass(hints[each.name], Enum)
        else st.integers(0, NO_HAND_LIMIT).map(lambda below: NO_HAND_LIMIT - below)
        for each in fields(Rulings)
    }
    return st.fixed_dictionaries(options).map(_consistent)


def choices(state: State) -> SearchStrategy[Choice]:
    """Any choice of any step with targets on and just off the table, every other one without a target.

    Rules: GR-R02, GR-R05, GR-R06.
    """
    seats = st.just(NOBODY) | st.integers(-2, len(state.players)).map(Seat)
    problems = st.just(NO_PROBLEM) | st.integers(-2, len(state.problems)).map(ProblemIndex)
    replies, truths = st.sampled_from(Reply), st.sampled_from((False, False, True))
    return st.one_of(
        st.just(PASS),
        st.builds(Answer, replies),
        st.builds(Draw, st.sampled_from(Suit), problems),
        st.builds(Influx, problems),
        st.builds(Stage, problems, seats, replies),
        st.builds(Grounding, st.sampled_from(GroundMode), st.sampled_from(GroundOption), seats, problems),
        st.builds(Selection, st.sampled_from(Action), seats, problems, truths, truths),
    )
