"""Claims about value: what a Company has and can get back, where it comes from, and what it costs to fail.

Two measures. Worth is what can become Coin: Coin, what items sell for, and the most that Recruits can ever give back.
Equivalent value is what it would cost to stand where one stands: Coin, Credit, what items sell for, and what Recruits
list at. Sides of a comparison are small numbers where they can be: solvers are quicker at those. A measure that no step
raises is raised by no sequence of steps, so these claims are about sequences of any length.
"""

from __future__ import annotations

from kernel.guild.choices import Abandon, Begin, Choice, Claim, Close, Found, Hire, Settle
from kernel.guild.difficulty import Difficulty, Outcome
from kernel.guild.edition import Edition
from kernel.guild.rulings import BossCoin, CardAmounts, ContractCoin, Rulings
from kernel.guild.state import CardKind, Phase, Place, Recruit, Result, State, Status
from model.game import Scope
from model.verdict import Verdict
from properties.claim import claim

INCOME = (Settle, Claim)
OPENINGS = (Found, Begin)
MARKETS = ("market-trade", "market-trade-fg4", "market-locks", "solvency-contracts")
BATTLES = ("solvency-deaths", "solvency-knockouts")


# ---------------------------------------------------------------- measures


def owned(recruit: Recruit) -> bool:
    """Does this slot hold one of the Company?"""
    return recruit.status is Status.LIVING or recruit.status is Status.KNOCKED_OUT


