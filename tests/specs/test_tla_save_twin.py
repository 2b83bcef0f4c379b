"""The save contract read twice: TLC on the TLA+ models, the explorer on the kernel, and the mapping between the two."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from kernel.guild.edition import Edition
from kernel.guild.save import commit as procedure
from kernel.guild.save.commit import Phase
from kernel.guild.save.intent import Intent, Kind
from kernel.guild.save.journal import Status
from kernel.guild.save.rulings import FROZEN, Rotation, SaveRulings
from model import crash_matrix
from model.crash_matrix import Bench, Choice, Crash, Proceed, Recover, Settle, Submit, fresh
from model.engines.explore import Exploration, explore
from model.engines.tla_values import TlaState, parse_variables
from model.engines.tlc import Tools, find_tools
from model.game import Check, Scope
from model.save_twin import TWINS, NotMapped, creating, creation_of, rest_of, start, state_of
from model.save_worlds import SaveWorld
from specs.twins import TLA, TwinModel, load_twins

SAVE = TLA / "save"
MODELS = {model.name: model for book in ("commit", "creation") for model in load_twins(SAVE / book)}
PAIRS = [(model, TWINS[model.world]) for model in MODELS.values() if model.world]


def named(pair: object) -> str:
    return str(getattr(pair, "name", pair))


@pytest.fixture(scope="module")
def tools() -> Tools:
    return find_tools()


def visit(world: SaveWorld) -> tuple[set[Bench], Exploration[Bench, Choice, SaveRulings]]:
    """All states of a world, and the numbers of its exploration."""
    seen: set[Bench] = set()

    def show(state: Bench, _: SaveRulings) -> bool:
        seen.add(state)
        return True

    return seen, explore(world, [Check("every state is seen", Scope.STATE, show)])


def dumped(module: Path, cfg: str, tools: Tools, folder: Path) -> list[TlaState]:
    """Every distinct state that TLC reaches with the constants of a configuration."""
    for file in module.parent.glob("*.tla"):
        shutil.copy(file, folder)
    (folder / "run.cfg").write_text(cfg.partition("INVARIANTS")[0], encoding="utf-8")
    command = [str(tools.java), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={folder}"]
    command += ["-cp", str(tools.jar), "tlc2.TLC", "-config", "run.cfg", "-metadir", "states", "-deadlock"]
    command += ["-fp", "0", "-workers", "1", "-dump", "all", module.name]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return list(states_in(folder / "all.dump"))


def states_in(file: Path) -> Iterator[TlaState]:
    number, lines = 0, []
    with file.open(encoding="utf-8") as dump:
        for line in chain(dump, ("State end",)):
            if not line.startswith("State "):
                lines.append(line)
                continue
            if lines:
                yield TlaState(number, None, parse_variables("".join(lines)))
            number, lines = number + 1, []


# ---------------------------------------------------------------- the procedure


def test_the_worlds_start_as_their_models_do() -> None:
    for model, world in PAIRS:
        (begun,) = world.starts
        assert (begun.station.active.slot, begun.station.backups) == (start(), (-1,) * int(model.constants["Backups"]))
        assert start().run.coin == int(model.constants["StartCoin"])
        assert (world.rulings.rotation is Rotation.APPLIED_ONLY) == (model.constants["Rotated"] == '"APPLIED"')


@pytest.mark.parametrize(("model", "world"), PAIRS, ids=named)
def test_the_kernel_counts_what_the_manifest_says(model: TwinModel, world: SaveWorld) -> None:
    _, found = visit(world)
    # TLC counts the start among the generated states, and states instead of steps.
    counted = (found.transitions + 1, found.distinct, found.depth + 1)
    assert counted == (model.generated, model.distinct, model.depth)
    assert (found.stop, found.dead, found.loud) == ("", (), ())


@pytest.mark.parametrize(
    ("model", "world"),
    [pytest.param(*pair, marks=() if number == 0 else pytest.mark.slow) for number, pair in enumerate(PAIRS)],
)
def test_tlc_reaches_the_very_states_of_the_kernel(
    model: TwinModel, world: SaveWorld, tools: Tools, tmp_path: Path
) -> None:
    kernel, _ = visit(world)
    tla = dumped(model.module, model.cfg.read_text(encoding="utf-8"), tools, tmp_path)
    mapped = [state_of(state) for state in tla]
    assert len(set(mapped)) == len(mapped)
    assert set(mapped) == kernel


def test_the_two_readings_of_rotation_differ() -> None:
    (one, _), (other, _) = (visit(world) for world in TWINS.values())
    assert one - other
    assert other - one


def test_a_wrong_step_of_the_kernel_is_seen_in_the_states(
    monkeypatch: pytest.MonkeyPatch, tools: Tools, tmp_path: Path
) -> None:
    model, world = PAIRS[0]
    monkeypatch.setattr(procedure, "recover", lambda station, _: replace(station, phase=Phase.OPEN))
    kernel, _ = visit(world)
    mapped = {state_of(state) for state in dumped(model.module, model.cfg.read_text("utf-8"), tools, tmp_path)}
    assert mapped != kernel


FIRST = """/\\ active = [seq |-> 0, coin |-> 1, offers |-> {"x", "y", "s", "q"},
  row |-> [a |-> [status |-> "none", intent |-> "none", asked |-> 0, cost |-> 0, got |-> "none", receipt |-> 0],
           b |-> [status |-> "none", intent |-> "none", asked |-> 0, cost |-> 0, got |-> "none", receipt |-> 0]]]
