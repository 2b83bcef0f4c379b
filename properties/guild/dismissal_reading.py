"""Reading sessions of dismissal on the raw state, for the claims about them."""

from __future__ import annotations

from kernel.guild.dismissal import Row, RowStatus
from kernel.guild.edition import Edition
from kernel.guild.rulings import GrowthFloor, Rulings
from kernel.guild.state import Phase, Recruit, State, Status
from model.dismissal import Choice, Confirm, Session


def game(session: Session) -> State:
    """The game itself."""
    return session.desk.state


def rows(session: Session) -> tuple[Row, ...]:
    """The journal of dismissals."""
    return session.desk.rows


def alive(session: Session) -> int:
    """How many are living, in the line and in Reserve."""
    return sum(1 for each in game(session).recruits if each.status is Status.LIVING)


def owed(recruit: Recruit) -> int:
    """What a dismissed Recruit gives back."""
    if recruit.survived < 2:
        return 0
    return min(10, recruit.paid // 4)


def is_dismissed(before: Session, after: Session) -> bool:
    """Has somebody been dismissed in this step?"""
    return game(after).totals.dismissed != game(before).totals.dismissed


def dismisses(before: Session, choice: Choice, after: Session, rulings: Rulings) -> bool:
    """Premise: somebody is dismissed."""
    return is_dismissed(before, after)


def became(before: Session, after: Session, operation: int, status: RowStatus) -> bool:
    """Has this row got this status in this step?"""
    return rows(before)[operation].status is not status and rows(after)[operation].status is status


def any_became(before: Session, after: Session, status: RowStatus) -> bool:
    """Has some row got this status in this step?"""
    return any(became(before, after, operation, status) for operation in range(len(rows(before))))


def is_new(session: Session, choice: Choice) -> bool:
    """Is this a confirm under an ID that nobody has used?"""
    return isinstance(choice, Confirm) and rows(session)[choice.operation].status is RowStatus.NEW


def can_leave(session: Session, recruit: int, rulings: Rulings) -> bool:
    """May this Recruit be dismissed, by the words of the text?"""
    floor = 3 if rulings.edition is Edition.GROWTH and rulings.growth_floor is GrowthFloor.TWO else 2
    return (
        game(session).phase is Phase.MARKET
        and game(session).recruits[recruit].status is Status.LIVING
        and alive(session) >= floor
        and game(session).pending.recruit != recruit
    )


def in_market(session: Session, rulings: Rulings) -> bool:
    """Premise: the Market is open."""
    return game(session).phase is Phase.MARKET
