"""The small worlds around a slot: a cloud copy, the trash, a migration, a wall clock, each with faults beside it."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.rulings import (
    FROZEN,
    DeletedSlot,
    Descent,
    Divergence,
    Fallback,
    Irreversible,
    Restoring,
    SaveRulings,
    TrashTime,
)
from kernel.guild.save.slot import Slot, Stage
from model.game import World
from model.haven import Budget, Choice, Haven
from model.haven_moves import AROUND, fresh, game
from model.no_resurrection_worlds import BATTLE, ENDING, REWARD, REWARDED, TIMED_OUT
from model.save_worlds import FIRST, GUILD, HIRE, TIMEOUT, with_run

HavenWorld = World[Haven, Choice, SaveRulings]

#: A battle that times out with the first Recruit down, and its settlement; elsewhere a retreat is begun instead.
FOUGHT = (Intent(Kind.LOCK_OUTCOME, expected=FIRST, extra=TIMEOUT), Intent(Kind.SETTLE, expected=FIRST))
RETREAT = (Intent(Kind.START_RETREAT, amount=70),)
FIGHTING = with_run(stage=Stage.BATTLE, snapshot=1)
#: From a Market into a battle and out of it.
CAMPAIGN = (Intent(Kind.COMMIT_BATTLE, 1), *FOUGHT)
CLOUD = frozenset({"upload", "elsewhere", "spoil", "meet"})
OLDER = CLOUD - {"elsewhere"}
TRASH = frozenset({"delete", "launch", "discard", "restore"})
MIGRATION = frozenset({"migrate", "fallback"})
CLOCK = frozenset({"setclock"})


def world(
    name: str,
    about: str,
    slot: Slot,
    own: tuple[Intent, ...],
    theirs: tuple[Intent, ...],
    moves: frozenset[str],
    left: Budget,
    faults: int,
    rulings: SaveRulings = FROZEN,
    rollbacks: int = 0,
    silent: frozenset[str] = frozenset(),
) -> HavenWorld:
    """A world with these moves around the slot."""
    quiet = (AROUND - moves) | silent | {"age"}
    quiet |= {"rollback"} if rollbacks == 0 else set()
    quiet |= {"corrupt", "spoil"} if faults == 0 else set()
    start = fresh(slot, own, theirs, left, faults, rollbacks=rollbacks)
    return World(name, about, game(rulings), (start,), rulings, 150_000, frozenset(quiet))


def ruled(**changes: object) -> SaveRulings:
    """The frozen legacy with other answers."""
    return replace(FROZEN, **changes)  # type: ignore[arg-type]


PAIR = Budget(uploads=1, plays=1)
BIN = Budget(uploads=1, deletions=1, launches=1)
LONG = replace(BIN, launches=8)
BLOCKED = frozenset({"recover: BLOCKED"})
SEALED = frozenset({"recover: SEALED"})
RECOVERED = frozenset({"recover: RECOVERED"})
KEPT = ruled(deleted=DeletedSlot.HEAD_KEPT, restoring=Restoring.ONE_LINEAGE)
WORLDS: dict[str, HavenWorld] = {
    each.name: each
    for each in (
        world(
            "save-cloud",
            "a settlement here, a retreat elsewhere; three copies unreadable",
            FIGHTING,
            FOUGHT,
            RETREAT,
            CLOUD,
            PAIR,
            3,
        ),
        world(
            "save-cloud-rollback",
            "the same with one copy unreadable and a rollback by support",
            FIGHTING,
            FOUGHT,
            RETREAT,
            CLOUD,
            PAIR,
            1,
            rollbacks=1,
        ),
        world(
            "save-cloud-reward",
            "a card here, another elsewhere; three copies unreadable, a rollback",
            REWARDED,
            REWARD[:1],
            (Intent(Kind.CLAIM, 2, item=1),),
            CLOUD,
            PAIR,
            3,
            rollbacks=1,
        ),
        world(
            "save-cloud-clear",
            "a purchase and a clear here, the same purchase elsewhere; one copy unreadable, a rollback",
            GUILD,
            ENDING,
            (HIRE,),
            CLOUD,
            PAIR,
            1,
            rollbacks=1,
        ),
        world(
            "save-cloud-any",
            "either branch may be chosen",
            FIGHTING,
            FOUGHT,
            RETREAT,
            CLOUD,
            PAIR,
            0,
            ruled(divergence=Divergence.ANY_BRANCH),
            silent=BLOCKED | RECOVERED,
        ),
        world(
            "save-cloud-two-kinds",
            "a branch may take back all but casualties and rewards; three copies unreadable",
            FIGHTING,
            FOUGHT,
            RETREAT,
            CLOUD,
            PAIR,
            3,
            ruled(irreversible=Irreversible.CASUALTY_AND_REWARD),
        ),
        world(
            "save-trash",
            "a settlement, an older cloud copy, a deletion; one copy unreadable",
            TIMED_OUT,
            BATTLE[:1],
            (),
            OLDER | TRASH,
            LONG,
            1,
            silent=SEALED,
        ),
        world(
            "save-trash-kept",
            "the same where a device remembers what it deleted; three copies unreadable",
            TIMED_OUT,
            BATTLE[:1],
            (),
            OLDER | TRASH,
            BIN,
            3,
            KEPT,
        ),
        world(
            "save-trash-seventh",
            "the trash goes with the seventh launch",
            TIMED_OUT,
            BATTLE[:1],
            (),
            OLDER | TRASH,
            LONG,
            0,
            ruled(trash=TrashTime.WITH_SEVENTH),
            silent=BLOCKED | RECOVERED | SEALED,
        ),
        world(
            "save-trash-blocked",
            "a slot is blocked, for nothing of it can be read, and deleted; an older cloud copy",
            TIMED_OUT,
            BATTLE[:1],
            (),
            (OLDER | TRASH) - {"launch"},
            replace(BIN, launches=0),
            4,
            KEPT,
        ),
        world(
            "save-migration",
            "a migration in a Market, a battle after it; two copies unreadable",
            GUILD,
            CAMPAIGN,
            (),
            MIGRATION,
            Budget(migrations=1),
            2,
            rollbacks=1,
        ),
        world(
            "save-migration-bound",
            "the same, taken back only until a later boundary is verified",
            GUILD,
            CAMPAIGN,
            (),
            MIGRATION,
            Budget(migrations=1),
            2,
            ruled(fallback=Fallback.NEXT_BOUNDARY),
            1,
        ),
        world(
            "save-migration-replayed",
            "the same, taken back through the recovery algorithm",
            GUILD,
            CAMPAIGN,
            (),
            MIGRATION,
            Budget(migrations=1),
            2,
            ruled(fallback=Fallback.REPLAYED),
            1,
        ),
        world(
            "save-migration-cloud",
            "a migration and a battle here, a purchase elsewhere",
            GUILD,
            CAMPAIGN,
            (HIRE,),
            (CLOUD | MIGRATION) - {"spoil"},
            replace(PAIR, migrations=1),
            0,
            ruled(fallback=Fallback.REPLAYED),
            silent=BLOCKED | RECOVERED | SEALED,
        ),
        world(
            "save-migration-older",
            "a migration, a battle after it, an older cloud copy; two copies unreadable",
            GUILD,
            CAMPAIGN,
            (),
            OLDER | MIGRATION,
            Budget(uploads=1, migrations=1),
            2,
            ruled(fallback=Fallback.REPLAYED),
        ),
        world(
            "save-migration-lineage",
            "a migration begins a lineage, a battle after it; an older cloud copy",
            GUILD,
            CAMPAIGN,
            (),
            (OLDER | MIGRATION) - {"spoil"},
            Budget(uploads=1, migrations=1),
            0,
            ruled(fallback=Fallback.REPLAYED, descent=Descent.NEW_LINEAGE),
            silent=BLOCKED | RECOVERED | SEALED,
        ),
        world(
            "save-clock",
            "a settlement, a wall clock set twice; three copies unreadable",
            TIMED_OUT,
            BATTLE[:1],
            (),
            CLOCK,
            Budget(clocks=2),
            3,
        ),
    )
}
