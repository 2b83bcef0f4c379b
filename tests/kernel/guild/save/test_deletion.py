"""Reviews, confirms and the trash: by example, good beside bad."""

from __future__ import annotations

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.save.deletion import (
    NO_DIALOG,
    Act,
    Focus,
    Shelf,
    Step,
    Trashed,
    deleted,
    emptied,
    focused,
    launched,
    opened,
    phrase_selected,
    pressed,
    restored,
)
from kernel.guild.save.rulings import FROZEN
from kernel.guild.save.slot import NONE

SHELF = Shelf(1, 2)


def test_a_deletion_is_reviewed_then_confirmed() -> None:
    review = opened(Act.DELETE, 1)
    assert (review.step, review.focus) == (Step.REVIEW, Focus.CANCEL)
    assert pressed(review, 2) == NO_DIALOG
    assert pressed(focused(review, Focus.CONFIRM), 2).step is Step.CONFIRMED


def test_a_held_key_does_not_confirm_what_it_opened() -> None:
    ready = focused(opened(Act.ABANDON, 1), Focus.CONFIRM)
    assert pressed(ready, 1) == ready


def test_a_purchase_needs_no_review() -> None:
    assert opened(Act.BUY, 1).step is Step.CONFIRMED


def test_a_reset_asks_for_the_phrase_in_a_second_dialog() -> None:
    second = pressed(focused(opened(Act.RESET, 1), Focus.CONFIRM), 2)
    assert (second.step, second.focus) == (Step.PHRASE, Focus.CANCEL)
    ready = focused(second, Focus.CONFIRM)
    assert pressed(ready, 3) == ready
    assert pressed(phrase_selected(ready), 3).step is Step.CONFIRMED
    # Neither the press that opened the first dialog nor that of the second one answers.
    assert pressed(phrase_selected(ready), 1).step is pressed(phrase_selected(ready), 2).step is Step.PHRASE


def test_the_phrase_of_a_second_dialog_is_not_selected_in_the_first() -> None:
    assert not phrase_selected(opened(Act.RESET, 1)).is_phrase_selected


def test_a_deleted_slot_comes_back_with_its_ledgers() -> None:
    shelf = deleted(SHELF)
    for _ in range(7):
        shelf = launched(shelf, True, FROZEN)
    assert restored(shelf, 1) == SHELF
    assert restored(launched(shelf, False, FROZEN), 1) == SHELF
    assert launched(shelf, True, FROZEN) == emptied(shelf) == Shelf(NONE, NONE)


def test_what_is_not_there_is_not_deleted_and_what_is_there_not_replaced() -> None:
    with pytest.raises(ContractBroken, match="AG-SAV-16-02"):
        deleted(deleted(SHELF))
    with pytest.raises(ContractBroken, match="AG-SAV-16-02"):
        restored(Shelf(5, 6, (Trashed(1, 2, 0),)), 1)
