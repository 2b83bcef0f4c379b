"""Recovery decided twice: what TLA+ says that a damaged slot comes back to, and what the kernel makes of it.

TLA+ names a commit by the operations that led to it; here they are played on the kernel. What is compared is one
decision at a time, from everything that is stored to the outcome, for slots that have not been sealed before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from kernel.guild.save.commit import Commit, prepare, settle
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import FREE, with_room
from kernel.guild.save.recovery import Ending, Receipt, Recovery, receipts_of, recovered
from kernel.guild.save.rulings import FROZEN, Ahead, LostDraft, SaveRulings
from kernel.guild.save.slot import NONE, Stage
from model.engines.tla_values import TlaValue
from model.save_twin import NotMapped, list_of, record_of, set_of, text_of
from model.save_worlds import ABANDONED, EMPTY

History = tuple[str, ...]
"""The operations that led to a commit."""

#: What the operations of RecoveryTwin are in the kernel; a purchase stands for any operation without closure receipt.
PLAYED = {
    "seed": Intent(Kind.BEGIN, 0, expected=0),
    "offers": Intent(Kind.MATERIALIZE, expected=0),
    "pick": Intent(Kind.SELECT, 0, 1, expected=0),
    "run": Intent(Kind.COMMIT_RUN, 0, 1, amount=1, expected=0),
    "buy": Intent(Kind.REORDER, 0, 1, expected=0),
    "close": Intent(Kind.CLOSE, extra=ABANDONED),
}
SEAL, BLOCKED = "seal", ("blocked",)
#: What TLA+ reads where the kernel's standing answers differ: F-242 and F-243.
TLA_READING = replace(FROZEN, ahead=Ahead.RESUME, lost_draft=LostDraft.SEAL)
GENESIS = Commit(0, NONE, True, EMPTY, (FREE,), 0, False)


@dataclass(frozen=True)
class Stored:
    """What can be read of a slot. `places`: the commits; None is a ledger that cannot be read."""

    active: History | None
    places: tuple[History, ...]
    ledgers: tuple[History | None, History | None]
    was_sealed: bool


@cache
def commit_of(history: History) -> Commit:
    """The kernel's commit after these operations."""
    if not history:
        return GENESIS
    parent = commit_of(history[:-1])
    roomy = replace(parent, journal=with_room(parent.journal))
    operation = len(history) - 1
    return settle(prepare(roomy, operation, PLAYED[history[-1]], FROZEN), operation, FROZEN)


def stored_in(places: TlaValue, ledgers: TlaValue) -> Stored:
    """Read the places and ledgers of Recovery.tla. Errors: NotMapped."""
    found = {name: record_of(value) for name, value in record_of(places).items()}
    chains = [record_of(record_of(ledgers)[name]) for name in ("A", "B")]
    valid = {name: _history(each["at"]) for name, each in found.items() if each["is"] == "ok"}
    read = [frozenset(map(_history, set_of(each["at"]))) if each["is"] == "ok" else None for each in chains]
    every = [*valid.values(), *(receipt for each in read if each is not None for receipt in each)]
    was_sealed = any(SEAL in history for history in every)
    first, second = (None if each is None or was_sealed else _longest(each) for each in read)
    return Stored(valid.get("active"), tuple(valid.values()), (first, second), was_sealed)


def base_of(stored: Stored) -> History | None:
    """The newest valid commit: the active one, or else the longest."""
    return stored.active if stored.active is not None else max(stored.places, key=len, default=None)


def decided(stored: Stored, rulings: SaveRulings = FROZEN) -> Recovery:
    """The kernel's decision."""
    base = base_of(stored)
    one, other = (None if each is None else _receipts(each) for each in stored.ledgers)
    commit = None if base is None else commit_of(base)
    return recovered(commit, stored.active is not None, one, other, GENESIS, rulings)


def agrees(due: History, recovery: Recovery) -> bool:
    """Is the decision what TLA+ says: this very commit, a seal at this boundary, or a block?"""
    if due == BLOCKED:
        return recovery.ending is Ending.BLOCKED
    if due and due[-1] == SEAL:
        return recovery.ending is Ending.SEALED and recovery.commit.parent == commit_of(due[:-1]).sequence
    is_whole = recovery.ending in (Ending.RESUMED, Ending.RECOVERED)
    return is_whole and _without_room(recovery.commit) == _without_room(commit_of(due))


def finding_of(stored: Stored, due: History, recovery: Recovery) -> str:
    """Which finding explains that the two readings part here; empty if none does."""
    base = base_of(stored)
    if base is None or stored.active is not None:
        return ""
    chains = [each for each in stored.ledgers if each is not None]
    if not chains and due == (*base, SEAL) and recovery.ending is Ending.BLOCKED:
        return "F-243" if commit_of(base).slot.run.stage is Stage.ABSENT else ""
    behind = chains and all(len(_receipts(each)) < len(_receipts(base)) for each in chains)
    return "F-242" if behind and due == base and recovery.ending is Ending.SEALED else ""


def _receipts(history: History) -> tuple[Receipt, ...]:
    return receipts_of(commit_of(history))


def _longest(receipts: frozenset[History]) -> History:
    """The chain of receipts as the newest of them. Errors: NotMapped if they are no chain."""
    newest = max(receipts, key=len, default=())
    if any(newest[: len(each)] != each for each in receipts):
        raise NotMapped(f"the receipts {sorted(receipts)} are no chain")
    return newest


def _history(value: TlaValue) -> History:
    return tuple(map(text_of, list_of(value)))


def _without_room(commit: Commit) -> Commit:
    """The same commit without free rows, of which there may be any number."""
    return replace(commit, journal=tuple(row for row in commit.journal if row != FREE))
