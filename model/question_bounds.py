"""The numbers written in a question that something is compared with: by how much may each be off?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from model.question import Question, QuestionError, parse
from model.question_check import MOST_NUMBER

_LESS, _MORE = (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)


@dataclass(frozen=True, eq=False)
class Bound:
    """A written number that makes its question ask for more or for less.

    `way` is -1 where smaller numbers ask for less, and 1 where greater ones do. Whatever holds with one number holds
    with each that asks for less, as long as nothing in the question fails. A number that must be met exactly is two
    bounds: one lets what is compared with it fall short, the other exceed it. With a bound that `is_strict`
    the number itself will not do.
    """

    comparison: str
    number: int
    way: int
    is_strict: bool
    _question: Question = field(repr=False)
    _before: str = field(repr=False)
    _after: str = field(repr=False)

    def at(self, number: int) -> Question:
        """The question with another number. Errors: `QuestionError` for a number that cannot stand there."""
        written = str(number) if number >= 0 else f"({number})"
        return parse(f"{self._before}{written}{self._after}", self._question.vocabulary, self._question.seats)

    def met_by(self, number: int) -> int:
        """What just meets the bound with this number in its place."""
        return number - self.way if self.is_strict else number

    @property
    def steps(self) -> int:
        """How far the number can be moved from where it is to where it asks for nothing."""
        return MOST_NUMBER - self.way * self.number


def bounds_of(question: Question) -> tuple[Bound, ...]:
    """The numbers that can be moved, in the order of the text.

    Left out are the numbers of seats, which are names, and those for which no direction asks for less.
    """
    found = (
        bound
        for comparison, sign in _comparisons(ast.parse(question.text, mode="eval").body, 1)
        for bound in _bounds_in(question, comparison, sign)
    )
    return tuple(bound for bound in found if _can_be_moved(bound))


def _can_be_moved(bound: Bound) -> bool:
    """Is this a quantity? No seat has a number as far off as the last one."""
    try:
        bound.at(bound.number + bound.way * bound.steps)
    except QuestionError:
        return False
    return True


def _comparisons(node: ast.expr, sign: int) -> Iterator[tuple[ast.Compare, int]]:
    """The comparisons of which it is known whether they help the question to hold (1) or keep it from holding (-1)."""
    match node:
        case ast.BoolOp():
            for each in node.values:
                yield from _comparisons(each, sign)
        case ast.UnaryOp(op=ast.Not()):
            yield from _comparisons(node.operand, -sign)
        case ast.IfExp():
            yield from _comparisons(node.body, sign)
            yield from _comparisons(node.orelse, sign)
        case ast.Call(func=ast.Name(id="any" | "all" as name), args=[ast.GeneratorExp() as loop]):
            yield from _comparisons(loop.elt, sign)
            yield from _tests(loop, sign if name == "any" else -sign)
        case ast.Compare():
            yield node, sign
            yield from _counted(node, sign)


def _tests(loop: ast.GeneratorExp, sign: int) -> Iterator[tuple[ast.Compare, int]]:
    """The comparisons behind the `if` of a loop."""
    for each in loop.generators:
        for test in each.ifs:
            yield from _comparisons(test, sign)


def _counted(node: ast.Compare, sign: int) -> Iterator[tuple[ast.Compare, int]]:
    """The comparisons in a sum that counts, if the sum is compared with something."""
    match node:
        case ast.Compare(left=ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp() as loop]), ops=[op]):
            sign = sign if isinstance(op, _MORE) else -sign if isinstance(op, _LESS) else 0
        case _:
            return
    counts_one = isinstance(loop.elt, ast.Constant) and loop.elt.value == 1
    counts_what_holds = isinstance(loop.elt, ast.Compare | ast.BoolOp)
    if sign and (counts_one or counts_what_holds):
        yield from _comparisons(loop.elt, sign)
        yield from _tests(loop, sign)


def _bounds_in(question: Question, node: ast.Compare, sign: int) -> Iterator[Bound]:
    """The numbers at the two ends of a comparison."""
    sides = [node.left, *node.comparators]
    numbers = [_number(side) for side in sides]
    if len(sides) == 2 and None not in numbers:
        return
    for place, op, outward in ((0, node.ops[0], 1), (-1, node.ops[-1], -1)):
        number = numbers[place]
        if number is None:
            continue
        if isinstance(op, ast.Eq) and sign == 1 and len(sides) == 2:
            yield from _met_exactly(question, node, sides[-1 - place], number)
        elif isinstance(op, _LESS + _MORE):
            way = -sign * outward if isinstance(op, _LESS) else sign * outward
            is_strict = isinstance(op, ast.Lt | ast.Gt) == (sign == 1)
            yield Bound(_written(question, node), number, way, is_strict, question, *_around(question, sides[place]))


def _met_exactly(question: Question, node: ast.Compare, measured: ast.expr, number: int) -> Iterator[Bound]:
    """The two bounds of `x == number`."""
    before, after = _around(question, node)
    text, x = _written(question, node), f"({_written(question, measured)})"
    yield Bound(text, number, -1, False, question, f"{before}(", f" <= {x} <= {number}){after}")
    yield Bound(text, number, 1, False, question, f"{before}({number} <= {x} <= ", f"){after}")


def _number(node: ast.expr) -> int | None:
    """The number that is written there."""
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None


def _written(question: Question, node: ast.expr) -> str:
    return ast.get_source_segment(question.text, node) or ""


def _around(question: Question, node: ast.expr) -> tuple[str, str]:
    """What stands before a part, and after it."""
    text = question.text.encode()
    return text[: node.col_offset].decode(), text[node.end_col_offset :].decode()
