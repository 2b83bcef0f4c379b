"""Facts about what may be generated: which boards and cards are legal, and what a clear grants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from kernel.guild import step
from kernel.guild.choices import (
    Begin,
    Close,
    NewBattle,
    NewCard,
    NewItem,
    NewRecruit,
    OpenMarket,
    Settle,
)
from kernel.guild.difficulty import Outcome
from kernel.guild.economy import Risk, Tier
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import (
    BOTH,
    LEGACY,
    STANDING,
    ArtifactCard,
    CheapItem,
    ContractOrder,
    DistinctCards,
    HybridRole,
    KeptOffers,
    LegalCard,
    Rulings,
    UnlockedRoles,
)
from kernel.guild.state import NONE, CardKind, EquipmentOffer, Phase, RecruitOffer, Result, Status
from model.guild_starts import (
    BASES,
    BATTLES,
    DEAR_ITEMS,
    ITEMS,
    NEXT_MARKET,
    OTHER_ITEMS,
    RECOVERY,
    RECOVERY_MARKET,
    at_round,
    founded,
    grown,
)
from properties.claim import fact
from properties.guild.run_vectors import in_first_market

# ---------------------------------------------------------------- which boards are legal


def opening(**rows: object) -> OpenMarket:
    """The usual first board with some rows changed."""
    return replace(OpenMarket(BASES, ITEMS, BATTLES), **rows)  # type: ignore[arg-type]


#: Boards of the first Market, each with why it is refused.
WRONG_BOARDS: tuple[tuple[OpenMarket, Refusal], ...] = (
    (opening(recruits=(NewRecruit(12), *BASES[1:])), Refusal.OFFER_RANGE),
    (opening(recruits=(NewRecruit(-1), *BASES[1:])), Refusal.OFFER_RANGE),
    (opening(recruits=(NewRecruit(0, trait=36), *BASES[1:])), Refusal.OFFER_RANGE),
    (opening(recruits=(NewRecruit(0, role=4), *BASES[1:])), Refusal.OFFER_RANGE),
    (opening(recruits=(NewRecruit(0, branch=1), *BASES[1:])), Refusal.OFFER_RANGE),
    (opening(recruits=BASES[:2]), Refusal.OFFER_RANGE),
    (opening(recruits=(NewRecruit(0, Tier.HYBRID), *BASES[1:])), Refusal.HYBRID_OFFER),
    (opening(recruits=(NewRecruit(0, Tier.ADVANCED), *BASES[1:])), Refusal.EARLY_ADVANCED),
    (opening(recruits=RECOVERY), Refusal.PROTECTED_OFFER),
    (opening(equipment=ITEMS[:3]), Refusal.OFFER_RANGE),
    (opening(equipment=(NewItem(8), *ITEMS[1:])), Refusal.OFFER_RANGE),
    (opening(equipment=(NewItem(0, 12), *ITEMS[1:])), Refusal.OFFER_RANGE),
    (opening(equipment=(NewItem(0, NONE, 4), *ITEMS[1:])), Refusal.OFFER_RANGE),
    (opening(equipment=(NewItem(0), NewItem(0), NewItem(1), NewItem(1))), Refusal.TAGS),
    (opening(equipment=tuple(NewItem(tag, 0) for tag in range(4))), Refusal.USERS),
    (opening(battles=BATTLES[:2]), Refusal.OFFER_RANGE),
    (opening(battles=(BATTLES[0], BATTLES[0], BATTLES[1])), Refusal.STEADY),
    (opening(battles=(BATTLES[1], BATTLES[2], NewBattle(Risk.ELITE, 5))), Refusal.STEADY),
    (opening(battles=(BATTLES[0], BATTLES[1], BATTLES[1])), Refusal.SAME_BATTLE),
)


@fact("AG-ECO-4-02", "AG-ECO-4-03", "AG-ECO-4-04", "AG-ECO-4-08", "AG-ECO-4.1-03", cases=lambda: WRONG_BOARDS)
def a_wrong_board_is_refused_for_its_own_reason(case: tuple[OpenMarket, Refusal]) -> bool:
    """A board outside the catalogs, or against a constraint of generation, is refused and names it."""
    board, why = case
    return step.refusal_of(founded(STANDING, 2, 2), board, STANDING) is why


def rounds_and_tiers() -> Iterator[tuple[int, Tier]]:
    """Every number of cleared Rounds below twelve, with each tier that can be for sale."""
    for cleared in range(12):
        for tier in (Tier.BASE, Tier.ADVANCED):
            yield cleared, tier


@fact("AG-ECO-4.1-03", cases=rounds_and_tiers)
def advanced_recruits_come_from_round_seven_on(case: tuple[int, Tier]) -> bool:
    """A base Recruit may be offered in every Round, an advanced one from Round 7 on."""
    cleared, tier = case
    pool = (NewRecruit(2), NewRecruit(3), NewRecruit(0, tier))
    due = replace(at_round(founded(STANDING, 2, 2), cleared), markets=1)
    legal = step.refusal_of(due, replace(NEXT_MARKET, recruits=pool), STANDING) is Refusal.NONE
    return legal == (tier is Tier.BASE or cleared >= 6)


@fact("AG-ECO-4-02", "AG-ECO-3-08", cases=lambda: ((bases, first) for bases in range(4) for first in (False, True)))
def base_recruits_are_never_missing(case: tuple[int, bool]) -> bool:
    """A Market shows one base Recruit at least, the first of a Contract two."""
    bases, first = case
    pool = tuple(NewRecruit(i, Tier.BASE if i < bases else Tier.ADVANCED) for i in range(3))
    due = replace(at_round(founded(STANDING, 2, 2), 8), markets=0 if first else 8)
    legal = step.refusal_of(due, replace(NEXT_MARKET, recruits=pool), STANDING) is Refusal.NONE
    return legal == (bases >= (2 if first else 1))


def kept_rows() -> Iterator[tuple[Rulings, Tier, Tier]]:
    """Under both answers to F-153: the tier of a Recruit offer kept by its lock, and of those that come beside it."""
    for answer in KeptOffers:
        for kept in (Tier.BASE, Tier.ADVANCED):
            for new in (Tier.BASE, Tier.ADVANCED):
                yield replace(STANDING, kept_offers=answer), kept, new


@fact("AG-ECO-4-02", "AG-SYS-3-05", cases=kept_rows)
def a_kept_base_recruit_serves_if_kept_offers_count(case: tuple[Rulings, Tier, Tier]) -> bool:
    """Beside a locked offer the two new ones need a base Recruit, unless the locked one is base and counts."""
    rulings, kept, new = case
    due = at_round(founded(STANDING, 2, 2), 8)
    locked = RecruitOffer(is_open=True, locked=True, tier=kept, level=3, price=22)
    due = replace(due, board=replace(due.board, recruits=(locked, *due.board.recruits[1:])))
    board = replace(NEXT_MARKET, recruits=(NewRecruit(), NewRecruit(2, new), NewRecruit(3, new)))
    serves = kept is Tier.BASE and rulings.kept_offers is KeptOffers.COUNT
    return (step.refusal_of(due, board, rulings) is Refusal.NONE) == (new is Tier.BASE or serves)


def kept_items() -> Iterator[tuple[Rulings, int, tuple[int, ...]]]:
    """Under both answers to F-153: the tag of an item offer kept by its lock, and the tags of those beside it."""
    for answer in KeptOffers:
        for kept in range(4):
            for new in product(range(3), repeat=3):
                yield replace(STANDING, kept_offers=answer), kept, new


@fact("AG-ECO-4-03", "AG-SYS-3-05", cases=kept_items)
def a_kept_item_serves_if_kept_offers_count(case: tuple[Rulings, int, tuple[int, ...]]) -> bool:
    """Beside a locked item the three new ones need three behaviour tags, or two others than its own if it counts."""
    rulings, kept, new = case
    due = at_round(founded(STANDING, 2, 2), 8)
    locked = EquipmentOffer(is_open=True, locked=True, tag=kept)
    due = replace(due, board=replace(due.board, equipment=(locked, *due.board.equipment[1:])))
    board = replace(NEXT_MARKET, equipment=(NewItem(), *map(NewItem, new)))
    tags = {*new, kept} if rulings.kept_offers is KeptOffers.COUNT else set(new)
    return (step.refusal_of(due, board, rulings) is Refusal.NONE) == (len(tags) >= 3)


@fact("AG-ECO-4.1-04", cases=lambda: ((cleared, tier) for cleared in range(12) for tier in range(4)))
def a_cheap_item_is_possible_in_every_market(case: tuple[int, int]) -> bool:
    """In every ordinary Market an item of tier 0 or 1 can be offered, as any other tier."""
    cleared, tier = case
    row = (NewItem(3, NONE, tier), *OTHER_ITEMS[1:])
    due = replace(at_round(founded(STANDING, 2, 2), cleared), markets=1)
    return step.refusal_of(due, replace(NEXT_MARKET, equipment=row), STANDING) is Refusal.NONE


def dear_boards() -> Iterator[tuple[Rulings, int, int, int]]:
    """Under both answers to F-155: cleared Rounds, and the tier and the user of the one item that need not be dear."""
    for answer in CheapItem:
        for cleared in (1, 11, 12):
            for tier in range(4):
                for fits in (NONE, 1, 2):
                    yield replace(STANDING, cheap_item=answer), cleared, tier, fits


@fact("AG-ECO-4.1-04", cases=dear_boards)
def a_board_without_a_cheap_item_is_legal_unless_one_is_promised(case: tuple[Rulings, int, int, int]) -> bool:
    """An ordinary Market may offer dear items alone, unless one of tier 0 or 1 that somebody can use is promised."""
    rulings, cleared, tier, fits = case
    board = replace(NEXT_MARKET, equipment=(*DEAR_ITEMS[:3], NewItem(7, fits, tier)))
    due = replace(at_round(founded(STANDING, 2, 2), cleared), markets=cleared)
    is_asked = rulings.cheap_item is CheapItem.SHOWN and cleared < 12
    return (step.refusal_of(due, board, rulings) is Refusal.NONE) == (not is_asked or (tier <= 1 and fits != 2))


def recovery_roles() -> Iterator[tuple[tuple[int, ...], int, Rulings]]:
    """Every set of responsibilities that two survivors can have, each that the offer could supply, under F-154."""
    for answer in UnlockedRoles:
        for held in product(range(4), repeat=2):
            for role in range(4):
                yield held, role, replace(LEGACY, unlocked_roles=answer)


@fact("AG-ECO-7-06", cases=recovery_roles)
def a_recovery_offer_must_close_a_gap(case: tuple[tuple[int, ...], int, Rulings]) -> bool:
    """A protected offer may only supply a responsibility that no living Recruit has, if all four are unlocked."""
    held, role, rulings = case
    due = replace(founded(LEGACY, 2, 2), is_recovery_due=True, markets=1)
    due = grown(grown(due, 0, role=held[0]), 1, role=held[1])
    pool = (NewRecruit(8, role=role, protected=True), *BASES[1:])
    legal = step.refusal_of(due, replace(RECOVERY_MARKET, recruits=pool), rulings) is Refusal.NONE
    return legal == (role not in held or rulings.unlocked_roles is UnlockedRoles.UNTOLD)


@fact("AG-ECO-7-06", cases=lambda: product(HybridRole, Tier, range(4)))
def a_hybrid_holds_its_old_responsibility_or_none(case: tuple[HybridRole, Tier, int]) -> bool:
    """What a promoted Recruit had is no gap, unless it is a hybrid whose responsibility is its own."""
    answer, tier, role = case
    due = replace(founded(LEGACY, 2, 2), is_recovery_due=True, markets=1)
    due = grown(grown(due, 0, role=1, tier=tier), 1, role=2)
    pool = (NewRecruit(8, role=role, protected=True), *BASES[1:])
    legal = step.refusal_of(due, replace(RECOVERY_MARKET, recruits=pool), replace(LEGACY, hybrid_role=answer))
    held = (2,) if tier is Tier.HYBRID and answer is HybridRole.ITS_OWN else (1, 2)
    return legal is (Refusal.PROTECTED_ROLE if role in held else Refusal.NONE)


@fact("AG-ECO-7-04", cases=lambda: (Tier.BASE, Tier.ADVANCED))
def a_recovery_offer_is_of_a_base_profession(tier: Tier) -> bool:
    """In a Round in which advanced Recruits are for sale the protected offer is a base Recruit all the same."""
    due = replace(at_round(founded(LEGACY, 2, 2), 8), is_recovery_due=True)
    pool = (replace(RECOVERY[0], tier=tier), *BASES[1:])
    legal = step.refusal_of(due, replace(RECOVERY_MARKET, recruits=pool), LEGACY) is Refusal.NONE
    return legal == (tier is Tier.BASE)


# ---------------------------------------------------------------- which cards are legal, and what a clear grants

ITEM, OTHER_ITEM, COIN = NewCard(CardKind.EQUIPMENT, 1), NewCard(CardKind.EQUIPMENT, 2), NewCard(CardKind.COIN)
PRIZE = NewCard(CardKind.ARTIFACT, artifacts=(1, 2, 3))
NOTHING, DISCOUNT, CURE = NewCard(), NewCard(CardKind.DISCOUNT), NewCard(CardKind.RECOVERY)
#: What a victory may show, and what it may not, by its risk.
RIGHT_CARDS = (
    (Risk.STEADY, (ITEM, COIN, NOTHING)),
    (Risk.PRESSURED, (ITEM, OTHER_ITEM, COIN)),
    (Risk.PRESSURED, (ITEM, OTHER_ITEM, DISCOUNT)),
    (Risk.ELITE, (PRIZE, ITEM, COIN)),
    (Risk.ELITE, (PRIZE, ITEM, CURE)),
)
WRONG_CARDS = (
    (Risk.STEADY, (ITEM, COIN, COIN)),
    (Risk.STEADY, (ITEM, ITEM, NOTHING)),
    (Risk.STEADY, (COIN, COIN, NOTHING)),
    (Risk.PRESSURED, (ITEM, ITEM, COIN)),
    (Risk.PRESSURED, (ITEM, COIN, COIN)),
    (Risk.PRESSURED, (ITEM, OTHER_ITEM, CURE)),
    (Risk.PRESSURED, (ITEM, NewCard(CardKind.EQUIPMENT, 8), COIN)),
    (Risk.ELITE, (ITEM, OTHER_ITEM, COIN)),
    (Risk.ELITE, (PRIZE, COIN, COIN)),
    (Risk.ELITE, (PRIZE, ITEM, DISCOUNT)),
    (Risk.ELITE, (NewCard(CardKind.ARTIFACT, artifacts=(1, 1, 3)), ITEM, COIN)),
    (Risk.ELITE, (NewCard(CardKind.ARTIFACT, artifacts=(1, 2, 60)), ITEM, COIN)),
)


@fact("AG-ECO-6-05", "AG-ECO-6-06", "AG-ECO-6-07", cases=lambda: (*RIGHT_CARDS, *WRONG_CARDS))
def only_the_cards_of_a_risk_are_shown(case: tuple[Risk, tuple[NewCard, ...]]) -> bool:
    """A victory shows the cards that its risk requires, and any other draft is refused."""
    risk, cards = case
    won = replace(in_first_market(STANDING), phase=Phase.DIAGNOSIS)
    won = replace(won, encounter=replace(won.encounter, offer=0, risk=risk, outcome=Outcome.VICTORY))
    refusal = step.refusal_of(won, Settle(cards), STANDING)
    return refusal is (Refusal.NONE if case in RIGHT_CARDS else Refusal.DRAFT_CARDS)


def users_of_cards() -> Iterator[tuple[Rulings, int, bool]]:
    """Under both answers to F-157: the family that a card's item is for, and whether anybody is alive."""
    for answer in LegalCard:
        for fits in (NONE, 0, 1, 2):
            for alive in (True, False):
                yield replace(LEGACY, legal_card=answer), fits, alive


