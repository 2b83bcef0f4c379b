"""The facts about whole slots: the finding that one of them rests on, computed again."""

from __future__ import annotations

from model.store_acts import HERE
from model.store_runs import place_at
from properties.guild.save_slots import SAME_ID
from specs.load import load_findings, load_rules


def test_two_devices_may_give_one_id_to_two_intents() -> None:
    one, other = (place_at(path).commit.journal[-1] for path in (HERE, SAME_ID))
    assert load_findings(load_rules())["F-227"].witness == (
        ("devices", 2),
        ("operation_ids", len({one.operation, other.operation})),
        ("intents", len({one.intent, other.intent})),
    )
