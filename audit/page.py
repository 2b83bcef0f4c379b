"""A play of GROUND as one web page that needs nothing else: the table at every turn, and what happened in it."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from audit.explaining import words_of
from audit.show import Turn, action_text, score_lines, turns_of
from audit.words import seen_by, selection_text
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.scoring import total_claimed
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    SUITS,
    Choice,
    Marker,
    Problem,
    Relation,
    Seat,
    Stage,
    State,
    Step,
    Suit,
    seat_of_turn,
    seats_of,
)
from kernel.ground.view import View
from model.trace import Trace, changes

TEMPLATE = "play.html.j2"


def page_of(trace: Trace[State, Choice, Rulings], title: str, note: str = "") -> str:
    """The play as one HTML page, all hands open: nothing is loaded from elsewhere, and the same play is the same text.

    `note` is a line under the title. Nobody at the table sees a hidden Problem, and neither does the reader.
    """
    return environment().get_template(TEMPLATE).render(title=title, note=note, play=play_data(trace))


@cache
def environment() -> Environment:
    """How pages are made: everything is escaped, and a template that asks for what is not given fails."""
    environment = Environment(
        loader=PackageLoader("audit"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    return environment


def play_data(trace: Trace[State, Choice, Rulings]) -> dict[str, Any]:
    """All that the page draws, as plain data: `tables[i]` is the table after `i` turns, `turns[i]` leads on from it."""
    start, end = trace.states[0], trace.end
    turns = turns_of(trace, everything=True)
    return {
        "seats": len(start.players),
        "rounds": start.rounds,
        "mode": start.mode.value,
        "threshold": start.threshold,
        "steps": [step.name for step in Step if step is not Step.OVER],
        "suits": [suit.name for suit in SUITS],
        "rulings": [[name, str(getattr(new, "name", new))] for name, _, new in changes(STANDING, trace.rulings)],
        "tables": [table_data(state, trace.rulings) for state in trace.states],
        "turns": [
            _turn_data(turn, before, choice)
            for turn, before, choice in zip(turns, trace.states, trace.choices, strict=False)
        ],
        "words": {rule: words_of(rule) for turn in turns for rule in turn.rules},
        "outcome": score_lines(end, trace.rulings) if end.step is Step.OVER else [],
    }


def _turn_data(turn: Turn, before: State, choice: Choice) -> dict[str, Any]:
    # A Support that finds nothing to change is a turn in which a rule acted all the same.
    idle = turn.is_idle and not turn.rules
    return {
        "round": turn.round,
        "step": turn.step,
        "seat": turn.seat,
        "choice": turn.choice,
        "rules": turn.rules,
        "changes": turn.changes,
        "idle": idle,
        "aim": {} if idle else aim_of(before, choice),
    }


def table_data(state: State, rulings: Rulings) -> dict[str, Any]:
    """What lies on the table, as plain data."""
    view = seen_by(state, None, rulings)
    return {
        "round": state.round,
        "step": state.step.name,
        "lead": state.lead,
        "turn": None if state.step in (Step.END, Step.OVER) else seat_of_turn(state),
        "players": [_player_data(view, seat) for seat in seats_of(state)],
        "problems": [_problem_data(problem) for problem in view.problems],
        "relations": [
            [one, other, view.relations[one][other].name]
            for one in seats_of(state)
            for other in seats_of(state)
            if one < other and view.relations[one][other] is not Relation.NONE
        ],
        "deck": view.deck_size,
        "discard": view.discard,
        "claimed": total_claimed(state),
    }


def _player_data(view: View, seat: Seat) -> dict[str, Any]:
    player = view.players[seat]
    return {
        "stress": player.stress,
        "freedom": player.freedom.name,
        "marker": player.marker.name,
        "token": player.token.name,
        "token_at": None if player.token_at == NOBODY else player.token_at,
        "protection": player.protection,
        "hand": player.hand,
        "action": action_text(view, seat).replace("\n", " "),
        "action_words": selection_text(view.selections[seat]),
    }


def _problem_data(problem: Problem) -> dict[str, Any]:
    return {
        "suit": None if problem.suit is Suit.NONE else problem.suit.name,
        "value": problem.value,
        "face_up": problem.face_up,
        "denied": problem.denied,
        "claimed_by": None if problem.claimed_by == NOBODY else problem.claimed_by,
    }


def aim_of(before: State, choice: Choice) -> dict[str, int]:
    """The seat or the Problem that a turn is aimed at, as {"seat": 2} or {"problem": 0}; empty where there is none."""
    seat = seat_of_turn(before)
    aimed: Any = choice
    if before.step is Step.GROUND:
        aimed = before.memory.groundings[seat]
    elif before.step in (Step.SUPPORT, Step.INVESTIGATE, Step.ATTACK, Step.SOLVE):
        named = getattr(choice, "problem", NO_PROBLEM) != NO_PROBLEM
        aimed = choice if named else before.memory.selections[seat]
    elif isinstance(choice, Stage) and before.players[seat].marker is Marker.REVERSE:
        return {"seat": before.players[seat].token_at}
    if getattr(aimed, "target", NOBODY) != NOBODY:
        return {"seat": aimed.target}
    if getattr(aimed, "problem", NO_PROBLEM) != NO_PROBLEM:
        return {"problem": aimed.problem}
    return {}
