"""The success criteria of the pressure deck: what holds, and that each would notice if it did not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING
from kernel.ground.state import Choice, State, with_problem
from model.engines.enumerate import enumerate_cases
from model.rates import Rate
from model.simulate import Simulation, simulate
from model.simulation_figures import figures_of
from model.verdict import Verdict
from properties.claim import Fact, facts_in
from properties.ground import criteria
from properties.ground.criteria import STATISTICS, decide, figures_for, some_total_reaches_the_threshold
from specs.load import load_rules

FACTS = {fact.name: fact for fact in facts_in([criteria])}


def decided(fact: Fact) -> Verdict:
    return enumerate_cases(fact.name, fact.cases(), fact.holds).verdict


# ---------------------------------------------------------------- by cases


@pytest.mark.parametrize("name", FACTS)
def test_what_cases_decide_holds(name: str) -> None:
    assert decided(FACTS[name]) is Verdict.EXHAUSTED


def test_all_player_counts_and_all_claims_are_listed() -> None:
    cases = list(criteria.claim_counts())
    # Up to five claims in five rounds: the ways to choose 5 out of 10.
    assert len(cases) == len(set(cases)) == 5 * 252
    assert len(list(criteria.claim_patterns())) == 5 * 2**5


def never_drawing(state: State, choice: Choice, rulings: Any) -> State:
    after = resolve.play(state, choice, rulings)
    for i, problem in enumerate(state.problems):
        after = with_problem(after, i, in_play=problem.in_play)  # type: ignore[arg-type]
    return after


@pytest.mark.parametrize(
    "name", ["every_game_uses_up_the_deck_or_meets_the_cap", "from_three_seats_on_the_first_end_brings_a_card"]
)
def test_a_deck_that_is_never_drawn_from_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "advance", never_drawing)
    assert decided(FACTS[name]) is Verdict.REFUTED


def test_a_card_that_comes_at_two_seats_all_the_same_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(criteria, "in_deck", lambda state: state.round)
    assert decided(FACTS["two_seats_that_claim_nothing_never_see_a_card"]) is Verdict.REFUTED


def test_success_by_other_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        criteria,
        "is_group_successful",
        lambda state: sum(p.value for p in state.problems if p.claimed_by >= 0) >= state.threshold,
    )
    assert decided(FACTS["success_is_decided_by_starters_alone"]) is Verdict.REFUTED


@pytest.mark.parametrize(("seats", "best"), [(2, 4), (3, 4), (4, 6), (5, 6), (6, 6)])
def test_the_threshold_is_out_of_reach_with_printed_values(seats: int, best: int) -> None:
    assert criteria.best_total(seats, criteria.DECK) == best
    found = some_total_reaches_the_threshold(seats)
    assert found.verdict is Verdict.REFUTED
    assert f"at most {best} points" in found.reason


def test_with_dearer_cards_the_threshold_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    dear = tuple(replace(card, value=5) for card in criteria.SCENARIO.problems)
    monkeypatch.setattr(criteria, "SCENARIO", replace(criteria.SCENARIO, problems=dear))
    assert all(some_total_reaches_the_threshold(seats).verdict is Verdict.WITNESSED for seats in range(2, 7))


# ---------------------------------------------------------------- by statistics


def test_statistics_have_names_of_their_own_and_speak_for_known_rules() -> None:
    names = [each.name for each in STATISTICS]
    assert len(names) == len(set(names))
    assert {rule for each in STATISTICS for rule in each.rules} == {"DEAL-SC1", "DEAL-SC2"} <= set(load_rules())


def test_a_statistic_that_shows_nothing_is_undetermined() -> None:
    statistic = next(each for each in STATISTICS if each.shown is criteria.stages_fire)
    figures = figures_for(statistic, 4, 1)
    fired, silent = replace(figures, moved=Rate(1, 4)), replace(figures, moved=Rate(0, 4))
    assert decide(statistic, fired, 1).verdict is Verdict.SAMPLED
    assert decide(statistic, silent, 1).verdict is Verdict.UNDETERMINED
    assert "4 games, seed 1" in decide(statistic, fired, 1).reason


def test_each_figure_can_fail_to_show() -> None:
    figures = figures_for(STATISTICS[0], 2, 1)
    alike = replace(figures, commonest=Rate(9, 9), starters=Rate(0, 9), moved=Rate(0, 9), influx=Rate(0, 9))
    varied = replace(figures, commonest=Rate(5, 9), starters=Rate(1, 9), moved=Rate(1, 9), influx=Rate(1, 9))
    for shown in (criteria.cards_come_in, criteria.totals_vary, criteria.stages_fire, criteria.starters_are_cleared):
        assert shown(varied)[0]
        assert not shown(alike)[0]


def test_a_part_of_the_games_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*words: Any) -> Simulation:
        return replace(simulate(*words), wanted=99)

    monkeypatch.setattr(criteria, "simulate", cut)
    with pytest.raises(KeyboardInterrupt):
        figures_for(STATISTICS[0], 2, 1)


def test_at_two_seats_cards_come_in_as_soon_as_somebody_claims() -> None:
    (statistic,) = (each for each in STATISTICS if each.shown is criteria.cards_come_in)
    assert decide(statistic, figures_for(statistic, 30, criteria.SEED), criteria.SEED).verdict is Verdict.SAMPLED


def test_without_the_module_there_is_no_influx() -> None:
    setting = replace(STATISTICS[0].setting, rulings=STANDING)
    figures = figures_of(simulate(setting, 2, 1))
    assert figures.capped is None
    assert figures.influx.of == 0
