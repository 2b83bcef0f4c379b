"""Kernel records as plain data and back, strictly: what a commit file holds beside its envelope.

A record is an object of its fields, an enumeration member its name, a tuple an array. Fields named in `IDENTITIES` hold
128-bit values and are written as 32 lowercase hexadecimal digits, or null for none. Nothing may be missing, nothing may
be left over: the third check of the validation order.

Rules: AG-SAV-2-03, AG-SAV-11.2-03.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from kernel.guild.save.envelope import Plain
from kernel.guild.save.slot import NONE

#: Fields whose values are 128-bit identities.
IDENTITIES = frozenset({"operation"})
IDENTITY_BITS = 128
_HEX = re.compile(r"[0-9a-f]{32}", re.ASCII)


class Misfit(Exception):
    """Plain data that is no record of the wanted kind. Rules: AG-SAV-11.2-03."""

    def __init__(self, where: str, says: str) -> None:
        super().__init__(f"AG-SAV-11.2-03: {where or 'the record'}: {says}")


def hexed(identity: int) -> str | None:
    """A 128-bit value as a text; None for none. Raises `ValueError` if it is wider. Rules: AG-SAV-2-03."""
    if identity == NONE:
        return None
    if not 0 <= identity < 2**IDENTITY_BITS:
        raise ValueError(f"{identity} does not fit {IDENTITY_BITS} bits")
    return f"{identity:032x}"


def plain_of(value: Any) -> Plain:
    """The plain data of a record, a member, a tuple or a scalar."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [plain_of(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {
            each.name: hexed(getattr(value, each.name))
            if each.name in IDENTITIES
            else plain_of(getattr(value, each.name))
            for each in fields(value)
        }
    raise ValueError(f"no plain data for {type(value).__name__}")


def record_of(kind: Any, data: Any, where: str = "") -> Any:
    """The value of this kind that the data stands for. Raises `Misfit`, naming the place."""
    if get_origin(kind) is tuple:
        return _tuple_of(get_args(kind), data, where)
    if kind in (bool, int, str):
        if type(data) is not kind:
            raise Misfit(where, f"{data!r} is no {kind.__name__}")
        return data
    if issubclass(kind, Enum):
        if not isinstance(data, str) or data not in kind.__members__:
            raise Misfit(where, f"{data!r} is no {kind.__name__}")
        return kind[data]
    return _dataclass_of(kind, data, where)


def _tuple_of(kinds: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise Misfit(where, f"{data!r} is no list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(data)
    if len(kinds) != len(data):
        raise Misfit(where, f"{len(data)} items where {len(kinds)} belong")
    return tuple(record_of(kind, item, f"{where}[{i}]") for i, (kind, item) in enumerate(zip(kinds, data, strict=True)))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _dataclass_of(kind: type, data: Any, where: str) -> Any:
    hints = _hints(kind)
    if not isinstance(data, dict) or data.keys() != hints.keys():
        raise Misfit(where, f"no {kind.__name__}, which has exactly {', '.join(hints)}")
    return kind(
        **{
            name: _identity_of(data[name], f"{where}.{name}")
            if name in IDENTITIES
            else record_of(hint, data[name], f"{where}.{name}".lstrip("."))
            for name, hint in hints.items()
        }
    )


def _identity_of(data: Any, where: str) -> int:
    if data is None:
        return NONE
    if not isinstance(data, str) or _HEX.fullmatch(data) is None:
        raise Misfit(where, f"{data!r} is no 128-bit value in lowercase hexadecimal")
    return int(data, 16)
