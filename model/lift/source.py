"""The syntax tree of a function that runs, and the check that it is what runs."""

from __future__ import annotations
import __future__

import ast
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType

from model.lift.errors import SourceChanged

Node = ast.FunctionDef | ast.Lambda
_ANNOTATIONS = __future__.annotations.compiler_flag


@cache
def _module(file: str) -> tuple[dict[tuple[str, int], list[Node]], dict[tuple[str, int], list[CodeType]]]:
    """The functions of a source file by name and first line: their syntax trees, and what they compile to."""
    text = "".join(linecache.getlines(file))
    if not text:
        raise SourceChanged(f"{file}: its source cannot be read")
    tree = ast.parse(text, file)
    postponed = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    compiled = compile(tree, file, "exec", flags=_ANNOTATIONS if postponed else 0, dont_inherit=True)
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in _nested(compiled):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    nodes: dict[tuple[str, int], list[Node]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            nodes.setdefault((node.name, first), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(("<lambda>", node.lineno), []).append(node)
    return nodes, codes


def _nested(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _nested(const)


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Do two code objects do the same? Constants are compared too, nested code by its own bytecode."""
    if (one.co_code, one.co_names, one.co_varnames, one.co_freevars) != (
        other.co_code,
        other.co_names,
        other.co_varnames,
        other.co_freevars,
    ):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _is_same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else (type(a), a) == (type(b), b)
        for a, b in zip(one.co_consts, other.co_consts, strict=True)
    )


def source_of(function: FunctionType) -> Node:
    """The syntax tree of this very function.

    Raises `SourceChanged` if the text on disk does not compile to the code that runs, or if two lambdas on one line
    cannot be told apart.
    """
    code = function.__code__
    nodes, codes = _module(code.co_filename)
    key = (code.co_name, code.co_firstlineno)
    place = f"{code.co_filename}:{code.co_firstlineno}"
    if key not in nodes or key not in codes:
        raise SourceChanged(f"{place}: no source of {code.co_name} is there")
    if len(nodes[key]) > 1:
        raise SourceChanged(f"{place}: several functions called {code.co_name} stand on one line; give each its own")
    if not _is_same(codes[key][0], code):
        raise SourceChanged(f"{place}: the source of {code.co_name} has changed since it was imported")
    return nodes[key][0]
