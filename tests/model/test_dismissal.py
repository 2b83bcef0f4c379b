"""Dismissal by several clients: the machine, its worlds, and the TLA+ reading of the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernel.guild.rulings import LEGACY
from kernel.guild.state import Phase
from model.dismissal import (
    DISMISSAL,
    Confirm,
    Crash,
    Finish,
    Leave,
    NotOffered,
    Preview,
    Recover,
    Session,
    advance,
    offered,
)
from model.dismissal_worlds import PAIR, THREE, WORLDS, session
from model.engines.explore import explore
from model.engines.tlc import run_tlc
from model.engines.tlc_cfg import read_cfg
from model.engines.tlc_tools import Tools, find_tools
from model.verdict import Verdict
from specs.twins import TLA, Mutant, TwinModel, load_twins

BOOK = TLA / "guild" / "dismissal"
MODELS = {model.name: model for model in load_twins(BOOK)}
TWINS = [model for model in MODELS.values() if model.world]
MUTANTS = [(model, mutant) for model in TWINS for mutant in model.mutants]
START = session(PAIR, clients=2, tries=1)


def _play(state: Session, *choices: object) -> Session:
    for choice in choices:
        state = advance(state, choice, LEGACY)  # type: ignore[arg-type]
    return state


def test_everything_offered_is_taken_and_nothing_else() -> None:
    for choice in offered(START, LEGACY):
        advance(START, choice, LEGACY)
    with pytest.raises(NotOffered):
        advance(START, Finish(0), LEGACY)
    with pytest.raises(NotOffered):
        advance(START, Confirm(5, 0), LEGACY)


def test_a_crash_forgets_reviews_and_keeps_what_was_confirmed() -> None:
    down = _play(START, Preview(0, 0), Confirm(1, 1), Crash())
    assert (down.up, down.views, down.desk.rows[1].recruit) == (False, (-1, -1), 1)
    with pytest.raises(NotOffered):
        advance(down, Finish(1), LEGACY)
    assert _play(down, Recover(), Finish(1)).desk.state.totals.dismissed == 1


def test_a_closed_run_takes_no_dismissal() -> None:
    closed = _play(START, Confirm(0, 0), Leave(), Finish(0))
    assert closed.desk.state.phase is Phase.GUILD
    assert (closed.desk.state.coin, closed.desk.state.totals.dismissed) == (0, 0)


def test_ids_are_used_in_order() -> None:
    start = session(THREE, clients=1, tries=2)
    with pytest.raises(NotOffered):
        advance(start, Confirm(1, 0), LEGACY)
    assert _play(start, Confirm(0, 0), Confirm(1, 1)).desk.rows[1].recruit == 1


# ---------------------------------------------------------------- two readings


@pytest.mark.parametrize("model", TWINS, ids=lambda model: model.world)
def test_the_kernel_counts_what_tlc_counted(model: TwinModel) -> None:
    seen = explore(WORLDS[model.world], [])
    assert (seen.stop, seen.distinct, seen.depth + 1) == ("", model.distinct, model.depth)
    assert seen.coverage_verdict is Verdict.EXHAUSTED


def test_worlds_say_what_they_are() -> None:
    assert all(world.game.name == DISMISSAL.name for world in WORLDS.values())
    assert {model.world for model in TWINS} < set(WORLDS)


@pytest.fixture(scope="module")
def tools() -> Tools:
    return find_tools()


@pytest.mark.parametrize(
    "model",
    [pytest.param(m, marks=() if m.name == "DismissalTwo" else pytest.mark.long, id=m.name) for m in MODELS.values()],
)
def test_tlc_finds_what_the_manifest_says(model: TwinModel, tools: Tools) -> None:
    seen = run_tlc(model.module, model.cfg, may_not_fire=model.silent, tools=tools)
    assert seen.verdict is Verdict(model.verdict), seen.reason
    if model.claim:
        assert seen.violation is not None
        assert (seen.violation.name, len(seen.trace)) == (model.claim, model.depth)
    else:
        assert (seen.generated, seen.distinct, seen.depth) == (model.generated, model.distinct, model.depth)


@pytest.mark.slow
@pytest.mark.parametrize(("model", "mutant"), MUTANTS, ids=lambda each: getattr(each, "by", ""))
def test_a_mutant_falls_by_its_claim(model: TwinModel, mutant: Mutant, tools: Tools, tmp_path: Path) -> None:
    text = model.cfg.read_text(encoding="utf-8")
    kind = "INVARIANT" if mutant.claim in read_cfg(text)["INVARIANT"] else "PROPERTY"
    cfg = tmp_path / "run.cfg"
    head = text.partition("INVARIANTS")[0]
    cfg.write_text(f"{head}CONSTANT {mutant.replace} <- {mutant.by}\n{kind} {mutant.claim}\n", encoding="utf-8")
    seen = run_tlc(BOOK / "DismissalMutants.tla", cfg, coverage=False, tools=tools)
    assert seen.verdict is Verdict.REFUTED
    assert seen.violation is not None
    assert (seen.violation.name, seen.depth) == (mutant.claim, mutant.depth)


def test_every_claim_of_the_book_has_something_that_breaks_it() -> None:
    broken = {model.claim for model in MODELS.values() if model.claim} | {mutant.claim for _, mutant in MUTANTS}
    assert broken == set(MODELS["DismissalTwo"].claims)


def test_the_readme_names_every_model() -> None:
    text = (BOOK / "README.md").read_text(encoding="utf-8")
    assert [name for name in MODELS if f"`{name}`" not in text] == []
    assert {model.cfg for model in MODELS.values()} == set(BOOK.glob("*.cfg"))
