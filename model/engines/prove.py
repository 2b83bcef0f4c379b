"""Proof of a sentence about all values of stated domains: the kernel's functions on symbolic arguments, two solvers.

Contracts and errors of whatever the sentence calls are obligations. What speaks against it is called in Python before
it is believed: an assignment that Python does not confirm is SPURIOUS.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice, product
from random import Random
from typing import Any, Protocol

from kernel.contracts import cited
from model.encode import encode
from model.engines.decide import Decider
from model.engines.induct import Decide, Decision
from model.engines.solvers import Answer, solve
from model.lift import terms as T
from model.lift.core import Event, Kind, deep
from model.lift.decode import concrete, member
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.lift.values import Value
from model.lift.walk import values_under
from model.verdict import Verdict

NAME = "prove"
VERSION = "2"
#: A domain with at most so many values is called in Python for each of them before any solver is asked; of a larger
#: one some are drawn, alike every time.
FEW = 1_000
TRIES, SEED = 100, 1
#: For so many of these the formula has to be false exactly where Python shows a fault, whatever solvers say.
COMPARED = 20
#: How long one solver has for a quick answer, in seconds.
QUICK = 10.0
#: Bits are slow at dividing large numbers and integers are not: no solver's turn is longer than this part of its own.
TURN = 0.1


@dataclass(frozen=True)
class Numbers:
    """The whole numbers from `low` to `high`, both included."""

    low: int
    high: int


Domain = Numbers | type[bool] | type[Enum] | tuple["Domain", ...]
Domains = tuple[tuple[str, Domain], ...]
"""What each argument ranges over, by name."""
Values = Mapping[str, Any]
Predicate = Callable[..., bool]


class Sentence(Protocol):
    """What is to be proved: `holds` is true of all arguments of the domains for which `premise`, if any, is."""

    @property
    def name(self) -> str: ...
    @property
    def domains(self) -> Domains: ...
    @property
    def holds(self) -> Predicate: ...
    @property
    def premise(self) -> Predicate | None: ...


@dataclass(frozen=True)
class Found:
    """What is known of a sentence.

    `bounds` says what the verdict rests on: the domain, for how many arguments Python was called (all, if there are
    few), the solvers that agree, and the counterexample as JSON if there is one. No solver is named where the formula
    came out true while it was built. `counterexample` has the arguments for which Python shows the sentence false.
    """

    name: str
    verdict: Verdict
    reason: str
    counterexample: Values | None = None
    bounds: Mapping[str, int | str] = field(default_factory=dict)
    seconds: float = 0.0


# ---------------------------------------------------------------- domains


def symbol(name: str, domain: Domain) -> Value:
    """A symbolic value of a domain."""
    if isinstance(domain, tuple):
        return tuple(symbol(f"{name}.{place}", each) for place, each in enumerate(domain))
    if isinstance(domain, Numbers):
        return T.number(name, domain.low, domain.high)
    return T.truth(name) if domain is bool else member(name, domain)


def assigned(name: str, domain: Domain, value: Any) -> dict[str, int | bool]:
    """The variables of a symbolic value of a domain, as this value has them."""
    if isinstance(domain, tuple):
        parts = [assigned(f"{name}.{place}", each, value[place]) for place, each in enumerate(domain)]
        return {key: each for part in parts for key, each in part.items()}
    if isinstance(domain, Numbers) or domain is bool:
        return {name: value}
    return {name: list(domain).index(value)}


def text_of(domain: Domain) -> str:
    """A domain in words."""
    if isinstance(domain, tuple):
        return f"({', '.join(map(text_of, domain))})"
    return f"{domain.low}..{domain.high}" if isinstance(domain, Numbers) else domain.__name__


def bounds_of(domains: Domains) -> str:
    """All domains in words: what a verdict rests on."""
    return ", ".join(f"{name} in {text_of(domain)}" for name, domain in domains)


def shown(values: Values) -> str:
    """Arguments in words."""
    return ", ".join(f"{name}={value}" for name, value in values.items())


def members_of(domain: Domain) -> Iterable[Any]:
    """All values of a domain, the plainest first."""
    if isinstance(domain, tuple):
        return product(*map(members_of, domain))
    if isinstance(domain, Numbers):
        return range(domain.low, domain.high + 1)
    return (False, True) if domain is bool else tuple(domain)


def size_of(domain: Domain) -> int:
    """How many values a domain has."""
    if isinstance(domain, tuple):
        return math.prod(map(size_of, domain))
    if isinstance(domain, Numbers):
        return domain.high - domain.low + 1
    return 2 if domain is bool else len(domain)


def drawn(domain: Domain, random: Random) -> Any:
    """A value of a domain; of numbers often an end, or beside one."""
    if isinstance(domain, tuple):
        return tuple(drawn(each, random) for each in domain)
    if isinstance(domain, Numbers):
        ends = [domain.low, min(domain.low + 1, domain.high), max(domain.low, domain.high - 1), domain.high]
        near = random.randint(domain.low, min(domain.high, domain.low + 100))
        return random.choice([*ends, near, random.randint(domain.low, domain.high)])
    return random.choice([False, True] if domain is bool else list(domain))


def plainer(domain: Domain, value: Any) -> Iterator[Any]:
    """Values of a domain that are plainer than this one, the plainest first."""
    if isinstance(domain, tuple):
        for place, each in enumerate(domain):
            for simple in plainer(each, value[place]):
                yield (*value[:place], simple, *value[place + 1 :])
    elif isinstance(domain, Numbers):
        distance = value - domain.low
        while distance > 0:
            yield value - distance
            distance //= 2
    elif domain is bool:
        yield from [False] * value
    else:
        yield from list(domain)[: list(domain).index(value)]


# ---------------------------------------------------------------- Python's word


def fault_of(theorem: Sentence, values: Values) -> str:
    """How Python shows that the sentence is false for these arguments; empty if it is true, or not about them."""
    try:
        if theorem.premise is not None and not theorem.premise(**values):
            return ""
        return "" if theorem.holds(**values) else f"false for {shown(values)}"
    except Exception as error:
        return f"fails for {shown(values)}: {cited(error)}"


def shrunk(theorem: Sentence, values: Values) -> Values:
    """A plainer counterexample, changed one argument at a time as long as Python still shows the fault."""
    best = dict(values)
    while True:
        simpler = ({**best, name: each} for name, domain in theorem.domains for each in plainer(domain, best[name]))
        found = next((each for each in simpler if fault_of(theorem, each)), None)
        if found is None:
            return best
        best = found


def calls_of(domains: Domains) -> int:
    """For how many arguments Python calls a sentence that is true."""
    size = math.prod(size_of(domain) for _, domain in domains)
    return size if size <= FEW else TRIES


def tried(domains: Domains) -> Iterator[Values]:
    """All arguments if there are few, else some that are drawn."""
    names = [name for name, _ in domains]
    if math.prod(size_of(domain) for _, domain in domains) <= FEW:
        for values in product(*(members_of(domain) for _, domain in domains)):
            yield dict(zip(names, values, strict=True))
        return
    random = Random(SEED)
    for _ in range(TRIES):
        yield {name: drawn(domain, random) for name, domain in domains}


# ---------------------------------------------------------------- proof


def decider(limit: float, **how: Any) -> Decider:
    """The solvers' word on a whole formula, in short turns; `how` as a `Decider` takes it."""

    def briefly(roots: Sequence[T.Bool], solver: str, turn: float) -> Answer:
        return solve(roots, solver, TURN * turn)

    return Decider(limit, ask=briefly, in_parts=False, **how)


