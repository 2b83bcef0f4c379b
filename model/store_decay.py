"""What opening a damaged slot leads to, and a new Guild that is cut short: judged against the slot's own history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit
from kernel.guild.save.journal import Row
from kernel.guild.save.slot import Stage
from kernel.guild.save.store import Standing
from kernel.guild.save.store_evidence import Evidence
from kernel.guild.save.store_files import ACTIVE, QUARANTINE, SHELF
from model.disk import Image, SimulatedDisk, after_power_loss, image_of, snapshot_of
from model.store_cases import Opening, Tally, opening_of
from model.store_damage import Damage, foreign_ledgers, overfull, oversized, single, strangers, together
from model.store_faults import Watched
from model.store_oracle import Complaint, Law, closures, complaints_about, evidence_on, is_sealed
from model.store_runs import Guild, Place, founded, opened_on, place_at

#: Of so many damaged slots one is opened with a crash at every call.
CUT_SHORT = 5


@dataclass(frozen=True)
class History:
    """The boundaries that a slot has passed, oldest first, and its files at each."""

    places: tuple[Place, ...]

    @property
    def commits(self) -> tuple[Commit, ...]:
        """The boundaries."""
        return tuple(place.commit for place in self.places)

    @property
    def guild(self) -> Guild:
        """Whose slot it is."""
        return self.places[0].guild


def history_of(place: Place) -> History:
    """Everything on the path to this place."""
    return History(tuple(place_at(place.path[:length], place.guild) for length in range(len(place.path) + 1)))


def decays(place: Place, tally: Tally, random: Random, size: int) -> Iterator[Complaint]:
    """Damage this slot, up to so many files at once, and judge what opening it leads to."""
    history = history_of(place)
    older = [each.image for each in history.places[:-1]]
    damages: Iterator[Damage] = together(place, random, size)
    if size == 1:
        damages = chain(
            single(place, older, random), overfull(place), strangers(place), foreign_ledgers(place), oversized(place)
        )
    for number, damage in enumerate(damages):
        tally.damaged += 1
        for law, says in judged(damage, history, random, number % CUT_SHORT == 0):
            yield law, f"{damage.how}: {says}"


def judged(damage: Damage, history: History, random: Random, is_cut_short: bool) -> Iterator[Complaint]:
    """What is wrong with what opening a damaged slot leads to; `is_cut_short`: crash at every call of it, too."""
    guild = history.guild
    opening = opening_of(snapshot_of(damage.image), guild)
    end = dict(image_of(opening.end))
    yield from _about_bytes(damage, opening, end)
    yield from _about_result(damage, opening, history)
    again = opening_of(snapshot_of(image_of(opening.end)), guild)
    if (again.commit, image_of(again.end)) != (opening.commit, image_of(opening.end)):
        yield Law.AGAIN, "opening a second time leads to another commit, or changes a byte"
    seen: set[Image] = set()
    for moment in opening.moments if is_cut_short else ():
        for left in after_power_loss(moment.snapshot, random):
            if left not in seen:
                seen.add(left)
                if opening_of(snapshot_of(left), guild).commit != opening.commit:
                    yield Law.AGAIN, "after a crash of the first opening the second leads to another commit"


def _about_bytes(damage: Damage, opening: Opening, end: dict[str, bytes]) -> Iterator[Complaint]:
    """Is what cannot be a save refused, and kept?"""
    rejected = {each.name for each in evidence_on(snapshot_of(damage.image)).rejected}
    for name in sorted(damage.touched - rejected):
        yield Law.STRICT, f"{name} is accepted"
    kept = {data for name, data in end.items() if name.startswith(QUARANTINE)}
    for name, data in damage.image:
        if name in rejected and data not in kept:
            yield Law.KEPT_BYTES, f"the bytes of {name} are not in quarantine"
    listed = {each.name for each in evidence_on(opening.end).manifest}
    for name in sorted(rejected - listed):
        yield Law.KEPT_BYTES, f"the manifest does not list {name}"


def _about_result(damage: Damage, opening: Opening, history: History) -> Iterator[Complaint]:
    """Is the result the newest that is proved, sealed, or blocked for want of any proof?"""
    commit = opening.commit
    if commit is None:
        evidence = evidence_on(snapshot_of(damage.image))
        blocked = opening.standing is Standing.BLOCKED and is_without_proof(evidence)
        if not blocked and (opening.standing is not Standing.EMPTY or damage.image):
            yield Law.PROVEN, f"the slot is {opening.standing and opening.standing.name}, though it has a valid commit"
        return
    known = known_receipts(damage.image)
    least = least_proved(damage.image, history.places[-1])
    if is_sealed(commit):
        yield from _about_sealing(commit, history)
    elif commit.slot not in [each.slot for each in history.commits]:
        yield Law.PROVEN, f"opening leads to commit {commit.sequence}, which the slot never was at"
    elif closures(commit)[: len(known)] != known:
        yield Law.PROVEN, f"{len(known)} closure receipts are known, the run goes on with {len(closures(commit))}"
    if commit.sequence < least:
        yield Law.PROVEN, f"opening leads to commit {commit.sequence}, though {least} is proved"
    if not is_sealed(commit):
        yield from complaints_about(opening.end, history.guild, by_crash=False)


def _about_sealing(commit: Commit, history: History) -> Iterator[Complaint]:
    """Nothing of a sealed run can be played on. In GROWTH the Company of the verified boundary is back at the Guild, as
    it was, without the Contract (F-206); where there was no Company yet, the run is sealed as in FG4 (F-230).
    """
    slot = commit.slot
    base = next((each.slot for each in history.commits if each.sequence == commit.parent), history.guild.genesis)
    if history.guild.edition is Edition.FG4 or base.run.stage is Stage.ABSENT:
        if slot.run.stage is not Stage.SEALED or slot.run.coin or slot.run.credit:
            yield Law.PROVEN, "a sealed run is not sealed, or has Coin or Credit"
        return
    ready = tuple(replace(each, down=False) for each in base.run.recruits)
    if (slot.run.recruits, slot.run.inventory, slot.run.coin) != (ready, base.run.inventory, base.run.coin):
        yield Law.READY, "sealing a Contract has changed what the Company of the verified boundary is, or owns"
    if slot.run.stage is not Stage.GUILD or slot.run.credit or any(each.is_open for each in slot.run.offers):
        yield Law.PROVEN, "a sealed Contract goes on"


def is_without_proof(evidence: Evidence) -> bool:
    """Does nothing prove what was here? Either there is no valid commit, or none with a run, none that the pointer
    names, and no ledger that reaches as far as the newest, so that a run may have come after it (F-205).

    Rules: AG-SAV-11.3-05, AG-SAV-11.3-09.
    """
    commits = [held.commit for held in evidence.commits.values()]
    if not commits:
        return True
    newest = max(commits, key=lambda commit: commit.sequence)
    reach = max(-1 if rows is None else len(rows) for rows in evidence.ledgers)
    has_run = any(commit.slot.run.stage is not Stage.ABSENT for commit in commits)
    return evidence.held(evidence.active) is None and not has_run and reach < newest.head


def least_proved(image: Image, place: Place) -> int:
    """The newest boundary that is proved by a whole file and by a whole pointer to it, or by its file alone if no
    pointer is left: -1 if there is none. Read off the slot as it was, of which only what is unchanged counts.
    """
    whole = set(image) & set(place.image)
    names = {name for name, _ in whole}
    evidence = evidence_on(snapshot_of(place.image))
    pointers = [evidence.active] if ACTIVE in names else []
    pointers += evidence.shelf.pointers if SHELF in names else ()
    proved = [pointer.sequence for pointer in pointers if pointer.file in names]
    return max(proved or (held.commit.sequence for name, held in evidence.commits.items() if name in names), default=-1)


def known_receipts(image: Image) -> tuple[Row, ...]:
    """The longest chain of closure receipts that a ledger still holds."""
    return max((rows or () for rows in evidence_on(snapshot_of(image)).ledgers), key=len)


def foundings(tally: Tally, random: Random, guild: Guild) -> Iterator[Complaint]:
    """Crash a new Guild at every call: it is there, or it never was."""
    genesis = founded(guild).commit
    store, _ = opened_on(snapshot_of(()), None, guild)
    assert store is not None
    watched = Watched(SimulatedDisk())
    store.medium = watched
    store.found()
    moments = watched.end()
    tally.boundaries["FOUND"] += len(moments)
    for number, moment in enumerate(moments):
        for image in after_power_loss(moment.snapshot, random):
            tally.crash_states += 1
            opening = opening_of(snapshot_of(image), guild)
            is_there = opening.commit == genesis
            if not is_there and (opening.standing is not Standing.EMPTY or number == len(moments) - 1):
                yield Law.WHOLE, f"a new Guild cut short is {opening.standing and opening.standing.name}"
            if is_there:
                yield from complaints_about(opening.end, guild)
            if not is_there and image_of(opening.end):
                yield Law.TIDY, "an unfinished new Guild leaves files"
