"""Dismissal by several clients: reviews, confirms, retries and crashes around the kernel's own dismissal functions.

What else happens to the Company (a hire, a promotion, a battle with its dead, the end of the Contract) is the least
that matters here, each of it a commit of its own. Client `c` has the operation IDs, the rows, from `c * tries` on. A
program that is down keeps its rows and forgets what its clients were looking at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernel.guild.dismissal import (
    Desk,
    RowStatus,
    another_commit,
    confirm,
    confirm_refusal,
    finish,
    is_pending,
    lookup,
)
from kernel.guild.economy import credit_after, credit_grant
from kernel.guild.edition import Edition
from kernel.guild.formation import without
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import Rulings
from kernel.guild.state import (
    NONE,
    Phase,
    Place,
    Promotion,
    State,
    Status,
    is_living,
    no_encounter,
    put_at,
    with_recruit,
)
from model.game import Game


@dataclass(frozen=True)
class Session:
    """A desk, the Recruit whose review each client shows (-1: none), and whether the program is running."""

    desk: Desk
    views: tuple[int, ...]
    up: bool = True


@dataclass(frozen=True)
class Preview:
    """A client asks for the review of a Recruit; one that is refused shows nothing."""

    client: int = 0
    recruit: int = 0


@dataclass(frozen=True)
class Confirm:
    """A client confirms under an operation ID: anew, from a stale review, made up, or once more."""

    operation: int = 0
    recruit: int = 0


@dataclass(frozen=True)
class Finish:
    """A pending dismissal is taken up, in its turn or after an interruption."""

    operation: int = 0


@dataclass(frozen=True)
class Crash:
    """The program stops, at any moment between two commits."""


@dataclass(frozen=True)
class Recover:
    """The program starts again."""


@dataclass(frozen=True)
class Join:
    """A Recruit is hired."""

    recruit: int = 0


@dataclass(frozen=True)
class Ask:
    """A promotion of this Recruit becomes pending."""

    recruit: int = 0


@dataclass(frozen=True)
class Answer:
    """The pending promotion is over."""


@dataclass(frozen=True)
class March:
    """A battle is committed."""


@dataclass(frozen=True)
class End:
    """The outcome is locked; who lies at zero HP, one entry a slot."""

    down: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Settle:
    """The outcome is applied."""


@dataclass(frozen=True)
class Leave:
    """The Contract is abandoned."""


Choice = Preview | Confirm | Finish | Crash | Recover | Join | Ask | Answer | March | End | Settle | Leave


class NotOffered(Exception):
    """A choice that this machine does not allow in this state."""


# ---------------------------------------------------------------- the rest of the game, in short


def tries_of(session: Session) -> int:
    """How many operation IDs a client has."""
    return len(session.desk.rows) // len(session.views)


def client_of(session: Session, operation: int) -> int:
    """To which client an operation ID belongs."""
    return operation // tries_of(session)


def is_next(session: Session, operation: int) -> bool:
    """Is this the first of its client's IDs that is not used yet?"""
    first = client_of(session, operation) * tries_of(session)
    return all(
        (row.status is RowStatus.NEW) == (place >= operation)
        for place, row in enumerate(session.desk.rows)
        if first <= place <= operation
    )


def in_line(state: State, recruit: int) -> bool:
    """Is this a living Recruit of the line?"""
    return is_living(state.recruits[recruit]) and state.recruits[recruit].place != NONE


def march(state: State) -> State:
    """A battle is committed with the line as it stands."""
    lineup = tuple(each.place if is_living(each) else NONE for each in state.recruits)
    items = tuple(each.item if is_living(each) else NONE for each in state.recruits)
    encounter = replace(no_encounter(len(lineup)), offer=0, lineup=lineup, items=items)
    return replace(state, phase=Phase.COMMITTED, encounter=encounter)


