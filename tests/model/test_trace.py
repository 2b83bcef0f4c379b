"""Traces: ITF out and in, what cannot be read, and what does not replay."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import itf_py
import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING, DeniedSolve, Rulings
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import PASS, SUITS, Action, Choice, ModeCard, Seat, Selection, State, Step
from model.ground import GROUND
from model.trace import NotReplayed, Trace, TraceError, changes, from_itf, play_out, read, replay

CARD = Scenario(tuple(ProblemCard(SUITS[i % 4], 2, i) for i in range(5)), (5, 7, 7, 9, 9))
RULINGS = Rulings(denied_solve=DeniedSolve.DISCARD_CARD)
GroundTrace = Trace[State, Choice, Rulings]


def some_play(turns: int = 60, rulings: Rulings = RULINGS) -> GroundTrace:
    """A play in which the choice taken wanders through what is offered."""
    start = set_up(CARD, ModeCard.SHARED_GROUND, ((1, 1, 0, 0), (0, 0, 2, 0)), Seat(1))
    state, chosen = start, []
    for i in range(turns):
        offered = resolve.offered(state, rulings)
        chosen.append(offered[(7 * i) % len(offered)])
        state = resolve.advance(state, chosen[-1], rulings)
    return play_out(GROUND, start, tuple(chosen), rulings)


PLAY = some_play()


def test_a_trace_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "play.itf.json"
    PLAY.write(path, "a note")
    back = read(path, GROUND)
    assert (back.states, back.choices, back.rulings) == (PLAY.states, PLAY.choices, RULINGS)
    assert json.loads(path.read_text())["#meta"]["description"] == "a note"
    replay(back)


def test_itf_py_reads_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "play.itf.json"
    PLAY.write(path)
    other = itf_py.trace_from_json(json.loads(path.read_text()))
    assert other.vars == ["state", "choice"]
    assert len(other.states) == len(PLAY.states)
    last = other.states[-1].values["state"]
    assert last.players[0].stress == PLAY.end.players[0].stress
    assert last.deck == PLAY.end.deck
    assert last.step == PLAY.end.step.name
    assert other.states[1].values["choice"].action == PLAY.choices[0].action.name  # type: ignore[union-attr]


def test_states_and_choices_must_fit() -> None:
    with pytest.raises(TraceError, match="2 states do not fit 2 choices"):
        Trace(GROUND, STANDING, PLAY.states[:2], PLAY.choices[:2])


def drop(*path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


def put(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (drop("#meta"), "missing or malformed '#meta'"),
        (drop("states"), "missing or malformed 'states'"),
        (put("chess", "#meta", "game"), "a trace of 'chess', not of 'ground'"),
        (put("MAYBE", "#meta", "rulings", "calm_spend"), r"rulings\.calm_spend: 'MAYBE' is none of REFUSED, ALLOWED"),
        (put("YES", "#meta", "rulings", "calm"), "rulings: a Rulings has exactly .* differs in calm"),
        (drop("states", 3, "state", "turn"), r"states\[3\]: a State has exactly .* differs in turn"),
        (put(9, "states", 3, "state", "turn"), None),
        (put("x", "states", 3, "state", "turn"), r"states\[3\]\.turn: 'x' is not an integer"),
        (drop("states", 2, "choice"), "missing or malformed 'choice'"),
        (put("Move", "states", 2, "choice", "kind"), r"states\[2\]\.choice: 'kind' must be one of Selection, "),
        (put(7, "states"), "not an ITF trace of ground"),
        (put([], "states"), "0 states do not fit 0 choices"),
    ],
)
def test_a_damaged_trace_is_refused_where_it_is_damaged(damage: Callable[[Any], None], says: str | None) -> None:
    data = copy.deepcopy(PLAY.to_itf())
    damage(data)
    if says is None:
        with pytest.raises(NotReplayed):
            replay(from_itf(data, GROUND))
        return
    with pytest.raises(TraceError, match=says):
        from_itf(data, GROUND)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{\n  nothing", r"play\.json:2: not JSON: "),
        (b"\xff\xfe{}", r"play\.json: not UTF-8 text"),
        (b"[]", r"play\.json: not an ITF trace of ground"),
        (b"3", r"play\.json: not an ITF trace of ground"),
    ],
)
def test_a_file_that_is_no_trace_is_named(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "play.json"
    path.write_bytes(content)
    with pytest.raises(TraceError, match=says):
        read(path, GROUND)


def tampered(position: int, **change: Any) -> GroundTrace:
    states = list(PLAY.states)
    states[position] = replace(states[position], **change)
    return Trace(GROUND, RULINGS, tuple(states), PLAY.choices)


def test_a_tampered_state_does_not_replay() -> None:
    replay(PLAY)
    with pytest.raises(NotReplayed, match=r"choice 4: the kernel reaches another state: turn is \d, not 7") as error:
        replay(tampered(5, turn=7))
    assert error.value.position == 4


def test_a_tampered_start_does_not_replay() -> None:
    with pytest.raises(NotReplayed) as error:
        replay(tampered(0, round=3))
    assert error.value.position == 0


def test_an_illegal_choice_does_not_replay() -> None:
    choices = (Selection(Action.ATTACK, target=Seat(1)), *PLAY.choices[1:])
    with pytest.raises(NotReplayed, match="choice 0: refused: GR-A13"):
        replay(Trace(GROUND, RULINGS, PLAY.states, choices))


def test_a_failing_kernel_does_not_replay() -> None:
    def fail(state: State, choice: Choice, rulings: Rulings) -> State:
        raise ZeroDivisionError("no more")

    broken = replace(GROUND, advance=fail)
    with pytest.raises(NotReplayed, match="choice 0: the kernel fails: ZeroDivisionError: no more"):
        replay(Trace(broken, RULINGS, PLAY.states, PLAY.choices))


def test_other_rulings_do_not_replay_where_they_matter() -> None:
    """The play is the same under rulings it does not touch, and a choice that they forbid is refused."""
    replay(replace(PLAY, rulings=STANDING))
    start = PLAY.states[0]
    accepting = Trace(GROUND, STANDING, (start, start), (Selection(Action.GROUND, accepts=True),))
    with pytest.raises(NotReplayed, match="U1"):
        replay(accepting)


def test_changes_name_the_place_and_both_values() -> None:
    before = PLAY.states[0]
    after = replace(before, round=2, deck=(0, *before.deck[1:]))
    assert changes(before, after) == [("deck[0]", before.deck[0], 0), ("round", 1, 2)]
    assert changes(before, before) == []
    assert changes((1, 2), (1, 2, 3)) == [("", (1, 2), (1, 2, 3))]


def test_a_finished_game_refuses_every_choice() -> None:
    over = replace(PLAY.states[0], step=Step.OVER)
    with pytest.raises(NotReplayed, match="GR-R09"):
        replay(Trace(GROUND, RULINGS, (over, over), (PASS,)))
