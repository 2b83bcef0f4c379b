"""The closure ledgers and the shelf, as functions of the commits that they stand beside.

A ledger holds one envelope for each applied closure receipt of the journal, chained by hash, so that what both ledgers
must hold follows from the active commit alone: repairing them replays nothing.

Rules: AG-SAV-4-04, AG-SAV-4-09, AG-SAV-5-10, AG-SAV-11.1-03..08, AG-SAV-11.1-10.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kernel.guild.save.commit import Commit, rotates
from kernel.guild.save.envelope import Damaged, first_length, sha256
from kernel.guild.save.intent import Kind
from kernel.guild.save.journal import FREE, Row, Status, is_closure
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import Drafting, Stage
from kernel.guild.save.store_codec import Misfit
from kernel.guild.save.store_commit import Held, Identity
from kernel.guild.save.store_files import BACKUPS, LEDGERS, NO_SHELF, NOWHERE, Pointer, Shelf, packed, unpacked

#: Operations that leave an open Market open.
_WITHIN_MARKET = (
    Kind.BUY_RECRUIT,
    Kind.BUY_ITEM,
    Kind.SELL_ITEM,
    Kind.LOCK,
    Kind.REFRESH,
    Kind.EQUIP,
    Kind.REORDER,
    Kind.PROMOTE,
    Kind.DISMISS,
)


@dataclass(frozen=True)
class Link:
    """A closure receipt in a ledger: the row that earned it, the hash of the envelope before. Rules: AG-SAV-4-04."""

    identity: Identity
    number: int
    previous: str
    row: Row


@lru_cache(maxsize=256)
def chain_of(rows: tuple[Row, ...], identity: Identity) -> bytes:
    """The bytes of a ledger that holds these closure receipts. Remembered: they depend on nothing else.

    Rules: AG-SAV-11.1-08, AG-SAV-11.1-10.
    """
    frames: list[bytes] = []
    for number, row in enumerate(rows):
        previous = sha256(frames[-1]) if frames else ""
        frames.append(_frame(Link(identity, number, previous, row)))
    return b"".join(frames)


@lru_cache(maxsize=2**12)
def _frame(link: Link) -> bytes:
    """The envelope of one receipt. Remembered, for a ledger is written anew with every receipt."""
    return packed("receipt", link)


def closures(commit: Commit) -> tuple[Row, ...]:
    """The rows whose receipts both ledgers hold when they are level with this commit. Rules: AG-SAV-4-09."""
    return tuple(row for row in commit.journal if is_closure(row))


@lru_cache(maxsize=256)
def links_in(data: bytes, identity: Identity) -> tuple[tuple[Row, ...], str]:
    """The receipts in a ledger, as far as they are a chain of this slot from its beginning, and what ends it, if not
    the end of the file. Remembered: it depends on nothing else.

    Rules: AG-SAV-11.2-05, AG-SAV-11.3-02.
    """
    rows: list[Row] = []
    previous, left = "", data
    while left:
        try:
            frame = left[: first_length(left)]
            link: Link = unpacked("receipt", Link, frame)
        except (Damaged, Misfit) as error:
            return tuple(rows), str(error)
        if link != Link(identity, len(rows), previous, link.row) or not is_closure(link.row):
            return tuple(rows), "AG-SAV-11.2-05: a receipt that does not follow from the one before"
        rows.append(link.row)
        previous, left = sha256(frame), left[len(frame) :]
    return tuple(rows), ""


def in_order_of_writing(head: int) -> tuple[str, str]:
    """The ledgers, the one that is written first in front: they alternate, so that no crash finds both half written.

    Rules: AG-SAV-11.1-08.
    """
    one, other = LEDGERS
    return (one, other) if head % 2 else (other, one)


# ---------------------------------------------------------------- the shelf


def last_row(commit: Commit) -> Row:
    """The row that was written last, FREE if there is none."""
    return next((row for row in reversed(commit.journal) if row != FREE), FREE)


def opens_market(commit: Commit) -> bool:
    """Did this commit open the Market that it is in? Rules: AG-SAV-11.1-06."""
    row = last_row(commit)
    within = row.intent.kind in _WITHIN_MARKET or row.status is not Status.APPLIED
    return commit.slot.run.stage is Stage.MARKET and not within


def rotated(shelf: Shelf, new: Held, rulings: SaveRulings) -> Shelf:
    """The shelf once a new boundary has been read back: the one before becomes the newest backup, if backups rotate.

    Rules: AG-SAV-5-10, AG-SAV-11.1-03..06.
    """
    others = (shelf.boundary, *shelf.backups) if rotates(new.commit, rulings) else shelf.backups
    prior = [each for each in others if 0 <= each.sequence < new.pointer.sequence]
    slot = new.commit.slot
    starts = last_row(new.commit).intent.kind is Kind.COMMIT_RUN and last_row(new.commit).status is Status.APPLIED
    start = new.pointer if starts else shelf.run_start
    return Shelf(
        boundary=new.pointer,
        backups=tuple(prior[:BACKUPS]),
        run_creation=NOWHERE if slot.draft.status is Drafting.ABSENT else new.pointer,
        run_start=NOWHERE if slot.run.stage is Stage.ABSENT else start,
        market=new.pointer if opens_market(new.commit) else shelf.market,
    )


def shelved(shelf: Shelf, active: Held, rulings: SaveRulings) -> Shelf:
    """The shelf beside an active commit: rotated for a new boundary, as it is for a pending child."""
    is_new = active.commit.is_boundary and shelf.boundary != active.pointer
    return rotated(shelf, active, rulings) if is_new else shelf


def rebuilt(active: Held, pool: Iterable[Held], rulings: SaveRulings) -> Shelf:
    """The shelf of the newest boundary in the pool that is no newer than the active commit, as far as the pool tells.

    Rules: AG-SAV-11.1-03..06.
    """
    shelf = NO_SHELF
    for held in sorted(pool, key=lambda each: each.pointer.sequence):
        if held.commit.is_boundary and held.pointer.sequence <= active.pointer.sequence:
            shelf = rotated(shelf, held, rulings)
    return shelf


def kept_files(active: Pointer, shelf: Shelf) -> frozenset[str]:
    """The commit files that something points to."""
    return frozenset(each.file for each in (active, *shelf.pointers) if each != NOWHERE)
