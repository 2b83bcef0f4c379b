"""What comes nearest to a table that cannot come about, in games that are decided at once."""

from __future__ import annotations

import pytest

from kernel.ground.rulings import STANDING
from model import ground_nearest
from model.ground_answers import Asked, Found, Opposite, Reply
from model.ground_nearest import Nearest, all_of, nearest
from model.question import Question, parse
from properties.ground.vocabulary import GROUND_VOCABULARY


def question(text: str) -> Question:
    return parse(text, GROUND_VOCABULARY, 2)


def near(text: str, limit: float = 60, rounds: int = 1) -> Nearest:
    return nearest(Asked(question(text), 2, rounds), limit)


def test_the_best_number_is_found_with_the_shortest_play_to_it() -> None:
    (moved,) = near("any(p.stress >= 9 for p in players)", rounds=1).numbers
    assert moved.is_best
    assert moved.found.is_shortest
    end = moved.found.trace.end if moved.found.trace else None
    assert end is not None
    assert max(p.stress for p in end.players) == moved.value == moved.number == 4
    assert str(moved) == f"`p.stress >= 9`: at most 4; first after {moved.found.turns} turns, in round 1"


def test_a_strict_number_tells_what_is_reached() -> None:
    (moved,) = near("round > 1").numbers
    assert (moved.number, moved.value) == (0, 1)
    assert "at most 1" in str(moved)


def test_one_condition_too_many_is_named_and_its_number_moved() -> None:
    found = near("any(p.stress == 5 for p in players) and round == 1 and step is Step.SELECT")
    (without,) = found.without
    assert without.parts == ("any(p.stress == 5 for p in players)",)
    (moved,) = found.numbers
    assert (moved.value, moved.bound.way, moved.found.turns) == (2, -1, 0)
    assert found.play == moved.found.trace
    assert not found.undecided


def test_where_one_condition_is_not_enough_two_go() -> None:
    found = near("over() and step is Step.SELECT and round >= 4")
    assert {each.parts for each in found.without} == {
        ("over()", "round >= 4"),
        ("step is Step.SELECT", "round >= 4"),
    }
    assert found.numbers == ()
    assert found.play is not None
    assert len(found.play.choices) == 0


def test_where_nothing_can_be_moved_nothing_comes_near() -> None:
    found = near("any(p.stress == 9 and p.stress > 10 for p in players)")
    assert (found.without, found.numbers, found.undecided, found.play) == ((), (), (), None)


def test_a_condition_keeps_its_guard() -> None:
    found = near("any(p.token_at != NOBODY and players[p.token_at].stress >= 7 for p in players)")
    assert found.numbers == ()
    assert list(found.lines()) == []


def test_time_that_is_up_is_said() -> None:
    found = near("over() and round == 4", limit=0.2)
    assert (found.without, found.numbers) == ((), ())
    assert list(found.lines()) == [
        "not decided: without `over()`: the time is up",
        "not decided: without `round == 4`: the time is up",
    ]


def test_a_number_with_an_undecided_neighbour_is_not_called_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ground_nearest.ask

    def silent(asked: Asked, *rest: object) -> Found:
        found = real(asked, *rest)  # type: ignore[arg-type]
        if found.reply is Reply.NO:
            return Found(asked, Reply.NOT_KNOWN, None, False, 3, "a solver gave up", (), 0)
        return found

    monkeypatch.setattr(ground_nearest, "ask", silent)
    found = near("any(p.stress >= 9 for p in players)")
    (moved,) = found.numbers
    assert not moved.is_best
    assert "at most" not in str(moved)
    assert "a solver gave up" in found.undecided[0]


def test_conditions_are_joined_with_the_meaning_that_they_have() -> None:
    parts = question("(over() or round == 1) and (over() if round == 1 else denied() >= 9) and not over()").conjuncts()
    assert all_of(parts).text == ("(over() or round == 1) and (over() if round == 1 else denied() >= 9) and not over()")


def test_the_opposite_of_a_question_has_no_conditions() -> None:
    with pytest.raises(TypeError, match=r"not \(over\(\)\)"):
        nearest(Asked(Opposite(question("over()")), 2, 1, STANDING), 1)
