"""The files of a slot: how one is written so that it is there whole or not at all, and what each says.

    active                    a pointer to the commit that counts
    shelf                     pointers to the backups and checkpoints, rotated for one active commit
    commit-<sequence>-<id>    a commit: written once, never changed
    closure_a, closure_b      the closure receipts, one envelope each, oldest first
    quarantine-<SHA-256>      bytes that were rejected, as they were found
    manifest                  what was rejected, where, and why
    tmp-...                   a file not yet under its name: swept at the next start, never read

Rules: AG-SAV-2-01..03, AG-SAV-5-09, AG-SAV-11.1-01..09.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from kernel.guild.save.envelope import Damaged, Flaw, enveloped, parsed, payload_in, sha256
from kernel.guild.save.medium import Medium
from kernel.guild.save.store_codec import record_of, text_of, written_in

ACTIVE, SHELF, MANIFEST = "active", "shelf", "manifest"
LEDGERS = ("closure_a", "closure_b")
TEMPORARY, QUARANTINE, COMMIT = "tmp-", "quarantine-", "commit-"
#: Backups that are kept besides the active commit. Rules: AG-SAV-2-01.
BACKUPS = 4
#: Temporary names tried before a disk counts as one that refuses them all.
_NAMES = 1_000


class Unwritten(Exception):
    """A file was not written; under its name lies what lay there before. Another attempt needs another file."""


class Unsure(Exception):
    """A file may lie under its name, or not, and may not outlast a crash: only the disk can tell."""


@dataclass(frozen=True)
class Pointer:
    """A commit by its identity, its place in the sequence, and the exact bytes of its file."""

    commit_id: str
    sequence: int
    file: str
    length: int
    sha256: str


#: A pointer to nothing.
NOWHERE = Pointer("", -1, "", 0, "")


@dataclass(frozen=True)
class Shelf:
    """Backups and checkpoints, as they were rotated when commit `boundary` had been read back.

    `backups` are distinct prior boundaries, the newest first. Rules: AG-SAV-11.1-03..06.
    """

    boundary: Pointer
    backups: tuple[Pointer, ...]
    run_creation: Pointer
    run_start: Pointer
    market: Pointer

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """All that it points to, the newest first, each once."""
        found = {self.boundary, *self.backups, self.run_creation, self.run_start, self.market} - {NOWHERE}
        return tuple(sorted(found, key=lambda each: each.sequence, reverse=True))


NO_SHELF = Shelf(NOWHERE, (), NOWHERE, NOWHERE, NOWHERE)


@dataclass(frozen=True)
class Rejected:
    """Bytes that were not accepted: the name they had, their SHA-256, and what is wrong with them."""

    name: str
    sha256: str
    fault: str


#: What a manifest holds.
REJECTED = tuple[Rejected, ...]


# ---------------------------------------------------------------- writing


def put(medium: Medium, name: str, data: bytes) -> None:
    """Let `name` mean these bytes, durably.

    A new file is written whole, synced once, closed and read back before its name changes hands. Raises `Unwritten` if
    the name has not been touched, `Unsure` if it may have been. Rules: AG-SAV-5-09.
    """
    part = _written(medium, name, data)
    try:
        medium.replace(part, name)
        medium.fsync_directory()
    except OSError as error:
        raise Unsure(f"{name}: {error}") from error


def _written(medium: Medium, name: str, data: bytes) -> str:
    """The temporary name under which these bytes lie, synced and read back. Raises `Unwritten`."""
    part = ""
    try:
        part, handle = _new_file(medium, name)
        try:
            left = data
            while left:
                taken = medium.write(handle, left)
                if taken <= 0:
                    raise OSError(errno.EIO, "the disk takes nothing")
                left = left[taken:]
            medium.fsync(handle)
        finally:
            medium.close(handle)
        if medium.read(part, len(data)) != data:
            raise OSError(errno.EIO, "other bytes are read than were written")
    except OSError as error:
        drop(medium, part)
        raise Unwritten(f"{name}: {error}") from error
    return part


def _new_file(medium: Medium, name: str) -> tuple[str, int]:
    """A temporary file that did not exist: its name and a handle. Raises `OSError`."""
    for number in range(_NAMES):
        part = f"{TEMPORARY}{number}-{name}"
        try:
            return part, medium.create(part)
        except FileExistsError:
            continue
    raise OSError(errno.EEXIST, "every temporary name is taken")


def drop(medium: Medium, name: str) -> None:
    """Remove a file that nothing needs. Failing to do so does no harm: the next start sweeps."""
    try:
        medium.unlink(name)
    except (OSError, ValueError):
        return


# ---------------------------------------------------------------- what the small files say


def packed(kind: str, value: Any, record: Any = None) -> bytes:
    """The envelope of a record, or of a value of the kind that is named."""
    return enveloped(kind, text_of(value, record).encode("ascii"))


@lru_cache(maxsize=1024)
def unpacked(kind: str, record: Any, data: bytes) -> Any:
    """The value of this kind in an envelope. Raises `Damaged` or `Misfit`."""
    payload = payload_in(kind, data)
    found = written_in(record, payload)
    return record_of(record, parsed(payload)) if found is None else found


def shelf_fault(shelf: Shelf) -> str:
    """What cannot be right about a shelf, whatever it points to; empty if nothing. Rules: AG-SAV-11.1-03."""
    numbers = [each.sequence for each in (shelf.boundary, *shelf.backups)]
    if len(shelf.backups) > BACKUPS:
        return f"{len(shelf.backups)} backups where {BACKUPS} belong"
    if any(newer <= older for newer, older in pairwise(numbers)):
        return "the backups are not distinct prior boundaries"
    return ""


def pointer_to(commit_id: str, sequence: int, data: bytes) -> Pointer:
    """The pointer to a commit whose file has these bytes."""
    return Pointer(commit_id, sequence, file_of(commit_id, sequence), len(data), sha256(data))


def file_of(commit_id: str, sequence: int) -> str:
    """The name of a commit's file."""
    return f"{COMMIT}{sequence:020d}-{commit_id}"


def pointed(pointer: Pointer, data: bytes) -> bytes:
    """The bytes, if they are those that the pointer names. Raises `Damaged`. Rules: AG-SAV-11.2-02, AG-SAV-11.2-04."""
    if len(data) != pointer.length:
        raise Damaged(Flaw.LENGTH)
    if sha256(data) != pointer.sha256:
        raise Damaged(Flaw.SHA256)
    return data
