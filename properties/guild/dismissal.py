"""Claims about dismissal by several clients: SYS-18.2, ECO-5.3, SAV-9.2, and the rows of SAV-18 on dismissal.

They are about sessions of `model.dismissal`; what they compare with is read from the raw state.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.dismissal import RowStatus, confirm_refusal, dismiss, dismissal_refusal, lookup, review_of
from kernel.guild.economy import line_capacity
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import DismissalParent, Rulings, StaleDismissal
from kernel.guild.state import NONE, Phase, Place, Status
from model.dismissal import Choice, Confirm, Crash, Finish, Leave, Preview, Session, Settle
from model.game import Scope
from model.verdict import Verdict
from properties.claim import claim
from properties.guild.dismissal_reading import (
    alive,
    any_became,
    became,
    can_leave,
    dismisses,
    game,
    in_market,
    is_dismissed,
    is_new,
    owed,
    rows,
)

EVERYWHERE = ("dismissal-two", "dismissal-grown", "dismissal-facts", "dismissal-battle", "dismissal-growth")
WITH_BATTLES = ("dismissal-battle", "dismissal-growth")


# ---------------------------------------------------------------- who may be dismissed


@claim(
    Scope.STATE,
    *("AG-SYS-18.2-01", "AG-SYS-18.2-02", "AG-SAV-9.2-03"),
    worlds=EVERYWHERE,
    sampled=False,
)
def dismissal_is_legal_exactly_where_the_text_says(session: Session, rulings: Rulings) -> bool:
    """Dismissal is legal exactly in a Market, for a living Recruit not under promotion, while two or more live."""
    return all(
        (dismissal_refusal(game(session), slot, rulings) is Refusal.NONE) == can_leave(session, slot, rulings)
        for slot in range(len(game(session).recruits))
    )


@claim(
    Scope.STATE,
    "AG-SYS-18.2-01",
    worlds=WITH_BATTLES,
    sampled=False,
    premise=lambda session, rulings: game(session).encounter.offer != NONE,
)
def a_battle_keeps_its_recruits(session: Session, rulings: Rulings) -> bool:
    """While a battle is not settled, those deployed in it are refused as in battle, those at zero HP as awaiting it."""
    state = game(session)
    return all(
        dismissal_refusal(state, slot, rulings)
        is (
            Refusal.AWAITS_OUTCOME
            if each.status is Status.KNOCKED_OUT
            else Refusal.IN_BATTLE
            if state.encounter.lineup[slot] != NONE
            else Refusal.WRONG_PHASE
        )
        for slot, each in enumerate(state.recruits)
    )


@claim(
    Scope.STATE,
    *("AG-SYS-18.2-04", "AG-ECO-5.3-06", "AG-SAV-9.2-03", "AG-SAV-18-15"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda session, rulings: in_market(session, rulings) and alive(session) == 1,
)
def the_last_one_is_refused_as_the_last_one(session: Session, rulings: Rulings) -> bool:
    """The dismissal of the only living Recruit is refused as FINAL_LIVE_RECRUIT, by preview and by confirm."""
    state = game(session)
    return all(
        dismissal_refusal(state, slot, rulings) is Refusal.FINAL_LIVE_RECRUIT
        and confirm_refusal(session.desk, NONE, slot, rulings) is Refusal.FINAL_LIVE_RECRUIT
        for slot, each in enumerate(state.recruits)
        if each.status is Status.LIVING
    )


@claim(
    Scope.STATE,
    "AG-SAV-9.2-03",
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda session, rulings: any(row.status is RowStatus.PENDING for row in rows(session)),
)
def one_dismissal_of_a_recruit_at_a_time(session: Session, rulings: Rulings) -> bool:
    """A Recruit whose dismissal is pending is refused to every other operation."""
    return all(
        confirm_refusal(session.desk, other, row.recruit, rulings) is not Refusal.NONE
        and (
            not can_leave(session, row.recruit, rulings)
            or confirm_refusal(session.desk, other, row.recruit, rulings) is Refusal.DISMISSAL_PENDING
        )
        for place, row in enumerate(rows(session))
        if row.status is RowStatus.PENDING
        for other in range(-1, len(rows(session)))
        if other != place
    )


# ---------------------------------------------------------------- preview and confirm


@claim(
    Scope.STEP,
    *("AG-SAV-9.2-04", "AG-SAV-18-15", "AG-SAV-9.2-01"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Preview),
)
def a_preview_changes_nothing_durable(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A preview makes no operation and changes no game; it is shown exactly if a confirm would be taken up."""
    assert isinstance(choice, Preview)
    is_legal = confirm_refusal(before.desk, NONE, choice.recruit, rulings) is Refusal.NONE
    seen = choice.recruit if is_legal else before.views[choice.client]
    return after.desk == before.desk and after.views[choice.client] == seen


