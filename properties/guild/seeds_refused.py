"""What makes a fixed seed no legal one, each rule on seeds that break it alone; and the oracle. AG-ECO-15.2-01..10."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from kernel.guild import economy
from kernel.guild.balance import dominance, fixed_seed
from kernel.guild.balance.dominance import Kind, Policy, Result
from kernel.guild.balance.fixed_seed import Flaw, Seed, Tag
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Risk, Tier
from properties.claim import fact
from properties.guild.fixed_seeds import FixedSeed, canonical, oracle_faults, seeds

Spoiled = tuple[Seed, Flaw | None]
Spoil = Callable[[Seed], Seed]


def with_state(**changes: Any) -> Spoil:
    """Declares other values of the state."""
    return lambda seed: replace(seed, state=replace(seed.state, **changes))


def with_board(row: str, place: int, both: bool = False, **changes: Any) -> Spoil:
    """Changes one offer of the opening board, or of both boards at once."""

    def spoil(seed: Seed) -> Seed:
        old = getattr(seed.opening, row)[place]

        def changed(board: fixed_seed.Board) -> fixed_seed.Board:
            offers = tuple(replace(each, **changes) if each == old else each for each in getattr(board, row))
            return replace(board, **{row: offers})

        refreshed = changed(seed.refreshed) if both else seed.refreshed
        return replace(seed, opening=changed(seed.opening), refreshed=refreshed)

    return spoil


def with_company(*places: int, **changes: Any) -> Spoil:
    """Changes living Recruits."""

    def spoil(seed: Seed) -> Seed:
        company = (replace(each, **changes) if n in places else each for n, each in enumerate(seed.company))
        return replace(seed, company=tuple(company))

    return spoil


def cases_of(*spoils: tuple[int, Spoil, Flaw | None]) -> Callable[[], Iterator[Spoiled]]:
    """The five seeds as they are, and some spoiled: by number, how, and what has to be said."""

    def cases() -> Iterator[Spoiled]:
        yield from ((seed, None) for seed in seeds())
        yield from ((spoil(seeds()[number - 1]), flaw) for number, spoil, flaw in spoils)

    return cases


def is_judged(case: Spoiled) -> bool:
    """Is the first flaw of the seed the one that it was given?"""
    seed, flaw = case
    return fixed_seed.seed_flaw(seed) is flaw


@fact(
    "AG-ECO-15.2-03",
    cases=cases_of(
        (1, with_state(round=4), Flaw.ROUND),
        (1, with_state(capacity=6), Flaw.CAPACITY),
        (3, with_state(offer_level=2), Flaw.OFFER_LEVEL),
        (1, with_state(refresh_cost=6), Flaw.REFRESH_COST),
        (4, with_state(refreshes=2), Flaw.REFRESH_COST),
        (5, with_state(band=3), Flaw.REWARD),
        (4, with_state(difficulty=Difficulty.STANDARD), Flaw.REWARD),
        (5, with_state(credit=1), Flaw.CREDIT),
    ),
)
def states_are_recalculated(case: Spoiled) -> bool:
    """A seed whose Round, capacity, offer level, refresh cost, band, difficulty or Credit does not fit is refused."""
    return is_judged(case)


def twice(seed: Seed) -> Seed:
    """Gives the second living Recruit the ID of the first."""
    first, second, *rest = seed.company
    return replace(seed, company=(first, replace(second, id=first.id), *rest))


@fact(
    "AG-ECO-15.2-04",
    cases=cases_of(
        (1, twice, Flaw.IDENTITY),
        (5, lambda seed: replace(seed, company=()), Flaw.DEPLOYMENT),
        (2, with_company(0, 1, 2, deployed=False), Flaw.DEPLOYMENT),
        (1, with_company(5, deployed=True), Flaw.DEPLOYMENT),
        (2, with_company(0, 1, 2, tags=frozenset({Tag.PROTECTION, Tag.SUSTAIN})), Flaw.PROTECTED),
    ),
)
def companies_are_checked(case: Spoiled) -> bool:
    """A Recruit twice, nobody deployed, more than the capacity, tags that make the protected offer wrong: refused."""
    return is_judged(case)


def other_casualty(**changes: int) -> Spoil:
    """Changes the first casualty."""
    return lambda seed: replace(seed, casualties=(replace(seed.casualties[0], **changes), *seed.casualties[1:]))


@fact(
    "AG-ECO-15.2-05",
    cases=cases_of(
        (2, other_casualty(grant=13), Flaw.GRANT),
        (2, other_casualty(coin_paid=0), Flaw.GRANT),
        (5, other_casualty(list_price=9), Flaw.GRANT),
        (5, lambda seed: replace(seed, credit_after=37), Flaw.CREDIT),
        (5, lambda seed: replace(seed, casualties=seed.casualties[1:]), Flaw.CREDIT),
        (2, lambda seed: replace(seed, protected=seed.opening.recruits[0].id), Flaw.PROTECTED),
        (1, lambda seed: replace(seed, protected=seed.opening.recruits[0].id), Flaw.PROTECTED),
    ),
)
def recoveries_are_recalculated(case: Spoiled) -> bool:
    """A wrong grant, a wrong Credit after casualties, another protected offer, one without casualties: refused."""
    return is_judged(case)


def short(row: str) -> Spoil:
    """Leaves the last offer of a row out of the opening board."""
    return lambda seed: replace(seed, opening=replace(seed.opening, **{row: getattr(seed.opening, row)[:-1]}))


WIDE = frozenset({Tag.REACH, Tag.DAMAGE})


@fact(
    "AG-ECO-15.2-06",
    cases=cases_of(
        (1, short("recruits"), Flaw.OFFERS),
        (1, short("items"), Flaw.OFFERS),
        (1, short("battles"), Flaw.OFFERS),
        (1, with_board("recruits", 0, level=2, price=18), Flaw.RECRUIT_ROW),
        (1, with_board("recruits", 0, tier=Tier.ADVANCED, price=24), Flaw.RECRUIT_ROW),
        (1, with_board("items", 0, band=1, price=15), Flaw.EQUIPMENT_ROW),
        (1, with_board("items", 0, users=frozenset({-2})), Flaw.EQUIPMENT_ROW),
        (1, with_board("battles", 0, risk=Risk.ELITE, coin=38), Flaw.BATTLE_ROW),
        (1, with_board("battles", 2, risk=Risk.STEADY, coin=24), Flaw.BATTLE_ROW),
        (4, with_board("battles", 2, risk=Risk.PRESSURED, required=WIDE, coin=58), None),
        (3, lambda seed: replace(seed, refreshed=seed.opening), Flaw.REFRESH),
    ),
)
def boards_are_complete_and_possible(case: Spoiled) -> bool:
    """Both boards have 3, 4 and 3 offers that the Market can generate, and a refresh replaces what is not locked."""
    return is_judged(case)


def alike(row: str, **changes: Any) -> Spoil:
    """Changes all offers of a row of the opening board."""

    def spoil(seed: Seed) -> Seed:
        offers = tuple(replace(each, **changes) for each in getattr(seed.opening, row))
        return replace(seed, opening=replace(seed.opening, **{row: offers}))

    return spoil


@fact(
    "AG-ECO-15.2-06",
    cases=cases_of(
        (3, alike("recruits", tier=Tier.ADVANCED, price=32), Flaw.RECRUIT_ROW),
        (1, alike("items", tags=WIDE), Flaw.EQUIPMENT_ROW),
        (1, alike("items", users=frozenset()), Flaw.EQUIPMENT_ROW),
        (4, alike("items", tier=2, price=36), Flaw.EQUIPMENT_ROW),
    ),
)
def rows_keep_their_generation_constraints(case: Spoiled) -> bool:
    """A Recruit row without a base, an equipment row with two tags, no users or no low tier, is refused."""
    return is_judged(case)


@fact("AG-ECO-15.2-06", cases=seeds)
def equipment_rows_fit_both_readings_of_two_users(seed: Seed) -> bool:
    """Each equipment row has two living users, or the only one, and two items that somebody living may use (F-125)."""
    people = {member.id for member in seed.company}
    rows = [[item.users & people for item in board.items] for board in (seed.opening, seed.refreshed)]
    users = [len(frozenset().union(*row)) for row in rows]
    return all(sum(map(bool, row)) >= 2 for row in rows) and min(users) >= min(2, len(people))


def other_route(**changes: Any) -> Spoil:
    """Declares another route than the one on the boards."""
    return lambda seed: replace(seed, route=replace(seed.route, **changes))


@fact(
    "AG-ECO-15.2-07",
    cases=cases_of(
        (1, other_route(enemies=(2, 1, 1)), Flaw.ROUTE),
        (1, other_route(required=frozenset({Tag.REACH})), Flaw.ROUTE),
        (1, other_route(footprint=4), Flaw.ROUTE),
        (1, other_route(casualties=0), Flaw.ROUTE),
        (1, other_route(coin=32), Flaw.ROUTE),
        (1, other_route(risk=Risk.ELITE), Flaw.ROUTE),
        (1, other_route(locked=False), Flaw.ROUTE),
    ),
)
def the_route_is_the_one_on_the_boards(case: Spoiled) -> bool:
    """A route that differs from the boards in enemies, risk, tags, footprint, casualties, Coin or lock is refused."""
    return is_judged(case)


def route_changed(seed: Seed) -> Seed:
    """The refresh changes the route's enemies."""
    battles = tuple(
        replace(each, enemies=(9,)) if each.id == seed.route.id else each for each in seed.refreshed.battles
    )
    return replace(seed, refreshed=replace(seed.refreshed, battles=battles))


