"""What each of the four policies does, on many small made-up boards. AG-ECO-15.2-12..15.

A preference is written here as the text gives it: one sieve after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

from kernel.guild.balance import dominance, fixed_seed
from kernel.guild.balance.dominance import Act, Kind, Policy
from kernel.guild.balance.fixed_seed import ItemOffer, Living, RecruitOffer, Seed, Tag, Tags
from kernel.guild.economy import Tier
from properties.claim import fact
from properties.guild.fixed_seeds import seeds

REFRESH, HIRE, DISMISS, KEEP = Policy
NEED: Tags = frozenset({Tag.REACH, Tag.WARDBREAK})
SOME: Tags = frozenset({Tag.REACH})
NO_TAGS: Tags = frozenset()


def bare() -> Seed:
    """The first seed with nobody's tags covering anything: its route demands reach and wardbreak."""
    seed = seeds()[0]
    company = tuple(replace(each, tags=NO_TAGS) for each in seed.company)
    return replace(seed, company=company, route=replace(seed.route, required=NEED))


def equipment_boards() -> Iterator[Seed]:
    """Three items of two prices and three coverages, and Coin for none, some or all of it."""
    kinds = tuple(product((12, 18), (NO_TAGS, SOME, NEED)))
    for row in product(kinds, repeat=3):
        items = tuple(
            ItemOffer(n, 0, 0, price, tags, frozenset({seeds()[0].company[0].id}), False)
            for n, (price, tags) in enumerate(row)
        )
        for coin in (7, 8, 11, 17, 18, 20, 26):
            seed = bare()
            boards = (replace(seed.opening, items=items), replace(seed.refreshed, items=items))
            yield replace(seed, state=replace(seed.state, coin=coin), opening=boards[0], refreshed=boards[1])


def best_item(items: tuple[ItemOffer, ...], coin: int) -> ItemOffer | None:
    """The affordable item that covers something: most coverage, then the lower price, then the lower ID."""
    within = [item for item in items if item.price <= coin and item.tags & NEED]
    most = max((len(item.tags & NEED) for item in within), default=0)
    within = [item for item in within if len(item.tags & NEED) == most]
    cheapest = min((item.price for item in within), default=0)
    within = [item for item in within if item.price == cheapest]
    return within[0] if within else None


def purchase(item: ItemOffer | None) -> tuple[Act, ...]:
    """The entry that buying leaves."""
    return () if item is None else (Act(Kind.BUY, item.id, -item.price),)


@fact("AG-ECO-15.2-12", cases=equipment_boards)
def refresh_first_refreshes_and_buys_a_counter(seed: Seed) -> bool:
    """It refreshes if it can, then buys the best affordable counter of the new board; else it does nothing."""
    build = dominance.built(seed, REFRESH)
    if seed.state.coin < seed.state.refresh_cost:
        return build.acts == ()
    left = seed.state.coin - seed.state.refresh_cost
    item = best_item(seed.refreshed.items, left)
    refresh = Act(Kind.REFRESH, coin=-seed.state.refresh_cost)
    return build.acts == (refresh, *purchase(item)) and build.coin == left - (item.price if item else 0)


@fact("AG-ECO-15.2-15", cases=equipment_boards)
def no_replace_only_buys_a_counter(seed: Seed) -> bool:
    """It buys the best affordable counter of the opening board if there is one, and does nothing else."""
    build = dominance.built(seed, KEEP)
    unchanged = (build.company, build.credit, build.rebate) == (seed.company, seed.credit_after, 0)
    return unchanged and build.acts == purchase(best_item(seed.opening.items, seed.state.coin))


