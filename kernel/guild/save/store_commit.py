"""A commit as it lies on a disk: whose it is, under which versions, after which commit, and what it says.

Identities are truncated SHA-256 values of canonical data. That of a commit covers its parent's and all that it says, so
that a commit vouches for its whole past. Rules: AG-SAV-2-02, AG-SAV-2-03, AG-SAV-3-01..06, AG-SAV-4-02.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import Plain, canonical, parsed, payload_in, sha256
from kernel.guild.save.intent import Kind
from kernel.guild.save.journal import FREE, OperationId
from kernel.guild.save.slot import NONE, Slot
from kernel.guild.save.store_codec import Misfit, record_of, text_of, written_in
from kernel.guild.save.store_files import Pointer, file_of, packed, pointer_to
from kernel.guild.save.validation import first_fault

#: The versions that this program writes, and the only ones that it reads without a migration.
SAVE_SCHEMA, RULESET, CONTENT = 1, 1, 1
#: The parent of the first commit.
NO_PARENT = "0" * 32


@dataclass(frozen=True)
class Identity:
    """Which save this is: 128-bit values as lowercase hexadecimal, and the number of the slot."""

    guild_id: str
    lineage_id: str
    slot_id: int


@dataclass(frozen=True)
class Stored:
    """A commit file. Rules: AG-SAV-2-02."""

    identity: Identity
    save_schema_version: int
    ruleset_version: int
    content_revision: int
    commit_id: str
    parent_commit_id: str
    commit: Commit


@dataclass(frozen=True)
class Held:
    """A stored commit and the pointer to its file."""

    stored: Stored
    pointer: Pointer

    @property
    def commit(self) -> Commit:
        """What it says."""
        return self.stored.commit


class Unsupported(Exception):
    """A save of versions that need a migration; it is not damaged, and is left as it is. Rules: AG-SAV-3-05."""


def low128(plain: Plain) -> str:
    """The identity of plain data, in hexadecimal digits. Rules: AG-SAV-2-03."""
    return _low128(canonical(plain))


def _low128(text: bytes) -> str:
    """The identity of a canonical text."""
    return sha256(text)[:32]


def operation_id(identity: Identity, sequence: int, kind: Kind, source: int, nonce: int) -> int:
    """The identity of an operation: a hash of who asks for what, where, when, and of a number that tells two apart.

    Rules: AG-SAV-4-02.
    """
    inputs = OperationId(int(identity.guild_id, 16), int(identity.lineage_id, 16), sequence, kind, source, nonce)
    return int(low128(["operation", identity.guild_id, identity.lineage_id, *_numbers(inputs)]), 16)


def _numbers(inputs: OperationId) -> list[Plain]:
    return [inputs.sequence_at_intent, inputs.kind.name, inputs.source, inputs.nonce]


def first_commit(slot: Slot) -> Commit:
    """The commit of a new Guild: sequence 0, a boundary, no operation yet."""
    return Commit(sequence=0, parent=NONE, is_boundary=True, slot=slot, journal=(FREE,), head=0)


def stored_of(identity: Identity, commit: Commit, parent_commit_id: str) -> Stored:
    """The commit file that says this."""
    lineage, parent = text_of(identity.lineage_id), text_of(parent_commit_id)
    said = f'["commit",{lineage},{parent},{text_of(commit)}]'
    commit_id = _low128(said.encode("ascii"))
    return Stored(identity, SAVE_SCHEMA, RULESET, CONTENT, commit_id, parent_commit_id, commit)


def bytes_of(stored: Stored) -> bytes:
    """The bytes of a commit file."""
    return packed("commit", stored)


def held_of(stored: Stored, data: bytes) -> Held:
    """A stored commit with the pointer to its bytes."""
    return Held(stored, pointer_to(stored.commit_id, stored.commit.sequence, data))


#: Commits up to so many bytes are remembered once they have been read.
_SMALL = 2**15


def commit_in(data: bytes, name: str, identity: Identity) -> Held:
    """The commit in the bytes of a file of this name, checked in the order of validation.

    Remembered if it is small, for it depends on nothing else. Raises `Damaged` for bytes that are no envelope,
    `Unsupported` for other versions, `Misfit` for what cannot be a commit of this slot.
    Rules: AG-SAV-11.2-01..12, AG-SAV-3-05.
    """
    return _remembered(data, name, identity) if len(data) <= _SMALL else _commit_in(data, name, identity)


def _commit_in(data: bytes, name: str, identity: Identity) -> Held:
    """The same, read anew."""
    payload = payload_in("commit", data)
    stored: Stored | None = written_in(Stored, payload)
    plain = parsed(payload) if stored is None else vars(stored)
    versions = _versions(plain)
    if versions is not None and versions != (SAVE_SCHEMA, RULESET, CONTENT):
        raise Unsupported(f"{name}: a save of versions {versions}, not of {(SAVE_SCHEMA, RULESET, CONTENT)}")
    stored = stored or record_of(Stored, plain)
    if stored.identity != identity:
        raise Misfit(name, "AG-SAV-11.2-04: a commit of another Guild, lineage or slot")
    if stored != stored_of(identity, stored.commit, stored.parent_commit_id):
        raise Misfit(name, "AG-SAV-11.2-04: its identity does not follow from its parent and its content")
    if name != file_of(stored.commit_id, stored.commit.sequence):
        raise Misfit(name, "AG-SAV-11.2-04: it lies under the name of another commit")
    fault = first_fault(stored.commit)
    if fault is not None:
        raise Misfit(name, f"{fault.rule}: {fault.reason}")
    return held_of(stored, data)


_remembered = lru_cache(maxsize=1024)(_commit_in)


def _versions(plain: object) -> tuple[int, ...] | None:
    """The three versions that a commit names, None if it names none."""
    names = ("save_schema_version", "ruleset_version", "content_revision")
    found = tuple(plain.get(name) for name in names) if isinstance(plain, dict) else ()
    numbers = tuple(each for each in found if isinstance(each, int))
    return numbers if len(numbers) == len(names) else None
