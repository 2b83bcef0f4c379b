"""The small worlds of recovery: every combination of unreadable copies, crashes between replicas, rollbacks."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.creation import opening_offers
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import (
    FROZEN,
    GROWING,
    Ahead,
    LedgerChoice,
    LostDraft,
    LostLedgers,
    Mirroring,
    SaveRulings,
    SealedCompany,
    SealReceipt,
)
from kernel.guild.save.slot import NONE, Draft, Drafting, Slot, Stage
from model.game import World
from model.no_resurrection import Choice, Vault, fresh, game
from model.save_worlds import CLEARED, EMPTY, FIRST, GUILD, HIRE, LOCKED, with_run

RecoveryWorld = World[Vault, Choice, SaveRulings]

#: A timeout with the first Recruit down: settle, then hire.
BATTLE = (Intent(Kind.SETTLE, expected=FIRST), HIRE)
#: The first card of an open draft, then hire.
REWARD = (Intent(Kind.CLAIM, 1, NONE, 12), HIRE)
#: A purchase, then the clear with its Renown.
ENDING = (HIRE, Intent(Kind.CLOSE, 0, amount=5, extra=CLEARED))
#: A draft from its seed to its run.
OPENING = (
    Intent(Kind.BEGIN, 3),
    Intent(Kind.MATERIALIZE),
    Intent(Kind.SELECT, 1, 3),
)
FOUNDING = (Intent(Kind.BEGIN, NONE), Intent(Kind.SELECT, 1, 2))
#: Its promotion, and a reordering in the run.
PROMOTION = (Intent(Kind.COMMIT_RUN, 1, 3, 1), Intent(Kind.REORDER, 0, 1, expected=0))
CHOSEN = replace(EMPTY, ordinal=1, draft=Draft(Drafting.SELECTION_READY, 0, 3, opening_offers(0), 1, 3, 1))
#: Every copy there is: the active commit, two backups, two ledgers.
ALL = 5
QUIET = frozenset({"age"})
HEALTHY = frozenset({"corrupt", "recover: BLOCKED"})
SEALED = frozenset({"recover: SEALED"})


def world(
    name: str,
    about: str,
    slot: Slot,
    menu: tuple[Intent, ...],
    rulings: SaveRulings = FROZEN,
    faults: int = ALL,
    stale: int = 0,
    silent: frozenset[str] = frozenset(),
    keeps: bool = False,
) -> RecoveryWorld:
    """A world of recovery; `keeps`: with a checkpoint."""
    quiet = (silent if stale else silent | QUIET) | (frozenset() if faults else HEALTHY)
    start = fresh(slot, menu, faults, stale, keeps_checkpoint=keeps)
    return World(name, about, game(rulings), (start,), rulings, 120_000, quiet)


def with_ruling(**changes: object) -> SaveRulings:
    """The frozen legacy with another answer to one question."""
    return replace(FROZEN, **changes)  # type: ignore[arg-type]


#: Where well-formed older copies begin to be too many: two worlds within the limit, three just beyond.
STALE = (
    ("-within-one", 1, 1),
    ("-within-two", 0, 2),
    ("", 1, 2),
    ("-two-unreadable", 2, 1),
    ("-three", 0, 3),
)
TIMED_OUT, REWARDED = LOCKED[2], with_run(stage=Stage.REWARD)
#: Detectable faults alone, in any combination and number; the last worlds go beyond what recovery can notice.
WORLDS: dict[str, RecoveryWorld] = {
    each.name: each
    for each in (
        world("save-casualty", "a settlement and a purchase; any copies unreadable", TIMED_OUT, BATTLE),
        world("save-casualty-growth", "the same in continuous growth", TIMED_OUT, BATTLE, GROWING),
        world("save-reward", "a reward and a purchase; any four copies unreadable", REWARDED, REWARD, faults=4),
        world("save-clear", "a purchase and a clear with Renown; any four copies unreadable", GUILD, ENDING, faults=4),
        world("save-clear-growth", "the same in continuous growth", GUILD, ENDING, GROWING, faults=4),
        world(
            "save-draft", "a draft up to its pair; any four copies unreadable", EMPTY, OPENING, faults=4, silent=SEALED
        ),
        world(
            "save-draft-growth",
            "the draft of a Company; any four copies unreadable",
            EMPTY,
            FOUNDING,
            GROWING,
            faults=4,
            silent=SEALED,
        ),
        world("save-promotion", "a draft becomes its run; any four copies unreadable", CHOSEN, PROMOTION, faults=4),
        world(
            "save-promotion-growth",
            "a draft becomes a Company",
            CHOSEN,
            PROMOTION[:1],
            GROWING,
            faults=4,
            silent=SEALED,
        ),
        world(
            "save-common-prefix",
            "of two ledgers only what both have counts; one fault",
            TIMED_OUT,
            BATTLE[:1],
            with_ruling(ledger=LedgerChoice.COMMON_PREFIX),
            faults=1,
            silent=SEALED,
        ),
        world(
            "save-late-mirrors",
            "players are told before the ledgers are written; one fault",
            TIMED_OUT,
            BATTLE[:1],
            with_ruling(mirroring=Mirroring.AFTER),
            faults=1,
            silent=SEALED,
        ),
        world(
            "save-trusting",
            "a backup is continued although no ledger can be read; three faults",
            TIMED_OUT,
            BATTLE[:1],
            with_ruling(lost=LostLedgers.TRUST),
            faults=3,
            silent=SEALED,
        ),
        world(
            "save-mute-seal",
            "sealing leaves no receipt; four faults",
            TIMED_OUT,
            BATTLE[:1],
            with_ruling(seal=SealReceipt.NO),
            faults=4,
        ),
        world(
            "save-company-sealed",
            "sealing takes the Company, in continuous growth",
            GUILD,
            ENDING,
            replace(GROWING, sealed=SealedCompany.COMPANY),
            faults=3,
        ),
        *(
            world(
                f"save-stale{suffix}",
                f"a settlement; {faults} unreadable and {stale} well-formed older copies",
                TIMED_OUT,
                BATTLE[:1],
                faults=faults,
                stale=stale,
                silent=SEALED,
            )
            for suffix, faults, stale in STALE
        ),
        world(
            "save-stale-reward",
            "two unreadable copies and a well-formed older one, in a reward",
            REWARDED,
            REWARD[:1],
            faults=2,
            stale=1,
            silent=SEALED,
        ),
        world(
            "save-stale-clear",
            "an unreadable copy and two well-formed older ones, in a clear",
            GUILD,
            ENDING,
            faults=1,
            stale=2,
        ),
        world(
            "save-checkpoint",
            "a draft becomes its run, with a checkpoint; any copies unreadable",
            CHOSEN,
            PROMOTION[:1],
            faults=ALL + 1,
            keeps=True,
        ),
        world(
            "save-checkpoint-resumed",
            "the same where a commit that is ahead of readable ledgers is resumed",
            CHOSEN,
            PROMOTION[:1],
            with_ruling(ahead=Ahead.RESUME),
            faults=ALL + 1,
            keeps=True,
        ),
        world(
            "save-draft-sealed",
            "the same where a draft without a ledger is sealed",
            CHOSEN,
            PROMOTION,
            with_ruling(lost_draft=LostDraft.SEAL),
            faults=3,
            keeps=True,
        ),
        world(
            "save-draft-resumed",
            "the same where a draft without a ledger is resumed",
            CHOSEN,
            PROMOTION,
            with_ruling(lost_draft=LostDraft.RESUME),
            faults=3,
            keeps=True,
        ),
    )
}