def lock(state: State, down: tuple[bool, ...]) -> State:
    """The outcome is known: who is at zero HP is knocked out until it is settled."""
    recruits = tuple(
        replace(each, status=Status.KNOCKED_OUT) if is_down else each
        for each, is_down in zip(state.recruits, down, strict=True)
    )
    return replace(state, phase=Phase.OUTCOME, recruits=recruits)


def bury(state: State, recruit: int) -> State:
    """FG4: the Recruit is gone, its item back, its Credit granted. Rules: AG-SAV-9.1-04."""
    fallen = state.recruits[recruit]
    state = replace(
        state,
        credit=credit_after(state.credit, credit_grant(fallen.list_price, fallen.paid)),
        items=tuple(replace(i, at=Place.INVENTORY) if k == fallen.item else i for k, i in enumerate(state.items)),
        recruits=without(state.recruits, recruit),
        totals=replace(state.totals, fallen=state.totals.fallen + 1),
        is_recovery_due=True,
    )
    return with_recruit(state, recruit, status=Status.FALLEN, item=NONE)


def settle(state: State, rulings: Rulings) -> State:
    """Apply the outcome: FG4 buries, continuous growth wakes everybody up. Rules: AG-OVR-04, AG-SYS-18.1-05."""
    for slot in range(len(state.recruits)):
        if state.recruits[slot].status is Status.KNOCKED_OUT:
            if rulings.edition is Edition.FG4:
                state = bury(state, slot)
            else:
                state = with_recruit(state, slot, status=Status.LIVING)
    return replace(state, phase=Phase.MARKET, encounter=no_encounter(len(state.recruits)))


def leave(state: State, rulings: Rulings) -> State:
    """The Contract ends without a rebate; FG4 clears Coin and Credit. Rules: AG-SAV-9.2-06, AG-SAV-12-06."""
    if rulings.edition is Edition.FG4:
        state = replace(state, coin=0, credit=0, is_recovery_due=False)
    return replace(state, phase=Phase.GUILD)


# ---------------------------------------------------------------- steps


def is_legal(session: Session, choice: Choice, rulings: Rulings) -> bool:
    """May this happen now?"""
    desk, state = session.desk, session.desk.state
    if isinstance(choice, Recover):
        return not session.up
    if not session.up:
        return False
    is_free = state.phase is Phase.MARKET and state.pending.recruit == NONE
    match choice:
        case Preview():
            return 0 <= choice.client < len(session.views) and 0 <= choice.recruit < len(state.recruits)
        case Confirm():
            if not (0 <= choice.operation < len(desk.rows) and 0 <= choice.recruit < len(state.recruits)):
                return False
            if desk.rows[choice.operation].status is RowStatus.NEW:
                return is_next(session, choice.operation)
            return lookup(desk, choice.operation, choice.recruit) is Refusal.NONE
        case Finish():
            return 0 <= choice.operation < len(desk.rows) and is_pending(desk.rows[choice.operation])
        case Join():
            if not 0 <= choice.recruit < len(state.recruits):
                return False
            return state.phase is Phase.MARKET and state.recruits[choice.recruit].status is Status.EMPTY
        case Ask():
            return is_free and 0 <= choice.recruit < len(state.recruits) and is_living(state.recruits[choice.recruit])
        case Answer():
            return state.pending.recruit != NONE
        case March():
            return is_free and any(in_line(state, slot) for slot in range(len(state.recruits)))
        case End():
            if state.phase is not Phase.COMMITTED or len(choice.down) != len(state.recruits):
                return False
            return all(in_line(state, slot) for slot, is_down in enumerate(choice.down) if is_down)
        case Settle():
            return state.phase is Phase.OUTCOME
        case Leave():
            return is_free
    return True


def committed(session: Session, state: State) -> Session:
    """The session after another commit of the game."""
    return replace(session, desk=Desk(state, another_commit(session.desk.rows)))


