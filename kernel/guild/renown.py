"""What the Guild keeps for good: clears, discoveries, Renown, and what the Guild Charter sells for it.

Rules: AG-ECO-2-04..06, AG-ECO-9, AG-ECO-9.1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from kernel.contracts import ensure, require
from kernel.guild.rulings import GoalsClaimed, Rulings

REGIONS, CONTRACT_RANKS = 8, 2
CLEAR_BASE, CLEAR_REGION_STEP, CLEAR_RANK_STEP = 8, 2, 4
MOST_REPEAT_RENOWN = 2
DISCOVERY_RENOWN = 1
RENOWN_CAP = 9_999
UNCLAIMED = -1


class Effect(Enum):
    """What a Charter card can do. All but the first five are forbidden. Rules: AG-ECO-9-05..10."""

    POOL_ROWS = "more rows in later pools"
    PROFESSION_TRIAL = "what an advanced Profession requires, and its trial"
    HYBRID_TRIAL = "one predicate of a hidden hybrid, and its trial"
    PREVIEW_FIELDS = "more exact fields in previews"
    OATH_MODIFIER = "an optional modifier after the ending"
    POWER = "power in per cent"
    HP = "HP"
    DEFENSE = "defence"
    COIN_GAIN = "more Coin"
    CHEAPER_SHOPS = "cheaper shops"
    FREE_REFRESHES = "free refreshes"
    STARTING_EQUIPMENT = "equipment at the start"
    STARTING_RECRUITS = "Recruits at the start"
    EXTRA_CARDS = "more reward cards"
    LARGER_LINE = "more places on the opening Line"
    CASUALTY_REVERSAL = "the undoing of casualties"


class Unlock(Enum):
    """What Renown buys. Rules: AG-ECO-9-04."""

    POOL_PACKET = "catalog pool packet"
    ADVANCED_CLUE = "advanced Profession clue or trial"
    HYBRID_CLUE = "hidden-hybrid clue or trial"
    THREAT_ARCHIVE = "threat archive upgrade"
    OATH_LAW = "Oath law"


def cost_range(unlock: Unlock) -> tuple[int, int]:
    """The least and the most Renown that an unlock may cost. Rules: AG-ECO-9-05..09."""
    match unlock:
        case Unlock.POOL_PACKET:
            return (4, 8)
        case Unlock.ADVANCED_CLUE:
            return (8, 12)
        case Unlock.HYBRID_CLUE:
            return (14, 18)
        case Unlock.THREAT_ARCHIVE:
            return (6, 10)
        case Unlock.OATH_LAW:
            return (12, 20)


def effect_of(unlock: Unlock) -> Effect:
    """The one effect that an unlock may have. Rules: AG-ECO-9-05..10."""
    match unlock:
        case Unlock.POOL_PACKET:
            return Effect.POOL_ROWS
        case Unlock.ADVANCED_CLUE:
            return Effect.PROFESSION_TRIAL
        case Unlock.HYBRID_CLUE:
            return Effect.HYBRID_TRIAL
        case Unlock.THREAT_ARCHIVE:
            return Effect.PREVIEW_FIELDS
        case Unlock.OATH_LAW:
            return Effect.OATH_MODIFIER


# ---------------------------------------------------------------- grants


@require(lambda region: 1 <= region <= REGIONS, "AG-ECO-9-02: Regions are 1 to 8")
@require(lambda rank: 1 <= rank <= CONTRACT_RANKS, "AG-ECO-9-02: Contract ranks are 1 and 2")
def first_clear_renown(region: int, rank: int) -> int:
    """What the first clear of a Contract grants. Rules: AG-ECO-9-02."""
    return CLEAR_BASE + CLEAR_REGION_STEP * region + CLEAR_RANK_STEP * rank


@require(lambda unclaimed: unclaimed >= 0, "AG-ECO-9-02: repeat goals are counted from zero")
def repeat_objective_renown(unclaimed: int) -> int:
    """What a clear grants for repeat goals of which so many are unclaimed. Rules: AG-ECO-9-02."""
    return min(MOST_REPEAT_RENOWN, unclaimed)


@require(lambda renown: 0 <= renown <= RENOWN_CAP, "AG-ECO-2-04: Renown is 0 to 9,999")
@require(lambda grant: grant >= 0, "AG-ECO-2-04: no grant is negative")
@ensure(lambda result: 0 <= result <= RENOWN_CAP, "AG-ECO-2-04: Renown is 0 to 9,999")
def renown_after(renown: int, grant: int) -> int:
    """The Renown after a grant. Rules: AG-ECO-2-04."""
    return min(RENOWN_CAP, renown + grant)


@dataclass(frozen=True)
class Guild:
    """What outlasts every Contract.

    `cleared`, `goals` (repeat goals not yet claimed) and so on have one place for each Contract, in campaign order;
    `found` one for each catalog row. `receipts` has the Renown paid for each Charter card, UNCLAIMED where it is not.
    """

    renown: int
    cleared: tuple[bool, ...]
    goals: tuple[int, ...]
    found: tuple[bool, ...]
    receipts: tuple[int, ...]
    revision: int


def with_clear(guild: Guild, contract: int, is_valid: bool, rulings: Rulings) -> Guild:
    """A boss result: the first valid one sets the fact and grants Renown, later ones claim repeat goals.

    Rules: AG-ECO-2-05, AG-ECO-9-02, AG-ECO-9-03, F-109.
    """
    if not is_valid:
        return guild
    if guild.cleared[contract]:
        granted = repeat_objective_renown(guild.goals[contract])
        claimed = guild.goals[contract] if rulings.goals_claimed is GoalsClaimed.ALL else granted
        goals = tuple(left - (claimed if k == contract else 0) for k, left in enumerate(guild.goals))
        return replace(guild, renown=renown_after(guild.renown, granted), goals=goals)
    grant = first_clear_renown(1 + contract // CONTRACT_RANKS, 1 + contract % CONTRACT_RANKS)
    cleared = tuple(is_clear or k == contract for k, is_clear in enumerate(guild.cleared))
    return replace(guild, renown=renown_after(guild.renown, grant), cleared=cleared)


def with_discovery(guild: Guild, row: int) -> Guild:
    """Inspecting, acquiring or meeting a catalog row: the first time sets the fact and grants one Renown.

    Rules: AG-ECO-2-06, AG-ECO-9-03.
    """
    if guild.found[row]:
        return guild
    found = tuple(is_found or k == row for k, is_found in enumerate(guild.found))
    return replace(guild, renown=renown_after(guild.renown, DISCOVERY_RENOWN), found=found)


# ---------------------------------------------------------------- the Charter


@dataclass(frozen=True)
class Card:
    """A card of the Charter: what it unlocks, costs and does, and which cards have to be claimed before."""

    unlock: Unlock
    cost: int
    effect: Effect
    needs: tuple[int, ...]


@dataclass(frozen=True)
class Preview:
    """What was shown before a claim: the card, its cost, and the revision of the balance it was shown under."""

    card: int
    cost: int
    revision: int


class ClaimRefusal(Enum):
    """Why a claim is refused; asked in this order. Rules: AG-ECO-9.1-04."""

    NONE = "accepted"
    FORBIDDEN = "the card grants what Renown may not buy"
    STALE = "the balance has been revised since the preview"
    PRICE = "the cost is not the card's, or outside its range"
    PREREQUISITE = "a prerequisite is missing"
    RENOWN = "there is not enough Renown"


def is_claimed(guild: Guild, card: int) -> bool:
    """Has this card a receipt? Rules: AG-ECO-9.1-03."""
    return guild.receipts[card] != UNCLAIMED


def claim_refusal(guild: Guild, card: Card, preview: Preview) -> ClaimRefusal:
    """Why this claim of a card without a receipt is refused. Rules: AG-ECO-9-04..10, AG-ECO-9.1-03, AG-ECO-9.1-04."""
    low, high = cost_range(card.unlock)
    if card.effect is not effect_of(card.unlock):
        return ClaimRefusal.FORBIDDEN
    if preview.revision != guild.revision:
        return ClaimRefusal.STALE
    if preview.cost != card.cost or not low <= card.cost <= high:
        return ClaimRefusal.PRICE
    if not all(is_claimed(guild, each) for each in card.needs):
        return ClaimRefusal.PREREQUISITE
    if guild.renown < card.cost:
        return ClaimRefusal.RENOWN
    return ClaimRefusal.NONE


@ensure(lambda result: 0 <= result.renown <= RENOWN_CAP, "AG-ECO-2-04: Renown is 0 to 9,999")
def claim(guild: Guild, card: Card, preview: Preview) -> Guild:
    """Take the Renown and keep the receipt, as one; a refused claim and a repeated one change nothing.

    Rules: AG-ECO-9.1-03, AG-ECO-9.1-04.
    """
    if is_claimed(guild, preview.card) or claim_refusal(guild, card, preview) is not ClaimRefusal.NONE:
        return guild
    receipts = tuple(card.cost if k == preview.card else paid for k, paid in enumerate(guild.receipts))
    return replace(guild, renown=guild.renown - card.cost, receipts=receipts)
