"""Recovery as a game: operations, crashes while replicas lag behind, corruption of any copies, recovery, rollback.

A `Vault` is one slot's copies: the active commit, older boundaries, a checkpoint in worlds that keep one, two closure
ledgers, each with a flag that says whether it can still be read. `faults` is how many copies may yet be corrupted, in
ways that a checksum notices; `stale` how many well-formed older ones may yet take the place of newer ones, which no
checksum notices. The commit that was active stays in the record after it became unreadable: recovery does not see it,
claims do.
Rules: AG-SAV-11.3-01..11, AG-SAV-9.3-01, AG-SAV-1-05, AG-SAV-1-09.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.save.commit import Commit, answer, prepare, settle
from kernel.guild.save.intent import Intent, Reason
from kernel.guild.save.journal import Status, with_room
from kernel.guild.save.recovery import Ending, Receipt, Recovery, receipts_of, recovered, rolled_back
from kernel.guild.save.rulings import Mirroring, SaveRulings
from kernel.guild.save.slot import NONE, Drafting, Slot, Stage, Term
from model.game import Game

#: The copies that can be corrupted: the active commit, the backups from 1 on, the checkpoint, the two ledgers.
ACTIVE, CHECKPOINT, FIRST_LEDGER, SECOND_LEDGER = 0, 7, 8, 9
BACKUPS = 2


class Moment(Term):
    """How far the replicas have come."""

    OPEN = "nothing in flight"
    SWITCHED = "the active commit is new, its backup old"
    ROTATED = "backups are rotated, both ledgers old"
    MIRRORED = "the first ledger is written"
    DOWN = "no process"
    BLOCKED = "creation_recovery_blocked"
    GONE = "the slot is deleted"


@dataclass(frozen=True)
class Vault:
    """All copies of one slot. `told[i]`: operation i has been acknowledged to the player.

    `checkpoint` stands for those of draft, run start and Market: the newest of them, or nothing.
    """

    moment: Moment
    active: Commit
    backups: tuple[Commit, ...]
    ledgers: tuple[tuple[Receipt, ...], tuple[Receipt, ...]]
    unreadable: tuple[int, ...]
    faults: int
    stale: int
    rollbacks: int
    told: tuple[bool, ...]
    ending: Ending
    genesis: Commit
    menu: tuple[Intent, ...]
    keeps_checkpoint: bool = False
    checkpoint: tuple[Commit, ...] = ()


@dataclass(frozen=True)
class Act:
    """Operation `number` of the menu is asked for, and applied up to its pointer switch."""

    number: int


@dataclass(frozen=True)
class Replicate:
    """The next replica is brought up to the active commit."""


@dataclass(frozen=True)
class Crash:
    """The process ends."""


@dataclass(frozen=True)
class Corrupt:
    """A copy becomes unreadable while no process runs."""

    copy: int


@dataclass(frozen=True)
class Age:
    """A well-formed older copy takes the place of one: of a ledger without its last receipt, of the commit before."""

    copy: int


@dataclass(frozen=True)
class Recover:
    """The process starts again and decides from what it can read."""


@dataclass(frozen=True)
class Rollback:
    """Support activates a backup, through the same algorithm."""

    backup: int


Choice = Act | Replicate | Crash | Corrupt | Age | Recover | Rollback


class OutOfTurn(Exception):
    """A step that cannot be made now."""


def is_readable(vault: Vault, copy: int) -> bool:
    """Does this copy pass its checks?"""
    return copy not in vault.unreadable


def evidence(vault: Vault, first_backup: int = NONE) -> tuple[Commit | None, bool]:
    """The newest readable commit, and whether it is the active one; from a backup on, if one is chosen."""
    if first_backup == NONE and is_readable(vault, ACTIVE):
        return vault.active, True
    others = [
        backup
        for number, backup in enumerate(vault.backups)
        if number >= first_backup and is_readable(vault, number + 1)
    ]
    if first_backup == NONE and is_readable(vault, CHECKPOINT):
        others += vault.checkpoint
    return max(others, key=lambda commit: commit.sequence, default=None), False


def chains(vault: Vault) -> tuple[tuple[Receipt, ...] | None, tuple[Receipt, ...] | None]:
    """What can be read of the two ledgers."""
    first, second = vault.ledgers
    return (
        first if is_readable(vault, FIRST_LEDGER) else None,
        second if is_readable(vault, SECOND_LEDGER) else None,
    )


def decision(vault: Vault, rulings: SaveRulings, first_backup: int = NONE) -> Recovery:
    """What recovery makes of the copies."""
    base, is_active = evidence(vault, first_backup)
    if first_backup == NONE or base is None:
        return recovered(base, is_active, *chains(vault), vault.genesis, rulings)
    active = vault.active if is_readable(vault, ACTIVE) else None
    return rolled_back(base, active, *chains(vault), vault.genesis, rulings)


def is_playable(vault: Vault) -> bool:
    """Can the player go on with a run?"""
    stage = vault.active.slot.run.stage
    return vault.moment is Moment.OPEN and stage not in (Stage.ABSENT, Stage.SEALED)


def is_new(vault: Vault, number: int, rulings: SaveRulings) -> bool:
    """Would this operation be taken now?"""
    said = answer(roomy(vault.active), number, vault.menu[number], rulings)
    return said.status is Status.NONE and said.reason is Reason.NONE


def roomy(commit: Commit) -> Commit:
    """The commit with a free row in its journal."""
    return replace(commit, journal=with_room(commit.journal))


def is_due(vault: Vault, choice: Choice, rulings: SaveRulings) -> bool:
    """Can this step be made now?"""
    match choice:
        case Act():
            return vault.moment is Moment.OPEN and is_new(vault, choice.number, rulings)
        case Replicate():
            return vault.moment in (Moment.SWITCHED, Moment.ROTATED, Moment.MIRRORED)
        case Crash():
            return vault.moment not in (Moment.DOWN, Moment.BLOCKED, Moment.GONE)
        case Corrupt():
            return vault.moment is Moment.DOWN and vault.faults > 0 and is_present(vault, choice.copy)
        case Age():
            return vault.moment is Moment.DOWN and vault.stale > 0 and has_older(vault, choice.copy)
        case Recover():
            return vault.moment is Moment.DOWN
    chosen = choice.backup < len(vault.backups) and is_present(vault, choice.backup + 1)
    return vault.moment is Moment.DOWN and vault.rollbacks > 0 and chosen


def is_present(vault: Vault, copy: int) -> bool:
    """Is there such a copy, and can it be read?"""
    there = copy in (ACTIVE, FIRST_LEDGER, SECOND_LEDGER) or 0 < copy <= len(vault.backups)
    there = there or (copy == CHECKPOINT and bool(vault.checkpoint))
    return there and is_readable(vault, copy)


def has_older(vault: Vault, copy: int) -> bool:
    """Is there something older that could take this copy's place?"""
    if copy in (FIRST_LEDGER, SECOND_LEDGER):
        return is_readable(vault, copy) and bool(vault.ledgers[copy - FIRST_LEDGER])
    return copy == ACTIVE and is_readable(vault, copy) and bool(vault.backups)


