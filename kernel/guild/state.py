"""The Company, its Contract and its Market: what the records hold, within which widths.

Lengths of tuples are fixed by whoever makes the first state; a Recruit and an item are named by their slots. -1 stands
for nobody, nothing and nowhere. Rules: AG-SYS-2-01, AG-OVR-10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import BATTLE_OFFERS, EQUIPMENT_OFFERS, RECRUIT_OFFERS, Risk, Tier

#: No slot, no place, no offer.
NONE = -1

#: Widths. Coin has no cap and counters have no end in the text: when one comes within `ROOM` of its width, the model
#: takes no further step but closing (`Refusal.WIDTH`), so that no number is ever cut off.
COIN_MAX = 10**9
COUNT_MAX = 10**6
ROOM = 1_000
CREDIT_MAX = 54
RENOWN_MAX = 9_999
PRICE_MAX = 60
XP_MAX = 110
LAST_ROLE = 3
LAST_FAMILY = 11
LAST_TRAIT = 35
LAST_TAG = 7
LAST_CONTRACT = 15
LAST_ARTIFACT = 59

DRAFT_OFFERS, DRAFT_PICKS = 4, 2
ARTIFACT_SLOTS = 3
CARDS = 3


class Term(Enum):
    """Base of the rules' vocabularies; members hash by identity, which makes searching faster."""

    __hash__ = object.__hash__


class Phase(Term):
    """Where the Contract stands between two steps. Rules: AG-SYS-3-01."""

    DRAFT = "four provisional offers, or none yet; no Company"
    GUILD = "no Contract is under way"
    DUE = "the next Market or boss Muster is due"
    MARKET = "the Market is open; boss Muster once twelve Rounds are cleared"
    COMMITTED = "a battle offer is committed"
    COUNTDOWN = "three seconds, lineup locked"
    RESOLVING = "the battle runs by itself"
    OUTCOME = "the outcome is locked"
    DIAGNOSIS = "the causal report is open"
    REWARD = "the cards of a victory lie open"
    CLOSING = "the Contract has ended and is still to be closed"


class Status(Term):
    """What has become of a Recruit; a slot whose Recruit is not owned may be used again. Rules: AG-OVR-04."""

    EMPTY = "nobody has been here"
    LIVING = "owned, in the line or in Reserve"
    KNOCKED_OUT = "owned, at zero HP in a battle whose outcome is not settled"
    FALLEN = "lost in a settled battle (FG4)"
    DISMISSED = "released in a Market"
    ARCHIVED = "survived a closed run, no longer playable (FG4)"


class Place(Term):
    """Where an item is."""

    EMPTY = "there is none"
    INVENTORY = "owned, carried by nobody"
    EQUIPPED = "in the one slot of a Recruit"
    SOLD = "sold; its slot may be used again"


class Path(Term):
    """The ways a base Recruit can be promoted. Rules: AG-SYS-5.1-01, AG-SYS-5.2-02."""

    FIRST = "the first regular descendant"
    SECOND = "the second regular descendant"
    HYBRID = "a hidden hybrid whose revealed predicate is satisfied"


class CardKind(Term):
    """What a reward card gives. Rules: AG-ECO-6-05..07."""

    NONE = "no card"
    EQUIPMENT = "an item or behavior tag"
    COIN = "Coin"
    DISCOUNT = "a discount on a Recruit"
    RECOVERY = "recovery"
    ARTIFACT = "one of three fixed Artifacts"


class Row(Term):
    """The rows of a Market. Rules: AG-ECO-4-02..04."""

    RECRUIT = "Recruit"
    EQUIPMENT = "Equipment"
    BATTLE = "Battle"


class Result(Term):
    """How the Contract ended; NONE while it runs. Rules: AG-SAV-12-06, AG-SAV-12-07."""

    NONE = "still under way"
    CLEARED = "the boss is beaten"
    ABANDONED = "abandoned by the player"
    COLLAPSED = "Company collapse (FG4)"


# ---------------------------------------------------------------- what is owned


