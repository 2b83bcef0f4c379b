"""The numbers of a question that can be moved: which, which way, and what the question says then."""

from __future__ import annotations

import pytest

from kernel.ground.rulings import STANDING
from model.ground_worlds import THREE
from model.question import Question, parse
from model.question_bounds import Bound, bounds_of
from properties.ground.vocabulary import GROUND_VOCABULARY


def asked(text: str) -> Question:
    return parse(text, GROUND_VOCABULARY, 3)


def ways(text: str) -> list[tuple[str, int, int]]:
    return [(bound.comparison, bound.number, bound.way) for bound in bounds_of(asked(text))]


def only(text: str) -> Bound:
    (bound,) = bounds_of(asked(text))
    return bound


@pytest.mark.parametrize(
    ("text", "number", "way", "met"),
    [
        ("denied() >= 3", 3, -1, 3),
        ("denied() > 3", 3, -1, 4),
        ("round <= 2", 2, 1, 2),
        ("round < 2", 2, 1, 1),
        ("3 <= denied()", 3, -1, 3),
        ("2 > round", 2, 1, 1),
        ("not denied() >= 3", 3, 1, 2),
        ("not denied() < 3", 3, -1, 3),
        ("mastery() >= -2", -2, -1, -2),
        ("any(p.stress >= 6 for p in players)", 6, -1, 6),
        ("any(p.marker is DENY for p in players if p.stress >= 6)", 6, -1, 6),
        ("all(p.marker is DENY for p in players if p.stress >= 6)", 6, 1, 5),
        ("over() if denied() >= 3 else round > 4", 4, -1, 5),
    ],
)
def test_a_number_is_moved_the_way_that_asks_for_less(text: str, number: int, way: int, met: int) -> None:
    bound = only(text)
    assert (bound.number, bound.way, bound.met_by(number)) == (number, way, met)


def test_a_number_to_be_met_exactly_can_be_missed_in_two_ways() -> None:
    below, above = bounds_of(asked("any(p.stress == 4 for p in players)"))
    assert (below.way, above.way) == (-1, 1)
    assert below.at(2).text == "any((2 <= (p.stress) <= 4) for p in players)"
    assert above.at(6).text == "any((4 <= (p.stress) <= 6) for p in players)"


def test_sums_that_count_and_what_they_count() -> None:
    assert ways("sum(1 for p in players if p.stress >= 5) >= 2") == [
        ("sum(1 for p in players if p.stress >= 5) >= 2", 2, -1),
        ("p.stress >= 5", 5, -1),
    ]
    assert ways("sum(p.stress >= 5 for p in players) < 2")[1] == ("p.stress >= 5", 5, 1)
    assert ways("1 < round <= 3") == [("1 < round <= 3", 1, -1), ("1 < round <= 3", 3, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "lead == 1",
        "lead >= 1 and over()",
        "denied() != 2",
        "not denied() == 2",
        "1 < 2",
        "denied() >= points()",
        "over() or step is Step.SELECT",
        "max(1, 2, denied()) > points()",
    ],
)
def test_seats_and_numbers_that_no_way_asks_for_less_stay(text: str) -> None:
    assert ways(text) == []


@pytest.mark.parametrize("text", ["any(p.stress > 9 for p in players)", "not denied() >= 0", "0 > denied()"])
def test_moved_as_far_as_it_goes_a_number_asks_for_nothing(text: str) -> None:
    bound = only(text)
    weakest = bound.at(bound.number + bound.way * bound.steps)
    assert not asked(text).holds(THREE, STANDING)
    assert weakest.holds(THREE, STANDING)
    assert bound.at(bound.number).holds(THREE, STANDING) is False


def test_signs_beyond_ascii_do_not_shift_a_number() -> None:
    assert only("any(pé.stress >= 6 for pé in players)").at(3).text == "any(pé.stress >= 3 for pé in players)"
