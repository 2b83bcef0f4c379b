"""Opening a slot: from whatever a crash or damage left to one commit, the same one however often it is opened.

First what is seen is made durable, so that nothing is built on names that a power loss could still take. Then evidence
is gathered and one commit chosen; rejected bytes are copied to quarantine before anything replaces them; only then the
pointer moves, and replicas follow. Every step leaves the evidence for the next opening to choose alike.

Rules: AG-SAV-11.3-01..11, AG-SAV-5.1-01..06.
"""

from __future__ import annotations

from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import MOST_BYTES
from kernel.guild.save.journal import BOUNDS, Bounds
from kernel.guild.save.medium import Medium
from kernel.guild.save.recovery import SEAL, Ending, receipts_in, recovered
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import Slot
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store, point, read_back
from kernel.guild.save.store_commit import NO_PARENT, Held, Identity, Stored, bytes_of, first_commit, held_of, stored_of
from kernel.guild.save.store_evidence import Evidence, Unavailable, gathered
from kernel.guild.save.store_files import (
    LEDGERS,
    MANIFEST,
    QUARANTINE,
    REJECTED,
    Shelf,
    Unsure,
    Unwritten,
    drop,
    packed,
    put,
)
from kernel.guild.save.store_ledger import closures, rebuilt, shelved


def opened_store(
    medium: Medium, identity: Identity, genesis: Slot, rulings: SaveRulings, bounds: Bounds = BOUNDS
) -> Store:
    """The store of a slot, recovered: playable, empty or blocked; STOPPED if the disk would not have it.

    Raises `Unavailable` if the disk cannot be read, `Unsupported` for a save that needs a migration; both change
    nothing. Rules: AG-SAV-11.3-01..11.
    """
    store = Store(medium, identity, genesis, rulings, bounds)
    try:
        medium.fsync_directory()
    except OSError as error:
        raise Unavailable(str(error)) from error
    evidence = gathered(medium, identity)
    try:
        quarantine(medium, evidence)
        recover(store, evidence)
    except (Unwritten, Unsure, Unavailable, Stopped):
        store.standing = Standing.STOPPED
    except NotSaved:
        # What is pending stays so: whoever asks for it again, or opens the slot again, takes it up.
        return store
    return store


def recover(store: Store, evidence: Evidence) -> None:
    """Bring the store to the commit that the evidence proves. Raises `Unwritten`, `Unsure` or `Unavailable`.

    Rules: AG-SAV-11.3-03..10.
    """
    if evidence.is_untouched:
        for name in evidence.swept:
            drop(store.medium, name)
        return
    base = newest_proven(evidence)
    one, other = (None if rows is None else receipts_in(rows) for rows in evidence.ledgers)
    is_active = base is not None and base.pointer == evidence.active
    commit = None if base is None else base.commit
    found = recovered(commit, is_active, one, other, first_commit(store.genesis), store.rulings, store.bounds)
    if found.ending is Ending.BLOCKED:
        store.standing = Standing.BLOCKED
        return
    parent = NO_PARENT if base is None else base.stored.commit_id
    is_there = base is not None and base.commit == found.commit
    made = None if is_there else written(store, stored_of(store.identity, found.commit, parent))
    if held := made or base:
        keep(store, evidence, held)
    if store.is_pending:
        store.finish()


def written(store: Store, stored: Stored) -> Held:
    """Write the file of a commit that recovery has made. Raises `Unwritten` or `Unsure`. Rules: AG-SAV-11.3-07."""
    data = bytes_of(stored)
    held = held_of(stored, data)
    put(store.medium, held.pointer.file, data)
    return held


def keep(store: Store, evidence: Evidence, held: Held) -> None:
    """Make a commit that lies on the disk the active one, with replicas that fit it.

    Raises `Unwritten`, `Unsure` or `Unavailable`. Rules: AG-SAV-5.1-04, AG-SAV-5.1-05.
    """
    if evidence.active != held.pointer:
        point(store.medium, held.pointer)
        read_back(store.medium, store.identity, held)
    store.shelf = evidence.shelf
    damaged = {each.name for each in evidence.rejected}
    store.mirrored = {name: None if name in damaged else evidence.ledgers[i] for i, name in enumerate(LEDGERS)}
    store.settle_at(held, shelf_for(evidence, held, store.rulings))


def shelf_for(evidence: Evidence, held: Held, rulings: SaveRulings) -> Shelf:
    """The shelf that belongs to this active commit: the one that lies there, or what can be rebuilt of it.

    Rules: AG-SAV-5.1-04, AG-SAV-5.1-05, AG-SAV-11.1-03..06.
    """
    shelf = evidence.shelf
    pool = [found for pointer in shelf.pointers if (found := evidence.held(pointer)) is not None]
    if not pool or len(pool) < len(shelf.pointers) or shelf.boundary.sequence > held.pointer.sequence:
        shelf = rebuilt(held, pool or evidence.commits.values(), rulings)
    return shelved(shelf, held, rulings)


def newest_proven(evidence: Evidence) -> Held | None:
    """The newest valid commit that was active once: named by the pointer, or by the shelf, newest first.

    If none of them is left, the newest valid commit there is, but for one that seals: it may be what an opening that
    was cut short has just made, and then the same evidence has to lead to it again.

    Rules: AG-SAV-11.3-01, AG-SAV-11.3-03.
    """
    pointers = (evidence.active, *evidence.shelf.pointers)
    proven = [held for pointer in pointers if (held := evidence.held(pointer)) is not None]
    others = [held for held in evidence.commits.values() if not seals(held.commit)]
    return max(proven or others, key=lambda held: held.pointer.sequence, default=None)


def seals(commit: Commit) -> bool:
    """Is the newest closure receipt of this commit that of sealing?"""
    rows = closures(commit)
    return bool(rows) and rows[-1].intent == SEAL


def quarantine(medium: Medium, evidence: Evidence) -> None:
    """Copy every rejected file, byte for byte, and list it in the manifest; one that is too long moves as it is.

    Raises `Unwritten` or `Unsure`. Rules: AG-SAV-11.1-09, AG-SAV-11.3-10.
    """
    for each in evidence.rejected:
        name, data = f"{QUARANTINE}{each.sha256}", evidence.bytes_of[each.name]
        if name in evidence.names:
            continue
        if len(data) > MOST_BYTES:
            move(medium, each.name, name)
        else:
            put(medium, name, data)
    rows = tuple(sorted({*evidence.manifest, *evidence.rejected}, key=lambda row: (row.name, row.sha256, row.fault)))
    if rows != evidence.manifest:
        put(medium, MANIFEST, packed("manifest", rows, REJECTED))


def move(medium: Medium, name: str, target: str) -> None:
    """Rename durably. Raises `Unsure`."""
    try:
        medium.replace(name, target)
        medium.fsync_directory()
    except OSError as error:
        raise Unsure(f"{name}: {error}") from error
