"""The syntax tree of a function that runs, and the check that it is what runs."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType

from model.lift.errors import SourceChanged

Node = ast.FunctionDef | ast.Lambda


@cache
def _module(file: str) -> tuple[dict[tuple[str, int], list[Node]], dict[tuple[str, int], list[CodeType]]]:
    """The functions of a source file by name and first line: their syntax trees, and what they compile to."""
    text = "".join(linecache.getlines(file))
    if not text:
        raise SourceChanged(f"{file}: its source cannot be read")
    try:
        tree = ast.parse(text, file)
        compiled = compile(tree, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise SourceChanged(f"{file}: its source cannot be read: {error}") from error
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in _nested(compiled):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    nodes: dict[tuple[str, int], list[Node]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            nodes.setdefault((node.name, first_line(node)), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(node)
    return nodes, codes


def _nested(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _nested(const)


@cache
def names_of(file: str, node: Node) -> frozenset[str]:
    """The names that are local to this function or come from functions around it, as the compiler sees them."""
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    found: set[str] = set()
    for code in _module(file)[1].get((name, first_line(node)), ()):
        found.update(code.co_varnames, code.co_cellvars, code.co_freevars)
    return frozenset(found)


def first_line(node: Node) -> int:
    """The line where a function begins, its decorators included."""
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])


def source_of(function: FunctionType) -> Node:
    """The syntax tree of this very function.

    Raises `SourceChanged` if the text on disk does not compile to the code that runs, or if two lambdas on one line
    cannot be told apart.
    """
    code, node = _compared(function)
    if code is not function.__code__:
        raise SourceChanged(f"{code.co_filename}:{code.co_firstlineno}: {code.co_name} has been given other code")
    return node


@cache
def _compared(function: FunctionType) -> tuple[CodeType, Node]:
    """The code of a function and the syntax tree that it was compiled from."""
    code = function.__code__
    nodes, codes = _module(code.co_filename)
    key = (code.co_name, code.co_firstlineno)
    place = f"{code.co_filename}:{code.co_firstlineno}"
    if key not in nodes or key not in codes:
        raise SourceChanged(f"{place}: no source of {code.co_name} is there")
    if len(nodes[key]) > 1:
        raise SourceChanged(f"{place}: several functions called {code.co_name} stand on one line; give each its own")
    if codes[key][0] != code:
        raise SourceChanged(f"{place}: the source of {code.co_name} has changed since it was imported")
    return code, nodes[key][0]