def prove_theorem(theorem: Sentence, decide: Decide, *, tries: bool = True) -> Found:
    """Is the sentence true of all arguments that meet its premise, and are there any?

    `tries` lets Python look for a counterexample first. The verdict is PROVED, REFUTED, VACUOUS or UNDETERMINED;
    SPURIOUS and DISAGREE where Python or the solvers contradict each other.
    """
    began = time.monotonic()
    false = (values for values in tried(theorem.domains) if fault_of(theorem, values))
    values = next(false, None) if tries else None
    if values is not None:
        found = _refuted(theorem, values)
    else:
        try:
            found = _decided(theorem, decide)
        except LiftError as error:
            found = Found(theorem.name, Verdict.UNDETERMINED, str(error))
    bounds = {"domain": bounds_of(theorem.domains), "called": calls_of(theorem.domains) if tries else 0, **found.bounds}
    return replace(found, bounds=bounds, seconds=time.monotonic() - began)


def quick_answer(theorem: Sentence) -> tuple[Verdict, str]:
    """The verdict that one solver gives within seconds, unconfirmed, and why."""
    found = prove_theorem(theorem, decider(QUICK, confirm=False))
    return found.verdict, found.reason


@deep()
def _decided(theorem: Sentence, decide: Decide) -> Found:
    T.forget()
    arguments = {name: symbol(name, domain) for name, domain in theorem.domains}
    lifter = Lifter()
    asked: T.Bool = True
    if theorem.premise is not None:
        asked = lifter.truth(lifter.call(theorem.premise, **arguments))
    failing = _failing(lifter.events)
    unmet = _unmet(theorem, arguments, decide(f"{theorem.name}, premise", [asked], True))
    if unmet is not None:
        return unmet
    lifter = Lifter()
    lifter.path = asked
    holds = lifter.truth(lifter.call(theorem.holds, **arguments))
    failing = T.disjunction(failing, _failing(lifter.events))
    bad = T.disjunction(failing, T.conjunction(asked, T.negation(holds)))
    if (differs := _difference(theorem, bad)) is not None:
        return Found(theorem.name, Verdict.SPURIOUS, f"its formula and Python differ for {shown(differs)}")
    return _answer(theorem, arguments, decide(theorem.name, [bad], True))


