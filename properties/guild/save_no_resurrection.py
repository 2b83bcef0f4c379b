"""Claims about recovery: nobody known to have fallen comes back, nothing known to be paid is paid again.

Which faults a claim tolerates is said by its worlds: any combination of unreadable copies, noticed by their checksums,
with crashes between all replicas, crashes inside recovery, and rollbacks to any backup. What lies just beyond, a
well-formed older copy in the place of a newer one, is a claim of its own that is REFUTED.
"""

from __future__ import annotations

from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import CLOSURE, Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.recovery import Receipt, receipts_of
from kernel.guild.save.rulings import LedgerChoice, LostLedgers, Mirroring, SaveRulings, SealedCompany, SealReceipt
from kernel.guild.save.slot import Life, Stage
from model.game import Scope
from model.no_resurrection import (
    ACTIVE,
    CHECKPOINT,
    Choice,
    Moment,
    Recover,
    Rollback,
    Vault,
    chains,
    is_new,
    is_playable,
    is_readable,
)
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.guild.save_transactions import FG4, GROWTH

#: Worlds with a cloud, a trash, a migration or a clock, in which somebody falls, a reward is claimed, a run is cleared.
FALLEN_ELSEWHERE = (
    "save-cloud",
    "save-cloud-rollback",
    "save-trash-kept",
    "save-migration-bound",
    "save-migration-replayed",
    "save-migration-older",
    "save-clock",
)
ELSEWHERE = (*FALLEN_ELSEWHERE, "save-cloud-reward", "save-cloud-clear")
WITHIN = ("save-stale-within-one", "save-stale-within-two")
CASUALTY, REWARD = ("save-casualty", *FALLEN_ELSEWHERE), ("save-reward", "save-cloud-reward")
CLEAR = ("save-clear", "save-clear-growth", "save-company-sealed", "save-cloud-clear")
DRAFT = ("save-draft", "save-draft-growth")
PROMOTION = (
    "save-promotion",
    "save-promotion-growth",
    "save-checkpoint",
    "save-checkpoint-resumed",
    "save-draft-sealed",
)
EVERY = (*CASUALTY, "save-casualty-growth", *REWARD, *CLEAR, *DRAFT, *PROMOTION)


