"""Each refusal is given for its own reason, beside a choice that the same turn accepts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground.refusals import Refusal, Refused
from kernel.ground.resolve import advance, offered, refusal_of
from kernel.ground.rulings import STANDING, FreeActionSpend, ProblemDeal, ProtectionUse, Rulings, StaleInvestigate
from kernel.ground.state import (
    PASS,
    Action,
    Answer,
    Choice,
    Draw,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Marker,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import problem, table

ZERO, ONE = Seat(0), Seat(1)
SURFACE, HIDDEN = ProblemIndex(0), ProblemIndex(1)
GR = Grounding(GroundMode.GR)
ALONE = Selection(Action.GROUND)
HELP = Selection(Action.SUPPORT, target=ONE)
HIT = Selection(Action.ATTACK, target=ONE)
LOOK = Selection(Action.INVESTIGATE, problem=HIDDEN)
SILENT, AGREE = Answer(), Answer(Reply.AGREE)

BASE = table(
    stress=(2, 2),
    problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 2, 1), problem(Suit.CHANGE, 2, 2)),
    hands=((1, 0, 0, 0), (0, 1, 0, 0)),
    deck=(1, 1, 0, 0),
)
TENSE = with_player(BASE, ZERO, stress=4)
SPENT = with_player(TENSE, ZERO, freedom=Freedom.SPENT)
CLAIMED = with_problem(BASE, SURFACE, claimed_by=ONE)
EMPTY = with_player(CLAIMED, ZERO, hand=(0, 0, 0, 0))
RIVALS = table(
    stress=(2, 2),
    problems=BASE.problems,
    hands=((1, 0, 0, 0), (0, 1, 0, 0)),
    deck=(1, 1, 0, 0),
    relations=((0, 1, Relation.RIVALRY),),
)
HOLDER = Rulings(protection_use=ProtectionUse.HOLDER_DECIDES)
THRIFTY = Rulings(free_action_spend=FreeActionSpend.REFUSED)
AGAIN = Rulings(stale_investigate=StaleInvestigate.NEW_TARGET)


def due(state: State, step: Step, *chosen: Selection) -> State:
    """The state at the Lead's turn of a step, with these selections (GROUND where none is given)."""
    selections = (*chosen, *(ALONE for _ in state.players[len(chosen) :]))
    return with_memory(replace(state, step=step), selections=selections)


def marked(marker: Marker) -> State:
    return due(with_player(BASE, ZERO, marker=marker), Step.DARVO)


def ou(option: GroundOption, card: int) -> Grounding:
    return Grounding(GroundMode.OU, option, problem=ProblemIndex(card))


def at(mode: GroundMode, option: GroundOption, seat: int = 1) -> Grounding:
    return Grounding(mode, option, target=Seat(seat))


OU, ND = GroundMode.OU, GroundMode.ND
REVEAL = due(BASE, Step.REVEAL)
DECKED = with_problem(CLAIMED, HIDDEN, in_play=False)
DECK = Rulings(problem_deal=ProblemDeal.PRESSURE_DECK)
LOOKED = with_problem(BASE, HIDDEN, face_up=True)

