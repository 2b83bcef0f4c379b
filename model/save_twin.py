"""The TLA+ reading of the save contract beside the kernel: worlds that start alike, and how a state of one reads.

Each mapping builds the whole state of the kernel's machine from what TLA+ says. What TLA+ leaves out follows from what
it has, or from the start: which kernel intent a name stands for, what a row changed in items and Recruits, why it was
rejected, what closing a run leaves, and numbers where it has contents (backups) or contents where the kernel has
numbers. Nothing of the TLA+ state is dropped, so different TLA+ states are different kernel states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit, Phase, Station
from kernel.guild.save.creation import offer_label
from kernel.guild.save.intent import Intent, Kind, Reason
from kernel.guild.save.journal import FREE, ZERO, Delta, Row, Status
from kernel.guild.save.rulings import FROZEN, GROWING, Rotation
from kernel.guild.save.slot import (
    NO_DRAFT,
    NO_OFFERS,
    NONE,
    NOT_CREATED,
    OPENING_CAPACITY,
    OPENING_COIN,
    OPENING_OFFERS,
    Cause,
    Created,
    Draft,
    Drafting,
    Life,
    Offer,
    Recruit,
    Run,
    Slot,
    Stage,
    cleared_run,
    no_run,
)
from model.crash_matrix import DECLINED, NOTHING, Bench, fresh, game
from model.engines.tla_values import TlaFunction, TlaState, TlaValue, print_value
from model.game import World
from model.save_worlds import ABANDONED, EMPTY, SaveWorld

#: The kernel's names for the operations, and what the intents of the TLA+ world stand for.
OPERATIONS = ("a", "b")
CLOSE = "q"
INTENTS: Mapping[str, Intent] = {
    "x": Intent(Kind.BUY_ITEM, 0, 0, 1),
    "y": Intent(Kind.BUY_ITEM, 1, 1, 2),
    "s": Intent(Kind.SELL_ITEM, item=2, amount=1),
    CLOSE: Intent(Kind.CLOSE, extra=ABANDONED),
}
BACKUPS = 2
#: The list price of a Recruit of the opening, which TLA+ leaves out.
LISTED = 14
#: Where the writer stands.
PHASES = {phase.name.lower(): phase for phase in Phase}


class NotMapped(ValueError):
    """A TLA+ state that stands for nothing in the kernel."""


# ---------------------------------------------------------------- worlds that start alike


def start() -> Slot:
    """1 Coin, one item on the board for 1 and one for 2, one in the inventory; a Company without Recruits."""
    run = replace(
        no_run(0, 3, 2),
        stage=Stage.MARKET,
        seed=0,
        coin=1,
        inventory=(False, False, True),
        offers=(Offer(0, True, False, 1), Offer(0, True, False, 2)),
        board=0,
    )
    return Slot(1, NO_DRAFT, run, Created(0, 0, 1, 0), 0, (), 1, Cause.NOT_ENDED)


def twin(name: str, rotation: Rotation) -> SaveWorld:
    """The kernel's world that starts as the TLA+ model does."""
    rulings = replace(FROZEN, rotation=rotation)
    about = f"buy one of two items, sell a third, close the run; backups rotated after rejections: {rotation.value}"
    begun = fresh(start(), tuple(INTENTS.values()), len(OPERATIONS), BACKUPS)
    return World(name, about, game(rulings), (begun,), rulings, 60_000, frozenset({"unwatch"}))


TWINS: Mapping[str, SaveWorld] = {
    each.name: each
    for each in (twin("save-twin", Rotation.APPLIED_ONLY), twin("save-twin-final", Rotation.EVERY_FINAL))
}


# ---------------------------------------------------------------- a state


