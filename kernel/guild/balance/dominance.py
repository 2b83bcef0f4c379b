"""Four fixed policies on fixed seeds, compared exactly, and the check that none of them dominates another.

A comparison before the battle, no second battle: a build clears the route if it covers the demanded tags and fills the
demanded footprint. Rules: AG-ECO-15.1, AG-ECO-15.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from kernel.guild import economy
from kernel.guild.balance.fixed_seed import ItemOffer, Living, RecruitOffer, Seed, Tags, deployed

#: How many seeds there are (AG-ECO-15.2-10), and how many Recruits a dismissal needs (AG-SYS-18.2-02).
SEEDS = 5
LEAST_LIVING = 2
NOTHING = -1


class Policy(Enum):
    """The four policy families, in the order in which they are told. Rules: AG-ECO-15.2-12..15."""

    REFRESH_FIRST = "refresh_first"
    HIRE_FIRST = "hire_first"
    DISMISS_FIRST = "dismiss_first"
    NO_REPLACE = "no_replace"


class Kind(Enum):
    """What a policy does or records. Rules: AG-ECO-15.2-08."""

    REFRESH = "refresh"
    BUY = "buy"
    DEPLOY = "hire and deploy"
    RESERVE = "hire into Reserve"
    DISMISS = "dismiss"
    FINAL_LIVE_RECRUIT = "dismissal rejected: FINAL_LIVE_RECRUIT"
    NO_RESERVE = "dismissal rejected: nobody in Reserve"
    CLEAR = "route cleared"
    MISS = "route not cleared"


@dataclass(frozen=True)
class Act:
    """One entry of a trace: what, on which offer or Recruit, and how Coin and Credit change."""

    kind: Kind
    id: int = NOTHING
    coin: int = 0
    credit: int = 0


class Purchase(Enum):
    """What refresh_first buys when no affordable item covers anything that is missing."""

    COUNTERS_ONLY = "nothing"
    BEST_ANYWAY = "the cheapest one all the same"


class Wearer(Enum):
    """Whose use makes a bought item's tags count."""

    DEPLOYED_USER = "a deployed Recruit who may use it"
    ANYBODY = "no one's in particular"


class Relevance(Enum):
    """Which of the route's tags make a Reserve relevant."""

    REQUIRED = "all that it demands"
    MISSING = "those that the line lacks"


class CreditUse(Enum):
    """Does hire_first spend the optional Credit?"""

    USED = "as much as it can"
    KEPT = "none"


@dataclass(frozen=True)
class Readings:
    """How the policies' words are read where they leave it open; the table of winners must not depend on it."""

    purchase: Purchase = Purchase.COUNTERS_ONLY
    wearer: Wearer = Wearer.DEPLOYED_USER
    relevance: Relevance = Relevance.REQUIRED
    credit: CreditUse = CreditUse.USED


STANDING = Readings()


@dataclass(frozen=True)
class Build:
    """A seed as a policy has left it: who lives, what was bought, the balances, and what was done."""

    company: tuple[Living, ...]
    bought: Tags
    coin: int
    credit: int
    spent: int
    rebate: int
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Metrics:
    """What came out, the comparison first: higher is better, from the left. Rules: AG-ECO-15.2-08, AG-ECO-15.2-16."""

    cleared: bool
    coin: int
    credit: int
    living: int
    coverage: int
    footprint: int
    required_footprint: int
    battle_coin: int
    spent: int
    rebate: int
    credit_used: int
    capacity: int


@dataclass(frozen=True)
class Result:
    """One policy on one seed."""

    acts: tuple[Act, ...]
    metrics: Metrics


# ---------------------------------------------------------------- coverage


def line_tags(company: tuple[Living, ...]) -> Tags:
    """The tags of those who are deployed; a Reserve covers nothing. Rules: AG-ECO-15.2-01."""
    return frozenset(tag for member in company if member.deployed for tag in member.tags)


def missing(seed: Seed, build: Build) -> Tags:
    """What the route demands and the build lacks. Rules: AG-ECO-15.2-12."""
    return seed.route.required - line_tags(build.company) - build.bought


def opened(seed: Seed) -> Build:
    """The seed before a policy acts. Rules: AG-ECO-15.2-09."""
    return Build(seed.company, frozenset(), seed.state.coin, seed.credit_after, 0, 0, ())


# ---------------------------------------------------------------- transactions


