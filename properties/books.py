"""Both rule sets side by side: their games, worlds, claims and facts, each under a name that stands once.

WORLDS, SETTINGS, CLAIMS and FACTS are gathered when somebody asks for one of them: what all modules state takes longer
to load than most commands take to answer. So ask for `books.CLAIMS` where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from model.game import Game
from properties.guild import GAMES

#: Where each game is defined, by its name: a module and a name in it.
PLACES: Mapping[str, tuple[str, str]] = {"ground": ("model.ground", "GROUND"), **GAMES}


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


def _gathered() -> dict[str, Mapping[str, Any]]:
    """Small worlds, inductions, claims and facts of both books, by name."""
    from model.ground_worlds import WORLDS
    from properties import ground
    from properties.ground.proofs import SETTINGS
    from properties.guild import registry as guild

    return {
        "WORLDS": _once(WORLDS, guild.WORLDS),
        "SETTINGS": _once(SETTINGS, guild.SETTINGS),
        "CLAIMS": _named(ground.CLAIMS, guild.CLAIMS),
        "FACTS": _named(ground.FACTS, guild.FACTS),
        "THEOREMS": _named(guild.THEOREMS),
    }


def __getattr__(name: str) -> Any:
    if name not in ("WORLDS", "SETTINGS", "CLAIMS", "FACTS", "THEOREMS"):
        raise AttributeError(f"module 'properties.books' has no attribute '{name}'")
    globals().update(_gathered())
    return globals()[name]
