"""Who wins a finished game under each Mode card. Rules: GR-E01..GR-E04, GR-P03, GR-T02."""

from __future__ import annotations

from kernel.ground.problems import claimed_value_of, denied_problems, is_claimed, points_of
from kernel.ground.relations import bonds_held_by
from kernel.ground.rulings import CoalitionBlame, DrawnSuccess, MasteryBase, MasteryRange, Rulings
from kernel.ground.state import ModeCard, Problem, Relation, Seat, State, Token, put_at, seats_of
from kernel.ground.tokens import blames_held_by

#: What decides among winners, most weighty first; higher is better.
Rank = tuple[int, int, int]


def total_claimed(state: State) -> int:
    """The points of all claimed Problems. Rules: GR-E01."""
    return sum(points_of(problem) for problem in state.problems if is_claimed(problem))


def is_group_successful(state: State) -> bool:
    """Has the group reached the Scenario's threshold? Rules: GR-E01, GR-E02."""
    return total_claimed(state) >= state.threshold


def blames_in_play(state: State) -> int:
    """How many Blame tokens lie in front of anybody. Rules: GR-E02."""
    return sum(1 for player in state.players if player.token is Token.BLAME)


def is_success(problem: Problem, rulings: Rulings) -> bool:
    """Does a Problem count among the successes of a mastery rating? Rules: GR-E02, F-027."""
    return is_claimed(problem) and (rulings.drawn_success is DrawnSuccess.COUNTS or not problem.drawn)


def mastery_of(state: State, rulings: Rulings) -> int:
    """SHARED GROUND's rating: successes, less one for each Blame in play and each Denied Problem.

    Rules: GR-E02, F-010, F-031.
    """
    if rulings.mastery_base is MasteryBase.CLAIMED_VALUE:
        successes = total_claimed(state)
    else:
        successes = sum(1 for problem in state.problems if is_success(problem, rulings))
    rating = successes - blames_in_play(state) - denied_problems(state)
    if rulings.mastery_range is MasteryRange.NOT_BELOW_ZERO:
        return max(0, rating)
    if rulings.mastery_range is MasteryRange.SUCCESS_ONLY and not is_group_successful(state):
        return 0
    return rating


def personal_score_of(state: State, seat: Seat) -> int:
    """A player's claimed value, less one for each Blame in front of it. Rules: GR-E03, GR-T02."""
    return claimed_value_of(state, seat) - blames_held_by(state, seat)


def personal_rank_of(state: State, seat: Seat) -> Rank:
    """Higher is better: score, then lower Stress, then more Bonds. Rules: GR-E03."""
    return (personal_score_of(state, seat), -state.players[seat].stress, bonds_held_by(state, seat))


def coalitions_of(state: State) -> tuple[Seat, ...]:
    """For each seat, the lowest seat of the Bond network that it belongs to. Rules: GR-E04.

    A seat takes over the lowest name among its Bond partners; names travel one Bond a pass, so that as many passes as
    there are seats reach everybody.
    """
    names = seats_of(state)
    for _ in seats_of(state):
        for seat in seats_of(state):
            for other in seats_of(state):
                if state.relations[seat][other] is Relation.BOND and names[other] < names[seat]:
                    names = put_at(names, seat, names[other])
    return names


def blames_owned_by(state: State, seat: Seat) -> int:
    """One if the player's own token lies as Blame in front of somebody. Rules: GR-T03, F-011."""
    return 1 if state.players[seat].token is Token.BLAME else 0


def coalition_rank_of(state: State, seat: Seat, rulings: Rulings) -> Rank:
    """Higher is better, for the seat's coalition: score, lower combined Stress, fewer Blames. Rules: GR-E04, F-011."""
    names = coalitions_of(state)
    members = [other for other in seats_of(state) if names[other] == names[seat]]
    owned = rulings.coalition_blame is CoalitionBlame.OWNED
    blames = sum(blames_owned_by(state, other) if owned else blames_held_by(state, other) for other in members)
    return (
        sum(personal_score_of(state, other) for other in members),
        -sum(state.players[other].stress for other in members),
        -blames,
    )


def outranks(one: Rank, other: Rank) -> bool:
    """Is the first rank better, by its first number or by the next where those before are level? Rules: GR-E03."""
    if one[0] != other[0]:
        return one[0] > other[0]
    if one[1] != other[1]:
        return one[1] > other[1]
    return one[2] > other[2]


def winners_of(state: State, rulings: Rulings) -> tuple[bool, ...]:
    """Who wins, seat by seat; nobody if the group misses the threshold, several share.

    Rules: GR-E02, GR-E03, GR-E04.
    """
    seats = seats_of(state)
    if not is_group_successful(state):
        return tuple(False for _ in seats)
    if state.mode is ModeCard.SHARED_GROUND:
        return tuple(True for _ in seats)
    if state.mode is ModeCard.COMMON_PROBLEM:
        ranks = [personal_rank_of(state, seat) for seat in seats]
    else:
        ranks = [coalition_rank_of(state, seat, rulings) for seat in seats]
    return tuple(not any(outranks(other, rank) for other in ranks) for rank in ranks)
