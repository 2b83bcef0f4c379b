"""The laws of the fault campaign as facts: what must hold of a slot after every crash, failed call and damage.

They are decided on the cases of the smoke campaign, each of which tries every crash state, every failed call or every
damage of its kind; longer ones are run by `ruleproof crash`. A case is run once for all laws.
"""

from __future__ import annotations

from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import FROZEN, SaveRulings
from kernel.guild.save.store import Store
from kernel.guild.save.store_files import file_of
from kernel.guild.save.store_recovery import opened_store
from model.campaign import Case, cases_of, stream_of
from model.disk import SimulatedDisk
from model.store_oracle import Law
from model.store_runs import GENESIS, IDENTITY, TO_MARKET, UNPAYABLE, Place, after, place_at, request_of
from model.verdict import Verdict
from properties.claim import fact


def is_kept(law: Law, case: Case) -> bool:
    """Is nothing in this case against the law?"""
    return stream_of(case).first(law) is None


@fact(*Law.RETRIED.rules, cases=lambda: cases_of(Law.RETRIED))
def a_failed_write_can_be_made_good(case: Case) -> bool:
    """A write that fails leaves the parent, or what is pending; when the disk works again, so does the operation."""
    return is_kept(Law.RETRIED, case)


@fact(*Law.WHOLE.rules, cases=lambda: cases_of(Law.WHOLE))
def a_crash_leaves_the_parent_or_the_child(case: Case) -> bool:
    """After a crash the slot is at the parent or at the applied child, and nowhere else."""
    return is_kept(Law.WHOLE, case)


@fact(*Law.PENDING.rules, cases=lambda: cases_of(Law.PENDING))
def what_is_pending_on_disk_has_no_delta(case: Case) -> bool:
    """What lies pending on the disk has the parent's gameplay and no delta."""
    return is_kept(Law.PENDING, case)


@fact(*Law.STEPS.rules, cases=lambda: cases_of(Law.STEPS))
def the_disk_goes_through_the_steps_of_the_procedure(case: Case) -> bool:
    """The disk goes through the steps of the procedure, in their order, and through no others."""
    return is_kept(Law.STEPS, case)


@fact(*Law.THERE.rules, cases=lambda: cases_of(Law.THERE))
def what_is_acknowledged_outlasts_every_crash(case: Case) -> bool:
    """What has been acknowledged outlasts every crash, as the active commit."""
    return is_kept(Law.THERE, case)


@fact(*Law.ANSWER.rules, cases=lambda: cases_of(Law.ANSWER))
def the_store_answers_a_repetition_alike(case: Case) -> bool:
    """The same operation, asked again, gets the same answer and is applied once."""
    return is_kept(Law.ANSWER, case)


@fact(*Law.CONFLICT.rules, cases=lambda: cases_of(Law.CONFLICT))
def the_store_refuses_another_intent_under_one_id(case: Case) -> bool:
    """The same ID with another intent is a conflict that changes nothing."""
    return is_kept(Law.CONFLICT, case)


@fact(*Law.OWNERS.rules, cases=lambda: cases_of(Law.OWNERS))
def on_disk_every_item_has_one_owner_and_coin_adds_up(case: Case) -> bool:
    """Every item has one owner, and Coin is the sum of what the receipts say."""
    return is_kept(Law.OWNERS, case)


@fact(*Law.LEDGERS.rules, cases=lambda: cases_of(Law.LEDGERS))
def both_ledgers_on_disk_hold_the_same_receipts(case: Case) -> bool:
    """Both ledgers hold the closure receipts of the active commit, and nothing else."""
    return is_kept(Law.LEDGERS, case)


@fact(*Law.DEAD.rules, cases=lambda: cases_of(Law.DEAD))
def nobody_fallen_lives_after_any_crash(case: Case) -> bool:
    """Nobody whose casualty is known lives."""
    return is_kept(Law.DEAD, case)


