"""Expressions."""

from __future__ import annotations

import ast
import builtins
from enum import Enum

from model.lift import arithmetic as A
from model.lift import terms as T
from model.lift.binding import defaults_of
from model.lift.calls import call_expression, names_in, starred
from model.lift.comprehensions import comprehension, source_of_items
from model.lift.core import Names, Run, Scope, expression
from model.lift.merging import branch, contains, hashed, integer, truth
from model.lift.operators import binary, compare
from model.lift.reading import attribute, item, sliced
from model.lift.values import Closure, ListValue, Poison, SetValue, Value

_BUILTINS = vars(builtins)


@expression(ast.Constant)
def _constant(run: Run, node: ast.Constant, names: Names, scope: Scope) -> Value:
    if node.value is None or isinstance(node.value, bool | int | str):
        return node.value
    run.refuse(f"the constant {node.value!r}", "kernels know integers, booleans, enums and None")


@expression(ast.Name)
def _name(run: Run, node: ast.Name, names: Names, scope: Scope) -> Value:
    if node.id in names:
        value = names[node.id]
        if isinstance(value, Poison):
            run.refuse(value.why, "give it a value on every path that leads here")
        return value
    if node.id in scope.local:
        run.refuse(f"{node.id}, which has no value yet", "give it a value on every path that leads here")
    if node.id in scope.globals:
        return scope.globals[node.id]
    if node.id in _BUILTINS:
        return _BUILTINS[node.id]
    run.refuse(f"the unknown name {node.id}", "import or define it")


@expression(ast.Attribute)
def _attribute(run: Run, node: ast.Attribute, names: Names, scope: Scope) -> Value:
    return attribute(run, run.evaluate(node.value, names, scope), node.attr)


@expression(ast.Subscript)
def _subscript(run: Run, node: ast.Subscript, names: Names, scope: Scope) -> Value:
    value = run.evaluate(node.value, names, scope)
    if isinstance(node.slice, ast.Slice):
        if node.slice.step is not None:
            run.refuse("a slice with a step", "use a range of places")
        ends = [
            None if end is None else run.evaluate(end, names, scope) for end in (node.slice.lower, node.slice.upper)
        ]
        return sliced(run, value, *ends)
    return item(run, value, run.evaluate(node.slice, names, scope))


def _items(run: Run, elements: list[ast.expr], names: Names, scope: Scope) -> list[Value]:
    out: list[Value] = []
    for element in elements:
        if isinstance(element, ast.Starred):
            out.extend(starred(run, element, names, scope))
        else:
            out.append(run.evaluate(element, names, scope))
    return out


@expression(ast.Tuple)
def _tuple(run: Run, node: ast.Tuple, names: Names, scope: Scope) -> Value:
    return tuple(_items(run, node.elts, names, scope))


@expression(ast.List)
def _list(run: Run, node: ast.List, names: Names, scope: Scope) -> Value:
    return ListValue(_items(run, node.elts, names, scope))


@expression(ast.Set)
def _set(run: Run, node: ast.Set, names: Names, scope: Scope) -> Value:
    return SetValue(tuple((True, hashed(run, value)) for value in _items(run, node.elts, names, scope)))


@expression(ast.Dict)
def _dict(run: Run, node: ast.Dict, names: Names, scope: Scope) -> Value:
    out = {}
    for key, value in zip(node.keys, node.values, strict=True):
        known = None if key is None else run.evaluate(key, names, scope)
        if not _is_constant(known):
            run.refuse("a dictionary whose keys are not known", "use a tuple, or a `match`")
        out[known] = run.evaluate(value, names, scope)
    return out


def _is_constant(key: Value) -> bool:
    return isinstance(key, bool | int | str | Enum) or (type(key) is tuple and all(map(_is_constant, key)))


@expression(ast.JoinedStr)
def _text(run: Run, node: ast.JoinedStr, names: Names, scope: Scope) -> Value:
    run.refuse("a formatted text", "kernels compute no texts")


