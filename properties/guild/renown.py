"""What the Guild keeps and what Renown buys, for all arguments: AG-ECO-2-04..06, AG-ECO-9, AG-ECO-9.1."""

from __future__ import annotations

from itertools import product

from kernel.guild.renown import (
    Card,
    ClaimRefusal,
    Effect,
    Guild,
    Preview,
    Unlock,
    claim,
    claim_refusal,
    cost_range,
    effect_of,
    first_clear_renown,
    is_claimed,
    renown_after,
    repeat_objective_renown,
    with_clear,
    with_discovery,
)
from kernel.guild.rulings import STANDING, GoalsClaimed, Rulings
from properties.claim import fact
from properties.theorem import Numbers, theorem

RENOWN = Numbers(0, 9_999)
#: A Guild with two Contracts of Region 1, two catalog rows, two Charter cards.
TWO, PAID, GOALS = (bool, bool), (Numbers(-1, 20),) * 2, (Numbers(0, 5),) * 2
WHICH = Numbers(0, 1)


def guild_of(
    renown: int,
    cleared: tuple[bool, ...] = (False, False),
    goals: tuple[int, ...] = (0, 0),
    found: tuple[bool, ...] = (False, False),
    receipts: tuple[int, ...] = (-1, -1),
) -> Guild:
    """A small Guild."""
    return Guild(renown, cleared, goals, found, receipts, revision=3)


# ---------------------------------------------------------------- grants


@theorem("AG-ECO-9-02", region=Numbers(1, 8), rank=Numbers(1, 2))
def a_first_clear_grants_what_is_written(region: int, rank: int) -> bool:
    """A first clear grants 8 Renown, 2 more for each Region and 4 for each Contract rank."""
    return first_clear_renown(region, rank) == 8 + 2 * region + 4 * rank


@theorem("AG-ECO-9-02", unclaimed=Numbers(0, 10**6))
def repeat_goals_grant_two_at_most(unclaimed: int) -> bool:
    """A clear grants as much Renown as there are unclaimed repeat goals, and at most 2."""
    return repeat_objective_renown(unclaimed) == (unclaimed if unclaimed < 2 else 2)


@theorem("AG-ECO-2-04", renown=RENOWN, grant=Numbers(0, 10**6))
def renown_is_capped(renown: int, grant: int) -> bool:
    """A grant adds to Renown, up to 9,999."""
    total = renown + grant
    return renown_after(renown, grant) == (9_999 if total > 9_999 else total)


@fact("AG-ECO-9-02", "AG-ECO-2-04", cases=lambda: [(368, 170)])
def the_renown_cap_is_far_away(case: tuple[int, int]) -> bool:
    """All first clears grant 368 Renown, and all Professions, Traits, Artifacts and bosses 154: the cap is 9,999."""
    clears = sum(first_clear_renown(region, rank) for region, rank in product(range(1, 9), (1, 2)))
    return clears == case[0] and clears + 12 + 24 + 6 + 36 + 60 + 16 < 9_999


@theorem(
    "AG-ECO-2-05",
    "AG-ECO-9-03",
    renown=Numbers(0, 9_000),
    cleared=TWO,
    goals=GOALS,
    contract=WHICH,
    is_valid=bool,
    goals_claimed=GoalsClaimed,
)
def a_clear_counts_once(
    renown: int,
    cleared: tuple[bool, ...],
    goals: tuple[int, ...],
    contract: int,
    is_valid: bool,
    goals_claimed: GoalsClaimed,
) -> bool:
    """The first valid boss result sets the clear for good and grants once; later ones grant the repeat goals left.

    An invalid result changes nothing.
    """
    before = guild_of(renown, cleared=cleared, goals=goals)
    after = with_clear(before, contract, is_valid, Rulings(goals_claimed=goals_claimed))
    if not is_valid:
        return after == before
    granted = after.renown - renown
    wanted = min(2, goals[contract]) if cleared[contract] else 14 + 4 * contract
    kept = all(after.cleared[k] == (cleared[k] or k == contract) for k in range(2))
    claimed = sum(goals) - sum(after.goals)
    due = granted if goals_claimed is GoalsClaimed.AS_GRANTED else goals[contract]
    return kept and granted == wanted and claimed == (due if cleared[contract] else 0)


