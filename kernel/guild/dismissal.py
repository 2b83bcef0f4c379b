"""Dismissal: who may be released, what leaves and what comes back, and what becomes of confirms that come late.

A confirm has an operation ID, the place of its row in the journal; its intent is the Recruit with what the review
showed. A pending row has moved nothing: it is taken up once, and is applied whole or rejected for good.
Rules: AG-SYS-18.2, AG-ECO-5.3, AG-SAV-9.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure, require
from kernel.guild.economy import dismissal_rebate
from kernel.guild.edition import Edition
from kernel.guild.formation import capacity_of, is_recruit, living_count, without
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import DismissalParent, GrowthFloor, Rulings, StaleDismissal
from kernel.guild.state import NONE, Phase, Place, Recruit, State, Status, Term, put_at

#: Dismissal is legal while at least so many are living (AG-SYS-18.2-02).
LEAST_LIVING = 2


def live_recruit_count(state: State) -> int:
    """The canonical count: living Recruits of the Company, in the line or in Reserve.

    Rules: AG-SYS-18.2-02, AG-ECO-5.3-02, AG-SAV-9.2-02.
    """
    return living_count(state.recruits)


def is_in_battle(state: State, recruit: int) -> bool:
    """Is the Recruit in the lineup of a battle that is committed and not yet settled? Rules: AG-SYS-18.2-01."""
    return state.encounter.offer != NONE and state.encounter.lineup[recruit] != NONE


def is_floor_two(rulings: Rulings) -> bool:
    """Must a Company keep two Recruits? Rules: AG-OVR-10, F-127."""
    return rulings.edition is Edition.GROWTH and rulings.growth_floor is GrowthFloor.TWO


def dismissal_refusal(state: State, recruit: int, rulings: Rulings) -> Refusal:
    """Why this Recruit may not be dismissed now; asked by preview, by confirm and again before anything is applied.

    Rules: AG-SYS-18.2-01..04, AG-ECO-5.3-01..03, AG-ECO-5.3-06, AG-SAV-9.2-02, AG-SAV-9.2-03, F-127.
    """
    if not 0 <= recruit < len(state.recruits):
        return Refusal.NO_RECRUIT
    if state.recruits[recruit].status is Status.KNOCKED_OUT:
        return Refusal.AWAITS_OUTCOME
    if is_in_battle(state, recruit):
        return Refusal.IN_BATTLE
    if state.phase is not Phase.MARKET:
        return Refusal.WRONG_PHASE
    if not is_recruit(state, recruit):
        return Refusal.NO_RECRUIT
    if live_recruit_count(state) < LEAST_LIVING:
        return Refusal.FINAL_LIVE_RECRUIT
    if is_floor_two(rulings) and live_recruit_count(state) == LEAST_LIVING:
        return Refusal.COMPANY_FLOOR
    if state.pending.recruit == recruit:
        return Refusal.PENDING
    return Refusal.NONE


@dataclass(frozen=True)
class Review:
    """What is shown before a dismissal is confirmed, besides who it is, its level and its history, all of which go.

    `item` returns (-1: none), `rebate` is the Coin that comes back, `living` the live count afterwards, and so many of
    them are `deployable` as have a place in the line. No Credit ever comes. Rules: AG-SYS-18.2-03, AG-SAV-9.2-01.
    """

    item: int
    rebate: int
    living: int
    deployable: int


def review_of(state: State, recruit: int) -> Review:
    """The review of a Recruit's dismissal; it is shown only if the dismissal is legal. Rules: AG-SAV-9.2-01."""
    target, left = state.recruits[recruit], live_recruit_count(state) - 1
    return Review(target.item, rebate_of(target), left, min(left, capacity_of(state)))


def rebate_of(recruit: Recruit) -> int:
    """The Coin that comes back when this Recruit is legally dismissed. Rules: AG-ECO-5.3-04, AG-ECO-5.3-05."""
    return dismissal_rebate(recruit.survived, recruit.paid)


