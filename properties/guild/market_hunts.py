"""The witnesses of the Market's findings: the shortest play on which two answers differ, or on which a sentence fails.

Rules: the questions F-120 to F-138, F-150 to F-159 and F-189 of `kernel.guild.rulings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kernel.guild.choices import (
    Abandon,
    Begin,
    Claim,
    Close,
    Commit,
    Decline,
    Dismiss,
    Lock,
    NewCard,
    NewItem,
    OpenMarket,
    Proceed,
    Promote,
    Review,
    Settle,
    Unlock,
)
from kernel.guild.difficulty import Outcome
from kernel.guild.economy import ROUNDS, Tier
from kernel.guild.rulings import (
    LEGACY,
    STANDING,
    AbandonResult,
    BattleLock,
    BossCoin,
    BossXp,
    CardAmounts,
    ContractCoin,
    DeclinedRecovery,
    DistinctCards,
    EquipmentUsers,
    FullRow,
    GrowthFloor,
    HybridRole,
    KnockoutGain,
    KnockoutOffer,
    LockSpan,
    NobodyStanding,
    Option,
    PendingPromotion,
    PromotionPrice,
    Relock,
    RetreatSurvival,
    Rulings,
    SecondCasualty,
    Stranded,
    UnlockedRoles,
    Viability,
)
from kernel.guild.state import CardKind, Row, State
from model.engines.differ import Difference, differ
from model.engines.explore import explore
from model.guild import Menu, kinds, with_menu
from model.guild_bounds import one_battle, until
from model.guild_starts import (
    BASES,
    BATTLES,
    FIRST_MARKET,
    LATE_RECOVERY,
    NEXT_MARKET,
    PRESSURED_CARDS,
    RECOVERY,
    RECOVERY_MARKET,
    STEADY_CARDS,
    at_round,
    both_deployed,
    founded,
    grown,
    last_stands,
    played,
)
from model.guild_worlds import WORLDS
from model.trace import Trace
from model.verdict import Verdict
from properties.claim import claims_in
from properties.guild import company, open_questions
from specs.load import FINDINGS

CAP = 60_000

GROWTH_MARKET = both_deployed(played(founded(STANDING, 2, 2, 2), STANDING, FIRST_MARKET), STANDING)
LEGACY_MARKET = both_deployed(played(founded(LEGACY, 2, 2), LEGACY, FIRST_MARKET), LEGACY)
LOCKED = played(GROWTH_MARKET, STANDING, Lock(Row.RECRUIT, 0))
FULL_ROW = played(LEGACY_MARKET, LEGACY, *(Lock(Row.RECRUIT, offer) for offer in range(3)))
RECOVERING = replace(founded(LEGACY, 2, 2), is_recovery_due=True, markets=1)
#: A protected offer of a responsibility that a living Recruit has.
NO_GAP = replace(RECOVERY_MARKET, recruits=(replace(RECOVERY[0], role=1), *RECOVERY[1:]))
BOSS = at_round(GROWTH_MARKET, ROUNDS)
#: A board that two items of the same user make legal under one reading, and under the other does not.
ONE_USER = OpenMarket(BASES, (NewItem(0, 0), NewItem(1, 0), NewItem(2, 5), NewItem(3, 6)), BATTLES)

#: Two item cards of one tag, for everybody and for one family.
SAME_TAG = Settle((NewCard(CardKind.EQUIPMENT, 7), NewCard(CardKind.EQUIPMENT, 7, 0), NewCard(CardKind.COIN)))
SEASONED = grown(GROWTH_MARKET, 0, level=4, survived=3)

FIGHT = kinds(Commit, Proceed)


def battle(*outcomes: Outcome, more: frozenset[type] = frozenset(), markets: int = 2) -> Menu:
    """One battle offer fought, the next Market opened, with more kinds of choices."""
    generated = (NEXT_MARKET, RECOVERY_MARKET, LATE_RECOVERY, STEADY_CARDS, PRESSURED_CARDS)
    return Menu(FIGHT | more, generated, outcomes, within=one_battle(until(markets)))


@dataclass(frozen=True)
class Hunt:
    """Where to look for the play that tells a finding's provisional default from another answer."""

    finding: str
    switch: str
    option: Option
    menu: Menu
    starts: tuple[State, ...]
    base: Rulings = STANDING

    @property
    def alternative(self) -> Rulings:
        """The base with this ruling reversed."""
        changes: dict[str, Any] = {self.switch: self.option}
        return replace(self.base, **changes)


WIN, LOSE, LEAVE = Outcome.VICTORY, Outcome.DEFEAT, Outcome.RETREAT
LOCKS = Menu(kinds(Lock, Unlock))
STAND = Menu(
    kinds(Commit, Proceed, Decline, Lock), (RECOVERY_MARKET, STEADY_CARDS), (LOSE,), within=one_battle(until(2))
)