@theorem("AG-ECO-9-03", renown=Numbers(0, 9_000), goals=GOALS, contract=WHICH)
def repeating_a_clear_runs_dry(renown: int, goals: tuple[int, ...], contract: int) -> bool:
    """Three repeated clears claim up to five goals, and once all are claimed a further clear grants nothing."""
    guild = guild_of(renown, cleared=(True, True), goals=goals)
    for _ in range(3):
        guild = with_clear(guild, contract, True, STANDING)
    dry = with_clear(guild, contract, True, STANDING)
    return guild.renown == renown + goals[contract] and dry.renown == guild.renown


@theorem("AG-ECO-2-06", "AG-ECO-9-03", renown=Numbers(0, 9_000), found=TWO, row=WHICH)
def a_discovery_counts_once(renown: int, found: tuple[bool, ...], row: int) -> bool:
    """The first discovery of a row sets the fact for good and grants 1 Renown, every later one nothing."""
    after = with_discovery(guild_of(renown, found=found), row)
    kept = all(after.found[k] == (found[k] or k == row) for k in range(2))
    again = with_discovery(after, row)
    return kept and after.renown == renown + (0 if found[row] else 1) and again == after


# ---------------------------------------------------------------- what Renown buys

#: Unlock, least and most Renown, effect.
TABLE = {
    "AG-ECO-9-05": (Unlock.POOL_PACKET, 4, 8, Effect.POOL_ROWS),
    "AG-ECO-9-06": (Unlock.ADVANCED_CLUE, 8, 12, Effect.PROFESSION_TRIAL),
    "AG-ECO-9-07": (Unlock.HYBRID_CLUE, 14, 18, Effect.HYBRID_TRIAL),
    "AG-ECO-9-08": (Unlock.THREAT_ARCHIVE, 6, 10, Effect.PREVIEW_FIELDS),
    "AG-ECO-9-09": (Unlock.OATH_LAW, 12, 20, Effect.OATH_MODIFIER),
}
Row = tuple[Unlock, int, int, Effect]


def is_row(row: Row) -> bool:
    """Is this row of the table the kernel's, and does it accept costs from the least to the most, and no others?"""
    unlock, low, high, effect = row
    rich = guild_of(100)
    costs = [
        cost
        for cost in range(30)
        if claim_refusal(rich, Card(unlock, cost, effect, ()), Preview(0, cost, 3)) is ClaimRefusal.NONE
    ]
    return cost_range(unlock) == (low, high) and effect_of(unlock) is effect and costs == list(range(low, high + 1))


@fact("AG-ECO-9-05", cases=lambda: [TABLE["AG-ECO-9-05"]])
def a_pool_packet_costs_4_to_8(row: Row) -> bool:
    """A catalog pool packet costs 4 to 8 Renown and adds rows to later pools."""
    return is_row(row)


@fact("AG-ECO-9-06", cases=lambda: [TABLE["AG-ECO-9-06"]])
def an_advanced_clue_costs_8_to_12(row: Row) -> bool:
    """A clue or trial of an advanced Profession costs 8 to 12 Renown and opens that trial."""
    return is_row(row)


@fact("AG-ECO-9-07", cases=lambda: [TABLE["AG-ECO-9-07"]])
def a_hybrid_clue_costs_14_to_18(row: Row) -> bool:
    """A clue or trial of a hidden hybrid costs 14 to 18 Renown and opens that trial."""
    return is_row(row)