def is_release(before: State, recruit: int, after: State) -> bool:
    """Is nothing changed but that this Recruit is gone, its item back and its rebate paid? Rules: AG-SYS-18.2-03."""
    gone = before.recruits[recruit]
    paid = before.coin + rebate_of(gone)
    return (
        after.coin == paid
        and after.credit == before.credit
        and after.board == before.board
        and after.is_recovery_due == before.is_recovery_due
        and after.totals == replace(before.totals, dismissed=before.totals.dismissed + 1)
        and all(
            item.at is (Place.INVENTORY if slot == gone.item else old.at)
            for slot, (old, item) in enumerate(zip(before.items, after.items, strict=True))
        )
    )


@require(
    lambda state, recruit, rulings: dismissal_refusal(state, recruit, rulings) is Refusal.NONE,
    "AG-SYS-18.2-02: only a legal dismissal is applied",
)
@ensure(lambda state, recruit, result: is_release(state, recruit, result), "AG-SYS-18.2-05: it moves nothing else")
@ensure(
    lambda state, result: live_recruit_count(result) == live_recruit_count(state) - 1 >= 1,
    "AG-SYS-18.2-03: one Recruit leaves and one at least is left",
)
def dismiss(state: State, recruit: int, rulings: Rulings) -> State:
    """Release a Recruit: its item comes back, the rebate is paid, and those behind it in the line close up.

    Rules: AG-SYS-18.2-03, AG-ECO-5.3-05, AG-SAV-9.2-05.
    """
    gone = state.recruits[recruit]
    return replace(
        state,
        coin=state.coin + rebate_of(gone),
        items=tuple(
            replace(item, at=Place.INVENTORY) if slot == gone.item else item for slot, item in enumerate(state.items)
        ),
        recruits=put_at(
            without(state.recruits, recruit),
            recruit,
            replace(gone, status=Status.DISMISSED, place=NONE, item=NONE),
        ),
        totals=replace(state.totals, dismissed=state.totals.dismissed + 1),
    )


# ---------------------------------------------------------------- confirms: AG-SAV-9.2, AG-SAV-4


class RowStatus(Term):
    """What has become of a confirm; NEW while its operation ID is unused. Rules: AG-SAV-4-02."""

    NEW = "no such operation yet"
    PENDING = "durable intent, nothing moved"
    APPLIED = "applied, with its receipt"
    REJECTED = "rejected, for good"


@dataclass(frozen=True)
class Row:
    """What is stored of one operation ID: its status, the immutable intent, and why it was rejected.

    `item`, `rebate` and `expected` are what the review showed: the item that returns, the Coin, the live count; a
    rejected row keeps no item and no Coin, whether it was pending before or not. `is_parent_active`: since the row
    became pending nothing else has been committed. Rules: AG-SAV-6-10, AG-SAV-9.2-05.
    """

    status: RowStatus = RowStatus.NEW
    recruit: int = NONE
    item: int = NONE
    rebate: int = 0
    expected: int = 0
    is_parent_active: bool = False
    reason: Refusal = Refusal.NONE


@dataclass(frozen=True)
class Desk:
    """A game with the rows of its dismissals; the operation ID is the row's place."""

    state: State
    rows: tuple[Row, ...]


def is_pending(row: Row) -> bool:
    """Does the row wait to be applied or rejected?"""
    return row.status is RowStatus.PENDING


def confirm_refusal(desk: Desk, operation: int, recruit: int, rulings: Rulings) -> Refusal:
    """Why a confirm is not taken up: dismissal is illegal, or another one of this Recruit is pending.

    Rules: AG-SAV-9.2-03, AG-SAV-9.2-04.
    """
    why = dismissal_refusal(desk.state, recruit, rulings)
    if why is not Refusal.NONE:
        return why
    is_taken = any(
        is_pending(row) and row.recruit == recruit and place != operation for place, row in enumerate(desk.rows)
    )
    return Refusal.DISMISSAL_PENDING if is_taken else Refusal.NONE


