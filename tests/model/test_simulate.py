"""Simulated games: seeded, the same on any number of workers, recorded as the kernel plays them, cut short honestly."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kernel.ground import scoring
from kernel.ground.problems import is_claimed
from kernel.ground.rulings import STANDING, EmptyDeck, ProblemDeal, Rulings
from kernel.ground.state import NO_CARDS, Choice, Marker, ModeCard, Step
from kernel.ground.view import View
from model import simulate as simulation
from model.simulate import STAGES, GameFault, Influx, Setting, play_game, simulate, trace_of, turns_of_game
from model.simulation_figures import figures_of
from model.trace import replay
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.scenarios import load_scenario_cards

ROOT = Path(__file__).parents[2]
CARD = kernel_card(load_scenario_cards().cards["sample"])


def setting(*names: str) -> Setting:
    return Setting(CARD, tuple(POLICIES[name] for name in names))


DUEL = setting("adversarial", "random")
MIXED = setting("greedy", "adversarial", "random")


def lost(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """A policy that answers what was never offered."""
    return replace(options[0], target=9) if hasattr(options[0], "target") else options[0]


def broken(view: View, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    raise RuntimeError("no idea")


# ---------------------------------------------------------------- seeds


def test_a_game_depends_on_seed_and_number_alone() -> None:
    assert play_game(MIXED, 7, 3) == play_game(MIXED, 7, 3)
    assert play_game(MIXED, 7, 3) != replace(play_game(MIXED, 7, 4), number=3)
    assert play_game(MIXED, 7, 3) != play_game(MIXED, 8, 3)


def test_the_same_number_deals_the_same_cards_under_other_policies_and_rulings() -> None:
    one, *_ = turns_of_game(DUEL, 7, 5)
    other, *_ = turns_of_game(setting("greedy", "greedy"), 7, 5)
    ruled, *_ = turns_of_game(replace(DUEL, rulings=replace(STANDING, u4_empty_deck=EmptyDeck.SKIP)), 7, 5)
    assert one[0] == other[0] == ruled[0]


@pytest.mark.slow
def test_any_number_of_workers_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "WORTH_A_PROCESS", 1)
    alone, two = simulate(DUEL, 40, 3, 1), simulate(DUEL, 40, 3, 2)
    assert (alone.workers, two.workers) == (1, 2)
    assert alone.games == two.games
    assert [game.number for game in two.games] == list(range(40))
    assert two.is_complete


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    assert simulate(DUEL, 20, 3).games[:5] == simulate(DUEL, 5, 3).games


def test_nothing_is_no_simulation() -> None:
    with pytest.raises(ValueError, match="0 games"):
        simulate(DUEL, 0, 1)
    with pytest.raises(ValueError, match="workers"):
        simulate(DUEL, 1, 1, 0)


# ---------------------------------------------------------------- what is recorded


@pytest.mark.parametrize("number", range(4))
def test_a_record_says_what_the_game_shows(number: int) -> None:
    played, trace = play_game(MIXED, 11, number), trace_of(MIXED, 11, number)
    replay(trace)
    end = trace.end
    assert end.step is Step.OVER
    assert played.turns == len(trace.choices) == 5 * (8 * 3 + 1)
    assert played.points == sum(problem.value for problem in end.problems if problem.claimed_by >= 0)
    assert played.claimed == sum(problem.claimed_by >= 0 for problem in end.problems)
    assert played.starters is all(is_claimed(problem) for problem in end.problems)
    assert played.is_success is scoring.is_group_successful(end)
    assert played.stress[-1] == tuple(player.stress for player in end.players)
    for mode, winners in zip(ModeCard, played.winners, strict=True):
        wins = scoring.winners_of(replace(end, mode=mode), STANDING)
        assert winners == tuple(seat for seat, won in enumerate(wins) if won)


def test_sequences_and_stages_are_counted_as_markers_move() -> None:
    seen = 0
    for number in range(12):
        played, states = play_game(DUEL, 2, number), trace_of(DUEL, 2, number).states
        moves = [
            (old.marker, new.marker)
            for before, after in pairwise(states)
            for old, new in zip(before.players, after.players, strict=True)
        ]
        assert played.sequences == moves.count((Marker.OFF, Marker.DENY))
        denied, idle, attacked, reversed_ = played.stages
        assert denied + idle >= moves.count((Marker.DENY, Marker.ATTACK))
        assert attacked >= moves.count((Marker.ATTACK, Marker.REVERSE))
        assert dict(played.acts).get(STAGES[3], 0) == reversed_
        seen += played.sequences
    assert seen > 5


def test_a_draw_from_an_empty_deck_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = simulation.dealt

    def poor(*words: object) -> object:
        state = usual(*words)  # type: ignore[arg-type]
        return replace(state, deck=NO_CARDS, discard=NO_CARDS)

    keen = setting("greedy", "greedy", "greedy")
    assert not any(play_game(keen, 1, 0).dry)
    monkeypatch.setattr(simulation, "dealt", poor)
    played = play_game(keen, 1, 0)
    first = played.dry.index(True)
    figures = figures_of(replace(simulate(keen, 1, 1), games=(played,)))
    assert [each.dry.hits for each in figures.rounds] == [int(i >= first) for i in range(5)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_influx_is_recorded_as_the_pressure_deck_shrinks(seats: int) -> None:
    deck = Setting(CARD, (POLICIES["greedy"],) * seats, replace(STANDING, problem_deal=ProblemDeal.PRESSURE_DECK))
    for number in range(3):
        played, trace = play_game(deck, 4, number), trace_of(deck, 4, number)
        replay(trace)
        steps = zip(trace.states, trace.choices, trace.states[1:], strict=False)
        ends = [(before, after) for before, _, after in steps if before.step is Step.END]
        assert played.left == tuple(simulation.in_deck(after) for _, after in ends)
        for (before, after), influx in zip(ends, played.influx, strict=True):
            unclaimed = sum(1 for p in before.problems if p.in_play and not is_claimed(p))
            drawn = simulation.in_deck(before) - simulation.in_deck(after)
            assert drawn == (influx is Influx.DRAWN)
            assert (unclaimed >= seats and simulation.in_deck(before) > 0) is (influx is Influx.CAPPED)
        at_setup = [problem.in_play for problem in trace.states[0].problems]
        got = [is_claimed(problem) for problem, was in zip(trace.end.problems, at_setup, strict=True) if was]
        assert played.starters is all(got)


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(("policy", "says"), [(broken, "no idea"), (lost, "Refused|IndexError")])
def test_a_fault_names_its_game(policy: simulation.Policy, says: str) -> None:
    with pytest.raises(GameFault, match=f"game 0: .*({says})"):
        simulate(Setting(CARD, (policy, policy)), 3, 1)


def test_an_interrupt_keeps_the_first_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(played: int) -> None:
        if played >= 2 * simulation.BATCH:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "BATCH", 3)
    seen = simulate(DUEL, 50, 3, 1, tell)
    assert not seen.is_complete
    assert len(seen.games) == 6
    assert seen.games == simulate(DUEL, 6, 3).games


#: Plays many games on two workers, tells once it has begun, and what it has when it is interrupted.
ENDLESS = """
import signal
from model.simulate import Setting, simulate
from properties.policies import POLICIES
from properties.table import kernel_card
from specs.scenarios import load_scenario_cards
signal.signal(signal.SIGINT, signal.default_int_handler)
setting = Setting(kernel_card(load_scenario_cards().cards["sample"]), (POLICIES["random"],) * 2)
seen = simulate(setting, 100_000, 1, 2, lambda played: print("begun", flush=True) if played == 16 else None)
print("complete" if seen.is_complete else "partial", all(game.number == i for i, game in enumerate(seen.games)))
"""


@pytest.mark.slow
def test_ctrl_c_ends_the_workers_too() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (0, "partial True\n", "")
    assert gone(process.pid)


def gone(group: int) -> bool:
    """Has every process of the group ended? Whoever adopts an orphan takes a moment to bury it."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