def _difference(theorem: Sentence, bad: T.Bool) -> Values | None:
    """Arguments for which the formula and Python do not agree that the sentence is false."""
    for values in islice(tried(theorem.domains), COMPARED):
        parts = [assigned(name, domain, values[name]) for name, domain in theorem.domains]
        assignment = {key: each for part in parts for key, each in part.items()}
        if bool(values_under([bad], assignment)[0]) != bool(fault_of(theorem, values)):
            return values
    return None


def _failing(events: Iterable[Event]) -> T.Bool:
    """Where a call ends without an answer, or breaks a contract."""
    return T.any_of(event.when for event in events if event.kind is not Kind.NEGATIVE)


def _unmet(theorem: Sentence, arguments: Values, decision: Decision) -> Found | None:
    """What to say if the premise is not known to be met; None if it is met, and Python says so too."""
    if decision.result == "unsat":
        return Found(theorem.name, Verdict.VACUOUS, "nothing meets its premise", bounds=_named(decision))
    if decision.result != "sat":
        return _open(theorem, decision)
    met = _values(arguments, decision)
    if theorem.premise is None or theorem.premise(**met):
        return None
    return Found(theorem.name, Verdict.SPURIOUS, f"said to meet the premise, which it does not: {shown(met)}")


def _answer(theorem: Sentence, arguments: Values, decision: Decision) -> Found:
    if decision.result == "unsat":
        reason = f"for all {bounds_of(theorem.domains)}"
        return Found(theorem.name, Verdict.PROVED, reason, bounds={"terms": T.size(), **_named(decision)})
    if decision.result != "sat":
        return _open(theorem, decision)
    values = _values(arguments, decision)
    if fault_of(theorem, values):
        return _refuted(theorem, values)
    return Found(theorem.name, Verdict.SPURIOUS, f"said to be false, and is not, for {shown(values)}")


def _open(theorem: Sentence, decision: Decision) -> Found:
    return Found(theorem.name, Verdict.DISAGREE if decision.is_split else Verdict.UNDETERMINED, decision.reason)


def _refuted(theorem: Sentence, values: Values) -> Found:
    plain = shrunk(theorem, values)
    as_json = json.dumps({name: encode(value) for name, value in plain.items()}, sort_keys=True)
    return Found(theorem.name, Verdict.REFUTED, fault_of(theorem, plain), plain, {"counterexample": as_json})


def _values(arguments: Values, decision: Decision) -> Values:
    assignment = decision.assignment or {}
    return {name: concrete(value, assignment) for name, value in arguments.items()}


def _named(decision: Decision) -> dict[str, int | str]:
    return {"solvers": ", ".join(decision.solvers) or "none was needed"}
