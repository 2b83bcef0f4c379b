"""GROUND read twice: TLC on the TLA+ models, the explorer on the kernel, and the mapping that carries one to the other.

Real TLC runs write to folders of the test's own. The larger worlds are slow; `small` stands for them in the fast run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import pytest

from kernel.ground import darvo, relations, resolve
from kernel.ground.rulings import Rulings
from kernel.ground.state import NO_PROBLEM, Choice, Marker, Relation, Stage, State, Step, Token
from model.engines.explore import Exploration
from model.engines.tla_values import TlaState, TlaValue, parse_value, parse_variables
from model.engines.tlc import Kind, Simulate, TlcResult, Tools, Violation, find_tools, run_tlc
from model.engines.tlc_cfg import read_cfg
from model.ground_counts import Count, Layer, compare, count_layers, count_world, layer_of, visit
from model.ground_twin import NotMapped, carry, choice_between, start_of, state_of
from model.ground_worlds import WORLDS, GroundWorld
from model.verdict import Verdict
from specs.twins import Mutant, TwinModel, load_twins

MODELS = {model.name: model for model in load_twins()}
TWINS = [model for model in MODELS.values() if model.world]
MUTANTS = [(model, mutant) for model in MODELS.values() for mutant in model.mutants]
#: Mutants that fall within a second or two.
QUICK = ("UnclampedStress", "OneSidedLink")
#: Short runs are over before Java's second compiler has paid for itself.
JAVA = "-XX:TieredStopAtLevel=1"


def _named(model: TwinModel) -> str:
    return model.world


@pytest.fixture(scope="module")
def tools() -> Tools:
    return find_tools()


@pytest.fixture
def quick_java(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", JAVA)


def _cfg(model: TwinModel, folder: Path, *claims: str, swap: str = "") -> Path:
    """The model's configuration with a definition replaced, and only these claims."""
    text = model.cfg.read_text(encoding="utf-8")
    invariants = read_cfg(text)["INVARIANT"]
    lines = [text.partition("INVARIANTS")[0], swap]
    lines += [f"{'INVARIANT' if claim in invariants else 'PROPERTY'} {claim}" for claim in claims]
    file = folder / "run.cfg"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


# ---------------------------------------------------------------- the start


@pytest.mark.parametrize("model", TWINS, ids=_named)
def test_a_model_starts_like_the_world_it_names(model: TwinModel) -> None:
    (start,) = WORLDS[model.world].starts
    assert start_of(model.start, threshold=start.threshold, mode=start.mode) == start
    assert start_of(replace(model.start, lead=1 - model.start.lead % 2), threshold=start.threshold) != start


def test_constants_that_the_kernel_does_not_know_are_refused() -> None:
    start = MODELS["GroundSmall"].start
    for wrong, says in (
        (replace(start, markers=("OFF", "HALF")), '"HALF" is none of OFF, DENY'),
        (replace(start, problems=(("Clarity", 2, True),)), "the suit 'Clarity' is none of Clarify"),
        (replace(start, deck=(0, 0, 0)), "3 counts of cards where 4 belong"),
    ):
        with pytest.raises(NotMapped, match=re.escape(says)):
            start_of(wrong)


# ---------------------------------------------------------------- a state

