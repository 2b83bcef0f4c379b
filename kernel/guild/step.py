"""One step after the other: which choice is legal in which phase, and what it does.

Rules: AG-SYS-3-01, AG-SYS-3-06, AG-SYS-3-08.
"""

from __future__ import annotations

from kernel.guild import company, contract_run, dismissal, formation, market, offers, rewards
from kernel.guild.choices import (
    Abandon,
    Begin,
    Buy,
    Cancel,
    Choice,
    Claim,
    Close,
    Commit,
    Decline,
    Deploy,
    Dismiss,
    Equip,
    Found,
    Hire,
    Lock,
    Materialize,
    OpenMarket,
    Pick,
    Proceed,
    Promote,
    Refresh,
    Resolve,
    Review,
    Sell,
    Settle,
    Skip,
    Unequip,
    Unlock,
)
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import Rulings
from kernel.guild.state import COIN_MAX, COUNT_MAX, NONE, ROOM, Phase, State

#: The phases in which time or a reader goes on without deciding anything.
PASSING = (Phase.COMMITTED, Phase.COUNTDOWN, Phase.OUTCOME)


def is_at_width(state: State) -> bool:
    """Is a counter so near its stated width that a step could pass it?"""
    totals = state.totals
    counts = (
        state.markets,
        state.refreshes,
        state.serials,
        totals.hired,
        totals.fallen,
        totals.dismissed,
        totals.knocked_out,
        totals.failures,
    )
    return (
        state.coin > COIN_MAX - ROOM
        or any(count > COUNT_MAX - ROOM for count in counts)
        or any(
            recruit.survived > COUNT_MAX - ROOM
            or recruit.history.entered > COUNT_MAX - ROOM
            or recruit.history.knockouts > COUNT_MAX - ROOM
            or recruit.history.victories > COUNT_MAX - ROOM
            or recruit.history.retreats > COUNT_MAX - ROOM
            for recruit in state.recruits
        )
    )


def due_phase(choice: Choice, state: State) -> bool:
    """Is this the phase for this kind of choice? Rules: AG-SYS-3-01, AG-SYS-3-06."""
    match choice:
        case Materialize() | Pick() | Found():
            return state.phase is Phase.DRAFT
        case Begin():
            return state.phase is Phase.GUILD
        case OpenMarket():
            return state.phase is Phase.DUE
        case Proceed():
            return any(state.phase is phase for phase in PASSING)
        case Resolve():
            return state.phase is Phase.RESOLVING
        case Settle():
            return state.phase is Phase.DIAGNOSIS
        case Claim() | Skip():
            return state.phase is Phase.REWARD
        case Close():
            return state.phase is Phase.CLOSING
        case Abandon() | Dismiss():
            return True
        case _:
            return state.phase is Phase.MARKET


def refusal_of(state: State, choice: Choice, rulings: Rulings) -> Refusal:
    """Why this choice is not legal now; NONE if it is. Rules: AG-SYS-3-01, AG-SYS-3-06."""
    if is_at_width(state) and not isinstance(choice, Close):
        return Refusal.WIDTH
    if not due_phase(choice, state):
        return Refusal.WRONG_PHASE
    match choice:
        case Abandon():
            return company.abandon_refusal(state, rulings)
        case Materialize():
            return company.materialize_refusal(state, choice)
        case Pick():
            return company.pick_refusal(state, choice, rulings)
        case Found():
            return company.found_refusal(state)
        case Begin():
            return company.begin_refusal(state, choice, rulings)
        case OpenMarket():
            return offers.opening_refusal(state, choice, rulings)
        case Resolve():
            return contract_run.resolve_refusal(state, choice, rulings)
        case Settle():
            return contract_run.settle_refusal(state, choice, rulings)
        case Claim():
            return rewards.claim_refusal(state, choice)
        case Proceed() | Skip() | Close():
            return Refusal.NONE
        case _:
            return market_refusal(state, choice, rulings)


