"""Claims about how recovery ends: in exactly one way, with everything that is known, and the same the second time."""

from __future__ import annotations

from kernel.guild.save.intent import CLOSURE, Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.recovery import Ending, receipts_of, recovered
from kernel.guild.save.rulings import Ahead, LostDraft, SaveRulings
from kernel.guild.save.slot import NONE, OPENING_OFFERS, Drafting, Stage
from model.game import Scope
from model.no_resurrection import (
    ACTIVE,
    Choice,
    Moment,
    Recover,
    Rollback,
    Vault,
    chains,
    decision,
    evidence,
    is_new,
    is_playable,
    is_readable,
)
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_no_resurrection import (
    CASUALTY,
    CLEAR,
    DRAFT,
    EVERY,
    PROMOTION,
    REWARD,
    is_applied,
    readable_commits,
    readable_receipts,
    recovers,
)
from properties.guild.save_transactions import FG4

# ---------------------------------------------------------------- how recovery ends


@claim(
    Scope.STEP,
    "AG-SAV-11.3-03",
    "AG-SAV-11.3-09",
    "AG-SAV-1-09",
    "AG-SAV-18-31",
    worlds=EVERY,
    premise=recovers,
    sampled=False,
    span=Span.NONE,
)
def recovery_ends_in_exactly_one_way(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Recovery resumes, reconstructs or seals one commit, or blocks the slot; nothing else, and never nothing."""
    ended = after.moment is (Moment.BLOCKED if after.ending is Ending.BLOCKED else Moment.ROTATED)
    sealed = after.ending is Ending.SEALED
    closed = after.active.slot.run.stage in (Stage.ABSENT, Stage.SEALED, Stage.GUILD)
    return ended and (not sealed or closed)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-09",
    "AG-SAV-18-10",
    worlds=EVERY,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Recover) and not readable_receipts(before) and evidence(before)[0] is None
    ),
    sampled=False,
    span=Span.NONE,
)
def without_any_evidence_the_slot_is_blocked(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """With no readable commit and no receipt the slot is blocked: no ordinal, no seed, nothing to play."""
    return after.moment is Moment.BLOCKED and after.active == before.active


@claim(
    Scope.STEP,
    "AG-SAV-11.3-09",
    worlds=EVERY,
    premise=lambda before, choice, after, rulings: after.moment is Moment.BLOCKED,
    sampled=False,
    span=Span.NONE,
)
def only_total_corruption_blocks_a_slot(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """A slot is blocked only if no receipt can be read, and no readable commit has a run that could be sealed."""
    base, is_active = evidence(before, choice.backup if isinstance(choice, Rollback) else NONE)
    bare = base is None or (base.slot.run.stage is Stage.ABSENT and not is_active)
    return bare and not any(chain for chain in chains(before))


@claim(
    Scope.STEP,
    "AG-SAV-11.3-01",
    "AG-SAV-11.3-03",
    "AG-SAV-1-04",
    worlds=EVERY,
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and is_readable(before, ACTIVE),
    sampled=False,
    span=Span.NONE,
)
def a_readable_active_commit_is_resumed(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """If the active commit can be read, recovery resumes exactly it, whatever became of every other copy."""
    return after.active == before.active and after.ending is Ending.RESUMED


@claim(
    Scope.STEP,
    "AG-SAV-11.3-01",
    "AG-SAV-11.3-03",
    worlds=EVERY,
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and after.ending is Ending.RESUMED,
    sampled=False,
    span=Span.NONE,
)
def what_is_resumed_is_the_newest_readable(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Recovery resumes the newest commit that can be read: active first, then backups from the newest on."""
    if is_readable(before, ACTIVE):
        return after.active == before.active
    newest = max(readable_commits(before), key=lambda commit: commit.sequence, default=None)
    return after.active == newest


def is_whole(before: Vault) -> bool:
    """Did nothing but closure operations happen since the newest readable commit, and has a ledger all of them?"""
    found = max(readable_commits(before), key=lambda commit: commit.sequence, default=before.genesis)
    base = before.active if is_readable(before, ACTIVE) else found
    own = receipts_of(before.active)
    steps = [row for row in before.active.journal if row.status is Status.APPLIED and row.receipt > base.sequence]
    newest = max((row.receipt for row in steps), default=base.sequence)
    closures = all(row.intent.kind in CLOSURE for row in steps) and newest == before.active.sequence
    none_longer = all(len(chain or ()) <= len(own) for chain in chains(before))
    return closures and none_longer and any(chain == own for chain in chains(before))


@claim(
    Scope.STEP,
    "AG-SAV-11.3-06",
    "AG-SAV-11.3-07",
    "AG-SAV-11.3-04",
    "AG-SAV-18-08",
    "AG-SAV-18-09",
    "AG-SAV-18-31",
    worlds=(*CASUALTY, *REWARD, *DRAFT, *PROMOTION),
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Recover)
        and not is_readable(before, ACTIVE)
        and is_whole(before)
        and bool(receipts_of(before.active))
        and before.active.slot.run.stage is not Stage.SEALED
    ),
    sampled=False,
    span=Span.NONE,
)
def a_complete_chain_gives_the_lost_commit_back(
    before: Vault, choice: Choice, after: Vault, rulings: SaveRulings
) -> bool:
    """If only closure operations are missing and one ledger has all receipts, the slot comes back exactly as it was."""
    same = after.active.slot == before.active.slot and after.active.sequence == before.active.sequence
    return same and after.moment is Moment.ROTATED


