"""Both rule sets side by side: their games, worlds, claims and facts, each under a name that stands once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from model.game import Game, World
from model.ground_worlds import WORLDS as GROUND_WORLDS
from properties import ground
from properties.claim import Claim, Fact
from properties.ground.proofs import SETTINGS as GROUND_SETTINGS
from properties.guild import registry as guild

#: Where each game is defined, by its name: a module and a name in it.
PLACES: Mapping[str, tuple[str, str]] = {"ground": ("model.ground", "GROUND"), **guild.GAMES}


def game_named(name: str) -> Game[Any, Any, Any]:
    """The game of this name. Errors: LookupError."""
    if name not in PLACES:
        raise LookupError(f"there is no game '{name}'; known are {', '.join(sorted(PLACES))}")
    module, attribute = PLACES[name]
    game: Game[Any, Any, Any] = getattr(import_module(module), attribute)
    return game


def _once(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """All entries of all parts. Errors: ValueError for a name that two parts have."""
    joint: dict[str, Any] = {}
    for part in parts:
        if doubled := joint.keys() & part.keys():
            raise ValueError(f"two books have {', '.join(sorted(doubled))}")
        joint |= part
    return joint


def _named(*groups: Iterable[Any]) -> dict[str, Any]:
    return _once(*({each.name: each for each in group} for group in groups))


#: Small worlds, inductions, claims and facts, by name.
WORLDS: Mapping[str, World[Any, Any, Any]] = _once(GROUND_WORLDS, guild.WORLDS)
SETTINGS: Mapping[str, Any] = _once(GROUND_SETTINGS, guild.SETTINGS)
CLAIMS: Mapping[str, Claim] = _named(ground.CLAIMS, guild.CLAIMS)
FACTS: Mapping[str, Fact] = _named(ground.FACTS, guild.FACTS)
