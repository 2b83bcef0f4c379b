"""What each Action does, clause by clause: GR-A, GR-L, GR-P, GR-F04."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING
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
    Marker,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    Token,
    with_memory,
    with_player,
    with_problem,
)
from model.ground import problem, table

ZERO, ONE, TWO = Seat(0), Seat(1), Seat(2)
NONE, BOND, RIVALRY = Relation.NONE, Relation.BOND, Relation.RIVALRY
WAIT = Selection(Action.GROUND)
SURFACE, HIDDEN = ProblemIndex(0), ProblemIndex(1)
HELP, HIT = Selection(Action.SUPPORT, target=ONE), Selection(Action.ATTACK, target=ONE)
LOOK, SOLVE = Selection(Action.INVESTIGATE, problem=HIDDEN), Selection(Action.SOLVE, problem=SURFACE)
SILENT, AGREE, REFUSE = Answer(), Answer(Reply.AGREE), Answer(Reply.REFUSE)
Tiles = tuple[tuple[int, int, Relation], ...]


def four(*relations: tuple[int, int, Relation], stress: tuple[int, ...] = (3, 3, 3, 3)) -> State:
    problems = (problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1))
    return table(stress, problems, ((1, 0, 0, 0),) * 4, (0, 2, 0, 0), relations=relations)


def take(state: State, step: Step, chosen: Selection, choice: Choice, mode: Grounding | None = None) -> State:
    """Seat 0's turn of a step, in which it carries out what it has chosen."""
    modes = (mode or Grounding(), *(state.memory.groundings[1:]))
    bonds = tuple(tuple(tile is BOND for tile in row) for row in state.relations)
    memory = {"selections": (chosen, WAIT, WAIT, WAIT), "groundings": modes, "bonds_before": bonds}
    return resolve.advance(with_memory(replace(state, step=step, turn=0), **memory), choice, STANDING)


def support(state: State, choice: Choice) -> State:
    return take(state, Step.SUPPORT, HELP, choice)


def attack(state: State) -> State:
    return take(state, Step.ATTACK, HIT, SILENT)


def ground(state: State, mode: Grounding) -> State:
    return take(state, Step.GROUND, WAIT, PASS, mode)


# ---------------------------------------------------------------- INVESTIGATE, SOLVE


def test_investigate_reveals_and_draws() -> None:
    after = take(four(), Step.INVESTIGATE, LOOK, Draw(Suit.REPAIR))
    assert after.problems[1].face_up
    assert (after.players[0].hand, after.deck) == ((1, 1, 0, 0), (0, 1, 0, 0))


def test_investigate_only_draws_when_nothing_is_hidden() -> None:
    state = with_problem(four(), HIDDEN, denied=True)
    after = take(state, Step.INVESTIGATE, Selection(Action.INVESTIGATE), Draw(Suit.REPAIR))
    assert after.problems == state.problems
    assert after.players[0].hand == (1, 1, 0, 0)


def test_a_late_investigate_draws_and_leaves_the_revealed_problem() -> None:
    state = with_problem(four(), HIDDEN, face_up=True)
    after = take(state, Step.INVESTIGATE, LOOK, Draw(Suit.REPAIR))
    assert (after.problems, after.players[0].hand) == (state.problems, (1, 1, 0, 0))


def test_an_empty_deck_is_the_shuffled_discard() -> None:
    state = replace(four(), deck=(0, 0, 0, 0), discard=(0, 0, 1, 1))
    after = take(state, Step.INVESTIGATE, LOOK, Draw(Suit.CHANGE))
    assert (after.players[0].hand, after.deck, after.discard) == ((1, 0, 0, 1), (0, 0, 1, 0), (0, 0, 0, 0))
    nothing = take(replace(state, discard=(0, 0, 0, 0)), Step.INVESTIGATE, LOOK, Draw())
    assert (nothing.players[0].hand, nothing.problems[1].face_up) == ((1, 0, 0, 0), True)


