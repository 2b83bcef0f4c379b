"""Scenario files are read strictly: every fault is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from specs.scenarios import Look, Move, load_scenario_cards, load_scenarios
from specs.strict import SpecError

KNOWN = frozenset({"GR-A06", "GR-P05", "U5"})

GOOD = """
[[scenario]]
name = "An Attack hurts"
covers = ["GR-A06"]
about = "One line for the reader."
ruling = "u5_rejected_reverse"
given.seats = 3
given.lead = 1
given.player.0 = { stress = 4, token = "BLAME at 2", hand = { CLARIFY = 2 } }
given.problem.1.face_up = true
given.relations = ["0-1 BOND"]
given.rulings = { u5_rejected_reverse = "NOTHING", u10_hand_limit = 3 }
choices = [
  { seat = [1, 2], select = "SOLVE", problem = 0, refused = "GR-P05" },
  { seat = 0, select = "ATTACK", target = 1 },
  { before = "END", expect = { player.1.stress = 4 } },
]
expect = { relations = [], winners = [1, 0], not_offers = [{ select = "SOLVE" }] }
"""


def write(directory: Path, text: str) -> Path:
    (directory / "some.toml").write_text(text, encoding="utf-8")
    return directory


def complaints(directory: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(SpecError) as caught:
        load_scenarios(KNOWN, write(directory, text))
    return caught.value.messages


def test_a_good_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    (scenario,) = load_scenarios(KNOWN, write(tmp_path, GOOD))
    assert (scenario.name, scenario.covers, scenario.ruling) == ("An Attack hurts", ("GR-A06",), "u5_rejected_reverse")
    given = scenario.given
    assert (given.seats, given.lead, given.round, given.mode, given.card) == (3, 1, 1, "SHARED GROUND", "sample")
    assert [(fact.where, fact.value) for fact in given.facts] == [
        ("player.0.stress", 4),
        ("player.0.token", "BLAME at 2"),
        ("player.0.hand", (("CLARIFY", 2),)),
        ("problem.1.face_up", True),
        ("relations", ("0-1 BOND",)),
    ]
    assert [(fact.path[-1], fact.value) for fact in given.rulings] == [
        ("u5_rejected_reverse", "NOTHING"),
        ("u10_hand_limit", 3),
    ]
    first, second, third, look, end = scenario.steps
    assert isinstance(first, Move)
    assert isinstance(second, Move)
    assert isinstance(third, Move)
    assert isinstance(look, Look)
    assert isinstance(end, Look)
    assert [(move.seat, move.kind, move.refused) for move in (first, second, third)] == [
        (1, "select", "GR-P05"),
        (2, "select", "GR-P05"),
        (0, "select", None),
    ]
    assert third.words == {"select": "ATTACK", "target": 1}
    assert str(third.place) == "some.toml:15"
    assert (look.before, [(fact.path, fact.value) for fact in look.facts]) == ("END", [(("player", 1, "stress"), 4)])
    assert [(fact.where, fact.value) for fact in end.facts] == [
        ("relations", ()),
        ("winners", (0, 1)),
        ("not_offers", ((("select", "SOLVE"),),)),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('covers = ["GR-A06"]', 'covers = ["GR-A66"]', 4, "unknown rule 'GR-A66', did you mean 'GR-A06'?"),
        ('covers = ["GR-A06"]', "covers = []", 4, "'covers' is empty"),
        ('covers = ["GR-A06"]\n', "", 2, "missing key 'covers'"),
        ("given.seats = 3\n", "", 2, "missing key 'seats'"),
        ("given.seats = 3", "given.seats = 7", 7, "whole number from 2 to 6"),
        ("given.seats = 3", "given.seats = true", 7, "whole number from 2 to 6"),
        ("given.lead = 1", "given.lead = 3", 8, "whole number from 0 to 2"),
        ("given.lead = 1", "given.leed = 1", 8, "unknown key 'leed', did you mean 'lead'?"),
        ("stress = 4,", "stress = 6,", 9, "whole number from 0 to 5"),
        ("stress = 4,", "stres = 4,", 9, "'player.0.stres' is unknown, did you mean 'stress'?"),
        ("given.player.0", "given.player.3", 9, "'player.3' is unknown"),
        ('"BLAME at 2"', '"BLAME"', 9, "malformed"),
        ("CLARIFY = 2", "CLARITY = 2", 9, "counts of CLARIFY"),
        ("given.problem.1.face_up = true", "given.problem.5.face_up = true", 10, "'problem.5' is unknown"),
        ("face_up = true", "face_up = 1", 10, "true or false"),
        ("given.problem.1.face_up = true", "given.problem.1 = 4", 10, "'problem.1' must be a table"),
        ('["0-1 BOND"]', '["1-0 BOND"]', 11, "the lower seat first"),
        ('["0-1 BOND"]', '["0-1 BOND", "0-1 RIVALRY"]', 11, "GR-O05"),
        ('{ seat = 0, select = "ATTACK"', '{ seat = 3, select = "ATTACK"', 15, "whole number from 0 to 2"),
        ('{ seat = 0, select = "ATTACK"', '{ select = "ATTACK"', 15, "missing key 'seat'"),
        ('"ATTACK", target', '"ATACK", target', 15, "did you mean 'ATTACK'?"),
        ("target = 1 }", "goal = 1 }", 15, "unknown key 'goal'"),
        ("target = 1 }", "deny = 1 }", 15, "'deny' does not go with 'select'"),
        ('{ seat = 0, select = "ATTACK", target = 1 }', "{ seat = 0 }", 15, "a choice needs one of select"),
        ('refused = "GR-P05"', 'refused = "GR-P55"', 14, "unknown refused 'GR-P55', did you mean 'GR-P05'?"),
        ("seat = [1, 2]", "seat = [1, 1]", 14, "names a seat twice"),
        ('before = "END"', 'before = "DUSK"', 16, "unknown before 'DUSK'"),
        ("player.1.stress = 4 }", "player.1.stres = 4 }", 16, "did you mean 'stress'?"),
        ("expect = { player.1.stress = 4 }", "expect = {}", 16, "nothing is expected"),
        ("winners = [1, 0]", "winners = 1", 18, "'winners' must be a list of seats"),
        ("winners = [1, 0]", "winner = [1, 0]", 18, "'winner' is unknown, did you mean 'winners'?"),
        ('{ select = "SOLVE" }', '{ solve = "SOLVE" }', 18, "a choice needs one of"),
        ('name = "An Attack hurts"\n', "", 2, "missing key 'name'"),
        ('about = "', 'abuot = "', 5, "unknown key 'abuot'"),
        ("\ncovers", "\ncovers =", 4, "not TOML"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in GOOD
    found = complaints(tmp_path, GOOD.replace(old, new, 1))
    assert any(message.startswith(f"some.toml:{line}: ") and says in message for message in found), found


def test_a_scenario_that_expects_nothing_is_refused(tmp_path: Path) -> None:
    text = '[[scenario]]\nname = "Idle"\ncovers = ["U5"]\ngiven.seats = 2\n'
    (message,) = complaints(tmp_path, text)
    assert message.startswith("some.toml:1: scenario Idle: nothing is expected")
    refused = text + 'choices = [{ seat = 0, select = "ATTACK", refused = "GR-A06" }]\n'
    assert len(load_scenarios(KNOWN, write(tmp_path, refused))) == 1


def test_a_name_stands_once_over_all_files(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(GOOD, encoding="utf-8")
    (message,) = complaints(tmp_path, GOOD)
    assert message == "some.toml:3: scenario An Attack hurts: another scenario has this name at other.toml:2"


def test_a_directory_without_scenarios_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no scenario"):
        load_scenarios(KNOWN, tmp_path)


CARDS = """
[deck]
CLARIFY = 6
REPAIR = 6
BOUNDARY = 6
CHANGE = 6