@fact(*Law.BACKUPS.rules, cases=lambda: cases_of(Law.BACKUPS))
def backups_on_disk_are_distinct_prior_boundaries(case: Case) -> bool:
    """There are up to four backups, distinct valid boundaries before the active one, and no fewer than there can be."""
    return is_kept(Law.BACKUPS, case)


@fact(*Law.CHECKPOINTS.rules, cases=lambda: cases_of(Law.CHECKPOINTS))
def checkpoints_on_disk_last_as_long_as_they_should(case: Case) -> bool:
    """The checkpoints of draft, run and Market are kept as long as they should be."""
    return is_kept(Law.CHECKPOINTS, case)


@fact(*Law.TIDY.rules, cases=lambda: cases_of(Law.TIDY))
def no_file_is_left_that_nothing_points_to(case: Case) -> bool:
    """After opening there is no file that nothing points to."""
    return is_kept(Law.TIDY, case)


@fact(*Law.AGAIN.rules, cases=lambda: cases_of(Law.AGAIN))
def opening_a_slot_twice_is_opening_it_once(case: Case) -> bool:
    """Opening again leads to the same commit and changes no byte, wherever the first opening was cut short."""
    return is_kept(Law.AGAIN, case)


@fact(*Law.KEPT_BYTES.rules, cases=lambda: cases_of(Law.KEPT_BYTES))
def rejected_bytes_are_kept_and_listed(case: Case) -> bool:
    """Bytes that are rejected stay in quarantine and in the manifest; after a mere crash there are none."""
    return is_kept(Law.KEPT_BYTES, case)


@fact(*Law.PROVEN.rules, cases=lambda: cases_of(Law.PROVEN))
def damage_leads_to_what_is_still_proved(case: Case) -> bool:
    """Damage leads to the newest boundary that is still proved, to a sealed run, or to a blocked slot."""
    return is_kept(Law.PROVEN, case)


@fact(*Law.STRICT.rules, cases=lambda: cases_of(Law.STRICT))
def no_damaged_file_is_let_in(case: Case) -> bool:
    """Hostile, swapped and misplaced files are refused."""
    return is_kept(Law.STRICT, case)


# ---------------------------------------------------------------- a finding


#: A refresh that nobody can pay: it becomes pending and is rejected.
BEYOND_MEANS = Intent(Kind.REFRESH, amount=UNPAYABLE)


def rejected_after() -> tuple[Place, ...]:
    """Places at which the newest operation was rejected; the one before it was applied."""
    bought = place_at((*TO_MARKET, Intent(Kind.BUY_ITEM, place=0, item=0)))
    places = (place_at(TO_MARKET), bought)
    return tuple(
        after(place, Intent(Kind.REFRESH, amount=UNPAYABLE, expected=place.commit.slot.run.board)) for place in places
    )


@fact("AG-SAV-5-10", "AG-SAV-11.1-03", cases=rejected_after, expect=Verdict.REFUTED, finding="F-220")
def one_lost_file_undoes_one_operation_at_most(place: Place) -> bool:
    """When the file of the active commit is lost, the slot opens at the boundary before it or later."""
    return opens_at_after_loss(place, FROZEN) >= place_at(place.path[:-1]).commit.sequence


def opens_at_after_loss(place: Place, rulings: SaveRulings) -> int:
    """The sequence at which a slot opens that was played under these rulings and lost its active commit's file."""
    disk = SimulatedDisk()
    store = opened_store(disk, IDENTITY, GENESIS, rulings)
    store.found()
    for intent in place.path:
        request = request_of(active(store), intent, rulings)
        store.submit(request.operation, intent)
    disk.unlink(file_of(store.held.stored.commit_id, active(store).sequence))  # type: ignore[union-attr]
    return active(opened_store(disk, IDENTITY, GENESIS, rulings)).sequence


def active(store: Store) -> Commit:
    """What a store is at. Raises `ValueError` if it is nowhere."""
    if store.held is None:
        raise ValueError(store.standing.value)
    return store.held.commit