def resale(state: State) -> int:
    """What the items sell for: three tenths of the Coin paid, each rounded down."""
    held = (Place.INVENTORY, Place.EQUIPPED)
    return sum(3 * item.paid // 10 if any(item.at is place for place in held) else 0 for item in state.items)


def returns(state: State) -> int:
    """The most that the Recruits can ever give back: a quarter of the Coin paid, rounded down, and ten at most."""
    return sum(min(10, each.paid // 4) if owned(each) else 0 for each in state.recruits)


def recoverable(state: State) -> int:
    """What can become Coin besides Coin itself."""
    return resale(state) + returns(state)


def gain(before: State, after: State) -> int:
    """By how much the worth has grown; worth is Coin and what can become Coin."""
    return recoverable(after) - recoverable(before) - (before.coin - after.coin)


def listed(state: State) -> int:
    """What the Recruits list at."""
    return sum(each.list_price if owned(each) else 0 for each in state.recruits)


def value_gain(before: State, after: State) -> int:
    """By how much the equivalent value has grown: Coin, Credit, what items sell for, what the Recruits list at."""
    return standing_for(after) - standing_for(before) - (before.coin - after.coin)


def standing_for(state: State) -> int:
    """The equivalent value besides Coin."""
    return state.credit + resale(state) + listed(state)


def income(state: State, rulings: Rulings) -> int:
    """What the committed battle pays if it is won; a boss pays nothing that is written."""
    if state.cleared == 12:
        pays = rulings.edition is Edition.GROWTH and rulings.boss_coin is BossCoin.AS_LAST_ROUND
        written = 42 + 2 * (state.contract // 2) if pays else 0
    else:
        written = 20 + 2 * state.cleared + 2 * (state.contract // 2) + 7 * int(state.encounter.risk)
    return written * 23 // 20 if state.difficulty is Difficulty.OATHBOUND else written


def fee(state: State) -> int:
    """What the committed battle costs if it is lost as it was, by the table of difficulties."""
    if state.encounter.outcome is Outcome.VICTORY:
        return 0
    difficulty, outcome = state.difficulty, state.encounter.outcome
    most = 0 if difficulty is Difficulty.WAYFINDER else 2 if difficulty is Difficulty.STANDARD else 4
    return min(state.coin, most + (0 if outcome is Outcome.DEFEAT else 2 if outcome is Outcome.TIMEOUT else 4))


def alive(state: State) -> int:
    """How many are living."""
    return sum(1 for each in state.recruits if each.status is Status.LIVING)


def fell(state: State) -> int:
    """How many are at zero HP."""
    return sum(1 for each in state.recruits if each.status is Status.KNOCKED_OUT)


# ---------------------------------------------------------------- premises


def earns(choice: Choice) -> bool:
    """Is this battle or reward income, or the opening of a Company or Contract?"""
    return isinstance(choice, (*INCOME, *OPENINGS))


def spends(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: anything but income and openings."""
    return not earns(choice)


def settles(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an outcome is applied."""
    return isinstance(choice, Settle)


def fails(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: a lost battle is applied."""
    return isinstance(choice, Settle) and before.encounter.outcome is not Outcome.VICTORY


# ---------------------------------------------------------------- no loop gains


@claim(Scope.STEP, "AG-ECO-1-05", "AG-ECO-15.1-04", worlds=MARKETS, sampled=False, premise=spends)
def only_income_adds_worth(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Nothing but battle and reward income adds to Coin and what can be got back by sales and dismissals."""
    return recoverable(after) - recoverable(before) <= before.coin - after.coin


@claim(
    Scope.STEP,
    "AG-ECO-15.1-04",
    worlds=("market-trade", "market-trade-fg4", "market-locks"),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Hire) and after.coin < before.coin,
)
def coin_spent_on_a_recruit_is_mostly_gone(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Of the Coin that a hire costs, at least three quarters never come back, whatever is done later."""
    spent = before.coin - after.coin
    return 4 * (returns(after) - returns(before)) <= spent and resale(after) == resale(before)


@claim(Scope.STEP, "AG-ECO-6-03", "AG-SAV-12-02", "AG-ECO-1-05", worlds=BATTLES, sampled=False, premise=settles)
def a_settlement_pays_the_battle_and_no_more(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """An outcome adds the battle's Coin if it was won, takes its fee if not, and adds nothing else that can be Coin."""
    won = income(before, rulings) if before.encounter.outcome is Outcome.VICTORY else 0
    is_paid = after.coin == before.coin + won - fee(before)
    return is_paid and resale(after) == resale(before) and returns(after) <= returns(before)


@claim(
    Scope.STEP,
    *("AG-ECO-6-05", "AG-ECO-6-08", "AG-ECO-1-05", "AG-ECO-5.2-03"),
    worlds=BATTLES,
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Claim),
)
def a_card_pays_what_it_shows(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A card adds the Coin that it shows: a Coin card half its reward budget, an item or an Artifact nothing."""
    assert isinstance(choice, Claim)
    card = before.cards[choice.card]
    pays = card.kind is CardKind.COIN or rulings.card_amounts is CardAmounts.ALL_COIN
    return gain(before, after) == card.amount and (pays or card.amount == 0)


@claim(
    Scope.STEP,
    *("AG-OVR-10", "AG-ECO-3-03", "AG-ECO-1-05"),
    worlds=("solvency-contracts",),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Begin),
    under=(Edition.GROWTH, ContractCoin.KEPT),
)
def beginning_a_contract_pays_nothing(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Company that begins a Contract has what it had: no opening Coin comes again, however often it begins."""
    return recoverable(after) == recoverable(before) and after.coin == before.coin


# ---------------------------------------------------------------- Credit


@claim(
    Scope.STEP,
    *("AG-ECO-2-02", "AG-ECO-5.1-06", "AG-ECO-1-05"),
    worlds=("market-trade-fg4",),
    sampled=False,
    premise=lambda before, choice, after, rulings: after.credit < before.credit,
    under=(Edition.FG4,),
)
def credit_never_becomes_coin(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Credit goes into a hire or ends with the run, and in neither way into Coin, now or by a later dismissal."""
    is_kept = recoverable(after) - recoverable(before) <= before.coin - after.coin
    return isinstance(choice, (Hire, Close, Abandon)) and is_kept


@claim(
    Scope.STEP,
    *("AG-ECO-2-02", "AG-ECO-7-01"),
    worlds=("solvency-deaths",),
    sampled=False,
    premise=lambda before, choice, after, rulings: after.credit > before.credit,
    under=(Edition.FG4,),
)
def credit_comes_from_deaths_alone(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Credit grows only where deaths are settled, by no more than the dead list at, and not beyond 54."""
    lost = sum(each.list_price if each.status is Status.KNOCKED_OUT else 0 for each in before.recruits)
    return isinstance(choice, Settle) and after.credit <= min(54, before.credit + lost)


@claim(
    Scope.STEP,
    *("AG-OVR-06", "AG-ECO-2-02"),
    worlds=("market-trade", "solvency-knockouts"),
    sampled=False,
    under=(Edition.GROWTH,),
)
def growth_pays_no_credit(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In continuous growth no step grants Credit."""
    return after.credit == 0


# ---------------------------------------------------------------- Coin-equivalent value


@claim(
    Scope.STEP,
    *("AG-ECO-15.3-02", "AG-ECO-1-05"),
    worlds=("market-trade", "market-trade-fg4"),
    sampled=False,
    premise=spends,
)
def no_trade_adds_value(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Dismissals, sales, hires and the rest never add to Coin, Credit, resale and what the Recruits list at."""
    return standing_for(after) - standing_for(before) <= before.coin - after.coin


@claim(
    Scope.STEP,
    *("AG-ECO-15.3-02", "AG-ECO-7.1-03"),
    worlds=("solvency-deaths",),
    sampled=False,
    premise=settles,
)
def no_death_adds_value(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """An outcome adds no Coin but the battle's, no resale, and no more Credit than those who are lost listed at."""
    won = income(before, rulings) if before.encounter.outcome is Outcome.VICTORY else 0
    lost = listed(before) - listed(after)
    is_paid = after.coin <= before.coin + won and resale(after) <= resale(before)
    return is_paid and 0 <= after.credit - before.credit <= lost


@claim(
    Scope.STEP,
    *("AG-ECO-15.3-02", "AG-ECO-7-03"),
    worlds=("solvency-deaths",),
    sampled=False,
    premise=fails,
    expect=Verdict.REFUTED,
    finding="F-142",
    under=(Edition.FG4,),
)
def no_death_adds_to_what_can_be_spent(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A lost battle never adds to what can be spent or got back: Coin, Credit, resale and rebates."""
    return gain(before, after) + (after.credit - before.credit) <= 0


@claim(
    Scope.STEP,
    *("AG-ECO-15.3-07", "AG-ECO-7-02"),
    worlds=("solvency-newcomer",),
    sampled=False,
    premise=lambda before, choice, after, rulings: fails(before, choice, after, rulings) and fell(before) > 0,
    expect=Verdict.REFUTED,
    finding="F-143",
    under=(Edition.FG4,),
)
def every_death_costs_value(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A lost battle in which somebody died costs Coin-equivalent value."""
    return value_gain(before, after) < 0


# ---------------------------------------------------------------- failure


@claim(
    Scope.STEP,
    *("AG-SAV-12-11", "AG-SAV-12-12", "AG-SAV-12-13", "AG-SAV-12-14"),
    worlds=BATTLES,
    sampled=False,
    premise=fails,
)
def a_failure_costs_its_fee_and_never_more_than_there_is(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A lost battle takes the fee of its difficulty, or all Coin if there is less, and leaves no debt."""
    return after.coin == before.coin - fee(before) and after.coin >= 0


@claim(
    Scope.STEP,
    "AG-SAV-12-14",
    worlds=("solvency-knockouts", "solvency-deaths"),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Settle) and before.encounter.outcome is Outcome.RETREAT
    ),
    expect=Verdict.REFUTED,
    finding="F-144",
)
def every_retreat_is_a_loss(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A retreat is a loss, and no free way to another Market: it costs Coin, or somebody falls."""
    return after.coin < before.coin or fell(before) > 0


@claim(
    Scope.STATE,
    *("AG-SAV-12-14", "AG-SYS-5.2-01", "AG-ECO-8-03"),
    worlds=("solvency-farm",),
    sampled=False,
    expect=Verdict.REFUTED,
    finding="F-145",
)
def nobody_is_promotable_without_a_victory(state: State, rulings: Rulings) -> bool:
    """Whoever has reached level 4 and survived three battles has won one of them."""
    return all(
        not (owned(each) and each.level >= 4 and each.survived >= 3) or each.history.victories > 0
        for each in state.recruits
    )


@claim(
    Scope.STEP,
    *("AG-SAV-12.1-02", "AG-ECO-7-02"),
    worlds=("solvency-last",),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Settle) and alive(after) == 0,
    under=(Edition.FG4,),
)
def whoever_dies_last_leaves_ten(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A settlement that leaves nobody alive leaves ten Coin and Credit or more, also where the run collapses."""
    return after.coin + after.credit >= 10 or alive(before) + fell(before) == 0


@claim(
    Scope.STEP,
    "AG-SAV-18-27",
    worlds=("solvency-last",),
    sampled=False,
    premise=lambda before, choice, after, rulings: (
        isinstance(choice, Settle) and after.result is Result.COLLAPSED and after.phase is Phase.CLOSING
    ),
    expect=Verdict.REFUTED,
    finding="F-146",
    under=(Edition.FG4,),
)
def a_collapse_has_at_most_nine(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Company that collapses when its dead are settled has nine Coin and Credit at most, as the vector has."""
    return after.coin + after.credit <= 9


# ---------------------------------------------------------------- across Contracts


@claim(
    Scope.STEP,
    *("AG-OVR-05", "AG-ECO-4.3-02"),
    worlds=("solvency-contracts",),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Abandon) and before.phase is Phase.MARKET,
    expect=Verdict.REFUTED,
    finding="F-147",
    under=(Edition.GROWTH,),
)
def giving_a_contract_up_costs_something(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Who leaves a Market by giving the Contract up loses Coin, a Recruit, an item, or a cleared Round."""
    return gain(before, after) < 0 or alive(after) < alive(before) or before.cleared > 0


@claim(
    Scope.STEP,
    *("AG-OVR-10", "AG-ECO-3-03"),
    worlds=("solvency-opening-added", "solvency-opening-set"),
    sampled=False,
    premise=lambda before, choice, after, rulings: isinstance(choice, Begin),
    expect=Verdict.REFUTED,
    finding="F-148",
    under=(Edition.GROWTH,),
)
def contracts_cannot_be_farmed_for_coin(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """To begin a Contract never adds Coin to a Company."""
    return after.coin <= before.coin
