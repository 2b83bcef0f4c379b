"""Claims about seed-first run creation and, in GROWTH, the initial Company: one seed, four offers, one pair, one run.

A row of the crash matrix says what recovery may find at a durable boundary and what a retry gets there. Each is a claim
about the crashes at that boundary; that retries get the stored answer is `a_retry_gets_the_stored_answer`.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    NONE,
    OPENING_CAPACITY,
    OPENING_COIN,
    OPENING_OFFERS,
    Draft,
    Drafting,
    Life,
    Run,
    Slot,
    Stage,
)
from model.crash_matrix import Bench, Choice, Submit
from model.game import Scope
from properties.claim import claim
from properties.guild.save_reading import active, child, intent_number, known, phase
from properties.guild.save_transactions import FG4, GROWTH, applying

LEGACY, GROWN = ("save-creation",), ("save-creation-growth",)
BOTH = (*LEGACY, *GROWN)


def draft_of(bench: Bench) -> Draft:
    """The draft of the active commit."""
    return active(bench).slot.draft


def run_of(bench: Bench) -> Run:
    """The run, or Company, of the active commit."""
    return active(bench).slot.run


def is_returning(before: Bench, after: Bench) -> bool:
    """Did a crash lose the pointer, so that the commit before is active again?"""
    return phase(before) is Phase.SWITCHED and active(after) == before.station.other


# ---------------------------------------------------------------- at every moment


@claim(Scope.STATE, "AG-SAV-1-11", "AG-SAV-2-04", "AG-SAV-7.1-07", "AG-OVR-11", worlds=BOTH)
def draft_and_run_exclude_each_other(bench: Bench, rulings: SaveRulings) -> bool:
    """There is never a draft beside a run, in the active commit or in a candidate."""
    slots = (active(bench).slot, bench.station.other.slot)
    return all(slot.draft.status is Drafting.ABSENT or slot.run.stage is Stage.ABSENT for slot in slots)


@claim(
    Scope.STEP,
    "AG-SAV-7.1-07",
    "AG-SAV-7.1-16",
    worlds=BOTH,
    premise=lambda before, choice, after, rulings: draft_of(before).status is not Drafting.ABSENT,
)
def a_draft_vanishes_only_into_its_run(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A draft stays, or its run is there with the same seed; only a lost pointer takes back its beginning."""
    stays = draft_of(after).seed == draft_of(before).seed and draft_of(after).status is not Drafting.ABSENT
    became = run_of(after).stage is not Stage.ABSENT and run_of(after).seed == draft_of(before).seed
    return stays or became or is_returning(before, after)


@claim(Scope.STATE, "AG-SAV-2-04", "AG-SAV-1-11", worlds=LEGACY, under=FG4)
def a_draft_is_never_partial(bench: Bench, rulings: SaveRulings) -> bool:
    """A reserved seed has no offers, ready offers are four and no pair, a ready selection is a whole pair."""
    draft = draft_of(bench)
    none, pair = draft.first == draft.second == NONE, 0 <= draft.first < draft.second < OPENING_OFFERS
    bare, four = all(each == NONE for each in draft.offers), all(each != NONE for each in draft.offers)
    counted = draft.status is Drafting.ABSENT or draft.seed < active(bench).slot.ordinal
    match draft.status:
        case Drafting.OFFERS_READY:
            return four and none and counted
        case Drafting.SELECTION_READY:
            return four and pair and counted
    return bare and none and counted


@claim(Scope.STATE, "AG-OVR-03", "AG-OVR-10", "AG-OVR-11", worlds=GROWN, under=GROWTH)
def a_company_draft_has_four_offers_and_up_to_two_selected(bench: Bench, rulings: SaveRulings) -> bool:
    """In GROWTH a draft has its four offers from the first moment, and zero, one or two distinct ones selected."""
    draft = draft_of(bench)
    if draft.status is Drafting.ABSENT:
        return True
    four = all(each != NONE for each in draft.offers)
    chosen = (draft.first != NONE) + (draft.second != NONE)
    distinct = draft.second == NONE or draft.first < draft.second
    return four and distinct and (chosen == 2) == (draft.status is Drafting.SELECTION_READY)


