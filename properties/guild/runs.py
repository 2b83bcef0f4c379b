"""Claims about battles and results in both editions: what a commit fixes, what settling moves, and what it pays."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import (
    Abandon,
    Begin,
    Choice,
    Claim,
    Close,
    Commit,
    OpenMarket,
    Proceed,
    Resolve,
    Settle,
    Skip,
)
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.rulings import BossCoin, BossXp, KnockoutGain, Rulings
from kernel.guild.state import CardKind, Phase, Result, State, Status
from model.game import Scope
from properties.guild.reading import (
    FIGHTING,
    GROWTH,
    RUNS,
    anything,
    by,
    down,
    is_boss,
    is_down,
    is_owned,
    is_won,
    law,
    next_round,
    risk_of,
    written_fee,
)

BATTLES = (*RUNS, "run-rewards", "market-promotion")

#: The phases that can follow each phase, by anything but abandoning.
FOLLOWS: tuple[tuple[Phase, tuple[Phase, ...]], ...] = (
    (Phase.DRAFT, (Phase.DRAFT, Phase.DUE, Phase.GUILD)),
    (Phase.GUILD, (Phase.DUE, Phase.DRAFT)),
    (Phase.DUE, (Phase.MARKET,)),
    (Phase.MARKET, (Phase.MARKET, Phase.COMMITTED, Phase.CLOSING)),
    (Phase.COMMITTED, (Phase.COUNTDOWN,)),
    (Phase.COUNTDOWN, (Phase.RESOLVING,)),
    (Phase.RESOLVING, (Phase.OUTCOME,)),
    (Phase.OUTCOME, (Phase.DIAGNOSIS,)),
    (Phase.DIAGNOSIS, (Phase.REWARD, Phase.DUE, Phase.CLOSING)),
    (Phase.REWARD, (Phase.DUE,)),
    (Phase.CLOSING, (Phase.GUILD,)),
)


@law(Scope.STEP, "AG-SYS-3-01", worlds=BATTLES, premise=anything)
def phases_follow_their_order(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Market, commit, countdown, battle, outcome, diagnosis, result, and the next Market, Muster or the Guild."""
    if isinstance(choice, Abandon):
        return after.phase is Phase.GUILD
    return any(before.phase is phase and any(after.phase is each for each in following) for phase, following in FOLLOWS)


