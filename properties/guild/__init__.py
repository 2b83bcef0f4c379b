"""What must hold in Aetherbound Guild: claims about its machines, facts and theorems about its arithmetic.

What the modules state is gathered in `registry`, which loads them all; whoever needs one rule's part loads that alone.
"""

#: Every module that states something, in the order of the text.
MODULES = (
    "arithmetic",
    "limits",
    "recruits",
    "progression",
    "equipment",
    "renown",
    "vectors",
    "plan",
    "three_deaths",
    "capacity",
    "pacing",
    "campaign",
    "seed_policies",
    "seeds_refused",
    "dominance",
    "distribution",
    "dismissal",
    "dismissal_steps",
    "solvency",
    "market",
    "roster",
    "runs",
    "rewards",
    "recovery",
    "company",
    "run_vectors",
    "board_vectors",
    "open_questions",
    "save_clock",
    "save_deletion",
    "save_migration",
    "save_cloud",
    "save_journal",
    "save_compaction",
    "save_validation",
    "save_crash_matrix",
    "save_crash_points",
    "save_open_questions",
    "save_requests",
    "save_transactions",
    "save_settlements",
    "save_creation",
    "save_creation_crashes",
    "save_no_resurrection",
    "save_recovery",
    "save_encounter",
    "save_store",
    "save_store_questions",
    "save_slots",
)
#: Where the worlds lie whose names begin so: modules, and a name in each.
WORLDS_OF = {
    "market": (("model.guild_worlds", "WORLDS"),),
    "run": (("model.guild_worlds", "WORLDS"),),
    "company": (("model.guild_worlds", "WORLDS"),),
    "solvency": (("model.solvency", "WORLDS"),),
    "dismissal": (("model.dismissal_worlds", "WORLDS"),),
    "save": (
        ("model.save_worlds", "WORLDS"),
        ("model.no_resurrection_worlds", "WORLDS"),
        ("model.encounter_worlds", "WORLDS"),
        ("model.save_twin", "TWINS"),
    ),
}
#: Where each game is defined, by its name: a module and a name in it.
GAMES = {
    "guild": ("model.guild", "GUILD"),
    "dismissal": ("model.dismissal", "DISMISSAL"),
    "save-commit": ("model.crash_matrix", "SAVE_COMMIT"),
    "save-recovery": ("model.no_resurrection", "SAVE_RECOVERY"),
    "save-encounter": ("model.encounter", "SAVE_ENCOUNTER"),
}
