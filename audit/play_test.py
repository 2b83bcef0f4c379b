"""A play of GROUND as a pytest file that replays it on the kernel, so that it can stand beside other tests."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

from kernel.ground.rulings import Rulings
from kernel.ground.state import Choice, State
from model.trace import Trace

_COLUMNS = 120
_BODY = '''\
"""A play of GROUND as a test: {count} choices, replayed on the kernel with contracts on."""

from __future__ import annotations

from typing import Any

from kernel import contracts
from model.ground import GROUND
from model.trace import from_itf, play_out, replay

#: The play as ITF; whole numbers and tuples are written plainly.
PLAY: dict[str, Any] = {play}


def test_{name}() -> None:
    """{sentence}"""
    assert contracts.ENABLED, "a replay counts only with contracts on: unset RULEPROOF_CONTRACTS"
    trace = from_itf(PLAY, GROUND)
    replay(trace)
    end = play_out(GROUND, trace.states[0], trace.choices, trace.rulings).end
    assert end == trace.end
{checks}'''


def pytest_of(trace: Trace[State, Choice, Rulings], name: str, predicate: str | None = None, checks: str = "") -> str:
    """The text of a test that replays the play and asserts its final table; the same play is the same text.

    `name` is made into the test's name. `predicate` becomes its docstring. `checks` are lines of code put after the
    replay, where `trace` and `end`, the table reached, can be used.
    """
    lines = textwrap.dedent(checks).strip("\n")
    return _BODY.format(
        count=len(trace.choices),
        play=_literal(_plain(trace.to_itf()), 0, len("PLAY: dict[str, Any] = ")),
        name=_name_of(name),
        sentence=_in_docstring(predicate or f"{name}: the kernel does what the play says."),
        checks=textwrap.indent(lines, "    ").rstrip() + "\n" if lines else "",
    )


def _name_of(name: str) -> str:
    """A text as a part of a Python name."""
    return re.sub(r"[^0-9A-Za-z]+", "_", name).strip("_").lower() or "play"


def _in_docstring(text: str) -> str:
    """A text as it stands between the quotes of a docstring that is indented once."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    lines = textwrap.wrap(quoted, _COLUMNS - 10, break_long_words=False, break_on_hyphens=False)
    return "\n    ".join([*lines, ""] if len(lines) > 1 else lines)


def _plain(data: Any) -> Any:
    """ITF with whole numbers and tuples unwrapped, which its reader takes as well and people more easily."""
    if isinstance(data, list):
        return [_plain(item) for item in data]
    if not isinstance(data, dict):
        return data
    if set(data) == {"#bigint"}:
        return int(data["#bigint"])
    if set(data) == {"#tup"}:
        return _plain(data["#tup"])
    return {key: _plain(value) for key, value in data.items()}


def _literal(data: Any, indent: int, column: int) -> str:
    """Plain data as a Python literal: on one line where it fits after `column` characters, else an item a line."""
    flat = _flat(data)
    if column + len(flat) < _COLUMNS or not isinstance(data, dict | list) or not data:
        return flat
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    inner = " " * (indent + 4)
    heads = [f"{_flat(key)}: " for key in data] if isinstance(data, dict) else [""] * len(data)
    values = data.values() if isinstance(data, dict) else data
    lines = [
        f"{inner}{head}{_literal(value, indent + 4, indent + 4 + len(head))},\n"
        for head, value in zip(heads, values, strict=True)
    ]
    return f"{opening}\n{''.join(lines)}{' ' * indent}{closing}"


def _flat(data: Any) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_flat(key)}: {_flat(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(_flat, data)) + "]"
    return json.dumps(data, ensure_ascii=False) if isinstance(data, str) else repr(data)
