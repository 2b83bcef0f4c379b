"""The findings about whole slots, computed again."""

from __future__ import annotations

from kernel.guild.save.store_files import LEDGERS
from kernel.guild.save.store_launch import count_launch
from kernel.guild.save.store_trash import delete
from model.store_acts import HERE, after_acts, index_on, market
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


def test_the_receipt_of_a_deletion_outlasts_its_ledgers() -> None:
    launches = 8
    deleted = after_acts(market(), lambda slots: delete(slots, 7, 0))
    image = after_acts(deleted, *(count_launch,) * launches)
    kept = [each for each in index_on(image)["done"] if each["deed"] == "DELETED"]
    assert load_findings(load_rules())["F-228"].witness == (
        ("deletions", 1),
        ("launches", launches),
        ("ledgers_left", sum(name.endswith(LEDGERS) for name, _ in image)),
        ("receipts_in_the_index", len(kept)),
    )
    assert after_acts(image, lambda slots: delete(slots, 7, 0)) == image
