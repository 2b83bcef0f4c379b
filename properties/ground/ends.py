"""Claims about the finished game: GR-E, and the points that the table offers."""

from __future__ import annotations

from kernel.ground import scoring
from kernel.ground.rulings import Rulings
from kernel.ground.state import ModeCard, Relation, Seat, State, Step, Token
from kernel.ground.tokens import blames_held_by
from model.game import Scope
from properties.claim import Predicate, claim
from properties.ground.reading import relation, seats


def is_over(mode: ModeCard | None) -> Predicate:
    """Premise: the game is over, played under this Mode card (any if None)."""

    def premise(state: State, rulings: Rulings) -> bool:
        return state.step is Step.OVER and mode in (None, state.mode)

    return premise


def claimed(state: State, seat: int) -> int:
    """The printed values a seat has claimed, drawn cards aside."""
    return sum(0 if p.drawn else p.value for p in state.problems if p.claimed_by == seat)


def blames(state: State, seat: int) -> int:
    """The Blame tokens in front of a seat."""
    return [p.token_at for p in state.players if p.token is Token.BLAME].count(seat)  # type: ignore[arg-type]


def bonds(state: State, seat: int) -> int:
    """The Bonds of a seat."""
    return list(state.relations[seat]).count(Relation.BOND)


def networks(state: State) -> list[set[int]]:
    """For each seat the seats of its Bond network: whoever can be reached from it over Bonds."""
    near = [
        [one == other or relation(state, one, other) is Relation.BOND for other in seats(state)] for one in seats(state)
    ]
    for via in seats(state):
        near = [[row[other] or (row[via] and near[via][other]) for other in seats(state)] for row in near]
    return [{other for other in seats(state) if row[other]} for row in near]


def total(state: State) -> int:
    """The printed values of everything claimed, drawn cards aside."""
    return sum(0 if p.drawn else p.value for p in state.problems if p.claimed_by != -1)


@claim(Scope.STATE, "GR-E01", "GR-P03", worlds=("small", "answered", "edge"), premise=is_over(None))
def the_group_succeeds_at_its_threshold(state: State, rulings: Rulings) -> bool:
    """The group succeeds exactly if the printed values of all claimed Problems reach the threshold."""
    return scoring.is_group_successful(state) == (total(state) >= state.threshold)


@claim(
    Scope.STATE,
    "GR-E02",
    "GR-E01",
    worlds=("small", "late"),
    premise=is_over(ModeCard.SHARED_GROUND),
)
def shared_ground_is_won_together(state: State, rulings: Rulings) -> bool:
    """SHARED GROUND: all win or none, and mastery loses one for each Blame in play and each Denied Problem."""
    lost = sum(blames(state, seat) for seat in seats(state)) + sum(1 for p in state.problems if p.denied)
    solved = sum(1 for p in state.problems if p.claimed_by != -1)
    together = set(scoring.winners_of(state, rulings)) == {scoring.is_group_successful(state)}
    return together and scoring.mastery_of(state, rulings) == solved - lost


@claim(Scope.STATE, "GR-E03", "GR-T02", premise=is_over(ModeCard.COMMON_PROBLEM), worlds=("edge",))
def common_problem_goes_to_the_best_score(state: State, rulings: Rulings) -> bool:
    """COMMON PROBLEM: below the threshold nobody wins, else whoever nobody beats by score, lower Stress, more Bonds."""

    def beats(one: int, other: int) -> bool:
        scores = [scoring.personal_score_of(state, Seat(seat)) for seat in (one, other)]
        if scores[0] != scores[1]:
            return scores[0] > scores[1]
        stress = [state.players[seat].stress for seat in (one, other)]
        if stress[0] != stress[1]:
            return stress[0] < stress[1]
        return bonds(state, one) > bonds(state, other)

    won = scoring.winners_of(state, rulings)
    if not scoring.is_group_successful(state):
        return not any(won)
    return any(won) and all(won[s] != any(beats(o, s) for o in seats(state)) for s in seats(state))


@claim(
    Scope.STATE,
    "GR-E03",
    "GR-T02",
    worlds=("late",),
    premise=lambda state, rulings: any(p.token is Token.BLAME for p in state.players),
)
def a_score_is_claimed_value_less_blames(state: State, rulings: Rulings) -> bool:
    """A personal score is the printed values that the player has claimed, less one for each Blame in front of it."""
    return all(
        blames_held_by(state, Seat(seat)) == blames(state, seat)
        and scoring.personal_score_of(state, Seat(seat)) == claimed(state, seat) - blames(state, seat)
        for seat in seats(state)
    )


@claim(Scope.STATE, "GR-E04", "GR-E03", premise=is_over(ModeCard.BONDED_COALITIONS), worlds=("coalitions",))
def coalitions_win_together(state: State, rulings: Rulings) -> bool:
    """BONDED COALITIONS: below the threshold nobody wins, else all members of coalitions that no other beats.

    What a member's score is, and that coalitions are the networks of Bonds, are claims of their own.
    """
    names = scoring.coalitions_of(state)
    groups = [[s for s in seats(state) if names[s] == name] for name in names]
    keys = [
        (
            sum(scoring.personal_score_of(state, Seat(s)) for s in group),
            -sum(state.players[s].stress for s in group),
            -sum(blames_held_by(state, Seat(s)) for s in group),
        )
        for group in groups
    ]
    enough = scoring.is_group_successful(state)
    due = [enough and all(key >= other for other in keys) for key in keys]
    return list(scoring.winners_of(state, rulings)) == due


@claim(
    Scope.STATE,
    "GR-E04",
    "GR-L04",
    worlds=("three", "coalitions"),
    premise=lambda state, rulings: any(Relation.BOND in row for row in state.relations),
)
def coalitions_are_the_bond_networks(state: State, rulings: Rulings) -> bool:
    """Coalitions are the connected components of the Bonds; Rivalries do not connect."""
    names = scoring.coalitions_of(state)
    return all(
        (names[one] == names[other]) == (other in group)
        for one, group in enumerate(networks(state))
        for other in seats(state)
    )