@claim(
    Scope.STEP,
    "AG-SAV-11.3-08",
    "AG-SAV-11.3-06",
    "AG-SAV-1-09",
    worlds=(*CASUALTY, *REWARD, *CLEAR),
    premise=lambda before, choice, after, rulings: isinstance(choice, Recover) and after.ending is Ending.SEALED,
    sampled=False,
    span=Span.NONE,
)
def a_gap_seals_beyond_every_copy(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """What recovery seals is newer than every readable copy, keeps every readable receipt, and is no run to play."""
    newer = all(after.active.sequence > commit.sequence for commit in readable_commits(before))
    kept = {receipt.after for receipt in receipts_of(after.active)}
    known = {receipt.after for chain in chains(before) for receipt in chain or ()}
    closed = after.active.slot.run.stage in (Stage.SEALED, Stage.GUILD)
    return newer and known <= kept and closed


@claim(
    Scope.STEP,
    "AG-SAV-1-09",
    "AG-SAV-11.3-08",
    worlds=(*CASUALTY, *REWARD, *PROMOTION, "save-clear"),
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Recover)
        and after.ending in (Ending.RESUMED, Ending.RECOVERED)
        and any(chain for chain in chains(before))
    ),
    sampled=False,
    span=Span.NONE,
)
def what_goes_on_holds_every_readable_receipt(
    before: Vault, choice: Choice, after: Vault, rulings: SaveRulings
) -> bool:
    """What is resumed or recovered holds every receipt that a readable ledger has; nothing known is left behind."""
    held = {receipt.after for receipt in receipts_of(after.active)}
    return {receipt.after for chain in chains(before) for receipt in chain or ()} <= held


