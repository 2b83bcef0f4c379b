"""Both books side by side: every name stands once, and what one names the other knows."""

from __future__ import annotations

from typing import Any

import pytest

from model.game import World
from model.trace import TraceError, from_itf, play_out
from properties import books
from properties.books import CLAIMS, FACTS, PLACES, SETTINGS, WORLDS, game_named
from properties.guild import registry as guild
from specs.load import load_rules

RULES = load_rules()


def test_every_game_is_found_under_its_own_name() -> None:
    assert {name: game_named(name).name for name in PLACES} == {name: name for name in PLACES}
    with pytest.raises(LookupError, match="there is no game 'chess'; known are dismissal"):
        game_named("chess")


def test_every_world_is_of_a_game_that_a_trace_can_name() -> None:
    assert {world.game.name for world in WORLDS.values()} <= set(PLACES)
    assert all(name == world.name for name, world in WORLDS.items())


def test_a_name_that_stands_in_two_books_is_refused() -> None:
    with pytest.raises(ValueError, match="two books have small"):
        books._once({"small": 1}, {"small": 2})


def test_claims_of_the_guild_name_rules_of_the_guild_and_worlds_that_exist() -> None:
    for each in (*guild.CLAIMS, *guild.FACTS, *guild.THEOREMS):
        assert [rule for rule in each.rules if rule not in RULES] == [], each.name
        assert all(rule.startswith("AG-") for rule in each.rules), each.name
    for claim in guild.CLAIMS:
        assert set(claim.worlds) <= set(guild.WORLDS), claim.name


def test_no_claim_speaks_for_a_rule_that_is_not_decided() -> None:
    spoken = {rule for each in (*guild.CLAIMS, *guild.FACTS, *guild.THEOREMS) for rule in each.rules}
    assert sorted(rule for rule in spoken if RULES[rule].later or RULES[rule].exempt) == []


def test_names_are_unique_over_all_kinds() -> None:
    names = [*CLAIMS, *FACTS, *(each.name for each in guild.THEOREMS)]
    assert len(names) == len(set(names))


def test_every_setting_stands_under_its_world() -> None:
    assert all(name == setting.world for name, setting in SETTINGS.items())


def test_a_trace_of_another_game_is_refused() -> None:
    with pytest.raises(TraceError, match="a trace of 'ground', not of 'guild'"):
        from_itf({"#meta": {"game": "ground"}}, game_named("guild"))


@pytest.mark.parametrize("world", guild.WORLDS.values(), ids=lambda world: world.name)
def test_a_play_of_every_world_survives_being_written_down(world: World[Any, Any, Any]) -> None:
    state, choices = world.starts[0], []
    while len(choices) < 6 and (offered := world.game.offered(state, world.rulings)):
        choices.append(offered[-1])
        state = world.game.play(state, choices[-1], world.rulings)
    played = play_out(world.game, world.starts[0], tuple(choices), world.rulings)
    again = from_itf(played.to_itf(), game_named(world.game.name))
    assert (again.states, again.choices, again.rulings) == (played.states, played.choices, played.rulings)
