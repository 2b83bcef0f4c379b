"""Parameter questions: cells agree with Python, edges are exact, stories show what they say, bad asking is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from kernel.guild import economy
from kernel.guild.balance import solvency
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import STANDARD, Parameters
from model import parameters as asked
from model.engines.prove import Numbers
from model.parameter_properties import PROPERTIES, gains_nothing
from model.parameters import MOST_CELLS, RANGES, Cell, Property, Question, Standing, Step, Sweep, answer


def standings(name: str, *sweeps: Sweep) -> list[Standing]:
    return [cell.standing for cell in answer(PROPERTIES[name], sweeps).cells]


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_values_in_force_are_as_the_text_has_them(name: str) -> None:
    found = answer(PROPERTIES[name], (Sweep("opening_coin", 52, 52),))
    wanted = Standing.BROKEN if name == "three-deaths-in-any-round" else Standing.SAFE
    assert found.current.standing is wanted
    assert found.is_complete


def in_python(p: Parameters) -> bool:
    """Is there a loop that gains Coin? Every level, tier, band and item tier tried."""
    domains: dict[str, Any] = dict(PROPERTIES["no-coin-loop"].domains)
    ranges = [range(domains[name].low, domains[name].high + 1) for name in ("level", "tier", "band", "item")]
    return all(
        gains_nothing(p, deed, level, tier, band, item, 0, 2)
        for deed in domains["deed"]
        for level, tier, band, item in product(*ranges)
    )


def test_cells_agree_with_trying_everything() -> None:
    sweeps = (Sweep("dismissal_rebate_bp", 9_000, 13_000, 1_000), Sweep("dismissal_rebate_cap", 12, 24, 4))
    found = answer(PROPERTIES["no-coin-loop"], sweeps)
    tried = [
        in_python(replace(STANDARD, dismissal_rebate_bp=bp, dismissal_rebate_cap=cap))
        for bp, cap in product(*(sweep.values for sweep in sweeps))
    ]
    assert [cell.standing is Standing.SAFE for cell in found.cells] == tried
    assert set(tried) == {True, False}
    assert len(found.solvers) == 2


def random_purse(p: Parameters, random: Random) -> int:
    """The Coin that a long mixed sequence gains, once all that was bought has been given up."""
    coin, recruits, items, refreshes = 0, [], [], 0
    for _ in range(60):
        match random.randrange(5):
            case 0:
                price = economy.hire_list_price(random.randint(1, 10), random.randint(0, 1), p)
                coin, recruits = coin - price, [*recruits, price]
            case 1:
                price = economy.equipment_list_price(random.randint(0, 7), random.randint(0, 3), p)
                coin, items = coin - price, [*items, price]
            case 2:
                coin -= economy.refresh_cost(refreshes, 0, p) + economy.lock_cost(1, p)
                refreshes += 1
            case 3 if recruits:
                coin += economy.dismissal_rebate(random.randint(0, 4), recruits.pop(), p)
            case 4 if items:
                coin += economy.sale_value(items.pop(), p)
    return (
        coin
        + sum(economy.dismissal_rebate(9, paid, p) for paid in recruits)
        + sum(economy.sale_value(x, p) for x in items)
    )


def test_no_mixed_sequence_gains_where_the_cell_is_safe() -> None:
    sweeps = (Sweep("dismissal_rebate_bp", 10_000, 10_000), Sweep("sale_bp", 10_000, 10_000))
    assert standings("no-coin-loop", *sweeps) == [Standing.SAFE]
    free = {"refresh_base": 0, "refresh_step": 0, "lock_cost": 0, "dismissal_rebate_cap": 200}
    p = replace(STANDARD, dismissal_rebate_bp=10_000, sale_bp=10_000, **free)
    gains = [random_purse(p, Random(seed)) for seed in range(200)]
    assert max(gains) <= 0
    broken = replace(p, sale_bp=10_500)
    assert max(random_purse(broken, Random(seed)) for seed in range(200)) > 0


def test_an_exploit_gains_what_it_says_and_is_plain() -> None:
    found = answer(PROPERTIES["no-coin-loop"], (Sweep("sale_bp", 20_000, 20_000),))
    (cell,) = found.cells
    assert cell.standing is Standing.BROKEN
    assert [step.coin for step in cell.exploit] == [-12, 24]
    hire = answer(
        PROPERTIES["no-coin-loop"],
        (Sweep("dismissal_rebate_bp", 20_000, 20_000), Sweep("dismissal_rebate_cap", 40, 40)),
    )
    (cell,) = hire.cells
    assert [step.says for step in cell.exploit] == [
        "hire a base Recruit of level 1",
        "survive 2 battles",
        "dismiss it",
    ]
    assert sum(step.coin for step in cell.exploit) > 0


def test_the_edge_is_exact() -> None:
    found = answer(PROPERTIES["three-deaths-recoverable"], (Sweep("credit_cap", 40, 60, 10),))
    below, above = found.edges
    assert (below.value, below.distance, below.is_exact) == (53, 1, True)
    assert (above.value, above.distance) == (None, None)
    assert standings("three-deaths-recoverable", Sweep("credit_cap", 53, 54)) == [Standing.BROKEN, Standing.SAFE]


def test_an_edge_too_far_between_is_the_nearest_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "MOST_BETWEEN", 2)
    below, _ = answer(PROPERTIES["three-deaths-recoverable"], (Sweep("credit_cap", 40, 60, 10),)).edges
    assert (below.value, below.is_exact) == (50, False)


def test_solvency_has_its_edge_where_the_first_market_cannot_be_paid() -> None:
    found = answer(PROPERTIES["solvent"], (Sweep("opening_coin", 26, 30, 2),))
    assert [cell.standing for cell in found.cells] == [Standing.BROKEN, Standing.SAFE, Standing.SAFE]
    assert found.cells[0].exploit[-1] == Step("hire 2 in the Market of Round 1", -28)
    assert found.edges[0].value == 27


def is_solvent(p: Parameters) -> bool:
    """The plan walked Market by Market in every band and difficulty, all but the hires bought at the end."""
    for band, difficulty in product(range(8), Difficulty):
        after, _ = solvency.walk(band, difficulty, (), p)
        if min(after) < 0 or solvency.coin_at_muster(band, difficulty, p) < 40:
            return False
    return True


def test_solvent_cells_agree_with_walking_the_plan() -> None:
    sweeps = (Sweep("hire_base", 0, 24, 12), Sweep("income_base", 6, 26, 10))
    found = answer(PROPERTIES["solvent"], sweeps)
    walked = [
        is_solvent(replace(STANDARD, hire_base=hire, income_base=income))
        for hire, income in product(*(sweep.values for sweep in sweeps))
    ]
    assert [cell.standing is Standing.SAFE for cell in found.cells] == walked
    assert set(walked) == {True, False}


def test_a_rebate_of_all_that_was_paid_is_no_loop_and_no_loss() -> None:
    sweeps = (Sweep("dismissal_rebate_bp", 10_000, 10_000), Sweep("dismissal_rebate_cap", 40, 40))
    assert standings("no-coin-loop", *sweeps) == [Standing.SAFE]
    assert standings("every-loop-costs", *sweeps) == [Standing.BROKEN]
    assert standings("rebate-below-replacement", *sweeps) == [Standing.BROKEN]


def told(p: Parameters, number: int) -> tuple[Step, ...]:
    return (Step(f"{number}", number),)


def small(p: Parameters, number: int) -> bool:
    return number * number <= p.opening_coin


def test_a_limit_that_is_too_short_leaves_a_cell_unknown() -> None:
    hard = Property("hard", "Hard.", ("AG-ECO-1-05",), (("number", Numbers(0, 10)),), small, told)
    question = Question(hard, (Sweep("opening_coin", 0, 200),))
    assert question.decide((99,)).standing is Standing.BROKEN
    assert question.decide((100,)).standing is Standing.SAFE

    class Silent:
        def check(self, extra: object, limit: float) -> object:
            return replace(question.asked[0], result="unknown", reason="the time is up")

    question._sessions[0] = Silent()  # type: ignore[call-overload]
    cell = question.decide((50,))
    assert (cell.standing, cell.reason) == (Standing.UNKNOWN, "z3-int: the time is up")


def test_what_a_replay_does_not_show_is_unknown() -> None:
    def lying(p: Parameters, number: int) -> bool:
        return number <= 10

    kept = Property("odd", "Odd.", ("AG-ECO-1-05",), (("number", Numbers(0, 20)),), lying, told)
    question = Question(kept, (Sweep("opening_coin", 52, 52),))
    object.__setattr__(question.kept, "holds", lambda p, number: True)
    cell = question.decide((52,))
    assert cell.standing is Standing.UNKNOWN
    assert "a replay does not" in cell.reason


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rebate", 0, 1), "no parameter rebate"),
        (("sale_bp", 0, 20_001), "goes from 0 to 20000"),
        (("sale_bp", 5, 4), "goes from 0 to 20000"),
        (("sale_bp", 0, 10, 0), "leads nowhere"),
    ],
)
def test_a_sweep_that_is_none_is_refused(arguments: tuple[str, int, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Sweep(*arguments)


def test_a_grid_too_large_and_a_parameter_twice_are_refused() -> None:
    with pytest.raises(ValueError, match=str(MOST_CELLS)):
        answer(PROPERTIES["no-coin-loop"], (Sweep("sale_bp", 0, 20_000),))
    with pytest.raises(ValueError, match="twice"):
        answer(PROPERTIES["no-coin-loop"], (Sweep("sale_bp", 0, 1), Sweep("sale_bp", 0, 1)))


def test_every_parameter_is_one_of_the_economy_and_in_range() -> None:
    for name, (low, high) in RANGES.items():
        assert low <= getattr(STANDARD, name) <= high


def test_cells_without_a_story_have_none() -> None:
    assert Cell((1,), Standing.SAFE).exploit == ()
