"""Why a choice is refused: one refusal a rule, asked in the order in which they stand here."""

from __future__ import annotations

from kernel.cited import Cited
from kernel.ground.state import Choice, Seat, Step


class Refusal(Cited):
    """The rule that a choice breaks, and what it asks for; NONE for a legal choice."""

    NONE = ("", "the choice is legal")
    GAME_OVER = ("GR-R09", "the game has ended")
    WRONG_STEP = ("GR-R01", "this kind of choice belongs to another step")
    NOT_ASKED = ("GR-R06", "the rules leave nothing to decide in this turn")
    NO_ACTION = ("GR-R02", "exactly one of the five Actions must be selected")
    STRAY_TARGET = ("GR-R02", "a target may be given only where the Action takes one")
    ACCEPT_LATER = ("U1", "whether a Bond is accepted is said during the Support, not at Select")
    FREEDOM_SPENT = ("GR-F03", "only a READY Freedom token can be spent")
    CALM_SPEND = ("GR-R03", "Freedom is spent only at Stress 4 or 5")
    FREE_ACTION_SPEND = ("GR-R03", "Freedom is not spent on ATTACK or GROUND, which are free at Stress 4 or 5")
    STRESS_GATE = ("GR-R03", "at Stress 4 or 5 only ATTACK and GROUND are free; anything else costs Freedom")
    OTHER_PLAYER = ("GR-A13", "SUPPORT and ATTACK need one other player as target")
    HIDDEN_PROBLEM = ("GR-A01", "INVESTIGATE needs a hidden, non-Denied Problem as long as there is one")
    OPEN_PROBLEM = ("GR-P01", "SOLVE needs a face-up, non-Denied Problem")
    UNCLAIMED_PROBLEM = ("GR-P05", "a Problem that is already claimed cannot be the target of SOLVE")
    MATCHING_SOLUTION = ("GR-P05", "SOLVE needs a Solution of the Problem's suit in hand")
    GROUND_MODE = ("GR-R05", "a revealed GROUND needs exactly one of GR, OU and ND with its option and target")
    RESTORE = ("GR-A11", "OU restores a Denied Problem")
    CANCEL = ("GR-A11", "OU cancels an Attack that another player makes, or may still make, against its player")
    PROTECT = ("GR-A11", "OU protects a face-up, unclaimed Problem")
    UNBLAME = ("GR-A12", "ND removes a Blame token that lies in front of its player")
    BREAK = ("GR-A12", "ND breaks a relation that its player has")
    REJECT = ("GR-A12", "ND rejects a Reverse that is due against its player")
    BOND_ANSWER = ("GR-L02", "the target of the Support must accept or decline the Bond")
    RIVALRY_ANSWER = ("GR-A05", "the target of the Support must flip or break the Rivalry")
    DENY_TARGET = ("GR-D03", "DENY needs a face-up, unsolved Problem that OU does not protect this round")
    EXTRA_TARGET = ("GR-D04", "the extra Attack needs another player as target")
    PROTECTION_ANSWER = ("GR-T01", "the target of the Attack must say whether it uses a Protection")
    NEW_TARGET = ("GR-A01", "a new hidden Problem must be chosen for this INVESTIGATE")
    DRAWN_PROBLEM = ("DEAL-INFLUX", "at this End a Problem is drawn, and it must be one of the Pressure deck")
    DRAWN_SUIT = ("GR-A01", "the drawn Solution must be one that the deck holds")


class Refused(Exception):
    """A choice that the rules do not allow. The state it was offered to is unchanged."""

    def __init__(self, refusal: Refusal, step: Step, seat: Seat, choice: Choice) -> None:
        super().__init__(refusal, step, seat, choice)
        self.refusal = refusal
        self.step = step
        self.seat = seat
        self.choice = choice

    def __str__(self) -> str:
        """The rule and what it asks for, then whose choice it was."""
        return f"{self.refusal.rule}: {self.refusal.reason} (seat {self.seat}, {self.step.name}, {self.choice})"
