"""The small worlds in which GROUND is explored to the end.

Those that have a TLA+ twin start exactly as `specs/tla/ground/manifest.toml` says.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.ground.rulings import COMBINATIONS, STANDING, Rulings
from kernel.ground.state import (
    NO_CARDS,
    NOBODY,
    Choice,
    Freedom,
    Marker,
    ModeCard,
    ProblemIndex,
    Relation,
    Seat,
    State,
    Step,
    StressScope,
    Suit,
    Token,
    with_player,
    with_problem,
)
from model.game import World
from model.ground import GROUND, problem, table

GroundWorld = World[State, Choice, Rulings]

OFF, DENY, ATTACK, REVERSE = Marker.OFF, Marker.DENY, Marker.ATTACK, Marker.REVERSE
_, DECK, SCOPED, BOTH = COMBINATIONS
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
LEVEL = table(
    stress=(1, 1),
    problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.CLARIFY, 2, 0)),
    hands=(ONE_CLARIFY, ONE_CLARIFY),
    deck=NO_CARDS,
    first_round=5,
    threshold=4,
    mode=ModeCard.COMMON_PROBLEM,
)
#: The last End of a game with the pressure deck in which every starter has been claimed, and in which none has.
STARTERS, CLOSED = (
    replace(
        table(
            stress=(2, 2),
            problems=(
                replace(problem(Suit.CLARIFY, 2, 0), claimed_by=owner),
                replace(problem(Suit.REPAIR, 2, 1), face_up=True, claimed_by=owner),
                replace(problem(Suit.BOUNDARY, 2, 2), in_play=False),
            ),
            hands=(NO_CARDS, NO_CARDS),
            deck=NO_CARDS,
            first_round=5,
            threshold=5,
        ),
        step=Step.END,
    )
    for owner in (Seat(0), NOBODY)
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


def without_freedom(state: State) -> State:
    """The same with every Freedom token SPENT."""
    return replace(state, players=tuple(replace(player, freedom=Freedom.SPENT) for player in state.players))


#: Three seats in a chain of Bonds at Stress 4 without Freedom: a Problem of each scope presses on them.
PRESSED = without_freedom(
    table(
        stress=(4, 4, 4),
        problems=(
            problem(Suit.CLARIFY, 2, 0, scope=StressScope.GLOBAL),
            problem(Suit.REPAIR, 2, 1, scope=StressScope.PERSONAL, owner=1),
            problem(Suit.CHANGE, 3, 2, scope=StressScope.BOND, owner=0),
        ),
        hands=(NO_CARDS,) * 3,
        deck=NO_CARDS,
        relations=((0, 1, Relation.BOND), (1, 2, Relation.BOND)),
        first_round=5,
    )
)
#: Two calm seats; the one that does not own the bond Problem holds its suit.
RELIEVED = table(
    stress=(1, 4),
    problems=(
        problem(Suit.CLARIFY, 2, 0, scope=StressScope.BOND, owner=1),
        problem(Suit.REPAIR, 2, 1, scope=StressScope.GLOBAL),
        problem(Suit.REPAIR, 2, 2, scope=StressScope.PERSONAL, owner=0),
    ),
    hands=(ONE_CLARIFY, NO_CARDS),
    deck=NO_CARDS,
    relations=((0, 1, Relation.BOND),),
    first_round=5,
    threshold=2,
)
#: Two seats, a starter and a drawn card open, one starter claimed, two cards in the Pressure deck.
DRAWING = table(
    stress=(1, 1),
    problems=(
        problem(Suit.CLARIFY, 2, 0, scope=StressScope.PERSONAL),
        replace(problem(Suit.REPAIR, 2, 1, scope=StressScope.GLOBAL), face_up=True, claimed_by=Seat(1)),
        replace(problem(Suit.CLARIFY, 3, 2, scope=StressScope.GLOBAL), face_up=True, drawn=True),
        problem(Suit.CHANGE, 3, 3, scope=StressScope.BOND, in_play=False),
        problem(Suit.CHANGE, 3, 4, scope=StressScope.GLOBAL, in_play=False),
    ),
    hands=(ONE_CLARIFY, ONE_CLARIFY),
    deck=NO_CARDS,
    first_round=5,
    threshold=5,
    lead=1,
)


def world(
    name: str,
    about: str,
    starts: tuple[State, ...],
    cap: int,
    silent: frozenset[str],
    is_covered: bool = True,
    rulings: Rulings = STANDING,
) -> GroundWorld:
    """A world, under the standing rulings or others; `about` says why the silent kinds of choice cannot occur in it."""
    return World(name, about, GROUND, starts, rulings, cap, silent, is_covered)


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
            "level",
            "2 calm seats, the last round of COMMON PROBLEM, a Problem in reach of each: a tie that Bonds cannot break",
            (LEVEL,),
            10_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
            is_covered=False,
        ),
        *(
            world(name, about, (start,), 10, frozenset(), is_covered=False, rulings=COMBINATIONS[1])
            for name, about, start in (
                ("starters", "2 seats with the pressure deck, the last End, every starter claimed", STARTERS),
                ("closed", "2 seats with the pressure deck, the last End, both starters unclaimed", CLOSED),
            )
        ),
        world(
            "coalitions",
            "3 calm seats, the last round of BONDED COALITIONS, one Problem in reach, thresholds met and missed",
            COALITIONS,
            100_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
        ),
        world(
            "pressed",
            "3 seats in a chain of Bonds, Stress 4, no Freedom, the last round with scoped stress: one Problem a scope",
            (PRESSED,),
            100_000,
            NO_DARVO
            | {"accept or flip", "decline or break", "draw", "no draw", "select INVESTIGATE", "select SOLVE"}
            | {"select SUPPORT", "select with Freedom", "solve"},
            rulings=SCOPED,
        ),
        world(
            "relieved",
            "2 bonded seats, the last round with scoped stress: one can solve what presses on both",
            (RELIEVED,),
            10_000,
            NO_DARVO | {"draw"},
            rulings=SCOPED,
        ),
        world(
            "drawing",
            "2 calm seats, the last round with the Pressure deck: at the cap unless one of two open Problems is solved",
            (DRAWING,),
            10_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
            rulings=DECK,
        ),
        world(
            "influx",
            "the same with scoped stress as well, the open starter belonging to seat 1",
            (with_problem(DRAWING, ProblemIndex(0), owner=Seat(1)),),
            10_000,
            NO_DARVO | ONE_ROUND | {"draw", "select with Freedom"},
            rulings=BOTH,
        ),
    )
}
