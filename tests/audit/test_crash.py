"""The command `crash`: what it runs, what it says, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit import crash as module
from audit import worker
from audit.crash import Outcome, batches, crash, is_numbered, report_of, run_campaign, save
from kernel.guild.edition import Edition
from model.campaign import Broken, Case, Stage, name_of, plain_case, smoke_cases
from model.store_cases import Tally
from model.store_oracle import Law
from model.store_runs import CREATION, FOUNDING, GROWN, menu, place_at

#: What has founded a Company, asked for once more under another ID.
FOUNDED_AGAIN = menu(place_at(FOUNDING, GROWN).commit.slot, Edition.GROWTH)[-1]
FIRST = Case(Edition.FG4, Stage.CRASH, "new", (), CREATION[0])


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(plain_case(FIRST)), encoding="utf-8")
    return path


def test_a_saved_case_runs_again(saved: Path) -> None:
    done = CliRunner().invoke(crash, ["--replay", str(saved)])
    assert done.exit_code == 0, done.output
    assert "every law held" in done.output
    assert "begin: 44 boundaries" in done.output


def test_figures_come_as_json(saved: Path) -> None:
    done = CliRunner().invoke(crash, ["--replay", str(saved), "--json"])
    report = json.loads(done.output)
    assert report["broken"] == []
    assert report["cases"] == 1
    assert report["crash_states"] > 80
    assert (report["editions"], report["seeds"]) == (["FG4"], [1])
    assert report["boundaries_per_operation"]["BEGIN"] > 40


def test_a_broken_law_is_told_saved_and_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def campaign(cases: object, workers: int, is_silent: bool) -> Outcome:
        return Outcome(broken=[Broken(FIRST, Law.THERE, "it is gone"), Broken(FIRST, Law.TIDY, "loose")], cases=1)

    monkeypatch.setattr(module, "run_campaign", campaign)
    done = CliRunner().invoke(crash, ["--no-mutants", "--save", str(tmp_path)])
    assert done.exit_code == 1
    assert "it is gone" in done.output
    assert "AG-SAV-11.1-02" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["crash-case-1.json"]
    again = CliRunner().invoke(crash, ["--replay", str(tmp_path / "crash-case-1.json")])
    assert again.exit_code == 1


@pytest.mark.parametrize(("asked", "editions"), [("fg4", {"FG4"}), ("GROWTH", {"GROWTH"}), (None, {"FG4", "GROWTH"})])
def test_a_campaign_runs_in_the_editions_that_are_asked_for(
    asked: str | None, editions: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Case] = []

    def campaign(cases: Iterable[Case], workers: int, is_silent: bool) -> Outcome:
        seen.extend(cases)
        return Outcome()

    monkeypatch.setattr(module, "run_campaign", campaign)
    options = [] if asked is None else ["--edition", asked]
    done = CliRunner().invoke(crash, [*options, "--sequences", "1", "--no-mutants"])
    assert done.exit_code == 0, done.output
    assert {case.edition.name for case in seen} == editions


def test_a_case_of_growth_is_replayed_in_growth(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    case = Case(Edition.GROWTH, Stage.CRASH, "company", (), FOUNDED_AGAIN)
    path.write_text(json.dumps(plain_case(case)), encoding="utf-8")
    done = CliRunner().invoke(crash, ["--replay", str(path), "--json"])
    report = json.loads(done.output)
    assert (done.exit_code, report["editions"], report["broken"]) == (0, ["GROWTH"], [])
    assert report["boundaries_per_operation"] == {"COMMIT_RUN": 1}
    path.write_text(json.dumps({**plain_case(case), "edition": "FG4"}), encoding="utf-8")
    refused = CliRunner().invoke(crash, ["--replay", str(path)])
    assert (refused.exit_code, "no start 'company' in FG4" in refused.output) == (2, True)


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"stage": "CRASH"}', "\0"])
def test_a_file_that_is_no_case_is_a_usage_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.json"
    path.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(crash, ["--replay", str(path)])
    assert done.exit_code == 2
    assert "case.json" in done.output


def test_an_unknown_mutant_is_a_usage_error() -> None:
    done = CliRunner().invoke(crash, ["--mutant", "P77"])
    assert done.exit_code == 2
    assert "P77" in done.output


def test_each_numbered_fault_has_a_mutant() -> None:
    text = module.STORE_MUTANTS.read_text(encoding="utf-8")
    assert all(f"-p{number}-" in text for number in range(1, 13))
    assert is_numbered("AG-SAV-5-09-p1-no-file-sync")
    assert not is_numbered("AG-SAV-5-09-p13-x")


def test_long_cases_go_alone_and_short_ones_together() -> None:
    parts = list(batches([*smoke_cases(), *[FIRST] * 20], 8))
    assert sum(map(len, parts)) == len(list(smoke_cases())) + 20
    assert all(len(part) == 1 or {case.stage for case in part} == {Stage.CRASH} for part in parts)
    assert max(map(len, parts)) == 8


def test_figures_add_up_over_processes() -> None:
    outcome = run_campaign([FIRST, FIRST], 2, True)
    assert outcome.is_well
    assert outcome.tally.operations["BEGIN"] == 2
    one = Tally()
    one.add(outcome.tally)
    assert one.crash_states == outcome.tally.crash_states == 2 * run_campaign([FIRST], 1, True).tally.crash_states
    assert report_of(outcome)["cases"] == 2
    assert list(save([], Path())) == []


def test_a_law_that_is_broken_in_one_case_is_refuted_and_no_law_is_more_than_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def complain(case: Case, tally: Tally) -> Iterator[tuple[Law, str]]:
        yield from [(Law.TIDY, "loose")] if case.stage is Stage.RUIN else ()

    monkeypatch.setattr(worker, "run_case", complain)
    answers = {each["claim"]: each for each in worker.crash_store({"claims": [name_of(law) for law in Law]})}
    verdicts = {name: each["verdict"] for name, each in answers.items()}
    assert verdicts == {name_of(law): "BOUNDED" for law in Law} | {name_of(Law.TIDY): "REFUTED"}
    assert answers[name_of(Law.TIDY)]["reason"].endswith("loose")
    bounds = {law: answers[name_of(law)]["bounds"] for law in (Law.DEAD, Law.READY, Law.WHOLE)}
    assert [each["editions"] for each in bounds.values()] == ["FG4", "GROWTH", "FG4 GROWTH"]
    assert bounds[Law.DEAD]["cases"] + bounds[Law.READY]["cases"] == bounds[Law.WHOLE]["cases"] == len([*smoke_cases()])


@pytest.mark.slow
def test_a_named_fault_is_killed() -> None:
    done = CliRunner().invoke(crash, ["--mutant", "P6"])
    assert done.exit_code == 0, done.output
    assert "1 of 1 mutants of the store killed" in done.output


@pytest.mark.long
def test_a_short_campaign_is_green() -> None:
    done = CliRunner().invoke(crash, ["--sequences", "1", "--sample", "1", "--no-mutants", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output[done.output.index("{") :])["crash_states"] > 1_000
