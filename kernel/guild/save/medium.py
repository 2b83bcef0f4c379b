"""What the store may ask of a disk, and the real folder that answers.

A slot is one flat folder. The store reaches it through the nine calls of `Medium` and through nothing else, so that a
simulated disk can stand in the place of a real one and interrupt every call. A name means a file of the slot's folder.

Rules: AG-SAV-2-01, AG-SAV-5-09.
"""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from types import TracebackType
from typing import Protocol

try:
    import fcntl
except ImportError:  # pragma: no cover - systems without it are refused when a folder is opened
    fcntl = None  # type: ignore[assignment]

#: What a file of a slot may be called: no path, no hidden file, nothing that a file system folds or cuts.
NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,119}", re.ASCII)
#: The file whose lock tells that a writer is at work. It is no part of the save and never read.
LOCK = "lock"
_OWNER_ONLY = 0o600


class Medium(Protocol):
    """Nine calls. Each may raise `OSError`; one that raised may have happened, or not, or in part.

    `write` takes as much as it can and says how much that was. `fsync` makes a file's bytes durable, not its name;
    `fsync_directory` makes names durable. `replace` lets `target` name what `source` named, at once. `read` gives at
    most `limit + 1` bytes, so that a file that is too long shows as such without being read whole.
    """

    def create(self, name: str) -> int:
        """A handle of a new, empty file. Raises `FileExistsError` if the name is taken."""
        ...

    def write(self, handle: int, data: bytes) -> int:
        """Append bytes; how many were taken."""
        ...

    def fsync(self, handle: int) -> None:
        """Make what was written through this handle durable."""
        ...

    def close(self, handle: int) -> None:
        """Give the handle back."""
        ...

    def replace(self, source: str, target: str) -> None:
        """Rename, over whatever `target` named."""
        ...

    def unlink(self, name: str) -> None:
        """Remove a name."""
        ...

    def fsync_directory(self) -> None:
        """Make every name as it now stands durable."""
        ...

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a file, up to one more than `limit`. Raises `FileNotFoundError`."""
        ...

    def list(self) -> tuple[str, ...]:
        """All names, sorted."""
        ...


class SlotInUse(Exception):
    """Another process writes to this slot. Rules: AG-SAV-15-05."""


class Folder:
    """A slot's folder on a real file system, held by one writer. Use as a context manager.

    Opening makes the folder if need be and takes its lock; raises `SlotInUse` if another process has it, and `OSError`
    on a system whose locks and folder syncs are not POSIX's: there nothing is promised, so nothing is written.

    Rules: AG-SAV-15-05.
    """

    def __init__(self, path: Path) -> None:
        if fcntl is None:
            raise OSError(errno.ENOTSUP, "a save needs POSIX file locks and folder syncs", str(path))
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = path
        self._folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            self._lock = self._open(LOCK, os.O_RDWR | os.O_CREAT)
            self._take_lock()
        except BaseException:
            os.close(self._folder)
            raise

    def _open(self, name: str, flags: int) -> int:
        return os.open(name, flags | os.O_CLOEXEC | os.O_NOFOLLOW, _OWNER_ONLY, dir_fd=self._folder)

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise SlotInUse(f"{self.path}: another process writes to this slot") from error

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """Give up lock and folder."""
        os.close(self._lock)
        os.close(self._folder)

    def create(self, name: str) -> int:
        """See `Medium`."""
        return self._open(checked(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL)

    def write(self, handle: int, data: bytes) -> int:
        """See `Medium`."""
        return os.write(handle, data)

    def fsync(self, handle: int) -> None:
        """See `Medium`. Where the system knows a stronger call that reaches through the disk's own cache, that one."""
        stronger = getattr(fcntl, "F_FULLFSYNC", None)
        if stronger is None:
            os.fsync(handle)
        else:  # pragma: no cover - macOS
            fcntl.fcntl(handle, stronger)

    def close(self, handle: int) -> None:
        """See `Medium`."""
        os.close(handle)

    def replace(self, source: str, target: str) -> None:
        """See `Medium`."""
        os.replace(checked(source), checked(target), src_dir_fd=self._folder, dst_dir_fd=self._folder)

    def unlink(self, name: str) -> None:
        """See `Medium`."""
        os.unlink(checked(name), dir_fd=self._folder)

    def fsync_directory(self) -> None:
        """See `Medium`."""
        os.fsync(self._folder)

    def read(self, name: str, limit: int) -> bytes:
        """See `Medium`."""
        with open(self._open(checked(name), os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as file:
            parts: list[bytes] = []
            left = limit + 1
            while left and (part := file.read(left)):
                parts.append(part)
                left -= len(part)
        return b"".join(parts)

    def list(self) -> tuple[str, ...]:
        """See `Medium`. What is no file of a slot (the lock, a folder, a strange name) is not listed."""
        with os.scandir(self._folder) as entries:
            files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
        return tuple(sorted(name for name in files if name != LOCK and NAME.fullmatch(name)))


def checked(name: str) -> str:
    """The name, if it may name a file of a slot. Raises `ValueError`: names come from the store, not from files."""
    if NAME.fullmatch(name) is None or name == LOCK:
        raise ValueError(f"not the name of a file of a slot: {name!r}")
    return name
