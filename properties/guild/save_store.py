"""What must hold of the save store: envelopes, identities, validation case by case, and the laws of the fault campaign.

The laws are decided on the cases of the smoke campaign, each of which tries every crash state, every failed call or
every damage of its kind; longer ones are run by `ruleproof crash`.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from kernel.guild.save.commit import Commit
from kernel.guild.save.envelope import MOST_BYTES, MOST_DEPTH, Damaged, Flaw, canonical, opened, sealed
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.medium import Folder, SlotInUse
from kernel.guild.save.rulings import FROZEN, SaveRulings
from kernel.guild.save.slot import NONE, Drafting, Life, Offer, Recruit
from kernel.guild.save.store import NotSaved, Store
from kernel.guild.save.store_codec import Misfit, hexed
from kernel.guild.save.store_commit import NO_PARENT, Identity, commit_in, held_of, operation_id, stored_of
from kernel.guild.save.store_commit import bytes_of as bytes_of_commit
from kernel.guild.save.store_files import file_of
from kernel.guild.save.store_recovery import opened_store
from kernel.guild.save.validation import Fault, first_fault
from model.campaign import Case, cases_of, complaints_of
from model.disk import SimulatedDisk, image_of, snapshot_of
from model.store_damage import envelope
from model.store_oracle import Law
from model.store_runs import (
    GENESIS,
    IDENTITY,
    STARTS,
    TO_MARKET,
    UNPAYABLE,
    Place,
    after,
    opened_on,
    place_at,
    request_of,
)
from model.verdict import Verdict
from properties.claim import fact

# ---------------------------------------------------------------- bytes

#: Payloads that no save has, and what is wrong with each first.
HOSTILE = (
    (b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1), Flaw.DEPTH),
    (b"[" * 50_000, Flaw.DEPTH),
    (b'{"a":' * 50_000, Flaw.DEPTH),
    (b"[", Flaw.JSON),
    (b"", Flaw.JSON),
    (b"\xff", Flaw.JSON),
    (b'"\\ud800"', Flaw.JSON),
    (b'{"a":1,"a":1}', Flaw.DUPLICATE),
    (b"0.5", Flaw.NUMBER),
    (b"NaN", Flaw.NUMBER),
    (b"9" * 5_000, Flaw.NUMBER),
    (b"18446744073709551616", Flaw.NUMBER),
    (b'{"b":1,"a":1}', Flaw.CANONICAL),
    (b'{ "a":1}', Flaw.CANONICAL),
    (b"-0", Flaw.CANONICAL),
)


@fact("AG-SAV-11.2-01", cases=lambda: HOSTILE)
def a_hostile_payload_is_refused_for_what_is_wrong_with_it(case: tuple[bytes, Flaw]) -> bool:
    """A payload that nests too deep, is no canonical JSON or has odd numbers is refused, checksums right or not."""
    payload, flaw = case
    return flaw_of(envelope("commit", payload)) is flaw


def flaw_of(data: bytes, kind: str = "commit") -> Flaw | None:
    """What is wrong with an envelope."""
    try:
        opened(kind, data)
    except Damaged as error:
        return error.flaw
    return None


#: An envelope to be damaged.
SAMPLE = sealed("commit", {"coin": 52, "name": "Ada"})


def damaged_samples() -> Iterator[tuple[str, bytes]]:
    """The sample with each of its bits flipped, cut at each length, prolonged, and under another kind."""
    for place in range(len(SAMPLE) * 8):
        flipped = bytearray(SAMPLE)
        flipped[place // 8] ^= 1 << place % 8
        yield f"bit {place} flipped", bytes(flipped)
    for length in range(len(SAMPLE)):
        yield f"cut after {length} bytes", SAMPLE[:length]
    yield "prolonged", SAMPLE + b" "
    yield "of another kind", sealed("pointer", {"coin": 52, "name": "Ada"})
    yield "longer than may be", SAMPLE + bytes(MOST_BYTES)


@fact("AG-SAV-11.2-01", "AG-SAV-11.2-02", "AG-SAV-2-03", cases=damaged_samples)
def no_damaged_envelope_is_opened(case: tuple[str, bytes]) -> bool:
    """An envelope with one bit flipped, cut anywhere, prolonged or of another kind is refused."""
    return flaw_of(case[1]) is not None


def wrong_checksums() -> Iterator[tuple[bytes, Flaw]]:
    """Envelopes of which one checksum alone is wrong."""
    payload = canonical({"coin": 52})
    good = envelope("commit", payload)
    crc = good[good.index(b"\n") - 8 : good.index(b"\n")]
    yield good.replace(crc, b"00000000", 1), Flaw.CRC32
    sha = good.split(b" ")[3]
    head = good[: good.index(b"\n") - 8].replace(sha, b"0" * 64)
    yield envelope_with(head, payload), Flaw.SHA256


def envelope_with(head: bytes, payload: bytes) -> bytes:
    """An envelope with this header, and the CRC32 that fits it."""
    return head + f"{zlib.crc32(head + payload):08x}\n".encode("ascii") + payload


@fact("AG-SAV-2-03", "AG-SAV-11.2-02", cases=wrong_checksums)
def crc32_and_sha256_are_both_compared(case: tuple[bytes, Flaw]) -> bool:
    """A wrong CRC32 is noticed with the SHA-256 right, and a wrong SHA-256 with the CRC32 right."""
    return flaw_of(case[0]) is case[1]


# ---------------------------------------------------------------- identities and commits


@fact("AG-SAV-2-03", cases=lambda: (0, 1, 2**64 - 1, 2**64, 2**128 - 1, 0xABCDEF))
def an_identity_is_128_bits_in_lowercase_hexadecimal(identity: int) -> bool:
    """An identity is written as 32 lowercase hexadecimal digits; what does not fit has no text."""
    text = hexed(identity)
    commit_id = stored_of(IDENTITY, place_at(()).commit, NO_PARENT).commit_id
    digits = set("0123456789abcdef")
    return text is not None and len(text) == len(commit_id) == 32 and set(text + commit_id) <= digits


def operations() -> Iterator[tuple[Kind, int, int, int, str]]:
    """Inputs of an operation ID: kind, sequence, source, nonce and lineage."""
    return product(Kind, (0, 1, 12), (0, 1), (0, 1), ("c3" * 16, "d4" * 16))


@fact("AG-SAV-4-02", cases=operations)
def an_operation_id_differs_with_every_input(case: tuple[Kind, int, int, int, str]) -> bool:
    """Two operations have the same ID exactly if Guild, lineage, sequence, kind, source and nonce are the same."""
    mine = id_of(case)
    return ids()[mine] == 1 and mine < 2**128


@cache
def ids() -> Counter[int]:
    """How often each ID comes about."""
    return Counter(id_of(case) for case in operations())


def id_of(case: tuple[Kind, int, int, int, str]) -> int:
    """The ID of an operation with these inputs."""
    kind, sequence, source, nonce, lineage = case
    return operation_id(Identity(IDENTITY.guild_id, lineage, 1), sequence, kind, source, nonce)


#: What a commit file names, as the text lists it.
PARTS = {"identity", "save_schema_version", "ruleset_version", "content_revision"} | {"commit_id", "parent_commit_id"}
SAYS = {"sequence", "parent", "slot", "journal", "head"}


@fact("AG-SAV-2-02", cases=lambda: tuple(STARTS))
def a_commit_names_its_parts_and_vouches_for_its_parent(start: str) -> bool:
    """A commit names its Guild, lineage, slot, versions, parent and sequence, draft, run and journal; its identity
    changes with its parent, and it is read as it was written."""
    commit = place_at(STARTS[start]).commit
    stored = stored_of(IDENTITY, commit, NO_PARENT)
    data = bytes_of_commit(stored)
    plain = opened("commit", data)
    held = held_of(stored, data)
    named = set(plain) >= PARTS and set(plain["commit"]) >= SAYS and set(plain["commit"]["slot"]) >= {"draft", "run"}
    other = stored_of(IDENTITY, commit, "f" * 32)
    return named and other.commit_id != stored.commit_id and commit_in(data, held.pointer.file, IDENTITY) == held


def misplaced_commits() -> Iterator[tuple[bytes, str, Identity]]:
    """Well-formed commits: of another Guild, lineage or slot, and under the name of another."""
    stored = stored_of(IDENTITY, place_at(STARTS["draft"]).commit, NO_PARENT)
    data = bytes_of_commit(stored)
    name = held_of(stored, data).pointer.file
    yield data, name, replace(IDENTITY, guild_id="0" * 32)
    yield data, name, replace(IDENTITY, lineage_id="0" * 32)
    yield data, name, replace(IDENTITY, slot_id=2)
    yield data, name.replace("commit-0", "commit-1"), IDENTITY


@fact("AG-SAV-11.2-04", cases=misplaced_commits)
def a_commit_of_another_save_is_refused(case: tuple[bytes, str, Identity]) -> bool:
    """A commit of another Guild, lineage or slot, or under another commit's name, is refused, well-formed as it is."""
    try:
        commit_in(*case)
    except Misfit:
        return True
    return False