ONE = r"""/\ step = "GROUND" /\ turn = 1 /\ round = 1 /\ lead = 1
/\ seat = (0 :> [stress |-> 2, freedom |-> "READY", marker |-> "ATTACK", side |-> "BLAME", at |-> 1, prot |-> 1,
                 hand |-> [Clarify |-> 1, Repair |-> 0, Boundary |-> 0, Change |-> 3]]
        @@ 1 :> [stress |-> 0, freedom |-> "SPENT", marker |-> "OFF", side |-> "UNPLACED", at |-> -1, prot |-> 0,
                 hand |-> [Clarify |-> 0, Repair |-> 0, Boundary |-> 0, Change |-> 0]])
/\ rel = (0 :> (0 :> "NONE" @@ 1 :> "BOND") @@ 1 :> (0 :> "BOND" @@ 1 :> "NONE"))
/\ problem = (0 :> [faceUp |-> TRUE, denied |-> FALSE, claimedBy |-> 1]
           @@ 1 :> [faceUp |-> FALSE, denied |-> TRUE, claimedBy |-> -1])
/\ deck = [Clarify |-> 0, Repair |-> 1, Boundary |-> 0, Change |-> 0]
/\ discard = [Clarify |-> 0, Repair |-> 0, Boundary |-> 2, Change |-> 0]
/\ sel = (0 :> [action |-> "GROUND", target |-> -1, spend |-> FALSE]
       @@ 1 :> [action |-> "GROUND", target |-> -1, spend |-> TRUE])
/\ grd = (0 :> [mode |-> "GR", option |-> "NONE", target |-> -1]
       @@ 1 :> [mode |-> "GR", option |-> "NONE", target |-> -1])
/\ cancelUsed = (0 :> FALSE @@ 1 :> TRUE)
/\ bondsBefore = (0 :> (0 :> FALSE @@ 1 :> FALSE) @@ 1 :> (0 :> FALSE @@ 1 :> FALSE))
"""
SMALL = WORLDS["small"].starts[0]


def _read(text: str) -> State:
    return state_of(TlaState(1, None, parse_variables(text)), SMALL)


def test_a_state_is_read_field_by_field() -> None:
    state = _read(ONE)
    first, second = state.players
    assert (first.marker, first.token, first.token_at, first.protection, first.hand) == (
        *(Marker.ATTACK, Token.BLAME, 1, 1),
        (1, 0, 0, 3),
    )
    assert (second.stress, second.token_at) == (0, -1)
    assert [(card.suit, card.value, card.priority) for card in state.problems] == [
        (card.suit, card.value, card.priority) for card in SMALL.problems
    ]
    assert [(card.face_up, card.denied, card.claimed_by) for card in state.problems] == [
        (True, False, 1),
        (False, True, -1),
    ]
    assert (state.step, state.turn, state.round, state.lead) == (Step.GROUND, 1, 1, 1)
    assert (state.deck, state.discard) == ((0, 1, 0, 0), (0, 0, 2, 0))
    assert (state.threshold, state.mode, state.rounds) == (SMALL.threshold, SMALL.mode, SMALL.rounds)
    assert state.memory.cancel_used == (False, True)


@pytest.mark.parametrize(
    ("clock", "closing"),
    [
        ('step = "REVEAL" /\\ turn = 1', (False, False)),
        ('step = "GROUND" /\\ turn = 0', (False, False)),
        ('step = "GROUND" /\\ turn = 1', (False, True)),
        ('step = "SUPPORT" /\\ turn = 0', (True, True)),
    ],
)
def test_a_seat_in_mode_gr_is_closing_once_its_turn_is_over(clock: str, closing: tuple[bool, ...]) -> None:
    assert _read(ONE.replace('step = "GROUND" /\\ turn = 1', clock)).memory.closing == closing