@fact(
    "AG-ECO-15.2-09",
    cases=cases_of(
        (1, route_changed, Flaw.ROUTE),
        (1, with_state(locks=2, refresh_cost=10), Flaw.LOCKS),
        (4, with_board("items", 2, users=frozenset()), Flaw.REFRESH),
        (4, with_board("items", 2, both=True, locked=False), Flaw.LOCKS),
        (1, with_state(locks=0, refresh_cost=6), Flaw.LOCKS),
    ),
)
def locks_are_paid_and_keep_the_route(case: Spoiled) -> bool:
    """The route is the same on both boards, and as many locks are paid as there are locked offers."""
    return is_judged(case)


@fact("AG-ECO-15.2-09", cases=seeds)
def the_lock_is_sunk_and_still_counts(seed: Seed) -> bool:
    """No policy pays for a lock; the refresh costs 6, 3 for each refresh before, 2 for each paid lock, at most 24."""
    written = min(24, 6 + 3 * seed.state.refreshes + 2 * seed.state.locks)
    acts = [dominance.played(seed, policy).acts for policy in Policy]
    refreshes = [act.coin for trace in acts for act in trace if act.kind is Kind.REFRESH]
    return dominance.opened(seed).coin == seed.state.coin and refreshes == [-written]


def unprotected(seed: Seed) -> Seed:
    """No offer is protected after casualties."""
    boards = [
        replace(board, recruits=tuple(replace(each, protected=False) for each in board.recruits))
        for board in (seed.opening, seed.refreshed)
    ]
    return replace(seed, opening=boards[0], refreshed=boards[1])


