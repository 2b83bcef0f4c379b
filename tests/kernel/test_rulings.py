"""Every option of every ruling shows in a concrete example: no switch is dead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, get_type_hints

import pytest

from kernel.ground import darvo, problem_deal, relations, resolve, scoring
from kernel.ground.rulings import (
    STANDING,
    BondAcceptance,
    BondSupportTiming,
    CalmSpend,
    CancelOrder,
    CancelScope,
    CapCounts,
    CoalitionBlame,
    DeckExtent,
    DeckThreshold,
    DeniedSolve,
    DenyWithoutTarget,
    DoubleTrigger,
    DrawnGlobal,
    DrawnOwner,
    DrawnSuccess,
    Elimination,
    EmptyDeck,
    FinalRoundMarker,
    FirstOwner,
    FreeActionSpend,
    FreshBondSupport,
    FreshRivalryAttack,
    GroundWithoutObject,
    HandVisibility,
    LostGroundObject,
    MasteryBase,
    MasteryRange,
    ModeOrder,
    Option,
    ProblemDeal,
    ProblemStress,
    ProtectionUse,
    RejectedReverse,
    RejectScope,
    ReshuffleTime,
    Retrigger,
    Rulings,
    ScopeVisibility,
    SpendVisibility,
    StaleInvestigate,
    StressClamp,
    SurfaceOwner,
    TargetVisibility,
    UnscopedOwner,
)
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    PASS,
    Action,
    Answer,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Marker,
    ModeCard,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    StressScope,
    Suit,
    Token,
    with_memory,
    with_player,
    with_problem,
)
from kernel.ground.view import view_of
from model.ground import problem, table

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
NO_BONDS = ((False,) * 3,) * 3
BOND, RIVALRY = Relation.BOND, Relation.RIVALRY
WAIT = Selection(Action.GROUND)
REJECT = Grounding(GroundMode.ND, GroundOption.REJECT, target=ZERO)


def hits(seat: int) -> Selection:
    return Selection(Action.ATTACK, target=Seat(seat))


def helps(seat: int) -> Selection:
    return Selection(Action.SUPPORT, target=Seat(seat))


def three(*relations: tuple[int, int, Relation], stress: tuple[int, ...] = (3, 3, 3), **how: Any) -> State:
    """Three seats, one open Problem and two hidden ones, one card of each of two suits in every hand."""
    problems = (problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1), problem(Suit.CHANGE, 2, 2))
    return table(stress, problems, ((1, 1, 0, 0),) * 3, (2, 0, 0, 0), relations=relations, **how)


def due(state: State, step: Step, *chosen: Selection, modes: dict[int, Grounding] | None = None) -> State:
    """The state at the Lead's turn of a step, with these selections (GROUND where none is given) and modes."""
    selections = (*chosen, *(WAIT for _ in state.players[len(chosen) :]))
    modes = modes or {}
    groundings = tuple(modes.get(i, Grounding()) for i in range(len(state.players)))
    bonds = tuple(tuple(tile is BOND for tile in row) for row in state.relations) if step is Step.SUPPORT else NO_BONDS
    return with_memory(replace(state, step=step), selections=selections, groundings=groundings, bonds_before=bonds)


def play(state: State, rulings: Rulings, until: Step) -> State:
    """Take the first legal choice, turn by turn, up to a step."""
    while state.step is not until:
        state = resolve.advance(state, resolve.offered(state, rulings)[0], rulings)
    return state


def first(state: State, rulings: Rulings) -> State:
    """Take the first legal choice of the due turn."""
    return resolve.advance(state, resolve.offered(state, rulings)[0], rulings)


# ---------------------------------------------------------------- one example a question


def accepting(rulings: Rulings) -> Any:
    state = due(three(), Step.SUPPORT, helps(1), replace(hits(0), accepts=True))
    replies = [choice.reply for choice in resolve.offered(state, rulings) if isinstance(choice, Answer)]
    return replies, first(state, rulings).relations[0][1]


