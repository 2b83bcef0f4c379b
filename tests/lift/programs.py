"""Random small programs of the whole subset, as text, and how they are loaded and fed.

A program is a module with a function f(a, b, c, p, q, k, w): three integers, two truths, a Color and a Word. It may
crash, raise, break contracts and assertions; it ends. What it does is the same under the same seed.
"""

from __future__ import annotations

import importlib.util
import itertools
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from model.lift import terms as T
from model.lift.decode import member
from model.lift.values import Value

LOW, HIGH = -3, 4

PRELUDE = """from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from enum import Enum, IntEnum

from kernel.contracts import ensure, require


class Bad(Exception):
    pass


class Worse(Bad):
    pass


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2

    @property
    def following(self):
        return Color((self.value + 1) % 3)


class Word(Enum):
    YES = "yes"
    NO = "no"
    WHY = "why"


class Rank(IntEnum):
    LOW = 2
    TOP = 5


@dataclass(frozen=True)
class Pair:
    x: int
    y: int = 7

    @property
    def total(self):
        return self.x + self.y

    def plus(self, k):
        return replace(self, x=self.x + k)


@dataclass(frozen=True)
class Box:
    inner: object
    color: Color


POINTS = {Color.RED: 10, Color.GREEN: -20, Color.BLUE: 3}
SOME = {0: 5, 2: 7, 3: -1}


@require(lambda x: x <= 4, "U1: at most four")
@require(lambda x: x >= -4, "U1: at least minus four")
@ensure(lambda result, x: result != x, "U2: another number")
@ensure(lambda result: (3, 2, 1)[result % 4] > 1, "U2: a number with a place")
def strict(x):
    return x * x - 2


@ensure(lambda result, one, other: min(one.x, other.x) - 1 <= result <= max(one.x, other.x) + 2, "U3: in between")
def between(one, other, k=1):
    if one == other:
        raise Worse(one)
    return (one.x + other.x) // 2 + k - 1


@require(lambda color, k: color is not Color.BLUE or k > 0, "U4: blue wants more")
def painted(color, k):
    match color:
        case Color.RED:
            return k + 1
        case Color.GREEN if k > 1:
            return POINTS[color]
    return SOME[k]

"""

Kind = str
#: How deep an expression may nest.
DEPTH = 3


