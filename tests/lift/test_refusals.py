"""Refusals: what the engine does not follow is refused with file, line, construct and a way out."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from model.lift import terms as T
from model.lift.core import Limits
from model.lift.errors import LiftError, NotLiftable, SourceChanged, TooLarge
from model.lift.lifter import Lifter
from model.lift.values import Value
from tests.lift import corners, outside
from tests.lift.programs import load

#: What each function outside is refused for: the construct, and what to write instead.
REASONS = {
    "while_unknown": ("a while loop whose condition is not known", "loop a fixed number of times and test inside"),
    "leaves_while": ("leaving a while loop early", "put the reason into its condition"),
    "tries": ("the statement Try", "kernels assign, branch, loop, match, raise and return"),
    "uses_with": ("the statement With", "kernels assign, branch, loop, match, raise and return"),
    "formats": ("a formatted text", "kernels compute no texts"),
    "half": ("the constant 0.5", "kernels know integers, booleans, enums and None"),
    "true_division": ("the operator Div", "use + - * // % on integers"),
    "negative_divisor": ("a division by what is not a positive constant", "divide by a positive constant"),
    "unknown_divisor": ("a division by what is not a positive constant", "divide by a positive constant"),
    "no_divisor": ("a division by what is not a positive constant", "divide by a positive constant"),
    "may_be_unset": ("z may not be set", "give it a value on every path that leads here"),
    "local_not_global": ("X, which has no value yet", "give it a value on every path that leads here"),
    "local_not_builtin": ("max, which has no value yet", "give it a value on every path that leads here"),
    "changes_a_list": ("the attribute append of list of 0", "kernels read fields, properties and members"),
    "adds_to_a_list": ("two += [b], which changes list of 1 in place", "build a new one"),
    "adds_to_a_set": ("two |= {b}, which changes set in place", "build a new one"),
    "changes_an_item": ("an assignment to t[0]", "kernels change nothing in place; use `replace` or build anew"),
    "changes_a_field": ("an assignment to q.x", "kernels change nothing in place; use `replace` or build anew"),
    "deletes": ("the statement Delete", "kernels assign, branch, loop, match, raise and return"),
    "unknown_range": ("a range whose ends are not known", "loop over all places and test inside"),
    "range_of_step_zero": ("a range of [1, 2, 0]", "give it one to three numbers and a step that is not zero"),
    "is_between_numbers": ("`is` between values that are no enum members", "use == for numbers and structures"),
    "sorts_unknown": ("sorting by what is not known", "compare the items with each other instead"),
    "sorts_records": ("sorting what has no order of its own", "sort integers, or tuples of them"),
    "sorts_by_key": ("sorted with these arguments", "give it plain values, and no other option"),
    "unknown_function": ("a call of hash", "call kernel functions and the builtins"),
    "reads_what_is_reassigned": (
        "a nested function that reads a, assigned more than once",
        "give each value a name of its own",
    ),
    "reads_what_comes_later": ("a nested function that reads X, assigned later", "assign it first"),
    "reads_a_loop_name": (
        "a nested function that reads x, assigned more than once",
        "give each value a name of its own",
    ),
    "reads_a_name_set_in_a_loop": (
        "a nested function that reads y, assigned more than once",
        "give each value a name of its own",
    ),
    "reads_a_matched_name": (
        "a nested function that reads x, assigned more than once",
        "give each value a name of its own",
    ),
    "lambda_in_a_comprehension": (
        "a lambda in a comprehension",
        "call a function that is given what the lambda would read",
    ),
    "unknown_keys": ("a dictionary whose keys are not known", "use a tuple, or a `match`"),
    "unknown_member_as_key": ("a dictionary whose keys are not known", "use a tuple, or a `match`"),
    "list_as_key": ("a dictionary whose keys are not known", "use a tuple, or a `match`"),
    "looks_up_a_list": ("list of 1 as an item of a set or a key", "use tuples"),
    "set_of_lists": ("list of 1 as an item of a set or a key", "use tuples"),
    "list_in_a_set": ("list of 1 as an item of a set or a key", "use tuples"),
    "order_of_a_set": ("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`"),
    "loop_over_a_set": ("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`"),
    "list_over_a_set": ("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`"),
    "next_of_a_set": ("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`"),
    "numbered_set": ("the order of a set", "use a tuple, or len, sum, min, max, any, all, sorted or `in`"),
    "set_whose_items_fail": (
        "what may fail in a walk over a set",
        "walk over a tuple: the order of a set is not known",
    ),
    "kind_of_set": ("`isinstance` of set", "its class is not known; ask for something else"),
    "generator_twice": (
        "a generator that is kept",
        "make a tuple, or give it to sum, any, all, next, min, max, tuple, list, set",
    ),
    "generator_for_a_loop": (
        "a generator that is kept",
        "make a tuple, or give it to sum, any, all, next, min, max, tuple, list, set",
    ),
    "generator_as_argument": (
        "a generator as an argument",
        "generators serve any, all, next, sum, min, max, tuple, list, set",
    ),
    "generator_as_second_argument": (
        "a generator that is kept",
        "make a tuple, or give it to sum, any, all, next, min, max, tuple, list, set",
    ),
    "length_of_a_generator": (
        "a generator as an argument",
        "generators serve any, all, next, sum, min, max, tuple, list, set",
    ),
    "zip_twice": ("a second walk through what can be walked through once", "make a tuple of it"),
    "length_of_zip": ("the length of what can be walked through once", "make a tuple of it"),
    "item_of_zip": ("an index into iterator", "make a tuple of it"),
    "truth_of_zip": ("the truth of iterator", "compare it with something"),
    "reversed_zip": ("`reversed` of what can be walked through once", "make a tuple of it"),
    "equal_reversed": (
        "a comparison of iterator with tuple of 2",
        "compare integers, enums, tuples, sets and dataclasses",
    ),
    "strict_zip_of_two_lengths": ("a strict zip of different lengths", "zip what is equally long"),
    "zip_of_two_streams_at_once": ("a second walk through what can be walked through once", "make a tuple of it"),
    "assigns_inside": ("an assignment inside an expression", "kernels compute a value from their arguments"),
    "assigns_inside_unreached": ("an assignment inside an expression", "kernels compute a value from their arguments"),
    "yields": ("a generator function", "kernels compute a value from their arguments"),
    "assigns_a_global": ("a global assignment", "kernels compute a value from their arguments"),
    "assigns_an_outer_name": (
        "an assignment to a name of an outer function",
        "kernels compute a value from their arguments",
    ),
    "star_in_a_pattern": ("a star in a pattern", "write one case for each length"),
    "mapping_pattern": ("the pattern {1: x}", "match constants, tuples and classes"),
    "star_in_an_assignment": ("an assignment to (x, *rest)", "name each item, or slice"),
    "wrong_number_of_names": ("3 values for 2 names", "unpack as many names as there are values"),
    "loop_with_else": ("for ... else", "keep a flag"),
    "raises_what_a_function_makes": (
        "raising what is no exception class with arguments",
        "raise a class, or a call of it",
    ),
    "raises_with_too_little": ("Worse with 1 arguments", "give it what its constructor takes"),
    "raises_from": ("raising from another exception", "raise a class, or a call of it"),
    "raises_anew": ("raising anew", "raise a class, or a call of it"),
    "no_such_member": ("the attribute PINK of EnumType", "kernels read fields, properties and members"),
    "missing_member": ("the enum Lenient with a _missing_ of its own", "use a plain enum"),
    "own_equality_of_an_enum": ("the enum Alike with a __eq__ of its own", "use a plain enum"),
    "own_equality_of_known_members": ("the enum Alike with a __eq__ of its own", "use a plain enum"),
    "flags": ("the enum Marks with a _missing_ of its own", "use a plain enum"),
    "text_enum": ("the enum Text with a __eq__ __getattribute__ __ne__ of its own", "use a plain enum"),
    "number_in_an_enum": ("a test whether an enum contains what is no member", "compare the values"),
    "member_value_unknown": ("the value of a symbolic Word", "compare members with `is`, or give them int values"),
    "not_frozen": ("Loose, which is not frozen", "kernels build frozen dataclasses"),
    "replaces_what_is_not_frozen": ("Loose, which is not frozen", "kernels build frozen dataclasses"),
    "own_constructor": ("Own, which is not made from its fields alone", "kernels build plain dataclasses"),
    "own_equality": ("a comparison of Equal, which does not compare by all its fields", "compare its fields"),
    "own_equality_with_itself": (
        "a comparison of Equal, which does not compare by all its fields",
        "compare its fields",
    ),
    "own_equality_with_a_number": (
        "a comparison of Equal, which does not compare by all its fields",
        "compare its fields",
    ),
    "compares_in_part": ("a comparison of Vague, which does not compare by all its fields", "compare its fields"),
    "named_tuple": ("a call of Point", "call kernel functions and the builtins"),
    "named_tuples_merge": (
        "a comparison of tuple of 2 with tuple of 2",
        "compare integers, enums, tuples, sets and dataclasses",
    ),
    "foreign_decorator": ("decorated, wrapped by a decorator that is no contract", "call what it wraps"),
    "foreign_decorator_over_contract": (
        "decorated_contract, wrapped by a decorator that is no contract",
        "call what it wraps",
    ),
    "contract_in_recursion": (
        "contract_in_recursion, which has contracts and calls itself",
        "put them on a function around it",
    ),
    "decorates_inside": ("a decorated nested function", "decorate functions of the module"),
    "largest_of_mixed": ("the least or greatest of values like int", "compare integers with integers"),
    "largest_of_nothing_given": ("max with these arguments", "give it plain values, and no other option"),
    "wrong_arguments": ("abs with these arguments", "give it plain values, and no other option"),
    "wrong_arguments_of_a_function": ("the unknown name early", "import or define it"),
    "same_argument_twice": ("keyword arguments that are no dictionary of new names", "name each argument once"),
    "repeats_a_number_or_pair": ("tuple of 2 where a number is needed", "kernels calculate with integers"),
    "joins_list_and_tuple": ("list of 1 + tuple of 1", "join tuples with tuples, lists with lists"),
    "imports": ("the statement Import", "kernels assign, branch, loop, match, raise and return"),
    "makes_a_class": ("the statement ClassDef", "kernels assign, branch, loop, match, raise and return"),
    "dictionary_comprehension": ("the expression DictComp", "kernels compute with plain expressions"),
    "steps": ("a slice with a step", "use a range of places"),
    "unknown_slice": ("a slice", "slices need a sequence of known length and constant ends"),
    "text_as_items": ("a loop over str", "loop over a tuple, a range or an enum"),
    "two_functions": ("two different functions", "give it a value on every path that leads here"),
    "truth_of_a_record": ("the truth of Pair", "compare it with something"),
}
TOO_LARGE = {
    "endless": "calls nested deeper than 150",
    "endless_and_known": "calls nested deeper than 150",
    "too_many_arrangements": "product gives more than 100000 arrangements",
}


def arguments() -> tuple[Value, ...]:
    T.forget()
    return (*(T.number(name, -2, 4) for name in "abc"), T.truth("p"))


@pytest.mark.parametrize("function", outside.REFUSED, ids=lambda function: function.__name__)
def test_it_is_refused_with_place_construct_and_advice(function: Callable[..., Any]) -> None:
    with pytest.raises(LiftError) as caught:
        Lifter().call(function, *arguments())
    error = caught.value
    if isinstance(error, TooLarge):
        assert TOO_LARGE[function.__name__] in str(error)
        return
    assert isinstance(error, NotLiftable)
    assert (re.sub(r"^\w+\.py:\d+: ", "", error.construct), error.advice) == REASONS[function.__name__]
    assert error.advice
    if "the enum" in error.construct:
        assert error.place.file.endswith("corner_kinds.py")
        return
    lines, first = inspect.getsourcelines(inspect.unwrap(function))
    assert error.place.file == inspect.getsourcefile(inspect.unwrap(function))
    assert first <= error.place.line < first + len(lines)
    assert str(error).startswith(
        f"{error.place.file}:{error.place.line}: cannot lift {error.construct}; {error.advice}"
    )


def test_every_refusal_has_its_reason() -> None:
    names = [function.__name__ for function in outside.REFUSED]
    assert len(names) > 100
    assert sorted(names) == sorted([*REASONS, *TOO_LARGE])


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("limits", "says"),
    [(Limits(terms=1), "more than 1 terms"), (Limits(seconds=0), "lifting took longer than 0 s")],
)
def test_seconds_and_terms_are_limited(limits: Limits, says: str) -> None:
    lifter = Lifter(limits=limits)
    with pytest.raises(TooLarge, match=says):
        _lift_often(lifter)


def _lift_often(lifter: Lifter) -> None:
    for _ in range(300):
        lifter.call(corners.nested_loops, *arguments())


# ---------------------------------------------------------------- the source is what runs

SOURCE = """from kernel.contracts import require