def test_solve_discards_a_match_and_claims() -> None:
    after = take(four(), Step.SOLVE, SOLVE, PASS)
    assert after.problems[0].claimed_by == ZERO
    assert (after.players[0].hand, after.discard) == ((0, 0, 0, 0), (1, 0, 0, 0))


@pytest.mark.parametrize("change", [{"claimed_by": ONE}, {"face_up": False, "denied": True}])
def test_a_solve_that_comes_too_late_keeps_its_card(change: dict[str, object]) -> None:
    state = with_problem(four(), SURFACE, **change)
    after = take(state, Step.SOLVE, SOLVE, PASS)
    assert (after.problems, after.players, after.discard) == (state.problems, state.players, state.discard)


# ---------------------------------------------------------------- SUPPORT


@pytest.mark.parametrize(("answer", "tile"), [(AGREE, BOND), (REFUSE, NONE)])
def test_support_calms_and_bonds_if_accepted(answer: Answer, tile: Relation) -> None:
    after = support(with_player(four(), ONE, freedom=Freedom.SPENT), answer)
    assert (after.players[1].stress, after.players[1].freedom) == (2, Freedom.SPENT)
    assert after.relations[0][1] is after.relations[1][0] is tile


@pytest.mark.parametrize("full", [((0, 2, BOND), (0, 3, RIVALRY)), ((1, 2, RIVALRY), (1, 3, RIVALRY))])
def test_support_without_a_free_slot_only_calms(full: Tiles) -> None:
    after = support(four(*full), SILENT)
    assert (after.players[1].stress, after.relations) == (2, four(*full).relations)


@pytest.mark.parametrize("marker", Marker)
def test_support_through_a_bond_calms_readies_and_ends_a_sequence(marker: Marker) -> None:
    state = with_player(four((0, 1, BOND)), ONE, freedom=Freedom.SPENT, marker=marker)
    if marker is Marker.REVERSE:
        state = with_player(state, ONE, token=Token.FOCUS, token_at=TWO)
    player = support(state, SILENT).players[1]
    assert (player.stress, player.freedom, player.marker) == (1, Freedom.READY, Marker.OFF)
    assert (player.token, player.token_at) == (Token.UNPLACED, -1)


def test_support_through_a_bond_of_this_step_does_not_end_a_sequence() -> None:
    state = with_player(four((0, 1, BOND)), ONE, marker=Marker.DENY)
    state = with_memory(replace(state, step=Step.SUPPORT), selections=(HELP, WAIT, WAIT, WAIT))
    after = resolve.advance(state, SILENT, STANDING).players[1]
    assert (after.stress, after.marker) == (1, Marker.DENY)


@pytest.mark.parametrize(("answer", "tile"), [(AGREE, BOND), (REFUSE, NONE)])
def test_support_through_a_rivalry_flips_or_breaks_it(answer: Answer, tile: Relation) -> None:
    state = with_player(four((0, 1, RIVALRY)), ONE, freedom=Freedom.SPENT, marker=Marker.DENY)
    after = support(state, answer)
    assert (after.relations[0][1], after.players[1].stress) == (tile, 2)
    assert (after.players[1].freedom, after.players[1].marker) == (Freedom.SPENT, Marker.DENY)


# ---------------------------------------------------------------- ATTACK


@pytest.mark.parametrize(
    ("tiles", "hurt", "tile"),
    [
        ((), 1, RIVALRY),
        (((0, 1, BOND),), 2, RIVALRY),
        (((0, 1, RIVALRY),), 2, NONE),
        (((0, 2, BOND), (0, 3, RIVALRY)), 1, NONE),
        (((1, 2, BOND), (1, 3, RIVALRY)), 1, NONE),
    ],
    ids=["no relation", "Bond", "Rivalry", "attacker full", "target full"],
)
def test_attack_hurts_and_turns_relations(tiles: Tiles, hurt: int, tile: Relation) -> None:
    after = attack(four(*tiles, stress=(3, 2, 3, 3)))
    assert after.players[1].stress == 2 + hurt
    assert after.relations[0][1] is after.relations[1][0] is tile


