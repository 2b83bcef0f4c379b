"""Slots of an older schema, and their migration: the one schema there is with one field under another name.

There has been one schema. The older one exists here alone, so that a step can be taken; it says nothing else.

Rules: AG-SAV-13-02, AG-SAV-13-09, AG-SAV-13-10, AG-SAV-13-12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kernel.guild.save.envelope import opened, sealed
from kernel.guild.save.store_commit import SAVE_SCHEMA, low128
from kernel.guild.save.store_files import ACTIVE, COMMIT, SHELF, file_of, packed, pointer_to
from kernel.guild.save.store_launch import count_launch
from kernel.guild.save.store_migration import Release, fall_back, migrate
from kernel.guild.save.store_slots import Slots
from model.disk import Image
from model.store_acts import Act, after_acts, commit_on, device, in_use, index_on, part_on, untouched
from model.store_oracle import Law
from model.store_runs import IDENTITY, Place, place_at

#: The older schema calls the head of the receipts otherwise.
OLDER, OLD_NAME = SAVE_SCHEMA - 1, "receipts_counted"
#: Launches that a copy outlasts at least; a figure of its own.
THIRTY = 30


def renamed(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The step to the schema of today."""
    return {("head" if key == OLD_NAME else key): value for key, value in said.items()}


RELEASE = Release(OLDER, (renamed,))


def older(place: Place) -> Place:
    """The place as the older schema has it: every commit, and the pointers to them."""
    files = dict(place.image)
    found: dict[str, Any] = {}
    for name in sorted(name for name in files if name.startswith(COMMIT)):
        plain = opened("commit", files.pop(name))
        said = {(OLD_NAME if key == "head" else key): value for key, value in plain["commit"].items()}
        commit_id = low128(["commit", IDENTITY.lineage_id, plain["parent_commit_id"], said])
        data = sealed("commit", {**plain, "commit": said, "commit_id": commit_id, "save_schema_version": OLDER})
        files[file_of(commit_id, said["sequence"])] = data
        found[name] = pointer_to(commit_id, said["sequence"], data)
    shelf = opened("shelf", files[SHELF])

    def moved(pointer: Mapping[str, Any]) -> Mapping[str, Any]:
        return vars(found[pointer["file"]]) if pointer["file"] in found else pointer

    new = {key: [moved(each) for each in value] if key == "backups" else moved(value) for key, value in shelf.items()}
    files[SHELF] = sealed("shelf", new)
    files[ACTIVE] = packed("pointer", found[opened("pointer", files[ACTIVE])["file"]])
    return replace(place, image=tuple(sorted(files.items())))


def set_back(image: Image, place: Place) -> Image:
    """The device whose first slot an older program has brought to this place."""
    number = index_on(image)["slots"][0]["slot"]
    others = [(name, data) for name, data in image if not name.startswith(f"{number}.")]
    return tuple(sorted([*others, *((f"{number}.{name}", data) for name, data in older(place).image)]))


def before_on(image: Image) -> list[Image]:
    """The copies from before a migration."""
    return [part_on(image, each["part"]) for each in index_on(image)["before"]]


def whole_result(before: Image, after: Image) -> Iterator[str]:
    """The slot says what it said, one commit later; the copy is the source, byte for byte."""
    source, result = commit_on(in_use(before, 0)), commit_on(in_use(after, 0))
    due = {**renamed(source["commit"]), "is_boundary": True, "applies": False}
    due |= {"sequence": source["commit"]["sequence"] + 1, "parent": source["commit"]["sequence"]}
    if (result["commit"], result["save_schema_version"]) != (due, SAVE_SCHEMA):
        yield "the result says something else than its source"
    if result["parent_commit_id"] != source["commit_id"]:
        yield "the result is no child of its source"
    if before_on(after) != [in_use(before, 0)]:
        yield "the copy from before is not the source, byte for byte"


def source_again(before: Image, after: Image) -> Iterator[str]:
    """The slot is what the copy was, and there is no copy any more."""
    if in_use(after, 0) != before_on(before)[0] or before_on(after):
        yield "what comes back is not the source, byte for byte"


def copy_kept(before: Image, after: Image) -> Iterator[str]:
    """The copy and the slot are as they were."""
    if before_on(after) != before_on(before) or in_use(after, 0) != in_use(before, 0):
        yield "a launch changes what it should not"


def migrating(slots: Slots) -> object:
    """Migrate the first slot. It needs no confirm."""
    migrate(slots, 0, RELEASE)
    return None


def copied(image: Image) -> Image:
    """The device on which the source has been copied, and nothing else done."""
    found: list[Image] = []

    def stop(slots: Slots) -> None:
        write = slots.switch

        def switch(index: Any) -> None:
            if found:
                raise InterruptedError
            write(index)
            found.append(())

        slots.switch = switch  # type: ignore[method-assign]
        try:
            migrate(slots, 0, RELEASE)
        except InterruptedError:
            slots.sweep()

    return after_acts(image, stop)


def migration_acts() -> Iterator[tuple[str, Act]]:
    """Migrations and what comes after, by name."""
    image = device(older(place_at(())))
    done = after_acts(image, migrating)
    part = next(iter(index_on(done)["before"]), {"part": -1})["part"]
    yield "migrate", Act(Law.MIGRATED, image, migrating, whole_result, (copied(image),))
    yield "migrate again", Act(Law.MIGRATED, done, migrating, untouched)
    yield "fall back", Act(Law.MIGRATED, done, lambda slots: fall_back(slots, 21, part), source_again)
    late = after_acts(done, *(count_launch,) * (THIRTY + 1))
    yield "launch after a migration", Act(Law.MIGRATED, late, count_launch, copy_kept, is_counted=True)
