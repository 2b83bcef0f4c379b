"""Claims about whole games: each comes out as it should, a wrong one does not, and doubt is never rounded up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model.engines.solvers import Answer
from model.engines.whole import OTHERS, other_than
from model.ground_answers import Asked, Reply
from model.trace import replay
from model.verdict import Verdict
from properties.ground import whole, winning
from properties.ground.figures import FIGURES, Figure, Kind
from properties.ground.whole import WHOLE, Again, WholeClaim, decide, table
from specs.load import load_rules

STRUCTURE = Path(__file__).resolve().parents[2] / "docs" / "structure.md"
CASES = [(claim, seats) for claim in WHOLE for seats in claim.expected]
#: Decided within a second or so at two seats, one of each kind.
QUICK = ("deny_comes_no_sooner", "group_succeeds_so_soon", "slots_keep_two_apart_never", "hand_not_exceeded")


def named(name: str) -> WholeClaim:
    (found,) = [claim for claim in WHOLE if claim.name == name]
    return found


def said(result: str, solver: str = "bitwuzla") -> Answer:
    return Answer(result, None, solver, "1", 0.0, "", "")  # type: ignore[arg-type]


# ---------------------------------------------------------------- the list


def test_names_are_given_once_and_rules_exist() -> None:
    names = [claim.name for claim in WHOLE]
    assert len(set(names)) == len(names)
    assert {rule for claim in WHOLE for rule in claim.rules} <= set(load_rules())


@pytest.mark.parametrize(("claim", "seats"), CASES, ids=lambda each: getattr(each, "name", str(each)))
def test_every_question_can_be_asked_with_one_lead_for_all(claim: WholeClaim, seats: int) -> None:
    asked = claim.asked(seats)
    assert len(asked.leads) == 1
    assert asked.rounds == claim.rounds
    assert not set("{}") & set(claim.said(seats) + asked.question.text)


def test_every_value_is_both_reached_and_not_passed() -> None:
    for figure in FIGURES:
        claims = figure.claims()
        for seats, value in figure.values.items():
            replies = {claim.expected[seats] for claim in claims if seats in claim.expected}
            whole_range = value is None or (figure.kind is Kind.EARLIEST and value == 1)
            assert len(replies) == (1 if whole_range else 2), (figure.name, seats)


def test_a_figure_makes_the_claims_that_its_values_need() -> None:
    early = Figure("x", "it is so", ("GR-O01",), "over()", {2: None, 3: 1, 4: 3})
    assert [(c.name, dict(c.expected), c.said(4)) for c in early.claims()] == [
        ("x_so_soon", {3: Reply.YES, 4: Reply.YES}, "By round 3 it can come about that it is so."),
        ("x_no_sooner", {4: Reply.NO}, "Before round 3 it never comes about that it is so."),
        ("x_never", {2: Reply.NO}, "In five rounds it never comes about that it is so."),
    ]
    most = Figure("y", "there are {n}", ("GR-O01",), "denied() >= {n}", {2: 3}, Kind.MOST)
    assert [claim.asked(2).question.text for claim in most.claims()] == ["denied() >= 3", "denied() >= 4"]


def test_the_document_shows_the_figures() -> None:
    text = STRUCTURE.read_text(encoding="utf-8")
    lengths = {figure.rounds for figure in FIGURES}
    assert lengths == {5, 6, 7}
    assert [rounds for rounds in lengths if table(rounds) not in text] == []
    assert winning.table() in text
    assert text.count("\n| | ") == len(lengths) + 1


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize("name", QUICK)
def test_quick_claims_come_out_at_two_seats(name: str) -> None:
    claim = named(name)
    found = decide(claim, 2, 120)
    assert found.verdict is claim.verdict(2)
    assert (found.trace is not None) == (found.verdict is Verdict.WITNESSED)


def test_a_play_that_should_not_be_refutes() -> None:
    wrong = replace(named("deny_comes_no_sooner"), numbers={2: 4})
    found = decide(wrong, 2, 120)
    assert found.verdict is Verdict.REFUTED
    assert found.trace is not None
    replay(found.trace)
    assert wrong.asked(2).question.holds(found.trace.end, found.trace.rulings)


def test_a_play_that_should_be_and_is_not_refutes() -> None:
    found = decide(replace(named("deny_comes_so_soon"), numbers={2: 2}), 2, 120)
    assert (found.verdict, found.trace) == (Verdict.REFUTED, None)


def test_without_time_nothing_is_determined() -> None:
    assert decide(named("all_problems_are_denied_so_soon"), 2, 0.01).verdict is Verdict.UNDETERMINED


@pytest.mark.parametrize(
    ("again", "verdict"),
    [
        (Again((said("unsat"),), True), Verdict.PROVED),
        (Again((said("unsat"), said("unknown")), False), Verdict.BOUNDED),
        (Again((said("unsat"),), False), Verdict.BOUNDED),
        (Again((said("sat"),), False), Verdict.DISAGREE),
    ],
)
@pytest.mark.parametrize("name", ["deny_comes_no_sooner", "hand_not_exceeded"])
def test_a_second_solver_confirms_gives_up_or_contradicts(
    monkeypatch: pytest.MonkeyPatch, name: str, again: Again, verdict: Verdict
) -> None:
    def other(asked: Asked, solver: str, limit: float) -> Again:
        return again

    monkeypatch.setattr(whole, "search_again", other)
    monkeypatch.setattr(whole, "table_again", other)
    assert decide(named(name), 2, 120).verdict is verdict


def test_a_search_cut_short_is_no_confirmation() -> None:
    again = whole.search_again(named("protections_not_exceeded").asked(2), "bitwuzla", 0.01)
    assert not again.is_complete


def test_a_second_search_finds_what_there_is() -> None:
    again = whole.search_again(named("all_boil_over_so_soon").asked(2), "bitwuzla", 120)
    assert any(answer.result == "sat" for answer in again.answers)


def test_a_question_that_names_seats_is_not_searched_again() -> None:
    claim = replace(named("calm_is_complete_so_soon"), question="players[0].stress == 0")
    with pytest.raises(ValueError, match="names seats"):
        whole.search_again(claim.asked(2), "bitwuzla", 1)


def test_the_other_solver_shares_no_code() -> None:
    assert other_than([said("unsat", "z3-blast"), said("unsat", "constant")]) == "bitwuzla"
    assert other_than([said("unsat", "bitwuzla")]) == "z3-blast"
    assert other_than([said("unsat", solver) for solver in OTHERS]) is None


@pytest.mark.long
@pytest.mark.parametrize(("claim", "seats"), CASES, ids=lambda each: getattr(each, "name", str(each)))
def test_every_claim_comes_out(claim: WholeClaim, seats: int) -> None:
    found = decide(claim, seats, 300)
    assert found.verdict is claim.verdict(seats), found.reason
    if found.trace is not None:
        replay(found.trace)
