"""One operation, interrupted everywhere: every crash state, every crash of the recovery, every failed call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Reason
from kernel.guild.save.journal import Answer, Status
from kernel.guild.save.store import NotSaved, Standing, Stopped, Store
from kernel.guild.save.store_evidence import Unavailable
from kernel.guild.save.store_files import ACTIVE, COMMIT, SHELF
from model.disk import Image, SimulatedDisk, Snapshot, after_power_loss, image_of, snapshot_of
from model.store_faults import Call, Fault, Moment, Trouble, Watched
from model.store_oracle import Complaint, Law, complaints_about
from model.store_runs import LEGACY, Guild, Place, Request, opened_on, slot_on
from model.store_steps import shown_on, steps_of, steps_on_disk


@dataclass(frozen=True)
class Opening:
    """What opening a slot on an image led to."""

    standing: Standing | None
    commit: Commit | None
    moments: tuple[Moment, ...]
    end: Snapshot


@dataclass
class Tally:
    """What has been tried: boundaries of each kind of operation, crash states, images, failed calls, damage."""

    boundaries: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    crash_states: int = 0
    second_crashes: int = 0
    images: int = 0
    failed_calls: int = 0
    damaged: int = 0
    random_steps: int = 0
    kills: int = 0

    def add(self, other: Tally) -> None:
        """Count what another tally has counted too."""
        self.boundaries.update(other.boundaries)
        self.operations.update(other.operations)
        for name in ("crash_states", "second_crashes", "images", "failed_calls", "damaged", "random_steps", "kills"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Examiner:
    """Tries one request on one place. Openings are remembered: an image leads to one result, and is opened once."""

    def __init__(self, place: Place, request: Request, random: Random) -> None:
        self.place = place
        self.guild = place.guild
        self.request = request
        self.random = random
        self.tally = Tally()
        self.crashes_again = True
        self.is_told = False
        self._openings: dict[Image, Opening] = {}
        self._judged: set[tuple[Image, tuple[int, ...], bool, bool]] = set()

    # ------------------------------------------------------------ crashes

    def crashes(self, *, again: bool = True) -> Iterator[Complaint]:
        """Crash before and after every call of the operation; judge all that a power loss, or a kill, may leave.

        `again`: crash at every call of each recovery, too.
        """
        self.crashes_again = again
        request = self.request
        store, watched = opened_on(snapshot_of(self.place.image), None, self.guild)
        assert store is not None
        watched.moments.clear()
        watched.log.clear()
        said = store.submit(request.operation, request.intent)
        if said != request.answer:
            yield Law.ANSWER, f"it is answered with {_words(said)} instead of {_words(request.answer)}"
        moments = watched.end()
        self.tally.boundaries[request.intent.kind.name] += len(moments)
        self.tally.operations[request.intent.kind.name] += 1
        yield from self.about_steps([moment.snapshot for moment in moments], watched.log)
        for number, moment in reversed(list(enumerate(moments))):
            self.is_told = number == len(moments) - 1
            is_bound = self.is_told or switches_before(moments[:number]) > 0
            allowed = (request.after,) if is_bound else (request.before, request.after)
            yield from self.power_loss(moment.snapshot, allowed)
            if again and not moment.snapshot.at_rest:
                yield from self.kill(moment.snapshot, allowed)
        self.tally.images += len(self._openings)

    def about_steps(self, snapshots: Sequence[Snapshot], log: Sequence[tuple[Call, str]]) -> Iterator[Complaint]:
        """Does the disk go through the kernel's own steps, and does rotation wait for the read-back?"""
        found, due = steps_on_disk(snapshots), steps_of(self.request, snapshots[0], self.guild.rulings)
        if found != due:
            at = next((i for i, (one, other) in enumerate(zip(found, due, strict=False)) if one != other), len(due))
            yield (
                Law.STEPS,
                f"step {at} of {len(due)}: the disk shows {found[at : at + 1]}, the procedure has {due[at : at + 1]}",
            )
        is_read: set[str] = set()
        for call, name in log:
            if call is Call.REPLACE and name == ACTIVE:
                is_read = set()
            elif call is Call.READ and (name == ACTIVE or name.startswith(COMMIT)):
                is_read.add(COMMIT if name.startswith(COMMIT) else name)
            elif call is Call.REPLACE and name == SHELF and is_read != {ACTIVE, COMMIT}:
                yield Law.STEPS, "backups are rotated before the active commit has been read back"

    def power_loss(self, snapshot: Snapshot, allowed: Sequence[Commit], by_crash: bool = True) -> Iterator[Complaint]:
        """Judge every image that a power loss may leave now."""
        for image in after_power_loss(snapshot, self.random):
            self.tally.crash_states += 1
            yield from self.judged(image, allowed, by_crash)

    def kill(self, snapshot: Snapshot, allowed: Sequence[Commit]) -> Iterator[Complaint]:
        """The process dies and starts again; the power goes while it recovers, or after."""
        opening = opening_of(snapshot, self.guild)
        if opening.commit is None or opening.commit not in allowed:
            yield self.not_allowed(opening, allowed)
            return
        for moment in opening.moments:
            for image in after_power_loss(moment.snapshot, self.random):
                self.tally.second_crashes += 1
                yield from self.judged(image, allowed)
        yield from self.power_loss(opening.end, (opening.commit,))

    def judged(self, image: Image, allowed: Sequence[Commit], by_crash: bool = True) -> Iterator[Complaint]:
        """What is wrong with what an image leads to, each image once."""
        key = (image, tuple(commit.sequence for commit in allowed), by_crash, self.is_told)
        if key in self._judged:
            return
        self._judged.add(key)
        opening = self.opening(image)
        if opening.standing is not Standing.PLAYABLE or opening.commit not in allowed:
            yield self.not_allowed(opening, allowed)
            return
        yield from complaints_about(opening.end, self.guild, by_crash=by_crash)
        yield from self.reopened(image, opening)
        yield from self.retried(opening)

    def not_allowed(self, opening: Opening, allowed: Sequence[Commit]) -> Complaint:
        """The slot opens at a commit that it must not be at: one that a client was told of is lost, or a step is."""
        due = " or ".join(str(commit.sequence) for commit in allowed)
        found = opening.standing.name if opening.commit is None and opening.standing else "another state"
        if opening.commit is not None:
            found = f"commit {opening.commit.sequence}"
        return (Law.THERE if self.is_told else Law.WHOLE), f"opening leads to {found} where commit {due} is due"

    def opening(self, image: Image) -> Opening:
        """What opening this image leads to."""
        if image not in self._openings:
            self._openings[image] = opening_of(snapshot_of(image), self.guild)
        return self._openings[image]

    def reopened(self, image: Image, opening: Opening) -> Iterator[Complaint]:
        """Open again, after the first opening was cut short at each call, or was not."""
        again = self.opening(image_of(opening.end))
        if again.commit != opening.commit or image_of(again.end) != image_of(opening.end):
            yield Law.AGAIN, "opening a second time leads to another commit, or changes a byte"
        for moment in opening.moments if self.crashes_again else ():
            for left in after_power_loss(moment.snapshot, self.random):
                self.tally.second_crashes += 1
                if left != image and self.opening(left).commit != opening.commit:
                    yield Law.AGAIN, "after a crash of the first opening the second leads to another commit"

    def retried(self, opening: Opening) -> Iterator[Complaint]:
        """Ask for the same operation again, and for another under its ID."""
        request = self.request
        disk = SimulatedDisk(opening.end)
        store = slot_on(disk, self.guild)
        said = store.submit(request.operation, request.intent)
        if said != request.answer or store.held is None or store.held.commit != request.after:
            yield Law.ANSWER, f"asked again it is answered with {_words(said)} instead of {_words(request.answer)}"
        yield from self.still_known(store)
        if request.after == request.before:
            return
        image = image_of(disk.now)
        other = replace(request.intent, amount=request.intent.amount + 1)
        said = store.submit(request.operation, other)
        if said.reason is not Reason.OPERATION_ID_CONFLICT or image_of(disk.now) != image:
            yield Law.CONFLICT, f"its ID with another intent is answered with {_words(said)}"

    def still_known(self, store: Store) -> Iterator[Complaint]:
        """Ask again for what this operation has compacted."""
        kept = {row.operation for row in self.request.after.journal}
        for row in self.request.before.journal:
            if row.status is not Status.NONE and row.operation not in kept:
                try:
                    said = store.submit(row.operation, row.intent)
                except NotSaved as error:
                    yield Law.ANSWER, f"a compacted ID is taken for a new one: {error}"
                    return
                if (said.status, said.receipt) != (row.status, row.receipt):
                    yield Law.ANSWER, f"a compacted ID is answered with {_words(said)}, not {row.status.value}"

    # ------------------------------------------------------------ failed calls

    def failures(self, troubles: Iterable[Trouble] = Trouble) -> Iterator[Complaint]:
        """Each trouble at each call it can befall, once and from then on, while the operation runs."""
        kinds = self._kinds()
        for trouble in troubles:
            for at, call in enumerate(kinds):
                for is_lasting in (False, True):
                    if call in trouble.calls:
                        yield from self.failure(Fault(trouble, at, is_lasting))

    def _kinds(self) -> list[Call]:
        """The calls of an undisturbed operation."""
        store, watched = opened_on(snapshot_of(self.place.image), None, self.guild)
        assert store is not None
        first = len(watched.kinds)
        store.submit(self.request.operation, self.request.intent)
        return watched.kinds[first:]

    def failure(self, fault: Fault) -> Iterator[Complaint]:
        """One run with one fault: what it says, what it leaves, and whether it can be made good."""
        request = self.request
        self.tally.failed_calls += 1
        store = slot_on(SimulatedDisk(snapshot_of(self.place.image)), self.guild)
        watched = Watched(SimulatedDisk(snapshot_of(self.place.image)), fault)
        store.medium = watched
        try:
            said: Answer | None = store.submit(request.operation, request.intent)
        except (NotSaved, Stopped) as error:
            said = None
            shown = shown_on(watched.disk.now).active
            if isinstance(error, NotSaved) and (store.held is None or shown != store.held.commit):
                yield Law.RETRIED, f"{fault}: it is said not to be saved, but the disk has moved on"
        if said not in (None, request.answer):
            yield Law.RETRIED, f"{fault}: it is answered with {_words(said)} instead of {_words(request.answer)}"
        if said is None and fault.trouble is Trouble.SHORT:
            yield Law.RETRIED, f"{fault}: a short write is no error, but the operation fails"
        self.is_told = said is not None
        allowed = (request.after,) if said is not None else (request.before, request.after)
        for law, says in self.power_loss(watched.disk.now, allowed):
            yield law, f"{fault}: {says}"
        watched.fault = None
        for law, says in self._made_good(store, watched):
            yield law, f"{fault}: {says}"

    def _made_good(self, store: Store, watched: Watched) -> Iterator[Complaint]:
        """The disk works again: the same client goes on, or opens the slot anew if the store has stopped."""
        request = self.request
        try:
            if store.standing is Standing.STOPPED:
                store = slot_on(watched, self.guild)
            said = store.submit(request.operation, request.intent)
        except (NotSaved, Stopped, Unavailable, ValueError) as error:
            yield Law.RETRIED, f"the disk works again, but not the operation: {error}"
            return
        if said != request.answer:
            yield Law.RETRIED, f"asked again it is answered with {_words(said)} instead of {_words(request.answer)}"
        self.is_told = True
        yield from self.power_loss(watched.disk.now, (request.after,))

    def failed_openings(self) -> Iterator[Complaint]:
        """Trouble at each call of opening a slot in which the operation was cut short."""
        store, watched = opened_on(snapshot_of(self.place.image), None, self.guild)
        assert store is not None
        watched.moments.clear()
        store.submit(self.request.operation, self.request.intent)
        seen: set[Image] = set()
        for moment in watched.end():
            image = image_of(moment.snapshot)
            if image not in seen:
                seen.add(image)
                yield from self._failed_opening(image)

    def _failed_opening(self, image: Image) -> Iterator[Complaint]:
        due = self.opening(image).commit
        _, plain = opened_on(snapshot_of(image), None, self.guild)
        for trouble in Trouble:
            for at, call in enumerate(plain.kinds):
                for is_lasting in (False, True):
                    if call not in trouble.calls:
                        continue
                    self.tally.failed_calls += 1
                    fault = Fault(trouble, at, is_lasting)
                    store, watched = opened_on(snapshot_of(image), fault, self.guild)
                    if store is not None and store.standing is Standing.EMPTY:
                        yield Law.THERE, f"{fault} while opening: the slot counts as empty"
                    for left in after_power_loss(watched.disk.now, self.random):
                        if self.opening(left).commit != due:
                            yield Law.AGAIN, f"{fault} while opening: the next opening leads to another commit"


def switches_before(moments: Iterable[Moment]) -> int:
    """How often the active pointer has been replaced durably: what is pending from then on is no longer undone.

    Rules: AG-SAV-5.1-02, AG-SAV-5.1-03.
    """
    found, is_replaced = 0, False
    for moment in moments:
        if moment.next is Call.FSYNC_DIRECTORY and is_replaced:
            found, is_replaced = found + 1, False
        elif moment.next is Call.REPLACE and moment.name == ACTIVE:
            is_replaced = True
    return found


def opening_of(snapshot: Snapshot, guild: Guild = LEGACY) -> Opening:
    """What opening a slot on this disk leads to."""
    store, watched = opened_on(snapshot, None, guild)
    if store is None:
        return Opening(None, None, tuple(watched.moments), watched.disk.now)
    commit = None if store.held is None else store.held.commit
    return Opening(store.standing, commit, tuple(watched.moments), watched.disk.now)


def _words(said: Answer | None) -> str:
    if said is None:
        return "nothing"
    return f"{said.status.value}, receipt {said.receipt}, {said.reason.name}"
