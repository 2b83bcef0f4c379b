"""The save store: every operation of a slot brought to a disk once, whole, or not at all.

The kernel's functions say what a commit holds; this module brings it to a `Medium`, step by step as the procedure has
it: candidate file, pointer, read-back, and only then backups, ledgers and the answer. A store that does not know
whether a write happened says so and does nothing more until it is opened again: the disk alone can tell.

Rules: AG-SAV-5-01..11, AG-SAV-5.1-01..06, AG-SAV-11.1-01..10, AG-SAV-15-05.
"""

from __future__ import annotations

from enum import Enum

from kernel.guild.save.commit import answer, compaction, pending_rows, prepare, roomy, settle
from kernel.guild.save.envelope import Damaged
from kernel.guild.save.intent import Intent, Reason
from kernel.guild.save.journal import BOUNDS, Answer, Bounds, Row, Status
from kernel.guild.save.medium import Medium
from kernel.guild.save.rulings import Compaction, SaveRulings
from kernel.guild.save.slot import Slot
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import (
    NO_PARENT,
    Held,
    Identity,
    Stored,
    bytes_of,
    commit_in,
    first_commit,
    held_of,
    stored_of,
)
from kernel.guild.save.store_evidence import Unavailable, read
from kernel.guild.save.store_files import (
    ACTIVE,
    COMMIT,
    NO_SHELF,
    SHELF,
    TEMPORARY,
    Pointer,
    Shelf,
    Unsure,
    Unwritten,
    drop,
    packed,
    pointed,
    put,
    unpacked,
)
from kernel.guild.save.store_ledger import chain_of, closures, in_order_of_writing, kept_files, shelved
from kernel.guild.save.validation import first_fault


class Standing(Enum):
    """What can be done with a slot."""

    EMPTY = "no save lies here"
    PLAYABLE = "a commit is active"
    BLOCKED = "creation_recovery_blocked: nothing proves what was here; nothing is changed"
    STOPPED = "it is not known what the disk holds: open it again"


class NotSaved(Exception):
    """The disk did not take it, or it is no valid commit: what was active is so still, and may be asked again."""


class Stopped(Exception):
    """It is not known whether the disk took it. Nothing more is written until the slot is opened again."""


