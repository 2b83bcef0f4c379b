"""The transaction table: for each kind of operation why it is refused, and the one state that applying it makes.

Refusals come in two parts, as the procedure asks for them: `reference_refusal` looks at phase, references and what the
preview expected; `funds_refusal` at what the computed cost leaves. Rules: AG-SAV-6-01..17, AG-SAV-5-03, AG-SAV-5-08.
"""

from __future__ import annotations

from kernel.contracts import ensure
from kernel.guild.save import creation, market, settlement
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import LAST, MOST_COIN, Slot, Stage

_CREATION = (Kind.BEGIN, Kind.MATERIALIZE, Kind.SELECT, Kind.COMMIT_RUN)
_MARKET = (
    Kind.BUY_RECRUIT,
    Kind.BUY_ITEM,
    Kind.SELL_ITEM,
    Kind.LOCK,
    Kind.REFRESH,
    Kind.EQUIP,
    Kind.REORDER,
    Kind.PROMOTE,
    Kind.DISMISS,
)
#: Operations after which another board can be due.
_BOARDS = (Kind.REFRESH, Kind.SETTLE, Kind.CLAIM)


def reference_refusal(slot: Slot, intent: Intent, rulings: SaveRulings) -> Reason:
    """Step 2 of the procedure: phase, referenced IDs, target and intent. Rules: AG-SAV-5-03."""
    if intent.kind in _CREATION:
        return creation_refusal(slot, intent, rulings)
    if slot.run.stage is Stage.SEALED and intent.kind is not Kind.CLOSE:
        return Reason.RUN_SEALED
    if intent.kind is Kind.CHANGE_LAW:
        return law_refusal(slot, intent)
    if intent.kind in _MARKET:
        return market.refusal(slot.run, intent)
    return settlement.refusal(slot, intent)


def creation_refusal(slot: Slot, intent: Intent, rulings: SaveRulings) -> Reason:
    """The four steps of creation, see `creation`. Rules: AG-SAV-7.1-03..08."""
    match intent.kind:
        case Kind.BEGIN:
            return creation.begin_refusal(slot, intent)
        case Kind.MATERIALIZE:
            return creation.materialize_refusal(slot, intent)
        case Kind.SELECT:
            return creation.select_refusal(slot, intent, rulings)
    return creation.commit_refusal(slot, intent)


def law_refusal(slot: Slot, intent: Intent) -> Reason:
    """The rule set of the next run is chosen at the Guild. `extra`: 0 to 2. Rules: AG-SAV-6-17."""
    if slot.run.stage not in (Stage.ABSENT, Stage.GUILD):
        return Reason.WRONG_STAGE
    if not 0 <= intent.extra <= 2:
        return Reason.NO_SUCH_TARGET
    return Reason.LAW_UNCHANGED if intent.extra == slot.law else Reason.NONE


def funds_refusal(slot: Slot, intent: Intent) -> Reason:
    """Steps 5 and 7: what would be paid has to be there, and what comes has to fit. Rules: AG-SAV-5-06, AG-SAV-5-08."""
    change = market.coin_change(slot.run, intent)
    if slot.run.coin + change < 0:
        return Reason.INSUFFICIENT
    if intent.kind in _BOARDS and (slot.run.board >= LAST or slot.run.refreshes >= LAST):
        return Reason.BEYOND_WIDTH
    gain = intent.amount if intent.kind is Kind.CLAIM else change
    return Reason.BEYOND_WIDTH if slot.run.coin + gain > MOST_COIN else Reason.NONE


def refusal(slot: Slot, intent: Intent, rulings: SaveRulings) -> Reason:
    """Everything that can speak against an intent, the reference first. Rules: AG-SAV-5-03, AG-SAV-5-11."""
    reason = reference_refusal(slot, intent, rulings)
    return reason if reason is not Reason.NONE else funds_refusal(slot, intent)


@ensure(lambda result: result.run.coin >= 0 and result.run.credit >= 0, "AG-SAV-5-08: no resource is negative")
def effect(slot: Slot, intent: Intent, receipt: int, rulings: SaveRulings) -> Slot:
    """The one state that the applied child holds: a function of the intent and of what it was asked of, nothing else.

    `receipt` is the label of the child. Rules: AG-SAV-5-06, AG-SAV-5-07, AG-SAV-6-01..17.
    """
    match intent.kind:
        case Kind.BEGIN:
            return creation.begun(slot, intent, rulings)
        case Kind.MATERIALIZE:
            return creation.materialized(slot)
        case Kind.SELECT:
            return creation.selected(slot, intent)
        case Kind.COMMIT_RUN:
            return creation.promoted(slot, receipt, rulings)
    if intent.kind in _MARKET:
        return market.effect(slot, intent, rulings)
    return settlement.effect(slot, intent, rulings)
