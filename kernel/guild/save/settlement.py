"""Battle, casualties, reward and run close as transactions. Rules: AG-SAV-6-11..17, AG-SAV-9.1-01..06, AG-SAV-12-14.

A set of Recruits is a number whose bit i speaks of Recruit i.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild.difficulty import Difficulty, Outcome, failure_fee
from kernel.guild.economy import credit_after, credit_grant
from kernel.guild.edition import Edition
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.market import next_board, with_item
from kernel.guild.save.rulings import SaveRulings, SealWithoutCompany
from kernel.guild.save.slot import (
    CAUSES,
    MOST_RENOWN,
    NONE,
    OUTCOMES,
    Cause,
    Life,
    Offer,
    Recruit,
    Run,
    Slot,
    Stage,
    cleared_run,
    holders,
)

#: The last tick of a battle, at which it times out (AG-SAV-12-04).
TIMEOUT = 1500
CARDS = 3
DIFFICULTIES = (Difficulty.WAYFINDER, Difficulty.STANDARD, Difficulty.OATHBOUND)


def is_in(mask: int, place: int) -> bool:
    """Does the set contain this Recruit?"""
    bits: int = 2**place
    return (mask // bits) % 2 == 1


def downed(run: Run) -> int:
    """The set of living Recruits that are down in the locked battle. Rules: AG-SAV-9.1-01."""
    return sum(2**i if each.life is Life.LIVING and each.down else 0 for i, each in enumerate(run.recruits))


def is_living_set(run: Run, mask: int) -> bool:
    """Does the set name living Recruits only?"""
    known = 0 <= mask < 2 ** len(run.recruits)
    return known and all(not is_in(mask, i) or each.life is Life.LIVING for i, each in enumerate(run.recruits))


def refusal(slot: Slot, intent: Intent) -> Reason:
    """Why a battle, settlement, reward or close operation is refused. Rules: AG-SAV-6-11..16."""
    run = slot.run
    match intent.kind:
        case Kind.COMMIT_BATTLE:
            is_ready = run.stage is Stage.MARKET and any(each.life is Life.LIVING for each in run.recruits)
            return Reason.NONE if is_ready else Reason.WRONG_STAGE
        case Kind.START_RETREAT:
            return retreat_refusal(run, intent)
        case Kind.LOCK_OUTCOME:
            return outcome_refusal(run, intent)
        case Kind.SETTLE:
            if run.stage is not Stage.LOCKED:
                return Reason.WRONG_STAGE
            return Reason.NONE if intent.expected == downed(run) else Reason.STALE_OUTCOME
        case Kind.CLAIM:
            return claim_refusal(run, intent)
    if run.stage not in (Stage.MARKET, Stage.SEALED):
        return Reason.WRONG_STAGE
    return Reason.NONE if 0 < intent.extra < len(CAUSES) and intent.amount >= 0 else Reason.NO_CAUSE


def retreat_refusal(run: Run, intent: Intent) -> Reason:
    """One retreat a battle. `amount`: its tick. Rules: AG-SAV-6-12."""
    if run.stage is not Stage.BATTLE:
        return Reason.WRONG_STAGE
    if run.retreat != NONE:
        return Reason.RETREAT_STARTED
    return Reason.NONE if 0 <= intent.amount <= TIMEOUT else Reason.BEYOND_TIMEOUT


def outcome_refusal(run: Run, intent: Intent) -> Reason:
    """A result once, of living Recruits; a retreat needs its start. `extra`: the outcome. Rules: AG-SAV-6-13."""
    if run.stage is not Stage.BATTLE or not 0 <= intent.extra < len(OUTCOMES):
        return Reason.WRONG_STAGE
    if OUTCOMES[intent.extra] is Outcome.RETREAT and run.retreat == NONE:
        return Reason.STALE_OUTCOME
    return Reason.NONE if is_living_set(run, intent.expected) else Reason.NO_SUCH_TARGET


def claim_refusal(run: Run, intent: Intent) -> Reason:
    """A card of the stored draft, and a new item if it brings one. Rules: AG-SAV-10-05, AG-SAV-6-15."""
    if run.stage is not Stage.REWARD:
        return Reason.WRONG_STAGE
    is_new = intent.item == NONE or (0 <= intent.item < len(run.inventory) and holders(run, intent.item) == 0)
    is_card = 0 <= intent.place < CARDS and intent.amount >= 0
    return Reason.NONE if is_card and is_new else Reason.NO_SUCH_TARGET


def effect(slot: Slot, intent: Intent, rulings: SaveRulings) -> Slot:
    """The applied state. Rules: AG-SAV-6-11..17."""
    run = slot.run
    match intent.kind:
        case Kind.COMMIT_BATTLE:
            return replace(slot, run=replace(run, stage=Stage.BATTLE, snapshot=intent.place))
        case Kind.START_RETREAT:
            return replace(slot, run=replace(run, retreat=intent.amount))
        case Kind.LOCK_OUTCOME:
            recruits = tuple(replace(each, down=is_in(intent.expected, i)) for i, each in enumerate(run.recruits))
            return replace(slot, run=replace(run, stage=Stage.LOCKED, outcome=intent.extra, recruits=recruits))
        case Kind.SETTLE:
            return replace(slot, run=settled(run, slot.law, rulings))
        case Kind.CLAIM:
            paid = replace(with_item(run, intent.item, True), coin=run.coin + intent.amount)
            return replace(slot, run=replace(next_board(paid), stage=Stage.MARKET))
        case Kind.CLOSE:
            return closed(slot, intent, rulings)
    return replace(slot, law=intent.extra)


@ensure(lambda result: downed(result) == 0, "AG-SAV-9.1-05: no casualty is left half settled")
def settled(run: Run, law: int, rulings: SaveRulings) -> Run:
    """All casualties, their items, Credit and the fee at once; then the reward, or the next Market.

    In GROWTH who is down stands up again, with what it wears; nothing is granted. Rules: AG-SAV-6-14, AG-SAV-9.1-04,
    AG-SAV-12-14, AG-OVR-04, AG-OVR-06.
    """
    lost = rulings.edition is Edition.FG4
    outcome = OUTCOMES[run.outcome]
    difficulty = DIFFICULTIES[law]
    fee = failure_fee(difficulty, outcome, run.coin)
    credit, inventory = run.credit, run.inventory
    for each in run.recruits:
        if lost and each.down:
            credit = credit_after(credit, credit_grant(each.listed, each.paid))
            inventory = tuple(is_there or i == each.item for i, is_there in enumerate(inventory))
    after = replace(
        run,
        coin=run.coin - fee,
        credit=credit,
        inventory=inventory,
        recruits=tuple(risen(each, lost) for each in run.recruits),
        snapshot=NONE,
        retreat=NONE,
        outcome=NONE,
    )
    if outcome is Outcome.VICTORY:
        return replace(after, stage=Stage.REWARD)
    return replace(next_board(after), stage=Stage.MARKET)


def risen(recruit: Recruit, lost: bool) -> Recruit:
    """A Recruit after the battle: whoever was down is gone, or battle-ready again. Rules: AG-SAV-9.1-04, AG-OVR-04."""
    if not recruit.down:
        return recruit
    if lost:
        return replace(recruit, life=Life.FALLEN, down=False, item=NONE)
    return replace(recruit, down=False)


def closed(slot: Slot, intent: Intent, rulings: SaveRulings) -> Slot:
    """The run's result and its grants once; FG4 clears the run, GROWTH keeps the Company and leaves the Contract.

    `place`: the objective that was cleared, NONE for none; `amount`: its Renown. Rules: AG-SAV-12.2-01, AG-SAV-10-06,
    AG-OVR-05, AG-OVR-06.
    """
    cause = CAUSES[intent.extra]
    is_new = any(i == intent.place and not done for i, done in enumerate(slot.cleared))
    is_earned = is_new and cause is Cause.CLEARED and slot.run.stage is not Stage.SEALED
    ends = rulings.no_company is SealWithoutCompany.NEW_GAME and slot.run.stage is Stage.SEALED
    stays = rulings.edition is Edition.GROWTH and not ends
    return replace(
        slot,
        run=left(slot.run) if stays else cleared_run(slot.run),
        renown=min(MOST_RENOWN, slot.renown + intent.amount) if is_earned else slot.renown,
        cleared=tuple(done or (is_earned and i == intent.place) for i, done in enumerate(slot.cleared)),
        cause=cause,
    )


def left(run: Run) -> Run:
    """The Company back at the Guild: what belongs to the Contract alone is gone. Rules: AG-OVR-05."""
    return replace(
        run,
        stage=Stage.GUILD,
        credit=0,
        offers=tuple(Offer(NONE, False, False, 0) for _ in run.offers),
        board=NONE,
        refreshes=0,
        order=tuple(range(len(run.order))),
        snapshot=NONE,
        retreat=NONE,
        outcome=NONE,
        recruits=tuple(replace(each, down=False) for each in run.recruits),
    )
