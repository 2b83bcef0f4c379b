"""What the texts of the pressure deck promise, taken at their word. Rules: H2-3, DEAL-POINTS, DEAL-SC1."""

from __future__ import annotations

from kernel.ground import problem_deal, scoring
from kernel.ground.rulings import ProblemDeal, Rulings
from kernel.ground.state import State, Step
from model.game import Scope
from model.verdict import Verdict
from properties.claim import claim


def has_deck(state: State, rulings: Rulings) -> bool:
    """Premise: a game with the pressure deck is over."""
    return state.step is Step.OVER and rulings.problem_deal is ProblemDeal.PRESSURE_DECK


@claim(
    Scope.STATE,
    "H2-3",
    "DEAL-POINTS",
    worlds=("starters",),
    sampled=False,
    premise=lambda state, rulings: (
        has_deck(state, rulings) and all(p.drawn or p.claimed_by != -1 for p in state.problems if p.in_play)
    ),
    expect=Verdict.REFUTED,
    finding="F-034",
    under=(ProblemDeal.PRESSURE_DECK,),
)
def a_group_that_claims_every_starter_succeeds(state: State, rulings: Rulings) -> bool:
    """Taken literally: the threshold is within the points in play, so that whoever claims every starter reaches it."""
    return scoring.is_group_successful(state)


@claim(
    Scope.STATE,
    "DEAL-SC1",
    worlds=("closed",),
    sampled=False,
    premise=lambda state, rulings: (
        has_deck(state, rulings) and problem_deal.unclaimed_in_play(state, rulings) >= problem_deal.open_cap(state)
    ),
    expect=Verdict.REFUTED,
    finding="F-035",
    under=(ProblemDeal.PRESSURE_DECK,),
)
def where_the_cap_binds_a_card_has_come_in(state: State, rulings: Rulings) -> bool:
    """Taken literally: a game in which open_cap binds is one that shows an influx."""
    return any(p.drawn for p in state.problems)
