"""Damage to a slot at rest: flipped bits, truncation, missing, stale, swapped and hostile files, alone and together."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from kernel.guild.save.envelope import MOST_BYTES, MOST_DEPTH, opened, sealed
from kernel.guild.save.store_commit import Identity, bytes_of, stored_of
from kernel.guild.save.store_files import ACTIVE, COMMIT, LEDGERS, SHELF, file_of
from kernel.guild.save.store_ledger import chain_of, closures
from model.disk import Image
from model.store_runs import Place

#: A save of somebody else, well-formed in itself.
STRANGER = Identity("77" * 16, "88" * 16, 1)
_FLIPS = 8


@dataclass(frozen=True)
class Damage:
    """What was done to a slot, and the files that it has then; `touched` are the names whose bytes can be no save's."""

    how: str
    image: Image
    touched: frozenset[str]


def with_file(image: Image, name: str, data: bytes | None) -> Image:
    """The image with other bytes under a name, or without it."""
    files = dict(image)
    files.pop(name, None)
    if data is not None:
        files[name] = data
    return tuple(sorted(files.items()))


def single(place: Place, older: Sequence[Image], random: Random) -> Iterator[Damage]:
    """Each kind of damage to each file of a slot; `older` are images that it had before."""
    for name, data in place.image:
        yield Damage(f"{name} is missing", with_file(place.image, name, None), frozenset())
        for how, bad in broken_bytes(data, random):
            yield Damage(f"{name} {how}", with_file(place.image, name, bad), frozenset({name}) if bad else frozenset())
        for how, bad in hostile(data.partition(b" ")[2].partition(b" ")[0].decode("ascii", "replace")):
            yield Damage(f"{name} {how}", with_file(place.image, name, bad), frozenset({name}))
        yield from _misplaced(place.image, name, data)
        for old in sorted({dict(image)[name] for image in older if name in dict(image)} - {data}):
            yield Damage(f"{name} is stale", with_file(place.image, name, old), frozenset())


def broken_bytes(data: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    """Bytes that a failing medium may make of these; of none at all it can only make more."""
    yield "has a tail", data + b"\n"
    if not data:
        return
    yield "is empty", b""
    yield "is zeros", bytes(len(data))
    for cut in sorted({1, len(data) // 2, len(data) - 1}):
        yield f"ends after {cut} bytes", data[:cut]
    for place in sorted({0, len(data) * 8 - 1, *(random.randrange(len(data) * 8) for _ in range(_FLIPS))}):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        yield f"has bit {place} flipped", bytes(flipped)


def hostile(kind: str) -> Iterator[tuple[str, bytes]]:
    """Envelopes whose checksums are right and whose payload is none that this program writes."""
    payloads = {
        "nests without end": b"[" * 20_000,
        "nests a little too deep": b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1),
        "names a key twice": b'{"commit_id":"","commit_id":""}',
        "has a number without end": b"9" * 20_000,
        "has a fraction": b'{"coin":0.5}',
        "is not a number": b"NaN",
        "is not canonical": b'{ "commit_id": "" }',
        "is null": b"null",
        "is an empty object": b"{}",
        "is a list": b"[]",
        "is no text": b"\xff\xfe",
    }
    for how, payload in payloads.items():
        yield how, envelope(kind, payload)


def envelope(kind: str, payload: bytes) -> bytes:
    """An envelope with right checksums around any payload; written here a second time, not to trust the first."""
    head = f"AGSAVE1 {kind} {len(payload)} {hashlib.sha256(payload).hexdigest()} ".encode("ascii")
    return head + f"{zlib.crc32(head + payload):08x}\n".encode("ascii") + payload


def _misplaced(image: Image, name: str, data: bytes) -> Iterator[Damage]:
    """Valid files under the names of others. Ledgers are alike, and pointers to one another no damage."""
    for other, bytes_there in image:
        alike = {name, other} == set(LEDGERS)
        if other != name and not alike and bytes_there != data:
            yield Damage(f"{name} holds {other}", with_file(image, name, bytes_there), frozenset({name}))


def overfull(place: Place) -> Iterator[Damage]:
    """Well-formed files with a field too many or too few: checksums right, form canonical."""
    for name, data in place.image:
        kind = data.split(b" ", 2)[1].decode("ascii") if b" " in data else ""
        if name not in LEDGERS and kind:
            plain = opened(kind, data)
            more = {**plain, "zeal": 1}
            fewer = {key: value for key, value in plain.items() if key != max(plain)}
            for how, bad in (("has a field too many", more), ("has a field too few", fewer)):
                yield Damage(f"{name} {how}", with_file(place.image, name, sealed(kind, bad)), frozenset({name}))


def strangers(place: Place) -> Iterator[Damage]:
    """Well-formed commits of another Guild, alone and in the place of the active one."""
    stored = stored_of(STRANGER, place.commit, "0" * 32)
    name = file_of(stored.commit_id, stored.commit.sequence)
    image = with_file(place.image, name, bytes_of(stored))
    yield Damage("a commit of another Guild lies there", image, frozenset({name}))
    for own, _ in place.image:
        if own.startswith(COMMIT):
            bad = with_file(place.image, own, bytes_of(stored))
            yield Damage(f"{own} is of another Guild", bad, frozenset({own}))


def foreign_ledgers(place: Place) -> Iterator[Damage]:
    """The closure ledger of another Guild, well-formed in itself."""
    bad = chain_of(closures(place.commit), STRANGER)
    for name in LEDGERS:
        if bad:
            yield Damage(f"{name} is of another Guild", with_file(place.image, name, bad), frozenset({name}))


def oversized(place: Place) -> Iterator[Damage]:
    """Files that are longer than an envelope may be."""
    for name in (ACTIVE, LEDGERS[0]):
        yield Damage(f"{name} is too long", with_file(place.image, name, bytes(MOST_BYTES + 7)), frozenset({name}))


def together(place: Place, random: Random, most: int) -> Iterator[Damage]:
    """Several files flipped or missing at once: all combinations of so many files, then everything of one sort."""
    names = [name for name, _ in place.image]
    for count in range(2, most + 1):
        for chosen in combinations(names, count):
            for fates in product((True, False), repeat=count):
                yield _several(place.image, dict(zip(chosen, fates, strict=True)), random)
    for sort in ((ACTIVE, SHELF), LEDGERS, tuple(name for name in names if name.startswith(COMMIT)), tuple(names)):
        for is_flipped in (True, False):
            yield _several(place.image, {name: is_flipped for name in sort if name in names}, random)


def _several(image: Image, fates: dict[str, bool], random: Random) -> Damage:
    """Some files flipped (True) or missing (False); of an empty file no bit can be flipped, it goes missing."""
    files = dict(image)
    touched = frozenset(name for name, is_flipped in fates.items() if is_flipped and files[name])
    for name in fates:
        data = bytearray(files.pop(name))
        if name in touched:
            at = random.randrange(len(data) * 8)
            data[at // 8] ^= 1 << at % 8
            files[name] = bytes(data)
    how = ", ".join(f"{name} {'flipped' if name in touched else 'missing'}" for name in fates)
    return Damage(how, tuple(sorted(files.items())), touched)
