"""`why-not`: broken kernels name the rules that stand in the way, and nothing that was not answered is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from audit import ablation_search
from audit import why_not as command
from audit.ablation import Attempt, Effect, Order, attempts
from audit.mutation import MUTANTS, ROOT, Mutant, load_mutants
from audit.why_not import Inquest, changed_by, is_reached_from, ordered, rules_of, sum_of, why_not
from model.question import Question, parse
from model.verdict import Exit
from properties.ground.vocabulary import GROUND_VOCABULARY
from specs.load import load_rules

EVERY = {mutant.id: mutant for mutant in load_mutants(MUTANTS, load_rules())}
#: Two rules that keep every player from Stress 3 at the beginning, or from Stress 6 ever, and two that do not.
START, CLAMP, HAND, VIEW = (
    EVERY[name] for name in ("GR-S02-stress-3", "GR-F01-above-5", "GR-S02-three-cards", "GR-R02-open-selection")
)
#: Nobody has it when the first Action is selected.
CALM = "any(p.stress == 3 for p in players) and round == 1 and step is Step.SELECT and turn == 0"


def asked(text: str) -> Question:
    return parse(text, GROUND_VOCABULARY, 2)


def order(text: str = CALM, **changes: object) -> Order:
    return replace(Order(text, 2, 1, (), 20.0), **changes)  # type: ignore[arg-type]


def every(order: Order, *mutants: Mutant) -> dict[str, Attempt]:
    return {each.mutant.id: each for each in attempts(order, mutants, lambda mutant: True)}


def run(*words: str, mutants: list[Mutant], monkeypatch: pytest.MonkeyPatch, seats: int = 2) -> Result:
    monkeypatch.setattr(command, "load_mutants", lambda *paths: tuple(mutants))
    return CliRunner().invoke(why_not, ["ground", *words, "--seats", str(seats), "--rounds", "1"])


# ---------------------------------------------------------------- broken kernels


def test_a_break_of_the_rule_in_the_way_answers_yes_and_others_no() -> None:
    seen = every(order(), HAND, START, CLAMP)
    assert {name: each.effect for name, each in seen.items()} == {
        HAND.id: Effect.NO,
        START.id: Effect.YES,
        CLAMP.id: Effect.NO,
    }
    shown = seen[START.id]
    assert (shown.turns, shown.round, shown.is_shortest, shown.reason) == (0, 1, True, "")


def test_a_play_that_breaks_a_contract_of_the_broken_rule_counts() -> None:
    (shown,) = every(order("any(p.stress > 5 for p in players)", rounds=2), CLAMP).values()
    assert (shown.effect, shown.round) == (Effect.YES, 2)
    assert shown.turns > 17


def test_the_length_of_the_game_is_the_broken_kernels_own_unless_it_is_given() -> None:
    longer = replace(EVERY["GR-O01-six-rounds"], old="\nROUNDS = 5", new="\nROUNDS = 2")
    question = "over() and round == 2"
    effects = [every(order(question, rounds=rounds), longer)[longer.id].effect for rounds in (None, 1)]
    assert effects == [Effect.YES, Effect.NO]


def test_kernels_that_give_no_answer_say_why() -> None:
    crashing = replace(START, id="GR-S02-crash", new="START_STRESS = 1 // 0")
    lifting = EVERY["U7-out-at-stress-5"]
    seen = every(order(), crashing, lifting)
    assert seen[crashing.id] == Attempt(
        crashing, Effect.FAILED, "ZeroDivisionError: integer division or modulo by zero"
    )
    assert seen[lifting.id].effect is Effect.FAILED
    assert seen[lifting.id].reason.startswith("it cannot be lifted: kernel/ground/")


def test_games_that_never_end_are_undecided() -> None:
    endless = EVERY["GR-R08-round-stays"]
    (seen,) = every(order("any(p.stress > 5 for p in players)", rounds=2, limit=2.0), endless).values()
    assert seen.effect is Effect.UNDECIDED
    assert "the time was up after" in seen.reason


def test_a_play_of_a_game_that_never_ends_is_found() -> None:
    endless = EVERY["GR-R08-round-stays"]
    in_denial = "any(p.marker is DENY for p in players) and round == 1"
    (seen,) = every(order(in_denial, rounds=2, limit=60.0), endless).values()
    assert (seen.effect, seen.round, seen.is_shortest) == (Effect.YES, 1, True)


def test_a_play_counts_only_if_it_replays_to_the_question() -> None:
    wanted = order("any(p.stress == 3 for p in players)")
    said = ablation_search.search(wanted)
    assert (said["effect"], ablation_search.replayed(wanted, said["play"])) == ("YES", {"reason": ""})
    elsewhere = ablation_search.replayed(order("over()"), said["play"])
    assert elsewhere == {"reason": "the question does not hold in the end"}
    said["play"]["states"][-1]["state"]["lead"] = {"#bigint": "1"}
    assert "reaches another state: lead" in ablation_search.replayed(wanted, said["play"])["reason"]


def test_what_is_not_wanted_is_passed_over() -> None:
    seen = list(attempts(order(), [HAND, START, CLAMP], lambda mutant: mutant is START))
    assert [each.mutant for each in seen] == [START]


# ---------------------------------------------------------------- which mutants


def test_the_rules_of_the_question_come_first() -> None:
    question = asked("any(p.stress > 5 for p in players)")
    assert "GR-F01" in rules_of(question)
    assert "GR-D03" not in rules_of(question)
    first = ordered([START, VIEW, CLAMP], question)[0]
    assert first is CLAMP
    assert ordered([START, VIEW, CLAMP], asked("round == 9"))[0] is not CLAMP


def test_what_neither_game_nor_question_runs_is_left_out() -> None:
    scoring = EVERY["GR-E01-more-than-the-threshold"]
    plain, about_scores = is_reached_from(asked("round == 9")), is_reached_from(asked("successful()"))
    assert [plain(each) for each in (VIEW, scoring, START, CLAMP, HAND)] == [False, False, True, True, True]
    assert about_scores(scoring)
    assert not about_scores(VIEW)


def test_what_a_mutant_changes_is_named() -> None:
    assert changed_by(START) == {"START_STRESS"}
    assert changed_by(CLAMP) == {"clamp"}
    assert changed_by(replace(START, new="START_STRESS = 2\nprint()")) == set()


# ---------------------------------------------------------------- the sum


def attempt(mutant: Mutant, effect: Effect, reason: str = "") -> Attempt:
    return Attempt(mutant, effect, reason, 3, 1, True)


@pytest.mark.parametrize(
    ("seen", "most", "code"),
    [
        ([attempt(START, Effect.YES), attempt(CLAMP, Effect.NO)], 9, Exit.AS_EXPECTED),
        ([attempt(CLAMP, Effect.NO)], 9, Exit.AS_EXPECTED),
        ([attempt(START, Effect.YES), attempt(CLAMP, Effect.UNDECIDED)], 9, Exit.UNDETERMINED),
        ([attempt(START, Effect.YES), attempt(CLAMP, Effect.FAILED)], 9, Exit.UNDETERMINED),
        ([attempt(START, Effect.YES), attempt(CLAMP, Effect.UNDECIDED)], 1, Exit.AS_EXPECTED),
    ],
)
def test_what_has_no_answer_shows_in_the_exit_code(seen: list[Attempt], most: int, code: Exit) -> None:
    assert Inquest(order(), (START, CLAMP), (), most, seen).code is code


def test_an_interrupted_search_is_never_complete() -> None:
    inquest = Inquest(order(), (START, CLAMP), (VIEW,), 9, [attempt(START, Effect.YES)], interrupted=True)
    assert inquest.code is Exit.UNDETERMINED
    assert list(sum_of(inquest)) == [
        "1 broken kernels asked: 1 YES.",
        "1 more change nothing that these games or the question use.",
        "1 were not asked: interrupted.",
    ]


def test_once_enough_rules_are_named_only_they_are_completed() -> None:
    inquest = Inquest(order(), (START, HAND, CLAMP), (), 1, [attempt(START, Effect.YES)])
    assert inquest.is_wanted(HAND)
    assert not inquest.is_wanted(CLAMP)
    assert inquest.untried == 2


# ---------------------------------------------------------------- the command


def test_the_rule_is_named_with_its_change_and_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(CALM, mutants=[HAND, CLAMP, START, VIEW], monkeypatch=monkeypatch)
    assert result.exit_code == Exit.AS_EXPECTED
    lines = result.stdout.splitlines()
    assert lines[0].startswith("NO (2 seats, 1 round)")
    assert [line.split()[0] for line in lines if line.startswith(("GR-", "U"))] == ["GR-S02"]
    assert f"  If it is broken: {START.breaks}" in lines
    assert "    kernel/ground/state.py: START_STRESS = 2  ->  START_STRESS = 3" in lines
    assert "    shortest play: 0 turns, in round 1" in lines
    assert lines[-2:] == [
        "3 broken kernels asked: 1 YES, 2 NO.",
        "1 more change nothing that these games or the question use.",
    ]


def test_the_same_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(CALM, "--json", mutants=[START, EVERY["U7-out-at-stress-5"]], monkeypatch=monkeypatch)
    assert result.exit_code == Exit.UNDETERMINED
    told = json.loads(result.stdout)
    assert (told["reply"], told["asked"], told["no"], told["not asked"]) == ("NO", 2, 0, 0)
    assert [(row["rule"], row["broken"][0]["mutant"]) for row in told["rules"]] == [("GR-S02", START.id)]
    assert list(told["failed"]) == ["U7-out-at-stress-5"]


def test_where_no_rule_is_found_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(CALM, mutants=[HAND], monkeypatch=monkeypatch)
    assert result.exit_code == Exit.AS_EXPECTED
    assert "none was found" in result.stdout


def test_what_can_come_about_needs_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("any(p.stress == 3 for p in players)", mutants=[START], monkeypatch=monkeypatch)
    assert result.exit_code == Exit.NOT_AS_EXPECTED
    assert result.stdout.startswith("YES (2 seats, 1 round)")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("any(p.stres == 3 for p in players)",), "no attribute `stres`"),
        ((CALM, "--ruling", "U2=NEVER"), "u2_stress_clamp"),
        ((CALM, "--rounds", "0"), "--rounds"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "ask", None)
    result = CliRunner().invoke(why_not, ["ground", *words])
    assert result.exit_code == Exit.USAGE
    assert says in result.output


def test_ctrl_c_tells_what_was_found_and_leaves_no_process() -> None:
    words = ["ground", CALM, "--seats", "2", "--rounds", "1", "--all"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from audit.why_not import why_not; why_not()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "asked" in line:
            break
    time.sleep(0.3)
    shown = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=False
    )
    children = shown.stdout.split()
    os.kill(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == Exit.UNDETERMINED
    assert "were not asked: interrupted." in told
    alive = [pid for pid in children if Path(f"/proc/{pid}/cmdline").exists()]
    assert [pid for pid in alive if b"audit.ablation" in Path(f"/proc/{pid}/cmdline").read_bytes()] == []
    assert children
