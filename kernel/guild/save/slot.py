"""What one Guild slot holds: draft, run or Company, persistent facts. Hashes and identities are injective labels.

A label is a non-negative integer made by one injective rule, so that two labels are equal exactly if their inputs are.
Widths: Coin, Credit and Renown 0 to their `MOST_*`, ordinals and sequences 0 to `LAST`; whatever would leave them is
refused. Rules: AG-SAV-2-02..04, AG-OVR-10.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kernel.guild.difficulty import Outcome

#: No label, no item, nobody, no tick.
NONE = -1
#: The last value of a counter: sequences, ordinals, boards and revisions. The text names no width for them
#: (AG-SAV-2-03); what would go beyond is refused.
LAST = 2**32 - 1
MOST_COIN = 9_999
#: The Credit balance never exceeds 54, Renown never 9,999 (AG-SAV-11.2-06).
MOST_CREDIT = 54
MOST_RENOWN = 9_999
OPENING_COIN = 52
OPENING_CAPACITY = 4
OPENING_OFFERS = 4
#: The ways a battle ends, by the number an intent carries.
OUTCOMES = (Outcome.VICTORY, Outcome.DEFEAT, Outcome.TIMEOUT, Outcome.RETREAT)


class Term(Enum):
    """Base of the vocabularies; members hash by identity, which makes searching faster."""

    __hash__ = object.__hash__


class Drafting(Term):
    """How far a draft has come. Rules: AG-SAV-2-04."""

    ABSENT = "no draft"
    SEED_RESERVED = "seed_reserved"
    OFFERS_READY = "offers_ready"
    SELECTION_READY = "selection_ready"


@dataclass(frozen=True)
class Draft:
    """`run_creation_draft`, in GROWTH `initial_company_draft`; `seed` is the ordinal it was reserved with.

    `offers` are labels, all NONE before they are materialized; `first` and `second` are positions among them in
    ascending order, NONE where nothing is selected. Rules: AG-SAV-2-02, AG-OVR-10.
    """

    status: Drafting
    seed: int
    contract: int
    offers: tuple[int, int, int, int]
    first: int
    second: int
    revision: int


NO_OFFERS = (NONE, NONE, NONE, NONE)
NO_DRAFT = Draft(Drafting.ABSENT, NONE, NONE, NO_OFFERS, NONE, NONE, 0)


class Life(Term):
    """What has become of a Recruit of the run."""

    NOBODY = "not hired yet"
    LIVING = "living"
    FALLEN = "fallen"
    DISMISSED = "dismissed"


@dataclass(frozen=True)
class Recruit:
    """One place of the Company. `origin` is the label of the offer it came from, `down` holds for one battle only.

    `item` is the item it wears. Rules: AG-SAV-9.1-02, AG-OVR-04.
    """

    life: Life
    down: bool
    item: int
    profession: int
    paid: int
    listed: int
    origin: int


NO_RECRUIT = Recruit(Life.NOBODY, False, NONE, 0, 0, 0, NONE)


@dataclass(frozen=True)
class Offer:
    """A slot of the Market board: the board it was generated for, whether it is still there, locked, its price."""

    board: int
    is_open: bool
    is_locked: bool
    price: int


class Stage(Term):
    """Where the run stands between safe commits. Rules: AG-SAV-7.2-02..09."""

    ABSENT = "no run"
    MARKET = "Market open"
    BATTLE = "battle committed"
    LOCKED = "outcome locked"
    REWARD = "reward draft open"
    GUILD = "at the Guild, no Contract active"
    SEALED = "sealed as recovery_incomplete"


class Cause(Term):
    """Why the last run ended. Rules: AG-SAV-12.2-01."""

    NOT_ENDED = "no run has ended"
    CLEARED = "Contract cleared"
    ABANDONED = "abandoned"
    COLLAPSED = "Company collapse"
    UNRECOVERED = "recovery_incomplete"


CAUSES = (Cause.NOT_ENDED, Cause.CLEARED, Cause.ABANDONED, Cause.COLLAPSED, Cause.UNRECOVERED)


@dataclass(frozen=True)
class Run:
    """`current_run`, in GROWTH `expedition_company` with its active Contract.

    `inventory[i]`: item i lies there; what a Recruit wears is not in it. `order` is the Party line, front first.
    `snapshot` labels the committed battle, `retreat` is the accepted tick. Rules: AG-SAV-2-02, AG-OVR-10.
    """

    stage: Stage
    seed: int
    coin: int
    credit: int
    capacity: int
    recruits: tuple[Recruit, ...]
    inventory: tuple[bool, ...]
    offers: tuple[Offer, ...]
    board: int
    refreshes: int
    order: tuple[int, ...]
    snapshot: int
    retreat: int
    outcome: int


@dataclass(frozen=True)
class Created:
    """The receipt of the last creation that was committed, found by draft as well as by operation.

    Rules: AG-SAV-7.1-08, AG-OVR-11.
    """

    draft: int
    first: int
    second: int
    receipt: int


NOT_CREATED = Created(NONE, NONE, NONE, NONE)


@dataclass(frozen=True)
class Slot:
    """The payload of one Guild slot. `cleared[i]`: the stable grant of objective i has been given."""

    ordinal: int
    draft: Draft
    run: Run
    created: Created
    renown: int
    cleared: tuple[bool, ...]
    law: int
    cause: Cause


def no_run(recruits: int, items: int, offers: int) -> Run:
    """The absence of a run, in a world with room for so many Recruits, items and offers."""
    return Run(
        Stage.ABSENT,
        NONE,
        0,
        0,
        0,
        (NO_RECRUIT,) * recruits,
        (False,) * items,
        (Offer(NONE, False, False, 0),) * offers,
        NONE,
        0,
        tuple(range(recruits)),
        NONE,
        NONE,
        NONE,
    )


def cleared_run(run: Run) -> Run:
    """The absence of a run where this one was: nothing of it is left. Rules: AG-SAV-12.2-01."""
    return no_run(len(run.recruits), len(run.inventory), len(run.offers))


def living(run: Run) -> int:
    """The canonical count: unique living Recruits, deployed and in Reserve. Rules: AG-SAV-9.2-02."""
    return sum(1 for each in run.recruits if each.life is Life.LIVING)


def total(run: Run, life: Life) -> int:
    """How many Recruits of the run have come to this end; a place is never used twice. Rules: AG-SAV-9.1-04."""
    return sum(1 for each in run.recruits if each.life is life)


def holders(run: Run, item: int) -> int:
    """In how many places an item is: the inventory and the living Recruits that wear it."""
    worn = sum(1 for each in run.recruits if each.life is Life.LIVING and each.item == item)
    stored = sum(1 for i, lies in enumerate(run.inventory) if lies and i == item)
    return worn + stored
