"""Where to look for the plays that tell the readings of the two modules apart. Rules: H2-5, DEAL-START..DEAL-POINTS."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernel.ground.rulings import (
    STANDING,
    CapCounts,
    DeckExtent,
    DeckThreshold,
    DrawnGlobal,
    DrawnOwner,
    DrawnSuccess,
    FirstOwner,
    ProblemDeal,
    ProblemStress,
    Rulings,
    ScopeVisibility,
    SurfaceOwner,
    UnscopedOwner,
)
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import NO_CARDS, ModeCard, Problem, Seat, State, Step, StressScope, Suit
from model.ground import problem, table

SCOPED = replace(STANDING, problem_stress=ProblemStress.SCOPED)
DECK = replace(STANDING, problem_deal=ProblemDeal.PRESSURE_DECK)
BOTH = replace(SCOPED, problem_deal=ProblemDeal.PRESSURE_DECK)

#: Scopes by priority; those of printed cards are not known.
SCOPES = (StressScope.PERSONAL, StressScope.BOND, StressScope.GLOBAL, StressScope.PERSONAL, StressScope.GLOBAL)


def printed(rulings: Rulings) -> State:
    """Two players about to begin; the Surface Problem is personal."""
    values = (2, 2, 2, 3, 3)
    suits = (Suit.CLARIFY, Suit.REPAIR, Suit.BOUNDARY, Suit.CHANGE, Suit.CLARIFY)
    cards = tuple(
        ProblemCard(suit, value, priority, scope)
        for priority, (suit, value, scope) in enumerate(zip(suits, values, SCOPES, strict=True))
    )
    scenario = Scenario(cards, (5, 7, 7, 9, 9))
    return set_up(scenario, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * 2, Seat(0), rulings)


def at_end(seats: int, *problems: Problem, rounds: int = 2) -> State:
    """The End of round 1, with nothing on the table but these Problems."""
    start = table(
        stress=(2,) * seats, problems=problems, hands=(NO_CARDS,) * seats, deck=NO_CARDS, rounds=rounds, threshold=2
    )
    return replace(start, step=Step.END)


def card(priority: int, scope: StressScope, **changes: Any) -> Problem:
    """A Problem of this scope, in play unless something else is said."""
    return replace(problem(Suit.CLARIFY, 2, priority), scope=scope, **changes)


#: A global card is all that the deck holds.
GLOBAL_CARD = at_end(2, card(1, StressScope.GLOBAL, in_play=False))
#: The Lead owns two personal Problems, and another one is all that the deck holds.
BURDENED = at_end(
    3,
    card(1, StressScope.PERSONAL, owner=Seat(0)),
    card(2, StressScope.PERSONAL, owner=Seat(0), drawn=True),
    card(3, StressScope.PERSONAL, in_play=False),
)
#: Both starters are unclaimed, and a card lies in the deck.
CROWDED = at_end(
    2,
    card(0, StressScope.GLOBAL, face_up=True),
    card(1, StressScope.GLOBAL),
    card(2, StressScope.GLOBAL, in_play=False),
)
#: A personal card is all that the deck holds.
PERSONAL_CARD = at_end(2, card(1, StressScope.PERSONAL, in_play=False))
#: The last End; a card from the deck has been claimed.
CLAIMED_CARD = at_end(
    2,
    replace(problem(Suit.CLARIFY, 2, 0), claimed_by=Seat(0)),
    replace(problem(Suit.CLARIFY, 2, 2), face_up=True, drawn=True, claimed_by=Seat(0)),
    rounds=1,
)

#: Finding, switch, another option, what it stands in, and where to look: at a table, or at the one that setup lays.
MODULE_HUNTS: tuple[tuple[str, str, Any, Rulings, Any], ...] = (
    ("F-021", "first_owner", FirstOwner.AFTER_LEAD, SCOPED, printed),
    ("F-022", "surface_owner", SurfaceOwner.NOBODY, SCOPED, printed),
    ("F-023", "deck_extent", DeckExtent.SEAT_BAND, DECK, printed),
    ("F-024", "drawn_global", DrawnGlobal.FACE_DOWN, DECK, (GLOBAL_CARD,)),
    ("F-025", "drawn_owner", DrawnOwner.RELIEVED_LEAD, BOTH, (BURDENED,)),
    ("F-026", "unscoped_owner", UnscopedOwner.NOTED, DECK, (PERSONAL_CARD,)),
    ("F-027", "drawn_success", DrawnSuccess.IGNORED, DECK, (CLAIMED_CARD,)),
    ("F-035", "cap_counts", CapCounts.DRAWN, DECK, (CROWDED,)),
    ("F-037", "deck_threshold", DeckThreshold.STARTERS, DECK, printed),
    ("F-028", "scope_visibility", ScopeVisibility.WITH_THE_CARD, SCOPED, (printed(SCOPED),)),
)