# ---------------------------------------------------------------- candidates


def invalid_commits() -> Iterator[tuple[Commit, Fault]]:
    """Commits that fail one check each, and which."""
    market, reward = place_at(STARTS["market"]).commit, place_at(STARTS["reward"]).commit
    draft, locked = place_at(STARTS["draft"]).commit, place_at(STARTS["locked"]).commit
    run = market.slot.run
    yield replace(market, parent=market.sequence), Fault.LINKS
    yield replace(market, journal=(replace(market.journal[0], receipt=NONE), *market.journal[1:])), Fault.JOURNAL
    yield replace(market, head=market.head + 1), Fault.JOURNAL
    yield replace(market, journal=(*market.journal, market.journal[0])), Fault.JOURNAL
    yield with_run(market, coin=-1), Fault.BALANCES
    yield with_run(market, credit=55), Fault.BALANCES
    yield with_run(market, recruits=(run.recruits[0],) * 3), Fault.RECRUITS
    worn = reward.slot.run
    yield with_run(reward, inventory=(True,) * len(worn.inventory), recruits=wearing(worn.recruits)), Fault.ITEMS
    yield replace(market, slot=replace(market.slot, draft=draft.slot.draft)), Fault.CREATION
    half = replace(draft.slot.draft, status=Drafting.SELECTION_READY, second=NONE)
    yield replace(draft, slot=replace(draft.slot, draft=half)), Fault.CREATION
    yield with_run(market, offers=(Offer(run.board + 1, True, False, 3), *run.offers[1:])), Fault.MARKET
    yield with_run(locked, outcome=NONE), Fault.ENCOUNTER
    yield with_run(draft, coin=1), Fault.CLOSE


