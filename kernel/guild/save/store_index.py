"""Which files of a device's folder belong to which Guild slot, and which of them lie in the trash.

Every slot is a part: files whose names begin with its number, and on which a `Store` works as if they were alone. What
a part is for, an index says, written twice. Rules: AG-SAV-2-01, AG-SAV-16-02, AG-SAV-16-03.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kernel.guild.save.deletion import Shelf as Kept
from kernel.guild.save.medium import Medium
from kernel.guild.save.slot import NONE, Term
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import Identity
from kernel.guild.save.store_files import unpacked

#: Guild slots of a device; the one at place i has the slot ID i + 1. Rules: AG-SAV-2-01.
SLOTS = 3
INDEX = ("index_a", "index_b")
#: The name of a file in a part: the number, and the name that the file has in its slot.
IN_PART = re.compile(r"(0|[1-9][0-9]{0,9})\.(.+)", re.ASCII)


class Deed(Term):
    """What was done to a whole slot upon a confirm. Rules: AG-SAV-16-03."""

    DELETED = "a slot was deleted"
    RESTORED = "a slot came back from the trash"
    EMPTIED = "the trash was emptied"
    FORGOTTEN = "a branch that can only be read was deleted"
    FALLEN_BACK = "a migration was taken back"


@dataclass(frozen=True)
class Part:
    """The number of a part, and whose files lie there."""

    number: int
    identity: Identity


@dataclass(frozen=True)
class Done:
    """The receipt of a deed: its operation ID, the part that it was asked for, the revision that it led to.

    Rules: AG-SAV-16-03.
    """

    operation: int
    deed: Deed
    part: int
    revision: int


@dataclass(frozen=True)
class Before:
    """The copy of a slot from before a migration: the part where it lies, the part that it is the copy of.

    `sequence` is that of the migrated commit, -1 as long as there is none; `launches` have been counted since.
    Rules: AG-SAV-11.1-07, AG-SAV-13-02, AG-SAV-13-10.
    """

    part: int
    of: int
    sequence: int
    launches: int


@dataclass(frozen=True)
class Index:
    """Which parts there are, and what each is for; labels of `slots` are numbers of parts.

    `archive` are branches that can only be read, `revision` counts the writes of the index, `next` is a number that no
    part has had.
    """

    revision: int
    next: int
    slots: tuple[Kept, ...]
    archive: tuple[int, ...]
    before: tuple[Before, ...]
    parts: tuple[Part, ...]
    done: tuple[Done, ...]

    @property
    def named(self) -> tuple[int, ...]:
        """The parts that are for something."""
        found = (*(number for kept in self.slots for number in numbers_of(kept)), *self.archive)
        return (*found, *(each.part for each in self.before if each.of in found))

    def identity(self, number: int) -> Identity:
        """Whose files lie in a part. Raises `KeyError`."""
        return {part.number: part.identity for part in self.parts}[number]

    def is_elsewhere(self, number: int) -> bool:
        """Is the lineage of a part in use as another one?"""
        mine = self.identity(number)
        used = [self.identity(kept.slot) for kept in self.slots if kept.slot not in (NONE, number)]
        return any((each.guild_id, each.lineage_id) == (mine.guild_id, mine.lineage_id) for each in used)


def numbers_of(kept: Kept) -> tuple[int, ...]:
    """The parts that one slot has, in use or in the trash."""
    return tuple(number for number in (kept.slot, *(each.slot for each in kept.trash)) if number != NONE)


NEW = Index(0, 0, (Kept(NONE, NONE),) * SLOTS, (), (), (), ())


def index_fault(index: Index) -> str:
    """What cannot be right about an index; empty if nothing."""
    named = sorted(index.named)
    numbers = sorted(part.number for part in index.parts)
    if len(index.slots) != SLOTS:
        return f"{len(index.slots)} slots where {SLOTS} belong"
    if named != numbers or len(set(named)) != len(named):
        return "not every part is for one thing"
    if any(not 0 <= number < index.next for number in numbers) or index.revision < 0:
        return "a number is out of its range"
    for place, kept in enumerate(index.slots):
        if any(index.identity(each).slot_id != place + 1 for each in numbers_of(kept)):
            return "a slot has a part that belongs to another"
    return ""


class IndexLost(Exception):
    """No copy of the index can be read, and there are parts: nothing tells trash from slot, and nothing is changed."""


class SlotRefused(Exception):
    """An act upon a whole slot that the save contract does not allow; names the rule. Nothing has changed."""


class Within:
    """A `Medium`: the files of one part, as if they were alone."""

    def __init__(self, medium: Medium, number: int) -> None:
        self.medium = medium
        self.number = number

    def _of(self, name: str) -> str:
        return f"{self.number}.{name}"

    def create(self, name: str) -> int:
        """See `Medium`."""
        return self.medium.create(self._of(name))

    def write(self, handle: int, data: bytes) -> int:
        """See `Medium`."""
        return self.medium.write(handle, data)

    def fsync(self, handle: int) -> None:
        """See `Medium`."""
        self.medium.fsync(handle)

    def close(self, handle: int) -> None:
        """See `Medium`."""
        self.medium.close(handle)

    def replace(self, source: str, target: str) -> None:
        """See `Medium`."""
        self.medium.replace(self._of(source), self._of(target))

    def unlink(self, name: str) -> None:
        """See `Medium`."""
        self.medium.unlink(self._of(name))

    def fsync_directory(self) -> None:
        """See `Medium`."""
        self.medium.fsync_directory()

    def read(self, name: str, limit: int) -> bytes:
        """See `Medium`."""
        return self.medium.read(self._of(name), limit)

    def list(self) -> tuple[str, ...]:
        """See `Medium`."""
        found = (IN_PART.fullmatch(name) for name in self.medium.list())
        return tuple(each[2] for each in found if each is not None and int(each[1]) == self.number)


def with_part(index: Index, slot: int, kept: Kept, identity: Identity) -> Index:
    """The index with the next part, of this identity, and a slot as it is then."""
    part = Part(index.next, identity)
    return replace(with_slot(index, slot, kept), next=index.next + 1, parts=(*index.parts, part))


def with_slot(index: Index, slot: int, kept: Kept) -> Index:
    """The index with one slot as it is now."""
    return replace(index, slots=tuple(kept if i == slot else each for i, each in enumerate(index.slots)))


def pruned(index: Index) -> Index:
    """The index without parts that are for nothing, and without copies of what is not there."""
    named = index.named
    before = tuple(each for each in index.before if each.part in named)
    return replace(index, before=before, parts=tuple(part for part in index.parts if part.number in named))


def replaced(index: Index, old: int, new: int) -> Index:
    """The index in which a part is what another was the copy's source: a slot goes on in a part of another number."""
    return replace(index, before=tuple(replace(each, of=new) if each.of == old else each for each in index.before))


def receipt(index: Index, operation: int, deed: Deed, part: int) -> Done | None:
    """The receipt of a known operation, None of a new one. Raises `SlotRefused` if the ID belongs to something else.

    Rules: AG-SAV-4-06, AG-SAV-4-07, AG-SAV-16-03.
    """
    for each in index.done:
        if each.operation == operation:
            if (each.deed, each.part) != (deed, part):
                raise SlotRefused("AG-SAV-4-07: this operation ID belongs to another confirm")
            return each
    return None


def in_order(revision: int) -> tuple[str, str]:
    """The copies of the index, the one that is written first in front: they alternate, as closure ledgers do."""
    one, other = INDEX
    return (one, other) if revision % 2 else (other, one)


def index_in(data: bytes) -> Index:
    """The index in the bytes of one copy. Raises `Damaged` or `Misfit`."""
    index: Index = unpacked("index", Index, data)
    fault = index_fault(index)
    if fault:
        raise Misfit("", f"AG-SAV-2-01: {fault}")
    return index