def state_of(tla: TlaState) -> Bench:
    """The kernel's state for a state of Commit.tla in one of the twin worlds. Errors: NotMapped."""
    variables = dict(tla.variables)
    phase = PHASES[text_of(variables["pc"])]
    active, prior, made = (record_of(variables[name]) for name in ("active", "prior", "made"))
    boundary = number_of(prior["seq"])
    kept = _commit(active, boundary)
    other = kept
    if number_of(made["seq"]) >= 0:
        is_from_boundary = not _pending(active)
        other = _commit(made, number_of(active["seq"]) if is_from_boundary else boundary)
    # While the switch is not read back TLA+ still counts the parent, the kernel already the child.
    counts, aside = (other, kept) if phase is Phase.SWITCHED else (kept, other)
    numbers = tuple(number_of(record_of(each)["seq"]) for each in list_of(variables["backup"]))
    ledgers = (len(list_of(variables["ledgerA"])), len(list_of(variables["ledgerB"])))
    station = Station(phase, counts, aside, (*numbers, *(NONE,) * (BACKUPS - len(numbers))), ledgers)
    told = record_of(variables["told"])
    answers = tuple({0: NOTHING, -1: DECLINED}.get(number_of(told[o]), number_of(told[o])) for o in OPERATIONS)
    return Bench(station, tuple(INTENTS.values()), answers, reuses=False)


def _commit(fields: Mapping[str, TlaValue], boundary: int) -> Commit:
    """A commit whose newest boundary before it has this number."""
    rows = {name: record_of(row) for name, row in record_of(fields["row"]).items()}
    kernel = sorted((row for row in (_row(name, rows) for name in OPERATIONS) if row), key=lambda row: row.before)
    sequence = number_of(fields["seq"])
    return Commit(
        sequence=sequence,
        parent=boundary,
        is_boundary=not _pending(fields),
        slot=_slot(fields, rows),
        journal=(*kernel, *(FREE,) * (len(OPERATIONS) - len(kernel))),
        head=sum(1 for row in kernel if row.status is Status.APPLIED and row.intent.kind is Kind.CLOSE),
        applies=any(row.receipt == sequence and row.status is Status.APPLIED for row in kernel),
    )


def _row(name: str, rows: Mapping[str, Mapping[str, TlaValue]]) -> Row | None:
    """A row of the journal; None for an operation that has none."""
    fields = rows[name]
    status = text_of(fields["status"])
    if status == "none":
        return None
    is_applied = status == "applied"
    return Row(
        operation=OPERATIONS.index(name),
        status=Status[status.upper()],
        intent=INTENTS[text_of(fields["intent"])],
        delta=_delta(fields, rows) if is_applied else ZERO,
        before=number_of(fields["asked"]),
        receipt=number_of(fields["receipt"]) if is_applied else NONE,
        reason=Reason.INSUFFICIENT if status == "rejected" else Reason.NONE,
    )


def _delta(fields: Mapping[str, TlaValue], rows: Mapping[str, Mapping[str, TlaValue]]) -> Delta:
    """What an applied row changed: Coin as TLA+ has it, items as the names of the intents have it."""
    got = text_of(fields["got"])
    if got == CLOSE:
        owned = 1 + sum(_items(text_of(row["got"])) for row in rows.values() if text_of(row["got"]) != CLOSE)
        return Delta(-number_of(fields["cost"]), 0, 0, 0, -owned, 0)
    return Delta(-number_of(fields["cost"]), 0, 0, 0, _items(got), 0)


def _items(got: str) -> int:
    """How many items more there are by a result."""
    return {"none": 0, "s": -1}.get(got, 1)


def _slot(fields: Mapping[str, TlaValue], rows: Mapping[str, Mapping[str, TlaValue]]) -> Slot:
    """What the slot holds: Coin, what is still on the board or in the inventory, or nothing after a close."""
    first, left = start(), frozenset(map(text_of, set_of(fields["offers"])))
    if any(text_of(row["got"]) == CLOSE for row in rows.values()):
        if left or number_of(fields["coin"]):
            raise NotMapped("something is left of a closed run")
        return replace(first, run=cleared_run(first.run), cause=Cause.ABANDONED)
    board = tuple(replace(each, is_open=name in left) for name, each in zip("xy", first.run.offers, strict=True))
    inventory = ("x" not in left, "y" not in left, "s" in left)
    run = replace(first.run, coin=number_of(fields["coin"]), offers=board, inventory=inventory)
    return replace(first, run=run)


