"""TLA+ values as immutable Python values: read from what TLC prints, written back, and carried in ITF JSON.

TLA+ kind                    Python
-----------------------      --------------------------------------------------
TRUE, 12, "text"             bool, int, str
model value                  ModelValue
set, interval                frozenset
sequence, tuple              tuple
record, other function       TlaFunction (a record is a function on field names)

As in TLA+, a function on 1..n *is* a sequence and the function on nothing *is* << >>: each value has one shape only.
Python finds TRUE equal to 1; where that matters compare `print_value` of both, which is canonical and tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

#: The widest interval that is written out; TLC's own bound for sets.
WIDEST_INTERVAL = 1_000_000

#: ITF has no model values. Apalache writes an element `a` of an uninterpreted sort S as the string "a_OF_S".
_MODEL_SUFFIX = "_OF_MODEL"

_ESCAPES = {"n": "\n", "t": "\t", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_UNESCAPES = str.maketrans({character: "\\" + letter for letter, character in _ESCAPES.items()})
_IDENTIFIER = re.compile(r"[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*")
_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<word>[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*)
      | (?P<number>-?[0-9]+)
      | (?P<sign><<|>>|\|->|:>|@@|\.\.|/\\|[{}\[\](),=])""",
    re.VERBOSE,
)


class TlaValueError(ValueError):
    """A text or document that is not a value of the kinds above. `line` and `column` count from 1 (0: not a text)."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{message} (line {line}, column {column})" if line else message)
        self.line = line
        self.column = column


@dataclass(frozen=True)
class ModelValue:
    """A constant that equals itself and nothing else."""

    name: str


class TlaFunction(Mapping["TlaValue", "TlaValue"]):
    """A function on a finite domain that is not 1..n. Build it with `function_of`, which picks the right shape."""

    __slots__ = ("_items", "_mapping")

    def __init__(self, pairs: Iterable[tuple[TlaValue, TlaValue]]) -> None:
        items = tuple(sorted(pairs, key=lambda pair: sort_key(pair[0])))
        mapping = dict(items)
        if len(mapping) != len(items):
            raise TlaValueError("a function gives one of its arguments two values")
        if is_sequence_domain(mapping):
            raise TlaValueError("a function on 1..n is a sequence: use a tuple")
        self._items = items
        self._mapping = mapping

    def __getitem__(self, key: TlaValue) -> TlaValue:
        return self._mapping[key]

    def __iter__(self) -> Iterator[TlaValue]:
        return iter(self._mapping)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TlaFunction) and self._mapping == other._mapping

    def __repr__(self) -> str:
        return f"TlaFunction<{print_value(self)}>"

    @property
    def is_record(self) -> bool:
        """Are all arguments strings that can be written as field names?"""
        return all(isinstance(key, str) and _IDENTIFIER.fullmatch(key) for key in self._mapping)


TlaValue: TypeAlias = bool | int | str | ModelValue | frozenset["TlaValue"] | tuple["TlaValue", ...] | TlaFunction


@dataclass(frozen=True)
class TlaState:
    """One state of a behaviour: its place (from 1), the action that led to it (None: initial), the variables.

    `location` is the action's place in the module as TLC gives it, or empty.
    """

    number: int
    action: str | None
    variables: tuple[tuple[str, TlaValue], ...]
    location: str = ""

    def __getitem__(self, name: str) -> TlaValue:
        return self.values[name]

    @property
    def values(self) -> dict[str, TlaValue]:
        """The variables by name."""
        return dict(self.variables)


def is_sequence_domain(domain: Iterable[TlaValue]) -> bool:
    """Is this 1..n for some n, or empty? TRUE does not count as 1."""
    keys = list(domain)
    return {sort_key(key) for key in keys} == {sort_key(number) for number in range(1, len(keys) + 1)}


def function_of(pairs: Iterable[tuple[TlaValue, TlaValue]]) -> tuple[TlaValue, ...] | TlaFunction:
    """The function with these arguments and values, as a sequence where it is one.

    Errors: TlaValueError when an argument comes twice.
    """
    items = list(pairs)
    if is_sequence_domain(key for key, _ in items):
        return tuple(value for _, value in sorted(items, key=lambda pair: sort_key(pair[0])))
    return TlaFunction(items)


def set_of(items: Iterable[TlaValue]) -> frozenset[TlaValue]:
    """The set of these values. Errors: TlaValueError where Python cannot hold TRUE and 1 apart (nor can TLC)."""
    listed = list(items)
    elements = frozenset(listed)
    if len(elements) != len({sort_key(item) for item in listed}):
        raise TlaValueError("a set mixes TRUE or FALSE with numbers")
    return elements


def sort_key(value: TlaValue) -> tuple[Any, ...]:
    """A total order over all values that tells every two different ones apart. Errors: TypeError on other objects."""
    match value:
        case bool():
            return (0, value)
        case int():
            return (1, value)
        case str():
            return (2, value)
        case ModelValue(name):
            return (3, name)
        case tuple():
            return (4, len(value), *(sort_key(item) for item in value))
        case frozenset():
            return (5, len(value), *sorted(sort_key(item) for item in value))
        case TlaFunction():
            return (6, len(value), *(key for pair in value.items() for key in map(sort_key, pair)))
    raise TypeError(f"not a TLA+ value: {value!r}")


def print_value(value: TlaValue) -> str:
    """The value in TLA+ notation, on one line; equal values give equal text. Sets and functions are sorted."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case int():
            return str(value)
        case str():
            return f'"{value.translate(_UNESCAPES)}"'
        case ModelValue(name):
            return name
        case tuple():
            return f"<<{', '.join(map(print_value, value))}>>"
        case frozenset():
            return f"{{{', '.join(print_value(item) for item in sorted(value, key=sort_key))}}}"
        case TlaFunction() if value.is_record:
            return f"[{', '.join(f'{name} |-> {print_value(item)}' for name, item in value.items())}]"
        case TlaFunction():
            return f"({' @@ '.join(f'{print_value(key)} :> {print_value(item)}' for key, item in value.items())})"
    raise TypeError(f"not a TLA+ value: {value!r}")


