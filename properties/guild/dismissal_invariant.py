"""What is true of a session of dismissals between any two steps: the sentences from which its claims follow."""

from __future__ import annotations

from kernel.guild.dismissal import RowStatus
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import GrowthFloor, Rulings
from kernel.guild.state import NONE, Phase, Place, Status
from model.dismissal import Session
from properties.guild.dismissal_reading import alive, game, owed, rows
from properties.guild.invariant import owned, standing


def items_are_carried_or_kept(session: Session, rulings: Rulings) -> bool:
    """An item is carried by one Recruit of the Company, or kept; who is not of it carries nothing.

    Whoever can still be hired has nothing either.
    """
    state = game(session)
    return all(owned(each) or (each.place == NONE and each.item == NONE) for each in state.recruits) and all(
        sum(1 for each in state.recruits if each.item == slot) == (1 if item.at is Place.EQUIPPED else 0)
        and (item.at is Place.EQUIPPED or item.at is Place.INVENTORY)
        for slot, item in enumerate(state.items)
    )


def the_line_has_no_gaps_here(session: Session, rulings: Rulings) -> bool:
    """Places in the line count from 0 without a gap, one Recruit each."""
    recruits = game(session).recruits
    count = standing(game(session))
    return all(each.place < count for each in recruits) and all(
        sum(1 for each in recruits if each.place == place) == (1 if place < count else 0)
        for place in range(len(recruits))
    )


def a_battle_has_its_line(session: Session, rulings: Rulings) -> bool:
    """There is a battle from commit to settlement alone; its lineup is the line, and those at zero HP stand in it."""
    state = game(session)
    fought = state.phase is Phase.COMMITTED or state.phase is Phase.OUTCOME
    lineup = all(
        (place == NONE) == (each.place == NONE) if fought else place == NONE
        for place, each in zip(state.encounter.lineup, state.recruits, strict=True)
    )
    down = all(
        each.status is not Status.KNOCKED_OUT or (state.phase is Phase.OUTCOME and each.place != NONE)
        for each in state.recruits
    )
    return (state.encounter.offer != NONE) == fought and lineup and down


def a_promotion_pends_in_the_market(session: Session, rulings: Rulings) -> bool:
    """A promotion is pending only in a Market, and of a living Recruit."""
    state = game(session)
    if state.pending.recruit == NONE:
        return True
    return state.phase is Phase.MARKET and state.recruits[state.pending.recruit].status is Status.LIVING


def money_is_counted(session: Session, rulings: Rulings) -> bool:
    """Coin grows by ten a dismissal at most; totals count who is gone; growth knows neither Credit nor Fallen."""
    state = game(session)
    gone = sum(1 for each in state.recruits if each.status is Status.DISMISSED)
    fallen = sum(1 for each in state.recruits if each.status is Status.FALLEN)
    growth = rulings.edition is Edition.GROWTH
    return (
        state.coin <= 1_000_000 + 10 * state.totals.dismissed
        and state.totals.dismissed == gone
        and state.totals.fallen == fallen
        and not (growth and (fallen > 0 or state.credit > 0 or state.is_recovery_due))
    )


def rows_are_in_order(session: Session, rulings: Rulings) -> bool:
    """A new row is blank; only a pending one has an active parent; only a rejected one has a reason, and no figures."""
    return all(
        (row.status is RowStatus.NEW) == (row.recruit == NONE)
        and (not row.is_parent_active or row.status is RowStatus.PENDING)
        and (row.reason is not Refusal.NONE) == (row.status is RowStatus.REJECTED)
        and (row.status is not RowStatus.REJECTED or (row.item == NONE and row.rebate == 0))
        and (row.status is not RowStatus.NEW or (row.item == NONE and row.rebate == 0 and row.expected == 0))
        for row in rows(session)
    )


def applied_rows_are_who_is_gone(session: Session, rulings: Rulings) -> bool:
    """Whoever has been dismissed was so by one applied row, and every applied row has dismissed somebody."""
    return all(
        sum(1 for row in rows(session) if row.status is RowStatus.APPLIED and row.recruit == slot)
        == (1 if each.status is Status.DISMISSED else 0)
        for slot, each in enumerate(game(session).recruits)
    )


def an_active_parent_vouches(session: Session, rulings: Rulings) -> bool:
    """While its parent is active a pending dismissal is legal, and item, rebate and count are as the review showed."""
    state = game(session)
    floor = 3 if rulings.edition is Edition.GROWTH and rulings.growth_floor is GrowthFloor.TWO else 2

    def is_true(place: int) -> bool:
        row = rows(session)[place]
        if not row.is_parent_active:
            return True
        target = state.recruits[row.recruit]
        is_legal = state.phase is Phase.MARKET and target.status is Status.LIVING and alive(session) >= floor
        figures = row.item == target.item and row.rebate == owed(target) and row.expected == alive(session)
        return is_legal and figures and state.pending.recruit != row.recruit

    return all(is_true(place) for place in range(len(rows(session))))


def no_recruit_is_pending_twice(session: Session, rulings: Rulings) -> bool:
    """No two pending rows are about one Recruit."""
    return all(
        sum(1 for row in rows(session) if row.status is RowStatus.PENDING and row.recruit == slot) <= 1
        for slot in range(len(game(session).recruits))
    )


def a_program_that_is_down_shows_nothing(session: Session, rulings: Rulings) -> bool:
    """No review is open while the program is down."""
    return session.up or all(view == NONE for view in session.views)


INVARIANT = (
    items_are_carried_or_kept,
    the_line_has_no_gaps_here,
    a_battle_has_its_line,
    a_promotion_pends_in_the_market,
    money_is_counted,
    rows_are_in_order,
    applied_rows_are_who_is_gone,
    an_active_parent_vouches,
    no_recruit_is_pending_twice,
    a_program_that_is_down_shows_nothing,
)
