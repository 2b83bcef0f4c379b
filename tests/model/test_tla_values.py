"""TLA+ values: what TLC prints comes in, goes out, and survives ITF."""

from __future__ import annotations

import json

import itf_py
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engines.tla_values import (
    ModelValue,
    TlaFunction,
    TlaState,
    TlaValue,
    TlaValueError,
    from_itf,
    function_of,
    parse_value,
    parse_variables,
    print_value,
    set_of,
    sort_key,
    to_itf,
)

M1, M2 = ModelValue("m1"), ModelValue("m2")

#: Text as TLC 2.15 prints it, and the value it means.
PRINTED: list[tuple[str, TlaValue]] = [
    ("-5", -5),
    ("2147483647", 2147483647),
    ("TRUE", True),
    ("FALSE", False),
    (r'"pl\"ain\\ /\\ x = 1\n\t<<{"', 'pl"ain\\ /\\ x = 1\n\t<<{'),
    ("m1", M1),
    ("{m1, m2}", frozenset({M1, M2})),
    ("<<>>", ()),
    ("<< >>", ()),
    ("<<1, 2>>", (1, 2)),
    ("{}", frozenset()),
    ("{{}, {1}, {1, 2}}", frozenset({frozenset(), frozenset({1}), frozenset({1, 2})})),
    ("1..3", frozenset({1, 2, 3})),
    ("-3..-1", frozenset({-3, -2, -1})),
    ("3..1", frozenset()),
    ('[a |-> 1, b_c |-> "x"]', TlaFunction([("a", 1), ("b_c", "x")])),
    ("(1 :> 2 @@ 3 :> 4)", TlaFunction([(1, 2), (3, 4)])),
    ("(0 :> 0 @@ 1 :> 1)", TlaFunction([(0, 0), (1, 1)])),
    ("(m1 :> {m1} @@ m2 :> {m2})", TlaFunction([(M1, frozenset({M1})), (M2, frozenset({M2}))])),
    ('("a" :> 1 @@ "b c" :> 1)', TlaFunction([("a", 1), ("b c", 1)])),
    ("(<<1, 2>> :> 1)", TlaFunction([((1, 2), 1)])),
    ("(FALSE :> FALSE @@ TRUE :> TRUE)", TlaFunction([(False, False), (True, True)])),
    (
        '( m1 :>\n      [ name |-> "a",\n        next |-> <<m1>> ] @@\n  m2 :>\n      [ name |-> "b", '
        "next |-> <<>> ] )",
        TlaFunction(
            [(M1, parse_value('[name |-> "a", next |-> <<m1>>]')), (M2, parse_value('[name |-> "b", next |-> <<>>]'))]
        ),
    ),
]


@pytest.mark.parametrize(("text", "value"), PRINTED)
def test_what_tlc_prints_is_read(text: str, value: TlaValue) -> None:
    read = parse_value(text)
    assert (type(read), sort_key(read)) == (type(value), sort_key(value))


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "expected a value, found the end"),
        ("<<1, 2", 1, 7, "found the end"),
        ("<<1 2>>", 1, 5, "expected ,, found 2"),
        ("{1,\n 2}\n 3", 3, 2, "expected end, found 3"),
        ("{1,\n  ?}", 2, 3, "'?' does not belong"),
        (r'"a\q"', 1, 1, r"unknown escape \q"),
        ('"open', 1, 1, "does not belong"),
        ("[a |-> 1, a |-> 2]", 1, 1, "two values"),
        ('["a" |-> 1]', 1, 2, "expected word"),
        ("<<{TRUE, 1}>>", 1, 3, "mixes TRUE"),
        ("1..9000000", 1, 1, "too wide"),
        ("1..TRUE", 1, 4, "expected number"),
        ("()", 1, 2, "expected a value"),
        ("SUBSET 1..40", 1, 8, "expected end"),
    ],
)
def test_what_is_no_value_is_refused_with_its_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(TlaValueError) as refused:
        parse_value(text)
    assert says in str(refused.value)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_a_state_is_read_with_and_without_conjunction_signs() -> None:
    assert parse_variables("x = 1") == (("x", 1),)
    assert parse_variables('/\\ x = 1\n/\\ text = "/\\\\ y = 2"\n') == (("x", 1), ("text", "/\\ y = 2"))
    for bad in ("", "x = 1\ny = 2", "/\\ x = 1\n/\\ x = 2", "x", "1 = 1"):
        with pytest.raises(TlaValueError):
            parse_variables(bad)


def test_a_function_on_1_to_n_is_a_sequence_and_nothing_else_is() -> None:
    assert function_of([(2, "b"), (1, "a")]) == ("a", "b")
    assert function_of([]) == ()
    assert isinstance(function_of([(0, "a"), (1, "b")]), TlaFunction)
    assert isinstance(function_of([(True, "a")]), TlaFunction)
    with pytest.raises(TlaValueError, match="sequence"):
        TlaFunction([(1, "a")])
    with pytest.raises(TlaValueError, match="two values"):
        function_of([(1, "a"), (1, "b")])


def test_equal_functions_are_equal_and_hash_alike_whatever_the_order() -> None:
    one, other = TlaFunction([("a", 1), ("b", 2)]), TlaFunction([("b", 2), ("a", 1)])
    assert (one == other, hash(one) == hash(other), len({one, other})) == (True, True, 1)
    assert one != TlaFunction([("a", 1), ("b", 3)])
    assert (one["b"], list(one), len(one), one.is_record) == (2, ["a", "b"], 2, True)


