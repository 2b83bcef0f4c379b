"""The witnesses of findings: for each open question the shortest play on which its answers differ, found by an engine.

Rules: the questions F-001 to F-019 of `kernel.ground.rulings`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from kernel.ground import scoring
from kernel.ground.refusals import Refused
from kernel.ground.rulings import (
    STANDING,
    CalmSpend,
    CancelScope,
    CoalitionBlame,
    DeniedSolve,
    FinalRoundMarker,
    FreeActionSpend,
    FreshBondSupport,
    FreshRivalryAttack,
    GroundWithoutObject,
    HandVisibility,
    LostGroundObject,
    MasteryBase,
    MasteryRange,
    ModeOrder,
    Option,
    ProtectionUse,
    RejectScope,
    ReshuffleTime,
    Retrigger,
    Rulings,
    SpendVisibility,
    StaleInvestigate,
    TargetVisibility,
)
from kernel.ground.state import (
    NO_CARDS,
    Choice,
    Marker,
    ModeCard,
    Relation,
    Seat,
    State,
    Step,
    Suit,
    Token,
    fresh_memory,
    seats_of,
    with_player,
)
from kernel.ground.view import view_of
from model.encode import decode
from model.engines.differ import Difference, differ
from model.engines.explore import explore
from model.ground import GROUND, problem, table
from model.ground_worlds import GATE, MID, SMALL, WORLDS
from model.trace import Trace, play_out
from model.verdict import Verdict
from properties.ground import CLAIMS
from properties.module_hunts import MODULE_HUNTS
from specs.load import FINDINGS

CAP = 600_000
#: The comparison of two readings of U9 with two players, among the plays of `ruleproof what-if --stages`.
STAGE_PLAY = "U9-FIRST_IN_LEAD_ORDER-2.json"


def look(state: State, rulings: Rulings) -> tuple[Any, ...]:
    """What people can tell apart: the table, what each seat sees, and the score of a finished game."""
    table_only = replace(state, memory=fresh_memory(len(state.players)))
    views = tuple(view_of(state, seat, rulings) for seat in seats_of(state))
    over = state.step is Step.OVER
    score = (scoring.winners_of(state, rulings), scoring.mastery_of(state, rulings)) if over else ()
    return table_only, views, score


#: Two hidden Problems: both seats may investigate the same one while the other stays hidden.
SEARCHING = table(
    stress=(2, 2),
    problems=(problem(Suit.CLARIFY, 2, 1), problem(Suit.REPAIR, 2, 2)),
    hands=(NO_CARDS, NO_CARDS),
    deck=(1, 1, 0, 0),
    rounds=1,
)
#: Three bonded seats in the last round: a Problem claimed by each side leaves only Blame to break the tie.
BLAMED = with_player(
    table(
        stress=(2, 1, 1),
        problems=(problem(Suit.CLARIFY, 2, 0), problem(Suit.CLARIFY, 1, 0)),
        hands=((1, 0, 0, 0), (1, 0, 0, 0), NO_CARDS),
        deck=NO_CARDS,
        relations=((1, 2, Relation.BOND),),
        first_round=5,
        mode=ModeCard.BONDED_COALITIONS,
    ),
    Seat(1),
    token=Token.BLAME,
    token_at=Seat(0),
)
#: A seat at Stress 5 whose sequence a GR ends, bonded to somebody who attacks.
RELAPSE = table(
    stress=(5, 2),
    problems=(),
    hands=(NO_CARDS, NO_CARDS),
    deck=NO_CARDS,
    markers=(Marker.DENY, Marker.OFF),
    relations=((0, 1, Relation.BOND),),
    first_round=3,
    rounds=4,
)
#: A Support pair in a calm round: the second Support goes through the Bond that the first has made.
CALM = table(stress=(3, 3), problems=(), hands=(NO_CARDS, NO_CARDS), deck=NO_CARDS, rounds=1)
#: Two seats whose Bond both want to break, so that the later one finds it gone.
BONDED = table(
    stress=(2, 2),
    problems=(),
    hands=(NO_CARDS, NO_CARDS),
    deck=NO_CARDS,
    relations=((0, 1, Relation.BOND),),
    rounds=1,
)
#: Two Reverses due against seat 2, one of whose owners is bonded to it and may be calmed first.
TWO_REVERSES = table(
    stress=(4, 4, 2),
    problems=(),
    hands=(NO_CARDS,) * 3,
    deck=NO_CARDS,
    markers=(Marker.REVERSE, Marker.REVERSE, Marker.OFF),
    focus=(2, 2, -1),
    first_round=4,
    rounds=4,
)
#: A seat with a Protection that is about to be attacked.
PROTECTED = with_player(CALM, Seat(0), protection=1)
#: One card in the deck, another in the discard, and nothing to reveal.
LAST_CARD = replace(
    table(stress=(2, 2), problems=(), hands=(NO_CARDS, NO_CARDS), deck=(1, 0, 0, 0), rounds=1), discard=(0, 1, 0, 0)
)
#: The last round; a DENY is due that leaves a Denied Problem and no success to set against it.
HOPELESS = table(
    stress=(5, 2),
    problems=(problem(Suit.CLARIFY, 2, 0),),
    hands=(NO_CARDS, NO_CARDS),
    deck=NO_CARDS,
    markers=(Marker.DENY, Marker.OFF),
    first_round=5,
    threshold=2,
)


@dataclass(frozen=True)
class Hunt:
    """Where to look for the play that tells a finding's provisional default from another answer.

    `base` are the rulings that the default stands in: those of the printing, with the modules that are asked about.
    Where setup itself lays another table under each answer, `laid` lays it, and there are no starts.
    """

    finding: str
    switch: str
    option: Option
    starts: tuple[State, ...]
    base: Rulings = STANDING
    laid: Callable[[Rulings], State] | None = None

    @property
    def alternative(self) -> Rulings:
        """The base with this ruling reversed."""
        changes: dict[str, Any] = {self.switch: self.option}
        return replace(self.base, **changes)


HUNTS = (
    Hunt("F-001", "stale_investigate", StaleInvestigate.NEW_TARGET, (SEARCHING,)),
    Hunt("F-001", "stale_investigate", StaleInvestigate.NOTHING, (SEARCHING,)),
    Hunt("F-002", "fresh_bond_support", FreshBondSupport.AS_NO_RELATION, (CALM,)),
    Hunt("F-003", "mode_order", ModeOrder.SECRET, (CALM,)),
    Hunt("F-004", "ground_without_object", GroundWithoutObject.ALLOWED, (CALM,)),
    Hunt("F-005", "cancel_scope", CancelScope.FIRST_ATTACK, (CALM,)),
    Hunt("F-006", "denied_solve", DeniedSolve.DISCARD_CARD, (MID,)),
    Hunt("F-007", "final_round_marker", FinalRoundMarker.ADVANCES, (CALM,)),
    Hunt("F-008", "calm_spend", CalmSpend.ALLOWED, (CALM,)),
    Hunt("F-009", "spend_visibility", SpendVisibility.AT_ONCE, (GATE,)),
    Hunt("F-010", "mastery_base", MasteryBase.CLAIMED_VALUE, (SMALL,)),
    Hunt("F-011", "coalition_blame", CoalitionBlame.OWNED, (BLAMED,)),
    Hunt("F-012", "retrigger", Retrigger.LATER_ROUND, (RELAPSE,)),
    Hunt("F-013", "hand_visibility", HandVisibility.OPEN, (SMALL,)),
    Hunt("F-014", "protection_use", ProtectionUse.HOLDER_DECIDES, (PROTECTED,)),
    Hunt("F-018", "free_action_spend", FreeActionSpend.REFUSED, (GATE,)),
    Hunt("F-020", "reject_scope", RejectScope.FIRST_REVERSE, (TWO_REVERSES,)),
    Hunt("F-019", "lost_ground_object", LostGroundObject.CHOOSE_AGAIN, (BONDED,)),
    Hunt("F-029", "fresh_rivalry_attack", FreshRivalryAttack.AS_NO_RELATION, (CALM,)),
    Hunt("F-030", "reshuffle_time", ReshuffleTime.AT_ONCE, (LAST_CARD,)),
    Hunt("F-031", "mastery_range", MasteryRange.NOT_BELOW_ZERO, (HOPELESS,)),
    Hunt("F-031", "mastery_range", MasteryRange.SUCCESS_ONLY, (HOPELESS,)),
    Hunt("F-032", "target_visibility", TargetVisibility.AT_ONCE, (CALM,)),
    *(
        Hunt(finding, switch, option, (), base, where)
        if callable(where)
        else Hunt(finding, switch, option, where, base)
        for finding, switch, option, base, where in MODULE_HUNTS
    ),
)


#: A finding's witness shows its default beside the first of its other options.
FIRST_HUNTS = tuple({each.finding: each for each in reversed(HUNTS)}.values())[::-1]


def hunt(each: Hunt) -> Difference[State, Choice, Rulings]:
    """The shortest play from the hunt's starts on which default and alternative differ.

    Raises `LookupError` if there is none: then the question is no finding in that world.
    """
    if each.laid is not None:
        found = at_setup(each.laid, each)
    else:
        found = differ(GROUND, each.starts, each.base, each.alternative, look, cap=CAP)
    if found is None:
        raise LookupError(f"{each.finding}: no play from its starts tells the options of {each.switch} apart")
    return found


def at_setup(laid: Callable[[Rulings], State], each: Hunt) -> Difference[State, Choice, Rulings] | None:
    """The table that setup lays, as a play of no choices, if it is another one under the alternative."""
    start = laid(each.base)
    if look(start, each.base) == look(laid(each.alternative), each.alternative):
        return None
    return Difference(Trace(GROUND, each.base, (start,), ()), "setup lays another table", 1)


@dataclass(frozen=True)
class Witness:
    """A play that shows a finding, and what it shows."""

    finding: str
    trace: Trace[State, Choice, Rulings]
    note: str


def of_stages() -> Witness:
    """The shortest play on which U9 decides whether a DARVO stage comes, as the comparison of readings has kept it."""
    data = json.loads((FINDINGS / "stages" / STAGE_PLAY).read_text(encoding="utf-8"))
    choices: tuple[Choice, ...] = tuple(decode(Choice, each) for each in data["choices"])
    trace = play_out(GROUND, decode(State, data["state"]), choices, STANDING)
    said = f"With {data['reading']} and the same decisions another DARVO stage is due after the last turn, or none"
    return Witness("F-036", trace, f"{said}; shortest, {data['turns']} turns")


def witnesses() -> Iterator[Witness]:
    """Find the witness of every finding that has one: of switches by comparison, of refuted claims by exploration."""
    yield of_stages()
    for each in FIRST_HUNTS:
        found = hunt(each)
        shows = f"{each.switch}: {getattr(each.base, each.switch).name} (first) or {each.option.name} (second)"
        yield Witness(each.finding, found.trace, f"{shows}; {found.says}; shortest, {found.visited} pairs compared")
    hunted = {each.finding for each in FIRST_HUNTS}
    for claim in CLAIMS:
        if claim.finding and claim.finding not in hunted:
            seen = explore(WORLDS[claim.worlds[0]], [claim.check]).found[0]
            if seen.trace is None or seen.verdict is not Verdict.REFUTED:
                raise LookupError(f"{claim.finding}: {claim.name} is {seen.verdict.value}, not refuted")
            yield Witness(claim.finding, seen.trace, f"{claim.sentence} {seen.reason}")


def shows(witness: Trace[State, Choice, Rulings], each: Hunt) -> bool:
    """Does the play, ended here, tell the hunt's two answers apart: refused, another table, or another look?"""
    rulings = each.alternative if witness.rulings == each.base else each.base
    state = witness.states[0]
    if each.laid is not None:
        if state != each.laid(witness.rulings):
            return False
        state = each.laid(rulings)
    for choice in witness.choices:
        try:
            state = GROUND.advance(state, choice, rulings)
        except Refused:
            return True
    return look(state, rulings) != look(witness.end, witness.rulings)


def main() -> None:
    """Find every witness and write it beside its finding."""
    for each in witnesses():
        each.trace.write(FINDINGS / "witness" / f"{each.finding}.itf.json", each.note)
        print(f"{each.finding}: {len(each.trace.choices)} choices; {each.note}", flush=True)


if __name__ == "__main__":
    main()
