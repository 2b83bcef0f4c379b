"""Claims under another reading: which flip, in both directions, with plays that replay."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from kernel.ground.rulings import STANDING, BondSupportTiming, ProblemStress, Rulings
from kernel.ground.rulings import RejectedReverse as Rejected
from kernel.ground.state import Choice, Marker, State, Step, seat_of_turn
from model.game import Scope
from model.ground_worlds import WORLDS
from model.trace import replay
from model.verdict import Verdict
from properties import flips
from properties.claim import claim
from properties.flips import Reproved, claims_of, decide_claims, flips_in, reading, reprove
from properties.ground import CLAIMS

NOTHING = replace(STANDING, u5_rejected_reverse=Rejected.NOTHING)


def soon() -> float:
    return time.monotonic() + 60


def reverse_of(before: State) -> int | None:
    """Whose REVERSE is due."""
    seat = seat_of_turn(before)
    due = before.step is Step.DARVO and before.players[seat].marker is Marker.REVERSE
    return seat if due else None


@claim(Scope.STEP, "GR-D05", worlds=("answered",), expect=Verdict.REFUTED, finding="F-000")
def a_reverse_that_brings_no_blame_calms_nobody(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A REVERSE that brings no Blame leaves its owner's Stress as it is."""
    seat = reverse_of(before)
    if seat is None or after.players[seat].token.name == "BLAME":
        return True
    return after.players[seat].stress == before.players[seat].stress


def test_a_claim_that_held_fails_under_another_reading() -> None:
    seen = flips_in("answered", STANDING, NOTHING, soon())
    assert not seen.stop
    flips = {flip.claim: flip for flip in seen.flips}
    broken = flips["a_rejected_reverse_only_calms_its_owner"]
    assert (broken.expected, broken.found) == (Verdict.EXHAUSTED, Verdict.REFUTED)
    assert broken.trace is not None
    replay(broken.trace)
    assert broken.trace.rulings == NOTHING
    flipped = next(each for each in CLAIMS if each.name == broken.claim)
    before, choice, after = broken.trace.states[-2], broken.trace.choices[-1], broken.trace.end
    assert not flipped.check.holds(before, choice, after, NOTHING)


def test_a_claim_that_failed_holds_under_another_reading() -> None:
    """One that is refuted of the reading in force, as findings are, and true of the other."""
    ours = (a_reverse_that_brings_no_blame_calms_nobody,)
    assert flips_in("answered", STANDING, STANDING, soon(), ours).flips == ()
    (turned,) = flips_in("answered", STANDING, NOTHING, soon(), ours).flips
    assert (turned.expected, turned.found, turned.trace) == (Verdict.REFUTED, Verdict.EXHAUSTED, None)


def test_under_the_reading_in_force_nothing_flips() -> None:
    """Also no claim that a world never meets: it has lost nothing."""
    for world in ("answered", "edge"):
        seen = flips_in(world, STANDING, STANDING, soon())
        assert (seen.flips, seen.stop) == ((), "")
        assert seen.asked == tuple(each.name for each in claims_of(world))
        assert seen.asked


def test_what_is_not_explored_is_said() -> None:
    seen = flips_in("answered", STANDING, NOTHING, time.monotonic() - 1)
    assert (seen.flips, seen.stop) == ((), "there was no time left for it")
    seen = flips_in("mid", STANDING, NOTHING, time.monotonic() + 0.3)
    assert "seconds were over" in seen.stop


def test_a_reading_changes_a_world_only_in_what_differs() -> None:
    own = replace(STANDING, u10_hand_limit=3)
    assert reading(own, STANDING, NOTHING) == replace(own, u5_rejected_reverse=Rejected.NOTHING)
    assert reading(WORLDS["small"].rulings, STANDING, STANDING) == STANDING


# ---------------------------------------------------------------- proved again


@pytest.mark.slow
def test_what_another_reading_does_not_touch_stays_proved() -> None:
    again = reprove(STANDING, NOTHING, 2, time.monotonic() + 300)
    assert again.reason == ""
    assert [name for name, _ in again.open] == ["a_rejected_reverse_only_calms_its_owner"]
    assert "stress_stays_within_its_track" in again.proved
    assert len(again.proved) > 60
    assert again.vacuous == ()
    assert len(again.solvers) > 1


@pytest.mark.slow
def test_a_reading_that_leaves_the_invariant_proves_nothing() -> None:
    """With U6's other answer a closing sequence need not come from a GR: the invariant says that it does."""
    late = replace(STANDING, u6_bond_support_timing=BondSupportTiming.AFTER_STAGE)
    again = reprove(STANDING, late, 2, time.monotonic() + 300)
    assert again.reason.startswith("the invariant is not kept")
    assert again.proved == ()


def test_what_is_not_of_the_printed_game_is_not_proved_again() -> None:
    scoped = replace(STANDING, problem_stress=ProblemStress.SCOPED)
    for pair in ((scoped, NOTHING), (STANDING, scoped)):
        assert reprove(*pair, 2, soon()).reason == "claims are proved again only of the printed game"
    assert reprove(STANDING, NOTHING, 2, time.monotonic() - 1).reason == "there was no time left for it"


def test_only_what_is_not_proved_is_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tuple(each.name for each in CLAIMS if each.name != "a_rejected_reverse_only_calms_its_owner")
    monkeypatch.setattr(flips, "worlds_of", lambda rulings: ("edge", "answered"))
    found = decide_claims(STANDING, NOTHING, 2, soon(), lambda *given: Reproved(2, proved=kept))
    (world,) = found.worlds
    assert (world.world, world.asked) == ("answered", ("a_rejected_reverse_only_calms_its_owner",))
    assert [flip.claim for flip in found.flips] == ["a_rejected_reverse_only_calms_its_owner"]
    assert found.unknown == {}


def test_what_no_world_decides_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flips, "worlds_of", lambda rulings: ())
    doubtful = Reproved(2, proved=(), open=(("no_seat_is_special", "DARVO 0: a doubt"),))
    found = decide_claims(STANDING, NOTHING, 2, soon(), lambda *given: doubtful)
    assert found.flips == []
    assert found.unknown == {"no_seat_is_special": "DARVO 0: a doubt"}
