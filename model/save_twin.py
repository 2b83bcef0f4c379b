"""The TLA+ reading of the save contract beside the kernel: worlds that start alike, and how a state of one reads.

Each mapping builds the whole state of the kernel's machine from what the TLA+ state says. What TLA+ leaves out follows
from what it has, or from the start: which number stands for which intent, the delta of a row in items and Recruits,
why a row was rejected, and what closing a run leaves. Nothing of the TLA+ state is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.intent import CLOSURE, Intent, Kind, Reason
from kernel.guild.save.journal import FREE, Delta, Row, Status
from kernel.guild.save.rulings import SaveRulings
from kernel.guild.save.slot import (
    NO_DRAFT,
    NONE,
    NOT_CREATED,
    Cause,
    Offer,
    Slot,
    Stage,
    cleared_run,
    no_run,
)
from model.crash_matrix import DECLINED, NOTHING, Bench, fresh, game
from model.engines.tla_values import TlaFunction, TlaState, TlaValue, print_value
from model.game import World