def counter_of(
    seed: Seed, build: Build, items: tuple[ItemOffer, ...], purchase: Purchase = Purchase.COUNTERS_ONLY
) -> ItemOffer | None:
    """The affordable item that covers most of what is missing, then the cheaper, then by ID. Rules: AG-ECO-15.2-12."""
    lacking = missing(seed, build)
    within = [item for item in items if item.price <= build.coin]
    if purchase is Purchase.COUNTERS_ONLY:
        within = [item for item in within if item.tags & lacking]
    return min(within, key=lambda item: (-len(item.tags & lacking), item.price, item.id), default=None)


def bought(build: Build, item: ItemOffer | None, wearer: Wearer) -> Build:
    """The item bought, if there is one; its tags count if somebody may wear it. Rules: AG-ECO-15.2-12."""
    if item is None:
        return build
    is_worn = wearer is Wearer.ANYBODY or any(each.deployed and each.id in item.users for each in build.company)
    return replace(
        build,
        bought=build.bought | item.tags if is_worn else build.bought,
        coin=build.coin - item.price,
        spent=build.spent + item.price,
        acts=(*build.acts, Act(Kind.BUY, item.id, -item.price)),
    )


def refreshed(seed: Seed, build: Build) -> Build:
    """The declared first refresh, paid. Rules: AG-ECO-15.2-09, AG-ECO-15.2-12."""
    cost = seed.state.refresh_cost
    return replace(
        build, coin=build.coin - cost, spent=build.spent + cost, acts=(*build.acts, Act(Kind.REFRESH, coin=-cost))
    )


def credit_for(build: Build, offer: RecruitOffer, use: CreditUse) -> int:
    """The Credit that a hire would spend. Rules: AG-ECO-5.1-05, AG-ECO-15.2-13."""
    return economy.credit_used(build.credit, offer.price, use is CreditUse.USED)


def hired(seed: Seed, build: Build, use: CreditUse) -> Build:
    """The preferred affordable Recruit hired, if there is one: the protected offer, then coverage, Coin, price, ID.

    It is deployed exactly if the line has a vacancy. Rules: AG-ECO-15.2-13.
    """
    lacking = missing(seed, build)

    def coin_cost(offer: RecruitOffer) -> int:
        return economy.hire_coin_cost(offer.price, credit_for(build, offer, use))

    def order(offer: RecruitOffer) -> tuple[int, ...]:
        return (not offer.protected, -len(offer.tags & lacking), coin_cost(offer), offer.price, offer.id)

    within = [offer for offer in seed.opening.recruits if coin_cost(offer) <= build.coin]
    if not within:
        return build
    offer = min(within, key=order)
    coin, credit = coin_cost(offer), credit_for(build, offer, use)
    fits = deployed(build.company) < seed.state.capacity
    act = Act(Kind.DEPLOY if fits else Kind.RESERVE, offer.id, -coin, -credit)
    return replace(
        build,
        company=(*build.company, Living(offer.id, fits, offer.tags, coin, 0)),
        coin=build.coin - coin,
        credit=build.credit - credit,
        spent=build.spent + coin,
        acts=(*build.acts, act),
    )


def dismissed(seed: Seed, build: Build, relevance: Relevance) -> Build:
    """The least relevant Reserve dismissed, then by the higher rebate, then by ID; or why nobody is.

    The living are counted before a target is looked for. Rules: AG-ECO-15.2-10, AG-ECO-15.2-14.
    """
    if len(build.company) < LEAST_LIVING:
        return replace(build, acts=(*build.acts, Act(Kind.FINAL_LIVE_RECRUIT)))
    reserve = [member for member in build.company if not member.deployed]
    if not reserve:
        return replace(build, acts=(*build.acts, Act(Kind.NO_RESERVE)))
    wanted = seed.route.required if relevance is Relevance.REQUIRED else missing(seed, build)

    def rebate(member: Living) -> int:
        return economy.dismissal_rebate(member.survived, member.coin_paid)

    target = min(reserve, key=lambda member: (len(member.tags & wanted), -rebate(member), member.id))
    coin = rebate(target)
    return replace(
        build,
        company=tuple(member for member in build.company if member.id != target.id),
        coin=build.coin + coin,
        rebate=build.rebate + coin,
        acts=(*build.acts, Act(Kind.DISMISS, target.id, coin)),
    )


# ---------------------------------------------------------------- policies


def built(seed: Seed, policy: Policy, readings: Readings = STANDING) -> Build:
    """What a policy makes of a seed before the battle. Rules: AG-ECO-15.2-12..15."""
    start = opened(seed)
    items = seed.opening.items
    match policy:
        case Policy.REFRESH_FIRST:
            if start.coin < seed.state.refresh_cost:
                return start
            start = refreshed(seed, start)
            item = counter_of(seed, start, seed.refreshed.items, readings.purchase)
            return bought(start, item, readings.wearer)
        case Policy.HIRE_FIRST:
            return hired(seed, start, readings.credit)
        case Policy.DISMISS_FIRST:
            start = dismissed(seed, start, readings.relevance)
            return bought(start, counter_of(seed, start, items), readings.wearer)
        case Policy.NO_REPLACE:
            return bought(start, counter_of(seed, start, items), readings.wearer)