def clamping(rulings: Rulings) -> Any:
    hit = first(due(three(stress=(2, 5, 2)), Step.ATTACK, hits(1)), rulings)
    return hit.players[1].stress, play(hit, rulings, Step.SELECT).players[1].stress


def denying_nothing(rulings: Rulings) -> Any:
    state = due(replace(three(markers=(Marker.DENY, Marker.OFF, Marker.OFF)), problems=()), Step.DARVO)
    return resolve.advance(state, Stage(), rulings).players[0].marker


def drawing_from_nothing(rulings: Rulings) -> Any:
    look = Selection(Action.INVESTIGATE, problem=ProblemIndex(1))
    state = due(replace(three(), deck=NO_CARDS, discard=(0, 0, 1, 0)), Step.INVESTIGATE, look)
    after = first(state, rulings)
    return sum(after.players[0].hand), after.discard


def rejecting(rulings: Rulings) -> Any:
    state = three(stress=(4, 3, 3), markers=(Marker.REVERSE, Marker.OFF, Marker.OFF), focus=(1, -1, -1))
    owner = first(due(state, Step.DARVO, modes={1: REJECT}), rulings).players[0]
    return owner.stress, owner.protection, owner.marker, owner.token


def regulating(rulings: Rulings) -> Any:
    state = three((0, 1, BOND), markers=(Marker.DENY, Marker.OFF, Marker.OFF))
    state = due(state, Step.SUPPORT, WAIT, helps(0), modes={0: Grounding(GroundMode.OU)})
    after = play(state, rulings, Step.INVESTIGATE)
    return after.problems[0].denied, after.players[0].marker


def eliminating(rulings: Rulings) -> Any:
    return len(play(three(stress=(5, 5, 5)), rulings, Step.OVER).players)


def cancelling_twice(rulings: Rulings) -> Any:
    cancel = first_of(GroundOption.CANCEL, rulings)
    state = due(with_player(three(), ONE, protection=1), Step.ATTACK, hits(1), modes={1: cancel})
    after = first(state, rulings)
    return after.memory.cancel_used[1], after.players[1].protection, after.players[1].stress


def first_of(option: GroundOption, rulings: Rulings, seat: Seat = ONE) -> Grounding:
    """The first such mode that seat 1 may choose when seat 0 attacks it."""
    state = replace(due(three(), Step.REVEAL, hits(1)), turn=1)
    modes = [choice for choice in resolve.offered(state, rulings) if isinstance(choice, Grounding)]
    return next(mode for mode in modes if mode.option is option)


def triggering_twice(rulings: Rulings) -> Any:
    state = due(three(stress=(5, 5, 2), lead=1), Step.END)
    return [player.marker for player in resolve.advance(state, PASS, rulings).players]


def going_stale(rulings: Rulings) -> Any:
    look = Selection(Action.INVESTIGATE, problem=ProblemIndex(1))
    state = due(with_problem(three(), ProblemIndex(1), face_up=True), Step.INVESTIGATE, look)
    after = first(state, rulings)
    return after.problems[2].face_up, sum(after.players[0].hand)


def supporting_afresh(rulings: Rulings) -> Any:
    state = due(three((0, 1, BOND)), Step.SUPPORT, helps(1))
    state = with_memory(with_player(state, ONE, freedom=Freedom.SPENT), bonds_before=NO_BONDS)
    after = first(state, rulings).players[1]
    return after.stress, after.freedom


def showing_modes(rulings: Rulings) -> Any:
    after = resolve.advance(due(three(), Step.REVEAL), Grounding(GroundMode.GR), rulings)
    return view_of(after, ONE, rulings).groundings[0].mode


def breaking_nothing(rulings: Rulings) -> Any:
    state = due(three(), Step.REVEAL)
    return Grounding(GroundMode.ND, GroundOption.BREAK, target=ONE) in resolve.offered(state, rulings)


