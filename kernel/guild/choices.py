"""What players and the environment can decide: one record a kind of choice, every generated value spelled out.

Offers, draft, cards and the course of a battle are the environment's decisions; the kernel draws nothing and checks
what it is given against the constraints of generation. Rules: AG-SYS-3-01, AG-ECO-4-07.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import BATTLE_OFFERS, EQUIPMENT_OFFERS, RECRUIT_OFFERS, Risk, Tier
from kernel.guild.state import CARDS, DRAFT_OFFERS, NONE, CardKind, DraftOffer, Path, Row

# ---------------------------------------------------------------- before a Contract


@dataclass(frozen=True)
class Materialize:
    """DRAFT, environment: the four provisional offers. Rules: AG-OVR-03."""

    offers: tuple[DraftOffer, ...] = (DraftOffer(),) * DRAFT_OFFERS


@dataclass(frozen=True)
class Pick:
    """DRAFT: which offers are picked now. Rules: AG-OVR-11."""

    picks: tuple[bool, ...] = (False,) * DRAFT_OFFERS


@dataclass(frozen=True)
class Found:
    """DRAFT: commit the two picked Recruits. Rules: AG-OVR-11."""


@dataclass(frozen=True)
class Begin:
    """GUILD: begin a Contract at a difficulty; in FG4 its draft. Rules: AG-ECO-16-01."""

    contract: int = 0
    difficulty: Difficulty = Difficulty.STANDARD


# ---------------------------------------------------------------- what is generated


@dataclass(frozen=True)
class NewRecruit:
    """A generated Recruit for one slot; what is given for a slot that keeps its offer is not looked at."""

    origin: int = 0
    tier: Tier = Tier.BASE
    branch: int = 0
    trait: int = 0
    role: int = 0
    protected: bool = False


@dataclass(frozen=True)
class NewItem:
    """A generated item for one slot."""

    tag: int = 0
    fits: int = NONE
    tier: int = 0


@dataclass(frozen=True)
class NewBattle:
    """A generated battle for one slot."""

    risk: Risk = Risk.STEADY
    counter: int = 0


@dataclass(frozen=True)
class NewCard:
    """A generated reward card; its Coin is the kernel's to compute."""

    kind: CardKind = CardKind.NONE
    tag: int = 0
    fits: int = NONE
    tier: int = 0
    artifacts: tuple[int, int, int] = (NONE, NONE, NONE)


@dataclass(frozen=True)
class OpenMarket:
    """DUE, environment: the board of the Market or boss Muster that is due. Rules: AG-ECO-4-02..08."""

    recruits: tuple[NewRecruit, ...] = (NewRecruit(),) * RECRUIT_OFFERS
    equipment: tuple[NewItem, ...] = (NewItem(),) * EQUIPMENT_OFFERS
    battles: tuple[NewBattle, ...] = (NewBattle(),) * BATTLE_OFFERS
    hybrid_shown: bool = False


@dataclass(frozen=True)
class Refresh:
    """MARKET: pay for new offers, which the environment gives. Rules: AG-ECO-4.3-01."""

    recruits: tuple[NewRecruit, ...] = (NewRecruit(),) * RECRUIT_OFFERS
    equipment: tuple[NewItem, ...] = (NewItem(),) * EQUIPMENT_OFFERS
    battles: tuple[NewBattle, ...] = (NewBattle(),) * BATTLE_OFFERS


# ---------------------------------------------------------------- in a Market


@dataclass(frozen=True)
class Hire:
    """MARKET: buy a Recruit, with Credit or without. Rules: AG-ECO-5.1-04."""

    offer: int = 0
    use_credit: bool = False


@dataclass(frozen=True)
class Buy:
    """MARKET: buy an item. Rules: AG-ECO-5.2-02."""

    offer: int = 0


@dataclass(frozen=True)
class Sell:
    """MARKET: sell an item of the inventory. Rules: AG-ECO-5.2-03."""

    item: int = 0


