"""What the five Actions do when their turn comes. Rules: GR-A01..GR-A13, U1, U8."""

from __future__ import annotations

from kernel.contracts import ensure
from kernel.ground import darvo, problems, relations, tokens
from kernel.ground.rulings import (
    BondAcceptance,
    BondSupportTiming,
    CancelOrder,
    CancelScope,
    DeniedSolve,
    FreshBondSupport,
    FreshRivalryAttack,
    ProtectionUse,
    Rulings,
    StaleInvestigate,
)
from kernel.ground.state import (
    Draw,
    GroundMode,
    GroundOption,
    Marker,
    Relation,
    Reply,
    Seat,
    State,
    Step,
    put_at,
    with_memory,
)

# ---------------------------------------------------------------- GROUND (step 1)


def ground(state: State, seat: Seat, rulings: Rulings) -> State:
    """Resolve a revealed GROUND; a target that is gone by now leaves it without effect. Rules: GR-A10, GR-A11, GR-A12.

    CANCEL, PROTECT and REJECT act later in the round: the steps that they touch look them up.
    """
    choice = state.memory.groundings[seat]
    if choice.mode is GroundMode.GR:
        state = tokens.ready_freedom(tokens.add_stress(state, seat, -2, rulings), seat)
        return with_memory(state, closing=put_at(state.memory.closing, seat, True))
    if choice.option is GroundOption.RESTORE and choice.problem >= 0 and state.problems[choice.problem].denied:
        return problems.restore(state, choice.problem)
    if choice.option is GroundOption.UNBLAME and tokens.is_blamed_by(state, seat, choice.target):
        return tokens.remove_blame(state, seat, choice.target)
    if choice.option is GroundOption.BREAK and state.relations[seat][choice.target] is not Relation.NONE:
        return relations.set_relation(state, seat, choice.target, Relation.NONE)
    return state


# ---------------------------------------------------------------- SUPPORT (step 2)


def offers_bond(state: State, seat: Seat, target: Seat, rulings: Rulings) -> bool:
    """Will the target of this Support be asked now whether it accepts a Bond? Rules: GR-L02, U1."""
    return (
        rulings.u1_bond_acceptance is BondAcceptance.IN_SUPPORT
        and state.relations[seat][target] is Relation.NONE
        and relations.may_relate(state, seat, target)
    )


def is_regulating(state: State, seat: Seat, target: Seat) -> bool:
    """Does this Support go through a Bond that is older than the Support step? Rules: GR-L05."""
    return state.memory.bonds_before[seat][target] and state.relations[seat][target] is Relation.BOND


def support(state: State, seat: Seat, reply: Reply, rulings: Rulings) -> State:
    """Resolve a SUPPORT, according to the relation that holds now. Rules: GR-A03, GR-A04, GR-A05, GR-F04."""
    target = state.memory.selections[seat].target
    relation = state.relations[seat][target]
    if relation is Relation.RIVALRY:
        state = tokens.add_stress(state, target, -1, rulings)
        return relations.set_relation(state, seat, target, Relation.BOND if reply is Reply.AGREE else Relation.NONE)
    if relation is Relation.BOND:
        return support_through_bond(state, seat, target, rulings)
    state = tokens.add_stress(state, target, -1, rulings)
    accepted = reply is Reply.AGREE
    if rulings.u1_bond_acceptance is BondAcceptance.AT_SELECT:
        accepted = state.memory.selections[target].accepts
    if accepted and relations.may_relate(state, seat, target):
        return relations.set_relation(state, seat, target, Relation.BOND)
    return state


def support_through_bond(state: State, seat: Seat, target: Seat, rulings: Rulings) -> State:
    """A Support through an existing Bond calms more, and regulates DARVO if it is old. Rules: GR-A04, GR-L05, U6."""
    if not is_regulating(state, seat, target):
        if rulings.fresh_bond_support is FreshBondSupport.AS_NO_RELATION:
            return tokens.add_stress(state, target, -1, rulings)
        return tokens.ready_freedom(tokens.add_stress(state, target, -2, rulings), target)
    state = tokens.ready_freedom(tokens.add_stress(state, target, -2, rulings), target)
    if state.players[target].marker is Marker.OFF:
        return state
    if rulings.u6_bond_support_timing is BondSupportTiming.AFTER_STAGE:
        return with_memory(state, closing=put_at(state.memory.closing, target, True))
    return darvo.end_sequence(state, target, rulings)


# ---------------------------------------------------------------- ATTACK (step 5, and the extra one of DARVO)


def is_cancelled_by_ground(state: State, attacker: Seat, target: Seat, rulings: Rulings) -> bool:
    """Has the target a GROUND-OU ready that cancels this Attack? Rules: GR-A09, GR-A11, F-005."""
    choice = state.memory.groundings[target]
    aimed = rulings.cancel_scope is CancelScope.FIRST_ATTACK or choice.target == attacker
    return choice.option is GroundOption.CANCEL and aimed and not state.memory.cancel_used[target]


def asks_protection(state: State, attacker: Seat, target: Seat, rulings: Rulings) -> bool:
    """Must the target say whether it uses a Protection on this Attack? Never by default. Rules: GR-T01, F-014."""
    return (
        rulings.protection_use is ProtectionUse.HOLDER_DECIDES
        and state.players[target].protection > 0
        and (
            rulings.u8_cancel_order is not CancelOrder.GROUND_FIRST
            or not is_cancelled_by_ground(state, attacker, target, rulings)
        )
    )


