"""The small worlds in which GROUND is explored to the end.

Those that have a TLA+ twin start exactly as `specs/tla/ground/manifest.toml` says.
"""

from __future__ import annotations

from kernel.ground.rulings import STANDING, Rulings
from kernel.ground.state import NO_CARDS, Choice, Marker, ModeCard, Relation, Seat, State, Suit, Token, with_player
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
BEYOND = with_player(
    table(
        stress=(5, 2),
        problems=(),
        hands=(NO_CARDS, NO_CARDS),
        deck=NO_CARDS,
        markers=(DENY, OFF),
        first_round=6,
        rounds=7,
    ),
    Seat(0),
    token=Token.BLAME,
    token_at=Seat(1),
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


def world(
    name: str, about: str, starts: tuple[State, ...], cap: int, silent: frozenset[str], is_covered: bool = True
) -> GroundWorld:
    """A world under the standing rulings; `about` says why the silent kinds of choice cannot occur in it."""
    return World(name, about, GROUND, starts, STANDING, cap, silent, is_covered)


NO_REVERSE = frozenset({"darvo REVERSE", "ground ND REJECT", "ground ND UNBLAME"})
NO_RESTORE = frozenset({"ground OU RESTORE"})
NO_DARVO = NO_REVERSE | NO_RESTORE | {"darvo DENY", "darvo DENY idle", "darvo ATTACK"}
NO_PROBLEMS = frozenset({"select SOLVE", "solve", "ground OU PROTECT", "ground OU RESTORE", "darvo DENY"})
ONE_ROUND = frozenset({"ground ND BREAK"})

WORLDS: dict[str, GroundWorld] = {
    each.name: each
    for each in (
        world(
            "small",
            "2 seats, 2 rounds from a calm start: every Action, the race for a Problem; too short for a second stage",
            (SMALL,),
            100_000,
            NO_REVERSE | NO_RESTORE | {"darvo ATTACK"},
        ),
        world(
            "gate",
            "2 seats at Stress 4, 2 rounds: the stress gate, Freedom, triggers; too short for a second stage",
            (GATE,),
            100_000,
            NO_REVERSE | NO_RESTORE | {"darvo ATTACK"},
        ),
        world(
            "mid",
            "2 seats, rounds 3 to 5, a sequence due at DENY: all three stages; a Blame comes too late to be named",
            (MID,),
            500_000,
            frozenset({"ground ND UNBLAME"}),
        ),
        world(
            "late",
            "2 seats, rounds 3 to 5, a sequence due at ATTACK: a Blame can be named; no Problems, so DENY finds none",
            (LATE,),
            500_000,
            NO_PROBLEMS,
        ),
        world(
            "three",
            "3 seats, 1 round, two sequences at DENY and ATTACK; no relation and no Denied Problem at its Reveal",
            (THREE,),
            200_000,
            NO_REVERSE | NO_RESTORE | ONE_ROUND,
        ),
        world(
            "four",
            "4 calm seats, 1 round, no Problems and no cards: the fewest seats at which relation slots run out",
            (FOUR,),
            700_000,
            NO_DARVO | NO_PROBLEMS | ONE_ROUND | {"draw", "select with Freedom"},
        ),
        world(
            "answered",
            "2 bonded seats, the last round, a REVERSE due: rejected, cancelled or carried out",
            (ANSWERED,),
            10_000,
            frozenset({"darvo DENY", "darvo DENY idle", "darvo ATTACK", "draw", "ground ND UNBLAME"}) | NO_RESTORE,
        ),
        world(
            "beyond",
            "2 seats, rounds 6 and 7 of a game longer than printed: a second sequence while a Blame lies out",
            (BEYOND,),
            200_000,
            NO_PROBLEMS | {"draw", "ground ND REJECT", "darvo REVERSE"},
            is_covered=False,
        ),
        world(
            "edge",
            "2 calm seats, the last round of COMMON PROBLEM, one Problem in reach, thresholds met and missed",
            EDGE,
            10_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
        ),
        world(
            "coalitions",
            "3 calm seats, the last round of BONDED COALITIONS, one Problem in reach, thresholds met and missed",
            COALITIONS,
            100_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
        ),
    )
}
