"""What must lie where on a device, kept beside it: lives of Guilds, three slots, their trash, the archive.

What must come of a copy from a cloud is read off the table of the text here, apart from the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kernel.guild.save.cloud import IRREVERSIBLE, Reply, Wish
from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import opened
from kernel.guild.save.journal import Status
from kernel.guild.save.store_cloud import payload_of
from kernel.guild.save.store_commit import NO_PARENT, Identity, bytes_of, held_of, stored_of
from model.store_acts import commit_on, index_on, part_on
from model.store_kill import image_in
from model.store_runs import Request


@dataclass(frozen=True)
class Life:
    """A commit of a Guild, and the applied operations that led to it."""

    identity: Identity
    commit: Commit
    past: tuple[Request, ...] = ()

    @property
    def lineage(self) -> tuple[str, str]:
        """Whose it is."""
        return self.identity.guild_id, self.identity.lineage_id

    def after(self, request: Request) -> Life:
        """The life one operation further."""
        return Life(self.identity, request.after, (*self.past, request))

    def at(self, place: int) -> Life:
        """The same in a slot of another number."""
        return replace(self, identity=replace(self.identity, slot_id=place + 1))

    def payload(self) -> bytes:
        """What a cloud carries of it."""
        stored = stored_of(self.identity, self.commit, NO_PARENT)
        return payload_of(held_of(stored, bytes_of(stored)))

    def plain(self) -> Any:
        """What its commit says, as plain data."""
        return opened("commit", bytes_of(stored_of(self.identity, self.commit, NO_PARENT)))["commit"]


@dataclass
class Model:
    """What must lie where: slots in use, each slot's trash with its launches, and what can only be read."""

    used: list[Life | None]
    trash: list[list[tuple[Life, int]]]
    archive: list[Life]

    def shown(self) -> Any:
        """The model as a disk shows it."""
        return (
            [each and each.plain() for each in self.used],
            [[(life.plain(), launches) for life, launches in each] for each in self.trash],
            [each.plain() for each in self.archive],
        )


def shown_in(path: Path) -> Any:
    """The same, read off the files."""
    image = image_in(path)
    index = index_on(image)

    def at(number: int) -> Any:
        return commit_on(part_on(image, number))["commit"]

    return (
        [None if each["slot"] < 0 else at(each["slot"]) for each in index["slots"]],
        [[(at(lies["slot"]), lies["launches"]) for lies in each["trash"]] for each in index["slots"]],
        [at(number) for number in index["archive"]],
    )


def is_same(one: Life, other: Life) -> bool:
    """Are the two the same commit, whatever slot it is in?"""
    return one.lineage == other.lineage and path_of(one) == path_of(other)


def path_of(life: Life) -> list[tuple[int, Any]]:
    """What led to a commit: every final operation with its intent."""
    rows = [row for row in life.commit.journal if row.status in (Status.APPLIED, Status.REJECTED)]
    return [(row.operation, row.intent) for row in rows]


def due_of(model: Model, place: int, cloud: Life, wish: Wish) -> set[Reply]:
    """What must come of a copy, by the table of the text."""
    local = model.used[place]
    if local is None:
        lies = [each for each in (*model.used, *model.archive) if each]
        return {Reply.SECOND_COPY if any(each.lineage == cloud.lineage for each in lies) else Reply.IMPORTED}
    if local.lineage != cloud.lineage:
        return {Reply.SLOT_IN_USE}
    mine, its = path_of(local), path_of(cloud)
    if mine == its:
        return {Reply.NOTHING}
    if its[: len(mine)] == mine:
        return {Reply.ADVANCED if wish is Wish.TAKE_CLOUD else Reply.OFFERED}
    if mine[: len(its)] == its:
        return {Reply.UPLOAD_QUEUED}
    return {Reply.NOT_ANSWERED if wish is Wish.CANCEL else Reply.CHOSEN}


def reverses(cloud: Life, local: Life | None, wish: Wish) -> bool:
    """Would this choice take back what nothing may?"""
    assert local is not None
    chosen, other = (local, cloud) if wish is Wish.KEEP_LOCAL else (cloud, local)
    lost = [row for row in other.commit.journal if (row.operation, row.intent) not in path_of(chosen)]
    return any(row.status is Status.APPLIED and row.intent.kind in IRREVERSIBLE for row in lost)
