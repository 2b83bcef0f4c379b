"""Kernel values as plain data and back, and every way in which data can be wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, NewType

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from kernel.ground import resolve
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import Choice, Selection, State, Step, Suit
from model.encode import EncodingError, decode, encode
from properties.strategies.ground import choices, printed_starts, rulings

quick = settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state somewhere in a game."""
    state = draw(printed_starts())
    for _ in range(draw(st.integers(0, 120))):
        if state.step is Step.OVER:
            break
        state = resolve.play(state, draw(st.sampled_from(resolve.offered(state, STANDING))), STANDING)
    return state


@seed(1)
@quick
@given(states(), st.data())
def test_states_and_choices_survive_the_way_through_json(state: State, data: DataObject) -> None:
    choice = data.draw(choices(state))
    assert decode(State, json.loads(json.dumps(encode(state)))) == state
    back = decode(Choice, json.loads(json.dumps(encode(choice, tagged=True))))
    assert (back, type(back)) == (choice, type(choice))


@seed(1)
@quick
@given(rulings())
def test_rulings_survive_the_way_through_json(drawn: Rulings) -> None:
    assert decode(Rulings, json.loads(json.dumps(encode(drawn)))) == drawn


Kind = NewType("Kind", int)


class Light(Enum):
    RED = "r"
    GREEN = "g"


@dataclass(frozen=True)
class Lamp:
    light: Light
    lit: bool
    name: str


@dataclass(frozen=True)
class Bulb:
    watts: Kind


@dataclass(frozen=True)
class Room:
    lamps: tuple[Lamp, ...]
    size: tuple[int, int]
    first: Lamp | Bulb


ROOM = Room((Lamp(Light.RED, True, "door"),), (3, -4), Bulb(Kind(60)))
LAMP: dict[str, Any] = {"light": "RED", "lit": True, "name": "door"}
PLAIN: dict[str, Any] = {"lamps": [LAMP], "size": [3, -4], "first": {"kind": "Bulb", "watts": 60}}


def test_plain_lists_and_numbers_are_read_too() -> None:
    assert decode(Room, PLAIN) == ROOM
    assert encode(ROOM)["size"] == {"#tup": [{"#bigint": "3"}, {"#bigint": "-4"}]}
    assert encode(ROOM.first, tagged=True) == {"kind": "Bulb", "watts": {"#bigint": "60"}}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"size": [3]}, r"^size: 1 items where 2 belong"),
        ({"size": [3, "x"]}, r"^size\[1\]: 'x' is not an integer"),
        ({"size": [3, True]}, r"^size\[1\]: True is not an integer"),
        ({"size": [3, 1.5]}, r"^size\[1\]: 1\.5 is not an integer"),
        ({"size": [3, {"#bigint": "1²"}]}, r"^size\[1\]: .* is not an integer"),
        ({"size": [3, {"#bigint": ""}]}, r"^size\[1\]: .* is not an integer"),
        ({"size": [3, None]}, r"^size\[1\]: None is not an integer"),
        ({"size": "34"}, r"^size: '34' is not a list"),
        ({"lamps": {"#tup": 3}}, r"^lamps: .* is not a list"),
        ({"lamps": [3]}, r"^lamps\[0\]: 3 is not a Lamp"),
        ({"lamps": [{**LAMP, "light": "BLUE"}]}, r"^lamps\[0\]\.light: 'BLUE' is none of RED, GREEN"),
        ({"lamps": [{**LAMP, "light": 7}]}, r"^lamps\[0\]\.light: 7 is none of RED, GREEN"),
        ({"lamps": [{**LAMP, "lit": 1}]}, r"^lamps\[0\]\.lit: 1 is not a truth value"),
        ({"lamps": [{**LAMP, "name": 1}]}, r"^lamps\[0\]\.name: 1 is not a text"),
        ({"lamps": [{"lit": True, "name": ""}]}, r"^lamps\[0\]: a Lamp has exactly .* differs in light"),
        ({"lamps": [{**LAMP, "odd": 1}]}, r"^lamps\[0\]: a Lamp has exactly .* differs in odd"),
        ({"first": {"watts": 60}}, r"^first: 'kind' must be one of Lamp, Bulb"),
        ({"first": {"kind": "Sun", "watts": 60}}, r"^first: 'kind' must be one of Lamp, Bulb"),
        ({"first": [60]}, r"^first: 'kind' must be one of Lamp, Bulb"),
        ({"first": {"kind": "Bulb", "watts": "x"}}, r"^first\.watts: 'x' is not an integer"),
    ],
)
def test_wrong_data_is_refused_where_it_stands(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(EncodingError, match=says):
        decode(Room, {**PLAIN, **changes})


@pytest.mark.parametrize("value", [1.5, None, [1], {"a": 1}, b"x", Lamp])
def test_a_value_without_encoding_is_refused(value: object) -> None:
    with pytest.raises(EncodingError, match="no encoding for"):
        encode(value)


def test_a_tag_of_another_type_is_refused_as_kernel_choice() -> None:
    data = encode(Selection(), tagged=True)
    with pytest.raises(EncodingError, match="differs in"):
        decode(Choice, {**data, "kind": "Draw"})
    assert decode(Suit, "NONE") is Suit.NONE
