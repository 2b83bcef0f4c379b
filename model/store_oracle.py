"""What must hold of a slot whenever it has been opened: read off files and journal, not off the store's memory.

Three laws are of one edition: in FG4 nobody comes back to life; in GROWTH nobody is lost, and one Company is founded.
What sealing leaves of a Company is judged where damage is (`store_decay`), for there it is known what was proved.

Rules: AG-SAV-1-01..09, AG-SAV-5-01..11, AG-SAV-5.1-01..06, AG-SAV-11.1-01..10, AG-SAV-11.3-10, AG-OVR-02..11.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from kernel.guild.difficulty import Outcome
from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import CLOSURE, Kind
from kernel.guild.save.journal import Row, Status
from kernel.guild.save.recovery import SEAL
from kernel.guild.save.slot import NONE, OPENING_OFFERS, OUTCOMES, Drafting, Life, Slot, Stage, holders
from kernel.guild.save.store_evidence import Evidence, gathered
from kernel.guild.save.store_files import LEDGERS, NOWHERE, TEMPORARY, Shelf
from model.disk import SimulatedDisk, Snapshot
from model.store_runs import IDENTITY, LEGACY, Guild


class Law(Enum):
    """What is watched: the rules that it speaks for, and what it demands."""

    WHOLE = (
        ("AG-SAV-1-01", "AG-SAV-5-05", "AG-SAV-5-09", "AG-SAV-5.1-01", "AG-SAV-5.1-02", "AG-SAV-5.1-03"),
        "after a crash the slot is at the parent or at the applied child, and nowhere else",
    )
    PENDING = (
        ("AG-SAV-1-02", "AG-SAV-5-04", "AG-SAV-5.1-02"),
        "what lies pending on the disk has the parent's gameplay and no delta",
    )
    STEPS = (
        ("AG-SAV-5-04", "AG-SAV-5-05", "AG-SAV-5-09", "AG-SAV-5-10", "AG-SAV-5.1-05"),
        "the disk goes through the steps of the procedure, in their order, and through no others",
    )
    THERE = (
        ("AG-SAV-1-04", "AG-SAV-5-09", "AG-SAV-5.1-04", "AG-SAV-11.1-02"),
        "what has been acknowledged outlasts every crash, as the active commit",
    )
    ANSWER = (
        ("AG-SAV-4-06", "AG-SAV-4-10", "AG-SAV-5-02", "AG-SAV-5.1-01", "AG-SAV-5.1-04"),
        "the same operation, asked again, gets the same answer and is applied once",
    )
    CONFLICT = (
        ("AG-SAV-4-07",),
        "the same ID with another intent is a conflict that changes nothing",
    )
    OWNERS = (
        ("AG-SAV-5-08", "AG-SAV-11.2-06", "AG-SAV-11.2-08"),
        "every item has one owner, and Coin is the sum of what the receipts say",
    )
    LEDGERS = (
        ("AG-SAV-4-09", "AG-SAV-5.1-05", "AG-SAV-11.1-08", "AG-SAV-11.1-10"),
        "both ledgers hold the closure receipts of the active commit, and nothing else",
    )
    DEAD = (
        ("AG-SAV-1-05", "AG-SAV-9.3-01"),
        "nobody whose casualty is known lives",
    )
    READY = (
        ("AG-OVR-02", "AG-OVR-04", "AG-OVR-06"),
        "whoever was knocked out is still in the Company and stands ready; only a dismissal takes anybody away",
    )
    FOUNDED = (
        ("AG-OVR-03", "AG-OVR-10", "AG-OVR-11"),
        "a slot has a draft of its seed's four offers, or the one Company of the two selected, and never both",
    )
    BACKUPS = (
        ("AG-SAV-2-01", "AG-SAV-5-10", "AG-SAV-11.1-03", "AG-SAV-11.1-10"),
        "there are up to four backups, distinct valid boundaries before the active one, and no fewer than there can be",
    )
    CHECKPOINTS = (
        ("AG-SAV-11.1-04", "AG-SAV-11.1-05", "AG-SAV-11.1-06"),
        "the checkpoints of draft, run and Market are kept as long as they should be",
    )
    TIDY = (
        ("AG-SAV-2-01",),
        "after opening there is no file that nothing points to",
    )
    AGAIN = (
        ("AG-SAV-5.1-05", "AG-SAV-11.3-03"),
        "opening again leads to the same commit and changes no byte, wherever the first opening was cut short",
    )
    KEPT_BYTES = (
        ("AG-SAV-11.1-09", "AG-SAV-11.3-10"),
        "bytes that are rejected stay in quarantine and in the manifest; after a mere crash there are none",
    )
    RETRIED = (
        ("AG-SAV-5-09", "AG-SAV-12-08"),
        "a write that fails leaves the parent, or what is pending; when the disk works again, so does the operation",
    )
    PROVEN = (
        ("AG-SAV-11.1-02", "AG-SAV-11.2-02", "AG-SAV-11.3-01", "AG-SAV-11.3-03", "AG-SAV-12-09"),
        "damage leads to the newest boundary that is still proved, to a sealed run, or to a blocked slot",
    )
    STRICT = (
        ("AG-SAV-11.2-01", "AG-SAV-11.2-02", "AG-SAV-11.2-03", "AG-SAV-11.2-04", "AG-SAV-11.2-05"),
        "hostile, swapped and misplaced files are refused",
    )
    TRASH = (
        ("AG-SAV-16-02",),
        "a deleted slot lies in the trash with both ledgers, byte for byte, or is in use as it was, never both",
    )
    CLOUD = (
        ("AG-SAV-14-01", "AG-SAV-14-03", "AG-SAV-14-04", "AG-SAV-14-05", "AG-SAV-14-06", "AG-SAV-14-08", "AG-SAV-1-04"),
        "a slot has its own commit or all of one that was taken, the other as a backup or to be read, and none twice",
    )
    MIGRATED = (
        ("AG-SAV-13-02", "AG-SAV-13-09", "AG-SAV-13-12", "AG-SAV-11.1-07", "AG-SAV-1-08"),
        "a migration leaves its source active, byte for byte, or the whole result with a copy of the source beside it",
    )
    CLOCK = (
        ("AG-SAV-15-02", "AG-SAV-15-10"),
        "a wall clock that moves too far is recorded, and whatever it says no file of a slot changes",
    )
    CONFIRMED = (
        ("AG-SAV-16-03",),
        "the same confirm given again gets the first receipt, and deletes nothing more",
    )

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it speaks for."""
        rules: tuple[str, ...] = self.value[0]
        return rules

    def is_of(self, edition: Edition) -> bool:
        """Does it hold in this edition?"""
        return edition is {Law.DEAD: Edition.FG4, Law.READY: Edition.GROWTH, Law.FOUNDED: Edition.GROWTH}.get(
            self, edition
        )

    @property
    def words(self) -> str:
        """What it demands."""
        words: str = self.value[1]
        return words


