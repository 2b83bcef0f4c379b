"""What the text says and play refutes: each sentence names the finding that shows how the text falls short of it."""

from __future__ import annotations

from kernel.guild.choices import Choice, OpenMarket
from kernel.guild.economy import Tier
from kernel.guild.rulings import Rulings
from kernel.guild.state import CardKind, Phase, Place, State, Status
from model.game import Scope
from model.verdict import Verdict
from properties.guild.market import opens_ordinary
from properties.guild.reading import FG4, by, is_protected, law, living, protected, tags
from properties.guild.recovery import collapses, due_price, is_due
from properties.guild.rewards import wins_a_round

REFUTED = Verdict.REFUTED


def after_the_locks(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a Market opens in which an offer is to be reserved."""
    return isinstance(choice, OpenMarket) and is_due(before, rulings)


@law(
    Scope.STEP,
    "AG-ECO-4.2-01",
    "AG-ECO-7-04",
    worlds=("run-full-row",),
    premise=after_the_locks,
    under=FG4,
    expect=REFUTED,
    finding="F-120",
)
def paid_locks_hold_and_recovery_is_reserved(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """The Market after casualties keeps every Recruit offer whose lock is paid, and reserves a protected one."""
    kept = all(
        new.locked and (new.origin, new.trait, new.price) == (old.origin, old.trait, old.price)
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
        if old.is_open and old.locked and not old.carried
    )
    return kept and protected(after) == 1


def brings_recruits(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a Market opens to which locks leave a slot for a Recruit offer."""
    return isinstance(choice, OpenMarket) and any(not offer.carried for offer in after.board.recruits)


@law(
    Scope.STEP,
    "AG-ECO-4-02",
    "AG-SYS-3-05",
    worlds=("market-kept",),
    premise=brings_recruits,
    expect=REFUTED,
    finding="F-153",
)
def a_market_brings_a_new_base_recruit(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Market that has room for a new Recruit offer has a new one that is base."""
    return any(offer.is_open and offer.tier is Tier.BASE and not offer.carried for offer in after.board.recruits)


@law(
    Scope.STEP,
    "AG-ECO-4-03",
    worlds=("run-fg4",),
    premise=by(OpenMarket),
    expect=REFUTED,
    finding="F-125",
)
def two_users_unless_the_company_is_empty(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Unless nobody lives, two living Recruits can use some item of the Market that opens."""
    users = sum(
        1
        for recruit in after.recruits
        if recruit.status is Status.LIVING
        and any(offer.is_open and offer.fits in (-1, recruit.origin) for offer in after.board.equipment)
    )
    return users >= 2 or living(after) == 0


@law(
    Scope.STEP,
    "AG-ECO-4.1-04",
    worlds=("market-kept",),
    premise=opens_ordinary,
    expect=REFUTED,
    finding="F-155",
)
def every_market_has_an_item_of_low_tier(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """An ordinary Market opens with an item of tier 0 or 1 that some living Recruit can use."""
    return any(
        offer.is_open
        and offer.tier <= 1
        and any(each.status is Status.LIVING and offer.fits in (-1, each.origin) for each in after.recruits)
        for offer in after.board.equipment
    )


@law(
    Scope.STEP,
    "AG-ECO-6-05",
    "AG-ECO-6-06",
    worlds=("run-rewards",),
    premise=wins_a_round,
    expect=REFUTED,
    finding="F-157",
)
def every_card_is_of_use_to_somebody(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Each item that a reward card shows can be used by some living Recruit."""
    return all(
        card.kind is not CardKind.EQUIPMENT
        or any(each.status is Status.LIVING and card.fits in (-1, each.origin) for each in after.recruits)
        for card in after.cards
    )


@law(
    Scope.STEP,
    "AG-ECO-6-07",
    "AG-ECO-6-08",
    worlds=("run-rewards",),
    premise=wins_a_round,
    expect=REFUTED,
    finding="F-189",
)
def every_artifact_shown_can_be_chosen(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """No Artifact that a card shows is active already."""
    return all(
        card.kind is not CardKind.ARTIFACT or not any(each in after.artifacts for each in card.artifacts)
        for card in after.cards
    )


def is_open_market(state: State, rulings: Rulings) -> bool:
    """Premise: a Market is open."""
    return state.phase is Phase.MARKET


@law(
    Scope.STATE,
    "AG-ECO-4-03",
    "AG-SYS-3-04",
    worlds=("market-shelves",),
    premise=is_open_market,
    expect=REFUTED,
    finding="F-126",
)
def an_open_market_shows_three_tags(state: State, rulings: Rulings) -> bool:
    """A Market contains four items of at least three behavior tags as long as it is open."""
    return tags(state) >= 3


@law(
    Scope.STEP,
    "AG-SYS-18.3-01",
    "AG-SAV-12.1-03",
    worlds=("run-last-stand",),
    premise=collapses,
    under=FG4,
    expect=REFUTED,
    finding="F-135",
)
def no_run_ends_while_a_recruit_can_be_hired(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A run collapses only if no Recruit of its board can be paid with Coin and Credit."""
    purse = after.coin + after.credit
    return not any(offer.is_open and offer.price <= purse for offer in after.board.recruits)


@law(
    Scope.STATE,
    "AG-SYS-18.3-01",
    "AG-SAV-12.1-03",
    worlds=("run-last-stand",),
    premise=lambda state, rulings: state.phase is Phase.MARKET and living(state) == 0,
    under=FG4,
    expect=REFUTED,
    finding="F-136",
)
def a_recovery_market_can_always_recover(state: State, rulings: Rulings) -> bool:
    """In an open Market with nobody alive some Recruit can be paid with Coin and Credit."""
    purse = state.coin + state.credit
    return any(offer.is_open and offer.price <= purse for offer in state.board.recruits)


@law(
    Scope.STEP,
    "AG-SYS-18.3-01",
    "AG-SAV-12.1-02",
    worlds=("run-last-stand",),
    premise=collapses,
    under=FG4,
    expect=REFUTED,
    finding="F-137",
)
def no_run_ends_that_a_sale_would_save(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A run collapses only if Coin, Credit and what its inventory sells for stay below the protected price."""
    sales = sum(3 * item.paid // 10 for item in after.items if item.at is Place.INVENTORY)
    offered = is_due(after, rulings) or any(is_protected(offer) for offer in after.board.recruits)
    return not offered or after.coin + after.credit + sales < due_price(after, rulings)
