"""A slot and what lies around it: a cloud and another device, the trash, a migration's source, a wall clock.

A `Haven` is a vault with these beside it. The shipped functions speak of branches, payloads, shelves and saves; here is
the one map of each from commits. Rules: AG-SAV-13-01, AG-SAV-14-01, AG-SAV-15-10, AG-SAV-16-02.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save.cloud import NO_BRANCH, Branch, Device, Reply, Wish, branch_of
from kernel.guild.save.commit import Commit
from kernel.guild.save.deletion import Shelf
from kernel.guild.save.migration import Catalog, Files, Item, Payload, Piece, Progress, Recruit, derived_of
from kernel.guild.save.recovery import Receipt
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Life, Slot
from model import no_resurrection as base
from model.no_resurrection import Moment, Vault

#: What the label of a slot in the trash stands for: the first copies of the slot, and what was imported later.
FIRST_SLOT, LATER_SLOT = Shelf(0, 1), Shelf(2, 3)
#: Wall clocks: where it stands, an hour back, a year ahead, in seconds.
NOW, BACK, AHEAD = 1_000_000, 996_400, 32_536_000


@dataclass(frozen=True)
class Copies:
    """All of a slot as it lies in the trash."""

    active: Commit
    backups: tuple[Commit, ...]
    ledgers: tuple[tuple[Receipt, ...], tuple[Receipt, ...]]
    unreadable: tuple[int, ...]


@dataclass(frozen=True)
class Lineages:
    """Of which lineage each commit is. A slot begins in the first one, and no world has more migrations than one."""

    slot: int = 0
    cloud: int = 0
    archive: tuple[int, ...] = ()
    guest: int = 0
    head: int = 0
    trashed: int = 0
    source: int = 0


@dataclass(frozen=True)
class Budget:
    """How often each of these may yet happen."""

    uploads: int = 0
    plays: int = 0
    deletions: int = 0
    launches: int = 0
    migrations: int = 0
    clocks: int = 0


@dataclass(frozen=True, kw_only=True)
class Haven(Vault):
    """A vault and what lies around it; what may be absent is a tuple of at most one.

    `own`: so many operations of the menu are this device's, the rest the other's. `guest`: a commit that is playable in
    the second slot; `head`: the commit that was active when the slot was deleted; `source`: the commit before the last
    migration. `wall` is the clock's time, `seen` the last one noticed, in seconds.
    """

    own: int
    left: Budget
    cloud: tuple[Commit, ...] = ()
    is_cloud_valid: bool = True
    archive: tuple[Commit, ...] = ()
    guest: tuple[Commit, ...] = ()
    head: tuple[Commit, ...] = ()
    shelf: Shelf = FIRST_SLOT
    trashed: tuple[Copies, ...] = ()
    source: tuple[Commit, ...] = ()
    wall: int = NOW
    seen: int = NOW
    anomalies: int = 0
    of: Lineages = Lineages()


@dataclass(frozen=True)
class Upload:
    """The active commit arrives in the cloud, which had nothing or an ancestor of it."""


@dataclass(frozen=True)
class Elsewhere:
    """The other device has taken the cloud's commit, plays operation `number` on it, and uploads that."""

    number: int


@dataclass(frozen=True)
class Spoil:
    """The commit of the cloud no longer validates."""


@dataclass(frozen=True)
class Meet:
    """The commit of the cloud is held against a slot, and the player answers."""

    slot: int
    wish: Wish


@dataclass(frozen=True)
class Delete:
    """The slot goes into the trash."""


@dataclass(frozen=True)
class Launch:
    """A successful launch while something lies in the trash."""


@dataclass(frozen=True)
class Discard:
    """The trash is emptied expressly."""


@dataclass(frozen=True)
class Restore:
    """The slot comes back from the trash, and its process starts."""


@dataclass(frozen=True)
class Migrate:
    """A migration, which ends with the process unless it comes to the switch of the pointer."""

    done: Progress


@dataclass(frozen=True)
class FallBack:
    """The migration is taken back."""


@dataclass(frozen=True)
class SetClock:
    """Somebody sets the wall clock."""

    wall: int


