"""Destructive actions: which need a review and a confirm of their own, and what deleting a slot leaves in the trash.

An input is numbered; a repeat of a key or button has the number of the first press. Rules: AG-SAV-16-01, AG-SAV-16-02.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure, require
from kernel.guild.save.rulings import Restoring, SaveRulings, TrashTime
from kernel.guild.save.slot import NONE, Term

#: Deleted slots lie in the trash for so many successful launches (AG-SAV-16-02).
TRASH_LAUNCHES = 7


class Act(Term):
    """What a player can confirm; those without a consequence that lasts need no review. Rules: AG-SAV-16-01."""

    BUY = "buy an offer"
    EQUIP = "equip"
    DECLINE_CARD = "decline a reward card"
    DECLINE_OFFER = "decline a protected offer while somebody lives"
    DISMISS_NEWCOMER = "dismiss a Recruit without a history"
    DISMISS = "dismiss a Recruit with a history"
    PROMOTE = "promote"
    REPLACE_ARTIFACT = "replace an Artifact"
    DECLINE_RECOVERY = "decline the protected offer that keeps the run open"
    ABANDON = "abandon the run"
    CHANGE_LAW = "change difficulty or Oath law"
    CHOOSE_BRANCH = "choose a cloud branch"
    FALL_BACK = "fall back from a migration"
    OVERWRITE = "overwrite a Guild slot"
    DELETE = "delete a Guild slot"
    RESET = "reset the profile"


UNREVIEWED = (Act.BUY, Act.EQUIP, Act.DECLINE_CARD, Act.DECLINE_OFFER, Act.DISMISS_NEWCOMER)


class Focus(Term):
    """Where the next input goes."""

    CANCEL = "cancel"
    CONFIRM = "confirm"


class Step(Term):
    """How far an action has come."""

    CLOSED = "no dialog"
    REVIEW = "its effect is shown"
    PHRASE = "the displayed phrase has to be selected"
    CONFIRMED = "it is confirmed"


@dataclass(frozen=True)
class Dialog:
    """The review of one action; `asked` numbers the input that asked for it, `opener` what opened this dialog."""

    act: Act
    step: Step
    focus: Focus
    asked: int
    opener: int
    is_phrase_selected: bool


NO_DIALOG = Dialog(Act.BUY, Step.CLOSED, Focus.CANCEL, NONE, NONE, False)


def needs_review(act: Act) -> bool:
    """Does it need an effect review and a separate confirm? Rules: AG-SAV-16-01."""
    return act not in UNREVIEWED


def opened(act: Act, press: int) -> Dialog:
    """What asking for an action shows: its review, with cancel in focus. Rules: AG-SAV-16-01, AG-SAV-16-02."""
    step = Step.REVIEW if needs_review(act) else Step.CONFIRMED
    return Dialog(act, step, Focus.CANCEL, press, press, False)


def focused(dialog: Dialog, focus: Focus) -> Dialog:
    """The focus is moved; that alone does nothing else."""
    return replace(dialog, focus=focus)


def phrase_selected(dialog: Dialog) -> Dialog:
    """The displayed phrase is selected, in the second dialog of a reset. Rules: AG-SAV-16-02."""
    return replace(dialog, is_phrase_selected=dialog.step is Step.PHRASE)


@ensure(
    lambda dialog, press, result: press not in (dialog.asked, dialog.opener) or result == dialog,
    "AG-SAV-16-02: an input that opened a dialog does not answer it",
)
def pressed(dialog: Dialog, press: int) -> Dialog:
    """An input where the focus is; a repeat of one that opened a dialog does nothing.

    Rules: AG-SAV-16-01, AG-SAV-16-02.
    """
    if press in (dialog.asked, dialog.opener) or dialog.step in (Step.CLOSED, Step.CONFIRMED):
        return dialog
    if dialog.focus is Focus.CANCEL:
        return NO_DIALOG
    if dialog.act is Act.RESET and dialog.step is Step.REVIEW:
        return Dialog(dialog.act, Step.PHRASE, Focus.CANCEL, dialog.asked, press, False)
    if dialog.step is Step.PHRASE and not dialog.is_phrase_selected:
        return dialog
    return replace(dialog, step=Step.CONFIRMED)


# ---------------------------------------------------------------- the trash


@dataclass(frozen=True)
class Trashed:
    """A deleted slot: the complete slot, both closure ledgers, and the successful launches since it was deleted."""

    slot: int
    ledgers: int
    launches: int


@dataclass(frozen=True)
class Shelf:
    """One slot and its place in the trash, as labels of what lies there; NONE is nothing.

    What was deleted lies in the trash oldest first, each for its own time.
    """

    slot: int
    ledgers: int
    trash: tuple[Trashed, ...] = ()


@require(lambda shelf: shelf.slot != NONE, "AG-SAV-16-02: only a slot that is there is deleted")
def deleted(shelf: Shelf) -> Shelf:
    """The complete slot and its ledgers lie in the trash, beside what lies there already. Rules: AG-SAV-16-02."""
    return Shelf(NONE, NONE, (*shelf.trash, Trashed(shelf.slot, shelf.ledgers, 0)))


def launched(shelf: Shelf, is_successful: bool, rulings: SaveRulings) -> Shelf:
    """After a launch: what is in the trash stays for seven successful ones. Rules: AG-SAV-16-02, F-246."""
    last = TRASH_LAUNCHES if rulings.trash is TrashTime.AFTER_SEVENTH else TRASH_LAUNCHES - 1
    older = tuple(replace(each, launches=each.launches + 1) for each in shelf.trash) if is_successful else shelf.trash
    return replace(shelf, trash=tuple(each for each in older if each.launches <= last))


def emptied(shelf: Shelf) -> Shelf:
    """The trash is empty, by an express confirm. Rules: AG-SAV-16-02."""
    return replace(shelf, trash=())


def may_restore(shelf: Shelf, slot: int, is_elsewhere: bool, rulings: SaveRulings) -> bool:
    """May this deleted slot be restored: into a free slot; and if its lineage is playable in another one?

    Rules: AG-SAV-16-02, AG-SAV-14-08, F-244.
    """
    is_free = shelf.slot == NONE and any(each.slot == slot for each in shelf.trash)
    return is_free and (not is_elsewhere or rulings.restoring is Restoring.FREE_SLOT)


@require(lambda shelf: shelf.slot == NONE, "AG-SAV-16-02: nothing is restored over a slot that is in use")
def restored(shelf: Shelf, slot: int) -> Shelf:
    """This slot comes back with its ledgers if it is in the trash; else nothing changes. Rules: AG-SAV-16-02."""
    for each in shelf.trash:
        if each.slot == slot:
            return Shelf(each.slot, each.ledgers, tuple(other for other in shelf.trash if other != each))
    return shelf