/\\ prior = [seq |-> -1] /\\ made = [seq |-> -1] /\\ backup = <<>> /\\ ledgerA = <<>> /\\ ledgerB = <<>>
/\\ pc = "open" /\\ told = [a |-> 0, b |-> 0]"""


def test_the_first_state_of_tla_is_the_kernels() -> None:
    assert state_of(TlaState(1, None, parse_variables(FIRST))) == TWINS["save-twin"].starts[0]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("coin |-> 1", 'coin |-> "1"', '"1" is not a number'),
        ("backup = <<>>", "backup = {}", "{} is not a sequence"),
        ('{"x", "y", "s", "q"}', "<<>>", "<<>> is not a set"),
        ('pc = "open"', "pc = 3", "3 is not a word"),
        ("told = [a |-> 0, b |-> 0]", "told = 0", "0 is not a record"),
    ],
)
def test_what_stands_for_nothing_in_the_kernel_is_refused(old: str, new: str, says: str) -> None:
    text = FIRST.replace(old, new, 1)
    assert text != FIRST
    with pytest.raises(NotMapped, match=re.escape(says)):
        state_of(TlaState(1, None, parse_variables(text)))


# ---------------------------------------------------------------- creation, at rest


@pytest.mark.parametrize(
    ("edition", "name", "changes", "picks", "revisions", "operations"),
    [
        (Edition.FG4, "CreationLive", {"Faults = 1": "Faults = 0"}, ((0,), (0, 1), (2, 3)), 1, 5),
        (
            Edition.GROWTH,
            "CreationGrowth",
            {"LastSeed = 2": "LastSeed = 1", "LastRevision = 3": "LastRevision = 2"},
            ((), (0,), (3,), (0, 1), (2, 3)),
            2,
            4,
        ),
    ],
    ids=["FG4", "GROWTH"],
)
def test_both_readings_of_creation_are_at_rest_in_the_same_states(
    edition: Edition,
    name: str,
    changes: dict[str, str],
    picks: tuple[tuple[int, ...], ...],
    revisions: int,
    operations: int,
    tools: Tools,
    tmp_path: Path,
) -> None:
    model = MODELS[name]
    cfg = model.cfg.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in cfg
        cfg = cfg.replace(old, new)
    seen, _ = visit(creating(edition, picks, revisions, operations))
    kernel = {rest_of(state) for state in seen} - {None}
    tla = {creation_of(state, edition, operations) for state in dumped(model.module, cfg, tools, tmp_path)} - {None}
    assert tla == kernel
    assert len(kernel) > 10


# ---------------------------------------------------------------- F-240


@pytest.mark.parametrize(("rotation", "useful"), [(Rotation.APPLIED_ONLY, 1), (Rotation.EVERY_FINAL, 0)])
def test_four_rejections_leave_no_older_gameplay_if_they_rotate(rotation: Rotation, useful: int) -> None:
    """F-240: how many of four backups hold other gameplay than what is active, after a sale and four rejections."""
    poor = Intent(Kind.BUY_ITEM, 1, 1, 2)
    sale = Intent(Kind.SELL_ITEM, item=2, amount=1)
    rulings = replace(FROZEN, rotation=rotation)
    slot = replace(start(), run=replace(start().run, coin=0))
    bench = fresh(slot, (sale, poor), operations=5, backups=4)
    gameplay = {0: slot}
    for operation, intent in enumerate((sale, poor, poor, poor, poor)):
        steps: list[Choice] = [Submit(operation, intent), Proceed(), Proceed(), Settle(operation), *[Proceed()] * 5]
        for choice in steps:
            bench = crash_matrix.advance(bench, choice, rulings)
        gameplay[bench.station.active.sequence] = bench.station.active.slot
    rows = [row.status for row in bench.station.active.journal]
    assert rows == [Status.APPLIED, *[Status.REJECTED] * 4]
    kept = [gameplay[number] for number in bench.station.backups if number >= 0]
    assert sum(1 for each in kept if each != bench.station.active.slot) == useful
    again = crash_matrix.advance(crash_matrix.advance(bench, Crash(True), rulings), Recover(), rulings)
    assert again == bench
