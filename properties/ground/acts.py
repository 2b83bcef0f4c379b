"""Claims about SUPPORT, ATTACK, GROUND and Protection: GR-A, GR-T01, U5, U6, U8."""

from __future__ import annotations

from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Action,
    Answer,
    Choice,
    Freedom,
    GroundMode,
    GroundOption,
    Marker,
    Relation,
    Reply,
    State,
    Step,
    Token,
)
from model.game import Scope
from properties.claim import Predicate, claim
from properties.ground.reading import (
    USUAL,
    actor,
    attack_in,
    changed_pairs,
    changed_problems,
    changed_seats,
    free_slots,
    grounding,
    held,
    is_cancelled,
    is_turn,
    me,
    ou_cancels,
    relation,
    selection,
)

# ---------------------------------------------------------------- SUPPORT


def supports(kind: Relation) -> Predicate:
    """Premise: a Support resolves between players with this relation."""

    def premise(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
        resolves = is_turn(before, Step.SUPPORT, Action.SUPPORT)
        return resolves and relation(before, actor(before), selection(before).target) is kind

    return premise


@claim(Scope.STEP, "GR-A03", "GR-L02", "GR-L01", "U1", worlds=(*USUAL, "four"), premise=supports(Relation.NONE))
def support_without_relation(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """SUPPORT calms an unrelated target by 1; a Bond forms if both have a slot free and the target accepts now."""
    seat, target = actor(before), selection(before).target
    room = free_slots(before, seat) > 0 and free_slots(before, target) > 0
    asked = isinstance(choice, Answer) and (choice.reply is not Reply.SILENT) == room
    bonded = relation(after, seat, target) is Relation.BOND
    agreed = isinstance(choice, Answer) and choice.reply is Reply.AGREE
    calmed = after.players[target].stress == held(before.players[target].stress - 1)
    return asked and bonded == (room and agreed) and calmed and changed_seats(before, after) <= {target}


@claim(Scope.STEP, "GR-A05", "GR-L04", worlds=("small", "gate", "mid"), premise=supports(Relation.RIVALRY))
def support_through_rivalry(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """SUPPORT through a Rivalry calms the target by 1, and the target flips it to a Bond or breaks it."""
    seat, target = actor(before), selection(before).target
    now = relation(after, seat, target)
    flipped = isinstance(choice, Answer) and choice.reply is Reply.AGREE
    calmed = after.players[target].stress == held(before.players[target].stress - 1)
    return now is (Relation.BOND if flipped else Relation.NONE) and calmed and changed_seats(before, after) <= {target}


@claim(Scope.STEP, "GR-A04", "GR-F04", worlds=USUAL, premise=supports(Relation.BOND))
def support_through_bond(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """SUPPORT through a Bond calms the target by 2 and readies its Freedom; the Bond stays."""
    seat, target = actor(before), selection(before).target
    helped = after.players[target]
    calmed = helped.stress == held(before.players[target].stress - 2) and changed_seats(before, after) <= {target}
    return calmed and helped.freedom is Freedom.READY and relation(after, seat, target) is Relation.BOND


def supports_somebody_in_darvo(before: State) -> bool:
    """Does a Support resolve whose target is in a sequence, through a Bond?"""
    if not is_turn(before, Step.SUPPORT, Action.SUPPORT):
        return False
    target = selection(before).target
    bonded = relation(before, actor(before), target) is Relation.BOND
    return bonded and before.players[target].marker is not Marker.OFF


@claim(
    Scope.STEP,
    "GR-L05",
    "U1",
    worlds=("gate", "mid", "late", "three"),
    premise=lambda before, choice, after, rulings: (
        before.step is Step.SUPPORT
        and any(p.marker is not Marker.OFF for p in before.players)
        and is_turn(before, Step.SUPPORT, Action.SUPPORT)
        and before.players[selection(before).target].marker is not Marker.OFF
        and not before.memory.bonds_before[actor(before)][selection(before).target]
    ),
)
def a_fresh_bond_never_cancels_darvo(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Support leaves its target's sequence alone unless their Bond is older than this Support step."""
    target = selection(before).target
    old, new = before.players[target], after.players[target]
    return (old.marker, old.token, old.token_at) == (new.marker, new.token, new.token_at)


@claim(
    Scope.STEP,
    "GR-A04",
    "GR-L05",
    "GR-D06",
    "U6",
    worlds=("mid", "late", "answered"),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        supports_somebody_in_darvo(before) and before.memory.bonds_before[actor(before)][selection(before).target]
    ),
)
def an_old_bond_cancels_the_stage_before_it_fires(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """Support through a Bond older than the step ends the target's sequence before its stage, Focus removed."""
    helped = after.players[selection(before).target]
    return helped.marker is Marker.OFF and helped.token is not Token.FOCUS and before.step is Step.SUPPORT


# ---------------------------------------------------------------- ATTACK


def attacks(kind: Relation | None, cancelled: bool) -> Predicate:
    """Premise: an Attack, chosen or extra, through this relation (any if None), cancelled or not."""

    def premise(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
        blow = attack_in(before, choice)
        if blow is None or is_cancelled(before, *blow) is not cancelled:
            return False
        return kind is None or relation(before, *blow) is kind

    return premise


def only_the_target_is_hurt(before: State, after: State, blow: tuple[int, int]) -> bool:
    """Does an Attack change no mat but its target's, save where a stage moves its own marker and Focus?"""
    attacker = blow[0]
    extra = {attacker} if before.step is Step.DARVO else set()
    same = before.players[attacker].stress == after.players[attacker].stress
    return changed_seats(before, after) <= {blow[1]} | extra and same


@claim(Scope.STEP, "GR-A09", worlds=("small", "mid", "late", "three"), premise=attacks(None, cancelled=True))
def a_cancelled_attack_changes_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A cancelled Attack changes neither Stress nor relations."""
    return before.relations == after.relations and [p.stress for p in before.players] == [
        p.stress for p in after.players
    ]


@claim(
    Scope.STEP,
    "U8",
    "GR-T01",
    "GR-A09",
    "GR-A11",
    worlds=("small", "mid", "late", "three", "answered"),
    premise=attacks(None, cancelled=True),
)
def ground_cancels_before_protection(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """GROUND-OU that names the attacker cancels first, and once; a Protection goes only if it is what cancels."""
    blow = attack_in(before, choice)
    assert blow is not None
    attacker, target = blow
    by_ground = ou_cancels(before, attacker, target)
    spent = before.players[target].protection - after.players[target].protection
    used = after.memory.cancel_used[target] and not before.memory.cancel_used[target]
    return (spent, used) == ((0, True) if by_ground else (1, False))


@claim(
    Scope.STEP,
    "GR-T01",
    "U8",
    worlds=("mid", "late", "answered"),
    premise=lambda before, choice, after, rulings: any(
        new.protection < old.protection for old, new in zip(before.players, after.players, strict=True)
    ),
)
def protection_goes_only_when_it_cancels(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Protection is used up only by an Attack on its holder, one at a time, and that Attack changes nothing else."""
    blow = attack_in(before, choice)
    if blow is None:
        return False
    target = blow[1]
    lost = before.players[target].protection - after.players[target].protection
    return (
        lost == 1
        and before.relations == after.relations
        and before.players[target].stress == after.players[target].stress
    )


@claim(
    Scope.STEP, "GR-A06", "GR-L03", "GR-L01", worlds=(*USUAL, "four"), premise=attacks(Relation.NONE, cancelled=False)
)
def attack_without_relation(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """ATTACK hurts an unrelated target by 1; a Rivalry forms, unasked, exactly if both have a free slot."""
    blow = attack_in(before, choice)
    assert blow is not None
    room = free_slots(before, blow[0]) > 0 and free_slots(before, blow[1]) > 0
    hurt = after.players[blow[1]].stress == held(before.players[blow[1]].stress + 1)
    return (
        hurt
        and only_the_target_is_hurt(before, after, blow)
        and relation(after, *blow) is (Relation.RIVALRY if room else Relation.NONE)
    )


@claim(Scope.STEP, "GR-A07", "GR-L04", worlds=USUAL, premise=attacks(Relation.BOND, cancelled=False))
def attack_through_bond(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """ATTACK through a Bond hurts by 2 and turns it into a Rivalry."""
    blow = attack_in(before, choice)
    assert blow is not None
    hurt = after.players[blow[1]].stress == held(before.players[blow[1]].stress + 2)
    return hurt and only_the_target_is_hurt(before, after, blow) and relation(after, *blow) is Relation.RIVALRY


@claim(
    Scope.STEP,
    "GR-A08",
    "GR-L04",
    worlds=("small", "gate", "mid", "three"),
    premise=attacks(Relation.RIVALRY, cancelled=False),
)
def attack_through_rivalry(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """ATTACK through a Rivalry hurts by 2 and breaks it."""
    blow = attack_in(before, choice)
    assert blow is not None
    hurt = after.players[blow[1]].stress == held(before.players[blow[1]].stress + 2)
    return hurt and only_the_target_is_hurt(before, after, blow) and relation(after, *blow) is Relation.NONE


# ---------------------------------------------------------------- GROUND


def grounds(mode: GroundMode, option: GroundOption) -> Predicate:
    """Premise: a GROUND resolves with this mode and option."""

    def premise(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
        chosen = grounding(before)
        return is_turn(before, Step.GROUND, Action.GROUND) and (chosen.mode, chosen.option) == (mode, option)

    return premise


@claim(Scope.STEP, "GR-A10", "GR-F04", worlds=USUAL, premise=grounds(GroundMode.GR, GroundOption.NONE))
def ground_and_restate(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """GR calms its player by 2 and readies its Freedom; a DARVO stage due this round is still to come."""
    old, new = me(before), after.players[actor(before)]
    calmed = new.stress == held(old.stress - 2) and new.freedom is Freedom.READY
    return calmed and new.marker is old.marker and changed_seats(before, after) <= {actor(before)}


@claim(Scope.STEP, "GR-A11", "GR-P02", worlds=("mid",), premise=grounds(GroundMode.OU, GroundOption.RESTORE))
def observe_restores(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """OU can turn a Denied Problem face up and take its Denied token off."""
    chosen = grounding(before).problem
    card = after.problems[chosen]
    alone = changed_problems(before, after) <= {chosen} and before.players == after.players
    return card.face_up and not card.denied and alone


@claim(
    Scope.STEP,
    "GR-A12",
    "GR-T02",
    worlds=("late",),
    sampled=False,
    premise=grounds(GroundMode.ND, GroundOption.UNBLAME),
)
def name_removes_a_blame(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """ND can return one Blame that lies in front of its player to the owner."""
    owner = grounding(before).target
    lay_here = before.players[owner].token is Token.BLAME and before.players[owner].token_at == actor(before)
    gone = after.players[owner].token is Token.UNPLACED and after.players[owner].token_at == -1
    return lay_here and gone and changed_seats(before, after) == {owner}


@claim(
    Scope.STEP,
    "GR-A12",
    "GR-L04",
    worlds=("small", "gate", "mid", "answered"),
    premise=grounds(GroundMode.ND, GroundOption.BREAK),
)
def name_breaks_a_relation(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """ND can break one relation of its player, and touches no other."""
    seat, other = actor(before), grounding(before).target
    pair = (min(seat, other), max(seat, other))
    alone = changed_pairs(before, after) <= {pair} and before.players == after.players
    return relation(after, seat, other) is Relation.NONE and alone
