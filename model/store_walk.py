"""Long random lives of one slot: operations, retries, conflicts, crashes, failing calls; the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from kernel.guild.save.intent import Intent, Reason
from kernel.guild.save.store import NotSaved, Standing, Stopped
from model.disk import SimulatedDisk, Snapshot, after_power_loss, image_of, snapshot_of
from model.store_cases import Tally, switches_before
from model.store_faults import Fault, Trouble, Watched
from model.store_oracle import Complaint, Law, complaints_about
from model.store_runs import LEGACY, Guild, Place, Request, founded, lasting, menu, opened_on, request_of, slot_on

#: How a step of a walk goes: undisturbed, cut short, with a failing call, or as a repetition of an earlier one.
_WAYS = ("calm", "calm", "crash", "crash", "fault", "again", "conflict")


class Walk:
    """One slot through many operations. `step` makes one, yields what is wrong; the walk ends with its first fault."""

    def __init__(self, seed: int, guild: Guild = LEGACY) -> None:
        self.seed = seed
        self.guild = guild
        self.random = Random(seed)
        self.tally = Tally()
        self.place = founded(guild)
        self.snapshot: Snapshot = snapshot_of(self.place.image)
        self.done: list[Request] = []

    def run(self, steps: int) -> Iterator[Complaint]:
        """So many steps."""
        for number in range(steps):
            for law, says in self.step():
                yield law, f"seed {self.seed}, step {number}: {says}"
                return

    def step(self) -> Iterator[Complaint]:
        """One operation in one of the ways."""
        self.tally.random_steps += 1
        way = self.random.choice(_WAYS)
        if way in ("again", "conflict") and self.done:
            yield from self._repeated(self.random.choice(self.done), way == "conflict")
            return
        options = lasting(menu(self.place.commit.slot, self.guild.edition), self.guild.edition)
        request = request_of(self.place.commit, self.random.choice(options), self.guild.rulings, self.guild.bounds)
        fault = None
        if way == "fault":
            fault = Fault(self.random.choice(list(Trouble)), self.random.randrange(80), self.random.random() < 0.3)
        store = slot_on(SimulatedDisk(self.snapshot), self.guild)
        watched = Watched(SimulatedDisk(self.snapshot), fault)
        store.medium = watched
        try:
            said = store.submit(request.operation, request.intent)
        except (NotSaved, Stopped):
            said = None
        moments = watched.end()
        cut = self.random.randrange(len(moments)) if way == "crash" else len(moments) - 1
        is_told = said is not None and cut == len(moments) - 1
        if said not in (None, request.answer):
            yield Law.ANSWER, f"{request.intent.kind.value} is answered with {said}"
        is_bound = is_told or switches_before(moments[:cut]) > 0
        yield from self._settled(moments[cut].snapshot, request, is_bound)

    def _settled(self, snapshot: Snapshot, request: Request, is_bound: bool) -> Iterator[Complaint]:
        """The power may go, or the process alone; the slot is opened, judged, and the operation asked for again."""
        if self.random.random() < 0.7:
            snapshot = snapshot_of(self.random.choice(list(after_power_loss(snapshot, self.random))))
            self.tally.crash_states += 1
        store, watched = opened_on(snapshot, None, self.guild)
        allowed = (request.after,) if is_bound else (request.before, request.after)
        if store is None or store.standing is not Standing.PLAYABLE or store.held is None:
            yield Law.WHOLE, f"after {request.intent.kind.value} the slot does not open"
            return
        if store.held.commit not in allowed:
            yield Law.WHOLE, f"after {request.intent.kind.value} the slot opens at {store.held.commit.sequence}"
        yield from complaints_about(watched.disk.now, self.guild)
        said = store.submit(request.operation, request.intent)
        if said != request.answer or store.held.commit != request.after:
            yield Law.ANSWER, f"{request.intent.kind.value} asked again is answered with {said}"
        if request.after != request.before:
            self.done.append(request)
        path = (*self.place.path, request.intent)
        self.place = Place(image_of(watched.disk.now), request.after, path, self.guild)
        self.snapshot = watched.disk.now

    def _repeated(self, request: Request, is_conflict: bool) -> Iterator[Complaint]:
        """An earlier operation asked for again, or its ID with another intent: nothing changes.

        Of a compacted one status and receipt are kept, not why it was rejected (AG-SAV-4-10).
        """
        store, watched = opened_on(self.snapshot, None, self.guild)
        assert store is not None
        before = image_of(watched.disk.now)
        intent: Intent = replace(request.intent, extra=request.intent.extra + 1) if is_conflict else request.intent
        said = store.submit(request.operation, intent)
        if is_conflict and said.reason is not Reason.OPERATION_ID_CONFLICT:
            yield Law.CONFLICT, f"the ID of {request.intent.kind.value} with another intent is answered with {said}"
        is_compacted = any(each.operation == request.operation for each in self.place.commit.segments)
        due = replace(request.answer, reason=Reason.NONE) if is_compacted else request.answer
        if not is_conflict and said != due:
            yield Law.ANSWER, f"{request.intent.kind.value} asked again is answered with {said}"
        if image_of(watched.disk.now) != before:
            yield Law.ANSWER, f"{request.intent.kind.value} asked again changes the files"
