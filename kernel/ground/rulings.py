"""One switch a question: U1-U10 with their rulings of 2026-08-03 as defaults, the questions found since, the modules.

The first member of each enumeration is the default. A default of a U item is ruled; the others are provisional and each
names its finding. Rules: U1..U10.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Option(Enum):
    """Base of all options; members hash by identity, which makes searching faster."""

    __hash__ = object.__hash__


class BondAcceptance(Option):
    """U1: when does the target of a Support say whether it accepts a Bond?"""

    IN_SUPPORT = "during the Support's resolution, knowing all revealed Actions"
    AT_SELECT = "together with its own face-down Action, for the whole round"


class StressClamp(Option):
    """U2: when is Stress held to 0-5?"""

    EVERY_CHANGE = "at every change"
    AT_END = "only in the End step"


class DenyWithoutTarget(Option):
    """U3: what does a DENY stage do that finds no Problem to deny?"""

    ADVANCES = "nothing, and the sequence advances"
    WAITS = "nothing, and DENY is due again next round"
    ENDS = "it ends the sequence"


class EmptyDeck(Option):
    """U4: a draw from an empty deck."""

    RESHUFFLE = "the discard becomes the deck; with both empty the draw is skipped"
    SKIP = "the draw is skipped, the discard stays"


class RejectedReverse(Option):
    """U5: what is left of a rejected REVERSE for its owner?"""

    CALMS = "Stress -2 and the sequence ends, no Protection"
    NOTHING = "the sequence ends, no Stress change, no Protection"
    CALMS_AND_PROTECTS = "Stress -2, a Protection, and the sequence ends"


class BondSupportTiming(Option):
    """U6: a Bond Support in the round of a DARVO stage."""

    BEFORE_STAGE = "cancels the stage before it fires and ends the sequence"
    AFTER_STAGE = "the stage still fires, then the sequence ends"


class Elimination(Option):
    """U7: can a player leave the game? No text offers another option."""

    NONE = "no"


class CancelOrder(Option):
    """U8: GROUND-OU and Protection could both cancel the same Attack."""

    GROUND_FIRST = "OU cancels, Protection is kept"
    PROTECTION_FIRST = "Protection cancels, OU stays ready"
    BOTH_SPENT = "both are used up"


class DoubleTrigger(Option):
    """U9: several players at Stress 5 at the same End."""

    ALL = "each of them starts a sequence"
    FIRST_IN_LEAD_ORDER = "only the first in Lead order does"


class StaleInvestigate(Option):
    """F-001: the Problem an INVESTIGATE was aimed at has been revealed before its turn, others are still hidden."""

    DRAW_ONLY = "nothing is revealed, the Solution is drawn"
    NEW_TARGET = "another hidden Problem is chosen now"
    NOTHING = "neither reveal nor draw"


class FreshBondSupport(Option):
    """F-002: a Support through a Bond that an earlier Support of the same step made."""

    AS_BOND = "Stress -2 and Freedom READY, no effect on DARVO"
    AS_NO_RELATION = "Stress -1 only"


class ModeOrder(Option):
    """F-003: several players revealed GROUND; do later ones see the modes of earlier ones?"""

    OPEN = "modes are chosen one after the other in Lead order, openly"
    SECRET = "modes are chosen secretly and shown together"


class GroundWithoutObject(Option):
    """F-004: may an OU or ND option be chosen that has nothing to act on?"""

    REFUSED = "no: it must be on the table when modes are chosen; an Attack must be revealed or still possible"
    ALLOWED = "yes; it acts if its object turns up in time"


class CancelScope(Option):
    """F-005: which Attack does GROUND-OU cancel?"""

    NAMED_ATTACKER = "the first Attack by the player named when modes are chosen"
    FIRST_ATTACK = "the first Attack against its player, whoever makes it"


class RejectScope(Option):
    """F-020: which Reverse does GROUND-ND reject, when several are due against its player?"""

    NAMED_OWNER = "that of the player named when modes are chosen, or none if that one does not come"
    FIRST_REVERSE = "the first that comes, whoever owns it"


class DeniedSolve(Option):
    """F-006: the Problem of a SOLVE has been Denied between Select and Solve."""

    KEEP_CARD = "nothing happens, the Solution is kept"
    DISCARD_CARD = "the Solution is discarded, nothing is claimed"


class FinalRoundMarker(Option):
    """F-007: does the Round marker move at the End of the last round?"""

    STAYS = "it stays on the last round"
    ADVANCES = "it advances beyond the last round"


class CalmSpend(Option):
    """F-008: may Freedom be spent at Stress 0-3, where it gains nothing?"""

    REFUSED = "no"
    ALLOWED = "yes"


class SpendVisibility(Option):
    """F-009: when do the others see that a Freedom token was spent?"""

    AT_REVEAL = "when Actions are revealed"
    AT_ONCE = "as soon as it is turned"


class MasteryBase(Option):
    """F-010: what are the successes that a mastery rating starts from?"""

    CLAIMED_PROBLEMS = "the number of claimed Problems"
    CLAIMED_VALUE = "the total value of claimed Problems"


class CoalitionBlame(Option):
    """F-011: whose Blame tokens break a tie between coalitions?"""

    HELD = "those lying in front of members"
    OWNED = "those that members own"


class Retrigger(Option):
    """F-012: can a sequence start at the End of the very round in which the last one ended?"""

    SAME_ROUND = "yes"
    LATER_ROUND = "no, only at the End of a later round"


class HandVisibility(Option):
    """F-013: do players see each other's Solutions?"""

    OWNER_ONLY = "no"
    OPEN = "yes"


