"""`ruleproof vocabulary`, and the document about questions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from audit.cli import main
from kernel.ground.rulings import STANDING
from model import question, question_check
from model.ground_worlds import THREE
from model.question import QuestionError, parse
from model.verdict import Exit
from properties.ground.vocabulary import GROUND_VOCABULARY as VOCABULARY

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "questions.md"


def vocabulary(*words: str, columns: int = 200) -> Result:
    return CliRunner().invoke(main, ["vocabulary", *words], env={"COLUMNS": str(columns)})


def test_everything_is_listed() -> None:
    seen = vocabulary("ground")
    assert seen.exit_code == 0
    for text in ("bond(a, b)", "Player.token_at", "tuple[int, int, int, int]", "GR-E04", "deck[REPAIR] == 0"):
        assert text in seen.output
    assert "Marker: OFF, DENY, Marker.ATTACK, REVERSE" in seen.output
    assert "any(..)" in seen.output


def test_json_lists_everything_with_types_rules_and_examples() -> None:
    rows = json.loads(vocabulary("ground", "--json").stdout)
    by_name = {row["name"]: row for row in rows}
    assert len(by_name) == len(rows)
    assert by_name["coalition"] == {
        "name": "coalition",
        "kind": "function",
        "written": "coalition(a, b)",
        "type": "bool",
        "meaning": "Are these two players in one Bond network, directly or through others? Each is in one with itself.",
        "rules": ["GR-E04"],
        "example": "coalition(0, 1) and not bond(0, 1)",
    }
    assert by_name["Marker.ATTACK"]["written"] == "Marker.ATTACK"
    assert by_name["Marker.REVERSE"]["written"] == "REVERSE"
    assert {word.name for word in (*VOCABULARY.words, *VOCABULARY.attributes)} <= set(by_name)


def test_a_word_is_shown_with_its_arguments_and_its_rules_in_words() -> None:
    seen = vocabulary("ground", "bond")
    assert "bond(a, b) -> bool" in seen.output
    assert "a: Seat" in seen.output
    assert "example: bond(0, 1)" in seen.output
    assert re.search(r"GR-O05 [^:]+: \w+", seen.output)


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("token_at", ["Player.token_at"]),
        ("Player.hand", ["Player.hand"]),
        ("target", ["Selection.target", "Grounding.target"]),
        ("Freedom", ["Freedom.READY", "Freedom.SPENT"]),
        ("SOLVE", ["Action.SOLVE", "Step.SOLVE"]),
        ("problems", ["problems"]),
        ("sum", ["sum"]),
    ],
)
def test_a_word_is_found_with_and_without_its_owner(word: str, names: list[str]) -> None:
    assert [row["name"] for row in json.loads(vocabulary("ground", word, "--json").stdout)] == names
    assert names[-1].split(".")[-1] in vocabulary("ground", word).output


def test_an_unknown_word_is_a_usage_error_with_a_suggestion() -> None:
    seen = vocabulary("ground", "coaliton")
    assert seen.exit_code == Exit.USAGE
    assert "know no `coaliton`; did you mean `coalition`?" in seen.output


def test_an_unknown_game_is_a_usage_error() -> None:
    assert vocabulary("chess").exit_code == Exit.USAGE


# ---------------------------------------------------------------- the document


def test_the_examples_of_the_document_are_questions() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert block is not None
    examples = block[1].splitlines()
    assert len(examples) > 5
    for example in examples:
        parse(example, VOCABULARY, 3).answer(question.Lifter(), THREE, STANDING)


def test_the_error_of_the_document_is_the_one_that_is_shown() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    shown = re.search(r"```\n(unknown.*?)\n```", text, re.DOTALL)
    assert shown is not None
    with pytest.raises(QuestionError) as caught:
        parse(shown[1].splitlines()[1].strip(), VOCABULARY)
    assert str(caught.value) == shown[1]


def test_the_limits_of_the_document_are_those_in_force() -> None:
    text = " ".join(DOCUMENT.read_text(encoding="utf-8").split())
    assert f"at most {question.MOST_TEXT} characters, numbers up to {question_check.MOST_NUMBER}" in text
    assert f"{question_check.MOST_LOOPS} loops, at most {question_check.MOST_NESTED} of them within" in text
    assert f"at most {question.MOST_DEPTH} deep" in text


@pytest.mark.parametrize(
    "text",
    [
        "any(players[s].stress == 5 and bond(s, lead) for s in seats)",
        "any(p.token_at != NOBODY and players[p.token_at].stress == 0 for p in players)",
    ],
)
def test_what_the_document_advises_names_no_seat_and_does_not_fail(text: str) -> None:
    asked = parse(text, VOCABULARY)
    assert not asked.names_seats
    assert asked.faults(THREE, STANDING) == ()
