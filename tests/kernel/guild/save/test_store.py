"""The store: what it writes, what it answers, and what it does when a disk says no."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kernel.guild.save import store as store_module
from kernel.guild.save.commit import settle
from kernel.guild.save.envelope import MOST_BYTES, opened
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import Status
from kernel.guild.save.medium import Folder
from kernel.guild.save.rulings import FROZEN, GROWING
from kernel.guild.save.slot import NONE, Stage
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store
from kernel.guild.save.store_commit import NO_PARENT, Unsupported, bytes_of, stored_of
from kernel.guild.save.store_evidence import Unavailable, gathered
from kernel.guild.save.store_files import ACTIVE, LEDGERS, MANIFEST, NOWHERE, QUARANTINE, SHELF, file_of
from kernel.guild.save.store_ledger import in_order_of_writing
from kernel.guild.save.store_recovery import opened_store
from model.disk import SimulatedDisk, image_of, snapshot_of
from model.store_damage import with_file
from model.store_faults import Call, Fault, Trouble, Watched
from model.store_runs import (
    CREATION,
    GENESIS,
    IDENTITY,
    STARTS,
    UNPAYABLE,
    Place,
    opened_on,
    place_at,
    request_of,
    slot_on,
)


def files(place: Place) -> dict[str, bytes]:
    return dict(place.image)


def played(place: Place, intent: Intent) -> tuple[Store, Watched]:
    store, watched = opened_on(snapshot_of(place.image))
    assert store is not None
    request = request_of(place.commit, intent)
    assert store.submit(request.operation, intent) == request.answer
    return store, watched


def test_a_new_guild_is_one_commit_with_empty_ledgers() -> None:
    place = place_at(())
    names = sorted(files(place))
    assert names[:4] == [ACTIVE, *LEDGERS, names[3]]
    assert names[3].startswith("commit-00000000000000000000-")
    assert [files(place)[name] for name in LEDGERS] == [b"", b""]
    assert place.commit.sequence == 0


def test_no_second_guild_is_founded() -> None:
    store, _ = opened_on(snapshot_of(place_at(()).image))
    assert store is not None
    with pytest.raises(ValueError, match="no new Guild"):
        store.found()


def test_an_empty_slot_takes_no_operation() -> None:
    store = slot_on(SimulatedDisk())
    assert store.standing is Standing.EMPTY
    with pytest.raises(ValueError, match="no operation"):
        store.submit(1, Intent(Kind.BEGIN))


def test_an_operation_takes_two_commits_and_one_receipt() -> None:
    store, watched = played(place_at(()), CREATION[0])
    assert store.held is not None
    assert store.held.commit.sequence == 2
    assert [name for call, name in watched.log if call is Call.REPLACE and name == ACTIVE] == [ACTIVE, ACTIVE]
    assert all(image_of(watched.disk.now)[i][1] for i in range(4))


def test_what_cannot_be_paid_is_rejected_and_stays_so() -> None:
    place = place_at(STARTS["market"])
    intent = Intent(Kind.REFRESH, amount=UNPAYABLE, expected=place.commit.slot.run.board)
    store, watched = played(place, intent)
    request = request_of(place.commit, intent)
    assert request.answer.status is Status.REJECTED
    before = image_of(watched.disk.now)
    assert store.submit(request.operation, intent) == request.answer
    assert image_of(watched.disk.now) == before


def test_a_refusal_writes_nothing() -> None:
    place = place_at(())
    store, watched = opened_on(snapshot_of(place.image))
    assert store is not None
    said = store.submit(9, Intent(Kind.CLAIM))
    assert said.reason is Reason.WRONG_STAGE
    assert image_of(watched.disk.now) == place.image


def test_ledgers_are_written_in_turn() -> None:
    assert in_order_of_writing(1) == LEDGERS
    assert in_order_of_writing(2) == LEDGERS[::-1]
    _, one = played(place_at(()), CREATION[0])
    _, two = played(place_at(CREATION[:1]), CREATION[1])
    order = [[name for call, name in each.log if call is Call.REPLACE and name in LEDGERS] for each in (one, two)]
    assert order == [list(LEDGERS), list(LEDGERS[::-1])]


def test_the_shelf_holds_backups_and_checkpoints() -> None:
    place = place_at(STARTS["reward"])
    evidence = gathered(SimulatedDisk(snapshot_of(place.image)), IDENTITY)
    shelf = evidence.shelf
    numbers = [pointer.sequence for pointer in shelf.backups]
    assert numbers == [place.commit.sequence - 2 * step for step in (1, 2, 3, 4)]
    assert shelf.run_creation == NOWHERE
    assert shelf.run_start.sequence == 8
    assert shelf.market.sequence == 8
    assert sorted(evidence.commits) == sorted({pointer.file for pointer in shelf.pointers})


def test_the_draft_checkpoint_goes_with_the_draft() -> None:
    shelves = [gathered(SimulatedDisk(snapshot_of(place_at(CREATION[:n]).image)), IDENTITY).shelf for n in range(5)]
    assert [shelf.run_creation.sequence for shelf in shelves] == [-1, 2, 4, 6, -1]
    assert [shelf.run_start.sequence for shelf in shelves] == [-1, -1, -1, -1, 8]


def failing(place: Place, intent: Intent, fault: Fault) -> tuple[Store, Watched]:
    store, _ = opened_on(snapshot_of(place.image))
    assert store is not None
    watched = Watched(SimulatedDisk(snapshot_of(place.image)), fault)
    store.medium = watched
    return store, watched


def test_a_full_disk_leaves_the_parent_and_the_store_goes_on() -> None:
    place = place_at(())
    store, watched = failing(place, CREATION[0], Fault(Trouble.ENOSPC, 0, False))
    request = request_of(place.commit, CREATION[0])
    with pytest.raises(NotSaved):
        store.submit(request.operation, CREATION[0])
    assert image_of(watched.disk.now) == place.image
    assert store.submit(request.operation, CREATION[0]) == request.answer


def test_a_pointer_whose_fate_is_unknown_stops_the_store() -> None:
    place = place_at(())
    # Seven calls bring the commit's own file to the disk, the next seven the pointer.
    store, watched = failing(place, CREATION[0], Fault(Trouble.EIO_AFTER, 13, False))
    request = request_of(place.commit, CREATION[0])
    with pytest.raises(Stopped):
        store.submit(request.operation, CREATION[0])
    assert watched.kinds[-1] is Call.FSYNC_DIRECTORY
    with pytest.raises(Stopped):
        store.submit(request.operation, CREATION[0])
    assert store.standing is Standing.STOPPED
    assert watched.calls == 14
    again = slot_on(watched)
    assert again.submit(request.operation, CREATION[0]) == request.answer


def test_a_disk_that_does_not_answer_is_no_empty_one() -> None:
    place = place_at(())
    for call in (Trouble.EIO, Trouble.EACCES):
        store, watched = opened_on(snapshot_of(place.image), Fault(call, 1, True))
        assert store is None or store.standing is not Standing.EMPTY
        assert image_of(watched.disk.now) == place.image
    with pytest.raises(Unavailable):
        slot_on(Watched(SimulatedDisk(snapshot_of(place.image)), Fault(Trouble.EIO, 0, True)))


def test_an_invalid_candidate_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    place = place_at(STARTS["market"])
    store, watched = opened_on(snapshot_of(place.image))
    assert store is not None
    whole = settle

    def half(*at: Any) -> Any:
        commit = whole(*at)
        return replace(commit, slot=replace(commit.slot, run=replace(commit.slot.run, coin=-1)))

    monkeypatch.setattr(store_module, "settle", half)
    request = request_of(place.commit, Intent(Kind.COMMIT_BATTLE, place=7))
    with pytest.raises(NotSaved, match=r"AG-SAV-11\.2-06"):
        store.submit(request.operation, request.intent)
    assert store.is_pending
    monkeypatch.undo()
    again = slot_on(SimulatedDisk(watched.disk.now))
    assert again.submit(request.operation, request.intent) == request.answer


def test_a_save_of_another_version_is_left_as_it_is() -> None:
    place = place_at(())
    stored = replace(stored_of(IDENTITY, place.commit, NO_PARENT), save_schema_version=2)
    name = file_of(stored.commit_id, 0)
    image = with_file(place.image, name, bytes_of(stored))
    disk = SimulatedDisk(snapshot_of(image))
    with pytest.raises(Unsupported):
        slot_on(disk)
    assert image_of(disk.now) == image


def test_without_any_proof_a_slot_is_blocked_and_stays_as_it_is() -> None:
    place = place_at(CREATION[:2])
    image = tuple((name, data[:10]) for name, data in place.image)
    store, watched = opened_on(snapshot_of(image))
    assert store is not None
    assert store.standing is Standing.BLOCKED
    left = dict(image_of(watched.disk.now))
    assert all(left[name] == data for name, data in image)
    assert MANIFEST in left
    assert sum(name.startswith(QUARANTINE) for name in left) == len({data for _, data in image})
    with pytest.raises(ValueError, match="creation_recovery_blocked"):
        store.submit(1, Intent(Kind.BEGIN))


def test_ledgers_alone_rebuild_a_draft() -> None:
    place = place_at(CREATION[:3])
    image = tuple((name, data) for name, data in place.image if name in LEDGERS)
    store, _ = opened_on(snapshot_of(image))
    assert store is not None
    assert store.held is not None
    assert store.held.commit.slot == place.commit.slot


def test_a_gap_before_a_receipt_seals_the_run() -> None:
    place = place_at(STARTS["reward"])
    image = tuple((name, data) for name, data in place.image if name in LEDGERS)
    store, _ = opened_on(snapshot_of(image))
    assert store is not None
    assert store.held is not None
    run = store.held.commit.slot.run
    assert (run.stage, run.coin, run.credit) == (Stage.SEALED, 0, 0)
    request = request_of(place_at(STARTS["locked"]).commit, Intent(Kind.SETTLE, expected=1))
    assert store.submit(request.operation, request.intent).status is Status.APPLIED


def test_a_file_that_is_too_long_is_moved_as_it_is() -> None:
    place = place_at(CREATION[:1])
    bad = bytes(MOST_BYTES + 9)
    store, watched = opened_on(snapshot_of(with_file(place.image, SHELF, bad)))
    assert store is not None
    assert store.standing is Standing.PLAYABLE
    assert bad in dict(image_of(watched.disk.now)).values()


def test_the_manifest_says_what_was_wrong() -> None:
    place = place_at(CREATION[:1])
    store, watched = opened_on(snapshot_of(with_file(place.image, ACTIVE, b"rubbish")))
    assert store is not None
    (row,) = opened("manifest", dict(image_of(watched.disk.now))[MANIFEST])
    assert row["name"] == ACTIVE
    assert "header" in row["fault"]


def test_a_life_on_a_real_folder(tmp_path: Path) -> None:
    for rulings in (FROZEN, GROWING):
        path = tmp_path / rulings.edition.name
        with Folder(path) as folder:
            store = opened_store(folder, IDENTITY, GENESIS, rulings)
            store.found()
            store.submit(1, Intent(Kind.BEGIN))
        with Folder(path) as folder:
            store = opened_store(folder, IDENTITY, GENESIS, rulings)
            assert store.held is not None
            assert store.held.commit.slot.draft.seed == 0
            assert store.submit(1, Intent(Kind.BEGIN)).receipt == 2
            assert store.submit(1, Intent(Kind.BEGIN, place=5)).reason is Reason.OPERATION_ID_CONFLICT
            assert NONE < store.held.commit.sequence == 2


HARMLESS = {"__future__", "collections.abc", "dataclasses", "enum", "errno", "functools", "itertools", "re", "typing"}


def test_the_store_knows_no_disk_but_its_medium() -> None:
    for path in sorted(Path(store_module.__file__).parent.glob("store*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name for name in names if not name.startswith("kernel.")} <= HARMLESS
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "open"]
