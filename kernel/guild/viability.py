"""Can the run go on? What a Company without a living Recruit has to be able to afford (FG4).

Asked after casualties are settled and when a protected offer is declined; never in continuous growth, and never by a
dismissal. Rules: AG-SAV-12.1-02..04, AG-SYS-18.3-01.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild import economy
from kernel.guild.boards import has_protected, needs_protected, recovery_price
from kernel.guild.edition import Edition
from kernel.guild.formation import living_count
from kernel.guild.rulings import DeclinedRecovery, Rulings, Stranded, Viability
from kernel.guild.state import Phase, Place, Result, State

#: More than any purse holds.
BEYOND = 2 * 10**9


def purse_of(state: State, rulings: Rulings) -> int:
    """What can be spent on a recovery hire: Coin and Credit. Rules: AG-SAV-12.1-02, F-137."""
    purse = state.coin + state.credit
    if rulings.viability is Viability.COIN_AND_CREDIT:
        return purse
    return purse + sum(economy.sale_value(item.paid) for item in state.items if item.at is Place.INVENTORY)


def protected_price(state: State, rulings: Rulings) -> int:
    """The list price of the protected offer, open or due; `BEYOND` if none is. Rules: AG-SAV-12.1-02, AG-ECO-7-08."""
    if needs_protected(state, rulings):
        return recovery_price(state)
    if not has_protected(state.board):
        return BEYOND
    return sum(offer.price for offer in state.board.recruits if offer.is_open and offer.protected)


def cheapest_price(state: State) -> int:
    """The list price of the cheapest Recruit on the board; `BEYOND` if there is none."""
    return min(offer.price if offer.is_open else BEYOND for offer in state.board.recruits)


def can_continue(state: State, rulings: Rulings) -> bool:
    """Is somebody alive, or the protected offer affordable? Rules: AG-SAV-12.1-02."""
    return living_count(state.recruits) > 0 or purse_of(state, rulings) >= protected_price(state, rulings)


def can_go_on_without_protection(state: State, rulings: Rulings) -> bool:
    """The same once the protected offer is declined. Rules: AG-SAV-12.1-03, F-135."""
    any_offer = rulings.declined_recovery is DeclinedRecovery.ANY_OFFER
    return can_continue(state, rulings) or (any_offer and purse_of(state, rulings) >= cheapest_price(state))


def collapsed(state: State) -> State:
    """The run as it waits to be closed: Company collapse. Rules: AG-SAV-12-07, AG-SAV-12.1-03."""
    return replace(state, phase=Phase.CLOSING, result=Result.COLLAPSED)


def recheck(state: State, rulings: Rulings) -> State:
    """After a purchase, lock or refresh: collapse if nobody can be fielded any more, if that is asked. Rules: F-136."""
    asked = rulings.edition is Edition.FG4 and rulings.stranded is Stranded.RECHECKED
    return collapsed(state) if asked and not can_go_on_without_protection(state, rulings) else state
