"""Claims about reward cards: which lie open, what one of them gives, and how they go."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import Choice, Claim, Settle, Skip
from kernel.guild.economy import Risk
from kernel.guild.rulings import CardAmounts, Rulings
from kernel.guild.state import CardKind, Phase, Place, State
from model.game import Scope
from properties.guild.reading import RUNS, by, law, next_round, risk_of


def wins_a_round(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an ordinary victory is settled and its cards lie open."""
    return isinstance(choice, Settle) and after.phase is Phase.REWARD


@law(
    Scope.STEP,
    "AG-ECO-6-05",
    "AG-ECO-6-06",
    "AG-ECO-6-07",
    worlds=(*RUNS, "run-rewards"),
    premise=wins_a_round,
)
def cards_are_those_of_the_risk(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Steady: an item and Coin; pressured: two different items and Coin or a discount; elite: Artifact, item, third."""
    first, second, third = after.cards
    kinds = (first.kind, second.kind, third.kind)
    item, coin = CardKind.EQUIPMENT, CardKind.COIN
    if before.encounter.risk is Risk.STEADY:
        return kinds == (item, coin, CardKind.NONE)
    if before.encounter.risk is Risk.PRESSURED:
        differ = (first.tag, first.fits, first.tier) != (second.tag, second.fits, second.tier)
        return differ and (kinds == (item, item, coin) or kinds == (item, item, CardKind.DISCOUNT))
    artifact = CardKind.ARTIFACT
    return kinds == (artifact, item, coin) or kinds == (artifact, item, CardKind.RECOVERY)


@law(Scope.STEP, "AG-ECO-6-06", worlds=("run-rewards", "run-growth"), premise=wins_a_round)
def item_cards_have_different_tags(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The item cards of a victory have different behavior tags."""
    tags = tuple(card.tag for card in after.cards if card.kind is CardKind.EQUIPMENT)
    return len(tags) == len(set(tags))


@law(Scope.STEP, "AG-ECO-6-05", worlds=(*RUNS, "run-rewards"), premise=wins_a_round)
def a_coin_card_is_half_the_budget(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Coin card is worth half of the reward budget, rounded down."""
    half = (12 + 2 * next_round(before) + 3 * (before.contract // 2) + 6 * risk_of(before)) // 2
    pays = rulings.card_amounts is CardAmounts.ALL_COIN
    return all(
        card.amount == half
        if card.kind is CardKind.COIN or (pays and (card.kind is CardKind.DISCOUNT or card.kind is CardKind.RECOVERY))
        else card.amount == 0
        for card in after.cards
    )


@law(Scope.STEP, "AG-ECO-6-08", "AG-SAV-10-05", worlds=("run-rewards", "run-growth"), premise=by(Claim))
def one_card_gives_one_thing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A claimed card gives its Coin, one free item, or one of its Artifacts; the draft is gone."""
    if not isinstance(choice, Claim):
        return False
    cards = tuple(card for i, card in enumerate(before.cards) if i == choice.card)
    coin, items = (
        after.coin - before.coin,
        tuple(new for old, new in zip(before.items, after.items, strict=True) if new != old),
    )
    changed = tuple(new for old, new in zip(before.artifacts, after.artifacts, strict=True) if new != old)
    return after.phase is Phase.DUE and all(
        (coin == card.amount and not items and not changed)
        if card.kind is CardKind.COIN
        else (len(items) == 1 and coin == 0 and not changed and items[0].at is Place.INVENTORY and items[0].paid == 0)
        if card.kind is CardKind.EQUIPMENT
        else (len(changed) == 1 and coin == 0 and not items and any(changed[0] == each for each in card.artifacts))
        if card.kind is CardKind.ARTIFACT
        else (coin == card.amount and not items and not changed)
        for card in cards
    )


@law(Scope.STEP, "AG-ECO-6-08", worlds=("run-rewards",), premise=by(Skip))
def declining_cards_grants_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Declining all cards grants nothing."""
    return replace(after, phase=before.phase, cards=before.cards) == before


@law(Scope.STATE, "AG-ECO-6-08", worlds=("run-rewards",))
def artifacts_are_three_different_ones(state: State, rulings: Rulings) -> bool:
    """At most three Artifacts are active, no two of them the same."""
    one, two, three = state.artifacts
    return len(state.artifacts) == 3 and (one == -1 or (one not in (two, three))) and (two == -1 or two != three)


@law(Scope.STEP, "AG-ECO-6-08", worlds=("run-rewards",), premise=by(Claim))
def an_artifact_replaces_one_only_when_three_are_active(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """While a slot for Artifacts is free a new one replaces none."""
    lost = sum(1 for old, new in zip(before.artifacts, after.artifacts, strict=True) if old != new and old != -1)
    return lost == 0 or (lost == 1 and all(each != -1 for each in before.artifacts))