def played(seed: Seed, policy: Policy, readings: Readings = STANDING) -> Result:
    """The policy's build taken to the locked route; Coin is paid only when it is cleared. Rules: AG-ECO-15.2-01."""
    build = built(seed, policy, readings)
    route = seed.route
    lacking, line = missing(seed, build), deployed(build.company)
    cleared = not lacking and line >= route.footprint
    income = route.coin if cleared else 0
    metrics = Metrics(
        cleared=cleared,
        coin=build.coin + income,
        credit=build.credit,
        living=len(build.company) - min(route.casualties, line),
        coverage=len(route.required) - len(lacking),
        footprint=line,
        required_footprint=route.footprint,
        battle_coin=income,
        spent=build.spent,
        rebate=build.rebate,
        credit_used=seed.credit_after - build.credit,
        capacity=seed.state.capacity,
    )
    end = Act(Kind.CLEAR if cleared else Kind.MISS, route.id, income)
    return Result((*build.acts, end), metrics)


# ---------------------------------------------------------------- comparison

Score = tuple[int, int, int, int, int]
"""Route cleared, ending Coin, ending Credit, ending living, coverage: compared from the left."""
Matrix = tuple[tuple[Score, ...], ...]
"""For each policy, in their order, its score on each seed."""


def score_of(metrics: Metrics) -> Score:
    """What is compared. Rules: AG-ECO-15.2-16."""
    return (int(metrics.cleared), metrics.coin, metrics.credit, metrics.living, metrics.coverage)


def matrix_of(seeds: tuple[Seed, ...], readings: Readings = STANDING) -> Matrix:
    """Every policy on every seed. Rules: AG-ECO-15.2-16."""
    return tuple(tuple(score_of(played(seed, policy, readings).metrics) for seed in seeds) for policy in Policy)


def weakly_dominates(a: tuple[Score, ...], b: tuple[Score, ...]) -> bool:
    """Is a at least b on all seeds and above it on one? Rules: AG-ECO-15.1-09, AG-ECO-15.2-17."""
    pairs = tuple(zip(a, b, strict=True))
    return all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)


def wins(matrix: Matrix, policy: Policy) -> int:
    """On how many seeds the policy is above every other. Rules: AG-ECO-15.2-17."""
    own = list(Policy).index(policy)
    others = [row for number, row in enumerate(matrix) if number != own]
    return sum(all(score > row[seed] for row in others) for seed, score in enumerate(matrix[own]))


def losses(matrix: Matrix, policy: Policy) -> int:
    """On how many seeds some other policy is above this one. Rules: AG-ECO-15.2-17."""
    own = list(Policy).index(policy)
    others = [row for number, row in enumerate(matrix) if number != own]
    return sum(any(row[seed] > score for row in others) for seed, score in enumerate(matrix[own]))


def winner(matrix: Matrix, seed: int) -> Policy | None:
    """The policy above all others on a seed; None if several share the first place. Rules: AG-ECO-15.2-18..22."""
    best = max(row[seed] for row in matrix)
    first = [policy for policy, row in zip(Policy, matrix, strict=True) if row[seed] == best]
    return first[0] if len(first) == 1 else None


def dominances(matrix: Matrix) -> tuple[tuple[Policy, Policy], ...]:
    """The pairs of which the first weakly dominates the second. Rules: AG-ECO-15.2-17."""
    rows = tuple(zip(Policy, matrix, strict=True))
    return tuple((p, q) for p, a in rows for q, b in rows if p is not q and weakly_dominates(a, b))


def is_balanced(matrix: Matrix) -> bool:
    """Has every policy a win and a loss, and does none weakly dominate another? Rules: AG-ECO-15.2-17."""
    return not dominances(matrix) and all(wins(matrix, each) and losses(matrix, each) for each in Policy)


def dominated_matrix(matrix: Matrix) -> Matrix:
    """The matrix with refresh_first lifted above every peer on every seed, for the self-test. Rules: AG-ECO-15.2-17."""
    best = tuple(max(row[seed] for row in matrix) for seed in range(len(matrix[0])))
    lifted = tuple((cleared, coin + 1, credit, living, tags) for cleared, coin, credit, living, tags in best)
    return tuple(lifted if policy is Policy.REFRESH_FIRST else row for policy, row in zip(Policy, matrix, strict=True))
