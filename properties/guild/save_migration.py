"""Versions and migrations: AG-SAV-3, AG-SAV-13."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product

from kernel.contracts import ContractBroken
from kernel.guild.save.migration import (
    Catalog,
    Files,
    Item,
    Moment,
    Payload,
    Piece,
    Progress,
    Recruit,
    aged,
    chosen,
    derived_of,
    interrupted,
    is_export_offered,
    is_mapping_valid,
    keeps_copy,
    may_migrate,
    migrated,
    missing_of,
    needs_replacement_review,
    reversed_to_source,
    rules_of_profession,
    stepped,
)
from kernel.guild.save.slot import NONE, Stage
from kernel.guild.save.versions import (
    Chain,
    Change,
    Handling,
    Versions,
    bumped,
    chain_of,
    handling_of,
    is_release_complete,
    may_adopt,
    rules_for,
)
from properties.claim import fact
from properties.theorem import Numbers, theorem

# ---------------------------------------------------------------- versions


ASKED = {
    Change.SETTINGS_LAYOUT: ("profile", Handling.PROFILE_ONLY),
    Change.SERIALIZATION: ("save", Handling.COPY_MIGRATION),
    Change.FORMULA: ("ruleset", Handling.STORED_VERSION),
    Change.CATALOG: ("content", Handling.STABLE_IDS),
}


def only_counts_on(change: Change) -> bool:
    """Does exactly this change's own version count on, and is the change handled as the table says?"""
    before = Versions(3, 5, 7, 9)
    name, handling = ASKED[change]
    after = replace(before, **{name: getattr(before, name) + 1})
    return bumped(before, change) == after and handling_of(change) is handling


@fact("AG-SAV-3-01", cases=lambda: (Change.SETTINGS_LAYOUT,))
def a_new_layout_concerns_the_profile_alone(change: Change) -> bool:
    """A new layout of settings or slots counts the profile's version on, no other, and migrates the profile alone."""
    return only_counts_on(change)


@fact("AG-SAV-3-02", cases=lambda: (Change.SERIALIZATION,))
def a_new_serialization_needs_a_migration_on_a_copy(change: Change) -> bool:
    """A new serialization counts the save's version on, no other, and needs adjacent migrations on a copy."""
    return only_counts_on(change)


@fact("AG-SAV-3-03", cases=lambda: (Change.FORMULA,))
def a_new_formula_counts_the_ruleset_on(change: Change) -> bool:
    """A new formula counts the ruleset on, and no other version."""
    return only_counts_on(change)


@fact("AG-SAV-3-04", cases=lambda: (Change.CATALOG,))
def a_new_catalogue_counts_the_content_on(change: Change) -> bool:
    """A new row or wording counts the content revision on, no other version, and asks for stable IDs."""
    return only_counts_on(change)


@theorem("AG-SAV-3-03", "AG-SAV-3-06", stored=Numbers(1, 999), shipped=Numbers(1, 999), is_committed=bool)
def what_is_committed_keeps_its_rules(stored: int, shipped: int, is_committed: bool) -> bool:
    """What is committed ends under the version stored with it, whatever has been shipped; only the rest changes."""
    return rules_for(stored, shipped, is_committed) == (stored if is_committed else shipped)


@fact("AG-SAV-3-06", cases=lambda: product(Stage, (False, True), (False, True), (False, True)))
def new_rules_begin_between_results(case: tuple[Stage, bool, bool, bool]) -> bool:
    """New rules begin where nothing is generated yet: no draft, no board, no battle, result or reward, none pending."""
    stage, due, has_draft, has_pending = case
    generated = has_draft or (stage is Stage.MARKET and not due)
    unfinished = has_pending or stage in (Stage.BATTLE, Stage.LOCKED, Stage.REWARD, Stage.SEALED)
    return may_adopt(stage, due, has_draft, has_pending) == (not generated and not unfinished)


def chains() -> Iterator[tuple[int, int, tuple[bool, ...]]]:
    """Every version and current schema up to five, with every set of adjacent steps."""
    return product(range(1, 6), range(1, 6), product((False, True), repeat=4))


