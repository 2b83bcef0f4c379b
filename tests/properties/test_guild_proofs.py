"""What is proved of the guild: the settings, their invariants on real plays, and what a proof loses without them."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.guild.rulings import LEGACY, STANDING
from model.dismissal_worlds import WORLDS as DISMISSALS
from model.engines.decide import Decider
from model.engines.explore import explore
from model.engines.induct import KEPT, NO_FAULT, Induction
from model.game import Check, Scope
from model.guild_worlds import WORLDS as MARKETS
from model.solvency import WORLDS as PURSES
from model.verdict import Verdict
from properties.claim import Span, claims_in
from properties.guild.dismissal_invariant import INVARIANT as DISMISSAL_INVARIANT
from properties.guild.following import FOLLOWING
from properties.guild.invariant import INVARIANT
from properties.guild.proofs import MARKET, SETTINGS, SUMS


def test_settings_are_two_machines_in_two_editions() -> None:
    assert set(SETTINGS) == {f"{name}, {edition}" for name in ("guild", "dismissal") for edition in ("FG4", "GROWTH")}
    for each in SETTINGS.values():
        assert all(subject.is_asked(each.rulings) and subject.span is not Span.NONE for subject in each.subjects)
        assert len({subject.name for subject in each.subjects}) == len(each.subjects) >= 11


def test_names_in_lists_are_names_of_claims() -> None:
    assert {each.name for each in claims_in(MARKET)} >= FOLLOWING
    named = {each.name for each in SETTINGS["guild, FG4"].subjects} | {part.__name__ for part in INVARIANT}
    assert {name for name in SUMS if ":" not in name} <= named | {KEPT}


@pytest.mark.parametrize("name", ["company-growth", "run-rewards", "solvency-deaths", "solvency-contracts"])
def test_every_state_that_play_reaches_is_one_of_the_invariant(name: str) -> None:
    checks: list[Check[Any, Any, Any]] = [Check(part.__name__, Scope.STATE, part) for part in INVARIANT]
    found = explore({**MARKETS, **PURSES}[name], checks).found
    assert [each.check for each in found if each.verdict is not Verdict.EXHAUSTED] == []


@pytest.mark.parametrize("name", ["dismissal-grown", "dismissal-battle", "dismissal-growth"])
def test_every_session_that_is_reached_is_one_of_the_invariant(name: str) -> None:
    checks: list[Check[Any, Any, Any]] = [Check(part.__name__, Scope.STATE, part) for part in DISMISSAL_INVARIANT]
    found = explore(DISMISSALS[name], checks).found
    assert [each.check for each in found if each.verdict is not Verdict.EXHAUSTED] == []


APPLIED = "an_applied_dismissal_does_what_it_says"


def _dismissals(*left_out: str) -> Induction:
    setting = SETTINGS["dismissal, FG4"]
    proof = setting.induction(Decider(60, confirm=False), (APPLIED,))
    proof.invariant = [part for part in proof.invariant if part.__name__ not in left_out]
    proof.try_case("finish")
    return proof


def test_one_dismissal_is_proved_and_needs_its_invariant() -> None:
    proofs = _dismissals().proofs
    assert {proofs[name].verdict for name in (KEPT, NO_FAULT, APPLIED)} == {Verdict.PROVED}
    without = _dismissals("an_active_parent_vouches").proofs[APPLIED]
    assert (without.verdict, without.counterexample is None) == (Verdict.UNDETERMINED, False)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(SETTINGS))
def test_everything_is_proved(name: str) -> None:
    proofs = SETTINGS[name].induction(Decider(300, confirm=False)).run()
    assert {proof.name: proof.reason for proof in proofs.values() if proof.verdict is not Verdict.PROVED} == {}


def test_both_editions_have_the_same_sentences() -> None:
    assert SETTINGS["guild, FG4"].invariant == SETTINGS["guild, GROWTH"].invariant
    assert (SETTINGS["guild, FG4"].rulings, SETTINGS["guild, GROWTH"].rulings) == (LEGACY, STANDING)
