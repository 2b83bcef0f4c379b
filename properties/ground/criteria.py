"""What the pressure deck wants to achieve (DEAL-SC1..DEAL-SC4), as claims: by listing cases where that can decide.

Statistics decide the rest. A statistic that holds is SAMPLED; one that does not hold has shown nothing and is
UNDETERMINED, since games that were not seen may still come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from kernel.ground import resolve
from kernel.ground.problems import is_claimed
from kernel.ground.rulings import STANDING, ProblemDeal, ProblemStress, Rulings
from kernel.ground.scoring import is_group_successful, total_claimed
from kernel.ground.setup import set_up
from kernel.ground.state import (
    ROUNDS,
    Cards,
    ModeCard,
    ProblemIndex,
    Seat,
    State,
    Step,
    problems_of,
    with_problem,
)
from model.engines.explore import Found
from model.rates import Rate
from model.simulate import Policy, Setting, in_deck, simulate
from model.simulation_figures import Figures, figures_of
from model.verdict import Verdict
from properties.claim import fact
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.scenarios import load_scenario_cards

#: The sample card with stress scopes. No text in hand prints the scope of any card: they are samples, as suits are.
SCOPED_CARD = "scoped"
SCENARIO = kernel_card(load_scenario_cards().cards[SCOPED_CARD])
#: The pressure deck alone, and with scoped stress.
DECK = replace(STANDING, problem_deal=ProblemDeal.PRESSURE_DECK)
BOTH = replace(DECK, problem_stress=ProblemStress.SCOPED)
#: The printed thresholds by player count (DEAL-POINTS).
THRESHOLDS = {2: 5, 3: 7, 4: 7, 5: 9, 6: 9}
#: Statistics of a check: games a claim, and their seed.
GAMES, SEED = 200, 20260808


# ---------------------------------------------------------------- decided by listing cases


def laid(seats: int, rulings: Rulings) -> State:
    """A table about to begin, of any deal: points and influx do not depend on it."""
    hands: tuple[Cards, ...] = ((1, 1, 0, 0),) * seats
    return set_up(SCENARIO, ModeCard.SHARED_GROUND, hands, Seat(0), rulings)


def claimed(state: State, problems: Iterable[ProblemIndex]) -> State:
    """The table with these Problems claimed by seat 0."""
    for problem in problems:
        state = with_problem(state, problem, face_up=True, claimed_by=Seat(0))
    return state


def unclaimed_in_play(state: State) -> list[ProblemIndex]:
    """The positions of the Problems that lie unclaimed on the table."""
    return [i for i in problems_of(state) if state.problems[i].in_play and not is_claimed(state.problems[i])]


def ends_with(seats: int, claims: tuple[int, ...], rulings: Rulings = DECK) -> Iterator[tuple[State, State]]:
    """The table before and after each End of a game in which so many Problems are claimed in each round."""
    state = laid(seats, rulings)
    for count in claims:
        before = replace(claimed(state, unclaimed_in_play(state)[:count]), step=Step.END, turn=0)
        state = resolve.advance(before, resolve.offered(before, rulings)[0], rulings)
        yield before, state


def claim_counts() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every player count with every way to spread claims over five rounds; five Problems are all there are."""
    for seats in range(2, 7):
        for claims in product(range(len(SCENARIO.problems) + 1), repeat=ROUNDS):
            if sum(claims) <= len(SCENARIO.problems):
                yield seats, claims


@fact("DEAL-SC1", "DEAL-INFLUX", cases=claim_counts)
def every_game_uses_up_the_deck_or_meets_the_cap(case: tuple[int, tuple[int, ...]]) -> bool:
    """Whenever Problems are claimed, at some End the Pressure deck has run out or open_cap keeps a card back."""
    seats, claims = case
    return any(
        in_deck(after) == 0 or (in_deck(after) == in_deck(before) and len(unclaimed_in_play(before)) >= seats)
        for before, after in ends_with(seats, claims)
    )


@fact("DEAL-SC1", "DEAL-START", "DEAL-INFLUX", cases=lambda: product(range(3, 7), range(4)))
def from_three_seats_on_the_first_end_brings_a_card(case: tuple[int, int]) -> bool:
    """At 3 to 6 seats the first End draws a card, however many starters have been claimed by then."""
    seats, count = case
    before, after = next(ends_with(seats, (count,)))
    return in_deck(after) == in_deck(before) - 1


@fact("DEAL-SC1", "DEAL-START", "DEAL-INFLUX", cases=lambda: (2,))
def two_seats_that_claim_nothing_never_see_a_card(seats: int) -> bool:
    """At 2 seats the two starters fill open_cap: as long as neither is claimed no card ever comes."""
    return all(in_deck(after) == in_deck(before) for before, after in ends_with(seats, (0,) * ROUNDS))


def claim_patterns(seats: Iterable[int] = range(2, 7)) -> Iterator[tuple[int, tuple[bool, ...]]]:
    """Every player count with every set of claimed Problems, all cards in play."""
    for count in seats:
        for pattern in product((False, True), repeat=len(SCENARIO.problems)):
            yield count, pattern


