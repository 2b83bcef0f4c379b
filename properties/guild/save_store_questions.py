"""What trying the store shows that the text leaves open: a lost file, a sealed draft, a Company without a Contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from kernel.guild.save.commit import Commit, answer, prepare, settle
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import Status, with_room
from kernel.guild.save.recovery import SEAL
from kernel.guild.save.rulings import FROZEN, GROWING, SaveRulings
from kernel.guild.save.slot import NONE, Stage
from kernel.guild.save.store import Store
from kernel.guild.save.store_files import file_of
from kernel.guild.save.store_recovery import opened_store
from model.disk import Image, SimulatedDisk, snapshot_of
from model.store_damage import with_file
from model.store_oracle import is_sealed
from model.store_runs import (
    FOUNDING,
    GENESIS,
    GROWN,
    IDENTITY,
    TO_MARKET,
    UNPAYABLE,
    Guild,
    Place,
    after,
    opened_on,
    place_at,
    request_of,
)
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


def without_files() -> Iterator[tuple[tuple[str, ...], Image]]:
    """In GROWTH a slot with a draft, without each set of up to three files, if opening it seals it."""
    place = place_at(FOUNDING[:-1], GROWN)
    names = [name for name, _ in place.image]
    for lost in (each for count in (1, 2, 3) for each in combinations(names, count)):
        image = place.image
        for name in lost:
            image = with_file(image, name, None)
        store, _ = opened_on(snapshot_of(image), None, GROWN)
        if store is not None and store.held is not None and is_sealed(store.held.commit):
            yield lost, image


@fact("AG-OVR-03", "AG-SAV-11.3-08", cases=without_files, expect=Verdict.REFUTED, finding="F-230")
def a_sealed_draft_is_followed_by_another(case: tuple[tuple[str, ...], Image]) -> bool:
    """In GROWTH a slot whose draft had to be sealed can begin another, once what was sealed is closed."""
    return begins_anew(case[1], GROWN)


def begins_anew(image: Image, guild: Guild) -> bool:
    """Is a draft begun in a sealed slot, once what was sealed is closed?"""
    store, _ = opened_on(snapshot_of(image), None, guild)
    assert store is not None
    closed = request_of(active(store), SEAL, guild.rulings)
    if store.submit(closed.operation, closed.intent).status is not Status.APPLIED:
        return False
    begun = request_of(active(store), Intent(Kind.BEGIN, expected=active(store).slot.ordinal), guild.rulings)
    return store.submit(begun.operation, begun.intent).status is Status.APPLIED


def requests_of_a_company() -> Iterator[tuple[Commit, Intent]]:
    """A Company at the Guild, and every kind of operation with each of its numbers from -1 to 2."""
    commit = place_at(FOUNDING, GROWN).commit
    for kind, numbers in product(Kind, product(range(NONE, 3), repeat=5)):
        yield commit, Intent(kind, *numbers)


def led_to(commit: Commit, intent: Intent) -> Commit:
    """What an operation leads to: the commit itself where it is refused."""
    roomy, operation = replace(commit, journal=with_room(commit.journal)), 1
    said = answer(roomy, operation, intent, GROWING)
    if said.status is not Status.NONE or said.reason is not Reason.NONE:
        return commit
    return settle(prepare(roomy, operation, intent, GROWING), operation, GROWING)


def opens_a_market(commit: Commit, intent: Intent) -> bool:
    """Does this operation bring the Company into the Market of a Contract?"""
    return led_to(commit, intent).slot.run.stage is Stage.MARKET


@fact("AG-OVR-05", "AG-OVR-10", cases=lambda: [()], expect=Verdict.REFUTED, finding="F-231")
def a_company_can_take_up_a_contract(case: tuple[()]) -> bool:
    """In GROWTH some operation of the save contract brings a Company from the Guild into a Contract."""
    return any(opens_a_market(*each) for each in requests_of_a_company())
