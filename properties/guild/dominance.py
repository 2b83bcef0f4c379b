"""Who wins on which fixed seed, that nobody dominates, and the strategy tests that follow. AG-ECO-15.1, 15.2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from kernel.guild import economy
from kernel.guild.balance import dominance, fixed_seed
from kernel.guild.balance.dominance import Kind, Metrics, Policy, Readings
from kernel.guild.balance.fixed_seed import Seed, Tag
from kernel.guild.economy import Risk, Tier
from kernel.guild.edition import Edition
from model.verdict import Verdict
from properties.claim import fact
from properties.guild.fixed_seeds import canonical, seeds
from properties.guild.seed_report import digest_of, summary
from properties.theorem import Numbers, theorem

REFRESH, HIRE, DISMISS, KEEP = Policy
READINGS = tuple(product(dominance.Purchase, dominance.Wearer, dominance.Relevance, dominance.CreditUse))


def matrix() -> dominance.Matrix:
    """What the policies reach on the five seeds."""
    return dominance.matrix_of(seeds())


# ---------------------------------------------------------------- the comparison


@fact("AG-ECO-15.2-16", cases=lambda: product(product(range(2), repeat=5), repeat=2))
def scores_compare_from_the_left(case: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Route cleared decides before Coin, Coin before Credit, Credit before the living, these before coverage."""
    first, second = (_metrics(*values) for values in case)
    ahead = next((a - b for a, b in zip(*case, strict=True) if a != b), 0)
    one, other = dominance.score_of(first), dominance.score_of(second)
    return (one > other, one == other) == (ahead > 0, ahead == 0)


def _metrics(cleared: int, coin: int, credit: int, living: int, coverage: int) -> Metrics:
    """Figures of which only the compared ones matter; the others go the other way."""
    return Metrics(
        cleared,  # type: ignore[arg-type]
        coin,
        credit,
        living,
        coverage,
        *(9 - each for each in (cleared, coin, credit, living, coverage, cleared, coin)),
    )


