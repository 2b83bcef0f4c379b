"""Questions: what is one and what is not, what each holds in, and that nothing but a `QuestionError` ever comes out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.ground.rulings import STANDING, CoalitionBlame, MasteryBase, Rulings
from kernel.ground.setup import ProblemCard, Scenario
from kernel.ground.state import NOBODY, Relation, Seat, State, Step, Suit, with_player
from model import ground_symbols
from model import question as language
from model import question_check as checking
from model.ground_worlds import THREE
from model.lift import terms as T
from model.lift.decode import member
from model.lift.lifter import Lifter
from model.lift.walk import values_under
from model.question import Question, QuestionError, Vocabulary, Word, parse, tabled, word
from properties.ground.vocabulary import GROUND_VOCABULARY as VOCABULARY

OTHER_RULINGS = replace(STANDING, coalition_blame=CoalitionBlame.OWNED, mastery_base=MasteryBase.CLAIMED_VALUE)
CARD = Scenario(tuple(ProblemCard(Suit(k % 4), 2 + k // 3, k) for k in range(5)), (5, 7, 7, 9, 9))


def ask(text: str, seats: int | None = 3) -> Question:
    return parse(text, VOCABULARY, seats)


def holds(text: str, state: State = THREE, rulings: Rulings = STANDING) -> bool:
    return ask(text).holds(state, rulings)


def complaint(text: str, seats: int | None = 3) -> QuestionError:
    with pytest.raises(QuestionError) as caught:
        ask(text, seats)
    return caught.value


# ---------------------------------------------------------------- good and bad, side by side

GOOD_AND_BAD = [
    ("any(p.stress == 5 for p in players)", "any(p.stess == 5 for p in players)", 5, "did you mean `stress`?"),
    ("round == 3", "rond == 3", 1, "unknown name `rond`; did you mean `round`?"),
    ("bond(0, 1)", "bnd(0, 1)", 1, "unknown function `bnd`; did you mean `bond`?"),
    ("any(p.stress == 5 for p in players)", "stress == 5", 1, "`stress` belongs to a Player; write it behind one"),
    ("players[0].token is FOCUS", "players[0].marker == Token.FOCUS", 1, "is a Marker, `Token.FOCUS` is a Token"),
    ("players[0].stress == 5", "players[0].stress is 5", 1, "`is` compares constants, write =="),
    ("problems[0].denied is True", "problems[0].denied == 1", 1, "`1` is a number: the two cannot be compared"),
    ("players[0] == players[1]", "players[0] == problems[0]", 1, "is a Player, `problems[0]` is a Problem"),
    ("players[0].hand == (1, 0, 0, 0)", "players[0].hand == (1, 0)", 1, "cannot be compared"),
    ("lead == acting()", "lead == problems[0].priority == selections[0].problem == lead", 1, "a ProblemIndex"),
    ("round in (1, 2)", "round in (1, True)", 14, "`True` is true or false"),
    ("step in {SELECT, ATTACK}", "step in {SELECT, DENY}", 18, "`DENY` is a Marker, `step` is a Step"),
    ("BOND in relations[0]", "OFF in relations[0]", 8, "which `relations[0]` never contains"),
    ("round in (1,)", "round in ()", 10, "nothing is in `()`"),
    ("players[0].marker is ATTACK", "ATTACK is ATTACK", 1, "write Marker.ATTACK or Action.ATTACK or Step.ATTACK"),
    ("(ATTACK if round == 2 else SOLVE) is step", "(ATTACK if round == 2 else SOLVE) is SUPPORT", 2, "has several"),
    ("selected(0) is NONE", "players[0].token is NONE", 21, "no Token is called NONE; it has UNPLACED, FOCUS, BLAME"),
    ("Marker.REVERSE is Marker.OFF", "Marker.REVERS is OFF", 1, "no `REVERS`; did you mean `REVERSE`?"),
    ("step is Step.OVER", "Step is step", 1, "`Step` is not a value by itself; it has SELECT, REVEAL"),
    ("bond(0, 1)", "bond(0)", 1, "bond(a, b) takes 2 arguments, not 1"),
    ("wins(1)", "wins(0, 1)", 1, "wins(seat) takes 1 argument, not 2"),
    ("over()", "over(1)", 1, "over() takes 0 arguments, not 1"),
    ("bond(0, 1)", "bond(0, b=1)", 11, "takes no such argument by name"),
    ("wins(0)", "wins(True)", 6, "`True` is true or false, but `seat` of wins(seat) is a Seat"),
    ("wins(lead)", "wins(selections[0].problem)", 6, "is a ProblemIndex, but `seat` of wins(seat) is a Seat"),
    ("denied() == 0", "denied == 0", 1, "`denied` is a function; call it, as in denied() >= 2"),
    ("round == 3", "round(3) == 3", 1, "`round` is not a function; write it without parentheses"),
    ("any(bond(0, s) for s in seats)", "any(s(0) for s in seats)", 5, "`s` is not a function"),
    ("max(round, turn) == 3", "max == 3", 1, "`max` is a function: the greatest"),
    ("len(problems) == 2", "players.marker(0) == 2", 1, "`players.marker` is not a function of the vocabulary"),
    ("players[0].stress == 1", "players.stress == 1", 1, "is a sequence (tuple[Player, ...]); take one of its items"),
    ("lead == 1", "lead.stress == 1", 1, "`lead` is a Seat; it has no attribute `stress`"),
    ("players[0].hand[1] == 1", "round[1] == 1", 1, "`round` is a number, not a sequence that can be indexed"),
    ("players[0].hand[REPAIR] == 1", "players[0].hand[OFF] == 1", 17, "is a Marker, but an index into"),
    ("players[0].hand[3] == 1", "players[0].hand[4] == 1", 17, "there is no place 4: `players[0].hand` counts from 0"),
    ("players[0].hand[CHANGE] == 1", "players[0].hand[NONE] == 1", 17, "there is no place -1"),
    ("problems[0].denied", "problems[-1].denied", 10, "there is no place -1: `problems` counts from 0"),
    ("problems[selections[0].problem].denied", "problems[lead].denied", 10, "is a Seat, but an index into `problems`"),
    ("players[2].stress == 1", "players[3].stress == 1", 9, "there is no seat 3: the last one is 2, the first 0"),
    ("relations[0][2] is BOND", "relations[0][3] is BOND", 14, "there is no seat 3"),
    ("wins(2)", "wins(-1)", 6, "there is no seat -1"),
    ("lead == 2", "2 < lead < 3", 12, "there is no seat 3"),
    ("problems[0].claimed_by == -1", "problems[0].claimed_by == -2", 27, "there is no seat -2"),
    ("lead in (0, 2)", "lead in (0, 3)", 13, "there is no seat 3"),
    ("any(p.stress == 5 for p in players)", "any(round == 5 for round in players)", 20, "has a meaning already"),
    (
        "any(p.denied for p in problems)",
        "any(any(p.denied for p in problems) for p in players)",
        22,
        "a meaning already",
    ),
    ("any(a == b for a, b in ((1, 2), (2, 2)))", "any(a == 1 for a, b in players)", 16, "cannot name"),
    ("any(x == 1 for x in (1, 2))", "any(x == 1 for x in (1, OFF))", 21, "are not of one kind"),
    ("any(x is Step.ATTACK for x in (step, DARVO))", "any(x is ATTACK for x in (ATTACK, DENY))", 27, "several"),
    ("not over()", "not round", 5, "`round` is a number, which is no condition; compare it with something"),
    ("over() or round == 2", "over() or round", 11, "no condition"),
    ("all(q.denied for q in problems)", "all(q.value for q in problems)", 5, "no condition"),
    ("any(q.denied for q in problems if q.face_up)", "any(q.denied for q in problems if q.suit)", 35, "no condition"),
    ("round == (2 if over() else 3)", "round == (2 if over() else OFF)", 11, "a choice is between two of a kind"),
    ("sum(q.denied for q in problems) == 2", "sum(q.suit for q in problems) == 2", 5, "where a number is needed"),
    ("sum(deck) == 1", "sum(players) == 1", 5, "is a Player where a number is needed"),
    ("max((q.value for q in problems), default=0) == 3", "max(1, 2, default=0) == 3", 19, "no such argument"),
    ("abs(round - 3) == 1", "abs() == 1", 1, "takes 1 argument, not 0"),
    ("len(seats) == 3", "len(p.stress for p in players) == 3", 4, "a loop stands in any(..)"),
    ("round % len(players) == 0", "round % players[0].stress == 0", 9, "a divisor is a written number above 0"),
    ("round // 2 == 1", "round // 0 == 1", 10, "a divisor is a written number above 0"),
    ("round // 2 == 1", "round / 2 == 1", 1, "write `//`, which rounds down"),
    ("over() and successful()", "over() & successful()", 1, "write `and`"),
    ("round - 1 == 2", "round ** 2 == 9", 1, "numbers have + - * // %"),
    ("-round == 2", "~round == 2", 1, "a sign that questions do not have"),
    ("round + lead == 2", "round + step == 2", 9, "`step` is a Step where a number is needed"),
    ("round < 3", "step < SOLVE", 1, "a number is needed"),
    ("round == 1000000", "round == 1000001", 10, "the largest number of a question"),
    ("round == 1", "round == 1.0", 10, "`1.0` is neither a whole number nor True or False"),
    ("mode is SHARED_GROUND", "mode == 'SHARED GROUND'", 9, "neither a whole number"),
    ("players[0].token_at == NOBODY", "players[0].token_at is None", 24, "neither a whole number"),
    ("any(p.stress == 5 for p in players)", "[p for p in players]", 1, "leave out the brackets"),
    ("round == 1", "(round := 1) == 1", 2, "not part of the language"),
    ("round == 1", "(lambda: round)() == 1", 1, "is not a function of the vocabulary"),
    ("round == 1", "f'{round}' == 1", 1, "not part of the language"),
    ("round == 1", "players[0:1] == 1", 9, "not part of the language"),
    ("round == 1", "max(*deck) == 1", 5, "not part of the language"),
    ("round == 1", "__import__('os')", 1, "unknown function `__import__`"),
    ("round == 1", "players[0].__class__ == 1", 1, "a Player has no attribute `__class__`"),
    ("round == 1", "round == 1)", 11, "this cannot be read"),
    ("round == 1", "round == 1 # or so", 12, "a question has no comments"),
    ("round == 1", "", 1, "there is no question"),
    ("round == 1", "round", 1, "no condition"),
    ("round == 1", "players", 1, "is a sequence"),
    ("selected(0) is ATTACK", "ATTACK", 1, "`ATTACK` has several meanings"),
]


@pytest.mark.parametrize(("good", "bad", "column", "says"), GOOD_AND_BAD, ids=[row[1] for row in GOOD_AND_BAD])
def test_a_bad_question_is_refused_at_its_place_and_its_good_twin_is_not(
    good: str, bad: str, column: int, says: str
) -> None:
    assert ask(good).holds(THREE, STANDING) in (True, False)
    error = complaint(bad)
    assert says in error.message
    assert error.column == column


def test_an_error_shows_the_text_with_a_caret() -> None:
    assert str(complaint("  any(p.stess == 5 for p in players)\n and round <= 3")) == (
        "a Player has no attribute `stess`; did you mean `stress`?\n"
        "  any(p.stess == 5 for p in players)  and round <= 3\n"
        "      ^"
    )


def test_columns_count_characters() -> None:
    error = complaint("round == 'é' or é")
    assert (error.column, str(error).splitlines()[2]) == (10, "  " + " " * 9 + "^")
    assert complaint("round == 1 or é == 'é'").column == 15


def test_signs_that_cannot_be_shown_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in str(complaint("round == \x1b[2J"))


def test_a_seat_is_looked_for_at_the_largest_table_if_the_size_is_open() -> None:
    assert ask("players[5].stress == 1", None).faults(THREE, STANDING)
    assert "there is no seat 6: the last one at the largest table is 5" in complaint("wins(6)", None).message


# ---------------------------------------------------------------- limits

NEST = "(" * 60 + "round" + ")" * 60 + " == 1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("round == 1" + " or round == 1" * 200, "at most 1000 characters"),
        ("not " * 100 + "over()", "deep within each other"),
        ("-" * 900 + "round == 1", "deep within each other"),
        ("(" * 300 + "over()" + ")" * 300, "cannot be read"),
        ("players" + "[0]" * 100, "deep within each other"),
        (
            f"any({' '.join(f'for {v} in players' for v in 'abcd').replace('for', 'a.stress == 1 for', 1)})",
            "at most 8 loops",
        ),
        (" or ".join(["any(q.denied for q in problems)"] * 9), "at most 8 loops"),
        ("\0", "cannot be read"),
        ("round == \udc80", "cannot be read"),
        ("round == " + "9" * 900, "largest number"),
    ],
)
def test_limits(text: str, says: str) -> None:
    assert says in complaint(text).message


def test_just_within_the_limits() -> None:
    assert ask(NEST).names_seats is False
    assert holds("not " * 30 + "over()") is False
    assert ask(" or ".join(["any(q.denied for q in problems)"] * 8))
    assert ask("any(a.stress < b.stress < c.stress for a in players for b in players for c in players)")
    padding = " " * (language.MOST_TEXT - len("notover()"))
    assert len(ask(f"not{padding}over()").text) == language.MOST_TEXT


# ---------------------------------------------------------------- what holds


def test_questions_of_a_designer() -> None:
    state = with_player(THREE, Seat(0), hand=(0, 3, 0, 0), stress=5)
    assert holds("any(p.stress == 5 and p.hand[REPAIR] >= 3 for p in players)", state)
    assert not holds("any(p.stress == 5 and p.hand[CLARIFY] >= 3 for p in players)", state)
    assert holds("any(p.marker is DENY for p in players) and round <= 3")
    assert not holds("any(p.marker is REVERSE for p in players) and round <= 3")
    related = replace(THREE, relations=_tiles({(0, 1): Relation.BOND, (0, 2): Relation.RIVALRY}))
    assert holds("bond(0, 1) and rivalry(0, 2)", related)
    assert not holds("bond(0, 1) and rivalry(0, 2)")


def _tiles(given: dict[tuple[int, int], Relation]) -> tuple[tuple[Relation, ...], ...]:
    return tuple(tuple(given.get((min(a, b), max(a, b)), Relation.NONE) for b in range(3)) for a in range(3))


def test_rulings_reach_the_functions() -> None:
    claimed = replace(THREE, problems=(replace(THREE.problems[0], claimed_by=Seat(0)),))
    assert holds("mastery() == 1", claimed)
    assert holds("mastery() == 4", claimed, OTHER_RULINGS)


def test_a_constant_takes_its_meaning_from_the_other_side() -> None:
    attacking = replace(THREE, step=Step.ATTACK)
    for text in ("step is ATTACK", "ATTACK is step", "step in (SOLVE, ATTACK)", "ATTACK in (step, DARVO)"):
        assert holds(text, attacking), text
        assert not holds(text), text
    assert holds("players[2].marker is ATTACK")


# ---------------------------------------------------------------- what fails

FAULTS = [
    (
        "players[players[0].token_at].stress == 2",
        "`players[0].token_at` (column 9) fails with a seat that is not at the table",
    ),
    ("bond(NOBODY, 1)", "`NOBODY` (column 6) fails with a seat that is not at the table"),
    ("claimed(problems[0].claimed_by) == 0", "`problems[0].claimed_by` (column 9) fails with a seat"),
    ("players[round].stress == 2", "`round` (column 9) fails with a seat that is not at the table"),
    ("problems[round].denied", "`problems[round]` (column 1) fails with IndexError"),
    ("problems[9].value > 3", "`problems[9]` (column 1) fails with IndexError"),
    ("problems[NO_PROBLEM].denied", "`problems[NO_PROBLEM]` (column 1) counts from the end with a negative index"),
    ("max(q.value for q in problems if q.denied) == 3", "(column 1) fails with ValueError"),
    ("over() or players[round].stress == 2", "`round` (column 19)"),
]


@pytest.mark.parametrize(("text", "says"), FAULTS)
def test_where_a_question_fails_neither_it_nor_its_negation_holds(text: str, says: str) -> None:
    question = ask(text)
    (fault,) = question.faults(THREE, STANDING)
    assert says in str(fault)
    assert fault.when is True
    assert not question.holds(THREE, STANDING)
    assert not question.negated().holds(THREE, STANDING)
    assert question.negated().faults(THREE, STANDING)


@pytest.mark.parametrize(
    "text",
    [
        "over() and players[round].stress == 2",
        "not over() or players[round].stress == 2",
        "any(q.value == 4 or problems[9].denied for q in problems)",
        "all(p.token_at == NOBODY or players[p.token_at].stress == 2 for p in players)",
        "(problems[9].denied if over() else True)",
        "max((q.value for q in problems if q.denied), default=0) == 3",
        "players[acting()].stress == 2",
    ],
)
def test_what_is_not_reached_does_not_fail(text: str) -> None:
    assert ask(text).faults(THREE, STANDING) == ()
    assert ask(text).holds(THREE, STANDING) is not ask(text).negated().holds(THREE, STANDING)


def test_a_symbolic_state_tells_where_it_fails() -> None:
    seat = T.number("at", -1, 2)
    state = replace(THREE, players=(replace(THREE.players[0], token_at=seat), *THREE.players[1:]))
    lifter = Lifter()
    answer = ask("players[players[0].token_at].stress == 3").answer(lifter, state, STANDING)
    shown = [
        (holds, fails)
        for at in (-1, 0, 1, 2)
        for holds, fails in [values_under([answer.holds, answer.fails], {"at": at})]
    ]
    assert shown == [(False, True), (True, False), (False, False), (False, False)]
    assert lifter.events == []


def test_an_answer_of_a_function_serves_on_every_path() -> None:
    """The function is asked twice, first on a path on which only one of its answers is possible."""
    state = replace(THREE, step=member("step", Step))
    question = ask("(step is END and acting() == NOBODY) or (step is SELECT and acting() == 2)")
    held = question.evaluate(Lifter(), state, STANDING)
    steps = [step for k, step in enumerate(Step) if values_under([held], {"step": k}) == [True]]
    assert steps == [Step.SELECT, Step.END]


@word("GR-D03", example="least_denied() == 2")
def least_denied(state: State, rulings: Rulings) -> int:
    """The least value of a Denied Problem."""
    return min(problem.value for problem in state.problems if problem.denied)


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("least_denied() == 2", True),
        ("least_denied() == 2 or round == 3", True),
        ("round == 3 or least_denied() == 2", False),
        ("round == 2 and least_denied() == 2", False),
        ("round == 3 and (round == 3 or least_denied() == 2) and least_denied() == 2", True),
    ],
)
def test_what_fails_in_a_function_counts_only_where_it_is_asked(text: str, fails: bool) -> None:
    words = (VOCABULARY.by_name["round"], least_denied)
    known = Vocabulary("g", State, words, VOCABULARY.enums, Seat, "players", 6, NOBODY)
    state = replace(THREE, round=T.number("round", 1, 5))
    answer = parse(text, known).answer(Lifter(), state, STANDING)
    assert values_under([answer.fails], {"round": 3}) == [fails]
    assert bool(parse(text, known).faults(THREE, STANDING)) is fails


# ---------------------------------------------------------------- parts and negations


def test_conjuncts_are_the_parts_that_and_joins() -> None:
    question = ask("round == 3 and (turn == 0 and lead == 2) and (over() or denied() == 1)")
    assert [each.text for each in question.conjuncts()] == [
        "round == 3",
        "turn == 0",
        "lead == 2",
        "over() or denied() == 1",
    ]
    assert [each.names_seats for each in question.conjuncts()] == [False, False, True, False]
    assert [each.text for each in ask("over() or round == 3").conjuncts()] == ["over() or round == 3"]


def test_a_negation_may_be_longer_than_a_question() -> None:
    longest = "round == 3" + " or turn == 1" * ((language.MOST_TEXT - 10) // 13)
    assert not ask(longest).negated().negated().negated().holds(THREE, STANDING)


@pytest.mark.parametrize(
    ("text", "names_seats"),
    [
        ("any(p.stress == 5 for p in players)", False),
        ("any(wins(s) and not wins(lead) for s in seats)", False),
        ("all(p.token_at == NOBODY for p in players)", False),
        ("any(bond(p.token_at, lead) for p in players if p.token_at != NOBODY)", False),
        ("problems[0].denied and players[lead].hand[0] == 1", False),
        ("players[lead].hand == (1, 0, 0, 0)", False),
        ("(p.token_at, 1) in ((lead, 1),)".replace("p", "players[lead]", 1), False),
        ("selections[lead] == selections[acting()]", False),
        ("players[0].stress == 5", True),
        ("bond(0, 1)", True),
        ("lead == 0", True),
        ("0 == acting()", True),
        ("lead in (0, 1)", True),
        ("any(p.token_at == 1 for p in players)", True),
        ("problems[0].claimed_by == -1", True),
        ("any(bond(s, lead) for s in (0, 1))", True),
        ("any(s == 0 for s in seats)", True),
        ("seats[lead] == lead", True),
        ("seats[0] == lead", True),
        ("relations[lead] == (Relation.NONE, Relation.BOND, Relation.NONE)", True),
        ("any(a < b and bond(a, b) for a in seats for b in seats)", True),
        ("lead + 1 == acting()", True),
        ("lead % 2 == round", True),
        ("-lead == round or abs(lead) == round", True),
        ("sum(seats) == 3", True),
        ("max(p.token_at for p in players) == 2", True),
        ("(0, 1)[lead] == 1", True),
        ("players[turn].stress == 5", True),
        ("lead == (acting() if over() else turn)", True),
        ("(lead, 0) == (acting(), acting())", True),
    ],
)
def test_a_question_tells_whether_it_names_seats(text: str, names_seats: bool) -> None:
    assert ask(text).names_seats is names_seats


# ---------------------------------------------------------------- the vocabulary's own mistakes


@word("GR-O01", example="wrong()")
def wrong(state: State, rulings: Rulings, where: tuple[int, ...]) -> bool:
    """Takes a sequence."""
    return bool(where)


@word("GR-O01", example="also_wrong()")
def also_wrong(state: State, rulings: Rulings) -> str:
    """Gives a text."""
    return "text"


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ((Word("any", "round", "", (), ""),), ValueError, "names of several things: any"),
        ((Word("ATTACK", "round", "", (), ""),), ValueError, "names of several things: ATTACK"),
        ((wrong,), TypeError, "wrong takes more than"),
        ((also_wrong,), TypeError, "no values of type <class 'str'>"),
        ((tabled("seat")(replace(VOCABULARY.by_name["over"])),), TypeError, "gives no sequence for its seat"),
    ],
)
def test_a_faulty_vocabulary_is_refused(words: tuple[Word, ...], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Vocabulary("g", State, words, VOCABULARY.enums, Seat, "players", 6, NOBODY, VOCABULARY.indices)


def test_a_vocabulary_has_the_constants_of_all_its_types() -> None:
    with pytest.raises(TypeError, match="constants of Step are not in the vocabulary"):
        Vocabulary("g", State, (VOCABULARY.by_name["step"],), (Suit,), Seat, "players", 6, NOBODY)


def test_loops_are_bounded_for_good_reason() -> None:
    """A question at a limit is still answered at once in the largest game."""
    inner = "coalition(a, b) and wins(c)"
    loops = "for a in seats for b in seats for c in seats"
    question = ask(f"all({inner} {loops}) or sum(score(s) for s in seats) == 3", 6)
    T.forget()
    assert checking.MOST_NESTED == 3
    answer = question.answer(Lifter(), ground_symbols.state("s", 6, Step.END, 0), STANDING)
    assert T.size() < 20_000
    assert answer.faults == ()