@dataclass(frozen=True)
class History:
    """What a Recruit has seen; no number of it is a stat. Rules: AG-SYS-4.3-01.

    `retreats` are those survived, `ahead` is how many stood ahead at the last commit, `witnessed` the serial of the
    first ally seen knocked out (0: none yet).
    """

    entered: int = 0
    victories: int = 0
    retreats: int = 0
    knockouts: int = 0
    ahead: int = 0
    witnessed: int = 0


@dataclass(frozen=True)
class Recruit:
    """One roster slot. Rules: AG-SYS-1-04, AG-SYS-2-01, AG-SYS-5.1-04, AG-SYS-5.1-05.

    `serial` is the identity, never given twice. The current Profession is (`tier`, `origin`, `branch`): the base family
    of origin, and which of its descendants. `role` is the primary responsibility. `list_price` is the original one,
    `paid` its Coin part. `place` is the depth in the line, -1 in Reserve; `item` the item slot carried, or -1.
    """

    status: Status = Status.EMPTY
    serial: int = 0
    origin: int = 0
    tier: Tier = Tier.BASE
    branch: int = 0
    trait: int = 0
    role: int = 0
    level: int = 1
    xp: int = 0
    list_price: int = 0
    paid: int = 0
    survived: int = 0
    place: int = NONE
    item: int = NONE
    history: History = History()


@dataclass(frozen=True)
class Item:
    """One item slot. `fits` is the base family that may use it, -1 for all; `paid` its Coin price, 0 for a reward.

    Rules: AG-ECO-5.2-02, AG-ECO-5.2-03.
    """

    at: Place = Place.EMPTY
    tag: int = 0
    fits: int = NONE
    tier: int = 0
    paid: int = 0


# ---------------------------------------------------------------- what a Market shows


@dataclass(frozen=True)
class RecruitOffer:
    """A generated Recruit. `is_open` until bought or declined; `carried`: from an earlier Market; `paid`: its lock.

    Rules: AG-ECO-4-02, AG-ECO-4.2-01, AG-ECO-5.1-03, AG-ECO-7-04.
    """

    is_open: bool = False
    locked: bool = False
    carried: bool = False
    paid: bool = False
    protected: bool = False
    origin: int = 0
    tier: Tier = Tier.BASE
    branch: int = 0
    trait: int = 0
    role: int = 0
    level: int = 1
    price: int = 0


@dataclass(frozen=True)
class EquipmentOffer:
    """An item for sale; open until bought. Rules: AG-ECO-4-03, AG-ECO-5.2-02."""

    is_open: bool = False
    locked: bool = False
    carried: bool = False
    paid: bool = False
    tag: int = 0
    fits: int = NONE
    tier: int = 0
    price: int = 0


@dataclass(frozen=True)
class BattleOffer:
    """A battle; at boss Muster the only open one is the boss. Rules: AG-ECO-4-04, AG-ECO-4-05."""

    is_open: bool = False
    locked: bool = False
    paid: bool = False
    risk: Risk = Risk.STEADY
    counter: int = 0


@dataclass(frozen=True)
class Board:
    """The Market snapshot. Rules: AG-SYS-3-02, AG-ECO-4-02..04."""

    recruits: tuple[RecruitOffer, ...] = (RecruitOffer(),) * RECRUIT_OFFERS
    equipment: tuple[EquipmentOffer, ...] = (EquipmentOffer(),) * EQUIPMENT_OFFERS
    battles: tuple[BattleOffer, ...] = (BattleOffer(),) * BATTLE_OFFERS


# ---------------------------------------------------------------- what a battle and its reward hold


