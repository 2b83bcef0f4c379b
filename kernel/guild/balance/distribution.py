"""What the catalogue of items and Artifacts has to hold, and when a run must offer an Artifact. Rules: AG-ECO-10."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernel.contracts import require
from kernel.guild.balance.fixed_seed import PRIMARY, Tags
from kernel.guild.balance.solvency import MARKETS

#: Items in all and by Region band, opposed plans in a band, Artifacts in all (AG-ECO-10-01, AG-ECO-10-12).
ITEMS, BANDS, BAND_ITEMS, LEAST_PLANS, ARTIFACTS = 320, 8, 40, 3, 60
#: By the end of which Round a run has had its first sure Artifact choice; the second one comes by Muster.
FIRST_CHOICE_ROUND = 6


class Form(Enum):
    """The forms of items; all use the one slot of a Recruit. Rules: AG-ECO-10-01."""

    ARMAMENT = 0
    GUARD = 1
    GARB = 2
    CHARM = 3
    KIT = 4


class Pool(Enum):
    """Where Artifacts come from. Rules: AG-ECO-10-12."""

    FIRST_CLEAR = 0
    ELITE = 1
    BOSS = 2
    MASTERY = 3
    POSTGAME = 4


@dataclass(frozen=True)
class Band:
    """What one Region band of items holds: entries, forms, primary responsibilities, opposed plans."""

    entries: int
    forms: frozenset[Form]
    responsibilities: Tags
    plans: int


def is_band_complete(band: Band) -> bool:
    """Has the band 40 entries with all forms, all primary responsibilities, three plans? Rules: AG-ECO-10-01."""
    return (
        band.entries == BAND_ITEMS
        and band.forms == frozenset(Form)
        and band.responsibilities >= PRIMARY
        and band.plans >= LEAST_PLANS
    )


def is_catalogue_complete(bands: tuple[Band, ...]) -> bool:
    """Are there 320 items in eight complete bands? Rules: AG-ECO-10-01."""
    return len(bands) == BANDS and all(map(is_band_complete, bands)) and sum(band.entries for band in bands) == ITEMS


@require(lambda pools: len(pools) == len(Pool), "AG-ECO-10-12: every pool of Artifacts is counted")
def are_artifacts_spread(pools: tuple[int, ...]) -> bool:
    """Do 60 Artifacts lie in the five pools, some in each? Rules: AG-ECO-10-12."""
    return sum(pools) == ARTIFACTS and all(count > 0 for count in pools)


@require(lambda sure: all(1 <= market <= MARKETS for market in sure), "AG-ECO-10-12: choices come by boss Muster")
def offers_enough_artifacts(sure: tuple[int, ...]) -> bool:
    """Do sure choices in these Markets, Muster the thirteenth, give one by the end of Round 6 and another by Muster?

    Rules: AG-ECO-10-12.
    """
    return any(market <= FIRST_CHOICE_ROUND for market in sure) and len(sure) >= 2


def may_activate(active: tuple[int, ...], artifact: int) -> bool:
    """May this Artifact become active beside those that are? Never the same one twice. Rules: AG-ECO-10-12."""
    return artifact not in active
