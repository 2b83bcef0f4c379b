"""A second opinion on a game in which nothing was found: the search again, by one solver of other origin."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from model.engines.bound import Search
from model.engines.solvers import Answer, family_of, solve

VERSION = 1

#: Who searches again, by speed.
OTHERS = ("bitwuzla", "z3-blast")


class Alone(Search):
    """A search in which one solver is asked, and nobody else."""

    def __init__(self, solver: str, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.solver = solver

    def ask(self, positions: Sequence[int]) -> Answer:
        """Can the goal hold at one of these turns?"""
        answer = solve(self.question(positions), self.solver, max(0.1, self.ends - time.monotonic()))
        self.answers.append(answer)
        return answer


def other_than(answers: Iterable[Answer]) -> str | None:
    """A solver that shares no code with any of those that answered; None if there is none."""
    taken = {family_of(answer.solver) for answer in answers if answer.solver != "constant"}
    return next((solver for solver in OTHERS if family_of(solver) not in taken), None)
