"""What tie-breaks can tell apart: GR-E03 taken at its word."""

from __future__ import annotations

from kernel.ground import scoring
from kernel.ground.rulings import Rulings
from kernel.ground.state import ModeCard, State, Step
from model.game import Scope
from model.verdict import Verdict
from properties.claim import claim
from properties.ground.ends import blames, claimed


def is_level_between_two(state: State, rulings: Rulings) -> bool:
    """Premise: two players have ended COMMON PROBLEM successfully, level on score and on Stress."""
    scores = [claimed(state, seat) - blames(state, seat) for seat in range(len(state.players))]
    return (
        state.step is Step.OVER
        and state.mode is ModeCard.COMMON_PROBLEM
        and len(state.players) == 2
        and scoring.is_group_successful(state)
        and scores[0] == scores[1]
        and state.players[0].stress == state.players[1].stress
    )


@claim(
    Scope.STATE,
    "GR-E03",
    worlds=("level",),
    sampled=False,
    premise=is_level_between_two,
    expect=Verdict.REFUTED,
    finding="F-033",
)
def more_bonds_can_decide_between_two_players(state: State, rulings: Rulings) -> bool:
    """Taken literally: two players level on score and Stress can still be told apart, by their Bonds."""
    return scoring.winners_of(state, rulings) != (True, True)
