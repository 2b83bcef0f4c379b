"""What a Market shows: which offers stay, which are generated, and whether what was generated is legal.

The environment gives every generated value; what it gives for a slot that keeps its offer is not looked at. A rule
about a row is asked as far as the slots to be filled allow: they fall short only in a refresh after purchases (F-126),
and for a protected offer beside three locks (F-120). Rules: AG-ECO-4-02..08, AG-ECO-4.1-03, AG-ECO-7-04..07.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild import economy
from kernel.guild.choices import NewBattle, NewItem, NewRecruit
from kernel.guild.economy import Risk, Tier
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import (
    CheapItem,
    EquipmentUsers,
    FullRow,
    HybridRole,
    KeptOffers,
    LockSpan,
    Rulings,
    SecondCasualty,
    UnlockedRoles,
)
from kernel.guild.state import (
    LAST_FAMILY,
    LAST_ROLE,
    LAST_TAG,
    LAST_TRAIT,
    NONE,
    BattleOffer,
    Board,
    EquipmentOffer,
    Recruit,
    RecruitOffer,
    State,
    is_living,
)

#: Which slots of a row are filled anew.
Fresh = tuple[bool, ...]

#: From this Round on advanced Recruits are offered (AG-ECO-4.1-03).
FIRST_ADVANCED_ROUND = 7
#: Base Recruits in a Market and in the first of a Contract (AG-ECO-4-02, AG-ECO-3-08); tags and users (AG-ECO-4-03).
LEAST_BASE, LEAST_BASE_FIRST = 1, 2
LEAST_TAGS, LEAST_USERS = 3, 2
#: Up to this tier an item counts among those that stay possible (AG-ECO-4.1-04).
LAST_CHEAP_TIER = 1

BOSS = BattleOffer(is_open=True)
NO_BATTLE = BattleOffer()


# ---------------------------------------------------------------- where the Contract stands


def is_muster(state: State) -> bool:
    """Is the Market of this state boss Muster, and its battle the boss? Rules: AG-ECO-4-05, AG-SAV-12.1-05."""
    return state.cleared >= economy.ROUNDS


def round_of(state: State) -> int:
    """The Round that comes next; boss Muster counts as the last. Rules: AG-ECO-4.1-03, AG-SAV-7.2-11."""
    return min(state.cleared + 1, economy.ROUNDS)


def level_of(state: State) -> int:
    """The level of what this Market offers. Rules: AG-ECO-4.1-02, AG-ECO-4.1-03."""
    return economy.offer_level(round_of(state))


def band_of(state: State) -> int:
    """The Region band of the Contract: two Contracts in each. Rules: AG-ECO-4.1-04."""
    return state.contract // 2


def recovery_price(state: State) -> int:
    """The list price of the protected offer that the next Market would reserve. Rules: AG-ECO-7-05, AG-ECO-7-08."""
    return economy.hire_list_price(economy.recovery_level(level_of(state)), Tier.BASE)


# ---------------------------------------------------------------- what stays


def has_protected(board: Board) -> bool:
    """Is a protected offer open?"""
    return any(offer.is_open and offer.protected for offer in board.recruits)


def is_kept(offer: RecruitOffer | EquipmentOffer, rulings: Rulings) -> bool:
    """Does a lock hold this offer for the next Market? Rules: AG-SYS-3-05, AG-ECO-4.2-01, F-122."""
    lapses = offer.carried and rulings.lock_span is LockSpan.NEXT_MARKET
    return offer.is_open and offer.locked and not lapses


def needs_protected(state: State, rulings: Rulings) -> bool:
    """Is a new protected offer due in this Market? Rules: AG-ECO-7-04, F-121."""
    renewed = rulings.second_casualty is SecondCasualty.RENEWED
    return state.is_recovery_due and (renewed or not has_protected(state.board))


def kept_recruits(state: State, rulings: Rulings) -> Fresh:
    """Which Recruit offers the next Market keeps: a protected one, and those that a lock holds.

    Rules: AG-SYS-3-05, AG-ECO-4.2-02, AG-ECO-7-04, F-120, F-121.
    """
    due = needs_protected(state, rulings)
    kept = tuple(
        (offer.is_open and not due) if offer.protected else is_kept(offer, rulings) for offer in state.board.recruits
    )
    displaced = due and all(kept) and rulings.full_row is FullRow.DISPLACES_LOCK
    return tuple(keeps and not (displaced and i == len(kept) - 1) for i, keeps in enumerate(kept))


def opening_slots(state: State, rulings: Rulings) -> tuple[Fresh, Fresh]:
    """Which Recruit and equipment slots the Market that is due fills anew. Rules: AG-SYS-3-02, AG-SYS-3-05."""
    recruits = tuple(not kept for kept in kept_recruits(state, rulings))
    return recruits, tuple(not is_kept(offer, rulings) for offer in state.board.equipment)


def refresh_slots(board: Board) -> tuple[Fresh, Fresh, Fresh]:
    """Which slots a refresh fills anew: those with an unlocked, unbought, unprotected offer. Rules: AG-ECO-4.3-01."""
    return (
        tuple(offer.is_open and not offer.locked and not offer.protected for offer in board.recruits),
        tuple(offer.is_open and not offer.locked for offer in board.equipment),
        tuple(offer.is_open and not offer.locked for offer in board.battles),
    )


# ---------------------------------------------------------------- what comes


def recruit_offer(new: NewRecruit, level: int) -> RecruitOffer:
    """The offer of a generated Recruit in a Market of this level. Rules: AG-ECO-5.1-02, AG-ECO-5.1-03, AG-ECO-7-05."""
    level = economy.recovery_level(level) if new.protected else level
    return RecruitOffer(
        is_open=True,
        protected=new.protected,
        origin=new.origin,
        tier=new.tier,
        branch=new.branch,
        trait=new.trait,
        role=new.role,
        level=level,
        price=economy.hire_list_price(level, new.tier),
    )


def equipment_offer(new: NewItem, band: int) -> EquipmentOffer:
    """The offer of a generated item in this Region band. Rules: AG-ECO-5.2-02."""
    return EquipmentOffer(
        is_open=True, tag=new.tag, fits=new.fits, tier=new.tier, price=economy.equipment_list_price(band, new.tier)
    )


def fill_recruits(
    row: tuple[RecruitOffer, ...], fresh: Fresh, new: tuple[NewRecruit, ...], level: int
) -> tuple[RecruitOffer, ...]:
    """The Recruit row with its fresh slots filled."""
    return tuple(
        recruit_offer(each, level) if is_new else old for old, is_new, each in zip(row, fresh, new, strict=True)
    )


def fill_equipment(
    row: tuple[EquipmentOffer, ...], fresh: Fresh, new: tuple[NewItem, ...], band: int
) -> tuple[EquipmentOffer, ...]:
    """The equipment row with its fresh slots filled."""
    return tuple(
        equipment_offer(each, band) if is_new else old for old, is_new, each in zip(row, fresh, new, strict=True)
    )


def fill_battles(row: tuple[BattleOffer, ...], fresh: Fresh, new: tuple[NewBattle, ...]) -> tuple[BattleOffer, ...]:
    """The battle row with its fresh slots filled."""
    return tuple(
        BattleOffer(is_open=True, risk=each.risk, counter=each.counter) if is_new else old
        for old, is_new, each in zip(row, fresh, new, strict=True)
    )


def carried(row: tuple[RecruitOffer, ...]) -> tuple[RecruitOffer, ...]:
    """The Recruit row as it comes into another Market: what is still open has been carried."""
    return tuple(replace(offer, carried=offer.is_open) for offer in row)


def carried_equipment(row: tuple[EquipmentOffer, ...]) -> tuple[EquipmentOffer, ...]:
    """The equipment row as it comes into another Market."""
    return tuple(replace(offer, carried=offer.is_open) for offer in row)


# ---------------------------------------------------------------- is it legal?


def recruit_values_refusal(new: NewRecruit, round_: int) -> Refusal:
    """Is a generated Recruit one that this Round's pool holds? Rules: AG-ECO-4.1-03, AG-ECO-4-08."""
    inside = 0 <= new.origin <= LAST_FAMILY and 0 <= new.trait <= LAST_TRAIT and 0 <= new.role <= LAST_ROLE
    if not (inside and 0 <= new.branch <= 1 and (new.tier is not Tier.BASE or new.branch == 0)):
        return Refusal.OFFER_RANGE
    if new.tier is Tier.HYBRID:
        return Refusal.HYBRID_OFFER
    if new.tier is Tier.ADVANCED and round_ < FIRST_ADVANCED_ROUND:
        return Refusal.EARLY_ADVANCED
    return Refusal.NONE


