"""What must hold in GROUND r0: claims chapter by chapter, and facts about setup."""

from properties.claim import claims_in, facts_in
from properties.ground import acts, coverage, ends, facts, rounds, sequences

CLAIMS = claims_in((rounds, acts, sequences, ends))
FACTS = facts_in((facts, coverage))
