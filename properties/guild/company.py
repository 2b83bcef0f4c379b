"""Claims about the Company: its draft, its Contracts, and what continuous growth keeps."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import Abandon, Begin, Choice, Close, Dismiss, Found, Materialize, Pick, Sell
from kernel.guild.rulings import ContractCoin, GrowthFloor, Rulings
from kernel.guild.state import Board, Draft, Phase, Place, Result, State, Status
from model.game import Scope
from model.verdict import Verdict
from properties.guild.reading import (
    COMPANIES,
    FG4,
    GROWTH,
    anything,
    by,
    held,
    is_owned,
    law,
    living,
    stays,
)

GROWING = ("company-growth", "run-growth", "run-muster", "market-trade")


# ---------------------------------------------------------------- the draft


@law(Scope.STEP, "AG-OVR-03", "AG-OVR-11", "AG-ECO-3-02", worlds=COMPANIES, premise=by(Found))
def founding_makes_a_company_of_the_two_picked(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Founding makes exactly the two picked Recruits, in their order, at no price, and takes the draft away."""
    picked = tuple(offer for offer, is_picked in zip(before.draft.offers, before.draft.picks, strict=True) if is_picked)
    owned = tuple(recruit for recruit in after.recruits if is_owned(recruit))
    return (
        len(picked) == 2 == len(owned)
        and all(
            (new.origin, new.trait, new.role) == (offer.origin, offer.trait, offer.role)
            and (new.level, new.xp, new.paid, new.list_price) == (1, 0, 0, 14)
            and new.status is Status.LIVING
            for offer, new in zip(picked, owned, strict=True)
        )
        and after.draft == Draft()
    )