def advance(vault: Vault, choice: Choice, rulings: SaveRulings) -> Vault:
    """Make one step. Raises `OutOfTurn`."""
    if not is_due(vault, choice, rulings):
        raise OutOfTurn(f"{choice} is not due while {vault.moment.value}")
    return play(vault, choice, rulings)


def play(vault: Vault, choice: Choice, rulings: SaveRulings) -> Vault:
    """Make one step that is due."""
    match choice:
        case Act():
            return acted(vault, choice.number, rulings)
        case Replicate():
            return replicated(vault, rulings)
        case Crash():
            return replace(vault, moment=Moment.DOWN)
        case Corrupt():
            spoilt = tuple(sorted((*vault.unreadable, choice.copy)))
            return replace(vault, unreadable=spoilt, faults=vault.faults - 1)
        case Age():
            return aged(vault, choice.copy)
        case Recover():
            return restarted(vault, decision(vault, rulings))
    fewer = replace(vault, rollbacks=vault.rollbacks - 1)
    return restarted(fewer, decision(vault, rulings, choice.backup))


def acted(vault: Vault, number: int, rulings: SaveRulings) -> Vault:
    """The operation is prepared and settled; what lies between is the crash matrix's subject."""
    pending = prepare(roomy(vault.active), number, vault.menu[number], rulings)
    final = settle(pending, number, rulings)
    aside = (vault.active, *vault.backups)[:BACKUPS]
    return replace(vault, moment=Moment.SWITCHED, active=final, backups=aside)


def acknowledged(vault: Vault) -> tuple[bool, ...]:
    """With what is applied now told to the player."""
    applied = [row.operation for row in vault.active.journal if row.status is Status.APPLIED]
    return tuple(was or number in applied for number, was in enumerate(vault.told))


def replicated(vault: Vault, rulings: SaveRulings) -> Vault:
    """Backups, then the first ledger, then the second; the player is told at the end, or before the ledgers."""
    own = receipts_of(vault.active)
    early = rulings.mirroring is Mirroring.AFTER
    match vault.moment:
        case Moment.SWITCHED:
            told = acknowledged(vault) if early else vault.told
            return checkpointed(replace(vault, moment=Moment.ROTATED, told=told))
        case Moment.ROTATED:
            left = tuple(copy for copy in vault.unreadable if copy != FIRST_LEDGER)
            return replace(vault, moment=Moment.MIRRORED, ledgers=(own, vault.ledgers[1]), unreadable=left)
    ledgers = (vault.ledgers[0], own)
    return replace(vault, moment=Moment.OPEN, ledgers=ledgers, told=acknowledged(vault), unreadable=())


