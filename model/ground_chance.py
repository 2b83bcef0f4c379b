"""Who decides which part of a turn of GROUND, and what chance does: the deal, the first Lead, the drawn card.

Whoever plays games with chances, be it a person in a terminal or a simulation, plays them through here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from kernel.ground import resolve
from kernel.ground.problems import reshuffled
from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.setup import Scenario, set_up
from kernel.ground.state import (
    CARDS_PER_SUIT,
    NOBODY,
    START_HAND,
    SUITS,
    Cards,
    Choice,
    Draw,
    ModeCard,
    Seat,
    Stage,
    State,
    seat_of_turn,
)


def dealt(scenario: Scenario, mode: ModeCard, seats: int, rng: random.Random, rulings: Rulings = STANDING) -> State:
    """A table as chance lays it: two Solutions each from a shuffled deck, and any first Lead. Rules: GR-S01..GR-S04."""
    deck = [suit for suit in SUITS for _ in range(CARDS_PER_SUIT)]
    rng.shuffle(deck)
    piles = [deck[START_HAND * seat : START_HAND * (seat + 1)] for seat in range(seats)]
    hands: tuple[Cards, ...] = tuple(
        (pile.count(SUITS[0]), pile.count(SUITS[1]), pile.count(SUITS[2]), pile.count(SUITS[3])) for pile in piles
    )
    return set_up(scenario, mode, hands, Seat(rng.randrange(seats)), rulings)


def drawn(state: State, options: Sequence[Choice], rulings: Rulings, rng: random.Random) -> Choice:
    """What chance draws: every card of the deck is equally likely. Rules: GR-A01, GR-S04, U4."""
    if not all(isinstance(choice, Draw) for choice in options):
        return rng.choice(options)
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
            decider = resolve.decider_of(state)
            return ((None if decider == NOBODY else decider, choice),)


def decided(
    state: State,
    rulings: Rulings,
    ask: Callable[[Seat, tuple[Choice, ...]], Choice],
    rng: random.Random,
) -> Choice:
    """The choice for the due turn, put together from its parts; `ask` decides for a seat, and `rng` for chance.

    Nobody is asked where there is only one legal choice.
    """
    options = resolve.offered(state, rulings)
    if len(options) == 1:
        return options[0]
    for level in range(max(len(parts_of(state, choice)) for choice in options)):
        asked = {choice: parts_of(state, choice)[level] for choice in options}
        heads = tuple(dict.fromkeys(head for _, head in asked.values()))
        if len(heads) == 1:
            continue
        who = asked[options[0]][0]
        chosen = drawn(state, heads, rulings, rng) if who is None else ask(who, heads)
        options = tuple(choice for choice in options if asked[choice][1] == chosen)
    return options[0]
