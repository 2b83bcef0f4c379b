"""A fixed seed of the anti-dominance comparator: everything that is declared, and what makes it no legal seed.

An ID is its rank among all IDs of the seed in alphabetical order, so that ties by ID are ties by number. Casualties and
Replacement Credit make the comparator one of the frozen edition. Rules: AG-ECO-15.2-03..10.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernel.cited import Cited
from kernel.guild import economy
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Risk, Tier

#: The first Round whose Market may offer regular advanced Professions (AG-ECO-4.1-03).
ADVANCED_ROUND = 7
#: What an equipment row has to offer (AG-ECO-4-03, AG-ECO-4.1-04).
LEAST_TAGS, LEAST_USERS, LOW_TIER = 3, 2, 1
NO_OFFER = -1


class Tag(Enum):
    """What a Recruit, an item or a route's demand is tagged with. Rules: AG-ECO-7-06, AG-ECO-15.2-04."""

    PROTECTION = 0
    DAMAGE = 1
    REACH = 2
    SUSTAIN = 3
    WARDBREAK = 4


#: The primary responsibilities (AG-ECO-7-06).
PRIMARY = frozenset({Tag.PROTECTION, Tag.DAMAGE, Tag.REACH, Tag.SUSTAIN})
Tags = frozenset[Tag]


@dataclass(frozen=True)
class Living:
    """A living Recruit, deployed or in Reserve. Rules: AG-ECO-15.2-04."""

    id: int
    deployed: bool
    tags: Tags
    coin_paid: int
    survived: int


@dataclass(frozen=True)
class Casualty:
    """A Fallen Recruit with the Credit that it is said to grant. Rules: AG-ECO-15.2-05."""

    id: int
    list_price: int
    coin_paid: int
    grant: int


@dataclass(frozen=True)
class RecruitOffer:
    """An offered Recruit with its price and what the price follows from. Rules: AG-ECO-15.2-06."""

    id: int
    level: int
    tier: Tier
    price: int
    tags: Tags
    locked: bool
    protected: bool


@dataclass(frozen=True)
class ItemOffer:
    """An offered item, the living Recruits who may use it, its price and what that follows from."""

    id: int
    band: int
    tier: int
    price: int
    tags: Tags
    users: frozenset[int]
    locked: bool


@dataclass(frozen=True)
class BattleOffer:
    """An offered battle: enemies by footprint, front first; what a build must bring; casualties; Coin when cleared."""

    id: int
    risk: Risk
    enemies: tuple[int, ...]
    required: Tags
    footprint: int
    casualties: int
    coin: int
    locked: bool


Offer = RecruitOffer | ItemOffer | BattleOffer


@dataclass(frozen=True)
class Board:
    """What a Market shows. Rules: AG-ECO-4-02..04, AG-ECO-15.2-06."""

    recruits: tuple[RecruitOffer, ...]
    items: tuple[ItemOffer, ...]
    battles: tuple[BattleOffer, ...]


def offers_of(board: Board) -> tuple[Offer, ...]:
    """All offers of a board, row by row."""
    return (*board.recruits, *board.items, *board.battles)


@dataclass(frozen=True)
class State:
    """Where the Contract stands: Coin after the paid locks, Credit before the casualties, and what follows from it.

    Rules: AG-ECO-15.2-03, AG-ECO-15.2-09.
    """

    round: int
    cleared: int
    band: int
    difficulty: Difficulty
    coin: int
    credit: int
    refreshes: int
    locks: int
    capacity: int
    offer_level: int
    refresh_cost: int


@dataclass(frozen=True)
class Seed:
    """One fixed state with all that is declared of it but the oracle. Rules: AG-ECO-15.2-10."""

    state: State
    company: tuple[Living, ...]
    casualties: tuple[Casualty, ...]
    credit_after: int
    protected: int
    opening: Board
    refreshed: Board
    route: BattleOffer


