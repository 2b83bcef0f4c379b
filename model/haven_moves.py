"""What can happen to a slot and around it: recovery as a game with a cloud, a trash, migrations and a wall clock.

Whatever can happen to a vault can happen here too. Every other step is the shipped function of its own file. The other
device plays on what the cloud has, and its operations have IDs of their own.
Rules: AG-SAV-1-03..05, AG-SAV-13-01..12, AG-SAV-14-01..09, AG-SAV-15-02, AG-SAV-16-02.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from kernel.guild.save.clock import Saved, Surroundings, reopened
from kernel.guild.save.cloud import Topology, Wish, is_ancestor, received, topology_of
from kernel.guild.save.commit import Commit, boundary_of
from kernel.guild.save.deletion import deleted, emptied, launched, may_restore, restored
from kernel.guild.save.intent import Intent
from kernel.guild.save.migration import Moment as When
from kernel.guild.save.migration import (
    Progress,
    interrupted,
    lineage_of_child,
    may_fall_back,
    may_migrate,
    reversed_to_source,
)
from kernel.guild.save.recovery import rolled_back
from kernel.guild.save.rulings import Fallback, SaveRulings
from kernel.guild.save.slot import Slot
from model import no_resurrection as base
from model.game import Game
from model.haven import (
    AHEAD,
    BACK,
    FIRST_SLOT,
    LATER_SLOT,
    Around,
    Budget,
    Choice,
    Copies,
    Delete,
    Discard,
    Elsewhere,
    FallBack,
    Haven,
    Launch,
    Meet,
    Migrate,
    Restore,
    SetClock,
    Spoil,
    Upload,
    branch,
    catalog_of,
    device_of,
    files_of,
    has_later,
    here,
    migrated_slot,
    of_cloud,
    of_slot,
)
from model.no_resurrection import BACKUPS, Act, Moment, OutOfTurn, Recover, acted, chains, is_new, restarted


def is_due(haven: Haven, choice: Choice, rulings: SaveRulings) -> bool:
    """Can this step be made now?"""
    is_open, left = haven.moment is Moment.OPEN, haven.left
    match choice:
        case Upload():
            way = topology_of(of_slot(haven, rulings), of_cloud(haven, rulings)) if haven.cloud else None
            return is_open and left.uploads > 0 and way in (None, Topology.CLOUD_BEHIND)
        case Elsewhere():
            is_theirs = bool(haven.cloud) and haven.is_cloud_valid and haven.own <= choice.number < len(haven.menu)
            return (
                is_theirs and left.plays > 0 and is_new(replace(haven, active=haven.cloud[0]), choice.number, rulings)
            )
        case Spoil():
            return bool(haven.cloud) and haven.is_cloud_valid and haven.faults > 0
        case Meet():
            return bool(haven.cloud) and haven.moment in (Moment.OPEN, Moment.GONE)
        case Delete():
            return left.deletions > 0 and haven.moment in (Moment.OPEN, Moment.BLOCKED)
        case Launch() | Discard():
            is_last = isinstance(choice, Launch) and left.launches == 0
            return haven.moment is Moment.GONE and bool(haven.trashed) and not is_last
        case Restore():
            is_elsewhere = bool(haven.guest) and haven.of.guest == haven.of.trashed
            return may_restore(haven.shelf, FIRST_SLOT.slot, is_elsewhere, rulings)
        case Migrate():
            is_old = left.migrations > 0 and not haven.source
            return is_open and is_old and may_migrate(When.PLAY, haven.active.slot.run.stage, False)
        case FallBack():
            return is_open and may_fall_back(files_of(haven), has_later(haven), rulings)
        case SetClock():
            return left.clocks > 0 and choice.wall != haven.wall
        case Act():
            return choice.number < haven.own and base.is_due(haven, choice, rulings)
    return base.is_due(haven, choice, rulings)


def play(haven: Haven, choice: Choice, rulings: SaveRulings) -> Haven:
    """Make one step that is due."""
    left = haven.left
    match choice:
        case Upload():
            return replace(
                haven,
                cloud=(haven.active,),
                is_cloud_valid=True,
                left=replace(left, uploads=left.uploads - 1),
                of=replace(haven.of, cloud=haven.of.slot),
            )
        case Elsewhere():
            theirs = acted(replace(haven, active=haven.cloud[0]), choice.number, rulings).active
            return replace(haven, cloud=(theirs,), left=replace(left, plays=left.plays - 1))
        case Spoil():
            return replace(haven, is_cloud_valid=False, faults=haven.faults - 1)
        case Meet():
            return met(haven, choice, rulings)
        case Delete():
            return thrown_away(haven)
        case Launch() | Discard():
            is_launch = isinstance(choice, Launch)
            shelf = launched(haven.shelf, True, rulings) if is_launch else emptied(haven.shelf)
            lies = haven.trashed if shelf.trash else ()
            return replace(haven, shelf=shelf, trashed=lies, left=replace(left, launches=left.launches - is_launch))
        case Restore():
            return brought_back(haven)
        case Migrate():
            return migrates(haven, choice.done, rulings)
        case FallBack():
            return fallen_back(haven, rulings)
        case SetClock():
            return replace(haven, wall=choice.wall, left=replace(left, clocks=left.clocks - 1))
    after = cast(Haven, base.play(haven, choice, rulings))
    return noticed(after) if isinstance(choice, Recover) else after


def met(haven: Haven, choice: Meet, rulings: SaveRulings) -> Haven:
    """What becomes of the slots once the cloud's commit was held against one. Rules: AG-SAV-14-01..08."""
    before = device_of(haven, rulings)
    device = received(before, choice.slot, of_cloud(haven, rulings), choice.wish, rulings)
    branches = (*before.archive, *before.slots, of_cloud(haven, rulings))
    # No commit stands for an empty slot; nothing is ever looked up there.
    guest = haven.guest or (haven.active,)
    commits = dict(zip(branches, (*haven.archive, haven.active, *guest, *haven.cloud), strict=True))
    of = replace(haven.of, archive=tuple(each.lineage for each in device.archive))
    haven = replace(haven, archive=tuple(commits[each] for each in device.archive), of=of)
    if device.upload != before.upload:
        return replace(haven, cloud=(commits[device.upload],), of=replace(of, cloud=device.upload.lineage))
    if device.slots[1] != before.slots[1]:
        return replace(haven, guest=(commits[device.slots[1]],), of=replace(of, guest=device.slots[1].lineage))
    return taken(haven, rulings) if device.slots[0] != before.slots[0] else haven


