"""What is true of a Guild between any two steps, in any play: the sentences from which its claims follow by induction.

They are written on the raw state, one sentence each. Together they hold where a Guild begins, and every legal step
keeps them.
"""

from __future__ import annotations

from kernel.guild.edition import Edition
from kernel.guild.rulings import CardAmounts, KnockoutOffer, Rulings
from kernel.guild.state import NONE, Card, CardKind, Phase, Place, Recruit, Result, State, Status

IN_BATTLE = (Phase.COMMITTED, Phase.COUNTDOWN, Phase.RESOLVING, Phase.OUTCOME, Phase.DIAGNOSIS)
#: Where nobody has begun a Contract yet, or the last is closed.
OUTSIDE = (Phase.DRAFT, Phase.GUILD)


def is_one_of(phase: Phase, phases: tuple[Phase, ...]) -> bool:
    """Is it one of these?"""
    return any(phase is each for each in phases)


def owned(recruit: Recruit) -> bool:
    """Does this slot hold one of the Company?"""
    return recruit.status is Status.LIVING or recruit.status is Status.KNOCKED_OUT


def standing(state: State) -> int:
    """How many stand in the line."""
    return sum(1 for each in state.recruits if each.place != NONE)


def an_item_has_one_owner(state: State, rulings: Rulings) -> bool:
    """What is equipped is carried by one Recruit of the Company, everything else by nobody."""
    return all(
        sum(1 for each in state.recruits if owned(each) and each.item == slot)
        == (1 if item.at is Place.EQUIPPED else 0)
        for slot, item in enumerate(state.items)
    )


def who_is_gone_carries_nothing(state: State, rulings: Rulings) -> bool:
    """A slot that holds nobody of the Company has no place in the line and carries nothing."""
    return all(owned(each) or (each.place == NONE and each.item == NONE) for each in state.recruits)


def the_line_has_no_gaps(state: State, rulings: Rulings) -> bool:
    """Places in the line count from 0 without a gap, one Recruit each."""
    count = standing(state)
    return all(each.place < count for each in state.recruits) and all(
        sum(1 for each in state.recruits if each.place == place) == (1 if place < count else 0)
        for place in range(len(state.recruits))
    )


def nobody_paid_more_than_the_list_price(state: State, rulings: Rulings) -> bool:
    """Whoever is owned lists at 14 or more, and paid at most that in Coin."""
    return all(
        not owned(each) or (14 <= each.list_price <= 36 and each.paid <= each.list_price) for each in state.recruits
    )


def experience_stays_below_the_next_level(state: State, rulings: Rulings) -> bool:
    """Nobody has the Experience of a level that has not been gained; at level 10 there is none."""
    return all(each.xp < 20 + 10 * each.level if each.level < 10 else each.xp == 0 for each in state.recruits)


def open_offers_have_prices(state: State, rulings: Rulings) -> bool:
    """An open Recruit offer lists at 14 to 36; no closed one is locked, paid or protected."""
    return (
        all(14 <= offer.price <= 36 if offer.is_open else not offer.locked for offer in state.board.recruits)
        and all(12 <= offer.price <= 51 if offer.is_open else not offer.locked for offer in state.board.equipment)
        and all(offer.is_open or not offer.protected for offer in state.board.recruits)
        and all(offer.is_open or not offer.locked for offer in state.board.battles)
    )


def locks_are_three_at_most(state: State, rulings: Rulings) -> bool:
    """At most three Recruit and equipment offers are locked, and one protected at most, which is not."""
    locked = sum(1 for offer in state.board.recruits if offer.locked) + sum(
        1 for offer in state.board.equipment if offer.locked
    )
    guarded = sum(1 for offer in state.board.recruits if offer.protected)
    return locked <= 3 and guarded <= 1 and not any(offer.protected and offer.locked for offer in state.board.recruits)


def a_battle_stands_as_it_was_committed(state: State, rulings: Rulings) -> bool:
    """In a battle somebody is deployed, and lineup and items are what was committed; else there is no battle."""
    encounter = state.encounter
    if is_one_of(state.phase, IN_BATTLE):
        return (
            encounter.offer != NONE
            and standing(state) >= 1
            and all(
                encounter.lineup[i] == each.place and encounter.items[i] == each.item
                for i, each in enumerate(state.recruits)
            )
        )
    return encounter.offer == NONE and all(place == NONE for place in encounter.lineup)


