"""The notation of scenarios: what can be given, chosen and expected, in the words of the rule book.

A schema says which keys a table may have and reads their values; every complaint names its line. The vocabularies are
those of the rules; a test holds them against the kernel's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from specs.strict import Place, Table, hint

SUITS = ("CLARIFY", "REPAIR", "BOUNDARY", "CHANGE")
ACTIONS = ("NONE", "INVESTIGATE", "SOLVE", "SUPPORT", "ATTACK", "GROUND")
OPTIONS = ("OU RESTORE", "OU CANCEL", "OU PROTECT", "ND UNBLAME", "ND BREAK", "ND REJECT")
GROUNDINGS = ("NONE", "GR", *OPTIONS)
REPLIES = ("AGREE", "REFUSE")
FREEDOMS = ("READY", "SPENT")
MARKERS = ("OFF", "DENY", "ATTACK", "REVERSE")
RELATIONS = ("BOND", "RIVALRY")
SCOPES = ("NONE", "GLOBAL", "PERSONAL", "BOND")
MODES = ("SHARED GROUND", "COMMON PROBLEM, PERSONAL EDGE", "BONDED COALITIONS")
STEPS = ("SELECT", "REVEAL", "GROUND", "SUPPORT", "DARVO", "INVESTIGATE", "ATTACK", "SOLVE", "END", "OVER")
NOBODY = "NOBODY"

#: A value in the notation: a word, a number, a truth value, or a list of such; cards are pairs of suit and count.
Value = str | int | tuple[Any, ...]
#: The place of a value on the table: `("player", 1, "stress")`.
Path_ = tuple[str | int, ...]
Reader = Callable[[Table, str, int], Value]
Schema = Mapping[str, Any]

#: Keys of a schema that stand for a seat, for a Problem's number, and for any name.
SEAT, PROBLEM, NAME = "<seat>", "<problem>", "<name>"
_MOST = 99


@dataclass(frozen=True)
class Fact:
    """One value at one place of the table, given or expected."""

    path: Path_
    value: Value
    place: Place

    @property
    def where(self) -> str:
        """The path as it is written."""
        return ".".join(str(part) for part in self.path)


# ---------------------------------------------------------------- values


def own_values(table: Table) -> dict[str, Any]:
    """The table's values as they are written; none if it is no table."""
    value: Any = table.document.data
    for part in table.route:
        value = value[part]
    return value if isinstance(value, dict) else {}


def _raw(table: Table, key: str) -> Any:
    if table.has(key):
        return own_values(table)[key]
    table.complain(key, f"missing key '{key}'")
    return None


def _complain(table: Table, key: str, text: str) -> None:
    """Complain on the line of the key; a dotted key has no line of its own but where its first value stands."""
    route, value = (*table.route, key), own_values(table).get(key)
    while route not in table.document.spans and isinstance(value, dict) and value:
        part, value = next(iter(value.items()))
        route = (*route, part)
    table.document.complain(route, table.subject, text)


def _word(*among: str) -> Reader:
    return lambda table, key, seats: table.text(key, among=among)


def int_of(table: Table, key: str, least: int, most: int, otherwise: int | None = None) -> int:
    """A whole number within bounds; after a complaint `otherwise`, or the least."""
    value = _raw(table, key)
    if type(value) is int and least <= value <= most:
        return value
    if table.has(key):
        _complain(table, key, f"'{key}' must be a whole number from {least} to {most}, not {value!r}")
    return least if otherwise is None else otherwise


def _whole(least: int, most: int = _MOST) -> Reader:
    return lambda table, key, seats: int_of(table, key, least, most)


def _flag(table: Table, key: str, seats: int) -> Value:
    value = _raw(table, key)
    if not isinstance(value, bool):
        _complain(table, key, f"'{key}' must be true or false, not {value!r}")
        return False
    return value


def seat_of(table: Table, key: str, seats: int) -> int:
    return int_of(table, key, 0, seats - 1)


def _owner(table: Table, key: str, seats: int) -> Value:
    return NOBODY if _raw(table, key) == NOBODY else seat_of(table, key, seats)


