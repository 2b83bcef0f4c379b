"""The arena of GROUND: its cases are all states, its beginnings all deals, and set_up is not trusted blindly."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from kernel.ground import resolve, setup
from kernel.ground.rulings import STANDING
from kernel.ground.state import SUITS, Choice, ModeCard, Seat, Selection, State, Step, seat_of_turn
from model.ground_arena import any_deal, arena, case_names, is_legal
from model.ground_symbols import MOST_ROUNDS
from model.lift import terms as T
from model.lift.core import Kind
from model.lift.decode import concrete
from model.lift.lifter import Lifter
from model.lift.values import fields_of
from model.lift.walk import values_under
from model.symbolic import outside

SUIT_VALUES = (2, 2, 2, 3, 3)
THRESHOLDS = (5, 5, 5, 5, 5)
#: A deal for two seats.
TWO_EACH = {f"hand{seat}.{k}": int(k < 2) for seat in range(2) for k in range(4)}


def deal(seats: int, seed: int) -> tuple[State, dict[str, int]]:
    """A table at setup, and the assignment of the arena's variables that means it."""
    source = random.Random(seed)
    deck = [k for k in range(4) for _ in range(6)]
    source.shuffle(deck)
    hands = [deck[2 * seat : 2 * seat + 2] for seat in range(seats)]
    counts = tuple((hand.count(0), hand.count(1), hand.count(2), hand.count(3)) for hand in hands)
    suits = [source.randrange(4) for _ in SUIT_VALUES]
    mode, lead = source.choice(list(ModeCard)), Seat(source.randrange(seats))
    cards = tuple(
        setup.ProblemCard(SUITS[suit], value, k) for k, (suit, value) in enumerate(zip(suits, SUIT_VALUES, strict=True))
    )
    table = setup.set_up(setup.Scenario(cards, THRESHOLDS), mode, counts, lead)
    meant = {f"hand{seat}.{k}": counts[seat][k] for seat in range(seats) for k in range(4)}
    meant |= {f"card{k}.suit": suit for k, suit in enumerate(suits)}
    meant |= {f"card{k}.value": value for k, value in enumerate(SUIT_VALUES)}
    return table, {**meant, "mode": list(ModeCard).index(mode), "lead": lead, "threshold": 5, "rounds": 5}


def states_of(seats: int, seed: int) -> list[State]:
    """All states of a random game."""
    source, states = random.Random(seed), [deal(seats, seed)[0]]
    while states[-1].step is not Step.OVER:
        choice = source.choice(resolve.offered(states[-1], STANDING))
        states.append(resolve.advance(states[-1], choice, STANDING))
    return states


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_state_of_a_play_belongs_to_the_case_of_its_step_and_seat(seats: int) -> None:
    ring = arena(seats)
    templates = {name: ring.case(name).state for name in ring.cases}
    for state in states_of(seats, 3):
        single = state.step in (Step.END, Step.OVER)
        name = state.step.name if single else f"{state.step.name} {seat_of_turn(state)}"
        fields = fields_of(templates[name])
        turn, lead = values_under([fields["turn"], fields["lead"]], {"s.turn": state.turn, "s.lead": state.lead})
        assert (turn, lead, fields["step"]) == (state.turn, state.lead, state.step)
        assert outside(Lifter(), templates[name], state, ring.fixed) is False


def test_there_is_one_case_for_each_step_and_acting_seat() -> None:
    assert len(case_names(4)) == 8 * 4 + 2
    assert len(set(case_names(6))) == len(case_names(6)) == 8 * 6 + 2
    assert {name.split()[0] for name in case_names(2)} == {step.name for step in Step}


@pytest.mark.parametrize("seats", [1, 7])
def test_other_seat_counts_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        arena(seats)


@pytest.mark.parametrize("rounds", [5, None])
@pytest.mark.parametrize("seats", [2, 5])
def test_every_deal_is_a_beginning(seats: int, rounds: int | None) -> None:
    table, meant = deal(seats, 11)
    state, allowed = arena(seats, rounds).start()
    assert values_under([allowed], meant) == [True]
    assert concrete(state, meant) == table


@pytest.mark.parametrize(
    "spoil",
    [{"hand0.0": 2, "hand0.1": 2}, {f"hand{seat}.{k}": 2 * (k == 0) for seat in range(4) for k in range(4)}],
    ids=["four cards in a hand", "eight cards of a suit"],
)
def test_what_is_no_deal_is_no_beginning(spoil: dict[str, int]) -> None:
    _, meant = deal(4, 11)
    _, allowed = arena(4).start()
    assert values_under([allowed], {**meant, **spoil}) == [False]


def test_setting_up_is_not_trusted_with_its_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    lifter = Lifter()
    _, allowed = any_deal(2, 5, lifter=lifter)
    broken = T.any_of(event.when for event in lifter.events if event.kind is Kind.ENSURE)
    assert values_under([allowed, broken], TWO_EACH) == [True, False]
    monkeypatch.setattr(setup, "solutions_in", lambda state: (0, 0, 0, 0))
    lifter = Lifter()
    _, allowed = any_deal(2, 5, lifter=lifter)
    broken = T.any_of(event.when for event in lifter.events if event.kind is Kind.ENSURE)
    assert values_under([allowed, broken], TWO_EACH) == [True, True]


def test_games_of_any_length_have_a_symbol_for_it() -> None:
    assert fields_of(arena(3, None).start()[0])["rounds"].high == MOST_ROUNDS
    assert fields_of(arena(3, 5).case("END").state)["rounds"] == 5
    assert fields_of(arena(3, None).case("END").state)["rounds"].low == 1


def test_there_is_nothing_to_choose_once_the_game_is_over() -> None:
    assert arena(2).case("OVER").choice is None
    assert arena(2).case("SELECT 1").choice is not None


def test_a_choice_is_legal_exactly_if_the_kernel_accepts_it() -> None:
    state = states_of(3, 5)[0]
    offered = resolve.offered(state, STANDING)
    illegal: list[Any] = [Selection(), replace(offered[0], accepts=True, problem=7)]
    choices: list[Choice] = [*offered, *illegal]
    assert [is_legal(state, choice, STANDING) for choice in choices] == [True] * len(offered) + [False] * 2
    T.forget()