#: Backups that a slot keeps; a figure of its own, not the store's.
FOUR = 4
#: A law that is broken, and how.
Complaint = tuple[Law, str]


def evidence_on(snapshot: Snapshot) -> Evidence:
    """The files of a slot, as they are seen."""
    return gathered(SimulatedDisk(snapshot), IDENTITY)


def complaints_about(snapshot: Snapshot, guild: Guild = LEGACY, *, by_crash: bool = True) -> Iterator[Complaint]:
    """What is wrong with a playable slot that has just been opened. `by_crash`: no file has been damaged."""
    evidence = evidence_on(snapshot)
    held = evidence.held(evidence.active)
    if held is None:
        yield Law.THERE, "the active pointer names no valid commit"
        return
    for each in evidence.rejected:
        yield Law.KEPT_BYTES, f"{each.name} still lies there rejected: {each.fault}"
    if by_crash and evidence.manifest:
        yield Law.KEPT_BYTES, f"a crash has led to damage: {evidence.manifest[0].name}: {evidence.manifest[0].fault}"
    yield from _about_ledgers(evidence, held.commit)
    yield from _about_commit(held.commit, guild)
    yield from _about_the_dead(held.commit) if guild.edition is Edition.FG4 else _about_the_company(held.commit)
    if held.commit.is_boundary:
        yield from _about_shelf(evidence, held.commit, guild.edition, by_crash)
    pointers = (evidence.active, *evidence.shelf.pointers)
    loose = [name for name in evidence.commits if name not in {each.file for each in pointers}]
    loose += [name for name, _ in _names(snapshot) if name.startswith(TEMPORARY)]
    for name in loose:
        yield Law.TIDY, f"nothing points to {name}"