def _token(table: Table, key: str, seats: int) -> Value:
    return table.text(key, shape=f"UNPLACED|(FOCUS|BLAME) at [0-{seats - 1}]")


def _aim(table: Table, key: str, seats: int) -> Value:
    return table.text(key, shape=f"NOTHING|SEAT [0-{seats - 1}]|PROBLEM [0-4]")


def _cards(table: Table, key: str, seats: int) -> Value:
    """A pile: counts by suit, the suits left out are zero; `{}` is an empty pile."""
    value = _raw(table, key)
    if not isinstance(value, dict) or any(
        suit not in SUITS or type(count) is not int or count < 0 for suit, count in value.items()
    ):
        _complain(table, key, f"'{key}' must be counts of {', '.join(SUITS)}, not {value!r}")
        return ()
    return tuple((suit, value[suit]) for suit in SUITS if value.get(suit, 0))


def list_of(of: Callable[[Any], bool], name: str) -> Callable[[Table, str], tuple[Any, ...]]:
    def read(table: Table, key: str) -> tuple[Any, ...]:
        value = _raw(table, key) if table.has(key) else []
        if not isinstance(value, list) or not all(of(item) for item in value):
            _complain(table, key, f"'{key}' must be a list of {name}, not {value!r}")
            return ()
        return tuple(value)

    return read


def _relations(table: Table, key: str, seats: int) -> Value:
    """All relations there are, each as "0-1 BOND", the lower seat first."""

    def is_relation(item: Any) -> bool:
        one, _, rest = item.partition("-") if isinstance(item, str) else ("", "", "")
        other, _, relation = rest.partition(" ")
        known = [str(seat) for seat in range(seats)]
        return one in known and other in known and one < other and relation in RELATIONS

    found = list_of(is_relation, "relations such as '0-1 BOND', the lower seat first")(table, key)
    if len({item.split()[0] for item in found}) < len(found):
        _complain(table, key, "GR-O05: two relations join the same players")
    return tuple(sorted(found))


def seats_of(table: Table, key: str, seats: int) -> tuple[int, ...]:
    """Seats in the order written."""
    found = list_of(lambda item: type(item) is int and 0 <= item < seats, "seats")(table, key)
    if len(set(found)) < len(found):
        _complain(table, key, f"'{key}' names a seat twice")
    return found


def _groups(table: Table, key: str, seats: int) -> Value:
    groups = list_of(lambda item: isinstance(item, list), "lists of seats")(table, key)
    if sorted(seat for group in groups for seat in group) != list(range(seats)):
        _complain(table, key, f"'{key}' must name each seat once, not {list(groups)!r}")
        return ()
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _ruling(table: Table, key: str, seats: int) -> Value:
    return table.text(key) if table.is_text(key) else _whole(0)(table, key, seats)


# ---------------------------------------------------------------- the notation

_CHOICE: Mapping[str, Reader] = {
    "select": _word(*ACTIONS),
    "ground": _word(*GROUNDINGS),
    "deny": _whole(0, 4),
    "extra_attack": seat_of,
    "draw": _word(*SUITS, "NONE"),
    "influx": _whole(0, 4),
    "answer": _word(*REPLIES),
    "target": seat_of,
    "problem": _whole(0, 4),
    "spend": _flag,
    "accepts": _flag,
}
#: The kinds of choices, with the keys that each may have besides.
KINDS: Mapping[str, frozenset[str]] = {
    "select": frozenset({"target", "problem", "spend", "accepts"}),
    "ground": frozenset({"target", "problem"}),
    "deny": frozenset(),
    "extra_attack": frozenset({"answer"}),
    "draw": frozenset({"problem"}),
    "influx": frozenset(),
    "answer": frozenset(),
}