@pytest.mark.parametrize("tiles", [(), ((0, 1, BOND),), ((0, 1, RIVALRY),)])
def test_a_protection_cancels_one_attack_wholly(tiles: Tiles) -> None:
    state = with_player(four(*tiles), ONE, protection=1)
    after = attack(state)
    assert (after.players[1].stress, after.relations, after.players[1].protection) == (3, state.relations, 0)
    assert attack(after).players[1].stress > 3


def test_ou_cancels_the_named_attackers_attack_once_and_saves_the_protection() -> None:
    cancel = Grounding(GroundMode.OU, GroundOption.CANCEL, target=ZERO)
    state = with_memory(
        with_player(four(), ONE, protection=1), groundings=(Grounding(), cancel, Grounding(), Grounding())
    )
    after = attack(state)
    assert (after.players[1].stress, after.players[1].protection) == (3, 1)
    again = attack(after)
    assert (again.players[1].stress, again.players[1].protection) == (3, 0)
    other = Grounding(GroundMode.OU, GroundOption.CANCEL, target=TWO)
    missed = with_memory(four(), groundings=(Grounding(), other, Grounding(), Grounding()))
    assert attack(missed).players[1].stress == 4


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_stress_is_clamped_below(before: int, after: int) -> None:
    state = support(four((0, 1, BOND), stress=(3, before, 3, 3)), SILENT)
    assert state.players[1].stress == after


@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 5), (5, 5)])
def test_stress_is_clamped_above(before: int, after: int) -> None:
    assert attack(four((0, 1, BOND), stress=(3, before, 3, 3))).players[1].stress == after


# ---------------------------------------------------------------- GROUND


def test_gr_calms_and_readies_only_its_player() -> None:
    state = with_player(with_player(four(), ZERO, freedom=Freedom.SPENT), ONE, freedom=Freedom.SPENT)
    after = ground(state, Grounding(GroundMode.GR))
    assert (after.players[0].stress, after.players[0].freedom) == (1, Freedom.READY)
    assert after.players[1:] == state.players[1:]


def test_ou_restores_a_denied_problem_face_up() -> None:
    state = with_problem(four(), SURFACE, face_up=False, denied=True)
    after = ground(state, Grounding(GroundMode.OU, GroundOption.RESTORE, problem=SURFACE))
    assert after.problems == four().problems


def test_two_seats_restoring_the_same_problem_do_no_harm() -> None:
    restore = Grounding(GroundMode.OU, GroundOption.RESTORE, problem=SURFACE)
    assert ground(four(), restore).problems == four().problems


def test_nd_removes_a_blame_in_front_of_its_player() -> None:
    state = with_player(four(), TWO, token=Token.BLAME, token_at=ZERO)
    after = ground(state, Grounding(GroundMode.ND, GroundOption.UNBLAME, target=TWO))
    assert (after.players[2].token, after.players[2].token_at) == (Token.UNPLACED, -1)


@pytest.mark.parametrize("tile", [BOND, RIVALRY])
def test_nd_breaks_a_relation_of_its_player(tile: Relation) -> None:
    after = ground(four((0, 1, tile), (0, 2, tile)), Grounding(GroundMode.ND, GroundOption.BREAK, target=ONE))
    assert after.relations == four((0, 2, tile)).relations


# ---------------------------------------------------------------- competition in Lead order


@pytest.mark.parametrize(("lead", "winner"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_competing_solves_resolve_from_the_lead_and_losers_keep_their_card(lead: int, winner: int) -> None:
    state = replace(four(), lead=Seat(lead), step=Step.SOLVE)
    state = with_memory(state, selections=(SOLVE, SOLVE, WAIT, WAIT))
    while state.step is Step.SOLVE:
        state = resolve.advance(state, PASS, STANDING)
    assert state.problems[0].claimed_by == winner
    assert [sum(player.hand) for player in state.players[:2]] == [0 if seat == winner else 1 for seat in (0, 1)]
    assert state.discard == (1, 0, 0, 0)
