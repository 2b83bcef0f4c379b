"""What must hold of the save store case by case: envelopes, identities, commits, candidates, and its one writer."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import MOST_BYTES, MOST_DEPTH, Damaged, Flaw, canonical, opened, sealed
from kernel.guild.save.intent import Kind
from kernel.guild.save.medium import Folder, SlotInUse
from kernel.guild.save.slot import NONE, Drafting, Life, Offer, Recruit
from kernel.guild.save.store import NotSaved, Stopped
from kernel.guild.save.store_codec import Misfit, hexed
from kernel.guild.save.store_commit import NO_PARENT, Identity, commit_in, held_of, operation_id, stored_of
from kernel.guild.save.store_commit import bytes_of as bytes_of_commit
from kernel.guild.save.store_files import Pointer
from kernel.guild.save.validation import Fault, first_fault
from model.disk import Image, image_of, snapshot_of
from model.store_damage import envelope
from model.store_oracle import evidence_on
from model.store_runs import (
    IDENTITY,
    STARTS,
    opened_on,
    place_at,
)
from properties.claim import fact

# ---------------------------------------------------------------- bytes

#: Payloads that no save has, and what is wrong with each first.
HOSTILE = (
    (b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1), Flaw.DEPTH),
    (b"[" * 50_000, Flaw.DEPTH),
    (b'{"a":' * 50_000, Flaw.DEPTH),
    (b"[", Flaw.JSON),
    (b"", Flaw.JSON),
    (b"\xff", Flaw.JSON),
    (b'"\\ud800"', Flaw.JSON),
    (b'{"a":1,"a":1}', Flaw.DUPLICATE),
    (b"0.5", Flaw.NUMBER),
    (b"NaN", Flaw.NUMBER),
    (b"9" * 5_000, Flaw.NUMBER),
    (b"18446744073709551616", Flaw.NUMBER),
    (b'{"b":1,"a":1}', Flaw.CANONICAL),
    (b'{ "a":1}', Flaw.CANONICAL),
    (b"-0", Flaw.CANONICAL),
)


@fact("AG-SAV-11.2-01", cases=lambda: HOSTILE)
def a_hostile_payload_is_refused_for_what_is_wrong_with_it(case: tuple[bytes, Flaw]) -> bool:
    """A payload that nests too deep, is no canonical JSON or has odd numbers is refused, checksums right or not."""
    payload, flaw = case
    return flaw_of(envelope("commit", payload)) is flaw


def flaw_of(data: bytes, kind: str = "commit") -> Flaw | None:
    """What is wrong with an envelope."""
    try:
        opened(kind, data)
    except Damaged as error:
        return error.flaw
    return None


#: An envelope to be damaged.
SAMPLE = sealed("commit", {"coin": 52, "name": "Ada"})


def damaged_samples() -> Iterator[tuple[str, bytes]]:
    """The sample with each of its bits flipped, cut at each length, prolonged, and under another kind."""
    for place in range(len(SAMPLE) * 8):
        flipped = bytearray(SAMPLE)
        flipped[place // 8] ^= 1 << place % 8
        yield f"bit {place} flipped", bytes(flipped)
    for length in range(len(SAMPLE)):
        yield f"cut after {length} bytes", SAMPLE[:length]
    yield "prolonged", SAMPLE + b" "
    yield "of another kind", sealed("pointer", {"coin": 52, "name": "Ada"})
    yield "longer than may be", SAMPLE + bytes(MOST_BYTES)


@fact("AG-SAV-11.2-01", "AG-SAV-11.2-02", "AG-SAV-2-03", cases=damaged_samples)
def no_damaged_envelope_is_opened(case: tuple[str, bytes]) -> bool:
    """An envelope with one bit flipped, cut anywhere, prolonged or of another kind is refused."""
    return flaw_of(case[1]) is not None


def wrong_checksums() -> Iterator[tuple[bytes, Flaw]]:
    """Envelopes of which one checksum alone is wrong."""
    payload = canonical({"coin": 52})
    good = envelope("commit", payload)
    crc = good[good.index(b"\n") - 8 : good.index(b"\n")]
    yield good.replace(crc, b"00000000", 1), Flaw.CRC32
    sha = good.split(b" ")[3]
    head = good[: good.index(b"\n") - 8].replace(sha, b"0" * 64)
    yield envelope_with(head, payload), Flaw.SHA256


def envelope_with(head: bytes, payload: bytes) -> bytes:
    """An envelope with this header, and the CRC32 that fits it."""
    return head + f"{zlib.crc32(head + payload):08x}\n".encode("ascii") + payload


@fact("AG-SAV-2-03", "AG-SAV-11.2-02", cases=wrong_checksums)
def crc32_and_sha256_are_both_compared(case: tuple[bytes, Flaw]) -> bool:
    """A wrong CRC32 is noticed with the SHA-256 right, and a wrong SHA-256 with the CRC32 right."""
    return flaw_of(case[0]) is case[1]


# ---------------------------------------------------------------- identities and commits


@fact("AG-SAV-2-03", cases=lambda: (0, 1, 2**64 - 1, 2**64, 2**128 - 1, 0xABCDEF))
def an_identity_is_128_bits_in_lowercase_hexadecimal(identity: int) -> bool:
    """An identity is written as 32 lowercase hexadecimal digits; what does not fit has no text."""
    text = hexed(identity)
    commit_id = stored_of(IDENTITY, place_at(()).commit, NO_PARENT).commit_id
    digits = set("0123456789abcdef")
    return text is not None and len(text) == len(commit_id) == 32 and set(text + commit_id) <= digits


def operations() -> Iterator[tuple[Kind, int, int, int, str]]:
    """Inputs of an operation ID: kind, sequence, source, nonce and lineage."""
    return product(Kind, (0, 1, 12), (0, 1), (0, 1), ("c3" * 16, "d4" * 16))


@fact("AG-SAV-4-02", cases=operations)
def an_operation_id_differs_with_every_input(case: tuple[Kind, int, int, int, str]) -> bool:
    """Two operations have the same ID exactly if Guild, lineage, sequence, kind, source and nonce are the same."""
    mine = id_of(case)
    return ids()[mine] == 1 and mine < 2**128


@cache
def ids() -> Counter[int]:
    """How often each ID comes about."""
    return Counter(id_of(case) for case in operations())


def id_of(case: tuple[Kind, int, int, int, str]) -> int:
    """The ID of an operation with these inputs."""
    kind, sequence, source, nonce, lineage = case
    return operation_id(Identity(IDENTITY.guild_id, lineage, 1), sequence, kind, source, nonce)


#: What a commit file names, as the text lists it.
PARTS = {"identity", "save_schema_version", "ruleset_version", "content_revision"} | {"commit_id", "parent_commit_id"}
SAYS = {"sequence", "parent", "slot", "journal", "head"}


@fact("AG-SAV-2-02", cases=lambda: tuple(STARTS))
def a_commit_names_its_parts_and_vouches_for_its_parent(start: str) -> bool:
    """A commit names its Guild, lineage, slot, versions, parent and sequence, draft, run and journal; its identity
    changes with its parent, and it is read as it was written."""
    commit = place_at(STARTS[start]).commit
    stored = stored_of(IDENTITY, commit, NO_PARENT)
    data = bytes_of_commit(stored)
    plain = opened("commit", data)
    held = held_of(stored, data)
    named = set(plain) >= PARTS and set(plain["commit"]) >= SAYS and set(plain["commit"]["slot"]) >= {"draft", "run"}
    other = stored_of(IDENTITY, commit, "f" * 32)
    return named and other.commit_id != stored.commit_id and commit_in(data, held.pointer.file, IDENTITY) == held


def loose_commits() -> Iterator[bytes]:
    """The payload of a commit with a space, a key twice, a fraction, an escape, or keys in another order."""
    payload = opened_payload(bytes_of_commit(stored_of(IDENTITY, place_at(STARTS["draft"]).commit, NO_PARENT)))
    yield payload.replace(b":", b": ", 1)
    yield payload.replace(b"{", b'{"commit":0,', 1)
    yield payload.replace(b'"sequence":6', b'"sequence":6.0', 1)
    yield payload.replace(b"BEGIN", b"\\u0042EGIN", 1)
    yield payload.replace(b'"applies":true,', b"", 1).replace(b'"slot":', b'"applies":true,"slot":', 1)


def opened_payload(data: bytes) -> bytes:
    """The payload of an envelope."""
    return data[data.index(b"\n") + 1 :]


@fact("AG-SAV-11.2-01", cases=loose_commits)
def a_commit_has_one_text(payload: bytes) -> bool:
    """A commit in any other text than its canonical one is refused, right as its checksums are."""
    stored = stored_of(IDENTITY, place_at(STARTS["draft"]).commit, NO_PARENT)
    data = bytes_of_commit(stored)
    name = held_of(stored, data).pointer.file
    if payload == opened_payload(data) or commit_in(data, name, IDENTITY).stored != stored:
        return False
    try:
        commit_in(envelope("commit", payload), name, IDENTITY)
    except Damaged:
        return True
    return False


def misplaced_commits() -> Iterator[tuple[bytes, str, Identity]]:
    """Well-formed commits: of another Guild, lineage or slot, and under the name of another."""
    stored = stored_of(IDENTITY, place_at(STARTS["draft"]).commit, NO_PARENT)
    data = bytes_of_commit(stored)
    name = held_of(stored, data).pointer.file
    yield data, name, replace(IDENTITY, guild_id="0" * 32)
    yield data, name, replace(IDENTITY, lineage_id="0" * 32)
    yield data, name, replace(IDENTITY, slot_id=2)
    yield data, name.replace("commit-0", "commit-1"), IDENTITY


@fact("AG-SAV-11.2-04", cases=misplaced_commits)
def a_commit_of_another_save_is_refused(case: tuple[bytes, str, Identity]) -> bool:
    """A commit of another Guild, lineage or slot, or under another commit's name, is refused, well-formed as it is."""
    try:
        commit_in(*case)
    except Misfit:
        return True
    return False