class ProtectionUse(Option):
    """F-014: must a Protection be used on the next Attack?"""

    AUTOMATIC = "yes, it cancels the next Attack that nothing else has cancelled"
    HOLDER_DECIDES = "its holder decides at each Attack"


class FreeActionSpend(Option):
    """F-018: may Freedom be spent at Stress 4-5 on ATTACK or GROUND, which are free there?"""

    ALLOWED = "yes: it permits any one Action"
    REFUSED = "no: only on an Action that Stress forbids"


class LostGroundObject(Option):
    """F-019: what an OU or ND was to act on is gone before its turn, by an earlier GROUND of the same step."""

    NO_EFFECT = "it has no effect"
    CHOOSE_AGAIN = "its player chooses a mode anew"


class FreshRivalryAttack(Option):
    """F-029: an Attack through a Rivalry that an earlier Attack of the same step made, from nothing or from a Bond."""

    AS_RIVALRY = "Stress +2, and the Rivalry breaks"
    AS_NO_RELATION = "Stress +1, and the Rivalry stays"


class ReshuffleTime(Option):
    """F-030: when does the discard become the new deck?"""

    AT_DRAW = "when a card is to be drawn and none is left"
    AT_ONCE = "as soon as the last card has been drawn"


class MasteryRange(Option):
    """F-031: can a mastery rating be negative, and has a group one that misses the threshold?"""

    ANY = "it can be negative, and every group has one"
    NOT_BELOW_ZERO = "it is never below 0, and every group has one"
    SUCCESS_ONLY = "only a successful group has one; for others it is 0"


class TargetVisibility(Option):
    """F-032: do the others see what a face-down Action is aimed at?"""

    AT_REVEAL = "when Actions are revealed"
    AT_ONCE = "as soon as the Action lies beside its target"


class ProblemStress(Option):
    """problem_stress: do unclaimed Problems press on players?"""

    NONE = "no: only Actions and DARVO stages change Stress"
    SCOPED = "yes: at End each unclaimed Problem adds one Stress to every seat that its scope holds"


class ProblemDeal(Option):
    """problem_deal: which Problems are in play from the start?"""

    PRINTED = "those of the player count, as printed"
    PRESSURE_DECK = "a few starters; one of the others may come at each End"


class FirstOwner(Option):
    """F-021: who owns the first personal or bond Problem at setup, counting clockwise from the Lead?"""

    LEAD = "the Lead"
    AFTER_LEAD = "the seat after the Lead"


class SurfaceOwner(Option):
    """F-022: a Surface Problem with personal or bond scope: owners go by hidden priority, and it has none."""

    FIRST = "it is owned, and comes before the hidden ones"
    NOBODY = "it has no owner and presses on nobody"


class DeckExtent(Option):
    """F-023: which cards of the Scenario make up the Pressure deck?"""

    WHOLE_SCENARIO = "all that are no starters"
    SEAT_BAND = "those of the player count that are no starters"


class DrawnGlobal(Option):
    """F-024: a drawn card is a hidden one by its priority and global by its scope; how is it placed?"""

    FACE_UP = "face up, like a Surface Problem"
    FACE_DOWN = "face down, like any hidden Problem"


class DrawnOwner(Option):
    """F-025: who owns a drawn personal or bond card?"""

    LEAD = "the Lead at the draw, whatever it owns already"
    RELIEVED_LEAD = "the first seat from the Lead on with fewer than two unclaimed personal Problems, else the Lead"


class UnscopedOwner(Option):
    """F-026: are owners of drawn cards noted where Problems do not press on anybody?"""

    NOT_NOTED = "no"
    NOTED = "yes, without any effect"


class DrawnSuccess(Option):
    """F-027: does a claimed card from the Pressure deck, worth no points, count among a mastery rating's successes?"""

    COUNTS = "yes: it is a claimed Problem"
    IGNORED = "no: it counts for nothing in scoring"


class ScopeVisibility(Option):
    """F-028: do players see the scope of a Problem in play that lies face down?"""

    OPEN = "yes: its pressure is felt at every End"
    WITH_THE_CARD = "no: only once the card has been seen"


class DeckThreshold(Option):
    """F-037: which threshold must be reached with the Pressure deck, under which starters alone are worth points?"""

    PRINTED = "the printed one"
    STARTERS = "the printed one, but no more than the starters are worth"