def two_rows() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Two rows of five scores of two values each."""
    rows = tuple(product(range(2), repeat=5))
    return product(rows, rows)


@fact("AG-ECO-15.2-17", cases=two_rows)
def weak_dominance_is_nowhere_worse_and_once_better(case: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """One row weakly dominates another exactly if it is at least it on all five seeds and above it on one."""
    a, b = (tuple((value, 0, 0, 0, 0) for value in row) for row in case)
    pairs = tuple(zip(*case, strict=True))
    expected = not any(x < y for x, y in pairs) and any(x > y for x, y in pairs)
    return dominance.weakly_dominates(a, b) is expected


@fact("AG-ECO-15.2-17", cases=lambda: [matrix()])
def no_policy_dominates_another(found: dominance.Matrix) -> bool:
    """Each policy wins on a seed and loses on one, no pair is weakly dominant, and the canonical matrix is accepted."""
    counts = [(dominance.wins(found, policy), dominance.losses(found, policy)) for policy in Policy]
    return (
        dominance.is_balanced(found) and not dominance.dominances(found) and counts == [(1, 4), (2, 3), (1, 4), (1, 4)]
    )


@fact("AG-ECO-15.2-17", cases=lambda: [dominance.dominated_matrix(matrix())])
def the_self_test_matrix_is_rejected(found: dominance.Matrix) -> bool:
    """A matrix in which refresh_first is above every peer on every seed is rejected for exactly that."""
    above = all(found[0][seed] > row[seed] for row in found[1:] for seed in range(5))
    pairs = dominance.dominances(found)
    return above and {p for p, _ in pairs} == {REFRESH} and len(pairs) == 3 and not dominance.is_balanced(found)


def small_matrices() -> Iterator[dominance.Matrix]:
    """Four policies on two seeds with scores of two values."""
    rows = tuple(product(range(2), repeat=2))
    for four in product(rows, repeat=4):
        yield tuple(tuple((value, 0, 0, 0, 0) for value in row) for row in four)


@fact("AG-ECO-15.2-17", cases=small_matrices)
def wins_and_losses_are_strict(found: dominance.Matrix) -> bool:
    """A policy wins where it is above all others, and loses where another is above it; a tie at the top is neither."""
    for number, policy in enumerate(Policy):
        others = [row for place, row in enumerate(found) if place != number]
        won = [seed for seed in range(2) if found[number][seed] > max(row[seed] for row in others)]
        lost = [seed for seed in range(2) if found[number][seed] < max(row[seed] for row in others)]
        if (dominance.wins(found, policy), dominance.losses(found, policy)) != (len(won), len(lost)):
            return False
    return True


# ---------------------------------------------------------------- the five seeds


def wins_on(number: int, policy: Policy) -> bool:
    """Does this policy alone win on the seed of this number, as declared?"""
    return dominance.winner(matrix(), number - 1) is policy is canonical()[number - 1].winner


@fact("AG-ECO-15.2-18", cases=lambda: [seeds()[0]])
def the_first_refresh_shows_the_only_counter(seed: Seed) -> bool:
    """Of the opening board no wardbreak counter is affordable, of the refreshed one exactly one; refresh_first wins."""
    left = seed.state.coin - seed.state.refresh_cost
    early = [each for each in seed.opening.items if Tag.WARDBREAK in each.tags and each.price <= seed.state.coin]
    late = [each for each in seed.refreshed.items if Tag.WARDBREAK in each.tags and each.price <= left]
    return not early and len(late) == 1 and seed.route.risk is Risk.PRESSURED and wins_on(1, REFRESH)


@fact("AG-ECO-15.2-19", cases=lambda: [seeds()[1]])
def only_the_protected_hire_fills_both_gaps(seed: Seed) -> bool:
    """One casualty leaves protection and the fourth place open, only hire_first clears the route, and it wins."""
    gaps = (len(seed.casualties), fixed_seed.deployed(seed.company), seed.route.footprint)
    tags = {tag for member in seed.company for tag in member.tags}
    cleared = [row[1][0] for row in matrix()]
    return gaps == (1, 3, 4) and Tag.PROTECTION not in tags and cleared == [0, 1, 0, 0] and wins_on(2, HIRE)


@fact("AG-ECO-15.2-20", cases=lambda: [seeds()[2]])
def four_coin_pay_for_the_counter(seed: Seed) -> bool:
    """The Reserve's rebate is four Coin, with which the reach counter is affordable and without it not; it wins."""
    counter = next(each for each in seed.opening.items if Tag.REACH in each.tags)
    build = dominance.built(seed, DISMISS)
    lines = fixed_seed.deployed(seed.company), fixed_seed.deployed(build.company)
    is_close = seed.state.coin < counter.price <= seed.state.coin + 4
    return build.rebate == 4 and is_close and lines[0] == lines[1] and wins_on(3, DISMISS)


@fact("AG-ECO-15.2-21", cases=lambda: [seeds()[3]])
def every_transaction_loses_something(seed: Seed) -> bool:
    """All four clear the route; the other three end with less Coin or fewer living; no_replace wins."""
    rows = [row[3] for row in matrix()]
    kept = rows[3]
    worse = [row[1] < kept[1] or (row[1] == kept[1] and row[3] < kept[3]) for row in rows[:3]]
    return all(row[0] for row in rows) and all(worse) and wins_on(4, KEEP)


@fact("AG-ECO-15.2-22", cases=lambda: [seeds()[4]])
def credit_beats_two_equipment_paths(seed: Seed) -> bool:
    """The final dismissal is refused, all clear, hire_first pays no Coin but Credit, and it wins."""
    traces = [dominance.played(seed, policy) for policy in Policy]
    refused = traces[2].acts[0].kind is Kind.FINAL_LIVE_RECRUIT and traces[2].metrics.rebate == 0
    hire = traces[1].metrics
    bought = [any(act.kind is Kind.BUY for act in trace.acts) for trace in traces]
    is_free = hire.spent == 0 < hire.credit_used and bought == [True, False, True, True]
    return refused and is_free and all(t.metrics.cleared for t in traces) and wins_on(5, HIRE)


