"""How a commit is validated: every check by what it catches, and of two faults the first: AG-SAV-11.2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from kernel.guild.save.cloud import NO_BRANCH, Branch, Device, Operation, Reply, Wish, received
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import FREE, ZERO, Row, Status
from kernel.guild.save.profile import DEFAULTS, Settings, loaded, usable
from kernel.guild.save.rulings import FROZEN
from kernel.guild.save.slot import (
    NO_DRAFT,
    NO_RECRUIT,
    NONE,
    NOT_CREATED,
    Cause,
    Draft,
    Drafting,
    Life,
    Offer,
    Recruit,
    Run,
    Slot,
    Stage,
    no_run,
)
from kernel.guild.save.validation import Fault, first_fault
from properties.claim import fact

# ---------------------------------------------------------------- commits that are sound


HERO = Recruit(Life.LIVING, False, 0, 1, 18, 22, 4)
OTHER = replace(HERO, item=NONE, origin=5)
RUN = replace(
    no_run(3, 2, 2),
    stage=Stage.MARKET,
    seed=1,
    coin=52,
    credit=19,
    capacity=4,
    recruits=(HERO, OTHER, NO_RECRUIT),
    offers=(Offer(0, True, True, 14), Offer(1, True, False, 14)),
    board=1,
)
EMPTY = Slot(2, NO_DRAFT, no_run(3, 2, 2), NOT_CREATED, 12, (True, False), 0, Cause.CLEARED)
ROWS = (
    Row(1, Status.APPLIED, Intent(Kind.COMMIT_RUN), ZERO, 3, 5, Reason.NONE),
    Row(2, Status.REJECTED, Intent(Kind.LOCK), ZERO, 5, NONE, Reason.INSUFFICIENT),
    FREE,
)


def sound(slot: Slot) -> Commit:
    """A valid commit with this slot."""
    return Commit(7, 5, True, slot, ROWS, 1)


def with_run(run: Run) -> Commit:
    """A valid commit with this run."""
    return sound(replace(EMPTY, run=run))


def with_draft(draft: Draft) -> Commit:
    """A commit with this draft and no run."""
    return sound(replace(EMPTY, draft=draft))


BATTLE = replace(RUN, stage=Stage.BATTLE, snapshot=3, retreat=70)
LOCKED = replace(BATTLE, stage=Stage.LOCKED, outcome=1, recruits=(replace(HERO, down=True), OTHER, NO_RECRUIT))
RESERVED = Draft(Drafting.SEED_RESERVED, 1, 0, (NONE, NONE, NONE, NONE), NONE, NONE, 0)
OFFERED = replace(RESERVED, status=Drafting.OFFERS_READY, offers=(4, 5, 6, 7))
SELECTED = replace(OFFERED, status=Drafting.SELECTION_READY, first=0, second=3, revision=2)
SOUND = (
    *(sound(EMPTY), with_run(RUN), with_run(BATTLE), with_run(LOCKED)),
    *(with_run(replace(RUN, stage=stage)) for stage in (Stage.REWARD, Stage.GUILD, Stage.SEALED)),
    *(with_draft(draft) for draft in (RESERVED, OFFERED, SELECTED)),
)

# ---------------------------------------------------------------- how they break


@dataclass(frozen=True)
class Break:
    """One way to break a commit by changing some fields, and the check that should catch it."""

    name: str
    fault: Fault
    fields: frozenset[str]
    does: Callable[[Commit], Commit]


def by(name: str, fault: Fault, **changes: Any) -> Break:
    """Change fields of the commit."""
    return Break(name, fault, frozenset(changes), lambda commit: replace(commit, **changes))


def in_slot(name: str, fault: Fault, **changes: Any) -> Break:
    """Change fields of the slot."""
    return Break(name, fault, frozenset(changes), lambda commit: replace(commit, slot=replace(commit.slot, **changes)))


def in_run(name: str, fault: Fault, **changes: Any) -> Break:
    """Change fields of the run."""

    def does(commit: Commit) -> Commit:
        run = replace(commit.slot.run, **changes)
        return replace(commit, slot=replace(commit.slot, run=run))

    return Break(name, fault, frozenset(changes), does)


def in_row(name: str, place: int, **changes: Any) -> Break:
    """Change fields of one row of the journal."""

    def does(commit: Commit) -> Commit:
        row = replace(commit.journal[place], **changes)
        return replace(commit, journal=(*commit.journal[:place], row, *commit.journal[place + 1 :]))

    return Break(name, Fault.JOURNAL, frozenset({"journal"}), does)


#: What can be wrong with a commit whose Market is open, in the order of the checks.
BREAKS = (
    by("its own parent", Fault.LINKS, parent=7),
    by("a parent from the future", Fault.LINKS, parent=9),
    by("a parent before the first", Fault.LINKS, parent=-2),
    by("a head too far", Fault.JOURNAL, head=2),
    by("a boundary that is none", Fault.JOURNAL, is_boundary=False),
    in_row("an ID twice", 1, operation=1),
    in_row("an applied row without a receipt", 0, receipt=NONE),
    in_row("a receipt from the future", 0, receipt=8),
    in_row("a rejected row with a cost", 1, delta=replace(ZERO, coin=-2)),
    in_row("a rejected row with a receipt", 1, receipt=6),
    in_row("something pending in a boundary", 1, status=Status.PENDING),
    in_run("a debt", Fault.BALANCES, coin=-1),
    in_run("more Coin than fits", Fault.BALANCES, coin=10_000),
    in_run("Credit below zero", Fault.BALANCES, credit=-1),
    in_run("Credit above 54", Fault.BALANCES, credit=55),
    in_run("refreshes below zero", Fault.BALANCES, refreshes=-1),
    in_slot("Renown above 9,999", Fault.BALANCES, renown=10_000),
    in_run("a Recruit twice", Fault.RECRUITS, recruits=(HERO, replace(OTHER, origin=4), NO_RECRUIT)),
    in_run("nobody with a history", Fault.RECRUITS, recruits=(HERO, OTHER, replace(NO_RECRUIT, paid=3))),
    in_run("no Profession", Fault.RECRUITS, recruits=(HERO, replace(OTHER, profession=-1), NO_RECRUIT)),
    in_run("an item worn and stored", Fault.ITEMS, inventory=(True, False)),
    in_run("an item worn twice", Fault.ITEMS, recruits=(HERO, replace(OTHER, item=0), NO_RECRUIT)),
    in_run("an item on the dead", Fault.ITEMS, recruits=(HERO, replace(OTHER, item=1, life=Life.FALLEN), NO_RECRUIT)),
    in_run("an item that is none", Fault.ITEMS, recruits=(HERO, replace(OTHER, item=2), NO_RECRUIT)),
    in_slot("a seed of the future", Fault.CREATION, ordinal=1),
    in_slot("a draft beside the run", Fault.CREATION, draft=RESERVED),
    in_run("a locked slot without an offer", Fault.MARKET, offers=(Offer(0, False, True, 14), RUN.offers[1])),
    in_run("an offer of the next board", Fault.MARKET, offers=(Offer(2, True, False, 14), RUN.offers[1])),
    in_run("an offer that pays", Fault.MARKET, offers=(Offer(1, True, False, -1), RUN.offers[1])),
    in_run("a battle in the Market", Fault.ENCOUNTER, snapshot=3),
    in_run("a retreat from the Market", Fault.ENCOUNTER, retreat=70),
    in_run("an outcome in the Market", Fault.ENCOUNTER, outcome=0),
)
#: What can be wrong elsewhere: with a draft, in a battle, after the close.
DRAFTS = (
    replace(RESERVED, offers=(4, NONE, NONE, NONE)),
    replace(RESERVED, first=0),
    replace(RESERVED, seed=2),
    replace(OFFERED, offers=(4, 5, 6, NONE)),
    replace(OFFERED, offers=(4, 5, 6, 6)),
    replace(OFFERED, second=3),
    replace(SELECTED, second=NONE),
    replace(SELECTED, second=0),
    replace(SELECTED, revision=0),
    replace(SELECTED, offers=(5, 4, 6, 7)),
)
ENCOUNTERS = (
    replace(BATTLE, outcome=2),
    replace(BATTLE, recruits=LOCKED.recruits),
    replace(LOCKED, outcome=NONE),
    replace(LOCKED, outcome=4),
    replace(RUN, recruits=LOCKED.recruits),
)
LEFT_OVER = (
    replace(EMPTY.run, coin=1),
    replace(EMPTY.run, inventory=(True, False)),
    replace(EMPTY.run, recruits=(OTHER, NO_RECRUIT, NO_RECRUIT), seed=1),
    replace(EMPTY.run, capacity=4),
)


def broken(fault: Fault) -> Iterator[Commit]:
    """Every commit that this check should catch."""
    yield from (each.does(with_run(RUN)) for each in BREAKS if each.fault is fault)
    if fault is Fault.CREATION:
        yield from (with_draft(draft) for draft in DRAFTS)
    if fault is Fault.ENCOUNTER:
        yield from (with_run(run) for run in ENCOUNTERS)
    if fault is Fault.CLOSE:
        yield from (with_run(run) for run in LEFT_OVER)


@fact("AG-SAV-5-08", cases=lambda: SOUND)
def a_sound_commit_passes(commit: Commit) -> bool:
    """A commit in every stage of a run or a draft, and one without either, fails no check."""
    return first_fault(commit) is None


@fact("AG-SAV-11.2-04", cases=lambda: broken(Fault.LINKS))
def links_are_checked(commit: Commit) -> bool:
    """A parent that does not come before its child is found."""
    return first_fault(commit) is Fault.LINKS


@fact("AG-SAV-11.2-05", "AG-SAV-5-08", cases=lambda: broken(Fault.JOURNAL))
def operations_are_checked(commit: Commit) -> bool:
    """Doubled IDs, impossible states, costs of what was not applied, and receipts out of the chain are found."""
    return first_fault(commit) is Fault.JOURNAL


@fact("AG-SAV-11.2-06", "AG-SAV-5-08", cases=lambda: broken(Fault.BALANCES))
def balances_are_checked(commit: Commit) -> bool:
    """Coin, Credit or Renown below zero or above their caps are found."""
    return first_fault(commit) is Fault.BALANCES


@fact("AG-SAV-11.2-07", "AG-SAV-5-08", cases=lambda: broken(Fault.RECRUITS))
def recruits_are_checked(commit: Commit) -> bool:
    """A Recruit that is there twice, or is none, is found."""
    return first_fault(commit) is Fault.RECRUITS


@fact("AG-SAV-11.2-08", "AG-SAV-5-08", cases=lambda: broken(Fault.ITEMS))
def owners_are_checked(commit: Commit) -> bool:
    """An item with two places, on somebody who is not living, or that is none, is found."""
    return first_fault(commit) is Fault.ITEMS


@fact("AG-SAV-11.2-09", cases=lambda: broken(Fault.CREATION))
def creation_is_checked(commit: Commit) -> bool:
    """A draft beside a run, a seed not reserved, part of the offers, other offers, and half a pair are found."""
    return first_fault(commit) is Fault.CREATION


@fact("AG-SAV-11.2-10", cases=lambda: broken(Fault.MARKET))
def the_board_is_checked(commit: Commit) -> bool:
    """An offer of a board to come, a lock on nothing, and a price below zero are found."""
    return first_fault(commit) is Fault.MARKET


@fact("AG-SAV-11.2-11", cases=lambda: broken(Fault.ENCOUNTER))
def the_encounter_is_checked(commit: Commit) -> bool:
    """A battle, retreat, outcome or casualty in the wrong stage is found."""
    return first_fault(commit) is Fault.ENCOUNTER


@fact("AG-SAV-11.2-12", cases=lambda: broken(Fault.CLOSE))
def what_a_close_leaves_is_checked(commit: Commit) -> bool:
    """Coin, items, Recruits or capacity without a run are found."""
    return first_fault(commit) is Fault.CLOSE


def pairs() -> Iterator[tuple[Break, Break]]:
    """Two faults of different checks, the earlier check's one first."""
    order = list(Fault)
    return (
        (one, other)
        for one, other in product(BREAKS, BREAKS)
        if order.index(one.fault) < order.index(other.fault) and not one.fields & other.fields
    )


