"""The small worlds in which GROUND is explored to the end. Those with a TLA+ twin start exactly as `specs/tla/ground` says."""

from __future__ import annotations

from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import NO_CARDS, Choice, Marker, ModeCard, Relation, State, Suit
from model.game import World
from model.ground import GROUND, problem, table

GroundWorld = World[State, Choice, Rulings]

OFF, DENY, ATTACK, REVERSE = Marker.OFF, Marker.DENY, Marker.ATTACK, Marker.REVERSE
ONE_CLARIFY, ONE_REPAIR, ONE_BOUNDARY, ONE_CHANGE = (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)

SMALL = table(
    stress=(2, 3),
    problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.REPAIR, 3, 1)),
    hands=(ONE_CLARIFY, ONE_CLARIFY),
    deck=ONE_REPAIR,
    rounds=2,
    threshold=5,
)
MID = table(
    stress=(5, 2),
    problems=(problem(Suit.BOUNDARY, 3, 0),),
    hands=(NO_CARDS, ONE_BOUNDARY),
    deck=NO_CARDS,
    markers=(DENY, OFF),
    first_round=3,
)
THREE = table(
    stress=(3, 5, 2),
    problems=(problem(Suit.CHANGE, 4, 0),),
    hands=(ONE_CHANGE, ONE_CHANGE, ONE_CHANGE),
    deck=ONE_REPAIR,
    markers=(OFF, DENY, ATTACK),
    lead=2,
    first_round=3,
    rounds=3,
)
LATE = table(
    stress=(4, 3), problems=(), hands=(NO_CARDS, NO_CARDS), deck=ONE_CHANGE, markers=(ATTACK, OFF), first_round=3
)
FOUR = table(stress=(2, 2, 2, 2), problems=(), hands=(NO_CARDS,) * 4, deck=NO_CARDS, first_round=5)
GATE = table(
    stress=(4, 4),
    problems=(problem(Suit.CLARIFY, 2, 0),),
    hands=(ONE_CLARIFY, ONE_CLARIFY),
    deck=ONE_CLARIFY,
    rounds=2,
)
ANSWERED = table(
    stress=(4, 3),
    problems=(problem(Suit.CLARIFY, 2, 0),),
    hands=(NO_CARDS, ONE_CLARIFY),
    deck=NO_CARDS,
    markers=(REVERSE, OFF),
    focus=(1, -1),
    relations=((0, 1, Relation.BOND),),
    first_round=5,
    threshold=2,
)
EDGE = tuple(
    table(
        stress=(1, 1),
        problems=(problem(Suit.CLARIFY, 2, 0),),
        hands=(ONE_CLARIFY, ONE_CLARIFY),
        deck=NO_CARDS,
        first_round=5,
        threshold=threshold,
        mode=ModeCard.COMMON_PROBLEM,
    )
    for threshold in (2, 3)
)
COALITIONS = tuple(
    table(
        stress=(1, 1, 1),
        problems=(problem(Suit.CLARIFY, 2, 0),),
        hands=(ONE_CLARIFY, NO_CARDS, NO_CARDS),
        deck=NO_CARDS,
        first_round=5,
        threshold=threshold,
        mode=ModeCard.BONDED_COALITIONS,
    )
    for threshold in (2, 3)
)
