"""GROUND for a terminal of 80 columns: the table, a play, the score; the words come from `words` and `acting`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from audit.acting import acting_rules as acting_rules
from audit.words import describe_changes as describe_changes
from audit.words import describe_choice as describe_choice
from audit.words import describe_seen_choice, is_open_to, seen_by, token_text
from kernel.ground import scoring
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    SUITS,
    Action,
    Cards,
    Choice,
    GroundMode,
    GroundOption,
    ModeCard,
    Problem,
    Relation,
    Seat,
    State,
    Step,
    StressScope,
    Suit,
    seat_of_turn,
    seats_of,
)
from kernel.ground.tokens import blames_held_by
from kernel.ground.view import View
from model.ground import IDLE, label
from model.trace import Trace
from model.verdict import Exit

#: Steps in which the seats' choices are not yet open to all.
_SECRET = (Step.SELECT, Step.REVEAL)


class InputError(click.ClickException):
    """What was given cannot be used; the message says where and why."""

    exit_code = Exit.USAGE


def console(*, stderr: bool = False) -> Console:
    """A console for plain words: 80 columns wherever no terminal says otherwise, nothing read as markup."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


# ---------------------------------------------------------------- the table


def cards_text(cards: Cards, size: int) -> str:
    """A pile, a suit a line; only its size where the cards are not seen."""
    if sum(cards) == 0:
        return f"{size} unseen" if size else "-"
    return "\n".join(f"{cards[suit.value]} {suit.name}" for suit in SUITS if cards[suit.value])


def action_text(view: View, seat: Seat) -> str:
    """What a seat has selected, shortly: "ATTACK 0", "SOLVE P2", "GROUND ND", with "+F" for Freedom spent."""
    selection, grounding = view.selections[seat], view.groundings[seat]
    if selection.action is Action.NONE:
        return "-"
    target = f" {selection.target}" if selection.target != NOBODY else ""
    target += f" P{selection.problem}" if selection.problem != NO_PROBLEM else ""
    mode = f" {grounding.mode.name}" if grounding.mode is not GroundMode.NONE else ""
    mode += f"\n{grounding.option.name}" if grounding.option is not GroundOption.NONE else ""
    return selection.action.name + target + (" +F" if selection.spend else "") + mode


def _plain_table(*headings: str) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def players_table(view: View) -> Table:
    """The mats of all players."""
    table = _plain_table("Seat", "Stress", "Freedom", "DARVO", "Token", "Prot", "Hand", "Relations", "Action")
    for seat, player in enumerate(view.players):
        tiles = [f"{tile.name.title()} {i}" for i, tile in enumerate(view.relations[seat]) if tile is not Relation.NONE]
        table.add_row(
            f"{seat}" + (" L" if seat == view.lead else ""),
            str(player.stress),
            player.freedom.name,
            player.marker.name,
            token_text(player),
            str(player.protection),
            cards_text(player.hand, view.hand_sizes[seat]),
            "\n".join(tiles) or "-",
            action_text(view, Seat(seat)),
        )
    return table


def scope_text(problem: Problem) -> str:
    """The stress scope of a Problem, with its owner; nothing in r0."""
    if problem.scope is StressScope.NONE:
        return ""
    owner = "" if problem.owner == NOBODY else f" {problem.owner}"
    return f", {problem.scope.name.lower()}{owner}"


def problems_table(view: View) -> Table:
    """All Problems of the game, those in the Pressure deck too."""
    table = _plain_table("Problem", "Suit", "Worth", "Lies", "Claimed by")
    for number, problem in enumerate(view.problems):
        lies = "Denied" if problem.denied else "face up" if problem.face_up else "hidden"
        lies = lies + scope_text(problem) if problem.in_play else "in the deck"
        known = problem.suit is not Suit.NONE
        claimed = "-" if problem.claimed_by == NOBODY else f"seat {problem.claimed_by}"
        suit, worth = (problem.suit.name, str(problem.value)) if known else ("?", "?")
        table.add_row(str(number), suit, worth, lies, claimed)
    return table


def print_table(out: Console, state: State, viewer: Seat | None = None, rulings: Rulings = STANDING) -> None:
    """Print everything that lies on the table, as a seat sees it; for None with all hands open."""
    view = seen_by(state, viewer, rulings)
    turn = "" if state.step in (Step.END, Step.OVER) else f", seat {seat_of_turn(state)}'s turn"
    out.print(f"Round {state.round} of {state.rounds}, {state.step.name}{turn}. Lead: seat {state.lead} (L).\n")
    out.print(players_table(view))
    out.print()
    out.print(problems_table(view))
    discard = cards_text(view.discard, 0).replace("\n", ", ")
    out.print(f"\nDeck: {view.deck_size}. Discard: {discard}. Threshold: {state.threshold}. Mode: {state.mode.value}.")


