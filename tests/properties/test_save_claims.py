"""The claims on the save contract in their worlds, what is proved of them, and that a broken kernel turns them red."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kernel.guild.edition import Edition
from kernel.guild.save import commit as procedure
from kernel.guild.save import recovery
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Kind, Reason
from kernel.guild.save.journal import Answer, Row, Status
from kernel.guild.save.recovery import Ending, Recovery
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE
from model.encounter_worlds import WORLDS as ENCOUNTERS
from model.engines.decide import Decider
from model.engines.explore import explore
from model.engines.induct import Proof
from model.game import Scope, World
from model.haven_worlds import WORLDS as HAVENS
from model.no_resurrection_worlds import WORLDS as RECOVERIES
from model.save_worlds import WORLDS as PROCEDURES
from model.verdict import Verdict
from properties.claim import Claim, Span, claim, claims_in
from properties.guild import (
    save_crash_matrix,
    save_crash_points,
    save_creation,
    save_creation_crashes,
    save_encounter,
    save_haven,
    save_no_resurrection,
    save_open_questions,
    save_recovery,
    save_settlements,
    save_transactions,
)
from properties.guild.save_hunts import refuted, witness_of
from properties.guild.save_proofs import OF_EACH, PARTS, SETTINGS, WHOLE

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = claims_in(
    (
        save_crash_matrix,
        save_crash_points,
        save_open_questions,
        save_transactions,
        save_settlements,
        save_creation,
        save_creation_crashes,
        save_no_resurrection,
        save_recovery,
        save_haven,
        save_encounter,
    )
)
WORLDS: dict[str, World[Any, Any, Any]] = {**PROCEDURES, **RECOVERIES, **HAVENS, **ENCOUNTERS}
#: Worlds of recovery that take more than a second.
LARGE = [
    name
    for name in (*RECOVERIES, *HAVENS)
    if name.removesuffix("-growth")
    in ("save-casualty", "save-reward", "save-clear", "save-draft", "save-promotion", "save-company-sealed")
    or (name in HAVENS and name not in ("save-cloud-any", "save-trash-seventh", "save-migration-lineage"))
    or name
    in ("save-stale-clear", "save-checkpoint", "save-checkpoint-resumed", "save-draft-sealed", "save-draft-resumed")
] + [name for name in ENCOUNTERS if name.startswith(("save-encounter-corrupt", "save-encounter-lost"))]
QUICK = [name for name in WORLDS if name not in LARGE]


def verdicts_in(name: str) -> dict[str, tuple[Verdict, Verdict]]:
    """What is expected of each claim of a world, and what an exploration finds."""
    asked = [each for each in CLAIMS if name in each.worlds]
    seen = explore(WORLDS[name], [each.check for each in asked])
    return {each.name: (each.expect, found.verdict) for each, found in zip(asked, seen.found, strict=True)}


def test_every_world_is_asked_something_and_every_claim_names_known_worlds() -> None:
    named = {name for each in CLAIMS for name in each.worlds}
    assert named == set(WORLDS) - {"save-rotation"}


@pytest.mark.parametrize("name", QUICK)
def test_the_claims_of_a_world_are_decided_as_expected(name: str) -> None:
    assert {claim: found for claim, (expected, found) in verdicts_in(name).items() if found is not expected} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_claims_of_a_large_world_are_decided_as_expected(name: str) -> None:
    assert {claim: found for claim, (expected, found) in verdicts_in(name).items() if found is not expected} == {}


def test_every_switch_but_two_has_a_claim_that_is_refuted_under_its_other_answer() -> None:
    findings = {each.finding for each in refuted()}
    of_procedure = {f"F-{number}" for number in range(200, 213)}
    assert findings == of_procedure | {"F-172"} | {f"F-{number}" for number in range(241, 249)}


def test_a_witness_is_the_shortest_play_and_fails_at_its_end() -> None:
    each = next(each for each in refuted() if each.finding == "F-202")
    trace = witness_of(each)
    assert not each.check.holds(trace.states[-2], trace.choices[-1], trace.end, trace.rulings)
    with pytest.raises(LookupError, match="EXHAUSTED"):
        witness_of(replace(each, check=replace(each.check, holds=lambda *at: True)))


#: The shortest history just beyond each limit that docs/save.md states: finding and world, and its steps.
LIMITS = {
    ("F-172", "save-trash"): 7,
    ("F-204", "save-common-prefix"): 5,
    ("F-208", "save-stale"): 11,
    ("F-208", "save-stale-two-unreadable"): 11,
    ("F-208", "save-stale-three"): 11,
    ("F-208", "save-trash-blocked"): 15,
    ("F-208", "save-stale-reward"): 11,
    ("F-208", "save-stale-clear"): 11,
    ("F-241", "save-cloud-any"): 13,
    ("F-244", "save-trash"): 4,
    ("F-245", "save-migration"): 19,
    ("F-246", "save-trash-seventh"): 8,
    ("F-248", "save-migration-lineage"): 18,
}


@pytest.mark.slow
@pytest.mark.parametrize(("finding", "world"), LIMITS, ids=lambda each: each)
def test_just_beyond_its_limit_a_claim_fails_after_so_many_steps(finding: str, world: str) -> None:
    asked = [each.check for each in refuted() if each.finding == finding and world in each.worlds]
    (found,) = explore(WORLDS[world], asked).found
    assert found.trace is not None
    assert len(found.trace.choices) == LIMITS[finding, world]


def test_every_limit_that_is_stated_names_its_finding_and_its_steps() -> None:
    text = (ROOT / "docs" / "save.md").read_text(encoding="utf-8")
    for (finding, _), steps in LIMITS.items():
        assert re.search(rf"{finding}[^|]*\b{steps} steps", text), finding


def red(name: str) -> set[str]:
    """The claims that fail in a world."""
    return {claim for claim, (expected, found) in verdicts_in(name).items() if found is not expected}


def test_a_forgotten_row_makes_retries_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedure, "lookup_all", lambda *at: Answer(Status.NONE, NONE, Reason.NONE))
    assert {"a_retry_gets_the_stored_answer", "a_new_operation_enters_with_its_whole_intent"} <= red("save-purchase")


def test_a_pending_row_that_pays_makes_its_claims_red(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = procedure.settled

    def twice(commit: Commit, row: Row, rulings: SaveRulings) -> Commit:
        final = whole(commit, row, rulings)
        run = final.slot.run
        return replace(final, slot=replace(final.slot, run=replace(run, coin=max(0, run.coin - 1))))

    monkeypatch.setattr(procedure, "settled", twice)
    assert "cost_result_receipt_and_status_come_together" in red("save-purchase")


def test_a_ledger_that_is_not_replayed_brings_the_dead_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "replayed", lambda base, *_: Recovery(Ending.RESUMED, base))
    world = replace(RECOVERIES["save-casualty"], cap=3_000)
    asked = save_no_resurrection.no_known_casualty_returns
    assert explore(world, [asked.check]).found[0].verdict is Verdict.REFUTED


# ---------------------------------------------------------------- proofs


def test_every_claim_that_is_to_be_proved_is_proved_in_both_of_its_editions() -> None:
    to_prove = {each.name for each in CLAIMS if each.span is not Span.NONE}
    for edition in Edition:
        settings = [each for each in SETTINGS.values() if each.rulings.edition is edition]
        named = [claim.name for each in settings for claim in each.subjects]
        asked = {each.name for each in CLAIMS if each.name in to_prove and each.is_asked(settings[0].rulings)}
        assert all(named.count(name) == (len(PARTS) if name in OF_EACH else 1) for name in named)
        assert set(named) == asked


def test_the_parts_cover_every_kind_of_operation_once() -> None:
    kinds = list(Kind)
    spans = [kinds[kinds.index(part.first) : kinds.index(part.last) + 1] for part in PARTS]
    assert [kind for span in spans for kind in span] == kinds
    assert (WHOLE.first, WHOLE.last) == (kinds[0], kinds[-1])


@claim(Scope.STATE, "AG-SAV-5-04", span=Span.ANY)
def nothing_is_ever_pending(bench: Any, rulings: Any) -> bool:
    """False: a pending row waits for its end."""
    return all(row.status is not Status.PENDING for row in bench.station.active.journal)


@pytest.mark.long
def test_creation_is_proved_and_a_false_claim_is_not() -> None:
    setting = SETTINGS["save creation, FG4"]
    induction = setting.induction(Decider(120))
    checked: list[Claim] = [*setting.subjects, nothing_is_ever_pending]
    induction.checks = [each.check for each in checked]
    induction.proofs["nothing_is_ever_pending"] = Proof("nothing_is_ever_pending")
    proofs = induction.run()
    assert proofs.pop("nothing_is_ever_pending").verdict is Verdict.UNDETERMINED
    assert {name: each.reason for name, each in proofs.items() if each.verdict is not Verdict.PROVED} == {}
