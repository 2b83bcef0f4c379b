"""How many states two readings of GROUND have, place by place in the game, and whether they agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from kernel.ground.rulings import Rulings
from kernel.ground.state import Choice, State, Step
from model.engines.explore import Exploration, explore
from model.game import Check, Scope
from model.ground_worlds import GroundWorld
from model.verdict import Verdict

#: A place in the game: round, name of the step, turn from 0.
Layer = tuple[int, str, int]


@dataclass(frozen=True)
class Count:
    """The distinct states that one reading reached. `layers`: by place, if known. `stop`: why it ended early, if so."""

    distinct: int
    layers: Mapping[Layer, int] | None = None
    stop: str = ""


def layer_of(state: State) -> Layer:
    """Where in the game a state stands."""
    return state.round, state.step.name, state.turn


def count_layers(states: Iterable[State]) -> dict[Layer, int]:
    """How many of these states stand at each place, in the order of play."""
    return in_order(Counter(map(layer_of, states)))


def in_order(layers: Mapping[Layer, int]) -> dict[Layer, int]:
    """The counts in the order of play."""
    return {layer: layers[layer] for layer in sorted(layers, key=_clock)}


def _clock(layer: Layer) -> tuple[int, int, int]:
    return layer[0], Step[layer[1]].value, layer[2]


def text_of(layers: Mapping[Layer, int]) -> str:
    """Counts by place in one line, which `layers_in` reads again."""
    return " ".join(f"{number}.{step}.{turn}:{count}" for (number, step, turn), count in layers.items())


def layers_in(text: str) -> dict[Layer, int]:
    """Counts by place, from the line that `text_of` makes."""
    found: dict[Layer, int] = {}
    for entry in text.split():
        place, _, count = entry.partition(":")
        number, step, turn = place.split(".")
        found[int(number), step, int(turn)] = int(count)
    return found


def visit(world: GroundWorld, see: Callable[[State], object]) -> Exploration[State, Choice, Rulings]:
    """Explore a world and show each distinct state once."""

    def show(state: State, _: Rulings) -> bool:
        see(state)
        return True

    return explore(world, [Check("every state is seen", Scope.STATE, show)])


def count_world(world: GroundWorld) -> Count:
    """The kernel's count of a world."""
    states: list[State] = []
    exploration = visit(world, states.append)
    return Count(exploration.distinct, count_layers(states), exploration.stop)


def compare(tlc: Count, kernel: Count) -> tuple[Verdict, str]:
    """Do both readings reach as many states, in all and at each place? EXHAUSTED if so, DISAGREE if not.

    A reading that ended early decides nothing (UNDETERMINED), and two that reached nothing agree on nothing (VACUOUS).
    """
    for name, count in (("TLC", tlc), ("the kernel", kernel)):
        if count.stop:
            return Verdict.UNDETERMINED, f"{name} did not finish: {count.stop}"
    first = _first_difference(tlc.layers, kernel.layers)
    if tlc.distinct != kernel.distinct or first:
        totals = f"TLC reaches {tlc.distinct} states, the kernel {kernel.distinct}"
        return Verdict.DISAGREE, totals + (f"; they part at {first}" if first else "")
    if not tlc.distinct:
        return Verdict.VACUOUS, "neither reading reaches a state"
    known = tlc.layers is not None and kernel.layers is not None
    return Verdict.EXHAUSTED, f"both reach {tlc.distinct} states" + (
        f", alike at {len(tlc.layers or ())} places" if known else ""
    )


def _first_difference(tlc: Mapping[Layer, int] | None, kernel: Mapping[Layer, int] | None) -> str:
    if tlc is None or kernel is None:
        return ""
    for layer in sorted({*tlc, *kernel}, key=_clock):
        one, other = tlc.get(layer, 0), kernel.get(layer, 0)
        if one != other:
            return f"{named(layer)}: {one} and {other}"
    return ""


def named(layer: Layer) -> str:
    """A place in the game in words."""
    number, step, turn = layer
    return f"round {number}, {step}, turn {turn}"
