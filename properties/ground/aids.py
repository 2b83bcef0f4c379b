"""What helps to prove that two readings of GROUND never part: more that every reachable table has in common.

Like parts of the invariant, but shown to hold and to be kept only where they are needed. They are about games with the
printed values.
"""

from __future__ import annotations

from kernel.ground.rulings import Rulings
from kernel.ground.state import START_HAND, SUITS, State, Step
from properties.ground.invariant import A_SUIT, has_acted
from properties.ground.reading import seats

#: Values by priority, and thresholds for 2 to 6 players, that all printed Scenario cards share (GR-E01).
VALUES, THRESHOLDS = (2, 2, 2, 3, 3), (5, 7, 7, 9, 9)


def the_deck_shrinks_slowly(state: State, rulings: Rulings) -> bool:
    """Beyond the deal, no more cards are missing from the deck than INVESTIGATEs have had their turn."""
    drawn = sum((state.round if has_acted(state, seat, Step.INVESTIGATE) else state.round - 1) for seat in seats(state))
    return sum(state.deck) + drawn >= A_SUIT * len(SUITS) - START_HAND * len(state.players)


def values_are_printed(state: State, rulings: Rulings) -> bool:
    """Every Problem is worth what dataset 0.1 prints, and the threshold is that of the number of players."""
    worth = all(problem.value == VALUES[problem.priority] for problem in state.problems)
    return worth and state.threshold == THRESHOLDS[len(state.players) - 2]


AIDS = (the_deck_shrinks_slowly, values_are_printed)
