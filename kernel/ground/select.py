"""Select and Reveal: which Actions, targets and GROUND modes a player may choose.

Rules: GR-R02..GR-R05, GR-F02, GR-F03, GR-P05, GR-A11..GR-A13.
"""

from __future__ import annotations

from kernel.ground import problems, tokens
from kernel.ground.refusals import Refusal
from kernel.ground.rulings import (
    BondAcceptance,
    CalmSpend,
    CancelScope,
    FreeActionSpend,
    GroundWithoutObject,
    LostGroundObject,
    RejectScope,
    Rulings,
)
from kernel.ground.state import (
    ACTIONS,
    GATE,
    NO_PROBLEM,
    NOBODY,
    Action,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ProblemIndex,
    Relation,
    Seat,
    Selection,
    State,
    Token,
    is_other_seat,
    is_problem,
    problems_of,
    put_at,
    seats_of,
    with_memory,
)

# ---------------------------------------------------------------- Select


def selection_refusal(state: State, seat: Seat, choice: Selection, rulings: Rulings) -> Refusal:
    """Why this selection is refused: first the card, then Freedom and Stress, then the target.

    Rules: GR-R02, GR-R03, GR-F02, GR-F03.
    """
    if choice.action not in ACTIONS:
        return Refusal.NO_ACTION
    if choice.accepts and rulings.u1_bond_acceptance is not BondAcceptance.AT_SELECT:
        return Refusal.ACCEPT_LATER
    player = state.players[seat]
    if choice.spend and player.freedom is not Freedom.READY:
        return Refusal.FREEDOM_SPENT
    if choice.spend and player.stress < GATE and rulings.calm_spend is CalmSpend.REFUSED:
        return Refusal.CALM_SPEND
    is_free = choice.action in (Action.ATTACK, Action.GROUND)
    if choice.spend and player.stress >= GATE and is_free and rulings.free_action_spend is FreeActionSpend.REFUSED:
        return Refusal.FREE_ACTION_SPEND
    if player.stress >= GATE and not choice.spend and not is_free:
        return Refusal.STRESS_GATE
    return target_refusal(state, seat, choice)


def target_refusal(state: State, seat: Seat, choice: Selection) -> Refusal:
    """Why the target does not fit the Action. Rules: GR-A01, GR-A13, GR-P01, GR-P05."""
    takes_seat = choice.action in (Action.SUPPORT, Action.ATTACK)
    takes_problem = choice.action in (Action.INVESTIGATE, Action.SOLVE)
    if (choice.target != NOBODY and not takes_seat) or (choice.problem != NO_PROBLEM and not takes_problem):
        return Refusal.STRAY_TARGET
    if takes_seat and not is_other_seat(state, seat, choice.target):
        return Refusal.OTHER_PLAYER
    if choice.action is Action.INVESTIGATE:
        return investigate_refusal(state, choice.problem)
    if choice.action is Action.SOLVE:
        return solve_refusal(state, seat, choice.problem)
    return Refusal.NONE


def investigate_refusal(state: State, problem: ProblemIndex) -> Refusal:
    """INVESTIGATE is aimed at a hidden Problem, or at none if none is hidden. Rules: GR-A01, GR-A13."""
    if not problems.any_hidden(state):
        return Refusal.NONE if problem == NO_PROBLEM else Refusal.STRAY_TARGET
    if not is_problem(state, problem) or not problems.is_hidden(state.problems[problem]):
        return Refusal.HIDDEN_PROBLEM
    return Refusal.NONE


def solve_refusal(state: State, seat: Seat, problem: ProblemIndex) -> Refusal:
    """SOLVE is offered only where it can do something. Rules: GR-P01, GR-P05."""
    if not is_problem(state, problem) or not problems.is_open(state.problems[problem]):
        return Refusal.OPEN_PROBLEM
    if problems.is_claimed(state.problems[problem]):
        return Refusal.UNCLAIMED_PROBLEM
    if not problems.holds(state, seat, state.problems[problem].suit):
        return Refusal.MATCHING_SOLUTION
    return Refusal.NONE