def recovers(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Does the process start again, on its own or to roll back?"""
    return isinstance(choice, Recover | Rollback)


def readable_receipts(vault: Vault) -> tuple[Receipt, ...]:
    """Every receipt that stands in some readable copy."""
    found = [receipt for chain in chains(vault) for receipt in chain or ()]
    found += [each for commit in readable_commits(vault) for each in receipts_of(commit)]
    return tuple(found)


def readable_commits(vault: Vault) -> list[Commit]:
    """Every commit that can be read: active, backups, checkpoint."""
    copies = [*enumerate((vault.active, *vault.backups)), *((CHECKPOINT, each) for each in vault.checkpoint)]
    return [commit for copy, commit in copies if is_readable(vault, copy)]


def fallen_by(receipts: tuple[Receipt, ...]) -> set[int]:
    """The Recruits that settlements among these receipts name."""
    masks = [receipt.intent.expected for receipt in receipts if receipt.intent.kind is Kind.SETTLE]
    return {place for mask in masks for place in range(8) if (mask >> place) % 2 == 1}


def alive(commit: Commit, place: int) -> bool:
    """Is this Recruit living in the run of a commit?"""
    return commit.slot.run.recruits[place].life is Life.LIVING


def is_applied(commit: Commit, number: int) -> bool:
    """Is the operation applied in this commit?"""
    return any(row.operation == number and row.status is Status.APPLIED for row in commit.journal)


def shown_fallen(vault: Vault) -> set[int]:
    """The Recruits that acknowledged settlements name."""
    told = [intent for was, intent in zip(vault.told, vault.menu, strict=True) if was and intent.kind is Kind.SETTLE]
    return {place for intent in told for place in range(8) if (intent.expected >> place) % 2 == 1}


def is_shown_a_fall(vault: Vault, rulings: SaveRulings) -> bool:
    """Premise: the player was told of a casualty, and nothing is in flight."""
    return vault.moment is Moment.OPEN and bool(shown_fallen(vault))


def nobody_shown_fallen_lives(vault: Vault) -> bool:
    """Is nobody alive in a run that can be played of whose fall the player was told?"""
    return not is_playable(vault) or not any(alive(vault.active, place) for place in shown_fallen(vault))


def is_open_run(commit: Commit) -> bool:
    """Is there a run that could be played?"""
    return commit.slot.run.stage not in (Stage.ABSENT, Stage.SEALED)


# ---------------------------------------------------------------- casualties


def knows_casualty(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Does the process start again while a settlement stands in some readable ledger or in the active commit?"""
    known = [receipt for chain in chains(before) for receipt in chain or ()]
    if is_readable(before, ACTIVE):
        known += receipts_of(before.active)
    return recovers(before, choice, after, rulings) and bool(fallen_by(tuple(known)))


@claim(
    Scope.STEP,
    "AG-SAV-9.3-01",
    "AG-SAV-1-05",
    "AG-SAV-18-32",
    "AG-SAV-14-09",
    "AG-SAV-11.3-02",
    worlds=CASUALTY,
    premise=knows_casualty,
    under=FG4,
    sampled=False,
    span=Span.NONE,
)
def no_known_casualty_returns(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Whoever a readable receipt names as fallen is not living in the run that recovery or rollback makes playable."""
    chained = [receipt for chain in chains(before) for receipt in chain or ()]
    known = fallen_by(tuple(chained))
    return not is_open_run(after.active) or not any(alive(after.active, place) for place in known)


@claim(
    Scope.STATE,
    "AG-SAV-1-05",
    "AG-SAV-9.3-01",
    "AG-SAV-18-31",
    "AG-SAV-19-08",
    worlds=(*CASUALTY, *WITHIN),
    premise=is_shown_a_fall,
    under=FG4,
    sampled=False,
    span=Span.NONE,
)
def no_acknowledged_casualty_returns(vault: Vault, rulings: SaveRulings) -> bool:
    """Once the player was told of a casualty, no unreadable copies make a playable run with it alive.

    Nor does one well-formed older copy beside one unreadable one, nor do two older ones.
    """
    return nobody_shown_fallen_lives(vault)


@claim(
    Scope.STATE,
    "AG-SAV-1-05",
    worlds=("save-stale", "save-stale-two-unreadable", "save-stale-three", "save-trash-blocked"),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-208",
    under=FG4,
    sampled=False,
)
def not_even_stale_copies_bring_a_casualty_back(vault: Vault, rulings: SaveRulings) -> bool:
    """Well-formed older copies in the place of newer ones make no playable run with an acknowledged casualty alive."""
    return nobody_shown_fallen_lives(vault)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-02",
    "AG-SAV-9.3-01",
    worlds=("save-common-prefix",),
    premise=knows_casualty,
    expect=Verdict.REFUTED,
    finding="F-204",
    under=(LedgerChoice.COMMON_PREFIX,),
    sampled=False,
)
def with_the_common_chain_no_known_casualty_returns(
    before: Vault, choice: Choice, after: Vault, rulings: SaveRulings
) -> bool:
    """If only what both ledgers have in common counts, whoever a readable receipt names as fallen stays fallen."""
    known = fallen_by(tuple(receipt for chain in chains(before) for receipt in chain or ()))
    return not is_open_run(after.active) or not any(alive(after.active, place) for place in known)


@claim(
    Scope.STATE,
    "AG-SAV-5-10",
    "AG-SAV-1-05",
    worlds=("save-late-mirrors",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-203",
    under=(Mirroring.AFTER,),
    sampled=False,
)
def told_before_the_ledgers_no_casualty_returns(vault: Vault, rulings: SaveRulings) -> bool:
    """If players are told before the ledgers have the receipt, one unreadable copy brings no casualty back."""
    return nobody_shown_fallen_lives(vault)


@claim(
    Scope.STATE,
    "AG-SAV-11.3-08",
    "AG-SAV-1-05",
    worlds=("save-trusting",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-205",
    under=(LostLedgers.TRUST,),
    sampled=False,
)
def trusting_a_backup_no_casualty_returns(vault: Vault, rulings: SaveRulings) -> bool:
    """If a backup is continued where no ledger can be read, no acknowledged casualty comes back."""
    return nobody_shown_fallen_lives(vault)


@claim(
    Scope.STATE,
    "AG-SAV-11.3-08",
    "AG-SAV-1-05",
    worlds=("save-mute-seal",),
    premise=is_shown_a_fall,
    expect=Verdict.REFUTED,
    finding="F-209",
    under=(SealReceipt.NO,),
    sampled=False,
)
def without_a_receipt_of_the_seal_no_casualty_returns(vault: Vault, rulings: SaveRulings) -> bool:
    """If sealing leaves no receipt, no acknowledged casualty comes back through a second recovery."""
    return nobody_shown_fallen_lives(vault)


# ---------------------------------------------------------------- rewards and grants


@claim(
    Scope.STATE,
    "AG-SAV-1-03",
    "AG-SAV-10-06",
    "AG-SAV-11.3-08",
    worlds=(*EVERY, *WITHIN),
    premise=lambda vault, rulings: any(vault.told) and vault.moment is Moment.OPEN,
    sampled=False,
    span=Span.NONE,
)
def no_acknowledged_closure_is_open_again(vault: Vault, rulings: SaveRulings) -> bool:
    """No acknowledged settlement, reward, creation step or close can be asked for again, except of a sealed run."""
    return vault.active.slot.run.stage is Stage.SEALED or not any(
        told and intent.kind in CLOSURE and is_new(vault, number, rulings)
        for number, (told, intent) in enumerate(zip(vault.told, vault.menu, strict=True))
    )


@claim(
    Scope.STATE,
    "AG-SAV-1-03",
    "AG-SAV-10-06",
    worlds=("save-stale-reward", "save-stale-clear"),
    premise=lambda vault, rulings: any(vault.told) and vault.moment is Moment.OPEN,
    expect=Verdict.REFUTED,
    finding="F-208",
    under=FG4,
    sampled=False,
)
def not_even_stale_copies_open_a_closure_again(vault: Vault, rulings: SaveRulings) -> bool:
    """Well-formed older copies in the place of newer ones open no acknowledged reward or close again."""
    return vault.active.slot.run.stage is Stage.SEALED or not any(
        told and intent.kind in CLOSURE and is_new(vault, number, rulings)
        for number, (told, intent) in enumerate(zip(vault.told, vault.menu, strict=True))
    )


@claim(
    Scope.STATE,
    "AG-SAV-10-06",
    "AG-SAV-11.3-08",
    worlds=(*CLEAR, "save-stale-clear"),
    sampled=False,
    span=Span.NONE,
)
def renown_is_granted_once_whatever_is_lost(vault: Vault, rulings: SaveRulings) -> bool:
    """However often recovery runs, Renown is that of the start plus at most one grant, and only with its clear fact."""
    gain = vault.active.slot.renown - vault.genesis.slot.renown
    return gain == (vault.menu[1].amount if vault.active.slot.cleared[0] else 0)


@claim(
    Scope.STATE,
    "AG-SAV-11.3-11",
    "AG-SAV-11.3-05",
    worlds=(*CASUALTY, *REWARD, "save-clear", "save-promotion", "save-company-sealed"),
    premise=lambda vault, rulings: vault.active.slot.run.stage is Stage.SEALED,
    sampled=False,
    span=Span.NONE,
)
def a_sealed_run_holds_nothing(vault: Vault, rulings: SaveRulings) -> bool:
    """A sealed run has no Coin, Credit, living Recruit, item or offer: nothing can be farmed from it."""
    run = vault.active.slot.run
    poor = run.coin == run.credit == 0 and not any(run.inventory) and not any(each.is_open for each in run.offers)
    return poor and all(each.life is not Life.LIVING for each in run.recruits)


@claim(
    Scope.STEP,
    "AG-SAV-11.3-11",
    worlds=("save-clear",),
    premise=lambda before, choice, after, rulings: (
        before.active.slot.run.stage is Stage.SEALED and after.moment is Moment.SWITCHED
    ),
    sampled=False,
    span=Span.NONE,
    under=FG4,
)
def closing_a_sealed_run_grants_nothing(before: Vault, choice: Choice, after: Vault, rulings: SaveRulings) -> bool:
    """Whatever is asked of a sealed run gives no Renown and no clear fact."""
    old, new = before.active.slot, after.active.slot
    return (old.renown, old.cleared) == (new.renown, new.cleared)


@claim(
    Scope.STATE,
    "AG-SAV-11.3-11",
    "AG-OVR-02",
    worlds=("save-company-sealed",),
    premise=lambda vault, rulings: vault.moment is Moment.OPEN,
    expect=Verdict.REFUTED,
    finding="F-206",
    under=(SealedCompany.COMPANY,),
    sampled=False,
)
def sealing_leaves_the_company(vault: Vault, rulings: SaveRulings) -> bool:
    """In GROWTH the Company outlives whatever recovery has to seal."""
    return any(each.life is Life.LIVING for each in vault.active.slot.run.recruits)


@claim(
    Scope.STATE,
    "AG-OVR-02",
    "AG-OVR-04",
    worlds=("save-casualty-growth", "save-clear-growth"),
    premise=lambda vault, rulings: vault.moment is Moment.OPEN,
    under=GROWTH,
    sampled=False,
    span=Span.NONE,
)
def the_company_outlives_every_recovery(vault: Vault, rulings: SaveRulings) -> bool:
    """In GROWTH both Recruits of the Company are alive after every recovery that leaves a slot at all."""
    return all(alive(vault.active, place) for place in range(2))