def parse_value(text: str) -> TlaValue:
    """Read one value as TLC prints it, over any number of lines. Errors: TlaValueError with line and column."""
    parser = _Parser(text)
    value = parser.value()
    parser.take("end")
    return value


def parse_variables(text: str) -> tuple[tuple[str, TlaValue], ...]:
    r"""Read a state as TLC prints it: `x = 1`, or one `/\ x = 1` for each variable. Errors: TlaValueError."""
    parser = _Parser(text)
    variables: dict[str, TlaValue] = {}
    while not variables or not parser.sees("end"):
        if variables or parser.sees("/\\"):
            parser.take("/\\")
        name = parser.take("word")
        if name.text in variables:
            raise parser.error(f"variable {name.text} appears twice", name)
        parser.take("=")
        variables[name.text] = parser.value()
    return tuple(variables.items())


class _Token(NamedTuple):
    kind: str  # "word", "number", "string", "end", or the sign itself
    text: str
    at: int


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = 0
        self._tokens = list(self._scan(text))

    def _scan(self, text: str) -> Iterator[_Token]:
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.error(f"{text[at]!r} does not belong in a value", _Token("", "", at))
            kind = str(found.lastgroup)
            if kind != "space":
                yield _Token(found.group() if kind == "sign" else kind, found.group(), at)
            at = found.end()
        yield _Token("end", "the end", len(text))

    def error(self, message: str, token: _Token) -> TlaValueError:
        before = self._text[: token.at]
        return TlaValueError(message, before.count("\n") + 1, token.at - before.rfind("\n"))

    def sees(self, kind: str) -> bool:
        return self._tokens[self._next].kind == kind

    def take(self, kind: str) -> _Token:
        token = self._tokens[self._next]
        if token.kind != kind:
            raise self.error(f"expected {kind}, found {token.text}", token)
        self._next += 1
        return token

    def value(self) -> TlaValue:
        token = self._tokens[self._next]
        match token.kind:
            case "number":
                return self._number_or_interval()
            case "string":
                return self._string()
            case "word":
                self._next += 1
                return {"TRUE": True, "FALSE": False}.get(token.text, ModelValue(token.text))
            case "<<":
                return tuple(self._listed("<<", ">>"))
            case "{":
                return self._checked(token, lambda: set_of(self._listed("{", "}")))
            case "[":
                return self._checked(token, lambda: function_of(self._pairs("[", "]", ",", "|->")))
            case "(":
                return self._checked(token, lambda: function_of(self._pairs("(", ")", "@@", ":>")))
        raise self.error(f"expected a value, found {token.text}", token)

    def _checked(self, start: _Token, build: Callable[[], TlaValue]) -> TlaValue:
        try:
            return build()
        except TlaValueError as error:
            raise error if error.line else self.error(str(error), start) from None

    def _number_or_interval(self) -> TlaValue:
        first = self.take("number")
        if not self.sees(".."):
            return int(first.text)
        self.take("..")
        low, high = int(first.text), int(self.take("number").text)
        if high - low >= WIDEST_INTERVAL:
            raise self.error(f"the interval {low}..{high} is too wide to write out", first)
        return frozenset(range(low, high + 1))

    def _string(self) -> str:
        token = self.take("string")

        def unescape(found: re.Match[str]) -> str:
            if found[1] not in _ESCAPES:
                raise self.error(f"unknown escape {found[0]}", token)
            return _ESCAPES[found[1]]

        return re.sub(r"\\(.)", unescape, token.text[1:-1], flags=re.DOTALL)

    def _listed(self, opening: str, closing: str) -> Iterator[TlaValue]:
        self.take(opening)
        while not self.sees(closing):
            yield self.value()
            if not self.sees(closing):
                self.take(",")
        self.take(closing)

    def _pairs(self, opening: str, closing: str, between: str, arrow: str) -> Iterator[tuple[TlaValue, TlaValue]]:
        self.take(opening)
        while True:
            key = self.take("word").text if arrow == "|->" else self.value()
            self.take(arrow)
            yield key, self.value()
            if self.sees(closing):
                break
            self.take(between)
        self.take(closing)


