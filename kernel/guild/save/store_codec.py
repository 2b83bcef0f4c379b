"""Kernel records as canonical text and back, strictly: what a commit file holds beside its envelope.

A record is an object of its fields, an enumeration member its name, a tuple an array. Fields named in `IDENTITIES` hold
128-bit values and are written as 32 lowercase hexadecimal digits, or null for none. Nothing may be missing, nothing may
be left over: the third check of the validation order. How a kind is written and read is worked out once, from its
types.

Rules: AG-SAV-2-03, AG-SAV-11.2-03.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import fields
from enum import Enum
from functools import cache, lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from kernel.guild.save.envelope import LEAST, MOST, quoted, unchecked
from kernel.guild.save.journal import Row, Segment
from kernel.guild.save.slot import NONE

Writer = Callable[[Any], str]
Reader = Callable[[Any], Any]

#: Fields whose values are 128-bit identities.
IDENTITIES = frozenset({"operation"})
IDENTITY_BITS = 128
_HEX = re.compile(r"[0-9a-f]{32}", re.ASCII)
#: Kinds whose texts are remembered: every commit holds most rows of the one before again.
_REMEMBERED = (Row, Segment)


class Misfit(Exception):
    """Plain data that is no record of the wanted kind. Rules: AG-SAV-11.2-03."""

    def __init__(self, where: str, says: str) -> None:
        super().__init__(f"AG-SAV-11.2-03: {where or 'the record'}: {says}")
        self.where, self.says = where, says

    def within(self, place: str) -> Misfit:
        """The same misfit, seen from the record around."""
        joint = "." if self.where and not self.where.startswith("[") else ""
        return Misfit(f"{place}{joint}{self.where}", self.says)


def hexed(identity: int) -> str | None:
    """A 128-bit value as a text; None for none. Raises `ValueError` if it is wider. Rules: AG-SAV-2-03."""
    if identity == NONE:
        return None
    if not 0 <= identity < 2**IDENTITY_BITS:
        raise ValueError(f"{identity} does not fit {IDENTITY_BITS} bits")
    return f"{identity:032x}"


# ---------------------------------------------------------------- writing


def text_of(value: Any, kind: Hashable = None) -> str:
    """The canonical text of a record, or of a value of the kind that is named.

    Raises `ValueError` for a value that is not of its kind, or has no text. Rules: AG-SAV-2-03.
    """
    write: Writer = _writer(value.__class__ if kind is None else kind)
    return write(value)


@cache
def _writer(kind: Any) -> Writer:
    """How values of this kind are written."""
    if get_origin(kind) is tuple:
        return _tuple_writer(get_args(kind))
    if kind in _SCALARS:
        return _SCALARS[kind][0]
    if issubclass(kind, Enum):
        return _member_writer(kind)
    write = _record_writer(kind)
    return lru_cache(maxsize=2**14)(write) if kind in _REMEMBERED else write


def _member_writer(kind: type[Enum]) -> Writer:
    names = {member: quoted(member.name) for member in kind}

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is no {kind.__name__}")
        return names[value]

    return write


def _tuple_writer(kinds: tuple[Any, ...]) -> Writer:
    if kinds[1:] == (Ellipsis,):
        write = _writer(kinds[0])
        return lambda value: f"[{','.join(map(write, value))}]"
    writers = tuple(map(_writer, kinds))
    return lambda value: f"[{','.join(write(item) for write, item in zip(writers, value, strict=True))}]"


def _record_writer(kind: type) -> Writer:
    hints = get_type_hints(kind)
    names = sorted(each.name for each in fields(kind))
    writers = [_write_identity if name in IDENTITIES else _writer(hints[name]) for name in names]
    frame = "{" + ",".join(f"{quoted(name)}:%s" for name in names) + "}"
    parts = tuple(zip(names, writers, strict=True))

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is no {kind.__name__}")
        return frame % tuple([write(getattr(value, name)) for name, write in parts])

    return write


def _write_number(value: Any) -> str:
    if type(value) is not int or not LEAST <= value <= MOST:
        raise ValueError(f"{value!r} is no integer of 64 bits")
    return str(value)


def _write_truth(value: Any) -> str:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is no truth value")
    return "true" if value else "false"


def _write_words(value: Any) -> str:
    if type(value) is not str:
        raise ValueError(f"{value!r} is no text")
    return quoted(value)


def _write_identity(value: Any) -> str:
    text = hexed(value)
    return "null" if text is None else f'"{text}"'


# ---------------------------------------------------------------- reading


def record_of(kind: Any, data: Any) -> Any:
    """The value of this kind that plain data stands for. Raises `Misfit`, naming the place."""
    return _reader(kind)(data)


def written_in(kind: Any, payload: bytes) -> Any:
    """The value whose canonical text these bytes are; None if they are not, for whatever reason.

    Nothing is taken on trust: what has been read is written again, and has to give the same bytes.
    """
    try:
        value = record_of(kind, unchecked(payload))
        return value if text_of(value, kind).encode("ascii") == payload else None
    except (Misfit, ValueError, RecursionError):
        return None


@cache
def _reader(kind: Any) -> Reader:
    """How values of this kind are read."""
    if get_origin(kind) is tuple:
        return _tuple_reader(get_args(kind))
    if kind in _SCALARS:
        return _SCALARS[kind][1]
    return _member_reader(kind) if issubclass(kind, Enum) else _record_reader(kind)


def _scalar_reader(kind: type) -> Reader:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise Misfit("", f"{data!r} is no {kind.__name__}")
        return data

    return read


def _member_reader(kind: type[Enum]) -> Reader:
    members = dict(kind.__members__)

    def read(data: Any) -> Any:
        if type(data) is not str or data not in members:
            raise Misfit("", f"{data!r} is no {kind.__name__}")
        return members[data]

    return read


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    is_open = kinds[1:] == (Ellipsis,)
    readers = tuple(_reader(kind) for kind in (kinds[:1] if is_open else kinds))

    def read(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise Misfit("", f"{data!r} is no list")
        if not is_open and len(readers) != len(data):
            raise Misfit("", f"{len(data)} items where {len(readers)} belong")
        found: list[Any] = []
        try:
            for reader, item in zip(readers * len(data) if is_open else readers, data, strict=True):
                found.append(reader(item))
        except Misfit as error:
            raise error.within(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _record_reader(kind: type) -> Reader:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    parts = [(name, _read_identity if name in IDENTITIES else _reader(hints[name])) for name in names]

    def read(data: Any) -> Any:
        if not isinstance(data, dict) or data.keys() != hints.keys():
            raise Misfit("", f"no {kind.__name__}, which has exactly {', '.join(names)}")
        found: list[Any] = []
        try:
            for name, reader in parts:
                found.append(reader(data[name]))
        except Misfit as error:
            raise error.within(name) from None
        return kind(*found)

    return read


def _read_identity(data: Any) -> int:
    if data is None:
        return NONE
    if not isinstance(data, str) or _HEX.fullmatch(data) is None:
        raise Misfit("", f"{data!r} is no 128-bit value in lowercase hexadecimal")
    return int(data, 16)


_SCALARS: dict[Any, tuple[Writer, Reader]] = {
    bool: (_write_truth, _scalar_reader(bool)),
    int: (_write_number, _scalar_reader(int)),
    str: (_write_words, _scalar_reader(str)),
}