def selection_candidates(state: State, rulings: Rulings) -> tuple[Selection, ...]:
    """Every selection that some state could allow under these rulings, legal or not in this one."""
    answers = (False, True) if rulings.u1_bond_acceptance is BondAcceptance.AT_SELECT else (False,)
    aims = (
        [Selection(Action.INVESTIGATE, problem=problem) for problem in (NO_PROBLEM, *problems_of(state))]
        + [Selection(Action.SOLVE, problem=problem) for problem in problems_of(state)]
        + [Selection(action, target=other) for action in (Action.SUPPORT, Action.ATTACK) for other in seats_of(state)]
        + [Selection(Action.GROUND)]
    )
    return tuple(
        Selection(aim.action, aim.target, aim.problem, spend, accepts)
        for aim in aims
        for spend in (False, True)
        for accepts in answers
    )


def select(state: State, seat: Seat, choice: Selection) -> State:
    """Lay an Action face down, and turn Freedom if it is spent on it. Rules: GR-R02, GR-R03, GR-F03."""
    if choice.spend:
        state = tokens.spend_freedom(state, seat)
    return with_memory(state, selections=put_at(state.memory.selections, seat, choice))


# ---------------------------------------------------------------- Reveal: the mode of a GROUND


def grounding_refusal(state: State, seat: Seat, choice: Grounding, rulings: Rulings) -> Refusal:
    """Why this mode of GROUND is refused. Rules: GR-R05, GR-A10, GR-A11, GR-A12, F-004, F-005."""
    if state.memory.selections[seat].action is not Action.GROUND:
        return Refusal.NONE if choice == Grounding() else Refusal.NOT_ASKED
    if not is_well_formed(choice, rulings):
        return Refusal.GROUND_MODE
    return object_refusal(state, seat, choice, rulings)


def is_well_formed(choice: Grounding, rulings: Rulings) -> bool:
    """One mode, an option of that mode, and the one kind of target that the option takes. Rules: GR-R05, F-005."""
    observes = choice.option in (GroundOption.RESTORE, GroundOption.CANCEL, GroundOption.PROTECT)
    names = choice.option in (GroundOption.UNBLAME, GroundOption.BREAK, GroundOption.REJECT)
    unnamed = is_unnamed(choice, rulings)
    takes_seat = (names or choice.option is GroundOption.CANCEL) and not unnamed
    takes_problem = choice.option in (GroundOption.RESTORE, GroundOption.PROTECT)
    if takes_seat is (choice.target == NOBODY) or takes_problem is (choice.problem == NO_PROBLEM):
        return False
    if choice.mode is GroundMode.GR:
        return choice.option is GroundOption.NONE
    return (choice.mode is GroundMode.OU and observes) or (choice.mode is GroundMode.ND and names)


def is_unnamed(choice: Grounding, rulings: Rulings) -> bool:
    """Does the option act on whatever comes first, so that nobody is named? Never by default. Rules: F-005, F-020."""
    first_attack = choice.option is GroundOption.CANCEL and rulings.cancel_scope is CancelScope.FIRST_ATTACK
    return first_attack or (choice.option is GroundOption.REJECT and rulings.reject_scope is RejectScope.FIRST_REVERSE)


def object_refusal(state: State, seat: Seat, choice: Grounding, rulings: Rulings) -> Refusal:
    """Is what the option acts on on the table, as far as can be known at Reveal? Rules: GR-A11, GR-A12, F-004."""
    lenient = rulings.ground_without_object is GroundWithoutObject.ALLOWED
    match choice.option:
        case GroundOption.NONE:
            return Refusal.NONE
        case GroundOption.RESTORE | GroundOption.PROTECT:
            refusal = Refusal.RESTORE if choice.option is GroundOption.RESTORE else Refusal.PROTECT
            if not is_problem(state, choice.problem):
                return refusal
            return Refusal.NONE if lenient or is_problem_fitting(state, choice) else refusal
        case GroundOption.CANCEL:
            return Refusal.NONE if lenient and is_named(state, seat, choice) else cancel_refusal(state, seat, choice)
        case GroundOption.UNBLAME:
            fitting = is_named(state, seat, choice) and (lenient or tokens.is_blamed_by(state, seat, choice.target))
            return Refusal.NONE if fitting else Refusal.UNBLAME
        case GroundOption.BREAK:
            fitting = is_named(state, seat, choice) and (
                lenient or state.relations[seat][choice.target] is not Relation.NONE
            )
            return Refusal.NONE if fitting else Refusal.BREAK
        case GroundOption.REJECT:
            fitting = is_named(state, seat, choice) and (lenient or is_any_reverse_due(state, seat, choice.target))
            return Refusal.NONE if fitting else Refusal.REJECT


