"""Claims about dismissals that are taken up: what is applied, what is rejected, and what dismissal is not.

They are about sessions of `model.dismissal`; what they compare with is read from the raw state.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.dismissal import RowStatus
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import DismissalParent, Rulings, StaleDismissal
from kernel.guild.state import NONE, Phase, Place, Status
from model.dismissal import Choice, Crash, Finish, Leave, Session, Settle
from model.game import Scope
from model.verdict import Verdict
from properties.claim import claim
from properties.guild.dismissal import EVERYWHERE
from properties.guild.dismissal_reading import (
    alive,
    any_became,
    became,
    can_leave,
    dismisses,
    game,
    is_dismissed,
    owed,
    rows,
)


@claim(
    Scope.STEP,
    *("AG-SYS-18.2-02", "AG-SYS-18.2-03", "AG-SAV-9.2-05"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=dismisses,
)
def dismissal_never_takes_the_last_one(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Whoever confirms what and when: two or more live before a dismissal, one fewer after it, in an open Market."""
    return game(before).phase is Phase.MARKET and alive(before) >= 2 and alive(after) == alive(before) - 1


@claim(
    Scope.STEP,
    *("AG-ECO-5.3-05", "AG-ECO-5.3-04", "AG-SYS-18.2-03", "AG-SYS-18.2-05", "AG-SAV-18-14"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=dismisses,
)
def an_applied_dismissal_does_what_it_says(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """The pending row's Recruit goes: its item comes back once, its rebate is paid once, and nothing else moves."""
    if not isinstance(choice, Finish):
        return False
    row, old, new = rows(before)[choice.operation], game(before), game(after)
    gone = old.recruits[row.recruit]
    returns = all(
        new.items[i] == (replace(item, at=Place.INVENTORY) if i == gone.item else item)
        for i, item in enumerate(old.items)
    )
    others = all(
        (each.status, each.item, each.paid) == (old.recruits[i].status, old.recruits[i].item, old.recruits[i].paid)
        for i, each in enumerate(new.recruits)
        if i != row.recruit
    )
    left = new.recruits[row.recruit]
    return (
        returns
        and others
        and (left.status, left.item, left.place) == (Status.DISMISSED, NONE, NONE)
        and new.coin == old.coin + owed(gone)
        and (new.credit, new.board, new.is_recovery_due) == (old.credit, old.board, old.is_recovery_due)
        and new.totals.dismissed == old.totals.dismissed + 1
        and (row.item, row.rebate, row.expected) == (gone.item, owed(gone), alive(before))
    )


@claim(
    Scope.STEP,
    "AG-SAV-9.2-05",
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Finish),
)
def a_pending_dismissal_proves_its_parent(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A pending dismissal is applied exactly if nothing has been committed since and it is still legal."""
    assert isinstance(choice, Finish)
    row = rows(before)[choice.operation]
    is_good = row.is_parent_active and can_leave(before, row.recruit, rulings)
    return rows(after)[choice.operation].status is (RowStatus.APPLIED if is_good else RowStatus.REJECTED)


@claim(
    Scope.STEP,
    *("AG-SAV-18-17", "AG-SAV-9.2-05", "AG-SYS-18.2-04"),
    worlds=("dismissal-two", "dismissal-battle"),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Finish)
        and game(before).phase is Phase.MARKET
        and alive(before) == 1
        and game(before).recruits[rows(before)[choice.operation].recruit].status is Status.LIVING
    ),
)
def an_interrupted_dismissal_of_the_last_one_is_rejected(
    before: Session, choice: Choice, after: Session, rulings: Rulings
) -> bool:
    """A pending dismissal taken up when its Recruit is the last one ends as FINAL_LIVE_RECRUIT; the Recruit stays."""
    assert isinstance(choice, Finish)
    row = rows(after)[choice.operation]
    is_final = row.status is RowStatus.REJECTED and row.reason is Refusal.FINAL_LIVE_RECRUIT
    return is_final and game(after) == game(before)


@claim(
    Scope.STEP,
    *("AG-SYS-18.2-04", "AG-ECO-5.3-06", "AG-SAV-9.2-04", "AG-SAV-18-16", "AG-SAV-18-17"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: any_became(before, after, RowStatus.REJECTED),
)
def a_rejection_changes_nothing(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A rejection changes nothing but its own row: no Coin, Credit, item, offer, counter, nor others' parents."""
    others = all(
        rows(after)[place] == row
        for place, row in enumerate(rows(before))
        if not became(before, after, place, RowStatus.REJECTED)
    )
    return game(after) == game(before) and after.up == before.up and others


@claim(
    Scope.STEP,
    *("AG-SAV-9.2-04", "AG-SAV-9.2-05", "AG-SYS-18.2-04"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: any(
        row.status is RowStatus.APPLIED or row.status is RowStatus.REJECTED for row in rows(before)
    ),
)
def a_stored_answer_is_final(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """What has been applied or rejected stays so with its reason: a Company that grows makes nothing legal later."""
    return all(
        rows(after)[place] == row
        for place, row in enumerate(rows(before))
        if row.status is RowStatus.APPLIED or row.status is RowStatus.REJECTED
    )


@claim(
    Scope.STEP,
    *("AG-SAV-9.2-04", "AG-SAV-9.2-05"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Crash),
)
def a_crash_forgets_reviews_alone(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A crash loses what was shown, and nothing that was confirmed."""
    return after.desk == before.desk


@claim(
    Scope.STATE,
    *("AG-ECO-5.3-05", "AG-SYS-18.2-03", "AG-SAV-18-14"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda session, rulings: game(session).totals.dismissed > 0,
)
def one_row_one_leaver(session: Session, rulings: Rulings) -> bool:
    """As many Recruits are gone as rows are applied, each by one of them, and what is gone carries nothing."""
    state = game(session)

    def by(slot: int) -> int:
        return sum(1 for row in rows(session) if row.status is RowStatus.APPLIED and row.recruit == slot)

    applied = sum(1 for row in rows(session) if row.status is RowStatus.APPLIED)
    return applied == state.totals.dismissed and all(
        by(slot) == (1 if each.status is Status.DISMISSED else 0)
        and (each.status is not Status.DISMISSED or each.item == NONE)
        for slot, each in enumerate(state.recruits)
    )


@claim(Scope.STATE, "AG-ECO-5.3-05", "AG-SYS-18.2-03", worlds=EVERYWHERE, sampled=False)
def every_item_is_in_one_place(session: Session, rulings: Rulings) -> bool:
    """Every item is carried by exactly one Recruit of the Company, or by nobody and in the inventory."""
    state = game(session)

    def carriers(slot: int) -> int:
        owned = (Status.LIVING, Status.KNOCKED_OUT)
        return sum(1 for each in state.recruits if each.item == slot and each.status in owned)

    return all(
        carriers(slot) == (1 if item.at is Place.EQUIPPED else 0)
        and (item.at is Place.EQUIPPED or item.at is Place.INVENTORY)
        for slot, item in enumerate(state.items)
    )


# ---------------------------------------------------------------- what dismissal is not


@claim(
    Scope.STEP,
    *("AG-SYS-18.2-05", "AG-ECO-5.3-05"),
    worlds=("dismissal-two", "dismissal-battle", "dismissal-growth"),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Leave),
)
def abandoning_pays_no_rebate(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Abandoning is another operation: it uses no row, dismisses nobody and pays nothing."""
    same = all(
        (new.status, new.recruit, new.reason) == (old.status, old.recruit, old.reason)
        for old, new in zip(rows(before), rows(after), strict=True)
    )
    return same and not is_dismissed(before, after) and game(after).coin <= game(before).coin


@claim(
    Scope.STEP,
    *("AG-SYS-18.2-05", "AG-ECO-5.3-09"),
    worlds=("dismissal-battle",),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        game(after).credit > game(before).credit or (game(after).is_recovery_due and not game(before).is_recovery_due)
    ),
    under=(Edition.FG4,),
)
def only_settled_deaths_give_credit_and_offers(
    before: Session, choice: Choice, after: Session, rulings: Rulings
) -> bool:
    """Credit and a recovery offer come from the settlement of casualties, and from nothing else."""
    return isinstance(choice, Settle) and any(each.status is Status.KNOCKED_OUT for each in game(before).recruits)


@claim(
    Scope.STEP,
    *("AG-ECO-5.3-05", "AG-ECO-5.3-06", "AG-SYS-18.2-05"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: game(after).coin > game(before).coin,
)
def coin_comes_from_applied_rows_alone(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Coin grows here only when a pending dismissal is applied: not by preview, confirm, retry, crash or rejection."""
    return isinstance(choice, Finish) and became(before, after, choice.operation, RowStatus.APPLIED)


# ---------------------------------------------------------------- what does not hold


@claim(
    Scope.STEP,
    "AG-SAV-9.2-05",
    worlds=("dismissal-three",),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Finish) and can_leave(before, rows(before)[choice.operation].recruit, rulings)
    ),
    expect=Verdict.REFUTED,
    finding="F-140",
    under=(DismissalParent.COMMIT,),
)
def a_legal_pending_dismissal_is_applied(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A pending dismissal that is still legal when it is taken up is applied."""
    assert isinstance(choice, Finish)
    return became(before, after, choice.operation, RowStatus.APPLIED)


@claim(
    Scope.STEP,
    *("AG-SAV-9.2-05", "AG-SYS-18.2-04"),
    worlds=("dismissal-words",),
    sampled=False,
    premise=lambda before, choice, after, rulings: any(
        became(before, after, place, RowStatus.REJECTED) and row.reason is Refusal.FINAL_LIVE_RECRUIT
        for place, row in enumerate(rows(after))
    ),
    expect=Verdict.REFUTED,
    finding="F-141",
    under=(StaleDismissal.FINAL_LIVE_RECRUIT,),
)
def final_is_said_of_the_last_one_alone(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Only where one lives is anybody told FINAL_LIVE_RECRUIT."""
    return alive(before) == 1
