"""Migration: on a copy, step after adjacent step, with nothing drawn; the source stays until the end, and if it fails.

Generated fields are labels; a derived figure is a function of them. Rules: AG-SAV-13-01..12, AG-SAV-1-08.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import ensure, require
from kernel.guild.save.rulings import Descent, Fallback, SaveRulings
from kernel.guild.save.slot import NONE, Stage, Term
from kernel.guild.save.versions import Chain, chain_of

#: The source's bytes outlast so many later valid Market commits, and so many launches (AG-SAV-13-10).
MARKETS_KEPT, LAUNCHES_KEPT = 2, 30
#: Replacements that a removed item offers (AG-SAV-13-11).
REPLACEMENTS = 2


@dataclass(frozen=True)
class Recruit:
    """What was generated for a living Recruit, and what it has become. Rules: AG-SAV-13-06."""

    name: int
    rendered: int
    looks: int
    attributes: int
    trait: int
    profession: int
    level: int
    history: int
    derived: int


class Piece(Term):
    """What an owned item has become. Rules: AG-SAV-13-11."""

    KNOWN = "its stable ID is in the catalogue"
    SEALED = "a sealed legacy record"


@dataclass(frozen=True)
class Item:
    """An owned item by its stable ID, with its owner: a Recruit's place, or NONE for the inventory."""

    content: int
    owner: int
    piece: Piece


@dataclass(frozen=True)
class Payload:
    """What is migrated. `is_whole`: operations, ownership, Market, battle and closure chains validate."""

    version: int
    recruits: tuple[Recruit, ...]
    items: tuple[Item, ...]
    coin: int
    is_whole: bool


@dataclass(frozen=True)
class Catalog:
    """The new release: the current schema, which adjacent steps there are, what becomes of content IDs.

    `renamed[i]` is the new stable ID of content i, NONE if it was removed; `balance` enters every derived figure.
    """

    current: int
    has_step: tuple[bool, ...]
    renamed: tuple[int, ...]
    balance: int


@dataclass(frozen=True)
class Files:
    """One slot: the active payload, the copy from before a migration, and how long that is kept.

    `markets`, `is_closed` and `launches` count what came after the migration. Rules: AG-SAV-13-02, AG-SAV-13-10.
    """

    active: Payload
    before: Payload
    has_copy: bool
    is_blocked: bool
    markets: int
    is_closed: bool
    launches: int


class Moment(Term):
    """When a migration might run. Rules: AG-SAV-13-01."""

    START_UP = "at start-up"
    PLAY = "while the game is played"


def may_migrate(moment: Moment, stage: Stage, has_pending: bool) -> bool:
    """May a migration run: at start-up or in a Market, nothing pending, and never into a battle or its result?

    Rules: AG-SAV-13-01, F-163.
    """
    if has_pending or stage in (Stage.BATTLE, Stage.LOCKED, Stage.REWARD):
        return False
    return moment is Moment.START_UP or stage is Stage.MARKET


def derived_of(recruit: Recruit, balance: int) -> int:
    """The derived figures of a Recruit: a function of its preserved fields and the rules alone. Rules: AG-SAV-13-07."""
    return recruit.attributes + recruit.profession + recruit.level + balance


def is_mapping_valid(catalog: Catalog) -> bool:
    """Does every content ID that is kept get an ID of its own? Rules: AG-SAV-13-04, AG-SAV-18-34."""
    kept = tuple(each for each in catalog.renamed if each != NONE)
    return all(kept[i] >= 0 and kept[i] != kept[j] for i in range(len(kept)) for j in range(i))


def missing_of(payload: Payload, catalog: Catalog) -> tuple[int, ...]:
    """The places of owned items whose stable ID is in the catalogue no more. Rules: AG-SAV-13-04."""
    return tuple(i for i, each in enumerate(payload.items) if _new_id(each.content, catalog) == NONE)


def _new_id(content: int, catalog: Catalog) -> int:
    return catalog.renamed[content] if 0 <= content < len(catalog.renamed) else NONE


@ensure(
    lambda payload, result: (
        tuple(replace(each, derived=0) for each in payload.recruits)
        == tuple(replace(each, derived=0) for each in result.recruits)
    ),
    "AG-SAV-13-06: nothing generated is drawn again",
)
@ensure(lambda payload, result: result.version == payload.version + 1, "AG-SAV-13-03: no step is left out")
def stepped(payload: Payload, catalog: Catalog) -> Payload:
    """One adjacent migration of a copy: IDs are mapped, removed items sealed where they are, figures derived again.

    Rules: AG-SAV-13-04..07, AG-SAV-13-11.
    """
    is_last = payload.version + 1 == catalog.current
    items = tuple(mapped(each, catalog) for each in payload.items) if is_last else payload.items
    recruits = tuple(replace(each, derived=derived_of(each, catalog.balance)) for each in payload.recruits)
    return replace(payload, version=payload.version + 1, items=items, recruits=recruits)


def mapped(item: Item, catalog: Catalog) -> Item:
    """An owned item under its new stable ID, or sealed under its old one; its owner stays. Rules: AG-SAV-13-11."""
    new = _new_id(item.content, catalog)
    return replace(item, piece=Piece.SEALED) if new == NONE else replace(item, content=new)


