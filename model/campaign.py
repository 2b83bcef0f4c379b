"""The fault campaign: the save store tried on simulated disks that crash, fail and decay.

A campaign is a list of cases; each can be run alone, in any process, and gives the same complaints every time.
`smoke_faults` is the short version, by which mutants of the store are judged.

Rules: AG-SAV-1-01..09, AG-SAV-5-01..11, AG-SAV-5.1-01..06, AG-SAV-11.1-01..10, AG-SAV-11.2-01..04, AG-SAV-11.3-01..10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import Enum
from functools import lru_cache, partial
from random import Random
from typing import Any

from kernel.guild.edition import Edition
from kernel.guild.save.intent import Intent, Kind
from model.store_cases import Examiner, Tally
from model.store_copies import LAWS, act_tried, shows
from model.store_decay import decays, foundings
from model.store_oracle import Complaint, Law
from model.store_runs import FOUNDING, Place, after, menu, place_at, request_of, starts_in
from model.store_walk import Walk

#: Is a check wanted, by the rules it speaks for and by its name?
Wanted = Callable[[Sequence[str], str], bool]


class Stage(Enum):
    """What is done in a case."""

    FOUNDING = "a new Guild, crashed at every call"
    CRASH = "an operation, crashed at every call"
    TWICE = "an operation, crashed at every call, and every recovery at every call of it"
    FAILURE = "an operation, with each trouble at each call"
    OPENING = "opening an interrupted slot, with each trouble at each call"
    DAMAGE = "a slot at rest, its files damaged one by one"
    RUIN = "a slot at rest, several files damaged at once"
    SLOTS = "an act upon a whole slot, crashed and with each trouble at every call"
    WALK = "a long random life"


@dataclass(frozen=True)
class Case:
    """One stretch of work: where it starts, the operations before, the one that is tried; `size` is its length."""

    edition: Edition
    stage: Stage
    start: str = "new"
    path: tuple[Intent, ...] = ()
    intent: Intent | None = None
    seed: int = 1
    size: int = 0

    def __str__(self) -> str:
        steps = [intent.kind.name.lower() for intent in (*self.path, *((self.intent,) if self.intent else ()))]
        where = f"{self.edition.name} {self.stage.name.lower()}"
        if self.stage is Stage.WALK:
            return f"{where} of {self.size} steps, seed {self.seed}"
        return f"{where} from {self.start}{': ' if steps else ''}{' > '.join(steps)}"


@dataclass(frozen=True)
class Broken:
    """A case in which a law is broken."""

    case: Case
    law: Law
    says: str


def run_case(case: Case, tally: Tally) -> Iterator[Complaint]:
    """Run one case, and count what was tried."""
    if case.stage is Stage.SLOTS:
        yield from act_tried(case.start, tally, Random(case.seed))
        return
    guild, path = starts_in(case.edition)[case.start]
    if case.stage is Stage.WALK:
        walk = Walk(case.seed, guild)
        yield from walk.run(case.size)
        tally.add(walk.tally)
        return
    if case.stage is Stage.FOUNDING:
        yield from foundings(tally, Random(case.seed), guild)
        return
    place = place_at((*path, *case.path), guild)
    if case.stage in (Stage.DAMAGE, Stage.RUIN):
        yield from decays(place, tally, Random(case.seed), case.size)
        return
    if case.intent is None:
        raise ValueError(f"{case.stage.name} needs an operation")
    examiner = Examiner(place, request_of(place.commit, case.intent, guild.rulings, guild.bounds), Random(case.seed))
    match case.stage:
        case Stage.CRASH | Stage.TWICE:
            yield from examiner.crashes(again=case.stage is Stage.TWICE)
        case Stage.FAILURE:
            yield from examiner.failures()
        case Stage.OPENING:
            yield from examiner.failed_openings()
    tally.add(examiner.tally)


# ---------------------------------------------------------------- which cases


def sequences(edition: Edition, start: str, length: int) -> Iterator[tuple[Intent, ...]]:
    """All sequences of so many operations from a start, as the menus offer them."""
    guild, path = starts_in(edition)[start]

    def longer(place: Place, left: int) -> Iterator[tuple[Intent, ...]]:
        if not left:
            yield place.path[len(path) :]
            return
        for intent in menu(place.commit.slot, edition):
            yield from longer(after(place, intent), left - 1)

    return longer(place_at(path, guild), length)


def campaign_cases(editions: Iterable[Edition], longest: int, walks: int, seed: int) -> Iterator[Case]:
    """The cases of a campaign: in each edition all sequences up to the longest, and so many random lives.

    Acts upon whole slots copy and move files, whatever these hold: they are tried in FG4 alone.
    """
    for edition in editions:
        if edition is Edition.FG4:
            yield from (Case(edition, Stage.SLOTS, name, seed=seed) for name in LAWS)
        yield from _cases_in(edition, longest, seed)
        for number in range(walks):
            growing, frozen = "market" if number % 4 else "new", "crowded" if number % 3 == 2 else "new"
            start = growing if edition is Edition.GROWTH else frozen
            yield Case(edition, Stage.WALK, start, seed=seed + number, size=120)


def _cases_in(edition: Edition, longest: int, seed: int) -> Iterator[Case]:
    yield Case(edition, Stage.FOUNDING)
    for start in starts_in(edition):
        for length in range(1, 2 if start == "crowded" else longest + 1):
            for path in sequences(edition, start, length):
                yield Case(edition, Stage.TWICE if length == 1 else Stage.CRASH, start, path[:-1], path[-1], seed)
        for (intent,) in sequences(edition, start, 1):
            yield Case(edition, Stage.FAILURE, start, (), intent, seed)
        yield Case(edition, Stage.OPENING, start, (), next(sequences(edition, start, 1))[0], seed)
        yield Case(edition, Stage.DAMAGE, start, (), None, seed, 1)
        yield Case(edition, Stage.RUIN, start, (), None, seed, 3 if start in ("new", "draft") else 2)


def smoke_cases() -> Iterator[Case]:
    """Cases that together take every path of the store once: with a closure receipt, without, and rejected.

    In GROWTH those in which the editions differ: founding a Company, a knockout, leaving a Contract, and sealing.
    """
    frozen, growing = (partial(Case, edition) for edition in (Edition.FG4, Edition.GROWTH))
    begin, law = (intent for (intent,) in sequences(Edition.FG4, "new", 1))
    market = [intent for (intent,) in sequences(Edition.FG4, "market", 1)]
    (settle,) = next(sequences(Edition.FG4, "locked", 1))
    yield frozen(Stage.FOUNDING)
    yield frozen(Stage.CRASH, "new", (), begin)
    yield frozen(Stage.CRASH, "market", (), market[0])
    yield frozen(Stage.CRASH, "market", (), next(intent for intent in market if intent.amount > 100))
    yield frozen(Stage.CRASH, "market", (), market[-1])
    yield frozen(Stage.CRASH, "locked", (), settle)
    yield frozen(Stage.CRASH, "crowded", (), next(sequences(Edition.FG4, "crowded", 1))[0])
    yield frozen(Stage.FAILURE, "new", (), law)
    yield frozen(Stage.TWICE, "new", (), law)
    yield frozen(Stage.RUIN, "draft", (), None, size=2)
    yield frozen(Stage.RUIN, "locked", (), None, size=0)
    yield frozen(Stage.RUIN, "reward", (), None, size=0)
    yield growing(Stage.CRASH, "draft", (), FOUNDING[-1])
    yield growing(Stage.CRASH, "locked", (), settle)
    yield growing(Stage.CRASH, "market", (), [intent for (intent,) in sequences(Edition.GROWTH, "market", 1)][-1])
    yield growing(Stage.RUIN, "company", (), None, size=2)
    yield growing(Stage.RUIN, "locked", (), None, size=0)
    yield growing(Stage.RUIN, "reward", (), None, size=0)
    yield frozen(Stage.OPENING, "new", (), law)
    yield frozen(Stage.FAILURE, "locked", (), settle)
    yield frozen(Stage.DAMAGE, "market", (), None, size=1)
    yield from (frozen(Stage.SLOTS, name) for name in LAWS)


#: What crashes and failed calls can show, what damage can, and what opening a slot can.
INTERRUPTED = (Stage.FOUNDING, Stage.CRASH, Stage.TWICE, Stage.FAILURE)
DAMAGED = (Stage.CRASH, Stage.RUIN, Stage.DAMAGE)
#: The stages that can break a law; for all others crashes and failed calls.
SHOWN_BY = {
    Law.THERE: (*INTERRUPTED, Stage.OPENING),
    Law.AGAIN: (Stage.CRASH, Stage.TWICE, Stage.OPENING, Stage.RUIN, Stage.DAMAGE, Stage.SLOTS),
    Law.RETRIED: (Stage.FAILURE, Stage.SLOTS),
    Law.TRASH: (Stage.SLOTS,),
    Law.CLOUD: (Stage.SLOTS,),
    Law.MIGRATED: (Stage.SLOTS,),
    Law.CLOCK: (Stage.SLOTS,),
    Law.CONFIRMED: (Stage.SLOTS,),
    Law.KEPT_BYTES: DAMAGED,
    Law.PROVEN: DAMAGED,
    Law.STRICT: DAMAGED,
    Law.READY: (*INTERRUPTED, Stage.RUIN, Stage.DAMAGE),
}


def cases_of(law: Law) -> tuple[Case, ...]:
    """The smoke cases that a law is decided on."""
    stages = SHOWN_BY.get(law, INTERRUPTED)
    found = (case for case in smoke_cases() if case.stage in stages and law.is_of(case.edition))
    return tuple(case for case in found if case.stage is not Stage.SLOTS or shows(case.start, law))


class Stream:
    """The complaints of one case, found as far as somebody has asked for them."""

    def __init__(self, case: Case) -> None:
        self.found: list[Complaint] = []
        self._rest = run_case(case, Tally())

    def first(self, law: Law) -> str | None:
        """What is first said of a law, None if it holds throughout the case."""
        for broken, says in self.found:
            if broken is law:
                return says
        for broken, says in self._rest:
            self.found.append((broken, says))
            if broken is law:
                return says
        return None


@lru_cache(maxsize=64)
def stream_of(case: Case) -> Stream:
    """The complaints of a case. Remembered: a case gives the same every time, and all laws are decided on them."""
    return Stream(case)


def smoke_faults(wanted: Wanted) -> Iterator[tuple[Sequence[str], str, str]]:
    """The laws that are wanted and go red in the smoke campaign: their rules, their name, what they say. Each once."""
    left = [law for law in Law if wanted(law.rules, name_of(law))]
    for case in smoke_cases():
        for law in left:
            says = stream_of(case).first(law) if case in cases_of(law) else None
            if says is not None:
                left = [each for each in left if each is not law]
                yield law.rules, name_of(law), f"{case}: {says}"


def name_of(law: Law) -> str:
    """The name of a law as a check."""
    return f"law {law.name.lower()}"


# ---------------------------------------------------------------- cases in files


def plain_case(case: Case) -> dict[str, Any]:
    """A case as plain data."""
    return {
        "edition": case.edition.name,
        "stage": case.stage.name,
        "start": case.start,
        "path": [_plain_intent(intent) for intent in case.path],
        "intent": None if case.intent is None else _plain_intent(case.intent),
        "seed": case.seed,
        "size": case.size,
    }


def _plain_intent(intent: Intent) -> dict[str, Any]:
    return {**asdict(intent), "kind": intent.kind.name}


def case_in(data: Any) -> Case:
    """The case that plain data stands for. Raises `ValueError`, naming what is wrong."""
    try:
        case = Case(
            Edition[data["edition"]],
            Stage[data["stage"]],
            data["start"],
            tuple(_intent_in(each) for each in data["path"]),
            None if data["intent"] is None else _intent_in(data["intent"]),
            int(data["seed"]),
            int(data["size"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a case of the campaign: {error}") from error
    known = LAWS if case.stage is Stage.SLOTS else starts_in(case.edition)
    if case.start not in known:
        raise ValueError(f"not a case of the campaign: no start {case.start!r} in {case.edition.name}")
    return case


def _intent_in(data: Mapping[str, Any]) -> Intent:
    numbers = {each.name: int(data[each.name]) for each in fields(Intent) if each.name != "kind"}
    return Intent(kind=Kind[data["kind"]], **numbers)