def is_item_of_the_catalog(new: NewItem) -> bool:
    """Has a generated item a tag, a user and a tier of the catalog? Rules: AG-ECO-4.1-04."""
    return 0 <= new.tag <= LAST_TAG and NONE <= new.fits <= LAST_FAMILY and 0 <= new.tier <= economy.LAST_ITEM_TIER


def holds_role(recruit: Recruit, role: int, rulings: Rulings) -> bool:
    """Is somebody living there who has this responsibility? Rules: AG-ECO-7-06, F-158."""
    is_other = recruit.tier is Tier.HYBRID and rulings.hybrid_role is HybridRole.ITS_OWN
    return is_living(recruit) and recruit.role == role and not is_other


def supplies_missing_role(role: int, recruits: tuple[Recruit, ...], rulings: Rulings) -> bool:
    """Does this responsibility close a gap, if there is one that can be closed? Rules: AG-ECO-7-06, F-154, F-158."""
    if rulings.unlocked_roles is UnlockedRoles.UNTOLD:
        return True
    held = tuple(any(holds_role(each, k, rulings) for each in recruits) for k in range(LAST_ROLE + 1))
    return all(held) or not any(has and k == role for k, has in enumerate(held))


def is_counted(kept: RecruitOffer | EquipmentOffer, rulings: Rulings) -> bool:
    """Does an offer that stays count towards what its row must show? Rules: AG-ECO-4-02, AG-ECO-4-03, F-153."""
    return kept.is_open and rulings.kept_offers is KeptOffers.COUNT


