"""Four versions of a save, what each change asks for, and when new rules may begin. Rules: AG-SAV-3-01..06."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.contracts import require
from kernel.guild.save.slot import Stage, Term

#: Beside the current schema so many shipped ones before it have tested adjacent migrations (AG-SAV-3-05).
SHIPPED_BEFORE = 3


@dataclass(frozen=True)
class Versions:
    """The four versions, each counting on its own. Rules: AG-SAV-3-01..04."""

    profile: int
    save: int
    ruleset: int
    content: int


class Change(Term):
    """What has changed in a new release."""

    SETTINGS_LAYOUT = "the layout of settings or of the slot index"
    SERIALIZATION = "how Guild, run or operations are written"
    FORMULA = "a formula of combat, targets, prices, failure or progression"
    CATALOG = "a row of the catalogue or its wording"


class Handling(Term):
    """What a change asks for. Rules: AG-SAV-3-01..04."""

    PROFILE_ONLY = "the profile alone is migrated, in order"
    COPY_MIGRATION = "adjacent migrations on a copy"
    STORED_VERSION = "what is committed ends under the version stored with it"
    STABLE_IDS = "stable IDs are mapped, or a row is handled expressly"


def bumped(versions: Versions, change: Change) -> Versions:
    """The versions after such a change: exactly one of them counts on. Rules: AG-SAV-3-01..04."""
    match change:
        case Change.SETTINGS_LAYOUT:
            return replace(versions, profile=versions.profile + 1)
        case Change.SERIALIZATION:
            return replace(versions, save=versions.save + 1)
        case Change.FORMULA:
            return replace(versions, ruleset=versions.ruleset + 1)
        case _:
            return replace(versions, content=versions.content + 1)


def handling_of(change: Change) -> Handling:
    """What is done about a change. Rules: AG-SAV-3-01..04."""
    match change:
        case Change.SETTINGS_LAYOUT:
            return Handling.PROFILE_ONLY
        case Change.SERIALIZATION:
            return Handling.COPY_MIGRATION
        case Change.FORMULA:
            return Handling.STORED_VERSION
        case _:
            return Handling.STABLE_IDS


def rules_for(stored: int, shipped: int, is_committed: bool) -> int:
    """The ruleset that counts: what is committed keeps the one stored with it. Rules: AG-SAV-3-03, AG-SAV-3-06."""
    return stored if is_committed else shipped


def may_adopt(stage: Stage, is_market_due: bool, has_draft: bool, has_pending: bool) -> bool:
    """May a new ruleset begin now: before a seed is reserved or the Market that is due generated, nothing unfinished?

    Rules: AG-SAV-3-06.
    """
    is_between = stage in (Stage.ABSENT, Stage.GUILD) or (stage is Stage.MARKET and is_market_due)
    return is_between and not has_draft and not has_pending


# ---------------------------------------------------------------- chains of migrations


class Chain(Term):
    """What becomes of a save of some schema. Rules: AG-SAV-3-05."""

    CURRENT = "it is of the current schema"
    MIGRATES = "adjacent migrations lead to the current schema"
    BLOCKED = "no chain: the slot is blocked, with export and recovery"
    NEWER = "it is of a later schema: the slot is blocked likewise"


@require(lambda version, current: version >= 1 and current >= 1, "AG-SAV-3-02: schemas are counted from 1")
def chain_of(version: int, current: int, has_step: tuple[bool, ...]) -> Chain:
    """Is there a chain? `has_step[i]`: there is a migration from schema i + 1 to the next. Rules: AG-SAV-3-05."""
    if version == current:
        return Chain.CURRENT
    if version > current:
        return Chain.NEWER
    steps = tuple(has for i, has in enumerate(has_step) if version <= i + 1 < current)
    return Chain.MIGRATES if all(steps) and len(steps) == current - version else Chain.BLOCKED


def is_release_complete(current: int, has_step: tuple[bool, ...]) -> bool:
    """May this schema be shipped: do the three before it, as far as there are any, migrate? Rules: AG-SAV-3-05."""
    oldest = max(1, current - SHIPPED_BEFORE)
    return all(
        chain_of(version, current, has_step) is not Chain.BLOCKED
        for version in range(1, len(has_step) + 2)
        if oldest <= version <= current
    )