class CapCounts(Option):
    """F-035: which unclaimed Problems count towards open_cap?"""

    UNCLAIMED = "all that are in play"
    DRAWN = "those from the Pressure deck alone, so that starters leave room for them"


#: U10: 24 Solutions exist, so a limit of 24 cards never binds.
NO_HAND_LIMIT = 24


class ContradictorySwitches(ValueError):
    """Answers that cannot stand together; names the rule that forbids them."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


@dataclass(frozen=True)
class Rulings:
    """How each open question is answered; the defaults are what has been ruled, or else provisional.

    Rules: U1, U2, U3, U4, U5, U6, U7, U8, U9, U10.
    """

    u1_bond_acceptance: BondAcceptance = BondAcceptance.IN_SUPPORT
    u2_stress_clamp: StressClamp = StressClamp.EVERY_CHANGE
    u3_deny_without_target: DenyWithoutTarget = DenyWithoutTarget.ADVANCES
    u4_empty_deck: EmptyDeck = EmptyDeck.RESHUFFLE
    u5_rejected_reverse: RejectedReverse = RejectedReverse.CALMS
    u6_bond_support_timing: BondSupportTiming = BondSupportTiming.BEFORE_STAGE
    u7_elimination: Elimination = Elimination.NONE
    u8_cancel_order: CancelOrder = CancelOrder.GROUND_FIRST
    u9_double_trigger: DoubleTrigger = DoubleTrigger.ALL
    u10_hand_limit: int = NO_HAND_LIMIT
    stale_investigate: StaleInvestigate = StaleInvestigate.DRAW_ONLY
    fresh_bond_support: FreshBondSupport = FreshBondSupport.AS_BOND
    mode_order: ModeOrder = ModeOrder.OPEN
    ground_without_object: GroundWithoutObject = GroundWithoutObject.REFUSED
    cancel_scope: CancelScope = CancelScope.NAMED_ATTACKER
    denied_solve: DeniedSolve = DeniedSolve.KEEP_CARD
    final_round_marker: FinalRoundMarker = FinalRoundMarker.STAYS
    calm_spend: CalmSpend = CalmSpend.REFUSED
    spend_visibility: SpendVisibility = SpendVisibility.AT_REVEAL
    mastery_base: MasteryBase = MasteryBase.CLAIMED_PROBLEMS
    coalition_blame: CoalitionBlame = CoalitionBlame.HELD
    retrigger: Retrigger = Retrigger.SAME_ROUND
    hand_visibility: HandVisibility = HandVisibility.OWNER_ONLY
    protection_use: ProtectionUse = ProtectionUse.AUTOMATIC
    free_action_spend: FreeActionSpend = FreeActionSpend.ALLOWED
    lost_ground_object: LostGroundObject = LostGroundObject.NO_EFFECT
    reject_scope: RejectScope = RejectScope.NAMED_OWNER
    fresh_rivalry_attack: FreshRivalryAttack = FreshRivalryAttack.AS_RIVALRY
    reshuffle_time: ReshuffleTime = ReshuffleTime.AT_DRAW
    mastery_range: MasteryRange = MasteryRange.ANY
    target_visibility: TargetVisibility = TargetVisibility.AT_REVEAL
    problem_stress: ProblemStress = ProblemStress.NONE
    problem_deal: ProblemDeal = ProblemDeal.PRINTED
    first_owner: FirstOwner = FirstOwner.LEAD
    surface_owner: SurfaceOwner = SurfaceOwner.FIRST
    deck_extent: DeckExtent = DeckExtent.WHOLE_SCENARIO
    drawn_global: DrawnGlobal = DrawnGlobal.FACE_UP
    drawn_owner: DrawnOwner = DrawnOwner.LEAD
    unscoped_owner: UnscopedOwner = UnscopedOwner.NOT_NOTED
    drawn_success: DrawnSuccess = DrawnSuccess.COUNTS
    scope_visibility: ScopeVisibility = ScopeVisibility.OPEN
    deck_threshold: DeckThreshold = DeckThreshold.PRINTED
    cap_counts: CapCounts = CapCounts.UNCLAIMED

    def __post_init__(self) -> None:
        """Raises `ContradictorySwitches` for answers that cannot stand together."""
        if self.problem_stress is ProblemStress.SCOPED and self.unscoped_owner is UnscopedOwner.NOTED:
            raise ContradictorySwitches(
                "DEAL-OWN", "owners without effect are for games without scoped stress: with it every owner counts"
            )


#: What has been ruled, and the provisional defaults.
STANDING = Rulings()
#: The four pairs of modules, each with the provisional defaults.
COMBINATIONS = tuple(
    Rulings(problem_stress=stress, problem_deal=deal) for stress in ProblemStress for deal in ProblemDeal
)


def modules_of(rulings: Rulings) -> tuple[str, ...]:
    """The names of the modules that are played with; none for r0."""
    stress = ("scoped stress",) if rulings.problem_stress is ProblemStress.SCOPED else ()
    return (*stress, "pressure deck") if rulings.problem_deal is ProblemDeal.PRESSURE_DECK else stress
