"""Random Aetherbound Guild: starts, rulings, boards that generation allows, and every choice there is."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from kernel.guild.boards import (
    FIRST_ADVANCED_ROUND,
    is_muster,
    needs_protected,
    opening_slots,
    round_of,
    supplies_missing_role,
)
from kernel.guild.choices import (
    Abandon,
    Begin,
    Buy,
    Cancel,
    Choice,
    Claim,
    Close,
    Commit,
    Decline,
    Deploy,
    Dismiss,
    Equip,
    Found,
    Hire,
    Lock,
    Materialize,
    NewBattle,
    NewCard,
    NewItem,
    NewRecruit,
    OpenMarket,
    Pick,
    Proceed,
    Promote,
    Refresh,
    Resolve,
    Review,
    Sell,
    Settle,
    Skip,
    Unequip,
    Unlock,
)
from kernel.guild.company import new_guild
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.economy import Risk, Tier
from kernel.guild.rulings import BOTH, Rulings
from kernel.guild.state import (
    CARDS,
    LAST_ARTIFACT,
    LAST_FAMILY,
    LAST_ROLE,
    LAST_TAG,
    LAST_TRAIT,
    NONE,
    CardKind,
    DraftOffer,
    Path,
    Phase,
    Row,
    State,
)

FAMILIES, TRAITS, ROLES = st.integers(0, LAST_FAMILY), st.integers(0, LAST_TRAIT), st.integers(0, LAST_ROLE)
TAGS, TIERS = st.integers(0, LAST_TAG), st.integers(0, 3)


def editions() -> SearchStrategy[Rulings]:
    """The standing reading of either edition."""
    return st.sampled_from(BOTH)


def rulings() -> SearchStrategy[Rulings]:
    """Any combination of answers; the simplest is the default of each."""
    hints = get_type_hints(Rulings)
    options: dict[str, SearchStrategy[Any]] = {each.name: st.sampled_from(hints[each.name]) for each in fields(Rulings)}
    return st.builds(Rulings, **options)


@st.composite
def starts(draw: st.DrawFn) -> State:
    """A new game of any size that matters: two to eight roster and item slots, one to four Contracts."""
    return new_guild(
        draw(st.integers(2, 8)),
        draw(st.integers(2, 8)),
        draw(st.integers(1, 4)),
        draw(st.sampled_from(Difficulty)),
    )


def drafts() -> SearchStrategy[Materialize]:
    """Any four provisional offers of the catalog."""
    offer = st.builds(DraftOffer, FAMILIES, TRAITS, ROLES, TAGS)
    return st.tuples(offer, offer, offer, offer).map(Materialize)


# ---------------------------------------------------------------- what generation allows


@st.composite
def recruit_row(draw: st.DrawFn, state: State, ruled: Rulings) -> tuple[NewRecruit, ...]:
    """A Recruit row that can be filled in: base in front, advanced where the Round has them, protected if due."""
    late = round_of(state) >= FIRST_ADVANCED_ROUND
    tiers = st.sampled_from((Tier.BASE, Tier.ADVANCED)) if late and state.markets > 0 else st.just(Tier.BASE)
    fresh, _ = opening_slots(state, ruled)
    due = needs_protected(state, ruled) and state.phase is Phase.DUE
    reserved = draw(st.sampled_from([i for i, is_new in enumerate(fresh) if is_new])) if due and any(fresh) else NONE
    roles = [role for role in range(LAST_ROLE + 1) if supplies_missing_role(role, state.recruits, ruled)]
    first = next((i for i, is_new in enumerate(fresh) if is_new and i != reserved), NONE)
    row = []
    for i in range(len(fresh)):
        protected = i == reserved
        tier = Tier.BASE if protected or i == first or state.phase is not Phase.DUE else draw(tiers)
        role = draw(st.sampled_from(roles)) if protected else draw(ROLES)
        branch = draw(st.integers(0, 1)) if tier is Tier.ADVANCED else 0
        row.append(NewRecruit(draw(FAMILIES), tier, branch, draw(TRAITS), role, protected))
    return tuple(row)


@st.composite
def equipment_row(draw: st.DrawFn) -> tuple[NewItem, ...]:
    """Four items of four tags, each for everybody or for one family; one at least is for everybody."""
    tags = draw(st.permutations(range(LAST_TAG + 1)))
    open_to_all = draw(st.integers(0, 3))
    fits = [NONE if i == open_to_all else draw(st.integers(NONE, LAST_FAMILY)) for i in range(4)]
    return tuple(NewItem(tags[i], fits[i], draw(TIERS)) for i in range(4))


@st.composite
def battle_row(draw: st.DrawFn) -> tuple[NewBattle, ...]:
    """A steady battle and two different risky ones, in any order."""
    counters = draw(st.lists(st.integers(0, 7), min_size=3, max_size=3, unique=True))
    risky = [NewBattle(draw(st.sampled_from((Risk.PRESSURED, Risk.ELITE))), each) for each in counters[:2]]
    return tuple(draw(st.permutations([NewBattle(Risk.STEADY, counters[2]), *risky])))


@st.composite
def openings(draw: st.DrawFn, state: State, ruled: Rulings) -> OpenMarket:
    """A board for the Market that is due."""
    recruits = draw(recruit_row(state, ruled))
    return OpenMarket(recruits, draw(equipment_row()), draw(battle_row()), draw(st.booleans()))


@st.composite
def refreshes(draw: st.DrawFn, state: State, ruled: Rulings) -> Refresh:
    """Offers for a refresh of the open Market."""
    return Refresh(draw(recruit_row(state, ruled)), draw(equipment_row()), draw(battle_row()))


@st.composite
def resolutions(draw: st.DrawFn, state: State) -> Resolve:
    """How the committed battle ends: anybody of the line may be at zero HP."""
    places = state.encounter.lineup
    falls = st.sampled_from((False, False, False, True))
    down = tuple(draw(falls) if place >= 0 else False for place in places)
    first = draw(st.sampled_from([i for i, fell in enumerate(down) if fell])) if any(down) else NONE
    return Resolve(draw(st.sampled_from((Outcome.VICTORY, Outcome.VICTORY, *Outcome))), down, first)


@st.composite
def settlements(draw: st.DrawFn, risk: Risk) -> Settle:
    """The cards that a victory at this risk shows."""
    tags = draw(st.permutations(range(LAST_TAG + 1)))
    first, second = NewCard(CardKind.EQUIPMENT, tags[0]), NewCard(CardKind.EQUIPMENT, tags[1])
    match risk:
        case Risk.STEADY:
            return Settle((first, NewCard(CardKind.COIN), NewCard()))
        case Risk.PRESSURED:
            return Settle((first, second, NewCard(draw(st.sampled_from((CardKind.COIN, CardKind.DISCOUNT))))))
        case Risk.ELITE:
            three = draw(st.lists(st.integers(0, LAST_ARTIFACT), min_size=3, max_size=3, unique=True))
            prize = NewCard(CardKind.ARTIFACT, artifacts=(three[0], three[1], three[2]))
            return Settle((prize, first, NewCard(draw(st.sampled_from((CardKind.COIN, CardKind.RECOVERY))))))


# ---------------------------------------------------------------- choices


def operations(state: State, ruled: Rulings) -> SearchStrategy[Choice]:
    """Any operation of an open Market, on slots, items and offers there are and just beyond."""
    recruits = st.integers(NONE, len(state.recruits))
    items, offers = st.integers(NONE, len(state.items)), st.integers(NONE, 4)
    rows = st.sampled_from(Row)
    return st.one_of(
        st.builds(Hire, offers, st.booleans()),
        st.builds(Buy, offers),
        st.builds(Sell, items),
        st.builds(Equip, recruits, items),
        st.builds(Unequip, recruits),
        st.builds(Deploy, recruits, st.integers(-2, len(state.recruits))),
        st.builds(Lock, rows, offers),
        st.builds(Unlock, rows, offers),
        st.builds(Review, recruits, st.sampled_from(Path)),
        st.builds(Promote),
        st.builds(Cancel),
        st.builds(Dismiss, recruits),
        st.builds(Decline),
        st.builds(Commit, offers),
        refreshes(state, ruled),
    )


def due(state: State, ruled: Rulings) -> SearchStrategy[Choice]:
    """A choice that belongs to the phase; most of them are legal."""
    match state.phase:
        case Phase.DRAFT if not state.draft.is_ready:
            return drafts()
        case Phase.DRAFT:
            picks = st.permutations((True, True, False, False)).map(lambda each: Pick(tuple(each)))
            return picks | st.builds(Found)
        case Phase.GUILD:
            return st.builds(Begin, st.integers(0, len(state.clears) - 1), st.sampled_from(Difficulty))
        case Phase.DUE:
            return openings(state, ruled)
        case Phase.MARKET:
            return operations(state, ruled)
        case Phase.COMMITTED | Phase.COUNTDOWN | Phase.OUTCOME:
            return st.just(Proceed())
        case Phase.RESOLVING:
            return resolutions(state)
        case Phase.DIAGNOSIS:
            return settlements(Risk.STEADY if is_muster(state) else state.encounter.risk)
        case Phase.REWARD:
            return st.builds(Claim, st.integers(0, CARDS), st.integers(0, 2), st.integers(0, 2)) | st.just(Skip())
        case Phase.CLOSING:
            return st.just(Close())


def choices(state: State, ruled: Rulings) -> SearchStrategy[Choice]:
    """Any choice of any phase, legal or not."""
    return st.one_of(
        operations(state, ruled),
        drafts(),
        st.builds(Pick, st.tuples(*(st.booleans() for _ in range(4)))),
        st.sampled_from((Found(), Proceed(), Skip(), Close(), Abandon(), Promote(), Cancel(), Decline())),
        st.builds(Begin, st.integers(NONE, 4), st.sampled_from(Difficulty)),
        openings(state, ruled),
        resolutions(state),
        settlements(Risk.STEADY),
        st.builds(Claim, st.integers(NONE, CARDS), st.integers(NONE, 3), st.integers(NONE, 3)),
    )
