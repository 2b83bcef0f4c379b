"""Giving names to values: assignment targets and parameters."""

from __future__ import annotations

import ast
from typing import Any

from model.lift.core import Names, Run, Scope
from model.lift.reading import unpacked
from model.lift.values import Value


def assign(run: Run, target: ast.expr, value: Value, names: Names) -> None:
    """Bind a name, or several at once."""
    if isinstance(target, ast.Name):
        names[target.id] = value
        return
    if isinstance(target, ast.Tuple | ast.List) and not any(isinstance(t, ast.Starred) for t in target.elts):
        items = unpacked(run, value)
        if len(items) != len(target.elts):
            run.refuse(f"{len(items)} values for {len(target.elts)} names", "unpack as many names as there are values")
        for each, part in zip(target.elts, items, strict=True):
            assign(run, each, part, names)
        return
    if isinstance(target, ast.Tuple | ast.List):
        run.refuse(f"an assignment to {ast.unparse(target)}", "name each item, or slice")
    run.refuse(
        f"an assignment to {ast.unparse(target)}", "kernels change nothing in place; use `replace` or build anew"
    )


def bind(run: Run, parameters: ast.arguments, defaults: Names, args: tuple[Value, ...], kwargs: Names) -> Names:
    """The values of a function's parameters in a call."""
    positional = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    by_name = {each.arg for each in (*parameters.args, *parameters.kwonlyargs)}
    if len(args) > len(positional) and parameters.vararg is None:
        run.refuse(f"a call with {len(args)} arguments for {len(positional)} parameters", "give each parameter once")
    given: dict[str, Any] = dict(zip(positional, args, strict=False))
    if parameters.vararg is not None:
        given[parameters.vararg.arg] = tuple(args[len(positional) :])
    rest: Names = {}
    for name, value in kwargs.items():
        if name in given or (name not in by_name and parameters.kwarg is None):
            run.refuse(f"a call with the argument {name}", "give each parameter once")
        (given if name in by_name else rest)[name] = value
    if parameters.kwarg is not None:
        given[parameters.kwarg.arg] = rest
    names = [*positional, *(each.arg for each in parameters.kwonlyargs)]
    given.update({name: defaults[name] for name in names if name not in given and name in defaults})
    missing = [name for name in names if name not in given]
    if missing:
        run.refuse(f"a call without {', '.join(missing)}", "give each parameter once")
    return given


def defaults_of(run: Run, parameters: ast.arguments, names: Names, scope: Scope) -> Names:
    """The default values of a nested function, evaluated where it is made."""
    positional = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    written: list[tuple[str, ast.expr | None]] = list(
        zip(positional[len(positional) - len(parameters.defaults) :], parameters.defaults, strict=True)
    )
    written += [(each.arg, value) for each, value in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True)]
    return {name: run.evaluate(default, names, scope) for name, default in written if default is not None}
