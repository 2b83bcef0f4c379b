"""Claims about the Pressure deck: starters, the card at End, its owner, what it counts. DEAL."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.ground import resolve, scoring, setup
from kernel.ground.problems import claimed_value_of
from kernel.ground.rulings import ProblemDeal, ProblemStress, Rulings
from kernel.ground.state import Choice, Grounding, ModeCard, Seat, Selection, Stage, State, Step, StressScope, Suit
from model.game import Scope
from properties.claim import claim, fact
from properties.ground.reading import ticks

DECK = (ProblemDeal.PRESSURE_DECK,)
BOTH = (ProblemDeal.PRESSURE_DECK, ProblemStress.SCOPED)
WORLDS = ("drawing", "influx")
#: The highest priority that starts in play, by player count, as the module's table lists it.
LAST_STARTER = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2}


def unclaimed(state: State) -> int:
    """How many unclaimed Problems are in play."""
    return sum(1 for p in state.problems if p.in_play and p.claimed_by == -1)


def deck(state: State) -> int:
    """How many cards the Pressure deck holds."""
    return sum(1 for p in state.problems if not p.in_play)


def come(before: State, after: State) -> list[int]:
    """The positions of the Problems that have come into play."""
    return [
        i
        for i, (old, new) in enumerate(zip(before.problems, after.problems, strict=True))
        if new.in_play and not old.in_play
    ]


def brings(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a card comes into play."""
    return any(new.in_play and not old.in_play for old, new in zip(before.problems, after.problems, strict=True))


# ---------------------------------------------------------------- DEAL-START


@claim(Scope.STATE, "DEAL-START", worlds=WORLDS, sampled=False, under=DECK)
def starters_are_the_first_priorities(state: State, rulings: Rulings) -> bool:
    """Surface and priority 1, from four players on priority 2, are in play without having been drawn; no others are."""
    last = LAST_STARTER[len(state.players)]
    return all((p.in_play and not p.drawn) == (p.priority <= last) for p in state.problems)


def tables() -> Iterator[tuple[int, ProblemStress]]:
    """Every number of seats, with and without scoped stress."""
    return ((seats, stress) for seats in range(2, 7) for stress in ProblemStress)


@fact("DEAL-START", "DEAL-POINTS", "DEAL-NG4", cases=tables)
def all_but_the_starters_lie_in_the_deck(case: tuple[int, ProblemStress]) -> bool:
    """At setup Surface lies open, the other starters face down, the Scenario's other Problems in the Pressure deck.

    The threshold is the printed one: 5, 7 or 9.
    """
    seats, stress = case
    values = (2, 2, 2, 3, 3)
    cards = tuple(setup.ProblemCard(Suit.REPAIR, v, k, StressScope.GLOBAL) for k, v in enumerate(values))
    rulings = Rulings(problem_stress=stress, problem_deal=ProblemDeal.PRESSURE_DECK)
    scenario, hands = setup.Scenario(cards, (5, 7, 7, 9, 9)), ((1, 1, 0, 0),) * seats
    state = setup.set_up(scenario, ModeCard.SHARED_GROUND, hands, Seat(0), rulings)
    last = LAST_STARTER[seats]
    lies = [(p.priority, p.value, p.in_play, p.face_up, p.drawn, p.denied, p.claimed_by) for p in state.problems]
    expected = [(k, v, k <= last, k == 0, False, False, -1) for k, v in enumerate(values)]
    return lies == expected and state.threshold == {2: 5, 3: 7, 4: 7, 5: 9, 6: 9}[seats]


# ---------------------------------------------------------------- DEAL-INFLUX


