"""What is proved of GROUND by induction: at which seat counts, for games of which length, and from which invariant."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kernel.ground.rulings import COMBINATIONS, STANDING, Rulings, modules_of
from kernel.ground.state import MAX_SEATS, MIN_SEATS, ROUNDS
from model.engines.induct import KEPT, NO_FAULT, Decide, Induction, Part
from model.ground_arena import arena
from model.ground_symbols import MOST_ROUNDS
from properties.claim import Claim, Span, sentence_of
from properties.ground import CLAIMS
from properties.ground.contracts import CONTRACTS, Contract
from properties.ground.invariant import INVARIANT, the_game_is_printed

#: Claims, contracts and parts of the invariant that are about sums, by what is asked together: cards at once, points
#: one by one.
SUMS = {
    **dict.fromkeys(
        (
            "cards_are_complete",
            "hands_grow_slowly",
            "solutions_are_neither_made_nor_lost",
            "an_empty_deck_is_replaced_by_the_discard",
            "no_hand_is_ever_full",
            "GR-S04: Solutions are never lost or made",
        ),
        "sums of cards",
    ),
    "common_problem_goes_to_the_best_score": "personal scores",
    "coalitions_win_together": "coalition scores",
}

#: What is proved of every size besides claims and contracts, in words.
SENTENCES = {
    KEPT: "Every game begins in a state of the invariant, and every legal turn leads to another.",
    NO_FAULT: "No legal turn fails, breaks a contract or counts from the end of a sequence.",
}


@dataclass(frozen=True)
class Setting:
    """Games at one size under one pair of modules, of any length up to what the symbols hold."""

    seats: int
    rulings: Rulings = STANDING

    @property
    def world(self) -> str:
        """How evidence names it."""
        return ", ".join([f"{self.seats} seats", *modules_of(self.rulings)])

    @property
    def weight(self) -> int:
        """How long its proof takes, compared with others: the longer the more seats."""
        return self.seats

    @property
    def subjects(self) -> tuple[Claim | Contract, ...]:
        """What is proved here, besides that the invariant is kept and that nothing fails."""
        every: tuple[Claim | Contract, ...] = (*CLAIMS, *CONTRACTS)
        return tuple(each for each in every if each.span is not Span.NONE and each.is_asked(self.rulings))

    def induction(self, decide: Decide, only: Collection[str] | None = None, ends: float = math.inf) -> Induction:
        """The proof, to be run: of all claims or only some, always with the invariant and all contracts."""
        return Induction(
            arena(self.seats, None, self.rulings),
            INVARIANT,
            [each.check for each in self.subjects if isinstance(each, Claim) and (only is None or each.name in only)],
            [each.text for each in self.subjects if isinstance(each, Contract)],
            self.rulings,
            decide,
            confined=dict.fromkeys(PRINTED_ONLY, the_game_is_printed),
            sums=SUMS,
            ends=ends,
        )


SETTINGS = {
    each.world: each
    for each in (Setting(seats, rulings) for rulings in COMBINATIONS for seats in range(MIN_SEATS, MAX_SEATS + 1))
}

#: Claims and contracts about games of five rounds.
PRINTED_ONLY = frozenset(
    [each.name for each in CLAIMS if each.span is Span.PRINTED]
    + [each.text for each in CONTRACTS if each.span is Span.PRINTED]
)


def length_of(name: str) -> str:
    """For games of how many rounds a proof of this holds."""
    return str(ROUNDS) if name in PRINTED_ONLY else f"1 to {MOST_ROUNDS}"


#: What cannot happen at some seat counts, whoever plays: there its proof is VACUOUS.
DEAD: dict[str, tuple[range, str]] = {
    "without_a_free_slot_no_relation_forms": (
        range(2, 4),
        "with two or three players everybody has a slot for everybody else",
    ),
    "at_the_cap_nothing_comes": (
        range(5, 7),
        "a Scenario has five Problems: while one lies in the deck, fewer are in play than there are players",
    ),
}


def why_dead(name: str, seats: int) -> str:
    """Why the premise of a claim or contract is never met at this size; empty if it should be."""
    counts, reason = DEAD.get(name, (range(0), ""))
    return reason if seats in counts else ""


def name_of(subject: Claim | Contract) -> str:
    """How evidence names a claim or contract."""
    return subject.text if isinstance(subject, Contract) else subject.name


def parts_of(invariant: Iterable[Part]) -> list[tuple[str, str]]:
    """The name and the sentence of each part of an invariant."""
    return [(part.__name__, sentence_of(part)) for part in invariant]