def recruits_refusal(
    state: State, fresh: Fresh, new: tuple[NewRecruit, ...], due: bool, base: int, rulings: Rulings
) -> Refusal:
    """Why the Recruit row cannot be filled like this: `due` says if a protected offer is, `base` how many base ones.

    Rules: AG-ECO-3-08, AG-ECO-4-02, AG-ECO-4.1-03, AG-ECO-7-04, AG-ECO-7-06, F-153.
    """
    if len(new) != len(fresh):
        return Refusal.OFFER_RANGE
    for is_new, each in zip(fresh, new, strict=True):
        refusal = recruit_values_refusal(each, round_of(state))
        if is_new and refusal is not Refusal.NONE:
            return refusal
    protected = tuple(is_new and each.protected for is_new, each in zip(fresh, new, strict=True))
    if sum(protected) != (1 if due and any(fresh) else 0):
        return Refusal.PROTECTED_OFFER
    for is_protected, each in zip(protected, new, strict=True):
        if is_protected and each.tier is not Tier.BASE:
            return Refusal.PROTECTED_OFFER
        if is_protected and not supplies_missing_role(each.role, state.recruits, rulings):
            return Refusal.PROTECTED_ROLE
    have = sum(
        1
        for is_new, each, old in zip(fresh, new, state.board.recruits, strict=True)
        if (each.tier is Tier.BASE if is_new else is_counted(old, rulings) and old.tier is Tier.BASE)
    )
    missing = sum(1 for is_new, each in zip(fresh, new, strict=True) if is_new and each.tier is not Tier.BASE)
    return Refusal.BASE_OFFER if have < base and missing > 0 else Refusal.NONE


