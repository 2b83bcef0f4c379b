"""Walking through terms: what a formula consists of, and its value under an assignment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from model.lift.terms import ARITHMETIC, VARIABLES, Node


def reachable(roots: Iterable[Any]) -> list[Node]:
    """The nodes below the roots, arguments before users."""
    seen: set[Node] = set()
    stack = [root for root in roots if isinstance(root, Node)]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack.extend(arg for arg in node.args if isinstance(arg, Node))
    return sorted(seen, key=lambda node: node.number)


def values_under(
    roots: Iterable[Any], assignment: Mapping[str, int | bool], nodes: Iterable[Node] | None = None
) -> list[Any]:
    """The roots' values; variables that the assignment lacks take their least value.

    `nodes` may be given to save a walk: what is reachable from the roots.
    """
    wanted = list(roots)
    known: dict[Node, Any] = {}
    for node in reachable(wanted) if nodes is None else nodes:
        args = [known[arg] if isinstance(arg, Node) else arg for arg in node.args]
        if node.op in VARIABLES:
            known[node] = assignment.get(node.args[0], False if node.op == "truth" else node.low)
        elif node.op == "not":
            known[node] = not args[0]
        elif node.op in ("choose", "which"):
            known[node] = args[1] if args[0] else args[2]
        else:
            known[node] = ARITHMETIC[node.op](*args)
    return [known[root] if isinstance(root, Node) else root for root in wanted]