@require(lambda x: x < 3, "U1: small")
def f(x):
    return x + 1, (1, 2)


g = lambda x: x + 1
two = (lambda x: x), (lambda x: -x)


def outer():
    def inner(x):
        return x + 2

    return inner


h = outer()


def kwonly(x, *, y=1):
    return x + y
"""


def module(folder: Path, text: str = SOURCE) -> ModuleType:
    return load(text, folder / "source.py")


def lift(function: Callable[..., Any]) -> Value:
    T.forget()
    return Lifter().call(function, T.number("x", 0, 5))


def test_unchanged_source_is_lifted(tmp_path: Path) -> None:
    loaded = module(tmp_path)
    for name in ("f", "g", "h", "kwonly"):
        lift(getattr(loaded, name))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("f", "return x + 1", "return x + 2"),
        ("f", "return x + 1", "return 1 + x"),
        ("f", "(1, 2)", "(True, 2)"),
        ("f", "x < 3", "x < 4"),
        ("f", "def f(x)", "def f(y)"),
        ("f", '"U1: small")\ndef', '"U1: small")\n\ndef'),
        ("f", "from kernel", "\nfrom kernel"),
        ("f", "return x + 1, (1, 2)", "return ("),
        ("g", "x: x + 1", "x: x + 2"),
        ("h", "return x + 2", "return x + 3"),
        ("kwonly", "x, *, y=1", "x, y=1"),
        ("kwonly", "x, *, y=1", "*x, y=1"),
    ],
)
def test_changed_source_is_refused(tmp_path: Path, name: str, old: str, new: str) -> None:
    loaded = module(tmp_path)
    assert SOURCE.count(old) == 1
    (tmp_path / "source.py").write_text(SOURCE.replace(old, new), encoding="utf-8")
    with pytest.raises(SourceChanged, match=r"source\.py"):
        lift(getattr(loaded, name))


def test_source_that_is_gone_is_refused(tmp_path: Path) -> None:
    loaded = module(tmp_path)
    os.remove(tmp_path / "source.py")
    with pytest.raises(SourceChanged, match="its source cannot be read"):
        lift(loaded.f)


def test_a_function_that_is_given_other_code_is_refused(tmp_path: Path) -> None:
    loaded = module(tmp_path)
    lift(loaded.g)
    loaded.g.__code__ = (lambda x: x + 2).__code__
    with pytest.raises(SourceChanged, match="has been given other code"):
        lift(loaded.g)


def test_two_lambdas_on_a_line_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceChanged, match="several functions called <lambda> stand on one line"):
        lift(module(tmp_path).two[0])


def test_defaults_and_contracts_are_those_that_run(tmp_path: Path) -> None:
    """What the module has bound counts, whatever has been bound before."""
    loaded = module(tmp_path)
    loaded.kwonly.__kwdefaults__ = {"y": 5}
    T.forget()
    assert Lifter().call(loaded.kwonly, 1) == 6
    lifter = Lifter()
    lifter.call(loaded.f, 4)
    assert [(event.kind.name, event.name, event.when) for event in lifter.events] == [("REQUIRE", "U1: small", True)]


# ---------------------------------------------------------------- contracts

CONTRACTS = """import icontract