def with_run(commit: Commit, **changes: object) -> Commit:
    """The commit with another run."""
    return replace(commit, slot=replace(commit.slot, run=replace(commit.slot.run, **changes)))  # type: ignore[arg-type]


def wearing(recruits: tuple[Recruit, ...]) -> tuple[Recruit, ...]:
    """The Recruits, of whom the living all wear item 0."""
    return tuple(replace(each, item=0) if each.life is Life.LIVING else each for each in recruits)


@fact(*(f"AG-SAV-11.2-{number:02}" for number in range(4, 13)), cases=invalid_commits)
def a_commit_is_refused_for_the_first_check_it_fails(case: tuple[Commit, Fault]) -> bool:
    """A commit that fails a check is refused, and the check is named."""
    return first_fault(case[0]) is case[1]


@fact("AG-SAV-5-08", "AG-SAV-9.1-05", cases=invalid_commits)
def an_invalid_candidate_is_never_written(case: tuple[Commit, Fault]) -> bool:
    """A candidate that is no valid commit is refused before a byte of it reaches the disk."""
    place = place_at(STARTS["market"])
    store, watched = opened_on(snapshot_of(place.image))
    try:
        store._bring(stored_of(IDENTITY, case[0], NO_PARENT))  # type: ignore[union-attr]
    except NotSaved:
        return image_of(watched.disk.now) == place.image
    return False