class Store:
    """One slot on a medium. Make it with `store_recovery.opened_store`; one writer at a time.

    `genesis` is what a new Guild of this identity holds, `bounds` how far its journal grows; `held` is the active
    commit, None in a slot that is empty or blocked.
    """

    def __init__(
        self, medium: Medium, identity: Identity, genesis: Slot, rulings: SaveRulings, bounds: Bounds = BOUNDS
    ) -> None:
        self.medium = medium
        self.identity = identity
        self.genesis = genesis
        self.rulings = rulings
        self.bounds = bounds
        self.standing = Standing.EMPTY
        self.held: Held | None = None
        self.shelf: Shelf = NO_SHELF
        self.mirrored: dict[str, tuple[Row, ...] | None] = {}

    # ------------------------------------------------------------ what a player's client asks

    def found(self) -> None:
        """Write the first commit of a new Guild. Raises `NotSaved`, `Stopped`, or `ValueError` unless it is empty."""
        if self.standing is not Standing.EMPTY:
            raise ValueError(f"no new Guild: {self.standing.value}")
        self._bring(stored_of(self.identity, first_commit(self.genesis), NO_PARENT))

    def submit(self, operation: int, intent: Intent) -> Answer:
        """Bring one operation to its end, and give its answer: applied with its receipt, rejected, or refused.

        A known ID gets its stored answer. Raises `NotSaved` or `Stopped`; then nothing is promised, and the same
        operation may be asked for again. Rules: AG-SAV-5-02..10, AG-SAV-4-06, AG-SAV-4-07, AG-SAV-4-10.
        """
        held = self._playing()
        ready = roomy(held.commit, self.rulings, self.bounds)
        said = answer(ready, operation, intent, self.rulings)
        if said.status is Status.PENDING and said.reason is Reason.NONE:
            return self.finish()
        if said.status is not Status.NONE or said.reason is not Reason.NONE:
            return said
        if ready.segments != held.commit.segments and self.rulings.compaction is Compaction.ITS_OWN:
            self._bring(self._child(held, compaction(held.commit, self.rulings, self.bounds)))
            held = self._playing()
            ready = held.commit
        self._bring(self._child(held, prepare(ready, operation, intent, self.rulings)))
        return self.finish()

    def finish(self) -> Answer:
        """Take what is pending to its end, from its fixed intent alone. Raises `NotSaved` or `Stopped`.

        Rules: AG-SAV-5-06..10, AG-SAV-5.1-02, AG-SAV-5.1-06.
        """
        held = self._playing()
        row = next(row for row in held.commit.journal if row.status is Status.PENDING)
        self._bring(self._child(held, settle(held.commit, row.operation, self.rulings)))
        return answer(self._playing().commit, row.operation, row.intent, self.rulings)

    @property
    def is_pending(self) -> bool:
        """Does the active commit have a pending row?"""
        return self.held is not None and pending_rows(self.held.commit.journal) > 0

    def _playing(self) -> Held:
        if self.standing is Standing.STOPPED:
            raise Stopped(self.standing.value)
        if self.held is None:
            raise ValueError(f"no operation: {self.standing.value}")
        return self.held

    def _child(self, held: Held, commit: object) -> Stored:
        return stored_of(self.identity, commit, held.stored.commit_id)  # type: ignore[arg-type]

    # ------------------------------------------------------------ how a commit comes to the disk

    def _bring(self, stored: Stored) -> None:
        """Validate a commit, write it, point to it, read it back; a boundary then rotates backups and goes to ledgers.

        Raises `NotSaved` as long as the pointer has not been touched, `Stopped` from then on.
        Rules: AG-SAV-5-05, AG-SAV-5-08, AG-SAV-5-09, AG-SAV-5-10.
        """
        fault = first_fault(stored.commit)
        if fault is not None:
            raise NotSaved(f"{fault.rule}: {fault.reason}")
        data = bytes_of(stored)
        held = held_of(stored, data)
        try:
            put(self.medium, held.pointer.file, data)
        except (Unwritten, Unsure) as error:
            raise NotSaved(str(error)) from error
        try:
            point(self.medium, held.pointer)
            read_back(self.medium, self.identity, held)
            self.settle_at(held, shelved(self.shelf, held, self.rulings))
        except (Unwritten, Unsure, Unavailable) as error:
            self.standing = Standing.STOPPED
            raise Stopped(str(error)) from error

    def settle_at(self, held: Held, shelf: Shelf) -> None:
        """Make this commit the active one, and bring whatever replica is behind it level with it.

        Raises `Unwritten` or `Unsure`. Rules: AG-SAV-5-10, AG-SAV-5.1-04, AG-SAV-5.1-05, AG-SAV-11.1-10.
        """
        self.held, self.standing = held, Standing.PLAYABLE
        if shelf != self.shelf:
            put(self.medium, SHELF, packed("shelf", shelf))
            self.shelf = shelf
        if not held.commit.is_boundary:
            return
        rows = closures(held.commit)
        for name in in_order_of_writing(len(rows)):
            if self.mirrored.get(name) != rows:
                put(self.medium, name, chain_of(rows, self.identity))
                self.mirrored[name] = rows
        self.sweep()

    def sweep(self) -> None:
        """Remove files that were never named, or are no longer: they are not read, whatever they hold."""
        if self.held is None:
            return
        kept = kept_files(self.held.pointer, self.shelf)
        try:
            names = self.medium.list()
        except OSError:
            return
        for name in names:
            if name.startswith(TEMPORARY) or (name.startswith(COMMIT) and name not in kept):
                drop(self.medium, name)


def point(medium: Medium, pointer: Pointer) -> None:
    """Switch the active pointer at once. Raises `Unwritten` or `Unsure`. Rules: AG-SAV-5-05, AG-SAV-5-09."""
    put(medium, ACTIVE, packed("pointer", pointer))


def read_back(medium: Medium, identity: Identity, held: Held) -> None:
    """See that the disk names this commit and holds it, valid in full. Raises `Unsure` or `Unavailable`.

    Rules: AG-SAV-5-05, AG-SAV-5-09.
    """
    try:
        pointer: Pointer = unpacked("pointer", Pointer, read(medium, ACTIVE))
        data = pointed(pointer, read(medium, pointer.file))
        found = commit_in(data, pointer.file, identity)
    except (Damaged, Misfit) as error:
        raise Unsure(str(error)) from error
    if found != held:
        raise Unsure("another commit is read back than was written")
