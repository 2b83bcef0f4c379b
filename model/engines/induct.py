"""Proof by induction: an invariant holds where a game begins, every legal turn keeps it, and claims follow from it.

The kernel's own functions are executed on all states at once, one case a kind of turn. What a solver finds against a
claim here is a state of the invariant, which no play need reach: it ends UNDETERMINED and is shown, never REFUTED.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from model.game import Check, Scope
from model.lift import terms as T
from model.lift.core import Event, Kind, deep
from model.lift.decode import concrete
from model.lift.errors import LiftError
from model.lift.lifter import Lifter
from model.lift.values import Value
from model.lift.walk import values_under
from model.symbolic import BEGINNING, Arena, Case, outside
from model.verdict import Verdict

VERSION = "1"
#: What is proved of every game besides its claims.
KEPT = "the_invariant_holds_and_is_kept"
NO_FAULT = "the_kernel_never_fails"

#: What is asked together, besides sums: whether the invariant is kept; about all choices that can be written down; and
#: the rest.
KEEPING, CHOICES, REST = "the invariant", "choices", "claims"

Part = Callable[..., bool]


@dataclass(frozen=True)
class Decision:
    """A solver's word on a formula, confirmed or not: "sat" with an assignment, "unsat", or "unknown" with a reason.

    `solvers` names all that agree; `is_split` says that two solvers contradict each other.
    """

    result: str
    assignment: Mapping[str, int | bool] | None
    solvers: tuple[str, ...]
    seconds: float
    reason: str = ""
    is_split: bool = False


Decide = Callable[[str, Sequence[T.Bool], bool], Decision]
"""Decides whether formulas can hold together: what is asked, the formulas, and whether they are about sums."""
Report = Callable[[str], None]


@dataclass
class Proof:
    """What is known of one claim: its verdict once all cases are through, and what was found against it.

    `is_met`: some state of the invariant meets its premise. `unsure`: where that could not be decided. A
    `counterexample` is a state with the choice made in it; no play is known to lead there.
    """

    name: str
    verdict: Verdict = Verdict.PROVED
    reason: str = ""
    is_met: bool = False
    unsure: str = ""
    counterexample: tuple[Any, Any] | None = None
    seconds: float = 0.0

    def fail(self, verdict: Verdict, reason: str, counterexample: tuple[Any, Any] | None = None) -> None:
        """Take the worst that was found; the first of its kind stays."""
        if self.verdict is Verdict.PROVED or (verdict is Verdict.DISAGREE and self.verdict is not verdict):
            self.verdict, self.reason, self.counterexample = verdict, reason, counterexample


@dataclass
class Goals:
    """What must not happen in one case, by name, and where the premise of each claim is met.

    What is asked together stands in one group: small questions of one kind are answered sooner than a large mixed one.
    """

    case: Case
    bad: dict[str, dict[str, T.Bool]] = field(default_factory=dict)
    premises: dict[str, T.Bool] = field(default_factory=dict)

    def forbid(self, name: str, when: T.Bool, group: str) -> None:
        """This must not happen, for this claim."""
        bad = self.bad.setdefault(group, {})
        bad[name] = T.disjunction(bad.get(name, False), when)

    def meets(self, name: str, when: T.Bool) -> None:
        """Here the claim's premise is met."""
        self.premises[name] = T.disjunction(self.premises.get(name, False), when)


