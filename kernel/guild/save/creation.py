"""Seed-first run creation, and in GROWTH the initial Company: what is refused, and what each step makes.

A seed is the ordinal it is derived from, and offer i of a seed the label `4 * seed + i`: both rules are injective, as
the hashes of the text are taken to be. Rules: AG-SAV-7.1-01..08, AG-SAV-6-01..04, AG-OVR-03, AG-OVR-11.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild.edition import Edition
from kernel.guild.save.intent import Intent, Reason
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    LAST,
    NO_DRAFT,
    NO_OFFERS,
    NONE,
    OPENING_CAPACITY,
    OPENING_COIN,
    OPENING_OFFERS,
    Created,
    Draft,
    Drafting,
    Life,
    Recruit,
    Slot,
    Stage,
)

#: Orders in which a draft is complete enough to be selected from.
_OFFERED = (Drafting.OFFERS_READY, Drafting.SELECTION_READY)


def offer_label(seed: int, index: int) -> int:
    """The identity of opening offer `index` of a seed. Rules: AG-SAV-7.1-02, AG-SAV-7.1-04, AG-OVR-11."""
    return OPENING_OFFERS * seed + index


def opening_offers(seed: int) -> tuple[int, int, int, int]:
    """The four offers of a seed, the same whenever they are generated. Rules: AG-SAV-7.1-04, AG-OVR-11."""
    return (offer_label(seed, 0), offer_label(seed, 1), offer_label(seed, 2), offer_label(seed, 3))


def is_pair(first: int, second: int) -> bool:
    """Two distinct positions of the four, in canonical order. Rules: AG-SAV-7.1-05."""
    return 0 <= first < second < OPENING_OFFERS


def is_selection(first: int, second: int, rulings: SaveRulings) -> bool:
    """What may be selected durably: a pair; in GROWTH also one offer or none. Rules: AG-SAV-7.1-05, AG-OVR-11."""
    fewer = second == NONE and NONE <= first < OPENING_OFFERS
    return is_pair(first, second) or (rulings.edition is Edition.GROWTH and fewer)


def begin_refusal(slot: Slot, intent: Intent) -> Reason:
    """Why no draft is begun. `expected`: the next ordinal as the preview saw it. Rules: AG-SAV-7.1-03."""
    if slot.run.stage is not Stage.ABSENT:
        return Reason.RUN_ALREADY_ACTIVE
    if slot.draft.status is not Drafting.ABSENT:
        return Reason.RUN_CREATION_DRAFT_ACTIVE
    if intent.expected != slot.ordinal:
        return Reason.STALE_ORDINAL
    return Reason.ORDINALS_EXHAUSTED if slot.ordinal >= LAST else Reason.NONE


def materialize_refusal(slot: Slot, intent: Intent) -> Reason:
    """Why the four offers are not generated. `expected`: the draft's seed. Rules: AG-SAV-7.1-04."""
    if slot.draft.status is Drafting.ABSENT or intent.expected != slot.draft.seed:
        return Reason.STALE_RUN_CREATION_DRAFT
    return Reason.OFFERS_PRESENT if slot.draft.status in _OFFERED else Reason.NONE


def select_refusal(slot: Slot, intent: Intent, rulings: SaveRulings) -> Reason:
    """Why a selection is not taken. `expected`: the seed; `amount`: the revision; `place` and `item`: the positions.

    Rules: AG-SAV-7.1-05, AG-SAV-18-05, AG-OVR-11.
    """
    draft = slot.draft
    if draft.status not in _OFFERED or intent.expected != draft.seed:
        return Reason.STALE_RUN_CREATION_DRAFT
    if not is_selection(intent.place, intent.item, rulings):
        return Reason.NOT_A_PAIR
    if (intent.place, intent.item) == (draft.first, draft.second):
        return Reason.SELECTION_UNCHANGED
    if intent.amount != draft.revision:
        return Reason.STALE_RUN_CREATION_DRAFT
    return Reason.BEYOND_WIDTH if draft.revision >= LAST else Reason.NONE


