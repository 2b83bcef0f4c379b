"""What findings say of the store, recomputed: what is lost with a file, with a rejected operation, with all files."""

from __future__ import annotations

from dataclasses import replace

from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.recovery import SEAL
from kernel.guild.save.rulings import FROZEN, GROWING, Rotation, SealWithoutCompany
from kernel.guild.save.slot import Stage, living
from kernel.guild.save.store_ledger import closures
from model.disk import snapshot_of
from model.store_damage import with_file
from model.store_runs import CREATION, FOUNDING, GROWN, LEGACY, STARTS, TO_MARKET, opened_on, place_at
from properties.guild.save_store_questions import (
    active,
    begins_anew,
    led_to,
    opens_a_market,
    opens_at_after_loss,
    rejected_after,
    requests_of_a_company,
    without_files,
)
from specs.load import load_findings, load_rules


def witness(finding: str) -> dict[str, int]:
    found = load_findings(load_rules())[finding].witness
    assert isinstance(found, tuple)
    return dict(found)


def test_a_rejected_operation_costs_the_one_before_it_its_backup() -> None:
    place = rejected_after()[1]
    bought = place_at((*TO_MARKET, Intent(Kind.BUY_ITEM, place=0, item=0)))
    every = replace(FROZEN, rotation=Rotation.EVERY_FINAL)
    assert witness("F-220") == {
        "applied_at": bought.commit.sequence,
        "rejected_at": place.commit.sequence,
        "opens_at": opens_at_after_loss(place, FROZEN),
        "opens_at_if_every_final_child_rotates": opens_at_after_loss(place, every),
    }


def test_four_receipts_lie_in_each_ledger() -> None:
    assert len(closures(place_at(CREATION).commit)) == witness("F-222")["in_each_ledger_if_mirrored"] == 4


def test_nothing_proves_a_slot_without_a_whole_file() -> None:
    place = place_at(STARTS["reward"])
    said = witness("F-223")
    assert (len(place.image), len(closures(place.commit))) == (said["files"], said["closure_receipts_lost"])
    image = place.image
    for name, data in place.image:
        image = with_file(image, name, b"?" + data[1:])
    store, _ = opened_on(snapshot_of(image))
    assert store is not None
    assert store.standing.name == "BLOCKED"


def test_a_sealed_draft_leaves_a_guild_without_a_company_for_good() -> None:
    said = witness("F-230")
    (lost, image), *_ = without_files()
    assert (len(lost), len(place_at(FOUNDING[:-1], GROWN).image)) == (said["files_lost"], said["files"])
    store, _ = opened_on(snapshot_of(image), None, GROWN)
    assert store is not None
    closed = led_to(active(store), SEAL)
    assert closed.slot.run.stage is Stage.GUILD
    assert living(closed.slot.run) == said["recruits_once_it_is_closed"]
    others = [
        intent
        for _, intent in requests_of_a_company()
        if intent.kind is not Kind.CHANGE_LAW and led_to(closed, intent) != closed
    ]
    assert len(others) == said["operations_that_may_follow_beside_a_change_of_law"]
    anew = replace(GROWN, rulings=replace(GROWING, no_company=SealWithoutCompany.NEW_GAME))
    assert [begins_anew(image, guild) for guild in (GROWN, anew, LEGACY)] == [False, True, True]


def test_nothing_that_a_company_can_ask_for_opens_a_market() -> None:
    asked = list(requests_of_a_company())
    changed = [intent for commit, intent in asked if led_to(commit, intent) != commit]
    assert witness("F-231") == {
        "operations_asked": len(asked),
        "that_change_anything": len(changed),
        "that_change_the_law": sum(intent.kind is Kind.CHANGE_LAW for intent in changed),
        "that_open_a_market": sum(opens_a_market(*each) for each in asked),
    }
