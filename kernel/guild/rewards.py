"""The reward draft of a victory: one card is taken, or none. Rules: AG-ECO-6-05..08, AG-SAV-10-05."""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild.choices import Claim
from kernel.guild.contract_run import NO_CARDS
from kernel.guild.market import free_item_slot
from kernel.guild.refusals import Refusal
from kernel.guild.state import NONE, Card, CardKind, Item, Phase, Place, State, put_at


def claim_refusal(state: State, choice: Claim) -> Refusal:
    """Why this card cannot be taken like this. Rules: AG-SAV-10-05, AG-ECO-6-08, AG-ECO-10-12."""
    if not (0 <= choice.card < len(state.cards) and state.cards[choice.card].kind is not CardKind.NONE):
        return Refusal.NO_CARD
    card = state.cards[choice.card]
    if card.kind is CardKind.EQUIPMENT and free_item_slot(state.items) == NONE:
        return Refusal.ROOM
    if card.kind is CardKind.ARTIFACT and not is_artifact_choice(state, card, choice):
        return Refusal.ARTIFACT
    return Refusal.NONE


def is_artifact_choice(state: State, card: Card, choice: Claim) -> bool:
    """Is it one of the three, not active yet, for a free slot while there is one? Rules: AG-ECO-6-08, AG-ECO-10-12."""
    if not (0 <= choice.artifact < len(card.artifacts) and 0 <= choice.slot < len(state.artifacts)):
        return False
    taken = card.artifacts[choice.artifact]
    is_full = all(active != NONE for active in state.artifacts)
    is_new = not any(active == taken for active in state.artifacts)
    return is_new and (is_full or state.artifacts[choice.slot] == NONE)


@ensure(lambda result: result.cards == NO_CARDS, "AG-SAV-10-05: a claimed draft is gone")
def claim(state: State, choice: Claim) -> State:
    """Take one card, and remove the draft. Rules: AG-ECO-6-08, AG-SAV-10-05, AG-ECO-5.2-03."""
    card = state.cards[choice.card]
    closed = skip(state)
    match card.kind:
        case CardKind.EQUIPMENT:
            item = Item(Place.INVENTORY, card.tag, card.fits, card.tier, 0)
            return replace(closed, items=put_at(state.items, free_item_slot(state.items), item))
        case CardKind.ARTIFACT:
            return replace(closed, artifacts=put_at(state.artifacts, choice.slot, card.artifacts[choice.artifact]))
        case _:
            return replace(closed, coin=state.coin + card.amount)


def skip(state: State) -> State:
    """Decline all cards: nothing is granted, and they do not come back. Rules: AG-ECO-6-08."""
    return replace(state, phase=Phase.DUE, cards=NO_CARDS)
