"""The simulated disk: what a power loss may leave, and what it may not."""

from __future__ import annotations

from random import Random

import pytest

from model.disk import Image, SimulatedDisk, after_power_loss, image_of, snapshot_of

OLD: Image = (("a", b"old"),)


def left(disk: SimulatedDisk) -> set[Image]:
    return set(after_power_loss(disk.now, Random(1)))


def written(disk: SimulatedDisk, name: str, data: bytes) -> int:
    handle = disk.create(name)
    assert disk.write(handle, data) == len(data)
    return handle


def test_what_is_at_rest_stays() -> None:
    disk = SimulatedDisk(snapshot_of(OLD))
    assert disk.now.at_rest
    assert left(disk) == {OLD}
    assert disk.read("a", 10) == b"old"
    assert disk.list() == ("a",)


def test_an_unsynced_file_may_be_missing_empty_torn_zeroed_or_whole() -> None:
    disk = SimulatedDisk()
    written(disk, "b", b"1234")
    assert left(disk) == {(), *((("b", data),) for data in (b"", b"12", bytes(4), b"1234"))}


def test_a_synced_file_may_still_lose_its_name() -> None:
    disk = SimulatedDisk()
    disk.fsync(written(disk, "b", b"1234"))
    assert left(disk) == {(), (("b", b"1234"),)}
    disk.fsync_directory()
    assert left(disk) == {(("b", b"1234"),)}
    assert disk.now.at_rest


def test_a_synced_name_may_still_lose_its_bytes() -> None:
    disk = SimulatedDisk()
    written(disk, "b", b"12")
    disk.fsync_directory()
    assert left(disk) == {(("b", data),) for data in (b"", b"1", bytes(2), b"12")}


def test_a_replacement_is_old_or_new_never_between() -> None:
    disk = SimulatedDisk(snapshot_of(OLD))
    disk.fsync(written(disk, "t", b"new"))
    disk.fsync_directory()
    disk.replace("t", "a")
    assert left(disk) == {(("a", b"old"), ("t", b"new")), (("a", b"new"),)}


def test_an_unlink_before_a_replacement_may_leave_nothing() -> None:
    disk = SimulatedDisk(snapshot_of(OLD))
    disk.fsync(written(disk, "t", b"new"))
    disk.fsync_directory()
    disk.unlink("a")
    disk.replace("t", "a")
    assert (("t", b"new"),) in left(disk)


def test_a_lost_write_before_a_kept_one_leaves_zeros() -> None:
    disk = SimulatedDisk()
    handle = written(disk, "b", b"12")
    disk.write(handle, b"34")
    disk.fsync_directory()
    assert (("b", b"\0\x0034"),) in left(disk)
    assert (("b", b"12"),) in left(disk)


def test_after_a_failed_sync_no_other_helps() -> None:
    disk = SimulatedDisk()
    handle = written(disk, "b", b"12")
    disk.fail_fsync(handle)
    disk.fsync(handle)
    disk.fsync_directory()
    assert (("b", b""),) in left(disk)


def test_a_process_that_dies_leaves_what_it_wrote_unsynced() -> None:
    disk = SimulatedDisk()
    written(disk, "b", b"12")
    again = SimulatedDisk(disk.now)
    assert again.read("b", 10) == b"12"
    assert () in left(again)


def test_many_unsynced_items_are_sampled_by_seed() -> None:
    disk = SimulatedDisk()
    for number in range(12):
        written(disk, f"f{number}", b"12")
    some = set(after_power_loss(disk.now, Random(3)))
    assert 30 < len(some) <= 64
    assert some == set(after_power_loss(disk.now, Random(3)))
    assert some != set(after_power_loss(disk.now, Random(4)))


def test_misuse_is_an_error() -> None:
    disk = SimulatedDisk(snapshot_of(OLD))
    with pytest.raises(FileExistsError):
        disk.create("a")
    with pytest.raises(FileNotFoundError):
        disk.read("b", 1)
    with pytest.raises(FileNotFoundError):
        disk.unlink("b")
    with pytest.raises(FileNotFoundError):
        disk.replace("b", "a")
    assert disk.read("a", 1) == b"ol"
    assert image_of(disk.now) == OLD