def test_one_target_is_read_as_a_seat_or_a_problem() -> None:
    text = ONE.replace(
        'action |-> "GROUND", target |-> -1, spend |-> F', 'action |-> "SOLVE", target |-> 1, spend |-> F'
    )
    text = text.replace(
        'action |-> "GROUND", target |-> -1, spend |-> T', 'action |-> "ATTACK", target |-> 0, spend |-> T'
    )
    text = text.replace(
        '0 :> [mode |-> "GR", option |-> "NONE", target |-> -1',
        '0 :> [mode |-> "OU", option |-> "RESTORE", target |-> 1',
    )
    text = text.replace(
        '1 :> [mode |-> "GR", option |-> "NONE", target |-> -1', '1 :> [mode |-> "ND", option |-> "BREAK", target |-> 0'
    )
    memory = _read(text).memory
    assert [(choice.target, choice.problem) for choice in memory.selections] == [(-1, 1), (0, -1)]
    assert [(choice.target, choice.problem) for choice in memory.groundings] == [(-1, 1), (0, -1)]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('step = "GROUND"', 'step = "PAUSE"', 'step: "PAUSE" is none of SELECT, REVEAL'),
        ("turn = 1", 'turn = "1"', 'turn: "1" is not a number'),
        ("turn = 1", "turn = TRUE", "turn: TRUE is not a number"),
        ("lead = 1", "lead = 1 /\\ last = 0", "unknown: last"),
        ("/\\ lead = 1", "", "lead: missing"),
        ('"SPENT"', '"HALF"', 'seat.1.freedom: "HALF" is none of READY, SPENT'),
        ("Change |-> 3", "Change |-> FALSE", "seat.0.hand.Change: FALSE is not a number"),
        ("stress |-> 0, ", "", "seat.1.stress: missing"),
        ("claimedBy |-> 1]", "claimedBy |-> 1, worth |-> 2]", "problem.0: unknown: worth"),
        ('1 :> "NONE")) ', '1 :> "NONE" @@ 2 :> "NONE"))', "rel.1: unknown: 2"),
        ("spend |-> TRUE", "spend |-> 1", "sel.1.spend: 1 is not a truth value"),
        (
            '"GROUND", target |-> -1, spend |-> F',
            '"GROUND", target |-> 1, spend |-> F',
            "sel.0: target 1 where nothing",
        ),
        ("(0 :> FALSE @@ 1 :> TRUE)", "{0}", "cancelUsed: {0} is not a function on 0..1"),
        ("[Clarify |-> 0, Repair |-> 1, Boundary |-> 0, Change |-> 0]", "0", "deck: not a record of Clarify, Repair"),
    ],
)
def test_what_stands_for_nothing_in_the_kernel_is_refused_with_its_place(old: str, new: str, says: str) -> None:
    text = ONE.replace('@@ 1 :> "NONE"))\n', '@@ 1 :> "NONE")) \n').replace(old, new, 1)
    with pytest.raises(NotMapped, match=f"^{re.escape(says)}"):
        _read(text)


# ---------------------------------------------------------------- the comparison

FIRST: Layer = (1, "SELECT", 0)
THEN: Layer = (1, "REVEAL", 0)
LATER: Layer = (2, "SELECT", 0)


@pytest.mark.parametrize(
    ("tlc", "kernel", "verdict", "says"),
    [
        (Count(3), Count(3), Verdict.EXHAUSTED, "both reach 3 states"),
        (
            Count(3, {FIRST: 1, THEN: 2}),
            Count(3, {FIRST: 1, THEN: 2}),
            Verdict.EXHAUSTED,
            "3 states, alike at 2 places",
        ),
        (Count(3), Count(4), Verdict.DISAGREE, "TLC reaches 3 states, the kernel 4"),
        (Count(3, {FIRST: 3}), Count(4), Verdict.DISAGREE, "TLC reaches 3 states, the kernel 4"),
        (
            Count(4, {FIRST: 1, THEN: 1, LATER: 2}),
            Count(4, {FIRST: 1, LATER: 1, THEN: 2}),
            Verdict.DISAGREE,
            "TLC reaches 4 states, the kernel 4; they part at round 1, REVEAL, turn 0: 1 and 2",
        ),
        (
            Count(2, {FIRST: 1, LATER: 1}),
            Count(1, {FIRST: 1}),
            Verdict.DISAGREE,
            "TLC reaches 2 states, the kernel 1; they part at round 2, SELECT, turn 0: 1 and 0",
        ),
        (Count(3), Count(3, stop="the cap"), Verdict.UNDETERMINED, "the kernel did not finish: the cap"),
        (Count(2, stop="5 s"), Count(3), Verdict.UNDETERMINED, "TLC did not finish: 5 s"),
        (Count(0), Count(0), Verdict.VACUOUS, "neither reading reaches a state"),
    ],
)
def test_two_counts_are_weighed(tlc: Count, kernel: Count, verdict: Verdict, says: str) -> None:
    found, reason = compare(tlc, kernel)
    assert (found, reason.endswith(says)) == (verdict, True), reason