def _pending(fields: Mapping[str, TlaValue]) -> bool:
    return any(text_of(record_of(row)["status"]) == "pending" for row in record_of(fields["row"]).values())


# ---------------------------------------------------------------- creation

#: What the TLA+ kinds of operations are in the kernel.
KINDS = {
    "begin": Kind.BEGIN,
    "materialize": Kind.MATERIALIZE,
    "select": Kind.SELECT,
    "commit": Kind.COMMIT_RUN,
    "close": Kind.CLOSE,
}
Rest = tuple[Slot, tuple[Row, ...]]
"""What a writer at rest has before it: the slot and the journal."""


def creating(edition: Edition, picks: tuple[tuple[int, ...], ...], revisions: int, operations: int) -> SaveWorld:
    """One creation in which clients name any of these picks at any revision so far, and abandon the run.

    Every draft is at rest in so many revisions at most. `picks` are positions in ascending order.
    """
    rulings = GROWING if edition is Edition.GROWTH else FROZEN
    menu = [_intent("begin", 0, 0, ()), _intent("materialize", 0, 0, ())]
    menu += [_intent("select", 0, revision, pick) for pick in picks for revision in range(revisions)]
    menu += [_intent("commit", 0, revision, pick) for pick in picks for revision in range(revisions + 1)]
    menu += [_intent("close", 0, 0, ())] if edition is Edition.FG4 else []
    begun = fresh(EMPTY, tuple(menu), operations, 1)
    about = "one creation, any pick at any revision"
    name = f"save-twin-creation-{edition.name.lower()}"
    return World(name, about, game(rulings), (begun,), rulings, 60_000, frozenset({"unwatch", "settle: rejected"}))


def rest_of(bench: Bench) -> Rest | None:
    """The slot and the journal where the writer is at rest; None elsewhere."""
    station = bench.station
    return (station.active.slot, station.active.journal) if station.phase is Phase.OPEN else None


def creation_of(tla: TlaState, edition: Edition, operations: int) -> Rest | None:
    """What a state of Creation.tla is in the kernel; None where its writer is not at rest. Errors: NotMapped."""
    variables = dict(tla.variables)
    if variables["pc"] != "idle":
        return None
    fields = record_of(variables["slot"])
    asked = [(record_of(row), record_of(record_of(row)["intent"])) for row in list_of(fields["rows"])]
    journal = tuple(_creation_row(number, row, intent) for number, (row, intent) in enumerate(asked))
    commits = [
        (n, row.intent) for n, row in enumerate(journal) if row.intent.kind is Kind.COMMIT_RUN and row.receipt > 0
    ]
    created = NOT_CREATED
    if commits:
        number, intent = commits[-1]
        created = Created(intent.expected, intent.place, intent.item, journal[number].receipt)
    run, cause = _run(record_of(fields["run"]), edition), Cause.NOT_ENDED
    if any(row.intent.kind is Kind.CLOSE and row.receipt > 0 for row in journal):
        cause = Cause.ABANDONED
    slot = replace(
        EMPTY,
        ordinal=number_of(fields["next"]) - 1,
        draft=_draft(record_of(fields["draft"])),
        run=run,
        created=created,
        cause=cause,
    )
    return slot, (*journal, *(FREE,) * (operations - len(journal)))


def _intent(kind: str, seed: int, revision: int, pick: tuple[int, ...]) -> Intent:
    """What a client asks for; what a kind does not use has its plainest value."""
    first, second = (*pick, NONE, NONE)[:2]
    match kind:
        case "begin":
            return Intent(Kind.BEGIN, 0, expected=seed)
        case "materialize":
            return Intent(Kind.MATERIALIZE, expected=seed)
        case "close":
            return Intent(Kind.CLOSE, extra=ABANDONED)
    return Intent(KINDS[kind], first, second, amount=revision, expected=seed)


