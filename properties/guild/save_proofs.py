"""What is proved of the save contract by induction: histories of any length, any operation, a crash at every step.

The journal watches two operation IDs; letting one go makes its row stand for any other operation, so that whatever is
proved of an ID holds for each of arbitrarily many. The slot is any consistent one.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from kernel.guild.edition import Edition
from kernel.guild.save.intent import Kind
from kernel.guild.save.rulings import FROZEN, GROWING, SaveRulings
from kernel.guild.save.slot import LAST
from model.engines.induct import Decide, Induction, Part
from model.save_arena import arena
from model.save_symbols import Size
from properties.claim import Claim, Span, claims_in
from properties.guild import save_crash_matrix, save_creation, save_transactions
from properties.guild.save_invariant import INVARIANT, is_slot

#: Two Recruits are a pair, two items can be exchanged, two offers tell one from the other.
SIZE = Size(recruits=2, items=2, offers=2, kinds=(Kind.BEGIN, Kind.CHANGE_LAW))
#: For how long histories the proofs speak: until a counter would leave its range, where operations are refused.
LENGTH = f"any, sequences to {LAST}"


@dataclass(frozen=True)
class Setting:
    """One edition of the procedure with everything that is claimed of it."""

    rulings: SaveRulings

    @property
    def world(self) -> str:
        """How evidence names it."""
        return f"save, {self.rulings.edition.name}"

    @property
    def weight(self) -> int:
        """How long its proof takes, in units of half a minute."""
        return 3

    @property
    def invariant(self) -> tuple[Part, ...]:
        """What every step keeps."""
        return tuple(INVARIANT)

    @property
    def roots(self) -> list[tuple[str, str]]:
        """Where everything that the proof executes is entered."""
        return [("model.save_arena", "arena")]

    @property
    def subjects(self) -> tuple[Claim, ...]:
        """What is proved here, besides that the invariant is kept and that nothing fails."""
        every = claims_in((save_crash_matrix, save_transactions, save_creation))
        return tuple(each for each in every if each.span is not Span.NONE and each.is_asked(self.rulings))

    def induction(self, decide: Decide, only: Collection[str] | None = None, ends: float = math.inf) -> Induction:
        """The proof, to be run: of all claims or only some, always with the invariant."""
        return Induction(
            arena(SIZE, self.rulings, is_slot),
            INVARIANT,
            [each.check for each in self.subjects if only is None or each.name in only],
            [],
            self.rulings,
            decide,
            ends=ends,
        )


SETTINGS = {each.world: each for each in (Setting(FROZEN), Setting(GROWING))}
assert {each.rulings.edition for each in SETTINGS.values()} == set(Edition)
