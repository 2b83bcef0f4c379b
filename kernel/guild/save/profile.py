"""Settings of the profile, which no gameplay depends on, and what a fault in them does. Rules: AG-SAV-11.2-13."""

from __future__ import annotations

from dataclasses import dataclass

from kernel.guild.save.slot import Slot

LANGUAGES, LEAST_SCALE, MOST_SCALE, MAPPINGS = 8, 100, 130, 4


@dataclass(frozen=True)
class Settings:
    """Language, interface scale in percent, input mapping, each a number as read from the profile."""

    language: int
    scale: int
    mapping: int


DEFAULTS = Settings(0, 100, 0)


@dataclass(frozen=True)
class Loaded:
    """What a start finds: settings that can be used, the slot, and whether the local save is corrupt."""

    settings: Settings
    slot: Slot
    is_corrupt: bool


def usable(settings: Settings) -> Settings:
    """The settings, with the default for each that is wrong. Rules: AG-SAV-11.2-13."""
    return Settings(
        settings.language if 0 <= settings.language < LANGUAGES else DEFAULTS.language,
        settings.scale if LEAST_SCALE <= settings.scale <= MOST_SCALE else DEFAULTS.scale,
        settings.mapping if 0 <= settings.mapping < MAPPINGS else DEFAULTS.mapping,
    )


def loaded(settings: Settings, slot: Slot, is_valid: bool, services_answer: bool) -> Loaded:
    """A start: settings, cloud and platform have no say in whether the slot is sound. Rules: AG-SAV-11.2-13."""
    return Loaded(usable(settings), slot, not is_valid)