def _creation_row(number: int, row: Mapping[str, TlaValue], asked: Mapping[str, TlaValue]) -> Row:
    """Row `number` of the journal; a pending child and a final one take a sequence each."""
    kind, status = text_of(asked["kind"]), text_of(row["status"])
    is_applied = status == "applied"
    coin, recruits = {"commit": (OPENING_COIN, 2), "close": (-OPENING_COIN, -2)}.get(kind, (0, 0))
    delta = Delta(coin, 0, 0, recruits, 0, 1 if kind == "begin" else 0)
    pick = tuple(sorted(map(number_of, set_of(asked["pick"]))))
    return Row(
        operation=number,
        status=Status[status.upper()],
        intent=_intent(kind, number_of(asked["seed"]) - 1, number_of(asked["revision"]), pick),
        delta=delta if is_applied else ZERO,
        before=2 * number,
        receipt=2 * number + 2 if is_applied else NONE,
        reason=Reason.NONE,
    )


def _draft(fields: Mapping[str, TlaValue]) -> Draft:
    """The draft; TLA+ counts seeds from 1 and has no Contracts."""
    seed = number_of(fields["seed"]) - 1
    if seed < 0:
        return NO_DRAFT
    offers = NO_OFFERS
    if fields["offers"] != ():
        first, second, third, fourth = (_label(item) for _, item in sorted(record_of(fields["offers"]).items()))
        offers = (first, second, third, fourth)
    pick = (*sorted(map(number_of, set_of(fields["pick"]))), NONE, NONE)
    return Draft(
        Drafting[text_of(fields["status"]).upper()], seed, 0, offers, pick[0], pick[1], number_of(fields["revision"])
    )


def _run(fields: Mapping[str, TlaValue], edition: Edition) -> Run:
    """The run or Company with its two Recruits; no run."""
    seed = number_of(fields["seed"]) - 1
    if seed < 0:
        return EMPTY.run
    labels = sorted(map(_label, set_of(fields["recruits"])))
    return replace(
        EMPTY.run,
        stage=Stage.GUILD if edition is Edition.GROWTH else Stage.MARKET,
        seed=seed,
        coin=OPENING_COIN,
        capacity=OPENING_CAPACITY,
        recruits=tuple(Recruit(Life.LIVING, False, NONE, 0, 0, LISTED, label) for label in labels),
    )


def _label(value: TlaValue) -> int:
    """The kernel's label of an offer, which TLA+ writes as its seed and its index."""
    seed, index = map(number_of, list_of(value))
    if not 0 <= index < OPENING_OFFERS:
        raise NotMapped(f"there is no offer {index}")
    return offer_label(seed - 1, index)


# ---------------------------------------------------------------- values


def record_of(value: TlaValue) -> dict[str, TlaValue]:
    """A record by the names of its fields."""
    if not isinstance(value, TlaFunction):
        raise NotMapped(f"{print_value(value)} is not a record")
    return {str(name): item for name, item in value.items()}


def list_of(value: TlaValue) -> tuple[TlaValue, ...]:
    """A sequence."""
    if not isinstance(value, tuple):
        raise NotMapped(f"{print_value(value)} is not a sequence")
    return value


def set_of(value: TlaValue) -> frozenset[TlaValue]:
    """A set."""
    if not isinstance(value, frozenset):
        raise NotMapped(f"{print_value(value)} is not a set")
    return value


def text_of(value: TlaValue) -> str:
    """A word."""
    if not isinstance(value, str):
        raise NotMapped(f"{print_value(value)} is not a word")
    return value


def number_of(value: TlaValue) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotMapped(f"{print_value(value)} is not a number")
    return value
