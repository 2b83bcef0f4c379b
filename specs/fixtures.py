"""Strict loader of fixtures in JSON: the five complete seeds of the anti-dominance comparator.

The record classes are the schema: every field of every record has to be there, nothing else may be, and each value has
its type and range. A complaint names the field, where it stands, and the rule that wants it.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from specs.strict import SpecError, hint

ANTI_DOMINANCE = Path(__file__).resolve().parent / "fixtures" / "anti_dominance.json"
#: No fixture is longer, in bytes.
MOST_BYTES = 1_000_000

#: The seeds that there are, in their order. Rules: AG-ECO-15.2-18..22.
STABLE_SEEDS = (
    "AD-FS-001-REFRESH-COUNTER",
    "AD-FS-002-PROTECTED-HIRE",
    "AD-FS-003-DISMISSAL-REBATE",
    "AD-FS-004-PRESERVE-COIN",
    "AD-FS-005-CREDIT-CROSSOVER",
)
POLICIES = ("refresh_first", "hire_first", "dismiss_first", "no_replace")
TAGS = ("protection", "damage", "reach", "sustain", "wardbreak")


class Between(NamedTuple):
    """A whole number between these, both included."""

    low: int
    high: int


class Among(NamedTuple):
    """A text that is one of these."""

    words: tuple[str, ...]


class Shaped(NamedTuple):
    """A text of this shape, a regular expression."""

    shape: str


class Exactly(NamedTuple):
    """A list of so many."""

    length: int


class ByRule(NamedTuple):
    """The rule that wants what stands here."""

    rule: str


Name = Annotated[str, Shaped(r"[A-Z0-9]+(-[A-Z0-9]+)*")]
Coin = Annotated[int, Between(0, 100_000)]
Change = Annotated[int, Between(-100_000, 100_000)]
Count = Annotated[int, Between(0, 100)]
Level = Annotated[int, Between(1, 10)]
Band = Annotated[int, Between(0, 7)]
TagName = Annotated[str, Among(TAGS)]
PolicyName = Annotated[str, Among(POLICIES)]


@dataclass(frozen=True)
class StateRow:
    """Where the Contract stands. Rules: AG-ECO-15.2-03."""

    round: Annotated[int, Between(1, 12)]
    cleared: Annotated[int, Between(0, 11)]
    band: Band
    difficulty: Annotated[str, Among(("WAYFINDER", "STANDARD", "OATHBOUND"))]
    coin: Coin
    credit: Annotated[int, Between(0, 54)]
    refreshes: Count
    locks: Annotated[int, Between(1, 10)]
    capacity: Annotated[int, Between(4, 10)]
    offer_level: Level
    refresh_cost: Annotated[int, Between(0, 24)]


@dataclass(frozen=True)
class LivingRow:
    """A living Recruit. Rules: AG-ECO-15.2-04."""

    id: Name
    deployed: bool
    tags: tuple[TagName, ...]
    coin_paid: Coin
    survived: Count


@dataclass(frozen=True)
class CasualtyRow:
    """A Fallen Recruit. Rules: AG-ECO-15.2-05."""

    id: Name
    list_price: Coin
    coin_paid: Coin
    grant: Coin


@dataclass(frozen=True)
class RecoveryRow:
    """All casualties, the Credit after them, and the protected offer, if there is one. Rules: AG-ECO-15.2-05."""

    casualties: tuple[CasualtyRow, ...]
    credit_after: Annotated[int, Between(0, 54)]
    protected: Name | None


@dataclass(frozen=True)
class RecruitRow:
    """An offered Recruit. Rules: AG-ECO-15.2-06."""

    id: Name
    level: Level
    tier: Annotated[str, Among(("BASE", "ADVANCED"))]
    price: Coin
    tags: tuple[TagName, ...]
    locked: bool
    protected: bool


@dataclass(frozen=True)
class ItemRow:
    """An offered item and who may use it. Rules: AG-ECO-15.2-06."""

    id: Name
    band: Band
    tier: Annotated[int, Between(0, 3)]
    price: Coin
    tags: tuple[TagName, ...]
    users: tuple[Name, ...]
    locked: bool


@dataclass(frozen=True)
class EnemyRow:
    """An enemy in its place, front first from 0. Rules: AG-ECO-15.2-07."""

    position: Annotated[int, Between(0, 9)]
    id: Name
    footprint: Annotated[int, Between(1, 10)]


@dataclass(frozen=True)
class BattleRow:
    """An offered battle. Rules: AG-ECO-15.2-06, AG-ECO-15.2-07."""

    id: Name
    risk: Annotated[str, Among(("STEADY", "PRESSURED", "ELITE"))]
    enemies: tuple[EnemyRow, ...]
    required: tuple[TagName, ...]
    footprint: Annotated[int, Between(1, 10)]
    casualties: Annotated[int, Between(0, 10)]
    coin: Coin
    locked: bool


@dataclass(frozen=True)
class BoardRow:
    """A Market board. Rules: AG-ECO-15.2-06."""

    recruits: Annotated[tuple[RecruitRow, ...], Exactly(3)]
    items: Annotated[tuple[ItemRow, ...], Exactly(4)]
    battles: Annotated[tuple[BattleRow, ...], Exactly(3)]


@dataclass(frozen=True)
class BoardsRow:
    """The boards before and after the first refresh. Rules: AG-ECO-15.2-06."""

    opening: BoardRow
    refreshed: BoardRow


@dataclass(frozen=True)
class ActRow:
    """One action of a trace. Rules: AG-ECO-15.2-08."""

    act: Annotated[
        str,
        Among(("REFRESH", "BUY", "DEPLOY", "RESERVE", "DISMISS", "FINAL_LIVE_RECRUIT", "NO_RESERVE", "CLEAR", "MISS")),
    ]
    id: Name | None
    coin: Change
    credit: Change


@dataclass(frozen=True)
class MetricsRow:
    """What comes out. Rules: AG-ECO-15.2-08, AG-ECO-15.2-16."""

    cleared: bool
    coin: Coin
    credit: Annotated[int, Between(0, 54)]
    living: Count
    coverage: Count
    footprint: Count
    required_footprint: Count
    battle_coin: Coin
    spent: Coin
    rebate: Coin
    credit_used: Coin
    capacity: Count


@dataclass(frozen=True)
class PolicyRow:
    """What one policy has to do and to reach. Rules: AG-ECO-15.2-08."""

    policy: PolicyName
    actions: tuple[ActRow, ...]
    metrics: MetricsRow


@dataclass(frozen=True)
class OracleRow:
    """What is expected of every policy, and who wins. Rules: AG-ECO-15.2-08."""

    winner: PolicyName
    policies: Annotated[tuple[PolicyRow, ...], Exactly(4)]


@dataclass(frozen=True)
class SeedRow:
    """One complete seed. Rules: AG-ECO-15.2-03..08."""

    id: Name
    about: str
    state: Annotated[StateRow, ByRule("AG-ECO-15.2-03")]
    company: Annotated[tuple[LivingRow, ...], ByRule("AG-ECO-15.2-04")]
    recovery: Annotated[RecoveryRow, ByRule("AG-ECO-15.2-05")]
    boards: Annotated[BoardsRow, ByRule("AG-ECO-15.2-06")]
    route: Annotated[BattleRow, ByRule("AG-ECO-15.2-07")]
    oracle: Annotated[OracleRow, ByRule("AG-ECO-15.2-08")]


@dataclass(frozen=True)
class AntiDominance:
    """The whole fixture."""

    revision: str
    edition: Annotated[str, Among(("FG4",))]
    seeds: Annotated[tuple[SeedRow, ...], ByRule("AG-ECO-15.2-10")]


# ---------------------------------------------------------------- reading


def load_anti_dominance(path: Path = ANTI_DOMINANCE) -> AntiDominance:
    """Read the fixture. SpecError lists every fault with its place in the file and the rule that wants it otherwise."""
    data = parse(path)
    reader = _Reader(path.name)
    fixture = reader.read(AntiDominance, data, "", "AG-ECO-15.2-10")
    if not reader.faults:
        for at, text, rule in _against_the_order(fixture):
            reader.complain(at, text, rule)
    if reader.faults:
        raise SpecError(reader.faults)
    assert isinstance(fixture, AntiDominance)
    return fixture


def parse(path: Path) -> Any:
    """The JSON value of a file. SpecError if it cannot be read, is too long, nests too deep, or is no strict JSON."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        doubled = sorted({key for key in keys if keys.count(key) > 1})
        if doubled:
            raise ValueError(f"'{doubled[0]}' is given twice in one object")
        return dict(pairs)

    def no_constant(word: str) -> Any:
        raise ValueError(f"{word} is no JSON")

    try:
        raw = path.read_bytes()
        if len(raw) > MOST_BYTES:
            raise ValueError(f"longer than {MOST_BYTES} bytes")
        return json.loads(raw.decode("utf-8"), object_pairs_hook=once, parse_constant=no_constant)
    except OSError as error:
        raise SpecError([f"{path}: cannot be read: {error.strerror}"]) from error
    except RecursionError as error:
        raise SpecError([f"{path.name}: nests too deep"]) from error
    except ValueError as error:
        raise SpecError([f"{path.name}: {error}"]) from error


