"""The invariant of GROUND holds in plays, and a proof that rests on it notices a broken kernel and a missing part."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kernel.ground import (
    actions,
    darvo,
    problem_deal,
    problem_stress,
    problems,
    relations,
    resolve,
    scoring,
    setup,
    tokens,
)
from kernel.ground.rulings import COMBINATIONS, STANDING, Rulings
from kernel.ground.state import (
    SUITS,
    Marker,
    ModeCard,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    State,
    Step,
    with_player,
    with_problem,
)
from model.engines.decide import Decider
from model.engines.induct import KEPT, Induction
from model.ground_arena import arena
from model.lift.lifter import Lifter
from model.symbolic import BEGINNING, outside
from model.verdict import Verdict
from properties.ground.contracts import SHORT_GAMES
from properties.ground.invariant import INVARIANT, PRINTED
from properties.ground.proofs import DEAD, SETTINGS, SUMS, Setting, name_of, parts_of
from properties.strategies.ground import PRINTED_THRESHOLDS, PRINTED_VALUES


def random_start(source: random.Random, seats: int) -> State:
    """A printed game about to begin."""
    cards = tuple(setup.ProblemCard(source.choice(SUITS), value, k) for k, value in enumerate(PRINTED_VALUES))
    deck = [k for k in range(4) for _ in range(6)]
    source.shuffle(deck)
    dealt = [deck[2 * seat : 2 * seat + 2] for seat in range(seats)]
    hands = tuple((hand.count(0), hand.count(1), hand.count(2), hand.count(3)) for hand in dealt)
    mode, lead = source.choice(list(ModeCard)), Seat(source.randrange(seats))
    return setup.set_up(setup.Scenario(cards, PRINTED_THRESHOLDS), mode, hands, lead)


def play(source: random.Random, state: State) -> list[State]:
    """All states of a random game."""
    states = [state]
    while state.step is not Step.OVER:
        state = resolve.advance(state, source.choice(resolve.offered(state, STANDING)), STANDING)
        states.append(state)
    return states


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_state_of_a_play_is_one_of_the_invariant_and_of_the_variables(seats: int) -> None:
    template = arena(seats, 5).case("SELECT 0").state
    fixed = arena(seats, 5).fixed
    for seed in range(6):
        for state in play(random.Random(seed), random_start(random.Random(seed), seats)):
            assert [part.__name__ for part in PRINTED if not part(state, STANDING)] == []
            assert outside(Lifter(), template, state, fixed) is False


@pytest.mark.parametrize(
    "spoil",
    [
        lambda state: with_player(state, Seat(0), stress=6),
        lambda state: with_player(state, Seat(1), protection=61),
        lambda state: with_player(state, Seat(0), token_at=Seat(2)),
        lambda state: replace(state, deck=(7, 6, 6, 6)),
        lambda state: replace(state, rounds=6),
        lambda state: replace(state, round=0),
        lambda state: replace(state, players=state.players[:1]),
        lambda state: replace(state, relations=((Relation.NONE, Relation.BOND), (Relation.NONE, Relation.NONE))),
    ],
)
def test_a_state_beyond_the_variables_is_seen(spoil: Callable[[State], State]) -> None:
    template = arena(2, 5).case("SELECT 0").state
    state = random_start(random.Random(1), 2)
    assert outside(Lifter(), template, state, frozenset({"step", "turn", "lead"})) is False
    assert outside(Lifter(), template, spoil(state), frozenset({"step", "turn", "lead"})) is True


def test_every_part_has_a_sentence_of_its_own() -> None:
    sentences = [sentence for _, sentence in parts_of(PRINTED)]
    assert len(set(sentences)) == len(sentences)
    assert set(INVARIANT) < set(PRINTED)


# ---------------------------------------------------------------- what bites


def tried(case: str, without: str = "", only: str = "", rulings: Rulings = STANDING) -> Induction:
    """One case at two seats, with a part of the invariant left out if one is named."""
    full = Setting(2, rulings).induction(Decider(60))
    induction = Induction(
        full.arena,
        [part for part in full.invariant if part.__name__ != without],
        [check for check in full.checks if not only or check.name == only],
        sorted(full.contracts),
        rulings,
        Decider(60),
        confined=full.confined,
        sums=SUMS,
    )
    induction.try_case(case)
    return induction


def failed(induction: Induction) -> set[str]:
    """The claims that something was found against, each with the table that speaks against it."""
    open_ones = {name for name, proof in induction.proofs.items() if proof.verdict is not Verdict.PROVED}
    assert all(induction.proofs[name].counterexample is not None for name in open_ones)
    return open_ones


SET_UP, SUPPORT, END_ROUND = setup.set_up, actions.support, resolve.end_round


def fat_deck(scenario: setup.Scenario, mode: ModeCard, hands: tuple[Any, ...], lead: Seat, rulings: Rulings) -> State:
    return replace(SET_UP(scenario, mode, hands, lead, rulings), deck=(6, 6, 6, 6))


def wearing_support(state: State, seat: Seat, reply: Reply, rulings: Rulings) -> State:
    return tokens.add_stress(SUPPORT(state, seat, reply, rulings), seat, 1, rulings)


def lead_stays(state: State, rulings: Rulings) -> State:
    return replace(END_ROUND(state, rulings), lead=state.lead)


def unclamped(stress: int) -> int:
    return stress


def half_a_tile(state: State, one: Seat, other: Seat, relation: Relation) -> State:
    row = tuple(relation if i == other else tile for i, tile in enumerate(state.relations[one]))
    return replace(state, relations=tuple(row if i == one else old for i, old in enumerate(state.relations)))


def too_early(state: State, seat: Seat) -> bool:
    return state.players[seat].stress >= 4 and state.players[seat].marker is Marker.OFF


def open_denial(state: State, problem: ProblemIndex) -> State:
    return problems.with_problem(state, problem, denied=True)


def lasting(state: State, seat: Seat) -> State:
    return state


def strictly(state: State) -> bool:
    return scoring.total_claimed(state) > state.threshold


#: Chapter by chapter: the function that goes wrong, where, and what has to notice.
BROKEN: list[tuple[Any, str, Callable[..., Any], str, str]] = [
    (setup, "set_up", fat_deck, BEGINNING, KEPT),
    (resolve, "end_round", lead_stays, "END", "end_passes_lead_and_round_on"),
    (tokens, "clamp", unclamped, "ATTACK 0", "GR-F01: Stress stays within 0-5"),
    (actions, "support", wearing_support, "SUPPORT 0", "support_without_relation"),
    (relations, "set_relation", half_a_tile, "SUPPORT 0", KEPT),
    (darvo, "is_triggered", too_early, "END", "sequences_start_only_at_end"),
    (problems, "deny", open_denial, "DARVO 0", KEPT),
    (tokens, "spend_protection", lasting, "ATTACK 0", "ground_cancels_before_protection"),
    (scoring, "is_group_successful", strictly, "OVER", "the_group_succeeds_at_its_threshold"),
]


@pytest.mark.parametrize(("module", "name", "wrong", "case", "noticed"), BROKEN, ids=[each[1] for each in BROKEN])
def test_a_broken_kernel_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Callable[..., Any], case: str, noticed: str
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert noticed in failed(tried(case))


@pytest.mark.parametrize("case", sorted({each[3] for each in BROKEN}))
def test_the_kernel_as_it_stands_gives_no_cause(case: str) -> None:
    assert failed(tried(case)) == set()


def twice(state: State, seat: Seat, networks: tuple[Seat, ...]) -> int:
    return 2 * PRESSURE_ON(state, seat, networks)


def face_down(state: State, problem: ProblemIndex, rulings: Rulings) -> State:
    return with_problem(DRAW_PROBLEM(state, problem, rulings), problem, face_up=False)


PRESSURE_ON, DRAW_PROBLEM = problem_stress.pressure_on, problem_deal.draw_problem
BOTH = COMBINATIONS[-1]

#: The same for the modules, played together.
BROKEN_MODULES: list[tuple[Any, str, Callable[..., Any], str, str]] = [
    (problem_stress, "pressure_on", twice, "END", "unclaimed_problems_press_at_end"),
    (problem_stress, "takes_owner", lambda problem: False, BEGINNING, KEPT),
    (resolve, "draw_problem", face_down, "END", "a_drawn_card_lies_as_its_scope_says"),
    (problem_deal, "owner_at_draw", lambda state, *rest: Seat(0), "END", "the_lead_owns_what_is_drawn"),
    (problems, "points_of", lambda problem: problem.value, "SELECT 0", "drawn_cards_count_nothing"),
]


@pytest.mark.parametrize(
    ("module", "name", "wrong", "case", "noticed"), BROKEN_MODULES, ids=[each[1] for each in BROKEN_MODULES]
)
def test_a_broken_module_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Callable[..., Any], case: str, noticed: str
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert noticed in failed(tried(case, rulings=BOTH))


@pytest.mark.parametrize("case", sorted({each[3] for each in BROKEN_MODULES}))
def test_the_modules_as_they_stand_give_no_cause(case: str) -> None:
    assert failed(tried(case, rulings=BOTH)) == set()


#: A part of the invariant, and a case in which the rest is not kept without it.
NEEDED = {
    "cards_are_complete": "INVESTIGATE 0",
    "protection_is_earned": "DARVO 0",
    "selections_are_made_in_turn": "SUPPORT 0",
    "solves_can_be_paid": "SOLVE 0",
    "modes_are_chosen_in_turn": "GROUND 0",
}


@pytest.mark.parametrize(("part", "case"), NEEDED.items())
def test_without_a_part_the_invariant_is_not_kept(part: str, case: str) -> None:
    assert KEPT in failed(tried(case, without=part, only="no claim"))
    assert KEPT not in failed(tried(case, only="no claim"))


def test_a_contract_of_short_games_breaks_in_longer_ones() -> None:
    induction = tried("DARVO 0", only="no claim")
    assert failed(induction) == set()
    induction.confined = {}
    induction.try_case("DARVO 0")
    assert failed(induction) == set(SHORT_GAMES)


@pytest.mark.long
def test_at_two_seats_all_is_proved_but_what_cannot_happen_there() -> None:
    proofs = Setting(2).induction(Decider(120)).run()
    assert {proof.verdict for name, proof in proofs.items() if name not in DEAD} == {Verdict.PROVED}
    dead = {name for name, (counts, _) in DEAD.items() if 2 in counts} & set(proofs)
    assert {name for name, proof in proofs.items() if proof.verdict is Verdict.VACUOUS} == dead


def test_every_size_is_proved_and_dead_names_exist() -> None:
    assert [each.seats for each in SETTINGS.values()] == [2, 3, 4, 5, 6] * len(COMBINATIONS)
    names = {name_of(subject) for setting in SETTINGS.values() for subject in setting.subjects}
    assert set(DEAD) <= names
    assert set(SUMS) - {part.__name__ for part in PRINTED} <= names
    assert all(reason and set(counts) < set(range(2, 7)) for counts, reason in DEAD.values())