@fact("AG-ECO-15.2-17", "AG-ECO-15.2-12", "AG-ECO-15.2-13", "AG-ECO-15.2-14", cases=lambda: READINGS)
def no_reading_of_the_policies_moves_a_winner(answers: tuple[Any, ...]) -> bool:
    """However the policies' words are read where they leave it open, the same five win and nobody dominates."""
    found = dominance.matrix_of(seeds(), Readings(*answers))
    winners = [dominance.winner(found, seed) for seed in range(5)]
    return winners == [REFRESH, HIRE, DISMISS, KEEP, HIRE] and dominance.is_balanced(found)


@fact("AG-ECO-15.2-09", cases=lambda: [seeds()])
def a_free_battle_lock_moves_no_winner(found: tuple[Seed, ...]) -> bool:
    """If locking the route were free (F-123), each refresh would cost 2 Coin less, and the same five policies win."""
    states = [replace(s.state, locks=s.state.locks - 1, refresh_cost=s.state.refresh_cost - 2) for s in found]
    freed = dominance.matrix_of(tuple(replace(s, state=state) for s, state in zip(found, states, strict=True)))
    return [dominance.winner(freed, seed) for seed in range(5)] == [REFRESH, HIRE, DISMISS, KEEP, HIRE]


def summaries() -> Iterator[tuple[str, ...]]:
    """Twice the summary of the five seeds."""
    for _ in range(2):
        yield tuple(summary(canonical(), matrix()))


@fact("AG-ECO-15.2-25", cases=summaries)
def the_summary_tells_everything_twice_alike(lines: tuple[str, ...]) -> bool:
    """Both runs tell each policy's clear, Coin, Credit, living, coverage on each seed, wins, hash, and the OK line."""
    told = [line.split() for line in lines if line.startswith("  ") and "policy" not in line]
    rows = []
    for fixed in canonical():
        for policy, result in zip(Policy, fixed.oracle, strict=True):
            m = result.metrics
            covered = f"{m.coverage}/{len(fixed.seed.route.required)}"
            clear = "yes" if m.cleared else "no"
            rows.append([policy.value, clear, str(m.coin), str(m.credit), str(m.living), covered])
    wins = "wins: refresh_first 1, hire_first 2, dismiss_first 1, no_replace 1"
    is_same = lines == next(summaries())
    closing = (wins, f"result sha256: {digest_of(canonical())}", "ABG_ANTI_DOMINANCE_OK no_weak_dominance=1")
    return told == rows and is_same and lines[-3:] == closing


# ---------------------------------------------------------------- the strategy tests of 15.1


def better_on(policy: Policy, other: Policy) -> list[int]:
    """The seeds, counted from one, on which the first is above the second."""
    rows = dict(zip(Policy, matrix(), strict=True))
    return [n for n, (a, b) in enumerate(zip(rows[policy], rows[other], strict=True), 1) if a > b]


@fact("AG-ECO-15.1-01", cases=lambda: [seeds()[3]])
def refreshing_loses_where_the_line_clears(seed: Seed) -> bool:
    """On the seed whose line clears as it is, one refresh already loses to none: two would lose more."""
    second = economy.refresh_cost(seed.state.refreshes + 1, seed.state.locks)
    return 4 in better_on(KEEP, REFRESH) and second > seed.state.refresh_cost > 0


@fact("AG-ECO-15.1-02", cases=lambda: [matrix()])
def never_refreshing_loses_on_two_seeds(found: dominance.Matrix) -> bool:
    """On two of five seeds a refresh shows the counter without which a route worth more than 6 Coin is not cleared."""
    lost = [n for n in better_on(REFRESH, KEEP) if found[0][n - 1][0] > found[3][n - 1][0]]
    return lost == [1, 3] and all(seeds()[n - 1].route.coin > 6 for n in lost)