def lookup(desk: Desk, operation: int, recruit: int) -> Refusal:
    """May this ID be confirmed with this intent: is it new, or stored with the same? Rules: AG-SAV-4-06..08."""
    row = desk.rows[operation]
    if row.status is not RowStatus.NEW and row.recruit != recruit:
        return Refusal.OPERATION_ID_CONFLICT
    return Refusal.NONE


def another_commit(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows after something else was committed: no pending row has the active commit as its own any more.

    Rules: AG-SAV-9.2-05.
    """
    return tuple(replace(row, is_parent_active=False) for row in rows)


@require(
    lambda desk, operation, recruit: lookup(desk, operation, recruit) is Refusal.NONE,
    "AG-SAV-4-07: the ID is kept with another intent",
)
@ensure(lambda desk, result: result.state == desk.state, "AG-SAV-1-02: a pending or rejected row moves nothing")
def confirm(desk: Desk, operation: int, recruit: int, rulings: Rulings) -> Desk:
    """Take a confirm: a known ID changes nothing; a new one becomes pending, or a stored rejection without a commit.

    Rules: AG-SAV-9.2-04, AG-SAV-4-06, AG-SAV-5-02..04.
    """
    if desk.rows[operation].status is not RowStatus.NEW:
        return desk
    why = confirm_refusal(desk, operation, recruit, rulings)
    asked = Row(RowStatus.REJECTED, recruit, expected=live_recruit_count(desk.state), reason=why)
    if why is not Refusal.NONE:
        return replace(desk, rows=put_at(desk.rows, operation, asked))
    shown = review_of(desk.state, recruit)
    pending = replace(asked, status=RowStatus.PENDING, item=shown.item, rebate=shown.rebate, is_parent_active=True)
    is_commit = rulings.dismissal_parent is DismissalParent.COMMIT
    rows = another_commit(desk.rows) if is_commit else desk.rows
    return replace(desk, rows=put_at(rows, operation, pending))


def finish_refusal(desk: Desk, operation: int, rulings: Rulings) -> Refusal:
    """Why a pending dismissal is rejected when it is taken up, also after an interruption.

    Rules: AG-SAV-9.2-05, AG-SYS-18.2-04.
    """
    row = desk.rows[operation]
    why = confirm_refusal(desk, operation, row.recruit, rulings)
    if why is Refusal.NONE and not row.is_parent_active:
        final = rulings.stale_dismissal is StaleDismissal.FINAL_LIVE_RECRUIT
        return Refusal.FINAL_LIVE_RECRUIT if final else Refusal.STALE_PARENT
    return why


@require(lambda desk, operation: is_pending(desk.rows[operation]), "AG-SAV-5-07: only a pending row is taken up")
@ensure(
    lambda desk, operation, result: (
        result.state == desk.state
        if result.rows[operation].status is RowStatus.REJECTED
        else is_release(desk.state, desk.rows[operation].recruit, result.state)
    ),
    "AG-SAV-9.2-05: it is applied whole, or moves nothing",
)
def finish(desk: Desk, operation: int, rulings: Rulings) -> Desk:
    """Take a pending dismissal up: apply it with its receipt, or keep its rejection.

    Rules: AG-SAV-9.2-05, AG-SAV-5-07, AG-SAV-5-11.
    """
    row = desk.rows[operation]
    why = finish_refusal(desk, operation, rulings)
    ended = replace(row, is_parent_active=False, reason=why)
    if why is not Refusal.NONE:
        rejected = replace(ended, status=RowStatus.REJECTED, item=NONE, rebate=0)
        return replace(desk, rows=put_at(desk.rows, operation, rejected))
    rows = put_at(another_commit(desk.rows), operation, replace(ended, status=RowStatus.APPLIED))
    return Desk(dismiss(desk.state, row.recruit, rulings), rows)
