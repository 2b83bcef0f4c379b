"""What keeps a small world of the guild small: which of the choices that a menu lists are offered there."""

from __future__ import annotations

from collections.abc import Callable

from kernel.guild import economy
from kernel.guild.choices import Begin, Choice, Claim, Commit, Deploy, Hire, Lock, OpenMarket, Refresh, Resolve, Unlock
from kernel.guild.difficulty import Outcome
from kernel.guild.state import Row, State


def until(markets: int, cleared: int = 99, refreshes: int = 0) -> Callable[[State, Choice], bool]:
    """A bound: no Market after so many, no more refreshes than that."""

    def within(state: State, choice: Choice) -> bool:
        if isinstance(choice, OpenMarket):
            return state.markets < markets and state.cleared <= cleared
        return not isinstance(choice, Refresh) or state.refreshes < refreshes

    return within


def one_battle(bound: Callable[[State, Choice], bool]) -> Callable[[State, Choice], bool]:
    """The bound, with only the first battle offer committed, locked or unlocked."""

    def within(state: State, choice: Choice) -> bool:
        if isinstance(choice, Commit) or (isinstance(choice, Lock | Unlock) and choice.row is Row.BATTLE):
            return choice.offer == 0 and bound(state, choice)
        return bound(state, choice)

    return within


def recruit_locks(bound: Callable[[State, Choice], bool]) -> Callable[[State, Choice], bool]:
    """The bound, with only the first battle offer committed, and only Recruit offers locked."""

    def within(state: State, choice: Choice) -> bool:
        return (not isinstance(choice, Lock) or choice.row is Row.RECRUIT) and one_battle(bound)(state, choice)

    return within


def recovering(markets: int) -> Callable[[State, Choice], bool]:
    """So many Markets, the first offers alone for hire and battle, moves only out of Reserve, Contracts upwards."""
    bound = one_battle(until(markets))

    def within(state: State, choice: Choice) -> bool:
        match choice:
            case Deploy():
                return state.recruits[choice.recruit].place < 0 and choice.place == 0
            case Resolve() if state.cleared == economy.ROUNDS - 1:
                return sum(choice.casualties) == (choice.outcome is Outcome.VICTORY)
            case Resolve() if state.markets + state.contract > 0:
                return choice.outcome in (Outcome.VICTORY, Outcome.DEFEAT) and sum(choice.casualties) != 1
            case OpenMarket() if state.contract > 0:
                return state.markets == 0
            case Hire():
                return choice.offer in (0, 2) and state.board.recruits[choice.offer].protected
            case Begin():
                return choice.contract > state.contract
            case Claim():
                return state.contract == 0 and state.markets == 1
            case _:
                return bound(state, choice)

    return within


def recovering_boss(state: State, choice: Choice) -> bool:
    """One Market more than a clear needs, one refresh, and one Contract."""
    if isinstance(choice, OpenMarket) and state.contract > 0:
        return False
    if isinstance(choice, Lock) and choice != Lock(Row.EQUIPMENT, 0):
        return False
    return recovering(economy.ROUNDS + 2)(state, choice) or (
        isinstance(choice, Refresh) and state.refreshes == 0 and state.markets == economy.ROUNDS
    )
