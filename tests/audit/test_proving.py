"""Proofs as evidence: what a job leaves in the ledger, the queries it keeps, and how they are shown and asked again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from audit.cli import main
from audit.ledger import Evidence, Ledger
from audit.proofs_shown import print_proofs, seats_said
from audit.proving import counterexample_in, of_proof, text_of
from audit.question import Question
from audit.questions import EVERY_SIZE, Inventory
from audit.recheck import exit_of
from audit.run import Runner, jobs_for
from kernel.ground.state import Action, Cards, Selection
from model.engines.induct import KEPT, NO_FAULT, Proof
from model.engines.queries import INDEX, QueryLog, Recheck
from model.engines.solvers import solve
from model.ground import table
from model.lift import arithmetic as A
from model.lift import terms as T
from model.verdict import Exit, Verdict
from properties.books import SETTINGS as EVERY_SETTING
from properties.claim import Span
from properties.ground.contracts import CONTRACTS, Contract, contracts_in, kernel_modules
from properties.ground.invariant import INVARIANT
from properties.ground.proofs import DEAD, PRINTED_ONLY, SENTENCES, SETTINGS, why_dead

PROOFS = [question for question in Inventory(EVERY_SIZE).all() if question.engine == "induct"]
WORLD = "2 seats"
EMPTY: Cards = (0, 0, 0, 0)
STATE = table((2, 2), (), (EMPTY, EMPTY), EMPTY)
CHOICE = Selection(Action.GROUND)


def quiet(job: str, said: str) -> None:
    """Take progress in without showing it."""


# ---------------------------------------------------------------- what is asked


def test_every_size_is_asked_for_and_its_invariant() -> None:
    assert {question.world for question in PROOFS} == set(EVERY_SETTING)
    for world in EVERY_SETTING:
        general = {question.claim for question in PROOFS if question.world == world and not question.rules}
        assert general == {KEPT, NO_FAULT} == set(SENTENCES)


def test_proofs_are_expected_but_where_a_premise_cannot_be_met() -> None:
    vacuous = {
        (question.claim, SETTINGS[question.world].seats) for question in PROOFS if question.expected is Verdict.VACUOUS
    }
    assert vacuous == {(name, seats) for name, (counts, _) in DEAD.items() for seats in counts}
    assert {question.expected for question in PROOFS} == {Verdict.PROVED, Verdict.VACUOUS}


def test_a_job_proves_one_size_and_more_seats_start_first() -> None:
    jobs = jobs_for(question for question in PROOFS if question.world in SETTINGS)
    assert [job.name for job in jobs][:3] == [
        "6 seats, scoped stress, pressure deck",
        "6 seats, pressure deck",
        "6 seats, scoped stress",
    ]
    assert len(jobs) == len(SETTINGS)


def test_contracts_are_found_but_for_the_conditions_under_which_a_game_begins() -> None:
    texts = {each.text for each in CONTRACTS}
    assert "GR-L01: no player has more than two relations" in texts
    assert "GR-S04: the deck is what is left of 24 Solutions, six a suit" in texts
    assert "GR-O01: 2 to 6 players" not in texts
    assert {each.text for each in CONTRACTS if each.span is Span.PRINTED} == {"GR-T03: one Focus/Blame token a player"}
    doubled: Contract = next(each for each in CONTRACTS if each.text == "GR-S04: Solutions are never lost or made")
    assert doubled.functions == ("discard", "draw")
    assert contracts_in(kernel_modules()) == CONTRACTS


# ---------------------------------------------------------------- what comes out


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Evidence], list[str]]:
    """The games at two seats, proved in a process of its own: ledger, evidence, progress."""
    folder = tmp_path_factory.mktemp("ledger")
    said: list[str] = []
    wanted = [question for question in PROOFS if question.world == WORLD]
    runner = Runner(Ledger(folder), lambda job, text: said.append(f"{job} {text}"), limit=600, smt=folder / "smt")
    return folder, runner.run(jobs_for(wanted)), said


def test_a_job_leaves_evidence_with_what_it_rests_on(proved: tuple[Path, list[Evidence], list[str]]) -> None:
    folder, evidence, said = proved
    dead = {name for name in DEAD if why_dead(name, 2)}
    assert {each.claim for each in evidence if each.verdict is not Verdict.PROVED} == dead
    assert {KEPT, NO_FAULT, "GR-T03: one Focus/Blame token a player"} <= {each.claim for each in evidence}
    rounds = {each.claim: each.bounds["rounds"] for each in evidence}
    assert {name for name, said in rounds.items() if said == "5"} == PRINTED_ONLY
    assert rounds[KEPT] == "1 to 60"
    bounds = evidence[0].bounds
    assert bounds["cases"] == 18
    assert len(str(bounds["solvers"]).split(", ")) >= 2
    scripts = list((folder / "smt" / "2-seats").glob("*.smt2"))
    assert 60 < len(scripts) <= int(bounds["queries"])
    assert f"induct {WORLD} SUPPORT 1 (8 of 18)" in said
    assert set(Ledger(folder).read()[0]) == {each.identity for each in evidence}


def test_why_shows_the_proofs_of_a_rule(proved: tuple[Path, list[Evidence], list[str]]) -> None:
    shown = CliRunner().invoke(main, ["why", "GR-T03", "--ledger", str(proved[0])], env={"COLUMNS": "240"})
    assert "proofs by induction" in shown.output
    assert "Contract GR-T03: one Focus/Blame token a player" in " ".join(shown.output.split())
    assert f"over the invariant, {len(INVARIANT)} parts" in shown.output
    assert "Stress is within 0-5." not in shown.output
    full = CliRunner().invoke(main, ["why", "GR-T03", "--invariant", "--ledger", str(proved[0])])
    assert "Stress is within 0-5." in full.output


def test_out_of_time_a_proof_is_undetermined(tmp_path: Path) -> None:
    wanted = [question for question in PROOFS if question.world == "6 seats" and not question.rules]
    found = Runner(Ledger(tmp_path), quiet, limit=1).run(jobs_for(wanted))
    assert {each.verdict for each in found} == {Verdict.UNDETERMINED}
    assert "time" in found[0].reason or "within" in found[0].reason


def test_a_counterexample_is_kept_and_shown_as_what_it_is() -> None:
    proof = Proof("a_claim", Verdict.UNDETERMINED, "SELECT 0: speaks against it", counterexample=(STATE, CHOICE))
    found = of_proof(SETTINGS["2 seats"], proof, {"rounds": "1 to 60"})
    assert counterexample_in(str(found.bounds["counterexample"])) == (STATE, CHOICE)
    assert counterexample_in(text_of(STATE, None)) == (STATE, None)
    question = Question("induct", "a_claim", "2 seats", ("GR-D05",), Verdict.PROVED, "induct 1", "k")
    evidence = question.answer(found.verdict, found.reason, found.bounds, 0.1)
    console = Console(width=100, record=True, quiet=False)
    with console.capture() as shown:
        print_proofs(console, [evidence], {"a_claim": "It is so."}, with_invariant=False)
    assert "a table of the invariant that speaks against it; no play is known to reach it" in shown.get()
    assert "UNDETERMINED, expected PROVED" in shown.get()
    assert "GROUND" in shown.get()


def test_a_vacuous_proof_says_why_it_cannot_be_met() -> None:
    name, (counts, why) = next(iter(DEAD.items()))
    proof = Proof(name, Verdict.VACUOUS, "no state of the invariant meets its premise")
    assert of_proof(SETTINGS[f"{counts[0]} seats"], proof, {}).reason.endswith(why)
    assert why not in of_proof(SETTINGS["6 seats"], proof, {}).reason


@pytest.mark.parametrize(
    ("counts", "said"),
    [([2], "2 seats"), ([3, 2], "2, 3 seats"), (range(2, 7), "2-6 seats"), ([2, 4, 5], "2, 4, 5 seats")],
)
def test_seat_counts_are_said_in_short(counts: list[int], said: str) -> None:
    assert seats_said(counts) == said


# ---------------------------------------------------------------- asking again


def keep(folder: Path, claimed: str = "unsat") -> Path:
    """Two queries, the second with this answer recorded."""
    a = T.number("a", 0, 9)
    for name, asked in (("possible", [A.equal(a, 3)]), ("impossible", [A.below(a, 3), A.below(5, a)])):
        answer = solve(asked, "z3-bits")
        if name == "impossible":
            answer = replace(answer, result=claimed)  # type: ignore[arg-type]
        path = QueryLog(folder / "job").write(name, asked, answer)
    return path


def touch(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("check-sat", "check-sat "), encoding="utf-8")


@pytest.mark.parametrize(
    ("claimed", "spoil", "code"),
    [
        ("unsat", lambda path: None, Exit.AS_EXPECTED),
        ("sat", lambda path: None, Exit.DISAGREE),
        ("unknown", lambda path: None, Exit.UNDETERMINED),
        ("unsat", touch, Exit.NOT_AS_EXPECTED),
        ("unsat", lambda path: path.unlink(), Exit.NOT_AS_EXPECTED),
        ("unsat", lambda path: (path.parent / INDEX).unlink(), Exit.NOT_AS_EXPECTED),
    ],
)
def test_recheck_ends_with_what_it_found(
    tmp_path: Path, claimed: str, spoil: Callable[[Path], object], code: Exit
) -> None:
    spoil(keep(tmp_path, claimed))
    done = CliRunner().invoke(main, ["recheck", str(tmp_path)])
    assert done.exit_code == code, done.output
    assert f"ends with {code.name} ({int(code)})" in done.output
    told = CliRunner().invoke(main, ["recheck", str(tmp_path), "--json"])
    assert json.loads(told.stdout)["exit"] == code


def test_recheck_of_nothing_shows_nothing(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["recheck", str(tmp_path)]).exit_code == Exit.VACUOUS
    done = CliRunner().invoke(main, ["recheck", str(tmp_path / "nowhere")])
    assert done.exit_code == Exit.USAGE
    assert "check --smt" in done.output


def test_the_worst_outcome_counts() -> None:
    def results(*outcomes: str) -> list[Recheck]:
        return [Recheck("q", outcome, "") for outcome in outcomes]  # type: ignore[arg-type]

    assert exit_of(results("agree", "unknown", "tampered", "disagree")) is Exit.DISAGREE
    assert exit_of(results("agree", "unknown", "tampered")) is Exit.NOT_AS_EXPECTED
    assert exit_of(results("agree", "unknown")) is Exit.UNDETERMINED


def test_the_invariant_is_printed_part_by_part() -> None:
    shown = CliRunner().invoke(main, ["invariant", "ground"])
    assert shown.exit_code == 0
    assert "Stress is within 0-5." in shown.output
    told = json.loads(CliRunner().invoke(main, ["invariant", "ground", "--json"]).stdout)
    assert {"clocks_are_right", "sequences_take_their_time"} < set(told)
    wrong = subprocess.run(
        [sys.executable, "-m", "audit.cli", "invariant", "chess"], capture_output=True, text=True, check=False
    )
    assert wrong.returncode == Exit.USAGE
