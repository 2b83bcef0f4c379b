"""What lies in a slot's folder when it is opened: which files can be trusted, and which are rejected and why.

Nothing is changed here. A file that looks damaged is read a second time before it is believed, for a read can fail
where the disk did not; a file that cannot be read at all says nothing about what it holds, and ends the opening.

Rules: AG-SAV-11.2-01..13, AG-SAV-11.3-01..03.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kernel.guild.save.envelope import MOST_BYTES, Damaged, sha256
from kernel.guild.save.journal import Row
from kernel.guild.save.medium import Medium
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import Held, Identity, commit_in
from kernel.guild.save.store_files import (
    ACTIVE,
    COMMIT,
    LEDGERS,
    MANIFEST,
    NO_SHELF,
    NOWHERE,
    REJECTED,
    SHELF,
    TEMPORARY,
    Pointer,
    Rejected,
    Shelf,
    shelf_fault,
    unpacked,
)
from kernel.guild.save.store_ledger import links_in

T = TypeVar("T")
#: How often a file is read before it counts as damaged or unreadable.
_READS = 2


class Unavailable(Exception):
    """The disk does not answer: nothing can be said, and nothing is changed."""


@dataclass(frozen=True)
class Evidence:
    """The files of a slot, checked.

    `ledgers` are the receipts of each, as far as they are a chain, None if it is missing or begins with none;
    `bytes_of` what was rejected.

    `names` are those of finished files, `swept` those that only an unfinished save has.
    """

    names: tuple[str, ...]
    swept: tuple[str, ...]
    active: Pointer
    shelf: Shelf
    ledgers: tuple[tuple[Row, ...] | None, tuple[Row, ...] | None]
    commits: Mapping[str, Held]
    manifest: tuple[Rejected, ...]
    rejected: tuple[Rejected, ...]
    bytes_of: Mapping[str, bytes]

    @property
    def is_untouched(self) -> bool:
        """Has no save ever been acknowledged here: nothing but temporary files and, at most, a first commit?"""
        return not set(self.names) - set(self.swept)

    def held(self, pointer: Pointer) -> Held | None:
        """The commit that a pointer names, if its file is there with exactly those bytes."""
        found = self.commits.get(pointer.file)
        return found if found is not None and found.pointer == pointer else None


@dataclass
class Gathering:
    """Reads files, and remembers what it had to reject."""

    medium: Medium
    rejected: list[Rejected]
    bytes_of: dict[str, bytes]

    def checked(self, name: str, check: Callable[[bytes], T], otherwise: T) -> T:
        """What a file says, or `otherwise` if it is damaged. Raises `Unavailable`."""
        data, fault = b"", ""
        for _ in range(_READS):
            data = read(self.medium, name)
            try:
                return check(data)
            except (Damaged, Misfit) as error:
                fault = str(error)
        self.reject(name, data, fault)
        return otherwise

    def reject(self, name: str, data: bytes, fault: str) -> None:
        """Remember bytes that were not accepted."""
        self.rejected.append(Rejected(name, sha256(data), fault))
        self.bytes_of[name] = data


def read(medium: Medium, name: str) -> bytes:
    """The bytes of a file, at most one more than an envelope may have. Raises `Unavailable`."""
    for left in reversed(range(_READS)):
        try:
            return medium.read(name, MOST_BYTES)
        except OSError as error:
            if not left:
                raise Unavailable(f"{name}: {error}") from error
    raise AssertionError("a file is read at least once")


def gathered(medium: Medium, identity: Identity) -> Evidence:
    """The evidence in a slot's folder. Raises `Unavailable`, or `Unsupported` for a save that needs a migration."""
    try:
        names = medium.list()
    except OSError as error:
        raise Unavailable(str(error)) from error
    at = Gathering(medium, [], {})
    active, shelf = NOWHERE, NO_SHELF
    if ACTIVE in names:
        active = at.checked(ACTIVE, lambda data: _pointer(data), NOWHERE)
    if SHELF in names:
        shelf = at.checked(SHELF, _shelf, NO_SHELF)
    manifest: tuple[Rejected, ...] = at.checked(MANIFEST, _manifest, ()) if MANIFEST in names else ()
    commits: dict[str, Held] = {}
    for name in names:
        if name.startswith(COMMIT):
            held = at.checked(name, lambda data, name=name: commit_in(data, name, identity), None)  # type: ignore[misc]
            if held is not None:
                commits[name] = held
    one, other = (_ledger(at, name, identity) if name in names else None for name in LEDGERS)
    kept = tuple(name for name in names if not name.startswith(TEMPORARY))
    first = {name for name, held in commits.items() if held.commit.sequence == 0}
    swept = tuple(name for name in names if name in first or name.startswith(TEMPORARY))
    return Evidence(kept, swept, active, shelf, (one, other), commits, manifest, tuple(at.rejected), at.bytes_of)


def _pointer(data: bytes) -> Pointer:
    pointer: Pointer = unpacked("pointer", Pointer, data)
    return pointer


def _manifest(data: bytes) -> tuple[Rejected, ...]:
    rows: tuple[Rejected, ...] = unpacked("manifest", REJECTED, data)
    return rows


def _shelf(data: bytes) -> Shelf:
    shelf: Shelf = unpacked("shelf", Shelf, data)
    fault = shelf_fault(shelf)
    if fault:
        raise Misfit("", f"AG-SAV-11.1-03: {fault}")
    return shelf


def _ledger(at: Gathering, name: str, identity: Identity) -> tuple[Row, ...] | None:
    """The receipts at the head of a ledger; what follows the first that is none of its chain is rejected."""
    for _ in range(_READS):
        data = read(at.medium, name)
        rows, fault = links_in(data, identity)
        if not fault:
            return rows
    at.reject(name, data, fault)
    return rows or None
