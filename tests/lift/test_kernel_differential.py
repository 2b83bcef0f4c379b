"""The kernel of GROUND against its lifted formulas: tables from plays, with faults, and beyond all rules."""

from __future__ import annotations

import pytest

from kernel.ground.state import Step
from tests.lift.running import compare_ground, predicates

#: Tables a step by seats; each is asked of some five functions.
TABLES = {2: 100, 3: 80, 4: 60, 5: 50, 6: 40}


@pytest.mark.parametrize("step", Step, ids=lambda step: step.name)
@pytest.mark.parametrize("seats", TABLES)
def test_the_kernel_agrees_with_its_formula(seats: int, step: Step) -> None:
    ends = compare_ground(seats, step, 0, TABLES[seats])
    assert ends["refusal_of: value"] > TABLES[seats] // 2
    assert ends["winners_of: value"] == TABLES[seats]
    assert ends["offered: value"] > TABLES[seats] // 2
    if step is Step.OVER:
        assert ends["advance: raises Refused"] > 0
    else:
        assert ends["advance: value"] > TABLES[seats] // 8
        assert ends["play: value"] >= ends["advance: value"]


@pytest.mark.parametrize("step", [step for step in Step if step is not Step.OVER], ids=lambda step: step.name)
def test_the_claims_agree_with_their_formulas(step: Step) -> None:
    names = {function.__name__ for function, _ in predicates()}
    ends = compare_ground(2, step, 1, 15, claims=True)
    asked = {end.split(":")[0] for end in ends}
    assert len(names & asked) > len(names) * 9 // 10


@pytest.mark.long
@pytest.mark.parametrize("seats", TABLES)
def test_the_claims_agree_on_many_tables(seats: int) -> None:
    for step in Step:
        if step is not Step.OVER:
            assert compare_ground(seats, step, 2, 2 * TABLES[seats], claims=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 3))
@pytest.mark.parametrize("seats", TABLES)
def test_the_kernel_agrees_on_many_tables(seats: int, seed: int) -> None:
    for step in Step:
        assert compare_ground(seats, step, seed, 4 * TABLES[seats], games=8)