def market_refusal(state: State, choice: Choice, rulings: Rulings) -> Refusal:
    """Why this operation of an open Market is not legal. Rules: AG-SYS-3-06."""
    match choice:
        case Refresh():
            return offers.refresh_refusal(state, choice, rulings)
        case Hire():
            return market.hire_refusal(state, choice)
        case Buy():
            return market.buy_refusal(state, choice)
        case Sell():
            return market.sell_refusal(state, choice.item)
        case Equip():
            return market.equip_refusal(state, choice)
        case Unequip():
            return market.unequip_refusal(state, choice.recruit)
        case Deploy():
            return deploy_refusal(state, choice)
        case Lock():
            return offers.lock_refusal(state, choice.row, choice.offer, rulings)
        case Unlock():
            return offers.unlock_refusal(state, choice.row, choice.offer)
        case Review():
            return market.review_refusal(state, choice)
        case Promote():
            return market.promote_refusal(state, rulings)
        case Cancel():
            return market.cancel_refusal(state)
        case Dismiss():
            return dismissal.dismissal_refusal(state, choice.recruit, rulings)
        case Decline():
            return offers.decline_refusal(state)
        case Commit():
            return contract_run.commit_refusal(state, choice.offer, rulings)
        case _:
            return Refusal.WRONG_PHASE


def deploy_refusal(state: State, choice: Deploy) -> Refusal:
    """Why a Recruit cannot be moved there. Rules: AG-SYS-1-01, AG-SYS-1-02, AG-SYS-3-06."""
    if not formation.is_recruit(state, choice.recruit):
        return Refusal.NO_RECRUIT
    others = formation.deployed_count(state.recruits) - (1 if state.recruits[choice.recruit].place >= 0 else 0)
    if choice.place < NONE or choice.place > others:
        return Refusal.LINE_GAP
    is_full = choice.place >= 0 and others >= formation.capacity_of(state)
    return Refusal.LINE_FULL if is_full else Refusal.NONE


def advance(state: State, choice: Choice, rulings: Rulings) -> State:
    """Take a step. Raises `Refused`, naming the rule, if the choice is not legal; the state is then as it was.

    Rules: AG-SYS-3-01, AG-SYS-3-08.
    """
    refusal = refusal_of(state, choice, rulings)
    if refusal is not Refusal.NONE:
        raise Refused(refusal, state.phase, choice)
    return play(state, choice, rulings)


def play(state: State, choice: Choice, rulings: Rulings) -> State:
    """What a choice known to be legal does. Rules: AG-SYS-3-01."""
    match choice:
        case Materialize():
            return company.materialize(state, choice)
        case Pick():
            return company.pick(state, choice)
        case Found():
            return company.found(state, rulings)
        case Begin():
            return company.begin(state, choice, rulings)
        case OpenMarket():
            return offers.open_market(state, choice, rulings)
        case Proceed():
            return contract_run.proceed(state)
        case Resolve():
            return contract_run.resolve(state, choice)
        case Settle():
            return contract_run.settle(state, choice, rulings)
        case Claim():
            return rewards.claim(state, choice)
        case Skip():
            return rewards.skip(state)
        case Abandon():
            return company.abandon(state, rulings)
        case Close():
            return company.close(state, rulings)
        case _:
            return play_market(state, choice, rulings)


def play_market(state: State, choice: Choice, rulings: Rulings) -> State:
    """What a legal operation of an open Market does. Rules: AG-SYS-3-06."""
    match choice:
        case Refresh():
            return offers.refresh(state, choice, rulings)
        case Hire():
            return market.hire(state, choice, rulings)
        case Buy():
            return market.buy(state, choice, rulings)
        case Sell():
            return market.sell(state, choice.item)
        case Equip():
            return market.equip(state, choice)
        case Unequip():
            return market.unequip(state, choice.recruit)
        case Deploy():
            return formation.deploy(state, choice.recruit, choice.place)
        case Lock():
            return offers.lock(state, choice.row, choice.offer, rulings)
        case Unlock():
            return offers.unlock(state, choice.row, choice.offer)
        case Review():
            return market.review(state, choice)
        case Promote():
            return market.promote(state, rulings)
        case Cancel():
            return market.cancel(state)
        case Dismiss():
            return dismissal.dismiss(state, choice.recruit, rulings)
        case Decline():
            return offers.decline(state, rulings)
        case Commit():
            return contract_run.commit(state, choice.offer)
        case _:
            return state