@law(
    Scope.STEP,
    "AG-ECO-3-03",
    "AG-ECO-3-05",
    "AG-ECO-3-06",
    "AG-ECO-3-07",
    worlds=COMPANIES,
    premise=by(Found),
)
def a_company_opens_with_what_is_written(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """It opens with 52 Coin, four places, one starting item on each Recruit and no other, and no Artifact."""
    owned = tuple(recruit for recruit in after.recruits if is_owned(recruit))
    items = tuple(item for item in after.items if held(item))
    return (
        after.coin == 52
        and after.cleared == 0
        and len(items) == 2
        and all(recruit.item >= 0 for recruit in owned)
        and all(item.at is Place.EQUIPPED and item.paid == 0 for item in items)
        and all(artifact == -1 for artifact in after.artifacts)
    )


@law(Scope.STEP, "AG-ECO-3-04", worlds=("company-fg4",), premise=by(Found), under=FG4)
def a_run_opens_without_credit(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A run opens with zero Credit, and with 52 Coin whatever Renown the Guild has."""
    return after.credit == 0 and after.coin == 52


@law(Scope.STEP, "AG-OVR-03", "AG-OVR-11", worlds=COMPANIES, premise=anything)
def the_four_offers_stay_until_they_are_committed(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """Once generated, the four offers of a draft never change: they are committed once, and a draft is made once."""
    if isinstance(choice, Materialize):
        return not before.draft.is_ready and after.draft.is_ready and after.draft.offers == choice.offers
    return after.draft.offers == before.draft.offers or isinstance(choice, Found)


@law(Scope.STATE, "AG-OVR-10", "AG-OVR-11", worlds=COMPANIES)
def at_most_two_of_four_are_picked(state: State, rulings: Rulings) -> bool:
    """A draft has four offers, and none, one or two different ones are picked, none before there are offers."""
    count = sum(state.draft.picks)
    return len(state.draft.offers) == 4 == len(state.draft.picks) and count <= (2 if state.draft.is_ready else 0)


@law(Scope.STEP, "AG-OVR-11", "AG-SAV-7.1-05", worlds=("company-fg4",), premise=by(Pick), under=FG4)
def a_legacy_selection_is_a_pair(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In the legacy edition a selection is exactly two offers."""
    return sum(after.draft.picks) == 2


@law(Scope.STATE, "AG-OVR-10", "AG-OVR-11", worlds=("company-growth", "run-growth"), under=GROWTH)
def draft_and_company_exclude_each_other(state: State, rulings: Rulings) -> bool:
    """In continuous growth there is a Company exactly when the draft has been committed."""
    return (state.phase is Phase.DRAFT) == (not any(is_owned(recruit) for recruit in state.recruits)) and (
        state.phase is Phase.DRAFT or not state.draft.is_ready
    )


@law(
    Scope.STATE,
    "AG-OVR-10",
    worlds=("market-trade",),
    premise=lambda state, rulings: state.phase is not Phase.DRAFT,
    under=GROWTH,
    expect=Verdict.REFUTED,
    finding="F-127",
)
def a_company_owns_two_recruits_at_least(state: State, rulings: Rulings) -> bool:
    """A Company owns at least two Recruits."""
    return sum(1 for recruit in state.recruits if is_owned(recruit)) >= 2


# ---------------------------------------------------------------- what continuous growth keeps


@law(Scope.STEP, "AG-OVR-02", "AG-OVR-06", worlds=GROWING, premise=anything, under=GROWTH)
def a_company_loses_nobody_but_by_dismissal(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In continuous growth whoever is owned stays owned, with level, XP and Profession, unless dismissed."""
    return all(
        not is_owned(old)
        or (is_owned(new) and stays(old, new) and new.level >= old.level)
        or (isinstance(choice, Dismiss) and choice.recruit == i)
        for i, (old, new) in enumerate(zip(before.recruits, after.recruits, strict=True))
    )


@law(Scope.STEP, "AG-OVR-06", worlds=GROWING, premise=anything, under=GROWTH)
def a_company_loses_no_item_but_by_sale(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In continuous growth an item stays owned until it is sold."""
    return all(
        not held(old) or (held(new) and (new.tag, new.fits, new.paid) == (old.tag, old.fits, old.paid))
        for i, (old, new) in enumerate(zip(before.items, after.items, strict=True))
        if not (isinstance(choice, Sell) and choice.item == i)
    )


@law(Scope.STATE, "AG-OVR-06", "AG-OVR-08", worlds=GROWING, under=GROWTH)
def nothing_of_the_legacy_lifecycle_happens(state: State, rulings: Rulings) -> bool:
    """In continuous growth there is no Credit, nobody Fallen or archived, and no collapse."""
    return (
        state.credit == 0
        and state.totals.fallen == 0
        and state.result is not Result.COLLAPSED
        and not any(recruit.status is Status.FALLEN or recruit.status is Status.ARCHIVED for recruit in state.recruits)
    )


@law(
    Scope.STEP,
    "AG-OVR-05",
    "AG-OVR-02",
    "AG-SYS-4.3-01",
    "AG-ECO-3-12",
    worlds=("company-growth", "run-growth", "run-muster"),
    premise=by(Close, Abandon),
    under=GROWTH,
)
def closing_a_contract_closes_what_is_its_own(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Closing ends progress, formation, encounter, offers and Artifacts, leads to the Guild, and keeps the rest."""
    local = (
        after.phase is Phase.GUILD
        and (after.cleared, after.markets, after.refreshes) == (0, 0, 0)
        and after.encounter.offer == -1
        and after.board == Board()
        and all(artifact == -1 for artifact in after.artifacts)
        and after.pending.recruit == -1
    )
    kept = all(
        new == replace(old, place=-1, status=new.status) and is_owned(new) == is_owned(old)
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )
    return local and kept and (after.items, after.coin, after.totals) == (before.items, before.coin, before.totals)


@law(Scope.STEP, "AG-OVR-05", worlds=("run-growth", "company-growth"), premise=by(Abandon), under=GROWTH)
def withdrawing_ends_without_a_grant(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Withdrawing from a Contract is on record and grants nothing."""
    return after.result is Result.ABANDONED and (after.clears, after.renown) == (before.clears, before.renown)


@law(Scope.STEP, "AG-OVR-02", "AG-OVR-10", worlds=("run-growth", "run-muster"), premise=by(Begin), under=GROWTH)
def a_further_contract_takes_the_same_company(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A further Contract begins with the same Recruits, items and Coin, with no Round cleared and four places."""
    kept = rulings.contract_coin is not ContractCoin.KEPT or after.coin == before.coin
    return (
        (after.recruits, after.items, after.clears) == (before.recruits, before.items, before.clears)
        and after.cleared == 0
        and after.phase is Phase.DUE
        and kept
    )


@law(Scope.STEP, "AG-ECO-2-05", worlds=COMPANIES, premise=by(Begin))
def regions_are_entered_in_order(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Contract begins only when every Contract of the Regions before its own is cleared."""
    region = after.contract // 2
    return all(known or contract // 2 >= region for contract, known in enumerate(before.clears))


@law(
    Scope.STEP,
    "AG-ECO-2-05",
    "AG-ECO-12-01",
    worlds=COMPANIES,
    premise=by(Begin),
    expect=Verdict.REFUTED,
    finding="F-156",
)
def contracts_are_begun_one_after_the_other(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Contract begins only when every Contract before it is cleared."""
    return all(known or contract >= after.contract for contract, known in enumerate(before.clears))


@law(Scope.STEP, "AG-ECO-16-01", worlds=COMPANIES, premise=anything)
def difficulty_is_chosen_before_and_kept(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Contract and difficulty are chosen as it begins, and stay until the next one."""
    if isinstance(choice, Begin):
        return (after.contract, after.difficulty) == (choice.contract, choice.difficulty)
    return (after.contract, after.difficulty) == (before.contract, before.difficulty)


@law(Scope.STEP, "AG-OVR-10", worlds=("market-trade",), premise=by(Dismiss), under=GROWTH)
def a_dismissal_leaves_somebody(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A dismissal leaves one living Recruit at least, two if the Company has to keep two."""
    least = 2 if rulings.growth_floor is GrowthFloor.TWO else 1
    return living(after) >= least