def false_pointers() -> Iterator[tuple[Image, Pointer]]:
    """A slot, and pointers to its active commit of which one field is wrong."""
    image = place_at(STARTS["draft"]).image
    right = evidence_on(snapshot_of(image)).active
    for wrong in ({"commit_id": NO_PARENT}, {"sequence": right.sequence + 1}, {"length": 1}, {"sha256": "0" * 64}):
        yield image, replace(right, **wrong)


@fact("AG-SAV-11.2-02", "AG-SAV-11.1-02", cases=false_pointers)
def a_pointer_proves_exactly_the_bytes_it_names(case: tuple[Image, Pointer]) -> bool:
    """A pointer proves a commit whose ID, sequence, length and SHA-256 it names, and no other."""
    evidence = evidence_on(snapshot_of(case[0]))
    return evidence.held(evidence.active) is not None and evidence.held(case[1]) is None


# ---------------------------------------------------------------- candidates


def invalid_commits() -> Iterator[tuple[Commit, Fault]]:
    """Commits that fail one check each, and which."""
    market, reward = place_at(STARTS["market"]).commit, place_at(STARTS["reward"]).commit
    draft, locked = place_at(STARTS["draft"]).commit, place_at(STARTS["locked"]).commit
    run = market.slot.run
    yield replace(market, parent=market.sequence), Fault.LINKS
    yield replace(market, journal=(replace(market.journal[0], receipt=NONE), *market.journal[1:])), Fault.JOURNAL
    yield replace(market, head=market.head + 1), Fault.JOURNAL
    yield replace(market, journal=(*market.journal, market.journal[0])), Fault.JOURNAL
    yield with_run(market, coin=-1), Fault.BALANCES
    yield with_run(market, credit=55), Fault.BALANCES
    yield with_run(market, recruits=(run.recruits[0],) * 3), Fault.RECRUITS
    worn = reward.slot.run
    yield with_run(reward, inventory=(True,) * len(worn.inventory), recruits=wearing(worn.recruits)), Fault.ITEMS
    yield replace(market, slot=replace(market.slot, draft=draft.slot.draft)), Fault.CREATION
    half = replace(draft.slot.draft, status=Drafting.SELECTION_READY, second=NONE)
    yield replace(draft, slot=replace(draft.slot, draft=half)), Fault.CREATION
    yield with_run(market, offers=(Offer(run.board + 1, True, False, 3), *run.offers[1:])), Fault.MARKET
    yield with_run(locked, outcome=NONE), Fault.ENCOUNTER
    yield with_run(draft, coin=1), Fault.CLOSE


