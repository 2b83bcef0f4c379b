"""Facts about scoring, on finished tables laid by hand, with ties, Blames and Bonds that small worlds do not reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from kernel.ground.rulings import STANDING
from kernel.ground.state import NOBODY, ModeCard, Relation, Seat, State, Step, Suit, Token
from model.ground import problem, table
from properties.claim import fact
from properties.ground import ends

SEATS = range(3)
PAIRS = ((0, 1), (0, 2), (1, 2))
#: Whose the two Problems are; nobody's, so that a threshold can be missed, or one of the three seats'.
OWNERS = tuple(product((-1, 0, 1, 2), repeat=2))
#: In front of whom each seat's Blame lies, -1 for nobody.
BLAMES = tuple(product((-1, 1, 2), (-1, 0, 2), (-1, 0, 1)))
TILES = tuple(product(Relation, repeat=3))
#: Stress of the three seats: level, or one seat calmer.
STRESSES = ((2, 2, 2), (1, 2, 2), (2, 2, 1))


def finished(mode: ModeCard) -> Iterator[State]:
    """Finished three-seat tables: every ownership of two Problems, every place of three Blames, every relation."""
    bare = table(
        stress=(2, 2, 2),
        problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 0)),
        hands=((0, 0, 0, 0),) * 3,
        deck=(0, 0, 0, 0),
        first_round=5,
        threshold=3,
        mode=mode,
    )
    over = replace(bare, step=Step.OVER)
    for owners, tiles in product(OWNERS, TILES):
        square = dict(zip(PAIRS, tiles, strict=True))
        relations = tuple(tuple(square.get((min(a, b), max(a, b)), Relation.NONE) for b in SEATS) for a in SEATS)
        claimed = tuple(replace(p, claimed_by=Seat(o)) for p, o in zip(over.problems, owners, strict=True))
        laid = replace(over, relations=relations, problems=claimed)
        for places, stress in product(BLAMES, STRESSES):
            players = tuple(
                replace(p, stress=s, token=Token.UNPLACED if at == NOBODY else Token.BLAME, token_at=Seat(at))
                for p, s, at in zip(laid.players, stress, places, strict=True)
            )
            yield replace(laid, players=players)


@fact("GR-E03", "GR-T02", "GR-E01", cases=lambda: finished(ModeCard.COMMON_PROBLEM))
def finished_common_problems_are_scored_as_written(state: State) -> bool:
    """COMMON PROBLEM on finished tables: score with Blames, then lower Stress, then more Bonds, then shared."""
    return bool(ends.common_problem_goes_to_the_best_score.check.holds(state, STANDING))


@fact("GR-E04", "GR-E01", "GR-T02", cases=lambda: finished(ModeCard.BONDED_COALITIONS))
def finished_coalitions_are_scored_as_written(state: State) -> bool:
    """BONDED COALITIONS on finished tables: summed scores, lower combined Stress, fewer Blames, then shared."""
    return bool(ends.coalitions_win_together.check.holds(state, STANDING)) and bool(
        ends.coalitions_are_the_bond_networks.check.holds(state, STANDING)
    )


@fact("GR-E02", "GR-E01", cases=lambda: finished(ModeCard.SHARED_GROUND))
def finished_shared_grounds_are_rated_as_written(state: State) -> bool:
    """SHARED GROUND on finished tables: all or nobody, and mastery loses one for each Blame in play."""
    return bool(ends.shared_ground_is_won_together.check.holds(state, STANDING))
