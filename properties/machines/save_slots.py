"""A Hypothesis machine over whole slots in a temporary folder: played, deleted, restored, copied to a cloud and back.

Beside the device there is a cloud, to which commits are copied and where other devices play on. Processes die at any
call. What must lie where is kept as a model of three slots, their trash and the archive, and compared with the files.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject

from kernel.guild.save.cloud import Reply, Wish
from kernel.guild.save.medium import Folder
from kernel.guild.save.slot import Stage
from kernel.guild.save.store_cloud import forget, receive
from kernel.guild.save.store_commit import Identity, first_commit
from kernel.guild.save.store_index import INDEX
from kernel.guild.save.store_launch import clock_in, count_launch, see_clock
from kernel.guild.save.store_migration import migrate
from kernel.guild.save.store_slots import Slots
from kernel.guild.save.store_trash import delete, empty, restore
from model.disk import snapshot_of
from model.store_acts import index_on, loose_on, part_on, slots_on
from model.store_kill import image_in
from model.store_migrations import RELEASE, before_on, older
from model.store_oracle import complaints_about
from model.store_runs import GENESIS, IDENTITY, Place, menu, request_of
from properties.machines.ground import demand
from properties.machines.save_slots_model import Life, Model, due_of, is_same, reverses, shown_in
from properties.machines.save_store import Dead, Mortal

PLACES = range(3)
#: Calls that a process makes at most before it dies: while it writes an index, while it writes a slot.
FEW_CALLS, MOST_CALLS = 20, 140


class SaveSlotsMachine(RuleBasedStateMachine):
    """The slots of a device and a cloud. Rules: AG-SAV-16-02, AG-SAV-16-03, AG-SAV-14-01..08, AG-SAV-1-04."""

    def __init__(self) -> None:
        super().__init__()
        self._home = TemporaryDirectory(prefix="ruleproof-slots-")
        self.path = Path(self._home.name) / "device"
        self.model = Model([None] * 3, [[], [], []], [])
        self.cloud: list[Life] = []
        self.guilds = self.confirms = 0
        self.clock = (10**9, 0)

    def teardown(self) -> None:
        self._home.cleanup()

    @initialize()
    def begin(self) -> None:
        with Folder(self.path) as folder:
            see_clock(slots_on(folder), self.clock[0])

    # ------------------------------------------------------------ how an act is done

    def do(self, data: DataObject, act: Callable[[Slots], Any], after: Model) -> Any:
        """An act, in which the process may die: then everything lies as before it or as after it."""
        calls = data.draw(
            st.one_of(st.none(), st.none(), st.integers(0, FEW_CALLS), st.integers(0, MOST_CALLS)),
            label="dies before call",
        )
        said = None
        with Folder(self.path) as folder:
            slots = slots_on(folder)
            if calls is not None:
                slots.medium = Mortal(folder, calls)  # type: ignore[assignment]
            try:
                said = act(slots)
            except Dead as death:
                event(f"dead before {death}")
                calls = -1
        with Folder(self.path) as folder:
            slots_on(folder)
        found = shown_in(self.path)
        demand(found in ((self.model.shown(), after.shown()) if calls == -1 else (after.shown(),)), "it lies otherwise")
        if found == after.shown():
            self.model = after
        return said

    def next_confirm(self) -> int:
        """An operation ID that nothing has."""
        self.confirms += 1
        return self.confirms

    # ------------------------------------------------------------ slots

    @precondition(lambda self: None in self.model.used)
    @rule(data=st.data())
    def found_a_guild(self, data: DataObject) -> None:
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.used[i] is None]))
        self.guilds += 1
        identity = Identity(f"{self.guilds:032x}", IDENTITY.lineage_id, place + 1)
        after = deepcopy(self.model)
        after.used[place] = Life(identity, first_commit(GENESIS))
        self.do(data, lambda slots: slots.found(place, identity), after)

    @precondition(lambda self: any(self.model.used))
    @rule(data=st.data(), steps=st.integers(1, 6))
    def play(self, data: DataObject, steps: int) -> None:
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.used[i]]))
        with Folder(self.path) as folder:
            store = slots_on(folder).opened(place)
            for _ in range(steps):
                life = self.model.used[place]
                assert life is not None
                request = request_of(life.commit, data.draw(st.sampled_from(menu(life.commit.slot))))
                demand(store.submit(request.operation, request.intent) == request.answer, "it is answered otherwise")
                self.model.used[place] = life.after(request)

    @precondition(lambda self: any(self.model.used))
    @rule(data=st.data())
    def delete_a_slot(self, data: DataObject) -> None:
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.used[i]]))
        part, confirm = index_on(image_in(self.path))["slots"][place]["slot"], self.next_confirm()
        after = deepcopy(self.model)
        life = after.used[place]
        assert life is not None
        after.used[place] = None
        after.trash[place].append((life, 0))
        first = self.do(data, lambda slots: delete(slots, confirm, part), after)
        if first is not None:
            with Folder(self.path) as folder:
                demand(delete(slots_on(folder), confirm, part) == first, "the same confirm gets another receipt")

    @precondition(lambda self: any(self.model.trash[i] and self.model.used[i] is None for i in PLACES))
    @rule(data=st.data())
    def restore_a_slot(self, data: DataObject) -> None:
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.trash[i] and self.model.used[i] is None]))
        number = data.draw(st.integers(0, len(self.model.trash[place]) - 1))
        part, confirm = index_on(image_in(self.path))["slots"][place]["trash"][number]["slot"], self.next_confirm()
        after = deepcopy(self.model)
        after.used[place], _ = after.trash[place].pop(number)
        self.do(data, lambda slots: restore(slots, confirm, part), after)

    @precondition(lambda self: any(self.model.trash))
    @rule(data=st.data(), launches=st.integers(1, 8))
    def launch(self, data: DataObject, launches: int) -> None:
        for _ in range(launches):
            after = deepcopy(self.model)
            after.trash = [[(life, count + 1) for life, count in each if count < 7] for each in after.trash]
            self.do(data, count_launch, after)

    @precondition(lambda self: any(self.model.trash))
    @rule(data=st.data())
    def empty_the_trash(self, data: DataObject) -> None:
        confirm = self.next_confirm()
        self.do(data, lambda slots: empty(slots, confirm), replace(deepcopy(self.model), trash=[[], [], []]))

    # ------------------------------------------------------------ the cloud

    @precondition(lambda self: any(self.model.used))
    @rule(data=st.data())
    def copy_to_the_cloud(self, data: DataObject) -> None:
        self.cloud.append(data.draw(st.sampled_from([each for each in self.model.used if each])))

    @precondition(lambda self: self.cloud)
    @rule(data=st.data(), steps=st.integers(1, 6))
    def play_elsewhere(self, data: DataObject, steps: int) -> None:
        life = data.draw(st.sampled_from(self.cloud))
        for _ in range(steps):
            life = life.after(request_of(life.commit, data.draw(st.sampled_from(menu(life.commit.slot)))))
        self.cloud.append(life)

    @precondition(lambda self: any(self.model.used))
    @rule(data=st.data(), wish=st.sampled_from((Wish.TAKE_CLOUD, Wish.TAKE_CLOUD, Wish.KEEP_LOCAL)))
    def part_ways(self, data: DataObject, wish: Wish) -> None:
        """Another device goes on from where a slot is, the slot otherwise; then they meet."""
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.used[i]]))
        life = self.model.used[place]
        assert life is not None
        here, there = data.draw(st.permutations([*menu(life.commit.slot), *menu(life.commit.slot)]))[:2]
        self.cloud.append(life.after(request_of(life.commit, there)))
        request = request_of(life.commit, here)
        with Folder(self.path) as folder:
            slots_on(folder).opened(place).submit(request.operation, request.intent)
        self.model.used[place] = life.after(request)
        self.hold(data, place, self.cloud[-1].at(place), wish)

    @rule(name=st.integers(900, 903))
    def play_another_guild(self, name: int) -> None:
        self.cloud.append(Life(Identity(f"{name:032x}", IDENTITY.lineage_id, 1), first_commit(GENESIS)))

    @precondition(lambda self: self.cloud)
    @rule(data=st.data(), wish=st.sampled_from((*Wish, Wish.TAKE_CLOUD)))
    def receive_a_copy(self, data: DataObject, wish: Wish) -> None:
        cloud = data.draw(st.sampled_from(self.cloud))
        own = [i for i in PLACES if (used := self.model.used[i]) and used.lineage == cloud.lineage]
        place = data.draw(st.sampled_from([*PLACES, *own, *own, *own]))
        self.hold(data, place, cloud.at(place), wish)

    def hold(self, data: DataObject, place: int, cloud: Life, wish: Wish) -> None:
        """Hold a copy against a slot: what comes of it is what the table says."""
        after, due = deepcopy(self.model), due_of(self.model, place, cloud, wish)
        if Reply.CHOSEN in due and reverses(cloud, self.model.used[place], wish):
            due = {Reply.REVERSES}
        note(f"{due}")
        (reply,) = due
        if reply in (Reply.IMPORTED, Reply.ADVANCED):
            after.used[place] = cloud
        if reply is Reply.CHOSEN:
            local = after.used[place]
            assert local is not None
            chosen, other = (local, cloud) if wish is Wish.KEEP_LOCAL else (cloud, local)
            after.used[place] = chosen
            lies = [each for each in after.archive if not is_same(each, chosen)]
            after.archive = lies if any(is_same(each, other) for each in lies) else [*lies, other]
        said = self.do(data, lambda slots: receive(slots, place, cloud.payload(), wish), after)
        event(f"received: {said and said.name}")
        demand(said in (reply, None), f"it is answered with {said} instead of {reply}")

    @precondition(lambda self: self.cloud)
    @rule(data=st.data(), place=st.sampled_from(PLACES), wish=st.sampled_from(Wish))
    def receive_damage(self, data: DataObject, place: int, wish: Wish) -> None:
        good = data.draw(st.sampled_from(self.cloud)).payload()
        at = data.draw(st.integers(0, len(good) * 8 - 1))
        bad = good[: at // 8] + bytes([good[at // 8] ^ 1 << at % 8]) + good[at // 8 + 1 :]
        said = self.do(data, lambda slots: receive(slots, place, bad, wish), deepcopy(self.model))
        demand(said in (Reply.NOT_VALID, None), "damage is let in")

    @precondition(lambda self: self.model.archive)
    @rule(data=st.data())
    def forget_a_branch(self, data: DataObject) -> None:
        number = data.draw(st.integers(0, len(self.model.archive) - 1))
        part, confirm = index_on(image_in(self.path))["archive"][number], self.next_confirm()
        after = deepcopy(self.model)
        after.archive.pop(number)
        self.do(data, lambda slots: forget(slots, confirm, part), after)

    # ------------------------------------------------------------ launches of another kind

    @precondition(lambda self: any(self.model.used))
    @rule(data=st.data(), calls=st.integers(0, MOST_CALLS))
    def migrate_a_slot(self, data: DataObject, calls: int) -> None:
        """A slot was written by an older program; its migration is cut short, and made good."""
        place = data.draw(st.sampled_from([i for i in PLACES if self.model.used[i]]))
        life = self.model.used[place]
        assert life is not None
        if life.commit.slot.run.stage in (Stage.BATTLE, Stage.LOCKED, Stage.REWARD):
            return
        image = image_in(self.path)
        start = f"{index_on(image)['slots'][place]['slot']}."
        source = older(Place(part_on(image, int(start[:-1])), life.commit, ())).image
        for path in self.path.glob(f"{start}*"):
            path.unlink()
        for name, data_of in source:
            (self.path / f"{start}{name}").write_bytes(data_of)
        with Folder(self.path) as folder:
            try:
                slots = slots_on(folder)
                slots.medium = Mortal(folder, calls)  # type: ignore[assignment]
                migrate(slots, place, RELEASE)
            except Dead as death:
                event(f"dead in a migration, before {death}")
        with Folder(self.path) as folder:
            migrate(slots_on(folder), place, RELEASE)
        child = replace(life.commit, sequence=life.commit.sequence + 1, parent=life.commit.sequence, applies=False)
        self.model.used[place] = replace(life, commit=child)
        demand(source in before_on(image_in(self.path)), "the source is not kept, byte for byte")

    @rule(data=st.data(), move=st.sampled_from((-(10**6), -301, -300, 0, 10**6, 180 * 86_400 + 1)))
    def set_the_clock(self, data: DataObject, move: int) -> None:
        seen = self.clock[0] + move, self.clock[1] + (move < -300 or move > 180 * 86_400)
        self.do(data, lambda slots: see_clock(slots, seen[0]), deepcopy(self.model))
        with Folder(self.path) as folder:
            found = clock_in(slots_on(folder))
        demand(found is not None and (found.wall, found.anomalies) in (self.clock, seen), "a wrong clock is noted")
        assert found is not None
        self.clock = found.wall, found.anomalies

    # ------------------------------------------------------------ what befalls the files

    @rule(data=st.data(), name=st.sampled_from(INDEX), is_gone=st.booleans())
    def damage_a_copy_of_the_index(self, data: DataObject, name: str, is_gone: bool) -> None:
        path = self.path / name
        old = path.read_bytes()
        path.write_bytes(old[: data.draw(st.integers(0, len(old) - 1))])
        if is_gone:
            path.unlink()
        with Folder(self.path) as folder:
            slots_on(folder)

    @invariant()
    def everything_lies_where_it_must(self) -> None:
        if not self.path.exists():
            return
        image = image_in(self.path)
        demand(shown_in(self.path) == self.model.shown(), "something lies where it must not")
        loose = [name for name in loose_on(image) if not name.startswith(("quarantine", "manifest"))]
        demand(not loose, f"nothing names {loose}")
        for kept, life in zip(index_on(image)["slots"], self.model.used, strict=True):
            if life is not None and life.lineage == (IDENTITY.guild_id, IDENTITY.lineage_id):
                demand(not list(complaints_about(snapshot_of(part_on(image, kept["slot"])))), "a law is broken")