def reaches(version: int, current: int, has_step: tuple[bool, ...]) -> bool:
    """Written apart from the kernel: step by step, does one get there?"""
    while version < current and version <= len(has_step) and has_step[version - 1]:
        version += 1
    return version == current


@fact("AG-SAV-3-05", "AG-SAV-13-03", cases=chains)
def a_chain_leaves_out_no_step(case: tuple[int, int, tuple[bool, ...]]) -> bool:
    """A save migrates exactly if every step from its schema to the current one is there; else its slot is blocked."""
    version, current, has_step = case
    chain = chain_of(version, current, has_step)
    if version > current:
        return chain is Chain.NEWER
    if version == current:
        return chain is Chain.CURRENT
    return (chain is Chain.MIGRATES) == reaches(version, current, has_step) and chain in (Chain.MIGRATES, Chain.BLOCKED)


@fact("AG-SAV-3-05", cases=lambda: product(range(1, 6), product((False, True), repeat=4)))
def a_release_migrates_the_three_schemas_before_it(case: tuple[int, tuple[bool, ...]]) -> bool:
    """A schema may be shipped exactly if each of the three before it, as far as there are any, has a chain to it."""
    current, has_step = case
    before = [version for version in range(current - 3, current) if version >= 1]
    return is_release_complete(current, has_step) == all(reaches(version, current, has_step) for version in before)


# ---------------------------------------------------------------- migrations


VETERAN = Recruit(11, 12, 13, 14, 15, 16, 7, 18, 99)
NEWCOMER = Recruit(21, 22, 23, 24, 25, 26, 1, 28, 98)
ITEMS = (
    (Item(0, NONE, Piece.KNOWN), Item(1, 0, Piece.KNOWN), Item(2, 1, Piece.KNOWN)),
    (Item(1, NONE, Piece.KNOWN),),
    (),
)
TWO_OWNERS_OF_ONE = (Item(0, 0, Piece.KNOWN), Item(1, 0, Piece.KNOWN))
#: Every content keeps its ID; one is renamed and one removed; two become one; an ID below zero.
RENAMED = ((0, 1, 2), (0, 7, NONE), (4, 4, 2), (0, -5, 2))


def slots() -> Iterator[tuple[Files, Catalog]]:
    """A slot of schema 1 to 4, whole or not, with each set of items, against releases with and without a step."""
    for version, items, whole, gap, renamed, old in product(
        range(1, 5), (*ITEMS, TWO_OWNERS_OF_ONE), (True, False), (NONE, 0, 1, 2), RENAMED, (True, False)
    ):
        source = Payload(version, (VETERAN, NEWCOMER), items, 52, whole)
        before = replace(source, coin=1)
        steps = tuple(i != gap for i in range(3))
        yield Files(source, before, old, False, 0, False, 0), Catalog(4, steps, renamed, 1_000)


def succeeds(files: Files, catalog: Catalog) -> bool:
    """Is there something to migrate, and does nothing speak against it?"""
    source = files.active
    sound = source.is_whole and source.items != TWO_OWNERS_OF_ONE and catalog.renamed in RENAMED[:2]
    return source.version < 4 and reaches(source.version, 4, catalog.has_step) and sound


@fact("AG-SAV-13-01", cases=lambda: product(Moment, Stage, (False, True)))
def migrations_run_at_start_up_or_in_a_market(case: tuple[Moment, Stage, bool]) -> bool:
    """None runs with something pending or into a battle, its outcome or a reward, nor while playing but in a Market."""
    moment, stage, pending = case
    if pending or stage in (Stage.BATTLE, Stage.LOCKED, Stage.REWARD):
        return not may_migrate(moment, stage, pending)
    return may_migrate(moment, stage, pending) == (moment is Moment.START_UP or stage is Stage.MARKET)


