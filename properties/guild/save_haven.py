"""Claims about a slot and what lies around it: cloud copies, the trash, migrations and clocks bring nobody back.

The family's own claims hold in these worlds too (`save_no_resurrection`); here are those that ask about more than one
slot, and those that one answer to an open question refutes.
"""

from __future__ import annotations

from kernel.guild.save.cloud import Wish
from kernel.guild.save.recovery import Ending, receipts_of
from kernel.guild.save.rulings import Descent, Divergence, Fallback, Irreversible, Restoring, SaveRulings, TrashTime
from kernel.guild.save.slot import Stage
from model.game import Scope
from model.haven import Choice, Delete, FallBack, Haven, Launch, Meet, Migrate, Restore, here, payload_of
from model.no_resurrection import Moment, Recover, decision
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_no_resurrection import (
    ELSEWHERE,
    alive,
    is_open_run,
    is_shown_a_fall,
    nobody_shown_fallen_lives,
    shown_fallen,
)
from properties.guild.save_transactions import FG4

CLOUD = ("save-cloud", "save-cloud-rollback", "save-cloud-reward", "save-cloud-clear")
KEPT = ("save-trash-kept",)
COPIED = ("save-migration-cloud", "save-migration-older")


def nobody_shown_fallen_lives_anywhere(haven: Haven) -> bool:
    """Is nobody alive in a playable run, in either slot, of whose fall the player was told?"""
    guests = [each for each in haven.guest if is_open_run(each)]
    return nobody_shown_fallen_lives(haven) and not any(
        alive(each, place) for each in guests for place in shown_fallen(haven)
    )


def has_shown_a_fall(haven: Haven, rulings: SaveRulings) -> bool:
    """Premise: the player was told of a casualty, and nothing is in flight, be it that the slot is deleted."""
    return bool(shown_fallen(haven)) and haven.moment in (Moment.OPEN, Moment.GONE)


# ---------------------------------------------------------------- the cloud


