"""The benchmark of questions: it asks twenty different ones, and what narrows a search changes no answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import questions as benchmark
from kernel.ground import resolve
from kernel.ground.rulings import STANDING
from model.ground_answers import Asked, Reply, ask, rounds_with
from model.question import parse
from properties.ground.invariant import INVARIANT, LEMMAS, PRINTED, sequences_take_their_time
from properties.ground.vocabulary import GROUND_VOCABULARY

ROOT = Path(__file__).resolve().parents[1]


def asked(text: str, seats: int = 2) -> Asked:
    return Asked(parse(text, GROUND_VOCABULARY, seats), seats)


@pytest.mark.parametrize("seats", [4, 6])
def test_twenty_different_questions_can_be_asked(seats: int) -> None:
    texts = [question.text for question, _ in benchmark.questions_at(seats)]
    assert len(texts) == len(set(texts)) == 20


def test_turns_are_counted_as_the_kernel_takes_them() -> None:
    states = [benchmark.one_deal(2)]
    while offered := resolve.offered(states[-1], STANDING):
        states.append(resolve.play(states[-1], offered[-1], STANDING))
    turns = [benchmark.turns_of(state) for state in states]
    assert turns[0] == 0
    assert all(after == before + 1 for before, after in pairwise(turns))


def test_a_shorter_play_of_another_engine_is_a_disagreement() -> None:
    row = {"reply": Reply.YES.value, "turns": 7, "shortest": True}
    assert benchmark.contradicts(row, 6)
    assert not benchmark.contradicts(row, 7)
    assert not benchmark.contradicts(row, None)
    assert not benchmark.contradicts({**row, "shortest": False}, 6)
    assert benchmark.contradicts({**row, "reply": Reply.NO.value}, 99)
    assert not benchmark.contradicts({**row, "reply": Reply.NOT_KNOWN.value}, 6)


def test_a_small_run_writes_what_every_engine_said(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    words = ["--seats", "2", "--first", "2", "--explorer", "5", "--states", "500", "--tlc", "0", "--lifting", "2"]
    command = [sys.executable, str(ROOT / "benchmarks" / "questions.py"), *words, "--json", str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(file.read_text())
    first, second = found["sizes"][0]["rows"]
    assert (first["reply"], first["turns"], first["explorer"]) == ("YES", 6, 6)
    assert (second["reply"], second["explorer"]) == ("NO", None)
    assert found["lifting"][0]["turns"] == 5 * (8 * 2 + 1)


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("any(p.freedom is SPENT for p in players) and round == 1", {1}),
        ("any(p.marker is REVERSE for p in players)", {3, 4, 5}),
        ("any(relations_of(s) > 2 for s in seats)", set()),
        ("any(p.stress == 5 for p in players)", {1, 2, 3, 4, 5}),
    ],
)
def test_only_rounds_of_the_invariant_are_searched(text: str, rounds: set[int]) -> None:
    narrowed = rounds_with(asked(text), PRINTED, 60)
    assert narrowed is not None
    assert narrowed.rounds == rounds


def test_an_invariant_without_timing_leaves_more_rounds() -> None:
    timeless = [part for part in INVARIANT if part is not sequences_take_their_time]
    narrowed = rounds_with(asked("any(p.marker is REVERSE for p in players)"), timeless, 60)
    assert narrowed is not None
    assert narrowed.rounds == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    "text",
    [
        "any(p.freedom is SPENT for p in players) and round == 1",
        "any(p.marker is ATTACK for p in players)",
        "any(p.marker is ATTACK for p in players) and round <= 2",
        "points() >= 4 and round == 2",
    ],
)
def test_a_narrowed_search_answers_as_a_full_one(text: str) -> None:
    narrow, full = ask(asked(text), 60, invariant=PRINTED, lemmas=LEMMAS), ask(asked(text), 60)
    assert (narrow.reply, narrow.is_shortest) == (full.reply, full.is_shortest)
    assert narrow.reply is not Reply.NOT_KNOWN
    if narrow.reply is Reply.YES:
        assert narrow.turns == full.turns
    else:
        assert narrow.turns <= full.turns