@fact("AG-SAV-13-02", "AG-SAV-13-08", "AG-SAV-11.1-07", cases=slots)
def a_migration_copies_its_source(case: tuple[Files, Catalog]) -> bool:
    """A migration that succeeds leaves the source's exact bytes as the copy from before, and can be undone with it."""
    files, catalog = case
    after = migrated(files, catalog)
    if not succeeds(files, catalog):
        return after.active == files.active
    back = reversed_to_source(after)
    return after.has_copy and after.before == files.active == back.active and after.active.version == 4


@fact("AG-SAV-13-03", cases=lambda: range(1, 4))
def a_step_leads_to_the_next_schema(version: int) -> bool:
    """A migration goes from a schema to the adjacent one, so that a plan from 1 to 4 has three steps."""
    payload = Payload(version, (VETERAN,), ITEMS[0], 52, True)
    return stepped(payload, Catalog(4, (True,) * 3, RENAMED[0], 0)).version == version + 1


@fact("AG-SAV-13-04", cases=slots)
def removed_rows_are_listed(case: tuple[Files, Catalog]) -> bool:
    """What is listed as missing are exactly the owned items whose stable ID is not in the new catalogue."""
    files, catalog = case
    missing = [i for i, item in enumerate(files.active.items) if catalog.renamed[item.content] == NONE]
    return list(missing_of(files.active, catalog)) == missing


@fact("AG-SAV-13-05", cases=slots)
def a_migration_is_deterministic(case: tuple[Files, Catalog]) -> bool:
    """The same source and release give the same result, and migrating again changes nothing more."""
    files, catalog = case
    once = migrated(files, catalog)
    return once == migrated(files, catalog) and migrated(once, catalog).active == once.active


@fact("AG-SAV-13-06", cases=slots)
def nothing_generated_is_drawn_again(case: tuple[Files, Catalog]) -> bool:
    """Names, looks, attributes, Trait, Profession, level and history of every Recruit are those of the source."""
    files, catalog = case
    after = migrated(files, catalog).active.recruits
    kept = [field.name for field in fields(Recruit) if field.name != "derived"]
    pairs = zip(files.active.recruits, after, strict=True)
    return all(getattr(old, name) == getattr(new, name) for old, new in pairs for name in kept)


@fact("AG-SAV-13-07", cases=slots)
def derived_figures_follow_from_what_is_preserved(case: tuple[Files, Catalog]) -> bool:
    """After a migration every derived figure is the function of the preserved fields that the new release has."""
    files, catalog = case
    after = migrated(files, catalog).active
    fresh = [each.attributes + each.profession + each.level + catalog.balance for each in after.recruits]
    if not succeeds(files, catalog):
        return [each.derived for each in after.recruits] == [99, 98]
    return [each.derived for each in after.recruits] == fresh == [derived_of(each, 1_000) for each in after.recruits]


@fact("AG-SAV-13-09", "AG-SAV-13-02", cases=lambda: product(slots(), Progress))
def a_crash_finds_the_source_or_the_whole_result(case: tuple[tuple[Files, Catalog], Progress]) -> bool:
    """Until the pointer has switched the source is active, already copied or not; after it the complete child is."""
    (files, catalog), done = case
    found = interrupted(files, catalog, done)
    if done is Progress.SWITCHED:
        return found == migrated(files, catalog)
    copied = succeeds(files, catalog) and done is not Progress.PLANNED
    return found.active == files.active and (found.has_copy, found.before) == (
        (True, files.active) if copied else (files.has_copy, files.before)
    )


@fact("AG-SAV-13-12", "AG-SAV-18-34", cases=slots)
def a_failed_migration_leaves_the_source(case: tuple[Files, Catalog]) -> bool:
    """If anything fails the source stays active, that slot is blocked with an export, and no copy of it is made."""
    files, catalog = case
    after = migrated(files, catalog)
    if succeeds(files, catalog) or files.active.version == 4:
        return not after.is_blocked and not is_export_offered(after)
    return after == replace(files, is_blocked=True) and is_export_offered(after)


@fact("AG-SAV-18-34", cases=lambda: RENAMED)
def a_mapping_gives_each_content_an_id_of_its_own(renamed: tuple[int, ...]) -> bool:
    """A mapping that makes two contents one, or names an ID that cannot be, is invalid."""
    return is_mapping_valid(Catalog(4, (True,) * 3, renamed, 0)) == (renamed in RENAMED[:2])