@fact("AG-SAV-15-05", cases=lambda: (1, 2, 3))
def a_slot_has_one_writer(slots: int) -> bool:
    """While a slot is open for writing nobody else can open it, and afterwards anybody can; other slots are free."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"slot_{number}" for number in range(slots)]
        held = [Folder(path) for path in paths]
        try:
            refused = all(is_in_use(path) for path in paths)
        finally:
            for each in held:
                each.leave()
        return refused and not any(is_in_use(path) for path in paths)


def is_in_use(path: Path) -> bool:
    """Does somebody write to this slot?"""
    try:
        with Folder(path):
            return False
    except SlotInUse:
        return True


# ---------------------------------------------------------------- the laws of the campaign


def is_kept(law: Law, case: Case) -> bool:
    """Is nothing in this case against the law?"""
    return all(broken is not law for broken, _ in complaints_of(case))


@fact(*Law.WHOLE.rules, cases=lambda: cases_of(Law.WHOLE))
def a_crash_leaves_the_parent_or_the_child(case: Case) -> bool:
    """After a crash the slot is at the parent or at the applied child, and nowhere else."""
    return is_kept(Law.WHOLE, case)


@fact(*Law.PENDING.rules, cases=lambda: cases_of(Law.PENDING))
def what_is_pending_on_disk_has_no_delta(case: Case) -> bool:
    """What lies pending on the disk has the parent's gameplay and no delta."""
    return is_kept(Law.PENDING, case)


@fact(*Law.STEPS.rules, cases=lambda: cases_of(Law.STEPS))
def the_disk_goes_through_the_steps_of_the_procedure(case: Case) -> bool:
    """The disk goes through the steps of the procedure, in their order, and through no others."""
    return is_kept(Law.STEPS, case)


@fact(*Law.THERE.rules, cases=lambda: cases_of(Law.THERE))
def what_is_acknowledged_outlasts_every_crash(case: Case) -> bool:
    """What has been acknowledged outlasts every crash, as the active commit."""
    return is_kept(Law.THERE, case)


@fact(*Law.ANSWER.rules, cases=lambda: cases_of(Law.ANSWER))
def the_store_answers_a_repetition_alike(case: Case) -> bool:
    """The same operation, asked again, gets the same answer and is applied once."""
    return is_kept(Law.ANSWER, case)


@fact(*Law.CONFLICT.rules, cases=lambda: cases_of(Law.CONFLICT))
def the_store_refuses_another_intent_under_one_id(case: Case) -> bool:
    """The same ID with another intent is a conflict that changes nothing."""
    return is_kept(Law.CONFLICT, case)


@fact(*Law.OWNERS.rules, cases=lambda: cases_of(Law.OWNERS))
def on_disk_every_item_has_one_owner_and_coin_adds_up(case: Case) -> bool:
    """Every item has one owner, and Coin is the sum of what the receipts say."""
    return is_kept(Law.OWNERS, case)


@fact(*Law.LEDGERS.rules, cases=lambda: cases_of(Law.LEDGERS))
def both_ledgers_on_disk_hold_the_same_receipts(case: Case) -> bool:
    """Both ledgers hold the closure receipts of the active commit, and nothing else."""
    return is_kept(Law.LEDGERS, case)


@fact(*Law.DEAD.rules, cases=lambda: cases_of(Law.DEAD))
def nobody_fallen_lives_after_any_crash(case: Case) -> bool:
    """Nobody whose casualty is known lives."""
    return is_kept(Law.DEAD, case)


