"""Records as canonical text: each kind is written and read by its types, and nothing else passes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import MOST, canonical, parsed
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import FREE, Row
from kernel.guild.save.store_codec import Misfit, record_of, text_of, written_in
from kernel.guild.save.store_commit import NO_PARENT, Stored, stored_of
from kernel.guild.save.store_files import NOWHERE, REJECTED, Pointer, Rejected
from model.store_runs import IDENTITY, STARTS, place_at


@pytest.mark.parametrize("start", STARTS)
def test_the_text_of_a_commit_is_canonical_and_read_as_it_was_written(start: str) -> None:
    stored = stored_of(IDENTITY, place_at(STARTS[start]).commit, NO_PARENT)
    payload = text_of(stored).encode("ascii")
    assert canonical(parsed(payload)) == payload
    assert written_in(Stored, payload) == record_of(Stored, parsed(payload)) == stored


def test_a_value_of_a_named_kind_has_a_text() -> None:
    rows = (Rejected("active", "00", 'odd "bytes"'), Rejected("shelf", "11", "é"))
    assert written_in(REJECTED, text_of(rows, REJECTED).encode("ascii")) == rows
    assert text_of((), REJECTED) == "[]"


@pytest.mark.parametrize(
    "value",
    [
        replace(NOWHERE, sequence=True),
        replace(NOWHERE, sequence=MOST + 1),
        replace(NOWHERE, file=3),
        replace(NOWHERE, file="\ud800"),
        replace(FREE, operation=2**128),
        replace(FREE, intent=FREE),
        replace(FREE, status=Kind.BEGIN),
    ],
)
def test_a_value_of_another_kind_has_no_text(value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - a lone surrogate raises a kind of its own
        text_of(value)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"intent": {"kind": "BEGIN"}}, "intent"),
        ({"operation": "zz"}, "operation"),
        ({"status": "FORGOTTEN"}, "status"),
        ({"before": True}, "before"),
    ],
)
def test_a_misfit_names_its_place(change: dict[str, Any], where: str) -> None:
    data = {**json.loads(text_of(FREE)), **change}
    with pytest.raises(Misfit, match=f"03: {where}: "):
        record_of(Row, data)
    commit = json.loads(text_of(place_at(()).commit))
    with pytest.raises(Misfit, match=rf"03: journal\[1\]\.{where}: "):
        record_of(Commit, {**commit, "journal": [json.loads(text_of(FREE)), data]})


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        text_of(NOWHERE).replace(":", ": ").encode("ascii"),
        text_of(NOWHERE).replace("-1", "-1.0").encode("ascii"),
        text_of(NOWHERE).replace("{", '{"file":"x",', 1).encode("ascii"),
        text_of(Intent(Kind.BEGIN)).encode("ascii"),
    ],
)
def test_bytes_that_are_no_canonical_text_stand_for_nothing(payload: bytes) -> None:
    assert written_in(Pointer, payload) is None
