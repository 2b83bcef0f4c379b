"""What must hold in GROUND: claims chapter by chapter, and facts about setup."""

from properties.claim import claims_in, facts_in
from properties.ground import (
    acts,
    choosing,
    coverage,
    criteria,
    ends,
    facts,
    finished,
    problem_deal,
    problem_stress,
    promises,
    relations,
    rounds,
    sequences,
    solving,
    theorems,
    ties,
    winning,
)

CLAIMS = claims_in(
    (
        rounds,
        choosing,
        solving,
        acts,
        relations,
        sequences,
        ends,
        ties,
        promises,
        theorems,
        problem_stress,
        problem_deal,
        winning,
    )
)
FACTS = facts_in((facts, finished, coverage, criteria, problem_stress, problem_deal))