def taken(haven: Haven, rulings: SaveRulings) -> Haven:
    """The cloud's commit becomes active; of the older ones its ancestors stay as backups, and ledgers follow."""
    of_new = of_cloud(haven, rulings)
    older = (*here(haven), *(() if haven.moment is Moment.GONE else haven.backups))
    backups = tuple(each for each in older if is_ancestor(branch((each,), haven.of.slot, rulings), of_new))[:BACKUPS]
    is_import = haven.moment is Moment.GONE
    return replace(
        haven,
        moment=Moment.ROTATED,
        active=haven.cloud[0],
        backups=backups,
        checkpoint=(),
        unreadable=(),
        ledgers=((), ()) if is_import else haven.ledgers,
        shelf=replace(haven.shelf, slot=LATER_SLOT.slot, ledgers=LATER_SLOT.ledgers) if is_import else haven.shelf,
        of=replace(haven.of, slot=haven.of.cloud),
    )


def thrown_away(haven: Haven) -> Haven:
    """All of the slot lies in the trash; what was active is remembered if it could be read. Rules: AG-SAV-16-02."""
    is_read, lineage = haven.moment is not Moment.BLOCKED, haven.of.slot
    return replace(
        haven,
        moment=Moment.GONE,
        shelf=deleted(haven.shelf),
        trashed=(Copies(haven.active, haven.backups, haven.ledgers, haven.unreadable),),
        head=(haven.active,) if is_read else haven.head,
        left=replace(haven.left, deletions=haven.left.deletions - 1),
        of=replace(haven.of, trashed=lineage, head=lineage if is_read else haven.of.head),
    )


def brought_back(haven: Haven) -> Haven:
    """The slot comes back with its ledgers; its process starts as after a crash. Rules: AG-SAV-16-02."""
    copies = haven.trashed[0]
    return replace(
        haven,
        moment=Moment.DOWN,
        shelf=restored(haven.shelf, FIRST_SLOT.slot),
        trashed=(),
        active=copies.active,
        backups=copies.backups,
        ledgers=copies.ledgers,
        unreadable=copies.unreadable,
        of=replace(haven.of, slot=haven.of.trashed),
    )


