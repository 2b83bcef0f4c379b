"""Claims about who may be dismissed, by preview and by confirm: SYS-18.2, ECO-5.3, SAV-9.2, and SAV-18 on dismissal.

They are about sessions of `model.dismissal`; what they compare with is read from the raw state.
"""

from __future__ import annotations

from kernel.guild.dismissal import RowStatus, confirm_refusal, dismiss, dismissal_refusal, lookup, review_of
from kernel.guild.economy import line_capacity
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import Rulings
from kernel.guild.state import NONE, Phase, Place, Status
from model.dismissal import Choice, Confirm, Preview, Session
from model.game import Scope
from properties.claim import claim
from properties.guild.dismissal_reading import (
    alive,
    can_leave,
    game,
    in_market,
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