[[card]]
name = "one"
about = "For this test."
thresholds = [1, 2, 3, 4, 5]
problems = [
  { priority = 0, suit = "CLARIFY", value = 2 },
  { priority = 1, suit = "REPAIR", value = 2 },
  { priority = 2, suit = "BOUNDARY", value = 2 },
  { priority = 3, suit = "CHANGE", value = 3 },
  { priority = 4, suit = "CHANGE", value = 3 },
]
"""


def test_good_cards_are_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(CARDS, encoding="utf-8")
    cards = load_scenario_cards(path)
    assert cards.deck == (("CLARIFY", 6), ("REPAIR", 6), ("BOUNDARY", 6), ("CHANGE", 6))
    assert cards.cards["one"].thresholds == (1, 2, 3, 4, 5)
    assert [problem.priority for problem in cards.cards["one"].problems] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4]", 11, "must be five"),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 0]", 11, "whole numbers above 0"),
        ("priority = 4", "priority = 3", 12, "priorities 1 to 4"),
        ('suit = "REPAIR"', 'suit = "REPEAR"', 14, "did you mean 'REPAIR'?"),
        ("CHANGE = 6\n", "", 2, "must count CLARIFY, REPAIR, BOUNDARY, CHANGE"),
        ("value = 3 },\n]", "value = 0 },\n]", 17, "at least 1"),
    ],
)
def test_a_fault_in_cards_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    path = tmp_path / "cards.toml"
    assert old in CARDS
    path.write_text(CARDS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load_scenario_cards(path)
    assert any(m.startswith(f"cards.toml:{line}: ") and says in m for m in caught.value.messages), caught.value