def words_of(table: Table, keys: Collection[str], seats: int) -> tuple[str, dict[str, Value]]:
    """The kind of a choice, and the choice's keys with their values."""
    kind = next((kind for kind in KINDS if kind in keys), "")
    if not kind:
        table.complain("", f"a choice needs one of {', '.join(KINDS)}")
    words: dict[str, Value] = {}
    for key in keys:
        if key != kind and key not in KINDS.get(kind, ()):
            unknown = f"unknown key '{key}'" + hint(key, _CHOICE)
            _complain(table, key, f"'{key}' does not go with '{kind}'" if key in _CHOICE else unknown)
        else:
            words[key] = _CHOICE[key](table, key, seats)
    return kind, words


def _patterns(table: Table, key: str, seats: int) -> Value:
    """Choices as they may be offered; the keys left out may be anything."""
    return tuple(tuple(words_of(row, tuple(own_values(row)), seats)[1].items()) for row in table.tables(key))


_PLAYER: Schema = {
    "stress": _whole(0, 5),
    "freedom": _word(*FREEDOMS),
    "marker": _word(*MARKERS),
    "token": _token,
    "protection": _whole(0),
    "hand": _cards,
}
_CARD: Schema = {
    "suit": _word(*SUITS),
    "value": _whole(0),
    "face_up": _flag,
    "denied": _flag,
    "claimed_by": _owner,
    "in_play": _flag,
    "scope": _word(*SCOPES),
    "owner": _owner,
}
_SEEN: Schema = {
    "player": {SEAT: _PLAYER},
    "problem": {PROBLEM: {**_CARD, "suit": _word(*SUITS, "NONE"), "priority": _whole(0, 4)}},
    "selected": {SEAT: _word(*ACTIONS)},
    "aimed": {SEAT: _aim},
    "ground": {SEAT: _word(*GROUNDINGS)},
}
EXPECT: Schema = {
    **_SEEN,
    # Between two clampings a ruling may let Stress pass its bounds.
    "player": {SEAT: {**_PLAYER, "stress": _whole(-_MOST), "score": _whole(-_MOST)}},
    "view": {SEAT: _SEEN},
    "problems": _whole(0),
    "relations": _relations,
    "deck": _cards,
    "discard": _cards,
    "lead": seat_of,
    "round": _whole(1, 6),
    "step": _word(*STEPS),
    "due": seat_of,
    "over": _flag,
    "threshold": _whole(0),
    "total": _whole(0),
    "success": _flag,
    "mastery": _whole(-_MOST),
    "winners": lambda table, key, seats: tuple(sorted(seats_of(table, key, seats))),
    "coalitions": _groups,
    "offers": _patterns,
    "not_offers": _patterns,
    "offers_only": _patterns,
}
LAID: Schema = {
    "player": {SEAT: _PLAYER},
    "problem": {PROBLEM: _CARD},
    "relations": _relations,
    "discard": _cards,
}
RULINGS: Schema = {"rulings": {NAME: _ruling}}


def _entry(schema: Schema, key: str, seats: int) -> tuple[str | int, Any]:
    """What a key stands for: its part of the path, and the schema below it or its reader; None if it is unknown."""
    if NAME in schema:
        return key, schema[NAME]
    for numbers, most in ((SEAT, seats), (PROBLEM, 5)):
        if numbers in schema:
            return (int(key), schema[numbers]) if key in map(str, range(most)) else (key, None)
    return key, schema.get(key)


def facts_of(table: Table, keys: Collection[str], schema: Schema, seats: int, path: Path_ = ()) -> Iterator[Fact]:
    """Every value of a table that the schema knows; complaints about the others."""
    for key in keys:
        part, entry = _entry(schema, key, seats)
        where = ".".join(map(str, (*path, key)))
        if entry is None:
            _complain(table, key, f"'{where}' is unknown" + hint(key, [n for n in schema if not n.startswith("<")]))
        elif callable(entry):
            yield Fact((*path, part), entry(table, key, seats), table.document.place_of((*table.route, key)))
        elif isinstance(_raw(table, key), dict):
            below = table.table(key)
            yield from facts_of(below, tuple(own_values(below)), entry, seats, (*path, part))
        else:
            _complain(table, key, f"'{where}' must be a table, not {_raw(table, key)!r}")