Around = Upload | Elsewhere | Spoil | Meet | Delete | Launch | Discard | Restore | Migrate | FallBack | SetClock
Choice = (
    base.Act
    | base.Replicate
    | base.Crash
    | base.Corrupt
    | base.Age
    | base.Recover
    | base.Rollback
    | Upload
    | Elsewhere
    | Spoil
    | Meet
    | Delete
    | Launch
    | Discard
    | Restore
    | Migrate
    | FallBack
    | SetClock
)

# ---------------------------------------------------------------- the maps


def branch(commits: tuple[Commit, ...], lineage: int, rulings: SaveRulings) -> Branch:
    """The ancestry of a commit of this lineage, or none."""
    return branch_of(commits[0], 0, lineage, rulings) if commits else NO_BRANCH


def of_slot(haven: Haven, rulings: SaveRulings) -> Branch:
    """The ancestry of the slot's commit, or none."""
    return branch(here(haven), haven.of.slot, rulings)


def of_cloud(haven: Haven, rulings: SaveRulings) -> Branch:
    """The ancestry of the cloud's commit, and whether it validates."""
    return replace(branch(haven.cloud, haven.of.cloud, rulings), is_valid=haven.is_cloud_valid)


def here(haven: Haven) -> tuple[Commit, ...]:
    """The commit in the slot."""
    return () if haven.moment is Moment.GONE else (haven.active,)


def device_of(haven: Haven, rulings: SaveRulings) -> Device:
    """The device as the cloud's rules see it: this slot and a second one."""
    of = haven.of
    slots = (of_slot(haven, rulings), branch(haven.guest, of.guest, rulings))
    head = branch(haven.head, of.head, rulings)
    archive = tuple(branch((each,), lineage, rulings) for each, lineage in zip(haven.archive, of.archive, strict=True))
    return Device(slots, archive, NO_BRANCH, NO_BRANCH, Reply.NOTHING, head)


def payload_of(slot: Slot, version: int) -> Payload:
    """What a migration sees of a slot: its living Recruits by origin, its items with their owners, its Coin."""
    living = [each for each in slot.run.recruits if each.life is Life.LIVING]
    bare = (
        Recruit(each.origin, each.origin, each.origin, each.listed, each.paid, each.profession, 1, 0, 0)
        for each in living
    )
    recruits = tuple(replace(each, derived=derived_of(each, 0)) for each in bare)
    worn = tuple(Item(each.item, i, Piece.KNOWN) for i, each in enumerate(living) if each.item != NONE)
    lying = tuple(Item(i, NONE, Piece.KNOWN) for i, lies in enumerate(slot.run.inventory) if lies)
    return Payload(version, recruits, worn + lying, slot.run.coin, True)


def migrated_slot(slot: Slot, payload: Payload) -> Slot:
    """The slot with what a migrated payload says of Coin, items and Recruits."""
    origins = {each.name: i for i, each in enumerate(payload.recruits)}
    worn = {each.owner: each.content for each in payload.items if each.owner != NONE}
    lying = {each.content for each in payload.items if each.owner == NONE}
    recruits = tuple(
        replace(each, item=worn.get(origins.get(each.origin, NONE), NONE)) if each.life is Life.LIVING else each
        for each in slot.run.recruits
    )
    inventory = tuple(i in lying for i in range(len(slot.run.inventory)))
    return replace(slot, run=replace(slot.run, coin=payload.coin, inventory=inventory, recruits=recruits))


def catalog_of(slot: Slot) -> Catalog:
    """A release with one schema more, in which every item is what it was."""
    return Catalog(2, (True,), tuple(range(len(slot.run.inventory))), 0)


def files_of(haven: Haven) -> Files:
    """The slot as a migration sees it, with what it was copied from."""
    active = payload_of(haven.active.slot, 2 if haven.source else 1)
    before = payload_of(haven.source[0].slot, 1) if haven.source else active
    return Files(active, before, bool(haven.source), False, 0, False, 0)


def has_later(haven: Haven) -> bool:
    """Is something else than the migrated child active: a boundary after it, or an older one that support chose?"""
    active = haven.active
    return any((active.sequence, active.journal) != (each.sequence + 1, each.journal) for each in haven.source)