def _against_the_order(fixture: AntiDominance) -> Iterator[tuple[str, str, str]]:
    """What is wrong with which seeds there are, in which order, and with lists that count."""
    names = [seed.id for seed in fixture.seeds]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield f"seeds[{number}]", f"the seed {name} is there twice", "AG-ECO-15.2-10"
        elif name not in STABLE_SEEDS:
            yield f"seeds[{number}]", f"no seed is called {name}", "AG-ECO-15.2-10"
    for name in STABLE_SEEDS:
        if name not in names:
            yield "seeds", f"the seed {name} is missing", "AG-ECO-15.2-10"
    if sorted(names) == sorted(STABLE_SEEDS) and names != list(STABLE_SEEDS):
        yield "seeds", "the seeds are not in their order", "AG-ECO-15.2-10"
    for number, seed in enumerate(fixture.seeds):
        at = f"seeds[{number}]"
        policies = tuple(row.policy for row in seed.oracle.policies)
        if policies != POLICIES:
            yield f"{at}.oracle.policies", f"they must be {', '.join(POLICIES)}", "AG-ECO-15.2-08"
        battles = (seed.route, *seed.boards.opening.battles, *seed.boards.refreshed.battles)
        if any([enemy.position for enemy in row.enemies] != list(range(len(row.enemies))) for row in battles):
            yield at, "enemies do not stand in the order of their positions, from 0", "AG-ECO-15.2-07"
        if any(not row.enemies for row in battles):
            yield at, "a battle has no enemy", "AG-ECO-15.2-07"


