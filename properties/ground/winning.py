"""The arithmetic of winning: how many points can be claimed, and whether that is enough, under each pair of modules.

The rule text wants every published setup to keep the Scenario threshold within the points in play. Claims say that no
table shows more points than that; whole games show that so many can be claimed. Rules: GR-E01, H2-3, DEAL-POINTS.
"""

from __future__ import annotations

from collections.abc import Callable

from kernel.ground import scoring
from kernel.ground.rulings import COMBINATIONS, ProblemDeal, ProblemStress, Rulings, modules_of
from kernel.ground.state import MIN_SEATS, State
from model.game import Scope
from model.ground_answers import Reply
from model.ground_arena import PRINTED_THRESHOLDS, PRINTED_VALUES
from properties.claim import claim
from properties.ground.figures import Figure, WholeClaim

#: The most points by seats, with the printed values: of all Problems of the player count, and of the starters.
PRINTED_POINTS = {2: 6, 3: 9, 4: 9, 5: 12, 6: 12}
STARTER_POINTS = {2: 4, 3: 4, 4: 6, 5: 6, 6: 6}
DECK = ProblemDeal.PRESSURE_DECK


def is_printed(state: State, rulings: Rulings) -> bool:
    """Premise: the values and the threshold are those of dataset 0.1."""
    values = all(problem.value == PRINTED_VALUES[problem.priority] for problem in state.problems)
    return values and state.threshold == PRINTED_THRESHOLDS[len(state.players) - MIN_SEATS]


def shown_with(deal: ProblemDeal) -> Callable[[State, Rulings], bool]:
    """Premise: dataset 0.1 is dealt like this."""

    def premise(state: State, rulings: Rulings) -> bool:
        return rulings.problem_deal is deal and is_printed(state, rulings)

    return premise


@claim(
    Scope.STATE,
    "GR-E01",
    "H2-3",
    sampled=False,
    premise=shown_with(ProblemDeal.PRINTED),
    under=(ProblemDeal.PRINTED,),
)
def points_stay_within_those_in_play(state: State, rulings: Rulings) -> bool:
    """With the printed values the group never has more than 6, 9, 9, 12 and 12 points at 2 to 6 players."""
    return scoring.total_claimed(state) <= PRINTED_POINTS[len(state.players)]


@claim(Scope.STATE, "DEAL-POINTS", "DEAL-SC3", sampled=False, premise=shown_with(DECK), under=(DECK,))
def starters_never_reach_the_threshold(state: State, rulings: Rulings) -> bool:
    """With the Pressure deck and the printed values the group never has more than 4 points at 2 and 3 players and 6 at
    more, and never reaches the threshold: nobody can win.
    """
    few = scoring.total_claimed(state) <= STARTER_POINTS[len(state.players)]
    return few and not scoring.is_group_successful(state) and not any(scoring.winners_of(state, rulings))


def all_points(rulings: Rulings) -> WholeClaim:
    """So many points can be claimed under these modules."""
    is_deck = rulings.problem_deal is DECK
    numbers = STARTER_POINTS if is_deck else PRINTED_POINTS
    return WholeClaim(
        "_with_".join(["all_points_can_be_claimed", *(each.replace(" ", "_") for each in modules_of(rulings))]),
        "It can come about that the group has claimed {n} points.",
        ("GR-E01", "DEAL-POINTS") if is_deck else ("GR-E01", "H2-3"),
        "points() >= {n}",
        dict.fromkeys(numbers, Reply.YES),
        numbers,
        rulings=rulings,
    )


#: How early the threshold can be reached where Problems press on players.
SUCCESS_UNDER_PRESSURE = Figure(
    "group_succeeds_under_pressure",
    "the threshold is reached although Problems press",
    ("GR-E01", "H2-9"),
    "successful()",
    {2: 3, 3: 2},
    rulings=Rulings(problem_stress=ProblemStress.SCOPED),
)


def table() -> str:
    """The points that can be claimed by seats, beside the threshold, as a Markdown table."""
    rows = (
        ("Threshold", dict(zip(PRINTED_POINTS, PRINTED_THRESHOLDS, strict=True))),
        ("Most points, all Problems of the player count in play", PRINTED_POINTS),
        ("Most points with the Pressure deck", STARTER_POINTS),
    )
    lines = ["| | " + " | ".join(f"{seats} seats" for seats in PRINTED_POINTS) + " |", "|---|" + "---|" * 5]
    lines += [f"| {name} | " + " | ".join(str(value) for value in values.values()) + " |" for name, values in rows]
    return "\n".join(lines) + "\n"


WINNING: tuple[WholeClaim, ...] = (
    *map(all_points, COMBINATIONS),
    *SUCCESS_UNDER_PRESSURE.claims(),
)