def hiring_boards() -> Iterator[Seed]:
    """Two Recruits protected or not, tagged or not, of two prices, and a dearer one; Coin, Credit, line full or not."""
    kinds = tuple(product((False, True), (NO_TAGS, SOME), (14, 18)))
    for two in product(kinds, repeat=2):
        if all(protected for protected, _, _ in two):
            continue
        row = (*two, (False, NO_TAGS, 22))
        offers = tuple(
            RecruitOffer(n, 1, Tier.BASE, price, tags, False, protected)
            for n, (protected, tags, price) in enumerate(row)
        )
        for coin, credit, vacant in product((0, 14), (0, 16, 20), (False, True)):
            seed = bare()
            state = replace(seed.state, coin=coin, capacity=seed.state.capacity + vacant)
            yield replace(seed, state=state, credit_after=credit, opening=replace(seed.opening, recruits=offers))


def best_hire(seed: Seed) -> RecruitOffer | None:
    """Protected, then most coverage, then least Coin after Credit, then the lower list price, then the lower ID."""

    def coin(offer: RecruitOffer) -> int:
        return max(0, offer.price - seed.credit_after)

    within = [offer for offer in seed.opening.recruits if coin(offer) <= seed.state.coin]
    preferences: tuple[Callable[[RecruitOffer], int], ...] = (
        lambda offer: int(offer.protected),
        lambda offer: len(offer.tags & NEED),
        lambda offer: -coin(offer),
        lambda offer: -offer.price,
    )
    for preference in preferences:
        most = max(map(preference, within), default=0)
        within = [offer for offer in within if preference(offer) == most]
    return within[0] if within else None


@fact("AG-ECO-15.2-13", cases=hiring_boards)
def hire_first_hires_the_preferred_recruit(seed: Seed) -> bool:
    """It hires the preferred affordable Recruit with Credit first, and deploys it exactly into a vacancy."""
    build, offer = dominance.built(seed, HIRE), best_hire(seed)
    if offer is None:
        return build == dominance.opened(seed)
    credit = min(offer.price, seed.credit_after)
    vacant = fixed_seed.deployed(seed.company) < seed.state.capacity
    act = Act(Kind.DEPLOY if vacant else Kind.RESERVE, offer.id, credit - offer.price, -credit)
    new = Living(offer.id, vacant, offer.tags, offer.price - credit, 0)
    return build.acts == (act,) and build.company == (*seed.company, new)


def reserves() -> Iterator[Seed]:
    """Three Reserves, relevant or not, of two prices, with one survived battle or two; and a company of one."""
    kinds = tuple(product((NO_TAGS, SOME, frozenset({Tag.DAMAGE})), (18, 22), (1, 2)))
    seed = bare()
    for row in product(kinds, repeat=3):
        waiting = tuple(Living(100 + n, False, tags, paid, survived) for n, (tags, paid, survived) in enumerate(row))
        yield replace(seed, company=(seed.company[0], *waiting))
    yield replace(seed, company=seed.company[:2])
    yield replace(seed, company=seed.company[:1])


@fact("AG-ECO-15.2-14", "AG-ECO-15.2-10", cases=reserves)
def dismiss_first_dismisses_the_least_relevant(seed: Seed) -> bool:
    """It dismisses the Reserve of least relevance, then highest rebate, then lowest ID; of one living Recruit none."""
    first, *waiting = dominance.built(seed, DISMISS).acts
    if len(seed.company) == 1:
        return first == Act(Kind.FINAL_LIVE_RECRUIT)
    left = [member for member in seed.company if not member.deployed]
    if not left:
        return first == Act(Kind.NO_RESERVE)
    least = min(len(member.tags & NEED) for member in left)
    left = [member for member in left if len(member.tags & NEED) == least]
    rebates = [min(10, member.coin_paid // 4) if member.survived >= 2 else 0 for member in left]
    target = left[rebates.index(max(rebates))]
    return first == Act(Kind.DISMISS, target.id, max(rebates)) and all(act.kind is Kind.BUY for act in waiting)


@fact("AG-ECO-15.2-14", cases=equipment_boards)
def dismiss_first_then_buys_a_counter(seed: Seed) -> bool:
    """After the dismissal, or its refusal, it buys the best counter of the opening board that it can afford."""
    build = dominance.built(seed, DISMISS)
    return build.acts[1:] == purchase(best_item(seed.opening.items, seed.state.coin + build.rebate))
