"""Each option of an open question, played: the claim about it holds under one answer and fails under another."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from kernel.guild.choices import Begin, Commit, Proceed
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Outcome
from kernel.guild.economy import Tier
from kernel.guild.rulings import (
    ArtifactCard,
    CheapItem,
    ContractOrder,
    DistinctCards,
    HybridRole,
    KeptOffers,
    LegalCard,
    NobodyStanding,
    Option,
    PendingPromotion,
    PromotionPrice,
    Rulings,
    UnlockedRoles,
)
from kernel.guild.state import Phase
from model.engines.explore import explore
from model.guild import Menu, kinds, with_menu
from model.guild_starts import PRESSURED_CARDS, RECOVERY_MARKET, grown
from model.guild_worlds import WORLDS
from model.verdict import Verdict
from properties.claim import claims_in
from properties.guild import company, market, open_questions, recovery, rewards, roster, runs
from properties.guild.market_hunts import NO_GAP, RECOVERING, SAME_TAG

CLAIMS = {claim.name: claim for claim in claims_in((market, roster, runs, rewards, recovery, company, open_questions))}
HOLDS, FAILS = Verdict.EXHAUSTED, Verdict.REFUTED
#: The worlds of the claims, and smaller ones in which the environment may give what one answer refuses.
PLACES = {
    **WORLDS,
    "recovery-due": replace(
        WORLDS["run-full-row"],
        game=with_menu(Menu(frozenset(), (RECOVERY_MARKET, NO_GAP))),
        starts=(RECOVERING,),
    ),
    "hybrid-left": replace(
        WORLDS["run-full-row"],
        game=with_menu(Menu(frozenset(), (RECOVERY_MARKET, NO_GAP))),
        starts=(grown(RECOVERING, 1, tier=Tier.HYBRID),),
    ),
    "one-tag": replace(
        WORLDS["run-rewards"],
        game=with_menu(Menu(kinds(Commit, Proceed), (PRESSURED_CARDS, SAME_TAG), (Outcome.VICTORY,), most_down=0)),
    ),
    "two-regions": replace(
        WORLDS["company-growth"],
        game=with_menu(Menu(frozenset({Begin}))),
        starts=(replace(new_guild(2, 2, 4), phase=Phase.GUILD),),
    ),
}
#: Each option with a claim that it turns, the world to see it in, and what becomes of the claim there.
TURNS = (
    (PendingPromotion.BLOCKS, "no_battle_passes_over_a_promotion", "market-promotion", HOLDS),
    (PendingPromotion.DROPPED, "no_battle_passes_over_a_promotion", "market-promotion", FAILS),
    (PromotionPrice.NONE, "promotion_moves_no_coin", "market-promotion", HOLDS),
    (PromotionPrice.TIER_STEP, "promotion_moves_no_coin", "market-promotion", FAILS),
    (NobodyStanding.DEFEAT, "all_down_is_no_retreat_and_no_timeout", "run-growth", HOLDS),
    (NobodyStanding.AS_TIMED, "all_down_is_no_retreat_and_no_timeout", "run-growth", FAILS),
    (KeptOffers.COUNT, "a_market_brings_a_new_base_recruit", "market-kept", FAILS),
    (KeptOffers.ONLY_NEW, "a_market_brings_a_new_base_recruit", "market-kept", HOLDS),
    (CheapItem.POSSIBLE, "every_market_has_an_item_of_low_tier", "market-kept", FAILS),
    (CheapItem.SHOWN, "every_market_has_an_item_of_low_tier", "market-kept", HOLDS),
    (LegalCard.CATALOG, "every_card_is_of_use_to_somebody", "run-rewards", FAILS),
    (LegalCard.USABLE, "every_card_is_of_use_to_somebody", "run-rewards", HOLDS),
    (ArtifactCard.ANY, "every_artifact_shown_can_be_chosen", "run-rewards", FAILS),
    (ArtifactCard.INACTIVE, "every_artifact_shown_can_be_chosen", "run-rewards", HOLDS),
    (HybridRole.AS_BEFORE, "the_recovery_offer_closes_a_gap", "hybrid-left", HOLDS),
    (HybridRole.ITS_OWN, "the_recovery_offer_closes_a_gap", "hybrid-left", FAILS),
    (DistinctCards.ITEMS, "item_cards_have_different_tags", "one-tag", FAILS),
    (DistinctCards.TAGS, "item_cards_have_different_tags", "one-tag", HOLDS),
    (ContractOrder.BY_REGION, "contracts_are_begun_one_after_the_other", "company-growth", FAILS),
    (ContractOrder.ONE_BY_ONE, "contracts_are_begun_one_after_the_other", "company-growth", HOLDS),
    (ContractOrder.BY_REGION, "regions_are_entered_in_order", "two-regions", HOLDS),
    (ContractOrder.ANY, "regions_are_entered_in_order", "two-regions", FAILS),
    (UnlockedRoles.ALL_FOUR, "the_recovery_offer_closes_a_gap", "recovery-due", HOLDS),
    (UnlockedRoles.UNTOLD, "the_recovery_offer_closes_a_gap", "recovery-due", FAILS),
)


def read_as(rulings: Rulings, option: Option) -> Rulings:
    """The rulings with one question answered so."""
    switch = next(each.name for each in fields(rulings) if type(getattr(rulings, each.name)) is type(option))
    return replace(rulings, **{switch: option})


@pytest.mark.parametrize(
    ("option", "claim", "world", "verdict"), TURNS, ids=[f"{each[0].name}-{each[1]}" for each in TURNS]
)
def test_an_option_turns_its_claim(option: Option, claim: str, world: str, verdict: Verdict) -> None:
    known = PLACES[world]
    seen = explore(replace(known, rulings=read_as(known.rulings, option), cap=20_000), [CLAIMS[claim].check])
    assert [each.verdict for each in seen.found] == [verdict]


def test_every_option_of_a_question_asked_here_is_played() -> None:
    asked = {type(option) for option, *_ in TURNS}
    assert {option for kind in asked for option in kind} == {option for option, *_ in TURNS}
