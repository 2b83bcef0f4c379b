"""GROUND's vocabulary: complete, documented, true to the table, and every example is a question."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kernel.ground import resolve
from kernel.ground.rulings import STANDING
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    Action,
    ModeCard,
    Problem,
    Relation,
    Seat,
    Selection,
    State,
    Step,
    Suit,
    Token,
    put_at,
    with_player,
)
from model import ground_symbols
from model.ground_worlds import THREE
from model.lift import terms as T
from model.lift.decode import concrete
from model.lift.lifter import Lifter
from model.lift.values import leaves
from model.lift.walk import reachable, values_under
from model.question import Word, parse
from properties.ground.vocabulary import GROUND_VOCABULARY as VOCABULARY
from specs.load import load_rules

EVERY = (*VOCABULARY.words, *VOCABULARY.attributes)


def holds(text: str, state: State = THREE) -> bool:
    question = parse(text, VOCABULARY, len(state.players))
    assert question.faults(state, STANDING) == ()
    return question.holds(state, STANDING)


@pytest.mark.parametrize("word", EVERY, ids=[word.name for word in EVERY])
def test_every_word_is_explained_by_a_rule_and_shown_in_an_example(word: Word) -> None:
    assert word.meaning.endswith((".", "?"))
    assert "\n" not in word.meaning
    assert word.rules
    assert [rule for rule in word.rules if rule not in load_rules()] == []
    assert word.name.split(".")[-1] in word.example


@pytest.mark.parametrize("word", EVERY, ids=[word.name for word in EVERY])
def test_every_example_means_the_same_in_a_formula_and_in_a_state(word: Word) -> None:
    question, random = parse(word.example, VOCABULARY), Random(word.name)
    for step in Step:
        T.forget()
        state = ground_symbols.state("s", 3, step, random.randrange(3))
        answer = question.answer(Lifter(), state, STANDING)
        variables = [node.args for node in reachable(leaves(state)) if node.op in ("number", "truth")]
        for _ in range(2):
            assignment = {name: random.randint(*ends) if ends else random.random() < 0.5 for name, *ends in variables}
            real = concrete(state, assignment)
            fails = bool(question.faults(real, STANDING))
            assert values_under([answer.holds, answer.fails], assignment) == [question.holds(real, STANDING), fails]


def test_no_example_fails_in_a_game() -> None:
    random, state = Random(1), THREE
    examples = [parse(word.example, VOCABULARY) for word in EVERY]
    while state.step is not Step.OVER:
        assert [example.text for example in examples if example.faults(state, STANDING)] == []
        state = resolve.play(state, random.choice(resolve.offered(state, STANDING)), STANDING)


def test_every_attribute_of_every_record_is_described() -> None:
    written = [f"{row.record.__name__}.{name}" for row in VOCABULARY.rows for name in VOCABULARY.fields_of(row)]
    assert written == [word.name for word in VOCABULARY.attributes]
    assert [word.reads for word in VOCABULARY.attributes] == [name.split(".")[1] for name in written]


def test_all_of_the_state_can_be_asked_about_but_what_only_the_engine_remembers() -> None:
    read = {word.reads.split(".")[0] for word in VOCABULARY.words if isinstance(word.reads, str)}
    assert read == set(State.__dataclass_fields__)


# ---------------------------------------------------------------- what the functions say

TILES = {(0, 1): Relation.BOND, (1, 2): Relation.BOND, (0, 2): Relation.RIVALRY}
BONDED = replace(
    THREE,
    mode=ModeCard.BONDED_COALITIONS,
    threshold=4,
    relations=tuple(tuple(TILES.get((min(a, b), max(a, b)), Relation.NONE) for b in range(3)) for a in range(3)),
    problems=(
        Problem(Suit.CHANGE, 4, 0, True, False, Seat(1)),
        Problem(Suit.CLARIFY, 3, 1, False, True, NOBODY),
        Problem(Suit.REPAIR, 2, 2, True, False, Seat(0)),
    ),
)
BLAMED = with_player(
    with_player(BONDED, Seat(0), token=Token.BLAME, token_at=Seat(1)), Seat(2), token=Token.FOCUS, token_at=Seat(0)
)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("bond(0, 1) and bond(1, 0) and not bond(0, 2) and not bond(1, 1)", BONDED),
        ("rivalry(0, 2) and rivalry(2, 0) and not rivalry(0, 1) and not rivalry(0, 0)", BONDED),
        ("related(0, 2) and related(0, 1) and not related(0, 0)", BONDED),
        ("not any(related(a, b) for a in seats for b in seats)", THREE),
        ("relations_of(0) == 2 and bonds_of(0) == 1 and bonds_of(1) == 2", BONDED),
        ("all(coalition(a, b) for a in seats for b in seats)", BONDED),
        ("all(coalition(a, b) == (a == b) for a in seats for b in seats)", THREE),
        ("claimed(0) == 2 and claimed(1) == 4 and claimed(2) == 0 and points() == 6", BONDED),
        ("solved() == 2 and denied() == 1 and successful()", BONDED),
        ("all(wins(s) for s in seats)", BONDED),
        ("wins(1) and not wins(0) and not wins(2)", replace(BONDED, mode=ModeCard.COMMON_PROBLEM)),
        ("not successful() and not any(wins(s) for s in seats)", replace(BONDED, threshold=7)),
        ("score(1) == 3 and score(0) == 2 and mastery() == 0", BLAMED),
        ("blames(1) == 1 and blames(0) == 0 and focus_on(0) and not focus_on(1)", BLAMED),
        ("cards(0) == 1 and cards(0) == sum(players[0].hand)", THREE),
        ("selected(0) is Action.NONE and acting() == 2 and lead == 2", THREE),
        ("acting() == 0", replace(THREE, turn=1)),
        ("acting() == NOBODY and not over()", replace(THREE, step=Step.END)),
        ("acting() == NOBODY and over()", replace(THREE, step=Step.OVER)),
        ("NO_PROBLEM == selections[0].problem and selections[0].target == NOBODY", THREE),
        ("seats == (0, 1, 2) and len(groundings) == 3", THREE),
    ],
)
def test_functions_say_what_lies_on_the_table(text: str, state: State) -> None:
    assert holds(text, state)


def test_a_selection_is_seen_while_it_lies_face_down() -> None:
    memory = replace(THREE.memory, selections=put_at(THREE.memory.selections, 1, Selection(Action.ATTACK, Seat(0))))
    state = replace(THREE, memory=memory)
    assert holds("selected(1) is ATTACK and selections[1].target == 0", state)
    assert not holds("selected(1) is ATTACK")


def test_nobody_and_no_problem_are_the_numbers_of_the_kernel() -> None:
    assert (VOCABULARY.nobody, NO_PROBLEM) == (NOBODY, -1)
    assert holds("all(q.claimed_by == NOBODY for q in problems)")
