"""The real folder: the nine calls, one writer, and nothing outside of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kernel.guild.save.medium import LOCK, Folder, SlotInUse


@pytest.fixture
def slot(tmp_path: Path) -> Path:
    return tmp_path / "slots" / "one"


def write(folder: Folder, name: str, data: bytes) -> None:
    handle = folder.create(name)
    assert folder.write(handle, data) == len(data)
    folder.fsync(handle)
    folder.close(handle)


def test_a_file_is_made_read_renamed_and_removed(slot: Path) -> None:
    with Folder(slot) as folder:
        write(folder, "tmp-0-a", b"12345")
        assert folder.list() == ("tmp-0-a",)
        folder.replace("tmp-0-a", "a")
        folder.fsync_directory()
        assert folder.list() == ("a",)
        assert folder.read("a", 10) == b"12345"
        folder.unlink("a")
        assert folder.list() == ()


def test_no_more_is_read_than_tells_that_it_is_too_long(slot: Path) -> None:
    with Folder(slot) as folder:
        write(folder, "a", b"12345")
        assert folder.read("a", 3) == b"1234"


def test_a_name_is_taken_once(slot: Path) -> None:
    with Folder(slot) as folder:
        write(folder, "a", b"1")
        with pytest.raises(FileExistsError):
            folder.create("a")


def test_what_is_missing_is_an_error(slot: Path) -> None:
    with Folder(slot) as folder:
        for call in (lambda: folder.read("a", 1), lambda: folder.unlink("a"), lambda: folder.replace("a", "b")):
            with pytest.raises(FileNotFoundError):
                call()


@pytest.mark.parametrize("name", ["", ".", "..", "../a", "a/b", ".a", "A", "ä", "a\0", "a" * 121, LOCK, "-a"])
def test_names_stay_in_the_folder(slot: Path, name: str) -> None:
    with Folder(slot) as folder:
        for call in (
            folder.create,
            folder.unlink,
            lambda name: folder.read(name, 1),
            lambda name: folder.replace(name, name),
        ):
            with pytest.raises(ValueError, match="not the name"):
                call(name)


def test_links_and_folders_are_no_files_of_a_slot(slot: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret"
    outside.write_bytes(b"1")
    with Folder(slot) as folder:
        os.symlink(outside, slot / "a")
        (slot / "b").mkdir()
        assert folder.list() == ()
        with pytest.raises(OSError, match="a"):
            folder.read("a", 1)


def test_a_slot_has_one_writer_and_is_free_again(slot: Path) -> None:
    with Folder(slot), pytest.raises(SlotInUse):
        Folder(slot)
    with Folder(slot) as folder:
        assert folder.list() == ()


def test_a_slot_is_its_owners_alone(slot: Path) -> None:
    with Folder(slot) as folder:
        write(folder, "a", b"1")
    assert slot.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in slot.iterdir())