@claim(
    Scope.STEP,
    "AG-SAV-11.3-05",
    worlds=PROMOTION,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Recover | Rollback)
        and any(receipt.intent.kind is Kind.COMMIT_RUN for chain in chains(before) for receipt in chain or ())
    ),
    sampled=False,
    span=Span.NONE,
)
def a_promoted_draft_is_never_reconstructed(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """If a ledger has the receipt of the run commit, recovery gives the run or seals it, and never the draft."""
    return after.active.slot.draft.status is Drafting.ABSENT and after.ending is not Ending.BLOCKED


@claim(
    Scope.STATE,
    "AG-SAV-11.3-04",
    "AG-SAV-18-08",
    "AG-SAV-18-09",
    "AG-SAV-18-10",
    "AG-SAV-7.1-04",
    worlds=DRAFT,
    premise=lambda vault, rulings: vault.told[0] and vault.moment is Moment.OPEN,
    sampled=False,
    span=Span.NONE,
)
def no_seed_is_ever_replaced(vault: Vault, rulings: SaveRulings) -> bool:
    """After its reservation was acknowledged the draft of the first seed is there, its offers those of the seed.

    If nothing proves it any more, what is sealed at least never gives its ordinal to another draft.
    """
    slot = vault.active.slot
    if slot.draft.status is Drafting.ABSENT:
        return slot.ordinal >= 1 or slot.run.stage is Stage.SEALED or not is_applied(vault.active, 0)
    offers = tuple(OPENING_OFFERS * slot.draft.seed + i for i in range(OPENING_OFFERS))
    return slot.draft.seed == 0 and slot.draft.offers in (offers, (NONE,) * OPENING_OFFERS)


# ---------------------------------------------------------------- a draft without ledgers, a commit ahead of them


def has_lone_checkpoint(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Premise: recovery finds active corrupt, a newest commit that can be read, and a ledger that is behind it."""
    base, is_active = evidence(before)
    if not isinstance(choice, Recover) or base is None or is_active:
        return False
    read = [len(chain) for chain in chains(before) if chain is not None]
    return bool(read) and max(read) < len(receipts_of(base))


def goes_on(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Is the newest readable commit resumed?"""
    return after.ending is Ending.RESUMED and after.active == evidence(before)[0]


@claim(
    Scope.STEP,
    "AG-SAV-11.3-03",
    "AG-SAV-5.1-05",
    worlds=("save-checkpoint",),
    premise=has_lone_checkpoint,
    expect=Verdict.REFUTED,
    finding="F-242",
    under=(Ahead.SEAL,),
    sampled=False,
)
def a_commit_ahead_of_its_ledgers_goes_on(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Where the newest readable commit is ahead of every readable ledger, recovery resumes it."""
    return goes_on(before, choice, after, rulings)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-03",
    "AG-SAV-5.1-05",
    worlds=("save-checkpoint-resumed",),
    premise=has_lone_checkpoint,
    under=(Ahead.RESUME,),
    sampled=False,
    span=Span.NONE,
)
def resumed_a_commit_ahead_of_its_ledgers_goes_on(
    before: Vault, choice: Choice, after: Vault, rulings: SaveRulings
) -> bool:
    """If so ruled, the newest readable commit goes on where it is ahead of every readable ledger."""
    return goes_on(before, choice, after, rulings)


def has_lost_draft(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Premise: recovery finds a draft in a commit that is not active, and no ledger that can be read."""
    base, is_active = evidence(before)
    is_draft = base is not None and not is_active and base.slot.draft.status is not Drafting.ABSENT
    return isinstance(choice, Recover) and is_draft and chains(before) == (None, None)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-09",
    "AG-SAV-18-08",
    worlds=("save-promotion",),
    premise=has_lost_draft,
    expect=Verdict.REFUTED,
    finding="F-243",
    under=(LostDraft.BLOCK,),
    sampled=False,
)
def a_draft_in_a_checkpoint_blocks_nothing(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """A slot of which a draft can be read is not blocked, whatever became of its ledgers."""
    return after.moment is not Moment.BLOCKED


@claim(
    Scope.STEP,
    "AG-SAV-11.3-09",
    "AG-SAV-11.3-08",
    worlds=("save-draft-sealed",),
    premise=has_lost_draft,
    under=(LostDraft.SEAL,),
    sampled=False,
    span=Span.NONE,
)
def sealed_a_lost_draft_spends_its_seed(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """If a lost draft is sealed there is no draft and nothing to play, and its ordinal is not reserved again."""
    slot, was = after.active.slot, evidence(before)[0]
    spent = was is not None and slot.ordinal == was.slot.ordinal > was.slot.draft.seed
    return after.ending is Ending.SEALED and slot.draft.status is Drafting.ABSENT and spent and not is_playable(after)


@claim(
    Scope.STATE,
    "AG-SAV-11.3-08",
    worlds=("save-draft-resumed",),
    premise=lambda vault, rulings: any(vault.told) and vault.moment is Moment.OPEN,
    expect=Verdict.REFUTED,
    finding="F-243",
    under=(LostDraft.RESUME,),
    sampled=False,
)
def resumed_a_lost_draft_is_never_chosen_again(vault: Vault, rulings: SaveRulings) -> bool:
    """If a lost draft is resumed, a draft that is known to have become a run cannot be committed again."""
    return not is_new(vault, 0, rulings) or not vault.told[0]


@claim(
    Scope.STATE,
    "AG-SAV-1-09",
    "AG-SAV-5.1-05",
    worlds=EVERY,
    premise=lambda vault, rulings: vault.moment is Moment.DOWN,
    sampled=False,
    span=Span.NONE,
)
def recovering_twice_is_recovering_once(vault: Vault, rulings: SaveRulings) -> bool:
    """What recovery decides, it decides again from what it left: a crash inside recovery changes nothing."""
    once = decision(vault, rulings)
    if once.ending is Ending.BLOCKED:
        return True
    first, second = chains(vault)
    twice = recovered(once.commit, True, first, second, vault.genesis, rulings)
    return twice.commit == once.commit


@claim(
    Scope.STATE,
    "AG-SAV-1-01",
    worlds=("save-casualty",),
    premise=lambda vault, rulings: vault.told[1] and is_playable(vault),
    expect=Verdict.REFUTED,
    finding="F-207",
    under=FG4,
    sampled=False,
)
def no_acknowledged_purchase_is_lost(vault: Vault, rulings: SaveRulings) -> bool:
    """An acknowledged purchase is there in every run that recovery makes playable."""
    return is_applied(vault.active, 1)