def commit_refusal(slot: Slot, intent: Intent) -> Reason:
    """Why a draft is not promoted; the numbers are those of a selection. Rules: AG-SAV-7.1-07, AG-SAV-7.1-08."""
    draft, created = slot.draft, slot.created
    pair = (intent.place, intent.item)
    if created.draft != NONE and intent.expected == created.draft:
        is_same = pair == (created.first, created.second)
        return Reason.RUN_CREATION_ALREADY_APPLIED if is_same else Reason.RUN_CREATION_COMMIT_CONFLICT
    if draft.status is not Drafting.SELECTION_READY or intent.expected != draft.seed:
        return Reason.STALE_RUN_CREATION_DRAFT
    is_current = intent.amount == draft.revision and pair == (draft.first, draft.second)
    return Reason.NONE if is_current else Reason.STALE_RUN_CREATION_DRAFT


@ensure(lambda slot, result: result.ordinal == slot.ordinal + 1, "AG-SAV-7.1-03: a begin consumes exactly one ordinal")
def begun(slot: Slot, intent: Intent, rulings: SaveRulings) -> Slot:
    """One draft with the reserved seed, and the ordinal counted; GROWTH has its four offers at once.

    Rules: AG-SAV-7.1-03, AG-SAV-6-01, AG-OVR-03.
    """
    seed = slot.ordinal
    at_once = rulings.edition is Edition.GROWTH
    status = Drafting.OFFERS_READY if at_once else Drafting.SEED_RESERVED
    offers = opening_offers(seed) if at_once else NO_OFFERS
    draft = Draft(status, seed, intent.place, offers, NONE, NONE, 0)
    return replace(slot, ordinal=slot.ordinal + 1, draft=draft)


def materialized(slot: Slot) -> Slot:
    """All four offers of the reserved seed at once. Rules: AG-SAV-7.1-04, AG-SAV-6-02."""
    draft = replace(slot.draft, status=Drafting.OFFERS_READY, offers=opening_offers(slot.draft.seed))
    return replace(slot, draft=draft)


def selected(slot: Slot, intent: Intent) -> Slot:
    """The same four offers with this selection and the next revision. Rules: AG-SAV-7.1-05, AG-SAV-6-03."""
    status = Drafting.SELECTION_READY if is_pair(intent.place, intent.item) else Drafting.OFFERS_READY
    draft = replace(slot.draft, status=status, first=intent.place, second=intent.item, revision=slot.draft.revision + 1)
    return replace(slot, draft=draft)


@ensure(
    lambda result: result.draft.status is Drafting.ABSENT and result.run.stage is not Stage.ABSENT,
    "AG-SAV-7.1-07: the draft and the run exclude each other, and one of them is there",
)
def promoted(slot: Slot, receipt: int, rulings: SaveRulings) -> Slot:
    """The draft becomes the run, or the Company, of the same seed with the two selected Recruits.

    FG4 opens the Market with 52 Coin and Line capacity four; a Company starts at the Guild with the same, no Contract
    being active. Rules: AG-SAV-7.1-07, AG-SAV-6-04, AG-OVR-03, AG-OVR-11.
    """
    draft = slot.draft
    chosen = (draft.first, draft.second)
    recruits = tuple(
        Recruit(Life.LIVING, False, NONE, 0, 0, 14, draft.offers[chosen[i]]) if i < len(chosen) else each
        for i, each in enumerate(slot.run.recruits)
    )
    run = replace(
        slot.run,
        stage=Stage.GUILD if rulings.edition is Edition.GROWTH else Stage.MARKET,
        seed=draft.seed,
        coin=OPENING_COIN,
        capacity=OPENING_CAPACITY,
        recruits=recruits,
    )
    created = Created(draft.seed, draft.first, draft.second, receipt)
    return replace(slot, draft=NO_DRAFT, run=run, created=created)
