"""Claims about the frozen legacy (FG4): casualties, Credit, the protected offer, viability and collapse."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import Abandon, Choice, Close, Decline, Hire, OpenMarket, Refresh, Resolve, Settle
from kernel.guild.economy import Tier
from kernel.guild.rulings import (
    DeclinedRecovery,
    FullRow,
    Rulings,
    SecondCasualty,
    Stranded,
    Viability,
)
from kernel.guild.state import Phase, Place, Recruit, Result, State, Status
from model.game import Scope
from properties.guild.reading import (
    FG4,
    anything,
    by,
    down,
    is_boss,
    is_down,
    is_owned,
    is_protected,
    is_won,
    law,
    living,
    next_round,
    protected,
    written_fee,
)

LEGACY_RUNS = ("run-fg4", "run-muster-fg4")
LEGACY = (*LEGACY_RUNS, "market-trade-fg4", "company-fg4")


# ---------------------------------------------------------------- casualties


@law(
    Scope.STEP,
    "AG-SYS-18.1-01",
    "AG-SYS-18.1-06",
    "AG-SAV-9.1-01",
    "AG-SAV-9.1-02",
    worlds=LEGACY_RUNS,
    premise=by(Resolve),
    under=FG4,
)
def the_fallen_await_settlement_with_all_they_had(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """The outcome marks who fell and changes no ownership: identity, item, price and growth wait to be settled."""
    return (
        all(
            replace(new, status=old.status, history=old.history) == old
            for old, new in zip(before.recruits, after.recruits, strict=True)
        )
        and after.items == before.items
        and (after.coin, after.credit, after.totals) == (before.coin, before.credit, before.totals)
    )


def written_grant(recruit: Recruit) -> int:
    """The Credit that the text grants for a Recruit: ten and half its Coin price, at most its list price."""
    return min(recruit.list_price, 10 + recruit.paid // 2)


@law(
    Scope.STEP,
    "AG-SAV-9.1-04",
    "AG-SAV-9.1-05",
    "AG-SAV-9.1-06",
    "AG-SYS-18.1-08",
    "AG-ECO-7-03",
    worlds=LEGACY_RUNS,
    premise=by(Settle),
    under=FG4,
)
def casualties_are_settled_exactly(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whatever the outcome, all who fell are gone, their items are in the inventory, Credit is the capped sum.

    The count of the fallen grows by their number; nobody and nothing else changes hands.
    """
    lost = all(
        new.status is Status.FALLEN and new.item == -1 and new.place == -1 and new.serial == old.serial
        if is_down(old)
        else (new.status, new.serial, new.item) == (old.status, old.serial, old.item)
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )
    returned = all(
        new == replace(old, at=Place.INVENTORY)
        if any(is_down(recruit) and recruit.item == slot for recruit in before.recruits)
        else new == old
        for slot, (old, new) in enumerate(zip(before.items, after.items, strict=True))
    )
    grants = sum(written_grant(recruit) if is_down(recruit) else 0 for recruit in before.recruits)
    return (
        lost
        and returned
        and after.credit == min(54, before.credit + grants)
        and after.totals.fallen == before.totals.fallen + down(before)
    )