def aiming_the_cancel(rulings: Rulings) -> Any:
    state = due(three(lead=2), Step.ATTACK, hits(1), WAIT, hits(1), modes={1: first_of(GroundOption.CANCEL, rulings)})
    after = first(state, rulings)
    return after.players[1].stress, after.memory.cancel_used[1]


def solving_the_denied(rulings: Rulings) -> Any:
    solve = Selection(Action.SOLVE, problem=ProblemIndex(0))
    state = due(with_problem(three(), ProblemIndex(0), face_up=False, denied=True), Step.SOLVE, solve)
    return sum(first(state, rulings).players[0].hand)


def ending(rulings: Rulings) -> Any:
    return resolve.advance(due(three(first_round=5), Step.END), PASS, rulings).round


def spending_calmly(rulings: Rulings) -> Any:
    return replace(WAIT, spend=True) in resolve.offered(three(), rulings)


def spending_freely(rulings: Rulings) -> Any:
    return replace(hits(1), spend=True) in resolve.offered(three(stress=(4, 2, 2)), rulings)


def grounding_too_late(rulings: Rulings) -> Any:
    """Two bonded seats break their Bond in the same step; what the later one is offered then."""
    state = due(relations.set_relation(three(), ZERO, ONE, BOND), Step.GROUND)
    breaks = (Grounding(GroundMode.ND, GroundOption.BREAK, target=other) for other in (ONE, ZERO))
    state = with_memory(
        state,
        selections=(Selection(Action.GROUND), Selection(Action.GROUND), WAIT),
        groundings=(*breaks, Grounding()),
    )
    after = resolve.advance(state, PASS, rulings)
    return PASS in resolve.offered(after, rulings), Grounding(GroundMode.GR) in resolve.offered(after, rulings)


def rejecting_the_first(rulings: Rulings) -> Any:
    """Seat 1's Reverse comes though seat 2 was named, if anybody was."""
    state = due(with_player(three(), ZERO, marker=Marker.REVERSE, token=Token.FOCUS, token_at=ONE), Step.DARVO)
    named = Seat(2) if rulings.reject_scope is RejectScope.NAMED_OWNER else NOBODY
    modes = (Grounding(), Grounding(GroundMode.ND, GroundOption.REJECT, target=named), Grounding())
    after = resolve.advance(with_memory(state, groundings=modes), Stage(), rulings)
    return after.players[0].token, after.players[1].stress


def showing_freedom(rulings: Rulings) -> Any:
    after = resolve.advance(three(stress=(4, 2, 2)), replace(helps(1), spend=True), rulings)
    return view_of(after, ONE, rulings).players[0].freedom, after.players[0].freedom


def mastering(rulings: Rulings) -> Any:
    state = with_problem(with_problem(three(), ProblemIndex(0), claimed_by=ZERO), ProblemIndex(1), claimed_by=ONE)
    return scoring.mastery_of(state, rulings)


def blaming_coalitions(rulings: Rulings) -> Any:
    """Seat 0's Blame lies before seat 1; scores and Stress are level, so that only Blames can decide."""
    state = with_player(three(mode=ModeCard.BONDED_COALITIONS), ZERO, token=Token.BLAME, token_at=ONE)
    state = with_problem(with_problem(state, ProblemIndex(0), claimed_by=ZERO), ProblemIndex(1), claimed_by=ONE)
    return scoring.winners_of(state, rulings)


def starting_again(rulings: Rulings) -> Any:
    """Stress 5 at the End of the round in which a sequence ended, and at the End of the next one."""
    state = due(three(stress=(5, 2, 2), markers=(Marker.DENY, Marker.OFF, Marker.OFF)), Step.END)
    after = resolve.advance(darvo.end_sequence(state, ZERO, rulings), PASS, rulings)
    later = resolve.advance(replace(after, step=Step.END), PASS, rulings)
    return after.players[0].marker, later.players[0].marker


def showing_hands(rulings: Rulings) -> Any:
    return view_of(three(), ONE, rulings).players[0].hand