def is_any_reverse_due(state: State, seat: Seat, named: Seat) -> bool:
    """Is the named player's Reverse due against this seat, or anybody's if nobody is named? Rules: GR-A12, F-020."""
    owners = seats_of(state) if named == NOBODY else (named,)
    return any(is_reverse_due(state, seat, owner) for owner in owners)


def is_named(state: State, seat: Seat, choice: Grounding) -> bool:
    """Does the choice name another player, or nobody where its option needs no name? Rules: GR-A11, GR-A12."""
    unnamed = choice.option in (GroundOption.CANCEL, GroundOption.REJECT) and choice.target == NOBODY
    return unnamed or is_other_seat(state, seat, choice.target)


def is_problem_fitting(state: State, choice: Grounding) -> bool:
    """Is the Problem Denied (RESTORE), or face up and unclaimed (PROTECT)? Rules: GR-A11."""
    problem = state.problems[choice.problem]
    if choice.option is GroundOption.RESTORE:
        return problem.denied
    return problem.face_up and not problems.is_claimed(problem)


def cancel_refusal(state: State, seat: Seat, choice: Grounding) -> Refusal:
    """An Attack can be cancelled that has been revealed, or that a DARVO stage may still bring.

    Rules: GR-A11, GR-D04.
    """
    if choice.target == NOBODY:
        threatened = any(may_attack(state, other, seat) for other in seats_of(state) if other != seat)
    else:
        threatened = is_other_seat(state, seat, choice.target) and may_attack(state, choice.target, seat)
    return Refusal.NONE if threatened else Refusal.CANCEL


def may_attack(state: State, attacker: Seat, target: Seat) -> bool:
    """Has this Attack been revealed, or can the attacker's DARVO stage still aim at the target?

    Rules: GR-A11, GR-D04.
    """
    selection = state.memory.selections[attacker]
    revealed = selection.action is Action.ATTACK and selection.target == target
    return revealed or state.players[attacker].marker is Marker.ATTACK


def is_reverse_due(state: State, seat: Seat, owner: Seat) -> bool:
    """Will the owner's REVERSE stage aim at this seat this round? Rules: GR-A12, GR-D05."""
    player = state.players[owner]
    return player.marker is Marker.REVERSE and player.token is Token.FOCUS and player.token_at == seat


def asks_mode_again(state: State, seat: Seat, rulings: Rulings) -> bool:
    """Has an earlier GROUND taken away what this one was to act on? Never asked by default. Rules: F-019."""
    if rulings.lost_ground_object is LostGroundObject.NO_EFFECT:
        return False
    choice = state.memory.groundings[seat]
    if choice.option is GroundOption.RESTORE:
        return not state.problems[choice.problem].denied
    return choice.option is GroundOption.BREAK and state.relations[seat][choice.target] is Relation.NONE


def grounding_candidates(state: State, seat: Seat) -> tuple[Grounding, ...]:
    """Every GROUND mode with every option and target, legal or not in this state; none for a seat without GROUND."""
    if state.memory.selections[seat].action is not Action.GROUND:
        return (Grounding(),)
    people = (NOBODY, *seats_of(state))
    return (
        Grounding(GroundMode.GR),
        *(Grounding(GroundMode.OU, GroundOption.RESTORE, problem=problem) for problem in problems_of(state)),
        *(Grounding(GroundMode.OU, GroundOption.CANCEL, target=target) for target in people),
        *(Grounding(GroundMode.OU, GroundOption.PROTECT, problem=problem) for problem in problems_of(state)),
        *(Grounding(GroundMode.ND, GroundOption.UNBLAME, target=target) for target in people),
        *(Grounding(GroundMode.ND, GroundOption.BREAK, target=target) for target in people),
        *(Grounding(GroundMode.ND, GroundOption.REJECT, target=target) for target in people),
    )


def choose_mode(state: State, seat: Seat, choice: Grounding) -> State:
    """Note the mode that a revealed GROUND takes. Rules: GR-R05."""
    return with_memory(state, groundings=put_at(state.memory.groundings, seat, choice))
