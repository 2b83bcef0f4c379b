"""The edition, and one switch a question that the text leaves open or answers twice.

The first member of each enumeration is the default; it is provisional, and its finding says why it was taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernel.guild.edition import Edition


class Option(Enum):
    """Base of all options; members hash by identity, which makes searching faster."""

    __hash__ = object.__hash__


# ---------------------------------------------------------------- the Market and its offers


class FullRow(Option):
    """F-120: three locked Recruit offers fill the row in which a protected offer is due."""

    DISPLACES_LOCK = "the protected offer takes the place of a locked one"
    LOCKS_STAY = "the locks stay, and the protected offer is due until there is room"


class SecondCasualty(Option):
    """F-121: another casualty is settled while an earlier protected offer is still open."""

    KEEPS_OLD = "the open one goes on serving, at its old level and price"
    RENEWED = "a new one takes its place"


class LockSpan(Option):
    """F-122: how long does a paid lock hold an offer that nobody buys?"""

    NEXT_MARKET = "through the next Market, then the offer goes"
    UNTIL_BOUGHT = "until it is bought or unlocked"


class BattleLock(Option):
    """F-123: what does locking a battle offer cost?"""

    PAID = "as much as any lock, and it makes a refresh dearer"
    FREE = "nothing, and a refresh does not count it"


class Relock(Option):
    """F-124: an offer is unlocked and locked again."""

    PAYS_AGAIN = "it is newly locked, and pays again"
    PAID_ONCE = "an offer pays once, however often it is locked"


class EquipmentUsers(Option):
    """F-125: what are two legal current users of an equipment row?"""

    TWO_RECRUITS = "two living Recruits who can each use some item of it, or the only one there is"
    TWO_OFFERS = "two items of it that somebody living can use"


class KeptOffers(Option):
    """F-153: do offers that a lock keeps count towards what a row must show?"""

    COUNT = "yes: the row is looked at as it stands"
    ONLY_NEW = "no: what is generated must show it by itself"


class CardAmounts(Option):
    """F-138: what is a Coin card of a riskier battle worth, and what do a discount and a recovery card do?"""

    AS_STEADY = "a Coin card is half of the reward budget everywhere; the other two do nothing that is written"
    ALL_COIN = "discount and recovery are worth half of the reward budget in Coin too"


class CheapItem(Option):
    """F-155: does every ordinary Market show an item of tier 0 or 1 that somebody can use?"""

    POSSIBLE = "no: the generator may bring one, and need not"
    SHOWN = "yes: one at least lies on the board"


class UnlockedRoles(Option):
    """F-154: which responsibilities has the catalog unlocked, for a protected offer to supply?"""

    ALL_FOUR = "all four: base Professions are in every pool"
    UNTOLD = "the catalog knows: as long as it is not in hand, an offer may supply any"


class LegalCard(Option):
    """F-157: what makes the item of a reward card legal?"""

    CATALOG = "that it is in the catalog, whoever may use it"
    USABLE = "that somebody alive can use it, as long as anybody is"


class ArtifactCard(Option):
    """F-189: may an Artifact card show Artifacts that are active already?"""

    ANY = "yes: they can only not be chosen"
    INACTIVE = "no: eligible is what is not active"


class HybridRole(Option):
    """F-158: which of the four responsibilities does a hidden hybrid hold?"""

    AS_BEFORE = "the one it had before it was promoted"
    ITS_OWN = "none of the four: its own is another than its parents'"


class DistinctCards(Option):
    """F-159: in what do the two item cards of a pressured victory differ?"""

    ITEMS = "in tag, user or tier"
    TAGS = "in their behavior tag"


# ---------------------------------------------------------------- which Contract


class ContractOrder(Option):
    """F-156: which Contracts may begin, if clear facts open the Regions in order?"""

    BY_REGION = "those of a Region once every Contract of the Regions before is cleared"
    ONE_BY_ONE = "each once all before it are cleared"
    ANY = "any: clear facts order the Regions where they are shown, and bar none"


# ---------------------------------------------------------------- promotion


class PendingPromotion(Option):
    """F-150: may a battle be committed while a promotion is under review?"""

    BLOCKS = "no: the promotion is confirmed or cancelled first"
    DROPPED = "yes: the review is dropped, and nothing has changed"


class PromotionPrice(Option):
    """F-151: what does a promotion cost?"""

    NONE = "no Coin"
    TIER_STEP = "what the higher tier adds to a list price"


# ---------------------------------------------------------------- how a battle ends


class NobodyStanding(Option):
    """F-152: the last of the line falls as the time runs out or a withdrawal completes: what has it been?"""

    DEFEAT = "an encounter defeat: somebody must stand for anything else"
    AS_TIMED = "a timeout or a retreat, as it came at that tick"


# ---------------------------------------------------------------- failure, collapse, closing (FG4)


class DeclinedRecovery(Option):
    """F-135: the protected offer is declined, nobody lives, and another offer of the board is affordable."""

    COLLAPSES = "the Company collapses: only a protected offer counts"
    ANY_OFFER = "the run goes on: any Recruit that can be hired counts"


class Stranded(Option):
    """F-136: nobody lives, and Coin is spent until the protected offer cannot be afforded."""

    LEFT_OPEN = "the Market stays open: viability is asked after settlements and declines alone"
    RECHECKED = "viability is asked again after every purchase, lock and refresh"


class Viability(Option):
    """F-137: do items that could be sold count for the affordability of the protected offer?"""

    COIN_AND_CREDIT = "no: Coin and Credit alone"
    WITH_SALES = "yes: what the inventory would sell for counts as Coin"


class AbandonResult(Option):
    """F-134: may a Contract be abandoned from a result that is not settled?"""

    SETTLED_ONLY = "no: once the outcome has been applied"
    ANY_RESULT = "yes: the outcome, its fee and its casualties are then never applied"


class RetreatSurvival(Option):
    """F-133: is a battle that ended in retreat a completed battle, for those who survived it?"""

    COUNTS = "yes"
    DOES_NOT_COUNT = "no"


# ---------------------------------------------------------------- continuous growth (GROWTH)


class GrowthFloor(Option):
    """F-127: a Company owns two Recruits at least, and dismissal is legal as long as one stays."""

    ONE = "dismissal may leave one"
    TWO = "dismissal must leave two"


class ContractCoin(Option):
    """F-128: the Coin of a Company that begins a further Contract."""

    KEPT = "its balance, no more"
    OPENING_ADDED = "its balance and the opening Coin"
    OPENING_SET = "the opening Coin"


class BossCoin(Option):
    """F-129: a boss pays no Coin because the run closes; in continuous growth Coin stays."""

    NONE = "none all the same"
    AS_LAST_ROUND = "what a steady battle of Round 12 pays"


class BossXp(Option):
    """F-130: the Experience of a boss battle, which belongs to no ordinary Round."""

    NONE = "none"
    AS_LAST_ROUND = "that of a battle of Round 12 without risk"


class KnockoutOffer(Option):
    """F-131: is a protected offer due after a knockout that costs nobody?"""

    NONE = "no: nobody is missing"
    PROTECTED = "yes, as after a casualty"


class KnockoutGain(Option):
    """F-132: what does a Recruit gain from a battle in which it was knocked out?"""

    NOTHING = "neither Experience nor a survived battle, as Fallen would"
    AS_STANDING = "both, as those who stayed on their feet"


# ---------------------------------------------------------------- dismissals that wait


class DismissalParent(Option):
    """F-140: what may not have changed between a pending dismissal and its application?"""

    COMMIT = "the active commit: any later one, even a pending row, ends it"
    FACTS = "the facts of the game: pending rows of others leave it alone"


class StaleDismissal(Option):
    """F-141: how is a pending dismissal rejected whose parent has changed while two or more live?"""

    STALE_PARENT = "as stale"
    FINAL_LIVE_RECRUIT = "in the same words as the last living Recruit"


# ---------------------------------------------------------------- figures


class BossRisk(Option):
    """F-106: which risk counts for the rank of a boss, whose offer has none?"""

    STEADY = "none: a boss has rank 5"
    ELITE = "the highest: a boss has rank 6, where the cap acts"


class EnemyRounding(Option):
    """F-107: how is an enemy's figure rounded after the difficulty's multiplier?"""

    DOWN = "down, as derived figures are"
    HALF_UP = "half up, as ranks are"


class HookBudget(Option):
    """F-108: does the behaviour of an item take its points from the numeric budget?"""

    INSIDE = "yes: the hook and the numbers share 30 + 8 T"
    APART = "no: the numbers have all of it, and the hook's points are counted apart"


class GoalsClaimed(Option):
    """F-109: a clear meets more than two repeat goals that are unclaimed: how many does it claim?"""

    AS_GRANTED = "as many as it grants Renown for"
    ALL = "all of them, for two Renown"


@dataclass(frozen=True)
class Rulings:
    """One answer for each question; the defaults are the standing reading of the current edition."""

    edition: Edition = Edition.GROWTH
    full_row: FullRow = FullRow.DISPLACES_LOCK
    second_casualty: SecondCasualty = SecondCasualty.KEEPS_OLD
    lock_span: LockSpan = LockSpan.NEXT_MARKET
    battle_lock: BattleLock = BattleLock.PAID
    relock: Relock = Relock.PAYS_AGAIN
    equipment_users: EquipmentUsers = EquipmentUsers.TWO_RECRUITS
    kept_offers: KeptOffers = KeptOffers.COUNT
    cheap_item: CheapItem = CheapItem.POSSIBLE
    unlocked_roles: UnlockedRoles = UnlockedRoles.ALL_FOUR
    card_amounts: CardAmounts = CardAmounts.AS_STEADY
    legal_card: LegalCard = LegalCard.CATALOG
    artifact_card: ArtifactCard = ArtifactCard.ANY
    hybrid_role: HybridRole = HybridRole.AS_BEFORE
    distinct_cards: DistinctCards = DistinctCards.ITEMS
    contract_order: ContractOrder = ContractOrder.BY_REGION
    pending_promotion: PendingPromotion = PendingPromotion.BLOCKS
    promotion_price: PromotionPrice = PromotionPrice.NONE
    nobody_standing: NobodyStanding = NobodyStanding.DEFEAT
    declined_recovery: DeclinedRecovery = DeclinedRecovery.COLLAPSES
    stranded: Stranded = Stranded.LEFT_OPEN
    viability: Viability = Viability.COIN_AND_CREDIT
    abandon_result: AbandonResult = AbandonResult.SETTLED_ONLY
    retreat_survival: RetreatSurvival = RetreatSurvival.COUNTS
    growth_floor: GrowthFloor = GrowthFloor.ONE
    contract_coin: ContractCoin = ContractCoin.KEPT
    boss_coin: BossCoin = BossCoin.NONE
    boss_xp: BossXp = BossXp.NONE
    knockout_offer: KnockoutOffer = KnockoutOffer.NONE
    knockout_gain: KnockoutGain = KnockoutGain.NOTHING
    dismissal_parent: DismissalParent = DismissalParent.COMMIT
    stale_dismissal: StaleDismissal = StaleDismissal.STALE_PARENT
    boss_risk: BossRisk = BossRisk.STEADY
    enemy_rounding: EnemyRounding = EnemyRounding.DOWN
    hook_budget: HookBudget = HookBudget.INSIDE
    goals_claimed: GoalsClaimed = GoalsClaimed.AS_GRANTED


STANDING = Rulings()
LEGACY = Rulings(edition=Edition.FG4)
#: What has been decided or is in force by default, for each edition.
BOTH = (STANDING, LEGACY)
