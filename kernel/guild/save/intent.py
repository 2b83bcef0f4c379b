"""What is asked for: the intent of an operation, and why one is refused or rejected. Rules: AG-SAV-6-01..17."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.cited import Cited
from kernel.guild.save.slot import NONE, Term


class Kind(Term):
    """The rows of the transaction table; purchases and creation one by one."""

    BEGIN = "begin run creation"
    MATERIALIZE = "materialize opening offers"
    SELECT = "set opening selection"
    COMMIT_RUN = "commit run creation"
    BUY_RECRUIT = "buy Recruit"
    BUY_ITEM = "buy equipment"
    SELL_ITEM = "sell equipment"
    LOCK = "lock an offer"
    REFRESH = "refresh the board"
    EQUIP = "equip"
    REORDER = "reorder"
    PROMOTE = "promote"
    DISMISS = "dismiss"
    COMMIT_BATTLE = "commit battle"
    START_RETREAT = "start retreat"
    LOCK_OUTCOME = "lock outcome"
    SETTLE = "apply casualties"
    CLAIM = "claim reward"
    CLOSE = "close run"
    CHANGE_LAW = "change difficulty or law"


#: Operations whose receipts stand in both closure ledgers. Rules: AG-SAV-4-09, AG-SAV-11.1-10.
CLOSURE = (
    Kind.BEGIN,
    Kind.MATERIALIZE,
    Kind.SELECT,
    Kind.COMMIT_RUN,
    Kind.SETTLE,
    Kind.CLAIM,
    Kind.CLOSE,
)


@dataclass(frozen=True)
class Intent:
    """The canonical inputs of an operation; two are equal exactly if their intent hashes are.

    What the numbers mean depends on the kind, see `transactions`; `expected` is what the preview saw.
    """

    kind: Kind
    place: int = NONE
    item: int = NONE
    amount: int = 0
    expected: int = 0
    extra: int = 0


class Reason(Cited):
    """Why an intent is refused before a row is written, or rejected after; in the order in which it is asked."""

    NONE = ("", "nothing speaks against it")
    OPERATION_ID_CONFLICT = ("AG-SAV-4-07", "this operation ID belongs to another intent")
    ALREADY_KNOWN = ("AG-SAV-4-06", "this operation has its row; the stored answer stands")
    PENDING_FIRST = ("AG-SAV-5-01", "another operation is pending and has to be finalized or rejected first")
    JOURNAL_FULL = ("AG-SAV-4-10", "the journal has no room for another row")
    SEQUENCE_EXHAUSTED = ("AG-SAV-2-03", "the commit sequence is at the end of its range")
    RUN_SEALED = ("AG-SAV-11.3-11", "a sealed run takes no operation")
    RUN_ALREADY_ACTIVE = ("AG-SAV-7.1-03", "a run is active")
    RUN_CREATION_DRAFT_ACTIVE = ("AG-SAV-7.1-03", "a draft is active")
    RUN_CREATION_ALREADY_APPLIED = ("AG-SAV-7.1-07", "this draft has been committed with this pair")
    RUN_CREATION_COMMIT_CONFLICT = ("AG-SAV-7.1-08", "this draft has been committed with another pair")
    STALE_RUN_CREATION_DRAFT = ("AG-SAV-7.1-07", "the draft, its offers or its selection are not those of the preview")
    STALE_ORDINAL = ("AG-SAV-6-01", "the next ordinal is not the expected one")
    ORDINALS_EXHAUSTED = ("AG-SAV-2-02", "no ordinal is left")
    OFFERS_PRESENT = ("AG-SAV-7.1-04", "the four offers are there, no fifth is generated")
    NOT_A_PAIR = ("AG-SAV-7.1-05", "a selection names two distinct offers of the four, in ascending order")
    SELECTION_UNCHANGED = ("AG-SAV-7.1-05", "this pair is already selected")
    WRONG_STAGE = ("AG-SAV-5-03", "the run is not in the phase that this operation needs")
    OFFER_ALREADY_CONSUMED = ("AG-SAV-10-03", "the offer is no longer on the board")
    OFFER_LOCKED = ("AG-SAV-6-07", "the offer is locked already")
    STALE_BOARD = ("AG-SAV-6-07", "the board is not that of the preview")
    STALE_PRICE = ("AG-SAV-6-05", "the price is not that of the preview")
    PLACE_TAKEN = ("AG-SAV-11.2-07", "the Recruit exists already")
    NO_SUCH_TARGET = ("AG-SAV-5-03", "the Recruit is not living, or the item not there")
    STALE_EQUIPMENT = ("AG-SAV-6-08", "the Recruit does not wear what the preview saw")
    STALE_ORDER = ("AG-SAV-6-08", "the Party line is not that of the preview")
    STALE_PROFESSION = ("AG-SAV-6-09", "the Profession is not that of the preview")
    STALE_COUNT = ("AG-SAV-9.2-05", "the number of living Recruits is not the expected one")
    FINAL_LIVE_RECRUIT = ("AG-SAV-9.2-03", "the last living Recruit cannot be dismissed")
    RETREAT_STARTED = ("AG-SAV-6-12", "the retreat has its time stamp")
    BEYOND_TIMEOUT = ("AG-SAV-12-04", "no tick of a battle lies beyond 1,500")
    STALE_OUTCOME = ("AG-SAV-9.1-02", "the settlement does not name exactly the locked casualties")
    NO_CAUSE = ("AG-SAV-12.2-01", "a run is closed for a cause")
    LAW_UNCHANGED = ("AG-SAV-6-17", "this is the rule set already chosen")
    INSUFFICIENT = ("AG-SAV-11.2-06", "Coin and Credit do not suffice")
    BEYOND_WIDTH = ("AG-SAV-11.2-06", "a balance would leave its range")


class Refused(Exception):
    """A step that the save contract does not allow. What it was asked of is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        """The rule and what it asks for."""
        return f"{self.reason.rule}: {self.reason.reason}"