@fact("AG-ECO-6-05", "AG-ECO-6-06", "AG-ECO-6-07", cases=users_of_cards)
def a_card_needs_no_user_unless_it_must_be_usable(case: tuple[Rulings, int, bool]) -> bool:
    """The item of a card may be for a family that nobody alive is of, unless usable is what legal means."""
    rulings, fits, alive = case
    won = replace(in_first_market(rulings), phase=Phase.DIAGNOSIS)
    won = replace(won, encounter=replace(won.encounter, offer=0, outcome=Outcome.VICTORY))
    if not alive:
        won = replace(won, recruits=tuple(replace(each, status=Status.KNOCKED_OUT) for each in won.recruits))
    cards = (NewCard(CardKind.EQUIPMENT, 1, fits), COIN, NOTHING)
    usable = not alive or fits != 2 or rulings.legal_card is LegalCard.CATALOG
    return step.refusal_of(won, Settle(cards), rulings) is (Refusal.NONE if usable else Refusal.CARD_USER)


@fact("AG-ECO-6-07", "AG-ECO-6-08", cases=lambda: product(ArtifactCard, (NONE, 1, 4), (NONE, 3, 5), (2, 6)))
def an_active_artifact_is_shown_if_any_may_be(case: tuple[ArtifactCard, int, int, int]) -> bool:
    """An elite card may show Artifacts that are active, unless only such as are not are eligible."""
    answer, *active = case
    won = replace(in_first_market(STANDING), phase=Phase.DIAGNOSIS, artifacts=tuple(active))
    won = replace(won, encounter=replace(won.encounter, offer=2, risk=Risk.ELITE, outcome=Outcome.VICTORY))
    legal = step.refusal_of(won, Settle((PRIZE, ITEM, COIN)), replace(STANDING, artifact_card=answer))
    free = answer is ArtifactCard.ANY or not set(active) & set(PRIZE.artifacts)
    return legal is (Refusal.NONE if free else Refusal.CARD_ARTIFACT)