def checkpointed(vault: Vault) -> Vault:
    """A boundary with an open Market or a draft is kept as the checkpoint. Rules: AG-SAV-11.1-04..06."""
    slot = vault.active.slot
    is_due = slot.run.stage is Stage.MARKET or slot.draft.status is not Drafting.ABSENT
    if not vault.keeps_checkpoint or not is_due:
        return vault
    left = tuple(copy for copy in vault.unreadable if copy != CHECKPOINT)
    return replace(vault, checkpoint=(vault.active,), unreadable=left)


def aged(vault: Vault, copy: int) -> Vault:
    """The same with an older version of this copy."""
    vault = replace(vault, stale=vault.stale - 1)
    if copy == ACTIVE:
        return replace(vault, active=vault.backups[0])
    first, second = vault.ledgers
    return replace(vault, ledgers=(first[:-1], second) if copy == FIRST_LEDGER else (first, second[:-1]))


def restarted(vault: Vault, recovery: Recovery) -> Vault:
    """The decided commit becomes active; then the ledgers are written anew from it, one after the other.

    Backups that cannot be read go into quarantine; a ledger that cannot be read stays so until it is written.
    """
    if recovery.ending is Ending.BLOCKED:
        return replace(vault, moment=Moment.BLOCKED, ending=recovery.ending)
    kept = tuple(
        backup
        for number, backup in enumerate(vault.backups)
        if is_readable(vault, number + 1) and backup.sequence < recovery.commit.sequence
    )
    is_kept = is_readable(vault, CHECKPOINT) and all(
        each.sequence <= recovery.commit.sequence for each in vault.checkpoint
    )
    return replace(
        vault,
        moment=Moment.ROTATED,
        active=recovery.commit,
        backups=kept,
        checkpoint=vault.checkpoint if is_kept else (),
        unreadable=tuple(copy for copy in vault.unreadable if copy in (FIRST_LEDGER, SECOND_LEDGER)),
        ending=recovery.ending,
    )


def offered(vault: Vault, rulings: SaveRulings) -> tuple[Choice, ...]:
    """Every step that can be made now."""
    copies = (ACTIVE, *range(1, BACKUPS + 1), CHECKPOINT, FIRST_LEDGER, SECOND_LEDGER)
    every: list[Choice] = [Act(number) for number in range(len(vault.menu))]
    every += [Replicate(), Crash(), Recover()]
    every += [Corrupt(copy) for copy in copies]
    every += [Age(copy) for copy in copies]
    every += [Rollback(backup) for backup in range(BACKUPS)]
    return tuple(choice for choice in every if is_due(vault, choice, rulings))


LABELS = frozenset({"act", "replicate", "crash", "corrupt", "age", "rollback"}) | {
    f"recover: {ending.name}" for ending in Ending
}


def label_of(vault: Vault, choice: Choice, rulings: SaveRulings) -> str:
    """What kind of step this is."""
    if isinstance(choice, Recover):
        return f"recover: {decision(vault, rulings).ending.name}"
    return type(choice).__name__.lower()


def game(rulings: SaveRulings) -> Game[Vault, Choice, SaveRulings]:
    """Recovery as a game; under which rulings matters for the names of its steps alone."""
    return Game(
        name="save-recovery",
        state_type=Vault,
        choice_type=Choice,
        rulings_type=SaveRulings,
        offered=offered,
        play=play,
        advance=advance,
        refused=OutOfTurn,
        label=lambda vault, choice: label_of(vault, choice, rulings),
        labels=LABELS,
        is_over=lambda vault: vault.moment is Moment.BLOCKED,
    )


def fresh(
    slot: Slot,
    menu: tuple[Intent, ...],
    faults: int,
    stale: int = 0,
    rollbacks: int = 1,
    keeps_checkpoint: bool = False,
) -> Vault:
    """A slot at its first commit, with all of its copies."""
    commit = Commit(0, NONE, True, slot, (), 0)
    vault = Vault(
        moment=Moment.OPEN,
        active=commit,
        backups=(),
        ledgers=((), ()),
        unreadable=(),
        faults=faults,
        stale=stale,
        rollbacks=rollbacks,
        told=(False,) * len(menu),
        ending=Ending.RESUMED,
        genesis=commit,
        menu=menu,
        keeps_checkpoint=keeps_checkpoint,
    )
    return checkpointed(vault)


#: The machine with the standing answers; plays under others replay on it too.
SAVE_RECOVERY = game(SaveRulings())
