"""One trace type for every engine: a play of a game, as ITF JSON in files, replayed on the kernel before it counts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from model.encode import EncodingError, decode, encode
from model.game import C, Game, R, S

#: Variables of an ITF state: the table, and the choice that led to it (the empty record at the start).
VARS = ("state", "choice")


class TraceError(Exception):
    """A file that is not a trace of this game."""


class NotReplayed(Exception):
    """The kernel does not do what the trace says. `position` counts choices from 0."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"choice {position}: {reason}")
        self.position = position
        self.reason = reason


@dataclass(frozen=True)
class Trace(Generic[S, C, R]):
    """A play: `states[i + 1]` follows from `states[i]` by `choices[i]`, under `rulings`."""

    game: Game[S, C, R]
    rulings: R
    states: tuple[S, ...]
    choices: tuple[C, ...]

    def __post_init__(self) -> None:
        if len(self.states) != len(self.choices) + 1:
            raise TraceError(f"{len(self.states)} states do not fit {len(self.choices)} choices")

    @property
    def end(self) -> S:
        """The last state."""
        return self.states[-1]

    def to_itf(self, note: str = "") -> dict[str, Any]:
        """The trace as ITF, with the game, its rulings and a note in the `#meta` record."""
        led_to = [{}, *(encode(choice, tagged=True) for choice in self.choices)]
        meta = {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "game": self.game.name,
            "rulings": encode(self.rulings),
            "description": note,
        }
        states = [
            {"#meta": {"index": i}, "state": encode(state), "choice": choice}
            for i, (state, choice) in enumerate(zip(self.states, led_to, strict=True))
        ]
        return {"#meta": meta, "vars": list(VARS), "states": states}

    def write(self, path: Path, note: str = "") -> None:
        """Write the trace as an ITF file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.to_itf(note), indent=1) + "\n", encoding="utf-8")


def from_itf(data: Any, game: Game[S, C, R]) -> Trace[S, C, R]:
    """The trace that ITF data stands for. Raises `TraceError`, naming the place."""
    try:
        named = data["#meta"]["game"]
        if named != game.name:
            raise TraceError(f"a trace of {named!r}, not of {game.name!r}")
        rulings = decode(game.rulings_type, data["#meta"]["rulings"], "rulings")
        entries = data["states"]
        states = tuple(decode(game.state_type, entry["state"], f"states[{i}]") for i, entry in enumerate(entries))
        choices = tuple(
            decode(game.choice_type, entry["choice"], f"states[{i}].choice") for i, entry in enumerate(entries) if i
        )
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise TraceError(f"not an ITF trace of {game.name}: missing or malformed {error}") from error
    except EncodingError as error:
        raise TraceError(str(error)) from error
    return Trace(game, rulings, states, choices)


def read(path: Path, game: Game[S, C, R]) -> Trace[S, C, R]:
    """Read an ITF file. Raises `TraceError` with the file's name."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise TraceError(f"{path}:{error.lineno}: not JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise TraceError(f"{path}: not UTF-8 text") from error
    try:
        return from_itf(data, game)
    except TraceError as error:
        raise TraceError(f"{path}: {error}") from error


def replay(trace: Trace[S, C, R]) -> None:
    """Play the trace again on the kernel, checking legality. Raises `NotReplayed` at the first difference.

    Contracts are checked too, unless this process was started without them.
    """
    state = trace.states[0]
    for i, choice in enumerate(trace.choices):
        try:
            state = trace.game.advance(state, choice, trace.rulings)
        except trace.game.refused as error:
            raise NotReplayed(i, f"refused: {error}") from error
        except Exception as error:
            raise NotReplayed(i, f"the kernel fails: {type(error).__name__}: {error}") from error
        if state != trace.states[i + 1]:
            raise NotReplayed(i, f"the kernel reaches another state: {difference(trace.states[i + 1], state)}")


def play_out(game: Game[S, C, R], start: S, choices: tuple[C, ...], rulings: R) -> Trace[S, C, R]:
    """The trace that these choices make on the kernel, legality and contracts checked."""
    states = [start]
    for choice in choices:
        states.append(game.advance(states[-1], choice, rulings))
    return Trace(game, rulings, tuple(states), tuple(choices))


def changes(old: Any, new: Any, where: str = "") -> list[tuple[str, Any, Any]]:
    """The places in which two plain or kernel values differ, as (path, old, new)."""
    if old == new:
        return []
    if hasattr(old, "__dataclass_fields__") and type(old) is type(new):
        names = list(old.__dataclass_fields__)
        return [c for n in names for c in changes(getattr(old, n), getattr(new, n), f"{where}.{n}".lstrip("."))]
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [c for i, (a, b) in pairs for c in changes(a, b, f"{where}[{i}]")]
    return [(where, old, new)]


def difference(expected: Any, found: Any) -> str:
    """In words, where two states differ."""
    return "; ".join(f"{where} is {new}, not {old}" for where, old, new in changes(expected, found)[:5])
