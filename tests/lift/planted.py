"""Planted faults: for each construct a small kernel, a claim that is true of it, and a wrong twin of that claim.

A kernel is the body of a function of a and b (-2 to 3) and a truth p. A claim is an expression over these, `result`
and `fails` (does the kernel raise anything, break a contract or an assertion).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

LOW, HIGH = -2, 3

PRELUDE = """from __future__ import annotations

import itertools
import typing
from dataclasses import dataclass, replace
from enum import Enum, IntEnum

from kernel.contracts import ensure, require


class Bad(Exception):
    pass


class Color(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2


class Word(Enum):
    YES = "yes"
    NO = "no"


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


@require(lambda x: x < 3, "U1: small")
def small(x):
    return x


@ensure(lambda result: result != 4, "U2: not four")
def not_four(x):
    return x + 1


"""


@dataclass(frozen=True)
class Row:
    """A kernel with a claim that holds and one that does not. A kernel of one line is what it returns."""

    kernel: str
    right: str
    wrong: str

    @property
    def body(self) -> str:
        """The statements of the kernel."""
        return self.kernel if "\n" in self.kernel or "return" in self.kernel else f"return {self.kernel}"


ROWS = (
    # names, constants, operators
    Row("a", "result == a", "result == b"),
    Row("3", "result == 3", "result > 3"),
    Row("a + b", "result - b == a", "result >= a"),
    Row("a - b", "result + b == a", "result + a == b"),
    Row("a * b", "result <= 9", "result < 9"),
    Row("a // 2", "2 * result <= a < 2 * result + 2", "abs(2 * result) <= abs(a)"),
    Row("a % 3", "0 <= result < 3", "0 < result < 3"),
    Row("2**3 + a", "result == 8 + a", "result == 6 + a"),
    Row("-a", "result + a == 0", "result <= 2 and result != -3"),
    Row("+p", "result == (1 if p else 0)", "result == 1"),
    Row("not p", "result is not p", "result is p"),
    Row("p and a > 0", "result == (not (not p or a <= 0))", "result == (p or a > 0)"),
    Row("p & (a > 0) | (b > 0)", "result == ((p and a > 0) or b > 0)", "result == (p and (a > 0 or b > 0))"),
    Row("a or b", "result == (b if a == 0 else a)", "result != 0"),
    Row("a < b <= 2", "result == (a < b and b <= 2)", "result == (a < b and b < 2)"),
    Row("a <= b", "result == (not b < a)", "result == (a < b)"),
    Row("a == b != 0", "result == (a == b and not b == 0)", "result == (a == b)"),
    Row("a >= b > 0", "result == (not a < b and 0 < b)", "result == (a > b > 0)"),
    Row("a if p else b", "(p and result == a) or (not p and result == b)", "result == (a if not p else b)"),
    Row("a in (1, b)", "result == (a == 1 or a == b)", "result == (a == 1)"),
    Row("a not in {1, b}", "result == (a != 1 and a != b)", "result == (a != 1 or a != b)"),
    Row("Color(a % 3) is Color.RED", "result == (a % 3 == 0)", "result == (a == 0)"),
    Row("Color(a % 3) is not Color(b % 3)", "result == ((a - b) % 3 != 0)", "result == (a != b)"),
    Row("(a, b)[p]", "result == (b if p else a)", "result == (a if p else b)"),
    Row("(a, b, 1)[1:]", "result == (b, 1)", "result == (a, b)"),
    Row("(a, b, 1)[a]", "fails == (a == 3)", "fails == (a > 3 or a < 0)"),
    Row("{1: a, 2: b}[a]", "fails == (a not in (1, 2))", "not fails"),
    Row("[a, *(b, 1)]", "result == [a, b, 1]", "result == [a, 1, b]"),
    Row("(*[x + 1 for x in (a, b)], 0)[0:2]", "result == (a + 1, b + 1)", "result == (a + 1,)"),
    Row("{a, b} == {b, a, 1}", "result == (a == 1 or b == 1)", "result == (a == 1)"),
    Row("Word.YES if p else Word.NO", "(result is Word.YES) == p", "result is Word.YES"),
    Row("(Rank.TOP if p else Rank.LOW) > a + 2", "result == (p or a < 0) or a == 3 and p", "result == p"),
    Row("Pair(a, b).total", "result == a + b", "result == a + 7"),
    Row("Pair(a).plus(b)", "result == Pair(a + b, 7)", "result == Pair(a, 7 + b)"),
    Row("(lambda x, y=b: x - y)(a)", "result == a - b", "result == b - a"),
    # comprehensions and generators
    Row("[x + 1 for x in (a, b) if x > 0 if x != 2]", "len(result) <= 2", "len(result) == 2"),
    Row("{x % 2 for x in (a, b)}", "(len(result) == 1) == ((a - b) % 2 == 0)", "len(result) == 2"),
    Row("any((5, 6, 7)[x] > 5 for x in (a, b))", "fails == (a == 3 or (b == 3 and a in (0, -3)))", "fails == (a == 3)"),
    Row("all(x > 0 for x in (a, b))", "result == (a > 0 and b > 0)", "result == (a > 0 or b > 0)"),
    Row("next(x for x in (a, b) if x > 0)", "fails == (a <= 0 and b <= 0)", "fails == (a <= 0)"),
    Row("next((x for x in (a, b) if x > 0), 9)", "result == (a if a > 0 else b if b > 0 else 9)", "result < 9"),
    # functions
    Row("len([x for x in (a, b) if x > 0])", "result == (a > 0) + (b > 0)", "result == 2"),
    Row("sum((a, b, 1))", "result == a + b + 1", "result == a + b"),
    Row("abs(a)", "result * result == a * a and result >= 0", "result == a"),
    Row("min(a, b, 2)", "result <= a and result <= b and result <= 2 and result in (a, b, 2)", "result in (a, b)"),
    Row("max([x for x in (a, b) if x > 0], default=0)", "result >= 0 and result >= a", "result > 0"),
    Row("min(x for x in (a, b) if x > 0)", "fails == (a <= 0 and b <= 0)", "not fails"),
    Row("sum(range(1, 4)) + a", "result == 6 + a", "result == 10 + a"),
    Row("[i * x for i, x in enumerate((a, b), 1)]", "result == [a, 2 * b]", "result == [0, b]"),
    Row("[x - y for x, y in zip((a, b), (b, 1, 2))]", "result == [a - b, b - 1]", "result == [a - b, b - 1, 2]"),
    Row("tuple(reversed((a, b)))", "result == (b, a)", "result == (a, b)"),
    Row("list((a, b))", "result == [a, b]", "result == (a, b)"),
    Row("len(set((a, b))) + len(frozenset([a, b, a]))", "result == (2 if a == b else 4)", "result == 4"),
    Row("sorted((3, 1, 2))[0] + a", "result == a + 1", "result == a + 3"),
    Row("int(p) + int(a)", "result == a + (1 if p else 0)", "result == a"),
    Row("bool(a)", "result == (a != 0)", "result == (a > 0)"),
    Row("isinstance(None if p else a, int)", "result is not p", "result"),
    Row("divmod(a, 2)", "result == (a // 2, a % 2)", "result == (a % 2, a // 2)"),
    Row("replace(Pair(a), y=b)", "result == Pair(a, b)", "result == Pair(b, a)"),
    Row("typing.cast(int, a)", "result == a", "result == b"),
    Row(
        "[x * y for x, y in itertools.combinations((a, b, 1), 2)]",
        "result == [a * b, a, b]",
        "result == [a, b, a * b]",
    ),
    Row("len(list(itertools.product((a, b), (1, 2)))) + a", "result == 4 + a", "result == 2 + a"),
    Row("[x - y for x, y in itertools.permutations((a, b), 2)]", "sum(result) == 0", "result[0] == result[1]"),
    Row("(a, b, a).index(b) + [a, b].count(1)", "0 <= result <= 2", "0 <= result < 2"),
    # statements
    Row("x = y = a\nx += b\nz: int = x - y\nreturn z", "result == b", "result == a"),
    Row("x, (y, z) = a, (b, 1)\nreturn x - y + z", "result == a - b + 1", "result == b - a + 1"),
    Row(
        "x = 0\nif a > b:\n    x = a\nelif p:\n    x = b\nelse:\n    pass\nreturn x",
        "result in (0, a, b)",
        "result in (a, b)",
    ),
    Row(
        "t = 0\nfor x in (a, b, 3):\n    if x < 0:\n        continue\n"
        "    if x == 2 and p:\n        break\n    t += x\nreturn t",
        "0 <= result <= 9 and (result >= 3 or p)",
        "result >= 3",
    ),
    Row("for x in (a, b):\n    if x > 1:\n        return x\nreturn 0", "result in (0, 2, 3)", "result != 3"),
    Row("k = 0\nwhile k < 3:\n    k += 1\nreturn k + a", "result == a + 3", "result == a + 2"),
    Row("if a > b:\n    raise Bad\nreturn 1", "fails == (a > b)", "fails == (a >= b)"),
    Row("if p:\n    raise Bad(f'{a}')\nreturn (1, 2)[a]", "fails == (p or a > 1)", "fails == (a > 1)"),
    Row("assert a <= b\nreturn 1", "fails == (b < a)", "not fails"),
    Row("small(a)\nreturn small(b)", "fails == (a == 3 or b == 3)", "fails == (b == 3)"),
    Row("return not_four(a)", "fails == (a == 3)", "fails == (a == 2)"),
    Row("def inner(x, k=b):\n    return x + k\nreturn inner(a)", "result == a + b", "result == a - b"),
    # patterns
    Row(
        "match a:\n    case 1 | 2:\n        return 5\n    case _:\n        return 6",
        "(result == 5) == (0 < a < 3)",
        "result == 5",
    ),
    Row("match p:\n    case True:\n        return 1\nreturn 0", "result == int(p)", "result == 1"),
    Row("match (a, p):\n    case (x, True) if x > 0:\n        return x\nreturn 0", "result >= 0", "result > 0"),
    Row(
        "match Pair(a, b):\n    case Pair(x=1, y=k):\n        return k\n    case Pair():\n        return 9",
        "a == 1 or result == 9",
        "a == 1",
    ),
    Row(
        "k = 7\nmatch a:\n    case k if k > 0:\n        return 1\nreturn k",
        "result == (1 if a > 0 else a)",
        "result in (1, 7)",
    ),
    Row(
        "match Color(a % 3):\n    case Color.RED:\n        return 1\nreturn 2",
        "(result == 1) == (a in (0, 3))",
        "result == 2",
    ),
)  # fmt: skip


def constructs(text: str) -> set[str]:
    """What a text is made of: kinds of syntax by name, and the functions it calls, their module aside."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        found.add(type(node).__name__)
        if isinstance(node, ast.Call):
            found.add(f"{ast.unparse(node.func).split('.')[-1]}()")
    return found


def module_text() -> str:
    """All kernels and claims as one module: kernel0, right0, wrong0, and so on."""
    parts = [PRELUDE]
    for number, row in enumerate(ROWS):
        body = "\n".join(f"    {line}" for line in row.body.split("\n"))
        parts.append(f"def kernel{number}(a, b, p):\n{body}\n\n\n")
        for name, claim in (("right", row.right), ("wrong", row.wrong)):
            parts.append(f"def {name}{number}(a, b, p, result, fails):\n    return bool({claim})\n\n\n")
    return "".join(parts)
