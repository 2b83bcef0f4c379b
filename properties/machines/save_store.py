"""A Hypothesis machine over the real store in a temporary folder: a save's life, with everything that can befall it.

Operations, repetitions, processes that die at any call, damaged, missing and restored files, commits of another
device's branch, clocks set wrong. After each opening the laws of the fault campaign hold of the files, and the slot
opens at what its history allows.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.strategies import DataObject

from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Reason
from kernel.guild.save.medium import Folder
from kernel.guild.save.store import Standing, Store
from kernel.guild.save.store_commit import NO_PARENT, bytes_of, stored_of
from kernel.guild.save.store_evidence import gathered
from kernel.guild.save.store_files import file_of
from model.disk import Image, snapshot_of
from model.store_decay import is_without_proof
from model.store_faults import Call
from model.store_kill import image_in
from model.store_oracle import complaints_about, is_sealed
from model.store_runs import CONTRACTED, GROWN, IDENTITY, LEGACY, Guild, Request, menu, request_of, slot_on
from properties.machines.ground import demand

#: Calls that a process makes at most before it dies: more than any operation takes.
MOST_CALLS = 90
#: Whose slot it may be.
GUILDS = (LEGACY, GROWN, CONTRACTED)


class Dead(BaseException):
    """The process has died in the midst of a call. No `Exception`: nothing in the store may catch it."""


class Mortal:
    """A folder whose process dies before call number `left`, counted down; the call is not made."""

    def __init__(self, folder: Folder, left: int) -> None:
        self.folder = folder
        self.left = left

    def __getattr__(self, name: str) -> object:
        call = getattr(self.folder, name)
        if name not in {each.value for each in Call}:
            return call
        self.left -= 1
        if self.left < 0:
            raise Dead(name)
        return call


class SaveStoreMachine(RuleBasedStateMachine):
    """One slot on a real folder, in either edition. `history` are the boundaries that it has been at, the newest last.

    Rules: AG-SAV-1-01, AG-SAV-1-04, AG-SAV-4-06, AG-SAV-4-07, AG-SAV-5.1-01..06, AG-SAV-11.3-01..10, AG-OVR-02,
    AG-OVR-04, AG-OVR-11.
    """

    def __init__(self) -> None:
        super().__init__()
        self._home = TemporaryDirectory(prefix="ruleproof-store-")
        self.path = Path(self._home.name) / "slot"
        self.history: list[Commit] = []
        self.done: list[Request] = []
        self.kept: list[Image] = []
        self.is_damaged = False
        self.guild = LEGACY

    def teardown(self) -> None:
        self._home.cleanup()

    @initialize(guild=st.sampled_from(GUILDS))
    def begin(self, guild: Guild) -> None:
        self.guild = guild
        with Folder(self.path) as folder:
            store = slot_on(folder, guild)
            demand(store.standing is Standing.EMPTY, "a new folder is not empty")
            store.found()
            self.history = [commit_of(store)]

    # ------------------------------------------------------------ what a client does

    @rule(data=st.data())
    def ask_for_an_operation(self, data: DataObject) -> None:
        request = self.draw_request(data)
        with Folder(self.path) as folder:
            store = slot_on(folder, self.guild)
            demand(store.submit(request.operation, request.intent) == request.answer, "it is answered otherwise")
        self.arrive(request, commit_of(store))

    @precondition(lambda self: self.done)
    @rule(data=st.data(), is_other=st.booleans())
    def ask_again(self, data: DataObject, is_other: bool) -> None:
        request = data.draw(st.sampled_from(self.done))
        intent = replace(request.intent, extra=request.intent.extra + 1) if is_other else request.intent
        with Folder(self.path) as folder:
            store = slot_on(folder, self.guild)
            before = image_in(self.path)
            said = store.submit(request.operation, intent)
        due = (said.reason is Reason.OPERATION_ID_CONFLICT) if is_other else said == request.answer
        demand(due, f"{request.intent.kind.name} asked again is answered with {said}")
        demand(image_in(self.path) == before, "asking again changes a file")

    @rule(data=st.data(), calls=st.integers(0, MOST_CALLS))
    def die_in_an_operation(self, data: DataObject, calls: int) -> None:
        request = self.draw_request(data)
        with Folder(self.path) as folder:
            store = slot_on(folder, self.guild)
            store.medium = Mortal(folder, calls)  # type: ignore[assignment]
            try:
                store.submit(request.operation, request.intent)
            except Dead as death:
                event(f"dead before {death}")
        self.open_again((request.before, request.after))
        with Folder(self.path) as folder:
            store = slot_on(folder, self.guild)
            demand(store.submit(request.operation, request.intent) == request.answer, "it cannot be made good")
        self.arrive(request, commit_of(store))

    @rule(data=st.data(), calls=st.integers(0, MOST_CALLS))
    def die_while_opening(self, data: DataObject, calls: int) -> None:
        with Folder(self.path) as folder:
            try:
                slot_on(Mortal(folder, calls), self.guild)  # type: ignore[arg-type]
            except Dead as death:
                event(f"dead while opening, before {death}")
        self.open_again((self.history[-1],))

    # ------------------------------------------------------------ what befalls the files

    @rule(data=st.data())
    def set_the_clock_wrong(self, data: DataObject) -> None:
        for path in sorted(self.path.iterdir()):
            stamp = data.draw(st.integers(0, 2**31))
            os.utime(path, (stamp, stamp))
        self.open_again((self.history[-1],))

    @rule()
    def keep_a_copy(self) -> None:
        self.kept.append(image_in(self.path))

    @rule()
    def leave_an_unfinished_file(self) -> None:
        (self.path / "tmp-7-active").write_bytes(b"half of")
        self.open_again((self.history[-1],))

    @rule()
    def receive_a_branch(self) -> None:
        """A commit of this lineage from another device lies there; nothing points to it."""
        other = replace(self.history[0], slot=replace(self.history[0].slot, renown=9))
        stored = stored_of(IDENTITY, replace(other, sequence=self.history[-1].sequence + 40), NO_PARENT)
        (self.path / file_of(stored.commit_id, stored.commit.sequence)).write_bytes(bytes_of(stored))
        self.open_again((self.history[-1],))

    @rule(data=st.data(), how=st.sampled_from(("flip", "cut", "remove", "restore")), count=st.integers(1, 3))
    def damage_files(self, data: DataObject, how: str, count: int) -> None:
        files = [path for path in sorted(self.path.iterdir()) if not path.name.startswith(("quarantine", "lock"))]
        for path in data.draw(st.lists(st.sampled_from(files), min_size=count, max_size=count, unique=True)):
            note(f"{how} {path.name}")
            damage(path, how, data, self.kept)
        self.open_damaged()

    # ------------------------------------------------------------ what must hold

    def draw_request(self, data: DataObject) -> Request:
        commit = self.history[-1]
        options = menu(commit.slot, self.guild.edition)
        return request_of(commit, data.draw(st.sampled_from(options)), self.guild.rulings, self.guild.bounds)

    def arrive(self, request: Request, commit: Commit) -> None:
        """The slot has come to the commit of this request."""
        demand(commit == request.after, f"{request.intent.kind.name} leads to another commit")
        self.history.append(commit)
        if request.after != request.before:
            self.done.append(request)
        self.look()

    def open_again(self, allowed: tuple[Commit, ...]) -> None:
        """A new process opens the slot: it is at one of these commits, and opening it once more changes nothing."""
        with Folder(self.path) as folder:
            commit = commit_of(slot_on(folder, self.guild))
        demand(commit in allowed, f"the slot opens at {commit.sequence}")
        self.look()

    def open_damaged(self) -> None:
        """The slot opens at a boundary of its history, sealed, or blocked; rejected bytes are kept."""
        self.is_damaged = True
        with Folder(self.path) as folder:
            evidence = gathered(folder, IDENTITY)
            store = slot_on(folder, self.guild)
        there = {data for name, data in image_in(self.path) if name.startswith("quarantine")}
        demand(set(evidence.bytes_of.values()) <= there, "rejected bytes are not in quarantine")
        pointers = (evidence.active, *evidence.shelf.pointers)
        proved = [pointer.sequence for pointer in pointers if evidence.held(pointer)]
        if store.held is None:
            event(f"damaged: {store.standing.name}")
            demand(is_without_proof(evidence), f"the slot is {store.standing.name}, though it has a valid commit")
            self.begin_anew()
            return
        commit = commit_of(store)
        demand(commit.sequence >= max(proved, default=0), f"the slot opens at {commit.sequence}, {proved} are proved")
        sealed = is_sealed(commit)
        event("damaged: sealed" if sealed else "damaged: opened")
        demand(sealed or commit.slot in [each.slot for each in self.history], "the slot opens where it never was")
        self.history.append(commit)
        self.done = [each for each in self.done if is_known(each, commit)]
        self.look()

    def begin_anew(self) -> None:
        """Another slot beside the one that cannot be opened."""
        self.path = self.path.with_name(self.path.name + "x")
        self.done, self.kept, self.is_damaged = [], [], False
        self.begin(self.guild)

    def look(self) -> None:
        """The laws hold of the files, and opening the slot once more changes no byte."""
        image = image_in(self.path)
        found = list(complaints_about(snapshot_of(image), self.guild, by_crash=not self.is_damaged))
        demand(not found, f"{found}")
        with Folder(self.path) as folder:
            slot_on(folder, self.guild)
        demand(image_in(self.path) == image, "opening a second time changes a file")


def commit_of(store: Store) -> Commit:
    """What a playable slot is at."""
    demand(store.held is not None and store.standing is Standing.PLAYABLE, f"the slot is {store.standing.name}")
    assert store.held is not None
    return store.held.commit


def is_known(request: Request, commit: Commit) -> bool:
    """Does the journal still have this operation, as it was answered?"""
    rows = [row for row in commit.journal if row.operation == request.operation]
    return any((row.status, row.receipt) == (request.answer.status, request.answer.receipt) for row in rows)


def damage(path: Path, how: str, data: DataObject, kept: list[Image]) -> None:
    """Flip a bit of a file, cut it, remove it, or restore what lay under its name in an older copy."""
    old = path.read_bytes()
    older = [dict(image)[path.name] for image in kept if path.name in dict(image)]
    if how == "restore" and older:
        path.write_bytes(data.draw(st.sampled_from(older)))
    elif how == "flip" and old:
        at = data.draw(st.integers(0, len(old) * 8 - 1))
        path.write_bytes(old[: at // 8] + bytes([old[at // 8] ^ 1 << at % 8]) + old[at // 8 + 1 :])
    elif how == "cut":
        path.write_bytes(old[: data.draw(st.integers(0, max(0, len(old) - 1)))])
    else:
        path.unlink()