# ---------------------------------------------------------------- a play


@dataclass(frozen=True)
class Turn:
    """One turn of a play in words; `number` counts choices from 0, as a failing replay does."""

    number: int
    round: int
    step: str
    seat: int | None
    choice: str
    rules: tuple[str, ...]
    changes: tuple[str, ...]
    is_idle: bool


def turn_of(
    number: int, before: State, choice: Choice, after: State, rulings: Rulings, viewer: Seat | None = None
) -> Turn:
    """A turn in words, as a seat learns of it; for None with everything open."""
    changes = tuple(describe_changes(before, after, viewer, rulings))
    hidden = not is_open_to(before, choice, viewer, rulings) and before.step in _SECRET
    rule = "GR-R02" if before.step is Step.SELECT else "GR-R05"
    return Turn(
        number=number,
        round=before.round,
        step=before.step.name,
        seat=None if before.step is Step.END else seat_of_turn(before),
        choice=describe_seen_choice(before, choice, viewer, rulings),
        rules=(rule,) if hidden else acting_rules(before, choice, after, rulings),
        changes=changes,
        is_idle=label(before, choice) == IDLE and not changes,
    )


def turns_of(trace: Trace[State, Choice, Rulings], *, everything: bool = False) -> tuple[Turn, ...]:
    """The turns in which something was decided or happened, or all of them."""
    steps = zip(trace.states, trace.choices, trace.states[1:], strict=False)
    turns = (turn_of(i, before, choice, after, trace.rulings) for i, (before, choice, after) in enumerate(steps))
    return tuple(turn for turn in turns if everything or not turn.is_idle)


def play_table(turns: Iterable[Turn]) -> Table:
    """A play as a table, a turn a row, a rule drawn between rounds."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), header_style="bold")
    # Only columns without a width shrink in a narrow terminal; a least width would push the last column off its edge.
    for heading, width in (("#", 4), ("Rd", 2), ("Seat", 4), ("Choice", None), ("Rules", 13), ("Changes", None)):
        table.add_column(heading, overflow="fold", width=width)
    for turn in turns:
        seat = "-" if turn.seat is None else str(turn.seat)
        rules, changes = " ".join(turn.rules), "\n".join(turn.changes)
        table.add_row(str(turn.number), str(turn.round), seat, turn.choice, rules, changes)
        if turn.step == Step.END.name:
            table.add_section()
    return table


# ---------------------------------------------------------------- the score


def score_of(state: State, rulings: Rulings) -> dict[str, Any]:
    """How a finished game is scored under its Mode card, as plain data. Rules: GR-E01..GR-E04."""
    names = scoring.coalitions_of(state)
    seats = seats_of(state)
    score: dict[str, Any] = {
        "mode": state.mode.value,
        "total": scoring.total_claimed(state),
        "threshold": state.threshold,
        "success": scoring.is_group_successful(state),
        "winners": [seat for seat, wins in zip(seats, scoring.winners_of(state, rulings), strict=True) if wins],
    }
    if state.mode is ModeCard.SHARED_GROUND:
        return score | {"mastery": scoring.mastery_of(state, rulings)}
    score["scores"] = [scoring.personal_score_of(state, seat) for seat in seats]
    score["blames"] = [blames_held_by(state, seat) for seat in seats]
    if state.mode is ModeCard.BONDED_COALITIONS:
        score["coalitions"] = [[s for s in seats if names[s] == name] for name in sorted(set(names))]
    return score


def score_lines(state: State, rulings: Rulings) -> list[str]:
    """The scoring of a finished game in words. Rules: GR-E01..GR-E04."""
    score = score_of(state, rulings)
    reached = "succeeds" if score["success"] else "fails"
    lines = [f"{score['mode']}: {score['total']} claimed, threshold {score['threshold']}: the group {reached}."]
    if "mastery" in score:
        return [*lines, f"Mastery rating: {score['mastery']}."]
    for seat, (points, blames) in enumerate(zip(score["scores"], score["blames"], strict=True)):
        lines.append(f"seat {seat}: score {points}, Blame {blames}, Stress {state.players[seat].stress}")
    if "coalitions" in score:
        lines.append("Coalitions: " + "; ".join(seats_text(members) for members in score["coalitions"]) + ".")
    return [*lines, f"Winners: {seats_text(score['winners']) or 'nobody'}."]


def seats_text(seats: Iterable[int]) -> str:
    """Seats in words, as "seat 0, seat 2"."""
    return ", ".join(f"seat {seat}" for seat in seats)