def _names(snapshot: Snapshot) -> Sequence[tuple[str, int]]:
    return sorted(snapshot.seen().items())


def closures(commit: Commit) -> tuple[Row, ...]:
    """The rows whose receipts belong into the ledgers."""
    return tuple(row for row in commit.journal if row.status is Status.APPLIED and row.intent.kind in CLOSURE)


def is_sealed(commit: Commit) -> bool:
    """Is the newest closure receipt of this commit that of sealing?"""
    rows = closures(commit)
    return bool(rows) and rows[-1].intent == SEAL


def _about_ledgers(evidence: Evidence, commit: Commit) -> Iterator[Complaint]:
    if commit.head != len(closures(commit)):
        yield Law.LEDGERS, f"the commit counts {commit.head} closure receipts, its journal {len(closures(commit))}"
    if not commit.is_boundary:
        return
    for name, rows in zip(LEDGERS, evidence.ledgers, strict=True):
        if rows != closures(commit):
            yield Law.LEDGERS, f"{name} has {len(rows or ())} receipts that are not the {commit.head} of the commit"


def _about_commit(commit: Commit, guild: Guild) -> Iterator[Complaint]:
    run = commit.slot.run
    for row in commit.journal:
        spent = any((row.delta.coin, row.delta.credit, row.delta.renown, row.delta.recruits, row.delta.items))
        if row.status is not Status.APPLIED and (spent or row.receipt != NONE):
            yield Law.PENDING, f"a row that is {row.status.value} has a delta or a receipt"
    coin = guild.genesis.run.coin + sum(row.delta.coin for row in commit.journal)
    is_cut = run.stage is Stage.SEALED or (guild.edition is Edition.GROWTH and was_sealed(commit))
    is_cut = is_cut or bool(commit.segments)  # what a compacted operation cost is no longer known
    if run.coin != coin and not is_cut:
        yield Law.OWNERS, f"there is {run.coin} Coin where receipts make {coin}"
    if run.coin < 0 or run.credit < 0 or commit.slot.renown < 0:
        yield Law.OWNERS, "a balance is negative"
    for item in range(len(run.inventory)):
        if holders(run, item) > 1:
            yield Law.OWNERS, f"item {item} has {holders(run, item)} owners"


def was_sealed(commit: Commit) -> bool:
    """Has recovery ever sealed this slot? Then the journal has receipts of what is not in the slot."""
    return any(row.intent == SEAL for row in commit.journal)


def _about_the_dead(commit: Commit) -> Iterator[Complaint]:
    """FG4: who has fallen is gone."""
    for place in sorted(known_casualties(commit)):
        if commit.slot.run.recruits[place].life is Life.LIVING:
            yield Law.DEAD, f"Recruit {place} lives, though its casualty is settled"


def _about_the_company(commit: Commit) -> Iterator[Complaint]:
    """GROWTH: who was knocked out is there and ready, and the Company is the one that was founded."""
    slot, run = commit.slot, commit.slot.run
    is_locked = run.stage is Stage.LOCKED
    rows = [row for row in commit.journal if row.status is Status.APPLIED]
    gone = {row.intent.place for row in rows if row.intent.kind is Kind.DISMISS}
    settled = {place for row in rows if row.intent.kind is Kind.SETTLE for place in places_in(row.intent.expected)}
    for place, each in enumerate(run.recruits):
        is_missing = each.life is Life.NOBODY and place in settled and not was_sealed(commit)
        if each.life is Life.FALLEN or is_missing or (each.down and not is_locked):
            yield Law.READY, f"Recruit {place} was knocked out, and is not there and ready again"
        if (each.life is Life.DISMISSED) != (place in gone):
            yield Law.READY, f"Recruit {place} is {each.life.value}, dismissals are of {sorted(gone)}"
    if run.credit or any(row.delta.credit for row in rows):
        yield Law.READY, "there is Credit, though nobody is lost"
    if not was_sealed(commit):
        yield from _about_its_founding(slot, rows)


