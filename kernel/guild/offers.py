"""The offers of an open Market: opening it, locks, refreshes, and declining the protected offer.

A refused operation changes nothing. That the phase is right has been asked before.
Rules: AG-SYS-3-02, AG-SYS-3-05, AG-ECO-4.2, AG-ECO-4.3, AG-ECO-7-09.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild import boards, economy
from kernel.guild.choices import OpenMarket, Refresh
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import BattleLock, Relock, Rulings
from kernel.guild.state import (
    BattleOffer,
    Board,
    EquipmentOffer,
    Phase,
    RecruitOffer,
    Row,
    State,
    put_at,
)
from kernel.guild.viability import can_go_on_without_protection, collapsed, recheck

# ---------------------------------------------------------------- opening and refreshing


def opening_refusal(state: State, choice: OpenMarket, rulings: Rulings) -> Refusal:
    """Why the Market that is due cannot open with these offers. Rules: AG-ECO-4-02..05, AG-ECO-3-08, AG-ECO-7-04."""
    recruits, equipment = boards.opening_slots(state, rulings)
    due = boards.needs_protected(state, rulings)
    base = boards.LEAST_BASE_FIRST if state.markets == 0 else boards.LEAST_BASE
    refusal = boards.recruits_refusal(state, recruits, choice.recruits, due, base, rulings)
    if refusal is not Refusal.NONE:
        return refusal
    refusal = boards.equipment_refusal(state, equipment, choice.equipment, rulings)
    if refusal is not Refusal.NONE or boards.is_muster(state):
        return refusal
    if len(choice.battles) != len(state.board.battles):
        return Refusal.OFFER_RANGE
    return boards.battles_refusal(battles_of(state, choice))


def battles_of(state: State, choice: OpenMarket) -> tuple[BattleOffer, ...]:
    """The battle row of the Market that opens; at boss Muster the boss alone. Rules: AG-ECO-4-04, AG-ECO-4-05."""
    if boards.is_muster(state):
        return tuple(boards.BOSS if i == 0 else boards.NO_BATTLE for i in range(len(state.board.battles)))
    return boards.fill_battles(state.board.battles, (True,) * len(state.board.battles), choice.battles)


@ensure(lambda result: result.refreshes == 0, "AG-ECO-4.3-03: every Market begins with no refresh")
@ensure(
    lambda result: sum(1 for offer in result.board.recruits if offer.protected) <= 1,
    "AG-ECO-4-02: one protected offer at most",
)
@ensure(
    lambda result, state: result.coin == state.coin and result.recruits == state.recruits,
    "AG-SYS-3-02: a Market that opens costs nothing and moves nobody",
)
def open_market(state: State, choice: OpenMarket, rulings: Rulings) -> State:
    """Open the Market that is due: kept offers stay in their slots, the others are filled.

    Rules: AG-SYS-3-02, AG-SYS-3-05, AG-ECO-4-02..05, AG-ECO-7-04, AG-SAV-7.2-11.
    """
    recruits, equipment = boards.opening_slots(state, rulings)
    level, band = boards.level_of(state), boards.band_of(state)
    board = Board(
        recruits=boards.fill_recruits(boards.carried(state.board.recruits), recruits, choice.recruits, level),
        equipment=boards.fill_equipment(
            boards.carried_equipment(state.board.equipment), equipment, choice.equipment, band
        ),
        battles=battles_of(state, choice),
    )
    return replace(
        state,
        phase=Phase.MARKET,
        board=board,
        refreshes=0,
        is_recovery_due=state.is_recovery_due and not boards.has_protected(board),
        hybrid_shown=choice.hybrid_shown,
    )


def paid_locks(board: Board, rulings: Rulings) -> int:
    """How many locks make a refresh dearer. Rules: AG-ECO-4.3-01, F-123."""
    battles = sum(offer.locked for offer in board.battles)
    return row_locks(board) + (battles if rulings.battle_lock is BattleLock.PAID else 0)


def row_locks(board: Board) -> int:
    """How many Recruit and equipment offers are locked. Rules: AG-ECO-4.2-01."""
    return sum(offer.locked for offer in board.recruits) + sum(offer.locked for offer in board.equipment)


def refresh_price(state: State, rulings: Rulings) -> int:
    """What the next refresh costs. Rules: AG-ECO-4.3-02."""
    return economy.refresh_cost(state.refreshes, paid_locks(state.board, rulings))


def refresh_refusal(state: State, choice: Refresh, rulings: Rulings) -> Refusal:
    """Why the board cannot be refreshed with these offers. Rules: AG-ECO-4.3-01, AG-ECO-4.3-03, AG-ECO-4-02..05."""
    if state.coin < refresh_price(state, rulings):
        return Refusal.COIN
    recruits, equipment, battles = boards.refresh_slots(state.board)
    refusal = boards.recruits_refusal(state, recruits, choice.recruits, False, boards.LEAST_BASE, rulings)
    if refusal is not Refusal.NONE:
        return refusal
    refusal = boards.equipment_refusal(state, equipment, choice.equipment, rulings)
    if refusal is not Refusal.NONE or boards.is_muster(state):
        return refusal
    if len(choice.battles) != len(battles):
        return Refusal.OFFER_RANGE
    return boards.battles_refusal(boards.fill_battles(state.board.battles, battles, choice.battles))


@ensure(
    lambda result, state: all(
        new == old
        for old, new in zip(state.board.recruits, result.board.recruits, strict=True)
        if old.locked or old.protected or not old.is_open
    ),
    "AG-ECO-4.3-01: what is locked, bought or protected is not replaced",
)
@ensure(lambda result: result.coin >= 0, "AG-ECO-2-01: Coin is never negative")
def refresh(state: State, choice: Refresh, rulings: Rulings) -> State:
    """Pay, count, and replace every unlocked, unbought offer but the boss and the protected one, in one step.

    That a fixed boss is excepted shows that Muster is refreshed too, its battle row apart.
    Rules: AG-ECO-4.3-01, AG-ECO-4.3-03, AG-ECO-4-05, AG-SYS-3-04.
    """
    recruits, equipment, battles = boards.refresh_slots(state.board)
    level, band, old = boards.level_of(state), boards.band_of(state), state.board
    board = Board(
        recruits=boards.fill_recruits(old.recruits, recruits, choice.recruits, level),
        equipment=boards.fill_equipment(old.equipment, equipment, choice.equipment, band),
        battles=old.battles if boards.is_muster(state) else boards.fill_battles(old.battles, battles, choice.battles),
    )
    coin = state.coin - refresh_price(state, rulings)
    return recheck(replace(state, coin=coin, refreshes=state.refreshes + 1, board=board), rulings)


# ---------------------------------------------------------------- locks


def row_of(board: Board, row: Row) -> tuple[RecruitOffer | EquipmentOffer | BattleOffer, ...]:
    """One row of the board."""
    match row:
        case Row.RECRUIT:
            return board.recruits
        case Row.EQUIPMENT:
            return board.equipment
        case Row.BATTLE:
            return board.battles


def lock_price(row: Row, is_paid: bool, rulings: Rulings) -> int:
    """What locking an offer costs now. Rules: AG-ECO-4.2-01, F-123, F-124."""
    if row is Row.BATTLE and rulings.battle_lock is BattleLock.FREE:
        return 0
    return 0 if is_paid and rulings.relock is Relock.PAID_ONCE else economy.lock_cost()


def lock_refusal(state: State, row: Row, offer: int, rulings: Rulings) -> Refusal:
    """Why this offer cannot be locked. Rules: AG-ECO-4.2-01, AG-ECO-4.2-02, AG-SAV-10-03."""
    offers = row_of(state.board, row)
    if not (0 <= offer < len(offers) and offers[offer].is_open):
        return Refusal.NO_OFFER
    if offers[offer].locked:
        return Refusal.LOCKED
    if row is Row.RECRUIT and state.board.recruits[offer].protected:
        return Refusal.PROTECTED_LOCK
    if row is not Row.BATTLE and row_locks(state.board) >= economy.STANDARD.most_locks:
        return Refusal.MOST_LOCKS
    return Refusal.COIN if state.coin < lock_price(row, offers[offer].paid, rulings) else Refusal.NONE


def with_lock(board: Board, row: Row, offer: int, locked: bool) -> Board:
    """The board with one offer locked, for which its lock is paid, or with its lock given up."""
    match row:
        case Row.RECRUIT:
            one = board.recruits[offer]
            one = replace(one, locked=locked, paid=locked or one.paid, carried=one.carried and not locked)
            return replace(board, recruits=put_at(board.recruits, offer, one))
        case Row.EQUIPMENT:
            item = board.equipment[offer]
            item = replace(item, locked=locked, paid=locked or item.paid, carried=item.carried and not locked)
            return replace(board, equipment=put_at(board.equipment, offer, item))
        case Row.BATTLE:
            battle = board.battles[offer]
            battle = replace(battle, locked=locked, paid=locked or battle.paid)
            return replace(board, battles=put_at(board.battles, offer, battle))


@ensure(
    lambda result: row_locks(result.board) <= economy.STANDARD.most_locks, "AG-ECO-4.2-01: at most three are locked"
)
@ensure(lambda result: result.coin >= 0, "AG-ECO-2-01: Coin is never negative")
def lock(state: State, row: Row, offer: int, rulings: Rulings) -> State:
    """Lock an offer, and pay for it. Rules: AG-ECO-4.2-01."""
    coin = state.coin - lock_price(row, row_of(state.board, row)[offer].paid, rulings)
    return recheck(replace(state, coin=coin, board=with_lock(state.board, row, offer, True)), rulings)


def unlock_refusal(state: State, row: Row, offer: int) -> Refusal:
    """Why there is no lock to give up. Rules: AG-ECO-4.2-01."""
    offers = row_of(state.board, row)
    if not (0 <= offer < len(offers) and offers[offer].is_open):
        return Refusal.NO_OFFER
    return Refusal.NONE if offers[offer].locked else Refusal.NOT_LOCKED


def unlock(state: State, row: Row, offer: int) -> State:
    """Give a lock up; nothing comes back. Rules: AG-ECO-4.2-01."""
    return replace(state, board=with_lock(state.board, row, offer, False))


# ---------------------------------------------------------------- the protected offer


def decline_refusal(state: State) -> Refusal:
    """Why there is no protected offer to decline. Rules: AG-ECO-7-09."""
    return Refusal.NONE if boards.has_protected(state.board) else Refusal.NOT_PROTECTED


@ensure(lambda result, state: result.credit == state.credit, "AG-ECO-7-09: declining leaves the Credit")
def decline(state: State, rulings: Rulings) -> State:
    """Decline the protected offer; if nobody lives, can the run go on? Rules: AG-ECO-7-09, AG-SAV-12.1-03."""
    row = tuple(RecruitOffer() if offer.protected else offer for offer in state.board.recruits)
    left = replace(state, board=replace(state.board, recruits=row))
    return left if can_go_on_without_protection(left, rulings) else collapsed(left)
