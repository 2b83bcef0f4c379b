"""A game in progress: what chance and the other seats do in it, and the way back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.show import Turn, turn_of
from kernel.ground import resolve
from kernel.ground.problems import reshuffled
from kernel.ground.rulings import Rulings
from kernel.ground.setup import set_up
from kernel.ground.state import (
    CARDS_PER_SUIT,
    START_HAND,
    SUITS,
    Cards,
    Choice,
    Draw,
    ModeCard,
    Seat,
    Stage,
    State,
    Step,
    seat_of_turn,
)
from model.ground import GROUND
from model.trace import Trace
from properties.table import kernel_card
from specs.scenarios import ScenarioCard

# ---------------------------------------------------------------- chance


def deal(card: ScenarioCard, mode: ModeCard, seats: int, seed: int) -> State:
    """The table as this seed lays it: two Solutions each, and the first Lead. Rules: GR-S01..GR-S04."""
    rng = random.Random(f"{seed}/deal")
    deck = [suit for suit in SUITS for _ in range(CARDS_PER_SUIT)]
    rng.shuffle(deck)
    dealt = [deck[START_HAND * seat : START_HAND * (seat + 1)] for seat in range(seats)]
    hands: tuple[Cards, ...] = tuple(
        (hand.count(SUITS[0]), hand.count(SUITS[1]), hand.count(SUITS[2]), hand.count(SUITS[3])) for hand in dealt
    )
    return set_up(kernel_card(card), mode, hands, Seat(rng.randrange(seats)))


def drawn(state: State, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """The Solution that chance draws: every card of the deck is equally likely. Rules: GR-A01, GR-S04, U4."""
    deck = reshuffled(state, rulings).deck
    return rng.choices(options, [deck[c.suit.value] if isinstance(c, Draw) else 0 for c in options])[0]


def parts_of(state: State, choice: Choice) -> tuple[tuple[Seat | None, Choice], ...]:
    """Who decides which part of a choice, one after the other; None is chance.

    A draw is the seat's aim and then chance's card (F-001); an extra Attack the owner's aim and then the target's
    answer (F-014).
    """
    seat = seat_of_turn(state)
    match choice:
        case Draw():
            return ((seat, Draw(problem=choice.problem)), (None, choice))
        case Stage():
            return ((seat, Stage(choice.problem, choice.target)), (choice.target, choice))
        case _:
            return ((resolve.decider_of(state), choice),)


# ---------------------------------------------------------------- a game in progress


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