class Induction:
    """One arena, one invariant, and claims about states, steps and choices.

    `contracts` are those of the kernel's that are proved one by one, by what they say of their rule; the others count
    for `NO_FAULT`. `confined` claims and contracts are about states alone in which their predicate holds: nothing is
    said of them elsewhere. `sums` names the claims, contracts and parts of
    the invariant that are about sums. After `ends`, on the monotonic clock, what is left stays open.
    """

    def __init__(
        self,
        arena: Arena[Any, Any, Any],
        invariant: Sequence[Part],
        checks: Sequence[Check[Any, Any, Any]],
        contracts: Sequence[str],
        rulings: Any,
        decide: Decide,
        *,
        confined: Mapping[str, Part] = MappingProxyType({}),
        sums: Mapping[str, str] = MappingProxyType({}),
        ends: float = math.inf,
    ) -> None:
        self.arena = arena
        self.invariant = invariant
        self.checks = checks
        self.contracts = frozenset(contracts)
        self.confined = confined
        self.sums = sums
        self.rulings = rulings
        self.decide = decide
        self.ends = ends
        names = (KEPT, NO_FAULT, *contracts, *(check.name for check in checks))
        self.proofs = {name: Proof(name) for name in names}
        self.terms = 0
        self.solvers: set[str] = set()

    def run(self, report: Report = lambda said: None) -> dict[str, Proof]:
        """Go through the beginning and all cases; every claim gets its verdict."""
        self.try_case(BEGINNING)
        for number, name in enumerate(self.arena.cases):
            report(f"{name} ({number + 1} of {len(self.arena.cases)})")
            if time.monotonic() > self.ends:
                self._fail_all(f"the time was up before {name}")
                break
            self.try_case(name)
        self._close()
        return self.proofs

    @deep()
    def try_case(self, name: str) -> None:
        """Note what speaks against the claims in one case, or at the beginning; that nothing does is no verdict yet.

        What cannot be lifted leaves every claim open.
        """
        T.forget()
        try:
            if name == BEGINNING:
                self._beginning()
            else:
                self._case(self.arena.case(name))
        except LiftError as error:
            self._fail_all(f"{name}: {error}")
        self.terms = max(self.terms, T.size())

    def _close(self) -> None:
        """What nothing speaks against is proved, if the invariant is kept and the premise is met somewhere."""
        kept = self.proofs[KEPT]
        self._close_one(kept)
        for proof in self.proofs.values():
            if proof.verdict is Verdict.PROVED and kept.verdict is not Verdict.PROVED:
                proof.fail(Verdict.UNDETERMINED, f"follows from the invariant, which is not kept: {kept.reason}")
            self._close_one(proof)

    def _close_one(self, proof: Proof) -> None:
        if proof.verdict is not Verdict.PROVED:
            return
        if proof.is_met:
            proof.reason = f"induction over {len(self.arena.cases)} kinds of turns"
        elif proof.unsure:
            proof.fail(Verdict.UNDETERMINED, f"whether its premise is ever met is not known: {proof.unsure}")
        else:
            proof.fail(Verdict.VACUOUS, "no state of the invariant meets its premise")

    def _fail_all(self, reason: str) -> None:
        for proof in self.proofs.values():
            proof.fail(Verdict.UNDETERMINED, reason)

    # ------------------------------------------------------------ goals

    def _holds(self, part: Part, *args: Value) -> T.Bool:
        """Where a predicate about a state is true; where it fails itself, it is not."""
        lifter = Lifter()
        holds = lifter.truth(lifter.call(part, *args, self.rulings))
        return T.conjunction(holds, T.negation(T.any_of(event.when for event in _failures(lifter))))

    def _beginning(self) -> None:
        """Every state in which a game begins is one of the invariant, and there is one."""
        lifter = Lifter()
        state, allowed = self.arena.start(lifter)
        goals = Goals(Case(BEGINNING, state, None))
        goals.meets(KEPT, allowed)
        self._note_events(goals, lifter, allowed)
        self._keep(goals, allowed, state)
        self._settle(goals)

    def _keep(self, goals: Goals, path: T.Bool, state: Value) -> None:
        """On this path the state has to be one of the invariant."""
        for part in self.invariant:
            broken = T.conjunction(path, T.negation(self._holds(part, state)))
            goals.forbid(KEPT, broken, self._group(part.__name__, KEEPING))
        template = self.arena.case(self.arena.cases[0]).state
        beyond = T.conjunction(path, outside(Lifter(), template, state, self.arena.fixed))
        goals.forbid(KEPT, beyond, self._group(KEPT, KEEPING))

    def _case(self, case: Case) -> None:
        goals = Goals(case)
        here = T.all_of(self._holds(part, case.state) for part in self.invariant)
        path, after = (here, None) if case.choice is None else self._turn(goals, here)
        for check in self.checks:
            try:
                self._goal(goals, check, here, path, after)
            except LiftError as error:
                self.proofs[check.name].fail(Verdict.UNDETERMINED, f"{case.name}: {error}")
        self._settle(goals)

    def _turn(self, goals: Goals, here: T.Bool) -> tuple[T.Bool, Value]:
        """Play the due turn; note what must not happen in it. Where a choice is legal, and the state that follows."""
        case = goals.case
        lifter = Lifter()
        lifter.path = here
        legal = lifter.truth(lifter.call(self.arena.is_legal, case.state, case.choice, self.rulings))
        self._note_events(goals, lifter)
        path = T.conjunction(here, legal)
        goals.meets(NO_FAULT, path)
        lifter = Lifter()
        lifter.path = path
        after = lifter.call(self.arena.game.advance, case.state, case.choice, self.rulings)
        self._note_events(goals, lifter)
        self._keep(goals, path, after)
        return path, after

    def _note_events(self, goals: Goals, lifter: Lifter, given: T.Bool = True) -> None:
        """No contract breaks, nothing fails, no index counts from the end, and legal turns raise nothing."""
        for rule, asked in lifter.met.items():
            goals.meets(rule, T.all_of([given, self._meant(goals, rule), asked]))
        for event in lifter.events:
            name = event.name if event.kind in (Kind.REQUIRE, Kind.ENSURE) else NO_FAULT
            blamed = name if name in self.contracts else NO_FAULT
            broken = T.all_of([given, self._meant(goals, name), event.when])
            goals.forbid(blamed, broken, self._group(name, REST))

    def _meant(self, goals: Goals, name: str) -> T.Bool:
        """Where anything is said about this claim or contract."""
        part = self.confined.get(name)
        return True if part is None else self._holds(part, goals.case.state)

    def _group(self, name: str, otherwise: str) -> str:
        return self.sums.get(name, otherwise)

    def _goal(self, goals: Goals, check: Check[Any, Any, Any], here: T.Bool, path: T.Bool, after: Value) -> None:
        """What must not happen for one claim in this case."""
        case, base = goals.case, path
        args: tuple[Value, ...] = (case.state, case.choice, after)
        if check.scope is Scope.STATE:
            if not case.asks_states:
                return
            args, base = (case.state,), here
        elif case.choice is None:
            return
        elif check.scope is Scope.CHOICE:
            args, base = (case.state, case.choice), here
        elif check.scope is Scope.PAIR:
            args, base = self._pair(case, path)
        base = T.conjunction(base, self._meant(goals, check.name))
        group = self._group(check.name, CHOICES if check.scope in (Scope.CHOICE, Scope.PAIR) else REST)
        lifter = Lifter()
        lifter.path = base
        premise: T.Bool = True
        if check.premise is not None and base is not False:
            premise = lifter.truth(lifter.call(check.premise, *args, self.rulings))
        base = T.conjunction(base, premise)
        if base is not False:
            goals.meets(check.name, base)
            lifter.path = base
            holds = lifter.truth(lifter.call(check.holds, *args, self.rulings))
            goals.forbid(check.name, T.conjunction(base, T.negation(holds)), group)
        for event in _failures(lifter):
            goals.forbid(check.name, event.when, group)

    def _pair(self, case: Case, path: T.Bool) -> tuple[tuple[Value, ...], T.Bool]:
        """The state with two legal choices."""
        other = self.arena.choice_for("d", case.state)
        lifter = Lifter()
        lifter.path = path
        legal = lifter.truth(lifter.call(self.arena.is_legal, case.state, other, self.rulings))
        return (case.state, case.choice, other), T.conjunction(path, legal)

    # ------------------------------------------------------------ solving

    def _settle(self, goals: Goals) -> None:
        """Ask whether anything that must not happen can, all at once; take out what can, and ask again."""
        for group, bad in goals.bad.items():
            names = [name for name, when in bad.items() if when is not False and self._is_open(name)]
            while names:
                began = time.monotonic()
                decision = self._decide(goals, group, [bad[name] for name in names], group in self.sums.values())
                for name in names:
                    self.proofs[name].seconds += (time.monotonic() - began) / len(names)
                if decision.result == "unsat":
                    break
                names = self._take_out(goals, bad, names, decision)
        self._look_for_premises(goals)

    def _is_open(self, name: str) -> bool:
        """Is this asked, and has nothing been found against it?"""
        return name in self.proofs and self.proofs[name].verdict is Verdict.PROVED

    def _decide(self, goals: Goals, group: str, formulas: Iterable[T.Bool], is_sum: bool) -> Decision:
        """Can any of the formulas hold?"""
        decision = self.decide(f"{goals.case.name}, {group}", [T.any_of(formulas)], is_sum)
        self.solvers.update(decision.solvers)
        return decision

    def _take_out(self, goals: Goals, bad: dict[str, T.Bool], names: list[str], decision: Decision) -> list[str]:
        """Note against which claims a decision speaks; the claims that are still open."""
        where = goals.case.name
        if decision.is_split or decision.assignment is None:
            verdict = Verdict.DISAGREE if decision.is_split else Verdict.UNDETERMINED
            for name in names:
                self.proofs[name].fail(verdict, f"{where}: {decision.reason}")
            return []
        truths = values_under([bad[name] for name in names], decision.assignment)
        hit = [name for name, holds in zip(names, truths, strict=True) if holds]
        state = concrete(goals.case.state, decision.assignment)
        choice = concrete(goals.case.choice, decision.assignment)
        said = "a state in which a game begins" if where == BEGINNING else "a state of the invariant"
        for name in hit:
            self.proofs[name].fail(Verdict.UNDETERMINED, f"{where}: {said} speaks against it", (state, choice))
        return [name for name in names if name not in hit]

    def _look_for_premises(self, goals: Goals) -> None:
        """Find states that meet the premises of claims which have met none so far."""
        while True:
            met = goals.premises
            names = [name for name, when in met.items() if when is not False and self._is_open(name)]
            names = [name for name in names if not self.proofs[name].is_met]
            if not names:
                return
            decision = self._decide(goals, "premises", [met[name] for name in names], False)
            if decision.result == "unsat":
                return
            if decision.assignment is None:
                for name in names:
                    self.proofs[name].unsure = f"{goals.case.name}: {decision.reason}"
                return
            for name, holds in zip(names, values_under([met[n] for n in names], decision.assignment), strict=True):
                self.proofs[name].is_met |= bool(holds)


def _failures(lifter: Lifter) -> list[Event]:
    """Where a predicate ends without an answer."""
    return [event for event in lifter.events if event.kind is not Kind.NEGATIVE]
