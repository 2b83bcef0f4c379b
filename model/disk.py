"""A simulated disk: it forgets what was not synced, in every way that a real one may.

A disk is a value. What a program sees is all that it did; what survives a power loss is what it synced, and of the rest
any selection: each unsynced write kept, lost, torn or turned to zeros, each unsynced name kept or lost, independently.
An `fsync` that fails leaves its bytes adrift: no later `fsync` of that file makes them durable.

Not simulated: a disk that lies about `fsync`, and damage to what was synced (that is corruption, see `store_damage`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product
from math import prod
from random import Random

#: The files of a disk at rest: names and bytes, sorted by name.
Image = tuple[tuple[str, bytes], ...]
#: Up to so many unsynced items every combination of fates is tried; beyond, a seeded sample of as many as `SAMPLE`.
MOST_ITEMS = 10
MOST_FATES = 1024
SAMPLE = 64


class Fate(Enum):
    """What a power loss makes of one unsynced write; names know KEPT and LOST alone."""

    KEPT = "kept"
    LOST = "lost"
    TORN = "torn"
    ZEROED = "zeroed"


NAME_FATES = (Fate.KEPT, Fate.LOST)
WRITE_FATES = (Fate.KEPT, Fate.LOST, Fate.TORN, Fate.ZEROED)


@dataclass(frozen=True)
class Entry:
    """A change of names: `name` comes to mean the file `inode`, or nothing if that is 0; `gone` ceases to."""

    name: str
    inode: int
    gone: str = ""


@dataclass(frozen=True)
class File:
    """A file's bytes: `synced` for good, `unsynced` appended since; `adrift` once a sync of it has failed."""

    synced: bytes = b""
    unsynced: tuple[bytes, ...] = ()
    adrift: bool = False

    @property
    def seen(self) -> bytes:
        """What a program reads."""
        return self.synced + b"".join(self.unsynced)


@dataclass(frozen=True)
class Snapshot:
    """A disk at one moment: `names` are durable, `entries` changed them since, in order."""

    names: Mapping[str, int]
    entries: tuple[Entry, ...]
    files: Mapping[int, File]

    def seen(self) -> dict[str, int]:
        """The names as a program finds them."""
        return named(self.names, self.entries)

    @property
    def at_rest(self) -> bool:
        """Is there nothing that a power loss could take?"""
        return not self.entries and not any(self.files[inode].unsynced for inode in self.names.values())


def named(names: Mapping[str, int], entries: Sequence[Entry]) -> dict[str, int]:
    """The names after these changes."""
    found = dict(names)
    for entry in entries:
        found.pop(entry.gone, None)
        if entry.inode:
            found[entry.name] = entry.inode
        else:
            found.pop(entry.name, None)
    return found


def snapshot_of(image: Image) -> Snapshot:
    """The disk on which these files lie, all of them durable."""
    files = {number: File(data) for number, (_, data) in enumerate(image, 1)}
    return Snapshot({name: number for number, (name, _) in enumerate(image, 1)}, (), files)


def image_of(snapshot: Snapshot) -> Image:
    """The files that a program sees."""
    return tuple((name, snapshot.files[inode].seen) for name, inode in sorted(snapshot.seen().items()))


# ---------------------------------------------------------------- power loss


def after_power_loss(snapshot: Snapshot, random: Random) -> Iterator[Image]:
    """The images that a power loss at this moment may leave, each once."""
    fates = _fates(snapshot)
    combinations = prod(map(len, fates))
    if len(fates) <= MOST_ITEMS and combinations <= MOST_FATES:
        choices: Iterator[tuple[Fate, ...]] = product(*fates)
    else:
        choices = (tuple(random.choice(options) for options in fates) for _ in range(SAMPLE))
    seen: set[Image] = set()
    for choice in choices:
        image = _left(snapshot, choice)
        if image not in seen:
            seen.add(image)
            yield image


