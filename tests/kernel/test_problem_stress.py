"""Scoped stress: whom Problems press on, when, and who owns them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.ground import resolve
from kernel.ground.problem_stress import holds_seat
from kernel.ground.rulings import COMBINATIONS, ContradictorySwitches, ProblemStress, Rulings, UnscopedOwner, modules_of
from kernel.ground.scoring import coalitions_of
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    PASS,
    Marker,
    ModeCard,
    Problem,
    Relation,
    Seat,
    State,
    Step,
    StressScope,
    Suit,
    with_player,
)
from model.ground import problem, table

GLOBAL, PERSONAL, BOND = StressScope.GLOBAL, StressScope.PERSONAL, StressScope.BOND
SCOPED = Rulings(problem_stress=ProblemStress.SCOPED)
CHAIN = ((0, 1, Relation.BOND), (1, 2, Relation.BOND), (2, 3, Relation.RIVALRY))


def ended(*problems: Problem, relations: tuple[tuple[int, int, Relation], ...] = CHAIN) -> State:
    state = table((1, 2, 3, 4), problems, (NO_CARDS,) * 4, NO_CARDS, relations=relations)
    return replace(state, step=Step.END)


def card(scope: StressScope, owner: int = NOBODY) -> Problem:
    return problem(Suit.CLARIFY, 2, 1, scope=scope, owner=owner)


@pytest.mark.parametrize(
    ("problems", "stress"),
    [
        ((), [1, 2, 3, 4]),
        ((card(GLOBAL),), [2, 3, 4, 5]),
        ((card(GLOBAL), card(GLOBAL)), [3, 4, 5, 5]),
        ((card(PERSONAL, 1),), [1, 3, 3, 4]),
        ((card(BOND, 0),), [2, 3, 4, 4]),
        ((card(BOND, 2),), [2, 3, 4, 4]),
        ((card(BOND, 3),), [1, 2, 3, 5]),
        ((card(BOND, 0), card(PERSONAL, 0), card(GLOBAL)), [4, 4, 5, 5]),
        ((card(BOND),), [1, 2, 3, 4]),
        ((replace(card(GLOBAL), claimed_by=Seat(3)),), [1, 2, 3, 4]),
        ((replace(card(GLOBAL), in_play=False),), [1, 2, 3, 4]),
        ((replace(card(GLOBAL), denied=True),), [2, 3, 4, 5]),
    ],
)
def test_unclaimed_problems_press_on_whom_their_scope_holds(problems: tuple[Problem, ...], stress: list[int]) -> None:
    assert [p.stress for p in resolve.advance(ended(*problems), PASS, SCOPED).players] == stress
    assert [p.stress for p in resolve.advance(ended(*problems), PASS, Rulings()).players] == [1, 2, 3, 4]


def test_without_bonds_a_bond_problem_presses_on_its_owner_alone() -> None:
    state = ended(card(BOND, 2), relations=((2, 3, Relation.RIVALRY),))
    held = [holds_seat(state.problems[0], Seat(seat), coalitions_of(state)) for seat in range(4)]
    assert held == [False, False, True, False]


def test_pressure_starts_a_sequence_at_the_same_end() -> None:
    after = resolve.advance(ended(card(GLOBAL)), PASS, SCOPED)
    assert [p.marker for p in after.players] == [Marker.OFF, Marker.OFF, Marker.OFF, Marker.DENY]
    running = with_player(ended(card(GLOBAL)), Seat(3), marker=Marker.ATTACK)
    assert resolve.advance(running, PASS, SCOPED).players[3].marker is Marker.ATTACK


SCOPES = (GLOBAL, PERSONAL, BOND, GLOBAL, PERSONAL)
CARD = Scenario(tuple(ProblemCard(Suit.REPAIR, 2, k, scope) for k, scope in enumerate(SCOPES)), (5, 7, 7, 9, 9))


@pytest.mark.parametrize(
    ("seats", "lead", "owners"), [(2, 1, [-1, 1, 0]), (3, 2, [-1, 2, 0, -1]), (6, 4, [-1, 4, 5, -1, 0])]
)
def test_owners_go_clockwise_from_the_lead(seats: int, lead: int, owners: list[int]) -> None:
    state = set_up(CARD, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * seats, Seat(lead), SCOPED)
    assert [p.owner for p in state.problems] == owners
    plain = set_up(CARD, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * seats, Seat(lead))
    assert {(p.owner, p.scope) for p in plain.problems} == {(NOBODY, StressScope.NONE)}


def test_scoped_stress_needs_cards_with_scopes() -> None:
    bare = replace(CARD, problems=tuple(replace(each, scope=StressScope.NONE) for each in CARD.problems))
    with pytest.raises(ContractBroken, match="H2-5"):
        set_up(bare, ModeCard.SHARED_GROUND, ((1, 1, 0, 0),) * 2, Seat(0), SCOPED)


def test_switches_that_contradict_each_other_name_the_rule() -> None:
    with pytest.raises(ContradictorySwitches, match=r"^DEAL-OWN: ") as refused:
        Rulings(problem_stress=ProblemStress.SCOPED, unscoped_owner=UnscopedOwner.NOTED)
    assert refused.value.rule == "DEAL-OWN"
    assert Rulings(unscoped_owner=UnscopedOwner.NOTED) != Rulings()


def test_the_modules_compose_in_four_ways() -> None:
    names = [modules_of(each) for each in COMBINATIONS]
    assert names == [(), ("pressure deck",), ("scoped stress",), ("scoped stress", "pressure deck")]
