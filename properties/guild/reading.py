"""Small questions about a guild's state, asked of the raw record and not of the kernel's own helpers.

Claims are written with these, so that a kernel helper that misreads a rule cannot hide behind itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.guild.choices import Choice
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import Risk, Tier
from kernel.guild.edition import Edition
from kernel.guild.rulings import Rulings
from kernel.guild.state import Item, Phase, Place, Recruit, RecruitOffer, State, Status
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Claim, Predicate, Span, claim

GROWTH, FG4 = (Edition.GROWTH,), (Edition.FG4,)

MARKETS = ("market-trade", "market-trade-fg4", "market-locks", "market-line", "market-promotion")
RUNS = ("run-fg4", "run-growth", "run-muster", "run-muster-fg4")
COMPANIES = ("company-growth", "company-fg4")
OFFERS = ("market-locks", "market-carry")

#: From the commit of a battle to the settlement of its outcome.
FIGHTING = (Phase.COMMITTED, Phase.COUNTDOWN, Phase.RESOLVING, Phase.OUTCOME, Phase.DIAGNOSIS)
AWAITING = (Phase.OUTCOME, Phase.DIAGNOSIS)


def law(
    scope: Scope,
    *rules: str,
    worlds: tuple[str, ...],
    premise: Predicate | None = None,
    under: tuple[Any, ...] = (),
    expect: Verdict = Verdict.EXHAUSTED,
    finding: str = "",
    span: Span | None = None,
) -> Callable[[Predicate], Claim]:
    """A claim about every state or step of the guild; random games are watched by the machine, not asked one by one."""
    return claim(
        scope,
        *rules,
        worlds=worlds,
        premise=premise,
        sampled=False,
        expect=expect,
        finding=finding,
        span=span,
        under=under,
    )


def by(*kinds: type) -> Predicate:
    """Premise: the step is a choice of one of these kinds."""
    return lambda before, choice, after, rulings: isinstance(choice, kinds)


def is_owned(recruit: Recruit) -> bool:
    """Does somebody of the Company hold this slot?"""
    return recruit.status is Status.LIVING or recruit.status is Status.KNOCKED_OUT


def is_down(recruit: Recruit) -> bool:
    """Is a Recruit there at zero HP whose battle is not settled?"""
    return recruit.status is Status.KNOCKED_OUT


def living(state: State) -> int:
    """How many Recruits of the Company live."""
    return sum(1 for recruit in state.recruits if recruit.status is Status.LIVING)


def down(state: State) -> int:
    """How many are at zero HP and not settled."""
    return sum(1 for recruit in state.recruits if recruit.status is Status.KNOCKED_OUT)


def in_line(state: State) -> int:
    """How many stand in the line."""
    return sum(1 for recruit in state.recruits if is_owned(recruit) and recruit.place >= 0)


def room(state: State) -> int:
    """The places of the line, as the text has it: four, and one more for two cleared Rounds, up to ten."""
    return min(10, 4 + state.cleared // 2)


def stays(old: Recruit, new: Recruit) -> bool:
    """Is the Recruit of a slot still the same one?"""
    return old.serial == new.serial


def held(item: Item) -> bool:
    """Does the Company own it?"""
    return item.at is Place.INVENTORY or item.at is Place.EQUIPPED


def is_protected(offer: RecruitOffer) -> bool:
    """Is this an open protected offer?"""
    return offer.is_open and offer.protected


def protected(state: State) -> int:
    """How many protected offers are open."""
    return sum(1 for offer in state.board.recruits if is_protected(offer))


def base_offers(state: State) -> int:
    """How many base Recruits are on offer."""
    return sum(1 for offer in state.board.recruits if offer.is_open and offer.tier is Tier.BASE)


def tags(state: State) -> int:
    """How many different behavior tags the equipment on offer has."""
    return sum(1 for tag in range(8) if any(offer.is_open and offer.tag == tag for offer in state.board.equipment))


def next_round(state: State) -> int:
    """The Round that comes next; a boss stands in the last."""
    return min(12, state.cleared + 1)


def is_boss(state: State) -> bool:
    """Have all twelve ordinary Rounds been cleared?"""
    return state.cleared == 12


def is_won(state: State) -> bool:
    """Is the outcome that awaits settlement a victory?"""
    return state.encounter.outcome is Outcome.VICTORY


def risk_of(state: State) -> int:
    """The risk of the committed battle as a number: steady 0, pressured 1, elite 2."""
    match state.encounter.risk:
        case Risk.STEADY:
            return 0
        case Risk.PRESSURED:
            return 1
        case Risk.ELITE:
            return 2


def written_fees(difficulty: Difficulty) -> tuple[int, int, int]:
    """The row of a difficulty: what a defeat, a timeout and a retreat cost at most."""
    match difficulty:
        case Difficulty.WAYFINDER:
            return 0, 2, 4
        case Difficulty.STANDARD:
            return 2, 4, 6
        case Difficulty.OATHBOUND:
            return 4, 6, 8


def written_fee(state: State) -> int:
    """What the table takes for the outcome that awaits settlement at most; nothing for a victory."""
    defeat, timeout, retreat = written_fees(state.difficulty)
    match state.encounter.outcome:
        case Outcome.DEFEAT:
            return defeat
        case Outcome.TIMEOUT:
            return timeout
        case Outcome.RETREAT:
            return retreat
        case Outcome.VICTORY:
            return 0


def anything(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: any step."""
    return True
