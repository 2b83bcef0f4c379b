"""The symbolic engine's guild: every kind of choice in its phase, every field with a width, claims true and false."""

from __future__ import annotations

from typing import get_args

import pytest

from kernel.guild import step
from kernel.guild.choices import Choice, Dismiss, Sell
from kernel.guild.economy import sale_value
from kernel.guild.rulings import LEGACY, STANDING, Rulings
from kernel.guild.state import COIN_MAX, Phase, Place, State
from model.engines.decide import Decider
from model.engines.induct import KEPT, Induction
from model.game import Check, Scope
from model.guild_arena import PHASES, STATES, TURNS, arena, case_of
from model.guild_starts import FIRST_MARKET, founded, played
from model.guild_symbols import Size, state, symbol
from model.lift.decode import concrete
from model.lift.values import fields_of
from model.symbolic import BEGINNING
from model.verdict import Verdict
from properties.guild.invariant import INVARIANT

SMALL = Size(slots=3, items=2)


def test_every_kind_of_choice_is_asked_in_every_phase_it_belongs_to() -> None:
    begun = founded(STANDING, 2, 2)
    for kind in get_args(Choice):
        phases = [phase for phase in Phase if step.due_phase(kind(), _in(begun, phase))]
        asked = PHASES.get(kind, Phase.MARKET)
        assert asked is None or phases == [asked], kind
    assert {turn.kind for turn in TURNS.values()} == set(get_args(Choice))


def _in(begun: State, phase: Phase) -> State:
    return State(**{**vars(begun), "phase": phase})


def test_a_symbolic_state_decodes_to_a_state_of_the_kernel() -> None:
    found = concrete(state("s", SMALL, Phase.MARKET), {"s.coin": 7, "s.recruits.1.level": 3})
    assert isinstance(found, State)
    assert (found.phase, found.coin, found.recruits[1].level) == (Phase.MARKET, 7, 3)
    assert (len(found.recruits), len(found.items), len(found.clears)) == (3, 2, 16)


def test_a_field_without_a_width_is_an_error() -> None:
    with pytest.raises(KeyError):
        symbol(int, "s.new", SMALL.widths, SMALL.lengths, "State.new_counter")
    assert SMALL.widths["coin"] == (0, COIN_MAX)


def test_real_states_lie_within_the_invariant() -> None:
    for rulings in (LEGACY, STANDING):
        begun = founded(rulings, 3, 2)
        for each in (begun, played(begun, rulings, FIRST_MARKET)):
            assert all(part(each, rulings) for part in INVARIANT)


def _proof(checks: list[Check[State, Choice, Rulings]], *cases: str) -> Induction:
    proof = Induction(arena(SMALL), INVARIANT, checks, [], STANDING, Decider(30, confirm=False))
    for name in cases:
        proof.try_case(name)
    return proof


def _sells(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    return isinstance(choice, Sell)


def _sold_for_no_more(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """True: an item sells for three tenths of its price at most."""
    return isinstance(choice, Sell) and 10 * (after.coin - before.coin) <= 3 * before.items[choice.item].paid


def _sold_for_less(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """False: an item of 10 Coin sells for 3."""
    return isinstance(choice, Sell) and (after.coin - before.coin <= 2 or before.items[choice.item].paid > 10)


def test_a_true_claim_is_proved_and_a_false_one_shown() -> None:
    checks: list[Check[State, Choice, Rulings]] = [
        Check("true", Scope.STEP, _sold_for_no_more, _sells),
        Check("false", Scope.STEP, _sold_for_less, _sells),
    ]
    proofs = _proof(checks, "Sell").proofs
    assert (proofs["true"].verdict, proofs["true"].is_met) == (Verdict.PROVED, True), proofs["true"].reason
    assert proofs["false"].verdict is Verdict.UNDETERMINED
    assert proofs["false"].counterexample is not None
    before, choice = proofs["false"].counterexample
    after = step.advance(before, choice, STANDING)
    assert not _sold_for_less(before, choice, after, STANDING)
    assert after.coin == before.coin + sale_value(before.items[choice.item].paid)


def test_the_invariant_holds_at_the_beginning_and_bites() -> None:
    proof = _proof([], BEGINNING, "Sell")
    assert proof.proofs[KEPT].verdict is Verdict.PROVED
    without = Induction(arena(SMALL), INVARIANT[2:], [], [], STANDING, Decider(30, confirm=False))
    without.invariant = (lambda state, rulings: all(item.at is not Place.SOLD for item in state.items),)
    without.try_case("Sell")
    assert without.proofs[KEPT].verdict is Verdict.UNDETERMINED


def test_claims_about_states_are_asked_once() -> None:
    assert case_of(STATES, SMALL).asks_states
    assert not case_of("Dismiss", SMALL).asks_states
    assert fields_of(case_of("Lock Battle", SMALL).choice)["row"].name == "BATTLE"
    assert PHASES[Dismiss] is None
