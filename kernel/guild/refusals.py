"""Why a choice is refused: one refusal a rule, asked in the order in which they stand here."""

from __future__ import annotations

from kernel.cited import Cited
from kernel.guild.choices import Choice
from kernel.guild.state import Phase


class Refusal(Cited):
    """The rule that a choice breaks, and what it asks for; NONE for a legal choice."""

    NONE = ("", "the choice is legal")
    WIDTH = ("AG-ECO-2-01", "a counter is at the end of its stated width, where this model goes no further")
    WRONG_PHASE = ("AG-SYS-3-01", "this kind of choice belongs to another phase")
    # before a Contract
    DRAFT_READY = ("AG-OVR-11", "the four offers of a draft are generated once")
    DRAFT_EMPTY = ("AG-OVR-11", "there are no offers to pick from yet")
    DRAFT_PAIR = ("AG-OVR-03", "exactly two of the four offers are committed")
    DRAFT_PICKS = ("AG-OVR-11", "no more than two offers are picked; FG4 keeps exactly two or none")
    DRAFT_OFFER = ("AG-OVR-03", "a generated offer is outside its catalog")
    CONTRACT = ("AG-ECO-12-01", "there is no Contract of this number")
    REGION = ("AG-ECO-2-05", "clear facts open the Regions in order, and one before is not cleared")
    # what is generated
    OFFER_RANGE = ("AG-ECO-4-08", "a generated value is outside its catalog")
    HYBRID_OFFER = ("AG-ECO-4.1-03", "a hidden hybrid is never for sale")
    EARLY_ADVANCED = ("AG-ECO-4.1-03", "advanced Recruits are offered from Round 7 on")
    PROTECTED_OFFER = ("AG-ECO-7-04", "one protected base offer is due, or none is")
    PROTECTED_ROLE = ("AG-ECO-7-06", "the protected offer supplies a responsibility that the Company misses")
    BASE_OFFER = ("AG-ECO-4-02", "at least one base Recruit is offered, two in the first Market")
    TAGS = ("AG-ECO-4-03", "the equipment row shows at least three behavior tags")
    USERS = ("AG-ECO-4-03", "the equipment row has two legal current users")
    CHEAP_ITEM = ("AG-ECO-4.1-04", "the equipment row has an item of tier 0 or 1 that somebody can use")
    STEADY = ("AG-ECO-4-04", "exactly one battle is steady")
    SAME_BATTLE = ("AG-ECO-4-04", "the two other battles are distinct")
    # in a Market
    NO_OFFER = ("AG-SAV-10-03", "OFFER_ALREADY_CONSUMED: there is no such offer")
    NO_RECRUIT = ("AG-SYS-3-06", "there is no living Recruit in this slot")
    NO_ITEM = ("AG-SYS-2-01", "there is no item of the Company in this slot")
    COIN = ("AG-ECO-4.3-03", "INSUFFICIENT_COIN: nothing changes")
    ROOM = ("AG-SYS-2-01", "all slots of this model are taken; no rule limits them")
    EQUIPPED = ("AG-ECO-5.2-03", "an equipped item must be released before it is sold")
    NOT_IN_INVENTORY = ("AG-SYS-2-01", "only an item of the inventory is equipped")
    NOT_FITTING = ("AG-ECO-4-03", "the Recruit is no legal user of this item")
    NOTHING_EQUIPPED = ("AG-SYS-2-01", "the Recruit carries nothing")
    LINE_FULL = ("AG-SYS-1-02", "no more Recruits are deployed than the Line has places")
    LINE_GAP = ("AG-SYS-1-01", "the line has no gaps")
    PROTECTED_LOCK = ("AG-ECO-4.2-02", "the protected offer needs no lock")
    LOCKED = ("AG-ECO-4.2-01", "the offer is locked already")
    NOT_LOCKED = ("AG-ECO-4.2-01", "the offer is not locked")
    MOST_LOCKS = ("AG-ECO-4.2-01", "at most three Recruit and equipment offers are locked")
    NOT_BASE = ("AG-SYS-5.2-01", "only a base Recruit is promoted, and only once")
    LEVEL = ("AG-SYS-5.2-01", "promotion needs level 4")
    SURVIVAL = ("AG-SYS-5.2-01", "promotion needs three survived battles")
    HYBRID_HIDDEN = ("AG-SYS-5.2-02", "a hybrid is a choice only when its revealed predicate is satisfied")
    PENDING = ("AG-SYS-18.2-01", "a promotion is pending")
    NOT_PENDING = ("AG-SYS-5.2-01", "no promotion is pending")
    IN_BATTLE = ("AG-SYS-18.2-01", "the Recruit is deployed in a committed battle")
    AWAITS_OUTCOME = ("AG-SYS-18.2-01", "the Recruit is Fallen and awaits the outcome")
    FINAL_LIVE_RECRUIT = ("AG-SYS-18.2-04", "FINAL_LIVE_RECRUIT: the last living Recruit is never dismissed")
    COMPANY_FLOOR = ("AG-OVR-10", "a Company keeps two Recruits")
    DISMISSAL_PENDING = ("AG-SAV-9.2-03", "another dismissal of this Recruit is pending")
    STALE_PARENT = ("AG-SAV-9.2-05", "something else was committed since this dismissal became pending")
    OPERATION_ID_CONFLICT = ("AG-SAV-4-07", "OPERATION_ID_CONFLICT: the ID is known with another intent")
    NOT_PROTECTED = ("AG-ECO-7-09", "there is no protected offer to decline")
    NOBODY_DEPLOYED = ("AG-SYS-18.3-01", "a battle needs a deployed living Recruit")
    # battle, result, end
    CASUALTIES = ("AG-SAV-9.1-02", "casualties are among those who were committed")
    OUTCOME = ("AG-SAV-12-03", "the outcome does not fit who is left standing")
    DRAFT_CARDS = ("AG-ECO-6-05", "the cards are not those that this risk requires")
    CARD_USER = ("AG-ECO-6-05", "nobody alive can use the item of a card")
    CARD_ARTIFACT = ("AG-ECO-6-07", "an Artifact of a card is active already")
    NO_CARD = ("AG-SAV-10-05", "the card does not belong to the stored draft")
    ARTIFACT = ("AG-ECO-6-08", "the Artifact or the slot for it is not among those that can be chosen")


class Refused(Exception):
    """A choice that the rules do not allow. The state it was offered to is unchanged."""

    def __init__(self, refusal: Refusal, phase: Phase, choice: Choice) -> None:
        super().__init__(refusal, phase, choice)
        self.refusal = refusal
        self.phase = phase
        self.choice = choice

    def __str__(self) -> str:
        """The rule and what it asks for, then in which phase, and for which choice."""
        return f"{self.refusal.rule}: {self.refusal.reason} ({self.phase.name}, {self.choice})"