@claim(
    Scope.STATE,
    "AG-SAV-7.1-04",
    "AG-SAV-7.1-02",
    "AG-SAV-18-02",
    "AG-OVR-11",
    worlds=BOTH,
    premise=lambda bench, rulings: any(each != NONE for each in draft_of(bench).offers),
)
def the_four_offers_are_those_of_the_seed(bench: Bench, rulings: SaveRulings) -> bool:
    """The offers are distinct and the same for a seed whenever they are made: offer i of seed s is 4s + i."""
    draft = draft_of(bench)
    return all(each == OPENING_OFFERS * draft.seed + i for i, each in enumerate(draft.offers))


@claim(
    Scope.STEP,
    "AG-SAV-7.1-06",
    "AG-SAV-7.1-13",
    "AG-SAV-18-06",
    "AG-SAV-1-03",
    "AG-OVR-11",
    worlds=BOTH,
    premise=lambda before, choice, after, rulings: (
        draft_of(before).status in (Drafting.OFFERS_READY, Drafting.SELECTION_READY)
    ),
)
def offers_never_change(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """While their draft is there, no step, crash or retry changes the four offers, its Contract or its seed."""
    old, new = draft_of(before), draft_of(after)
    gone = new.status is Drafting.ABSENT or is_returning(before, after)
    return gone or (old.offers, old.seed, old.contract) == (new.offers, new.seed, new.contract)


@claim(Scope.STEP, "AG-SAV-7.1-03", "AG-SAV-6-01", "AG-SAV-18-01", worlds=BOTH)
def one_ordinal_for_one_draft(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """The next ordinal moves by one exactly when a draft appears, and that draft has it as its seed."""
    old, new = active(before).slot, active(after).slot
    if is_returning(before, after):
        return True
    begins = old.draft.status is Drafting.ABSENT and new.draft.status is not Drafting.ABSENT
    if not begins:
        return old.ordinal == new.ordinal
    return new.ordinal == old.ordinal + 1 and new.draft.seed == old.ordinal and old.run.stage is Stage.ABSENT


@claim(
    Scope.STEP,
    "AG-SAV-7.1-05",
    "AG-SAV-6-03",
    worlds=BOTH,
    premise=applying(Kind.SELECT),
)
def a_selection_changes_the_pair_and_counts_one_revision(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """A selection replaces the pair, counts one revision and leaves everything else."""
    old, new = active(before).slot, child(after).slot
    pair = (intent_number(before, after, "place"), intent_number(before, after, "item"))
    chosen = (new.draft.first, new.draft.second) == pair and new.draft.revision == old.draft.revision + 1
    same = replace(
        new.draft,
        first=old.draft.first,
        second=old.draft.second,
        revision=old.draft.revision,
        status=old.draft.status,
    )
    return chosen and same == old.draft and replace(new, draft=old.draft) == old


@claim(Scope.STEP, "AG-SAV-6-02", "AG-SAV-7.1-04", worlds=LEGACY, premise=applying(Kind.MATERIALIZE), under=FG4)
def materializing_stores_all_four_at_once(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """One child holds all four offers of a draft that had none, and nothing else changes."""
    old, new = active(before).slot, child(after).slot
    none, all_four = all(each == NONE for each in old.draft.offers), all(each != NONE for each in new.draft.offers)
    bare = replace(new.draft, offers=old.draft.offers, status=old.draft.status)
    return none and all_four and bare == old.draft and replace(new, draft=old.draft) == old


@claim(
    Scope.STEP,
    "AG-SAV-6-04",
    "AG-SAV-7.1-07",
    "AG-SAV-7.2-02",
    "AG-SAV-19-03",
    "AG-OVR-03",
    "AG-OVR-11",
    worlds=BOTH,
    premise=applying(Kind.COMMIT_RUN),
)
def the_run_has_the_seed_and_the_pair_of_its_draft(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Committing removes the draft and makes one run of its seed with exactly the two selected Recruits and 52 Coin."""
    draft, run = draft_of(before), child(after).slot.run
    chosen = (draft.first, draft.second)
    pair = all(
        (run.recruits[i].life is Life.LIVING) and (run.recruits[i].origin == OPENING_OFFERS * draft.seed + chosen[i])
        for i in range(2)
    )
    alone = all(i < 2 or each.life is Life.NOBODY for i, each in enumerate(run.recruits))
    opened = run.coin == OPENING_COIN and run.capacity == OPENING_CAPACITY and run.seed == draft.seed
    ready = draft.status is Drafting.SELECTION_READY
    return ready and pair and alone and opened and child(after).slot.draft.status is Drafting.ABSENT


# ---------------------------------------------------------------- answers without a commit


def refused(before: Bench, choice: Choice, rulings: SaveRulings, reason: Reason) -> bool:
    """Is this a request under a new ID with that answer?"""
    if not isinstance(choice, Submit) or known(active(before).journal, choice.operation):
        return False
    if any(row.status is Status.PENDING for row in active(before).journal):
        return False
    return procedure.answer(active(before), choice.operation, choice.intent, rulings).reason is reason


def is_new_begin(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Is this another begin while there is a draft or a run?"""
    busy = draft_of(before).status is not Drafting.ABSENT or run_of(before).stage is not Stage.ABSENT
    fresh = isinstance(choice, Submit) and not known(active(before).journal, choice.operation)
    return busy and fresh and isinstance(choice, Submit) and choice.intent.kind is Kind.BEGIN


@claim(Scope.STEP, "AG-SAV-7.1-03", "AG-SAV-1-11", worlds=BOTH, premise=is_new_begin)
def a_second_begin_changes_nothing(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """A new begin beside a draft or a run applies nothing and consumes no ordinal."""
    return before == after


def stale(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Does a new request name a draft or revision that is not the current one?"""
    return refused(before, choice, rulings, Reason.STALE_RUN_CREATION_DRAFT)


def names_current(slot: Slot, intent: Intent) -> bool:
    """Does the intent name the draft, the revision and, for a commit, the pair as they are?"""
    draft = slot.draft
    if draft.status is Drafting.ABSENT or intent.expected != draft.seed:
        return False
    if intent.kind is Kind.MATERIALIZE:
        return True
    if intent.kind is Kind.SELECT:
        return draft.status is not Drafting.SEED_RESERVED and intent.amount == draft.revision
    pair = (intent.place, intent.item) == (draft.first, draft.second)
    return draft.status is Drafting.SELECTION_READY and intent.amount == draft.revision and pair


@claim(Scope.STEP, "AG-SAV-18-05", "AG-SAV-7.1-07", worlds=BOTH, premise=stale)
def a_stale_request_changes_nothing(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """STALE_RUN_CREATION_DRAFT is answered exactly to what does not name the current draft, and changes nothing."""
    assert isinstance(choice, Submit)
    return before == after and not names_current(active(before).slot, choice.intent)


@claim(
    Scope.STEP,
    "AG-SAV-7.1-05",
    worlds=BOTH,
    premise=lambda before, choice, after, rulings: refused(before, choice, rulings, Reason.SELECTION_UNCHANGED),
)
def selecting_the_same_again_changes_nothing(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """SELECTION_UNCHANGED is answered to the pair that is selected already, and changes nothing."""
    assert isinstance(choice, Submit)
    draft = draft_of(before)
    return before == after and (choice.intent.place, choice.intent.item) == (draft.first, draft.second)


def names_promoted(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Does a request under a new ID commit the draft that has been promoted?"""
    if not isinstance(choice, Submit) or known(active(before).journal, choice.operation):
        return False
    created = active(before).slot.created
    return choice.intent.kind is Kind.COMMIT_RUN and created.draft != NONE and choice.intent.expected == created.draft


@claim(Scope.STEP, "AG-SAV-7.1-08", "AG-SAV-18-04", "AG-SAV-7.1-07", worlds=BOTH, premise=names_promoted)
def a_promoted_draft_is_never_promoted_again(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Under a new ID the same pair gets the one applied receipt, another a conflict; neither changes anything."""
    assert isinstance(choice, Submit)
    said = procedure.answer(active(before), choice.operation, choice.intent, rulings)
    created = active(before).slot.created
    if (choice.intent.place, choice.intent.item) == (created.first, created.second):
        told = (said.status, said.receipt, said.reason)
        return before == after and told == (Status.APPLIED, created.receipt, Reason.RUN_CREATION_ALREADY_APPLIED)
    return before == after and (said.status, said.reason) == (Status.NONE, Reason.RUN_CREATION_COMMIT_CONFLICT)
