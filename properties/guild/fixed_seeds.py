"""The five fixed seeds as written, made into the kernel's, and every reason to refuse them.

The loader in `specs.fixtures` has seen that each field is there; here each value is recalculated, each trace replayed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from kernel.guild.balance.dominance import (
    NOTHING,
    STANDING,
    Act,
    Kind,
    Metrics,
    Policy,
    Readings,
    Result,
    dominances,
    losses,
    matrix_of,
    played,
    winner,
    wins,
)
from kernel.guild.balance.fixed_seed import (
    NO_OFFER,
    BattleOffer,
    Board,
    Casualty,
    ItemOffer,
    Living,
    RecruitOffer,
    Seed,
    State,
    Tag,
    Tags,
    seed_flaw,
)
from kernel.guild.difficulty import Difficulty
from kernel.guild.economy import Risk, Tier
from specs import fixtures
from specs.strict import SpecError

#: The SHA-256 of the suite's fixture. What was found about other seeds is stale: keys of evidence cover source alone.
FIXTURE_DIGEST = "27e9a2de22d70f00b81abbc21c103919751839fe95aa8075a6ed58dc04efa317"


@dataclass(frozen=True)
class FixedSeed:
    """A seed with its ID, its oracle, and the ID that each rank of the kernel stands for."""

    id: str
    about: str
    seed: Seed
    oracle: tuple[Result, ...]
    winner: Policy
    names: tuple[str, ...]

    def name(self, rank: int) -> str:
        """The ID of this rank; "-" for none."""
        return self.names[rank] if rank != NOTHING else "-"


# ---------------------------------------------------------------- from what is written


class _Names:
    """The IDs of a seed in alphabetical order; the kernel knows them by their place."""

    def __init__(self, row: fixtures.SeedRow) -> None:
        boards = (row.boards.opening, row.boards.refreshed)
        names = {each.id for each in row.company} | {each.id for each in row.recovery.casualties} | {row.route.id}
        for board in boards:
            names |= {each.id for each in board.recruits} | {each.id for each in board.items}
            names |= {each.id for each in board.battles}
        self.where = row.id
        self.ordered = tuple(sorted(names))

    def __getitem__(self, name: str) -> int:
        if name not in self.ordered:
            raise SpecError([f"{self.where}: AG-ECO-15.2-10: nothing in this seed is called {name}"])
        return self.ordered.index(name)


def _tags(names: tuple[str, ...]) -> Tags:
    return frozenset(Tag[name.upper()] for name in names)


def _battle(row: fixtures.BattleRow, names: _Names) -> BattleOffer:
    enemies = tuple(enemy.footprint for enemy in row.enemies)
    return BattleOffer(
        names[row.id],
        Risk[row.risk],
        enemies,
        _tags(row.required),
        row.footprint,
        row.casualties,
        row.coin,
        row.locked,
    )


def _board(row: fixtures.BoardRow, names: _Names) -> Board:
    recruits = tuple(
        RecruitOffer(names[r.id], r.level, Tier[r.tier], r.price, _tags(r.tags), r.locked, r.protected)
        for r in row.recruits
    )
    items = tuple(
        ItemOffer(names[i.id], i.band, i.tier, i.price, _tags(i.tags), frozenset(names[u] for u in i.users), i.locked)
        for i in row.items
    )
    return Board(recruits, items, tuple(_battle(battle, names) for battle in row.battles))


def _act(row: fixtures.ActRow, names: _Names) -> Act:
    return Act(Kind[row.act], NOTHING if row.id is None else names[row.id], row.coin, row.credit)


def _result(row: fixtures.PolicyRow, names: _Names) -> Result:
    metrics = Metrics(**{each.name: getattr(row.metrics, each.name) for each in fields(Metrics)})
    return Result(tuple(_act(act, names) for act in row.actions), metrics)


def fixed_seed(row: fixtures.SeedRow) -> FixedSeed:
    """The kernel's seed. SpecError for an ID that nothing in the seed has."""
    names = _Names(row)
    values = {each.name: getattr(row.state, each.name) for each in fields(State)}
    seed = Seed(
        State(**{**values, "difficulty": Difficulty[row.state.difficulty]}),
        tuple(Living(names[r.id], r.deployed, _tags(r.tags), r.coin_paid, r.survived) for r in row.company),
        tuple(Casualty(names[r.id], r.list_price, r.coin_paid, r.grant) for r in row.recovery.casualties),
        row.recovery.credit_after,
        NO_OFFER if row.recovery.protected is None else names[row.recovery.protected],
        _board(row.boards.opening, names),
        _board(row.boards.refreshed, names),
        _battle(row.route, names),
    )
    oracle = tuple(_result(policy, names) for policy in row.oracle.policies)
    return FixedSeed(row.id, row.about, seed, oracle, Policy(row.oracle.winner), names.ordered)


