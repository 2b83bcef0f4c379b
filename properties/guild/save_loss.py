"""What one lost file may cost: whether the slot opens at the boundary before it, or further back."""

from __future__ import annotations

from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import FROZEN, SaveRulings
from kernel.guild.save.store import Store
from kernel.guild.save.store_files import file_of
from kernel.guild.save.store_recovery import opened_store
from model.disk import SimulatedDisk
from model.store_runs import GENESIS, IDENTITY, TO_MARKET, UNPAYABLE, Place, after, place_at, request_of
from model.verdict import Verdict
from properties.claim import fact


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
