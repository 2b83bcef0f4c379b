"""Calls: kernel functions with their contracts, dataclasses, enums, methods, nested functions."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any, NewType

from kernel import contracts
from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.binding import bind
from model.lift.builtins import FUNCTIONS
from model.lift.comprehensions import comprehension, stopping
from model.lift.core import Dead, Kind, Names, Run, Scope
from model.lift.errors import TooLarge
from model.lift.merging import contains, guarded, integer, merge, same, truth
from model.lift.reading import unpacked
from model.lift.source import source_of
from model.lift.values import (
    ABSENT,
    Closure,
    Method,
    Poison,
    Record,
    SequenceMethod,
    Value,
    field_names,
    member_at,
    members,
)

#: The decorators that state contracts.
_CONTRACTS = {contracts.require: Kind.REQUIRE, contracts.ensure: Kind.ENSURE}
#: Functions that take a generator whole.
_WHOLE = (sum, min, max, tuple, list, set, frozenset, sorted, len)


def call_expression(run: Run, node: ast.Call, names: Names, scope: Scope) -> Value:
    """The value of a call as it is written."""
    function = run.evaluate(node.func, names, scope)
    if node.args and isinstance(node.args[0], ast.GeneratorExp):
        if function in (any, all, next):
            return stopping(run, function, node, names, scope)
        if function not in _WHOLE:
            run.refuse("a generator as an argument", "generators serve any, all, next, sum, min, max, tuple, list, set")
    args: list[Value] = []
    kwargs: Names = {}
    for each in node.args:
        if isinstance(each, ast.Starred):
            args.extend(unpacked(run, run.evaluate(each.value, names, scope)))
        elif isinstance(each, ast.GeneratorExp):
            args.append(comprehension(run, each, names, scope))
        else:
            args.append(run.evaluate(each, names, scope))
    for keyword in node.keywords:
        value = run.evaluate(keyword.value, names, scope)
        kwargs.update({keyword.arg: value} if keyword.arg else value)
    return call(run, function, tuple(args), kwargs)


def call(run: Run, function: Any, args: tuple[Value, ...], kwargs: Names) -> Value:
    """function(*args, **kwargs)"""
    if isinstance(function, Poison):
        run.refuse(function.why)
    if isinstance(function, Closure):
        return _run(run, function.node, function.names, function.file, function.globals, args, kwargs)
    if isinstance(function, Method):
        return call(run, function.function, (function.owner, *args), kwargs)
    if isinstance(function, SequenceMethod):
        return _call_sequence_method(run, function, args, kwargs)
    if isinstance(function, NewType):
        return args[0]
    handler = FUNCTIONS.get(function) if _is_hashable(function) else None
    if handler is not None:
        return handler(run, *args, **kwargs)
    if isinstance(function, FunctionType):
        return _call_function(run, function, args, kwargs)
    if isinstance(function, type) and dataclasses.is_dataclass(function):
        return construct(run, function, args, kwargs)
    if isinstance(function, type) and issubclass(function, Enum) and len(args) == 1 and not kwargs:
        return _member_with_value(run, function, args[0])
    if function in (any, all):
        holds = [(guard, truth(run, value)) for guard, value in guarded(run, args[0])]
        if function is any:
            return T.any_of(T.conjunction(guard, value) for guard, value in holds)
        return T.all_of(T.implication(guard, value) for guard, value in holds)
    run.refuse(f"a call of {getattr(function, '__qualname__', function)}", "call kernel functions and the builtins")


def _is_hashable(function: Any) -> bool:
    return getattr(type(function), "__hash__", None) is not None


def _call_sequence_method(run: Run, method: SequenceMethod, args: tuple[Value, ...], kwargs: Names) -> Value:
    items = method.items
    if len(args) != 1 or kwargs:
        run.refuse(f"{method.name} with more than one argument")
    if method.name == "count":
        found: T.Int = 0
        for guard, item in guarded(run, items):
            hit = T.conjunction(guard, same(run, item, args[0]))
            found = A.add(found, T.choose(hit, 1, 0))
        return found
    if not isinstance(items, tuple):
        run.refuse("index of a filtered sequence")
    run.note(Kind.CRASH, "ValueError", T.negation(contains(run, items, args[0])))
    out: Value = ABSENT
    for position in reversed(range(len(items))):
        out = merge(run, same(run, items[position], args[0]), position, out)
    return 0 if out is ABSENT else out


def _call_function(run: Run, function: FunctionType, args: tuple[Value, ...], kwargs: Names) -> Value:
    inner: Any = function
    while hasattr(inner, "__wrapped__"):
        if not (hasattr(inner, "__preconditions__") or hasattr(inner, "__postconditions__")):
            run.refuse(f"{function.__qualname__}, wrapped by a decorator that is no contract")
        inner = inner.__wrapped__
    node = source_of(inner)
    cells = (cell.cell_contents for cell in inner.__closure__ or ())
    names = dict(zip(inner.__code__.co_freevars, cells, strict=True))
    return _run(run, node, names, inner.__code__.co_filename, inner.__globals__, args, kwargs)


def _member_with_value(run: Run, kind: type[Enum], value: Value) -> Value:
    """Kind(value) for an enum with integer values."""
    known = members(kind)
    if not isinstance(value, T.Node):
        found = [member for member in known if member.value == value]
        if not found:
            run.note(Kind.CRASH, "ValueError", True)
        return found[0] if found else Poison(f"{run.place}: no such member of {kind.__name__}")
    number = integer(run, value)
    hits = [A.equal(number, member.value) if T.is_int(member.value) else False for member in known]
    run.note(Kind.CRASH, "ValueError", T.negation(T.any_of(hits)))
    index: T.Int = 0
    for position, hit in enumerate(hits):
        index = T.choose(hit, position, index)
    return member_at(kind, index)


def construct(run: Run, kind: Any, args: tuple[Value, ...], kwargs: Names) -> Value:
    """An instance of a frozen dataclass."""
    names = field_names(kind)
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or set(kwargs) - set(names) or set(kwargs) & set(given):
        run.refuse(f"{kind.__name__} with these arguments")
    given.update(kwargs)
    if not kind.__dataclass_params__.frozen:
        run.refuse(f"{kind.__name__}, which is not frozen", "kernels build frozen dataclasses")
    for field in dataclasses.fields(kind):
        if field.name in given:
            continue
        if field.default is dataclasses.MISSING:
            run.refuse(f"{kind.__name__} without {field.name}")
        given[field.name] = field.default
    out = Record(kind, {name: given[name] for name in names})
    check = inspect.getattr_static(kind, "__post_init__", None)
    if check is not None:
        call(run, check, (out,), {})
    return out


# ---------------------------------------------------------------- running a body


def _run(
    run: Run,
    node: ast.FunctionDef | ast.Lambda,
    outer: Names,
    file: str,
    module: dict[str, Any],
    args: tuple[Value, ...],
    kwargs: Names,
) -> Value:
    from model.lift.statements import block

    if run.depth >= run.limits.depth:
        raise TooLarge(f"{run.place}: calls nested deeper than {run.limits.depth}")
    run.tick()
    saved, names = run.place, dict(outer)
    scope = Scope(file, module, stores_in(node))
    run.depth += 1
    try:
        bind(run, node, scope, names, args, kwargs)
        scope.parameters = frozenset(names)
        if isinstance(node, ast.Lambda):
            return run.evaluate(node.body, names, scope)
        _contracts(run, node, Kind.REQUIRE, names, scope)
        out = block(run, node.body, dict(names), scope)
        _, result = out.exits.get("return", (False, ABSENT))
        if out.live is not False:
            result = merge(run, out.live, None, result)
        if result is ABSENT:
            raise Dead
        _contracts(run, node, Kind.ENSURE, {**names, "result": result}, scope)
        return result
    finally:
        run.depth -= 1
        run.place = saved


def _contracts(run: Run, node: ast.FunctionDef, kind: Kind, names: Names, scope: Scope) -> None:
    """Note where a contract of this kind breaks."""
    if not run.contracts:
        return
    for decorator in reversed(node.decorator_list):
        if not isinstance(decorator, ast.Call):
            continue
        maker = run.evaluate(decorator.func, {}, scope)
        if not _is_hashable(maker) or _CONTRACTS.get(maker) is not kind:
            continue
        condition, rule = decorator.args
        assert isinstance(condition, ast.Lambda)
        inner = {each.arg: names[each.arg] for each in condition.args.args}
        inner_scope = Scope(scope.file, scope.globals, {}, frozenset(inner))
        holds = truth(run, run.evaluate(condition.body, inner, inner_scope))
        run.note(kind, str(ast.literal_eval(rule)), T.negation(holds))


@cache
def stores_in(node: ast.FunctionDef | ast.Lambda) -> dict[str, int]:
    """How often a function assigns each name, apart from nested functions and comprehensions."""
    out: dict[str, int] = {}
    todo: list[ast.AST] = [] if isinstance(node, ast.Lambda) else list(node.body)
    while todo:
        each = todo.pop()
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            out[each.id] = out.get(each.id, 0) + 1
        if isinstance(each, ast.FunctionDef):
            out[each.name] = out.get(each.name, 0) + 1
        elif isinstance(each, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            todo.append(each.generators[0].iter)
        elif not isinstance(each, ast.Lambda):
            todo.extend(ast.iter_child_nodes(each))
    return out