def the_knocked_out_await_their_outcome(state: State, rulings: Rulings) -> bool:
    """Nobody is at zero HP but in the line of a battle whose outcome is locked and not applied."""
    waits = state.phase is Phase.OUTCOME or state.phase is Phase.DIAGNOSIS
    return all(each.status is not Status.KNOCKED_OUT or (waits and each.place != NONE) for each in state.recruits)


def a_pending_promotion_is_legal(state: State, rulings: Rulings) -> bool:
    """A promotion is pending only in a Market, of a living Recruit that may be promoted so."""
    pending = state.pending.recruit
    if pending == NONE:
        return True
    each = state.recruits[pending]
    return state.phase is Phase.MARKET and each.status is Status.LIVING


def cards_lie_open_after_victories(state: State, rulings: Rulings) -> bool:
    """Reward cards are there in the reward phase alone, after a cleared Round; only those that pay Coin show any."""
    if state.phase is Phase.REWARD:
        return state.cleared >= 1 and all(
            0 <= card.amount <= (34 if pays(card, rulings) else 0) for card in state.cards
        )
    return all(card.amount == 0 for card in state.cards)


def pays(card: Card, rulings: Rulings) -> bool:
    """Does this card pay Coin?"""
    other = card.kind is CardKind.DISCOUNT or card.kind is CardKind.RECOVERY
    return card.kind is CardKind.COIN or (other and rulings.card_amounts is CardAmounts.ALL_COIN)


def a_draft_is_before_everything(state: State, rulings: Rulings) -> bool:
    """Offers of a draft lie there only in the draft, which picks two at most and has nobody in the Company."""
    picked = sum(1 for each in state.draft.picks if each)
    if state.phase is not Phase.DRAFT:
        return not state.draft.is_ready and picked == 0
    return picked <= 2 and not any(owned(each) for each in state.recruits)


def a_legacy_run_leaves_nothing(state: State, rulings: Rulings) -> bool:
    """FG4: outside a run there is no Coin, no Credit, no Recruit and no item."""
    if rulings.edition is not Edition.FG4 or not is_one_of(state.phase, OUTSIDE):
        return True
    return state.coin == 0 and state.credit == 0 and not any(owned(each) for each in state.recruits)


def growth_knows_no_credit(state: State, rulings: Rulings) -> bool:
    """GROWTH: there is no Credit, nobody has Fallen, nobody is archived, and no Company collapses."""
    if rulings.edition is not Edition.GROWTH:
        return True
    lost = any(each.status is Status.FALLEN or each.status is Status.ARCHIVED for each in state.recruits)
    return state.credit == 0 and not lost and state.result is not Result.COLLAPSED


def growth_needs_no_recovery(state: State, rulings: Rulings) -> bool:
    """GROWTH: unless a knockout reserves one, no recovery offer is due, and none lies open."""
    if rulings.edition is not Edition.GROWTH or rulings.knockout_offer is not KnockoutOffer.NONE:
        return True
    return not state.is_recovery_due and not any(offer.protected for offer in state.board.recruits)


def a_growing_company_is_never_empty(state: State, rulings: Rulings) -> bool:
    """GROWTH: once founded, a Company has somebody."""
    is_founded = rulings.edition is Edition.GROWTH and state.phase is not Phase.DRAFT
    return not is_founded or any(owned(each) for each in state.recruits)


INVARIANT = (
    an_item_has_one_owner,
    who_is_gone_carries_nothing,
    the_line_has_no_gaps,
    nobody_paid_more_than_the_list_price,
    experience_stays_below_the_next_level,
    open_offers_have_prices,
    locks_are_three_at_most,
    a_battle_stands_as_it_was_committed,
    the_knocked_out_await_their_outcome,
    a_pending_promotion_is_legal,
    cards_lie_open_after_victories,
    a_draft_is_before_everything,
    a_legacy_run_leaves_nothing,
    growth_knows_no_credit,
    growth_needs_no_recovery,
    a_growing_company_is_never_empty,
)
