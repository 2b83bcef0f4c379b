"""The same decisions under two readings: which rulings decide whether a DARVO stage comes, and which cannot."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from audit.switches import with_switches
from kernel.ground.rulings import (
    STANDING,
    BondAcceptance,
    BondSupportTiming,
    DoubleTrigger,
    EmptyDeck,
    FirstOwner,
    ProblemStress,
)
from kernel.ground.state import Action, Answer, Choice, Draw, Reply, Selection, State, Suit
from model import ground_stages
from model.encode import decode
from model.ground_readings import Compared, Outcome, side
from model.ground_stages import first_stage, is_same_draw, is_stage_different, staged, stages_are_equal
from specs.load import FINDINGS

PLAYS = sorted((FINDINGS / "stages").glob("*.json"))
#: The questions of which some answer decides whether a stage comes, with the decisions the same.
DECIDE = {"U2", "U3", "U5", "U6", "U8", "U9"}


def compared(**changes: Any) -> Compared:
    return Compared(2, STANDING, replace(STANDING, **changes))


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_stage_comes_under_one_reading_only(path: Path) -> None:
    """Plays that the engine found: both readings take every decision, and then another stage is due."""
    data = json.loads(path.read_text(encoding="utf-8"))
    start: State = decode(State, data["state"])
    choices, others = ([decode(Choice, each) for each in data[key]] for key in ("choices", "others"))
    pair = Compared(data["seats"], STANDING, with_switches([data["reading"]]))
    assert len(start.players) == data["seats"]
    play = staged((start, start), choices, others, pair)
    assert play is not None
    assert play.turns == data["turns"] == len(choices)
    assert is_stage_different(play.one.states[-1], play.other.states[-1])
    for one, other in zip(choices, others, strict=True):
        assert one == other or (isinstance(one, Draw) and isinstance(other, Draw) and is_same_draw(one, other))
    assert side(start, choices, STANDING).refusal is None
    # Under one and the same reading nothing differs.
    assert staged((start, start), choices, choices, replace(pair, other=STANDING)) is None


def test_the_rulings_that_decide_stages_are_these() -> None:
    """The rule book names U2, U6 and U8 as the three; U3, U5 and U9 do it too."""
    assert {path.stem.partition("-")[0] for path in PLAYS} == DECIDE


@pytest.mark.parametrize(
    "changes",
    [
        {"u1_bond_acceptance": BondAcceptance.AT_SELECT},
        {"u4_empty_deck": EmptyDeck.SKIP},
        {"u10_hand_limit": 0},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_when_a_bond_is_accepted_and_what_is_drawn_decide_no_stage(changes: dict[str, Any]) -> None:
    same = stages_are_equal(compared(**changes), 60)
    assert same.holds, same.reason


@pytest.mark.parametrize(
    "changes",
    [
        {"u6_bond_support_timing": BondSupportTiming.AFTER_STAGE},
        {"u9_double_trigger": DoubleTrigger.FIRST_IN_LEAD_ORDER},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_what_decides_a_stage_has_no_such_proof(changes: dict[str, Any]) -> None:
    assert not stages_are_equal(compared(**changes), 60).holds


def test_owners_that_differ_at_setup_leave_no_such_proof() -> None:
    scoped = replace(STANDING, problem_stress=ProblemStress.SCOPED)
    pair = Compared(2, scoped, replace(scoped, first_owner=FirstOwner.AFTER_LEAD))
    assert not stages_are_equal(pair, 60).holds


def test_a_decision_that_is_not_the_same_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: any answer to a Bond counts as the same as any other."""
    monkeypatch.setattr(ground_stages, "is_same_answer", lambda state, beside, answer, other: True)
    assert not stages_are_equal(compared(u1_bond_acceptance=BondAcceptance.AT_SELECT), 60).holds


def test_answers_agree_whenever_they_are_given() -> None:
    state = decode(State, json.loads(PLAYS[0].read_text(encoding="utf-8"))["state"])
    support = replace(state.memory.selections[0], action=Action.SUPPORT, target=1)
    accepts = (support, replace(Selection(), accepts=True))
    step = type(state.step)["SUPPORT"]
    now = replace(state, step=step, lead=0, memory=replace(state.memory, selections=(support, Selection())))
    early = replace(now, memory=replace(now.memory, selections=accepts))
    agree = ground_stages.is_same_answer
    assert agree(now, early, Answer(Reply.AGREE), Answer())
    assert not agree(now, early, Answer(Reply.REFUSE), Answer())
    assert not agree(now, now, Answer(Reply.AGREE), Answer())
    assert agree(now, now, Answer(Reply.REFUSE), Answer())
    assert not agree(now, early, Answer(Reply.AGREE), Answer(Reply.REFUSE))


def test_draws_agree_where_only_one_draws() -> None:
    assert is_same_draw(Draw(Suit.REPAIR), Draw())
    assert not is_same_draw(Draw(Suit.REPAIR), Draw(Suit.CHANGE))


def test_the_first_stage_that_differs_is_found_and_replays() -> None:
    found = first_stage(compared(u9_double_trigger=DoubleTrigger.FIRST_IN_LEAD_ORDER), 90)
    assert (found.outcome, found.is_shortest) == (Outcome.PART, True)
    assert found.play is not None
    assert found.play.turns == 42