def with_run(commit: Commit, **changes: object) -> Commit:
    """The commit with another run."""
    return replace(commit, slot=replace(commit.slot, run=replace(commit.slot.run, **changes)))  # type: ignore[arg-type]


def wearing(recruits: tuple[Recruit, ...]) -> tuple[Recruit, ...]:
    """The Recruits, of whom the living all wear item 0."""
    return tuple(replace(each, item=0) if each.life is Life.LIVING else each for each in recruits)


@fact(*(f"AG-SAV-11.2-{number:02}" for number in range(4, 13)), cases=invalid_commits)
def a_commit_is_refused_for_the_first_check_it_fails(case: tuple[Commit, Fault]) -> bool:
    """A commit that fails a check is refused, and the check is named."""
    return first_fault(case[0]) is case[1]


@fact("AG-SAV-5-08", "AG-SAV-9.1-05", cases=invalid_commits)
def an_invalid_candidate_is_never_written(case: tuple[Commit, Fault]) -> bool:
    """A candidate that is no valid commit is refused before a byte of it reaches the disk."""
    place = place_at(STARTS["market"])
    store, watched = opened_on(snapshot_of(place.image))
    try:
        store._bring(stored_of(IDENTITY, case[0], NO_PARENT))  # type: ignore[union-attr]
    except NotSaved:
        return image_of(watched.disk.now) == place.image
    except Stopped:
        return False
    return False


@fact("AG-SAV-15-05", cases=lambda: (1, 2, 3))
def a_slot_has_one_writer(slots: int) -> bool:
    """While a slot is open for writing nobody else can open it, and afterwards anybody can; other slots are free."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"slot_{number}" for number in range(slots)]
        held = [Folder(path) for path in paths]
        try:
            refused = all(is_in_use(path) for path in paths)
        finally:
            for each in held:
                each.leave()
        return refused and not any(is_in_use(path) for path in paths)


def is_in_use(path: Path) -> bool:
    """Does somebody write to this slot?"""
    try:
        with Folder(path):
            return False
    except SlotInUse:
        return True