HUNTS = (
    Hunt("F-120", "full_row", FullRow.LOCKS_STAY, battle(LOSE), (FULL_ROW,), LEGACY),
    Hunt(
        "F-121",
        "second_casualty",
        SecondCasualty.RENEWED,
        battle(LOSE, markets=3),
        (LEGACY_MARKET,),
        LEGACY,
    ),
    Hunt("F-122", "lock_span", LockSpan.UNTIL_BOUGHT, replace(battle(LOSE, markets=3), most_down=0), (LOCKED,)),
    Hunt("F-123", "battle_lock", BattleLock.FREE, LOCKS, (GROWTH_MARKET,)),
    Hunt("F-124", "relock", Relock.PAID_ONCE, LOCKS, (GROWTH_MARKET,)),
    Hunt(
        "F-125",
        "equipment_users",
        EquipmentUsers.TWO_OFFERS,
        Menu(frozenset(), (FIRST_MARKET, ONE_USER)),
        (founded(STANDING, 2, 2),),
    ),
    Hunt("F-127", "growth_floor", GrowthFloor.TWO, Menu(kinds(Dismiss)), (GROWTH_MARKET,)),
    Hunt("F-128", "contract_coin", ContractCoin.OPENING_ADDED, Menu(kinds(Abandon, Begin)), (GROWTH_MARKET,)),
    Hunt("F-128", "contract_coin", ContractCoin.OPENING_SET, Menu(kinds(Lock, Abandon, Begin)), (GROWTH_MARKET,)),
    Hunt("F-129", "boss_coin", BossCoin.AS_LAST_ROUND, battle(WIN, more=kinds(Close)), (BOSS,)),
    Hunt("F-130", "boss_xp", BossXp.AS_LAST_ROUND, battle(LOSE), (BOSS,)),
    Hunt("F-131", "knockout_offer", KnockoutOffer.PROTECTED, battle(LOSE), (GROWTH_MARKET,)),
    Hunt("F-132", "knockout_gain", KnockoutGain.AS_STANDING, battle(LOSE), (GROWTH_MARKET,)),
    Hunt("F-133", "retreat_survival", RetreatSurvival.DOES_NOT_COUNT, battle(LEAVE), (GROWTH_MARKET,)),
    Hunt("F-134", "abandon_result", AbandonResult.ANY_RESULT, battle(LOSE, more=kinds(Abandon)), (GROWTH_MARKET,)),
    Hunt("F-135", "declined_recovery", DeclinedRecovery.ANY_OFFER, STAND, last_stands(14), LEGACY),
    Hunt("F-136", "stranded", Stranded.RECHECKED, STAND, last_stands(8), LEGACY),
    Hunt("F-137", "viability", Viability.WITH_SALES, STAND, last_stands(5), LEGACY),
    Hunt(
        "F-138",
        "card_amounts",
        CardAmounts.ALL_COIN,
        replace(battle(WIN, more=kinds(Claim)), within=until(2)),
        (GROWTH_MARKET,),
    ),
    Hunt("F-150", "pending_promotion", PendingPromotion.DROPPED, Menu(kinds(Review, Commit)), (SEASONED,)),
    Hunt("F-151", "promotion_price", PromotionPrice.TIER_STEP, Menu(kinds(Review, Promote)), (SEASONED,)),
    Hunt("F-152", "nobody_standing", NobodyStanding.AS_TIMED, battle(Outcome.TIMEOUT), (GROWTH_MARKET,)),
    Hunt(
        "F-158",
        "hybrid_role",
        HybridRole.ITS_OWN,
        Menu(frozenset(), (RECOVERY_MARKET, NO_GAP)),
        (grown(RECOVERING, 1, tier=Tier.HYBRID),),
        LEGACY,
    ),
    Hunt(
        "F-159",
        "distinct_cards",
        DistinctCards.TAGS,
        replace(battle(WIN), most_down=0, generated=(PRESSURED_CARDS, SAME_TAG), within=until(1)),
        (GROWTH_MARKET,),
    ),
    Hunt(
        "F-154",
        "unlocked_roles",
        UnlockedRoles.UNTOLD,
        Menu(frozenset(), (RECOVERY_MARKET, NO_GAP)),
        (RECOVERING,),
        LEGACY,
    ),
)


def hunt(each: Hunt) -> Difference[Any, Any, Any]:
    """The shortest play from the hunt's starts on which default and alternative differ.

    Raises `LookupError` if there is none: then the question is no finding in that world.
    """
    found = differ(with_menu(each.menu), each.starts, each.base, each.alternative, lambda state, _: state, cap=CAP)
    if found is None:
        raise LookupError(f"{each.finding}: no play from its starts tells the options of {each.switch} apart")
    return found


@dataclass(frozen=True)
class Witness:
    """A play that shows a finding, and what it shows."""

    finding: str
    trace: Trace[Any, Any, Any]
    note: str


def witnesses() -> Iterator[Witness]:
    """The witness of every finding: of refuted claims by exploration, of other switches by comparison."""
    refuted = [claim for claim in claims_in((open_questions, company)) if claim.finding]
    for claim in refuted:
        seen = explore(WORLDS[claim.worlds[0]], [claim.check]).found[0]
        if seen.trace is None or seen.verdict is not Verdict.REFUTED:
            raise LookupError(f"{claim.finding}: {claim.name} is {seen.verdict.value}, not refuted")
        yield Witness(claim.finding, seen.trace, f"Fails: {claim.sentence} {seen.reason}")
    known = {claim.finding for claim in refuted}
    for each in HUNTS:
        if each.finding not in known:
            known.add(each.finding)
            found = hunt(each)
            shows = f"{each.switch}: {getattr(each.base, each.switch).name} (first) or {each.option.name} (second)"
            yield Witness(each.finding, found.trace, f"{shows}; {found.says}; shortest, {found.visited} pairs compared")


def main() -> None:
    """Find every witness and write it beside its finding."""
    for each in witnesses():
        each.trace.write(FINDINGS / "witness" / f"{each.finding}.itf.json", each.note)
        print(f"{each.finding}: {len(each.trace.choices)} choices; {each.note}", flush=True)


if __name__ == "__main__":
    main()
