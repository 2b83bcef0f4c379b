"""Founding a Company, beginning a Contract, and what closing one keeps.

In FG4 a draft begins a run, and closing clears it; in continuous growth the draft founds the one Company of the save,
which takes one Contract after the other. Rules: AG-OVR-02..06, AG-OVR-10, AG-OVR-11, AG-ECO-3, AG-SAV-12.2-01.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild import economy
from kernel.guild.boards import band_of
from kernel.guild.choices import Begin, Materialize, Pick
from kernel.guild.contract_run import NO_CARDS
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Tier
from kernel.guild.edition import Edition
from kernel.guild.formation import living_count
from kernel.guild.refusals import Refusal
from kernel.guild.renown import first_clear_renown, renown_after
from kernel.guild.rulings import AbandonResult, ContractCoin, ContractOrder, Rulings
from kernel.guild.state import (
    ARTIFACT_SLOTS,
    DRAFT_PICKS,
    LAST_FAMILY,
    LAST_ROLE,
    LAST_TAG,
    LAST_TRAIT,
    NONE,
    Board,
    Draft,
    DraftOffer,
    Item,
    Phase,
    Place,
    Promotion,
    Recruit,
    Result,
    State,
    Status,
    Totals,
    is_owned,
    no_encounter,
    put_at,
)

NO_ARTIFACTS = (NONE,) * ARTIFACT_SLOTS


def new_guild(slots: int, items: int, contracts: int, difficulty: Difficulty = Difficulty.STANDARD) -> State:
    """A new game with this many roster slots, item slots and Contracts: an empty draft. Rules: AG-OVR-03, AG-OVR-10."""
    return State(
        phase=Phase.DRAFT,
        difficulty=difficulty,
        contract=0,
        clears=(False,) * contracts,
        renown=0,
        coin=0,
        credit=0,
        cleared=0,
        markets=0,
        refreshes=0,
        recruits=(Recruit(),) * slots,
        items=(Item(),) * items,
        artifacts=NO_ARTIFACTS,
        board=Board(),
        encounter=no_encounter(slots),
        cards=NO_CARDS,
        pending=Promotion(),
        draft=Draft(),
        totals=Totals(),
        is_recovery_due=False,
        hybrid_shown=False,
        serials=0,
        result=Result.NONE,
    )


# ---------------------------------------------------------------- the draft


def is_draft_offer(offer: DraftOffer) -> bool:
    """Is this a base Recruit with a starting item of the catalog? Rules: AG-OVR-03."""
    return (
        0 <= offer.origin <= LAST_FAMILY
        and 0 <= offer.trait <= LAST_TRAIT
        and 0 <= offer.role <= LAST_ROLE
        and 0 <= offer.tag <= LAST_TAG
    )


def materialize_refusal(state: State, choice: Materialize) -> Refusal:
    """Why these offers cannot be laid out: four, once. Rules: AG-OVR-03, AG-OVR-11."""
    if state.draft.is_ready:
        return Refusal.DRAFT_READY
    is_four = len(choice.offers) == len(state.draft.offers)
    return Refusal.NONE if is_four and all(is_draft_offer(each) for each in choice.offers) else Refusal.DRAFT_OFFER


def materialize(state: State, choice: Materialize) -> State:
    """Lay out the four provisional offers. Rules: AG-OVR-03."""
    return replace(state, draft=replace(state.draft, is_ready=True, offers=choice.offers))


def pick_refusal(state: State, choice: Pick, rulings: Rulings) -> Refusal:
    """Why these cannot be picked: at most two; FG4 keeps exactly two. Rules: AG-OVR-11, AG-SAV-7.1-05."""
    if not state.draft.is_ready:
        return Refusal.DRAFT_EMPTY
    if len(choice.picks) != len(state.draft.picks):
        return Refusal.DRAFT_PICKS
    count = sum(choice.picks)
    least = DRAFT_PICKS if rulings.edition is Edition.FG4 else 0
    return Refusal.NONE if least <= count <= DRAFT_PICKS else Refusal.DRAFT_PICKS


def pick(state: State, choice: Pick) -> State:
    """Keep this selection in place of the one before. Rules: AG-OVR-11."""
    return replace(state, draft=replace(state.draft, picks=choice.picks))


def found_refusal(state: State) -> Refusal:
    """Why the selection cannot be committed: exactly two. Rules: AG-OVR-03, AG-OVR-11."""
    return Refusal.NONE if sum(state.draft.picks) == DRAFT_PICKS else Refusal.DRAFT_PAIR


def provisional(offer: DraftOffer, serial: int, item: int) -> Recruit:
    """A picked Recruit: base, level 1, free, with one starting item. Rules: AG-ECO-3-02, AG-ECO-3-06, AG-ECO-7-03."""
    return Recruit(
        status=Status.LIVING,
        serial=serial,
        origin=offer.origin,
        trait=offer.trait,
        role=offer.role,
        level=economy.MIN_LEVEL,
        list_price=economy.hire_list_price(economy.MIN_LEVEL, Tier.BASE),
        item=item,
    )


def starting_item(offer: DraftOffer) -> Item:
    """What a provisional Recruit brings: an item of its own family that cost nothing. Rules: AG-ECO-3-06."""
    return Item(Place.EQUIPPED, offer.tag, offer.origin, 0, 0)


def picked(state: State, number: int) -> DraftOffer:
    """The first or the second picked offer."""
    chosen, seen = state.draft.offers[0], 0
    for offer, is_picked in zip(state.draft.offers, state.draft.picks, strict=True):
        chosen = offer if is_picked and seen == number else chosen
        seen = seen + (1 if is_picked else 0)
    return chosen


@ensure(lambda result: living_count(result.recruits) == DRAFT_PICKS, "AG-OVR-11: only the two selected Recruits")
@ensure(lambda result: not result.draft.is_ready, "AG-OVR-11: draft and Company exclude each other")
def found(state: State, rulings: Rulings) -> State:
    """Make the Company of the two picked Recruits; the draft is gone.

    Rules: AG-OVR-03, AG-OVR-11, AG-ECO-3-02..07.
    """
    pair = (picked(state, 0), picked(state, 1))
    recruits = tuple(
        provisional(pair[i], state.serials + 1 + i, i) if i < DRAFT_PICKS else Recruit()
        for i in range(len(state.recruits))
    )
    items = tuple(starting_item(pair[i]) if i < DRAFT_PICKS else Item() for i in range(len(state.items)))
    return replace(
        state,
        phase=Phase.DUE if rulings.edition is Edition.FG4 else Phase.GUILD,
        coin=economy.STANDARD.opening_coin,
        recruits=recruits,
        items=items,
        serials=state.serials + DRAFT_PICKS,
        draft=Draft(),
    )


# ---------------------------------------------------------------- beginning


def cleared_first(contract: int, rulings: Rulings) -> int:
    """The Contracts below this number have to be cleared before this one begins. Rules: AG-ECO-2-05, F-156."""
    match rulings.contract_order:
        case ContractOrder.BY_REGION:
            return 2 * (contract // 2)
        case ContractOrder.ONE_BY_ONE:
            return contract
        case ContractOrder.ANY:
            return 0


def begin_refusal(state: State, choice: Begin, rulings: Rulings) -> Refusal:
    """Why this Contract cannot begin. Rules: AG-ECO-12-01, AG-ECO-2-05."""
    if not 0 <= choice.contract < len(state.clears):
        return Refusal.CONTRACT
    first = cleared_first(choice.contract, rulings)
    is_open = all(is_cleared or each >= first for each, is_cleared in enumerate(state.clears))
    return Refusal.NONE if is_open else Refusal.REGION


def opening_balance(coin: int, rulings: Rulings) -> int:
    """The Coin with which a further Contract of a Company begins. Rules: AG-OVR-10, AG-ECO-3-03, F-128."""
    match rulings.contract_coin:
        case ContractCoin.KEPT:
            return coin
        case ContractCoin.OPENING_ADDED:
            return coin + economy.STANDARD.opening_coin
        case ContractCoin.OPENING_SET:
            return economy.STANDARD.opening_coin


def begin(state: State, choice: Begin, rulings: Rulings) -> State:
    """Begin a Contract at a difficulty that stays: in FG4 with a draft, in continuous growth with the Company.

    Rules: AG-OVR-02, AG-ECO-16-01, AG-ECO-3-12.
    """
    chosen = replace(state, contract=choice.contract, difficulty=choice.difficulty, totals=Totals(), result=Result.NONE)
    if rulings.edition is Edition.FG4:
        return replace(chosen, phase=Phase.DRAFT)
    is_further = state.result is not Result.NONE
    coin = opening_balance(state.coin, rulings) if is_further else state.coin
    return replace(chosen, phase=Phase.DUE, coin=coin)


# ---------------------------------------------------------------- closing


def abandon_refusal(state: State, rulings: Rulings) -> Refusal:
    """Why a Contract cannot be given up now: from a Market or a result. Rules: AG-SAV-12-06, F-134."""
    match state.phase:
        case Phase.MARKET | Phase.DUE | Phase.REWARD:
            return Refusal.NONE
        case Phase.OUTCOME | Phase.DIAGNOSIS if rulings.abandon_result is AbandonResult.ANY_RESULT:
            return Refusal.NONE
        case _:
            return Refusal.WRONG_PHASE


def closed_contract(state: State) -> State:
    """What no Contract outlives: progress, line, offers, battle, cards, Artifacts. Rules: AG-OVR-05, AG-ECO-3-12."""
    return replace(
        state,
        phase=Phase.GUILD,
        cleared=0,
        markets=0,
        refreshes=0,
        recruits=tuple(replace(each, place=NONE) for each in state.recruits),
        artifacts=NO_ARTIFACTS,
        board=Board(),
        encounter=no_encounter(len(state.recruits)),
        cards=NO_CARDS,
        pending=Promotion(),
        is_recovery_due=False,
        hybrid_shown=False,
    )


def with_grants(state: State) -> State:
    """The persistent grants of a cleared Contract, once. Rules: AG-ECO-2-05, AG-ECO-9-02, AG-ECO-6-09."""
    if state.result is not Result.CLEARED or state.clears[state.contract]:
        return state
    grant = first_clear_renown(band_of(state) + 1, state.contract % 2 + 1)
    return replace(state, clears=put_at(state.clears, state.contract, True), renown=renown_after(state.renown, grant))


@ensure(lambda result, state: result.renown >= state.renown, "AG-ECO-1-02: Renown persists")
@ensure(lambda result: all(each.place == NONE for each in result.recruits), "AG-OVR-05: the formation is closed")
def close(state: State, rulings: Rulings) -> State:
    """Close the Contract, with its grants, in one step.

    FG4 clears Coin, Credit and items, and survivors become records; in continuous growth the Company keeps them all.
    Rules: AG-OVR-05, AG-OVR-06, AG-SAV-12.2-01, AG-ECO-2-01, AG-ECO-2-02.
    """
    over = closed_contract(with_grants(state))
    if rulings.edition is Edition.GROWTH:
        ready = tuple(
            replace(each, status=Status.LIVING) if each.status is Status.KNOCKED_OUT else each for each in over.recruits
        )
        return replace(over, recruits=ready)
    records = tuple(
        replace(each, status=Status.ARCHIVED, item=NONE) if is_owned(each) else each for each in over.recruits
    )
    return replace(over, coin=0, credit=0, recruits=records, items=tuple(Item() for _ in over.items))


def abandon(state: State, rulings: Rulings) -> State:
    """Give the Contract up and close it: no casualty, no rebate, no grant. Rules: AG-SAV-12-06, AG-SAV-9.2-06."""
    return close(replace(state, result=Result.ABANDONED), rulings)
