"""Random questions: they mean what Python says, and nothing but a `QuestionError` ever comes out of a text."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.ground import resolve
from kernel.ground.rulings import STANDING, CoalitionBlame, MasteryBase, Rulings
from kernel.ground.setup import ProblemCard, Scenario, set_up
from kernel.ground.state import Marker, ModeCard, Relation, Seat, State, Step, Suit, Token
from model import ground_symbols
from model.ground_worlds import THREE
from model.lift import terms as T
from model.lift.decode import concrete
from model.lift.lifter import Lifter
from model.lift.values import leaves
from model.lift.walk import reachable, values_under
from model.question import Question, QuestionError, Word, parse
from properties.ground.theorems import turned_state
from properties.ground.vocabulary import GROUND_VOCABULARY as VOCABULARY

OTHER_RULINGS = replace(STANDING, coalition_blame=CoalitionBlame.OWNED, mastery_base=MasteryBase.CLAIMED_VALUE)
CARD = Scenario(tuple(ProblemCard(Suit(k % 4), 2 + k // 3, k) for k in range(5)), (5, 7, 7, 9, 9))
GOOD = [word.example for word in (*VOCABULARY.words, *VOCABULARY.attributes)]


def ask(text: str, seats: int | None = 3) -> Question:
    return parse(text, VOCABULARY, seats)


# ---------------------------------------------------------------- random questions


@dataclass
class Author:
    """Writes random questions that are nearly always well formed; constants with several meanings are spelt out."""

    random: Random
    seats: int
    loops: int = 0

    def pick(self, *options: Callable[[], str] | str) -> str:
        option = self.random.choice(options)
        return option if isinstance(option, str) else option()

    def question(self) -> str:
        self.loops = 0
        self.names: dict[str, list[str]] = {"player": [], "problem": [], "seat": [], "number": []}
        return self.condition(4)

    def condition(self, depth: int) -> str:
        if depth <= 0:
            return self.pick(
                "over()", "successful()", lambda: f"{self.problem(0)}.denied", lambda: f"wins({self.seat(0)})"
            )
        less = depth - 1
        operator = self.random.choice(("==", "!=", "<", "<=", ">", ">="))
        return self.pick(
            lambda: f"{self.number(less)} {operator} {self.number(less)}",
            lambda: f"{self.number(less)} <= {self.number(less)} {operator} {self.number(less)}",
            lambda: f"{self.seat(less)} {self.random.choice(('==', '!='))} {self.seat(less)}",
            lambda: f"({self.condition(less)} and {self.condition(less)})",
            lambda: f"({self.condition(less)} or {self.condition(less)})",
            lambda: f"not {self.condition(less)}",
            lambda: f"({self.condition(less)}) is ({self.condition(less)})",
            lambda: f"({self.condition(less)} if {self.condition(less)} else {self.condition(less)})",
            lambda: f"{self.random.choice(('any', 'all'))}({self.loop(self.condition, less)})",
            lambda: f"{self.number(less)} in ({self.number(less)}, {self.number(less)})",
            lambda: f"{self.seat(less)} not in [{self.seat(less)}, {self.seat(less)}]",
            lambda: f"{self.player(less)}.marker is {self.member(Marker)}",
            lambda: f"{self.player(less)}.token in ({self.member(Token)}, {self.member(Token)})",
            lambda: f"step is not {self.member(Step)}",
            lambda: f"relations[{self.seat(less)}][{self.seat(less)}] is {self.member(Relation)}",
            lambda: f"{self.member(Relation)} in relations[{self.seat(less)}]",
            lambda: f"{self.player(less)}.hand == {self.random.choice(('deck', '(0, 1, 0, 0)'))}",
            lambda: f"{self.player(less)} == {self.player(less)}",
            lambda: f"{self.pick('bond', 'rivalry', 'related', 'coalition')}({self.seat(less)}, {self.seat(less)})",
            lambda: f"focus_on({self.seat(less)})",
        )

    def number(self, depth: int) -> str:
        names = self.names["number"]
        if depth <= 0:
            return self.pick(str(self.random.randrange(6)), "round", "turn", "threshold", "denied()", *names)
        less = depth - 1
        return self.pick(
            lambda: f"({self.number(less)} {self.random.choice('+-*')} {self.number(less)})",
            lambda: (
                f"({self.number(less)} {self.random.choice(('//', '%'))} {self.random.choice((2, 3, 'len(seats)'))})"
            ),
            lambda: f"-{self.number(less)}",
            lambda: f"abs({self.number(less)})",
            lambda: f"{self.random.choice(('min', 'max'))}({self.number(less)}, {self.number(less)})",
            lambda: f"max(({self.loop(self.number, less)}), default={self.number(0)})",
            lambda: f"min({self.loop(self.number, less)})",
            lambda: f"sum({self.loop(self.number, less)})",
            lambda: f"sum({self.loop(self.condition, less)})",
            lambda: f"({self.number(less)} if {self.condition(less)} else {self.number(less)})",
            lambda: f"{self.player(less)}.{self.random.choice(('stress', 'protection'))}",
            lambda: f"{self.player(less)}.hand[{self.pick('REPAIR', 'Suit.CHANGE', '0', f'{self.problem(0)}.suit')}]",
            lambda: f"{self.problem(less)}.value",
            lambda: f"{self.random.choice(('score', 'claimed', 'blames', 'cards', 'bonds_of'))}({self.seat(less)})",
            lambda: self.random.choice(("points()", "mastery()", "solved()", "sum(deck)", "len(problems)")),
        )

    def seat(self, depth: int) -> str:
        plain = (str(self.random.randrange(self.seats)), "lead", "acting()", "lead", *self.names["seat"] * 3)
        less = depth - 1
        deeper = (lambda: f"{self.player(less)}.token_at", lambda: f"{self.problem(less)}.claimed_by", "NOBODY")
        return self.pick(*plain, *deeper[: 3 if depth > 0 else 0])

    def player(self, depth: int) -> str:
        return self.pick(lambda: f"players[{self.seat(depth - 1)}]", *self.names["player"] * 2)

    def problem(self, depth: int) -> str:
        return self.pick(lambda: f"problems[{self.number(0)}]", "problems[0]", *self.names["problem"] * 3)

    def member(self, enum: type[Enum]) -> str:
        return f"{enum.__name__}.{self.random.choice(list(enum)).name}"

    def loop(self, item: Callable[[int], str], depth: int) -> str:
        self.loops += 1
        kind, over = self.random.choice(
            (
                ("player", "players"),
                ("problem", "problems"),
                ("seat", "seats"),
                ("number", "(1, 3)"),
                ("number", "deck"),
            )
        )
        name = f"v{self.loops}"
        self.names[kind].append(name)
        body = item(depth)
        test = f" if {self.condition(depth - 1)}" if self.random.random() < 0.3 else ""
        self.names[kind].remove(name)
        return f"{body} for {name} in {over}{test}"


def written(seed: int, count: int, seats: int = 3) -> list[tuple[str, Question]]:
    """Random questions that can be asked."""
    author, found = Author(Random(seed), seats), []
    for _ in range(20 * count):
        text = author.question()
        try:
            found.append((text, ask(text, seats)))
        except QuestionError as error:
            if "at most" not in error.message:
                raise
        if len(found) == count:
            break
    return found


@cache
def played(seed: int, seats: int) -> tuple[State, ...]:
    """The states of a random game."""
    random = Random(seed)
    hands = [(1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1)][:seats]
    state = set_up(CARD, random.choice(list(ModeCard)), tuple(hands), Seat(random.randrange(seats)))
    states = [state]
    while state.step is not Step.OVER:
        state = resolve.play(state, random.choice(resolve.offered(state, STANDING)), STANDING)
        states.append(state)
    return tuple(states)


def some_states(random: Random, count: int, seats: int = 3) -> list[State]:
    """Some states of random games, every other one with its tokens and claims strewn about."""
    found = [random.choice(played(random.randrange(12), seats)) for _ in range(count)]
    return [strewn(random, state) if k % 2 else state for k, state in enumerate(found)]


def _tiles(given: dict[tuple[int, int], Relation], seats: int) -> tuple[tuple[Relation, ...], ...]:
    return tuple(tuple(given.get((min(a, b), max(a, b)), Relation.NONE) for b in range(seats)) for a in range(seats))


def strewn(random: Random, state: State) -> State:
    seats = range(-1, len(state.players))
    players = tuple(
        replace(
            player, stress=random.randrange(6), token=random.choice(list(Token)), token_at=Seat(random.choice(seats))
        )
        for player in state.players
    )
    problems = tuple(
        replace(problem, denied=random.random() < 0.5, claimed_by=Seat(random.choice(seats)))
        for problem in state.problems
    )
    tiles = {(a, b): random.choice(list(Relation)) for a in seats for b in seats if a < b}
    return replace(state, players=players, problems=problems, relations=_tiles(tiles, len(players)))


class Strict(tuple[Any, ...]):
    """A sequence whose places are counted from the start, by the members of an enum too."""

    def __getitem__(self, index: Any) -> Any:
        place = index.value if isinstance(index, Enum) else index
        if place < 0:
            raise IndexError
        return super().__getitem__(place)


def names_in(state: State, rulings: Rulings) -> dict[str, Any]:
    """What each name of the vocabulary means in this state, without the interpreter."""

    def asked(entry: Word) -> Any:
        if isinstance(entry.reads, str):
            value = state
            for name in entry.reads.split("."):
                value = getattr(value, name)
            return value
        if not entry.is_called:
            return entry.reads(state, rulings)
        return lambda *arguments: called(entry, arguments)

    def called(entry: Word, arguments: tuple[Any, ...]) -> Any:
        assert callable(entry.reads)
        if any(not 0 <= seat < len(state.players) for seat in arguments):
            raise IndexError
        if not entry.places:
            return entry.reads(state, rulings, *arguments)
        value = entry.reads(state, rulings)
        for seat in arguments:
            value = value[seat]
        return value

    names = {entry.name: asked(entry) for entry in VOCABULARY.words}
    names["players"] = Strict(replace(player, hand=Strict(player.hand)) for player in state.players)
    names["problems"] = Strict(state.problems)
    names["relations"] = Strict(map(Strict, state.relations))
    constants = {name: enums[0][name] for name, enums in VOCABULARY.constants.items() if len(enums) == 1}
    return {**names, **constants, **VOCABULARY.enum_by_name}


def as_python(texts: list[str], folder: Path) -> Any:
    """A module in which each text is the body of a function of the vocabulary's names."""
    parameters = ", ".join(names_in(THREE, STANDING))
    functions = "\n\n".join(f"def q{k}({parameters}):\n    return {text}" for k, text in enumerate(texts))
    (folder / "asked.py").write_text(functions, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("asked", folder / "asked.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_question_means_what_python_says(tmp_path: Path) -> None:
    questions = written(1, 250)
    module = as_python([text for text, _ in questions], tmp_path)
    seen = {True: 0, False: 0, None: 0}
    for k, (text, question) in enumerate(questions):
        random = Random(k)
        for state in some_states(random, 4):
            rulings = random.choice((STANDING, OTHER_RULINGS))
            expected: bool | None
            try:
                expected = getattr(module, f"q{k}")(**names_in(state, rulings))
            except (IndexError, ValueError):
                expected = None
            assert bool(question.faults(state, rulings)) is (expected is None), text
            assert question.holds(state, rulings) is (expected is True), text
            assert question.negated().holds(state, rulings) is (expected is False), text
            seen[expected] += 1
    assert min(seen.values()) > 50, seen


def test_a_formula_means_what_the_question_says_in_each_state() -> None:
    seen = {(True, False): 0, (False, False): 0, (False, True): 0}
    for k, (text, question) in enumerate(written(2, 150)):
        random = Random(k)
        T.forget()
        state = ground_symbols.state("s", 3, random.choice(list(Step)), random.randrange(3))
        answer = question.answer(Lifter(), state, STANDING)
        variables = [node.args for node in reachable(leaves(state)) if node.op in ("number", "truth")]
        for _ in range(4):
            assignment = {name: random.randint(*ends) if ends else random.random() < 0.5 for name, *ends in variables}
            real = concrete(state, assignment)
            shown = tuple(values_under([answer.holds, answer.fails], assignment))
            assert shown == (question.holds(real, STANDING), bool(question.faults(real, STANDING))), text
            seen[shown] += 1
    assert min(seen.values()) > 30, seen


def test_what_names_no_seat_does_not_change_when_the_table_turns() -> None:
    turned = 0
    for seed in range(3, 40):
        for text, question in written(seed, 20):
            if question.names_seats:
                continue
            for state in some_states(Random(seed), 3):
                moved = turned_state(state)
                assert question.holds(state, STANDING) is question.holds(moved, STANDING), text
                turned += 1
    assert turned > 300


# ---------------------------------------------------------------- whatever is typed


def survives(text: str) -> bool:
    """Ask it; is it a question? Lets pass whatever else than a `QuestionError` comes out."""
    try:
        question = ask(text)
    except QuestionError as error:
        shown = str(error)
    else:
        for part in (question, question.negated(), *question.conjuncts()):
            part.answer(Lifter(), THREE, STANDING)
        return True
    assert len(shown.splitlines()) == 3
    return False


@settings(max_examples=400, derandomize=True, database=None, deadline=None)
@given(st.text(max_size=40) | st.text("()[]{}.,:=<>!+-*/% '\"\\#0123456789abcpnotrdsi\n", max_size=30))
def test_any_text_is_a_question_or_an_error(text: str) -> None:
    survives(text)


TOKENS = [
    "players",
    "p",
    "lead",
    "0",
    "9",
    "ATTACK",
    "NONE",
    "Suit.NONE",
    "REPAIR",
    "bond",
    "any",
    "max",
    "(",
    ")",
    "[",
    "]",
]
TOKENS += [
    ".",
    ",",
    "stress",
    "hand",
    "is",
    "in",
    "not",
    "==",
    "-",
    "*",
    "for",
    "if",
    "else",
    "True",
    "lambda",
    ":",
    "",
    "...",
]


def changed(random: Random, text: str) -> str:
    """The text with one word or sign left out, repeated, exchanged or replaced."""
    pieces = re.findall(r"\w+|[=!<>]=|//|[^\s\w]", text)
    at, other = random.randrange(len(pieces)), random.randrange(len(pieces))
    match random.randrange(6):
        case 0:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        case 1:
            pieces.insert(at, pieces[other])
        case 2:
            del pieces[at]
        case _:
            pieces[at] = random.choice(TOKENS)
    return " ".join(pieces)


def test_a_damaged_question_is_a_question_or_an_error() -> None:
    random = Random(4)
    good = GOOD + [text for text, _ in written(5, 60)]
    outcomes = [survives(changed(random, text)) for text in good * 20]
    assert 100 < sum(outcomes) < len(outcomes) - 100


#: Every expression of Python, without a space: {} is an expression, {n} a name, {k} a number, « » are braces.
SYNTAX = """
{}.{n} {}[{}] {}[{}:{}] {n}({},{}) {n}({n}={}) {n}(*{}) {n}(**{}) {}({}) (lambda:{}) (lambda*{n}:{}) (*{},) ({n}:={})
({},{}) ({},) () [{},{}] [{}for({n})in{}] {n}({}for({n})in{}) {n}({}for({n})in{}if({})) {n}({}for({n},{n})in{})
«{}:{}» «{},{}» «{}for({n})in{}» «{}:{}for({n})in{}» f'«{}»' '{n}' b'{n}' 1.5 1j None ... True {k} -{k} (yield)
({})if({})else({}) (not({})) (-({})) (~({})) (+({})) (await({})) ({})and({}) ({})or({})and({}) ({})in({})
({})+({}) ({})-({}) ({})*({}) ({})//({}) ({})%({}) ({})/({}) ({})**({}) ({})<<({}) ({})&({}) ({})|({}) ({})@({})
({})<({}) ({})==({}) ({})!=({})<=({}) ({})is({}) ({})is(not({})) ({})not_in({})
"""


def anything(random: Random, depth: int) -> str:
    """An expression of any shape that Python has."""
    names = (*VOCABULARY.by_name, *VOCABULARY.constants, "any", "sum", "max", "len", "p", "stress", "hand", "Marker")
    if depth == 0:
        return random.choice((*names, "0", "1"))
    out = random.choice(SYNTAX.split())
    while "{n}" in out or "{k}" in out or "{}" in out:
        out = out.replace("{n}", random.choice(names), 1).replace("{k}", str(random.randrange(9)), 1)
        out = out.replace("{}", anything(random, depth - 1), 1)
    return out.replace("«", "{").replace("»", "}").replace("not_in", " not in ")


def test_any_expression_is_a_question_or_an_error() -> None:
    random = Random(6)
    expressions = [anything(random, random.randrange(1, 4)) for _ in range(3000)]
    outcomes = [survives(text) for text in expressions]
    assert sum(outcomes) > 20