#: The refusal, a state, the choice that is refused, one that is legal there, and the rulings.
CASES: list[tuple[Refusal, State, Choice, Choice | None, Rulings]] = [
    (Refusal.GAME_OVER, replace(BASE, step=Step.OVER), PASS, None, STANDING),
    (Refusal.WRONG_STEP, BASE, PASS, ALONE, STANDING),
    (Refusal.NOT_ASKED, due(BASE, Step.SUPPORT), AGREE, SILENT, STANDING),
    (Refusal.NO_ACTION, BASE, Selection(), ALONE, STANDING),
    (Refusal.STRAY_TARGET, BASE, replace(ALONE, target=ONE), ALONE, STANDING),
    (Refusal.ACCEPT_LATER, BASE, replace(HELP, accepts=True), HELP, STANDING),
    (Refusal.FREEDOM_SPENT, SPENT, replace(HELP, spend=True), HIT, STANDING),
    (Refusal.CALM_SPEND, BASE, replace(HELP, spend=True), HELP, STANDING),
    (Refusal.FREE_ACTION_SPEND, TENSE, replace(HIT, spend=True), HIT, THRIFTY),
    (Refusal.STRESS_GATE, TENSE, HELP, replace(HELP, spend=True), STANDING),
    (Refusal.OTHER_PLAYER, BASE, replace(HIT, target=ZERO), HIT, STANDING),
    (Refusal.HIDDEN_PROBLEM, BASE, replace(LOOK, problem=SURFACE), LOOK, STANDING),
    (Refusal.OPEN_PROBLEM, BASE, Selection(Action.SOLVE, problem=HIDDEN), LOOK, STANDING),
    (Refusal.UNCLAIMED_PROBLEM, CLAIMED, Selection(Action.SOLVE, problem=SURFACE), LOOK, STANDING),
    (Refusal.MATCHING_SOLUTION, LOOKED, Selection(Action.SOLVE, problem=HIDDEN), HELP, STANDING),
    (Refusal.GROUND_MODE, REVEAL, Grounding(), GR, STANDING),
    (Refusal.RESTORE, REVEAL, ou(GroundOption.RESTORE, 0), GR, STANDING),
    (Refusal.CANCEL, REVEAL, at(OU, GroundOption.CANCEL), GR, STANDING),
    (Refusal.PROTECT, REVEAL, ou(GroundOption.PROTECT, 1), ou(GroundOption.PROTECT, 0), STANDING),
    (Refusal.UNBLAME, REVEAL, at(ND, GroundOption.UNBLAME), GR, STANDING),
    (Refusal.BREAK, REVEAL, at(ND, GroundOption.BREAK), GR, STANDING),
    (Refusal.REJECT, REVEAL, at(ND, GroundOption.REJECT), GR, STANDING),
    (Refusal.BOND_ANSWER, due(BASE, Step.SUPPORT, HELP), SILENT, AGREE, STANDING),
    (Refusal.RIVALRY_ANSWER, due(RIVALS, Step.SUPPORT, HELP), SILENT, AGREE, STANDING),
    (Refusal.DENY_TARGET, marked(Marker.DENY), Stage(problem=HIDDEN), Stage(problem=SURFACE), STANDING),
    (Refusal.EXTRA_TARGET, marked(Marker.ATTACK), Stage(target=ZERO), Stage(target=ONE), STANDING),
    (Refusal.PROTECTION_ANSWER, due(with_player(BASE, ONE, protection=1), Step.ATTACK, HIT), SILENT, AGREE, HOLDER),
    (
        Refusal.NEW_TARGET,
        due(LOOKED, Step.INVESTIGATE, LOOK),
        Draw(Suit.CLARIFY),
        Draw(Suit.CLARIFY, ProblemIndex(2)),
        AGAIN,
    ),
    (Refusal.DRAWN_SUIT, due(BASE, Step.INVESTIGATE, LOOK), Draw(Suit.CHANGE), Draw(Suit.CLARIFY), STANDING),
    (Refusal.DRAWN_PROBLEM, replace(DECKED, step=Step.END), Influx(SURFACE), Influx(HIDDEN), DECK),
    (Refusal.DRAWN_PROBLEM, replace(DECKED, step=Step.END), Influx(ProblemIndex(3)), Influx(HIDDEN), DECK),
    (Refusal.DRAWN_PROBLEM, replace(DECKED, step=Step.END), PASS, Influx(HIDDEN), DECK),
    (Refusal.NOT_ASKED, replace(DECKED, step=Step.END), Influx(HIDDEN), PASS, STANDING),
    (Refusal.WRONG_STEP, DECKED, Influx(HIDDEN), ALONE, DECK),
]


@pytest.mark.parametrize(
    ("refusal", "state", "illegal", "legal", "rulings"), CASES, ids=lambda v: getattr(v, "name", "")
)
def test_a_refusal_is_given_for_its_own_reason(
    refusal: Refusal, state: State, illegal: Choice, legal: Choice | None, rulings: Rulings
) -> None:
    with pytest.raises(Refused, match=f"^{refusal.rule}: ") as refused:
        advance(state, illegal, rulings)
    assert refused.value.refusal is refusal
    assert (refused.value.step, refused.value.seat, refused.value.choice) == (state.step, ZERO, illegal)
    assert illegal not in offered(state, rulings)
    if legal is not None:
        assert legal in offered(state, rulings)
        assert advance(state, legal, rulings) != state


def test_every_refusal_has_a_case_and_a_reason() -> None:
    assert {case[0] for case in CASES} == set(Refusal) - {Refusal.NONE}
    assert all(refusal.rule and refusal.reason for refusal in Refusal if refusal is not Refusal.NONE)


@pytest.mark.parametrize(
    ("state", "choice", "first"),
    [
        (SPENT, Selection(target=Seat(9), spend=True, accepts=True), Refusal.NO_ACTION),
        (SPENT, Selection(Action.SUPPORT, target=ZERO, spend=True, accepts=True), Refusal.ACCEPT_LATER),
        (SPENT, Selection(Action.SUPPORT, target=ZERO, spend=True), Refusal.FREEDOM_SPENT),
        (SPENT, Selection(Action.SUPPORT, target=ZERO), Refusal.STRESS_GATE),
        (BASE, Selection(Action.SUPPORT, target=ZERO, problem=SURFACE), Refusal.STRAY_TARGET),
        (CLAIMED, Selection(Action.SOLVE, problem=ProblemIndex(9)), Refusal.OPEN_PROBLEM),
        (EMPTY, Selection(Action.SOLVE, problem=SURFACE), Refusal.UNCLAIMED_PROBLEM),
    ],
)
def test_of_several_reasons_the_first_is_given(state: State, choice: Choice, first: Refusal) -> None:
    assert refusal_of(state, choice, STANDING) is first


@pytest.mark.parametrize(
    "choice",
    [
        Selection(Action.ATTACK, target=Seat(-2)),
        Selection(Action.SUPPORT, target=Seat(2)),
        Selection(Action.SOLVE, problem=ProblemIndex(-3)),
        Selection(Action.INVESTIGATE, problem=ProblemIndex(-2)),
    ],
)
def test_positions_off_the_table_are_refused_not_counted_from_behind(choice: Choice) -> None:
    with pytest.raises(Refused):
        advance(BASE, choice, STANDING)
