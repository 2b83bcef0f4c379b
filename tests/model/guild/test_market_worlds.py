"""The guild's worlds are what they say: finished, with the states and kinds of choices there should be."""

from __future__ import annotations

import pytest

from kernel.guild import step
from kernel.guild.choices import Choice
from kernel.guild.refusals import Refusal
from model.engines.explore import explore
from model.game import Scope
from model.guild import GUILD, LABELS
from model.guild_starts import DRAFT, FIRST_MARKET, founded
from model.guild_worlds import WORLDS
from model.verdict import Verdict
from properties.claim import claims_in
from properties.guild import company, market, open_questions, recovery, rewards, roster, runs

#: Distinct states of each world; those that take longest stand apart.
QUICK = {
    "market-shelves": 17,
    "market-late": 324,
    "market-kept": 496,
    "market-trade": 670,
    "run-full-row": 53,
    "run-last-stand": 331,
    "run-rewards": 385,
    "run-fg4": 1757,
    "run-muster": 1157,
    "run-muster-fg4": 1727,
}
LONG = {
    "market-trade-fg4": 1986,
    "market-locks": 3529,
    "market-carry": 1840,
    "market-line": 751,
    "market-promotion": 3760,
    "run-growth": 12281,
    "company-growth": 1379,
    "company-fg4": 2055,
}
CLAIMS = claims_in((market, roster, runs, rewards, recovery, company, open_questions))


def test_every_world_is_counted() -> None:
    assert WORLDS.keys() == QUICK.keys() | LONG.keys()


def see(name: str, states: int) -> None:
    claims = [claim for claim in CLAIMS if name in claim.worlds]
    seen = explore(WORLDS[name], [claim.check for claim in claims])
    assert (seen.distinct, seen.coverage_verdict, seen.dead, seen.loud) == (states, Verdict.EXHAUSTED, (), ())
    found = {each.check: each.verdict for each in seen.found}
    assert found == {claim.name: claim.expect for claim in claims}


@pytest.mark.parametrize(("name", "states"), QUICK.items())
def test_a_quick_world_is_exhausted(name: str, states: int) -> None:
    see(name, states)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "states"), LONG.items())
def test_a_long_world_is_exhausted(name: str, states: int) -> None:
    see(name, states)


def test_every_claim_is_asked_somewhere_under_the_rulings_of_its_worlds() -> None:
    for claim in CLAIMS:
        assert claim.worlds, claim.name
        assert claim.check.scope in (Scope.STATE, Scope.STEP)
        assert all(claim.is_asked(WORLDS[name].rulings) for name in claim.worlds), claim.name


def test_together_the_worlds_show_every_kind_of_choice() -> None:
    assert set.union(*(set(LABELS - world.silent) for world in WORLDS.values())) == LABELS


def test_a_menu_offers_only_what_is_legal() -> None:
    world = WORLDS["market-trade"]
    for state in world.starts:
        offered: tuple[Choice, ...] = world.game.offered(state, world.rulings)
        assert offered
        assert all(step.refusal_of(state, choice, world.rulings) is Refusal.NONE for choice in offered)


def test_the_game_itself_generates_nothing() -> None:
    due = founded(WORLDS["market-trade"].rulings, 2, 2)
    assert GUILD.offered(due, WORLDS["market-trade"].rulings)
    assert FIRST_MARKET not in GUILD.offered(due, WORLDS["market-trade"].rulings)
    assert DRAFT not in GUILD.offered(due, WORLDS["market-trade"].rulings)