def play(session: Session, choice: Choice, rulings: Rulings) -> Session:
    """What a legal choice makes of a session."""
    desk, state = session.desk, session.desk.state
    match choice:
        case Preview():
            if confirm_refusal(desk, NONE, choice.recruit, rulings) is not Refusal.NONE:
                return session
            return replace(session, views=put_at(session.views, choice.client, choice.recruit))
        case Confirm():
            if desk.rows[choice.operation].status is not RowStatus.NEW:
                return session
            views = put_at(session.views, client_of(session, choice.operation), NONE)
            return replace(session, desk=confirm(desk, choice.operation, choice.recruit, rulings), views=views)
        case Finish():
            return replace(session, desk=finish(desk, choice.operation, rulings))
        case Crash():
            return replace(session, up=False, views=tuple(NONE for _ in session.views))
        case Recover():
            return replace(session, up=True)
        case Join():
            return committed(session, with_recruit(state, choice.recruit, status=Status.LIVING))
        case Ask():
            return committed(session, replace(state, pending=Promotion(choice.recruit)))
        case Answer():
            return committed(session, replace(state, pending=Promotion()))
        case March():
            return committed(session, march(state))
        case End():
            return committed(session, lock(state, choice.down))
        case Settle():
            return committed(session, settle(state, rulings))
    return committed(session, leave(state, rulings))


def advance(session: Session, choice: Choice, rulings: Rulings) -> Session:
    """Take a choice, or raise NotOffered."""
    if not is_legal(session, choice, rulings):
        raise NotOffered(choice)
    return play(session, choice, rulings)


def sets_of(slots: int) -> tuple[tuple[bool, ...], ...]:
    """All ways to pick some of so many slots."""
    return tuple(tuple(bool(number >> slot & 1) for slot in range(slots)) for number in range(2**slots))


def offered(session: Session, rulings: Rulings) -> tuple[Choice, ...]:
    """Everything that can happen now."""
    slots = range(len(session.desk.state.recruits))
    rows, clients = range(len(session.desk.rows)), range(len(session.views))
    every: list[Choice] = [Preview(client, slot) for client in clients for slot in slots]
    every += [Confirm(row, slot) for row in rows for slot in slots]
    every += [Finish(row) for row in rows]
    every += [Crash(), Recover(), Answer(), March(), Settle(), Leave()]
    every += [kind(slot) for slot in slots for kind in (Join, Ask)]
    every += [End(down) for down in sets_of(len(slots))]
    return tuple(choice for choice in every if is_legal(session, choice, rulings))


def label(session: Session, choice: Choice) -> str:
    """What kind of step this is; what becomes of a confirm or a pending row apart."""
    if isinstance(choice, Confirm):
        return "confirm" if session.desk.rows[choice.operation].status is RowStatus.NEW else "retry"
    return LABELS[type(choice)]


LABELS: dict[type[Choice], str] = {
    Preview: "preview",
    Finish: "finish",
    Crash: "crash",
    Recover: "recover",
    Join: "hire",
    Ask: "ask for promotion",
    Answer: "end promotion",
    March: "commit battle",
    End: "lock outcome",
    Settle: "settle",
    Leave: "abandon",
}

DISMISSAL: Game[Session, Choice, Rulings] = Game(
    name="dismissal",
    state_type=Session,
    choice_type=Choice,
    rulings_type=Rulings,
    offered=offered,
    play=play,
    advance=advance,
    refused=NotOffered,
    label=label,
    labels=frozenset({*LABELS.values(), "confirm", "retry"}),
    is_over=lambda session: False,
)


def offered_quietly(session: Session, rulings: Rulings) -> tuple[Choice, ...]:
    """What can happen where nobody fights and nobody is promoted."""
    loud = (Ask, Answer, March, End, Settle)
    return tuple(choice for choice in offered(session, rulings) if not isinstance(choice, loud))


QUIET_DISMISSAL = replace(DISMISSAL, offered=offered_quietly)