@law(Scope.STEP, "AG-ECO-7-03", "AG-ECO-2-02", "AG-SAV-12-14", worlds=LEGACY, premise=anything, under=FG4)
def credit_comes_from_casualties_alone(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Credit grows only as casualties are settled, by 10 for a provisional Recruit; a fee never touches it."""
    return after.credit <= before.credit or (isinstance(choice, Settle) and down(before) > 0)


@law(Scope.STATE, "AG-ECO-2-02", "AG-ECO-2-01", worlds=LEGACY, under=FG4)
def coin_and_credit_keep_their_bounds(state: State, rulings: Rulings) -> bool:
    """Neither Coin nor Credit is negative, and Credit is never above 54."""
    return state.coin >= 0 and 0 <= state.credit <= 54


# ---------------------------------------------------------------- what each way to end costs


def wins_with_losses(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an ordinary victory with casualties is settled."""
    return isinstance(choice, Settle) and is_won(before) and down(before) > 0 and not is_boss(before)


def fails(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a defeat, a timeout or a retreat is settled."""
    return isinstance(choice, Settle) and not is_won(before)


@law(Scope.STEP, "AG-SAV-12-02", worlds=LEGACY_RUNS, premise=wins_with_losses, under=FG4)
def a_victory_with_losses_still_pays(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A victory with casualties takes no fee, pays its Coin and shows its cards, unless nobody can go on."""
    lives_on = after.phase is Phase.REWARD and after.result is Result.NONE
    over = after.phase is Phase.CLOSING and after.result is Result.COLLAPSED and living(after) == 0
    return after.coin > before.coin and (lives_on or over) and after.cleared == before.cleared + 1


@law(
    Scope.STEP,
    "AG-SAV-12-03",
    "AG-SAV-12-04",
    "AG-SAV-12-05",
    worlds=LEGACY_RUNS,
    premise=fails,
    under=FG4,
)
def a_failure_costs_its_fee_and_opens_recovery(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Defeat, timeout and retreat cost their fee, give no card, and lead to a Market for the same Round if viable."""
    goes_on = after.phase is Phase.DUE and after.result is Result.NONE
    over = after.phase is Phase.CLOSING and after.result is Result.COLLAPSED
    return (
        before.coin - after.coin == min(before.coin, written_fee(before))
        and after.cards == before.cards
        and after.cleared == before.cleared
        and (goes_on or over)
    )


# ---------------------------------------------------------------- the protected offer


def is_due(state: State, rulings: Rulings) -> bool:
    """Does the next Market have to reserve an offer of its own?"""
    renewed = rulings.second_casualty is SecondCasualty.RENEWED
    return state.is_recovery_due and (renewed or protected(state) == 0)


def opens_for_recovery(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a Market opens that has to reserve an offer."""
    return isinstance(choice, OpenMarket) and is_due(before, rulings)


@law(Scope.STEP, "AG-ECO-7-04", "AG-SYS-18.3-01", worlds=LEGACY_RUNS, premise=opens_for_recovery, under=FG4)
def the_next_market_reserves_a_recovery_offer(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """After casualties the next Market has one protected base offer, a level below the others, at the usual price."""
    full = all(offer.is_open and offer.locked for offer in before.board.recruits)
    if full and rulings.full_row is FullRow.LOCKS_STAY:
        return protected(after) == 0
    level = max(1, (next_round(before) - 1) // 3)
    return protected(after) == 1 and all(
        offer.tier is Tier.BASE and offer.level == level and offer.price == 10 + 4 * level
        for offer in after.board.recruits
        if is_protected(offer)
    )


@law(Scope.STEP, "AG-ECO-7-06", worlds=LEGACY_RUNS, premise=opens_for_recovery, under=FG4)
def the_recovery_offer_closes_a_gap(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """If no living Recruit has some of the four responsibilities, the protected offer supplies one of those."""
    held = tuple(any(r.status is Status.LIVING and r.role == role for r in before.recruits) for role in range(4))
    return all(held) or all(
        not any(has and role == offer.role for role, has in enumerate(held))
        for offer in after.board.recruits
        if is_protected(offer)
    )


def had_protection(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a protected offer is open."""
    return protected(before) > 0


@law(
    Scope.STEP,
    "AG-ECO-4.2-02",
    "AG-ECO-7-09",
    "AG-SYS-18.3-01",
    worlds=(*LEGACY_RUNS, "market-trade-fg4"),
    premise=had_protection,
    under=FG4,
)
def protection_ends_only_by_hire_decline_or_close(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A protected offer stays open, as it is, until it is bought, declined, or the run closes; it is never locked."""
    ended = isinstance(choice, Decline | Abandon | Close)
    return all(
        not is_protected(old)
        or new == replace(old, carried=new.carried)
        or ended
        or (isinstance(choice, Hire) and choice.offer == i)
        or (isinstance(choice, OpenMarket) and is_due(before, rulings))
        for i, (old, new) in enumerate(zip(before.board.recruits, after.board.recruits, strict=True))
    )


@law(Scope.STEP, "AG-ECO-7-09", worlds=("market-trade-fg4", "run-fg4"), premise=by(Decline), under=FG4)
def declining_moves_neither_coin_nor_credit(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Declining ends the protection and leaves Coin, Credit, roster and items."""
    return protected(after) == 0 and (
        replace(after, board=before.board, phase=before.phase, result=before.result) == before
    )


@law(Scope.STEP, "AG-ECO-4.2-02", worlds=("run-muster-fg4",), premise=by(Refresh), under=FG4)
def refreshes_leave_the_protected_offer(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A refresh neither replaces nor makes a protected offer."""
    return all(
        new == old if is_protected(old) else not new.protected
        for old, new in zip(before.board.recruits, after.board.recruits, strict=True)
    )


# ---------------------------------------------------------------- viability and collapse


def due_price(state: State, rulings: Rulings) -> int:
    """The price of the protected offer that the next Market shows, or that lies open."""
    if is_due(state, rulings):
        return 10 + 4 * max(1, (next_round(state) - 1) // 3)
    return sum(offer.price for offer in state.board.recruits if is_protected(offer))


@law(
    Scope.STEP,
    "AG-SAV-12.1-02",
    "AG-SAV-12.1-03",
    "AG-SAV-12-07",
    "AG-SAV-18-27",
    "AG-SAV-18-28",
    worlds=LEGACY_RUNS,
    premise=by(Settle),
    under=FG4,
)
def a_run_goes_on_exactly_if_it_is_viable(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A settled run goes on if somebody lives or Coin and Credit reach the protected price, else it ends."""
    if (is_won(before) and is_boss(before)) or rulings.viability is Viability.WITH_SALES:
        return True
    offered = is_due(after, rulings) or protected(after) > 0
    viable = living(after) > 0 or (offered and after.coin + after.credit >= due_price(after, rulings))
    return (after.phase is Phase.CLOSING and after.result is Result.COLLAPSED) == (not viable)


def collapses(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: the Company collapses in this step."""
    return after.result is Result.COLLAPSED and before.result is not Result.COLLAPSED


@law(Scope.STEP, "AG-SAV-12.1-04", "AG-SAV-12-07", worlds=("run-last-stand", "run-fg4"), premise=collapses, under=FG4)
def only_settlement_and_decline_ask_for_viability(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A Company collapses only with nobody alive, by a settlement or a decline; a collapse costs nothing more."""
    asked = isinstance(choice, Settle | Decline) or rulings.stranded is Stranded.RECHECKED
    return asked and living(after) == 0 and (isinstance(choice, Settle) or after.coin == before.coin)


def declines_with_nobody_alive(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: the protected offer is declined while nobody lives."""
    return isinstance(choice, Decline) and living(before) == 0


@law(Scope.STEP, "AG-SAV-12.1-03", worlds=("run-fg4",), premise=declines_with_nobody_alive, under=FG4)
def declining_the_last_hope_collapses(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """With nobody alive, declining the protected offer ends the run."""
    if rulings.declined_recovery is DeclinedRecovery.ANY_OFFER:
        return True
    return after.phase is Phase.CLOSING and after.result is Result.COLLAPSED


# ---------------------------------------------------------------- closing


@law(
    Scope.STEP,
    "AG-SAV-12.2-01",
    "AG-SAV-12-06",
    "AG-ECO-2-02",
    "AG-ECO-1-02",
    worlds=("run-fg4", "run-muster-fg4", "company-fg4"),
    premise=by(Close, Abandon),
    under=FG4,
)
def closing_a_run_clears_what_is_its_own(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Closing clears Coin, Credit, items, Artifacts, board and battle; survivors become records, the fallen stay so."""
    cleared = (
        (after.coin, after.credit, after.cleared) == (0, 0, 0)
        and all(item.at is Place.EMPTY for item in after.items)
        and all(artifact == -1 for artifact in after.artifacts)
        and not any(offer.is_open for offer in after.board.recruits)
        and not any(offer.is_open for offer in after.board.equipment)
        and not any(offer.is_open for offer in after.board.battles)
        and after.encounter.offer == -1
    )
    records = all(
        new == replace(old, status=Status.ARCHIVED, item=-1, place=-1) if is_owned(old) else new.status is old.status
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )
    cause = Result.ABANDONED if isinstance(choice, Abandon) else before.result
    return cleared and records and after.result is cause and after.totals == before.totals


@law(Scope.STEP, "AG-SAV-12-06", worlds=("run-fg4", "company-fg4"), premise=by(Abandon), under=FG4)
def abandoning_grants_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Giving a run up makes no casualty, pays no rebate and grants neither a clear nor Renown."""
    return (after.clears, after.renown, after.totals) == (before.clears, before.renown, before.totals)


@law(Scope.STATE, "AG-ECO-1-02", "AG-ECO-2-01", worlds=("run-muster-fg4", "company-fg4"), under=FG4)
def coin_and_credit_exist_only_in_a_run(state: State, rulings: Rulings) -> bool:
    """Outside a run there is neither Coin nor Credit."""
    outside = state.phase is Phase.DRAFT or state.phase is Phase.GUILD
    return not outside or (state.coin, state.credit) == (0, 0)