@claim(
    Scope.STEP,
    "DEAL-INFLUX",
    worlds=WORLDS,
    sampled=False,
    under=DECK,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END and deck(before) > 0 and unclaimed(before) < len(before.players)
    ),
)
def below_the_cap_end_brings_one_card(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """End brings exactly one card while there is one and fewer unclaimed Problems are in play than there are seats."""
    return len(come(before, after)) == 1


@claim(
    Scope.STEP,
    "DEAL-INFLUX",
    worlds=WORLDS,
    sampled=False,
    under=DECK,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END and deck(before) > 0 and unclaimed(before) >= len(before.players)
    ),
)
def at_the_cap_nothing_comes(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """With as many unclaimed Problems in play as there are seats, or more, End brings no card."""
    return come(before, after) == []


@claim(Scope.STEP, "DEAL-INFLUX", worlds=WORLDS, sampled=False, under=DECK, premise=brings)
def cards_come_only_at_end_one_at_a_time(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A card comes into play only at End, never two together; it is unclaimed, not Denied, and known as drawn."""
    new = [after.problems[i] for i in come(before, after)]
    lies = all(p.drawn and p.claimed_by == -1 and not p.denied for p in new)
    return before.step is Step.END and len(new) == 1 and lies


@claim(Scope.STEP, "DEAL-INFLUX", worlds=WORLDS, sampled=False, under=DECK, premise=brings)
def a_drawn_card_lies_as_its_scope_says(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A drawn card lies face up if its scope is global, face down otherwise."""
    new = [after.problems[i] for i in come(before, after)]
    return all(p.face_up == (p.scope is StressScope.GLOBAL) for p in new)


@claim(
    Scope.STEP,
    "DEAL-INFLUX",
    "H2-9",
    worlds=("influx",),
    sampled=False,
    under=BOTH,
    premise=lambda before, choice, after, rulings: (
        before.step is Step.END
        and brings(before, choice, after, rulings)
        and any(
            old.stress + ticks(before, seat, rulings) < 5 and ticks(after, seat, rulings) > ticks(before, seat, rulings)
            for seat, old in enumerate(before.players)
        )
    ),
)
def a_drawn_card_does_not_press_yet(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A card that this End brings adds no Stress at this End."""
    return all(
        new.stress <= max(0, old.stress + ticks(before, seat, rulings))
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    )


@claim(
    Scope.STEP,
    "DEAL-INFLUX",
    worlds=WORLDS,
    sampled=False,
    under=DECK,
    premise=lambda before, choice, after, rulings: any(p.drawn for p in before.problems),
)
def no_card_returns_to_the_deck(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """What is in play stays in play, drawn or not."""
    return all(
        new.in_play and new.drawn == old.drawn
        for old, new in zip(before.problems, after.problems, strict=True)
        if old.in_play
    )


@claim(
    Scope.STATE,
    "DEAL-START",
    "DEAL-INFLUX",
    worlds=WORLDS,
    sampled=False,
    under=DECK,
    premise=lambda state, rulings: deck(state) > 0 and state.step in (Step.SELECT, Step.REVEAL, Step.DARVO),
)
def nothing_reaches_into_the_deck(state: State, rulings: Rulings) -> bool:
    """No Action, GROUND mode or DARVO stage can be aimed at a card that still lies in the Pressure deck."""
    away = [i for i, p in enumerate(state.problems) if not p.in_play]
    return all(
        choice.problem not in away
        for choice in resolve.offered(state, rulings)
        if isinstance(choice, (Selection, Grounding, Stage))
    )


# ---------------------------------------------------------------- DEAL-OWN, DEAL-POINTS


@claim(Scope.STEP, "DEAL-OWN", worlds=("influx",), sampled=False, under=BOTH, premise=brings)
def the_lead_owns_what_is_drawn(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A drawn personal or bond card belongs to the player who was Lead in this round, a global one to nobody."""
    return all(
        after.problems[i].owner == (-1 if after.problems[i].scope is StressScope.GLOBAL else before.lead)
        for i in come(before, after)
    )


@claim(
    Scope.STATE,
    "DEAL-POINTS",
    worlds=WORLDS,
    sampled=False,
    under=DECK,
    premise=lambda state, rulings: any(p.drawn and p.claimed_by != -1 for p in state.problems),
)
def drawn_cards_count_nothing(state: State, rulings: Rulings) -> bool:
    """Of claimed Problems only starters count, each its printed value, for the group and for the player."""
    counted = [p for p in state.problems if p.claimed_by != -1 and p.priority <= LAST_STARTER[len(state.players)]]
    own = all(
        claimed_value_of(state, Seat(seat)) == sum(p.value for p in counted if p.claimed_by == seat)
        for seat in range(len(state.players))
    )
    return scoring.total_claimed(state) == sum(p.value for p in counted) and own


@claim(Scope.STEP, "DEAL-NG4", "DEAL-POINTS", worlds=WORLDS, sampled=False, under=DECK)
def the_threshold_stays(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The threshold is the same from setup to scoring."""
    return before.threshold == after.threshold
