"""What is proved of the guild by induction: from which invariant, at which size, in plays of any length.

Two machines: the Market kernel, all kinds of choices in every state, and dismissal by several clients.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any

from kernel.guild.rulings import LEGACY, STANDING, Rulings
from model import dismissal_arena, guild_arena
from model.engines.induct import KEPT, Decide, Induction, Part
from model.guild_symbols import Size
from model.symbolic import Arena
from properties.claim import Claim, Span, claims_in
from properties.guild import company, dismissal, dismissal_steps, market, recovery, rewards, roster, runs, solvency
from properties.guild.dismissal_invariant import INVARIANT as DISMISSAL_INVARIANT
from properties.guild.following import FOLLOWING
from properties.guild.invariant import INVARIANT

#: Three Recruits and two items; the boards, cards, drafts and Contracts have the sizes that the rules give them.
SIZE = Size(slots=3, items=2)
#: The modules of claims about the Market kernel.
MARKET = (market, runs, company, roster, rewards, recovery)
#: For how long plays the proofs speak: until a counter would leave its width, where operations are refused.
LENGTH = "any"

#: What is about sums of Coin or Experience, claims, parts of the invariant and contracts, by what is asked together:
#: solvers of integers are quicker at them, and at one at a time.
SUMS = MappingProxyType(
    {
        "only_income_adds_worth": "worth",
        "coin_spent_on_a_recruit_is_mostly_gone": "hires",
        "credit_never_becomes_coin": "Credit",
        "credit_comes_from_deaths_alone": "deaths",
        "a_failure_costs_its_fee_and_never_more_than_there_is": "fees",
        "whoever_dies_last_leaves_ten": "the last",
        "no_trade_adds_value": "trade",
        "no_death_adds_value": "death",
        "a_settlement_pays_the_battle_and_no_more": "battle",
        KEPT: "widths",
        "experience_stays_below_the_next_level": "Experience",
        "AG-ECO-5.1-05: Coin and Credit together pay the list price": "payment",
        "AG-ECO-8-02: Experience stays below the next level": "Experience before",
        "AG-ECO-8-04: levels end at 10, with no Experience left": "Experience after",
    }
)


@dataclass(frozen=True)
class Setting:
    """One machine under one edition, with everything that is claimed of it.

    `weight` is about how many half minutes it takes; `roots` are where everything that is executed is entered.
    """

    name: str
    rulings: Rulings
    invariant: tuple[Part, ...]
    modules: tuple[ModuleType, ...]
    arena: Callable[[Rulings], Arena[Any, Any, Any]]
    roots: tuple[tuple[str, str], ...]
    weight: int = 1
    others: tuple[ModuleType, ...] = ()
    sums: Mapping[str, str] = field(default_factory=dict)

    @property
    def world(self) -> str:
        """How evidence names it."""
        return f"{self.name}, {self.rulings.edition.name}"

    @property
    def subjects(self) -> tuple[Claim, ...]:
        """What is proved here, besides that the invariant is kept and that nothing fails."""
        every = [*claims_in(self.modules), *(each for each in claims_in(self.others) if each.name in FOLLOWING)]
        return tuple(each for each in every if each.span is not Span.NONE and each.is_asked(self.rulings))

    def induction(self, decide: Decide, only: Collection[str] | None = None, ends: float = math.inf) -> Induction:
        """The proof, to be run: of all claims or only some, always with the invariant."""
        return Induction(
            self.arena(self.rulings),
            self.invariant,
            [each.check for each in self.subjects if only is None or each.name in only],
            [],
            self.rulings,
            decide,
            sums=self.sums,
            ends=ends,
        )


def trading(rulings: Rulings) -> Setting:
    """The Market kernel under these rulings."""
    return Setting(
        "guild",
        rulings,
        INVARIANT,
        (solvency,),
        lambda _: guild_arena.arena(SIZE),
        (("model.guild_arena", "arena"), ("model.guild_symbols", "state"), ("kernel.guild.step", "advance")),
        weight=3,
        others=MARKET,
        sums=SUMS,
    )


def sessions(rulings: Rulings) -> Setting:
    """Dismissal by several clients under these rulings."""
    return Setting(
        "dismissal",
        rulings,
        DISMISSAL_INVARIANT,
        (dismissal, dismissal_steps),
        lambda asked: dismissal_arena.arena(DISMISSAL_INVARIANT, asked),
        (("model.dismissal_arena", "arena"), ("model.dismissal", "advance")),
    )


SETTINGS = {each.world: each for make in (trading, sessions) for each in (make(LEGACY), make(STANDING))}
