"""Policies: they see what their seat may see, do what their words say, and stay within what is legal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING, BondAcceptance, ProblemDeal, ProblemStress, ProtectionUse
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    Action,
    Answer,
    Choice,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
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
from model.simulate import Setting, turns_of_game
from properties.policies import POLICIES, presses, worth_of
from properties.table import kernel_card
from specs.scenarios import load_scenario_cards

CARD, SCOPED = (kernel_card(load_scenario_cards().cards[name]) for name in ("sample", "scoped"))
ONE_REPAIR = (0, 1, 0, 0)


def laid(stress: tuple[int, ...] = (2, 2, 2), hand: tuple[int, int, int, int] = NO_CARDS, lead: int = 0) -> State:
    """Seat 0 is about to select: a Clarify worth 2 and a Repair worth 3 lie face up, a Boundary worth 2 is hidden."""
    cards = (problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1), problem(Suit.BOUNDARY, 2, 2))
    state = table(stress, cards, (hand, NO_CARDS, NO_CARDS), (2, 2, 2, 2), lead=lead)
    return with_problem(state, ProblemIndex(1), face_up=True)


def choices_of(name: str, state: State, seat: int = 0, tries: int = 30) -> set[Choice]:
    """All that a policy is seen to choose for this seat in this state."""
    options = resolve.offered(state, STANDING)
    view = view_of(state, Seat(seat), STANDING)
    return {POLICIES[name](view, options, STANDING, random.Random(number)) for number in range(tries)}


def actions_of(name: str, state: State) -> set[Action]:
    return {choice.action for choice in choices_of(name, state) if isinstance(choice, Selection)}


# ---------------------------------------------------------------- what may be known


@pytest.mark.parametrize("name", POLICIES)
def test_what_a_seat_cannot_see_changes_nothing(name: str) -> None:
    """Others' hands, hidden suits, and face-down Actions: the same options and the same choice."""
    rng = random.Random(5)
    setting = Setting(CARD, (POLICIES["random"],) * 4)
    asked = 0
    for number in range(2):
        for state, _, _ in turns_of_game(setting, 3, number):
            seat = resolve.decider_of(state)
            options = resolve.offered(state, STANDING)
            if seat == NOBODY or len(options) < 2 or state.step is Step.INVESTIGATE:
                continue
            other = shuffled(state, seat, rng)
            assert resolve.offered(other, STANDING) == options
            views = [view_of(each, seat, STANDING) for each in (state, other)]
            one, two = (POLICIES[name](view, options, STANDING, random.Random(1)) for view in views)
            assert one == two
            asked += state != other
    assert asked > 50


def shuffled(state: State, seat: Seat, rng: random.Random) -> State:
    """The state with all that this seat cannot see dealt anew."""
    for i, card in enumerate(state.problems):
        if not card.face_up and not card.denied:
            suit = rng.choice([Suit.CLARIFY, Suit.REPAIR, Suit.BOUNDARY, Suit.CHANGE])
            state = with_problem(state, ProblemIndex(i), suit=suit)
    others = [Seat(i) for i in range(len(state.players)) if i != seat]
    hands = [state.players[other].hand for other in others]
    cards = [k for hand in hands for k, count in enumerate(hand) for _ in range(count)]
    rng.shuffle(cards)
    for other, hand in zip(others, hands, strict=True):
        dealt, cards = cards[: sum(hand)], cards[sum(hand) :]
        state = with_player(state, other, hand=tuple(dealt.count(k) for k in range(4)))
    if state.step is Step.SELECT:
        selections = [
            selection if other == seat or selection.action is Action.NONE else Selection(Action.GROUND)
            for other, selection in enumerate(state.memory.selections)
        ]
        state = with_memory(state, selections=tuple(selections))
    return state


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_is_a_function_of_view_options_and_seed(name: str) -> None:
    state = laid(hand=ONE_REPAIR)
    view, options = view_of(state, Seat(0), STANDING), resolve.offered(state, STANDING)
    assert len({POLICIES[name](view, options, STANDING, random.Random(9)) for _ in range(5)}) == 1


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_policy_plays_whole_games_under_other_rulings_too(name: str, seats: int) -> None:
    rulings = replace(
        STANDING, u1_bond_acceptance=BondAcceptance.AT_SELECT, protection_use=ProtectionUse.HOLDER_DECIDES
    )
    for ruled in (STANDING, rulings):
        *_, (_, _, end) = turns_of_game(Setting(CARD, (POLICIES[name],) * seats, ruled), 1, 0)
        assert end.step is Step.OVER


