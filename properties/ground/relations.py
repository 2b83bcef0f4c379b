"""Claims about relations and Blame: GR-L, GR-O05, GR-T02."""

from __future__ import annotations

from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Action,
    Choice,
    GroundOption,
    Relation,
    State,
    Step,
    Token,
)
from model.game import Scope
from properties.claim import Span, claim
from properties.ground.reading import (
    USUAL,
    actor,
    attack_in,
    changed_pairs,
    free_slots,
    grounding,
    held,
    is_cancelled,
    is_turn,
    pairs,
    relation,
    seats,
    selection,
)


@claim(Scope.STATE, "GR-O05", worlds=(*USUAL, "four"))
def relations_are_mutual(state: State, rulings: Rulings) -> bool:
    """Two players share at most one relation, both see the same one, and nobody is related to itself."""
    return all(relation(state, a, b) is relation(state, b, a) for a, b in pairs(state)) and all(
        relation(state, seat, seat) is Relation.NONE for seat in seats(state)
    )


@claim(Scope.STATE, "GR-L01", "GR-O02", "GR-O05", worlds=(*USUAL, "four"))
def nobody_has_more_than_two_relations(state: State, rulings: Rulings) -> bool:
    """No player has more than two relations."""
    return all(free_slots(state, seat) >= 0 for seat in seats(state))


@claim(
    Scope.STEP,
    "GR-L04",
    "GR-L02",
    "GR-L03",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.relations != after.relations,
)
def relations_change_only_as_listed(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A relation changes only by Support, Attack or GROUND-ND, one at a time, along the listed ways."""
    moved = changed_pairs(before, after)
    ways = {(relation(before, *pair), relation(after, *pair)) for pair in moved}
    none, bond, rivalry = Relation.NONE, Relation.BOND, Relation.RIVALRY
    if is_turn(before, Step.SUPPORT, Action.SUPPORT):
        allowed = {(none, bond), (rivalry, bond), (rivalry, none)}
    elif attack_in(before, choice) is not None:
        allowed = {(none, rivalry), (bond, rivalry), (rivalry, none)}
    elif grounding(before).option is GroundOption.BREAK and before.step is Step.GROUND:
        allowed = {(bond, none), (rivalry, none)}
    else:
        return False
    return len(moved) == 1 and ways <= allowed


def approach_in(before: State, choice: Choice) -> tuple[int, int] | None:
    """Who approaches whom in this turn, by a Support or by an Attack that nothing cancels."""
    if is_turn(before, Step.SUPPORT, Action.SUPPORT):
        return actor(before), selection(before).target
    blow = attack_in(before, choice)
    return None if blow is None or is_cancelled(before, *blow) else blow


def lacks_room(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a Support or Attack between unrelated players one of whom has no free slot."""
    pair = approach_in(before, choice)
    if pair is None or relation(before, *pair) is not Relation.NONE:
        return False
    return 0 in (free_slots(before, pair[0]), free_slots(before, pair[1]))


@claim(Scope.STEP, "GR-L01", "GR-L02", "GR-L03", worlds=("four",), premise=lacks_room)
def without_a_free_slot_no_relation_forms(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Without a free slot on both sides no relation forms, and the effect on Stress comes all the same."""
    pair = approach_in(before, choice)
    assert pair is not None
    due = -1 if before.step is Step.SUPPORT else 1
    moved = after.players[pair[1]].stress == held(before.players[pair[1]].stress + due)
    return before.relations == after.relations and moved


@claim(
    Scope.STATE,
    "GR-L05",
    "GR-A04",
    worlds=USUAL,
    premise=lambda state, rulings: state.step is Step.SUPPORT and state.turn == 0,
)
def the_support_step_remembers_the_bonds_it_found(state: State, rulings: Rulings) -> bool:
    """When the Support step begins, the Bonds that regulate DARVO are those on the table."""
    return state.memory.bonds_before == tuple(tuple(tile is Relation.BOND for tile in row) for row in state.relations)


@claim(
    Scope.STEP,
    "GR-L05",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.step is Step.SUPPORT and after.step is Step.SUPPORT,
)
def bonds_made_in_the_step_do_not_join_them(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """During the Support step the Bonds that regulate DARVO stay the ones it began with."""
    return before.memory.bonds_before == after.memory.bonds_before


@claim(
    Scope.STEP,
    "GR-T02",
    "GR-A12",
    worlds=("mid", "late", "answered"),
    premise=lambda before, choice, after, rulings: any(p.token is Token.BLAME for p in before.players),
    span=Span.PRINTED,
)
def a_blame_stays_until_named(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Blame stays where it lies until GROUND-ND of the player in front of whom it lies removes it."""
    for owner, old in enumerate(before.players):
        new = after.players[owner]
        if old.token is Token.BLAME and (new.token, new.token_at) != (old.token, old.token_at):
            named = is_turn(before, Step.GROUND, Action.GROUND) and grounding(before).option is GroundOption.UNBLAME
            if not (named and old.token_at == actor(before) and new.token is Token.UNPLACED):
                return False
    return True