class Writer:
    """Writes one program. `known` holds the names in scope by the kind of their values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.known: dict[Kind, list[str]] = {"int": ["a", "b", "c"], "truth": ["p", "q"], "color": ["k"], "word": ["w"]}
        self.own: set[str] = set()
        self.functions: list[str] = []
        self.count = itertools.count()
        self.loops = 0

    # ------------------------------------------------------------ choosing

    def some(self, *texts: str) -> str:
        return self.random.choice(texts)

    def new(self, stem: str = "v") -> str:
        return f"{stem}{next(self.count)}"

    def name(self, kind: Kind) -> str | None:
        names = self.known.get(kind, [])
        return self.random.choice(names) if names else None

    def place(self, depth: int, length: int) -> str:
        """An integer that is mostly a place among so many items, from the end or from the start."""
        roll = self.random.random()
        if roll < 0.2:
            return self.int_(depth)
        return f"({self.int_(depth)} % {length})" if roll < 0.8 else f"-({self.int_(depth)} % {length}) - 1"

    def number(self) -> str:
        return str(self.random.randint(-3, 5))

    def expression(self, kind: Kind, depth: int = DEPTH) -> str:
        """An expression of this kind."""
        plain = self.name(kind)
        if plain and (depth <= 0 or self.random.random() < 0.25):
            return plain
        if depth <= 0:
            return self.leaf(kind)
        if kind not in ("mixed", "maybe") and self.random.random() < 0.07:
            one, other = self.expression(kind, depth - 1), self.expression(kind, depth - 1)
            return f"({one} if {self.expression('truth', depth - 1)} else {other})"
        makers = MAKERS[kind]
        return self.random.choice(makers)(self, depth - 1)

    def leaf(self, kind: Kind) -> str:
        """A constant, or nearly."""
        return {
            "int": self.number(),
            "truth": self.some("True", "False", "a > b", "p"),
            "color": self.some("Color.RED", "Color.GREEN", "Color.BLUE"),
            "word": self.some("Word.YES", "Word.NO", "Word.WHY"),
            "pair": self.some("Pair(a)", "Pair(1, b)", "Pair(b, c)"),
            "tuple": self.some("(a, b, 2)", "(1, c)", "()", "(b,)"),
            "list": self.some("[a, b]", "[1, c, 2]"),
            "many": self.some("tuple(u for u in (a, b, 1) if u > 0)", "(a,)"),
            "set": self.some("{a, b}", "{1, 2, c}", "set()"),
            "maybe": self.some("None", "(a if p else None)"),
            "maybe_pair": self.some("None", "(Pair(a, b) if q else None)"),
            "mixed": self.some("(a if p else (a, b))", "(k if q else None)", "(p or c)"),
        }[kind]

    def __getattr__(self, kind: str) -> Callable[[int], str]:
        """`self.int_(depth)`: an expression of that kind; the makers read better so."""
        if not kind.endswith("_") or kind.startswith("__"):
            raise AttributeError(kind)
        return lambda depth: self.expression(kind[:-1], depth)

    def item(self, source: str, test: Callable[[], str], make: Callable[[], str]) -> tuple[str, str]:
        """`for u in source if test`, and what is made of u."""
        name = self.new("u")
        self.known["int"].append(name)
        filters = "".join(f" if {test()}" for _ in range(self.random.choice((0, 1, 1, 2))))
        made = make()
        self.known["int"].remove(name)
        return f"for {name} in {source}{filters}", made

    def generator(self, depth: int, kind: Kind) -> str:
        """A generator or comprehension without its brackets."""
        source = self.expression(self.some("tuple", "tuple", "list", "many"), depth)
        loop, made = self.item(source, lambda: self.truth_(depth), lambda: self.expression(kind, depth))
        if self.random.random() < 0.15:
            more, made = self.item(f"({loop.split()[1]}, {self.number()})", lambda: self.truth_(depth), lambda: made)
            loop = f"{loop} {more}"
        return f"{made} {loop}"

    # ------------------------------------------------------------ statements

    def program(self) -> str:
        """The text of the module."""
        body = [*self.block(1, self.random.randint(3, 7)), f"    return {self.result()}"]
        return PRELUDE + "\ndef f(a, b, c, p, q, k, w):\n" + "\n".join(body) + "\n"

    def result(self) -> str:
        """What is returned: mostly all names, so that nothing computed is lost."""
        names = [name for kind in sorted(self.known) for name in self.known[kind] if name in self.own]
        if names and self.random.random() < 0.8:
            return f"({', '.join(names[-6:])}, {self.int_(2)})"
        return self.expression(self.some("int", "truth", "pair", "tuple", "many", "maybe", "mixed", "color"))

    def block(self, level: int, size: int) -> list[str]:
        """Some statements, indented once. Names first assigned in an inner block are forgotten after it."""
        before = {kind: list(names) for kind, names in self.known.items()}
        lines: list[str] = []
        for _ in range(size):
            lines += ["    " + line for line in self.statement(level)]
        if level > 1:
            self.known = before
        return lines

    def statement(self, level: int) -> list[str]:
        """One statement, as lines."""
        makers = [self.assign] * 8 + [self.again] * 3 + [self.check, self.raise_, self.unpack]
        if level < 4:
            makers += [self.if_] * 4
        if level < 3:
            makers += [self.for_] * 4 + [self.match_] * 3
        if level == 1:
            makers += [self.function, self.while_]
        if level > 1:
            makers += [self.leave] * 2
        return self.random.choice(makers)(level)

    def bind(self, kind: Kind) -> str:
        name = self.new()
        self.own.add(name)
        self.known.setdefault(kind, []).append(name)
        return name

    def assign(self, level: int) -> list[str]:
        kind = self.random.choice(list(MAKERS))
        value = self.expression(kind)
        return [f"{self.bind(kind)} = {value}"]

    def again(self, level: int) -> list[str]:
        kinds = [kind for kind in MAKERS if any(name in self.own for name in self.known.get(kind, ()))]
        if not kinds:
            return self.assign(level)
        kind = self.random.choice(kinds)
        name = self.random.choice([name for name in self.known[kind] if name in self.own])
        if kind == "int" and self.random.random() < 0.5:
            return [f"{name} {self.some('+', '-', '*')}= {self.int_(1)}"]
        return [f"{name} = {self.expression(kind)}"]

    def unpack(self, level: int) -> list[str]:
        one, other = self.int_(2), self.truth_(2)
        return [f"{self.bind('int')}, {self.bind('truth')} = {one}, {other}"]

    def if_(self, level: int) -> list[str]:
        lines = [f"if {self.truth_(DEPTH)}:", *self.block(level + 1, self.random.randint(1, 2))]
        if self.random.random() < 0.3:
            lines += [f"elif {self.truth_(DEPTH)}:", *self.block(level + 1, 1)]
        if self.random.random() < 0.6:
            lines += ["else:", *self.block(level + 1, self.random.randint(1, 2))]
        return lines

    def for_(self, level: int) -> list[str]:
        name, other = self.new("u"), self.new("u")
        heads = {
            f"for {name} in {self.expression(self.some('tuple', 'list', 'many'), 2)}:": [name],
            f"for {name} in range({self.random.randint(0, 4)}):": [name],
            f"for {name}, {other} in enumerate({self.expression(self.some('tuple', 'many'), 2)}):": [name, other],
            f"for {name}, {other} in zip({self.tuple_(1)}, {self.list_(1)}):": [name, other],
            f"for {name} in reversed({self.tuple_(1)}):": [name],
            f"for {name}, {other} in itertools.combinations((a, b, 1), 2):": [name, other],
        }
        head = self.random.choice(list(heads))
        self.known["int"] += heads[head]
        self.loops += 1
        body = self.block(level + 1, self.random.randint(1, 3))
        self.loops -= 1
        self.known["int"] = [each for each in self.known["int"] if each not in heads[head]]
        return [head, *body]

    def while_(self, level: int) -> list[str]:
        name = self.new("n")
        known = self.again(level)[0]
        return [f"{name} = 0", f"while {name} < {self.random.randint(1, 3)}:", f"    {known}", f"    {name} += 1"]

    def leave(self, level: int) -> list[str]:
        what = self.some("continue", "break", "return", "return") if self.loops else "return"
        lines = [f"return {self.result()}" if what == "return" else what]
        return lines if self.random.random() < 0.4 else [f"if {self.truth_(2)}:", f"    {lines[0]}"]

    def raise_(self, level: int) -> list[str]:
        what = self.some("Bad", "Worse()", f"Bad({self.int_(1)})", f'Bad(f"{{{self.int_(0)}}}")')
        return [f"if {self.truth_(DEPTH)} and {self.truth_(1)}:", f"    raise {what}"]

    def check(self, level: int) -> list[str]:
        return [f"assert {self.truth_(DEPTH)} or {self.truth_(1)} or a + b > -3"]

    def function(self, level: int) -> list[str]:
        name, known, own = self.new("g"), self.known, self.own
        self.known = {"int": ["a", "b", "c"], "truth": ["p", "q"], "color": ["k"], "word": ["w"]}
        self.own = set()
        functions, self.functions = self.functions, []
        default = self.int_(1)
        self.known["int"] += ["x", "y"]
        loops, self.loops = self.loops, 0
        body = [*self.block(3, self.random.randint(0, 2)), f"    return {self.int_(DEPTH)}"]
        self.loops = loops
        self.known, self.own, self.functions = known, own, [*functions, name]
        return [f"def {name}(x, y={default}):", *body]

    def match_(self, level: int) -> list[str]:
        kind = self.some("int", "color", "pair", "maybe", "maybe_pair", "both", "mixed")
        subject = f"{self.int_(1)}, {self.color_(1)}" if kind == "both" else self.expression(kind, 2)
        lines = [f"match {subject}:"]
        for _ in range(self.random.randint(1, 3)):
            pattern, names = self.pattern(kind)
            self.known["int"] += names
            guard = f" if {self.truth_(2)}" if self.random.random() < 0.4 else ""
            lines += [f"    case {pattern}{guard}:", *("    " + line for line in self.block(level + 1, 1))]
            self.known["int"] = [name for name in self.known["int"] if name not in names]
        if self.random.random() < 0.5:
            lines += ["    case _:", *("    " + line for line in self.block(level + 1, 1))]
        return lines

    def pattern(self, kind: Kind) -> tuple[str, list[str]]:
        """A pattern for values of this kind, and the integers that it captures."""
        one, other = self.new("m"), self.new("m")
        number, color = self.number(), self.leaf("color")
        return self.random.choice(
            {
                "int": [(number, []), (f"{number} | {self.number()}", []), (f"({number} | 7) as {one}", [one]),
                        ("int()", []), ("True", [])],
                "color": [(color, []), (f"{color} | {self.leaf('color')}", []), ("Color()", [])],
                "pair": [(f"Pair(x={number})", []), (f"Pair(x={one}, y=7)", [one]), ("Box()", []),
                         (f"Pair({one}, {other})", [one, other]), (f"Pair(total={number})", [])],
                "maybe": [("None", []), (number, []), ("int()", [])],
                "maybe_pair": [("None", []), (f"Pair(y={one})", [one]), ("Pair()", []), (f"Pair({number})", [])],
                "both": [(f"({number}, {color})", []), (f"[{one}, {color}]", [one]), (f"(_, {color} | {color})", []),
                         (f"({one}, _)", [one])],
                "mixed": [("None", []), ("int() | bool()", []), ("Color()", []), ("tuple()", []), ("False", [])],
            }[kind]
        )  # fmt: skip


Maker = Callable[[Writer, int], str]

MAKERS: dict[Kind, list[Maker]] = {
    "int": [
        lambda s, d: s.number(),
        lambda s, d: f"({s.int_(d)} {s.some('+', '-', '*', '+', '-')} {s.int_(d)})",
        lambda s, d: f"({s.int_(d)} {s.some('//', '%')} {s.some('2', '3', '5')})",
        lambda s, d: f"-{s.int_(d)}",
        lambda s, d: f"abs({s.int_(d)})",
        lambda s, d: f"{s.some('min', 'max')}({s.int_(d)}, {s.int_(d)})",
        lambda s, d: f"{s.some('min', 'max')}({s.many_(d)}, default={s.int_(d)})",
        lambda s, d: f"{s.some('min', 'max')}(({s.generator(d, 'int')}), default={s.int_(d)})",
        lambda s, d: f"{s.some('min', 'max')}(*{s.tuple_(d)}, {s.int_(d)}, {s.int_(d)})",
        lambda s, d: f"{s.some('min', 'max')}({s.generator(d, 'int')})",
        lambda s, d: f"{s.some('sum', 'len')}({s.expression(s.some('tuple', 'list', 'many', 'set'), d)})",
        lambda s, d: f"sum({s.generator(d, s.some('int', 'truth'))})",
        lambda s, d: f"int({s.truth_(d)})",
        lambda s, d: f"{s.tuple_(d)}[{s.place(d, 2)}]",
        lambda s, d: f"(1, 2, {s.int_(d)})[{s.place(d, 3)}]",
        lambda s, d: f"{s.many_(d)}[abs({s.place(d, 2)})]",
        lambda s, d: f"{s.pair_(d)}.{s.some('x', 'y', 'total')}",
        lambda s, d: f"{s.maybe_pair_(d) if s.random.random() < 0.2 else s.pair_(d)}.{s.some('x', 'y', 'total')}",
        lambda s, d: f"strict({s.place(d, 4)})",
        lambda s, d: f"between({s.pair_(d)}, {s.pair_(d)}{s.some('', ', 2', f', k={s.int_(d)}')})",
        lambda s, d: f"painted({s.color_(d)}, {s.place(d, 4)})",
        lambda s, d: f"next(({s.generator(d, 'int')}), {s.int_(d)})",
        lambda s, d: f"next({s.generator(d, 'int')})",
        lambda s, d: f"POINTS[{s.color_(d)}]",
        lambda s, d: f"SOME[{s.place(d, 3)}]",
        lambda s, d: f"{s.color_(d)}.value",
        lambda s, d: f"divmod({s.int_(d)}, 3)[{s.some('0', '1')}]",
        lambda s, d: f"{s.tuple_(d)}.{s.some('index', 'count', 'count')}({s.int_(d)})",
        lambda s, d: f"(lambda x, y={s.int_(d)}: x * 2 - y)({s.int_(d)})",
        lambda s, d: f"{s.random.choice(s.functions)}({s.int_(d)})" if s.functions else s.int_(d),
        lambda s, d: f"({s.maybe_(d)} or {s.int_(d)})",
        lambda s, d: f"({s.maybe_(d)} {s.some('+', '-')} {s.int_(d)})" if s.random.random() < 0.2 else s.int_(d),
        lambda s, d: f"(Rank.LOW if {s.truth_(d)} else Rank.TOP) * {s.int_(d)}",
    ],
    "truth": [
        lambda s, d: s.some("True", "False"),
        lambda s, d: f"({s.int_(d)} {s.some('<', '<=', '>', '>=', '==', '!=')} {s.int_(d)})",
        lambda s, d: f"({s.int_(d)} < {s.int_(d)} <= {s.int_(d)})",
        lambda s, d: f"(not {s.truth_(d)})",
        lambda s, d: f"({s.truth_(d)} {s.some('and', 'or', '|', '&', '==', 'is')} {s.truth_(d)})",
        lambda s, d: (
            f"({s.int_(d)} {s.some('in', 'not in')} {s.expression(s.some('tuple', 'list', 'many', 'set'), d)})"
        ),
        lambda s, d: f"({s.color_(d)} {s.some('is', 'is not', '==', '!=')} {s.color_(d)})",
        lambda s, d: f"({s.word_(d)} is {s.leaf('word')})",
        lambda s, d: f"({s.word_(d)} in (Word.YES, {s.word_(d)}))",
        lambda s, d: f"{s.some('any', 'all')}({s.generator(d, 'truth')})",
        lambda s, d: f"({s.pair_(d)} == {s.pair_(d)})",
        lambda s, d: f"({s.maybe_(d)} is {s.some('', 'not ')}None)",
        lambda s, d: f"({s.maybe_pair_(d)} == {s.pair_(d)})",
        lambda s, d: f"({s.set_(d)} {s.some('<=', '<', '==', '>=')} {s.set_(d)})",
        lambda s, d: f"({s.many_(d)} == {s.tuple_(d)})",
        lambda s, d: f"({s.tuple_(d)} {s.some('<', '>=')} {s.tuple_(d)})",
        lambda s, d: f"isinstance({s.mixed_(d)}, {s.some('int', 'tuple', '(bool, Color)', 'object')})",
        lambda s, d: f"bool({s.expression(s.some('int', 'tuple', 'many', 'set', 'maybe', 'truth'), d)})",
        lambda s, d: f"({s.mixed_(d)} == {s.mixed_(d)})",
        lambda s, d: f"{s.some('min', 'max')}({s.truth_(d)}, {s.truth_(d)})",
    ],
    "color": [
        lambda s, d: s.leaf("color"),
        lambda s, d: f"{s.color_(d)}.following",
        lambda s, d: f"Color({s.int_(d)} % 3)",
        lambda s, d: f"Color({s.place(d, 3)})",
        lambda s, d: f"{{Word.YES: {s.color_(d)}, Word.NO: Color.RED, Word.WHY: k}}[{s.word_(d)}]",
        lambda s, d: f"(Color.RED, {s.color_(d)}, k)[{s.int_(d)} % 3]",
        lambda s, d: f"Box({s.int_(d)}, {s.color_(d)}).color",
    ],
    "word": [
        lambda s, d: s.leaf("word"),
        lambda s, d: f"(Word.YES if {s.truth_(d)} else {s.word_(d)})",
        lambda s, d: f"(w, Word.NO)[{s.truth_(d)}]",
    ],
    "pair": [
        lambda s, d: f"Pair({s.int_(d)}, {s.int_(d)})",
        lambda s, d: f"Pair(x={s.int_(d)})",
        lambda s, d: f"replace({s.pair_(d)}, {s.some('x', 'y')}={s.int_(d)})",
        lambda s, d: f"{s.pair_(d)}.plus({s.int_(d)})",
        lambda s, d: f"({s.maybe_pair_(d)} or Pair(1))" if s.random.random() < 0.05 else f"Pair(*({s.int_(d)}, 3))",
        lambda s, d: f"Box({s.pair_(d)}, k).inner",
    ],
    "tuple": [
        lambda s, d: f"({s.int_(d)}, {s.int_(d)}, {s.int_(d)})",
        lambda s, d: f"(*{s.tuple_(d)}, {s.int_(d)})",
        lambda s, d: f"({s.tuple_(d)} + {s.tuple_(d)})",
        lambda s, d: f"({s.int_(d)}, {s.int_(d)})",
        lambda s, d: f"{s.tuple_(d)}[{s.some('1:', ':-1', ':2', '-2:')}]",
        lambda s, d: f"tuple(reversed({s.tuple_(d)}))",
        lambda s, d: f"(({s.int_(d)},) * {s.random.randint(0, 3)})",
        lambda s, d: "tuple(range(3))",
        lambda s, d: "tuple(color.value for color in Color)",
    ],
    "list": [
        lambda s, d: f"[{s.int_(d)}, {s.int_(d)}]",
        lambda s, d: f"list({s.tuple_(d)})",
        lambda s, d: f"[{s.generator(d, 'int')}]",
        lambda s, d: f"({s.list_(d)} + {s.list_(d)})",
        lambda s, d: f"[one - other for one, other in zip({s.tuple_(d)}, {s.tuple_(d)})]",
        lambda s, d: "sorted((3, 1, 2))",
    ],
    "many": [
        lambda s, d: f"tuple({s.generator(d, 'int')})",
        lambda s, d: f"({s.tuple_(d)} if {s.truth_(d)} else {s.tuple_(d)})",
        lambda s, d: f"({s.many_(d)} + {s.tuple_(d)})",
        lambda s, d: f"tuple(place + item for place, item in enumerate({s.many_(d)}, {s.int_(d)}))",
    ],
    "set": [
        lambda s, d: f"{{{s.int_(d)}, {s.int_(d)}}}",
        lambda s, d: f"{{{s.generator(d, 'int')}}}",
        lambda s, d: f"({s.set_(d)} {s.some('|', '&', '-')} {s.set_(d)})",
        lambda s, d: f"set({s.expression(s.some('tuple', 'list', 'many'), d)})",
    ],
    "maybe": [
        lambda s, d: f"({s.int_(d)} if {s.truth_(d)} else None)",
        lambda s, d: f"next(({s.generator(d, 'int')}), None)",
    ],
    "maybe_pair": [
        lambda s, d: f"({s.pair_(d)} if {s.truth_(d)} else None)",
        lambda s, d: f"(None if {s.truth_(d)} else {s.pair_(d)})",
    ],
    "mixed": [
        lambda s, d: f"({s.int_(d)} if {s.truth_(d)} else {s.tuple_(d)})",
        lambda s, d: f"({s.truth_(d)} {s.some('and', 'or')} {s.int_(d)})",
        lambda s, d: f"({s.color_(d)} if {s.truth_(d)} else {s.maybe_(d)})",
        lambda s, d: f"({s.pair_(d)} if {s.truth_(d)} else Box({s.int_(d)}, k))",
        lambda s, d: f"(Rank.TOP if {s.truth_(d)} else {s.int_(d)})",
    ],
}


def text_of(seed: int) -> str:
    """The program of this seed."""
    return Writer(seed).program()


def load(text: str, file: Path) -> ModuleType:
    """The program as a module of its own, from a file, so that its source can be read."""
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"lifted_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[module.__name__]
    return module


def arguments(module: ModuleType) -> tuple[Value, ...]:
    """Symbolic arguments of f."""
    numbers = tuple(T.number(name, LOW, HIGH) for name in "abc")
    return (*numbers, T.truth("p"), T.truth("q"), member("k", module.Color), member("w", module.Word))


def inputs(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Random assignments to the arguments of f."""
    source = random.Random(seed)
    for _ in range(count):
        numbers = {name: source.randint(LOW, HIGH) for name in "abc"}
        yield {**numbers, "p": source.random() < 0.5, "q": source.random() < 0.5} | {
            "k": source.randrange(3),
            "w": source.randrange(3),
        }


def given(module: ModuleType, assignment: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments themselves."""
    colors, words = tuple(module.Color), tuple(module.Word)
    plain = tuple(assignment[name] for name in ("a", "b", "c", "p", "q"))
    return (*plain, colors[assignment["k"]], words[assignment["w"]])
