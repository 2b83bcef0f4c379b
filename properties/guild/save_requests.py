"""What an applied creation step was asked for: it named the draft as it was, and holds what the request says.

Beside `save_creation`, which compares states: these claims compare the applied child with the intent of its row.
Rules: AG-SAV-6-01..03, AG-SAV-7.1-05, AG-SAV-7.1-07, AG-SAV-18-05.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.edition import Edition
from kernel.guild.save.intent import Kind
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, OPENING_OFFERS
from model.crash_matrix import Bench, Choice
from model.game import Scope
from properties.claim import Span, claim
from properties.guild.save_reading import active, applies, child, intent_number
from properties.guild.save_transactions import applying

LEGACY, BOTH = ("save-creation",), ("save-creation", "save-creation-growth")


@claim(Scope.STEP, "AG-SAV-6-01", worlds=BOTH, premise=applying(Kind.BEGIN), sampled=False, span=Span.NONE)
def a_begun_draft_is_that_of_its_request(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A begun draft has the Contract that was asked for, in FG4 no offers, in GROWTH all four, nothing selected."""
    old, new = active(before).slot, child(after).slot
    draft = new.draft
    offered = {offer != NONE for offer in draft.offers}
    alone = replace(new, draft=old.draft, ordinal=old.ordinal) == old
    chosen = (draft.contract, draft.first, draft.second) == (intent_number(before, after, "place"), NONE, NONE)
    return alone and chosen and offered == {rulings.edition is Edition.GROWTH}


@claim(
    Scope.STEP,
    "AG-SAV-6-02",
    worlds=LEGACY,
    premise=applying(Kind.MATERIALIZE),
    sampled=False,
    span=Span.NONE,
    under=(Edition.FG4,),
)
def materialized_offers_are_those_of_the_seed(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The offers that materializing stores are the four of the draft's own seed, in their places."""
    draft = child(after).slot.draft
    return draft.offers == tuple(OPENING_OFFERS * draft.seed + place for place in range(OPENING_OFFERS))


@claim(
    Scope.STEP,
    *("AG-SAV-6-03", "AG-SAV-7.1-05", "AG-SAV-18-05"),
    worlds=BOTH,
    premise=applying(Kind.SELECT, Kind.COMMIT_RUN),
    sampled=False,
    span=Span.NONE,
)
def only_a_current_request_is_applied(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A selection or commit that is applied named the draft's seed and revision as they were, a commit its pair too."""
    draft = active(before).slot.draft
    named = (intent_number(before, after, "expected"), intent_number(before, after, "amount"))
    pair = (intent_number(before, after, "place"), intent_number(before, after, "item"))
    is_right = not applies(before, after, Kind.COMMIT_RUN) or pair == (draft.first, draft.second)
    return named == (draft.seed, draft.revision) and is_right