@fact(
    "AG-SAV-11.2-04",
    "AG-SAV-11.2-05",
    "AG-SAV-11.2-06",
    "AG-SAV-11.2-07",
    "AG-SAV-11.2-08",
    "AG-SAV-11.2-09",
    "AG-SAV-11.2-10",
    cases=pairs,
)
def of_two_faults_the_first_is_named(case: tuple[Break, Break]) -> bool:
    """A commit that fails two checks is told the earlier one, in whatever order it was broken."""
    one, other = case
    return all(
        first_fault(commit) is one.fault
        for commit in (one.does(other.does(with_run(RUN))), other.does(one.does(with_run(RUN))))
    )


# ---------------------------------------------------------------- what is no corruption


@fact("AG-SAV-11.2-13", cases=lambda: product((-1, 0, 7, 8), (99, 100, 130, 131), (-1, 0, 3, 4)))
def wrong_settings_become_defaults(case: tuple[int, int, int]) -> bool:
    """A setting out of its range becomes its default, the others stay, and nothing of the game changes."""
    language, scale, mapping = case
    found = loaded(Settings(language, scale, mapping), EMPTY, True, True)
    wanted = Settings(
        language if language in range(8) else DEFAULTS.language,
        scale if 100 <= scale <= 130 else DEFAULTS.scale,
        mapping if mapping in range(4) else DEFAULTS.mapping,
    )
    return found.settings == wanted == usable(wanted) and found.slot == EMPTY and not found.is_corrupt


@fact("AG-SAV-11.2-13", cases=lambda: product((False, True), (False, True)))
def services_never_make_a_save_corrupt(case: tuple[bool, bool]) -> bool:
    """Whether cloud and platform answer has no part in whether the local save counts as corrupt."""
    is_valid, answers = case
    return loaded(DEFAULTS, EMPTY, is_valid, answers).is_corrupt == (not is_valid)


@fact("AG-SAV-11.2-13", cases=lambda: Wish)
def a_bad_copy_in_the_cloud_leaves_the_local_save(wish: Wish) -> bool:
    """A commit of the cloud that does not validate changes nothing here, whatever is wished."""
    local = Branch(0, 0, (Operation(1, True),))
    before = Device((local,), (), NO_BRANCH, NO_BRANCH, Reply.NOTHING)
    bad = Branch(0, 0, (Operation(1, True), Operation(2, False)), is_valid=False)
    return received(before, 0, bad, wish, FROZEN) == replace(before, reply=Reply.NOT_VALID)