@law(Scope.STEP, "AG-SYS-3-01", worlds=("run-muster", "run-muster-fg4"), premise=by(OpenMarket))
def muster_follows_the_twelfth_clear(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The Market after twelve cleared Rounds is boss Muster, with a boss and nothing else to fight; others are not."""
    return (sum(offer.is_open for offer in after.board.battles) == 1) == (before.cleared == 12)


# ---------------------------------------------------------------- what a commit fixes


@law(Scope.STEP, "AG-SYS-3-07", worlds=BATTLES, premise=by(Commit))
def a_commit_fixes_line_items_and_battle(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A commit stores the line, what each carries, and the battle of the offer; it costs nothing."""
    if not isinstance(choice, Commit):
        return False
    chosen = all(
        (after.encounter.risk, after.encounter.counter) == (offer.risk, offer.counter) and offer.is_open
        for i, offer in enumerate(before.board.battles)
        if i == choice.offer
    )
    return (
        chosen
        and after.encounter.offer == choice.offer
        and after.encounter.lineup == tuple(recruit.place for recruit in before.recruits)
        and after.encounter.items == tuple(recruit.item for recruit in before.recruits)
        and (after.coin, after.credit, after.board) == (before.coin, before.credit, before.board)
    )


def fights_on(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a step from commit to locked result that does not abandon it."""
    return any(before.phase is phase for phase in FIGHTING) and any(after.phase is phase for phase in FIGHTING)


@law(Scope.STEP, "AG-SYS-3-07", "AG-SYS-3-08", "AG-SYS-3-06", worlds=BATTLES, premise=fights_on)
def nothing_moves_until_the_result(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """From commit to result the encounter, the line, what is carried, Coin, Credit and the board stay as they were."""
    return (
        replace(after.encounter, outcome=before.encounter.outcome) == before.encounter
        and (after.encounter.outcome is before.encounter.outcome or isinstance(choice, Resolve))
        and (after.coin, after.credit, after.board, after.items)
        == (before.coin, before.credit, before.board, before.items)
        and all(
            (new.place, new.item, new.tier, new.level) == (old.place, old.item, old.tier, old.level)
            for old, new in zip(before.recruits, after.recruits, strict=True)
        )
    )


def is_committed(state: State, rulings: Rulings) -> bool:
    """Premise: a battle is committed."""
    return state.encounter.offer >= 0


@law(Scope.STATE, "AG-SYS-3-07", "AG-SYS-3-08", worlds=BATTLES, premise=is_committed)
def the_encounter_is_the_line_as_committed(state: State, rulings: Rulings) -> bool:
    """While a battle is committed the line and what is carried are those of its start."""
    return all(
        (place, item) == (recruit.place, recruit.item)
        for recruit, place, item in zip(state.recruits, state.encounter.lineup, state.encounter.items, strict=True)
    )


@law(Scope.STEP, "AG-SYS-3-09", "AG-ECO-6-08", worlds=BATTLES, premise=by(Proceed))
def looking_on_changes_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Letting time pass and inspecting a result change the phase alone: nothing is applied, nothing skipped."""
    return replace(after, phase=before.phase) == before


def loses_cards(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: reward cards lay open, and lie open no more or otherwise."""
    return before.cards != after.cards and before.phase is Phase.REWARD


@law(Scope.STEP, "AG-SYS-3-09", "AG-ECO-6-08", worlds=(*RUNS, "run-rewards"), premise=loses_cards)
def cards_go_only_by_a_decision(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Reward cards stay as they are until one is claimed, all are declined, or the Contract is given up."""
    return isinstance(choice, Claim | Skip | Abandon) and all(card.kind is CardKind.NONE for card in after.cards)


# ---------------------------------------------------------------- the outcome


@law(Scope.STEP, "AG-SYS-1-05", "AG-SAV-12-01", worlds=RUNS, premise=by(Resolve))
def whoever_is_at_zero_hp_leaves_the_battle(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Exactly those of the line who were at zero HP are down; Reserve takes no part and no one's place."""
    if not isinstance(choice, Resolve):
        return False
    return after.encounter.outcome is choice.outcome and all(
        is_down(new) == fell and (not fell or place >= 0) and (fell or new.status is old.status)
        for old, new, fell, place in zip(
            before.recruits, after.recruits, choice.casualties, before.encounter.lineup, strict=True
        )
    )


@law(Scope.STEP, "AG-SAV-12-01", "AG-SAV-12-04", "AG-SAV-12-05", worlds=RUNS, premise=by(Resolve))
def all_down_is_no_retreat_and_no_timeout(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A battle in which all deployed Recruits fall is an encounter defeat, unless its objective was met."""
    standing = sum(
        1
        for recruit, place in zip(after.recruits, before.encounter.lineup, strict=True)
        if place >= 0 and not is_down(recruit)
    )
    return standing > 0 or after.encounter.outcome is Outcome.VICTORY or after.encounter.outcome is Outcome.DEFEAT


# ---------------------------------------------------------------- settlement


def income(state: State, rulings: Rulings) -> int:
    """The Coin that the text pays for the victory that awaits settlement."""
    if is_boss(state) and rulings.boss_coin is BossCoin.NONE:
        return 0
    risk = 0 if is_boss(state) else risk_of(state)
    base = 18 + 2 * next_round(state) + 2 * (state.contract // 2) + 7 * risk
    return base * 115 // 100 if state.difficulty is Difficulty.OATHBOUND else base


@law(Scope.STEP, "AG-ECO-6-03", "AG-ECO-6-09", "AG-SAV-12-08", worlds=BATTLES, premise=by(Settle))
def a_victory_pays_once_and_a_failure_costs_its_fee(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A victory pays the Coin of its battle, a boss none, and no fee; a failure pays nothing and costs its fee."""
    if is_won(before):
        return after.coin == before.coin + income(before, rulings)
    return after.coin == before.coin - min(written_fee(before), before.coin)


@law(Scope.STEP, "AG-SAV-12-14", "AG-SAV-7.2-11", "AG-SAV-12.1-05", worlds=BATTLES, premise=by(Settle))
def settling_is_one_step(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Settling consumes the battle, counts a failure if it was one, and moves the Market's number on.

    Only a victory clears a Round; no failure brings a refresh or a consumed offer back.
    """
    won = is_won(before)
    return (
        after.markets == before.markets + 1
        and after.refreshes == 0
        and after.encounter.offer == -1
        and not any(offer.is_open for offer in after.board.battles)
        and after.totals.failures == before.totals.failures + (0 if won else 1)
        and after.cleared == before.cleared + (1 if won and not is_boss(before) else 0)
    )


@law(Scope.STEP, "AG-SAV-12-14", "AG-SAV-9.1-05", worlds=RUNS, premise=anything)
def results_are_applied_by_settling_alone(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Nobody at zero HP is ever left over: they await settlement from the outcome on, and are settled all at once."""
    if isinstance(choice, Settle | Abandon):
        return down(after) == 0
    if isinstance(choice, Resolve):
        return True
    return down(after) == down(before)


@law(Scope.STEP, "AG-SAV-12-08", "AG-SAV-12-09", worlds=(*RUNS, "run-rewards"), premise=anything)
def only_a_settled_outcome_costs_anything(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """No step but settling a fought battle counts a failure, a casualty or a knockout, so no interruption can."""
    if isinstance(choice, Settle | Begin):
        return True
    old, new = before.totals, after.totals
    return (new.failures, new.fallen, new.knocked_out) == (old.failures, old.fallen, old.knocked_out)


def deployed_award(state: State, rulings: Rulings) -> int:
    """The Experience that each standing Recruit of the line has earned in the battle that awaits settlement."""
    if is_boss(state) and rulings.boss_xp is BossXp.NONE:
        return 0
    whole = 10 + 2 * next_round(state) + 4 * risk_of(state)
    return whole if is_won(state) else whole // 2


@law(Scope.STEP, "AG-ECO-8-03", "AG-ECO-2-03", worlds=BATTLES, premise=by(Settle))
def experience_goes_to_those_who_stood(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Standing Recruits of the line earn all or half; Reserve and those who fell earn nothing."""
    award = deployed_award(before, rulings)
    standing = rulings.knockout_gain is KnockoutGain.AS_STANDING
    return all(
        not (is_owned(old) and stays_on(old.level))
        or (
            (new.level, new.xp) == grown(old.level, old.xp, award)
            if place >= 0 and (not is_down(old) or standing)
            else (new.level, new.xp) == (old.level, old.xp)
        )
        for old, new, place in zip(before.recruits, after.recruits, before.encounter.lineup, strict=True)
    )


def stays_on(level: int) -> bool:
    """Is this a level from which Experience still counts?"""
    return level < 10


def grown(level: int, xp: int, award: int) -> tuple[int, int]:
    """Where an award leaves a Recruit: a level from L to the next takes 20 + 10 L; none is left at 10."""
    total = xp + award
    for _ in range(9):
        if level < 10 and total >= 20 + 10 * level:
            total = total - (20 + 10 * level)
            level = level + 1
    return level, 0 if level == 10 else total


# ---------------------------------------------------------------- bosses


def beats_the_boss(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a victory over the boss is settled."""
    return isinstance(choice, Settle) and is_boss(before) and is_won(before)


@law(Scope.STEP, "AG-ECO-6-09", worlds=("run-muster", "run-muster-fg4"), premise=beats_the_boss)
def a_beaten_boss_ends_the_contract(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A beaten boss ends the Contract, without cards."""
    return after.phase is Phase.CLOSING and after.result is Result.CLEARED and after.cards == before.cards


def loses_to_the_boss(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a defeat by the boss is settled, and the Contract goes on."""
    return isinstance(choice, Settle) and is_boss(before) and not is_won(before) and after.phase is Phase.DUE


@law(
    Scope.STEP,
    "AG-SAV-12.1-05",
    "AG-SAV-7.2-11",
    worlds=("run-muster", "run-muster-fg4"),
    premise=loses_to_the_boss,
)
def a_lost_boss_reopens_muster(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """After a lost boss twelve Rounds stay cleared, so that Muster is due again, with its number moved on."""
    return after.cleared == 12 and after.markets == before.markets + 1 and after.result is Result.NONE


@law(Scope.STEP, "AG-ECO-6-09", "AG-ECO-2-05", worlds=("run-muster", "run-muster-fg4"), premise=by(Close))
def only_a_first_clear_grants(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Closing a cleared Contract grants its clear and Renown once; any other close grants nothing."""
    first = before.result is Result.CLEARED and not any(
        known and i == before.contract for i, known in enumerate(before.clears)
    )
    grant = 8 + 2 * (before.contract // 2 + 1) + 4 * (before.contract % 2 + 1)
    expected = tuple(known or (first and i == before.contract) for i, known in enumerate(before.clears))
    return after.clears == expected and after.renown == min(9_999, before.renown + (grant if first else 0))


# ---------------------------------------------------------------- zero HP in continuous growth


@law(
    Scope.STEP,
    "AG-OVR-04",
    "AG-OVR-07",
    "AG-SYS-1-05",
    worlds=("run-growth", "run-muster"),
    premise=by(Settle),
    under=GROWTH,
)
def the_knocked_out_are_ready_for_the_next_stage(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In continuous growth whoever was knocked out lives after the result: same Recruit, item, place and growth."""
    return (
        after.totals.knocked_out == before.totals.knocked_out + down(before)
        and all(
            not is_owned(old)
            or (
                new.status is Status.LIVING
                and (new.serial, new.item, new.place, new.tier) == (old.serial, old.item, old.place, old.tier)
                and (
                    not is_down(old)
                    or (new.level, new.xp) == (old.level, old.xp)
                    or rulings.knockout_gain is KnockoutGain.AS_STANDING
                )
            )
            for old, new in zip(before.recruits, after.recruits, strict=True)
        )
        and after.items == before.items
    )