@fact("AG-ECO-15.1-03", cases=lambda: [1, 3])
def a_hire_takes_the_coin_for_the_counter(number: int) -> bool:
    """A hire into Reserve leaves too little Coin for the refresh and counter, or the counter, that another affords."""
    seed, peer = seeds()[number - 1], {1: REFRESH, 3: DISMISS}[number]
    hire, other = dominance.built(seed, HIRE), dominance.played(seed, peer).metrics
    return hire.acts[0].kind is Kind.RESERVE and hire.coin < other.spent - other.rebate and other.cleared


@theorem("AG-ECO-15.1-03", survived=Numbers(0, 10**6), paid=Numbers(0, 10**9))
def a_dismissal_returns_at_most_a_quarter(survived: int, paid: int) -> bool:
    """Dismissing a Recruit returns at most a quarter of the Coin paid for it."""
    return 4 * economy.dismissal_rebate(survived, paid) <= paid


@theorem("AG-ECO-15.1-04", survived=Numbers(0, 10**6), paid=Numbers(1, 10**9))
def hiring_for_coin_and_dismissing_loses_coin(survived: int, paid: int) -> bool:
    """A Recruit that cost Coin returns nothing before two survived battles, at most 10 later, always less than paid."""
    rebate = economy.dismissal_rebate(survived, paid)
    return rebate < paid and rebate <= 10 and (survived >= 2 or rebate == 0)


@theorem(
    *("AG-ECO-15.1-04", "AG-ECO-1-05"),
    bp=Numbers(0, 10_000),
    cap=Numbers(0, 10**6),
    paid=Numbers(0, 1_000),
    survived=Numbers(0, 1_000),
)
def no_share_up_to_the_whole_price_makes_a_loop(bp: int, cap: int, paid: int, survived: int) -> bool:
    """Whatever the cap, a rebate or sale of up to all that was paid returns no more than that: no loop gains Coin."""
    p = replace(economy.STANDARD, dismissal_rebate_bp=bp, dismissal_rebate_cap=cap, sale_bp=bp)
    return economy.dismissal_rebate(survived, paid, p) <= paid and economy.sale_value(paid, p) <= paid


@theorem(
    "AG-ECO-15.1-04",
    survived=Numbers(0, 10**6),
    level=Numbers(1, 10),
    credit=Numbers(0, 54),
    use=bool,
    expect=Verdict.REFUTED,
    finding="F-185",
    under=(Edition.FG4,),
)
def every_cycle_of_hire_and_dismissal_loses_coin(survived: int, level: int, credit: int, use: bool) -> bool:
    """Hiring a base Recruit, with Credit or without, and dismissing it later always costs Coin."""
    price = economy.hire_list_price(level, Tier.BASE)
    paid = economy.hire_coin_cost(price, economy.credit_used(credit, price, use))
    return economy.dismissal_rebate(survived, paid) < paid


@fact("AG-ECO-15.1-05", cases=lambda: [seeds()[2]])
def never_dismissing_loses_a_seed(seed: Seed) -> bool:
    """On the rebate seed every policy without a dismissal ends below dismiss_first, whose line is as long as before."""
    line = dominance.played(seed, DISMISS).metrics.footprint
    beaten = [3 in better_on(DISMISS, policy) for policy in (REFRESH, HIRE, KEEP)]
    return all(beaten) and line == fixed_seed.deployed(seed.company)


@fact("AG-ECO-15.1-06", cases=lambda: [seeds()[1]])
def never_replacing_loses_after_a_casualty(seed: Seed) -> bool:
    """After the casualty no_replace lacks the footprint, does not clear the route, and ends with unused Coin."""
    kept = dominance.played(seed, KEEP).metrics
    return (
        2 in better_on(HIRE, KEEP) and not kept.cleared and kept.footprint < kept.required_footprint and kept.coin > 0
    )
