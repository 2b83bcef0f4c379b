"""What is proved of the save contract by induction: histories of any length with a crash at every step.

The journal watches two operation IDs; letting one go makes its row stand for any other operation, so that whatever is
proved of an ID holds for each of arbitrarily many. The slot is any consistent one. The procedure is proved for all
kinds of operations at once; what each row of the transaction table does, part by part, among operations of its kind.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from kernel.guild.save.intent import Kind
from kernel.guild.save.rulings import FROZEN, GROWING, SaveRulings
from kernel.guild.save.slot import LAST
from model.engines.induct import Decide, Induction, Part
from model.save_arena import arena
from model.save_symbols import Size
from properties.claim import Claim, Span, claims_in
from properties.guild import (
    save_crash_matrix,
    save_crash_points,
    save_creation,
    save_creation_crashes,
    save_open_questions,
    save_settlements,
    save_transactions,
)
from properties.guild.save_invariant import INVARIANT, is_slot

#: For how long histories the proofs speak: until a counter would leave its range, where operations are refused.
LENGTH = f"any, sequences to {LAST}"


@dataclass(frozen=True)
class Operations:
    """Operations between two kinds, and the beginnings of the names of the worlds whose claims are about them."""

    name: str
    first: Kind
    last: Kind
    worlds: tuple[str, ...]
    weight: int

    def is_about(self, claim: Claim) -> bool:
        """Is this claim about such operations?"""
        return any(world.startswith(self.worlds) for world in claim.worlds)


#: Claims of the procedure that compute what an operation does: they are proved part by part.
OF_EACH = frozenset({"cost_result_receipt_and_status_come_together"})
PARTS = (
    Operations("creation", Kind.BEGIN, Kind.COMMIT_RUN, ("save-creation",), 2),
    Operations("Market", Kind.BUY_RECRUIT, Kind.DISMISS, ("save-trade", "save-company"), 2),
    Operations("battle", Kind.COMMIT_BATTLE, Kind.CHANGE_LAW, ("save-battle", "save-settlement", "save-close"), 2),
)
#: Every operation, for what is claimed of the procedure itself.
WHOLE = Operations("", Kind.BEGIN, Kind.CHANGE_LAW, (), 3)


@dataclass(frozen=True)
class Setting:
    """One edition of the procedure with some kinds of operations and what is claimed of them."""

    rulings: SaveRulings
    operations: Operations

    @property
    def world(self) -> str:
        """How evidence names it."""
        return " ".join(["save", self.operations.name]).strip() + f", {self.rulings.edition.name}"

    @property
    def weight(self) -> int:
        """About how many half minutes it takes."""
        return self.operations.weight

    @property
    def invariant(self) -> tuple[Part, ...]:
        """What is shown to hold at every moment."""
        return INVARIANT

    @property
    def roots(self) -> list[tuple[str, str]]:
        """Where all that the proof executes is entered: module and definition."""
        return [("model.save_arena", "arena")]

    @property
    def subjects(self) -> tuple[Claim, ...]:
        """What is proved here, besides that the invariant is kept and that nothing fails."""
        procedure = claims_in((save_crash_matrix, save_crash_points, save_open_questions))
        rows = claims_in((save_transactions, save_settlements, save_creation, save_creation_crashes))
        if self.operations is WHOLE:
            every = [each for each in procedure if each.name not in OF_EACH]
        else:
            every = [each for each in rows if self.operations.is_about(each)]
            every += [each for each in procedure if each.name in OF_EACH]
        return tuple(each for each in every if each.span is not Span.NONE and each.is_asked(self.rulings))

    def induction(self, decide: Decide, only: Collection[str] | None = None, ends: float = math.inf) -> Induction:
        """The proof, to be run: of all claims or only some, always with the invariant."""
        several = 1 if self.operations is WHOLE else 2
        kinds = (self.operations.first, self.operations.last)
        size = Size(recruits=2, items=several, offers=several, kinds=kinds)
        return Induction(
            arena(size, self.rulings, is_slot),
            INVARIANT,
            [each.check for each in self.subjects if only is None or each.name in only],
            [],
            self.rulings,
            decide,
            ends=ends,
        )


SETTINGS = {
    each.world: each for each in (Setting(rulings, part) for rulings in (FROZEN, GROWING) for part in (WHOLE, *PARTS))
}