def migrates(haven: Haven, done: Progress, rulings: SaveRulings) -> Haven:
    """The migration as far as it comes: the source stays active, or its migrated child is.

    Rules: AG-SAV-13-02..09, F-248.
    """
    files, old = files_of(haven), haven.active
    after = interrupted(files, catalog_of(old.slot), done)
    left = replace(haven.left, migrations=haven.left.migrations - 1)
    if after.active == files.active:
        return replace(haven, moment=Moment.DOWN, left=left)
    slot = migrated_slot(old.slot, after.active)
    child = Commit(old.sequence + 1, boundary_of(old), True, slot, old.journal, old.head)
    aside = (old, *haven.backups)[:BACKUPS]
    of = replace(haven.of, slot=lineage_of_child(haven.of.slot, rulings), source=haven.of.slot)
    return replace(haven, moment=Moment.SWITCHED, active=child, backups=aside, source=(old,), left=left, of=of)


def fallen_back(haven: Haven, rulings: SaveRulings) -> Haven:
    """The commit from before the migration, as it is or through recovery. Rules: AG-SAV-1-08, AG-SAV-14-09, F-245."""
    source = haven.source[0]
    bare = replace(haven, source=(), of=replace(haven.of, slot=haven.of.source))
    if rulings.fallback is Fallback.REPLAYED:
        found = rolled_back(source, haven.active, *chains(haven), haven.genesis, rulings)
        return cast(Haven, restarted(bare, found))
    slot = migrated_slot(source.slot, reversed_to_source(files_of(haven)).active)
    return replace(bare, moment=Moment.ROTATED, active=replace(source, slot=slot), backups=())


def noticed(haven: Haven) -> Haven:
    """The start notices the clock, and nothing comes of it. Rules: AG-SAV-15-02, AG-SAV-15-03."""
    saved = reopened(Saved(haven.active.slot, 0, haven.seen, haven.anomalies), Surroundings(haven.wall, 0, 0, True))
    active = replace(haven.active, slot=saved.slot)
    return replace(haven, active=active, seen=saved.seen, anomalies=saved.anomalies)


# ---------------------------------------------------------------- the game


def offered(haven: Haven, rulings: SaveRulings) -> tuple[Choice, ...]:
    """Every step that can be made now."""
    every: list[Choice] = [*base.offered(haven, rulings)]
    every += [Upload(), *(Elsewhere(number) for number in range(haven.own, len(haven.menu))), Spoil()]
    every += [Meet(slot, wish) for slot in range(2) for wish in Wish if slot == 0 or wish is Wish.TAKE_CLOUD]
    every += [Delete(), Launch(), Discard(), Restore(), FallBack()]
    every += [Migrate(done) for done in Progress]
    every += [SetClock(wall) for wall in (BACK, AHEAD)]
    return tuple(choice for choice in every if is_due(haven, choice, rulings))


def advance(haven: Haven, choice: Choice, rulings: SaveRulings) -> Haven:
    """Make one step. Raises `OutOfTurn`."""
    if not is_due(haven, choice, rulings):
        raise OutOfTurn(f"{choice} is not due while {haven.moment.value}")
    return play(haven, choice, rulings)


AROUND = frozenset(
    {
        "upload",
        "elsewhere",
        "spoil",
        "meet",
        "delete",
        "launch",
        "discard",
        "restore",
        "migrate",
        "fallback",
        "setclock",
    }
)


def label_of(haven: Haven, choice: Choice, rulings: SaveRulings) -> str:
    """What kind of step this is."""
    if isinstance(choice, Around):
        return type(choice).__name__.lower()
    return base.label_of(haven, choice, rulings)


def game(rulings: SaveRulings) -> Game[Haven, Choice, SaveRulings]:
    """Recovery and what lies around a slot, as a game."""
    return Game(
        name="save-haven",
        state_type=Haven,
        choice_type=Choice,
        rulings_type=SaveRulings,
        offered=offered,
        play=play,
        advance=advance,
        refused=OutOfTurn,
        label=lambda haven, choice: label_of(haven, choice, rulings),
        labels=base.LABELS | AROUND,
        is_over=lambda haven: haven.moment is Moment.BLOCKED and haven.left.deletions == 0,
    )


def fresh(
    slot: Slot,
    own: tuple[Intent, ...],
    theirs: tuple[Intent, ...],
    left: Budget,
    faults: int,
    stale: int = 0,
    rollbacks: int = 0,
) -> Haven:
    """A slot at its first commit, with nothing around it yet."""
    vault = base.fresh(slot, own + theirs, faults, stale, rollbacks)
    return Haven(**vars(vault), own=len(own), left=left)


#: The machine with the standing answers; plays under others replay on it too.
SAVE_HAVEN = game(SaveRulings())
