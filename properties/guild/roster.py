"""Claims about Recruits: who they are, where they stand, and how they are promoted."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.choices import Cancel, Choice, Commit, Deploy, Hire, OpenMarket, Promote, Review, Settle
from kernel.guild.difficulty import Outcome
from kernel.guild.economy import Tier
from kernel.guild.rulings import RetreatSurvival, Rulings
from kernel.guild.state import Path, Phase, State, Status
from model.game import Scope
from properties.guild.reading import (
    COMPANIES,
    GROWTH,
    MARKETS,
    RUNS,
    anything,
    by,
    in_line,
    is_down,
    is_owned,
    law,
    room,
    stays,
)

EVERYWHERE = (*MARKETS, *RUNS, *COMPANIES)


# ---------------------------------------------------------------- identity


@law(Scope.STATE, "AG-SYS-1-04", worlds=EVERYWHERE)
def every_recruit_has_one_identity(state: State, rulings: Rulings) -> bool:
    """No two Recruits have the same serial, none has one that was not given, and levels are 1 to 10."""
    slots = range(len(state.recruits))
    return all(
        state.recruits[i].status is Status.EMPTY
        or (
            1 <= state.recruits[i].serial <= state.serials
            and 1 <= state.recruits[i].level <= 10
            and not any(state.recruits[j].serial == state.recruits[i].serial for j in range(i))
        )
        for i in slots
    )


@law(Scope.STEP, "AG-SYS-1-04", "AG-SYS-5.1-05", worlds=EVERYWHERE, premise=anything)
def origin_and_trait_never_change(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Recruit's base family of origin, Trait, responsibility and price never change, promoted or not."""
    return all(
        not stays(old, new)
        or (new.origin, new.trait, new.role, new.list_price, new.paid)
        == (old.origin, old.trait, old.role, old.list_price, old.paid)
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )


