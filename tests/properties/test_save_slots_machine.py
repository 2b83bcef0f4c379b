"""The machine over whole slots: green on the store as it stands, red on broken ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from kernel.guild.save import store_cloud, store_index, store_launch, store_slots, store_trash
from kernel.guild.save.deletion import Shelf
from properties.machines.save_slots import SaveSlotsMachine


def run(lives: int, steps: int) -> None:
    run_state_machine_as_test(
        SaveSlotsMachine,
        settings=settings(
            max_examples=lives,
            stateful_step_count=steps,
            phases=(Phase.generate,),
            derandomize=True,
            database=None,
            deadline=None,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_life_of_a_device_breaks_a_law() -> None:
    run(12, 20)


@pytest.mark.slow
def test_many_lives_of_a_device_break_no_law() -> None:
    run(60, 30)


def swept_first(self: Any, index: Any) -> None:
    """An index that lets files go before it is written."""
    self.index = store_index.pruned(index)
    self.sweep()
    WRITE(self, index)


WRITE = store_slots.Slots.switch

BROKEN: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "the trash has one place": (store_trash, "deleted", lambda kept: Shelf(-1, -1, ())),
    "launches are not counted": (store_launch, "launched", lambda kept, *_: kept),
    "files go before the index": (store_slots.Slots, "switch", swept_first),
    "receipts are not looked up": (store_trash, "receipt", lambda *_: None),
    "the archive is not read": (store_cloud, "without", lambda slots, archive, stored: ()),
    "a payload is believed": (
        store_cloud,
        "received",
        lambda device, *_: store_cloud.replace(device, reply=store_cloud.Reply.IMPORTED),
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_store_is_noticed(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, broken = BROKEN[how]
    monkeypatch.setattr(place, name, broken)
    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever a broken store does, it does not pass
        run(60, 30)