def to_itf(states: Sequence[TlaState], loop: int | None = None) -> dict[str, Any]:
    """A behaviour as an ITF document. `loop` is the place in `states` (from 0) to which the last state returns.

    Numbers are written as #bigint, sets and maps sorted, model values as Apalache writes uninterpreted constants.
    Errors: TlaValueError when states differ in their variables, or a plain string would be read back as a model value.
    """
    names = [name for name, _ in states[0].variables] if states else []
    written = []
    for index, state in enumerate(states):
        if [name for name, _ in state.variables] != names:
            raise TlaValueError(f"state {state.number} has other variables than the first state")
        meta = {"index": index, "number": state.number, "action": state.action, "location": state.location}
        written.append({"#meta": meta, **{name: _value_to_itf(value) for name, value in state.variables}})
    if loop is not None and not 0 <= loop < len(states):
        raise TlaValueError(f"loop {loop} points at no state")
    meta = {"format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html"}
    return {"#meta": meta, "params": [], "vars": names, "loop": loop, "states": written}


def from_itf(document: Mapping[str, Any]) -> tuple[tuple[TlaState, ...], int | None]:
    """The states of an ITF document and the place its loop returns to. Errors: TlaValueError on what is not ITF."""
    try:
        names, states, loop = list(document["vars"]), list(document["states"]), document.get("loop")
    except (KeyError, TypeError) as error:
        raise TlaValueError(f"not an ITF document: {error} is missing or not a list") from error
    read = []
    for index, raw in enumerate(states):
        meta = raw.get("#meta", {})
        if set(names) != raw.keys() - {"#meta"}:
            raise TlaValueError(f"state {index} of the ITF document does not give exactly the variables {names}")
        variables = tuple((name, _value_from_itf(raw[name])) for name in names)
        read.append(TlaState(meta.get("number", index + 1), meta.get("action"), variables, meta.get("location", "")))
    if loop is not None and (type(loop) is not int or not 0 <= loop < len(read)):
        raise TlaValueError(f"loop {loop!r} of the ITF document points at no state")
    return tuple(read), loop


def _value_to_itf(value: TlaValue) -> Any:
    match value:
        case bool():
            return value
        case int():
            return {"#bigint": str(value)}
        case str():
            if value.endswith(_MODEL_SUFFIX):
                raise TlaValueError(f"ITF would take the string {value!r} for a model value")
            return value
        case ModelValue(name):
            return name + _MODEL_SUFFIX
        case tuple():
            return [_value_to_itf(item) for item in value]
        case frozenset():
            return {"#set": [_value_to_itf(item) for item in sorted(value, key=sort_key)]}
        case TlaFunction() if value.is_record:
            return {str(name): _value_to_itf(item) for name, item in value.items()}
        case TlaFunction():
            return {"#map": [[_value_to_itf(key), _value_to_itf(item)] for key, item in value.items()]}
    raise TypeError(f"not a TLA+ value: {value!r}")


def _value_from_itf(raw: Any) -> TlaValue:
    match raw:
        case bool() | int():
            return raw
        case str():
            return ModelValue(raw.removesuffix(_MODEL_SUFFIX)) if raw.endswith(_MODEL_SUFFIX) else raw
        case {"#bigint": str(digits)} if re.fullmatch(r"-?[0-9]+", digits):
            return int(digits)
        case [*items] | {"#tup": [*items]}:
            return tuple(_value_from_itf(item) for item in items)
        case {"#set": [*items]}:
            return set_of(_value_from_itf(item) for item in items)
        case {"#map": [*pairs]} if all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            return function_of((_value_from_itf(key), _value_from_itf(item)) for key, item in pairs)
        case dict() if raw and not any(name.startswith("#") for name in raw):
            return function_of((name, _value_from_itf(item)) for name, item in raw.items())
    raise TlaValueError(f"ITF value of a kind that TLA+ does not have: {raw!r}")
