"""Versions and migrations: by example, good beside bad."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.contracts import ContractBroken
from kernel.guild.save.migration import (
    Catalog,
    Files,
    Item,
    Moment,
    Payload,
    Piece,
    Progress,
    aged,
    chosen,
    interrupted,
    is_export_offered,
    may_migrate,
    migrated,
    reversed_to_source,
)
from kernel.guild.save.slot import NONE, Stage
from kernel.guild.save.versions import Chain, chain_of, is_release_complete
from properties.guild.save_migration import NEWCOMER, VETERAN

SOURCE = Payload(2, (VETERAN, NEWCOMER), (Item(0, NONE, Piece.KNOWN), Item(1, 0, Piece.KNOWN)), 52, True)
FILES = Files(SOURCE, SOURCE, False, False, 0, False, 0)
RELEASE = Catalog(4, (True, True, True), (5, NONE), 1_000)


def test_a_migration_seals_what_was_removed_and_draws_nothing() -> None:
    after = migrated(FILES, RELEASE)
    assert (after.active.version, after.has_copy, after.before) == (4, True, SOURCE)
    assert after.active.items == (Item(5, NONE, Piece.KNOWN), Item(1, 0, Piece.SEALED))
    assert [replace(each, derived=0) for each in after.active.recruits] == [
        replace(each, derived=0) for each in (VETERAN, NEWCOMER)
    ]
    assert reversed_to_source(after).active == SOURCE


@pytest.mark.parametrize(
    ("source", "release"),
    [
        (SOURCE, replace(RELEASE, has_step=(True, False, True))),
        (replace(SOURCE, is_whole=False), RELEASE),
        (SOURCE, replace(RELEASE, renamed=(5, 5))),
        (replace(SOURCE, items=(Item(0, 0, Piece.KNOWN), Item(1, 0, Piece.KNOWN))), RELEASE),
        (replace(SOURCE, items=(Item(0, 7, Piece.KNOWN),)), RELEASE),
        (replace(SOURCE, version=5), RELEASE),
    ],
)
def test_what_cannot_be_migrated_stays_as_it_is_and_is_blocked(source: Payload, release: Catalog) -> None:
    files = replace(FILES, active=source)
    assert migrated(files, release) == replace(files, is_blocked=True)
    assert is_export_offered(migrated(files, release))


def test_a_crash_before_the_switch_leaves_the_source() -> None:
    assert interrupted(FILES, RELEASE, Progress.PLANNED) == FILES
    assert interrupted(FILES, RELEASE, Progress.WRITTEN) == replace(FILES, has_copy=True)
    assert interrupted(FILES, RELEASE, Progress.SWITCHED) == migrated(FILES, RELEASE)


def test_no_migration_runs_into_a_battle_even_at_start_up() -> None:
    assert not may_migrate(Moment.START_UP, Stage.BATTLE, False)
    assert may_migrate(Moment.START_UP, Stage.GUILD, False)
    assert may_migrate(Moment.PLAY, Stage.MARKET, False)
    assert not may_migrate(Moment.PLAY, Stage.GUILD, False)
    assert not may_migrate(Moment.PLAY, Stage.MARKET, True)


def test_the_copy_goes_with_the_later_of_both() -> None:
    files = migrated(FILES, RELEASE)
    assert aged(files, 2, True, 29).has_copy
    assert aged(files, 1, True, 30).has_copy
    assert aged(files, 2, False, 30).has_copy
    assert not aged(aged(files, 2, True, 29), 0, False, 1).has_copy
    with pytest.raises(ContractBroken, match="AG-SAV-13-10"):
        reversed_to_source(aged(files, 2, True, 30))


def test_a_sealed_item_has_two_replacements() -> None:
    sealed = Item(1, 0, Piece.SEALED)
    assert chosen(sealed, (8, 9), 1) == Item(9, 0, Piece.KNOWN)
    assert chosen(sealed, (8, 9), NONE) == sealed
    with pytest.raises(ContractBroken, match="AG-SAV-13-11"):
        chosen(sealed, (8, 9), 2)


def test_chains_of_schemas() -> None:
    assert chain_of(1, 3, (True, True)) is Chain.MIGRATES
    assert chain_of(1, 3, (True,)) is Chain.BLOCKED
    assert chain_of(4, 3, (True, True)) is Chain.NEWER
    assert is_release_complete(5, (False, True, True, True))
    assert not is_release_complete(5, (True, False, True, True))
    with pytest.raises(ContractBroken, match="AG-SAV-3-02"):
        chain_of(0, 3, ())
