"""Claims about the crash matrix of creation: what recovery finds at each durable boundary, whole and unchanged."""

from __future__ import annotations

from collections.abc import Callable

from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    NONE,
    OPENING_OFFERS,
    Drafting,
    Stage,
)
from model.crash_matrix import Bench, Choice, Crash
from model.game import Scope
from properties.claim import claim
from properties.guild.save_creation import BOTH, LEGACY, draft_of, is_returning, run_of
from properties.guild.save_reading import IN_FLIGHT, active, applies, child, phase
from properties.guild.save_transactions import FG4, applying

# ---------------------------------------------------------------- the crash matrix


Premise = Callable[[Bench, Choice, Bench, SaveRulings], bool]


def crashing(kind: Kind, status: Status, *phases: Phase) -> Premise:
    """The premise: a crash in one of these phases, with a row of this kind and status in flight or active."""

    def premise(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
        if not isinstance(choice, Crash) or phase(before) not in phases:
            return False
        old, new = active(before), before.station.other
        if phase(before) is Phase.SWITCHED:
            old, new = new, old
        in_flight = phase(before) in IN_FLIGHT
        return any(
            row.status is status and row.intent.kind is kind and (not in_flight or row != was)
            for was, row in zip(old.journal, new.journal, strict=True)
        )

    return premise


@claim(
    Scope.STEP,
    "AG-SAV-7.1-09",
    "AG-SAV-18-01",
    worlds=BOTH,
    premise=crashing(Kind.BEGIN, Status.PENDING, Phase.WRITTEN),
)
def before_the_begin_pointer_there_is_only_the_parent(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash before the pending begin: no draft and the same ordinal, from which a retry derives the same seed."""
    return active(after) == active(before) and draft_of(after).status is Drafting.ABSENT


@claim(
    Scope.STEP,
    "AG-SAV-7.1-10",
    "AG-SAV-18-01",
    worlds=BOTH,
    premise=crashing(Kind.BEGIN, Status.PENDING, Phase.OPEN),
)
def a_pending_begin_has_its_seed_and_no_offers(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash after the pending begin: its intent names the unchanged ordinal, and there is no draft and no offer yet."""
    same = active(after) == active(before) and draft_of(after).status is Drafting.ABSENT
    return same and all(
        row.status is not Status.PENDING
        or row.intent.kind is not Kind.BEGIN
        or row.intent.expected == active(after).slot.ordinal
        for row in active(after).journal
    )


@claim(
    Scope.STEP,
    "AG-SAV-7.1-11",
    "AG-SAV-7.1-12",
    "AG-SAV-18-02",
    worlds=LEGACY,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Crash) and draft_of(before).status is Drafting.SEED_RESERVED
    ),
    under=FG4,
)
def a_reserved_seed_survives_every_crash(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Crash while the seed is reserved: the same seed without offers; if its pointer was not read back, no draft."""
    return draft_of(after) == draft_of(before) or is_returning(before, after)


@claim(
    Scope.STEP,
    "AG-SAV-7.1-12",
    "AG-SAV-18-02",
    worlds=LEGACY,
    premise=crashing(Kind.MATERIALIZE, Status.APPLIED, Phase.WRITTEN, Phase.SWITCHED),
    under=FG4,
)
def a_crash_around_the_offers_leaves_none_or_all(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash around the pointer to the offers: the seed alone, or all four complete."""
    offers = draft_of(after).offers
    return all(each == NONE for each in offers) or all(
        each == OPENING_OFFERS * draft_of(after).seed + i for i, each in enumerate(offers)
    )


@claim(
    Scope.STEP,
    "AG-SAV-7.1-14",
    "AG-SAV-18-03",
    worlds=BOTH,
    premise=crashing(Kind.SELECT, Status.APPLIED, Phase.WRITTEN, Phase.SWITCHED),
)
def a_crash_around_a_selection_leaves_one_complete_pair(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash around the pointer of a selection: the prior selection or the new one, with its revision."""
    found = draft_of(after)
    return found in (before.station.active.slot.draft, before.station.other.slot.draft)


@claim(
    Scope.STEP,
    "AG-SAV-7.1-15",
    "AG-SAV-7.1-13",
    "AG-SAV-7.1-06",
    worlds=BOTH,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Crash)
        and draft_of(before).status in (Drafting.OFFERS_READY, Drafting.SELECTION_READY)
        and phase(before) is not Phase.SWITCHED
    ),
)
def a_read_back_draft_reopens_as_it_was(before: Bench, choice: Choice, after: Bench, rulings: SaveRulings) -> bool:
    """Cancel, quit or crash after a draft was read back: the same four offers, pair and revision are found again."""
    return draft_of(after) == draft_of(before)


@claim(
    Scope.STEP,
    "AG-SAV-7.1-16",
    worlds=BOTH,
    premise=crashing(Kind.COMMIT_RUN, Status.APPLIED, Phase.WRITTEN, Phase.SWITCHED),
)
def a_crash_around_the_run_commit_leaves_draft_or_run(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash around the pointer of the run commit: the complete draft or the complete run, never both or neither."""
    drafted = draft_of(after).status is Drafting.SELECTION_READY
    created = run_of(after).stage is not Stage.ABSENT
    return drafted != created


@claim(
    Scope.STEP,
    "AG-SAV-7.1-17",
    worlds=BOTH,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Crash) and run_of(before).stage is not Stage.ABSENT and phase(before) is not Phase.SWITCHED
    ),
)
def a_read_back_run_never_becomes_a_draft_again(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """Crash after the run commit was read back, its replicas old or new: the run stays and there is no draft."""
    return run_of(after) == run_of(before) and draft_of(after).status is Drafting.ABSENT


@claim(Scope.STEP, "AG-SAV-3-06", worlds=BOTH, premise=applying(Kind.COMMIT_RUN))
def promotion_takes_the_offers_as_they_were_stored(
    before: Bench, choice: Choice, after: Bench, rulings: SaveRulings
) -> bool:
    """The Recruits of the run are the stored offers of the draft, none is generated anew."""
    draft, run = draft_of(before), child(after).slot.run
    chosen = (draft.first, draft.second)
    stored = tuple(draft.offers)
    return all(run.recruits[i].origin == stored[chosen[i]] for i in range(2)) and applies(
        before, after, Kind.COMMIT_RUN
    )
