"""Which definitions an entry point can reach, and a fingerprint of them: evidence is fresh while its cone is unchanged.

The cone is read off the source text: every top-level definition of our own packages is a node, every name that it uses
and that leads to another one an edge. A top-level statement that defines nothing counts for every definition of its
module. It errs on the large side. Comments, layout and docstrings do not count.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

#: The packages whose source is followed; everything else counts by its version.
PACKAGES = ("kernel", "model", "properties", "specs")


@dataclass(frozen=True)
class Definition:
    """One top-level definition: where it stands, what it says, and the names it uses, dotted as in the text."""

    module: str
    name: str
    line: int
    digest: str
    uses: frozenset[str]


@dataclass
class Source:
    """The parsed source of our packages, read module by module when asked for."""

    modules: dict[str, dict[str, Definition]] = field(default_factory=dict)
    imports: dict[str, dict[str, str]] = field(default_factory=dict)
    edges: dict[tuple[str, str], tuple[Definition, ...]] = field(default_factory=dict)
    prints: dict[tuple[tuple[str, str], ...], str] = field(default_factory=dict)

    def of(self, module: str) -> dict[str, Definition]:
        """The definitions of a module, by name."""
        if module not in self.modules:
            self._read(module)
        return self.modules[module]

    def _read(self, module: str) -> None:
        text = origin_of(module).read_text(encoding="utf-8")
        self.imports[module], self.modules[module] = _parsed(module, text)

    def resolve(self, module: str, dotted: str) -> Definition | None:
        """The definition that a dotted name means in a module, or None if it is not one of ours."""
        head, _, rest = dotted.partition(".")
        here = self.of(module)
        if head in here:
            return here[head]
        target = self.imports[module].get(head)
        if target is None or target.split(".")[0] not in PACKAGES:
            return None
        owner, _, name = target.rpartition(".")
        if _is_module(target):
            name, owner = rest.split(".")[0], target
        if not owner or not name:
            return None
        return self.of(owner).get(name) or (self.resolve(owner, name) if name in self.imports[owner] else None)

    def cone(self, roots: list[tuple[str, str]]) -> dict[tuple[str, str], Definition]:
        """Every definition that the roots, given as (module, name), can reach, themselves included."""
        found: dict[tuple[str, str], Definition] = {}
        waiting = [self.of(module)[name] for module, name in roots]
        while waiting:
            definition = waiting.pop()
            key = (definition.module, definition.name)
            if key in found:
                continue
            found[key] = definition
            if key not in self.edges:
                reached = {self.resolve(definition.module, use) for use in definition.uses} - {None}
                self.edges[key] = tuple(each for each in reached if each is not None)
            waiting.extend(self.edges[key])
        return found

    def fingerprint(self, roots: list[tuple[str, str]]) -> str:
        """A digest of the cone of the roots."""
        asked = tuple(roots)
        if asked not in self.prints:
            cone = self.cone(roots)
            text = "\n".join(f"{module} {name} {cone[module, name].digest}" for module, name in sorted(cone))
            self.prints[asked] = hashlib.sha256(text.encode()).hexdigest()
        return self.prints[asked]


@lru_cache(maxsize=1000)
def _parsed(module: str, text: str) -> tuple[dict[str, str], dict[str, Definition]]:
    """What a module of this text imports and defines; docstrings do not count."""
    tree = ast.parse(text)
    parts = {node: _parts(node) for node in tree.body}
    for each in (each for below in parts.values() for each in below):
        if isinstance(each, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(each, clean=False) is not None:
            each.body = each.body[1:] or [ast.Pass()]
    loose = [node for node in tree.body if not _names(node) and not _is_inert(node)]
    rest = "".join(_digest(node) for node in loose)
    also = frozenset(use for node in loose for use in _uses(parts[node]))
    defined = {
        name: Definition(module, name, node.lineno, digest + rest, uses | also)
        for node in tree.body
        if (names := _names(node))
        for digest, uses in [(_digest(node), _uses(parts[node]))]
        for name in names
    }
    return _imports(each for below in parts.values() for each in below), defined


def _parts(statement: ast.stmt) -> list[ast.AST]:
    """The statement and all that it is made of, but for what says whether a name is read or written."""
    found: list[ast.AST] = [statement]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found.extend(each for each in value if isinstance(each, ast.AST))
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return found


def origin_of(module: str) -> Path:
    """The file that a module is read from. Raises `ModuleNotFoundError`."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    return Path(spec.origin)


@cache
def _is_module(dotted: str) -> bool:
    try:
        return importlib.util.find_spec(dotted) is not None
    except ModuleNotFoundError:
        return False


def _imports(parts: Iterable[ast.AST]) -> dict[str, str]:
    """What each imported name of a module stands for, dotted from the top."""
    found: dict[str, str] = {}
    for node in parts:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.asname or alias.name.split(".")[0]: alias.name for alias in node.names}
    return found


def _names(node: ast.stmt) -> list[str]:
    """The names that a top-level statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        targets = [part for target in node.targets for part in getattr(target, "elts", [target])]
        return [each.id for each in targets] if all(isinstance(each, ast.Name) for each in targets) else []
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def _is_inert(node: ast.stmt) -> bool:
    """Does a statement that defines nothing do nothing either? Imports are followed where their names are used."""
    doc = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return doc or isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def _digest(node: ast.stmt) -> str:
    """A digest of what the statement does."""
    return hashlib.sha256(ast.dump(node).encode()).hexdigest()


def _uses(parts: Iterable[ast.AST]) -> frozenset[str]:
    """The names that these parts of a statement use, with the attribute that follows each."""
    used: set[str] = set()
    for each in parts:
        if isinstance(each, ast.Name):
            used.add(each.id)
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            used.add(f"{each.value.id}.{each.attr}")
    return frozenset(used)