@claim(
    Scope.STATE,
    *("AG-SYS-18.2-03", "AG-SAV-9.2-01", "AG-ECO-5.3-04", "AG-ECO-5.3-05"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda session, rulings: any(
        can_leave(session, slot, rulings) for slot in range(len(game(session).recruits))
    ),
)
def the_review_shows_what_will_happen(session: Session, rulings: Rulings) -> bool:
    """The review of a legal dismissal shows the item, the Coin, the live count and the footprint that it leads to."""
    state = game(session)

    def is_shown(slot: int) -> bool:
        shown, after = review_of(state, slot), dismiss(state, slot, rulings)
        left = sum(1 for each in after.recruits if each.status is Status.LIVING)
        returns = all(
            after.items[i].at is (Place.INVENTORY if i == shown.item else item.at) for i, item in enumerate(state.items)
        )
        footprint = min(left, line_capacity(state.cleared))
        return (
            returns
            and after.coin - state.coin == shown.rebate == owed(state.recruits[slot])
            and (shown.living, shown.deployable) == (left, footprint)
            and after.credit == state.credit
        )

    return all(is_shown(slot) for slot in range(len(state.recruits)) if can_leave(session, slot, rulings))


@claim(
    Scope.STEP,
    *("AG-SYS-18.2-03", "AG-SYS-18.2-04", "AG-SAV-9.2-04", "AG-ECO-5.3-06"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: is_new(before, choice),
)
def a_confirm_is_decided_as_its_preview(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """A new confirm becomes pending exactly if its preview is legal now, else rejected so; nothing moves."""
    assert isinstance(choice, Confirm)
    why = confirm_refusal(before.desk, NONE, choice.recruit, rulings)
    row = rows(after)[choice.operation]
    status = RowStatus.PENDING if why is Refusal.NONE else RowStatus.REJECTED
    return game(after) == game(before) and (row.status, row.reason, row.recruit) == (status, why, choice.recruit)


@claim(
    Scope.STEP,
    *("AG-SAV-18-16", "AG-SYS-18.2-04", "AG-ECO-5.3-06"),
    worlds=("dismissal-two", "dismissal-battle"),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Confirm)
        and is_new(before, choice)
        and game(before).phase is Phase.MARKET
        and alive(before) == 1
        and game(before).recruits[choice.recruit].status is Status.LIVING
        and any(view == choice.recruit for view in before.views)
    ),
)
def a_stale_review_of_the_last_one_is_rejected(
    before: Session, choice: Choice, after: Session, rulings: Rulings
) -> bool:
    """To confirm a review that has become that of the last one is rejected as FINAL_LIVE_RECRUIT; nothing changes."""
    assert isinstance(choice, Confirm)
    row = rows(after)[choice.operation]
    is_final = row.status is RowStatus.REJECTED and row.reason is Refusal.FINAL_LIVE_RECRUIT
    return is_final and game(after) == game(before) and (row.item, row.rebate) == (NONE, 0)


@claim(
    Scope.STEP,
    *("AG-SAV-18-14", "AG-SYS-18.2-04", "AG-SAV-9.2-05"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Confirm) and not is_new(before, choice),
)
def a_repeated_confirm_changes_nothing(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Confirming again under the same ID leaves everything as it is, whatever has become of the operation."""
    return after == before


@claim(
    Scope.STATE,
    *("AG-SAV-9.2-04", "AG-SAV-18-14"),
    worlds=EVERYWHERE,
    sampled=False,
    premise=lambda session, rulings: any(row.status is not RowStatus.NEW for row in rows(session)),
)
def an_id_belongs_to_one_intent(session: Session, rulings: Rulings) -> bool:
    """A used ID is open to the same Recruit alone; to any other it is a conflict."""
    return all(
        (lookup(session.desk, place, slot) is Refusal.NONE) == (slot == row.recruit)
        for place, row in enumerate(rows(session))
        if row.status is not RowStatus.NEW
        for slot in range(len(game(session).recruits))
    )


# ---------------------------------------------------------------- what is taken up


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