@law(Scope.STEP, "AG-SYS-1-04", "AG-SAV-9.1-04", worlds=EVERYWHERE, premise=anything)
def a_recruit_that_has_left_never_comes_back(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whoever belongs to the Company after a step did before, or has a serial that was never given."""
    return all(
        not is_owned(new) or (stays(old, new) and is_owned(old)) or new.serial > before.serials
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )


# ---------------------------------------------------------------- the line


@law(Scope.STATE, "AG-SYS-1-02", "AG-ECO-3-12", worlds=EVERYWHERE)
def the_line_holds_no_more_than_its_capacity(state: State, rulings: Rulings) -> bool:
    """The line holds four Recruits at first and one more for two cleared Rounds, up to ten, and has no gap."""
    standing = in_line(state)
    places = tuple(recruit.place for recruit in state.recruits)
    return standing <= room(state) and all(
        sum(1 for place in places if place == depth) == (1 if depth < standing else 0) for depth in range(len(places))
    )


@law(Scope.STEP, "AG-SYS-1-02", "AG-ECO-3-12", worlds=("market-trade", "market-locks", "run-fg4"), premise=by(Hire))
def hires_do_not_move_the_capacity(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A hire goes to Reserve, however full the line is, and gives it no place."""
    return in_line(after) == in_line(before) and after.cleared == before.cleared


@law(Scope.STEP, "AG-SYS-3-06", worlds=("market-line",), premise=by(Deploy))
def deploying_keeps_the_order_of_the_others(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Moving a Recruit puts it where it was asked for, and all others stay in their order."""
    if not isinstance(choice, Deploy):
        return False
    slots = range(len(before.recruits))
    moved = all(after.recruits[i].place == choice.place for i in slots if i == choice.recruit)
    ordered = all(
        (before.recruits[i].place < before.recruits[j].place) == (after.recruits[i].place < after.recruits[j].place)
        for i in slots
        for j in slots
        if i != choice.recruit and j != choice.recruit
    )
    rest = all(replace(new, place=old.place) == old for old, new in zip(before.recruits, after.recruits, strict=True))
    return moved and ordered and rest and replace(after, recruits=before.recruits) == before


# ---------------------------------------------------------------- promotion


@law(Scope.STEP, "AG-SYS-5.2-01", worlds=("market-promotion",), premise=by(Review))
def only_seasoned_base_recruits_are_promoted(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A promotion is reviewed for a living base Recruit of level 4 or more that has survived three battles."""
    if not isinstance(choice, Review):
        return False
    return after.pending.recruit == choice.recruit and all(
        who.status is Status.LIVING and who.tier is Tier.BASE and who.level >= 4 and who.survived >= 3
        for i, who in enumerate(before.recruits)
        if i == choice.recruit
    )


@law(Scope.STEP, "AG-SYS-5.2-02", worlds=("market-promotion",), premise=by(Review))
def hybrids_are_a_choice_only_when_shown(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A hidden hybrid is reviewed only in a Market that shows it."""
    return isinstance(choice, Review) and (choice.path is not Path.HYBRID or before.hybrid_shown)


@law(Scope.STEP, "AG-SYS-5.2-01", "AG-SYS-5.1-04", worlds=("market-promotion", "run-fg4"), premise=anything)
def promotion_is_one_way(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A Profession changes only by a confirmed promotion, from base, once; no equipment and no battle changes it."""
    return all(
        not (is_owned(old) and stays(old, new))
        or (new.tier, new.branch) == (old.tier, old.branch)
        or (isinstance(choice, Promote) and i == before.pending.recruit and old.tier is Tier.BASE is not new.tier)
        for i, (old, new) in enumerate(zip(before.recruits, after.recruits, strict=True))
    )


@law(Scope.STEP, "AG-SYS-5.2-03", worlds=("market-promotion",), premise=by(Promote))
def promotion_replaces_nothing_but_the_profession(
    before: State, choice: Choice, after: State, rulings: Rulings
) -> bool:
    """A promotion gives the reviewed Profession and keeps level, XP, Trait, item, history, place and identity."""
    wanted = Tier.HYBRID if before.pending.path is Path.HYBRID else Tier.ADVANCED
    branch = 1 if before.pending.path is Path.SECOND else 0
    same = all(
        new == (replace(old, tier=wanted, branch=branch) if i == before.pending.recruit else old)
        for i, (old, new) in enumerate(zip(before.recruits, after.recruits, strict=True))
    )
    return (
        same
        and after.pending.recruit == -1
        and replace(after, recruits=before.recruits, pending=before.pending, coin=before.coin) == before
    )


@law(Scope.STEP, "AG-SYS-5.2-01", "AG-ECO-2-01", worlds=("market-promotion",), premise=by(Review, Promote, Cancel))
def promotion_moves_no_coin(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Coin does not go into promotions, whether they are looked at, confirmed or cancelled."""
    return after.coin == before.coin


@law(Scope.STEP, "AG-SYS-5.2-01", "AG-SYS-3-07", worlds=("market-promotion",), premise=by(Commit))
def no_battle_passes_over_a_promotion(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """A battle is committed only when no promotion is under review, and none is afterwards."""
    return before.pending.recruit == -1 == after.pending.recruit


# ---------------------------------------------------------------- history


@law(Scope.STEP, "AG-SYS-4.3-01", worlds=(*RUNS, "market-promotion"), premise=by(Commit))
def a_commit_is_remembered(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whoever is committed has one battle more and remembers how many stood ahead; Reserve remembers nothing."""
    return all(
        new == replace(old, history=replace(old.history, entered=old.history.entered + 1, ahead=old.place))
        if old.place >= 0
        else new == old
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )


def settles_in_growth(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an outcome is settled."""
    return isinstance(choice, Settle)


@law(Scope.STEP, "AG-SYS-4.3-01", "AG-SYS-5.2-01", worlds=(*RUNS, "market-promotion"), premise=settles_in_growth)
def survivors_remember_how_it_ended(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whoever stands after a battle has survived one more, and a victory or a retreat more if it was one."""
    outcome = before.encounter.outcome
    counts = outcome is not Outcome.RETREAT or rulings.retreat_survival is RetreatSurvival.COUNTS
    won, withdrawn = 1 if outcome is Outcome.VICTORY else 0, 1 if outcome is Outcome.RETREAT else 0
    return all(
        old.status is not Status.LIVING
        or place < 0
        or (
            new.survived == old.survived + (1 if counts else 0)
            and new.history.victories == old.history.victories + won
            and new.history.retreats == old.history.retreats + withdrawn
        )
        for old, new, place in zip(before.recruits, after.recruits, before.encounter.lineup, strict=True)
    )


def fell_in_battle(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Premise: an outcome is locked with somebody at zero HP."""
    return before.phase is Phase.RESOLVING and any(is_down(recruit) for recruit in after.recruits)


@law(Scope.STEP, "AG-SYS-4.3-01", worlds=("run-fg4", "run-growth"), premise=fell_in_battle)
def a_knockout_is_remembered_by_all(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whoever was knocked out has one knockout more; whoever stood beside remembers the first it ever saw."""
    return all(
        new.history.knockouts == old.history.knockouts + 1
        if is_down(new)
        else new.history == old.history or (place >= 0 and old.history.witnessed == 0 < new.history.witnessed)
        for old, new, place in zip(before.recruits, after.recruits, before.encounter.lineup, strict=True)
    )


@law(Scope.STEP, "AG-SYS-4.3-01", worlds=("run-growth", "run-muster", "company-growth"), premise=anything, under=GROWTH)
def history_is_never_lost(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """In continuous growth no step takes battles, victories, knockouts, survival or levels from a Recruit."""
    return all(
        not (is_owned(old) and stays(old, new))
        or (
            new.history.entered >= old.history.entered
            and new.history.victories >= old.history.victories
            and new.history.retreats >= old.history.retreats
            and new.history.knockouts >= old.history.knockouts
            and new.survived >= old.survived
            and (new.level > old.level or (new.level == old.level and new.xp >= old.xp))
        )
        for old, new in zip(before.recruits, after.recruits, strict=True)
    )


@law(Scope.STEP, "AG-SYS-5.2-02", worlds=("market-promotion",), premise=by(OpenMarket))
def a_market_shows_hybrids_as_told(before: State, choice: Choice, after: State, rulings: Rulings) -> bool:
    """Whether a hybrid is a choice is decided as its Market opens."""
    return isinstance(choice, OpenMarket) and after.hybrid_shown == choice.hybrid_shown
