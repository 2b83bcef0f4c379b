"""Calls: kernel functions with their contracts, dataclasses, enums, methods, nested functions."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Iterable
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any, NewType

from icontract._checkers import decorate_with_checker

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.binding import bind
from model.lift.builtins import FUNCTIONS, check_kind
from model.lift.comprehensions import comprehension, source_of_items, stopping
from model.lift.core import Dead, Kind, Names, Run, Scope
from model.lift.errors import Place, TooLarge
from model.lift.merging import contains, guarded, merge, same, truth
from model.lift.reading import selected, unpacked
from model.lift.source import names_of, source_of
from model.lift.values import (
    ABSENT,
    Closure,
    Method,
    Poison,
    Record,
    SequenceMethod,
    Value,
    enum_of,
    field_names,
    members,
)

#: Functions that take a generator whole; for the second ones its order does not matter.
_IN_ORDER = (tuple, list)
_IN_ANY_ORDER = (sum, min, max, set, frozenset, sorted)
#: The code of what icontract puts around a function with contracts.
_CHECKERS = [code for code in decorate_with_checker.__code__.co_consts if isinstance(code, CodeType)]


def call_expression(run: Run, node: ast.Call, names: Names, scope: Scope) -> Value:
    """The value of a call as it is written."""
    function = run.evaluate(node.func, names, scope)
    if not (node.args and isinstance(node.args[0], ast.GeneratorExp)):
        args, kwargs = _arguments(run, node.args, node.keywords, names, scope)
        return call(run, function, args, kwargs)
    generator = node.args[0]
    source = source_of_items(run, generator, names, scope)
    rest, kwargs = _arguments(run, node.args[1:], node.keywords, names, scope)
    if _is_one_of(function, (any, all, next)):
        if kwargs or len(rest) > (function is next):
            run.refuse(f"{function.__name__} with these arguments", "give it one generator")
        return stopping(run, function, generator, names, scope, source, rest)
    if not _is_one_of(function, (*_IN_ORDER, *_IN_ANY_ORDER)):
        run.refuse("a generator as an argument", "generators serve any, all, next, sum, min, max, tuple, list, set")
    any_order = _is_one_of(function, _IN_ANY_ORDER)
    items = comprehension(run, generator, names, scope, source, any_order=any_order)
    return call(run, function, (items, *rest), kwargs)


def _is_one_of(function: Any, others: tuple[Any, ...]) -> bool:
    return any(function is other for other in others)


def _arguments(
    run: Run, nodes: list[ast.expr], keywords: list[ast.keyword], names: Names, scope: Scope
) -> tuple[tuple[Value, ...], Names]:
    args: list[Value] = []
    for each in nodes:
        if isinstance(each, ast.Starred):
            args.extend(starred(run, each, names, scope))
        else:
            args.append(run.evaluate(each, names, scope))
    kwargs: Names = {}
    for keyword in keywords:
        value = run.evaluate(keyword.value, names, scope)
        more = value if keyword.arg is None else {keyword.arg: value}
        if not isinstance(more, dict) or set(more) & set(kwargs) or not all(isinstance(key, str) for key in more):
            run.refuse("keyword arguments that are no dictionary of new names", "name each argument once")
        kwargs.update(more)
    return tuple(args), kwargs


def starred(run: Run, node: ast.Starred, names: Names, scope: Scope) -> tuple[Value, ...]:
    """The items of `*value` in a call or a display, which take a generator whole."""
    if isinstance(node.value, ast.GeneratorExp):
        source = source_of_items(run, node.value, names, scope)
        return unpacked(run, comprehension(run, node.value, names, scope, source))
    return unpacked(run, run.evaluate(node.value, names, scope))


def call(run: Run, function: Any, args: tuple[Value, ...], kwargs: Names) -> Value:
    """function(*args, **kwargs)"""
    if isinstance(function, Poison):
        run.refuse(function.why)
    if isinstance(function, Closure):
        return _run(run, function, args, kwargs)
    if isinstance(function, Method):
        return call(run, function.function, (function.owner, *args), kwargs)
    if isinstance(function, SequenceMethod):
        return _call_sequence_method(run, function, args, kwargs)
    if isinstance(function, NewType) and len(args) == 1 and not kwargs:
        return args[0]
    if isinstance(function, FunctionType) and function not in FUNCTIONS:
        return _call_function(run, function, args, kwargs)
    if isinstance(function, type | BuiltinFunctionType | FunctionType) and function in FUNCTIONS:
        return _call_builtin(run, function, args, kwargs)
    if isinstance(function, type) and dataclasses.is_dataclass(function):
        return construct(run, function, args, kwargs)
    if isinstance(function, type) and issubclass(function, Enum) and len(args) == 1 and not kwargs:
        return _member_with_value(run, function, args[0])
    if _is_one_of(function, (any, all)) and len(args) == 1 and not kwargs:
        holds = [(guard, truth(run, value)) for guard, value in guarded(run, args[0])]
        if function is any:
            return T.any_of(T.conjunction(guard, value) for guard, value in holds)
        return T.all_of(T.implication(guard, value) for guard, value in holds)
    run.refuse(f"a call of {getattr(function, '__qualname__', function)}", "call kernel functions and the builtins")


def _call_builtin(run: Run, function: Any, args: tuple[Value, ...], kwargs: Names) -> Value:
    handler = FUNCTIONS[function]
    try:
        return handler(run, *args, **kwargs)
    except TypeError:
        try:
            inspect.signature(handler).bind(run, *args, **kwargs)
        except TypeError:
            run.refuse(f"{function.__name__} with these arguments", "give it plain values, and no other option")
        raise


def _call_sequence_method(run: Run, method: SequenceMethod, args: tuple[Value, ...], kwargs: Names) -> Value:
    items = method.items
    if len(args) != 1 or kwargs:
        run.refuse(f"{method.name} with more than one argument", "slice first")
    if method.name == "count":
        found: T.Int = 0
        for guard, item in guarded(run, items):
            hit = T.conjunction(guard, same(run, item, args[0]))
            found = A.add(found, T.choose(hit, 1, 0))
        return found
    if not isinstance(items, tuple):
        run.refuse("index of a filtered sequence", "use `next` over enumerate")
    run.note(Kind.CRASH, "ValueError", T.negation(contains(run, items, args[0])))
    out: Value = ABSENT
    for position in reversed(range(len(items))):
        out = merge(run, same(run, items[position], args[0]), position, out)
    return 0 if out is ABSENT else out


def _call_function(run: Run, function: FunctionType, args: tuple[Value, ...], kwargs: Names) -> Value:
    inner, before, after = _unwrapped(run, function)
    node = source_of(inner)
    try:
        cells = [cell.cell_contents for cell in inner.__closure__ or ()]
    except ValueError:
        run.refuse(f"{function.__qualname__}, which reads a name that has no value yet", "assign it first")
    names = dict(zip(inner.__code__.co_freevars, cells, strict=True))
    positional = inner.__code__.co_varnames[: inner.__code__.co_argcount]
    defaults = inner.__defaults__ or ()
    given = {**dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))}
    given.update(inner.__kwdefaults__ or {})
    body = Closure(node, names, given, inner.__code__.co_filename, inner.__globals__)
    if not run.contracts or not (before or after):
        return _run(run, body, args, kwargs)
    if inner in run.checked:
        run.refuse(f"{function.__qualname__}, which has contracts and calls itself", "put them on a function around it")
    run.checked.add(inner)
    try:
        return _run(run, body, args, kwargs, before, after)
    finally:
        run.checked.remove(inner)


def _unwrapped(run: Run, function: FunctionType) -> tuple[FunctionType, list[Any], list[Any]]:
    """A function without the contracts around it, its preconditions and its postconditions, in their order."""
    inner: Any = getattr(function, "__wrapped__", function)
    if inner is function:
        return function, [], []
    if not any(function.__code__ is code for code in _CHECKERS) or hasattr(inner, "__wrapped__"):
        run.refuse(f"{function.__qualname__}, wrapped by a decorator that is no contract", "call what it wraps")
    checker: Any = function
    groups, after = checker.__preconditions__, checker.__postconditions__
    if len(groups) > 1 or checker.__postcondition_snapshots__:
        run.refuse(f"{function.__qualname__}, with contracts that are inherited or look back", "state them on itself")
    return inner, [each for group in groups for each in group], after


def _member_with_value(run: Run, kind: type[Enum], value: Value) -> Value:
    """Kind(value)"""
    if enum_of(value) is kind:
        return value
    return selected(run, [(same(run, value, member.value), member) for member in members(kind)], "ValueError")


def construct(run: Run, kind: Any, args: tuple[Value, ...], kwargs: Names) -> Value:
    """An instance of a frozen dataclass."""
    check_kind(run, kind)
    names = field_names(kind)
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or set(kwargs) - set(names) or set(kwargs) & set(given):
        run.refuse(f"{kind.__name__} with these arguments", "give each of its fields once")
    given.update(kwargs)
    for field in dataclasses.fields(kind):
        if field.name in given:
            continue
        if field.default is dataclasses.MISSING:
            run.refuse(f"{kind.__name__} without {field.name}", "give each of its fields once")
        given[field.name] = field.default
    out = Record(kind, {name: given[name] for name in names})
    check = inspect.getattr_static(kind, "__post_init__", None)
    if check is not None:
        call(run, check, (out,), {})
    return out


# ---------------------------------------------------------------- running a body


def _run(
    run: Run,
    function: Closure,
    args: tuple[Value, ...],
    kwargs: Names,
    before: Iterable[Any] = (),
    after: Iterable[Any] = (),
) -> Value:
    """The value of a call; `before` and `after` are its contracts."""
    from model.lift.statements import block

    if run.depth >= run.limits.depth:
        raise TooLarge(f"{run.place}: calls nested deeper than {run.limits.depth}")
    run.tick()
    node, saved = function.node, run.place
    run.depth += 1
    try:
        _check_body(run, node, function.file)
        given = bind(run, node.args, function.defaults, args, kwargs)
        names = {**function.names, **given}
        scope = Scope(function.file, function.globals, stores_in(node), frozenset(given), names_of(function.file, node))
        if isinstance(node, ast.Lambda):
            return run.evaluate(node.body, names, scope)
        _contracts(run, before, Kind.REQUIRE, node, given)
        out = block(run, node.body, names, scope)
        returns, result = out.exits.get("return", (False, ABSENT))
        if out.live is not False:
            result = merge(run, out.live, None, result)
        if result is ABSENT:
            raise Dead
        result_given = {**given, "result": result}
        run.under(T.disjunction(returns, out.live), lambda: _contracts(run, after, Kind.ENSURE, node, result_given))
        return result
    finally:
        run.depth -= 1
        run.place = saved


def _contracts(run: Run, contracts: Iterable[Any], kind: Kind, node: ast.FunctionDef, given: Names) -> None:
    """Note where a contract of this kind breaks."""
    gathering = {each.arg for each in (node.args.vararg, node.args.kwarg) if each is not None}
    for each in contracts:
        run.place = Place(each.condition.__code__.co_filename, each.condition.__code__.co_firstlineno)
        strange = (set(each.condition_args) & gathering) | (set(each.mandatory_args) - set(given))
        if strange or each.error is not None:
            what = ", ".join(sorted(strange)) or "an error of its own"
            run.refuse(f"a contract with {what}", "a contract asks of parameters and `result`, and says its rule")
        inner = {name: given[name] for name in each.condition_args if name in given}
        holds = truth(run, call(run, each.condition, (), inner))
        rule = each.description or ""
        run.met[rule] = T.disjunction(run.met.get(rule, False), run.path)
        run.note(kind, rule, T.negation(holds))


_OUTSIDE = {
    ast.Yield: "a generator function",
    ast.YieldFrom: "a generator function",
    ast.Await: "a coroutine",
    ast.NamedExpr: "an assignment inside an expression",
    ast.Global: "a global assignment",
    ast.Nonlocal: "an assignment to a name of an outer function",
}


def _check_body(run: Run, node: ast.FunctionDef | ast.Lambda, file: str) -> None:
    """Refuse what changes the meaning of a whole function, wherever in it it stands."""
    found = _outside(node)
    if found is not None:
        run.place = Place(file, found.lineno)
        run.refuse(_OUTSIDE[type(found)], "kernels compute a value from their arguments")


@cache
def _outside(node: ast.FunctionDef | ast.Lambda) -> Any:
    return next((each for each in ast.walk(node) if type(each) in _OUTSIDE), None)


def names_in(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The names that a function binds itself."""
    parameters = (each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))
    return {*parameters, *stores_in(node)}


@cache
def stores_in(node: ast.FunctionDef | ast.Lambda) -> dict[str, int]:
    """How often a function assigns each name, in a loop twice; nested functions and comprehensions do not count."""
    out: dict[str, int] = {}
    todo: list[tuple[ast.AST, int]] = [] if isinstance(node, ast.Lambda) else [(each, 1) for each in node.body]
    while todo:
        each, times = todo.pop()
        name = each.id if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load) else None
        if isinstance(each, ast.FunctionDef | ast.MatchAs | ast.MatchStar):
            name = each.name
        if name is not None:
            out[name] = out.get(name, 0) + times
        if isinstance(each, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            todo.append((each.generators[0].iter, times))
        elif not isinstance(each, ast.Lambda | ast.FunctionDef):
            inside = 2 if isinstance(each, ast.For | ast.While) else times
            todo.extend((child, inside) for child in ast.iter_child_nodes(each))
    return out
