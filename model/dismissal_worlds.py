"""The worlds in which dismissal by several clients is exhausted, and how they begin."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.difficulty import Difficulty
from kernel.guild.dismissal import Desk, Row
from kernel.guild.rulings import LEGACY, STANDING, DismissalParent, Rulings, StaleDismissal
from kernel.guild.state import (
    NONE,
    Board,
    Draft,
    Item,
    Phase,
    Place,
    Promotion,
    Recruit,
    Result,
    State,
    Status,
    Totals,
    no_encounter,
)
from model.dismissal import DISMISSAL, QUIET_DISMISSAL, Choice, Session
from model.game import World

DismissalWorld = World[Session, Choice, Rulings]

#: More states than any of these worlds has.
CAP = 20_000


@dataclass(frozen=True)
class Member:
    """One who is in the Company or can be hired into it; `item` is -1 for an empty slot, Coin figures as hired."""

    hired: bool = True
    deployed: bool = True
    item: int = NONE
    paid: int = 0
    listed: int = 14
    survived: int = 0


#: Paid 32 Coin and survived three battles: worth eight Coin (AG-ECO-5.3-08).
VETERAN = Member(item=0, paid=32, listed=32, survived=3)
#: A provisional Recruit, which cost nothing (AG-ECO-7-03); in Reserve, with the other item.
PROVISIONAL = Member(deployed=False, item=1)
#: Somebody on the board, and the same once hired.
HIREABLE = Member(hired=False, deployed=False, paid=18, listed=18)
THIRD = Member(deployed=False, paid=18, listed=18)
PAIR, PAIR_AND_ONE, THREE = (VETERAN, PROVISIONAL), (VETERAN, PROVISIONAL, HIREABLE), (VETERAN, PROVISIONAL, THIRD)

#: What cannot occur where there are no battles and no promotions, and where nobody is for hire.
QUIET = frozenset({"ask for promotion", "end promotion", "commit battle", "lock outcome", "settle"})
NO_HIRE = frozenset({"hire"})


def company(members: tuple[Member, ...], coin: int) -> State:
    """An open Market with this Company and nothing on its board."""
    line = [slot for slot, member in enumerate(members) if member.deployed and member.hired]
    held = max((member.item for member in members), default=NONE) + 1
    return State(
        phase=Phase.MARKET,
        difficulty=Difficulty.STANDARD,
        contract=0,
        clears=(),
        renown=0,
        coin=coin,
        credit=0,
        cleared=0,
        markets=1,
        refreshes=0,
        recruits=tuple(
            Recruit(
                status=Status.LIVING if member.hired else Status.EMPTY,
                serial=slot + 1,
                list_price=member.listed,
                paid=member.paid,
                survived=member.survived,
                place=line.index(slot) if slot in line else NONE,
                item=member.item,
            )
            for slot, member in enumerate(members)
        ),
        items=(Item(Place.EQUIPPED),) * held,
        artifacts=(),
        board=Board((), (), ()),
        encounter=no_encounter(len(members)),
        cards=(),
        pending=Promotion(),
        draft=Draft(),
        totals=Totals(),
        is_recovery_due=False,
        hybrid_shown=False,
        serials=len(members),
        result=Result.NONE,
    )


def session(members: tuple[Member, ...], clients: int, tries: int, coin: int = 3) -> Session:
    """The beginning of a session: nothing confirmed, nothing shown."""
    return Session(Desk(company(members, coin), (Row(),) * (clients * tries)), (NONE,) * clients)


def world(
    name: str,
    about: str,
    start: Session,
    rulings: Rulings = LEGACY,
    silent: frozenset[str] = frozenset(),
    is_quiet: bool = False,
) -> DismissalWorld:
    """A world of this machine; a quiet one has neither battles nor promotions."""
    game = QUIET_DISMISSAL if is_quiet else DISMISSAL
    return World(name, about, game, (start,), rulings, CAP, silent | (QUIET if is_quiet else frozenset()))


WORLDS = {
    each.name: each
    for each in (
        world(
            "dismissal-two",
            "two clients, one Recruit in the line and one in Reserve",
            session(PAIR, clients=2, tries=1),
            silent=NO_HIRE,
            is_quiet=True,
        ),
        world(
            "dismissal-grown",
            "one client with two IDs, and a hire",
            session(PAIR_AND_ONE, clients=1, tries=2),
            is_quiet=True,
        ),
        world(
            "dismissal-three",
            "two clients and three living",
            session(THREE, clients=2, tries=1),
            silent=NO_HIRE,
            is_quiet=True,
        ),
        world(
            "dismissal-facts",
            "the same, where pending rows of others change nothing (F-140)",
            session(THREE, clients=2, tries=1),
            replace(LEGACY, dismissal_parent=DismissalParent.FACTS),
            silent=NO_HIRE,
            is_quiet=True,
        ),
        world(
            "dismissal-words",
            "one client and a hire, where a stale dismissal is rejected as the last one (F-141)",
            session(PAIR_AND_ONE, clients=1, tries=1),
            replace(LEGACY, stale_dismissal=StaleDismissal.FINAL_LIVE_RECRUIT),
            is_quiet=True,
        ),
        world(
            "dismissal-battle",
            "one client with two IDs, promotions, and battles down to nobody",
            session(PAIR, clients=1, tries=2),
            silent=NO_HIRE,
        ),
        world(
            "dismissal-growth",
            "continuous growth: one client, battles, promotions and a hire",
            session(PAIR_AND_ONE, clients=1, tries=1),
            STANDING,
        ),
    )
}