def is_user(recruit: Recruit, fits: int) -> bool:
    """Is this living Recruit a legal user of an item for that family? Rules: AG-ECO-4-03."""
    return is_living(recruit) and (fits == NONE or fits == recruit.origin)


def users_of(row: tuple[EquipmentOffer, ...], recruits: tuple[Recruit, ...], rulings: Rulings) -> tuple[int, int]:
    """How many legal current users the row has, and how many it needs at most. Rules: AG-ECO-4-03, F-125."""
    living = sum(1 for each in recruits if is_living(each))
    if rulings.equipment_users is EquipmentUsers.TWO_RECRUITS:
        able = sum(1 for each in recruits if any(offer.is_open and is_user(each, offer.fits) for offer in row))
        return able, min(LEAST_USERS, living)
    usable = sum(1 for offer in row if offer.is_open and any(is_user(each, offer.fits) for each in recruits))
    return usable, LEAST_USERS if living > 0 else 0


def tags_of(row: tuple[EquipmentOffer, ...]) -> int:
    """How many different behavior tags the row shows. Rules: AG-ECO-4-03."""
    return sum(1 for tag in range(LAST_TAG + 1) if any(offer.is_open and offer.tag == tag for offer in row))


def has_cheap_item(row: tuple[EquipmentOffer, ...], recruits: tuple[Recruit, ...]) -> bool:
    """Does the row show an item of tier 0 or 1 that somebody living can use, if anybody lives? Rules: AG-ECO-4.1-04."""
    nobody = not any(is_living(each) for each in recruits)
    return any(
        offer.is_open
        and offer.tier <= LAST_CHEAP_TIER
        and (nobody or any(is_user(each, offer.fits) for each in recruits))
        for offer in row
    )


def equipment_refusal(state: State, fresh: Fresh, new: tuple[NewItem, ...], rulings: Rulings) -> Refusal:
    """Why the equipment row cannot be filled like this. Rules: AG-ECO-4-03, AG-ECO-4.1-04, F-153, F-155."""
    if len(new) != len(fresh):
        return Refusal.OFFER_RANGE
    if any(is_new and not is_item_of_the_catalog(each) for is_new, each in zip(fresh, new, strict=True)):
        return Refusal.OFFER_RANGE
    old = tuple(
        replace(offer, is_open=is_counted(offer, rulings) and not is_new)
        for offer, is_new in zip(state.board.equipment, fresh, strict=True)
    )
    row = tuple(
        replace(
            offer,
            is_open=offer.is_open or is_new,
            tag=each.tag if is_new else offer.tag,
            fits=each.fits if is_new else offer.fits,
            tier=each.tier if is_new else offer.tier,
        )
        for offer, is_new, each in zip(old, fresh, new, strict=True)
    )
    if tags_of(row) < min(LEAST_TAGS, tags_of(old) + sum(fresh)):
        return Refusal.TAGS
    have, needed = users_of(row, state.recruits, rulings)
    kept, _ = users_of(old, state.recruits, rulings)
    can = needed if rulings.equipment_users is EquipmentUsers.TWO_RECRUITS and any(fresh) else kept + sum(fresh)
    if have < min(needed, can):
        return Refusal.USERS
    asked = rulings.cheap_item is CheapItem.SHOWN and any(fresh) and not is_muster(state)
    return Refusal.CHEAP_ITEM if asked and not has_cheap_item(row, state.recruits) else Refusal.NONE


def battles_refusal(row: tuple[BattleOffer, ...]) -> Refusal:
    """Why a Market cannot show these battles: one is steady, and the two others differ. Rules: AG-ECO-4-04."""
    if sum(1 for offer in row if offer.risk is Risk.STEADY) != 1:
        return Refusal.STEADY
    risky = tuple(offer.risk is not Risk.STEADY for offer in row)
    same = any(
        risky[i] and risky[j] and (row[i].risk, row[i].counter) == (row[j].risk, row[j].counter)
        for i in range(len(row))
        for j in range(i)
    )
    return Refusal.SAME_BATTLE if same else Refusal.NONE