@fact("AG-ECO-6-06", cases=lambda: product(DistinctCards, (1, 2), (NONE, 0), (0, 3)))
def two_cards_differ_in_something_or_in_tag(case: tuple[DistinctCards, int, int, int]) -> bool:
    """Two item cards of a pressured victory differ in tag, user or tier; in tag, if that is what distinct means."""
    answer, tag, fits, tier = case
    won = replace(in_first_market(STANDING), phase=Phase.DIAGNOSIS)
    won = replace(won, encounter=replace(won.encounter, offer=1, risk=Risk.PRESSURED, outcome=Outcome.VICTORY))
    cards = (ITEM, NewCard(CardKind.EQUIPMENT, tag, fits, tier), COIN)
    differ = tag != 1 or (answer is DistinctCards.ITEMS and (fits, tier) != (NONE, 0))
    legal = step.refusal_of(won, Settle(cards), replace(STANDING, distinct_cards=answer))
    return legal is (Refusal.NONE if differ else Refusal.DRAFT_CARDS)


def contracts() -> Iterator[tuple[Rulings, tuple[bool, ...], int]]:
    """In both editions and under each answer to F-156: what is cleared of two Regions, and the Contract to begin."""
    for edition in BOTH:
        for answer in ContractOrder:
            for clears in product((False, True), repeat=4):
                for contract in range(4):
                    yield replace(edition, contract_order=answer), clears, contract