def small(x):
    return x < 3


@icontract.require(small, "U1: a function as its condition")
def named(x):
    return x


@icontract.require(lambda x: x < 3)
def silent(x):
    return x


@icontract.require(lambda x: x < 3, "U1: with an error", error=ValueError)
def own_error(x):
    return x


@icontract.snapshot(lambda x: x, name="x")
@icontract.ensure(lambda OLD, result: OLD.x == result, "U1: looks back")
def looks_back(x):
    return x


@icontract.require(lambda args: len(args) < 3, "U1: of many")
def gathers(*args):
    return args


@icontract.require(lambda x, z: x < z, "U1: of what is not there")
def stranger(x):
    return x
"""


@pytest.mark.parametrize(
    ("name", "construct"),
    [
        ("own_error", "a contract with an error of its own"),
        ("looks_back", "looks_back, with contracts that are inherited or look back"),
        ("gathers", "a contract with args"),
        ("stranger", "a contract with z"),
    ],
)
def test_contracts_that_are_not_followed_are_refused(tmp_path: Path, name: str, construct: str) -> None:
    loaded = load(CONTRACTS, tmp_path / "contracts.py")
    with pytest.raises(NotLiftable) as caught:
        lift(getattr(loaded, name))
    assert caught.value.construct == construct
    assert caught.value.advice


@pytest.mark.parametrize(("name", "says"), [("named", "U1: a function as its condition"), ("silent", "")])
def test_contracts_written_otherwise_are_followed(tmp_path: Path, name: str, says: str) -> None:
    loaded = load(CONTRACTS, tmp_path / "contracts.py")
    T.forget()
    lifter = Lifter()
    lifter.call(getattr(loaded, name), 4)
    assert [(event.name, event.when) for event in lifter.events] == [(says, True)]


def test_contracts_can_be_left_out(tmp_path: Path) -> None:
    loaded = load(CONTRACTS, tmp_path / "contracts.py")
    T.forget()
    lifter = Lifter(contracts=False)
    assert lifter.call(loaded.named, 4) == 4
    assert lifter.events == []