# ---------------------------------------------------------------- what they do


def test_random_takes_every_choice() -> None:
    state = laid(hand=ONE_REPAIR)
    assert choices_of("random", state, tries=400) == set(resolve.offered(state, STANDING))


def test_greedy_solves_what_is_worth_most() -> None:
    state = laid(hand=(1, 1, 0, 0))
    assert choices_of("greedy", state) == {Selection(Action.SOLVE, problem=ProblemIndex(1))}


def test_greedy_investigates_where_it_cannot_solve_and_grounds_where_nothing_is_left() -> None:
    assert actions_of("greedy", laid()) == {Action.INVESTIGATE}
    state = laid()
    for i in range(3):
        state = with_problem(state, ProblemIndex(i), face_up=True, claimed_by=Seat(1))
    assert actions_of("greedy", state) == {Action.GROUND}


def test_greedy_spends_freedom_on_points_and_else_calms_down() -> None:
    strained = laid((4, 2, 2), ONE_REPAIR)
    assert choices_of("greedy", strained) == {Selection(Action.SOLVE, problem=ProblemIndex(1), spend=True)}
    assert actions_of("greedy", with_player(strained, Seat(0), freedom=Freedom.SPENT)) == {Action.GROUND}


def test_cautious_calms_down_from_three_on() -> None:
    assert actions_of("cautious", laid((2, 2, 2), ONE_REPAIR)) == {Action.SOLVE}
    assert actions_of("cautious", laid((3, 2, 2), ONE_REPAIR)) == {Action.GROUND}


def test_cooperative_supports_those_in_need_once_it_cannot_score() -> None:
    assert choices_of("cooperative", laid((2, 2, 4))) == {Selection(Action.SUPPORT, Seat(2))}
    assert actions_of("cooperative", laid((2, 2, 4), ONE_REPAIR)) == {Action.SOLVE}
    assert actions_of("cooperative", laid((2, 2, 2))) == {Action.INVESTIGATE}


def test_adversarial_attacks_where_it_hurts_most() -> None:
    state = laid((2, 2, 2), ONE_REPAIR)
    bonded = replace(
        state,
        relations=(
            (Relation.NONE, Relation.NONE, Relation.RIVALRY),
            (Relation.NONE,) * 3,
            (Relation.RIVALRY, Relation.NONE, Relation.NONE),
        ),
    )
    assert choices_of("adversarial", bonded) == {Selection(Action.ATTACK, Seat(2))}
    assert actions_of("adversarial", laid((2, 5, 5), ONE_REPAIR)) == {Action.SOLVE}


def revealed(state: State, *selections: Selection) -> State:
    return with_memory(replace(state, step=Step.REVEAL), selections=selections)


def test_a_revealed_ground_takes_points_then_prospects_then_calm() -> None:
    state = revealed(laid(), Selection(Action.GROUND), Selection(Action.GROUND), Selection(Action.GROUND))
    assert choices_of("greedy", state) == {Grounding(GroundMode.GR)}
    denied = with_problem(state, ProblemIndex(1), face_up=False, denied=True)
    restore = Grounding(GroundMode.OU, GroundOption.RESTORE, problem=ProblemIndex(1))
    assert choices_of("greedy", denied) == {restore}
    blamed = with_player(denied, Seat(1), token=Token.BLAME, token_at=Seat(0))
    assert choices_of("greedy", blamed) == {Grounding(GroundMode.ND, GroundOption.UNBLAME, Seat(1))}