def protecting(rulings: Rulings) -> Any:
    state = due(with_player(three(), ONE, protection=1), Step.ATTACK, hits(1))
    offered = resolve.offered(state, rulings)
    after = resolve.advance(state, offered[-1], rulings).players[1]
    return len(offered), after.protection, after.stress


def attacking_each_other(rulings: Rulings) -> Any:
    """Seats 0 and 1 attack each other; seat 2 attacks seat 0 through a Rivalry from before."""
    state = due(three((0, 2, RIVALRY), stress=(1, 1, 1)), Step.INVESTIGATE, hits(1), hits(0), hits(0))
    after = play(state, rulings, Step.SOLVE)
    return [player.stress for player in after.players], after.relations[0][1], after.relations[0][2]


def drawing_the_last(rulings: Rulings) -> Any:
    look = Selection(Action.INVESTIGATE, problem=ProblemIndex(1))
    state = replace(due(three(), Step.INVESTIGATE, look), deck=(1, 0, 0, 0), discard=(0, 1, 0, 0))
    after = first(state, rulings)
    return after.deck, after.discard


def rating_failure(rulings: Rulings) -> Any:
    """With a Denied Problem and nothing claimed, and with a Problem claimed; the threshold is missed both times."""
    state = replace(three(), threshold=5)
    denied = with_problem(state, ProblemIndex(0), face_up=False, denied=True)
    claimed = with_problem(state, ProblemIndex(0), claimed_by=ZERO)
    return scoring.mastery_of(denied, rulings), scoring.mastery_of(claimed, rulings)


def aiming(rulings: Rulings) -> Any:
    return view_of(resolve.advance(three(), hits(1), rulings), TWO, rulings).selections[0]


PERSONAL_CARDS = tuple(ProblemCard(Suit.CLARIFY, 2, k, StressScope.PERSONAL) for k in range(5))
GLOBAL_CARDS = tuple(replace(card, scope=StressScope.GLOBAL) for card in PERSONAL_CARDS)


def laid(cards: tuple[ProblemCard, ...], rulings: Rulings) -> State:
    hands = ((1, 1, 0, 0),) * 3
    return set_up(Scenario(cards, (5, 7, 7, 9, 9)), ModeCard.SHARED_GROUND, hands, ZERO, rulings)


def pressing(rulings: Rulings) -> Any:
    state = replace(laid(GLOBAL_CARDS, rulings), step=Step.END)
    return [p.stress for p in resolve.advance(state, PASS, rulings).players]


def dealing(rulings: Rulings) -> Any:
    return [p.priority for p in laid(GLOBAL_CARDS, rulings).problems if p.in_play]


def owning(rulings: Rulings) -> Any:
    state = laid(PERSONAL_CARDS, replace(rulings, problem_stress=ProblemStress.SCOPED))
    return [p.owner for p in state.problems]


def aiming_high(rulings: Rulings) -> Any:
    return laid(GLOBAL_CARDS, replace(rulings, problem_deal=ProblemDeal.PRESSURE_DECK)).threshold


def capping(rulings: Rulings) -> Any:
    """Two players with two starters, and a third who makes room."""
    rulings = replace(rulings, problem_deal=ProblemDeal.PRESSURE_DECK)
    scenario = Scenario(GLOBAL_CARDS, (5, 7, 7, 9, 9))
    tables = (set_up(scenario, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * n, ZERO, rulings) for n in (2, 3))
    return [problem_deal.is_draw_due(each, rulings) for each in tables]


def decking(rulings: Rulings) -> Any:
    return len(laid(GLOBAL_CARDS, replace(rulings, problem_deal=ProblemDeal.PRESSURE_DECK)).problems)


def drawing(cards: tuple[ProblemCard, ...], rulings: Rulings) -> Any:
    rulings = replace(rulings, problem_deal=ProblemDeal.PRESSURE_DECK)
    state = replace(laid(cards, rulings), step=Step.END)
    return resolve.advance(state, Influx(ProblemIndex(2)), rulings).problems[2]


