"""The switches of the save contract: the edition, and one field for each question that its text leaves open.

The first member of each enumeration is the default; all are provisional, and each names its finding.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.guild.edition import Edition
from kernel.guild.save.slot import Term


class FundsChecked(Term):
    """F-200: may an operation whose cost cannot be paid leave a pending row?"""

    AT_RESULT = "yes: it becomes a rejected child when the cost is computed"
    BEFORE_PENDING = "no: it is refused before any row is written"


class PendingLimit(Term):
    """F-201: may a second operation become pending before the first is final?"""

    ONE = "no: what is pending is finalized or rejected first"
    SEVERAL = "yes"


class RejectionAdvances(Term):
    """F-202: does rejecting a pending operation advance the commit sequence?"""

    YES = "yes: the rejected row is a child commit like any other"
    NO = "no: the parent's sequence stands again"


class Mirroring(Term):
    """F-203: must both closure ledgers hold a receipt before its confirmation is acknowledged?"""

    BEFORE_ACKNOWLEDGING = "yes"
    AFTER = "no: replication may still be going on"


class LedgerChoice(Term):
    """F-204: two valid closure ledgers, one a prefix of the other: which chain counts?"""

    LONGEST_VALID = "the longer one"
    COMMON_PREFIX = "what both have in common"


class LostLedgers(Term):
    """F-205: an older backup, and no valid ledger: what becomes of the run?"""

    SEAL = "it is sealed, for nothing shows what came after"
    TRUST = "it is continued from the backup"


class Ahead(Term):
    """F-242: active is corrupt, another valid commit is ahead of every readable ledger: what becomes of the run?"""

    SEAL = "it is sealed, for no ledger shows what came after"
    RESUME = "it is resumed: ledgers that are behind are repaired from it"


class LostDraft(Term):
    """F-243: a draft is left in a commit that is not active, and no ledger can be read: what becomes of it?"""

    BLOCK = "the slot is blocked"
    SEAL = "the draft is sealed, its seed counts as used"
    RESUME = "it is resumed as the newest valid boundary"


class SealedCompany(Term):
    """F-206: in GROWTH the Company outlives Contracts: what does sealing take away?"""

    CONTRACT = "the active Contract; the Company of the verified boundary remains, without those known to be gone"
    COMPANY = "the Company itself"


class SealWithoutCompany(Term):
    """F-230: in GROWTH a slot was sealed before it had a Company, and the seal is closed: what follows?"""

    GUILD = "the Guild, with a Company of nobody"
    NEW_GAME = "a slot without a Company, in which another draft may be begun"


class SealReceipt(Term):
    """F-209: does sealing a run leave a closure receipt?"""

    YES = "yes: a run close for the cause recovery_incomplete"
    NO = "no: only the sealed commit shows it"


class Rotation(Term):
    """F-240: does a rejected child rotate the backups?"""

    APPLIED_ONLY = "no: backups follow applied children only"
    EVERY_FINAL = "yes: it is a boundary like any other"


class Divergence(Term):
    """F-241: which of two divergent branches may be chosen?"""

    NO_REVERSAL = "none that lacks a casualty or claimed reward which the other is known to have"
    ANY_BRANCH = "either"


class Irreversible(Term):
    """F-247: which operations of the other branch must the chosen one have?"""

    CLOSURES = "what no gap may cross: the run's commit, a settlement, a reward, a close or seal"
    CASUALTY_AND_REWARD = "an applied casualty and a claimed reward, and nothing else"


class DeletedSlot(Term):
    """F-172: what does a device still know of a slot that was deleted?"""

    FORGOTTEN = "nothing: a commit of the cloud comes in as a foreign one"
    HEAD_KEPT = "the head of its receipts: nothing comes in that reverses one"


class Restoring(Term):
    """F-244: may a slot come back from the trash while its lineage is playable in another slot?"""

    FREE_SLOT = "yes: its own slot has to be free, and nothing else is asked"
    ONE_LINEAGE = "no: one lineage is playable once on a device"


class TrashTime(Term):
    """F-246: a deleted slot lies in the trash for seven successful launches: when does it go?"""

    AFTER_SEVENTH = "with the eighth: the seventh launch still finds it"
    WITH_SEVENTH = "with the seventh"


class Fallback(Term):
    """F-245: how long, and to what, may a migration be taken back?"""

    SOURCE = "to the bytes from before, as long as they are kept"
    NEXT_BOUNDARY = "to the bytes from before, until a later boundary is verified"
    REPLAYED = "as long as they are kept, through the recovery algorithm"


class Descent(Term):
    """F-248: in which lineage is the child of a migration?"""

    SAME_LINEAGE = "in that of its source, as one child more"
    NEW_LINEAGE = "in one that begins with it"


class CloudQueue(Term):
    """F-173: three complete payloads wait for the cloud, and there is a fourth."""

    DROP_OLDEST = "the oldest goes: each is complete, and the newest holds all"
    REFUSE_NEW = "the fourth is not queued until one has arrived"


class Compaction(Term):
    """F-224: how does a compacted journal come to the disk?"""

    WITH_NEXT = "in the pending child of the next operation"
    ITS_OWN = "in a commit of its own, before that child"


class CompactedAt(Term):
    """F-225: where may a journal be compacted?"""

    MARKET = "at a Market alone"
    ANYWHERE = "wherever nothing is pending"


class Suspension(Term):
    """F-211: what does an ordinary suspension complete and keep?"""

    BATCH = "the batch of its priority, and a snapshot of what it led to"
    TICK = "the tick, as the journal keeps it"
    BARE = "the batch of its priority, and nothing beyond the four occasions for a snapshot"


class LostJournal(Term):
    """F-212: the journal of a battle cannot be read, a snapshot can: what becomes of the battle?"""

    SEAL = "it is sealed, for nothing shows how far it was seen"
    RESUME = "it is resumed from the snapshot"


@dataclass(frozen=True)
class SaveRulings:
    """One answer to each question. Defaults stand until somebody rules otherwise."""

    edition: Edition = Edition.FG4
    funds: FundsChecked = FundsChecked.AT_RESULT
    pending: PendingLimit = PendingLimit.ONE
    rejection: RejectionAdvances = RejectionAdvances.YES
    mirroring: Mirroring = Mirroring.BEFORE_ACKNOWLEDGING
    ledger: LedgerChoice = LedgerChoice.LONGEST_VALID
    lost: LostLedgers = LostLedgers.SEAL
    ahead: Ahead = Ahead.SEAL
    lost_draft: LostDraft = LostDraft.BLOCK
    sealed: SealedCompany = SealedCompany.CONTRACT
    no_company: SealWithoutCompany = SealWithoutCompany.GUILD
    seal: SealReceipt = SealReceipt.YES
    rotation: Rotation = Rotation.APPLIED_ONLY
    divergence: Divergence = Divergence.NO_REVERSAL
    irreversible: Irreversible = Irreversible.CLOSURES
    deleted: DeletedSlot = DeletedSlot.FORGOTTEN
    restoring: Restoring = Restoring.FREE_SLOT
    trash: TrashTime = TrashTime.AFTER_SEVENTH
    fallback: Fallback = Fallback.SOURCE
    descent: Descent = Descent.SAME_LINEAGE
    cloud_queue: CloudQueue = CloudQueue.DROP_OLDEST
    compaction: Compaction = Compaction.WITH_NEXT
    compacted_at: CompactedAt = CompactedAt.MARKET
    suspension: Suspension = Suspension.BATCH
    lost_journal: LostJournal = LostJournal.SEAL


FROZEN, GROWING = SaveRulings(), SaveRulings(Edition.GROWTH)
