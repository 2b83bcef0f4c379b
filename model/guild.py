"""Aetherbound Guild as a transition system: the kernel's steps, the kinds of choices, and menus for small worlds.

The environment's choices are endless (any board, any draft), so what is offered comes from a menu: the player's kinds
of choices with every argument there is, and of the environment's those that the menu lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from kernel.guild import step
from kernel.guild.boards import is_muster
from kernel.guild.choices import (
    Abandon,
    Begin,
    Buy,
    Cancel,
    Choice,
    Claim,
    Close,
    Commit,
    Decline,
    Deploy,
    Dismiss,
    Equip,
    Found,
    Hire,
    Lock,
    Materialize,
    OpenMarket,
    Pick,
    Proceed,
    Promote,
    Refresh,
    Resolve,
    Review,
    Sell,
    Settle,
    Skip,
    Unequip,
    Unlock,
)
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import Tier
from kernel.guild.refusals import Refusal, Refused
from kernel.guild.rulings import Rulings
from kernel.guild.state import CardKind, Path, Phase, Row, State
from model.game import Game

#: Kinds of choices whose label is their name alone.
PLAIN: dict[type, str] = {
    Materialize: "materialize",
    Pick: "pick",
    Found: "found",
    Begin: "begin",
    Refresh: "refresh",
    Buy: "buy",
    Sell: "sell",
    Unequip: "unequip",
    Promote: "promote",
    Cancel: "cancel",
    Dismiss: "dismiss",
    Decline: "decline",
    Proceed: "proceed",
    Skip: "skip",
    Abandon: "abandon",
    Close: "close",
}
LABELS = frozenset(
    {*PLAIN.values(), "open Market", "open Muster", "hire", "hire advanced", "hire with Credit", "equip", "swap"}
    | {"deploy", "to Reserve", "review", "review hybrid", "commit", "commit boss"}
    | {f"{word} {row.value}" for word in ("lock", "unlock") for row in Row}
    | {f"resolve {outcome.value}" for outcome in Outcome}
    | {f"settle {outcome.value}" for outcome in Outcome}
    | {f"claim {kind.name}" for kind in CardKind if kind is not CardKind.NONE}
)


def label(state: State, choice: Choice) -> str:
    """What kind of step this is, for coverage."""
    match choice:
        case OpenMarket():
            return "open Muster" if is_muster(state) else "open Market"
        case Hire():
            if choice.use_credit and state.credit > 0:
                return "hire with Credit"
            return "hire" if state.board.recruits[choice.offer].tier is Tier.BASE else "hire advanced"
        case Equip():
            return "equip" if state.recruits[choice.recruit].item < 0 else "swap"
        case Deploy():
            return "deploy" if choice.place >= 0 else "to Reserve"
        case Lock() | Unlock():
            return f"{type(choice).__name__.lower()} {choice.row.value}"
        case Review():
            return "review hybrid" if choice.path is Path.HYBRID else "review"
        case Commit():
            return "commit boss" if is_muster(state) else "commit"
        case Resolve():
            return f"resolve {choice.outcome.value}"
        case Settle():
            return f"settle {state.encounter.outcome.value}"
        case Claim():
            return f"claim {state.cards[choice.card].kind.name}"
        case _:
            return PLAIN[type(choice)]


# ---------------------------------------------------------------- menus


def always(state: State, choice: Choice) -> bool:
    """A menu without a bound."""
    return True


@dataclass(frozen=True)
class Menu:
    """What a small world offers: the kinds of the player's choices, and the environment's choices one by one.

    `within` bounds the world: what it says no to is not offered.
    """

    kinds: frozenset[type]
    generated: tuple[Choice, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    difficulties: tuple[Difficulty, ...] = (Difficulty.STANDARD,)
    most_down: int = 9
    within: Callable[[State, Choice], bool] = always

    def candidates(self, state: State) -> Iterator[Choice]:
        """Every choice that could be legal, in a fixed order."""
        yield from self.generated
        for kind in PARAMETERS:
            if kind in self.kinds:
                yield from PARAMETERS[kind](state)
        if self.outcomes and state.phase is Phase.RESOLVING:
            yield from self.resolutions(state)
        if Begin in self.kinds:
            for contract, difficulty in product(range(len(state.clears)), self.difficulties):
                yield Begin(contract, difficulty)

    def resolutions(self, state: State) -> Iterator[Resolve]:
        """Every way in which the committed battle could end, up to so many at zero HP; the lowest slot fell first."""
        slots = range(len(state.recruits))
        sides = [(False, True) if state.encounter.lineup[i] >= 0 else (False,) for i in slots]
        for outcome, down in product(self.outcomes, product(*sides)):
            if sum(down) <= self.most_down:
                yield Resolve(outcome, down, down.index(True) if any(down) else -1)

    def offered(self, state: State, rulings: Rulings) -> tuple[Choice, ...]:
        """What the menu lists and the kernel accepts."""
        return tuple(
            choice
            for choice in self.candidates(state)
            if step.due_phase(choice, state)
            and self.within(state, choice)
            and step.refusal_of(state, choice, rulings) is Refusal.NONE
        )


def _picks(state: State) -> Iterator[Choice]:
    for picks in product((False, True), repeat=len(state.draft.offers)):
        yield Pick(picks)


def _equips(state: State) -> Iterator[Choice]:
    for recruit, item in product(range(len(state.recruits)), range(len(state.items))):
        yield Equip(recruit, item)


def _deploys(state: State) -> Iterator[Choice]:
    for recruit, place in product(range(len(state.recruits)), range(-1, len(state.recruits))):
        if place != state.recruits[recruit].place:
            yield Deploy(recruit, place)


def _reviews(state: State) -> Iterator[Choice]:
    for recruit, path in product(range(len(state.recruits)), Path):
        yield Review(recruit, path)


def _claims(state: State) -> Iterator[Choice]:
    for card, shown in enumerate(state.cards):
        if shown.kind is CardKind.ARTIFACT:
            for artifact, slot in product(range(3), range(len(state.artifacts))):
                yield Claim(card, artifact, slot)
        else:
            yield Claim(card)


def _marks(kind: type[Lock] | type[Unlock]) -> Callable[[State], Iterator[Choice]]:
    def list_marks(state: State) -> Iterator[Choice]:
        board = state.board
        rows = ((Row.RECRUIT, board.recruits), (Row.EQUIPMENT, board.equipment), (Row.BATTLE, board.battles))
        for row, offers in rows:
            for offer in range(len(offers)):
                yield kind(row, offer)

    return list_marks


def _over(count: Callable[[State], int], kind: Callable[[int], Choice]) -> Callable[[State], Iterator[Choice]]:
    return lambda state: (kind(i) for i in range(count(state)))


def _hires(state: State) -> Iterator[Choice]:
    for offer in range(len(state.board.recruits)):
        yield Hire(offer, False)
        if state.credit > 0:
            yield Hire(offer, True)


#: How the player's kinds of choices are listed.
PARAMETERS: dict[type, Callable[[State], Iterator[Choice]]] = {
    Pick: _picks,
    Hire: _hires,
    Buy: _over(lambda state: len(state.board.equipment), Buy),
    Sell: _over(lambda state: len(state.items), Sell),
    Equip: _equips,
    Unequip: _over(lambda state: len(state.recruits), Unequip),
    Deploy: _deploys,
    Lock: _marks(Lock),
    Unlock: _marks(Unlock),
    Review: _reviews,
    Dismiss: _over(lambda state: len(state.recruits), Dismiss),
    Commit: _over(lambda state: len(state.board.battles), Commit),
    Claim: _claims,
    **{
        kind: (lambda made: lambda state: iter((made,)))(kind())
        for kind in (Found, Promote, Cancel, Decline, Proceed, Skip, Abandon, Close)
    },
}

PLAYER = frozenset({*PARAMETERS, Begin})
NOTHING_GENERATED = Menu(PLAYER)

GUILD: Game[State, Choice, Rulings] = Game(
    name="guild",
    state_type=State,
    choice_type=Choice,
    rulings_type=Rulings,
    offered=NOTHING_GENERATED.offered,
    play=step.play,
    advance=step.advance,
    refused=Refused,
    label=label,
    labels=LABELS,
    is_over=lambda state: False,
)


def with_menu(menu: Menu) -> Game[State, Choice, Rulings]:
    """The game with what a menu offers."""
    return replace(GUILD, offered=menu.offered)


def kinds(*listed: Any) -> frozenset[type]:
    """Kinds of choices."""
    return frozenset(listed)