def meets(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """Premise: a commit of the cloud is held against a slot."""
    return isinstance(choice, Meet)


@claim(
    Scope.STEP,
    "AG-SAV-14-01",
    "AG-SAV-14-03",
    "AG-SAV-14-06",
    "AG-SAV-1-04",
    worlds=(*CLOUD, *KEPT),
    premise=meets,
    sampled=False,
    span=Span.NONE,
)
def a_slot_holds_its_own_commit_or_the_whole_other(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """A slot then holds the commit it had or all of the cloud's, and the latter in its own only if the player took it.

    An empty slot takes the commit in without being asked.
    """
    assert isinstance(choice, Meet)
    was = (here(before), before.guest)
    now = (here(after), after.guest)
    whole = all(new in (old, before.cloud) for old, new in zip(was, now, strict=True))
    return whole and (was == now or choice.wish is Wish.TAKE_CLOUD or was[choice.slot] == ())


@claim(
    Scope.STEP,
    "AG-SAV-14-09",
    "AG-SAV-9.3-01",
    "AG-SAV-14-06",
    worlds=CLOUD,
    premise=lambda before, choice, after, rulings: (
        meets(before, choice, after, rulings) and here(before) != here(after)
    ),
    sampled=False,
    span=Span.NONE,
)
def a_chosen_branch_keeps_every_closure(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """The branch that a player takes from the cloud has every closure receipt of the commit that stood there."""
    return set(receipts_of(before.active)) <= set(receipts_of(after.active))


def is_sealed(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """Premise: a slot is open with a sealed run, or was deleted with one, and there is no other."""
    is_there = before.moment in (Moment.OPEN, Moment.GONE) and not before.guest
    return is_there and before.active.slot.run.stage is Stage.SEALED


def stays_closed(after: Haven) -> bool:
    """Is there no run to play in either slot?"""
    return not is_open_run(after.active) and not any(is_open_run(each) for each in after.guest)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-11",
    "AG-SAV-11.3-08",
    "AG-SAV-14-09",
    worlds=ELSEWHERE,
    premise=lambda before, choice, after, rulings: (
        before.active.slot.run.stage is Stage.SEALED
        and before.moment in (Moment.OPEN, Moment.GONE)
        and not before.guest
    ),
    under=FG4,
    sampled=False,
    span=Span.NONE,
)
def no_sealed_run_is_played_again(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """Once a slot with a sealed run is open, no step from it leads to a run that can be played."""
    return stays_closed(after)


@claim(
    Scope.STATE,
    "AG-SAV-14-06",
    "AG-SAV-9.3-01",
    worlds=("save-cloud-any",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-241",
    under=(Divergence.ANY_BRANCH,),
    sampled=False,
)
def of_any_two_branches_neither_brings_a_casualty_back(haven: Haven, rulings: SaveRulings) -> bool:
    """If either of two branches may be chosen, nobody shown to have fallen lives in the chosen one."""
    return nobody_shown_fallen_lives(haven)


@claim(
    Scope.STATE,
    "AG-SAV-14-09",
    "AG-SAV-11.3-08",
    "AG-SAV-1-05",
    worlds=("save-cloud-two-kinds",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-247",
    under=(Irreversible.CASUALTY_AND_REWARD,),
    sampled=False,
)
def taking_back_all_but_two_kinds_no_casualty_returns(haven: Haven, rulings: SaveRulings) -> bool:
    """If a branch may take back all but casualties and claimed rewards, nobody shown to have fallen lives again."""
    return nobody_shown_fallen_lives(haven)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-11",
    "AG-SAV-11.3-08",
    "AG-SAV-14-09",
    worlds=("save-cloud-two-kinds",),
    premise=is_sealed,
    expect=Verdict.REFUTED,
    finding="F-247",
    under=(Irreversible.CASUALTY_AND_REWARD,),
    sampled=False,
)
def taking_back_all_but_two_kinds_no_sealed_run_is_played(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """If a branch may take back all but casualties and claimed rewards, no sealed run is played again."""
    return stays_closed(after)


# ---------------------------------------------------------------- the trash


@claim(
    Scope.STATE,
    "AG-SAV-14-05",
    "AG-SAV-16-02",
    "AG-SAV-9.3-01",
    worlds=("save-trash",),
    premise=has_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-172",
    under=FG4,
    sampled=False,
)
def after_a_deletion_no_casualty_returns(haven: Haven, rulings: SaveRulings) -> bool:
    """After a slot was deleted nobody shown to have fallen in it lives in a run that came from the cloud."""
    return nobody_shown_fallen_lives_anywhere(haven)


@claim(
    Scope.STATE,
    "AG-SAV-14-05",
    "AG-SAV-16-02",
    "AG-SAV-9.3-01",
    worlds=(*KEPT, *CLOUD[:2], *COPIED),
    premise=has_shown_a_fall,
    under=FG4,
    sampled=False,
    span=Span.NONE,
)
def no_acknowledged_casualty_returns_in_any_slot(haven: Haven, rulings: SaveRulings) -> bool:
    """Where a device remembers the receipts of what it deleted, nobody shown to have fallen lives in either slot."""
    return nobody_shown_fallen_lives_anywhere(haven)


@claim(
    Scope.STATE,
    "AG-SAV-14-08",
    "AG-SAV-16-02",
    worlds=("save-trash",),
    premise=lambda haven, rulings: bool(haven.guest),
    expect=Verdict.REFUTED,
    finding="F-244",
    under=(Restoring.FREE_SLOT,),
    sampled=False,
)
def a_free_slot_suffices_and_no_lineage_is_twice(haven: Haven, rulings: SaveRulings) -> bool:
    """If restoring asks for a free slot only, a lineage that was imported into the second slot is not in the first."""
    return haven.moment is Moment.GONE


@claim(
    Scope.STATE,
    "AG-SAV-14-08",
    "AG-SAV-16-02",
    "AG-SAV-13-09",
    worlds=(*KEPT, *CLOUD, *COPIED),
    premise=lambda haven, rulings: bool(haven.cloud),
    sampled=False,
    span=Span.NONE,
)
def one_lineage_is_playable_once(haven: Haven, rulings: SaveRulings) -> bool:
    """Whatever comes from the cloud or the trash, a lineage, migrated or not, is in one slot of a device at most."""
    return not haven.guest or haven.moment is Moment.GONE


@claim(
    Scope.STEP,
    "AG-SAV-16-02",
    worlds=("save-trash", *KEPT),
    premise=lambda before, choice, after, rulings: isinstance(choice, Delete | Restore),
    sampled=False,
    span=Span.NONE,
)
def what_is_restored_is_what_was_deleted(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """A deleted slot lies in the trash with all its copies and both ledgers, and restoring brings back all of them."""
    lying = (before if isinstance(choice, Restore) else after).trashed[0]
    slot = after if isinstance(choice, Restore) else before
    return (lying.active, lying.backups, lying.ledgers, lying.unreadable) == (
        slot.active,
        slot.backups,
        slot.ledgers,
        slot.unreadable,
    )


def is_within_seven(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """Premise: one of the first seven successful launches after a deletion."""
    return isinstance(choice, Launch) and before.left.launches > 1


@claim(
    Scope.STEP,
    "AG-SAV-16-02",
    worlds=("save-trash-seventh",),
    premise=is_within_seven,
    expect=Verdict.REFUTED,
    finding="F-246",
    under=(TrashTime.WITH_SEVENTH,),
    sampled=False,
)
def gone_with_the_seventh_the_seventh_finds_it(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """If the trash goes with the seventh launch, each of seven launches finds the slot in it."""
    return bool(after.trashed)


@claim(
    Scope.STEP,
    "AG-SAV-16-02",
    worlds=("save-trash",),
    premise=lambda before, choice, after, rulings: isinstance(choice, Launch),
    under=(TrashTime.AFTER_SEVENTH,),
    sampled=False,
    span=Span.NONE,
)
def seven_launches_find_it_and_the_eighth_does_not(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """Each of the first seven successful launches finds a deleted slot in the trash, and the eighth empties it."""
    return bool(after.trashed) == is_within_seven(before, choice, after, rulings)


# ---------------------------------------------------------------- migrations


@claim(
    Scope.STEP,
    "AG-SAV-13-02",
    "AG-SAV-13-06",
    "AG-SAV-13-08",
    "AG-SAV-13-09",
    worlds=("save-migration", "save-migration-bound", "save-migration-replayed", *COPIED),
    premise=lambda before, choice, after, rulings: isinstance(choice, Migrate),
    sampled=False,
    span=Span.NONE,
)
def a_migration_leaves_the_source_or_its_whole_child(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """Wherever a migration ends, the source is active, or a child with the same run and journal and the source kept."""
    if after.active == before.active:
        return after.moment is Moment.DOWN
    same = (after.active.slot, after.active.journal) == (before.active.slot, before.active.journal)
    drawn = payload_of(after.active.slot, 2).recruits == payload_of(before.active.slot, 2).recruits
    return same and drawn and after.source == (before.active,) and after.active.parent == before.active.sequence


@claim(
    Scope.STATE,
    "AG-SAV-1-08",
    "AG-SAV-13-10",
    "AG-SAV-9.3-01",
    "AG-SAV-1-05",
    worlds=("save-migration",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-245",
    under=(Fallback.SOURCE,),
    sampled=False,
)
def back_to_the_source_no_casualty_returns(haven: Haven, rulings: SaveRulings) -> bool:
    """If a migration may be taken back as long as its source is kept, nobody shown to have fallen lives again."""
    return nobody_shown_fallen_lives(haven)


@claim(
    Scope.STEP,
    "AG-SAV-1-08",
    "AG-SAV-13-10",
    worlds=("save-migration-bound", "save-migration-replayed", *COPIED),
    premise=lambda before, choice, after, rulings: isinstance(choice, FallBack),
    sampled=False,
    span=Span.NONE,
)
def a_fallback_reverses_nothing_that_is_known(
    before: Haven, choice: Choice, after: Haven, rulings: SaveRulings
) -> bool:
    """Taking a migration back leads to the source with nothing lost since, or through recovery to every receipt."""
    whole = set(receipts_of(before.active)) <= set(receipts_of(after.active))
    return whole or after.ending is Ending.BLOCKED


@claim(
    Scope.STATE,
    "AG-SAV-13-09",
    "AG-SAV-14-05",
    "AG-SAV-9.3-01",
    worlds=("save-migration-lineage",),
    premise=has_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-248",
    under=(Descent.NEW_LINEAGE,),
    sampled=False,
)
def with_a_migration_as_a_new_lineage_no_casualty_returns(haven: Haven, rulings: SaveRulings) -> bool:
    """If a migration begins a lineage, nobody shown to have fallen lives in what an older cloud copy brings."""
    return nobody_shown_fallen_lives_anywhere(haven)


# ---------------------------------------------------------------- clocks


@claim(
    Scope.STEP,
    "AG-SAV-15-02",
    "AG-SAV-15-03",
    "AG-SAV-15-10",
    "AG-SAV-1-05",
    worlds=("save-clock",),
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and before.wall != before.seen,
    sampled=False,
    span=Span.NONE,
)
def a_clock_decides_nothing(before: Haven, choice: Choice, after: Haven, rulings: SaveRulings) -> bool:
    """With the wall clock set back or ahead recovery comes to what the copies prove, and the anomaly is recorded."""
    found = decision(before, rulings)
    if found.ending is Ending.BLOCKED:
        return after.moment is Moment.BLOCKED
    return after.active == found.commit and after.anomalies == before.anomalies + 1
