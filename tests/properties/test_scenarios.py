"""The shipped scenarios hold, they cover the rule book, and the runner tells what differs and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest

from kernel.ground import state as kernel
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.setup import set_up
from model.trace import replay
from model.verdict import Verdict
from properties.ground.coverage import EDITIONS
from properties.scenarios import Outcome, run
from properties.table import DEAL, kernel_card, options_of
from specs import notation
from specs.load import load_rules
from specs.scenarios import Scenario, load_scenario_cards, load_scenarios
from specs.strict import SpecError

CATALOGUE = load_rules()
SCENARIOS = load_scenarios(CATALOGUE)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_shipped_scenario(scenario: Scenario) -> None:
    outcome = run(scenario)
    assert not outcome.differences, "\n".join(map(str, outcome.differences))
    assert outcome.verdict is Verdict.WITNESSED
    replay(outcome.trace)


# ---------------------------------------------------------------- coverage (GR-COV)


def test_every_rule_of_the_catalogue_has_a_scenario() -> None:
    covered = {rule for scenario in SCENARIOS for rule in scenario.covers}
    own = {rule.id for rule in CATALOGUE.values() if rule.is_decided and rule.edition in EDITIONS}
    assert own - covered == {"GR-COV"}


def alternatives() -> Iterator[tuple[str, object]]:
    """Every question with every answer that is not the standing one."""
    for field in fields(Rulings):
        kind = options_of()[field.name]
        standing = getattr(STANDING, field.name)
        if isinstance(standing, Enum):
            yield from ((field.name, option) for option in kind if option is not standing)
        else:
            yield field.name, 2


def tagged(field: str, *, standing: bool) -> list[Scenario]:
    """The scenarios that rest on a question: on its standing answer, or on another."""
    found = [scenario for scenario in SCENARIOS if scenario.ruling == field]
    answered = [any(fact.path[-1] == field for fact in scenario.given.rulings) for scenario in found]
    return [scenario for scenario, otherwise in zip(found, answered, strict=True) if standing is not otherwise]


def test_every_tag_names_a_question() -> None:
    assert {scenario.ruling for scenario in SCENARIOS} - {None} == {field.name for field in fields(Rulings)}


@pytest.mark.parametrize("field", [field.name for field in fields(Rulings)])
def test_every_standing_answer_has_a_scenario(field: str) -> None:
    assert tagged(field, standing=True)
    item = field.partition("_")[0].upper()
    if item in CATALOGUE:
        assert all(item in scenario.covers for scenario in tagged(field, standing=True))


@pytest.mark.parametrize(("field", "answer"), list(alternatives()), ids=str)
def test_another_answer_flips_a_scenario(field: str, answer: object) -> None:
    changes: dict[str, object] = {field: answer}
    standing = replace(STANDING, **changes)  # type: ignore[arg-type]
    assert any(flips(scenario, standing) for scenario in tagged(field, standing=True))


@pytest.mark.parametrize(("field", "answer"), list(alternatives()), ids=str)
def test_every_other_answer_has_a_scenario(field: str, answer: object) -> None:
    given = {fact.value for scenario in tagged(field, standing=False) for fact in scenario.given.rulings}
    assert isinstance(answer, int) or getattr(answer, "name", None) in given


def flips(scenario: Scenario, standing: Rulings) -> bool:
    """Does the scenario fail under these rulings, or ask for a choice that is not due any more?"""
    try:
        return run(scenario, standing).verdict is Verdict.REFUTED
    except SpecError:
        return True


# ---------------------------------------------------------------- the runner

HEAD = '[[scenario]]\nname = "Test"\ncovers = ["GR-A06"]\n'
ATTACK = """given.seats = 2
choices = [
  { seat = 0, select = "ATTACK", target = 1 },
  { seat = 1, select = "SOLVE", problem = 0 },
]
"""


def play(directory: Path, text: str) -> Outcome:
    (directory / "test.toml").write_text(HEAD + text, encoding="utf-8")
    (scenario,) = load_scenarios(CATALOGUE, directory)
    return run(scenario)


def test_what_is_seen_is_witnessed_with_its_play(tmp_path: Path) -> None:
    outcome = play(tmp_path, ATTACK + 'expect = { player.1.stress = 3, relations = ["0-1 RIVALRY"], round = 2 }')
    assert outcome.verdict is Verdict.WITNESSED
    assert outcome.trace.end.players[1].stress == 3
    assert outcome.trace.end.step is kernel.Step.SELECT


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ATTACK + "expect = { player.1.stress = 4 }", "test.toml:9: GR-A06: player.1.stress is 3, not 4"),
        (ATTACK + "expect = { relations = [] }", "test.toml:9: GR-A06: relations is ('0-1 RIVALRY',), not ()"),
        (
            ATTACK + 'expect = { offers = [{ select = "SOLVE" }] }',
            "test.toml:9: GR-A06: {'select': 'SOLVE'} is not offered",
        ),
        (
            ATTACK + 'expect = { not_offers = [{ select = "GROUND" }] }',
            "test.toml:9: GR-A06: {'select': 'GROUND'} is offered",
        ),
        (
            ATTACK.replace("SOLVE", "GROUND").replace(", problem = 0", "")
            + 'expect = { offers_only = [{ ground = "GR" }] }',
            "is offered too",
        ),
        (
            'given.seats = 2\nchoices = [{ seat = 0, select = "GROUND", refused = "GR-A13" }]\n',
            "test.toml:5: GR-A13: the choice is legal, it should be refused",
        ),
        (
            'given.seats = 2\nchoices = [{ seat = 0, select = "ATTACK", target = 0, refused = "GR-A06" }]\n',
            "test.toml:5: GR-A13: the choice is not refused for GR-A06",
        ),
        (
            'given.seats = 2\nchoices = [{ seat = 0, select = "ATTACK", target = 0 }]\nexpect = { round = 1 }\n',
            "test.toml:5: GR-A13: the choice is not legal",
        ),
    ],
)
def test_what_differs_is_refuted_with_line_and_rule(tmp_path: Path, text: str, says: str) -> None:
    outcome = play(tmp_path, text)
    assert outcome.verdict is Verdict.REFUTED
    assert says in "\n".join(map(str, outcome.differences))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'given.seats = 2\nchoices = [{ seat = 1, select = "GROUND" }]\nexpect = { round = 1 }',
            "test.toml:5: this choice is not due: in round 1, SELECT, seat 0 must say 'select'",
        ),
        (
            'given.seats = 2\nchoices = [{ seat = 0, answer = "AGREE" }]\nexpect = { round = 1 }',
            "test.toml:5: this choice is not due",
        ),
        (ATTACK + "expect = { problem.3.face_up = false }", "test.toml:9: 'problem.3.face_up': there are 3 Problems"),
        ('given.seats = 2\nchoices = [{ before = "END", expect = { round = 1 } }]', "test.toml:5: END is not reached"),
        ("given.seats = 2\ngiven.problem.3.denied = true\nexpect = { round = 1 }", "test.toml:5: GR-S01"),
        ("given.seats = 2\ngiven.problem.0 = { denied = true, face_up = true }\nexpect = { round = 1 }", "GR-D03"),
        (
            "given.seats = 2\ngiven.problem.0 = { face_up = false, claimed_by = 1 }\nexpect = { round = 1 }",
            "contradicts",
        ),
        ('given.seats = 2\ngiven.player.0.marker = "REVERSE"\nexpect = { round = 1 }', "GR-D04"),
        (
            'given.seats = 2\ngiven.player.0 = { marker = "REVERSE", token = "FOCUS at 0" }\nexpect = { round = 1 }',
            "GR-D04",
        ),
        ("given.seats = 2\ngiven.player.0.hand.CLARIFY = 7\nexpect = { round = 1 }", "GR-S04"),
        ('given.seats = 4\ngiven.relations = ["0-1 BOND", "0-2 BOND", "0-3 BOND"]\nexpect = { round = 1 }', "GR-L01"),
        ('given.seats = 2\ngiven.card = "sampel"\nexpect = { round = 1 }', "did you mean 'sample'?"),
        ("given.seats = 2\ngiven.rulings.u11 = 3\nexpect = { round = 1 }", "test.toml:5: there is no ruling 'u11'"),
        ('given.seats = 2\ngiven.rulings.u4_empty_deck = "STOP"\nexpect = { round = 1 }', "is one of RESHUFFLE, SKIP"),
        ('given.seats = 2\ngiven.rulings.u10_hand_limit = "TWO"\nexpect = { round = 1 }', "is a whole number"),
    ],
)
def test_what_cannot_be_played_is_an_error_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        play(tmp_path, text)
    assert str(caught.value).startswith("test.toml:")
    assert says in str(caught.value)


def test_forced_turns_are_taken_and_may_be_written(tmp_path: Path) -> None:
    given = (
        'given = { seats = 2, player.0.marker = "ATTACK" }\nchoices = [{ seat = [0, 1], select = "SOLVE", problem = 0 }'
    )
    silent = play(tmp_path, given + ']\nexpect = { round = 2, player.0.token = "FOCUS at 1" }')
    spoken = play(tmp_path, given + ", { seat = 0, extra_attack = 1 }]\nexpect = { round = 2 }")
    assert silent.verdict is spoken.verdict is Verdict.WITNESSED
    assert silent.trace == spoken.trace


# ---------------------------------------------------------------- the words, and the cards


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ((*notation.SUITS, "NONE"), kernel.Suit),
        (notation.ACTIONS, kernel.Action),
        (("SILENT", *notation.REPLIES), kernel.Reply),
        (notation.FREEDOMS, kernel.Freedom),
        (notation.MARKERS, kernel.Marker),
        (("NONE", *notation.RELATIONS), kernel.Relation),
        (notation.STEPS, kernel.Step),
        (tuple(dict.fromkeys(text.partition(" ")[0] for text in notation.GROUNDINGS)), kernel.GroundMode),
        (("NONE", *(text.partition(" ")[2] for text in notation.OPTIONS)), kernel.GroundOption),
    ],
)
def test_the_notation_has_the_kernels_words(words: tuple[str, ...], term: type[kernel.Term]) -> None:
    assert list(words) == list(term.__members__)


def test_the_notation_has_the_kernels_modes() -> None:
    assert list(notation.MODES) == [mode.value for mode in kernel.ModeCard]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_kernel_takes_the_sample_card(seats: int) -> None:
    cards = load_scenario_cards()
    assert all(count == kernel.CARDS_PER_SUIT for _, count in cards.deck)
    state = set_up(kernel_card(cards.cards["sample"]), kernel.ModeCard.SHARED_GROUND, (DEAL,) * seats, kernel.Seat(0))
    assert state.threshold == {2: 5, 3: 7, 4: 7, 5: 9, 6: 9}[seats]
    assert sum(problem.value for problem in state.problems) >= state.threshold