@fact("AG-ECO-2-05", "AG-ECO-12-01", cases=contracts)
def clears_open_regions(case: tuple[Rulings, tuple[bool, ...], int]) -> bool:
    """A Contract may begin if the Regions before are cleared; if the order is stricter, all before; if none, always."""
    rulings, clears, contract = case
    at_home = replace(in_first_market(rulings), phase=Phase.GUILD, clears=clears)
    asked = {ContractOrder.ANY: 0, ContractOrder.ONE_BY_ONE: contract, ContractOrder.BY_REGION: contract - contract % 2}
    legal = step.refusal_of(at_home, Begin(contract), rulings) is Refusal.NONE
    return legal == all(clears[: asked[rulings.contract_order]])


def closings() -> Iterator[tuple[Rulings, Result, bool, int]]:
    """Each way in which a Contract can end, known before or not, in both editions."""
    for rulings in BOTH:
        for result in (Result.CLEARED, Result.ABANDONED, Result.COLLAPSED):
            for known in (False, True):
                for contract in range(4):
                    yield rulings, result, known, contract


@fact("AG-ECO-6-09", "AG-ECO-2-05", cases=closings)
def a_clear_is_granted_once_and_for_clears_alone(case: tuple[Rulings, Result, bool, int]) -> bool:
    """Closing a Contract cleared for the first time grants its clear and Renown; any other close grants nothing."""
    rulings, result, known, contract = case
    clears = tuple(known and i == contract for i in range(4))
    ended = replace(in_first_market(rulings), phase=Phase.CLOSING, result=result, contract=contract, clears=clears)
    closed = step.play(ended, Close(), rulings)
    is_first = result is Result.CLEARED and not known
    grant = 8 + 2 * (contract // 2 + 1) + 4 * (contract % 2 + 1)
    now = tuple((known or is_first) and i == contract for i in range(4))
    return (closed.renown, closed.clears) == (grant if is_first else 0, now)