def test_what_python_confuses_is_kept_apart() -> None:
    assert print_value(True) != print_value(1)
    assert sort_key(True) != sort_key(1)
    with pytest.raises(TlaValueError, match="mixes"):
        set_of([True, 1])
    assert set_of([1, 1, 2]) == {1, 2}


def test_only_tla_values_are_printed() -> None:
    for thing in (1.5, None, [1], {"a": 1}):
        with pytest.raises(TypeError, match="not a TLA"):
            print_value(thing)  # type: ignore[arg-type]


def _composed(inner: st.SearchStrategy[TlaValue]) -> st.SearchStrategy[TlaValue]:
    keys = st.one_of(
        st.lists(st.integers(), unique=True, max_size=3), st.lists(st.text(max_size=3), unique=True, max_size=3)
    )
    functions = keys.flatmap(lambda names: st.tuples(*(st.tuples(st.just(name), inner) for name in names)))
    return st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.frozensets(inner.filter(lambda value: not isinstance(value, bool)), max_size=3).filter(_held_apart),
        functions.map(lambda pairs: function_of(pairs)),
    )


def _held_apart(items: frozenset[TlaValue]) -> bool:
    return len(items) == len({sort_key(item) for item in items})


TEXTS = st.text(max_size=5).filter(lambda text: not text.endswith("_OF_MODEL"))
LEAVES = st.one_of(st.booleans(), st.integers(), TEXTS, st.sampled_from([M1, M2]))
VALUES: st.SearchStrategy[TlaValue] = st.recursive(LEAVES, _composed, max_leaves=8)


@given(VALUES)
def test_every_value_survives_print_and_parse(value: TlaValue) -> None:
    assert sort_key(parse_value(print_value(value))) == sort_key(value)


@given(VALUES)
def test_every_value_survives_itf(value: TlaValue) -> None:
    document = json.loads(json.dumps(to_itf([TlaState(1, None, (("v", value),))])))
    states, loop = from_itf(document)
    assert (sort_key(states[0]["v"]), loop) == (sort_key(value), None)


def _lasso() -> tuple[TlaState, ...]:
    first = TlaState(1, None, (("x", 10**30), ("who", frozenset({M1}))))
    return first, TlaState(2, "GR_A01", (("x", -1), ("who", frozenset())), "line 5, col 1 to line 5, col 9 of module M")


def test_a_behaviour_survives_itf_with_actions_and_loop() -> None:
    document = json.loads(json.dumps(to_itf(_lasso(), loop=0)))
    assert document["vars"] == ["x", "who"]
    assert document["states"][0]["x"] == {"#bigint": "1" + "0" * 30}
    assert from_itf(document) == (_lasso(), 0)


def test_what_we_write_itf_py_reads_and_what_it_writes_we_read() -> None:
    value = parse_value('<<[a |-> {1, 2}, b |-> <<TRUE>>], (0 :> "z" @@ 5 :> "y"), {<<1, 2>>}, <<>>>>')
    states = (TlaState(1, None, (("v", value),)),)
    theirs = itf_py.trace_from_json(json.loads(json.dumps(to_itf(states))))
    assert theirs.states[0].values["v"][0].a == frozenset({1, 2})
    assert from_itf(json.loads(json.dumps(itf_py.trace_to_json(theirs))))[0] == states


def test_a_field_named_as_a_python_keyword_is_why_itf_py_does_not_read_for_us() -> None:
    document = to_itf([TlaState(1, None, (("v", TlaFunction([("from", 1)])),))])
    assert from_itf(document)[0][0]["v"] == TlaFunction([("from", 1)])
    with pytest.raises(ValueError, match="keyword"):
        itf_py.trace_from_json(document)


def test_itf_refuses_what_it_could_not_give_back() -> None:
    with pytest.raises(TlaValueError, match="model value"):
        to_itf([TlaState(1, None, (("v", "m1_OF_MODEL"),))])
    with pytest.raises(TlaValueError, match="other variables"):
        to_itf([TlaState(1, None, (("v", 1),)), TlaState(2, "A", (("w", 1),))])
    with pytest.raises(TlaValueError, match="loop 2"):
        to_itf(_lasso(), loop=2)


@pytest.mark.parametrize(
    "raw",
    [1.5, None, {"#unserializable": "Nat"}, {"#bigint": "1.5"}, {"#map": [[1]]}, {"#set": 1}, {}, {"#set": [True, 1]}],
)
def test_an_itf_value_that_tla_does_not_have_is_refused(raw: object) -> None:
    with pytest.raises(TlaValueError):
        from_itf({"vars": ["v"], "states": [{"v": raw}]})


@pytest.mark.parametrize(
    "document",
    [
        {"vars": ["v"]},
        {"vars": ["v"], "states": [{"w": 1}]},
        {"vars": ["v"], "states": [{"v": 1}], "loop": 1},
        {"vars": ["v"], "states": [{"v": 1}], "loop": "0"},
    ],
)
def test_a_document_that_is_not_itf_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(TlaValueError):
        from_itf(document)


def test_plain_numbers_and_tuples_of_other_tools_are_read() -> None:
    states, _ = from_itf({"vars": ["v"], "states": [{"v": {"#tup": [1, {"#map": [[1, "a"], [2, "b"]]}]}}]})
    assert states[0]["v"] == (1, ("a", "b"))
