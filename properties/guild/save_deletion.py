"""Reviews, confirms and the trash: AG-SAV-16."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from kernel.contracts import ContractBroken
from kernel.guild.save.deletion import (
    Act,
    Dialog,
    Focus,
    Shelf,
    Step,
    Trashed,
    deleted,
    emptied,
    focused,
    launched,
    needs_review,
    opened,
    phrase_selected,
    pressed,
    restored,
)
from kernel.guild.save.rulings import FROZEN, SaveRulings, TrashTime
from kernel.guild.save.slot import NONE
from properties.claim import fact

#: What the text lists, word for word in our vocabulary; a reset of the profile needs even more.
LISTED = (
    Act.DISMISS,
    Act.PROMOTE,
    Act.REPLACE_ARTIFACT,
    Act.DECLINE_RECOVERY,
    Act.ABANDON,
    Act.CHANGE_LAW,
    Act.CHOOSE_BRANCH,
    Act.FALL_BACK,
    Act.OVERWRITE,
    Act.DELETE,
)
#: The press that opens; what may follow it: that press repeated, others, the focus moved, the phrase selected.
OPENER = 1
Input = int | Focus | str
INPUTS: tuple[Input, ...] = (OPENER, 2, 3, Focus.CANCEL, Focus.CONFIRM, "phrase")


def answered(act: Act, inputs: tuple[Input, ...]) -> Dialog:
    """What is shown after these inputs."""
    dialog = opened(act, OPENER)
    for each in inputs:
        if isinstance(each, Focus):
            dialog = focused(dialog, each)
        elif isinstance(each, str):
            dialog = phrase_selected(dialog)
        else:
            dialog = pressed(dialog, each)
    return dialog


def answers(length: int = 4) -> Iterator[tuple[Act, tuple[Input, ...]]]:
    """Every action with every row of inputs of at most this length."""
    return ((act, inputs) for act in Act for n in range(length + 1) for inputs in product(INPUTS, repeat=n))


@fact("AG-SAV-16-01", cases=lambda: Act)
def what_the_text_lists_needs_a_review(act: Act) -> bool:
    """Exactly the ten actions of the list, and a reset, open a review; the others are confirmed at once."""
    reviewed = act in LISTED or act is Act.RESET
    return needs_review(act) == reviewed == (opened(act, OPENER).step is Step.REVIEW)


@fact("AG-SAV-16-01", cases=answers)
def a_review_is_confirmed_apart(case: tuple[Act, tuple[Input, ...]]) -> bool:
    """A reviewed action is confirmed only by another press than that which asked for it, the focus on confirm."""
    act, inputs = case
    if not needs_review(act) or answered(act, inputs).step is not Step.CONFIRMED:
        return True
    return any(
        each not in (OPENER, *Focus, "phrase") and answered(act, inputs[:i]).focus is Focus.CONFIRM
        for i, each in enumerate(inputs)
    )


@fact("AG-SAV-16-01", cases=lambda: (act for act in Act if act is not Act.RESET))
def a_review_can_be_confirmed(act: Act) -> bool:
    """Moving the focus to confirm and pressing again confirms every action but a reset."""
    return answered(act, (Focus.CONFIRM, 2)).step is Step.CONFIRMED


@fact("AG-SAV-16-02", cases=lambda: product(Act, Focus, range(6)))
def a_repeated_input_never_confirms(case: tuple[Act, Focus, int]) -> bool:
    """However often the input that opened a review repeats, wherever the focus is, it answers nothing."""
    act, focus, repeats = case
    dialog = focused(opened(act, OPENER), focus)
    return answered(act, (focus, *(OPENER,) * repeats)) == dialog


@fact("AG-SAV-16-02", cases=lambda: (act for act in Act if needs_review(act)))
def cancel_has_the_focus(act: Act) -> bool:
    """In a new review cancel has the focus, and a press there closes it without effect."""
    return opened(act, OPENER).focus is Focus.CANCEL and answered(act, (2,)).step is Step.CLOSED


@fact("AG-SAV-16-02", cases=lambda: (inputs for act, inputs in answers(5) if act is Act.RESET))
def a_reset_needs_a_second_dialog_and_the_phrase(inputs: tuple[Input, ...]) -> bool:
    """A reset is confirmed only by three different presses, the phrase having been selected in the second dialog."""
    if answered(Act.RESET, inputs).step is not Step.CONFIRMED:
        return True
    presses = {each for each in inputs if isinstance(each, int)} - {OPENER}
    return len(presses) == 2 and any(
        each == "phrase" and answered(Act.RESET, inputs[:i]).step is Step.PHRASE for i, each in enumerate(inputs)
    )


@fact("AG-SAV-16-02", cases=lambda: ((Focus.CONFIRM, 2, "phrase", Focus.CONFIRM, 3),))
def a_reset_can_be_confirmed(inputs: tuple[Input, ...]) -> bool:
    """Confirm, phrase, confirm: that resets the profile, and without the phrase it does not."""
    without = tuple(each for each in inputs if each != "phrase")
    return answered(Act.RESET, inputs).step is Step.CONFIRMED and answered(Act.RESET, without).step is Step.PHRASE


# ---------------------------------------------------------------- the trash


USED = Shelf(5, 6)
EMPTY = Shelf(NONE, NONE)


def after(launches: tuple[bool, ...], rulings: SaveRulings = FROZEN) -> Shelf:
    """A deleted slot after these launches, successful or not."""
    shelf = deleted(USED)
    for each in launches:
        shelf = launched(shelf, each, rulings)
    return shelf


def lives() -> Iterator[tuple[tuple[bool, ...], TrashTime]]:
    """Every row of up to nine launches, successful or not, in both readings of F-246."""
    return ((each, time) for n in range(10) for each in product((False, True), repeat=n) for time in TrashTime)


@fact("AG-SAV-16-02", cases=lives)
def a_deleted_slot_can_be_restored_for_seven_launches(case: tuple[tuple[bool, ...], TrashTime]) -> bool:
    """Slot and both ledgers come back whole until the seventh successful launch, after which nothing comes back.

    Whether the seventh itself still finds them is F-246.
    """
    launches, time = case
    shelf = after(launches, replace(FROZEN, trash=time))
    kept = sum(launches) <= (7 if time is TrashTime.AFTER_SEVENTH else 6)
    lying = [(each.slot, each.ledgers) for each in shelf.trash] == ([(5, 6)] if kept else [])
    return lying and shelf.slot == NONE and restored(shelf, 5) == (USED if kept else EMPTY)


@fact("AG-SAV-16-02", cases=lambda: product(range(10), range(10)))
def each_deleted_slot_has_its_own_seven_launches(case: tuple[int, int]) -> bool:
    """A slot that is deleted while another lies in the trash displaces nothing: each comes back within its own time."""
    first, second = case
    shelf = deleted(replace(after((True,) * first), slot=7, ledgers=8))
    for _ in range(second):
        shelf = launched(shelf, True, FROZEN)
    found = [restored(shelf, slot).slot == slot for slot in (5, 7)]
    return found == [first + second <= 7, second <= 7]


@fact("AG-SAV-16-02", cases=lambda: range(8))
def the_trash_is_emptied_on_request(launches: int) -> bool:
    """An express confirm empties the trash at any time, and only what was in it."""
    return emptied(after((True,) * launches)) == EMPTY


@fact("AG-SAV-16-02", cases=lambda: (USED, Shelf(5, 6, (Trashed(7, 8, 3),))))
def nothing_is_restored_over_a_slot_in_use(shelf: Shelf) -> bool:
    """What lies in the trash does not replace a slot that is in use."""
    try:
        restored(shelf, 7)
    except ContractBroken:
        return True
    return False