def is_cancelled_by_token(state: State, target: Seat, reply: Reply, rulings: Rulings) -> bool:
    """Has the target a Protection to put up? Rules: GR-T01, F-014."""
    willing = rulings.protection_use is ProtectionUse.AUTOMATIC or reply is Reply.AGREE
    return state.players[target].protection > 0 and willing


def use_up_cancelling(state: State, target: Seat, by_ground: bool, by_token: bool, rulings: Rulings) -> State:
    """Use up what cancels the Attack: GROUND-OU first, Protection only if it is what cancels. Rules: GR-A09, U8."""
    order = rulings.u8_cancel_order
    if by_ground and not (by_token and order is CancelOrder.PROTECTION_FIRST):
        state = with_memory(state, cancel_used=put_at(state.memory.cancel_used, target, True))
    if by_token and not (by_ground and order is CancelOrder.GROUND_FIRST):
        state = tokens.spend_protection(state, target)
    return state


def is_fresh_rivalry(state: State, attacker: Seat, target: Seat, rulings: Rulings) -> bool:
    """Is there a Rivalry that counts as none yet, for this step made it? Never by default. Rules: GR-A08, F-029."""
    return (
        rulings.fresh_rivalry_attack is FreshRivalryAttack.AS_NO_RELATION
        and state.step is Step.ATTACK
        and state.relations[attacker][target] is Relation.RIVALRY
        and not state.memory.bonds_before[attacker][target]
    )


@ensure(
    lambda result, state, target: (
        result.relations == state.relations
        or (
            result.memory.cancel_used == state.memory.cancel_used
            and result.players[target].protection == state.players[target].protection
        )
    ),
    "GR-A09: a cancelled Attack changes no relation",
)
@ensure(
    lambda result, state, target: (
        result.players[target].stress == state.players[target].stress
        or (
            result.memory.cancel_used == state.memory.cancel_used
            and result.players[target].protection == state.players[target].protection
        )
    ),
    "GR-A09: a cancelled Attack changes no Stress",
)
def attack(state: State, attacker: Seat, target: Seat, reply: Reply, rulings: Rulings) -> State:
    """One Attack, chosen or extra: cancelled, or through the relation that holds now. Rules: GR-A06..GR-A09, GR-L03."""
    by_ground = is_cancelled_by_ground(state, attacker, target, rulings)
    by_token = is_cancelled_by_token(state, target, reply, rulings)
    if by_ground or by_token:
        return use_up_cancelling(state, target, by_ground, by_token, rulings)
    relation = state.relations[attacker][target]
    if relation is Relation.NONE:
        if relations.may_relate(state, attacker, target):
            state = relations.set_relation(state, attacker, target, Relation.RIVALRY)
        return tokens.add_stress(state, target, 1, rulings)
    if is_fresh_rivalry(state, attacker, target, rulings):
        return tokens.add_stress(state, target, 1, rulings)
    after = Relation.RIVALRY if relation is Relation.BOND else Relation.NONE
    state = relations.set_relation(state, attacker, target, after)
    return tokens.add_stress(state, target, 2, rulings)


# ---------------------------------------------------------------- INVESTIGATE (step 4)


def asks_new_target(state: State, seat: Seat, rulings: Rulings) -> bool:
    """Must this INVESTIGATE choose another hidden Problem now? Never by default. Rules: GR-A01, F-001."""
    return rulings.stale_investigate is StaleInvestigate.NEW_TARGET and is_stale(state, seat)


def is_stale(state: State, seat: Seat) -> bool:
    """Is the chosen Problem no longer hidden, while another one is? Rules: GR-A01, F-001."""
    chosen = state.memory.selections[seat].problem
    return problems.any_hidden(state) and not problems.is_hidden(state.problems[chosen])


def asks_draw(state: State, seat: Seat, rulings: Rulings) -> bool:
    """Does this INVESTIGATE draw a card? Rules: GR-A01, U4, U10, F-001."""
    lost = rulings.stale_investigate is StaleInvestigate.NOTHING and is_stale(state, seat)
    return not lost and problems.can_draw(state, seat, rulings)


def investigate(state: State, seat: Seat, choice: Draw, rulings: Rulings) -> State:
    """Reveal the chosen Problem if it is still hidden, then draw one Solution. Rules: GR-A01, GR-P02."""
    draws = asks_draw(state, seat, rulings)
    chosen = choice.problem if asks_new_target(state, seat, rulings) else state.memory.selections[seat].problem
    if chosen >= 0 and problems.is_hidden(state.problems[chosen]):
        state = problems.reveal(state, chosen)
    if draws:
        state = problems.draw(state, seat, choice.suit, rulings)
    return state


# ---------------------------------------------------------------- SOLVE (step 6)


def solve(state: State, seat: Seat, rulings: Rulings) -> State:
    """Discard a matching Solution and claim the Problem; too late, keep the card.

    Whoever owns the Problem makes no difference. Rules: GR-A02, GR-P01, GR-P04, H2-19, F-006.
    """
    chosen = state.memory.selections[seat].problem
    problem = state.problems[chosen]
    if problems.is_claimed(problem):
        return state
    if not problems.is_open(problem):
        if rulings.denied_solve is DeniedSolve.DISCARD_CARD:
            return problems.discard(state, seat, problem.suit)
        return state
    return problems.claim(problems.discard(state, seat, problem.suit), seat, chosen)