@expression(ast.UnaryOp)
def _unary(run: Run, node: ast.UnaryOp, names: Names, scope: Scope) -> Value:
    value = run.evaluate(node.operand, names, scope)
    match node.op:
        case ast.Not():
            return T.negation(truth(run, value))
        case ast.USub():
            return A.multiply(integer(run, value), -1)
        case ast.UAdd():
            return integer(run, value)
    run.refuse(f"the operator {type(node.op).__name__}", "use + - * // % on integers")


@expression(ast.BinOp)
def _binary(run: Run, node: ast.BinOp, names: Names, scope: Scope) -> Value:
    left = run.evaluate(node.left, names, scope)
    return binary(run, node.op, left, run.evaluate(node.right, names, scope))


@expression(ast.BoolOp)
def _boolean(run: Run, node: ast.BoolOp, names: Names, scope: Scope) -> Value:
    is_and = isinstance(node.op, ast.And)

    def rest(k: int) -> Value:
        value = run.evaluate(node.values[k], names, scope)
        if k + 1 == len(node.values):
            return value
        holds = truth(run, value)
        if is_and:
            return branch(run, holds, lambda: rest(k + 1), lambda: value)
        return branch(run, holds, lambda: value, lambda: rest(k + 1))

    return rest(0)


@expression(ast.Compare)
def _compare(run: Run, node: ast.Compare, names: Names, scope: Scope) -> Value:
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.comparators[0], _DISPLAY):
        return _in_display(run, node, names, scope)

    def rest(left: Value, k: int) -> T.Bool:
        right = run.evaluate(node.comparators[k], names, scope)
        holds = compare(run, node.ops[k], left, right)
        if k + 1 == len(node.ops):
            return holds
        return branch(run, holds, lambda: rest(right, k + 1), lambda: False)

    return rest(run.evaluate(node.left, names, scope), 0)


_DISPLAY = (ast.Tuple, ast.List, ast.Set)


def _in_display(run: Run, node: ast.Compare, names: Names, scope: Scope) -> T.Bool:
    """x in (a, b): the items need no common shape."""
    value = run.evaluate(node.left, names, scope)
    found = contains(run, run.evaluate(node.comparators[0], names, scope), value)
    return found if isinstance(node.ops[0], ast.In) else T.negation(found)


@expression(ast.IfExp)
def _conditional(run: Run, node: ast.IfExp, names: Names, scope: Scope) -> Value:
    condition = truth(run, run.evaluate(node.test, names, scope))
    return branch(
        run,
        condition,
        lambda: run.evaluate(node.body, names, scope),
        lambda: run.evaluate(node.orelse, names, scope),
    )


@expression(ast.Lambda)
def _lambda(run: Run, node: ast.Lambda, names: Names, scope: Scope) -> Value:
    return closure(run, node, names, scope)


def closure(run: Run, node: ast.FunctionDef | ast.Lambda, names: Names, scope: Scope) -> Closure:
    """A function made here. It sees the names as they are now, so none that it reads may change later."""
    read = {x.id for x in ast.walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}
    read -= names_in(node)
    again = sorted(x for x in read if scope.stores.get(x, 0) + (x in scope.parameters) > 1)
    if again:
        run.refuse(
            f"a nested function that reads {', '.join(again)}, assigned more than once",
            "give each value a name of its own",
        )
    own = {node.name} if isinstance(node, ast.FunctionDef) else set()
    later = sorted(x for x in read - own if x in scope.local and x not in names)
    if later:
        run.refuse(f"a nested function that reads {', '.join(later)}, assigned later", "assign it first")
    return Closure(node, names, defaults_of(run, node.args, names, scope), scope.file, scope.globals)


expression(ast.Call)(call_expression)


@expression(ast.ListComp)
def _list_comprehension(run: Run, node: ast.ListComp, names: Names, scope: Scope) -> Value:
    return comprehension(run, node, names, scope, source_of_items(run, node, names, scope))


@expression(ast.SetComp)
def _set_comprehension(run: Run, node: ast.SetComp, names: Names, scope: Scope) -> Value:
    return comprehension(run, node, names, scope, source_of_items(run, node, names, scope))


@expression(ast.GeneratorExp)
def _generator(run: Run, node: ast.GeneratorExp, names: Names, scope: Scope) -> Value:
    run.refuse(
        "a generator that is kept", "make a tuple, or give it to sum, any, all, next, min, max, tuple, list, set"
    )