@dataclass(frozen=True)
class Equip:
    """MARKET: put an item of the inventory into a Recruit's one slot, in place of what is there. Rules: AG-SYS-3-06."""

    recruit: int = 0
    item: int = 0


@dataclass(frozen=True)
class Unequip:
    """MARKET: take a Recruit's item back into the inventory. Rules: AG-ECO-5.2-03."""

    recruit: int = 0


@dataclass(frozen=True)
class Deploy:
    """MARKET: move a Recruit to this place of the line, or to Reserve (-1). Rules: AG-SYS-1-02, AG-SYS-3-06."""

    recruit: int = 0
    place: int = NONE


@dataclass(frozen=True)
class Lock:
    """MARKET: lock an offer. Rules: AG-ECO-4.2-01."""

    row: Row = Row.RECRUIT
    offer: int = 0


@dataclass(frozen=True)
class Unlock:
    """MARKET: give a lock up. Rules: AG-ECO-4.2-01."""

    row: Row = Row.RECRUIT
    offer: int = 0


@dataclass(frozen=True)
class Review:
    """MARKET: look at a promotion; it is pending until confirmed or cancelled. Rules: AG-SYS-5.2-01."""

    recruit: int = 0
    path: Path = Path.FIRST


@dataclass(frozen=True)
class Promote:
    """MARKET: confirm the pending promotion. Rules: AG-SYS-5.2-03."""


@dataclass(frozen=True)
class Cancel:
    """MARKET: drop the pending promotion. Rules: AG-SYS-5.2-01."""


@dataclass(frozen=True)
class Dismiss:
    """MARKET: release a Recruit. Rules: AG-SYS-18.2-01."""

    recruit: int = 0


@dataclass(frozen=True)
class Decline:
    """MARKET: decline the protected offer. Rules: AG-ECO-7-09."""


@dataclass(frozen=True)
class Commit:
    """MARKET: commit a battle offer with the line as it stands. Rules: AG-SYS-3-07."""

    offer: int = 0


# ---------------------------------------------------------------- battle, result, end


@dataclass(frozen=True)
class Proceed:
    """COMMITTED, COUNTDOWN, OUTCOME: time goes on, or the player looks on; nothing else changes. Rules: AG-SYS-3-09."""


@dataclass(frozen=True)
class Resolve:
    """RESOLVING, environment: how the battle ended, who was at zero HP, one entry a slot, and who was so first.

    Rules: AG-SAV-9.1-01, AG-SYS-4.3-01.
    """

    outcome: Outcome = Outcome.VICTORY
    casualties: tuple[bool, ...] = ()
    first: int = NONE


@dataclass(frozen=True)
class Settle:
    """DIAGNOSIS: apply the outcome; the cards, the environment's, count after a victory. Rules: AG-SAV-12-14."""

    cards: tuple[NewCard, ...] = (NewCard(),) * CARDS


@dataclass(frozen=True)
class Claim:
    """REWARD: take one card; which of its three Artifacts, and in which slot. Rules: AG-ECO-6-08."""

    card: int = 0
    artifact: int = 0
    slot: int = 0


@dataclass(frozen=True)
class Skip:
    """REWARD: decline all cards. Rules: AG-ECO-6-08."""


@dataclass(frozen=True)
class Abandon:
    """MARKET or result: give the Contract up. Rules: AG-SAV-12-06."""


@dataclass(frozen=True)
class Close:
    """CLOSING: close the Contract that has ended. Rules: AG-SAV-12.2-01."""


Choice = (
    Materialize
    | Pick
    | Found
    | Begin
    | OpenMarket
    | Refresh
    | Hire
    | Buy
    | Sell
    | Equip
    | Unequip
    | Deploy
    | Lock
    | Unlock
    | Review
    | Promote
    | Cancel
    | Dismiss
    | Decline
    | Commit
    | Proceed
    | Resolve
    | Settle
    | Claim
    | Skip
    | Abandon
    | Close
)
