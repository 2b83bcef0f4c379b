"""Claims about Select, Reveal, Stress and Freedom: GR-R02..GR-R05, GR-F, GR-P05."""

from __future__ import annotations

from kernel.ground import resolve
from kernel.ground.refusals import Refused
from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    Action,
    Answer,
    Choice,
    Draw,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Pass,
    ProblemIndex,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    seats_of,
)
from kernel.ground.view import view_of
from model.game import Scope
from model.verdict import Verdict
from properties.claim import Span, claim
from properties.ground.reading import RESOLVE, USUAL, actor, is_turn, is_unrevealed, me, relation, seats, selection

# ---------------------------------------------------------------- Select and Reveal


@claim(Scope.STATE, "GR-R02", "GR-A13", worlds=USUAL, premise=lambda state, rulings: state.step is Step.SELECT)
def every_seat_can_select(state: State, rulings: Rulings) -> bool:
    """In every Select the seat has a legal Action: GROUND, and an ATTACK on each other player."""
    open_to = resolve.offered(state, rulings)
    others = [seat for seat in seats(state) if seat != actor(state)]
    attacks = {c.target for c in open_to if isinstance(c, Selection) and c.action is Action.ATTACK and not c.spend}
    grounds = any(isinstance(c, Selection) and c.action is Action.GROUND and not c.spend for c in open_to)
    return grounds and attacks == set(others)