class Flaw(Cited):
    """Why this is no legal seed, in the order asked: the rule broken and what is wrong."""

    ROUND = ("AG-ECO-15.2-03", "the Round is not the one after the cleared Rounds")
    CAPACITY = ("AG-ECO-15.2-03", "the capacity is not that of the cleared Rounds")
    OFFER_LEVEL = ("AG-ECO-15.2-03", "the offer level is not that of the Round")
    REFRESH_COST = ("AG-ECO-15.2-03", "the refresh cost is not that of the refreshes and paid locks")
    IDENTITY = ("AG-ECO-15.2-04", "two different things have one ID")
    DEPLOYMENT = ("AG-ECO-15.2-10", "the deployed line is empty or beyond the capacity")
    GRANT = ("AG-ECO-15.2-05", "a casualty's Credit grant is not that of its list price and Coin paid")
    CREDIT = ("AG-ECO-15.2-05", "the Credit after casualties is not that before with the grants, capped")
    OFFERS = ("AG-ECO-15.2-06", "a board is not three Recruits, four items and three battles")
    RECRUIT_PRICE = ("AG-ECO-15.2-10", "a Recruit's price is not that of its level and tier")
    ITEM_PRICE = ("AG-ECO-15.2-10", "an item's price is not that of its band and tier")
    REWARD = ("AG-ECO-15.2-10", "a battle's Coin is not that of band, Round, risk and difficulty")
    RECRUIT_ROW = ("AG-ECO-15.2-06", "a Recruit is offered that this Market cannot offer, or no base Profession is")
    EQUIPMENT_ROW = ("AG-ECO-15.2-06", "an equipment row lacks tags, legal users or a low tier, or is of another band")
    BATTLE_ROW = ("AG-ECO-15.2-06", "a battle row is not one steady offer and two different others")
    PROTECTED = ("AG-ECO-15.2-10", "the protected offer is missing, one too many, another one, or changed by refresh")
    ROUTE = ("AG-ECO-15.2-09", "the route is not locked, or not the same on both boards")
    LOCKS = ("AG-ECO-15.2-09", "the paid locks are not as many as the locked offers")
    REFRESH = ("AG-ECO-15.2-06", "a refresh keeps an unlocked offer or loses a locked one")


# ---------------------------------------------------------------- state, company, recovery


def state_flaw(state: State) -> Flaw | None:
    """What is wrong with the declared values that follow from others. Rules: AG-ECO-15.2-03."""
    if state.round != state.cleared + 1:
        return Flaw.ROUND
    if state.capacity != economy.line_capacity(state.cleared):
        return Flaw.CAPACITY
    if state.offer_level != economy.offer_level(state.round):
        return Flaw.OFFER_LEVEL
    if state.refresh_cost != economy.refresh_cost(state.refreshes, state.locks):
        return Flaw.REFRESH_COST
    return None


def deployed(company: tuple[Living, ...]) -> int:
    """How many stand in the line; each has a footprint of one. Rules: AG-ECO-15.2-04."""
    return sum(member.deployed for member in company)


def credit_of(seed: Seed) -> int:
    """The Credit before casualties with their grants, capped after each. Rules: AG-ECO-7-02, AG-ECO-15.2-05."""
    credit = seed.state.credit
    for casualty in seed.casualties:
        credit = economy.credit_after(credit, economy.credit_grant(casualty.list_price, casualty.coin_paid))
    return credit


def company_flaw(seed: Seed) -> Flaw | None:
    """What is wrong with the living and the Fallen. Rules: AG-ECO-15.2-04, AG-ECO-15.2-05, AG-ECO-15.2-10."""
    boards = (seed.opening, seed.refreshed)
    people = [member.id for member in seed.company] + [casualty.id for casualty in seed.casualties]
    rows = [[offer.id for offer in offers_of(board)] for board in boards]
    if any(len(set(people + row)) < len(people) + len(row) for row in rows):
        return Flaw.IDENTITY
    if not 1 <= deployed(seed.company) <= seed.state.capacity:
        return Flaw.DEPLOYMENT
    if any(each.grant != economy.credit_grant(each.list_price, each.coin_paid) for each in seed.casualties):
        return Flaw.GRANT
    return None if seed.credit_after == credit_of(seed) else Flaw.CREDIT


# ---------------------------------------------------------------- boards