class _Reader:
    """Reads values by their types, and gathers everything that is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[str] = []

    def complain(self, at: str, text: str, rule: str) -> None:
        """Keep a complaint about the value at a place."""
        self.faults.append(f"{self.file}: {at or 'top'}: {rule}: {text}")

    def read(self, kind: Any, value: Any, at: str, rule: str) -> Any:
        """The value as this type says; anything where it is wrong, with a complaint."""
        asked: tuple[Any, ...] = ()
        if get_origin(kind) is Annotated:
            kind, *metadata = get_args(kind)
            asked = tuple(metadata)
        rule = next((each.rule for each in asked if isinstance(each, ByRule)), rule)
        if NoneType in get_args(kind):
            kind = next(each for each in get_args(kind) if each is not NoneType)
            return None if value is None else self.read(kind, value, at, rule)
        if get_origin(kind) is tuple:
            return self._list(get_args(kind)[0], value, at, rule, asked)
        if is_dataclass(kind):
            return self._record(kind, value, at, rule)
        if type(value) is not kind:
            words = {int: "a whole number", bool: "true or false", str: "a text"}
            self.complain(at, f"must be {words[kind]}, not {json.dumps(value)[:60]}", rule)
        else:
            self._limits(value, at, rule, asked)
        return value

    def _limits(self, value: Any, at: str, rule: str, asked: tuple[Any, ...]) -> None:
        for each in asked:
            if isinstance(each, Between) and not each.low <= value <= each.high:
                self.complain(at, f"must be from {each.low} to {each.high}, not {value}", rule)
            if isinstance(each, Among) and value not in each.words:
                self.complain(at, f"'{value}' is none of {', '.join(each.words)}{hint(value, each.words)}", rule)
            if isinstance(each, Shaped) and not re.fullmatch(each.shape, value):
                self.complain(at, f"'{value}' is no ID", rule)

    def _list(self, kind: Any, value: Any, at: str, rule: str, asked: tuple[Any, ...]) -> tuple[Any, ...]:
        if not isinstance(value, list):
            self.complain(at, "must be a list", rule)
            return ()
        for each in asked:
            if isinstance(each, Exactly) and len(value) != each.length:
                self.complain(at, f"must have {each.length} rows, not {len(value)}", rule)
        items = tuple(self.read(kind, item, f"{at}[{number}]", rule) for number, item in enumerate(value))
        if items and all(isinstance(item, str) for item in items) and len(set(items)) < len(items):
            self.complain(at, "names something twice", rule)
        return items

    def _record(self, kind: Any, value: Any, at: str, rule: str) -> Any:
        if not isinstance(value, dict):
            self.complain(at, "must be an object", rule)
            return None
        hints = get_type_hints(kind, include_extras=True)
        names = [each.name for each in dataclasses.fields(kind)]
        for key in value:
            if key not in names:
                self.complain(f"{at}.{key}".lstrip("."), f"unknown field '{key}'{hint(key, names)}", rule)
        read = {}
        for name in names:
            place = f"{at}.{name}".lstrip(".")
            own = next((each.rule for each in get_args(hints[name])[1:] if isinstance(each, ByRule)), rule)
            if name in value:
                read[name] = self.read(hints[name], value[name], place, own)
            else:
                self.complain(place, f"missing field '{name}'", own)
        return kind(**read) if len(read) == len(names) else None
