"""Facts about single plays: the vectors of the failure matrix, what is refused when, and which boards are legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import wraps
from typing import Any

from kernel.guild import step
from kernel.guild.choices import (
    Abandon,
    Cancel,
    Choice,
    Commit,
    Deploy,
    Dismiss,
    Equip,
    Hire,
    NewRecruit,
    Proceed,
    Promote,
    Resolve,
    Review,
    Settle,
    Unequip,
)
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import Tier
from kernel.guild.edition import Edition
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import BOTH, LEGACY, STANDING, Rulings
from kernel.guild.state import NONE, Encounter, Path, Phase, Place, Recruit, Result, State, Status
from kernel.guild.viability import can_continue
from model.guild_starts import (
    FIRST_MARKET,
    RECOVERY,
    RECOVERY_MARKET,
    at_round,
    both_deployed,
    founded,
    grown,
    played,
)
from properties.claim import Predicate, fact

TO_BATTLE = (Commit(0), Proceed(), Proceed())


def fought(state: State, rulings: Rulings, outcome: Outcome, *down: int) -> State:
    """The state with the first battle offer fought and settled, these slots at zero HP."""
    casualties = tuple(slot in down for slot in range(len(state.recruits)))
    ended = Resolve(outcome, casualties, down[0] if down else NONE)
    return played(state, rulings, *TO_BATTLE, ended, Proceed(), Settle())


def in_first_market(rulings: Rulings, slots: int = 4, difficulty: Difficulty = Difficulty.STANDARD) -> State:
    """Two Recruits in the line of the first Market."""
    return both_deployed(played(founded(rulings, slots, 4, 1, difficulty), rulings, FIRST_MARKET), rulings)


def unless_refused(holds: Predicate) -> Predicate:
    """The predicate, false where a choice of its play is refused."""

    @wraps(holds)
    def holds_if_played(*case: Any) -> bool:
        try:
            return holds(*case)
        except Refused:
            return False

    return holds_if_played


# ---------------------------------------------------------------- the failure matrix


@fact("AG-SAV-18-24", "AG-ECO-7-03", "AG-ECO-7.1-03", cases=lambda: (LEGACY,))
@unless_refused
def three_deaths_are_recovered_in_the_next_market(rulings: Rulings) -> bool:
    """Three Recruits bought for 18 Coin fall in Round 7: items come back, 54 Credit, and three hires field a line.

    They take all of the Coin and Credit that the loss left, and bring none of the levels, histories or promotions back.
    """
    start = at_round(in_first_market(rulings), 6, coin=36)
    third = Recruit(Status.LIVING, 9, 3, Tier.BASE, level=2, list_price=22, paid=18, place=2, item=2)
    seasoned = replace(start.recruits[0], list_price=22, paid=18, level=6, survived=5)
    other = replace(start.recruits[1], list_price=22, paid=18, level=6, survived=5)
    worn = replace(start.items[0], at=Place.EQUIPPED, fits=NONE)
    start = replace(start, recruits=(seasoned, other, third, Recruit()), items=(*start.items[:2], worn, start.items[3]))
    lost = fought(replace(start, coin=36, serials=9), rulings, Outcome.DEFEAT, 0, 1, 2)
    fell = lost.credit == 54 and all(each.status is not Status.LIVING for each in lost.recruits)
    back = all(item.at is Place.INVENTORY for item in lost.items[:3])
    board = played(lost, rulings, RECOVERY_MARKET)
    prices = tuple(offer.price for offer in board.board.recruits)
    hired = played(board, rulings, Hire(0, True), Hire(1, True), Hire(2, True))
    fresh = [each for each in hired.recruits if each.status is Status.LIVING]
    return (
        fell
        and back
        and lost.coin == 34
        and prices == (18, 22, 22)
        and len(fresh) == 3
        and (hired.coin, hired.credit) == (26, 0)
        and all((each.level, each.xp, each.survived) == (2 if each.list_price == 18 else 3, 0, 0) for each in fresh)
    )


@fact("AG-SAV-18-25", "AG-SAV-12-05", "AG-SAV-12-12", cases=lambda: (LEGACY,))
@unless_refused
def a_standard_retreat_costs_six_coin(rulings: Rulings) -> bool:
    """A retreat with 10 Coin costs 6, applies the casualties from before it, and shows no card."""
    start = replace(in_first_market(rulings), coin=10)
    after = fought(start, rulings, Outcome.RETREAT, 0)
    return (after.coin, after.totals.fallen, after.phase) == (4, 1, Phase.DUE) and after.cards == start.cards


@fact("AG-SAV-18-26", "AG-SAV-12-04", "AG-SAV-12-11", cases=lambda: BOTH)
@unless_refused
def a_wayfinder_timeout_costs_what_is_there(rulings: Rulings) -> bool:
    """A timeout on Wayfinder with 1 Coin costs it; the living stay alive, and there is no card."""
    start = replace(in_first_market(rulings, difficulty=Difficulty.WAYFINDER), coin=1)
    after = fought(start, rulings, Outcome.TIMEOUT)
    alive = sum(1 for each in after.recruits if each.status is Status.LIVING)
    return (after.coin, alive, after.phase) == (0, 2, Phase.DUE) and after.cards == start.cards


def wiped_out(purse: int) -> State:
    """A run of one Recruit that falls and grants 10 Credit, which leaves it with so much Coin and Credit together."""
    start = grown(in_first_market(LEGACY), 1, status=Status.DISMISSED, place=NONE, item=NONE)
    return fought(replace(start, coin=purse - 8), LEGACY, Outcome.DEFEAT, 0)


@fact("AG-SAV-18-27", "AG-SAV-12-07", "AG-SAV-12.1-02", cases=lambda: range(10, 14))
@unless_refused
def a_company_without_means_collapses(purse: int) -> bool:
    """With nobody alive and less than the protected price of 14 in Coin and Credit the run is over, and stays empty."""
    after = wiped_out(purse)
    alive = sum(1 for each in after.recruits if each.status is Status.LIVING)
    return (after.coin + after.credit, alive, after.phase, after.result) == (
        purse,
        0,
        Phase.CLOSING,
        Result.COLLAPSED,
    )


def purses() -> Iterator[tuple[int, int]]:
    """Every way in which Coin and Credit make 9 together, or 14."""
    for purse in (9, 14):
        for coin in range(purse + 1):
            yield coin, purse - coin


@fact("AG-SAV-18-27", "AG-SAV-18-28", "AG-SAV-12.1-02", cases=purses)
def the_purse_is_coin_and_credit(case: tuple[int, int]) -> bool:
    """With nobody alive and a protected price of 14 the run goes on with 14 in Coin and Credit, and not with 9."""
    coin, credit = case
    nobody = replace(wiped_out(14), coin=coin, credit=credit)
    return can_continue(nobody, LEGACY) == (coin + credit == 14)


@fact("AG-SAV-18-28", "AG-SAV-12.1-03", cases=lambda: range(14, 18))
@unless_refused
def a_company_with_the_means_recovers(purse: int) -> bool:
    """With nobody alive and the protected price of 14 in Coin and Credit a recovery Market opens, and hires nobody."""
    after = wiped_out(purse)
    board = played(after, LEGACY, RECOVERY_MARKET)
    alive = sum(1 for each in board.recruits if each.status is Status.LIVING)
    affordable = step.refusal_of(board, Hire(0, True), LEGACY) is Refusal.NONE
    return (board.coin + board.credit, alive, board.phase) == (purse, 0, Phase.MARKET) and affordable


@fact("AG-ECO-7-10", cases=lambda: (LEGACY,))
@unless_refused
def a_lost_veteran_comes_back_as_a_cheaper_base_recruit(rulings: Rulings) -> bool:
    """An advanced Recruit that falls in Round 10 is followed by a base offer of lower level and price."""
    start = grown(at_round(in_first_market(rulings), 9), 0, tier=Tier.ADVANCED, level=7, list_price=46, paid=46)
    lost = fought(start, rulings, Outcome.DEFEAT, 0)
    pool = (RECOVERY[0], NewRecruit(3, Tier.ADVANCED, 1, role=3), RECOVERY[2])
    offers = played(lost, rulings, replace(RECOVERY_MARKET, recruits=pool)).board.recruits
    return [(offer.tier, offer.level, offer.price) for offer in offers] == [
        (Tier.BASE, 3, 22),
        (Tier.ADVANCED, 4, 36),
        (Tier.BASE, 4, 26),
    ]


@fact("AG-ECO-3-09", cases=lambda: BOTH)
@unless_refused
def two_first_hires_leave_24_coin(rulings: Rulings) -> bool:
    """The two base offers of the first Market leave 24 of the opening 52 Coin."""
    opened = played(founded(rulings, 4, 4), rulings, FIRST_MARKET)
    return played(opened, rulings, Hire(0), Hire(1)).coin == 24


# ---------------------------------------------------------------- what is refused when

#: One of each kind that belongs to an open Market alone.
PREPARING: tuple[Choice, ...] = (
    Equip(0, 0),
    Unequip(0),
    Deploy(0, NONE),
    Deploy(0, 0),
    Review(0),
    Promote(),
    Cancel(),
    Dismiss(0),
)


def outside_markets() -> Iterator[tuple[State, Choice, Rulings]]:
    """Every phase but the Market, with each way to prepare, in both editions."""
    for rulings in BOTH:
        start = in_first_market(rulings)
        for phase in Phase:
            if phase is not Phase.MARKET:
                for choice in PREPARING:
                    yield replace(start, phase=phase), choice, rulings


@fact("AG-SYS-3-06", cases=outside_markets)
def preparing_is_for_markets_alone(case: tuple[State, Choice, Rulings]) -> bool:
    """Equipment, order, promotion and dismissal are refused outside an open Market and boss Muster."""
    return step.refusal_of(*case) is not Refusal.NONE


@fact("AG-SYS-3-06", "AG-SYS-18.2-01", cases=lambda: BOTH)
def preparing_is_possible_at_muster(rulings: Rulings) -> bool:
    """At boss Muster equipment, order and dismissal are legal as in any Market."""
    muster = at_round(in_first_market(rulings), 12)
    wanted = (Unequip(0), Deploy(0, NONE), Dismiss(0))
    return all(step.refusal_of(muster, choice, rulings) is Refusal.NONE for choice in wanted)


def promotions() -> Iterator[tuple[Path, int, int, bool]]:
    """Every path at the edges of level and survival, with a hybrid shown or not."""
    for path in Path:
        for level in (3, 4, 10):
            for survived in (2, 3, 4):
                for shown in (False, True):
                    yield path, level, survived, shown


@fact("AG-SYS-5.2-01", "AG-SYS-5.2-02", cases=promotions)
def promotion_asks_level_survival_and_a_shown_hybrid(case: tuple[Path, int, int, bool]) -> bool:
    """An eligible base Recruit may take either regular path always, a hybrid's where one is shown; others none."""
    path, level, survived, shown = case
    start = grown(in_first_market(STANDING), 0, level=level, survived=survived)
    refusal = step.refusal_of(replace(start, hybrid_shown=shown), Review(0, path), STANDING)
    eligible = level >= 4 and survived >= 3
    return (refusal is Refusal.NONE) == (eligible and (path is not Path.HYBRID or shown))


