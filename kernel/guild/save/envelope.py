"""The canonical envelope: how a record becomes bytes, and which bytes become a record again.

    AGSAVE1 <kind> <length> <SHA-256> <CRC32>\n<canonical JSON of that length>

The CRC runs over the header before it and over the payload, SHA-256 over the payload. Bytes are checked in this order:
size, header, length, CRC32, SHA-256; only then are they parsed, strictly, and what was parsed has to give the same
bytes again. Checksums tell damage; they are no signatures.

Rules: AG-SAV-2-03, AG-SAV-11.2-01, AG-SAV-11.2-02.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from enum import Enum
from typing import Any, Never

Plain = dict[str, Any] | list[Any] | str | int | bool | None

#: Bytes of a whole envelope, header and all: a full journal of 4,096 rows takes about a sixth of it.
MOST_BYTES = 16 * 2**20
#: How deep arrays and objects may nest.
MOST_DEPTH = 24
#: Integers of a save lie in the 64 bits of a signed word or of an unsigned one.
LEAST, MOST = -(2**63), 2**64 - 1
#: Sign and digits of the longest integer that lies there.
_MOST_DIGITS = 20

_HEADER = re.compile(rb"AGSAVE1 ([a-z]{1,16}) (0|[1-9][0-9]{0,8}) ([0-9a-f]{64}) ([0-9a-f]{8})\n")
_LONGEST_HEADER = 7 + 1 + 16 + 1 + 9 + 1 + 64 + 1 + 8 + 1


class Flaw(Enum):
    """What is wrong with bytes, in the order in which it is asked."""

    SIZE = "it is longer than an envelope may be"
    HEADER = "it does not begin with the header of an envelope"
    KIND = "it is an envelope of another kind"
    LENGTH = "it is not as long as its header says"
    CRC32 = "its CRC32 is another"
    SHA256 = "its SHA-256 is another"
    DEPTH = "its payload nests too deep"
    JSON = "its payload is no JSON text"
    DUPLICATE = "its payload names a key twice"
    NUMBER = "its payload has a number that is no integer of 64 bits"
    CANONICAL = "its payload is not in canonical form"

    @property
    def rule(self) -> str:
        """The rule that the bytes break."""
        return "AG-SAV-11.2-02" if self in (Flaw.CRC32, Flaw.SHA256) else "AG-SAV-11.2-01"


class Damaged(Exception):
    """Bytes that are no envelope: `flaw` says in what way."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(f"{flaw.rule}: {flaw.value}")
        self.flaw = flaw


def canonical(plain: Plain) -> bytes:
    """The one JSON text of plain data: keys sorted, no spaces, ASCII alone, integers alone.

    Raises `ValueError` for what has no such text: a float, an integer beyond 64 bits, a key that is no text, nesting
    that is too deep.
    """
    _refuse_what_has_no_text(plain, 0)
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


def _refuse_what_has_no_text(plain: Any, depth: int) -> None:
    """Raise `ValueError` for what `canonical` refuses."""
    if plain is None or isinstance(plain, bool):
        return
    if isinstance(plain, int):
        if not LEAST <= plain <= MOST:
            raise ValueError(f"{plain} does not fit 64 bits")
    elif isinstance(plain, str):
        plain.encode("utf-8")
    elif isinstance(plain, list | dict):
        if depth == MOST_DEPTH:
            raise ValueError(f"nested more than {MOST_DEPTH} deep")
        for key in plain if isinstance(plain, dict) else ():
            if not isinstance(key, str):
                raise ValueError(f"a key that is no text: {key!r}")
            key.encode("utf-8")
        for item in plain.values() if isinstance(plain, dict) else plain:
            _refuse_what_has_no_text(item, depth + 1)
    else:
        raise ValueError(f"no plain data: {type(plain).__name__}")


def sealed(kind: str, plain: Plain) -> bytes:
    """The envelope of plain data. Raises `ValueError` for what has none: see `canonical`; or more than `MOST_BYTES`."""
    return enveloped(kind, canonical(plain))


def enveloped(kind: str, payload: bytes) -> bytes:
    """The envelope of a canonical payload. Raises `ValueError` for more than `MOST_BYTES`."""
    head = f"AGSAVE1 {kind} {len(payload)} {sha256(payload)} ".encode("ascii")
    data = head + f"{crc32(head + payload):08x}\n".encode("ascii") + payload
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes are more than an envelope may have")
    return data


def opened(kind: str, data: bytes) -> Any:
    """The plain data in an envelope of this kind. Raises `Damaged` with the first thing that is wrong.

    Rules: AG-SAV-11.2-01, AG-SAV-11.2-02.
    """
    return parsed(payload_in(kind, data))


def payload_in(kind: str, data: bytes) -> bytes:
    """The payload of an envelope of this kind, not parsed yet. Raises `Damaged`.

    Rules: AG-SAV-11.2-01, AG-SAV-11.2-02.
    """
    if len(data) > MOST_BYTES:
        raise Damaged(Flaw.SIZE)
    header = _HEADER.match(data[:_LONGEST_HEADER])
    if header is None:
        raise Damaged(Flaw.HEADER)
    payload = data[header.end() :]
    if header[1] != kind.encode("ascii"):
        raise Damaged(Flaw.KIND)
    if int(header[2]) != len(payload):
        raise Damaged(Flaw.LENGTH)
    if int(header[4], 16) != crc32(data[: header.start(4)] + payload):
        raise Damaged(Flaw.CRC32)
    if header[3].decode("ascii") != sha256(payload):
        raise Damaged(Flaw.SHA256)
    return payload


def first_length(data: bytes) -> int:
    """How long the envelope is that these bytes begin with, if its header is right. Raises `Damaged`."""
    header = _HEADER.match(data[:_LONGEST_HEADER])
    if header is None:
        raise Damaged(Flaw.HEADER)
    return header.end() + int(header[2])


def parsed(payload: bytes) -> Any:
    """The plain data that canonical JSON stands for. Raises `Damaged`; whoever wrote the bytes is not trusted."""
    if _depth(payload) > MOST_DEPTH:
        raise Damaged(Flaw.DEPTH)
    try:
        plain = json.loads(
            payload.decode("ascii"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        again = canonical(plain)
    except Damaged:
        raise
    except ValueError as error:
        raise Damaged(Flaw.JSON) from error
    if again != payload:
        raise Damaged(Flaw.CANONICAL)
    return plain


def unchecked(payload: bytes) -> Any:
    """What JSON text stands for, with nothing refused: for whoever writes it again and compares.

    Raises `ValueError` for what is no JSON, `RecursionError` for what nests without end.
    """
    return json.loads(payload.decode("ascii"))


def quoted(words: str) -> str:
    """A text as canonical JSON has it. Raises `ValueError` for one that has no such text: half a surrogate pair."""
    words.encode("utf-8")
    return json.dumps(words)


_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")


def _depth(payload: bytes) -> int:
    """How deep brackets nest outside texts; counted without recursion, for the bytes may be hostile."""
    deepest = depth = 0
    for bracket in _BRACKET.findall(_QUOTED.sub(b"", payload)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Damaged(Flaw.DUPLICATE)
    return found


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS or not LEAST <= (value := int(digits)) <= MOST:
        raise Damaged(Flaw.NUMBER)
    return value


def _no_number(_: str) -> Never:
    raise Damaged(Flaw.NUMBER)


def sha256(data: bytes) -> str:
    """SHA-256 as 64 lowercase hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def crc32(data: bytes) -> int:
    """CRC32 as an unsigned integer."""
    return zlib.crc32(data)