@dataclass(frozen=True)
class Encounter:
    """The immutable start of a committed battle, and its outcome once that is locked. Rules: AG-SYS-3-07.

    `offer` is -1 where no battle is committed; `lineup` is the place of each roster slot, `items` what each carries.
    """

    offer: int
    risk: Risk
    counter: int
    lineup: tuple[int, ...]
    items: tuple[int, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Card:
    """A reward card: `amount` in Coin; tag, family and tier of an item; three Artifacts. Rules: AG-ECO-6-05..08."""

    kind: CardKind = CardKind.NONE
    amount: int = 0
    tag: int = 0
    fits: int = NONE
    tier: int = 0
    artifacts: tuple[int, int, int] = (NONE, NONE, NONE)


@dataclass(frozen=True)
class Promotion:
    """A promotion under review; `recruit` is -1 where there is none. Rules: AG-SYS-5.2-01."""

    recruit: int = NONE
    path: Path = Path.FIRST


@dataclass(frozen=True)
class DraftOffer:
    """A provisional Recruit with its starting item. Rules: AG-OVR-03, AG-ECO-3-02, AG-ECO-3-06."""

    origin: int = 0
    trait: int = 0
    role: int = 0
    tag: int = 0


@dataclass(frozen=True)
class Draft:
    """The initial offers and which of them are picked; nothing before they are materialized. Rules: AG-OVR-10."""

    is_ready: bool = False
    offers: tuple[DraftOffer, ...] = (DraftOffer(),) * DRAFT_OFFERS
    picks: tuple[bool, ...] = (False,) * DRAFT_OFFERS


@dataclass(frozen=True)
class Totals:
    """What this Contract has counted. Rules: AG-SAV-9.1-04, AG-SAV-12-14."""

    hired: int = 0
    fallen: int = 0
    dismissed: int = 0
    knocked_out: int = 0
    failures: int = 0


@dataclass(frozen=True)
class State:
    """One Guild between two steps. Rules: AG-SYS-2-01, AG-OVR-10.

    `contract` numbers the Contracts from 0: two in each Region band. `clears` are the first clears, one a Contract.
    `cleared` counts ordinary Rounds, `markets` the Markets opened and due in this Contract, `refreshes` those of the
    open Market. `is_recovery_due`: a casualty was settled, and the next Market reserves an offer for it.
    `hybrid_shown`: a revealed hybrid's predicate is satisfied in this Market. `serials` is the last identity given.
    """

    phase: Phase
    difficulty: Difficulty
    contract: int
    clears: tuple[bool, ...]
    renown: int
    coin: int
    credit: int
    cleared: int
    markets: int
    refreshes: int
    recruits: tuple[Recruit, ...]
    items: tuple[Item, ...]
    artifacts: tuple[int, ...]
    board: Board
    encounter: Encounter
    cards: tuple[Card, ...]
    pending: Promotion
    draft: Draft
    totals: Totals
    is_recovery_due: bool
    hybrid_shown: bool
    serials: int
    result: Result


# ---------------------------------------------------------------- reading and changing


def is_owned(recruit: Recruit) -> bool:
    """Does this slot hold somebody who belongs to the Company? Rules: AG-OVR-04."""
    return recruit.status is Status.LIVING or recruit.status is Status.KNOCKED_OUT


def is_living(recruit: Recruit) -> bool:
    """Is somebody there whose state is living? Rules: AG-ECO-5.3-02."""
    return recruit.status is Status.LIVING


def is_held(item: Item) -> bool:
    """Does this slot hold an item that the Company owns?"""
    return item.at is Place.INVENTORY or item.at is Place.EQUIPPED


def no_encounter(slots: int) -> Encounter:
    """No battle is committed, with a roster of so many slots."""
    nobody = (NONE,) * slots
    return Encounter(NONE, Risk.STEADY, 0, nobody, nobody, Outcome.VICTORY)


def put_at(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one entry replaced."""
    return tuple(value if i == position else old for i, old in enumerate(values))


def with_recruit(state: State, recruit: int, **changes: Any) -> State:
    """The state with some fields of one Recruit changed."""
    return replace(state, recruits=put_at(state.recruits, recruit, replace(state.recruits[recruit], **changes)))


def with_item(state: State, item: int, **changes: Any) -> State:
    """The state with some fields of one item changed."""
    return replace(state, items=put_at(state.items, item, replace(state.items[item], **changes)))
