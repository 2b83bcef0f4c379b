"""Kernel values as plain data and back: the value encoding of ITF, driven by the types of the kernel's own records.

Records are objects, enumeration members their names, tuples `{"#tup": [...]}`, integers `{"#bigint": "7"}`. A value
of a union type carries the name of its class under `kind`. Decoding is strict: an unknown field, a wrong type or an
unknown member is an `EncodingError` that says where; so is a missing field, save one with a default, which it takes, so
that data written before there was the field keeps its meaning.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

KIND = "kind"


class EncodingError(Exception):
    """Plain data that is not a value of the wanted type."""


def encode(value: Any, *, tagged: bool = False) -> Any:
    """The value as JSON-ready data; `tagged` adds the class name, for values of a union type."""
    # First: members of some enums are numbers or texts too.
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return {"#bigint": str(value)}
    if isinstance(value, tuple):
        return {"#tup": [encode(item) for item in value]}
    if is_dataclass(value) and not isinstance(value, type):
        record = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
        return {KIND: type(value).__name__, **record} if tagged else record
    raise EncodingError(f"no encoding for {type(value).__name__}")


def decode(kind: Any, data: Any, where: str = "") -> Any:
    """The value of type `kind` that the data stands for. Raises `EncodingError`, naming the place."""
    if hasattr(kind, "__supertype__"):
        return kind(decode(kind.__supertype__, data, where))
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(kind), data, where)
    if origin is tuple:
        return _decode_tuple(get_args(kind), data, where)
    if kind is bool or kind is str:
        if isinstance(data, kind):
            return data
        raise EncodingError(f"{where}: {data!r} is not {'a truth value' if kind is bool else 'a text'}")
    if kind is int:
        return _decode_int(data, where)
    if issubclass(kind, Enum):
        if isinstance(data, str) and data in kind.__members__:
            return kind[data]
        raise EncodingError(f"{where}: {data!r} is none of {', '.join(kind.__members__)}")
    return _decode_record(kind, data, where)


def _decode_int(data: Any, where: str) -> int:
    digits = data.get("#bigint") if isinstance(data, dict) else data
    if isinstance(digits, int) and not isinstance(digits, bool):
        return digits
    if isinstance(digits, str) and digits.removeprefix("-").isdecimal() and digits.isascii():
        return int(digits)
    raise EncodingError(f"{where}: {data!r} is not an integer")


def _decode_tuple(kinds: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    items = data.get("#tup") if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise EncodingError(f"{where}: {data!r} is not a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(items)
    if len(kinds) != len(items):
        raise EncodingError(f"{where}: {len(items)} items where {len(kinds)} belong")
    return tuple(decode(kind, item, f"{where}[{i}]") for i, (kind, item) in enumerate(zip(kinds, items, strict=True)))


def _decode_union(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    named = {kind.__name__: kind for kind in kinds}
    if not isinstance(data, dict) or data.get(KIND) not in named:
        raise EncodingError(f"{where}: '{KIND}' must be one of {', '.join(named)}")
    rest = {key: value for key, value in data.items() if key != KIND}
    return _decode_record(named[data[KIND]], rest, where)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _needed(kind: type) -> frozenset[str]:
    """The fields that have no default."""
    return frozenset(each.name for each in fields(kind) if each.default is MISSING)


def _decode_record(kind: type, data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise EncodingError(f"{where}: {data!r} is not a {kind.__name__}")
    hints = _hints(kind)
    odd = sorted((set(data) - set(hints)) | (_needed(kind) - set(data)))
    if odd:
        raise EncodingError(f"{where}: a {kind.__name__} has exactly {', '.join(hints)}; differs in {', '.join(odd)}")
    return kind(**{name: decode(hints[name], value, f"{where}.{name}".lstrip(".")) for name, value in data.items()})