def test_a_world_that_meets_its_cap_is_not_compared() -> None:
    count = count_world(replace(WORLDS["small"], cap=50))
    assert compare(Count(count.distinct, count.layers), count)[0] is Verdict.UNDETERMINED


@pytest.mark.parametrize(
    ("module", "name", "part"),
    [
        (relations, "may_relate", "round 1, SUPPORT, turn 1: 44 and "),
        # Until a Denied Problem is missed, each state has its like without the marker: numbers alone show it late.
        (darvo, "is_triggered", "round 2, SOLVE, turn 0: 2296 and "),
    ],
)
def test_a_wrong_kernel_rule_disagrees_where_it_first_shows(
    module: object, name: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, lambda *_: False)
    model = MODELS["GroundSmall"]
    verdict, reason = compare(Count(model.distinct or 0, model.layers), count_world(WORLDS[model.world]))
    assert verdict is Verdict.DISAGREE
    assert f"they part at {part}" in reason


# ---------------------------------------------------------------- both readings of a world


@dataclass(frozen=True)
class Explored:
    """A world as the kernel sees it, beside its twin."""

    model: TwinModel
    world: GroundWorld
    exploration: Exploration[State, Choice, Rulings]
    states: set[State]


@pytest.fixture(
    scope="module",
    params=[pytest.param(m, marks=() if m.world == "small" else pytest.mark.slow, id=m.world) for m in TWINS],
)
def explored(request: pytest.FixtureRequest) -> Explored:
    model: TwinModel = request.param
    states: set[State] = set()
    world = WORLDS[model.world]
    return Explored(model, world, visit(world, states.add), states)


def test_the_kernel_counts_what_the_manifest_says(explored: Explored) -> None:
    model, exploration = explored.model, explored.exploration
    kernel = Count(exploration.distinct, count_layers(explored.states), exploration.stop)
    verdict, reason = compare(Count(model.distinct or 0, model.layers), kernel)
    assert verdict is Verdict.EXHAUSTED, reason
    assert list(model.layers.items()) == list((kernel.layers or {}).items())
    # TLC counts the start among the generated states, and states instead of steps.
    assert (exploration.transitions + 1, exploration.depth + 1) == (model.generated, model.depth)


@pytest.mark.slow
def test_tlc_reaches_the_very_states_of_the_kernel(explored: Explored, tools: Tools, tmp_path: Path) -> None:
    model, (start,) = explored.model, explored.world.starts
    numbers = _dump(model, _cfg(model, tmp_path), tools)
    assert _stray(explored.states, start, _dumped(tmp_path / "all.dump")) == ""
    assert numbers == (model.generated, model.distinct, model.depth)


ONE_ROUND = replace(WORLDS["small"], starts=(replace(SMALL, rounds=1),))


@pytest.fixture(scope="module")
def one_round(tools: Tools, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[TlaState], tuple[int, int, int]]:
    """TLC's states of the first round of `small`, and its numbers."""
    folder, model = tmp_path_factory.mktemp("one"), MODELS["GroundSmall"]
    cfg = _cfg(model, folder)
    cfg.write_text(cfg.read_text(encoding="utf-8").replace("LastRound = 2", "LastRound = 1"), encoding="utf-8")
    numbers = _dump(model, cfg, tools)
    return list(_dumped(folder / "all.dump")), numbers


def test_both_reach_the_same_states_in_one_round(one_round: tuple[list[TlaState], tuple[int, int, int]]) -> None:
    states = set[State]()
    exploration = visit(ONE_ROUND, states.add)
    tla, numbers = one_round
    assert _stray(states, ONE_ROUND.starts[0], tla) == ""
    assert numbers == (exploration.transitions + 1, exploration.distinct, exploration.depth + 1)
    first = {layer: count for layer, count in MODELS["GroundSmall"].layers.items() if layer[0] == 1}
    assert {layer: count for layer, count in count_layers(states).items() if layer[1] != "OVER"} == first


