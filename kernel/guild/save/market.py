"""Market operations as transactions: references, cost, and the applied state. Prices come with the offers.

What a price is made of belongs to the Market; here only that cost and result are those of the preview and come
together. Rules: AG-SAV-6-05..10, AG-SAV-9.2-01..05, AG-SAV-10-03.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild.economy import credit_used
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import NONE, Life, Offer, Recruit, Run, Slot, Stage, holders, living


def is_alive(run: Run, place: int) -> bool:
    """Is this one of the living Recruits?"""
    return any(i == place and each.life is Life.LIVING for i, each in enumerate(run.recruits))


def item_of(run: Run, place: int) -> int:
    """What the Recruit in this place wears."""
    return sum(each.item - NONE for i, each in enumerate(run.recruits) if i == place) + NONE


def lies(run: Run, item: int) -> bool:
    """Is the item in the inventory?"""
    return any(i == item and is_there for i, is_there in enumerate(run.inventory))


def offer_refusal(run: Run, intent: Intent) -> Reason:
    """Why an offer cannot be bought: gone, or at another price. Rules: AG-SAV-10-03, AG-SAV-6-05."""
    if not any(i == intent.place and each.is_open for i, each in enumerate(run.offers)):
        return Reason.OFFER_ALREADY_CONSUMED
    same = any(i == intent.place and each.price == intent.amount for i, each in enumerate(run.offers))
    return Reason.NONE if same else Reason.STALE_PRICE


def refusal(run: Run, intent: Intent) -> Reason:
    """Why a Market operation is refused, its cost apart. Rules: AG-SAV-6-05..10."""
    if run.stage is not Stage.MARKET:
        return Reason.WRONG_STAGE
    match intent.kind:
        case Kind.BUY_RECRUIT:
            reason = offer_refusal(run, intent)
            free = any(i == intent.item and each.life is Life.NOBODY for i, each in enumerate(run.recruits))
            return reason if reason is not Reason.NONE or free else Reason.PLACE_TAKEN
        case Kind.BUY_ITEM:
            reason = offer_refusal(run, intent)
            is_new = 0 <= intent.item < len(run.inventory) and holders(run, intent.item) == 0
            return reason if reason is not Reason.NONE or is_new else Reason.PLACE_TAKEN
        case Kind.SELL_ITEM:
            return Reason.NONE if lies(run, intent.item) else Reason.NO_SUCH_TARGET
        case Kind.LOCK | Kind.REFRESH:
            return board_refusal(run, intent)
        case Kind.DISMISS:
            return dismissal_refusal(run, intent)
    return company_refusal(run, intent)


def board_refusal(run: Run, intent: Intent) -> Reason:
    """Locks and refreshes name the board they saw. `expected`: its label. Rules: AG-SAV-6-07."""
    if intent.expected != run.board:
        return Reason.STALE_BOARD
    if intent.kind is Kind.REFRESH:
        return Reason.NONE
    if not any(i == intent.place and each.is_open for i, each in enumerate(run.offers)):
        return Reason.OFFER_ALREADY_CONSUMED
    locked = any(i == intent.place and each.is_locked for i, each in enumerate(run.offers))
    return Reason.OFFER_LOCKED if locked else Reason.NONE


def dismissal_refusal(run: Run, intent: Intent) -> Reason:
    """Why nobody is dismissed: gone, another item, another count, or the last. Rules: AG-SAV-9.2-02..05."""
    if not is_alive(run, intent.place):
        return Reason.NO_SUCH_TARGET
    if living(run) < 2:
        return Reason.FINAL_LIVE_RECRUIT
    if item_of(run, intent.place) != intent.item:
        return Reason.STALE_EQUIPMENT
    return Reason.STALE_COUNT if living(run) != intent.expected else Reason.NONE


def company_refusal(run: Run, intent: Intent) -> Reason:
    """Equipping, reordering, promoting: the target as the preview saw it. Rules: AG-SAV-6-08, AG-SAV-6-09."""
    if intent.kind is Kind.REORDER:
        size = len(run.order)
        two = 0 <= intent.place < size and 0 <= intent.item < size and intent.place != intent.item
        same = any(i == intent.place and each == intent.expected for i, each in enumerate(run.order))
        return Reason.NONE if two and same else Reason.STALE_ORDER
    if not is_alive(run, intent.place):
        return Reason.NO_SUCH_TARGET
    if intent.kind is Kind.EQUIP:
        if item_of(run, intent.place) != intent.expected or intent.item == intent.expected:
            return Reason.STALE_EQUIPMENT
        return Reason.NONE if intent.item == NONE or lies(run, intent.item) else Reason.NO_SUCH_TARGET
    has = any(i == intent.place and each.profession == intent.expected for i, each in enumerate(run.recruits))
    return Reason.NONE if has and intent.item != intent.expected and intent.item >= 0 else Reason.STALE_PROFESSION


def coin_change(run: Run, intent: Intent) -> int:
    """What a Market operation does to Coin; 0 for every other. Rules: AG-SAV-6-05..07, AG-SAV-6-10."""
    match intent.kind:
        case Kind.BUY_RECRUIT:
            return credit_used(run.credit, intent.amount, intent.extra == 1) - intent.amount
        case Kind.BUY_ITEM | Kind.LOCK | Kind.REFRESH:
            return -intent.amount
        case Kind.SELL_ITEM | Kind.DISMISS:
            return intent.amount
    return 0


@ensure(lambda slot, result: result.run.seed == slot.run.seed, "AG-SAV-6-05: a Market operation stays in its run")
def effect(slot: Slot, intent: Intent, rulings: SaveRulings) -> Slot:
    """The applied state of a Market operation. Rules: AG-SAV-6-05..10."""
    run = replace(slot.run, coin=slot.run.coin + coin_change(slot.run, intent))
    match intent.kind:
        case Kind.BUY_RECRUIT:
            used = credit_used(run.credit, intent.amount, intent.extra == 1)
            hired = Recruit(Life.LIVING, False, NONE, 0, intent.amount - used, intent.amount, NONE)
            run = replace(taken(run, intent.place), recruits=put(run.recruits, intent.item, hired))
            run = replace(run, credit=run.credit - used)
        case Kind.BUY_ITEM:
            run = with_item(taken(run, intent.place), intent.item, True)
        case Kind.SELL_ITEM:
            run = with_item(run, intent.item, False)
        case Kind.LOCK:
            run = replace(
                run,
                offers=tuple(
                    replace(each, is_locked=True) if i == intent.place else each for i, each in enumerate(run.offers)
                ),
            )
        case Kind.REFRESH:
            run = replace(next_board(run), refreshes=run.refreshes + 1)
        case Kind.EQUIP:
            run = equipped(run, intent.place, intent.item)
        case Kind.REORDER:
            run = replace(run, order=swapped(run.order, intent.place, intent.item))
        case Kind.PROMOTE:
            run = replace(run, recruits=promoted(run.recruits, intent.place, intent.item))
        case Kind.DISMISS:
            run = dismissed(run, intent.place)
    return replace(slot, run=run)


def put(recruits: tuple[Recruit, ...], place: int, recruit: Recruit) -> tuple[Recruit, ...]:
    """The Company with this Recruit in that place."""
    return tuple(recruit if i == place else each for i, each in enumerate(recruits))


def promoted(recruits: tuple[Recruit, ...], place: int, profession: int) -> tuple[Recruit, ...]:
    """One Profession replaced, nothing else. Rules: AG-SAV-6-09."""
    return tuple(replace(each, profession=profession) if i == place else each for i, each in enumerate(recruits))


def swapped(order: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    """The line with two positions exchanged. Rules: AG-SAV-6-08."""
    first, second = order[one], order[other]
    return tuple(second if i == one else first if i == other else each for i, each in enumerate(order))


def with_item(run: Run, item: int, is_there: bool) -> Run:
    """The inventory with or without an item; NONE is no item."""
    return replace(run, inventory=tuple(is_there if i == item else each for i, each in enumerate(run.inventory)))


def taken(run: Run, place: int) -> Run:
    """The board without one offer; its slot stays empty. Rules: AG-SAV-6-05, AG-SAV-10-03."""
    return replace(
        run,
        offers=tuple(
            Offer(each.board, False, False, each.price) if i == place else each for i, each in enumerate(run.offers)
        ),
    )


def next_board(run: Run) -> Run:
    """A complete new board: every offer that is not locked is replaced, at the same price here. Rules: AG-SAV-6-07."""
    board = run.board + 1
    offers = tuple(each if each.is_locked else Offer(board, True, False, each.price) for each in run.offers)
    return replace(run, offers=offers, board=board)


def equipped(run: Run, place: int, item: int) -> Run:
    """One slot, one item: what was worn goes to the inventory, what comes leaves it. Rules: AG-SAV-6-08."""
    prior = item_of(run, place)
    run = with_item(with_item(run, prior, True), item, False)
    return replace(
        run, recruits=tuple(replace(each, item=item) if i == place else each for i, each in enumerate(run.recruits))
    )


def dismissed(run: Run, place: int) -> Run:
    """The Recruit leaves, its item comes back; the Coin is part of the cost. Rules: AG-SAV-6-10, AG-SAV-9.2-04."""
    run = with_item(run, item_of(run, place), True)
    recruits = tuple(
        replace(each, life=Life.DISMISSED, item=NONE) if i == place else each for i, each in enumerate(run.recruits)
    )
    return replace(run, recruits=recruits)
