"""Deleting a slot, restoring it, emptying the trash: each is one write of the index, and moves no file.

What lies in the trash is what was in use, byte for byte: the complete slot and both closure ledgers. Which slots lie
there and how long is decided by `deletion`, whose labels are numbers of parts.

Rules: AG-SAV-16-02, AG-SAV-16-03.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.deletion import deleted, emptied, may_restore, restored
from kernel.guild.save.slot import NONE
from kernel.guild.save.store_index import Deed, Done, SlotRefused, receipt, with_slot
from kernel.guild.save.store_slots import Slots, done


def delete(slots: Slots, operation: int, part: int) -> Done:
    """Delete the slot that this part is in use for: a confirm names what its review showed. Gives the receipt.

    Raises `SlotRefused`, `NotSaved` or `Stopped`. Rules: AG-SAV-16-02, AG-SAV-16-03.
    """
    first = receipt(slots.index, operation, Deed.DELETED, part)
    if first is not None:
        return first
    for slot, kept in enumerate(slots.index.slots):
        if kept.slot == part != NONE:
            return done(slots, with_slot(slots.index, slot, deleted(kept)), operation, Deed.DELETED, part)
    raise SlotRefused(f"AG-SAV-16-02: part {part} is in use for no slot")


def restore(slots: Slots, operation: int, part: int) -> Done:
    """Bring a part back from the trash into the slot that it was deleted from, which is empty. Gives the receipt.

    Raises `SlotRefused`, `NotSaved` or `Stopped`. Rules: AG-SAV-16-02, AG-SAV-16-03.
    """
    first = receipt(slots.index, operation, Deed.RESTORED, part)
    if first is not None:
        return first
    for slot, kept in enumerate(slots.index.slots):
        if any(each.slot == part for each in kept.trash):
            if not may_restore(kept, part, slots.index.is_elsewhere(part), slots.rulings):
                raise SlotRefused("AG-SAV-16-02: the slot is in use, or the lineage is played in another one")
            return done(slots, with_slot(slots.index, slot, restored(kept, part)), operation, Deed.RESTORED, part)
    raise SlotRefused(f"AG-SAV-16-02: part {part} is not in the trash")


def empty(slots: Slots, operation: int) -> Done:
    """Empty the trash of all slots. Gives the receipt. Raises `SlotRefused`, `NotSaved` or `Stopped`.

    Rules: AG-SAV-16-02, AG-SAV-16-03.
    """
    first = receipt(slots.index, operation, Deed.EMPTIED, NONE)
    if first is not None:
        return first
    index = replace(slots.index, slots=tuple(emptied(kept) for kept in slots.index.slots))
    return done(slots, index, operation, Deed.EMPTIED, NONE)