# ---------------------------------------------------------------- afterwards


@theorem("AG-SAV-13-10", markets=Numbers(0, 9), is_closed=bool, launches=Numbers(0, 99))
def the_source_is_kept_until_the_later_of_both(markets: int, is_closed: bool, launches: int) -> bool:
    """The copy goes when two Markets and the close of a run have come and thirty launches as well, not before."""
    return keeps_copy(markets, is_closed, launches) == (not (markets >= 2 and is_closed and launches >= 30))


@fact("AG-SAV-13-10", cases=lambda: product(range(4), repeat=4))
def the_sentence_can_be_bracketed_either_way(case: tuple[int, int, int, int]) -> bool:
    """Whether "and" or "or" binds first, "whichever is later" is when all three have come, so that nothing is open.

    Three dates, of the second Market, the close and the thirtieth launch, are held against today.
    """
    markets, close, launches, today = case
    one, other = max(max(markets, close), launches), max(markets, max(close, launches))
    seen = keeps_copy(2 if today >= markets else 1, today >= close, 30 if today >= launches else 29)
    return one == other and seen == (today < one)


@fact("AG-SAV-13-10", cases=lambda: product(range(4), (False, True), (0, 29, 30, 31), range(4), (False, True)))
def the_copy_ages_with_the_slot(case: tuple[int, bool, int, int, bool]) -> bool:
    """Markets, the close and launches add up over time, and the active save stays whatever becomes of the copy."""
    first, closed, launches, second, closed_later = case
    payload = Payload(4, (VETERAN,), (), 52, True)
    files = aged(
        aged(Files(payload, payload, True, False, 0, False, 0), first, closed, 0), second, closed_later, launches
    )
    kept = first + second < 2 or not (closed or closed_later) or launches < 30
    return files.has_copy == kept and files.active == payload


@fact("AG-SAV-13-11", cases=slots)
def a_removed_item_is_sealed_where_it_is(case: tuple[Files, Catalog]) -> bool:
    """A removed item keeps its stable ID and its owner as a sealed record; no item is sold, equipped or drawn."""
    files, catalog = case
    if not succeeds(files, catalog):
        return True
    after = migrated(files, catalog).active
    wanted = [
        (item.content, item.owner, Piece.SEALED)
        if catalog.renamed[item.content] == NONE
        else (catalog.renamed[item.content], item.owner, Piece.KNOWN)
        for item in files.active.items
    ]
    return [(each.content, each.owner, each.piece) for each in after.items] == wanted and after.coin == 52


@fact("AG-SAV-13-11", cases=lambda: product((NONE, 0, 1), (NONE, 0), Piece))
def a_sealed_item_is_replaced_by_one_of_two_or_not(case: tuple[int, int, Piece]) -> bool:
    """The player takes one of two replacements or leaves the record sealed; what is not sealed has no replacement."""
    choice, owner, piece = case
    item = Item(5, owner, piece)
    wanted = Item((31, 32)[choice], owner, Piece.KNOWN) if choice != NONE and piece is Piece.SEALED else item
    return chosen(item, (31, 32), choice) == wanted


@fact("AG-SAV-13-11", cases=lambda: (2, 3, -2))
def there_is_no_third_replacement(choice: int) -> bool:
    """Another choice than the two replacements or none is refused."""
    try:
        chosen(Item(5, NONE, Piece.SEALED), (31, 32), choice)
    except ContractBroken:
        return True
    return False


@fact("AG-SAV-13-11", cases=lambda: product((False, True), (False, True)))
def a_removed_profession_lasts_through_its_battle(case: tuple[bool, bool]) -> bool:
    """A removed Profession keeps its stored rules while its battle lasts, and is reviewed only afterwards."""
    in_battle, removed = case
    stored = rules_of_profession(3, 4, in_battle, removed) == (3 if in_battle and removed else 4)
    return stored and needs_replacement_review(in_battle, removed) == (removed and not in_battle)
