"""A disk that is watched and that fails on demand: every call counted, every moment between two calls kept."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from model.disk import SimulatedDisk, Snapshot

T = TypeVar("T")


class Call(Enum):
    """The nine calls of a `Medium`."""

    CREATE = "create"
    WRITE = "write"
    FSYNC = "fsync"
    CLOSE = "close"
    REPLACE = "replace"
    UNLINK = "unlink"
    FSYNC_DIRECTORY = "fsync_directory"
    READ = "read"
    LIST = "list"


class Trouble(Enum):
    """What can go wrong with a call: its name, and the calls it can befall."""

    ENOSPC = ("no space left", (Call.CREATE, Call.WRITE, Call.FSYNC, Call.REPLACE))
    EIO = ("input/output error", tuple(Call))
    EIO_AFTER = ("input/output error, though the call took effect", (Call.REPLACE, Call.FSYNC_DIRECTORY, Call.UNLINK))
    EACCES = ("permission denied", (Call.CREATE, Call.REPLACE, Call.UNLINK, Call.READ))
    SHORT = ("half of the bytes are taken", (Call.WRITE,))
    FLIP = ("a bit is read wrongly", (Call.READ,))

    @property
    def words(self) -> str:
        """What it is."""
        words: str = self.value[0]
        return words

    @property
    def calls(self) -> tuple[Call, ...]:
        """What it can befall."""
        calls: tuple[Call, ...] = self.value[1]
        return calls


_NUMBERS = {
    Trouble.ENOSPC: errno.ENOSPC,
    Trouble.EIO: errno.EIO,
    Trouble.EIO_AFTER: errno.EIO,
    Trouble.EACCES: errno.EACCES,
}


@dataclass(frozen=True)
class Fault:
    """Trouble at call number `at`, counted from 0; once, or at every call from then on that it can befall."""

    trouble: Trouble
    at: int
    is_lasting: bool

    def __str__(self) -> str:
        return f"{self.trouble.name}@{self.at}{'+' if self.is_lasting else ''}"


@dataclass(frozen=True)
class Moment:
    """The disk between two calls; `next` is the call that follows, None at the end, `name` the file it is about."""

    snapshot: Snapshot
    next: Call | None
    name: str


class Watched:
    """A `Medium`: a simulated disk, its `moments` between changes, and at most one `fault` to come.

    `log` has every call that came back, with the name it was about or made.
    """

    def __init__(self, disk: SimulatedDisk, fault: Fault | None = None) -> None:
        self.disk = disk
        self.fault = fault
        self.calls = 0
        self.has_fired = False
        self.moments: list[Moment] = []
        self.kinds: list[Call] = []
        self.log: list[tuple[Call, str]] = []

    def end(self) -> list[Moment]:
        """All moments, the last one included."""
        return [*self.moments, Moment(self.disk.now, None, "")]

    def _call(self, call: Call, name: str, act: Callable[[], T], fail: Callable[[], None] | None = None) -> T:
        """Make a call, unless it is to fail; `fail` is what a failed call does to the disk all the same."""
        if call not in (Call.READ, Call.LIST):
            self.moments.append(Moment(self.disk.now, call, name))
        trouble = self._trouble(call)
        if trouble in _NUMBERS:
            if trouble is Trouble.EIO_AFTER:
                act()
            elif fail is not None:
                fail()
            raise OSError(_NUMBERS[trouble], os.strerror(_NUMBERS[trouble]), call.value)
        result = act()
        self.log.append((call, name))
        return result

    def _trouble(self, call: Call) -> Trouble | None:
        """What befalls this call, if anything; counts it."""
        number, fault = self.calls, self.fault
        self.calls += 1
        self.kinds.append(call)
        if fault is None or call not in fault.trouble.calls:
            return None
        if number == fault.at or (fault.is_lasting and number > fault.at):
            self.has_fired = True
            return fault.trouble
        return None

    # ------------------------------------------------------------ the calls

    def create(self, name: str) -> int:
        """See `Medium`."""
        return self._call(Call.CREATE, name, lambda: self.disk.create(name))

    def write(self, handle: int, data: bytes) -> int:
        """See `Medium`."""
        short = self._is_next(Trouble.SHORT, Call.WRITE) and len(data) > 1
        part = data[: len(data) // 2] if short else data
        return self._call(Call.WRITE, "", lambda: self.disk.write(handle, part))

    def fsync(self, handle: int) -> None:
        """See `Medium`."""
        self._call(Call.FSYNC, "", lambda: self.disk.fsync(handle), lambda: self.disk.fail_fsync(handle))

    def close(self, handle: int) -> None:
        """See `Medium`. A handle is given back whatever happens."""
        self._call(Call.CLOSE, "", lambda: self.disk.close(handle), lambda: self.disk.close(handle))

    def replace(self, source: str, target: str) -> None:
        """See `Medium`."""
        self._call(Call.REPLACE, target, lambda: self.disk.replace(source, target))

    def unlink(self, name: str) -> None:
        """See `Medium`."""
        self._call(Call.UNLINK, name, lambda: self.disk.unlink(name))

    def fsync_directory(self) -> None:
        """See `Medium`."""
        self._call(Call.FSYNC_DIRECTORY, "", self.disk.fsync_directory)

    def read(self, name: str, limit: int) -> bytes:
        """See `Medium`."""
        flipped = self._is_next(Trouble.FLIP, Call.READ)
        data = self._call(Call.READ, name, lambda: self.disk.read(name, limit))
        if not flipped or not data:
            return data
        middle = len(data) // 2
        return data[:middle] + bytes([data[middle] ^ 4]) + data[middle + 1 :]

    def list(self) -> tuple[str, ...]:
        """See `Medium`."""
        return self._call(Call.LIST, "", self.disk.list)

    def _is_next(self, trouble: Trouble, call: Call) -> bool:
        """Will this trouble befall the next call?"""
        fault = self.fault
        if fault is None or fault.trouble is not trouble or call not in trouble.calls:
            return False
        return self.calls == fault.at or (fault.is_lasting and self.calls > fault.at)