@fact(*Law.BACKUPS.rules, cases=lambda: cases_of(Law.BACKUPS))
def backups_on_disk_are_distinct_prior_boundaries(case: Case) -> bool:
    """There are up to four backups, distinct valid boundaries before the active one, and no fewer than there can be."""
    return is_kept(Law.BACKUPS, case)


@fact(*Law.CHECKPOINTS.rules, cases=lambda: cases_of(Law.CHECKPOINTS))
def checkpoints_on_disk_last_as_long_as_they_should(case: Case) -> bool:
    """The checkpoints of draft, run and Market are kept as long as they should be."""
    return is_kept(Law.CHECKPOINTS, case)


@fact(*Law.TIDY.rules, cases=lambda: cases_of(Law.TIDY))
def no_file_is_left_that_nothing_points_to(case: Case) -> bool:
    """After opening there is no file that nothing points to."""
    return is_kept(Law.TIDY, case)


@fact(*Law.AGAIN.rules, cases=lambda: cases_of(Law.AGAIN))
def opening_a_slot_twice_is_opening_it_once(case: Case) -> bool:
    """Opening again leads to the same commit and changes no byte, wherever the first opening was cut short."""
    return is_kept(Law.AGAIN, case)


@fact(*Law.KEPT_BYTES.rules, cases=lambda: cases_of(Law.KEPT_BYTES))
def rejected_bytes_are_kept_and_listed(case: Case) -> bool:
    """Bytes that are rejected stay in quarantine and in the manifest; after a mere crash there are none."""
    return is_kept(Law.KEPT_BYTES, case)


@fact(*Law.RETRIED.rules, cases=lambda: cases_of(Law.RETRIED))
def a_failed_write_can_be_made_good(case: Case) -> bool:
    """A write that fails leaves the parent, or what is pending; when the disk works again, so does the operation."""
    return is_kept(Law.RETRIED, case)


@fact(*Law.PROVEN.rules, cases=lambda: cases_of(Law.PROVEN))
def damage_leads_to_what_is_still_proved(case: Case) -> bool:
    """Damage leads to the newest boundary that is still proved, to a sealed run, or to a blocked slot."""
    return is_kept(Law.PROVEN, case)


@fact(*Law.STRICT.rules, cases=lambda: cases_of(Law.STRICT))
def no_damaged_file_is_let_in(case: Case) -> bool:
    """Hostile, swapped and misplaced files are refused."""
    return is_kept(Law.STRICT, case)


# ---------------------------------------------------------------- a finding


def rejected_after() -> tuple[Place, ...]:
    """Places at which the newest operation was rejected; the one before it was applied."""
    bought = place_at((*TO_MARKET, Intent(Kind.BUY_ITEM, place=0, item=0)))
    places = (place_at(TO_MARKET), bought)
    return tuple(
        after(place, Intent(Kind.REFRESH, amount=UNPAYABLE, expected=place.commit.slot.run.board)) for place in places
    )


@fact("AG-SAV-5-10", "AG-SAV-11.1-03", cases=rejected_after, expect=Verdict.REFUTED, finding="F-220")
def one_lost_file_undoes_one_operation_at_most(place: Place) -> bool:
    """When the file of the active commit is lost, the slot opens at the boundary before it or later."""
    return opens_at_after_loss(place, FROZEN) >= place_at(place.path[:-1]).commit.sequence


def opens_at_after_loss(place: Place, rulings: SaveRulings) -> int:
    """The sequence at which a slot opens that was played under these rulings and lost its active commit's file."""
    disk = SimulatedDisk()
    store = opened_store(disk, IDENTITY, GENESIS, rulings)
    store.found()
    for intent in place.path:
        request = request_of(active(store), intent, rulings)
        store.submit(request.operation, intent)
    disk.unlink(file_of(store.held.stored.commit_id, active(store).sequence))  # type: ignore[union-attr]
    return active(opened_store(disk, IDENTITY, GENESIS, rulings)).sequence


def active(store: Store) -> Commit:
    """What a store is at. Raises `ValueError` if it is nowhere."""
    if store.held is None:
        raise ValueError(store.standing.value)
    return store.held.commit