def _fates(snapshot: Snapshot) -> list[tuple[Fate, ...]]:
    """What can become of each unsynced name, then of each unsynced write of each file that a name may lead to."""
    names: list[tuple[Fate, ...]] = [NAME_FATES for _ in snapshot.entries]
    return names + [WRITE_FATES for inode in _reachable(snapshot) for _ in snapshot.files[inode].unsynced]


def _reachable(snapshot: Snapshot) -> list[int]:
    return sorted({*snapshot.names.values(), *(entry.inode for entry in snapshot.entries if entry.inode)})


def _left(snapshot: Snapshot, choice: tuple[Fate, ...]) -> Image:
    """The image that remains if every item has this fate."""
    fates = iter(choice)
    entries = [entry for entry in snapshot.entries if next(fates) is Fate.KEPT]
    bytes_of = {inode: _remains(snapshot.files[inode], fates) for inode in _reachable(snapshot)}
    return tuple((name, bytes_of[inode]) for name, inode in sorted(named(snapshot.names, entries).items()))


def _remains(file: File, fates: Iterator[Fate]) -> bytes:
    """What remains of a file: a lost write leaves a hole of zeros if a later one is kept, else the file is shorter."""
    data = bytearray(file.synced)
    end = len(data)
    for written in file.unsynced:
        fate = next(fates)
        kept = {
            Fate.KEPT: written,
            Fate.LOST: b"",
            Fate.TORN: written[: len(written) // 2],
            Fate.ZEROED: bytes(len(written)),
        }[fate]
        if kept:
            data.extend(bytes(end - len(data)) + kept)
        end += len(written)
    return bytes(data)


# ---------------------------------------------------------------- the disk that a program uses


@dataclass
class SimulatedDisk:
    """A `Medium` over a snapshot. `Rules: AG-SAV-5-09`."""

    now: Snapshot = field(default_factory=lambda: snapshot_of(()))
    _open: dict[int, int] = field(default_factory=dict)
    _handles: int = 0

    def create(self, name: str) -> int:
        """See `Medium`."""
        if name in self.now.seen():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
        inode = max(self.now.files, default=0) + 1
        self.now = replace(self.now, files={**self.now.files, inode: File()})
        self._change(Entry(name, inode))
        self._handles += 1
        self._open[self._handles] = inode
        return self._handles

    def write(self, handle: int, data: bytes) -> int:
        """See `Medium`."""
        file = self.now.files[self._open[handle]]
        self._put(handle, replace(file, unsynced=(*file.unsynced, data)))
        return len(data)

    def fsync(self, handle: int) -> None:
        """See `Medium`. Of a file adrift nothing becomes durable, though the call succeeds."""
        file = self.now.files[self._open[handle]]
        if not file.adrift:
            self._put(handle, File(file.seen))

    def fail_fsync(self, handle: int) -> None:
        """What a sync that ends with an error leaves: nothing durable, now or later."""
        self._put(handle, replace(self.now.files[self._open[handle]], adrift=True))

    def close(self, handle: int) -> None:
        """See `Medium`."""
        del self._open[handle]

    def replace(self, source: str, target: str) -> None:
        """See `Medium`."""
        self._change(Entry(target, self._inode(source), source))

    def unlink(self, name: str) -> None:
        """See `Medium`."""
        self._inode(name)
        self._change(Entry(name, 0))

    def fsync_directory(self) -> None:
        """See `Medium`."""
        names = self.now.seen()
        kept = {*names.values(), *self._open.values()}
        files = {inode: file for inode, file in self.now.files.items() if inode in kept}
        self.now = Snapshot(names, (), files)

    def read(self, name: str, limit: int) -> bytes:
        """See `Medium`."""
        return self.now.files[self._inode(name)].seen[: limit + 1]

    def list(self) -> tuple[str, ...]:
        """See `Medium`."""
        return tuple(sorted(self.now.seen()))

    def _inode(self, name: str) -> int:
        try:
            return self.now.seen()[name]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name) from None

    def _change(self, entry: Entry) -> None:
        self.now = replace(self.now, entries=(*self.now.entries, entry))

    def _put(self, handle: int, file: File) -> None:
        self.now = replace(self.now, files={**self.now.files, self._open[handle]: file})