def two_protected(seed: Seed) -> Seed:
    """Both boards protect one offer more, the same on both."""
    other = replace(seed.opening.recruits[0], protected=True, tags=seed.opening.recruits[2].tags)
    first = replace(seed.opening, recruits=(other, *seed.opening.recruits[1:]))
    return replace(
        seed,
        opening=first,
        refreshed=replace(seed.refreshed, recruits=(other, seed.refreshed.recruits[0], seed.refreshed.recruits[1])),
    )


@fact(
    "AG-ECO-15.2-10",
    cases=cases_of(
        (1, with_board("recruits", 0, price=13), Flaw.RECRUIT_PRICE),
        (1, with_board("items", 0, price=13), Flaw.ITEM_PRICE),
        (1, with_board("battles", 0, coin=25), Flaw.REWARD),
        (2, unprotected, Flaw.PROTECTED),
        (2, two_protected, Flaw.PROTECTED),
        (2, with_board("recruits", 0, both=True, protected=True), Flaw.PROTECTED),
        (2, with_board("recruits", 2, tags=frozenset({Tag.PROTECTION, Tag.REACH})), Flaw.PROTECTED),
        (2, with_board("recruits", 2, both=True, tags=frozenset({Tag.REACH})), Flaw.PROTECTED),
        (1, route_changed, Flaw.ROUTE),
        (2, other_casualty(grant=15), Flaw.GRANT),
        (1, with_company(5, deployed=True), Flaw.DEPLOYMENT),
    ),
)
def wrong_prices_rewards_offers_and_lines_are_refused(case: Spoiled) -> bool:
    """A wrong price, reward or grant, a changed route or protected offer, or an illegal deployment is refused."""
    return is_judged(case)


# ---------------------------------------------------------------- the oracle


def disturbed() -> Iterator[tuple[FixedSeed, bool]]:
    """Each seed as it is, and with each figure or the trace of each policy changed: is it to be accepted?"""
    for fixed in canonical():
        yield fixed, True
        for place, result in enumerate(fixed.oracle):
            for name, value in vars(result.metrics).items():
                other = replace(result.metrics, **{name: not value if isinstance(value, bool) else value + 1})
                yield with_oracle(fixed, place, replace(result, metrics=other)), False
            yield with_oracle(fixed, place, replace(result, acts=result.acts[:-1])), False


def with_oracle(fixed: FixedSeed, place: int, result: Result) -> FixedSeed:
    """Another expectation for one policy."""
    return replace(fixed, oracle=(*fixed.oracle[:place], result, *fixed.oracle[place + 1 :]))


@fact("AG-ECO-15.2-08", "AG-ECO-15.2-10", cases=disturbed)
def oracles_are_matched_exactly(case: tuple[FixedSeed, bool]) -> bool:
    """Every trace and figure of every policy is the declared one, and one that differs in anything is refused."""
    fixed, is_right = case
    return (next(oracle_faults(fixed), None) is None) is is_right


def lines() -> Iterator[tuple[Seed, Policy]]:
    """Each seed under each policy; and the first with the missing tag in Reserve only."""
    waiting = with_company(5, tags=frozenset({Tag.WARDBREAK}))(seeds()[0])
    return product((*seeds(), waiting), Policy)


@fact("AG-ECO-15.2-01", cases=lines)
def only_a_build_that_covers_the_route_is_paid(case: tuple[Seed, Policy]) -> bool:
    """The route is cleared exactly by tags and footprint, and pays the formula's Coin exactly when it is cleared."""
    seed, policy = case
    build, metrics = dominance.built(seed, policy), dominance.played(seed, policy).metrics
    tags = {tag for member in build.company if member.deployed for tag in member.tags} | build.bought
    line = sum(member.deployed for member in build.company)
    cleared = seed.route.required <= tags and line >= seed.route.footprint
    state = seed.state
    coin = economy.battle_coin(state.band, state.round, seed.route.risk, state.difficulty)
    return metrics.cleared is cleared and metrics.battle_coin == (coin if cleared else 0)
