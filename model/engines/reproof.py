"""A proof made again under another reading: only what has become another formula is asked about.

It takes for granted that all is proved under the first reading; formulas of which that makes no difference are the same
terms, and hold as they did.
"""

from __future__ import annotations

from typing import Any

from model.engines.induct import KEPT, Goals, Induction
from model.symbolic import Case
from model.verdict import Verdict


class Reproof(Induction):
    """An induction under another reading than that of the `first` one, whose claims are all proved.

    `changed` names, for each claim, the kinds of turns in which it has become another formula. Games begin alike.
    """

    def __init__(self, first: Induction, rulings: Any) -> None:
        super().__init__(
            first.arena,
            first.invariant,
            first.checks,
            tuple(first.contracts),
            rulings,
            first.decide,
            confined=first.confined,
            sums=first.sums,
            ends=first.ends,
        )
        self.first = first
        self.before: Goals | None = None
        self.changed: dict[str, list[str]] = {}

    def try_case(self, name: str) -> None:
        """As in any induction; once the invariant is not kept, nothing can follow from it."""
        if self.proofs[KEPT].verdict is Verdict.PROVED:
            super().try_case(name)

    def _beginning(self) -> None:
        self.proofs[KEPT].is_met = True

    def _case(self, case: Case) -> None:
        """The case under the first reading, to know its formulas; then under the other."""
        other, self.before = self.rulings, None
        self.rulings = self.first.rulings
        super()._case(case)
        self.rulings = other
        super()._case(case)

    def _settle(self, goals: Goals) -> None:
        if self.before is None:
            self.before = goals
            return
        for group, bad in goals.bad.items():
            known = self.before.bad.get(group, {})
            for name, when in bad.items():
                if known.get(name, False) is when:
                    bad[name] = False
                else:
                    self.changed.setdefault(name, []).append(goals.case.name)
        for name, when in goals.premises.items():
            if name in self.proofs and when is not False and self.before.premises.get(name) is when:
                self.proofs[name].is_met = True
        super()._settle(goals)
