"""What people at a table of GROUND can tell apart. Memory that has had no effect yet is not part of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kernel.ground import scoring
from kernel.ground.rulings import Rulings
from kernel.ground.state import ModeCard, State, Step, fresh_memory, seats_of
from kernel.ground.view import view_of


def look(state: State, rulings: Rulings) -> tuple[Any, ...]:
    """The table, what each seat sees of it, and the score of a finished game. Rules: GR-O03, GR-E01..GR-E04."""
    table_only = replace(state, memory=fresh_memory(len(state.players)))
    views = tuple(view_of(state, seat, rulings) for seat in seats_of(state))
    if state.step is not Step.OVER:
        return table_only, views, ()
    mastery = scoring.mastery_of(state, rulings) if state.mode is ModeCard.SHARED_GROUND else 0
    return table_only, views, (scoring.winners_of(state, rulings), mastery)
