"""The types of a question, checked before anything runs; the outcome is what the symbolic interpreter runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from model.question_kinds import FUNCTIONS, Fixed, Kind, Many, Number, Open, Term, Truth, described, meant
from model.question_parts import Basis, Part, Scope, call_of

#: Whole numbers in a question do not exceed this.
MOST_NUMBER = 1_000_000
#: Loops in all, and loops within loops.
MOST_LOOPS, MOST_NESTED = 8, 3

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class Checker(Basis):
    """Checks one question, construct by construct."""

    loops = 0
    nested = 0

    def check(self, node: ast.expr, scope: Scope) -> Part:
        """The part of a question that this syntax stands for. Raises `QuestionError`."""
        match node:
            case ast.Constant():
                return self.literal(node)
            case ast.Name():
                return self.name(node, scope)
            case ast.Attribute():
                return self.dotted(node, scope)
            case ast.Subscript():
                return self.indexed(node, scope)
            case ast.Call():
                return self.call(node, scope)
            case ast.Compare():
                return self.comparison(node, scope)
            case ast.BoolOp():
                values = [self.condition(self.check(each, scope)) for each in node.values]
                return Part(node, ast.BoolOp(node.op, values), Truth())
            case ast.UnaryOp():
                return self.unary(node, scope)
            case ast.BinOp():
                return self.binary(node, scope)
            case ast.IfExp():
                return self.choice(node, scope)
            case ast.Tuple():
                return self.display(node, scope)
        self.refuse(node)

    # ------------------------------------------------------------ values

    def literal(self, node: ast.Constant) -> Part:
        """A number, True or False."""
        if isinstance(node.value, bool):
            return Part(node, node, Truth())
        if not isinstance(node.value, int):
            self.fail(node, f"{self.words(node)} is neither a whole number nor True or False")
        if node.value > MOST_NUMBER:
            self.fail(node, f"{self.words(node)} is more than {MOST_NUMBER}, the largest number of a question")
        return Part(node, node, Number(), node.value)

    def dotted(self, node: ast.Attribute, scope: Scope) -> Part:
        """`record.field` or `Enum.MEMBER`."""
        enums = self.vocabulary.enum_by_name
        if isinstance(node.value, ast.Name) and node.value.id in enums and node.value.id not in scope:
            enum = enums[node.value.id]
            if node.attr not in enum.__members__:
                has = ", ".join(enum.__members__)
                self.fail(node, f"{enum.__name__} has {has}, no `{node.attr}`{meant(node.attr, enum.__members__)}")
            return self.constant(node, node.attr, (enum,))
        return self.attribute(node, self.check(node.value, scope))

    def display(self, node: ast.Tuple, scope: Scope) -> Part:
        """`(a, b)`"""
        parts = [self.settled(self.check(each, scope)) for each in node.elts]
        return Part(node, ast.Tuple([each.run for each in parts]), Fixed(tuple(each.kind for each in parts)))

    def indexed(self, node: ast.Subscript, scope: Scope) -> Part:
        """`sequence[index]`"""
        value, index = self.check(node.value, scope), self.check(node.slice, scope)
        kind = self.settled(value).kind
        if not isinstance(kind, Many | Fixed):
            self.fail(node, f"{self.says(value)}, not a sequence that can be indexed")
        place = f"an index into {self.words(value.written)}"
        number, run = self.index(index, kind, place)
        length = len(kind.items) if isinstance(kind, Fixed) else None
        if number is not None and (number < 0 or (length is not None and number >= length)):
            last = "" if length is None else f" to {length - 1}"
            self.fail(index.written, f"there is no place {number}: {self.words(value.written)} counts from 0{last}")
        item = kind.items[number] if isinstance(kind, Fixed) and number is not None else self.item(value)
        self.names_seats |= item == Number(self.vocabulary.seat)
        return Part(node, self.located(node, ast.Subscript(value.run, run)), item)

    def index(self, index: Part, kind: Many | Fixed, place: str) -> tuple[int | None, ast.expr]:
        """The number of an index if it is known, and what runs for it."""
        enum = kind.index
        if not (isinstance(enum, type) and isinstance(index.kind, Term | Open)):
            return index.number, self.argument(index, Number(None if isinstance(enum, type) else enum), place)
        index = self.settle(index, enum)
        run = self.argument(index, Term(enum), place)
        member = self.names.get(run.id) if isinstance(run, ast.Name) else None
        return None if member is None else int(member.value), ast.Attribute(run, "value")

    # ------------------------------------------------------------ operators

    def unary(self, node: ast.UnaryOp, scope: Scope) -> Part:
        """`not a` and `-a`"""
        part = self.check(node.operand, scope)
        match node.op:
            case ast.Not():
                return Part(node, ast.UnaryOp(node.op, self.condition(part)), Truth())
            case ast.USub():
                number = None if part.number is None else -part.number
                return Part(node, ast.UnaryOp(node.op, self.reckoned(part)), Number(), number)
        self.fail(node, f"{self.words(node)} uses a sign that questions do not have; there are `not` and `-`")

    def binary(self, node: ast.BinOp, scope: Scope) -> Part:
        """Arithmetic."""
        operator = self.operator(node)
        left, right = self.check(node.left, scope), self.check(node.right, scope)
        run = ast.BinOp(self.reckoned(left), operator, self.reckoned(right))
        if isinstance(operator, ast.FloorDiv | ast.Mod) and not self.is_positive(right):
            self.fail(right.written, "a divisor is a written number above 0, or the number of seats, as len(seats)")
        return Part(node, run, Number())

    def is_positive(self, part: Part) -> bool:
        """Is this number known before the game is, and above 0?"""
        if part.number is not None:
            return part.number > 0
        match part.written:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as of]) if of.id in self.vocabulary.by_name:
                kind = self.vocabulary.kind_of(self.vocabulary.by_name[of.id])
                seat = self.vocabulary.seat
                return isinstance(kind, Many) and (kind.index is seat or kind.item == Number(seat))
        return False

    def choice(self, node: ast.IfExp, scope: Scope) -> Part:
        """`a if condition else b`"""
        test = self.condition(self.check(node.test, scope))
        left, right = self.check(node.body, scope), self.check(node.orelse, scope)
        kind: Kind | None
        if isinstance(left.kind, Open) and isinstance(right.kind, Open):
            enums = tuple(enum for enum in left.kind.enums if enum in right.kind.enums)
            kind = Open(enums, (*left.kind.nodes, *right.kind.nodes))
            if len(enums) < 2:
                left, right = self.alike(left, right)
                kind = left.kind
        else:
            left, right = self.alike(left, right)
            kind = self.common(left.kind, right.kind)
        if kind is None or isinstance(kind, Many | Fixed):
            self.fail(
                node, f"{self.says(left)}, {self.says(right)}; a choice is between two of a kind, and not of sequences"
            )
        return Part(node, ast.IfExp(test, left.run, right.run), kind)

    def comparison(self, node: ast.Compare, scope: Scope) -> Part:
        """`a < b <= c`, `a is b`, `a in b`"""
        left = self.check(node.left, scope)
        runs: list[ast.expr] = []
        for operator, written in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                left, right = self.membership(left, written, scope)
            else:
                left, right = self.alike(left, self.check(written, scope))
                self.compare(node, operator, left, right)
            runs = [*(runs or [left.run]), right.run]
            left = right
        return Part(node, ast.Compare(runs[0], node.ops, runs[1:]), Truth())

    def compare(self, node: ast.Compare, operator: ast.cmpop, left: Part, right: Part) -> None:
        """Refuse a comparison of unlike kinds."""
        if not self.are_comparable(left.kind, right.kind):
            self.fail(node, f"{self.says(left)}, {self.says(right)}: the two cannot be compared")
        seat = Number(self.vocabulary.seat)
        for one, other in ((left, right), (right, left)):
            if one.kind == seat:
                self.seat_number(other, may_be_nobody=True)
        if isinstance(operator, ast.Is | ast.IsNot) and not isinstance(left.kind, Term | Truth):
            self.fail(node, f"{self.says(left)}; `is` compares constants, write == or !=")
        if isinstance(operator, _ORDER):
            self.reckoned(left)
            self.reckoned(right)

    def membership(self, left: Part, written: ast.expr, scope: Scope) -> tuple[Part, Part]:
        """What is looked for, and in what; constants take their meaning from the other side."""
        if not isinstance(written, ast.Tuple | ast.List | ast.Set):
            right = self.check(written, scope)
            looked_for, _ = self.alike(left, replace_kind(right, self.item(right)))
            if not self.are_comparable(looked_for.kind, self.item(right)):
                self.fail(written, f"{self.says(left)}, which {self.words(written)} never contains")
            return looked_for, right
        if not written.elts:
            self.fail(written, f"nothing is in {self.words(written)}")
        items = [self.check(each, scope) for each in written.elts]
        for each in items:
            if isinstance(each.kind, Term):
                left = self.settle(left, each.kind.enum)
        for position, each in enumerate(items):
            left, items[position] = self.alike(left, each)
            self.compare_equal(left, items[position])
        kinds = tuple(each.kind for each in items)
        return left, Part(written, ast.Tuple([each.run for each in items]), Fixed(kinds))

    def compare_equal(self, left: Part, right: Part) -> None:
        """Refuse an item of a display that what is looked for can never be."""
        if not self.are_comparable(left.kind, right.kind):
            self.fail(right.written, f"{self.says(right)}, {self.says(left)}: the two cannot be compared")
        if left.kind == Number(self.vocabulary.seat):
            self.seat_number(right, may_be_nobody=True)

    # ------------------------------------------------------------ calls and loops

    def call(self, node: ast.Call, scope: Scope) -> Part:
        """A word of the vocabulary or one of Python's few functions, called."""
        if not isinstance(node.func, ast.Name):
            self.fail(node, f"{self.words(node.func)} is not a function of the vocabulary")
        name, known = node.func.id, self.vocabulary
        if name in FUNCTIONS and name not in scope:
            return self.builtin(node, name, scope)
        word = None if name in scope else known.by_name.get(name)
        if word is None and name not in (*scope, *known.constants, *known.enum_by_name):
            self.unknown(node.func, "function", name, [*FUNCTIONS, *(w.name for w in known.words if w.is_called)])
        if word is None or not word.is_called:
            self.fail(node.func, f"`{name}` is not a function; write it without parentheses")
        parameters = known.parameters_of(word)
        self.counted(node, len(parameters), len(parameters), known.heading_of(word))
        arguments = [
            self.argument(self.check(each, scope), kind, f"`{parameter}` of {known.heading_of(word)}")
            for each, (parameter, kind) in zip(node.args, parameters.items(), strict=True)
        ]
        return Part(node, self.located(node, call_of(word, arguments)), known.kind_of(word))

    def counted(self, node: ast.Call, least: int, most: int, heading: str, named: tuple[str, ...] = ()) -> None:
        """Refuse a wrong number of arguments, and arguments by other names than these."""
        for each in node.keywords:
            if each.arg not in named or len(node.keywords) > 1:
                self.fail(each.value, f"{heading} takes no such argument by name")
        if not least <= len(node.args) <= most:
            plural = "argument" if most == 1 else "arguments"
            self.fail(node, f"{heading} takes {least if least == most else 'more'} {plural}, not {len(node.args)}")

    def builtin(self, node: ast.Call, name: str, scope: Scope) -> Part:
        """any, all, sum, min, max, len, abs"""
        several = name in ("min", "max")
        named = ("default",) if several and len(node.args) == 1 else ()
        self.counted(node, 1, len(self.text) if several else 1, f"{name}(..)", named)
        function = ast.Name(name)
        if len(node.args) > 1 or name == "abs":
            arguments = [self.reckoned(self.check(each, scope)) for each in node.args]
            return Part(node, ast.Call(function, arguments, []), Number())
        part, item = self.items(node.args[0], name, scope)
        kind: Kind = Number()
        if name in ("any", "all"):
            self.condition(item)
            kind = Truth()
        elif name != "len" and not (name == "sum" and isinstance(item.kind, Truth)):
            self.reckoned(item)
        keywords = [ast.keyword("default", self.reckoned(self.check(each.value, scope))) for each in node.keywords]
        run = ast.Call(function, [part.run], keywords)
        return Part(node, self.located(node, run), kind)

    def items(self, node: ast.expr, name: str, scope: Scope) -> tuple[Part, Part]:
        """A loop or a sequence as the argument of a function, and what it yields."""
        if isinstance(node, ast.GeneratorExp) and name != "len":
            with self.loop(node, scope) as (generators, inner):
                item = self.check(node.elt, inner)
            return Part(node, ast.GeneratorExp(item.run, generators), item.kind), item
        part = self.check(node, scope)
        if name == "len" and isinstance(part.kind, Many | Fixed):
            return part, part
        return part, Part(node, part.run, self.item(part))

    @contextmanager
    def loop(self, node: ast.GeneratorExp, scope: Scope) -> Iterator[tuple[list[ast.comprehension], Scope]]:
        """The loops of a generator, and the names that are known inside."""
        outside, inner = self.nested, dict(scope)
        generators: list[ast.comprehension] = []
        for each in node.generators:
            if each.is_async:
                self.fail(node, "a loop of a question is not asynchronous")
            over = self.check(each.iter, inner)
            self.loops += 1
            self.nested += 1
            if self.loops > MOST_LOOPS or self.nested > MOST_NESTED:
                self.fail(each.target, f"a question has at most {MOST_LOOPS} loops, {MOST_NESTED} within each other")
            self.bind(each.target, self.item(over), inner)
            tests = [self.condition(self.check(test, inner)) for test in each.ifs]
            generators.append(ast.comprehension(each.target, over.run, tests, 0))
        yield generators, inner
        self.nested = outside

    def bind(self, target: ast.expr, kind: Kind, scope: dict[str, Kind]) -> None:
        """Give the variables of a loop their kinds."""
        if isinstance(target, ast.Tuple) and isinstance(kind, Fixed) and len(target.elts) == len(kind.items):
            for each, item in zip(target.elts, kind.items, strict=True):
                self.bind(each, item, scope)
            return
        if not isinstance(target, ast.Name):
            self.fail(target, f"{self.words(target)} cannot name what is {described(kind)}")
        known = self.vocabulary
        taken = (*FUNCTIONS, *known.by_name, *known.constants, *known.enum_by_name)
        if target.id in scope or target.id in taken:
            self.fail(target, f"`{target.id}` has a meaning already; call the variable something else")
        scope[target.id] = kind


def replace_kind(part: Part, kind: Kind) -> Part:
    """The part as if it were of this kind."""
    return Part(part.written, part.run, kind)
