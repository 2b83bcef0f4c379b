"""DARVO sequences, their stages, and the tokens they leave: GR-D, GR-T."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING
from kernel.ground.state import (
    PASS,
    Action,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ProblemIndex,
    Relation,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    Token,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import problem, table

ZERO, ONE = Seat(0), Seat(1)
SURFACE, HIDDEN = ProblemIndex(0), ProblemIndex(1)
WAIT = Selection(Action.GROUND)
GR = Grounding(GroundMode.GR)


def due(marker: Marker, *modes: Grounding, stress: tuple[int, ...] = (4, 2, 2), focus: int = -1) -> State:
    """Seat 0's stage is due; `modes` are the GROUND modes from seat 0 on; GR has closed what it closes."""
    problems = (problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1))
    markers = (marker, Marker.OFF, Marker.OFF)
    state = table(stress, problems, ((1, 0, 0, 0),) * 3, (1, 0, 0, 0), markers=markers, focus=(focus, -1, -1))
    groundings = (*modes, *(Grounding() for _ in range(3 - len(modes))))
    closing = tuple(mode.mode is GroundMode.GR for mode in groundings)
    return with_memory(replace(state, step=Step.DARVO), selections=(WAIT,) * 3, groundings=groundings, closing=closing)


def take(state: State, stage: Stage | None = None) -> State:
    return resolve.advance(state, stage or Stage(), STANDING)


def test_deny_turns_a_face_up_problem_down_and_moves_on() -> None:
    after = take(due(Marker.DENY), Stage(problem=SURFACE))
    assert (after.problems[0].face_up, after.problems[0].denied) == (False, True)
    assert after.players[0].marker is Marker.ATTACK
    assert after.players[0].stress == 4


@pytest.mark.parametrize(
    "state",
    [
        with_problem(due(Marker.DENY), SURFACE, claimed_by=ONE),
        with_problem(due(Marker.DENY), SURFACE, face_up=False, denied=True),
        due(Marker.DENY, Grounding(), Grounding(GroundMode.OU, GroundOption.PROTECT, problem=SURFACE)),
    ],
    ids=["claimed", "Denied", "protected"],
)
def test_deny_without_a_problem_does_nothing_and_moves_on(state: State) -> None:
    assert resolve.offered(state, STANDING) == (Stage(),)
    after = take(state)
    assert (after.problems, after.players[0].marker) == (state.problems, Marker.ATTACK)


def test_deny_passes_over_what_is_protected() -> None:
    shield = Grounding(GroundMode.OU, GroundOption.PROTECT, problem=SURFACE)
    state = with_problem(due(Marker.DENY, Grounding(), shield), HIDDEN, face_up=True)
    assert resolve.offered(state, STANDING) == (Stage(problem=HIDDEN),)


def test_the_extra_attack_hits_and_places_the_focus() -> None:
    after = take(due(Marker.ATTACK), Stage(target=ONE))
    assert (after.players[1].stress, after.relations[0][1]) == (3, Relation.RIVALRY)
    owner = after.players[0]
    assert (owner.token, owner.token_at, owner.marker) == (Token.FOCUS, ONE, Marker.REVERSE)


@pytest.mark.parametrize("by_token", [True, False])
def test_the_focus_is_placed_even_if_the_extra_attack_is_cancelled(by_token: bool) -> None:
    cancel = Grounding(GroundMode.OU, GroundOption.CANCEL, target=ZERO)
    state = with_player(due(Marker.ATTACK), ONE, protection=1) if by_token else due(Marker.ATTACK, Grounding(), cancel)
    after = take(state, Stage(target=ONE))
    assert (after.players[1].stress, after.relations, after.players[1].protection) == (2, state.relations, 0)
    assert (after.players[0].token, after.players[0].token_at) == (Token.FOCUS, ONE)


def test_reverse_blames_hurts_protects_calms_and_ends() -> None:
    after = take(due(Marker.REVERSE, focus=1))
    owner, holder = after.players[0], after.players[1]
    assert (owner.token, owner.token_at, owner.marker) == (Token.BLAME, ONE, Marker.OFF)
    assert (owner.stress, owner.protection, holder.stress) == (2, 1, 3)


def test_only_the_focus_holders_nd_against_the_owner_rejects_a_reverse() -> None:
    reject = Grounding(GroundMode.ND, GroundOption.REJECT, target=ZERO)
    rejected = take(due(Marker.REVERSE, Grounding(), reject, focus=1))
    assert (rejected.players[0].token, rejected.players[0].protection) == (Token.UNPLACED, 0)
    assert (rejected.players[0].stress, rejected.players[1].stress) == (2, 2)
    for modes in ((Grounding(), Grounding(), reject), (Grounding(), replace(reject, target=Seat(2)))):
        after = take(due(Marker.REVERSE, *modes, focus=1))
        assert after.players[0].token is Token.BLAME


@pytest.mark.parametrize(
    ("marker", "stage", "focus"),
    [
        (Marker.DENY, Stage(problem=SURFACE), -1),
        (Marker.ATTACK, Stage(target=ONE), -1),
        (Marker.REVERSE, Stage(), 1),
    ],
)
def test_gr_lets_the_stage_resolve_and_then_ends_the_sequence(marker: Marker, stage: Stage, focus: int) -> None:
    after = take(due(marker, GR, focus=focus), stage)
    assert after.players[0].marker is Marker.OFF
    match marker:
        case Marker.DENY:
            assert after.problems[0].denied
        case Marker.ATTACK:
            assert after.players[1].stress == 3
            assert after.players[0].token is Token.UNPLACED
        case _:
            assert after.players[0].token is Token.BLAME


def test_a_seat_without_a_sequence_has_no_stage() -> None:
    state = due(Marker.OFF)
    after = take(state)
    assert (after.players, after.problems, after.relations) == (state.players, state.problems, state.relations)


@pytest.mark.parametrize("calm", [0, 5])
def test_a_sequence_runs_through_three_rounds_whatever_the_stress(calm: int) -> None:
    """DENY, ATTACK and REVERSE come in consecutive rounds; then a later End may start the next one."""
    state = replace(due(Marker.OFF, stress=(5, 2, 2)), step=Step.END)
    seen = []
    for _ in range(3):
        state = with_player(resolve.advance(state, PASS, STANDING), ZERO, stress=calm)
        seen.append(state.players[0].marker)
        while state.step is not Step.END:
            choices = [c for c in resolve.offered(state, STANDING) if not (isinstance(c, Selection) and c != WAIT)]
            state = resolve.advance(state, choices[-1] if state.step is Step.REVEAL else choices[0], STANDING)
    assert seen == [Marker.DENY, Marker.ATTACK, Marker.REVERSE]
    assert state.players[0].marker is Marker.OFF
    again = resolve.advance(with_player(state, ZERO, stress=5), PASS, STANDING)
    assert again.players[0].marker is Marker.DENY


def test_a_blame_stays_when_the_next_sequence_begins() -> None:
    state = with_player(
        replace(due(Marker.OFF, stress=(5, 2, 2)), step=Step.END), ZERO, token=Token.BLAME, token_at=ONE
    )
    after = resolve.advance(state, PASS, STANDING)
    assert (after.players[0].token, after.players[0].marker) == (Token.BLAME, Marker.DENY)
