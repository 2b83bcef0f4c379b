"""Claims about DARVO sequences: GR-D, and what U3, U5 and U6 rule about their stages."""

from __future__ import annotations

from kernel.ground.rulings import Rulings
from kernel.ground.state import Action, Choice, GroundMode, GroundOption, Marker, Relation, Stage, State, Step, Token
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Predicate, Span, claim
from properties.ground.reading import (
    actor,
    changed_problems,
    changed_seats,
    grounding,
    held,
    is_cancelled,
    is_stage,
    is_turn,
    me,
    seats,
    selection,
    table_is_same,
)

#: Where a marker may go from each place.
MOVES = {
    Marker.OFF: {Marker.DENY},
    Marker.DENY: {Marker.ATTACK, Marker.OFF},
    Marker.ATTACK: {Marker.REVERSE, Marker.OFF},
    Marker.REVERSE: {Marker.OFF},
}


def stage(marker: Marker) -> Predicate:
    """Premise: a stage of this kind resolves."""

    def premise(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
        return is_stage(before, marker)

    return premise


def shielded(state: State) -> set[int]:
    """The Problems that a GROUND-OU protects this round."""
    return {c.problem for c in state.memory.groundings if c.option is GroundOption.PROTECT}


def deniable(state: State) -> set[int]:
    """The Problems that DENY may choose."""
    open_to = {i for i, p in enumerate(state.problems) if p.face_up and p.claimed_by == -1}
    return open_to - shielded(state)


def is_rejected(state: State) -> bool:
    """Does the Focus holder's GROUND-ND reject the Reverse that is due?"""
    answer = state.memory.groundings[me(state).token_at]
    return answer.option is GroundOption.REJECT and answer.target == actor(state)


@claim(
    Scope.STEP,
    "GR-D02",
    "GR-D06",
    "GR-D07",
    worlds=("small", "mid", "late", "three"),
    premise=lambda before, choice, after, rulings: any(
        old.marker is not new.marker for old, new in zip(before.players, after.players, strict=True)
    ),
)
def the_marker_moves_one_stage_or_to_off(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A marker moves from OFF to DENY, on to ATTACK, on to REVERSE, or back to OFF, and nowhere else."""
    return all(
        old.marker is new.marker or new.marker in MOVES[old.marker]
        for old, new in zip(before.players, after.players, strict=True)
    )


@claim(
    Scope.STEP,
    "GR-D02",
    "U3",
    worlds=("mid", "late", "three"),
    premise=lambda before, choice, after, rulings: before.step is Step.DARVO and me(before).marker is not Marker.OFF,
)
def every_stage_moves_the_sequence_on(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A stage that resolves moves its own marker on or ends the sequence, whatever the Stress, and no other marker."""
    moved = {s for s in seats(before) if before.players[s].marker is not after.players[s].marker}
    return moved == {actor(before)}


@claim(
    Scope.STEP,
    "GR-D03",
    "GR-A11",
    worlds=("mid", "three"),
    premise=lambda before, choice, after, rulings: is_stage(before, Marker.DENY) and bool(deniable(before)),
)
def deny_turns_one_problem_down(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """DENY turns one face-up, unsolved, unprotected Problem down, marks it Denied, and changes no other mat."""
    assert isinstance(choice, Stage)
    card = after.problems[choice.problem]
    hit = changed_problems(before, after) == {choice.problem} and choice.problem in deniable(before)
    return hit and card.denied and not card.face_up and changed_seats(before, after) == {actor(before)}


@claim(
    Scope.STEP,
    "GR-A11",
    "GR-D03",
    worlds=("gate", "mid", "three"),
    premise=lambda before, choice, after, rulings: is_stage(before, Marker.DENY) and bool(shielded(before)),
)
def observe_protects_from_deny(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Problem that GROUND-OU protects is not Denied this round."""
    return not changed_problems(before, after) & shielded(before)


@claim(
    Scope.STEP,
    "U3",
    "GR-D03",
    worlds=("gate", "mid", "three"),
    premise=lambda before, choice, after, rulings: is_stage(before, Marker.DENY) and not deniable(before),
)
def deny_without_target_still_advances(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """With nothing to Deny the stage does nothing, and the sequence goes on unless GR ends it."""
    due = Marker.OFF if before.memory.groundings[actor(before)].mode is GroundMode.GR else Marker.ATTACK
    return changed_problems(before, after) == set() and after.players[actor(before)].marker is due


@claim(
    Scope.STATE,
    "GR-D04",
    "GR-T03",
    worlds=("mid", "late", "three"),
    premise=lambda state, rulings: is_stage(state, Marker.ATTACK),
    span=Span.PRINTED,
)
def the_focus_is_free_when_attack_is_due(state: State, rulings: Rulings) -> bool:
    """Whenever an ATTACK stage has to place it, the player's Focus/Blame token is with its owner."""
    return me(state).token is Token.UNPLACED


@claim(
    Scope.STATE,
    "GR-D04",
    "GR-T03",
    worlds=("beyond",),
    sampled=False,
    premise=lambda state, rulings: is_stage(state, Marker.ATTACK),
    expect=Verdict.REFUTED,
    finding="F-015",
)
def the_focus_is_free_in_longer_games(state: State, rulings: Rulings) -> bool:
    """In a game longer than five rounds too, the Focus/Blame token is free whenever an ATTACK stage has to place it."""
    return me(state).token is Token.UNPLACED


@claim(Scope.STEP, "GR-D04", worlds=("mid", "three"), premise=stage(Marker.ATTACK))
def the_extra_attack_places_the_focus(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """After the extra Attack the Focus lies beside its target, cancelled or not, unless GR has ended the sequence."""
    assert isinstance(choice, Stage)
    new = after.players[actor(before)]
    if before.memory.groundings[actor(before)].mode is GroundMode.GR:
        return new.marker is Marker.OFF and new.token is Token.UNPLACED
    other = choice.target != actor(before) and choice.target in seats(before)
    return other and (new.token, new.token_at, new.marker) == (Token.FOCUS, choice.target, Marker.REVERSE)


@claim(
    Scope.STEP,
    "GR-D04",
    "GR-A09",
    worlds=("mid", "three"),
    premise=lambda before, choice, after, rulings: (
        is_stage(before, Marker.ATTACK)
        and isinstance(choice, Stage)
        and not is_cancelled(before, actor(before), choice.target)
    ),
)
def the_extra_attack_hits_like_any_other(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The extra Attack hurts by 1 without a relation and by 2 through one, as a chosen Attack does."""
    assert isinstance(choice, Stage)
    related = before.relations[actor(before)][choice.target] is not Relation.NONE
    hurt = held(before.players[choice.target].stress + (2 if related else 1))
    touched = changed_seats(before, after) <= {actor(before), int(choice.target)}
    return (
        after.players[choice.target].stress == hurt
        and touched
        and me(before).stress == after.players[actor(before)].stress
    )


@claim(
    Scope.STATE,
    "GR-D05",
    "GR-T03",
    worlds=("mid", "late", "three"),
    premise=lambda state, rulings: any(p.marker is Marker.REVERSE or p.token is Token.FOCUS for p in state.players),
)
def reverse_always_finds_its_focus_holder(state: State, rulings: Rulings) -> bool:
    """A Focus lies beside another player exactly while REVERSE is next for its owner."""
    return all(
        (p.marker is Marker.REVERSE) == (p.token is Token.FOCUS)
        and (p.token is not Token.FOCUS or (p.token_at in seats(state) and p.token_at != seat))
        for seat, p in enumerate(state.players)
    )


@claim(
    Scope.STEP,
    "GR-D05",
    worlds=("mid", "late", "answered"),
    premise=lambda before, choice, after, rulings: is_stage(before, Marker.REVERSE) and not is_rejected(before),
)
def reverse_blames_the_focus_holder(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """REVERSE turns Focus to Blame, hurts its holder by 1, brings a Protection, calms its owner by 2, and ends."""
    owner, holder = me(before), before.players[me(before).token_at]
    done, hit = after.players[actor(before)], after.players[owner.token_at]
    return (
        (done.token, done.token_at, done.marker) == (Token.BLAME, owner.token_at, Marker.OFF)
        and hit.stress == held(holder.stress + 1)
        and changed_seats(before, after) <= {actor(before), int(owner.token_at)}
        and done.protection == owner.protection + 1
        and done.stress == held(owner.stress - 2)
    )


@claim(
    Scope.STEP,
    "U5",
    "GR-D05",
    "GR-A12",
    worlds=("mid", "late", "answered"),
    sampled=False,
    premise=lambda before, choice, after, rulings: is_stage(before, Marker.REVERSE) and is_rejected(before),
)
def a_rejected_reverse_only_calms_its_owner(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A rejected REVERSE brings no Blame, Stress or Protection; its owner calms by 2, Focus returns, it ends."""
    owner, done = me(before), after.players[actor(before)]
    return (
        changed_seats(before, after) <= {actor(before)}
        and (done.token, done.token_at, done.marker) == (Token.UNPLACED, -1, Marker.OFF)
        and done.protection == owner.protection
        and done.stress == held(owner.stress - 2)
    )


@claim(
    Scope.STEP,
    "GR-A10",
    "GR-D06",
    worlds=("mid", "late", "three"),
    premise=lambda before, choice, after, rulings: (
        before.step is Step.DARVO and me(before).marker is not Marker.OFF and grounding(before).mode is GroundMode.GR
    ),
)
def restating_ends_the_sequence_after_its_stage(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """With GR the stage of this round still resolves; then the sequence is over and no Focus lies out."""
    new = after.players[actor(before)]
    return new.marker is Marker.OFF and new.token is not Token.FOCUS


@claim(
    Scope.STEP,
    "GR-D06",
    "GR-D07",
    worlds=("gate", "mid", "late", "three", "answered"),
    premise=lambda before, choice, after, rulings: any(
        old.marker is not Marker.OFF and new.marker is Marker.OFF
        for old, new in zip(before.players, after.players, strict=True)
    ),
)
def a_sequence_ends_only_by_rule(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A sequence ends by REVERSE, by GR after its stage, or by a Support that its player receives; no Focus is left."""
    ended = [s for s in seats(before) if before.players[s].marker is not Marker.OFF is after.players[s].marker]
    seat = ended[0]
    own_turn = before.step is Step.DARVO and seat == actor(before)
    by_stage = own_turn and (me(before).marker is Marker.REVERSE or grounding(before).mode is GroundMode.GR)
    by_support = is_turn(before, Step.SUPPORT, Action.SUPPORT) and seat == selection(before).target
    return len(ended) == 1 and (by_stage or by_support) and after.players[seat].token is not Token.FOCUS


@claim(
    Scope.STEP,
    "U9",
    "GR-R07",
    worlds=("gate", "mid", "three"),
    premise=lambda before, choice, after, rulings: (
        before.step is Step.DARVO and sum(1 for p in before.players if p.marker is not Marker.OFF) >= 2
    ),
)
def sequences_do_not_touch_each_other(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """With several sequences running, a stage moves only the marker of the seat whose turn it is."""
    others = [s for s in seats(before) if s != actor(before)]
    return all(before.players[s].marker is after.players[s].marker for s in others)


@claim(
    Scope.STEP,
    "GR-D07",
    "GR-R06",
    worlds=("small", "mid", "late", "three"),
    premise=lambda before, choice, after, rulings: before.step is Step.DARVO and me(before).marker is Marker.OFF,
)
def without_a_sequence_nothing_happens_in_darvo(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A seat whose marker is OFF takes its DARVO turn without any effect."""
    return table_is_same(before, after)
