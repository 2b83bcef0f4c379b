"""A battle from commit to settlement, its reward, and what a failure leaves.

How the battle runs is not decided here: the environment says how it ended and who was at zero HP. Settling is one step:
casualties, fee or Coin, Experience, totals, the consumed offer and the next Market's number.
Rules: AG-SYS-3-01, AG-SYS-3-07..09, AG-SYS-18.1, AG-ECO-6, AG-ECO-7-03, AG-SAV-9.1, AG-SAV-12.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.contracts import ensure
from kernel.guild import economy
from kernel.guild.boards import NO_BATTLE, band_of, is_item_of_the_catalog, is_muster, is_user, round_of
from kernel.guild.choices import NewCard, NewItem, Resolve, Settle
from kernel.guild.difficulty import Outcome, failure_fee
from kernel.guild.economy import Risk
from kernel.guild.edition import Edition
from kernel.guild.formation import deployed_count, without
from kernel.guild.progression import battle_xp, gain, xp_share
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import (
    ArtifactCard,
    BossCoin,
    BossXp,
    CardAmounts,
    DistinctCards,
    KnockoutGain,
    KnockoutOffer,
    LegalCard,
    NobodyStanding,
    PendingPromotion,
    RetreatSurvival,
    Rulings,
)
from kernel.guild.state import (
    CARDS,
    LAST_ARTIFACT,
    NONE,
    Card,
    CardKind,
    Encounter,
    Item,
    Phase,
    Place,
    Promotion,
    Recruit,
    Result,
    State,
    Status,
    is_living,
    no_encounter,
)
from kernel.guild.viability import can_continue, collapsed

NO_CARDS = (Card(),) * CARDS


# ---------------------------------------------------------------- commit


def commit_refusal(state: State, offer: int, rulings: Rulings) -> Refusal:
    """Why this battle cannot be committed. Rules: AG-SYS-3-07, AG-SYS-5.2-01, AG-SYS-18.3-01, F-150."""
    row = state.board.battles
    if not (0 <= offer < len(row) and row[offer].is_open):
        return Refusal.NO_OFFER
    if state.pending.recruit != NONE and rulings.pending_promotion is PendingPromotion.BLOCKS:
        return Refusal.PENDING
    return Refusal.NOBODY_DEPLOYED if deployed_count(state.recruits) == 0 else Refusal.NONE


def entered(recruit: Recruit) -> Recruit:
    """The Recruit with this commit in its history, if it is in the line. Rules: AG-SYS-4.3-01."""
    if recruit.place < 0:
        return recruit
    history = replace(recruit.history, entered=recruit.history.entered + 1, ahead=recruit.place)
    return replace(recruit, history=history)


@ensure(lambda result, state: result.coin == state.coin, "AG-SYS-3-07: committing spends nothing")
def commit(state: State, offer: int) -> State:
    """Fix the lineup, what each carries, and the battle; a review ends. Rules: AG-SYS-3-07, AG-SYS-4.3-01, F-150."""
    battle = state.board.battles[offer]
    encounter = Encounter(
        offer=offer,
        risk=battle.risk,
        counter=battle.counter,
        lineup=tuple(recruit.place for recruit in state.recruits),
        items=tuple(recruit.item for recruit in state.recruits),
        outcome=Outcome.VICTORY,
    )
    recruits = tuple(entered(recruit) for recruit in state.recruits)
    return replace(state, phase=Phase.COMMITTED, encounter=encounter, recruits=recruits, pending=Promotion())


def proceed(state: State) -> State:
    """Let time go on before the battle, or open the report after it; nothing else. Rules: AG-SYS-3-01, AG-SYS-3-09."""
    match state.phase:
        case Phase.COMMITTED:
            return replace(state, phase=Phase.COUNTDOWN)
        case Phase.COUNTDOWN:
            return replace(state, phase=Phase.RESOLVING)
        case _:
            return replace(state, phase=Phase.DIAGNOSIS)


# ---------------------------------------------------------------- the outcome


def resolve_refusal(state: State, choice: Resolve, rulings: Rulings) -> Refusal:
    """Why the battle cannot have ended like this; all down is a defeat, or a won objective.

    Rules: AG-SAV-9.1-02, AG-SAV-12-02..05, F-152.
    """
    if len(choice.casualties) != len(state.recruits):
        return Refusal.CASUALTIES
    lineup = state.encounter.lineup
    if any(down and place < 0 for down, place in zip(choice.casualties, lineup, strict=True)):
        return Refusal.CASUALTIES
    if choice.first == NONE:
        if any(choice.casualties):
            return Refusal.CASUALTIES
    elif not (0 <= choice.first < len(choice.casualties) and choice.casualties[choice.first]):
        return Refusal.CASUALTIES
    standing = any(place >= 0 and not down for down, place in zip(choice.casualties, lineup, strict=True))
    ends_early = choice.outcome is Outcome.VICTORY or choice.outcome is Outcome.DEFEAT
    is_open = rulings.nobody_standing is NobodyStanding.AS_TIMED
    return Refusal.NONE if standing or ends_early or is_open else Refusal.OUTCOME


def after_battle(recruit: Recruit, is_down: bool, is_deployed: bool, first: int) -> Recruit:
    """The Recruit as the outcome is locked: at zero HP, or having seen the first ally fall. Rules: AG-SYS-4.3-01."""
    if is_down:
        history = replace(recruit.history, knockouts=recruit.history.knockouts + 1)
        return replace(recruit, status=Status.KNOCKED_OUT, history=history)
    if is_deployed and first > 0 and recruit.history.witnessed == 0:
        return replace(recruit, history=replace(recruit.history, witnessed=first))
    return recruit


@ensure(
    lambda result, state: result.coin == state.coin and result.items == state.items,
    "AG-SAV-9.1-01: ownership changes in the settlement, not in the battle",
)
def resolve(state: State, choice: Resolve) -> State:
    """Lock the outcome; whoever is at zero HP awaits it. Rules: AG-SYS-18.1-01, AG-SYS-18.1-06, AG-SAV-9.1-01."""
    first = 0 if choice.first == NONE else state.recruits[choice.first].serial
    recruits = tuple(
        after_battle(recruit, down, place >= 0, first)
        for recruit, down, place in zip(state.recruits, choice.casualties, state.encounter.lineup, strict=True)
    )
    encounter = replace(state.encounter, outcome=choice.outcome)
    return replace(state, phase=Phase.OUTCOME, recruits=recruits, encounter=encounter)


# ---------------------------------------------------------------- settlement, Recruit by Recruit


def award_of(state: State, rulings: Rulings) -> int:
    """The Experience of the battle, before shares. Rules: AG-ECO-8-02, F-130."""
    if is_muster(state) and rulings.boss_xp is BossXp.NONE:
        return 0
    return battle_xp(round_of(state), state.encounter.risk)


def is_survived(outcome: Outcome, rulings: Rulings) -> bool:
    """Is the battle one of the completed battles that a Recruit survives? Rules: AG-SYS-5.2-01, F-133."""
    return outcome is not Outcome.RETREAT or rulings.retreat_survival is RetreatSurvival.COUNTS


def counts_as_standing(recruit: Recruit, rulings: Rulings) -> bool:
    """Does the Recruit gain as those do who stayed on their feet? Rules: AG-ECO-8-03, F-132."""
    if recruit.status is not Status.KNOCKED_OUT:
        return recruit.status is Status.LIVING
    return rulings.edition is Edition.GROWTH and rulings.knockout_gain is KnockoutGain.AS_STANDING


def gained(recruit: Recruit, outcome: Outcome, award: int, rulings: Rulings) -> Recruit:
    """A Recruit of the line with the Experience and the survived battle that it has earned, if any.

    Rules: AG-ECO-8-03, AG-ECO-8-04, AG-SYS-4.3-01, AG-SYS-5.2-01.
    """
    if not counts_as_standing(recruit, rulings):
        return recruit
    grown = gain(recruit.level, recruit.xp, xp_share(award, outcome, True, True))
    won = 1 if outcome is Outcome.VICTORY else 0
    withdrew = 1 if outcome is Outcome.RETREAT else 0
    history = replace(
        recruit.history,
        victories=recruit.history.victories + won,
        retreats=recruit.history.retreats + withdrew,
    )
    survived = recruit.survived + (1 if is_survived(outcome, rulings) else 0)
    return replace(recruit, level=grown.level, xp=grown.xp, survived=survived, history=history)


def credit_after_casualties(state: State) -> int:
    """The Credit with the grant of every casualty, capped each time. Rules: AG-ECO-7-02, AG-ECO-7-03, AG-SAV-9.1-04."""
    credit = state.credit
    for recruit in state.recruits:
        if recruit.status is Status.KNOCKED_OUT:
            credit = economy.credit_after(credit, economy.credit_grant(recruit.list_price, recruit.paid))
    return credit


def returned_items(state: State) -> tuple[Item, ...]:
    """The items, those of the casualties back in the inventory. Rules: AG-ECO-7-03, AG-SAV-9.1-04, AG-SYS-18.1-08."""
    return tuple(
        replace(item, at=Place.INVENTORY)
        if any(each.status is Status.KNOCKED_OUT and each.item == slot for each in state.recruits)
        else item
        for slot, item in enumerate(state.items)
    )


def buried(recruits: tuple[Recruit, ...]) -> tuple[Recruit, ...]:
    """The roster with its casualties lost, out of the line, carrying nothing. Rules: AG-SAV-9.1-04, AG-SYS-18.1-04."""
    line = recruits
    for slot in range(len(recruits)):
        if recruits[slot].status is Status.KNOCKED_OUT:
            line = without(line, slot)
    return tuple(
        replace(each, status=Status.FALLEN, item=NONE) if each.status is Status.KNOCKED_OUT else each for each in line
    )


@ensure(lambda result: all(each.status is not Status.KNOCKED_OUT for each in result.recruits), "AG-OVR-04: settled")
def settle_casualties(state: State, rulings: Rulings) -> State:
    """What zero HP costs: in FG4 the Recruit, against its item and Credit; in continuous growth nothing that lasts.

    Rules: AG-OVR-04, AG-OVR-06, AG-OVR-07, AG-ECO-7-03, AG-SAV-9.1-04, AG-SYS-18.1-08, F-131.
    """
    count = sum(1 for each in state.recruits if each.status is Status.KNOCKED_OUT)
    if rulings.edition is Edition.GROWTH:
        ready = tuple(
            replace(each, status=Status.LIVING) if each.status is Status.KNOCKED_OUT else each
            for each in state.recruits
        )
        reserved = rulings.knockout_offer is KnockoutOffer.PROTECTED and count > 0
        totals = replace(state.totals, knocked_out=state.totals.knocked_out + count)
        return replace(state, recruits=ready, totals=totals, is_recovery_due=state.is_recovery_due or reserved)
    return replace(
        state,
        recruits=buried(state.recruits),
        items=returned_items(state),
        credit=credit_after_casualties(state),
        totals=replace(state.totals, fallen=state.totals.fallen + count),
        is_recovery_due=state.is_recovery_due or count > 0,
    )


# ---------------------------------------------------------------- settlement as a whole


def income_of(state: State, rulings: Rulings) -> int:
    """The Coin of a victory; a boss pays none. Rules: AG-ECO-6-02, AG-ECO-6-03, AG-ECO-6-09, F-129."""
    if is_muster(state):
        if rulings.edition is Edition.FG4 or rulings.boss_coin is BossCoin.NONE:
            return 0
        return economy.battle_coin(band_of(state), economy.ROUNDS, Risk.STEADY, state.difficulty)
    return economy.battle_coin(band_of(state), round_of(state), state.encounter.risk, state.difficulty)


def is_usable(card: NewCard, recruits: tuple[Recruit, ...]) -> bool:
    """Can somebody alive use the item of this card, if it has one and anybody is? Rules: AG-ECO-6-05, F-157."""
    nobody = not any(is_living(each) for each in recruits)
    return card.kind is not CardKind.EQUIPMENT or nobody or any(is_user(each, card.fits) for each in recruits)


def is_active(card: NewCard, active: tuple[int, ...]) -> bool:
    """Does this card show an Artifact that is active already? Rules: AG-ECO-6-07, AG-ECO-10-12, F-189."""
    return card.kind is CardKind.ARTIFACT and any(one == other for one in card.artifacts for other in active)


def settle_refusal(state: State, choice: Settle, rulings: Rulings) -> Refusal:
    """Why the result cannot be applied: the cards of a victory are those of its risk.

    Rules: AG-ECO-6-05..07, F-157, F-189.
    """
    if state.encounter.outcome is not Outcome.VICTORY or is_muster(state):
        return Refusal.NONE
    refusal = cards_refusal(choice.cards, state.encounter.risk, rulings)
    if refusal is not Refusal.NONE:
        return refusal
    if rulings.legal_card is LegalCard.USABLE and not all(is_usable(card, state.recruits) for card in choice.cards):
        return Refusal.CARD_USER
    only_new = rulings.artifact_card is ArtifactCard.INACTIVE
    shows_active = any(is_active(card, state.artifacts) for card in choice.cards)
    return Refusal.CARD_ARTIFACT if only_new and shows_active else Refusal.NONE


@ensure(lambda result: result.coin >= 0, "AG-SAV-12-14: fees never make Coin negative")
@ensure(
    lambda result, state: result.encounter == no_encounter(len(state.recruits)),
    "AG-SAV-12-14: the battle is over and its offer consumed",
)
def settle(state: State, choice: Settle, rulings: Rulings) -> State:
    """Apply the outcome as one step. Rules: AG-SAV-12-02..05, AG-SAV-12-14, AG-SAV-12.1-05, AG-ECO-8-04."""
    outcome, lineup = state.encounter.outcome, state.encounter.lineup
    award = award_of(state, rulings)
    recruits = tuple(
        gained(recruit, outcome, award, rulings) if place >= 0 else recruit
        for recruit, place in zip(state.recruits, lineup, strict=True)
    )
    settled = settle_casualties(replace(state, recruits=recruits), rulings)
    over = replace(
        settled,
        board=replace(state.board, battles=(NO_BATTLE,) * len(state.board.battles)),
        encounter=no_encounter(len(state.recruits)),
        refreshes=0,
        markets=state.markets + 1,
    )
    return won(over, choice, state, rulings) if outcome is Outcome.VICTORY else lost(over, state, rulings)


def won(over: State, choice: Settle, state: State, rulings: Rulings) -> State:
    """A victory: Coin once, one Round more or the boss, and cards. Rules: AG-ECO-6-03, AG-ECO-3-12, AG-SAV-12-02."""
    paid = replace(over, coin=over.coin + income_of(state, rulings))
    if is_muster(state):
        return replace(paid, phase=Phase.CLOSING, result=Result.CLEARED)
    cards = tuple(card_of(state, each, rulings) for each in choice.cards)
    ahead = replace(paid, phase=Phase.REWARD, cleared=state.cleared + 1, cards=cards)
    return ahead if goes_on(ahead, rulings) else collapsed(replace(ahead, cards=NO_CARDS))


def lost(over: State, state: State, rulings: Rulings) -> State:
    """A failure: its fee, no Coin, no card, the same Round again. Rules: AG-SAV-12-03..05, AG-SAV-7.2-11."""
    fee = failure_fee(state.difficulty, state.encounter.outcome, over.coin)
    totals = replace(over.totals, failures=over.totals.failures + 1)
    behind = replace(over, phase=Phase.DUE, coin=over.coin - fee, totals=totals)
    return behind if goes_on(behind, rulings) else collapsed(behind)


def goes_on(state: State, rulings: Rulings) -> bool:
    """Does the Contract go on after a settlement? Always in continuous growth. Rules: AG-SAV-12.1-02, AG-OVR-06."""
    return rulings.edition is Edition.GROWTH or can_continue(state, rulings)


# ---------------------------------------------------------------- rewards


def is_card(card: NewCard, kind: CardKind) -> bool:
    """Is this a card of this kind, with values of the catalog? Rules: AG-ECO-6-05..08."""
    if card.kind is not kind:
        return False
    if kind is CardKind.EQUIPMENT:
        return is_item_of_the_catalog(NewItem(card.tag, card.fits, card.tier))
    a, b, c = card.artifacts
    distinct = a != b and a != c and b != c
    return kind is not CardKind.ARTIFACT or (distinct and all(0 <= each <= LAST_ARTIFACT for each in card.artifacts))


def is_same_card(one: NewCard, other: NewCard, rulings: Rulings) -> bool:
    """Are these item cards not distinct? Rules: AG-ECO-6-06, F-159."""
    alike = rulings.distinct_cards is DistinctCards.TAGS or (one.fits, one.tier) == (other.fits, other.tier)
    return one.tag == other.tag and alike


def cards_refusal(cards: tuple[NewCard, ...], risk: Risk, rulings: Rulings) -> Refusal:
    """Why these are not the cards of a victory at this risk. Rules: AG-ECO-6-05..07, F-159."""
    if len(cards) != CARDS:
        return Refusal.DRAFT_CARDS
    first, second, third = cards
    coin = is_card(third, CardKind.COIN)
    fits = False
    match risk:
        case Risk.STEADY:
            fits = (
                is_card(first, CardKind.EQUIPMENT) and is_card(second, CardKind.COIN) and is_card(third, CardKind.NONE)
            )
        case Risk.PRESSURED:
            items = is_card(first, CardKind.EQUIPMENT) and is_card(second, CardKind.EQUIPMENT)
            fits = items and not is_same_card(first, second, rulings) and (coin or is_card(third, CardKind.DISCOUNT))
        case Risk.ELITE:
            prize = is_card(first, CardKind.ARTIFACT) and is_card(second, CardKind.EQUIPMENT)
            fits = prize and (coin or is_card(third, CardKind.RECOVERY))
    return Refusal.NONE if fits else Refusal.DRAFT_CARDS


def card_of(state: State, new: NewCard, rulings: Rulings) -> Card:
    """The stored card, with its Coin. Rules: AG-ECO-6-05, F-138."""
    other = new.kind is CardKind.DISCOUNT or new.kind is CardKind.RECOVERY
    pays = new.kind is CardKind.COIN or (other and rulings.card_amounts is CardAmounts.ALL_COIN)
    budget = economy.reward_budget(band_of(state), round_of(state), state.encounter.risk)
    amount = economy.share(economy.STANDARD.coin_card_bp, budget) if pays else 0
    return Card(new.kind, amount, new.tag, new.fits, new.tier, new.artifacts)