def test_bonds_are_accepted_by_all_but_the_adversary() -> None:
    state = revealed(
        laid(lead=1), Selection(Action.GROUND), Selection(Action.SUPPORT, Seat(0)), Selection(Action.GROUND)
    )
    state = replace(state, step=Step.SUPPORT)
    assert resolve.decider_of(state) == Seat(0)
    for name in ("greedy", "cautious", "cooperative"):
        assert choices_of(name, state) == {Answer(Reply.AGREE)}
    assert choices_of("adversarial", state) == {Answer(Reply.REFUSE)}


def test_a_stage_of_darvo_costs_the_greedy_least_and_the_others_most_by_an_adversary() -> None:
    state = replace(laid((2, 5, 2)), step=Step.DARVO)
    denying = with_player(state, Seat(0), marker=Marker.DENY)
    assert choices_of("greedy", denying) == {Stage(problem=ProblemIndex(0))}
    assert choices_of("adversarial", denying) == {Stage(problem=ProblemIndex(1))}
    attacking = with_player(state, Seat(0), marker=Marker.ATTACK)
    assert choices_of("cooperative", attacking) == {Stage(target=Seat(1))}
    assert choices_of("adversarial", attacking) == {Stage(target=Seat(2))}


# ---------------------------------------------------------------- what they make of the modules

BOTH = replace(STANDING, problem_stress=ProblemStress.SCOPED, problem_deal=ProblemDeal.PRESSURE_DECK)


def test_a_drawn_card_brings_no_points() -> None:
    card = laid().problems[0]
    assert worth_of(card) == 2
    assert worth_of(replace(card, value=0)) == 1  # hidden: at least 1
    assert worth_of(replace(card, drawn=True)) == 0
    assert worth_of(replace(card, in_play=False)) == 0
    assert worth_of(replace(card, claimed_by=Seat(1))) == 0


def test_greedy_leaves_drawn_cards_for_what_counts() -> None:
    state = with_problem(laid(hand=ONE_REPAIR), ProblemIndex(1), drawn=True)
    assert actions_of("greedy", state) == {Action.INVESTIGATE}


def test_a_problem_presses_whom_its_scope_holds() -> None:
    state = laid()
    chain = replace(
        state,
        relations=(
            (Relation.NONE, Relation.BOND, Relation.NONE),
            (Relation.BOND, Relation.NONE, Relation.BOND),
            (Relation.NONE, Relation.BOND, Relation.NONE),
        ),
    )
    card = replace(state.problems[0], scope=StressScope.BOND, owner=Seat(2))
    bonded, alone = view_of(chain, Seat(0), BOTH), view_of(state, Seat(0), BOTH)
    assert presses(bonded, card)  # through seat 1
    assert not presses(alone, card)
    assert not presses(bonded, replace(card, scope=StressScope.PERSONAL))
    assert presses(alone, replace(card, scope=StressScope.PERSONAL, owner=Seat(0)))
    assert presses(alone, replace(card, scope=StressScope.GLOBAL, owner=NOBODY))
    assert not presses(alone, replace(card, scope=StressScope.NONE, owner=NOBODY))
    assert not presses(alone, replace(card, scope=StressScope.GLOBAL, claimed_by=Seat(1)))


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_plays_whole_games_with_both_modules(name: str) -> None:
    *_, (_, _, end) = turns_of_game(Setting(SCOPED, (POLICIES[name],) * 3, BOTH), 1, 0)
    assert end.step is Step.OVER


# ---------------------------------------------------------------- what they are told


def test_every_policy_says_what_it_does() -> None:
    assert all((policy.__doc__ or "").strip() for policy in POLICIES.values())


def test_no_policy_is_told_the_mode_card() -> None:
    views = [view_of(replace(laid(), mode=mode), Seat(0), STANDING) for mode in ModeCard]
    assert views[0] == views[1] == views[2]
