"""What must hold in Aetherbound Guild: claims about its machines, facts and theorems about its arithmetic."""

from collections.abc import Mapping
from typing import Any

from model import dismissal_worlds, guild_worlds, save_worlds
from model.game import World
from properties.claim import claims_in, facts_in
from properties.guild import (
    arithmetic,
    campaign,
    capacity,
    company,
    dismissal,
    distribution,
    dominance,
    equipment,
    limits,
    market,
    open_questions,
    pacing,
    plan,
    progression,
    recovery,
    recruits,
    renown,
    rewards,
    roster,
    run_vectors,
    runs,
    save_clock,
    save_cloud,
    save_crash_matrix,
    save_creation,
    save_deletion,
    save_migration,
    save_proofs,
    save_transactions,
    seed_policies,
    seeds_refused,
    three_deaths,
    vectors,
)
from properties.theorem import theorems_in

#: Every module that states something.
MODULES = (
    arithmetic,
    limits,
    recruits,
    progression,
    equipment,
    renown,
    vectors,
    plan,
    three_deaths,
    capacity,
    pacing,
    campaign,
    seed_policies,
    seeds_refused,
    dominance,
    distribution,
    dismissal,
    market,
    roster,
    runs,
    rewards,
    recovery,
    company,
    run_vectors,
    open_questions,
    save_clock,
    save_deletion,
    save_migration,
    save_cloud,
    save_crash_matrix,
    save_transactions,
    save_creation,
)

CLAIMS = claims_in(MODULES)
FACTS = facts_in(MODULES)
THEOREMS = theorems_in(MODULES)

#: Where each game is defined, by its name: a module and a name in it.
GAMES: Mapping[str, tuple[str, str]] = {
    "guild": ("model.guild", "GUILD"),
    "dismissal": ("model.dismissal", "DISMISSAL"),
    "save-commit": ("model.crash_matrix", "SAVE_COMMIT"),
}
#: Small worlds, by name.
WORLDS: Mapping[str, World[Any, Any, Any]] = {
    **guild_worlds.WORLDS,
    **dismissal_worlds.WORLDS,
    **save_worlds.WORLDS,
}
#: Proofs by induction, by the name of their world.
SETTINGS: Mapping[str, Any] = {**save_proofs.SETTINGS}