def price_flaw(board: Board, state: State) -> Flaw | None:
    """What is wrong with the sizes and stored figures of a board. Rules: AG-ECO-15.2-06, AG-ECO-15.2-10."""
    sizes = (len(board.recruits), len(board.items), len(board.battles))
    if sizes != (economy.RECRUIT_OFFERS, economy.EQUIPMENT_OFFERS, economy.BATTLE_OFFERS):
        return Flaw.OFFERS
    if any(each.price != economy.hire_list_price(each.level, each.tier) for each in board.recruits):
        return Flaw.RECRUIT_PRICE
    if any(each.price != economy.equipment_list_price(each.band, each.tier) for each in board.items):
        return Flaw.ITEM_PRICE
    if any(
        each.coin != economy.battle_coin(state.band, state.round, each.risk, state.difficulty) for each in board.battles
    ):
        return Flaw.REWARD
    return None


def may_be_offered(offer: RecruitOffer, state: State) -> bool:
    """Can this Market offer this Recruit? Rules: AG-ECO-4.1-03, AG-ECO-7-04, AG-ECO-7-05."""
    if offer.protected:
        return offer.tier is Tier.BASE and offer.level == economy.recovery_level(state.offer_level)
    return offer.level == state.offer_level and (offer.tier is Tier.BASE or state.round >= ADVANCED_ROUND)


def row_flaw(board: Board, seed: Seed) -> Flaw | None:
    """Which generation constraint of a row is broken. Of a Company of one, without two users (F-125), one is asked.

    Rules: AG-ECO-4-02, AG-ECO-4-03, AG-ECO-4-04, AG-ECO-15.2-06.
    """
    state = seed.state
    offered = all(may_be_offered(each, state) for each in board.recruits)
    if not offered or all(each.tier is not Tier.BASE for each in board.recruits):
        return Flaw.RECRUIT_ROW
    people = {member.id for member in seed.company}
    users = {user for each in board.items for user in each.users}
    tags = {tag for each in board.items for tag in each.tags}
    if (
        len(tags) < LEAST_TAGS
        or len(users) < min(LEAST_USERS, len(people))
        or not users <= people
        or all(each.tier > LOW_TIER for each in board.items)
        or any(each.band != state.band for each in board.items)
    ):
        return Flaw.EQUIPMENT_ROW
    others = {(each.risk, each.required) for each in board.battles if each.risk is not Risk.STEADY}
    steady = sum(each.risk is Risk.STEADY for each in board.battles)
    return None if (steady, len(others)) == (1, 2) else Flaw.BATTLE_ROW


# ---------------------------------------------------------------- what a refresh keeps


def is_protected_right(seed: Seed) -> bool:
    """Is there, exactly after casualties, one protected offer, the declared one, the same on both boards?

    It brings a primary responsibility that no living Recruit has, if one is missing. Rules: AG-ECO-7-04, AG-ECO-7-06,
    AG-ECO-15.2-10.
    """
    before = [each for each in seed.opening.recruits if each.protected]
    after = [each for each in seed.refreshed.recruits if each.protected]
    if not seed.casualties:
        return not before and not after and seed.protected == NO_OFFER
    if len(before) != 1 or before != after or before[0].id != seed.protected:
        return False
    missing = PRIMARY - {tag for member in seed.company for tag in member.tags}
    return not missing or bool(before[0].tags & missing)


def kept_flaw(seed: Seed) -> Flaw | None:
    """What is wrong with protected offer, route and locks. Rules: AG-ECO-15.2-07, AG-ECO-15.2-09, AG-ECO-15.2-10."""
    if not is_protected_right(seed):
        return Flaw.PROTECTED
    boards = (seed.opening, seed.refreshed)
    if not seed.route.locked or any(seed.route not in board.battles for board in boards):
        return Flaw.ROUTE
    before, after = offers_of(seed.opening), offers_of(seed.refreshed)
    if sum(each.locked for each in before) != seed.state.locks:
        return Flaw.LOCKS
    kept = [each for each in before if each.locked or each.id == seed.protected]
    still = [each for each in after if any(each.id == other.id for other in before)]
    return None if all(each in after for each in kept) and len(still) == len(kept) else Flaw.REFRESH


def seed_flaw(seed: Seed) -> Flaw | None:
    """The first reason why this is no legal seed; None for a legal one. Rules: AG-ECO-15.2-10."""
    boards = (seed.opening, seed.refreshed)
    flaws = (
        state_flaw(seed.state),
        company_flaw(seed),
        *(price_flaw(board, seed.state) for board in boards),
        *(row_flaw(board, seed) for board in boards),
        kept_flaw(seed),
    )
    return next((flaw for flaw in flaws if flaw is not None), None)
