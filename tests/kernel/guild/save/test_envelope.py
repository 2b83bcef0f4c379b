"""The envelope: one text for one record, and nothing else is let in."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.guild.save.envelope import (
    LEAST,
    MOST,
    MOST_BYTES,
    MOST_DEPTH,
    Damaged,
    Flaw,
    canonical,
    opened,
    parsed,
    sealed,
    sha256,
)

INTEGERS = st.integers(LEAST, MOST)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def nested(depth: int) -> Any:
    found: Any = 0
    for _ in range(depth):
        found = [found]
    return found


def flaw_of(data: bytes, kind: str = "commit") -> Flaw | None:
    try:
        opened(kind, data)
    except Damaged as error:
        return error.flaw
    return None


def envelope(payload: bytes, *, length: int | None = None, digest: str = "", crc: int | None = None) -> bytes:
    head = b"AGSAVE1 commit %d %s " % (
        len(payload) if length is None else length,
        (digest or sha256(payload)).encode("ascii"),
    )
    return head + b"%08x\n" % (zlib.crc32(head + payload) if crc is None else crc) + payload


@given(PLAIN)
@settings(derandomize=True, max_examples=200, deadline=None)
def test_what_is_sealed_is_opened(plain: Any) -> None:
    data = sealed("commit", plain)
    assert opened("commit", data) == plain
    assert sealed("commit", opened("commit", data)) == data


def test_the_same_record_has_one_text() -> None:
    assert canonical({"b": 1, "a": [True, None, "é"]}) == b'{"a":[true,null,"\\u00e9"],"b":1}'
    assert canonical({"a": [True, None, "é"], "b": 1}) == canonical({"b": 1, "a": [True, None, "é"]})


@pytest.mark.parametrize("plain", [0.5, MOST + 1, LEAST - 1, {1: 2}, {"a": (1,)}, "\ud800", nested(MOST_DEPTH + 1)])
def test_what_has_no_text_is_refused(plain: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - a lone surrogate raises a kind of its own
        sealed("commit", plain)


def test_the_deepest_record_has_a_text() -> None:
    assert opened("commit", sealed("commit", nested(MOST_DEPTH))) == nested(MOST_DEPTH)


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        (b"", Flaw.HEADER),
        (b"{}", Flaw.HEADER),
        (b"x" * (MOST_BYTES + 1), Flaw.SIZE),
        (sealed("pointer", {}), Flaw.KIND),
        (envelope(b"{}", length=3), Flaw.LENGTH),
        (envelope(b"{}") + b" ", Flaw.LENGTH),
        (envelope(b"{}")[:-1], Flaw.LENGTH),
        (envelope(b"{}", crc=0), Flaw.CRC32),
        (envelope(b"{}", digest="0" * 64), Flaw.SHA256),
        (envelope(b"[" * 100_000), Flaw.DEPTH),
        (envelope(b'{"a":' * 100_000), Flaw.DEPTH),
        (envelope(canonical(nested(MOST_DEPTH)).replace(b"0", b"[]")), Flaw.DEPTH),
        (envelope(b"["), Flaw.JSON),
        (envelope(b"\xff"), Flaw.JSON),
        (envelope(b""), Flaw.JSON),
        (envelope(b'"a'), Flaw.JSON),
        (envelope(b'{"a":1,"a":1}'), Flaw.DUPLICATE),
        (envelope(b"1.0"), Flaw.NUMBER),
        (envelope(b"1e5"), Flaw.NUMBER),
        (envelope(b"NaN"), Flaw.NUMBER),
        (envelope(b"-Infinity"), Flaw.NUMBER),
        (envelope(b"9" * 5000), Flaw.NUMBER),
        (envelope(str(MOST + 1).encode()), Flaw.NUMBER),
        (envelope(b'{"b":1,"a":2}'), Flaw.CANONICAL),
        (envelope(b'{"a": 1}'), Flaw.CANONICAL),
        (envelope(b"-0"), Flaw.CANONICAL),
        (envelope(b'"\\u0041"'), Flaw.CANONICAL),
    ],
)
def test_hostile_bytes_are_refused_for_their_own_reason(data: bytes, flaw: Flaw) -> None:
    assert flaw_of(data) is flaw


def test_brackets_in_texts_do_not_nest() -> None:
    plain = {"[" * 100: "{" * 100 + '"\\'}
    assert opened("commit", sealed("commit", plain)) == plain


def test_a_lone_surrogate_is_refused() -> None:
    assert flaw_of(envelope(b'"\\ud800"')) is Flaw.JSON


def test_every_single_bit_is_watched() -> None:
    good = sealed("commit", {"coin": 52, "name": "Ada"})
    for place in range(len(good) * 8):
        data = bytearray(good)
        data[place // 8] ^= 1 << place % 8
        assert flaw_of(bytes(data)) is not None, place


def test_every_truncation_is_watched() -> None:
    good = sealed("commit", {"coin": 52})
    assert all(flaw_of(good[:length]) is not None for length in range(len(good)))


@given(st.binary(max_size=60))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_no_bytes_break_the_parser(data: bytes) -> None:
    try:
        plain = parsed(data)
    except Damaged:
        return
    assert canonical(plain) == data
    assert json.loads(data) == plain
