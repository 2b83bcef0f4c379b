"""The fault campaign: it is green on the store, its laws can be broken, and its cases can be written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kernel.guild.edition import Edition
from kernel.guild.save import commit as commit_module
from kernel.guild.save import settlement
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import Answer, Status
from kernel.guild.save.slot import NO_RECRUIT, NONE, Life, Recruit
from kernel.guild.save.store_commit import NO_PARENT, bytes_of, held_of, stored_of
from kernel.guild.save.store_files import ACTIVE, LEDGERS, NOWHERE, SHELF, Shelf, packed
from model import campaign, disk, store_copies, store_kill
from model.campaign import (
    Case,
    Stage,
    campaign_cases,
    case_in,
    cases_of,
    name_of,
    plain_case,
    run_case,
    sequences,
    smoke_cases,
    smoke_faults,
)
from model.disk import Fate, Image, SimulatedDisk, Snapshot, snapshot_of
from model.store_cases import Examiner, Tally
from model.store_copies import LAWS, acts
from model.store_damage import single, with_file
from model.store_faults import Fault, Trouble, Watched
from model.store_kill import chosen, judged, killed, reached
from model.store_oracle import Law, complaints_about
from model.store_runs import (
    CONTRACTED,
    CREATION,
    FOUNDING,
    GROWN,
    IDENTITY,
    LEGACY,
    STARTS,
    TO_LOCKED,
    Guild,
    after,
    menu,
    place_at,
    request_of,
    starts_in,
)
from model.store_steps import shown_on, steps_of, steps_on_disk
from model.store_walk import Walk

FG4, GROWTH = Edition.FG4, Edition.GROWTH


def broken(image: Image, guild: Guild = LEGACY) -> set[Law]:
    return {law for law, _ in complaints_about(snapshot_of(image), guild)}


def at(commit: Commit) -> Image:
    """A slot that says it is at this commit, with ledgers and shelf of nothing."""
    stored = stored_of(IDENTITY, commit, NO_PARENT)
    held = held_of(stored, bytes_of(stored))
    shelf = Shelf(held.pointer, (), NOWHERE, NOWHERE, NOWHERE)
    files = {
        ACTIVE: packed("pointer", held.pointer),
        SHELF: packed("shelf", shelf),
        held.pointer.file: bytes_of(stored),
        **dict.fromkeys(LEDGERS, b""),
    }
    return tuple(sorted(files.items()))


# ---------------------------------------------------------------- the laws bite


@pytest.mark.parametrize(("edition", "start"), [(each, start) for each in Edition for start in starts_in(each)])
def test_a_slot_at_rest_breaks_no_law(edition: Edition, start: str) -> None:
    guild, path = starts_in(edition)[start]
    assert broken(place_at(path, guild).image, guild) == set()


@pytest.mark.parametrize(
    ("image", "law"),
    [
        (with_file(place_at(CREATION).image, ACTIVE, None), Law.THERE),
        (with_file(place_at(CREATION).image, "tmp-0-active", b""), Law.TIDY),
        (with_file(place_at(CREATION).image, LEDGERS[0], b""), Law.LEDGERS),
        (with_file(place_at(CREATION).image, LEDGERS[1], b"rubbish"), Law.KEPT_BYTES),
        (with_file(place_at(CREATION).image, SHELF, None), Law.BACKUPS),
        (with_file(place_at(CREATION).image, SHELF, dict(place_at(CREATION[:3]).image)[SHELF]), Law.BACKUPS),
        (at(replace(place_at(()).commit, head=1)), Law.THERE),
    ],
)
def test_files_that_are_not_right_are_noticed(image: Image, law: Law) -> None:
    assert law in broken(image)


def test_what_no_store_would_write_is_noticed() -> None:
    reward = place_at(STARTS["reward"]).commit
    run = reward.slot.run
    risen = tuple(replace(each, life=run.recruits[1].life) for each in run.recruits[:2]) + run.recruits[2:]
    assert Law.DEAD in broken(at(replace(reward, slot=replace(reward.slot, run=replace(run, recruits=risen)))))
    richer = replace(reward, slot=replace(reward.slot, run=replace(run, coin=run.coin + 1)))
    assert Law.OWNERS in broken(at(richer))
    assert Law.CHECKPOINTS in broken(at(reward))


def test_what_no_store_would_write_in_growth_is_noticed() -> None:
    reward = place_at((*TO_LOCKED, Intent(Kind.SETTLE, expected=1)), CONTRACTED).commit
    run = reward.slot.run

    def laws(**changes: object) -> set[Law]:
        other = replace(reward.slot, run=replace(run, **changes))  # type: ignore[arg-type]
        return broken(at(replace(reward, slot=other)), CONTRACTED) & {Law.READY, Law.FOUNDED, Law.DEAD}

    def first(**changes: object) -> tuple[Recruit, ...]:
        return (replace(run.recruits[0], **changes), *run.recruits[1:])  # type: ignore[arg-type]

    assert laws() == set()
    assert laws(recruits=first(life=Life.FALLEN, item=NONE)) == {Law.READY}
    assert laws(recruits=first(life=Life.DISMISSED, item=NONE)) == {Law.READY}
    assert laws(recruits=(NO_RECRUIT, *run.recruits[1:])) == {Law.READY, Law.FOUNDED}
    assert laws(recruits=first(origin=3)) == {Law.FOUNDED}
    assert laws(credit=10) == {Law.READY}
    founded = place_at(FOUNDING, GROWN).commit
    again = replace(founded.slot, created=replace(founded.slot.created, receipt=4))
    assert Law.FOUNDED in broken(at(replace(founded, slot=again)), GROWN)


def test_a_kernel_that_lets_the_knocked_out_die_is_noticed_in_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    risen = settlement.risen
    monkeypatch.setattr(settlement, "risen", lambda recruit, lost: risen(recruit, True))
    case = Case(GROWTH, Stage.CRASH, "locked", (), Intent(Kind.SETTLE, expected=1))
    assert case in cases_of(Law.READY)
    assert Law.READY in {law for law, _ in run_case(case, Tally())}


def test_a_crash_that_loses_what_was_told_is_noticed() -> None:
    place = place_at(())
    request = request_of(place.commit, CREATION[0])
    examiner = Examiner(place, request, Random(1))
    examiner.is_told = True
    assert {law for law, _ in examiner.judged(place.image, (request.after,))} == {Law.THERE}
    examiner.is_told = False
    assert {law for law, _ in examiner.judged((), (request.before, request.after))} == {Law.WHOLE}
    assert list(examiner.judged(place.image, (request.before, request.after))) == []


def test_steps_out_of_order_are_noticed() -> None:
    place = place_at(())
    request = request_of(place.commit, CREATION[0])
    start, end = snapshot_of(place.image), snapshot_of(place_at(CREATION[:1]).image)
    due = steps_of(request, start)
    assert len(due) == 8
    assert due[0] == shown_on(start)
    assert due[-1] == shown_on(end)
    assert steps_on_disk([start, end]) != due


def test_an_answer_that_is_not_the_kernels_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = place_at(())
    request = request_of(place.commit, CREATION[0])
    other = replace(request, answer=replace(request.answer, receipt=9))
    laws = {law for law, _ in Examiner(place, other, Random(1)).crashes(again=False)}
    assert laws == {Law.ANSWER}


# ---------------------------------------------------------------- faults


def test_a_fault_befalls_the_calls_it_names() -> None:
    watched = Watched(SimulatedDisk(), Fault(Trouble.ENOSPC, 1, False))
    handle = watched.create("a")
    with pytest.raises(OSError, match="No space"):
        watched.write(handle, b"12")
    assert watched.write(handle, b"12") == 2
    short = Watched(SimulatedDisk(), Fault(Trouble.SHORT, 1, True))
    handle = short.create("a")
    assert [short.write(handle, b"1234"), short.write(handle, b"34")] == [2, 1]
    flip = Watched(SimulatedDisk(snapshot_of((("a", b"123"),))), Fault(Trouble.FLIP, 0, False))
    assert flip.read("a", 9) != b"123"
    assert flip.read("a", 9) == b"123"


def test_an_error_may_come_after_the_deed() -> None:
    watched = Watched(SimulatedDisk(snapshot_of((("a", b"1"),))), Fault(Trouble.EIO_AFTER, 0, False))
    with pytest.raises(OSError, match="replace"):
        watched.replace("a", "b")
    assert watched.list() == ("b",)


# ---------------------------------------------------------------- cases


def test_the_smoke_campaign_takes_every_stage_and_every_law_has_cases() -> None:
    cases = list(smoke_cases())
    assert {case.stage for case in cases} == set(Stage) - {Stage.WALK}
    assert {case.edition for case in cases} == set(Edition)
    assert all(cases_of(law) for law in Law)
    alone = {law: {case.edition for case in cases_of(law)} for law in (Law.DEAD, Law.READY, Law.FOUNDED)}
    assert alone == {Law.DEAD: {FG4}, Law.READY: {GROWTH}, Law.FOUNDED: {GROWTH}}


def test_every_act_upon_whole_slots_is_listed_with_its_law() -> None:
    assert {name: act.law for name, act in acts().items()} == LAWS


def test_what_there_is_to_try_is_known_though_a_broken_store_makes_no_device(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> None:
        raise KeyError("shelf")

    monkeypatch.setattr(store_copies, "acts", failing)
    assert {case.start for case in cases_of(Law.TRASH)} >= {"delete", "restore", "launch"}


def test_a_campaign_has_all_sequences() -> None:
    assert len(list(sequences(FG4, "new", 2))) == 3
    assert {len(path) for path in sequences(FG4, "market", 2)} == {2}
    cases = list(campaign_cases((FG4,), 1, 2, 7))
    assert sum(case.stage is Stage.TWICE for case in cases) == sum(
        len(menu(place_at(path, guild).commit.slot)) for guild, path in starts_in(FG4).values()
    )
    assert [case.seed for case in cases if case.stage is Stage.WALK] == [7, 8]
    growing = list(campaign_cases((GROWTH,), 1, 2, 7))
    assert {case.edition for case in growing} == {GROWTH}
    assert {case.start for case in growing} == {"new", "draft", "company", "market", "locked", "reward"}


def test_in_growth_one_offer_may_be_selected_and_a_founding_asked_for_again_writes_nothing() -> None:
    draft = place_at(FOUNDING[:2], GROWN).commit.slot
    assert [intent.item for intent in menu(draft, GROWTH)] == [1, NONE]
    company = place_at(FOUNDING, GROWN).commit
    again = request_of(company, menu(company.slot, GROWTH)[-1], GROWN.rulings)
    assert again.after == company
    assert again.answer.receipt == company.slot.created.receipt


@pytest.mark.parametrize("case", [*smoke_cases(), Case(GROWTH, Stage.WALK, "market", seed=3, size=5)], ids=str)
def test_a_case_is_read_as_it_is_written(case: Case) -> None:
    assert case_in(json.loads(json.dumps(plain_case(case)))) == case


@pytest.mark.parametrize(
    "data", [None, {}, {"stage": "NONE"}, {**plain_case(Case(FG4, Stage.CRASH)), "start": "company"}]
)
def test_what_is_no_case_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a case"):
        case_in(data)


def test_no_law_is_broken_by_one_operation() -> None:
    tally = Tally()
    for case in list(smoke_cases())[:6]:
        assert list(run_case(case, tally)) == []
    assert tally.crash_states > 300
    assert set(tally.operations) == {"BEGIN", "BUY_RECRUIT", "CLOSE", "REFRESH", "SETTLE"}


def test_no_moment_of_the_smoke_campaign_has_more_than_seven_unsynced_items(monkeypatch: pytest.MonkeyPatch) -> None:
    fates, seen = disk._fates, set()

    def counted(snapshot: Snapshot) -> list[tuple[Fate, ...]]:
        seen.add((len(found := fates(snapshot)), prod(map(len, found)) <= disk.MOST_FATES))
        return found

    monkeypatch.setattr(disk, "_fates", counted)
    for case in (each for each in smoke_cases() if each.stage in (Stage.FOUNDING, Stage.CRASH, Stage.TWICE)):
        assert list(run_case(case, Tally())) == []
    assert 2 <= max(items for items, _ in seen) <= 7
    assert all(is_complete for _, is_complete in seen)


def test_a_broken_store_is_red_in_the_smoke_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimulatedDisk, "fsync_directory", lambda self: None)
    case = next(iter(cases_of(Law.WHOLE)[1:]))
    assert Law.THERE in {law for law, _ in run_case(case, Tally())}


def test_only_wanted_laws_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def complain(case: Case, tally: Tally) -> Iterator[tuple[Law, str]]:
        yield from ((Law.WHOLE, "half"), (Law.TIDY, "loose"), (Law.TIDY, "looser"), (Law.STRICT, "let in"))

    monkeypatch.setattr(campaign, "run_case", complain)
    campaign.stream_of.cache_clear()
    try:
        assert list(smoke_faults(lambda rules, name: False)) == []
        red = list(smoke_faults(lambda rules, name: name in (name_of(Law.TIDY), name_of(Law.STRICT))))
        assert {name: says.rpartition(": ")[2] for _, name, says in red} == {
            name_of(Law.TIDY): "loose",
            name_of(Law.STRICT): "let in",
        }
        assert [name for _, name, _ in smoke_faults(lambda rules, name: "AG-SAV-1-01" in rules)] == [name_of(Law.WHOLE)]
    finally:
        campaign.stream_of.cache_clear()


def test_complaints_are_found_as_far_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def complain(case: Case, tally: Tally) -> Iterator[tuple[Law, str]]:
        for law in (Law.TIDY, Law.WHOLE):
            asked.append(law)
            yield law, law.name

    monkeypatch.setattr(campaign, "run_case", complain)
    stream = campaign.Stream(Case(FG4, Stage.FOUNDING))
    assert stream.first(Law.TIDY) == "TIDY"
    assert asked == [Law.TIDY]
    assert stream.first(Law.WHOLE) == "WHOLE"
    assert stream.first(Law.TIDY) == "TIDY"
    assert stream.first(Law.DEAD) is None


# ---------------------------------------------------------------- long lives and real processes


@pytest.mark.parametrize("guild", [LEGACY, CONTRACTED])
def test_a_walk_is_the_same_for_the_same_seed(guild: Guild) -> None:
    one, other = Walk(5, guild), Walk(5, guild)
    assert list(one.run(25)) == list(other.run(25)) == []
    assert one.snapshot == other.snapshot
    assert one.place.commit.sequence > 10


@pytest.mark.parametrize("edition", Edition)
def test_killed_processes_keep_what_they_told(
    edition: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_kill, "LONGEST", 0.05)
    assert list(killed(tmp_path / "slot", 1, 2, edition)) == []


def test_what_a_killed_process_should_have_left_is_known(tmp_path: Path) -> None:
    place = place_at(())
    for name, data in place.image:
        (tmp_path / name).write_bytes(data)
    assert list(judged(tmp_path, 1, 0)) == []
    assert {law for law, _ in judged(tmp_path, 1, 2)} == {Law.THERE}
    path = [commit.sequence for commit in reached(1, 6)]
    assert path == [0, 2, 4, 6]
    assert chosen(place.commit, 1) == chosen(place.commit, 1)


def test_every_kind_of_damage_is_tried() -> None:
    place = place_at(CREATION[:2])
    older = [place_at(CREATION[:1]).image]
    hows = {damage.how.partition(" ")[2] for damage in single(place, older, Random(1))}
    for how in ("is missing", "is empty", "is zeros", "has a tail", "is stale", "nests without end", f"holds {SHELF}"):
        assert how in hows


# ---------------------------------------------------------------- compaction


def crowded() -> Case:
    return next(case for case in smoke_cases() if case.start == "crowded")


def test_an_operation_in_a_crowded_slot_compacts_its_journal() -> None:
    guild, path = starts_in(FG4)["crowded"]
    place = place_at(path, guild)
    intent = crowded().intent
    assert intent is not None
    statuses = [each.status for each in after(place, intent).commit.segments]
    assert (len(statuses), statuses.count(Status.REJECTED)) == (6, 1)
    assert place.commit.segments == ()


@pytest.mark.parametrize("forgets", [Status.REJECTED, Status.APPLIED])
def test_a_store_that_forgets_what_it_compacts_is_red(forgets: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    case = crowded()
    guild, path = starts_in(FG4)["crowded"]
    place_at(path, guild)
    whole = commit_module.lookup_all

    def forgetful(rows: Any, segments: Any, operation: int, intent: Intent) -> Answer:
        return whole(rows, tuple(each for each in segments if each.status is not forgets), operation, intent)

    monkeypatch.setattr(commit_module, "lookup_all", forgetful)
    assert Law.ANSWER in {law for law, _ in run_case(case, Tally())}
