"""Everything that the modules of Aetherbound Guild state, gathered under their names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from model.game import World
from properties.claim import claims_in, facts_in
from properties.guild import MODULES, WORLDS_OF, proofs, save_proofs
from properties.theorem import theorems_in

_LOADED = [import_module(f"properties.guild.{name}") for name in MODULES]

CLAIMS = claims_in(_LOADED)
FACTS = facts_in(_LOADED)
THEOREMS = theorems_in(_LOADED)

#: Small worlds, by name.
WORLDS: Mapping[str, World[Any, Any, Any]] = {
    name: world
    for module, attribute in dict.fromkeys(place for places in WORLDS_OF.values() for place in places)
    for name, world in getattr(import_module(module), attribute).items()
}
#: Proofs by induction, by the name of their world.
SETTINGS: Mapping[str, Any] = {**proofs.SETTINGS, **save_proofs.SETTINGS}
