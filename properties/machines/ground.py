"""Machines that play whole GROUND games, with legal and illegal choices, and watch the claims on the way."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject

from kernel.ground import resolve
from kernel.ground.refusals import Refused
from kernel.ground.rulings import COMBINATIONS, STANDING, Rulings
from kernel.ground.state import (
    Answer,
    Choice,
    Draw,
    Grounding,
    Influx,
    Pass,
    Selection,
    Stage,
    State,
    Step,
    seat_of_turn,
)
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Claim
from properties.ground import CLAIMS
from properties.strategies.ground import choices, games, rulings

#: The kind of choice that each step takes, at End one of two; nothing is taken once the game is over.
KINDS: dict[Step, type | tuple[type, ...]] = {
    Step.SELECT: Selection,
    Step.REVEAL: Grounding,
    Step.GROUND: Pass,
    Step.SUPPORT: Answer,
    Step.DARVO: Stage,
    Step.INVESTIGATE: Draw,
    Step.ATTACK: Answer,
    Step.SOLVE: Pass,
    Step.END: (Pass, Influx),
}
#: What can be watched in play; the rest is for proofs.
WATCHED = (Scope.STATE, Scope.STEP)
#: Steps of a round in which every seat has a turn; End is one turn more.
STEPS_BY_SEAT = 8


def demand(truth: bool, says: str) -> None:
    """Raise `AssertionError` unless it is true; unlike `assert`, whatever flags the interpreter runs with."""
    if not truth:
        raise AssertionError(says)


def printed_claims() -> tuple[Claim, ...]:
    """The claims about printed games that are expected to hold."""
    return tuple(claim for claim in CLAIMS if claim.sampled and claim.expect is not Verdict.REFUTED)


class GroundMachine(RuleBasedStateMachine):
    """Games under the standing rulings: the claims of `claims` hold in every state and every step.

    Besides: what is offered is accepted, all else is refused for a rule and changes nothing, and a game lasts exactly
    as many turns as its rounds have.

    Rules: GR-R01, GR-R02, GR-R06, GR-R09.
    """

    claims: tuple[Claim, ...] = printed_claims()

    def __init__(self) -> None:
        super().__init__()
        self.rulings = STANDING
        self.turns = 0

    @initialize(game=games(st.just(STANDING)))
    def begin(self, game: tuple[Rulings, State]) -> None:
        self.rulings, self.state = game
        self.check_state()

    # ------------------------------------------------------------ what can happen

    @precondition(lambda self: self.state.step is not Step.OVER)
    @rule(data=st.data())
    def take_a_legal_choice(self, data: DataObject) -> None:
        self.take(data.draw(st.sampled_from(resolve.offered(self.state, self.rulings))))

    @precondition(lambda self: self.state.step is not Step.OVER)
    @rule(data=st.data(), turns=st.integers(1, 80))
    def take_many_legal_choices(self, data: DataObject, turns: int) -> None:
        for _ in range(turns):
            if self.state.step is not Step.OVER:
                self.take_a_legal_choice(data)

    @rule(data=st.data())
    def attempt_any_choice(self, data: DataObject) -> None:
        self.attempt(data.draw(choices(self.state)))

    @rule(data=st.data())
    def attempt_a_choice_of_the_due_kind(self, data: DataObject) -> None:
        kind = KINDS.get(self.state.step, Pass)
        self.attempt(data.draw(choices(self.state).filter(lambda choice: isinstance(choice, kind))))

    @rule(data=st.data())
    def attempt_a_choice_of_another_step(self, data: DataObject) -> None:
        kind = KINDS.get(self.state.step, type(None))
        choice = data.draw(choices(self.state).filter(lambda choice: not isinstance(choice, kind)))
        demand(choice not in resolve.offered(self.state, self.rulings), f"{choice} is offered in another step")
        self.attempt(choice)

    # ------------------------------------------------------------ what must hold

    def a_game_ends_after_its_turns(self) -> None:
        """Every round has eight turns for each seat, and End; the game is over after its rounds, not before."""
        due = self.state.rounds * (STEPS_BY_SEAT * len(self.state.players) + 1)
        over = self.state.step is Step.OVER
        demand(over == (self.turns == due), f"after {self.turns} turns of {due} the step is {self.state.step.name}")
        if self.state.step is Step.OVER:
            event("a game is over")

    def attempt(self, choice: Choice) -> None:
        """A choice is taken if it is offered; else it is refused for a rule, and the state is as it was."""
        before = deepcopy(self.state)
        if choice in resolve.offered(self.state, self.rulings):
            self.take(choice)
            return
        try:
            resolve.advance(self.state, choice, self.rulings)
        except Refused as refused:
            demand(bool(refused.refusal.rule), f"{choice} is refused without a rule")
            demand((refused.step, refused.seat) == (before.step, seat_of_turn(before)), f"misplaced: {refused}")
            event(f"refused: {refused.refusal.name}")
        else:
            raise AssertionError(f"{choice} is accepted, but not offered")
        demand(self.state == before, f"refusing {choice} has changed the state")

    def take(self, choice: Choice) -> None:
        """Take a legal choice, and watch the claims."""
        note(f"{self.state.step.name}, seat {seat_of_turn(self.state)}: {choice}")
        before, kept = self.state, deepcopy(self.state)
        self.state = resolve.advance(before, choice, self.rulings)
        self.turns += 1
        demand(before == kept, f"taking {choice} has changed the state before it")
        self.check(Scope.STEP, before, choice, self.state, self.rulings)
        self.check_state()

    @invariant()
    def check_state(self) -> None:
        """The claims about states hold now, and the game lasts no longer than it should."""
        self.a_game_ends_after_its_turns()
        self.check(Scope.STATE, self.state, self.rulings)

    def check(self, scope: Scope, *at: object) -> None:
        """Each claim of this scope holds where its premise does."""
        for claim in self.claims:
            check = claim.check
            if check.scope is scope and claim.is_asked(self.rulings) and (check.premise is None or check.premise(*at)):
                demand(check.holds(*at), f"{', '.join(claim.rules)}: {claim.name} fails: {claim.sentence}")


class RulingsMachine(GroundMachine):
    """Games under any rulings, in which only what no ruling touches is watched: no failure, no broken contract, what is
    offered is what is accepted, and every game ends."""

    claims = ()

    @initialize(game=games(rulings()))
    def begin(self, game: tuple[Rulings, State]) -> None:
        super().begin(game)


class ModuleMachine(GroundMachine):
    """Games with one module or both: the claims about modules hold, and those about r0 with them."""

    claims = tuple(claim for claim in CLAIMS if claim.expect is not Verdict.REFUTED and claim.check.scope in WATCHED)

    @initialize(game=games(st.sampled_from(COMBINATIONS[1:])))
    def begin(self, game: tuple[Rulings, State]) -> None:
        super().begin(game)