def _about_its_founding(slot: Slot, rows: Sequence[Row]) -> Iterator[Complaint]:
    """Draft or Company, each of one seed."""
    draft, run, created = slot.draft, slot.run, slot.created
    if draft.status is not Drafting.ABSENT:
        if draft.offers != tuple(OPENING_OFFERS * draft.seed + index for index in range(OPENING_OFFERS)):
            yield Law.FOUNDED, f"the draft of seed {draft.seed} has the offers {draft.offers}"
        if run.stage is not Stage.ABSENT:
            yield Law.FOUNDED, "there is a draft beside a Company"
    elif run.stage is not Stage.ABSENT:
        chosen = tuple(OPENING_OFFERS * created.draft + index for index in (created.first, created.second))
        if tuple(each.origin for each in run.recruits if each.origin != NONE) != chosen:
            yield Law.FOUNDED, f"the Company is not of the offers {chosen} that its receipt names"
    receipts = [row.receipt for row in rows if row.intent.kind is Kind.COMMIT_RUN]
    if len(receipts) > 1 or (receipts and receipts != [created.receipt]):
        yield Law.FOUNDED, f"a Company was founded by the receipts {receipts}; the slot names {created.receipt}"


def known_casualties(commit: Commit) -> set[int]:
    """The Recruits of the present run whose casualty has a receipt."""
    found: set[int] = set()
    for row in commit.journal:
        if row.status is Status.APPLIED and row.intent.kind in (Kind.COMMIT_RUN, Kind.CLOSE):
            found = set()
        if row.status is Status.APPLIED and row.intent.kind is Kind.SETTLE:
            found |= places_in(row.intent.expected)
    return found


def places_in(mask: int) -> set[int]:
    """The Recruits that a set names."""
    return {place for place in range(16) if mask >> place & 1}


def _about_shelf(evidence: Evidence, commit: Commit, edition: Edition, by_crash: bool) -> Iterator[Complaint]:
    shelf = evidence.shelf
    if shelf.boundary != evidence.active:
        yield Law.BACKUPS, "the backups were rotated for another commit"
    numbers = [commit.sequence, *(each.sequence for each in shelf.backups)]
    if any(newer <= older for newer, older in pairwise(numbers)):
        yield Law.BACKUPS, f"the backups are not distinct prior boundaries: {numbers}"
    due = [*(row.status for row in commit.journal), *(each.status for each in commit.segments)].count(Status.APPLIED)
    if by_crash and len(shelf.backups) != min(FOUR, due):
        yield Law.BACKUPS, f"there are {len(shelf.backups)} backups after {due} applied operations"
    for pointer in shelf.pointers:
        held = evidence.held(pointer)
        if held is None or not held.commit.is_boundary:
            yield Law.BACKUPS, f"what should be a backup is no valid boundary: {pointer.file}"
    yield from _about_checkpoints(shelf, commit, edition, by_crash)


def _about_checkpoints(shelf: Shelf, commit: Commit, edition: Edition, by_crash: bool) -> Iterator[Complaint]:
    """In GROWTH, too, the run start is the commit that created the Recruits: nothing else creates a run (F-231)."""
    if (shelf.run_creation != NOWHERE) != (commit.slot.draft.status is not Drafting.ABSENT):
        yield Law.CHECKPOINTS, "the draft checkpoint is there without a draft, or missing with one"
    if not by_crash:
        return
    rows = [row for row in commit.journal if row.status is Status.APPLIED]
    created = [row.receipt for row in rows if row.intent.kind is Kind.COMMIT_RUN]
    start = created[-1] if created and commit.slot.run.stage is not Stage.ABSENT else NOWHERE.sequence
    if shelf.run_start.sequence != start:
        yield Law.CHECKPOINTS, f"the run-start checkpoint is commit {shelf.run_start.sequence} instead of {start}"
    opening = max(openings(rows, edition), default=NOWHERE.sequence)
    if shelf.market.sequence != opening:
        yield Law.CHECKPOINTS, f"the Market checkpoint is commit {shelf.market.sequence} instead of {opening}"


def openings(rows: Sequence[Row], edition: Edition) -> Iterator[int]:
    """The commits in which a Market was opened: in FG4 by creation, in both by a reward, or by a battle not won."""
    outcome = NONE
    for row in rows:
        if row.intent.kind is Kind.LOCK_OUTCOME:
            outcome = row.intent.extra
        is_lost = row.intent.kind is Kind.SETTLE and OUTCOMES[outcome] is not Outcome.VICTORY
        is_created = row.intent.kind is Kind.COMMIT_RUN and edition is Edition.FG4
        if is_lost or is_created or row.intent.kind is Kind.CLAIM:
            yield row.receipt