# ---------------------------------------------------------------- why a fixture is refused


def oracle_faults(fixed: FixedSeed, readings: Readings = STANDING) -> Iterator[str]:
    """Where traces and figures differ from what the policies do here. Rules: AG-ECO-15.2-08, AG-ECO-15.2-10."""
    for policy, expected in zip(Policy, fixed.oracle, strict=True):
        found = played(fixed.seed, policy, readings)
        at = f"{fixed.id}: AG-ECO-15.2-10: {policy.value}"
        if found.acts != expected.acts:
            yield f"{at}: does {_told(fixed, found.acts)}, expected is {_told(fixed, expected.acts)}"
        for each in fields(Metrics):
            value, wanted = getattr(found.metrics, each.name), getattr(expected.metrics, each.name)
            if value != wanted:
                yield f"{at}: {each.name} is {value}, expected is {wanted}"


def _told(fixed: FixedSeed, acts: tuple[Act, ...]) -> str:
    return ", ".join(f"{act.kind.name} {fixed.name(act.id)} {act.coin} {act.credit}" for act in acts)


def faults_of(fixtures_: tuple[FixedSeed, ...], readings: Readings = STANDING) -> tuple[str, ...]:
    """Every reason to refuse these seeds; a seed that is not legal is not played. Rules: AG-ECO-15.2-10."""
    faults = []
    for fixed in fixtures_:
        flaw = seed_flaw(fixed.seed)
        if flaw is not None:
            faults.append(f"{fixed.id}: {flaw.rule}: {flaw.reason} ({flaw.name})")
        else:
            faults += oracle_faults(fixed, readings)
    if faults:
        return tuple(faults)
    matrix = matrix_of(tuple(fixed.seed for fixed in fixtures_), readings)
    for number, fixed in enumerate(fixtures_):
        best = winner(matrix, number)
        if best is not fixed.winner:
            found = "nobody alone" if best is None else best.value
            faults.append(f"{fixed.id}: AG-ECO-15.2-10: {found} wins, expected is {fixed.winner.value}")
    for policy in Policy:
        if not wins(matrix, policy):
            faults.append(f"AG-ECO-15.2-17: {policy.value} wins on no seed")
        if not losses(matrix, policy):
            faults.append(f"AG-ECO-15.2-17: {policy.value} loses on no seed")
    faults += [f"AG-ECO-15.2-17: {a.value} weakly dominates {b.value}" for a, b in dominances(matrix)]
    return tuple(faults)


def load_fixed_seeds(path: Path = fixtures.ANTI_DOMINANCE) -> tuple[FixedSeed, ...]:
    """The seeds of a fixture; they may still be refused by `faults_of`. Raises `SpecError`."""
    return tuple(fixed_seed(row) for row in fixtures.load_anti_dominance(path).seeds)


@cache
def canonical(path: Path = fixtures.ANTI_DOMINANCE) -> tuple[FixedSeed, ...]:
    """The seeds of this suite. SpecError if the file is another one than evidence has been found about."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != FIXTURE_DIGEST:
        raise SpecError([f"{path.name}: its SHA-256 is {found}; record it in FIXTURE_DIGEST of {__name__}"])
    return load_fixed_seeds(path)


def seeds() -> tuple[Seed, ...]:
    """The five seeds for the kernel."""
    return tuple(fixed.seed for fixed in canonical())
