"""What must hold in GROUND r0: claims chapter by chapter, and facts about setup."""

from properties.claim import claims_in, facts_in
from properties.ground import (
    acts,
    choosing,
    coverage,
    ends,
    facts,
    finished,
    relations,
    rounds,
    sequences,
    solving,
    theorems,
)

CLAIMS = claims_in((rounds, choosing, solving, acts, relations, sequences, ends, theorems))
FACTS = facts_in((facts, finished, coverage))
