"""The worlds of the save contract: the size that each is known to have, every kind of step in it, none that fails."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.guild.save.commit import Phase
from kernel.guild.save.rulings import FROZEN
from model.crash_matrix import Crash, OutOfTurn, Proceed, Recover, Submit, Unwatch, advance, fresh
from model.encounter_worlds import WORLDS as ENCOUNTERS
from model.engines.explore import explore
from model.game import World
from model.haven_worlds import WORLDS as HAVENS
from model.no_resurrection import Act, Age, Moment, Rollback
from model.no_resurrection import OutOfTurn as NotDue
from model.no_resurrection import advance as go_on
from model.no_resurrection_worlds import WORLDS as RECOVERIES
from model.save_worlds import BUY, GUILD, HIRE
from model.save_worlds import WORLDS as PROCEDURES
from model.verdict import Verdict

#: Distinct states and depth of each world; a state space that shrinks or grows is a change of the machine.
SIZES: dict[str, tuple[int, int]] = {
    "save-purchase": (78, 19),
    "save-purchase-growth": (78, 19),
    "save-trade": (566, 19),
    "save-trade-growth": (566, 19),
    "save-company": (854, 19),
    "save-company-growth": (854, 19),
    "save-battle": (272, 19),
    "save-battle-growth": (272, 19),
    "save-settlement": (122, 19),
    "save-settlement-growth": (122, 19),
    "save-close": (358, 19),
    "save-close-growth": (358, 19),
    "save-again": (80, 28),
    "save-creation": (114, 46),
    "save-creation-growth": (72, 37),
    "save-funds-first": (30, 10),
    "save-several": (302, 19),
    "save-rejection-still": (78, 19),
    "save-rotation": (82, 19),
    "save-casualty": (6309, 21),
    "save-casualty-growth": (6309, 21),
    "save-reward": (3811, 20),
    "save-clear": (11_913, 26),
    "save-clear-growth": (9746, 22),
    "save-draft": (7314, 20),
    "save-draft-growth": (3792, 17),
    "save-promotion": (3463, 20),
    "save-promotion-growth": (1292, 16),
    "save-common-prefix": (169, 11),
    "save-late-mirrors": (253, 10),
    "save-trusting": (866, 16),
    "save-mute-seal": (1617, 20),
    "save-company-sealed": (5513, 23),
    "save-stale": (1002, 12),
    "save-stale-within-one": (513, 11),
    "save-stale-within-two": (188, 11),
    "save-stale-two-unreadable": (1411, 15),
    "save-stale-three": (293, 12),
    "save-stale-reward": (1411, 15),
    "save-stale-clear": (4747, 19),
    "save-checkpoint": (12_097, 21),
    "save-checkpoint-resumed": (9156, 21),
    "save-draft-sealed": (7660, 21),
    "save-draft-resumed": (7607, 23),
    "save-cloud": (18_372, 33),
    "save-cloud-rollback": (8500, 33),
    "save-cloud-reward": (5242, 16),
    "save-cloud-clear": (7873, 31),
    "save-cloud-any": (251, 25),
    "save-cloud-two-kinds": (20_600, 39),
    "save-trash": (10_186, 26),
    "save-trash-kept": (14_666, 24),
    "save-trash-seventh": (1373, 24),
    "save-trash-blocked": (17_642, 24),
    "save-migration": (12_121, 39),
    "save-migration-bound": (9406, 27),
    "save-migration-replayed": (12_483, 28),
    "save-migration-cloud": (7221, 46),
    "save-migration-older": (25_106, 40),
    "save-migration-lineage": (1014, 32),
    "save-clock": (5_382, 16),
    "save-encounter": (3937, 28),
    "save-encounter-growth": (3937, 28),
    "save-encounter-corrupt": (5588, 32),
    "save-encounter-corrupt-growth": (5588, 32),
    "save-encounter-lost": (4836, 40),
    "save-encounter-lost-growth": (4836, 40),
    "save-encounter-forged": (1849, 31),
    "save-encounter-forged-growth": (1849, 31),
    "save-encounter-417": (564, 23),
    "save-encounter-417-growth": (564, 23),
    "save-encounter-tick": (1052, 28),
    "save-encounter-bare": (1354, 28),
    "save-encounter-blind": (4687, 22),
}
QUICK = [name for name, (states, _) in SIZES.items() if states < 2_000]
SLOW = [name for name in SIZES if name not in QUICK]
ALL: dict[str, World[Any, Any, Any]] = {**PROCEDURES, **RECOVERIES, **HAVENS, **ENCOUNTERS}


def test_every_world_has_its_size_written_down() -> None:
    assert set(SIZES) == set(ALL)


def check(name: str) -> None:
    seen = explore(ALL[name], [])
    assert (seen.stop, seen.coverage_verdict) == ("", Verdict.EXHAUSTED), (seen.dead, seen.loud)
    assert (seen.distinct, seen.depth) == SIZES[name]


@pytest.mark.parametrize("name", QUICK)
def test_a_world_is_exhausted_with_its_known_size(name: str) -> None:
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_large_world_is_exhausted_with_its_known_size(name: str) -> None:
    check(name)


def test_a_step_that_is_not_due_is_refused() -> None:
    bench = fresh(GUILD, (HIRE,))
    for choice in (Proceed(), Recover(), Crash(False), Unwatch(0), Submit(2, HIRE)):
        with pytest.raises(OutOfTurn):
            advance(bench, choice, FROZEN)
    assert advance(bench, Submit(0, HIRE), FROZEN).station.phase is Phase.WRITTEN


def test_a_row_that_is_let_go_leaves_room_for_another_operation() -> None:
    bench = fresh(GUILD, (HIRE,))
    bench = advance(bench, Submit(0, HIRE), FROZEN)
    assert bench.station.other.journal[0].intent == HIRE
    for _ in range(2):
        bench = advance(bench, Proceed(), FROZEN)
    with pytest.raises(OutOfTurn):
        advance(bench, Unwatch(0), FROZEN)
    assert advance(bench, Submit(1, BUY), FROZEN) == bench


def test_recovery_takes_only_what_is_due() -> None:
    vault = RECOVERIES["save-casualty"].starts[0]
    for choice in (Age(0), Rollback(0), Act(1)):
        with pytest.raises(NotDue):
            go_on(vault, choice, FROZEN)
    assert go_on(vault, Act(0), FROZEN).moment is Moment.SWITCHED