@fact("AG-SYS-5.2-01", cases=lambda: (Tier.ADVANCED, Tier.HYBRID))
def nobody_is_promoted_twice(tier: Tier) -> bool:
    """A Recruit that is no base Recruit any more is not promoted again."""
    start = grown(in_first_market(STANDING), 0, level=9, survived=9, tier=tier)
    return all(step.refusal_of(start, Review(0, path), STANDING) is Refusal.NOT_BASE for path in Path)


@fact("AG-SAV-12-06", cases=lambda: ((rulings, phase) for rulings in BOTH for phase in Phase))
def a_contract_is_given_up_from_market_or_result(case: tuple[Rulings, Phase]) -> bool:
    """Abandoning is legal from an open Market and from an applied result, and nowhere else."""
    rulings, phase = case
    legal = step.refusal_of(replace(in_first_market(rulings), phase=phase), Abandon(), rulings) is Refusal.NONE
    return legal == (phase in (Phase.MARKET, Phase.REWARD, Phase.DUE))


# ---------------------------------------------------------------- the edition


@fact("AG-OVR-01", cases=lambda: (Rulings(),))
@unless_refused
def continuous_growth_is_what_is_played(rulings: Rulings) -> bool:
    """Unless a ruling says otherwise the override counts: after a lost battle nobody is gone and nothing is granted."""
    after = fought(in_first_market(STANDING), rulings, Outcome.DEFEAT, 0, 1)
    alive = sum(1 for each in after.recruits if each.status is Status.LIVING)
    return rulings.edition is Edition.GROWTH and (alive, after.credit) == (2, 0)


@fact("AG-OVR-07", cases=lambda: (Recruit, State, Encounter))
def no_state_between_battles_holds_hit_points(record: type) -> bool:
    """The HP of the next stage is left open: no record outside a battle has a field for it."""
    return not any("hp" in each.name.split("_") or "health" in each.name for each in fields(record))
