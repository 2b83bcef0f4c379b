"""Statements. Both arms of a symbolic `if` run; what they leave behind merges."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FunctionType

from model.lift import terms as T
from model.lift.binding import assign
from model.lift.core import Dead, Kind, Names, Run, Scope, statement
from model.lift.errors import TooLarge
from model.lift.expressions import closure
from model.lift.merging import arms_of, branch, merge, ordered, truth
from model.lift.operators import binary
from model.lift.patterns import Matching
from model.lift.values import ABSENT, Poison, Value, shape, type_of

#: While loops whose condition is known may turn this often.
MOST_TURNS = 10_000


@dataclass
class Outcome:
    """How a statement ends: the names where it falls through (if `live`), and its other exits.

    An exit ("return", "break", "continue") has its condition and the value returned, or the names at that point.
    """

    names: Names
    live: T.Bool
    exits: dict[str, tuple[T.Bool, Value]]


def falls_through(names: Names) -> Outcome:
    """The outcome of a statement after which the next one comes."""
    return Outcome(names, True, {})


def block(run: Run, body: list[ast.stmt], names: Names, scope: Scope) -> Outcome:
    """The outcome of one statement after another."""
    total = falls_through(names)
    for each in body:
        if total.live is False:
            break
        then = run.under(total.live, partial(run.execute, each, total.names, scope))
        if then is ABSENT:
            return Outcome(total.names, False, total.exits)
        total = _followed(run, total, then)
    return total


def _followed(run: Run, first: Outcome, then: Outcome) -> Outcome:
    """`first`, and where it falls through, `then`."""
    exits = dict(first.exits)
    for name, (condition, payload) in then.exits.items():
        before, old = exits.get(name, (False, ABSENT))
        here = T.disjunction(before, T.conjunction(first.live, condition))
        exits[name] = (here, _merge_payload(run, first.live, payload, old))
    return Outcome(then.names, T.conjunction(first.live, then.live), exits)


def _merge_payload(run: Run, condition: T.Bool, a: Value, b: Value) -> Value:
    if isinstance(a, _Names) and isinstance(b, _Names):
        return _Names(merge_names(run, condition, a, b))
    return merge(run, condition, a, b)


class _Names(dict[str, Value]):
    """Names that an exit carries, to tell them from a dictionary that is returned."""


def merge_names(run: Run, condition: T.Bool, a: Names, b: Names) -> Names:
    """The names where two paths meet."""
    if a is b:
        return a
    out: Names = {}
    for name in {**a, **b}:
        left = a[name] if name in a else Poison(f"{run.place}: {name} may not be set")
        right = b[name] if name in b else Poison(f"{run.place}: {name} may not be set")
        out[name] = merge(run, condition, left, right)
    return out


# ---------------------------------------------------------------- simple statements


@statement(ast.Pass)
def _pass(run: Run, node: ast.Pass, names: Names, scope: Scope) -> Outcome:
    return falls_through(names)


@statement(ast.Expr)
def _expression(run: Run, node: ast.Expr, names: Names, scope: Scope) -> Outcome:
    if not isinstance(node.value, ast.Constant):
        run.evaluate(node.value, names, scope)  # for its contracts and errors
    return falls_through(names)


@statement(ast.Assign)
def _assign(run: Run, node: ast.Assign, names: Names, scope: Scope) -> Outcome:
    value, after = run.evaluate(node.value, names, scope), dict(names)
    for target in node.targets:
        assign(run, target, value, after)
    return falls_through(after)


@statement(ast.AnnAssign)
def _annotated(run: Run, node: ast.AnnAssign, names: Names, scope: Scope) -> Outcome:
    if node.value is None:
        return falls_through(names)
    after = dict(names)
    assign(run, node.target, run.evaluate(node.value, names, scope), after)
    return falls_through(after)


@statement(ast.AugAssign)
def _augmented(run: Run, node: ast.AugAssign, names: Names, scope: Scope) -> Outcome:
    if not isinstance(node.target, ast.Name):
        run.refuse(f"an assignment to {ast.unparse(node.target)}", "kernels change nothing in place")
    old = run.evaluate(ast.Name(node.target.id, ast.Load()), names, scope)
    if any(type_of(arm) in (None, list, set) for _, arm in arms_of(old)):
        run.refuse(f"{ast.unparse(node)}, which changes {shape(old)} in place", "build a new one")
    after = dict(names)
    after[node.target.id] = binary(run, node.op, old, run.evaluate(node.value, names, scope))
    return falls_through(after)


@statement(ast.FunctionDef)
def _function(run: Run, node: ast.FunctionDef, names: Names, scope: Scope) -> Outcome:
    if node.decorator_list:
        run.refuse("a decorated nested function", "decorate functions of the module")
    after = dict(names)
    after[node.name] = closure(run, node, after, scope)
    return falls_through(after)


@statement(ast.Return)
def _return(run: Run, node: ast.Return, names: Names, scope: Scope) -> Outcome:
    value = run.evaluate(node.value, names, scope) if node.value else None
    return Outcome(names, False, {"return": (True, value)})


@statement(ast.Continue)
def _continue(run: Run, node: ast.Continue, names: Names, scope: Scope) -> Outcome:
    return Outcome(names, False, {"continue": (True, _Names(names))})


@statement(ast.Break)
def _break(run: Run, node: ast.Break, names: Names, scope: Scope) -> Outcome:
    return Outcome(names, False, {"break": (True, _Names(names))})


@statement(ast.Raise)
def _raise(run: Run, node: ast.Raise, names: Names, scope: Scope) -> Outcome:
    if node.exc is None:
        run.refuse("raising anew", "raise a class, or a call of it")
    if not (node.cause is None or (isinstance(node.cause, ast.Constant) and node.cause.value is None)):
        run.refuse("raising from another exception", "raise a class, or a call of it")
    made = node.exc if isinstance(node.exc, ast.Call) else ast.Call(node.exc, [], [])
    kind, args = run.evaluate(made.func, names, scope), made.args
    if made.keywords or not (isinstance(kind, type) and issubclass(kind, Exception)):
        run.refuse("raising what is no exception class with arguments", "raise a class, or a call of it")
    if not _can_be_made(kind, len(args)):
        run.refuse(f"{kind.__name__} with {len(args)} arguments", "give it what its constructor takes")
    for arg in args:
        _say(run, arg, names, scope)
    run.note(Kind.RAISE, kind.__name__, True)
    return Outcome(names, False, {})


def _can_be_made(kind: type[Exception], arguments: int) -> bool:
    """Does the exception take so many arguments?"""
    if not isinstance(kind.__init__, FunctionType):
        return not issubclass(kind, UnicodeError)
    try:
        inspect.signature(kind.__init__).bind(*range(arguments + 1))
    except TypeError:
        return False
    return True


def _say(run: Run, text: ast.expr, names: Names, scope: Scope) -> None:
    """Evaluate what an exception says, for what may fail on the way; a formatted text part by part."""
    if not isinstance(text, ast.JoinedStr):
        run.evaluate(text, names, scope)
        return
    for part in text.values:
        if isinstance(part, ast.FormattedValue):
            if part.format_spec is not None:
                run.refuse("a format of a number", "say it without")
            _say(run, part.value, names, scope)


@statement(ast.Assert)
def _assert(run: Run, node: ast.Assert, names: Names, scope: Scope) -> Outcome:
    if not __debug__:
        return falls_through(names)
    holds = truth(run, run.evaluate(node.test, names, scope))
    if node.msg is not None:
        message = node.msg
        run.under(T.negation(holds), lambda: _say(run, message, names, scope))
    run.note(Kind.ASSERT, ast.unparse(node.test), T.negation(holds))
    return Outcome(names, holds, {})


# ---------------------------------------------------------------- branches and loops


@statement(ast.If)
def _if(run: Run, node: ast.If, names: Names, scope: Scope) -> Outcome:
    condition = truth(run, run.evaluate(node.test, names, scope))
    return choose(
        run,
        condition,
        lambda: block(run, node.body, names, scope),
        lambda: block(run, node.orelse, names, scope),
    )


def choose(run: Run, condition: T.Bool, then: Callable[[], Outcome], otherwise: Callable[[], Outcome]) -> Outcome:
    """The merged outcome of two branches."""
    if isinstance(condition, bool):
        return then() if condition else otherwise()
    place = run.place
    a = run.under(condition, then)
    b = run.under(T.negation(condition), otherwise)
    run.place = place
    if a is ABSENT and b is ABSENT:
        raise Dead
    if a is ABSENT or b is ABSENT:
        return b if a is ABSENT else a
    if a.live is False:
        names = b.names
    elif b.live is False:
        names = a.names
    else:
        names = merge_names(run, condition, a.names, b.names)
    exits = {}
    for name in {**a.exits, **b.exits}:
        (left, x), (right, y) = a.exits.get(name, (False, ABSENT)), b.exits.get(name, (False, ABSENT))
        exits[name] = (T.choose(condition, left, right), _merge_payload(run, condition, x, y))
    return Outcome(names, T.choose(condition, a.live, b.live), exits)


@statement(ast.For)
def _for(run: Run, node: ast.For, names: Names, scope: Scope) -> Outcome:
    if node.orelse:
        run.refuse("for ... else", "keep a flag")
    total = falls_through(names)
    for guard, value in ordered(run, run.evaluate(node.iter, names, scope)):
        if total.live is False:
            break
        turn = _turn(run, node, value, total.names, scope)
        skip = partial(falls_through, total.names)
        step = run.under(total.live, partial(choose, run, guard, turn, skip))
        if step is ABSENT:
            total = Outcome(total.names, False, total.exits)
            break
        total = _followed(run, total, step)
    return _resumed(run, total, "break")


def _turn(run: Run, node: ast.For, value: Value, names: Names, scope: Scope) -> Callable[[], Outcome]:
    def once() -> Outcome:
        inner = dict(names)
        assign(run, node.target, value, inner)
        return _resumed(run, block(run, node.body, inner, scope), "continue")

    return once


def _resumed(run: Run, outcome: Outcome, exit_name: str) -> Outcome:
    """The outcome after those paths have joined again that left a turn or a loop early."""
    condition, payload = outcome.exits.pop(exit_name, (False, ABSENT))
    if condition is False:
        return outcome
    resumed = dict(payload)
    names = resumed if outcome.live is False else merge_names(run, outcome.live, outcome.names, resumed)
    return Outcome(names, T.disjunction(outcome.live, condition), outcome.exits)


@statement(ast.While)
def _while(run: Run, node: ast.While, names: Names, scope: Scope) -> Outcome:
    if node.orelse:
        run.refuse("while ... else", "keep a flag")
    total = falls_through(names)
    for _ in range(MOST_TURNS):
        condition = truth(run, run.evaluate(node.test, total.names, scope))
        if isinstance(condition, T.Node):
            run.refuse("a while loop whose condition is not known", "loop a fixed number of times and test inside")
        if not condition:
            return total
        total = _followed(run, total, block(run, node.body, total.names, scope))
        if total.exits or total.live is not True:
            run.refuse("leaving a while loop early", "put the reason into its condition")
    raise TooLarge(f"{run.place}: a while loop of more than {MOST_TURNS} turns")


@statement(ast.Match)
def _match(run: Run, node: ast.Match, names: Names, scope: Scope) -> Outcome:
    subject = run.evaluate(node.subject, names, scope)

    def case(k: int, before: Names) -> Outcome:
        if k == len(node.cases):
            return falls_through(before)
        each, matching = node.cases[k], Matching(run, before, scope)
        condition = matching.fits(each.pattern, subject)
        inner, after, guard = {**before, **matching.captured}, before, each.guard
        if guard is not None:
            # names stay bound where the pattern fits and the guard fails
            after = merge_names(run, condition, inner, before) if matching.captured else before
            condition = branch(run, condition, lambda: truth(run, run.evaluate(guard, inner, scope)), lambda: False)
        return choose(run, condition, lambda: block(run, each.body, inner, scope), lambda: case(k + 1, after))

    return case(0, names)