class Progress(Term):
    """How far a migration had come when the process ended."""

    PLANNED = "the chain is planned"
    COPIED = "the source is copied"
    WRITTEN = "the new child is written and read, the pointer old"
    SWITCHED = "the pointer names the new child"


def interrupted(files: Files, catalog: Catalog, done: Progress) -> Files:
    """What is found after a crash: the source, until the pointer has switched. Rules: AG-SAV-13-02, AG-SAV-13-09."""
    after = migrated(files, catalog)
    if done is Progress.SWITCHED:
        return after
    copied = done is not Progress.PLANNED and after.active != files.active
    return replace(files, before=files.active, has_copy=True) if copied else files


@require(lambda files: files.active.version >= 1, "AG-SAV-3-02: schemas are counted from 1")
@ensure(
    lambda files, catalog, result: result.active == files.active or result.active.version == catalog.current,
    "AG-SAV-13-12: the source stays active, or the complete result is",
)
@ensure(
    lambda files, result: result.active == files.active or (result.has_copy and result.before == files.active),
    "AG-SAV-13-02: the source was copied",
)
def migrated(files: Files, catalog: Catalog) -> Files:
    """Validate and copy the source, plan, step a copy to the current schema, validate, switch; else leave the source.

    Rules: AG-SAV-13-02..09, AG-SAV-13-12.
    """
    source = files.active
    chain = chain_of(source.version, catalog.current, catalog.has_step)
    if chain is Chain.CURRENT:
        return replace(files, is_blocked=False)
    if chain is not Chain.MIGRATES or not source.is_whole or not is_mapping_valid(catalog):
        return replace(files, is_blocked=True)
    candidate = source
    for _ in range(len(catalog.has_step)):
        if candidate.version < catalog.current:
            candidate = stepped(candidate, catalog)
    if not candidate.is_whole or not has_one_owner_each(candidate):
        return replace(files, is_blocked=True)
    return Files(candidate, source, True, False, 0, False, 0)


def has_one_owner_each(payload: Payload) -> bool:
    """Is every item in the inventory or with a Recruit that exists, and no Recruit has two? Rules: AG-SAV-13-08."""
    held = tuple(each.owner for each in payload.items if each.owner != NONE)
    different = all(held[i] != held[j] for i in range(len(held)) for j in range(i))
    return different and all(0 <= each < len(payload.recruits) for each in held)


def is_export_offered(files: Files) -> bool:
    """Are details and an export offered: for a slot that is blocked? Rules: AG-SAV-13-12, AG-SAV-3-05."""
    return files.is_blocked


def lineage_of_child(source: int, rulings: SaveRulings) -> int:
    """The lineage of the child that a migration writes. Rules: AG-SAV-13-09, F-248."""
    return source if rulings.descent is Descent.SAME_LINEAGE else source + 1


# ---------------------------------------------------------------- afterwards


def keeps_copy(markets: int, is_closed: bool, launches: int) -> bool:
    """Is the source kept: until two valid Markets and the close of a run, or 30 launches, whichever is later?

    Rules: AG-SAV-13-10.
    """
    return markets < MARKETS_KEPT or not is_closed or launches < LAUNCHES_KEPT


def aged(files: Files, markets: int, is_closed: bool, launches: int) -> Files:
    """The files after so many more Markets and launches, and perhaps the close of a run. Rules: AG-SAV-13-10."""
    later = replace(
        files,
        markets=files.markets + markets,
        is_closed=files.is_closed or is_closed,
        launches=files.launches + launches,
    )
    return replace(later, has_copy=files.has_copy and keeps_copy(later.markets, later.is_closed, later.launches))


def may_fall_back(files: Files, has_later: bool, rulings: SaveRulings) -> bool:
    """May the migration be taken back? `has_later`: a boundary after it is verified. Rules: AG-SAV-1-08, F-245."""
    return files.has_copy and not (has_later and rulings.fallback is Fallback.NEXT_BOUNDARY)


@require(lambda files: files.has_copy, "AG-SAV-13-10: only a source that is kept can come back")
def reversed_to_source(files: Files) -> Files:
    """Back to the source, byte for byte. Rules: AG-SAV-1-08, AG-SAV-13-02."""
    return replace(files, active=files.before, has_copy=False)


@require(lambda choice: NONE <= choice < REPLACEMENTS, "AG-SAV-13-11: there are two replacements, or none is taken")
def chosen(item: Item, replacements: tuple[int, int], choice: int) -> Item:
    """A sealed item after the player's choice in a Market: a replacement, or sealed still. Rules: AG-SAV-13-11."""
    if item.piece is not Piece.SEALED or choice == NONE:
        return item
    return replace(item, content=replacements[choice], piece=Piece.KNOWN)


def rules_of_profession(stored: int, shipped: int, in_battle: bool, is_removed: bool) -> int:
    """The ruleset for a Recruit's Profession: a removed one keeps its own through its battle. Rules: AG-SAV-13-11."""
    return stored if in_battle and is_removed else shipped


def needs_replacement_review(in_battle: bool, is_removed: bool) -> bool:
    """Has a replacement to be reviewed: once the battle of a removed Profession is over? Rules: AG-SAV-13-11."""
    return is_removed and not in_battle
