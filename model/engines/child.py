"""Work in a forked process: nothing is copied on the way in, the clock, the memory and Ctrl-C are obeyed at any time.

A solver deep in its own code hears neither; a process can be killed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import pickle
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")

#: Seconds beyond its limit after which a child ends by itself, should its parent be gone.
_GRACE = 5.0
#: Seconds that one wait lasts at most: a Ctrl-C between the last look at signals and the wait itself does not end it.
_LOOK_UP = 0.25


@dataclass(frozen=True)
class Died:
    """A child ended without a word, for this reason."""

    reason: str


def timed_out(seconds: float) -> str:
    """The reason of whoever is stopped by the clock."""
    return f"no answer within {seconds:g} s"


def can_fork() -> bool:
    """Are there forked processes here?"""
    return hasattr(os, "fork")


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until the end of the block, so that no child is born or buried half."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Child(Generic[T]):
    """One piece of work in a process of its own. Start it with interrupts held; end it with `kill`, whatever happens.

    The memory limit, in MB, counts from what the process has when it starts.
    """

    def __init__(self, work: Callable[[], T], seconds: float, memory_mb: int | None = None) -> None:
        self._memory_mb = memory_mb
        self._read, write = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._read)
            _be_child(work, write, seconds, memory_mb)
        os.close(write)
        self._alive = True

    def fileno(self) -> int:
        """What becomes readable when the child has something to say, or has died."""
        return self._read

    def result(self) -> T | Died:
        """What the work came to, waited for. Errors: those of the work itself."""
        with os.fdopen(os.dup(self._read), "rb") as pipe:
            said = pipe.read()
        status = self._reap()
        if not said:
            return Died(self._cause(status))
        is_error, value = pickle.loads(said)
        if is_error:
            raise value
        found: T = value
        return found

    def _reap(self) -> int:
        # In one piece: a process number that has been waited for may be another's by the time it is killed.
        with interrupts_held():
            _, status = os.waitpid(self._pid, 0)
            self._alive = False
        return status

    def _cause(self, status: int) -> str:
        code = os.waitstatus_to_exitcode(status)
        limit = "" if self._memory_mb is None else f" under a memory limit of {self._memory_mb} MB"
        return f"its process ended with {signal.Signals(-code).name if code < 0 else f'exit code {code}'}{limit}"

    def kill(self) -> None:
        """End the child, if it has not ended, and leave nothing of it."""
        if self._alive:
            os.kill(self._pid, signal.SIGKILL)
            self._reap()
        if self._read >= 0:
            os.close(self._read)
            self._read = -1


def _be_child(work: Callable[[], Any], write: int, seconds: float, memory_mb: int | None) -> NoReturn:
    """The child's whole life. It says one pickle and leaves without the parent's clean-up; Ctrl-C stays blocked."""
    try:
        gc.disable()
        faulthandler.disable()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        _limit(memory_mb)
        try:
            said = pickle.dumps((False, work()))
        except MemoryError:
            os._exit(1)
        except BaseException as error:
            said = _pickled(error)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(said)
        os._exit(0)
    finally:
        os._exit(1)


def _pickled(error: BaseException) -> bytes:
    try:
        said = pickle.dumps((True, error))
        pickle.loads(said)
    except Exception:
        return pickle.dumps((True, RuntimeError(f"{type(error).__name__}: {error}")))
    return said


def _limit(memory_mb: int | None) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory_mb is not None:
        ceiling = _held_bytes() + memory_mb * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling))


def _held_bytes() -> int:
    """The address space that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")


def require_limits(memory_mb: int | None) -> None:
    """Refuse a memory limit that is none, or that this system cannot keep. Errors: ValueError."""
    if memory_mb is None:
        return
    if memory_mb < 1:
        raise ValueError(f"a memory limit of {memory_mb} MB leaves no room")
    if not can_fork() or not sys.platform.startswith("linux"):
        raise ValueError("a memory limit can be kept on Linux only")


def outcomes(children: Sequence[Child[T]], seconds: float) -> Iterator[tuple[int, T | Died]]:
    """The children's results with their places, as they come, until all are in or the time is up.

    Errors: those of a child's work.
    """
    deadline = time.monotonic() + seconds
    waiting = dict(enumerate(children))
    while waiting:
        left = max(0.0, deadline - time.monotonic())
        ready, _, _ = select.select(list(waiting.values()), [], [], min(left, _LOOK_UP))
        if not ready and left <= _LOOK_UP:
            return
        for place in [place for place, child in waiting.items() if child in ready]:
            yield place, waiting.pop(place).result()


def in_child(work: Callable[[], T], seconds: float, memory_mb: int | None = None) -> T | Died:
    """What the work comes to in a child, at most so many seconds later. Errors: those of the work."""
    children: list[Child[T]] = []
    try:
        with interrupts_held():
            children.append(Child(work, seconds, memory_mb))
        for _, outcome in outcomes(children, seconds):
            return outcome
        return Died(timed_out(seconds))
    finally:
        with interrupts_held():
            for child in children:
                child.kill()