@claim(
    Scope.STEP,
    "GR-R02",
    "GR-A13",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.step is Step.SELECT,
)
def one_action_with_its_target_is_selected(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A seat selects one of five Actions: SUPPORT and ATTACK name one other player, SOLVE and INVESTIGATE a Problem."""
    chosen = after.memory.selections[actor(before)]
    names_player = 0 <= chosen.target < len(before.players) and chosen.target != actor(before)
    match chosen.action:
        case Action.SUPPORT | Action.ATTACK:
            return names_player and chosen.problem == -1
        case Action.SOLVE:
            problem = before.problems[chosen.problem]
            return chosen.target == -1 and chosen.problem >= 0 and problem.face_up and not problem.denied
        case Action.INVESTIGATE:
            hidden = [i for i, p in enumerate(before.problems) if is_unrevealed(p)]
            return chosen.target == -1 and (chosen.problem in hidden or (not hidden and chosen.problem == -1))
        case Action.GROUND:
            return chosen.target == -1 and chosen.problem == -1
        case _:
            return False


@claim(
    Scope.STEP,
    "GR-R03",
    "GR-F02",
    worlds=USUAL,
    premise=lambda before, choice, after, rulings: before.step is Step.SELECT and me(before).stress >= 4,
)
def stress_narrows_the_choice(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """At Stress 4-5 a seat selects ATTACK or GROUND, or pays for another Action with a READY Freedom token."""
    chosen = after.memory.selections[actor(before)]
    paid = me(before).freedom is Freedom.READY and after.players[actor(before)].freedom is Freedom.SPENT
    return chosen.action in (Action.ATTACK, Action.GROUND) or (chosen.spend and paid)


@claim(
    Scope.STATE,
    "GR-F02",
    "GR-R03",
    "GR-P05",
    worlds=USUAL,
    premise=lambda state, rulings: state.step is Step.SELECT and me(state).stress <= 3,
)
def calm_seats_choose_freely(state: State, rulings: Rulings) -> bool:
    """At Stress 0-3 all five Actions are open without Freedom, SOLVE where there is something to solve."""
    open_to = {c.action for c in resolve.offered(state, rulings) if isinstance(c, Selection) and not c.spend}
    solvable = any(
        p.face_up and not p.denied and p.claimed_by == -1 and me(state).hand[p.suit.value] > 0 for p in state.problems
    )
    return open_to == {Action.INVESTIGATE, Action.SUPPORT, Action.ATTACK, Action.GROUND} | (
        {Action.SOLVE} if solvable else set()
    )


@claim(
    Scope.STATE,
    "GR-F02",
    "GR-P05",
    worlds=("small",),
    sampled=False,
    premise=lambda state, rulings: state.step is Step.SELECT and me(state).stress <= 3,
    expect=Verdict.REFUTED,
    finding="F-016",
)
def all_five_actions_are_open_to_calm_seats(state: State, rulings: Rulings) -> bool:
    """Taken literally: at Stress 0-3 all five Actions can be selected. GR-P05 withholds SOLVE from some."""
    open_to = {c.action for c in resolve.offered(state, rulings) if isinstance(c, Selection)}
    return open_to == set(Action) - {Action.NONE}


@claim(
    Scope.STATE,
    "GR-P05",
    "GR-P01",
    "GR-A13",
    worlds=USUAL,
    premise=lambda state, rulings: state.step is Step.SELECT,
)
def solve_is_offered_only_where_it_can_act(state: State, rulings: Rulings) -> bool:
    """SOLVE is offered on exactly the face-up, non-Denied, unclaimed Problems whose suit the seat holds."""
    aims = {c.problem for c in resolve.offered(state, rulings) if isinstance(c, Selection) and c.action is Action.SOLVE}
    able = me(state).stress <= 3 or me(state).freedom is Freedom.READY
    fitting = {
        i
        for i, p in enumerate(state.problems)
        if p.face_up and not p.denied and p.claimed_by == -1 and me(state).hand[p.suit.value] > 0
    }
    return aims == (fitting if able else set())


@claim(
    Scope.STATE,
    "GR-R02",
    "GR-R04",
    worlds=USUAL,
    premise=lambda state, rulings: state.step is Step.SELECT and state.turn < len(state.players) - 1,
    span=Span.NONE,
)
def hidden_choices_stay_hidden(state: State, rulings: Rulings) -> bool:
    """Whatever a seat selects, no other seat sees a difference before Reveal, nor is offered other choices."""
    others = [seat for seat in seats_of(state) if seat != actor(state)]
    futures = [resolve.play(state, choice, rulings) for choice in resolve.offered(state, rulings)]
    views = {tuple(view_of(after, seat, rulings) for seat in others) for after in futures}
    offers = {resolve.offered(after, rulings) for after in futures}
    return len(views) == 1 and len(offers) == 1


@claim(
    Scope.STATE,
    "GR-R04",
    "GR-R05",
    worlds=USUAL,
    premise=lambda state, rulings: state.step not in (Step.SELECT, Step.END, Step.OVER),
)
def revealed_actions_are_seen_by_all(state: State, rulings: Rulings) -> bool:
    """From Reveal on every seat has one Action, and every seat sees all of them."""
    chosen = state.memory.selections
    return all(c.action is not Action.NONE for c in chosen) and all(
        view_of(state, seat, rulings).selections == chosen for seat in seats_of(state)
    )


@claim(
    Scope.STATE,
    "GR-R05",
    "GR-A10",
    worlds=USUAL,
    premise=lambda state, rulings: is_turn(state, Step.REVEAL, Action.GROUND),
)
def every_ground_has_a_mode(state: State, rulings: Rulings) -> bool:
    """A seat that revealed GROUND can always choose GR, whatever else it may choose."""
    return Grounding(GroundMode.GR) in resolve.offered(state, rulings)


@claim(Scope.STATE, "GR-R05", worlds=USUAL, premise=lambda state, rulings: state.step in RESOLVE)
def modes_are_fixed_before_resolution(state: State, rulings: Rulings) -> bool:
    """When resolution begins, exactly the seats with GROUND have a mode."""
    return all(
        (chosen.action is Action.GROUND) == (mode.mode is not GroundMode.NONE)
        for chosen, mode in zip(state.memory.selections, state.memory.groundings, strict=True)
    )


# ---------------------------------------------------------------- offered and accepted


def imaginable(state: State) -> list[Choice]:
    """Every choice that can be written down for the due step, whatever its targets, and some of other steps."""
    people = [Seat(i) for i in range(-1, len(state.players) + 1)]
    cards = [ProblemIndex(i) for i in range(-1, len(state.problems) + 1)]
    of_any_step: list[Choice] = [Pass(), *(Answer(reply) for reply in Reply)]
    match state.step:
        case Step.SELECT:
            spends = (False, True)
            return [
                *of_any_step,
                *(Selection(a, t, p, s) for a in Action for t in people for p in cards for s in spends),
            ]
        case Step.REVEAL:
            modes = [(m, o) for m in GroundMode for o in GroundOption]
            return [*of_any_step, *(Grounding(m, o, t, p) for m, o in modes for t in people for p in cards)]
        case Step.DARVO:
            return [*of_any_step, *(Stage(p, t, r) for p in cards for t in people for r in Reply)]
        case Step.INVESTIGATE:
            return [*of_any_step, *(Draw(s, p) for s in Suit for p in cards)]
    return [*of_any_step, Selection(), Grounding(), Stage(), Draw(), *map(Influx, cards)]


@claim(Scope.STATE, "GR-R02", "GR-R06", span=Span.NONE)
def offered_is_accepted(state: State, rulings: Rulings) -> bool:
    """The kernel accepts exactly the choices that it offers; whatever it refuses, it refuses for a rule."""
    accepted = set()
    for choice in imaginable(state):
        try:
            resolve.advance(state, choice, rulings)
        except Refused as refused:
            if not refused.refusal.rule:
                return False
        else:
            accepted.add(choice)
    return accepted == set(resolve.offered(state, rulings))


# ---------------------------------------------------------------- Stress and Freedom


@claim(Scope.STATE, "GR-F01", "GR-O02", "U2", worlds=USUAL)
def stress_stays_within_its_track(state: State, rulings: Rulings) -> bool:
    """Stress is within 0-5 after every change."""
    return all(0 <= player.stress <= 5 for player in state.players)


@claim(
    Scope.STEP,
    "GR-F03",
    "GR-R03",
    worlds=("small", "mid", "three"),
    premise=lambda before, choice, after, rulings: any(
        old.freedom is Freedom.READY and new.freedom is Freedom.SPENT
        for old, new in zip(before.players, after.players, strict=True)
    ),
)
def freedom_is_spent_only_in_select(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Freedom token turns to SPENT only in its player's own Select, at Stress 4-5."""
    spent = [s for s in seats(before) if before.players[s].freedom is not after.players[s].freedom]
    return before.step is Step.SELECT and spent == [actor(before)] and me(before).stress >= 4


@claim(
    Scope.STEP,
    "GR-F04",
    "GR-A04",
    "GR-A10",
    worlds=("small", "mid", "three"),
    premise=lambda before, choice, after, rulings: any(
        old.freedom is Freedom.SPENT and new.freedom is Freedom.READY
        for old, new in zip(before.players, after.players, strict=True)
    ),
)
def freedom_is_readied_by_gr_or_bond_support(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Freedom token turns to READY only by its player's GR, or by a Support through a Bond."""
    seat = actor(before)
    readied = [s for s in seats(before) if before.players[s].freedom is not after.players[s].freedom]
    by_self = is_turn(before, Step.GROUND, Action.GROUND) and readied == [seat]
    target = selection(before).target
    by_bond = is_turn(before, Step.SUPPORT, Action.SUPPORT) and readied == [target]
    return by_self or (by_bond and relation(before, seat, target) is Relation.BOND)