def test_a_wrong_rule_that_leaves_the_numbers_alone_shows_in_the_states(
    one_round: tuple[list[TlaState], tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(darvo, "is_triggered", lambda *_: False)
    states = set[State]()
    exploration = visit(ONE_ROUND, states.add)
    tla, (_, distinct, _) = one_round
    assert compare(Count(distinct), Count(exploration.distinct))[0] is Verdict.EXHAUSTED
    assert _stray(states, ONE_ROUND.starts[0], tla).startswith("TLC alone reaches (1, 'OVER', 0)")


def test_tlc_counts_small_as_expected(tools: Tools, quick_java: None, tmp_path: Path) -> None:
    model = MODELS["GroundSmall"]
    result = run_tlc(model.module, _cfg(model, tmp_path), coverage=False, tools=tools)
    assert (result.generated, result.distinct, result.depth) == (model.generated, model.distinct, model.depth)
    verdict, reason = compare(Count(result.distinct or 0), Count(model.distinct or 0, model.layers))
    assert verdict is Verdict.EXHAUSTED, reason


def _stray(states: set[State], start: State, dumped: Iterable[TlaState]) -> str:
    """A state that only one reading reaches, or TLC twice, in words; empty if there is none. TLC begins at `start`."""
    missing = set(states)
    for tla in dumped:
        state = state_of(tla, start)
        if state not in missing or (tla.number == 1 and state != start):
            return f"TLC alone reaches {layer_of(state)}: {tla}"
        missing.remove(state)
    return f"the kernel alone reaches {next(iter(missing))}" if missing else ""


def _dump(model: TwinModel, cfg: Path, tools: Tools) -> tuple[int, int, int]:
    """Run TLC beside the configuration so that it writes every distinct state to `all.dump`.

    The result is what TLC says it generated, found distinct, and its depth.
    """
    folder = cfg.parent
    for file in model.module.parent.glob("*.tla"):
        shutil.copy(file, folder)
    command = [str(tools.java), JAVA, "-XX:+UseSerialGC", "-Xmx1g", f"-Djava.io.tmpdir={folder}", "-cp", str(tools.jar)]
    command += ["tlc2.TLC", "-config", cfg.name, "-metadir", "states", "-deadlock", "-fp", "0", "-workers", "1"]
    run = subprocess.run([*command, "-dump", "all", model.module.name], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    counted = re.search(r"(\d+) states generated, (\d+) distinct states found, 0 states left", run.stdout)
    depth = re.search(r"depth of the complete state graph search is (\d+)", run.stdout)
    assert counted, run.stdout
    assert depth, run.stdout
    return int(counted[1]), int(counted[2]), int(depth[1])


def _dumped(file: Path) -> Iterator[TlaState]:
    """The states of a dump. The same value of a variable comes again and again, so each text is read once."""
    read: dict[str, tuple[str, TlaValue]] = {}
    number, lines = 0, []
    with file.open(encoding="utf-8") as dump:
        for line in chain(dump, ("State end",)):
            if not line.startswith("State "):
                lines.append(line)
                continue
            if lines:
                yield TlaState(number, None, tuple(_variables("".join(lines), read)))
            number, lines = number + 1, []


def _variables(text: str, read: dict[str, tuple[str, TlaValue]]) -> Iterator[tuple[str, TlaValue]]:
    for part in text.strip().removeprefix("/\\ ").split("\n/\\ "):
        if part not in read:
            name, _, value = part.partition(" = ")
            read[part] = name, parse_value(value)
        yield read[part]


# ---------------------------------------------------------------- behaviours


@pytest.fixture(scope="module")
def broken(tools: Tools, tmp_path_factory: pytest.TempPathFactory) -> TlcResult:
    model = MODELS["GroundBroken"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", JAVA)
        cfg = _cfg(model, tmp_path_factory.mktemp("broken"), str(model.claim))
        return run_tlc(model.module, cfg, coverage=False, tools=tools)


def test_the_broken_model_falls_by_its_claim(broken: TlcResult) -> None:
    model = MODELS["GroundBroken"]
    assert broken.verdict is Verdict.REFUTED
    assert broken.violation == Violation(Kind.INVARIANT, model.claim)
    assert (broken.depth, len(broken.trace), broken.shortest) == (model.depth, model.depth, True)


def test_the_kernel_follows_the_broken_model_up_to_its_fault(broken: TlcResult) -> None:
    model = MODELS["GroundBroken"]
    start = start_of(model.start)
    states = [state_of(tla, start) for tla in broken.trace]
    trace, reason = carry(states)
    assert states[0] == start
    assert len(trace.choices) == len(states) - 2
    assert reason == f"the kernel has no step {len(states) - 1}, from round 2, DARVO, turn {states[-2].turn}"
    # The fault: a claimed Problem is turned down. The kernel's DENY finds nothing to deny there.
    assert trace.end.problems[0].claimed_by >= 0
    assert states[-1].problems[0].denied
    assert resolve.offered(trace.end, trace.rulings) == (Stage(problem=NO_PROBLEM),)
    assert choice_between(states[-2], states[-1]) is None


HUNT = r"""---- MODULE Hunt ----
EXTENDS GroundSmall
NoBondedClaim == \A p \in ProblemIds : problem[p].claimedBy # Nobody => rel[0][1] # "BOND"
====
"""


def test_a_play_that_tlc_finds_is_a_play_of_the_kernel(tools: Tools, quick_java: None, tmp_path: Path) -> None:
    for file in MODELS["GroundSmall"].module.parent.glob("Ground*.tla"):
        shutil.copy(file, tmp_path)
    (tmp_path / "Hunt.tla").write_text(HUNT, encoding="utf-8")
    cfg = _cfg(MODELS["GroundSmall"], tmp_path)
    cfg.write_text(cfg.read_text(encoding="utf-8") + "\nINVARIANT NoBondedClaim\n", encoding="utf-8")
    found = run_tlc(tmp_path / "Hunt.tla", cfg, coverage=False, tools=tools)
    assert found.verdict is Verdict.REFUTED
    trace, reason = carry([state_of(tla, SMALL) for tla in found.trace])
    assert reason == ""
    assert len(trace.states) == len(found.trace) > 10
    assert trace.end.relations[0][1] is Relation.BOND
    assert any(problem.claimed_by >= 0 for problem in trace.end.problems)


@pytest.mark.parametrize(
    ("model", "mutant"),
    [
        pytest.param(model, mutant, marks=() if mutant.by in QUICK else pytest.mark.slow, id=mutant.by)
        for model, mutant in MUTANTS
    ],
)
def test_a_mutant_falls_by_its_claim(
    model: TwinModel, mutant: Mutant, tools: Tools, quick_java: None, tmp_path: Path
) -> None:
    cfg = _cfg(model, tmp_path, mutant.claim, swap=f"CONSTANT {mutant.replace} <- {mutant.by}")
    result = run_tlc(model.module.with_name("GroundMutants.tla"), cfg, coverage=False, tools=tools)
    assert result.verdict is Verdict.REFUTED
    assert result.violation is not None
    assert (result.violation.name, result.depth) == (mutant.claim, mutant.depth)


# ---------------------------------------------------------------- the models as the manifest runs them


def _sampled(model: TwinModel, tools: Tools, seed: int, traces: int, coverage: bool = False) -> TlcResult:
    assert model.sample is not None
    how = Simulate(seed, traces, model.sample.depth)
    silent = model.silent if coverage else frozenset()
    return run_tlc(model.module, model.cfg, simulate=how, coverage=coverage, may_not_fire=silent, tools=tools)


def test_plays_of_the_printed_game_are_sampled_reproducibly(tools: Tools, quick_java: None) -> None:
    model = MODELS["GroundPrinted"]
    one, again = (_sampled(model, tools, seed=3, traces=4) for _ in range(2))
    assert one.verdict is again.verdict is Verdict.SAMPLED
    assert one.generated == again.generated


def _silent(result: TlcResult) -> set[str]:
    return {name for name, (_, generated) in (result.coverage or {}).items() if not generated}


def test_every_action_fires_in_some_world() -> None:
    assert frozenset.intersection(*(model.silent for model in TWINS)) == frozenset()