def drawing_global(rulings: Rulings) -> Any:
    return drawing(GLOBAL_CARDS, rulings).face_up


def drawing_unscoped(rulings: Rulings) -> Any:
    return drawing(PERSONAL_CARDS, rulings).owner


def drawing_for_a_burdened_lead(rulings: Rulings) -> Any:
    rulings = replace(rulings, problem_stress=ProblemStress.SCOPED, problem_deal=ProblemDeal.PRESSURE_DECK)
    state = replace(laid(PERSONAL_CARDS, rulings), step=Step.END)
    state = with_problem(with_problem(state, ProblemIndex(0), owner=ZERO), ProblemIndex(1), owner=ZERO)
    return resolve.advance(state, Influx(ProblemIndex(2)), rulings).problems[2].owner


def rating_a_drawn_card(rulings: Rulings) -> Any:
    state = with_problem(three(), ProblemIndex(0), claimed_by=ONE, drawn=True)
    return scoring.mastery_of(state, rulings)


def showing_scopes(rulings: Rulings) -> Any:
    state = laid(PERSONAL_CARDS, replace(rulings, problem_stress=ProblemStress.SCOPED))
    return [p.scope for p in view_of(state, ONE, rulings).problems][:2]


EXAMPLES: dict[str, tuple[Callable[[Rulings], Any], dict[Option, Any]]] = {
    "u1_bond_acceptance": (
        accepting,
        {
            BondAcceptance.IN_SUPPORT: ([Reply.AGREE, Reply.REFUSE], BOND),
            BondAcceptance.AT_SELECT: ([Reply.SILENT], BOND),
        },
    ),
    "u2_stress_clamp": (clamping, {StressClamp.EVERY_CHANGE: (5, 5), StressClamp.AT_END: (6, 5)}),
    "u3_deny_without_target": (
        denying_nothing,
        {
            DenyWithoutTarget.ADVANCES: Marker.ATTACK,
            DenyWithoutTarget.WAITS: Marker.DENY,
            DenyWithoutTarget.ENDS: Marker.OFF,
        },
    ),
    "u4_empty_deck": (
        drawing_from_nothing,
        {EmptyDeck.RESHUFFLE: (3, NO_CARDS), EmptyDeck.SKIP: (2, (0, 0, 1, 0))},
    ),
    "u5_rejected_reverse": (
        rejecting,
        {
            RejectedReverse.CALMS: (2, 0, Marker.OFF, Token.UNPLACED),
            RejectedReverse.NOTHING: (4, 0, Marker.OFF, Token.UNPLACED),
            RejectedReverse.CALMS_AND_PROTECTS: (2, 1, Marker.OFF, Token.UNPLACED),
        },
    ),
    "u6_bond_support_timing": (
        regulating,
        {BondSupportTiming.BEFORE_STAGE: (False, Marker.OFF), BondSupportTiming.AFTER_STAGE: (True, Marker.OFF)},
    ),
    "u7_elimination": (eliminating, {Elimination.NONE: 3}),
    "u8_cancel_order": (
        cancelling_twice,
        {
            CancelOrder.GROUND_FIRST: (True, 1, 3),
            CancelOrder.PROTECTION_FIRST: (False, 0, 3),
            CancelOrder.BOTH_SPENT: (True, 0, 3),
        },
    ),
    "u9_double_trigger": (
        triggering_twice,
        {
            DoubleTrigger.ALL: [Marker.DENY, Marker.DENY, Marker.OFF],
            DoubleTrigger.FIRST_IN_LEAD_ORDER: [Marker.OFF, Marker.DENY, Marker.OFF],
        },
    ),
    "stale_investigate": (
        going_stale,
        {
            StaleInvestigate.DRAW_ONLY: (False, 3),
            StaleInvestigate.NEW_TARGET: (True, 3),
            StaleInvestigate.NOTHING: (False, 2),
        },
    ),
    "fresh_bond_support": (
        supporting_afresh,
        {
            FreshBondSupport.AS_BOND: (1, Freedom.READY),
            FreshBondSupport.AS_NO_RELATION: (2, Freedom.SPENT),
        },
    ),
    "mode_order": (showing_modes, {ModeOrder.OPEN: GroundMode.GR, ModeOrder.SECRET: GroundMode.NONE}),
    "ground_without_object": (
        breaking_nothing,
        {GroundWithoutObject.REFUSED: False, GroundWithoutObject.ALLOWED: True},
    ),
    "cancel_scope": (
        aiming_the_cancel,
        {CancelScope.NAMED_ATTACKER: (4, False), CancelScope.FIRST_ATTACK: (3, True)},
    ),
    "denied_solve": (solving_the_denied, {DeniedSolve.KEEP_CARD: 2, DeniedSolve.DISCARD_CARD: 1}),
    "final_round_marker": (ending, {FinalRoundMarker.STAYS: 5, FinalRoundMarker.ADVANCES: 6}),
    "calm_spend": (spending_calmly, {CalmSpend.REFUSED: False, CalmSpend.ALLOWED: True}),
    "free_action_spend": (spending_freely, {FreeActionSpend.ALLOWED: True, FreeActionSpend.REFUSED: False}),
    "lost_ground_object": (
        grounding_too_late,
        {LostGroundObject.NO_EFFECT: (True, False), LostGroundObject.CHOOSE_AGAIN: (False, True)},
    ),
    "reject_scope": (
        rejecting_the_first,
        {RejectScope.NAMED_OWNER: (Token.BLAME, 4), RejectScope.FIRST_REVERSE: (Token.UNPLACED, 3)},
    ),
    "spend_visibility": (
        showing_freedom,
        {
            SpendVisibility.AT_REVEAL: (Freedom.READY, Freedom.SPENT),
            SpendVisibility.AT_ONCE: (Freedom.SPENT, Freedom.SPENT),
        },
    ),
    "mastery_base": (mastering, {MasteryBase.CLAIMED_PROBLEMS: 2, MasteryBase.CLAIMED_VALUE: 5}),
    "coalition_blame": (
        blaming_coalitions,
        {CoalitionBlame.HELD: (True, False, False), CoalitionBlame.OWNED: (False, True, False)},
    ),
    "retrigger": (
        starting_again,
        {Retrigger.SAME_ROUND: (Marker.DENY, Marker.DENY), Retrigger.LATER_ROUND: (Marker.OFF, Marker.DENY)},
    ),
    "hand_visibility": (
        showing_hands,
        {HandVisibility.OWNER_ONLY: NO_CARDS, HandVisibility.OPEN: (1, 1, 0, 0)},
    ),
    "protection_use": (
        protecting,
        {ProtectionUse.AUTOMATIC: (1, 0, 3), ProtectionUse.HOLDER_DECIDES: (2, 1, 4)},
    ),
    "fresh_rivalry_attack": (
        attacking_each_other,
        {
            FreshRivalryAttack.AS_RIVALRY: ([5, 2, 1], Relation.NONE, Relation.NONE),
            FreshRivalryAttack.AS_NO_RELATION: ([4, 2, 1], RIVALRY, Relation.NONE),
        },
    ),
    "reshuffle_time": (
        drawing_the_last,
        {ReshuffleTime.AT_DRAW: (NO_CARDS, (0, 1, 0, 0)), ReshuffleTime.AT_ONCE: ((0, 1, 0, 0), NO_CARDS)},
    ),
    "mastery_range": (
        rating_failure,
        {MasteryRange.ANY: (-1, 1), MasteryRange.NOT_BELOW_ZERO: (0, 1), MasteryRange.SUCCESS_ONLY: (0, 0)},
    ),
    "target_visibility": (
        aiming,
        {TargetVisibility.AT_REVEAL: Selection(), TargetVisibility.AT_ONCE: Selection(target=ONE)},
    ),
    "problem_stress": (pressing, {ProblemStress.NONE: [2, 2, 2], ProblemStress.SCOPED: [5, 5, 5]}),
    "problem_deal": (dealing, {ProblemDeal.PRINTED: [0, 1, 2, 3], ProblemDeal.PRESSURE_DECK: [0, 1]}),
    "first_owner": (owning, {FirstOwner.LEAD: [0, 1, 2, 0], FirstOwner.AFTER_LEAD: [1, 2, 0, 1]}),
    "surface_owner": (owning, {SurfaceOwner.FIRST: [0, 1, 2, 0], SurfaceOwner.NOBODY: [NOBODY, 0, 1, 2]}),
    "deck_extent": (decking, {DeckExtent.WHOLE_SCENARIO: 5, DeckExtent.SEAT_BAND: 4}),
    "drawn_global": (drawing_global, {DrawnGlobal.FACE_UP: True, DrawnGlobal.FACE_DOWN: False}),
    "drawn_owner": (drawing_for_a_burdened_lead, {DrawnOwner.LEAD: ZERO, DrawnOwner.RELIEVED_LEAD: ONE}),
    "unscoped_owner": (drawing_unscoped, {UnscopedOwner.NOT_NOTED: NOBODY, UnscopedOwner.NOTED: ZERO}),
    "drawn_success": (rating_a_drawn_card, {DrawnSuccess.COUNTS: 1, DrawnSuccess.IGNORED: 0}),
    "deck_threshold": (aiming_high, {DeckThreshold.PRINTED: 7, DeckThreshold.STARTERS: 4}),
    "cap_counts": (capping, {CapCounts.UNCLAIMED: [False, True], CapCounts.DRAWN: [True, True]}),
    "scope_visibility": (
        showing_scopes,
        {
            ScopeVisibility.OPEN: [StressScope.PERSONAL, StressScope.PERSONAL],
            ScopeVisibility.WITH_THE_CARD: [StressScope.PERSONAL, StressScope.NONE],
        },
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_option_shows(name: str) -> None:
    example, expected = EXAMPLES[name]
    assert {option: example(replace(STANDING, **{name: option})) for option in expected} == expected
    assert example(STANDING) == expected[getattr(STANDING, name)]


def test_every_option_of_every_question_has_an_example_of_its_own() -> None:
    kinds = get_type_hints(Rulings)
    asked = {field.name: kinds[field.name] for field in fields(Rulings) if field.name != "u10_hand_limit"}
    assert {name: set(expected) for name, (_, expected) in EXAMPLES.items()} == {
        name: set(kind) for name, kind in asked.items()
    }
    for name, (_, expected) in EXAMPLES.items():
        seen = [repr(outcome) for outcome in expected.values()]
        assert len(set(seen)) == len(seen), f"two options of {name} look alike"


@pytest.mark.parametrize(("limit", "cards"), [(24, 3), (3, 3), (2, 2), (0, 2)])
def test_a_hand_limit_stops_the_draw_but_not_the_reveal(limit: int, cards: int) -> None:
    rulings = Rulings(u10_hand_limit=limit)
    look = Selection(Action.INVESTIGATE, problem=ProblemIndex(1))
    after = first(due(three(), Step.INVESTIGATE, look), rulings)
    assert (after.problems[1].face_up, sum(after.players[0].hand)) == (True, cards)


def test_an_unaccepted_bond_does_not_form_when_bonds_are_accepted_at_select() -> None:
    state = due(three(), Step.SUPPORT, helps(1), hits(0))
    after = resolve.advance(state, Answer(), Rulings(u1_bond_acceptance=BondAcceptance.AT_SELECT))
    assert (after.relations[0][1], after.players[1].stress) == (Relation.NONE, 2)


def test_a_held_protection_still_cancels_when_its_holder_agrees() -> None:
    rulings = Rulings(protection_use=ProtectionUse.HOLDER_DECIDES)
    state = due(with_player(three(), ONE, protection=1), Step.ATTACK, hits(1))
    after = resolve.advance(state, Answer(Reply.AGREE), rulings).players[1]
    assert (after.protection, after.stress) == (0, 3)
