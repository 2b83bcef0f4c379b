"""The round: order of steps and turns, Select and Reveal, Stress and Freedom, End."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    PASS,
    Action,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ProblemIndex,
    Relation,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    Token,
    fresh_memory,
    seat_of_turn,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import problem, table

WAIT = Selection(Action.GROUND)
ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)


def three(stress: tuple[int, ...] = (2, 2, 2), **how: object) -> State:
    problems = (problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1))
    return table(stress, problems, ((1, 0, 0, 0),) * 3, (2, 0, 0, 0), **how)  # type: ignore[arg-type]


def revealed(state: State, *chosen: Selection) -> State:
    return with_memory(
        replace(state, step=Step.REVEAL), selections=(*chosen, *(WAIT for _ in state.players[len(chosen) :]))
    )


def selectable(state: State) -> dict[Action, set[bool]]:
    """The Actions on offer, each with whether it costs Freedom."""
    found: dict[Action, set[bool]] = {}
    for choice in resolve.offered(state, STANDING):
        assert isinstance(choice, Selection)
        found.setdefault(choice.action, set()).add(choice.spend)
    return found


def modes(state: State) -> set[tuple[GroundMode, GroundOption, int]]:
    """The modes on offer, each with the seat or Problem it is aimed at, -1 for none."""
    found = set()
    for choice in resolve.offered(state, STANDING):
        assert isinstance(choice, Grounding)
        assert NOBODY in (choice.target, choice.problem)
        found.add((choice.mode, choice.option, max(choice.target, choice.problem)))
    return found


def test_steps_and_turns_follow_from_the_lead_clockwise() -> None:
    state, seen = three(lead=1), []
    while state.round == 1:
        seen.append((state.step, seat_of_turn(state)))
        state = resolve.advance(state, resolve.offered(state, STANDING)[-1], STANDING)
    steps = (Step.SELECT, Step.REVEAL, Step.GROUND, Step.SUPPORT, Step.DARVO, Step.INVESTIGATE, Step.ATTACK, Step.SOLVE)
    assert seen == [(step, seat) for step in steps for seat in (1, 2, 0)] + [(Step.END, 1)]
    assert (state.step, state.round, state.lead, state.turn) == (Step.SELECT, 2, 2, 0)
    assert state.memory == fresh_memory(3)


def test_five_rounds_end_the_game() -> None:
    state = replace(three(first_round=4), step=Step.END)
    state = resolve.advance(state, PASS, STANDING)
    assert (state.round, state.step) == (5, Step.SELECT)
    state = resolve.advance(replace(state, step=Step.END), PASS, STANDING)
    assert (state.round, state.step, state.lead) == (5, Step.OVER, 2)
    assert resolve.offered(state, STANDING) == ()


@pytest.mark.parametrize("stress", range(4))
def test_calm_players_choose_among_five_actions_for_nothing(stress: int) -> None:
    free = {False}
    state = three((stress, 2, 2))
    assert selectable(state) == dict.fromkeys(
        (Action.INVESTIGATE, Action.SOLVE, Action.SUPPORT, Action.ATTACK, Action.GROUND), free
    )


@pytest.mark.parametrize("stress", [4, 5])
@pytest.mark.parametrize("freedom", Freedom)
def test_tense_players_attack_ground_or_spend_freedom(stress: int, freedom: Freedom) -> None:
    state = with_player(three((stress, 2, 2)), ZERO, freedom=freedom)
    free, paid = {False}, {True}
    if freedom is Freedom.SPENT:
        assert selectable(state) == {Action.ATTACK: free, Action.GROUND: free}
    else:
        bought = dict.fromkeys((Action.INVESTIGATE, Action.SOLVE, Action.SUPPORT), paid)
        assert selectable(state) == {**bought, Action.ATTACK: free | paid, Action.GROUND: free | paid}


def test_spending_turns_freedom_at_once_and_only_ones_own() -> None:
    state = three((4, 4, 2))
    after = resolve.advance(state, Selection(Action.SUPPORT, target=ONE, spend=True), STANDING)
    assert [player.freedom for player in after.players] == [Freedom.SPENT, Freedom.READY, Freedom.READY]


def test_investigate_names_a_hidden_problem_or_none_if_none_is_hidden() -> None:
    aims = {c.problem for c in resolve.offered(three(), STANDING) if getattr(c, "action", None) is Action.INVESTIGATE}
    assert aims == {1}
    bare = with_problem(three(), ProblemIndex(1), denied=True)
    aims = {c.problem for c in resolve.offered(bare, STANDING) if getattr(c, "action", None) is Action.INVESTIGATE}
    assert aims == {NO_PROBLEM}


def test_without_ground_there_is_no_mode_to_choose() -> None:
    state = revealed(three(), Selection(Action.ATTACK, target=ONE))
    assert resolve.offered(state, STANDING) == (Grounding(),)


def test_ground_offers_what_there_is_to_act_on() -> None:
    gr, protect = (GroundMode.GR, GroundOption.NONE, -1), (GroundMode.OU, GroundOption.PROTECT, 0)
    state = revealed(three())
    assert modes(state) == {gr, protect}
    denied = with_problem(state, ProblemIndex(1), denied=True)
    assert modes(denied) == {gr, protect, (GroundMode.OU, GroundOption.RESTORE, 1)}
    claimed = with_problem(state, ProblemIndex(0), claimed_by=ONE)
    assert modes(claimed) == {gr}
    attacked = revealed(three(), WAIT, Selection(Action.ATTACK, target=ZERO), Selection(Action.ATTACK, target=ONE))
    assert modes(attacked) == {gr, protect, (GroundMode.OU, GroundOption.CANCEL, 1)}
    threatened = with_player(state, TWO, marker=Marker.ATTACK)
    assert modes(threatened) == {gr, protect, (GroundMode.OU, GroundOption.CANCEL, 2)}
    blamed = with_player(state, TWO, token=Token.BLAME, token_at=ZERO)
    assert modes(blamed) == {gr, protect, (GroundMode.ND, GroundOption.UNBLAME, 2)}
    focused = with_player(state, TWO, token=Token.FOCUS, token_at=ZERO, marker=Marker.REVERSE)
    assert modes(focused) == {gr, protect, (GroundMode.ND, GroundOption.REJECT, 2)}
    related = revealed(three(relations=((0, 1, Relation.RIVALRY),)))
    assert modes(related) == {gr, protect, (GroundMode.ND, GroundOption.BREAK, 1)}


@pytest.mark.parametrize("marker", Marker)
@pytest.mark.parametrize("stress", [4, 5])
def test_end_starts_sequences_at_five_only_and_only_from_off(stress: int, marker: Marker) -> None:
    state = replace(with_player(three((stress, 2, 2)), ZERO, marker=marker), step=Step.END)
    after = resolve.advance(state, PASS, STANDING)
    started = stress == 5 and marker is Marker.OFF
    assert after.players[0].marker is (Marker.DENY if started else marker)


@pytest.mark.parametrize(
    ("step", "chosen", "decider"),
    [
        (Step.SELECT, WAIT, 0),
        (Step.SUPPORT, Selection(Action.SUPPORT, target=TWO), 2),
        (Step.SUPPORT, WAIT, 0),
        (Step.ATTACK, Selection(Action.ATTACK, target=ONE), 1),
        (Step.DARVO, Selection(Action.ATTACK, target=ONE), 0),
        (Step.END, WAIT, NOBODY),
        (Step.OVER, WAIT, NOBODY),
    ],
)
def test_the_target_answers_where_it_is_asked(step: Step, chosen: Selection, decider: int) -> None:
    assert resolve.decider_of(replace(revealed(three(), chosen), step=step)) == decider
