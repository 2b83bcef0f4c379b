"""Claims bite: each is refuted on a kernel that is wrong in its way, and holds on the right one."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kernel.ground import actions, darvo, problems, relations, resolve, scoring, select, stages, tokens, view
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import (
    NO_CARDS,
    Choice,
    Marker,
    ModeCard,
    Relation,
    Seat,
    State,
    Suit,
    Term,
    with_player,
)
from model.engines.explore import explore
from model.game import Scope, World
from model.ground import GROUND, problem, table
from model.trace import NotReplayed, replay
from model.verdict import Verdict
from properties.claim import Claim, Span, claim, claims_in
from properties.ground import CLAIMS

BY_NAME = {each.name: each for each in CLAIMS}
GroundWorld = World[State, Choice, Rulings]


def world(name: str, start: State) -> GroundWorld:
    return World(name, "a last round", GROUND, (start,), STANDING, cap=50_000)


#: Two seats, the last round: one at DENY, one calm, a Problem each can solve.
DENY = world(
    "deny",
    table((4, 3), (problem(Suit.CLARIFY, 2, 0),), ((1, 0, 0, 0), NO_CARDS), NO_CARDS, markers=(Marker.DENY, Marker.OFF),
          first_round=5, mode=ModeCard.COMMON_PROBLEM, threshold=2),
)  # fmt: skip
#: Two bonded seats, the last round, REVERSE due.
REVERSE = world(
    "reverse",
    table((3, 4), (), (NO_CARDS, NO_CARDS), NO_CARDS, markers=(Marker.REVERSE, Marker.OFF), focus=(1, -1),
          relations=((0, 1, Relation.BOND),), first_round=5),
)  # fmt: skip
#: Two seats at Stress 4 without Problems, the last round.
HOT = world("hot", table((4, 4), (), (NO_CARDS,) * 2, NO_CARDS, first_round=5))
#: Three calm seats without Problems, the last round.
CALM = world("calm", table((2, 2, 2), (), (NO_CARDS,) * 3, NO_CARDS, first_round=5))


def unshielded(state: State, problem_index: int) -> bool:
    return False


def early(state: State, seat: Seat) -> bool:
    return state.players[seat].stress >= 4 and state.players[seat].marker is Marker.OFF


def no_tile(state: State, one: Seat, other: Seat, relation: Relation) -> State:
    return state


def half_a_tile(state: State, one: Seat, other: Seat, relation: Relation) -> State:
    row = tuple(relation if i == other else tile for i, tile in enumerate(state.relations[one]))
    return replace(state, relations=tuple(row if i == one else old for i, old in enumerate(state.relations)))


#: The claim, the world, and the kernel function that goes wrong.
WRONG: list[tuple[str, GroundWorld, Any, str, Callable[..., object]]] = [
    ("observe_protects_from_deny", DENY, stages, "is_shielded", unshielded),
    ("sequences_start_only_at_end", HOT, darvo, "is_triggered", early),
    ("ground_and_restate", DENY, tokens, "ready_freedom", lambda state, seat: with_player(state, seat, protection=1)),
    ("solutions_are_neither_made_nor_lost", DENY, problems, "claim",
     lambda state, seat, problem_index: with_player(problems.with_problem(state, problem_index, claimed_by=seat), seat,
                                                    hand=(1, 0, 0, 0))),
    ("common_problem_goes_to_the_best_score", DENY, scoring, "personal_rank_of",
     lambda state, seat: (0, -state.players[seat].stress, 0)),
    ("solve_is_offered_only_where_it_can_act", DENY, select, "solve_refusal",
     lambda state, seat, problem_index: Refusal.NONE),
    ("hidden_choices_stay_hidden", DENY, view, "seen_player", lambda state, seat, other, rulings: state.players[other]),
    ("every_turn_can_be_taken", DENY, resolve, "stage_candidates", lambda state, seat: ()),
    ("reverse_blames_the_focus_holder", REVERSE, tokens, "gain_protection", lambda state, seat: state),
    ("a_rejected_reverse_only_calms_its_owner", REVERSE, stages, "is_rejected", lambda *rest: False),
    ("an_old_bond_cancels_the_stage_before_it_fires", REVERSE, actions, "is_regulating", lambda *rest: False),
    ("ground_cancels_before_protection", REVERSE, actions, "is_cancelled_by_ground", lambda *rest: False),
    ("attack_through_bond", REVERSE, relations, "set_relation", no_tile),
    ("support_without_relation", CALM, actions, "offers_bond", lambda *rest: False),
    ("relations_are_mutual", CALM, relations, "set_relation", half_a_tile),
    ("attack_without_relation", CALM, relations, "set_relation", no_tile),
    ("every_seat_has_its_turn_from_the_lead_on", CALM, resolve, "to_next_turn",
     lambda state: replace(state, turn=0, step=resolve.NEXT_STEP[state.step])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "where", "module", "function", "wrong"), WRONG, ids=[f"{case[0]}-{case[3]}" for case in WRONG]
)
def test_a_claim_is_refuted_on_a_wrong_kernel_only(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    where: GroundWorld,
    module: Any,
    function: str,
    wrong: Callable[..., object],
) -> None:
    check = BY_NAME[name].check
    (right,) = explore(where, [check]).found
    assert right.verdict is Verdict.EXHAUSTED
    with monkeypatch.context() as patch:
        patch.setattr(module, function, wrong)
        (found,) = explore(where, [check]).found
        assert found.verdict is Verdict.REFUTED
        assert found.trace is not None
        replay(found.trace)
    assert_fails_only_on_the_wrong_kernel(BY_NAME[name], found.trace)


def assert_fails_only_on_the_wrong_kernel(claimed: Claim, trace: Any) -> None:
    """On the right kernel the trace does not replay, or it does and the claim holds at its end."""
    try:
        replay(trace)
    except NotReplayed:
        return
    at: tuple[Any, ...] = (trace.end, STANDING)
    if claimed.check.scope is Scope.STEP:
        at = (trace.states[-2], trace.choices[-1], *at)
    assert claimed.check.holds(*at)


# ---------------------------------------------------------------- claims themselves


def test_a_claim_needs_a_sentence_a_rule_and_a_place() -> None:
    def unsaid(state: State, rulings: Rulings) -> bool:
        return True

    def said(state: State, rulings: Rulings) -> bool:
        """It is so,
        and no other way.

        Not part of it.
        """
        return True

    assert claim(Scope.STATE, "GR-O01")(said).sentence == "It is so, and no other way."
    with pytest.raises(ValueError, match="unsaid has no sentence"):
        claim(Scope.STATE, "GR-O01")(unsaid)
    with pytest.raises(ValueError, match="said speaks for no rule"):
        claim(Scope.STATE)(said)
    with pytest.raises(ValueError, match="said is decided nowhere"):
        claim(Scope.STATE, "GR-O01", sampled=False, span=Span.NONE)(said)
    with pytest.raises(ValueError, match="is for proofs alone"):
        claim(Scope.CHOICE, "GR-O01")(said)
    for how in ({"expect": Verdict.REFUTED}, {"finding": "F-001"}):
        with pytest.raises(ValueError, match="names a finding exactly if"):
            claim(Scope.STATE, "GR-O01", **how)(said)  # type: ignore[arg-type]


def test_two_claims_of_one_name_are_an_error() -> None:
    module: Any = importlib.import_module("properties.ground.ends")
    with pytest.raises(ValueError, match="claims with the same name: "):
        claims_in([module, module])


def test_every_claim_has_a_sentence_and_names_rules() -> None:
    assert len(CLAIMS) > 60
    for each in CLAIMS:
        assert each.sentence.endswith("."), each.name
        assert all(rule.startswith(("GR-", "U", "H2-", "DEAL-")) for rule in each.rules), each.name
        assert each.check.name == each.name


def test_rule_book_words_hash_by_identity() -> None:
    assert issubclass(Suit, Term)
    assert hash(Suit.CLARIFY) == object.__hash__(Suit.CLARIFY)