def ended(seats: int, pattern: tuple[bool, ...], rulings: Rulings) -> tuple[State, list[bool]]:
    """A table on which these Problems are claimed, all cards drawn, and which of the cards are starters."""
    state = laid(seats, rulings)
    starters = [problem.in_play for problem in state.problems]
    for i in problems_of(state):
        state = with_problem(state, i, in_play=True, drawn=not starters[i])
    return claimed(state, [i for i in problems_of(state) if pattern[i]]), starters


@fact("DEAL-SC3", "DEAL-POINTS", cases=claim_patterns)
def success_is_decided_by_starters_alone(case: tuple[int, tuple[bool, ...]]) -> bool:
    """The group succeeds exactly if the printed values of its claimed starters reach the printed threshold."""
    seats, pattern = case
    state, starters = ended(seats, pattern, DECK)
    cards = zip(SCENARIO.problems, starters, pattern, strict=True)
    value = sum(card.value for card, starter, got in cards if starter and got)
    return is_group_successful(state) is (value >= THRESHOLDS[seats])


def best_total(seats: int, rulings: Rulings) -> int:
    """The highest total that any set of claims reaches."""
    return max(total_claimed(ended(seats, pattern, rulings)[0]) for _, pattern in claim_patterns([seats]))


def some_total_reaches_the_threshold(seats: int) -> Found[State, object, Rulings]:
    """Can the group succeed at all with the pressure deck? Every set of claims is listed."""
    best, name = best_total(seats, DECK), "some_total_reaches_the_threshold"
    said = f"all {2 ** len(SCENARIO.problems)} sets of claims at {seats} seats: at most {best} points that count"
    verdict = Verdict.WITNESSED if best >= THRESHOLDS[seats] else Verdict.REFUTED
    return Found(name, verdict, 2 ** len(SCENARIO.problems), f"{said}, threshold {THRESHOLDS[seats]}")


# ---------------------------------------------------------------- decided by statistics


@dataclass(frozen=True)
class Statistic:
    """A sentence about the figures of many games. `shown` says whether they bear it out, and by which figure."""

    name: str
    sentence: str
    rules: tuple[str, ...]
    policy: str
    seats: int
    rulings: Rulings
    shown: Callable[[Figures], tuple[bool, str]]

    @property
    def world(self) -> str:
        """Which games it is about, in words."""
        modules = "pressure deck" if self.rulings == DECK else "pressure deck, scoped stress"
        return f"{self.seats} seats, {self.policy}, {modules}"

    @property
    def setting(self) -> Setting:
        """What is played: the sample card with sample scopes, one policy in every seat."""
        policy: Policy = POLICIES[self.policy]
        return Setting(SCENARIO, (policy,) * self.seats, self.rulings)


def figures_for(statistic: Statistic, games: int, seed: int, workers: int = 1) -> Figures:
    """The figures that a statistic is about. A part of the games does not count: raises `KeyboardInterrupt`."""
    simulation = simulate(statistic.setting, games, seed, workers)
    if not simulation.is_complete:
        raise KeyboardInterrupt
    return figures_of(simulation)


def decide(statistic: Statistic, figures: Figures, seed: int) -> Found[State, object, Rulings]:
    """SAMPLED if the figures bear the sentence out, UNDETERMINED if not."""
    holds, said = statistic.shown(figures)
    verdict = Verdict.SAMPLED if holds else Verdict.UNDETERMINED
    return Found(statistic.name, verdict, figures.games, f"{said}; {figures.games} games, seed {seed}")


def interval(rate: Rate) -> str:
    """A share with its interval."""
    return f"{rate.share:.3f} ({rate.low:.3f} to {rate.high:.3f}) of games"


def cards_come_in(figures: Figures) -> tuple[bool, str]:
    """In some games a card comes in."""
    rate = figures.influx
    return rate.low > 0, f"a card comes in in {interval(rate)}, shown if above 0"


def totals_vary(figures: Figures) -> tuple[bool, str]:
    """Games end with different totals."""
    rate = figures.commonest
    return rate.high < 1, f"the commonest total ends {interval(rate)}, shown if below 1"


def stages_fire(figures: Figures) -> tuple[bool, str]:
    """In some games DARVO stages fire."""
    rate = figures.moved
    return rate.low > 0, f"a stage fires in {interval(rate)}, shown if above 0"


def starters_are_cleared(figures: Figures) -> tuple[bool, str]:
    """In some games all starters are claimed, which is as near as play can come to success."""
    rate = figures.starters
    return rate.low > 0, f"in {interval(rate)}, shown if above 0; threshold reached in {interval(figures.success)}"


def _statistic(shown: Callable[[Figures], tuple[bool, str]], rule: str, policy: str, seats: int) -> Statistic:
    name = f"{shown.__name__}_at_{seats}_seats_{policy}"
    return Statistic(
        name, (shown.__doc__ or "").strip(), (rule,), policy, seats, DECK if rule == "DEAL-SC1" else BOTH, shown
    )


#: What is sampled: the influx at 2 seats, where it is not certain, without scoped stress; everything else with it.
STATISTICS = (
    _statistic(cards_come_in, "DEAL-SC1", "greedy", 2),
    *(
        _statistic(shown, "DEAL-SC2", policy, seats)
        for seats in (3, 4)
        for policy in ("greedy", "random")
        for shown in (totals_vary, stages_fire)
    ),
    *(_statistic(starters_are_cleared, "DEAL-SC2", "greedy", seats) for seats in (3, 4)),
)
