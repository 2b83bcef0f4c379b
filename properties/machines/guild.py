"""Machines that play whole Contracts in both editions, with legal and illegal operations, retries and any result.

Every step has an operation ID. What is legal is applied once, what is not is refused for a rule and changes nothing, a
retry gets its receipt, and a known ID with another intent conflicts. The claims are watched on the way.
"""

from __future__ import annotations

from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.strategies import DataObject

from kernel.guild import step
from kernel.guild.choices import Abandon, Begin, Cancel, Choice, Commit, Deploy, Proceed
from kernel.guild.receipts import Answer, Book, submit
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import STANDING, Rulings
from kernel.guild.state import Phase, State, Status
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Claim, claims_in
from properties.guild import company, market, recovery, rewards, roster, runs
from properties.strategies.guild import choices, due, editions, rulings, starts

CLAIMS = tuple(
    claim
    for claim in claims_in((market, roster, runs, rewards, recovery, company))
    if claim.expect is not Verdict.REFUTED and claim.check.scope in (Scope.STATE, Scope.STEP)
)


def demand(truth: bool, says: str) -> None:
    """Raise `AssertionError` unless it is true; unlike `assert`, whatever flags the interpreter runs with."""
    if not truth:
        raise AssertionError(says)


class GuildMachine(RuleBasedStateMachine):
    """Games under the standing reading of either edition: the claims hold in every state and every step.

    Rules: AG-SYS-3-01, AG-SYS-3-06, AG-SAV-4-06..08.
    """

    claims: tuple[Claim, ...] = CLAIMS

    def __init__(self) -> None:
        super().__init__()
        self.rulings = STANDING
        self.operation = 0

    @initialize(state=starts(), ruled=editions())
    def begin(self, state: State, ruled: Rulings) -> None:
        self.rulings, self.book = ruled, Book(state)
        self.check(Scope.STATE, state, ruled)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.book.state

    # ------------------------------------------------------------ what can happen

    @rule(data=st.data())
    def attempt_what_is_due(self, data: DataObject) -> None:
        self.attempt(data.draw(due(self.state, self.rulings)))

    @precondition(lambda self: self.state.phase is not Phase.CLOSING)
    @rule(data=st.data(), battles=st.integers(1, 5), errands=st.integers(0, 3))
    def campaign(self, data: DataObject, battles: int, errands: int) -> None:
        """Play some battles through, each with some errands in its Market, whoever can stand in the line."""
        left = battles
        while left > 0 and self.state.phase is not Phase.CLOSING:
            if self.state.phase is Phase.MARKET:
                for _ in range(errands):
                    self.attempt_what_is_due(data)
                self.fight(data)
                left -= 1
            self.attempt_what_is_due(data)

    def fight(self, data: DataObject) -> None:
        """Deploy whoever can be, and commit a battle; without anybody the Market is given up."""
        for slot, recruit in enumerate(self.state.recruits):
            if recruit.status is Status.LIVING and recruit.place < 0:
                self.attempt(Deploy(slot, 0))
        self.attempt(Cancel())
        self.attempt(Commit(data.draw(st.integers(0, 2))))
        self.attempt(Commit(0))
        if self.state.phase is Phase.MARKET:
            self.attempt(Abandon())

    @rule(data=st.data())
    def attempt_anything(self, data: DataObject) -> None:
        self.attempt(data.draw(choices(self.state, self.rulings)))

    @precondition(lambda self: bool(self.book.receipts))
    @rule(data=st.data())
    def retry(self, data: DataObject) -> None:
        """The same ID with the same intent gets its receipt, with another intent a conflict; neither moves anything."""
        old = data.draw(st.sampled_from(self.book.receipts))
        again = submit(self.book, old.operation, old.intent, self.rulings)
        demand(again == Answer(self.book, old), f"a retry of {old} got {again.receipt}")
        other = Begin(99) if old.intent != Begin(99) else Proceed()
        conflict = submit(self.book, old.operation, other, self.rulings)
        demand(conflict.book == self.book, f"operation {old.operation} moved something with another intent")
        demand(conflict.receipt.refusal is Refusal.OPERATION_ID_CONFLICT, f"{conflict.receipt} is no conflict")

    # ------------------------------------------------------------ what must hold

    def attempt(self, choice: Choice) -> None:
        """A choice is applied if it is legal; else it is refused for a rule, and the state is as it was."""
        before = self.state
        refusal = step.refusal_of(before, choice, self.rulings)
        self.operation += 1
        answer = submit(self.book, self.operation, choice, self.rulings)
        demand(answer.receipt.refusal is refusal, f"{choice}: {answer.receipt.refusal.name}, not {refusal.name}")
        if refusal is not Refusal.NONE:
            self.refused(choice, refusal)
            demand(answer.book.state == before, f"refusing {choice} has changed the state")
        else:
            note(f"{before.phase.name}: {choice}")
            event(f"{type(choice).__name__} in {self.rulings.edition.name}")
            self.check(Scope.STEP, before, choice, answer.book.state, self.rulings)
            self.check(Scope.STATE, answer.book.state, self.rulings)
        self.book = answer.book

    def refused(self, choice: Choice, refusal: Refusal) -> None:
        """A refusal names its rule, and advancing raises it."""
        event(f"refused: {refusal.name}")
        demand(bool(refusal.rule), f"{choice} is refused without a rule")
        try:
            step.advance(self.state, choice, self.rulings)
        except Refused as error:
            demand(error.refusal is refusal, f"{choice}: {error} instead of {refusal.name}")
        else:
            raise AssertionError(f"{choice} is accepted, though refused as {refusal.name}")

    def check(self, scope: Scope, *at: object) -> None:
        """Each claim of this scope holds where its premise does."""
        for claim in self.claims:
            check = claim.check
            if check.scope is scope and claim.is_asked(self.rulings) and (check.premise is None or check.premise(*at)):
                demand(check.holds(*at), f"{', '.join(claim.rules)}: {claim.name} fails: {claim.sentence}")


class GuildRulingsMachine(GuildMachine):
    """Games under any rulings: what can be watched there is that nothing fails and no contract breaks."""

    claims = ()

    @initialize(state=starts(), ruled=rulings())
    def begin(self, state: State, ruled: Rulings) -> None:
        super().begin(state, ruled)
