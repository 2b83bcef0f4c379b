"""A game in progress, and the way back."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from audit.show import Turn, turn_of
from kernel.ground import resolve
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import Choice, ModeCard, Seat, State, Step
from model.ground import GROUND
from model.ground_chance import dealt
from model.trace import Trace
from properties.table import kernel_card
from specs.scenarios import ScenarioCard


def deal(card: ScenarioCard, mode: ModeCard, seats: int, seed: int, rulings: Rulings = STANDING) -> State:
    """The table as this seed lays it: two Solutions each, and the first Lead. Rules: GR-S01..GR-S04.

    Raises `ContractBroken` for a card that the modules in force cannot use.
    """
    return dealt(kernel_card(card), mode, seats, random.Random(f"{seed}/deal"), rulings)


@dataclass
class Session:
    """A game in progress. `viewer` is the only seat that is asked, and whose view is shown; None is everybody.

    `asked` are the turns in which the player has decided something: undo returns to the last of them. What chance and
    the other seats do in a turn depends on the seed and on the turn's number alone.
    """

    seed: int
    rulings: Rulings
    viewer: Seat | None
    states: list[State]
    choices: list[Choice] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The table as it lies now."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Has the game ended by rule? Rules: GR-R09."""
        return self.state.step is Step.OVER

    def take(self, choice: Choice) -> Turn:
        """Take the due turn; the session changes only once the kernel has taken it."""
        after = resolve.advance(self.state, choice, self.rulings)
        turn = turn_of(len(self.choices), self.state, choice, after, self.rulings, self.viewer)
        self.states.append(after)
        self.choices.append(choice)
        return turn

    def note_decision(self) -> None:
        """Remember that the player decides, in one part or several, in the due turn."""
        if self.asked[-1:] != [len(self.choices)]:
            self.asked.append(len(self.choices))

    def undo(self) -> bool:
        """Return to the last turn in which the player decided; False if there is none."""
        if not self.asked:
            return False
        turn = self.asked.pop()
        del self.choices[turn:], self.states[turn + 1 :]
        return True

    def trace(self) -> Trace[State, Choice, Rulings]:
        """The game so far."""
        return Trace(GROUND, self.rulings, tuple(self.states), tuple(self.choices))

    def turns(self) -> list[Turn]:
        """All turns so far in which something was decided or happened, as the viewer learned of them."""
        steps = zip(self.states, self.choices, self.states[1:], strict=False)
        turns = (turn_of(i, *step, self.rulings, self.viewer) for i, step in enumerate(steps))
        return [turn for turn in turns if not turn.is_idle]
