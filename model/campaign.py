"""The fault campaign: the save store tried on simulated disks that crash, fail and decay.

A campaign is a list of cases; each can be run alone, in any process, and gives the same complaints every time.
`smoke_faults` is the short version, by which mutants of the store are judged.

Rules: AG-SAV-1-01..09, AG-SAV-5-01..11, AG-SAV-5.1-01..06, AG-SAV-11.1-01..10, AG-SAV-11.2-01..04, AG-SAV-11.3-01..10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import Enum
from functools import lru_cache
from random import Random
from typing import Any

from kernel.guild.save.intent import Intent, Kind
from model.store_acts import acts
from model.store_cases import Examiner, Tally
from model.store_copies import act_tried
from model.store_decay import decays, foundings
from model.store_oracle import Complaint, Law
from model.store_runs import STARTS, Place, after, menu, place_at, request_of
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

    stage: Stage
    start: str = "new"
    path: tuple[Intent, ...] = ()
    intent: Intent | None = None
    seed: int = 1
    size: int = 0

    def __str__(self) -> str:
        steps = [intent.kind.name.lower() for intent in (*self.path, *((self.intent,) if self.intent else ()))]
        if self.stage is Stage.WALK:
            return f"{self.stage.name.lower()} of {self.size} steps, seed {self.seed}"
        return f"{self.stage.name.lower()} from {self.start}{': ' if steps else ''}{' > '.join(steps)}"


@dataclass(frozen=True)
class Broken:
    """A case in which a law is broken."""

    case: Case
    law: Law
    says: str


def run_case(case: Case, tally: Tally) -> Iterator[Complaint]:
    """Run one case, and count what was tried."""
    if case.stage is Stage.WALK:
        walk = Walk(case.seed)
        yield from walk.run(case.size)
        tally.add(walk.tally)
        return
    if case.stage is Stage.FOUNDING:
        yield from foundings(tally, Random(case.seed))
        return
    if case.stage is Stage.SLOTS:
        yield from act_tried(case.start, tally, Random(case.seed))
        return
    place = place_at((*STARTS[case.start], *case.path))
    if case.stage in (Stage.DAMAGE, Stage.RUIN):
        yield from decays(place, tally, Random(case.seed), case.size)
        return
    if case.intent is None:
        raise ValueError(f"{case.stage.name} needs an operation")
    examiner = Examiner(place, request_of(place.commit, case.intent), Random(case.seed))
    match case.stage:
        case Stage.CRASH | Stage.TWICE:
            yield from examiner.crashes(again=case.stage is Stage.TWICE)
        case Stage.FAILURE:
            yield from examiner.failures()
        case Stage.OPENING:
            yield from examiner.failed_openings()
    tally.add(examiner.tally)


# ---------------------------------------------------------------- which cases


def sequences(start: str, length: int) -> Iterator[tuple[Intent, ...]]:
    """All sequences of so many operations from a start, as the menus offer them."""

    def longer(place: Place, left: int) -> Iterator[tuple[Intent, ...]]:
        if not left:
            yield place.path[len(STARTS[start]) :]
            return
        for intent in menu(place.commit.slot):
            yield from longer(after(place, intent), left - 1)

    return longer(place_at(STARTS[start]), length)


def campaign_cases(longest: int, walks: int, seed: int) -> Iterator[Case]:
    """The cases of a campaign: all sequences up to the longest, and so many random lives."""
    yield Case(Stage.FOUNDING)
    yield from (Case(Stage.SLOTS, name, seed=seed) for name in acts())
    for start in STARTS:
        for length in range(1, longest + 1):
            for path in sequences(start, length):
                yield Case(Stage.TWICE if length == 1 else Stage.CRASH, start, path[:-1], path[-1], seed)
        for (intent,) in sequences(start, 1):
            yield Case(Stage.FAILURE, start, (), intent, seed)
        yield Case(Stage.OPENING, start, (), next(sequences(start, 1))[0], seed)
        yield Case(Stage.DAMAGE, start, (), None, seed, 1)
        yield Case(Stage.RUIN, start, (), None, seed, 3 if start in ("new", "draft") else 2)
    for number in range(walks):
        yield Case(Stage.WALK, seed=seed + number, size=120)


def smoke_cases() -> Iterator[Case]:
    """Cases that together take every path of the store once: with a closure receipt, without, and rejected."""
    begin, law = (intent for (intent,) in sequences("new", 1))
    market = [intent for (intent,) in sequences("market", 1)]
    (settle,) = next(sequences("locked", 1))
    yield Case(Stage.FOUNDING)
    yield Case(Stage.CRASH, "new", (), begin)
    yield Case(Stage.CRASH, "market", (), market[0])
    yield Case(Stage.CRASH, "market", (), next(intent for intent in market if intent.amount > 100))
    yield Case(Stage.CRASH, "market", (), market[-1])
    yield Case(Stage.CRASH, "locked", (), settle)
    yield Case(Stage.FAILURE, "new", (), law)
    yield Case(Stage.TWICE, "new", (), law)
    yield Case(Stage.RUIN, "draft", (), None, size=2)
    yield Case(Stage.RUIN, "locked", (), None, size=0)
    yield Case(Stage.RUIN, "reward", (), None, size=0)
    yield Case(Stage.OPENING, "new", (), law)
    yield Case(Stage.FAILURE, "locked", (), settle)
    yield Case(Stage.DAMAGE, "market", (), None, size=1)
    yield from (Case(Stage.SLOTS, name) for name in acts())


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
    Law.CONFIRMED: (Stage.SLOTS,),
    Law.KEPT_BYTES: DAMAGED,
    Law.PROVEN: DAMAGED,
    Law.STRICT: DAMAGED,
}


def cases_of(law: Law) -> tuple[Case, ...]:
    """The smoke cases that a law is decided on."""
    return tuple(case for case in smoke_cases() if case.stage in SHOWN_BY.get(law, INTERRUPTED))


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
            Stage[data["stage"]],
            data["start"],
            tuple(_intent_in(each) for each in data["path"]),
            None if data["intent"] is None else _intent_in(data["intent"]),
            int(data["seed"]),
            int(data["size"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a case of the campaign: {error}") from error
    if case.start not in (acts() if case.stage is Stage.SLOTS else STARTS):
        raise ValueError(f"not a case of the campaign: no start {case.start!r}")
    return case


def _intent_in(data: Mapping[str, Any]) -> Intent:
    numbers = {each.name: int(data[each.name]) for each in fields(Intent) if each.name != "kind"}
    return Intent(kind=Kind[data["kind"]], **numbers)