@fact("AG-ECO-9-08", cases=lambda: [TABLE["AG-ECO-9-08"]])
def a_threat_archive_costs_6_to_10(row: Row) -> bool:
    """A threat archive upgrade costs 6 to 10 Renown and shows more fields of previews."""
    return is_row(row)


@fact("AG-ECO-9-09", cases=lambda: [TABLE["AG-ECO-9-09"]])
def an_oath_law_costs_12_to_20(row: Row) -> bool:
    """An Oath law costs 12 to 20 Renown and adds an optional modifier after the ending."""
    return is_row(row)


@theorem("AG-ECO-9-10", unlock=Unlock, effect=Effect, cost=Numbers(0, 30), renown=RENOWN)
def renown_buys_no_power(unlock: Unlock, effect: Effect, cost: int, renown: int) -> bool:
    """No claim is accepted whose card does anything but widen the choice as its kind of unlock does."""
    forbidden = effect in (
        Effect.POWER,
        Effect.HP,
        Effect.DEFENSE,
        Effect.COIN_GAIN,
        Effect.CHEAPER_SHOPS,
        Effect.FREE_REFRESHES,
        Effect.STARTING_EQUIPMENT,
        Effect.STARTING_RECRUITS,
        Effect.EXTRA_CARDS,
        Effect.LARGER_LINE,
        Effect.CASUALTY_REVERSAL,
    )
    refusal = claim_refusal(guild_of(renown), Card(unlock, cost, effect, ()), Preview(0, cost, 3))
    return not forbidden or refusal is ClaimRefusal.FORBIDDEN


# ---------------------------------------------------------------- the Charter


@theorem(
    "AG-ECO-9.1-03",
    "AG-ECO-9.1-04",
    unlock=Unlock,
    cost=Numbers(0, 30),
    shown=Numbers(0, 30),
    revision=Numbers(0, 5),
    renown=RENOWN,
    needs=WHICH,
    receipts=PAID,
    card=WHICH,
)
def a_claim_is_made_whole_or_not_at_all(
    unlock: Unlock,
    cost: int,
    shown: int,
    revision: int,
    renown: int,
    needs: int,
    receipts: tuple[int, ...],
    card: int,
) -> bool:
    """An accepted claim takes the cost and leaves one receipt; any other changes nothing at all, a retry included."""
    before = guild_of(renown, receipts=receipts)
    what, preview = Card(unlock, cost, effect_of(unlock), (needs,)), Preview(card, shown, revision)
    after = claim(before, what, preview)
    is_new = not is_claimed(before, card) and claim_refusal(before, what, preview) is ClaimRefusal.NONE
    if not is_new:
        return after == before
    paid = all(after.receipts[k] == (cost if k == card else receipts[k]) for k in range(2))
    return paid and after.renown == renown - cost >= 0 and claim(after, what, preview) == after


@theorem(
    "AG-ECO-9.1-04",
    unlock=Unlock,
    cost=Numbers(0, 30),
    shown=Numbers(0, 30),
    revision=Numbers(0, 5),
    renown=RENOWN,
    is_met=bool,
)
def a_claim_is_refused_for_its_own_reason(
    unlock: Unlock, cost: int, shown: int, revision: int, renown: int, is_met: bool
) -> bool:
    """Refused are, in order, a stale revision, another cost than the card's, a missing prerequisite, low Renown."""
    guild = guild_of(renown, receipts=(-1, 4 if is_met else -1))
    refusal = claim_refusal(guild, Card(unlock, cost, effect_of(unlock), (1,)), Preview(0, shown, revision))
    low, high = cost_range(unlock)
    if revision != 3:
        return refusal is ClaimRefusal.STALE
    if shown != cost or cost < low or cost > high:
        return refusal is ClaimRefusal.PRICE
    if not is_met:
        return refusal is ClaimRefusal.PREREQUISITE
    return refusal is (ClaimRefusal.RENOWN if renown < cost else ClaimRefusal.NONE)
